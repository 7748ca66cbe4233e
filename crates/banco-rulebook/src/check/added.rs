//! Wagers that a submission adds to those of the rulebook.

use std::sync::Arc;

use super::Checker;
use crate::added::base_name;
use crate::model::wager::{Wager, WagerKind};
use crate::source::steps;
use crate::terms::Terms;

impl Checker<'_> {
    /// Every wager file that is named was read, and is named for something.
    pub(super) fn check_wager_files(&mut self) {
        let rulebook = Arc::clone(self.rulebook);
        for (at, path) in self.file.wager_files.iter().enumerate() {
            let place = steps!["wager_files", at];
            let name = base_name(path);
            if self.file.wager_files.iter().take(at).any(|earlier| base_name(earlier) == name) {
                let message = format!("the wager file `{name}` is named twice");
                self.error(&place, "duplicate_file", message, &[], "remove or rename one of the two");
                continue;
            }
            let Some(file) = rulebook.added.iter().find(|file| file.name == name) else {
                let message = format!("the wager file `{path}` is not here");
                let hint = "put it where the submission says, from the submission's own folder; \
                            where no files go along, send a bundle (`banco rules bundle`)";
                self.error(&place, "no_wager_file", message, &[], hint);
                continue;
            };
            let offered = |id: &String| self.file.wager.iter().any(|choice| choice.id == *id);
            if !file.wagers.iter().any(offered) {
                let message = format!("no wager of the file `{path}` is offered");
                let hint = format!("add a [[wager]] table with id = \"{}\"", file.wagers.join("\" or \""));
                self.warn(&place, "wager_file_unused", message, &[], hint);
            }
        }
    }

    /// A wager that is added is not one of the rulebook by another name, and somebody can approve it.
    pub(super) fn check_added(&mut self, terms: &Terms) {
        let rulebook = Arc::clone(self.rulebook);
        for offer in &terms.offers {
            let Some(wager) =
                rulebook.wager(&offer.wager).filter(|wager| rulebook.added_by(&wager.id).is_some())
            else {
                continue;
            };
            let place = steps!["wager", self.place_of(offer), "id"];
            if let Some((known, column)) = rulebook.same_as(wager, &offer.column) {
                let column = if column.is_empty() { String::new() } else { format!(":{column}") };
                let message = format!("`{}` pays exactly what `{}{column}` pays", wager.id, known.id);
                let hint = format!("offer `{}` itself: it needs no file and no approval", known.id);
                self.error(&place, "duplicate_paytable", message, known.cite.as_slice(), hint);
            }
            if rulebook.added_wagers().is_none() {
                let base = rulebook.wagers.iter().filter(|wager: &&Wager| wager.kind == WagerKind::Base);
                let cite: Vec<String> = base.flat_map(|wager| wager.cite.as_slice().to_vec()).collect();
                let message = format!(
                    "`{}` is not a wager of `{}`, whose text names nobody who could approve another",
                    wager.id,
                    rulebook.id()
                );
                let hint = "ask for its odds with `banco par`; at a table it is played under a rulebook that \
                            lets wagers be approved";
                self.error(&place, "wager_not_allowed", message, &cite, hint);
            }
        }
    }
}
