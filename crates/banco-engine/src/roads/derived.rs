//! The derived roads: how regular the big road is, compared with itself one, two or three runs earlier.

use std::ops::Range;

use super::grid::Board;
use super::{Place, Policy, Window};

/// One of the three derived roads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the three derived roads")]
pub enum DerivedRoad {
    BigEyeBoy,
    SmallRoad,
    CockroachPig,
}

/// A mark of a derived road. The colours say how regular the big road is, and nothing of Banker and Player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// Regular: as the run compared with.
    Red,
    /// Irregular: unlike it.
    Blue,
}

impl Mark {
    /// `R` or `B`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Red => 'R',
            Self::Blue => 'B',
        }
    }

    const fn red_if(regular: bool) -> Self {
        if regular { Self::Red } else { Self::Blue }
    }
}

impl DerivedRoad {
    /// All three, in the order in which boards show them.
    pub const ALL: [Self; 3] = [Self::BigEyeBoy, Self::SmallRoad, Self::CockroachPig];

    /// How many runs earlier this road looks.
    const fn back(self) -> usize {
        match self {
            Self::BigEyeBoy => 1,
            Self::SmallRoad => 2,
            Self::CockroachPig => 3,
        }
    }

    /// The mark that the next win makes on this road, given the lengths of the runs so far and whether it goes on with
    /// the last of them. There is one only if the run compared with exists.
    #[must_use]
    pub fn next_mark(self, runs: &[usize], continues: bool) -> Option<Mark> {
        let current = runs.last()?;
        let earlier = runs.iter().rev().nth(self.back())?;
        if continues {
            // Going down: irregular exactly where the earlier run has just ended. Further down both are "nothing
            // there", and that is regular again.
            Some(Mark::red_if(*current != *earlier))
        } else {
            // A new column: were the run that ends now and the earlier one equally long?
            Some(Mark::red_if(current == earlier))
        }
    }
}

/// A derived road of a shoe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Derived {
    /// Which one.
    pub road: DerivedRoad,
    board: Board,
    cells: Vec<DerivedCell>,
}

/// A cell of a derived road.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DerivedCell {
    /// The hand in the history that made it, from 0.
    pub hand: usize,
    /// Its colour.
    pub mark: Mark,
    /// Where it stands.
    pub place: Place,
}

impl Derived {
    pub(super) const fn new(road: DerivedRoad, policy: Policy) -> Self {
        Self { road, board: Board::new(policy), cells: Vec::new() }
    }

    fn continues(&self, mark: Mark) -> bool {
        self.cells.last().is_some_and(|last| last.mark == mark)
    }

    pub(super) fn push(&mut self, hand: usize, mark: Mark) {
        let place = self.board.take(self.continues(mark));
        self.cells.push(DerivedCell { hand, mark, place });
    }

    /// Where such a mark would stand.
    #[must_use]
    pub fn next_place(&self, mark: Mark) -> Place {
        self.board.next(self.continues(mark))
    }

    /// The cells, oldest first.
    #[must_use]
    pub fn cells(&self) -> &[DerivedCell] {
        &self.cells
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

    /// The marks as letters: `RRB`.
    #[must_use]
    pub fn letters(&self) -> String {
        self.cells.iter().map(|cell| cell.mark.letter()).collect()
    }
}
