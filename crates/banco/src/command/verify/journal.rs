//! `banco verify --data DIR`: is a journal as it was written?

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use anyhow::Context as _;
use banco_journal::export::{ExportError, import};
use banco_journal::memory::MemoryStore;
use banco_server::kept_anchor_key;

use super::VerifyArguments;
use crate::command::operate::look::{Depth, Found, look};
use crate::command::operate::place::{bad_keys, keys, wait};
use crate::failure::Failure;
use crate::output;

/// Looks the journal over, tells what was looked at, and fails if something is not as it was written.
pub fn run(arguments: &VerifyArguments) -> Result<(), Failure> {
    let found = wait(async {
        match &arguments.export {
            Some(path) => exported(path, arguments).await,
            None => kept(arguments).await,
        }
    })?;
    match arguments.json {
        true => output::print_json(&found)?,
        false => output::print(&found.text())?,
    }
    found.verdict()
}

async fn kept(arguments: &VerifyArguments) -> Result<Found, Failure> {
    let floor = arguments.place.look().await?;
    let keyring = keys(&floor.config)?;
    let mut against = arguments.against.read()?;
    // Nodes of one database may sign with keys of their own; a folder has one key.
    if against.keys.is_empty() && floor.file.is_some() {
        let own = kept_anchor_key(&floor.config.anchor_key).map_err(bad_keys)?;
        against.keys.extend(own.map(|key| key.public()));
    }
    look(&*floor.store, floor.file.as_deref(), &against, Depth::Replay(keyring)).await
}

/// An export is read line by line into memory; the first line that does not fit is told with its number.
async fn exported(path: &Path, arguments: &VerifyArguments) -> Result<Found, Failure> {
    let against = arguments.against.read()?;
    let name = path.display();
    let file = File::open(path).with_context(|| format!("cannot read `{name}`"))?;
    let store = MemoryStore::default();
    import(&store, &mut BufReader::new(file)).await.map_err(|error| match error {
        ExportError::Io(error) if error.kind() != std::io::ErrorKind::InvalidData => error.into(),
        error => Failure::unverified("not_as_written", format!("`{name}`: {error}")),
    })?;
    look(&store, None, &against, Depth::Export).await
}
