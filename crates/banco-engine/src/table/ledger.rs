//! Double entry: every event moves money from one account to another, so that all accounts together are
//! always nothing.

use banco_money::{Amount, Currency, MoneyError};
use serde::{Deserialize, Serialize};

use super::people::Person;
use crate::names::Names;

/// Where money is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Account {
    /// Beyond the table: pockets, the cage, accounts.
    Outside,
    /// What the house has put into the tray.
    House,
    /// The dealer's tray.
    Tray,
    /// The drop box.
    Drop,
    /// Value chips on the layout.
    Layout,
    /// Progressive wagers that were taken in.
    Progressive,
    /// What progressive links have paid here.
    Link,
    /// What the player/dealer has put up to win or lose.
    Cover,
    /// What was given to the dealer.
    Tokes,
    /// Vigorish charged, as a debt to be: it mirrors what is owed and what was collected.
    Charged,
    /// Vigorish collected.
    Collected,
    /// Promotional chips and coupons that the house has issued.
    Issued,
    /// Promotional chips and coupons on the layout.
    IssuedOnLayout,
    /// Somebody's value chips.
    Chips(Person),
    /// Somebody's promotional chips.
    Promotional(Person),
    /// Somebody's coupons.
    Coupons(Person),
    /// Vigorish that somebody owes.
    Owed(Person),
}

impl Account {
    /// Whether it mirrors money elsewhere, and so may fall below nothing.
    #[must_use]
    pub const fn mirrors(self) -> bool {
        matches!(self, Self::Outside | Self::House | Self::Link | Self::Charged | Self::Issued)
    }

    /// The account, in words.
    #[must_use]
    pub fn called(&self, names: &Names<'_>) -> String {
        let (what, person) = match self {
            Self::Outside => return "outside".to_owned(),
            Self::House => return "house".to_owned(),
            Self::Tray => return "tray".to_owned(),
            Self::Drop => return "drop".to_owned(),
            Self::Layout => return "layout".to_owned(),
            Self::Progressive => return "progressive".to_owned(),
            Self::Link => return "link".to_owned(),
            Self::Cover => return "cover".to_owned(),
            Self::Tokes => return "tokes".to_owned(),
            Self::Charged => return "vigorish charged".to_owned(),
            Self::Collected => return "vigorish collected".to_owned(),
            Self::Issued => return "promotions issued".to_owned(),
            Self::IssuedOnLayout => return "promotions on the layout".to_owned(),
            Self::Chips(person) => ("chips of", person),
            Self::Promotional(person) => ("promotional chips of", person),
            Self::Coupons(person) => ("coupons of", person),
            Self::Owed(person) => ("vigorish owed by", person),
        };
        format!("{what} {}", names.person(*person))
    }
}

/// Money that moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Posting {
    /// From where.
    pub from: Account,
    /// To where.
    pub to: Account,
    /// How much; never less than nothing.
    pub amount: Amount,
}

/// The accounts of the table itself; those of participants are with the participants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the accounts say what they are")]
pub struct Ledger {
    pub outside: Amount,
    pub house: Amount,
    pub tray: Amount,
    pub drop: Amount,
    pub layout: Amount,
    pub progressive: Amount,
    pub link: Amount,
    pub cover: Amount,
    pub tokes: Amount,
    pub charged: Amount,
    pub collected: Amount,
    pub issued: Amount,
    pub issued_on_layout: Amount,
}

impl Ledger {
    /// Nothing anywhere.
    #[must_use]
    pub const fn new(currency: Currency) -> Self {
        let nothing = Amount::zero(currency);
        Self {
            outside: nothing,
            house: nothing,
            tray: nothing,
            drop: nothing,
            layout: nothing,
            progressive: nothing,
            link: nothing,
            cover: nothing,
            tokes: nothing,
            charged: nothing,
            collected: nothing,
            issued: nothing,
            issued_on_layout: nothing,
        }
    }

    /// The balance of an account of the table; `None` for a participant's.
    pub(crate) fn balance_mut(&mut self, account: Account) -> Option<&mut Amount> {
        Some(match account {
            Account::Outside => &mut self.outside,
            Account::House => &mut self.house,
            Account::Tray => &mut self.tray,
            Account::Drop => &mut self.drop,
            Account::Layout => &mut self.layout,
            Account::Progressive => &mut self.progressive,
            Account::Link => &mut self.link,
            Account::Cover => &mut self.cover,
            Account::Tokes => &mut self.tokes,
            Account::Charged => &mut self.charged,
            Account::Collected => &mut self.collected,
            Account::Issued => &mut self.issued,
            Account::IssuedOnLayout => &mut self.issued_on_layout,
            Account::Chips(_) | Account::Promotional(_) | Account::Coupons(_) | Account::Owed(_) => {
                return None;
            }
        })
    }

    /// What the table has won for the house: tray and drop box against the float, progressive wagers apart.
    ///
    /// # Errors
    /// A figure that does not fit.
    pub fn result(&self) -> Result<Amount, MoneyError> {
        self.tray.plus(self.drop)?.plus(self.house)
    }

    /// The sum of the table's own accounts.
    ///
    /// # Errors
    /// A figure that does not fit.
    pub fn sum(&self) -> Result<Amount, MoneyError> {
        let accounts = [
            self.house,
            self.tray,
            self.drop,
            self.layout,
            self.progressive,
            self.link,
            self.cover,
            self.tokes,
            self.charged,
            self.collected,
            self.issued,
            self.issued_on_layout,
        ];
        accounts.into_iter().try_fold(self.outside, Amount::plus)
    }
}
