//! A bank that players hold, from the dealer's side: how it came where it is, who covers what, who speaks next.

use banco_wire::{BankSeen, BankStage, Family, Money};
use maud::{Markup, html};

use super::Room;
use crate::answers::capital;
use crate::figures;

/// The seats, with what each has said and put against the bank.
pub(super) fn seats(room: Room<'_>) -> Markup {
    let Some(bank) = &room.seen().bank else { return html! {} };
    match room.seen().terms.family {
        Family::CheminDeFer => covers(room, bank),
        Family::PlayerBanked => position(room, bank),
        Family::HouseBanked => html! {},
    }
}

/// Who holds it, with how much, and how much of that is covered.
pub(super) fn line(room: Room<'_>) -> Markup {
    let Some(bank) = &room.seen().bank else { return html! {} };
    let lang = room.lang();
    let covered = bank
        .wager
        .zip(bank.uncovered)
        .map(|(whole, left)| (Money { minor: whole.minor - left.minor, ..whole }, left, whole));
    html! {
        section .bank-line data-bank=(stage_word(bank.stage)) {
            div {
                p .label {
                    @match bank.holder {
                        Some(seat) => (lang.with("dealer-bank-of", &[("seat", seat.into())])),
                        None => (lang.say("dealer-bank-vacant")),
                    }
                }
                @if let Some(wager) = bank.wager { p .bank-amount { (figures::short(wager)) } }
            }
            @if let Some((covered, left, whole)) = covered {
                div .cover {
                    svg .cover-bar viewBox="0 0 400 14" preserveAspectRatio="none" aria-hidden="true" {
                        rect .rail width="400" height="14" {}
                        rect .c1 width=(covered.minor.saturating_mul(400) / whole.minor.max(1)) height="14" {}
                    }
                    p .cover-words { span { b { (figures::short(covered)) } " " (lang.say("dealer-covered")) } span { b { (figures::short(left)) } " " (lang.say("dealer-uncovered")) } }
                }
            }
        }
    }
}

const fn stage_word(stage: BankStage) -> &'static str {
    match stage {
        BankStage::Vacant => "vacant",
        BankStage::Bidding => "bidding",
        BankStage::Offered => "offered",
        BankStage::Wagering => "wagering",
        BankStage::Claims => "claims",
        BankStage::Covering => "covering",
        BankStage::Covered => "covered",
    }
}

/// Bids, claims and covers in the order of the seats, from the Banker's right.
fn covers(room: Room<'_>, bank: &BankSeen) -> Markup {
    let (lang, seen) = (room.lang(), room.seen());
    let seats: Vec<u8> = seen.terms.seats.iter().map(|seat| seat.number).collect();
    let first = bank.holder.and_then(|holder| seats.iter().position(|seat| *seat == holder));
    let order = seats.iter().cycle().skip(first.map_or(0, |at| at + 1)).take(seats.len());
    let taken = |seat: &&u8| seen.places.iter().any(|place| place.seat == **seat && !place.behind);
    html! {
        section .cover-list {
            header { h2 { (lang.say("dealer-against-bank")) } }
            ol { @for seat in order.filter(taken) { (cover_row(room, bank, *seat)) } }
            @if let Some(seat) = bank.dominant {
                p .cover-lead { b { (lang.with("dealer-dominant", &[("seat", seat.into())])) } }
            }
        }
    }
}

fn cover_row(room: Room<'_>, bank: &BankSeen, seat: u8) -> Markup {
    let (lang, seen) = (room.lang(), room.seen());
    let who = seen.places.iter().find(|place| place.seat == seat && !place.behind);
    let bid = bank.bids.iter().find(|bid| bid.seat == seat);
    let claim = bank.claims.iter().find(|claim| claim.seat == seat);
    let against: i64 = seen
        .wagers
        .iter()
        .filter(|wager| wager.seat == seat && bank.holder != Some(seat))
        .map(|wager| wager.stake.chips.minor)
        .sum();
    let asked = bank.asked == Some(seat);
    let money = Money { minor: against, currency: seen.terms.currency };
    html! {
        li .cover-row.cover-now[asked] data-seat=(seat) {
            span .seat-number { (seat) }
            span .cover-who { @if let Some(place) = who { (place.who.name) } }
            span .cover-said {
                @if bank.holder == Some(seat) { (lang.say("holds-bank")) }
                @else if asked { (lang.say("dealer-asked-now")) }
                @else if let Some(claim) = claim { span lang="en" { "“" (capital(claim.claim.word())) "”" } }
                @else if let Some(bid) = bid { (lang.with("dealer-bids", &[("amount", figures::short(bid.amount).into())])) }
            }
            b .number-cell { @if against > 0 { (figures::short(money)) } }
        }
    }
}

/// The player/dealer position: the action button, who stands or hits, what each position was charged.
fn position(room: Room<'_>, bank: &BankSeen) -> Markup {
    let lang = room.lang();
    html! {
        section .cover-list {
            header { h2 { (lang.say("dealer-position")) } }
            ol {
                @for place in &room.seen().places {
                    @let line = bank.lines.iter().find(|line| line.seat == place.seat);
                    @let charge = bank.collections.iter().find(|charge| charge.seat == place.seat);
                    li .cover-row.cover-now[bank.asked == Some(place.seat)] data-seat=(place.seat) {
                        span .seat-number { (place.seat) }
                        span .cover-who { (place.who.name) }
                        span .cover-said {
                            @if bank.holder == Some(place.seat) { (lang.say("holds-bank")) " " }
                            @if bank.action == Some(place.seat) { b { (lang.say("action-begins")) } " " }
                            @if let Some(line) = line { (lang.or(&format!("word-{}", line.decision.word()), line.decision.word())) }
                        }
                        b .number-cell { @if let Some(charge) = charge { (lang.with("collection-of", &[("amount", figures::short(charge.amount).into())])) } }
                    }
                }
            }
        }
    }
}
