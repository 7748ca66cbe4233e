//! Where cells stand: columns that go down, dragon tails, and the part of a board that is shown.

use std::ops::Range;

use super::{Policy, Rows, Tail};

/// A cell of a board, counted from the top left corner and from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "a column and a row")]
pub struct Place {
    pub column: usize,
    pub row: usize,
}

impl Place {
    /// The top left corner.
    pub const FIRST: Self = Self { column: 0, row: 0 };

    pub(super) const fn below(self) -> Self {
        Self { column: self.column, row: self.row + 1 }
    }

    pub(super) const fn right(self) -> Self {
        Self { column: self.column + 1, row: self.row }
    }
}

/// How much of a road is shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Window {
    /// All of it.
    #[default]
    Whole,
    /// At most so many columns: the last ones, or those from the newest cell on if that stands left of them.
    Columns(usize),
}

impl Window {
    /// The columns shown of a road `width` columns wide whose newest cell stands in column `newest`.
    #[must_use]
    pub fn columns(self, width: usize, newest: usize) -> Range<usize> {
        match self {
            Self::Whole => 0..width,
            Self::Columns(most) => {
                let from = width.saturating_sub(most).min(newest);
                from..width.min(from.saturating_add(most))
            }
        }
    }
}

/// Puts runs onto a board, cell by cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Board {
    rows: Rows,
    tail: Tail,
    /// The cells taken in each column, one bit a row.
    taken: Vec<u32>,
    /// The column of the current run's head, and its last cell.
    current: Option<(usize, Place)>,
}

impl Board {
    pub(super) const fn new(policy: Policy) -> Self {
        Self { rows: policy.rows, tail: policy.tail, taken: Vec::new(), current: None }
    }

    /// The number of columns in use.
    pub(super) const fn width(&self) -> usize {
        self.taken.len()
    }

    /// Where the next cell of the current run would stand, or the head of a new run.
    pub(super) fn next(&self, continues: bool) -> Place {
        match self.current {
            None => Place::FIRST,
            Some((head, last)) if continues => self.next_in_run(head, last),
            Some((head, _)) => self.first_free(Place { column: head + 1, row: 0 }),
        }
    }

    fn next_in_run(&self, head: usize, last: Place) -> Place {
        let turned = last.column > head;
        let may_go_down = self.tail == Tail::DownFirst || !turned;
        if may_go_down && self.is_free(last.below()) { last.below() } else { self.first_free(last.right()) }
    }

    /// The first free cell from here to the right. For tails this is always the very next one: an older tail that
    /// stood there would have stood in this run's own column before.
    fn first_free(&self, from: Place) -> Place {
        let mut place = from;
        while !self.is_free(place) {
            place = place.right();
        }
        place
    }

    fn is_free(&self, place: Place) -> bool {
        let taken = self.taken.get(place.column).copied().unwrap_or_default();
        place.row < self.rows.get() && taken & bit(place.row) == 0
    }

    /// Takes the next cell.
    pub(super) fn take(&mut self, continues: bool) -> Place {
        let place = self.next(continues);
        self.taken.resize(self.taken.len().max(place.column + 1), 0);
        if let Some(column) = self.taken.get_mut(place.column) {
            *column |= bit(place.row);
        }
        let head = self.current.filter(|_| continues).map_or(place.column, |(head, _)| head);
        self.current = Some((head, place));
        place
    }
}

const fn bit(row: usize) -> u32 {
    1 << row
}
