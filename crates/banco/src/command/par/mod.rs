//! `banco par`: exact odds, line by line.
//!
//! Here are arguments and where the sheets are written to; `banco-sheets` makes and renders them.

pub mod target;

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use banco_odds::FiveRule;
use banco_rulebook::{Diagnostic, Library, Terms};
use banco_sheets::{
    CardsAsked, Dependency, Document, EarlierSheets, Format, HandChoice, ParQuestion, RulesAsked, ShoeAsked,
    WagerAsked, checked_date,
};
use clap::Args;

use self::target::{FormatName, Target};
use crate::failure::Failure;
use crate::output;
use crate::source::{read_file, submitted};
use crate::wager_file;

/// Which sheets, in which form.
#[derive(Args)]
pub struct ParArguments {
    /// The wager, `ID[.SIDE][:PAYTABLE]`, or a wager file of your own (`./my-wager.toml`). Without it you get every
    /// wager of the rulebook or submission.
    wager: Option<String>,

    /// The rulebook; use `--all` for every rulebook.
    #[arg(short, long, value_name = "ID", required_unless_present_any = ["all", "submission"])]
    rulebook: Option<String>,

    /// A Rules Submission: only its wagers, with its options, vigorish and decks.
    #[arg(short, long, value_name = "FILE")]
    submission: Option<String>,

    /// Every wager and pay table in every rulebook.
    #[arg(long, conflicts_with_all = ["wager", "rulebook", "submission"])]
    all: bool,

    /// Change one key of the submission, such as `--set options.suited=each-hand`; repeatable.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,

    /// Figure it for this stake, with pays and vigorish rounded as at the table, such as `--stake 7`.
    #[arg(long, value_name = "AMOUNT")]
    stake: Option<String>,

    #[command(flatten)]
    shoe: ShoeArguments,

    /// What else to put on the sheet. By default nothing; a single sheet gets everything except `removal` and `decks`,
    /// and a single HTML page gets those too.
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    with: Vec<DependencyName>,

    /// Count again with a second, independent method wherever only point values matter; exit code 4 if it differs.
    #[arg(long)]
    verify: bool,

    /// Say what changed since `banco par --json` wrote this file, as text or JSON; exit code 4 if something did.
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,

    /// The format; by default the one that the name of the `--output` file ends in, otherwise a table.
    #[arg(short, long, value_name = "FORMAT")]
    format: Option<FormatName>,

    /// Short for `--format json`.
    #[arg(long, conflicts_with_all = ["csv", "format"])]
    json: bool,

    /// Short for `--format csv`.
    #[arg(long, conflicts_with = "format")]
    csv: bool,

    /// Show this many significant digits wherever people read them: text, HTML and XLSX. Digits before the point always
    /// stay, and so do both decimals of money. JSON, CSV and Parquet have full precision. Default: 10 for edge, return,
    /// probabilities and contributions, fewer for the rest.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=15))]
    digits: Option<u8>,

    /// Write to this file instead of standard output. If something goes wrong, no file is left behind.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The date to print on the sheets, such as `2026-01-31`. There is none by default, so that the same question
    /// always gives the same file.
    #[arg(long, value_name = "DATE", value_parser = checked_date)]
    date: Option<String>,

    /// The name of the person responsible for the sheets.
    #[arg(long, value_name = "NAME")]
    author: Option<String>,
}

/// What more a sheet may tell.
#[derive(Clone, Copy, clap::ValueEnum)]
enum DependencyName {
    /// Only lines, figures and meters.
    Nothing,
    /// How each card that leaves the shoe changes the edge.
    Removal,
    /// The edge by number of decks.
    Decks,
    /// The odds at every seat, and the envy it collects.
    Seats,
    /// What each Must Hit configuration is worth.
    MustHit,
    /// The most a round can cost the house.
    Exposure,
    /// Correlation with the base wagers on either hand.
    Correlation,
}

impl From<DependencyName> for Dependency {
    fn from(name: DependencyName) -> Self {
        match name {
            DependencyName::Nothing => Self::Nothing,
            DependencyName::Removal => Self::Removal,
            DependencyName::Decks => Self::Decks,
            DependencyName::Seats => Self::Seats,
            DependencyName::MustHit => Self::MustHit,
            DependencyName::Exposure => Self::Exposure,
            DependencyName::Correlation => Self::Correlation,
        }
    }
}

impl ParArguments {
    /// The rulebooks or the submission that are meant, one after the other.
    fn terms(&self, library: &Library) -> Result<Vec<Terms>, Failure> {
        let rulebooks: Vec<Option<&str>> = if self.all {
            library.rulebooks.iter().map(|rulebook| Some(rulebook.id())).collect()
        } else {
            vec![self.rulebook.as_deref()]
        };
        rulebooks.into_iter().map(|rulebook| self.terms_by(library, rulebook)).collect()
    }

    fn terms_by(&self, library: &Library, rulebook: Option<&str>) -> Result<Terms, Failure> {
        let terms = submitted(library, rulebook, self.submission.as_deref(), &self.set)?;
        Ok(if self.submission.is_some() { terms } else { terms.opened() })
    }

    /// A wager of the rulebook, or a file of one's own.
    fn wager(&self) -> Result<Option<WagerAsked>, Failure> {
        let Some(wager) = self.wager.clone() else { return Ok(None) };
        Ok(Some(match wager_file::file_in(&wager) {
            Some((path, "")) => WagerAsked::File(wager_file::read(path)?),
            _ => WagerAsked::Name(wager),
        }))
    }

    /// What is asked, for a format with more or less room.
    fn question(&self, format: Format, folder: Option<&Path>) -> Result<ParQuestion, Failure> {
        Ok(ParQuestion {
            rules: RulesAsked {
                folder: folder.map(|folder| folder.display().to_string()),
                rulebook: self.rulebook.clone(),
                submission: self.submission.clone(),
                all: self.all,
                set: self.set.clone(),
            },
            wager: self.wager()?,
            shoe: self.shoe.asked(),
            stake: self.stake.clone(),
            with: self.with.iter().map(|with| (*with).into()).collect(),
            room: format.room(),
            verify: self.verify,
            date: self.date.clone(),
            author: self.author.clone(),
            digits: self.digits.map(usize::from),
        })
    }
}

/// Which cards.
#[derive(Args)]
pub struct CardsArguments {
    /// Use a full shoe of this many decks; default: as in the submission.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=20))]
    decks: Option<u8>,

    /// Cards that are out of the shoe, such as `"9h 9s"`.
    #[arg(long, value_name = "CARDS", default_value = "")]
    without: String,
}

impl CardsArguments {
    /// What is asked.
    pub fn asked(&self) -> CardsAsked {
        CardsAsked { decks: self.decks, without: self.without.clone() }
    }
}

/// Which cards, from which seat, and how a hand plays that may choose.
#[derive(Args)]
pub struct ShoeArguments {
    #[command(flatten)]
    pub cards: CardsArguments,

    /// The seat, for wagers that depend on it; default: the first seat that has the wager.
    #[arg(long, value_name = "N")]
    seat: Option<u8>,

    /// What the Player's hand does when it has a choice: draw (the house way) or stand.
    #[arg(long, value_name = "CHOICE", default_value = "draw")]
    choice: ChoiceName,
}

/// Draw or stand.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum ChoiceName {
    /// Draw a third card.
    Draw,
    /// Stand on two cards.
    Stand,
}

impl From<ChoiceName> for HandChoice {
    fn from(name: ChoiceName) -> Self {
        match name {
            ChoiceName::Draw => Self::Draw,
            ChoiceName::Stand => Self::Stand,
        }
    }
}

impl From<ChoiceName> for FiveRule {
    fn from(name: ChoiceName) -> Self {
        HandChoice::from(name).into()
    }
}

impl ShoeArguments {
    /// What is asked.
    pub fn asked(&self) -> ShoeAsked {
        ShoeAsked { cards: self.cards.asked(), seat: self.seat, choice: self.choice.into() }
    }
}

/// Makes the sheets and writes them.
pub fn run(arguments: &ParArguments, library: &Library, folder: Option<&Path>) -> Result<(), Failure> {
    let target = target::target(arguments)?;
    let earlier = earlier(arguments, target.format)?;
    let terms = arguments.terms(library)?;
    let document = arguments.question(target.format, folder)?.answer(terms)?;
    document.without_odds.iter().for_each(|why| output::note(&why.to_string()));
    match &earlier {
        Some(earlier) => compare(earlier, &document, arguments.wager.is_none(), &target),
        None => target.write(&document),
    }
}

/// The sheets to compare with, read before anything is counted.
fn earlier(arguments: &ParArguments, format: Format) -> Result<Option<EarlierSheets>, Failure> {
    let Some(path) = &arguments.compare else { return Ok(None) };
    if !matches!(format, Format::Text | Format::Json) {
        let message = format!("`--compare` cannot write `{}`", format.ending());
        let problem = Diagnostic::error("bad_usage", message);
        return Err(Failure::usage(problem.hint("leave the format away for text, or add `--json`")));
    }
    let text = read_file(path)?;
    Ok(Some(EarlierSheets::read(&path.display().to_string(), &text)?))
}

/// Writes what changed. That something did is a check that failed, though nothing is wrong with what was asked.
fn compare(earlier: &EarlierSheets, now: &Document, all: bool, target: &Target) -> Result<(), Failure> {
    let found = earlier.compare(now, all);
    let text = match target.format {
        Format::Json => serde_json::to_string_pretty(&found.json()).context("cannot make JSON")? + "\n",
        _ => found.text(),
    };
    target.put(text.as_bytes(), "what changed")?;
    if found.same { Ok(()) } else { Err(Failure::unverified("sheets_differ", found.sentence())) }
}
