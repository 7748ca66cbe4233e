//! Which rules a record was made by: a rulebook and a submission, to the byte.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

/// The version of what is kept about rules: of [`RulesId`], of how files are hashed, and of bundles. It changes when
/// an older record could no longer be told from a newer one, or could no longer be read.
pub const BUNDLE_VERSION: u32 = 1;

const DIGITS: usize = 64;

/// SHA-256 of some content, kept in hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentHash([u8; DIGITS]);

impl ContentHash {
    /// The hash of a text.
    #[must_use]
    pub fn hash_text(text: &str) -> Self {
        Self::finish(Sha256::new().chain_update(text))
    }

    /// The hash of named texts. Names and lengths go in as well, so that nothing can be moved from one file to another.
    #[must_use]
    pub fn of_files(files: &BTreeMap<String, Arc<str>>) -> Self {
        let length = |length: usize| u64::try_from(length).unwrap_or(u64::MAX).to_be_bytes();
        let mut digest = Sha256::new().chain_update(length(files.len()));
        for (name, text) in files {
            digest.update(length(name.len()));
            digest.update(name);
            digest.update(length(text.len()));
            digest.update(text.as_bytes());
        }
        Self::finish(digest)
    }

    fn finish(digest: Sha256) -> Self {
        const HEX: &[u8; 16] = b"0123456789abcdef";
        let digit = |nibble: u8| HEX.get(usize::from(nibble)).copied().unwrap_or(b'0');
        let mut hex = [b'0'; DIGITS];
        for (pair, byte) in hex.chunks_exact_mut(2).zip(digest.finalize()) {
            pair.copy_from_slice(&[digit(byte >> 4), digit(byte & 15)]);
        }
        Self(hex)
    }

    /// Sixty-four hexadecimal digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// The first eight digits, for people.
    #[must_use]
    pub fn short(&self) -> &str {
        self.as_str().get(..8).unwrap_or_default()
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.short())
    }
}

/// Why a text names no rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesIdError {
    /// It is no hash.
    #[error("`{text}` is not a SHA-256: write 64 digits 0 to 9 and a to f")]
    Hash {
        /// What was given.
        text: String,
    },
    /// It has another form.
    #[error("`{text}` names no rules: write banco-rules:RULEBOOK:HASH:HASH:EDITION")]
    Form {
        /// What was given.
        text: String,
    },
}

impl FromStr for ContentHash {
    type Err = RulesIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || RulesIdError::Hash { text: text.to_owned() };
        let digits = <[u8; DIGITS]>::try_from(text.as_bytes()).map_err(|_| wrong())?;
        let sound = digits.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
        if sound { Ok(Self(digits)) } else { Err(wrong()) }
    }
}

/// Which rules a record was made by. One counter is raised to clone it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RulesId(Arc<Parts>);

#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Parts {
    rulebook: String,
    edition: String,
    rulebook_hash: ContentHash,
    submission_hash: ContentHash,
}

/// How the canonical text begins.
const PREFIX: &str = "banco-rules";

impl RulesId {
    /// The rules of a rulebook and a submission.
    #[must_use]
    pub fn new(
        rulebook: impl Into<String>,
        edition: impl Into<String>,
        rulebook_hash: ContentHash,
        submission_hash: ContentHash,
    ) -> Self {
        let (rulebook, edition) = (rulebook.into(), edition.into());
        Self(Arc::new(Parts { rulebook, edition, rulebook_hash, submission_hash }))
    }

    /// The name of the rulebook.
    #[must_use]
    pub fn rulebook(&self) -> &str {
        &self.0.rulebook
    }

    /// Which text the rulebook is, and of what date.
    #[must_use]
    pub fn edition(&self) -> &str {
        &self.0.edition
    }

    /// The hash of the rulebook's files.
    #[must_use]
    pub fn rulebook_hash(&self) -> ContentHash {
        self.0.rulebook_hash
    }

    /// The hash of the submission's text, keys set included.
    #[must_use]
    pub fn submission_hash(&self) -> ContentHash {
        self.0.submission_hash
    }

    /// All of it as text, which parses back: `banco-rules:RULEBOOK:HASH:HASH:EDITION`.
    #[must_use]
    pub fn canonical(&self) -> String {
        let Parts { rulebook, edition, rulebook_hash, submission_hash } = &*self.0;
        format!("{PREFIX}:{rulebook}:{rulebook_hash}:{submission_hash}:{edition}")
    }
}

impl fmt::Display for RulesId {
    /// The short form for people: `co-rule-28 1f2e3d4c/5b6a7988`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parts { rulebook, rulebook_hash, submission_hash, .. } = &*self.0;
        write!(f, "{rulebook} {}/{}", rulebook_hash.short(), submission_hash.short())
    }
}

impl fmt::Debug for RulesId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RulesId({self})")
    }
}

impl FromStr for RulesId {
    type Err = RulesIdError;

    /// Reads the canonical text. The edition comes last, since it may hold anything.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || RulesIdError::Form { text: text.to_owned() };
        let mut parts = text.splitn(5, ':');
        let mut next = || parts.next().ok_or_else(wrong);
        let (prefix, rulebook) = (next()?, next()?);
        let (rulebook_hash, submission_hash) = (next()?.parse()?, next()?.parse()?);
        let edition = next()?;
        if prefix != PREFIX || rulebook.is_empty() {
            return Err(wrong());
        }
        Ok(Self::new(rulebook, edition, rulebook_hash, submission_hash))
    }
}

macro_rules! as_text {
    ($($name:ident: $text:ident),*) => { $(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.$text().as_ref())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )* };
}
as_text!(ContentHash: as_str, RulesId: canonical);

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn files(pairs: &[(&str, &str)]) -> BTreeMap<String, Arc<str>> {
        pairs.iter().map(|(name, text)| ((*name).to_owned(), Arc::from(*text))).collect()
    }

    #[test]
    fn a_hash_is_sha_256() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(ContentHash::hash_text("").as_str(), empty);
        assert_eq!(empty.parse::<ContentHash>().unwrap(), ContentHash::hash_text(""));
        assert!(empty.to_uppercase().parse::<ContentHash>().is_err());
        assert!(empty.get(1..).unwrap().parse::<ContentHash>().is_err());
    }

    #[test]
    fn nothing_can_be_moved_between_files() {
        let of = |pairs: &[(&str, &str)]| ContentHash::of_files(&files(pairs));
        let hash = of(&[("a", "one"), ("b", "two")]);
        for other in [
            of(&[("a", "onetwo"), ("b", "")]),
            of(&[("a", "one"), ("bt", "wo")]),
            of(&[("a", "two"), ("b", "one")]),
            of(&[("a", "one")]),
            of(&[("a", "one"), ("b", "two"), ("c", "")]),
        ] {
            assert_ne!(hash, other);
        }
    }

    #[test]
    fn the_canonical_text_parses_back() {
        let id = RulesId::new(
            "co-rule-28",
            "Rule 28: of 2023",
            ContentHash::hash_text("a"),
            ContentHash::hash_text("b"),
        );
        assert_eq!(id.canonical().parse::<RulesId>().unwrap(), id);
        assert_eq!(id.to_string(), "co-rule-28 ca978112/3e23e816");
        let json = serde_json::to_string(&id).unwrap();
        assert_eq!(serde_json::from_str::<RulesId>(&json).unwrap(), id);
        for wrong in ["", "banco-rules", "banco-rules:x:y:z:e", &id.canonical().replacen("banco", "bank", 1)]
        {
            assert!(wrong.parse::<RulesId>().is_err(), "{wrong}");
        }
    }
}
