//! What happens at a table in words, with the clauses behind it.

use banco_engine::table::{Event, Refusal};
use owo_colors::OwoColorize as _;

/// What happened, and by which clauses.
pub fn event(event: &Event) -> String {
    with_clauses(&event.to_string(), event.clauses())
}

/// Why something was refused, by which clauses, and what to do instead.
pub fn refusal(refusal: &Refusal) -> Vec<String> {
    let why = format!("{} {refusal} ({})", "refused:".red(), refusal.code());
    let hint = refusal.hint().map(|hint| format!("{} {hint}", "hint:".bold()));
    std::iter::once(with_clauses(&why, refusal.clauses.as_slice())).chain(hint).collect()
}

fn with_clauses(text: &str, clauses: &[String]) -> String {
    if clauses.is_empty() {
        return text.to_owned();
    }
    format!("{text} {}", format!("[{}]", clauses.join(", ")).dimmed())
}
