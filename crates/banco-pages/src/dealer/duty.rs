//! Signing on and off where dealers do, and the cash that a dealer takes for chips.

use maud::{Markup, html};

use super::work::simple;
use super::{Duty, Room};
use crate::icon::{Icon, icon};
use crate::staff::orders;

/// Sign on, or relieve the dealer on duty: until then nothing else is asked.
pub(super) fn sign_on(room: Room<'_>) -> Option<Markup> {
    let lang = room.lang();
    let (about, key) = match room.console.duty.as_ref()? {
        Duty::Own => return None,
        Duty::Vacant => (lang.say("dealer-duty-vacant"), "dealer-sign-on"),
        Duty::Another(name) => {
            (lang.with("dealer-duty-another", &[("name", name.as_str().into())]), "dealer-relieve")
        }
    };
    Some(html! {
        section .prompt-bar data-prompt="sign_on" {
            div .prompt-head { (icon(Icon::Person)) h1 { (lang.say("dealer-duty")) } }
            p .small.muted { (about) }
            div .prompt-keys { (simple(room, "sign_on", &lang.say(key))) }
        }
    })
}

/// Sign off.
pub(super) fn sign_off(room: Room<'_>) -> Markup {
    html! {
        @if room.console.duty == Some(Duty::Own) { (simple(room, "sign_off", &room.lang().say("dealer-sign-off"))) }
    }
}

/// Cash for chips, seat by seat: the dealer counts it and enters the amount.
pub(super) fn cash(room: Room<'_>) -> Markup {
    let (lang, seen) = (room.lang(), room.seen());
    let seats: Vec<(String, String)> = seen
        .places
        .iter()
        .map(|place| {
            let seat = lang.with("seat-number", &[("seat", place.seat.into())]);
            (place.who.person.0.to_string(), format!("{seat}, {}", place.who.name))
        })
        .collect();
    html! {
        @if room.console.duty == Some(Duty::Own) && !seats.is_empty() {
            details .side-block data-key="cash" {
                summary .side-title { (lang.say("dealer-cash")) }
                form .act-panel method="post" action=(room.action()) data-live="ask" data-money {
                    (room.carried())
                    input type="hidden" name="do" value="take_cash";
                    input type="hidden" name="back" value={ "/dealer/" (room.console.number) };
                    (orders::choice(&lang.say("dealer-cash-from"), "number.person", &seats))
                    (orders::money(&lang.say("dealer-cash-amount"), "money.amount"))
                    button .button.button-primary { (lang.say("dealer-cash-take")) }
                }
                p .small.muted { (lang.say("dealer-cash-about")) }
            }
        }
        @if room.console.duty == Some(Duty::Own) {
            a .small href={ "/receipts?table=" (room.console.number) "&back=/dealer/" (room.console.number) } { (lang.say("staff-receipts")) }
        }
    }
}
