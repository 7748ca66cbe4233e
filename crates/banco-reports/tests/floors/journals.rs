//! The engine's golden journals, put into a store: between them they show every event that there is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use banco_engine::cage::Fund;
use banco_engine::pit::Pit;
use banco_engine::record::Record;
use banco_engine::table::{Account, Rules};
use banco_engine::{RulesId, pit};
use banco_journal::fault::Faults;
use banco_journal::memory::MemoryStore;
use banco_journal::{Answer, At, Batch, By, CommandId, Entry, Hash, Head, Posting, Store, StreamName, Write};
use banco_money::Amount;
use banco_rulebook::{Bundle, ContentHash};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::simulation::{Simulated, run};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../banco-engine/tests/journals")
}

/// All golden journals.
pub fn all() -> Vec<Simulated> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder()).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let name = |file: &Path| file.file_name().unwrap().to_string_lossy().into_owned();
    files.retain(|file| name(file).ends_with(".jsonl") && !name(file).ends_with(".sealed.jsonl"));
    files.iter().map(|file| kept(name(file), &fs::read_to_string(file).unwrap())).collect()
}

/// A journal as a floor would have kept it, an entry a second.
fn kept(name: String, text: &str) -> Simulated {
    let mut pit = Pit::default();
    let mut found = BTreeSet::new();
    text.lines().for_each(|line| rules_named(&serde_json::from_str(line).unwrap(), &mut found));
    found.into_iter().for_each(|id| pit.know(rules(id)));
    let store = MemoryStore::new(Faults::new(|_| None));
    let mut entries: Vec<Entry> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let record = Record::read(line).unwrap();
        let stream = stream_of(&record);
        let after = entries.iter().rev().find(|entry| entry.stream == stream);
        let after = after.map_or_else(Head::default, |entry| entry.head(0));
        let (by, cause) = (By::Machine { machine: "script".to_owned() }, id(at));
        let moment = At(1_800_000_000_000_000 + i64::try_from(at).unwrap() * 1_000_000);
        let text = RawValue::from_string(line.to_owned()).unwrap();
        let entry = Entry::after(after, stream.clone(), moment, by.clone(), cause, text);
        let answer = Answer { status: 200, text: String::new() };
        let mut batch = Batch::new(cause, Hash::NONE, moment, by, answer);
        batch.postings = postings(&stream, entry.version, &record);
        batch.writes = vec![Write { stream, after, entries: vec![entry.clone()], fence: None }];
        run(store.append(vec![batch])).unwrap();
        entries.push(entry);
        match &record {
            Record::Table { table, event, .. } => pit.evolve_table(*table, event),
            Record::Link { link, event, .. } => pit.evolve_link(*link, event),
            Record::Account { account, event, .. } => pit.evolve_account(*account, event),
        }
    }
    Simulated { name, store: Arc::new(store), pit, entries }
}

fn id(at: usize) -> CommandId {
    let mut id = CommandId::default();
    id.0[..8].copy_from_slice(&u64::try_from(at + 1).unwrap().to_be_bytes());
    id
}

fn stream_of(record: &Record) -> StreamName {
    let name = match record.stream() {
        pit::Stream::Table(table) => format!("table/{}", table.0),
        pit::Stream::Link(link) => format!("link/{link}"),
        pit::Stream::Account(person) => format!("account/{}", person.0),
    };
    StreamName::new(&name).unwrap()
}

fn postings(stream: &StreamName, version: u64, record: &Record) -> Vec<Posting> {
    let mut all = Vec::new();
    let mut post = |from: String, to: String, amount: Amount| {
        let (from, to) = if amount.minor() < 0 { (to, from) } else { (from, to) };
        let (from, to) = (format!("{stream}:{from}"), format!("{stream}:{to}"));
        let currency = amount.currency().code().to_owned();
        let amount = amount.minor().abs();
        all.push(Posting { stream: stream.clone(), version, from, to, currency, amount });
    };
    match record {
        Record::Table { event, .. } => {
            event.postings(&mut |one| post(account(one.from), account(one.to), one.amount));
        }
        Record::Account { event, .. } => {
            event.postings(&mut |one| post(fund(one.from), fund(one.to), one.amount));
        }
        Record::Link { .. } => {}
    }
    all
}

/// `tray`, `chips:12`: a word of the engine's own, in small letters.
fn account(account: Account) -> String {
    match serde_json::to_value(account).unwrap() {
        Value::String(name) => name,
        Value::Object(one) => one.iter().map(|(name, person)| format!("{name}:{person}")).collect(),
        other => panic!("{other}"),
    }
}

fn fund(fund: Fund) -> String {
    match fund {
        Fund::Outside => "outside".to_owned(),
        Fund::Balance => "balance".to_owned(),
        Fund::Held => "held".to_owned(),
        Fund::Adjustments => "adjustments".to_owned(),
        Fund::AtTable(table) => format!("at_table:{}", table.0),
    }
}

fn rules_named(value: &Value, found: &mut BTreeSet<RulesId>) {
    match value {
        Value::Object(entries) => {
            let id = entries.get("rules").map(|id| serde_json::from_value::<RulesId>(id.clone()).unwrap());
            found.extend(id);
            entries.values().for_each(|value| rules_named(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| rules_named(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The rules of that id, out of the bundles beside the journals: those of one rulebook share its files.
fn rules(id: RulesId) -> Arc<Rules> {
    static KNOWN: Mutex<BTreeMap<RulesId, Arc<Rules>>> = Mutex::new(BTreeMap::new());
    Arc::clone(KNOWN.lock().unwrap().entry(id).or_insert_with(|| read_rules(id)))
}

fn read_rules(id: RulesId) -> Arc<Rules> {
    let bundles = folder().join("bundles");
    let file = |hash: &str, kind: &str| {
        let path = bundles.join(format!("{}-{}.{kind}", id.rulebook, &hash[..16]));
        fs::read_to_string(path).unwrap()
    };
    let submission = file(&id.submission_hash, "toml");
    let mut value: Value = serde_json::from_str(&file(&id.rulebook_hash, "json")).unwrap();
    let hash = ContentHash::hash_text(&submission).to_string();
    let mut parts: Vec<&str> = value["rules"].as_str().unwrap().split(':').collect();
    parts[3] = &hash;
    value["rules"] = parts.join(":").into();
    value["submission"] = serde_json::json!({ "sha256": hash, "text": submission });
    let text = serde_json::to_string_pretty(&value).unwrap() + "\n";
    Arc::new(Rules::new(Bundle::read(&text).unwrap().terms().unwrap()).unwrap())
}
