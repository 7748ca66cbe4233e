//! The sign over a table: limits, meters, roads, statistics, what is going on. It has no controls and fits its screen.

use banco_cards::{Outcome, Side};
use banco_engine::roads::{DerivedRoad, Road, Roads};
use banco_wire::{
    CardSeen, CardSource, ClockFor, HandSeen, LinkSeen, MeterSeen, Posted, PostedPay, PostedWager, TableSeen,
};
use maud::{Markup, PreEscaped, html};
use qrcodegen::{QrCode, QrCodeEcc};

use crate::layout::{Follows, Shell, Visit, page};
use crate::parts::Parts;
use crate::rules::{commission, english, limits, push_sentence};
use crate::text::Lang;
use crate::{art, figures, lobby, roads};

/// What a sign shows.
#[derive(Clone, Copy, Debug)]
pub struct Sign<'a> {
    /// The number of the table.
    pub table: u32,
    /// What people call it.
    pub name: &'a str,
    /// The table as everybody sees it.
    pub seen: &'a TableSeen,
    /// What it posts.
    pub posted: &'a Posted,
    /// The links of its progressive wagers.
    pub links: &'a [LinkSeen],
    /// Where its rules are read.
    pub rules_at: &'a str,
    /// Whether nothing here is real money.
    pub play_money: bool,
    /// What the floor tells in place of the roads: title and text.
    pub info: Option<(&'a str, &'a str)>,
}

const COLUMNS: roads::Columns = roads::Columns { bead: 12, big: 28, derived: 20 };

/// The whole page.
#[must_use]
pub fn sign(visit: &Visit, sign: &Sign<'_>) -> Markup {
    let lang = visit.lang();
    let mut streams = vec![format!("table/{}", sign.table)];
    streams.extend(sign.links.iter().map(|link| format!("link/{}", link.name)));
    let shell = Shell {
        styles: &["sign.css"],
        scripts: &["live.js", "roads.js", "sign.js"],
        follows: Some(Follows { streams: streams.join(" "), parts: parts_at(visit, sign.table) }),
        bar: Some(html! {}),
        skip_to: "",
        foot: false,
        ..Shell::new(visit, sign.name, "page-sign")
    };
    let parts = parts(sign, lang);
    page(
        &shell,
        &html! {
            main .sign #main aria-label=(sign.name) {
                header .sign-head #sign-head { (parts.inside("sign-head")) }
                section .sign-roads #sign-roads aria-label=(lang.say("sign-roads")) { (parts.inside("sign-roads")) }
                div #sign-info { (parts.inside("sign-info")) }
                footer .sign-foot #sign-foot { (parts.inside("sign-foot")) }
                p .sign-delayed #delayed hidden { (lang.say("sign-delayed")) }
            }
        },
    )
}

/// Where the sections of a sign are asked for: with the look that the page was asked with.
fn parts_at(visit: &Visit, table: u32) -> String {
    let query = visit.path.split_once('?').map_or_else(String::new, |(_, query)| format!("?{query}"));
    format!("/tables/{table}/sign/parts{query}")
}

/// The sections that change.
#[must_use]
pub fn parts(sign: &Sign<'_>, lang: Lang) -> Parts {
    let drawn = roads::of_results(&sign.seen.results);
    Parts::default()
        .and("sign-head", head(sign, lang))
        .and("sign-roads", road_rows(&drawn, lang))
        .and("sign-foot", foot(sign, &drawn, lang))
        .and("sign-info", info(sign))
}

/// What the floor tells everybody here; it lies over the roads, which go on behind it.
fn info(sign: &Sign<'_>) -> Markup {
    html! {
        @if let Some((title, text)) = sign.info {
            section .sign-info role="status" { h2 { (title) } p { (text) } }
        }
    }
}

fn head(sign: &Sign<'_>, lang: Lang) -> Markup {
    let posted = sign.posted;
    let decks = lang.with("rules-decks", &[("decks", posted.decks.into())]);
    html! {
        div .sign-table { p .sign-word { "Banco" } h1 { (sign.name) } }
        div .sign-mid {
            p .sign-game { (english(&posted.rulebook_name)) ". " (decks) ", " (lang.say("rules-commission")) " " (commission(posted, lang)) "." @if sign.play_money { " " (lang.say("play-money")) "." } }
            dl .sign-limits { @for (names, limit) in limit_groups(posted, lang) { div { dt { (english(&names)) } dd { (limit) } } } }
        }
        (meters(sign.links, lang))
    }
}

/// Wagers with the same limits stand together, and one that is offered by several pay tables is named once.
fn limit_groups(posted: &Posted, lang: Lang) -> Vec<(String, String)> {
    let mut groups: Vec<(Vec<&str>, String)> = Vec::new();
    for wager in &posted.wagers {
        let limit = limits(wager, lang);
        let name = wager.label.split(" PT-").next().unwrap_or_default();
        match groups.iter_mut().find(|(_, known)| *known == limit) {
            Some((names, _)) if names.contains(&name) => {}
            Some((names, _)) => names.push(name),
            None => groups.push((vec![name], limit)),
        }
    }
    groups.into_iter().map(|(names, limit)| (names.join(", "), limit)).collect()
}

/// What a wager on a hand does not win with, though its hand does.
fn pushes(posted: &Posted, lang: Lang) -> Vec<String> {
    if posted.signs.iter().any(|sign| sign.id == "dragon-7-push") {
        return vec![push_sentence(lang)];
    }
    let base = posted.wagers.iter().filter(|wager| wager.kind == "base");
    let lines = base.flat_map(|wager| wager.pays.iter().map(move |pay| (wager, pay)));
    let pushing = lines.filter(|(_, pay)| pay.pays == "push" && pay.line != "Tie");
    let sentence = |(wager, pay): (&PostedWager, &PostedPay)| {
        lang.with(
            "sign-pushes",
            &[("wager", wager.label.as_str().into()), ("line", pay.line.as_str().into())],
        )
    };
    pushing.map(sentence).collect()
}

fn meters(links: &[LinkSeen], lang: Lang) -> Markup {
    let all: Vec<(&MeterSeen, bool)> =
        links.iter().flat_map(|link| link.meters.iter().map(|meter| (meter, link.pending))).collect();
    html! {
        @if !all.is_empty() {
            dl .sign-meters {
                @for (at, (meter, _)) in all.iter().enumerate() {
                    div .sign-star[at == 0] .is-pending[!meter.pending.is_empty()] {
                        dt { (english(&meter.name)) }
                        dd data-meter=(meter.meter) { @match meter.value { Some(value) => (figures::money(value)), None => "–" } }
                        @for pending in &meter.pending {
                            dd .sign-pending { (lang.say("sign-pending")) @if let Some(amount) = pending.amount { " " (figures::money(amount)) } }
                        }
                        @if let Some(most) = meter.must_hit_by { dd .sign-must { (lang.with("sign-must-hit", &[("most", figures::short(most).into())])) } }
                    }
                }
            }
        }
    }
}

fn road_rows(drawn: &Roads, lang: Lang) -> Markup {
    html! {
        div .sign-drawn data-history=(drawn.letters(Road::Bead)) {
            p .road-corrected hidden { (lang.say("roads-corrected")) }
            div .sign-row.sign-row-1 {
                (roads::figure(drawn, Road::Bead, lang, COLUMNS, &html! {}))
                (roads::figure(drawn, Road::Big, lang, COLUMNS, &html! {}))
            }
            div .sign-row.sign-row-2 {
                @for road in DerivedRoad::ALL { (roads::figure(drawn, Road::Derived(road), lang, COLUMNS, &html! {})) }
            }
        }
    }
}

fn foot(sign: &Sign<'_>, drawn: &Roads, lang: Lang) -> Markup {
    html! {
        (tally(drawn, lang))
        (call(sign, lang))
        (hands(sign, lang))
        section .sign-side {
            div {
                @for side in Side::BOTH {
                    p .sign-next {
                        (roads::bead_letter(roads::winner(side), lang))
                        (roads::outcome(roads::winner(side), lang))
                        (roads::ask_marks(drawn, side, lang))
                    }
                }
                p .sign-note { (lang.say("sign-ask")) }
            }
            div .sign-rules { (qr(sign.rules_at, lang)) p { (lang.say("rules-title")) } p .sign-address { (address(sign.rules_at)) } }
        }
    }
}

/// An address as people type it.
fn address(full: &str) -> &str {
    full.split_once("://").map_or(full, |(_, rest)| rest)
}

fn tally(drawn: &Roads, lang: Lang) -> Markup {
    let counts = drawn.counts();
    let wins = [
        (Outcome::Player, "tally-player", counts.player),
        (Outcome::Banker, "tally-banker", counts.banker),
        (Outcome::Tie, "tally-tie", counts.tie),
    ];
    html! {
        dl .sign-tally {
            @for (which, class, count) in wins { div .(class) { dt { (roads::outcome(which, lang)) } dd { (count) } } }
            @for (name, count) in roads::others(counts, lang) { div { dt { (name) } dd { (count) } } }
        }
    }
}

fn call(sign: &Sign<'_>, lang: Lang) -> Markup {
    let seen = sign.seen;
    let clock = seen.clock.filter(|clock| clock.what == ClockFor::Wagers);
    let pending = sign.links.iter().any(|link| link.pending);
    let with = [("hand", (seen.results.len() + 1).into()), ("shoe", u64::from(seen.shoe.number.0).into())];
    html! {
        section .sign-call aria-label=(lang.say("sign-round")) {
            @if let Some(clock) = clock {
                p .sign-clock role="timer" data-until=(clock.until.micros() / 1000) { span { (clock.seconds.0) } }
            }
            div {
                p .sign-state {
                    @if pending { (lang.say("sign-pending")) } @else { (lobby::state(lang, seen.turn.phase, seen.turn.pause)) }
                }
                p .sign-sub {
                    @if let Some(call) = &seen.call { "“" (english(call)) "” " }
                    (lang.with("sign-hand", &with))
                    @if seen.shoe.source == CardSource::ResultOnly { " " span .sign-unverified { (lang.say("unverified")) } }
                    @if seen.shoe.last_hands.is_some() { " " (lang.say("sign-last-hand")) }
                    @for sentence in pushes(sign.posted, lang) { " " (sentence) }
                }
            }
        }
    }
}

fn hands(sign: &Sign<'_>, lang: Lang) -> Markup {
    let (seen, names) = (sign.seen, &sign.posted.draws);
    let batch = seen.shoe.batch;
    html! {
        section .sign-last aria-label=(lang.say("sign-cards")) {
            (hand(&seen.round.player, &names.player_name, "tally-player", batch, lang))
            (hand(&seen.round.banker, &names.banker_name, "tally-banker", batch, lang))
        }
    }
}

fn hand(hand: &HandSeen, name: &str, class: &str, batch: u8, lang: Lang) -> Markup {
    html! {
        div .sign-hand {
            p .sign-score .(class) { (english(name)) @if let Some(count) = hand.count { " " (count) } }
            div .sign-cards {
                @for card in &hand.cards {
                    @match card {
                        CardSeen::Up(card) | CardSeen::Held(card) => (art::card_in(card.0, lang)),
                        CardSeen::Down(_) => (art::back_in(batch, lang)),
                    }
                }
                @for _ in hand.cards.len()..2 { (art::empty_place()) }
            }
        }
    }
}

/// The address of the rules for people with a phone in their hand.
fn qr(address: &str, lang: Lang) -> Markup {
    const QUIET: i32 = 3;
    let Ok(code) = QrCode::encode_text(address, QrCodeEcc::Low) else { return html! {} };
    let size = code.size();
    let dark =
        (0..size).flat_map(|y| (0..size).map(move |x| (x, y))).filter(|(x, y)| code.get_module(*x, *y));
    let path: String = dark.map(|(x, y)| format!("M{} {}h1v1h-1z", x + QUIET, y + QUIET)).collect();
    let whole = size + 2 * QUIET;
    html! {
        svg .qr viewBox={ "0 0 " (whole) " " (whole) } role="img" aria-label=(lang.say("sign-qr")) shape-rendering="crispEdges" {
            (PreEscaped(format!("<path fill=\"#fff\" d=\"M0 0h{whole}v{whole}H0z\"/><path fill=\"#000\" d=\"{path}\"/>")))
        }
    }
}
