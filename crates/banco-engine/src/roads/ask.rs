//! Ask: what the board would draw next. It predicts nothing.

use banco_cards::Side;

use super::{DerivedRoad, Mark, Place};

/// What the board would draw if one hand won next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ask {
    /// The hand that would win.
    pub side: Side,
    /// Where its bead would stand.
    pub bead: Place,
    /// Where its cell of the big road would stand.
    pub big_road: Place,
    pub(super) derived: [Option<(Mark, Place)>; 3],
}

impl Ask {
    /// The mark and its place on a derived road, if it would get one.
    #[must_use]
    pub const fn cell(&self, road: DerivedRoad) -> Option<(Mark, Place)> {
        let [big_eye_boy, small_road, cockroach_pig] = self.derived;
        match road {
            DerivedRoad::BigEyeBoy => big_eye_boy,
            DerivedRoad::SmallRoad => small_road,
            DerivedRoad::CockroachPig => cockroach_pig,
        }
    }

    /// The mark on a derived road, if it would get one.
    #[must_use]
    pub fn mark(&self, road: DerivedRoad) -> Option<Mark> {
        self.cell(road).map(|(mark, _)| mark)
    }
}
