//! How cards are dealt to the hands, and who draws a third one.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::notation::{Cite, Digits, DrawRow, Text};

/// How the first four cards are dealt.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dealing {
    /// To which hand each of the four cards goes.
    pub order: Vec<HandName>,
    /// The clauses.
    pub cite: Cite,
    /// Other clauses where something was chosen: the first that was.
    #[serde(default)]
    pub chosen: Vec<ChosenCite>,
}

/// The clauses under a choice.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChosenCite {
    /// Only under this choice, as `option=choice`.
    pub when: String,
    /// The clauses.
    pub cite: Cite,
}

/// One of the two hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the two hands")]
pub enum HandName {
    Player,
    Banker,
}

impl From<HandName> for banco_cards::Side {
    fn from(name: HandName) -> Self {
        match name {
            HandName::Player => Self::Player,
            HandName::Banker => Self::Banker,
        }
    }
}

/// Who draws a third card.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Drawing {
    /// The clauses by which the dealer finds out whether third cards are due.
    #[serde(default)]
    pub cite: Cite,
    /// The clauses by which no hand gets more than a third card.
    #[serde(default)]
    pub limit_cite: Cite,
    /// Two-card counts that stop all drawing.
    pub natural: NaturalRule,
    /// The Player's hand.
    pub player: PlayerDraws,
    /// The Banker's hand.
    pub banker: BankerDraws,
}

/// Two-card counts that stop all drawing.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NaturalRule {
    /// The counts.
    pub totals: Digits,
    /// The clauses.
    pub cite: Cite,
}

/// When the Player's hand draws.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerDraws {
    /// Two-card counts on which it draws.
    pub draws: Digits,
    /// The clauses behind drawing.
    pub draws_cite: Cite,
    /// Two-card counts on which it stands.
    pub stands: Digits,
    /// The clauses behind standing.
    pub stands_cite: Cite,
    /// Two-card counts on which whoever controls the hand chooses.
    pub chooses: Option<PlayerChoice>,
}

/// When somebody may choose for the Player's hand.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerChoice {
    /// The two-card counts.
    pub totals: Digits,
    /// Only when the Banker's first card, which is exposed, counts one of these.
    pub first_banker_card: Option<Digits>,
    /// Whether each bettor chooses alone and the card is dealt in any case.
    #[serde(default)]
    pub each_bettor: bool,
    /// The clauses.
    pub cite: Cite,
    /// The reading, where the text leaves a doubt.
    pub reading: Option<String>,
}

/// When the Banker's hand draws.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BankerDraws {
    /// The table: for each two-card count 0 to 7, eleven cells `D` or `S` for the Player's third card 0 to 9 and none.
    pub table: BTreeMap<String, Text<DrawRow>>,
    /// The clauses behind a cell when the Player's hand took a third card, by two-card count.
    pub cite: BTreeMap<String, Cite>,
    /// The clauses behind the last column, when the Player's hand stood.
    pub stood_cite: Cite,
    /// Cells in which the Banker may choose under an option.
    pub optional: Option<OptionalCells>,
    /// The reading, where the text leaves a doubt.
    pub reading: Option<String>,
}

/// Cells of the table in which the Banker may choose.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OptionalCells {
    /// The choice under which they are open, as `option=choice`.
    pub when: String,
    /// The cells.
    pub cells: Vec<DrawCell>,
    /// The clauses.
    pub cite: Cite,
    /// The reading.
    pub reading: Option<String>,
}

/// A cell of the Banker's table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawCell {
    /// The Banker's two-card count.
    pub banker: u8,
    /// The Player's third card; absent when the Player's hand stood.
    pub third: Option<u8>,
}
