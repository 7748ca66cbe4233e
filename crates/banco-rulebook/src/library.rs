//! The rulebooks that come with Banco, or those of a folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::check::{Checked, check_submission};
use crate::diagnostic::{Report, suggest};
use crate::load::{Rulebook, load_rulebook};
use crate::source::Source;
use crate::terms::Terms;

/// The files of `rulebooks/`, as they were when this was built: path from the repository's root, and text.
const EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// Why rulebooks could not be had.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// A file could not be read.
    #[error("cannot read `{}`: {error}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// Something is wrong in them.
    #[error("{0}")]
    Invalid(Report),
    /// There is no such rulebook or submission.
    #[error("there is no {what} `{name}`; {hint}")]
    Unknown {
        /// A rulebook or a submission.
        what: &'static str,
        /// What was asked for.
        name: String,
        /// What may have been meant.
        hint: String,
    },
}

/// A submission that comes with a rulebook.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The rulebook it belongs to.
    pub rulebook: String,
    /// `default`, or the name of the example.
    pub name: String,
    /// Its text.
    pub source: Source,
}

/// All rulebooks, with their submissions.
#[derive(Clone, Debug)]
pub struct Library {
    /// The rulebooks, by name.
    pub rulebooks: Vec<Arc<Rulebook>>,
    /// The submissions that come with them.
    pub submissions: Vec<Submission>,
}

impl Library {
    /// The rulebooks that come with Banco.
    ///
    /// # Errors
    /// Something is wrong in them.
    pub fn embedded() -> Result<Self, LibraryError> {
        let source =
            |(path, text): &(&str, &str)| Source { path: (*path).to_owned(), text: (*text).to_owned() };
        Self::from_sources(EMBEDDED.iter().map(source).collect())
    }

    /// The rulebooks of a folder that holds one folder for each.
    ///
    /// # Errors
    /// A file cannot be read, or something is wrong in it.
    pub fn from_folder(folder: &Path) -> Result<Self, LibraryError> {
        let mut sources = Vec::new();
        read_folder(folder, &mut sources)?;
        Self::from_sources(sources)
    }

    /// The rulebooks in these files: whatever folder holds a `rulebook.toml` is one.
    ///
    /// # Errors
    /// Every problem of every file.
    pub fn from_sources(sources: Vec<Source>) -> Result<Self, LibraryError> {
        let mut folders: Vec<String> =
            sources.iter().filter_map(|s| s.path.strip_suffix("/rulebook.toml")).map(str::to_owned).collect();
        folders.sort();
        let mut report = Report::default();
        let mut library = Self { rulebooks: Vec::new(), submissions: Vec::new() };
        for folder in folders {
            let inside = |source: &&Source| source.path.starts_with(&format!("{folder}/"));
            let files: Vec<Source> = sources.iter().filter(inside).cloned().collect();
            let id = folder.rsplit('/').next().unwrap_or_default();
            library.submissions.extend(files.iter().filter_map(|file| submission(id, &folder, file)));
            match load_rulebook(id, &files) {
                Ok(rulebook) => library.rulebooks.push(Arc::new(rulebook)),
                Err(problems) => report.diagnostics.extend(problems.diagnostics),
            }
        }
        if report.has_errors() { Err(LibraryError::Invalid(report)) } else { Ok(library) }
    }

    /// The rulebook of that name.
    ///
    /// # Errors
    /// There is none.
    pub fn rulebook(&self, id: &str) -> Result<&Arc<Rulebook>, LibraryError> {
        let known = self.rulebooks.iter().find(|rulebook| rulebook.id() == id);
        known.ok_or_else(|| LibraryError::Unknown {
            what: "rulebook",
            name: id.to_owned(),
            hint: suggest(id, self.rulebooks.iter().map(|rulebook| rulebook.id())),
        })
    }

    /// The submission of that name that comes with a rulebook: `default`, or an example.
    ///
    /// # Errors
    /// There is none.
    pub fn submission(&self, rulebook: &str, name: &str) -> Result<&Submission, LibraryError> {
        let of_rulebook = || self.submissions.iter().filter(|submission| submission.rulebook == rulebook);
        of_rulebook().find(|submission| submission.name == name).ok_or_else(|| LibraryError::Unknown {
            what: "submission",
            name: name.to_owned(),
            hint: suggest(name, of_rulebook().map(|submission| submission.name.as_str())),
        })
    }

    /// The same library with the wagers of these files in one of its rulebooks.
    ///
    /// # Errors
    /// There is no such rulebook, or every problem of every file.
    pub fn with_wager_files(&self, rulebook: &str, files: &[Source]) -> Result<Self, LibraryError> {
        let more = self.rulebook(rulebook)?.with_wager_files(files).map_err(LibraryError::Invalid)?;
        let more = Arc::new(more);
        let known = self.rulebooks.iter();
        let rulebooks = known.map(|known| if known.id() == rulebook { &more } else { known });
        Ok(Self { rulebooks: rulebooks.cloned().collect(), submissions: self.submissions.clone() })
    }

    /// Checks a submission. The wager files that it names are those of the rulebook
    /// ([`Library::with_wager_files`]); nothing is read here.
    #[must_use]
    pub fn check(&self, source: Source) -> Checked {
        check_submission(&self.rulebooks, source)
    }

    /// The terms of a submission that comes with a rulebook.
    ///
    /// # Errors
    /// There is none of that name, or something is wrong in it.
    pub fn terms(&self, rulebook: &str, name: &str) -> Result<Terms, LibraryError> {
        self.rulebook(rulebook)?;
        let checked = self.check(self.submission(rulebook, name)?.source.clone());
        checked.terms.ok_or(LibraryError::Invalid(checked.report))
    }
}

fn submission(rulebook: &str, folder: &str, file: &Source) -> Option<Submission> {
    let inside = file.path.strip_prefix(folder)?;
    let name = match inside {
        "/submission.toml" => "default",
        _ => inside.strip_prefix("/examples/")?.strip_suffix(".toml")?,
    };
    Some(Submission { rulebook: rulebook.to_owned(), name: name.to_owned(), source: file.clone() })
}

fn read_folder(folder: &Path, sources: &mut Vec<Source>) -> Result<(), LibraryError> {
    let fail = |path: &Path| {
        let path = path.to_owned();
        move |error| LibraryError::Read { path, error }
    };
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(fail(folder))? {
        paths.push(entry.map_err(fail(folder))?.path());
    }
    paths.sort();
    for path in paths {
        if path.is_dir() {
            read_folder(&path, sources)?;
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            let text = std::fs::read_to_string(&path).map_err(fail(&path))?;
            sources.push(Source { path: path.display().to_string(), text });
        }
    }
    Ok(())
}
