//! All tables at a glance.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ResultSeen;
use crate::value::Money;
use crate::word::{Pause, Phase};

/// Who deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Dealing {
    /// The house deals by itself, from a virtual shoe.
    Automatic,
    /// A dealer does.
    Dealer,
}

/// A table in the lobby.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LobbyTable {
    /// Its number.
    pub table: u32,
    /// What people call it.
    pub name: String,
    /// The pit in which it stands.
    pub pit: String,
    /// The rulebook.
    pub rulebook: String,
    /// The printed name of the rulebook.
    pub rulebook_name: String,
    /// The name of the submission.
    pub submission: String,
    /// What is going on.
    pub phase: Phase,
    /// Why nothing goes on.
    pub pause: Option<Pause>,
    /// Who deals.
    pub dealing: Dealing,
    /// How many seats there are.
    pub seats: usize,
    /// How many of them are taken.
    pub taken: usize,
    /// The least wager on a hand.
    pub least: Option<Money>,
    /// The greatest wager on a hand.
    pub most: Option<Money>,
    /// Which shoe since the table opened.
    pub shoe: u32,
    /// The results of this shoe, for the roads.
    pub results: Vec<ResultSeen>,
    /// What its meters show.
    pub meters: Vec<LobbyMeter>,
    /// Seconds for wagers.
    pub betting_seconds: u64,
    /// Whether it is for play money.
    pub play_money: bool,
}

/// A meter in the lobby.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LobbyMeter {
    /// The link it belongs to.
    pub link: String,
    /// Its name.
    pub meter: String,
    /// Its printed name.
    pub name: String,
    /// What it shows.
    pub value: Option<Money>,
}
