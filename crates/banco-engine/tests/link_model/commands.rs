//! Commands that a seed chooses: mostly those that lead on, now and then any other.

use std::sync::Arc;

use banco_cards::{Hand, parse_cards};
use banco_engine::link::{
    Claim, Command, Feed, HitId, Sensor, Setup, TableId, TriggerSecret, Wanted, Winner, Word,
};
use banco_engine::table::{Actor, BetKey, Person, Role, Seat};
use banco_engine::{Name, RequestId, RulesId, Shelf};
use banco_money::{Amount, Currency, Percent};
use banco_rulebook::model::link::{LockMode, Overflow};

use crate::model::{Model, Order, Stage};
use crate::setups::{NAMES, dollars, growth, on_frame, shelve};
use banco_dice::Dice;

/// The cards of a jackpot; two deals, so that a supervisor can see the wrong ones.
pub fn hands(deal: u64) -> [Hand; 2] {
    let texts = if deal == 0 { ["Ks 9h", "Ks 9h"] } else { ["Kd 9c", "2h 7c"] };
    texts.map(|text| Hand::new(&parse_cards(text).unwrap()).unwrap())
}

/// A wager at a seat.
pub fn winner(seat: u8, owner: u32, spot: usize) -> Winner {
    let key = BetKey { owner: Person(owner), wager: Name::new(&format!("wager-{spot}")), for_dealer: false };
    Winner { key, seat: Seat { at: seat, number: seat } }
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
    let all = [Role::Participant, Role::Dealer, Role::Floor, Role::Executive, Role::Surveillance];
    let role = if dice.once_in(30) { dice.pick(&all) } else { dice.pick(roles) };
    Actor::new(role, person(dice))
}

/// Somebody gives a command.
fn by(dice: &mut Dice, roles: &[Role], command: Command) -> Order {
    Order::Command(actor(dice, roles), command)
}

/// An order to a link that stands like this. `beside` is the other link; new terms go onto the shelf.
pub fn choose(dice: &mut Dice, shelf: &mut Shelf, model: &Model, beside: &Model) -> Order {
    if !model.open {
        return match dice.below(20) {
            0 => reading(dice, model),
            1..9 => Order::Word(attach(dice, shelf, model, TableId(1))),
            9 => Order::Word(Word::EndGame { heard: 0, table: TableId(1) }),
            // The first terms of a link are those of a submission; only later ones are changed at random.
            10 if model.set_up => {
                let rules = shelve(shelf, &[changed(dice, &model.setup)]);
                by(dice, &[Role::Floor], Command::Open { rules })
            }
            _ => by(dice, &[Role::Floor], Command::Open { rules: model.rules }),
        };
    }
    if dice.once_in(200) {
        return by(dice, &STAFF, Command::Open { rules: model.rules });
    }
    let hidden = model.setup.meters.iter().filter(|rule| rule.must_hit);
    let unsealed =
        hidden.into_iter().any(|rule| model.secrets.get(&rule.id).is_none_or(|one| one.current.is_none()));
    if dice.once_in(if unsealed { 4 } else { 20 }) {
        return seal(dice, shelf, model);
    }
    match dice.below(100) {
        0..25 => jackpot(dice, shelf, model),
        25..50 => decide_next(dice, shelf, model),
        50..80 => node(dice, shelf, model),
        80..93 => office(dice, model),
        _ => end_of_life(dice, shelf, model, beside),
    }
}

/// The same for a link that is to end: its jackpots are decided, its rounds end, its tables leave.
pub fn wind_up(dice: &mut Dice, shelf: &mut Shelf, model: &Model, beside: &Model) -> Order {
    if let Some(table) = model.rounds.keys().find(|table| !model.due(**table).is_empty()) {
        return by(dice, &[Role::Dealer], Command::EndRound { table: *table });
    }
    let playing = model.rounds.keys().find(|table| model.own(**table).iter().all(|hit| !hit.pending()));
    if let Some(table) = playing {
        return Order::Word(Word::EndGame { heard: 0, table: *table });
    }
    if model.pending().next().is_some() {
        return match dice.below(4) {
            0 => jackpot(dice, shelf, model),
            1 => answer(dice, model),
            _ => decide_next(dice, shelf, model),
        };
    }
    match model.tables.keys().next() {
        Some(table) if !dice.once_in(8) => Order::Word(Word::Detach { table: *table }),
        _ if model.open && dice.once_in(4) => office(dice, model),
        _ if model.open && dice.once_in(2) => answer(dice, model),
        _ if model.open => end_of_life(dice, shelf, model, beside),
        _ => choose(dice, shelf, model, beside),
    }
}

/// What people and the generator do about the jackpots of a link; what the nodes do is left to real tables.
pub fn about_jackpots(dice: &mut Dice, shelf: &mut Shelf, model: &Model) -> Order {
    let hidden = model.setup.meters.iter().filter(|rule| rule.must_hit);
    let wants = hidden.into_iter().any(|rule| {
        model.secrets.get(&rule.id).is_none_or(|one| one.current.is_none() || one.next.is_none())
    });
    if wants && !dice.once_in(4) {
        return seal(dice, shelf, model);
    }
    if let Some(table) = model.rounds.keys().find(|table| !model.due(**table).is_empty() && dice.once_in(2)) {
        return by(dice, &[Role::Dealer], Command::EndRound { table: *table });
    }
    match (model.pending().next(), dice.below(10)) {
        (None, 0..7) | (_, 0) => office(dice, model),
        (None, _) => answer(dice, model),
        (_, 1) => {
            let table = table(dice);
            let contact = model.tables.get(&table).is_some_and(|hears| !hears);
            Order::Word(Word::Contact { table, contact })
        }
        (_, 2..6) if model.pending().any(|hit| hit.stage == Stage::Reached) => jackpot(dice, shelf, model),
        _ => decide_next(dice, shelf, model),
    }
}

/// What the dealer and the generator do about jackpots.
fn jackpot(dice: &mut Dice, shelf: &mut Shelf, model: &Model) -> Order {
    let due = model.rounds.keys().find(|table| !model.due(**table).is_empty() || dice.once_in(10)).copied();
    if let Some(table) = due.filter(|_| dice.once_in(2)) {
        return by(dice, &[Role::Dealer], Command::EndRound { table });
    }
    let open = model.pending().filter(|hit| hit.stage == Stage::Reached || dice.once_in(30)).cloned();
    let open = open.collect::<Vec<_>>();
    let Some(hit) = (!open.is_empty()).then(|| dice.pick(&open)) else { return node(dice, shelf, model) };
    let table = if dice.once_in(20) { table(dice) } else { hit.table };
    let Some((line, _)) = hit.cards else {
        let many = model.taking_part(hit.table, hit.meter).len() as u64;
        let beyond = u64::from(dice.once_in(8));
        let draw = u32::try_from(dice.below(many + beyond)).unwrap();
        return Order::Word(Word::DrawWinner { draw, hit: number(dice, hit.id) });
    };
    let selected = model.rounds.get(&hit.table).is_some_and(|round| !round.selected.is_empty());
    if dice.once_in(2) && (selected || !model.selects(&hit)) {
        return by(dice, &[Role::Dealer], Command::HitJackpot { table });
    }
    let seat = if dice.once_in(8) { 3 } else { dice.pick(&hit.winners).seat.number };
    let line = if dice.once_in(20) { "no such line".to_owned() } else { line.to_string() };
    by(dice, &[Role::Dealer], Command::Select { table, seat, line })
}

fn number(dice: &mut Dice, id: u32) -> HitId {
    if dice.once_in(50) { HitId(id + 1_000) } else { HitId(id) }
}

/// What supervisors and executives do about jackpots.
fn decide_next(dice: &mut Dice, shelf: &mut Shelf, model: &Model) -> Order {
    let deciders = [Role::Floor, Role::Executive, Role::Executive];
    let all =
        model.jackpots.iter().filter(|hit| hit.pending() || dice.once_in(20)).cloned().collect::<Vec<_>>();
    let Some(hit) = (!all.is_empty()).then(|| dice.pick(&all)) else { return node(dice, shelf, model) };
    let id = number(dice, hit.id);
    if dice.once_in(7) {
        let reason = if dice.once_in(8) { "  " } else { "the sensor was not lit" };
        return by(dice, &deciders, Command::Ask(Wanted::Reject { hit: id, reason: reason.into() }));
    }
    if hit.stage == Stage::Verified || dice.once_in(12) {
        let off = i64::from(dice.once_in(10));
        let amount = dollars(model.worth(&hit) + off);
        return by(dice, &deciders, Command::PayJackpot { hit: id, amount });
    }
    let right = hit.cards.map_or(hands(0), |(_, cards)| cards);
    let seen = if dice.once_in(8) { hands(1) } else { right };
    let hands = (!dice.once_in(20)).then_some(seen);
    by(dice, &deciders, Command::Verify { hit: id, hands })
}

/// What comes from the node at a table.
fn node(dice: &mut Dice, shelf: &mut Shelf, model: &Model) -> Order {
    let table = table(dice);
    Order::Word(match (model.tables.get(&table), model.rounds.contains_key(&table)) {
        (None, false) if !dice.once_in(10) => attach(dice, shelf, model, table),
        (Some(false), _) if dice.once_in(3) => Word::Contact { table, contact: true },
        (_, false) if dice.once_in(20) => Word::Detach { table },
        (_, false) if dice.once_in(40) => attach(dice, shelf, model, table),
        (_, false) if dice.once_in(15) => Word::Contact { table, contact: false },
        (_, false) if dice.once_in(25) => Word::Heard { table, upto: heard(dice, model, table) },
        (_, false) => start(dice, model, table),
        (_, true) => match dice.below(20) {
            0..4 => reach(dice, model, table),
            4..7 => {
                let wager = if dice.once_in(40) { "tie".into() } else { dice.pick(&model.setup.wagers).id };
                let amount = dollars(i64::try_from(1 + dice.below(4_000)).unwrap());
                Word::PayFixed { table, wager, amount }
            }
            7 => {
                let by = (!dice.once_in(5)).then(|| actor(dice, &[Role::Floor, Role::Executive]));
                Word::VoidGame { by, table }
            }
            8 => start(dice, model, table),
            9 => Word::Detach { table },
            _ => Word::EndGame { heard: heard(dice, model, table), table },
        },
    })
}

/// A table has heard some of what it was told.
fn heard(dice: &mut Dice, model: &Model, table: TableId) -> u32 {
    let (said, _) = model.said.get(&table).copied().unwrap_or_default();
    said.saturating_sub(u32::try_from(dice.below(3)).unwrap())
}

fn attach(dice: &mut Dice, shelf: &mut Shelf, model: &Model, table: TableId) -> Word {
    let mut setup = (*model.setup).clone();
    let mut rules = model.rules;
    match dice.below(14) {
        0 => setup = on_frame(&setup, 6),
        1 => setup.executive_from = Some(dollars(7)),
        2 => setup.meters[0].growth.seed = dollars(7),
        3 => {
            setup.overflow = match setup.overflow {
                Overflow::Next => Overflow::Seed,
                Overflow::Seed => Overflow::Next,
            }
        }
        _ => {}
    }
    if setup != *model.setup {
        rules = shelve(shelf, &[setup]);
    }
    if dice.once_in(40) {
        rules = unknown(model);
    }
    Word::Attach { by: person(dice), heard: heard(dice, model, table), rules, table }
}

fn unknown(model: &Model) -> RulesId {
    RulesId { submission_hash: Name::new("nobody knows these"), ..model.rules }
}

fn start(dice: &mut Dice, model: &Model, table: TableId) -> Word {
    let mut sensors = Vec::new();
    for seat in 1..=7u8 {
        if !dice.once_in(2) {
            continue;
        }
        let place = dice.place(model.setup.wagers.len());
        let wager = &model.setup.wagers[place];
        let free = Amount::from_minor(i64::try_from(1 + dice.below(900)).unwrap(), Currency::Usd);
        let stake = if wager.units.is_empty() { free } else { dice.pick(&wager.units) };
        // Now and then somebody of the staff plays.
        let owner = if dice.once_in(60) { person(dice).0 } else { 100 + u32::from(seat) };
        sensors.push(Sensor { wager: wager.id, by: winner(seat, owner, place), stake });
    }
    match dice.below(60) {
        0 => sensors.extend(sensors.first().copied()),
        1 => sensors.iter_mut().for_each(|sensor| sensor.stake = dollars(-3)),
        2 => sensors.iter_mut().for_each(|sensor| sensor.stake = Amount::from_minor(500, Currency::Php)),
        3 => sensors.iter_mut().for_each(|sensor| sensor.wager = "tie".into()),
        4 => sensors.iter_mut().for_each(|sensor| sensor.stake = dollars(7_00)),
        5 => {
            sensors.extend(sensors.first().copied());
            sensors.iter_mut().take(1).for_each(|sensor| sensor.wager = "tie".into());
        }
        _ => {}
    }
    sensors.reverse();
    Word::StartGame { heard: heard(dice, model, table), round: model.games % 3, sensors, table }
}

/// Up to three lines at once: simultaneous jackpots.
fn reach(dice: &mut Dice, model: &Model, table: TableId) -> Word {
    let round = &model.rounds[&table];
    let mut claims = Vec::new();
    for _ in 0..=dice.below(3) {
        let rule = dice.pick(&model.setup.meters);
        let wager = model.setup.wagers.iter().find(|wager| wager.id == rule.wager).unwrap();
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
            meter: if dice.once_in(100) { "no such meter".into() } else { rule.id },
            share: Percent::from_hundredths(hundredths),
            line: dice.pick(&wager.lines),
            hands: hands(0),
            winners,
        });
    }
    Word::Reach { table, claims }
}

/// A secret where one is missing; most triggers lie low, so that they are reached.
fn seal(dice: &mut Dice, shelf: &mut Shelf, model: &Model) -> Order {
    let missing = |rule: &&banco_engine::link::MeterRule| rule.must_hit || dice.once_in(30);
    let all: Vec<Name> = model.setup.meters.iter().filter(missing).map(|rule| rule.id).collect();
    let Some(meter) = (!all.is_empty()).then(|| dice.pick(&all)) else { return node(dice, shelf, model) };
    let fraction = match dice.below(6) {
        0 => 0,
        1 => u64::MAX,
        2 => dice.next_word(),
        _ => dice.next_word() >> 3,
    };
    let secret = TriggerSecret { fraction, nonce: [7; 32] };
    Order::Word(Word::SealTrigger { meter, sealed: secret.sealed() })
}

fn reason(dice: &mut Dice) -> Arc<str> {
    if dice.once_in(15) { "".into() } else { "as the book of the pit says".into() }
}

fn reading(dice: &mut Dice, model: &Model) -> Order {
    let last = model.last_day.unwrap_or(0);
    let day = if dice.once_in(5) { last } else { last + 1 + u32::try_from(dice.below(3)).unwrap() };
    by(dice, &[Role::Floor, Role::Surveillance], Command::TakeReading { day })
}

/// Corrections are asked for, readings taken, requests answered.
fn office(dice: &mut Dice, model: &Model) -> Order {
    match dice.below(10) {
        0..2 => return reading(dice, model),
        2..6 if !model.requests.is_empty() || dice.once_in(9) => return answer(dice, model),
        _ => {}
    }
    let meter = dice.pick(&model.setup.meters).id;
    let minor = i64::try_from(dice.below(4_000)).unwrap() - 2_500;
    let currency = if dice.once_in(30) { Currency::Php } else { Currency::Usd };
    let wanted = Wanted::Adjust {
        amount: Amount::from_minor(if dice.once_in(30) { 0 } else { minor }, currency),
        meter: if dice.once_in(30) { "no such meter".into() } else { meter },
        reason: reason(dice),
        reserve: dice.once_in(3),
    };
    by(dice, &STAFF, Command::Ask(wanted))
}

/// Somebody, whoever it is, answers what was asked for.
fn answer(dice: &mut Dice, model: &Model) -> Order {
    let open: Vec<u32> = model.requests.keys().copied().collect();
    let Some(request) = (!open.is_empty()).then(|| dice.pick(&open)) else {
        return reading(dice, model);
    };
    let request = RequestId(if dice.once_in(30) { request + 50 } else { request });
    if dice.once_in(8) {
        let reason = if dice.once_in(4) { String::new() } else { "not today".to_owned() };
        return by(dice, &STAFF, Command::TurnDown { reason, request });
    }
    by(dice, &STAFF, Command::Approve { request })
}

/// What ends a link or changes it: first the tables leave it.
fn end_of_life(dice: &mut Dice, shelf: &mut Shelf, model: &Model, beside: &Model) -> Order {
    let reason = reason(dice);
    let wanted = match dice.below(8) {
        0..3 => {
            let meter =
                if dice.once_in(30) { "no such meter".into() } else { dice.pick(&model.setup.meters).id };
            let to = if dice.once_in(10) { model.name } else { beside.name };
            let to = if dice.once_in(20) { "nowhere".into() } else { to };
            Wanted::TransferOut { meter, reason, to }
        }
        3..7 => {
            let mut rules = shelve(shelf, &[changed(dice, &model.setup)]);
            if dice.once_in(20) {
                rules = unknown(model);
            }
            Wanted::Change { reason, rules }
        }
        _ => Wanted::Close { reason },
    };
    by(dice, &STAFF, Command::Ask(wanted))
}

fn changed(dice: &mut Dice, setup: &Setup) -> Setup {
    let mut setup = setup.clone();
    setup.lock = dice.pick(&[LockMode::All, LockMode::Value]);
    let place = dice.place(setup.meters.len());
    let overflow = setup.overflow;
    let rule = &mut setup.meters[place];
    match dice.below(5) {
        0 if !rule.must_hit => rule.growth = growth(dice, overflow),
        1 if rule.must_hit => rule.growth.cap = rule.growth.cap.map(|cap| dollars(cap.minor() + 3)),
        2 if rule.must_hit => rule.growth.cap = rule.growth.cap.map(|cap| dollars(cap.minor() - 30)),
        3 if setup.meters.len() > 1 => drop(setup.meters.pop()),
        4 => setup = on_frame(&setup, 6),
        _ => {}
    }
    setup
}

/// What moves from one link to the other.
pub fn transfer_in(meter: Name, feed: Feed, from: usize) -> Order {
    Order::Word(Word::TransferIn { feed, from: NAMES[from].into(), meter })
}
