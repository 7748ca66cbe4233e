//! Proofs of shoes: what holds, and what is told when something was changed.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::path::Path;
use std::process::Command;

use banco_cards::{Card, Pack};
use banco_house::{
    Chance, Found, Promise, ProofPack, ShoeProof, Shown, Source, Step, VirtualShoe, stack_place,
};
use serde_json::Value;

/// A short shoe: promised, cut, burned, cut again, burned, four cards dealt, one of them after it has waited.
fn proof(chance: Chance) -> ShoeProof {
    let pack = Pack::standard(1);
    let mut shoe = VirtualShoe::arranged(&pack, chance, "proof").unwrap();
    let root = shoe.commitment().unwrap().root();
    let mut steps = vec![Step::Cut { number: 5, at: 20, dealer: false }];
    shoe.cut(20);
    steps.push(Step::Burned { number: 6, place: 0, card: shoe.card(0) });
    steps.extend([Step::Recut { number: 7 }, Step::Cut { number: 8, at: 26, dealer: true }]);
    shoe.cut(26);
    let burned = 1 + u16::from(shoe.card(0).unwrap().rank.burn_count().get());
    for place in 0..burned {
        let card = shoe.card(place).filter(|_| place == 0);
        steps.push(Step::Burned { number: 10 + u64::from(place), place, card });
    }
    steps.push(Step::Wager { number: 30 });
    let leaf = |place| Some(shoe.open(place).unwrap().leaf());
    let (one, two, three) = (burned, burned + 1, burned + 2);
    steps.push(Step::Dealt { number: 31, place: one, card: shoe.card(one), commitment: None });
    steps.push(Step::Aside { number: 32, place: two, card: None, commitment: leaf(two) });
    steps.push(Step::Dealt { number: 33, place: three, card: None, commitment: leaf(three) });
    steps.push(Step::Dealt { number: 34, place: two, card: shoe.card(two), commitment: leaf(two) });
    steps.push(Step::Discarded { number: 35, place: burned + 3, card: shoe.card(burned + 3) });
    ShoeProof {
        v: 1,
        table: 7,
        rules: "ma-midi".to_owned(),
        pack: ProofPack { decks: 1, without: String::new() },
        promise: Promise { number: 4, shoe: 1, batch: 1, cards: 52, cut: Some(26), root },
        steps,
        shown: Shown { number: 40, opening: shoe.opening() },
    }
}

/// What is found to be wrong.
fn wrong(proof: &ShoeProof) -> Vec<&'static str> {
    let checks = proof.check().into_iter();
    checks.filter(|check| matches!(check.found, Found::Fails(_))).map(|check| check.what).collect()
}

#[test]
fn an_honest_shoe_holds() {
    for seed in 0..50 {
        let proof = proof(Chance::Seed(seed));
        assert_eq!(wrong(&proof), [""; 0], "{seed}: {:#?}", proof.check());
        assert!(proof.holds());
        let seed = &proof.check()[4];
        assert!(matches!(&seed.found, Found::NotShown(why) if why.contains("practice")), "{seed:?}");
    }
    let real = proof(Chance::System);
    assert!(real.check().iter().all(|check| matches!(check.found, Found::Holds(_))), "{:#?}", real.check());
}

/// Every value of a JSON tree, changed a little, one at a time; `None` where it stays a proof of the same
/// thing.
fn changed(value: &Value, path: &str, all: &mut Vec<(String, Value)>, root: &Value) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                changed(value, &format!("{path}/{key}"), all, root);
            }
        }
        Value::Array(values) => {
            for (at, value) in values.iter().enumerate() {
                changed(value, &format!("{path}/{at}"), all, root);
            }
        }
        leaf => {
            let others: Vec<Value> = match leaf {
                Value::Bool(is) => vec![Value::from(!is)],
                Value::Number(number) => {
                    let number = number.as_u64().unwrap();
                    vec![Value::from(number + 1), Value::from(number.saturating_sub(1)), Value::from(41)]
                }
                Value::String(text) => changed_texts(text),
                Value::Null | Value::Array(_) | Value::Object(_) => Vec::new(),
            };
            for other in others.into_iter().filter(|other| other != leaf) {
                let mut copy = root.clone();
                *copy.pointer_mut(path).unwrap() = other;
                all.push((path.to_owned(), copy));
            }
        }
    }
}

/// A text with a letter changed at its beginning, in its middle and at its end.
fn changed_texts(text: &str) -> Vec<Value> {
    let places = [0, text.len() / 2, text.len().saturating_sub(1)];
    let other = |letter: char| match letter {
        '0' => '1',
        'K' => 'Q',
        'A'..='Z' | '2'..='9' => 'K',
        'c' => 'd',
        _ => 'c',
    };
    let change = |at: usize| -> String {
        text.char_indices().map(|(place, letter)| if place == at { other(letter) } else { letter }).collect()
    };
    places.into_iter().filter(|at| *at < text.len()).map(|at| Value::from(change(at))).collect()
}

/// Labels, which only the journal bears out (who made the promised cut is one), and record numbers, of which
/// the order alone is told here.
fn is_label(path: &str) -> bool {
    let labels = ["/table", "/rules", "/promise/shoe", "/promise/batch", "/steps/3/dealer"];
    labels.contains(&path) || path.ends_with("/number")
}

#[test]
fn whatever_is_changed_is_told() {
    let honest = serde_json::to_value(proof(Chance::Seed(3))).unwrap();
    let mut all = Vec::new();
    changed(&honest, "", &mut all, &honest);
    assert!(all.len() > 80, "{}", all.len());
    let mut labels = 0;
    for (path, value) in all {
        // What is no proof any more is refused as well.
        let holds = serde_json::from_value::<ShoeProof>(value).is_ok_and(|proof| proof.holds());
        match is_label(&path) {
            true => labels += 1,
            false => assert!(!holds, "{path}"),
        }
    }
    assert!(labels > 0);
}

#[test]
fn cards_that_are_left_out_swapped_or_dealt_twice_are_told() {
    let honest = proof(Chance::Seed(4));
    for at in 0..honest.steps.len() {
        let mut less = honest.clone();
        let gone = less.steps.remove(at);
        let last = at + 1 == honest.steps.len();
        // Of the last card, and of a wager, nobody can tell from this proof that they are missing.
        let untold = last || matches!(gone, Step::Wager { .. });
        // A card that was set aside is dealt later, and one that was burned before a new cut came back; that
        // they were is in the journal.
        let waits = matches!(gone, Step::Dealt { number: 34, .. } | Step::Burned { number: 6, .. });
        assert_eq!(less.holds(), untold || waits, "{gone:?}");
        let mut twice = honest.clone();
        twice.steps.insert(at, honest.steps[at].clone());
        assert!(!twice.holds(), "{at}");
    }
    let mut late = honest.clone();
    late.promise.number = 30;
    assert_eq!(wrong(&late), ["order"]);
    let mut early = honest.clone();
    early.shown.number = 33;
    assert_eq!(wrong(&early), ["order"]);
    let mut chosen = honest;
    chosen.promise.cut = Some(25);
    assert_eq!(wrong(&chosen), ["cut"]);
}

#[test]
fn a_shoe_that_misses_a_card_is_told_though_it_was_promised_so() {
    let mut proof = proof(Chance::Seed(5));
    proof.shown.opening.cards[51] = proof.shown.opening.cards[50];
    proof.promise.root = proof.shown.opening.root();
    proof.shown.opening.seed.clear();
    assert_eq!(wrong(&proof), ["pack"]);
}

#[test]
fn an_order_that_was_not_drawn_from_the_seed_is_told() {
    let mut proof = proof(Chance::Seed(6));
    proof.shown.opening.seed[0][31] ^= 1;
    assert_eq!(wrong(&proof), ["seed"]);
    proof.shown.opening.seed.clear();
    assert_eq!(wrong(&proof), [""; 0]);
    assert!(matches!(proof.check()[4].found, Found::NotShown(_)));
}

#[test]
fn no_public_value_leads_to_the_shoe() {
    let pack = Pack::standard(1);
    let shoe = VirtualShoe::arranged(&pack, Chance::System, "real").unwrap();
    let (opening, commitment) = (shoe.opening(), shoe.commitment().unwrap());
    let order = |seed: &[[u8; 32]]| VirtualShoe::from_seed(&pack, None, seed).opening().cards;
    assert_eq!(order(&opening.seed), opening.cards, "the seed itself does");
    // What is public before the end: the root, the leaves, salts of cards that were opened, and what is made
    // of them.
    let salts = shoe.open_whole().into_iter().map(|opening| opening.salt);
    let public = commitment.leaves().iter().map(|leaf| leaf.0).chain([commitment.root().0]).chain(salts);
    let guessed = public.chain([opening.secret, [0; 32]]);
    for value in guessed {
        assert_ne!(order(&[value]), opening.cards);
        assert_ne!(order(&vec![value; opening.seed.len()]), opening.cards);
    }
}

#[test]
fn the_first_card_that_was_set_aside_stays_where_it_is() {
    let pack = Pack::standard(2);
    let first: Card = "9h".parse().unwrap();
    let shoe = VirtualShoe::arranged_behind(first, &pack, Chance::Seed(9), "aside").unwrap();
    let opening = shoe.opening();
    assert!(opening.aside && opening.cards[0] == first);
    assert!(VirtualShoe::from_seed(&pack, Some(first), &opening.seed) == shoe);
    let steps = vec![
        Step::Dealt { number: 2, place: 0, card: Some(first), commitment: None },
        Step::Dealt { number: 3, place: 1, card: shoe.card(1), commitment: None },
    ];
    let proof = ShoeProof {
        v: 1,
        table: 1,
        rules: String::new(),
        pack: ProofPack { decks: 2, without: String::new() },
        promise: Promise { number: 1, shoe: 1, batch: 0, cards: 104, cut: None, root: opening.root() },
        steps,
        shown: Shown { number: 4, opening },
    };
    assert_eq!(wrong(&proof), [""; 0]);
    assert_eq!(stack_place(1, 0, 104), Some(1));
}

#[test]
fn a_source_that_fails_gives_nothing_any_more() {
    let mut calls = 0_u8;
    let source: &'static Source = Box::leak(Box::new(Source::new(move |bytes: &mut [u8]| {
        // Good bytes at first, then it sticks.
        calls += 1;
        let good = banco_house::HouseRandom::from_system(256).unwrap().secret();
        let mut good = good.into_iter().cycle();
        let start = calls == 1;
        for (at, byte) in bytes.iter_mut().enumerate() {
            let next = good.next().unwrap();
            *byte = if start {
                u8::try_from(at % 251).unwrap() ^ u8::try_from(at / 251).unwrap()
            } else if calls < 20 {
                next
            } else {
                0
            };
        }
        Ok(())
    })));
    let pack = Pack::standard(1);
    let draw = || VirtualShoe::arranged(&pack, Chance::From(source), "shoe");
    assert!(draw().is_ok());
    let failed = (0..20).find_map(|_| draw().err()).unwrap();
    assert_eq!(failed.code(), "randomness_stuck");
    assert_eq!(draw().unwrap_err().code(), "randomness_stuck");
    let silent: &'static Source = Box::leak(Box::new(Source::new(|bytes: &mut [u8]| {
        bytes.fill(0);
        Ok(())
    })));
    assert_eq!(
        VirtualShoe::arranged(&pack, Chance::From(silent), "shoe").unwrap_err().code(),
        "randomness_stuck"
    );
}

/// What the program that was written from the page alone says.
fn stranger(proof: &ShoeProof, name: &str, noted: Option<&str>) -> Option<i32> {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/verify_shoe.py");
    let file = std::env::temp_dir().join(format!("banco-{}-{name}.json", std::process::id()));
    std::fs::write(&file, serde_json::to_vec(proof).unwrap()).unwrap();
    let output = Command::new("python3").arg(program).arg(&file).args(noted).output();
    std::fs::remove_file(&file).unwrap();
    output.unwrap().status.code()
}

#[test]
fn a_stranger_finds_the_same() {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("there is no python3 here: proofs are not checked by a stranger");
        return;
    }
    let honest = proof(Chance::System);
    let root = honest.promise.root.to_string();
    assert_eq!(stranger(&honest, "honest", None), Some(0));
    assert_eq!(stranger(&honest, "noted", Some(&root)), Some(0));
    assert_eq!(stranger(&honest, "other", Some(&root.replace(['0', '1'], "2"))), Some(4));
    let value = serde_json::to_value(proof(Chance::Seed(3))).unwrap();
    let mut all = Vec::new();
    changed(&value, "", &mut all, &value);
    for (at, (path, value)) in all.into_iter().enumerate().step_by(5) {
        let Ok(proof) = serde_json::from_value::<ShoeProof>(value) else { continue };
        let wanted = if proof.holds() { 0 } else { 4 };
        assert_eq!(stranger(&proof, &at.to_string(), None), Some(wanted), "{path}");
    }
}

#[test]
fn the_example_of_the_page_holds() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/shoe.json");
    let proof: ShoeProof = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert!(proof.check().iter().all(|check| matches!(check.found, Found::Holds(_))), "{:#?}", proof.check());
}
