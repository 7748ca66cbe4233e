//! Reading JSON with a place for everything that is wrong.
//!
//! Texts become plain values first, with every key once; then each type reads its own part and knows where it stands.
//! The derived readers of serde forget the place inside tagged objects, which all commands are.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::bad::{BadCommand, shown, suggestion};

/// The greatest figure that every reader of JSON keeps exactly.
pub const EXACT: i64 = (1 << 53) - 1;

/// A place in a message, from the outside in; printed as a JSON pointer.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    above: Option<&'a Place<'a>>,
    key: Key<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Key<'a> {
    Whole,
    Name(&'a str),
    Item(usize),
}

impl<'a> Place<'a> {
    /// The whole message.
    pub const WHOLE: Place<'static> = Place { above: None, key: Key::Whole };

    /// What stands under a key here.
    pub const fn key(&'a self, name: &'a str) -> Self {
        Self { above: Some(self), key: Key::Name(name) }
    }

    /// One of the list here.
    pub const fn item(&'a self, at: usize) -> Self {
        Self { above: Some(self), key: Key::Item(at) }
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(above) = self.above {
            above.fmt(f)?;
        }
        match self.key {
            Key::Whole => Ok(()),
            Key::Name(name) => write!(f, "/{}", name.replace('~', "~0").replace('/', "~1")),
            Key::Item(at) => write!(f, "/{at}"),
        }
    }
}

/// What can be read from a message.
pub trait Read: Sized {
    /// What it is where nothing stands; `None` if something must.
    fn missing() -> Option<Self> {
        None
    }

    /// Reads it.
    fn read(value: &Value, place: &Place<'_>) -> Result<Self, BadCommand>;
}

/// Reads a whole message.
pub fn read<T: Read>(bytes: &[u8]) -> Result<T, BadCommand> {
    let Strict(value) = serde_json::from_slice(bytes).map_err(|error| not_json(&error))?;
    T::read(&value, &Place::WHOLE)
}

fn not_json(error: &serde_json::Error) -> BadCommand {
    let text = error.to_string();
    let problem = text.rsplit_once(" at line ").map_or(text.as_str(), |(problem, _)| problem);
    let message = format!("line {}, column {}: {}", error.line(), error.column(), shown_whole(problem));
    BadCommand::new("not_json", "", message).with_hint("send one JSON object in UTF-8, with every key once")
}

/// A message of the parser, which may repeat a key.
fn shown_whole(text: &str) -> String {
    text.chars().take(120).map(|c| if c.is_control() { '?' } else { c }).collect()
}

/// Something else stands there than should.
pub fn wrong_type(place: &Place<'_>, expected: &str, value: &Value) -> BadCommand {
    let found = match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) => "true or false".to_owned(),
        Value::Number(_) => "a number".to_owned(),
        Value::String(text) => format!("the text `{}`", shown(text)),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    };
    BadCommand::new("wrong_type", place, format!("expected {expected}, found {found}"))
}

/// A text that is none of the words that may stand there.
pub fn unknown_word(place: &Place<'_>, what: &str, word: &str, known: &[&'static str]) -> BadCommand {
    BadCommand::new("unknown_word", place, format!("`{}` is not {what}", shown(word)))
        .with_hint(suggestion(word, known.iter().copied()))
}

/// A whole number between two others.
pub fn whole(value: &Value, place: &Place<'_>, least: i64, most: i64) -> Result<i64, BadCommand> {
    let expected = format!("a whole number from {least} to {most}");
    let Value::Number(number) = value else { return Err(wrong_type(place, &expected, value)) };
    let figure = number.as_i64().or_else(|| from_float(number));
    figure.filter(|figure| (least..=most).contains(figure)).ok_or_else(|| {
        BadCommand::new(
            "out_of_range",
            place,
            format!("expected {expected}, found {}", shown(&number.to_string())),
        )
    })
}

/// `100.0` and `1e2` are whole numbers as well. Up to here a float that was read with a last digit off is not whole, so
/// no other number is taken for the one that was written.
const WHOLE_FLOATS: f64 = 562_949_953_421_312.0;

fn from_float(number: &Number) -> Option<i64> {
    let figure = number.as_f64().filter(|figure| figure.abs() < WHOLE_FLOATS && figure.fract() == 0.0)?;
    // This prints a whole float exactly.
    format!("{figure:.0}").parse().ok()
}

impl<T: Read> Read for Option<T> {
    fn missing() -> Option<Self> {
        Some(None)
    }

    fn read(value: &Value, place: &Place<'_>) -> Result<Self, BadCommand> {
        if value.is_null() { Ok(None) } else { T::read(value, place).map(Some) }
    }
}

impl Read for bool {
    fn read(value: &Value, place: &Place<'_>) -> Result<Self, BadCommand> {
        value.as_bool().ok_or_else(|| wrong_type(place, "true or false", value))
    }
}

macro_rules! read_whole {
    ($($type:ty),*) => { $(
        impl Read for $type {
            fn read(value: &Value, place: &Place<'_>) -> Result<Self, BadCommand> {
                let most = i64::from(<$type>::MAX);
                whole(value, place, 0, most).map(|figure| Self::try_from(figure).unwrap_or_default())
            }
        }
    )* };
}

read_whole!(u8, u16, u32);

/// A list of no more than so many.
pub fn list<T: Read>(value: &Value, place: &Place<'_>, most: usize) -> Result<Vec<T>, BadCommand> {
    let Value::Array(items) = value else { return Err(wrong_type(place, "a list", value)) };
    if items.len() > most {
        let message = format!("expected {most} at most, found {}", items.len());
        return Err(BadCommand::new("too_long", place, message));
    }
    items.iter().enumerate().map(|(at, item)| T::read(item, &place.item(at))).collect()
}

/// The keys of an object, as they are read one by one.
pub struct Fields<'a> {
    map: &'a Map<String, Value>,
    place: &'a Place<'a>,
}

impl<'a> Fields<'a> {
    /// The keys of an object.
    pub fn of(value: &'a Value, place: &'a Place<'a>) -> Result<Self, BadCommand> {
        let Value::Object(map) = value else { return Err(wrong_type(place, "an object", value)) };
        Ok(Self { map, place })
    }

    /// Which of several kinds of object it is, by the word under a key.
    pub fn tag(
        &self,
        key: &'static str,
        what: &str,
        known: &[&'static str],
    ) -> Result<&'static str, BadCommand> {
        let place = self.place.key(key);
        let missing =
            || BadCommand::new("missing", self.place, format!("`{key}` is missing: it names {what}"));
        match self.map.get(key).ok_or_else(missing)? {
            Value::String(word) => {
                let found = known.iter().find(|name| *name == word);
                found.copied().ok_or_else(|| unknown_word(&place, what, word, known))
            }
            other => Err(wrong_type(&place, what, other)),
        }
    }

    /// No keys but these.
    pub fn only(&self, known: &[&'static str]) -> Result<(), BadCommand> {
        let strange = self.map.keys().find(|key| !known.contains(&key.as_str()));
        strange.map_or(Ok(()), |key| {
            let message = format!("there is no key `{}` here", shown(key));
            let hint = suggestion(key, known.iter().copied());
            Err(BadCommand::new("unknown_key", self.place.key(key), message).with_hint(hint))
        })
    }

    /// What stands under a key.
    pub fn take<T: Read>(&self, key: &'static str) -> Result<T, BadCommand> {
        match self.map.get(key) {
            Some(value) => T::read(value, &self.place.key(key)),
            None => T::missing()
                .ok_or_else(|| BadCommand::new("missing", self.place, format!("`{key}` is missing"))),
        }
    }
}

/// A value in which every key stands once: what stands twice could be read in two ways.
struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Self)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Strict(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some((key, Strict(value))) = entries.next_entry::<String, Strict>()? {
            let message = format!("the key `{}` stands twice", shown(&key));
            if map.insert(key, value).is_some() {
                return Err(A::Error::custom(message));
            }
        }
        Ok(Value::Object(map))
    }
}
