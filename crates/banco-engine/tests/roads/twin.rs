//! The roads a second time: slow, from scratch, by another reading of the rules.

use std::collections::BTreeMap;

use banco_cards::Side;
use banco_engine::roads::{DerivedRoad, Mark, Policy, Tail};

/// The winners, ties left out.
pub fn wins(history: &str) -> Vec<Side> {
    let side = |letter: char| match letter {
        'P' => Some(Side::Player),
        'B' => Some(Side::Banker),
        _ => None,
    };
    history.chars().filter_map(side).collect()
}

/// The lengths of runs of equal things.
pub fn runs<T: PartialEq>(things: &[T]) -> Vec<usize> {
    things.chunk_by(|one, other| one == other).map(<[T]>::len).collect()
}

/// Where the cells of these runs stand, in order.
pub fn places(runs: &[usize], policy: Policy) -> Vec<(usize, usize)> {
    let rows = policy.rows.get();
    let mut taken: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut places = Vec::new();
    let mut next_head = 0;
    for (run, length) in runs.iter().enumerate() {
        let head = (next_head..).find(|column| !taken.contains_key(&(*column, 0))).unwrap();
        let (mut column, mut row, mut turned) = (head, 0, false);
        for cell in 0..*length {
            if cell > 0 {
                let down_is_free = row + 1 < rows && !taken.contains_key(&(column, row + 1));
                if down_is_free && !(turned && policy.tail == Tail::Stay) {
                    row += 1;
                } else {
                    column += 1;
                    turned = true;
                }
            }
            assert_eq!(taken.insert((column, row), run), None, "two cells in one place");
            places.push((column, row));
        }
        next_head = head + 1;
    }
    places
}

/// The marks of a derived road, from the big road with all columns as long as they please: going down, look at the cell
/// to the left and at the one above it; both there or both not is red. At a new column, the opposite of
/// what going on would have drawn.
pub fn marks(wins: &[Side], road: DerivedRoad) -> Vec<Mark> {
    let back = match road {
        DerivedRoad::BigEyeBoy => 1,
        DerivedRoad::SmallRoad => 2,
        DerivedRoad::CockroachPig => 3,
    };
    let going_down = |runs: &[usize], cell: usize| {
        let left = runs[..runs.len() - 1].iter().rev().nth(back - 1)?;
        let there = |cell: usize| cell <= *left;
        Some(if there(cell) == there(cell - 1) { Mark::Red } else { Mark::Blue })
    };
    let mark = |count: usize| {
        let before = runs(&wins[..count]);
        let goes_on = going_down(&before, before.last()? + 1)?;
        let new_column = wins.get(count - 1) != wins.get(count);
        Some(match (goes_on, new_column) {
            (mark, false) => mark,
            (Mark::Red, true) => Mark::Blue,
            (Mark::Blue, true) => Mark::Red,
        })
    };
    (1..wins.len()).filter_map(mark).collect()
}
