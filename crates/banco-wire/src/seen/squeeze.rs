//! What is seen while it happens, and kept nowhere: how long there is time, and how far somebody has turned up the edge of a
//! card. No face is in it.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

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
    #[serde(deserialize_with = "whole")]
    #[schemars(range(max = 2))]
    pub card: u8,
    /// From where.
    pub edge: Edge,
    /// How far.
    #[serde(deserialize_with = "whole")]
    #[schemars(range(max = 100))]
    pub percent: u8,
}

/// A whole number, also where it is written with a fraction of nothing: to JSON `92.0` is the same as `92`.
fn whole<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    let number = serde_json::Number::deserialize(from)?;
    let text = number.to_string();
    let digits = text.strip_suffix(".0").unwrap_or(&text);
    digits.parse().map_err(|_| serde::de::Error::custom("not a whole number from 0 to 255"))
}
