//! Tables of keys and columns, compared with what the program really prints.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result};
use serde_json::Value;

use super::shell::Shell;

/// Compares a table of keys with the JSON of some commands (separated by ` ;; `): all keys are in the table, with
/// their types, and no others.
///
/// `wagers[].stake` is a key of every object of an array; `meters.*` stands for any name, `**` for all that lies below.
/// An array of objects at the top is described by its objects. Two kinds of object have a name and are described once.
pub fn keys(commands: &str, table: &[Vec<&str>], shell: &Shell) -> Result<Vec<String>> {
    let mut found: BTreeMap<String, BTreeSet<&'static str>> = BTreeMap::new();
    for command in commands.split(" ;; ") {
        let value: Value = serde_json::from_str(&shell.printed(command)?)
            .with_context(|| format!("`{command}` prints no JSON"))?;
        match &value {
            Value::Array(items) => items.iter().for_each(|item| walk("", item, &mut found)),
            other => walk("", other, &mut found),
        }
    }
    let rows: Vec<(&str, &str)> = table
        .iter()
        .filter_map(|row| Some((*row.first()?, *row.get(1)?)))
        .flat_map(|(keys, types)| quoted(keys).into_iter().map(move |key| (key, types)))
        .collect();
    let commands = commands.split(" ;; ").next().unwrap_or(commands);
    let mut problems = Vec::new();
    for (key, types) in &found {
        let Some((row, said)) = rows.iter().find(|(row, _)| covers(row, key)) else {
            problems.push(format!("`{commands}` prints `{key}`, which the table does not name"));
            continue;
        };
        for kind in types.iter().filter(|kind| !row.ends_with("**") && !says(said, kind)) {
            problems.push(format!("`{commands}`: `{key}` may be {kind}; the table says {said}"));
        }
    }
    for (row, _) in rows.iter().filter(|(row, _)| !found.keys().any(|key| covers(row, key))) {
        problems.push(format!("`{commands}` prints no `{row}`, which the table names"));
    }
    Ok(problems)
}

/// Compares a table with the columns of CSV, in order.
pub fn columns(command: &str, table: &[Vec<&str>], shell: &Shell) -> Result<Vec<String>> {
    let printed = shell.printed(command)?;
    let head: Vec<&str> = printed.lines().next().unwrap_or_default().split(',').collect();
    let named: Vec<&str> = table.iter().filter_map(|row| row.first()).flat_map(|cell| quoted(cell)).collect();
    if head == named {
        return Ok(Vec::new());
    }
    Ok(vec![format!("`{command}` has the columns {}; the table names {}", head.join(","), named.join(","))])
}

fn walk(path: &str, value: &Value, found: &mut BTreeMap<String, BTreeSet<&'static str>>) {
    match value {
        Value::Object(entries) if named(entries).is_none() => {
            for (key, value) in entries {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                found.entry(path.clone()).or_default().insert(kind(value));
                walk(&path, value, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| walk(&format!("{path}[]"), item, found)),
        _ => {}
    }
}

/// Objects that are described once, by their keys.
const NAMED: [(&str, &[&str]); 2] = [
    ("figure", &["decimal", "exact"]),
    ("spread", &["count", "deviation", "greatest", "least", "losing", "mean", "quantiles"]),
];

fn named(entries: &serde_json::Map<String, Value>) -> Option<&'static str> {
    let keys: BTreeSet<&str> = entries.keys().map(String::as_str).collect();
    NAMED.iter().find(|(_, all)| keys.iter().eq(all.iter())).map(|(name, _)| *name)
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Object(entries) => named(entries).unwrap_or("object"),
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
    }
}

/// Whether the types of a table allow this one; a whole number is a number.
fn says(types: &str, kind: &str) -> bool {
    types.contains(kind) || (kind == "integer" && types.contains("number"))
}

/// Whether a row of the table stands for this key.
fn covers(row: &str, key: &str) -> bool {
    let (mut row, mut key) = (row.split('.'), key.split('.'));
    loop {
        match (row.next(), key.next()) {
            (None, None) => return true,
            (Some("**"), Some(_)) => return true,
            (Some(row), Some(key)) if row == key => {}
            (Some(row), Some(key)) if row.trim_end_matches("[]") == "*" => {
                if row.ends_with("[]") != key.ends_with("[]") {
                    return false;
                }
            }
            _ => return false,
        }
    }
}

/// What stands between backticks.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_for_keys() {
        assert!(covers("wagers[].stake", "wagers[].stake"));
        assert!(covers("ask.*.small_road", "ask.banker.small_road"));
        assert!(covers("document.**", "document.hashes.rulebook"));
        assert!(!covers("document.**", "document"));
        assert!(!covers("wagers[]", "wagers"));
        assert!(!covers("a.b", "a"));
    }

    #[test]
    fn types_are_told_apart() {
        let value = serde_json::json!({"a": [{"b": 1}, {"b": null}], "c": 0.5});
        let mut found = BTreeMap::new();
        walk("", &value, &mut found);
        assert_eq!(found.keys().collect::<Vec<_>>(), ["a", "a[].b", "c"]);
        assert_eq!(found["a[].b"], BTreeSet::from(["integer", "null"]));
        assert!(says("integer or null", "null") && says("number", "integer") && !says("integer", "number"));
    }
}
