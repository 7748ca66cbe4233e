//! A virtual shoe is promised before the cut, once, and shown when it is over, once; both sides of each.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::sync::Arc;

use banco_engine::record::digest_of_table;
use banco_engine::table::{
    Actor, CardSource, Cards, Command, Event, Person, PreparationEvent, Role, Table, Viewer, What, Word,
    decide, hear, view,
};
use banco_engine::{Commitment, ShoeOpening};
use support::script::{table_after, table_dealing, table_with};
use support::{happen, story};

const DEALER: Actor = Actor::new(Role::Dealer, Person(1_001));
const FLOOR: Actor = Actor::new(Role::Floor, Person(2_001));
const CONTINUOUS: [&str; 2] =
    [r#"options.shuffler = "continuous""#, r#"acknowledged = { "30-2811" = "letter 2026-014" }"#];

/// A shoe in the order of its pack; the engine cannot tell how it was shuffled.
fn opening(table: &Table, secret: u8) -> Arc<ShoeOpening> {
    let cards = table.rules().terms.pack().cards().collect();
    Arc::new(ShoeOpening { aside: false, cards, secret: [secret; 32], seed: vec![[9; 32]] })
}

fn promise(shoe: u32, opening: &ShoeOpening) -> Word {
    Word::ShoeCommitted { shoe, root: opening.root() }
}

/// What it says, or the code of the refusal.
fn said(table: &mut Table, word: Word) -> Result<Vec<Event>, &'static str> {
    let events = hear(table, word).map_err(|refusal| {
        assert!(refusal.clauses.as_slice().is_empty(), "no text speaks of it");
        refusal.code()
    })?;
    happen(table, &events);
    Ok(events)
}

fn does(table: &mut Table, by: Actor, command: Command) -> Result<(), &'static str> {
    let events = decide(table, by, command).map_err(|refusal| refusal.code())?;
    happen(table, &events);
    Ok(())
}

#[test]
fn a_shoe_is_promised_once_before_the_cut() {
    let mut table = table_after("ma-midi", &["ready 1 until cut"]);
    let shoe = opening(&table, 1);
    assert!(table.awaits_commitment());
    assert_eq!(said(&mut table, promise(2, &shoe)), Err("wrong_shoe"));
    let events = said(&mut table, promise(1, &shoe)).unwrap();
    let [event] = &events[..] else { panic!("{events:?}") };
    assert!(event.is_beyond_the_texts());
    let told = story(table.rules(), event);
    assert_eq!(told, format!("the order of shoe 1 is promised: {}", shoe.root()));
    assert!(!table.awaits_commitment());
    let other = opening(&table, 2);
    for again in [&shoe, &other] {
        assert_eq!(said(&mut table, promise(1, again)), Err("shoe_committed"));
    }
    for viewer in [Viewer::Onlooker, Viewer::Display, Viewer::Dealer, Viewer::Participant(Person(1))] {
        let seen = view(&table, viewer).shoe;
        assert_eq!((seen.commitment, seen.unopened), (Some(shoe.root()), Vec::new()));
    }
    let committed = table.committed().unwrap();
    assert_eq!((committed.shoe, committed.cards, committed.cut), (1, 416, Some(208)));
}

#[test]
fn a_late_promise_is_refused() {
    for lines in [
        &["ready 1 until load"][..],
        &["ready 1 until burn"],
        &["ready 1"],
        &["ready 1", "seat 1: bet player $100"],
        &["ready 1", "seat 1: bet player $100", "dealer: no more bets"],
    ] {
        let mut table = table_after("ma-midi", lines);
        let shoe = opening(&table, 1);
        assert!(!table.awaits_commitment(), "{lines:?}");
        assert_eq!(said(&mut table, promise(1, &shoe)), Err("wrong_moment"), "{lines:?}");
    }
    let mut real = table_after("ma-midi", &["ready 1 entry"]);
    let shoe = opening(&real, 1);
    assert_eq!(said(&mut real, promise(1, &shoe)), Err("shoe_not_virtual"));
    let mut closed = table_after("ma-midi", &[]);
    assert_eq!(said(&mut closed, promise(0, &shoe)), Err("table_closed"));
}

#[test]
fn real_cards_are_never_promised() {
    let load = |source| Command::LoadShoe { source, cut_card: 14, batch: 1 };
    let mut real = table_dealing(Cards::Real, "ma-midi", &["ready 1 until cut"]);
    let shoe = opening(&real, 1);
    assert!(!real.awaits_commitment());
    assert_eq!(said(&mut real, promise(1, &shoe)), Err("shoe_not_virtual"));
    assert_eq!(view(&real, Viewer::Onlooker).shoe.source, CardSource::Entry);
    let mut real = table_dealing(Cards::Real, "ma-midi", &["ready 1 until load"]);
    assert_eq!(does(&mut real, DEALER, load(CardSource::Virtual)), Err("other_cards"));
    does(&mut real, DEALER, load(CardSource::Entry)).unwrap();
    let lines = ["ready 1 results", "floor: close", "ready until cut"];
    let again = table_dealing(Cards::Real, "ma-midi", &lines);
    assert!(!again.awaits_commitment(), "nor at the next opening");
    let mut other = table_dealing(Cards::Virtual, "ma-midi", &["ready 1 until load"]);
    for source in [CardSource::Entry, CardSource::ResultOnly] {
        assert_eq!(does(&mut other, DEALER, load(source)), Err("other_cards"));
    }
    assert!(table_dealing(Cards::Virtual, "ma-midi", &["ready 1 until cut"]).awaits_commitment());
}

#[test]
fn a_shoe_is_shown_once_when_it_is_over() {
    let mut table = table_after("ma-midi", &["ready 1 until cut"]);
    let (shoe, other) = (opening(&table, 1), opening(&table, 2));
    assert_eq!(said(&mut table, Word::ShoeOpened(Arc::clone(&shoe))), Err("shoe_not_committed"));
    said(&mut table, promise(1, &shoe)).unwrap();
    assert_eq!(said(&mut table, Word::ShoeOpened(Arc::clone(&shoe))), Err("shoe_in_use"));
    assert_eq!(said(&mut table, Word::ShoeOpened(Arc::clone(&other))), Err("shoe_not_committed"));
    does(&mut table, FLOOR, Command::CloseTable).unwrap();
    // A table that is closed without showing its shoe says so to everybody.
    let seen = view(&table, Viewer::Onlooker).shoe;
    assert_eq!((seen.commitment, seen.unopened.len()), (None, 1));
    assert_eq!(seen.unopened.first().map(|one| one.root), Some(shoe.root()));
    assert_eq!(said(&mut table, Word::ShoeOpened(other)), Err("shoe_not_committed"));
    let events = said(&mut table, Word::ShoeOpened(Arc::clone(&shoe))).unwrap();
    let told: Vec<String> = events.iter().map(|event| story(table.rules(), event)).collect();
    assert_eq!(told, ["shoe 1 is shown: 416 cards as they were shuffled"]);
    assert!(view(&table, Viewer::Onlooker).shoe.unopened.is_empty() && table.unopened().is_empty());
    assert_eq!(said(&mut table, Word::ShoeOpened(shoe)), Err("shoe_not_committed"));
}

#[test]
fn a_shoe_that_real_cards_take_the_place_of_is_over() {
    let mut table = table_after("ma-midi", &["ready 1 until cut"]);
    let shoe = opening(&table, 1);
    said(&mut table, promise(1, &shoe)).unwrap();
    does(&mut table, Actor::new(Role::Participant, Person(1)), Command::Cut { at: 150 }).unwrap();
    let load = Command::LoadShoe { source: CardSource::Entry, cut_card: 14, batch: table.next_batch() };
    assert_eq!(table.to_be_opened().count(), 0);
    does(&mut table, DEALER, load).unwrap();
    assert_eq!(table.to_be_opened().count(), 1);
    said(&mut table, Word::ShoeOpened(shoe)).unwrap();
}

#[test]
fn the_dealer_cuts_a_promised_shoe_where_it_was_promised() {
    for promised in [false, true] {
        let mut table = table_after("ma-midi", &["ready 1 until cut"]);
        let shoe = opening(&table, 1);
        if promised {
            said(&mut table, promise(1, &shoe)).unwrap();
        }
        does(&mut table, Actor::new(Role::Participant, Person(1)), Command::DeclineCut).unwrap();
        let chosen = does(&mut table.clone(), DEALER, Command::Cut { at: 207 });
        assert_eq!(chosen, if promised { Err("cut_promised") } else { Ok(()) });
        assert_eq!(does(&mut table, DEALER, Command::Cut { at: 208 }), Ok(()));
    }
    // A participant cuts wherever they like.
    let mut table = table_after("ma-midi", &["ready 1 until cut"]);
    let shoe = opening(&table, 1);
    said(&mut table, promise(1, &shoe)).unwrap();
    assert_eq!(does(&mut table, Actor::new(Role::Participant, Person(1)), Command::Cut { at: 100 }), Ok(()));
}

#[test]
fn a_continuous_shuffler_promises_every_stack_before_the_wagers() {
    let mut table = table_with("co-rule-28", &CONTINUOUS, &["ready 3 until load"]);
    let (first, second) = (opening(&table, 1), opening(&table, 2));
    said(&mut table, promise(1, &first)).unwrap();
    assert_eq!(table.committed().unwrap().cut, None);
    let mut table = table_with(
        "co-rule-28",
        &CONTINUOUS,
        &[
            "ready 3",
            "seat 3: bet player $100",
            "dealer: no more bets",
            "shoe: 9c 2d Kh Ks",
            "dealer: turn",
            "dealer: settle",
        ],
    );
    assert_eq!(
        said(&mut table, promise(1, &second)),
        Err("wrong_moment"),
        "cards of the last stack lie there"
    );
    does(&mut table, DEALER, Command::ClearTable).unwrap();
    let mut wagered = table.clone();
    said(&mut table, promise(1, &second)).unwrap();
    assert_eq!(said(&mut table, promise(1, &first)), Err("shoe_committed"));
    // Once somebody has wagered it is too late.
    let spot = wagered.rules().spot_called(banco_engine::Name::new("player")).unwrap().id;
    let amount = banco_money::Amount::from_minor(10_000, banco_money::Currency::Usd);
    let (tender, for_dealer) = (banco_engine::table::Tender::Chips, false);
    let wager = Command::PlaceWager { spot, amount, tender, for_dealer };
    does(&mut wagered, Actor::new(Role::Participant, Person(3)), wager).unwrap();
    assert_eq!(said(&mut wagered, promise(1, &second)), Err("wrong_moment"));
}

#[test]
fn a_promise_changes_what_a_table_has_come_to_and_nothing_else_does() {
    let mut table = table_after("ma-midi", &["ready 1 until cut"]);
    let before = digest_of_table(&table).unwrap();
    let shoe = opening(&table, 1);
    let plain = serde_json::to_string(&table).unwrap();
    assert!(
        !plain.contains("unopened") && !plain.contains("committed"),
        "a table without one is written as ever"
    );
    said(&mut table, promise(1, &shoe)).unwrap();
    assert_ne!(digest_of_table(&table).unwrap(), before);
}

#[test]
fn an_opening_says_nothing_before_its_time() {
    let table = table_after("ma-midi", &["ready 1 until cut"]);
    let shoe = opening(&table, 1);
    let text = format!("{:?}", Word::ShoeOpened(Arc::clone(&shoe)));
    assert_eq!(text, "ShoeOpened(ShoeOpening { cards: 416, .. })");
    let event = PreparationEvent::ShoeOpened { opening: shoe, root: Commitment([1; 32]), shoe: 1 };
    assert!(!format!("{:?}", What::from(event)).contains("cards: ["));
}
