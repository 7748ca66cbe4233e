//! What happens at a table in words, with the clauses behind it.

use banco_engine::{Name, Names, pit};
use owo_colors::OwoColorize as _;

/// What happened at a table or on a link, and by which clauses.
pub fn happening(happening: &pit::Happening, names: &Names<'_>) -> String {
    with_clauses(&happening.story(names), happening.clauses().as_slice())
}

/// Why something was refused, by which clauses, and what to do instead.
pub fn refused(refusal: &pit::Refusal, names: &Names<'_>) -> Vec<String> {
    refused_because(refusal, &refusal.said(names), refusal.hint_said(names))
}

/// The same in words of one's own.
pub fn refused_because(refusal: &pit::Refusal, why: &str, hint: Option<String>) -> Vec<String> {
    let why = format!("{} {why} ({})", "refused:".red(), refusal.code());
    let hint = hint.map(|hint| format!("{} {hint}", "hint:".bold()));
    std::iter::once(with_clauses(&why, refusal.clauses())).chain(hint).collect()
}

/// A text, and the clauses behind it.
pub fn with_clauses(text: &str, clauses: &[Name]) -> String {
    if clauses.is_empty() {
        return text.to_owned();
    }
    format!("{text} {}", format!("[{}]", clauses.join(", ")).dimmed())
}
