//! `banco run`: a table driven by a case file, with everything that happens at it.

mod json;
mod text;

use std::path::Path;
use std::sync::Arc;

use banco_engine::Names;
use banco_engine::script::{Case, CaseError, Fault, Outcome, called};
use banco_engine::table::Rules;
use banco_rulebook::{Diagnostic, Library, LibraryError, Report, Source};
use clap::Args;

use crate::failure::Failure;
use crate::output;
use crate::source::{read_file, read_stdin};

/// Which cases, and how much of them is told.
#[derive(Args)]
pub struct RunArguments {
    /// The case file; `-` reads standard input. `docs/commands/run.md` explains the format.
    #[arg(value_name = "SCRIPT")]
    script: String,

    /// The rulebook, for cases that do not name one. Files in a rulebook's own `cases` folder do not need it.
    #[arg(short, long, value_name = "ID")]
    rulebook: Option<String>,

    /// Only this case: its number in the file, from 1, or part of its title.
    #[arg(long, value_name = "N|TITLE")]
    case: Option<String>,

    /// Print only failures and how many cases passed.
    #[arg(short, long, conflicts_with = "json")]
    quiet: bool,

    /// Print the cases as JSON: an event as the record has it (`clauses` and `what`), with its `table` or
    /// `link` and its `story` in words. `docs/formats.md` explains it.
    #[arg(long)]
    json: bool,
}

/// A case that has been played.
struct Played<'a> {
    /// Its number in the file, from one.
    number: usize,
    case: &'a Case,
    rulebook: String,
    /// What its first table plays by; none if the case cannot be played.
    rules: Option<Arc<Rules>>,
    /// The lines that were carried out, and what became of them.
    lines: Vec<(usize, String, Outcome)>,
    problem: Option<CaseError>,
}

impl Played<'_> {
    /// Tells something in the names of the case.
    fn named<T: Default>(&self, tell: impl FnOnce(&Names<'_>) -> T) -> T {
        let tell = |rules: &Arc<Rules>| tell(&Names::new(rules, &called));
        self.rules.as_ref().map(tell).unwrap_or_default()
    }
}

/// Plays the cases; nothing is told before every line of them could be read.
pub fn run(arguments: &RunArguments, library: &Library) -> Result<(), Failure> {
    let source = Arc::new(read(&arguments.script)?);
    let cases =
        Case::parse_all(&source.text).map_err(|error| Failure::from(unreadable(&error, &source, &[])))?;
    let mut played = Vec::new();
    let mut report = Report::default();
    for (number, case) in chosen(&cases, arguments, &source)? {
        match rulebook(case, arguments, library, &source) {
            Ok(rulebook) => played.push(play(number, case, rulebook, library)),
            Err(problem) => report.push(problem),
        }
    }
    let problems = || played.iter().filter_map(|played| played.problem.as_ref());
    report.diagnostics.extend(
        problems()
            .filter(|error| error.fault == Fault::Unreadable)
            .map(|error| unreadable(error, &source, &cases)),
    );
    if report.has_errors() {
        return Err(Failure::Invalid(report));
    }
    match (arguments.json, arguments.quiet) {
        (true, _) => output::print_json(&json::run_as_json(&played))?,
        (_, quiet) => output::print(&text::run_as_text(&played, quiet))?,
    }
    report.diagnostics.extend(problems().map(|error| unmet(error, &source)));
    if report.has_errors() { Err(Failure::Unverified(report)) } else { Ok(()) }
}

fn read(script: &str) -> Result<Source, Failure> {
    if script == "-" {
        return Ok(Source { path: "<stdin>".to_owned(), text: read_stdin()? });
    }
    Ok(Source { path: script.to_owned(), text: read_file(Path::new(script))? })
}

/// The cases to be played, each with its number in the file.
fn chosen<'a>(
    cases: &'a [Case],
    arguments: &RunArguments,
    source: &Source,
) -> Result<Vec<(usize, &'a Case)>, Failure> {
    if cases.is_empty() {
        let message = format!("`{}` has no case to play", source.path);
        let hint =
            "a case is a block of lines: `case: TITLE`, `rulebook: ID`, `play: ready 1 3`, then the script";
        return Err(Diagnostic::error("no_case", message).hint(hint).into());
    }
    let wanted = |(number, case): &(usize, &Case)| {
        let asked = arguments.case.as_deref();
        asked.is_none_or(|asked| {
            asked.parse().map_or_else(|_| case.title.contains(asked), |asked: usize| asked == *number)
        })
    };
    let found: Vec<(usize, &Case)> = (1..).zip(cases).filter(wanted).collect();
    if found.is_empty() {
        let message = format!("there is no case `{}`", arguments.case.as_deref().unwrap_or_default());
        let titles = (1..).zip(cases).map(|(number, case): (usize, _)| format!("{number} {}", case.title));
        let hint = format!("the file has: {}", titles.collect::<Vec<_>>().join("; "));
        return Err(Diagnostic::error("unknown_case", message).hint(hint).into());
    }
    Ok(found)
}

/// The rulebook of a case: what it says itself, what was asked for, or the one in whose folder the file lies.
fn rulebook(
    case: &Case,
    arguments: &RunArguments,
    library: &Library,
    source: &Arc<Source>,
) -> Result<String, Diagnostic> {
    let folder = Path::new(&arguments.script).ancestors().nth(2).and_then(Path::file_name);
    let folder = folder.and_then(|name| name.to_str()).filter(|name| library.rulebook(name).is_ok());
    let named = case.rulebook.as_deref().or(arguments.rulebook.as_deref()).or(folder);
    let at = |diagnostic: Diagnostic| diagnostic.at(source, span(source, case.at));
    let Some(named) = named else {
        let missing = Diagnostic::error("no_rulebook", "the case does not name a rulebook");
        return Err(at(missing).hint("add a line `rulebook: ma-midi` to the case, or use `--rulebook`"));
    };
    match library.rulebook(named) {
        Ok(rulebook) => Ok(rulebook.id().to_owned()),
        Err(LibraryError::Unknown { name, hint, .. }) => {
            let unknown = Diagnostic::error("unknown_rulebook", format!("there is no rulebook `{name}`"));
            Err(at(unknown).hint(hint))
        }
        Err(other) => Err(at(Diagnostic::error("bad_rulebook", other.to_string()))),
    }
}

fn play<'a>(number: usize, case: &'a Case, rulebook: String, library: &Library) -> Played<'a> {
    let mut lines = Vec::new();
    let mut tell = |at: usize, text: &str, outcome: &Outcome| {
        lines.push((at, text.to_owned(), outcome.clone()));
    };
    let problem = case.run(library, &rulebook, &mut tell).err();
    let rules = case.rules(library, &rulebook).ok();
    Played { number, case, rulebook, rules, lines, problem }
}

/// A line of the file, without the blanks around it.
fn span(source: &Source, line: usize) -> std::ops::Range<usize> {
    let before: usize = source.text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let text = source.text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    let start = before + (text.len() - text.trim_start().len());
    start..start + text.trim().len()
}

fn unreadable(error: &CaseError, source: &Arc<Source>, cases: &[Case]) -> Diagnostic {
    let script = |case: &Case| case.lines.iter().any(|(line, _)| *line == error.line);
    let hint = if cases.iter().any(script) {
        "a line is WHO: WHAT, such as `seat 3: bet banker $100` or `shoe: 7h 2c Kd 6s`; \
         `>`, `!` and `=` start what is expected"
    } else if cases.is_empty() {
        "the script of a case follows its `play:` line"
    } else {
        "the table needs a submission that `banco check` accepts"
    };
    let diagnostic = Diagnostic::error("bad_script", error.problem.clone()).hint(hint);
    diagnostic.at(source, span(source, error.line))
}

fn unmet(error: &CaseError, source: &Arc<Source>) -> Diagnostic {
    let diagnostic = Diagnostic::error("case_failed", error.problem.clone());
    diagnostic.at(source, span(source, error.line))
}
