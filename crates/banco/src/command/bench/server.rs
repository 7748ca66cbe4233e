//! A server of the bench's own: a process beside it, so that its memory is its own.

use std::path::Path;
use std::process::Stdio;

use anyhow::Context as _;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child as Process, Command};

use super::client::Client;
use super::load::Plan;
use crate::failure::Failure;

/// The server.
pub struct Child {
    process: Process,
    /// Where it listens.
    pub address: String,
    metrics: String,
}

impl Child {
    /// Starts it, and waits until it answers.
    pub async fn start(folder: &Path, database: Option<&str>, plan: &Plan) -> Result<Self, Failure> {
        let own = std::env::current_exe().context("cannot find the own program")?;
        let mut command = Command::new(own);
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(folder);
        if let Some(database) = database {
            command.args(["--database", database]);
        }
        // One window for wagers that is longer than the bench.
        let betting = (plan.seconds * 2 + 600).to_string();
        let settings = [
            ("BANCO_BETTING_SECONDS", betting.as_str()),
            // Fourteen seats a table.
            ("BANCO_DEMO_GAMES", "ma-baccarat/default"),
            ("BANCO_GONE_SECONDS", "86400"),
            // Nobody wants to cut.
            ("BANCO_ANSWER_SECONDS", "1"),
            ("BANCO_CARD_MILLIS", "1"),
            ("BANCO_STEP_MILLIS", "1"),
        ];
        let tables = plan.tables.to_string();
        command.envs(settings).env("BANCO_DEMO_TABLES", tables).env("BANCO_IDLE_SECONDS", "3600");
        command.env("BANCO_METRICS", "127.0.0.1:0");
        // What is measured is the floor, not how often one person may ask.
        for limit in
            ["PERSON_BURST", "PERSON_PER_SECOND", "PERSON_REFUSED_BURST", "PERSON_REFUSED_PER_SECOND"]
        {
            command.env(format!("BANCO_{limit}"), "1000000");
        }
        // Guests wait for each other before they begin.
        command.env("BANCO_HEADER_SECONDS", "600");
        command.stdout(Stdio::piped()).kill_on_drop(true);
        let mut process = command.spawn().context("cannot start a server")?;
        let stdout = process.stdout.take().context("the server says nothing")?;
        let mut lines = BufReader::new(stdout).lines();
        let mut addresses = Vec::new();
        while addresses.len() < 2 {
            let line = lines.next_line().await.context("the server says nothing")?;
            let line = line.context("the server did not start; its message is above")?;
            addresses
                .extend(line.split("http://").nth(1).map(|at| at.trim_end_matches("/metrics").to_owned()));
        }
        let metrics = addresses.pop().unwrap_or_default();
        let address = addresses.pop().unwrap_or_default();
        // Whatever else it says is not waited for.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Ok(Self { process, address, metrics })
    }

    /// How much memory it has used at most, in megabytes.
    pub fn rss_mb(&self) -> u64 {
        let status =
            self.process.id().and_then(|id| std::fs::read_to_string(format!("/proc/{id}/status")).ok());
        let line = status.as_deref().and_then(|text| text.lines().find(|line| line.starts_with("VmHWM:")));
        let kilobytes =
            line.and_then(|line| line.split_whitespace().nth(1)).and_then(|number| number.parse().ok());
        kilobytes.map_or(0, |kilobytes: u64| kilobytes / 1024)
    }

    /// How many things do not agree in its books.
    pub async fn imbalance(&self) -> Option<u64> {
        let mut client = Client::open(&self.metrics).await.ok()?;
        let (_, text) = client.get("/metrics", None).await.ok()?;
        let line = text.lines().find(|line| line.starts_with("banco_trial_balance "))?;
        line.rsplit(' ').next()?.parse().ok()
    }

    /// Stops it as an operator would.
    pub async fn stop(mut self) {
        if let Some(id) = self.process.id() {
            drop(Command::new("kill").args(["-TERM", &id.to_string()]).status().await);
        }
        drop(tokio::time::timeout(std::time::Duration::from_secs(20), self.process.wait()).await);
    }
}
