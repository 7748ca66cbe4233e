//! The table itself: options, settings, decks, seats, vigorish.

use std::collections::{BTreeMap, BTreeSet};

use banco_money::{Currency, Percent};

use super::Checker;
use crate::diagnostic::suggest;
use crate::model::approval::Approvals;
use crate::model::rulebook::{
    Choice, ChoiceOption, DeckRange, RateRange, Variant, VariantVigorish, Vigorish,
};
use crate::model::vocabulary::{CollectedId, SettingId, Vocabulary};
use crate::paytable::is_chosen;
use crate::source::steps;
use crate::terms::{Terms, VigorishTerms};

impl Checker<'_> {
    /// The choice for every option: the submission's, or the usual one.
    pub(super) fn options(&mut self) -> BTreeMap<String, String> {
        let known = &self.rulebook.file.options;
        let usual = |option: &ChoiceOption| {
            let first = option.choices.first().map(|choice| choice.id.clone()).unwrap_or_default();
            (option.id.clone(), first)
        };
        let mut chosen: BTreeMap<String, String> = known.iter().map(usual).collect();
        for (id, choice) in &self.file.options {
            let at = steps!["options", id];
            let Some(option) = self.rulebook.option(id) else {
                let fixed = self.rulebook.file.fixed.iter().find(|fixed| fixed.id == *id);
                let hint = fixed.map_or_else(
                    || suggest(id, known.iter().map(|option| option.id.as_str())),
                    |fixed| format!("leave it out: {}", fixed.summary),
                );
                let cite = fixed.map(|fixed| fixed.cite.as_slice()).unwrap_or_default();
                let message = format!("`{}` leaves no option `{id}` to the licensee", self.rulebook.id());
                self.error(&at, "unknown_option", message, cite, hint);
                continue;
            };
            if option.choices.iter().any(|known| known.id == *choice) {
                chosen.insert(id.clone(), choice.clone());
            } else {
                let hint = suggest(choice, option.choices.iter().map(|choice| choice.id.as_str()));
                let message = format!("`{choice}` is not a choice for `{id}`: {}", option.summary);
                self.error(&at, "unknown_choice", message, option.cite.as_slice(), hint);
            }
        }
        self.check_needs(&chosen);
        self.check_designated(&chosen);
        chosen
    }

    /// Where the text has the submission name a choice, silence is told: what is usual will be filed.
    fn check_designated(&mut self, chosen: &BTreeMap<String, String>) {
        let named = |option: &&ChoiceOption| self.file.options.contains_key(&option.id);
        let known = self.rulebook.file.options.iter().filter(|option| option.designated);
        for option in known.filter(|option| !named(option)).collect::<Vec<_>>() {
            let usual = chosen.get(&option.id).cloned().unwrap_or_default();
            let message = format!(
                "the text has the submission designate `{}`, and this one is silent: `{usual}` will be filed",
                option.id
            );
            let choices: Vec<String> =
                option.choices.iter().map(|choice| format!("`{}`", choice.id)).collect();
            let hint = format!("name it under [options]: {} = {}", option.id, choices.join(" or "));
            self.warn(&steps!["options"], "not_designated", message, option.cite.as_slice(), hint);
        }
    }

    /// Some choices go only together with others.
    fn check_needs(&mut self, chosen: &BTreeMap<String, String>) {
        for option in &self.rulebook.file.options {
            let choice = option.choices.iter().find(|choice| chosen.get(&option.id) == Some(&choice.id));
            let needs = choice.and_then(|choice| Some((choice, choice.needs.as_ref()?)));
            let Some((choice, needs)) = needs.filter(|(_, needs)| !is_chosen(needs, chosen)) else {
                continue;
            };
            let message = format!("`{} = \"{}\"` goes only together with `{needs}`", option.id, choice.id);
            let hint = format!("choose `{needs}` as well, or another `{}`", option.id);
            self.error(
                &steps!["options", &option.id],
                "choice_needs_another",
                message,
                choice.cite.as_slice(),
                hint,
            );
        }
    }

    /// The number for every setting: the submission's, or the usual one.
    pub(super) fn settings(&mut self) -> BTreeMap<SettingId, u32> {
        let known = &self.rulebook.file.settings;
        let mut chosen: BTreeMap<SettingId, u32> = known.iter().map(|s| (s.id, s.usual)).collect();
        for (id, number) in &self.file.settings {
            let at = steps!["settings", id];
            let Some(setting) = known.iter().find(|setting| setting.id.as_str() == id) else {
                let hint = suggest(id, known.iter().map(|setting| setting.id.as_str()));
                let message = format!("`{}` leaves no setting `{id}` to the licensee", self.rulebook.id());
                self.error(&at, "unknown_setting", message, &[], hint);
                continue;
            };
            if *number < setting.min || setting.max.is_some_and(|max| *number > max) {
                let range = range_text(setting.min, setting.max);
                let message = format!("{number} {} is outside {range} for `{id}`", setting.unit);
                let hint = format!("choose {range}; usual is {}", setting.usual);
                self.error(&at, "setting_out_of_range", message, setting.cite.as_slice(), hint);
            } else {
                chosen.insert(setting.id, *number);
            }
        }
        chosen
    }

    /// The cut card lies in the back half of the shoe, as the table asks when it is loaded.
    pub(super) fn check_depth(&mut self, terms: &Terms) {
        let depth = terms.setting(SettingId::CutCardDepth);
        let cards = u32::from(terms.pack().len());
        if let Some(depth) = depth.filter(|depth| *depth > cards / 2) {
            let cite = self.rulebook.file.cut.cite.as_slice().to_vec();
            let message = format!("the cut card cannot lie {depth} cards from the back of a shoe of {cards}");
            let at = steps!["settings", SettingId::CutCardDepth.as_str()];
            self.error(&at, "setting_out_of_range", message, &cite, format!("choose {} or fewer", cards / 2));
        }
    }

    /// The number of decks and of batches.
    pub(super) fn decks(&mut self, options: &BTreeMap<String, String>) -> (u8, u8) {
        let ranges = &self.rulebook.file.decks;
        let applies = |range: &&DeckRange| range.when.as_ref().is_some_and(|when| is_chosen(when, options));
        let range = ranges.iter().find(applies).or_else(|| ranges.iter().find(|range| range.when.is_none()));
        let Some(range) = range else { return (0, 1) };
        let decks = self.file.decks.unwrap_or(range.usual);
        let text = range_text(range.min.into(), range.max.map(u32::from));
        let cite = range.cite.as_slice();
        if decks < range.min || range.max.is_some_and(|max| decks > max) {
            let message = format!("{decks} decks are not allowed here");
            self.error(&steps!["decks"], "decks_out_of_range", message, cite, format!("choose {text} decks"));
        } else if range.batches > 1 && !decks.is_multiple_of(range.batches) {
            let message = format!("{decks} decks cannot be divided into {} equal batches", range.batches);
            self.error(&steps!["decks"], "unequal_batches", message, cite, "choose an even number of decks");
        } else if range.acknowledge_above.is_some_and(|usual| decks > usual) {
            self.acknowledge_decks(decks, cite);
        }
        (decks, range.batches)
    }

    /// The text names no upper number: an unusual one must be meant.
    fn acknowledge_decks(&mut self, decks: u8, cite: &[String]) {
        if !self.file.acknowledged.contains_key("decks") {
            let message = format!("{decks} decks are more than usual; the text names no upper number");
            let hint = "if it is meant, say why in the submission: [acknowledged] decks = \"...\"";
            self.error(&steps!["decks"], "decks_not_acknowledged", message, cite, hint);
        }
    }

    /// The printed position numbers.
    pub(super) fn positions(&mut self, options: &BTreeMap<String, String>) -> Vec<u8> {
        let seats = &self.rulebook.file.seats;
        let given = &self.file.positions;
        let count = match (self.file.seats, given.len()) {
            (Some(count), _) => count,
            (None, 0) => self.seats_of_choices(options).map_or(seats.max, |(_, _, most)| most.min(seats.max)),
            (None, listed) => u8::try_from(listed).unwrap_or(u8::MAX),
        };
        if count < seats.min || count > seats.max {
            let range = range_text(seats.min.into(), Some(seats.max.into()));
            let message = format!("a table with {count} seats is not allowed");
            let at = if self.file.seats.is_some() { "seats" } else { "positions" };
            self.error(
                &steps![at],
                "seats_out_of_range",
                message,
                seats.cite.as_slice(),
                format!("choose {range} seats"),
            );
        }
        self.check_seats_of_choices(count, options);
        if given.is_empty() {
            return (1..=count).collect();
        }
        let distinct: BTreeSet<u8> = given.iter().copied().collect();
        if distinct.len() != given.len() || given.len() != usize::from(count) {
            let twice =
                given.iter().enumerate().find(|(at, one)| given.iter().take(*at).any(|known| known == *one));
            let message = match twice {
                Some((_, position)) => format!("position {position} is listed twice"),
                None => format!("{} positions are listed, but the table has {count} seats", given.len()),
            };
            let hint = "list each printed position once, counterclockwise from the dealer's right";
            self.error(&steps!["positions"], "bad_positions", message, seats.cite.as_slice(), hint);
        }
        given.clone()
    }

    /// The choice that leaves room for the fewest seats, such as a smaller table.
    fn seats_of_choices(&self, options: &BTreeMap<String, String>) -> Option<(&ChoiceOption, &Choice, u8)> {
        let chosen = self.rulebook.file.options.iter().flat_map(|option| {
            let chosen = option.choices.iter().filter(|choice| options.get(&option.id) == Some(&choice.id));
            chosen.filter_map(move |choice| Some((option, choice, choice.max_seats?)))
        });
        chosen.min_by_key(|(_, _, most)| *most)
    }

    fn check_seats_of_choices(&mut self, count: u8, options: &BTreeMap<String, String>) {
        let Some((option, choice, most)) =
            self.seats_of_choices(options).filter(|(_, _, most)| count > *most)
        else {
            return;
        };
        let message = format!("{count} seats are too many with `{} = \"{}\"`", option.id, choice.id);
        let cite = if choice.cite.as_slice().is_empty() { &option.cite } else { &choice.cite };
        let (cite, hint) =
            (cite.clone(), format!("choose {most} seats or fewer, or another `{}`", option.id));
        self.error(&steps!["seats"], "seats_out_of_range", message, cite.as_slice(), hint);
    }

    /// The rates and rounding of vigorish.
    pub(super) fn vigorish(&mut self, variant: &Variant) -> Option<VigorishTerms> {
        let Some(vigorish) = &self.rulebook.file.vigorish else {
            if self.file.vigorish.rate.is_some()
                || self.file.vigorish.rounding.is_some()
                || self.file.vigorish.collected.is_some()
            {
                let message = format!("`{}` takes no vigorish", self.rulebook.id());
                self.error(&steps!["vigorish"], "no_vigorish", message, &[], "leave `vigorish` out");
            }
            return None;
        };
        let asked = self.file.vigorish.rate.map(|rate| rate.0);
        if variant.vigorish == VariantVigorish::Never {
            self.check_no_vigorish(variant);
        }
        let tie = vigorish.on_tie.as_ref();
        let mut terms = VigorishTerms {
            on_win: vigorish.on_win.usual.0,
            on_tie: tie.map_or(vigorish.on_win.usual.0, |range| range.usual.0),
            up_to: None,
        };
        let (range, rate) = match (variant.vigorish, tie) {
            (VariantVigorish::OnTie, Some(range)) => (range, &mut terms.on_tie),
            _ => (&vigorish.on_win, &mut terms.on_win),
        };
        if let Some(asked) = asked {
            *rate = asked;
            self.check_rate(range, asked);
        }
        let rate = *rate;
        terms.up_to = self.rounding(vigorish, rate);
        Some(terms)
    }

    /// Where no vigorish is taken, nothing about it can be chosen.
    fn check_no_vigorish(&mut self, variant: &Variant) {
        let file = &self.file.vigorish;
        let given = [
            ("rate", file.rate.is_some()),
            ("rounding", file.rounding.is_some()),
            ("collected", file.collected.is_some()),
        ];
        for (key, _) in given.into_iter().filter(|(_, given)| *given) {
            let message = format!("the variant `{}` takes no vigorish", variant.id);
            let hint = format!("leave `{key}` out");
            self.error(&steps!["vigorish", key], "no_vigorish", message, variant.cite.as_slice(), hint);
        }
    }

    fn check_rate(&mut self, range: &RateRange, rate: Percent) {
        let listed = range.only.is_empty() || range.only.iter().any(|known| known.0 == rate);
        if rate < range.min.0 || rate > range.max.0 || !listed {
            let only: Vec<String> = range.only.iter().map(|rate| rate.0.to_string()).collect();
            let hint = match (only.is_empty(), range.min == range.max) {
                (false, _) => format!("choose {}", only.join(" or ")),
                (true, true) => format!("choose {}", range.min.0),
                (true, false) => format!("choose {} to {}", range.min.0, range.max.0),
            };
            let message = format!("vigorish of {rate} is not allowed");
            self.error(&steps!["vigorish", "rate"], "vigorish_rate", message, range.cite.as_slice(), hint);
        }
    }

    fn rounding(&mut self, vigorish: &Vigorish, rate: Percent) -> Option<banco_money::Amount> {
        let fits = |rounding: &&crate::model::rulebook::VigorishRounding| {
            rounding.rates.is_empty() || rounding.rates.iter().any(|known| known.0 == rate)
        };
        let fitting = || vigorish.rounding.iter().filter(fits);
        let Some(asked) = &self.file.vigorish.rounding else {
            return fitting().next().and_then(|rounding| rounding.up_to).map(|up_to| up_to.0);
        };
        let known = fitting().find(|rounding| rounding.id == *asked);
        if known.is_none() {
            let cite: Vec<String> =
                vigorish.rounding.iter().flat_map(|r| r.cite.as_slice().to_vec()).collect();
            let hint = suggest(asked, fitting().map(|rounding| rounding.id.as_str()));
            let message = format!("vigorish of {rate} cannot be rounded by `{asked}`");
            self.error(&steps!["vigorish", "rounding"], "vigorish_rounding", message, &cite, hint);
        }
        let up_to = known.and_then(|rounding| rounding.up_to).map(|up_to| up_to.0);
        let currency = self.file.currency.map_or(self.rulebook.file.currency.0, |currency| currency.0);
        if let Some(up_to) = up_to.filter(|up_to| up_to.currency() != currency) {
            let message = format!("vigorish cannot be rounded to {up_to} at a table in {currency}");
            let at = steps!["vigorish", "rounding"];
            self.error(&at, "currency_mismatch", message, vigorish.cite.as_slice(), "leave `rounding` out");
        }
        up_to
    }

    /// From which amount on an executive is one of the two people who correct the books.
    pub(super) fn approvals(&mut self, currency: Currency) -> Approvals {
        let rules = self.rulebook.file.approvals.as_ref();
        let levels = rules.map(|rules| rules.executive_from.as_slice()).unwrap_or_default();
        let usual = levels.iter().map(|level| level.0).find(|level| level.currency() == currency);
        let asked = self.file.approvals.executive_from.map(|level| level.0);
        if let Some(level) = asked.filter(|level| level.currency() != currency) {
            let message = format!("{level} is not a level for a table that plays in {currency}");
            let at = steps!["approvals", "executive_from"];
            self.error(&at, "currency_mismatch", message, &[], "write it in the table's currency");
        }
        Approvals { executive_from: asked.or(usual) }
    }

    /// When vigorish is collected.
    pub(super) fn vigorish_collected(&mut self) -> Option<CollectedId> {
        let vigorish = self.rulebook.file.vigorish.as_ref()?;
        let usual = vigorish.collected.first().map(|item| item.id);
        let Some(asked) = &self.file.vigorish.collected else {
            return usual;
        };
        if let Some(known) = vigorish.collected.iter().find(|item| item.id.as_str() == asked) {
            return Some(known.id);
        }
        let hint = suggest(asked, vigorish.collected.iter().map(|item| item.id.as_str()));
        let message = format!("vigorish cannot be collected `{asked}`");
        self.error(
            &steps!["vigorish", "collected"],
            "vigorish_collected",
            message,
            vigorish.cite.as_slice(),
            hint,
        );
        usual
    }
}

fn range_text(min: u32, max: Option<u32>) -> String {
    match max {
        Some(max) if max == min => format!("{min}"),
        Some(max) => format!("{min} to {max}"),
        None => format!("{min} or more"),
    }
}
