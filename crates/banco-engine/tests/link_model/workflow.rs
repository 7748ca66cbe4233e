//! The way of a jackpot to its payment, explored: every sequence of commands up to a length, from every point
//! that one can come to. Sequences that leave the link alike go on as one, and are counted as many.

use std::collections::BTreeMap;
use std::sync::Arc;

use banco_engine::link::{Claim, Command, Event, Hit, HitId, Sensor, Setup, TableId, Winner};
use banco_engine::table::{Actor, BetKey, Person, Role, Seat, SpotId};
use banco_money::{Amount, Percent};
use banco_rulebook::model::link::LockMode;

use crate::commands::hands;
use crate::history::Side;
use crate::setups::{dollars, frame};

const LINE: &str = "line";
const NODE: Actor = Actor::new(Role::Link, Person(90));
const DEALER: Actor = Actor::new(Role::Dealer, Person(1));
const FLOOR: Actor = Actor::new(Role::Floor, Person(2));
const FLOOR_2: Actor = Actor::new(Role::Floor, Person(3));
const EXECUTIVE: Actor = Actor::new(Role::Executive, Person(4));

/// One wager of $5 and one meter of $1,000 that takes a tenth of it.
fn setup(lock: LockMode, level: i64, selects: bool) -> Arc<Setup> {
    let mut setup = (*frame(8)).clone();
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
    Arc::new(setup)
}

fn winner(seat: u8) -> Winner {
    let key = BetKey { owner: Person(100 + u32::from(seat)), spot: SpotId(0), for_dealer: false };
    Winner { key, seat: Seat { at: seat, number: seat } }
}

fn start(setup: &Setup, table: u32) -> Command {
    let wager = Arc::clone(&setup.wagers[0].id);
    let stake = setup.wagers[0].units[0];
    let sensors = [1, 2].map(|seat| Sensor { wager: Arc::clone(&wager), by: winner(seat), stake });
    Command::StartGame { table: TableId(table), round: 1, sensors: sensors.to_vec() }
}

/// So many tables play, and at each the cards have given the whole meter to seat 1.
fn reached(setup: &Arc<Setup>, tables: u32) -> Side {
    let mut side = Side::new(setup);
    side.give(NODE, &Command::Open).unwrap();
    for table in (1..=tables.max(2)).map(TableId) {
        side.give(NODE, &Command::Attach { table, setup: Arc::clone(setup) }).unwrap();
    }
    for table in 1..=tables {
        side.give(NODE, &start(setup, table)).unwrap();
    }
    for table in (1..=tables).map(TableId) {
        let claim = Claim {
            meter: Arc::clone(&setup.meters[0].id),
            share: Percent::HUNDRED,
            line: LINE.into(),
            hands: hands(0),
            winners: vec![winner(1)],
        };
        side.give(NODE, &Command::Reach { table, claims: vec![claim] }).unwrap();
    }
    side
}

/// Goes every way of so many steps and says how many there were. `check` sees each step that is carried out.
fn explore(
    from: Side,
    alphabet: &[(Actor, Command)],
    steps: u32,
    check: impl Fn(&Side, &(Actor, Command), &[Event], &Side),
) -> u64 {
    let mut here: Vec<(Side, u64)> = vec![(from, 1)];
    let mut sequences = 0;
    for _ in 0..steps {
        let mut next: BTreeMap<String, (Side, u64)> = BTreeMap::new();
        for (side, ways) in &here {
            for symbol in alphabet {
                let mut after = side.clone();
                if let Ok(events) = after.give(symbol.0, &symbol.1) {
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
fn alphabet(setup: &Setup, worth: Amount) -> Vec<(Actor, Command)> {
    let (hit, table) = (HitId(1), TableId(1));
    let select = |seat| Command::Select { table, seat, line: LINE.to_owned() };
    let verify = Command::Verify { hit, hands: Some(hands(0)) };
    let pay = Command::PayJackpot { hit, amount: worth };
    let reject = Command::Reject { hit, reason: "a card of another deck".to_owned() };
    let claimant = Actor::new(Role::Executive, DEALER.person);
    let verifier = Actor::new(Role::Executive, FLOOR.person);
    vec![
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
        (FLOOR_2, reject.clone()),
        (EXECUTIVE, reject),
        (NODE, Command::EndGame { table }),
        (NODE, Command::VoidGame { table }),
        (NODE, start(setup, 2)),
        (NODE, Command::EndGame { table: TableId(2) }),
    ]
}

/// Who may have confirmed a payment, told by the events of the whole way.
fn check_payment(way: &[Event], by: Actor, worth: Amount, level: i64) {
    let (mut claimed, mut verified, mut paid) = (None, None, Vec::new());
    for event in way {
        match event {
            Event::HitClaimed { by, .. } => claimed = Some(*by),
            Event::HitVerified { by, .. } => verified = Some(*by),
            Event::HitPaid { amount, .. } => paid.push(*amount),
            _ => {}
        }
    }
    let (claimed, verified) = (claimed.unwrap(), verified.unwrap());
    assert!(claimed != verified && by.person != claimed && by.person != verified, "{way:?}");
    assert!(by.role == Role::Executive || (by.role == Role::Floor && worth.minor() < level), "{way:?}");
    assert_eq!(paid, [worth], "paid once, and what was locked");
}

fn is_payment(event: &Event) -> bool {
    matches!(event, Event::HitPaid { .. })
}

fn go_every_way(lock: LockMode, level: i64, selects: bool) {
    let setup = setup(lock, level, selects);
    let side = reached(&setup, 1);
    let worth = side.link.worth(&side.link.hits()[0]).unwrap();
    assert_eq!(worth, dollars(1_001_00));
    let is_pending = |side: &Side| side.link.pending().next().is_some();
    let sequences = explore(side, &alphabet(&setup, worth), 8, |before, (by, command), events, after| {
        if events.iter().any(is_payment) {
            check_payment(&after.events, *by, worth, level);
        }
        let held = |hit: &Hit| after.link.worth(hit).unwrap();
        assert!(after.link.pending().all(|hit| held(hit) == worth), "the locked amount moves");
        match command {
            Command::StartGame { .. } => assert!(lock == LockMode::Value || !is_pending(before)),
            Command::EndGame { table: TableId(1) } => assert!(!is_pending(before)),
            _ => {}
        }
        if lock == LockMode::Value && after.link.game(TableId(2)).is_none() {
            assert!(after.clone().give(NODE, &start(&setup, 2)).is_ok(), "play goes on");
        }
    });
    assert_eq!(sequences, (1..=8).map(|length| 17_u64.pow(length)).sum::<u64>());
}

#[test]
fn every_way_to_a_payment_needs_three_people_of_the_right_level() {
    for lock in [LockMode::All, LockMode::Value] {
        for (level, selects) in [(1_001_00, true), (1_001_01, true), (1_001_00, false), (1_001_01, false)] {
            go_every_way(lock, level, selects);
        }
    }
}

/// Three tables hit one meter while a supervisor is on the way: whatever is decided in whichever order, they are
/// paid in the order in which they came.
#[test]
fn three_jackpots_of_one_meter_are_paid_in_order() {
    for lock in [LockMode::All, LockMode::Value] {
        let setup = setup(lock, 1, false);
        let mut side = reached(&setup, 3);
        let worths: Vec<i64> =
            side.link.hits().iter().map(|hit| side.link.worth(hit).unwrap().minor()).collect();
        assert_eq!(worths, [1_003_00, 1_000_00, 1_000_00], "the first takes what all three rounds fed");
        for table in (1..=3).map(TableId) {
            side.give(DEALER, &Command::HitJackpot { table }).unwrap();
        }
        let mut alphabet = Vec::new();
        for hit in (1..=3).map(HitId) {
            let reject = Command::Reject { hit, reason: "a card of another deck".to_owned() };
            alphabet.push((FLOOR, Command::Verify { hit, hands: Some(hands(0)) }));
            alphabet.push((EXECUTIVE, reject));
            for amount in [1_003_00, 1_000_00].map(dollars) {
                alphabet.push((EXECUTIVE, Command::PayJackpot { hit, amount }));
            }
        }
        explore(side, &alphabet, 8, |_, _, events, after| {
            if !events.iter().any(is_payment) {
                return;
            }
            let paid = after.events.iter().filter_map(|event| match event {
                Event::HitPaid { hit, amount, .. } => Some((*hit, amount.minor())),
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
    let setup = setup(LockMode::Value, 1, false);
    let mut side = reached(&setup, 1);
    decide(&mut side, TableId(1), HitId(1));
    for number in 2..40 {
        side.give(NODE, &start(&setup, 2)).unwrap();
        let claim = Claim {
            meter: Arc::clone(&setup.meters[0].id),
            share: Percent::HUNDRED,
            line: LINE.into(),
            hands: hands(0),
            winners: vec![winner(2)],
        };
        side.give(NODE, &Command::Reach { table: TableId(2), claims: vec![claim] }).unwrap();
        decide(&mut side, TableId(2), HitId(number));
        side.give(NODE, &Command::EndGame { table: TableId(2) }).unwrap();
    }
    let refused = side.give(NODE, &Command::VoidGame { table: TableId(1) }).unwrap_err();
    assert_eq!(refused.code(), "already_paid");
    side.give(NODE, &Command::EndGame { table: TableId(1) }).unwrap();
    // A new round of the same number has nothing to do with it.
    side.give(NODE, &start(&setup, 1)).unwrap();
    side.give(NODE, &Command::VoidGame { table: TableId(1) }).unwrap();
}

/// Claims, verifies and pays a jackpot.
fn decide(side: &mut Side, table: TableId, hit: HitId) {
    side.give(DEALER, &Command::HitJackpot { table }).unwrap();
    side.give(FLOOR, &Command::Verify { hit, hands: Some(hands(0)) }).unwrap();
    let amount = side.link.worth(side.link.hit(hit).unwrap()).unwrap();
    side.give(EXECUTIVE, &Command::PayJackpot { hit, amount }).unwrap();
}
