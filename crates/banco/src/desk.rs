//! Questions of a program in the same process: the words of the command line, answered in memory.
//!
//! Whatever `banco` answers, a program gets to the byte, since the same code answers it. What is asked very often or by
//! whole arrays has a way of its own: [`Edges`] for many shoes, [`Simulated`] for parts of a simulation.

use std::ffi::OsString;
use std::sync::Arc;

use banco_rulebook::{Checked, Diagnostic, Terms};
use banco_sim::result::RunResult;
use clap::Parser as _;

pub use crate::asker::{Kept, Watch};
pub use crate::command::odds::rows::{BadRow, Edges};
use crate::failure::Failure;
use crate::{Arguments, Command, asker, command, source};

/// Answers a command line (without the name of the program), and keeps what it prints and notes; `input` stands for
/// standard input.
pub fn ask(words: &[OsString], input: Vec<u8>, watch: &Arc<Watch>) -> (Result<(), Failure>, Kept) {
    asker::for_program(watch, input, || crate::run(&arguments(words)?))
}

/// Checks a submission: a file, or one that comes with a rulebook.
///
/// # Errors
/// There is no such submission. What is wrong with one that is there is in its report.
pub fn check(name: &str, set: &[String]) -> Result<Checked, Failure> {
    command::check::checked(name, set, &*source::library(None)?)
}

/// The terms of a submission (a file, or one that comes with a rulebook) or of a rulebook's default one, with keys set.
///
/// # Errors
/// There is no such submission, or the rulebook does not allow it.
pub fn terms(name: &str, set: &[String]) -> Result<Terms, Failure> {
    source::submitted(&*source::library(None)?, None, Some(name), set)
}

/// One wager, ready to be asked of many shoes; `words` are those of `banco odds`.
///
/// # Errors
/// The words do not ask for the edge of one wager, or it has no odds.
pub fn edges(words: &[OsString], watch: &Arc<Watch>) -> (Result<Edges, Failure>, Kept) {
    asker::for_program(watch, Vec::new(), || {
        let arguments = arguments(words)?;
        let library = source::library(arguments.rulebooks.as_deref())?;
        match arguments.command {
            Command::Odds(odds) => Edges::new(odds, &library),
            _ => Err(not("odds")),
        }
    })
}

/// What `banco odds --composition -` tells of shoes that are there already: rows of so many counts (10, 13 or 52).
pub fn figures(
    words: &[OsString],
    shoes: (Vec<u16>, usize),
    watch: &Arc<Watch>,
) -> (Result<(), Failure>, Kept) {
    asker::for_program(watch, Vec::new(), || {
        let arguments = arguments(words)?;
        let library = source::library(arguments.rulebooks.as_deref())?;
        match &arguments.command {
            Command::Odds(odds) => command::odds::rows::figures(odds, &library, shoes),
            _ => Err(not("odds")),
        }
    })
}

/// The shoes of a simulation, all of them or a part.
#[derive(Debug)]
pub struct Simulated(RunResult);

/// In which form a result is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `--json`.
    Json,
    /// `--csv`.
    Csv,
    /// Tables for a terminal.
    Text,
}

impl Simulated {
    /// Deals what the words of `banco sim` ask for, or one of so many parts of it (number, of how many).
    ///
    /// # Errors
    /// The words ask for nothing that can be simulated, or the watch has ended it.
    pub fn deal(
        words: &[OsString],
        part: Option<(u64, u64)>,
        watch: &Arc<Watch>,
    ) -> (Result<Self, Failure>, Kept) {
        asker::for_program(watch, Vec::new(), || {
            let arguments = arguments(words)?;
            let Command::Sim(mut sim) = arguments.command else { return Err(not("sim")) };
            if let Some((number, of)) = part {
                sim.take_part(number, of);
            }
            command::sim::simulated(&sim, &*source::library(arguments.rulebooks.as_deref())?).map(Self)
        })
    }

    /// Puts the parts of a run together; the result is exactly that of a single run.
    ///
    /// # Errors
    /// They are not the parts of one run.
    pub fn merge(parts: Vec<Self>) -> Result<Self, Failure> {
        let parts = parts.into_iter().map(|part| part.0).collect();
        let merged = RunResult::merge(parts).map_err(|error| command::sim::result_failure(&error, None))?;
        Ok(Self(merged))
    }

    /// That it holds not all shoes of its run, where that is so.
    #[must_use]
    pub fn incomplete(&self) -> Option<String> {
        self.0.incomplete()
    }

    /// Reads what [`Self::write`] or `banco sim --out` wrote.
    ///
    /// # Errors
    /// It is no such result.
    pub fn read(text: &str) -> Result<Self, Failure> {
        RunResult::read(text).map(Self).map_err(|error| command::sim::result_failure(&error, None))
    }

    /// The whole result, as `banco sim --out` writes it.
    ///
    /// # Errors
    /// It does not become JSON.
    pub fn write(&self) -> Result<String, Failure> {
        self.0.write().map_err(|error| Failure::Machine(error.into()))
    }

    /// What `banco sim` prints of it, to the byte.
    ///
    /// # Errors
    /// It does not become text.
    pub fn print(&self, form: Form) -> Result<Vec<u8>, Failure> {
        let print = || command::sim::print(&self.0, form == Form::Json, form == Form::Csv);
        let (printed, kept) = asker::for_program(&Arc::default(), Vec::new(), print);
        printed.map(|()| kept.printed)
    }
}

/// Words as the command line reads them.
fn arguments(words: &[OsString]) -> Result<Arguments, Failure> {
    let words = std::iter::once(OsString::from("banco")).chain(words.iter().cloned());
    Arguments::try_parse_from(words).map_err(|error| {
        let text = error.to_string();
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let message = lines.next().unwrap_or_default().trim_start_matches("error: ").to_owned();
        let tip = lines.find_map(|line| line.strip_prefix("tip: ").map(str::to_owned));
        let diagnostic = Diagnostic::error("bad_usage", message);
        Failure::usage(match tip {
            Some(tip) => diagnostic.hint(tip),
            None => diagnostic,
        })
    })
}

fn not(command: &str) -> Failure {
    Failure::usage(Diagnostic::error("bad_usage", format!("these are not words for `banco {command}`")))
}
