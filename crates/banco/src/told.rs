//! What happens at a table in words, with the clauses behind it.

use banco_engine::table::Reason;
use banco_engine::{Name, Names, link, pit};
use owo_colors::OwoColorize as _;

/// What happened at a table or on a link, and by which clauses.
pub fn happening(happening: &pit::Happening, story: &str) -> String {
    with_clauses(story, happening.clauses().as_slice())
}

/// A refusal in words.
pub struct Refused {
    /// Why.
    pub why: String,
    /// What to do instead.
    pub hint: Option<String>,
}

impl Refused {
    /// A refusal in which people are called what they are called here.
    pub fn of(refusal: &pit::Refusal, names: &Names<'_>) -> Self {
        let (why, hint) = match refusal {
            pit::Refusal::Table(refusal) => (why(&refusal.reason, names), instead(&refusal.reason, names)),
            pit::Refusal::Link(refusal) => (why_of_link(&refusal.reason, names), None),
            pit::Refusal::NoTable(_) | pit::Refusal::NoLink(_) => (None, None),
        };
        Self { why: why.unwrap_or_else(|| refusal.to_string()), hint: hint.or_else(|| refusal.hint()) }
    }
}

/// Why something was refused, by which clauses, and what to do instead.
pub fn refused(refusal: &pit::Refusal, names: &Names<'_>) -> Vec<String> {
    lines(&Refused::of(refusal, names), refusal)
}

/// The same in words of one's own.
pub fn lines(told: &Refused, refusal: &pit::Refusal) -> Vec<String> {
    let why = format!("{} {} ({})", "refused:".red(), told.why, refusal.code());
    let hint = told.hint.as_ref().map(|hint| format!("{} {hint}", "hint:".bold()));
    std::iter::once(with_clauses(&why, refusal.clauses())).chain(hint).collect()
}

/// A text, and the clauses behind it.
pub fn with_clauses(text: &str, clauses: &[Name]) -> String {
    if clauses.is_empty() {
        return text.to_owned();
    }
    format!("{text} {}", format!("[{}]", clauses.join(", ")).dimmed())
}

/// Why not, where somebody is named.
fn why(reason: &Reason, names: &Names<'_>) -> Option<String> {
    let who = |person| names.person(person);
    Some(match *reason {
        Reason::NoAccommodation { helper, person } => {
            format!("{} was not allowed to act for {}", who(helper), who(person))
        }
        Reason::UnknownPerson { person } => format!("{} does not play at this table", who(person)),
        Reason::NotYourTurn { person, .. } => format!("it is not the turn of {}", who(person)),
        Reason::OwnBank { person } => {
            format!("{} holds the bank and does not bet against it", who(person))
        }
        Reason::AnotherDealer { person } => {
            format!("{} has already done this step; another dealer must", who(person))
        }
        Reason::AlreadyHere { person } => format!("{} is already at the table", who(person)),
        Reason::WagersInPlay { person } => format!("wagers of {} are in play", who(person)),
        Reason::NoSuivi { person } => {
            format!("{} did not cover and lose the last wager alone", who(person))
        }
        Reason::SamePerson { person } => {
            format!("{} may not decide on this alone: another person must", who(person))
        }
        Reason::Involved { person } => format!("{} plays here, and does not decide on it", who(person)),
        _ => return None,
    })
}

/// What to do instead, where somebody is named.
fn instead(reason: &Reason, names: &Names<'_>) -> Option<String> {
    match *reason {
        Reason::NotYourTurn { whose: Some(whose), .. } => {
            Some(format!("{} has the word", names.person(whose)))
        }
        _ => None,
    }
}

fn why_of_link(reason: &link::Reason, names: &Names<'_>) -> Option<String> {
    let who = |person| names.person(person);
    Some(match *reason {
        link::Reason::Involved { person } => {
            format!("{} plays here, and does not decide on it", who(person))
        }
        link::Reason::SamePerson { person } => {
            format!("{} may not decide on this alone: another person must", who(person))
        }
        link::Reason::NotRegistered { person } => {
            format!("no wager of {} was registered at START GAME", who(person))
        }
        link::Reason::SensorTwice { person } => format!("{} has two wagers on one sensor", who(person)),
        link::Reason::MayStillWin { person } => {
            format!("{} may still win the Must Hit meter", who(person))
        }
        _ => return None,
    })
}
