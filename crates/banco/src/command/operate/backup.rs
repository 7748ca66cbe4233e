//! `banco backup`: a copy of the journal, also while it is being played on.

use std::path::PathBuf;
use std::time::Instant;

use banco_journal::sqlite::{BackupError, copy_to};
use banco_rulebook::Diagnostic;
use banco_server::journal_file;
use clap::Args;

use super::look::{self, Against, Depth};
use super::place::{Place, look_at, wait};
use crate::failure::Failure;
use crate::output;

/// From where, and where to.
#[derive(Args)]
pub struct BackupArguments {
    /// The file to write; it must not be there yet.
    #[arg(long, value_name = "FILE")]
    to: PathBuf,

    #[command(flatten)]
    place: Place,
}

/// Copies, then looks the copy over.
pub fn run(arguments: &BackupArguments) -> Result<(), Failure> {
    let config = arguments.place.config()?;
    if config.database.is_some() {
        return Err(not_of_postgres());
    }
    let from = journal_file(&config.data);
    drop(look_at(&from)?);
    let began = Instant::now();
    copy_to(&from, &arguments.to, false).map_err(no_copy)?;
    let found = wait(async {
        let copy = look_at(&arguments.to)?;
        look::look(&copy, Some(&copy), &Against::default(), Depth::Chain).await
    })?;
    let bytes = std::fs::metadata(&arguments.to)?.len();
    output::print(&found.text())?;
    found.verdict()?;
    let seconds = began.elapsed().as_secs_f64();
    let to = arguments.to.display();
    output::note(&format!("{bytes} bytes in `{to}`, copied and checked in {seconds:.1} s"));
    output::note("the keys are not in it: keep `seal.keys` and `anchor.key` apart from it, and safe");
    Ok(())
}

fn not_of_postgres() -> Failure {
    let message = "`banco backup` copies the file of a floor, and this floor is in PostgreSQL";
    let hint = "use `pg_dump --format=custom` or a base backup with archived WAL, and `banco export` for a \
                copy that anybody can check";
    Failure::usage(Diagnostic::error("not_a_file", message).hint(hint))
}

/// Why there is no copy.
pub fn no_copy(error: BackupError) -> Failure {
    let message = error.to_string();
    match error {
        BackupError::InTheWay(path) => {
            let message = format!("`{}` is there already", path.display());
            let hint = "choose another name; a copy never replaces anything";
            Failure::usage(Diagnostic::error("in_the_way", message).hint(hint))
        }
        BackupError::Damaged(..) => Failure::unverified("damaged_copy", message),
        error => Failure::Machine(error.into()),
    }
}
