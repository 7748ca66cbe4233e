//! A card that the viewer holds face down: they see it, nobody else does. Its back comes off from an edge or a corner; both
//! indices stay covered until three quarters are off, so that the pips are seen first.

use banco_wire::{CardSeen, HandSeen, Side};
use maud::{Markup, html};

use super::Room;
use super::asks::answers_to;
use crate::art;
use crate::icon::{Icon, small};

/// From where a card is turned up, in the order of a pad: row by row.
const PAD: [(&str, &str); 9] = [
    ("top-left", "↖"),
    ("top", "↑"),
    ("top-right", "↗"),
    ("left", "←"),
    ("", ""),
    ("right", "→"),
    ("bottom-left", "↙"),
    ("bottom", "↓"),
    ("bottom-right", "↘"),
];

/// The cards that the viewer holds; nothing if they hold none.
pub(super) fn squeeze(room: Room<'_>) -> Markup {
    let round = &room.seen().round;
    let held = [(Side::Player, &round.player), (Side::Banker, &round.banker)];
    let turns = room.seen().prompts.iter().any(|prompt| prompt.prompt == "turn_cards");
    html! {
        @for (side, hand) in held {
            @if holds(hand) { @if turns { (panel(room, side, hand)) } @else { (private(room, side, hand)) } }
        }
    }
}

/// Whether the viewer holds a card of either hand.
pub(super) fn holds_any(room: Room<'_>) -> bool {
    let round = &room.seen().round;
    holds(&round.player) || holds(&round.banker)
}

fn holds(hand: &HandSeen) -> bool {
    hand.cards.iter().any(|card| matches!(card, CardSeen::Held(_)))
}

/// Cards that the viewer looks at to decide, and that nobody else sees.
fn private(room: Room<'_>, side: Side, hand: &HandSeen) -> Markup {
    let lang = room.lang();
    let held = || {
        hand.cards.iter().filter_map(|card| match card {
            CardSeen::Held(card) | CardSeen::Up(card) => Some(card.0),
            CardSeen::Down(_) => None,
        })
    };
    let count: u8 = held().map(|card| card.points().get()).sum::<u8>() % 10;
    html! {
        section .private-panel aria-label=(lang.with("squeeze-title", &[("hand", room.hand_name(side).into())])) {
            div .private-hand {
                @for card in held() { (art::card_in(card, lang)) }
                p .private-total { b { (count) } span .small.muted { (small(Icon::Eye)) (lang.say("only-you-see")) } }
            }
        }
    }
}

fn panel(room: Room<'_>, side: Side, hand: &HandSeen) -> Markup {
    let lang = room.lang();
    let title = lang.with("squeeze-title", &[("hand", room.hand_name(side).into())]);
    html! {
        section .squeeze data-side=(side.word()) data-round=(room.seen().round.number.0) aria-label=(title) {
            div .squeeze-cards {
                @for (at, card) in hand.cards.iter().enumerate() {
                    @if let CardSeen::Held(card) = card {
                        // Reached by keys: arrows turn it up, Enter turns it over.
                        div .squeeze-card tabindex="0" role="slider" data-at=(at) aria-label=(lang.with("squeeze-card", &[("card", (at + 1).into())]))
                            aria-valuemin="0" aria-valuemax="100" aria-valuenow="0"
                        {
                            div .squeeze-face aria-hidden="true" { (art::card(card.0)) span .index-guard.guard-top {} span .index-guard.guard-bottom {} }
                            div .squeeze-back aria-hidden="true" { (art::back(room.seen().shoe.batch)) }
                        }
                    }
                }
            }
            div .squeeze-side {
                h2 .squeeze-title.display { (title) }
                p .small.muted { (lang.say("squeeze-how")) }
                div .squeeze-controls {
                    div .squeeze-pad role="group" aria-label=(lang.say("squeeze-from")) {
                        @for (edge, sign) in PAD {
                            @if edge.is_empty() { span .pad-centre { span .squeeze-percent { "0" } "%" } }
                            @else {
                                button type="button" data-edge=(edge) aria-pressed=(edge == "right")
                                    aria-label=(lang.or(&format!("edge-{edge}"), edge)) { (sign) }
                            }
                        }
                    }
                    div .squeeze-buttons {
                        button .button type="button" data-lift="10" { (lang.say("squeeze-more")) }
                        button .button type="button" data-lift="-10" { (lang.say("squeeze-less")) }
                    }
                }
                (answers_to(room, "turn_cards"))
                p .small.faint { (lang.say("squeeze-others")) }
            }
        }
    }
}
