//! `banco run`: the cases of a file. A script drives a table, with everything that happens at it; cards, pay tables,
//! drawing tables, submissions and shuffles are judged.

mod json;
mod text;

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use banco_engine::Names;
use banco_engine::script::{Block, Case, CaseError, Fault, Judged, Kind, Outcome, called, judge};
use banco_engine::table::Rules;
use banco_rulebook::{Diagnostic, Library, LibraryError, Report, Source, Submission};
use banco_sim::shuffle;
use clap::Args;

use crate::failure::Failure;
use crate::output;
use crate::source::{read_file, read_stdin};
use crate::wager_file;

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

/// A case that has been run.
struct Ran<'a> {
    /// Its number in the file, from one.
    number: usize,
    block: &'a Block,
    rulebook: String,
    what: What,
    problem: Option<CaseError>,
}

/// What a case was, and what became of its lines.
enum What {
    /// A script: what its first table plays by, if it can be played, and what became of each line.
    Played(Option<Arc<Rules>>, Vec<(usize, String, Outcome)>),
    /// Anything else.
    Judged(Judged),
}

impl Ran<'_> {
    /// Tells something in the names of the case.
    fn named<T: Default>(&self, tell: impl FnOnce(&Names<'_>) -> T) -> T {
        match &self.what {
            What::Played(Some(rules), _) => tell(&Names::new(rules, &called)),
            What::Played(None, _) | What::Judged(_) => T::default(),
        }
    }
}

/// Runs the cases; nothing is told before every line of them could be read.
pub fn run(arguments: &RunArguments, library: &Library) -> Result<(), Failure> {
    let source = Arc::new(read(&arguments.script)?);
    let blocks = Block::read_all(&source.text);
    let mut ran = Vec::new();
    let mut report = Report::default();
    for (number, block) in chosen(&blocks, arguments, &source)? {
        match rulebook(block, arguments, library, &source) {
            Ok(rulebook) => {
                let library = library_for(block, &rulebook, library, &arguments.script)?;
                ran.push(run_block(number, block, rulebook, library.as_ref()));
            }
            Err(problem) => report.push(problem),
        }
    }
    let problems = || ran.iter().filter_map(|ran| Some((ran.block, ran.problem.as_ref()?)));
    report.diagnostics.extend(
        problems()
            .filter(|(_, error)| error.fault == Fault::Unreadable)
            .map(|(block, error)| unreadable(block, error, &source)),
    );
    if report.has_errors() {
        return Err(Failure::Invalid(report));
    }
    match (arguments.json, arguments.quiet) {
        (true, _) => output::print_json(&json::run_as_json(&ran))?,
        (_, quiet) => output::print(&text::run_as_text(&ran, quiet))?,
    }
    report.diagnostics.extend(problems().map(|(_, error)| unmet(error, &source)));
    if report.has_errors() { Err(Failure::Unverified(report)) } else { Ok(()) }
}

fn read(script: &str) -> Result<Source, Failure> {
    if script == "-" {
        return Ok(Source { path: "<stdin>".to_owned(), text: read_stdin()? });
    }
    Ok(Source { path: script.to_owned(), text: read_file(Path::new(script))? })
}

/// The cases to be run, each with its number in the file.
fn chosen<'a>(
    blocks: &'a [Block],
    arguments: &RunArguments,
    source: &Source,
) -> Result<Vec<(usize, &'a Block)>, Failure> {
    if blocks.is_empty() {
        let message = format!("`{}` has no case to run", source.path);
        let hint =
            "a case is a block of lines: `case: TITLE`, `rulebook: ID`, `play: ready 1 3`, then the script";
        return Err(Diagnostic::error("no_case", message).hint(hint).into());
    }
    let wanted = |(number, block): &(usize, &Block)| {
        let asked = arguments.case.as_deref();
        asked.is_none_or(|asked| {
            asked.parse().map_or_else(|_| block.title().contains(asked), |asked: usize| asked == *number)
        })
    };
    let found: Vec<(usize, &Block)> = (1..).zip(blocks).filter(wanted).collect();
    if found.is_empty() {
        let message = format!("there is no case `{}`", arguments.case.as_deref().unwrap_or_default());
        let titles =
            (1..).zip(blocks).map(|(number, block): (usize, _)| format!("{number} {}", block.title()));
        let hint = format!("the file has: {}", titles.collect::<Vec<_>>().join("; "));
        return Err(Diagnostic::error("unknown_case", message).hint(hint).into());
    }
    Ok(found)
}

/// The rulebook of a case: what it says itself, what was asked for, or the one in whose folder the file lies.
fn rulebook(
    block: &Block,
    arguments: &RunArguments,
    library: &Library,
    source: &Arc<Source>,
) -> Result<String, Diagnostic> {
    let folder = Path::new(&arguments.script).ancestors().nth(2).and_then(Path::file_name);
    let folder = folder.and_then(|name| name.to_str()).filter(|name| library.rulebook(name).is_ok());
    let named = block.one("rulebook").or(arguments.rulebook.as_deref()).or(folder);
    let at = |diagnostic: Diagnostic| diagnostic.at(source, span(source, block.at));
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

/// The library of a case: with its submission, where that is a file beside the script, and the wagers that it brings.
fn library_for<'a>(
    block: &Block,
    rulebook: &str,
    library: &'a Library,
    script: &str,
) -> Result<Cow<'a, Library>, Failure> {
    let Some(name) = block.one("submission").filter(|name| name.ends_with(".toml")) else {
        return Ok(Cow::Borrowed(library));
    };
    let folder = Path::new(script).parent().filter(|_| script != "-").unwrap_or(Path::new(""));
    let path = folder.join(name);
    let source = Source { path: path.display().to_string(), text: read_file(&path)? };
    let own = path.parent().unwrap_or(Path::new(""));
    let mut library = wager_file::library_for(library, &source, own)?;
    library.submissions.push(Submission { rulebook: rulebook.to_owned(), name: name.to_owned(), source });
    Ok(Cow::Owned(library))
}

fn run_block<'a>(number: usize, block: &'a Block, rulebook: String, library: &Library) -> Ran<'a> {
    let judged = match block.kind() {
        Kind::Script => return play(number, block, rulebook, library),
        Kind::Shuffle => shuffle::case::judge(block, library, &rulebook),
        Kind::Table | Kind::Grid | Kind::Worked => judge(block, library, &rulebook),
    };
    let problem = judged.problems.first().cloned();
    Ran { number, block, rulebook, what: What::Judged(judged), problem }
}

fn play<'a>(number: usize, block: &'a Block, rulebook: String, library: &Library) -> Ran<'a> {
    let mut lines = Vec::new();
    let mut tell = |at: usize, text: &str, outcome: &Outcome| {
        lines.push((at, text.to_owned(), outcome.clone()));
    };
    let (rules, problem) = match Case::parse(block) {
        Ok(case) => {
            let problem = case.run(library, &rulebook, &mut tell).err();
            (case.rules(library, &rulebook).ok(), problem)
        }
        Err(error) => (None, Some(error)),
    };
    Ran { number, block, rulebook, what: What::Played(rules, lines), problem }
}

/// A line of the file, without the blanks around it.
fn span(source: &Source, line: usize) -> std::ops::Range<usize> {
    let before: usize = source.text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let text = source.text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    let start = before + (text.len() - text.trim_start().len());
    start..start + text.trim().len()
}

fn unreadable(block: &Block, error: &CaseError, source: &Arc<Source>) -> Diagnostic {
    let script = block.lines.iter().skip_while(|(_, line)| !line.starts_with("play"));
    let hint = match block.kind() {
        Kind::Script if error.line == block.at => "the table needs a submission that `banco check` accepts",
        Kind::Script if script.clone().any(|(line, _)| *line == error.line) => {
            "a line is WHO: WHAT, such as `seat 3: bet banker $100` or `shoe: 7h 2c Kd 6s`; \
             `>`, `!` and `=` start what is expected"
        }
        Kind::Script => "the script of a case follows its `play:` line",
        Kind::Shuffle => "`banco shuffle --help` names the steps",
        Kind::Worked | Kind::Table | Kind::Grid => {
            "CONTRIBUTING.md has the whole notation; a script follows a `play:` line"
        }
    };
    let diagnostic = Diagnostic::error("bad_script", error.problem.clone()).hint(hint);
    diagnostic.at(source, span(source, error.line))
}

fn unmet(error: &CaseError, source: &Arc<Source>) -> Diagnostic {
    let diagnostic = Diagnostic::error("case_failed", error.problem.clone());
    diagnostic.at(source, span(source, error.line))
}
