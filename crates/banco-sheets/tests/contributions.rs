//! What every line adds to the gain and to the return: all lines together come to minus the edge and to the return, to
//! the last digit, for every wager and pay table of every rulebook.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]
#![allow(clippy::float_arithmetic, reason = "figures of a second, plain calculation")]

mod support;

use banco_engine::{SeatFacts, net_of_line};
use banco_money::{Pay, Percent};
use banco_odds::{
    CountError, Deals, DrawTable, FiveRule, Fraction, LineOdds, Question, Sheet, Shoe, carrying, decimal,
    sheets_of,
};
use banco_rulebook::{Library, Offered, Terms, VigorishOn};
use banco_sheets::document::Value;
use banco_sheets::{Dependency, ParQuestion, table_amount, wager_names};
use support::{number, number_of};

fn ratio(numerator: impl Into<i128>, denominator: impl Into<i128>) -> Fraction {
    Fraction::new(numerator.into().into(), denominator.into().into())
}

fn ways(ways: u128) -> i128 {
    ways.try_into().unwrap()
}

fn all_terms() -> Vec<Terms> {
    let library = Library::embedded().unwrap();
    let ids: Vec<&str> = library.rulebooks.iter().map(|rulebook| rulebook.id()).collect();
    ids.into_iter().map(|id| library.terms(id, "default").unwrap().opened()).collect()
}

/// Every wager, side and pay table with its sheet from a full shoe of so many decks; those on several rounds have none.
fn every_sheet(terms: &Terms, decks: u16) -> Vec<(Offered, Sheet)> {
    let deals = Deals::new(Shoe::full(decks), DrawTable::from_terms(terms, FiveRule::Draw)).unwrap();
    let mut made = Vec::new();
    for name in wager_names(None, terms).unwrap() {
        let offered = terms.offered(&name).unwrap();
        let seat = SeatFacts::at(terms, carrying(terms, &offered)[0], &[]);
        let question = Question::new(&[&offered.table], &seat, &offered.suits);
        let counts = match deals.count(&question) {
            Err(CountError::History(_)) => continue,
            counts => counts.unwrap(),
        };
        let sheet = Sheet::from_counts(terms, question.tables(), counts).remove(0);
        made.push((offered, sheet));
    }
    made
}

/// Both sums, by the exact parts of the lines.
fn sums(sheet: &Sheet) -> [Fraction; 2] {
    let sum =
        |part: fn(&Sheet, &LineOdds) -> Fraction| sheet.lines.iter().map(|line| part(sheet, line)).sum();
    [sum(Sheet::net_part), sum(Sheet::return_part)]
}

fn edge(sheet: &Sheet) -> Fraction {
    let (numerator, denominator) = sheet.mean();
    -ratio(numerator, denominator)
}

/// What comes back for one unit by what a line prints, vigorish taken, worked out another way.
fn printed(terms: &Terms, offered: &Offered, at: usize) -> Fraction {
    let Some(line) = offered.table.lines.get(at) else { return ratio(0, 1) };
    let rate = |rate: Percent| ratio(rate.hundredths(), Percent::HUNDRED.hundredths());
    let (on_win, on_tie) = match (&terms.vigorish, line.vigorish) {
        (Some(vigorish), VigorishOn::Win) => (rate(vigorish.on_win), ratio(0, 1)),
        (Some(vigorish), VigorishOn::Tie) => (ratio(0, 1), rate(vigorish.on_tie)),
        _ => (ratio(0, 1), ratio(0, 1)),
    };
    let kept = ratio(1, 1) - on_win;
    match &line.pay {
        Pay::To(numerator, denominator) => ratio(1, 1) + ratio(*numerator, *denominator) * kept,
        Pay::For(numerator, denominator) => {
            ratio(1, 1) + (ratio(*numerator, *denominator) - ratio(1, 1)) * kept
        }
        Pay::Money(amount) => {
            let unit = offered.table.units.first().map_or(100, |unit| unit.minor());
            ratio(amount.minor(), unit)
        }
        Pay::Push => ratio(1, 1) - on_tie,
        // Meters stand apart.
        Pay::Share(..) | Pay::Loss => ratio(0, 1),
    }
}

#[test]
fn both_contributions_add_up_exactly_for_every_wager_of_every_rulebook() {
    let (mut sheets, mut charged, mut pushes, mut meters) = (0, 0, 0, 0);
    for terms in all_terms() {
        for (offered, sheet) in every_sheet(&terms, 8) {
            let name = format!("{} {}", terms.rulebook.id(), offered.table.wager);
            assert_eq!(sums(&sheet), [-edge(&sheet), ratio(1, 1) - edge(&sheet)], "{name}");
            for (at, line) in sheet.lines.iter().enumerate() {
                let chance = ratio(ways(line.ways), ways(sheet.total));
                let back = printed(&terms, &offered, at);
                assert_eq!(sheet.return_part(line), &chance * &back, "{name}: {}", line.name);
                assert_eq!(sheet.net_part(line), chance * (back - ratio(1, 1)), "{name}: {}", line.name);
                pushes += u32::from(line.pays == Pay::Push);
                meters += u32::from(matches!(line.pays, Pay::Share(..)));
            }
            let on_vigorish = |line: &&banco_rulebook::Line| line.vigorish != VigorishOn::Nothing;
            charged += offered.table.lines.iter().filter(on_vigorish).count();
            sheets += 1;
        }
    }
    assert!(sheets > 100 && charged > 0 && pushes > 0 && meters > 0, "{sheets} {charged} {pushes} {meters}");
}

/// Pays and vigorish are rounded for one stake; what comes back is then what the table pays, in cents.
#[test]
fn both_contributions_add_up_at_a_stake() {
    let mut sheets = 0;
    for terms in all_terms() {
        for (offered, sheet) in
            every_sheet(&terms, 8).into_iter().filter(|(offered, _)| offered.units.is_empty())
        {
            let stake = table_amount(&terms, "7").unwrap();
            let sheet = sheet.at_stake(&terms, stake).unwrap();
            assert_eq!(sums(&sheet), [-edge(&sheet), ratio(1, 1) - edge(&sheet)]);
            for (line, odds) in offered.table.lines.iter().zip(&sheet.lines) {
                let net = net_of_line(&terms, &offered.table, line, stake).unwrap();
                let chance = ratio(ways(odds.ways), ways(sheet.total));
                assert_eq!(sheet.return_part(odds), chance * ratio(700 + net.minor(), 700), "{}", odds.name);
            }
            sheets += 1;
        }
    }
    assert!(sheets > 50, "{sheets}");
}

/// Where few cards are left, the lines tell of the rounds that can be finished, and add up among these.
#[test]
fn both_contributions_add_up_beside_void_rounds() {
    let terms = &all_terms()[0];
    let offered = terms.offered(&"tie".parse().unwrap()).unwrap();
    let seat = SeatFacts::default();
    let question = Question::new(&[&offered.table], &seat, &offered.suits);
    let (shoe, _) = Shoe::from_counts(&[0, 2, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0]).unwrap();
    let draw = DrawTable::from_terms(terms, FiveRule::Draw);
    let sheet = sheets_of(terms, &question, (&shoe, &draw)).unwrap().remove(0);
    assert!(sheet.void > 0 && sheet.total > 0);
    assert_eq!(sums(&sheet), [-edge(&sheet), ratio(1, 1) - edge(&sheet)]);
}

/// The figures that are shown are the nearest numbers to the exact ones, and stand in the columns that say so.
#[test]
fn a_sheet_shows_both_contributions_with_their_sums() {
    let mut question = ParQuestion { with: vec![Dependency::Nothing], ..ParQuestion::default() };
    question.shoe.cards.decks = Some(8);
    let close = |found: f64, exact: &Fraction| (found - decimal(exact)).abs() <= 1e-15 * found.abs();
    for terms in all_terms() {
        let exact = every_sheet(&terms, 8);
        let document = question.answer(vec![terms]).unwrap();
        assert_eq!(document.sheets.len(), exact.len());
        for (told, (_, sheet)) in document.sheets.iter().zip(&exact) {
            let grid = told.grid("lines").unwrap();
            let column = |key: &str| grid.columns.iter().position(|name| name.key == key).unwrap();
            let (net, back) = (column("contribution"), column("return_contribution"));
            for (row, line) in grid.rows.iter().zip(&sheet.lines) {
                assert!(close(number_of(&row[net]), &sheet.net_part(line)), "{}: {}", told.title, line.name);
                assert!(
                    close(number_of(&row[back]), &sheet.return_part(line)),
                    "{}: {}",
                    told.title,
                    line.name
                );
            }
            let totals: &Vec<Value> = grid.sums.as_ref().unwrap();
            assert_eq!(number_of(&totals[net]), -number(told, "house_edge"));
            assert_eq!(number_of(&totals[back]), number(told, "return"));
        }
    }
}
