//! Private cards are seen by whoever controls their hand, from the moment they may look, and by nobody else.

use banco_cards::{Card, Side, parse_cards};
use banco_engine::table::{CardView, Table, Viewer, view};

use crate::support::promises::viewers;
use crate::{BANCO, BANK, chemin_de_fer, lines, person};

/// A hand against seat 5, after these words.
fn dealt(cards: &str, after: &[&str]) -> Table {
    let shoe = format!("shoe: {cards}");
    chemin_de_fer(&lines(&[&BANK, &BANCO, &[&shoe], after]))
}

/// Two tables that differ in face-down cards look the same to everybody but these.
fn differ_for(one: &Table, other: &Table, these: &[Viewer]) {
    assert!(one != other, "the tables know their cards");
    assert_eq!(format!("{one:?}"), format!("{other:?}"));
    for viewer in viewers(one) {
        let same = view(one, viewer) == view(other, viewer);
        assert_eq!(!same, these.contains(&viewer), "{viewer:?}");
    }
}

fn held(cards: &str) -> Vec<CardView> {
    parse_cards(cards).unwrap().into_iter().map(CardView::Held).collect()
}

fn up(cards: &str) -> Vec<CardView> {
    parse_cards(cards).unwrap().into_iter().map(CardView::Up).collect()
}

fn hand(table: &Table, viewer: Viewer, side: Side) -> Vec<CardView> {
    view(table, viewer).round.hand(side).cards.clone()
}

#[test]
fn nobody_looks_before_the_four_cards_are_out() {
    differ_for(&dealt("2h", &[]), &dealt("3h", &[]), &[]);
    differ_for(&dealt("2h 3c 4d", &[]), &dealt("2h 9c 4d", &[]), &[]);
}

#[test]
fn the_dominant_player_looks_first_and_alone() {
    let one = dealt("2h 3c 2d 4s", &[]);
    assert_eq!(hand(&one, person(5), Side::Player), held("2h 2d"));
    assert_eq!(hand(&one, person(5), Side::Banker), [CardView::Down; 2]);
    differ_for(&one, &dealt("Ah 3c 2d 4s", &[]), &[person(5)]);
    // Also where the count, and what may be announced, is the same.
    differ_for(&one, &dealt("Ah 3c 3d 4s", &[]), &[person(5)]);
    differ_for(&one, &dealt("2h 3c 2d 9s", &[]), &[]);
}

#[test]
fn the_banker_looks_once_a_card_is_asked_for() {
    let card = ["seat 5: announce card"];
    let one = dealt("2h 3c 2d 4s", &card);
    assert_eq!(hand(&one, person(3), Side::Banker), held("3c 4s"));
    assert_eq!(hand(&one, person(3), Side::Player), [CardView::Down; 2]);
    differ_for(&one, &dealt("2h 2c 2d 4s", &card), &[person(3)]);
    differ_for(&one, &dealt("Ah 3c 2d 4s", &card), &[person(5)]);
    let deal = ["seat 5: announce card", "seat 3: announce under eight"];
    differ_for(&dealt("2h 3c 2d 4s", &deal), &dealt("2h 2c 2d 4s", &deal), &[person(3)]);
}

#[test]
fn after_the_third_card_the_banker_s_hand_is_open_and_the_player_s_still_private() {
    let drawn = ["seat 5: announce card", "seat 3: announce under eight", "shoe: 7h"];
    let one = dealt("2h 3c 2d 2s", &drawn);
    for viewer in viewers(&one) {
        let player = hand(&one, viewer, Side::Player);
        let expected: Vec<CardView> = if viewer == person(5) {
            [held("2h 2d"), up("7h")].concat()
        } else {
            [vec![CardView::Down; 2], up("7h")].concat()
        };
        assert_eq!(player, expected, "{viewer:?}");
        assert_eq!(hand(&one, viewer, Side::Banker), up("3c 2s"), "{viewer:?}");
        let seen = view(&one, viewer).round;
        assert_eq!((seen.player.count, seen.banker.count), (None, Some(5)), "{viewer:?}");
    }
    differ_for(&one, &dealt("Ah 3c 2d 2s", &drawn), &[person(5)]);
}

#[test]
fn everybody_sees_all_cards_of_a_complete_hand() {
    let words: [&[&str]; 2] =
        [&["seat 5: announce natural"], &["seat 5: announce natural", "dealer: settle"]];
    for after in words {
        let table = dealt("4h 3c 4d 4s", after);
        for viewer in viewers(&table) {
            assert_eq!(hand(&table, viewer, Side::Player), up("4h 4d"), "{viewer:?}");
            assert_eq!(hand(&table, viewer, Side::Banker), up("3c 4s"), "{viewer:?}");
        }
    }
}

#[test]
fn the_cards_of_a_void_hand_are_seen_by_nobody() {
    let asked = [
        "floor: ask void the game cannot be completed because cards fell on the floor",
        "floor 2: approve request 1",
    ];
    for after in [&asked[..], &["dealer: report wrong order", "floor: approve"]] {
        differ_for(&dealt("2h 3c 2d 4s", after), &dealt("9h 3c 2d 4s", after), &[]);
    }
}

#[test]
fn a_partner_of_the_dominant_player_sees_nothing() {
    let covered =
        ["dealer: close claims", "seat 5: cover $300", "seat 7: cover $400", "dealer: no more bets"];
    let table = chemin_de_fer(&lines(&[&BANK, &covered, &["shoe: 2h 3c 2d 4s"]]));
    assert_eq!(hand(&table, person(7), Side::Player), held("2h 2d"));
    assert_eq!(hand(&table, person(5), Side::Player), [CardView::Down; 2]);
}

/// A card that was drawn in error and opens the next hand is as private as any other.
#[test]
fn a_card_set_aside_is_seen_by_nobody_until_it_is_dealt_and_looked_at() {
    let aside = ["dealer: report drawn in error", "floor: approve"];
    let table = chemin_de_fer(&lines(&[&BANK, &aside]));
    for viewer in viewers(&table) {
        assert_eq!(view(&table, viewer).shoe.aside, [CardView::Down], "{viewer:?}");
    }
    // A second one waits behind it, and is shown to wait.
    let table = chemin_de_fer(&lines(&[&BANK, &aside, &aside]));
    for viewer in viewers(&table) {
        assert_eq!(view(&table, viewer).shoe.aside, [CardView::Down; 2], "{viewer:?}");
    }
    let dealt = |first: &str| {
        let first = format!("shoe: {first} 3c 2d 4s");
        chemin_de_fer(&lines(&[&BANK, &aside, &BANCO, &[&first]]))
    };
    differ_for(&dealt("2h"), &dealt("3h"), &[person(5)]);
}

#[test]
fn a_wrong_announcement_is_refused_without_telling_the_count_to_others() {
    use banco_engine::table::{Actor, Announcement, Command, Person, Role, decide};
    let stay = |table: &Table, number: u32| {
        let by = Actor::new(Role::Participant, Person(number));
        decide(table, by, Command::Announce(Announcement::Stay)).unwrap_err().to_string()
    };
    let (one, other) = (dealt("2h 3c 2d 4s", &[]), dealt("4h 3c 4d 4s", &[]));
    for number in [1, 3, 7] {
        assert_eq!(stay(&one, number), stay(&other, number));
    }
    let cards: [Card; 2] = parse_cards("4h 4d").unwrap().try_into().unwrap();
    let text = stay(&other, 5);
    assert!(cards.iter().all(|card| !text.contains(&card.to_string())), "{text}");
}
