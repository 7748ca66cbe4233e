//! Runs every case of every rulebook in `rulebooks/`, and sees to it that none is missing: each line of each pay table
//! is reached by one deal and missed by a near one. What a case cites is produced in it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod sixth;
#[path = "../support/mod.rs"]
mod support;

use std::collections::BTreeSet;
use std::path::Path;

use banco_engine::script::{Block, Case, CaseError, Kind, PrintedLine, judge};
use banco_money::Pay;
use banco_rulebook::{Library, Notation, Rulebook};
use support::case::blocks;
use support::{library, rulebooks_folder};

/// All cases of one rulebook. Every problem of every block is kept, so that one run tells them all.
struct Run<'a> {
    library: &'a Library,
    rulebook: &'a Rulebook,
    problems: Vec<String>,
    hits: BTreeSet<PrintedLine>,
    misses: BTreeSet<PrintedLine>,
    cases: usize,
}

#[test]
fn every_case_of_every_rulebook_holds() {
    let problems = problems(library(), &rulebooks_folder());
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
}

/// What is wrong with the cases of the rulebooks in a folder.
fn problems(library: &Library, folder: &Path) -> Vec<String> {
    let mut all = Vec::new();
    for rulebook in &library.rulebooks {
        all.extend(Run::new(library, rulebook).problems_in(&folder.join(rulebook.id())));
    }
    all
}

impl<'a> Run<'a> {
    fn new(library: &'a Library, rulebook: &'a Rulebook) -> Self {
        let (hits, misses) = (BTreeSet::new(), BTreeSet::new());
        Self { library, rulebook, problems: Vec::new(), hits, misses, cases: 0 }
    }

    /// The problems of the cases in a rulebook's folder.
    fn problems_in(mut self, folder: &Path) -> Vec<String> {
        for (file, block) in blocks(folder) {
            self.block(&file, &block);
        }
        self.check_coverage();
        if self.cases == 0 {
            self.problems.push(format!("{} has no cases", self.rulebook.id()));
        }
        self.problems
    }

    fn block(&mut self, file: &Path, block: &Block) {
        self.cases += 1;
        self.check_clauses(file, block);
        match block.kind() {
            Kind::Script => {
                let case = Case::parse(block).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
                let run = case.run(self.library, self.rulebook.id(), &mut |_, _, _| ());
                run.err().iter().for_each(|problem| self.fail(file, problem));
            }
            // Shuffles by hand are measured, and their cases run, by the simulator.
            Kind::Shuffle => {}
            Kind::Table | Kind::Grid | Kind::Worked => {
                let judged = judge(block, self.library, self.rulebook.id());
                judged.problems.iter().for_each(|problem| self.fail(file, problem));
                self.hits.extend(judged.hits);
                self.misses.extend(judged.misses);
            }
        }
    }

    fn fail(&mut self, file: &Path, CaseError { line, problem, .. }: &CaseError) {
        self.problems.push(format!("{}:{line}: {problem}", file.display()));
    }

    /// The clauses that a case names are clauses of the rulebook.
    fn check_clauses(&mut self, file: &Path, block: &Block) {
        let claims = block.claims();
        let mut named = claims.cites.iter().chain(&claims.context).peekable();
        if named.peek().is_none() {
            self.problems.push(format!(
                "{}:{}: a case cites the clause it exercises",
                file.display(),
                block.at
            ));
        }
        for (line, clause) in named.filter(|(_, clause)| self.rulebook.clause(clause).is_none()) {
            self.problems.push(format!("{}:{line}: there is no clause `{clause}`", file.display()));
        }
    }

    /// Every line of every pay table is reached and missed by some case.
    fn check_coverage(&mut self) {
        let rulebook = self.rulebook.id();
        for wager in &self.rulebook.wagers {
            for side in wager.side_names() {
                let name = side.map_or(wager.id.clone(), |side| format!("{}.{side}", wager.id));
                for (index, column) in wager.column_names().into_iter().enumerate() {
                    let column = if column.is_empty() { "-" } else { column };
                    for row in
                        wager.rows.iter().filter(|row| row.side.is_none() || row.side.as_deref() == side)
                    {
                        let pays = row.pays.as_slice();
                        let cell = if pays.len() == 1 { pays.first() } else { pays.get(index) };
                        let Some(pay) = cell.and_then(|cell| Pay::read(cell).ok()) else {
                            continue;
                        };
                        let (wager, paytable) = (name.clone(), column.to_owned());
                        let key = PrintedLine { wager, paytable, line: row.name.clone() };
                        if pay != Pay::Loss && !self.hits.contains(&key) {
                            self.problems.push(format!("{rulebook}: no case reaches {key:?}"));
                        }
                        if pay != Pay::Loss && !self.misses.contains(&key) {
                            self.problems.push(format!("{rulebook}: no case nearly misses {key:?}"));
                        }
                    }
                }
            }
        }
    }
}
