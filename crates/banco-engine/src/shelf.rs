//! Rules by what they were made of: a record names the rules that a table plays by, and whoever reads it finds
//! them on the shelf, however the rulebook has changed since.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::name::Name;
use crate::table::Rules;

/// The version of the records that this engine writes.
pub const RECORD_VERSION: u16 = 1;

/// Which rules: what [`banco_rulebook::RulesId`] says of the rulebook and the submission, to the byte, and how records
/// are written under them. Events hold it, so it costs nothing to hand on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesId {
    /// The edition of the text.
    pub edition: Name,
    /// The version of the records.
    pub record: u16,
    /// The rulebook.
    pub rulebook: Name,
    /// SHA-256 of all data of the rulebook.
    pub rulebook_hash: Name,
    /// SHA-256 of the submission.
    pub submission_hash: Name,
}

impl From<&banco_rulebook::RulesId> for RulesId {
    fn from(id: &banco_rulebook::RulesId) -> Self {
        Self {
            edition: Name::new(id.edition()),
            record: RECORD_VERSION,
            rulebook: Name::new(id.rulebook()),
            rulebook_hash: Name::new(&id.rulebook_hash().to_string()),
            submission_hash: Name::new(&id.submission_hash().to_string()),
        }
    }
}

impl fmt::Display for RulesId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let short = |hash: Name| hash.as_str().get(..12).unwrap_or(hash.as_str());
        write!(f, "{} {} {}", self.rulebook, short(self.rulebook_hash), short(self.submission_hash))
    }
}

/// The rules that are at hand.
#[derive(Clone, Default, Debug)]
pub struct Shelf(BTreeMap<RulesId, Arc<Rules>>);

impl Shelf {
    /// Puts rules onto the shelf.
    pub fn add(&mut self, rules: Arc<Rules>) {
        self.0.insert(rules.id, rules);
    }

    /// A shelf with these rules.
    #[must_use]
    pub fn with(rules: Arc<Rules>) -> Self {
        let mut shelf = Self::default();
        shelf.add(rules);
        shelf
    }

    /// All rules.
    pub fn all(&self) -> impl Iterator<Item = &Arc<Rules>> {
        self.0.values()
    }

    /// The rules with this id.
    #[must_use]
    pub fn find(&self, id: RulesId) -> Option<&Arc<Rules>> {
        self.0.get(&id)
    }
}
