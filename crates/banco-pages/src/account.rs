//! One's own account: what is in it, the limits that one has set oneself, and the ways to stop for a while or for good.

use banco_wire::{AccountSeen, AccountWanted, Limit, LimitSeen, Moment};
use maud::{Markup, html};

use crate::figures;
use crate::layout::{Ground, Shell, Visit, page};
use crate::text::Lang;

const DAY: i64 = 86_400_000_000;
/// For how many days somebody may take a break.
const BREAKS: [i64; 4] = [1, 7, 30, 90];
/// For how long somebody may exclude themself, in months; otherwise for good.
const EXCLUSIONS: [i64; 4] = [6, 12, 36, 60];

/// The page.
#[must_use]
pub fn account(visit: &Visit, account: &AccountSeen, told: &Told<'_>, now: Moment) -> Markup {
    let lang = visit.lang();
    let shell = Shell {
        ground: Ground::Paper,
        styles: &["story.css", "door.css", "account.css"],
        ..Shell::new(visit, lang.say("account-and-limits"), "page-paper")
    };
    let forms = Forms { visit };
    let content = html! {
        main #main .paper {
            header .paper-head { p .eyebrow { (account.owner.name) } h1 { (lang.say("account-and-limits")) } }
            (barred(lang, account))
            (notices(lang, told, now))
            (money(lang, account))
            (pay_outs(&forms, account))
            p { a .button.button-small href="/receipts?back=/account" { (lang.say("staff-receipts")) } }
            section .limits aria-labelledby="limits" {
                h2 #limits { (lang.say("your-limits-title")) }
                (limits(&forms, &account.limits))
                p .small.muted { (lang.say("limits-note")) }
            }
            section .stops {
                (reminder(&forms, account))
                (pause(&forms, now))
                (exclusion(&forms, now))
            }
        }
    };
    page(&shell, &content)
}

struct Forms<'a> {
    visit: &'a Visit,
}

impl Forms<'_> {
    const fn lang(&self) -> Lang {
        self.visit.lang()
    }

    /// A form that sends a command.
    fn form(&self, class: &str, command: &str, inside: &Markup) -> Markup {
        html! {
            form class=(class) method="post" action="/account/do" {
                (self.visit.form_fields())
                input type="hidden" name="do" value=(command);
                input type="hidden" name="back" value="/account";
                (inside)
            }
        }
    }
}

/// What the house has done about an account.
#[derive(Clone, Copy, Debug, Default)]
pub struct Told<'a> {
    /// What, and when: newest first.
    pub notices: &'a [(&'a str, Moment)],
    /// Until when no money moves because of it.
    pub cool_off_until: Option<Moment>,
}

fn notices(lang: Lang, told: &Told<'_>, now: Moment) -> Markup {
    html! {
        @if let Some(until) = told.cool_off_until.filter(|until| *until > now) {
            p .banner { (lang.with("cools-off-until", &[("when", figures::when(until).into())])) }
        }
        @if !told.notices.is_empty() {
            section .limits aria-labelledby="notices" {
                h2 #notices { (lang.say("notices-title")) }
                (crate::signin::notice_list(lang, told.notices))
            }
        }
    }
}

/// Why somebody cannot play, first of all.
fn barred(lang: Lang, account: &AccountSeen) -> Markup {
    let until = |key: &str, at: Moment| lang.with(key, &[("when", figures::when(at).into())]);
    let said = match (account.excluded, account.excluded_until, account.cool_off) {
        (true, Some(at), _) => Some(until("is-excluded-until", at)),
        (true, None, _) => Some(lang.say("is-excluded")),
        (false, _, Some(at)) => Some(until("on-break", at)),
        (false, _, None) => None,
    };
    html! { @if let Some(said) = said { p .banner { (said) } } }
}

fn money(lang: Lang, account: &AccountSeen) -> Markup {
    html! {
        dl .record {
            div { dt { (lang.say("balance")) } dd { (figures::money(account.balance)) } }
            // A table that somebody has left owes them nothing, whatever they won or lost there.
            @for table in account.at_tables.iter().filter(|one| account.tables.contains(&one.table)) {
                div { dt { (lang.with("table-number", &[("table", table.table.0.into())])) } dd { (figures::money(table.amount)) } }
            }
            @if let Some(session) = account.session {
                div { dt { (lang.say("here-for")) } dd { (lang.with("minutes", &[("minutes", session.minutes.into())])) } }
            }
        }
    }
}

/// Payouts that a cashier has asked for: the owner confirms each, or declines it.
fn pay_outs(forms: &Forms<'_>, account: &AccountSeen) -> Markup {
    let lang = forms.lang();
    html! {
        @for request in &account.requests {
            @if let AccountWanted::PayOut { amount, identity: None } = &request.wanted {
                @let number = html! { input type="hidden" name="number.request" value=(request.request.0); };
                section .pay-out {
                    h2 { (lang.say("account-pay-out")) }
                    p { (lang.with("account-pay-out-asked", &[("amount", figures::money(*amount).into()), ("name", request.by.name.as_str().into())])) }
                    div .row-keys {
                        (forms.form("inline-form", "confirm_pay_out", &html! {
                            (number)
                            button .button.button-primary { (lang.say("account-pay-out-confirm")) }
                        }))
                        (forms.form("inline-form", "turn_down", &html! {
                            (number)
                            input type="hidden" name="text.reason" value=(lang.say("account-pay-out-declined"));
                            button .button { (lang.say("account-pay-out-decline")) }
                        }))
                    }
                }
            }
        }
    }
}

fn limits(forms: &Forms<'_>, limits: &[LimitSeen]) -> Markup {
    let lang = forms.lang();
    html! {
        table .data-table.limit-table {
            thead {
                tr {
                    th scope="col" { (lang.say("limit-column")) }
                    th scope="col" { (lang.say("limit-in-force")) }
                    th scope="col" { (lang.say("limit-left")) }
                    th scope="col" { (lang.say("limit-change")) }
                }
            }
            tbody {
                @for limit in limits {
                    @let name = name(&limit.in_force);
                    tr {
                        th scope="row" { (lang.say(&format!("limit-name-{name}"))) }
                        td { (figure(lang, &limit.in_force)) }
                        td { @if let Some(left) = limit.left { (figures::money(left)) } @else { "–" } }
                        td { (change(forms, limit, &name)) (waiting(forms, limit)) }
                    }
                }
            }
        }
    }
}

fn change(forms: &Forms<'_>, limit: &LimitSeen, name: &str) -> Markup {
    let lang = forms.lang();
    let title = lang.say(&format!("limit-name-{name}"));
    let (field, mode) = match limit.in_force {
        Limit::Session { .. } => ("number.limit.minutes", "numeric"),
        Limit::Deposit { .. } | Limit::Loss { .. } | Limit::Wager { .. } => ("money.limit.most", "decimal"),
    };
    forms.form(
        "limit-form",
        "set_limit",
        &html! {
            (key_of(&limit.in_force))
            input .input name=(field) inputmode=(mode) autocomplete="off" maxlength="12" placeholder=(lang.say("limit-empty"))
                aria-label=(lang.with("limit-new", &[("name", title.clone().into())]));
            button .button aria-label={ (lang.say("limit-set")) ": " (title) } { (lang.say("limit-set")) }
        },
    )
}

/// The looser limit that somebody has asked for.
fn waiting(forms: &Forms<'_>, limit: &LimitSeen) -> Markup {
    let lang = forms.lang();
    let Some(waits) = &limit.waits else { return Markup::default() };
    let told = [("figure", figure(lang, &waits.limit).into()), ("when", figures::when(waits.from).into())];
    let answer = |command: &str, word: &str| {
        let inside = html! { (key_of(&limit.in_force)) button .button.is-quiet { (lang.say(word)) } };
        forms.form("limit-answer", command, &inside)
    };
    html! {
        div .limit-waits {
            p { (lang.with("limit-waits", &told)) }
            (answer("confirm_limit", "limit-confirm")) (answer("withdraw_limit", "limit-withdraw"))
        }
    }
}

/// What is limited, as a command names it.
fn key_of(limit: &Limit) -> Markup {
    let hidden = |key: &str, value: &str| html! { input type="hidden" name=(key) value=(value); };
    match limit {
        Limit::Deposit { period, .. } => {
            html! { (hidden("text.limit.what", "deposit")) (hidden("text.limit.period", period.word())) }
        }
        Limit::Loss { period, .. } => {
            html! { (hidden("text.limit.what", "loss")) (hidden("text.limit.period", period.word())) }
        }
        Limit::Session { .. } => hidden("text.limit.what", "session"),
        Limit::Wager { .. } => hidden("text.limit.what", "wager"),
    }
}

fn name(limit: &Limit) -> String {
    match limit {
        Limit::Deposit { period, .. } => format!("deposit-{}", period.word()),
        Limit::Loss { period, .. } => format!("loss-{}", period.word()),
        Limit::Session { .. } => "session".to_owned(),
        Limit::Wager { .. } => "wager".to_owned(),
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

fn reminder(forms: &Forms<'_>, account: &AccountSeen) -> Markup {
    let lang = forms.lang();
    let now = match account.check_every {
        Some(minutes) => lang.with("check-now", &[("minutes", minutes.0.into())]),
        None => lang.say("check-never"),
    };
    forms.form(
        "trouble-card",
        "choose_check",
        &html! {
            h2 { (lang.say("time-title")) }
            p { (now) }
            label .field {
                span { (lang.say("check-minutes")) }
                input .input name="number.minutes" inputmode="numeric" autocomplete="off" maxlength="4";
            }
            button .button { (lang.say("check-set")) }
        },
    )
}

fn pause(forms: &Forms<'_>, now: Moment) -> Markup {
    let lang = forms.lang();
    let times = BREAKS.map(|days| (lang.with("for-days", &[("days", days.into())]), later(now, days)));
    let words = Stop { title: "break-title", how: "break-how", go: "break-go" };
    stop(forms, "cool_off", &words, &times)
}

fn exclusion(forms: &Forms<'_>, now: Moment) -> Markup {
    let lang = forms.lang();
    let times = EXCLUSIONS.map(|months| {
        let long = match months {
            months if months % 12 == 0 => lang.with("for-years", &[("years", (months / 12).into())]),
            months => lang.with("for-months", &[("months", months.into())]),
        };
        // A month is as long as the longest one: nobody comes back before their time.
        (long, later(now, months * 31))
    });
    let mut times = times.to_vec();
    times.push((lang.say("for-good"), String::new()));
    stop(forms, "exclude", &Stop { title: "exclude-title", how: "exclude-how", go: "exclude-go" }, &times)
}

struct Stop {
    title: &'static str,
    how: &'static str,
    go: &'static str,
}

/// Stopping is said twice: by a box that has to be ticked, and by the button.
fn stop(forms: &Forms<'_>, command: &str, words: &Stop, times: &[(String, String)]) -> Markup {
    let lang = forms.lang();
    forms.form(
        "trouble-card",
        command,
        &html! {
            h2 { (lang.say(words.title)) }
            p { (lang.say(words.how)) }
            label .field {
                span { (lang.say("break-long")) }
                select .input name="text.until" { @for (long, until) in times { option value=(until) { (long) } } }
            }
            label .sure { input type="checkbox" required; span { (lang.say("break-sure")) } }
            button .button { (lang.say(words.go)) }
        },
    )
}

fn later(now: Moment, days: i64) -> String {
    Moment::from_micros(now.micros().saturating_add(days.saturating_mul(DAY))).to_string()
}
