//! The table as it stands.

use std::collections::BTreeSet;
use std::sync::Arc;

use banco_cards::Outcome;
use banco_money::{Amount, MoneyError};
use banco_rulebook::model::rulebook::{Family, UnwageredRound};
use serde::{Deserialize, Serialize, Serializer};

use super::bank::Bank;
use super::call::Call;
use super::choices::Inspection;
use super::command::{Cards, Minute};
use super::event::{Curator, Event, Laid, OpeningEvent, What, evolve};
use super::ledger::{Account, Ledger, Posting};
use super::people::{Participant, Person, Seat};
use super::request::Wanted;
use super::restriction::Told;
use super::rules::{Preparation, Rules};
use super::wager::{Bet, BetKey, Stake};
use crate::authority::Request;
use crate::house::{MoneyAction, MovedAlone};
use crate::name::Name;
use crate::roads::Entry;
use crate::shelf::Shelf;

pub use super::pending::{Asked, Contact, Early, Heard, Hold, Incident, PendingClaim, Proposal, Spoken};
pub use super::round::{ForcedCount, Payout, Round, Stage};
pub(crate) use super::shoe::index;
pub use super::shoe::{CommittedShoe, CutCard, Shoe, Tally};

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Closed => "the table is closed",
            Self::Preparing => "the cards are being prepared",
            Self::Cutting => "the cards are being cut",
            Self::Loading => "the shoe is being loaded",
            Self::Burning => "the first cards are being burned",
            Self::Betting => "wagers are being taken",
            Self::Dealing => "the round is being dealt",
            Self::Settled => "the cards are about to be cleared away",
            Self::BetweenShoes => "the shoe is over",
        }
    }
}

/// Rules are told by what they were made of.
fn rules_id<S: Serializer>(rules: &Arc<Rules>, serializer: S) -> Result<S::Ok, S::Error> {
    rules.id.serialize(serializer)
}

const fn is_nothing(amount: &Amount) -> bool {
    amount.is_zero()
}

/// The table as it stands. It changes by events only: see [`super::evolve`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Table {
    #[serde(serialize_with = "rules_id")]
    pub(crate) rules: Arc<Rules>,
    /// Which cards it deals. A table of which nobody has said it takes either.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cards: Option<Cards>,
    pub(crate) phase: Phase,
    pub(crate) fault: Option<Arc<str>>,
    pub(crate) hold: Option<Hold>,
    /// The dealer on duty, on a floor where dealers sign on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) dealer: Option<Person>,
    pub(crate) incident: Option<Incident>,
    pub(crate) requests: Vec<Request<Wanted>>,
    /// The last of those that nobody answered in time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) expired: Vec<Request<Wanted>>,
    pub(crate) next_request: u32,
    pub(crate) differential: Option<Amount>,
    pub(crate) people: Vec<Participant>,
    /// What the accounts of people have said. A table where nobody has an account is written down as ever.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) accounts: Vec<Told>,
    /// What people have brought from their accounts, less what went home.
    #[serde(skip_serializing_if = "is_nothing")]
    pub(crate) from_accounts: Amount,
    /// What one person moved alone since the table opened, where the house has levels.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) moved_alone: Vec<MovedAlone>,
    pub(crate) bets: Vec<Bet>,
    pub(crate) spoken: Vec<Spoken>,
    pub(crate) early: Vec<Early>,
    pub(crate) claims: Vec<PendingClaim>,
    pub(crate) contacts: Vec<(Name, Contact)>,
    pub(crate) heard: Vec<Heard>,
    pub(crate) shoe: Shoe,
    /// Shoes that were promised and not shown yet, the one in use among them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) unopened: Vec<CommittedShoe>,
    pub(crate) round: Round,
    pub(crate) ordered: Option<UnwageredRound>,
    pub(crate) curator: Option<Curator>,
    pub(crate) shoe_asked: Option<Asked>,
    pub(crate) proposal: Option<Proposal>,
    /// Who agreed that somebody turn the Player's and the Banker's hand.
    pub(crate) agreed_by: [Vec<Person>; 2],
    pub(crate) helpers: Vec<(Person, Person)>,
    pub(crate) notices: Vec<(Name, Minute)>,
    pub(crate) due_notices: Vec<(Name, Minute)>,
    pub(crate) clock: Minute,
    pub(crate) ledger: Ledger,
    pub(crate) results: Vec<Entry>,
    pub(crate) outcomes: Vec<Outcome>,
    pub(crate) last_call: Option<Call>,
    pub(crate) bank: Bank,
    /// How many events have made it what it is.
    pub(crate) version: u64,
}

impl Table {
    /// A table before its first event.
    fn empty(rules: Arc<Rules>) -> Self {
        let currency = rules.terms.currency;
        Self {
            cards: None,
            phase: Phase::Closed,
            fault: None,
            hold: None,
            dealer: None,
            incident: None,
            requests: Vec::new(),
            expired: Vec::new(),
            next_request: 1,
            differential: None,
            people: Vec::new(),
            accounts: Vec::new(),
            from_accounts: Amount::zero(currency),
            moved_alone: Vec::new(),
            bets: Vec::new(),
            spoken: Vec::new(),
            early: Vec::new(),
            claims: Vec::new(),
            contacts: Vec::new(),
            heard: Vec::new(),
            shoe: Shoe::before_the_first(&rules, None),
            unopened: Vec::new(),
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
            version: 0,
            rules,
        }
    }

    /// A table that is put up to play by these rules, and the event that says so: the first of its stream.
    #[must_use]
    pub fn put_up(rules: &Arc<Rules>) -> (Event, Self) {
        Self::put_up_with(rules, None)
    }

    /// The same, with which cards it deals; without it takes either.
    #[must_use]
    pub fn put_up_with(rules: &Arc<Rules>, cards: Option<Cards>) -> (Event, Self) {
        let what = OpeningEvent::TablePutUp { cards, name: Name::new(&rules.terms.name), rules: rules.id };
        let event = Event::new(rules.topics.opening, what);
        let mut table = Self::empty(Arc::clone(rules));
        evolve(&mut table, &event, &Shelf::default());
        (event, table)
    }

    /// A table as the first event of its stream puts it up; `None` if that is another event, or the rules are
    /// not on the shelf.
    #[must_use]
    pub fn from_first(event: &Event, shelf: &Shelf) -> Option<Self> {
        let What::Opening(OpeningEvent::TablePutUp { rules, .. }) = event.what else { return None };
        let mut table = Self::empty(Arc::clone(shelf.find(rules)?));
        evolve(&mut table, event, shelf);
        Some(table)
    }

    /// A table that has not opened yet.
    #[must_use]
    pub fn new(rules: &Arc<Rules>) -> Self {
        Self::put_up(rules).1
    }

    /// Which cards it deals; `None` if it takes either.
    #[must_use]
    pub const fn cards(&self) -> Option<Cards> {
        self.cards
    }

    /// How many events have made it what it is.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// What one person moved alone counts toward their level: one sum for each person and action.
    pub(crate) fn count_alone(&mut self, alone: bool, action: MoneyAction, by: Person, amount: Amount) {
        if !alone {
            return;
        }
        match self.moved_alone.iter_mut().find(|moved| (moved.action, moved.by) == (action, by)) {
            Some(moved) => moved.minor = moved.minor.saturating_add(amount.minor()),
            None => self.moved_alone.push(MovedAlone { action, at: None, by, minor: amount.minor() }),
        }
    }

    /// The dealer on duty, on a floor where dealers sign on.
    #[must_use]
    pub const fn dealer(&self) -> Option<Person> {
        self.dealer
    }

    /// What waits for a second person.
    #[must_use]
    pub fn requests(&self) -> &[Request<Wanted>] {
        &self.requests
    }

    /// The last requests that nobody answered in time.
    #[must_use]
    pub fn expired(&self) -> &[Request<Wanted>] {
        &self.expired
    }

    /// The request to void the round that waits for a second person.
    pub(crate) fn void_asked(&self) -> Option<&Request<Wanted>> {
        self.requests.iter().find(|request| matches!(request.what, Wanted::Void { .. }))
    }

    /// What it has heard of a link.
    #[must_use]
    pub fn heard(&self, link: Name) -> Option<&Heard> {
        self.heard.iter().find(|heard| heard.link == link)
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

    /// The shoes that were promised and not shown yet, the one in use among them.
    #[must_use]
    pub fn unopened(&self) -> &[CommittedShoe] {
        &self.unopened
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
        let known = self.contacts.iter().find(|(known, _)| *known == *wager);
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
    pub const fn incident(&self) -> Option<Incident> {
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
        self.first_from_aside().map_or(self.shoe.drawn, |aside| aside.place())
    }

    /// The card that waits to be the first of the round that is dealt. One that was seen belongs to a round
    /// without wagers, which begins with it by itself. Where several may wait, they open the next wagered hand
    /// one after the other.
    pub(crate) fn first_from_aside(&self) -> Option<Laid> {
        let due = match (self.rules.family, self.round.stage) {
            (Family::CheminDeFer, Stage::Initial(_)) => self.round.unwagered.is_none(),
            (_, stage) => stage == Stage::Initial(0),
        };
        self.shoe.aside().find(|aside| due && self.phase == Phase::Dealing && !aside.is_up())
    }

    /// Whether the next step of the preparation waits for the first participants, who may look at the cards.
    #[must_use]
    pub fn waits_for_inspection(&self) -> bool {
        let arrivals = self.rules.choices.inspection == Inspection::FirstArrivals;
        arrivals
            && self.people.is_empty()
            && self.next_preparation().is_some_and(|step| step.after_inspection)
    }

    /// Whether a card has left this shoe that was not burnt, or a result was recorded without cards.
    #[must_use]
    pub const fn hand_dealt(&self) -> bool {
        self.shoe.drawn > self.shoe.burnt || !self.results.is_empty()
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

/// What events change. Nothing of this decides anything.
impl Table {
    /// Stops the table, with the evidence; the first fault stays.
    pub(super) fn stop(&mut self, fault: String) {
        self.fault.get_or_insert_with(|| fault.into());
    }

    /// Moves money. What cannot be is kept as evidence, and the table stops.
    pub(super) fn post(&mut self, posting: Posting) {
        let Posting { from, to, amount } = posting;
        let minus = amount.negated().ok();
        let moved = minus.and_then(|minus| self.add(from, minus)).and_then(|()| self.add(to, amount));
        if moved.is_none() {
            self.stop(format!("{amount} could not go from {from:?} to {to:?}"));
        }
    }

    /// Adds to an account; only the accounts that mirror others may fall below nothing.
    fn add(&mut self, account: Account, amount: Amount) -> Option<()> {
        let mirrors = account.mirrors();
        let balance = match account {
            Account::Chips(person) => &mut self.participant_mut(person)?.chips,
            Account::Promotional(person) => &mut self.participant_mut(person)?.promotional,
            Account::Coupons(person) => &mut self.participant_mut(person)?.coupons,
            Account::Owed(person) => &mut self.participant_mut(person)?.owed,
            _ => self.ledger.balance_mut(account)?,
        };
        let sum = balance.plus(amount).ok()?;
        *balance = sum;
        if let Account::Owed(person) = account
            && sum.is_zero()
        {
            self.participant_mut(person)?.overdue = false;
        }
        (mirrors || sum.minor() >= 0).then_some(())
    }

    /// A wager lies there, or is raised.
    pub(super) fn place_bet(&mut self, key: BetKey, seat: Seat, stake: Stake) {
        self.shoe.wagered = true;
        if let Some(bet) = self.bet_mut(key) {
            bet.stake = stake;
            return;
        }
        let Some(spot) = self.rules.spot_called(key.wager).map(|spot| spot.id) else {
            return self.stop(format!("there is no wager `{}`", key.wager));
        };
        let since = u32::try_from(self.outcomes.len()).unwrap_or(u32::MAX);
        self.bets.push(Bet { key, spot, seat, stake, since, taken_in: false, waits: false });
    }

    /// A wager on the layout, to be changed.
    pub(super) fn bet_mut(&mut self, key: BetKey) -> Option<&mut Bet> {
        self.bets.iter_mut().find(|bet| bet.key == key)
    }

    /// A wager lies there no longer.
    pub(super) fn remove_bet(&mut self, key: BetKey) {
        if let Some(at) = self.bets.iter().position(|bet| bet.key == key) {
            self.bets.swap_remove(at);
        }
    }

    /// The chips of a wager become more or less.
    pub(super) fn change_chips(&mut self, key: BetKey, change: impl Fn(Amount) -> Option<Amount>) {
        let bet = self.bet_mut(key);
        if let Some((bet, chips)) = bet.and_then(|bet| change(bet.stake.chips).map(|chips| (bet, chips))) {
            bet.stake.chips = chips;
        }
    }

    /// A request to void the round has nothing left to void.
    pub(super) fn drop_void_requests(&mut self) {
        self.requests.retain(|request| !matches!(request.what, Wanted::Void { .. }));
    }

    fn heard_mut(&mut self, link: Name) -> &mut Heard {
        let received = self.nothing();
        let at = self.heard.iter().position(|heard| heard.link == link).unwrap_or_else(|| {
            self.heard.push(Heard { link, upto: 0, beyond: BTreeSet::new(), contact: 0, received });
            self.heard.len() - 1
        });
        #[expect(clippy::indexing_slicing, reason = "the place was found or made just now")]
        &mut self.heard[at]
    }

    /// A word of a link is taken.
    pub(super) fn hear_word(&mut self, link: Name, word: u32) {
        self.heard_mut(link).take(word);
    }

    /// A word of a link about whether it is heard is taken.
    pub(super) fn hear_contact(&mut self, link: Name, word: u32) {
        let heard = self.heard_mut(link);
        heard.take(word);
        heard.contact = heard.contact.max(word);
    }

    /// A link has paid something here.
    pub(super) fn receive(&mut self, link: Name, amount: Amount) {
        let heard = self.heard_mut(link);
        match heard.received.plus(amount) {
            Ok(sum) => heard.received = sum,
            Err(error) => self.stop(format!("what the link {link} has paid cannot be added up: {error}")),
        }
    }
}
