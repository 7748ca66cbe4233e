//! Must Hit: the configurations of MB 13(j) Table 1, cycle after cycle. Reading G4.

use std::collections::BTreeMap;
use std::sync::Arc;

use banco_dice::Dice;
use banco_engine::link::{
    Command, Event, Fine, HitId, Link, Refusal, Sealed, Sensor, Setup, TableId, Winner, decide, evolve, view,
};
use banco_engine::table::{Actor, BetKey, Person, Role, Seat, SpotId};
use banco_money::Amount;

use crate::setups::{dollars, royal_nine};

const TABLE: TableId = TableId(1);
const METER: &str = "must-hit";

fn actor(role: Role, person: u32) -> Actor {
    Actor::new(role, Person(person))
}

/// A link with a Must Hit meter alone, of a configuration of the table. Wagers of any amount, so that meters fill
/// in fewer rounds.
fn setup(config: &str) -> Arc<Setup> {
    let rules = royal_nine(&[&format!("wager.royal-9.must_hit = \"{config}\"")]);
    let mut setup = (*rules.links[0]).clone();
    setup.meters.retain(|meter| meter.must_hit);
    setup.wagers[0].units.clear();
    Arc::new(setup)
}

struct House {
    link: Link,
    dice: Dice,
    /// While it is secret: the trigger, in figures and as money.
    secret: Vec<String>,
}

impl House {
    fn new(setup: &Arc<Setup>, seed: u64) -> Self {
        let link = Link::new(Arc::clone(setup));
        let mut house = Self { link, dice: Dice::new(seed), secret: Vec::new() };
        house.give(actor(Role::Link, 90), Command::Open);
        house.give(actor(Role::Link, 90), Command::Attach { table: TABLE, setup: Arc::clone(setup) });
        house
    }

    fn give(&mut self, by: Actor, command: Command) -> Vec<Event> {
        let events = decide(&self.link, by, command.clone());
        self.keep_secret(&events);
        let events = events.unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"));
        events.iter().for_each(|event| evolve(&mut self.link, event));
        events
    }

    /// The trigger stands in nothing that anybody can print.
    fn keep_secret(&self, answer: &Result<Vec<Event>, Refusal>) {
        if self.secret.is_empty() {
            return;
        }
        let mut told = format!("{:?} {:?} {answer:?}", self.link, view(&self.link));
        match answer {
            Ok(events) => events.iter().for_each(|event| told.push_str(&event.story(self.link.setup()))),
            Err(refusal) => told.push_str(&format!("{refusal} {:?}", refusal.hint())),
        }
        for figure in &self.secret {
            assert!(!told.contains(figure), "{figure} is told: {told}");
        }
    }

    fn refused(&self, by: Actor, command: Command) {
        let answer = decide(&self.link, by, command);
        assert!(answer.is_err());
        self.keep_secret(&answer);
    }
}

/// What the cycles of a configuration have shown.
#[derive(Default)]
struct Seen {
    triggers: Vec<i128>,
    /// By how many took part: how often each was drawn, the lowest seat first.
    drawn: BTreeMap<usize, Vec<u32>>,
}

/// From one reset to the next: a trigger is hidden, rounds are played, one of them wins.
fn cycle(house: &mut House, watched: bool, seen: &mut Seen) {
    let growth = house.link.setup().meters[0].growth;
    let (reset, max) = (Fine::of(growth.seed), Fine::of(growth.cap.unwrap()));
    let width = u64::try_from(max.units() - reset.units()).unwrap();
    let trigger = Fine::from_units(reset.units() + 1 + i128::from(house.dice.below(width)));
    let sealed = Sealed::new(trigger, [u8::try_from(house.dice.below(256)).unwrap(); 32]);
    // A trigger of whole cents can stand on the meter by chance.
    if watched && trigger.floor() != trigger {
        house.secret = vec![trigger.units().to_string(), trigger.text(growth.seed.currency())];
    }
    house.give(actor(Role::Shoe, 91), Command::SealTrigger { meter: METER.to_owned(), sealed });
    house.refused(actor(Role::Shoe, 91), Command::SealTrigger { meter: METER.to_owned(), sealed });
    let (sensors, amount) = loop {
        let before = house.link.shown(0).unwrap();
        let sensors = sensors(&mut house.dice, house.link.setup());
        let start = Command::StartGame { table: TABLE, round: 1, sensors: sensors.clone() };
        let events = house.give(actor(Role::Link, 90), start);
        let fed: Fine = sensors.iter().map(|sensor| growth.feed(sensor.stake).pot).sum();
        let after = (before + fed).min(max);
        let made = events.iter().find_map(|event| match event {
            Event::HitReached { amount, .. } => Some(*amount),
            _ => None,
        });
        assert_eq!(made.is_some(), after >= trigger, "the round that lifts the meter to the trigger wins it");
        if let Some(amount) = made {
            assert_eq!(amount, after.floor());
            assert!(amount <= max);
            break (sensors, amount);
        }
        house.give(actor(Role::Link, 90), Command::EndGame { table: TABLE });
    };
    let amount = amount.whole(growth.seed.currency()).unwrap();
    award(house, &sensors, amount, seen);
    let page = view(&house.link).pages.last().unwrap().clone();
    let (opened, nonce) = page.trigger.unwrap();
    assert_eq!((opened, Sealed::new(opened, nonce).commitment()), (trigger, sealed.commitment()));
    seen.triggers.push(trigger.units() - reset.units());
}

fn sensors(dice: &mut Dice, setup: &Setup) -> Vec<Sensor> {
    let many = 1 + dice.below(12);
    let from = dice.below(12);
    let seat = |at: u64| u8::try_from(1 + (from + at) % 12).unwrap();
    let stake = dollars(i64::try_from(1 + dice.below(100)).unwrap() * 100);
    let sensor = |seat: u8| {
        let key = BetKey { owner: Person(100 + u32::from(seat)), spot: SpotId(0), for_dealer: false };
        let by = Winner { key, seat: Seat { at: seat, number: seat } };
        Sensor { wager: Arc::clone(&setup.wagers[0].id), by, stake }
    };
    (0..many).map(seat).map(sensor).collect()
}

/// END ROUND, verified and paid; until then nobody learns the trigger.
fn award(house: &mut House, sensors: &[Sensor], amount: Amount, seen: &mut Seen) {
    house.refused(actor(Role::Link, 90), Command::EndGame { table: TABLE });
    let of = sensors.len();
    let beyond = u32::try_from(of).unwrap();
    house.refused(actor(Role::Dealer, 1), Command::EndRound { table: TABLE, draw: beyond });
    let draw = u32::try_from(house.dice.below(of as u64)).unwrap();
    let events = house.give(actor(Role::Dealer, 1), Command::EndRound { table: TABLE, draw });
    let [Event::WinnerDrawn { hit, winner, .. }] = events[..] else { panic!("{events:?}") };
    let mut seats: Vec<u8> = sensors.iter().map(|sensor| sensor.by.seat.number).collect();
    seats.sort_unstable();
    let place = seats.iter().position(|seat| *seat == winner.seat.number).unwrap();
    seen.drawn.entry(of).or_insert_with(|| vec![0; of])[place] += 1;
    pay(house, hit, amount);
}

fn pay(house: &mut House, hit: HitId, amount: Amount) {
    house.refused(actor(Role::Executive, 4), Command::PayJackpot { hit, amount });
    house.give(actor(Role::Floor, 2), Command::Verify { hit, hands: None });
    house.secret.clear();
    house.give(actor(Role::Executive, 4), Command::PayJackpot { hit, amount });
    house.give(actor(Role::Link, 90), Command::EndGame { table: TABLE });
}

fn run(config: &str, cycles: u32, seed: u64) {
    let setup = setup(config);
    let mut house = House::new(&setup, seed);
    let mut seen = Seen::default();
    for number in 0..cycles {
        cycle(&mut house, number < 100, &mut seen);
    }
    let growth = setup.meters[0].growth;
    let width = Fine::of(growth.cap.unwrap()).units() - Fine::of(growth.seed).units();
    check_uniform(&mut seen.triggers, width, config);
    check_winners(&seen.drawn, config);
}

/// Kolmogorov and Smirnov: a uniform sample strays this far once in ten thousand times.
#[expect(clippy::cast_precision_loss, reason = "a statistic")]
fn check_uniform(sample: &mut [i128], width: i128, config: &str) {
    sample.sort_unstable();
    let many = sample.len() as f64;
    let off = |(at, value): (usize, &i128)| {
        let should = *value as f64 / width as f64;
        (should - at as f64 / many).abs().max((should - (at + 1) as f64 / many).abs())
    };
    let strayed = sample.iter().enumerate().map(off).fold(0.0, f64::max) * many.sqrt();
    println!("configuration {config}: {many} triggers, Kolmogorov-Smirnov {strayed:.3}");
    assert!(strayed < 2.23, "{strayed}");
}

/// Chi-square over all numbers of participants, within five standard deviations of its mean.
fn check_winners(drawn: &BTreeMap<usize, Vec<u32>>, config: &str) {
    let (mut square, mut freedom) = (0.0, 0.0);
    for counts in drawn.values() {
        let should = f64::from(counts.iter().sum::<u32>()) / f64::from(u32::try_from(counts.len()).unwrap());
        square += counts.iter().map(|count| (f64::from(*count) - should).powi(2) / should).sum::<f64>();
        freedom += f64::from(u32::try_from(counts.len()).unwrap() - 1);
    }
    println!("configuration {config}: chi-square {square:.1} with {freedom} degrees of freedom");
    assert!((square - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(), "{square} {freedom}");
}

#[test]
fn must_hit_meters_hit_by_their_maximum() {
    for (config, seed) in [("1", 1), ("2", 2), ("3", 3)] {
        run(config, 300, seed);
    }
}

#[test]
#[ignore = "a hundred thousand cycles of each configuration: the battery runs them"]
fn must_hit_meters_hit_by_their_maximum_a_hundred_thousand_times() {
    for (config, seed) in [("1", 11), ("2", 12), ("3", 13)] {
        run(config, 100_000, seed);
    }
}
