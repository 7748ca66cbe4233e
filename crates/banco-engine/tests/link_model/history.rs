//! A history of two links: the link under test, and one that money may move to. After every command both must
//! agree with their models, and what they hold must follow from their events.

use std::collections::BTreeMap;
use std::sync::Arc;

use banco_engine::link::{
    Command, DayReport, Event, Fine, Link, MeterReading, Progress, Refusal, Setup, decide, evolve, movements,
    reconcile, view,
};
use banco_engine::table::{Actor, Person, Role};

use crate::books::{of_fine, whole};
use crate::model::{Model, Stage};

#[derive(Clone, Debug)]
pub struct Side {
    pub link: Link,
    pub model: Model,
    pub first: Link,
    pub events: Vec<Event>,
    shown: Vec<Fine>,
}

impl Side {
    pub fn new(setup: &Arc<Setup>) -> Self {
        let link = Link::new(Arc::clone(setup));
        Self { first: link.clone(), link, model: Model::new(setup), events: Vec::new(), shown: Vec::new() }
    }

    /// Gives a command, and holds the answer against the model.
    pub fn give(&mut self, by: Actor, command: &Command) -> Result<Vec<Event>, Refusal> {
        let before = self.link.clone();
        let answer = decide(&self.link, by, command.clone());
        let allowed = self.model.allows(by, command);
        assert_eq!(answer.is_ok(), allowed, "{by:?} {command:?}: {answer:?}");
        let Ok(events) = answer else {
            assert_eq!(before, self.link);
            return answer;
        };
        for event in &events {
            evolve(&mut self.link, event);
            check_shares(event);
        }
        self.model.obey(by, command);
        self.events.extend(events.iter().cloned());
        self.check(command);
        self.check_falls(&events);
        Ok(events)
    }

    /// Model and link agree to the last fraction, and the events alone say the same.
    pub fn check(&self, command: &dyn std::fmt::Debug) {
        assert_eq!(self.link.is_open(), self.model.open);
        reconcile(&self.link, &self.events).unwrap_or_else(|variance| panic!("{command:?}: {variance}"));
        let moved = movements(self.link.setup(), &self.events);
        let signs = view(&self.link);
        for (at, moved) in moved.iter().enumerate().filter(|_| self.model.open) {
            let (level, should) = (self.link.level(at).unwrap(), self.model.standing(at));
            let told = || format!("{command:?}: meter {at}\n{:#?}", self.model.books[at]);
            assert_eq!(of_fine(level.pot), should.pot, "{}", told());
            assert_eq!(of_fine(level.reserve), should.reserve, "{}", told());
            assert_eq!(of_fine(self.link.shown(at).unwrap()), should.shown, "{}", told());
            assert_eq!(signs.meters[at].value.unwrap().minor(), whole(should.shown), "{}", told());
            assert_eq!(of_fine(level.house), should.house, "{}", told());
            let held: Vec<_> = self.link.pending().filter(|hit| hit.meter == at).map(|hit| hit.id).collect();
            let awaited: Vec<_> = signs.meters[at].pending.iter().map(|(id, ..)| *id).collect();
            assert_eq!(held, awaited);
            assert_eq!(MeterReading::of(&self.link, at).unwrap().total(), moved.balance(), "{}", told());
        }
        self.check_jackpots();
        for wager in 0..self.link.setup().wagers.len() {
            assert_eq!(self.link.is_locked(wager), self.model.open && self.model.locked(wager));
        }
    }

    fn check_jackpots(&self) {
        let pending: Vec<u32> = self.link.pending().map(|hit| hit.id.0).collect();
        let should: Vec<u32> = self.model.pending().map(|hit| hit.id).collect();
        assert_eq!(pending, should);
        for hit in self.link.hits().iter().filter(|_| self.model.open) {
            let known = self.model.jackpot(hit.id.0).unwrap();
            let stage = match hit.progress {
                Progress::Reached => Stage::Reached,
                Progress::Claimed => Stage::Claimed,
                Progress::Verified => Stage::Verified,
                Progress::Paid => Stage::Paid,
                Progress::Rejected => Stage::Rejected,
            };
            assert_eq!((stage, &hit.winners, hit.meter), (known.stage, &known.winners, known.meter));
            let worth = self.model.standing(hit.meter).worth_of(hit.id.0);
            if known.pending() {
                assert_eq!(of_fine(self.link.held(hit)), worth);
            }
            if known.stage == Stage::Paid {
                assert_eq!(of_fine(Fine::of(hit.paid.unwrap())), worth);
            }
        }
    }

    /// PRG-07: what a meter shows falls for a reason.
    fn check_falls(&mut self, events: &[Event]) {
        let setup = self.link.setup();
        let shown: Vec<Fine> = (0..setup.meters.len()).map(|at| self.link.shown(at).unwrap()).collect();
        for (at, (before, now)) in self.shown.iter().zip(&shown).enumerate() {
            assert!(
                now >= before || events.iter().any(|event| lowers(event, at)),
                "meter {at} fell: {events:?}"
            );
        }
        self.shown = shown;
    }

    /// Where the link stands, apart from its terms.
    pub fn place(&self) -> String {
        let games: Vec<_> = self.link.tables().iter().map(|at| self.link.game(at.table)).collect();
        let levels: Vec<_> = (0..self.shown.len()).map(|at| self.link.level(at)).collect();
        format!("{games:?} {:?} {levels:?}", self.link.hits())
    }

    /// What the events alone make of a link is the link; what they make of its days adds up.
    pub fn restart(&mut self) {
        let mut again = self.first.clone();
        self.events.iter().for_each(|event| evolve(&mut again, event));
        assert_eq!(again, self.link, "a restart changes the link");
        for day in DayReport::all(self.link.setup(), &self.events) {
            for (before, moved, read) in &day.meters {
                assert_eq!(*before + moved.balance(), read.total(), "day {}", day.day);
            }
        }
        self.link = again;
    }
}

fn lowers(event: &Event, at: usize) -> bool {
    match event {
        Event::HitReached { meter, .. }
        | Event::HitRejected { meter, .. }
        | Event::FixedPaid { meter, .. }
        | Event::TransferredOut { meter, .. } => *meter == at,
        Event::Adjusted { meter, feed, .. } => *meter == at && feed.pot < Fine::ZERO,
        Event::GameVoided { fed, .. } => fed.iter().any(|(meter, _)| *meter == at),
        Event::Closed { .. } | Event::Opened { .. } => true,
        _ => false,
    }
}

/// G3: even shares, the odd cents to the lowest seat, and nothing lost.
fn check_shares(event: &Event) {
    let Event::HitPaid { amount, shares, .. } = event else { return };
    let many = i64::try_from(shares.len()).unwrap();
    assert_eq!(shares.iter().map(|share| share.amount.minor()).sum::<i64>(), amount.minor());
    let lowest = shares.iter().map(|share| share.winner.seat).min().unwrap();
    let first = shares.iter().position(|share| share.winner.seat == lowest).unwrap();
    for (at, share) in shares.iter().enumerate() {
        let odd = if at == first { amount.minor() % many } else { 0 };
        assert_eq!(share.amount.minor(), amount.minor() / many + odd, "{shares:?}");
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
            Ok(events) => events.iter().for_each(|event| {
                let text = format!("{event:?}");
                self.add(text.split([' ', '(']).next().unwrap());
            }),
            Err(refusal) => self.add(refusal.code()),
        }
    }
}

/// Two links, side by side.
#[derive(Debug)]
pub struct History {
    pub sides: [Side; 2],
}

impl History {
    pub fn new(setup: &Arc<Setup>) -> Self {
        let other = Arc::new(Setup { name: "beside".into(), ..(**setup).clone() });
        Self { sides: [Side::new(setup), Side::new(&other)] }
    }

    /// Gives a command to one of them. What one sends the other takes, or nothing is sent.
    pub fn give(&mut self, at: usize, by: Actor, command: &Command) -> Result<Vec<Event>, Refusal> {
        let [one, two] = &mut self.sides;
        let (from, to) = if at == 0 { (one, two) } else { (two, one) };
        let mut events = from.give(by, command)?;
        let mut events_beside = Vec::new();
        let node = Actor::new(Role::Link, Person(99));
        let name = Arc::clone(&from.link.setup().name);
        for event in &events {
            if let Event::TransferredOut { meter, feed, .. } = event {
                let meter = from.link.setup().meters[*meter].id.to_string();
                let took =
                    to.give(node, &Command::TransferIn { meter, from: Arc::clone(&name), feed: *feed });
                events_beside.extend(took.unwrap());
            }
        }
        events.extend(events_beside);
        Ok(events)
    }
}
