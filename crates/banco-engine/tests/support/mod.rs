//! What the tests of this crate share: the rulebooks, and the reader of `.case` files.
#![allow(dead_code, reason = "each test uses a part of this")]

pub mod case;
pub mod dice;
pub mod promises;
pub mod script;

use std::path::PathBuf;
use std::sync::OnceLock;

use banco_rulebook::{Library, Terms};

pub fn rulebooks_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks")
}

pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::embedded().unwrap_or_else(|error| panic!("{error}")))
}

/// The default terms of a rulebook with every wager within reach, and keys set.
pub fn open_terms(rulebook: &str, set: &[&str]) -> Terms {
    let overrides: Vec<String> = set.iter().map(|line| (*line).to_owned()).collect();
    let source = &library().submission(rulebook, "default").unwrap().source;
    let checked = library().check(source.with_overrides(&overrides).unwrap());
    checked.terms.unwrap_or_else(|| panic!("{}", checked.report)).opened()
}
