//! Chores of the repository: `cargo xtask test | ci | tidy | cite | docs | battery | accept | screenshots | wheel`.

mod cite;
mod docs;
mod provide;
mod python;
mod run;
mod supply;
mod tidy;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};

const HELP: &str = "\
chores of the Banco repository

  cargo xtask test     everything that must pass: format, architecture, clauses, licenses, lints, all tests, pages
  cargo xtask ci       the same, as the build server runs it
  cargo xtask tidy     check the architecture: dependency direction, no float in money, no I/O in the engine
  cargo xtask cite     check that every clause has data and a case; write docs/clauses/
  cargo xtask docs     write the help, example output and pictures into README.md and docs/
  cargo xtask battery  the long comparisons: 100,000 random shoes by two ways of counting, 10^6 random commands
                       at tables, 10^5 histories of links, 10^9 rounds of each submission against its odds (10^10
                       of the largest), 64 readers of 10^6 entries beside a
                       bettor; `cargo xtask battery PART` runs the parts whose names begin so
  cargo xtask accept   accept new snapshots of the tests
  cargo xtask screenshots  a picture of every page, in every theme and at two widths, into target/screenshots
  cargo xtask wheel    build the Python package as a wheel, into target/wheels
";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let task = arguments.next().unwrap_or_default();
    match dispatch(&task, &arguments.collect::<Vec<String>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask {task}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(task: &str, rest: &[String]) -> Result<()> {
    let root = root()?;
    let asks_for_help = rest.iter().any(|word| word == "--help" || word == "-h");
    let task = if asks_for_help { "help" } else { task };
    if let Some(word) = rest.first().filter(|_| !matches!(task, "battery" | "help")) {
        bail!("`{task}` takes no `{word}`\n\n{HELP}");
    }
    match task {
        "test" | "ci" => run::test(&root),
        "tidy" => tidy::tidy(&root),
        "cite" => cite::write(&root),
        "docs" => docs::write(&root),
        "accept" => run::accept(&root),
        "screenshots" => run::screenshots(&root),
        "battery" => run::battery(&root, rest.first().map_or("", String::as_str)),
        "wheel" => python::wheel(&root),
        "" | "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        other => bail!("there is no such chore `{other}`\n\n{HELP}"),
    }
}

/// The repository's root.
fn root() -> Result<PathBuf> {
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    own.parent().map(PathBuf::from).context("xtask has no parent folder")
}
