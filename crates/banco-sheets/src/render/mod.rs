//! The formats of a document, one file each. They know sections, facts and tables, but no sheet by what it tells.

pub mod csv;
pub mod html;
pub mod json;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod text;
pub mod xlsx;

/// The style of pages with sheets or plots: light and dark, on a phone and on paper.
pub const STYLE: &str = include_str!("style.css");
