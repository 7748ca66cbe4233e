//! What one person asks for waits for another only for a while. Tables and links know no time: the pit is told it, and
//! what ran out is an event like any other.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::sync::Arc;

use banco_engine::cage::{House, Time};
use banco_engine::link::TableId;
use banco_engine::pit::{Command, Happening, Pit, State, Stream, Word};
use banco_engine::table::{self, Account, FloorEvent, Phase, VoidReason, Wanted, What};
use banco_engine::{Actor, Hidden, Person, RequestId, Role};
use banco_money::{Amount, Currency};
use support::script::table_after;

const AT: TableId = TableId(1);
const NOW: Time = Time(1_794_795_300);
const FLOOR: Actor = Actor::new(Role::Floor, Person(2_001));
const OTHER: Actor = Actor::new(Role::Floor, Person(2_002));

/// A table in the middle of a round, in a house where requests wait for a minute.
fn pit() -> Pit {
    let lines = ["ready 1", "seat 1: bet player $100", "dealer: no more bets", "shoe: 9c 2d"];
    let table = table_after("ma-midi", &lines);
    let mut pit = Pit::default();
    pit.keep_house(House { answer_within: Some(60), ..House::default() });
    pit.know(Arc::clone(table.rules()));
    pit.put_back(Stream::Table(AT), State::Table(Arc::new(table)));
    pit
}

fn asks(pit: &mut Pit, now: Time, wanted: Wanted) -> Vec<Happening> {
    pit.carry_out_at(now, FLOOR, Command::Table(AT, table::Command::Ask(wanted))).unwrap()
}

fn void() -> Wanted {
    Wanted::Void { reason: "the lights went out".into(), why: VoidReason::CannotBeCompleted }
}

fn approve(number: u32) -> Command {
    Command::Table(AT, table::Command::Approve { request: RequestId(number) })
}

fn card() -> Word {
    Word::Table(AT, table::Word::Card(Hidden::new("Kh".parse().unwrap())))
}

fn is_expired(happening: &Happening) -> bool {
    let event = happening.at_table().map(|event| &event.what);
    matches!(event, Some(What::Floor(FloorEvent::Expired { request: RequestId(1) })))
}

#[test]
fn the_event_says_until_when_a_request_waits() {
    let mut pit = pit();
    asks(&mut pit, NOW, void());
    let [request] = pit.table(AT).unwrap().requests() else { panic!("one request") };
    assert_eq!(request.until, Some(NOW.after(60)));
    assert_eq!(pit.deadlines().collect::<Vec<_>>(), [(Stream::Table(AT), NOW.after(61))]);
}

#[test]
fn a_request_can_be_approved_in_its_last_second_and_not_later() {
    for (late, code) in [(60, None), (61, Some("request_expired"))] {
        let mut pit = pit();
        asks(&mut pit, NOW, void());
        let done = pit.carry_out_at(NOW.after(late), OTHER, approve(1));
        assert_eq!(done.err().map(|refusal| refusal.code()), code, "{late} seconds");
        let voided = pit.table(AT).unwrap().phase() == Phase::Settled;
        assert_eq!(voided, code.is_none(), "{late} seconds");
    }
}

/// A void that nobody answers does not keep a table waiting for ever.
#[test]
fn a_table_goes_on_when_nobody_answers() {
    let mut pit = pit();
    asks(&mut pit, NOW, void());
    let waits = |pit: &mut Pit, now| pit.carry_out_word_at(now, card()).unwrap_err().code();
    assert_eq!(waits(&mut pit, NOW.after(60)), "approval_open");
    assert_eq!(pit.carry_out_word_at(NOW.after(60), Word::Time(Stream::Table(AT))).unwrap(), []);
    let told = pit.carry_out_word_at(NOW.after(61), Word::Time(Stream::Table(AT))).unwrap();
    assert!(matches!(told.as_slice(), [one] if is_expired(one)), "{told:?}");
    assert_eq!(pit.deadlines().count(), 0);
    pit.carry_out_word_at(NOW.after(62), card()).unwrap();
    let refusal = pit.carry_out_at(NOW.after(62), OTHER, approve(1)).unwrap_err();
    assert_eq!((refusal.code(), refusal.hint().as_deref()), ("request_expired", Some("ask for it again")));
}

/// Where nobody has said the time, whatever comes next brings it; and what is asked again is another request.
#[test]
fn whatever_comes_next_brings_the_time() {
    let mut pit = pit();
    asks(&mut pit, NOW, void());
    let dealt = pit.carry_out_word_at(NOW.after(61), card()).unwrap();
    assert!(is_expired(dealt.first().unwrap()), "{dealt:?}");
    asks(&mut pit, NOW.after(70), void());
    let table = pit.table(AT).unwrap();
    let ids = |requests: &[banco_engine::Request<Wanted>]| {
        requests.iter().map(|request| request.id.0).collect::<Vec<_>>()
    };
    assert_eq!((ids(table.requests()), ids(table.expired())), (vec![2], vec![1]));
    pit.carry_out_at(NOW.after(80), OTHER, approve(2)).unwrap();
}

/// Only the last few are remembered, and a snapshot remembers them as well.
#[test]
fn the_last_few_are_remembered() {
    let mut pit = pit();
    let mut now = NOW;
    for _ in 0..12 {
        let amount = Amount::from_minor(500, Currency::Usd);
        let (from, to, reason) = (Account::Tray, Account::House, "counted again".into());
        asks(&mut pit, now, Wanted::Correction { amount, from, reason, to });
        now = now.after(61);
    }
    pit.carry_out_word_at(now, Word::Time(Stream::Table(AT))).unwrap();
    let table = pit.table(AT).unwrap();
    let numbers: Vec<u32> = table.expired().iter().map(|request| request.id.0).collect();
    assert_eq!((numbers, table.requests().len()), ((5..=12).collect(), 0));
    let kept = banco_engine::Snapshot::of(&pit.state(Stream::Table(AT)).unwrap()).unwrap();
    let Some(State::Table(read)) = kept.read(Stream::Table(AT), pit.shelf()) else { panic!("a table") };
    assert_eq!(&*read, table);
    let refusal = pit.carry_out_at(now, OTHER, approve(12)).unwrap_err();
    assert_eq!(refusal.code(), "request_expired");
}
