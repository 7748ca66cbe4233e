//! A jackpot, from the cards that make it to the payment.

use banco_cards::Hand;
use banco_money::{Amount, MoneyError, Percent};
use serde::{Deserialize, Serialize};

use crate::authority::Person;
use crate::link::fine::Fine;
use crate::link::state::TableId;
use crate::link::trigger::OpenedTrigger;
use crate::name::Name;
use crate::table::{BetKey, GameId, HitId, Seat};

/// Whoever has won, or has a part in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Winner {
    /// By which wager.
    #[serde(rename = "bet")]
    pub key: BetKey,
    /// At which seat.
    pub seat: Seat,
}

/// What made the jackpot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Cause {
    /// Cards that reached a line.
    Cards {
        /// The Player's and the Banker's cards when they decided it.
        #[serde(with = "crate::wire::both_hands")]
        hands: [Hand; 2],
        /// The printed name of the line.
        line: Name,
    },
    /// The meter has reached its hidden trigger.
    MustHit,
}

/// How far a jackpot has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    /// It is made; the dealer has not pressed HIT JACKPOT yet, or no winner is drawn.
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
    pub const fn text(self) -> &'static str {
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hit {
    /// Its number.
    pub id: HitId,
    /// At which table.
    pub table: TableId,
    /// In which game of the link.
    pub game: GameId,
    /// In which round of that table.
    pub round: u32,
    /// The meter.
    pub meter: Name,
    /// Which share of it.
    pub share: Percent,
    /// What made it.
    pub cause: Cause,
    /// Who has won, by seat.
    pub winners: Vec<Winner>,
    /// How far it has come.
    pub progress: Progress,
    /// The trigger of a Must Hit meter that was reached.
    pub opened: Option<OpenedTrigger>,
    /// Who claimed it, or pressed END ROUND.
    pub claimed_by: Option<Person>,
    /// Who verified it.
    pub verified_by: Option<Person>,
    /// Who confirmed the payment.
    pub paid_by: Option<Person>,
    /// What was paid.
    pub paid: Option<Amount>,
}

/// What one of the winners takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// What is paid, in whole cents.
    pub amount: Amount,
    /// The wager that won it.
    pub winner: Winner,
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

    /// Whether somebody has claimed or verified it.
    pub(super) fn was_handled_by(&self, person: Person) -> bool {
        [self.claimed_by, self.verified_by].contains(&Some(person))
    }
}

/// What a pending jackpot holds now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// What was locked, to the fraction of a cent.
    pub amount: Fine,
    /// Which jackpot.
    pub hit: HitId,
}
