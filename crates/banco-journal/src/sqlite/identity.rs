//! Tells whether the journal that is open is still the one under its name.

use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use super::beside;

/// Device and inode of the file of a journal and of its write-ahead log.
///
/// A process may go on writing to a file that was deleted or renamed, and everything that it acknowledges is lost.
pub(super) struct FileIdentity {
    files: [(PathBuf, u64, u64); 2],
}

impl FileIdentity {
    /// Notes the files that are under these names now.
    ///
    /// # Errors
    /// One of them is missing.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let note = |path: PathBuf| {
            let now = std::fs::metadata(&path)?;
            Ok::<_, io::Error>((path, now.dev(), now.ino()))
        };
        Ok(Self { files: [note(path.to_owned())?, note(beside(path, "-wal"))?] })
    }

    /// The first file that is gone or has another one in its place.
    pub(super) fn changed(&self) -> Option<&Path> {
        let same = |path: &Path, device: u64, inode: u64| {
            std::fs::metadata(path).is_ok_and(|now| (now.dev(), now.ino()) == (device, inode))
        };
        let mut files = self.files.iter();
        files.find(|(path, device, inode)| !same(path, *device, *inode)).map(|(path, ..)| path.as_path())
    }
}
