//! What sheets say of progressives as a whole: Must Hit, jackpots in the spread, and how many seats take part.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]
#![allow(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "figures of a second, plain calculation"
)]

mod support;

use banco_odds::{carrying, possible_seats};
use banco_rulebook::{Library, Terms};
use banco_sheets::document::{DocumentSheet, Value};
use banco_sheets::{Dependency, ParQuestion, WagerAsked};
use support::number_of as number;

fn terms(rulebook: &str, submission: &str) -> Terms {
    Library::embedded().unwrap().terms(rulebook, submission).unwrap()
}

fn sheet(terms: Terms, wager: &str) -> DocumentSheet {
    let question = ParQuestion {
        wager: Some(WagerAsked::Name(wager.to_owned())),
        with: vec![Dependency::Nothing],
        ..ParQuestion::default()
    };
    question.answer(vec![terms]).unwrap().sheets.pop().unwrap()
}

fn close(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() < within, "{found} is not {expected}");
}

/// A uniform trigger from $250 to $1,000, a quarter of a dollar a round: 3,000 places, each as likely as the others.
fn must_hit_share() -> f64 {
    let (mut rounds, mut awards) = (0.0, 0.0);
    for place in 1..=3_000 {
        rounds += f64::from(place) / 3_000.0;
        awards += (250.0 + 0.25 * f64::from(place)) / 3_000.0;
    }
    awards / (rounds * 5.0)
}

#[test]
fn the_long_run_includes_the_must_hit_that_the_submission_runs() {
    let with = sheet(terms("ma-baccarat", "royal-9"), "royal-9");
    let mut without = terms("ma-baccarat", "royal-9");
    without.offers.iter_mut().for_each(|offer| offer.must_hit = None);
    let without = sheet(without, "royal-9");
    let [with, without] = [with, without].map(|sheet| number(sheet.value("long_run_return")));
    close(without, 0.8024, 0.00005);
    close(with - without, must_hit_share(), 1e-9);
    close(with, 0.8857, 0.00005);
}

#[test]
fn the_spread_is_told_with_and_without_the_jackpots() {
    let made = sheet(terms("ma-baccarat", "royal-9"), "royal-9");
    // By hand: what one wager of $5 is paid on each line, a meter paying seed and increments between two hits.
    let award = |meter: &str| match meter {
        "star" => (50_000.0, 0.06),
        _ => (450.0, 0.05),
    };
    let (mut without, mut with) = ([0.0; 2], [0.0; 2]);
    for row in &made.grid("lines").unwrap().rows {
        let (pays, chance) = (row[1].shown(), number(&row[3]));
        let meter = pays.strip_prefix("100% of ");
        let fixed = pays.strip_prefix('$').map_or(0.0, |pays| pays.replace(',', "").parse::<f64>().unwrap());
        let (seed, share) = meter.map_or((0.0, 0.0), award);
        let jackpot = if meter.is_some() { seed + share * 5.0 / chance } else { 0.0 };
        for (sums, paid) in [(&mut without, fixed), (&mut with, fixed + jackpot)] {
            sums[0] += chance * paid / 5.0;
            sums[1] += chance * (paid / 5.0) * (paid / 5.0);
        }
    }
    let variance = |[mean, square]: [f64; 2]| square - mean * mean;
    close(number(made.value("variance")), variance(without), 1e-6);
    close(number(made.value("variance")), 17.03, 0.005);
    close(number(made.value("variance_with_meters")), variance(with), 1e-3);
    close(number(made.value("variance_with_meters")), 9_767.0, 0.5);
    close(number(made.value("standard_deviation_with_meters")), variance(with).sqrt(), 1e-6);
}

#[test]
fn the_chairs_are_those_of_the_title_or_of_the_submission() {
    let opened = terms("co-rule-28", "default").opened();
    let seats = |table: &str| {
        let offered = opened.offered(&format!("99-fortunes:{table}").parse().unwrap()).unwrap();
        (carrying(&opened, &offered), possible_seats(&opened, &offered).len())
    };
    assert_eq!(seats("P2-6-PHP100"), (vec![1, 2, 3, 5, 6, 7], 6));
    assert_eq!(seats("P5"), (vec![1, 2, 3, 5, 6, 7, 8], 7));
    // Where the title names none, the table of the submission; any printed position may be asked for.
    assert_eq!(seats("P1"), (vec![1, 2, 3, 5, 6, 7, 8], 9));
    let table = terms("co-rule-28", "99-fortunes");
    let offered = table.offered(&"99-fortunes".parse().unwrap()).unwrap();
    assert_eq!(carrying(&table, &offered), [1, 2, 3, 5, 6, 7, 8]);
}

/// P5 alone and with all seven seats: four suited cards of the rank of another seat that takes part pay envy, $1,000, in
/// place of $5,000.
#[test]
fn a_sheet_holds_for_one_seat_and_says_what_all_of_them_change() {
    let choose = |n: u64, k: u64| -> f64 { (0..k).map(|at| (n - at) as f64 / (at + 1) as f64).product() };
    let rank = 4.0 * choose(8, 4) / choose(416, 4);
    let made = sheet(terms("co-rule-28", "99-fortunes"), "99-fortunes");
    assert!(made.title.ends_with("seat 1 alone"), "{}", made.title);
    let rows = &made.grid("participation").unwrap().rows;
    let [one, all] = [&rows[0], &rows[1]];
    assert!(matches!((&one[0], &all[0]), (Value::Whole(1), Value::Whole(7))), "{one:?} {all:?}");
    close(number(&one[1]), number(made.value("return")), 1e-12);
    close(number(&one[1]) - number(&all[1]), 6.0 * rank * (5_000.0 - 1_000.0) / 5.0, 1e-12);
    close(number(&all[4]), 1.0 / (6.0 * rank), 1e-3);
    let hits = |row: &[Value]| match &row[5] {
        Value::Numbers(meters, _) => meters[0].1,
        other => panic!("{other:?}"),
    };
    close(hits(one), 1.0 / rank, 1e-3);
    close(hits(all), 1.0 / (7.0 * rank), 1e-3);
}
