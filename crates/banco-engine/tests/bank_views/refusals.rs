//! Wrong moves are refused with the clause, and with what to do instead.

use banco_engine::table::{Actor, Announcement, BankClaim, Command, Person, Role, Table, decide};

use crate::{BANCO, BANK, WON, chemin_de_fer, dollars, lines};

/// How a move is refused: the code, the clause, the text and the hint.
fn refused(table: &Table, number: u32, command: Command) -> (&'static str, String, String) {
    let refusal = decide(table, Actor::new(Role::Participant, Person(number)), command).unwrap_err();
    let hint = refusal.hint().unwrap_or_else(|| panic!("no hint: {refusal}"));
    (refusal.code(), refusal.clauses.to_string(), format!("{refusal}; {hint}"))
}

#[test]
fn a_bid_under_the_minimum() {
    let (code, clauses, text) = refused(&chemin_de_fer(&[]), 3, Command::Bid { amount: dollars(99) });
    assert_eq!((code, clauses.as_str()), ("wrong_bank_wager", "4(b), 5(b)"));
    assert_eq!(text, "$99 is not $100 to $50,000; name $100 to $50,000");
}

#[test]
fn a_wager_above_the_uncovered_rest() {
    let table = chemin_de_fer(&lines(&[&BANK, &["dealer: close claims", "seat 5: cover $300"]]));
    let (code, clauses, text) = refused(&table, 7, Command::CoverBank { amount: dollars(701) });
    assert_eq!((code, clauses.as_str()), ("above_the_bank", "6(a), 6(d)"));
    assert_eq!(text, "$701 is more than the $700 that is not yet covered; cover $700 or less");
}

#[test]
fn stay_on_four() {
    let table = chemin_de_fer(&lines(&[&BANK, &BANCO, &["shoe: 2h 4c 2d 3s"]]));
    let (code, clauses, text) = refused(&table, 5, Command::Announce(Announcement::Stay));
    assert_eq!((code, clauses.as_str()), ("wrong_announcement", "8(a)(1)"));
    assert_eq!(text, "the hand cannot announce \"Stay\"; announce \"Card\"");
}

#[test]
fn a_bank_raised_above_two_times() {
    let table = chemin_de_fer(&lines(&[&BANK, &BANCO, &WON]));
    let (code, clauses, text) = refused(&table, 3, Command::WagerBank { amount: dollars(2_001) });
    assert_eq!((code, clauses.as_str()), ("wrong_bank_wager", "5(a), 5(b)"));
    assert_eq!(text, "$2,001 is not $1,000 to $2,000; name $1,000 to $2,000");
}

#[test]
fn a_passed_bank_above_two_times() {
    let table = chemin_de_fer(&lines(&[&BANK, &BANCO, &WON, &["seat 3: pass bank"]]));
    let amount = Some(dollars(2_001));
    let (code, clauses, text) = refused(&table, 5, Command::AcceptBank { amount });
    assert_eq!((code, clauses.as_str()), ("wrong_bank_wager", "10(c)"));
    assert_eq!(text, "$2,001 is not $1,000 to $2,000; name $1,000 to $2,000");
}

#[test]
fn suivi_without_the_right_to_it() {
    let (code, clauses, text) = refused(&chemin_de_fer(&BANK), 5, Command::ClaimBank(BankClaim::Suivi));
    assert_eq!((code, clauses.as_str()), ("no_suivi", "6(b)"));
    assert_eq!(text, "person 5 did not cover and lose the last wager alone; announce Banco instead");
}

#[test]
fn a_turn_that_is_somebody_elses() {
    let table = chemin_de_fer(&lines(&[&BANK, &["dealer: close claims"]]));
    let (code, clauses, text) = refused(&table, 7, Command::CoverBank { amount: dollars(100) });
    assert_eq!((code, clauses.as_str()), ("not_your_turn", "6(a), 6(d)"));
    assert_eq!(text, "it is not person 7's turn; person 5 has the word");
}
