//! A table driven from Python: commands in the form of the API or as lines of a script, events in the form of the
//! record, views for anybody.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use banco::desk;
use banco::failure::Failure;
use banco_engine::pit::{Happening, Refusal};
use banco_engine::record::Record;
use banco_engine::script::{self, Line, Outcome, Runner, called};
use banco_engine::table::{Minute, Rules, Viewer};
use banco_engine::{Actor, Names, Person, Role};
use banco_rulebook::Diagnostic;
use banco_wire::{BadCommand, CAPACITIES, TableContext, TableSeen, read_table_command};
use pyo3::prelude::*;

use crate::failure::raised;

/// A table with nothing in it but the rules: no clock and no randomness. Whoever drives it says who does what, and which
/// card comes.
#[pyclass(module = "banco._banco", frozen)]
pub struct Table(Mutex<Runner<'static>>);

/// Everything that goes wrong here is one diagnostic.
type Answer<T> = Result<T, Box<Diagnostic>>;

/// What has happened: each event as it stands in the record, and in words.
type Told = Vec<(String, String)>;

#[pymethods]
impl Table {
    /// A table that plays by a submission, or by the default one of a rulebook.
    #[new]
    fn new(py: Python<'_>, name: &str, set: Vec<String>) -> PyResult<Self> {
        let terms = py.detach(|| desk::terms(name, &set)).map_err(|failure| raised(py, &failure))?;
        let rules = Rules::new(terms)
            .map_err(|error| raised(py, &Failure::invalid("not_playable", error.to_string())))?;
        Ok(Self(Mutex::new(Runner::new(Arc::new(rules), &other_terms))))
    }

    /// Does what a command asks for, and tells what has happened; if it is refused, nothing has.
    fn decide(
        &self,
        py: Python<'_>,
        command: &str,
        role: &str,
        person: Option<u32>,
        minute: u64,
    ) -> PyResult<Told> {
        py.detach(|| decide(&mut self.runner(), command, (role, person), Minute(minute)))
            .map_err(|diagnostic| raised(py, &Failure::refused(*diagnostic)))
    }

    /// Carries out a line of a script.
    fn say(&self, py: Python<'_>, line: &str) -> PyResult<Told> {
        py.detach(|| say(&mut self.runner(), line))
            .map_err(|diagnostic| raised(py, &Failure::refused(*diagnostic)))
    }

    /// What somebody sees, as JSON.
    fn view(&self, py: Python<'_>, role: &str, person: Option<u32>) -> PyResult<String> {
        let seen = viewer(role, person).and_then(|viewer| {
            let seen = TableSeen::of(&self.runner().table, viewer, &called);
            serde_json::to_string(&seen).map_err(unwritable)
        });
        seen.map_err(|diagnostic| raised(py, &Failure::usage(*diagnostic)))
    }

    /// Everything that has happened so far, each event as it stands in the record.
    fn record(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let runner = self.runner();
        let told = told(&runner, 0, runner.happened());
        let told = told.map_err(|diagnostic| raised(py, &Failure::usage(*diagnostic)))?;
        Ok(told.into_iter().map(|(record, _)| record).collect())
    }
}

impl Table {
    /// Whatever panics while it holds the table leaves it as it was: commands are decided before anything changes.
    fn runner(&self) -> MutexGuard<'_, Runner<'static>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A table keeps its terms: other terms are another table.
fn other_terms(_: &str) -> Result<Arc<Rules>, String> {
    Err("this table keeps its terms; make another `Table` for others".to_owned())
}

fn decide(
    runner: &mut Runner<'_>,
    command: &str,
    (role, person): (&str, Option<u32>),
    now: Minute,
) -> Answer<Told> {
    let by = actor(role, person)?;
    let rules = Arc::clone(runner.table.rules());
    let context = TableContext { rules: &rules, find_rules: &|_| None, now };
    let said = read_table_command(command.as_bytes()).map_err(|bad| misread(&bad))?;
    let command = said.into_engine(&context).map_err(|bad| misread(&bad))?;
    let before = runner.happened().len();
    let happened = runner.decide(by, command).map_err(|refusal| refused(&rules, &refusal))?;
    told(runner, before, &happened)
}

fn say(runner: &mut Runner<'_>, line: &str) -> Answer<Told> {
    let unreadable = |problem: String| Box::new(Diagnostic::error("bad_line", problem));
    let read = Line::parse(line).map_err(|error| unreadable(error.to_string()))?;
    let before = runner.happened().len();
    let outcome = runner.line(&read).map_err(|failure| unreadable(format!("`{line}`: {failure}")))?;
    match outcome {
        Outcome::Happened(happened) | Outcome::Read(happened, _) => told(runner, before, &happened),
        Outcome::Met => Ok(Vec::new()),
        Outcome::Refused(refusal) => {
            // It is told here; the next line begins anew.
            let _ = runner.settled();
            Err(refused(runner.table.rules(), &refusal))
        }
    }
}

fn told(runner: &Runner<'_>, before: usize, happened: &[Happening]) -> Answer<Told> {
    let one = |(happening, number): (&Happening, u64)| {
        let record = Record::new(happening, number).to_line().map_err(unwritable)?;
        Ok((record, runner.story(happening)))
    };
    let first = u64::try_from(before).unwrap_or(u64::MAX);
    happened.iter().zip(first + 1..).map(one).collect()
}

fn refused(rules: &Rules, refusal: &Refusal) -> Box<Diagnostic> {
    let names = Names::new(rules, &called);
    let mut diagnostic = Diagnostic::error(refusal.code(), refusal.said(&names));
    let cited: Vec<String> = refusal.clauses().iter().map(ToString::to_string).collect();
    diagnostic.clauses = rules.terms.rulebook.summaries(&cited);
    diagnostic.hint = refusal.hint_said(&names);
    Box::new(diagnostic)
}

fn misread(bad: &BadCommand) -> Box<Diagnostic> {
    let mut diagnostic = Diagnostic::error(bad.code, bad.to_string());
    diagnostic.hint.clone_from(&bad.hint);
    Box::new(diagnostic)
}

fn unwritable(error: impl std::fmt::Display) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("unwritable", error.to_string()))
}

/// Who acts. Staff are those of scripts where nobody is named; a participant must be.
fn actor(name: &str, person: Option<u32>) -> Answer<Actor> {
    let known = CAPACITIES.iter().find(|(known, _)| *known == name);
    let Some((_, role)) = known else {
        let names: Vec<&str> = CAPACITIES.iter().map(|(name, _)| *name).collect();
        return Err(no_role(name, &names));
    };
    match person {
        Some(person) => Ok(Actor::new(*role, Person(person))),
        None if *role == Role::Participant => Err(who()),
        None => Ok(script::staff(*role)),
    }
}

fn viewer(name: &str, person: Option<u32>) -> Answer<Viewer> {
    const SEES: [&str; 6] = ["participant", "onlooker", "dealer", "floor", "surveillance", "display"];
    Ok(match name {
        "participant" => Viewer::Participant(Person(person.ok_or_else(who)?)),
        "onlooker" => Viewer::Onlooker,
        "dealer" => Viewer::Dealer,
        "floor" => Viewer::Floor,
        "surveillance" => Viewer::Surveillance,
        "display" => Viewer::Display,
        _ => return Err(no_role(name, &SEES)),
    })
}

fn no_role(name: &str, known: &[&str]) -> Box<Diagnostic> {
    let diagnostic = Diagnostic::error("no_such_role", format!("there is no `{name}` at a table"));
    Box::new(diagnostic.hint(format!("it can be {}", known.join(", "))))
}

fn who() -> Box<Diagnostic> {
    let diagnostic = Diagnostic::error("no_person", "which participant?");
    Box::new(diagnostic.hint("name them: `person=1` sits at seat 1 in scripts"))
}
