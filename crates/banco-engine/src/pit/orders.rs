//! What happens at a table, as its links are told.

use std::sync::Arc;

use banco_money::Amount;

use super::Pit;
use crate::link::{Claim, Command, Sensor, Setup, TableId, Winner};
use crate::table::{
    BetKey, DealingEvent, Event, FloorEvent, JackpotEvent, OpeningEvent, Rules, SettlementEvent, Table,
    WageringEvent, What,
};

/// What the events of a table want of its links, in order. The rules are those under which they happened.
pub(super) fn of(pit: &Pit, at: TableId, rules: &Rules, events: &[Event]) -> Vec<(Arc<Setup>, Command)> {
    let Some(table) = pit.table(at) else { return Vec::new() };
    let mut orders = Vec::new();
    for setup in &rules.links {
        let plays = pit.link(&setup.name).is_some_and(|link| link.game(at).is_some());
        let mut order = |command: Command| orders.push((Arc::clone(setup), command));
        let has = |test: fn(&Event) -> bool| events.iter().any(test);
        if has(|event| matches!(event.what, What::Opening(OpeningEvent::TableOpened { .. }))) {
            order(Command::Attach { table: at, setup: Arc::clone(setup) });
        }
        let sensors = sensors(setup, rules, events);
        let starts = !sensors.is_empty();
        if starts {
            order(Command::StartGame { table: at, round: table.round().number, sensors });
        }
        let claims = claims(setup, events);
        if !claims.is_empty() {
            order(Command::Reach { table: at, claims });
        }
        for (wager, amount) in fixed(setup, rules, table, events) {
            order(Command::PayFixed { table: at, wager, amount });
        }
        if plays && has(|event| matches!(event.what, What::Floor(FloorEvent::RoundVoided { .. }))) {
            order(Command::VoidGame { table: at });
        } else if plays
            && has(|event| matches!(event.what, What::Dealing(DealingEvent::CardsDiscarded { .. })))
        {
            order(Command::EndGame { table: at });
        }
        if has(|event| matches!(event.what, What::Opening(OpeningEvent::TableClosed { .. }))) {
            order(Command::Detach { table: at });
        }
    }
    orders
}

/// The wager of the link that a spot is.
fn wager<'s>(setup: &'s Setup, rules: &Rules, key: BetKey) -> Option<&'s Arc<str>> {
    let spot = rules.spot_called(key.wager)?;
    setup.wagers.iter().map(|wager| &wager.id).find(|id| ***id == *spot.name.id)
}

/// The wagers that were taken in.
fn sensors(setup: &Setup, rules: &Rules, events: &[Event]) -> Vec<Sensor> {
    let taken_in = |event: &Event| match &event.what {
        What::Wagering(WageringEvent::WagersTakenIn { key, seat, stake, .. }) => {
            let wager = Arc::clone(wager(setup, rules, *key)?);
            Some(Sensor { wager, by: Winner { key: *key, seat: *seat }, stake: stake.chips })
        }
        _ => None,
    };
    events.iter().filter_map(taken_in).collect()
}

/// Lines that were reached: whoever reached the same one shares it.
fn claims(setup: &Setup, events: &[Event]) -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    for event in events {
        let What::Jackpot(JackpotEvent::JackpotReached { key, seat, meter, share, line, hands, .. }) =
            &event.what
        else {
            continue;
        };
        let (meter, line): (&Arc<str>, &Arc<str>) = (&Arc::from(meter.as_str()), &Arc::from(line.as_str()));
        if setup.meters.iter().all(|known| known.id != *meter) {
            continue;
        }
        let winner = Winner { key: *key, seat: *seat };
        let same = claims.iter_mut().find(|claim| claim.meter == *meter && claim.line == *line);
        match same {
            Some(claim) => claim.winners.push(winner),
            None => claims.push(Claim {
                meter: Arc::clone(meter),
                share: *share,
                line: Arc::clone(line),
                hands: *hands,
                winners: vec![winner],
            }),
        }
    }
    claims
}

/// What the tray has paid for wagers whose meter bears it.
fn fixed(setup: &Setup, rules: &Rules, table: &Table, events: &[Event]) -> Vec<(Arc<str>, Amount)> {
    let bearing = setup.wagers.iter().filter(|wager| wager.fixed_from_meter);
    let paid = |id: &Arc<str>| {
        let mut sum = table.nothing();
        for event in events {
            let What::Settlement(SettlementEvent::WagerPaid { key, won, .. }) = &event.what else { continue };
            if wager(setup, rules, *key) == Some(id) {
                sum = sum.plus(*won).unwrap_or(sum);
            }
        }
        sum
    };
    bearing
        .map(|wager| (Arc::clone(&wager.id), paid(&wager.id)))
        .filter(|(_, sum)| sum.is_positive())
        .collect()
}
