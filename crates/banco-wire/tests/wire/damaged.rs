//! What is no command is told with its place, and nothing panics.

use banco_wire::{BadCommand, read_account_command, read_hello, read_link_command, read_table_command};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::commands::{account_commands, link_commands, rules, table_commands, to_link, to_table};

fn bad(json: &str) -> (&'static str, String, String) {
    let bad = read_table_command(json.as_bytes()).unwrap_err();
    (bad.code, bad.pointer.clone(), format!("{}; {}", bad.message, bad.hint.unwrap_or_default()))
}

#[test]
fn messages_name_place_and_expectation() {
    let told = [
        "",
        "[]",
        "{\"do\":\"settle\"",
        "{\"do\":\"settle\",\"do\":\"leave\"}",
        "{}",
        "{\"do\":7}",
        "{\"do\":\"place_wagr\"}",
        "{\"do\":\"settle\",\"amount\":1}",
        "{\"do\":\"tip\"}",
        "{\"do\":\"tip\",\"amout\":{}}",
        "{\"do\":\"tip\",\"amount\":100}",
        "{\"do\":\"tip\",\"amount\":{\"minor\":1.5,\"currency\":\"USD\"}}",
        "{\"do\":\"tip\",\"amount\":{\"minor\":9007199254740992,\"currency\":\"USD\"}}",
        "{\"do\":\"tip\",\"amount\":{\"minor\":1e400,\"currency\":\"USD\"}}",
        "{\"do\":\"tip\",\"amount\":{\"minor\":1,\"currency\":\"EUR\"}}",
        "{\"do\":\"sit\",\"seat\":256}",
        "{\"do\":\"turn_cards\",\"cards\":[\"7h\",\"7x\"]}",
        "{\"do\":\"turn_cards\",\"cards\":[\"10h\"]}",
        "{\"do\":\"turn_cards\",\"cards\":[\"7h\",\"7h\",\"7h\",\"7h\"]}",
        "{\"do\":\"hold\",\"reason\":\"two\\nlines\"}",
        "{\"do\":\"ask\",\"wanted\":{\"what\":\"void\",\"why\":{\"what\":\"rain\"},\"reason\":\"\"}}",
        "{\"do\":\"open_table\",\"float\":{\"minor\":1,\"currency\":\"USD\"},\"at\":5}",
    ];
    let told: Vec<String> = told
        .iter()
        .map(|text| {
            let (code, pointer, message) = bad(text);
            format!("{text}\n  {code} at `{pointer}`: {message}")
        })
        .collect();
    insta::assert_snapshot!("bad_commands", told.join("\n"));
}

#[test]
fn a_reason_has_five_hundred_characters_at_most() {
    let hold =
        |reason: String| read_table_command(json!({"do":"hold","reason":reason}).to_string().as_bytes());
    assert!(hold("ü".repeat(500)).is_ok());
    let bad = hold("ü".repeat(501)).unwrap_err();
    assert_eq!((bad.code, bad.pointer.as_str(), bad.status()), ("too_long", "/reason", 422));
}

#[test]
fn names_that_a_table_does_not_have_are_told_with_what_it_has() {
    let rules = rules();
    let table =
        |json: Value| to_table(&rules, read_table_command(json.to_string().as_bytes()).unwrap()).unwrap_err();
    let amount = json!({"minor":100,"currency":"USD"});
    let bad = table(json!({"do":"place_wager","spot":"bankr","amount":amount}));
    assert_eq!((bad.code, bad.pointer.as_str(), bad.status()), ("no_such_spot", "/spot", 409));
    assert_eq!(bad.hint.as_deref(), Some("did you mean `banker`?"));
    let bad = table(json!({"do":"adopt_terms","rules":"banco-rules:none"}));
    assert_eq!((bad.code, bad.pointer.as_str()), ("no_such_rules", "/rules"));
    let why = json!({"what":"irregularity","name":"too-few-card"});
    let bad = table(json!({"do":"ask","wanted":{"what":"void","why":why,"reason":""}}));
    assert_eq!((bad.code, bad.pointer.as_str()), ("no_such_irregularity", "/wanted/why/name"));
    assert_eq!(bad.hint.as_deref(), Some("did you mean `too-few-cards`?"));
    let link =
        |json: Value| to_link(&rules, read_link_command(json.to_string().as_bytes()).unwrap()).unwrap_err();
    let bad = link(json!({"do":"ask","wanted":{"what":"transfer_out","meter":"x","to":"moons","reason":""}}));
    assert_eq!((bad.code, bad.pointer.as_str()), ("no_such_meter", "/wanted/meter"));
    let meter = rules.links[0].meters[0].id.as_str();
    let bad =
        link(json!({"do":"ask","wanted":{"what":"transfer_out","meter":meter,"to":"moon","reason":""}}));
    assert_eq!((bad.code, bad.hint.as_deref()), ("no_such_link", Some("did you mean `moons`?")));
}

/// A pointer leads to something in the message, or to a key that should be there and is not.
fn leads_somewhere(value: &Value, bad: &BadCommand) {
    assert!(value.pointer(&bad.pointer).is_some(), "{value}: `{}` leads nowhere ({bad})", bad.pointer);
    assert!(!bad.message.is_empty() && bad.message.len() < 4_000);
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        proptest::collection::vec(any::<char>(), 0..12)
            .prop_map(|chars| Value::from(chars.into_iter().collect::<String>())),
        proptest::sample::select(vec![
            "tip", "ask", "settle", "USD", "7h", "void", "session", "banker", "table/1"
        ])
        .prop_map(Value::from),
    ];
    let key = proptest::sample::select(vec![
        "do", "amount", "minor", "currency", "wanted", "what", "why", "reason", "card", "cards", "limit",
        "a/b~c", "", "v", "resume", "epoch", "seq", "table/1",
    ]);
    leaf.prop_recursive(4, 40, 6, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            proptest::collection::vec((key.clone(), inner), 0..6).prop_map(|entries| {
                Value::Object(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
            }),
        ]
    })
}

/// All places of a message.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                places(value, &format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), found);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                places(item, &format!("{at}/{index}"), found);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn samples() -> Vec<Value> {
    let rules = rules();
    let tables = table_commands(&rules).into_iter().map(|(json, _)| json);
    let links = link_commands(&rules).into_iter().map(|(json, _)| json);
    tables.chain(links).chain(account_commands().into_iter().map(|(json, _)| json)).collect()
}

fn read_all(value: &Value) {
    let text = value.to_string();
    let results = [
        read_table_command(text.as_bytes()).err(),
        read_link_command(text.as_bytes()).err(),
        read_account_command(text.as_bytes()).err(),
        read_hello(text.as_bytes()).err(),
    ];
    results.iter().flatten().for_each(|bad| leads_somewhere(value, bad));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn random_json_is_read_or_told_with_its_place(value in any_json()) {
        read_all(&value);
    }

    #[test]
    fn random_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = (read_table_command(&bytes), read_link_command(&bytes));
        let _ = (read_account_command(&bytes), read_hello(&bytes));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn a_command_with_one_place_damaged_is_read_or_told(place in any::<proptest::sample::Index>(), put in any_json()) {
        for mut sample in samples() {
            let mut found = Vec::new();
            places(&sample, "", &mut found);
            let at: &String = place.get(&found);
            *sample.pointer_mut(at).unwrap() = put.clone();
            read_all(&sample);
        }
    }
}
