//! What holds after every command at a chemin de fer table, whoever gives it and whenever: random play with a
//! sealed shoe beside the table, and beside both a table that is told another card wherever one lies face down.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

#[path = "chemin_de_fer_properties/players.rs"]
mod players;
mod support;

use std::collections::BTreeMap;
use std::sync::Arc;

use banco_cards::Card;
use banco_dice::Dice;
use banco_engine::table::{
    Account, Actor, CardSource, Command, CoverEvent, Event, FloorEvent, PeopleEvent, PreparationEvent,
    Reason, Rules, SettlementEvent, Table, WageringEvent, What, evolve,
};
use banco_engine::{Shelf, WhyNot as _};
use support::blind::{self, Blind};
use support::order::Order;
use support::two_people::{TwoPeople, executive_from};
use support::{promises, terms};

/// A table, the order of its shoe, and the same table as seen by somebody who is told no private card.
pub(crate) struct Desk {
    pub(crate) table: Table,
    pub(crate) dice: Dice,
    pub(crate) order: Vec<Card>,
    pub(crate) source: CardSource,
    blind: Blind,
    two_people: TwoPeople,
    rules: Arc<Rules>,
    shelf: Shelf,
    events: Vec<Event>,
    /// What participants brought less what they took away, and the vigorish taken from them.
    brought: i64,
    vigorish: i64,
    given: usize,
    refused: usize,
}

impl Desk {
    fn new(rules: &Arc<Rules>, source: CardSource, seed: u64) -> Self {
        let (first, table) = Table::put_up(rules);
        Self {
            blind: Blind::new(&table),
            table,
            two_people: TwoPeople::new(executive_from(rules)),
            dice: Dice::new(seed),
            order: Vec::new(),
            source,
            rules: Arc::clone(rules),
            shelf: Shelf::with(Arc::clone(rules)),
            events: vec![first],
            brought: 0,
            vigorish: 0,
            given: 0,
            refused: 0,
        }
    }

    /// The card that lies so many places into the shoe.
    pub(crate) fn inside(&self, ahead: usize) -> Option<Card> {
        self.order.get(usize::from(self.table.shoe().drawn) + ahead).copied()
    }

    /// Gives a command and looks at everything that must hold after it. Whether it was carried out.
    pub(crate) fn give(&mut self, by: Actor, command: Command) -> bool {
        self.order((by, command).into())
    }

    pub(crate) fn order(&mut self, order: Order) -> bool {
        self.given += 1;
        let told = format!("{order:?}");
        blind::check_order(&order);
        let before = self.table.clone();
        match order.clone().decide(&self.table) {
            Err(refusal) => {
                self.refused += 1;
                blind::check_refusal(&self.table, &order, &refusal);
                let cited = !refusal.clauses.is_empty() || order.is_about_duty();
                assert!(cited, "refused without a clause: {told}: {refusal}");
                assert!(Reason::CODES.contains(&refusal.code()), "{told}: {}", refusal.code());
                assert!(before == self.table, "{told}: a refusal changes nothing");
                false
            }
            Ok(events) => {
                for event in &events {
                    self.happens(event, &told);
                }
                self.bank_pays_its_wager(&before, &events, &told);
                self.check(&told);
                self.events.extend(events);
                true
            }
        }
    }

    fn happens(&mut self, event: &Event, told: &str) {
        let cited = !event.clauses.is_empty() || event.is_beyond_the_texts();
        assert!(cited, "{told}: no clause behind {event:?}");
        self.blind.happens(event, &self.shelf, told);
        self.two_people.happens(event, told);
        match &event.what {
            What::People(PeopleEvent::BoughtIn { amount, .. } | PeopleEvent::CashTaken { amount, .. }) => {
                self.brought += amount.minor();
            }
            What::People(PeopleEvent::CashedOut { amount, .. } | PeopleEvent::Tipped { amount, .. }) => {
                self.brought -= amount.minor();
            }
            What::Floor(FloorEvent::Corrected { .. }) => self.corrected(event),
            What::People(PeopleEvent::Left { chips, .. }) => self.brought -= chips.minor(),
            What::Settlement(SettlementEvent::VigorishCharged { amount, .. }) => {
                self.vigorish += amount.minor()
            }
            What::Preparation(PreparationEvent::ShoeLoaded { .. }) => self.shuffle(),
            What::Settlement(
                SettlementEvent::WagerLost { .. }
                | SettlementEvent::WagerPaid { .. }
                | SettlementEvent::WagerPushed { .. },
            ) => panic!("{told}: the house takes no part in a hand: {event:?}"),
            _ => {}
        }
        evolve(&mut self.table, event, &self.shelf);
    }

    /// What is corrected by hand comes to the participants from outside, or leaves them.
    fn corrected(&mut self, event: &Event) {
        let chips = |account: Account| matches!(account, Account::Chips(_));
        event.postings(&mut |posting| {
            let minor = posting.amount.minor();
            self.brought += i64::from(chips(posting.to)) * minor - i64::from(chips(posting.from)) * minor;
        });
    }

    fn shuffle(&mut self) {
        let pack = self.rules.terms.pack();
        let copies = |card: Card| std::iter::repeat_n(card, usize::from(pack.copies(card)));
        self.order = Card::all().flat_map(copies).collect();
        self.dice.shuffle(&mut self.order);
    }

    /// The bank never pays more than it wagered, and gets back what it does not pay.
    fn bank_pays_its_wager(&self, before: &Table, events: &[Event], told: &str) {
        let mut paid = 0;
        let mut returned = 0;
        let mut settled = false;
        let holder = before.bank().holder.map(|(person, _)| person);
        for event in events {
            match &event.what {
                What::Cover(CoverEvent::PaidByBank { won, .. }) => paid += won.minor(),
                What::Wagering(WageringEvent::WagerReturned { key, stake, .. })
                    if Some(key.owner) == holder =>
                {
                    returned += stake.chips.minor();
                }
                What::Settlement(SettlementEvent::RoundSettled { .. }) => settled = true,
                _ => {}
            }
        }
        let bet = before.bets().iter().find(|bet| Some(bet.key.owner) == holder);
        let wagered = bet.map_or(0, |bet| bet.stake.chips.minor());
        if settled && before.round().unwagered.is_none() {
            assert_eq!(paid + returned, wagered, "{told}: the bank's wager is paid out or goes back");
        }
        assert!(paid <= wagered, "{told}: the bank pays {paid} of {wagered}");
    }

    fn check(&self, told: &str) {
        let table = &self.table;
        assert_eq!(table.fault(), None, "{told}");
        table.audit().unwrap_or_else(|problem| panic!("{told}: {problem}"));
        let chips: i64 = table.people().iter().map(|one| one.chips.minor()).sum();
        let layout = table.balance(Account::Layout).unwrap().minor();
        assert_eq!(chips + layout + self.vigorish, self.brought, "{told}: only vigorish goes to the house");
        let holder = table.bank().holder.map(|(person, _)| person);
        let (mut bank, mut against) = (0, 0);
        for bet in table.bets() {
            *(if Some(bet.key.owner) == holder { &mut bank } else { &mut against }) +=
                bet.stake.chips.minor();
        }
        assert!(against <= bank, "{told}: {against} is wagered against a bank of {bank}");
        self.blind.check_text(table, told);
        promises::check(table, told);
        self.blind.check_views(table, told);
    }

    /// The events alone make the same table.
    fn check_replay(&self) {
        let (first, rest) = self.events.split_first().unwrap();
        let mut again = Table::from_first(first, &self.shelf).unwrap();
        rest.iter().for_each(|event| evolve(&mut again, event, &self.shelf));
        assert!(again == self.table, "the events make another table");
        blind::check_record(&self.table, &self.events, &self.shelf);
    }
}

const SETUPS: &[(&str, &[&str], CardSource)] = &[
    ("default", &[], CardSource::Virtual),
    ("five-percent", &[], CardSource::Virtual),
    ("four-percent", &[], CardSource::Virtual),
    ("default", &[r#"options.banker-draw = "optional""#], CardSource::Entry),
    (
        "default",
        &[r#"options.disclosed-card = "burn-by-value""#, r#"options.cut-by = "dealer""#],
        CardSource::Virtual,
    ),
    ("default", &[r#"options.banker-draw = "optional""#], CardSource::Virtual),
    ("five-percent", &[r#"wager.banker = { min = "$100", max = "$900" }"#], CardSource::ResultOnly),
];

fn rules(submission: &str, set: &[&str]) -> Arc<Rules> {
    Arc::new(Rules::new(terms("ma-chemin-de-fer", submission, set)).unwrap())
}

/// Plays at every table in turn, so many commands each, and says what happened how often.
fn play(seeds: std::ops::Range<u64>, each: usize) -> BTreeMap<String, usize> {
    let mut happened: BTreeMap<String, usize> = BTreeMap::new();
    let (mut given, mut refused) = (0, 0);
    for (submission, set, source) in SETUPS {
        let rules = rules(submission, set);
        for seed in seeds.clone() {
            println!("{submission} {set:?} {source:?}, seed {seed}");
            let mut desk = Desk::new(&rules, *source, seed);
            while desk.given < each {
                players::act(&mut desk);
            }
            desk.check_replay();
            let settled = desk
                .events
                .iter()
                .filter(|event| matches!(event.what, What::Settlement(SettlementEvent::RoundSettled { .. })));
            assert!(settled.count() * 200 > each, "the game came to a standstill");
            (given, refused) = (given + desk.given, refused + desk.refused);
            for event in &desk.events {
                *happened.entry(support::kind(event)).or_default() += 1;
            }
        }
    }
    println!("{given} commands, {refused} refused: {happened:?}");
    happened
}

/// What a long test has seen.
const MUST_HAPPEN: &[&str] = &[
    "BiddingOpened",
    "BankTaken",
    "BankOffered",
    "BankDeclined",
    "BankPassed",
    "TurnForfeited",
    "TurnMissed",
    "TurnRegained",
    "BankClaimed",
    "CoverAsked",
    "CoverDeclined",
    "UncoveredReturned",
    "WonByBank",
    "PaidByBank",
    "WagerReturned",
    "WagerTakenDown",
    "ChoiceMade",
    "CountForced",
    "CardSetAside",
    "CardDiscarded",
    "BurnOrdered",
    "UnwageredRoundOrdered",
    "RoundVoided",
    "CutCardShown",
    "ShoeEnded",
    "ResultRecorded",
    "ResultWithdrawn",
    "VigorishCharged",
    "Asked",
    "Approved",
    "TurnedDown",
    "Corrected",
    "PassedOver",
];

#[test]
fn random_commands_keep_every_promise() {
    let happened = play(0..1, 1_500);
    assert!(happened["RoundSettled"] > 300, "{happened:?}");
}

#[test]
#[ignore = "a million commands: the battery runs them"]
fn a_million_random_commands_keep_every_promise() {
    let happened = play(1..30, 5_000);
    let missing: Vec<_> = MUST_HAPPEN.iter().filter(|kind| !happened.contains_key(**kind)).collect();
    assert!(missing.is_empty(), "{missing:?} never happened");
}
