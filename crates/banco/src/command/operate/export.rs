//! `banco export`: a journal as text.

use std::io::Write as _;
use std::path::PathBuf;

use banco_journal::StreamName;
use banco_journal::export::{ExportError, export};
use banco_rulebook::Diagnostic;
use clap::Args;

use super::place::{Place, wait};
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
    let lines = wait(async {
        let floor = arguments.place.look().await?;
        if let Some(stream) = &only
            && floor.store.heads(Some(vec![stream.clone()])).await.map_err(anyhow::Error::from)?.is_empty()
        {
            let message = format!("there is no stream `{stream}`");
            let hint = "streams are named like `table/7`, `link/NAME`, `account/12`, `people`, `floor`";
            return Err(Failure::usage(Diagnostic::error("no_stream", message).hint(hint)));
        }
        let Some(path) = &arguments.out else {
            // One line at a time would be one call of the operating system at a time.
            let mut out = std::io::BufWriter::new(std::io::stdout());
            let lines = export(&*floor.store, only.as_ref(), &mut out).await.map_err(failed)?;
            out.flush()?;
            return Ok(lines);
        };
        let mut bytes = Vec::new();
        let lines = export(&*floor.store, only.as_ref(), &mut bytes).await.map_err(failed)?;
        write::whole(path, &bytes)?;
        Ok(lines)
    })?;
    if let Some(path) = &arguments.out {
        output::note(&format!(
            "{lines} lines in `{}`; check them with `banco verify --export`",
            path.display()
        ));
    }
    Ok(())
}

fn failed(error: ExportError) -> Failure {
    match error {
        ExportError::Io(error) => error.into(),
        error => Failure::Machine(error.into()),
    }
}
