//! The input of a command, as the journal keeps it: everything that the engine needs to decide the command again from
//! the state before.
//!
//! It holds no face that its events do not show: cards of a virtual shoe are named by their place, other hidden cards by
//! their commitment, and what a shoe says follows from the sealed shoe.

use std::collections::BTreeMap;

use banco_engine::Hidden;
use banco_engine::RulesId;
use banco_engine::cage::Time;
use banco_engine::link::TableId;
use banco_engine::pit::{Command, Word};
use banco_engine::table::{self, Actor, Cards, Minute, Person, Role};
use banco_house::{Draw, Said};
use banco_journal::{At, StreamName};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::ask::{Ask, Wish};
use crate::books::Books;

/// What was decided, and on what.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Input {
    /// Whether the house acted for a participant who says nothing or is gone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) absent: bool,
    /// The entry of the stream `floor` that holds the configuration of the house.
    pub(crate) house: u64,
    /// What was asked for.
    pub(crate) operation: Operation,
    /// The streams that were looked at or written, with how many entries each had.
    pub(crate) streams: BTreeMap<StreamName, u64>,
    /// The second in which it was decided, where that is not the one of its entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) time: Option<Time>,
}

/// What was asked for.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Operation {
    /// A table plays by other rules from now on.
    Adopt {
        /// The minute at which they are adopted.
        at: Minute,
        /// Who decided it.
        by: Author,
        /// The rules.
        rules: RulesId,
        /// Which table.
        table: TableId,
    },
    /// A command of a person, or of software that acts for one.
    Command {
        /// Who gave it.
        by: Author,
        /// The command.
        what: Command,
    },
    /// A table hears what its links have said.
    Deliver {
        /// Which table.
        table: TableId,
    },
    /// A card comes out of a virtual shoe.
    Draw {
        /// Whether it is burned.
        burnt: bool,
        /// Its place in the shoe.
        place: u16,
        /// At which table.
        table: TableId,
    },
    /// A table is put up.
    PutUp {
        /// Who put it up.
        by: Author,
        /// Which cards it deals.
        cards: Option<Cards>,
        /// Its rules.
        rules: RulesId,
        /// Its number.
        table: TableId,
    },
    /// A virtual shoe is promised, or shown once it is over; the sealed shoe tells which and how.
    Shoe {
        /// At which table.
        table: TableId,
    },
    /// A device of the house says something.
    Signal(Word),
}

/// The author of a command, with everything that the engine knows of one. An [`Actor`] itself is never read from a text;
/// this one is read from journals only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Author {
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    automatic: bool,
    #[serde(rename = "for", default, skip_serializing_if = "Option::is_none")]
    participant: Option<Person>,
    person: Person,
    role: Role,
}

impl From<Actor> for Author {
    fn from(actor: Actor) -> Self {
        let (automatic, participant) = (actor.is_automatic(), actor.acting_for());
        Self { automatic, participant, person: actor.person(), role: actor.role() }
    }
}

impl Author {
    /// The actor that it was; nothing where no actor can have been that.
    fn actor(self) -> Option<Actor> {
        let actor = match (self.participant, self.automatic) {
            (Some(participant), _) => Actor::helping(self.person, participant),
            (None, true) => Actor::automatic(self.role, self.person),
            (None, false) => Actor::new(self.role, self.person),
        };
        (Self::from(actor) == self).then_some(actor)
    }
}

/// Why an input cannot be decided again.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InputError {
    /// It cannot be read.
    #[error("the input of the command cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// It is written in another way than the one in which inputs are written.
    #[error("the input of the command is not in canonical form")]
    NotCanonical,
    /// No actor can be that.
    #[error("nobody can act as the author in the input of the command")]
    NoAuthor,
    /// Rules that are not kept.
    #[error("the input of the command names rules that are not kept: {0}")]
    NoRules(RulesId),
    /// A shoe that has nothing to say.
    #[error("the shoe of {0} has nothing to promise and nothing to show, or is not sealed here")]
    SilentShoe(TableId),
}

impl Operation {
    fn of(wish: &Wish) -> Self {
        match wish {
            Wish::Said(Said::Command(
                by,
                Command::Table(table, table::Command::AdoptTerms { rules, at }),
            )) => Self::Adopt { at: *at, by: (*by).into(), rules: rules.id, table: *table },
            Wish::Said(Said::Command(by, what)) => Self::Command { by: (*by).into(), what: what.clone() },
            Wish::Said(Said::Word(Word::Table(
                table,
                table::Word::ShoeCommitted { .. } | table::Word::ShoeOpened(_),
            ))) => Self::Shoe { table: *table },
            Wish::Said(Said::Word(word)) => Self::Signal(word.clone()),
            Wish::PutUp { table, cards, rules, by } => {
                Self::PutUp { by: (*by).into(), cards: *cards, rules: rules.id, table: *table }
            }
            Wish::Draw(draw) => Self::Draw { burnt: draw.burnt, place: draw.place, table: draw.table() },
            Wish::Deliver(table) => Self::Deliver { table: *table },
        }
    }

    /// What is to be decided again, on books as they were before.
    fn wish(&self, books: &Books) -> Result<Wish, InputError> {
        let rules = |id| books.pit().shelf().find(id).cloned().ok_or(InputError::NoRules(id));
        let actor = |author: &Author| author.actor().ok_or(InputError::NoAuthor);
        Ok(match self {
            Self::Adopt { at, by, rules: id, table } => {
                let command = table::Command::AdoptTerms { rules: rules(*id)?, at: *at };
                Wish::Said(Said::Command(actor(by)?, Command::Table(*table, command)))
            }
            Self::Command { by, what } => Wish::Said(Said::Command(actor(by)?, what.clone())),
            Self::Deliver { table } => Wish::Deliver(*table),
            Self::Draw { burnt, place, table } => Wish::Draw(Draw::at(*table, *place, *burnt)),
            Self::PutUp { by, cards, rules: id, table } => {
                Wish::PutUp { table: *table, cards: *cards, rules: rules(*id)?, by: actor(by)? }
            }
            Self::Shoe { table } => {
                let (_, act) = books.shoe_says(*table).ok_or(InputError::SilentShoe(*table))?;
                Wish::Said(act.into_said())
            }
            Self::Signal(word) => Wish::Said(Said::Word(word.clone())),
        })
    }
}

impl Input {
    /// The input of something that is asked for.
    pub(crate) fn new(ask: &Ask, house: u64, time: Time, at: At) -> Self {
        Self {
            absent: ask.for_absent,
            house,
            operation: Operation::of(&ask.wish),
            streams: BTreeMap::new(),
            time: Some(time).filter(|time| *time != second_of(at)),
        }
    }

    /// The second in which it was decided.
    pub(crate) fn decided_at(&self, at: At) -> Time {
        self.time.unwrap_or_else(|| second_of(at))
    }

    /// Canonical JSON.
    pub(crate) fn write(&self) -> serde_json::Result<Box<RawValue>> {
        let mut value = serde_json::to_value(self)?;
        value.sort_all_objects();
        serde_json::value::to_raw_value(&value)
    }

    /// Reads it back; there is one way to write it.
    pub(crate) fn read(text: &RawValue) -> Result<Self, InputError> {
        let input: Self = serde_json::from_str(text.get())?;
        if input.write()?.get() == text.get() { Ok(input) } else { Err(InputError::NotCanonical) }
    }

    /// What was asked for, to be decided again on books as they were before.
    pub(crate) fn ask(&self, cause: banco_journal::CommandId, books: &Books) -> Result<Ask, InputError> {
        let mut ask = Ask::new(cause, banco_journal::Hash::NONE, self.operation.wish(books)?);
        ask.for_absent = self.absent;
        Ok(ask)
    }
}

/// The time as accounts know it, in seconds.
pub(crate) fn second_of(at: At) -> Time {
    Time(u64::try_from(at.0).unwrap_or_default() / 1_000_000)
}

/// The place in a wish of a card that was entered or read, and that the journal keeps by its commitment at most.
pub(crate) fn entered_card(wish: &mut Wish) -> Option<&mut Hidden<banco_cards::Card>> {
    match wish {
        Wish::Said(
            Said::Command(_, Command::Table(_, table::Command::Card(card) | table::Command::BurnCard(card)))
            | Said::Word(Word::Table(_, table::Word::Card(card) | table::Word::Burn(card))),
        ) => Some(card),
        Wish::Said(_) | Wish::PutUp { .. } | Wish::Draw(_) | Wish::Deliver(_) => None,
    }
}
