//! The pads of progressive wagers: which key the text has next.

use banco_engine::link::{Link, Progress, TableId, WagerRule};
use banco_floor::Books;
use banco_pages::dealer::{Pad, PadJackpot, PadKey};
use banco_wire::{LinkViewer, TableSeen};

use crate::api::table_in;
use crate::app::App;
use crate::live::link_seen;

/// A pad for each link of a table that is in operation.
pub fn pads(app: &App, books: &Books, table: TableId, seen: &TableSeen) -> Vec<Pad> {
    let Ok(there) = table_in(books, table) else { return Vec::new() };
    let links = there.rules().terms.links.iter().map(|link| link.name.to_string());
    links.filter_map(|name| pad(app, books, table, seen, &name)).collect()
}

fn pad(app: &App, books: &Books, table: TableId, seen: &TableSeen, name: &str) -> Option<Pad> {
    let link = books.pit().link(name)?;
    let shown = link_seen(app, books, name, LinkViewer::Everybody).ok()?;
    let game = link.game(table);
    let wagers = &link.setup().wagers;
    let words = wagers.first().map(|wager| wager.words.clone()).unwrap_or_default();
    let asks = |prompt: &str| seen.prompts.iter().any(|one| one.prompt == prompt);
    let selects = wagers.iter().any(|wager| wager.selects);
    let selected: Vec<(u8, String)> = game
        .map(|game| game.selected.iter().map(|(seat, line)| (*seat, line.to_string())).collect())
        .unwrap_or_default();
    let must_hit = link.setup().meters.iter().any(|meter| meter.must_hit);
    // Nothing here tells whether the cards have made a jackpot: that is the dealer's to see and say.
    let hit = game.is_some() && all_up(seen) && (!selects || !selected.is_empty());
    Some(Pad {
        link: name.to_owned(),
        wagers: labels(seen, wagers),
        seats: seats(seen, link, table),
        locked: game.is_some(),
        lines: if selects { lines(wagers) } else { Vec::new() },
        selected,
        start: PadKey { words: words.start, ready: asks("no_more_bets") },
        hit: PadKey { words: words.hit, ready: hit },
        pay: PadKey { words: words.pay, ready: false },
        end: PadKey { words: words.end, ready: asks("clear_table") },
        end_round: must_hit.then(|| PadKey {
            words: "END ROUND".to_owned(),
            ready: game.is_some_and(|game| !game.ended) && asks("clear_table"),
        }),
        contact: link.station(table).is_some_and(|station| station.contact),
        jackpots: jackpots(link, table),
        meters: shown.meters.into_iter().filter_map(|meter| Some((meter.name, meter.value?))).collect(),
    })
}

/// Whether every card that was dealt lies open.
fn all_up(seen: &TableSeen) -> bool {
    let round = &seen.round;
    round.player.count.is_some() && round.banker.count.is_some() && round.player.cards.len() >= 2
}

/// The wagers as the layout calls them.
fn labels(seen: &TableSeen, wagers: &[WagerRule]) -> String {
    let on = |spot: &str| wagers.iter().any(|wager| spot.split('.').next() == Some(wager.id.as_str()));
    let labels: Vec<&str> =
        seen.terms.wagers.iter().filter(|offer| on(&offer.spot)).map(|offer| offer.label.as_str()).collect();
    labels.join(", ")
}

/// The seats that are in: by the link once the wagers are locked, by the layout before.
fn seats(seen: &TableSeen, link: &Link, table: TableId) -> Vec<u8> {
    let mut seats: Vec<u8> = match link.game(table) {
        Some(game) => game.entries.iter().map(|entry| entry.seat.number).collect(),
        None => {
            let on = |spot: &str| {
                link.setup().wagers.iter().any(|wager| spot.split('.').next() == Some(wager.id.as_str()))
            };
            seen.wagers.iter().filter(|wager| on(&wager.spot)).map(|wager| wager.seat).collect()
        }
    };
    seats.sort_unstable();
    seats.dedup();
    seats
}

/// The lines that can be selected, each once.
fn lines(wagers: &[WagerRule]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in wagers.iter().filter(|wager| wager.selects).flat_map(|wager| &wager.lines) {
        if !lines.iter().any(|known| known == line.as_str()) {
            lines.push(line.to_string());
        }
    }
    lines
}

/// Jackpots that were made known at this table and are not paid yet.
fn jackpots(link: &Link, table: TableId) -> Vec<PadJackpot> {
    let here = link.pending().filter(|hit| hit.table == table && hit.progress != Progress::Reached);
    here.map(|hit| PadJackpot {
        hit: hit.id.0,
        meter: link.rule(hit.meter).map_or_else(|| hit.meter.to_string(), |rule| rule.name.to_string()),
        progress: if hit.progress == Progress::Claimed { "claimed" } else { "verified" },
        seats: hit.winners.iter().map(|winner| winner.seat.number).collect(),
    })
    .collect()
}
