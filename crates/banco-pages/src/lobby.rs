//! The lobby: all tables, one's own first.

use std::collections::BTreeMap;

use banco_wire::{AccountSeen, LobbyTable, Pause, Phase};
use maud::{Markup, html};

use crate::layout::{Follows, Place, Shell, Visit, page};
use crate::parts::Parts;
use crate::text::Lang;
use crate::{figures, roads};

/// What the lobby knows.
#[derive(Clone, Debug)]
pub struct Lobby {
    /// All tables.
    pub tables: Vec<LobbyTable>,
    /// Where the viewer sits: the seat by table.
    pub own: BTreeMap<u32, u8>,
    /// Their account.
    pub account: Option<AccountSeen>,
    /// Only tables of this rulebook.
    pub rulebook: Option<String>,
    /// Only tables with a free seat.
    pub free_only: bool,
}

impl Lobby {
    /// The tables that are wanted, one's own first.
    fn wanted(&self) -> Vec<&LobbyTable> {
        let fits = |table: &&LobbyTable| {
            let rulebook = self.rulebook.as_ref().is_none_or(|wanted| *wanted == table.rulebook);
            let free = !self.free_only || table.taken < table.seats || self.own.contains_key(&table.table);
            rulebook && free
        };
        let mut wanted: Vec<&LobbyTable> = self.tables.iter().filter(fits).collect();
        wanted.sort_by_key(|table| (!self.own.contains_key(&table.table), table.table));
        wanted
    }

    /// Every rulebook that is played here, with its printed name.
    fn rulebooks(&self) -> BTreeMap<&str, &str> {
        self.tables.iter().map(|table| (table.rulebook.as_str(), table.rulebook_name.as_str())).collect()
    }
}

/// The page.
#[must_use]
pub fn lobby(visit: &Visit, lobby: &Lobby) -> Markup {
    let lang = visit.lang();
    let parts = parts(visit, lobby);
    let query = visit.path.split_once('?').map(|(_, query)| format!("?{query}")).unwrap_or_default();
    let account = visit.who.as_ref().map(|who| format!(" account/{}", who.person)).unwrap_or_default();
    let shell = Shell {
        styles: &["lobby.css", "roads.css"],
        scripts: &["live.js"],
        place: Place::Tables,
        follows: Some(Follows { streams: format!("lobby{account}"), parts: format!("/parts{query}") }),
        ..Shell::new(visit, lang.say("tables"), "page-lobby")
    };
    let content = html! {
        main #main .lobby {
            header .lobby-head {
                div { p .eyebrow { (lang.say("lobby-open")) } h1 { (lang.say("lobby-title")) } }
                div #session { (parts.inside("session")) }
            }
            (filter(lang, lobby))
            p .lobby-new {
                b { (lang.say("lobby-new")) } (lang.say("lobby-minute"))
                @for (id, name) in lobby.rulebooks() { a href={ "/guides/" (id) } { (short_name(name)) } }
            }
            div #tiles { (parts.inside("tiles")) }
        }
    };
    page(&shell, &content)
}

/// What changes in it.
#[must_use]
pub fn parts(visit: &Visit, lobby: &Lobby) -> Parts {
    Parts::default()
        .and("session", session(visit, lobby))
        .and("tiles", html! { ul .tiles { @for table in lobby.wanted() { (tile(visit, lobby, table)) } } })
}

/// How the viewer stands.
fn session(visit: &Visit, lobby: &Lobby) -> Markup {
    let lang = visit.lang();
    let Some(account) = &lobby.account else { return html! {} };
    html! {
        dl .session-box aria-label=(lang.say("your-session")) {
            div { dt { (lang.say("balance")) } dd { (figures::money(account.balance)) } }
            @if let Some(session) = account.session {
                div {
                    dt { (lang.say("here-for")) }
                    dd { (lang.with("minutes", &[("minutes", session.minutes.into())])) }
                }
            }
            div { dt { (lang.say("limits")) } dd { a href="/account" { (lang.say("change")) } } }
        }
    }
}

fn filter(lang: Lang, lobby: &Lobby) -> Markup {
    let free = if lobby.free_only { "&free=1" } else { "" };
    let chosen = lobby.rulebook.as_deref().map(|id| format!("game={id}&")).unwrap_or_default();
    let with_seat = lobby.tables.iter().filter(|table| table.taken < table.seats).count();
    let counts = [("tables", lobby.tables.len().into()), ("free", with_seat.into())];
    html! {
        nav .lobby-filter aria-label=(lang.say("show")) {
            div .segmented {
                a href={ "/?" (free) } aria-current=[lobby.rulebook.is_none().then_some("true")] { (lang.say("all-games")) }
                @for (id, name) in lobby.rulebooks() {
                    a href={ "/?game=" (id) (free) }
                        aria-current=[(lobby.rulebook.as_deref() == Some(id)).then_some("true")] { (short_name(name)) }
                }
            }
            a .button.button-small href={ "/?" (chosen) "free=" (if lobby.free_only { "0" } else { "1" }) } {
                @if lobby.free_only { (lang.say("all-tables")) } @else { (lang.say("free-seats-only")) }
            }
            p .lobby-count { (lang.with("lobby-count", &counts)) }
        }
    }
}

/// The name of a rulebook without what all of them say.
fn short_name(name: &str) -> &str {
    let name = name.split([':', ',']).next().unwrap_or(name).trim();
    name.strip_prefix("Massachusetts ").or_else(|| name.strip_prefix("Colorado ")).unwrap_or(name)
}

fn tile(visit: &Visit, lobby: &Lobby, table: &LobbyTable) -> Markup {
    let lang = visit.lang();
    let own = lobby.own.get(&table.table);
    let now = table.phase == Phase::Betting && table.pause.is_none();
    html! {
        li .tile.tile-yours[own.is_some()] data-key={ "table-" (table.table) } {
            header {
                div {
                    h2 { a href={ "/tables/" (table.table) } { (lang.with("table-number", &[("table", table.table.into())])) } }
                    p .tile-game { (table.name) }
                }
                p .tile-state.tile-state-now[now] { (state(lang, table.phase, table.pause)) }
            }
            p .tile-note { (short_name(&table.rulebook_name)) ", " (table.pit) }
            dl .tile-facts {
                @if let (Some(least), Some(most)) = (table.least, table.most) {
                    div { dt { (lang.say("hands")) } dd { (figures::short(least)) " – " (figures::short(most)) } }
                }
                div { dt { (lang.say("shoe")) } dd { (table.shoe) } }
                div { dt { (lang.say("pace")) } dd { (lang.with("seconds", &[("seconds", table.betting_seconds.into())])) } }
            }
            div .road-box.tile-road {
                @if table.results.is_empty() { p .tile-empty { (lang.say("no-results")) } } @else { (roads::mini(&table.results)) }
            }
            div .tile-foot {
                (seats(lang, table, own.copied()))
                @if let Some(meter) = table.meters.iter().max_by_key(|meter| meter.value.map(|value| value.minor)) {
                    p .tile-meter { span { (meter.name) } b { @if let Some(value) = meter.value { (figures::money(value)) } } }
                }
                (sit(visit, table, own.copied()))
            }
        }
    }
}

fn seats(lang: Lang, table: &LobbyTable, own: Option<u8>) -> Markup {
    let free = table.seats.saturating_sub(table.taken);
    html! {
        p .seat-dots {
            span aria-hidden="true" { @for seat in 0..table.seats { i .on[seat < table.taken] {} } }
            span {
                @match own {
                    Some(seat) => (lang.with("you-hold-seat", &[("seat", seat.into())])),
                    None => (lang.with("seats-free", &[("seats", free.into())])),
                }
            }
        }
    }
}

/// One press sits somebody down, and makes a guest of whoever is nobody yet.
fn sit(visit: &Visit, table: &LobbyTable, own: Option<u8>) -> Markup {
    let lang = visit.lang();
    let full = table.taken >= table.seats;
    let name = lang.with("table-number", &[("table", table.table.into())]);
    html! {
        @match own {
            Some(seat) => a .button.button-primary href={ "/tables/" (table.table) } {
                (lang.with("back-to-seat", &[("seat", seat.into())]))
            },
            None if full => a .button href={ "/tables/" (table.table) } { (lang.say("watch")) },
            None => form method="post" action={ "/tables/" (table.table) "/seat" } {
                (visit.form_fields())
                button .button aria-label={ (lang.say("take-seat")) ", " (name) } { (lang.say("take-seat")) }
            },
        }
    }
}

/// What is going on, in two words.
#[must_use]
pub fn state(lang: Lang, phase: Phase, pause: Option<Pause>) -> String {
    if pause.is_some() {
        return lang.say("state-held");
    }
    match phase {
        Phase::Closed => lang.say("state-closed"),
        Phase::Preparing => lang.say("state-preparing"),
        Phase::Cutting => lang.say("state-cutting"),
        Phase::Loading | Phase::Burning => lang.say("state-loading"),
        Phase::Betting => lang.say("state-betting"),
        Phase::Dealing => lang.say("state-dealing"),
        Phase::Settled => lang.say("state-settled"),
        Phase::BetweenShoes => lang.say("state-between"),
    }
}
