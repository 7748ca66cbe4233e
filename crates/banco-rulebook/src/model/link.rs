//! Progressive links: what rulebooks say of jackpots, and how a licensee sets up the link of a table.

use std::collections::BTreeMap;

use banco_money::Amount;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::notation::{Cite, OneOrMany, Text};

/// What a pending jackpot holds up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LockMode {
    /// No table of the link starts a round with that wager until the jackpot is decided.
    All,
    /// The amount is frozen, the meter starts again, and play goes on.
    Value,
}

/// What becomes of money that went in above the cap of a meter, once the meter is won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Overflow {
    /// It goes into the next jackpot, beside the seed.
    #[default]
    Next,
    /// It pays for the seed, as far as it reaches; what is left goes into the next jackpot.
    Seed,
}

/// What is done with the jackpots of a wager family, step by step, each by its clauses.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct JackpotSteps {
    /// Wagers are locked and taken in.
    pub start_cite: Cite,
    /// The dealer selects seat and hand.
    pub select_cite: Cite,
    /// The jackpot is made known, and is pending.
    pub hit_cite: Cite,
    /// What a pending jackpot locks.
    pub lock_cite: Cite,
    /// The lock that the text demands, where it does.
    pub lock: Option<LockMode>,
    /// A supervisor is called and verifies.
    pub verify_cite: Cite,
    /// It is confirmed and paid.
    pub pay_cite: Cite,
    /// How several winners share.
    pub split_cite: Cite,
    /// From where fixed pays come.
    pub fixed_cite: Cite,
    /// The next hand may begin.
    pub end_cite: Cite,
    /// Paid jackpots are backed out by a manual adjustment.
    pub adjust_cite: Cite,
    /// The meter starts again.
    pub reseed_cite: Cite,
    /// What the text calls those steps.
    pub words: JackpotWords,
}

/// What is pressed, turned or done in a round with progressive wagers, in the words of the text; plain ones where it
/// has none.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct JackpotWords {
    /// The wagers are locked and taken in.
    pub start: String,
    /// The jackpot is made known.
    pub hit: String,
    /// It is confirmed and paid.
    pub pay: String,
    /// The next hand may begin.
    pub end: String,
}

impl Default for JackpotWords {
    fn default() -> Self {
        let [start, hit, pay, end] =
            ["progressive wagers are in", "jackpot", "jackpot paid", "progressive wagers are settled"]
                .map(str::to_owned);
        Self { start, hit, pay, end }
    }
}

/// How links are run where the submission does not say so.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LinkRules {
    /// What a pending jackpot holds up.
    pub lock: LockMode,
    /// From which amount on an executive must confirm a jackpot, in each currency; below it a supervisor does.
    pub executive_from: OneOrMany<Text<Amount>>,
    /// The reading behind it.
    pub reading: Option<String>,
    /// The clauses.
    #[serde(default)]
    pub cite: Cite,
}

/// A progressive link of the table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LinkChoice {
    /// Its name; tables that name the same link share its meters.
    pub name: String,
    /// The meters.
    pub meters: Vec<String>,
    /// What a pending jackpot holds up.
    pub lock: Option<LockMode>,
    /// From which amount on an executive must confirm a jackpot.
    pub executive_from: Option<Text<Amount>>,
    /// The most that meters show, by meter.
    #[serde(default)]
    pub caps: BTreeMap<String, Text<Amount>>,
    /// What becomes of money above the caps.
    #[serde(default)]
    pub overflow: Overflow,
}

/// A link as a table runs it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinkTerms {
    /// Its name: that of the submission, or the wager's where the submission names none.
    pub name: String,
    /// The wagers whose meters it holds.
    pub wagers: Vec<String>,
    /// What a pending jackpot holds up.
    pub lock: LockMode,
    /// From which amount on an executive must confirm a jackpot; always where there is none.
    pub executive_from: Option<Amount>,
    /// The most that meters show, by meter.
    pub caps: BTreeMap<String, Amount>,
    /// What becomes of money above the caps.
    pub overflow: Overflow,
}
