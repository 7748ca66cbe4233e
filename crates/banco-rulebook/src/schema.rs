//! Checks a parsed file against the JSON Schema of its type, finding all problems at once.
//!
//! The schema is generated from the same Rust types that the file is then read into, so the two cannot
//! drift apart, and editors get it from `banco rules schema`. Only the keywords that those types produce
//! are understood here.

use std::ops::Range;

use schemars::JsonSchema;
use serde_json::Value as Json;

use crate::diagnostic::suggest;
use crate::notation::check_format;
use crate::source::{Node, Value};

/// A problem with the form of a value.
#[derive(Debug)]
pub(crate) struct Problem {
    pub span: Range<usize>,
    pub code: &'static str,
    pub message: String,
    pub hint: Option<String>,
}

impl Problem {
    fn new(node: &Node, code: &'static str, message: String) -> Self {
        Self { span: node.span.clone(), code, message, hint: None }
    }

    fn hint(mut self, hint: &str) -> Self {
        self.hint = Some(hint.to_owned());
        self
    }
}

/// The JSON Schema of a type.
pub(crate) struct Schema {
    root: Json,
}

impl Schema {
    pub fn for_type<T: JsonSchema>() -> Self {
        Self { root: schemars::schema_for!(T).to_value() }
    }

    /// All problems of form in this value.
    pub fn check(&self, node: &Node) -> Vec<Problem> {
        let mut problems = Vec::new();
        self.check_node(&self.root, node, &mut problems);
        problems
    }

    fn check_node(&self, schema: &Json, node: &Node, out: &mut Vec<Problem>) {
        if let Some(reference) = schema.get("$ref").and_then(Json::as_str) {
            let target = reference.strip_prefix('#').and_then(|pointer| self.root.pointer(pointer));
            return target.into_iter().for_each(|target| self.check_node(target, node, out));
        }
        if let Some(branches) = ["anyOf", "oneOf"].iter().find_map(|key| schema.get(key)?.as_array()) {
            return self.check_branches(branches, node, out);
        }
        if let Some(wrong) = wrong_choice(schema, node) {
            return out.push(wrong);
        }
        if !has_type(schema, node) {
            let message = format!("expected {}, found {}", describe(schema), node.kind());
            return out.push(Problem::new(node, "wrong_type", message));
        }
        match &node.value {
            Value::Table(_) => self.check_table(schema, node, out),
            Value::Array(nodes) => {
                let items = schema.get("items");
                nodes.iter().for_each(|item| items.into_iter().for_each(|s| self.check_node(s, item, out)));
            }
            Value::Text(text) => out.extend(check_text(schema, node, text)),
            Value::Integer(integer) => out.extend(check_range(schema, node, *integer)),
            Value::Boolean(_) | Value::Other(_) => {}
        }
    }

    /// One branch must fit; otherwise the problems of the branch that has the right type are told.
    fn check_branches(&self, branches: &[Json], node: &Node, out: &mut Vec<Problem>) {
        let resolved: Vec<&Json> = branches.iter().filter_map(|branch| self.resolve(branch)).collect();
        let choices: Vec<&str> = resolved.iter().filter_map(|branch| branch.get("const")?.as_str()).collect();
        if let (Value::Text(text), false) = (&node.value, choices.is_empty())
            && !choices.contains(&text.as_str())
            && resolved.iter().all(|branch| branch.get("const").is_some() || branch.get("enum").is_some())
        {
            return out.push(not_one_of(node, text, &choices));
        }
        let mut best: Option<Vec<Problem>> = None;
        for branch in resolved.iter().filter(|branch| has_type(branch, node)) {
            let mut problems = Vec::new();
            self.check_node(branch, node, &mut problems);
            if problems.is_empty() {
                return;
            }
            if best.as_ref().is_none_or(|best| problems.len() < best.len()) {
                best = Some(problems);
            }
        }
        out.extend(best.unwrap_or_else(|| {
            let kinds: Vec<String> =
                resolved.iter().map(|b| describe(b)).filter(|d| d != "nothing").collect();
            let message = format!("expected {}, found {}", kinds.join(" or "), node.kind());
            vec![Problem::new(node, "wrong_type", message)]
        }));
    }

    fn resolve<'a>(&'a self, schema: &'a Json) -> Option<&'a Json> {
        match schema.get("$ref").and_then(Json::as_str) {
            Some(reference) => self.root.pointer(reference.strip_prefix('#')?),
            None => Some(schema),
        }
    }

    fn check_table(&self, schema: &Json, node: &Node, out: &mut Vec<Problem>) {
        let Value::Table(entries) = &node.value else {
            return;
        };
        let properties = schema.get("properties").and_then(Json::as_object);
        for entry in entries {
            let known = properties.and_then(|properties| properties.get(&entry.key));
            match known.or_else(|| schema.get("additionalProperties").filter(|more| more.is_object())) {
                Some(schema) => self.check_node(schema, &entry.node, out),
                None if schema.get("additionalProperties") == Some(&Json::Bool(false)) => {
                    let names = properties.into_iter().flatten().map(|(name, _)| name.as_str());
                    out.push(Problem {
                        span: entry.key_span.clone(),
                        code: "unknown_key",
                        message: format!("unknown key `{}`", entry.key),
                        hint: Some(suggest(&entry.key, names)),
                    });
                }
                None => {}
            }
        }
        let required = schema.get("required").and_then(Json::as_array).into_iter().flatten();
        for name in required.filter_map(Json::as_str).filter(|name| node.get(name).is_none()) {
            let mut problem = Problem::new(node, "missing_key", format!("the key `{name}` is missing"));
            let about = properties.and_then(|properties| properties.get(name)?.get("description")?.as_str());
            problem.hint = about.map(|about| format!("`{name}`: {}", about.replace('\n', " ")));
            out.push(problem);
        }
    }
}

fn wrong_choice(schema: &Json, node: &Node) -> Option<Problem> {
    let choices: Vec<&str> = match (schema.get("const"), schema.get("enum")) {
        (Some(only), _) => only.as_str().into_iter().collect(),
        (None, Some(many)) => many.as_array()?.iter().filter_map(Json::as_str).collect(),
        (None, None) => return None,
    };
    match &node.value {
        Value::Text(text) if choices.contains(&text.as_str()) => None,
        Value::Text(text) => Some(not_one_of(node, text, &choices)),
        _ => {
            let message = format!("expected one of {}, found {}", choices.join(", "), node.kind());
            Some(Problem::new(node, "wrong_type", message))
        }
    }
}

fn not_one_of(node: &Node, text: &str, choices: &[&str]) -> Problem {
    let mut problem = Problem::new(node, "unknown_choice", format!("`{text}` is not a choice here"));
    problem.hint = Some(suggest(text, choices.iter().copied()));
    problem
}

fn types(schema: &Json) -> Vec<&str> {
    match schema.get("type") {
        Some(Json::String(only)) => vec![only.as_str()],
        Some(Json::Array(many)) => many.iter().filter_map(Json::as_str).collect(),
        _ if schema.get("const").is_some() || schema.get("enum").is_some() => vec!["string"],
        _ => Vec::new(),
    }
}

fn has_type(schema: &Json, node: &Node) -> bool {
    let name = match node.value {
        Value::Text(_) => "string",
        Value::Integer(_) => "integer",
        Value::Boolean(_) => "boolean",
        Value::Array(_) => "array",
        Value::Table(_) => "object",
        Value::Other(_) => return false,
    };
    let types = types(schema);
    types.is_empty() || types.contains(&name)
}

fn describe(schema: &Json) -> String {
    let name = |name: &str| match name {
        "string" => "a text",
        "integer" => "a whole number",
        "boolean" => "true or false",
        "array" => "a list",
        "object" => "a table",
        _ => "nothing",
    };
    let kinds: Vec<&str> = types(schema).into_iter().map(name).filter(|kind| *kind != "nothing").collect();
    if kinds.is_empty() { "nothing".to_owned() } else { kinds.join(" or ") }
}

fn check_text(schema: &Json, node: &Node, text: &str) -> Option<Problem> {
    let wrong = check_format(schema.get("format")?.as_str()?, text)?;
    Some(Problem::new(node, "bad_notation", wrong))
}

fn check_range(schema: &Json, node: &Node, integer: i64) -> Option<Problem> {
    let limit = |key: &str| schema.get(key).and_then(Json::as_i64);
    let minimum = limit("minimum").unwrap_or(i64::MIN);
    let format = schema.get("format").and_then(Json::as_str).unwrap_or_default();
    // What a number is kept in is no business of a licensee: beyond it a number is only told to be too large.
    let kept_in = match format {
        "uint8" => i64::from(u8::MAX),
        "uint16" => i64::from(u16::MAX),
        "uint32" => i64::from(u32::MAX),
        _ => i64::MAX,
    };
    let maximum = limit("maximum").unwrap_or(kept_in).min(kept_in);
    let message = match (integer < minimum, integer > maximum) {
        (true, _) => format!("{integer} is too small: at least {minimum} is meant here"),
        (_, true) if maximum == kept_in => format!("{integer} is too large a number here"),
        (_, true) => format!("{integer} is too large: at most {maximum} is meant here"),
        (false, false) => return None,
    };
    Some(Problem::new(node, "out_of_range", message).hint("write a number that a table can have"))
}
