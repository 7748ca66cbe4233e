//! The table from above, where players hold the bank: who sits where, who holds the bank, what lies before whom.

use banco_wire::{BankStage, Family, Money};
use maud::{Markup, html};

use super::{Room, total};
use crate::art::{self, Button};
use crate::figures;

/// The middle of the drawing, and how far its seats lie from it.
const MIDDLE: (i32, i32) = (410, 223);
const AWAY: (i32, i32) = (314, 177);

/// Seats lie on an arc of so many degrees, from the dealer's right hand round to the left.
const ARC: i32 = 230;

/// A thousand times the sine of whole degrees from 0 to 180, by Bhaskara's fraction: it is right to two parts in a
/// thousand, which no eye sees.
const fn sine(degrees: i32) -> i32 {
    let part = degrees * (180 - degrees);
    4000 * part / (40_500 - part)
}

/// A thousand times sine and cosine of any angle in degrees.
const fn round(degrees: i32) -> (i32, i32) {
    const fn any(degrees: i32) -> i32 {
        let turned = degrees.rem_euclid(360);
        if turned <= 180 { sine(turned) } else { -sine(turned - 180) }
    }
    (any(degrees), any(degrees + 90))
}

/// A point on the way from the middle to a seat, so many hundredths of it.
const fn point(angle: i32, hundredths: i32) -> (i32, i32) {
    let (sine, cosine) = round(angle);
    (MIDDLE.0 + AWAY.0 * cosine * hundredths / 100_000, MIDDLE.1 + AWAY.1 * sine * hundredths / 100_000)
}

/// The drawing. What it shows is said by the list of seats, too.
pub(super) fn oval(room: Room<'_>) -> Markup {
    let seats = &room.seen().terms.seats;
    let gaps = i32::try_from(seats.len()).unwrap_or(2).max(2) - 1;
    html! {
        svg .oval-table viewBox="0 0 820 462" aria-hidden="true" focusable="false" {
            ellipse .oval-felt cx=(MIDDLE.0) cy=(MIDDLE.1) rx=(AWAY.0) ry=(AWAY.1) {}
            ellipse .oval-line cx=(MIDDLE.0) cy=(MIDDLE.1) rx=(AWAY.0 - 14) ry=(AWAY.1 - 14) {}
            text .oval-dealer x=(MIDDLE.0) y="80" text-anchor="middle" { (room.lang().say("the-dealer-sits")) }
            @for (seat, at) in seats.iter().zip(0_i32..) { (place(room, seat.number, 205 - ARC * at / gaps)) }
        }
    }
}

fn place(room: Room<'_>, number: u8, angle: i32) -> Markup {
    let (lang, seen) = (room.lang(), room.seen());
    let (x, y) = point(angle, 100);
    let (name_x, name_y) = point(angle, 118);
    let who = seen.places.iter().find(|place| place.seat == number && !place.behind);
    let you = room.own_seat() == Some(number);
    let holds = seen.bank.as_ref().is_some_and(|bank| bank.holder == Some(number));
    let name =
        if you { lang.say("you") } else { who.map(|place| place.who.name.clone()).unwrap_or_default() };
    let note = note(room, number);
    // Below the felt there is room under a seat, above it only beside.
    let name_y = if y > MIDDLE.1 + 120 { y + 34 } else { name_y };
    html! {
        g .oval-seat.oval-you[you].oval-free[who.is_none()] transform={ "translate(" (x) " " (y) ")" } {
            circle r="17" {}
            text y="5" text-anchor="middle" { (number) }
        }
        @if who.is_some() {
            text .oval-name x=(name_x) y=(name_y) text-anchor="middle" { (name) }
            @if !note.is_empty() { text .oval-note x=(name_x) y=(name_y + 15) text-anchor="middle" { (note) } }
        }
        @if holds { (art::button_at(point(angle, 84), 34, held(room))) }
        @if let Some(amount) = before(room, number) { (chips(room, angle, holds, amount)) }
    }
}

fn held(room: Room<'_>) -> Button {
    if room.seen().terms.family == Family::PlayerBanked { Button::Dealer } else { Button::Bank }
}

fn chips(room: Room<'_>, angle: i32, holds: bool, amount: Money) -> Markup {
    let (x, y) = point(angle, if holds { 66 } else { 74 });
    html! {
        (art::stack_at((x - 18, y), 26, amount.minor, room.seen().terms.currency))
        text .oval-amount x=(x) y=(y + 5) { (figures::short(amount)) }
    }
}

/// What lies before a seat.
fn before(room: Room<'_>, number: u8) -> Option<Money> {
    let wagers = room.seen().wagers.iter().filter(|wager| wager.seat == number && !wager.for_dealer);
    let minor = wagers.map(|wager| total(wager).minor).sum();
    (minor > 0).then(|| room.money(minor))
}

/// What somebody is about.
fn note(room: Room<'_>, number: u8) -> String {
    let lang = room.lang();
    let Some(bank) = &room.seen().bank else { return String::new() };
    let claim = bank.claims.iter().find(|claim| claim.seat == number);
    let bid = bank.bids.iter().find(|bid| bid.seat == number);
    if let Some(claim) = claim {
        return crate::answers::capital(claim.claim.word());
    }
    if let Some(bid) = bid.filter(|_| bank.stage == BankStage::Bidding) {
        return lang.with("bids-so-much", &[("amount", figures::short(bid.amount).into())]);
    }
    let word = match number {
        _ if bank.holder == Some(number) => "holds-bank",
        _ if bank.asked == Some(number) => "is-asked",
        _ if bank.suivi == Some(number) => "may-suivi",
        _ if bank.dominant == Some(number) => "decides",
        _ => return String::new(),
    };
    lang.say(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_lie_around_the_felt() {
        assert_eq!(round(90), (1000, 0));
        assert_eq!(round(0), (0, 1000));
        assert_eq!(round(270), (-1000, 0));
        let (sine, cosine) = round(30);
        assert!((498..=502).contains(&sine) && (864..=868).contains(&cosine), "{sine} {cosine}");
        // The seat in the middle of the arc lies opposite the dealer, the first one on the dealer's right.
        assert_eq!(point(90, 100), (410, 400));
        let (x, y) = point(205, 100);
        assert!(x < 140 && y < 160, "{x} {y}");
    }
}
