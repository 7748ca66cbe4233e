//! What happens at a table, as its links are told.

use banco_money::Amount;

use crate::authority::{Actor, Person};
use crate::link::{Claim, Sensor, Setup, TableId, Winner, Word};
use crate::name::Name;
use crate::table::{
    BetKey, DealingEvent, Event, FloorEvent, JackpotEvent, OpeningEvent, Rules, SettlementEvent, Table,
    WageringEvent, What,
};

/// What the events of a table want of one of its links, in order.
#[derive(Clone, Copy)]
pub(super) struct Orders<'a> {
    /// Which table.
    pub at: TableId,
    /// The table after the events.
    pub table: &'a Table,
    /// The rules under which they happened.
    pub rules: &'a Rules,
    /// The events.
    pub events: &'a [Event],
    /// Whose command made them happen.
    pub by: Option<Actor>,
}

impl Orders<'_> {
    /// Whether the table opens.
    pub fn opens(&self) -> bool {
        self.has(|event| matches!(event.what, What::Opening(OpeningEvent::TableOpened { .. })))
    }

    /// Whether the round is void.
    fn voids(&self) -> bool {
        self.has(|event| matches!(event.what, What::Floor(FloorEvent::RoundVoided { .. })))
    }

    /// What is said to a link. `plays` is whether the table plays a round on it, `heard` up to which of its words
    /// the table has heard everything.
    pub fn words_for(&self, setup: &Setup, plays: bool, heard: u32) -> Vec<Word> {
        let table = self.at;
        let mut words = Vec::new();
        if self.opens() {
            let by = self.by.map_or(Person(0), Actor::person);
            words.push(Word::Attach { by, heard, rules: self.rules.id, table });
        }
        let sensors = self.sensors(setup);
        if !sensors.is_empty() {
            words.push(Word::StartGame { heard, round: self.table.round().number, sensors, table });
        }
        let claims = self.claims(setup);
        if !claims.is_empty() {
            words.push(Word::Reach { claims, table });
        }
        let fixed = self.fixed(setup).into_iter();
        words.extend(fixed.map(|(wager, amount)| Word::PayFixed { amount, table, wager }));
        if plays && self.voids() {
            words.push(Word::VoidGame { by: self.by, table });
        } else if plays
            && self.has(|event| matches!(event.what, What::Dealing(DealingEvent::CardsDiscarded { .. })))
        {
            words.push(Word::EndGame { heard, table });
        }
        if self.has(|event| matches!(event.what, What::Opening(OpeningEvent::TableClosed { .. }))) {
            words.push(Word::Detach { table });
        }
        words
    }

    fn has(&self, test: fn(&Event) -> bool) -> bool {
        self.events.iter().any(test)
    }

    /// The wager of the link that a key is of.
    fn wager(&self, setup: &Setup, key: BetKey) -> Option<Name> {
        let spot = self.rules.spot_called(key.wager)?;
        setup.wager(&spot.name.id).map(|wager| wager.id)
    }

    /// The wagers that were taken in.
    fn sensors(&self, setup: &Setup) -> Vec<Sensor> {
        let mut sensors = Vec::new();
        for event in self.events {
            let What::Wagering(WageringEvent::WagerTakenIn { key, seat, stake }) = &event.what else {
                continue;
            };
            let by = Winner { key: *key, seat: *seat };
            let sensor = |wager| Sensor { wager, by, stake: stake.chips };
            sensors.extend(self.wager(setup, *key).map(sensor));
        }
        sensors
    }

    /// Lines that were reached: whoever reached the same one shares it.
    fn claims(&self, setup: &Setup) -> Vec<Claim> {
        let mut claims: Vec<Claim> = Vec::new();
        for event in self.events {
            let What::Jackpot(JackpotEvent::JackpotReached { key, seat, meter, share, line, hands, .. }) =
                &event.what
            else {
                continue;
            };
            let Some(meter) = setup.meter(meter).map(|rule| rule.id) else { continue };
            let (winner, line) = (Winner { key: *key, seat: *seat }, *line);
            match claims.iter_mut().find(|claim| (claim.meter, claim.line) == (meter, line)) {
                Some(claim) => claim.winners.push(winner),
                None => {
                    claims.push(Claim { meter, share: *share, line, hands: *hands, winners: vec![winner] })
                }
            }
        }
        claims
    }

    /// What the tray has paid for wagers whose meter bears it.
    fn fixed(&self, setup: &Setup) -> Vec<(Name, Amount)> {
        let mut sums: Vec<(Name, Amount)> = Vec::new();
        for event in self.events {
            let What::Settlement(SettlementEvent::WagerPaid { key, won, .. }) = &event.what else { continue };
            let bears = |wager: &Name| setup.wager(wager).is_some_and(|rule| rule.fixed_from_meter);
            let Some(wager) = self.wager(setup, *key).filter(bears) else { continue };
            match sums.iter_mut().find(|(known, _)| *known == wager) {
                Some((_, sum)) => *sum = sum.plus(*won).unwrap_or(*sum),
                None => sums.push((wager, *won)),
            }
        }
        sums.retain(|(_, sum)| sum.is_positive());
        sums
    }
}
