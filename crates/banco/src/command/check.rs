//! `banco check`: is a Rules Submission within its rulebook?
#![expect(clippy::float_arithmetic, reason = "figures for people, made from exact counts")]

use banco_odds::decimal;
use banco_rulebook::model::link::{LinkTerms, LockMode};
use banco_rulebook::{Checked, Diagnostic, Library, Severity, Terms};
use clap::Args;
use serde::Serialize;

use super::par::{Made, offered_sheets, sheet_name};
use crate::failure::Failure;
use crate::output;
use crate::source;

/// What to check.
#[derive(Args)]
pub struct CheckArguments {
    /// The submission: a file, `-` for standard input, one that comes with Banco, such as `co-rule-28/eternal`, or a
    /// bundle (`*.bundle.json`), which is held against its hashes first.
    file: String,

    /// Set one key of the submission first, such as `--set decks=6`.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,

    /// Print the findings as JSON.
    #[arg(long)]
    json: bool,
}

/// Checks, prints the findings, and fails if something is not allowed.
pub fn run(arguments: &CheckArguments, library: &Library) -> Result<(), Failure> {
    let mut checked = source::checked(library, None, Some(&arguments.file), &arguments.set)?;
    if let Some(terms) = &checked.terms {
        checked.report.diagnostics.extend(odds_warnings(terms)?);
    }
    if arguments.json {
        output::print_json(&Findings::new(&checked))?;
    }
    let warnings = checked.report.count(Severity::Warning);
    match checked.terms {
        Some(terms) => {
            if !arguments.json {
                if warnings > 0 {
                    anstream::eprintln!("{}\n", checked.report.render(true));
                }
                output::print(&summary(&terms, warnings))?;
            }
            Ok(())
        }
        None if arguments.json => Err(Failure::Told),
        None => {
            let errors = checked.report.count(Severity::Error);
            let (errors, warnings) = (counted(errors, "violation"), counted(warnings, "warning"));
            anstream::eprintln!("{}\n\nrefused: {errors}, {warnings}", checked.report.render(true));
            Err(Failure::Told)
        }
    }
}

/// An award that is rarer than this will hardly be seen.
const RAREST: f64 = 50e6;

/// What exact odds say about the wagers on offer.
fn odds_warnings(terms: &Terms) -> Result<Vec<Diagnostic>, Failure> {
    Ok(offered_sheets(terms)?.iter().flat_map(warnings_of).collect())
}

/// What exact odds say about one pay table.
fn warnings_of(made: &Made) -> Vec<Diagnostic> {
    let (sheet, name) = (&made.sheet, sheet_name(&made.sheet));
    let mut warnings = Vec::new();
    let mut warn = |code: &'static str, message: String, hint: &str| {
        let clauses = made.terms.rulebook.summaries(&sheet.table.cite);
        warnings.push(Diagnostic { clauses, ..Diagnostic::warning(code, message).hint(hint) });
    };
    // What the licensee has yet to set can only add to it.
    let least = made.meters.as_ref().map(|meters| decimal(&meters.least_return()));
    if sheet.house_edge() < 0.0 {
        let (back, edge) = (100.0 * sheet.average_return(), -100.0 * sheet.house_edge());
        let message = format!("`{name}` returns {back:.3}% on average: bettors have an edge of {edge:.3}%");
        let hint = "do not offer it like this, or limit it strictly: over time the house loses";
        warn("return_above_100", message, hint);
    } else if let Some(least) = least.filter(|least| *least > 1.0) {
        let message = format!("`{name}` returns {:.3}% in the long run, meters included", 100.0 * least);
        let hint = "its increments and pays together are more than the wagers bring: choose smaller ones";
        warn("meter_not_funded", message, hint);
    }
    let one_in = |ways: u128| sheet.probability(ways).recip();
    if let Some(line) = sheet.lines.iter().find(|line| line.ways > 0 && one_in(line.ways) > RAREST) {
        let rounds = one_in(line.ways);
        let message = format!("the line `{}` of `{name}` comes once in {rounds:.0} rounds", line.name);
        let hint = "few players will ever see it; post the odds, or choose another pay table";
        warn("award_too_rare", message, hint);
    }
    warnings
}

fn summary(terms: &Terms, warnings: usize) -> String {
    let wagers: Vec<String> = terms
        .offers
        .iter()
        .map(|offer| {
            if offer.column.is_empty() {
                offer.wager.clone()
            } else {
                format!("{}:{}", offer.wager, offer.column)
            }
        })
        .collect();
    let warned =
        if warnings == 0 { String::new() } else { format!(", with {}", counted(warnings, "warning")) };
    format!(
        "accepted{warned}: {} ({})\n  {} decks, {} seats, variant {}\n  wagers: {}{}\n  {}\n  sha-256: {}\n  rulebook sha-256: {}",
        terms.name,
        terms.rulebook.id(),
        terms.decks,
        terms.positions.len(),
        terms.variant.id,
        wagers.join(", "),
        terms.links.iter().map(|one| format!("\n  {}", link(terms, one))).collect::<String>(),
        approvals(terms),
        terms.hash,
        terms.rulebook.hash,
    )
}

/// Who corrects the books.
fn approvals(terms: &Terms) -> String {
    match terms.approvals.executive_from {
        Some(level) => format!("two people correct the books, one of them an executive from {level}"),
        None => "two people correct the books, one of them an executive".to_owned(),
    }
}

/// A link: its meters, what a pending jackpot holds up, who confirms it, the caps.
fn link(terms: &Terms, link: &LinkTerms) -> String {
    let held = terms.offers.iter().filter(|offer| link.wagers.contains(&offer.wager));
    let meters: Vec<&str> = held.flat_map(|offer| &offer.meters).map(|meter| meter.id.as_str()).collect();
    let lock = match link.lock {
        LockMode::All => "a pending jackpot locks all its tables",
        LockMode::Value => "a pending jackpot freezes its amount",
    };
    let level = match link.executive_from {
        Some(level) => format!("an executive confirms from {level}"),
        None => "an executive confirms every jackpot".to_owned(),
    };
    let caps: String =
        link.caps.iter().map(|(meter, cap)| format!("; {meter} shows {cap} at most")).collect();
    format!("link `{}`: {}; {lock}; {level}{caps}", link.name, meters.join(", "))
}

/// `1 warning`, `2 warnings`.
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The findings in JSON.
#[derive(Serialize)]
struct Findings<'a> {
    accepted: bool,
    errors: usize,
    warnings: usize,
    findings: Vec<Finding<'a>>,
}

#[derive(Serialize)]
struct Finding<'a> {
    severity: &'static str,
    code: &'a str,
    message: &'a str,
    file: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
    cite: Vec<&'a str>,
    hint: Option<&'a str>,
}

impl<'a> Findings<'a> {
    fn new(checked: &'a Checked) -> Self {
        Self {
            accepted: checked.terms.is_some(),
            errors: checked.report.count(Severity::Error),
            warnings: checked.report.count(Severity::Warning),
            findings: checked.report.diagnostics.iter().map(Finding::new).collect(),
        }
    }
}

impl<'a> Finding<'a> {
    fn new(diagnostic: &'a Diagnostic) -> Self {
        let place = diagnostic.line_column();
        Self {
            severity: match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            code: diagnostic.code,
            message: &diagnostic.message,
            file: diagnostic.source.as_ref().map(|source| source.path.as_str()),
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
            cite: diagnostic.clauses.iter().map(|(id, _)| id.as_str()).collect(),
            hint: diagnostic.hint.as_deref(),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    /// A progressive of a submission that nothing is wrong with.
    fn progressive() -> Made {
        let terms = Library::embedded().unwrap().terms("co-rule-28", "99-fortunes").unwrap();
        let made = offered_sheets(&terms).unwrap().into_iter().find(|made| made.meters.is_some()).unwrap();
        assert!(warnings_of(&made).is_empty());
        made
    }

    fn codes(made: &Made) -> Vec<&'static str> {
        warnings_of(made).iter().map(|warning| warning.code).collect()
    }

    #[test]
    fn an_award_beyond_fifty_million_rounds_is_too_rare() {
        let mut made = progressive();
        let total = made.sheet.total;
        let top = made.sheet.lines.first_mut().unwrap();
        top.ways = total / 49_000_000;
        assert!(codes(&made).is_empty());
        made.sheet.lines.first_mut().unwrap().ways = total / 51_000_000;
        assert_eq!(codes(&made), ["award_too_rare"]);
        // What cannot come at all is no award that nobody sees.
        made.sheet.lines.first_mut().unwrap().ways = 0;
        assert!(codes(&made).is_empty());
    }

    #[test]
    fn increments_that_pays_leave_no_room_for_are_not_funded_whatever_the_seed() {
        let mut made = progressive();
        let meters = made.meters.as_mut().unwrap();
        let all = meters.split.fixed.clone();
        let meter = meters.meters.first_mut().unwrap();
        (meter.seed, meter.reseed) = (None, None);
        meter.increment = Some(all.recip());
        assert_eq!(codes(&made), ["meter_not_funded"]);
        made.meters.as_mut().unwrap().meters.first_mut().unwrap().increment = None;
        assert!(codes(&made).is_empty());
    }
}
