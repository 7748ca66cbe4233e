//! The first day: somebody who was invited chooses a password, and sets up a second factor.

use banco_wire::Problem;
use maud::{Markup, PreEscaped, html};

use crate::icon::{Icon, icon};
use crate::layout::{Shell, Visit, page};

/// What stands in the middle of such a page.
fn door(visit: &Visit, title: &str, content: &Markup) -> Markup {
    let shell =
        Shell { styles: &["door.css", "staff.css"], ..Shell::new(visit, title.to_owned(), "page-door") };
    page(&shell, &html! { main #main .door.door-one { div .door-staff { h1 { (title) } (content) } } })
}

fn wrong(problem: Option<&Problem>) -> Markup {
    html! {
        @if let Some(problem) = problem {
            p #wrong .field-error role="alert" {
                (icon(Icon::Warning)) span { (problem.title) @if let Some(hint) = &problem.hint { ". " (hint) } }
            }
        }
    }
}

/// Somebody who was invited chooses a password.
#[must_use]
pub fn invitation(visit: &Visit, problem: Option<&Problem>) -> Markup {
    let lang = visit.lang();
    let form = html! {
        form .approve-form method="post" action="/invitation" {
            (visit.form_fields())
            p .muted { (lang.say("staff-invited-lede")) }
            label .field { span { (lang.say("staff-receipt-invitation")) } input .input name="invitation" autocomplete="off" maxlength="200" required; }
            label .field { span { (lang.say("staff-receipt-code")) } input .input name="code" autocomplete="off" maxlength="40"; }
            label .field { span { (lang.say("staff-new-password")) } input .input type="password" name="password" autocomplete="new-password" maxlength="200" required; }
            (wrong(problem))
            button .button.button-primary { (lang.say("staff-choose-password")) }
        }
    };
    door(visit, &lang.say("staff-invited"), &form)
}

/// The first administrator of a new floor comes in with the secret that the server has printed.
#[must_use]
pub fn first_administrator(visit: &Visit, problem: Option<&Problem>) -> Markup {
    let lang = visit.lang();
    let field = |label: &str, name: &str, kind: &str, complete: &str| {
        html! {
            label .field {
                span { (lang.say(label)) }
                input .input type=(kind) name=(name) autocomplete=(complete) maxlength="200" required;
            }
        }
    };
    let form = html! {
        form .approve-form method="post" action="/first-administrator" {
            (visit.form_fields())
            p .muted { (lang.say("staff-first-lede")) }
            (field("staff-first-secret", "secret", "text", "off"))
            (field("staff-name", "name", "text", "name"))
            (field("staff-first-login", "login", "text", "username"))
            (field("staff-new-password", "password", "password", "new-password"))
            (wrong(problem))
            button .button.button-primary { (lang.say("staff-first-do")) }
        }
    };
    door(visit, &lang.say("staff-first"), &form)
}

/// How far the setting up of a second factor has come.
#[derive(Clone, Debug)]
pub enum Factor {
    /// It has not begun.
    Begin,
    /// A generator is to be given this secret, also as a drawing.
    Secret {
        /// To be typed.
        secret: String,
        /// The same as an address.
        uri: String,
    },
    /// It is set up.
    Done {
        /// Recovery codes, shown once.
        codes: Vec<String>,
        /// The first page of the person's roles.
        next: &'static str,
    },
}

/// The page of the second factor.
#[must_use]
pub fn factor(visit: &Visit, factor: &Factor, problem: Option<&Problem>) -> Markup {
    let lang = visit.lang();
    let content = match factor {
        Factor::Begin => html! {
            p .muted { (lang.say("staff-factor-lede")) }
            (wrong(problem))
            form method="post" action="/second-factor" {
                (visit.form_fields())
                button .button.button-primary name="ask" value="begin" { (lang.say("staff-factor-begin")) }
            }
        },
        Factor::Secret { secret, uri } => html! {
            p .muted { (lang.say("staff-factor-secret")) }
            (drawing(uri))
            p { code #secret .wrap { (secret) } }
            form .approve-form method="post" action="/second-factor" {
                (visit.form_fields())
                input type="hidden" name="secret" value=(secret);
                input type="hidden" name="uri" value=(uri);
                label .field { span { (lang.say("staff-your-code")) } input .input.code-input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="40" required; }
                (wrong(problem))
                button .button.button-primary name="ask" value="confirm" { (lang.say("staff-factor-confirm")) }
            }
        },
        Factor::Done { codes, next } => html! {
            p { (lang.say("staff-factor-done")) }
            ul .recovery { @for code in codes { li { code { (code) } } } }
            p { a .button.button-primary href=(next) { (lang.say("staff-go-on")) } }
        },
    };
    door(visit, &lang.say("staff-factor"), &content)
}

/// An address as a drawing that a camera reads; nothing where it is too long for one.
fn drawing(uri: &str) -> Markup {
    let Ok(code) = qrcodegen::QrCode::encode_text(uri, qrcodegen::QrCodeEcc::Medium) else { return html! {} };
    let size = code.size();
    let mut path = String::new();
    for y in 0..size {
        for x in (0..size).filter(|x| code.get_module(*x, y)) {
            path.push_str(&format!("M{x} {y}h1v1h-1z"));
        }
    }
    html! {
        svg .qr viewBox={ "-2 -2 " (size + 4) " " (size + 4) } aria-hidden="true" focusable="false" {
            (PreEscaped(format!("<rect x=\"-2\" y=\"-2\" width=\"{0}\" height=\"{0}\" fill=\"#fff\"/><path d=\"{path}\" fill=\"#000\"/>", size + 4)))
        }
    }
}
