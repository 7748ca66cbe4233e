//! `banco completions`: for bash, zsh, fish and others.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::failure::Failure;

/// Which shell.
#[derive(Args)]
pub struct CompletionsArguments {
    /// Your shell.
    shell: Shell,
}

/// Prints the completion script.
pub fn run<C: CommandFactory>(arguments: &CompletionsArguments) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut C::command(), "banco", &mut script);
    crate::output::print(&String::from_utf8_lossy(&script))
}
