//! The meters of a progressive wager, and its Must Hit.

use std::collections::BTreeSet;

use banco_money::{Amount, Currency, Percent, Rounding};

use super::Checker;
use crate::diagnostic::suggest;
use crate::model::submission::{MeterSetup, MustHitChoice, MustHitFigures, WagerChoice};
use crate::model::wager::{Meter, MustHit, Wager, cell};
use crate::notation::OneOrMany;
use crate::source::steps;
use crate::terms::MeterTerms;

impl Checker<'_> {
    /// The meters as the text and the submission set them up.
    pub(super) fn meters(
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
    pub(super) fn meter(
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
        if is_left_open(meter, index) {
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
    pub(super) fn check_set_up(&mut self, at: usize, setup: Option<&MeterSetup>, meter: &Meter) {
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
    pub(super) fn check_reserve(&mut self, at: usize, setup: &MeterSetup, meter: &Meter, index: usize) {
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
    pub(super) fn check_shares(&mut self, at: usize, wager: &Wager, meters: &[MeterTerms]) {
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

    pub(super) fn must_hit(
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

    pub(super) fn named_must_hit(&mut self, at: usize, asked: &str, wager: &Wager) -> Option<MustHit> {
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
    pub(super) fn own_must_hit(
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
}

/// The figure of a meter in one pay table.
pub(super) fn figure<T: std::str::FromStr>(cells: &OneOrMany<String>, index: usize) -> Option<T> {
    cell(cell_of(cells, index)?).ok().flatten()
}

/// What is printed for a meter in one pay table.
/// Whether the text leaves the figures of a meter to the licensee.
pub(super) fn is_left_open(meter: &Meter, index: usize) -> bool {
    cell_of(&meter.increment, index) == Some("-")
}

pub(super) fn cell_of(cells: &OneOrMany<String>, index: usize) -> Option<&str> {
    match cells {
        OneOrMany::One(text) => Some(text),
        OneOrMany::Many(texts) => texts.get(index).map(String::as_str),
    }
}
