//! The rulebooks that come with Banco load, and so do all their submissions.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use std::collections::BTreeSet;
use std::path::Path;

use banco_rulebook::{Library, LibraryError};

fn library() -> Library {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks");
    match Library::from_folder(&folder) {
        Ok(library) => library,
        Err(LibraryError::Invalid(report)) => panic!("{report}"),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn every_rulebook_loads() {
    let library = library();
    assert!(!library.rulebooks.is_empty());
}

#[test]
fn every_submission_is_accepted() {
    let library = library();
    for submission in &library.submissions {
        let checked = library.check(submission.source.clone());
        assert!(checked.terms.is_some(), "{}", checked.report);
    }
    for rulebook in &library.rulebooks {
        assert!(
            library.terms(rulebook.id(), "default").is_ok(),
            "{} has no default submission",
            rulebook.id()
        );
    }
}

#[test]
fn every_reading_that_is_an_option_names_one() {
    for rulebook in &library().rulebooks {
        let options: BTreeSet<&str> = rulebook.file.options.iter().map(|option| option.id.as_str()).collect();
        for reading in rulebook.readings.iter().filter_map(|reading| reading.option.as_deref()) {
            assert!(options.contains(reading), "{}: no option `{reading}`", rulebook.id());
        }
    }
}
