//! The wagers on offer: which ones, by which pay tables, and what they need.

use std::sync::Arc;

use banco_money::Amount;

use super::Checker;
use crate::diagnostic::suggest;
use crate::model::rulebook::{Family, VariantVigorish};
use crate::model::submission::WagerChoice;
use crate::model::vocabulary::StepId;
use crate::model::wager::{Requirements, Wager, WagerKind};
use crate::source::steps;
use crate::terms::{Offer, Terms};

impl Checker<'_> {
    /// Every wager on offer.
    pub(super) fn offers(&mut self, terms: &Terms) -> Vec<Offer> {
        let mut offers: Vec<Offer> = Vec::new();
        for (at, choice) in self.file.wager.iter().enumerate() {
            let Some(wager) = self.rulebook.wagers.iter().find(|wager| wager.id == choice.id) else {
                let hint = suggest(&choice.id, self.rulebook.wagers.iter().map(|wager| wager.id.as_str()));
                let message = format!("`{}` does not allow a wager `{}`", self.rulebook.id(), choice.id);
                self.error(&steps!["wager", at, "id"], "unknown_wager", message, &[], hint);
                continue;
            };
            let is_same = |offer: &Offer| {
                let apart = wager.separate_paytables && Some(&offer.column) != choice.paytable.as_ref();
                offer.wager == wager.id && !apart
            };
            if offers.iter().any(is_same) {
                let message = format!("the wager `{}` is offered twice", wager.id);
                self.error(&steps!["wager", at, "id"], "duplicate_id", message, &[], "remove one of the two");
                continue;
            }
            offers.extend(self.offer(at, choice, wager, terms));
        }
        self.check_families(&offers);
        offers
    }

    /// Where in the file a wager is offered.
    pub(super) fn place_of(&self, offer: &Offer) -> usize {
        let same = |choice: &WagerChoice| {
            choice.id == offer.wager
                && choice.paytable.as_ref().is_none_or(|paytable| *paytable == offer.column)
        };
        self.file.wager.iter().position(same).unwrap_or_default()
    }

    /// Where the text has the licensee configure one pay table for a whole family, its wagers agree.
    fn check_families(&mut self, offers: &[Offer]) {
        let rulebook = self.rulebook;
        let family =
            |offer: &Offer| rulebook.families.get(&offer.wager).filter(|family| family.same_paytable);
        for (index, offer) in offers.iter().enumerate() {
            let Some(own) = family(offer) else { continue };
            let first = offers.iter().take(index).find(|other| family(other) == Some(own));
            if let Some(other) = first.filter(|other| other.column != offer.column) {
                let at = self.place_of(offer);
                let message = format!(
                    "`{}` is offered by pay table `{}`, but `{}` by `{}`",
                    offer.wager, offer.column, other.wager, other.column
                );
                let hint = format!("{} has one pay table for all its wagers at a table", own.name);
                self.error(&steps!["wager", at, "paytable"], "mixed_paytables", message, &own.cite, hint);
            }
        }
    }

    fn offer(&mut self, at: usize, choice: &WagerChoice, wager: &Wager, terms: &Terms) -> Option<Offer> {
        let column = self.column(at, choice, wager, terms)?;
        self.check_requirements(at, wager, &wager.requires, terms);
        if let Some(family) = self.rulebook.families.get(&wager.id) {
            self.check_requirements(at, wager, &family.requires, terms);
        }
        if let Some(info) = wager.paytables.get(&column) {
            self.check_requirements(at, wager, &info.requires, terms);
        }
        self.check_limits(at, choice, wager, &column, terms);
        self.check_limit_rules(at, choice, wager, &column);
        self.check_pays(at, choice, wager, &column);
        self.check_lines(at, choice, wager, &column);
        let unit = self.unit(at, choice, wager, &column, terms);
        let suits = self.suits(at, choice, wager, &column);
        let positions = self.offered_positions(at, choice, wager, terms);
        let scale = wager.units_of(&column).first().zip(unit).map_or(1, |(base, unit)| {
            unit.exact_multiple_of(*base).ok().flatten().filter(|_| wager.scales).unwrap_or(1)
        });
        let meters = self.meters(at, choice, wager, &column, (scale, terms.currency));
        self.check_shares(at, wager, &meters);
        Some(Offer {
            wager: wager.id.clone(),
            column,
            min: choice.min.map(|amount| amount.0).or(unit),
            max: choice.max.map(|amount| amount.0).or(unit),
            aggregate: choice.aggregate.map(|amount| amount.0),
            unit,
            suits,
            positions,
            meters,
            must_hit: self.must_hit(at, choice, wager, terms.currency),
            pays: choice.pays.clone(),
            lines: choice.lines.clone(),
        })
    }

    /// The pay table: the submission's, the variant's, or the only one.
    fn column(&mut self, at: usize, choice: &WagerChoice, wager: &Wager, terms: &Terms) -> Option<String> {
        let names = wager.column_names();
        let of_variant = terms.variant.paytables.get(&wager.id).map(String::as_str);
        let asked = choice.paytable.as_deref();
        if let (Some(asked), Some(fixed)) = (asked, of_variant)
            && asked != fixed
        {
            let message = format!(
                "the variant `{}` settles `{}` by `{fixed}`, not `{asked}`",
                terms.variant.id, wager.id
            );
            let hint = "leave `paytable` out, or choose the variant that you mean";
            self.error(
                &steps!["wager", at, "paytable"],
                "paytable_of_variant",
                message,
                terms.variant.cite.as_slice(),
                hint,
            );
        }
        let only = match names.as_slice() {
            [only] => Some(*only),
            _ => None,
        };
        let column = asked.or(of_variant).or(only);
        match column {
            Some(column) if names.contains(&column) => Some(column.to_owned()),
            Some(column) => {
                let message = format!("`{}` has no pay table `{column}`", wager.id);
                let hint = suggest(column, names.iter().copied());
                self.error(
                    &steps!["wager", at, "paytable"],
                    "unknown_paytable",
                    message,
                    wager.paytables_cite(),
                    hint,
                );
                None
            }
            None => {
                let message = format!("`{}` needs a pay table", wager.id);
                let hint = format!("add `paytable = ...`; choose from: {}", names.join(", "));
                self.error(&steps!["wager", at], "paytable_needed", message, wager.paytables_cite(), hint);
                None
            }
        }
    }

    fn check_requirements(&mut self, at: usize, wager: &Wager, requires: &Requirements, terms: &Terms) {
        let cite = requires.cite.as_slice();
        let list = |numbers: &[u8]| numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(" or ");
        let at = steps!["wager", at, "id"];
        if !requires.variants.is_empty() && !requires.variants.contains(&terms.variant.id) {
            let message = format!("`{}` is not offered in the variant `{}`", wager.id, terms.variant.id);
            let hint = format!("set `variant` to {}, or remove the wager", requires.variants.join(" or "));
            self.error(&at, "wrong_variant", message, cite, hint);
        }
        let in_shoe = terms.pack().decks();
        if let Some(decks) = requires.decks.as_ref().filter(|decks| !decks.contains(in_shoe)) {
            let message = format!("`{}` is not offered with {in_shoe} decks in the shoe", wager.id);
            self.error(
                &at,
                "wrong_decks",
                message,
                cite,
                format!("it is played with {} decks", list(decks.as_slice())),
            );
        }
        if requires.whole_decks && terms.variant.without.is_some() {
            let message = format!("`{}` is not offered with ranks taken out of the decks", wager.id);
            let hint = format!("choose another variant than `{}`, or remove the wager", terms.variant.id);
            self.error(&at, "decks_not_whole", message, cite, hint);
        }
        let rate = terms.vigorish.map(|vigorish| vigorish.on_win);
        let taken = terms.variant.vigorish == VariantVigorish::OnWin;
        if let Some(wanted) =
            requires.vigorish.map(|wanted| wanted.0).filter(|wanted| taken && rate != Some(*wanted))
        {
            let message = format!("`{}` is played with vigorish of {wanted} or none", wager.id);
            let hint = format!("set the rate of vigorish to {wanted}, or remove the wager");
            self.error(&at, "wrong_vigorish", message, cite, hint);
        }
        let seats = u8::try_from(terms.positions.len()).unwrap_or(u8::MAX);
        if let Some(allowed) = requires.seats.as_ref().filter(|allowed| !allowed.contains(seats)) {
            let message = format!("`{}` is not offered at a table with {seats} seats", wager.id);
            self.error(
                &at,
                "wrong_seats",
                message,
                cite,
                format!("it needs {} seats", list(allowed.as_slice())),
            );
        }
    }

    /// A table needs the base wagers of its game.
    pub(super) fn check_base_wagers(&mut self, terms: &Terms) {
        let missing: Vec<&str> = self
            .rulebook
            .wagers
            .iter()
            .filter(|wager| {
                wager.kind == WagerKind::Base && !terms.offers.iter().any(|offer| offer.wager == wager.id)
            })
            .map(|wager| wager.id.as_str())
            .collect();
        let optional = self.rulebook.file.family == Family::HouseBanked;
        if !missing.is_empty() && self.loader.report.diagnostics.iter().all(|d| d.code != "unknown_wager") {
            let what = if optional { "the game is made of" } else { "the bank is played for with" };
            let message = format!("{what} base wagers that are not offered: {}", missing.join(", "));
            self.error(&steps!["wager"], "no_base_wager", message, &[], "add a [[wager]] table for each");
        }
        self.check_variant_wagers(terms);
    }

    /// Some wagers belong to a variant.
    fn check_variant_wagers(&mut self, terms: &Terms) {
        for wager in &terms.variant.wagers {
            if terms.offers.iter().any(|offer| offer.wager == wager.id) {
                continue;
            }
            let message = format!("a table of the variant `{}` offers `{}`", terms.variant.id, wager.id);
            let hint = format!("add a [[wager]] table with id = \"{}\"", wager.id);
            self.error(&steps!["wager"], "wager_of_variant", message, wager.cite.as_slice(), hint);
        }
    }

    /// Whoever claims the bank covers all of it alone, so the greatest wager against it is not below the least bank.
    pub(super) fn check_claims(&mut self, terms: &Terms) {
        let rulebook = Arc::clone(self.rulebook);
        if rulebook.file.family != Family::CheminDeFer {
            return;
        }
        let base = |side: &str| terms.offers.iter().find(|offer| offer.wager == side);
        let (Some(player), Some(banker)) = (base("player"), base("banker")) else { return };
        let impossible =
            |most: Amount, least: Amount| most.currency() == least.currency() && most.minor() < least.minor();
        if let (Some(most), Some(least)) = (player.max, banker.min)
            && impossible(most, least)
        {
            let claims = rulebook
                .file
                .steps
                .iter()
                .filter(|step| step.id.is(StepId::Suivi) || step.id.is(StepId::Banco));
            let cite: Vec<String> = claims.flat_map(|step| step.cite.as_slice().to_vec()).collect();
            let message = format!(
                "nobody can claim the bank: it is {least} at least, and {most} is the most against it"
            );
            let hint = "raise `max` of `player` to the greatest bank that may be claimed";
            let at = steps!["wager", self.place_of(player), "max"];
            self.error(&at, "claim_impossible", message, &cite, hint);
        }
    }
}
