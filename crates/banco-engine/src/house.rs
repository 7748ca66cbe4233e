//! The controls of a floor: from which amounts an action takes a second person, and the checks that only a floor for
//! real money makes.
//!
//! They bind new commands only. What was decided is in the record; a replay does not ask them again, unless it decides
//! again by the controls that were in force.

use banco_money::Amount;
use serde::{Deserialize, Serialize};

use crate::authority::Person;
use crate::cage::{Kind, Time};

/// An action with money that one person may take alone up to a level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoneyAction {
    /// A dealer takes cash for chips at a table.
    CashBuyIn,
    /// Promotional chips or a coupon are handed out.
    Promotion,
    /// A table opens with a float in its tray.
    Float,
    /// Chips come to a tray.
    Fill,
    /// Chips leave a tray.
    Credit,
    /// A cashier takes money into an account.
    Deposit,
    /// A cashier pays money out of an account.
    PayOut,
    /// Two people put the books of a table or the balance of an account right.
    Correction,
}

impl MoneyAction {
    /// All of them, in the order of their levels.
    pub const ALL: [Self; 8] = [
        Self::CashBuyIn,
        Self::Promotion,
        Self::Float,
        Self::Fill,
        Self::Credit,
        Self::Deposit,
        Self::PayOut,
        Self::Correction,
    ];

    /// Stable name, as settings and documents write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CashBuyIn => "cash_buy_in",
            Self::Promotion => "promotion",
            Self::Float => "float",
            Self::Fill => "fill",
            Self::Credit => "credit",
            Self::Deposit => "deposit",
            Self::PayOut => "pay_out",
            Self::Correction => "correction",
        }
    }

    /// Whether it takes two people whatever the amount, on every floor.
    #[must_use]
    pub const fn always_takes_two(self) -> bool {
        matches!(self, Self::Correction)
    }
}

/// Limits of one action, in minor units of the money's currency. A limit that there is not is written as null.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// Smallest sum that takes a second person; zero means always. At a table it is what one person has moved by this
    /// action since the table opened, in an account what was moved within a day.
    #[serde(with = "crate::wire::unlimited")]
    pub two_people_from: i64,
    /// Largest amount of one such action, however many people agree.
    #[serde(with = "crate::wire::unlimited")]
    pub at_most: i64,
}

impl Level {
    /// One person may move any amount.
    pub const UNLIMITED: Self = Self { two_people_from: i64::MAX, at_most: i64::MAX };
}

/// The level of every action, in the order of [`MoneyAction::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Levels([Level; MoneyAction::ALL.len()]);

impl Default for Levels {
    fn default() -> Self {
        Self::UNLIMITED
    }
}

impl Levels {
    /// No action has a limit: for play money, scripts and tests.
    pub const UNLIMITED: Self = Self([Level::UNLIMITED; MoneyAction::ALL.len()]);

    /// Level of an action.
    #[must_use]
    pub fn of(&self, action: MoneyAction) -> Level {
        let at = MoneyAction::ALL.iter().position(|known| *known == action);
        at.and_then(|at| self.0.get(at)).copied().unwrap_or(Level { two_people_from: 0, at_most: 0 })
    }

    /// Sets the level of an action.
    pub fn set(&mut self, action: MoneyAction, level: Level) {
        let levels = MoneyAction::ALL.iter().zip(&mut self.0);
        levels.filter(|(known, _)| **known == action).for_each(|(_, own)| *own = level);
    }
}

/// The checks of a floor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Controls {
    /// Play money, scripts and tests: a seat with one click, chips from a pocket, automatic staff for everything.
    #[default]
    Relaxed,
    /// Real money: every seat has an active account, chips come from it or through the dealer's hands, dealers sign on,
    /// payouts need their owner, and only people verify and pay jackpots.
    Full,
}

/// What the house has chosen for its cage, and for whatever takes two people. A journal keeps it, since commands were
/// decided by it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct House {
    /// The kind of accounts of this floor; without it, that of the first account.
    pub kind: Option<Kind>,
    /// From which amounts on an executive is one of the two people who put a balance right, one amount a currency;
    /// without one always.
    pub executive_from: Vec<Amount>,
    /// For how many seconds what one person asks for waits for another, at tables, links and accounts; without it for a
    /// day in accounts, and for as long as it takes elsewhere.
    pub answer_within: Option<u64>,
    /// Amounts from which actions take a second person.
    pub levels: Levels,
    /// Checks of a floor for real money.
    pub controls: Controls,
}

/// The house of scripts, odds and replays: it checks what the rulebooks say, and nothing else.
pub(crate) static RELAXED: House = House {
    kind: None,
    executive_from: Vec::new(),
    answer_within: None,
    levels: Levels::UNLIMITED,
    controls: Controls::Relaxed,
};

/// An amount that one person moved alone, for the sum that a level looks at: many small amounts are as much as a large
/// one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovedAlone {
    /// By which action.
    pub action: MoneyAction,
    /// When, where the time is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Time>,
    /// By whom.
    pub by: Person,
    /// How much, in minor units.
    pub minor: i64,
}

/// How an amount may be moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Authorized {
    /// By one person; whether it counts toward a level.
    Alone { counts: bool },
    /// By one person, with the approval of another.
    WithApproval,
    /// Not at all: this is the most.
    Never(Amount),
}

impl House {
    /// Whether the checks for real money hold.
    #[must_use]
    pub fn is_strict(&self) -> bool {
        self.controls == Controls::Full
    }

    /// How an amount may be moved by an action, after so much was moved by it without a second person.
    pub(crate) fn authorize(&self, action: MoneyAction, amount: Amount, moved: i64) -> Authorized {
        let level = self.levels.of(action);
        if amount.minor() > level.at_most {
            return Authorized::Never(Amount::from_minor(level.at_most, amount.currency()));
        }
        if amount.minor().saturating_add(moved) >= level.two_people_from && level != Level::UNLIMITED {
            return Authorized::WithApproval;
        }
        Authorized::Alone { counts: level.two_people_from != i64::MAX }
    }

    /// Until when a request can be approved. Without a clock nothing expires.
    pub(crate) fn answer_by(&self, now: Time) -> Option<Time> {
        let within = self.answer_within.filter(|_| now > Time::default())?;
        Some(now.after(within))
    }

    /// The amount for which an executive is needed, if one is.
    pub(crate) fn executive_for(&self, amount: Amount) -> Option<Amount> {
        let level = self.executive_from.iter().find(|level| level.currency() == amount.currency());
        let reaches =
            level.is_none_or(|level| amount.minor().unsigned_abs() >= level.minor().max(0).unsigned_abs());
        reaches.then_some(amount)
    }
}
