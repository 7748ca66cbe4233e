//! Things that are known to one side only: where chance comes from, tokens, and how they are kept.
//!
//! No type here prints what it holds.

use std::fmt;
use std::str::FromStr;

use banco_journal::Hash;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;
use zeroize::{Zeroize as _, Zeroizing};

use crate::refusal::PeopleError;

/// Where chance comes from.
pub trait Random: Send + Sync + 'static {
    /// Fills bytes that nobody can foretell.
    ///
    /// # Errors
    /// There is none to give.
    fn fill(&self, bytes: &mut [u8]) -> Result<(), PeopleError>;
}

/// The chance of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemRandom;

impl Random for SystemRandom {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), PeopleError> {
        getrandom::fill(bytes).map_err(|_| PeopleError::NoRandomness)
    }
}

/// So many bytes of chance.
pub(crate) fn draw<const N: usize>(random: &dyn Random) -> Result<[u8; N], PeopleError> {
    let mut bytes = [0; N];
    random.fill(&mut bytes)?;
    Ok(bytes)
}

/// Which session or device, in public.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PublicId(u64);

impl PublicId {
    pub(crate) fn draw(random: &dyn Random) -> Result<Self, PeopleError> {
        Ok(Self(u64::from_be_bytes(draw(random)?)))
    }
}

impl fmt::Display for PublicId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for PublicId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no id.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not 16 hexadecimal digits in small letters")]
pub struct BadId;

impl FromStr for PublicId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
        let number = u64::from_str_radix(text, 16).ok().filter(|_| digits && text.len() == 16);
        number.map(Self).ok_or(BadId)
    }
}

impl TryFrom<String> for PublicId {
    type Error = BadId;

    fn try_from(text: String) -> Result<Self, BadId> {
        text.parse()
    }
}

impl From<PublicId> for String {
    fn from(id: PublicId) -> Self {
        id.to_string()
    }
}

/// What is kept of a secret: SHA-256 for one purpose. Only for secrets that nobody can guess.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Digest(pub(crate) Hash);

impl Digest {
    /// What is kept of these parts. Each part is preceded by its length, so parts do not run into each other.
    pub(crate) fn of(purpose: &str, parts: &[&[u8]]) -> Self {
        let mut hasher = Sha256::new();
        for part in std::iter::once(&purpose.as_bytes()).chain(parts) {
            hasher.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            hasher.update(part);
        }
        Self(Hash(hasher.finalize().into()))
    }

    /// Whether both are the same, in the same time whatever they are.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.0.0.ct_eq(&other.0.0).into()
    }

    /// The text of it, for tokens that are made of secrets.
    pub(crate) fn to_text(self) -> String {
        self.0.to_string()
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(hidden)")
    }
}

/// 32 bytes that only whoever was given them knows.
#[derive(Clone)]
pub(crate) struct Secret32(Zeroizing<[u8; 32]>);

impl Secret32 {
    pub(crate) fn draw(random: &dyn Random) -> Result<Self, PeopleError> {
        Ok(Self(Zeroizing::new(draw(random)?)))
    }

    pub(crate) fn kept(&self, purpose: &str) -> Digest {
        Digest::of(purpose, &[&*self.0])
    }

    fn to_text(&self) -> String {
        Hash(*self.0).to_string()
    }

    fn read(text: &str) -> Option<Self> {
        let mut hash: Hash = text.parse().ok()?;
        let secret = Self(Zeroizing::new(hash.0));
        hash.0.zeroize();
        Some(secret)
    }
}

/// Tokens of one form: whose it is, which one, and the secret. The form says where its hash is kept.
macro_rules! tokens {
    ($(#[$meta:meta])* $name:ident, $letter:literal, $purpose:literal) => {
        $(#[$meta])*
        #[derive(Clone)]
        pub struct $name {
            pub(crate) whose: u32,
            pub(crate) id: PublicId,
            secret: Secret32,
        }

        impl $name {
            pub(crate) fn draw(random: &dyn Random, whose: u32) -> Result<Self, PeopleError> {
                Ok(Self { whose, id: PublicId::draw(random)?, secret: Secret32::draw(random)? })
            }

            /// Reads what a client has sent. Whether it is good for anything is another question.
            #[must_use]
            pub fn read(text: &str) -> Option<Self> {
                let rest = text.strip_prefix($letter)?;
                let mut parts = rest.splitn(3, '.');
                let whose = parts.next()?;
                let number: u32 = whose.parse().ok()?;
                let id = parts.next()?.parse().ok()?;
                let secret = Secret32::read(parts.next()?)?;
                // There is one way to write a number.
                (number.to_string() == whose).then_some(Self { whose: number, id, secret })
            }

            /// The text for whoever it belongs to, and for nobody else.
            #[must_use]
            pub fn reveal(&self) -> String {
                format!("{}{}.{}.{}", $letter, self.whose, self.id, self.secret.to_text())
            }

            /// What is kept of it.
            pub(crate) fn kept(&self) -> Digest {
                self.secret.kept($purpose)
            }

            /// Which item keeps it.
            pub(crate) fn key(&self) -> String {
                key_of(self.whose, self.id)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{} {} (hidden)", stringify!($name), self.id)
            }
        }
    };
}

/// Items of one owner stand together.
pub(crate) fn key_of(whose: u32, id: PublicId) -> String {
    format!("{}{id}", prefix_of(whose))
}

/// What keys of one owner begin with.
pub(crate) fn prefix_of(whose: u32) -> String {
    format!("{whose:010}/")
}

tokens! {
    /// What a browser shows to be let in. Only the browser has it; the house keeps a hash.
    SessionToken, "s", "banco session"
}

tokens! {
    /// What lets somebody go on to the second step of a sign-in.
    Ticket, "t", "banco ticket"
}

tokens! {
    /// What a card reader or a display shows. Its number is that of its table.
    DeviceToken, "d", "banco device"
}

tokens! {
    /// What a screen shows that is to become a display, or is one. Its number is 0, since it has no table at first.
    PairingToken, "p", "banco pairing"
}

tokens! {
    /// What lets somebody choose a password, once.
    Invitation, "i", "banco invitation"
}

impl PartialEq for SessionToken {
    fn eq(&self, other: &Self) -> bool {
        self.whose == other.whose && self.id == other.id && self.kept().is(&other.kept())
    }
}

impl Eq for SessionToken {}

impl SessionToken {
    /// Which session it is of.
    #[must_use]
    pub const fn id(&self) -> PublicId {
        self.id
    }

    /// What the pages of this session send along with everything that changes something.
    #[must_use]
    pub fn csrf(&self) -> String {
        self.secret.kept("banco csrf").to_text()
    }

    /// Whether a page of this session has sent it, in the same time whatever was sent.
    #[must_use]
    pub fn is_csrf(&self, sent: &str) -> bool {
        self.csrf().as_bytes().ct_eq(sent.as_bytes()).into()
    }
}

/// The secret by which a browser is recognized at its next sign-in. It signs nobody in.
#[derive(Clone)]
pub struct BrowserSecret(Secret32);

impl BrowserSecret {
    /// A new one.
    ///
    /// # Errors
    /// The operating system has no randomness to give.
    pub fn draw(random: &dyn Random) -> Result<Self, PeopleError> {
        Secret32::draw(random).map(Self)
    }

    /// Reads what a browser has sent.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        Secret32::read(text).map(Self)
    }

    /// The text, for the cookie of that browser.
    #[must_use]
    pub fn reveal(&self) -> String {
        self.0.to_text()
    }

    /// One whose second half is a tag of the house over its first half.
    pub(crate) fn tagged(first: [u8; 16], tag: &Digest) -> Self {
        let mut both = [0; 32];
        both.iter_mut().zip(first.into_iter().chain(tag.0.0)).for_each(|(byte, of)| *byte = of);
        Self(Secret32(Zeroizing::new(both)))
    }

    /// The half over which the house has put a tag.
    pub(crate) fn first_half(&self) -> [u8; 16] {
        let mut first = [0; 16];
        first.iter_mut().zip(*self.0.0).for_each(|(byte, of)| *byte = of);
        first
    }

    pub(crate) fn kept(&self) -> Digest {
        self.0.kept("banco known browser")
    }
}

impl PartialEq for BrowserSecret {
    fn eq(&self, other: &Self) -> bool {
        self.kept().is(&other.kept())
    }
}

impl Eq for BrowserSecret {}

impl fmt::Debug for BrowserSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BrowserSecret (hidden)")
    }
}

/// A browser that the house has recognized, for counting. It lets nobody in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BrowserMark(pub(crate) Hash);

/// The secret by which the first administrator is made.
#[derive(Clone)]
pub struct FirstSecret(Secret32);

impl FirstSecret {
    pub(crate) fn draw(random: &dyn Random) -> Result<Self, PeopleError> {
        Secret32::draw(random).map(Self)
    }

    /// Reads what somebody has typed.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        Secret32::read(text.trim()).map(Self)
    }

    /// The text, to be shown once to whoever started the server.
    #[must_use]
    pub fn reveal(&self) -> String {
        self.0.to_text()
    }

    pub(crate) fn kept(&self) -> Digest {
        self.0.kept("banco first administrator")
    }
}

impl fmt::Debug for FirstSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FirstSecret (hidden)")
    }
}

/// As many bytes as nobody can guess, spelled in groups of four letters for people to hand on.
pub(crate) fn spelled(random: &dyn Random) -> Result<Zeroizing<String>, PeopleError> {
    let bytes: [u8; 10] = draw(random)?;
    let letters: Vec<char> = base32(&bytes).to_ascii_lowercase().chars().collect();
    let parts: Vec<String> = letters.chunks(4).map(|part| part.iter().collect()).collect();
    Ok(Zeroizing::new(parts.join("-")))
}

/// The letters of such a code, however it is typed.
pub(crate) fn letters_of(code: &str) -> Zeroizing<String> {
    let letters = code.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase());
    Zeroizing::new(letters.collect())
}

const BASE32: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// Base 32 of RFC 4648, without padding.
pub(crate) fn base32(bytes: &[u8]) -> String {
    let mut text = String::new();
    let (mut held, mut bits) = (0_u32, 0_u32);
    for byte in bytes {
        held = held << 8 & 0xffff | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            text.push(letter(held >> bits));
        }
    }
    if bits > 0 {
        text.push(letter(held << (5 - bits)));
    }
    text
}

fn letter(value: u32) -> char {
    let at = usize::try_from(value & 31).unwrap_or_default();
    BASE32.get(at).map_or('A', |byte| char::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_32() {
        // RFC 4648, section 10.
        let cases = ["", "MY", "MZXQ", "MZXW6", "MZXW6YQ", "MZXW6YTB", "MZXW6YTBOI"];
        for (length, text) in cases.into_iter().enumerate() {
            assert_eq!(base32(&b"foobar"[..length]), text);
        }
    }

    #[test]
    fn tokens_read_back_in_one_way() {
        let token = SessionToken::draw(&SystemRandom, 7).unwrap();
        let text = token.reveal();
        let read = SessionToken::read(&text).unwrap();
        assert!(read.kept().is(&token.kept()));
        assert_eq!((read.whose, read.id), (7, token.id));
        assert!(Ticket::read(&text).is_none(), "a token is good for one thing");
        for bad in
            ["", "s", "s7", "s7..", &text.to_uppercase(), &text.replacen("s7", "s07", 1), &format!("{text}0")]
        {
            assert!(SessionToken::read(bad).is_none(), "{bad}");
        }
        assert!(!format!("{token:?}").contains(&text[20..]));
        assert!(token.is_csrf(&read.csrf()));
        assert!(!token.is_csrf("") && !token.is_csrf(&SessionToken::draw(&SystemRandom, 7).unwrap().csrf()));
        assert!(!token.csrf().contains(&token.kept().to_text()));
    }

    #[test]
    fn parts_do_not_run_into_each_other() {
        assert!(!Digest::of("a", &[b"bc"]).is(&Digest::of("ab", &[b"c"])));
        assert!(!Digest::of("a", &[b"b", b"c"]).is(&Digest::of("a", &[b"bc"])));
        assert!(Digest::of("a", &[b"b"]).is(&Digest::of("a", &[b"b"])));
    }
}
