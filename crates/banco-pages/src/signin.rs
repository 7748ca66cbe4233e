//! Coming in: as a guest by one press, or with a name.

use banco_wire::{Moment, Money, Problem};
use maud::{Markup, html};

use crate::figures;
use crate::icon::{Icon, icon, small};
use crate::layout::{Shell, Visit, page};
use crate::text::Lang;

/// What the door knows.
#[derive(Clone, Debug, Default)]
pub struct Door {
    /// Where somebody goes who is in.
    pub back: String,
    /// What a guest is given; nothing where there are no guests.
    pub play_money: Option<Money>,
    /// The ticket of a first step that is done.
    pub ticket: Option<String>,
    /// What was wrong with the last try.
    pub wrong: Option<Problem>,
}

/// The page.
#[must_use]
pub fn signin(visit: &Visit, door: &Door) -> Markup {
    let lang = visit.lang();
    let shell = Shell { styles: &["door.css"], ..Shell::new(visit, lang.say("door-title"), "page-door") };
    let content = html! {
        main #main .door {
            section .door-guest aria-label=(lang.say("door-guests")) {
                h1 { (lang.say("door-open")) }
                p .lede { (lang.say("door-lede")) }
                @if let Some(amount) = door.play_money {
                    form method="post" action="/guest" {
                        (visit.form_fields())
                        input type="hidden" name="back" value=(door.back);
                        button .button.button-primary.door-go { (lang.say("door-guest")) }
                    }
                    ul .door-list {
                        @for line in [
                            lang.with("door-money", &[("amount", figures::short(amount).into())]),
                            lang.say("door-no-password"),
                            lang.say("door-nothing-real"),
                        ] { li { (small(Icon::Tick)) span { (line) } } }
                    }
                }
            }
            (with_name(visit, door))
        }
    };
    page(&shell, &content)
}

/// What others have done about somebody's account, told as they come in.
#[must_use]
pub fn notices_page(visit: &Visit, notices: &[(&str, Moment)], next: &str) -> Markup {
    let lang = visit.lang();
    let shell = Shell { styles: &["door.css"], ..Shell::new(visit, lang.say("notices-title"), "page-door") };
    let content = html! {
        main #main .door {
            section .door-guest aria-label=(lang.say("notices-title")) {
                h1 { (lang.say("notices-title")) }
                (notice_list(lang, notices))
                p { (lang.say("notices-ask")) }
                p { a .button.button-primary href=(next) { (lang.say("notices-go-on")) } }
            }
        }
    };
    page(&shell, &content)
}

/// What others have done about an account, one line each.
#[must_use]
pub fn notice_list(lang: Lang, notices: &[(&str, Moment)]) -> Markup {
    html! {
        ul .notices { @for (what, at) in notices {
            li { (small(Icon::Warning)) " " (lang.with(&format!("notice-{}", what.replace('_', "-")), &[("when", figures::when(*at).into())])) }
        } }
    }
}

fn with_name(visit: &Visit, door: &Door) -> Markup {
    let lang = visit.lang();
    let invalid = door.wrong.as_ref().map(|_| "true");
    let told = door.wrong.as_ref().map(|_| "wrong");
    html! {
        form .door-staff method="post" action="/sign-in" aria-labelledby="with-name" {
            h2 #with-name { (lang.say("door-people")) }
            (visit.form_fields())
            input type="hidden" name="back" value=(door.back);
            @if let Some(ticket) = &door.ticket {
                input type="hidden" name="ticket" value=(ticket);
                p .muted { (lang.say("door-second")) }
                label .field {
                    span { (lang.say("door-code")) }
                    input .input.code-input name="code" inputmode="numeric" autocomplete="one-time-code" required
                        autofocus maxlength="40" aria-invalid=[invalid] aria-describedby=[told];
                }
            } @else {
                label .field {
                    span { (lang.say("door-login")) }
                    input .input name="login" autocomplete="username" required maxlength="200"
                        aria-invalid=[invalid] aria-describedby=[told];
                }
                label .field {
                    span { (lang.say("door-password")) }
                    input .input type="password" name="password" autocomplete="current-password" required
                        maxlength="200" aria-invalid=[invalid];
                }
            }
            @if let Some(wrong) = &door.wrong {
                p #wrong .field-error { (icon(Icon::Warning)) span { (wrong.title) } }
            }
            button .button.button-primary { (lang.say("sign-in")) }
            p .small { a href="/invitation" { (lang.say("staff-have-invitation")) } }
        }
    }
}
