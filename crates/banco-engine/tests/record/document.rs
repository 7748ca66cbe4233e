//! `docs/record.md` says what the engine does: every event with its keys, every posting, every movement of a meter, a
//! round line by line. And a program that knows nothing but the page verifies the journals.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use banco_engine::record::Record;
use banco_engine::table::{Account, Posting};
use banco_engine::{Name, Person, cage, link};
use banco_money::Amount;
use serde_json::Value;

use crate::journals;
use crate::samples;

fn docs() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn page() -> String {
    fs::read_to_string(docs().join("record.md")).unwrap()
}

/// The cells of the rows of a part of the page, without backquotes.
fn rows(part: &str) -> Vec<Vec<String>> {
    let cells =
        |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().replace('`', "")).collect();
    part.lines().filter(|line| line.starts_with("| `")).map(cells).collect()
}

fn between(page: &str, begin: &str, end: &str) -> String {
    let (_, rest) = page.split_once(begin).unwrap_or_else(|| panic!("no `{begin}`"));
    rest.split_once(end).map_or(rest, |(part, _)| part).to_owned()
}

/// Topic, event and keys of a record.
fn event(record: &Record) -> (String, String, Value) {
    let value: Value = serde_json::from_str(&record.to_line().unwrap()).unwrap();
    let (topic, event) = value["what"].as_object().unwrap().iter().next().unwrap();
    match event {
        Value::String(name) => (topic.clone(), name.clone(), Value::Null),
        other => {
            let (name, keys) = other.as_object().unwrap().iter().next().unwrap();
            (topic.clone(), name.clone(), keys.clone())
        }
    }
}

#[test]
fn the_page_has_every_event_with_its_keys() {
    let page = page();
    let mut found: BTreeMap<(String, String, String), String> = BTreeMap::new();
    for (stream, part) in [
        ("table", between(&page, "\n## Events of tables", "\n## ")),
        ("link", between(&page, "\n## Events of links", "\n## ")),
        ("account", between(&page, "\n## Events of accounts", "\n## ")),
    ] {
        for section in part.split("\n### ").skip(1) {
            let topic = section.lines().next().unwrap();
            for row in rows(section) {
                found.insert((stream.to_owned(), topic.to_owned(), row[0].clone()), row[1].clone());
            }
        }
    }
    for sample in samples::all() {
        let (topic, name, keys) = event(&sample.record);
        let keys: Vec<String> =
            keys.as_object().map(|keys| keys.keys().cloned().collect()).unwrap_or_default();
        let told = found.get(&(sample.stream.to_owned(), topic.clone(), name.clone()));
        let told =
            told.unwrap_or_else(|| panic!("docs/record.md: {} {topic} {name} is missing", sample.stream));
        // A key with a question mark may be left out.
        let is_there = |key: &&str| !key.ends_with('?') || keys.contains(&key.replace('?', ""));
        let told: Vec<&str> = told.split(' ').filter(is_there).map(|key| key.trim_end_matches('?')).collect();
        assert_eq!(told.join(" "), keys.join(" "), "docs/record.md: the keys of {topic} {name}");
    }
    let known: BTreeSet<_> = samples::all()
        .iter()
        .map(|sample| {
            let (topic, name, _) = event(&sample.record);
            (sample.stream.to_owned(), topic, name)
        })
        .collect();
    let gone: Vec<_> = found.keys().filter(|event| !known.contains(*event)).collect();
    assert!(gone.is_empty(), "docs/record.md: no such events: {gone:?}");
}

#[test]
fn the_page_has_every_word() {
    let page = page();
    let words: BTreeSet<&str> =
        page.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').collect();
    for sample in samples::all() {
        let value: Value = serde_json::from_str(&sample.record.to_line().unwrap()).unwrap();
        names_in(&value["what"], &mut |name| assert!(words.contains(name), "docs/record.md: no `{name}`"));
    }
}

/// All keys of a value.
fn names_in(value: &Value, tell: &mut dyn FnMut(&str)) {
    match value {
        Value::Object(entries) => entries.iter().for_each(|(key, value)| {
            tell(key);
            names_in(value, tell);
        }),
        Value::Array(values) => values.iter().for_each(|value| names_in(value, tell)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// What lies under a path of keys.
fn under<'a>(keys: &'a Value, path: &str) -> &'a Value {
    path.split('.').fold(keys, |value, key| &value[key])
}

fn holds(keys: &Value, condition: &str) -> bool {
    condition.split(", ").filter(|part| !part.is_empty()).all(|part| {
        let (key, wanted) = part.split_once(" = ").unwrap();
        *under(keys, key) == serde_json::from_str::<Value>(wanted).unwrap()
    })
}

fn account(keys: &Value, text: &str) -> Account {
    if let Some(key) = text.strip_prefix("the account under ") {
        return serde_json::from_value(keys[key].clone()).unwrap();
    }
    let person = |path: &str| serde_json::from_value::<Person>(under(keys, path).clone()).unwrap();
    match text.strip_suffix(')').and_then(|text| text.split_once('(')) {
        None => serde_json::from_value(Value::from(text)).unwrap(),
        Some(("winner", bet)) if keys[bet]["for_dealer"] == true => Account::Tokes,
        Some(("winner", bet)) => Account::Chips(person(&format!("{bet}.owner"))),
        Some(("chips", path)) => Account::Chips(person(path)),
        Some(("promotional", path)) => Account::Promotional(person(path)),
        Some(("coupons", path)) => Account::Coupons(person(path)),
        Some(("owed", path)) => Account::Owed(person(path)),
        Some((other, _)) => panic!("docs/record.md: no account `{other}`"),
    }
}

fn amount(keys: &Value, text: &str) -> Option<Amount> {
    let one = |path: &str| serde_json::from_value::<Amount>(under(keys, path).clone()).ok();
    match text.split_once(" - ") {
        None => one(text),
        Some((whole, less)) => Some(one(whole)?.minus(one(less)?).unwrap()),
    }
}

/// What the page says an event posts.
fn told_postings(rows: &[Vec<String>], record: &Record) -> Vec<Posting> {
    let (topic, name, keys) = event(record);
    let mut postings = Vec::new();
    for row in rows.iter().filter(|row| row[0] == format!("{topic}.{name}") && holds(&keys, &row[1])) {
        if let Some(amount) = amount(&keys, &row[4]).filter(|amount| !amount.is_zero()) {
            postings.push(Posting { from: account(&keys, &row[2]), to: account(&keys, &row[3]), amount });
        }
    }
    postings
}

/// All samples, and all records of all journals.
fn records() -> Vec<Record> {
    let samples = samples::all().into_iter().map(|sample| sample.record);
    let journals = journals::all();
    let lines = journals.values().flat_map(|journal| &journal.lines);
    samples.chain(lines.map(|line| Record::read(line).unwrap())).collect()
}

#[test]
fn the_page_posts_as_the_engine_does() {
    let rows = rows(&between(&page(), "<!-- postings of tables -->", "<!-- end -->"));
    let mut used = BTreeSet::new();
    for record in records() {
        let Record::Table { event: happened, .. } = &record else { continue };
        let mut postings = Vec::new();
        happened.postings(&mut |posting| postings.push(posting));
        let mut told = told_postings(&rows, &record);
        // Postings of one event may stand in any order.
        let order = |posting: &Posting| (posting.from, posting.to, posting.amount.minor());
        postings.sort_by_key(order);
        told.sort_by_key(order);
        assert_eq!(told, postings, "docs/record.md: {}", record.to_line().unwrap());
        let (topic, name, _) = event(&record);
        used.insert(format!("{topic}.{name}"));
    }
    let gone: Vec<_> = rows.iter().map(|row| &row[0]).filter(|event| !used.contains(*event)).collect();
    assert!(gone.is_empty(), "docs/record.md: no such events: {gone:?}");
}

/// A fund of an account.
fn fund(keys: &Value, text: &str) -> cage::Fund {
    match text {
        "outside" => cage::Fund::Outside,
        "balance" => cage::Fund::Balance,
        "held" => cage::Fund::Held,
        "adjustments" => cage::Fund::Adjustments,
        "at_table(table)" => cage::Fund::AtTable(serde_json::from_value(keys["table"].clone()).unwrap()),
        other => panic!("docs/record.md: no fund `{other}`"),
    }
}

#[test]
fn the_page_posts_in_accounts_as_the_engine_does() {
    let rows = rows(&between(&page(), "<!-- postings of accounts -->", "<!-- end -->"));
    let mut used = BTreeSet::new();
    for record in records() {
        let Record::Account { event: happened, .. } = &record else { continue };
        let (topic, name, keys) = event(&record);
        let own = rows.iter().filter(|row| row[0] == format!("{topic}.{name}"));
        let told: Vec<cage::Posting> = own
            .map(|row| cage::Posting {
                from: fund(&keys, &row[2]),
                to: fund(&keys, &row[3]),
                amount: amount(&keys, &row[4]).unwrap(),
            })
            .collect();
        let mut postings = Vec::new();
        happened.postings(&mut |posting| postings.push(posting));
        assert_eq!(told, postings, "docs/record.md: {}", record.to_line().unwrap());
        used.insert(format!("{topic}.{name}"));
    }
    assert!(rows.iter().all(|row| used.contains(&row[0])), "docs/record.md: no such events");
}

/// Money of a meter under a path; nothing where there is none.
fn fine(part: &Value, text: &str) -> i128 {
    text.split(" + ").filter(|path| !path.is_empty()).map(|path| units(under(part, path))).sum()
}

fn units(value: &Value) -> i128 {
    match value {
        Value::String(digits) => digits.parse().unwrap(),
        amount => i128::from(serde_json::from_value::<Amount>(amount.clone()).unwrap().minor()) * 10_000,
    }
}

#[test]
fn the_page_moves_meters_as_the_engine_does() {
    let rows = rows(&between(&page(), "<!-- movements of links -->", "<!-- end -->"));
    for record in records() {
        let Record::Link { event: happened, .. } = &record else { continue };
        let (topic, name, keys) = event(&record);
        let mut told: BTreeMap<Name, i128> = BTreeMap::new();
        for row in rows.iter().filter(|row| row[0] == format!("{topic}.{name}")) {
            let whole = vec![keys.clone()];
            let parts = if row[1].is_empty() { &whole } else { keys[&row[1]].as_array().unwrap() };
            for part in parts {
                let meter = Name::new(part[&row[2]].as_str().unwrap());
                *told.entry(meter).or_default() += fine(part, &row[3]) - fine(part, &row[4]);
            }
        }
        let moved = link::Moved::by_events(std::slice::from_ref(happened));
        for meter in meters_in(&keys) {
            let told = told.remove(&meter).unwrap_or_default();
            let found = moved.meter(meter).balance().units();
            assert_eq!(told, found, "docs/record.md: {meter}, {}", record.to_line().unwrap());
        }
        assert!(told.is_empty(), "docs/record.md: {}", record.to_line().unwrap());
    }
}

/// All meters that an event names.
fn meters_in(value: &Value) -> BTreeSet<Name> {
    match value {
        Value::Object(entries) => {
            let own = entries.get("meter").and_then(Value::as_str).map(Name::new);
            entries.values().flat_map(meters_in).chain(own).collect()
        }
        Value::Array(values) => values.iter().flat_map(meters_in).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => BTreeSet::new(),
    }
}

#[test]
fn the_example_is_out_of_a_journal() {
    let example = between(&page(), "<!-- example -->", "<!-- end -->");
    let journal = &journals::all()["ma-midi"];
    let lines: Vec<&str> = example.lines().filter(|line| line.starts_with('{')).collect();
    assert!(lines.len() > 10, "an example of {} lines", lines.len());
    for line in lines {
        assert!(
            journal.lines.iter().any(|known| known == line),
            "docs/record.md: not in the journal: {line}"
        );
    }
}

#[test]
fn a_stranger_verifies_the_journals() {
    let script = docs().join("verify_record.py");
    if Command::new("python3").arg("--version").output().is_err() {
        println!("there is no python3 here: journals are not verified by a stranger");
        return;
    }
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/journals");
    for name in journals::all().keys() {
        let verify = |journal: PathBuf| {
            let sealed = folder.join(format!("{name}.sealed.jsonl"));
            Command::new("python3").arg(&script).arg(journal).arg(sealed).output().unwrap()
        };
        let output = verify(folder.join(format!("{name}.jsonl")));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn a_stranger_finds_what_was_changed() {
    let script = docs().join("verify_record.py");
    if Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let journals = journals::all();
    let text = |name: &str| journals[name].lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let changes = [
        ("an amount", "link-life", "\"won\":{\"USD\":", "\"won\":{\"USD\":1"),
        ("a number", "ma-midi", "\"number\":9,", "\"number\":10,"),
        ("a space", "ma-midi", "\"v\":1", "\"v\": 1"),
        ("a contribution", "link-life", "\"feed\":{\"pot\":\"", "\"feed\":{\"pot\":\"1"),
        ("a fraction", "link-life", "\"fraction\":\"", "\"fraction\":\"f"),
        ("a deposit", "cage", "\"amount\":{\"USD\":30000},\"at\"", "\"amount\":{\"USD\":20000},\"at\""),
        (
            "a buy-in",
            "cage",
            "\"amount\":{\"USD\":30000},\"person\"",
            "\"amount\":{\"USD\":30001},\"person\"",
        ),
        ("a time", "cage", "\"at\":1794795311", "\"at\":1794795300"),
        ("a clause", "cage", "\"clauses\":[]", "\"clauses\":[\"1(a)\"]"),
    ];
    let folder = std::env::temp_dir().join(format!("banco-record-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for (what, name, part, other) in changes {
        let whole = text(name);
        assert!(whole.contains(part), "{what}");
        let file = folder.join("changed.jsonl");
        fs::write(&file, whole.replacen(part, other, 1)).unwrap();
        let output = Command::new("python3").arg(&script).arg(&file).output().unwrap();
        assert!(!output.status.success(), "{what} was changed, and nobody noticed");
    }
    fs::remove_dir_all(folder).unwrap();
}
