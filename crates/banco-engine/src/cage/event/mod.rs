//! What has happened in an account: facts, each with its time.
//!
//! The vocabulary is split by topic. A topic's file holds its part of it, and beside it when it happened, how the
//! account changes by it, which money it moves and how it is told; so whoever adds an event is asked by the compiler
//! for all of it. Events are written down as they are: fields stand in alphabetical order, and nothing in an event
//! depends on this process.

mod chips;
mod limits;
mod money;
mod play;
mod protection;
mod requests;
mod sessions;
mod standing;

pub use chips::ChipsEvent;
pub use limits::LimitsEvent;
pub use money::MoneyEvent;
pub use play::PlayEvent;
pub use protection::ProtectionEvent;
pub use requests::RequestEvent;
pub use sessions::SessionEvent;
pub use standing::StandingEvent;

use std::fmt::{self, Formatter};

use banco_money::Amount;

use crate::authority::Person;
use crate::cage::books::{Fund, Posting};
use crate::cage::state::Account;
use crate::cage::time::Time;

topics! {
    /// The account is opened, and what it is good for.
    Standing(StandingEvent),
    /// Money comes in, goes out and is put right.
    Money(MoneyEvent),
    /// What takes two people.
    Request(RequestEvent),
    /// Money goes to tables and comes home.
    Chips(ChipsEvent),
    /// Where the owner plays.
    Play(PlayEvent),
    /// When the owner is there, and for how long.
    Session(SessionEvent),
    /// What the owner limits.
    Limits(LimitsEvent),
    /// When the owner does not want to play.
    Protection(ProtectionEvent),
    =>
    /// When it happened.
    pub fn at() -> Time;
    fn change_account(account: &mut Account);
    fn move_money(pay: Pay<'_>);
    fn tell(f: &mut Formatter<'_>, owner: &str, name: &dyn Fn(Person) -> String) -> fmt::Result;
}

/// Moves an amount from one fund to another.
type Pay<'a> = &'a mut dyn FnMut(Fund, Fund, Amount);

impl Event {
    /// When it happened.
    #[must_use]
    pub fn at(&self) -> Time {
        self.what.at()
    }

    /// The money that it moves, in order.
    pub fn postings(&self, post: &mut dyn FnMut(Posting)) {
        self.what.move_money(&mut |from, to, amount| {
            if !amount.is_zero() {
                post(Posting { from, to, amount });
            }
        });
    }

    /// What has happened to somebody's account, in one line; people are called by their names.
    #[must_use]
    pub fn story(&self, owner: Person, name: &dyn Fn(Person) -> String) -> String {
        fmt::from_fn(|f| self.what.tell(f, &name(owner), name)).to_string()
    }
}

/// Changes the account by what has happened. Events come from [`crate::cage::decide`] and its companions, or from a
/// record. An account that cannot follow stops with the evidence.
pub fn evolve(account: &mut Account, event: &Event) {
    account.version = account.version.saturating_add(1);
    if account.fault.is_some() {
        return;
    }
    account.reach(event.at());
    event.postings(&mut |posting| account.post(posting));
    event.what.change_account(account);
}
