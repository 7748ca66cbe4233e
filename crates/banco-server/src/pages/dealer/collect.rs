//! What a console shows, collected from the table.

use std::sync::Arc;

use banco_cards::Card;
use banco_engine::Name;
use banco_engine::link::TableId;
use banco_engine::pit::Stream;
use banco_engine::table::console::{
    Notices, clauses_of, foreseen, next_card, notices, opinions, payments, round_steps, shoe_steps,
};
use banco_engine::table::{Command, DealingEvent, Minute, Person, Prompt, Table, Viewer, What, view};
use banco_floor::Books;
use banco_pages::dealer::{Assist, Behind, Console, Duty, Notice, Taken, Ways};
use banco_wire::{CardSeen, Moment, TableSeen};

use super::{pads, payments as told};
use crate::api::table_in;
use crate::app::App;
use crate::live::{table_seen, viewer_at};
use crate::pages::staff::SOME_REASON;
use crate::problem::Failed;

/// The options about wagers that are no chips of a seated player.
const BESIDE_CHIPS: [&str; 4] = ["over-the-shoulder", "tips", "infinite-fortune-tips", "promotional-chips"];

/// Everything that a console shows.
pub fn console(app: &Arc<App>, table: TableId, assist: Assist, viewer: Person) -> Result<Console, Failed> {
    let books = app.floor.books();
    let there = table_in(&books, table)?;
    let as_what = viewer_at(&books, table, Viewer::Dealer, Some(viewer));
    let seen = table_seen(app, &books, table, as_what)?;
    let (_, file) = app.tables.get(table).ok_or_else(|| Failed::not_found("table"))?;
    let round = seen.round.number.0;
    let settles = as_what == Viewer::Dealer && seen.prompts.iter().any(|prompt| prompt.prompt == "settle");
    let will = if settles { payments(there).unwrap_or_default() } else { Vec::new() };
    Ok(Console {
        number: table.0,
        name: file.name.clone(),
        hands: hands(there),
        assist,
        behind: behind(there),
        round: round_steps(there),
        shoe: shoe_steps(there),
        opinions: opinions(there),
        called: app.calls.called(table, round),
        next: next_card(there),
        named: app.calls.named(table, round, turned(&seen)),
        payments: told::told(there, &will),
        pads: pads::pads(app, &books, table, &seen),
        notices: notices_of(app, there),
        ways: if as_what == Viewer::Dealer { ways(there, &seen) } else { Ways::default() },
        taken: taken(there),
        spoken: spoken(there),
        tips: there.ledger().tokes.into(),
        duty: books.pit().house().is_strict().then(|| match there.dealer() {
            None => Duty::Vacant,
            Some(dealer) if dealer == viewer => Duty::Own,
            Some(dealer) => Duty::Another(app.name_of(dealer)),
        }),
        floor_called: app.boards.of(table).call.as_ref().map(|call| Moment::from_micros(call.at)),
        seq: seq(&books, table),
        seen,
    })
}

/// What the dealer can do beside what is asked: the engine says whether it would be done.
fn ways(table: &Table, seen: &TableSeen) -> Ways {
    let can = |command: Command| foreseen(table, command).is_ok();
    let house_way =
        seen.places.iter().filter(|place| can(Command::PlayHouseWay { person: Person(place.who.person.0) }));
    Ways {
        pass: can(Command::OrderPass { reason: SOME_REASON.to_owned() }),
        missing_card: Card::all().next().is_some_and(|card| can(Command::ReportMissingCard { card })),
        house_way: house_way.map(|place| (place.who.person.0, place.seat, place.who.name.clone())).collect(),
    }
}

/// What the submission says of wagers that are no chips of a seated player, in the rulebook's words.
fn taken(table: &Table) -> Vec<Taken> {
    let terms = &table.rules().terms;
    let filed = BESIDE_CHIPS.iter().filter_map(|id| {
        let option = terms.rulebook.option(id)?;
        let choice = option.choices.iter().find(|choice| choice.id == terms.option(&option.id))?;
        let cite = if choice.cite.as_slice().is_empty() { &option.cite } else { &choice.cite };
        Some(Taken { words: choice.summary.clone(), clauses: cite.as_slice().to_vec() })
    });
    filed.collect()
}

/// The clauses by which spoken wagers are taken, where the text takes them.
fn spoken(table: &Table) -> Option<Vec<String>> {
    let spoken = table.rules().terms.rulebook.file.spoken_wagers;
    spoken.then(|| clauses_of(table, &Prompt::PlaceWagers).texts())
}

/// What the text calls both hands.
pub fn hands(table: &Table) -> [String; 2] {
    let names = &table.rules().terms.rulebook.file.hands;
    [names.player.clone(), names.banker.clone()]
}

/// How many cards lie open.
pub fn turned(seen: &TableSeen) -> usize {
    let cards = seen.round.player.cards.iter().chain(&seen.round.banker.cards);
    cards.filter(|card| matches!(card, CardSeen::Up(_))).count()
}

/// The clauses behind each prompt of the dealer, and what is said when it is done.
fn behind(table: &Table) -> Vec<Behind> {
    let one =
        |prompt: &Prompt| Behind { clauses: clauses_of(table, prompt).texts(), say: said(table, prompt) };
    view(table, Viewer::Dealer).prompts.iter().map(one).collect()
}

/// What the text has the dealer say, where a command says something at once.
fn said(table: &Table, prompt: &Prompt) -> Option<String> {
    let command = match prompt {
        Prompt::NoMoreBets => Command::NoMoreBets,
        Prompt::DealWithoutWagers { .. } => Command::DealWithoutWagers,
        Prompt::ClearTable => Command::ClearTable,
        _ => return None,
    };
    let calls = foreseen(table, command).ok()?.into_iter().filter_map(|event| match event.what {
        What::Dealing(DealingEvent::Called(call)) => Some(call.to_string()),
        _ => None,
    });
    let calls: Vec<String> = calls.collect();
    (!calls.is_empty()).then(|| calls.join("” “"))
}

/// Notices that were given and those that are due, with the rulebook's own words.
fn notices_of(app: &App, table: &Table) -> Vec<Notice> {
    let now = app.minute();
    let Notices { given, due } = notices(table);
    let known = &table.rules().terms.rulebook.file.notices;
    let notice = |(name, at): &(Name, Minute), given: bool| {
        let rule = known.iter().find(|rule| *name == rule.id.as_str());
        let apart = i64::try_from(now.0.abs_diff(at.0)).unwrap_or(i64::MAX);
        let ahead = if at.0 >= now.0 { apart } else { apart.saturating_neg() };
        Notice {
            words: rule.map_or_else(|| name.to_string(), |rule| rule.summary.clone()),
            given,
            minutes: if given { apart } else { ahead },
            clauses: rule.map(|rule| rule.cite.as_slice().to_vec()).unwrap_or_default(),
        }
    };
    let given = given.iter().map(|one| notice(one, true));
    given.chain(due.iter().map(|one| notice(one, false))).collect()
}

/// How far the stream of a table has come.
pub fn seq(books: &Books, table: TableId) -> u64 {
    let stream = banco_floor::name_of(Stream::Table(table));
    stream.map(|stream| books.head(&stream).version).unwrap_or_default()
}
