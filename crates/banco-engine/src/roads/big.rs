//! The big road: runs of the same winner, a column each; ties are notes on a cell.

use std::ops::Range;

use banco_cards::Side;

use super::grid::Board;
use super::{Place, Policy, Window};

/// The big road of a shoe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BigRoad {
    board: Board,
    cells: Vec<BigCell>,
    runs: Vec<usize>,
    leading_ties: usize,
}

/// A cell of the big road.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BigCell {
    /// The hand in the history, from 0.
    pub hand: usize,
    /// Who won it.
    pub side: Side,
    /// Where it stands.
    pub place: Place,
    /// The ties since, and for the first cell also those before.
    pub ties: usize,
}

impl BigRoad {
    pub(super) const fn new(policy: Policy) -> Self {
        Self { board: Board::new(policy), cells: Vec::new(), runs: Vec::new(), leading_ties: 0 }
    }

    /// Whether a win of this hand would go on with the current run.
    #[must_use]
    pub fn continues(&self, side: Side) -> bool {
        self.cells.last().is_some_and(|last| last.side == side)
    }

    pub(super) fn push_win(&mut self, hand: usize, side: Side) {
        let continues = self.continues(side);
        let ties = if self.cells.is_empty() { self.leading_ties } else { 0 };
        self.cells.push(BigCell { hand, side, place: self.board.take(continues), ties });
        match self.runs.last_mut().filter(|_| continues) {
            Some(length) => *length += 1,
            None => self.runs.push(1),
        }
    }

    pub(super) fn push_tie(&mut self) {
        match self.cells.last_mut() {
            Some(last) => last.ties += 1,
            None => self.leading_ties += 1,
        }
    }

    /// Where a win of this hand would stand.
    #[must_use]
    pub fn next_place(&self, side: Side) -> Place {
        self.board.next(self.continues(side))
    }

    /// The cells, oldest first.
    #[must_use]
    pub fn cells(&self) -> &[BigCell] {
        &self.cells
    }

    /// The real lengths of all runs, whatever is drawn of them.
    #[must_use]
    pub fn runs(&self) -> &[usize] {
        &self.runs
    }

    /// The ties before the first win. Until there is one, they are drawn in the first place.
    #[must_use]
    pub const fn leading_ties(&self) -> usize {
        self.leading_ties
    }

    /// The number of columns in use.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.board.width()
    }

    /// The columns shown.
    #[must_use]
    pub fn shown(&self, window: Window) -> Range<usize> {
        window.columns(self.width(), self.cells.last().map_or(0, |cell| cell.place.column))
    }

    /// The runs as letters: `BB PP B`. Ties are not in it.
    #[must_use]
    pub fn letters(&self) -> String {
        let mut letters = String::new();
        let mut before = None;
        for cell in &self.cells {
            if before.is_some_and(|side| side != cell.side) {
                letters.push(' ');
            }
            letters.push(super::entry::side_letter(cell.side));
            before = Some(cell.side);
        }
        letters
    }
}
