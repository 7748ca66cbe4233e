//! Commands that a seed chooses: mostly those that lead on, now and then any other.

use std::sync::Arc;

use banco_cards::{Hand, parse_cards};
use banco_dice::Dice;
use banco_engine::link::{Claim, Command, Fine, HitId, Sealed, Sensor, Setup, TableId, Winner};
use banco_engine::table::{Actor, BetKey, Person, Role, Seat, SpotId};
use banco_money::{Amount, Currency, Percent};
use banco_rulebook::model::link::LockMode;

use crate::books::{CENT, grains};
use crate::model::{Model, Stage};
use crate::setups::{dollars, growth, on_frame};

/// The cards of a jackpot; two deals, so that a supervisor can see the wrong ones.
pub fn hands(deal: u64) -> [Hand; 2] {
    let texts = if deal == 0 { ["Ks 9h", "Ks 9h"] } else { ["Kd 9c", "2h 7c"] };
    texts.map(|text| Hand::new(&parse_cards(text).unwrap()).unwrap())
}

const STAFF: [Role; 2] = [Role::Floor, Role::Executive];

fn person(dice: &mut Dice) -> Person {
    Person(u32::try_from(1 + dice.below(6)).unwrap())
}

fn table(dice: &mut Dice) -> TableId {
    TableId(u32::try_from(1 + dice.below(4)).unwrap())
}

/// Who may give a command; once in a while somebody else.
fn actor(dice: &mut Dice, roles: &[Role]) -> Actor {
    let all = [
        Role::Participant,
        Role::Dealer,
        Role::Floor,
        Role::Executive,
        Role::Surveillance,
        Role::Shoe,
        Role::Link,
    ];
    let role = if dice.once_in(30) { dice.pick(&all) } else { dice.pick(roles) };
    let person = person(dice);
    Actor::new(role, person)
}

/// A command to a link that stands like this. `beside` is the other link.
pub fn choose(dice: &mut Dice, model: &Model, beside: &Model) -> (Actor, Command) {
    if !model.open {
        let command = if dice.once_in(20) { Command::TakeReading { day: 1 } } else { Command::Open };
        return (actor(dice, &[Role::Link, Role::Floor]), command);
    }
    if dice.once_in(200) {
        return (actor(dice, &[Role::Link]), Command::Open);
    }
    let mut hidden = model.setup.meters.iter().zip(&model.triggers);
    let unsealed = hidden.any(|(rule, trigger)| rule.must_hit && trigger.is_none());
    if dice.once_in(if unsealed { 4 } else { 60 }) {
        return seal(dice, model);
    }
    match dice.below(100) {
        0..25 => jackpot(dice, model),
        25..55 => decide_next(dice, model),
        55..88 => node(dice, model),
        88..96 => office(dice, model),
        _ => end_of_life(dice, model, beside),
    }
}

/// The same for a link that is to end: its jackpots are decided, its rounds end, its tables leave.
pub fn wind_up(dice: &mut Dice, model: &Model, beside: &Model) -> (Actor, Command) {
    let node = Actor::new(Role::Link, Person(99));
    let playing = model.rounds.keys().find(|table| model.own(**table).iter().all(|hit| !hit.pending()));
    if let Some(table) = playing {
        return (node, Command::EndGame { table: *table });
    }
    if model.pending().next().is_some() {
        return if dice.once_in(3) { jackpot(dice, model) } else { decide_next(dice, model) };
    }
    match model.tables.keys().next() {
        Some(table) if !dice.once_in(8) => (node, Command::Detach { table: *table }),
        _ if model.open && dice.once_in(3) => office(dice, model),
        _ if model.open => end_of_life(dice, model, beside),
        _ => choose(dice, model, beside),
    }
}

/// What people do about the jackpots and triggers of a link; what the nodes do is left to real tables.
pub fn about_jackpots(dice: &mut Dice, model: &Model) -> (Actor, Command) {
    let mut hidden = model.setup.meters.iter().zip(&model.triggers);
    if hidden.any(|(rule, trigger)| rule.must_hit && trigger.is_none()) {
        return seal(dice, model);
    }
    match (model.pending().next(), dice.below(10)) {
        (None, _) | (_, 0) => office(dice, model),
        (_, 1) => {
            let table = table(dice);
            let contact = model.tables.get(&table).is_some_and(|hears| !hears);
            (actor(dice, &[Role::Link]), Command::Contact { table, contact })
        }
        (_, 2..6) if model.pending().any(|hit| hit.stage == Stage::Reached) => jackpot(dice, model),
        _ => decide_next(dice, model),
    }
}

/// What the dealer does about jackpots.
fn jackpot(dice: &mut Dice, model: &Model) -> (Actor, Command) {
    let by = actor(dice, &[Role::Dealer]);
    let open = model.pending().filter(|hit| hit.stage == Stage::Reached).cloned().collect::<Vec<_>>();
    let Some(hit) = (!open.is_empty()).then(|| dice.pick(&open)) else { return node(dice, model) };
    let table = if dice.once_in(20) { table(dice) } else { hit.table };
    let Some((line, _)) = hit.cards else {
        let many = model.taking_part(hit.table, hit.meter).len() as u64;
        let beyond = u64::from(dice.once_in(8));
        let draw = u32::try_from(dice.below(many + beyond)).unwrap();
        return (by, Command::EndRound { table, draw });
    };
    let selected = !model.rounds[&hit.table].selected.is_empty();
    if dice.once_in(2) && (selected || !model.setup.wagers[model.wager_of(hit.meter)].selects) {
        return (by, Command::HitJackpot { table });
    }
    let seat = if dice.once_in(8) { 3 } else { dice.pick(&hit.winners).seat.number };
    let line = if dice.once_in(20) { "no such line".to_owned() } else { line.to_string() };
    (by, Command::Select { table, seat, line })
}

/// What supervisors and executives do about jackpots.
fn decide_next(dice: &mut Dice, model: &Model) -> (Actor, Command) {
    let by = actor(dice, &[Role::Floor, Role::Executive, Role::Executive]);
    let all =
        model.jackpots.iter().filter(|hit| hit.pending() || dice.once_in(20)).cloned().collect::<Vec<_>>();
    let Some(hit) = (!all.is_empty()).then(|| dice.pick(&all)) else { return node(dice, model) };
    let id = if dice.once_in(50) { HitId(hit.id + 1_000) } else { HitId(hit.id) };
    if dice.once_in(9) {
        let reason = if dice.once_in(8) { "  " } else { "the sensor was not lit" };
        return (by, Command::Reject { hit: id, reason: reason.to_owned() });
    }
    if hit.stage == Stage::Verified || dice.once_in(12) {
        let off = i64::from(dice.once_in(10));
        return (by, Command::PayJackpot { hit: id, amount: dollars(model.worth(&hit) + off) });
    }
    let right = hit.cards.map_or(hands(0), |(_, cards)| cards);
    let seen = if dice.once_in(8) { hands(1) } else { right };
    (by, Command::Verify { hit: id, hands: (!dice.once_in(20)).then_some(seen) })
}

/// What comes from the node at a table.
fn node(dice: &mut Dice, model: &Model) -> (Actor, Command) {
    let by = actor(dice, &[Role::Link]);
    let table = table(dice);
    let command = match (model.tables.get(&table), model.rounds.contains_key(&table)) {
        (None, false) if !dice.once_in(10) => attach(dice, model, table),
        (Some(false), _) if dice.once_in(3) => Command::Contact { table, contact: true },
        (_, false) if dice.once_in(20) => Command::Detach { table },
        (_, false) if dice.once_in(40) => attach(dice, model, table),
        (_, false) if dice.once_in(15) => Command::Contact { table, contact: false },
        (_, false) => start(dice, model, table),
        (_, true) => match dice.below(20) {
            0..4 => reach(dice, model, table),
            4..7 => {
                let wager = dice.pick(&model.setup.wagers).id;
                Command::PayFixed {
                    table,
                    wager,
                    amount: dollars(i64::try_from(1 + dice.below(4_000)).unwrap()),
                }
            }
            7 => Command::VoidGame { table },
            8 => start(dice, model, table),
            _ => Command::EndGame { table },
        },
    };
    (by, command)
}

fn attach(dice: &mut Dice, model: &Model, table: TableId) -> Command {
    let mut setup = (*model.setup).clone();
    match dice.below(12) {
        0 => setup = on_frame(&setup, 6),
        1 => setup.executive_from = Some(dollars(7)),
        2 => setup.meters[0].growth.seed = dollars(7),
        _ => {}
    }
    Command::Attach { table, setup: Arc::new(setup) }
}

fn start(dice: &mut Dice, model: &Model, table: TableId) -> Command {
    let mut sensors = Vec::new();
    for seat in 1..=7u8 {
        if !dice.once_in(2) {
            continue;
        }
        let place = dice.place(model.setup.wagers.len());
        let wager = &model.setup.wagers[place];
        let free = Amount::from_minor(i64::try_from(1 + dice.below(900)).unwrap(), Currency::Usd);
        let stake = if wager.units.is_empty() { free } else { dice.pick(&wager.units) };
        let spot = SpotId(u16::try_from(place).unwrap());
        let key = BetKey { owner: Person(100 + u32::from(seat)), spot, for_dealer: false };
        // Seats are numbered the other way round from where the layout begins.
        let by = Winner { key, seat: Seat { at: seat, number: seat } };
        sensors.push(Sensor { wager: Arc::clone(&wager.id), by, stake });
    }
    match dice.below(60) {
        0 => sensors.extend(sensors.first().cloned()),
        1 => sensors.iter_mut().for_each(|sensor| sensor.stake = dollars(-3)),
        2 => sensors.iter_mut().for_each(|sensor| sensor.stake = Amount::from_minor(500, Currency::Php)),
        3 => sensors.iter_mut().for_each(|sensor| sensor.wager = "tie".into()),
        4 => sensors.iter_mut().for_each(|sensor| sensor.stake = dollars(7_00)),
        _ => {}
    }
    sensors.reverse();
    Command::StartGame { table, round: model.games % 3, sensors }
}

/// Up to three lines at once: simultaneous jackpots.
fn reach(dice: &mut Dice, model: &Model, table: TableId) -> Command {
    let round = &model.rounds[&table];
    let mut claims = Vec::new();
    for _ in 0..=dice.below(3) {
        let place = dice.place(model.setup.meters.len());
        let rule = &model.setup.meters[place];
        let wager = &model.setup.wagers[rule.wager];
        let own = round.sensors.iter().filter(|sensor| sensor.wager == wager.id || dice.once_in(60));
        let mut winners: Vec<Winner> = own.map(|sensor| sensor.by).collect();
        winners.retain(|_| dice.once_in(2));
        let skip = rule.must_hit || winners.is_empty();
        if skip && !dice.once_in(60) {
            continue;
        }
        match dice.below(100) {
            0 => winners.extend(winners.first().copied()),
            1 => winners.iter_mut().for_each(|winner| winner.seat.number = 9),
            _ => {}
        }
        let hundredths = dice.pick(&[10_000, 10_000, 5_000, 333, 1_000]);
        claims.push(Claim {
            meter: if dice.once_in(100) { "no such meter".into() } else { Arc::clone(&rule.id) },
            share: Percent::from_hundredths(hundredths),
            line: dice.pick(&wager.lines),
            hands: hands(0),
            winners,
        });
    }
    Command::Reach { table, claims }
}

/// A trigger where one is missing, somewhere in the range or just beside it.
fn seal(dice: &mut Dice, model: &Model) -> (Actor, Command) {
    let by = actor(dice, &[Role::Shoe]);
    let missing =
        |at: &usize| model.setup.meters[*at].must_hit && (model.triggers[*at].is_none() || dice.once_in(10));
    let all: Vec<usize> = (0..model.books.len()).filter(missing).collect();
    let Some(meter) = (!all.is_empty()).then(|| dice.pick(&all)) else { return node(dice, model) };
    let rule = &model.setup.meters[meter];
    let units = |amount: Amount| grains(amount) * 10_000 / CENT;
    let (reset, max) = (units(rule.growth.seed), rule.growth.cap.map_or(0, units));
    let trigger = match dice.below(20) {
        0 => reset,
        1 => max + 1,
        2 => max,
        _ => reset + 1 + i128::from(dice.below(u64::try_from(max - reset).unwrap())),
    };
    let sealed = Sealed::new(Fine::from_units(trigger), [7; 32]);
    (by, Command::SealTrigger { meter: rule.id.to_string(), sealed })
}

fn reason(dice: &mut Dice) -> String {
    if dice.once_in(15) { String::new() } else { "as the book of the pit says".to_owned() }
}

/// Corrections and readings.
fn office(dice: &mut Dice, model: &Model) -> (Actor, Command) {
    if dice.once_in(3) {
        let day = u32::try_from(dice.below(30)).unwrap();
        return (actor(dice, &[Role::Floor, Role::Surveillance]), Command::TakeReading { day });
    }
    let meter = dice.pick(&model.setup.meters).id.to_string();
    let minor = i64::try_from(dice.below(4_000)).unwrap() - 2_500;
    let currency = if dice.once_in(30) { Currency::Php } else { Currency::Usd };
    let command = Command::Adjust {
        meter: if dice.once_in(30) { "no such meter".to_owned() } else { meter },
        reserve: dice.once_in(3),
        amount: Amount::from_minor(minor, currency),
        reason: reason(dice),
        second: person(dice),
    };
    (actor(dice, &STAFF), command)
}

/// What ends a link or changes it: first the tables leave it.
fn end_of_life(dice: &mut Dice, model: &Model, beside: &Model) -> (Actor, Command) {
    let (reason, second) = (reason(dice), person(dice));
    let command = match dice.below(8) {
        0..3 => {
            let meter = dice.pick(&model.setup.meters).id.to_string();
            let to = if dice.once_in(6) {
                Arc::new(on_frame(&beside.setup, 6))
            } else {
                Arc::clone(&beside.setup)
            };
            if !beside.open && *to == *beside.setup {
                return node(dice, model);
            }
            Command::TransferOut { meter, to, reason, second }
        }
        3..7 => Command::Change { setup: Arc::new(changed(dice, &model.setup)), reason, second },
        _ => Command::Close { reason, second },
    };
    (actor(dice, &STAFF), command)
}

fn changed(dice: &mut Dice, setup: &Setup) -> Setup {
    let mut setup = setup.clone();
    setup.lock = dice.pick(&[LockMode::All, LockMode::Value]);
    let place = dice.place(setup.meters.len());
    let rule = &mut setup.meters[place];
    match dice.below(4) {
        0 if !rule.must_hit => rule.growth = growth(dice),
        1 if rule.must_hit => rule.growth.cap = rule.growth.cap.map(|cap| dollars(cap.minor() + 3)),
        2 => setup.name = "another".into(),
        _ => {}
    }
    setup
}
