//! Tables where participants hold the bank: who is asked for what, within which limits, and who sees what.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod asked;
mod bank;
mod cards;
mod position;
mod refusals;
mod round;
#[path = "../support/mod.rs"]
mod support;

use banco_engine::table::{Person, Prompt, Table, Viewer, view};
use banco_money::{Amount, Currency};
use support::promises::{self, viewers};
use support::script::table_with;

/// Chemin de fer, with somebody at seats 1, 3, 5 and 7 who has $10,000 each, after these lines.
fn chemin_de_fer(lines: &[&str]) -> Table {
    chemin_de_fer_with(&[], lines)
}

fn chemin_de_fer_with(set: &[&str], lines: &[&str]) -> Table {
    table_with("ma-chemin-de-fer", set, &[&["ready 1 3 5 7"], lines].concat())
}

/// Lines, one after the other.
fn lines<'a>(all: &[&[&'a str]]) -> Vec<&'a str> {
    all.concat()
}

/// Seat 3 has the bank with $1,000 in it.
const BANK: [&str; 3] = ["seat 3: bid $1,000", "dealer: close bidding", "seat 3: wager $1,000"];
/// Seat 5 covers it alone.
const BANCO: [&str; 3] = ["seat 5: banco", "dealer: close claims", "dealer: no more bets"];
/// The Banker wins the hand.
const WON: [&str; 4] = ["shoe: 6h 7c Kd Ks", "seat 5: announce stay", "dealer: settle", "dealer: clear"];
/// The Banker loses it.
const LOST: [&str; 4] = ["shoe: 7h 6c Kd Ks", "seat 5: announce stay", "dealer: settle", "dealer: clear"];

const fn dollars(dollars: i64) -> Amount {
    Amount::from_minor(dollars * 100, Currency::Usd)
}

const fn range(least: i64, most: i64) -> (Amount, Amount) {
    (dollars(least), dollars(most))
}

const fn person(number: u32) -> Viewer {
    Viewer::Participant(Person(number))
}

/// What somebody is asked.
fn prompts(table: &Table, viewer: Viewer) -> Vec<Prompt> {
    promises::check(table, "a script");
    view(table, viewer).prompts
}

/// Who is asked something of a kind.
fn asked(table: &Table, kind: fn(&Prompt) -> bool) -> Vec<Viewer> {
    let mut all = viewers(table);
    all.retain(|viewer| prompts(table, *viewer).iter().any(kind));
    all
}

/// Asserts who is asked, in which words, and that nobody else is asked anything of the kind.
macro_rules! asks {
    ($table:expr, $kind:pat, $( $viewer:expr => $prompt:expr ),* $(,)?) => {{
        let table = &$table;
        let asked = $crate::asked(table, |prompt| matches!(prompt, $kind));
        let expected: Vec<banco_engine::table::Viewer> = vec![$($viewer),*];
        assert_eq!(asked, expected);
        $( assert!($crate::prompts(table, $viewer).contains(&$prompt), "{:?}", $crate::prompts(table, $viewer)); )*
    }};
}
pub(crate) use asks;
