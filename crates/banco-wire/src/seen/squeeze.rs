//! What is seen while it happens, and kept nowhere: how long there is time, and how far somebody has turned up the edge of a
//! card. No face is in it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ClockSeen;

/// Something that passes: `{"clock":{..}}` or `{"squeeze":{..}}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Passing {
    /// There is other time than before, or none.
    Clock(Option<ClockSeen>),
    /// A card is turned up.
    Squeeze(Squeezed),
}

/// From where a card is turned up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    /// The upper short edge.
    Top,
    /// The corner beside it on the right.
    TopRight,
    /// The long edge on the right.
    Right,
    /// The lower corner on the right.
    BottomRight,
    /// The lower short edge.
    Bottom,
    /// The lower corner on the left.
    BottomLeft,
    /// The long edge on the left.
    Left,
    /// The upper corner on the left.
    TopLeft,
}

/// One of the two hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SqueezedHand {
    /// The Player's.
    Player,
    /// The Banker's.
    Banker,
}

/// How far a card is turned up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Squeezed {
    /// Of which hand.
    pub side: SqueezedHand,
    /// Which of its cards, from zero.
    #[schemars(range(max = 2))]
    pub card: u8,
    /// From where.
    pub edge: Edge,
    /// How far.
    #[schemars(range(max = 100))]
    pub percent: u8,
}
