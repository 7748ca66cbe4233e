//! What is asked of a floor, and what it answers.

use std::sync::Arc;

use banco_engine::Names;
use banco_engine::link::TableId;
use banco_engine::pit::{Command, Refusal, Word};
use banco_engine::table::{self, Actor, Cards, Person, Role, Rules};
use banco_house::{Draw, NoRandomness, Said};
use banco_journal::{Answer, By, CommandId, Hash, ItemChange, StoreError};
use serde::Serialize;

/// Something that is to happen.
#[derive(Clone, Debug)]
pub struct Ask {
    /// What whoever asks calls it: the same thing asked twice happens once.
    pub id: CommandId,
    /// Who asks and for what, hashed: the same id for something else is refused.
    pub body: Hash,
    /// What.
    pub wish: Wish,
    /// By which term of a lease, where only one of many nodes may do it.
    pub term: Option<u64>,
    /// What changes beside the streams with it.
    pub items: Vec<ItemChange>,
    /// Whether the house says it for a participant who says nothing or is gone.
    pub for_absent: bool,
}

/// What is to happen.
#[derive(Clone)]
pub enum Wish {
    /// Somebody gives a command, or a machine of the house says a word.
    Said(Said),
    /// A table is put up.
    PutUp {
        /// Which one.
        table: TableId,
        /// Which cards it deals; without it takes either.
        cards: Option<Cards>,
        /// By which rules.
        rules: Arc<Rules>,
        /// Who puts it up.
        by: Actor,
    },
    /// A card comes out of the virtual shoe, if it is still the one that is due. The floor takes it from the shoe when it
    /// decides: an ask that comes late or twice cannot bring a card that has left the shoe already.
    Draw(Draw),
    /// A table hears what its links have said.
    Deliver(TableId),
}

/// What may hold a card is not printed.
impl std::fmt::Debug for Wish {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Said(said) => said.fmt(f),
            Self::PutUp { table, .. } => write!(f, "put up {table}"),
            Self::Draw(draw) => write!(f, "draw card {} of {}", draw.place, draw.table()),
            Self::Deliver(table) => write!(f, "deliver to {table}"),
        }
    }
}

impl Ask {
    /// Something that is asked for once.
    #[must_use]
    pub const fn new(id: CommandId, body: Hash, wish: Wish) -> Self {
        Self { id, body, wish, term: None, items: Vec::new(), for_absent: false }
    }

    /// The same, said by the house for a participant who says nothing or is gone.
    #[must_use]
    pub const fn for_absent(mut self) -> Self {
        self.for_absent = true;
        self
    }

    /// Who makes it happen.
    pub(crate) fn by(&self) -> By {
        match &self.wish {
            Wish::Said(Said::Command(actor, _)) if self.for_absent && actor.role() == Role::Participant => {
                By::Stand { participant: actor.person().0, machine: "house".to_owned() }
            }
            Wish::Said(Said::Command(actor, _)) | Wish::PutUp { by: actor, .. } => person(*actor),
            Wish::Said(Said::Word(Word::Table(..))) | Wish::Draw(_) => machine("shoe"),
            Wish::Said(Said::Word(Word::Link(..))) => machine("generator"),
            Wish::Said(Said::Word(Word::Account(..) | Word::Time(_))) => machine("clock"),
            Wish::Said(Said::Word(Word::AskerGone(..))) => machine("people"),
            Wish::Deliver(_) => machine("link"),
        }
    }

    /// The player who asks; `None` for the house, its staff and its machines.
    pub(crate) fn player(&self) -> Option<Person> {
        match &self.wish {
            Wish::Said(Said::Command(actor, _)) if actor.role() == Role::Participant && !self.for_absent => {
                Some(actor.person())
            }
            Wish::Said(_) | Wish::PutUp { .. } | Wish::Draw(_) | Wish::Deliver(_) => None,
        }
    }

    /// The rules that come with it: those of a table that is put up, or that plays by others from now on.
    pub(crate) const fn rules(&self) -> Option<&Arc<Rules>> {
        match &self.wish {
            Wish::PutUp { rules, .. }
            | Wish::Said(Said::Command(_, Command::Table(_, table::Command::AdoptTerms { rules, .. }))) => {
                Some(rules)
            }
            Wish::Said(_) | Wish::Draw(_) | Wish::Deliver(_) => None,
        }
    }

    /// Whose rules it is about, for the words of an answer.
    pub(crate) const fn table(&self) -> Option<TableId> {
        match &self.wish {
            Wish::Said(Said::Command(_, Command::Table(table, _)) | Said::Word(Word::Table(table, _)))
            | Wish::PutUp { table, .. }
            | Wish::Deliver(table) => Some(*table),
            Wish::Draw(draw) => Some(draw.table()),
            Wish::Said(
                Said::Command(_, Command::Link(..) | Command::Account(..))
                | Said::Word(Word::Link(..) | Word::Account(..) | Word::Time(_) | Word::AskerGone(..)),
            ) => None,
        }
    }
}

fn machine(name: &str) -> By {
    By::Machine { machine: name.to_owned() }
}

fn person(actor: Actor) -> By {
    let role = serde_json::to_value(actor.role()).ok();
    let role = role.as_ref().and_then(serde_json::Value::as_str).unwrap_or_default().to_owned();
    let person = actor.person().0;
    match actor.acting_for() {
        Some(participant) => By::Helper { participant: participant.0, person, role },
        None => By::Person { person, role },
    }
}

/// What became of it. It is durable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answered {
    /// As it was answered the first time, and will be whenever it is asked again.
    pub answer: Answer,
    /// Whether it was answered before.
    pub again: bool,
}

impl Answered {
    /// Whether it happened.
    #[must_use]
    pub const fn happened(&self) -> bool {
        self.answer.status < 400
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unanswered {
    /// The id was used for something else.
    #[error("command {0} was something else")]
    OtherBody(CommandId),
    /// The lease under which it was asked has been taken over.
    #[error("another node runs this table now")]
    Fenced,
    /// More comes in than can be kept. Nothing has happened.
    #[error("more comes in than can be kept")]
    Busy,
    /// The store is away or full. Nothing has happened.
    #[error("it cannot be kept now: {0}")]
    Away(StoreError),
    /// There is no randomness to draw a shoe by. Nothing has happened, and nothing is dealt without it.
    #[error(transparent)]
    NoRandomness(NoRandomness),
    /// Nobody knows yet whether it happened: ask again with the same id.
    #[error("whether it happened is not known yet")]
    Unknown,
    /// The floor is closing.
    #[error("the floor is closing")]
    Closing,
}

/// What happened, as it is answered.
#[derive(Serialize)]
struct Done {
    /// Where each stream that was written ends now.
    streams: std::collections::BTreeMap<String, u64>,
}

/// That it happened, and where.
pub(crate) fn done(ends: impl Iterator<Item = (String, u64)>) -> Answer {
    let done = Done { streams: ends.collect() };
    Answer { status: 200, text: serde_json::to_string(&done).unwrap_or_default() }
}

/// The answer to a draw when another card is due by now.
pub(crate) fn not_due() -> Answer {
    let (code, title) = ("card_not_due", "another card is due by now".to_owned());
    let kind = format!("/problems/{code}");
    let problem = Problem { kind, title, status: 409, code, clauses: Vec::new(), hint: None };
    Answer { status: 409, text: serde_json::to_string(&problem).unwrap_or_default() }
}

/// A refusal, as it is answered: RFC 9457.
#[derive(Serialize)]
struct Problem<'a> {
    #[serde(rename = "type")]
    kind: String,
    title: String,
    status: u16,
    code: &'a str,
    clauses: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

/// That the rules do not allow it, and by which clauses.
pub(crate) fn refused(refusal: &Refusal, names: Option<&Names<'_>>) -> Answer {
    let (title, hint) = match names {
        Some(names) => (refusal.said(names), refusal.hint_said(names)),
        None => (refusal.to_string(), refusal.hint()),
    };
    let code = refusal.code();
    let clauses = refusal.clauses().iter().map(|clause| clause.as_str()).collect();
    let problem = Problem { kind: format!("/problems/{code}"), title, status: 409, code, clauses, hint };
    Answer { status: 409, text: serde_json::to_string(&problem).unwrap_or_default() }
}
