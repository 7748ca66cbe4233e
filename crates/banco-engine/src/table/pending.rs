//! What waits at a table, or was said there and still holds: offers, claims, irregularities, what links have said.

use std::collections::BTreeSet;
use std::sync::Arc;

use banco_cards::Side;
use banco_money::Amount;
use serde::{Deserialize, Serialize};

use super::command::Irregularity;
use super::people::{Person, Role, Seat};
use super::wager::{BetKey, Stake};
use crate::name::Name;

/// Somebody is offered something, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Asked {
    /// Who is asked.
    pub person: Person,
    /// At which seat.
    pub seat: Seat,
    /// From which seat on the offer goes around.
    pub from: Seat,
    /// Who is not asked, because they have just passed it on.
    pub except: Option<Seat>,
}

/// A wager that was called out with cash.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Spoken {
    /// Whoever called the wager out.
    pub person: Person,
    /// Which wager.
    pub wager: Name,
    /// The amount that was called out.
    pub amount: Amount,
}

/// A House Money wager that was settled before the third cards, kept in case the round becomes void.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Early {
    /// The wager that was decided early.
    pub key: BetKey,
    /// At which seat.
    pub seat: Seat,
    /// What lay on the spot.
    pub stake: Stake,
    /// Whether it lost.
    pub lost: bool,
    /// What was handed to the bettor.
    pub handed: Amount,
    /// What was added to which wager.
    pub pressed: Option<(Name, Amount)>,
}

/// A share of a meter that a seat has won.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PendingClaim {
    /// The wager that has won the share.
    pub key: BetKey,
    /// At which seat.
    pub seat: Seat,
    /// Of which meter.
    pub meter: Name,
    /// Which share.
    pub share: banco_money::Percent,
    /// In which round.
    pub round: u32,
    /// Whether a supervisor has verified it.
    pub verified: bool,
    /// What the dealer has of it once it is verified.
    pub dealer_envy: Amount,
}

/// Whether a table hears the link of a progressive wager.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Contact {
    /// Not at all: the wager cannot be offered.
    Lost,
    /// It does.
    Ready,
    /// It does, and a jackpot is pending that keeps rounds with the wager from starting.
    Pending,
}

/// An irregularity that waits for the floor's decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Incident {
    /// What went wrong.
    pub what: Irregularity,
    /// Who reported it.
    pub by: Person,
    /// In which capacity.
    pub role: Role,
}

/// What a table has heard of one link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Heard {
    /// Which link.
    pub link: Name,
    /// Every word up to this number.
    pub upto: u32,
    /// Words above it that came before others.
    pub beyond: BTreeSet<u32>,
    /// The last word on whether the link is heard.
    pub contact: u32,
    /// All that the link has paid here: jackpots, and what meters bore.
    pub received: Amount,
}

impl Heard {
    /// Whether a word was taken already.
    #[must_use]
    pub fn has(&self, word: u32) -> bool {
        word <= self.upto || self.beyond.contains(&word)
    }

    pub(super) fn take(&mut self, word: u32) {
        if !self.has(word) {
            self.beyond.insert(word);
        }
        while self.beyond.remove(&self.upto.saturating_add(1)) {
            self.upto = self.upto.saturating_add(1);
        }
    }
}

/// Somebody is to turn a hand though another has more on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proposal {
    /// Which hand.
    pub side: Side,
    /// Who is to turn it.
    pub to: Person,
    /// At which seat.
    pub seat: Seat,
    /// Who has agreed.
    pub agreed: Vec<Person>,
}

/// Why the table is held.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hold {
    /// The supervisor who holds it.
    pub by: Person,
    /// What everybody at the table was told.
    pub reason: Arc<str>,
}
