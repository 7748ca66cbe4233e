//! What somebody of the house can ask for: a form where it is allowed now, and the reason where it is not.

use maud::{Markup, html};

use crate::icon::{Icon, small};
use crate::layout::Visit;
use crate::staff::frame::proof_field;

/// Why something cannot be done now, as the engine says it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// In words.
    pub words: String,
    /// By which clauses.
    pub clauses: Vec<String>,
    /// What to do instead.
    pub hint: Option<String>,
}

/// A command that somebody can give here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// Whom it is given to: `table/7`, `link/star`, `account/12`.
    pub to: String,
    /// In which capacity.
    pub capacity: &'static str,
    /// Its name.
    pub command: &'static str,
    /// Why it cannot be given now.
    pub refused: Option<Refused>,
}

/// A step of making a shoe ready that waits for whoever looks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepDue {
    /// Its name in the rulebook.
    pub step: String,
    /// What is done, in the rulebook's words.
    pub summary: String,
    /// The clauses.
    pub clauses: Vec<String>,
    /// Says that it is done.
    pub done: Order,
}

/// The step, and the button that says it is done.
#[must_use]
pub fn step_due(visit: &Visit, due: &StepDue) -> Markup {
    let given = html! { input type="hidden" name="text.step" value=(due.step); };
    html! {
        p .small { span lang="en" { (sentence(&due.summary)) } (clauses(&due.clauses)) }
        div .approval-keys { (button(visit, &due.done, &visit.lang().say("staff-step-done"), &given, Manner { primary: true, ..Manner::default() })) }
    }
}

/// A clause, or several.
#[must_use]
pub fn clauses(all: &[String]) -> Markup {
    html! { @if !all.is_empty() { " " span .clause { (all.join(", ")) } } }
}

/// Why not, in a line.
#[must_use]
pub fn refused(why: &Refused) -> Markup {
    html! {
        p .why-not {
            (small(Icon::Lock))
            span { (sentence(&why.words)) (clauses(&why.clauses)) @if let Some(hint) = &why.hint { " " (sentence(hint)) } }
        }
    }
}

/// What every form of the house carries.
#[must_use]
pub fn carried(visit: &Visit, to: &str, capacity: &str) -> Markup {
    html! {
        (visit.form_fields())
        input type="hidden" name="to" value=(to);
        input type="hidden" name="as" value=(capacity);
        input type="hidden" name="back" value=(visit.path);
    }
}

/// How a form asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Manner {
    /// Whether it decides about money or people: then it wants a fresh proof.
    pub proved: bool,
    /// Whether its button stands out.
    pub primary: bool,
}

/// A command that needs no more words: one button, or the reason why not.
#[must_use]
pub fn button(visit: &Visit, order: &Order, label: &str, given: &Markup, manner: Manner) -> Markup {
    html! {
        @match &order.refused {
            Some(why) => (refused(why)),
            None => form .order method="post" action="/staff/do" data-live="order" {
                (carried(visit, &order.to, order.capacity))
                input type="hidden" name="do" value=(order.command);
                (given)
                @if manner.proved { (proof_field(visit)) }
                button .button.button-small.button-primary[manner.primary] { (label) }
            },
        }
    }
}

/// A command with more to say: it unfolds.
#[must_use]
pub fn folded(visit: &Visit, order: &Order, label: &str, fields: &Markup, manner: Manner) -> Markup {
    let id = format!("act-{}-{}", order.to.replace('/', "-"), order.command);
    html! {
        details .act data-key=(id) {
            summary .button.button-small.button-off[order.refused.is_some()] {
                @if order.refused.is_some() { (small(Icon::Lock)) } (label) "…"
            }
            div .act-panel {
                @match &order.refused {
                    Some(why) => (refused(why)),
                    None => form method="post" action="/staff/do" data-live="order" {
                        (carried(visit, &order.to, order.capacity))
                        input type="hidden" name="do" value=(order.command);
                        (fields)
                        @if manner.proved { (proof_field(visit)) }
                        button .button.button-primary { (label) }
                    },
                }
            }
        }
    }
}

/// A field for a line of text.
#[must_use]
pub fn text(label: &str, name: &str, required: bool) -> Markup {
    html! {
        label .field { span { (label) } input .input name=(name) autocomplete="off" maxlength="200" required[required]; }
    }
}

/// A field for an amount of money.
#[must_use]
pub fn money(label: &str, name: &str) -> Markup {
    html! {
        label .field { span { (label) } input .input name=(name) inputmode="decimal" autocomplete="off" maxlength="16" required; }
    }
}

/// A choice between names, each with what it is called.
#[must_use]
pub fn choice(label: &str, name: &str, all: &[(String, String)]) -> Markup {
    html! {
        label .field {
            span { (label) }
            select .select name=(name) required { @for (value, called) in all { option value=(value) { (called) } } }
        }
    }
}

/// With a capital letter and a full stop.
#[must_use]
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let end = if text.is_empty() || text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}
