//! Refusals: a reason, its stable code, its message and its place in the order of precedence, written once for
//! tables, links and accounts alike.

use std::fmt;
use std::sync::Arc;

use banco_money::Amount;

use crate::authority::{Actor, Person, RequestId, Role};
use crate::name::Clauses;
use crate::names::Names;

/// A command that is not carried out. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal<R> {
    /// What stands against it.
    pub reason: R,
    /// By which clauses.
    pub clauses: Clauses,
}

impl<R: WhyNot> Refusal<R> {
    /// A stable name for this kind of refusal.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.reason.code()
    }

    /// What to do instead.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        self.reason.hint(None)
    }

    /// Why, in words for people.
    #[must_use]
    pub fn said(&self, names: &Names<'_>) -> String {
        fmt::from_fn(|f| self.reason.say(f, names)).to_string()
    }

    /// What to do instead, in words for people.
    #[must_use]
    pub fn hint_said(&self, names: &Names<'_>) -> Option<String> {
        self.reason.hint(Some(names))
    }
}

impl<R: fmt::Display> fmt::Display for Refusal<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

impl<R: fmt::Display + fmt::Debug> std::error::Error for Refusal<R> {}

/// What every kind of reason knows of itself, and the reasons that tables and links share.
pub trait WhyNot: Sized {
    /// The stable codes, in order of precedence.
    const CODES: &'static [&'static str];

    /// A stable name for this kind of refusal.
    fn code(&self) -> &'static str;

    /// What to do instead; people are called by their names where these are known.
    fn hint(&self, names: Option<&Names<'_>>) -> Option<String>;

    /// Why, in words for people.
    fn say(&self, f: &mut fmt::Formatter<'_>, names: &Names<'_>) -> fmt::Result;

    /// Somebody acts in the wrong capacity.
    fn wrong_role(role: Role, needed: &'static str) -> Self;

    /// A reason is missing.
    fn reason_needed() -> Self;

    /// Another person must do this.
    fn same_person(person: Person) -> Self;

    /// Somebody decides on what is their own.
    fn involved(person: Person) -> Self;

    /// So much is for an executive.
    fn executive_needed(amount: Amount) -> Self;

    /// Nobody has asked for that.
    fn unknown_request(request: RequestId) -> Self;

    /// Nobody has answered it in time.
    fn request_expired(request: RequestId) -> Self;
}

/// A refusal for a reason, by its clauses.
pub(crate) const fn refuse<R>(reason: R, clauses: Clauses) -> Refusal<R> {
    Refusal { reason, clauses }
}

/// Only in one of these capacities.
pub(crate) fn need_role<R: WhyNot>(
    by: Actor,
    roles: &[Role],
    needed: &'static str,
    clauses: Clauses,
) -> Result<(), Refusal<R>> {
    if roles.contains(&by.role()) {
        return Ok(());
    }
    Err(refuse(R::wrong_role(by.role(), needed), clauses))
}

/// Only with a reason.
pub(crate) fn need_reason<R: WhyNot>(reason: &str, clauses: Clauses) -> Result<Arc<str>, Refusal<R>> {
    if reason.trim().is_empty() {
        return Err(refuse(R::reason_needed(), clauses));
    }
    Ok(reason.trim().into())
}

/// How a figure of a reason is said to people: a person by name, everything else as it is.
pub(crate) trait Say {
    /// The figure, in words.
    fn said(&self, names: Option<&Names<'_>>) -> String;
}

impl Say for Person {
    fn said(&self, names: Option<&Names<'_>>) -> String {
        names.map_or_else(|| self.to_string(), |names| names.person(*self))
    }
}

impl Say for Option<Person> {
    fn said(&self, names: Option<&Names<'_>>) -> String {
        self.map_or_else(|| "nobody".to_owned(), |person| person.said(names))
    }
}

macro_rules! said_as_it_is {
    ($($type:ty),* $(,)?) => {
        $(impl Say for $type {
            fn said(&self, _: Option<&Names<'_>>) -> String {
                self.to_string()
            }
        })*
    };
}

said_as_it_is!(
    &'static str,
    String,
    u8,
    u16,
    u32,
    bool,
    usize,
    Amount,
    banco_cards::Card,
    banco_cards::Side,
    banco_money::MoneyError,
    Role,
    RequestId,
    crate::cage::HoldId,
    crate::table::Cards,
    crate::cage::Kind,
    crate::cage::LimitKey,
    crate::cage::Period,
    crate::cage::Status,
    crate::cage::Time,
    crate::link::TableId,
    crate::name::Name,
    crate::shelf::RulesId,
    crate::table::GameId,
    crate::table::HitId,
    crate::table::Seat,
);

macro_rules! reasons {
    ($( #[error($text:literal)] $code:literal $variant:ident $( { $($(#[$from:ident])? $field:ident : $type:ty),* $(,)? } )? ; )*) => {
        /// A command that is not carried out. Nothing has changed.
        pub type Refusal = $crate::reasons::Refusal<Reason>;

        /// Why a command was refused. Where several hold, the one that comes first here is told.
        #[derive(Clone, PartialEq, Eq, Debug)]
        #[expect(missing_docs, reason = "the messages say what the fields are")]
        pub enum Reason {
            $( $variant $( { $($field : $type),* } )?, )*
        }

        impl Reason {
            fn tell(
                &self,
                f: &mut std::fmt::Formatter<'_>,
                names: Option<&$crate::names::Names<'_>>,
            ) -> std::fmt::Result {
                match self {
                    $( Self::$variant $( { $($field),* } )? => {
                        $( $( #[allow(unused_variables, reason = "not every message tells every figure")]
                        let $field = $crate::reasons::Say::said($field, names); )* )?
                        write!(f, $text)
                    } )*
                }
            }
        }

        impl std::fmt::Display for Reason {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.tell(f, None)
            }
        }

        impl std::error::Error for Reason {}

        impl From<banco_money::MoneyError> for Reason {
            fn from(error: banco_money::MoneyError) -> Self {
                Self::BadMoney { error }
            }
        }

        impl $crate::reasons::WhyNot for Reason {
            const CODES: &'static [&'static str] = &[$($code),*];

            fn code(&self) -> &'static str {
                match self {
                    $( Self::$variant { .. } => $code, )*
                }
            }

            fn hint(&self, names: Option<&$crate::names::Names<'_>>) -> Option<String> {
                self.what_instead(names)
            }

            fn say(
                &self,
                f: &mut std::fmt::Formatter<'_>,
                names: &$crate::names::Names<'_>,
            ) -> std::fmt::Result {
                self.tell(f, Some(names))
            }

            fn wrong_role(role: $crate::authority::Role, needed: &'static str) -> Self {
                Self::WrongRole { role, needed }
            }

            fn reason_needed() -> Self {
                Self::ReasonNeeded
            }

            fn same_person(person: $crate::authority::Person) -> Self {
                Self::SamePerson { person }
            }

            fn involved(person: $crate::authority::Person) -> Self {
                Self::Involved { person }
            }

            fn executive_needed(amount: banco_money::Amount) -> Self {
                Self::ExecutiveNeeded { amount }
            }

            fn unknown_request(request: $crate::authority::RequestId) -> Self {
                Self::UnknownRequest { request }
            }

            fn request_expired(request: $crate::authority::RequestId) -> Self {
                Self::RequestExpired { request }
            }
        }
    };
}
