//! Meters of progressive links: what went in, what came out, what they hold.

use std::collections::{BTreeMap, BTreeSet};

use banco_engine::Name;
use banco_engine::link::{
    ChangeEvent, Event, Fine, GameEvent, JackpotEvent, Link, MeterReading, Moved, Movements, OperationEvent,
    What,
};
use banco_engine::pit::Pit;
use banco_engine::record::Record;
use banco_journal::Store;
use schemars::JsonSchema;
use serde::Serialize;

use crate::csv::columns;
use crate::error::ReportError;
use crate::money::FineMoney;
use crate::scan;

/// A meter, to the last fraction of a cent.
///
/// What it must hold is `house + contributed + to_reserve + corrected + transferred + restored`, less
/// `reversed + paid + fixed + closed`. What it holds is `pot + reserve + held`. The difference is `variance`,
/// which is nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct MeterRow {
    /// On which link.
    pub link: &'static str,
    /// Which meter.
    pub meter: &'static str,
    /// Its printed name.
    pub name: &'static str,
    /// From where it starts, by the terms in force.
    pub seed: Option<FineMoney>,
    /// What the house has put in: seeds, and what could not be taken back.
    pub house: FineMoney,
    /// What wagers have put in.
    pub contributed: FineMoney,
    /// What wagers have put into its reserve.
    pub to_reserve: FineMoney,
    /// What went out again for void rounds.
    pub reversed: FineMoney,
    /// Jackpots that were paid.
    pub paid: FineMoney,
    /// Fixed pays that it bore.
    pub fixed: FineMoney,
    /// What two people have put right.
    pub corrected: FineMoney,
    /// From other links, or to them.
    pub transferred: FineMoney,
    /// What it held when the link closed: it is owed.
    pub closed: FineMoney,
    /// What it got back when the link opened again.
    pub restored: FineMoney,
    /// What it holds for the next jackpot.
    pub pot: FineMoney,
    /// Its reserve.
    pub reserve: FineMoney,
    /// What pending jackpots hold.
    pub held: FineMoney,
    /// What the sign shows.
    pub value: FineMoney,
    /// What it is owed after its link has closed.
    pub owed: FineMoney,
    /// What it holds beyond what it must: nothing.
    pub variance: FineMoney,
    /// Jackpots that were made.
    pub jackpots: u32,
}

columns! { MeterRow as one:
    "link" = one.link,
    "meter" = one.meter,
    "name" = one.name,
    "currency" = one.value.currency.code(),
    "seed" = one.seed.as_ref(),
    "house" = &one.house,
    "contributed" = &one.contributed,
    "to_reserve" = &one.to_reserve,
    "reversed" = &one.reversed,
    "paid" = &one.paid,
    "fixed" = &one.fixed,
    "corrected" = &one.corrected,
    "transferred" = &one.transferred,
    "closed" = &one.closed,
    "restored" = &one.restored,
    "pot" = &one.pot,
    "reserve" = &one.reserve,
    "held" = &one.held,
    "value" = &one.value,
    "owed" = &one.owed,
    "variance" = &one.variance,
    "jackpots" = one.jackpots,
}

/// What the events of one link have moved.
#[derive(Default)]
struct LinkMoved {
    version: u64,
    meters: BTreeMap<Name, Movements>,
}

impl LinkMoved {
    fn follow(&mut self, version: u64, event: Event) {
        self.version = version;
        let names = named(&event.what);
        if names.is_empty() {
            return;
        }
        let moved = Moved::by_events(&[event]);
        for name in names {
            add(self.meters.entry(name).or_default(), &moved.meter(name));
        }
    }
}

fn add(sum: &mut Movements, one: &Movements) {
    sum.house += one.house;
    sum.fed += one.fed;
    sum.reserved += one.reserved;
    sum.reversed += one.reversed;
    sum.paid += one.paid;
    sum.fixed += one.fixed;
    sum.corrected += one.corrected;
    sum.transferred += one.transferred;
    sum.closed += one.closed;
    sum.restored += one.restored;
    sum.hits = sum.hits.saturating_add(one.hits);
}

/// The meters whose money an event may move.
fn named(event: &What) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    match event {
        What::Operation(OperationEvent::Opened { meters, .. }) => {
            names.extend(meters.iter().map(|opening| opening.meter));
        }
        What::Operation(OperationEvent::Closed { owed, .. }) => {
            names.extend(owed.iter().map(|fed| fed.meter))
        }
        What::Game(GameEvent::Started { fed, .. }) => names.extend(fed.iter().map(|fed| fed.meter)),
        What::Game(GameEvent::Voided { fed, house, .. }) => {
            names.extend(fed.iter().map(|fed| fed.meter));
            names.extend(house.iter().map(|borne| borne.meter));
        }
        What::Game(GameEvent::FixedPaid { meter, .. })
        | What::Jackpot(
            JackpotEvent::Made { meter, .. }
            | JackpotEvent::Paid { meter, .. }
            | JackpotEvent::Rejected { meter, .. },
        )
        | What::Change(
            ChangeEvent::Adjusted { meter, .. }
            | ChangeEvent::TransferredOut { meter, .. }
            | ChangeEvent::TransferredIn { meter, .. },
        ) => drop(names.insert(*meter)),
        What::Operation(OperationEvent::SetUp { .. })
        | What::Table(_)
        | What::Game(GameEvent::RoundEnded { .. } | GameEvent::Ended { .. })
        | What::Jackpot(
            JackpotEvent::Locked { .. }
            | JackpotEvent::Unlocked { .. }
            | JackpotEvent::HandSelected { .. }
            | JackpotEvent::Claimed { .. }
            | JackpotEvent::WinnerDrawn { .. }
            | JackpotEvent::Verified { .. },
        )
        | What::Trigger(_)
        | What::Change(
            ChangeEvent::Asked { .. }
            | ChangeEvent::TurnedDown { .. }
            | ChangeEvent::Expired { .. }
            | ChangeEvent::Lapsed { .. }
            | ChangeEvent::TermsChanged { .. },
        )
        | What::Reading(_) => {}
    }
    names
}

/// All meters of all links, by the journal up to where the pit stands.
///
/// # Errors
/// The store, or an entry that this engine does not read.
pub async fn meters(store: &dyn Store, pit: &Pit) -> Result<Vec<MeterRow>, ReportError> {
    let mut links: BTreeMap<Name, LinkMoved> = BTreeMap::new();
    scan::records(store, "link", &mut |entry, record| {
        if let Record::Link { link, event, .. } = record {
            // What was written since the pit was looked at would seem to be missing from its meters.
            let known = pit.link(&link).map_or(0, Link::version);
            if entry.version <= known {
                links.entry(link).or_default().follow(entry.version, event);
            }
        }
        Ok(())
    })
    .await?;
    let mut rows = Vec::new();
    for link in pit.links() {
        let moved = links.remove(&link.name()).unwrap_or_default();
        let own = MeterReading::take_all(link).into_iter().map(|read| read.meter);
        let all: BTreeSet<Name> = own.chain(moved.meters.keys().copied()).collect();
        rows.extend(all.into_iter().map(|meter| {
            let moved = moved.meters.get(&meter).copied().unwrap_or_default();
            row(link, meter, &moved)
        }));
    }
    Ok(rows)
}

fn row(link: &Link, meter: Name, moved: &Movements) -> MeterRow {
    let currency = link.setup().currency;
    let fine = |fine: Fine| FineMoney::new(fine, currency);
    let read = MeterReading::take(link, meter);
    MeterRow {
        link: link.name().as_str(),
        meter: meter.as_str(),
        name: link.rule(meter).map_or(meter, |rule| rule.name).as_str(),
        seed: link.rule(meter).map(|rule| fine(Fine::from(rule.growth.seed))),
        house: fine(moved.house),
        contributed: fine(moved.fed),
        to_reserve: fine(moved.reserved),
        reversed: fine(moved.reversed),
        paid: fine(moved.paid),
        fixed: fine(moved.fixed),
        corrected: fine(moved.corrected),
        transferred: fine(moved.transferred),
        closed: fine(moved.closed),
        restored: fine(moved.restored),
        pot: fine(read.pot),
        reserve: fine(read.reserve),
        held: fine(read.held),
        value: fine(read.shown),
        owed: fine(read.owed),
        variance: fine(read.total() - moved.balance()),
        jackpots: moved.hits,
    }
}
