//! The questions of the command line, for the program `banco` and for other programs in the same process.
//!
//! `banco` itself is [`main`]. Whoever asks from a program uses [`desk`]: the same words, answered in memory. Without the
//! feature `floor` only questions are left (rules, odds, sheets, simulations, roads), and no server is linked.
//!
//! Data goes to standard output, talk to standard error. Exit codes: 0 ok, 1 failure, 2 usage, 3 invalid rules
//! or input, 4 a check that failed (of our own counts, of a case, a shoe or a journal), 5 the house does not allow it,
//! 130 interrupted.

mod asker;
mod command;
pub mod desk;
pub mod failure;
mod output;
mod progress;
mod source;
mod told;
mod wager_file;
mod write;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::failure::Failure;

/// Baccarat by the book: rules, settlement and exact odds, with the clause behind every answer.
#[derive(Parser)]
#[command(name = "banco", version, max_term_width = 100, arg_required_else_help = true)]
struct Arguments {
    /// Read the rulebooks in this folder instead of the built-in ones.
    #[arg(long, global = true, env = "BANCO_RULEBOOKS", value_name = "DIR")]
    rulebooks: Option<PathBuf>,

    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Look up wagers, pay tables, clauses, readings and file formats in the rulebooks.
    Rules(command::rules::RulesArguments),
    /// Check a Rules Submission against its rulebook; lists every violation with the clause and a fix.
    Check(command::check::CheckArguments),
    /// Deal a round from the cards you give and show who draws, step by step, and why.
    Deal(command::deal::DealArguments),
    /// Settle wagers on a round: what wins, what it pays, what vigorish is owed, under which clause.
    Settle(command::settle::SettleArguments),
    /// Make PAR sheets: exact odds, line by line, for one wager, a submission or every rulebook.
    Par(command::par::ParArguments),
    /// Get the exact house edge of a wager for any cards left in the shoe, and answer related questions.
    Odds(command::odds::OddsArguments),
    /// Find out what counting a wager is worth: effects of removal, tags, edge by true count, trigger, betting.
    Count(Box<command::count::CountArguments>),
    /// Find the best play where the rules give a choice, such as drawing on five in chemin de fer.
    Solve(command::solve::SolveArguments),
    /// Simulate whole shoes, dealt by the rulebook: returns, swings, streaks, counting, staking plans.
    Sim(Box<command::sim::SimArguments>),
    #[cfg(feature = "floor")]
    /// Play at a table in the terminal: you bet, cut, turn the cards and make the choices.
    Play(command::play::PlayArguments),
    #[cfg(feature = "floor")]
    /// Run a floor for many people: tables, API and event streams, kept in a folder or in PostgreSQL.
    Serve(command::serve::ServeArguments),
    #[cfg(feature = "floor")]
    /// Measure how much load a floor keeps up with on this machine.
    Bench(command::bench::BenchArguments),
    #[cfg(feature = "floor")]
    /// Show how `banco serve` is set up, and where each setting comes from.
    Config(command::config::ConfigArguments),
    #[cfg(feature = "floor")]
    /// Do what an operator does without a browser: people, keys, anchors, sessions, devices, tables.
    Admin(command::admin::AdminArguments),
    #[cfg(feature = "floor")]
    /// Write a journal out as text that anybody can check: all of it, or one stream.
    Export(command::operate::export::ExportArguments),
    #[cfg(feature = "floor")]
    /// Copy the journal of a floor, also while it is being played on.
    Backup(command::operate::backup::BackupArguments),
    #[cfg(feature = "floor")]
    /// Go on from a copy: it is checked first, and the journal that was there is kept.
    Restore(command::operate::restore::RestoreArguments),
    /// Run the cases of a file: scripts that drive a table, hands, pay tables, submissions; shows what happens and checks it.
    Run(command::run::RunArguments),
    /// Draw the roads of a shoe: bead plate, big road, big eye boy, small road, cockroach pig.
    Roads(command::roads::RoadsArguments),
    /// Measure how well a shuffle mixes the cards, by hand or by machine.
    Shuffle(command::shuffle::ShuffleArguments),
    #[cfg(feature = "floor")]
    /// Check a shoe that was shown, or a whole journal: is everything as it was promised and written?
    Verify(command::verify::VerifyArguments),
    #[cfg(feature = "floor")]
    /// Get at the randomness that shoes are drawn from.
    Rng(command::rng::RngArguments),
    /// Print tab completions for your shell.
    Completions(command::completions::CompletionsArguments),
}

/// Does what the command line says.
#[must_use]
pub fn main() -> ExitCode {
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
        Command::Check(check) => command::check::run(check, &*library()?),
        Command::Deal(deal) => command::deal::run(deal, &*library()?),
        Command::Settle(settle) => command::settle::run(settle, &*library()?),
        Command::Par(par) => command::par::run(par, &*library()?, arguments.rulebooks.as_deref()),
        Command::Odds(odds) => command::odds::run(odds, &*library()?),
        Command::Count(count) => command::count::run(count, &*library()?),
        Command::Solve(solve) => command::solve::run(solve, &*library()?),
        Command::Sim(sim) => command::sim::run(sim, library),
        #[cfg(feature = "floor")]
        Command::Play(play) => command::play::run(play, &*library()?),
        #[cfg(feature = "floor")]
        Command::Serve(serve) => command::serve::run(serve),
        #[cfg(feature = "floor")]
        Command::Bench(bench) => command::bench::run(bench),
        #[cfg(feature = "floor")]
        Command::Config(config) => command::config::run(config),
        #[cfg(feature = "floor")]
        Command::Admin(admin) => command::admin::run(admin),
        #[cfg(feature = "floor")]
        Command::Export(export) => command::operate::export::run(export),
        #[cfg(feature = "floor")]
        Command::Backup(backup) => command::operate::backup::run(backup),
        #[cfg(feature = "floor")]
        Command::Restore(restore) => command::operate::restore::run(restore),
        Command::Run(run) => command::run::run(run, &*library()?),
        Command::Roads(roads) => command::roads::run(roads),
        Command::Shuffle(shuffle) => command::shuffle::run(shuffle, library),
        #[cfg(feature = "floor")]
        Command::Verify(verify) => command::verify::run(verify),
        #[cfg(feature = "floor")]
        Command::Rng(rng) => command::rng::run(rng),
        Command::Completions(completions) => command::completions::run::<Arguments>(completions),
    }
}
