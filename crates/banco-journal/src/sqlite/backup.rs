//! Copies of a journal that is in use.

use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::{new_epoch, reader};

/// Pages that are copied at a time.
const STEP: i32 = 512;

/// Why there is no copy.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// Something is there already.
    #[error("{}: is there already; a copy never replaces anything", .0.display())]
    InTheWay(PathBuf),
    /// It cannot be read or written.
    #[error("{path}: {1}", path = .0.display())]
    Sqlite(PathBuf, rusqlite::Error),
    /// It cannot be put in place.
    #[error("{path}: {1}", path = .0.display())]
    Io(PathBuf, std::io::Error),
    /// The copy is damaged.
    #[error("{path}: the copy is damaged: {1}", path = .0.display())]
    Damaged(PathBuf, String),
    /// The operating system has no randomness to give.
    #[error("the operating system gives no randomness")]
    NoRandomness,
}

/// Copies a journal as it is at one moment, while it may be written to, and looks the copy over. The copy appears
/// under its name when it is whole.
///
/// With `new_history`, the copy is a history of its own from here on: a floor that goes on from an older copy has forgotten
/// what came later, and whoever knew more must be told.
///
/// # Errors
/// Why there is no copy.
pub fn copy_to(from: &Path, to: &Path, new_history: bool) -> Result<(), BackupError> {
    if to.exists() {
        return Err(BackupError::InTheWay(to.to_owned()));
    }
    let part = to.with_extension("part");
    let io = |error| BackupError::Io(to.to_owned(), error);
    if part.exists() {
        std::fs::remove_file(&part).map_err(io)?;
    }
    let source = reader(from).map_err(|error| BackupError::Sqlite(from.to_owned(), error))?;
    let sqlite = |error| BackupError::Sqlite(to.to_owned(), error);
    // It holds what people sign in with, if only hashed: nobody else reads it, wherever it is put.
    std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&part).map_err(io)?;
    let mut copy = Connection::open(&part).map_err(sqlite)?;
    copy_pages(&source, &mut copy).map_err(sqlite)?;
    let problem: String =
        copy.query_row("PRAGMA integrity_check(1)", (), |row| row.get(0)).map_err(sqlite)?;
    if problem != "ok" {
        return Err(BackupError::Damaged(to.to_owned(), problem));
    }
    if new_history {
        let epoch = new_epoch().ok_or(BackupError::NoRandomness)?;
        copy.execute("UPDATE meta SET value = ?1 WHERE key = 'epoch'", [epoch]).map_err(sqlite)?;
    }
    // One file, without a log beside it.
    copy.pragma_update(None, "journal_mode", "DELETE").map_err(sqlite)?;
    copy.close().map_err(|(_, error)| sqlite(error))?;
    std::fs::File::open(&part).and_then(|file| file.sync_all()).map_err(io)?;
    std::fs::rename(&part, to).map_err(io)?;
    let folder =
        to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    std::fs::File::open(folder).and_then(|folder| folder.sync_all()).map_err(io)
}

/// Copies every page as of one read transaction. SQLite starts a backup over whenever another connection commits, unless
/// the source holds such a transaction; the writer goes on beside it in the write-ahead log.
fn copy_pages(from: &Connection, to: &mut Connection) -> rusqlite::Result<()> {
    // The file is synced once, when it is whole.
    to.execute_batch("PRAGMA synchronous = OFF")?;
    let snapshot = from.unchecked_transaction()?;
    snapshot.query_row("SELECT count(*) FROM meta", (), |_| Ok(()))?;
    let backup = Backup::new(&snapshot, to)?;
    loop {
        match backup.step(STEP)? {
            StepResult::Done => return Ok(()),
            StepResult::More => {}
            _ => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}
