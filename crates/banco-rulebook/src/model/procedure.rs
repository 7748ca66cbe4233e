//! What people do with the cards: before a shoe, and while a round is dealt.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::notation::{Cite, OneOrMany};

/// One thing that is done with the cards before a shoe; the list is in the order of doing.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PreparationStep {
    /// Its name.
    pub id: String,
    /// What is done.
    pub summary: String,
    /// Who does it.
    pub by: StepBy,
    /// How many different people do it, one after the other.
    #[serde(default = "one")]
    pub people: u8,
    /// Before which shoes.
    #[serde(default)]
    pub shoe: BeforeShoe,
    /// Whether it may be done ahead, with the batch that is not in play, while a shoe is dealt.
    #[serde(default)]
    pub ahead: bool,
    /// Whether participants may look at the cards before it is done, so that it waits for the first of them.
    #[serde(default)]
    pub after_inspection: bool,
    /// Whether it is part of a shuffle by hand, which is held against the filed one where it is told step by step.
    #[serde(default)]
    pub by_hand: bool,
    /// Only under one of these choices, as `option=choice`.
    #[serde(default)]
    pub when: OneOrMany<String>,
    /// Not under any of these choices.
    #[serde(default)]
    pub unless: OneOrMany<String>,
    /// The step of another choice that it replaces where that one cannot be done.
    pub in_place_of: Option<String>,
    /// The clauses.
    pub cite: Cite,
    /// The reading, where the text leaves a doubt.
    pub reading: Option<String>,
}

const fn one() -> u8 {
    1
}

/// Who does a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StepBy {
    /// A dealer of the table.
    Dealer,
    /// The floorperson or supervisor.
    Floor,
    /// The surveillance department.
    Surveillance,
}

/// Before which shoes a step is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BeforeShoe {
    /// Before every one.
    #[default]
    Every,
    /// Before the first one after the table has opened.
    First,
    /// Whenever cards come to the table that have not been in play.
    NewCards,
    /// When a card was found missing.
    CardMissing,
}

/// Where the cards of the next shoe come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NextCards {
    /// The same cards are shuffled again.
    #[default]
    Same,
    /// New decks replace them.
    New,
}

/// How cards are laid out and turned.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Handling {
    /// Only under this choice, as `option=choice`.
    pub when: Option<String>,
    /// The way.
    pub cards: CardHandling,
    /// The clauses.
    pub cite: Cite,
}

/// How cards are laid out and turned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CardHandling {
    /// Dealt face up.
    FaceUp,
    /// Dealt face down; the dealer turns the first four together, third cards are dealt face up.
    TurnedByDealer,
    /// Dealt face down and handed to the highest bettor on each hand, who returns them face up.
    HandedOver,
    /// Dealt face down to those who control the hands, who look and announce; third cards are dealt face up.
    Private,
    /// Dealt face down; the dealer opens the Player hand and the other hand's first card, and the rest after any
    /// decision of the bettors.
    Community,
}

/// How much a participant who holds the bank may wager on it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BankRules {
    /// The most that a Banker who goes on may wager, as a multiple of the wager before.
    pub most_times: u8,
    /// The clauses.
    pub cite: Cite,
    /// The reading, where the text leaves a doubt.
    pub reading: Option<String>,
}
