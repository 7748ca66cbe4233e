//! In which order wagers are settled, and what vigorish is taken.

use banco_money::{Amount, Percent};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::model::shoe::{Direction, Start};
use crate::model::vocabulary::CollectedId;
use crate::notation::{Cite, Text};

/// Who is collected from and paid, in which order.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Settlement {
    /// What happens, in this order.
    pub order: Vec<SettlementStep>,
    /// The clauses.
    pub cite: Cite,
    /// The reading, where the text leaves a doubt.
    pub reading: Option<String>,
}

/// A step of settlement.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SettlementStep {
    /// What is done at each seat, in this order.
    pub does: Vec<SettlementAct>,
    /// Where it begins.
    pub first: Start,
    /// Which way it goes on.
    pub direction: Direction,
    /// Only under this choice, as `option=choice`.
    pub when: Option<String>,
    /// Only these wagers, by id or by kind.
    #[serde(default)]
    pub wagers: Vec<String>,
    /// The clauses.
    #[serde(default)]
    pub cite: Cite,
}

/// What is done at a seat in settlement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the acts say what they are")]
pub enum SettlementAct {
    CollectLosers,
    PayWinners,
    TakeVigorish,
}

/// The licensee's share.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Vigorish {
    /// The rates on the amount won.
    pub on_win: RateRange,
    /// The rates on a tied Banker wager, where that may be charged instead.
    pub on_tie: Option<RateRange>,
    /// The ways of rounding; the first is the usual one.
    pub rounding: Vec<VigorishRounding>,
    /// When it is collected; the first is the usual way.
    pub collected: Vec<Collected>,
    /// The clauses.
    pub cite: Cite,
    /// The reading, where the text leaves a doubt.
    pub reading: Option<String>,
}

/// When vigorish is collected.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Collected {
    /// Its name in a submission.
    pub id: CollectedId,
    /// What it means.
    pub summary: String,
    /// The clauses.
    #[serde(default)]
    pub cite: Cite,
    /// The reading, where the text leaves a doubt.
    pub reading: Option<String>,
}

/// The rates a licensee may charge.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RateRange {
    /// The lowest rate.
    pub min: Text<Percent>,
    /// The highest rate.
    pub max: Text<Percent>,
    /// Only these rates, where not every rate between is allowed.
    #[serde(default)]
    pub only: Vec<Text<Percent>>,
    /// The usual rate.
    pub usual: Text<Percent>,
    /// The clauses.
    pub cite: Cite,
}

/// A way of rounding vigorish.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VigorishRounding {
    /// Its name in a submission.
    pub id: String,
    /// Up to the next multiple of this; absent for none.
    pub up_to: Option<Text<Amount>>,
    /// Only at these rates.
    #[serde(default)]
    pub rates: Vec<Text<Percent>>,
    /// The clauses.
    #[serde(default)]
    pub cite: Cite,
}
