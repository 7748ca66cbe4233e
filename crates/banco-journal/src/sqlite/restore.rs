//! A floor goes on from a copy.

use std::fs::File;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::{BackupError, OpenError, beside as log, copy_to, lock, private};

/// The right to a journal that nobody has open. As long as it is held, no Banco opens it.
#[derive(Debug)]
pub struct Claim {
    path: PathBuf,
    _lock: File,
}

impl Claim {
    /// Claims the journal in a file, which need not be there.
    ///
    /// # Errors
    /// Another Banco has it open, or the folder cannot be used.
    pub fn new(path: &Path) -> Result<Self, OpenError> {
        let lock = lock(path)?;
        // What is kept beside the new journal is as private as the journal.
        private::tighten_journal(path)?;
        Ok(Self { path: path.to_owned(), _lock: lock })
    }

    /// Puts a copy in place of the journal, as a history of its own. The journal that was there is kept
    /// beside it under a name with `mark` in it, which is returned. A crash leaves the old one or the new
    /// one, never half of either.
    ///
    /// # Errors
    /// Why not; then the old one is still in place.
    pub fn replace(&self, from: &Path, mark: &str) -> Result<Option<PathBuf>, BackupError> {
        let io = |error| BackupError::Io(self.path.clone(), error);
        let new = named(&self.path, "new");
        if new.exists() {
            std::fs::remove_file(&new).map_err(io)?;
        }
        copy_to(from, &new, true)?;
        let before = named(&self.path, mark);
        let kept = self.path.exists();
        if kept {
            // A log that lies beside the old file must never be taken for one of the new file.
            if merge_log(&self.path).is_err() {
                move_logs(&self.path, &before).map_err(io)?;
            }
            keep(&self.path, &before).map_err(io)?;
        }
        std::fs::rename(&new, &self.path).map_err(io)?;
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or_else(|| Path::new("."));
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(io)?;
        Ok(kept.then_some(before))
    }
}

/// `journal.sqlite` with a mark: `journal.sqlite.new`.
fn named(path: &Path, mark: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(mark);
    name.into()
}

/// Brings the log of a file into it, so that the file stands alone.
fn merge_log(path: &Path) -> rusqlite::Result<()> {
    let connection = Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "DELETE")?;
    connection.close().map_err(|(_, error)| error)?;
    if log(path, "-wal").exists() { Err(rusqlite::Error::InvalidQuery) } else { Ok(()) }
}

/// Takes the logs of a file that is too damaged to be opened away with it.
fn move_logs(path: &Path, before: &Path) -> std::io::Result<()> {
    for which in ["-wal", "-shm"] {
        if log(path, which).exists() {
            std::fs::rename(log(path, which), log(before, which))?;
        }
    }
    Ok(())
}

/// A second name for the old file where that is possible, so that there is no moment without a journal;
/// else a copy.
fn keep(path: &Path, before: &Path) -> std::io::Result<()> {
    std::fs::hard_link(path, before).or_else(|_| std::fs::copy(path, before).map(|_| ()))
}
