//! Bids, offers, wagers, claims and covers: what is asked of whom before a hand of chemin de fer.

use banco_engine::table::{Prompt, Viewer};
use banco_money::{Amount, Currency};

use crate::{
    BANCO, BANK, LOST, WON, asks, chemin_de_fer, chemin_de_fer_with, dollars, lines, person, prompts, range,
};

const fn bid(least: i64, most: i64) -> Prompt {
    let (least, most) = range(least, most);
    Prompt::Bid { least, most }
}

const fn offered(named: (i64, i64)) -> Prompt {
    Prompt::BankOffered { take: true, named: Some(range(named.0, named.1)) }
}

const fn wager(least: i64, most: i64, pass: bool) -> Prompt {
    Prompt::WagerBank { amounts: Some(range(least, most)), pass }
}

const fn claim(whole: i64, suivi: bool) -> Prompt {
    Prompt::ClaimBank { whole: dollars(whole), suivi }
}

const fn cover(least: i64, most: i64) -> Prompt {
    Prompt::CoverBank { amounts: Some(range(least, most)) }
}

#[test]
fn everybody_at_a_seat_may_bid_from_the_table_minimum_to_what_they_have() {
    let table = chemin_de_fer(&[]);
    asks!(table, Prompt::Bid { .. },
        person(1) => bid(100, 10_000),
        person(3) => bid(100, 10_000),
        person(5) => bid(100, 10_000),
        person(7) => bid(100, 10_000),
    );
    asks!(table, Prompt::CloseBidding,);
    // A bid binds, ends the wait of the dealer, and leaves the others as they were.
    let table = chemin_de_fer(&["seat 3: bid $500", "seat 5: cash out $9,901", "seat 7: bring $90,000"]);
    asks!(table, Prompt::Bid { .. },
        person(1) => bid(100, 10_000),
        person(3) => bid(500, 10_000),
        person(7) => bid(100, 50_000),
    );
    asks!(table, Prompt::CloseBidding, Viewer::Dealer => Prompt::CloseBidding);
    let table = chemin_de_fer(&BANK[..2]);
    asks!(table, Prompt::Bid { .. } | Prompt::CloseBidding,);
}

#[test]
fn whoever_passed_the_bank_is_not_asked_in_the_first_round_of_bidding() {
    let declined =
        ["seat 3: pass bank", "seat 5: decline bank", "seat 7: decline bank", "seat 1: decline bank"];
    let before = lines(&[&BANK, &BANCO, &WON, &declined]);
    let table = chemin_de_fer(&before);
    asks!(table, Prompt::Bid { .. },
        person(1) => bid(100, 10_000),
        person(5) => bid(100, 9_000),
        person(7) => bid(100, 10_000),
    );
    asks!(table, Prompt::CloseBidding, Viewer::Dealer => Prompt::CloseBidding);
    let table = chemin_de_fer(&lines(&[&before, &["dealer: close bidding"]]));
    asks!(table, Prompt::Bid { .. },
        person(1) => bid(100, 10_000),
        person(3) => bid(100, 10_950),
        person(5) => bid(100, 9_000),
        person(7) => bid(100, 10_000),
    );
    asks!(table, Prompt::CloseBidding,);
}

#[test]
fn the_banker_wagers_the_bid_at_least_then_one_to_two_times_the_wager_before() {
    let table = chemin_de_fer(&BANK[..2]);
    asks!(table, Prompt::WagerBank { .. }, person(3) => wager(1_000, 10_000, false));
    let table = chemin_de_fer(&BANK);
    asks!(table, Prompt::WagerBank { .. },);
    let table = chemin_de_fer(&lines(&[&BANK, &BANCO, &WON]));
    asks!(table, Prompt::WagerBank { .. }, person(3) => wager(1_000, 2_000, true));
    // With fewer chips than that.
    let table = chemin_de_fer(&lines(&[&BANK, &BANCO, &WON, &["seat 3: cash out $9,450"]]));
    asks!(table, Prompt::WagerBank { .. }, person(3) => wager(1_000, 1_500, true));
    let table = chemin_de_fer(&lines(&[&BANK, &BANCO, &WON, &["seat 3: cash out $9,951"]]));
    let only_pass = Prompt::WagerBank { amounts: None, pass: true };
    asks!(table, Prompt::WagerBank { .. }, person(3) => only_pass);
    // A new Banker without the chips can do nothing; the dealer orders the bank passed.
    let table = chemin_de_fer(&lines(&[&BANK[..2], &["seat 3: cash out $9,001"]]));
    asks!(table, Prompt::WagerBank { .. },);
}

#[test]
fn the_table_limit_caps_the_bank() {
    let set = [r#"wager.banker = { min = "$100", max = "$1,500" }"#];
    let table = chemin_de_fer_with(&set, &lines(&[&BANK, &BANCO, &WON]));
    asks!(table, Prompt::WagerBank { .. }, person(3) => wager(1_000, 1_500, true));
    let table = chemin_de_fer_with(&set, &lines(&[&BANK, &BANCO, &WON, &["seat 3: pass bank"]]));
    asks!(table, Prompt::BankOffered { .. }, person(5) => offered((1_000, 1_500)));
}

#[test]
fn a_bank_that_was_lost_is_offered_for_the_minimum_and_more() {
    let before = lines(&[&BANK, &BANCO, &LOST]);
    let table = chemin_de_fer(&before);
    asks!(table, Prompt::BankOffered { .. }, person(5) => offered((100, 11_000)));
    asks!(table, Prompt::WagerBank { .. } | Prompt::Bid { .. },);
    let table = chemin_de_fer(&lines(&[&before, &["seat 5: decline bank"]]));
    asks!(table, Prompt::BankOffered { .. }, person(7) => offered((100, 10_000)));
    let table = chemin_de_fer(&lines(&[&before, &["seat 5: accept bank $300"]]));
    asks!(table, Prompt::BankOffered { .. },);
    asks!(table, Prompt::WagerBank { .. }, person(5) => wager(300, 11_000, false));
}

#[test]
fn a_bank_that_was_passed_is_offered_for_one_to_two_times_the_last_wager() {
    let before = lines(&[&BANK, &BANCO, &WON, &["seat 3: pass bank"]]);
    let table = chemin_de_fer(&before);
    asks!(table, Prompt::BankOffered { .. }, person(5) => offered((1_000, 2_000)));
    let table = chemin_de_fer(&lines(&[&before, &["seat 5: cash out $7,500"]]));
    asks!(table, Prompt::BankOffered { .. }, person(5) => offered((1_000, 1_500)));
    // Who cannot take it is asked all the same, and declines.
    let table = chemin_de_fer(&lines(&[&before, &["seat 5: cash out $8,001"]]));
    let decline = Prompt::BankOffered { take: false, named: None };
    asks!(table, Prompt::BankOffered { .. }, person(5) => decline);
    let table = chemin_de_fer(&lines(&[&before, &["seat 5: accept bank $1,200"]]));
    asks!(table, Prompt::WagerBank { .. }, person(5) => wager(1_200, 2_000, false));
}

#[test]
fn everybody_but_the_banker_may_claim_the_whole_bank_once() {
    let table = chemin_de_fer(&BANK);
    asks!(table, Prompt::ClaimBank { .. },
        person(1) => claim(1_000, false),
        person(5) => claim(1_000, false),
        person(7) => claim(1_000, false),
    );
    asks!(table, Prompt::CloseClaims, Viewer::Dealer => Prompt::CloseClaims);
    asks!(table, Prompt::NoMoreBets,);
    let table = chemin_de_fer(&lines(&[&BANK, &["seat 5: banco", "seat 7: cash out $9,001"]]));
    asks!(table, Prompt::ClaimBank { .. }, person(1) => claim(1_000, false));
    let table = chemin_de_fer(&lines(&[&BANK, &BANCO[..2]]));
    asks!(table, Prompt::ClaimBank { .. } | Prompt::CloseClaims | Prompt::CoverBank { .. },);
    asks!(table, Prompt::NoMoreBets, Viewer::Dealer => Prompt::NoMoreBets);
}

#[test]
fn suivi_is_asked_of_whoever_covered_the_last_wager_alone_and_lost() {
    let table = chemin_de_fer(&lines(&[&BANK, &BANCO, &WON, &["seat 3: wager $2,000"]]));
    asks!(table, Prompt::ClaimBank { .. },
        person(1) => claim(2_000, false),
        person(5) => claim(2_000, true),
        person(7) => claim(2_000, false),
    );
}

#[test]
fn nobody_claims_more_than_the_table_takes_against_a_bank() {
    let set = [r#"wager.player = { min = "$25", max = "$500" }"#];
    let table = chemin_de_fer_with(&set, &BANK);
    asks!(table, Prompt::ClaimBank { .. },);
    let table = chemin_de_fer_with(&set, &lines(&[&BANK, &["dealer: close claims"]]));
    asks!(table, Prompt::CoverBank { .. }, person(5) => cover(25, 500));
}

#[test]
fn parts_are_asked_for_in_turn_from_the_minimum_to_the_uncovered_rest() {
    let before = lines(&[&BANK, &["dealer: close claims"]]);
    let table = chemin_de_fer(&before);
    asks!(table, Prompt::CoverBank { .. }, person(5) => cover(25, 1_000));
    asks!(table, Prompt::NoMoreBets, Viewer::Dealer => Prompt::NoMoreBets);
    let table = chemin_de_fer(&lines(&[&before, &["seat 5: cover $300"]]));
    asks!(table, Prompt::CoverBank { .. }, person(7) => cover(25, 700));
    let table = chemin_de_fer(&lines(&[&before, &["seat 5: cover $300", "seat 7: cash out $9,900"]]));
    asks!(table, Prompt::CoverBank { .. }, person(7) => cover(25, 100));
    // Less than the minimum is left, or there are no chips for it.
    let table = chemin_de_fer(&lines(&[&before, &["seat 5: cover $990"]]));
    asks!(table, Prompt::CoverBank { .. }, person(7) => cover(10, 10));
    let table = chemin_de_fer(&lines(&[&before, &["seat 5: decline cover", "seat 7: cash out $9,976"]]));
    let decline = Prompt::CoverBank { amounts: None };
    asks!(table, Prompt::CoverBank { .. }, person(7) => decline);
    let table = chemin_de_fer(&lines(&[&before, &["seat 5: cover $1,000"]]));
    asks!(table, Prompt::CoverBank { .. },);
    let table = chemin_de_fer(&lines(&[&before, &["dealer: no more bets"]]));
    asks!(table, Prompt::CoverBank { .. } | Prompt::NoMoreBets,);
    // A wager that nobody met still bounds the next one.
    asks!(table, Prompt::WagerBank { .. }, person(3) => wager(1_000, 2_000, true));
}

#[test]
fn when_everybody_has_been_asked_the_rest_is_open_to_all_but_the_banker() {
    let lap =
        ["dealer: close claims", "seat 5: cover $300", "seat 7: decline cover", "seat 1: decline cover"];
    let before = lines(&[&BANK, &lap]);
    let table = chemin_de_fer(&before);
    let rest = |least: Amount, most: i64| Prompt::CoverRest { least, most: dollars(most) };
    let cent = Amount::from_minor(1, Currency::Usd);
    asks!(table, Prompt::CoverBank { .. },);
    asks!(table, Prompt::CoverRest { .. },
        person(1) => rest(dollars(25), 700),
        person(5) => rest(cent, 700),
        person(7) => rest(dollars(25), 700),
    );
    let table = chemin_de_fer(&lines(&[&before, &["seat 5: cover $700"]]));
    asks!(table, Prompt::CoverRest { .. },);
    // What met the bank and comes down again is asked for in turn.
    let table = chemin_de_fer(&lines(&[&before, &["seat 7: cover $700", "seat 7: take down player"]]));
    asks!(table, Prompt::CoverRest { .. },);
    asks!(table, Prompt::CoverBank { .. }, person(1) => cover(25, 700));
}

#[test]
fn nothing_is_asked_for_the_bank_while_a_simulated_round_waits() {
    let ordered = ["dealer: report drawn in error 9d", "floor: approve"];
    for before in [&BANK[..], &[&BANK[..], &["dealer: close claims"]].concat()] {
        let table = chemin_de_fer(&lines(&[before, &ordered]));
        asks!(
            table,
            Prompt::ClaimBank { .. } | Prompt::CloseClaims | Prompt::CoverBank { .. } | Prompt::NoMoreBets,
        );
        assert!(matches!(prompts(&table, Viewer::Dealer)[..], [Prompt::DealWithoutWagers { .. }]));
    }
    let table = chemin_de_fer(&lines(&[&BANK, &BANCO, &WON, &ordered]));
    let only_pass = Prompt::WagerBank { amounts: None, pass: true };
    asks!(table, Prompt::WagerBank { .. }, person(3) => only_pass);
}

#[test]
fn cards_that_an_irregularity_burns_come_before_the_deal() {
    let set = [r#"options.disclosed-card = "burn-by-value""#];
    let burn = ["dealer: report drawn in error 2d", "floor: approve"];
    let table = chemin_de_fer_with(&set, &lines(&[&BANK, &burn]));
    assert_eq!(prompts(&table, Viewer::Dealer), [Prompt::BurnCard, Prompt::CloseClaims]);
    let table = chemin_de_fer_with(&set, &lines(&[&BANK, &BANCO, &["shoe: 6h 7c"], &burn]));
    assert_eq!(prompts(&table, Viewer::Dealer), [Prompt::BurnCard]);
    let table = chemin_de_fer_with(&set, &lines(&[&BANK, &BANCO, &["shoe: 6h 7c"], &burn, &["shoe: 9c 9d"]]));
    assert!(matches!(prompts(&table, Viewer::Dealer)[..], [Prompt::CardDue { .. }]));
}

#[test]
fn nobody_is_asked_while_the_floor_decides_or_holds_the_table() {
    for stop in ["dealer: report seen 2c", "floor: hold an argument"] {
        let table = chemin_de_fer(&lines(&[&BANK, &[stop]]));
        for viewer in [person(1), person(3), person(5), person(7), Viewer::Dealer] {
            assert_eq!(prompts(&table, viewer), [], "{viewer:?} after {stop}");
        }
        assert_eq!(prompts(&table, Viewer::Floor).len(), 1);
    }
}
