//! Progressive links as the house deals with them: hidden triggers, and jackpots from claim to payment.
//!
//! Three people see a payment, as the texts want it; a shell that has people for it does these steps by them.

use std::sync::Arc;

use banco_engine::link::{Cause, Fine, Hit, Link, MeterRule, Progress, Sealed};
use banco_engine::pit::Pit;
use banco_engine::table::{Phase, Table};

use super::{AutomaticDealer, Doing, Next, Why};
use crate::act::Act;
use crate::chance::HouseRandom;
use crate::words;

impl AutomaticDealer {
    /// A trigger for a Must Hit meter that has none. Between rounds, so that what a round reaches is told first.
    pub(super) fn seals_trigger(&self, pit: &Pit, table: &Table, random: &mut HouseRandom) -> Option<Act> {
        let closed = matches!(table.phase(), Phase::Closed | Phase::Dealing);
        if closed || self.pending(pit).is_some() {
            return None;
        }
        let links = pit.links_of(self.table);
        let (link, meter) = links.into_iter().filter(|link| link.is_open()).find_map(unsealed)?;
        let sealed = trigger(meter, random)?;
        Some(Act::on(&link.setup().name, self.staff.shoe(), words::seal_trigger(&meter.id, sealed)))
    }

    /// The next step of the first jackpot of this table that is not decided.
    pub(super) fn jackpot(&self, pit: &Pit, random: &mut HouseRandom) -> Option<Next> {
        let (link, hit) = self.pending(pit)?;
        let act = match (hit.progress, &hit.cause) {
            (Progress::Reached, Cause::MustHit) => self.draws_winner(link, hit, random),
            (Progress::Reached, Cause::Cards { line, .. }) => self.claims(link, hit, line),
            (Progress::Claimed, cause) => self.verifies(link, hit, cause),
            _ => match self.pays(link, hit) {
                Some(act) => act,
                None => return Some(Next::Waits(Why::Jackpot)),
            },
        };
        Some(Next::Does(Doing::Jackpot, act))
    }

    /// A jackpot of this table that somebody still has to decide.
    fn pending<'p>(&self, pit: &'p Pit) -> Option<(&'p Link, &'p Hit)> {
        let own = |link: &'p Link| link.pending().find(|hit| hit.table == self.table).map(|hit| (link, hit));
        pit.links_of(self.table).into_iter().find_map(own)
    }

    fn draws_winner(&self, link: &Link, hit: &Hit, random: &mut HouseRandom) -> Act {
        let game = link.game(self.table);
        let of = game.map_or(1, |game| link.taking_part(game, hit.meter).count());
        let draw = u32::try_from(random.place_in(of)).unwrap_or(0);
        Act::on(&link.setup().name, self.staff.dealer(), words::end_round(self.table, draw))
    }

    /// Where the dealer selects a seat and a hand first, one of the winners will do.
    fn claims(&self, link: &Link, hit: &Hit, line: &Arc<str>) -> Act {
        let selected = |seat: u8| {
            let game = link.game(self.table);
            game.is_some_and(|game| game.selected.iter().any(|(at, hand)| (*at, hand) == (seat, line)))
        };
        let first = hit.winners.first().map(|winner| winner.seat.number);
        let command = match first.filter(|seat| link.selects(hit) && !selected(*seat)) {
            Some(seat) => words::select(self.table, seat, line),
            None => words::hit_jackpot(self.table),
        };
        Act::on(&link.setup().name, self.staff.dealer(), command)
    }

    fn verifies(&self, link: &Link, hit: &Hit, cause: &Cause) -> Act {
        let hands = match cause {
            Cause::Cards { hands, .. } => Some(*hands),
            Cause::MustHit => None,
        };
        Act::on(&link.setup().name, self.staff.supervisor(), words::verify(hit.id, hands))
    }

    /// The payment, once no earlier jackpot of the meter is open.
    fn pays(&self, link: &Link, hit: &Hit) -> Option<Act> {
        let first = link.pending().find(|other| other.meter == hit.meter)?;
        let amount = link.worth(hit).ok().filter(|_| first.id == hit.id)?;
        Some(Act::on(&link.setup().name, self.staff.executive(), words::pay_jackpot(hit.id, amount)))
    }
}

/// A Must Hit meter that has no trigger.
fn unsealed(link: &Link) -> Option<(&Link, &MeterRule)> {
    let meters = link.setup().meters.iter().enumerate();
    let mut open = meters.filter(|(at, meter)| meter.must_hit && !link.is_sealed(*at));
    open.next().map(|(_, meter)| (link, meter))
}

/// A trigger above the reset up to the maximum, each with the same chance.
fn trigger(meter: &MeterRule, random: &mut HouseRandom) -> Option<Sealed> {
    let reset = Fine::of(meter.growth.seed);
    let room = Fine::of(meter.growth.cap?) - reset;
    let drawn = random.below_wide(u64::try_from(room.units()).ok()?);
    Some(Sealed::new(reset + Fine::from_units(i128::from(drawn) + 1), random.secret()))
}
