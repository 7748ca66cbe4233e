//! Events as they are written down: version 1 of the record, described in `docs/record.md`.
//!
//! A record is one line of canonical JSON: keys sorted, no white space, integers only, one way to write one event.
//! Reading is strict. An unknown version, key, variant or currency is an error with its place, and so is a line
//! that is not written as this engine writes it. What lies face down is written as its place and a commitment;
//! the faces are in a sealed part ([`sealed`]) that the shell keeps apart.
//!
//! Records are kept for good. An event that changes its form is a new version, and [`UPCASTS`] holds, for each
//! version that went before, how its events become those of the next.

mod digest;
pub mod sealed;

use std::{fmt, io};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::authority::Person;
use crate::cage;
use crate::link::{self, TableId};
use crate::name::{Clauses, Name};
use crate::pit::{Happening, Stream};
use crate::shelf::RECORD_VERSION;
use crate::table;

pub use digest::{Digest, digest_of_account, digest_of_link, digest_of_table};

/// An event of a table, a link or an account, at its place in their stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Record {
    /// At a table.
    Table {
        /// Which table.
        table: TableId,
        /// Which event of it, from one.
        number: u64,
        /// What has happened.
        event: table::Event,
    },
    /// On a link.
    Link {
        /// Which link.
        link: Name,
        /// Which event of it, from one.
        number: u64,
        /// What has happened.
        event: link::Event,
    },
    /// In an account.
    Account {
        /// Whose account.
        account: Person,
        /// Which event of it, from one.
        number: u64,
        /// What has happened.
        event: cage::Event,
    },
}

/// A line as it is written; keys in order.
#[derive(Serialize)]
struct TableLine<'a> {
    clauses: Clauses,
    #[serde(with = "crate::wire::exact")]
    number: u64,
    table: TableId,
    v: u16,
    what: &'a table::What,
}

#[derive(Serialize)]
struct LinkLine<'a> {
    clauses: Clauses,
    link: Name,
    #[serde(with = "crate::wire::exact")]
    number: u64,
    v: u16,
    what: &'a link::What,
}

#[derive(Serialize)]
struct AccountLine<'a> {
    account: Person,
    clauses: Clauses,
    #[serde(with = "crate::wire::exact")]
    number: u64,
    v: u16,
    what: &'a cage::What,
}

/// A line as it is read: what has happened is looked at when the version is known.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<'a> {
    account: Option<Person>,
    clauses: Clauses,
    link: Option<Name>,
    #[serde(with = "crate::wire::exact")]
    number: u64,
    table: Option<TableId>,
    v: u16,
    #[serde(borrow)]
    what: &'a RawValue,
}

/// Why a line is no record of this engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordError {
    /// It cannot be read.
    #[error("{stream}column {column}: {problem}")]
    Unreadable {
        /// Where it belongs, as far as that could be read.
        stream: Place,
        /// Where in the line, from one.
        column: usize,
        /// What is wrong.
        problem: String,
    },
    /// It is of a version that this engine does not know.
    #[error("{stream}version {version} is not known here: this engine reads versions {oldest} to {newest}")]
    UnknownVersion {
        /// Where it belongs.
        stream: Place,
        /// The version.
        version: u16,
        /// The oldest version that is read.
        oldest: u16,
        /// The newest version that is read.
        newest: u16,
    },
    /// It belongs to more than one of a table, a link and an account, or to none.
    #[error("a record belongs to one table, one link or one account")]
    NoStream,
    /// It says what a record says, but not as this engine writes it.
    #[error("{stream}column {column}: not written in the one way that a record is written")]
    NotCanonical {
        /// Where it belongs.
        stream: Place,
        /// Where it first differs, from one.
        column: usize,
    },
    /// It cannot be written down.
    #[error("{stream}cannot be written down: {problem}")]
    Unwritable {
        /// Where it belongs.
        stream: Place,
        /// What is wrong.
        problem: String,
    },
}

/// `table 1, record 7: `, or nothing where that is not known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place(Option<(Stream, u64)>);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some((stream, number)) => write!(f, "{stream}, record {number}: "),
            None => Ok(()),
        }
    }
}

/// How the events of one version become those of the next.
#[derive(Clone, Copy, Debug)]
pub struct Upcast {
    /// The version it starts from.
    pub from: u16,
    /// For events of tables.
    pub table: fn(Value) -> Result<Value, String>,
    /// For events of links.
    pub link: fn(Value) -> Result<Value, String>,
    /// For events of accounts.
    pub account: fn(Value) -> Result<Value, String>,
}

/// How the events of earlier versions become those of [`RECORD_VERSION`], oldest first. Version 1 is the first.
pub const UPCASTS: &[Upcast] = &[];

impl Record {
    /// What has happened, at its place in its stream.
    #[must_use]
    pub fn new(happening: &Happening, number: u64) -> Self {
        match happening {
            Happening::Table(table, event) => Self::Table { table: *table, number, event: event.clone() },
            Happening::Link(setup, event) => Self::Link { link: setup.name, number, event: event.clone() },
            Happening::Account(account, event) => {
                Self::Account { account: *account, number, event: event.clone() }
            }
        }
    }

    /// The stream that it belongs to.
    #[must_use]
    pub const fn stream(&self) -> Stream {
        match self {
            Self::Table { table, .. } => Stream::Table(*table),
            Self::Link { link, .. } => Stream::Link(*link),
            Self::Account { account, .. } => Stream::Account(*account),
        }
    }

    /// Its place in the stream, from one.
    #[must_use]
    pub const fn number(&self) -> u64 {
        match self {
            Self::Table { number, .. } | Self::Link { number, .. } | Self::Account { number, .. } => *number,
        }
    }

    fn place(&self) -> Place {
        Place(Some((self.stream(), self.number())))
    }

    /// Writes it at the end of some bytes, without a line break.
    ///
    /// # Errors
    /// A figure that is too large to be read by everybody.
    pub fn write(&self, into: &mut Vec<u8>) -> Result<(), RecordError> {
        self.write_to(into).map_err(|error| self.unwritable(&error))
    }

    fn unwritable(&self, error: &serde_json::Error) -> RecordError {
        RecordError::Unwritable { stream: self.place(), problem: error.to_string() }
    }

    fn write_to(&self, into: impl io::Write) -> Result<(), serde_json::Error> {
        let v = RECORD_VERSION;
        match self {
            Self::Table { table, number, event } => {
                let (clauses, table, number, what) = (event.clauses, *table, *number, &event.what);
                serde_json::to_writer(into, &TableLine { clauses, number, table, v, what })
            }
            Self::Link { link, number, event } => {
                let (clauses, link, number, what) = (event.clauses, *link, *number, &event.what);
                serde_json::to_writer(into, &LinkLine { clauses, link, number, v, what })
            }
            Self::Account { account, number, event } => {
                let (clauses, account, number, what) = (event.clauses, *account, *number, &event.what);
                serde_json::to_writer(into, &AccountLine { account, clauses, number, v, what })
            }
        }
    }

    /// The line, without its break.
    ///
    /// # Errors
    /// A figure that is too large to be read by everybody.
    pub fn to_line(&self) -> Result<String, RecordError> {
        let mut bytes = Vec::with_capacity(256);
        self.write(&mut bytes)?;
        // JSON is text.
        Ok(String::from_utf8(bytes).unwrap_or_default())
    }

    /// Reads a line. Faces of cards that lie face down and secrets of triggers are not known then: see [`sealed`].
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn read(line: &str) -> Result<Self, RecordError> {
        Self::read_with(line, UPCASTS)
    }

    /// Reads a line that may not even be text.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn read_bytes(line: &[u8]) -> Result<Self, RecordError> {
        let not_text = |error: std::str::Utf8Error| RecordError::Unreadable {
            stream: Place::default(),
            column: error.valid_up_to() + 1,
            problem: "not UTF-8".to_owned(),
        };
        Self::read(std::str::from_utf8(line).map_err(not_text)?)
    }

    /// Reads a line with other ways to become the current version.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn read_with(line: &str, upcasts: &[Upcast]) -> Result<Self, RecordError> {
        let parsed: Line<'_> =
            serde_json::from_str(line).map_err(|error| unreadable(Place(None), 0, &error))?;
        let stream = match (parsed.table, parsed.link, parsed.account) {
            (Some(table), None, None) => Stream::Table(table),
            (None, Some(link), None) => Stream::Link(link),
            (None, None, Some(account)) => Stream::Account(account),
            (_, _, _) => return Err(RecordError::NoStream),
        };
        let place = Place(Some((stream, parsed.number)));
        if parsed.number == 0 {
            let problem = "records are counted from 1".to_owned();
            return Err(RecordError::Unreadable { stream: place, column: 1, problem });
        }
        if parsed.v != RECORD_VERSION {
            return upcast(line, &parsed, stream, place, upcasts);
        }
        let (clauses, number) = (parsed.clauses, parsed.number);
        let text = parsed.what.get();
        let offset = text.as_ptr() as usize - line.as_ptr() as usize;
        let record = match stream {
            Stream::Link(link) => {
                let what =
                    serde_json::from_str(text).map_err(|error| unreadable(place.clone(), offset, &error))?;
                Self::Link { link, number, event: link::Event { clauses, what } }
            }
            Stream::Table(table) => {
                let what =
                    serde_json::from_str(text).map_err(|error| unreadable(place.clone(), offset, &error))?;
                Self::Table { table, number, event: table::Event { clauses, what } }
            }
            Stream::Account(account) => {
                let what =
                    serde_json::from_str(text).map_err(|error| unreadable(place.clone(), offset, &error))?;
                Self::Account { account, number, event: cage::Event { clauses, what } }
            }
        };
        record.with_clause(line, &place)?.checked_against(line, place)
    }

    /// Whether a clause of the rulebook must stand behind it: no rulebook speaks of accounts, of promised shoes or of
    /// dealers on duty.
    const fn needs_clause(&self) -> bool {
        match self {
            Self::Table { event, .. } => !event.is_beyond_the_texts(),
            Self::Link { .. } => true,
            Self::Account { .. } => false,
        }
    }

    /// No event of a game without a clause, and none with one of which no rulebook speaks.
    fn with_clause(self, line: &str, stream: &Place) -> Result<Self, RecordError> {
        let clauses = match &self {
            Self::Table { event, .. } => event.clauses,
            Self::Link { event, .. } => event.clauses,
            Self::Account { event, .. } => event.clauses,
        };
        if clauses.is_empty() != self.needs_clause() {
            return Ok(self);
        }
        let problem = if clauses.is_empty() {
            "an event without a clause"
        } else {
            "a clause behind an event that no rulebook speaks of"
        };
        let (stream, column) = (stream.clone(), line.find("\"clauses\"").unwrap_or_default() + 1);
        Err(RecordError::Unreadable { stream, column, problem: problem.to_owned() })
    }

    /// There is one way to write a record.
    fn checked_against(self, line: &str, stream: Place) -> Result<Self, RecordError> {
        let mut same = Same { rest: line.as_bytes(), differs: false };
        let written = self.write_to(&mut same);
        match written {
            Ok(()) if same.rest.is_empty() => Ok(self),
            Err(error) if !same.differs => Err(self.unwritable(&error)),
            Ok(()) | Err(_) => {
                Err(RecordError::NotCanonical { stream, column: line.len() - same.rest.len() + 1 })
            }
        }
    }
}

/// Compares what is written with what should be, and keeps nothing.
struct Same<'a> {
    rest: &'a [u8],
    differs: bool,
}

impl io::Write for Same<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(rest) = self.rest.strip_prefix(bytes) {
            self.rest = rest;
            return Ok(bytes.len());
        }
        let same = bytes.iter().zip(self.rest).take_while(|(ours, theirs)| ours == theirs).count();
        self.rest = self.rest.get(same..).unwrap_or_default();
        self.differs = true;
        Err(io::ErrorKind::InvalidData.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A line is what we would write, to the byte.
fn written_so(line: &str, ours: &[u8], stream: impl FnOnce() -> Place) -> Result<(), RecordError> {
    if ours == line.as_bytes() {
        return Ok(());
    }
    let same = ours.iter().zip(line.as_bytes()).take_while(|(ours, theirs)| ours == theirs).count();
    Err(RecordError::NotCanonical { stream: stream(), column: same + 1 })
}

fn unreadable(stream: Place, offset: usize, error: &serde_json::Error) -> RecordError {
    let text = error.to_string();
    // The place is told beside it.
    let problem = text.rsplit_once(" at line ").map_or(text.as_str(), |(problem, _)| problem).to_owned();
    RecordError::Unreadable { stream, column: offset + error.column(), problem }
}

/// Brings an event of an earlier version to the current one, step by step.
fn upcast(
    line: &str,
    parsed: &Line<'_>,
    stream: Stream,
    place: Place,
    upcasts: &[Upcast],
) -> Result<Record, RecordError> {
    let steps = upcasts.iter().position(|step| step.from == parsed.v);
    let Some(steps) = steps.and_then(|at| upcasts.get(at..)) else {
        let oldest = upcasts.first().map_or(RECORD_VERSION, |step| step.from);
        let (version, newest) = (parsed.v, RECORD_VERSION);
        return Err(RecordError::UnknownVersion { stream: place, version, oldest, newest });
    };
    // Every version is written in one way, and a map of JSON sorts its keys.
    let whole: Value = serde_json::from_str(line).map_err(|error| unreadable(place.clone(), 0, &error))?;
    written_so(line, whole.to_string().as_bytes(), || place.clone())?;
    let wrong = |problem: String| RecordError::Unreadable { stream: place.clone(), column: 1, problem };
    let mut what: Value =
        serde_json::from_str(parsed.what.get()).map_err(|error| wrong(error.to_string()))?;
    for step in steps {
        what = match stream {
            Stream::Table(_) => (step.table)(what).map_err(wrong)?,
            Stream::Link(_) => (step.link)(what).map_err(wrong)?,
            Stream::Account(_) => (step.account)(what).map_err(wrong)?,
        };
    }
    let (clauses, number) = (parsed.clauses, parsed.number);
    let typed = |error: serde_json::Error| wrong(error.to_string());
    let record = match stream {
        Stream::Link(link) => {
            let what = serde_json::from_value(what).map_err(typed)?;
            Record::Link { link, number, event: link::Event { clauses, what } }
        }
        Stream::Table(table) => {
            let what = serde_json::from_value(what).map_err(typed)?;
            Record::Table { table, number, event: table::Event { clauses, what } }
        }
        Stream::Account(account) => {
            let what = serde_json::from_value(what).map_err(typed)?;
            Record::Account { account, number, event: cage::Event { clauses, what } }
        }
    };
    record.with_clause(line, &place)
}
