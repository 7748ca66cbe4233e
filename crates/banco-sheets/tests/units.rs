//! A wager is counted at its own amount: the unit of the submission, or the stake that was said.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]
#![allow(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "figures of a second, plain calculation"
)]

mod support;

use banco_money::{Amount, Currency};
use banco_rulebook::{Library, Terms};
use banco_sheets::document::{DocumentSheet, Value};
use banco_sheets::{Dependency, ParQuestion, RulesAsked, WagerAsked, odds_warnings};
use support::{number, number_of};

fn library() -> Library {
    Library::embedded().unwrap()
}

fn opened() -> Terms {
    library().terms("co-rule-28", "default").unwrap().opened()
}

fn sheet(terms: Terms, wager: &str, stake: Option<&str>) -> DocumentSheet {
    let question = ParQuestion {
        rules: RulesAsked::rulebook("co-rule-28"),
        wager: Some(WagerAsked::Name(wager.to_owned())),
        stake: stake.map(str::to_owned),
        with: vec![Dependency::Nothing],
        ..ParQuestion::default()
    };
    question.answer(vec![terms]).unwrap().sheets.pop().unwrap()
}

/// The first number in a column of a table.
fn cell(sheet: &DocumentSheet, grid: &str, column: &str) -> f64 {
    let grid = sheet.grid(grid).unwrap();
    let at = grid.columns.iter().position(|name| name.key == column).unwrap();
    number_of(&grid.rows[0][at])
}

fn close(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() < within, "{found} is not {expected}");
}

fn choose(n: u64, k: u64) -> f64 {
    (0..k).map(|at| (n - at) as f64 / (at + 1) as f64).product()
}

/// The chances of P6's lines for a bettor alone at seat 1, by the four cards of eight decks as sets: each of 52 cards is
/// there eight times, each of 13 ranks 32 times.
fn p6_chances() -> [(f64, f64); 6] {
    let all = choose(416, 4);
    let identical_four = 52.0 * choose(8, 4);
    let three_and_another = |three: f64| three * 384.0;
    let suited_trips = three_and_another(52.0 * choose(8, 3));
    let trips = three_and_another(13.0 * choose(32, 3)) - suited_trips;
    let one_pair = 52.0 * choose(8, 2) * choose(12, 2) * 32.0 * 32.0;
    let (pairs, mixed) = (choose(32, 2), choose(32, 2) - 4.0 * choose(8, 2));
    let two_pair = choose(13, 2) * (pairs * pairs - mixed * mixed);
    let own = 4.0 * choose(8, 4);
    [
        (own / all, 0.0),
        ((identical_four - own) / all, 5_000.0),
        ((13.0 * choose(32, 4) - identical_four) / all, 500.0),
        (suited_trips / all, 125.0),
        (trips / all, 50.0),
        ((one_pair + two_pair) / all, 20.0),
    ]
}

#[test]
fn p6_at_five_dollars_returns_sixty_percent() {
    let chances = p6_chances();
    let back: f64 = chances.iter().map(|(chance, pays)| chance * pays).sum::<f64>() / 5.0;
    let made = sheet(opened(), "99-fortunes:P6", Some("5"));
    close(number(&made, "return"), back, 1e-12);
    close(number(&made, "return"), 0.6004, 0.00005);
    // Even where the jackpot makes up for what five dollars lose.
    let even = 5.0 * (1.0 - back) / chances[0].0;
    close(cell(&made, "jackpots", "break_even"), even, 1e-3);
    close(even, 8_775_898.0, 0.5);
}

/// Seven spots with P6 at $5.
fn p6_submission() -> Terms {
    let file = "rulebook = \"co-rule-28\"\nname = \"P6\"\nvariant = \"commission\"\nseats = 7\n\
        positions = [1, 2, 3, 5, 6, 7, 8]\ndecks = 8\n[vigorish]\nrate = \"5%\"\nrounding = \"none\"\n\
        [options]\ngame = \"midi\"\ndealing = \"face-down\"\n\
        [[wager]]\nid = \"player\"\nmin = \"$25\"\nmax = \"$5,000\"\n\
        [[wager]]\nid = \"banker\"\nmin = \"$25\"\nmax = \"$5,000\"\n\
        [[wager]]\nid = \"tie\"\nmin = \"$5\"\nmax = \"$500\"\n\
        [[wager]]\nid = \"99-fortunes\"\npaytable = \"P6\"\nunit = \"$5\"\nmin = \"$5\"\nmax = \"$5\"\n\
        meters = { 99-fortunes = { seed = \"$10,000\", increment = \"15%\" } }\n";
    let source = banco_rulebook::Source { path: "p6.toml".to_owned(), text: file.to_owned() };
    let checked = library().check(source);
    checked.terms.unwrap_or_else(|| panic!("{}", checked.report.render(false)))
}

#[test]
fn the_unit_of_a_submission_reaches_return_meters_and_warnings() {
    let terms = p6_submission();
    let made = sheet(terms.clone(), "99-fortunes", None);
    close(number(&made, "return"), 0.6004, 0.00005);
    // Fixed pays, fifteen percent, and a seed that nobody has paid in.
    let reseed = 10_000.0 * p6_chances()[0].0 / 5.0;
    close(number(&made, "long_run_return"), number(&made, "return") + 0.15 + reseed, 1e-12);
    assert!(odds_warnings(&terms).unwrap().is_empty());
}

#[test]
fn pays_seed_and_envy_are_multiplied_with_the_unit() {
    let (one, five) = (
        sheet(opened(), "sun-7-progressive:PT-PRG-S7-05", None),
        sheet(opened(), "sun-7-progressive:PT-PRG-S7-05", Some("5")),
    );
    for key in ["return", "long_run_return", "house_edge", "variance"] {
        close(number(&five, key), number(&one, key), 1e-12);
    }
    close(number(&five, "long_run_return"), 0.8174, 0.00005);
    // Everything in currency is five times as much.
    for column in ["break_even", "award"] {
        close(cell(&five, "jackpots", column), 5.0 * cell(&one, "jackpots", column), 1e-6);
    }
    let lines = five.grid("lines").unwrap();
    assert_eq!(lines.rows[2][1].shown(), "$750");
    let envy = |stake| number(&sheet(opened(), "sun-7-progressive:PT-PRG-S7-E01", stake), "dealer_envy");
    close(envy(Some("5")), envy(None), 1e-12);
}

/// The same by a submission that has fixed the unit, with the seed as the check multiplies it.
#[test]
fn a_submission_at_five_dollars_returns_what_multiplied_pays_and_seed_say() {
    let mut terms = library().terms("co-rule-28", "eternal").unwrap();
    let offer = terms.offers.iter_mut().find(|offer| offer.wager == "sun-7-progressive").unwrap();
    offer.column = "PT-PRG-S7-05".to_owned();
    offer.unit = Some(Amount::from_minor(500, Currency::Usd));
    let meter = offer.meters.first_mut().unwrap();
    meter.seed = Some(Amount::from_minor(1_000_000, Currency::Usd));
    (meter.increment, meter.reserve) = (Some("17%".parse().unwrap()), None);
    let made = sheet(terms.clone(), "sun-7-progressive", None);
    close(number(&made, "long_run_return"), 0.8174, 0.00005);
    assert!(
        !odds_warnings(&terms).unwrap().iter().any(|warning| warning.message.contains("sun-7-progressive"))
    );
}

#[test]
fn meters_of_a_free_wager_are_for_the_stake_that_was_said() {
    let made = |stake| sheet(opened(), "ez-baccarat-progressive:1", stake);
    let (one, five) = (made(None), made(Some("5")));
    let lines = five.grid("lines").unwrap();
    let chance = |name: &str| {
        let row = lines.rows.iter().find(|row| matches!(&row[0], Value::Text(text) if text == name)).unwrap();
        (row[1].shown(), number_of(&row[3]))
    };
    let fixed: f64 =
        ["Dragon 7 - Player 0 - Same Color", "Dragon 7 - Player 0", "Banker 2-Card 7 - Player 0"]
            .map(chance)
            .iter()
            .map(|(pays, chance)| pays.strip_suffix(" for 1").unwrap().parse::<f64>().unwrap() * chance)
            .sum();
    let even = 5.0 * (1.0 - fixed) / chance("Dragon 7 - Player 0 - Suited").1;
    close(cell(&five, "jackpots", "break_even"), even, 1e-3);
    close(even, 5_765.0, 0.5);
    close(cell(&one, "jackpots", "break_even"), even / 5.0, 1e-3);
}

#[test]
fn a_stake_that_cannot_be_is_refused_with_the_amounts_that_can() {
    for (wager, stake) in [("99-fortunes:P1", "7"), ("sun-7-progressive:PT-PRG-S7-05", "2.50")] {
        let question = ParQuestion {
            wager: Some(WagerAsked::Name(wager.to_owned())),
            stake: Some(stake.to_owned()),
            ..ParQuestion::default()
        };
        let refused = question.answer(vec![opened()]).unwrap_err().to_string();
        assert!(refused.contains("wrong_unit") && refused.contains("$1"), "{refused}");
    }
}
