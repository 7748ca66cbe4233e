//! `banco export`: a journal as text.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context as _;
use banco_journal::export::{ExportError, export};
use banco_journal::{Store, StreamName};
use banco_rulebook::Diagnostic;
use clap::Args;
use tokio::runtime::Runtime;

use super::place::Place;
use crate::failure::Failure;
use crate::{output, write};

/// What to write out, and where.
#[derive(Args)]
pub struct ExportArguments {
    /// Only this stream, such as `table/7`; anchors are left out then.
    #[arg(long, value_name = "STREAM")]
    stream: Option<String>,

    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    place: Place,
}

/// Writes it, one line an entry.
pub fn run(arguments: &ExportArguments) -> Result<(), Failure> {
    let only = arguments.stream.as_deref().map(StreamName::new).transpose();
    let only = only.map_err(|error| Failure::invalid("bad_stream", error.to_string()))?;
    let runtime = Runtime::new().context("cannot start the runtime")?;
    let floor = runtime.block_on(arguments.place.look())?;
    if let Some(stream) = &only {
        runtime.block_on(must_be_there(&*floor.store, stream))?;
    }
    // One line at a time would be one call of the operating system at a time.
    let write_to = |to: &mut (dyn Write + Send)| {
        let mut to = BufWriter::new(to);
        let lines = runtime.block_on(export(&*floor.store, only.as_ref(), &mut to))?;
        to.flush()?;
        Ok::<u64, ExportError>(lines)
    };
    let Some(path) = &arguments.out else {
        write_to(&mut std::io::stdout()).map_err(failed)?;
        return Ok(());
    };
    let mut lines = 0;
    write::private(path, |file| {
        lines = write_to(file)?;
        Ok(())
    })?;
    output::note(&format!("{lines} lines in `{}`; check them with `banco verify --export`", path.display()));
    Ok(())
}

async fn must_be_there(store: &dyn Store, stream: &StreamName) -> Result<(), Failure> {
    if !store.heads(Some(vec![stream.clone()])).await.map_err(anyhow::Error::from)?.is_empty() {
        return Ok(());
    }
    let message = format!("there is no stream `{stream}`");
    let hint = "streams are named like `table/7`, `link/NAME`, `account/12`, `people`, `floor`";
    Err(Failure::usage(Diagnostic::error("no_stream", message).hint(hint)))
}

fn failed(error: ExportError) -> Failure {
    match error {
        ExportError::Io(error) => error.into(),
        error => Failure::Machine(error.into()),
    }
}
