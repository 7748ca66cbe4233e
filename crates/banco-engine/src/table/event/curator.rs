//! Who deals from the shoe, where participants do.

use std::fmt::{self, Formatter};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Pay;
use crate::authority::Person;
use crate::names::Names;
use crate::shelf::Shelf;
use crate::table::people::Seat;
use crate::table::state::{Asked, Round, Table};

/// Who deals from the shoe.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Curator {
    /// A participant.
    #[serde(rename = "participant", with = "crate::wire::sitter")]
    Person(Person, Seat),
    /// The dealer, for a participant who wants it so.
    #[serde(with = "crate::wire::sitter")]
    DealerFor(Person, Seat),
    /// The dealer, because nobody took the shoe.
    Dealer,
}

impl Curator {
    /// The participant who has the shoe, and their seat.
    #[must_use]
    pub const fn participant(self) -> Option<(Person, Seat)> {
        match self {
            Self::Person(person, seat) | Self::DealerFor(person, seat) => Some((person, seat)),
            Self::Dealer => None,
        }
    }
}

/// Why the shoe or the bank is passed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PassedWhy {
    /// Whoever had it wanted it.
    Choice,
    /// The Banker's hand has lost.
    BankerLost,
    /// The dealer or the floor ordered it.
    Order(Arc<str>),
    /// Whoever had it has left.
    Left,
    /// The position was held as long as it may be.
    RoundsUsed,
}

/// Who deals from the shoe, where participants do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum CuratorEvent {
    ShoeOffered { person: Person, seat: Seat },
    ShoeDeclined { person: Person, seat: Seat },
    CuratorNamed { curator: Curator },
    ShoePassed { from: Option<Seat>, why: PassedWhy },
}

impl CuratorEvent {
    pub(super) fn change_table(&self, table: &mut Table, _: &Shelf) {
        match self {
            Self::ShoeOffered { seat, person } => {
                let before = table.shoe_asked.map(|asked| (asked.from, asked.except));
                let passed = table.curator.and_then(Curator::participant).map(|(_, seat)| seat);
                let (from, except) = before.unwrap_or((*seat, passed));
                table.shoe_asked = Some(Asked { person: *person, seat: *seat, from, except });
            }
            Self::CuratorNamed { curator } => {
                table.curator = Some(*curator);
                table.shoe_asked = None;
            }
            Self::ShoePassed { .. } => table.shoe_asked = None,
            Self::ShoeDeclined { .. } => {}
        }
    }

    pub(super) const fn change_round(&self, _: &mut Round) {}

    pub(super) fn move_money(&self, _: Pay<'_>) {}

    pub(super) fn tell(&self, f: &mut Formatter<'_>, _: &Names<'_>) -> fmt::Result {
        match self {
            Self::ShoeOffered { seat, .. } => write!(f, "the shoe is offered to {seat}"),
            Self::ShoeDeclined { seat, .. } => write!(f, "{seat} declines the shoe"),
            Self::CuratorNamed { curator: Curator::Dealer } => write!(f, "the dealer is curator"),
            Self::CuratorNamed { curator: Curator::Person(_, seat) } => write!(f, "{seat} is curator"),
            Self::CuratorNamed { curator: Curator::DealerFor(_, seat) } => {
                write!(f, "the dealer is curator for {seat}")
            }
            Self::ShoePassed { from, why } => {
                let from = from.map_or_else(|| "the dealer".to_owned(), |seat| seat.to_string());
                match why {
                    PassedWhy::Choice => write!(f, "{from} passes the shoe"),
                    PassedWhy::BankerLost => {
                        write!(f, "{from} must pass the shoe: the Banker's hand has lost")
                    }
                    PassedWhy::Order(reason) => write!(f, "{from} is ordered to pass the shoe: {reason}"),
                    PassedWhy::Left | PassedWhy::RoundsUsed => write!(f, "{from} leaves the shoe"),
                }
            }
        }
    }
}
