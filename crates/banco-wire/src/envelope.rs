//! What travels on a stream of events, and how a client takes it up again.
//!
//! Every table, link and account is a stream of its own (`table/7`, `link/star`, `account/12`). An envelope says where in
//! its stream it belongs: `seq` is the number of the journal's entry, and `epoch` changes when a stream was restored or
//! imported, so that a position of another history is never taken for one of this. Numbers that a viewer may not see are
//! covered by a skip; a client that finds a number missing asks again from its last one.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::bad::{BadCommand, shown};
use crate::json::{self, EXACT, Fields, Place, Read, whole, wrong_type};
use crate::moment::Moment;

/// The version of everything in this crate, as envelopes name it.
pub const WIRE_VERSION: u16 = 1;

/// A hello names no more streams than this.
const MOST_STREAMS: usize = 200;

/// What an envelope holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Something that happened: [`crate::Told`].
    Event,
    /// Everything a viewer sees now, or the parts of it that have changed: [`Snapshot`].
    Snapshot,
    /// Numbers that are not for this viewer: [`Skip`].
    Skip,
    /// Nothing has happened; the stream is at this number.
    Heartbeat,
    /// Something that is seen now and kept nowhere: [`crate::Passing`].
    Passing,
    /// The server has something to say: a [`crate::Problem`], or a text.
    Notice,
    /// The server ends the stream: [`Bye`].
    Bye,
}

/// A message on a stream of events.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Envelope {
    /// The version of the wire.
    #[schemars(range(min = 1, max = 1))]
    pub v: u16,
    /// Which stream: `table/7`, `link/star`, `account/12`.
    #[schemars(with = "StreamText")]
    pub stream: String,
    /// Which history of it.
    #[schemars(with = "EpochText")]
    pub epoch: String,
    /// Where in the stream: after this, a client knows everything up to here.
    #[schemars(range(max = 9_007_199_254_740_991_u64))]
    pub seq: u64,
    /// What it holds.
    pub kind: Kind,
    /// When it happened, or was sent.
    pub at: Moment,
    /// The command that made it happen, if it was the client's own.
    pub cause: Option<String>,
    /// What it holds.
    #[schemars(with = "Value")]
    pub data: Box<RawValue>,
}

impl Envelope {
    /// A message of this version.
    #[must_use]
    pub fn new(
        stream: impl Into<String>,
        at: Position,
        kind: Kind,
        when: Moment,
        data: Box<RawValue>,
    ) -> Self {
        let Position { epoch, seq } = at;
        Self { v: WIRE_VERSION, stream: stream.into(), epoch, seq, kind, at: when, cause: None, data }
    }

    /// The same with the command behind it.
    #[must_use]
    pub fn caused_by(self, command: impl Into<String>) -> Self {
        Self { cause: Some(command.into()), ..self }
    }
}

/// What a viewer sees: the whole of it, or parts that have changed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Snapshot {
    /// Whether these are all parts: then a client forgets what it had.
    pub whole: bool,
    /// The parts by name, as in [`crate::TableSeen`], [`crate::LinkSeen`] or [`crate::AccountSeen`].
    #[serde(serialize_with = "as_map")]
    #[schemars(with = "Map<String, Value>")]
    pub parts: Vec<(&'static str, Box<RawValue>)>,
}

fn as_map<S: Serializer>(parts: &[(&'static str, Box<RawValue>)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(parts.iter().map(|(name, part)| (name, part)))
}

impl Snapshot {
    /// All parts.
    #[must_use]
    pub const fn whole(parts: Vec<(&'static str, Box<RawValue>)>) -> Self {
        Self { whole: true, parts }
    }

    /// Those of the parts that differ from what was sent before.
    #[must_use]
    pub fn changes(
        before: &[(&'static str, Box<RawValue>)],
        now: Vec<(&'static str, Box<RawValue>)>,
    ) -> Self {
        let same = |name: &str, part: &RawValue| {
            before.iter().any(|(known, was)| *known == name && was.get() == part.get())
        };
        let parts = now.into_iter().filter(|(name, part)| !same(name, part)).collect();
        Self { whole: false, parts }
    }
}

/// Numbers of a stream that are not for this viewer, up to that of the envelope.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Skip {
    /// The first of them.
    #[schemars(range(max = 9_007_199_254_740_991_u64))]
    pub from: u64,
}

/// The server ends the stream.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Bye {
    /// A stable name for why: `restart`, `too_slow`, `signed_out`, `role_changed`.
    pub code: String,
    /// Why, in words.
    pub text: String,
    /// Whether it is no use to come back.
    pub last: bool,
    /// After how many milliseconds to come back.
    pub retry_after: Option<u32>,
}

/// A place in one history of a stream.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Which history.
    #[schemars(with = "EpochText")]
    pub epoch: String,
    /// The last number that is known.
    #[schemars(range(max = 9_007_199_254_740_991_u64))]
    pub seq: u64,
}

impl Read for Position {
    fn read(value: &Value, place: &Place<'_>) -> Result<Self, BadCommand> {
        let fields = Fields::of(value, place)?;
        fields.only(&["epoch", "seq"])?;
        let (EpochText(epoch), Seq(seq)) = (fields.take("epoch")?, fields.take("seq")?);
        Ok(Self { epoch, seq })
    }
}

struct Seq(u64);

impl Read for Seq {
    fn read(value: &Value, place: &Place<'_>) -> Result<Self, BadCommand> {
        whole(value, place, 0, EXACT).map(|seq| Self(u64::try_from(seq).unwrap_or_default()))
    }
}

/// What a client says first: which streams it wants, and what it knows of them.
///
/// `{"v":1,"resume":{"table/7":{"epoch":"a1","seq":12},"link/star":null}}`: events after the twelfth of the table, and a
/// snapshot of the link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// The version of the wire.
    #[schemars(range(min = 1, max = 1))]
    pub v: u16,
    /// The streams, each with the last position that the client knows; `null` where it knows nothing.
    #[schemars(schema_with = "resume_schema")]
    pub resume: BTreeMap<String, Option<Position>>,
}

impl Read for Hello {
    fn read(value: &Value, place: &Place<'_>) -> Result<Self, BadCommand> {
        let fields = Fields::of(value, place)?;
        fields.only(&["v", "resume"])?;
        let (Version(v), Resume(resume)) = (fields.take("v")?, fields.take("resume")?);
        Ok(Self { v, resume })
    }
}

struct Version(u16);

impl Read for Version {
    fn read(value: &Value, place: &Place<'_>) -> Result<Self, BadCommand> {
        let known = i64::from(WIRE_VERSION);
        whole(value, place, known, known).map(|_| Self(WIRE_VERSION))
    }
}

struct Resume(BTreeMap<String, Option<Position>>);

impl Read for Resume {
    fn read(value: &Value, place: &Place<'_>) -> Result<Self, BadCommand> {
        let Value::Object(map) = value else { return Err(wrong_type(place, "an object of streams", value)) };
        if map.len() > MOST_STREAMS {
            let message = format!("expected {MOST_STREAMS} streams at most, found {}", map.len());
            return Err(BadCommand::new("too_long", place, message));
        }
        let mut streams = BTreeMap::new();
        for (name, position) in map {
            let place = place.key(name);
            if !StreamText::is_one(name) {
                let message = format!("`{}` is no name of a stream", shown(name));
                let hint = "write `table/7`, `link/star` or `account/12`";
                return Err(BadCommand::new("not_a_stream", place, message).with_hint(hint));
            }
            streams.insert(name.clone(), Option::read(position, &place)?);
        }
        Ok(Self(streams))
    }
}

/// Reads what a client says first.
///
/// # Errors
/// What is no hello, and where.
pub fn read_hello(bytes: &[u8]) -> Result<Hello, BadCommand> {
    json::read(bytes)
}

/// The name of a stream.
struct StreamText;

impl StreamText {
    const PATTERN: &'static str = "^[a-z0-9._-]+(/[a-z0-9._-]+)?$";
    const LONGEST: usize = 120;

    fn is_one(text: &str) -> bool {
        let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_.".contains(&byte);
        let part = |part: &str| !part.is_empty() && part.bytes().all(letter);
        let two = text.split_once('/').map_or_else(|| part(text), |(kind, name)| part(kind) && part(name));
        two && text.len() <= Self::LONGEST
    }
}

impl JsonSchema for StreamText {
    fn schema_name() -> Cow<'static, str> {
        "Stream".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "The name of a stream.",
            "type": "string",
            "pattern": Self::PATTERN,
            "maxLength": Self::LONGEST,
            "examples": ["table/7", "link/star", "account/12"],
        })
    }
}

/// The name of a history.
struct EpochText(String);

impl EpochText {
    const PATTERN: &'static str = "^[A-Za-z0-9._-]{1,64}$";
}

impl JsonSchema for EpochText {
    fn schema_name() -> Cow<'static, str> {
        "Epoch".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Which history of a stream: it changes when the stream was restored or imported.",
            "type": "string",
            "pattern": Self::PATTERN,
        })
    }
}

impl Read for EpochText {
    fn read(value: &Value, place: &Place<'_>) -> Result<Self, BadCommand> {
        let Value::String(text) = value else {
            return Err(wrong_type(place, "the name of a history", value));
        };
        let letter = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        let sound = (1..=64).contains(&text.len()) && text.bytes().all(letter);
        if sound {
            return Ok(Self(text.clone()));
        }
        let message = format!("`{}` is no name of a history", shown(text));
        Err(BadCommand::new("not_an_epoch", place, message).with_hint("send back the epoch of an envelope"))
    }
}

fn resume_schema(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "object",
        "propertyNames": generator.subschema_for::<StreamText>(),
        "additionalProperties": generator.subschema_for::<Option<Position>>(),
        "maxProperties": MOST_STREAMS,
    })
}
