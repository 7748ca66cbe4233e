//! `banco bench serve`: how much a floor keeps up with, on this machine and this disk, beside what the disk can do at best.
//!
//! It starts a server of its own in a temporary folder, lets guests sit down and make wagers by a fixed schedule, follows
//! them on streams, and measures from the moment at which each wager was due, so that a server that falls behind cannot hide
//! it. Afterward it holds what was answered against what is kept.

mod check;
mod client;
mod load;
mod server;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use banco_journal::raw::{self, Busy, Raw};
use clap::{Args, Subcommand};
use serde::Serialize;

use self::load::Plan;
use self::server::Child;
use crate::failure::Failure;
use crate::output;

/// What to measure.
#[derive(Args)]
pub struct BenchArguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Measure a floor under load: durable wagers a second, and how long they take.
    Serve(ServeArguments),
}

/// How much load, and on which store.
#[derive(Args)]
struct ServeArguments {
    /// A PostgreSQL database to keep everything in; what is in it is lost.
    #[arg(long, value_name = "URL")]
    database: Option<String>,

    /// For how many seconds.
    #[arg(long, value_name = "N", default_value_t = 10)]
    seconds: u64,

    /// How many wagers a second are due.
    #[arg(long, value_name = "N")]
    rate: Option<u64>,

    /// How many tables there are.
    #[arg(long, value_name = "N", default_value_t = 12)]
    tables: usize,

    /// How many guests make wagers.
    #[arg(long, value_name = "N", default_value_t = 100)]
    players: usize,

    /// How many signs over tables follow them.
    #[arg(long, value_name = "N", default_value_t = 12)]
    displays: usize,

    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// What was measured.
#[derive(Serialize)]
struct Figures {
    store: &'static str,
    commands: u64,
    commands_per_second: u64,
    ack_p50_ms: f64,
    ack_p99_ms: f64,
    push_p99_ms: f64,
    refused: u64,
    /// Wagers a second when as many are under way as there are guests.
    saturated_per_second: u64,
    /// The same bytes written by plain statements and committed in groups, with every core busy, as the bench keeps them.
    raw_commits_per_second: u64,
    /// The same on a quiet machine.
    raw_quiet_per_second: u64,
    /// One blob of the same size for each wager, with every core busy.
    raw_blobs_per_second: u64,
    /// Saturated over raw.
    ratio_to_raw: f64,
    rss_mb: u64,
    tables: usize,
    players: usize,
    displays: usize,
    /// By how much the bench itself was late at the 99th percentile.
    late_p99_ms: f64,
}

/// Measures.
pub fn run(arguments: &BenchArguments) -> Result<(), Failure> {
    let What::Serve(arguments) = &arguments.what;
    let runtime = tokio::runtime::Runtime::new().context("cannot start the runtime")?;
    runtime.block_on(serve(arguments))
}

async fn serve(arguments: &ServeArguments) -> Result<(), Failure> {
    let folder = Folder::new()?;
    let store = if arguments.database.is_some() { "postgres" } else { "sqlite" };
    let rate = arguments.rate.unwrap_or(if arguments.database.is_some() { 800 } else { 2_000 });
    let plan = Plan {
        seconds: arguments.seconds.max(1),
        rate: rate.max(1),
        tables: arguments.tables.max(1),
        players: arguments.players.max(1),
        displays: arguments.displays,
    };
    let child = Child::start(&folder.0, arguments.database.as_deref(), &plan).await?;
    let measured = load::run(&child.address, &plan).await;
    let rss_mb = child.rss_mb();
    let imbalance = child.imbalance().await;
    child.stop().await;
    let measured = measured?;
    let kept = check::check(&folder.0, arguments.database.as_deref(), &measured.answers).await?;
    let raw = yardstick(&folder, arguments.database.as_deref(), kept.bytes).await?;
    let figures = figures(store, &plan, &measured, &raw, rss_mb);
    match arguments.json {
        true => output::print_json(&figures)?,
        false => output::print(&told(&figures))?,
    }
    let mut problems = kept.problems;
    if imbalance != Some(0) {
        problems.push("the books of the floor do not agree at the end".to_owned());
    }
    match problems.is_empty() {
        true => Ok(()),
        false => Err(Failure::unverified("invariant_broken", problems.join("; "))),
    }
}

/// What the store does at best.
struct Yardstick {
    busy: u64,
    quiet: u64,
    blobs: u64,
}

/// What the store does with the same bytes: with every core busy, as it is under load, and on its own. SQLite writes the
/// journal's own rows once more, a hundred commands together; clients of PostgreSQL commit row after row.
async fn yardstick(folder: &Folder, database: Option<&str>, bytes: usize) -> Result<Yardstick, Failure> {
    let raw = |group| Raw { bytes, group, time: Duration::from_secs(3) };
    let measure = async |name: &str| match database {
        Some(address) => raw(32).postgres(address).await.context("the yardstick"),
        None => {
            let journal = banco_server::journal_file(&folder.0);
            let again = raw::once_more(&journal, &folder.0.join(name), 100).context("the yardstick")?;
            Ok(again.unwrap_or_default())
        }
    };
    let quiet = measure("quiet.sqlite").await?;
    let _busy = Busy::cores();
    let busy = measure("busy.sqlite").await?;
    let blobs = match database {
        Some(_) => busy,
        None => raw(100).sqlite(&folder.0.join("blobs.sqlite")).context("the yardstick")?,
    };
    Ok(Yardstick { busy, quiet, blobs })
}

#[allow(clippy::float_arithmetic, clippy::cast_precision_loss, reason = "figures to be shown")]
fn figures(
    store: &'static str,
    plan: &Plan,
    measured: &load::Measured,
    raw: &Yardstick,
    rss_mb: u64,
) -> Figures {
    let millis = |micros: u64| micros as f64 / 1000.0;
    Figures {
        store,
        commands: measured.done,
        commands_per_second: measured.done / plan.seconds,
        ack_p50_ms: millis(measured.ack.value_at_quantile(0.5)),
        ack_p99_ms: millis(measured.ack.value_at_quantile(0.99)),
        push_p99_ms: millis(measured.push.value_at_quantile(0.99)),
        refused: measured.refused,
        saturated_per_second: measured.saturated,
        raw_commits_per_second: raw.busy,
        raw_quiet_per_second: raw.quiet,
        raw_blobs_per_second: raw.blobs,
        ratio_to_raw: measured.saturated as f64 / raw.busy.max(1) as f64,
        rss_mb,
        tables: plan.tables,
        players: plan.players,
        displays: plan.displays,
        late_p99_ms: millis(measured.late.value_at_quantile(0.99)),
    }
}

fn told(figures: &Figures) -> String {
    format!(
        "{} tables, {} guests, {} signs, kept in {}\n\
         {} wagers, {} a second; acknowledged within {:.1} ms (p50), {:.1} ms (p99); seen within {:.1} ms (p99)\n\
         {} refused for want of room; {} a second at most, {:.2} of the {} that the store takes by plain statements\n\
         with every core busy ({} on a quiet machine; {} as plain blobs)\n\
         {} MB of memory; the bench itself was {:.1} ms late (p99)",
        figures.tables,
        figures.players,
        figures.displays,
        figures.store,
        figures.commands,
        figures.commands_per_second,
        figures.ack_p50_ms,
        figures.ack_p99_ms,
        figures.push_p99_ms,
        figures.refused,
        figures.saturated_per_second,
        figures.ratio_to_raw,
        figures.raw_commits_per_second,
        figures.raw_quiet_per_second,
        figures.raw_blobs_per_second,
        figures.rss_mb,
        figures.late_p99_ms,
    )
}

/// A temporary folder that goes with the bench.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Self, Failure> {
        let path = std::env::temp_dir().join(format!("banco-bench-{}", std::process::id()));
        std::fs::create_dir_all(&path).context("cannot make a temporary folder")?;
        Ok(Self(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left is in the temporary folder of the machine.
        drop(std::fs::remove_dir_all(&self.0));
    }
}
