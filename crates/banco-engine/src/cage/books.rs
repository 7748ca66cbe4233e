//! Double entry of one account: every event moves money from one fund to another, so that all funds together are
//! always nothing.

use std::collections::BTreeMap;

use banco_money::{Amount, Currency, MoneyError};
use serde::{Deserialize, Serialize};

use crate::link::TableId;

/// Where money of an account is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fund {
    /// Beyond the window of the cage: what was paid in, as a debt, less what was paid out.
    Outside,
    /// What is there to be played with or paid out.
    Balance,
    /// What is kept for buy-ins that no table has taken yet.
    Held,
    /// What two people have put right.
    Adjustments,
    /// What a table has received, less what came home from it: below nothing for somebody who has won there.
    AtTable(TableId),
}

impl Fund {
    /// Whether it mirrors money elsewhere, and so may fall below nothing.
    #[must_use]
    pub const fn mirrors(self) -> bool {
        match self {
            Self::Outside | Self::Adjustments | Self::AtTable(_) => true,
            Self::Balance | Self::Held => false,
        }
    }
}

/// Money that moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Posting {
    /// From where.
    pub from: Fund,
    /// To where.
    pub to: Fund,
    /// How much; less than nothing only where two people take out what was too much.
    pub amount: Amount,
}

/// The funds of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Books {
    /// Paid in less paid out, as a debt.
    pub outside: Amount,
    /// To be played with or paid out.
    pub balance: Amount,
    /// Kept for buy-ins that no table has taken yet.
    pub held: Amount,
    /// What two people have put right.
    pub adjustments: Amount,
    /// What each table has received, less what came home.
    pub at_tables: BTreeMap<TableId, Amount>,
}

/// What a fund may hold: every balance can be written down.
const MOST: i64 = (1 << 53) - 1;

impl Books {
    pub(super) const fn new(currency: Currency) -> Self {
        let nothing = Amount::zero(currency);
        Self {
            outside: nothing,
            balance: nothing,
            held: nothing,
            adjustments: nothing,
            at_tables: BTreeMap::new(),
        }
    }

    /// The currency of all of it.
    #[must_use]
    pub const fn currency(&self) -> Currency {
        self.balance.currency()
    }

    /// What a fund holds.
    #[must_use]
    pub fn of(&self, fund: Fund) -> Amount {
        match fund {
            Fund::Outside => self.outside,
            Fund::Balance => self.balance,
            Fund::Held => self.held,
            Fund::Adjustments => self.adjustments,
            Fund::AtTable(table) => {
                self.at_tables.get(&table).copied().unwrap_or_else(|| Amount::zero(self.currency()))
            }
        }
    }

    /// All funds with what they hold.
    pub fn funds(&self) -> impl Iterator<Item = (Fund, Amount)> + '_ {
        let own = [Fund::Outside, Fund::Balance, Fund::Held, Fund::Adjustments];
        let tables = self.at_tables.keys().map(|table| Fund::AtTable(*table));
        own.into_iter().chain(tables).map(|fund| (fund, self.of(fund)))
    }

    /// All funds together: nothing, if the books agree.
    ///
    /// # Errors
    /// A figure that does not fit.
    pub fn sum(&self) -> Result<Amount, MoneyError> {
        self.funds().try_fold(Amount::zero(self.currency()), |sum, (_, amount)| sum.plus(amount))
    }

    /// Moves money; only funds that mirror others may fall below nothing.
    ///
    /// # Errors
    /// A figure that does not fit. The books are as they were.
    pub(super) fn post(&mut self, Posting { from, to, amount }: Posting) -> Result<(), MoneyError> {
        let (less, more) = (self.of(from).minus(amount)?, self.of(to).plus(amount)?);
        for (fund, holds) in [(from, less), (to, more)] {
            let least = if fund.mirrors() { -MOST } else { 0 };
            if !(least..=MOST).contains(&holds.minor()) {
                return Err(MoneyError::Overflow);
            }
        }
        self.put(from, less);
        self.put(to, more);
        Ok(())
    }

    fn put(&mut self, fund: Fund, holds: Amount) {
        match fund {
            Fund::Outside => self.outside = holds,
            Fund::Balance => self.balance = holds,
            Fund::Held => self.held = holds,
            Fund::Adjustments => self.adjustments = holds,
            Fund::AtTable(table) => drop(self.at_tables.insert(table, holds)),
        }
    }
}
