//! What a table posts: wagers, pays, limits, edges, terms and readings.

use schemars::JsonSchema;
use serde::Serialize;

use crate::value::Money;

/// Everything that a table posts.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Posted {
    /// The rules to the byte: rulebook, edition, hashes.
    pub rules: String,
    /// The rulebook.
    pub rulebook: String,
    /// Its printed name.
    pub rulebook_name: String,
    /// Which text, and of what date.
    pub edition: String,
    /// The name of the submission.
    pub name: String,
    /// Who holds the bank: `house`, `players_in_turn`, `player_dealer`.
    pub bank: &'static str,
    /// The currency.
    pub currency: String,
    /// With how many decks it is played.
    pub decks: u8,
    /// The printed numbers of the seats.
    pub seats: Vec<u8>,
    /// The wagers.
    pub wagers: Vec<PostedWager>,
    /// Everything that is in force.
    pub terms: Vec<PostedTerm>,
    /// What the text wants to be seen at the table.
    pub signs: Vec<PostedSign>,
    /// What doubtful passages are taken to mean.
    pub readings: Vec<PostedReading>,
}

/// A wager that is offered.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PostedWager {
    /// Its name in commands.
    pub spot: String,
    /// Its name for people.
    pub label: String,
    /// `base`, `bonus` or `progressive`.
    pub kind: &'static str,
    /// The least wager.
    pub least: Option<Money>,
    /// The greatest wager.
    pub most: Option<Money>,
    /// The only wagers, where the price is fixed.
    pub units: Vec<Money>,
    /// The most that all players together are paid in one round.
    pub aggregate: Option<Money>,
    /// The seats that carry it, where not all do.
    pub seats: Option<Vec<u8>>,
    /// What it pays, highest rank first.
    pub pays: Vec<PostedPay>,
    /// The house's edge; nothing where it depends on the seat, on a choice or on what meters hold.
    pub edge: Option<PostedEdge>,
    /// Why there is no edge.
    pub no_edge: Option<&'static str>,
    /// The clauses.
    pub clauses: Vec<String>,
}

/// A line of a pay table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PostedPay {
    /// Its printed name.
    pub line: String,
    /// What it pays: `40 to 1`.
    pub pays: String,
    /// The clauses.
    pub clauses: Vec<String>,
}

/// The house's edge on a wager, from a full shoe.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PostedEdge {
    /// In percent, rounded to four places.
    pub percent: String,
    /// Exactly.
    pub numerator: String,
    /// Exactly.
    pub denominator: String,
}

/// Something that is in force.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PostedTerm {
    /// The key of a submission that sets it.
    pub key: String,
    /// What is in force.
    pub value: String,
    /// What that means.
    pub meaning: String,
    /// Whether the submission does not name it.
    pub by_default: bool,
    /// The clauses, or the reading where there are none.
    pub clauses: Vec<String>,
}

/// Something that must be seen at the table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PostedSign {
    /// Its name.
    pub id: String,
    /// What it is.
    pub summary: String,
    /// The clauses.
    pub clauses: Vec<String>,
}

/// What a doubtful passage is taken to mean.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PostedReading {
    /// A short name.
    pub id: String,
    /// What is read.
    pub says: String,
    /// Why.
    pub why: String,
    /// The clauses.
    pub clauses: Vec<String>,
}
