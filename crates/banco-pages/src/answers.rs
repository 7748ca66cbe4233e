//! Answers to whatever the engine asks, as forms that work by themselves: a new prompt can be answered at once.

use std::cell::Cell;

use banco_wire::{Answer, Ask, Asked, Range};
use maud::{Markup, html};

use crate::figures;
use crate::layout::Visit;
use crate::text::Lang;

/// Where answers go, whose forms they are, and in which words they are asked for.
pub(crate) struct Desk<'a> {
    pub lang: Lang,
    action: String,
    visit: &'a Visit,
    pad: Option<Cell<u8>>,
}

impl<'a> Desk<'a> {
    pub const fn new(visit: &'a Visit, action: String) -> Self {
        Self { lang: visit.lang(), action, visit, pad: None }
    }

    /// The same where buttons have keys of a number pad, counted from the first.
    pub const fn on_pad(visit: &'a Visit, action: String) -> Self {
        Self { lang: visit.lang(), action, visit, pad: Some(Cell::new(0)) }
    }

    /// The next key of the pad; nothing where there is none, or no digit is left.
    pub fn next_key(&self) -> Option<u8> {
        let pad = self.pad.as_ref()?;
        pad.set(pad.get().saturating_add(1));
        Some(pad.get()).filter(|key| *key <= 9)
    }

    /// The class of a button: keys of the pad are larger.
    const fn class(&self, first: bool) -> &'static str {
        match (self.pad.is_some(), first) {
            (true, _) => "key key-wide",
            (false, true) => "button button-primary",
            (false, false) => "button",
        }
    }
}

/// The key of the pad that presses a button.
pub(crate) fn hint(key: Option<u8>) -> Markup {
    html! { @if let Some(key) = key { kbd aria-hidden="true" { (key) } } }
}

/// A command that answers a prompt, as a form.
pub(crate) fn answer_form(desk: &Desk<'_>, answer: &Answer) -> Markup {
    html! {
        form .ask-answer method="post" action=(desk.action) data-live="ask" {
            (desk.visit.form_fields())
            input type="hidden" name="do" value=(answer.command);
            @for (key, value) in &answer.given { input type="hidden" name={ "json." (key) } value=(value.to_string()); }
            // What may be missing is left out: it is as usual.
            @let needed: Vec<&Asked> = answer.asks.iter().filter(|one| !one.optional || is_money(&one.ask)).collect();
            @match needed.as_slice() {
                [] => (press(desk, &named(desk, answer.command))),
                [one] if is_choice(&one.ask) => (choices(desk, one)),
                all => {
                    @for one in all { (field(desk, one)) }
                    (press(desk, &named(desk, answer.command)))
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
fn named(desk: &Desk<'_>, command: &str) -> String {
    let words = command.replace('_', " ");
    desk.lang.or(&format!("do-{}", command.replace('_', "-")), &capital(&words))
}

/// One button for each thing that can be chosen.
fn choices(desk: &Desk<'_>, one: &Asked) -> Markup {
    let lang = desk.lang;
    let name = |prefix: &str| format!("{prefix}.{}", one.key);
    let word =
        |word: &str| lang.or(&format!("word-{}", word.replace('_', "-")), &capital(&word.replace('_', " ")));
    let button = |name: &str, value: &str, words: &str, first: bool| {
        let key = desk.next_key();
        html! { button class=(desk.class(first)) name=(name) value=(value) data-pad=[key] { (hint(key)) (words) } }
    };
    html! {
        @match &one.ask {
            Ask::OneOf { of } => @for choice in of { (button(&name("text"), choice, &word(choice), true)) },
            Ask::Seat { of } => @for seat in of {
                (button(&name("json"), &seat.to_string(), &lang.with("seat-number", &[("seat", (*seat).into())]), false))
            },
            Ask::YesNo => {
                (button(&name("json"), "true", &lang.say("yes"), true))
                (button(&name("json"), "false", &lang.say("no"), false))
            },
            _ => {},
        }
    }
}

/// The button that sends a form.
fn press(desk: &Desk<'_>, words: &str) -> Markup {
    let key = desk.next_key();
    html! { button class=(desk.class(true)) data-pad=[key] { (hint(key)) (words) } }
}

/// A field to be filled in.
fn field(desk: &Desk<'_>, one: &Asked) -> Markup {
    let lang = desk.lang;
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
            Ask::OneOf { .. } | Ask::YesNo | Ask::Seat { .. } => fieldset .ask-choices { legend { (label) } (choices(desk, one)) },
            Ask::Spot | Ask::Card | Ask::Text { .. } => label .field {
                span { (label) }
                input .input name={ "text." (one.key) } autocomplete="off" maxlength="200";
            },
            Ask::BothHands { most } => fieldset .both-hands {
                legend { (label) }
                @for (hand, name) in [("player", lang.say("player")), ("banker", lang.say("banker"))] {
                    label .field {
                        span { (name) }
                        input .input type="number" name={ "number." (one.key) "." (hand) } min="0" max=(most) required;
                    }
                }
            },
            Ask::Cards { .. } => {},
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

/// With a capital letter and a full stop.
pub(crate) fn sentence(text: &str) -> String {
    format!("{}.", capital(text.trim_end_matches('.')))
}
