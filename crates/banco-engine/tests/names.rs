//! Every name in the five rulebooks is one that a procedure asks for, that data go by, or that is marked as told
//! to people alone; and every name that the vocabulary has is asked for somewhere.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use std::fmt::Debug;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use banco_engine::table::{Choices, Rules, RulesError};
use banco_rulebook::model::vocabulary::{
    CallId, CollectedId, IrregularityId, PassId, PostedId, RoleId, SettingId, StepId, Vocabulary,
};
use banco_rulebook::{Library, Rulebook, Terms};

fn all_terms() -> Vec<Terms> {
    let library = Library::embedded().unwrap();
    let terms = |submission: &banco_rulebook::Submission| {
        library.terms(&submission.rulebook, &submission.name).unwrap_or_else(|error| panic!("{error}"))
    };
    library.submissions.iter().map(terms).collect()
}

#[test]
fn every_option_of_every_rulebook_means_something() {
    for terms in all_terms() {
        Choices::resolve(&terms).unwrap_or_else(|error| panic!("{}: {error}", terms.rulebook.id()));
    }
}

#[test]
fn an_option_that_is_only_told_is_not_asked_for() {
    // If somebody writes a procedure for it, its mark goes.
    for terms in all_terms() {
        for option in terms.rulebook.file.options.iter().filter(|option| option.told) {
            let changed = with_rulebook(&terms, |rulebook| {
                let same = rulebook.file.options.iter_mut().find(|known| known.id == option.id);
                same.unwrap().told = false;
            });
            let error = Choices::resolve(&changed).err();
            assert!(
                matches!(&error, Some(RulesError::UnknownOption { option: found, .. }) if *found == option.id),
                "{}: `{}` is told, but something goes by it",
                terms.rulebook.id(),
                option.id
            );
        }
    }
}

/// The same terms under a rulebook with something changed.
fn with_rulebook(terms: &Terms, change: impl FnOnce(&mut Rulebook)) -> Terms {
    let mut rulebook = Rulebook::clone(&terms.rulebook);
    change(&mut rulebook);
    Terms { rulebook: Arc::new(rulebook), ..terms.clone() }
}

#[test]
fn a_misspelled_option_is_an_error() {
    let terms = Library::embedded().unwrap().terms("ma-baccarat", "default").unwrap();
    let misspelled = with_rulebook(&terms, |rulebook| {
        let option = rulebook.file.options.iter_mut().find(|option| option.id == "recut-by");
        option.unwrap().id = "recut-bye".to_owned();
    });
    let error = Rules::new(misspelled).unwrap_err().to_string();
    assert_eq!(
        error,
        "`ma-baccarat` has an option `recut-bye` that nothing goes by; did you mean `recut-by`?"
    );
}

#[test]
fn a_misspelled_choice_is_an_error_also_while_nobody_makes_it() {
    let terms = Library::embedded().unwrap().terms("ma-baccarat", "default").unwrap();
    let misspelled = with_rulebook(&terms, |rulebook| {
        let option = rulebook.file.options.iter_mut().find(|option| option.id == "recut-by");
        option.unwrap().choices[1].id = "next-entiteld".to_owned();
    });
    let error = Rules::new(misspelled).unwrap_err().to_string();
    assert_eq!(
        error,
        "`next-entiteld` of the option `recut-by` of `ma-baccarat` means nothing to any procedure; \
         did you mean `next-entitled`?"
    );
}

/// All program text of the crates that go by rulebooks, without the vocabulary itself.
fn program() -> String {
    fn read(folder: &Path, text: &mut String) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                read(&path, text);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                text.push_str(&fs::read_to_string(path).unwrap());
            }
        }
    }
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut text = String::new();
    for name in ["banco-engine", "banco-odds", "banco-sim", "banco"] {
        read(&crates.join(name).join("src"), &mut text);
    }
    text
}

fn asked_for<Id: Vocabulary + Debug>(program: &str, list: &str) {
    for id in Id::ALL {
        let name = format!("{list}::{id:?}");
        let found = program.match_indices(&name).any(|(at, _)| {
            let next = program[at + name.len()..].chars().next();
            !next.is_some_and(|next| next.is_alphanumeric() || next == '_')
        });
        assert!(found, "no procedure asks for `{}` ({name})", id.as_str());
    }
}

#[test]
fn every_name_of_the_vocabulary_is_asked_for() {
    let program = program();
    asked_for::<StepId>(&program, "StepId");
    asked_for::<PassId>(&program, "PassId");
    asked_for::<CallId>(&program, "CallId");
    asked_for::<RoleId>(&program, "RoleId");
    asked_for::<PostedId>(&program, "PostedId");
    asked_for::<IrregularityId>(&program, "IrregularityId");
    asked_for::<SettingId>(&program, "SettingId");
}

/// Whether a name is in one of the rulebooks.
fn has(rulebooks: &[Arc<Rulebook>], name: &dyn Fn(&Rulebook) -> bool) -> bool {
    rulebooks.iter().any(|rulebook| name(rulebook))
}

#[test]
fn every_name_of_the_vocabulary_is_in_a_rulebook() {
    let rulebooks = Library::embedded().unwrap().rulebooks;
    for id in StepId::ALL {
        assert!(has(&rulebooks, &|book| book.file.steps.iter().any(|item| item.id.is(*id))), "{id}");
    }
    for id in PassId::ALL {
        let passes = |book: &Rulebook| book.file.offer.as_ref().map(|offer| offer.passes.clone());
        assert!(
            has(&rulebooks, &|book| passes(book).is_some_and(|all| all.iter().any(|item| item.id.is(*id)))),
            "{id}"
        );
    }
    for id in CallId::ALL {
        assert!(has(&rulebooks, &|book| book.file.calls.iter().any(|call| call.id.is(*id))), "{id}");
    }
    for id in RoleId::ALL {
        assert!(has(&rulebooks, &|book| book.file.roles.iter().any(|item| item.id.is(*id))), "{id}");
    }
    for id in PostedId::ALL {
        assert!(has(&rulebooks, &|book| book.file.posted.iter().any(|item| item.id.is(*id))), "{id}");
    }
    for id in IrregularityId::ALL {
        assert!(has(&rulebooks, &|book| book.file.irregularities.iter().any(|item| item.id.is(*id))), "{id}");
    }
    for id in SettingId::ALL {
        assert!(has(&rulebooks, &|book| book.setting(*id).is_some()), "{id}");
    }
    for id in CollectedId::ALL {
        let ways = |book: &Rulebook| book.file.vigorish.as_ref().map(|rule| rule.collected.clone());
        assert!(
            has(&rulebooks, &|book| ways(book).is_some_and(|all| all.iter().any(|way| way.id == *id))),
            "{id}"
        );
    }
}

#[test]
fn options_are_known_by_name_in_one_place_alone() {
    let program = program();
    for line in program.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
        let literal = ["is_chosen(\"", "setting(\"", "settings.get(\"", ".option(\""];
        assert!(!literal.iter().any(|call| line.contains(call)), "an option or setting by its name: {line}");
    }
}
