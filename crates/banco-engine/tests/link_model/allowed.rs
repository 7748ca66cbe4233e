//! What the model allows, whom and when.

use banco_engine::link::{Command, Sensor, TableId};
use banco_engine::table::{Actor, Person, Role};
use banco_money::{Amount, Currency, Percent};

use crate::books::{grains, of_fine};
use crate::model::{Jackpot, Model, Stage};
use crate::setups::frame;

impl Model {
    pub fn allows(&self, by: Actor, command: &Command) -> bool {
        if self.open == matches!(command, Command::Open) {
            return false;
        }
        let (node, staff) = (by.role == Role::Link, matches!(by.role, Role::Floor | Role::Executive));
        match command {
            Command::Open => node || staff,
            Command::Attach { table, setup } => {
                node && !self.emptied && !self.tables.contains_key(table) && **setup == *self.setup
            }
            Command::Detach { table } => {
                node && self.tables.contains_key(table) && !self.rounds.contains_key(table)
            }
            Command::Contact { table, .. } => node && self.tables.contains_key(table),
            Command::StartGame { table, sensors, .. } => node && self.may_start(*table, sensors),
            Command::Reach { table, .. } | Command::PayFixed { table, .. }
                if !self.rounds.contains_key(table) =>
            {
                false
            }
            Command::Reach { table, claims } => {
                node && claims.iter().all(|claim| {
                    let meter = self.meter(&claim.meter).filter(|at| !self.setup.meters[*at].must_hit);
                    let all = |meter: usize| {
                        let wager = self.wager_of(meter);
                        claim.winners.iter().all(|winner| self.registered(*table, winner, wager))
                    };
                    let once = Self::distinct(claim.winners.iter().map(|winner| winner.key));
                    let some = !claim.winners.is_empty() && claim.share <= Percent::HUNDRED;
                    some && once && meter.is_some_and(all)
                })
            }
            Command::PayFixed { wager, .. } => node && self.wager(wager).is_some(),
            Command::VoidGame { table } => {
                let paid = self.own(*table).iter().any(|hit| hit.stage == Stage::Paid);
                node && self.rounds.contains_key(table) && !paid
            }
            Command::EndGame { table } => {
                let waits = self.own(*table).iter().any(|hit| hit.pending());
                node && self.rounds.contains_key(table) && !waits
            }
            Command::SealTrigger { meter, sealed } => {
                let trigger = of_fine(sealed.open().0);
                let fits = |at: &usize| {
                    let rule = &self.setup.meters[*at];
                    let range = grains(rule.growth.seed) + 1..=rule.growth.cap.map_or(0, grains);
                    rule.must_hit && self.triggers[*at].is_none() && range.contains(&trigger)
                };
                by.role == Role::Shoe && self.meter(meter).as_ref().is_some_and(fits)
            }
            Command::Select { .. } | Command::HitJackpot { .. } | Command::EndRound { .. } => {
                by.role == Role::Dealer && self.dealer_may(command)
            }
            Command::Verify { .. } | Command::PayJackpot { .. } | Command::Reject { .. } => {
                staff && self.may_decide(by, command)
            }
            Command::TransferIn { meter, .. } => node && self.meter(meter).is_some(),
            Command::TakeReading { .. } => staff || by.role == Role::Surveillance,
            other => staff && self.approved(by.person, other),
        }
    }

    fn may_start(&self, table: TableId, sensors: &[Sensor]) -> bool {
        let fits = |sensor: &Sensor| {
            let Some(place) = self.wager(&sensor.wager) else { return false };
            let units = &self.setup.wagers[place].units;
            let free =
                units.is_empty() && sensor.stake.is_positive() && sensor.stake.currency() == Currency::Usd;
            let mut hidden = (0..self.books.len()).filter(|at| {
                let rule = &self.setup.meters[*at];
                rule.must_hit && rule.wager == place
            });
            let sealed = hidden.all(|at| self.triggers[at].is_some());
            (free || units.contains(&sensor.stake)) && !self.locked(place) && sealed
        };
        let hears = self.tables.get(&table) == Some(&true);
        let once = Self::distinct(sensors.iter().map(|sensor| sensor.by.key));
        hears && !self.rounds.contains_key(&table) && once && sensors.iter().all(fits)
    }

    fn dealer_may(&self, command: &Command) -> bool {
        match command {
            Command::Select { table, line, .. } => {
                let known =
                    self.setup.wagers.iter().any(|wager| wager.lines.iter().any(|known| **known == **line));
                self.rounds.contains_key(table) && known
            }
            Command::HitJackpot { table } => self.claimed(*table).is_some(),
            Command::EndRound { table, draw } => self.due(*table).is_some_and(|due| {
                usize::try_from(*draw).unwrap() < self.taking_part(*table, due.meter).len()
            }),
            _ => false,
        }
    }

    fn may_decide(&self, by: Actor, command: &Command) -> bool {
        let id = match command {
            Command::Verify { hit, .. } | Command::PayJackpot { hit, .. } | Command::Reject { hit, .. } => {
                hit.0
            }
            _ => return false,
        };
        let Some(hit) = self.jackpot(id).filter(|hit| hit.pending()) else { return false };
        let fresh = !hit.people.contains(&by.person);
        match command {
            Command::Verify { hands, .. } => {
                let seen = hit.cards.as_ref().is_none_or(|(_, cards)| Some(cards) == hands.as_ref());
                hit.stage == Stage::Claimed && fresh && seen
            }
            Command::PayJackpot { amount, .. } => {
                let first = self.pending().find(|other| other.meter == hit.meter).map(|other| other.id);
                let exact = *amount == Amount::from_minor(self.worth(hit), Currency::Usd);
                hit.stage == Stage::Verified && fresh && first == Some(id) && exact && self.level(by, hit)
            }
            Command::Reject { reason, .. } => {
                let claimant = hit.people.first() == Some(&by.person);
                !claimant && !reason.trim().is_empty() && self.level(by, hit)
            }
            _ => false,
        }
    }

    /// Above a level, and everywhere where none is set, an executive decides.
    fn level(&self, by: Actor, hit: &Jackpot) -> bool {
        let high = self.setup.executive_from.is_none_or(|from| self.worth(hit) >= from.minor());
        by.role == Role::Executive || !high
    }

    fn approved(&self, person: Person, command: &Command) -> bool {
        let quiet = self.rounds.is_empty() && self.pending().next().is_none();
        let (reason, second) = match command {
            Command::Adjust { reason, second, .. }
            | Command::Change { reason, second, .. }
            | Command::TransferOut { reason, second, .. }
            | Command::Close { reason, second } => (reason, second),
            other => panic!("the model does not know {other:?}"),
        };
        let sound = match command {
            Command::Adjust { meter, reserve, amount, .. } => self.meter(meter).is_some_and(|at| {
                let now = self.standing(at);
                let has = if *reserve { now.reserve } else { now.pot };
                let money = !amount.is_zero() && amount.currency() == Currency::Usd;
                money && has + grains(*amount) >= 0
            }),
            Command::Change { setup, .. } => {
                let shown = |at: usize| self.standing(at).shown;
                let below = |cap: Amount, at: usize| grains(cap) < shown(at);
                let rules = setup.meters.iter().enumerate();
                let fits =
                    rules.into_iter().all(|(at, rule)| !rule.growth.cap.is_some_and(|cap| below(cap, at)));
                quiet && self.tables.is_empty() && setup.name == self.setup.name && fits
            }
            Command::TransferOut { meter, to, .. } => {
                let known = self.meter(meter).is_some() && to.meters.iter().any(|known| *known.id == **meter);
                quiet && self.tables.is_empty() && known && to.wagers[0].odds == frame(8).wagers[0].odds
            }
            _ => quiet && self.tables.is_empty(),
        };
        sound && *second != person && !reason.trim().is_empty()
    }
}
