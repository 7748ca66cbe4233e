//! Beside the felt: meters, roads, the viewer's rounds.

use maud::{Markup, html};

use super::Room;
use super::result::headline;
use crate::icon::{Icon, small};
use crate::{figures, roads as drawn};

/// The meters of the table's links.
pub(super) fn meters(room: Room<'_>) -> Markup {
    let lang = room.lang();
    let meters: Vec<_> = room
        .seat
        .links
        .iter()
        .flat_map(|link| link.meters.iter().map(move |meter| (link.pending, meter)))
        .collect();
    if meters.is_empty() {
        return html! {};
    }
    let greatest = meters.iter().map(|(_, meter)| meter.value.map(|value| value.minor)).max().flatten();
    html! {
        section .rail-section.rail-meters aria-label=(lang.say("meters")) {
            dl .meters {
                @for (pending, meter) in &meters {
                    div .meter.meter-main[meter.value.map(|value| value.minor) == greatest].meter-pending[*pending] {
                        dt { (small(Icon::Star)) (meter.name.trim_end_matches(" Progressive")) }
                        dd { @match meter.value { Some(value) => (figures::money(value)), None => "–" } }
                        @if let Some(by) = meter.must_hit_by { dd .meter-note { (lang.with("must-hit-by", &[("amount", figures::short(by).into())])) } }
                        @if *pending { dd .meter-note { (lang.say("jackpot-pending")) } }
                    }
                }
            }
        }
    }
}

/// The roads of this shoe.
pub(super) fn roads(room: Room<'_>) -> Markup {
    drawn::panel(&room.seen().results, room.visit.look)
}

/// The viewer's last rounds.
pub(super) fn history(room: Room<'_>) -> Markup {
    let lang = room.lang();
    if room.seat.history.is_empty() {
        return html! {};
    }
    html! {
        section .rail-section.rail-history aria-label=(lang.say("last-rounds")) {
            h2 { (lang.say("last-rounds")) a href="/rounds" { (lang.say("all-rounds")) } }
            ol .history-list {
                @for brief in &room.seat.history {
                    li {
                        span .faint { (brief.number) }
                        @match brief.outcome { Some(outcome) => (drawn::bead_letter(outcome.into(), lang)), None => span {} }
                        a href={ "/rounds/" (brief.id) } { (headline(lang, brief)) }
                        span .figure { @if let Some(net) = brief.net { (figures::signed(net)) } }
                    }
                }
            }
        }
    }
}
