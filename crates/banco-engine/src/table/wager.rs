//! Wagers on the layout.

use banco_money::{Amount, MoneyError};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::people::{Person, Seat};
use super::spot::SpotId;
use crate::name::Name;

/// With what a wager is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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
    pub fn in_tender(tender: Tender, amount: Amount) -> Self {
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

impl Serialize for Stake {
    /// Chips always, the rest where there is some: most stakes are chips alone.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("chips", &self.chips)?;
        for (name, amount) in [("coupon", &self.coupon), ("promotional", &self.promotional)] {
            if !amount.is_zero() {
                map.serialize_entry(name, amount)?;
            }
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Stake {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Parts {
            chips: Amount,
            #[serde(default)]
            coupon: Option<Amount>,
            #[serde(default)]
            promotional: Option<Amount>,
        }
        let Parts { chips, coupon, promotional } = Parts::deserialize(deserializer)?;
        let nothing = Amount::zero(chips.currency());
        let (coupon, promotional) = (coupon.unwrap_or(nothing), promotional.unwrap_or(nothing));
        Ok(Self { chips, promotional, coupon })
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
    /// Which wager, as the rulebook names it: `dragon-bonus.player`.
    pub wager: Name,
}

/// A wager on the layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bet {
    /// Which wager of whom.
    pub key: BetKey,
    /// Its place among the wagers of the table.
    pub spot: SpotId,
    /// At which seat's area.
    pub seat: Seat,
    /// What lies there, by kind of chip.
    pub stake: Stake,
    /// How many results the table had seen when it was made (wagers on a run).
    pub since: u32,
    /// Whether the dealer has already taken it in, as progressive wagers are.
    pub taken_in: bool,
    /// Whether what it wins hangs on a jackpot that is not verified yet.
    pub waits: bool,
}
