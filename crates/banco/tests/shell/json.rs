//! What `banco` prints, read as JSON.

use serde_json::Value;

/// The answer to these words.
pub fn json(arguments: &[&str]) -> Value {
    let text = super::shell::run(arguments, "");
    let text = text.strip_prefix("--- stdout\n").unwrap_or_else(|| panic!("{text}"));
    serde_json::from_str(text.split("\n--- ").next().unwrap()).unwrap()
}
