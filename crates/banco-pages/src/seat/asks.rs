//! Everything that is asked of the viewer, whatever it is: each answer is a form that works by itself. Wagers are made at the
//! spots; all the rest is here.

use banco_wire::{Answer, Ask, Asked, PromptSeen, Range};
use maud::{Markup, html};

use super::{Room, five, ladder, money};
use crate::figures;

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
            div .ask-answers data-prompt=(name) { @for answer in &prompt.answers { (answer_form(room, answer)) } }
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
            @if is_forced(prompt) { p .small.muted { (lang.say("no-choice")) } }
            div .ask-answers { @for answer in &prompt.answers { (answer_form(room, answer)) } }
        }
    }
}

/// Whether the rule leaves one thing to be said.
fn is_forced(prompt: &PromptSeen) -> bool {
    let mut asks = prompt.answers.iter().flat_map(|answer| &answer.asks);
    prompt.prompt == "announce" && asks.any(|one| matches!(&one.ask, Ask::OneOf { of } if of.len() == 1))
}

fn answer_form(room: Room<'_>, answer: &Answer) -> Markup {
    html! {
        form .ask-answer method="post" action=(room.action()) data-live="ask" {
            (room.carried())
            input type="hidden" name="do" value=(answer.command);
            @for (key, value) in &answer.given { input type="hidden" name={ "json." (key) } value=(value.to_string()); }
            // What may be missing is left out: it is as usual.
            @let needed: Vec<&Asked> = answer.asks.iter().filter(|one| !one.optional || is_money(&one.ask)).collect();
            @match needed.as_slice() {
                [] => button .button.button-primary { (named(room, answer.command)) },
                [one] if is_choice(&one.ask) => (choices(room, one)),
                all => {
                    @for one in all { (field(room, one)) }
                    button .button.button-primary { (named(room, answer.command)) }
                }
            }
        }
    }
}

const fn is_money(ask: &Ask) -> bool {
    matches!(ask, Ask::Money { .. })
}

const fn is_choice(ask: &Ask) -> bool {
    matches!(ask, Ask::OneOf { .. } | Ask::YesNo | Ask::Seat { .. })
}

/// What a command is called on its button.
fn named(room: Room<'_>, command: &str) -> String {
    let words = command.replace('_', " ");
    room.lang().or(&format!("do-{}", command.replace('_', "-")), &capital(&words))
}

/// One button for each thing that can be chosen.
fn choices(room: Room<'_>, one: &Asked) -> Markup {
    let lang = room.lang();
    let name = |prefix: &str| format!("{prefix}.{}", one.key);
    let word =
        |word: &str| lang.or(&format!("word-{}", word.replace('_', "-")), &capital(&word.replace('_', " ")));
    html! {
        @match &one.ask {
            Ask::OneOf { of } => @for choice in of {
                button .button.button-primary name=(name("text")) value=(choice) { (word(choice)) }
            },
            Ask::Seat { of } => @for seat in of {
                button .button name=(name("json")) value=(seat) { (lang.with("seat-number", &[("seat", (*seat).into())])) }
            },
            Ask::YesNo => {
                button .button.button-primary name=(name("json")) value="true" { (lang.say("yes")) }
                button .button name=(name("json")) value="false" { (lang.say("no")) }
            },
            _ => {},
        }
    }
}

/// A field to be filled in.
fn field(room: Room<'_>, one: &Asked) -> Markup {
    let lang = room.lang();
    let label =
        lang.or(&format!("field-{}", one.key.replace('_', "-")), &capital(&one.key.replace('_', " ")));
    html! {
        @match &one.ask {
            Ask::Money { least, most } => {
                @let range = least.zip(*most).map(|(least, most)| Range { least, most });
                label .field {
                    span { (label) @if let Some(range) = range { " (" (figures::short(range.least)) " – " (figures::short(range.most)) ")" } }
                    input .input name={ "money." (one.key) } inputmode="decimal" autocomplete="off" maxlength="14"
                        value=[least.map(|least| figures::short(least).replace(['$', ','], ""))];
                }
                @if let Some(range) = range { (quick(&one.key, range)) }
            },
            Ask::Number { least, most } => label .field {
                span { (label) " (" (least.0) " – " (most.0) ")" }
                input .input type="number" name={ "number." (one.key) } min=(least.0) max=(most.0)
                    value=(least.0.midpoint(most.0));
            },
            Ask::OneOf { .. } | Ask::YesNo | Ask::Seat { .. } => fieldset .ask-choices { legend { (label) } (choices(room, one)) },
            Ask::Spot | Ask::Card | Ask::Text { .. } => label .field {
                span { (label) }
                input .input name={ "text." (one.key) } autocomplete="off" maxlength="200";
            },
            Ask::Cards { .. } | Ask::BothHands { .. } => {},
        }
    }
}

/// The least, half of the most, and all of it by one press.
fn quick(key: &str, range: Range) -> Markup {
    let half = range.most.minor / 2;
    let mut all: Vec<i64> = vec![range.least.minor, half.max(range.least.minor), range.most.minor];
    all.dedup();
    html! {
        div .ask-quick {
            @for minor in all {
                @let money = banco_wire::Money { minor, ..range.least };
                button .button.button-small name={ "minor." (key) } value=(minor) { (figures::short(money)) }
            }
        }
    }
}

/// With a capital letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    first + letters.as_str()
}

fn sentence(text: &str) -> String {
    format!("{}.", capital(text.trim_end_matches('.')))
}
