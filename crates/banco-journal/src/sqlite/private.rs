//! Files that only their owner reads. A journal holds what people sign in with, if only hashed, and how they have played.

use std::fs::{File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::Path;

use super::{OpenError, beside};

/// Opens a file for writing and makes it if it is not there, readable by its owner alone from its first moment on, whatever
/// the folder and the umask say. A file that is open to others is closed to them.
pub(super) fn open(path: &Path) -> Result<File, OpenError> {
    let mut options = OpenOptions::new();
    let opened = options.create(true).truncate(false).write(true).mode(0o600).open(path);
    let file = opened.map_err(|error| OpenError::Io(path.to_owned(), error))?;
    tighten(path)?;
    Ok(file)
}

/// Closes a journal and what SQLite keeps beside it to everybody but the owner. SQLite gives new files beside it the
/// permissions of the journal.
pub(super) fn tighten_journal(path: &Path) -> Result<(), OpenError> {
    for file in [path.to_owned(), beside(path, "-wal"), beside(path, "-shm"), beside(path, "-journal")] {
        tighten(&file)?;
    }
    Ok(())
}

/// Closes a file to everybody but its owner, if it is there.
fn tighten(path: &Path) -> Result<(), OpenError> {
    let mode = match std::fs::metadata(path) {
        Ok(metadata) => metadata.permissions().mode(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(OpenError::Io(path.to_owned(), error)),
    };
    if mode & 0o077 == 0 {
        return Ok(());
    }
    std::fs::set_permissions(path, Permissions::from_mode(0o600))
        .map_err(|error| OpenError::Public(path.to_owned(), error))
}
