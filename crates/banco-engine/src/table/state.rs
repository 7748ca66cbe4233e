//! The table as it stands.

use std::fmt;
use std::sync::Arc;

use banco_cards::{Card, Hand, Outcome, Points, Side};
use banco_money::{Amount, MoneyError};
use banco_rulebook::model::rulebook::UnwageredRound;

use super::bank::Bank;
use super::call::Call;
use super::command::{Announcement, CardSource, Irregularity, Minute, Reported};
use super::event::{Curator, CutBy, Laid, Turner};
use super::ledger::{Account, Ledger};
use super::people::{Actor, Participant, Person, Seat};
use super::rules::{Preparation, Rules};
use super::spot::SpotId;
use super::wager::{Bet, BetKey, Stake};
use crate::coup::{Coup, Decision};
use crate::roads::Entry;

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// The table is closed.
    Closed,
    /// The cards are inspected, washed, shuffled.
    Preparing,
    /// The stack is offered for the cut.
    Cutting,
    /// The stack is cut and goes into the shoe.
    Loading,
    /// The first cards are burnt.
    Burning,
    /// Wagers are taken.
    Betting,
    /// The round is dealt.
    Dealing,
    /// The round is settled or void; its cards still lie there.
    Settled,
    /// The shoe is over; vigorish is collected.
    BetweenShoes,
}

impl Phase {
    /// What is going on, in words.
    #[must_use]
    pub const fn told(self) -> &'static str {
        match self {
            Self::Closed => "the table is closed",
            Self::Preparing => "the cards are being prepared",
            Self::Cutting => "the cards are being cut",
            Self::Loading => "the shoe is being loaded",
            Self::Burning => "the first cards are being burnt",
            Self::Betting => "wagers are being taken",
            Self::Dealing => "the round is being dealt",
            Self::Settled => "the cards are about to be cleared away",
            Self::BetweenShoes => "the shoe is over",
        }
    }
}

/// How far the cut card has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CutCard {
    /// Still in the shoe.
    Inside,
    /// It has come out; this round is finished first.
    Out,
    /// "Last hand" has been called; so many more rounds.
    LastHands(u8),
}

/// A card that was drawn and waits for its use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Aside {
    /// The card; face down unless it was seen.
    pub card: Laid,
    /// How many cards had left the shoe before it.
    pub index: u16,
}

/// How often each of the 52 cards has left the shoe, as far as the table was told: cards that lie face down
/// count as well, so it is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Tally(Vec<u8>);

impl Tally {
    pub(crate) fn none() -> Self {
        Self(vec![0; 52])
    }

    pub(crate) fn add(&mut self, card: Card) {
        if let Some(seen) = self.0.get_mut(index(card)) {
            *seen = seen.saturating_add(1);
        }
    }

    fn of(&self, card: Card) -> u8 {
        self.0.get(index(card)).copied().unwrap_or(0)
    }
}

impl fmt::Debug for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}

/// The shoe, as far as anybody may know it: never what is still inside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shoe {
    /// Which shoe since the table opened, from one.
    pub number: u32,
    /// Which batch of cards.
    pub batch: u8,
    /// Where cards come from.
    pub source: CardSource,
    /// How many cards it held.
    pub size: u16,
    /// How many have left it.
    pub drawn: u16,
    /// How often each of the 52 cards has left the shoe.
    pub seen: Tally,
    /// After how many cards the cut card comes.
    pub cut_at: u16,
    /// How far the cut card has come.
    pub cut_card: CutCard,
    /// How many cards are still to be burnt; `None` before the first.
    pub burn_left: Option<u8>,
    /// A card that was drawn and waits for its use.
    pub aside: Option<Aside>,
    /// Free hands dealt at the players' wish.
    pub free_hands: u32,
    /// The next step of the preparation, as a place in the list, and who has done it so far.
    pub step: usize,
    /// Who has done the current step, where several people must.
    pub step_by: Vec<Person>,
    /// Whether its cards are new.
    pub new_cards: bool,
    /// Whether a card was found missing.
    pub card_missing: bool,
    /// Whether its cards were shuffled and kept while the shoe before was dealt.
    pub done_ahead: bool,
    /// Whether the other batch has been shuffled and is kept for the next shoe.
    pub other_kept: bool,
    /// Whether the stacked cards wait for somebody to come to the table.
    pub waits: bool,
    /// Who has been asked to cut, and from which seat on.
    pub cut_asked: Option<(Person, Seat)>,
    /// From which seat on the cut is offered; `None` once it falls to the dealer.
    pub cut_from: Option<Seat>,
    /// Who cut last, and where.
    pub cut: Option<(CutBy, u16)>,
    /// Whether a recut waits for whoever cut last.
    pub recut: bool,
}

/// Somebody is offered something, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Asked {
    /// Who is asked.
    pub person: Person,
    /// At which seat.
    pub seat: Seat,
    /// From which seat on the offer goes around.
    pub from: Seat,
    /// Who is not asked, because they have just passed it on.
    pub except: Option<Seat>,
}

/// Where a round stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// So many of the first cards are out.
    Initial(u8),
    /// A hand lies face down and is turned by somebody.
    Turning(Side),
    /// The right to turn a hand is offered.
    Offering(Side),
    /// A House Money payout waits for its owner's word.
    Payout,
    /// The holder of a hand may draw or stand.
    Choosing(Side),
    /// Whoever controls a hand looks at it and announces what it does.
    Deciding(Side),
    /// A third card is due.
    Third(Side),
    /// A third card lies face down and is turned by somebody.
    TurningThird(Side),
    /// The right to turn a third card is offered.
    OfferingThird(Side),
    /// The result is out.
    Complete,
    /// The round is void.
    Void,
}

/// A House Money payout that waits for its owner's word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Payout {
    /// Whose.
    pub key: BetKey,
    /// At which seat.
    pub seat: Seat,
    /// What lay on the spot.
    pub stake: Stake,
    /// What was won.
    pub won: Amount,
}

/// A count that an irregularity fixed, whatever the cards say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForcedCount {
    /// The count.
    pub count: u8,
    /// Whether a third card is still added to it.
    pub more: bool,
}

impl ForcedCount {
    /// The count once the hand has all its cards.
    #[must_use]
    pub fn with(self, third: Option<Card>) -> u8 {
        let fixed = Points::of_value(self.count);
        let more = third.filter(|_| self.more).map(Card::points);
        more.map_or(fixed, |third| fixed + third).get()
    }
}

/// A round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    /// Which one since the table opened, from one.
    pub number: u32,
    /// Without wagers, and of what kind.
    pub unwagered: Option<UnwageredRound>,
    /// Where it stands.
    pub stage: Stage,
    /// The Player's cards.
    pub player: [Option<Laid>; 3],
    /// The Banker's cards.
    pub banker: [Option<Laid>; 3],
    /// Who turns the Player's hand.
    pub player_turner: Option<Turner>,
    /// Who turns the Banker's hand.
    pub banker_turner: Option<Turner>,
    /// Whom everybody agreed on for the Player's hand.
    pub player_agreed: Option<(Person, Seat)>,
    /// Whom everybody agreed on for the Banker's hand.
    pub banker_agreed: Option<(Person, Seat)>,
    /// To whom the right to turn is offered.
    pub asked: Option<Asked>,
    /// A payout that waits for its owner's word.
    pub payout: Option<Payout>,
    /// Whether House Money wagers have been settled.
    pub counts_stand: bool,
    /// What was chosen for the Player's hand.
    pub choice: Option<Decision>,
    /// The result.
    pub coup: Option<Coup>,
    /// The result, where only that was recorded.
    pub reported: Option<Reported>,
    /// Counts that an irregularity fixed, of the Player's and the Banker's hand.
    pub forced: [Option<ForcedCount>; 2],
    /// What the Player's hand announced.
    pub announced: Option<Announcement>,
}

impl Round {
    /// A round that is about to be dealt.
    #[must_use]
    pub const fn new(number: u32, unwagered: Option<UnwageredRound>) -> Self {
        Self {
            number,
            unwagered,
            stage: Stage::Initial(0),
            player: [None; 3],
            banker: [None; 3],
            player_turner: None,
            banker_turner: None,
            player_agreed: None,
            banker_agreed: None,
            asked: None,
            payout: None,
            counts_stand: false,
            choice: None,
            coup: None,
            reported: None,
            forced: [None; 2],
            announced: None,
        }
    }

    /// The cards of a hand.
    #[must_use]
    pub const fn laid(&self, side: Side) -> &[Option<Laid>; 3] {
        match side {
            Side::Player => &self.player,
            Side::Banker => &self.banker,
        }
    }

    pub(crate) const fn laid_mut(&mut self, side: Side) -> &mut [Option<Laid>; 3] {
        match side {
            Side::Player => &mut self.player,
            Side::Banker => &mut self.banker,
        }
    }

    /// Who turns the cards of a hand.
    #[must_use]
    pub const fn turner(&self, side: Side) -> Option<Turner> {
        match side {
            Side::Player => self.player_turner,
            Side::Banker => self.banker_turner,
        }
    }

    pub(crate) const fn turner_mut(&mut self, side: Side) -> &mut Option<Turner> {
        match side {
            Side::Player => &mut self.player_turner,
            Side::Banker => &mut self.banker_turner,
        }
    }

    /// Whom everybody agreed on for a hand.
    #[must_use]
    pub const fn agreed(&self, side: Side) -> Option<(Person, Seat)> {
        match side {
            Side::Player => self.player_agreed,
            Side::Banker => self.banker_agreed,
        }
    }

    /// The open cards of a hand.
    #[must_use]
    pub fn open_hand(&self, side: Side) -> Hand {
        let mut hand = Hand::default();
        for card in self.laid(side).iter().flatten().filter_map(|laid| laid.shown()) {
            // A hand lies on three places, so a fourth card cannot come.
            let _ = hand.push(card);
        }
        hand
    }

    /// The count of the open cards of a hand.
    #[must_use]
    pub fn count(&self, side: Side) -> u8 {
        let shown = self.laid(side).iter().flatten().filter_map(|laid| laid.shown());
        shown.map(Card::points).sum::<Points>().get()
    }

    /// How many cards lie on the table.
    #[must_use]
    pub fn cards(&self) -> u8 {
        let all = self.player.iter().chain(&self.banker);
        u8::try_from(all.flatten().count()).unwrap_or(u8::MAX)
    }

    /// Who won, once that is known.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.reported.map(Reported::outcome).or_else(|| self.coup.map(|coup| coup.outcome()))
    }

    /// The open hand that has a third card, or may have one.
    #[must_use]
    pub fn third(&self, side: Side) -> Option<Laid> {
        let [_, _, third] = *self.laid(side);
        third
    }
}

/// A wager that was called out with cash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spoken {
    /// By whom.
    pub person: Person,
    /// Which wager.
    pub spot: SpotId,
    /// How much.
    pub amount: Amount,
}

/// A House Money wager that was settled before the third cards, kept in case the round becomes void.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Early {
    /// Whose.
    pub key: BetKey,
    /// At which seat.
    pub seat: Seat,
    /// What lay on the spot.
    pub stake: Stake,
    /// Whether it lost.
    pub lost: bool,
    /// What was handed to the bettor.
    pub handed: Amount,
    /// What was added to which wager.
    pub pressed: Option<(SpotId, Amount)>,
}

/// A share of a meter that a seat has won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PendingClaim {
    /// Whose.
    pub key: BetKey,
    /// At which seat.
    pub seat: Seat,
    /// Of which meter.
    pub meter: Arc<str>,
    /// Which share.
    pub share: banco_money::Percent,
    /// In which round.
    pub round: u32,
}

/// Somebody is to turn a hand though another has more on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proposal {
    /// Which hand.
    pub side: Side,
    /// Who is to turn it.
    pub to: Person,
    /// At which seat.
    pub seat: Seat,
    /// Who has agreed.
    pub agreed: Vec<Person>,
}

/// Why the table is held.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hold {
    /// By whom.
    pub by: Person,
    /// Why.
    pub reason: Arc<str>,
}

/// The table as it stands. It changes by events only: see [`super::evolve`].
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    pub(crate) rules: Arc<Rules>,
    pub(crate) phase: Phase,
    pub(crate) fault: Option<Arc<str>>,
    pub(crate) hold: Option<Hold>,
    pub(crate) incident: Option<(Irregularity, Actor)>,
    pub(crate) differential: Option<Amount>,
    pub(crate) people: Vec<Participant>,
    pub(crate) bets: Vec<Bet>,
    pub(crate) spoken: Vec<Spoken>,
    pub(crate) early: Vec<Early>,
    pub(crate) claims: Vec<PendingClaim>,
    pub(crate) shoe: Shoe,
    pub(crate) round: Round,
    pub(crate) ordered: Option<UnwageredRound>,
    pub(crate) curator: Option<Curator>,
    pub(crate) shoe_asked: Option<Asked>,
    pub(crate) proposal: Option<Proposal>,
    /// Who agreed that somebody turn the Player's and the Banker's hand.
    pub(crate) agreed_by: [Vec<Person>; 2],
    pub(crate) helpers: Vec<(Person, Person)>,
    pub(crate) notices: Vec<(Arc<str>, Minute)>,
    pub(crate) due_notices: Vec<(Arc<str>, Minute)>,
    pub(crate) clock: Minute,
    pub(crate) ledger: Ledger,
    pub(crate) results: Vec<Entry>,
    pub(crate) outcomes: Vec<Outcome>,
    pub(crate) last_call: Option<Call>,
    pub(crate) bank: Bank,
}

impl Table {
    /// A table that has not opened yet.
    #[must_use]
    pub fn new(rules: Arc<Rules>) -> Self {
        let currency = rules.terms.currency;
        Self {
            phase: Phase::Closed,
            fault: None,
            hold: None,
            incident: None,
            differential: None,
            people: Vec::new(),
            bets: Vec::new(),
            spoken: Vec::new(),
            early: Vec::new(),
            claims: Vec::new(),
            shoe: Shoe::before_the_first(&rules),
            round: Round::new(0, None),
            ordered: None,
            curator: None,
            shoe_asked: None,
            proposal: None,
            agreed_by: [Vec::new(), Vec::new()],
            helpers: Vec::new(),
            notices: Vec::new(),
            due_notices: Vec::new(),
            clock: Minute(0),
            ledger: Ledger::new(currency),
            results: Vec::new(),
            outcomes: Vec::new(),
            last_call: None,
            bank: Bank::default(),
            rules,
        }
    }

    /// What it plays by.
    #[must_use]
    pub const fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// What is going on.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The round that is dealt, or was dealt last.
    #[must_use]
    pub const fn round(&self) -> &Round {
        &self.round
    }

    /// The shoe, as far as anybody may know it.
    #[must_use]
    pub const fn shoe(&self) -> &Shoe {
        &self.shoe
    }

    /// The accounts of the table.
    #[must_use]
    pub const fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Everybody who plays here.
    #[must_use]
    pub fn people(&self) -> &[Participant] {
        &self.people
    }

    /// The wagers on the layout.
    #[must_use]
    pub fn bets(&self) -> &[Bet] {
        &self.bets
    }

    /// The results of this shoe, as they go onto the roads.
    #[must_use]
    pub fn results(&self) -> &[Entry] {
        &self.results
    }

    /// Claims on meters that wait for the link.
    #[must_use]
    pub fn claims(&self) -> &[PendingClaim] {
        &self.claims
    }

    /// Who deals from the shoe, where participants do.
    #[must_use]
    pub const fn curator(&self) -> Option<Curator> {
        self.curator
    }

    /// The bank, where participants hold it.
    #[must_use]
    pub const fn bank(&self) -> &Bank {
        &self.bank
    }

    /// Who is offered the shoe.
    #[must_use]
    pub const fn shoe_asked(&self) -> Option<Asked> {
        self.shoe_asked
    }

    /// A round without wagers that is dealt next.
    #[must_use]
    pub const fn ordered(&self) -> Option<UnwageredRound> {
        self.ordered
    }

    /// An irregularity that waits for the floor.
    #[must_use]
    pub const fn incident(&self) -> Option<(Irregularity, Actor)> {
        self.incident
    }

    /// Why the books do not agree, where they do not.
    #[must_use]
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Somebody who plays here.
    #[must_use]
    pub fn participant(&self, person: Person) -> Option<&Participant> {
        self.people.iter().find(|one| one.person == person)
    }

    pub(crate) fn participant_mut(&mut self, person: Person) -> Option<&mut Participant> {
        self.people.iter_mut().find(|one| one.person == person)
    }

    /// Who sits at a seat.
    #[must_use]
    pub fn at_seat(&self, seat: Seat) -> Option<&Participant> {
        self.people.iter().find(|one| one.place.is_seated() && one.place.seat() == seat)
    }

    /// A wager on the layout.
    #[must_use]
    pub fn bet(&self, key: BetKey) -> Option<&Bet> {
        self.bets.iter().find(|bet| bet.key == key)
    }

    /// Nothing, in the table's currency.
    #[must_use]
    pub fn nothing(&self) -> Amount {
        Amount::zero(self.rules.terms.currency)
    }

    /// The place in the shoe's order of the next card that a [`super::Command::Card`] would deal: a card set
    /// aside comes first.
    #[must_use]
    pub fn next_card(&self) -> u16 {
        self.first_from_aside().map_or(self.shoe.drawn, |aside| aside.index)
    }

    /// The card that waits to be the first of the round that is dealt. One that was seen belongs to a round
    /// without wagers, which begins with it by itself.
    pub(crate) fn first_from_aside(&self) -> Option<Aside> {
        let first = self.phase == Phase::Dealing && self.round.stage == Stage::Initial(0);
        self.shoe.aside.filter(|aside| first && !aside.card.is_up())
    }

    /// The batch of cards that goes into the shoe next: batches take turns, shoe by shoe, from number one.
    #[must_use]
    pub fn next_batch(&self) -> u8 {
        self.rules.batch_of(self.shoe.number)
    }

    /// The step of the preparation that is due.
    #[must_use]
    pub fn next_preparation(&self) -> Option<&Preparation> {
        let due = self.phase == Phase::Preparing;
        let steps = self.rules.steps_before(&self.shoe);
        steps.get(self.shoe.step).copied().filter(|_| due)
    }

    /// The balance of an account; `None` for somebody who is not here.
    #[must_use]
    pub fn balance(&self, account: Account) -> Option<Amount> {
        Some(match account {
            Account::Chips(id) => self.participant(id)?.chips,
            Account::Promotional(id) => self.participant(id)?.promotional,
            Account::Coupons(id) => self.participant(id)?.coupons,
            Account::Owed(id) => self.participant(id)?.owed,
            other => {
                let mut ledger = self.ledger;
                *ledger.balance_mut(other)?
            }
        })
    }

    /// Whether the books agree: all accounts together are nothing, and the layout holds what is wagered.
    ///
    /// # Errors
    /// What does not agree.
    pub fn audit(&self) -> Result<(), Arc<str>> {
        let books = self.books().map_err(|error| Arc::from(error.to_string()))?;
        match books.into_iter().find(|(_, balance)| !balance.is_zero()) {
            Some((name, balance)) => Err(format!("{name} is off by {balance}").into()),
            None => Ok(()),
        }
    }

    /// What must be nothing.
    fn books(&self) -> Result<[(&'static str, Amount); 4], MoneyError> {
        let sum = |of: fn(&Bet) -> Result<Amount, MoneyError>| {
            self.bets.iter().try_fold(self.nothing(), |sum, bet| sum.plus(of(bet)?))
        };
        let chips = sum(|bet| {
            if bet.taken_in { Ok(Amount::zero(bet.stake.chips.currency())) } else { Ok(bet.stake.chips) }
        })?;
        let issued = sum(|bet| bet.stake.promotional.plus(bet.stake.coupon))?;
        let owed = self.people.iter().try_fold(self.nothing(), |sum, one| sum.plus(one.owed))?;
        let all = self.people.iter().try_fold(self.ledger.sum()?, |sum, one| {
            sum.plus(one.chips)?.plus(one.promotional)?.plus(one.coupons)?.plus(one.owed)
        })?;
        let ledger = &self.ledger;
        Ok([
            ("the sum of all accounts", all),
            ("the layout", ledger.layout.minus(chips)?),
            ("promotions on the layout", ledger.issued_on_layout.minus(issued)?),
            ("vigorish", ledger.charged.plus(ledger.collected)?.plus(owed)?),
        ])
    }
}

impl Shoe {
    /// Before the first shoe.
    pub(crate) fn before_the_first(rules: &Rules) -> Self {
        Self {
            number: 0,
            batch: 0,
            source: CardSource::Virtual,
            size: rules.pack.len(),
            drawn: 0,
            seen: Tally::none(),
            cut_at: rules.pack.len(),
            cut_card: CutCard::Inside,
            burn_left: None,
            aside: None,
            free_hands: 0,
            step: 0,
            step_by: Vec::new(),
            new_cards: true,
            card_missing: false,
            done_ahead: false,
            other_kept: false,
            waits: false,
            cut_asked: None,
            cut_from: None,
            cut: None,
            recut: false,
        }
    }

    /// The shoe that follows this one, before its cards are prepared.
    pub(crate) fn followed_by(&self, number: u32, new_cards: bool, rules: &Rules) -> Self {
        let done_ahead = number > 1 && self.other_kept;
        Self { number, batch: self.batch, new_cards, done_ahead, ..Self::before_the_first(rules) }
    }

    /// How many cards are left.
    #[must_use]
    pub const fn left(&self) -> u16 {
        self.size.saturating_sub(self.drawn)
    }

    /// How many cards are still to be burnt: no more than there are.
    pub(crate) fn burn_pending(&self) -> u16 {
        u16::from(self.burn_left.unwrap_or(0)).min(self.left())
    }

    /// How often a card has left the shoe, face down or up. Only for the rules and the sealed journal.
    #[must_use]
    pub fn seen(&self, card: Card) -> u8 {
        self.seen.of(card)
    }
}

/// The place of a card among the 52.
pub(crate) fn index(card: Card) -> usize {
    card.suit as usize * 13 + usize::from(card.rank.number() - 1)
}
