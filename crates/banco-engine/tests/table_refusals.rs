//! Every no of a table is met: by a case of the rulebooks, or here, where no script gets.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use banco_engine::table::{
    AccountWord, Actor, Barred, BetKey, Command, HitId, LinkSays, LinkWord, Person, Reason, Refusal,
    Restriction, Role, Tender, Word, decide, hear,
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

/// Somebody wagers against what their account has said.
fn wagers_against(restriction: Restriction) -> Refusal {
    let mut table = table_after("ma-midi", &["ready 1"]);
    let word = Word::Account(AccountWord { person: Person(1), restriction });
    let events = hear(&table, word).unwrap();
    happen(&mut table, &events);
    let spot = table.rules().spot_called(Name::new("player")).unwrap().id;
    let amount = Amount::from_minor(10_000, Currency::Usd);
    let wager = Command::PlaceWager { spot, amount, tender: Tender::Chips, for_dealer: false };
    decide(&table, SEAT_1, wager).expect_err("the account does not let them")
}

fn barred() -> Refusal {
    wagers_against(Restriction { barred: Some(Barred::Excluded), most: None })
}

fn above_own_limit() -> Refusal {
    wagers_against(Restriction { barred: None, most: Some(Amount::from_minor(9_999, Currency::Usd)) })
}

/// What no script can do, by code; those that come from an account have no clause.
fn beyond_scripts() -> [(&'static str, Refusal); 4] {
    [
        ("halted", halted()),
        ("no_claim", no_claim()),
        ("barred", barred()),
        ("above_own_limit", above_own_limit()),
    ]
}

#[test]
fn what_no_script_can_do_is_refused_with_the_right_code_and_its_clause() {
    for (code, refusal) in beyond_scripts() {
        assert_eq!(refusal.code(), code, "{refusal}");
        let from_account = ["barred", "above_own_limit"].contains(&code);
        assert_eq!(refusal.clauses.as_slice().is_empty(), from_account, "{code}");
    }
}

#[test]
fn every_refusal_of_a_table_is_met() {
    let mut met = met_by_cases().table;
    met.extend(beyond_scripts().map(|(code, _)| code));
    check(Reason::CODES, &met);
}
