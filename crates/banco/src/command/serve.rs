//! `banco serve`: a floor for many people.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use banco_rulebook::Diagnostic;
use banco_server::config::{Config, FloorKind, Settings, Sources};
use banco_server::readiness::Unready;
use banco_server::{Server, StartError, start};
use clap::Args;
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::config::bad;
use crate::failure::Failure;
use crate::output;

/// Where, and with which settings.
#[derive(Args)]
pub struct ServeArguments {
    /// The address and port to listen at.
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<String>,

    /// The folder in which everything is kept.
    #[arg(long, value_name = "DIR")]
    data: Option<String>,

    /// A PostgreSQL database, for several nodes that serve the same floor.
    #[arg(long, value_name = "URL")]
    database: Option<String>,

    /// Read settings from this file.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// `demo` for play money and guests, `real` for people and money.
    #[arg(long, value_name = "KIND")]
    floor: Option<String>,

    /// How browsers reach the floor, such as `https://floor.example`; a real floor needs it.
    #[arg(long, value_name = "URL")]
    origin: Option<String>,

    /// Addresses of proxies before the floor, or `none`; a real floor needs it.
    #[arg(long, value_name = "ADDRESSES")]
    proxies: Option<String>,
}

impl ServeArguments {
    /// The settings of this command line, over the environment and the file.
    fn settings(&self) -> Result<Config, Failure> {
        let given = [
            ("listen", &self.listen),
            ("data", &self.data),
            ("database", &self.database),
            ("floor", &self.floor),
            ("origin", &self.origin),
            ("proxies", &self.proxies),
        ];
        let flags = given.into_iter().filter_map(|(key, value)| Some((key, value.clone()?))).collect();
        Settings::read(&Sources::from_process(self.config.clone(), flags))
            .and_then(|all| all.config())
            .map_err(bad)
    }
}

/// Serves until somebody stops it.
pub fn run(arguments: &ServeArguments) -> Result<(), Failure> {
    let config = arguments.settings()?;
    log(&config);
    let runtime = tokio::runtime::Runtime::new().context("cannot start the runtime")?;
    let served = runtime.block_on(async {
        // Whoever stops it while it starts must not be missed, nor end it half way.
        let mut signals = Signals::new().context("cannot hear signals")?;
        let server = start(config).await.map_err(not_started)?;
        // A floor keeps running when the reader of its welcome has closed the pipe.
        if let Err(error) = output::print(&welcome(&server)) {
            tracing::warn!(?error, "the welcome was not printed");
        }
        let fault = tokio::select! {
            () = signals.stopped() => None,
            fault = server.needs_restart() => Some(fault),
        };
        output::note("stopping: what is under way is finished");
        server.stop().await;
        fault.map_or(Ok(()), |fault| Err(faulty(&fault)))
    });
    // Somebody may still be working out how to play best; nobody waits for that.
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}

/// A fault after which the process ends, so that whoever watches it starts it again.
fn faulty(fault: &Unready) -> Failure {
    Failure::not_now(Diagnostic::error(fault.code(), fault.to_string()).hint(fault.hint()))
}

/// A setting that is missing is told like one that cannot be.
fn not_started(error: StartError) -> Failure {
    match error {
        StartError::Setting(setting) => bad(setting),
        other => Failure::Machine(other.into()),
    }
}

fn welcome(server: &Server) -> String {
    let config = &server.app.config;
    let scheme = if config.tls.is_some() { "https" } else { "http" };
    let mut lines = vec![format!("Banco serves at {scheme}://{}", server.address)];
    if let Some(origin) = &config.origin {
        lines.push(format!("Browsers open {origin}"));
    }
    let kept = match &config.database {
        Some(database) => format!("in {database:?}"),
        None => format!("in {}", config.data.display()),
    };
    let kind = match config.floor {
        FloorKind::Demo => "a demo floor with play money",
        FloorKind::Real => "a floor for people and money",
    };
    lines.push(format!("It is {kind}, kept {kept}."));
    if let Some(address) = server.metrics_address {
        lines.push(format!("Prometheus finds its metrics at http://{address}/metrics"));
    }
    if let Some(secret) = &server.first_secret {
        lines.push(format!("The first administrator comes in with this secret: {}", &*secret.reveal()));
        lines.push("Open /first-administrator in a browser and enter it.".to_owned());
    }
    lines.join("\n")
}

/// What tells the process to stop.
struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

impl Signals {
    fn new() -> std::io::Result<Self> {
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    /// Waits until the process is told to stop.
    async fn stopped(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// Logs go to standard error, one line each.
fn log(config: &Config) {
    let subscriber = tracing_subscriber::fmt().with_max_level(config.log).with_writer(std::io::stderr);
    // A log on a full disk is lost; complaining of that to the same place would panic.
    let subscriber = subscriber.log_internal_errors(false);
    // A second subscriber is none: whoever embeds this has their own.
    match config.log_json {
        true => drop(tracing::subscriber::set_global_default(subscriber.json().finish())),
        false => drop(tracing::subscriber::set_global_default(subscriber.with_ansi(false).finish())),
    }
}
