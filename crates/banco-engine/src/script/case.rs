//! A case: a table under certain terms, and a script that it is driven by.

use std::collections::BTreeSet;
use std::sync::Arc;

use banco_rulebook::{Library, Severity};

use super::block::{Block, Kind, entry};
use super::line::Line;
use super::run::{Commit, Failure, Fault, Outcome, Runner};
use crate::pit::{Happening, Pit};
use crate::table::Rules;

/// A case of a file: a block of lines between empty ones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Case {
    /// What it shows.
    pub title: String,
    /// The clauses it claims to exercise.
    pub claims: Claims,
    /// The rulebook, where the file says so.
    pub rulebook: Option<String>,
    /// The submission it starts from; the default one if none is named.
    pub submission: Option<String>,
    /// Keys of the submission that are set.
    pub set: Vec<String>,
    /// The script, each line with its number in the file.
    pub lines: Vec<(usize, String)>,
    /// Where it begins in the file.
    pub at: usize,
}

/// The clauses that a case names, each with its line in the file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Claims {
    /// `cite`: what happens in the case happens by these.
    pub cites: Vec<(usize, String)>,
    /// `context`: the case is about these as well, but nothing that happens in it cites them.
    pub context: Vec<(usize, String)>,
}

impl Claims {
    /// Reads a line of a case; whether it was one that names clauses.
    pub fn read(&mut self, line: usize, key: &str, value: &str) -> bool {
        let list = match key {
            "cite" => &mut self.cites,
            "context" => &mut self.context,
            _ => return false,
        };
        list.extend(value.split(", ").map(|clause| (line, clause.to_owned())));
        true
    }

    /// Holds the claims against the clauses that the case has produced.
    ///
    /// # Errors
    /// The line of the first claim that does not hold, and what is wrong.
    pub fn check(&self, produced: &BTreeSet<String>) -> Result<(), (usize, String)> {
        let absent = listed(&self.cites, |clause| !produced.contains(clause));
        let present = listed(&self.context, |clause| produced.contains(clause));
        let hint = "what a case is about but nothing in it cites stands under `context`";
        let (line, problem) = match (absent, present) {
            (Some((line, clauses)), _) => {
                (line, format!("cites {clauses}, which nothing in the case produces; {hint}"))
            }
            (None, Some((line, clauses))) => {
                (line, format!("has {clauses} under `context`, which the case produces: cite it"))
            }
            (None, None) => return Ok(()),
        };
        let all: Vec<&str> = produced.iter().map(String::as_str).collect();
        let all = if all.is_empty() { "nothing".to_owned() } else { all.join(", ") };
        Err((line, format!("{problem} (produced: {all})")))
    }
}

/// The claimed clauses of one kind, with the line of the first.
fn listed(claimed: &[(usize, String)], is_wanted: impl Fn(&String) -> bool) -> Option<(usize, String)> {
    let mut found = claimed.iter().filter(|(_, clause)| is_wanted(clause)).peekable();
    let line = found.peek()?.0;
    let clauses: Vec<String> = found.map(|(_, clause)| format!("`{clause}`")).collect();
    Some((line, clauses.join(", ")))
}

/// What is wrong with a case, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct CaseError {
    /// The line of the file.
    pub line: usize,
    /// What is wrong.
    pub problem: String,
    /// Whose fault it is.
    pub fault: Fault,
}

impl CaseError {
    /// Something that nobody understands.
    pub fn unreadable(line: usize, problem: impl Into<String>) -> Self {
        Self { line, problem: problem.into(), fault: Fault::Unreadable }
    }

    fn failed(line: usize) -> impl Fn(Failure) -> Self {
        move |Failure { problem, fault }| Self { line, problem, fault }
    }
}

impl Case {
    /// Reads all cases of a text. Blocks without a `play:` line are not scripts and are left out.
    ///
    /// # Errors
    /// A key that no case has.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, CaseError> {
        let blocks = Block::read_all(text).into_iter().filter(|block| block.kind() == Kind::Script);
        blocks.map(|block| Self::parse(&block)).collect()
    }

    /// Reads a block that holds a script.
    ///
    /// # Errors
    /// A key that no case has.
    pub fn parse(block: &Block) -> Result<Self, CaseError> {
        let mut case = Self { at: block.at, ..Self::default() };
        let mut script = false;
        for (at, line) in &block.lines {
            if script {
                case.lines.push((*at, line.clone()));
                continue;
            }
            let (key, value) = entry(line);
            if case.claims.read(*at, key, value) {
                continue;
            }
            match key {
                "case" => value.clone_into(&mut case.title),
                "rulebook" => case.rulebook = Some(value.to_owned()),
                "submission" => case.submission = Some(value.to_owned()),
                "set" => case.set.push(value.to_owned()),
                "play" => {
                    script = true;
                    case.lines.extend((!value.is_empty()).then(|| (*at, value.to_owned())));
                }
                other => {
                    let problem = format!(
                        "no case has a key `{other}`: there is case, cite, context, rulebook, submission, set, play"
                    );
                    return Err(CaseError::unreadable(*at, problem));
                }
            }
        }
        Ok(case)
    }

    /// Plays the case. What becomes of each line is told as it happens.
    ///
    /// # Errors
    /// The first line that does not do what it should, or a clause that the case cites and nothing in it produced.
    pub fn run(
        &self,
        library: &Library,
        rulebook: &str,
        tell: &mut dyn FnMut(usize, &str, &Outcome),
    ) -> Result<(), CaseError> {
        self.run_with(library, rulebook, None, tell).map(|_| ())
    }

    /// Plays the case with commitments to its cards, and gives what has happened and what it came to.
    ///
    /// # Errors
    /// As [`Case::run`].
    pub fn record(
        &self,
        library: &Library,
        rulebook: &str,
        commit: Commit<'_>,
    ) -> Result<(Vec<Happening>, Pit), CaseError> {
        self.run_with(library, rulebook, Some(commit), &mut |_, _, _| ())
    }

    fn run_with(
        &self,
        library: &Library,
        rulebook: &str,
        commit: Option<Commit<'_>>,
        tell: &mut dyn FnMut(usize, &str, &Outcome),
    ) -> Result<(Vec<Happening>, Pit), CaseError> {
        let rules = self.rules(library, rulebook)?;
        let new_terms = |change: &str| self.changed_rules(library, rulebook, Some(change));
        let mut runner = Runner::new(rules, &new_terms);
        commit.into_iter().for_each(|commit| runner.commit_to_cards(commit));
        let mut last = self.at;
        for (number, text) in &self.lines {
            let line =
                Line::parse(text).map_err(|error| CaseError::unreadable(*number, error.to_string()))?;
            // A refusal that nobody expected is told at the line that met it.
            if !matches!(line, Line::Expect(_)) {
                runner.settled().map_err(CaseError::failed(last))?;
            }
            let outcome = runner.line(&line).map_err(CaseError::failed(*number))?;
            tell(*number, text, &outcome);
            last = *number;
        }
        runner.settled().map_err(CaseError::failed(last))?;
        let unmet = |(line, problem)| CaseError { line, problem, fault: Fault::Unmet };
        let produced = runner.produced().iter().map(ToString::to_string).collect();
        self.claims.check(&produced).map_err(unmet)?;
        Ok((runner.happened().to_vec(), runner.pit().clone()))
    }

    /// What its first table plays by.
    ///
    /// # Errors
    /// Terms that the rulebook does not allow.
    pub fn rules(&self, library: &Library, rulebook: &str) -> Result<Arc<Rules>, CaseError> {
        let rules = self.changed_rules(library, rulebook, None);
        rules.map_err(|problem| CaseError::unreadable(self.at, problem))
    }

    /// The same with more keys changed: `decks = 6; seats = 7`.
    fn changed_rules(
        &self,
        library: &Library,
        rulebook: &str,
        change: Option<&str>,
    ) -> Result<Arc<Rules>, String> {
        let rulebook = self.rulebook.as_deref().unwrap_or(rulebook);
        let name = self.submission.as_deref().unwrap_or("default");
        let source = &library.submission(rulebook, name).map_err(|error| error.to_string())?.source;
        let changes = change.into_iter().flat_map(|change| change.split("; ")).map(str::to_owned);
        let overrides: Vec<String> = self.set.iter().cloned().chain(changes).collect();
        let checked = library.check(source.with_overrides(&overrides)?);
        let terms = checked.terms.ok_or_else(|| {
            let errors = checked.report.diagnostics.iter().filter(|d| d.severity == Severity::Error);
            errors.map(|d| d.message.clone()).collect::<Vec<_>>().join("; ")
        })?;
        Rules::new(terms).map(Arc::new).map_err(|error| error.to_string())
    }
}
