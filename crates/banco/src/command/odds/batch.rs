//! Wagers put to many shoes: read line by line, answered in any format.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use banco_odds::{Given, in_words};
use banco_rulebook::{Diagnostic, Terms};
use banco_sheets::Format;
use banco_sheets::batch::{BatchFormat, BatchQuestion, write_batch};
use banco_sheets::composition::{Shoes, read_compositions};
use serde_json::{Map, Value as Json, json};

use super::OddsArguments;
use crate::command::par::target::for_terminal;
use crate::failure::Failure;
use crate::output::Out;
use crate::{asker, write};

/// The form of the answers.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum FormatName {
    /// An edge per line for each wager.
    Text,
    /// One object with the question and every shoe.
    Json,
    /// A row for each shoe and wager.
    Csv,
    /// The same rows, with types.
    Parquet,
}

impl From<FormatName> for BatchFormat {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Text => Self::Text,
            FormatName::Json => Self::Json,
            FormatName::Csv => Self::Csv,
            FormatName::Parquet => Self::Parquet,
        }
    }
}

/// Takes shoes and answers about each; `names` are those by which the terms know the wagers, `source` is what the shoes
/// come from.
pub fn run(
    arguments: &OddsArguments,
    (terms, names): (&Terms, &[String]),
    source: &str,
    shoes: impl FnOnce() -> Result<Shoes, Failure>,
) -> Result<(), Failure> {
    let path = arguments.output.clone().filter(|path| path.as_os_str() != "-");
    let format = format(arguments, path.as_deref())?;
    let wagers = arguments.wagers.iter().zip(names);
    let wagers = wagers.map(|(asked, name)| Ok((asked.clone(), arguments.offered(terms, name)?)));
    let question = BatchQuestion {
        terms,
        wagers: wagers.collect::<Result<_, Failure>>()?,
        shoe: arguments.shoe.asked(),
        stake: arguments.stake.clone(),
        known: arguments.known(terms)?,
    };
    let prepared = question.prepare()?;
    let (shoes, asked) = (shoes()?, asked(arguments, terms, source)?);
    let how = (format, arguments.lines);
    match path {
        None => Ok(write_batch(&prepared, shoes, how, asked, BufWriter::new(Out))?),
        Some(path) => {
            into_file(&path, |file| Ok(write_batch(&prepared, shoes, how, asked, BufWriter::new(file))?))
        }
    }
}

/// The whole file or none; what is wrong with a shoe is told as it is, not as a failure to write.
fn into_file(path: &Path, fill: impl FnOnce(&mut File) -> Result<(), Failure>) -> Result<(), Failure> {
    let mut told = None;
    let written = write::streamed(path, |file| {
        fill(file).map_err(|failure| {
            told = Some(failure);
            anyhow::anyhow!("nothing was written")
        })
    });
    told.map_or(written, Err)
}

/// The format that was asked for, or that the file's name ends in.
fn format(arguments: &OddsArguments, path: Option<&Path>) -> Result<BatchFormat, Failure> {
    let ending = |path: &Path| path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let format = match (arguments.json, arguments.csv, arguments.format, path) {
        (true, ..) => BatchFormat::Json,
        (_, true, ..) => BatchFormat::Csv,
        (_, _, Some(name), _) => name.into(),
        (_, _, None, None) => BatchFormat::Text,
        (_, _, None, Some(path)) => match ending(path).as_deref() {
            Some("txt") => BatchFormat::Text,
            Some("json") => BatchFormat::Json,
            Some("csv") => BatchFormat::Csv,
            Some("parquet") => BatchFormat::Parquet,
            _ => return Err(unknown_ending(path)),
        },
    };
    if format == BatchFormat::Parquet {
        Format::Parquet.check_available()?;
        if path.is_none() {
            for_terminal(Format::Parquet, Out::is_terminal())?;
        }
    }
    Ok(format)
}

fn unknown_ending(path: &Path) -> Failure {
    let message = format!("cannot tell the format of `{}` from its name", path.display());
    let hint = "use a name that ends in one of .txt .json .csv .parquet, or add `--format`";
    Diagnostic::error("unknown_ending", message).hint(hint).into()
}

/// The shoes of a file or of standard input.
pub fn shoes(source: &str) -> Result<Shoes, Failure> {
    if source == "-" {
        return Ok(read_compositions(asker::input(), None)?);
    }
    let path = PathBuf::from(source);
    let file = File::open(&path).with_context(|| format!("cannot read `{source}`"))?;
    let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned());
    let from: Box<dyn BufRead> = Box::new(BufReader::new(file));
    Ok(read_compositions(from, ending.as_deref())?)
}

/// The question as it was put.
fn asked(arguments: &OddsArguments, terms: &Terms, source: &str) -> Result<Map<String, Json>, Failure> {
    let shoe = arguments.shoe.asked();
    let mut given = Vec::new();
    for text in &arguments.given {
        given.extend(Given::parse(text)?);
    }
    let condition =
        |given: &Given| json!({ "condition": given.text.as_str(), "means": in_words(&given.known) });
    let given: Vec<Json> = given.iter().map(condition).collect();
    let asked = json!({
        "rulebook": terms.rulebook.id(),
        "submission": arguments.terms.submission,
        "set": arguments.terms.set,
        "composition": source,
        "choice": shoe.choice.name(),
        "seat": shoe.seat,
        "stake": arguments.stake,
        "given": given,
        "wagers": arguments.wagers,
    });
    Ok(asked.as_object().cloned().unwrap_or_default())
}
