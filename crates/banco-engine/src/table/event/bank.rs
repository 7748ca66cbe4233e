//! Who holds the bank, where participants do.

use std::fmt::{self, Formatter};

use banco_money::Amount;
use banco_rulebook::model::rulebook::Family;
use serde::{Deserialize, Serialize};

use super::{PassedWhy, Pay};
use crate::authority::Person;
use crate::names::Names;
use crate::shelf::Shelf;
use crate::table::bank::{Bank, BankStage, Bid, by_choice};
use crate::table::people::Seat;
use crate::table::state::{Asked, Round, Table};

/// Who holds the bank, where participants do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum BankEvent {
    BiddingOpened { without: Option<Person> },
    BidMade { amount: Amount, person: Person, seat: Seat },
    BankOffered { least: Option<Amount>, most: Option<Amount>, person: Person, seat: Seat },
    BankDeclined { person: Person, seat: Seat },
    TurnMissed { person: Person, seat: Seat },
    TurnForfeited { person: Person, seat: Seat },
    TurnRegained { person: Person, seat: Seat },
    BankTaken { least: Amount, most: Option<Amount>, person: Person, seat: Seat },
    BankPassed { from: Option<Seat>, not_to: Option<Seat>, offered_from: Option<Seat>, why: PassedWhy },
    BankVacant,
}

impl BankEvent {
    pub(super) fn change_table(&self, table: &mut Table, _: &Shelf) {
        let position = table.rules.family == Family::PlayerBanked;
        let bank = &mut table.bank;
        match self {
            Self::BiddingOpened { without } => {
                bank.stage = BankStage::Bidding;
                bank.without = *without;
                (bank.holder, bank.asked, bank.price) = (None, None, None);
                bank.bids.clear();
                bank.late.clear();
            }
            Self::BidMade { person, seat, amount } => {
                bank.bids.retain(|bid| bid.person != *person);
                bank.bids.push(Bid { person: *person, seat: *seat, amount: *amount });
            }
            Self::BankOffered { seat, person, least, most } => {
                let before = bank.asked.map(|asked| (asked.from, asked.except));
                let (from, except) = before.or(bank.offer).unwrap_or((*seat, None));
                bank.stage = BankStage::Offered;
                bank.asked = Some(Asked { person: *person, seat: *seat, from, except });
                bank.price = least.zip(*most);
                bank.came_from.retain(|from| from.person != *person);
            }
            Self::BankDeclined { person, .. } => bank.late.retain(|late| late != person),
            Self::TurnMissed { person, .. } => {
                bank.misses.retain(|missing| missing != person);
                bank.came_from.retain(|from| from.person != *person);
                bank.late.retain(|late| late != person);
            }
            Self::TurnRegained { person, .. } => bank.misses.retain(|missing| missing != person),
            Self::TurnForfeited { person, .. } => {
                if !bank.misses.contains(person) {
                    bank.misses.push(*person);
                }
            }
            Self::BankTaken { seat, person, least, most } => {
                bank.stage = BankStage::Wagering;
                bank.holder = Some((*person, *seat));
                bank.next = Some((*least, *most));
                (bank.last, bank.wager, bank.asked, bank.price) = (None, None, None, None);
                bank.bids.clear();
                bank.late.clear();
                // Only who is still to miss a turn can undo it.
                let misses = &bank.misses;
                bank.came_from.retain(|from| misses.contains(&from.person));
                bank.without = bank.without.filter(|_| !position);
            }
            Self::BankPassed { why, offered_from, not_to, .. } => {
                bank.offer = offered_from.map(|start| (start, *not_to));
                (bank.asked, bank.suivi, bank.wager, bank.alone, bank.dominant) =
                    (None, None, None, None, None);
                bank.claims.clear();
                bank.annulled = false;
                bank.late.clear();
                let given_up = by_choice(why) && (!position || *why == PassedWhy::Choice);
                bank.passed_by = bank.passed_by.or(bank.holder).filter(|_| given_up);
                if position {
                    // Whoever has passed it holds nothing any more, even where the cards still lie there.
                    bank.without = bank.holder.take().map(|(person, _)| person);
                }
            }
            // A pause does not end a row of rounds.
            Self::BankVacant => {
                *bank = Bank { held_by: bank.held_by, held: bank.held, ..Bank::default() };
            }
        }
    }

    pub(super) const fn change_round(&self, _: &mut Round) {}

    pub(super) fn move_money(&self, _: Pay<'_>) {}

    pub(super) fn tell(&self, f: &mut Formatter<'_>, names: &Names<'_>) -> fmt::Result {
        match self {
            Self::BiddingOpened { without: None } => write!(f, "the bank goes to the highest bid"),
            Self::BiddingOpened { without: Some(person) } => {
                write!(f, "the bank goes to the highest bid, without {}", names.person(*person))
            }
            Self::BidMade { seat, amount, .. } => write!(f, "{seat} bids {amount} for the bank"),
            Self::BankOffered { seat, least: Some(least), most: Some(most), .. } => {
                write!(f, "the bank is offered to {seat} for {least} to {most}")
            }
            Self::BankOffered { seat, .. } => write!(f, "the bank is offered to {seat}"),
            Self::BankDeclined { seat, .. } => write!(f, "{seat} declines the bank"),
            Self::TurnForfeited { seat, .. } => {
                write!(f, "{seat} came nearer to the bank by moving, and will miss a turn at it")
            }
            Self::TurnRegained { seat, .. } => {
                write!(f, "{seat} comes no nearer to the bank after all, and misses no turn")
            }
            Self::TurnMissed { seat, .. } => write!(f, "{seat} misses a turn, having changed seats"),
            Self::BankTaken { seat, .. } => write!(f, "{seat} holds the bank"),
            Self::BankPassed { from, why, .. } => {
                let from = from.map_or_else(|| "nobody".to_owned(), |seat| seat.to_string());
                match why {
                    PassedWhy::Choice => write!(f, "{from} passes the bank"),
                    PassedWhy::BankerLost => {
                        write!(f, "{from} must pass the bank: the Banker's hand has lost")
                    }
                    PassedWhy::Order(reason) => write!(f, "{from} is ordered to pass the bank: {reason}"),
                    PassedWhy::Left => write!(f, "{from} leaves the bank"),
                    PassedWhy::RoundsUsed => {
                        write!(f, "{from} has held the bank as long as it may be held")
                    }
                }
            }
            Self::BankVacant => write!(f, "nobody takes the bank: the game pauses"),
        }
    }
}
