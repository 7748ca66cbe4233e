//! One line of the journal: a record of the engine with its place, its time, its author and its link in the chain.
//!
//! `docs/journal.md` describes the form well enough to check a journal without this code.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};

/// The version of the form of an entry without an input.
pub const ENTRY_VERSION: u16 = 1;

/// The version of the form of an entry with the input of its command.
pub const INPUT_VERSION: u16 = 2;

/// The most bytes that the name of a stream has.
const LONGEST_NAME: usize = 120;

/// What belongs together and has an order: `table/7`, `link/royal-9`, `account/12`, `floor`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct StreamName(Arc<str>);

/// A text that names no stream.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{}` is no name of a stream: small letters, digits, `-`, `_` and `.`, with one `/` at most", shown(.0))]
pub struct BadStreamName(String);

/// What came from outside is shown in part only.
fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

impl StreamName {
    /// A name, if it is one.
    ///
    /// # Errors
    /// A text that cannot be one.
    pub fn new(name: &str) -> Result<Self, BadStreamName> {
        let bad = || BadStreamName(name.to_owned());
        let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_.".contains(&byte);
        let mut parts = name.split('/');
        let good = |part: &str| !part.is_empty() && part.bytes().all(letter);
        let first = parts.next().is_some_and(good);
        let second = parts.next().is_none_or(good);
        if first && second && parts.next().is_none() && name.len() <= LONGEST_NAME {
            Ok(Self(name.into()))
        } else {
            Err(bad())
        }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// `table` of `table/7`, and `floor` of `floor`.
    #[must_use]
    pub fn kind(&self) -> &str {
        self.0.split_once('/').map_or(&*self.0, |(kind, _)| kind)
    }

    /// `7` of `table/7`.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.0.split_once('/').map(|(_, id)| id)
    }
}

impl fmt::Display for StreamName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for StreamName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for StreamName {
    type Err = BadStreamName;

    fn from_str(name: &str) -> Result<Self, BadStreamName> {
        Self::new(name)
    }
}

impl<'de> Deserialize<'de> for StreamName {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::new(&name).map_err(serde::de::Error::custom)
    }
}

/// A text that is no row of hexadecimal digits of the right length.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not {0} hexadecimal digits in small letters")]
pub struct BadHex(usize);

/// Bytes that are written as hexadecimal digits.
macro_rules! hex_bytes {
    ($(#[$meta:meta])* $name:ident, $bytes:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(pub [u8; $bytes]);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut digits = [0; 2 * $bytes];
                write_hex(&self.0, &mut digits);
                f.write_str(std::str::from_utf8(&digits).unwrap_or_default())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl FromStr for $name {
            type Err = BadHex;

            fn from_str(text: &str) -> Result<Self, BadHex> {
                let bad = || BadHex(2 * $bytes);
                let mut bytes = [0; $bytes];
                let digits: Option<Vec<u8>> = text.bytes().map(hex_digit).collect();
                let digits = digits.filter(|digits| digits.len() == 2 * $bytes).ok_or_else(bad)?;
                for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
                    *byte = pair.iter().fold(0, |value, digit| value << 4 | digit);
                }
                Ok(Self(bytes))
            }
        }

        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }

        impl TryFrom<&[u8]> for $name {
            type Error = BadHex;

            fn try_from(bytes: &[u8]) -> Result<Self, BadHex> {
                bytes.try_into().map(Self).map_err(|_| BadHex(2 * $bytes))
            }
        }
    };
}

/// Digit by digit and at once: every entry that is read has three of these in what is hashed.
fn write_hex(bytes: &[u8], digits: &mut [u8]) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    for (pair, byte) in digits.chunks_exact_mut(2).zip(bytes) {
        let of = [byte >> 4, byte & 15].map(|digit| DIGITS.get(usize::from(digit)).copied());
        pair.iter_mut().zip(of.into_iter().flatten()).for_each(|(place, digit)| *place = digit);
    }
}

/// The value of a digit; capital letters are another way to write the same, and there is only one way.
const fn hex_digit(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

hex_bytes! {
    /// SHA-256 of an entry, which the next one of its stream names.
    Hash, 32
}

hex_bytes! {
    /// What a client has called its command: chosen by the client, unique for good.
    CommandId, 16
}

impl Hash {
    /// What stands before the first entry of a stream.
    pub const NONE: Self = Self([0; 32]);

    /// SHA-256 of some bytes.
    #[must_use]
    pub fn over(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }
}

/// Microseconds since 1970 in UTC. Within a stream it grows from command to command, whatever a clock does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct At(pub i64);

/// Who made it happen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum By {
    /// A machine of the house: the shoe, the generator, a timer, a link.
    Machine {
        /// Which one.
        machine: String,
    },
    /// A machine of the house, for somebody who says nothing or is gone.
    Stand {
        /// For whom.
        #[serde(rename = "for")]
        participant: u32,
        /// Which one.
        machine: String,
    },
    /// Somebody for somebody else.
    Helper {
        /// For whom.
        #[serde(rename = "for")]
        participant: u32,
        /// Who.
        person: u32,
        /// In which capacity.
        role: String,
    },
    /// Somebody.
    Person {
        /// Who.
        person: u32,
        /// In which capacity.
        role: String,
    },
}

/// Where a stream ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Head {
    /// How many entries it has.
    pub version: u64,
    /// The hash of the last one.
    pub hash: Hash,
    /// When that was.
    pub at: At,
    /// The highest term of a lease that has written to it.
    pub fence: u64,
}

/// One entry.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Of which stream.
    pub stream: StreamName,
    /// Which entry of it, from one.
    pub version: u64,
    /// When.
    pub at: At,
    /// By whom.
    pub by: By,
    /// By which command.
    pub cause: CommandId,
    /// What was decided by its command, in canonical JSON: on the first entry of a command of the engine.
    pub input: Option<Box<RawValue>>,
    /// What happened: canonical JSON, as the engine writes it.
    pub record: Box<RawValue>,
    /// The hash of the entry before it.
    pub prev: Hash,
    /// Its own hash.
    pub hash: Hash,
}

impl PartialEq for Entry {
    /// The hash covers everything else.
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && self.text() == other.text()
    }
}

impl Eq for Entry {}

/// What is hashed; keys in order.
#[derive(Serialize)]
struct Hashed<'a> {
    at: At,
    by: &'a By,
    cause: CommandId,
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<&'a RawValue>,
    prev: Hash,
    record: &'a RawValue,
    stream: &'a StreamName,
    v: u16,
    version: u64,
}

/// A line of an export: the same with its hash.
#[derive(Serialize)]
struct LineOut<'a> {
    at: At,
    by: &'a By,
    cause: CommandId,
    hash: Hash,
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<&'a RawValue>,
    prev: Hash,
    record: &'a RawValue,
    stream: &'a StreamName,
    v: u16,
    version: u64,
}

/// A line as it is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LineIn {
    at: At,
    by: By,
    cause: CommandId,
    hash: Hash,
    #[serde(default)]
    input: Option<Box<RawValue>>,
    prev: Hash,
    record: Box<RawValue>,
    stream: StreamName,
    v: u16,
    version: u64,
}

/// A line that is no entry.
#[derive(Debug, thiserror::Error)]
pub enum BadLine {
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(#[from] serde_json::Error),
    /// It is of another version.
    #[error("version {0} of the journal is not known here")]
    UnknownVersion(u16),
    /// It is written in another way than the one in which entries are written.
    #[error("column {0}: not written in the one way that an entry is written")]
    NotCanonical(usize),
}

impl Entry {
    /// The entry that follows a head.
    #[must_use]
    pub fn after(
        head: Head,
        stream: StreamName,
        at: At,
        by: By,
        cause: CommandId,
        record: Box<RawValue>,
    ) -> Self {
        Self::decided(head, stream, at, by, cause, record, None)
    }

    /// The entry that follows a head, with the input of its command where it is the first one of it.
    #[must_use]
    pub fn decided(
        head: Head,
        stream: StreamName,
        at: At,
        by: By,
        cause: CommandId,
        record: Box<RawValue>,
        input: Option<Box<RawValue>>,
    ) -> Self {
        let (version, prev) = (head.version.saturating_add(1), head.hash);
        let mut entry = Self { stream, version, at, by, cause, input, record, prev, hash: Hash::NONE };
        entry.hash = entry.hash_anew();
        entry
    }

    /// The version of the form in which it is written.
    #[must_use]
    pub const fn form(&self) -> u16 {
        if self.input.is_some() { INPUT_VERSION } else { ENTRY_VERSION }
    }

    /// The hash that it must have.
    #[must_use]
    pub fn hash_anew(&self) -> Hash {
        Hash::over(self.text().as_bytes())
    }

    /// The head of its stream once it is written.
    #[must_use]
    pub const fn head(&self, fence: u64) -> Head {
        Head { version: self.version, hash: self.hash, at: self.at, fence }
    }

    /// What is hashed.
    fn text(&self) -> String {
        let Self { stream, version, at, by, cause, input, record, prev, .. } = self;
        let hashed = Hashed {
            at: *at,
            by,
            cause: *cause,
            input: input.as_deref(),
            prev: *prev,
            record,
            stream,
            v: self.form(),
            version: *version,
        };
        // Texts and figures always have a form in JSON.
        serde_json::to_string(&hashed).unwrap_or_default()
    }

    /// The line of an export, without its break.
    #[must_use]
    pub fn to_line(&self) -> String {
        let Self { stream, version, at, by, cause, input, record, prev, hash } = self;
        let (at, cause, prev, hash, version) = (*at, *cause, *prev, *hash, *version);
        let (input, v) = (input.as_deref(), self.form());
        let line = LineOut { at, by, cause, hash, input, prev, record, stream, v, version };
        serde_json::to_string(&line).unwrap_or_default()
    }

    /// Reads a line of an export. Whether its hash is right is another question: [`Self::hash_anew`].
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn read(line: &str) -> Result<Self, BadLine> {
        let line_in: LineIn = serde_json::from_str(line)?;
        let LineIn { at, by, cause, hash, input, prev, record, stream, v, version } = line_in;
        if !matches!(v, ENTRY_VERSION | INPUT_VERSION) {
            return Err(BadLine::UnknownVersion(v));
        }
        let entry = Self { stream, version, at, by, cause, input, record, prev, hash };
        let ours = entry.to_line();
        if ours == line {
            return Ok(entry);
        }
        let same = ours.bytes().zip(line.bytes()).take_while(|(ours, theirs)| ours == theirs).count();
        Err(BadLine::NotCanonical(same + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> Entry {
        let record = RawValue::from_string(r#"{"number":1,"v":1}"#.to_owned()).unwrap();
        let by = By::Helper { participant: 3, person: 12, role: "participant".to_owned() };
        let stream = StreamName::new("table/7").unwrap();
        Entry::after(Head::default(), stream, At(5), by, CommandId([7; 16]), record)
    }

    fn with_input() -> Entry {
        let Entry { stream, at, by, cause, record, .. } = entry();
        let input = RawValue::from_string(r#"{"said":"hello"}"#.to_owned()).unwrap();
        Entry::decided(Head::default(), stream, at, by, cause, record, Some(input))
    }

    #[test]
    fn a_line_reads_back() {
        let line = entry().to_line();
        assert_eq!(Entry::read(&line).unwrap(), entry());
        let line = with_input().to_line();
        assert_eq!(Entry::read(&line).unwrap(), with_input());
        assert!(
            line.contains(r#","input":{"said":"hello"},"prev":"#) && line.contains(r#""v":2,"#),
            "{line}"
        );
        // An input that is null, and one under the version without any, are other ways to write the same.
        for (from, to) in [(r#"{"said":"hello"}"#, "null"), (r#""v":2"#, r#""v":1"#)] {
            assert!(Entry::read(&line.replace(from, to)).is_err(), "{to}");
        }
        assert!(line.starts_with(r#"{"at":5,"by":{"for":3,"person":12,"role":"participant"},"cause":"0707"#));
    }

    #[test]
    fn the_hash_is_that_of_the_line_without_it() {
        for entry in [entry(), with_input()] {
            let line = entry.to_line();
            let without = line.replace(&format!(r#""hash":"{}","#, entry.hash), "");
            assert_eq!(Hash::over(without.as_bytes()), entry.hash);
        }
    }

    #[test]
    fn every_byte_counts() {
        for line in [entry().to_line(), with_input().to_line()] {
            every_byte_of(&line);
        }
    }

    fn every_byte_of(line: &str) {
        for at in 0..line.len() {
            let mut bytes = line.as_bytes().to_vec();
            bytes[at] ^= 1;
            let Ok(text) = String::from_utf8(bytes) else { continue };
            let found = Entry::read(&text).map_or(true, |read| read.hash_anew() != read.hash);
            assert!(found, "byte {at}: {text}");
        }
    }

    #[test]
    fn names_of_streams() {
        for good in ["floor", "table/7", "link/royal-9", "link/a_b.c"] {
            assert_eq!(StreamName::new(good).unwrap().as_str(), good);
        }
        for bad in ["", "/", "table/", "/7", "a/b/c", "Table/7", "a b", "é", &"x".repeat(121)] {
            assert!(StreamName::new(bad).is_err(), "{bad}");
        }
        let table = StreamName::new("table/7").unwrap();
        assert_eq!((table.kind(), table.id()), ("table", Some("7")));
    }

    #[test]
    fn digits_are_written_in_one_way() {
        assert!("0A".repeat(16).parse::<CommandId>().is_err());
        assert!("0a".repeat(15).parse::<CommandId>().is_err());
        assert!("é".repeat(16).parse::<CommandId>().is_err());
        assert_eq!("0a".repeat(16).parse(), Ok(CommandId([10; 16])));
    }
}
