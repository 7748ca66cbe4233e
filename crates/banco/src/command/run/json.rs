//! Cases as JSON; the form is kept stable. Events have the form in which a record keeps them, so what lies face down
//! is a commitment at most here too.

use banco_engine::Names;
use banco_engine::pit::{Happening, Refusal};
use banco_engine::script::Outcome;
use serde_json::{Value, json};

use super::{Ran, What};

/// An array of cases.
pub fn run_as_json(ran: &[Ran<'_>]) -> Value {
    Value::Array(ran.iter().map(case).collect())
}

fn case(ran: &Ran<'_>) -> Value {
    let lines: Vec<Value> = match &ran.what {
        What::Played(_, lines) => ran
            .named(|names| lines.iter().map(|(at, text, outcome)| line(*at, text, outcome, names)).collect()),
        What::Judged(judged) => {
            let found = |(at, text, found): &(usize, String, String)| json!({"line": at, "text": text, "found": found});
            judged.found.iter().map(found).collect()
        }
    };
    let claims = ran.block.claims();
    json!({
        "case": ran.number,
        "kind": ran.block.kind().name(),
        "title": ran.block.title(),
        "rulebook": ran.rulebook,
        "line": ran.block.at,
        "cites": clauses(&claims.cites),
        "context": clauses(&claims.context),
        "passed": ran.problem.is_none(),
        "problem": ran.problem.as_ref().map(|error| json!({"line": error.line, "text": error.problem})),
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
