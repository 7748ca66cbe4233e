//! The way of a jackpot to its payment, explored: every sequence of commands up to a length, from every point
//! that one can come to. Sequences that leave the link alike go on as one, and are counted as many.

use std::collections::{BTreeMap, BTreeSet};

use banco_engine::link::{
    Claim, Command, Event, Hit, HitId, JackpotEvent, Sensor, Setup, TableId, Wanted, What, Word,
};
use banco_engine::table::{Actor, Person, Role};
use banco_engine::{Name, RequestId, RulesId, Shelf};
use banco_money::{Amount, Percent};
use banco_rulebook::model::link::LockMode;

use crate::commands::{hands, winner};
use crate::history::{Around, Side};
use crate::model::Order;
use crate::setups::{NAMES, dollars, frame, shelve};

const LINE: &str = "line";
const DEALER: Actor = Actor::new(Role::Dealer, Person(1));
const FLOOR: Actor = Actor::new(Role::Floor, Person(2));
const FLOOR_2: Actor = Actor::new(Role::Floor, Person(3));
const EXECUTIVE: Actor = Actor::new(Role::Executive, Person(4));

/// One wager of $5 and one meter of $1,000 that takes a tenth of it.
fn setup(lock: LockMode, level: i64, selects: bool) -> Setup {
    let mut setup = (*frame(8)).clone();
    setup.name = NAMES[0].into();
    setup.meters.truncate(1);
    setup.lock = lock;
    setup.executive_from = Some(dollars(level));
    let growth = &mut setup.meters[0].growth;
    growth.seed = dollars(1_000_00);
    growth.increment = Percent::from_hundredths(1_000);
    growth.cap = None;
    growth.reserve = None;
    let wager = &mut setup.wagers[0];
    wager.lines = vec![LINE.into()];
    wager.selects = selects;
    wager.units = vec![dollars(5_00)];
    setup
}

/// A house with one link in it.
struct Room {
    shelf: Shelf,
    setup: Setup,
    rules: RulesId,
}

impl Room {
    fn new(setup: Setup) -> Self {
        let mut shelf = Shelf::default();
        let rules = shelve(&mut shelf, std::slice::from_ref(&setup));
        Self { shelf, setup, rules }
    }

    fn give(&self, side: &mut Side, order: &Order) -> Result<Vec<Event>, banco_engine::link::Refusal> {
        let seated = BTreeSet::new();
        side.give(&Around { shelf: &self.shelf, beside: None, seated: &seated }, None, order)
    }

    fn word(&self, side: &mut Side, word: Word) {
        self.give(side, &Order::Word(word)).unwrap();
    }

    fn start(&self, table: u32) -> Word {
        let (wager, stake) = (self.setup.wagers[0].id, self.setup.wagers[0].units[0]);
        let sensors = [1, 2].map(|seat| Sensor { wager, by: winner(seat, 100 + u32::from(seat), 0), stake });
        Word::StartGame { heard: 0, round: 1, sensors: sensors.to_vec(), table: TableId(table) }
    }

    fn reach(&self, table: TableId, seat: u8) -> Word {
        let claim = Claim {
            meter: self.setup.meters[0].id,
            share: Percent::HUNDRED,
            line: LINE.into(),
            hands: hands(0),
            winners: vec![winner(seat, 100 + u32::from(seat), 0)],
        };
        Word::Reach { claims: vec![claim], table }
    }

    /// So many tables play, and at each the cards have given the whole meter to seat 1.
    fn reached(&self, tables: u32) -> Side {
        let mut side = Side::new(&self.shelf, self.rules, Name::new(NAMES[0]));
        for table in (1..=tables.max(2)).map(TableId) {
            self.word(&mut side, Word::Attach { by: Person(9), heard: 0, rules: self.rules, table });
        }
        for table in 1..=tables {
            self.word(&mut side, self.start(table));
        }
        for table in (1..=tables).map(TableId) {
            self.word(&mut side, self.reach(table, 1));
        }
        side
    }

    /// Goes every way of so many steps and says how many there were. `check` sees each step that is carried out.
    fn explore(
        &self,
        from: Side,
        alphabet: &[Order],
        steps: u32,
        check: impl Fn(&Side, &Order, &[Event], &Side),
    ) -> u64 {
        let mut here: Vec<(Side, u64)> = vec![(from, 1)];
        let mut sequences = 0;
        for _ in 0..steps {
            let mut next: BTreeMap<String, (Side, u64)> = BTreeMap::new();
            for (side, ways) in &here {
                for symbol in alphabet {
                    let mut after = side.clone();
                    if let Ok(events) = self.give(&mut after, symbol) {
                        check(side, symbol, &events, &after);
                    }
                    sequences += ways;
                    let entry = next.entry(after.place()).or_insert((after, 0));
                    entry.1 += ways;
                }
            }
            here = next.into_values().collect();
        }
        sequences
    }

    /// Everybody tries everything about jackpot 1, which is worth so much.
    fn alphabet(&self, worth: Amount) -> Vec<Order> {
        let (hit, table) = (HitId(1), TableId(1));
        let select = |seat| Command::Select { table, seat, line: LINE.to_owned() };
        let verify = Command::Verify { hit, hands: Some(hands(0)) };
        let pay = Command::PayJackpot { hit, amount: worth };
        let reject = Command::Ask(Wanted::Reject { hit, reason: "a card of another deck".into() });
        let approve = Command::Approve { request: RequestId(1) };
        let claimant = Actor::new(Role::Executive, DEALER.person());
        let verifier = Actor::new(Role::Executive, FLOOR.person());
        let commands = [
            (DEALER, select(1)),
            (DEALER, select(2)),
            (DEALER, Command::HitJackpot { table }),
            (FLOOR, verify.clone()),
            (claimant, verify),
            (FLOOR, pay.clone()),
            (FLOOR_2, pay.clone()),
            (EXECUTIVE, pay.clone()),
            (claimant, pay.clone()),
            (verifier, pay.clone()),
            (DEALER, pay),
            (FLOOR_2, reject),
            (FLOOR_2, approve.clone()),
            (EXECUTIVE, approve),
        ];
        let words = [
            Word::EndGame { heard: 0, table },
            Word::VoidGame { by: Some(EXECUTIVE), table },
            self.start(2),
            Word::EndGame { heard: 0, table: TableId(2) },
        ];
        let commands = commands.into_iter().map(|(by, command)| Order::Command(by, command));
        commands.chain(words.map(Order::Word)).collect()
    }

    /// Claims, verifies and pays a jackpot.
    fn pay(&self, side: &mut Side, table: TableId, hit: HitId) {
        let mut give = |by, command| self.give(side, &Order::Command(by, command)).unwrap();
        give(DEALER, Command::HitJackpot { table });
        give(FLOOR, Command::Verify { hit, hands: Some(hands(0)) });
        let amount = side.link.worth(side.link.hit(hit).unwrap()).unwrap();
        self.give(side, &Order::Command(EXECUTIVE, Command::PayJackpot { hit, amount })).unwrap();
    }
}

/// Who may have confirmed a payment, told by the events of the whole way.
fn check_payment(way: &[Event], by: Actor, worth: Amount, level: i64) {
    let (mut claimed, mut verified, mut paid) = (None, None, Vec::new());
    for event in way {
        match &event.what {
            What::Jackpot(JackpotEvent::Claimed { by, .. }) => claimed = Some(*by),
            What::Jackpot(JackpotEvent::Verified { by, .. }) => verified = Some(*by),
            What::Jackpot(JackpotEvent::Paid { amount, .. }) => paid.push(*amount),
            _ => {}
        }
    }
    let (claimed, verified) = (claimed.unwrap(), verified.unwrap());
    assert!(claimed != verified && by.person() != claimed && by.person() != verified, "{way:?}");
    assert!(by.role() == Role::Executive || (by.role() == Role::Floor && worth.minor() < level), "{way:?}");
    assert_eq!(paid, [worth], "paid once, and what was locked");
}

fn is_payment(event: &Event) -> bool {
    matches!(event.what, What::Jackpot(JackpotEvent::Paid { .. }))
}

/// A rejection has the people of the level behind it.
fn check_rejection(event: &Event, worth: Amount, level: i64) {
    let What::Jackpot(JackpotEvent::Rejected { approval: Some(approval), .. }) = &event.what else { return };
    let people = [approval.asked_by, approval.approved_by];
    assert_ne!(people[0], people[1]);
    assert!(worth.minor() < level || people.contains(&EXECUTIVE.person()));
}

fn go_every_way(lock: LockMode, level: i64, selects: bool, steps: u32) {
    let room = Room::new(setup(lock, level, selects));
    let side = room.reached(1);
    let worth = side.link.worth(side.link.hits().next().unwrap()).unwrap();
    assert_eq!(worth, dollars(1_001_00));
    let is_pending = |side: &Side| side.link.pending().next().is_some();
    let alphabet = room.alphabet(worth);
    let sequences = room.explore(side, &alphabet, steps, |before, order, events, after| {
        events.iter().for_each(|event| check_rejection(event, worth, level));
        if let Order::Command(by, _) = order
            && events.iter().any(is_payment)
        {
            check_payment(&after.events, *by, worth, level);
        }
        let held = |hit: &Hit| after.link.worth(hit).unwrap();
        assert!(after.link.pending().all(|hit| held(hit) == worth), "the locked amount moves");
        match order {
            Order::Word(Word::StartGame { .. }) => assert!(lock == LockMode::Value || !is_pending(before)),
            Order::Word(Word::EndGame { table: TableId(1), .. }) => assert!(!is_pending(before)),
            _ => {}
        }
        if lock == LockMode::Value && after.link.game(TableId(2)).is_none() {
            let again = room.give(&mut after.clone(), &Order::Word(room.start(2)));
            assert!(again.is_ok(), "play goes on");
        }
    });
    let many = alphabet.len() as u64;
    assert_eq!(sequences, (1..=steps).map(|length| many.pow(length)).sum::<u64>());
}

#[test]
fn every_way_to_a_payment_needs_three_people_of_the_right_level() {
    for lock in [LockMode::All, LockMode::Value] {
        for (level, selects) in [(1_001_00, true), (1_001_01, true), (1_001_00, false), (1_001_01, false)] {
            go_every_way(lock, level, selects, 8);
        }
    }
}

/// Three tables hit one meter while a supervisor is on the way: whatever is decided in whichever order, they are
/// paid in the order in which they came.
#[test]
fn three_jackpots_of_one_meter_are_paid_in_order() {
    for lock in [LockMode::All, LockMode::Value] {
        let room = Room::new(setup(lock, 1, false));
        let mut side = room.reached(3);
        let worths: Vec<i64> = side.link.hits().map(|hit| side.link.worth(hit).unwrap().minor()).collect();
        assert_eq!(worths, [1_003_00, 1_000_00, 1_000_00], "the first takes what all three rounds fed");
        let mut alphabet = Vec::new();
        for (hit, table) in (1..=3).map(|number| (HitId(number), TableId(number))) {
            room.give(&mut side, &Order::Command(DEALER, Command::HitJackpot { table })).unwrap();
            let reject = Command::Ask(Wanted::Reject { hit, reason: "a card of another deck".into() });
            room.give(&mut side, &Order::Command(FLOOR_2, reject)).unwrap();
            alphabet.push(Order::Command(FLOOR, Command::Verify { hit, hands: Some(hands(0)) }));
            alphabet.push(Order::Command(EXECUTIVE, Command::Approve { request: RequestId(hit.0) }));
            for amount in [1_003_00, 1_000_00].map(dollars) {
                alphabet.push(Order::Command(EXECUTIVE, Command::PayJackpot { hit, amount }));
            }
        }
        room.explore(side, &alphabet, 8, |_, _, events, after| {
            if !events.iter().any(is_payment) {
                return;
            }
            let paid = after.events.iter().filter_map(|event| match &event.what {
                What::Jackpot(JackpotEvent::Paid { hit, amount, .. }) => Some((*hit, amount.minor())),
                _ => None,
            });
            let paid: Vec<(HitId, i64)> = paid.collect();
            assert!(paid.is_sorted(), "{paid:?}");
            assert!(
                paid.iter().enumerate().all(|(at, (_, amount))| *amount == [1_003_00, 1_000_00][at.min(1)])
            );
        });
    }
}

/// The link keeps the last jackpots only, and remembers what a round has paid as long as it is played.
#[test]
fn a_round_that_has_paid_cannot_be_void_however_long_it_takes() {
    let room = Room::new(setup(LockMode::Value, 1, false));
    let mut side = room.reached(1);
    room.pay(&mut side, TableId(1), HitId(1));
    for number in 2..40 {
        room.word(&mut side, room.start(2));
        room.word(&mut side, room.reach(TableId(2), 2));
        room.pay(&mut side, TableId(2), HitId(number));
        room.word(&mut side, Word::EndGame { heard: 0, table: TableId(2) });
    }
    let void = Word::VoidGame { by: Some(EXECUTIVE), table: TableId(1) };
    let refused = room.give(&mut side, &Order::Word(void.clone())).unwrap_err();
    assert_eq!(refused.code(), "already_paid");
    room.word(&mut side, Word::EndGame { heard: 0, table: TableId(1) });
    // A new round of the same number has nothing to do with it.
    room.word(&mut side, room.start(1));
    room.word(&mut side, void);
}
