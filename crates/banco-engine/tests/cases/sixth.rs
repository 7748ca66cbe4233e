//! A rulebook that no test has heard of: a folder is enough for its cases to be run and its failures to be told.

use std::fs;
use std::path::{Path, PathBuf};

use banco_rulebook::Library;

use crate::problems;
use crate::support::rulebooks_folder;

const ID: &str = "sixth-rulebook";
/// The shortest rulebook, of which it is a copy.
const COPIED: &str = "ca-21st-century";

/// A folder of rulebooks with one in it.
struct Shelf(PathBuf);

impl Shelf {
    fn new(name: &str) -> Self {
        let shelf = Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
        let _ = fs::remove_dir_all(&shelf.0);
        copy(&rulebooks_folder().join(COPIED), &shelf.0.join(ID), &|text| text.replace(COPIED, ID));
        shelf
    }

    fn case(&self, file: &str, text: &str) {
        fs::write(self.0.join(ID).join("cases").join(file), text).unwrap();
    }

    fn problems(&self) -> Vec<String> {
        let library = Library::from_folder(&self.0).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(library.rulebooks.iter().map(|rulebook| rulebook.id()).collect::<Vec<_>>(), [ID]);
        problems(&library, &self.0)
    }
}

impl Drop for Shelf {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn copy(from: &Path, to: &Path, change: &dyn Fn(&str) -> String) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (path, target) = (entry.as_ref().unwrap().path(), to.join(entry.as_ref().unwrap().file_name()));
        if path.is_dir() {
            copy(&path, &target, change);
        } else {
            fs::write(target, change(&fs::read_to_string(path).unwrap())).unwrap();
        }
    }
}

#[test]
fn the_cases_of_a_sixth_rulebook_are_run() {
    let shelf = Shelf::new("sixth-run");
    assert_eq!(shelf.problems(), Vec::<String>::new());
    fs::remove_dir_all(shelf.0.join(ID).join("cases")).unwrap();
    let problems = shelf.problems();
    assert!(problems.iter().any(|problem| problem.contains("has no cases")), "{problems:?}");
    assert!(problems.iter().any(|problem| problem.contains("no case reaches")), "{problems:?}");
}

/// One case of each kind that does not hold: the line, and what is told of it.
const BROKEN: [(&str, usize, &str); 7] = [
    ("case: a wrong outcome\ncite: Natural\ncards: 9c 8d Kh Ts\noutcome: tie 9-9", 4, "expected `tie 9-9`"),
    (
        "case: no such clause\ncontext: Natural 7\ncards: 9c 8d Kh Ts\noutcome: player 9-8",
        2,
        "there is no clause `Natural 7`",
    ),
    (
        "case: a clause that nothing produces\ncite: Natural, Tie Bet\ncards: 9c 8d Kh Ts\noutcome: player 9-8",
        2,
        "cites `Tie Bet`, which nothing in the case produces",
    ),
    (
        "case: the same in a script\ncite: Tie Bet\nplay: ready 1 3\nseat 1: leave",
        2,
        "cites `Tie Bet`, which nothing in the case produces",
    ),
    (
        "case: a clause that is produced and not cited\ncontext: Number of Players in the Game\nplay: ready 1 3\n\
         seat 9: sit 9\n! unknown_seat Number of Players in the Game",
        2,
        "has `Number of Players in the Game` under `context`, which the case produces",
    ),
    (
        "case: a clause too many\ncite: Number of Players in the Game\nplay: ready 1 3\nseat 9: sit 9\n\
         ! unknown_seat Number of Players in the Game, Natural",
        5,
        "expected `unknown_seat` by the clauses Number of Players in the Game, Natural",
    ),
    (
        "case: a clause too few\ncite: Standards of Play\nplay: ready 1 3\ndealer: offer bank 3\n\
         > the bank is offered to seat 3 [Standards of Play]",
        5,
        "told was: the bank is offered to seat 3 [Standards of Play, Dealing Procedures]",
    ),
];

#[test]
fn a_case_of_a_sixth_rulebook_that_fails_is_told_with_its_place() {
    let shelf = Shelf::new("sixth-broken");
    for (at, (text, ..)) in BROKEN.iter().enumerate() {
        shelf.case(&format!("broken-{at}.case"), text);
    }
    let problems = shelf.problems();
    assert_eq!(problems.len(), BROKEN.len(), "{problems:#?}");
    for (at, (_, line, told)) in BROKEN.iter().enumerate() {
        let place = format!("broken-{at}.case:{line}: ");
        let found = problems.iter().any(|problem| problem.contains(&place) && problem.contains(told));
        assert!(found, "{place}{told}\n{problems:#?}");
    }
}
