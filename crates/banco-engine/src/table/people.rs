//! Who is at the table, and in which capacity.

use std::fmt;

use banco_money::Amount;
use serde::{Deserialize, Serialize};

pub use crate::authority::{Actor, Person, Role};

/// A seat: where it is, counterclockwise from the dealer's right, and the number printed there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// How many seats lie between it and the dealer's right hand.
    #[serde(rename = "index")]
    pub at: u8,
    /// The number printed on the layout.
    pub number: u8,
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.number)
    }
}

/// Where a participant is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// On the seat.
    #[serde(rename = "seated")]
    At(Seat),
    /// Behind it, betting over the shoulder of whoever sits there.
    Behind(Seat),
}

impl Place {
    /// The seat whose areas of the layout are used.
    #[must_use]
    pub const fn seat(self) -> Seat {
        match self {
            Self::At(seat) | Self::Behind(seat) => seat,
        }
    }

    /// Whether somebody sits there.
    #[must_use]
    pub const fn is_seated(self) -> bool {
        matches!(self, Self::At(_))
    }
}

/// Somebody who plays at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Participant {
    /// The participant, as the house knows them.
    pub person: Person,
    /// The seat, or the place behind one.
    pub place: Place,
    /// Value chips and plaques in front of them.
    pub chips: Amount,
    /// Promotional chips in front of them.
    pub promotional: Amount,
    /// Match-play coupons in front of them, by face value.
    pub coupons: Amount,
    /// Vigorish that is marked and not yet collected.
    pub owed: Amount,
    /// Whether it was owed when a new shoe began.
    pub overdue: bool,
}

impl Participant {
    /// Somebody who has just arrived.
    #[must_use]
    pub fn new(person: Person, place: Place, nothing: Amount) -> Self {
        let owed = nothing;
        Self { person, place, chips: nothing, promotional: nothing, coupons: nothing, owed, overdue: false }
    }

    /// Whether they owe vigorish from an earlier shoe.
    #[must_use]
    pub const fn is_overdue(&self) -> bool {
        self.overdue && self.owed.is_positive()
    }
}
