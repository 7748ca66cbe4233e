//! What is legal but dangerous.
//!
//! Warnings that need exact odds (a return above 100 percent, an award that is rarer than anybody will see) are
//! added to the report by the command line, which knows the odds.

use banco_money::{Pay, Rounding};

use super::Checker;
use super::meters::is_left_open;
use crate::model::vocabulary::Vocabulary;
use crate::model::wager::{Row, VigorishOn, Wager, WagerKind};
use crate::source::steps;
use crate::terms::{MeterTerms, Offer, Terms};

/// Pays of this many to one or more deserve a posted aggregate limit.
const LONG_ODDS: u128 = 100;

impl Checker<'_> {
    /// Adds a warning for everything that a careful licensee would want to know.
    pub(super) fn warn_dangers(&mut self, terms: &Terms) {
        self.warn_settings(terms);
        self.warn_offers(terms);
        for offer in &terms.offers {
            let at = self.place_of(offer);
            self.warn_limits(at, offer, terms);
            self.warn_rounding(at, offer, terms);
            self.warn_meters(at, offer);
        }
        if self
            .rulebook
            .file
            .decks
            .iter()
            .any(|range| range.acknowledge_above.is_some_and(|most| terms.decks > most))
        {
            let message = format!(
                "{} decks are unusual: odds and equipment differ from what players know",
                terms.decks
            );
            let hint = "make the PAR sheets for this number of decks";
            self.warn(&steps!["decks"], "unusual_decks", message, &[], hint);
        }
    }

    /// What the text has at every table, and limits that it has all wagers share.
    fn warn_offers(&mut self, terms: &Terms) {
        let rulebook = std::sync::Arc::clone(self.rulebook);
        let offer = |wager: &Wager| terms.offers.iter().find(|offer| offer.wager == wager.id);
        let base = rulebook.wagers.iter().filter(|wager| wager.kind == WagerKind::Base).find_map(offer);
        for wager in &rulebook.wagers {
            let cite = wager.offered_cite.as_slice();
            let Some(offer) = offer(wager) else {
                if !cite.is_empty() {
                    let message =
                        format!("`{}` is not offered, but the text has it at every table", wager.id);
                    let hint = "add a [[wager]] table for it";
                    self.warn(&steps!["wager"], "wager_missing", message, cite, hint);
                }
                continue;
            };
            let cite = wager.limits_cite.as_slice();
            let differs = base.filter(|base| (base.min, base.max) != (offer.min, offer.max));
            if let Some(base) = differs.filter(|_| !cite.is_empty()) {
                let message =
                    format!("the limits of `{}` are not those of `{}`, the table's", wager.id, base.wager);
                let at = steps!["wager", self.place_of(offer)];
                self.warn(
                    &at,
                    "limits_differ",
                    message,
                    cite,
                    "set the same `min` and `max` for all of them",
                );
            }
        }
    }

    /// The text names no maximum, but nobody goes that far.
    fn warn_settings(&mut self, terms: &Terms) {
        let rulebook = std::sync::Arc::clone(self.rulebook);
        for setting in &rulebook.file.settings {
            let Some(number) = terms.setting(setting.id) else { continue };
            if setting.unusual_above.is_some_and(|most| number > most) {
                let message = format!("{number} {} are unusual for `{}`", setting.unit, setting.id);
                let hint = format!("the text names no maximum; usual is {}", setting.usual);
                let at = steps!["settings", setting.id.as_str()];
                self.warn(&at, "unusual_setting", message, setting.cite.as_slice(), hint);
            }
        }
    }

    /// A wager without a maximum, or long odds without an aggregate limit, has no bounded liability.
    fn warn_limits(&mut self, at: usize, offer: &Offer, terms: &Terms) {
        if offer.max.is_none() && offer.unit.is_none() {
            let message = format!("`{}` has no maximum wager", offer.wager);
            self.warn(
                &steps!["wager", at],
                "no_maximum",
                message,
                &[],
                "set a `max`, or there is no limit to what the house can lose",
            );
        }
        let Some(wager) = self.rulebook.wagers.iter().find(|wager| wager.id == offer.wager) else {
            return;
        };
        let nothing = std::collections::BTreeMap::new();
        let changes = crate::paytable::Changes {
            options: &terms.options,
            pays: &nothing,
            lines: &offer.lines,
            families: &[],
        };
        let side = wager.side_names().first().copied().flatten();
        let table = wager.pay_table(&self.rulebook.wagers, side, &offer.column, changes);
        let long = table.iter().flat_map(|table| &table.lines).any(|line| match &line.pay {
            Pay::To(numerator, denominator) => u128::from(*numerator) >= LONG_ODDS * u128::from(*denominator),
            _ => false,
        });
        let family = self.rulebook.families.get(&offer.wager);
        let settable = self.rulebook.file.limits.is_none()
            || family.is_some_and(|family| !family.aggregate_cite.is_empty());
        if long
            && settable
            && offer.aggregate.is_none()
            && self.rulebook.file.family == crate::model::rulebook::Family::HouseBanked
        {
            let message =
                format!("`{}` pays {LONG_ODDS} to 1 or more and has no aggregate limit", offer.wager);
            let hint = "one good card can pay every seat at once: set `aggregate`, and post it";
            self.warn(&steps!["wager", at], "no_aggregate", message, wager.cite.as_slice(), hint);
        }
    }

    /// Rounding up takes a large bite from small wagers.
    fn warn_rounding(&mut self, at: usize, offer: &Offer, terms: &Terms) {
        let (Some(vigorish), Some(min)) = (terms.vigorish, offer.min) else {
            return;
        };
        let wager = self.rulebook.wagers.iter().find(|wager| wager.id == offer.wager);
        let owes = |row: &Row| row.vigorish.as_slice().iter().any(|on| *on != VigorishOn::Nothing);
        let owing = wager.is_some_and(|wager| wager.rows.iter().any(owes));
        let Some(up_to) = vigorish.up_to.filter(|_| owing) else {
            return;
        };
        let exact = vigorish.on_win.share_of(min, Rounding::Down);
        if exact.is_ok_and(|exact| {
            exact.currency() == up_to.currency() && exact.minor().saturating_mul(2) <= up_to.minor()
        }) {
            let message =
                format!("rounding up to {up_to} more than doubles the {} on a {min} wager", vigorish.on_win);
            let cite =
                self.rulebook.file.vigorish.as_ref().map(|v| v.cite.as_slice().to_vec()).unwrap_or_default();
            let hint = "raise the minimum wager, or do not round: players will notice";
            self.warn(&steps!["wager", at, "min"], "rounding_bites", message, &cite, hint);
        }
    }

    /// A meter that nothing feeds never grows. Where the licensee has to set it up, that is told as an error already.
    fn warn_meters(&mut self, at: usize, offer: &Offer) {
        let wager = self.rulebook.wagers.iter().find(|wager| wager.id == offer.wager);
        let asked_for = |meter: &&MeterTerms| {
            let columns = wager.map(Wager::column_names).unwrap_or_default();
            let index = columns.iter().position(|column| *column == offer.column).unwrap_or_default();
            let printed = wager.and_then(|wager| wager.meters.iter().find(|known| known.id == meter.id));
            printed.is_some_and(|printed| is_left_open(printed, index))
        };
        let idle = offer.meters.iter().filter(|meter| meter.increment.is_none());
        for meter in idle.filter(|meter| !asked_for(meter)) {
            let message = format!("nothing feeds the meter `{}` of `{}`", meter.id, offer.wager);
            let hint =
                format!("the text names no increment: set [wager.meters.{}] increment and seed", meter.id);
            self.warn(&steps!["wager", at], "meter_not_fed", message, &[], hint);
        }
    }
}
