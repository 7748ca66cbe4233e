//! The shoe: burning, cutting, offering it, and its end.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::model::procedure::NextCards;
use crate::model::rulebook::Item;
use crate::model::vocabulary::PassId;
use crate::notation::Cite;

/// The cards that go out before the first hand.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Burn {
    /// How many further cards follow a first card of each rank, `A` to `K`.
    pub counts: BTreeMap<String, u8>,
    /// Whether the burnt cards are shown to the players.
    pub shown: Shown,
    /// The clauses.
    #[serde(default)]
    pub cite: Cite,
    /// The reading, where the text leaves a doubt.
    pub reading: Option<String>,
}

/// Whether something is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    /// To the players.
    ToPlayers,
    /// The text does not say.
    NotSaid,
}

/// Which way round the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the two directions")]
pub enum Direction {
    Clockwise,
    Counterclockwise,
}

/// Where an offer or a settlement begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// The occupied seat with the highest number.
    HighestSeat,
    /// Seat one.
    SeatOne,
    /// The dealer's right hand.
    DealersRight,
    /// The participant who bids most.
    HighestBid,
    /// Wherever the house begins.
    House,
    /// The seat that the action button marks.
    ActionButton,
    /// The last curator.
    LastCurator,
}

/// Who cuts, and where the cut cards go.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cut {
    /// Who is asked first.
    pub first: Start,
    /// Who is asked first before a later shoe, where that differs.
    pub later_first: Option<Start>,
    /// Which way the offer goes on.
    pub direction: Direction,
    /// The fewest cards from either end.
    pub from_either_end: u16,
    /// The fewest cards between the cut card that ends the shoe and the back of the stack.
    pub cut_card_from_back: u16,
    /// The clauses.
    #[serde(default)]
    pub cite: Cite,
    /// The reading, where the text leaves a doubt.
    pub reading: Option<String>,
}

/// Who is offered the shoe, the bank or the player/dealer position.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// What is offered.
    pub of: String,
    /// Who is asked first.
    pub first: Start,
    /// Which way the offer goes on.
    pub direction: Direction,
    /// Who takes it when nobody does.
    pub if_nobody: String,
    /// When it must be passed on.
    pub passes: Vec<Item<PassId>>,
    /// The clauses.
    pub cite: Cite,
    /// The reading, where the text leaves a doubt.
    pub reading: Option<String>,
}

/// How a shoe ends.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EndOfShoe {
    /// How many rounds follow the one in which the cut card shows.
    pub further_rounds: u8,
    /// What the dealer says then.
    pub call: Option<String>,
    /// Where the cards of the next shoe come from.
    #[serde(default)]
    pub next_cards: NextCards,
    /// The clauses.
    #[serde(default)]
    pub cite: Cite,
    /// The reading, where the text leaves a doubt.
    pub reading: Option<String>,
}
