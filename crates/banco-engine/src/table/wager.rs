//! Wagers on the layout.

use banco_money::{Amount, MoneyError};
use serde::{Deserialize, Serialize};

use super::people::{Person, Seat};
use super::spot::SpotId;

/// With what a wager is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tender {
    /// Value chips or plaques.
    Chips,
    /// Promotional chips.
    Promotional,
    /// A match-play coupon, beside chips.
    Coupon,
}

/// What lies on a spot for one bettor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stake {
    /// In value chips.
    pub chips: Amount,
    /// In promotional chips.
    pub promotional: Amount,
    /// The face value of match-play coupons.
    pub coupon: Amount,
}

impl Stake {
    /// Nothing yet.
    #[must_use]
    pub const fn nothing(zero: Amount) -> Self {
        Self { chips: zero, promotional: zero, coupon: zero }
    }

    /// So much of one tender.
    #[must_use]
    pub fn of(tender: Tender, amount: Amount) -> Self {
        let nothing = Self::nothing(Amount::zero(amount.currency()));
        match tender {
            Tender::Chips => Self { chips: amount, ..nothing },
            Tender::Promotional => Self { promotional: amount, ..nothing },
            Tender::Coupon => Self { coupon: amount, ..nothing },
        }
    }

    /// Both together.
    ///
    /// # Errors
    /// A figure that does not fit.
    pub fn plus(self, other: Self) -> Result<Self, MoneyError> {
        Ok(Self {
            chips: self.chips.plus(other.chips)?,
            promotional: self.promotional.plus(other.promotional)?,
            coupon: self.coupon.plus(other.coupon)?,
        })
    }

    /// What the table's limits look at: coupons do not count.
    ///
    /// # Errors
    /// A figure that does not fit.
    pub fn limited(self) -> Result<Amount, MoneyError> {
        self.chips.plus(self.promotional)
    }

    /// What odds are paid on.
    ///
    /// # Errors
    /// A figure that does not fit.
    pub fn total(self) -> Result<Amount, MoneyError> {
        self.limited()?.plus(self.coupon)
    }
}

/// Which wager of whom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BetKey {
    /// Whether it is the dealer's to win.
    pub for_dealer: bool,
    /// Who made it.
    pub owner: Person,
    /// On which spot.
    pub spot: SpotId,
}

/// A wager on the layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bet {
    /// Which wager of whom.
    pub key: BetKey,
    /// At which seat's area.
    pub seat: Seat,
    /// How much.
    pub stake: Stake,
    /// How many results the table had seen when it was made (wagers on a run).
    pub since: u32,
    /// Whether the dealer has already taken it in, as progressive wagers are.
    pub taken_in: bool,
}
