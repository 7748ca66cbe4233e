//! Cases of shuffles by hand: what is wrong with a procedure, and by which clauses.

use std::sync::Arc;

use banco_engine::script::{Block, CaseError, Judged, submission_of};
use banco_rulebook::{Diagnostic, Library, Source};

use super::notation::parse;
use super::rule;

/// Holds the steps of a `shuffle:` line against the rulebook, and what is wrong with them against the case.
#[must_use]
pub fn judge(block: &Block, library: &Library, rulebook: &str) -> Judged {
    let mut judged = Judged::default();
    match breaches(block, library, rulebook) {
        Ok(breaches) => compare(block, &breaches, &mut judged),
        Err(error) => judged.problems.push(error),
    }
    judged
}

/// Everything in which the steps break the rules of the text.
fn breaches(block: &Block, library: &Library, rulebook: &str) -> Result<Vec<Diagnostic>, CaseError> {
    let (at, steps) = block.all("shuffle").next().unwrap_or((block.at, ""));
    let terms = submission_of(block, library, rulebook)?.terms;
    let terms = terms.ok_or_else(|| CaseError::unreadable(block.at, "the submission is refused"))?;
    let source = Arc::new(Source { path: "<procedure>".to_owned(), text: steps.to_owned() });
    let procedure = parse(&source, rule::cards(&terms)).map_err(|report| {
        let told: Vec<&str> = report.diagnostics.iter().map(|found| found.message.as_str()).collect();
        CaseError::unreadable(at, told.join("; "))
    })?;
    Ok(rule::check(&procedure, &source, &terms).diagnostics)
}

/// Each breach is expected, and each that is expected was found, in the same order.
fn compare(block: &Block, breaches: &[Diagnostic], judged: &mut Judged) {
    let at = block.all("shuffle").next().map_or(block.at, |(at, _)| at);
    let mut wanted = block.all("refused");
    for breach in breaches {
        judged.produced.extend(breach.clauses.iter().map(|(clause, _)| clause.clone()));
        let found = code_and_clauses(breach);
        match wanted.next() {
            Some((at, wanted)) if wanted == found => {
                judged.found.push((at, format!("refused: {wanted}"), breach.message.clone()));
            }
            Some((at, wanted)) => judged.unmet(at, format!("expected `{wanted}`, found `{found}`")),
            None => judged.unmet(at, format!("refused: `{found}`: {}", breach.message)),
        }
    }
    for (at, wanted) in wanted {
        judged.unmet(at, format!("expected `{wanted}`, found nothing wrong"));
    }
    if let Some((at, _)) = block.all("accepted").next().filter(|_| breaches.is_empty()) {
        judged.found.push((at, "accepted".to_owned(), "accepted".to_owned()));
    }
    judged.check_claims(block);
}

/// `step_missing 5(g)(1)`.
fn code_and_clauses(breach: &Diagnostic) -> String {
    let clauses: Vec<&str> = breach.clauses.iter().map(|(clause, _)| clause.as_str()).collect();
    format!("{} {}", breach.code, clauses.join(", "))
}
