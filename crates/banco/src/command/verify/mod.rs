//! `banco verify`: is everything as it was promised and written?

mod journal;
mod shoe;

use std::path::PathBuf;

use banco_rulebook::Diagnostic;
use clap::Args;

use super::operate::look::AgainstArguments;
use super::operate::place::Place;
use crate::failure::Failure;

/// What to check: a shoe, the journal of a floor, or an export of one.
#[derive(Args)]
pub struct VerifyArguments {
    /// A shoe that was shown: a file, or `-` for standard input.
    #[arg(value_name = "SHOE.json")]
    file: Option<String>,

    /// The promise that you noted before the cut, 64 digits; without it the one in the file is taken for
    /// it.
    #[arg(long, value_name = "ROOT", requires = "file", conflicts_with_all = ["export", "data", "database"])]
    root: Option<String>,

    /// Check a journal that `banco export` wrote.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "data", "database", "config"])]
    export: Option<PathBuf>,

    /// Print what was checked as JSON.
    #[arg(long, conflicts_with = "file")]
    json: bool,

    #[command(flatten)]
    against: AgainstArguments,

    #[command(flatten)]
    place: Place,
}

/// Checks what is named.
pub fn run(arguments: &VerifyArguments) -> Result<(), Failure> {
    let journal = arguments.export.is_some() || arguments.place.is_named();
    match &arguments.file {
        Some(file) if !journal && !arguments.against.is_given() => shoe::run(file, arguments.root.as_deref()),
        Some(_) => {
            let message = "a shoe and a journal are checked one at a time";
            Err(Failure::usage(Diagnostic::error("two_questions", message)))
        }
        None if journal => journal::run(arguments),
        None => {
            let message = "say what to check";
            let hint = "a shoe: `banco verify SHOE.json`; a floor: `--data DIR` or `--database URL`; an \
                        export: `--export FILE`";
            Err(Failure::usage(Diagnostic::error("nothing_to_check", message).hint(hint)))
        }
    }
}
