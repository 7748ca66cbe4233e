//! `clauses.toml`: every clause of the text, in its order.

use schemars::JsonSchema;
use serde::Deserialize;

/// The clauses of one rulebook.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClauseFile {
    /// Every clause, in the order of the text.
    pub clause: Vec<Clause>,
}

/// One clause.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Clause {
    /// The printed number, such as `8(a)(1)(i)`.
    pub id: String,
    /// What sort of thing the clause does.
    pub kind: ClauseKind,
    /// What it says, in our own words.
    pub summary: String,
    /// Why no data, code or case answers to it, where that is so on purpose.
    pub exempt: Option<String>,
}

/// What sort of thing a clause does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ClauseKind {
    /// Decides who wins, what is paid or drawn, or what a licensee may choose.
    Rule,
    /// What people at the table do and say, and in which order.
    Procedure,
    /// Table, layout, equipment, the look of the cards.
    Physical,
    /// What must be posted, told or filed.
    Notice,
    /// A heading or a word that decides nothing by itself.
    Term,
}

impl ClauseKind {
    /// As written in the file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rule => "rule",
            Self::Procedure => "procedure",
            Self::Physical => "physical",
            Self::Notice => "notice",
            Self::Term => "term",
        }
    }
}
