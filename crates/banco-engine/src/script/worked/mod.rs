//! Cases without a table: cards and wagers, pay tables, drawing tables, and submissions that are accepted or refused.

mod coup;
mod grid;
mod printed;

use std::collections::BTreeSet;

use banco_cards::{Card, parse_cards};
use banco_rulebook::{Checked, Library, Severity, Terms};

use super::block::{Block, Kind, entry};
use super::case::CaseError;
use super::run::Fault;

/// What a block may say; anything else is a slip of the pen.
const KEYS: [&str; 22] = [
    "case",
    "table",
    "grid",
    "cite",
    "context",
    "rulebook",
    "submission",
    "set",
    "seat",
    "participating",
    "personal",
    "choice",
    "choices",
    "history",
    "cards",
    "outcome",
    "wager",
    "error",
    "refused",
    "refused by",
    "paytables",
    "accepted",
];

/// A line of a pay table that a deal reaches, or misses.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PrintedLine {
    /// The wager, with its side.
    pub wager: String,
    /// The pay table; `-` where it has no name.
    pub paytable: String,
    /// The line.
    pub line: String,
}

/// What came of a block.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Judged {
    /// Each line that asks something, with its number in the file and what was found.
    pub found: Vec<(usize, String, String)>,
    /// What is not as it should be.
    pub problems: Vec<CaseError>,
    /// The clauses behind what was found.
    pub produced: BTreeSet<String>,
    /// The printed lines that a deal reaches.
    pub hits: BTreeSet<PrintedLine>,
    /// The printed lines that a near deal misses.
    pub misses: BTreeSet<PrintedLine>,
}

impl Judged {
    /// Something is not as the case expects it.
    pub fn unmet(&mut self, line: usize, problem: impl Into<String>) {
        self.problems.push(CaseError { line, problem: problem.into(), fault: Fault::Unmet });
    }

    /// Holds the clauses that a block names against those that were produced.
    pub fn check_claims(&mut self, block: &Block) {
        if let Err((line, problem)) = block.claims().check(&self.produced) {
            self.unmet(line, problem);
        }
    }
}

/// The submission of a block as it was checked: the named one, or the default one, with keys set.
///
/// # Errors
/// There is no such submission, or a key cannot be set.
pub fn submission_of(block: &Block, library: &Library, rulebook: &str) -> Result<Checked, CaseError> {
    let at = |key: &str| block.all(key).next().map_or(block.at, |(at, _)| at);
    let name = block.one("submission").unwrap_or("default");
    let found = library.submission(rulebook, name);
    let found = found.map_err(|error| CaseError::unreadable(at("submission"), error.to_string()))?;
    let overrides: Vec<String> = block.all("set").map(|(_, value)| value.to_owned()).collect();
    let source = found.source.with_overrides(&overrides);
    Ok(library.check(source.map_err(|problem| CaseError::unreadable(at("set"), problem))?))
}

/// Judges a block that is neither a script nor a shuffle.
#[must_use]
pub fn judge(block: &Block, library: &Library, rulebook: &str) -> Judged {
    let mut judge = Judge { library, rulebook, block, judged: Judged::default() };
    if let Err(error) = judge.block() {
        judge.judged.problems.push(error);
    } else {
        judge.judged.check_claims(block);
    }
    judge.judged
}

/// A block that is being judged. What cannot be read is an error and ends it; what is not as expected is kept.
struct Judge<'a> {
    library: &'a Library,
    rulebook: &'a str,
    block: &'a Block,
    judged: Judged,
}

impl Judge<'_> {
    fn block(&mut self) -> Result<(), CaseError> {
        self.known_lines()?;
        match self.block.kind() {
            Kind::Table => self.table(),
            Kind::Grid => self.grid(),
            Kind::Worked | Kind::Script | Kind::Shuffle => self.worked(),
        }
    }

    /// Every line is a known key, a hit, a miss or a row of a grid.
    fn known_lines(&self) -> Result<(), CaseError> {
        let block = self.block;
        for (at, line) in &block.lines {
            let printed = block.has("table") && (line.starts_with("hit ") || line.starts_with("miss "));
            let row = block.has("grid") && line.starts_with(|first: char| first.is_ascii_digit());
            if !(KEYS.contains(&entry(line).0) || printed || row) {
                let problem = format!("what is `{line}`? there is no `play:` before it, so it is no script");
                return Err(CaseError::unreadable(*at, problem));
            }
        }
        Ok(())
    }

    /// Checks the submission, and keeps the clauses behind what is told of it.
    fn submission(&mut self) -> Result<Checked, CaseError> {
        let checked = submission_of(self.block, self.library, self.rulebook)?;
        let clauses = checked.report.diagnostics.iter().flat_map(|found| &found.clauses);
        self.judged.produced.extend(clauses.map(|(clause, _)| clause.clone()));
        Ok(checked)
    }

    /// The terms of the submission; `None`, and told, if it is refused.
    fn terms(&mut self) -> Result<Option<Terms>, CaseError> {
        let checked = self.submission()?;
        if checked.terms.is_none() {
            let errors = checked.report.diagnostics.iter().filter(|found| found.severity == Severity::Error);
            let errors: Vec<String> =
                errors.map(|found| format!("{} ({})", found.message, found.code)).collect();
            self.judged.unmet(self.block.at, format!("the submission is refused: {}", errors.join("; ")));
        }
        Ok(checked.terms)
    }

    fn unmet(&mut self, line: usize, problem: impl Into<String>) {
        self.judged.unmet(line, problem);
    }

    /// What was found at a line.
    fn found(&mut self, line: usize, found: impl Into<String>) {
        let text = self.block.lines.iter().find(|(at, _)| *at == line);
        let text = text.map(|(_, text)| text.clone()).unwrap_or_default();
        self.judged.found.push((line, text, found.into()));
    }

    /// The numbers of a key: `1 3 5`.
    fn numbers(&self, key: &str) -> Result<Vec<u8>, CaseError> {
        let Some((at, value)) = self.block.all(key).next() else { return Ok(Vec::new()) };
        let number = |word: &str| {
            word.parse()
                .map_err(|_| CaseError::unreadable(at, format!("`{word}` is not the number of a seat")))
        };
        value.split_whitespace().map(number).collect()
    }
}

fn cards(at: usize, text: &str) -> Result<Vec<Card>, CaseError> {
    parse_cards(text).map_err(|error| CaseError::unreadable(at, error.to_string()))
}
