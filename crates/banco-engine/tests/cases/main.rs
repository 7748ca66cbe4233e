//! Runs every case of every rulebook in `rulebooks/`, and sees to it that none is missing: each line of each pay table
//! is reached by one deal and missed by a near one. What a case cites is produced in it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod grid;
mod printed;
mod sixth;
#[path = "../support/mod.rs"]
mod support;
mod worked;

use std::collections::BTreeSet;
use std::path::Path;

use banco_engine::script::Case;
use banco_money::Pay;
use banco_rulebook::{Checked, Library, Notation, Rulebook};
use support::case::{Block, blocks};
use support::{library, rulebooks_folder};

/// All cases of one rulebook. Every problem of every block is kept, so that one run tells them all.
struct Run<'a> {
    library: &'a Library,
    rulebook: &'a Rulebook,
    problems: Vec<String>,
    hits: BTreeSet<(String, String, String)>,
    misses: BTreeSet<(String, String, String)>,
    cases: usize,
    /// The clauses that the block at hand has produced.
    produced: BTreeSet<String>,
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
        let (hits, misses, produced) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        Self { library, rulebook, problems: Vec::new(), hits, misses, cases: 0, produced }
    }

    /// The problems of the cases in a rulebook's folder.
    fn problems_in(mut self, folder: &Path) -> Vec<String> {
        for block in blocks(folder) {
            self.block(&block);
        }
        self.check_coverage();
        if self.cases == 0 {
            self.problems.push(format!("{} has no cases", self.rulebook.id()));
        }
        self.problems
    }

    fn block(&mut self, block: &Block) {
        self.cases += 1;
        self.check_clauses(block);
        if block.one("play").is_some() {
            return self.script(block);
        }
        // Shuffles by hand are measured, and their cases run, by the simulator.
        if block.one("shuffle").is_some() {
            return;
        }
        if let Some(line) = block.unknown_line() {
            self.fail(block, format!("what is `{line}`?"));
        }
        self.produced.clear();
        if block.one("table").is_some() {
            self.table(block);
        } else if block.one("grid").is_some() {
            self.grid(block);
        } else {
            self.case(block);
        }
        if let Err((line, problem)) = block.claims().check(&self.produced) {
            self.problems.push(format!("{}:{line}: {problem}", block.file.display()));
        }
    }

    /// A table driven by the lines of the block.
    fn script(&mut self, block: &Block) {
        let text: Vec<&str> = block.lines.iter().map(|(_, line)| line.as_str()).collect();
        let cases = Case::parse_all(&text.join("\n"));
        let place = |line: usize| {
            let line = block.lines.get(line - 1).map_or(block.line, |(at, _)| *at);
            format!("{}:{line}", block.file.display())
        };
        for case in cases.unwrap_or_else(|error| panic!("{}: {}", place(error.line), error.problem)) {
            if let Err(error) = case.run(self.library, self.rulebook.id(), &mut |_, _, _| ()) {
                self.problems.push(format!("{}: {}", place(error.line), error.problem));
            }
        }
    }

    fn fail(&mut self, block: &Block, message: impl AsRef<str>) {
        self.problems.push(format!("{}: {}", block.place(), message.as_ref()));
    }

    /// The clauses that a case names are clauses of the rulebook.
    fn check_clauses(&mut self, block: &Block) {
        let claims = block.claims();
        let mut named = claims.cites.iter().chain(&claims.context).peekable();
        if named.peek().is_none() {
            self.fail(block, "a case cites the clause it exercises");
        }
        for (line, clause) in named.filter(|(_, clause)| self.rulebook.clause(clause).is_none()) {
            self.problems.push(format!("{}:{line}: there is no clause `{clause}`", block.file.display()));
        }
    }

    /// The submission of a block: the named example, or the default one, with keys set.
    fn submission(&mut self, block: &Block) -> Checked {
        let name = block.one("submission").unwrap_or("default");
        let found = self.library.submission(self.rulebook.id(), name);
        let source = &found.unwrap_or_else(|e| panic!("{}: {e}", block.place())).source;
        let overrides: Vec<String> = block.all("set").map(str::to_owned).collect();
        let source = source.with_overrides(&overrides).unwrap_or_else(|e| panic!("{}: {e}", block.place()));
        let checked = self.library.check(source);
        let clauses = checked.report.diagnostics.iter().flat_map(|found| &found.clauses);
        self.produced.extend(clauses.map(|(clause, _)| clause.clone()));
        checked
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
                        let key = (name.clone(), column.to_owned(), row.name.clone());
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
