//! Where rulebooks and submissions come from: built in, a folder, a file or standard input.

use std::io::Read as _;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use anyhow::Context as _;
use banco_rulebook::{Bundle, BundleError, Checked, Diagnostic, Library, Source, Terms};
use banco_sim::shuffle::rule;
use clap::Args;

use crate::failure::Failure;
use crate::{asker, wager_file};

/// The rulebooks of a folder, or those built in.
pub fn library(folder: Option<&Path>) -> Result<Arc<Library>, Failure> {
    // Reading them takes longer than most questions, and a program asks many.
    static BUILT_IN: OnceLock<Arc<Library>> = OnceLock::new();
    match (folder, BUILT_IN.get()) {
        (Some(folder), _) => Ok(Arc::new(Library::from_folder(folder)?)),
        (None, Some(library)) => Ok(Arc::clone(library)),
        (None, None) => {
            let library = Arc::new(Library::embedded()?);
            Ok(Arc::clone(BUILT_IN.get_or_init(|| library)))
        }
    }
}

/// The text of a file; one that is not text is bad input like any other.
pub fn read_file(path: &Path) -> Result<String, Failure> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).with_context(|| format!("cannot read `{name}`"))?;
    text_of(bytes, &format!("`{name}`"))
}

/// All of standard input.
pub fn read_stdin() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    asker::input().read_to_end(&mut bytes).context("cannot read standard input")?;
    text_of(bytes, "standard input")
}

/// Bytes as text, or where they stop being text.
pub fn text_of(bytes: Vec<u8>, what: &str) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        let line = 1 + error
            .as_bytes()
            .get(..place)
            .map_or(0, |before| before.iter().filter(|byte| **byte == b'\n').count());
        let message = format!("{what} is not text: line {line} has bytes that are not UTF-8");
        Diagnostic::error("not_text", message).hint("save it as UTF-8").into()
    })
}

/// Which rules a table plays by.
#[derive(Args)]
pub struct TermsArguments {
    /// The rulebook, such as `co-rule-28`; `banco rules list` lists them.
    #[arg(short, long, value_name = "ID", required_unless_present = "submission")]
    pub rulebook: Option<String>,

    /// A Rules Submission: a file, `-` for standard input, the name of one that comes with the rulebook, or a bundle
    /// (`*.bundle.json`), which brings its own rulebook.
    /// If you leave it out, Banco uses the options of the default submission and allows every wager in the rulebook.
    #[arg(short, long, value_name = "FILE")]
    pub submission: Option<String>,

    /// Change one key of the submission, such as `--set variant=ez` or `--set wager.tie.max='$50'`; repeatable.
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

impl TermsArguments {
    /// The terms, or all that is wrong with the submission.
    pub fn terms(&self, library: &Library) -> Result<Terms, Failure> {
        let terms = submitted(library, self.rulebook.as_deref(), self.submission.as_deref(), &self.set)?;
        Ok(if self.submission.is_some() { terms } else { terms.opened() })
    }

    /// The terms with the wagers of all files that these words name, and the words with ids in place of files.
    pub fn terms_for(&self, library: &Library, words: &[String]) -> Result<(Terms, Vec<String>), Failure> {
        wager_file::within_reach(self.terms(library)?, words)
    }
}

/// The end of the names of files that hold a bundle.
pub const BUNDLE: &str = ".bundle.json";

/// What comes of checking a submission with keys set, or a bundle.
pub fn checked(
    library: &Library,
    rulebook: Option<&str>,
    name: Option<&str>,
    set: &[String],
) -> Result<Checked, Failure> {
    let mut checked = match name.filter(|name| name.ends_with(BUNDLE)) {
        Some(name) => bundled(name, set)?,
        None => {
            let source = submission(library, rulebook, name, set)?;
            wager_file::library_for(library, &source, folder_of(name))?.check(source)
        }
    };
    // Steps of a shuffle by hand are held against the text by the same rules as in `banco shuffle`.
    let steps = checked.terms.as_ref().map(rule::check_filed).unwrap_or_default();
    checked.terms = checked.terms.filter(|_| !steps.has_errors());
    checked.report.diagnostics.extend(steps.diagnostics);
    Ok(checked)
}

/// The folder from which a submission names files: its own, or else the current one.
fn folder_of(name: Option<&str>) -> &Path {
    let file = name.map(Path::new).filter(|path| path.is_file());
    file.and_then(Path::parent).unwrap_or(Path::new(""))
}

/// A bundle brings its own rulebook and is played as it is.
fn bundled(name: &str, set: &[String]) -> Result<Checked, Failure> {
    if !set.is_empty() {
        let message = format!("nothing can be set in the bundle `{name}`");
        let hint = "set keys of the submission, and bundle it again with `banco rules bundle`";
        return Err(Failure::usage(Diagnostic::error("bundle_fixed", message).hint(hint)));
    }
    let text = read_file(Path::new(name))?;
    let checked = Bundle::read(&text).and_then(|bundle| bundle.check());
    checked.map_err(|error| match error {
        BundleError::Invalid(report) => Failure::Invalid(report),
        _ => {
            let message = format!("`{name}`: {error}");
            Diagnostic::error(error.code(), message).hint(error.hint()).into()
        }
    })
}

/// The terms of a submission with keys set, or of a bundle, or all that is wrong with it.
pub fn submitted(
    library: &Library,
    rulebook: Option<&str>,
    name: Option<&str>,
    set: &[String],
) -> Result<Terms, Failure> {
    let checked = checked(library, rulebook, name, set)?;
    let terms = checked.terms.ok_or(Failure::Invalid(checked.report))?;
    if let Some(rulebook) = rulebook.filter(|id| *id != terms.rulebook.id()) {
        let message = format!("the submission is for `{}`, not for `{rulebook}`", terms.rulebook.id());
        return Err(Failure::invalid("wrong_rulebook", message));
    }
    Ok(terms)
}

/// The text of a submission, with keys set.
pub fn submission(
    library: &Library,
    rulebook: Option<&str>,
    name: Option<&str>,
    set: &[String],
) -> Result<Source, Failure> {
    let source = match (name, rulebook) {
        (Some("-"), _) => Source { path: "<stdin>".to_owned(), text: read_stdin()? },
        (Some(name), rulebook) => named(library, rulebook, name)?,
        (None, Some(rulebook)) => {
            library.rulebook(rulebook)?;
            library.submission(rulebook, "default")?.source.clone()
        }
        (None, None) => return Err(Failure::invalid("no_rulebook", "name a rulebook or a submission")),
    };
    let overrides: Vec<String> = set.iter().map(|line| quoted(line)).collect();
    source.with_overrides(&overrides).map_err(|message| Failure::invalid("bad_override", message))
}

/// A file, or a submission that comes with the rulebook (`NAME`, or `RULEBOOK/NAME`).
fn named(library: &Library, rulebook: Option<&str>, name: &str) -> Result<Source, Failure> {
    let path = Path::new(name);
    if path.is_file() {
        return Ok(Source { path: name.to_owned(), text: read_file(path)? });
    }
    let shipped = match (name.split_once('/'), rulebook) {
        (None, None) if library.rulebook(name).is_ok() => Some(library.submission(name, "default")?),
        (Some((rulebook, name)), _) if library.rulebook(rulebook).is_ok() => {
            Some(library.submission(rulebook, name)?)
        }
        (None, Some(rulebook)) if !name.contains('.') => {
            library.rulebook(rulebook)?;
            Some(library.submission(rulebook, name)?)
        }
        _ => None,
    };
    match shipped {
        Some(submission) => Ok(submission.source.clone()),
        None if path.is_dir() => {
            Err(Failure::Machine(anyhow::anyhow!("cannot read `{name}`: it is a folder")))
        }
        None => match path.try_exists() {
            Ok(false) => Err(Failure::Machine(anyhow::anyhow!("cannot read `{name}`: no such file"))),
            // It is there, or nobody may look: reading it says what is wrong.
            _ => Ok(Source { path: name.to_owned(), text: read_file(path)? }),
        },
    }
}

/// `variant=ez` as TOML: a value that is not TOML by itself is taken as text.
fn quoted(line: &str) -> String {
    let Some((key, value)) = line.split_once('=') else {
        return line.to_owned();
    };
    let alone = format!("value = {value}");
    let is_toml = Source { path: String::new(), text: String::new() }.with_overrides(&[alone]).is_ok();
    if is_toml { line.to_owned() } else { format!("{key} = \"{}\"", value.trim().replace('"', "\\\"")) }
}
