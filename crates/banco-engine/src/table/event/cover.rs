//! What is wagered for a bank and against it, and how it is settled between participants.

use std::fmt::{self, Formatter};

use banco_money::Amount;
use banco_rulebook::model::rulebook::Family;
use serde::{Deserialize, Serialize};

use super::{Pay, Turner};
use crate::authority::Person;
use crate::name::Name;
use crate::names::Names;
use crate::shelf::Shelf;
use crate::table::bank::BankStage;
use crate::table::command::BankClaim;
use crate::table::ledger::Account;
use crate::table::people::Seat;
use crate::table::state::{Asked, Round, Table};
use crate::table::wager::BetKey;

/// Who covers a bank alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claimant {
    /// By which announcement.
    pub claim: BankClaim,
    /// Whoever made the claim.
    pub person: Person,
    /// At which seat.
    pub seat: Seat,
}

/// What is wagered for a bank and against it, and how it is settled between participants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum CoverEvent {
    BankWagered {
        amount: Amount,
        person: Person,
        seat: Seat,
    },
    BankClaimed {
        claim: BankClaim,
        person: Person,
        seat: Seat,
    },
    ClaimsClosed {
        winner: Option<Claimant>,
    },
    CoverAsked {
        person: Person,
        rest: Amount,
        seat: Seat,
    },
    CoverDeclined {
        person: Person,
        seat: Seat,
    },
    CoverClosed,
    UncoveredReturned {
        amount: Amount,
        #[serde(rename = "bet")]
        key: BetKey,
        seat: Seat,
    },
    DominantNamed {
        banker: Person,
        banker_seat: Seat,
        person: Person,
        seat: Seat,
    },
    CoverPlaced {
        amount: Amount,
        cover: Amount,
        person: Person,
        seat: Seat,
    },
    CollectionTaken {
        amount: Amount,
        person: Person,
        seat: Seat,
    },
    CollectionReturned {
        amount: Amount,
        person: Person,
        seat: Seat,
    },
    ButtonPlaced {
        seat: Seat,
    },
    CoveredLost {
        #[serde(rename = "bet")]
        key: BetKey,
        lost: Amount,
        returned: Amount,
        seat: Seat,
        to: Person,
    },
    CoveredPaid {
        #[serde(rename = "bet")]
        key: BetKey,
        due: Amount,
        line: Name,
        seat: Seat,
        stake: Amount,
        won: Amount,
    },
    CoverReturned {
        amount: Amount,
        person: Person,
    },
    WonByBank {
        amount: Amount,
        banker: Person,
        #[serde(rename = "bet")]
        key: BetKey,
        seat: Seat,
    },
    PaidByBank {
        #[serde(rename = "bank_bet")]
        banker: BetKey,
        #[serde(rename = "bet")]
        key: BetKey,
        seat: Seat,
        stake: Amount,
        won: Amount,
    },
}

impl CoverEvent {
    pub(super) fn change_table(&self, table: &mut Table, _: &Shelf) {
        match self {
            Self::BankWagered { amount, .. } => bank_wagered(table, *amount),
            Self::BankClaimed { person, seat, claim } => table.bank.claims.push((*person, *seat, *claim)),
            Self::ClaimsClosed { winner } => {
                let bank = &mut table.bank;
                bank.alone = winner.map(|winner| (winner.person, winner.seat));
                bank.stage = BankStage::Covering;
                bank.asked = None;
                bank.claims.clear();
            }
            Self::CoverAsked { seat, person, .. } => {
                let bank = &mut table.bank;
                let from = bank.asked.map_or(*seat, |asked| asked.from);
                let except = bank.holder.map(|(_, seat)| seat);
                bank.asked = Some(Asked { person: *person, seat: *seat, from, except });
                // A part that came down again is asked for anew.
                bank.stage = BankStage::Covering;
            }
            Self::CoverClosed => {
                table.bank.stage = BankStage::Covered;
                table.bank.asked = None;
            }
            Self::UncoveredReturned { key, amount, .. } => uncovered(table, *key, *amount),
            Self::DominantNamed { person, seat, .. } => {
                table.bank.dominant = Some((*person, *seat));
                table.bank.stage = BankStage::Covered;
                table.bank.asked = None;
            }
            Self::CollectionTaken { person, seat, amount } => {
                table.bank.collections.push((*person, *seat, *amount));
            }
            Self::CoveredLost { key, .. } | Self::CoveredPaid { key, .. } => table.remove_bet(*key),
            Self::CoverReturned { .. } => table.bank.wager = None,
            Self::WonByBank { key, amount, .. } => {
                table.remove_bet(*key);
                let alone = table.bank.wager == Some(*amount);
                table.bank.suivi = alone.then_some(key.owner);
            }
            Self::PaidByBank { key, banker, won, .. } => {
                table.remove_bet(*key);
                table.change_chips(*banker, |chips| chips.minus(*won).ok());
                // A bank that has paid all it had leaves nothing on the layout.
                table.bets.retain(|bet| bet.key != *banker || bet.stake.chips.is_positive());
                table.bank.suivi = None;
            }
            Self::CoverDeclined { .. }
            | Self::CoverPlaced { .. }
            | Self::CollectionReturned { .. }
            | Self::ButtonPlaced { .. } => {}
        }
    }

    pub(super) const fn change_round(&self, round: &mut Round) {
        match self {
            Self::DominantNamed { person, seat, banker, banker_seat } => {
                round.player_turner = Some(Turner::Person(*person, *seat));
                round.banker_turner = Some(Turner::Person(*banker, *banker_seat));
            }
            Self::BankWagered { .. }
            | Self::BankClaimed { .. }
            | Self::ClaimsClosed { .. }
            | Self::CoverAsked { .. }
            | Self::CoverDeclined { .. }
            | Self::CoverClosed
            | Self::UncoveredReturned { .. }
            | Self::CoverPlaced { .. }
            | Self::CollectionTaken { .. }
            | Self::CollectionReturned { .. }
            | Self::ButtonPlaced { .. }
            | Self::CoveredLost { .. }
            | Self::CoveredPaid { .. }
            | Self::CoverReturned { .. }
            | Self::WonByBank { .. }
            | Self::PaidByBank { .. } => {}
        }
    }

    pub(super) fn move_money(&self, pay: Pay<'_>) {
        match self {
            Self::CoverPlaced { person, amount, .. } => {
                pay(Account::Chips(*person), Account::Cover, *amount);
            }
            Self::CoverReturned { person, amount } => pay(Account::Cover, Account::Chips(*person), *amount),
            Self::CollectionTaken { person, amount, .. } => {
                pay(Account::Chips(*person), Account::Drop, *amount);
            }
            Self::CollectionReturned { person, amount, .. } => {
                pay(Account::Drop, Account::Chips(*person), *amount);
            }
            Self::CoveredLost { key, to, lost, returned, .. } => {
                pay(Account::Layout, Account::Chips(*to), *lost);
                pay(Account::Layout, Account::Chips(key.owner), *returned);
            }
            Self::CoveredPaid { key, stake, won, .. } => {
                pay(Account::Cover, Account::Chips(key.owner), *won);
                pay(Account::Layout, Account::Chips(key.owner), *stake);
            }
            Self::UncoveredReturned { key, amount, .. } => {
                pay(Account::Layout, Account::Chips(key.owner), *amount);
            }
            Self::WonByBank { banker, amount, .. } => pay(Account::Layout, Account::Chips(*banker), *amount),
            Self::PaidByBank { key, stake, won, .. } => {
                pay(Account::Layout, Account::Chips(key.owner), *stake);
                pay(Account::Layout, Account::Chips(key.owner), *won);
            }
            // What the Banker wagers in chemin de fer is a wager on the layout.
            Self::BankWagered { .. }
            | Self::BankClaimed { .. }
            | Self::ClaimsClosed { .. }
            | Self::CoverAsked { .. }
            | Self::CoverDeclined { .. }
            | Self::CoverClosed
            | Self::DominantNamed { .. }
            | Self::ButtonPlaced { .. } => {}
        }
    }

    pub(super) fn tell(&self, f: &mut Formatter<'_>, names: &Names<'_>) -> fmt::Result {
        match self {
            Self::BankWagered { seat, amount, .. } => write!(f, "{seat} puts {amount} into the bank"),
            Self::BankClaimed { seat, claim, .. } => write!(f, "{seat}: \"{}\"", claim.name()),
            Self::ClaimsClosed { winner: Some(Claimant { claim, seat, .. }) } => {
                write!(f, "{seat} covers the bank alone by {}", claim.name())
            }
            Self::ClaimsClosed { winner: None } => write!(f, "nobody covers the bank alone"),
            Self::CoverAsked { seat, rest, .. } => write!(f, "{seat} may cover up to {rest}"),
            Self::CoverDeclined { seat, .. } => write!(f, "{seat} covers nothing"),
            Self::CoverClosed => write!(f, "nobody else is asked"),
            Self::UncoveredReturned { seat, amount, .. } => {
                write!(f, "{seat} takes back {amount} that nobody covered")
            }
            Self::DominantNamed { seat, .. } => write!(f, "{seat} has the Player's hand"),
            Self::CoverPlaced { seat, amount, cover, .. } if amount == cover => {
                write!(f, "{seat} covers the round with {amount}")
            }
            Self::CoverPlaced { seat, amount, cover, .. } => {
                write!(f, "{seat} adds {amount} to the cover, now {cover}")
            }
            Self::CollectionTaken { seat, amount, .. } => write!(f, "{seat} pays a collection of {amount}"),
            Self::CollectionReturned { seat, amount, .. } => {
                write!(f, "{seat} gets the collection of {amount} back")
            }
            Self::ButtonPlaced { seat } => write!(f, "the action button goes to {seat}"),
            Self::CoveredLost { key, seat, lost, returned, .. } if returned.is_zero() => {
                write!(f, "{seat} loses {lost} on {}", names.wager(key.wager))
            }
            Self::CoveredLost { key, seat, lost, returned, .. } => {
                let wager = names.wager(key.wager);
                write!(f, "{seat} loses {lost} on {wager}; {returned} was not covered and returns")
            }
            Self::CoveredPaid { key, seat, won, due, line, .. } if won == due => {
                write!(f, "{seat} is paid {won} on {}: {line}", names.wager(key.wager))
            }
            Self::CoveredPaid { key, seat, won, due, line, .. } => {
                let wager = names.wager(key.wager);
                write!(f, "{seat} is paid {won} of {due} on {wager}, as far as the cover reaches: {line}")
            }
            Self::CoverReturned { amount, .. } => write!(f, "{amount} of the cover goes back"),
            Self::WonByBank { seat, amount, .. } => write!(f, "the bank wins {amount} from {seat}"),
            Self::PaidByBank { seat, won, .. } => write!(f, "the bank pays {won} to {seat}"),
        }
    }
}

fn bank_wagered(table: &mut Table, amount: Amount) {
    let bank = &mut table.bank;
    bank.wager = Some(amount);
    bank.annulled = false;
    if table.rules.family == Family::CheminDeFer {
        bank.stage = BankStage::Claims;
        bank.claims.clear();
        bank.alone = None;
    } else {
        bank.stage = BankStage::Covered;
    }
}

/// What nobody has covered goes back; a bank that nobody covered at all is wagered anew.
fn uncovered(table: &mut Table, key: BetKey, amount: Amount) {
    let bank = &mut table.bank;
    if bank.wager == Some(amount) {
        // It was placed, so it bounds the next wager and is the price of a bank passed now.
        bank.last = bank.wager;
        (bank.wager, bank.alone, bank.asked) = (None, None, None);
        bank.stage = BankStage::Wagering;
        table.remove_bet(key);
    } else {
        table.change_chips(key, |chips| chips.minus(amount).ok());
    }
}
