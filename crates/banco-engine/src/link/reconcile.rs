//! What a meter must hold by the events alone, and whether it does.

use std::fmt::Write as _;

use super::event::Event;
use super::fine::Fine;
use super::pool::Feed;
use super::setup::Setup;
use super::state::Link;

/// What a meter holds when somebody reads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MeterReading {
    /// What it shows.
    pub shown: Fine,
    /// What it holds for the next jackpot, above the cap as well.
    pub pot: Fine,
    /// Its reserve.
    pub reserve: Fine,
    /// What pending jackpots hold.
    pub held: Fine,
}

impl MeterReading {
    /// How a meter stands.
    #[must_use]
    pub fn of(link: &Link, meter: usize) -> Option<Self> {
        let reckoned = link.reckon(meter)?;
        let held = reckoned.held.iter().map(|(_, held)| *held).sum();
        let level = reckoned.level;
        Some(Self { shown: link.shown(meter)?, pot: level.pot, reserve: level.reserve, held })
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
    /// Taken out when the link closed.
    pub closed: Fine,
    /// Jackpots that were made.
    pub hits: u32,
}

impl Movements {
    /// What all of them leave in the meter.
    #[must_use]
    pub fn balance(&self) -> Fine {
        let into = self.house + self.fed + self.reserved + self.corrected + self.transferred;
        into - self.reversed - self.paid - self.fixed - self.closed
    }

    fn add(&mut self, event: &Event, meter: usize) {
        let total = |feed: &Feed| feed.pot + feed.reserve;
        let of = |all: &[(usize, Feed)]| all.iter().find(|(at, _)| *at == meter).map(|(_, feed)| *feed);
        let find = |all: &[(usize, Feed)]| of(all).unwrap_or_default();
        match event {
            // A link that opens again was emptied when it closed.
            Event::Opened { setup, .. } => {
                self.house += setup.meters.get(meter).map_or(Fine::ZERO, |rule| Fine::of(rule.growth.seed));
            }
            Event::GameStarted { fed, .. } => {
                self.fed += find(fed).pot;
                self.reserved += find(fed).reserve;
            }
            Event::GameVoided { fed, house, .. } => {
                self.reversed += total(&find(fed));
                self.house += house.iter().filter(|(at, _)| *at == meter).map(|(_, house)| *house).sum();
            }
            Event::HitReached { meter: at, house, .. } if *at == meter => {
                self.house += *house;
                self.hits = self.hits.saturating_add(1);
            }
            Event::HitRejected { meter: at, house, .. } if *at == meter => self.house += *house,
            Event::HitPaid { meter: at, amount, .. } if *at == meter => self.paid += Fine::of(*amount),
            Event::FixedPaid { meter: at, amount, .. } if *at == meter => self.fixed += Fine::of(*amount),
            Event::Adjusted { meter: at, feed, .. } if *at == meter => self.corrected += total(feed),
            Event::TransferredIn { meter: at, feed, .. } if *at == meter => self.transferred += total(feed),
            Event::TransferredOut { meter: at, feed, .. } if *at == meter => self.transferred -= total(feed),
            Event::Closed { left, .. } => self.closed += total(&find(left)),
            _ => {}
        }
    }
}

/// What the events of a link moved, meter by meter.
#[must_use]
pub fn movements(setup: &Setup, events: &[Event]) -> Vec<Movements> {
    let of = |meter: usize| {
        let mut moved = Movements::default();
        events.iter().for_each(|event| moved.add(event, meter));
        moved
    };
    (0..setup.meters.len()).map(of).collect()
}

/// A meter that does not hold what its events say.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the meter `{meter}` holds {has} instead of {should}")]
pub struct Variance {
    /// Which meter.
    pub meter: String,
    /// What it holds.
    pub has: String,
    /// What the events leave in it.
    pub should: String,
}

/// Whether every meter holds what its events say, to the last fraction.
///
/// # Errors
/// The first one that does not.
pub fn reconcile(link: &Link, events: &[Event]) -> Result<(), Variance> {
    let setup = link.setup();
    for (at, (rule, moved)) in setup.meters.iter().zip(movements(setup, events)).enumerate() {
        let has = MeterReading::of(link, at).unwrap_or_default().total();
        let should = moved.balance();
        if has != should {
            let text = |fine: Fine| fine.text(setup.currency);
            let meter = rule.id.to_string();
            return Err(Variance { meter, has: text(has), should: text(should) });
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
    pub fn all(setup: &Setup, events: &[Event]) -> Vec<Self> {
        let mut days = Vec::new();
        let mut since = 0;
        for (at, event) in events.iter().enumerate() {
            let Event::ReadingTaken { day, meters, .. } = event else { continue };
            let before = movements(setup, events.get(..since).unwrap_or_default());
            let moved = movements(setup, events.get(since..at).unwrap_or_default());
            let rows = before.iter().zip(moved).zip(meters);
            let rows = rows.map(|((before, moved), read)| (before.balance(), moved, *read));
            days.push(Self { day: *day, meters: rows.collect() });
            since = at;
        }
        days
    }

    /// The report as a table.
    #[must_use]
    pub fn text(&self, setup: &Setup) -> String {
        let mut text = format!("{}, day {}\n", setup.name, self.day);
        for ((before, moved, read), rule) in self.meters.iter().zip(&setup.meters) {
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
                ("read", read.total()),
                ("  shown", read.shown),
                ("  reserve", read.reserve),
                ("  pending", read.held),
                ("variance", variance),
            ];
            let _ = writeln!(text, "{}", rule.name);
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
