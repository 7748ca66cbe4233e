//! Something that is to be done at a table or on a link, and by whom.

use std::fmt;
use std::sync::Arc;

use banco_engine::link::{self, TableId};
use banco_engine::pit::{Command, Happening, Pit, Refusal};
use banco_engine::table::{self, Actor, Reason};
use banco_money::Amount;

/// Something that is to be done, and by whom. Whoever drives the tables has the pit decide on it.
#[derive(Clone)]
pub struct Act {
    by: Actor,
    command: Command,
}

impl Act {
    /// Something at a table.
    #[must_use]
    pub const fn at(table: TableId, by: Actor, command: table::Command) -> Self {
        Self { by, command: Command::Table(table, command) }
    }

    /// Something on a link.
    #[must_use]
    pub fn on(link: &Arc<str>, by: Actor, command: link::Command) -> Self {
        Self { by, command: Command::Link(Arc::clone(link), command) }
    }

    /// Who does it.
    #[must_use]
    pub const fn by(&self) -> Actor {
        self.by
    }

    /// As the pit takes it.
    #[must_use]
    pub fn into_parts(self) -> (Actor, Command) {
        (self.by, self.command)
    }

    /// What it makes happen; nothing has changed yet.
    ///
    /// # Errors
    /// What is not allowed.
    pub fn decide(&self, pit: &Pit) -> Result<Vec<Happening>, Refusal> {
        pit.decide(self.by, self.command.clone())
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

/// A command may hold a card that lies face down, so it is never printed.
impl fmt::Debug for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Act").field("by", &self.by).finish_non_exhaustive()
    }
}
