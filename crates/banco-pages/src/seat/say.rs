//! What is said aloud while somebody plays: each sentence has a name, and is said once.

use banco_wire::{CardSeen, HandSeen, Outcome, Phase, Side};
use maud::{Markup, html};

use super::felt::won;
use super::result::headline;
use super::{Room, Settled, WagerEnd, betting_seconds};
use crate::{art, figures};

/// The sentences of this round so far, in their order.
pub(super) fn say(room: Room<'_>) -> Markup {
    html! { ol { @for (name, words) in sentences(room) { li data-say=(name) { (words) } } } }
}

fn sentences(room: Room<'_>) -> Vec<(String, String)> {
    let (lang, seen) = (room.lang(), room.seen());
    let round = seen.round.number.0;
    let mut all = Vec::new();
    match seen.turn.phase {
        Phase::Betting => {
            // Whoever has missed how their last round ended, because the cards were cleared at once, is told now.
            all.extend(ended(room).map(|words| (format!("{round}-result"), words)));
            // The next round has no number before its first card.
            let words = match betting_seconds(seen, room.seat.now) {
                Some(seconds) => lang.with("say-open", &[("seconds", seconds.into())]),
                None => lang.say("say-open-untimed"),
            };
            all.push((format!("{}-{round}-open", seen.shoe.number.0), words));
        }
        Phase::Dealing | Phase::Settled => {
            all.push((format!("{round}-closed"), lang.say("say-closed")));
            for (side, hand) in [(Side::Player, &seen.round.player), (Side::Banker, &seen.round.banker)] {
                all.extend(
                    of_hand(room, side, hand)
                        .map(|words| (format!("{round}-{}-{}", side.word(), hand.cards.len()), words)),
                );
            }
            all.extend(ended(room).map(|words| (format!("{round}-result"), words)));
        }
        Phase::Closed
        | Phase::Preparing
        | Phase::Cutting
        | Phase::Loading
        | Phase::Burning
        | Phase::BetweenShoes => {
            let words = crate::lobby::state(lang, seen.turn.phase, seen.turn.pause);
            all.push((format!("{}-{}", seen.shoe.number.0, seen.turn.phase.word()), words));
        }
    }
    all
}

/// `Banker: 9 of clubs and 10 of diamonds, 9, natural.`, once all of it lies face up.
fn of_hand(room: Room<'_>, side: Side, hand: &HandSeen) -> Option<String> {
    let lang = room.lang();
    let count = hand.count.filter(|_| hand.cards.len() >= 2)?;
    let names = hand.cards.iter().filter_map(|card| match card {
        CardSeen::Up(card) => Some(art::card_name(card.0, lang)),
        CardSeen::Held(_) | CardSeen::Down(_) => None,
    });
    let names: Vec<String> = names.collect();
    // A natural ends the drawing: where the other hand has drawn, there was none.
    let other = if side == Side::Player { &room.seen().round.banker } else { &room.seen().round.player };
    let natural =
        hand.cards.len() == 2 && other.cards.len() <= 2 && room.seat.posted.draws.naturals.contains(&count);
    let cards = match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => {
            lang.with("and-list", &[("all", rest.join(", ").into()), ("last", last.as_str().into())])
        }
        _ => names.join(", "),
    };
    let words = [("hand", room.hand_name(side).into()), ("cards", cards.into()), ("count", count.into())];
    Some(if natural { lang.with("say-hand-natural", &words) } else { lang.with("say-hand", &words) })
}

/// Who won, what that did to the viewer's wagers, and what they have now.
fn ended(room: Room<'_>) -> Option<String> {
    let (lang, seen) = (room.lang(), room.seen());
    let settled = room.seat.settled.as_ref().filter(|settled| settled.brief.number == seen.round.number.0);
    let outcome = seen.round.outcome.filter(|_| seen.turn.phase == Phase::Settled);
    let headline = settled.map(|settled| format!("{}.", headline(lang, &settled.brief)));
    let mut words = vec![headline.or_else(|| Some(counted(room, outcome?)))?];
    if let Some(settled) = settled {
        words.extend(of_wagers(room, settled));
        words.extend(
            seen.own
                .as_ref()
                .map(|own| lang.with("say-balance", &[("balance", figures::money(own.chips).into())])),
        );
    }
    Some(words.join(" "))
}

fn counted(room: Room<'_>, outcome: Outcome) -> String {
    format!("{}.", won(room.lang(), outcome, &room.seat.posted.draws.banker_name))
}

fn of_wagers(room: Room<'_>, settled: &Settled) -> Vec<String> {
    let lang = room.lang();
    let told = settled.wagers.iter().filter(|wager| wager.end != WagerEnd::Returned);
    told.map(|wager| {
        let words = [
            ("wager", wager.name.as_str().into()),
            ("stake", figures::short(wager.stake).into()),
            (
                "net",
                figures::short(banco_wire::Money { minor: wager.net.minor.saturating_abs(), ..wager.net })
                    .into(),
            ),
        ];
        match wager.end {
            WagerEnd::Won => lang.with("say-won", &words),
            WagerEnd::Lost => lang.with("say-lost", &words),
            WagerEnd::Pushed | WagerEnd::Returned => lang.with("say-pushed", &words),
            WagerEnd::Waits => lang.with("say-waits", &words),
        }
    })
    .collect()
}
