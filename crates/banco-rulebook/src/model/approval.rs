//! Who approves corrections of a table's books.

use banco_money::Amount;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::notation::{Cite, OneOrMany, Text};

/// What the rulebook's data take as usual.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApprovalRules {
    /// From which amount on an executive is one of the two people who correct the books, in each currency.
    pub executive_from: OneOrMany<Text<Amount>>,
    /// The reading behind it.
    pub reading: Option<String>,
    /// The clauses.
    #[serde(default)]
    pub cite: Cite,
}

/// What the licensee chooses.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ApprovalChoice {
    /// From which amount on an executive is one of the two people who correct the books; `$0` for always.
    pub executive_from: Option<Text<Amount>>,
}

/// Who approves corrections of a table's books.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Approvals {
    /// From which amount on an executive is one of the two people; always where there is none.
    pub executive_from: Option<Amount>,
}

impl Approvals {
    /// Whether an executive must be one of the two people who correct that much.
    #[must_use]
    pub fn needs_executive(&self, amount: Amount) -> bool {
        let below = |level: Amount| level.currency() == amount.currency() && amount.minor() < level.minor();
        !self.executive_from.is_some_and(below)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn an_executive_is_needed_from_the_level_on_and_where_there_is_none() {
        let amount = |text: &str| text.parse::<Amount>().unwrap();
        let level = Approvals { executive_from: Some(amount("$10,000")) };
        assert!(!level.needs_executive(amount("$9,999.99")));
        assert!(level.needs_executive(amount("$10,000")));
        assert!(level.needs_executive(amount("PHP5")), "a level in another currency says nothing");
        assert!(Approvals { executive_from: None }.needs_executive(amount("$0.01")));
        assert!(Approvals { executive_from: Some(amount("$0")) }.needs_executive(amount("$0.01")));
    }
}
