//! The table as it stands.

use std::sync::Arc;

use banco_cards::{Outcome, Side};
use banco_money::{Amount, MoneyError};
use banco_rulebook::model::rulebook::{Family, UnwageredRound};

use super::bank::Bank;
use super::call::Call;
use super::command::{Irregularity, Minute};
use super::event::Curator;
use super::ledger::{Account, Ledger};
use super::people::{Actor, Participant, Person, Seat};
use super::rules::{Preparation, Rules};
use super::spot::SpotId;
use super::wager::{Bet, BetKey, Stake};
use crate::roads::Entry;

pub use super::round::{ForcedCount, Payout, Round, Stage};
pub(crate) use super::shoe::index;
pub use super::shoe::{Aside, CutCard, Shoe, Tally};

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

/// Whether a table hears the link of a progressive wager.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Contact {
    /// Not at all: the wager cannot be offered.
    Lost,
    /// It does.
    Ready,
    /// It does, and a jackpot is pending that keeps rounds with the wager from starting.
    Pending,
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
    pub(crate) contacts: Vec<(Arc<str>, Contact)>,
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
            contacts: Vec::new(),
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

    /// Whether the table hears the link of a progressive wager.
    #[must_use]
    pub fn contact(&self, wager: &str) -> Contact {
        let known = self.contacts.iter().find(|(known, _)| **known == *wager);
        known.map_or(Contact::Lost, |(_, contact)| *contact)
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

    /// Whether the books agree: all accounts together are nothing, the layout holds what is wagered, and the
    /// cover what the player/dealer has put up.
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
    fn books(&self) -> Result<[(&'static str, Amount); 5], MoneyError> {
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
        // In chemin de fer the bank lies on the layout.
        let cover = self.bank.wager.filter(|_| self.rules.family == Family::PlayerBanked);
        Ok([
            ("the sum of all accounts", all),
            ("the layout", ledger.layout.minus(chips)?),
            ("promotions on the layout", ledger.issued_on_layout.minus(issued)?),
            ("the cover", ledger.cover.minus(cover.unwrap_or_else(|| self.nothing()))?),
            ("vigorish", ledger.charged.plus(ledger.collected)?.plus(owed)?),
        ])
    }
}
