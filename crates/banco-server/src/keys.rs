//! The keys of a house: those that seal shoes and triggers, and the one that signs anchors. They are made at the first
//! start and readable by their owner alone.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use banco_journal::seal::SealError;
use banco_journal::{AnchorKey, Keyring};
use zeroize::Zeroizing;

/// Holds the keys that seal shoes, where no file does.
pub const SEAL_KEYS_TEXT: &str = "BANCO_SEAL_KEYS_TEXT";

/// Why there are no keys.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// A file that cannot be read or written.
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    /// A file that others can read.
    #[error("{0}: others can read this file: `chmod 600` it, and make new keys if they may have")]
    Open(PathBuf),
    /// Keys that are none.
    #[error("{0}: {1}")]
    Seal(String, SealError),
    /// Something else than 64 hexadecimal digits.
    #[error("{0}: a key is 64 hexadecimal digits")]
    Anchor(PathBuf),
    /// The operating system gives no randomness.
    #[error("no randomness: {0}")]
    NoRandomness(#[from] getrandom::Error),
}

/// The keys that seal shoes: from the environment, from the file, or new ones.
///
/// # Errors
/// Why there are none.
pub fn seal_keys(path: &Path) -> Result<Keyring, KeyError> {
    if let Ok(text) = std::env::var(SEAL_KEYS_TEXT) {
        let text = Zeroizing::new(text);
        return Keyring::read(&text).map_err(|error| KeyError::Seal(SEAL_KEYS_TEXT.to_owned(), error));
    }
    let bad = |error| KeyError::Seal(path.display().to_string(), error);
    let text = match read(path)? {
        Some(text) => text,
        None => {
            let line = Keyring::new_line("first").map_err(bad)?;
            write_new(path, &line)?;
            line
        }
    };
    Keyring::read(&text).map_err(bad)
}

/// The keys that seal shoes, from the environment or the file; nothing where there are none yet.
///
/// # Errors
/// Why they cannot be read.
pub fn kept_seal_keys(path: &Path) -> Result<Option<Keyring>, KeyError> {
    if std::env::var_os(SEAL_KEYS_TEXT).is_none() && read(path)?.is_none() {
        return Ok(None);
    }
    seal_keys(path).map(Some)
}

/// The key that signs anchors; nothing where there is none yet.
///
/// # Errors
/// Why it cannot be read.
pub fn kept_anchor_key(path: &Path) -> Result<Option<AnchorKey>, KeyError> {
    if read(path)?.is_none() {
        return Ok(None);
    }
    anchor_key(path).map(Some)
}

/// Adds a new key to the file, which seals from now on.
///
/// # Errors
/// Why not; then the file is as it was.
pub fn add_seal_key(path: &Path, id: &str) -> Result<Keyring, KeyError> {
    let bad = |error| KeyError::Seal(path.display().to_string(), error);
    let text = read(path)?.unwrap_or_default();
    let line = Keyring::new_line(id).map_err(bad)?;
    let text = Zeroizing::new(format!("{}\n{}", text.trim_end(), &*line));
    // It is read before it is written: what cannot be read is never put in place.
    let keyring = Keyring::read(&text).map_err(bad)?;
    replace(path, text.trim_start())?;
    Ok(keyring)
}

/// Takes a key out of the file.
///
/// # Errors
/// Why not; then the file is as it was.
pub fn drop_seal_key(path: &Path, id: &str) -> Result<Keyring, KeyError> {
    let bad = |error| KeyError::Seal(path.display().to_string(), error);
    let text = read(path)?.unwrap_or_default();
    let stays = |line: &&str| line.split_whitespace().next() != Some(id);
    let text = Zeroizing::new(text.lines().filter(stays).collect::<Vec<_>>().join("\n"));
    let keyring = Keyring::read(&text).map_err(bad)?;
    replace(path, &text)?;
    Ok(keyring)
}

/// Puts a secret file in place of another: whole, or not at all.
fn replace(path: &Path, text: &str) -> Result<(), KeyError> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = PathBuf::from(beside);
    write_new(&beside, text)?;
    std::fs::rename(&beside, path).map_err(|error| KeyError::File(path.to_owned(), error))
}

/// The key that signs anchors: from the file, or a new one.
///
/// # Errors
/// Why there is none.
pub fn anchor_key(path: &Path) -> Result<AnchorKey, KeyError> {
    let text = match read(path)? {
        Some(text) => text,
        None => {
            let mut secret = Zeroizing::new([0_u8; 32]);
            getrandom::fill(&mut *secret)?;
            let text = Zeroizing::new(hex(&*secret));
            write_new(path, &text)?;
            text
        }
    };
    let secret = unhex(text.trim()).ok_or_else(|| KeyError::Anchor(path.to_owned()))?;
    Ok(AnchorKey::new(&secret))
}

/// A secret file, if it is there and nobody else can read it.
fn read(path: &Path) -> Result<Option<Zeroizing<String>>, KeyError> {
    let metadata = match std::fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(KeyError::File(path.to_owned(), error)),
    };
    if metadata.permissions().mode() & 0o077 != 0 {
        return Err(KeyError::Open(path.to_owned()));
    }
    let text = std::fs::read_to_string(path).map_err(|error| KeyError::File(path.to_owned(), error))?;
    Ok(Some(Zeroizing::new(text)))
}

/// Writes a secret file, durably, that was not there.
fn write_new(path: &Path, text: &str) -> Result<(), KeyError> {
    let write = || {
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
        file.write_all(text.trim_end().as_bytes())?;
        file.write_all(b"\n")?;
        file.sync_all()?;
        match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => std::fs::File::open(folder)?.sync_all(),
            _ => Ok(()),
        }
    };
    write().map_err(|error| KeyError::File(path.to_owned(), error))
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn unhex(text: &str) -> Option<Zeroizing<[u8; 32]>> {
    let mut bytes = Zeroizing::new([0_u8; 32]);
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn keys_are_made_once_and_kept_from_others() {
        let folder = banco_lab::Folder::new("keys").unwrap();
        let path = folder.path().join("anchor.key");
        let first = anchor_key(&path).unwrap().public();
        assert_eq!(anchor_key(&path).unwrap().public(), first);
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        assert!(matches!(anchor_key(&path), Err(KeyError::Open(_))));
        let seals = folder.path().join("seal.keys");
        assert_eq!(seal_keys(&seals).unwrap().current(), seal_keys(&seals).unwrap().current());
        std::fs::write(&seals, "nonsense").unwrap();
        assert!(matches!(seal_keys(&seals), Err(KeyError::Seal(..))));
    }
}
