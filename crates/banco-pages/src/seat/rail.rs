//! Beside the felt: meters, roads, the viewer's rounds.

use banco_wire::{JackpotSeen, MeterSeen, Progress, TriggerSeen};
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
                        dd data-meter=(meter.name) { @match meter.value { Some(value) => (figures::money(value)), None => "–" } }
                        @if let Some(by) = meter.must_hit_by { dd .meter-note { (lang.with("must-hit-by", &[("amount", figures::short(by).into())])) } }
                        @if *pending { dd .meter-note { (lang.say("jackpot-pending")) } }
                    }
                }
            }
            @for jackpot in room.seat.links.iter().flat_map(|link| &link.jackpots).take(JACKPOTS) { (hit(room, jackpot)) }
            @for (_, meter) in &meters { (promise(room, meter)) }
        }
    }
}

/// So many jackpots are told beside the felt.
const JACKPOTS: usize = 3;

/// A jackpot: at which table, how far it has come, who takes what.
fn hit(room: Room<'_>, jackpot: &JackpotSeen) -> Markup {
    let lang = room.lang();
    let waits = matches!(jackpot.progress, Progress::Reached | Progress::Claimed | Progress::Verified);
    html! {
        div .jackpot.jackpot-waits[waits] data-hit=(jackpot.hit.0) data-progress=(jackpot.progress.word()) {
            p {
                b { (jackpot.line.as_deref().unwrap_or(&jackpot.meter)) }
                ", " (lang.with("table-number", &[("table", jackpot.table.0.into())]))
                ": " (lang.or(&format!("jackpot-{}", jackpot.progress.word()), jackpot.progress.word()))
                @if let Some(amount) = jackpot.amount { " " b .figure { (figures::money(amount)) } }
            }
            @if !jackpot.shares.is_empty() {
                ul {
                    @for share in &jackpot.shares {
                        li {
                            (lang.with("seat-number", &[("seat", share.seat.into())]))
                            @if share.for_dealer { ", " (lang.say("the-dealer")) }
                            " " b .figure { (figures::money(share.amount)) }
                        }
                    }
                }
            }
            @if let Some(trigger) = &jackpot.trigger { (opened(room, trigger)) }
        }
    }
}

/// A trigger that was reached: what had been promised, and what opens it.
fn opened(room: Room<'_>, trigger: &TriggerSeen) -> Markup {
    let lang = room.lang();
    html! {
        details .proof-line {
            summary { (lang.say("trigger-opened")) }
            dl .proof-list {
                dt { (lang.say("trigger-promise")) } dd { code { (trigger.commitment) } }
                dt { (lang.say("trigger-fraction")) } dd { code { (trigger.fraction) } }
                dt { (lang.say("trigger-nonce")) } dd { code { (trigger.nonce) } }
            }
        }
    }
}

/// What is promised about the trigger that a meter runs towards.
fn promise(room: Room<'_>, meter: &MeterSeen) -> Markup {
    let Some(current) = &meter.commitments.current else { return html! {} };
    let lang = room.lang();
    html! {
        details .proof-line {
            summary { (lang.with("trigger-promised", &[("meter", meter.name.as_str().into())])) }
            p .small.muted { (lang.say("trigger-how")) }
            p { code { (current) } }
        }
    }
}

/// The roads of this shoe.
pub(super) fn roads(room: Room<'_>) -> Markup {
    let unverified = room.seen().shoe.source == banco_wire::CardSource::ResultOnly;
    html! {
        @if unverified { p { span .tag { (room.lang().say("unverified")) } } }
        (drawn::panel(&room.seen().results, room.visit.look))
    }
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
