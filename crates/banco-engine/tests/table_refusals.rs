//! Every no of a table is met: by a case of the rulebooks, or here, where no script gets.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use banco_engine::table::{
    Actor, BetKey, Command, HitId, LinkSays, LinkWord, Person, Reason, Refusal, Role, Word, decide, hear,
};
use banco_engine::{Name, WhyNot as _};
use banco_money::{Amount, Currency};
use support::happen;
use support::refusals::{check, met_by_cases};
use support::script::table_after;

const SEAT_1: Actor = Actor::new(Role::Participant, Person(1));

/// Books that no longer agree, because something happened twice.
fn halted() -> Refusal {
    let mut table = table_after("ma-midi", &["ready 1"]);
    let amount = Amount::from_minor(1_000_000, Currency::Usd);
    let events = decide(&table, SEAT_1, Command::CashOut { amount }).unwrap();
    happen(&mut table, &events);
    happen(&mut table, &events);
    decide(&table, SEAT_1, Command::Leave).expect_err("the table has stopped")
}

/// A link that pays what nobody has won.
fn no_claim() -> Refusal {
    let table = table_after("ma-midi", &["ready 1"]);
    let key = BetKey { owner: Person(1), wager: Name::new("player"), for_dealer: false };
    let shares = vec![(key, Amount::from_minor(1_00, Currency::Usd))];
    let says = LinkSays::Paid { hit: HitId(1), meter: Name::new("star"), shares };
    let word = LinkWord { link: Name::new("royal-9"), number: 1, says };
    hear(&table, Word::Link(word)).expect_err("nobody has a claim")
}

/// What no script can do, by code.
fn beyond_scripts() -> [(&'static str, Refusal); 2] {
    [("halted", halted()), ("no_claim", no_claim())]
}

#[test]
fn what_no_script_can_do_is_refused_with_the_right_code_and_a_clause() {
    for (code, refusal) in beyond_scripts() {
        assert_eq!(refusal.code(), code, "{refusal}");
        assert!(!refusal.clauses.as_slice().is_empty(), "{code} has no clause");
    }
}

#[test]
fn every_refusal_of_a_table_is_met() {
    let mut met = met_by_cases().table;
    met.extend(beyond_scripts().map(|(code, _)| code));
    check(Reason::CODES, &met);
}
