//! What holds for every history.

use std::collections::BTreeSet;

use banco_cards::{Outcome, Side};
use banco_engine::roads::{DerivedRoad, Entry, Mark, Place, Policy, Roads, Rows, Tail, Window};
use proptest::prelude::*;

use crate::{column_row, twin};

/// Histories of runs, so that dragons are common.
fn histories() -> impl Strategy<Value = String> {
    let run = (prop::sample::select(vec!["P", "B", "T"]), 1..14_usize)
        .prop_map(|(letter, long)| letter.repeat(long));
    let short = prop::sample::select(vec!["P", "B", "T"]).prop_map(str::to_owned);
    prop::collection::vec(prop_oneof![1 => run, 2 => short], 0..60).prop_map(|runs| runs.concat())
}

fn policies() -> impl Strategy<Value = Policy> {
    let tails = prop::sample::select(vec![Tail::DownFirst, Tail::Stay]);
    (1..=9_usize, tails).prop_map(|(rows, tail)| Policy {
        rows: Rows::new(rows).unwrap(),
        tail,
        ..Policy::default()
    })
}

fn entries(history: &str) -> Vec<Entry> {
    banco_engine::roads::parse_history(history).unwrap()
}

fn places(roads: &Roads) -> [Vec<Place>; 5] {
    let derived = |road| roads.derived(road).cells().iter().map(|cell| cell.place).collect();
    [
        roads.bead().beads().iter().map(|bead| bead.place).collect(),
        roads.big().cells().iter().map(|cell| cell.place).collect(),
        derived(DerivedRoad::BigEyeBoy),
        derived(DerivedRoad::SmallRoad),
        derived(DerivedRoad::CockroachPig),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn one_by_one_is_what_the_twin_draws_from_scratch(history in histories(), policy in policies()) {
        let roads = Roads::new(policy, entries(&history));
        let wins = twin::wins(&history);
        let runs = twin::runs(&wins);
        prop_assert_eq!(roads.big().runs(), runs.as_slice());
        let [_, big, drawn @ ..] = places(&roads);
        let big: Vec<_> = big.into_iter().map(column_row).collect();
        prop_assert_eq!(big, twin::places(&runs, policy));
        for (road, drawn) in DerivedRoad::ALL.into_iter().zip(drawn) {
            let marks = twin::marks(&wins, road);
            let ours: Vec<Mark> = roads.derived(road).cells().iter().map(|cell| cell.mark).collect();
            prop_assert_eq!(&ours, &marks);
            let drawn: Vec<_> = drawn.into_iter().map(column_row).collect();
            prop_assert_eq!(drawn, twin::places(&twin::runs(&marks), policy));
        }
    }

    #[test]
    fn every_outcome_has_its_cell_and_no_two_share_one(history in histories(), policy in policies()) {
        let roads = Roads::new(policy, entries(&history));
        let ties = history.matches('T').count();
        prop_assert_eq!(roads.bead().beads().len(), history.len());
        prop_assert_eq!(roads.big().cells().len() + ties, history.len());
        let noted: usize = roads.big().cells().iter().map(|cell| cell.ties).sum();
        let waiting = if roads.big().cells().is_empty() { roads.big().leading_ties() } else { 0 };
        prop_assert_eq!(noted + waiting, ties);
        for places in places(&roads) {
            let distinct: BTreeSet<Place> = places.iter().copied().collect();
            prop_assert_eq!(distinct.len(), places.len());
            prop_assert!(places.iter().all(|place| place.row < policy.rows.get()));
        }
    }

    #[test]
    fn a_run_goes_one_step_down_or_right(history in histories(), policy in policies()) {
        let roads = Roads::new(policy, entries(&history));
        for pair in roads.big().cells().windows(2) {
            let (from, to) = (pair[0].place, pair[1].place);
            if pair[0].side == pair[1].side {
                let down = to.column == from.column && to.row == from.row + 1;
                let right = to.column == from.column + 1 && to.row == from.row;
                prop_assert!(down || right, "{from:?} {to:?}");
            } else {
                prop_assert_eq!(to.row, 0);
            }
        }
    }

    #[test]
    fn derived_roads_start_where_every_rule_book_says(history in histories()) {
        let roads = Roads::new(Policy::default(), entries(&history));
        let wins = twin::wins(&history);
        for (back, road) in (1..).zip(DerivedRoad::ALL) {
            // Column `back + 1` row 2, or else column `back + 2` row 1.
            let starts = |count: &usize| {
                let runs = twin::runs(&wins[..*count]);
                (runs.len() == back + 1 && runs[back] >= 2) || runs.len() == back + 2
            };
            let first = (1..=wins.len()).find(starts);
            let cells = roads.derived(road).cells();
            prop_assert_eq!(cells.len(), first.map_or(0, |first| wins.len() + 1 - first));
            let hand = first.map(|first| roads.big().cells()[first - 1].hand);
            prop_assert_eq!(cells.first().map(|cell| cell.hand), hand);
        }
    }

    #[test]
    fn ask_is_what_adding_the_result_draws(history in histories(), policy in policies()) {
        let roads = Roads::new(policy, entries(&history));
        for (side, outcome) in [(Side::Player, Outcome::Player), (Side::Banker, Outcome::Banker)] {
            let ask = roads.ask(side);
            let mut then = roads.clone();
            then.push(Entry::plain(outcome));
            prop_assert_eq!(then.bead().beads().last().map(|bead| bead.place), Some(ask.bead));
            prop_assert_eq!(then.big().cells().last().map(|cell| cell.place), Some(ask.big_road));
            for road in DerivedRoad::ALL {
                let more = &then.derived(road).cells()[roads.derived(road).cells().len()..];
                prop_assert!(more.len() <= 1);
                prop_assert_eq!(more.first().map(|cell| (cell.mark, cell.place)), ask.cell(road));
            }
        }
    }

    #[test]
    fn both_answers_of_ask_exist_and_differ_or_neither_does(history in histories()) {
        let roads = Roads::new(Policy::default(), entries(&history));
        let [player, banker] = Side::BOTH.map(|side| roads.ask(side));
        for (back, road) in (1..).zip(DerivedRoad::ALL) {
            let exists = roads.big().runs().len() > back;
            prop_assert_eq!(player.mark(road).is_some(), exists);
            prop_assert_eq!(banker.mark(road).is_some(), exists);
            prop_assert!(!exists || player.mark(road) != banker.mark(road));
        }
    }

    #[test]
    fn a_tie_moves_nothing(history in histories()) {
        let roads = Roads::new(Policy::default(), entries(&history));
        let mut then = roads.clone();
        then.push(Entry::plain(Outcome::Tie));
        prop_assert_eq!(&places(&roads)[1..], &places(&then)[1..]);
        then.undo();
        prop_assert_eq!(roads, then);
    }

    #[test]
    fn a_window_is_never_too_wide_and_holds_the_newest_cell(history in histories(), most in 1..60_usize) {
        let roads = Roads::new(Policy::default(), entries(&history));
        let window = Window::Columns(most);
        let shown = roads.big().shown(window);
        prop_assert!(shown.len() <= most && shown.end <= roads.big().width());
        if let Some(cell) = roads.big().cells().last() {
            prop_assert!(shown.contains(&cell.place.column));
        }
    }

    #[test]
    fn any_text_is_read_or_refused_with_a_place_inside_it(text in "[PBTpbt(),:n9 é]{0,30}") {
        if let Err(error) = banco_engine::roads::parse_history(&text) {
            prop_assert!(text.get(error.span.clone()).is_some_and(|found| found.chars().count() == 1));
        }
    }
}
