//! What a rulebook asks of a shuffle by hand, and the procedures that it names.

use std::sync::Arc;

use super::notation::{Cards, parse};
use super::step::{Placed, Procedure};
use crate::diagnostic::{Diagnostic, Report, suggest};
use crate::model::filing::Filing;
use crate::model::shuffle::{ShuffleProcedure, ShuffleRule, StepName};
use crate::model::vocabulary::SettingId;
use crate::source::Source;
use crate::terms::Terms;

/// The cards of a table, and what is usual there.
#[must_use]
pub fn cards(terms: &Terms) -> Cards {
    let pack = terms.pack();
    let cut = &terms.rulebook.file.cut;
    let depth = terms.setting(SettingId::CutCardDepth).and_then(|depth| u16::try_from(depth).ok());
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

/// The steps of a shuffle by hand that the licensee has filed.
#[must_use]
pub fn filed(terms: &Terms) -> Option<Arc<Source>> {
    let filings = terms.rulebook.file.filings.iter().filter(|filing| filing.steps);
    let written = |id: &str| terms.filed.get(id).and_then(|filed| filed.steps.clone());
    filings.into_iter().find_map(|filing| {
        let path = format!("procedures.{}.steps", filing.id);
        Some(Arc::new(Source { path, text: written(&filing.id)? }))
    })
}

/// The steps of a shuffle by hand that are in force, and the filing they belong to: those that the licensee has filed,
/// or the rulebook's own where nothing is. A shuffle that is filed in words alone has none.
#[must_use]
pub fn in_force(terms: &Terms) -> Option<(&Filing, Arc<Source>)> {
    let filing = terms.rulebook.file.filings.iter().find(|filing| filing.steps)?;
    let steps = filed(terms).or_else(|| {
        let own = chosen(terms).ok().filter(|_| !terms.filed.contains_key(&filing.id))?;
        Some(Arc::new(Source { path: own.id.clone(), text: own.does.clone() }))
    });
    Some((filing, steps?))
}

/// Everything that is wrong with those steps, in notation or by the rules of the text.
#[must_use]
pub fn check_filed(terms: &Terms) -> Report {
    let Some(source) = filed(terms) else { return Report::default() };
    match parse(&source, cards(terms)) {
        Ok(procedure) => check(&procedure, &source, terms),
        Err(report) => report,
    }
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
        for breach in broken(rule, &steps, cards(terms).deck) {
            let mut diagnostic = breach.into_diagnostic(source);
            diagnostic.clauses = terms.rulebook.summaries(rule.cite.as_slice());
            report.push(diagnostic);
        }
    }
    report.diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    report
}

/// Where a rule is broken, and how.
struct Breach<'a> {
    code: &'static str,
    message: String,
    /// The step; none for something that is missing at the end.
    at: Option<&'a Placed>,
    hint: String,
}

impl Breach<'_> {
    fn into_diagnostic(self, source: &Arc<Source>) -> Diagnostic {
        let end = source.text.len();
        let span = self.at.map_or(end..end, |placed| placed.span.clone());
        Diagnostic::error(self.code, self.message).at(source, span).hint(self.hint)
    }
}

fn broken<'a>(rule: &ShuffleRule, steps: &[&'a Placed], deck: u16) -> Vec<Breach<'a>> {
    let mut riffles = 0_u8;
    let mut seen = 0_u8;
    let mut found = Vec::new();
    for (at, placed) in steps.iter().enumerate() {
        if placed.step.name() == rule.step {
            seen = seen.saturating_add(1);
            found.extend(out_of_order(rule, placed, riffles));
            found.extend(not_followed(rule, placed, steps.get(at + 1).copied()));
            found.extend(wrong_size(rule, placed, deck));
        }
        riffles = riffles.saturating_add(u8::from(placed.step.name() == StepName::Riffle));
    }
    found.extend(missing(rule, seen));
    found.extend(not_last(rule, steps).filter(|_| seen > 0));
    found
}

fn out_of_order<'a>(rule: &ShuffleRule, placed: &'a Placed, riffles: u8) -> Option<Breach<'a>> {
    let (name, wanted) = (rule.step.as_str(), rule.after_riffles);
    let breach = |code, message, hint| Some(Breach { code, message, at: Some(placed), hint });
    if riffles < wanted {
        let message = format!("`{name}` comes too early: {riffles} of {wanted} riffles are done");
        return breach("step_too_early", message, format!("put it after at least {wanted} riffles"));
    }
    if rule.before_riffles && riffles > 0 {
        let message = format!("`{name}` comes too late: a riffle is done");
        return breach("step_too_late", message, "put it before all riffles".to_owned());
    }
    None
}

fn not_followed<'a>(rule: &ShuffleRule, placed: &'a Placed, next: Option<&Placed>) -> Option<Breach<'a>> {
    let then = rule.then.filter(|then| next.is_none_or(|next| next.step.name() != *then))?.as_str();
    let message = format!("`{}` is not followed by a {then}", rule.step.as_str());
    Some(Breach {
        code: "step_not_followed",
        message,
        at: Some(placed),
        hint: format!("make a {then} the next step"),
    })
}

/// "About" is taken as within a half.
fn wrong_size<'a>(rule: &ShuffleRule, placed: &'a Placed, deck: u16) -> Option<Breach<'a>> {
    let wanted = u16::from(rule.about_decks?).saturating_mul(deck);
    let cards = placed.step.cards().filter(|cards| !(wanted / 2..=wanted + wanted / 2).contains(cards))?;
    let message = format!("`{}` takes {cards} cards, not about {wanted}", rule.step.as_str());
    let hint = format!("take {} to {} cards", wanted / 2, wanted + wanted / 2);
    Some(Breach { code: "step_of_wrong_size", message, at: Some(placed), hint })
}

fn missing<'a>(rule: &ShuffleRule, seen: u8) -> Option<Breach<'a>> {
    let (name, times) = (rule.step.as_str(), rule.times);
    if seen >= times {
        return None;
    }
    let message = match seen {
        0 => format!("the procedure has no `{name}`"),
        _ => format!("the procedure has `{name}` {seen} times, not {times}"),
    };
    let hint = format!("add a {name}; without `--rulebook` any procedure is measured");
    Some(Breach { code: "step_missing", message, at: None, hint })
}

fn not_last<'a>(rule: &ShuffleRule, steps: &[&'a Placed]) -> Option<Breach<'a>> {
    let last = *steps.last().filter(|last| rule.last && last.step.name() != rule.step)?;
    let name = rule.step.as_str();
    let message = format!("the procedure ends with `{}`, not with `{name}`", last.step.name().as_str());
    Some(Breach {
        code: "step_not_last",
        message,
        at: Some(last),
        hint: format!("make a {name} the last step"),
    })
}
