//! One round in full: its wagers, and everything that happened, in words and with its clauses.

use std::sync::Arc;

use banco_engine::link::TableId;
use banco_engine::record::Record;
use banco_engine::table::{CoverEvent, DealingEvent, Event, Rules, What};
use banco_engine::{Name, Names, Shelf};
use banco_journal::{By, Entry, Store};
use schemars::JsonSchema;
use serde::Serialize;

use super::track::{Position, RoundLine, Track};
use super::wager::{Wager, WagerResult, minor};
use super::{Cursor, History, RoundRow};
use crate::PeopleNames;
use crate::csv::{columns, list};
use crate::error::ReportError;
use crate::money::{Moment, Money};
use crate::scan;

/// A wager of a round. What it brought is `won` and `jackpot` and `returned`, less `chips` and `vigorish`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct WagerRow {
    /// Whose it is.
    pub person: u32,
    /// At which seat.
    pub seat: u8,
    /// Which wager, as the rulebook names it: `dragon-bonus.player`.
    pub wager: &'static str,
    /// What it is called at the table.
    pub name: &'static str,
    /// Whether it is the dealer's to win.
    pub for_dealer: bool,
    /// Whether it is the bank itself, against which others wager.
    pub bank: bool,
    /// The stake in value chips, as it was decided.
    pub chips: Money,
    /// The stake in promotional chips.
    pub promotional: Money,
    /// The face value of coupons beside it.
    pub coupon: Money,
    /// What became of it.
    pub result: WagerResult,
    /// The line of the pay table that it reached.
    pub line: Option<&'static str>,
    /// What it won, without the stake and before vigorish.
    pub won: Money,
    /// How much of the stake in value chips went back, or stays for the next round.
    pub returned: Money,
    /// Vigorish that was charged for it.
    pub vigorish: Money,
    /// What a link has paid for it.
    pub jackpot: Money,
    /// The clauses behind it.
    pub clauses: Vec<&'static str>,
}

columns! { WagerRow as one:
    "person" = one.person,
    "seat" = one.seat,
    "wager" = one.wager,
    "name" = one.name,
    "for_dealer" = one.for_dealer,
    "bank" = one.bank,
    "chips" = one.chips,
    "promotional" = one.promotional,
    "coupon" = one.coupon,
    "result" = one.result.name(),
    "line" = one.line,
    "won" = one.won,
    "returned" = one.returned,
    "vigorish" = one.vigorish,
    "jackpot" = one.jackpot,
    "currency" = one.chips.currency.code(),
    "clauses" = list(&one.clauses),
}

impl WagerRow {
    fn new(wager: &Wager, rules: &Rules) -> Self {
        let money = |minor| Money::new(minor, wager.currency());
        let name = rules.spot_called(wager.key.wager).map_or(wager.key.wager, |spot| spot.label);
        Self {
            person: wager.key.owner.0,
            seat: wager.seat.number,
            wager: wager.key.wager.as_str(),
            name: name.as_str(),
            for_dealer: wager.key.for_dealer,
            bank: wager.bank,
            chips: money(minor(wager.stake.chips)),
            promotional: money(minor(wager.stake.promotional)),
            coupon: money(minor(wager.stake.coupon)),
            result: wager.result,
            line: wager.line.map(Name::as_str),
            won: money(wager.won),
            returned: money(wager.returned),
            vigorish: money(wager.vigorish),
            jackpot: money(wager.jackpot),
            clauses: texts(&wager.clauses),
        }
    }
}

/// What the player/dealer put up, and what became of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct BankRow {
    /// Who held the position.
    pub person: u32,
    /// At which seat.
    pub seat: u8,
    /// What was put up to win or lose.
    pub put_up: Money,
    /// What was collected from wagers that lost.
    pub won: Money,
    /// What was paid to wagers that won.
    pub paid: Money,
    /// What was left and went back.
    pub returned: Money,
}

impl BankRow {
    const fn new(position: &Position) -> Self {
        let currency = position.currency;
        Self {
            person: position.person.0,
            seat: position.seat.number,
            put_up: Money::new(position.put_up, currency),
            won: Money::new(position.won, currency),
            paid: Money::new(position.paid, currency),
            returned: Money::new(position.returned, currency),
        }
    }
}

/// A fee that somebody paid to play the round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct CollectionRow {
    /// Who.
    pub person: u32,
    /// At which seat.
    pub seat: u8,
    /// How much.
    pub amount: Money,
    /// The clauses behind it.
    pub clauses: Vec<&'static str>,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct StepRow {
    /// By which entry.
    pub version: u64,
    /// When.
    pub at: Moment,
    /// Who made it happen, where it was a person.
    pub by: Option<u32>,
    /// In which capacity, or which machine of the house.
    pub role: String,
    /// What happened, in words.
    pub text: String,
    /// The clauses behind it.
    pub clauses: Vec<&'static str>,
    /// How many cards of the Player's and of the Banker's hand lay face up after it.
    pub open: [u8; 2],
}

columns! { StepRow as one:
    "version" = one.version,
    "at" = one.at,
    "by" = one.by,
    "role" = &one.role,
    "text" = &one.text,
    "clauses" = list(&one.clauses),
}

/// A round in full.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct RoundInFull {
    /// As a list shows it.
    pub round: RoundRow,
    /// The rules it was played by: rulebook, edition and the hashes of rulebook and submission.
    pub rules: Option<String>,
    /// Its wagers, by person.
    pub wagers: Vec<WagerRow>,
    /// The player/dealer, where participants hold that position.
    pub bank: Option<BankRow>,
    /// The fees that were taken and not given back.
    pub collections: Vec<CollectionRow>,
    /// What happened, in order.
    pub steps: Vec<StepRow>,
}

/// What is read again of a round.
struct Reading<'a> {
    track: Track,
    rules: &'a Rules,
    people: PeopleNames<'a>,
    collections: Vec<CollectionRow>,
    steps: Vec<StepRow>,
}

impl Reading<'_> {
    fn follow(&mut self, entry: &Entry) -> Result<(), ReportError> {
        let Some(Record::Table { event, .. }) = scan::read(entry)? else { return Ok(()) };
        // The wagers are wanted as they are before the table is cleared.
        if !matches!(&event.what, What::Dealing(DealingEvent::CardsDiscarded { .. })) {
            self.track.follow(entry.version, entry.at, &event);
        }
        self.collect(&event);
        self.steps.push(self.step(entry, &event));
        Ok(())
    }

    fn collect(&mut self, event: &Event) {
        let What::Cover(what) = &event.what else { return };
        match what {
            CoverEvent::CollectionTaken { amount, person, seat } => self.collections.push(CollectionRow {
                person: person.0,
                seat: seat.number,
                amount: Money::from(*amount),
                clauses: texts(event.clauses.as_slice()),
            }),
            CoverEvent::CollectionReturned { amount, person, .. } => {
                let amount = Money::from(*amount);
                let given = |one: &CollectionRow| one.person == person.0 && one.amount == amount;
                if let Some(at) = self.collections.iter().rposition(given) {
                    self.collections.remove(at);
                }
            }
            CoverEvent::BankClaimed { .. }
            | CoverEvent::BankWagered { .. }
            | CoverEvent::ClaimsClosed { .. }
            | CoverEvent::CoverAsked { .. }
            | CoverEvent::CoverDeclined { .. }
            | CoverEvent::CoverClosed
            | CoverEvent::CoverPlaced { .. }
            | CoverEvent::CoverReturned { .. }
            | CoverEvent::CoveredLost { .. }
            | CoverEvent::CoveredPaid { .. }
            | CoverEvent::UncoveredReturned { .. }
            | CoverEvent::DominantNamed { .. }
            | CoverEvent::ButtonPlaced { .. }
            | CoverEvent::WonByBank { .. }
            | CoverEvent::PaidByBank { .. } => {}
        }
    }

    fn step(&self, entry: &Entry, event: &Event) -> StepRow {
        let open = self.track.rounds.last().map(RoundLine::open_cards).unwrap_or_default();
        let (by, role) = author(&entry.by);
        let names = Names::new(self.rules, self.people);
        let text = event.story(&names).to_string();
        let clauses = texts(event.clauses.as_slice());
        StepRow { version: entry.version, at: Moment(entry.at), by, role, text, clauses, open }
    }
}

/// Who made something happen, and in which capacity.
pub(crate) fn author(by: &By) -> (Option<u32>, String) {
    match by {
        By::Machine { machine } | By::Stand { machine, .. } => (None, machine.clone()),
        By::Helper { person, role, .. } | By::Person { person, role } => (Some(*person), role.clone()),
    }
}

/// Clauses and names as texts.
pub(crate) fn texts(names: &[Name]) -> Vec<&'static str> {
    names.iter().map(|name| name.as_str()).collect()
}

/// A round and where the journal has it: enough to read it in full without the index.
#[derive(Clone, Debug)]
pub struct RoundPlace {
    /// As a list shows it.
    pub row: RoundRow,
    line: RoundLine,
    table: TableId,
    rules: Arc<Rules>,
}

impl RoundPlace {
    /// How many entries belong to it.
    #[must_use]
    pub fn entries(&self) -> u64 {
        let later = u64::try_from(self.line.later.len()).unwrap_or(u64::MAX);
        self.line.last.saturating_sub(self.line.first).saturating_add(later)
    }

    /// The round in full, read again from the store.
    ///
    /// # Errors
    /// The store, or an entry that this engine does not read.
    pub async fn read(&self, store: &dyn Store, people: PeopleNames<'_>) -> Result<RoundInFull, ReportError> {
        let (line, rules) = (&self.line, &*self.rules);
        let (collections, steps) = (Vec::new(), Vec::new());
        let mut reading = Reading { track: Track::resumed(line), rules, people, collections, steps };
        let mut each = |entry: &Entry| reading.follow(entry);
        if let Some(stream) = scan::table_stream(self.table) {
            scan::entries(store, &stream, line.first.saturating_sub(1), line.last, &mut each).await?;
            for version in &line.later {
                scan::entries(store, &stream, version.saturating_sub(1), *version, &mut each).await?;
            }
        }
        Ok(in_full(self.row.clone(), line, &reading, rules.id.to_string()))
    }
}

impl History {
    /// Where a round is; `None` where there is none.
    ///
    /// # Errors
    /// Rules that are not at hand.
    pub fn place(&self, shelf: &Shelf, round: Cursor) -> Result<Option<RoundPlace>, ReportError> {
        let Some(track) = self.track(round.table) else { return Ok(None) };
        let Some(line) = track.round(round.begun) else { return Ok(None) };
        let Some(id) = track.rules_at(line.begun) else { return Ok(None) };
        let rules = shelf.find(id).ok_or(ReportError::UnknownRules(id))?;
        let row = RoundRow::new(round.table, track, line, shelf)?;
        let (line, rules) = (line.clone(), Arc::clone(rules));
        Ok(Some(RoundPlace { row, line, table: round.table, rules }))
    }

    /// A round in full, read again from the store; `None` where there is none.
    ///
    /// # Errors
    /// The store, an entry that this engine does not read, or rules that are not at hand.
    pub async fn round(
        &self,
        store: &dyn Store,
        shelf: &Shelf,
        people: PeopleNames<'_>,
        round: Cursor,
    ) -> Result<Option<RoundInFull>, ReportError> {
        match self.place(shelf, round)? {
            Some(place) => place.read(store, people).await.map(Some),
            None => Ok(None),
        }
    }
}

fn in_full(round: RoundRow, line: &RoundLine, reading: &Reading<'_>, rules: String) -> RoundInFull {
    let bank = reading.track.position.filter(|_| line.unwagered.is_none());
    RoundInFull {
        round,
        rules: Some(rules),
        wagers: reading.track.wagers.iter().map(|wager| WagerRow::new(wager, reading.rules)).collect(),
        bank: bank.as_ref().map(BankRow::new),
        collections: reading.collections.clone(),
        steps: reading.steps.clone(),
    }
}
