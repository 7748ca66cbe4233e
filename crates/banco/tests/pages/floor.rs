//! A demo floor of our own, on a free port.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};

use banco_lab::Folder;

/// A floor that runs. It is killed with this.
pub struct Floor {
    child: Child,
    _folder: Folder,
    _words: BufReader<ChildStdout>,
    port: u16,
}

impl Floor {
    /// Starts a demo floor that goes fast.
    pub fn start() -> Self {
        let folder = Folder::new("pages").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_banco"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(folder.path());
        command.env_clear().env("XDG_CONFIG_HOME", folder.path()).env("BANCO_LOG", "warn");
        for (key, value) in
            [("BETTING_SECONDS", "2"), ("ANSWER_SECONDS", "2"), ("CARD_MILLIS", "20"), ("STEP_MILLIS", "20")]
        {
            command.env(format!("BANCO_{key}"), value);
        }
        let mut child = command.stdout(Stdio::piped()).stdin(Stdio::null()).spawn().unwrap();
        let mut words = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        words.read_line(&mut first).unwrap();
        let port = first.trim().rsplit(':').next().unwrap().parse().unwrap();
        Self { child, _folder: folder, _words: words, port }
    }

    /// The address of a page.
    pub fn at(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Stops it for good, as a power cut would.
    pub fn cut(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Floor {
    fn drop(&mut self) {
        self.cut();
    }
}
