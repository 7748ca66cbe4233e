//! The exact files that a table plays by, in one file: whatever becomes of the rulebook afterwards, a bundle still
//! gives the terms of that day.
//!
//! A bundle is canonical JSON: keys in order, one way to write each text. Every file stands beside its hash, and the
//! whole beside its [`RulesId`], so that a changed byte is found and told by its place.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::check::{Checked, check_submission};
use crate::diagnostic::Report;
use crate::load::load_rulebook;
use crate::rules_id::{BUNDLE_VERSION, ContentHash, RulesId};
use crate::source::Source;
use crate::terms::Terms;

/// The name of the format, in the file.
const FORMAT: &str = "banco-bundle";

/// The name of the submission in a bundle.
const SUBMISSION: &str = "submission.toml";

/// A rulebook and a submission, to the byte.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bundle {
    id: RulesId,
    files: Arc<BTreeMap<String, Arc<str>>>,
    submission: Arc<str>,
}

/// Why a text is not the bundle that it says it is.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BundleError {
    /// It is no bundle.
    #[error("line {line}, column {column} is not that of a bundle: {message}")]
    Form {
        /// The line, from one.
        line: usize,
        /// The column, from one.
        column: usize,
        /// What is wrong there.
        message: String,
    },
    /// Another version of Banco wrote it.
    #[error("the bundle is of version {found}, this is version {BUNDLE_VERSION}")]
    Version {
        /// The version of the file.
        found: u32,
    },
    /// A file is not what its hash says.
    #[error("`{file}` in the bundle has been changed: its SHA-256 is not the one beside it")]
    Changed {
        /// The file.
        file: String,
    },
    /// The files are those of other rules.
    #[error("the files of the bundle are those of the rules {found}, not of {named}")]
    OtherRules {
        /// The rules that were named.
        named: RulesId,
        /// The rules that the files make.
        found: RulesId,
    },
    /// Something beside the files has been changed.
    #[error("line {line}, column {column} of the bundle has been changed")]
    NotCanonical {
        /// The line, from one.
        line: usize,
        /// The column, from one.
        column: usize,
    },
    /// This version of Banco refuses the files.
    #[error("{0}")]
    Invalid(Report),
}

impl BundleError {
    /// A stable name for this kind of problem.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Form { .. } => "not_a_bundle",
            Self::Version { .. } => "bundle_version",
            Self::Changed { .. } => "bundle_file_changed",
            Self::OtherRules { .. } => "bundle_of_other_rules",
            Self::NotCanonical { .. } => "bundle_changed",
            Self::Invalid(_) => "bundle_invalid",
        }
    }

    /// What to do about it.
    #[must_use]
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::Form { .. } => "`banco rules bundle` writes bundles",
            Self::Version { .. } => "read it with the version of Banco that wrote it",
            Self::Changed { .. } | Self::OtherRules { .. } | Self::NotCanonical { .. } => {
                "take the bundle from where it was first kept; a changed one proves nothing"
            }
            Self::Invalid(_) => "the bundle is whole; read it with the version of Banco that wrote it",
        }
    }
}

/// A file with its hash.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Piece {
    sha256: ContentHash,
    text: String,
}

/// The file, its keys in order.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BundleFile {
    format: String,
    rulebook: BTreeMap<String, Piece>,
    rules: RulesId,
    submission: Piece,
    version: u32,
}

/// What every version has.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: u32,
}

impl Piece {
    fn from_text(text: &str) -> Self {
        Self { sha256: ContentHash::hash_text(text), text: text.to_owned() }
    }

    fn checked(self, file: &str) -> Result<Arc<str>, BundleError> {
        if self.sha256 == ContentHash::hash_text(&self.text) {
            Ok(self.text.into())
        } else {
            Err(BundleError::Changed { file: file.to_owned() })
        }
    }
}

impl Bundle {
    /// The files behind some terms.
    #[must_use]
    pub fn from_terms(terms: &Terms) -> Self {
        Self {
            id: terms.rules_id(),
            files: Arc::clone(&terms.rulebook.files),
            submission: terms.submission.text.as_str().into(),
        }
    }

    /// The rules that it holds.
    #[must_use]
    pub const fn id(&self) -> &RulesId {
        &self.id
    }

    /// The bundle as one file: the same rules give the same bytes.
    #[must_use]
    pub fn write(&self) -> String {
        let file = BundleFile {
            format: FORMAT.to_owned(),
            rulebook: self.files.iter().map(|(name, text)| (name.clone(), Piece::from_text(text))).collect(),
            rules: self.id.clone(),
            submission: Piece::from_text(&self.submission),
            version: BUNDLE_VERSION,
        };
        // Texts under text keys always have a form in JSON.
        let mut text = serde_json::to_string_pretty(&file).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Reads a bundle and holds every byte of it against its hashes.
    ///
    /// # Errors
    /// It is no bundle of this version, or it has been changed, with the place.
    pub fn read(text: &str) -> Result<Self, BundleError> {
        let head: Head = serde_json::from_str(text).map_err(|error| form(&error))?;
        if head.format != FORMAT {
            let message = format!("the format is `{}`, not `{FORMAT}`", head.format);
            return Err(BundleError::Form { line: 1, column: 1, message });
        }
        if head.version != BUNDLE_VERSION {
            return Err(BundleError::Version { found: head.version });
        }
        let file: BundleFile = serde_json::from_str(text).map_err(|error| form(&error))?;
        let mut files = BTreeMap::new();
        for (name, piece) in file.rulebook {
            let text = piece.checked(&name)?;
            files.insert(name, text);
        }
        let submission = file.submission.checked(SUBMISSION)?;
        let bundle = Self { id: file.rules, files: Arc::new(files), submission };
        let found = bundle.found_id();
        if bundle.id != found {
            return Err(BundleError::OtherRules { named: bundle.id, found });
        }
        match first_difference(text, &bundle.write()) {
            None => Ok(bundle),
            Some((line, column)) => Err(BundleError::NotCanonical { line, column }),
        }
    }

    /// Whether it holds these rules.
    ///
    /// # Errors
    /// It holds others.
    pub fn verify(&self, wanted: &RulesId) -> Result<(), BundleError> {
        if self.id == *wanted {
            return Ok(());
        }
        Err(BundleError::OtherRules { named: wanted.clone(), found: self.id.clone() })
    }

    /// The rules that the files make, whatever the bundle says.
    fn found_id(&self) -> RulesId {
        let table: toml::Table =
            self.files.get("rulebook.toml").and_then(|text| text.parse().ok()).unwrap_or_default();
        let value = |key: &str| table.get(key).and_then(toml::Value::as_str).unwrap_or_default();
        let hashes = (ContentHash::of_files(&self.files), ContentHash::hash_text(&self.submission));
        RulesId::new(value("id"), value("edition"), hashes.0, hashes.1)
    }

    /// Checks the submission against the rulebook, both as they are in the bundle.
    ///
    /// # Errors
    /// This version of Banco refuses the rulebook.
    pub fn check(&self) -> Result<Checked, BundleError> {
        let folder = self.id.rulebook();
        let source = |(name, text): (&String, &Arc<str>)| Source {
            path: format!("{folder}/{name}"),
            text: text.to_string(),
        };
        let files: Vec<Source> = self.files.iter().map(source).collect();
        let rulebook = load_rulebook(folder, &files).map_err(BundleError::Invalid)?;
        let submission = Source { path: format!("{folder}/{SUBMISSION}"), text: self.submission.to_string() };
        Ok(check_submission(&[Arc::new(rulebook)], submission))
    }

    /// The terms of the bundle, which play as the ones it was made of.
    ///
    /// # Errors
    /// This version of Banco refuses the files.
    pub fn terms(&self) -> Result<Terms, BundleError> {
        let checked = self.check()?;
        checked.terms.ok_or(BundleError::Invalid(checked.report))
    }
}

fn form(error: &serde_json::Error) -> BundleError {
    let message = error.to_string();
    // The place is told apart from the message.
    let message = message.split(" at line ").next().unwrap_or_default().to_owned();
    BundleError::Form { line: error.line(), column: error.column(), message }
}

/// Line and column, from one, of the first byte in which two texts differ.
fn first_difference(one: &str, other: &str) -> Option<(usize, usize)> {
    if one == other {
        return None;
    }
    let same = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let before = one.as_bytes().get(..same).unwrap_or_default();
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
    Some((line, column))
}
