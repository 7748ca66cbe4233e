//! What somebody's account says to a table where they play: whether they may wager, and how much at most.
//!
//! A wager is written in the table's stream alone, so what binds it must stand there as well. The account says it
//! when its owner comes and whenever it changes; the table holds every wager against it, whoever's command makes it,
//! and refuses what is new. What lies on the layout stays, and a round in progress is completed.

#![deny(clippy::wildcard_enum_match_arm)]

use banco_money::Amount;
use serde::{Deserialize, Serialize};

use super::draft::{Draft, Step, refuse};
use super::event::{BankEvent, CoverEvent, Event, HouseMoneyEvent, PeopleEvent, WageringEvent, What};
use super::people::Person;
use super::refusal::{Reason, Refusal};
use super::state::Table;
use super::wager::{BetKey, Stake};
use crate::name::Clauses;

/// Why somebody may not wager.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Barred {
    /// They must first acknowledge how long they have played.
    CheckDue,
    /// Their account is closed.
    Closed,
    /// They take a break.
    CoolingOff,
    /// They have excluded themself.
    Excluded,
    /// They have not shown who they are.
    Pending,
    /// They have played as long as they wanted at most.
    SessionOver,
    /// Their account is suspended.
    Suspended,
}

impl Barred {
    /// Why, in words.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::CheckDue => "how long they have played is not acknowledged yet",
            Self::Closed => "the account is closed",
            Self::CoolingOff => "they take a break",
            Self::Excluded => "they have chosen not to play",
            Self::Pending => "they have not shown who they are",
            Self::SessionOver => "they have played as long as they wanted at most",
            Self::Suspended => "the account is suspended",
        }
    }
}

/// What binds the wagers of somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Restriction {
    /// Why they may not wager, if they may not.
    pub barred: Option<Barred>,
    /// What they wager at most on one spot.
    pub most: Option<Amount>,
}

/// What an account has said of somebody who plays here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Told {
    /// Of whom.
    pub person: Person,
    /// What binds them.
    pub restriction: Restriction,
}

impl Table {
    /// What the account of somebody has said; `None` for somebody who plays without an account.
    #[must_use]
    pub fn told(&self, person: Person) -> Option<Restriction> {
        self.accounts.iter().find(|told| told.person == person).map(|told| told.restriction)
    }

    /// What people have brought from their accounts, less what went home.
    #[must_use]
    pub const fn from_accounts(&self) -> Amount {
        self.from_accounts
    }

    /// Whether the account of somebody lets them have a wager of that much.
    pub(super) fn lets(&self, person: Person, stake: Amount) -> bool {
        let Some(Restriction { barred, most }) = self.told(person) else { return true };
        barred.is_none() && most.is_none_or(|most| stake.minor() <= most.minor())
    }

    /// An account has said something.
    pub(super) fn tell(&mut self, person: Person, restriction: Restriction) {
        self.accounts.retain(|told| told.person != person);
        self.accounts.push(Told { person, restriction });
        self.accounts.sort_by_key(|told| told.person);
    }

    /// Money has come from an account or gone home, if somebody has one.
    pub(super) fn count_from_account(&mut self, person: Person, amount: Amount, home: bool) {
        if self.told(person).is_none() {
            return;
        }
        let sum = if home { self.from_accounts.minus(amount) } else { self.from_accounts.plus(amount) };
        match sum {
            Ok(sum) => self.from_accounts = sum,
            Err(error) => self.stop(format!("what accounts have brought does not fit: {error}")),
        }
    }
}

/// An account says how its owner may play here. No rulebook speaks of it.
pub(super) fn hear(draft: &mut Draft<'_>, person: Person, restriction: Restriction) -> Step {
    draft.person(person)?;
    if draft.table.told(person) != Some(restriction) {
        let Restriction { barred, most } = restriction;
        draft.emit(Clauses::default(), PeopleEvent::AccountTold { barred, most, person });
    }
    Ok(())
}

/// Under full controls whoever plays here has come with an account of their own. Whoever sat down before that only leaves.
pub(super) fn need_account(draft: &Draft<'_>, person: Person, clauses: Clauses) -> Step {
    draft.person(person)?;
    if draft.context.house.is_strict() && draft.table.told(person).is_none() {
        return Err(refuse(Reason::AccountNeeded, clauses));
    }
    Ok(())
}

/// The same, and their account lets them play: for what the house hands them without asking the account.
pub(super) fn may_receive(draft: &Draft<'_>, person: Person, clauses: Clauses) -> Step {
    need_account(draft, person, clauses)?;
    let barred = draft.table.told(person).and_then(|told| told.barred);
    match barred.filter(|_| draft.context.house.is_strict()) {
        Some(barred) => Err(refused(person, barred)),
        None => Ok(()),
    }
}

/// Nothing of what is about to happen is a wager that somebody's account does not let them have. Under full controls
/// nobody wagers without one, wherever they sat down before.
pub(super) fn check(draft: &Draft<'_>) -> Step {
    if draft.table.accounts.is_empty() && !draft.context.house.is_strict() {
        return Ok(());
    }
    draft.events.iter().try_for_each(|event| within(draft, event))
}

fn refused(person: Person, barred: Barred) -> Refusal {
    let (why, acknowledge) = (barred.in_words(), barred == Barred::CheckDue);
    refuse(Reason::Barred { person, why, acknowledge }, Clauses::default())
}

fn within(draft: &Draft<'_>, event: &Event) -> Step {
    let Some((person, stake)) = wagered(draft, &event.what) else { return Ok(()) };
    let Some(Restriction { barred, most }) = draft.table.told(person) else {
        return need_account(draft, person, event.clauses);
    };
    if let Some(barred) = barred {
        return Err(refused(person, barred));
    }
    match most.filter(|most| stake.minor() > most.minor()) {
        Some(most) => Err(refuse(Reason::AboveOwnLimit { stake, most }, Clauses::default())),
        None => Ok(()),
    }
}

/// Who has or promises a wager by an event, and what it is then.
fn wagered(draft: &Draft<'_>, what: &What) -> Option<(Person, Amount)> {
    match what {
        What::Wagering(event) => in_wagering(event),
        What::HouseMoney(event) => in_house_money(draft, event),
        What::Bank(event) => in_bank(event),
        What::Cover(event) => in_cover(draft, event),
        What::Opening(_)
        | What::Preparation(_)
        | What::People(_)
        | What::Curator(_)
        | What::Dealing(_)
        | What::Turning(_)
        | What::Settlement(_)
        | What::Jackpot(_)
        | What::Irregularity(_)
        | What::Floor(_) => None,
    }
}

/// What counts of a stake: as for the limits of the table.
fn counted(stake: Stake) -> Amount {
    stake.limited().unwrap_or_else(|_| Amount::from_minor(i64::MAX, stake.chips.currency()))
}

fn in_wagering(event: &WageringEvent) -> Option<(Person, Amount)> {
    match event {
        WageringEvent::WagerPlaced { key, stake, .. } => Some((key.owner, counted(*stake))),
        WageringEvent::WagerSpoken { person, amount, .. } => Some((*person, *amount)),
        WageringEvent::WagerTakenDown { .. }
        | WageringEvent::SpokenConfirmed { .. }
        | WageringEvent::SpokenDeclined { .. }
        | WageringEvent::WagerTakenIn { .. }
        | WageringEvent::WagerReturned { .. } => None,
    }
}

fn in_house_money(draft: &Draft<'_>, event: &HouseMoneyEvent) -> Option<(Person, Amount)> {
    match event {
        HouseMoneyEvent::PayoutPressed { key, onto, pressed, .. } => {
            let onto = BetKey { wager: *onto, ..*key };
            let before = draft.table.bet(onto).map(|bet| counted(bet.stake));
            let stake = before.map_or(Ok(*pressed), |before| before.plus(*pressed));
            Some((key.owner, stake.unwrap_or(*pressed)))
        }
        HouseMoneyEvent::PayoutDue { .. }
        | HouseMoneyEvent::PayoutTaken { .. }
        | HouseMoneyEvent::EarlyReversed { .. }
        | HouseMoneyEvent::PressReversed { .. } => None,
    }
}

const fn in_bank(event: &BankEvent) -> Option<(Person, Amount)> {
    match event {
        BankEvent::BidMade { person, amount, .. } => Some((*person, *amount)),
        BankEvent::BankTaken { person, least, .. } => Some((*person, *least)),
        BankEvent::BiddingOpened { .. }
        | BankEvent::BankOffered { .. }
        | BankEvent::BankDeclined { .. }
        | BankEvent::TurnMissed { .. }
        | BankEvent::TurnForfeited { .. }
        | BankEvent::TurnRegained { .. }
        | BankEvent::BankPassed { .. }
        | BankEvent::BankVacant => None,
    }
}

fn in_cover(draft: &Draft<'_>, event: &CoverEvent) -> Option<(Person, Amount)> {
    match event {
        CoverEvent::CoverPlaced { person, cover, .. } => Some((*person, *cover)),
        CoverEvent::BankClaimed { person, .. } => {
            Some((*person, draft.table.bank.wager.unwrap_or_else(|| draft.table.nothing())))
        }
        // The wagers themselves stand beside these.
        CoverEvent::BankWagered { .. }
        | CoverEvent::ClaimsClosed { .. }
        | CoverEvent::CoverAsked { .. }
        | CoverEvent::CoverDeclined { .. }
        | CoverEvent::CoverClosed
        | CoverEvent::UncoveredReturned { .. }
        | CoverEvent::DominantNamed { .. }
        | CoverEvent::CollectionTaken { .. }
        | CoverEvent::CollectionReturned { .. }
        | CoverEvent::ButtonPlaced { .. }
        | CoverEvent::CoveredLost { .. }
        | CoverEvent::CoveredPaid { .. }
        | CoverEvent::CoverReturned { .. }
        | CoverEvent::WonByBank { .. }
        | CoverEvent::PaidByBank { .. } => None,
    }
}
