//! `banco verify SHOE.json`: was a shoe dealt as it was promised?

use std::path::Path;

use banco_house::{Check, Found, ShoeProof};
use banco_rulebook::Diagnostic;

use crate::failure::Failure;
use crate::output;
use crate::source::{read_file, read_stdin};

/// Looks at everything, tells it in words, and fails if something is not as it must be.
pub fn run(file: &str, root: Option<&str>) -> Result<(), Failure> {
    let proof = read(file)?;
    let noted = root.map(|root| (root.trim().to_lowercase(), proof.promise.root.to_string()));
    let checks = proof.check();
    let lines: Vec<String> = checks.iter().map(line).collect();
    output::print(&lines.join("\n"))?;
    if let Some((noted, _)) = noted.as_ref().filter(|(noted, promised)| noted != promised) {
        let message = format!("`{noted}` was noted, but this shoe was promised as {}", proof.promise.root);
        return Err(Failure::unverified("other_promise", message));
    }
    if noted.is_none() {
        output::note(
            "hold the promise against what you, or the journal, noted before the cut: `--root ROOT`",
        );
    }
    match checks.iter().find_map(fault) {
        Some(fault) => Err(Failure::unverified("shoe_not_proven", fault)),
        None => Ok(()),
    }
}

fn read(file: &str) -> Result<ShoeProof, Failure> {
    let text = if file == "-" { read_stdin()? } else { read_file(Path::new(file))? };
    serde_json::from_str(&text).map_err(|error| {
        let message = format!("`{file}` is no shoe that was shown: {error}");
        Diagnostic::error("not_a_shoe", message).hint("docs/fairness.md describes the file").into()
    })
}

fn line(check: &Check) -> String {
    let (found, words) = match &check.found {
        Found::Holds(words) => ("holds", words),
        Found::NotShown(words) => ("not shown", words),
        Found::Fails(words) => ("FAILS", words),
    };
    format!("{:<8} {found:<10} {words}", check.what)
}

fn fault(check: &Check) -> Option<String> {
    match &check.found {
        Found::Fails(words) => Some(words.clone()),
        Found::Holds(_) | Found::NotShown(_) => None,
    }
}
