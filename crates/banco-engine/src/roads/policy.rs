//! The choices that a house makes about its roads.

use super::Kind;

/// How a house draws its roads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Policy {
    /// How many rows every road has.
    pub rows: Rows,
    /// Where a run goes when it cannot go down.
    pub tail: Tail,
    /// Whether free hands are on the roads.
    pub free_hands: FreeHands,
    /// Whether simulated rounds are on the roads.
    pub simulated_rounds: SimulatedRounds,
}

impl Policy {
    /// Whether a coup of this kind is on the roads.
    #[must_use]
    pub fn records(&self, kind: Kind) -> bool {
        match kind {
            Kind::Wagered => true,
            Kind::FreeHand => self.free_hands == FreeHands::Recorded,
            Kind::Simulated => self.simulated_rounds == SimulatedRounds::Recorded,
        }
    }
}

/// Where a run goes when the cell below is taken or there is none: its dragon tail.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Tail {
    /// Right, and down again as soon as that is possible.
    #[default]
    DownFirst,
    /// Right, and on that row to its end.
    Stay,
}

/// What becomes of free hands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FreeHands {
    /// On the roads, with a notch.
    #[default]
    Recorded,
    /// Left off.
    LeftOff,
}

/// What becomes of simulated rounds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SimulatedRounds {
    /// On the roads, with a notch.
    Recorded,
    /// Left off.
    #[default]
    LeftOff,
}

/// The number of rows of a board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rows(u8);

/// A board of so many rows cannot be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a board has {least} to {most} rows, not `{0}`", least = Rows::LEAST, most = Rows::MOST)]
pub struct RowsError(pub usize);

impl Rows {
    /// The fewest rows.
    pub const LEAST: usize = 1;
    /// The most rows; a column of the board is kept in as many bits.
    pub const MOST: usize = 32;

    /// So many rows.
    ///
    /// # Errors
    /// There is at least one row, and at most [`Rows::MOST`].
    pub fn new(rows: usize) -> Result<Self, RowsError> {
        let small = u8::try_from(rows).map_err(|_| RowsError(rows))?;
        if (Self::LEAST..=Self::MOST).contains(&rows) { Ok(Self(small)) } else { Err(RowsError(rows)) }
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> usize {
        self.0 as usize
    }
}

impl Default for Rows {
    /// Six, as on every board of a casino.
    fn default() -> Self {
        Self(6)
    }
}
