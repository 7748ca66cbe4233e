//! Writing files: whole, or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use banco_rulebook::Diagnostic;

use crate::failure::Failure;

/// Writes a file beside the one that is meant, then puts it in its place: nobody ever sees half of it.
pub fn whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    streamed(path, |file| Ok(file.write_all(bytes)?))
}

/// Writes a file that only its owner reads, whatever was there before, the folder and the umask.
#[cfg(feature = "floor")]
pub fn private(path: &Path, fill: impl FnOnce(&mut File) -> anyhow::Result<()>) -> Result<(), Failure> {
    use std::os::unix::fs::OpenOptionsExt as _;
    put(path, OpenOptions::new().mode(0o600), fill)
}

/// The same for what is made while it is written.
pub fn streamed(path: &Path, fill: impl FnOnce(&mut File) -> anyhow::Result<()>) -> Result<(), Failure> {
    put(path, &mut OpenOptions::new(), fill)
}

fn put(
    path: &Path,
    options: &mut OpenOptions,
    fill: impl FnOnce(&mut File) -> anyhow::Result<()>,
) -> Result<(), Failure> {
    let beside = beside(path);
    let opened = options.write(true).create_new(true).open(&beside).map_err(anyhow::Error::from);
    let written = opened.and_then(|mut file| {
        fill(&mut file)?;
        file.sync_all()?;
        Ok(fs::rename(&beside, path)?)
    });
    if written.is_err() {
        // Whatever was begun goes away again; if it was never begun, there is nothing to remove.
        let _ = fs::remove_file(&beside);
    }
    Ok(written.with_context(|| format!("cannot write `{}`", path.display()))?)
}

/// A hidden name in the same folder, so that putting it in place is one step of the file system.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    path.with_file_name(format!(".{name}.{}.part", std::process::id()))
}

/// Writes a file that is not there yet. Looking first and writing then would write over one that somebody made in
/// between.
pub fn new(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut file = match File::create_new(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let message = format!("`{}` is there already", path.display());
            let hint = "give another name, or move the file away";
            return Err(Failure::usage(Diagnostic::error("file_exists", message).hint(hint)));
        }
        made => made.with_context(|| format!("cannot write `{}`", path.display()))?,
    };
    let written = file.write_all(bytes);
    if written.is_err() {
        let _ = fs::remove_file(path);
    }
    Ok(written.with_context(|| format!("cannot write `{}`", path.display()))?)
}
