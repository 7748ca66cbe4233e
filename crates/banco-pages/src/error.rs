//! What went wrong, said so that somebody can go on.

use banco_wire::Problem;
use maud::{Markup, html};

use crate::icon::{Icon, icon};
use crate::layout::{Shell, Visit, page};

/// A page about a request that was not done.
#[must_use]
pub fn error(visit: &Visit, problem: &Problem, request: &str) -> Markup {
    let lang = visit.lang();
    let title = lang.or(&format!("problem-{}", problem.code.replace('_', "-")), &sentence(&problem.title));
    let shell = Shell { styles: &["door.css"], ..Shell::new(visit, title.clone(), "page-trouble") };
    let content = html! {
        main #main .trouble {
            div .trouble-main {
                section .trouble-words aria-label=(lang.say("problem")) {
                    p .eyebrow { (lang.say("problem-not-done")) }
                    h1 { (title) }
                    @if let Some(hint) = &problem.hint {
                        p .notice { (icon(Icon::Info)) span { (sentence(hint)) } }
                    }
                    div .trouble-keys {
                        @if visit.path != "/" { a .button.button-primary href=(back(visit)) { (lang.say("go-back")) } }
                        a .button href="/" { (lang.say("to-tables")) }
                        @if problem.code == "enrol_first" { a .button.button-primary href="/second-factor" { (lang.say("staff-factor")) } }
                        @if problem.status == 401 { a .button href="/sign-in" { (lang.say("sign-in")) } }
                    }
                }
                aside .trouble-facts aria-label=(lang.say("for-support")) {
                    dl .record {
                        div { dt { (lang.say("problem-code")) } dd { code { (problem.code) } } }
                        div { dt { (lang.say("problem-answer")) } dd { (problem.status) } }
                        @if !problem.clauses.is_empty() {
                            div { dt { (lang.say("clause")) } dd { (problem.clauses.join(", ")) } }
                        }
                        div { dt { (lang.say("problem-request")) } dd { code { (request) } } }
                    }
                }
            }
        }
    };
    page(&shell, &content)
}

/// The page from which something was asked: a table, where it was one of a table's.
fn back(visit: &Visit) -> String {
    let mut parts = visit.path.split('/').skip(1);
    match (parts.next(), parts.next()) {
        (Some("tables"), Some(table)) => format!("/tables/{table}"),
        _ => visit.path.clone(),
    }
}

/// With a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}
