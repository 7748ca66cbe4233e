//! The bank, as everybody sees it.

use banco_engine::table::{BankClaim, BankStage, BankView, Table, view};

use crate::support::promises::viewers;
use crate::{BANCO, BANK, LOST, WON, chemin_de_fer, dollars, lines, range};

/// The bank of a table: everybody sees the same.
fn bank(table: &Table) -> BankView {
    let mut all: Vec<BankView> =
        viewers(table).into_iter().map(|viewer| view(table, viewer).bank.unwrap()).collect();
    all.dedup();
    let [bank] = &all[..] else { panic!("{all:?}") };
    bank.clone()
}

fn number(seat: Option<banco_engine::table::Seat>) -> Option<u8> {
    seat.map(|seat| seat.number)
}

#[test]
fn bids_are_heard_by_all_and_nobody_holds_the_bank() {
    let seen = bank(&chemin_de_fer(&["seat 3: bid $500", "seat 5: bid $700", "seat 3: bid $600"]));
    assert_eq!((seen.stage, seen.holder, seen.wager), (BankStage::Bidding, None, None));
    let bids: Vec<_> = seen.bids.iter().map(|(seat, amount)| (seat.number, *amount)).collect();
    assert_eq!(bids, [(5, dollars(700)), (3, dollars(600))]);
}

#[test]
fn the_wager_what_is_not_covered_and_who_claims_it() {
    let seen = bank(&chemin_de_fer(&BANK[..2]));
    assert_eq!((seen.stage, number(seen.holder), seen.wager), (BankStage::Wagering, Some(3), None));
    assert_eq!((seen.uncovered, seen.bids.len()), (None, 0));
    let seen = bank(&chemin_de_fer(&lines(&[&BANK, &["seat 7: banco", "seat 5: banco"]])));
    assert_eq!((seen.wager, seen.uncovered), (Some(dollars(1_000)), Some(dollars(1_000))));
    let claims: Vec<_> = seen.claims.iter().map(|(seat, claim)| (seat.number, *claim)).collect();
    assert_eq!(claims, [(7, BankClaim::Banco), (5, BankClaim::Banco)]);
    let seen = bank(&chemin_de_fer(&lines(&[&BANK, &BANCO[..2]])));
    assert_eq!((seen.stage, number(seen.alone)), (BankStage::Covered, Some(5)));
    assert_eq!((seen.uncovered, seen.claims.len()), (Some(dollars(0)), 0));
}

#[test]
fn parts_leave_a_rest_that_goes_back() {
    let before = lines(&[&BANK, &["dealer: close claims", "seat 5: cover $300"]]);
    let seen = bank(&chemin_de_fer(&before));
    assert_eq!((seen.stage, number(seen.asked)), (BankStage::Covering, Some(7)));
    assert_eq!((seen.wager, seen.uncovered), (Some(dollars(1_000)), Some(dollars(700))));
    let seen = bank(&chemin_de_fer(&lines(&[&before, &["dealer: no more bets"]])));
    assert_eq!((seen.wager, seen.uncovered), (Some(dollars(1_000)), Some(dollars(0))));
    assert_eq!((number(seen.dominant), seen.alone, seen.asked), (Some(5), None, None));
}

#[test]
fn a_hand_that_is_over_leaves_the_wager_before() {
    let seen = bank(&chemin_de_fer(&lines(&[&BANK, &BANCO, &WON])));
    assert_eq!((seen.stage, number(seen.holder)), (BankStage::Wagering, Some(3)));
    assert_eq!((seen.last, seen.wager, seen.uncovered), (Some(dollars(1_000)), None, None));
    assert_eq!((seen.alone, seen.dominant), (None, None));
}

#[test]
fn a_passed_bank_is_nobodys_until_it_is_taken_and_remembers_who_passed_it() {
    let passed = lines(&[&BANK, &BANCO, &WON, &["seat 3: pass bank"]]);
    let seen = bank(&chemin_de_fer(&passed));
    assert_eq!((seen.stage, seen.holder, number(seen.asked)), (BankStage::Offered, None, Some(5)));
    assert_eq!((number(seen.passed_by), seen.price), (Some(3), Some(range(1_000, 2_000))));
    let seen = bank(&chemin_de_fer(&lines(&[&passed, &["seat 5: accept bank"]])));
    assert_eq!((number(seen.holder), number(seen.passed_by), seen.price), (Some(5), Some(3), None));
    let declined = ["seat 5: decline bank", "seat 7: decline bank", "seat 1: decline bank"];
    let seen = bank(&chemin_de_fer(&lines(&[&passed, &declined])));
    assert_eq!((seen.stage, seen.holder, number(seen.barred)), (BankStage::Bidding, None, Some(3)));
    let seen = bank(&chemin_de_fer(&lines(&[&passed, &declined, &["dealer: close bidding"]])));
    assert_eq!((seen.barred, number(seen.passed_by)), (None, Some(3)));
}

#[test]
fn a_bank_that_was_lost_has_no_price_and_knows_who_misses_a_turn() {
    let moved = [&LOST[..3], &["seat 1: move 4"], &LOST[3..]].concat();
    let before = lines(&[&BANK, &BANCO, &moved[..4]]);
    let seen = bank(&chemin_de_fer(&before));
    assert_eq!(seen.misses.iter().map(|seat| seat.number).collect::<Vec<_>>(), [4]);
    let seen = bank(&chemin_de_fer(&lines(&[&BANK, &BANCO, &moved])));
    assert_eq!((seen.stage, seen.holder, number(seen.asked)), (BankStage::Offered, None, Some(5)));
    assert_eq!((seen.price, seen.passed_by, seen.misses.len()), (None, None, 0));
}

#[test]
fn a_table_where_the_house_banks_has_none() {
    let table = crate::table_with("ma-midi", &[], &["ready 1 3"]);
    assert_eq!(view(&table, crate::person(1)).bank, None);
}
