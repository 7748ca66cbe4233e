//! What a wager takes and pays: limits, better pays, supplied lines, units and suits.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use banco_money::Amount;

use super::Checker;
use crate::diagnostic::suggest;
use crate::load::WagerContext;
use crate::model::submission::WagerChoice;
use crate::model::wager::Wager;
use crate::paytable::{Changes, check_supplied_lines};
use crate::reach::check_supplied_reach;
use crate::source::steps;
use crate::terms::{Terms, USUAL_SUITS};

impl Checker<'_> {
    pub(super) fn check_limits(
        &mut self,
        at: usize,
        choice: &WagerChoice,
        wager: &Wager,
        column: &str,
        terms: &Terms,
    ) {
        for (key, amount) in [("min", choice.min), ("max", choice.max), ("aggregate", choice.aggregate)] {
            let Some(amount) = amount else { continue };
            if amount.currency() != terms.currency {
                let message = format!(
                    "`{key}` of `{}` is in {}, the table in {}",
                    wager.id,
                    amount.currency(),
                    terms.currency
                );
                self.error(
                    &steps!["wager", at, key],
                    "currency_mismatch",
                    message,
                    &[],
                    "write limits in the table's currency",
                );
            } else if !amount.is_positive() {
                let message = format!("`{key}` of `{}` must be more than zero", wager.id);
                self.error(&steps!["wager", at, key], "bad_limit", message, &[], "leave it out for no limit");
            }
        }
        let unit = choice.unit.map(|unit| unit.0).or_else(|| wager.units_of(column).first().copied());
        let other = |unit: &Amount| {
            let limits = [choice.min, choice.max].into_iter().flatten().map(|limit| limit.0);
            limits.filter(|limit| limit.currency() == unit.currency()).any(|limit| limit != *unit)
        };
        if let Some(unit) = unit.filter(other) {
            let message =
                format!("`{}` is a fixed wager: its least and its greatest wager are {unit}", wager.id);
            let info = wager.paytables.get(column).filter(|info| !info.units.as_slice().is_empty());
            let cite = info.map_or(&wager.cite, |info| &info.cite).as_slice();
            let hint = format!("set `min` and `max` to {unit}, or leave them out");
            self.error(&steps!["wager", at], "bad_limit", message, cite, hint);
        }
        if let (Some(min), Some(max)) = (choice.min, choice.max)
            && min.currency() == max.currency()
            && min.minor() > max.minor()
        {
            let message = format!("the minimum {} on `{}` is above the maximum {}", min.0, wager.id, max.0);
            self.error(&steps!["wager", at, "min"], "bad_limit", message, &[], "swap the two");
        }
    }

    /// Limits that the text demands, and aggregate limits only where it speaks of them.
    pub(super) fn check_limit_rules(&mut self, at: usize, choice: &WagerChoice, wager: &Wager, column: &str) {
        let rulebook = Arc::clone(self.rulebook);
        let Some(rules) = &rulebook.file.limits else { return };
        let family = rulebook.families.get(&wager.id);
        let fixed = !wager.units_of(column).is_empty();
        let missing = [("min", choice.min.is_none()), ("max", choice.max.is_none())];
        let missing: Vec<&str> =
            missing.iter().filter(|(_, none)| *none && !fixed).map(|(key, _)| *key).collect();
        if !missing.is_empty() {
            let own = family.map(|family| family.limits_cite.as_slice()).filter(|cite| !cite.is_empty());
            let message = format!("`{}` has no {}", wager.id, missing.join(" and no "));
            let hint = format!("set `{}`: a table has a least and a greatest wager", missing.join("` and `"));
            let cite = own.unwrap_or_else(|| rules.cite.as_slice());
            self.error(&steps!["wager", at], "limit_needed", message, cite, hint);
        }
        if choice.aggregate.is_some() && family.is_none_or(|family| family.aggregate_cite.is_empty()) {
            let message = format!("the text has no aggregate limit for `{}`", wager.id);
            let hint = "remove `aggregate`: winners are paid in full; `max` limits what a round can cost";
            let at = steps!["wager", at, "aggregate"];
            self.error(&at, "aggregate_not_allowed", message, wager.cite.as_slice(), hint);
        }
    }

    /// Better pays are allowed only where the printed pays are the least, and only upwards.
    pub(super) fn check_pays(&mut self, at: usize, choice: &WagerChoice, wager: &Wager, column: &str) {
        let least = wager.paytables.get(column).is_some_and(|info| info.minimum);
        let nothing = BTreeMap::new();
        let plain = Changes { options: &nothing, pays: &BTreeMap::new(), lines: &[], families: &[] };
        let side = wager.side_names().first().copied().flatten();
        let Some(table) = wager.pay_table(&self.rulebook.wagers, side, column, plain) else {
            return;
        };
        for (name, pay) in &choice.pays {
            let at = steps!["wager", at, "pays", name];
            let Some(line) = table.lines.iter().find(|line| line.name == *name) else {
                let hint = suggest(name, table.lines.iter().map(|line| line.name.as_str()));
                let message = format!("`{}` has no line `{name}` in this pay table", wager.id);
                self.error(&at, "unknown_line", message, &table.cite, hint);
                continue;
            };
            // Whoever repeats what is printed changes nothing.
            if pay.0 == line.pay {
                continue;
            }
            if !least {
                let message = format!("the pays of `{}` are fixed", wager.id);
                let hint = format!("`{name}` pays {}", line.pay);
                self.error(&at, "pay_fixed", message, &line.cite, hint);
            } else if pay.at_least(&line.pay) != Some(true) {
                let message = format!("`{}` is less than the minimum pay `{}` for `{name}`", pay.0, line.pay);
                self.error(&at, "pay_too_low", message, &line.cite, format!("pay {} or more", line.pay));
            }
        }
    }

    pub(super) fn check_lines(&mut self, at: usize, choice: &WagerChoice, wager: &Wager, column: &str) {
        let missing = wager.missing_lines(column);
        let cite = wager.paytables.get(column).map_or(&wager.cite, |info| &info.cite).as_slice();
        if let Some((why, _)) = missing.filter(|_| choice.lines.is_empty()) {
            let message = format!("`{}` needs its lines in the submission: {why}", wager.id);
            let hint = "add [[wager.lines]] tables with `name`, `when` and `pays`";
            self.error(&steps!["wager", at], "lines_needed", message, cite, hint);
        } else if missing.is_some() {
            let rulebook = Arc::clone(self.rulebook);
            let context = WagerContext { file: &rulebook.file, others: &rulebook.wagers, in_tree: false };
            let base = steps!["wager", at];
            check_supplied_lines(self.loader, self.document, &base, (wager, column), &choice.lines, &context);
            let nothing = BTreeMap::new();
            let changes =
                Changes { options: &nothing, pays: &BTreeMap::new(), lines: &choice.lines, families: &[] };
            check_supplied_reach(self.loader, self.document, &base, (wager, column), changes, &context);
        } else if !choice.lines.is_empty() {
            let message = format!("`{}` has all its lines in the rulebook", wager.id);
            self.error(&steps!["wager", at, "lines"], "lines_not_allowed", message, cite, "remove `lines`");
        }
    }

    /// The fixed amount of the wager.
    pub(super) fn unit(
        &mut self,
        at: usize,
        choice: &WagerChoice,
        wager: &Wager,
        column: &str,
        terms: &Terms,
    ) -> Option<Amount> {
        let allowed = wager.units_of(column);
        let asked = choice.unit.map(|unit| unit.0);
        let unit = asked.or_else(|| allowed.first().copied());
        let list = allowed.iter().map(Amount::to_string).collect::<Vec<_>>().join(" or ");
        if let Some(asked) = asked {
            if allowed.is_empty() {
                let message = format!("`{}` is not a fixed wager", wager.id);
                self.error(
                    &steps!["wager", at, "unit"],
                    "no_unit",
                    message,
                    wager.cite.as_slice(),
                    "use `min` and `max`",
                );
            } else if !allowed.contains(&asked) && !wager.scales {
                let message = format!("`{}` is a fixed wager of {list}, not {asked}", wager.id);
                self.error(
                    &steps!["wager", at, "unit"],
                    "wrong_unit",
                    message,
                    wager.units_cite(column),
                    format!("use {list}"),
                );
            } else if wager.scales
                && !allowed
                    .iter()
                    .any(|base| asked.exact_multiple_of(*base).is_ok_and(|n| n.is_some_and(|n| n > 0)))
            {
                let message =
                    format!("{asked} is not a whole multiple of {list}, by which the pays are multiplied");
                self.error(
                    &steps!["wager", at, "unit"],
                    "wrong_unit",
                    message,
                    wager.units_cite(column),
                    "choose a whole multiple",
                );
            }
        }
        if let Some(unit) = unit.filter(|unit| unit.currency() != terms.currency) {
            let message = format!(
                "this pay table of `{}` is in {}, the table in {}",
                wager.id,
                unit.currency(),
                terms.currency
            );
            let hint = format!("set `currency = \"{}\"` or choose another pay table", unit.currency());
            self.error(&steps!["wager", at], "currency_mismatch", message, wager.cite.as_slice(), hint);
        }
        unit
    }

    /// The suits of suit-specific lines.
    pub(super) fn suits(
        &mut self,
        at: usize,
        choice: &WagerChoice,
        wager: &Wager,
        column: &str,
    ) -> Vec<banco_cards::Suit> {
        let needed = wager.suits_of(column);
        let suits: Vec<banco_cards::Suit> = choice.suits.iter().map(|suit| suit.0).collect();
        let distinct: BTreeSet<_> = suits.iter().collect();
        if !suits.is_empty() && (suits.len() != usize::from(needed) || distinct.len() != suits.len()) {
            let message =
                format!("`{}` takes {needed} chosen suits here, {} are given", wager.id, suits.len());
            let hint = "name each suit once, as it is displayed with the pay table";
            self.error(&steps!["wager", at, "suits"], "wrong_suits", message, wager.cite.as_slice(), hint);
        }
        if suits.is_empty() && needed > 0 {
            let message = format!("`{}` needs the suits that the licensee chooses: {needed}", wager.id);
            let hint =
                "add `suits = [...]` with clubs, diamonds, hearts or spades, as displayed with the pay table";
            let cite = wager.suits_cite(column);
            self.error(&steps!["wager", at], "suits_needed", message, cite, hint);
        }
        let usual = || USUAL_SUITS.into_iter().take(usize::from(needed)).collect();
        if suits.is_empty() { usual() } else { suits }
    }
}
