//! What other programs get wrong, one test each. Where the wrong rule is short it is written out, to show that the
//! history tells it from the right one.

use banco_engine::roads::{DerivedRoad, Mark, Policy, Road, Roads, Window, parse_history, svg};

use crate::twin::{runs, wins};
use crate::{column_row, derived, drawing, roads};

const MIXED: &str = "BBPBPPBBBPTPBBPPPPBPBBTTBP";

/// The marks by a rule for going down (runs from 1 to n, cell m) and one for a new column.
fn by_rule(
    history: &str,
    down: impl Fn(&[usize], usize) -> Option<bool>,
    new: impl Fn(&[usize]) -> Option<bool>,
) -> String {
    let wins = wins(history);
    let mark = |count: usize| {
        let lengths = runs(&wins[..count]);
        let cell = *lengths.last()?;
        if cell == 1 { new(&lengths) } else { down(&lengths, cell) }
    };
    (1..=wins.len()).filter_map(mark).map(|red| if red { 'R' } else { 'B' }).collect()
}

/// The length of the run so many before the last.
fn earlier(lengths: &[usize], back: usize) -> Option<usize> {
    lengths.iter().rev().nth(back).copied()
}

fn right_down(back: usize) -> impl Fn(&[usize], usize) -> Option<bool> {
    move |lengths, cell| earlier(lengths, back).map(|left| cell <= left || cell >= left + 2)
}

fn right_new(back: usize) -> impl Fn(&[usize]) -> Option<bool> {
    move |lengths| Some(earlier(lengths, 1)? == earlier(lengths, 1 + back)?)
}

#[test]
fn the_first_column_is_a_column() {
    let ignores_it = |lengths: &[usize], cell: usize| {
        if lengths.len() == 2 { None } else { right_down(1)(lengths, cell) }
    };
    assert_eq!(by_rule("BBPPB", ignores_it, right_new(1)), "R");
    assert_eq!(derived(&roads("BBPPB")), ["RR", "", ""]);
}

#[test]
fn what_is_shown_does_not_change_what_is_derived() {
    let shoe: String = MIXED.repeat(8).chars().take(200).collect();
    let all = roads(&shoe);
    assert_eq!(all.history().len(), 200);
    // The wrong way: the runs that are still on a board of twelve columns, as if the shoe began there.
    let skipped: usize = all.big().runs()[..all.big().runs().len() - 12].iter().sum();
    let cut: String =
        wins(&shoe)[skipped..].iter().map(|side| if side.name() == "player" { 'P' } else { 'B' }).collect();
    assert_ne!(derived(&roads(&cut))[0], all.derived(DerivedRoad::BigEyeBoy).letters());
    for road in DerivedRoad::ALL {
        let right = by_rule(&shoe, right_down(road as usize + 1), right_new(road as usize + 1));
        let road = all.derived(road);
        assert_eq!(road.letters(), right);
        for window in [Window::Columns(12), Window::Columns(48), Window::Whole] {
            let columns = road.shown(window);
            let look = svg::Look { window, ..svg::Look::default() };
            let drawn = svg::road(&all, Road::Derived(road.road), "r", &look);
            let reds = |mark: Mark| {
                let shown = road.cells().iter().filter(|cell| columns.contains(&cell.place.column));
                shown.filter(|cell| cell.mark == mark).count()
            };
            assert_eq!(drawn.matches("class=\"red\"").count(), reds(Mark::Red));
            assert_eq!(drawn.matches("class=\"blue\"").count(), reds(Mark::Blue));
        }
    }
}

#[test]
fn a_dragon_tail_is_part_of_its_run_and_no_column() {
    let dragons = roads("BBBBBBBBB PPPPPPPP BB P");
    assert_eq!(derived(&dragons), ["RRRRRRRBRB", "RB", ""]);
    // The wrong way: take every column of the drawing for a run.
    let mut heights = vec![0; dragons.big().width()];
    dragons.big().cells().iter().for_each(|cell| heights[cell.place.column] += 1);
    assert_eq!(heights, [6, 6, 4, 3, 1]);
    let as_drawn: String =
        "BP".chars().cycle().zip(heights).map(|(side, high)| side.to_string().repeat(high)).collect();
    assert_ne!(derived(&roads(&as_drawn)), derived(&dragons));
    assert_eq!(dragons.big().runs(), [9, 8, 2, 1]);
}

#[test]
fn straight_down_is_red_again() {
    let without_it = |lengths: &[usize], cell: usize| earlier(lengths, 1).map(|left| cell <= left);
    assert_eq!(by_rule("BPPPPP", without_it, right_new(1)), "BBBB");
    assert_eq!(derived(&roads("BPPPPP")), ["BRRR", "", ""]);
}

#[test]
fn a_new_column_compares_the_run_that_just_ended() {
    let wrong_new =
        |back: usize| move |lengths: &[usize]| Some(earlier(lengths, back)? == earlier(lengths, back + 1)?);
    let wrong = [1, 2, 3].map(|back| by_rule(MIXED, right_down(back), wrong_new(back)));
    let right = derived(&roads(MIXED));
    assert_eq!(right, ["BRBBRBBRBRRRBRBBRBRB", "BBBBRBRRRBRBRBBBBRB", "RRBRBBBRRRRBBBBRRB"]);
    assert_eq!(wrong[0], right[0]);
    assert_ne!(wrong[1], right[1]);
    assert_ne!(wrong[2], right[2]);
}

#[test]
fn an_undo_takes_back_only_the_marks_that_were_made() {
    // The last result is a tie and made no mark; the one before made one on a single road.
    let mut undone = roads("BBPPBT");
    assert_eq!(undone.undo().unwrap().outcome.name(), "tie");
    assert_eq!(undone, roads("BBPPB"));
    assert_eq!(derived(&undone), ["RR", "", ""]);
    let mut shoe = roads(MIXED);
    for left in (0..MIXED.len()).rev() {
        assert!(shoe.undo().is_some());
        assert_eq!(shoe, roads(&MIXED[..left]));
    }
    assert_eq!(shoe.undo(), None);
}

#[test]
fn a_blocked_tail_takes_one_step_at_a_time() {
    let blocked = roads("BBBBBBBB PPPPPPPPP B");
    let tail: Vec<_> = blocked.big().cells()[8..17].iter().map(|cell| column_row(cell.place)).collect();
    assert_eq!(tail, [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 4), (3, 4), (3, 5), (4, 5)]);
}

#[test]
fn an_older_tail_of_the_same_colour_blocks_too() {
    assert_eq!(drawing(&roads("BBBBBBBB P BBBBBBB")), "BPB.\nB.B.\nB.B.\nB.B.\nB.BB\nBBBB");
}

#[test]
fn after_a_dragon_the_next_run_stands_beside_its_head() {
    assert_eq!(drawing(&roads("BBBBBBBBB P")), "BP..\nB...\nB...\nB...\nB...\nBBBB");
}

#[test]
fn beads_keep_their_rows_when_the_plate_is_full() {
    let plate = roads(&"BPT".repeat(5));
    assert_eq!(plate.bead().shown(Window::Columns(2)), 1..3);
    assert_eq!(column_row(plate.bead().beads()[14].place), (2, 2));
    assert_eq!(column_row(plate.bead().beads()[6].place), (1, 0));
}

#[test]
fn ties_before_the_first_win_are_kept() {
    let waiting = roads("TT");
    assert_eq!((waiting.big().leading_ties(), waiting.big().cells().len()), (2, 0));
    let begun = roads("TTBT");
    assert_eq!((begun.big().cells()[0].ties, begun.big().cells().len()), (3, 1));
}

#[test]
fn a_correction_draws_everything_anew() {
    let mut corrected = roads("BBPPB");
    let player = parse_history("P").unwrap().remove(0);
    assert_eq!(corrected.correct(1, player.clone()).unwrap().outcome.name(), "banker");
    assert_eq!(corrected, roads("BPPPB"));
    assert_eq!(corrected.correct(5, player), None);
    assert_eq!(corrected, Roads::new(Policy::default(), parse_history("BPPPB").unwrap()));
}
