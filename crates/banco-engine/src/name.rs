//! Names and clauses of the rulebooks, each text kept once.
//!
//! An event names wagers, lines, meters and steps as the rulebook does. A table makes dozens of events in a
//! round, so a name must cost nothing to hand on: it is a reference to a text that is never freed, and two names
//! are the same if they are the same reference. There are as many texts as the rulebooks have names, plus
//! those of records that somebody reads in; never make a name of what a stranger typed.

use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{LazyLock, PoisonError, RwLock};

use banco_rulebook::Cite;
use serde::de::{Deserializer, Error as _, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// All texts that have become names.
static NAMES: LazyLock<RwLock<BTreeSet<&'static str>>> = LazyLock::new(RwLock::default);
/// All lists of clauses.
static LISTS: LazyLock<RwLock<BTreeSet<&'static [Name]>>> = LazyLock::new(RwLock::default);

/// A name that a rulebook or a submission gives: of a wager, a line, a meter, a step.
#[derive(Clone, Copy)]
pub struct Name(&'static str);

impl Name {
    /// The name with this text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        // A name that is known is the usual case; whoever panicked while holding the lock left it whole.
        if let Some(known) = NAMES.read().unwrap_or_else(PoisonError::into_inner).get(text) {
            return Self(known);
        }
        let mut names = NAMES.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = names.get(text) {
            return Self(known);
        }
        let kept: &'static str = Box::leak(text.into());
        names.insert(kept);
        Self(kept)
    }

    /// Its text.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Name {}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Name {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.cmp(other.0)
    }
}

impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        self.0
    }
}

impl Borrow<str> for Name {
    fn borrow(&self) -> &str {
        self.0
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl Default for Name {
    fn default() -> Self {
        Self::new("")
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0, f)
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = Name;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Name, E> {
                Ok(Name::new(text))
            }
        }
        deserializer.deserialize_str(Text)
    }
}

/// The clauses behind a decision: every event and every refusal has some.
#[derive(Clone, Copy, PartialOrd, Ord, Debug)]
pub struct Clauses(&'static [Name]);

impl Clauses {
    /// These clauses, as the rulebook numbers them.
    #[must_use]
    pub fn new(clauses: &[Name]) -> Self {
        if let Some(known) = LISTS.read().unwrap_or_else(PoisonError::into_inner).get(clauses) {
            return Self(known);
        }
        let mut lists = LISTS.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lists.get(clauses) {
            return Self(known);
        }
        let kept: &'static [Name] = Box::leak(clauses.into());
        lists.insert(kept);
        Self(kept)
    }

    /// The clauses, as the rulebook numbers them.
    #[must_use]
    pub const fn as_slice(self) -> &'static [Name] {
        self.0
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// These, or others where there are none.
    #[must_use]
    pub const fn or(self, others: Self) -> Self {
        if self.is_empty() { others } else { self }
    }
}

impl PartialEq for Clauses {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Clauses {}

impl Hash for Clauses {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl Default for Clauses {
    fn default() -> Self {
        Self::new(&[])
    }
}

impl From<&Cite> for Clauses {
    fn from(cite: &Cite) -> Self {
        Self::from(cite.as_slice())
    }
}

impl From<&[String]> for Clauses {
    fn from(cite: &[String]) -> Self {
        Self::new(&cite.iter().map(|clause| Name::new(clause)).collect::<Vec<_>>())
    }
}

impl fmt::Display for Clauses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}

impl Serialize for Clauses {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Clauses {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let clauses = Vec::<Name>::deserialize(deserializer)?;
        if clauses.is_empty() {
            return Err(D::Error::custom("an event without a clause"));
        }
        Ok(Self::new(&clauses))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_text_is_the_same_name() {
        let text = String::from("dragon-bonus");
        assert_eq!(Name::new(&text), Name::new("dragon-bonus"));
        assert_ne!(Name::new("dragon-bonus"), Name::new("dragon"));
        let (one, other) = (Name::new("13(c)"), Name::new("8(a)"));
        assert_eq!(Clauses::new(&[one, other]), Clauses::from(&["13(c)".to_owned(), "8(a)".to_owned()][..]));
        assert_ne!(Clauses::new(&[one]), Clauses::new(&[other]));
    }
}
