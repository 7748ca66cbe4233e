//! What has happened at the table. Each event carries its clauses and moves its own money.

use std::fmt;
use std::sync::Arc;

use banco_cards::{Card, Hand, Side};
use banco_money::{Amount, Percent};
use banco_rulebook::model::rulebook::UnwageredRound;

use super::call::Call;
use crate::Clauses;
use super::command::{Announcement, BankClaim, BuyInWith, CardSource, Irregularity, Minute, Reported};
use super::ledger::Account;
use super::people::{Actor, Person, Place, Seat};
use super::rules::Rules;
use super::spot::{Note, SpotId};
use super::state::Contact;
use super::wager::{BetKey, Stake, Tender};
use crate::coup::{Coup, Decision};

/// A card on the table that may lie face down. Whoever prints one sees a face-down card's back.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Laid {
    card: Option<Card>,
    up: bool,
}

impl Laid {
    /// A card face up.
    #[must_use]
    pub const fn up(card: Card) -> Self {
        Self { card: Some(card), up: true }
    }

    /// A card face down, known to the shoe or to nobody.
    #[must_use]
    pub const fn down(card: Option<Card>) -> Self {
        Self { card, up: false }
    }

    /// Whether it lies face up.
    #[must_use]
    pub const fn is_up(self) -> bool {
        self.up
    }

    /// The card, if it lies face up.
    #[must_use]
    pub const fn shown(self) -> Option<Card> {
        if self.up { self.card } else { None }
    }

    /// The card as its holder sees it. Only for the holder, the rules and the sealed journal.
    #[must_use]
    pub const fn sealed(self) -> Option<Card> {
        self.card
    }
}

impl fmt::Debug for Laid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Laid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shown() {
            Some(card) => fmt::Display::fmt(&card, f),
            None => f.write_str("face down"),
        }
    }
}

/// Who turns the cards of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turner {
    /// The dealer.
    Dealer,
    /// A participant.
    Person(Person, Seat),
}

/// Who deals from the shoe.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Curator {
    /// A participant.
    Person(Person, Seat),
    /// The dealer, for a participant who wants it so.
    DealerFor(Person, Seat),
    /// The dealer, because nobody took the shoe.
    Dealer,
}

/// Why the shoe is passed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PassedWhy {
    /// The curator wanted it.
    Choice,
    /// The Banker's hand has lost.
    BankerLost,
    /// The dealer or the floor ordered it.
    Order(Arc<str>),
    /// The curator has left.
    Left,
    /// The position was held as long as it may be.
    RoundsUsed,
}

/// Who cut the cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CutBy {
    /// The dealer.
    Dealer,
    /// A participant.
    Person(Person, Seat),
}

/// How vigorish is taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VigorishHow {
    /// Marked with a button, to be collected later.
    Marked,
    /// Kept back from the payout that follows.
    KeptBack,
    /// From the chips.
    FromChips,
    /// From the wager that stays on the layout, because there are not enough chips.
    FromWager,
}

/// What has happened at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the stories of `story.rs` say what the fields are")]
pub enum Event {
    TableOpened {
        name: Arc<str>,
        hash: Arc<str>,
        float: Amount,
        differential: Option<Amount>,
        clauses: Clauses,
    },
    TableClosed {
        result: Amount,
        clauses: Clauses,
    },
    TrayFilled {
        amount: Amount,
        credit: bool,
        by: Person,
        clauses: Clauses,
    },
    TermsAdopted {
        rules: Arc<Rules>,
        due: Vec<(Arc<str>, Minute)>,
        posted: Vec<Arc<str>>,
        clauses: Clauses,
    },
    NoticeGiven {
        notice: Arc<str>,
        at: Minute,
        by: Person,
        clauses: Clauses,
    },
    PreparationBegun {
        shoe: u32,
        new_cards: bool,
        clauses: Clauses,
    },
    StepDone {
        step: Arc<str>,
        summary: Arc<str>,
        by: Person,
        people_left: u8,
        clauses: Clauses,
    },
    BatchKept {
        batch: u8,
        by: Person,
        clauses: Clauses,
    },
    CardMissing {
        card: Card,
        by: Person,
        clauses: Clauses,
    },
    CutOffered {
        seat: Seat,
        person: Person,
        clauses: Clauses,
    },
    CutDeclined {
        seat: Seat,
        person: Person,
        clauses: Clauses,
    },
    CutFallsToDealer {
        clauses: Clauses,
    },
    CutWaits {
        clauses: Clauses,
    },
    CutNotNeeded {
        clauses: Clauses,
    },
    CutMade {
        by: CutBy,
        at: u16,
        clauses: Clauses,
    },
    RecutOrdered {
        by: Person,
        reason: Arc<str>,
        clauses: Clauses,
    },
    ShoeLoaded {
        source: CardSource,
        cards: u16,
        cut_card: u16,
        batch: u8,
        clauses: Clauses,
    },
    CardBurned {
        card: Option<Card>,
        left: u8,
        clauses: Clauses,
    },
    BettingOpened {
        clauses: Clauses,
    },

    Arrived {
        person: Person,
        place: Place,
        clauses: Clauses,
    },
    Moved {
        person: Person,
        place: Place,
        clauses: Clauses,
    },
    Left {
        person: Person,
        seat: Seat,
        took: Amount,
        promotional: Amount,
        coupons: Amount,
        clauses: Clauses,
    },
    BoughtIn {
        person: Person,
        amount: Amount,
        with: BuyInWith,
        clauses: Clauses,
    },
    CashedOut {
        person: Person,
        amount: Amount,
        clauses: Clauses,
    },
    Promoted {
        person: Person,
        tender: Tender,
        amount: Amount,
        clauses: Clauses,
    },
    Tipped {
        person: Person,
        amount: Amount,
        clauses: Clauses,
    },
    WagerPlaced {
        key: BetKey,
        seat: Seat,
        added: Stake,
        stake: Stake,
        note: Arc<Note>,
    },
    WagerTakenDown {
        key: BetKey,
        seat: Seat,
        label: Arc<str>,
        stake: Stake,
        clauses: Clauses,
    },
    WagerSpoken {
        person: Person,
        seat: Seat,
        spot: SpotId,
        label: Arc<str>,
        amount: Amount,
        clauses: Clauses,
    },
    SpokenConfirmed {
        person: Person,
        clauses: Clauses,
    },
    SpokenDeclined {
        person: Person,
        clauses: Clauses,
    },

    ShoeOffered {
        seat: Seat,
        person: Person,
        clauses: Clauses,
    },
    ShoeDeclined {
        seat: Seat,
        person: Person,
        clauses: Clauses,
    },
    CuratorNamed {
        curator: Curator,
        clauses: Clauses,
    },
    ShoePassed {
        from: Option<Seat>,
        why: PassedWhy,
        clauses: Clauses,
    },

    RoundBegun {
        round: u32,
        unwagered: Option<UnwageredRound>,
        clauses: Clauses,
    },
    WagersTakenIn {
        key: BetKey,
        seat: Seat,
        label: Arc<str>,
        stake: Stake,
        clauses: Clauses,
    },
    Called(Call),
    CutCardShown {
        clauses: Clauses,
    },
    CardDealt {
        side: Side,
        card: Laid,
        from_aside: bool,
        clauses: Clauses,
    },
    TurnerProposed {
        side: Side,
        to: Person,
        seat: Seat,
        by: Person,
        clauses: Clauses,
    },
    ProposalAgreed {
        by: Person,
        settled: bool,
        clauses: Clauses,
    },
    ProposalRefused {
        by: Person,
        clauses: Clauses,
    },
    CardsHanded {
        side: Side,
        to: Turner,
        third: bool,
        clauses: Clauses,
    },
    CardsOffered {
        side: Side,
        to: Person,
        seat: Seat,
        clauses: Clauses,
    },
    CardsDeclined {
        side: Side,
        by: Person,
        ordered: Option<Arc<str>>,
        clauses: Clauses,
    },
    CardsTurned {
        side: Side,
        cards: [Option<Card>; 2],
        third: bool,
        by: Turner,
        clauses: Clauses,
    },
    CountsStand {
        clauses: Clauses,
    },
    PayoutDue {
        key: BetKey,
        seat: Seat,
        label: Arc<str>,
        stake: Stake,
        won: Amount,
        line: Arc<str>,
        clauses: Clauses,
    },
    PayoutTaken {
        key: BetKey,
        seat: Seat,
        won: Amount,
        stake: Stake,
        clauses: Clauses,
    },
    PayoutPressed {
        key: BetKey,
        seat: Seat,
        side: Side,
        onto: SpotId,
        pressed: Amount,
        handed: Amount,
        stake: Stake,
        clauses: Clauses,
    },
    ChoiceOpened {
        side: Side,
        clauses: Clauses,
    },
    ChoiceMade {
        side: Side,
        decision: Decision,
        by: Person,
        clauses: Clauses,
    },
    ThirdCardDue {
        side: Side,
        clauses: Clauses,
    },
    ResultReached {
        coup: Coup,
        clauses: Clauses,
    },
    ResultRecorded {
        reported: Reported,
        clauses: Clauses,
    },

    WagerLost {
        key: BetKey,
        seat: Seat,
        stake: Stake,
        taken_in: bool,
        early: bool,
        note: Arc<Note>,
    },
    WagerPaid {
        key: BetKey,
        seat: Seat,
        stake: Stake,
        won: Amount,
        kept_back: Amount,
        stake_taken: bool,
        promotional_taken: bool,
        taken_in: bool,
        limited: bool,
        note: Arc<Note>,
    },
    WagerPushed {
        key: BetKey,
        seat: Seat,
        stake: Stake,
        note: Arc<Note>,
    },
    ClaimRaised {
        key: BetKey,
        seat: Seat,
        label: Arc<str>,
        meter: Arc<str>,
        share: Percent,
        line: Arc<str>,
        clauses: Clauses,
    },
    /// The cards make a jackpot. The hands are those that decide it.
    JackpotReached {
        key: BetKey,
        seat: Seat,
        label: Arc<str>,
        meter: Arc<str>,
        share: Percent,
        line: Arc<str>,
        hands: [Hand; 2],
        clauses: Clauses,
    },
    JackpotPaid {
        key: BetKey,
        seat: Seat,
        meter: Arc<str>,
        amount: Amount,
        clauses: Clauses,
    },
    ClaimDropped {
        key: BetKey,
        seat: Seat,
        meter: Arc<str>,
        reason: Arc<str>,
        clauses: Clauses,
    },
    TrayReimbursed {
        amount: Amount,
        clauses: Clauses,
    },
    LinkTold {
        wager: Arc<str>,
        contact: Contact,
        clauses: Clauses,
    },
    DealerEnvyPaid {
        amount: Amount,
        label: Arc<str>,
        clauses: Clauses,
    },
    VigorishCharged {
        person: Person,
        seat: Seat,
        spot: SpotId,
        amount: Amount,
        how: VigorishHow,
        clauses: Clauses,
    },
    VigorishCollected {
        person: Person,
        seat: Seat,
        amount: Amount,
        clauses: Clauses,
    },
    RoundSettled {
        round: u32,
        clauses: Clauses,
    },
    CardsDiscarded {
        cards: u8,
        clauses: Clauses,
    },
    LastHandBegun {
        left: u8,
        clauses: Clauses,
    },
    ShoeEnded {
        clauses: Clauses,
    },

    BiddingOpened {
        without: Option<Person>,
        clauses: Clauses,
    },
    BidMade {
        person: Person,
        seat: Seat,
        amount: Amount,
        clauses: Clauses,
    },
    BankOffered {
        seat: Seat,
        person: Person,
        least: Option<Amount>,
        most: Option<Amount>,
        clauses: Clauses,
    },
    BankDeclined {
        seat: Seat,
        person: Person,
        clauses: Clauses,
    },
    TurnMissed {
        seat: Seat,
        person: Person,
        clauses: Clauses,
    },
    TurnForfeited {
        seat: Seat,
        person: Person,
        clauses: Clauses,
    },
    BankTaken {
        seat: Seat,
        person: Person,
        least: Amount,
        most: Option<Amount>,
        clauses: Clauses,
    },
    BankPassed {
        from: Option<Seat>,
        why: PassedWhy,
        start: Option<Seat>,
        except: Option<Seat>,
        clauses: Clauses,
    },
    BankWagered {
        person: Person,
        seat: Seat,
        amount: Amount,
        clauses: Clauses,
    },
    BankClaimed {
        person: Person,
        seat: Seat,
        claim: BankClaim,
        clauses: Clauses,
    },
    ClaimsClosed {
        winner: Option<(Person, Seat, BankClaim)>,
        clauses: Clauses,
    },
    CoverAsked {
        seat: Seat,
        person: Person,
        rest: Amount,
        clauses: Clauses,
    },
    CoverDeclined {
        seat: Seat,
        person: Person,
        clauses: Clauses,
    },
    CoverClosed {
        clauses: Clauses,
    },
    UncoveredReturned {
        key: BetKey,
        seat: Seat,
        amount: Amount,
        clauses: Clauses,
    },
    DominantNamed {
        person: Person,
        seat: Seat,
        banker: (Person, Seat),
        clauses: Clauses,
    },
    LookBegun {
        side: Side,
        seat: Seat,
        clauses: Clauses,
    },
    Announced {
        side: Side,
        seat: Seat,
        word: Announcement,
        clauses: Clauses,
    },
    CountForced {
        side: Side,
        count: u8,
        more: bool,
        clauses: Clauses,
    },
    CoverPlaced {
        person: Person,
        seat: Seat,
        amount: Amount,
        cover: Amount,
        clauses: Clauses,
    },
    BankVacant {
        clauses: Clauses,
    },
    CollectionTaken {
        person: Person,
        seat: Seat,
        amount: Amount,
        clauses: Clauses,
    },
    CollectionReturned {
        person: Person,
        seat: Seat,
        amount: Amount,
        clauses: Clauses,
    },
    BettorChose {
        key: BetKey,
        seat: Seat,
        decision: Decision,
        clauses: Clauses,
    },
    ButtonPlaced {
        seat: Seat,
        clauses: Clauses,
    },
    CoveredLost {
        key: BetKey,
        seat: Seat,
        label: Arc<str>,
        to: Person,
        lost: Amount,
        returned: Amount,
        clauses: Clauses,
    },
    CoveredPaid {
        key: BetKey,
        seat: Seat,
        label: Arc<str>,
        stake: Amount,
        won: Amount,
        due: Amount,
        line: Arc<str>,
        clauses: Clauses,
    },
    CoverReturned {
        person: Person,
        amount: Amount,
        clauses: Clauses,
    },
    WonByBank {
        key: BetKey,
        seat: Seat,
        banker: Person,
        amount: Amount,
        clauses: Clauses,
    },
    PaidByBank {
        key: BetKey,
        seat: Seat,
        banker: BetKey,
        stake: Amount,
        won: Amount,
        clauses: Clauses,
    },

    IrregularityReported {
        what: Irregularity,
        by: Actor,
        clauses: Clauses,
    },
    IrregularityDismissed {
        by: Person,
        clauses: Clauses,
    },
    IrregularityApproved {
        what: Irregularity,
        by: Person,
        clauses: Clauses,
    },
    CardSetAside {
        card: Laid,
        clauses: Clauses,
    },
    CardDiscarded {
        card: Option<Card>,
        clauses: Clauses,
    },
    BurnOrdered {
        cards: u8,
        clauses: Clauses,
    },
    UnwageredRoundOrdered {
        round: UnwageredRound,
        clauses: Clauses,
    },
    RoundVoided {
        by: Person,
        reason: Arc<str>,
        new_shoe: bool,
        clauses: Clauses,
    },
    WagerReturned {
        key: BetKey,
        seat: Seat,
        label: Arc<str>,
        stake: Stake,
        taken_in: bool,
        clauses: Clauses,
    },
    EarlyReversed {
        key: BetKey,
        seat: Seat,
        handed: Amount,
        stake: Stake,
        lost: bool,
        clauses: Clauses,
    },
    PressReversed {
        key: BetKey,
        pressed: Amount,
        clauses: Clauses,
    },

    TableHeld {
        by: Person,
        reason: Arc<str>,
        clauses: Clauses,
    },
    TableResumed {
        by: Person,
        clauses: Clauses,
    },
    Accommodated {
        person: Person,
        helper: Person,
        reason: Arc<str>,
        by: Person,
        clauses: Clauses,
    },
    Corrected {
        from: Account,
        to: Account,
        amount: Amount,
        reason: Arc<str>,
        by: Person,
        second: Person,
        clauses: Clauses,
    },
}

impl Event {
    /// The clauses, where it carries some itself.
    pub(crate) fn own_clauses(&self) -> Option<Clauses> {
        match self {
            Self::TableOpened { clauses, .. }
            | Self::CoverPlaced { clauses, .. }
            | Self::BankVacant { clauses, .. }
            | Self::CollectionTaken { clauses, .. }
            | Self::CollectionReturned { clauses, .. }
            | Self::BettorChose { clauses, .. }
            | Self::ButtonPlaced { clauses, .. }
            | Self::CoveredLost { clauses, .. }
            | Self::CoveredPaid { clauses, .. }
            | Self::CoverReturned { clauses, .. }
            | Self::BiddingOpened { clauses, .. }
            | Self::BidMade { clauses, .. }
            | Self::BankOffered { clauses, .. }
            | Self::BankDeclined { clauses, .. }
            | Self::TurnMissed { clauses, .. }
            | Self::TurnForfeited { clauses, .. }
            | Self::BankTaken { clauses, .. }
            | Self::BankPassed { clauses, .. }
            | Self::BankWagered { clauses, .. }
            | Self::BankClaimed { clauses, .. }
            | Self::ClaimsClosed { clauses, .. }
            | Self::CoverAsked { clauses, .. }
            | Self::CoverDeclined { clauses, .. }
            | Self::CoverClosed { clauses, .. }
            | Self::UncoveredReturned { clauses, .. }
            | Self::DominantNamed { clauses, .. }
            | Self::LookBegun { clauses, .. }
            | Self::Announced { clauses, .. }
            | Self::CountForced { clauses, .. }
            | Self::WonByBank { clauses, .. }
            | Self::PaidByBank { clauses, .. }
            | Self::CutDeclined { clauses, .. }
            | Self::ShoeDeclined { clauses, .. }
            | Self::LastHandBegun { clauses, .. }
            | Self::IrregularityDismissed { clauses, .. }
            | Self::TableClosed { clauses, .. }
            | Self::TrayFilled { clauses, .. }
            | Self::TermsAdopted { clauses, .. }
            | Self::NoticeGiven { clauses, .. }
            | Self::PreparationBegun { clauses, .. }
            | Self::StepDone { clauses, .. }
            | Self::BatchKept { clauses, .. }
            | Self::CardMissing { clauses, .. }
            | Self::CutOffered { clauses, .. }
            | Self::CutFallsToDealer { clauses, .. }
            | Self::CutWaits { clauses, .. }
            | Self::CutNotNeeded { clauses, .. }
            | Self::CutMade { clauses, .. }
            | Self::RecutOrdered { clauses, .. }
            | Self::ShoeLoaded { clauses, .. }
            | Self::CardBurned { clauses, .. }
            | Self::BettingOpened { clauses, .. }
            | Self::Arrived { clauses, .. }
            | Self::Moved { clauses, .. }
            | Self::Left { clauses, .. }
            | Self::BoughtIn { clauses, .. }
            | Self::CashedOut { clauses, .. }
            | Self::Promoted { clauses, .. }
            | Self::Tipped { clauses, .. }
            | Self::WagerTakenDown { clauses, .. }
            | Self::WagerSpoken { clauses, .. }
            | Self::SpokenConfirmed { clauses, .. }
            | Self::SpokenDeclined { clauses, .. }
            | Self::ShoeOffered { clauses, .. }
            | Self::CuratorNamed { clauses, .. }
            | Self::ShoePassed { clauses, .. }
            | Self::RoundBegun { clauses, .. }
            | Self::WagersTakenIn { clauses, .. }
            | Self::CutCardShown { clauses, .. }
            | Self::CardDealt { clauses, .. }
            | Self::TurnerProposed { clauses, .. }
            | Self::ProposalAgreed { clauses, .. }
            | Self::ProposalRefused { clauses, .. }
            | Self::CardsHanded { clauses, .. }
            | Self::CardsOffered { clauses, .. }
            | Self::CardsDeclined { clauses, .. }
            | Self::CardsTurned { clauses, .. }
            | Self::CountsStand { clauses, .. }
            | Self::PayoutDue { clauses, .. }
            | Self::PayoutTaken { clauses, .. }
            | Self::PayoutPressed { clauses, .. }
            | Self::ChoiceOpened { clauses, .. }
            | Self::ChoiceMade { clauses, .. }
            | Self::ThirdCardDue { clauses, .. }
            | Self::ResultReached { clauses, .. }
            | Self::ResultRecorded { clauses, .. }
            | Self::ClaimRaised { clauses, .. }
            | Self::JackpotReached { clauses, .. }
            | Self::JackpotPaid { clauses, .. }
            | Self::ClaimDropped { clauses, .. }
            | Self::TrayReimbursed { clauses, .. }
            | Self::LinkTold { clauses, .. }
            | Self::DealerEnvyPaid { clauses, .. }
            | Self::VigorishCharged { clauses, .. }
            | Self::VigorishCollected { clauses, .. }
            | Self::RoundSettled { clauses, .. }
            | Self::CardsDiscarded { clauses, .. }
            | Self::ShoeEnded { clauses, .. }
            | Self::IrregularityReported { clauses, .. }
            | Self::IrregularityApproved { clauses, .. }
            | Self::CardSetAside { clauses, .. }
            | Self::CardDiscarded { clauses, .. }
            | Self::BurnOrdered { clauses, .. }
            | Self::UnwageredRoundOrdered { clauses, .. }
            | Self::RoundVoided { clauses, .. }
            | Self::WagerReturned { clauses, .. }
            | Self::EarlyReversed { clauses, .. }
            | Self::PressReversed { clauses, .. }
            | Self::TableHeld { clauses, .. }
            | Self::TableResumed { clauses, .. }
            | Self::Accommodated { clauses, .. }
            | Self::Corrected { clauses, .. } => Some(*clauses),
            Self::WagerPlaced { note, .. }
            | Self::WagerLost { note, .. }
            | Self::WagerPaid { note, .. }
            | Self::WagerPushed { note, .. } => Some(note.clauses),
            Self::Called(_) => None,
        }
    }
}
