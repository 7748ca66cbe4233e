//! `banco par`: exact odds, line by line.
//!
//! Here are arguments and where the sheets are written to; `banco-sheets` makes and renders them.

pub mod target;

use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::Context as _;
use banco_odds::FiveRule;
use banco_rulebook::{Diagnostic, Library, Terms};
use banco_sheets::vectors::{MoreVectors, VectorsAsked};
use banco_sheets::{
    CardsAsked, Dependency, Document, EarlierSheets, Format, HandChoice, ParQuestion, RulesAsked, ShoeAsked,
    ShoesAsked, SimulationAsked, WagerAsked, checked_date,
};
use clap::Args;

use self::target::{FormatName, Target};
use crate::command::odds::batch::shoes;
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

    /// Make sheets for given cards left in the shoe: read shoes from a file, or from standard input for `-`, one per
    /// line, as `banco odds --composition` does. One sheet per wager and shoe.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["decks", "without"])]
    composition: Option<String>,

    /// Only this shoe of `--composition`; the first is 1.
    #[arg(long = "shoe", value_name = "N", requires = "composition")]
    shoe_number: Option<u64>,

    /// What else to put on the sheet. By default nothing; a single sheet gets everything except `removal` and `decks`,
    /// and a single HTML page gets those too.
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    with: Vec<DependencyName>,

    /// Also deal this many shoes with `banco sim`, and show hits, expected hits and z for every line.
    #[arg(long, value_name = "SHOES", conflicts_with_all = ["composition", "without"])]
    simulate: Option<u64>,

    /// Instead of sheets, write test vectors: for every line of each pay table a deal that reaches it and one that just
    /// misses it, then this many random deals, or with `all` one of every class of rounds; each with its settlement at
    /// `--stake`. As JSON, CSV or Parquet.
    #[arg(long, value_name = "N|all", conflicts_with_all = ["composition", "without", "simulate", "with", "verify"])]
    vectors: Option<VectorsName>,

    /// The seed of what is drawn at random (`--simulate`, `--vectors`).
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

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

/// How many vectors beside those of the lines.
#[derive(Clone, Copy)]
struct VectorsName(MoreVectors);

impl FromStr for VectorsName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "all" => Ok(Self(MoreVectors::EveryClass)),
            number => number
                .parse()
                .map(MoreVectors::Random)
                .map(Self)
                .map_err(|_| format!("`{text}` is neither a number of random deals nor `all`")),
        }
    }
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

    /// The shoes that somebody counted.
    fn counted(&self) -> Result<Option<ShoesAsked>, Failure> {
        let read = |source: &String| Ok(ShoesAsked::read(source, shoes(source)?, self.shoe_number)?);
        self.composition.as_ref().map(read).transpose()
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
            counted: self.counted()?,
            stake: self.stake.clone(),
            with: self.with.iter().map(|with| (*with).into()).collect(),
            room: format.room(),
            simulate: self.simulate.map(|shoes| SimulationAsked { shoes, seed: self.seed }),
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
    /// Use a full shoe of this many decks; default: as in the submission. `infinite` draws every card from a full deck,
    /// for `banco par` and plain questions of `banco odds`.
    #[arg(long, value_name = "N")]
    decks: Option<DecksName>,

    /// Cards that are out of the shoe, such as `"9h 9s"`.
    #[arg(long, value_name = "CARDS", default_value = "")]
    without: String,
}

impl CardsArguments {
    /// What is asked.
    pub fn asked(&self) -> CardsAsked {
        let (decks, infinite) = match self.decks {
            Some(DecksName::Number(decks)) => (Some(decks), false),
            Some(DecksName::Infinite) => (None, true),
            None => (None, false),
        };
        CardsAsked { decks, without: self.without.clone(), infinite }
    }
}

/// How many decks.
#[derive(Clone, Copy)]
pub enum DecksName {
    Number(u8),
    Infinite,
}

impl FromStr for DecksName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match (text, text.parse()) {
            ("infinite", _) => Ok(Self::Infinite),
            (_, Ok(decks @ 1..=20)) => Ok(Self::Number(decks)),
            _ => Err(format!("`{text}` is not a number of decks from 1 to 20, nor `infinite`")),
        }
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
    if let Some(VectorsName(more)) = arguments.vectors {
        let format = target.vector_format()?;
        let asked = VectorsAsked { more, seed: arguments.seed };
        let vectors = arguments.question(target.format, folder)?.vectors(terms, asked)?;
        vectors.without_odds.iter().for_each(|why| output::note(&why.to_string()));
        return target.write_vectors(&vectors, format);
    }
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
