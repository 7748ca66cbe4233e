//! What the tests of this crate share: the rulebooks, and the reader of `.case` files.
#![allow(dead_code, reason = "each test uses a part of this")]

pub mod case;
pub mod promises;
pub mod refusals;
pub mod script;

use std::path::PathBuf;
use std::sync::OnceLock;

use banco_cards::Card;
use banco_engine::Hidden;
use banco_engine::table::{DealingEvent, Event, IrregularityEvent, Laid, What};
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

/// The event with something else for a card that lies face down: no card, or another one.
pub fn mask(event: &Event, instead: impl Fn(Card) -> Option<Card>) -> Event {
    let mut masked = event.clone();
    if let What::Dealing(DealingEvent::CardDealt { card, .. })
    | What::Irregularity(IrregularityEvent::CardSetAside { card }) = &mut masked.what
        && !card.is_up()
    {
        let other = card.unseal().and_then(instead);
        *card = Laid::down(other.map_or_else(Hidden::unknown, Hidden::new), card.place());
    }
    masked
}
