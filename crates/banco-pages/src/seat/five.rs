//! The optional five of 21st Century: each bettor stands or hits for the own wager, on lines of their own.

use banco_wire::{Decision, Family, Side};
use maud::{Markup, html};

use super::Room;
use super::asks::by_clause;
use crate::figures;

/// Whether the viewer is asked.
pub(super) fn is_asked(room: Room<'_>) -> bool {
    room.seen().terms.family == Family::PlayerBanked
        && room.seen().prompts.iter().any(|prompt| prompt.prompt == "choose")
}

/// Both lines, to choose from.
pub(super) fn five(room: Room<'_>) -> Markup {
    if !is_asked(room) {
        return html! {};
    }
    let lang = room.lang();
    let asked = room.seen().prompts.iter().find(|prompt| prompt.prompt == "choose");
    let clauses = asked.map_or(&[][..], |prompt| &prompt.clauses);
    let player = room.seen().terms.wagers.iter().find(|offer| offer.side == Some(Side::Player));
    let stake = player.map(|offer| room.stake(&offer.spot)).unwrap_or_else(|| room.money(0));
    html! {
        section .choose-five data-prompt="choose" aria-label=(lang.say("choose-line")) {
            div .five-words {
                p .label { (lang.say("your-line")) }
                p .bank-amount { (figures::short(stake)) }
            }
            form .five-keys method="post" action=(room.action()) data-live="ask" {
                (room.carried())
                input type="hidden" name="do" value="choose";
                (key(room, Decision::Stand, "stand-line", "stand-line-counts"))
                (key(room, Decision::Draw, "hit-line", "hit-line-counts"))
            }
            p .small.muted.five-note { (lang.say("five-note")) }
            (by_clause(room, clauses))
        }
    }
}

fn key(room: Room<'_>, decision: Decision, name: &str, counts: &str) -> Markup {
    let lang = room.lang();
    html! {
        button .five-key name="text.decision" value=(decision.word()) { b { (lang.say(name)) } span { (lang.say(counts)) } }
    }
}
