//! A demo floor of our own, on a free port.

use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::process::{Child, ChildStdout, Command, Stdio};

use banco_lab::Folder;

/// How fast it goes where a test does not say otherwise.
const FAST: [(&str, &str); 4] =
    [("BETTING_SECONDS", "2"), ("ANSWER_SECONDS", "2"), ("CARD_MILLIS", "20"), ("STEP_MILLIS", "20")];

/// A floor that runs. It is killed with this.
pub struct Floor {
    child: Child,
    folder: Folder,
    settings: Vec<(String, String)>,
    _words: BufReader<ChildStdout>,
    pub port: u16,
    /// What the first administrator comes in with.
    pub secret: String,
}

impl Floor {
    /// Starts a demo floor that goes fast.
    pub fn start() -> Self {
        Self::with(&[])
    }

    /// The same with other settings.
    pub fn with(settings: &[(&str, &str)]) -> Self {
        Self::on_port(0, settings)
    }

    /// A floor for real money. Browsers know it by its address with the port, which is therefore chosen first.
    pub fn real() -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let origin = format!("http://127.0.0.1:{port}");
        Self::on_port(port, &[("FLOOR", "real"), ("ORIGIN", &origin), ("PROXIES", "none")])
    }

    fn on_port(port: u16, settings: &[(&str, &str)]) -> Self {
        let folder = Folder::new("pages").unwrap();
        let settings: Vec<(String, String)> = FAST
            .iter()
            .chain(settings)
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect();
        let (child, mut words, port) = run(&folder, &settings, port);
        let mut line = String::new();
        while !line.contains("secret: ") {
            line.clear();
            assert!(words.read_line(&mut line).unwrap() > 0, "the welcome ended without a secret");
        }
        let secret = line.trim().rsplit(' ').next().unwrap_or_default().to_owned();
        Self { child, folder, settings, _words: words, port, secret }
    }

    /// The address of a page.
    pub fn at(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Stops it, as a power cut would.
    pub fn cut(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Starts it again where it was, with what it had.
    pub fn again(&mut self) {
        self.cut();
        (self.child, self._words, self.port) = run(&self.folder, &self.settings, self.port);
    }
}

impl Drop for Floor {
    fn drop(&mut self) {
        self.cut();
    }
}

fn run(folder: &Folder, settings: &[(String, String)], port: u16) -> (Child, BufReader<ChildStdout>, u16) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_banco"));
    command.args(["serve", "--listen", &format!("127.0.0.1:{port}"), "--data"]).arg(folder.path());
    command.env_clear().env("XDG_CONFIG_HOME", folder.path()).env("BANCO_LOG", "warn");
    command.envs(settings.iter().map(|(key, value)| (format!("BANCO_{key}"), value)));
    let mut child = command.stdout(Stdio::piped()).stdin(Stdio::null()).spawn().unwrap();
    let mut words = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    words.read_line(&mut first).unwrap();
    let port = first.trim().rsplit(':').next().unwrap().parse().unwrap();
    (child, words, port)
}
