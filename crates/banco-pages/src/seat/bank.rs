//! The bank, where players hold it: how much there is, who holds it, what of it is covered.

use banco_wire::{BankSeen, BankStage, Family, Money, Phase};
use maud::{Markup, html};

use super::{Room, oval, total};
use crate::{art, figures};

/// The bank; nothing at a table that the house banks.
pub(super) fn bank(room: Room<'_>) -> Markup {
    let Some(bank) = &room.seen().bank else { return html! {} };
    let lang = room.lang();
    let covered = bank
        .wager
        .zip(bank.uncovered)
        .map(|(wager, left)| Money { minor: wager.minor.saturating_sub(left.minor), ..wager });
    if is_seen_from_above(room) {
        return html! {
            div .oval-wrap {
                (oval::oval(room))
                section .oval-centre.bank-box aria-label=(lang.say("bank")) {
                    p .label { (holder(room, bank)) }
                    p .bank-amount { @match bank.wager { Some(wager) => (figures::short(wager)), None => "–" } }
                    @if let (Some(wager), Some(covered), Some(left)) = (bank.wager, covered, bank.uncovered) { (cover(room, wager, covered, left)) }
                    div .only-phone { (facts(room, bank)) }
                    @if let Some(price) = price(bank) { p .small.muted.only-wide { (lang.say("price")) " " b { (price) } } }
                }
            }
        };
    }
    if room.seen().terms.family == Family::PlayerBanked {
        return position(room, bank);
    }
    html! {
        section .bank-panel aria-label=(lang.say("bank")) {
            div .bank-head {
                div {
                    p .label { (holder(room, bank)) }
                    p .bank-amount { @match bank.wager { Some(wager) => (figures::short(wager)), None => "–" } }
                }
                @if let Some(wager) = bank.wager.filter(|wager| wager.minor > 0) { (art::stack(wager.minor, wager.currency)) }
                p .bank-stage { (stage(room, bank.stage)) }
            }
            @if let (Some(wager), Some(covered), Some(left)) = (bank.wager, covered, bank.uncovered) { (cover(room, wager, covered, left)) }
            (facts(room, bank))
        }
    }
}

/// The player-dealer's position: who holds it, what it covers, what lies against it. Wagers are settled in order until the
/// cover is used up, so more may lie there than it covers.
fn position(room: Room<'_>, bank: &BankSeen) -> Markup {
    let lang = room.lang();
    let against = room.seen().wagers.iter().filter(|wager| Some(wager.seat) != bank.holder);
    let against = room.money(against.map(|wager| total(wager).minor).sum());
    html! {
        section .bank-panel.bank-line aria-label=(lang.say("bank")) {
            div .bank-head {
                p .label { (holder(room, bank)) }
                @match bank.wager {
                    Some(cover) => {
                        p { (lang.say("covers")) " " b .bank-amount { (figures::short(cover)) } }
                        (art::stack(cover.minor, cover.currency))
                        p .bank-against { (lang.say("against-it")) " " b { (figures::short(against)) } }
                    },
                    // The line above says already that nobody has it.
                    None if !matches!(bank.stage, BankStage::Covered | BankStage::Vacant) => p .bank-stage { (stage(room, bank.stage)) },
                    None => {},
                }
            }
            @if bank.asked.is_some() || !bank.bids.is_empty() || bank.price.is_some() { (facts(room, bank)) }
        }
    }
}

/// Whether the table is drawn from above: while people bid for the bank and cover it, before there are hands.
pub(super) fn is_seen_from_above(room: Room<'_>) -> bool {
    let dealt = matches!(room.seen().turn.phase, Phase::Dealing | Phase::Settled);
    room.seen().terms.family == Family::CheminDeFer && !dealt
}

fn price(bank: &BankSeen) -> Option<String> {
    bank.price.map(|price| format!("{} – {}", figures::short(price.least), figures::short(price.most)))
}

fn holder(room: Room<'_>, bank: &BankSeen) -> String {
    let lang = room.lang();
    let position = room.seen().terms.family == Family::PlayerBanked;
    match bank.holder {
        Some(seat) if Some(seat) == room.own_seat() => lang.say("you-bank"),
        Some(seat) if position => lang.with("position-of-seat", &[("seat", seat.into())]),
        Some(seat) => lang.with("bank-of-seat", &[("seat", seat.into())]),
        None => lang.say("bank-vacant"),
    }
}

/// Where the bank stands.
pub(super) fn stage(room: Room<'_>, stage: BankStage) -> String {
    let lang = room.lang();
    match stage {
        BankStage::Vacant => lang.say("bank-stage-vacant"),
        BankStage::Bidding => lang.say("bank-stage-bidding"),
        BankStage::Offered => lang.say("bank-stage-offered"),
        BankStage::Wagering if room.seen().terms.family == Family::PlayerBanked => {
            lang.say("bank-stage-position")
        }
        BankStage::Wagering => lang.say("bank-stage-wagering"),
        BankStage::Claims => lang.say("bank-stage-claims"),
        BankStage::Covering => lang.say("bank-stage-covering"),
        BankStage::Covered => lang.say("bank-stage-covered"),
    }
}

/// A bar beside its figures.
fn cover(room: Room<'_>, wager: Money, covered: Money, left: Money) -> Markup {
    let lang = room.lang();
    let part = covered.minor.saturating_mul(100) / wager.minor.max(1);
    html! {
        div .cover {
            svg .cover-bar viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true" {
                rect .rail width="100" height="14" {}
                rect .c1 width=(part) height="14" {}
            }
            p .cover-words {
                span { (lang.say("covered")) " " b { (figures::short(covered)) } }
                span { (lang.say("left")) " " b { (figures::short(left)) } }
            }
        }
    }
}

fn facts(room: Room<'_>, bank: &BankSeen) -> Markup {
    let lang = room.lang();
    let seat = |number: u8| lang.with("seat-number", &[("seat", number.into())]);
    let price = price(bank);
    html! {
        dl .bank-facts {
            @for bid in &bank.bids { div { dt { (lang.say("bid")) ", " (seat(bid.seat)) } dd { (figures::short(bid.amount)) } } }
            @for claim in &bank.claims { div { dt { (seat(claim.seat)) } dd lang="en" { "“" (crate::answers::capital(claim.claim.word())) "”" } } }
            @if let Some(price) = price { div { dt { (lang.say("price")) } dd { (price) } } }
            @if let Some(asked) = bank.asked { div { dt { (lang.say("asked-now")) } dd { (seat(asked)) } } }
            @if let Some(dominant) = bank.dominant { div { dt { (lang.say("decides-for-player")) } dd { (seat(dominant)) } } }
            @if let Some(alone) = bank.alone { div { dt { (lang.say("covers-alone")) } dd { (seat(alone)) } } }
        }
    }
}
