//! Cases as text: each line, and below it what happened or was found.

use banco_engine::Names;
use banco_engine::link::TableId;
use banco_engine::pit::Happening;
use banco_engine::script::{Line, Outcome};
use owo_colors::OwoColorize as _;

use super::{Ran, What};
use crate::told;

/// All cases, or only those that failed, and how many passed.
pub fn run_as_text(ran: &[Ran<'_>], quiet: bool) -> String {
    let mut parts: Vec<String> = Vec::new();
    if !quiet {
        parts.extend(ran.iter().map(case));
    }
    parts.push(summary(ran));
    parts.join("\n\n")
}

fn case(ran: &Ran<'_>) -> String {
    let place = format!("({}, line {})", ran.rulebook, ran.block.at);
    let title = format!("{}. {}", ran.number, ran.block.title());
    let mut lines = vec![format!("{} {}", title.bold(), place.dimmed())];
    match &ran.what {
        What::Played(_, played) => lines.extend(ran.named(|names| script(played, names))),
        What::Judged(judged) => {
            for (_, text, found) in &judged.found {
                // What is found as it was written needs no second telling.
                let told = Some(found).filter(|found| !text.ends_with(found.as_str()));
                lines.push(format!("  {text}"));
                lines.extend(told.map(|found| format!("      {found}")));
            }
        }
    }
    if let Some(problem) = &ran.problem {
        lines.push(format!("  {} at line {}", "failed".red(), problem.line));
    }
    lines.join("\n")
}

/// Each line, and below it what happened.
fn script(played: &[(usize, String, Outcome)], names: &Names<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let mut here = TableId(1);
    for (_, text, outcome) in played {
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

fn summary(ran: &[Ran<'_>]) -> String {
    let all = ran.len();
    let passed = ran.iter().filter(|ran| ran.problem.is_none()).count();
    match (passed == all, all) {
        (true, 1) => "the case passed".to_owned(),
        (true, _) => format!("all {all} cases passed"),
        (false, 1) => "the case failed".to_owned(),
        (false, _) => format!("{passed} of {all} cases passed"),
    }
}
