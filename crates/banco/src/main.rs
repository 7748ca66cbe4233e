//! `banco`: the open baccarat floor on the command line.
//!
//! Data goes to standard output, talk to standard error. Exit codes: 0 ok, 1 failure, 2 usage, 3 invalid rules
//! or input, 4 a check that failed (of our own counts, or of a case), 130 interrupted.

mod command;
mod failure;
mod output;
mod progress;
mod source;
mod told;
mod write;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::failure::Failure;

/// The open baccarat floor: five rulebooks to the clause, as data and as commands.
#[derive(Parser)]
#[command(name = "banco", version, about, max_term_width = 100, arg_required_else_help = true)]
struct Arguments {
    /// Read rulebooks from this folder instead of those built in.
    #[arg(long, global = true, env = "BANCO_RULEBOOKS", value_name = "DIR")]
    rulebooks: Option<PathBuf>,

    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Look things up in the rulebooks: wagers, pay tables, clauses, readings, schemas.
    Rules(command::rules::RulesArguments),
    /// Check a Rules Submission against its rulebook: every violation at once, with clause and hint.
    Check(command::check::CheckArguments),
    /// Deal a coup from given cards and tell step by step who draws and why.
    Deal(command::deal::DealArguments),
    /// Settle wagers on a coup: what wins, what it pays, what vigorish is owed, by which clause.
    Settle(command::settle::SettleArguments),
    /// Make PAR sheets: exact odds, line by line, of a wager, of a submission or of everything.
    Par(command::par::ParArguments),
    /// Answer quick questions: the exact edge of a wager, for any cards left in the shoe.
    Odds(command::odds::OddsArguments),
    /// Find the best play where a hand or a bettor may choose: chemin de fer's five, 21st Century's optional five.
    Solve(command::solve::SolveArguments),
    /// Simulate whole shoes by the rulebook's procedure: results with errors, spreads, streaks; shards and merging.
    Sim(Box<command::sim::SimArguments>),
    /// Play round by round in the terminal, against the regulated table: you bet, cut, turn the cards and choose.
    Play(command::play::PlayArguments),
    /// Drive a table from a case file and tell what happens, with the clauses; expectations are checked.
    Run(command::run::RunArguments),
    /// Draw the roads of a shoe: bead plate, big road, big eye boy, small road, cockroach pig, and what comes next.
    Roads(command::roads::RoadsArguments),
    /// Measure how well a procedure mixes the cards: wash, riffle, strip, lace, plug, turn, box, cut, shelf machine.
    Shuffle(command::shuffle::ShuffleArguments),
    /// Print shell completions.
    Completions(command::completions::CompletionsArguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.tell();
            failure.exit_code()
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    let library = || source::library(arguments.rulebooks.as_deref());
    match &arguments.command {
        Command::Rules(rules) => command::rules::run(rules, &library),
        Command::Check(check) => command::check::run(check, &library()?),
        Command::Deal(deal) => command::deal::run(deal, &library()?),
        Command::Settle(settle) => command::settle::run(settle, &library()?),
        Command::Par(par) => command::par::run(par, &library()?, arguments.rulebooks.as_deref()),
        Command::Odds(odds) => command::odds::run(odds, &library()?),
        Command::Solve(solve) => command::solve::run(solve, &library()?),
        Command::Sim(sim) => command::sim::run(sim, library),
        Command::Play(play) => command::play::run(play, &library()?),
        Command::Run(run) => command::run::run(run, &library()?),
        Command::Roads(roads) => command::roads::run(roads),
        Command::Shuffle(shuffle) => command::shuffle::run(shuffle, library),
        Command::Completions(completions) => command::completions::run::<Arguments>(completions),
    }
}
