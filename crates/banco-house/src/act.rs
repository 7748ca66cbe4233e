//! Something that is to be done at a table or on a link: by a person, or by a machine of the house.

use std::fmt;

use banco_engine::Name;
use banco_engine::link::{self, TableId};
use banco_engine::pit::{Command, Decision, Happening, Pit, Refusal, Word};
use banco_engine::table::{self, Actor, Reason};
use banco_money::Amount;

use crate::shoe::VirtualShoe;
use crate::words;

/// A person's command, or a machine's word.
#[derive(Clone)]
pub enum Said {
    /// Somebody gives a command.
    Command(Actor, Command),
    /// The shoe or the generator says a word.
    Word(Word),
}

/// Something that is to be done. Whoever drives the tables has the pit decide on it.
#[derive(Clone)]
pub struct Act {
    said: Said,
}

impl Act {
    /// Somebody does something at a table.
    #[must_use]
    pub const fn at(table: TableId, by: Actor, command: table::Command) -> Self {
        Self { said: Said::Command(by, Command::Table(table, command)) }
    }

    /// Somebody does something on a link.
    #[must_use]
    pub const fn on(link: Name, by: Actor, command: link::Command) -> Self {
        Self { said: Said::Command(by, Command::Link(link, command)) }
    }

    /// The shoe says something to its table.
    #[must_use]
    pub const fn shoe_says(table: TableId, word: table::Word) -> Self {
        Self { said: Said::Word(Word::Table(table, word)) }
    }

    /// The shoe of a table is promised to it, by its number there.
    #[must_use]
    pub fn shoe_is_promised(table: TableId, number: u32, shoe: &VirtualShoe) -> Self {
        Self::shoe_says(table, words::shoe_committed(number, shoe.opening().root()))
    }

    /// A shoe that is over is shown at its table. Never before it is over: this tells every card.
    #[must_use]
    pub fn shoe_is_shown(table: TableId, shoe: &VirtualShoe) -> Self {
        Self::shoe_says(table, words::shoe_opened(shoe.opening()))
    }

    /// The house's generator says something to a link.
    #[must_use]
    pub const fn generator_says(link: Name, word: link::Word) -> Self {
        Self { said: Said::Word(Word::Link(link, word)) }
    }

    /// Who does it; nobody, where a machine speaks.
    #[must_use]
    pub const fn by(&self) -> Option<Actor> {
        match self.said {
            Said::Command(by, _) => Some(by),
            Said::Word(_) => None,
        }
    }

    /// As the pit takes it.
    #[must_use]
    pub fn into_said(self) -> Said {
        self.said
    }

    /// What it makes happen; nothing has changed yet.
    ///
    /// # Errors
    /// What is not allowed.
    pub fn decide(&self, pit: &Pit) -> Result<Decision, Refusal> {
        match self.said.clone() {
            Said::Command(by, command) => pit.decide(by, command),
            Said::Word(word) => pit.hear(word),
        }
    }

    /// Decides, puts it in place, and brings the tables what they can hear: for whoever keeps no record.
    ///
    /// # Errors
    /// What is not allowed.
    pub fn carry_out(&self, pit: &mut Pit) -> Result<Vec<Happening>, Refusal> {
        match self.said.clone() {
            Said::Command(by, command) => pit.carry_out(by, command),
            Said::Word(word) => pit.carry_out_word(word),
        }
    }

    /// What is wanted of a tray, or of somebody, that has too little for it.
    pub(crate) fn not_enough(&self, pit: &Pit) -> Option<Amount> {
        match self.decide(pit) {
            Err(Refusal::Table(refusal)) => match refusal.reason {
                Reason::NotEnough { wanted, .. } => Some(wanted),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether it is allowed.
    pub(crate) fn is_allowed(&self, pit: &Pit) -> bool {
        self.decide(pit).is_ok()
    }
}

/// What may hold a card that lies face down or a trigger is not printed, whatever its parts print of themselves.
impl fmt::Debug for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.said.fmt(f)
    }
}

impl fmt::Debug for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command(by, _) => f.debug_struct("Command").field("by", by).finish_non_exhaustive(),
            Self::Word(_) => f.debug_struct("Word").finish_non_exhaustive(),
        }
    }
}
