//! A Rules Submission: the choices of one licensee.

use std::collections::BTreeMap;

use banco_money::{Amount, Currency, Pay, Percent, Rounding};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value as Json;

use banco_cards::Suit;

use crate::model::approval::ApprovalChoice;
use crate::model::condition::Condition;
use crate::model::filing::FiledProcedure;
use crate::model::link::LinkChoice;
use crate::notation::{KingNine, Text};

/// The choices of one licensee for its tables under one rulebook.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SubmissionFile {
    /// The rulebook that is chosen from.
    pub rulebook: String,
    /// What the licensee calls this submission.
    pub name: String,
    /// The way of playing the base game.
    pub variant: Option<String>,
    /// The currency of the table.
    pub currency: Option<Text<Currency>>,
    /// The number of decks.
    pub decks: Option<u8>,
    /// The number of seats; they are numbered from one unless `positions` says otherwise.
    pub seats: Option<u8>,
    /// The numbers printed at the seats, counterclockwise from the dealer's right.
    #[serde(default)]
    pub positions: Vec<u8>,
    /// The rate and rounding of vigorish.
    #[serde(default)]
    pub vigorish: VigorishChoice,
    /// What happens to a fraction of a cent in a payout.
    #[serde(default)]
    pub fractions: Fractions,
    /// Choices between the rulebook's options.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Numbers for the rulebook's settings.
    #[serde(default)]
    pub settings: BTreeMap<String, u32>,
    /// What is unusual and meant: the key, and why.
    #[serde(default)]
    pub acknowledged: BTreeMap<String, String>,
    /// Procedures that the text has the licensee file, by name.
    #[serde(default)]
    pub procedures: BTreeMap<String, FiledProcedure>,
    /// Files with wagers that the rulebook does not print, beside the submission: `["lucky-six.toml"]`.
    #[serde(default)]
    pub wager_files: Vec<String>,
    /// The wagers offered.
    pub wager: Vec<WagerChoice>,
    /// The Personal King-9 of each position, such as `1 = "Ks 9h"`.
    #[serde(default)]
    pub personal_king_9: BTreeMap<String, Text<KingNine>>,
    /// The progressive links of the table.
    #[serde(default)]
    pub link: Vec<LinkChoice>,
    /// Who approves corrections of the table's books.
    #[serde(default)]
    pub approvals: ApprovalChoice,
}

/// The rate and rounding of vigorish.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct VigorishChoice {
    /// The rate.
    pub rate: Option<Text<Percent>>,
    /// The rounding, by its name in the rulebook.
    pub rounding: Option<String>,
    /// When it is collected, by its name in the rulebook.
    pub collected: Option<String>,
}

/// What happens to a fraction of a cent in a payout.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fractions {
    /// Paid down to the cent.
    #[default]
    Down,
    /// Paid up to the cent.
    Up,
}

impl From<Fractions> for Rounding {
    fn from(fractions: Fractions) -> Self {
        match fractions {
            Fractions::Down => Self::Down,
            Fractions::Up => Self::Up,
        }
    }
}

/// A wager offered.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WagerChoice {
    /// The wager's id in the rulebook.
    pub id: String,
    /// The pay table, where there are several.
    pub paytable: Option<String>,
    /// The least wager.
    pub min: Option<Text<Amount>>,
    /// The greatest wager.
    pub max: Option<Text<Amount>>,
    /// The most that all players together are paid in one round.
    pub aggregate: Option<Text<Amount>>,
    /// The fixed amount of the wager, where the rulebook has one.
    pub unit: Option<Text<Amount>>,
    /// Better pays for lines whose printed pays are the least allowed, by line.
    #[serde(default)]
    pub pays: BTreeMap<String, Text<Pay>>,
    /// Lines that the text leaves to the licensee or whose print is cut off.
    #[serde(default)]
    pub lines: Vec<SuppliedLine>,
    /// The suits of suit-specific lines.
    #[serde(default)]
    pub suits: Vec<Text<Suit>>,
    /// How its meters are set up, by meter.
    #[serde(default)]
    pub meters: BTreeMap<String, MeterSetup>,
    /// The must-hit configuration: one that the rulebook names, or the licensee's own figures where it leaves them open.
    pub must_hit: Option<MustHitChoice>,
    /// The positions at which it is offered; all of them if none is named.
    #[serde(default)]
    pub positions: Vec<u8>,
}

/// How Must Hit is run.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum MustHitChoice {
    /// By a configuration of the rulebook.
    Named(String),
    /// By the licensee's own figures.
    Own(MustHitFigures),
}

/// The licensee's own figures for Must Hit.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MustHitFigures {
    /// Where the meter starts.
    pub reset: Text<Amount>,
    /// By where it must have hit.
    pub max: Text<Amount>,
    /// The share of each wager that it takes.
    pub increment: Text<Percent>,
}

/// A line supplied by the licensee.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SuppliedLine {
    /// Its name.
    pub name: String,
    /// When it pays.
    pub when: Condition,
    /// What it pays.
    pub pays: Text<Pay>,
}

/// How a meter is set up.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct MeterSetup {
    /// One of the choices that the rulebook offers.
    pub choice: Option<String>,
    /// From where it starts.
    pub seed: Option<Text<Amount>>,
    /// The share of each wager that it takes.
    pub increment: Option<Text<Percent>>,
    /// The share of each wager that goes to its reserve.
    pub reserve: Option<Text<Percent>>,
}

/// The JSON Schema of the file kinds, by name, for editors.
#[must_use]
pub fn schemas() -> BTreeMap<&'static str, Json> {
    use crate::model::{clause::ClauseFile, reading::ReadingFile, rulebook::RulebookFile, wager};
    BTreeMap::from([
        ("submission", schemars::schema_for!(SubmissionFile).to_value()),
        ("rulebook", schemars::schema_for!(RulebookFile).to_value()),
        ("clauses", schemars::schema_for!(ClauseFile).to_value()),
        ("readings", schemars::schema_for!(ReadingFile).to_value()),
        ("wagers", schemars::schema_for!(wager::WagerFamily).to_value()),
        ("wager", schemars::schema_for!(wager::Wager).to_value()),
    ])
}
