//! A jackpot, from the cards that make it to the payment.

use std::fmt;
use std::sync::Arc;

use banco_cards::Hand;
use banco_money::{Amount, MoneyError, Percent};

use super::fine::Fine;
use super::sealed::Sealed;
use super::state::TableId;
use crate::table::{BetKey, Person, Seat};

/// A jackpot, by its number on the link.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HitId(pub u32);

impl fmt::Display for HitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "jackpot {}", self.0)
    }
}

/// Whoever has won, or has a part in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Winner {
    /// By which wager.
    pub key: BetKey,
    /// At which seat.
    pub seat: Seat,
}

/// What made the jackpot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// Cards that reached a line.
    Cards {
        /// The printed name of the line.
        line: Arc<str>,
        /// The Player's and the Banker's cards when they decided it.
        hands: [Hand; 2],
    },
    /// The meter has reached its hidden trigger.
    MustHit,
}

/// How far a jackpot has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Progress {
    /// The cards have made it; the dealer has not pressed HIT JACKPOT yet.
    Reached,
    /// The dealer has pressed HIT JACKPOT, or a winner was drawn.
    Claimed,
    /// A supervisor has verified it.
    Verified,
    /// It is paid.
    Paid,
    /// It was rejected.
    Rejected,
}

impl Progress {
    /// Whether somebody still has to decide.
    #[must_use]
    pub const fn is_pending(self) -> bool {
        matches!(self, Self::Reached | Self::Claimed | Self::Verified)
    }

    /// In words.
    #[must_use]
    pub const fn told(self) -> &'static str {
        match self {
            Self::Reached => "it is not claimed yet",
            Self::Claimed => "it is claimed and not verified",
            Self::Verified => "it is verified",
            Self::Paid => "it is paid",
            Self::Rejected => "it was rejected",
        }
    }
}

/// A jackpot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hit {
    /// Its number.
    pub id: HitId,
    /// At which table.
    pub table: TableId,
    /// In which round of that table.
    pub round: u32,
    /// The meter, by its place in the link.
    pub meter: usize,
    /// Which share of it.
    pub share: Percent,
    /// What made it.
    pub cause: Cause,
    /// Who has won, by seat.
    pub winners: Vec<Winner>,
    /// How far it has come.
    pub progress: Progress,
    /// The trigger of a Must Hit meter that was reached.
    pub opened: Option<Sealed>,
    /// Who claimed it.
    pub claimed_by: Option<Person>,
    /// Who verified it.
    pub verified_by: Option<Person>,
    /// Who confirmed the payment.
    pub paid_by: Option<Person>,
    /// What was paid.
    pub paid: Option<Amount>,
}

/// What one of the winners takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Share {
    /// Who.
    pub winner: Winner,
    /// How much.
    pub amount: Amount,
}

impl Hit {
    /// The amount divided evenly; what cannot be divided goes to the lowest seat.
    ///
    /// # Errors
    /// A figure that does not fit.
    pub fn shares(&self, amount: Amount) -> Result<Vec<Share>, MoneyError> {
        let many = i64::try_from(self.winners.len()).unwrap_or(i64::MAX).max(1);
        let (each, odd) = (amount.minor() / many, amount.minor() % many);
        let lowest = self.winners.iter().map(|winner| (winner.seat, winner.key)).min();
        let share = |winner: &Winner| {
            let first = Some((winner.seat, winner.key)) == lowest;
            let minor = each.checked_add(if first { odd } else { 0 }).ok_or(MoneyError::Overflow)?;
            Ok(Share { winner: *winner, amount: Amount::from_minor(minor, amount.currency()) })
        };
        self.winners.iter().map(share).collect()
    }
}

/// What a pending jackpot holds now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// Which jackpot.
    pub hit: HitId,
    /// How much.
    pub amount: Fine,
}
