//! The wagers on offer: pay tables, limits, units, better pays, supplied lines, suits, meters, positions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use banco_money::{Amount, Currency, Percent, Rounding};

use super::Checker;
use crate::diagnostic::suggest;
use crate::load::WagerContext;
use crate::model::rulebook::{Family, VariantVigorish};
use crate::model::submission::{MeterSetup, MustHitChoice, MustHitFigures, WagerChoice};
use crate::model::vocabulary::StepId;
use crate::model::wager::{Meter, MustHit, Requirements, Wager, WagerKind, cell};
use crate::notation::{KingNine, OneOrMany};
use crate::paytable::{Changes, check_supplied_lines};
use crate::reach::check_supplied_reach;
use crate::source::steps;
use crate::terms::{MeterTerms, Offer, Terms, USUAL_SUITS};

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

    fn check_limits(&mut self, at: usize, choice: &WagerChoice, wager: &Wager, column: &str, terms: &Terms) {
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
    fn check_limit_rules(&mut self, at: usize, choice: &WagerChoice, wager: &Wager, column: &str) {
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
    fn check_pays(&mut self, at: usize, choice: &WagerChoice, wager: &Wager, column: &str) {
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

    fn check_lines(&mut self, at: usize, choice: &WagerChoice, wager: &Wager, column: &str) {
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
    fn unit(
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
    fn suits(
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

    fn offered_positions(
        &mut self,
        at: usize,
        choice: &WagerChoice,
        wager: &Wager,
        terms: &Terms,
    ) -> Vec<u8> {
        for (index, position) in choice.positions.iter().enumerate() {
            if !terms.positions.contains(position) {
                let message = format!("the table has no position {position}");
                let hint = format!("its positions are {:?}", terms.positions);
                self.error(&steps!["wager", at, "positions", index], "unknown_position", message, &[], hint);
            }
        }
        let positions =
            if choice.positions.is_empty() { terms.positions.clone() } else { choice.positions.clone() };
        let printed = wager.requires.positions.as_ref();
        if let Some(position) = positions.iter().find(|at| printed.is_some_and(|known| !known.contains(**at)))
        {
            let message = format!("`{}` cannot be offered at position {position}", wager.id);
            let hint = "list the printed numbers in `positions`, for the table or for this wager";
            self.error(&steps!["wager", at], "wrong_position", message, wager.requires.cite.as_slice(), hint);
        }
        if let Some(most) =
            wager.requires.seats_carrying_max.filter(|most| positions.len() > usize::from(*most))
        {
            let message = format!(
                "at most {most} seats can have `{}`, and the table has {}",
                wager.id,
                positions.len()
            );
            let hint = format!("list the {most} positions that have it: positions = [1, 2, ...]");
            let cite = wager.requires.cite.as_slice();
            self.error(&steps!["wager", at], "too_many_positions", message, cite, hint);
        }
        self.check_every_seat(at, wager, positions.len(), terms);
        positions
    }

    /// Where each chair carries a wager, all of them do, as far as the wager can be had so often.
    fn check_every_seat(&mut self, at: usize, wager: &Wager, carrying: usize, terms: &Terms) {
        let most = wager.requires.seats_carrying_max.map_or(usize::MAX, usize::from);
        let wanted = terms.positions.len().min(most);
        if wager.requires.every_seat && carrying < wanted {
            let message = format!("`{}` is offered at {carrying} seats, and {wanted} can have it", wager.id);
            let hint = if terms.positions.len() > most {
                format!("list {wanted} positions")
            } else {
                "leave `positions` out: every seat has it".to_owned()
            };
            let cite = wager.requires.cite.as_slice();
            self.error(&steps!["wager", at, "positions"], "too_few_positions", message, cite, hint);
        }
    }

    /// The meters as the text and the submission set them up.
    fn meters(
        &mut self,
        at: usize,
        choice: &WagerChoice,
        wager: &Wager,
        column: &str,
        unit: (u64, Currency),
    ) -> Vec<MeterTerms> {
        for id in choice.meters.keys().filter(|id| !wager.meters.iter().any(|meter| meter.id == **id)) {
            let message = format!("`{}` has no meter `{id}`", wager.id);
            let hint = suggest(id, wager.meters.iter().map(|meter| meter.id.as_str()));
            self.error(
                &steps!["wager", at, "meters", id],
                "unknown_meter",
                message,
                wager.cite.as_slice(),
                hint,
            );
        }
        let index = wager.column_names().iter().position(|name| *name == column).unwrap_or_default();
        let setup = |meter: &Meter| choice.meters.get(&meter.id);
        wager.meters.iter().map(|meter| self.meter(at, setup(meter), meter, index, unit)).collect()
    }

    /// One meter in one pay table; a fixed seed is multiplied with the unit of the wager.
    fn meter(
        &mut self,
        at: usize,
        setup: Option<&MeterSetup>,
        meter: &Meter,
        index: usize,
        (scale, currency): (u64, Currency),
    ) -> MeterTerms {
        let scaled = |seed: Amount| seed.times(scale, 1, Rounding::Down).ok();
        let mut terms = MeterTerms {
            id: meter.id.clone(),
            seed: figure::<Amount>(&meter.seed, index).and_then(scaled),
            increment: figure::<Percent>(&meter.increment, index),
            reserve: figure::<Percent>(&meter.reserve, index),
        };
        let asked = setup.and_then(|setup| setup.choice.as_deref());
        let usual = meter.choices.iter().find(|choice| choice.recommended).or_else(|| meter.choices.first());
        let known = asked.map_or(usual, |asked| meter.choices.iter().find(|choice| choice.id == asked));
        if let (Some(asked), None) = (asked, known) {
            let message = format!("the meter `{}` has no choice `{asked}`", meter.id);
            let hint = suggest(asked, meter.choices.iter().map(|choice| choice.id.as_str()));
            self.error(
                &steps!["wager", at, "meters", &meter.id],
                "unknown_choice",
                message,
                meter.cite.as_slice(),
                hint,
            );
        }
        if let Some(choice) = known {
            terms.seed = Some(choice.seed.0);
            terms.increment = Some(choice.increment.0);
        }
        let left_open = matches!(cell_of(&meter.increment, index), Some("-"));
        if left_open {
            self.check_set_up(at, setup, meter);
        }
        let Some(setup) = setup else { return terms };
        let fixed_seed = terms.seed.is_some() && terms.reserve.is_none();
        let given = [
            ("seed", setup.seed.is_some_and(|seed| Some(seed.0) != terms.seed), fixed_seed),
            (
                "increment",
                setup.increment.is_some_and(|share| Some(share.0) != terms.increment),
                terms.increment.is_some(),
            ),
            (
                "reserve",
                setup.reserve.is_some_and(|share| Some(share.0) != terms.reserve),
                terms.increment.is_some(),
            ),
        ];
        for (key, _, _) in given.into_iter().filter(|(_, given, fixed)| *given && *fixed) {
            let message = format!("the text fixes the {key} of the meter `{}`", meter.id);
            let at = steps!["wager", at, "meters", &meter.id, key];
            self.error(&at, "meter_fixed", message, meter.cite.as_slice(), format!("leave `{key}` out"));
        }
        self.check_reserve(at, setup, meter, index);
        if let Some(seed) = setup.seed.filter(|seed| seed.currency() != currency) {
            let message = format!(
                "the seed of the meter `{}` is in {}, the table in {currency}",
                meter.id,
                seed.currency()
            );
            let at = steps!["wager", at, "meters", &meter.id, "seed"];
            self.error(
                &at,
                "currency_mismatch",
                message,
                meter.cite.as_slice(),
                "write it in the table's currency",
            );
        }
        terms.seed = setup.seed.map(|seed| seed.0).or(terms.seed);
        terms.increment = setup.increment.map(|share| share.0).or(terms.increment);
        terms.reserve = setup.reserve.map(|share| share.0).or(terms.reserve);
        terms
    }

    /// Where the text prints no figures of a meter, the licensee sets them: nobody plays for a jackpot of nothing.
    fn check_set_up(&mut self, at: usize, setup: Option<&MeterSetup>, meter: &Meter) {
        let starts = setup.is_some_and(|setup| setup.seed.is_some_and(|seed| seed.is_positive()));
        let grows = setup.is_some_and(|setup| setup.increment.is_some_and(|share| share.hundredths() > 0));
        if starts && grows {
            return;
        }
        let what = match (starts, grows) {
            (true, _) => "a share of each wager",
            (false, true) => "an amount to start from",
            (false, false) => "an amount to start from and a share of each wager",
        };
        let message = format!("the meter `{}` needs {what}: the text leaves both to the licensee", meter.id);
        let hint =
            format!("set it up under `meters`: {} = {{ seed = \"...\", increment = \"...\" }}", meter.id);
        self.error(&steps!["wager", at], "meter_needed", message, meter.cite.as_slice(), hint);
    }

    /// A meter with a reserve starts again from it, so something must go in.
    fn check_reserve(&mut self, at: usize, setup: &MeterSetup, meter: &Meter, index: usize) {
        let none = cell_of(&meter.reserve, index) == Some("-") && cell_of(&meter.increment, index).is_none();
        if setup.reserve.is_some() && none {
            let message = format!("the meter `{}` has no reserve: it starts again from its seed", meter.id);
            let at = steps!["wager", at, "meters", &meter.id, "reserve"];
            let hint = "leave `reserve` out; `seed` is what the house puts in after each award";
            self.error(&at, "no_reserve", message, meter.cite.as_slice(), hint);
        }
        if setup.reserve.is_some_and(|share| share.hundredths() == 0) {
            let message =
                format!("the meter `{}` would start again from a reserve that nothing feeds", meter.id);
            let hint = "leave `reserve` out: the meter then starts again from its seed";
            let at = steps!["wager", at, "meters", &meter.id, "reserve"];
            self.error(&at, "reserve_not_fed", message, meter.cite.as_slice(), hint);
        }
    }

    /// The meters of a wager cannot take more than the wager.
    fn check_shares(&mut self, at: usize, wager: &Wager, meters: &[MeterTerms]) {
        let shares = meters.iter().flat_map(|meter| [meter.increment, meter.reserve]).flatten();
        let sum = shares.map(|share| u64::from(share.hundredths())).sum::<u64>();
        if sum > u64::from(Percent::HUNDRED.hundredths()) {
            let message = format!("the meters of `{}` take more than the whole wager", wager.id);
            let hint = "increments and reserves together must stay below 100%";
            self.error(
                &steps!["wager", at, "meters"],
                "shares_too_large",
                message,
                wager.cite.as_slice(),
                hint,
            );
        }
    }

    fn must_hit(
        &mut self,
        at: usize,
        choice: &WagerChoice,
        wager: &Wager,
        currency: Currency,
    ) -> Option<MustHit> {
        match choice.must_hit.as_ref()? {
            MustHitChoice::Named(asked) => self.named_must_hit(at, asked, wager),
            MustHitChoice::Own(figures) => Some(self.own_must_hit(at, *figures, wager, currency)),
        }
    }

    fn named_must_hit(&mut self, at: usize, asked: &str, wager: &Wager) -> Option<MustHit> {
        let known = wager.must_hit.iter().find(|config| config.id == asked).cloned();
        if known.is_none() {
            let message = format!("`{}` has no must-hit configuration `{asked}`", wager.id);
            let hint = suggest(asked, wager.must_hit.iter().map(|config| config.id.as_str()));
            self.error(
                &steps!["wager", at, "must_hit"],
                "unknown_choice",
                message,
                wager.cite.as_slice(),
                hint,
            );
        }
        known
    }

    /// The licensee's own figures for Must Hit, where the text prints none.
    fn own_must_hit(
        &mut self,
        at: usize,
        figures: MustHitFigures,
        wager: &Wager,
        currency: Currency,
    ) -> MustHit {
        let place = steps!["wager", at, "must_hit"];
        let MustHitFigures { reset, max, increment } = figures;
        let printed = wager.must_hit.iter().flat_map(|config| config.cite.as_slice()).cloned();
        let printed: Vec<String> = printed.collect::<BTreeSet<_>>().into_iter().collect();
        let own = wager.own_must_hit.as_slice();
        if own.is_empty() {
            let message = format!("the text fixes the Must Hit configurations of `{}`", wager.id);
            let names: Vec<&str> = wager.must_hit.iter().map(|config| config.id.as_str()).collect();
            let hint = format!("name one of them: {}", names.join(", "));
            self.error(&place, "must_hit_fixed", message, &printed, hint);
        } else if reset.currency() != currency || max.currency() != currency {
            let message = format!("the figures of Must Hit are not all in {currency}, like the table");
            self.error(&place, "currency_mismatch", message, own, "write them in the table's currency");
        } else if !reset.is_positive() || max.minor() <= reset.minor() || increment.hundredths() == 0 {
            let message =
                "a Must Hit meter starts above nothing, grows, and must hit above its start".to_owned();
            let hint = "choose `reset` above zero, `max` above `reset`, and an `increment`";
            self.error(&place, "bad_must_hit", message, own, hint);
        }
        MustHit { id: "own".to_owned(), reset, max, increment, cite: wager.own_must_hit.clone() }
    }

    /// A Personal King-9 for every position that carries a wager in need of one: unique, twelve at most.
    pub(super) fn personal(&mut self, terms: &Terms) -> BTreeMap<u8, KingNine> {
        let needs = |wager: &&Wager| {
            let mut personal = false;
            let mut look = |condition: &crate::Condition| {
                let tests = [&condition.player, &condition.banker, &condition.either, &condition.both];
                personal |= tests.into_iter().flatten().any(|test| test.personal.is_some());
            };
            wager.rows.iter().for_each(|row| row.when.walk(&mut look));
            personal
        };
        let carrier = self.rulebook.wagers.iter().filter(needs).find_map(|wager| {
            terms.offers.iter().find(|offer| offer.wager == wager.id).map(|offer| (wager, offer))
        });
        let Some((wager, offer)) = carrier else {
            if !self.file.personal_king_9.is_empty() {
                let message = "no wager on offer uses a Personal King-9".to_owned();
                self.error(
                    &steps!["personal_king_9"],
                    "unused_personal",
                    message,
                    &[],
                    "offer `royal-9` or remove it",
                );
            }
            // Still useful for questions about the rulebook: the usual combinations.
            return terms.positions.iter().copied().zip(KingNine::all()).collect();
        };
        if self.file.personal_king_9.is_empty() {
            return offer.positions.iter().copied().zip(KingNine::all()).collect();
        }
        self.given_personal(wager, &offer.positions)
    }

    fn given_personal(&mut self, wager: &Wager, positions: &[u8]) -> BTreeMap<u8, KingNine> {
        let cite = wager.cite.as_slice();
        let mut personal: BTreeMap<u8, KingNine> = BTreeMap::new();
        for (key, combination) in &self.file.personal_king_9 {
            let at = steps!["personal_king_9", key];
            match key.parse::<u8>().ok().filter(|position| positions.contains(position)) {
                None => {
                    let message = format!("no position `{key}` has `{}`", wager.id);
                    let hint = format!("the positions are {positions:?}");
                    self.error(&at, "unknown_position", message, cite, hint);
                }
                Some(_) if personal.values().any(|known| *known == combination.0) => {
                    let message = format!("{} is assigned to two seats", combination.0);
                    self.error(
                        &at,
                        "personal_not_unique",
                        message,
                        cite,
                        "each seat needs its own combination",
                    );
                }
                Some(position) => {
                    personal.insert(position, combination.0);
                }
            }
        }
        let missing: Vec<String> =
            positions.iter().filter(|position| !personal.contains_key(position)).map(u8::to_string).collect();
        if !missing.is_empty() && personal.len() == self.file.personal_king_9.len() {
            let message =
                format!("positions {} have `{}` but no Personal King-9", missing.join(", "), wager.id);
            let hint = "assign a combination to each, or leave the whole table out for the default ones";
            self.error(&steps!["personal_king_9"], "personal_missing", message, cite, hint);
        }
        personal
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

/// The figure of a meter in one pay table.
fn figure<T: std::str::FromStr>(cells: &OneOrMany<String>, index: usize) -> Option<T> {
    cell(cell_of(cells, index)?).ok().flatten()
}

/// What is printed for a meter in one pay table.
fn cell_of(cells: &OneOrMany<String>, index: usize) -> Option<&str> {
    match cells {
        OneOrMany::One(text) => Some(text),
        OneOrMany::Many(texts) => texts.get(index).map(String::as_str),
    }
}
