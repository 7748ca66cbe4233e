//! Tables come onto the link and leave it.

use serde::{Deserialize, Serialize};

use super::Said;
use crate::link::reconcile::Moved;
use crate::link::setup::Setup;
use crate::link::state::{Link, TableId};
use crate::shelf::Shelf;

/// Tables of the link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum TableEvent {
    /// `heard` is the word up to which the table has heard everything.
    Attached {
        heard: u32,
        table: TableId,
    },
    Detached {
        table: TableId,
    },
    ContactChanged {
        contact: bool,
        table: TableId,
    },
    WordsHeard {
        heard: u32,
        table: TableId,
    },
}

impl TableEvent {
    pub(super) fn change_link(&self, link: &mut Link, _: &Shelf) {
        match self {
            Self::Attached { heard, table } => {
                let station = link.station_mut(*table);
                (station.attached, station.contact) = (true, true);
                station.has_heard(*heard);
            }
            Self::Detached { table } => {
                let station = link.station_mut(*table);
                (station.attached, station.contact) = (false, false);
            }
            Self::ContactChanged { contact, table } => link.station_mut(*table).contact = *contact,
            Self::WordsHeard { heard, table } => link.station_mut(*table).has_heard(*heard),
        }
    }

    pub(super) fn say(&self, link: &Link) -> Said {
        match self {
            Self::Attached { table, .. } | Self::ContactChanged { table, .. } => {
                vec![(*table, link.contacts(*table))]
            }
            Self::Detached { .. } | Self::WordsHeard { .. } => Vec::new(),
        }
    }

    pub(super) fn move_money(&self, _: &mut Moved) {
        match self {
            Self::Attached { .. }
            | Self::Detached { .. }
            | Self::ContactChanged { .. }
            | Self::WordsHeard { .. } => {}
        }
    }

    pub(super) fn tell(&self, setup: &Setup) -> String {
        match self {
            Self::Attached { table, .. } => format!("{table} is on the link {}", setup.name),
            Self::Detached { table } => format!("{table} has left the link {}", setup.name),
            Self::ContactChanged { table, contact: true } => {
                format!("{table} hears the link {} again", setup.name)
            }
            Self::ContactChanged { table, contact: false } => {
                format!("{table} has lost the link {}", setup.name)
            }
            Self::WordsHeard { heard, table } => format!("{table} has heard everything up to word {heard}"),
        }
    }
}
