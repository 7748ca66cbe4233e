//! What a table posts: its wagers with pays and limits, the house's edge, who draws, vigorish, what must be seen, and
//! everything that is in force, each with its clauses.

use schemars::JsonSchema;
use serde::Serialize;

use crate::value::{Card, Money};

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
    /// The licensee's share of winning or tied wagers; nothing where none is taken.
    pub vigorish: Option<PostedVigorish>,
    /// Who draws a third card.
    pub draws: PostedDraws,
    /// The Personal King-9 of each seat that has one.
    pub king_nines: Vec<PostedKingNine>,
    /// What the text wants to be seen at this table.
    pub signs: Vec<PostedSign>,
    /// What people say, and when.
    pub calls: Vec<PostedCall>,
    /// What people do.
    pub steps: Vec<PostedSign>,
    /// What goes wrong, and what happens then.
    pub irregularities: Vec<PostedIrregularity>,
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
    /// The pay table, where the text has several.
    pub paytable: Option<String>,
    /// The suits that were chosen for lines that name a suit.
    pub suits: Vec<&'static str>,
    /// Whether a wager on a hand must stand beside it.
    pub needs_base: bool,
    /// Whether wagers for the dealer may be made on it: `not_said`, `allowed`, `with_own_wager`, `forbidden`.
    pub for_dealer: &'static str,
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

/// The licensee's share.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PostedVigorish {
    /// The rate, in percent.
    pub rate: String,
    /// Of winning Banker wagers (`win`) or of tied ones (`tie`).
    pub on: &'static str,
    /// When it is collected, in words.
    pub collected: String,
    /// The clauses.
    pub clauses: Vec<String>,
}

/// Who draws a third card.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PostedDraws {
    /// What the text calls the Player's hand.
    pub player_name: String,
    /// What the text calls the Banker's hand.
    pub banker_name: String,
    /// Two-card counts that stop all drawing.
    pub naturals: Vec<u8>,
    /// Two-card counts on which the Player's hand draws.
    pub player_draws: Vec<u8>,
    /// Two-card counts on which it stands.
    pub player_stands: Vec<u8>,
    /// Two-card counts on which somebody chooses for it.
    pub player_chooses: Vec<u8>,
    /// The clauses behind all of these.
    pub clauses: Vec<String>,
    /// The Banker's hand, by its two-card count.
    pub banker: Vec<PostedDrawRow>,
}

/// A row of the Banker's drawing table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PostedDrawRow {
    /// The two-card count.
    pub count: u8,
    /// `draw`, `stand` or `choose`: by the Player's third card, 0 to 9, and last where there is none.
    pub cells: Vec<&'static str>,
    /// The clauses.
    pub clauses: Vec<String>,
}

/// The Personal King-9 of a seat.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct PostedKingNine {
    /// The number of the seat.
    pub seat: u8,
    /// Its King.
    pub king: Card,
    /// Its Nine.
    pub nine: Card,
}

/// What somebody says.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PostedCall {
    /// The words.
    pub says: Vec<String>,
    /// Who says it.
    pub by: String,
    /// When.
    pub moment: String,
    /// The clauses.
    pub clauses: Vec<String>,
}

/// What goes wrong, and what happens then.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PostedIrregularity {
    /// What went wrong.
    pub event: String,
    /// What happens then.
    pub then: String,
    /// The clauses.
    pub clauses: Vec<String>,
}
