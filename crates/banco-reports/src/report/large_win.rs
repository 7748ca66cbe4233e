//! Wins from a threshold on, and every jackpot.

use std::collections::BTreeMap;

use banco_engine::link::{self, Cause, Link, TableId};
use banco_engine::pit::Pit;
use banco_engine::record::Record;
use banco_engine::table::{
    BetKey, CoverEvent, DealingEvent, Event, HitId, HouseMoneyEvent, Seat, SettlementEvent, What,
};
use banco_engine::{Clauses, Name, Person};
use banco_journal::{At, Entry, Store};
use banco_money::Amount;
use schemars::JsonSchema;
use serde::Serialize;

use crate::csv::{columns, list};
use crate::error::ReportError;
use crate::history::texts;
use crate::money::{Moment, Money};
use crate::scan::{self, Span};

/// A win. Jackpots also say who has claimed, verified and confirmed them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct LargeWinRow {
    /// When it was paid.
    pub at: Moment,
    /// In which stream that is written.
    pub stream: String,
    /// By which entry.
    pub version: u64,
    /// At which table.
    pub table: u32,
    /// In which round of it.
    pub round: u32,
    /// Who has won it; the dealer takes what was wagered for the dealer.
    pub person: u32,
    /// At which seat.
    pub seat: u8,
    /// By which wager.
    pub wager: &'static str,
    /// Whether it is the dealer's.
    pub for_dealer: bool,
    /// By which line of the pay table.
    pub line: Option<&'static str>,
    /// What was won, without the stake and before vigorish.
    pub won: Money,
    /// The number of the jackpot on its link.
    pub jackpot: Option<u32>,
    /// The link.
    pub link: Option<&'static str>,
    /// The meter.
    pub meter: Option<&'static str>,
    /// When the jackpot was made.
    pub made: Option<Moment>,
    /// Who claimed it, or pressed END ROUND.
    pub claimed_by: Option<u32>,
    /// Who verified it.
    pub verified_by: Option<u32>,
    /// Who confirmed the payment.
    pub paid_by: Option<u32>,
    /// The clauses behind it.
    pub clauses: Vec<&'static str>,
}

columns! { LargeWinRow as one:
    "at" = one.at,
    "stream" = &one.stream,
    "version" = one.version,
    "table" = one.table,
    "round" = one.round,
    "person" = one.person,
    "seat" = one.seat,
    "wager" = one.wager,
    "for_dealer" = one.for_dealer,
    "line" = one.line,
    "won" = one.won,
    "currency" = one.won.currency.code(),
    "jackpot" = one.jackpot,
    "link" = one.link,
    "meter" = one.meter,
    "made" = one.made,
    "claimed_by" = one.claimed_by,
    "verified_by" = one.verified_by,
    "paid_by" = one.paid_by,
    "clauses" = list(&one.clauses),
}

/// A wager that has won.
struct Win {
    key: BetKey,
    seat: Seat,
    line: Option<Name>,
    won: Amount,
}

/// What an event pays to a wager. A bank wins from every wager by itself.
fn win(event: &What) -> Option<Win> {
    let (key, seat, line, won) = match event {
        What::Settlement(SettlementEvent::WagerPaid { key, seat, line, won, .. })
        | What::Cover(CoverEvent::CoveredPaid { key, seat, line, won, .. }) => {
            (*key, *seat, Some(*line), *won)
        }
        What::HouseMoney(HouseMoneyEvent::PayoutTaken { key, seat, won, .. })
        | What::Cover(CoverEvent::PaidByBank { key, seat, won, .. }) => (*key, *seat, None, *won),
        What::HouseMoney(HouseMoneyEvent::PayoutPressed { key, seat, handed, pressed, .. }) => {
            (*key, *seat, None, handed.plus(*pressed).ok()?)
        }
        What::Opening(_)
        | What::Preparation(_)
        | What::People(_)
        | What::Wagering(_)
        | What::Curator(_)
        | What::Dealing(_)
        | What::Turning(_)
        | What::HouseMoney(_)
        | What::Settlement(_)
        | What::Jackpot(_)
        | What::Bank(_)
        | What::Cover(_)
        | What::Irregularity(_)
        | What::Floor(_) => return None,
    };
    Some(Win { key, seat, line, won })
}

/// What is known of a jackpot before it is paid.
#[derive(Clone)]
struct Hit {
    made: At,
    round: u32,
    line: Option<Name>,
    claimed_by: Option<Person>,
    verified_by: Option<Person>,
}

/// Wins in some time that reach the threshold of their currency, and all jackpots that were paid in it, in
/// order of time. In a currency without a threshold only jackpots are large.
///
/// # Errors
/// The store, or an entry that this engine does not read.
pub async fn large_wins(
    store: &dyn Store,
    pit: &Pit,
    thresholds: &[Amount],
    span: Span,
) -> Result<Vec<LargeWinRow>, ReportError> {
    let mut rows = Vec::new();
    let mut rounds: BTreeMap<TableId, u32> = BTreeMap::new();
    scan::records(store, "table", &mut |entry, record| {
        if let Record::Table { table, event, .. } = record {
            if let What::Dealing(DealingEvent::RoundBegun { round, .. }) = &event.what {
                rounds.insert(table, *round);
            }
            let round = rounds.get(&table).copied().unwrap_or_default();
            rows.extend(by_wager(entry, table, round, &event, thresholds).filter(|_| span.has(entry.at)));
        }
        Ok(())
    })
    .await?;
    let mut hits: BTreeMap<(Name, HitId), Hit> = BTreeMap::new();
    scan::records(store, "link", &mut |entry, record| {
        if let Record::Link { link, event, .. } = record {
            let paid = follow(&mut hits, pit.link(&link), link, entry, &event);
            rows.extend(paid.into_iter().filter(|_| span.has(entry.at)));
        }
        Ok(())
    })
    .await?;
    rows.sort_by(|one, other| {
        (one.at, &one.stream, one.version).cmp(&(other.at, &other.stream, other.version))
    });
    Ok(rows)
}

fn by_wager(
    entry: &Entry,
    table: TableId,
    round: u32,
    event: &Event,
    thresholds: &[Amount],
) -> Option<LargeWinRow> {
    let win = win(&event.what)?;
    let large = |from: &Amount| from.currency() == win.won.currency() && win.won.minor() >= from.minor();
    if !thresholds.iter().any(large) {
        return None;
    }
    Some(row(entry, (table, round), &win, event.clauses))
}

fn row(entry: &Entry, (table, round): (TableId, u32), win: &Win, clauses: Clauses) -> LargeWinRow {
    LargeWinRow {
        at: Moment(entry.at),
        stream: entry.stream.to_string(),
        version: entry.version,
        table: table.0,
        round,
        person: win.key.owner.0,
        seat: win.seat.number,
        wager: win.key.wager.as_str(),
        for_dealer: win.key.for_dealer,
        line: win.line.map(Name::as_str),
        won: win.won.into(),
        jackpot: None,
        link: None,
        meter: None,
        made: None,
        claimed_by: None,
        verified_by: None,
        paid_by: None,
        clauses: texts(clauses.as_slice()),
    }
}

/// Follows the jackpots of a link, and says what is paid.
fn follow(
    hits: &mut BTreeMap<(Name, HitId), Hit>,
    state: Option<&Link>,
    link: Name,
    entry: &Entry,
    event: &link::Event,
) -> Vec<LargeWinRow> {
    let link::What::Jackpot(what) = &event.what else { return Vec::new() };
    match what {
        link::JackpotEvent::Made { hit, round, cause, by, .. } => {
            let line = match cause {
                Cause::Cards { line, .. } => Some(*line),
                Cause::MustHit => None,
            };
            let new = Hit { made: entry.at, round: *round, line, claimed_by: *by, verified_by: None };
            hits.insert((link, *hit), new);
        }
        link::JackpotEvent::Claimed { hit, by } => {
            hits.entry((link, *hit)).and_modify(|known| known.claimed_by = Some(*by));
        }
        link::JackpotEvent::Verified { hit, by } => {
            hits.entry((link, *hit)).and_modify(|known| known.verified_by = Some(*by));
        }
        link::JackpotEvent::Rejected { hit, .. } => drop(hits.remove(&(link, *hit))),
        link::JackpotEvent::Paid { hit, by, meter, shares, table, .. } => {
            let known = hits.remove(&(link, *hit));
            let name = state.and_then(|state| state.rule(*meter)).map_or(*meter, |rule| rule.name);
            let jackpot = |share: &link::Share| {
                let (key, seat, won) = (share.winner.key, share.winner.seat, share.amount);
                let line = known.as_ref().and_then(|hit| hit.line);
                let round = known.as_ref().map_or(0, |hit| hit.round);
                let win = Win { key, seat, line, won };
                LargeWinRow {
                    jackpot: Some(hit.0),
                    link: Some(link.as_str()),
                    meter: Some(name.as_str()),
                    made: known.as_ref().map(|hit| Moment(hit.made)),
                    claimed_by: known.as_ref().and_then(|hit| hit.claimed_by).map(|person| person.0),
                    verified_by: known.as_ref().and_then(|hit| hit.verified_by).map(|person| person.0),
                    paid_by: Some(by.0),
                    ..row(entry, (*table, round), &win, event.clauses)
                }
            };
            return shares.iter().map(jackpot).collect();
        }
        link::JackpotEvent::Locked { .. }
        | link::JackpotEvent::Unlocked { .. }
        | link::JackpotEvent::HandSelected { .. }
        | link::JackpotEvent::WinnerDrawn { .. } => {}
    }
    Vec::new()
}
