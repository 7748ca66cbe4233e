//! Every field of every kind of event and of input, changed once; every kind of event left out, told twice, and under
//! another clause.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::Forgery;
use crate::journal::Journal;

/// Why a change of an input is none of the history.
const NO_EFFECT: &str = "nothing that happened depends on it";

/// Why a command may be missing.
const NEVER_GIVEN: &str =
    "a history in which the command was never given is one that the engine could have decided";

/// All of them.
pub fn all(honest: &Journal) -> Vec<Forgery> {
    let mut forgeries = Vec::new();
    let mut seen = BTreeSet::new();
    let streams: Vec<(String, usize)> =
        honest.streams.iter().map(|(stream, rows)| (stream.clone(), rows.len())).collect();
    for (stream, rows) in streams.into_iter().filter(|(stream, _)| stream != "floor") {
        for at in 0..rows {
            let place = (stream.clone(), at);
            let mut row = honest.streams[&stream][at].clone();
            let name = row.name();
            if !name.is_empty() && seen.insert(name.clone()) {
                events(honest, &place, &name, &mut forgeries);
            }
            let operation = row.input.take().map(|input| operation(&input)).unwrap_or_default();
            if !operation.is_empty() && seen.insert(operation.clone()) {
                inputs(honest, &place, &operation, &mut forgeries);
            }
        }
    }
    forgeries
}

/// The kind of an input: its operation, and the command.
fn operation(input: &Value) -> String {
    let Some((kind, of)) = input["operation"].as_object().and_then(|of| of.iter().next()) else {
        return String::new();
    };
    let what = of.pointer("/what").and_then(Value::as_object).and_then(|what| what.values().next());
    let command = what.and_then(|what| what.get(1)).map(|command| match command {
        Value::String(name) => name.clone(),
        other => other.as_object().and_then(|of| of.keys().next().cloned()).unwrap_or_default(),
    });
    command.map_or_else(|| format!("input {kind}"), |command| format!("input {kind} {command}"))
}

fn events(honest: &Journal, place: &(String, usize), name: &str, forgeries: &mut Vec<Forgery>) {
    let mut without = honest.clone();
    let cause = without.row(place).cause;
    without.take_out(place);
    let reason = (!without.commands.contains_key(&cause)).then_some(NEVER_GIVEN);
    forgeries.push(Forgery { name: format!("{name}: left out"), journal: without, reason });
    let mut add = |what: &str, journal: Journal| {
        forgeries.push(Forgery { name: format!("{name}: {what}"), journal, reason: None });
    };
    let mut twice = honest.clone();
    let mut copy = twice.row(place).clone();
    (copy.was, copy.input) = (None, None);
    twice.streams.get_mut(&place.0).unwrap().insert(place.1 + 1, copy);
    add("told twice", twice);
    let mut clause = honest.clone();
    clause.row(place).record["clauses"] = serde_json::json!(["99(z)"]);
    add("another clause", clause);
    let told = honest.clone().row(place).record["what"].clone();
    for path in leaves(&told) {
        let mut changed = honest.clone();
        let leaf = changed.row(place).record["what"].pointer_mut(&path).unwrap();
        if change(leaf) {
            add(&path, changed);
        }
    }
}

fn inputs(honest: &Journal, place: &(String, usize), operation: &str, forgeries: &mut Vec<Forgery>) {
    let input = honest.streams[&place.0][place.1].input.clone().unwrap();
    let mut gone = honest.clone();
    gone.row(place).input = None;
    forgeries.push(Forgery { name: format!("{operation}: left out"), journal: gone, reason: None });
    for path in leaves(&input) {
        let mut changed = honest.clone();
        let leaf = changed.row(place).input.as_mut().unwrap().pointer_mut(&path).unwrap();
        // How many entries a stream has that has none is written anew from what there is.
        let of = path.strip_prefix("/streams/").map(|name| name.replace("~1", "/"));
        if of.is_none_or(|name| honest.streams.contains_key(&name)) && change(leaf) {
            let reason = path.ends_with("/open_table/at").then_some(NO_EFFECT);
            forgeries.push(Forgery { name: format!("{operation}: {path}"), journal: changed, reason });
        }
    }
}

/// Where values lie that have no parts.
fn leaves(value: &Value) -> Vec<String> {
    let under = |key: &str, inner: &Value| {
        let key = key.replace('~', "~0").replace('/', "~1");
        leaves(inner).into_iter().map(move |path| format!("/{key}{path}")).collect::<Vec<_>>()
    };
    match value {
        Value::Object(parts) => parts.iter().flat_map(|(key, inner)| under(key, inner)).collect(),
        Value::Array(parts) => {
            // The others are like the first one.
            parts.iter().take(2).enumerate().flat_map(|(at, inner)| under(&at.to_string(), inner)).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => vec![String::new()],
    }
}

/// Another value of the same kind.
fn change(leaf: &mut Value) -> bool {
    *leaf = match &*leaf {
        Value::Bool(is) => Value::Bool(!is),
        Value::Number(number) => Value::from(number.as_i64().unwrap() + 1),
        Value::String(text) => Value::from(other_text(text)),
        Value::Null | Value::Array(_) | Value::Object(_) => return false,
    };
    true
}

fn other_text(text: &str) -> String {
    let is_hex = text.len() >= 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let ranks = "23456789TJQKA";
    let is_card = text.len() == 2 && ranks.contains(&text[..1]) && "cdhs".contains(&text[1..]);
    let cards = text.len() > 64 && !is_hex;
    match () {
        () if is_hex && text.starts_with('0') => format!("1{}", &text[1..]),
        () if is_hex => format!("0{}", &text[1..]),
        () if is_card || cards => {
            let rank = if text.starts_with('9') { "4" } else { "9" };
            format!("{rank}{}", &text[1..])
        }
        () if text == "player" => "banker".to_owned(),
        () if text == "banker" => "player".to_owned(),
        () => format!("{text}x"),
    }
}
