//! Beside the work: what lies at each seat, the tray, what is owed, progressive wagers, notices.

use banco_wire::{HolderSeen, Side, WagerKind, WagerSeen};
use maud::{Markup, html};

use super::{Room, clauses, duty, pad};
use crate::figures;
use crate::icon::{Icon, small};

pub(super) fn side(room: Room<'_>) -> Markup {
    html! {
        (bets(room))
        @for one in &room.console.pads { (pad::pad(room, one)) }
        (tray(room))
        (duty::cash(room))
        (taken(room))
        (notices(room))
    }
}

/// The bets, in the order in which a dealer looks: from the highest seat down.
fn bets(room: Room<'_>) -> Markup {
    let (lang, seen) = (room.lang(), room.seen());
    let mut seats: Vec<u8> = seen.terms.seats.iter().map(|seat| seat.number).collect();
    seats.reverse();
    // Free seats stand together, so that whatever is done beside the bets has room on the screen.
    let (taken, free): (Vec<u8>, Vec<u8>) =
        seats.into_iter().partition(|number| seen.places.iter().any(|place| place.seat == *number));
    html! {
        h2 .side-title { (lang.say("dealer-bets")) }
        @if let Some(seat) = seen.shoe.curator { p .small.muted { (lang.with("dealer-curator", &[("seat", seat.into())])) } }
        table .seats-table {
            thead { tr { th scope="col" { (lang.say("dealer-seat")) } th scope="col" { (lang.say("dealer-hand-bets")) } th scope="col" { (lang.say("dealer-other-bets")) } } }
            tbody { @for number in taken { (seat(room, number)) } }
        }
        @if !free.is_empty() { p .small.muted { (lang.with("dealer-free-seats", &[("seats", figures_of(&free).into())])) } }
    }
}

/// Numbers in a row.
fn figures_of(numbers: &[u8]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn seat(room: Room<'_>, number: u8) -> Markup {
    let (lang, seen) = (room.lang(), room.seen());
    let who: Vec<String> = seen
        .places
        .iter()
        .filter(|place| place.seat == number)
        .map(|place| match place.behind {
            true => lang.with("dealer-behind", &[("name", place.who.name.as_str().into())]),
            false => place.who.name.clone(),
        })
        .collect();
    let here = || seen.wagers.iter().filter(move |wager| wager.seat == number);
    let side_of = |wager: &WagerSeen| {
        seen.terms.wagers.iter().find(|offer| offer.spot == wager.spot).and_then(|offer| offer.side)
    };
    html! {
        tr data-seat=(number) {
            th scope="row" { (number) }
            td {
                @for wager in here() {
                    @if let Some(side) = side_of(wager) {
                        b class=(if side == Side::Player { "is-player" } else { "is-banker" }) { (bet(room, wager)) } " "
                    }
                }
                @for (side, hand) in [(Side::Player, &seen.round.player), (Side::Banker, &seen.round.banker)] {
                    @if hand.holder == Some(HolderSeen::Seat(number)) && !hand.cards.is_empty() {
                        span .tag.tag-mini { (lang.with("dealer-holds", &[("hand", room.hand_name(side).into())])) }
                    }
                }
            }
            td {
                @if here().next().is_none() { span .muted { (who.join(", ")) } }
                @for (at, wager) in here().filter(|wager| side_of(wager).is_none()).enumerate() { @if at > 0 { ", " } (bet(room, wager)) }
            }
        }
    }
}

/// A bet in short: its name, and what lies there.
fn bet(room: Room<'_>, wager: &WagerSeen) -> Markup {
    let stake = &wager.stake;
    let more = stake.promotional.minor + stake.coupon.minor;
    let lang = room.lang();
    html! {
        (wager.label) " " (figures::short(stake.chips).trim_start_matches('$'))
        @if stake.promotional.minor > 0 { " " (lang.with("dealer-promotional", &[("amount", figures::short(stake.promotional).into())])) }
        @if stake.coupon.minor > 0 { " " (lang.with("dealer-coupon", &[("amount", figures::short(stake.coupon).into())])) }
        @if more == 0 && wager.for_dealer { " " (lang.say("dealer-for-dealer")) }
        @if wager.taken_in { " " (small(Icon::Lock)) span .visually-hidden { (lang.say("dealer-locked")) } }
    }
}

/// The tray, and vigorish that is marked.
fn tray(room: Room<'_>) -> Markup {
    let (lang, seen) = (room.lang(), room.seen());
    let Some(staff) = &seen.staff else { return html! {} };
    html! {
        dl .tray-box {
            @for owed in &staff.owed {
                div { dt { (lang.with("dealer-owes", &[("seat", owed.seat.into())])) } dd { (figures::money(owed.amount)) } }
            }
            @if room.console.tips.minor > 0 { div { dt { (lang.say("dealer-tips")) } dd { (figures::money(room.console.tips)) } } }
            div { dt { (lang.say("dealer-tray")) } dd { (figures::money(staff.tray)) } }
        }
    }
}

/// What was filed about wagers that are no chips of a seated player.
fn taken(room: Room<'_>) -> Markup {
    let lang = room.lang();
    html! {
        @if !room.console.taken.is_empty() || room.console.spoken.is_some() {
            details .side-block.taken data-key="taken" {
                summary .side-title { (lang.say("dealer-taken-here")) }
                ul {
                    @if let Some(of) = &room.console.spoken { li { (lang.say("dealer-takes-spoken")) " " (clauses(of)) } }
                    @for one in &room.console.taken { li { span lang="en" { (one.words) } " " (clauses(&one.clauses)) } }
                }
            }
        }
    }
}

/// Notices that the rulebook asks for: given, due, overdue.
fn notices(room: Room<'_>) -> Markup {
    let lang = room.lang();
    html! {
        @if !room.console.notices.is_empty() {
            section .side-block {
                h2 .side-title { (lang.say("dealer-notices")) }
                @for notice in &room.console.notices {
                    div .note-card.note-wait[!notice.given] {
                        p .note-head {
                            @if notice.given { (small(Icon::Tick)) } @else { (small(Icon::Clock)) }
                            b {
                                @if notice.given { (lang.with("dealer-notice-given", &[("minutes", notice.minutes.into())])) }
                                @else if notice.minutes >= 0 { (lang.with("dealer-notice-due", &[("minutes", notice.minutes.into())])) }
                                @else { (lang.say("dealer-notice-overdue")) }
                            }
                        }
                        p lang="en" { (notice.words) " " (clauses(&notice.clauses)) }
                    }
                }
            }
        }
    }
}

/// Whether a table offers progressive wagers.
pub(super) fn has_progressive(room: Room<'_>) -> bool {
    room.seen().terms.wagers.iter().any(|offer| offer.kind == WagerKind::Progressive)
}
