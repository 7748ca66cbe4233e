//! Policies, windows, notation, and coups on the roads.

use banco_cards::{Outcome, parse_cards};
use banco_engine::roads::{
    Entry, FreeHands, HistoryProblem, Kind, Policy, Roads, Rows, SimulatedRounds, Window, parse_history,
};
use banco_engine::{Decisions, DrawRules, play};
use banco_rulebook::Library;

use crate::roads;

#[test]
fn free_hands_are_drawn_and_simulated_rounds_are_not_unless_the_house_says_so() {
    let history = || parse_history("B P(f) B(s) T(f)").unwrap();
    let hands =
        |policy: Policy| Roads::new(policy, history()).bead().beads().iter().map(|bead| bead.hand).collect();
    let usual: Vec<usize> = hands(Policy::default());
    assert_eq!(usual, [0, 1, 3]);
    let other = Policy {
        free_hands: FreeHands::LeftOff,
        simulated_rounds: SimulatedRounds::Recorded,
        ..Policy::default()
    };
    let other: Vec<usize> = hands(other);
    assert_eq!(other, [0, 2]);
}

#[test]
fn a_hand_that_is_left_off_is_undone_without_touching_the_roads() {
    let mut with = roads("BBPPB B(s)");
    assert_eq!(with.undo().unwrap().kind, Kind::Simulated);
    assert_eq!(with, roads("BBPPB"));
}

#[test]
fn a_window_shows_the_last_columns_and_always_the_newest_cell() {
    assert_eq!(Window::Whole.columns(20, 3), 0..20);
    assert_eq!(Window::Columns(6).columns(4, 3), 0..4);
    assert_eq!(Window::Columns(6).columns(20, 19), 14..20);
    // After a long dragon the newest cell may stand far left of its tail's end.
    assert_eq!(Window::Columns(6).columns(20, 3), 3..9);
    assert_eq!(Window::Columns(0).columns(20, 3), 3..3);
}

#[test]
fn a_board_has_one_row_at_least() {
    assert!(Rows::new(0).is_err() && Rows::new(33).is_err() && Rows::new(256 + 6).is_err());
    assert_eq!(Rows::new(33).unwrap_err().to_string(), "a board has 1 to 32 rows, not `33`");
    assert_eq!(Rows::new(32).unwrap().get(), 32);
}

#[test]
fn histories_are_read_with_or_without_marks() {
    let plain = parse_history("BBPPT").unwrap();
    for text in ["bbppt", "B, b P\tp,,t\n", "B()B()PP()T"] {
        assert_eq!(parse_history(text).unwrap(), plain, "{text}");
    }
    let marked = parse_history("P(p N9: Panda 8 )b(fb)").unwrap();
    let told: Vec<String> = marked.iter().map(Entry::in_words).collect();
    assert_eq!(told, ["Player 9, natural, Player pair, Panda 8", "Banker, Banker pair, free hand"]);
    assert_eq!(parse_history(" , ").unwrap(), []);
}

#[test]
fn what_cannot_be_read_is_told_with_its_place() {
    let wrong =
        |text: &str| parse_history(text).map_err(|error| (error.problem, error.character, error.span));
    assert_eq!(wrong("BB x"), Err((HistoryProblem::Outcome('x'), 4, 3..4)));
    assert_eq!(wrong("B é"), Err((HistoryProblem::Outcome('é'), 3, 2..4)));
    assert_eq!(wrong("B(n?)"), Err((HistoryProblem::Mark('?'), 4, 3..4)));
    assert_eq!(wrong("B (n)"), Err((HistoryProblem::Orphan, 3, 2..3)));
    assert_eq!(wrong("B(n)(p)"), Err((HistoryProblem::Orphan, 5, 4..5)));
    assert_eq!(wrong("(n)"), Err((HistoryProblem::Orphan, 1, 0..1)));
    assert_eq!(wrong("PB(n"), Err((HistoryProblem::Open, 3, 2..3)));
    assert_eq!(wrong("B)"), Err((HistoryProblem::Outcome(')'), 2, 1..2)));
}

#[test]
fn a_coup_brings_its_own_marks() {
    let library = Library::embedded().unwrap();
    let terms = library.terms("ma-baccarat", "default").unwrap();
    let entry = |cards: &str| {
        let coup = play(&terms, &parse_cards(cards).unwrap(), Decisions::default()).unwrap().coup;
        Entry::from_coup(&coup, |total| DrawRules::from_terms(&terms).is_natural(total))
    };
    let natural = entry("4h Kc 4d Ks");
    assert_eq!(natural.in_words(), "Player 8, natural, Player pair, Banker pair");
    assert_eq!((natural.outcome, natural.kind), (Outcome::Player, Kind::Wagered));
    assert_eq!(entry("2h 3c Kd 4s 2d").in_words(), "Banker 7");
}
