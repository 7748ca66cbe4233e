//! Cases as text: each line of the script, and below it what happened.

use banco_engine::script::Outcome;
use owo_colors::OwoColorize as _;

use super::Played;
use crate::told;

/// All cases, or only those that failed, and how many passed.
pub fn told(played: &[Played<'_>], quiet: bool) -> String {
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
    for (_, text, outcome) in &played.lines {
        let below: Vec<String> = match outcome {
            // What was expected and happened is told by what happened.
            Outcome::Met => continue,
            Outcome::Happened(events) => events.iter().map(told::happening).collect(),
            Outcome::Refused(refusal) => told::refused(refusal),
        };
        lines.push(format!("  {text}"));
        lines.extend(below.into_iter().map(|line| format!("      {line}")));
    }
    if let Some(problem) = &played.problem {
        lines.push(format!("  {} at line {}", "failed".red(), problem.line));
    }
    lines.join("\n")
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
