//! One command, decided again: what the engine decides now against what the journal says.

use std::collections::BTreeMap;

use banco_cards::Card;
use banco_engine::cage::{House, Time};
use banco_engine::link;
use banco_engine::pit::{Decision, Stream, Word};
use banco_engine::record::Record;
use banco_engine::record::sealed::Secret;
use banco_house::Said;
use banco_journal::{By, CommandId, Entry, Keyring, Seal, StreamName};
use serde_json::Value;

use crate::ask::Wish;
use crate::books::{Books, name_of, stream_of};
use crate::input::{Input, Operation, entered_card};
use crate::write::{NotDecided, machine_id, work_out};

/// The entries of one command in one stream, with their secrets.
pub(crate) struct Run<'a> {
    pub(crate) entries: Vec<&'a Entry>,
    pub(crate) seals: Vec<&'a Seal>,
}

/// What the journal says of one command.
pub(crate) struct Journaled<'a> {
    pub(crate) cause: CommandId,
    pub(crate) input: &'a Input,
    pub(crate) runs: BTreeMap<StreamName, Run<'a>>,
}

/// Decides a command again on books as they were before it. Says what differs: a stream, a version, and a sentence.
pub(crate) fn decide_again(
    journaled: &Journaled<'_>,
    mut before: Books,
    house: House,
    keyring: &Keyring,
) -> Vec<String> {
    let Some((stream, first)) =
        journaled.runs.iter().find_map(|(stream, run)| Some((stream, *run.entries.first()?)))
    else {
        return Vec::new();
    };
    before.pit_mut().keep_house(house);
    let mut ask = match journaled.input.ask(journaled.cause, &before) {
        Ok(ask) => ask,
        Err(problem) => return vec![format!("{stream} {}: {problem}", first.version)],
    };
    let mut problems = author(journaled, &ask.by());
    problems.extend(own_id(journaled, &before));
    let time = journaled.input.decided_at(first.at);
    if journaled.input.time.is_some_and(|time| time > crate::input::second_of(first.at)) {
        problems.push(format!("{stream} {}: decided later than it was written", first.version));
    }
    problems.extend(silent_shoes(journaled, &before, time));
    unseal_trigger(&mut ask.wish, journaled, keyring);
    let mut differs = Vec::new();
    for card in candidates(&mut ask.wish, journaled) {
        if let Some(place) = entered_card(&mut ask.wish) {
            *place = card.map_or(place.emptied(), |card| place.filled(card));
        }
        // Putting a table up changes the books.
        differs = match work_out(&ask.wish, &mut before.clone(), time) {
            Ok(decision) => compare(&decision, journaled),
            Err(NotDecided::Refused(refusal)) => {
                vec![format!("{stream} {}: the engine refuses this command: {refusal}", first.version)]
            }
            Err(problem @ NotDecided::NotDue) => vec![format!("{stream} {}: {problem}", first.version)],
        };
        if differs.is_empty() {
            break;
        }
    }
    problems.extend(differs);
    problems
}

/// The author of every entry is the one of the input.
fn author(journaled: &Journaled<'_>, by: &By) -> Vec<String> {
    let entries =
        journaled.runs.iter().flat_map(|(stream, run)| run.entries.iter().map(move |one| (stream, *one)));
    let others = entries.filter(|(_, entry)| entry.by != *by);
    others
        .map(|(stream, entry)| {
            let said = |by| serde_json::to_string(by).unwrap_or_default();
            format!(
                "{stream} {}: the author is {}, and the input of the command says {}",
                entry.version,
                said(&entry.by),
                said(by)
            )
        })
        .collect()
}

/// What follows by itself has an id that follows as well.
fn own_id(journaled: &Journaled<'_>, before: &Books) -> Option<String> {
    let (what, table) = match &journaled.input.operation {
        Operation::Deliver { table } => ("deliver", *table),
        Operation::Shoe { table } => (before.shoe_says(*table)?.0, *table),
        Operation::Adopt { .. }
        | Operation::Command { .. }
        | Operation::Draw { .. }
        | Operation::PutUp { .. }
        | Operation::Signal(_) => return None,
    };
    let stream = name_of(Stream::Table(table))?;
    let head = before.head(&stream);
    (machine_id(what, [(&stream, head)]) != journaled.cause)
        .then(|| format!("{stream} {}: the id of a command that the house has not given", head.version + 1))
}

/// What a shoe promises or shows is written together with what it follows, so it never waits for the next command, unless
/// the table does not take it.
fn silent_shoes(journaled: &Journaled<'_>, before: &Books, time: Time) -> Vec<String> {
    if matches!(journaled.input.operation, Operation::Shoe { .. } | Operation::Deliver { .. }) {
        return Vec::new();
    }
    let silent = |stream: &StreamName, run: &Run<'_>| {
        let Some(Stream::Table(table)) = stream_of(stream) else { return None };
        let (what, act) = before.shoe_says(table)?;
        let decision = work_out(&Wish::Said(act.into_said()), &mut before.clone(), time).ok()?;
        let version = run.entries.first()?.version;
        let verb = if what == "show" { "shown" } else { "promised" };
        (!decision.happenings.is_empty())
            .then(|| format!("{stream} {version}: a shoe was to be {verb} before, and was not"))
    };
    journaled.runs.iter().filter_map(|(stream, run)| silent(stream, run)).collect()
}

/// The secret of a trigger is kept with the event that hides it.
fn unseal_trigger(wish: &mut Wish, journaled: &Journaled<'_>, keyring: &Keyring) {
    let Wish::Said(Said::Word(Word::Link(_, link::Word::SealTrigger { sealed, .. }))) = wish else { return };
    let seals = journaled.runs.values().flat_map(|run| &run.seals);
    for seal in seals.filter(|seal| seal.what == "trigger") {
        let Ok(text) = keyring.open(seal) else { continue };
        if let Ok(Secret::Trigger { fraction, nonce, .. }) = Secret::read(&String::from_utf8_lossy(&text)) {
            *sealed = sealed.filled(link::TriggerSecret { fraction, nonce: nonce.0 });
        }
    }
}

/// The cards that a command may have entered: those that its records show, and then any. The journal keeps an entered
/// card once, in its event, so the question is whether there is a card for which the engine decides this.
fn candidates(wish: &mut Wish, journaled: &Journaled<'_>) -> Vec<Option<Card>> {
    if entered_card(wish).is_none() {
        return vec![None];
    }
    let records = journaled.runs.values().flat_map(|run| &run.entries).map(|entry| entry.record.get());
    let shown = records.flat_map(|record| record.split('"')).filter_map(|text| text.parse::<Card>().ok());
    shown.map(Some).chain([None]).chain(Card::all().map(Some)).collect()
}

/// Every event of the decision against every record, in canonical form.
fn compare(decision: &Decision, journaled: &Journaled<'_>) -> Vec<String> {
    let mut problems = Vec::new();
    let mut decided: BTreeMap<StreamName, Vec<String>> = BTreeMap::new();
    for happening in &decision.happenings {
        let Some(stream) = name_of(happening.stream()) else { continue };
        let lines = decided.entry(stream.clone()).or_default();
        let first = journaled.runs.get(&stream).and_then(|run| run.entries.first());
        let number = first.map_or(0, |first| first.version) + many(lines.len());
        lines.push(Record::new(happening, number).to_line().unwrap_or_default());
    }
    for (stream, lines) in &decided {
        let Some(run) = journaled.runs.get(stream) else {
            let what = lines.first().map(|line| describe(line)).unwrap_or_default();
            problems.push(format!("{stream}: the engine decides {what} there, the journal says nothing"));
            continue;
        };
        problems.extend(first_difference(stream, lines, &run.entries));
    }
    for (stream, run) in journaled.runs.iter().filter(|(stream, _)| !decided.contains_key(*stream)) {
        if let Some(first) = run.entries.first() {
            let what = describe(first.record.get());
            problems.push(format!(
                "{stream} {}: the journal says {what}, the engine decides nothing there",
                first.version
            ));
        }
    }
    problems
}

/// The first record that differs in a stream: what follows it differs as well.
fn first_difference(stream: &StreamName, decided: &[String], entries: &[&Entry]) -> Option<String> {
    let same = decided.iter().zip(entries).take_while(|(line, entry)| **line == entry.record.get()).count();
    let version = |entry: &Entry| entry.version;
    match (decided.get(same), entries.get(same)) {
        (None, None) => None,
        (Some(line), Some(entry)) => {
            Some(format!("{stream} {}: {}", version(entry), differ(line, entry.record.get())))
        }
        (Some(line), None) => {
            let last = entries.last().map_or(0, |entry| version(entry));
            let what = describe(line);
            Some(format!("{stream} {}: the engine decides {what} after it, the journal leaves it out", last))
        }
        (None, Some(entry)) => {
            let what = describe(entry.record.get());
            Some(format!(
                "{stream} {}: the journal says {what}, the engine decides nothing more",
                version(entry)
            ))
        }
    }
}

/// How two records differ, in a sentence.
fn differ(ours: &str, theirs: &str) -> String {
    let (one, other) = (describe(ours), describe(theirs));
    if one != other {
        return format!("the engine decides {one}, the journal says {other}");
    }
    let (ours, theirs) = (value(ours), value(theirs));
    match field(&ours, &theirs, &mut Vec::new()) {
        Some((path, ours, theirs)) => {
            format!("{one}: the engine decides `{path}` {ours}, the journal says {theirs}")
        }
        None => format!("{one}: the record is not what the engine writes"),
    }
}

fn value(record: &str) -> Value {
    serde_json::from_str(record).unwrap_or_default()
}

/// The first field in which two values differ, with both of them.
fn field<'v>(
    ours: &'v Value,
    theirs: &'v Value,
    path: &mut Vec<String>,
) -> Option<(String, &'v Value, &'v Value)> {
    if ours == theirs {
        return None;
    }
    if let (Value::Object(one), Value::Object(other)) = (ours, theirs) {
        for key in one.keys().chain(other.keys()) {
            path.push(key.clone());
            let found =
                field(one.get(key).unwrap_or(&Value::Null), other.get(key).unwrap_or(&Value::Null), path);
            if found.is_some() {
                return found;
            }
            path.pop();
        }
    }
    let name = path.iter().skip_while(|key| *key == "what").cloned().collect::<Vec<_>>().join(".");
    Some((name, ours, theirs))
}

/// An event by its name, and the seat or person it is about: `wager_lost` for seat 3.
fn describe(record: &str) -> String {
    let record = value(record);
    let inner = |value: &Value| -> Option<(String, Value)> {
        let (name, inner) = value.as_object()?.iter().next()?;
        Some((name.clone(), inner.clone()))
    };
    let topic = record.get("what").and_then(inner);
    let Some((_, topic)) = topic else { return "an event".to_owned() };
    let (name, event) = match inner(&topic) {
        Some(event) => event,
        None => (topic.as_str().unwrap_or("an event").to_owned(), Value::Null),
    };
    let seat = event.pointer("/seat/number").map(|seat| format!(" for seat {seat}"));
    let person = event.get("person").filter(|person| person.is_u64());
    let person = person.map(|person| format!(" for person {person}"));
    format!("`{name}`{}", seat.or(person).unwrap_or_default())
}

fn many(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}
