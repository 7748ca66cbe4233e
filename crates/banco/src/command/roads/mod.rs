//! `banco roads`: the history of a shoe as the roads of a board.

mod arguments;
mod json;
pub mod text;

use std::sync::Arc;

use banco_engine::roads::{HistoryError, Roads, parse_history, svg};
use banco_rulebook::{Diagnostic, Source};

pub use arguments::RoadsArguments;

use crate::failure::Failure;
use crate::output;
use crate::source::read_stdin;

/// Reads the history and draws.
pub fn run(arguments: &RoadsArguments) -> Result<(), Failure> {
    let (policy, look) = (arguments.policy()?, arguments.look()?);
    let source = history(&arguments.history)?;
    let history = parse_history(&source.text).map_err(|error| unreadable(&error, source))?;
    let roads = Roads::new(policy, history);
    let road = arguments.road();
    match (arguments.svg, arguments.json, road) {
        (true, _, Some(road)) => output::print(&svg::road(&roads, road, "road", &look)),
        (true, _, None) => output::print(&svg::sheet(&roads, "roads", &look)),
        (_, true, road) => output::print_json(&json::roads_as_json(&roads, road)),
        (_, _, Some(road)) => output::print(&roads.letters(road)),
        (_, _, None) => output::print(&text::roads_as_text(&roads, look.window)),
    }
}

/// The history as given, or from standard input if it is `-`.
fn history(words: &[String]) -> Result<Source, Failure> {
    if let [word] = words
        && word == "-"
    {
        let text = read_stdin()?;
        return Ok(Source { path: "<stdin>".to_owned(), text });
    }
    Ok(Source { path: "<history>".to_owned(), text: words.join(" ") })
}

fn unreadable(error: &HistoryError, source: Source) -> Failure {
    let diagnostic = Diagnostic::error("bad_history", error.to_string()).hint(error.problem.hint());
    Failure::from(diagnostic.at(&Arc::new(source), error.span.clone()))
}
