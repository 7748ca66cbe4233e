//! Spots, side bets and chips: one form. A press on a spot puts the chosen chip there; the figure rules, not the picture.

use banco_wire::{Contact, Family, Money, OfferSeen, PostedWager, Side, WagerKind};
use maud::{Markup, html};

use super::{Room, amount, named, signed};
use crate::icon::{Icon, icon, small};
use crate::text::Lang;
use crate::{art, figures};

/// The values of chips, in minor units.
const CHIPS: [i64; 9] = [100, 500, 2_500, 10_000, 50_000, 100_000, 500_000, 2_500_000, 10_000_000];
/// So many of them lie in the tray.
const IN_TRAY: usize = 5;

/// The dock of bets; whoever has no seat is offered one instead.
pub(super) fn bets(room: Room<'_>) -> Markup {
    if room.own_seat().is_none() {
        return take_seat(room);
    }
    let wagers = &room.seen().terms.wagers;
    let base: Vec<&OfferSeen> = wagers.iter().filter(|offer| offer.kind == WagerKind::Base).collect();
    let side: Vec<&OfferSeen> = wagers.iter().filter(|offer| offer.kind != WagerKind::Base).collect();
    // Where players bank against each other, base wagers are made by what is asked.
    let spots = room.seen().terms.family != Family::CheminDeFer;
    html! {
        (room.carried())
        button .visually-hidden type="submit" name="act" value="nothing" tabindex="-1" aria-hidden="true" {}
        @if spots { (main_spots(room, &base)) }
        @if !side.is_empty() { (shelf(room, &side)) }
        @if spots || !side.is_empty() { (desk(room)) }
    }
}

fn take_seat(room: Room<'_>) -> Markup {
    let (lang, seen) = (room.lang(), room.seen());
    let taken = |number: u8| seen.places.iter().any(|place| place.seat == number && !place.behind);
    html! {
        (room.carried())
        section .take-seat aria-label=(lang.say("take-seat")) {
            h2 { (lang.say("take-seat")) }
            p .muted { (lang.say("choose-seat")) }
            div .seat-choices {
                @for seat in seen.terms.seats.iter().filter(|seat| !taken(seat.number)) {
                    button .button formaction={ "/tables/" (room.seat.number) "/seat" } name="seat" value=(seat.number)
                        aria-label=(lang.with("take-seat-number", &[("seat", seat.number.into())])) { (seat.number) }
                }
            }
        }
    }
}

fn main_spots(room: Room<'_>, base: &[&OfferSeen]) -> Markup {
    // Player on the left, Banker on the right, whatever else between them.
    let place = |offer: &&&OfferSeen| match offer.side {
        Some(Side::Player) => 0,
        None => 1,
        Some(Side::Banker) => 2,
    };
    let mut base: Vec<&&OfferSeen> = base.iter().collect();
    base.sort_by_key(place);
    html! {
        section .spots data-many=(base.len()) aria-label=(room.lang().say("main-bets")) {
            @for offer in base { (spot(room, offer)) }
        }
    }
}

fn spot(room: Room<'_>, offer: &OfferSeen) -> Markup {
    let lang = room.lang();
    let stake = room.stake(&offer.spot);
    let class = match offer.side {
        Some(Side::Player) => "spot spot-player",
        Some(Side::Banker) => "spot spot-banker",
        None if offer.label == "Tie" => "spot spot-tie",
        None => "spot",
    };
    html! {
        button class=(class) type="submit" name="spot" value=(offer.spot) data-stake=(stake.minor)
            data-label=(offer.label) aria-disabled=[(!room.takes_wagers()).then_some("true")]
        {
            span .spot-name { (label(lang, offer)) }
            span .spot-pays { (pays(room, &offer.spot)) (commission(room, offer)) }
            span .spot-stake.spot-stake-none[stake.minor == 0] { (amount(lang, stake)) }
            span .spot-limits { (limits(lang, offer)) }
            span .spot-stack { @if stake.minor > 0 { (art::stack(stake.minor, stake.currency)) } }
            (mark(room, offer, stake))
        }
    }
}

/// What became of what was sent: only what the server has confirmed is confirmed.
fn mark(room: Room<'_>, offer: &OfferSeen, stake: Money) -> Markup {
    let lang = room.lang();
    let below =
        offer.least.filter(|least| stake.minor > 0 && stake.minor < least.minor && room.takes_wagers());
    html! {
        span .spot-state {
            @if let Some(least) = below {
                span .state-refused { (small(Icon::Warning)) (lang.with("below-least", &[("least", figures::short(least).into())])) }
            } @else if stake.minor > 0 && !room.takes_wagers() {
                span .state-confirmed { (small(Icon::Lock)) (lang.say("locked")) }
            } @else if stake.minor > 0 {
                span .state-confirmed { (small(Icon::Tick)) (lang.say("confirmed")) }
            }
        }
    }
}

fn label(lang: Lang, offer: &OfferSeen) -> Markup {
    let sign = match offer.label.as_str() {
        "Player" => "閒",
        "Banker" => "莊",
        "Tie" => "和",
        other => return html! { (other) },
    };
    signed(lang, &named(lang, &offer.label), sign)
}

fn limits(lang: Lang, offer: &OfferSeen) -> String {
    if !offer.units.is_empty() {
        return offer.units.iter().copied().map(figures::short).collect::<Vec<_>>().join(", ");
    }
    match (offer.least, offer.most) {
        (Some(least), Some(most)) if least == most => figures::short(least),
        (Some(least), Some(most)) => lang.with(
            "from-to",
            &[("least", figures::short(least).into()), ("most", figures::short(most).into())],
        ),
        (Some(least), None) => lang.with("from", &[("least", figures::short(least).into())]),
        (None, Some(most)) => lang.with("up-to", &[("most", figures::short(most).into())]),
        (None, None) => String::new(),
    }
}

fn posted<'a>(room: Room<'a>, spot: &str) -> Option<&'a PostedWager> {
    room.seat.posted.wagers.iter().find(|wager| wager.spot == spot)
}

/// What a spot pays: its line where it has one, the best of them where it has several.
fn pays(room: Room<'_>, spot: &str) -> String {
    let Some(wager) = posted(room, spot) else { return String::new() };
    // Nobody needs to be told that a tie is no loss.
    let told: Vec<_> = wager.pays.iter().filter(|pay| !(pay.line == "Tie" && pay.pays == "push")).collect();
    match told.as_slice() {
        [] => String::new(),
        [one] => one.pays.clone(),
        // The exception stands before the rule in a pay table; people want the rule first.
        [except, rule] if wager.kind == "base" => format!("{}; {}: {}", rule.pays, except.line, except.pays),
        [one, ..] => room.lang().with("pays-up-to", &[("pays", one.pays.as_str().into())]),
    }
}

/// The licensee's share of what a wager wins.
fn commission(room: Room<'_>, offer: &OfferSeen) -> String {
    let vigorish = room.seat.posted.vigorish.as_ref();
    match vigorish.filter(|vigorish| vigorish.on == "win" && offer.side == Some(Side::Banker)) {
        Some(vigorish) => {
            format!(", {}", room.lang().with("commission-of", &[("rate", vigorish.rate.as_str().into())]))
        }
        None => String::new(),
    }
}

/// Side bets, which fold.
fn shelf(room: Room<'_>, side: &[&OfferSeen]) -> Markup {
    let lang = room.lang();
    let on: Vec<i64> =
        side.iter().map(|offer| room.stake(&offer.spot).minor).filter(|stake| *stake > 0).collect();
    html! {
        details #shelf .shelf open {
            summary .shelf-head {
                span .toggle { (small(Icon::Down)) (lang.say("side-bets")) }
                @if !on.is_empty() {
                    span {
                        (lang.with("side-bets-on", &[
                            ("many", on.len().into()),
                            ("sum", figures::short(room.money(on.iter().sum())).into()),
                        ]))
                    }
                }
            }
            div .side-spots { @for offer in side { (side_spot(room, offer)) } }
        }
    }
}

fn side_spot(room: Room<'_>, offer: &OfferSeen) -> Markup {
    let lang = room.lang();
    let stake = room.stake(&offer.spot);
    let (name, on) = offer.label.split_once(" on ").unwrap_or((&offer.label, ""));
    let lost = room.seen().contacts.iter().any(|one| one.spot == offer.spot && one.contact == Contact::Lost);
    let closed = !room.takes_wagers() || lost;
    let own = room.own_seat().and_then(|seat| {
        room.seat
            .posted
            .king_nines
            .iter()
            .find(|one| one.seat == seat && offer.kind == WagerKind::Progressive)
    });
    html! {
        button .side-spot type="submit" name="spot" value=(offer.spot) data-stake=(stake.minor) data-label=(offer.label)
            data-unit=[offer.units.first().map(|unit| unit.minor)] aria-disabled=[closed.then_some("true")]
        {
            span .side-name { (name) @if !on.is_empty() { small { (lang.with("on-hand", &[("hand", on.into())])) } } }
            span .side-pays { @if lost { (lang.say("link-lost")) } @else { (pays(room, &offer.spot)) } }
            span .side-stake.faint[stake.minor == 0] {
                @if offer.kind == WagerKind::Progressive { span .sensor.sensor-on[stake.minor > 0] {} }
                @if stake.minor > 0 { (figures::short(stake)) span .state-confirmed { (small(Icon::Tick)) span .visually-hidden { (lang.say("confirmed")) } } }
                @else { (limits(lang, offer)) }
            }
            span .side-stack {
                @if let Some(pair) = own { span .royal-pair { (art::card_in(pair.king.0, lang)) (art::card_in(pair.nine.0, lang)) } }
                @else if stake.minor > 0 { (art::stack(stake.minor, stake.currency)) }
            }
        }
    }
}

/// Chips, an amount of one's own, and what can be done with all bets at once.
fn desk(room: Room<'_>) -> Markup {
    let lang = room.lang();
    let chips = chips(room);
    let usual = usual_chip(room, &chips);
    let closed = (!room.takes_wagers()).then_some("true");
    let any = room.own_wagers().next().is_some();
    let again = room.seat.settled.as_ref().is_some_and(|settled| !settled.wagers.is_empty());
    html! {
        div .bet-desk data-closed=[closed] role="group" aria-label=(lang.say("chips-and-bets")) {
            div .chip-tray role="radiogroup" aria-label=(lang.say("chip")) {
                @for minor in &chips {
                    label .chip-choice {
                        input type="radio" name="minor" value=(minor) checked[*minor == usual]
                            aria-label=(lang.with("chip-of", &[("value", figures::short(room.money(*minor)).into())]));
                        (art::chip(*minor, room.seen().terms.currency))
                    }
                }
                label .stake-field.only-wide {
                    span .visually-hidden { (lang.say("own-amount")) }
                    input .input name="other" inputmode="decimal" autocomplete="off" placeholder=(lang.say("other-amount")) maxlength="12";
                }
            }
            div .bet-actions {
                (act("undo", Icon::Undo, lang.say("undo"), room.seat.can_undo && closed.is_none()))
                (act("clear", Icon::Clear, lang.say("clear"), any && closed.is_none()))
                (act("rebet", Icon::Rebet, lang.say("rebet"), again && !any && closed.is_none()))
                (act("double", Icon::Double, lang.say("double"), any && closed.is_none()))
            }
        }
    }
}

fn act(act: &str, sign: Icon, name: String, can: bool) -> Markup {
    html! {
        button .button type="submit" name="act" value=(act) aria-disabled=[(!can).then_some("true")] { (icon(sign)) span { (name) } }
    }
}

/// The chips of this table: from the least wager to the greatest.
fn chips(room: Room<'_>) -> Vec<i64> {
    let wagers = &room.seen().terms.wagers;
    let least = wagers.iter().filter_map(|offer| offer.least.or(offer.units.first().copied()));
    let least = least.map(|money| money.minor).min().unwrap_or(500);
    let most =
        wagers.iter().filter_map(|offer| offer.most).map(|money| money.minor).max().unwrap_or(i64::MAX);
    let first = CHIPS.iter().rposition(|chip| *chip <= least).unwrap_or_default();
    CHIPS.iter().skip(first).filter(|chip| **chip <= most).take(IN_TRAY).copied().collect()
}

/// The chip that makes a wager on a hand by itself.
fn usual_chip(room: Room<'_>, chips: &[i64]) -> i64 {
    let hands = room.seen().terms.wagers.iter().filter(|offer| offer.side.is_some());
    let least = hands.filter_map(|offer| offer.least).map(|money| money.minor).min().unwrap_or_default();
    let fits = chips.iter().find(|chip| **chip >= least).or(chips.last());
    fits.copied().unwrap_or_default()
}
