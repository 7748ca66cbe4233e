//! Two versions of the terms differ in exactly the figures that somebody has changed.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use std::collections::BTreeSet;

use banco_rulebook::{Library, Source, Terms, WagerPart};

fn terms(library: &Library, text: &str) -> Terms {
    let source = Source { path: "submission.toml".to_owned(), text: text.to_owned() };
    let checked = library.check(source);
    checked.terms.unwrap_or_else(|| panic!("{}", checked.report))
}

/// Key, before and after of what differs.
fn differing(old: &Terms, new: &Terms) -> Vec<(String, String, String)> {
    let (old, new) = (old.figures(), new.figures());
    let before = |key: &str| old.iter().find(|one| one.key == key).map_or("", |one| one.value.as_str());
    new.iter()
        .map(|one| (one.key.clone(), before(&one.key).to_owned(), one.value.clone()))
        .filter(|(_, before, after)| before != after)
        .collect()
}

#[test]
fn no_two_figures_share_a_key() {
    let library = Library::embedded().unwrap();
    for submission in &library.submissions {
        let terms = library.terms(&submission.rulebook, &submission.name).unwrap();
        let figures = terms.figures();
        let keys: BTreeSet<&str> = figures.iter().map(|one| one.key.as_str()).collect();
        assert_eq!(keys.len(), figures.len(), "{} {}", submission.rulebook, submission.name);
        for offer in &terms.offers {
            let key = format!("wager.{}", offer.wager);
            let has = |part: WagerPart| {
                figures.iter().any(|one| {
                    one.key.starts_with(&key) && one.subject.as_ref().is_some_and(|of| of.part == part)
                })
            };
            assert_eq!(has(WagerPart::Max), offer.max.is_some(), "{key}");
            assert!(has(WagerPart::Pays), "{key} of {} says what it pays", submission.name);
        }
    }
}

#[test]
fn a_limit_a_pay_and_the_level_of_executives_are_figures() {
    let library = Library::embedded().unwrap();
    let text = include_str!("../../../rulebooks/co-rule-28/submission.toml");
    let old = terms(&library, text);
    let one = |key: &str, before: &str, after: &str| (key.to_owned(), before.to_owned(), after.to_owned());
    let offer = old.offers.iter().find(|offer| offer.wager == "player").unwrap();
    let max = offer.max.unwrap().to_string();
    let raised = text.replacen(&format!("max = \"{max}\""), "max = \"$500,000\"", 1);
    assert_ne!(raised, text, "the submission says {max}");
    let changed = differing(&old, &terms(&library, &raised));
    assert!(changed.contains(&one("wager.player.max", &max, "$500,000")), "{changed:?}");
    let level = format!("{text}\n[approvals]\nexecutive_from = \"$77\"\n");
    let changed = differing(&old, &terms(&library, &level));
    assert_eq!(changed.len(), 1, "{changed:?}");
    assert_eq!((changed[0].0.as_str(), changed[0].2.as_str()), ("approvals.executive_from", "$77"));
}
