//! What has happened at the table: facts, in the words of the rulebook, each with its clauses.
//!
//! The vocabulary is split by topic. A topic's file holds its part of it, and beside it how the table changes
//! by it, which money moves, and how it is told; so whoever adds an event is asked by the compiler for all of
//! it. Events are written down as they are (see `docs/record.md`): fields stand in alphabetical order, names are
//! those of the rulebook, and nothing in an event depends on this process.

#![deny(clippy::wildcard_enum_match_arm)]

mod bank;
mod card;
mod cover;
mod curator;
mod dealing;
mod floor;
mod house_money;
mod irregularity;
mod jackpot;
mod opening;
mod people;
mod preparation;
mod settlement;
mod turning;
mod wagering;

use std::fmt::{self, Display, Formatter};

use banco_money::Amount;

pub use bank::BankEvent;
pub use card::{Face, Laid};
pub use cover::{Claimant, CoverEvent};
pub use curator::{Curator, CuratorEvent, PassedWhy};
pub use dealing::DealingEvent;
pub use floor::FloorEvent;
pub use house_money::HouseMoneyEvent;
pub use irregularity::IrregularityEvent;
pub use jackpot::JackpotEvent;
pub use opening::{NoticeDue, OpeningEvent};
pub use people::PeopleEvent;
pub use preparation::{CutBy, PreparationEvent};
pub use settlement::{SettlementEvent, VigorishHow};
pub use turning::{Turner, TurningEvent};
pub use wagering::WageringEvent;

use super::ledger::{Account, Posting};
use super::state::{Round, Table};
use super::wager::{BetKey, Stake};
use crate::names::Names;
use crate::shelf::Shelf;

topics! {
    /// The table is put up, opens and closes; its terms.
    Opening(OpeningEvent),
    /// The cards before they are dealt.
    Preparation(PreparationEvent),
    /// Who comes and goes, with what money.
    People(PeopleEvent),
    /// Wagers that are made.
    Wagering(WageringEvent),
    /// Who deals from the shoe.
    Curator(CuratorEvent),
    /// A round, from the first card to the result.
    Dealing(DealingEvent),
    /// Who turns which cards.
    Turning(TurningEvent),
    /// Payouts before the third cards.
    HouseMoney(HouseMoneyEvent),
    /// Wagers that are decided.
    Settlement(SettlementEvent),
    /// Shares of meters.
    Jackpot(JackpotEvent),
    /// Who holds the bank.
    Bank(BankEvent),
    /// What is wagered for the bank and against it.
    Cover(CoverEvent),
    /// What went wrong.
    Irregularity(IrregularityEvent),
    /// What the floor orders.
    Floor(FloorEvent),
    =>
    fn change_table(table: &mut Table, shelf: &Shelf);
    /// What it changes in a round. Deciding works on a copy of the round, by the same code.
    #[inline]
    pub(crate) fn change_round(round: &mut Round);
    fn move_money(pay: Pay<'_>);
    fn tell(f: &mut Formatter<'_>, names: &Names<'_>) -> fmt::Result;
}

/// Moves an amount from one account to another.
type Pay<'a> = &'a mut dyn FnMut(Account, Account, Amount);

impl Event {
    /// The money that it moves, in order.
    pub fn postings(&self, post: &mut dyn FnMut(Posting)) {
        self.what.move_money(&mut |from, to, amount| {
            if !amount.is_zero() {
                post(Posting { from, to, amount });
            }
        });
    }

    /// Whether it is about somebody's account, of which no rulebook speaks.
    #[must_use]
    pub const fn is_about_account(&self) -> bool {
        matches!(self.what, What::People(PeopleEvent::AccountTold { .. }))
    }

    /// Whether no rulebook speaks of it: what somebody's account says, what a virtual shoe promises and shows, and
    /// which dealer is on duty.
    #[must_use]
    pub const fn is_beyond_the_texts(&self) -> bool {
        let of_shoe = matches!(
            self.what,
            What::Preparation(PreparationEvent::ShoeCommitted { .. } | PreparationEvent::ShoeOpened { .. })
        );
        let of_duty = matches!(
            self.what,
            What::Floor(FloorEvent::DealerSignedOn { .. } | FloorEvent::DealerSignedOff { .. })
        );
        of_shoe || of_duty || self.is_about_account()
    }

    /// What has happened, in one line.
    #[must_use]
    pub fn story<'a>(&'a self, names: &'a Names<'a>) -> impl Display + 'a {
        Story { event: self, names }
    }
}

struct Story<'a> {
    event: &'a Event,
    names: &'a Names<'a>,
}

impl Display for Story<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.event.what.tell(f, self.names)
    }
}

/// Changes the table by what has happened. Nothing is decided here: an event is a fact. Terms that the event
/// names come from the shelf.
pub fn evolve(table: &mut Table, event: &Event, shelf: &Shelf) {
    event.postings(&mut |posting| table.post(posting));
    event.what.change_table(table, shelf);
    event.what.change_round(&mut table.round);
    table.version = table.version.saturating_add(1);
}

/// A stake goes back to its owner.
fn give_back(key: BetKey, stake: Stake, taken_in: bool, pay: Pay<'_>) {
    let from = if taken_in { Account::Progressive } else { Account::Layout };
    pay(from, Account::Chips(key.owner), stake.chips);
    pay(Account::IssuedOnLayout, Account::Promotional(key.owner), stake.promotional);
    pay(Account::IssuedOnLayout, Account::Coupons(key.owner), stake.coupon);
}

/// Whoever takes what a wager wins.
const fn winner(key: BetKey) -> Account {
    if key.for_dealer { Account::Tokes } else { Account::Chips(key.owner) }
}

/// ` for the dealer`, or nothing.
const fn beneficiary(key: BetKey) -> &'static str {
    if key.for_dealer { " for the dealer" } else { "" }
}
