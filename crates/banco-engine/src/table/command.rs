//! What people ask of the table.

#![deny(clippy::wildcard_enum_match_arm)]

use std::sync::Arc;

use banco_cards::{Card, Outcome, Points, Side};
use banco_money::Amount;
use serde::{Deserialize, Serialize};

use super::people::Person;
use super::request::Wanted;
use super::rules::Rules;
use super::spot::SpotId;
use super::wager::Tender;
use crate::authority::RequestId;
use crate::coup::Decision;
use crate::hidden::Hidden;

/// Minutes on the house's clock; the engine has none of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Minute(#[serde(with = "crate::wire::exact")] pub u64);

/// Where cards come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardSource {
    /// A virtual shoe, whose order the shell keeps sealed.
    Virtual,
    /// A real shoe; its cards are read or typed in.
    Entry,
    /// A real shoe of which only results are recorded.
    ResultOnly,
}

impl CardSource {
    /// Which cards these are.
    #[must_use]
    pub const fn cards(self) -> Cards {
        match self {
            Self::Virtual => Cards::Virtual,
            Self::Entry | Self::ResultOnly => Cards::Real,
        }
    }
}

/// Which cards a table deals. It is set when the table is put up, since the order of virtual cards is promised
/// before anybody loads them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cards {
    /// Those of virtual shoes.
    Virtual,
    /// Those of real shoes.
    Real,
}

impl std::fmt::Display for Cards {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Virtual => "virtual",
            Self::Real => "real",
        })
    }
}

/// With what somebody buys in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BuyInWith {
    /// The participant's account.
    Account,
    /// Cash, which goes into the drop box.
    Cash,
    /// Chips from elsewhere, or from an account.
    Chips,
}

/// A result that was recorded without cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reported {
    /// How many cards each has.
    #[serde(with = "crate::wire::both_hands")]
    pub cards: [u8; 2],
    /// The final count of the Player's and the Banker's hand.
    #[serde(with = "crate::wire::both_hands")]
    pub totals: [u8; 2],
}

impl Reported {
    /// Who won.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        let [player, banker] = self.totals.map(Points::of_value);
        Outcome::from_points(player, banker)
    }
}

/// What went wrong, as it is reported. Cards that are named were seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Irregularity {
    /// A card came out of the shoe that was not due.
    DrawnInError {
        /// The card, if it was seen.
        card: Option<Card>,
    },
    /// The Player's hand was dealt a third card that it may not have.
    UnauthorizedThird {
        /// The card, if it was seen.
        card: Option<Card>,
    },
    /// A card that is due was seen too early: disclosed as it was dealt, or face up in the shoe.
    Disclosed {
        /// The card.
        card: Card,
    },
    /// The shoe has no card left for a hand that needs one.
    TooFewCards,
    /// The Banker took cards in the wrong order in the initial deal, beyond repair.
    WrongOrder,
    /// The Banker took a card too many in the initial deal, beyond repair.
    BankerTookThree {
        /// The card.
        card: Card,
    },
    /// The Dominant Player got a card too many in the initial deal, and nobody can tell which it is.
    PlayerGotThree {
        /// The card.
        card: Card,
    },
    /// The Banker took two cards instead of one.
    BankerTookTwo {
        /// The first of them.
        first: Card,
        /// The second.
        second: Card,
    },
    /// A card was faced to the Dominant Player after "Stay".
    CardAfterStay {
        /// The card.
        card: Card,
        /// Whether the dealer had said "Card" by mistake.
        miscalled: bool,
    },
    /// The Banker drew a card for the Banker's hand after "Card" was said and repeated.
    BankerTookPlayersCard {
        /// The card.
        card: Card,
    },
}

/// By which claim the Banker's whole wager is covered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BankClaim {
    /// "Suivi": by whoever covered the last wager alone and lost.
    Suivi,
    /// "Banco": by anybody.
    Banco,
}

impl BankClaim {
    /// What is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Suivi => "Suivi",
            Self::Banco => "Banco",
        }
    }
}

/// What whoever controls a hand announces after looking at it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Announcement {
    /// The Player's hand asks for a card.
    Card,
    /// It stays.
    Stay,
    /// The hand is an eight or a nine.
    Natural,
    /// The Banker's hand is not.
    UnderEight,
}

impl Announcement {
    /// The word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Card => "Card",
            Self::Stay => "Stay",
            Self::Natural => "Natural",
            Self::UnderEight => "Under Eight",
        }
    }
}

/// What is asked of the table.
///
/// A journal keeps it as it was asked. A spot is written by its place among the spots of the table's rules, and hidden
/// cards by their commitment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Opens the table with this float in the tray.
    OpenTable {
        /// What lies in the tray.
        float: Amount,
        /// By how much the wagers on both hands may differ, where the house limits it.
        differential: Option<Amount>,
        /// The minute at which it opens: a notice about a procedure that is new here is due from then on.
        at: Minute,
    },
    /// Closes the table.
    CloseTable,
    /// Brings chips to the tray, or takes them away.
    FillTray {
        /// The value of the chips.
        amount: Amount,
        /// Whether chips are taken away instead.
        credit: bool,
    },
    /// Plays by other terms from now on. It brings the terms themselves, so a journal keeps their id instead.
    #[serde(skip)]
    AdoptTerms {
        /// The terms.
        rules: Arc<Rules>,
        /// The minute at which they are adopted: notices must have been given in time before.
        at: Minute,
    },
    /// Gives a notice that the rulebook asks for.
    GiveNotice {
        /// Its name in the rulebook.
        notice: String,
        /// The minute at which it was given.
        at: Minute,
    },
    /// Does a step of the preparation of the shoe.
    Prepare {
        /// Its name in the rulebook.
        step: String,
        /// How the cards were shuffled by hand so far, in the notation of `banco shuffle`, if that is told; otherwise
        /// the filed procedure was followed.
        told: Option<String>,
    },
    /// Reports a card missing from the decks; they are inspected again.
    ReportMissingCard {
        /// The card.
        card: Card,
    },
    /// Takes the cards of the shoe up for a new shuffle, because nobody plays any more.
    TakeUpCards,
    /// Cuts the stack so many cards from the top.
    Cut {
        /// How many cards are lifted off.
        at: u16,
    },
    /// Declines the cut.
    DeclineCut,
    /// Orders the cards cut again.
    OrderRecut {
        /// What was wrong with the cut.
        reason: String,
    },
    /// Places the cut cards and puts the stack into the shoe.
    LoadShoe {
        /// Where cards come from.
        source: CardSource,
        /// How many cards lie behind the cut card.
        cut_card: u16,
        /// Which batch of cards, where there are several.
        batch: u8,
    },
    /// Burns the next card; known if it is shown.
    BurnCard(Hidden<Card>),
    /// Sits down.
    Sit {
        /// The printed number of the seat.
        seat: u8,
    },
    /// Stands behind a seat to bet there.
    StandBehind {
        /// The printed number of the seat.
        seat: u8,
    },
    /// Moves to another seat.
    Move {
        /// The printed number of the seat.
        seat: u8,
    },
    /// Leaves the table with everything.
    Leave,
    /// Buys in.
    BuyIn {
        /// For how much.
        amount: Amount,
        /// Cash, or chips from another table.
        with: BuyInWith,
    },
    /// The dealer has counted somebody's cash and pays chips for it.
    TakeCash {
        /// Who buys in.
        person: Person,
        /// How much.
        amount: Amount,
    },
    /// A dealer signs on, and relieves the dealer on duty if there is one.
    SignOn,
    /// The dealer on duty signs off, or the floor signs them off.
    SignOff,
    /// Takes chips away from the table.
    CashOut {
        /// The value of the chips.
        amount: Amount,
    },
    /// Hands somebody promotional chips or a coupon.
    Promote {
        /// To whom.
        person: Person,
        /// Which of both.
        tender: Tender,
        /// The face value.
        amount: Amount,
    },
    /// Gives the dealer something.
    Tip {
        /// The value of the chips.
        amount: Amount,
    },
    /// Makes or raises a wager.
    PlaceWager {
        /// The spot on the layout.
        spot: SpotId,
        /// By how much.
        amount: Amount,
        /// The kind of chip.
        tender: Tender,
        /// Whether it is the dealer's to win.
        for_dealer: bool,
    },
    /// Takes a wager down.
    TakeDown {
        /// The spot on the layout.
        spot: SpotId,
        /// Whether it is the one for the dealer.
        for_dealer: bool,
    },
    /// Takes a part of a wager back; the rest stays.
    TakeBack {
        /// The spot on the layout.
        spot: SpotId,
        /// How much, in value chips.
        amount: Amount,
    },
    /// Calls a wager out and puts cash down.
    SpeakWager {
        /// The spot on the layout.
        spot: SpotId,
        /// The amount that was called out.
        amount: Amount,
    },
    /// Confirms a spoken wager, or not.
    AnswerSpoken {
        /// Whoever called the wager out.
        person: Person,
        /// Whether it is taken.
        confirmed: bool,
    },
    /// Takes the shoe that is offered; or takes it and has the dealer deal.
    AcceptShoe {
        /// Whether the dealer is to act as curator.
        dealer_acts: bool,
    },
    /// Declines the shoe that is offered.
    DeclineShoe,
    /// Passes the shoe.
    PassShoe,
    /// Orders the curator to pass the shoe.
    OrderPass {
        /// What delays the game.
        reason: String,
    },
    /// Calls "no more bets".
    NoMoreBets,
    /// Begins a round without wagers: one that was ordered, or a free hand that players ask for.
    DealWithoutWagers,
    /// The next card comes out of a real shoe; known unless it lies face down and nobody has seen it.
    Card(Hidden<Card>),
    /// The cut card comes out.
    ShowCutCard,
    /// Turns a hand or a third card face up; the cards are named where nobody knew them.
    TurnCards(Vec<Card>),
    /// Gives up the right to turn cards.
    RelinquishCards,
    /// Takes the right to turn cards away.
    OrderRelinquish {
        /// What delays the game.
        reason: String,
    },
    /// Takes the right to turn cards that is offered.
    AcceptCards,
    /// Declines it.
    DeclineCards,
    /// Asks that somebody else than the highest bettor turn a hand.
    ProposeTurner {
        /// Which hand.
        side: Side,
        /// Who is to turn it.
        person: Person,
    },
    /// Agrees to that, or not.
    AnswerProposal {
        /// Whether it may be so.
        agreed: bool,
    },
    /// Takes a House Money payout.
    TakePayout,
    /// Adds a House Money payout to the wager on a hand.
    PressPayout {
        /// Which hand.
        side: Side,
    },
    /// Draws or stands where the holder of the hand may choose.
    Choose(Decision),
    /// Records a result without cards.
    RecordResult(Reported),
    /// Collects, pays and takes vigorish.
    Settle,
    /// Clears the cards away.
    ClearTable,
    /// Collects all marked vigorish.
    CollectVigorish,
    /// Bids for the bank: what one would wager on the next hand.
    Bid {
        /// What would be put into the bank.
        amount: Amount,
    },
    /// Offers the player/dealer position to somebody.
    OfferBank {
        /// The printed number of the seat.
        seat: u8,
    },
    /// Plays the house way for a bettor who asks the dealer to.
    PlayHouseWay {
        /// Who asks.
        person: Person,
    },
    /// Ends the time in which bettors may stand or hit.
    CloseChoices,
    /// Ends the bidding for the bank.
    CloseBidding,
    /// Takes the bank that is offered; where it was passed by choice, with this wager on the next hand.
    AcceptBank {
        /// How much, where the offer asks for it.
        amount: Option<Amount>,
    },
    /// Declines the bank that is offered.
    DeclineBank,
    /// The Banker wagers on the Banker's hand.
    WagerBank {
        /// What is put into the bank.
        amount: Amount,
    },
    /// Passes the bank by choice.
    PassBank,
    /// Announces "Suivi" or "Banco": covers the Banker's whole wager.
    ClaimBank(BankClaim),
    /// Ends the time for such announcements.
    CloseClaims,
    /// Covers a part of the Banker's wager.
    CoverBank {
        /// The part of the bank that is covered.
        amount: Amount,
    },
    /// Covers nothing.
    DeclineCover,
    /// Announces what a hand does.
    Announce(Announcement),
    /// Reports an irregularity.
    Report(Irregularity),
    /// Decides on a reported irregularity.
    AnswerReport {
        /// Whether the rulebook's procedure is followed.
        approved: bool,
    },
    /// Holds the table.
    Hold {
        /// What everybody at the table is told.
        reason: String,
    },
    /// Lets it go on.
    Resume,
    /// Annuls a round of which no card is out yet; every wager returns.
    VoidRound {
        /// What everybody at the table is told.
        reason: String,
    },
    /// Asks for what takes two people.
    Ask(Wanted),
    /// Approves what another person has asked for: it happens now.
    Approve {
        /// Which request.
        request: RequestId,
    },
    /// Turns down what another person has asked for.
    TurnDown {
        /// Which request.
        request: RequestId,
        /// What the asker is told.
        reason: String,
    },
    /// Passes somebody over who does not say what is awaited of them.
    PassOver {
        /// What everybody at the table is told.
        reason: String,
    },
    /// Lets somebody act for a participant with a disability.
    Accommodate {
        /// The participant.
        person: Person,
        /// Who acts for them.
        helper: Person,
        /// How, and why.
        reason: String,
    },
}

impl Command {
    /// The money it speaks of.
    pub(crate) const fn amounts(&self) -> [Option<Amount>; 2] {
        match self {
            Self::OpenTable { float, differential, .. } => [Some(*float), *differential],
            Self::FillTray { amount, .. }
            | Self::BuyIn { amount, .. }
            | Self::CashOut { amount }
            | Self::Promote { amount, .. }
            | Self::Tip { amount }
            | Self::PlaceWager { amount, .. }
            | Self::TakeBack { amount, .. }
            | Self::SpeakWager { amount, .. }
            | Self::Bid { amount }
            | Self::WagerBank { amount }
            | Self::CoverBank { amount }
            | Self::TakeCash { amount, .. }
            | Self::Ask(
                Wanted::Correction { amount, .. }
                | Wanted::CashBuyIn { amount, .. }
                | Wanted::Fill { amount, .. }
                | Wanted::Promotion { amount, .. },
            ) => [Some(*amount), None],
            Self::Ask(Wanted::Open { float, differential, .. }) => [Some(*float), *differential],
            Self::AcceptBank { amount } => [*amount, None],
            Self::CloseTable
            | Self::AdoptTerms { .. }
            | Self::GiveNotice { .. }
            | Self::Prepare { .. }
            | Self::ReportMissingCard { .. }
            | Self::TakeUpCards
            | Self::Cut { .. }
            | Self::DeclineCut
            | Self::OrderRecut { .. }
            | Self::LoadShoe { .. }
            | Self::BurnCard(_)
            | Self::Sit { .. }
            | Self::StandBehind { .. }
            | Self::Move { .. }
            | Self::Leave
            | Self::TakeDown { .. }
            | Self::AnswerSpoken { .. }
            | Self::AcceptShoe { .. }
            | Self::DeclineShoe
            | Self::PassShoe
            | Self::OrderPass { .. }
            | Self::NoMoreBets
            | Self::DealWithoutWagers
            | Self::Card(_)
            | Self::ShowCutCard
            | Self::TurnCards(_)
            | Self::RelinquishCards
            | Self::OrderRelinquish { .. }
            | Self::AcceptCards
            | Self::DeclineCards
            | Self::ProposeTurner { .. }
            | Self::AnswerProposal { .. }
            | Self::TakePayout
            | Self::PressPayout { .. }
            | Self::Choose(_)
            | Self::RecordResult(_)
            | Self::Settle
            | Self::ClearTable
            | Self::CollectVigorish
            | Self::OfferBank { .. }
            | Self::PlayHouseWay { .. }
            | Self::CloseChoices
            | Self::CloseBidding
            | Self::DeclineBank
            | Self::PassBank
            | Self::ClaimBank(_)
            | Self::CloseClaims
            | Self::DeclineCover
            | Self::Announce(_)
            | Self::Report(_)
            | Self::AnswerReport { .. }
            | Self::Hold { .. }
            | Self::Resume
            | Self::VoidRound { .. }
            | Self::Ask(
                Wanted::Void { .. }
                | Wanted::SeeOff { .. }
                | Wanted::Accommodation { .. }
                | Wanted::Terms { .. },
            )
            | Self::SignOn
            | Self::SignOff
            | Self::Approve { .. }
            | Self::TurnDown { .. }
            | Self::PassOver { .. }
            | Self::Accommodate { .. } => [None, None],
        }
    }
}
