//! Why a request is not carried out, as RFC 9457 writes it (`application/problem+json`).

use banco_engine::Names;
use banco_engine::pit::Refusal;
use schemars::JsonSchema;
use serde::Serialize;

use crate::bad::BadCommand;

/// Why a request is not carried out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Problem {
    /// Which kind of problem: `/problems/` and its code. It is a name, and may also be looked up.
    #[serde(rename = "type")]
    pub kind: String,
    /// What is wrong, in words.
    pub title: String,
    /// The HTTP status.
    #[schemars(range(min = 400, max = 599))]
    pub status: u16,
    /// A stable name for what is wrong.
    pub code: String,
    /// The clauses of the rulebook by which it is refused.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub clauses: Vec<String>,
    /// What to do instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Where in the request, as a JSON pointer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// The trace of the request, where a collector is told of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<String>,
}

impl Problem {
    /// A problem with this code.
    #[must_use]
    pub fn new(status: u16, code: &str, title: impl Into<String>) -> Self {
        Self {
            kind: format!("/problems/{code}"),
            title: title.into(),
            status,
            code: code.to_owned(),
            clauses: Vec::new(),
            hint: None,
            pointer: None,
            trace: None,
        }
    }

    /// The same with what to do instead.
    #[must_use]
    pub fn with_hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    /// A refusal of the engine: the request was understood, and is not allowed.
    #[must_use]
    pub fn refused(refusal: &Refusal, names: &Names<'_>) -> Self {
        Self {
            clauses: refusal.clauses().iter().map(ToString::to_string).collect(),
            hint: refusal.hint_said(names),
            ..Self::new(409, refusal.code(), refusal.said(names))
        }
    }
}

impl From<&Refusal> for Problem {
    /// A refusal in which people are numbers: for what no table refuses.
    fn from(refusal: &Refusal) -> Self {
        Self {
            clauses: refusal.clauses().iter().map(ToString::to_string).collect(),
            hint: refusal.hint(),
            ..Self::new(409, refusal.code(), refusal.to_string())
        }
    }
}

impl From<BadCommand> for Problem {
    fn from(bad: BadCommand) -> Self {
        let status = bad.status();
        let problem = Self::new(status, bad.code, bad.message);
        Self { hint: bad.hint, pointer: Some(bad.pointer), ..problem }
    }
}
