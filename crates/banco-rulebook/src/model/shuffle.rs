//! The `manual_shuffle` of `rulebook.toml`: what a shuffle by hand must have, and procedures that have it.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::notation::Cite;

/// What the text asks of a shuffle by hand.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ManualShuffle {
    /// The steps that it must have.
    pub steps: Vec<ShuffleRule>,
    /// Procedures that have them, by name.
    #[serde(default)]
    pub procedures: Vec<ShuffleProcedure>,
    /// The clauses.
    pub cite: Cite,
    /// The reading, where the text leaves a doubt.
    pub reading: Option<String>,
}

/// A step that a shuffle by hand must have.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShuffleRule {
    /// The step.
    pub step: StepName,
    /// Only under this choice, as `option=choice`.
    pub when: Option<String>,
    /// At least so many times.
    #[serde(default = "once")]
    pub times: u8,
    /// About so many decks at once.
    pub about_decks: Option<u8>,
    /// Whether it comes before all riffles.
    #[serde(default)]
    pub before_riffles: bool,
    /// Not before so many riffles.
    #[serde(default)]
    pub after_riffles: u8,
    /// The step that must come next.
    pub then: Option<StepName>,
    /// Whether nothing may follow it.
    #[serde(default)]
    pub last: bool,
    /// The clauses.
    pub cite: Cite,
}

const fn once() -> u8 {
    1
}

/// A way to shuffle by hand.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShuffleProcedure {
    /// Its name.
    pub id: String,
    /// What it is.
    pub summary: String,
    /// The choice that it carries out, as `option=choice`.
    pub when: Option<String>,
    /// The steps in the notation of `banco shuffle`, such as `riffle, riffle, strip 5, riffle; cut`.
    pub does: String,
    /// The clauses.
    pub cite: Cite,
    /// The reading, where the text leaves a doubt.
    pub reading: Option<String>,
}

/// A step of a shuffle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StepName {
    /// The cards are spread on the table and stirred.
    Wash,
    /// Two piles are interleaved.
    Riffle,
    /// Running cuts: packets are drawn off the top, each onto the one before.
    Strip,
    /// Some cards are spread evenly over the others.
    Lace,
    /// The unused cards are slipped into the others.
    Plug,
    /// Half of the cards is turned end for end.
    Turn,
    /// The halves change places.
    Box,
    /// What lies in front of the cut card goes to the back.
    Cut,
    /// A machine lays each card at random on one of several shelves.
    Shelf,
}

impl StepName {
    /// Every step.
    pub const ALL: [Self; 9] = [
        Self::Wash,
        Self::Riffle,
        Self::Strip,
        Self::Lace,
        Self::Plug,
        Self::Turn,
        Self::Box,
        Self::Cut,
        Self::Shelf,
    ];

    /// The word for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Wash => "wash",
            Self::Riffle => "riffle",
            Self::Strip => "strip",
            Self::Lace => "lace",
            Self::Plug => "plug",
            Self::Turn => "turn",
            Self::Box => "box",
            Self::Cut => "cut",
            Self::Shelf => "shelf",
        }
    }
}
