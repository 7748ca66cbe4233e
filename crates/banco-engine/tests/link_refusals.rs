//! Every no of a progressive link is met: by a case of the rulebooks, or here, where only the node of a table could
//! ask for what it refuses.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod support;

use std::sync::Arc;

use banco_cards::Hand;
use banco_engine::link::{
    Claim, Command, Fine, HitId, Link, Reason, Refusal, Sealed, Sensor, TableId, Winner,
};
use banco_engine::link::{decide, evolve};
use banco_engine::table::{Actor, BetKey, Person, Role, Rules, Seat, SpotId};
use banco_money::{Amount, Currency, Percent};
use support::library;
use support::refusals::{check, met_by_cases};

const TABLE: TableId = TableId(1);
const NODE: Actor = Actor::new(Role::Link, Person(900));
const FLOOR: Actor = Actor::new(Role::Floor, Person(901));
const DEALER: Actor = Actor::new(Role::Dealer, Person(902));
const EXECUTIVE: Actor = Actor::new(Role::Executive, Person(903));

fn dollars(dollars: i64) -> Amount {
    Amount::from_minor(dollars * 100, Currency::Usd)
}

/// Royal 9 with its Must Hit meter, as the example submission of Massachusetts Baccarat sets it up.
fn royal_9() -> Link {
    let source = library().submission("ma-baccarat", "royal-9").unwrap().source.clone();
    let rules = Rules::new(library().check(source).terms.unwrap()).unwrap();
    Link::new(Arc::clone(&rules.links[0]))
}

fn order(link: &mut Link, by: Actor, command: Command) -> Result<(), Refusal> {
    for event in decide(link, by, command)? {
        evolve(link, &event);
    }
    Ok(())
}

/// In operation, with its trigger, and one table on it.
fn running() -> Link {
    let mut link = royal_9();
    let setup = Arc::clone(link.setup());
    order(&mut link, NODE, Command::Open).unwrap();
    order(&mut link, NODE, Command::Attach { table: TABLE, setup }).unwrap();
    let sealed = Sealed::new(Fine::of(dollars(1_000)), [7; 32]);
    let shoe = Actor::new(Role::Shoe, Person(904));
    order(&mut link, shoe, Command::SealTrigger { meter: "must-hit".to_owned(), sealed }).unwrap();
    link
}

fn winner(seat: u8) -> Winner {
    let key = BetKey { owner: Person(u32::from(seat)), spot: SpotId(3), for_dealer: false };
    Winner { key, seat: Seat { at: seat, number: seat } }
}

fn sensor(wager: &str, seat: u8, stake: i64) -> Sensor {
    Sensor { wager: wager.into(), by: winner(seat), stake: dollars(stake) }
}

fn start(table: TableId, sensors: Vec<Sensor>) -> Command {
    Command::StartGame { table, round: 1, sensors }
}

fn heart(seat: u8) -> Command {
    let hands = [Hand::default(); 2];
    let line = "Player Personal King-9".into();
    let claim =
        Claim { meter: "heart".into(), share: Percent::HUNDRED, line, hands, winners: vec![winner(seat)] };
    Command::Reach { table: TABLE, claims: vec![claim] }
}

/// A round of seat 1 is in play.
fn playing() -> Link {
    let mut link = running();
    order(&mut link, NODE, start(TABLE, vec![sensor("royal-9", 1, 5)])).unwrap();
    link
}

/// What the node of a table cannot do, by code.
fn at_the_node() -> Vec<(&'static str, Refusal)> {
    let (idle, play) = (running(), playing());
    let mut lost = running();
    order(&mut lost, NODE, Command::Contact { table: TABLE, contact: false }).unwrap();
    let mut locked = playing();
    order(&mut locked, NODE, heart(1)).unwrap();
    let setup = Arc::clone(idle.setup());
    let one = |stake: i64| vec![sensor("royal-9", 1, stake)];
    let other = TableId(2);
    let mut second = locked.clone();
    order(&mut second, NODE, Command::Attach { table: other, setup: Arc::clone(&setup) }).unwrap();
    let twice = vec![sensor("royal-9", 1, 5), sensor("royal-9", 1, 5)];
    let fixed = |wager: &str| Command::PayFixed { table: TABLE, wager: wager.into(), amount: dollars(5) };
    let refused = |link: &Link, command: Command| decide(link, NODE, command).expect_err("refused");
    vec![
        ("link_open", refused(&idle, Command::Open)),
        ("link_closed", refused(&royal_9(), Command::EndGame { table: TABLE })),
        ("unknown_table", refused(&idle, start(other, one(5)))),
        ("table_attached", refused(&idle, Command::Attach { table: TABLE, setup })),
        ("link_lost", refused(&lost, start(TABLE, one(5)))),
        ("jackpot_pending", refused(&second, start(other, one(5)))),
        ("game_running", refused(&play, start(TABLE, one(5)))),
        ("game_running", refused(&play, Command::Detach { table: TABLE })),
        ("no_game", refused(&idle, Command::EndGame { table: TABLE })),
        ("unknown_wager", refused(&idle, start(TABLE, vec![sensor("royal-10", 1, 5)]))),
        ("unknown_wager", refused(&play, fixed("royal-10"))),
        ("bad_stake", refused(&idle, start(TABLE, one(0)))),
        ("wrong_unit", refused(&idle, start(TABLE, one(4)))),
        ("sensor_twice", refused(&idle, start(TABLE, twice))),
        ("not_registered", refused(&play, heart(2))),
        ("bad_money", too_much()),
    ]
}

/// A meter of more than an amount can hold.
fn too_much() -> Refusal {
    let mut link = playing();
    for _ in 0..2 {
        let amount = Amount::from_minor(i64::MAX, Currency::Usd);
        let (meter, reason, second) = ("heart".to_owned(), "a test".to_owned(), EXECUTIVE.person);
        order(&mut link, FLOOR, Command::Adjust { meter, reserve: false, amount, reason, second }).unwrap();
    }
    order(&mut link, NODE, heart(1)).unwrap();
    let line = "Player Personal King-9".to_owned();
    order(&mut link, DEALER, Command::Select { table: TABLE, seat: 1, line }).unwrap();
    order(&mut link, DEALER, Command::HitJackpot { table: TABLE }).unwrap();
    let hit = HitId(1);
    order(&mut link, FLOOR, Command::Verify { hit, hands: Some([Hand::default(); 2]) }).unwrap();
    decide(&link, EXECUTIVE, Command::PayJackpot { hit, amount: dollars(1) }).expect_err("refused")
}

#[test]
fn the_node_is_refused_with_the_right_code_and_a_clause() {
    for (code, refusal) in at_the_node() {
        assert_eq!(refusal.code(), code, "{refusal}");
        assert!(!refusal.clauses.as_slice().is_empty(), "{code} has no clause");
        assert!(
            !refusal.to_string().contains("Person(") && !refusal.to_string().contains("TableId("),
            "{refusal}"
        );
    }
}

#[test]
fn every_refusal_of_a_link_is_met() {
    let mut met = met_by_cases().link;
    met.extend(at_the_node().iter().map(|(code, _)| *code));
    check(Reason::CODES, &met);
}
