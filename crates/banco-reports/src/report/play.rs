//! Responsible play: what people have chosen for their protection. Accounts are told by their numbers,
//! without names.

use std::collections::BTreeMap;

use banco_engine::Person;
use banco_engine::cage::{
    ChipsEvent, Event, Kind, LimitsEvent, MoneyEvent, ProtectionEvent, SessionEvent, StandingEvent, What,
};
use banco_engine::pit::Pit;
use banco_engine::record::Record;
use banco_journal::Store;
use schemars::JsonSchema;
use serde::Serialize;

use crate::csv::{columns, list};
use crate::error::ReportError;
use crate::history::minor;
use crate::money::{Moment, Money};
use crate::scan::{self, Span};

/// An account: how it stands now, and how often what happened in some time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct PlayRow {
    /// Which account.
    pub account: u32,
    /// `real`, `demo` or `test`.
    pub kind: String,
    /// `active`, `pending`, `suspended` or `closed`.
    pub status: String,
    /// What was paid in over all time, less what was paid out.
    pub net_deposits: Money,
    /// What was paid in, in this time.
    pub deposits: Money,
    /// What was paid out, in this time.
    pub payouts: Money,
    /// The limits in force now, in words.
    pub limits: Vec<String>,
    /// Tighter limits that were set, which hold at once.
    pub limits_set: u32,
    /// Looser limits that were asked for.
    pub looser_asked: u32,
    /// Looser limits that were confirmed after their wait.
    pub looser_confirmed: u32,
    /// Looser limits that were withdrawn.
    pub looser_withdrawn: u32,
    /// Breaks that were taken.
    pub cool_offs: u32,
    /// Until when the break lasts that is taken now.
    pub cool_off_until: Option<Moment>,
    /// Exclusions that were chosen.
    pub exclusions: u32,
    /// Whether the owner is excluded now.
    pub excluded: bool,
    /// Until when; nothing where it is for good.
    pub excluded_until: Option<Moment>,
    /// How often the owner wants to be told how long they have played, in minutes.
    pub check_every: Option<u32>,
    /// How often they were told.
    pub checks_due: u32,
    /// How often they acknowledged it.
    pub checks_acknowledged: u32,
    /// Sessions that were begun.
    pub sessions: u32,
    /// Sessions that lasted as long as their owner wanted at most.
    pub time_ups: u32,
    /// How often the house has changed what the account is good for.
    pub status_changes: u32,
}

columns! { PlayRow as one:
    "account" = one.account,
    "kind" = &one.kind,
    "status" = &one.status,
    "currency" = one.net_deposits.currency.code(),
    "net_deposits" = one.net_deposits,
    "deposits" = one.deposits,
    "payouts" = one.payouts,
    "limits" = list(&one.limits),
    "limits_set" = one.limits_set,
    "looser_asked" = one.looser_asked,
    "looser_confirmed" = one.looser_confirmed,
    "looser_withdrawn" = one.looser_withdrawn,
    "cool_offs" = one.cool_offs,
    "cool_off_until" = one.cool_off_until,
    "exclusions" = one.exclusions,
    "excluded" = one.excluded,
    "excluded_until" = one.excluded_until,
    "check_every" = one.check_every,
    "checks_due" = one.checks_due,
    "checks_acknowledged" = one.checks_acknowledged,
    "sessions" = one.sessions,
    "time_ups" = one.time_ups,
    "status_changes" = one.status_changes,
}

/// What happened to an account in some time.
#[derive(Default)]
struct Counts {
    deposits: i128,
    payouts: i128,
    limits_set: u32,
    looser_asked: u32,
    looser_confirmed: u32,
    looser_withdrawn: u32,
    cool_offs: u32,
    exclusions: u32,
    checks_due: u32,
    checks_acknowledged: u32,
    sessions: u32,
    time_ups: u32,
    status_changes: u32,
}

impl Counts {
    fn follow(&mut self, event: &Event) {
        let counted = match &event.what {
            What::Money(MoneyEvent::Deposited { amount, .. }) => {
                self.deposits += minor(*amount);
                return;
            }
            // Cash that a dealer takes is paid in as well.
            What::Chips(ChipsEvent::CashTaken { amount, .. }) => {
                self.deposits += minor(*amount);
                return;
            }
            What::Money(MoneyEvent::PaidOut { amount, .. }) => {
                self.payouts += minor(*amount);
                return;
            }
            What::Limits(LimitsEvent::Set { .. }) => &mut self.limits_set,
            What::Limits(LimitsEvent::Asked { .. }) => &mut self.looser_asked,
            What::Limits(LimitsEvent::Confirmed { .. }) => &mut self.looser_confirmed,
            What::Limits(LimitsEvent::Withdrawn { .. }) => &mut self.looser_withdrawn,
            What::Protection(ProtectionEvent::CoolOffBegun { .. }) => &mut self.cool_offs,
            What::Protection(ProtectionEvent::Excluded { .. }) => &mut self.exclusions,
            What::Session(SessionEvent::CheckDue { .. }) => &mut self.checks_due,
            What::Session(SessionEvent::CheckAcknowledged { .. }) => &mut self.checks_acknowledged,
            What::Session(SessionEvent::Started { .. }) => &mut self.sessions,
            What::Session(SessionEvent::TimeUp { .. }) => &mut self.time_ups,
            What::Standing(StandingEvent::StatusChanged { .. }) => &mut self.status_changes,
            What::Standing(StandingEvent::Opened { .. })
            | What::Money(MoneyEvent::Adjusted { .. })
            | What::Request(_)
            | What::Chips(_)
            | What::Play(_)
            | What::Session(SessionEvent::Ended { .. } | SessionEvent::CheckChosen { .. })
            | What::Protection(
                ProtectionEvent::CoolOffEnded { .. } | ProtectionEvent::ExclusionEnded { .. },
            ) => {
                return;
            }
        };
        *counted = counted.saturating_add(1);
    }
}

/// All accounts, by number. Where `tests` is not wanted, accounts of testers are left out.
///
/// # Errors
/// The store, or an entry that this engine does not read.
pub async fn play(
    store: &dyn Store,
    pit: &Pit,
    span: Span,
    tests: bool,
) -> Result<Vec<PlayRow>, ReportError> {
    let mut counts: BTreeMap<Person, Counts> = BTreeMap::new();
    scan::records(store, "account", &mut |entry, record| {
        if let Record::Account { account, event, .. } = record
            && span.has(entry.at)
        {
            counts.entry(account).or_default().follow(&event);
        }
        Ok(())
    })
    .await?;
    let accounts = pit.accounts().filter(|account| tests || account.kind() != Kind::Test);
    Ok(accounts.map(|account| row(account, counts.remove(&account.person()).unwrap_or_default())).collect())
}

fn row(account: &banco_engine::cage::Account, counts: Counts) -> PlayRow {
    let money = |minor| Money::new(minor, account.currency());
    let exclusion = account.exclusion();
    PlayRow {
        account: account.person().0,
        kind: account.kind().to_string(),
        status: account.status().to_string(),
        net_deposits: money(-minor(account.books().outside)),
        deposits: money(counts.deposits),
        payouts: money(counts.payouts),
        limits: account.limits().in_force.iter().map(ToString::to_string).collect(),
        limits_set: counts.limits_set,
        looser_asked: counts.looser_asked,
        looser_confirmed: counts.looser_confirmed,
        looser_withdrawn: counts.looser_withdrawn,
        cool_offs: counts.cool_offs,
        cool_off_until: account.cool_off().map(Moment::from),
        exclusions: counts.exclusions,
        excluded: exclusion.is_some(),
        excluded_until: exclusion.and_then(|exclusion| exclusion.until).map(Moment::from),
        check_every: account.check_every(),
        checks_due: counts.checks_due,
        checks_acknowledged: counts.checks_acknowledged,
        sessions: counts.sessions,
        time_ups: counts.time_ups,
        status_changes: counts.status_changes,
    }
}
