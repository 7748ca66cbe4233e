//! Cards that go wrong beside the cut card of a virtual shoe: the hand in which it shows is the last.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use banco_cards::{Card, Rank, Suit};
use banco_engine::script::{Line, Outcome, Runner};
use banco_engine::table::Rules;
use support::library;

/// How many cards come before the cut card: six decks less the 104 behind it.
const CUT_AT: usize = 208;
/// `ready` burns an ace and a two of clubs.
const BURNT: usize = 2;

const HAND: [&str; 6] = [
    "seat 3: bid $1,000",
    "dealer: close bidding",
    "seat 3: wager $1,000",
    "seat 5: banco",
    "dealer: close claims",
    "dealer: no more bets",
];

/// What is told by the last of these lines, at a shoe in which so many cards come before the cut card.
fn last_story(before: usize, set: &[&str], lines: &[&str]) -> String {
    let overrides: Vec<String> = set.iter().map(|line| (*line).to_owned()).collect();
    let source = &library().submission("ma-chemin-de-fer", "default").unwrap().source;
    let terms = library().check(source.with_overrides(&overrides).unwrap()).terms.unwrap();
    let no_terms = |_: &str| Err("there are no other terms here".to_owned());
    let mut runner = Runner::new(Rules::new(terms).unwrap().into(), &no_terms);
    let mut last = String::new();
    let burns = burns(CUT_AT - BURNT - before);
    let all = ["ready 1 3 5 cut card 104"].into_iter().map(str::to_owned).chain(burns);
    for line in all.chain(lines.iter().map(|line| (*line).to_owned())) {
        let outcome = runner.line(&Line::parse(&line).unwrap());
        match outcome.unwrap_or_else(|failure| panic!("{line}: {failure}")) {
            Outcome::Happened(events) => {
                last = events.iter().map(|event| runner.story(event) + "\n").collect();
            }
            other => panic!("{line}: {other:?}"),
        }
    }
    last
}

/// Cards found face up use the shoe up: a nine takes nine more along, a face card none.
fn burns(many: usize) -> Vec<String> {
    let of = |ranks: &[Rank]| {
        let cards = ranks.iter().flat_map(|rank| Suit::ALL.map(|suit| Card::new(*rank, suit)));
        cards.flat_map(|card| [card; 5]).collect::<Vec<Card>>()
    };
    let mut nines = of(&[Rank::Nine]).into_iter();
    let mut others =
        of(&[Rank::Ace, Rank::Two, Rank::Three, Rank::Four, Rank::Five, Rank::Seven]).into_iter();
    let mut faces = of(&[Rank::Ten, Rank::Jack, Rank::Queen, Rank::King]).into_iter();
    let mut lines = Vec::new();
    let mut left = many;
    while left > 0 {
        let nine = nines.next().filter(|_| left >= 10 && others.len() >= 9);
        lines.push(format!("dealer: report seen {}", nine.or_else(|| faces.next()).unwrap()));
        lines.push("floor: approve".to_owned());
        left -= 1;
        if nine.is_some() {
            let more: Vec<String> = others.by_ref().take(9).map(|card| card.to_string()).collect();
            lines.push(format!("shoe: {}", more.join(" ")));
            left -= 9;
        }
    }
    lines
}

#[test]
fn a_card_found_face_up_behind_the_cut_card_voids_the_hand() {
    let found = |before: usize| {
        let lines = [&HAND[..], &["shoe: 6h", "dealer: report seen 2d", "floor: approve"]].concat();
        last_story(before, &[], &lines)
    };
    let before = found(2);
    assert!(!before.contains("the cut card comes out") && !before.contains("void"), "{before}");
    let behind = found(1);
    assert!(behind.contains("the cut card comes out"), "{behind}");
    assert!(behind.contains("the round is void: a card of the last hand lay face up"), "{behind}");
}

#[test]
fn the_cut_card_comes_out_among_cards_that_are_burnt() {
    let burnt =
        |before: usize| last_story(before, &[], &["dealer: report seen 2d", "floor: approve", "shoe: 6c 6d"]);
    assert!(!burnt(3).contains("the cut card comes out"));
    let among = burnt(2);
    assert!(
        among.contains("6c is burned, 1 to go\nthe cut card comes out\n6d is burned, 0 to go"),
        "{among}"
    );
}

#[test]
fn the_cut_card_comes_out_between_two_cards_taken_for_one() {
    let lines = ["shoe: 6h Kc Kd 3s", "seat 5: announce stay", "dealer: report banker took two 5h 2d"];
    let taken = |before: usize, more: &[&str]| last_story(before, &[], &[&HAND[..], &lines, more].concat());
    assert!(!taken(6, &["floor: approve"]).contains("the cut card comes out"));
    let between = taken(5, &["floor: approve"]);
    let places: Vec<_> = ["to the banker hand: 5h", "the cut card comes out", "2d goes to the discards"]
        .into_iter()
        .map(|text| between.find(text).unwrap_or_else(|| panic!("no `{text}`: {between}")))
        .collect();
    assert!(places.is_sorted(), "{between}");
    let over = taken(5, &["floor: approve", "dealer: settle", "dealer: clear"]);
    assert!(over.contains("the shoe is over"), "{over}");
}

#[test]
fn the_cut_card_comes_out_before_the_one_more_that_is_discarded() {
    let set = [r#"options.disclosed-card = "discard-with-one-more""#];
    let discarded =
        |before: usize| last_story(before, &set, &["dealer: report drawn in error 9d", "floor: approve"]);
    assert!(!discarded(2).contains("the cut card comes out"));
    let between = discarded(1);
    assert!(between.contains("9d goes to the discards\nthe cut card comes out\na card goes"), "{between}");
}
