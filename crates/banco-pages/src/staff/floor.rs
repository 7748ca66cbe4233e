//! The floor at a glance: every table, and everything that waits for somebody, oldest first.

use banco_wire::{LinkSeen, LobbyTable, Moment, Money, Outcome, Phase};
use maud::{Markup, html};

use crate::figures;
use crate::icon::small;
use crate::layout::{Follows, Shell, Visit, page};
use crate::lobby;
use crate::parts::Parts;
use crate::staff::matters::{self, Matter};
use crate::staff::orders::{self, Manner, Order};
use crate::staff::{Desk, Section};
use crate::text::Lang;

/// What the floor sees of all tables.
#[derive(Clone, Debug)]
pub struct FloorView {
    /// All tables.
    pub tiles: Vec<Tile>,
    /// What waits for somebody, oldest first.
    pub matters: Vec<Matter>,
    /// All links.
    pub links: Vec<LinkPanel>,
    /// The server's clock.
    pub now: Moment,
    /// How far the floor has come.
    pub seq: u64,
}

/// A table at a glance.
#[derive(Clone, Debug)]
pub struct Tile {
    /// As the lobby knows it.
    pub table: LobbyTable,
    /// Until when there is time for wagers or a decision.
    pub until: Option<Moment>,
    /// Hands an hour, by the last ones.
    pub pace: Option<u32>,
    /// What it has won for the house.
    pub win: Option<Money>,
    /// Vigorish that is marked and not collected.
    pub owed: Option<Money>,
}

/// A link, with what can be done to its meters.
#[derive(Clone, Debug)]
pub struct LinkPanel {
    /// As the staff sees it.
    pub seen: LinkSeen,
    /// Whether a pending jackpot locks all tables.
    pub locks_all: bool,
    /// From which amount on an executive confirms.
    pub executive_from: Option<Money>,
    /// Asks for a correction of a meter.
    pub adjust: Order,
    /// Reads the meters.
    pub read: Order,
    /// Puts it into operation, where it is not.
    pub open: Option<Order>,
    /// Asks that it be taken out of operation.
    pub close: Order,
    /// Asks that it run by other rules, where the house knows any.
    pub change: Option<Order>,
    /// Asks that all of a meter go to another link.
    pub transfer: Order,
    /// Rules that name it: as they are written, and what they are called.
    pub rules: Vec<(String, String)>,
    /// The other links.
    pub others: Vec<(String, String)>,
}

/// The page.
#[must_use]
pub fn floor(visit: &Visit, view: &FloorView) -> Markup {
    let lang = visit.lang();
    let open = view.tiles.iter().filter(|tile| tile.table.phase != Phase::Closed).count();
    let mut desk = Desk::new(visit, Section::Floor, lang.say("staff-floor"));
    desk.facts = vec![
        lang.with("staff-tables", &[("tables", view.tiles.len().into())]),
        lang.with("staff-open-tables", &[("tables", open.into())]),
    ];
    let parts = parts(visit, view);
    let shell = Shell {
        follows: Some(follows(view, "/floor/parts")),
        ..desk.shell("page-staff page-floor page-calm")
    };
    let content = html! {
        main #main .floor-main {
            section .floor-pit aria-label=(lang.say("tables")) {
                h1 .visually-hidden { (lang.say("staff-floor")) }
                div #pit { (parts.inside("pit")) }
                div #links { (parts.inside("links")) }
                p .row-keys { a .button.button-small href="/floor/accounts" { (lang.say("staff-accounts")) } }
            }
            aside .floor-side aria-label=(lang.say("staff-waiting")) { div #matters { (parts.inside("matters")) } }
        }
    };
    page(&shell, &content)
}

/// Everything on the floor: each table and each link.
fn follows(view: &FloorView, parts: &str) -> Follows {
    let tables = view.tiles.iter().map(|tile| format!("table/{}", tile.table.table));
    let links = view.links.iter().map(|link| format!("link/{}", link.seen.name));
    let streams: Vec<String> = ["lobby".to_owned()].into_iter().chain(tables).chain(links).collect();
    Follows { streams: streams.join(" "), parts: parts.to_owned() }
}

/// What changes on it.
#[must_use]
pub fn parts(visit: &Visit, view: &FloorView) -> Parts {
    let pit = html! { ul .pit-grid { @for tile in &view.tiles { (tile_of(visit.lang(), view, tile)) } } };
    Parts::default()
        .and("pit", pit)
        .and("links", html! { @for link in &view.links { (meters(visit, link)) } })
        .and("matters", matters::list(visit, &view.matters, view.now))
}

/// How a tile looks: what waits there decides.
fn mood(view: &FloorView, tile: &Tile) -> &'static str {
    let here = view.matters.iter().filter(|matter| matter.table() == Some(tile.table.table));
    let (alert, gold) = here.fold((false, false), |(alert, gold), matter| {
        (alert || matter.is_alarm(), gold || matter.is_jackpot())
    });
    match (alert, gold, tile.table.phase) {
        (_, true, _) => "pit-gold",
        (true, ..) => "pit-alert",
        (.., Phase::Closed) => "pit-off",
        _ if tile.owed.is_some_and(|owed| owed.minor > 0) => "pit-warn",
        _ => "pit-plain",
    }
}

fn tile_of(lang: Lang, view: &FloorView, tile: &Tile) -> Markup {
    let table = &tile.table;
    let oldest = view.matters.iter().find(|matter| matter.table() == Some(table.table) && matter.is_alarm());
    html! {
        li data-key={ "table-" (table.table) } {
            a href={ "/floor/tables/" (table.table) } class={ "pit-tile " (mood(view, tile)) } {
                span .pit-no { "T" (table.table) }
                span .pit-game { (table.name) }
                span .pit-state {
                    @match oldest {
                        Some(matter) => {
                            (small(matter.icon())) (matter.word(lang))
                            b data-since=(matter.since.micros() / 1000) {}
                        },
                        None => {
                            (lobby::state(lang, table.phase, table.pause))
                            @if let Some(until) = tile.until { b data-until=(until.micros() / 1000) {} }
                        },
                    }
                }
                span .pit-line { (line(lang, tile)) }
                span .pit-facts { (facts(lang, tile)) }
            }
        }
    }
}

/// Who is there, and what is owed.
fn line(lang: Lang, tile: &Tile) -> String {
    let table = &tile.table;
    let seats = lang.with("staff-seats", &[("taken", table.taken.into()), ("seats", table.seats.into())]);
    match tile.owed.filter(|owed| owed.minor > 0) {
        Some(owed) => {
            format!("{seats}, {}", lang.with("staff-owed", &[("amount", figures::money(owed).into())]))
        }
        None => seats,
    }
}

/// The last result, the pace, and what the table has won.
fn facts(lang: Lang, tile: &Tile) -> Markup {
    let last = tile.table.results.last().map(|result| result.outcome);
    html! {
        @if let Some(outcome) = last {
            @let (letter, name) = bead(lang, outcome);
            span class={ "bead-letter bead-" (letter) } { span aria-hidden="true" { (letter) } span .visually-hidden { (name) } }
        }
        @if let Some(pace) = tile.pace { span { (lang.with("staff-pace", &[("hands", pace.into())])) } }
        @if let Some(win) = tile.win { span .pit-win { (figures::signed(win)) } }
    }
}

/// The letter and the name of an outcome.
pub(super) fn bead(lang: Lang, outcome: Outcome) -> (char, String) {
    match outcome {
        Outcome::Player => ('P', lang.say("player")),
        Outcome::Banker => ('B', lang.say("banker")),
        Outcome::Tie => ('T', lang.say("tie")),
    }
}

/// The meters of a link.
fn meters(visit: &Visit, link: &LinkPanel) -> Markup {
    let lang = visit.lang();
    let lock = if link.locks_all { lang.say("staff-lock-all") } else { lang.say("staff-lock-value") };
    html! {
        section .panel.floor-meters aria-label=(link.seen.name) data-key={ "link-" (link.seen.name) } {
            div .panel-head {
                h2 { (lang.say("staff-meters")) ", " (link.seen.name) }
                span .small.muted {
                    (lock)
                    @if let Some(from) = link.executive_from {
                        ", " (lang.with("staff-executive-from", &[("amount", figures::short(from).into())]))
                    }
                }
            }
            div .table-scroll tabindex="0" role="region" aria-label=(link.seen.name) {
                table .data-table {
                    thead { tr {
                        th scope="col" { (lang.say("staff-meter")) }
                        th .number-cell scope="col" { (lang.say("staff-shows")) }
                        th scope="col" { (lang.say("staff-state")) }
                    } }
                    tbody { @for meter in &link.seen.meters {
                        tr {
                            th scope="row" { (meter.name) }
                            td .number-cell { @if let Some(value) = meter.value { (figures::money(value)) } }
                            td {
                                @if meter.pending.is_empty() { span .muted { (lang.say("staff-running")) } }
                                @for pending in &meter.pending {
                                    span .tag.tag-gold {
                                        @if let Some(amount) = pending.amount { (figures::money(amount)) " " }
                                        (lang.with("staff-pending-at", &[("table", pending.table.0.into())]))
                                    } " "
                                }
                                @if let Some(by) = meter.must_hit_by {
                                    " " span .muted { (lang.with("staff-must-hit", &[("amount", figures::short(by).into())])) }
                                }
                            }
                        }
                    } }
                }
            }
            div .panel-keys {
                @if let Some(open) = &link.open { (open_link(visit, link, open)) }
                (adjust(visit, link))
                (read(visit, link))
                @if let Some(order) = &link.change { (change(visit, link, order)) }
                @if !link.others.is_empty() { (transfer(visit, link)) }
                (close(visit, link))
            }
        }
    }
}

fn adjust(visit: &Visit, link: &LinkPanel) -> Markup {
    let lang = visit.lang();
    let currency = link.seen.meters.iter().find_map(|meter| meter.value).map(|value| value.currency.word());
    let fields = html! {
        @if let Some(currency) = currency { input type="hidden" name="currency" value=(currency); }
        (orders::choice(&lang.say("staff-meter"), "text.wanted.meter", &meters_of(link)))
        (orders::money(&lang.say("staff-adjust-by"), "signed.wanted.amount"))
    };
    let fields = asks(lang, "adjust", &fields);
    orders::folded(visit, &link.adjust, &lang.say("staff-adjust"), &fields, Manner::default())
}

/// The meters of a link, to choose from.
fn meters_of(link: &LinkPanel) -> Vec<(String, String)> {
    link.seen.meters.iter().map(|meter| (meter.meter.clone(), meter.name.clone())).collect()
}

/// Why it is asked for, and that it takes another person.
fn asks(lang: Lang, what: &str, fields: &Markup) -> Markup {
    html! {
        input type="hidden" name="text.wanted.what" value=(what);
        (fields)
        (orders::text(&lang.say("staff-reason"), "text.wanted.reason", true))
        p .small.muted { (lang.say("staff-takes-two")) }
    }
}

/// Several orders of a link have the same command: each has a place of its own.
fn slot(link: &LinkPanel, name: &str, order: &Markup) -> Markup {
    html! { div .act-slot data-key={ (name) "-" (link.seen.name) } { (order) } }
}

fn open_link(visit: &Visit, link: &LinkPanel, open: &Order) -> Markup {
    let lang = visit.lang();
    let fields = orders::choice(&lang.say("staff-rules"), "text.rules", &link.rules);
    orders::folded(visit, open, &lang.say("staff-open-link"), &fields, Manner::default())
}

fn close(visit: &Visit, link: &LinkPanel) -> Markup {
    let lang = visit.lang();
    let fields = asks(lang, "close", &html! {});
    let order = orders::folded(visit, &link.close, &lang.say("staff-close-link"), &fields, Manner::default());
    slot(link, "close", &order)
}

fn change(visit: &Visit, link: &LinkPanel, order: &Order) -> Markup {
    let lang = visit.lang();
    let rules = orders::choice(&lang.say("staff-rules"), "text.wanted.rules", &link.rules);
    let fields = asks(lang, "change", &rules);
    let order = orders::folded(visit, order, &lang.say("staff-change-link"), &fields, Manner::default());
    slot(link, "change", &order)
}

fn transfer(visit: &Visit, link: &LinkPanel) -> Markup {
    let lang = visit.lang();
    let fields = html! {
        (orders::choice(&lang.say("staff-meter"), "text.wanted.meter", &meters_of(link)))
        (orders::choice(&lang.say("staff-to"), "text.wanted.to", &link.others))
    };
    let fields = asks(lang, "transfer_out", &fields);
    let order =
        orders::folded(visit, &link.transfer, &lang.say("staff-transfer"), &fields, Manner::default());
    slot(link, "transfer", &order)
}

fn read(visit: &Visit, link: &LinkPanel) -> Markup {
    let lang = visit.lang();
    let fields = html! {
        label .field {
            span { (lang.say("staff-day")) }
            input .input type="number" name="number.day" min="1" max="4294967295" required;
        }
    };
    orders::folded(visit, &link.read, &lang.say("staff-read-meters"), &fields, Manner::default())
}
