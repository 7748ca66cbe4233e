//! Runs `banco` as its users do.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Everything that comes of these words and this input: what is printed where, and the exit code.
pub fn run(arguments: &[&str], input: &str) -> String {
    run_bytes(arguments, input.as_bytes())
}

/// The same with input that need not be text.
pub fn run_bytes(arguments: &[&str], input: &[u8]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_banco"))
        .args(arguments)
        .env("NO_COLOR", "1")
        .env_remove("BANCO_RULEBOOKS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that needs no input may be gone before all of it is written.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    let mut text = String::new();
    let mut section = |name: &str, bytes: &[u8]| {
        let part = String::from_utf8_lossy(bytes);
        if !part.is_empty() {
            writeln!(text, "--- {name}\n{}", part.trim_end()).unwrap();
        }
    };
    section("stdout", &output.stdout);
    section("stderr", &output.stderr);
    writeln!(text, "--- exit {}", output.status.code().unwrap()).unwrap();
    text
}
