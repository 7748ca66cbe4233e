//! What happens at a table in words, with the clauses behind it.

use banco_engine::{Name, pit};
use banco_engine::table::Event;
use owo_colors::OwoColorize as _;

/// What happened, and by which clauses.
pub fn event(event: &Event) -> String {
    with_clauses(&event.to_string(), event.clauses())
}

/// What happened at a table or on a link, and by which clauses.
pub fn happening(happening: &pit::Happening) -> String {
    with_clauses(&happening.to_string(), happening.clauses())
}

/// Why something was refused, by which clauses, and what to do instead.
pub fn refused(refusal: &pit::Refusal) -> Vec<String> {
    let why = format!("{} {refusal} ({})", "refused:".red(), refusal.code());
    let hint = refusal.hint().map(|hint| format!("{} {hint}", "hint:".bold()));
    std::iter::once(with_clauses(&why, refusal.clauses())).chain(hint).collect()
}

fn with_clauses(text: &str, clauses: &[Name]) -> String {
    if clauses.is_empty() {
        return text.to_owned();
    }
    format!("{text} {}", format!("[{}]", clauses.join(", ")).dimmed())
}
