//! Must Hit: the configurations of MB 13(j) Table 1, cycle after cycle. Reading G4.

use std::collections::BTreeMap;

use banco_dice::Dice;
use banco_engine::link::{
    Command, Event, Fine, GameEvent, HitId, JackpotEvent, Link, OpenedTrigger, Refusal, Sensor, Setup,
    TableId, TriggerSecret, What, Word, decide, evolve, hear, view,
};
use banco_engine::table::{Actor, Person, Role};
use banco_engine::{Name, Shelf};
use banco_money::Amount;

use crate::commands::winner;
use crate::setups::{dollars, royal_nine, shelve};

const TABLE: TableId = TableId(1);
const DEALER: Actor = Actor::new(Role::Dealer, Person(1));
const FLOOR: Actor = Actor::new(Role::Floor, Person(2));
const EXECUTIVE: Actor = Actor::new(Role::Executive, Person(4));

/// A link with a Must Hit meter alone, of a configuration of the table. Wagers of any amount, so that meters fill
/// in fewer rounds.
fn setup(config: &str) -> Setup {
    let rules = royal_nine(&[&format!("wager.royal-9.must_hit = \"{config}\"")]);
    let mut setup = (*rules.links[0]).clone();
    setup.meters.retain(|meter| meter.must_hit);
    setup.wagers[0].units.clear();
    setup
}

struct House {
    shelf: Shelf,
    link: Link,
    dice: Dice,
    meter: Name,
    /// The fraction of the secret that is sealed behind the one that is played for.
    next: u64,
    /// While it is secret: the trigger, in figures and as money, and what decides it.
    secret: Vec<String>,
}

impl House {
    fn new(setup: &Setup, seed: u64) -> Self {
        let mut shelf = Shelf::default();
        let rules = shelve(&mut shelf, std::slice::from_ref(setup));
        let (link, meter) = (Link::named(setup.name), setup.meters[0].id);
        let mut house = Self { shelf, link, dice: Dice::new(seed), meter, next: 0, secret: Vec::new() };
        house.say(Word::Attach { by: Person(9), heard: 0, rules, table: TABLE });
        house.next = house.seal();
        house
    }

    fn give(&mut self, by: Actor, command: Command) -> Vec<Event> {
        let answer = decide(&self.link, &self.shelf, by, command.clone());
        self.happen(answer, &command)
    }

    fn say(&mut self, word: Word) -> Vec<Event> {
        let answer = hear(&self.link, &self.shelf, word.clone());
        self.happen(answer, &word)
    }

    fn happen(&mut self, answer: Result<Vec<Event>, Refusal>, what: &dyn std::fmt::Debug) -> Vec<Event> {
        self.keep_secret(&answer);
        let events = answer.unwrap_or_else(|refusal| panic!("{what:?}: {refusal}"));
        events.iter().for_each(|event| evolve(&mut self.link, event, &self.shelf));
        events
    }

    /// The table hears whatever the link says, at once.
    fn heard(&self) -> u32 {
        self.link.station(TABLE).map_or(0, |station| station.said)
    }

    /// Seals a secret and says what its fraction is.
    fn seal(&mut self) -> u64 {
        let nonce = [u8::try_from(self.dice.below(256)).unwrap(); 32];
        let secret = TriggerSecret { fraction: self.dice.next_word(), nonce };
        self.say(Word::SealTrigger { meter: self.meter, sealed: secret.sealed() });
        secret.fraction
    }

    /// The trigger stands in nothing that anybody can print.
    fn keep_secret(&self, answer: &Result<Vec<Event>, Refusal>) {
        if self.secret.is_empty() {
            return;
        }
        let mut text = format!("{:?} {:?} {answer:?}", self.link, view(&self.link));
        match answer {
            Ok(events) => events.iter().for_each(|event| {
                text.push_str(&event.story(self.link.setup()));
                text.push_str(&serde_json::to_string(event).unwrap());
            }),
            Err(refusal) => text.push_str(&format!("{refusal} {:?}", refusal.hint())),
        }
        for figure in &self.secret {
            assert!(!text.contains(figure), "{figure} is told: {text}");
        }
    }

    fn refused(&self, by: Actor, command: Command, code: &str) {
        let answer = decide(&self.link, &self.shelf, by, command);
        self.keep_secret(&answer);
        assert_eq!(answer.unwrap_err().code(), code);
    }

    fn not_heard(&self, word: Word, code: &str) {
        let answer = hear(&self.link, &self.shelf, word);
        self.keep_secret(&answer);
        assert_eq!(answer.unwrap_err().code(), code);
    }
}

/// What the cycles of a configuration have shown.
#[derive(Default)]
struct Seen {
    triggers: Vec<i128>,
    /// By how many took part: how often each was drawn, the lowest seat first.
    drawn: BTreeMap<usize, Vec<u32>>,
}

/// From one reset to the next: rounds are played, one of them reaches the trigger and wins at its END ROUND.
fn cycle(house: &mut House, watched: bool, seen: &mut Seen) {
    let growth = house.link.setup().meters[0].growth;
    let (reset, max) = (Fine::from(growth.seed), Fine::from(growth.cap.unwrap()));
    let from = house.link.shown(house.meter).unwrap();
    // What the documentation says of a trigger, in other words.
    let fraction = house.next;
    let room = u128::try_from(max.units() - from.units()).unwrap();
    let up = i128::try_from(u128::from(fraction) * room / (1 << 64)).unwrap();
    let trigger = Fine::from_units((from.units() + 1 + up).min(max.units()));
    // A trigger of whole cents can stand on the meter by chance.
    if watched && trigger.floor() != trigger {
        let figures = [trigger.units().to_string(), trigger.text(growth.seed.currency())];
        house.secret =
            figures.into_iter().chain([fraction.to_string(), format!("{fraction:016x}")]).collect();
    }
    house.next = house.seal();
    let wrong = TriggerSecret { fraction: 1, nonce: [1; 32] }.sealed();
    house.not_heard(Word::SealTrigger { meter: house.meter, sealed: wrong }, "trigger_sealed");
    let sensors = play_until(house, trigger, max);
    let opened = award(house, &sensors, seen);
    assert_eq!((opened.trigger, opened.from, opened.fraction), (trigger, from, fraction));
    seen.triggers.push(trigger.units() - reset.units());
}

/// Rounds, until one lifts the meter to the trigger: nobody is told before the dealer ends it.
fn play_until(house: &mut House, trigger: Fine, max: Fine) -> Vec<Sensor> {
    let growth = house.link.setup().meters[0].growth;
    loop {
        let before = house.link.shown(house.meter).unwrap();
        let sensors = sensors(&mut house.dice, house.link.setup());
        let start =
            Word::StartGame { heard: house.heard(), round: 1, sensors: sensors.clone(), table: TABLE };
        let events = house.say(start);
        assert!(
            matches!(events[..], [Event { what: What::Game(GameEvent::Started { .. }), .. }]),
            "{events:?}"
        );
        let fed: Fine = sensors.iter().map(|sensor| growth.feed(sensor.stake).pot).sum();
        let after = (before + fed).min(max);
        assert_eq!(house.link.shown(house.meter), Some(after));
        assert_eq!(house.link.pending().count(), 0);
        let end = Word::EndGame { heard: house.heard(), table: TABLE };
        if after >= trigger {
            house.not_heard(end, "end_round_needed");
            return sensors;
        }
        // A round in which nothing is due needs no END ROUND.
        if house.dice.once_in(2) {
            let events = house.give(DEALER, Command::EndRound { table: TABLE });
            assert!(matches!(&events[..], [one] if one.story(house.link.setup()).contains("no winner")));
        }
        house.say(end);
    }
}

fn sensors(dice: &mut Dice, setup: &Setup) -> Vec<Sensor> {
    let many = 1 + dice.below(12);
    let from = dice.below(12);
    let seat = |at: u64| u8::try_from(1 + (from + at) % 12).unwrap();
    let stake = dollars(i64::try_from(1 + dice.below(100)).unwrap() * 100);
    let wager = setup.wagers[0].id;
    let sensor = |seat: u8| Sensor { wager, by: winner(seat, 100 + u32::from(seat), 0), stake };
    (0..many).map(seat).map(sensor).collect()
}

/// END ROUND makes the jackpot for what the meter shows, the generator draws, and two more people confirm.
fn award(house: &mut House, sensors: &[Sensor], seen: &mut Seen) -> OpenedTrigger {
    let shown = house.link.shown(house.meter).unwrap();
    house.secret.clear();
    let events = house.give(DEALER, Command::EndRound { table: TABLE });
    let made = events.iter().find_map(|event| match &event.what {
        What::Jackpot(JackpotEvent::Made { hit, amount, opened, .. }) => {
            Some((*hit, *amount, opened.unwrap()))
        }
        _ => None,
    });
    let (hit, amount, opened) = made.unwrap();
    assert_eq!(amount, shown.floor());
    assert!(opened.is_true() && amount <= Fine::from(opened.max), "{opened:?}");
    house.not_heard(Word::EndGame { heard: house.heard(), table: TABLE }, "draw_needed");
    let of = sensors.len();
    house.not_heard(Word::DrawWinner { draw: u32::try_from(of).unwrap(), hit }, "draw_out_of_range");
    let draw = u32::try_from(house.dice.below(of as u64)).unwrap();
    let events = house.say(Word::DrawWinner { draw, hit });
    let [Event { what: What::Jackpot(JackpotEvent::WinnerDrawn { winner, .. }), .. }] = events[..] else {
        panic!("{events:?}")
    };
    let mut seats: Vec<u8> = sensors.iter().map(|sensor| sensor.by.seat.number).collect();
    seats.sort_unstable();
    let place = seats.iter().position(|seat| *seat == winner.seat.number).unwrap();
    seen.drawn.entry(of).or_insert_with(|| vec![0; of])[place] += 1;
    let amount = amount.whole(house.link.setup().currency).unwrap();
    pay(house, hit, amount);
    assert_eq!(view(&house.link).pages.last().unwrap().trigger, Some(opened));
    opened
}

fn pay(house: &mut House, hit: HitId, amount: Amount) {
    house.refused(EXECUTIVE, Command::PayJackpot { hit, amount }, "wrong_moment");
    house.give(FLOOR, Command::Verify { hit, hands: None });
    house.give(EXECUTIVE, Command::PayJackpot { hit, amount });
    house.say(Word::EndGame { heard: house.heard(), table: TABLE });
}

fn run(config: &str, cycles: u32, seed: u64) {
    let setup = setup(config);
    let mut house = House::new(&setup, seed);
    let mut seen = Seen::default();
    for number in 0..cycles {
        cycle(&mut house, number < 100, &mut seen);
    }
    let growth = setup.meters[0].growth;
    let width = Fine::from(growth.cap.unwrap()).units() - Fine::from(growth.seed).units();
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
