//! A table with the sealed shoe beside it: what the shell keeps and the table never knows.

use std::collections::BTreeMap;
use std::sync::Arc;

use banco_cards::{Card, Side};
use banco_dice::Dice;
use banco_engine::table::{
    Account, Actor, Bet, Command, DealingEvent, Event, FloorEvent, HouseMoneyEvent, Irregularity,
    IrregularityEvent, OpeningEvent, PeopleEvent, Person, PreparationEvent, Reason, Refusal, Role, Rules,
    SettlementEvent, Table, Turner, TurningEvent, What, Word, evolve,
};
use banco_engine::{Hidden, Name, Shelf, WhyNot as _};

use crate::position::Position;
use crate::support::blind::{self, Blind};
use crate::support::order::Order;
use crate::support::two_people::{TwoPeople, executive_from};
use banco_rulebook::model::rulebook::Family;

/// What the test knows of the cards, from the events and from the order of the shoe.
#[derive(Debug, Default)]
pub struct Sealed {
    /// The order of the cards in the shoe.
    pub order: Vec<Card>,
    /// How many have left it.
    pub drawn: usize,
    /// The card that is set aside, and whether it lies face up.
    pub aside: Option<(Card, bool)>,
    /// The cards of both hands, and whether each lies face up.
    pub hands: [Vec<(Card, bool)>; 2],
    /// Who holds which hand.
    pub held: Option<(Side, Person)>,
    /// A card that was named in a report.
    pub named: Option<Card>,
}

impl Sealed {
    pub fn next(&self) -> Option<Card> {
        self.order.get(self.drawn).copied()
    }

    /// The next card, as the shoe gives it.
    pub fn next_hidden(&self) -> Hidden<Card> {
        self.next().map_or_else(Hidden::unknown, Hidden::new)
    }

    /// The next card of the deal: one that was set aside unseen is the first of the next round.
    pub fn next_dealt(&self) -> Option<Card> {
        let first = self.hands.iter().all(Vec::is_empty);
        let aside = self.aside.filter(|(_, up)| first && !up).map(|(card, _)| card);
        aside.or_else(|| self.next())
    }

    pub fn hand(&self, side: Side) -> &[(Card, bool)] {
        &self.hands[at(side)]
    }

    fn draw(&mut self) -> Card {
        let card = self.order[self.drawn];
        self.drawn += 1;
        card
    }
}

const fn at(side: Side) -> usize {
    match side {
        Side::Player => 0,
        Side::Banker => 1,
    }
}

pub struct Desk {
    pub table: Table,
    pub dice: Dice,
    pub sealed: Sealed,
    pub books: BTreeMap<Account, i64>,
    pub events: Vec<Event>,
    pub commands: usize,
    pub refused: usize,
    /// How many people there are in all.
    pub crowd: u64,
    /// Where a participant has the player/dealer position.
    pub position: Option<Position>,
    blind: Blind,
    two_people: TwoPeople,
    /// How many words each link has said.
    pub words: BTreeMap<Name, u32>,
    shelf: Shelf,
    frozen: Option<Vec<Bet>>,
}

impl Desk {
    /// A table under these rules, which may come to play by others on the shelf.
    pub fn new(rules: &Arc<Rules>, shelf: Shelf, seed: u64) -> Self {
        let (first, table) = Table::put_up(rules);
        let banked = rules.terms.rulebook.file.family == Family::PlayerBanked;
        Self {
            crowd: if banked { rules.seats.len() as u64 + 3 } else { 9 },
            position: banked.then(Position::new),
            blind: Blind::new(&table),
            table,
            dice: Dice::new(seed),
            sealed: Sealed::default(),
            books: BTreeMap::new(),
            events: vec![first],
            commands: 0,
            refused: 0,
            two_people: TwoPeople::new(executive_from(rules)),
            words: BTreeMap::new(),
            shelf,
            frozen: None,
        }
    }

    pub fn command(&mut self, by: Actor, command: Command) -> Result<usize, Refusal> {
        self.order((by, command).into())
    }

    pub fn hear(&mut self, word: Word) -> Result<usize, Refusal> {
        self.order(word.into())
    }

    /// Carries an order out and looks at everything that must hold after it.
    fn order(&mut self, order: Order) -> Result<usize, Refusal> {
        self.commands += 1;
        let told = format!("{order:?}");
        blind::check_order(&order);
        let before = self.commands.is_multiple_of(16).then(|| self.table.clone());
        let events = match order.clone().decide(&self.table) {
            Ok(events) => events,
            Err(refusal) => {
                self.refused += 1;
                blind::check_refusal(&self.table, &order, &refusal);
                let cited = !refusal.clauses.is_empty() || order.is_about_duty();
                assert!(cited, "refused without a clause: {told}: {refusal}");
                assert!(Reason::CODES.contains(&refusal.code()), "{told}: {}", refusal.code());
                assert!(
                    before.is_none_or(|before| before == self.table),
                    "{told}: a refusal changes nothing"
                );
                return Err(refusal);
            }
        };
        if let Some(position) = &self.position {
            position.collects(&self.table, &events, &told);
            position.settles(&self.table, &self.sealed, &events, &told);
        }
        for event in &events {
            self.post(event, &told);
            if let Some(position) = &mut self.position {
                position.happens(&self.table, event, &told);
            }
            self.blind.happens(event, &self.shelf, &told);
            self.two_people.happens(event, &told);
            self.follow(event);
            evolve(&mut self.table, event, &self.shelf);
            let cited = !event.clauses.is_empty() || event.is_beyond_the_texts();
            assert!(cited, "{told}: no clause behind {event:?}");
        }
        let happened = events.len();
        self.check(&told, &events);
        self.events.extend(events);
        Ok(happened)
    }

    /// The test's own double entry.
    fn post(&mut self, event: &Event, told: &str) {
        let books = &mut self.books;
        event.postings(&mut |posting| {
            assert!(posting.amount.is_positive(), "{told}: {event:?} posts {posting:?}");
            *books.entry(posting.from).or_default() -= posting.amount.minor();
            *books.entry(posting.to).or_default() += posting.amount.minor();
        });
        if let What::People(PeopleEvent::Left { person, .. }) = &event.what {
            let own = [Account::Chips, Account::Promotional, Account::Coupons, Account::Owed];
            for account in own.map(|account| account(*person)) {
                assert_eq!(books.remove(&account).unwrap_or(0), 0, "{told}: {account:?} is left behind");
            }
        }
    }

    /// Keeps the sealed side of things: which card is where.
    fn follow(&mut self, event: &Event) {
        let sealed = &mut self.sealed;
        match &event.what {
            What::Preparation(PreparationEvent::ShoeLoaded { .. }) => {
                *sealed = Sealed::default();
                sealed.order = self.table.rules().terms.pack().cards().collect();
                self.dice.shuffle(&mut sealed.order);
            }
            What::Preparation(PreparationEvent::CardBurned { card, .. }) => {
                let drawn = sealed.draw();
                assert!(card.is_none_or(|card| card == drawn));
            }
            What::Dealing(DealingEvent::CardDealt { side, card, from_aside, .. }) => {
                let drawn = if *from_aside { sealed.aside.take().unwrap().0 } else { sealed.draw() };
                assert!(card.unseal().is_none_or(|card| card == drawn), "{event:?} {drawn}");
                sealed.hands[at(*side)].push((drawn, card.is_up()));
            }
            What::Turning(TurningEvent::CardsHanded { side, to, .. }) => {
                sealed.held = match to {
                    Turner::Person(person, _) => Some((*side, *person)),
                    Turner::Dealer => None,
                };
            }
            What::Turning(TurningEvent::CardsDeclined { .. })
            | What::Floor(FloorEvent::RoundVoided { .. }) => sealed.held = None,
            What::Turning(TurningEvent::CardsTurned { side, cards, .. }) => {
                sealed.held = None;
                let down = sealed.hands[at(*side)].iter_mut().filter(|(_, up)| !up);
                down.take(cards.iter().flatten().count()).for_each(|(_, up)| *up = true);
            }
            What::Irregularity(IrregularityEvent::CardSetAside { card, .. }) => {
                sealed.aside = Some((sealed.draw(), card.is_up()))
            }
            What::Irregularity(IrregularityEvent::CardDiscarded { .. }) => {
                sealed.draw();
            }
            What::Irregularity(IrregularityEvent::IrregularityReported { what, .. }) => {
                sealed.named = named(*what)
            }
            What::Irregularity(
                IrregularityEvent::IrregularityApproved { .. }
                | IrregularityEvent::IrregularityDismissed { .. },
            ) => sealed.named = None,
            What::Dealing(DealingEvent::CardsDiscarded { .. }) => {
                sealed.hands = [Vec::new(), Vec::new()];
                if self.table.rules().terms.is_chosen("shuffler=continuous") {
                    reshuffle(sealed, &mut self.dice);
                }
            }
            What::Preparation(PreparationEvent::ShoeEnded)
            | What::Opening(OpeningEvent::TableClosed { .. }) => sealed.aside = None,
            _ => {}
        }
    }

    fn check(&mut self, told: &str, events: &[Event]) {
        assert_eq!(self.table.fault(), None, "{told}: {events:?}");
        if let Err(problem) = self.table.audit() {
            panic!("{told}: {problem}: {events:?}");
        }
        self.check_books(told);
        self.check_frozen(told, events);
        self.check_hands(told);
        self.check_tally(told);
        if let Some(position) = &self.position {
            position.check(&self.table, told);
        }
    }

    /// The table's accounts are what the postings make them; each kind of money adds up to nothing.
    fn check_books(&self, told: &str) {
        let mut kinds = [0i64; 3];
        for (account, minor) in &self.books {
            let found = self.table.balance(*account).map(|balance| balance.minor());
            assert_eq!(found, Some(*minor), "{told}: {account:?}");
            let (kind, mirror) = match account {
                Account::Outside | Account::House | Account::Link => (0, true),
                Account::Charged => (1, true),
                Account::Collected | Account::Owed(_) => (1, false),
                Account::Issued => (2, true),
                Account::IssuedOnLayout | Account::Promotional(_) | Account::Coupons(_) => (2, false),
                _ => (0, false),
            };
            assert!(mirror || *minor >= 0, "{told}: {account:?} is {minor}");
            kinds[kind] += minor;
        }
        assert_eq!(kinds, [0; 3], "{told}");
        let of = |account: Account| self.books.get(&account).copied().unwrap_or(0);
        let chips: i64 = self.table.people().iter().map(|one| of(Account::Chips(one.person))).sum();
        let players = chips + of(Account::Layout) + of(Account::Cover) + of(Account::Outside);
        let apart = of(Account::Tokes) + of(Account::Progressive) + of(Account::Link);
        let result = self.table.ledger().result().unwrap().minor();
        assert_eq!(players + apart, -result, "{told}: what players have won the table has lost");
    }

    /// Between "no more bets" and the end of the round wagers change by House Money only.
    fn check_frozen(&mut self, told: &str, events: &[Event]) {
        let ended = |event: &Event| {
            matches!(
                event.what,
                What::Settlement(SettlementEvent::RoundSettled { .. })
                    | What::Floor(FloorEvent::RoundVoided { .. })
            )
        };
        if events.iter().any(|event| matches!(event.what, What::Dealing(DealingEvent::RoundBegun { .. }))) {
            self.frozen = Some(self.table.bets().to_vec());
        } else if events.iter().any(ended) {
            self.frozen = None;
        }
        let Some(frozen) = &mut self.frozen else { return };
        for event in events {
            match &event.what {
                What::Settlement(SettlementEvent::WagerLost { key, early: true, .. })
                | What::HouseMoney(HouseMoneyEvent::PayoutTaken { key, .. }) => {
                    frozen.retain(|bet| bet.key != *key);
                }
                What::HouseMoney(HouseMoneyEvent::PayoutPressed { key, onto, pressed, .. }) => {
                    frozen.retain(|bet| bet.key != *key);
                    let own =
                        frozen.iter_mut().find(|bet| bet.key.owner == key.owner && bet.key.wager == *onto);
                    let own = own.unwrap();
                    own.stake.chips = own.stake.chips.plus(*pressed).unwrap();
                }
                _ => {}
            }
        }
        // They lie on the layout in no order.
        let mut there = self.table.bets().to_vec();
        there.sort_by_key(|bet| bet.key);
        frozen.sort_by_key(|bet| bet.key);
        assert_eq!(there, *frozen, "{told}: a wager has changed");
    }

    /// The table has the cards that lie there, and shows those that are up.
    fn check_hands(&self, told: &str) {
        for side in Side::BOTH {
            let laid: Vec<_> = self.table.round().laid(side).iter().flatten().collect();
            let known = self.sealed.hand(side);
            assert_eq!(laid.len(), known.len(), "{told}");
            for (laid, (card, up)) in laid.iter().zip(known) {
                assert_eq!((laid.is_up(), laid.shown()), (*up, up.then_some(*card)), "{told}");
            }
        }
    }

    /// The table counts no card more often than it has left the shoe.
    fn check_tally(&self, told: &str) {
        let left = &self.sealed.order[..self.sealed.drawn];
        let sum: usize = Card::all().map(|card| usize::from(self.table.shoe().seen(card))).sum();
        assert!(sum <= left.len(), "{told}");
        if let Some(last) = left.last() {
            let came = left.iter().filter(|card| *card == last).count();
            assert!(usize::from(self.table.shoe().seen(*last)) <= came, "{told}: {last}");
        }
    }

    /// The events alone make the same table.
    pub fn check_replay(&self) {
        let (first, rest) = self.events.split_first().unwrap();
        let mut again = Table::from_first(first, &self.shelf).unwrap();
        for event in rest {
            evolve(&mut again, event, &self.shelf);
        }
        assert!(again == self.table, "a replay differs");
    }

    /// Whether a card lies face down.
    fn hides_cards(&self) -> bool {
        self.sealed.hands.iter().flatten().any(|(_, up)| !up) || self.sealed.aside.is_some_and(|(_, up)| !up)
    }

    /// So does what is written of them.
    pub fn check_record(&self) {
        blind::check_record(&self.table, &self.events, &self.shelf);
    }

    /// What is printed and shown tells nothing that lies face down.
    pub fn check_blind(&self, thorough: bool) {
        if thorough || self.hides_cards() {
            self.blind.check_text(&self.table, "after a command");
            self.blind.check_views(&self.table, "after a command");
        }
    }

    pub fn person(&mut self) -> Person {
        Person(u32::try_from(self.dice.below(self.crowd)).unwrap() + 1)
    }
}

/// A continuous shoe takes all cards back but the one that is set aside.
fn reshuffle(sealed: &mut Sealed, dice: &mut Dice) {
    dice.shuffle(&mut sealed.order);
    sealed.drawn = 0;
    if let Some((aside, _)) = sealed.aside {
        let found = sealed.order.iter().position(|card| *card == aside).unwrap();
        sealed.order.swap(0, found);
        sealed.drawn = 1;
    }
}

/// The card that a report names.
pub const fn named(what: Irregularity) -> Option<Card> {
    match what {
        Irregularity::DrawnInError { card } | Irregularity::UnauthorizedThird { card } => card,
        Irregularity::Disclosed { card } => Some(card),
        // What only happens where a participant deals is never reported here.
        _ => None,
    }
}

pub fn staff(role: Role, number: u32) -> Actor {
    let base = match role {
        Role::Participant => 0,
        Role::Dealer => 1000,
        Role::Floor => 2000,
        Role::Surveillance => 3000,
        _ => 5000,
    };
    Actor::new(role, Person(base + number))
}
