//! Views as they are sent, one of each rulebook, and envelopes.

use banco_engine::script::called;
use banco_engine::table::{Stage, Viewer};
use banco_wire::{
    Bye, ClockFor, ClockSeen, Envelope, Hello, Kind, Moment, Number, Passing, Position, Problem, Skip,
    Snapshot, TableSeen, read_hello, read_table_command,
};
use serde_json::value::to_raw_value;
use serde_json::{Value, json};

use crate::floor::{scripts, viewers};
use crate::schema::Schemas;

/// The first round of a script, once both hands have two cards or somebody looks at theirs.
#[test]
fn a_table_of_each_rulebook_as_a_player_sees_it() {
    for (name, played) in scripts() {
        let mut pit = played.rules.clone();
        for happening in &played.happenings {
            pit.evolve(happening);
            let Some((_, table)) = pit.tables().next() else { continue };
            let dealt = table.round().cards() >= 4 && !matches!(table.round().stage, Stage::Initial(_));
            if dealt {
                break;
            }
        }
        let (_, table) = pit.tables().next().unwrap();
        // Whoever is asked something, if anybody is.
        let people = table.people().iter().map(|one| Viewer::Participant(one.person));
        let all: Vec<TableSeen> = people.map(|viewer| TableSeen::of(table, viewer, &called)).collect();
        let asked = all.iter().find(|seen| !seen.prompts.is_empty());
        let mut seen = asked.or(all.first()).unwrap().clone();
        // A rulebook has another hash whenever a word of it changes.
        seen.terms.rules = "banco-rules:...".to_owned();
        // A few wagers say how all of them look.
        seen.terms.wagers.truncate(2);
        insta::assert_snapshot!(name, serde_json::to_string_pretty(&seen).unwrap());
    }
}

#[test]
fn views_fit_their_schema_and_are_made_of_their_parts() {
    let schemas = Schemas::new();
    for (_, played) in scripts() {
        let mut pit = played.rules.clone();
        for (at, happening) in played.happenings.iter().enumerate() {
            pit.evolve(happening);
            // Every fourth is enough.
            for (_, table) in pit.tables().filter(|_| at.is_multiple_of(4)) {
                for viewer in viewers(table) {
                    let seen = TableSeen::of(table, viewer, &called);
                    let value = serde_json::to_value(&seen).unwrap();
                    schemas.check("TableSeen", &value);
                    let parts = seen.parts();
                    let all: Value = parts
                        .iter()
                        .map(|(name, part)| ((*name).to_owned(), serde_json::from_str(part.get()).unwrap()))
                        .collect::<serde_json::Map<String, Value>>()
                        .into();
                    assert_eq!(all, value);
                    assert!(Snapshot::changes(&parts, seen.parts()).parts.is_empty());
                }
            }
        }
    }
}

#[test]
fn envelopes_fit_their_schema() {
    let schemas = Schemas::new();
    let at = || Position { epoch: "a1".to_owned(), seq: 12 };
    let data = [
        serde_json::to_value(Skip { from: 9 }).unwrap(),
        serde_json::to_value(Bye {
            code: "restart".to_owned(),
            text: "the house restarts".to_owned(),
            last: false,
            retry_after: Some(500),
        })
        .unwrap(),
    ];
    schemas.check("Skip", &data[0]);
    schemas.check("Bye", &data[1]);
    let passing = Passing::Clock(Some(ClockSeen {
        what: ClockFor::Wagers,
        until: Moment::from_micros(1_000_000),
        seconds: Number(15),
    }));
    let passing = serde_json::to_value(passing).unwrap();
    schemas.check("Passing", &passing);
    assert_eq!(passing, json!({"clock":{"what":"wagers","until":"1970-01-01T00:00:01Z","seconds":15}}));
    let kinds =
        [Kind::Event, Kind::Snapshot, Kind::Skip, Kind::Heartbeat, Kind::Passing, Kind::Notice, Kind::Bye];
    for kind in kinds {
        let raw = to_raw_value(&data[0]).unwrap();
        let envelope = Envelope::new("table/7", at(), kind, Moment::from_micros(1), raw).caused_by("c-1");
        schemas.check("Envelope", &serde_json::to_value(&envelope).unwrap());
    }
    let snapshot = Snapshot::whole(vec![("turn", to_raw_value(&json!({"phase":"closed"})).unwrap())]);
    let value = serde_json::to_value(&snapshot).unwrap();
    schemas.check("Snapshot", &value);
    assert_eq!(value, json!({"whole":true,"parts":{"turn":{"phase":"closed"}}}));
}

#[test]
fn a_hello_says_what_is_known() {
    let text = r#"{"v":1,"resume":{"table/7":{"epoch":"a1","seq":12},"link/star":null}}"#;
    let hello: Hello = read_hello(text.as_bytes()).unwrap();
    assert_eq!(hello.resume["table/7"], Some(Position { epoch: "a1".to_owned(), seq: 12 }));
    assert_eq!(hello.resume["link/star"], None);
    let written = serde_json::to_string(&hello).unwrap();
    assert_eq!(read_hello(written.as_bytes()).unwrap(), hello);
    for (text, code, pointer) in [
        (r#"{"v":2,"resume":{}}"#, "out_of_range", "/v"),
        (r#"{"v":1}"#, "missing", ""),
        (r#"{"v":1,"resume":{"Table/7":null}}"#, "not_a_stream", "/resume/Table~17"),
        (r#"{"v":1,"resume":{"table/7":{"epoch":"","seq":1}}}"#, "not_an_epoch", "/resume/table~17/epoch"),
        (r#"{"v":1,"resume":{"table/7":{"epoch":"a","seq":-1}}}"#, "out_of_range", "/resume/table~17/seq"),
    ] {
        let bad = read_hello(text.as_bytes()).unwrap_err();
        assert_eq!((bad.code, bad.pointer.as_str()), (code, pointer), "{text}");
    }
}

#[test]
fn problems_say_where_and_what_to_do() {
    let schemas = Schemas::new();
    let bad = read_table_command(br#"{"do":"sit","seat":"three"}"#).unwrap_err();
    let problem = Problem::from(bad);
    schemas.check("Problem", &serde_json::to_value(&problem).unwrap());
    assert_eq!((problem.status, problem.pointer.as_deref()), (422, Some("/seat")));
    insta::assert_snapshot!("problem", serde_json::to_string_pretty(&problem).unwrap());
}
