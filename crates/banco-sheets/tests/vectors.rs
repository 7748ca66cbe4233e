//! Test vectors of every wager, judged again by the independent twin, which shares no code with the engine.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

#[path = "../../banco-odds/tests/by_twin/mod.rs"]
mod by_twin;

use std::collections::BTreeSet;

use banco_cards::parse_cards;
use banco_engine::SeatFacts;
use banco_rulebook::{Library, Terms};
use banco_sheets::vectors::{MoreVectors, VectorFormat, VectorsAsked};
use banco_sheets::{ParQuestion, RulesAsked};
use by_twin::{plain, twin, twin_card, twin_seat};
use serde_json::Value as Json;

fn vectors(rulebook: &str, terms: &Terms, more: MoreVectors) -> Vec<Json> {
    let question = ParQuestion { rules: RulesAsked::rulebook(rulebook), ..ParQuestion::default() };
    let document = question.vectors(vec![terms.clone()], VectorsAsked { more, seed: 3 }).unwrap();
    let vectors: Vec<Json> = serde_json::from_slice(&document.render(VectorFormat::Json).unwrap()).unwrap();
    assert_eq!(vectors.len(), document.len());
    vectors
}

#[test]
fn the_twin_judges_every_vector_alike() {
    let library = Library::embedded().unwrap();
    for rulebook in &library.rulebooks {
        let terms = library.terms(rulebook.id(), "default").unwrap().opened();
        let found = vectors(rulebook.id(), &terms, MoreVectors::Random(3));
        for vector in &found {
            compare(rulebook.id(), &terms, vector);
        }
        let key = |vector: &Json, key: &str| vector[key].as_str().unwrap_or_default().to_owned();
        let name = |vector: &Json| (key(vector, "wager"), key(vector, "side"), key(vector, "paytable"));
        let wagers: BTreeSet<_> = found.iter().map(name).collect();
        let known = twin::every_wager().into_iter().filter(|(of, ..)| *of == rulebook.id());
        for (_, wager, side, paytable) in known {
            let name = (wager.to_owned(), side.unwrap_or_default().to_owned(), paytable.to_owned());
            assert!(wagers.contains(&name), "{} {name:?}", rulebook.id());
        }
        let hits = found.iter().filter(|vector| vector["kind"] == "hit").count();
        let misses = found.iter().filter(|vector| vector["kind"] == "near-miss").count();
        assert_eq!(hits, misses, "{}: every line is missed by a card", rulebook.id());
        assert!(hits >= wagers.len(), "{}", rulebook.id());
    }
}

fn compare(rulebook: &str, terms: &Terms, vector: &Json) {
    let word = |key: &str| vector[key].as_str();
    let cards = parse_cards(word("cards").unwrap()).unwrap();
    let coup = twin::play(&cards.iter().map(|card| twin_card(*card)).collect::<Vec<_>>());
    let seat = vector["seat"].as_u64().map_or(1, |seat| u8::try_from(seat).unwrap());
    let seat = twin_seat(&SeatFacts::at(terms, seat, &[]));
    let (wager, paytable) = (word("wager").unwrap(), word("paytable").unwrap_or_default());
    let verdict = twin::judge(rulebook, wager, word("side"), paytable, &coup, &seat, false).unwrap();
    let stake = vector["stake"].as_u64().unwrap();
    let Some(verdict) = verdict else {
        assert_eq!(vector["result"], "lose", "{vector}");
        return;
    };
    let (result, won) = match verdict.pay {
        twin::Pay::To(n, d) | twin::Pay::For(n, d) => ("win", stake * n / d),
        // Another seat takes the meter and the pay table prints no envy, which the twin leaves open.
        twin::Pay::Money(0) if verdict.seat_envy == 0 => return,
        twin::Pay::Money(amount) => ("win", amount),
        twin::Pay::Meter(meter) => {
            assert_eq!(vector["claims"][0]["meter"], meter, "{vector}");
            ("win", 0)
        }
        twin::Pay::Push => ("push", 0),
    };
    assert_eq!((&vector["result"], &vector["won"]), (&Json::from(result), &Json::from(won)), "{vector}");
    assert_eq!(plain(word("line").unwrap_or_default()), plain(verdict.line), "{vector}");
}

#[test]
fn one_of_every_class_is_settled() {
    let library = Library::embedded().unwrap();
    let terms = library.terms("ma-midi", "default").unwrap().opened();
    let found = vectors("ma-midi", &terms, MoreVectors::EveryClass);
    for vector in &found {
        compare("ma-midi", &terms, vector);
    }
}
