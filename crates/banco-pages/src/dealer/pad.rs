//! The pad of progressive wagers, in the text's own words and order: the wagers are locked in, a jackpot is made known, it is paid,
//! the next hand may begin. Two keys are keys of the round: the call that ends betting locks the wagers, and clearing the
//! cards readies the table again.

use maud::{Markup, html};

use super::{Room, side};
use crate::figures;
use crate::icon::{Icon, small};

/// A key of the pad, as the text calls it.
#[derive(Clone, Debug, Default)]
pub struct PadKey {
    /// The words.
    pub words: String,
    /// Whether it can be pressed now.
    pub ready: bool,
}

/// A jackpot of this table that is not decided.
#[derive(Clone, Debug)]
pub struct PadJackpot {
    /// Its number.
    pub hit: u32,
    /// The meter.
    pub meter: String,
    /// How far it has come.
    pub progress: &'static str,
    /// Who takes part in it.
    pub seats: Vec<u8>,
}

/// The pad of a link.
#[derive(Clone, Debug)]
pub struct Pad {
    /// The link.
    pub link: String,
    /// The wagers on it, as they are called.
    pub wagers: String,
    /// The seats that are in.
    pub seats: Vec<u8>,
    /// Whether their wagers are locked.
    pub locked: bool,
    /// The lines that can be selected, where the dealer selects seat and hand.
    pub lines: Vec<String>,
    /// What is selected.
    pub selected: Vec<(u8, String)>,
    /// Locks the wagers in.
    pub start: PadKey,
    /// Makes a jackpot known.
    pub hit: PadKey,
    /// Confirms it: a supervisor's key.
    pub pay: PadKey,
    /// Readies the table for the next hand.
    pub end: PadKey,
    /// Tells whether a hidden trigger was reached, where there is one.
    pub end_round: Option<PadKey>,
    /// Whether the table hears the link.
    pub contact: bool,
    /// Jackpots of this table that are not decided. They are only known once the dealer has made them known.
    pub jackpots: Vec<PadJackpot>,
    /// What the meters show.
    pub meters: Vec<(String, banco_wire::Money)>,
}

pub(super) fn pad(room: Room<'_>, pad: &Pad) -> Markup {
    let lang = room.lang();
    if !side::has_progressive(room) {
        return html! {};
    }
    html! {
        section .royal-box data-link=(pad.link) {
            p { b { (pad.wagers) } span .muted.small {
                (lang.with("dealer-pad-in", &[("seats", pad.seats.len().into())]))
                @if pad.locked { ", " (lang.say("dealer-pad-locked")) }
                @if !pad.contact { ", " (lang.say("dealer-pad-no-link")) }
            } }
            @for (name, value) in &pad.meters { p .small.muted { span { (name) } span .figure { (figures::money(*value)) } } }
            div .royal-keys {
                (round_key(room, &pad.start, "no_more_bets"))
                (link_key(room, pad, &pad.hit, "hit_jackpot"))
                button .button disabled title=(lang.say("dealer-pad-pay-about")) { (pad.pay.words) }
                @if let Some(key) = &pad.end_round { (link_key(room, pad, key, "end_round")) }
                (round_key(room, &pad.end, "clear_table"))
            }
            (select(room, pad))
            @for jackpot in &pad.jackpots {
                p .pad-jackpot {
                    (small(Icon::Star)) b { (jackpot.meter) } " "
                    (lang.or(&format!("dealer-jackpot-{}", jackpot.progress), jackpot.progress))
                    @for seat in &jackpot.seats { " " span .tag.tag-mini { (room.seat(*seat)) } }
                }
            }
            p .small.muted { (lang.say("dealer-pad-pay-about")) }
        }
    }
}

/// A key that is a key of the round.
fn round_key(room: Room<'_>, key: &PadKey, command: &str) -> Markup {
    html! {
        form method="post" action=(room.action()) data-live="ask" {
            (room.carried())
            input type="hidden" name="do" value=(command);
            button .button lang="en" disabled[!key.ready] { (key.words) }
        }
    }
}

fn link_form(room: Room<'_>, pad: &Pad, command: &str, inside: &Markup) -> Markup {
    html! {
        form method="post" action=(room.action()) data-live="ask" {
            (room.carried())
            input type="hidden" name="link" value=(pad.link);
            input type="hidden" name="do" value=(command);
            input type="hidden" name="number.table" value=(room.console.number);
            (inside)
        }
    }
}

fn link_key(room: Room<'_>, pad: &Pad, key: &PadKey, command: &str) -> Markup {
    link_form(room, pad, command, &html! { button .button lang="en" disabled[!key.ready] { (key.words) } })
}

/// Seat, then hand. A second press takes it back.
fn select(room: Room<'_>, pad: &Pad) -> Markup {
    let lang = room.lang();
    html! {
        @if pad.locked && !pad.lines.is_empty() {
            (link_form(room, pad, "select", &html! {
                label .field { span { (lang.say("dealer-pad-seat")) }
                    select .select name="number.seat" { @for seat in &pad.seats { option value=(seat) { (seat) } } } }
                label .field { span { (lang.say("dealer-pad-hand")) }
                    select .select name="text.line" { @for line in &pad.lines { option value=(line) lang="en" { (line) } } } }
                button .button { (lang.say("dealer-pad-select")) }
            }))
            @if !pad.selected.is_empty() {
                ul .pad-selected { @for (seat, line) in &pad.selected { li { (small(Icon::Tick)) (room.seat(*seat)) ": " span lang="en" { (line) } } } }
            }
        }
    }
}
