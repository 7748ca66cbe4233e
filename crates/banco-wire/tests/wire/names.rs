//! Events have the names and the keys of their records, and people hear what is theirs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use banco_engine::cage::{self, Viewer as AccountViewer};
use banco_engine::link::Link;
use banco_engine::pit::{Happening, Pit};
use banco_engine::record::Record;
use banco_engine::script::called;
use banco_engine::table::{Rules, Table, Viewer};
use banco_engine::{Actor, Names, Person, Role};
use banco_money::{Amount, Currency};
use banco_wire::{
    AccountSeen, Audience, LinkSeen, LinkViewer, Told, account_audience, link_audience, table_audience,
};
use serde_json::Value;

use crate::floor::{cases, scripts, viewers};
use crate::schema::Schemas;

/// The topic and the name of an event, as its record writes them.
fn name_in(record: &Value) -> String {
    let (topic, event) = record["what"].as_object().unwrap().iter().next().unwrap();
    let event = match event {
        Value::String(name) => name,
        other => other.as_object().unwrap().keys().next().unwrap(),
    };
    format!("{topic}.{event}")
}

/// Holds what was told against the record.
fn check(told: Option<&Told>, happening: &Happening, schemas: &Schemas) {
    let Some(told) = told else { return };
    let record: Value = serde_json::from_str(told.data.get()).unwrap();
    assert_eq!(name_in(&record), told.what);
    assert!(!told.text.is_empty());
    let mut line = Vec::new();
    Record::new(happening, 5).write(&mut line).unwrap();
    assert_eq!(told.data.get().as_bytes() == line, !told.outline, "{}", told.what);
    schemas.check("Told", &serde_json::to_value(told).unwrap());
}

/// How much somebody hears.
fn heard(told: Option<Told>) -> &'static str {
    match told {
        None => "nothing",
        Some(told) if told.outline => "outline",
        Some(_) => "whole",
    }
}

fn table_tells(pit: &Pit, happening: &Happening, schemas: &Schemas) -> Option<()> {
    let Happening::Table(at, _) = happening else { return None };
    let table: &Table = pit.table(*at)?;
    let names = Names::new(table.rules(), &called);
    let told = |viewer| Told::at_table(happening, 5, viewer, &names);
    for viewer in viewers(table) {
        check(told(viewer).as_ref(), happening, schemas);
    }
    let all = [Viewer::Floor, Viewer::Dealer, Viewer::Onlooker, Viewer::Display];
    let words = all.map(|viewer| heard(told(viewer)));
    // Whoever may know more hears at least as much.
    let ranks = words.map(|word| ["nothing", "outline", "whole"].iter().position(|known| *known == word));
    assert!(ranks.is_sorted_by(|more, less| more >= less), "{happening:?}: {ranks:?}");
    Some(())
}

fn link_tells(happening: &Happening, schemas: &Schemas) {
    for viewer in [LinkViewer::Staff, LinkViewer::Everybody] {
        check(Told::on_link(happening, 5, viewer).as_ref(), happening, schemas);
    }
}

/// What an event is called in its record, and who may see it.
fn audience_of(line: &str, rules: &Rules) -> (String, Audience) {
    let (kind, audience) = match Record::read(line).unwrap() {
        Record::Table { event, .. } => ("tables", table_audience(&event.what)),
        Record::Link { event, .. } => ("links", link_audience(&rules.links[0], &event.what)),
        Record::Account { account, event, .. } => ("accounts", account_audience(account, &event.what)),
    };
    let name = name_in(&serde_json::from_str(line).unwrap());
    assert_eq!(audience.what, name);
    (format!("{kind} {name}"), audience)
}

fn described(audience: &Audience) -> String {
    let many = audience.concerned.iter().flatten().count();
    let concerned = if many > 0 { " and whom it concerns" } else { "" };
    let outline = audience.outline.as_ref().map_or_else(String::new, |outline| {
        format!(
            "; {:?} with {}",
            outline.to,
            if outline.with.is_empty() { "no key".to_owned() } else { outline.with.join(", ") }
        )
    });
    format!("{:?}{concerned}{outline}", audience.whole)
}

/// The events that `docs/record.md` describes.
fn documented() -> BTreeSet<String> {
    let text = include_str!("../../../../docs/record.md");
    let (mut all, mut kind, mut topic) = (BTreeSet::new(), "", "");
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            kind = heading.strip_prefix("Events of ").unwrap_or_default();
        } else if let Some(heading) = line.strip_prefix("### ") {
            topic = heading;
        } else if let Some((event, _)) = line.strip_prefix("| `").and_then(|rest| rest.split_once('`')) {
            all.extend((!kind.is_empty()).then(|| format!("{kind} {topic}.{event}")));
        }
    }
    all
}

#[test]
fn there_is_an_answer_to_who_hears_every_event() {
    let rules = crate::commands::rules();
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../banco-engine/tests/journals");
    for file in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        if !name.ends_with(".jsonl") || name.ends_with(".sealed.jsonl") {
            continue;
        }
        for line in fs::read_to_string(&file).unwrap().lines() {
            let (name, audience) = audience_of(line, &rules);
            all.entry(name).or_default().insert(described(&audience));
        }
    }
    let met: BTreeSet<String> = all.keys().cloned().collect();
    let missing: Vec<String> = documented().difference(&met).cloned().collect();
    assert!(missing.is_empty(), "no journal has {missing:?}");
    let lines: Vec<String> = all
        .iter()
        .map(|(name, who)| format!("{name}: {}", who.iter().cloned().collect::<Vec<_>>().join(" | ")))
        .collect();
    insta::assert_snapshot!("who_hears_what", lines.join("\n"));
}

#[test]
fn events_are_named_as_in_their_records_and_have_their_schema() {
    let (schemas, mut names) = (Schemas::new(), BTreeSet::new());
    let mut look = |happenings: &[Happening], mut pit: Pit| {
        for happening in happenings {
            table_tells(&pit, happening, &schemas);
            link_tells(happening, &schemas);
            let mut line = Vec::new();
            Record::new(happening, 5).write(&mut line).unwrap();
            names.insert(name_in(&serde_json::from_slice(&line).unwrap()));
            pit.evolve(happening);
        }
        for link in pit.links() {
            link_views(link, &schemas);
        }
    };
    scripts().iter().for_each(|(_, played)| look(&played.happenings, played.rules.clone()));
    let mut some = 0_usize;
    cases(|_, played| {
        some += 1;
        // Every twelfth is enough here, and some more of those that concern links.
        let links = played.happenings.iter().any(|happening| matches!(happening, Happening::Link(..)));
        if some.is_multiple_of(if links { 3 } else { 12 }) {
            look(&played.happenings, played.rules.clone());
        }
    });
    assert!(names.len() > 100, "{names:?}");
}

fn link_views(link: &Link, schemas: &Schemas) {
    let everybody = LinkSeen::of(link, LinkViewer::Everybody, &called);
    let staff = LinkSeen::of(link, LinkViewer::Staff, &called);
    for seen in [&everybody, &staff] {
        schemas.check("LinkSeen", &serde_json::to_value(seen).unwrap());
    }
    let text = serde_json::to_string(&everybody).unwrap();
    assert!(
        !text.contains("guest") && !text.contains("floorperson") && everybody.requests.is_none(),
        "{text}"
    );
}

fn deposit(pit: &mut Pit, schemas: &Schemas, owner: Person) -> Vec<Happening> {
    let cashier = Actor::new(Role::Cashier, Person(6_001));
    let usd = |minor| Amount::from_minor(minor, Currency::Usd);
    let own = Actor::new(Role::Participant, owner);
    let limit = |most| cage::Limit::Loss { most: Some(usd(most)), period: cage::Period::Day };
    let deposits = cage::Limit::Deposit { most: Some(usd(50_000)), period: cage::Period::Week };
    let mut all = Vec::new();
    for (by, command) in [
        (cashier, cage::Command::Open { currency: Currency::Usd, kind: cage::Kind::Real }),
        (cashier, cage::Command::ChangeStatus { reason: "shown".to_owned(), status: cage::Status::Active }),
        (cashier, cage::Command::Deposit { amount: usd(10_000) }),
        (own, cage::Command::SetLimit(limit(5_000))),
        (own, cage::Command::SetLimit(limit(7_000))),
        (own, cage::Command::SetLimit(deposits)),
        (own, cage::Command::ChooseCheck { minutes: Some(30) }),
        (own, cage::Command::CoolOff { until: cage::Time(1_000_000) }),
    ] {
        let command = banco_engine::pit::Command::Account(owner, command);
        let happened = pit.carry_out_at(cage::Time(1_000), by, command);
        all.extend(happened.unwrap_or_else(|refusal| panic!("{refusal}")));
        for viewer in [AccountViewer::Owner, AccountViewer::Cashier] {
            let seen = AccountSeen::of(pit.account(owner).unwrap(), viewer, cage::Time(2_000), &called);
            let value = serde_json::to_value(&seen).unwrap();
            schemas.check("AccountSeen", &value);
            let keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
            let parts: Vec<&str> = seen.parts().iter().map(|(name, _)| *name).collect();
            assert_eq!(keys, parts, "every key is a part");
        }
    }
    all
}

#[test]
fn an_account_tells_its_owner_and_the_cashier_what_is_theirs() {
    let (schemas, mut pit) = (Schemas::new(), Pit::default());
    let told = |happening: &Happening, viewer| {
        let told = Told::in_account(happening, 5, viewer, &called);
        check(told.as_ref(), happening, &schemas);
        told.map_or_else(
            || "-".to_owned(),
            |told| format!("{}{}", told.text, if told.outline { " (outline)" } else { "" }),
        )
    };
    let lines: Vec<String> = deposit(&mut pit, &schemas, Person(3))
        .iter()
        .map(|happening| {
            let (owner, cashier) =
                (told(happening, AccountViewer::Owner), told(happening, AccountViewer::Cashier));
            format!("owner: {owner}\n  cashier: {cashier}")
        })
        .collect();
    insta::assert_snapshot!("account_told", lines.join("\n"));
}
