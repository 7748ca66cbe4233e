//! `banco restore`: a floor goes on from a copy.

use std::path::PathBuf;

use banco_floor::{Clock as _, SystemClock};
use banco_journal::postgres::{PostgresOptions, PostgresStore};
use banco_journal::sqlite::Claim;
use banco_rulebook::Diagnostic;
use banco_server::config::Config;
use banco_server::{journal_file, make_folder};
use clap::Args;

use super::backup::no_copy;
use super::look::{self, AgainstArguments, Depth, Found};
use super::place::{Place, keys, look_at, unopened, wait};
use crate::failure::Failure;
use crate::output;

/// From what, and how carefully.
#[derive(Args)]
pub struct RestoreArguments {
    /// A file that `banco backup` made. Leave it out with `--database`, after `pg_restore` has put the
    /// database back.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// Also play every record again and open every secret with the keys, as `banco verify` does.
    #[arg(long)]
    verify: bool,

    /// Only check the copy; replace nothing.
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    against: AgainstArguments,

    #[command(flatten)]
    place: Place,
}

/// Checks everything before it replaces anything.
pub fn run(arguments: &RestoreArguments) -> Result<(), Failure> {
    let config = arguments.place.config()?;
    match (&arguments.file, &config.database) {
        (Some(file), None) => restore_file(arguments, file, &config),
        (None, Some(address)) => restore_database(arguments, &address.0, &config),
        (None, None) => {
            let message = "name the copy to go on from";
            Err(Failure::usage(Diagnostic::error("no_copy", message).hint("`banco restore FILE --data DIR`")))
        }
        (Some(_), Some(_)) => {
            let message = "a file is not restored into PostgreSQL";
            let hint =
                "put the database back with `pg_restore`, then `banco restore --database URL` without a file";
            Err(Failure::usage(Diagnostic::error("not_a_file", message).hint(hint)))
        }
    }
}

fn restore_file(
    arguments: &RestoreArguments,
    file: &std::path::Path,
    config: &Config,
) -> Result<(), Failure> {
    let journal = journal_file(&config.data);
    let claim = match arguments.dry_run {
        true => None,
        false => {
            make_folder(&config.data).map_err(anyhow::Error::from)?;
            Some(Claim::new(&journal).map_err(unopened)?)
        }
    };
    let found = wait(async {
        let copy = look_at(file)?;
        look::look(&copy, Some(&copy), &arguments.against.read()?, depth(arguments, config)?).await
    })?;
    tell(&found)?;
    let Some(claim) = claim else {
        output::note("nothing was replaced");
        return Ok(());
    };
    let mark = format!("before-{}", SystemClock.now().0 / 1_000_000);
    let kept = claim.replace(file, &mark).map_err(no_copy)?;
    if let Some(kept) = kept {
        output::note(&format!("the journal that was there is kept as `{}`", kept.display()));
    }
    output::note("a new history begins: clients that knew more are told to look again");
    Ok(())
}

/// PostgreSQL has its own way to go back; what is left is to check it and to say that it is another
/// history.
fn restore_database(arguments: &RestoreArguments, address: &str, config: &Config) -> Result<(), Failure> {
    wait(async {
        let options = PostgresOptions::default();
        let store = PostgresStore::open(address, &options).await.map_err(anyhow::Error::from)?;
        let found = look::look(&store, None, &arguments.against.read()?, depth(arguments, config)?).await?;
        tell(&found)?;
        if arguments.dry_run {
            output::note("nothing was changed");
            return Ok(());
        }
        store.begin_history().await.map_err(anyhow::Error::from)?;
        output::note(
            "a new history begins: start the nodes, and clients that knew more are told to look again",
        );
        Ok(())
    })
}

fn depth(arguments: &RestoreArguments, config: &Config) -> Result<Depth, Failure> {
    if !arguments.verify {
        return Ok(Depth::Chain);
    }
    Ok(Depth::Replay(keys(config)?))
}

fn tell(found: &Found) -> Result<(), Failure> {
    output::print(&found.text())?;
    found.verdict()
}
