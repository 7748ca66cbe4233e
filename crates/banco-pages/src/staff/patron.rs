//! Patrons at the cage: an account is opened for a player whose identity document lies on the counter.

use banco_wire::{Moment, Problem};
use maud::{Markup, html};

use crate::icon::{Icon, icon};
use crate::layout::{Visit, page};
use crate::staff::frame::{clock, day_and_minute, proof_field};
use crate::staff::orders::sentence;
use crate::staff::{Desk, Section};
use crate::text::Lang;

/// The kinds of identity documents, by their names in the API.
const ID_TYPES: [&str; 4] = ["passport", "driver_license", "identity_card", "residence_permit"];

/// The form that opens an account, as it was filled in. The number of the document is typed again.
#[derive(Clone, Debug, Default)]
pub struct PatronForm {
    /// Somebody who is here already; a new person otherwise.
    pub person: Option<u32>,
    /// Whether their document is on record, so that it is only compared.
    pub on_record: bool,
    /// Patrons of the same name and date of birth who are somebody else, as the cashier has confirmed.
    pub told_apart: Vec<u32>,
    /// Another one, with what they are called, whom the cashier is to tell apart.
    pub alike: Option<(u32, String)>,
    /// The name as the document has it.
    pub name: String,
    /// What others at a table see.
    pub display_name: String,
    /// What they sign in with.
    pub login: String,
    /// The date of birth.
    pub date_of_birth: String,
    /// The kind of the document, by its name in the API.
    pub id_type: String,
    /// Whatever else the cage wants to know.
    pub note: String,
    /// Why it was refused.
    pub problem: Option<Problem>,
}

/// What the cage knows of a patron.
#[derive(Clone, Debug)]
pub struct PatronFacts {
    /// The name as the document has it.
    pub name: String,
    /// What they sign in with.
    pub login: Option<String>,
    /// The date of birth.
    pub date_of_birth: String,
    /// The kind of the document, by its name in the API, and the last characters of its number.
    pub id: (&'static str, String),
    /// Who has checked it, and when.
    pub checked: (Option<String>, Moment),
    /// Until when that check allows a payout, while it does.
    pub valid_until: Option<Moment>,
    /// Whatever else the cage wants to know.
    pub note: String,
}

/// A patron whose account was just opened.
#[derive(Clone, Debug)]
pub struct PatronOpened {
    /// The number of the account.
    pub person: u32,
    /// The name as the document has it.
    pub name: String,
    /// What they sign in with.
    pub login: String,
    /// The code by which they choose a password; nothing where it was shown before.
    pub invitation: Option<String>,
    /// Whether the account is open.
    pub account: bool,
    /// Where they choose it.
    pub place: String,
}

fn id_type(lang: Lang, name: &str) -> String {
    match name {
        "passport" => lang.say("staff-id-passport"),
        "driver_license" => lang.say("staff-id-driver-license"),
        "identity_card" => lang.say("staff-id-identity-card"),
        _ => lang.say("staff-id-residence-permit"),
    }
}

/// The form, folded until it is wanted.
#[must_use]
pub fn open_form(visit: &Visit, form: &PatronForm) -> Markup {
    let lang = visit.lang();
    let field = |label: String, name: &'static str, value: &str, required: bool, most: u16| {
        html! {
            label .field {
                span { (label) }
                input .input name=(name) value=(value) autocomplete="off" maxlength=(most) required[required];
            }
        }
    };
    let key = form.person.map_or_else(|| "open-patron".to_owned(), |person| format!("open-patron-{person}"));
    html! {
        details .act.open-patron data-key=(key) open[form.problem.is_some()] {
            summary .button.button-small { (lang.say("staff-open-account")) "…" }
            form .act-panel method="post" action="/cage/patrons" {
                (visit.form_fields())
                @if let Some(person) = form.person { input type="hidden" name="person" value=(person); }
                @if !form.told_apart.is_empty() { input type="hidden" name="told_apart" value=(numbers(&form.told_apart)); }
                @if form.on_record {
                    @for (name, value) in [("name", &form.name), ("date_of_birth", &form.date_of_birth)] {
                        input type="hidden" name=(name) value=(value);
                    }
                }
                div .patron-fields {
                    @if !form.on_record { (field(lang.say("staff-patron-name"), "name", &form.name, true, 120)) }
                    @if form.person.is_none() {
                        (field(lang.say("staff-patron-display"), "display_name", &form.display_name, false, 40))
                        (field(lang.say("staff-patron-login"), "login", &form.login, true, 64))
                    }
                    @if !form.on_record {
                        label .field {
                            span { (lang.say("staff-patron-born")) }
                            input .input type="date" name="date_of_birth" value=(form.date_of_birth) required;
                        }
                    }
                    (document_fields(lang, &form.id_type))
                }
                @if !form.on_record { (field(lang.say("staff-note"), "note", &form.note, false, 500)) }
                (proof_field(visit))
                @if let Some((other, name)) = &form.alike {
                    label .check {
                        input type="checkbox" name="another_than" value=(other);
                        span { (lang.with("staff-patron-another", &[("name", name.as_str().into()), ("number", (*other).into())])) }
                    }
                }
                @if let Some(problem) = &form.problem {
                    p .form-refused role="alert" {
                        (sentence(&problem.title)) @if let Some(hint) = &problem.hint { " " (sentence(hint)) }
                    }
                }
                button .button.button-primary { (lang.say("staff-open-account")) }
            }
        }
    }
}

fn numbers(all: &[u32]) -> String {
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// A choice between kinds of documents, and a field for the number.
fn document_fields(lang: Lang, chosen: &str) -> Markup {
    html! {
        label .field {
            span { (lang.say("staff-patron-id-type")) }
            select .select name="id_type" required {
                @for name in ID_TYPES { option value=(name) selected[chosen == name] { (id_type(lang, name)) } }
            }
        }
        label .field {
            span { (lang.say("staff-patron-id-number")) }
            input .input name="id_number" autocomplete="off" maxlength="64" required;
        }
    }
}

/// The form by which a cashier compares the document on the counter with the one on record.
#[must_use]
pub fn identity_form(visit: &Visit, person: u32, patron: &PatronFacts) -> Markup {
    let lang = visit.lang();
    html! {
        details .act data-key={ "identity-" (person) } {
            summary .button.button-small { (lang.say("staff-identity-check")) "…" }
            form .act-panel method="post" action="/staff/do" data-live="order" {
                (visit.form_fields())
                input type="hidden" name="back" value={ "/cage?account=" (person) };
                input type="hidden" name="to" value={ "patron/" (person) };
                input type="hidden" name="do" value="identity_check";
                (document_fields(lang, patron.id.0))
                (proof_field(visit))
                button .button.button-primary { (lang.say("staff-identity-check")) }
            }
        }
    }
}

/// What the cage knows of a patron, beside their balance.
#[must_use]
pub fn facts(lang: Lang, patron: &PatronFacts) -> Markup {
    let (kind, ends) = &patron.id;
    html! {
        div { dt { (lang.say("staff-patron-name")) } dd { (patron.name) } }
        @if let Some(login) = &patron.login { div { dt { (lang.say("staff-patron-login")) } dd { (login) } } }
        div { dt { (lang.say("staff-patron-born")) } dd { (patron.date_of_birth) } }
        div { dt { (id_type(lang, kind)) } dd { "…" (ends) } }
        div {
            dt { (lang.say("staff-patron-checked")) }
            dd { @if let Some(name) = &patron.checked.0 { (name) ", " } (day_and_minute(patron.checked.1)) }
        }
        @if let Some(until) = patron.valid_until {
            div #identity-valid { dt { (lang.say("staff-identity-valid")) } dd { (clock(until)) } }
        }
        @if !patron.note.is_empty() { div { dt { (lang.say("staff-note")) } dd { (patron.note) } } }
    }
}

/// The account is open: the invitation is shown once, and goes onto paper for the patron.
#[must_use]
pub fn opened(visit: &Visit, made: &PatronOpened) -> Markup {
    let lang = visit.lang();
    let desk = Desk::new(visit, Section::Cage, lang.say("staff-cage"));
    let content = html! {
        main #main .money-page {
            article .panel.receipt-sheet {
                header { span .wordmark { "Banco" } p { (made.name) } }
                h1 { (lang.say("staff-patron-opened")) }
                dl .record {
                    div { dt { (lang.say("staff-patron-number")) } dd { (made.person) } }
                    div { dt { (lang.say("staff-patron-login")) } dd { (made.login) } }
                }
                @if !made.account {
                    p .form-refused { (icon(Icon::Warning)) " " (lang.say("staff-patron-not-open")) }
                }
                @match &made.invitation {
                    Some(code) => {
                        h2 { (lang.say("staff-patron-invitation")) }
                        p .receipt { code #secret .wrap { (code) } }
                        p { (lang.with("staff-patron-how", &[("place", made.place.as_str().into())])) }
                        p .muted.no-print { (lang.say("staff-receipt-note")) }
                    },
                    None => p .muted { (lang.say("staff-patron-told")) },
                }
            }
            div .money-keys.no-print {
                button .button.button-primary.script-only type="button" data-print { (lang.say("staff-print")) }
                a .button href={ "/cage?account=" (made.person) } { (lang.say("staff-patron-account")) }
            }
        }
    };
    page(&desk.shell("page-staff page-receipt"), &content)
}
