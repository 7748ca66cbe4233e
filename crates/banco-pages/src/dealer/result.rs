//! The result of a round whose cards are not recorded, by the keys that scoreboards have: who won, who drew, a natural; then the
//! counts. Keys only toggle; nothing is recorded before Enter.

use maud::{Markup, html};

use super::work::head;
use super::{Behind, Room, won};
use crate::icon::{Icon, small};
use banco_cards::Outcome;
use banco_wire::Side;

/// A toggle: its key on the pad, its value, its words.
type Toggle = (&'static str, &'static str, String);

/// The panel.
pub(super) fn result(room: Room<'_>, behind: &Behind) -> Markup {
    let lang = room.lang();
    html! {
        section .prompt-bar data-prompt="record_result" {
            (head(&lang.say("dealer-ask-record-result"), behind))
            p .agree { (small(Icon::Info)) span { (lang.say("dealer-result-unverified")) } }
        }
        form .card-entry.result-entry method="post" action=(room.action()) data-live="ask" data-result {
            (room.carried())
            input type="hidden" name="act" value="result";
            // Pressed by the first Enter: from then on digits are counts.
            input type="checkbox" hidden data-counts;
            div .entry-keys {
                (toggles(&lang.say("dealer-who-won"), "won", &winners(room), true))
                (toggles(&lang.say("dealer-who-drew"), "drew", &drawers(room), false))
                (toggles(&lang.say("word-natural"), "natural", &naturals(), false))
            }
            div .result-counts {
                p .label { (lang.say("dealer-then-counts")) }
                @for side in [Side::Player, Side::Banker] { (counts(room, side)) }
            }
            div .entry-act {
                button .button.button-primary data-accept { (lang.say("dealer-record-it")) " " kbd aria-hidden="true" { "Enter" } }
                button .button type="reset" data-clear { (lang.say("dealer-clear")) " " kbd aria-hidden="true" { "7" } }
            }
        }
    }
}

fn winners(room: Room<'_>) -> [Toggle; 3] {
    let keys = [("1", Outcome::Player), ("2", Outcome::Banker), ("3", Outcome::Tie)];
    keys.map(|(key, outcome)| (key, outcome_word(outcome), won(room, outcome)))
}

const fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Player => "player",
        Outcome::Banker => "banker",
        Outcome::Tie => "tie",
    }
}

/// Pairs, which scoreboards have on these keys, are on no wager here: what needs cards is not taken.
fn drawers(room: Room<'_>) -> [Toggle; 3] {
    let (lang, hand) = (room.lang(), |side: Side| room.hand_name(side));
    [
        ("4", "player", hand(Side::Player)),
        ("5", "banker", hand(Side::Banker)),
        ("6", "both", lang.say("dealer-both-hands")),
    ]
}

fn naturals() -> [Toggle; 2] {
    [("8", "8", "8".to_owned()), ("9", "9", "9".to_owned())]
}

fn toggles(legend: &str, name: &str, all: &[Toggle], required: bool) -> Markup {
    html! {
        fieldset .result-keys {
            legend { (legend) }
            @for (key, value, words) in all {
                label .key.key-wide {
                    input .visually-hidden type="radio" name=(name) value=(value) data-toggle=(key) required[required];
                    kbd aria-hidden="true" { (key) } span { (words) }
                }
            }
        }
    }
}

/// The final count of a hand.
fn counts(room: Room<'_>, side: Side) -> Markup {
    let hand = room.hand_name(side);
    html! {
        fieldset .result-count {
            legend class=(if side == Side::Player { "is-player" } else { "is-banker" }) { (hand) }
            @for count in 0..=9 {
                label .key {
                    input .visually-hidden type="radio" name={ "count." (side.word()) } value=(count) data-count=(side.word()) required
                        aria-label={ (hand) " " (count) };
                    span aria-hidden="true" { (count) }
                }
            }
        }
    }
}
