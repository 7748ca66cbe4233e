//! The felt: where the round stands, both hands, who sits where.

use banco_wire::{CardSeen, ClockFor, Family, HandSeen, HolderSeen, Outcome, Phase, Side, StageName};
use maud::{Markup, html};

use super::bank::stage;
use super::{Room, named, side_name, total};
use crate::art::{self, Button};
use crate::figures;
use crate::text::Lang;

/// Where the round stands: the clock, the state, the dealer's call.
pub(super) fn status(room: Room<'_>) -> Markup {
    let (lang, seen) = (room.lang(), room.seen());
    html! {
        (clock(room))
        h1 .round-state { (state(room)) }
        @if let Some(call) = &seen.call {
            p .calls { span .call-now lang="en" { "“" (call) "”" } }
        }
        @if let Some(kind) = seen.round.unwagered {
            p .tag { (lang.or(&format!("round-{}", kind.word()), kind.word())) }
        }
    }
}

/// A ring that empties; the figure in it rules.
fn clock(room: Room<'_>) -> Markup {
    let (lang, seen) = (room.lang(), room.seen());
    let Some(clock) = seen.clock else { return html! {} };
    let left = clock.until.micros().saturating_sub(room.seat.now.micros()).saturating_add(999_999).max(0)
        / 1_000_000;
    let whole = i64::from(clock.seconds.0.max(1));
    let rest = (left.min(whole) * 1000) / whole;
    let what = match clock.what {
        ClockFor::Wagers => "wagers",
        ClockFor::Answer => "answer",
    };
    html! {
        div .countdown role="timer" data-until=(clock.until.micros() / 1000) data-seconds=(whole) data-what=(what)
            data-ten=(lang.say("say-ten")) data-five=(lang.say("say-five"))
        {
            svg viewBox="0 0 100 100" aria-hidden="true" {
                circle .ring-rail cx="50" cy="50" r="46" {}
                circle .ring-time cx="50" cy="50" r="46" pathLength="1000" stroke-dasharray="1000" stroke-dashoffset=(1000 - rest) {}
            }
            p .countdown-figure { span .countdown-seconds { (left) } small { (lang.say("seconds-unit")) } }
        }
    }
}

/// What is going on, in a few words.
fn state(room: Room<'_>) -> String {
    let (lang, seen) = (room.lang(), room.seen());
    if let Some(outcome) =
        seen.round.outcome.filter(|_| matches!(seen.turn.phase, Phase::Dealing | Phase::Settled))
    {
        return won(lang, outcome, &room.seat.posted.draws.banker_name);
    }
    if seen.turn.phase == Phase::Dealing
        && let Some(stage) = seen.round.stage
    {
        return match stage.name {
            StageName::Turning | StageName::TurningThird => lang.say("stage-turning"),
            StageName::Offering | StageName::OfferingThird => lang.say("stage-offering"),
            StageName::Payout => lang.say("stage-payout"),
            StageName::Choosing | StageName::Deciding => lang.say("stage-deciding"),
            StageName::Third => lang.say("stage-third"),
            StageName::Void => lang.say("stage-void"),
            StageName::Initial | StageName::Complete => lang.say("no-more-bets"),
        };
    }
    match (seen.turn.phase, &seen.bank) {
        (Phase::Betting, Some(bank)) if seen.turn.pause.is_none() && !room.takes_wagers() => {
            stage(room, bank.stage)
        }
        (Phase::Betting, _) if seen.turn.pause.is_none() => lang.say("betting-open"),
        (phase, _) => crate::lobby::state(lang, phase, seen.turn.pause),
    }
}

/// Who won, where the Banker's hand has this name.
pub(super) fn won(lang: Lang, outcome: Outcome, banker: &str) -> String {
    match outcome {
        Outcome::Player => lang.with("hand-wins", &[("hand", lang.say("player").into())]),
        Outcome::Banker => lang.with("hand-wins", &[("hand", named(lang, banker).into())]),
        Outcome::Tie => lang.say("a-tie"),
    }
}

/// A hand, with who turns it.
pub(super) fn hand(room: Room<'_>, side: Side) -> Markup {
    let (lang, seen) = (room.lang(), room.seen());
    let hand = match side {
        Side::Player => &seen.round.player,
        Side::Banker => &seen.round.banker,
    };
    let wins = matches!(
        (side, seen.round.outcome),
        (Side::Player, Some(Outcome::Player)) | (Side::Banker, Some(Outcome::Banker))
    );
    html! {
        div .hand-head {
            h2 .hand-name { (side_name(room, side)) @if wins { span .wins-tag { (lang.say("wins")) } } }
            span .hand-total.hand-total-none[hand.count.is_none()] { @if let Some(count) = hand.count { (count) } }
        }
        div .hand-cards { (cards(room, side, hand)) }
        p .hand-foot { (holder(room, hand)) }
    }
}

fn cards(room: Room<'_>, side: Side, hand: &HandSeen) -> Markup {
    let place = |at: usize| hand.cards.get(at).copied();
    html! {
        (card(room, (side, 0), place(0)))
        (card(room, (side, 1), place(1)))
        span .third { (card(room, (side, 2), place(2))) }
    }
}

/// One place of a hand. What lies face down is no card of anybody's page but its holder's, and there it is turned up apart.
fn card(room: Room<'_>, (side, at): (Side, usize), card: Option<CardSeen>) -> Markup {
    let lang = room.lang();
    let name = format!("{}-{at}", side.word());
    html! {
        @match card {
            None if at == 2 => span .card-place.card-place-third data-card=(name) {},
            None => span .card-place data-card=(name) {},
            Some(CardSeen::Up(card)) => span .dealt data-card=(name) data-face=(card.0.to_string()) { (art::card_in(card.0, lang)) },
            Some(CardSeen::Held(_) | CardSeen::Down(_)) => span .dealt.face-down data-card=(name) { (art::back_in(room.seen().shoe.batch, lang)) },
        }
    }
}

fn holder(room: Room<'_>, hand: &HandSeen) -> Markup {
    let lang = room.lang();
    let own = room.own_seat();
    let seat = |number: u8| lang.with("seat-number", &[("seat", number.into())]);
    html! {
        @match (hand.holder, hand.offered_to) {
            (Some(HolderSeen::Seat(number)), _) if Some(number) == own => { (lang.say("holds-hand")) " " b { (lang.say("you")) } },
            (Some(HolderSeen::Seat(number)), _) => { (lang.say("holds-hand")) " " (seat(number)) },
            (Some(HolderSeen::Dealer), _) if !hand.cards.is_empty() => { (lang.say("holds-hand")) " " (lang.say("the-dealer")) },
            (_, Some(number)) => { (lang.say("offered-to")) " " (seat(number)) },
            _ => {},
        }
    }
}

/// Who sits where, and what they have wagered.
pub(super) fn seats(room: Room<'_>) -> Markup {
    let (lang, seen) = (room.lang(), room.seen());
    html! {
        ol .seat-row data-seats=(seen.terms.seats.len()) aria-label=(lang.say("seats")) {
            @for place in &seen.terms.seats {
                (seat(room, place.number))
            }
        }
    }
}

fn seat(room: Room<'_>, number: u8) -> Markup {
    let (lang, seen) = (room.lang(), room.seen());
    let who = seen.places.iter().find(|place| place.seat == number && !place.behind);
    let you = room.own_seat() == Some(number);
    let bets: Vec<String> = seen
        .wagers
        .iter()
        .filter(|wager| wager.seat == number)
        .map(|wager| {
            format!("{} {}", initials(&wager.label), figures::short(total(wager)).trim_start_matches('$'))
        })
        .collect();
    html! {
        li .seat-place.seat-you[you].seat-empty[who.is_none()] data-seat=(number) {
            span .seat-number { (number) }
            span .seat-name {
                @match who {
                    _ if you => (lang.say("you")),
                    Some(place) => (place.who.name),
                    None => (lang.say("free")),
                }
            }
            span .seat-bets { (bets.join(" · ")) }
            (marks(room, number))
        }
    }
}

/// What lies at a seat of a table that players bank: who is the player-dealer, where action begins, who stands or hits.
fn marks(room: Room<'_>, number: u8) -> Markup {
    let lang = room.lang();
    let Some(bank) = &room.seen().bank else { return html! {} };
    let line = bank.lines.iter().find(|line| line.seat == number);
    let charge = bank.collections.iter().find(|charge| charge.seat == number);
    let holds = match room.seen().terms.family {
        Family::PlayerBanked => Button::Dealer,
        Family::CheminDeFer | Family::HouseBanked => Button::Bank,
    };
    html! {
        span .seat-marks {
            @if bank.holder == Some(number) { span .seat-mark { (art::button(holds)) span .visually-hidden { (lang.say("holds-bank")) } } }
            @if bank.action == Some(number) { span .seat-mark data-walks="action" { (art::button(Button::Action)) span .visually-hidden { (lang.say("action-begins")) } } }
            @if let Some(line) = line { span .tag { (lang.or(&format!("word-{}", line.decision.word()), line.decision.word())) } }
            @if let Some(charge) = charge { span .seat-charge { (lang.with("collection-of", &[("amount", figures::short(charge.amount).into())])) } }
        }
    }
}

/// `Dragon Bonus on Player` is `DBP`.
fn initials(label: &str) -> String {
    let words = label.split_whitespace().filter(|word| !matches!(*word, "on" | "the" | "of" | "and" | "a"));
    words.filter_map(|word| word.chars().next()).map(|letter| letter.to_ascii_uppercase()).collect()
}
