//! `readings.toml`: what we read where the text is in doubt, and its printing defects.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::notation::Cite;

/// The readings of one rulebook.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ReadingFile {
    /// What we read where the text is in doubt.
    pub reading: Vec<Reading>,
    /// What was damaged in printing or scanning.
    pub defect: Vec<Defect>,
}

/// A doubtful passage and what we take it to mean.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// A short name, such as `W3`.
    pub id: String,
    /// The clauses it reads; none where the text is silent altogether.
    #[serde(default)]
    pub cite: Cite,
    /// What we read.
    pub says: String,
    /// Why the passage is read so.
    pub why: String,
    /// The option by which a submission may choose another reading.
    pub option: Option<String>,
}

/// A place where the print itself is wrong or incomplete.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Defect {
    /// The clauses.
    pub cite: Cite,
    /// What is printed.
    pub printed: String,
    /// What we take it for.
    pub taken_as: String,
    /// Why it is taken so.
    pub why: String,
}
