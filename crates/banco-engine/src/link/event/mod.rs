//! What has happened on the link: facts, each with its clauses.
//!
//! The vocabulary is split by topic. A topic's file holds its part of it, and beside it how the link changes by
//! it, which money it moves, what it says to tables, and how it is told; so whoever adds an event is asked by
//! the compiler for all of it. Events are written down as they are: fields stand in alphabetical order, meters
//! and wagers have the names of the rulebook, and nothing in an event depends on this process.

mod changes;
mod games;
mod jackpots;
mod operation;
mod readings;
mod tables;
mod triggers;

pub use changes::{Approval, ChangeEvent};
pub use games::{Borne, GameEvent};
pub use jackpots::JackpotEvent;
pub use operation::{MeterOpening, OperationEvent};
pub use readings::ReadingEvent;
pub use tables::TableEvent;
pub use triggers::TriggerEvent;

use crate::link::reconcile::Moved;
use crate::link::setup::Setup;
use crate::link::state::{Link, TableId};
use crate::link::trigger::TriggerSecret;
use crate::name::Name;
use crate::shelf::Shelf;
use crate::table::LinkSays;

/// What is said to tables.
pub(super) type Said = Vec<(TableId, LinkSays)>;

topics! {
    /// The link is set up, opens and closes.
    Operation(OperationEvent),
    /// Tables come and go.
    Table(TableEvent),
    /// Rounds with progressive wagers.
    Game(GameEvent),
    /// Jackpots, from the cards to the payment.
    Jackpot(JackpotEvent),
    /// Hidden triggers.
    Trigger(TriggerEvent),
    /// What two people change.
    Change(ChangeEvent),
    /// Readings of the meters.
    Reading(ReadingEvent),
    =>
    fn change_link(link: &mut Link, shelf: &Shelf);
    fn say(link: &Link) -> Said;
    pub(super) fn move_money(moved: &mut Moved);
    fn tell(setup: &Setup) -> String;
}

impl Event {
    /// The clauses behind it.
    #[must_use]
    pub const fn clauses(&self) -> &'static [Name] {
        self.clauses.as_slice()
    }

    /// What has happened, in words.
    #[must_use]
    pub fn story(&self, setup: &Setup) -> String {
        self.what.tell(setup)
    }

    /// The part of it that is not written down in the open: the secret of a trigger.
    #[must_use]
    pub const fn secret(&self) -> Option<TriggerSecret> {
        match &self.what {
            What::Trigger(TriggerEvent::Sealed { sealed, .. }) => sealed.unseal(),
            What::Operation(_)
            | What::Table(_)
            | What::Game(_)
            | What::Jackpot(_)
            | What::Change(_)
            | What::Reading(_) => None,
        }
    }

    /// The public commitment to its secret.
    #[must_use]
    pub const fn commitment(&self) -> Option<crate::hidden::Commitment> {
        match &self.what {
            What::Trigger(TriggerEvent::Sealed { sealed, .. }) => sealed.commitment(),
            What::Operation(_)
            | What::Table(_)
            | What::Game(_)
            | What::Jackpot(_)
            | What::Change(_)
            | What::Reading(_) => None,
        }
    }

    /// The same with the secret that a sealed part of a record holds.
    #[must_use]
    pub fn with_secret(mut self, secret: TriggerSecret) -> Self {
        if let What::Trigger(TriggerEvent::Sealed { sealed, .. }) = &mut self.what {
            *sealed = sealed.filled(secret);
        }
        self
    }
}

/// Changes the link by what has happened; rules are found on the shelf. Events come from [`crate::link::decide`]
/// and [`crate::link::hear`], or from a record. A link that cannot follow stops with the evidence.
pub fn evolve(link: &mut Link, event: &Event, shelf: &Shelf) {
    spread(link, event, shelf);
}

/// Changes the link, and says which tables it has said something to, by the numbers of the words.
pub(crate) fn spread(link: &mut Link, event: &Event, shelf: &Shelf) -> Vec<(TableId, u32)> {
    link.version = link.version.saturating_add(1);
    if link.fault.is_some() {
        return Vec::new();
    }
    event.what.change_link(link, shelf);
    let said = event.what.say(link);
    said.into_iter().map(|(table, says)| (table, link.say(table, says))).collect()
}
