//! A link as it is kept, and read back.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::setup::Setup;
use super::state::{Link, setup_under};
use super::trigger::{TriggerSecret, Triggers};
use crate::hidden::Hidden;
use crate::name::Name;
use crate::shelf::Shelf;
use crate::table::GameId;

/// What the written form of a link leaves out, meter by meter.
pub(crate) type Unwritten = BTreeMap<Name, UnwrittenMeter>;

/// What the written form of a Must Hit meter leaves out.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnwrittenMeter {
    current: Option<Opened>,
    next: Option<Opened>,
    due: Option<GameId>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Opened {
    #[serde(with = "crate::wire::fraction")]
    fraction: u64,
    #[serde(with = "crate::wire::nonce")]
    nonce: [u8; 32],
}

impl Opened {
    fn of(hidden: Hidden<TriggerSecret>) -> Option<Self> {
        hidden.unseal().map(|TriggerSecret { fraction, nonce }| Self { fraction, nonce })
    }

    /// Puts it back into what hides it.
    fn into_hidden(this: Option<Self>, hidden: &mut Hidden<TriggerSecret>) {
        if let Some(Self { fraction, nonce }) = this {
            *hidden = hidden.filled(TriggerSecret { fraction, nonce });
        }
    }
}

impl Link {
    /// What the written form leaves out. Whoever keeps it seals it.
    pub(crate) fn unwritten(&self) -> Unwritten {
        let of = |triggers: &Triggers| UnwrittenMeter {
            current: triggers.current.and_then(|cycle| Opened::of(cycle.secret)),
            next: triggers.next.and_then(Opened::of),
            due: triggers.due,
        };
        self.triggers.iter().map(|(meter, triggers)| (*meter, of(triggers))).collect()
    }

    /// Puts back what the written form leaves out; `None` if it is of another link, or its rules are not on the shelf.
    pub(crate) fn completed(mut self, mut unwritten: Unwritten, shelf: &Shelf) -> Option<Self> {
        self.setup = match self.rules {
            Some(rules) => setup_under(shelf, rules, self.name)?,
            None => Arc::new(Setup::blank(self.name)),
        };
        for (meter, triggers) in &mut self.triggers {
            let UnwrittenMeter { current, next, due } = unwritten.remove(meter)?;
            triggers.current.iter_mut().zip([current]).for_each(|(cycle, opened)| {
                Opened::into_hidden(opened, &mut cycle.secret);
            });
            triggers.next.iter_mut().zip([next]).for_each(|(hidden, opened)| {
                Opened::into_hidden(opened, hidden);
            });
            triggers.due = due;
        }
        unwritten.is_empty().then_some(self)
    }
}
