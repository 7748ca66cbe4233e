//! Hidden triggers.

use serde::{Deserialize, Serialize};

use super::Said;
use crate::hidden::Hidden;
use crate::link::reconcile::Moved;
use crate::link::setup::Setup;
use crate::link::state::Link;
use crate::link::trigger::TriggerSecret;
use crate::name::Name;
use crate::shelf::Shelf;

/// Hidden triggers. Where they are spent, the event that spends them opens them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum TriggerEvent {
    /// On the wire, what is hidden is its commitment.
    Sealed {
        #[serde(rename = "commitment")]
        sealed: Hidden<TriggerSecret>,
        meter: Name,
    },
}

impl TriggerEvent {
    pub(super) fn change_link(&self, link: &mut Link, _: &Shelf) {
        match self {
            Self::Sealed { meter, sealed } => {
                let shown = link.shown(*meter).unwrap_or_default();
                link.triggers.entry(*meter).or_default().seal(*sealed, shown);
            }
        }
    }

    pub(super) fn say(&self, _: &Link) -> Said {
        match self {
            Self::Sealed { .. } => Vec::new(),
        }
    }

    pub(super) const fn move_money(&self, _: &mut Moved) {
        match self {
            Self::Sealed { .. } => {}
        }
    }

    pub(super) fn tell(&self, setup: &Setup) -> String {
        match self {
            Self::Sealed { meter, sealed } => {
                format!("{} has a hidden trigger: {sealed}", setup.printed_name(*meter))
            }
        }
    }
}
