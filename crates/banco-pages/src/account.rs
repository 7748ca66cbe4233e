//! One's own account: what is in it, and the limits that one has set oneself.

use banco_wire::{AccountSeen, Limit};
use maud::{Markup, html};

use crate::figures;
use crate::layout::{Ground, Shell, Visit, page};
use crate::text::Lang;

/// The page.
#[must_use]
pub fn account(visit: &Visit, account: &AccountSeen, key: &str) -> Markup {
    let lang = visit.lang();
    let shell = Shell {
        ground: Ground::Paper,
        styles: &["story.css", "door.css"],
        ..Shell::new(visit, lang.say("account-and-limits"), "page-paper")
    };
    let content = html! {
        main #main .paper {
            header .paper-head { p .eyebrow { (account.owner.name) } h1 { (lang.say("account-and-limits")) } }
            dl .record {
                div { dt { (lang.say("balance")) } dd { (figures::money(account.balance)) } }
                // A table that somebody has left owes them nothing, whatever they won or lost there.
                @for table in account.at_tables.iter().filter(|one| account.tables.contains(&one.table)) {
                    div { dt { (lang.with("table-number", &[("table", table.table.0.into())])) } dd { (figures::money(table.amount)) } }
                }
                @if let Some(session) = account.session {
                    div { dt { (lang.say("here-for")) } dd { (lang.with("minutes", &[("minutes", session.minutes.into())])) } }
                }
                @if let Some(minutes) = account.check_every {
                    div { dt { (lang.say("check-every")) } dd { (lang.with("minutes", &[("minutes", minutes.0.into())])) } }
                }
                @for limit in &account.limits {
                    div {
                        dt { (what(lang, &limit.in_force)) }
                        dd { (figure(lang, &limit.in_force)) @if let Some(left) = limit.left { ", " (lang.say("left")) " " (figures::money(left)) } }
                    }
                }
            }
            section .trouble-two {
                (form(visit, key, "set_limit", &lang.say("set-loss-limit"), &html! {
                    input type="hidden" name="text.limit.what" value="loss";
                    input type="hidden" name="text.limit.period" value="day";
                    (field(&lang.say("loss-a-day"), "money.limit.most", "decimal"))
                }))
                (form(visit, key, "choose_check", &lang.say("set-check"), &html! {
                    (field(&lang.say("check-minutes"), "number.minutes", "numeric"))
                }))
                (form(visit, key, "set_limit", &lang.say("set-session-limit"), &html! {
                    input type="hidden" name="text.limit.what" value="session";
                    (field(&lang.say("session-minutes"), "number.limit.minutes", "numeric"))
                }))
            }
            p .small.muted { (lang.say("limits-note")) }
        }
    };
    page(&shell, &content)
}

fn form(visit: &Visit, key: &str, command: &str, name: &str, inside: &Markup) -> Markup {
    html! {
        form .trouble-card method="post" action="/account/do" {
            (visit.csrf())
            input type="hidden" name="key" value={ (key) (name.len()) };
            input type="hidden" name="do" value=(command);
            input type="hidden" name="back" value="/account";
            (inside)
            button .button { (name) }
        }
    }
}

fn field(name: &str, key: &str, mode: &str) -> Markup {
    html! {
        label .field {
            span { (name) }
            input .input name=(key) inputmode=(mode) autocomplete="off" required maxlength="12";
        }
    }
}

fn what(lang: Lang, limit: &Limit) -> String {
    match limit {
        Limit::Deposit { .. } => lang.say("limit-deposit"),
        Limit::Loss { .. } => lang.say("limit-loss"),
        Limit::Session { .. } => lang.say("limit-session"),
        Limit::Wager { .. } => lang.say("limit-wager"),
    }
}

fn figure(lang: Lang, limit: &Limit) -> String {
    match limit {
        Limit::Deposit { most, .. } | Limit::Loss { most, .. } | Limit::Wager { most } => {
            most.map(figures::money)
        }
        Limit::Session { minutes } => {
            minutes.map(|minutes| lang.with("minutes", &[("minutes", minutes.0.into())]))
        }
    }
    .unwrap_or_else(|| lang.say("none"))
}
