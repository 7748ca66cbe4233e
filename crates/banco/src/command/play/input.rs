//! What the player types: lines, the end of them, or Ctrl-C.

use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::sync::mpsc::{Receiver, Sender, channel};

use anyhow::Context as _;
use banco_rulebook::Diagnostic;

use crate::failure::Failure;

/// What came.
enum Said {
    Line(String),
    /// A line that is not text.
    NotText,
    End,
    Interrupted,
}

/// Why nothing more will come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    /// The player has had enough.
    Left,
    /// Ctrl-C.
    Interrupted,
}

/// The lines that the player types. They are read by a thread of their own, so that Ctrl-C is heard meanwhile.
pub struct Input {
    lines: Receiver<Said>,
    /// Whether lines come from a file or a pipe: they are then written beside the question.
    echo: bool,
    over: Option<Over>,
}

impl Input {
    /// Begins to listen.
    pub fn new() -> Result<Self, Failure> {
        let (say, lines) = channel();
        let interrupt = say.clone();
        let handler = move || drop(interrupt.send(Said::Interrupted));
        ctrlc::set_handler(handler).context("cannot watch for Ctrl-C")?;
        std::thread::spawn(move || read(&say));
        Ok(Self { lines, echo: !std::io::stdin().is_terminal(), over: None })
    }

    /// Why nothing more will come, once that is so.
    pub const fn over(&self) -> Option<Over> {
        self.over
    }

    /// The player has had enough.
    pub fn stop(&mut self) {
        self.over.get_or_insert(Over::Left);
    }

    /// Asks, and waits for a line; `None` once nothing more will come.
    pub fn ask(&mut self, question: &str) -> Result<Option<String>, Failure> {
        if self.over.is_some() {
            return Ok(None);
        }
        let mut out = anstream::stdout();
        // Whoever types has the question's line to themselves; what comes from elsewhere is written into it.
        write!(out, "{question} >{}", if self.echo { "" } else { " " })?;
        out.flush()?;
        let over = match self.heard() {
            Said::Line(line) => {
                let line = line.trim().to_owned();
                if self.echo {
                    writeln!(out, "{}{line}", if line.is_empty() { "" } else { " " })?;
                }
                return Ok(Some(line));
            }
            Said::NotText => {
                writeln!(out)?;
                let problem = Diagnostic::error("not_text", "what was typed is not text: it is not UTF-8");
                return Err(problem.hint("send plain text, one answer a line").into());
            }
            Said::End => Over::Left,
            Said::Interrupted => Over::Interrupted,
        };
        writeln!(out)?;
        self.over = Some(over);
        Ok(None)
    }

    fn heard(&self) -> Said {
        self.lines.recv().unwrap_or(Said::End)
    }
}

/// Reads until there is nothing more, or nobody listens.
fn read(say: &Sender<Said>) {
    for line in std::io::stdin().lock().split(b'\n') {
        let Ok(line) = line else { break };
        let said = String::from_utf8(line).map_or(Said::NotText, Said::Line);
        if say.send(said).is_err() {
            return;
        }
    }
    // Nobody listens any more if the game is over: then there is nothing to tell.
    let _ = say.send(Said::End);
}
