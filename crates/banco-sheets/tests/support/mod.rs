//! What the tests of sheets share.
#![allow(dead_code, reason = "each test takes what it needs")]

use banco_sheets::document::{DocumentSheet, Value};

/// A number of a sheet.
pub fn number(sheet: &DocumentSheet, key: &str) -> f64 {
    number_of(sheet.value(key))
}

/// A number.
pub fn number_of(value: &Value) -> f64 {
    value.number().unwrap_or_else(|| panic!("{value:?} is no number"))
}
