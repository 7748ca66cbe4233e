//! Names that something must ask for: those of `rulebook.toml`, and options that data go by.

use std::collections::BTreeSet;

use crate::diagnostic::suggest;
use crate::load::{Loader, texts, walk};
use crate::model::rulebook::{ChoiceOption, RulebookFile};
use crate::model::vocabulary::{BaseWager, Named, Ranking, Vocabulary};
use crate::model::wager::{Wager, WagerFamily};
use crate::source::{Document, Step, Value, steps};

impl Loader {
    /// Whatever is named in a list that procedures look into is known to them, or told to people alone.
    pub(crate) fn check_vocabulary(&mut self, document: &Document, file: &RulebookFile) {
        self.check_list(document, &steps!["steps"], file.steps.iter().map(|item| (&item.id, item.told)));
        self.check_list(document, &steps!["posted"], file.posted.iter().map(|item| (&item.id, item.told)));
        self.check_list(document, &steps!["roles"], file.roles.iter().map(|item| (&item.id, item.told)));
        self.check_list(document, &steps!["calls"], file.calls.iter().map(|call| (&call.id, call.told)));
        let irregularities = file.irregularities.iter().map(|item| (&item.id, item.told));
        self.check_list(document, &steps!["irregularities"], irregularities);
        let passes = file.offer.iter().flat_map(|offer| &offer.passes);
        self.check_list(document, &steps!["offer", "passes"], passes.map(|item| (&item.id, item.told)));
    }

    fn check_list<'a, Id: Vocabulary>(
        &mut self,
        document: &Document,
        list: &[Step<'_>],
        names: impl Iterator<Item = (&'a Named<Id>, bool)>,
    ) {
        for (at, (name, told)) in names.enumerate() {
            let place = |key| -> Vec<Step<'_>> { list.iter().copied().chain(steps![at, key]).collect() };
            match (name, told) {
                (Named::Known(_), false) | (Named::Told(_), true) => {}
                (Named::Told(name), false) => {
                    let message = format!("`{name}` is no {}", Id::WHAT);
                    let near = suggest(name, Id::ALL.iter().map(|known| known.as_str()));
                    let hint = format!("if people alone go by it, say `told = true`; {near}");
                    self.error(document, &place("id"), "unknown_id", message).hint = Some(hint);
                }
                (Named::Known(name), true) => {
                    let message = format!("`{}` is a {}, not only told", name.as_str(), Id::WHAT);
                    let hint = "remove `told`, or give it another id".to_owned();
                    self.error(document, &place("told"), "told_and_asked_for", message).hint = Some(hint);
                }
            }
        }
    }

    /// Calls name wagers that there are.
    pub(crate) fn check_calls(&mut self, document: &Document, file: &RulebookFile, wagers: &[Wager]) {
        for (at, call) in file.calls.iter().enumerate() {
            let unknown = |id: &&String| !wagers.iter().any(|wager| wager.id == **id);
            if let Some(id) = call.wager.as_ref().filter(unknown) {
                let message = format!("there is no wager `{id}`");
                let hint = suggest(id, wagers.iter().map(|wager| wager.id.as_str()));
                self.error(document, &steps!["calls", at, "wager"], "unknown_wager", message).hint =
                    Some(hint);
            }
        }
    }

    /// The option that says whether a family needs a standard wager beside it has those two choices alone.
    pub(crate) fn check_base_wager(
        &mut self,
        document: &Document,
        family: &WagerFamily,
        file: &RulebookFile,
    ) {
        if let Some(option) = &family.base_wager {
            self.check_choices::<BaseWager>(document, &steps!["base_wager"], option, file);
        }
        for (at, wager) in family.wager.iter().enumerate() {
            if let Some(option) = &wager.base_wager {
                self.check_choices::<BaseWager>(document, &steps!["wager", at, "base_wager"], option, file);
            }
        }
    }

    /// Variants that a whole family asks for are there.
    pub(crate) fn check_family_variants(
        &mut self,
        document: &Document,
        family: &WagerFamily,
        file: &RulebookFile,
    ) {
        let known = || file.variants.iter().map(|variant| variant.id.as_str());
        for (at, id) in
            family.requires.variants.iter().enumerate().filter(|(_, id)| !known().any(|k| k == *id))
        {
            let message = format!("the rulebook has no variant `{id}`");
            let place = steps!["requires", "variants", at];
            self.error(document, &place, "unknown_variant", message).hint = Some(suggest(id, known()));
        }
    }

    /// The option by which lines are ranked has those two choices alone.
    pub(crate) fn check_ranking(
        &mut self,
        document: &Document,
        base: &[Step<'_>],
        wager: &Wager,
        file: &RulebookFile,
    ) {
        if let Some(option) = &wager.ranking_option {
            let place: Vec<Step<'_>> = base.iter().copied().chain(steps!["ranking_option"]).collect();
            self.check_choices::<Ranking>(document, &place, option, file);
        }
    }

    /// An option is there, and each of its choices has a meaning.
    fn check_choices<Id: Vocabulary>(
        &mut self,
        document: &Document,
        at: &[Step<'_>],
        option: &str,
        file: &RulebookFile,
    ) {
        let Some(known) = file.options.iter().find(|known| known.id == option) else {
            let message = format!("the rulebook has no option `{option}`");
            self.error(document, at, "unknown_option", message).hint =
                Some(suggest(option, file.options.iter().map(|option| option.id.as_str())));
            return;
        };
        for choice in known.choices.iter().filter(|choice| Id::find(&choice.id).is_none()) {
            let message = format!("`{}` of the option `{option}` is no {}", choice.id, Id::WHAT);
            let hint = suggest(&choice.id, Id::ALL.iter().map(|known| known.as_str()));
            self.error(document, at, "unknown_choice", message).hint = Some(hint);
        }
    }
}

/// The options that the files of a rulebook go by themselves: what hangs on them needs no further procedure.
pub(crate) fn options_in_data<'a>(
    rulebook: &Document,
    file: &RulebookFile,
    wagers: impl Iterator<Item = &'a WagerFamily>,
) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    walk(&rulebook.root, &mut |key, node| {
        if matches!(key, "when" | "unless") && !matches!(node.value, Value::Table(_)) {
            used.extend(texts(node).filter_map(|(_, text)| option_of(text)));
        }
    });
    used.extend(file.notices.iter().flat_map(|notice| notice.options.iter().cloned()));
    let of_table =
        |option: &&ChoiceOption| option.same_in_pit || option.choices.iter().any(|c| c.max_seats.is_some());
    used.extend(file.options.iter().filter(of_table).map(|option| option.id.clone()));
    used.extend(wagers.flat_map(options_of_family));
    used
}

/// The options that a family of wagers goes by.
pub(crate) fn options_of_family(family: &WagerFamily) -> BTreeSet<String> {
    let mut used = BTreeSet::from_iter(family.base_wager.clone());
    for wager in &family.wager {
        used.extend(wager.base_wager.clone());
        used.extend(wager.ranking_option.clone());
        used.extend(wager.one_side_when.as_deref().and_then(option_of));
        used.extend(wager.rows.iter().flat_map(|row| row.instead.keys().filter_map(|key| option_of(key))));
    }
    used
}

/// The option in `option=choice`.
fn option_of(key: &str) -> Option<String> {
    key.split_once('=').map(|(option, _)| option.to_owned())
}
