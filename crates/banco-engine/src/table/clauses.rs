//! The clauses behind a decision.

use std::fmt;
use std::sync::Arc;

use banco_rulebook::Cite;

/// The clauses behind a decision. Cheap to clone: every event and every refusal carries some.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Clauses(Arc<[String]>);

impl Clauses {
    /// The clauses, as the rulebook numbers them.
    #[must_use]
    pub fn as_slice(&self) -> &[String] {
        &self.0
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// These, or others where there are none.
    #[must_use]
    pub fn or(self, others: &Self) -> Self {
        if self.is_empty() { others.clone() } else { self }
    }
}

impl From<&Cite> for Clauses {
    fn from(cite: &Cite) -> Self {
        Self(cite.as_slice().into())
    }
}

impl From<&[String]> for Clauses {
    fn from(cite: &[String]) -> Self {
        Self(cite.into())
    }
}

impl fmt::Display for Clauses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}
