//! A journal as a forger has it: everything in the file, to be changed, and written anew so that all fits together.

use std::collections::BTreeMap;
use std::path::Path;

use banco_engine::pit::Happening;
use banco_engine::record::Record;
use banco_floor::postings;
use banco_journal::memory::MemoryStore;
use banco_journal::{At, By, CommandId, Entry, Hash, Head, Item, Kept, Posting, Seal, Store, StreamName};
use serde_json::Value;
use serde_json::value::RawValue;

/// An entry, open to be changed.
#[derive(Clone)]
pub struct Row {
    /// Which entry it was; nothing for one that is put in.
    pub was: Option<u64>,
    pub at: i64,
    pub by: Value,
    pub cause: CommandId,
    pub record: Value,
    pub input: Option<Value>,
}

impl Row {
    /// What happened: its topic, its name, and what is told of it.
    pub fn event(&mut self) -> Option<(String, String, &mut Value)> {
        let (topic, of) = self.record.get_mut("what")?.as_object_mut()?.iter_mut().next()?;
        let topic = topic.clone();
        if let Some(name) = of.as_str() {
            return Some((topic, name.to_owned(), of));
        }
        let (name, told) = of.as_object_mut()?.iter_mut().next()?;
        Some((topic, name.clone(), told))
    }

    pub fn name(&self) -> String {
        self.clone().event().map(|(_, name, _)| name).unwrap_or_default()
    }

    /// Makes it another event.
    pub fn set_event(&mut self, topic: &str, name: &str, told: Value) {
        self.record["what"] = serde_json::json!({ topic: { name: told } });
    }
}

/// Everything in the file.
#[derive(Clone)]
pub struct Journal {
    pub streams: BTreeMap<String, Vec<Row>>,
    pub seals: Vec<Seal>,
    pub commands: BTreeMap<CommandId, Kept>,
    pub items: Vec<Item>,
    /// What is done to the file when all the rest is written.
    pub sql: Vec<String>,
}

impl Journal {
    pub async fn read(store: &MemoryStore) -> Self {
        let (mut streams, mut seals, mut commands) = (BTreeMap::new(), Vec::new(), BTreeMap::new());
        for (stream, head) in store.heads(None).await.unwrap() {
            let entries = store.entries(stream.clone(), 0, 1_000_000).await.unwrap();
            let row = |entry: &Entry| Row {
                was: Some(entry.version),
                at: entry.at.0,
                by: serde_json::to_value(&entry.by).unwrap(),
                cause: entry.cause,
                record: serde_json::from_str(entry.record.get()).unwrap(),
                input: entry.input.as_ref().map(|input| serde_json::from_str(input.get()).unwrap()),
            };
            streams.insert(stream.to_string(), entries.iter().map(row).collect());
            seals.extend(store.seals(stream, 0, head.version).await.unwrap());
        }
        for (id, kept, _) in store.answers(None, 1_000_000).await.unwrap() {
            commands.insert(id, kept);
        }
        let mut items = Vec::new();
        for space in ["rules", "house"] {
            items.extend(store.items(space.to_owned(), String::new(), String::new(), 1000).await.unwrap());
        }
        Self { streams, seals, commands, items, sql: Vec::new() }
    }

    /// The place of an event by its name, the how manieth from zero.
    pub fn find(&self, name: &str, which: usize) -> Option<(String, usize)> {
        let all = self
            .streams
            .iter()
            .flat_map(|(stream, rows)| rows.iter().enumerate().map(move |(at, row)| (stream, at, row)));
        all.filter(|(.., row)| row.name() == name).nth(which).map(|(stream, at, _)| (stream.clone(), at))
    }

    pub fn row(&mut self, (stream, at): &(String, usize)) -> &mut Row {
        &mut self.streams.get_mut(stream).unwrap()[*at]
    }

    /// The row with the input of the command of another.
    pub fn input_of(&mut self, place: &(String, usize)) -> &mut Value {
        let cause = self.row(place).cause;
        let rows = self.streams.values_mut().flatten();
        rows.filter(|row| row.cause == cause).find_map(|row| row.input.as_mut()).unwrap()
    }

    /// Takes a row out. The input of its command goes to the next row of it, if there is one.
    pub fn take_out(&mut self, (stream, at): &(String, usize)) {
        let row = self.streams.get_mut(stream).unwrap().remove(*at);
        let Some(input) = row.input else { return };
        match self.streams.values_mut().flatten().find(|other| other.cause == row.cause) {
            Some(next) => next.input = Some(input),
            None => drop(self.commands.remove(&row.cause)),
        }
    }

    /// Writes everything anew: numbers, chains, heads, money, answers with their digests, and ids of the house.
    pub fn write(mut self, path: &Path) {
        let moved = self.renumber();
        let entries = self.chain();
        let file = rusqlite::Connection::open(path).unwrap();
        let triggers = drop_triggers(&file);
        let write = file.unchecked_transaction().unwrap();
        let mut ends: BTreeMap<CommandId, BTreeMap<String, u64>> = BTreeMap::new();
        for rows in entries.values() {
            let Some(last) = rows.last() else { continue };
            let head =
                "INSERT INTO stream_head (stream, version, hash, at, fence) VALUES (?1, ?2, ?3, ?4, 0)";
            let row = (last.stream.as_str(), signed(last.version), last.hash.0, last.at.0);
            write.execute(head, row).unwrap();
            for entry in rows {
                put_entry(&write, entry);
                ends.entry(entry.cause).or_default().insert(entry.stream.to_string(), entry.version);
                let mut line = 0;
                for posting in derived(entry) {
                    line += 1;
                    put_posting(&write, &posting, line);
                }
            }
        }
        for seal in &self.seals {
            let new = moved.get(&(seal.stream.to_string(), seal.version));
            let Some(version) = new else { continue };
            let insert = "INSERT INTO seal (stream, version, what, key, bytes) VALUES (?1, ?2, ?3, ?4, ?5)";
            write
                .execute(insert, (seal.stream.as_str(), signed(*version), &seal.what, &seal.key, &seal.bytes))
                .unwrap();
        }
        for (id, kept) in &mut self.commands {
            let names = kept.answer.text.starts_with(r#"{"streams""#);
            if let Some(ends) = ends.get(id).filter(|_| names) {
                kept.answer.text = serde_json::json!({ "streams": ends }).to_string();
            }
            let insert = "INSERT INTO command (id, body, at, by, status, answer, digest)
                          VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
            let by = serde_json::to_string(&kept.by).unwrap();
            let digest = kept.digest(*id).0;
            let (status, text) = (kept.answer.status, &kept.answer.text);
            write.execute(insert, (id.0, kept.body.0, kept.at.0, by, status, text, digest)).unwrap();
        }
        for item in &self.items {
            let insert = "INSERT INTO item (space, key, version, value) VALUES (?1, ?2, ?3, ?4)";
            write.execute(insert, (&item.space, &item.key, signed(item.version), &item.value)).unwrap();
        }
        for change in &self.sql {
            assert!(write.execute(change, ()).unwrap() > 0, "{change}");
        }
        write.commit().unwrap();
        triggers.iter().for_each(|trigger| file.execute_batch(trigger).unwrap());
        file.pragma_update(None, "journal_mode", "DELETE").unwrap();
    }

    /// Numbers rows in their order, and whatever names their numbers. Says where each has come to.
    fn renumber(&mut self) -> BTreeMap<(String, u64), u64> {
        let mut moved = BTreeMap::new();
        for (stream, rows) in &mut self.streams {
            for (row, number) in rows.iter_mut().zip(1_u64..) {
                if let Some(was) = row.was {
                    moved.insert((stream.clone(), was), number);
                }
                if row.record.get("number").is_some() {
                    row.record["number"] = number.into();
                }
            }
        }
        for row in self.streams.values_mut().flatten() {
            let streams = row.input.as_mut().and_then(|input| input.get_mut("streams")?.as_object_mut());
            for (stream, version) in streams.into_iter().flatten() {
                let was = version.as_u64().unwrap();
                // Behind a row that was taken out it is where the one before it stands now.
                let now = (1..=was).rev().find_map(|was| moved.get(&(stream.clone(), was)));
                *version = now.copied().unwrap_or_default().into();
            }
        }
        moved
    }

    /// The entries, each with the hash of the one before it. What the house does by itself has ids that rest on
    /// hashes; whoever forges knows how.
    fn chain(&mut self) -> BTreeMap<String, Vec<Entry>> {
        let mut chained: BTreeMap<String, Vec<Entry>> = BTreeMap::new();
        let mut renamed: BTreeMap<CommandId, CommandId> = BTreeMap::new();
        let mut names: Vec<String> = self.streams.keys().cloned().collect();
        names.sort_by_key(|name| !name.starts_with("table/"));
        for name in names {
            let stream = StreamName::new(&name).unwrap();
            let mut head = Head::default();
            for row in self.streams.get_mut(&name).unwrap() {
                if let Some(what) = own_id(row) {
                    let text = format!("banco machine\n{what}\n{stream}\n{}\n{}", head.version, head.hash);
                    let mut id = CommandId::default();
                    id.0.copy_from_slice(&Hash::over(text.as_bytes()).0[..16]);
                    renamed.insert(row.cause, id);
                }
                let cause = *renamed.get(&row.cause).unwrap_or(&row.cause);
                let by: By = serde_json::from_value(row.by.clone()).unwrap();
                let input = row.input.as_ref().map(text);
                let entry =
                    Entry::decided(head, stream.clone(), At(row.at), by, cause, text(&row.record), input);
                head = entry.head(0);
                chained.entry(name.clone()).or_default().push(entry);
            }
        }
        for (old, new) in renamed {
            if let Some(kept) = self.commands.remove(&old) {
                self.commands.insert(new, kept);
            }
        }
        chained
    }
}

/// What the house does by itself, where the id of a command follows from the journal.
fn own_id(row: &Row) -> Option<&'static str> {
    let operation = row.input.as_ref()?.get("operation")?;
    match (operation.get("deliver"), operation.get("shoe"), row.name().as_str()) {
        (Some(_), ..) => Some("deliver"),
        (_, Some(_), "shoe_opened") => Some("show"),
        (_, Some(_), _) => Some("promise"),
        _ => None,
    }
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap()
}

fn text(value: &Value) -> Box<RawValue> {
    let mut value = value.clone();
    value.sort_all_objects();
    serde_json::value::to_raw_value(&value).unwrap()
}

/// The money that a record moves, as whoever forges it works it out.
fn derived(entry: &Entry) -> Vec<Posting> {
    let happening = match Record::read(entry.record.get()) {
        Ok(Record::Table { table, event, .. }) => Happening::Table(table, event),
        Ok(Record::Account { account, event, .. }) => Happening::Account(account, event),
        Ok(Record::Link { .. }) | Err(_) => return Vec::new(),
    };
    postings(&entry.stream, entry.version, &happening)
}

fn put_entry(file: &rusqlite::Connection, entry: &Entry) {
    let insert = "INSERT INTO entry (stream, version, at, by, cause, record, hash, input)
                  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let by = serde_json::to_string(&entry.by).unwrap();
    let input = entry.input.as_deref().map(RawValue::get);
    let (stream, record) = (entry.stream.as_str(), entry.record.get());
    let row = (stream, signed(entry.version), entry.at.0, by, entry.cause.0, record, entry.hash.0, input);
    file.prepare_cached(insert).unwrap().execute(row).unwrap();
}

fn put_posting(file: &rusqlite::Connection, posting: &Posting, line: u32) {
    let insert = "INSERT INTO posting (stream, version, line, debit, credit, currency, amount)
                  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let Posting { stream, version, from, to, currency, amount } = posting;
    let row = (stream.as_str(), signed(*version), line, from, to, currency, amount);
    file.prepare_cached(insert).unwrap().execute(row).unwrap();
}

/// Takes the triggers away, and says how they are put back.
fn drop_triggers(file: &rusqlite::Connection) -> Vec<String> {
    let all: Vec<(String, String)> = {
        let mut look = file.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").unwrap();
        let rows = look.query_map((), |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.map(Result::unwrap).collect()
    };
    all.iter().for_each(|(name, _)| file.execute_batch(&format!("DROP TRIGGER {name}")).unwrap());
    all.into_iter().map(|(_, sql)| sql).collect()
}
