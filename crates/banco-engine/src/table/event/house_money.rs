//! Wagers that are settled before the third cards, and what becomes of their payouts.

use std::fmt::{self, Formatter};

use banco_cards::Side;
use banco_money::Amount;
use serde::{Deserialize, Serialize};

use super::{Pay, winner};
use crate::name::Name;
use crate::names::Names;
use crate::shelf::Shelf;
use crate::table::ledger::Account;
use crate::table::people::Seat;
use crate::table::state::{Early, Payout, Round, Stage, Table};
use crate::table::wager::{BetKey, Stake};

/// Wagers that are settled before the third cards, and what becomes of their payouts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum HouseMoneyEvent {
    PayoutDue {
        #[serde(rename = "bet")]
        key: BetKey,
        line: Name,
        seat: Seat,
        stake: Stake,
        won: Amount,
    },
    PayoutTaken {
        #[serde(rename = "bet")]
        key: BetKey,
        seat: Seat,
        stake: Stake,
        won: Amount,
    },
    PayoutPressed {
        #[serde(rename = "bet")]
        key: BetKey,
        handed: Amount,
        onto: Name,
        pressed: Amount,
        seat: Seat,
        side: Side,
        stake: Stake,
    },
    EarlyReversed {
        #[serde(rename = "bet")]
        key: BetKey,
        handed: Amount,
        lost: bool,
        seat: Seat,
        stake: Stake,
    },
    PressReversed {
        #[serde(rename = "bet")]
        key: BetKey,
        pressed: Amount,
    },
}

impl HouseMoneyEvent {
    pub(super) fn change_table(&self, table: &mut Table, _: &Shelf) {
        match self {
            Self::PayoutTaken { key, seat, won, stake } => {
                table.remove_bet(*key);
                let (key, seat, stake, handed) = (*key, *seat, *stake, *won);
                table.early.push(Early { key, seat, stake, lost: false, handed, pressed: None });
            }
            Self::PayoutPressed { key, seat, onto, pressed, handed, stake, .. } => {
                table.remove_bet(*key);
                let grown = BetKey { wager: *onto, for_dealer: false, ..*key };
                table.change_chips(grown, |chips| chips.plus(*pressed).ok());
                let (key, seat, stake, handed) = (*key, *seat, *stake, *handed);
                let pressed = Some((*onto, *pressed));
                table.early.push(Early { key, seat, stake, lost: false, handed, pressed });
            }
            Self::PressReversed { key, pressed } => {
                table.change_chips(*key, |chips| chips.minus(*pressed).ok());
            }
            Self::PayoutDue { .. } | Self::EarlyReversed { .. } => {}
        }
    }

    pub(super) const fn change_round(&self, round: &mut Round) {
        match self {
            Self::PayoutDue { key, seat, stake, won, .. } => {
                round.payout = Some(Payout { key: *key, seat: *seat, stake: *stake, won: *won });
                round.stage = Stage::Payout;
            }
            Self::PayoutTaken { .. } | Self::PayoutPressed { .. } => round.payout = None,
            Self::EarlyReversed { .. } | Self::PressReversed { .. } => {}
        }
    }

    pub(super) fn move_money(&self, pay: Pay<'_>) {
        match self {
            Self::PayoutTaken { key, won, stake, .. } => {
                pay(Account::Tray, winner(*key), *won);
                pay(Account::Layout, winner(*key), stake.chips);
                pay(Account::IssuedOnLayout, Account::Promotional(key.owner), stake.promotional);
            }
            Self::PayoutPressed { key, pressed, handed, stake, .. } => {
                pay(Account::Tray, Account::Layout, *pressed);
                pay(Account::Tray, winner(*key), *handed);
                pay(Account::Layout, winner(*key), stake.chips);
                pay(Account::IssuedOnLayout, Account::Promotional(key.owner), stake.promotional);
            }
            Self::EarlyReversed { key, stake, lost: true, .. } => {
                pay(Account::Tray, Account::Chips(key.owner), stake.chips);
                pay(Account::Issued, Account::Promotional(key.owner), stake.promotional);
            }
            Self::EarlyReversed { key, handed, lost: false, .. } => pay(winner(*key), Account::Tray, *handed),
            Self::PressReversed { pressed, .. } => pay(Account::Layout, Account::Tray, *pressed),
            Self::PayoutDue { .. } => {}
        }
    }

    pub(super) fn tell(&self, f: &mut Formatter<'_>, names: &Names<'_>) -> fmt::Result {
        match self {
            Self::PayoutDue { key, seat, won, line, .. } => {
                write!(f, "{seat} has won {won} on {} ({line}): take or press", names.wager(key.wager))
            }
            Self::PayoutTaken { seat, won, .. } => write!(f, "{seat} takes the payout of {won}"),
            Self::PayoutPressed { seat, side, pressed, handed, .. } if handed.is_zero() => {
                write!(f, "{seat} adds the payout of {pressed} to the {side} wager")
            }
            Self::PayoutPressed { seat, side, pressed, handed, .. } => {
                write!(f, "{seat} adds {pressed} of the payout to the {side} wager and takes {handed}")
            }
            Self::EarlyReversed { seat, stake, lost: true, .. } => write!(f, "{seat} gets {stake} back"),
            Self::EarlyReversed { seat, handed, lost: false, .. } => {
                write!(f, "{seat} gives the payout of {handed} back")
            }
            Self::PressReversed { pressed, .. } => {
                write!(f, "{pressed} goes back from the wager to the tray")
            }
        }
    }
}
