//! Printing: text and JSON on standard output, notes on standard error.

use std::io::Write as _;

pub use banco_sheets::figures::{Figure, money, one_in, percent, small_money, small_share};
pub use banco_sheets::text_table::{table, table_headed, table_text};
use serde::Serialize;

use crate::asker;
pub use crate::asker::Out;
use crate::failure::Failure;

/// Prints text as it is.
pub fn print(text: &str) -> Result<(), Failure> {
    let text = text.trim_end();
    if asker::watch().is_some() {
        writeln!(Out, "{}", anstream::adapter::strip_str(text))?;
    } else {
        writeln!(anstream::stdout(), "{text}")?;
    }
    Ok(())
}

/// Prints a value as JSON.
pub fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(anyhow::Error::from)?;
    print(&text)
}

/// Says what to be careful about, beside the data. Where nobody can hear it, nothing else is the worse for it.
pub fn warning(text: &str) {
    use owo_colors::OwoColorize as _;
    if !asker::keeps(true, text) {
        let _ = writeln!(anstream::stderr(), "{} {text}", "warning:".bold());
    }
}

/// Says something beside the data.
pub fn note(text: &str) {
    use owo_colors::OwoColorize as _;
    if !asker::keeps(false, text) {
        let _ = writeln!(anstream::stderr(), "{} {text}", "note:".bold());
    }
}
