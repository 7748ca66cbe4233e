//! What is done at a table: by a person, or by a machine of the house.

use banco_engine::table::{Actor, Command, Event, Refusal, Table, Word, decide, hear};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    Person(Actor, Command),
    Machine(Word),
}

impl Order {
    /// What it makes happen.
    pub fn decide(self, table: &Table) -> Result<Vec<Event>, Refusal> {
        match self {
            Self::Person(by, command) => decide(table, by, command),
            Self::Machine(word) => hear(table, word),
        }
    }

    /// Whether a dealer signs on or off, of which no rulebook speaks.
    pub const fn is_about_duty(&self) -> bool {
        matches!(self, Self::Person(_, Command::SignOn | Command::SignOff))
    }
}

impl From<(Actor, Command)> for Order {
    fn from((by, command): (Actor, Command)) -> Self {
        Self::Person(by, command)
    }
}

impl From<Word> for Order {
    fn from(word: Word) -> Self {
        Self::Machine(word)
    }
}
