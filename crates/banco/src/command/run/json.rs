//! Cases as JSON; the form is kept stable.

use banco_engine::pit::{Happening, Refusal};
use banco_engine::script::Outcome;
use serde_json::{Value, json};

use super::Played;

/// An array of cases.
pub fn told(played: &[Played<'_>]) -> Value {
    Value::Array(played.iter().map(case).collect())
}

fn case(played: &Played<'_>) -> Value {
    let lines = played.lines.iter().map(|(at, text, outcome)| line(*at, text, outcome));
    json!({
        "case": played.number,
        "title": played.case.title,
        "rulebook": played.rulebook,
        "line": played.case.at,
        "cites": clauses(&played.case.claims.cites),
        "context": clauses(&played.case.claims.context),
        "passed": played.problem.is_none(),
        "problem": played.problem.as_ref().map(|error| json!({"line": error.line, "text": error.problem})),
        "lines": lines.collect::<Vec<Value>>(),
    })
}

fn clauses(named: &[(usize, String)]) -> Vec<&str> {
    named.iter().map(|(_, clause)| clause.as_str()).collect()
}

fn line(at: usize, text: &str, outcome: &Outcome) -> Value {
    let (happened, refusal, report): (&[Happening], _, _) = match outcome {
        Outcome::Met => (&[], None, None),
        Outcome::Happened(events) => (events, None, None),
        Outcome::Read(events, report) => (events, None, Some(report)),
        Outcome::Refused(refusal) => (&[], Some(refused(refusal)), None),
    };
    let events: Vec<Value> = happened.iter().map(event).collect();
    let mut line = json!({"line": at, "text": text, "events": events, "refusal": refusal});
    if let (Some(report), Some(fields)) = (report, line.as_object_mut()) {
        fields.insert("report".to_owned(), json!(report.lines().collect::<Vec<_>>()));
    }
    line
}

fn event(event: &Happening) -> Value {
    json!({"text": event.to_string(), "clauses": event.clauses()})
}

fn refused(refusal: &Refusal) -> Value {
    json!({
        "code": refusal.code(),
        "text": refusal.to_string(),
        "clauses": refusal.clauses(),
        "hint": refusal.hint(),
    })
}
