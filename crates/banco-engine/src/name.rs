//! Names and clauses of the rulebooks, each text kept once.
//!
//! An event names wagers, lines, meters and steps as the rulebook does. A table makes dozens of events in a
//! round, so a name must cost nothing to hand on: it is a reference to a text that is never freed, and two names
//! are the same if they are the same reference. There are as many texts as the rulebooks have names, plus
//! those of records that somebody reads in; never make a name of what a stranger typed.

use std::borrow::Borrow;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{LazyLock, PoisonError, RwLock};

use banco_rulebook::Cite;
use serde::de::{Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// All texts that have become names.
static NAMES: LazyLock<RwLock<BTreeSet<Name>>> = LazyLock::new(RwLock::default);
/// All lists of clauses.
static LISTS: LazyLock<RwLock<BTreeSet<Clauses>>> = LazyLock::new(RwLock::default);

/// How many names and lists a thread remembers: those of a few rulebooks, more than a busy floor uses.
const REMEMBERED: usize = 1024;

thread_local! {
    /// Names that this thread has met lately, by a hash of their text: records are read by the hundred thousand, and
    /// each has ten names that were there before.
    static MET: [Cell<Option<Name>>; REMEMBERED] = const { [const { Cell::new(None) }; REMEMBERED] };
    /// Lists of clauses that this thread has met lately, by a hash of where their texts are.
    static MET_LISTS: [Cell<Option<Clauses>>; REMEMBERED] = const { [const { Cell::new(None) }; REMEMBERED] };
}

/// The place of a hash among what is remembered.
const fn place_of(hash: u64) -> usize {
    // The upper bits of a product are the best mixed ones.
    (hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize % REMEMBERED
}

/// A hash of a text, good enough for a small table.
fn hash_of(text: &str) -> u64 {
    let mut chunks = text.as_bytes().chunks_exact(8);
    let mut hash = text.len() as u64;
    let mut mix = |word: u64| hash = (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    for chunk in chunks.by_ref() {
        mix(chunk.try_into().map_or(0, u64::from_le_bytes));
    }
    mix(chunks.remainder().iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
    hash
}

/// A name that a rulebook or a submission gives: of a wager, a line, a meter, a step. One word wide: events have
/// several, and are handed on all the time.
#[derive(Clone, Copy)]
pub struct Name(&'static &'static str);

impl Name {
    /// The name with this text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let place = place_of(hash_of(text));
        MET.with(|met| {
            let met = met.get(place);
            if let Some(name) = met.and_then(Cell::get).filter(|name| *name == text) {
                return name;
            }
            let name = Self::kept(text);
            met.into_iter().for_each(|met| met.set(Some(name)));
            name
        })
    }

    /// The name with this text, among all names that there are.
    fn kept(text: &str) -> Self {
        // A name that is known is the usual case; whoever panicked while holding the lock left it whole.
        if let Some(known) = NAMES.read().unwrap_or_else(PoisonError::into_inner).get(text) {
            return *known;
        }
        let mut names = NAMES.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = names.get(text) {
            return *known;
        }
        let text: &'static str = Box::leak(text.into());
        let name = Self(Box::leak(Box::new(text)));
        names.insert(name);
        name
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
        *self.0 == other
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        self.0 == other
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

/// The clauses behind a decision: every event and every refusal of a game has some; those of accounts have none.
#[derive(Clone, Copy, PartialOrd, Ord, Debug)]
pub struct Clauses(&'static &'static [Name]);

impl Clauses {
    /// These clauses, as the rulebook numbers them.
    #[must_use]
    pub fn new(clauses: &[Name]) -> Self {
        let hash = clauses
            .iter()
            .fold(0, |hash: u64, name| hash.rotate_left(5) ^ (std::ptr::from_ref(name.0) as u64));
        MET_LISTS.with(|met| {
            let met = met.get(place_of(hash));
            if let Some(list) = met.and_then(Cell::get).filter(|list| *list.0 == clauses) {
                return list;
            }
            let list = Self::kept(clauses);
            met.into_iter().for_each(|met| met.set(Some(list)));
            list
        })
    }

    /// As texts, in their order.
    #[must_use]
    pub fn texts(self) -> Vec<String> {
        self.as_slice().iter().map(ToString::to_string).collect()
    }

    /// The list of these clauses, among all lists that there are.
    fn kept(clauses: &[Name]) -> Self {
        if let Some(known) = LISTS.read().unwrap_or_else(PoisonError::into_inner).get(clauses) {
            return *known;
        }
        let mut lists = LISTS.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lists.get(clauses) {
            return *known;
        }
        let clauses: &'static [Name] = Box::leak(clauses.into());
        let list = Self(Box::leak(Box::new(clauses)));
        lists.insert(list);
        list
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

impl Borrow<[Name]> for Clauses {
    fn borrow(&self) -> &[Name] {
        self.0
    }
}

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
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = Clauses;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the clauses behind an event")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Clauses, A::Error> {
                let Some(first) = list.next_element()? else { return Ok(Clauses::default()) };
                // Hardly an event has more than a few.
                let (mut few, mut many) = ([first; 8], 1);
                while let Some(place) = few.get_mut(many) {
                    match list.next_element()? {
                        Some(clause) => *place = clause,
                        None => return Ok(Clauses::new(few.get(..many).unwrap_or(&few))),
                    }
                    many += 1;
                }
                let mut all = few.to_vec();
                while let Some(clause) = list.next_element()? {
                    all.push(clause);
                }
                Ok(Clauses::new(&all))
            }
        }
        deserializer.deserialize_seq(List)
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
