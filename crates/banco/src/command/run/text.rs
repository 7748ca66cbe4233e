//! Cases as text: each line of the script, and below it what happened.

use banco_engine::Names;
use banco_engine::link::TableId;
use banco_engine::pit::Happening;
use banco_engine::script::{Line, Outcome};
use owo_colors::OwoColorize as _;

use super::Played;
use crate::told;

/// All cases, or only those that failed, and how many passed.
pub fn run_as_text(played: &[Played<'_>], quiet: bool) -> String {
    let mut parts: Vec<String> = Vec::new();
    if !quiet {
        parts.extend(played.iter().map(case));
    }
    parts.push(summary(played));
    parts.join("\n\n")
}

fn case(played: &Played<'_>) -> String {
    let Played { number, case, rulebook, .. } = played;
    let place = format!("({rulebook}, line {})", case.at);
    let mut lines = vec![format!("{} {}", format!("{number}. {}", case.title).bold(), place.dimmed())];
    lines.extend(played.named(|names| script(played, names)));
    if let Some(problem) = &played.problem {
        lines.push(format!("  {} at line {}", "failed".red(), problem.line));
    }
    lines.join("\n")
}

/// Each line, and below it what happened.
fn script(played: &Played<'_>, names: &Names<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let mut here = TableId(1);
    for (_, text, outcome) in &played.lines {
        if let Ok(Line::Table(number, _)) = Line::parse(text) {
            here = TableId(number);
        }
        let told = |event: &Happening| told_at(here, event, names);
        let below: Vec<String> = match outcome {
            // What was expected and happened is told by what happened.
            Outcome::Met => continue,
            Outcome::Happened(events) => events.iter().map(told).collect(),
            Outcome::Read(events, report) => {
                let events = events.iter().map(told);
                events.chain(report.lines().map(|line| format!("  {line}"))).collect()
            }
            Outcome::Refused(refusal) => told::refused(refusal, names),
        };
        lines.push(format!("  {text}"));
        lines.extend(below.into_iter().map(|line| format!("      {line}")));
    }
    lines
}

/// What happened; at which table, if it is not the one that the script is at.
fn told_at(here: TableId, event: &Happening, names: &Names<'_>) -> String {
    let told = told::happening(event, names);
    match event {
        Happening::Table(table, _) if *table != here => format!("{table}: {told}"),
        Happening::Table(..) | Happening::Link(..) | Happening::Account(..) => told,
    }
}

fn summary(played: &[Played<'_>]) -> String {
    let all = played.len();
    let passed = played.iter().filter(|played| played.problem.is_none()).count();
    match (passed == all, all) {
        (true, 1) => "the case passed".to_owned(),
        (true, _) => format!("all {all} cases passed"),
        (false, 1) => "the case failed".to_owned(),
        (false, _) => format!("{passed} of {all} cases passed"),
    }
}
