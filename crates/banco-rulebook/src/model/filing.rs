//! Procedures that a licensee files with its Rules Submission.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::notation::{Cite, OneOrMany};

/// A procedure that the text has the licensee file.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Filing {
    /// Its name in a submission.
    pub id: String,
    /// What it describes.
    pub summary: String,
    /// Only under one of these choices, as `option=choice`.
    #[serde(default)]
    pub when: OneOrMany<String>,
    /// Whether it can be filed as the steps of a shuffle by hand; the rulebook then has procedures of its own.
    #[serde(default)]
    pub steps: bool,
    /// The clauses.
    pub cite: Cite,
    /// The reading, where the text leaves a doubt.
    pub reading: Option<String>,
}

/// A procedure as the licensee files it.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct FiledProcedure {
    /// In words.
    pub text: Option<String>,
    /// As steps in the notation of `banco shuffle`, such as `plug; riffle x2, strip 5, riffle; cut`.
    pub steps: Option<String>,
}
