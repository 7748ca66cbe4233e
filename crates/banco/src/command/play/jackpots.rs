//! The progressive links of the table: the sign, hidden triggers, and jackpots as staff deal with them.

use std::sync::Arc;

use anyhow::Context as _;
use banco_engine::link::{Cause, Command, Event, Fine, Hit, Progress, Sealed, view};
use banco_engine::pit;
use banco_engine::table::{Actor, Person, Role};
use banco_money::Amount;

use super::game::{Game, HERE, STAFF, staff};
use crate::failure::Failure;
use crate::output;

/// Whoever verifies a jackpot, and whoever confirms its payment: two people beside the dealer.
const SUPERVISOR: Actor = Actor::new(Role::Floor, Person(STAFF + 1));
const EXECUTIVE: Actor = Actor::new(Role::Executive, Person(STAFF + 2));

/// What the player is told of a link.
pub fn told(happening: &pit::Happening) -> Option<String> {
    match happening {
        pit::Happening::Link(
            _,
            Event::HitReached { .. }
            | Event::HitClaimed { .. }
            | Event::WinnerDrawn { .. }
            | Event::HitVerified { .. },
        ) => Some(happening.to_string()),
        _ => None,
    }
}

impl Game {
    /// What the signs of the table show, one line for each link.
    pub fn signs(&self) -> Vec<String> {
        let sign = |link| {
            let meters = view(link).meters.into_iter().map(|meter| {
                let value = meter.value.map_or_else(String::new, |value| value.to_string());
                let by = meter.must_hit_by.map_or_else(String::new, |by| format!(" (must hit by {by})"));
                format!("{} {value}{by}", meter.name)
            });
            meters.collect::<Vec<_>>().join(", ")
        };
        self.pit.links_of(HERE).into_iter().map(sign).collect()
    }

    /// Hides a trigger in every Must Hit meter that has none.
    pub fn seal_triggers(&mut self) -> Result<(), Failure> {
        let mut due: Vec<(Arc<str>, String, Amount, Amount)> = Vec::new();
        for link in self.pit.links_of(HERE) {
            for (at, meter) in link.setup().meters.iter().enumerate() {
                if let Some(max) = meter.growth.cap.filter(|_| meter.must_hit && !link.is_sealed(at)) {
                    let name = Arc::clone(&link.setup().name);
                    due.push((name, meter.id.to_string(), meter.growth.seed, max));
                }
            }
        }
        for (link, meter, reset, max) in due {
            let sealed = self.trigger(reset, max)?;
            let command = Command::SealTrigger { meter, sealed };
            self.on_link(&link, staff(Role::Shoe), command)?;
        }
        Ok(())
    }

    /// A trigger above the reset up to the maximum, each with the same chance.
    fn trigger(&mut self, reset: Amount, max: Amount) -> Result<Sealed, Failure> {
        self.triggers += 1;
        let chance = self.chance.for_purpose(&format!("trigger {}", self.triggers), 0);
        let mut randomness = chance.context("the system has no randomness for a trigger")?;
        let room = Fine::of(max) - Fine::of(reset);
        let drawn = randomness.below_wide(u64::try_from(room.units()).unwrap_or(1));
        let trigger = Fine::of(reset) + Fine::from_units(i128::from(drawn) + 1);
        Ok(Sealed::new(trigger, randomness.secret()))
    }

    fn on_link(&mut self, link: &Arc<str>, by: Actor, command: Command) -> Result<(), Failure> {
        match self.pit.decide(by, pit::Command::Link(Arc::clone(link), command)) {
            Ok(happenings) => self.happen(happenings),
            Err(refusal) => Err(super::game::stuck(&refusal)),
        }
    }

    /// Staff deal with every jackpot of the round: claimed, verified, paid.
    pub fn jackpots(&mut self) -> Result<(), Failure> {
        while let Some((link, hit)) = self.pending() {
            match (hit.progress, &hit.cause) {
                (Progress::Reached, Cause::MustHit) => self.draw_winner(&link, &hit)?,
                (Progress::Reached, Cause::Cards { line, .. }) => self.claim(&link, &hit, line)?,
                (Progress::Claimed, Cause::Cards { hands, .. }) => {
                    let command = Command::Verify { hit: hit.id, hands: Some(*hands) };
                    self.on_link(&link, SUPERVISOR, command)?;
                }
                (Progress::Claimed, Cause::MustHit) => {
                    self.on_link(&link, SUPERVISOR, Command::Verify { hit: hit.id, hands: None })?;
                }
                _ => self.pay_jackpot(&link, &hit)?,
            }
        }
        self.seal_triggers()
    }

    fn pending(&self) -> Option<(Arc<str>, Hit)> {
        let links = self.pit.links_of(HERE).into_iter();
        links.into_iter().find_map(|link| {
            let hit = link.pending().next()?.clone();
            Some((Arc::clone(&link.setup().name), hit))
        })
    }

    fn claim(&mut self, link: &Arc<str>, hit: &Hit, line: &str) -> Result<(), Failure> {
        let dealer = staff(Role::Dealer);
        let selects = self.pit.link(link).is_some_and(|link| link.selects(hit));
        if let Some(winner) = hit.winners.first().filter(|_| selects) {
            let select = Command::Select { table: HERE, seat: winner.seat.number, line: line.to_owned() };
            self.on_link(link, dealer, select)?;
        }
        self.on_link(link, dealer, Command::HitJackpot { table: HERE })
    }

    fn draw_winner(&mut self, link: &Arc<str>, hit: &Hit) -> Result<(), Failure> {
        let purpose = format!("winner of round {}", self.table.round().number);
        let chance = self.chance.for_purpose(&purpose, 0);
        let mut randomness = chance.context("the system has no randomness to draw with")?;
        let game = self.pit.link(link).and_then(|link| Some((link, link.game(HERE)?)));
        let of = game.map_or(1, |(link, game)| link.taking_part(game, hit.meter).count());
        let of = u16::try_from(of).unwrap_or(u16::MAX);
        let draw = u32::from(randomness.below(of));
        self.on_link(link, staff(Role::Dealer), Command::EndRound { table: HERE, draw })
    }

    fn pay_jackpot(&mut self, link: &Arc<str>, hit: &Hit) -> Result<(), Failure> {
        let worth = self.pit.link(link).and_then(|link| link.worth(hit).ok());
        let amount = worth.context("a jackpot is worth more than money can be")?;
        self.on_link(link, EXECUTIVE, Command::PayJackpot { hit: hit.id, amount })
    }

    /// The signs above the table, where there are any.
    pub fn tell_signs(&self) -> Result<(), Failure> {
        self.signs().iter().try_for_each(|sign| output::print(&format!("  {sign}")))
    }
}
