//! From a command or a word to what happens in an account, or to a refusal.

use banco_money::{Amount, MoneyError};

use crate::authority::{Actor, Person, Request, Role};
use crate::cage::command::{Command, TableSays, Wanted, Word};
use crate::cage::event::{Event, ProtectionEvent, RequestEvent, SessionEvent, What, evolve};
use crate::cage::refusal::{Reason, Refusal};
use crate::cage::state::{Account, Exclusion};
use crate::cage::time::Time;
use crate::cage::{choices, counter, session, tables};
use crate::house::House;
use crate::link::TableId;
use crate::name::Clauses;
use crate::reasons::refuse;
use crate::table::Barred;

/// Decides what a command of a person makes happen at a moment. Nothing changes by this; [`crate::cage::evolve`]
/// changes the account by the events, in order.
///
/// # Errors
/// What is not allowed, and what to do instead.
pub fn decide(
    account: &Account,
    house: &House,
    now: Time,
    by: Actor,
    command: Command,
) -> Result<Vec<Event>, Refusal> {
    need_sound(account)?;
    if let Command::Open { currency, kind } = command {
        let mut draft = Draft::new(account, now);
        counter::open(&mut draft, house, by, currency, kind)?;
        return Ok(draft.events);
    }
    need_opened(account)?;
    let mut draft = Draft::new(account, now);
    draft.pass_time();
    match command {
        Command::Open { .. } => Ok(()),
        Command::Deposit { amount } => counter::deposit(&mut draft, house, by, amount),
        Command::PayOut { amount, identity } => {
            counter::pay_out(&mut draft, house, by, amount, identity.as_deref())
        }
        Command::ConfirmPayOut { request } => counter::confirm_pay_out(&mut draft, house, by, request),
        Command::ChangeStatus { reason, status } => {
            counter::change_status(&mut draft, house, by, &reason, status)
        }
        Command::Ask(wanted) => counter::ask(&mut draft, house, by, wanted),
        Command::Approve { request } => counter::approve(&mut draft, house, by, request),
        Command::TurnDown { reason, request } => counter::turn_down(&mut draft, by, request, &reason),
        Command::HoldBuyIn { amount, table } => tables::hold(&mut draft, by, table, amount),
        Command::VoidBuyIn { hold, reason } => tables::void(&mut draft, by, hold, &reason),
        Command::SetLimit(limit) => choices::set_limit(&mut draft, by, limit),
        Command::ConfirmLimit(key) => choices::confirm_limit(&mut draft, by, key),
        Command::WithdrawLimit(key) => choices::withdraw_limit(&mut draft, by, key),
        Command::ChooseCheck { minutes } => choices::choose_check(&mut draft, by, minutes),
        Command::AcknowledgeCheck => session::acknowledge(&mut draft, by),
        Command::CoolOff { until } => choices::cool_off(&mut draft, by, until),
        Command::Exclude { until } => choices::exclude(&mut draft, by, until),
    }?;
    Ok(draft.events)
}

/// Decides what a word of a machine of the house makes happen at a moment.
///
/// # Errors
/// What is not allowed, and what to do instead.
pub fn hear(account: &Account, now: Time, word: Word) -> Result<Vec<Event>, Refusal> {
    need_sound(account)?;
    need_opened(account)?;
    let mut draft = Draft::new(account, now);
    draft.pass_time();
    match word {
        Word::Time => {}
        Word::SessionStarted => session::start(&mut draft)?,
        Word::SessionEnded => session::end(&mut draft)?,
        Word::AskerGone(asker) => counter::lapse(&mut draft, asker),
    }
    Ok(draft.events)
}

/// Decides what a word of a table makes happen at a moment. Whoever brings it answers for it: it must happen together
/// with what happens at the table.
///
/// # Errors
/// What is not allowed, and what to do instead; then it does not happen at the table either.
pub fn hear_table(
    account: &Account,
    now: Time,
    table: TableId,
    says: TableSays,
) -> Result<Vec<Event>, Refusal> {
    need_sound(account)?;
    need_opened(account)?;
    let mut draft = Draft::new(account, now);
    draft.pass_time();
    match says {
        TableSays::Came { currency } => tables::come(&mut draft, table, currency)?,
        TableSays::BoughtIn { amount } => tables::buy_in(&mut draft, table, amount)?,
        TableSays::TookCash { amount } => tables::take_cash(&mut draft, table, amount)?,
        TableSays::Corrected { amount } => tables::correct(&draft, table, amount)?,
        TableSays::CameHome { amount } => tables::come_home(&mut draft, table, amount)?,
        TableSays::Left => tables::leave(&mut draft, table),
    }
    Ok(draft.events)
}

/// An account that has stopped does nothing.
fn need_sound(account: &Account) -> Step {
    match account.fault() {
        None => Ok(()),
        Some(fault) => Err(no(Reason::Halted { fault: fault.to_owned() })),
    }
}

fn need_opened(account: &Account) -> Step {
    if account.is_opened() { Ok(()) } else { Err(no(Reason::NoAccount { person: account.person() })) }
}

/// Nothing, or a refusal.
pub(super) type Step = Result<(), Refusal>;

/// A refusal: no clause speaks of the cage.
pub(super) fn no(reason: Reason) -> Refusal {
    refuse(reason, Clauses::default())
}

/// A decision being made: the account as the events so far leave it.
pub(super) struct Draft {
    /// The account after the events so far.
    pub account: Account,
    /// When it happens: never before what has happened.
    pub now: Time,
    /// The events so far.
    pub events: Vec<Event>,
}

impl Draft {
    fn new(account: &Account, now: Time) -> Self {
        let now = now.min(Time::LAST).max(account.clock());
        Self { account: account.clone(), now, events: Vec::new() }
    }

    /// Something happens.
    pub fn emit(&mut self, what: impl Into<What>) {
        let event = Event::new(Clauses::default(), what);
        evolve(&mut self.account, &event);
        self.events.push(event);
    }

    /// What time alone brings with it.
    pub fn pass_time(&mut self) {
        let (now, at) = (self.now, self.now);
        let over = |until: Option<Time>| until.is_some_and(|until| until <= now);
        if over(self.account.exclusion().and_then(|exclusion| exclusion.until)) {
            self.emit(ProtectionEvent::ExclusionEnded { at });
        }
        if over(self.account.cool_off()) {
            self.emit(ProtectionEvent::CoolOffEnded { at });
        }
        if over(self.account.time_up_at()) {
            self.emit(SessionEvent::TimeUp { at });
        }
        if over(self.account.check_due_at()) {
            self.emit(SessionEvent::CheckDue { at });
        }
        let expired = |request: &&Request<Wanted>| self.account.expires_at(request) <= now;
        let overdue = self.account.requests().iter().filter(expired);
        for request in overdue.map(|request| request.id).collect::<Vec<_>>() {
            self.emit(RequestEvent::Expired { at, request });
        }
    }

    /// Only in one of these capacities, and not about an account of one's own.
    pub fn need_staff(&self, by: Actor, roles: &[Role], needed: &'static str) -> Step {
        crate::reasons::need_role(by, roles, needed, Clauses::default())?;
        if self.is_own(by.person()) {
            return Err(no(Reason::Involved { person: by.person() }));
        }
        Ok(())
    }

    /// Only the owner, in person.
    pub fn need_owner(&self, by: Actor) -> Step {
        crate::reasons::need_role(by, &[Role::Participant], "participant", Clauses::default())?;
        let person = self.account.person();
        if by.acting_for().is_some() || by.person() != person {
            return Err(no(Reason::NotYours { person }));
        }
        Ok(())
    }

    /// Whether the account is somebody's own.
    pub fn is_own(&self, person: Person) -> bool {
        self.account.person() == person
    }

    /// The owner may play now.
    pub fn need_player(&self) -> Step {
        let person = self.account.person();
        match self.account.bar() {
            Some(bar) => return Err(no(self.barred_by(bar))),
            None if self.account.needs_session() && !self.account.in_session() => {
                return Err(no(Reason::NoSession { person }));
            }
            None => {}
        }
        Ok(())
    }

    /// The owner may bring money into the house: not while they stay away from it.
    pub fn need_customer(&self) -> Step {
        match self.account.bar() {
            None | Some(Barred::SessionOver | Barred::CheckDue) => Ok(()),
            Some(
                bar @ (Barred::Closed
                | Barred::CoolingOff
                | Barred::Excluded
                | Barred::Pending
                | Barred::Suspended),
            ) => Err(no(self.barred_by(bar))),
        }
    }

    /// Why the owner may not play.
    fn barred_by(&self, bar: Barred) -> Reason {
        let person = self.account.person();
        match bar {
            Barred::Closed | Barred::Pending | Barred::Suspended => {
                Reason::NotActive { status: self.account.status() }
            }
            Barred::Excluded => {
                let until = self.account.exclusion().map_or_else(String::new, until_in_words);
                Reason::Excluded { person, until }
            }
            Barred::CoolingOff => {
                Reason::CoolingOff { person, until: self.account.cool_off().unwrap_or_default() }
            }
            Barred::SessionOver => Reason::SessionOver { person },
            Barred::CheckDue => Reason::CheckDue { person },
        }
    }

    /// A positive amount of the account's currency that its books can hold.
    pub fn need_amount(&self, amount: Amount, doing: &'static str) -> Step {
        self.need_money(amount)?;
        if !amount.is_positive() {
            return Err(no(Reason::BadAmount { amount, doing }));
        }
        Ok(())
    }

    /// Money of the account's currency, and not more than its books can hold.
    pub fn need_money(&self, amount: Amount) -> Step {
        let (given, own) = (amount.currency(), self.account.currency());
        if given != own {
            return Err(no(MoneyError::CurrencyMismatch(given, own).into()));
        }
        if amount.minor().unsigned_abs() > MOST {
            return Err(no(MoneyError::Overflow.into()));
        }
        Ok(())
    }

    /// The balance holds that much.
    pub fn need_balance(&self, wanted: Amount, doing: &'static str) -> Step {
        let have = self.account.books().balance;
        if have.minor() < wanted.minor() {
            return Err(no(Reason::NotEnough { have, wanted, doing }));
        }
        Ok(())
    }

    /// The books can hold what comes; the account would stop otherwise.
    pub fn need_room(&self, amount: Amount) -> Step {
        let books = self.account.books();
        let sums = books.funds().map(|(_, holds)| holds.minor().unsigned_abs()).max().unwrap_or_default();
        if sums.saturating_add(amount.minor().unsigned_abs()) > ROOM {
            return Err(no(MoneyError::Overflow.into()));
        }
        Ok(())
    }
}

/// The greatest amount of one command, in minor units: that of a table.
const MOST: u64 = (i64::MAX >> 20).unsigned_abs();

/// What a fund may come to by commands: far from where figures cannot be written down any more.
const ROOM: u64 = 1 << 52;

/// `until 2026-11-16 02:15:00 UTC`, or `for good`.
pub(super) fn until_in_words(exclusion: Exclusion) -> String {
    exclusion.until.map_or_else(|| "for good".to_owned(), |until| format!("until {until}"))
}
