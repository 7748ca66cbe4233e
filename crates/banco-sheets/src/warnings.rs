//! Warnings about what is legal but unwise, as far as exact odds tell it.
#![expect(clippy::float_arithmetic, reason = "figures for people, made from exact counts")]

use banco_odds::decimal;
use banco_rulebook::model::rulebook::Family;
use banco_rulebook::{Diagnostic, Terms};

use crate::asked::sheet_name;
use crate::count::{CountedSheet, offered_sheets};
use crate::error::SheetError;

/// An award that is rarer than this will hardly be seen.
const RAREST: f64 = 50e6;

/// What exact odds say about the wagers that a submission offers.
///
/// # Errors
///
/// If a wager cannot be counted.
pub fn odds_warnings(terms: &Terms) -> Result<Vec<Diagnostic>, SheetError> {
    let told = |made: &CountedSheet| [sheet_warnings(made), made.dangers.clone()].concat();
    Ok(offered_sheets(terms)?.iter().flat_map(told).collect())
}

/// What exact odds say about one pay table.
fn sheet_warnings(made: &CountedSheet) -> Vec<Diagnostic> {
    let (sheet, name) = (&made.sheet, sheet_name(&made.sheet));
    let mut warnings = Vec::new();
    let mut warn = |code: &'static str, message: String, hint: &str| {
        let clauses = made.terms.rulebook.summaries(&sheet.table.cite);
        let warning = Diagnostic { clauses, ..Diagnostic::warning(code, message).hint(hint) };
        // Whoever invented the wager is shown where it stands.
        let rulebook = &made.terms.rulebook;
        let place = rulebook.added_by(&sheet.table.wager).zip(rulebook.wager(&sheet.table.wager));
        warnings.push(match place {
            Some((file, wager)) => warning.at(&file.source, file.place_of(wager, None)),
            None => warning,
        });
    };
    // What the licensee has yet to set can only add to it.
    let least = made.meters.as_ref().map(|meters| decimal(&meters.least_return()));
    if sheet.house_edge() < 0.0 {
        let (back, edge) = (100.0 * sheet.average_return(), -100.0 * sheet.house_edge());
        let message = format!("`{name}` returns {back:.3}% on average: bettors have an edge of {edge:.3}%");
        let hint = match made.terms.rulebook.file.family {
            Family::HouseBanked => "do not offer it, or set a low limit: over time the house loses",
            Family::PlayerBanked => {
                "do not offer it, or set a low limit: over time whoever is player/dealer loses, not the house"
            }
            Family::CheminDeFer => {
                "do not offer it, or set a low limit: over time whoever holds the bank loses"
            }
        };
        warn("return_above_100", message, hint);
    } else if let Some(least) = least.filter(|least| *least > 1.0) {
        let message = format!("`{name}` returns {:.3}% in the long run, meters included", 100.0 * least);
        let hint = "its increments and pays add up to more than the wagers bring in; lower them";
        warn("meter_not_funded", message, hint);
    }
    let one_in = |ways: u128| sheet.probability(ways).recip();
    if let Some(line) = sheet.lines.iter().find(|line| line.ways > 0 && one_in(line.ways) > RAREST) {
        let rounds = one_in(line.ways);
        let message = format!("the line `{}` of `{name}` hits once in {rounds:.0} rounds", line.name);
        let hint = "few players will ever see it; post the odds, or choose another pay table";
        warn("award_too_rare", message, hint);
    }
    warnings
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use banco_rulebook::Library;

    use super::*;

    /// A progressive of a submission that nothing is wrong with.
    fn progressive() -> CountedSheet {
        let terms = Library::embedded().unwrap().terms("co-rule-28", "99-fortunes").unwrap();
        let made = offered_sheets(&terms).unwrap().into_iter().find(|made| made.meters.is_some()).unwrap();
        assert!(sheet_warnings(&made).is_empty());
        made
    }

    fn codes(made: &CountedSheet) -> Vec<&'static str> {
        sheet_warnings(made).iter().map(|warning| warning.code).collect()
    }

    #[test]
    fn an_award_beyond_fifty_million_rounds_is_too_rare() {
        let mut made = progressive();
        let total = made.sheet.total;
        let top = made.sheet.lines.first_mut().unwrap();
        top.ways = total / 49_000_000;
        assert!(codes(&made).is_empty());
        made.sheet.lines.first_mut().unwrap().ways = total / 51_000_000;
        assert_eq!(codes(&made), ["award_too_rare"]);
        // What cannot come at all is no award that nobody sees.
        made.sheet.lines.first_mut().unwrap().ways = 0;
        assert!(codes(&made).is_empty());
    }

    #[test]
    fn increments_that_pays_leave_no_room_for_are_not_funded_whatever_the_seed() {
        let mut made = progressive();
        let meters = made.meters.as_mut().unwrap();
        let all = meters.split.fixed.clone();
        let meter = meters.meters.first_mut().unwrap();
        (meter.seed, meter.reseed) = (None, None);
        meter.increment = Some(all.recip());
        assert_eq!(codes(&made), ["meter_not_funded"]);
        made.meters.as_mut().unwrap().meters.first_mut().unwrap().increment = None;
        assert!(codes(&made).is_empty());
    }
}
