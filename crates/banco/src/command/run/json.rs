//! Cases as JSON; the form is kept stable. Events have the form in which a record keeps them, so what lies face down
//! is a commitment at most here too.

use banco_engine::Names;
use banco_engine::pit::{Happening, Refusal};
use banco_engine::script::Outcome;
use serde_json::{Value, json};

use super::Played;

/// An array of cases.
pub fn run_as_json(played: &[Played<'_>]) -> Value {
    Value::Array(played.iter().map(case).collect())
}

fn case(played: &Played<'_>) -> Value {
    let lines: Vec<Value> = played.named(|names| {
        played.lines.iter().map(|(at, text, outcome)| line(*at, text, outcome, names)).collect()
    });
    json!({
        "case": played.number,
        "title": played.case.title,
        "rulebook": played.rulebook,
        "line": played.case.at,
        "cites": clauses(&played.case.claims.cites),
        "context": clauses(&played.case.claims.context),
        "passed": played.problem.is_none(),
        "problem": played.problem.as_ref().map(|error| json!({"line": error.line, "text": error.problem})),
        "lines": lines,
    })
}

fn clauses(named: &[(usize, String)]) -> Vec<&str> {
    named.iter().map(|(_, clause)| clause.as_str()).collect()
}

fn line(at: usize, text: &str, outcome: &Outcome, names: &Names<'_>) -> Value {
    let (happened, refusal, report): (&[Happening], _, _) = match outcome {
        Outcome::Met => (&[], None, None),
        Outcome::Happened(events) => (events, None, None),
        Outcome::Read(events, report) => (events, None, Some(report)),
        Outcome::Refused(refusal) => (&[], Some(refused(refusal, names)), None),
    };
    let events: Vec<Value> = happened.iter().map(|happening| event(happening, names)).collect();
    let mut line = json!({"line": at, "text": text, "events": events, "refusal": refusal});
    if let (Some(report), Some(fields)) = (report, line.as_object_mut()) {
        fields.insert("report".to_owned(), json!(report.lines().collect::<Vec<_>>()));
    }
    line
}

/// As the record has it, with the table, the link or the account where it happened, and in words.
fn event(happening: &Happening, names: &Names<'_>) -> Value {
    let story = happening.story(names);
    match happening {
        Happening::Table(table, event) => {
            json!({"clauses": event.clauses, "story": story, "table": table, "what": event.what})
        }
        Happening::Link(setup, event) => {
            json!({"clauses": event.clauses, "link": setup.name, "story": story, "what": event.what})
        }
        Happening::Account(person, event) => {
            json!({"account": person, "clauses": event.clauses, "story": story, "what": event.what})
        }
    }
}

fn refused(refusal: &Refusal, names: &Names<'_>) -> Value {
    json!({
        "code": refusal.code(),
        "text": refusal.said(names),
        "clauses": refusal.clauses(),
        "hint": refusal.hint_said(names),
    })
}
