//! Journals that must replay for good: from their files alone, by the rules in their bundles, to the same digest
//! after every record. They are never rewritten: a journal is added by `cargo test -p banco-engine --test record --
//! --ignored record_missing_journals`, which leaves those alone that are there. Only the digests are written again, by
//! `rewrite_digests`, when the form of the state changes; then `STATE_VERSION` is raised as well, since snapshots of the old
//! form must not be read.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use banco_cards::Card;
use banco_engine::pit::{Happening, Pit, State, Stream};
use banco_engine::record::sealed::Secret;
use banco_engine::record::{Digest, Record, digest_of_account, digest_of_link, digest_of_table};
use banco_engine::script::{Case, CaseError};
use banco_engine::table::{IrregularityEvent, Rules, What};
use banco_engine::{Commitment, RulesId, Snapshot};
use banco_money::Currency;
use banco_rulebook::{Bundle, ContentHash};
use serde_json::Value;

use crate::cage;
use crate::controls;
use crate::promised;
use crate::samples;
use crate::support::{self, library};
use crate::unanswered;

/// What belongs to a journal, as it is written to files.
#[derive(Default)]
pub struct Journal {
    pub lines: Vec<String>,
    pub digests: Vec<String>,
    pub sealed: Vec<String>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/journals")
}

/// The journals by name.
pub fn all() -> BTreeMap<String, Journal> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let Some(name) = name.strip_suffix(".jsonl").filter(|name| !name.ends_with(".sealed")) else {
            continue;
        };
        let lines = |suffix: &str| -> Vec<String> {
            let text = fs::read_to_string(folder().join(format!("{name}.{suffix}"))).unwrap();
            text.lines().map(str::to_owned).collect()
        };
        let journal =
            Journal { lines: lines("jsonl"), digests: lines("digests"), sealed: lines("sealed.jsonl") };
        all.insert(name.to_owned(), journal);
    }
    all
}

/// What a stream has come to.
pub fn digest(pit: &Pit, stream: Stream) -> Digest {
    match stream {
        Stream::Table(table) => digest_of_table(pit.table(table).unwrap()).unwrap(),
        Stream::Link(name) => digest_of_link(pit.link(&name).unwrap()).unwrap(),
        Stream::Account(person) => digest_of_account(pit.account(person).unwrap()).unwrap(),
    }
}

/// Tables, links and accounts change by a record.
pub fn evolve(pit: &mut Pit, record: &Record) {
    match record {
        Record::Table { table, event, .. } => pit.evolve_table(*table, event),
        Record::Link { link, event, .. } => pit.evolve_link(*link, event),
        Record::Account { account, event, .. } => pit.evolve_account(*account, event),
    }
}

/// All rules that a journal names.
fn rules_named(lines: &[String]) -> BTreeSet<RulesId> {
    let mut found = BTreeSet::new();
    for line in lines {
        look_for_rules(&serde_json::from_str(line).unwrap(), &mut found);
    }
    found
}

fn look_for_rules(value: &Value, found: &mut BTreeSet<RulesId>) {
    match value {
        Value::Object(entries) => {
            let id = entries.get("rules").map(|id| serde_json::from_value::<RulesId>(id.clone()).unwrap());
            found.extend(id);
            entries.values().for_each(|value| look_for_rules(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| look_for_rules(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The rules of that id, out of the bundles beside the journals.
fn rules(id: RulesId) -> Arc<Rules> {
    let bundles = folder().join("bundles");
    let short = |hash: &str| hash.get(..16).unwrap().to_owned();
    let bundle = bundles.join(format!("{}-{}.json", id.rulebook, short(&id.rulebook_hash)));
    let submission = bundles.join(format!("{}-{}.toml", id.rulebook, short(&id.submission_hash)));
    let submission = fs::read_to_string(submission).unwrap();
    let bundle = Bundle::read(&with_submission(&fs::read_to_string(bundle).unwrap(), &submission)).unwrap();
    let rules = Rules::new(bundle.terms().unwrap()).unwrap();
    assert_eq!(rules.id, id, "the bundle holds other rules");
    Arc::new(rules)
}

/// A bundle with another submission: all submissions of a rulebook share the files of the rulebook here.
fn with_submission(bundle: &str, submission: &str) -> String {
    let mut value: Value = serde_json::from_str(bundle).unwrap();
    let hash = ContentHash::hash_text(submission).to_string();
    // `banco-rules:RULEBOOK:HASH:HASH:EDITION`
    let mut id: Vec<&str> = value["rules"].as_str().unwrap().split(':').collect();
    id[3] = &hash;
    value["rules"] = id.join(":").into();
    value["submission"] = serde_json::json!({ "sha256": hash, "text": submission });
    let mut text = serde_json::to_string_pretty(&value).unwrap();
    text.push('\n');
    text
}

/// A pit that knows the rules of a journal.
fn pit_for(lines: &[String]) -> Pit {
    let mut pit = Pit::default();
    rules_named(lines).into_iter().for_each(|id| pit.know(rules(id)));
    pit
}

fn secrets(journal: &Journal) -> BTreeMap<(Stream, u64), Secret> {
    let secrets = journal.sealed.iter().map(|line| Secret::read(line).unwrap());
    secrets.map(|secret| (secret.record(), secret)).collect()
}

/// Whether a snapshot of a stream is the same state, with all that it hides.
fn reads_back(pit: &Pit, stream: Stream) -> bool {
    let state = pit.state(stream).unwrap();
    let kept = serde_json::to_string(&Snapshot::of(&state).unwrap()).unwrap();
    let kept: Snapshot = serde_json::from_str(&kept).unwrap();
    match (state, kept.read(stream, pit.shelf())) {
        (State::Table(before), Some(State::Table(after))) => before == after,
        (State::Link(before), Some(State::Link(after))) => before == after,
        (State::Account(before), Some(State::Account(after))) => before == after,
        (State::Table(_) | State::Link(_) | State::Account(_), _) => false,
    }
}

/// Replays a journal; each record may be given its secret. Every digest must be the one that was written.
fn replay(name: &str, journal: &Journal, with_secrets: bool) -> Pit {
    let mut pit = pit_for(&journal.lines);
    let mut secrets = if with_secrets { secrets(journal) } else { BTreeMap::new() };
    assert_eq!(journal.lines.len(), journal.digests.len(), "{name}");
    for (line, written) in journal.lines.iter().zip(&journal.digests) {
        let mut record = Record::read(line).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (stream, number) = (record.stream(), record.number());
        assert_eq!(pit.version(stream) + 1, number, "{name}: {stream} has a gap");
        if let Some(secret) = secrets.remove(&(stream, number)) {
            record = record.with_secret(&secret).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        evolve(&mut pit, &record);
        assert_eq!(digest(&pit, stream).to_string(), *written, "{name}: {stream}, record {number}");
        assert!(!with_secrets || reads_back(&pit, stream), "{name}: {stream}, record {number}");
    }
    assert!(secrets.is_empty(), "{name}: secrets of no record");
    pit
}

#[test]
fn every_journal_replays_from_its_file_to_the_same_digests() {
    for (name, journal) in all() {
        let pit = replay(&name, &journal, false);
        pit.audit().unwrap_or_else(|discrepancy| panic!("{name}: {discrepancy}"));
        let sums: Vec<_> = Currency::ALL.map(|currency| pit.trial_balance().sum(currency)).to_vec();
        assert!(sums.iter().all(|sum| sum.is_zero()), "{name}: {sums:?}");
    }
}

#[test]
fn faces_and_triggers_come_back_with_the_sealed_part() {
    for (name, journal) in all() {
        let (without, with) = (replay(&name, &journal, false), replay(&name, &journal, true));
        let differs = without.tables().zip(with.tables()).any(|(without, with)| without != with)
            || without.links().zip(with.links()).any(|(without, with)| without != with);
        assert!(without.accounts().eq(with.accounts()), "{name}: an account hides nothing");
        assert!(!journal.sealed.is_empty() || !differs, "{name}");
    }
}

/// The scripts that are recorded whole.
fn scripts() -> Vec<(String, Case)> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut files: Vec<PathBuf> =
        fs::read_dir(tests.join("scripts")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "case"));
    files.push(tests.join("journals/link-life.case"));
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let cases = Case::parse_all(&fs::read_to_string(file).unwrap()).unwrap();
        for (at, case) in cases.into_iter().enumerate() {
            let name = if at == 0 { name.clone() } else { format!("{name}-{}", at + 1) };
            all.push((name, case));
        }
    }
    all
}

/// The nonce of the commitment to the card at a place: a journal for everybody to look at hides nothing.
fn nonce(place: u16) -> [u8; 32] {
    Commitment::new("a golden journal", &[7; 32], &place.to_le_bytes()).0
}

fn commit(card: Card, place: u16) -> Commitment {
    Commitment::to_card(&nonce(place), place, card)
}

/// Plays a case and writes down what happens, with the digests of what live events lead to.
fn record(case: &Case, rulebook: &str) -> Result<(Journal, Vec<Record>, Pit), CaseError> {
    let (happened, live) = case.record(library(), rulebook, &commit)?;
    let (journal, records) = write_down(&happened, &live);
    Ok((journal, records, live))
}

/// What has happened, as a journal, with the digests of what its records lead to.
fn write_down(happened: &[Happening], live: &Pit) -> (Journal, Vec<Record>) {
    let mut journal = Journal::default();
    let mut pit = Pit::default();
    let mut numbers: BTreeMap<Stream, u64> = BTreeMap::new();
    let mut records = Vec::new();
    let lines: Vec<String> = happened.iter().map(|one| Record::new(one, 1).to_line().unwrap()).collect();
    for id in rules_named(&lines) {
        pit.know(Arc::clone(live.shelf().find(id).unwrap()));
    }
    for happening in happened {
        let number = numbers.entry(happening.stream()).or_default();
        *number += 1;
        let record = Record::new(happening, *number);
        evolve(&mut pit, &record);
        journal.lines.push(record.to_line().unwrap());
        journal.digests.push(digest(&pit, record.stream()).to_string());
        journal
            .sealed
            .extend(record.secret(|place| Some((place, nonce(place)))).map(|secret| secret.to_line()));
        records.push(record);
    }
    (journal, records)
}

#[test]
fn a_record_with_its_sealed_part_rebuilds_what_was_live() {
    let played = scripts().into_iter().map(|(name, case)| {
        let rulebook = case.rulebook.clone().unwrap();
        let (journal, _, live) = record(&case, &rulebook).unwrap();
        (name, journal, live)
    });
    let (happened, live) = cage::story();
    let (journal, _) = write_down(&happened, &live);
    for (name, journal, live) in played.chain([("cage".to_owned(), journal, live)]) {
        let mut secrets = secrets(&journal);
        let mut pit = Pit::default();
        for id in rules_named(&journal.lines) {
            pit.know(Arc::clone(live.shelf().find(id).unwrap()));
        }
        for line in &journal.lines {
            let mut record = Record::read(line).unwrap();
            if let Some(secret) = secrets.remove(&(record.stream(), record.number())) {
                record = record.with_secret(&secret).unwrap();
            }
            evolve(&mut pit, &record);
        }
        assert!(pit.tables().eq(live.tables()), "{name}: a table is not as it was");
        assert!(pit.links().eq(live.links()), "{name}: a link is not as it was");
        assert!(pit.accounts().eq(live.accounts()), "{name}: an account is not as it was");
    }
}

/// What a journal shows: each variant of each event, and each irregularity under each rulebook.
fn shown(rulebook: &str, records: &[Record]) -> BTreeSet<String> {
    let mut shown = BTreeSet::new();
    for record in records {
        let value: Value = serde_json::from_str(&record.to_line().unwrap()).unwrap();
        let stream = match record {
            Record::Table { .. } => "table",
            Record::Link { .. } => "link",
            Record::Account { .. } => "account",
        };
        shown.insert(format!("{stream} {}", path(&value["what"])));
        if let Record::Table { event, .. } = record
            && let What::Irregularity(IrregularityEvent::IrregularityReported { what, .. }) = &event.what
        {
            let kind = serde_json::to_value(what).unwrap();
            shown.insert(format!("irregularity {rulebook} {}", word(&kind)));
        }
    }
    shown
}

/// `people bought_in`.
fn path(what: &Value) -> String {
    let (topic, event) = what.as_object().unwrap().iter().next().unwrap();
    format!("{topic} {}", word(event))
}

/// The name of a variant.
fn word(value: &Value) -> String {
    match value {
        Value::String(name) => name.clone(),
        other => other.as_object().unwrap().keys().next().unwrap().clone(),
    }
}

/// Events that no case of the rulebooks leads to.
const NOT_IN_JOURNALS: [&str; 0] = [];

#[test]
fn journals_show_every_event() {
    let mut found = BTreeSet::new();
    for journal in all().values() {
        let records: Vec<Record> = journal.lines.iter().map(|line| Record::read(line).unwrap()).collect();
        found.extend(shown("", &records));
    }
    let wanted: BTreeSet<String> = samples::all()
        .iter()
        .map(|sample| {
            let value: Value = serde_json::from_str(&sample.record.to_line().unwrap()).unwrap();
            format!("{} {}", sample.stream, path(&value["what"]))
        })
        .collect();
    let missing: Vec<&String> = wanted.difference(&found).collect();
    assert_eq!(missing, NOT_IN_JOURNALS, "record a journal of a case that leads to it");
}

/// `a card drawn in error` becomes `a-card-drawn-in-error`.
fn slug(title: &str) -> String {
    let words: Vec<String> = title
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let mut slug = String::new();
    for word in words {
        if slug.len() + word.len() > 60 {
            break;
        }
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.push_str(&word);
    }
    slug
}

fn write(name: &str, journal: &Journal, live: &Pit) {
    let put = |suffix: &str, lines: &[String]| {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        fs::write(folder().join(format!("{name}.{suffix}")), text).unwrap();
    };
    put("jsonl", &journal.lines);
    put("digests", &journal.digests);
    put("sealed.jsonl", &journal.sealed);
    let bundles = folder().join("bundles");
    fs::create_dir_all(&bundles).unwrap();
    for id in rules_named(&journal.lines) {
        let rules = live.shelf().find(id).unwrap();
        let short = |hash: &str| hash.get(..16).unwrap().to_owned();
        let bundle = bundles.join(format!("{}-{}.json", id.rulebook, short(&id.rulebook_hash)));
        if !bundle.exists() {
            fs::write(bundle, Bundle::from_terms(&rules.terms).write()).unwrap();
        }
        let submission = bundles.join(format!("{}-{}.toml", id.rulebook, short(&id.submission_hash)));
        fs::write(submission, &rules.terms.submission.text).unwrap();
    }
}

/// The records stay as they are; what they lead to is written in the new form.
#[test]
#[ignore = "writes the digests anew, after a change in the form of the state"]
fn rewrite_digests() {
    for (name, journal) in all() {
        let mut pit = pit_for(&journal.lines);
        let digests: String = journal
            .lines
            .iter()
            .map(|line| {
                let record = Record::read(line).unwrap();
                evolve(&mut pit, &record);
                format!("{}\n", digest(&pit, record.stream()))
            })
            .collect();
        fs::write(folder().join(format!("{name}.digests")), digests).unwrap();
    }
}

#[test]
#[ignore = "writes journals that are not there yet"]
fn record_missing_journals() {
    let there = all();
    let mut covered = BTreeSet::new();
    for (name, story) in [
        ("cage", cage::story as fn() -> _),
        ("controls", controls::story),
        ("promised-shoe", promised::story),
        ("unanswered", unanswered::story),
    ] {
        if !there.contains_key(name) {
            let (happened, live) = story();
            let (journal, records) = write_down(&happened, &live);
            covered.extend(shown("", &records));
            write(name, &journal, &live);
        }
    }
    for (name, case) in scripts() {
        let rulebook = case.rulebook.clone().unwrap();
        let (journal, records, live) = record(&case, &rulebook).unwrap();
        // A journal that is there stays as it was, whatever its script would show today.
        if !there.contains_key(&name) {
            covered.extend(shown(&rulebook, &records));
            write(&name, &journal, &live);
        }
    }
    for (name, journal) in &there {
        let records: Vec<Record> = journal.lines.iter().map(|line| Record::read(line).unwrap()).collect();
        let rulebook = name.split('.').next().unwrap();
        covered.extend(shown(rulebook, &records));
    }
    // Short journals first: what a whole shoe shows is often shown by a few rounds.
    for most in [SHORT, usize::MAX] {
        for (rulebook, case) in cases() {
            // Cases that do not hold are told by their own test.
            let Ok((journal, records, live)) = record(&case, &rulebook) else { continue };
            let shown = shown(&rulebook, &records);
            if journal.lines.iter().map(String::len).sum::<usize>() <= most && !shown.is_subset(&covered) {
                covered.extend(shown);
                write(&format!("{rulebook}.{}", slug(&case.title)), &journal, &live);
            }
        }
    }
}

/// How long a short journal is, in bytes.
const SHORT: usize = 40_000;

/// All cases with a script, of all rulebooks.
fn cases() -> Vec<(String, Case)> {
    let mut all = Vec::new();
    for rulebook in &library().rulebooks {
        for file in support::case::files(&support::rulebooks_folder().join(rulebook.id())) {
            let cases = Case::parse_all(&fs::read_to_string(file).unwrap()).unwrap();
            all.extend(cases.into_iter().map(|case| (rulebook.id().to_owned(), case)));
        }
    }
    all
}
