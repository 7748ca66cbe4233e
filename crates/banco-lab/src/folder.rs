//! A folder that goes away with whoever made it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context as _, Result};

static COUNT: AtomicU32 = AtomicU32::new(0);

/// A new folder among the temporary ones.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// Makes it.
    ///
    /// # Errors
    /// The operating system does not let us.
    pub fn new(purpose: &str) -> Result<Self> {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("banco-{purpose}-{}-{count}", std::process::id()));
        if path.exists() {
            std::fs::remove_dir_all(&path).with_context(|| path.display().to_string())?;
        }
        std::fs::create_dir_all(&path).with_context(|| path.display().to_string())?;
        Ok(Self(path))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Something in it.
    #[must_use]
    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be taken away is left to the operating system.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
