//! What all tables of a pit choose alike, and what those that are open have chosen.

use std::collections::BTreeMap;

use crate::link::TableId;
use crate::name::{Clauses, Name};
use crate::reasons::refuse;
use crate::table::{Phase, Reason, Refusal, Rules, Table};

/// An option of a rulebook.
type OptionOf = (Name, Name);

/// What open tables have chosen, option by option: how many of them chose what.
#[derive(Clone, Debug, Default)]
pub(super) struct Choices {
    counts: BTreeMap<OptionOf, BTreeMap<Name, u32>>,
    open: BTreeMap<TableId, Vec<(OptionOf, Name)>>,
}

impl Choices {
    /// A table may open if every other open table of its rulebook has chosen the same.
    ///
    /// # Errors
    /// The first option in which they differ.
    pub fn compare(&self, rules: &Rules) -> Result<(), Refusal> {
        for (option, ours) in chosen(rules) {
            let others = self.counts.get(&option).into_iter().flat_map(BTreeMap::keys);
            if let Some(theirs) = others.into_iter().find(|theirs| **theirs != ours) {
                return Err(differs(rules, option.1, *theirs, ours));
            }
        }
        Ok(())
    }

    /// A table has opened or closed, or not.
    pub fn look_at(&mut self, at: TableId, table: &Table) {
        let open = table.phase() != Phase::Closed;
        if open == self.open.contains_key(&at) {
            return;
        }
        if !open {
            return self.forget(at);
        }
        let chosen = chosen(table.rules());
        for (option, choice) in &chosen {
            *self.counts.entry(*option).or_default().entry(*choice).or_default() += 1;
        }
        self.open.insert(at, chosen);
    }

    /// A table is gone.
    pub fn forget(&mut self, at: TableId) {
        for (option, choice) in self.open.remove(&at).into_iter().flatten() {
            let Some(counts) = self.counts.get_mut(&option) else { continue };
            let left = counts.get(&choice).map_or(0, |count| count.saturating_sub(1));
            if left == 0 {
                counts.remove(&choice);
            } else {
                counts.insert(choice, left);
            }
        }
    }
}

/// What rules choose of the options that are the same in a pit.
fn chosen(rules: &Rules) -> Vec<(OptionOf, Name)> {
    let book = &rules.terms.rulebook;
    let alike = book.file.options.iter().filter(|option| option.same_in_pit);
    let id = |option: &str| (rules.id.rulebook, Name::new(option));
    alike.map(|option| (id(&option.id), Name::new(rules.terms.option(&option.id)))).collect()
}

fn differs(rules: &Rules, option: Name, theirs: Name, ours: Name) -> Refusal {
    let known = rules.terms.rulebook.option(&option);
    let cited = known.map(|known| Clauses::from(&known.cite)).unwrap_or_default();
    let clauses = rules.topics.same_in_pit.or(cited);
    let [option, theirs, ours] = [option, theirs, ours].map(|name| name.to_string());
    refuse(Reason::PitDiffers { option, theirs, ours }, clauses)
}
