//! Wagers that are decided, and vigorish.

use std::fmt::{self, Formatter};

use banco_money::Amount;
use serde::{Deserialize, Serialize};

use super::{Pay, beneficiary, winner};
use crate::authority::Person;
use crate::name::Name;
use crate::names::Names;
use crate::shelf::Shelf;
use crate::table::bank;
use crate::table::ledger::Account;
use crate::table::people::Seat;
use crate::table::state::{Early, Phase, Round, Table};
use crate::table::wager::{BetKey, Stake};

/// How vigorish is taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VigorishHow {
    /// Marked with a button, to be collected later.
    Marked,
    /// Kept back from the payout that follows.
    KeptBack,
    /// From the chips.
    FromChips,
    /// From the wager that stays on the layout, because there are not enough chips.
    FromWager,
}

/// Wagers that are decided, and vigorish.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum SettlementEvent {
    WagerLost {
        #[serde(rename = "bet")]
        key: BetKey,
        early: bool,
        seat: Seat,
        stake: Stake,
        taken_in: bool,
    },
    WagerPaid {
        #[serde(rename = "bet")]
        key: BetKey,
        kept_back: Amount,
        limited: bool,
        line: Name,
        promotional_taken: bool,
        seat: Seat,
        stake: Stake,
        stake_taken: bool,
        taken_in: bool,
        won: Amount,
    },
    WagerPushed {
        #[serde(rename = "bet")]
        key: BetKey,
        line: Name,
        seat: Seat,
        stake: Stake,
    },
    VigorishCharged {
        amount: Amount,
        how: VigorishHow,
        person: Person,
        seat: Seat,
        wager: Name,
    },
    VigorishCollected {
        amount: Amount,
        person: Person,
        seat: Seat,
    },
    RoundSettled {
        round: u32,
    },
}

impl SettlementEvent {
    pub(super) fn change_table(&self, table: &mut Table, _: &Shelf) {
        match self {
            Self::WagerLost { key, seat, stake, early, .. } => {
                table.remove_bet(*key);
                if *early {
                    let (key, seat, stake, handed) = (*key, *seat, *stake, table.nothing());
                    table.early.push(Early { key, seat, stake, lost: true, handed, pressed: None });
                }
            }
            Self::WagerPaid { key, .. } => table.remove_bet(*key),
            Self::VigorishCharged { person, wager, amount, how: VigorishHow::FromWager, .. } => {
                let key = BetKey { owner: *person, wager: *wager, for_dealer: false };
                table.change_chips(key, |chips| chips.minus(*amount).ok());
                table.bets.retain(|bet| {
                    bet.key != key || !bet.stake.chips.is_zero() || bet.stake.promotional.is_positive()
                });
            }
            Self::RoundSettled { .. } => {
                table.phase = Phase::Settled;
                table.drop_void_requests();
                bank::round_settled(table);
            }
            Self::WagerPushed { .. }
            | Self::VigorishCharged {
                how: VigorishHow::Marked | VigorishHow::KeptBack | VigorishHow::FromChips,
                ..
            }
            | Self::VigorishCollected { .. } => {}
        }
    }

    #[inline]
    pub(super) const fn change_round(&self, _: &mut Round) {}

    pub(super) fn move_money(&self, pay: Pay<'_>) {
        match self {
            Self::WagerLost { stake, taken_in, .. } => {
                if !taken_in {
                    pay(Account::Layout, Account::Tray, stake.chips);
                }
                pay(Account::IssuedOnLayout, Account::Issued, stake.promotional);
                pay(Account::IssuedOnLayout, Account::Issued, stake.coupon);
            }
            Self::WagerPaid {
                key, stake, won, kept_back, stake_taken, promotional_taken, taken_in, ..
            } => {
                // What is kept back has been checked against the payout when this was decided.
                if let Ok(paid) = won.minus(*kept_back) {
                    pay(Account::Tray, winner(*key), paid);
                }
                // A wager that was taken in stays so: odds "to one" give as much back out of the tray.
                match (taken_in, stake_taken) {
                    (true, true) => {}
                    (true, false) => pay(Account::Tray, winner(*key), stake.chips),
                    (false, true) => pay(Account::Layout, Account::Tray, stake.chips),
                    (false, false) => pay(Account::Layout, winner(*key), stake.chips),
                }
                let taken = *promotional_taken || *stake_taken || key.for_dealer;
                let to = if taken { Account::Issued } else { Account::Promotional(key.owner) };
                pay(Account::IssuedOnLayout, to, stake.promotional);
                pay(Account::IssuedOnLayout, Account::Issued, stake.coupon);
            }
            Self::VigorishCharged { person, amount, how, .. } => charge(*person, *amount, *how, pay),
            Self::VigorishCollected { person, amount, .. } => {
                pay(Account::Chips(*person), Account::Tray, *amount);
                pay(Account::Owed(*person), Account::Collected, *amount);
            }
            Self::WagerPushed { .. } | Self::RoundSettled { .. } => {}
        }
    }

    pub(super) fn tell(&self, f: &mut Formatter<'_>, names: &Names<'_>) -> fmt::Result {
        match self {
            Self::WagerLost { key, seat, stake, .. } => {
                write!(f, "{seat} loses {stake} on {}{}", names.wager(key.wager), beneficiary(*key))
            }
            Self::WagerPaid { key, seat, won, kept_back, limited, line, .. } => {
                let kept = if kept_back.is_zero() { String::new() } else { format!(" less {kept_back}") };
                let cut = if *limited { ", cut by the aggregate limit" } else { "" };
                let wager = names.wager(key.wager);
                write!(f, "{seat} is paid {won}{kept} on {wager}{}: {line}{cut}", beneficiary(*key))
            }
            Self::WagerPushed { key, seat, stake, line } => {
                write!(f, "{seat} keeps {stake} on {}{}: {line}", names.wager(key.wager), beneficiary(*key))
            }
            Self::VigorishCharged { seat, amount, how, .. } => match how {
                VigorishHow::Marked => write!(f, "{amount} of vigorish is marked for {seat}"),
                VigorishHow::KeptBack => write!(f, "{amount} of vigorish is kept back from {seat}"),
                VigorishHow::FromChips => write!(f, "{seat} pays {amount} of vigorish"),
                VigorishHow::FromWager => write!(f, "{seat} pays {amount} of vigorish out of the wager"),
            },
            Self::VigorishCollected { seat, amount, .. } => {
                write!(f, "{seat} pays {amount} of marked vigorish")
            }
            Self::RoundSettled { round } => write!(f, "round {round} is settled"),
        }
    }
}

fn charge(person: Person, amount: Amount, how: VigorishHow, pay: Pay<'_>) {
    pay(Account::Charged, Account::Owed(person), amount);
    let from = match how {
        VigorishHow::Marked => return,
        // The payout that follows is smaller by it.
        VigorishHow::KeptBack => None,
        VigorishHow::FromChips => Some(Account::Chips(person)),
        VigorishHow::FromWager => Some(Account::Layout),
    };
    if let Some(from) = from {
        pay(from, Account::Tray, amount);
    }
    pay(Account::Owed(person), Account::Collected, amount);
}
