//! From figures to words.

use serde::Serialize;

use super::exact::Distance;

/// Up to this shift a measure passes. One look at one stack then tells the procedure from a perfect shuffle hardly
/// better than a guess: for a bell curve moved by a quarter of its deviation, total variation is 0.1.
pub const MIXED: f64 = 0.25;

/// From this shift on a measure fails: total variation is 0.38.
pub const FAILED: f64 = 1.0;

/// The same two, for total variation itself.
const MIXED_EXACTLY: f64 = 0.1;
const FAILED_EXACTLY: f64 = 0.38;

/// How well cards are mixed, in one respect or in all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Judgement {
    /// Nothing is left of the old stack that these measures could see.
    Mixed,
    /// Something is left, which a computer would find.
    Traces,
    /// Enough is left for people to use.
    NotMixed,
    /// Most of the old stack is there as it was.
    NotAtAll,
}

impl Judgement {
    /// By the shift of a measure, in deviations of one perfect shuffle.
    #[must_use]
    pub fn from_shift(shift: f64) -> Self {
        match shift.abs() {
            shift if shift < MIXED => Self::Mixed,
            shift if shift < FAILED => Self::Traces,
            _ => Self::NotMixed,
        }
    }

    /// By what is known exactly; a bound that is not small tells nothing.
    #[must_use]
    pub fn exact(distance: &Distance) -> Option<Self> {
        match distance.total_variation {
            variation if variation < MIXED_EXACTLY => Some(Self::Mixed),
            _ if distance.at_most => None,
            variation if variation < FAILED_EXACTLY => Some(Self::Traces),
            _ => Some(Self::NotMixed),
        }
    }

    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Mixed => "mixed",
            Self::Traces => "traces",
            Self::NotMixed => "not mixed",
            Self::NotAtAll => "not mixed at all",
        }
    }
}

/// The verdict: for people who remember order, for people who follow slugs (card counters), for people who read backs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Verdict {
    /// The worse of order and slugs.
    pub overall: Judgement,
    /// What of the order is left.
    pub order: Judgement,
    /// What is left of where cards lay.
    pub slugs: Judgement,
    /// How well turned cards are mixed with others; none if no step turns cards.
    pub backs: Option<Judgement>,
    /// The same in plain words, a sentence or two for each.
    pub words: Vec<String>,
}
