//! The wizard for what goes wrong: what can have happened now, and what the rulebook orders then.

use std::collections::HashMap;

use axum::extract::{Path, Query, State};
use banco_cards::Card;
use banco_engine::Names;
use banco_engine::link::TableId;
use banco_engine::table::console::{Foreseen, Mishap, MishapKind, Point, foresee, mishaps, opinions};
use banco_engine::table::{Irregularity, Person, Table, Viewer};
use banco_pages::dealer::{Cause, FiledChoice, Order, OtherCase, Wizard};
use banco_wire::{CardSource, Phase, TableSeen};

use super::act::card_of;
use super::collect::hands;
use crate::api::{Reply, number, table_in};
use crate::app::{App, name_in};
use crate::live::table_seen;
use crate::pages::{Guest, Page, html};
use crate::problem::Failed;

/// `GET /dealer/{table}/irregularity`
pub async fn page(
    State(app): Page,
    guest: Guest,
    Path(table): Path<String>,
    Query(query): Query<HashMap<String, String>>,
) -> Reply {
    let table = TableId(number(&table, "table")?);
    html(banco_pages::dealer::wizard(&guest.visit, &wizard(&app, table, &query)?))
}

fn wizard(app: &App, table: TableId, query: &HashMap<String, String>) -> Result<Wizard, Failed> {
    let books = app.floor.books();
    let there = table_in(&books, table)?;
    let directory = app.directory();
    let people = |person: Person| name_in(&directory, person);
    let names = Names::new(there.rules(), &people);
    let (_, file) = app.tables.get(table).ok_or_else(|| Failed::not_found("table"))?;
    let seen_by_dealer = table_seen(app, &books, table, Viewer::Dealer)?;
    let all = mishaps(there);
    let waits = awaits_call(app, table, there);
    let kind = query.get("what").and_then(|name| MishapKind::named(name));
    let kind = kind.filter(|kind| !(waits && tells_who_draws(*kind)));
    let chosen = kind.and_then(|kind| all.iter().find(|mishap| mishap.kind == kind));
    let cards = chosen.map(|mishap| named(mishap, query)).transpose()?.unwrap_or_default();
    let what = chosen.and_then(|mishap| mishap.kind.report(&cards));
    let seen = what.map(|what| (what, foresee(there, what)));
    let (order, refused) = match (seen, chosen) {
        (Some((what, Ok(seen))), Some(mishap)) => (Some(order(there, mishap, what, &seen, &names)), None),
        (Some((_, Err(refusal))), _) => (None, Some((refusal.said(&names), refusal.clauses.texts()))),
        _ => (None, None),
    };
    Ok(Wizard {
        number: table.0,
        name: file.name.clone(),
        hands: hands(there),
        causes: all.iter().map(|mishap| cause(mishap, waits, &names)).collect(),
        chosen: chosen.map(|mishap| mishap.kind.name()),
        cards,
        order,
        refused,
        others: others(there, &all),
        cut_card: cut_card_waits(&seen_by_dealer),
        seen: seen_by_dealer,
    })
}

/// Whether the cut card can come out of a real shoe now.
fn cut_card_waits(seen: &TableSeen) -> bool {
    seen.turn.phase == Phase::Dealing
        && seen.turn.pause.is_none()
        && seen.shoe.source == CardSource::Entry
        && !seen.shoe.cut_card_out
}

/// The cards that the form names; none while it does not name all of them.
fn named(mishap: &Mishap, query: &HashMap<String, String>) -> Result<Vec<Card>, Failed> {
    let key = |what: &str, at: usize| query.get(&format!("{what}.{at}")).map(String::as_str);
    let pairs: Option<Vec<(&str, &str)>> =
        (0..mishap.kind.cards()).map(|at| key("rank", at).zip(key("suit", at))).collect();
    pairs.unwrap_or_default().into_iter().map(|(rank, suit)| card_of(rank, suit)).collect()
}

/// Whether the dealer has still to call something on which the machine has an opinion.
fn awaits_call(app: &App, table: TableId, there: &Table) -> bool {
    let called = app.calls.called(table, there.round().number);
    let made = |point: Point| called.iter().any(|one| one.point == point && one.agreed);
    opinions(there).iter().any(|opinion| !made(opinion.point))
}

/// Whether it can be told from a case, or from its absence, which hand draws.
const fn tells_who_draws(kind: MishapKind) -> bool {
    matches!(
        kind,
        MishapKind::ThirdUnseen | MishapKind::ThirdSeen | MishapKind::Disclosed | MishapKind::TooFewCards
    )
}

fn cause(mishap: &Mishap, waits: bool, names: &Names<'_>) -> Cause {
    Cause {
        name: mishap.kind.name(),
        event: mishap.event.to_string(),
        cards: mishap.kind.cards(),
        clauses: mishap.clauses.texts(),
        not_now: mishap.not_now.as_ref().map(|refusal| refusal.said(names)),
        call_first: waits && tells_who_draws(mishap.kind),
    }
}

/// What the rulebook orders, what was filed, and what will be recorded.
fn order(table: &Table, mishap: &Mishap, what: Irregularity, seen: &Foreseen, names: &Names<'_>) -> Order {
    let report = serde_json::to_string(&banco_wire::Irregularity::from(what)).unwrap_or_default();
    let events = seen.events.iter();
    Order {
        then: mishap.then.to_string(),
        clauses: mishap.clauses.texts(),
        choices: choices(table, mishap),
        events: events.map(|event| (event.story(names).to_string(), event.clauses.texts())).collect(),
        more: seen.more,
        left: (table.shoe().left(), seen.left),
        report,
    }
}

/// The choices that the text leaves to the licensee, with the one that was filed.
fn choices(table: &Table, mishap: &Mishap) -> Vec<FiledChoice> {
    let terms = &table.rules().terms;
    let Some(option) = mishap.option.as_deref().and_then(|id| terms.rulebook.option(id)) else {
        return Vec::new();
    };
    let filed = terms.option(&option.id);
    let choice = |choice: &banco_rulebook::model::rulebook::Choice| FiledChoice {
        summary: choice.summary.clone(),
        filed: choice.id == filed,
        clauses: choice.cite.as_slice().to_vec(),
    };
    option.choices.iter().map(choice).collect()
}

/// Cases of the rulebook that are no report of the dealer's.
fn others(table: &Table, all: &[Mishap]) -> Vec<OtherCase> {
    let reported = |event: &str| all.iter().any(|mishap| &*mishap.event == event);
    let known = table.rules().terms.rulebook.file.irregularities.iter();
    known
        .filter(|case| !reported(&case.event))
        .map(|case| OtherCase {
            event: case.event.clone(),
            then: case.then.clone(),
            clauses: case.cite.as_slice().to_vec(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use banco_wire::TableCommand;

    use super::*;

    /// Every report that the wizard can build is read as the same report when its form comes back.
    #[test]
    fn reports_come_back_as_they_were_built() {
        for kind in MishapKind::ALL {
            let cards: Vec<Card> = Card::all().take(kind.cards()).collect();
            let built = kind.report(&cards).map(banco_wire::Irregularity::from);
            let command = serde_json::json!({ "do": "report", "irregularity": built });
            let read = banco_wire::read_table_command(command.to_string().as_bytes());
            let Ok(TableCommand::Report { irregularity }) = read else { panic!("{}: {read:?}", kind.name()) };
            assert_eq!(kind.report(&cards), Some(irregularity.into()));
            assert_eq!(kind.report(&[]).is_some(), kind.cards() == 0, "{}", kind.name());
        }
    }
}
