//! What the tests of sheets share.

use banco_sheets::document::{DocumentSheet, Value};

/// A number of a sheet.
pub fn number(sheet: &DocumentSheet, key: &str) -> f64 {
    match sheet.value(key) {
        Value::Number(number, _) => *number,
        other => panic!("{key}: {other:?}"),
    }
}
