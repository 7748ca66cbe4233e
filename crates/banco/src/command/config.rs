//! `banco config`: how a floor is set up, and where each setting comes from.

use std::path::PathBuf;

use banco_rulebook::Diagnostic;
use banco_server::config::{BadSetting, Settings, Sources};
use clap::{Args, Subcommand};

use crate::failure::Failure;
use crate::output;

/// What to do with the settings.
#[derive(Args)]
pub struct ConfigArguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Print every setting as the file would have it.
    Show(ShowArguments),
}

/// Which file, and how much to tell.
#[derive(Args)]
struct ShowArguments {
    /// Read this file instead of the usual one.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Tell where each value comes from.
    #[arg(long)]
    origin: bool,
}

/// Prints the settings.
pub fn run(arguments: &ConfigArguments) -> Result<(), Failure> {
    let What::Show(show) = &arguments.what;
    let settings = Settings::read(&Sources::from_process(show.config.clone(), Vec::new())).map_err(bad)?;
    settings.config().map_err(bad)?;
    let mut text = String::new();
    for (setting, value, origin) in settings.shown() {
        let written = match value.parse::<u64>() {
            Ok(number) => number.to_string(),
            Err(_) => format!("{value:?}"),
        };
        let told = if show.origin { format!("{} ({origin})", setting.help) } else { setting.help.to_owned() };
        text += &format!("# {told}\n{} = {written}\n", setting.key);
    }
    output::print(text.trim_end())
}

/// A setting that cannot be, as the command line tells it.
pub fn bad(bad: BadSetting) -> Failure {
    Diagnostic::error(bad.code, format!("{}: {}", bad.place, bad.message)).hint(bad.hint).into()
}
