//! Anchors: signed statements about where all streams ended.
//!
//! The chain of a stream shows that nothing before its last entry was changed, but not that the last entries are
//! still there. An anchor that was carried off does: whoever holds it can tell an older copy, and a journal that was
//! written anew, from the one it was made of. Each anchor names the streams that moved since the one before and the hash
//! of that one, so the last of them speaks for all.

use ed25519_dalek::{Signature, Signer as _, SigningKey, Verifier as _, VerifyingKey};
use serde::{Deserialize, Serialize};

use crate::entry::{At, Hash, Head, StreamName};

/// Where one stream ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnchoredHead {
    /// The hash of its last entry.
    pub hash: Hash,
    /// Which stream.
    pub stream: StreamName,
    /// How many entries it had.
    pub version: u64,
}

/// What the next anchor is about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Unanchored {
    /// The number of the last anchor; 0 where there is none.
    pub last: u64,
    /// The hash of its statement.
    pub hash: Hash,
    /// The streams that have moved since, and where they end.
    pub moved: Vec<(StreamName, Head)>,
}

/// What is signed; keys in order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// When.
    pub at: At,
    /// Which history.
    pub epoch: String,
    /// The streams that moved, in the order of their names.
    pub heads: Vec<AnchoredHead>,
    /// Which anchor, from one.
    pub number: u64,
    /// The hash of the statement before it.
    pub prev: Hash,
    /// The version of this form.
    pub v: u16,
}

impl Statement {
    /// What the next anchor says.
    #[must_use]
    pub fn new(of: Unanchored, epoch: String, at: At) -> Self {
        let mut heads: Vec<AnchoredHead> = of
            .moved
            .into_iter()
            .map(|(stream, head)| AnchoredHead { hash: head.hash, stream, version: head.version })
            .collect();
        heads.sort_by(|one, other| one.stream.cmp(&other.stream));
        Self { at, epoch, heads, number: of.last.saturating_add(1), prev: of.hash, v: 1 }
    }

    /// The text that is hashed and signed.
    #[must_use]
    pub fn text(&self) -> String {
        // Texts and figures always have a form in JSON.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A signed statement, as it is kept and carried off.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchor {
    /// The public key, in hexadecimal digits.
    pub key: Hash,
    /// The signature, in hexadecimal digits.
    pub signature: String,
    /// What is signed, as text, so that nothing depends on how it is written again.
    pub statement: String,
}

/// Why an anchor is not believed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadAnchor {
    /// It cannot be read.
    #[error("the anchor cannot be read: {0}")]
    Unreadable(String),
    /// It was signed with another key.
    #[error("the anchor was signed with key {0}, which is not trusted here")]
    OtherKey(Hash),
    /// The signature is not that of its statement.
    #[error("the signature is not that of the statement")]
    Forged,
}

/// The key with which a house signs its anchors.
pub struct AnchorKey(SigningKey);

impl AnchorKey {
    /// The key made of 32 secret bytes.
    #[must_use]
    pub fn new(secret: &[u8; 32]) -> Self {
        Self(SigningKey::from_bytes(secret))
    }

    /// What others check its signatures with.
    #[must_use]
    pub fn public(&self) -> Hash {
        Hash(self.0.verifying_key().to_bytes())
    }

    /// Signs a statement.
    #[must_use]
    pub fn sign(&self, statement: &Statement) -> Anchor {
        let statement = statement.text();
        let signature = self.0.sign(statement.as_bytes()).to_bytes();
        Anchor { key: self.public(), signature: hex(&signature), statement }
    }
}

/// Nobody reads the key out of a log or an error.
impl std::fmt::Debug for AnchorKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the secret half of {}", self.public())
    }
}

impl Anchor {
    /// The statement, if one of these keys has signed it; with no keys, whoever has signed it.
    ///
    /// # Errors
    /// Why it is not believed.
    pub fn statement(&self, trusted: &[Hash]) -> Result<Statement, BadAnchor> {
        if !trusted.is_empty() && !trusted.contains(&self.key) {
            return Err(BadAnchor::OtherKey(self.key));
        }
        let key = VerifyingKey::from_bytes(&self.key.0).map_err(|_| BadAnchor::Forged)?;
        let signature: Signature = self.signature.parse().map_err(|_| BadAnchor::Forged)?;
        key.verify(self.statement.as_bytes(), &signature).map_err(|_| BadAnchor::Forged)?;
        let unreadable = |error: serde_json::Error| BadAnchor::Unreadable(error.to_string());
        let read: Statement = serde_json::from_str(&self.statement).map_err(unreadable)?;
        match read.text() == self.statement {
            true => Ok(read),
            false => {
                Err(BadAnchor::Unreadable("not written in the one way that anchors are written".to_owned()))
            }
        }
    }

    /// What the next anchor names.
    #[must_use]
    pub fn hash(&self) -> Hash {
        Hash::over(self.statement.as_bytes())
    }
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a text cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn anchor() -> Anchor {
        let head = Head { version: 3, hash: Hash([9; 32]), at: At(1), fence: 0 };
        let moved =
            vec![(StreamName::new("table/7").unwrap(), head), (StreamName::new("floor").unwrap(), head)];
        let of = Unanchored { moved, ..Unanchored::default() };
        AnchorKey::new(&[1; 32]).sign(&Statement::new(of, "e".to_owned(), At(5)))
    }

    #[test]
    fn a_signed_statement_is_believed() {
        let anchor = anchor();
        let statement = anchor.statement(&[anchor.key]).unwrap();
        assert_eq!(statement.number, 1);
        assert_eq!(statement.heads.first().unwrap().stream.as_str(), "floor");
    }

    #[test]
    fn other_keys_and_other_words_are_not() {
        let anchor = anchor();
        let other = AnchorKey::new(&[2; 32]).public();
        assert_eq!(anchor.statement(&[other]), Err(BadAnchor::OtherKey(anchor.key)));
        let changed = Anchor {
            statement: anchor.statement.replace("\"version\":3", "\"version\":2"),
            ..anchor.clone()
        };
        assert_eq!(changed.statement(&[]), Err(BadAnchor::Forged));
        let taken_over = Anchor { key: other, ..anchor };
        assert_eq!(taken_over.statement(&[]), Err(BadAnchor::Forged));
    }

    #[test]
    fn the_key_is_not_shown() {
        let key = AnchorKey::new(&[1; 32]);
        assert!(!format!("{key:?}").contains(&"01".repeat(32)));
    }
}
