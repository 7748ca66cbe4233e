//! What a meter must hold by the events alone, and whether it does.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::link::event::{Event, ReadingEvent, What};
use crate::link::fine::Fine;
use crate::link::setup::Setup;
use crate::link::state::Link;
use crate::name::Name;

/// What a meter holds when somebody reads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeterReading {
    /// What pending jackpots hold.
    pub held: Fine,
    /// Which meter.
    pub meter: Name,
    /// What it held when the link closed, and has not got back.
    pub owed: Fine,
    /// What it holds for the next jackpot, above the cap as well.
    pub pot: Fine,
    /// Its reserve.
    pub reserve: Fine,
    /// What it shows.
    pub shown: Fine,
}

impl MeterReading {
    /// How a meter stands.
    #[must_use]
    pub fn take(link: &Link, meter: Name) -> Self {
        let owed = link.owed(meter).total();
        let Some(reckoned) = link.reckon(meter) else {
            return Self { meter, owed, ..Self::default() };
        };
        let held = reckoned.held.iter().map(|(_, held)| *held).sum();
        let (level, shown) = (reckoned.level, link.shown(meter).unwrap_or_default());
        Self { held, meter, owed, pot: level.pot, reserve: level.reserve, shown }
    }

    /// How all meters stand, those as well that are gone and are owed something.
    #[must_use]
    pub fn take_all(link: &Link) -> Vec<Self> {
        let own = link.setup().meters.iter().map(|rule| rule.id);
        let gone = link.owing().map(|(meter, _)| meter).filter(|meter| link.rule(*meter).is_none());
        own.chain(gone).map(|meter| Self::take(link, meter)).collect()
    }

    /// All the money in it.
    #[must_use]
    pub fn total(&self) -> Fine {
        self.pot + self.reserve + self.held
    }
}

/// The money that went into a meter and out of it, by the events.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Movements {
    /// From the house: seeds, and what could not be taken back.
    pub house: Fine,
    /// From wagers, into the meter.
    pub fed: Fine,
    /// From wagers, into the reserve.
    pub reserved: Fine,
    /// Back out for void rounds.
    pub reversed: Fine,
    /// Paid as jackpots.
    pub paid: Fine,
    /// Paid as fixed pays.
    pub fixed: Fine,
    /// Corrections.
    pub corrected: Fine,
    /// From other links, or to them.
    pub transferred: Fine,
    /// Taken out when the link closed: it is owed.
    pub closed: Fine,
    /// Put back when the link opened again.
    pub restored: Fine,
    /// Jackpots that were made.
    pub hits: u32,
}

impl Movements {
    /// What all of them leave in the meter.
    #[must_use]
    pub fn balance(&self) -> Fine {
        let into = self.house + self.fed + self.reserved + self.corrected + self.transferred + self.restored;
        into - self.reversed - self.paid - self.fixed - self.closed
    }

    /// What all of them leave owed.
    #[must_use]
    pub fn owed(&self) -> Fine {
        self.closed - self.restored
    }
}

/// What events moved, meter by meter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moved(BTreeMap<Name, Movements>);

impl Moved {
    /// What these events moved.
    #[must_use]
    pub fn by_events(events: &[Event]) -> Self {
        let mut moved = Self::default();
        events.iter().for_each(|event| event.what.move_money(&mut moved));
        moved
    }

    /// What moved at a meter.
    #[must_use]
    pub fn meter(&self, meter: Name) -> Movements {
        self.0.get(&meter).copied().unwrap_or_default()
    }

    pub(super) fn at(&mut self, meter: Name) -> &mut Movements {
        self.0.entry(meter).or_default()
    }
}

/// A meter that does not hold what its events say.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the meter `{meter}` holds {has} instead of {should}")]
pub struct Variance {
    /// Which meter.
    pub meter: Name,
    /// What it holds.
    pub has: String,
    /// What the events leave in it.
    pub should: String,
}

/// Whether every meter holds what its events say, and is owed what they leave, to the last fraction.
///
/// # Errors
/// The first one that does not.
pub fn reconcile(link: &Link, events: &[Event]) -> Result<(), Variance> {
    let moved = Moved::by_events(events);
    let meters = MeterReading::take_all(link);
    let unread = moved.0.keys().filter(|meter| meters.iter().all(|read| read.meter != **meter));
    let unread: Vec<MeterReading> = unread.map(|meter| MeterReading::take(link, *meter)).collect();
    for read in meters.iter().chain(&unread) {
        let should = moved.meter(read.meter);
        for (has, should) in [(read.total(), should.balance()), (read.owed, should.owed())] {
            if has != should {
                let text = |fine: Fine| fine.text(link.setup().currency);
                return Err(Variance { meter: read.meter, has: text(has), should: text(should) });
            }
        }
    }
    Ok(())
}

/// A day of a link: from one reading to the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DayReport {
    /// Which day.
    pub day: u32,
    /// For each meter: what it held before, what moved, what was read.
    pub meters: Vec<(Fine, Movements, MeterReading)>,
}

impl DayReport {
    /// The days of a link that were read.
    #[must_use]
    pub fn all(events: &[Event]) -> Vec<Self> {
        let mut days = Vec::new();
        let mut since = 0;
        for (at, event) in events.iter().enumerate() {
            let What::Reading(ReadingEvent::Taken { day, meters, .. }) = &event.what else { continue };
            let before = Moved::by_events(events.get(..since).unwrap_or_default());
            let moved = Moved::by_events(events.get(since..at).unwrap_or_default());
            let row =
                |read: &MeterReading| (before.meter(read.meter).balance(), moved.meter(read.meter), *read);
            days.push(Self { day: *day, meters: meters.iter().map(row).collect() });
            since = at;
        }
        days
    }

    /// The report as a table.
    #[must_use]
    pub fn text(&self, setup: &Setup) -> String {
        let mut text = format!("{}, day {}\n", setup.name, self.day);
        for (before, moved, read) in &self.meters {
            let variance = read.total() - *before - moved.balance();
            let rows = [
                ("before", *before),
                ("house", moved.house),
                ("wagers", moved.fed),
                ("wagers to the reserve", moved.reserved),
                ("void rounds", -moved.reversed),
                ("jackpots paid", -moved.paid),
                ("fixed pays", -moved.fixed),
                ("corrections", moved.corrected),
                ("transfers", moved.transferred),
                ("closed", -moved.closed),
                ("put back", moved.restored),
                ("read", read.total()),
                ("  shown", read.shown),
                ("  reserve", read.reserve),
                ("  pending", read.held),
                ("  owed", read.owed),
                ("variance", variance),
            ];
            let _ = writeln!(text, "{}", setup.printed_name(read.meter));
            let shown = rows.iter().filter(|(name, fine)| !fine.is_zero() || always(name));
            shown.for_each(|(name, fine)| line(&mut text, name, &fine.text(setup.currency)));
            if moved.hits > 0 {
                line(&mut text, "jackpots made", &moved.hits.to_string());
            }
        }
        text
    }
}

fn always(name: &str) -> bool {
    matches!(name, "before" | "wagers" | "read" | "variance")
}

fn line(text: &mut String, name: &str, figure: &str) {
    let _ = writeln!(text, "  {name:<24}{figure:>20}");
}
