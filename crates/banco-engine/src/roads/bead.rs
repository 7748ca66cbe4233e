//! The bead plate: every hand a bead, down, then right.

use std::ops::Range;

use super::{Place, Rows, Window};

/// All beads of a shoe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BeadPlate {
    rows: Rows,
    beads: Vec<Bead>,
}

/// A bead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bead {
    /// The hand in the history, from 0.
    pub hand: usize,
    /// Where it stands.
    pub place: Place,
}

impl BeadPlate {
    pub(super) const fn new(rows: Rows) -> Self {
        Self { rows, beads: Vec::new() }
    }

    pub(super) fn push(&mut self, hand: usize) {
        self.beads.push(Bead { hand, place: self.next_place() });
    }

    /// Where the next bead will stand.
    #[must_use]
    pub fn next_place(&self) -> Place {
        let rows = self.rows.get();
        Place { column: self.beads.len() / rows, row: self.beads.len() % rows }
    }

    /// The beads, oldest first.
    #[must_use]
    pub fn beads(&self) -> &[Bead] {
        &self.beads
    }

    /// The number of columns in use.
    #[must_use]
    pub fn width(&self) -> usize {
        self.beads.len().div_ceil(self.rows.get())
    }

    /// The columns shown. Whole columns leave on the left: no bead ever changes its row.
    #[must_use]
    pub fn shown(&self, window: Window) -> Range<usize> {
        window.columns(self.width(), self.beads.last().map_or(0, |bead| bead.place.column))
    }
}
