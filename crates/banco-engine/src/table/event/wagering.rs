//! Wagers that are made, called out, taken down and taken in.

use std::fmt::{self, Display, Formatter};

use banco_money::Amount;
use serde::{Deserialize, Serialize};

use super::{Pay, beneficiary, give_back};
use crate::authority::Person;
use crate::name::Name;
use crate::names::Names;
use crate::shelf::Shelf;
use crate::table::ledger::Account;
use crate::table::people::Seat;
use crate::table::state::{Round, Spoken, Table};
use crate::table::wager::{BetKey, Stake};

/// Wagers that are made, called out, taken down and taken in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum WageringEvent {
    WagerPlaced {
        added: Stake,
        #[serde(rename = "bet")]
        key: BetKey,
        seat: Seat,
        stake: Stake,
    },
    WagerTakenDown {
        #[serde(rename = "bet")]
        key: BetKey,
        seat: Seat,
        stake: Stake,
    },
    WagerSpoken {
        amount: Amount,
        person: Person,
        seat: Seat,
        wager: Name,
    },
    SpokenConfirmed {
        person: Person,
    },
    SpokenDeclined {
        person: Person,
    },
    WagerTakenIn {
        #[serde(rename = "bet")]
        key: BetKey,
        seat: Seat,
        stake: Stake,
    },
    WagerReturned {
        #[serde(rename = "bet")]
        key: BetKey,
        seat: Seat,
        stake: Stake,
        taken_in: bool,
    },
}

impl WageringEvent {
    pub(super) fn change_table(&self, table: &mut Table, _: &Shelf) {
        match self {
            Self::WagerPlaced { key, seat, stake, .. } => table.place_bet(*key, *seat, *stake),
            Self::WagerTakenDown { key, .. } | Self::WagerReturned { key, .. } => table.remove_bet(*key),
            Self::WagerTakenIn { key, .. } => {
                table.bet_mut(*key).into_iter().for_each(|bet| bet.taken_in = true);
            }
            Self::WagerSpoken { person, wager, amount, .. } => {
                table.spoken.push(Spoken { person: *person, wager: *wager, amount: *amount });
            }
            Self::SpokenConfirmed { person } | Self::SpokenDeclined { person } => {
                table.spoken.retain(|spoken| spoken.person != *person);
            }
        }
    }

    pub(super) const fn change_round(&self, _: &mut Round) {}

    pub(super) fn move_money(&self, pay: Pay<'_>) {
        match self {
            Self::WagerPlaced { key, added, .. } => {
                pay(Account::Chips(key.owner), Account::Layout, added.chips);
                pay(Account::Promotional(key.owner), Account::IssuedOnLayout, added.promotional);
                pay(Account::Coupons(key.owner), Account::IssuedOnLayout, added.coupon);
            }
            Self::WagerTakenDown { key, stake, .. } => give_back(*key, *stake, false, pay),
            Self::WagerTakenIn { stake, .. } => pay(Account::Layout, Account::Progressive, stake.chips),
            Self::WagerReturned { key, stake, taken_in, .. } => give_back(*key, *stake, *taken_in, pay),
            Self::WagerSpoken { .. } | Self::SpokenConfirmed { .. } | Self::SpokenDeclined { .. } => {}
        }
    }

    pub(super) fn tell(&self, f: &mut Formatter<'_>, names: &Names<'_>) -> fmt::Result {
        match self {
            Self::WagerPlaced { key, seat, added, stake } if added == stake => {
                write!(f, "{seat} wagers {stake} on {}{}", names.wager(key.wager), beneficiary(*key))
            }
            Self::WagerPlaced { key, seat, added, stake } => {
                let wager = names.wager(key.wager);
                write!(f, "{seat} adds {added} on {wager}{}, now {stake}", beneficiary(*key))
            }
            Self::WagerTakenDown { key, seat, stake } => {
                write!(f, "{seat} takes down {stake} on {}{}", names.wager(key.wager), beneficiary(*key))
            }
            Self::WagerSpoken { seat, wager, amount, .. } => {
                write!(f, "{seat} calls {amount} on {}, in cash", names.wager(*wager))
            }
            Self::SpokenConfirmed { person } => {
                write!(f, "the dealer confirms the call of {}", names.person(*person))
            }
            Self::SpokenDeclined { person } => {
                write!(f, "the call of {} is not taken", names.person(*person))
            }
            Self::WagerTakenIn { key, seat, stake } => {
                write!(f, "the dealer takes in {stake} on {} from {seat}", names.wager(key.wager))
            }
            Self::WagerReturned { key, seat, stake, .. } => {
                write!(f, "{stake} on {}{} returns to {seat}", names.wager(key.wager), beneficiary(*key))
            }
        }
    }
}

impl Display for Stake {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { chips, promotional, coupon } = self;
        let mut parts = Vec::new();
        if chips.is_positive() || (promotional.is_zero() && coupon.is_zero()) {
            parts.push(chips.to_string());
        }
        if promotional.is_positive() {
            parts.push(format!("{promotional} promotional"));
        }
        if coupon.is_positive() {
            parts.push(format!("a {coupon} coupon"));
        }
        f.write_str(&parts.join(" and "))
    }
}
