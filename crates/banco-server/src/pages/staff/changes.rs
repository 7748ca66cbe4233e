//! What will be different once something is approved: the engine works it out, and nothing happens.

use banco_engine::link::{self, Link};
use banco_engine::pit::{Decision, Pit, State, Stream};
use banco_engine::table::{Actor, Ledger, Person, Role, Table};
use banco_engine::{cage, pit};
use banco_money::Amount;
use banco_pages::staff::matters::{Change, ChangeOf};

use crate::app::App;

/// What an approval would change, whoever gave it: as an executive whom nobody knows.
pub fn by(app: &App, pit: &Pit, approval: pit::Command) -> Vec<Change> {
    let somebody = Actor::new(Role::Executive, Person(0));
    by_actor(app, pit, somebody, approval).unwrap_or_default()
}

/// What a command would change.
///
/// # Errors
/// Why it is refused.
pub fn by_actor(
    app: &App,
    pit: &Pit,
    actor: Actor,
    command: pit::Command,
) -> Result<Vec<Change>, pit::Refusal> {
    let decision = pit.decide_at(app.time(), actor, command)?;
    Ok(differences(app, pit, &decision))
}

fn differences(app: &App, pit: &Pit, decision: &Decision) -> Vec<Change> {
    let mut all = Vec::new();
    for touched in &decision.touched {
        match (touched.stream, &touched.after) {
            (Stream::Table(table), State::Table(after)) => {
                all.extend(pit.table(table).into_iter().flat_map(|before| of_table(app, before, after)));
            }
            (Stream::Link(name), State::Link(after)) => {
                all.extend(pit.link(&name).into_iter().flat_map(|before| of_link(before, after)));
            }
            (Stream::Account(person), State::Account(after)) => {
                all.extend(pit.account(person).into_iter().flat_map(|before| of_account(app, before, after)));
            }
            _ => {}
        }
    }
    all
}

fn change(of: ChangeOf, before: Amount, after: Amount) -> Option<Change> {
    (before != after).then(|| Change { of, before: before.into(), after: after.into() })
}

fn of_table(app: &App, before: &Table, after: &Table) -> Vec<Change> {
    let nothing = before.nothing();
    let wagers = before.bets().iter().filter_map(|bet| {
        let left = after.bet(bet.key).map_or(nothing, |left| left.stake.chips);
        let label = before.rules().spot(bet.spot).map(|spot| spot.label.to_string()).unwrap_or_default();
        let name = app.name_of(bet.key.owner);
        change(ChangeOf::Wager { seat: bet.seat.number, name, label }, bet.stake.chips, left)
    });
    let chips = before.people().iter().filter_map(|one| {
        let now = after.participant(one.person).map_or(nothing, |after| after.chips);
        let name = app.name_of(one.person);
        change(ChangeOf::Chips { seat: one.place.seat().number, name }, one.chips, now)
    });
    let owned = before.people().iter().flat_map(|one| {
        let now = after.participant(one.person);
        let all = [
            ("promotional", one.promotional, now.map_or(nothing, |now| now.promotional)),
            ("coupons", one.coupons, now.map_or(nothing, |now| now.coupons)),
        ];
        let name = app.name_of(one.person);
        all.map(|(fund, before, after)| {
            change(ChangeOf::Own { fund: fund.to_owned(), name: name.clone() }, before, after)
        })
    });
    let funds = funds(before.ledger()).into_iter().zip(funds(after.ledger()));
    let funds = funds
        .filter_map(|((name, before), (_, after))| change(ChangeOf::Fund(name.to_owned()), before, after));
    wagers.chain(chips).chain(owned.flatten()).chain(funds).collect()
}

fn funds(ledger: &Ledger) -> [(&'static str, Amount); 9] {
    [
        ("outside", ledger.outside),
        ("house", ledger.house),
        ("tray", ledger.tray),
        ("drop", ledger.drop),
        ("layout", ledger.layout),
        ("progressive", ledger.progressive),
        ("cover", ledger.cover),
        ("tokes", ledger.tokes),
        ("collected", ledger.collected),
    ]
}

fn of_link(before: &Link, after: &Link) -> Vec<Change> {
    let (before, after) = (link::view(before), link::view(after));
    let meters = before.meters.iter().zip(&after.meters);
    meters
        .filter_map(|(before, after)| {
            let (was, is) = before.value.zip(after.value)?;
            change(ChangeOf::Meter(before.name.to_string()), was, is)
        })
        .collect()
}

fn of_account(app: &App, before: &cage::Account, after: &cage::Account) -> Option<Change> {
    let (was, is) = (before.books().balance, after.books().balance);
    change(ChangeOf::Balance(app.name_of(before.person())), was, is)
}
