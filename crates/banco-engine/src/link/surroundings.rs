//! What a link must know of the house around it to decide.

use banco_cards::Hand;

use crate::authority::Person;
use crate::cage::Time;
use crate::link::state::{Link, TableId};
use crate::name::Name;
use crate::shelf::Shelf;

/// The house around a link. The pit is one; a shelf alone is a house without people, tables and other links.
pub trait Surroundings {
    /// The rules that are at hand.
    fn shelf(&self) -> &Shelf;

    /// Another link.
    fn link(&self, name: Name) -> Option<&Link>;

    /// Whether somebody plays at a table.
    fn plays_at(&self, person: Person, table: TableId) -> bool;

    /// What is going on at a table whose round may still become void.
    fn unsettled(&self, table: TableId) -> Option<&'static str>;

    /// The cards that lie open at a table now, the Player's and the Banker's.
    fn lying(&self, table: TableId) -> Option<[Hand; 2]> {
        let _ = table;
        None
    }

    /// Until when somebody can approve what is asked for now, where anybody knows the time.
    fn answer_by(&self) -> Option<Time> {
        None
    }

    /// Whether the house has full controls: software neither verifies nor pays a jackpot, and nobody sets a link up alone.
    fn has_full_controls(&self) -> bool {
        false
    }
}

impl Surroundings for Shelf {
    fn shelf(&self) -> &Shelf {
        self
    }

    fn link(&self, _: Name) -> Option<&Link> {
        None
    }

    fn plays_at(&self, _: Person, _: TableId) -> bool {
        false
    }

    fn unsettled(&self, _: TableId) -> Option<&'static str> {
        None
    }
}
