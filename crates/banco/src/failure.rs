//! What went wrong, how it is told, and the exit code.

use std::io;
use std::process::ExitCode;

use banco_engine::{CoupError, SettleError};
use banco_odds::{CountError, ShoeError, SolveError};
use banco_rulebook::{Diagnostic, LibraryError, Report, Rulebook, TermsError};
use banco_sheets::SheetError;

/// A failure of a command.
#[derive(Debug)]
pub enum Failure {
    /// Rules or input are not valid: exit code 3.
    Invalid(Report),
    /// What was asked for is not there: exit code 2, as for any other wrong use.
    Usage(Report),
    /// Two counts of the same thing differ, or a case or a shoe does not hold: exit code 4.
    Unverified(Report),
    /// The house does not allow it: exit code 5.
    Refused(Report),
    /// It cannot be done now, and what to do about it is known: exit code 1.
    NotNow(Report),
    /// Invalid, and everything about it has been told already.
    Told,
    /// Something in the machine failed: exit code 1.
    Machine(anyhow::Error),
    /// The reader of our output went away; nobody is left to tell.
    Gone,
    /// Somebody pressed Ctrl-C; what was done is kept and told: exit code 130.
    Interrupted,
}

impl Failure {
    /// Invalid input that is not in a file.
    pub fn invalid(code: &'static str, message: impl Into<String>) -> Self {
        Self::from(Diagnostic::error(code, message))
    }

    /// Something that this command does not do.
    pub fn usage(diagnostic: Diagnostic) -> Self {
        let mut report = Report::default();
        report.push(diagnostic);
        Self::Usage(report)
    }

    /// A check of our own that failed.
    pub fn unverified(code: &'static str, message: impl Into<String>) -> Self {
        let mut report = Report::default();
        report.push(Diagnostic::error(code, message));
        Self::Unverified(report)
    }

    /// What the house does not allow.
    pub fn refused(diagnostic: Diagnostic) -> Self {
        let mut report = Report::default();
        report.push(diagnostic);
        Self::Refused(report)
    }

    /// What cannot be done now.
    pub fn not_now(diagnostic: Diagnostic) -> Self {
        let mut report = Report::default();
        report.push(diagnostic);
        Self::NotNow(report)
    }

    /// Tells it on standard error.
    pub fn tell(&self) {
        if let Some(text) = self.rendered(true) {
            anstream::eprintln!("{text}");
        }
    }

    /// What is told, without colors; nothing where all has been told.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        self.rendered(false)
    }

    fn rendered(&self, color: bool) -> Option<String> {
        match (self, self.report()) {
            (Self::Machine(error), _) => Some(shortened(&format!("error: {error:#}"))),
            (_, report) => report.map(|report| shortened(&report.render(color))),
        }
    }

    /// The diagnostics, where it has some.
    #[must_use]
    pub const fn report(&self) -> Option<&Report> {
        match self {
            Self::Invalid(report)
            | Self::Usage(report)
            | Self::Unverified(report)
            | Self::Refused(report)
            | Self::NotNow(report) => Some(report),
            Self::Machine(_) | Self::Told | Self::Gone | Self::Interrupted => None,
        }
    }

    /// The exit code.
    #[must_use]
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.exit_number())
    }

    /// The exit code as a number.
    #[must_use]
    pub const fn exit_number(&self) -> u8 {
        match self {
            Self::Gone => 0,
            Self::NotNow(_) | Self::Machine(_) => 1,
            Self::Usage(_) => 2,
            Self::Invalid(_) | Self::Told => 3,
            Self::Unverified(_) => 4,
            Self::Refused(_) => 5,
            Self::Interrupted => 130,
        }
    }

    /// A coup that the cards do not make.
    pub fn coup(error: &CoupError, rulebook: &Rulebook) -> Self {
        let mut diagnostic = Diagnostic::error(error.code(), error.to_string());
        diagnostic.clauses = rulebook.summaries(error.cite());
        if let CoupError::ChoiceNeeded { side, .. } = error {
            diagnostic.hint = Some(format!("add `--{side}-decision card` or `--{side}-decision stay`"));
        }
        Self::from(diagnostic)
    }

    /// A wager that cannot be settled.
    pub fn settle(error: &SettleError, rulebook: &Rulebook) -> Self {
        let mut diagnostic = Diagnostic::error(error.code(), error.to_string());
        diagnostic.clauses = rulebook.summaries(error.cite());
        diagnostic.hint = match error {
            SettleError::SeatNeeded { .. } => Some("give the seat with `--seat N`".to_owned()),
            _ => error.hint().map(str::to_owned),
        };
        Self::from(diagnostic)
    }
}

/// No line of what is told is longer.
const LONGEST: usize = 2000;

/// The same text without what nobody could read: an input may be one word of millions of letters.
pub fn shortened(text: &str) -> String {
    let line = |line: &str| match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…\u{1b}[0m", line.get(..end).unwrap_or_default()),
        None => line.to_owned(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        let mut report = Report::default();
        report.push(diagnostic);
        Self::Invalid(report)
    }
}

impl From<LibraryError> for Failure {
    fn from(error: LibraryError) -> Self {
        match error {
            LibraryError::Invalid(report) => Self::Invalid(report),
            LibraryError::Unknown { what, name, hint } => {
                let code = if what == "rulebook" { "unknown_rulebook" } else { "unknown_submission" };
                Self::from(Diagnostic::error(code, format!("there is no {what} `{name}`")).hint(hint))
            }
            LibraryError::Read { .. } => Self::Machine(error.into()),
        }
    }
}

/// Whether a writer was told that nobody reads any more.
fn is_gone(why: &(dyn std::error::Error + 'static)) -> bool {
    why.downcast_ref::<io::Error>().is_some_and(|why| why.kind() == io::ErrorKind::BrokenPipe)
}

impl From<SheetError> for Failure {
    fn from(error: SheetError) -> Self {
        match error {
            SheetError::Invalid(report) => Self::Invalid(report),
            SheetError::Unverified(report) => Self::Unverified(report),
            SheetError::Failed { why: Some(why), .. } if is_gone(why.as_ref()) => Self::Gone,
            error @ SheetError::Failed { .. } => Self::Machine(error.into()),
        }
    }
}

impl From<TermsError> for Failure {
    fn from(error: TermsError) -> Self {
        SheetError::from(error).into()
    }
}

impl From<CountError> for Failure {
    fn from(error: CountError) -> Self {
        SheetError::from(error).into()
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        SheetError::from(error).into()
    }
}

impl From<ShoeError> for Failure {
    fn from(error: ShoeError) -> Self {
        SheetError::from(error).into()
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::Gone } else { Self::Machine(error.into()) }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Machine(error)
    }
}
