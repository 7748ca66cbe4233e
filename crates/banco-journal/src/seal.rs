//! Secrets at rest: encrypted with XChaCha20-Poly1305 under a key of the house, bound to the entry they belong to.
//!
//! A keyring is a text of lines `ID HEX`, one key each; new secrets are sealed with the last one, old ones opened with the one
//! they name. So keys are changed by adding a line and sealing anew what the old key has sealed.

use std::collections::BTreeMap;

use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{KeyInit as _, XChaCha20Poly1305, XNonce};
use zeroize::{Zeroize as _, Zeroizing};

use crate::batch::Seal;
use crate::entry::{Hash, StreamName};

const NONCE: usize = 24;

/// The keys of a house. Nothing shows them.
pub struct Keyring {
    current: String,
    keys: BTreeMap<String, Zeroizing<[u8; 32]>>,
}

/// What is wrong with keys or with what they sealed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SealError {
    /// A line of the keyring cannot be read. What it says is not told.
    #[error("line {0} of the keyring is not `ID` and 64 hexadecimal digits")]
    BadLine(usize),
    /// Two keys have one name.
    #[error("key `{0}` stands twice in the keyring")]
    Twice(String),
    /// There is no key at all.
    #[error("the keyring holds no key")]
    Empty,
    /// A secret was sealed with a key that is not at hand.
    #[error("{0}: sealed with key `{1}`, which is not in the keyring")]
    NoKey(StreamName, String),
    /// A secret was changed, or belongs to something else.
    #[error("{0} {1}: the sealed {2} is damaged or belongs to another entry")]
    Broken(StreamName, u64, String),
    /// The operating system has no randomness to give.
    #[error("the operating system gives no randomness")]
    NoRandomness,
}

impl Keyring {
    /// Reads a keyring.
    ///
    /// # Errors
    /// What is wrong with it, without telling what it says.
    pub fn read(text: &str) -> Result<Self, SealError> {
        let mut ring = Self { current: String::new(), keys: BTreeMap::new() };
        for (at, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let bad = || SealError::BadLine(at + 1);
            let (id, digits) = line.split_once(char::is_whitespace).ok_or_else(bad)?;
            let mut key: Hash = digits.trim().parse().map_err(|_| bad())?;
            if ring.keys.insert(id.to_owned(), Zeroizing::new(key.0)).is_some() {
                return Err(SealError::Twice(id.to_owned()));
            }
            key.0.zeroize();
            id.clone_into(&mut ring.current);
        }
        if ring.keys.is_empty() { Err(SealError::Empty) } else { Ok(ring) }
    }

    /// A line for a keyring with a new key.
    ///
    /// # Errors
    /// The operating system has no randomness to give.
    pub fn new_line(id: &str) -> Result<Zeroizing<String>, SealError> {
        let mut key = Zeroizing::new([0; 32]);
        getrandom::fill(&mut *key).map_err(|_| SealError::NoRandomness)?;
        Ok(Zeroizing::new(format!("{id} {}\n", Hash(*key))))
    }

    /// The key that seals now.
    #[must_use]
    pub fn current(&self) -> &str {
        &self.current
    }

    /// The names of all keys.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.keys.keys().map(String::as_str)
    }

    fn cipher(&self, stream: &StreamName, key: &str) -> Result<XChaCha20Poly1305, SealError> {
        let found = self.keys.get(key).ok_or_else(|| SealError::NoKey(stream.clone(), key.to_owned()))?;
        XChaCha20Poly1305::new_from_slice(&**found)
            .map_err(|_| SealError::NoKey(stream.clone(), key.to_owned()))
    }

    /// Seals a secret of an entry.
    ///
    /// # Errors
    /// The operating system has no randomness to give.
    pub fn seal(
        &self,
        stream: &StreamName,
        version: u64,
        what: &str,
        secret: &[u8],
    ) -> Result<Seal, SealError> {
        let mut nonce = [0; NONCE];
        getrandom::fill(&mut nonce).map_err(|_| SealError::NoRandomness)?;
        let aad = bound_to(stream, version, what);
        let payload = Payload { msg: secret, aad: aad.as_bytes() };
        let broken = |_| SealError::Broken(stream.clone(), version, what.to_owned());
        let cipher = self.cipher(stream, &self.current)?;
        let encrypted = cipher.encrypt(&XNonce::from(nonce), payload).map_err(broken)?;
        let bytes = nonce.into_iter().chain(encrypted).collect();
        let (stream, what, key) = (stream.clone(), what.to_owned(), self.current.clone());
        Ok(Seal { stream, version, what, key, bytes })
    }

    /// Opens a sealed secret.
    ///
    /// # Errors
    /// A key that is not there, or a secret that is not the one of its entry.
    pub fn open(&self, seal: &Seal) -> Result<Zeroizing<Vec<u8>>, SealError> {
        let broken = || SealError::Broken(seal.stream.clone(), seal.version, seal.what.clone());
        let (nonce, encrypted) = seal.bytes.split_at_checked(NONCE).ok_or_else(broken)?;
        let nonce: [u8; NONCE] = nonce.try_into().map_err(|_| broken())?;
        let aad = bound_to(&seal.stream, seal.version, &seal.what);
        let payload = Payload { msg: encrypted, aad: aad.as_bytes() };
        let cipher = self.cipher(&seal.stream, &seal.key)?;
        let opened = cipher.decrypt(&XNonce::from(nonce), payload).map_err(|_| broken())?;
        Ok(Zeroizing::new(opened))
    }

    /// The same secret, sealed with the key that seals now.
    ///
    /// # Errors
    /// A secret that cannot be opened.
    pub fn anew(&self, seal: &Seal) -> Result<Seal, SealError> {
        self.seal(&seal.stream, seal.version, &seal.what, &self.open(seal)?)
    }
}

impl std::fmt::Debug for Keyring {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} keys, sealing with `{}`", self.keys.len(), self.current)
    }
}

/// What a sealed secret belongs to; one of another entry does not open.
fn bound_to(stream: &StreamName, version: u64, what: &str) -> String {
    format!("banco-seal-1\n{stream}\n{version}\n{what}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> StreamName {
        StreamName::new("table/7").unwrap()
    }

    fn ring(text: &str) -> Keyring {
        Keyring::read(text).unwrap()
    }

    fn two_keys() -> (String, String) {
        (format!("one {}", "01".repeat(32)), format!("two {}", "02".repeat(32)))
    }

    #[test]
    fn what_is_sealed_opens() {
        let ring = ring(&two_keys().0);
        let seal = ring.seal(&table(), 3, "face", b"7h").unwrap();
        assert!(!seal.bytes.windows(2).any(|two| two == b"7h"));
        assert_eq!(&**ring.open(&seal).unwrap(), b"7h");
    }

    #[test]
    fn it_belongs_to_its_entry() {
        let ring = ring(&two_keys().0);
        let seal = ring.seal(&table(), 3, "face", b"7h").unwrap();
        let elsewhere = [
            Seal { version: 4, ..seal.clone() },
            Seal { what: "shoe".to_owned(), ..seal.clone() },
            Seal { stream: StreamName::new("table/8").unwrap(), ..seal.clone() },
            Seal { bytes: seal.bytes.iter().map(|byte| byte ^ 1).collect(), ..seal.clone() },
            Seal { bytes: vec![1], ..seal },
        ];
        for moved in elsewhere {
            assert!(matches!(ring.open(&moved), Err(SealError::Broken(..))), "{moved:?}");
        }
    }

    #[test]
    fn keys_change() {
        let (one, two) = two_keys();
        let old = ring(&one).seal(&table(), 3, "face", b"7h").unwrap();
        let both = ring(&format!("# the house\n{one}\n{two}\n"));
        let new = both.anew(&old).unwrap();
        assert_eq!((new.key.as_str(), both.current()), ("two", "two"));
        let only_new = ring(&two);
        assert_eq!(&**only_new.open(&new).unwrap(), b"7h");
        assert_eq!(only_new.open(&old), Err(SealError::NoKey(table(), "one".to_owned())));
    }

    #[test]
    fn keyrings_that_are_none() {
        let (one, _) = two_keys();
        assert_eq!(Keyring::read("").err(), Some(SealError::Empty));
        assert_eq!(Keyring::read("\none 0102").err(), Some(SealError::BadLine(2)));
        assert_eq!(Keyring::read(&format!("{one}\n{one}")).err(), Some(SealError::Twice("one".to_owned())));
        let line = Keyring::new_line("new").unwrap();
        assert_eq!(ring(&line).current(), "new");
        assert!(!format!("{:?}", ring(&line)).contains(line.trim().split_once(' ').unwrap().1));
    }
}
