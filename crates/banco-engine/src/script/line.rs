//! One line of a script.

use std::fmt;

use super::words::Words;
use crate::table::{Actor, Person, Role};

/// Who does something: a person, or a machine of the house.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Who {
    /// A person, in a capacity.
    Person(Actor),
    /// The virtual shoe or the card reader.
    Shoe,
    /// The node of a progressive link.
    Link,
    /// The house's generator of hidden triggers and draws.
    Generator,
}

/// People behind a seat are numbered from here.
const BEHIND: u32 = 100;
/// Staff are numbered from here.
const STAFF: u32 = 1_000;

/// A line of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// Opens the table and makes it ready for wagers, with what follows.
    Ready(String),
    /// What follows happens at the table of this number, which may have other terms than the first.
    Table(u32, String),
    /// Somebody does something.
    Act(Who, String),
    /// What is expected.
    Expect(Expectation),
}

/// What is expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expectation {
    /// The command before told this.
    Told(String),
    /// It did not tell this, after what was already named.
    NotTold(String),
    /// The command before was refused with this code, by these clauses and no others.
    Refused(String, Vec<String>),
    /// This stands at the table now.
    Stands(String),
}

/// Why a text is no line of a script.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{text}`: {problem}")]
pub struct ParseLineError {
    /// The line.
    pub text: String,
    /// What is wrong with it.
    pub problem: String,
}

impl Line {
    /// Reads a line.
    ///
    /// # Errors
    /// Says what a line looks like.
    pub fn parse(text: &str) -> Result<Self, ParseLineError> {
        let text = text.trim();
        let error = |problem: String| ParseLineError { text: text.to_owned(), problem };
        if let Some(told) = text.strip_prefix(">!") {
            return Ok(Self::Expect(Expectation::NotTold(told.trim().to_owned())));
        }
        if let Some(told) = text.strip_prefix('>') {
            return Ok(Self::Expect(Expectation::Told(told.trim().to_owned())));
        }
        if let Some(refused) = text.strip_prefix('!') {
            let mut words = Words::new(refused);
            let code = words.next().ok_or_else(|| error("a code is missing".to_owned()))?.to_owned();
            let clauses: Vec<String> = words.rest().split(", ").map(str::to_owned).collect();
            if words.is_empty() {
                return Err(error(format!("no refusal without a clause: write ! {code} CLAUSE, CLAUSE")));
            }
            return Ok(Self::Expect(Expectation::Refused(code, clauses)));
        }
        if let Some(stands) = text.strip_prefix('=') {
            return Ok(Self::Expect(Expectation::Stands(stands.trim().to_owned())));
        }
        if text == "ready" || text.starts_with("ready ") {
            return Ok(Self::Ready(text.trim_start_matches("ready").trim().to_owned()));
        }
        if let Some(which) = text.strip_prefix("table ") {
            let mut words = Words::new(which);
            let number = words.number().map_err(error)?;
            words.take("with");
            return Ok(Self::Table(number, words.rest().to_owned()));
        }
        let Some((who, what)) = text.split_once(": ") else {
            return Err(error("write WHO: WHAT, or begin with `>`, `!` or `=`".to_owned()));
        };
        let who = Who::parse(who).map_err(error)?;
        Ok(Self::Act(who, what.trim().to_owned()))
    }
}

impl Who {
    /// Reads `dealer`, `floor 2`, `executive`, `seat 3`, `behind 3`, `surveillance`, `shoe`, `link`, `generator`,
    /// or `X for seat 3`.
    ///
    /// # Errors
    /// Says who there is.
    pub fn parse(text: &str) -> Result<Self, String> {
        if let Some((helper, helped)) = text.split_once(" for ") {
            let (helper, helped) = (Self::person(helper)?, Self::person(helped)?);
            return Ok(Self::Person(Actor::helping(helper.person(), helped.person())));
        }
        match text {
            "shoe" => Ok(Self::Shoe),
            "link" => Ok(Self::Link),
            "generator" => Ok(Self::Generator),
            person => Self::person(person).map(Self::Person),
        }
    }

    /// Somebody, in a capacity.
    pub(super) fn person(text: &str) -> Result<Actor, String> {
        let mut words = Words::new(text);
        let kind = words.next().unwrap_or_default();
        let number = if words.is_empty() { None } else { Some(words.number::<u32>()?) };
        words.end()?;
        let staff = |role: Role, base: u32| Actor::new(role, Person(base + number.unwrap_or(1)));
        Ok(match (kind, number) {
            ("seat", Some(number)) => Actor::new(Role::Participant, Person(number)),
            ("behind", Some(number)) => Actor::new(Role::Participant, Person(BEHIND + number)),
            ("dealer", _) => staff(Role::Dealer, STAFF),
            ("floor", _) => staff(Role::Floor, 2 * STAFF),
            ("surveillance", _) => staff(Role::Surveillance, 3 * STAFF),
            ("executive", _) => staff(Role::Executive, 5 * STAFF),
            _ => {
                return Err(format!(
                    "`{text}` is nobody: write dealer, floor, executive, surveillance, shoe, link, generator, seat N or behind N"
                ));
            }
        })
    }
}

/// Who somebody of a script is, as [`Who::person`] reads it: `seat 3`, `floor 2`.
pub(super) fn spoken(Person(number): Person) -> String {
    let of_staff = number % STAFF;
    match number / STAFF {
        0 if number > BEHIND => format!("behind {}", number - BEHIND),
        1 => format!("dealer {of_staff}"),
        2 => format!("floor {of_staff}"),
        3 => format!("surveillance {of_staff}"),
        5 => format!("executive {of_staff}"),
        _ => format!("seat {number}"),
    }
}

/// What somebody of a script is called: `guest 3`, `floorperson 2`.
#[must_use]
pub fn called(person: Person) -> String {
    let Person(number) = person;
    let staff = |name: &str| match number % STAFF {
        1 => format!("the {name}"),
        other => format!("{name} {other}"),
    };
    match number / STAFF {
        0 if number > BEHIND => format!("guest behind {}", number - BEHIND),
        0 => format!("guest {number}"),
        1 => staff("dealer"),
        2 => staff("floorperson"),
        3 => staff("surveillance officer"),
        5 => staff("executive"),
        _ => format!("guest {number}"),
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let actor = match self {
            Self::Person(actor) => actor,
            Self::Shoe => return f.write_str("shoe"),
            Self::Link => return f.write_str("link"),
            Self::Generator => return f.write_str("generator"),
        };
        let person = actor.person();
        match actor.role() {
            Role::Participant if person.0 > BEHIND => write!(f, "behind {}", person.0 - BEHIND),
            Role::Participant => write!(f, "seat {}", person.0),
            other => write!(f, "{other}"),
        }
    }
}
