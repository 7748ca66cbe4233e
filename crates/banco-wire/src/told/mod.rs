//! What has happened, told to those who may know it.
//!
//! For every event there is one answer to "who may see it", and the compiler asks for that of a new one. It follows the
//! views: what lies on the felt and what the dealer says is for everybody, the sign at the pit included, as long as
//! nobody is named; who sits where and wagers what is for whoever looks at the table; what somebody has in front of
//! them is theirs and the staff's; the books are the floor's and the surveillance's. Some events have a part for
//! everybody and a part for few: then everybody else is told an outline, with the keys that are listed for them and no
//! other, so that a new field of an event is told to few until it is listed.

mod account;
mod link;
mod round;
mod table;

use banco_engine::pit::Happening;
use banco_engine::record::Record;
use banco_engine::table::{Account, Viewer};
use banco_engine::{Clauses, Names, Person, cage};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

pub use account::account_audience;
pub use link::link_audience;
pub use round::{StepAudience, step_audience};
pub use table::table_audience;

/// Who may hear something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Circle {
    /// Only those who are named.
    Nobody,
    /// The floor and the surveillance.
    Supervisors,
    /// The dealer as well; at the cage a cashier.
    Staff,
    /// Whoever looks at the table, but not the public sign.
    AtTable,
    /// Everybody.
    Everybody,
}

/// Who may see an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Audience {
    /// The stable name of the event: its topic and its name in the record, `dealing.card_dealt`.
    pub what: &'static str,
    /// Who may see all of it.
    pub whole: Circle,
    /// The people it concerns, who may as well.
    pub concerned: [Option<Person>; 2],
    /// What others may see of it.
    pub outline: Option<Outline>,
}

/// The part of an event for those who may not see all of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outline {
    /// For whom.
    pub to: Circle,
    /// The keys of the event that they are told.
    pub with: &'static [&'static str],
    /// What is said.
    said: Said,
}

/// How an outline is put into words.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Said {
    /// Like the whole, which names nothing that is left out.
    Story,
    /// So.
    Text(String),
    /// So, with somebody's name in between.
    About(String, Person, String),
}

impl Audience {
    /// For a circle.
    const fn of(what: &'static str, whole: Circle) -> Self {
        Self { what, whole, concerned: [None; 2], outline: None }
    }

    /// For somebody as well.
    fn and(mut self, person: Person) -> Self {
        let free = self.concerned.iter_mut().find(|place| place.is_none());
        free.into_iter().for_each(|place| *place = Some(person));
        self
    }

    /// With an outline for others.
    fn outline(self, to: Circle, with: &'static [&'static str], said: Said) -> Self {
        Self { outline: Some(Outline { to, with, said }), ..self }
    }
}

/// As what somebody looks at a link.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LinkViewer {
    /// Anybody, the public sign included.
    Everybody,
    /// The floor, executives and the surveillance.
    Staff,
}

/// Something that has happened, for one viewer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Told {
    /// The stable name of the event: its topic and its name in the record.
    #[schemars(regex(pattern = r"^[a-z_]+\.[a-z_]+$"))]
    pub what: &'static str,
    /// What has happened, in words.
    pub text: String,
    /// The clauses of the rulebook behind it.
    pub clauses: Vec<&'static str>,
    /// Whether keys were left out of the record that are not for this viewer.
    pub outline: bool,
    /// The record of it, as the journal keeps it; what lies face down is in it as a commitment.
    #[schemars(with = "Value")]
    pub data: Box<RawValue>,
}

impl Told {
    /// What has happened at a table, as the how manieth event of it; `None` if it is not for this viewer.
    #[must_use]
    pub fn at_table(happening: &Happening, number: u64, viewer: Viewer, names: &Names<'_>) -> Option<Self> {
        let audience = table_audience(&happening.at_table()?.what);
        let hears = |circle: Circle| match viewer {
            Viewer::Floor | Viewer::Surveillance => circle >= Circle::Supervisors,
            Viewer::Dealer => circle >= Circle::Staff,
            Viewer::Participant(_) | Viewer::Onlooker => circle >= Circle::AtTable,
            Viewer::Display => circle >= Circle::Everybody,
        };
        let person = match viewer {
            Viewer::Participant(person) => Some(person),
            Viewer::Onlooker | Viewer::Dealer | Viewer::Floor | Viewer::Surveillance | Viewer::Display => {
                None
            }
        };
        let story = || happening.story(names);
        tell(happening, number, &audience, (&hears, person), (&story, &|person| names.person(person)))
    }

    /// What has happened on a link; `None` if it is not for this viewer.
    #[must_use]
    pub fn on_link(happening: &Happening, number: u64, viewer: LinkViewer) -> Option<Self> {
        let Happening::Link(setup, event) = happening else { return None };
        let audience = link_audience(setup, &event.what);
        let hears = |circle: Circle| match viewer {
            LinkViewer::Staff => circle >= Circle::Supervisors,
            LinkViewer::Everybody => circle >= Circle::Everybody,
        };
        let story = || event.story(setup);
        tell(happening, number, &audience, (&hears, None), (&story, &|person| person.to_string()))
    }

    /// What has happened in an account; `None` if it is not for this viewer.
    #[must_use]
    pub fn in_account(
        happening: &Happening,
        number: u64,
        viewer: cage::Viewer,
        names: &dyn Fn(Person) -> String,
    ) -> Option<Self> {
        let Happening::Account(owner, event) = happening else { return None };
        let audience = account_audience(*owner, &event.what);
        let hears = |circle: Circle| match viewer {
            cage::Viewer::Cashier => circle >= Circle::Staff,
            cage::Viewer::Owner => circle >= Circle::Everybody,
        };
        let person = (viewer == cage::Viewer::Owner).then_some(*owner);
        let story = || event.story(*owner, names);
        tell(happening, number, &audience, (&hears, person), (&story, names))
    }
}

/// Tells an event as far as somebody may hear it.
fn tell(
    happening: &Happening,
    number: u64,
    audience: &Audience,
    (hears, person): (&dyn Fn(Circle) -> bool, Option<Person>),
    (story, names): (&dyn Fn() -> String, &dyn Fn(Person) -> String),
) -> Option<Told> {
    let concerned = person.is_some() && audience.concerned.contains(&person);
    let whole = concerned || hears(audience.whole);
    let outline = audience.outline.as_ref().filter(|outline| hears(outline.to));
    let (text, with) = match outline {
        _ if whole => (story(), None),
        None => return None,
        Some(outline) => {
            let text = match &outline.said {
                Said::Story => story(),
                Said::Text(text) => text.clone(),
                Said::About(before, person, after) => format!("{before}{}{after}", names(*person)),
            };
            (text, Some(outline.with))
        }
    };
    let clauses: Clauses = happening.clauses();
    Some(Told {
        what: audience.what,
        text,
        clauses: clauses.as_slice().iter().map(|clause| clause.as_str()).collect(),
        outline: !whole,
        data: record(happening, number, with),
    })
}

/// The record of an event, as the journal keeps it, or with some keys of the event alone.
fn record(happening: &Happening, number: u64, with: Option<&[&str]>) -> Box<RawValue> {
    let mut line = Vec::new();
    // What the journal keeps can be written.
    let written = Record::new(happening, number).write(&mut line).is_ok();
    let text = String::from_utf8(line).ok().filter(|_| written);
    let data = match with {
        None => text.and_then(|text| RawValue::from_string(text).ok()),
        Some(with) => text.and_then(|text| outlined(&text, with)),
    };
    data.unwrap_or_else(|| RawValue::NULL.to_owned())
}

/// A record with some keys of its event alone; they stand two steps inside `what`.
fn outlined(text: &str, with: &[&str]) -> Option<Box<RawValue>> {
    let mut value: Value = serde_json::from_str(text).ok()?;
    let topic = value.get_mut("what")?.as_object_mut()?.values_mut().next()?;
    if let Some(event) = topic.as_object_mut().and_then(|topic| topic.values_mut().next()) {
        event.as_object_mut()?.retain(|key, _| with.contains(&key.as_str()));
    }
    to_raw_value(&value).ok()
}

/// Whose an account of the table is.
const fn owner_of(account: Account) -> Option<Person> {
    match account {
        Account::Chips(person)
        | Account::Promotional(person)
        | Account::Coupons(person)
        | Account::Owed(person) => Some(person),
        Account::Outside
        | Account::House
        | Account::Tray
        | Account::Drop
        | Account::Layout
        | Account::Progressive
        | Account::Link
        | Account::Cover
        | Account::Tokes
        | Account::Charged
        | Account::Collected
        | Account::Issued
        | Account::IssuedOnLayout => None,
    }
}
