//! What the tests of this crate share: the rulebooks, and the reader of `.case` files.
#![allow(dead_code, reason = "each test uses a part of this")]

pub mod blind;
pub mod case;
pub mod order;
pub mod promises;
pub mod refusals;
pub mod script;
pub mod two_people;

use std::path::PathBuf;
use std::sync::OnceLock;

use banco_engine::script::called;
use banco_engine::table::{Event, Rules, Table, evolve};
use banco_engine::{Names, Shelf};
use banco_rulebook::model::rulebook::Family;
use banco_rulebook::{Library, Terms};

pub fn rulebooks_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks")
}

pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::embedded().unwrap_or_else(|error| panic!("{error}")))
}

/// The rulebooks in which the bank is whose.
pub fn rulebooks_of(family: Family) -> Vec<&'static str> {
    let all = library().rulebooks.iter().filter(|rulebook| rulebook.file.family == family);
    all.map(|rulebook| rulebook.id()).collect()
}

/// The terms of a submission, with keys set.
pub fn terms(rulebook: &str, submission: &str, set: &[&str]) -> Terms {
    let overrides: Vec<String> = set.iter().map(|line| (*line).to_owned()).collect();
    let source = &library().submission(rulebook, submission).unwrap().source;
    let checked = library().check(source.with_overrides(&overrides).unwrap());
    checked.terms.unwrap_or_else(|| panic!("{rulebook} {set:?}: {}", checked.report))
}

/// The default terms of a rulebook with every wager within reach, and keys set.
pub fn open_terms(rulebook: &str, set: &[&str]) -> Terms {
    terms(rulebook, "default", set).opened()
}

/// The table after these events, none of which brings other terms.
pub fn happen(table: &mut Table, events: &[Event]) {
    let shelf = Shelf::default();
    events.iter().for_each(|event| evolve(table, event, &shelf));
}

/// What an event tells, with people called as in scripts.
pub fn story(rules: &Rules, event: &Event) -> String {
    event.story(&Names::new(rules, &called)).to_string()
}

/// The name of an event.
pub fn kind(event: &Event) -> String {
    // `Dealing(Called(..))`: the topic comes first.
    let text = format!("{:?}", event.what);
    text.split([' ', '(', ')']).nth(1).unwrap().to_owned()
}
