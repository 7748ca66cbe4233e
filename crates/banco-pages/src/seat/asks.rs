//! Everything that is asked of the viewer, whatever it is: each answer is a form that works by itself. Wagers are made at the
//! spots; all the rest is here.

use banco_wire::{Ask, PromptSeen};
use maud::{Markup, html};

use super::{Room, five, ladder, money};
use crate::answers::{Desk, answer_form, sentence};

/// What is asked now.
pub(super) fn asks(room: Room<'_>) -> Markup {
    let prompts = room.seen().prompts.iter().filter(|prompt| !has_its_place(room, prompt.prompt));
    html! {
        (money::money(room))
        (five::five(room))
        (ladder::ladder(room))
        @for prompt in prompts { (asked(room, prompt)) }
    }
}

/// Whether something is asked where it belongs, rather than in a panel of its own.
fn has_its_place(room: Room<'_>, prompt: &str) -> bool {
    match prompt {
        "place_wagers" | "take_or_press" => true,
        // Whoever holds cards turns them where they lie.
        "turn_cards" => super::squeeze::holds_any(room),
        "choose" => five::is_asked(room),
        prompt => super::bank::is_seen_from_above(room) && ladder::PROMPTS.contains(&prompt),
    }
}

/// The answers to one prompt alone.
pub(super) fn answers_to(room: Room<'_>, name: &str) -> Markup {
    let prompt = room.seen().prompts.iter().find(|prompt| prompt.prompt == name);
    html! {
        @if let Some(prompt) = prompt {
            div .ask-answers data-prompt=(name) { @for answer in &prompt.answers { (answer_form(&desk(room), answer)) } }
        }
    }
}

fn asked(room: Room<'_>, prompt: &PromptSeen) -> Markup {
    let lang = room.lang();
    // The engine's own sentence says how much; in Chinese it stands below a title.
    let sentence = sentence(&prompt.words);
    let title = match lang.is_chinese() {
        true => lang.or(&format!("ask-{}", prompt.prompt.replace('_', "-")), &sentence),
        false => sentence.clone(),
    };
    html! {
        div .ask-panel data-prompt=(prompt.prompt) {
            h2 .ask-title { (title) }
            @if title != sentence { p .small.muted lang="en" { (sentence) } }
            (by_clause(room, &prompt.clauses))
            @if is_forced(prompt) { p .small.muted { (lang.say("no-choice")) } }
            div .ask-answers { @for answer in &prompt.answers { (answer_form(&desk(room), answer)) } }
        }
    }
}

/// The rule behind what is asked.
pub(super) fn by_clause(room: Room<'_>, clauses: &[String]) -> Markup {
    html! {
        @if !clauses.is_empty() {
            p .small.faint.by-clause { (room.lang().say("clause")) " " (clauses.join(", ")) }
        }
    }
}

/// Whether the rule leaves one thing to be said.
fn is_forced(prompt: &PromptSeen) -> bool {
    let mut asks = prompt.answers.iter().flat_map(|answer| &answer.asks);
    prompt.prompt == "announce" && asks.any(|one| matches!(&one.ask, Ask::OneOf { of } if of.len() == 1))
}

/// Where the answers of this seat go.
fn desk(room: Room<'_>) -> Desk<'_> {
    Desk::new(room.visit, room.action())
}
