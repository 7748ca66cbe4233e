//! Readings of the meters.

use serde::{Deserialize, Serialize};

use super::Said;
use crate::authority::Person;
use crate::link::reconcile::{MeterReading, Moved};
use crate::link::setup::Setup;
use crate::link::state::Link;
use crate::shelf::Shelf;

/// Readings of the meters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum ReadingEvent {
    Taken { by: Person, day: u32, meters: Vec<MeterReading> },
}

impl ReadingEvent {
    pub(super) const fn change_link(&self, link: &mut Link, _: &Shelf) {
        match self {
            Self::Taken { day, .. } => link.last_day = Some(*day),
        }
    }

    pub(super) fn say(&self, _: &Link) -> Said {
        match self {
            Self::Taken { .. } => Vec::new(),
        }
    }

    pub(super) const fn move_money(&self, _: &mut Moved) {
        match self {
            Self::Taken { .. } => {}
        }
    }

    pub(super) fn tell(&self, setup: &Setup) -> String {
        match self {
            Self::Taken { day, .. } => format!("the meters of {} are read, day {day}", setup.name),
        }
    }
}
