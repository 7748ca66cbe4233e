//! Why there is no sheet.

use std::error::Error;

use banco_money::MoneyError;
use banco_odds::{CountError, ShoeError, SolveError};
use banco_rulebook::{Diagnostic, Report, TermsError};
use banco_sim::shoe::SetupError;

/// Whatever a machine may say.
pub type Cause = Box<dyn Error + Send + Sync>;

/// Why a question has no answer, or an answer cannot be rendered.
#[derive(Debug, thiserror::Error)]
pub enum SheetError {
    /// The rules or the question are not valid.
    #[error("{}", .0.render(false))]
    Invalid(Report),
    /// Two counts of the same thing differ.
    #[error("{}", .0.render(false))]
    Unverified(Report),
    /// Something in the machine failed.
    #[error("{what}")]
    Failed {
        /// What could not be done.
        what: String,
        /// Why, where somebody said so.
        #[source]
        why: Option<Cause>,
    },
}

impl SheetError {
    /// A question that is not valid, with a stable code.
    pub(crate) fn invalid(code: &'static str, message: impl Into<String>) -> Self {
        Self::from(Diagnostic::error(code, message))
    }

    /// A check of our own that failed.
    pub(crate) fn unverified(code: &'static str, message: impl Into<String>) -> Self {
        let mut report = Report::default();
        report.push(Diagnostic::error(code, message));
        Self::Unverified(report)
    }

    /// Something that could not be done.
    pub(crate) fn failed(what: impl Into<String>, why: Option<Cause>) -> Self {
        Self::Failed { what: what.into(), why }
    }
}

impl SheetError {
    /// The same, with the place in front of what is wrong with the question.
    pub(crate) fn at(self, place: &str) -> Self {
        let Self::Invalid(mut report) = self else { return self };
        for problem in &mut report.diagnostics {
            problem.message = format!("{place}: {}", problem.message);
        }
        Self::Invalid(report)
    }

    /// Somebody's file or pipe that takes no more.
    pub(crate) fn cannot_write(why: std::io::Error) -> Self {
        Self::failed("cannot write", Some(why.into()))
    }
}

impl From<Diagnostic> for SheetError {
    fn from(diagnostic: Diagnostic) -> Self {
        let mut report = Report::default();
        report.push(diagnostic);
        Self::Invalid(report)
    }
}

impl From<TermsError> for SheetError {
    fn from(error: TermsError) -> Self {
        let mut diagnostic = Diagnostic::error(error.code(), error.to_string());
        diagnostic.hint = error.hint().map(str::to_owned);
        Self::from(diagnostic)
    }
}

impl From<CountError> for SheetError {
    fn from(error: CountError) -> Self {
        let code = match error {
            CountError::Shoe(_) => "bad_shoe",
            CountError::History(_) => "depends_on_history",
            CountError::Seat(_) => "seat_needed",
            CountError::Detail { .. } => "bad_composition",
            CountError::Impossible => "impossible_condition",
            CountError::TooManyBurnt(_) => "too_many_burnt",
        };
        let mut diagnostic = Diagnostic::error(code, error.to_string());
        if matches!(error, CountError::TooManyBurnt(_)) {
            let hint = "take cards that are known for certain out of the shoe with `--without`";
            diagnostic.hint = Some(hint.to_owned());
        }
        Self::from(diagnostic)
    }
}

impl From<SolveError> for SheetError {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Shoe(error) => error.into(),
            SolveError::Undecided => Self::invalid("undecided", error.to_string()),
        }
    }
}

impl From<SetupError> for SheetError {
    fn from(error: SetupError) -> Self {
        let mut diagnostic = Diagnostic::error(error.code(), error.to_string());
        diagnostic.hint = error.hint();
        Self::from(diagnostic)
    }
}

impl From<ShoeError> for SheetError {
    fn from(error: ShoeError) -> Self {
        Self::invalid("bad_shoe", error.to_string())
    }
}

impl From<MoneyError> for SheetError {
    fn from(error: MoneyError) -> Self {
        Self::invalid("bad_money", error.to_string())
    }
}
