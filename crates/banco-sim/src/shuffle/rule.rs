//! What a rulebook asks of a shuffle by hand, and the procedures that it names.

use std::sync::Arc;

use banco_rulebook::model::shuffle::{ShuffleProcedure, ShuffleRule, StepName};
use banco_rulebook::{Diagnostic, Report, Source, Terms, suggest};

use super::notation::Cards;
use super::step::{Placed, Procedure};

/// The setting that says how many cards lie behind the cut card, and so are not dealt.
const DEPTH: &str = "cut-card-depth";

/// The cards of a table, and what is usual there.
#[must_use]
pub fn cards(terms: &Terms) -> Cards {
    let pack = terms.pack();
    let cut = &terms.rulebook.file.cut;
    let depth = terms.settings.get(DEPTH).and_then(|depth| u16::try_from(*depth).ok());
    Cards {
        all: pack.len(),
        deck: pack.len() / u16::from(pack.decks()).max(1),
        unused: Some(depth.unwrap_or(cut.cut_card_from_back)),
        from_ends: cut.from_either_end,
    }
}

/// The procedures that the rulebook names.
#[must_use]
pub fn procedures(terms: &Terms) -> &[ShuffleProcedure] {
    terms
        .rulebook
        .file
        .manual_shuffle
        .as_ref()
        .map(|shuffle| shuffle.procedures.as_slice())
        .unwrap_or_default()
}

/// The procedure that the submission's choices stand for.
///
/// # Errors
/// There is none: the text gives none, or the choice is not a shuffle by hand.
pub fn chosen(terms: &Terms) -> Result<&ShuffleProcedure, Diagnostic> {
    let all = procedures(terms);
    let fits =
        |procedure: &&ShuffleProcedure| procedure.when.as_ref().is_none_or(|when| terms.is_chosen(when));
    all.iter().find(fits).ok_or_else(|| {
        let (message, hint) = if all.is_empty() {
            let message = format!("`{}` names no procedure of a shuffle by hand", terms.rulebook.id());
            (message, "write the steps, such as `riffle, riffle, strip 5, riffle, cut`".to_owned())
        } else {
            let message = format!("the submission `{}` does not shuffle by hand", terms.name);
            (message, format!("write the steps, or name one of: {}", names(all).join(", ")))
        };
        Diagnostic::error("no_procedure", message).hint(hint)
    })
}

/// The procedure of that name, if the text is a name and not steps.
///
/// # Errors
/// The text is one word that is neither a step nor a name.
pub fn named<'a>(terms: &'a Terms, text: &str) -> Result<Option<&'a ShuffleProcedure>, Diagnostic> {
    let all = procedures(terms);
    if let Some(found) = all.iter().find(|procedure| procedure.id == text.trim()) {
        return Ok(Some(found));
    }
    // Names have hyphens, steps have none.
    if !text.trim().contains('-') || text.contains([' ', ',', ';', ':']) {
        return Ok(None);
    }
    let message = format!("`{}` names no procedure `{}`", terms.rulebook.id(), text.trim());
    Err(Diagnostic::error("no_procedure", message).hint(suggest(text.trim(), names(all))))
}

fn names(all: &[ShuffleProcedure]) -> Vec<&str> {
    all.iter().map(|procedure| procedure.id.as_str()).collect()
}

/// Everything in which a procedure breaks the rules of the text.
#[must_use]
pub fn check(procedure: &Procedure, source: &Arc<Source>, terms: &Terms) -> Report {
    let mut report = Report::default();
    let Some(shuffle) = &terms.rulebook.file.manual_shuffle else { return report };
    let steps: Vec<&Placed> = procedure.steps().collect();
    for rule in &shuffle.steps {
        if rule.when.as_ref().is_some_and(|when| !terms.is_chosen(when)) {
            continue;
        }
        for mut diagnostic in broken(rule, &steps, source) {
            diagnostic.clauses = terms.rulebook.summaries(rule.cite.as_slice());
            report.push(diagnostic);
        }
    }
    report.diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    report
}

fn broken(rule: &ShuffleRule, steps: &[&Placed], source: &Arc<Source>) -> Vec<Diagnostic> {
    let name = rule.step.as_str();
    let mut riffles = 0_u8;
    let mut found = Vec::new();
    let mut seen = false;
    for (at, placed) in steps.iter().enumerate() {
        let refuse = |code, message: String, hint: String| {
            Diagnostic::error(code, message).at(source, placed.span.clone()).hint(hint)
        };
        let next = steps.get(at + 1).map(|next| next.step.name());
        if placed.step.name() == rule.step {
            seen = true;
            if riffles < rule.after_riffles {
                let message =
                    format!("`{name}` comes too early: {riffles} of {} riffles are done", rule.after_riffles);
                let hint = format!("put it behind {} riffles or more", rule.after_riffles);
                found.push(refuse("step_too_early", message, hint));
            }
            if let Some(then) = rule.then.filter(|then| next != Some(*then)) {
                let message = format!("`{name}` is not followed by a {}", then.as_str());
                found.push(refuse(
                    "step_not_followed",
                    message,
                    format!("let a {} come next", then.as_str()),
                ));
            }
        }
        riffles = riffles.saturating_add(u8::from(placed.step.name() == StepName::Riffle));
    }
    let last = steps.last().filter(|last| rule.last && seen && last.step.name() != rule.step);
    if let Some(last) = last {
        let message = format!("the procedure ends with `{}`, not with `{name}`", last.step.name().as_str());
        let hint = format!("let a {name} be the last step");
        found.push(Diagnostic::error("step_not_last", message).at(source, last.span.clone()).hint(hint));
    }
    if !seen {
        let end = source.text.len();
        let message = format!("the procedure has no `{name}`");
        let hint = format!("add a {name}; without `--rulebook` any procedure is measured");
        found.push(Diagnostic::error("step_missing", message).at(source, end..end).hint(hint));
    }
    found
}
