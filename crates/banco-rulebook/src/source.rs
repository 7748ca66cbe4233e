//! A TOML file as a tree in which every value knows its place.

use std::ops::Range;
use std::sync::Arc;

use serde_json::Value as Json;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The text of one file under the name by which people know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The path as it should be shown.
    pub path: String,
    /// The whole text.
    pub text: String,
}

/// A step into the tree: a key of a table or an index of an array.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// A key of a table.
    Key(&'a str),
    /// An index of an array.
    At(usize),
}

impl<'a> From<&'a str> for Step<'a> {
    fn from(key: &'a str) -> Self {
        Self::Key(key)
    }
}

impl<'a> From<&'a String> for Step<'a> {
    fn from(key: &'a String) -> Self {
        Self::Key(key)
    }
}

impl From<usize> for Step<'_> {
    fn from(index: usize) -> Self {
        Self::At(index)
    }
}

/// A path into a document: `steps!["wager", 2, "rows"]`.
macro_rules! steps {
    ($($step:expr),* $(,)?) => { [$($crate::source::Step::from($step)),*] };
}
pub(crate) use steps;

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub span: Range<usize>,
    pub value: Value,
}

#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(String),
    Integer(i64),
    Boolean(bool),
    /// Floats and dates: no rulebook key takes one.
    Other(&'static str),
    Array(Vec<Node>),
    Table(Vec<Entry>),
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub key: String,
    pub key_span: Range<usize>,
    pub node: Node,
}

impl Node {
    fn new(spanned: &Spanned<DeValue<'_>>) -> Self {
        let value = match spanned.get_ref() {
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Integer(integer) => i64::from_str_radix(integer.as_str(), integer.radix())
                .map_or(Value::Other("an integer that is too large"), Value::Integer),
            DeValue::Boolean(boolean) => Value::Boolean(*boolean),
            DeValue::Float(_) => Value::Other("a decimal number"),
            DeValue::Datetime(_) => Value::Other("a date"),
            DeValue::Array(array) => Value::Array(array.iter().map(Self::new).collect()),
            DeValue::Table(table) => Value::Table(entries(table)),
        };
        Self { span: spanned.span(), value }
    }

    /// How to call this kind of value in a message.
    pub fn kind(&self) -> &'static str {
        match self.value {
            Value::Text(_) => "a text",
            Value::Integer(_) => "a whole number",
            Value::Boolean(_) => "true or false",
            Value::Other(kind) => kind,
            Value::Array(_) => "a list",
            Value::Table(_) => "a table",
        }
    }

    /// The value below a key.
    pub fn get(&self, key: &str) -> Option<&Entry> {
        match &self.value {
            Value::Table(entries) => entries.iter().find(|entry| entry.key == key),
            _ => None,
        }
    }

    /// The place of the deepest value along the path that exists.
    pub fn span_of(&self, path: &[Step<'_>]) -> Range<usize> {
        let Some((step, rest)) = path.split_first() else {
            return self.span.clone();
        };
        let (child, own) = match (step, &self.value) {
            (Step::Key(key), Value::Table(_)) => (self.get(key).map(|entry| &entry.node), self.span.clone()),
            (Step::At(index), Value::Array(nodes)) => (nodes.get(*index), self.span.clone()),
            _ => (None, self.span.clone()),
        };
        child.map_or(own, |child| child.span_of(rest))
    }

    /// The same value without its places, and without what stands at these places.
    pub fn to_json_without(&self, wrong: &[Range<usize>]) -> Json {
        let keep = |span: &Range<usize>| !wrong.contains(span);
        match &self.value {
            Value::Text(text) => Json::from(text.as_str()),
            Value::Integer(integer) => Json::from(*integer),
            Value::Boolean(boolean) => Json::from(*boolean),
            Value::Other(_) => Json::Null,
            Value::Array(nodes) => {
                nodes.iter().filter(|node| keep(&node.span)).map(|node| node.to_json_without(wrong)).collect()
            }
            Value::Table(entries) => entries
                .iter()
                .filter(|entry| keep(&entry.key_span) && keep(&entry.node.span))
                .map(|entry| (entry.key.clone(), entry.node.to_json_without(wrong)))
                .collect(),
        }
    }
}

fn entries(table: &DeTable<'_>) -> Vec<Entry> {
    let mut entries: Vec<Entry> = table
        .iter()
        .map(|(key, value)| Entry {
            key: key.get_ref().to_string(),
            key_span: key.span(),
            node: Node::new(value),
        })
        .collect();
    // The parser sorts keys by name; people read them in the order of the file.
    entries.sort_by_key(|entry| entry.key_span.start);
    entries
}

/// A parsed file.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub source: Arc<Source>,
    pub root: Node,
}

impl Document {
    /// Parses as far as possible; syntax errors come beside the tree.
    pub fn parse(source: Arc<Source>) -> (Self, Vec<(Range<usize>, String)>) {
        let (table, errors) = DeTable::parse_recoverable(&source.text);
        let errors = errors
            .iter()
            .map(|error| (error.span().unwrap_or(0..0), error.message().replace('\n', "; ")))
            .collect();
        let root = Node { span: 0..0, value: Value::Table(entries(table.get_ref())) };
        (Self { source, root }, errors)
    }
}
