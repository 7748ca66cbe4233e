//! A server of our own: the program, on a free port, in a temporary folder.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use banco_lab::Folder;

use crate::http::{Line, Reply};

/// Where a floor is kept and how it is run. Several nodes may run it where it is kept in a database.
pub struct Place {
    pub folder: Folder,
    pub database: Option<String>,
    settings: Vec<(String, String)>,
}

impl Place {
    /// A floor that goes fast.
    pub fn new(database: Option<String>) -> Self {
        let folder = Folder::new("serve").unwrap();
        let fast =
            [("betting_seconds", "1"), ("answer_seconds", "1"), ("card_millis", "1"), ("step_millis", "1")];
        // Guests of these tests play as fast as they are answered.
        let tireless = [
            ("person_burst", "1000000"),
            ("person_per_second", "1000000"),
            ("person_refused_burst", "1000000"),
            ("person_refused_per_second", "1000000"),
        ];
        let settings = fast.into_iter().chain(tireless).chain([("log", "warn"), ("metrics", "127.0.0.1:0")]);
        let settings = settings.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        Self { folder, database, settings }
    }

    pub fn with(mut self, key: &str, value: &str) -> Self {
        self.settings.retain(|(known, _)| known != key);
        self.settings.push((key.to_owned(), value.to_owned()));
        self
    }

    /// Starts a node, and waits until it is ready.
    pub fn start(&self) -> Node {
        let began = Instant::now();
        let log = std::fs::File::options().create(true).append(true).open(self.folder.join("log")).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_banco"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(self.folder.path());
        command.args(self.database.iter().flat_map(|address| ["--database", address]));
        command.env_clear().env("XDG_CONFIG_HOME", self.folder.path());
        for (key, value) in &self.settings {
            command.env(format!("BANCO_{}", key.to_uppercase()), value);
        }
        let mut child = command.stdout(Stdio::piped()).stderr(log).stdin(Stdio::null()).spawn().unwrap();
        let mut words = BufReader::new(child.stdout.take().unwrap());
        let mut port = |before: &str| {
            let mut line = String::new();
            while !line.contains(before) {
                line.clear();
                assert!(words.read_line(&mut line).unwrap() > 0, "no start: {}", self.log());
            }
            let port = line.trim().trim_end_matches("/metrics").rsplit(':').next();
            port.and_then(|port| port.parse().ok()).unwrap_or_else(|| panic!("no port: {line}"))
        };
        let (port, metrics_port) = (port("Banco serves at"), port("/metrics"));
        let mut node = Node {
            child,
            port,
            metrics_port,
            _words: words,
            line: Line::default(),
            took: Duration::ZERO,
            worked: Duration::ZERO,
        };
        assert_eq!(node.get("/readyz").status, 200);
        node.took = began.elapsed();
        node.worked = worked(node.child.id());
        node
    }

    /// A stream as it is kept, written out.
    pub fn exported(&self, stream: &str) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_banco"));
        command.args(["export", "--stream", stream, "--data"]).arg(self.folder.path());
        let written = command.output().unwrap();
        assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
        String::from_utf8(written.stdout).unwrap()
    }

    /// What the server has complained of.
    pub fn log(&self) -> String {
        let log = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        log.lines().rev().take(40).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join("\n")
    }
}

/// A node that runs. It is killed with this.
pub struct Node {
    child: Child,
    /// Whoever says more than one line must not find the line closed.
    _words: BufReader<ChildStdout>,
    line: Line,
    pub port: u16,
    pub metrics_port: u16,
    /// From the start of the program to its first answer.
    pub took: Duration,
    /// How much of a processor that took, whatever else the machine does.
    pub worked: Duration,
}

impl Node {
    pub fn get(&mut self, path: &str) -> Reply {
        self.line.get(self.port, path).unwrap()
    }

    /// A number of the metrics.
    pub fn metric(&mut self, name: &str) -> i64 {
        let text = self.line.get(self.metrics_port, "/metrics").unwrap().body;
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
        line.unwrap_or_else(|| panic!("no {name} in {text}"))
    }

    /// Ends it as a power cut would.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub fn signal(&self, signal: &str) {
        let done = Command::new("kill").arg(signal).arg(self.child.id().to_string()).status().unwrap();
        assert!(done.success());
    }

    /// Tells it to stop; says how it ended and how long that took.
    pub fn stop(mut self) -> (ExitStatus, Duration) {
        let began = Instant::now();
        self.signal("-TERM");
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return (status, began.elapsed());
            }
            assert!(began.elapsed() < Duration::from_secs(30), "it does not stop");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = (self.child.kill(), self.child.wait());
    }
}

/// How long a process has had a processor; nothing where that is not told.
fn worked(process: u32) -> Duration {
    let told = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields = told.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

/// Waits until something is so.
pub fn within(time: Duration, what: &str, mut is_so: impl FnMut() -> bool) -> Duration {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < time, "not within {time:?}: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
    began.elapsed()
}
