//! Golden transcripts: a whole short shoe of each rulebook, as a table tells it. Each file of `scripts/` is a
//! script of its own; each event is one line, with its clauses in brackets.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use banco_engine::Names;
use banco_engine::script::{Case, Outcome, called};
use support::library;

#[test]
fn every_script_tells_the_same_story() {
    for file in scripts() {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        insta::assert_snapshot!(name, transcript(&file));
    }
}

#[test]
fn every_rulebook_has_a_script() {
    let files = scripts();
    let has_script = |id: &str| files.iter().any(|file| file.file_stem().is_some_and(|name| name == id));
    let without: Vec<&str> =
        library().rulebooks.iter().map(|book| book.id()).filter(|id| !has_script(id)).collect();
    assert!(without.is_empty(), "write tests/scripts/ID.case for {without:?}");
}

fn scripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "case"));
    files.sort();
    files
}

/// What the events of a file tell. Refusals are told as well: the script expects them.
fn transcript(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let mut story = String::new();
    for case in Case::parse_all(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display())) {
        let rulebook = case.rulebook.clone().expect("a script names its rulebook");
        let rules = case.rules(library(), &rulebook).unwrap();
        let names = Names::new(&rules, &called);
        let mut tell = |_: usize, line: &str, outcome: &Outcome| match outcome {
            Outcome::Happened(events) | Outcome::Read(events, _) => {
                for event in events {
                    writeln!(story, "{} [{}]", event.story(&names), event.clauses()).unwrap();
                }
            }
            Outcome::Refused(refusal) => {
                writeln!(story, "({line}: refused, {refusal} [{}])", refusal.clauses().join(", ")).unwrap();
            }
            Outcome::Met => {}
        };
        case.run(library(), &rulebook, &mut tell)
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }
    story
}
