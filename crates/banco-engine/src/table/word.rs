//! What the house's own machines say to the table: the shoe or the card reader, and the nodes of the links.
//!
//! No command of a person can become one of these, and whoever sends them answers for them: the shell takes
//! them from its own shoe and from the links of the pit.

use std::fmt;
use std::sync::Arc;

use banco_cards::Card;
use banco_money::Amount;
use serde::{Deserialize, Serialize};

use super::people::Person;
use super::restriction::Restriction;
use super::state::Contact;
use super::wager::BetKey;
use crate::hidden::{Commitment, Hidden};
use crate::name::Name;
use crate::shoe_opening::ShoeOpening;

/// A jackpot, by its number on its link.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HitId(pub u32);

impl fmt::Display for HitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "jackpot {}", self.0)
    }
}

/// A round with progressive wagers, by its number on its link.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameId(pub u32);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}", self.0)
    }
}

/// What a machine of the house says to the table. Hidden cards are written by their commitment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Word {
    /// The next card comes out of the shoe.
    Card(Hidden<Card>),
    /// The next card comes out of the shoe to be burnt.
    Burn(Hidden<Card>),
    /// The cut card comes out of a shoe that is read by a machine.
    CutCard,
    /// A machine has read the cards that were turned.
    Turned(Vec<Card>),
    /// The order of a virtual shoe is fixed, and promised in public.
    #[serde(skip)]
    ShoeCommitted {
        /// Which shoe since the table opened, from one.
        shoe: u32,
        /// The promise.
        root: Commitment,
    },
    /// A virtual shoe that is over is shown as a whole.
    #[serde(skip)]
    ShoeOpened(Arc<ShoeOpening>),
    /// The node of a link says something.
    Link(LinkWord),
    /// The account of somebody who plays here says something.
    Account(AccountWord),
}

impl Word {
    /// The money it speaks of.
    pub(crate) fn amounts(&self) -> impl Iterator<Item = Amount> + '_ {
        let (shares, borne) = match self {
            Self::Link(LinkWord { says: LinkSays::Paid { shares, .. }, .. }) => (shares.as_slice(), None),
            Self::Link(LinkWord { says: LinkSays::Bears { amount, .. }, .. }) => (&[][..], Some(*amount)),
            Self::Account(AccountWord { restriction, .. }) => (&[][..], restriction.most),
            Self::Card(_)
            | Self::Burn(_)
            | Self::CutCard
            | Self::Turned(_)
            | Self::ShoeCommitted { .. }
            | Self::ShoeOpened(_)
            | Self::Link(_) => (&[][..], None),
        };
        shares.iter().map(|(_, amount)| *amount).chain(borne)
    }
}

/// What the account of somebody says to a table where they play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountWord {
    /// Whose account.
    pub person: Person,
    /// What binds their wagers from now on.
    pub restriction: Restriction,
}

/// What the node of a link says to one table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LinkWord {
    /// Which link.
    pub link: Name,
    /// The how manieth word of this link to this table it is, from one: a word is taken once, however often and in
    /// whatever order words come.
    pub number: u32,
    /// What it says.
    pub says: LinkSays,
}

/// What a link says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkSays {
    /// Whether the table hears the link, and which wagers a pending jackpot locks.
    Contact(Vec<(Name, Contact)>),
    /// A supervisor has verified a jackpot: what hangs on it is paid now.
    Verified {
        /// Which jackpot.
        hit: HitId,
        /// The meter.
        meter: Name,
        /// By which wagers it was won.
        winners: Vec<BetKey>,
    },
    /// A jackpot is paid.
    Paid {
        /// Which jackpot.
        hit: HitId,
        /// The meter.
        meter: Name,
        /// What each winner takes; nothing where the meter held nothing.
        shares: Vec<(BetKey, Amount)>,
    },
    /// A jackpot was rejected.
    Rejected {
        /// Which jackpot.
        hit: HitId,
        /// The meter.
        meter: Name,
        /// By which wagers it was claimed.
        winners: Vec<BetKey>,
        /// Why the claim did not hold.
        reason: Arc<str>,
    },
    /// A meter bears what the tray has paid.
    Bears {
        /// In which game.
        game: GameId,
        /// For which wager.
        wager: Name,
        /// What the meter pays for the table.
        amount: Amount,
    },
}
