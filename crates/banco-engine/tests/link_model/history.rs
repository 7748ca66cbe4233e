//! A history of two links: the link under test, and one that money may move to. After every order both must
//! agree with their models, what they hold must follow from their events, and the events must be all there is to
//! them: written down, read and followed again they make the same link.

use std::collections::{BTreeMap, BTreeSet};

use banco_engine::link::{
    Approval, ChangeEvent, DayReport, Event, Fine, GameEvent, JackpotEvent, Link, MeterReading, Moved,
    OperationEvent, Progress, Reason, Refusal, Setup, Surroundings, TableId, What, decide, evolve, hear,
    reconcile, view,
};
use banco_engine::table::Person;
use banco_engine::{Name, RulesId, Shelf, WhyNot as _};
use serde_json::Value;

use crate::allowed::House;
use crate::books::{of_fine, whole};
use crate::commands::transfer_in;
use crate::model::{Model, Order, Stage};
use crate::setups::{NAMES, shelve};

/// The house around a link.
pub struct Around<'a> {
    pub shelf: &'a Shelf,
    pub beside: Option<&'a Link>,
    pub seated: &'a BTreeSet<(Person, TableId)>,
}

impl Surroundings for Around<'_> {
    fn shelf(&self) -> &Shelf {
        self.shelf
    }

    fn link(&self, name: Name) -> Option<&Link> {
        self.beside.filter(|link| link.name() == name)
    }

    fn plays_at(&self, person: Person, table: TableId) -> bool {
        self.seated.contains(&(person, table))
    }

    fn unsettled(&self, _: TableId) -> Option<&'static str> {
        None
    }
}

#[derive(Clone, Debug)]
pub struct Side {
    pub link: Link,
    pub model: Model,
    /// What the written events make of a link.
    again: Link,
    pub events: Vec<Event>,
    shown: BTreeMap<Name, Fine>,
}

impl Side {
    pub fn new(shelf: &Shelf, rules: RulesId, name: Name) -> Self {
        let link = Link::named(name);
        let model = Model::new(shelf, rules, name);
        Self { again: link.clone(), link, model, events: Vec::new(), shown: BTreeMap::new() }
    }

    /// Gives an order, and holds the answer against the model.
    pub fn give(
        &mut self,
        around: &Around<'_>,
        beside: Option<&Model>,
        order: &Order,
    ) -> Result<Vec<Event>, Refusal> {
        let before = self.link.clone();
        let answer = match order {
            Order::Command(by, command) => decide(&self.link, around, *by, command.clone()),
            Order::Word(word) => hear(&self.link, around, word.clone()),
        };
        let (shelf, seated) = (around.shelf, around.seated);
        let house = House { shelf, beside, seated, dealing: BTreeSet::new() };
        check_answer(
            &answer.as_ref().map(|_| ()).map_err(|refusal| refusal.code()),
            &self.model.objections(&house, order),
            order,
        );
        let Ok(events) = answer else {
            assert_eq!(before, self.link);
            return answer;
        };
        for event in &events {
            check_shares(event);
            check_two(event);
        }
        self.happen(shelf, &events);
        self.model.obey(shelf, order);
        self.check(order);
        self.check_falls(&events);
        Ok(events)
    }

    /// Events change the link; written down and read again they change its twin.
    pub fn happen(&mut self, shelf: &Shelf, events: &[Event]) {
        for event in events {
            evolve(&mut self.link, event, shelf);
            evolve(&mut self.again, &read_again(event), shelf);
        }
        assert_eq!(self.again, self.link, "a restart changes the link");
        self.events.extend(events.iter().cloned());
        assert_eq!(self.link.version(), self.events.len() as u64);
        assert_eq!(self.link.fault(), None);
    }

    /// Model and link agree to the last fraction, and the events alone say the same.
    pub fn check(&self, order: &dyn std::fmt::Debug) {
        assert_eq!(self.link.is_open(), self.model.open);
        reconcile(&self.link, &self.events).unwrap_or_else(|variance| panic!("{order:?}: {variance}"));
        let moved = Moved::by_events(&self.events);
        let signs = view(&self.link);
        for (at, rule) in self.link.setup().meters.iter().enumerate().filter(|_| self.model.open) {
            let meter = rule.id;
            let (level, should) = (self.link.level(meter).unwrap(), self.model.standing(meter));
            let told = || format!("{order:?}: meter {meter}\n{:#?}", self.model.books[&meter]);
            assert_eq!(of_fine(level.pot), should.pot, "{}", told());
            assert_eq!(of_fine(level.reserve), should.reserve, "{}", told());
            assert_eq!(of_fine(self.link.shown(meter).unwrap()), should.shown, "{}", told());
            assert_eq!(signs.meters[at].value.unwrap().minor(), whole(should.shown), "{}", told());
            assert_eq!(of_fine(level.house), should.house, "{}", told());
            let held: Vec<_> =
                self.link.pending().filter(|hit| hit.meter == meter).map(|hit| hit.id).collect();
            let awaited: Vec<_> = signs.meters[at].pending.iter().map(|(id, ..)| *id).collect();
            assert_eq!(held, awaited);
            let read = MeterReading::take(&self.link, meter);
            assert_eq!(read.total(), moved.meter(meter).balance(), "{}", told());
            self.check_secrets(meter);
        }
        self.check_jackpots();
        self.check_rest();
        for wager in &self.link.setup().wagers {
            assert_eq!(self.link.is_locked(wager.id), self.model.open && self.model.locked(wager.id));
        }
    }

    fn check_secrets(&self, meter: Name) {
        let secrets = self.model.secrets.get(&meter).copied().unwrap_or_default();
        let [current, next] = self.link.triggers(meter).map(|known| known.commitments()).unwrap_or_default();
        assert_eq!([current.is_some(), next.is_some()], [secrets.current.is_some(), secrets.next.is_some()]);
        if let Some(trigger) = self.model.trigger(meter) {
            let max = of_fine(Fine::from(self.model.rule(meter).growth.cap.unwrap()));
            assert!(trigger <= max, "a trigger lies above the maximum");
        }
    }

    fn check_jackpots(&self) {
        let pending: Vec<u32> = self.link.pending().map(|hit| hit.id.0).collect();
        let should: Vec<u32> = self.model.pending().map(|hit| hit.id).collect();
        assert_eq!(pending, should);
        for hit in self.link.hits().filter(|_| self.model.open) {
            let known = self.model.jackpot(hit.id.0).unwrap();
            let stage = match hit.progress {
                Progress::Reached => Stage::Reached,
                Progress::Claimed => Stage::Claimed,
                Progress::Verified => Stage::Verified,
                Progress::Paid => Stage::Paid,
                Progress::Rejected => Stage::Rejected,
            };
            assert_eq!((stage, &hit.winners, hit.meter), (known.stage, &known.winners, known.meter));
            assert_eq!((hit.game.0, hit.table), (known.game, known.table));
            assert!(hit.opened.is_none_or(|opened| opened.is_true()), "{:?}", hit.opened);
            let worth = self.model.standing(hit.meter).worth_of(hit.id.0);
            if known.pending() {
                assert_eq!(of_fine(self.link.held(hit)), worth);
            }
            if known.stage == Stage::Paid {
                assert_eq!(of_fine(Fine::from(hit.paid.unwrap())), worth);
            }
        }
    }

    /// What is owed, asked for and said.
    fn check_rest(&self) {
        let owed: BTreeMap<Name, (i128, i128)> = self
            .link
            .owing()
            .map(|(meter, feed)| (meter, (of_fine(feed.pot), of_fine(feed.reserve))))
            .collect();
        assert_eq!(owed, self.model.owed);
        let requests: Vec<u32> = self.link.requests().iter().map(|request| request.id.0).collect();
        assert_eq!(requests, self.model.requests.keys().copied().collect::<Vec<_>>());
        for (table, station) in self.link.stations() {
            let (said, money) = self.model.said.get(&table).copied().unwrap_or_default();
            assert_eq!((station.said, of_fine(station.paid)), (said, money), "{table}");
            let numbers: Vec<u32> = station.words.iter().map(|word| word.number).collect();
            assert!(numbers.is_sorted() && numbers.last().is_none_or(|last| *last == said), "{numbers:?}");
        }
    }

    /// PRG-07: what a meter shows falls for a reason.
    fn check_falls(&mut self, events: &[Event]) {
        let shown =
            self.link.setup().meters.iter().filter_map(|rule| Some((rule.id, self.link.shown(rule.id)?)));
        let shown: BTreeMap<Name, Fine> = shown.collect();
        for (meter, now) in &shown {
            let before = self.shown.get(meter).copied().unwrap_or_default();
            assert!(
                *now >= before || events.iter().any(|event| lowers(event, *meter)),
                "meter {meter} fell: {events:?}"
            );
        }
        self.shown = shown;
    }

    /// Where the link stands, apart from its terms.
    pub fn place(&self) -> String {
        let games: Vec<_> =
            self.link.games().map(|game| (&game.entries, &game.selected, game.ended)).collect();
        let levels: Vec<_> = self.link.setup().meters.iter().map(|rule| self.link.level(rule.id)).collect();
        let hits: Vec<_> = self.link.hits().collect();
        format!("{games:?} {hits:?} {levels:?} {:?}", self.link.requests())
    }

    /// What the events make of the days of a link adds up.
    pub fn check_days(&self) {
        for day in DayReport::all(&self.events) {
            for (before, moved, read) in &day.meters {
                assert_eq!(*before + moved.balance(), read.total(), "day {}", day.day);
            }
        }
    }
}

/// The first of everything that is wrong is told, in the order of the reasons.
pub fn check_answer(
    answer: &Result<(), &'static str>,
    objections: &[&'static str],
    order: &dyn std::fmt::Debug,
) {
    let place = |code: &str| Reason::CODES.iter().position(|known| *known == code).unwrap();
    let first = objections.iter().copied().min_by_key(|code| place(code));
    assert_eq!(answer.err(), first, "{order:?}: {objections:?}");
}

/// An event that was written down and read again; its secret lies elsewhere.
pub fn read_again(event: &Event) -> Event {
    let text = serde_json::to_string(event).unwrap();
    assert!(is_sorted(&serde_json::from_str(&text).unwrap()), "{text}");
    let read: Event = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let read = match event.secret() {
        Some(secret) => {
            assert!(read.secret().is_none(), "a secret is written down: {text}");
            read.with_secret(secret)
        }
        None => read,
    };
    assert_eq!(read, *event, "{text}");
    read
}

/// The keys stand in order, and every number is whole.
fn is_sorted(value: &Value) -> bool {
    match value {
        Value::Object(map) => map.keys().is_sorted() && map.values().all(is_sorted),
        Value::Array(values) => values.iter().all(is_sorted),
        Value::Number(number) => number.is_i64() || number.is_u64(),
        Value::Null | Value::Bool(_) | Value::String(_) => true,
    }
}

fn lowers(event: &Event, at: Name) -> bool {
    match &event.what {
        What::Jackpot(JackpotEvent::Made { meter, .. } | JackpotEvent::Rejected { meter, .. })
        | What::Game(GameEvent::FixedPaid { meter, .. })
        | What::Change(ChangeEvent::TransferredOut { meter, .. }) => *meter == at,
        What::Change(ChangeEvent::Adjusted { meter, feed, .. }) => *meter == at && feed.pot < Fine::ZERO,
        What::Game(GameEvent::Voided { fed, .. }) => fed.iter().any(|fed| fed.meter == at),
        What::Operation(OperationEvent::Closed { .. } | OperationEvent::Opened { .. }) => true,
        _ => false,
    }
}

/// G3: even shares, the odd cents to the lowest seat, and nothing lost.
fn check_shares(event: &Event) {
    let What::Jackpot(JackpotEvent::Paid { amount, shares, .. }) = &event.what else { return };
    let many = i64::try_from(shares.len()).unwrap();
    assert_eq!(shares.iter().map(|share| share.amount.minor()).sum::<i64>(), amount.minor());
    let lowest = shares.iter().map(|share| share.winner.seat).min().unwrap();
    let first = shares.iter().position(|share| share.winner.seat == lowest).unwrap();
    for (at, share) in shares.iter().enumerate() {
        let odd = if at == first { amount.minor() % many } else { 0 };
        assert_eq!(share.amount.minor(), amount.minor() / many + odd, "{shares:?}");
    }
}

/// Whatever moves money by hand has two people behind it.
fn check_two(event: &Event) {
    let two = |approval: &Approval| assert_ne!(approval.asked_by, approval.approved_by, "{event:?}");
    match &event.what {
        What::Change(
            ChangeEvent::Adjusted { approval, .. }
            | ChangeEvent::TermsChanged { approval, .. }
            | ChangeEvent::TransferredOut { approval, .. },
        )
        | What::Operation(OperationEvent::Closed { approval, .. })
        | What::Jackpot(JackpotEvent::Rejected { approval: Some(approval), .. }) => two(approval),
        _ => {}
    }
}

/// What happened how often, over many histories.
#[derive(Debug, Default)]
pub struct Count(pub BTreeMap<String, usize>);

impl Count {
    pub fn add(&mut self, what: &str) {
        *self.0.entry(what.to_owned()).or_default() += 1;
    }

    pub fn answer(&mut self, answer: &Result<Vec<Event>, Refusal>) {
        match answer {
            Ok(events) => events.iter().for_each(|event| self.add(&name_of(event))),
            Err(refusal) => self.add(refusal.code()),
        }
    }
}

/// `JackpotEvent::Paid` as `jackpot paid`.
pub fn name_of(event: &Event) -> String {
    let value = serde_json::to_value(&event.what).unwrap();
    let (topic, inner) = value.as_object().unwrap().iter().next().unwrap();
    let name = inner.as_object().unwrap().keys().next().unwrap();
    format!("{topic} {name}")
}

/// Two links, side by side.
#[derive(Debug)]
pub struct History {
    pub shelf: Shelf,
    pub sides: [Side; 2],
    pub seated: BTreeSet<(Person, TableId)>,
}

impl History {
    pub fn new(setup: &Setup, beside: &Setup, seated: BTreeSet<(Person, TableId)>) -> Self {
        let [one, two] = NAMES.map(Name::new);
        let mut shelf = Shelf::default();
        let links = [Setup { name: one, ..setup.clone() }, Setup { name: two, ..beside.clone() }];
        let rules = shelve(&mut shelf, &links);
        let sides = [one, two].map(|name| Side::new(&shelf, rules, name));
        Self { shelf, sides, seated }
    }

    /// Gives an order to one of them. What one sends the other takes, or nothing is sent.
    pub fn give(&mut self, at: usize, order: &Order) -> Result<Vec<Event>, Refusal> {
        let Self { shelf, sides: [one, two], seated } = self;
        let (from, to) = if at == 0 { (one, two) } else { (two, one) };
        let around = Around { shelf, beside: Some(&to.link), seated };
        let mut events = from.give(&around, Some(&to.model), order)?;
        let mut events_beside = Vec::new();
        for event in &events {
            if let What::Change(ChangeEvent::TransferredOut { meter, feed, .. }) = &event.what {
                let around = Around { shelf, beside: None, seated };
                let took = to.give(&around, None, &transfer_in(*meter, *feed, at));
                events_beside.extend(took.unwrap());
            }
        }
        events.extend(events_beside);
        Ok(events)
    }
}
