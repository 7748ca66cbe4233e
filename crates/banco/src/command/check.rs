//! `banco check`: is a Rules Submission within its rulebook?

use std::collections::BTreeMap;

use banco_rulebook::model::link::{LinkTerms, LockMode};
use banco_rulebook::{AddedFile, Checked, Diagnostic, InForce, Library, Severity, Terms};
use banco_sheets::odds_warnings;
use clap::Args;
use serde::Serialize;

use crate::failure::Failure;
use crate::output;
use crate::source;

/// What to check.
#[derive(Args)]
pub struct CheckArguments {
    /// The submission: a file, `-` for standard input, one that comes with Banco, such as `co-rule-28/eternal`, or a
    /// bundle (`*.bundle.json`), which is held against its hashes first.
    file: String,

    /// Change one key of the submission before the check, such as `--set decks=6`; repeatable.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,

    /// Print the findings and the terms in force as JSON.
    #[arg(long)]
    json: bool,
}

/// Checks, prints the findings, and fails if something is not allowed.
pub fn run(arguments: &CheckArguments, library: &Library) -> Result<(), Failure> {
    let checked = checked(&arguments.file, &arguments.set, library)?;
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

/// What comes of the check, with what only exact odds can tell.
pub fn checked(name: &str, set: &[String], library: &Library) -> Result<Checked, Failure> {
    let mut checked = source::checked(library, None, Some(name), set)?;
    if let Some(terms) = &checked.terms {
        checked.report.diagnostics.extend(odds_warnings(terms)?);
    }
    Ok(checked)
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
        "accepted{warned}: {} ({})\n  {} decks, {} seats, variant {}\n  wagers: {}{}\n  {}\n  sha-256: {}\n  rulebook sha-256: {}\n\nin force, every choice with its clauses:\n{}",
        terms.name,
        terms.rulebook.id(),
        terms.decks,
        terms.positions.len(),
        terms.variant.id,
        wagers.join(", "),
        terms.links.iter().map(|one| format!("\n  {}", link(terms, one))).collect::<String>(),
        approvals(terms) + &acknowledged(terms) + &wager_files(terms),
        terms.hash,
        terms.rulebook.hash,
        terms.in_force().iter().map(in_force).collect::<Vec<_>>().join("\n"),
    )
}

/// One thing that is in force, in a line.
fn in_force(line: &InForce) -> String {
    let InForce { key, value, meaning, by_default, cite } = line;
    let default = if *by_default { " (default)" } else { "" };
    let meaning = if meaning.is_empty() { String::new() } else { format!(": {meaning}") };
    let cite = if cite.is_empty() { String::new() } else { format!(" [{}]", cite.join(", ")) };
    format!("  {key} = {value}{default}{meaning}{cite}")
}

/// Who corrects the books.
fn approvals(terms: &Terms) -> String {
    match terms.approvals.executive_from {
        Some(level) => format!("two people correct the books, one of them an executive from {level}"),
        None => "two people correct the books, one of them an executive".to_owned(),
    }
}

/// What the licensee acknowledges: approvals by their clauses, and what is unusual and meant.
fn acknowledged(terms: &Terms) -> String {
    let told = terms.acknowledged.iter().map(|(key, says)| {
        let what = terms.rulebook.clause(key).map_or("acknowledged", |_| "approved by clause");
        format!("\n  {what} {key}: {says}")
    });
    told.collect()
}

/// The wager files that the submission adds to the rulebook.
fn wager_files(terms: &Terms) -> String {
    let told = terms.rulebook.added.iter().map(|file| {
        format!(
            "\n  adds {} by the wager file {}, sha-256: {}",
            file.wagers.join(", "),
            file.name,
            file.hash()
        )
    });
    told.collect()
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
    terms: Option<TermsInForce<'a>>,
}

/// What the printout of an accepted submission shows.
#[derive(Serialize)]
struct TermsInForce<'a> {
    name: &'a str,
    rulebook: &'a str,
    rulebook_hash: String,
    submission_hash: String,
    acknowledged: &'a BTreeMap<String, String>,
    corrections: String,
    wager_files: Vec<WagerFileOutput<'a>>,
    links: Vec<String>,
    in_force: Vec<Choice>,
}

/// A file that adds wagers to the rulebook.
#[derive(Serialize)]
struct WagerFileOutput<'a> {
    file: &'a str,
    hash: String,
    wagers: &'a [String],
}

impl<'a> WagerFileOutput<'a> {
    fn new(file: &'a AddedFile) -> Self {
        Self { file: &file.name, hash: file.hash().to_string(), wagers: &file.wagers }
    }
}

/// A choice that is in force.
#[derive(Serialize)]
struct Choice {
    key: String,
    value: String,
    meaning: String,
    by_default: bool,
    cite: Vec<String>,
}

impl<'a> TermsInForce<'a> {
    fn new(terms: &'a Terms) -> Self {
        let choice = |line: InForce| {
            let InForce { key, value, meaning, by_default, cite } = line;
            Choice { key, value, meaning, by_default, cite }
        };
        Self {
            name: &terms.name,
            rulebook: terms.rulebook.id(),
            rulebook_hash: terms.rulebook.hash.to_string(),
            submission_hash: terms.hash.to_string(),
            acknowledged: &terms.acknowledged,
            corrections: approvals(terms),
            wager_files: terms.rulebook.added.iter().map(WagerFileOutput::new).collect(),
            links: terms.links.iter().map(|one| link(terms, one)).collect(),
            in_force: terms.in_force().into_iter().map(choice).collect(),
        }
    }
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
            terms: checked.terms.as_ref().map(TermsInForce::new),
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
