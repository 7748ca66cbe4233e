//! `banco sim`: whole shoes by the rulebook's procedure, very many of them; `banco sim merge` joins shards.

mod meters;
mod plan;
mod run;
mod setup;
mod shoes;
mod study;
mod text;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use banco_odds::FiveRule;
use banco_rulebook::{Diagnostic, Library};
use banco_sim::result::{ResultError, RunResult};
use clap::{Args, Subcommand};

use crate::command::par::ChoiceName;
use crate::failure::Failure;
use crate::output;
use crate::source::TermsArguments;

pub use run::watched;
pub use setup::{check_choice, check_threads, choices, setup_failure, wager_failure};
pub use study::{BurnSeenName, perfect_failure};

/// What to simulate, or which results to merge.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct SimArguments {
    #[command(subcommand)]
    command: Option<SimCommand>,

    #[command(flatten)]
    run: RunArguments,
}

#[derive(Subcommand)]
enum SimCommand {
    /// Put the parts of a run together; the result is exactly that of a single run.
    Merge(MergeArguments),
    /// Simulate progressive meters over time: growth, hits, hours between hits, reserves, Must Hit.
    Meters(Box<meters::MeterArguments>),
}

#[derive(Args)]
struct MergeArguments {
    /// The result files.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Write the combined result to this file.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    form: FormArguments,
}

#[derive(Args)]
struct FormArguments {
    /// Print JSON.
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Print CSV, one row per pay table line of each wager.
    #[arg(long)]
    csv: bool,
}

#[derive(Args)]
struct RunArguments {
    #[command(flatten)]
    terms: TermsArguments,

    /// A wager, `ID[.SIDE][:PAYTABLE]`, or a wager file of your own (`./my-wager.toml`, `./my-wager.toml:A`), which
    /// counts and plans then name by its id; repeatable. Default: every wager the submission offers.
    #[arg(short, long, value_name = "WAGER")]
    wager: Vec<String>,

    /// How many shoes to deal.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    shoes: u64,

    /// The seed: the same seed gives the same shoes.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many shoes make a session.
    #[arg(long, value_name = "N", default_value_t = 1)]
    session: u64,

    #[command(flatten)]
    shoe: ShoeArguments,

    #[command(flatten)]
    study: study::StudyArguments,

    #[command(flatten)]
    plan: plan::PlanArguments,

    /// How many threads to use; default: all the machine has.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Run one part of a larger run, such as `2/5`; put the parts together with `banco sim merge`.
    #[arg(long, value_name = "I/N", requires = "out")]
    shard: Option<String>,

    /// Write the result to this file.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Write one row per shoe to this file, `.csv` or `.parquet`.
    #[arg(long, value_name = "FILE")]
    shoes_out: Option<PathBuf>,

    /// Write an HTML page with charts to this file: results of shoes, the return over time, bankrolls.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Continue an interrupted run from this file; the result goes back to it unless `--out` names another.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,

    #[command(flatten)]
    form: FormArguments,
}

/// How a shoe is dealt out, where it is not as the rulebook and the submission say.
#[derive(Args)]
pub struct ShoeArguments {
    /// The number of decks.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=20))]
    decks: Option<u8>,

    /// How many cards are behind the cut card.
    #[arg(long, value_name = "N")]
    cut: Option<u16>,

    /// How many rounds are dealt after the one in which the cut card comes out.
    #[arg(long, value_name = "N")]
    further_rounds: Option<u8>,

    /// Deal exactly this many rounds from each shoe and ignore the cut card, which affects the figures slightly.
    #[arg(long, value_name = "N", conflicts_with_all = ["cut", "further_rounds"])]
    rounds: Option<u16>,

    /// Burn no cards.
    #[arg(long)]
    no_burn: bool,

    /// Deal this many hands without wagers at the start of each shoe.
    #[arg(long, value_name = "N", default_value_t = 0)]
    free_hands: u16,

    /// The seat, for wagers that depend on it; default: the first seat that has the wager.
    #[arg(long, value_name = "N")]
    seat: Option<u8>,

    /// What the Player's hand does when it has a choice: draw (the house way) or stand.
    #[arg(long, value_name = "CHOICE", default_value = "draw")]
    choice: ChoiceName,
}

impl ShoeArguments {
    /// What the Player's hand does when it has a choice.
    pub fn five(&self) -> FiveRule {
        self.choice.into()
    }

    /// The seat that was named.
    pub const fn seat(&self) -> Option<u8> {
        self.seat
    }
}

/// Runs or merges.
pub fn run(
    arguments: &SimArguments,
    library: impl Fn() -> Result<Arc<Library>, Failure>,
) -> Result<(), Failure> {
    match &arguments.command {
        Some(SimCommand::Merge(merge)) => {
            let parts =
                merge.files.iter().map(|file| read(file)).collect::<Result<Vec<RunResult>, Failure>>()?;
            let result = RunResult::merge(parts).map_err(|error| result_failure(&error, None))?;
            result.incomplete().iter().for_each(|why| output::warning(why));
            write(merge.out.as_deref(), &result)?;
            text::print(&result, &merge.form)
        }
        Some(SimCommand::Meters(arguments)) => meters::run(arguments, &*library()?),
        None => run::run(&arguments.run, &*library()?),
    }
}

impl SimArguments {
    /// Only one of so many parts is meant.
    pub fn take_part(&mut self, number: u64, of: u64) {
        self.run.shard = Some(format!("{number}/{of}"));
    }
}

/// Deals what was asked for, and hands it over instead of printing it.
pub fn simulated(arguments: &SimArguments, library: &Library) -> Result<RunResult, Failure> {
    if arguments.command.is_some() {
        let problem = Diagnostic::error("bad_usage", "only whole shoes have a result to hand over");
        return Err(Failure::usage(problem));
    }
    let (job, result) = run::dealt(&arguments.run, library)?;
    if result.to < job.shoes.end { Err(Failure::Interrupted) } else { Ok(result) }
}

/// Prints a result in the form that was asked for.
pub fn print(result: &RunResult, json: bool, csv: bool) -> Result<(), Failure> {
    text::print(result, &FormArguments { json, csv })
}

fn read(file: &Path) -> Result<RunResult, Failure> {
    let json = std::fs::read_to_string(file).map_err(|error| {
        let message = format!("cannot read `{}`: {error}", file.display());
        Failure::from(
            Diagnostic::error("no_result", message).hint("name a file that `banco sim --out` wrote"),
        )
    })?;
    RunResult::read(&json).map_err(|error| result_failure(&error, Some(file)))
}

/// Written beside its place first, so that an interrupted write leaves the old result whole.
fn write(file: Option<&Path>, result: &RunResult) -> Result<(), Failure> {
    let Some(file) = file else { return Ok(()) };
    let mut beside = file.as_os_str().to_owned();
    beside.push(".part");
    let json = result.write().context("cannot write the result as JSON")?;
    let written = std::fs::write(&beside, json).and_then(|()| std::fs::rename(&beside, file));
    Ok(written.with_context(|| format!("cannot write `{}`", file.display()))?)
}

pub fn result_failure(error: &ResultError, file: Option<&Path>) -> Failure {
    let message = match file {
        Some(file) => format!("`{}`: {error}", file.display()),
        None => error.to_string(),
    };
    let mut diagnostic = Diagnostic::error(error.code(), message);
    diagnostic.hint = error.hint().map(str::to_owned);
    Failure::from(diagnostic)
}
