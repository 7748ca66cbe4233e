//! Where a Must Hit meter is hidden to hit: a density over the way from its reset to its maximum.

use crate::exact::{Fraction, whole};

/// Why points make no density.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TriggerError {
    /// Fewer than two points, or not from the reset to the maximum.
    #[error("the points must begin at the reset and end at the maximum")]
    Ends,
    /// Points that go back.
    #[error("the points must rise from the reset to the maximum")]
    Order,
    /// A negative weight, or no weight at all.
    #[error("the weights must not be negative, and not all zero")]
    Weight,
}

/// The distribution of a hidden trigger: a density that is straight between points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trigger {
    /// Positions from 0 (the reset) to 1 (the maximum), each with its weight.
    points: Vec<(Fraction, Fraction)>,
    /// The area below the weights up to each point, and at the end all of it.
    areas: Vec<Fraction>,
}

impl Default for Trigger {
    fn default() -> Self {
        Self::uniform()
    }
}

impl Trigger {
    /// Equally likely everywhere (reading G4).
    #[must_use]
    pub fn uniform() -> Self {
        Self::straight(1, 1)
    }

    /// Likeliest at the reset, falling in a straight line to nothing at the maximum.
    #[must_use]
    pub fn early() -> Self {
        Self::straight(1, 0)
    }

    /// Likeliest at the maximum, rising in a straight line from nothing at the reset.
    #[must_use]
    pub fn late() -> Self {
        Self::straight(0, 1)
    }

    fn straight(from: i64, to: i64) -> Self {
        Self::with_areas(vec![(whole(0), whole(from)), (whole(1), whole(to))])
    }

    /// A density of which the areas are worked out once, however often it is asked.
    fn with_areas(points: Vec<(Fraction, Fraction)>) -> Self {
        let mut areas = vec![whole(0)];
        let mut sum = whole(0);
        for ((from, low), (to, high)) in points.iter().zip(points.iter().skip(1)) {
            sum += (to - from) * (low + high) / whole(2);
            areas.push(sum.clone());
        }
        Self { points, areas }
    }

    /// A density that is straight between these points: positions from 0 (the reset) to 1 (the maximum), and weights.
    ///
    /// # Errors
    /// The points do not lead from the reset to the maximum, or have no weight.
    pub fn through(points: Vec<(Fraction, Fraction)>) -> Result<Self, TriggerError> {
        let ends =
            points.first().map(|point| point.0.clone()).zip(points.last().map(|point| point.0.clone()));
        if ends != Some((whole(0), whole(1))) {
            return Err(TriggerError::Ends);
        }
        if points.iter().zip(points.iter().skip(1)).any(|(one, next)| one.0 >= next.0) {
            return Err(TriggerError::Order);
        }
        let made = Self::with_areas(points);
        let no_area = made.areas.last().is_none_or(|area| *area <= whole(0));
        if made.points.iter().any(|(_, weight)| *weight < whole(0)) || no_area {
            return Err(TriggerError::Weight);
        }
        Ok(made)
    }

    /// The chance that the trigger is at this position or before it.
    #[must_use]
    pub fn reached(&self, position: &Fraction) -> Fraction {
        if *position <= whole(0) {
            whole(0)
        } else if *position >= whole(1) {
            whole(1)
        } else {
            let area = self.areas.last().cloned().unwrap_or_else(|| whole(1));
            self.below(position) / area
        }
    }

    /// The area below the weights, up to a position.
    fn below(&self, position: &Fraction) -> Fraction {
        let next = self.points.partition_point(|(place, _)| place <= position);
        let at = next.saturating_sub(1);
        let before = self.areas.get(at).cloned().unwrap_or_else(|| whole(0));
        let (Some((from, low)), Some((to, high))) = (self.points.get(at), self.points.get(next)) else {
            return before;
        };
        let weight = low + (high - low) * (position - from) / (to - from);
        before + (position - from) * (low + weight) / whole(2)
    }
}
