//! The procedures that a licensee files with its submission.

use std::collections::BTreeMap;

use super::Checker;
use crate::diagnostic::suggest;
use crate::model::filing::{FiledProcedure, Filing};
use crate::paytable::is_chosen;
use crate::source::steps;

impl Checker<'_> {
    /// The procedures that are filed; those that the choices ask for and nobody has written are told.
    pub(super) fn filings(&mut self, options: &BTreeMap<String, String>) -> BTreeMap<String, FiledProcedure> {
        let rulebook = self.rulebook;
        let known = &rulebook.file.filings;
        for (id, filed) in &self.file.procedures {
            match known.iter().find(|filing| filing.id == *id) {
                Some(filing) => self.check_filing(filing, filed, options),
                None => {
                    let message = format!("`{}` has the licensee file no procedure `{id}`", rulebook.id());
                    let hint = suggest(id, known.iter().map(|filing| filing.id.as_str()));
                    self.error(&steps!["procedures", id], "unknown_procedure", message, &[], hint);
                }
            }
        }
        let missing = known.iter().filter(|filing| applies(filing, options) && !filing.steps);
        for filing in missing.filter(|filing| !self.file.procedures.contains_key(&filing.id)) {
            let message = format!("the procedure `{}` is not filed with this submission", filing.id);
            let hint = format!("write it down: [procedures.{}] text = \"...\"", filing.id);
            self.warn(&steps!["options"], "procedure_not_filed", message, filing.cite.as_slice(), hint);
        }
        self.file.procedures.clone()
    }

    fn check_filing(&mut self, filing: &Filing, filed: &FiledProcedure, options: &BTreeMap<String, String>) {
        let at = steps!["procedures", &filing.id];
        let cite = filing.cite.as_slice();
        let empty = |text: &Option<String>| text.as_ref().is_none_or(|text| text.trim().is_empty());
        if !applies(filing, options) {
            let message = format!("the procedure `{}` is filed, but not used", filing.id);
            let hint = format!("choose {}, or leave it out", filing.when.as_slice().join(" or "));
            self.error(&at, "procedure_not_used", message, cite, hint);
        } else if filed.steps.is_some() && !filing.steps {
            let message = format!("the procedure `{}` is no shuffle by hand and has no steps", filing.id);
            self.error(&at, "procedure_without_steps", message, cite, "describe it in `text`");
        } else if empty(&filed.text) && empty(&filed.steps) {
            let message = format!("the procedure `{}` says nothing", filing.id);
            self.error(&at, "procedure_empty", message, cite, "write it down in `text`");
        }
    }
}

/// Whether the licensee's choices ask for it.
fn applies(filing: &Filing, options: &BTreeMap<String, String>) -> bool {
    let when = filing.when.as_slice();
    when.is_empty() || when.iter().any(|choice| is_chosen(choice, options))
}
