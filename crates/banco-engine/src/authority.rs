//! Who acts, in which capacity, and what takes two people.
//!
//! An [`Actor`] is made by the shell, which knows who is signed in and as what; it cannot be read from a text,
//! so no message of a client becomes one. What the shoe, the generator and the links say are no commands of
//! people but words of other types (`table::Word`, `link::Word`, `cage::Word`).
//!
//! What moves money or annuls a game is asked for by one person and approved by another, each in a command of
//! their own. The approval names the request, and the request says exactly what will happen. It waits for a while only:
//! whoever gives it to the pit says until when, and the pit is told the time.

use std::fmt;

use banco_money::Amount;
use serde::{Deserialize, Serialize};

use crate::cage::Time;
use crate::name::Clauses;
use crate::reasons::{Refusal, WhyNot, need_role, refuse};

/// Somebody, by the number under which the shell knows them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Person(pub u32);

impl fmt::Display for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "person {}", self.0)
    }
}

/// In which capacity somebody acts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Plays at the table.
    Participant,
    /// Deals, calls the game and settles.
    Dealer,
    /// The floorperson or a supervisor above.
    Floor,
    /// Whoever confirms what is above the floor's level.
    Executive,
    /// The surveillance department.
    Surveillance,
    /// Takes money in and pays it out at the cage.
    Cashier,
}

impl Role {
    /// What the texts call them.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Participant => "participant",
            Self::Dealer => "dealer",
            Self::Floor => "floorperson",
            Self::Executive => "executive",
            Self::Surveillance => "surveillance",
            Self::Cashier => "cashier",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Who gives a command. Only the shell makes one, for somebody who is signed in as that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Actor {
    person: Person,
    role: Role,
    acting_for: Option<Person>,
    automatic: bool,
}

impl Actor {
    /// Somebody in a capacity of their own, as the shell has made sure.
    #[must_use]
    pub const fn new(role: Role, person: Person) -> Self {
        Self { person, role, acting_for: None, automatic: false }
    }

    /// Software that acts for the house.
    #[must_use]
    pub const fn automatic(role: Role, person: Person) -> Self {
        Self { person, role, acting_for: None, automatic: true }
    }

    /// Somebody who acts for a participant. The table checks whether the floor has allowed it.
    #[must_use]
    pub const fn helping(person: Person, participant: Person) -> Self {
        Self { person, role: Role::Participant, acting_for: Some(participant), automatic: false }
    }

    /// Whether software acts, and no person.
    #[must_use]
    pub const fn is_automatic(self) -> bool {
        self.automatic
    }

    /// The person who acts, whatever the role.
    #[must_use]
    pub const fn person(self) -> Person {
        self.person
    }

    /// In which capacity.
    #[must_use]
    pub const fn role(self) -> Role {
        self.role
    }

    /// For which participant, where somebody acts for another.
    #[must_use]
    pub const fn acting_for(self) -> Option<Person> {
        self.acting_for
    }

    /// The participant this concerns: the actor, or whom the actor acts for.
    #[must_use]
    pub const fn participant(self) -> Person {
        match self.acting_for {
            Some(person) => person,
            None => self.person,
        }
    }
}

/// Something that was asked for, by its number at the table, on the link or in the account.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RequestId(pub u32);

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "request {}", self.0)
    }
}

/// Something that one person has asked for and another must approve.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request<T> {
    /// Who asked.
    pub by: Person,
    /// Its number.
    pub id: RequestId,
    /// In which capacity they asked.
    pub role: Role,
    /// The last second in which it can be approved, where somebody has said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Time>,
    /// Exactly what happens once it is approved.
    pub what: T,
}

impl<T> Request<T> {
    /// Whether nobody can approve it any more.
    #[must_use]
    pub fn has_expired(&self, now: Time) -> bool {
        self.until.is_some_and(|until| until < now)
    }
}

/// Who may ask for what takes two people, and approve it.
const APPROVERS: &[Role] = &[Role::Floor, Role::Executive];
const APPROVERS_NAME: &str = "floorperson or executive";

/// Somebody may ask for what takes two people, unless it is their own affair.
pub(crate) fn may_ask<R: WhyNot>(
    by: Actor,
    involved: impl Fn(Person) -> bool,
    clauses: Clauses,
) -> Result<(), Refusal<R>> {
    need_role(by, APPROVERS, APPROVERS_NAME, clauses)?;
    if involved(by.person) {
        return Err(refuse(R::involved(by.person), clauses));
    }
    Ok(())
}

/// Somebody may approve a request: another person than whoever asked, with nothing of their own in it; an
/// executive is one of the two where an amount reaches the level.
pub(crate) fn may_approve<T, R: WhyNot>(
    request: &Request<T>,
    by: Actor,
    executive_for: Option<Amount>,
    involved: impl Fn(Person) -> bool,
    clauses: Clauses,
) -> Result<(), Refusal<R>> {
    may_ask(by, &involved, clauses)?;
    if request.by == by.person {
        return Err(refuse(R::same_person(by.person), clauses));
    }
    // Whoever asked may have sat down since.
    if involved(request.by) {
        return Err(refuse(R::involved(request.by), clauses));
    }
    match executive_for {
        Some(amount) if ![request.role, by.role].contains(&Role::Executive) => {
            Err(refuse(R::executive_needed(amount), clauses))
        }
        _ => Ok(()),
    }
}

/// A request by its number. One that nobody answered in time is told from one that never was.
pub(crate) fn find_request<'r, T, R: WhyNot>(
    requests: &'r [Request<T>],
    expired: &[Request<T>],
    id: RequestId,
    clauses: Clauses,
) -> Result<&'r Request<T>, Refusal<R>> {
    let found = requests.iter().find(|request| request.id == id);
    let expired = expired.iter().any(|request| request.id == id);
    let why = || if expired { R::request_expired(id) } else { R::unknown_request(id) };
    found.ok_or_else(|| refuse(why(), clauses))
}

/// So many requests that nobody answered in time are kept for those who ask about them.
const EXPIRED: usize = 8;

/// Nobody has answered a request in time.
pub(crate) fn expire<T>(open: &mut Vec<Request<T>>, expired: &mut Vec<Request<T>>, id: RequestId) {
    let (over, waits): (Vec<_>, Vec<_>) = open.drain(..).partition(|request| request.id == id);
    *open = waits;
    expired.extend(over);
    let many = expired.len().saturating_sub(EXPIRED);
    expired.drain(..many);
}

/// The requests that nobody has answered in time.
pub(crate) fn overdue<T>(requests: &[Request<T>], now: Time) -> impl Iterator<Item = &Request<T>> {
    requests.iter().filter(move |request| request.has_expired(now))
}
