//! The cage: what waits at the window, one account at a time, and the closing of the day.

use banco_wire::{AccountSeen, AccountWanted, Limit, LimitSeen, Moment, Money, Status};
use maud::{Markup, html};

use crate::figures;
use crate::icon::{Icon, icon};
use crate::layout::{Visit, page};
use crate::staff::asked::fund;
use crate::staff::frame::{clock, day_and_minute};
use crate::staff::orders::{self, Manner, Order, sentence};
use crate::staff::patron::{self, PatronFacts, PatronForm};
use crate::staff::{Desk, Section};
use crate::text::Lang;

/// What the cage sees.
#[derive(Clone, Debug)]
pub struct CageView {
    /// What waits.
    pub queue: Vec<Waits>,
    /// Accounts.
    pub accounts: AccountsView,
    /// The form that opens an account, for those who may.
    pub opening: Option<PatronForm>,
    /// The closing of the day.
    pub closing: Closing,
}

/// Accounts: those that fit, or one in full.
#[derive(Clone, Debug)]
pub struct AccountsView {
    /// Where they are looked at.
    pub at: &'static str,
    /// The account that is looked at.
    pub account: Option<AccountDesk>,
    /// Somebody without an account who is looked at.
    pub person: Option<PersonDesk>,
    /// What was looked for.
    pub find: String,
    /// Who fits: number, name, and the balance of those who have an account.
    pub found: Vec<(u32, String, Option<Money>)>,
}

/// Somebody who has no account.
#[derive(Clone, Debug)]
pub struct PersonDesk {
    /// Their number.
    pub number: u32,
    /// What they are called.
    pub name: String,
    /// What they sign in with.
    pub login: Option<String>,
    /// The form that opens their account, for those who may.
    pub opening: Option<PatronForm>,
}

/// Something that waits at the window.
#[derive(Clone, Debug)]
pub struct Waits {
    /// Whose.
    pub person: u32,
    /// What they are called.
    pub name: String,
    /// How much.
    pub amount: Money,
    /// What it is.
    pub what: Waiting,
}

/// What waits.
#[derive(Clone, Debug)]
pub enum Waiting {
    /// Money that is kept for a buy-in which a table has not taken: its number, the table, and giving it up.
    BuyIn(u32, u32, Box<Order>),
    /// A balance whose owner has left all tables, and paying it out.
    CashOut(Box<Order>),
    /// A request for another person: the key of its words, who asked, why, and until when it can be approved.
    Asked(&'static str, String, String, Option<Moment>),
}

/// An account, with what can be done.
#[derive(Clone, Debug)]
pub struct AccountDesk {
    /// As a cashier sees it.
    pub seen: AccountSeen,
    /// What the cage knows of its owner, where it has checked who they are.
    pub patron: Option<PatronFacts>,
    /// Whether whoever looks compares documents.
    pub may_check_identity: bool,
    /// The form that opens it, where it is closed or waits for a document.
    pub opening: Option<PatronForm>,
    /// Its last lines.
    pub lines: Vec<AccountLine>,
    /// Takes money in.
    pub deposit: Order,
    /// Pays money out.
    pub pay_out: Order,
    /// Asks for a correction.
    pub adjust: Order,
    /// Changes what it is good for.
    pub status: Order,
}

/// A line of an account.
#[derive(Clone, Debug)]
pub struct AccountLine {
    /// When.
    pub at: Moment,
    /// What happened.
    pub text: String,
    /// The number of its receipt, where it has one.
    pub receipt: Option<String>,
}

/// The closing of the day.
#[derive(Clone, Debug)]
pub struct Closing {
    /// When the balance was taken.
    pub at: Moment,
    /// Fund by fund: currency, whose it is, its name, of how many accounts, how much.
    pub rows: Vec<TrialLine>,
    /// What does not agree.
    pub problems: Vec<String>,
    /// How many tables are open.
    pub open_tables: usize,
    /// How many things wait for somebody.
    pub waiting: usize,
    /// The last closing: who, when.
    pub last: Option<(String, Moment)>,
    /// A closing that waits for another cashier: who asked, and whether it was the viewer.
    pub asked: Option<(String, bool)>,
}

/// A line of the trial balance.
#[derive(Clone, Debug)]
pub struct TrialLine {
    /// `table`, `account` or `all`.
    pub kind: String,
    /// Which fund.
    pub fund: String,
    /// Of how many accounts.
    pub accounts: u64,
    /// How much they hold together.
    pub amount: Money,
}

impl Closing {
    /// Whether the day can be closed.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.problems.is_empty() && self.waiting == 0 && self.open_tables == 0
    }
}

/// Accounts, as the floor and its executives see them: they ask for corrections, which cashiers do not.
#[must_use]
pub fn accounts(visit: &Visit, view: &AccountsView) -> Markup {
    let lang = visit.lang();
    let mut desk = Desk::new(visit, Section::Floor, lang.say("staff-accounts"));
    desk.facts = vec![lang.with("staff-account-count", &[("accounts", view.found.len().into())])];
    let content = html! {
        main #main .admin-main {
            p { a .small href="/floor" { "← " (lang.say("staff-all-tables")) } }
            h1 .visually-hidden { (lang.say("staff-accounts")) }
            (account(visit, view))
        }
    };
    page(&desk.shell("page-staff"), &content)
}

/// The page.
#[must_use]
pub fn cage(visit: &Visit, view: &CageView) -> Markup {
    let lang = visit.lang();
    let mut desk = Desk::new(visit, Section::Cage, lang.say("staff-cage"));
    desk.facts = vec![day_and_minute(view.closing.at) + " UTC"];
    let content = html! {
        main #main .cage-main {
            h1 .visually-hidden { (lang.say("staff-cage")) }
            div .cage-left {
                (queue(visit, view))
                (account(visit, &view.accounts))
                @if let Some(form) = &view.opening { (opening_panel(visit, form)) }
            }
            (closing(visit, &view.closing))
        }
    };
    page(&desk.shell("page-staff page-cage"), &content)
}

/// The form by which an account is opened, alone: as it comes back where it was refused.
#[must_use]
pub fn opening(visit: &Visit, form: &PatronForm) -> Markup {
    let lang = visit.lang();
    let desk = Desk::new(visit, Section::Cage, lang.say("staff-cage"));
    let content = html! {
        main #main .cage-main {
            h1 .visually-hidden { (lang.say("staff-cage")) }
            div .cage-left {
                (opening_panel(visit, form))
                p { a href=(Section::Cage.path()) { (lang.say("staff-cage")) } }
            }
        }
    };
    page(&desk.shell("page-staff page-cage"), &content)
}

fn opening_panel(visit: &Visit, form: &PatronForm) -> Markup {
    html! {
        section .panel.panel-body aria-label=(visit.lang().say("staff-open-account")) { (patron::open_form(visit, form)) }
    }
}

fn queue(visit: &Visit, view: &CageView) -> Markup {
    let lang = visit.lang();
    html! {
        section .panel aria-label=(lang.say("staff-queue")) {
            div .panel-head { h2 { (lang.say("staff-queue")) } p .small.muted { (lang.with("staff-queue-count", &[("items", view.queue.len().into())])) } }
            @if view.queue.is_empty() { p .panel-body.muted { (lang.say("staff-queue-empty")) } } @else {
                div .table-scroll tabindex="0" role="region" aria-label=(lang.say("staff-queue")) {
                    table .data-table.queue {
                        thead { tr {
                            th scope="col" { (lang.say("staff-what")) }
                            th scope="col" { (lang.say("staff-who")) }
                            th .number-cell scope="col" { (lang.say("staff-amount")) }
                            th scope="col" { (lang.say("staff-note")) }
                            th scope="col" { span .visually-hidden { (lang.say("staff-actions")) } }
                        } }
                        tbody { @for waits in &view.queue { (row(visit, waits)) } }
                    }
                }
            }
        }
    }
}

fn row(visit: &Visit, waits: &Waits) -> Markup {
    let lang = visit.lang();
    let (what, note) = match &waits.what {
        Waiting::BuyIn(_, table, _) => {
            (lang.say("staff-buy-in"), lang.with("staff-kept-for", &[("table", (*table).into())]))
        }
        Waiting::CashOut(_) => (lang.say("staff-cash-out"), lang.say("staff-left-tables")),
        Waiting::Asked(what, by, why, _) => (
            lang.say(what),
            lang.with("staff-asked-why", &[("name", by.as_str().into()), ("why", why.as_str().into())]),
        ),
    };
    html! {
        tr {
            th scope="row" { (what) }
            td { a href={ "/cage?account=" (waits.person) } { (waits.name) } span .sub { (waits.person) } }
            td .number-cell.money { (figures::money(waits.amount)) }
            td .small { (note) }
            td { div .row-keys { (keys(visit, waits)) } }
        }
    }
}

fn keys(visit: &Visit, waits: &Waits) -> Markup {
    let lang = visit.lang();
    html! {
        @match &waits.what {
            Waiting::BuyIn(hold, _, order) => {
                @let fields = html! {
                    input type="hidden" name="number.hold" value=(hold);
                    (orders::text(&lang.say("staff-reason"), "text.reason", true))
                };
                (orders::folded(visit, order, &lang.say("staff-give-up"), &fields, Manner::default()))
            },
            Waiting::CashOut(order) => {
                @let given = html! {
                    input type="hidden" name="currency" value=(waits.amount.currency.word());
                    input type="hidden" name="minor.amount" value=(waits.amount.minor);
                };
                @let label = lang.with("staff-pay-out-all", &[("amount", figures::money(waits.amount).into())]);
                @match &order.refused {
                    Some(why) => (orders::refused(why)),
                    None => (orders::button(visit, order, &label, &given, Manner { primary: true, ..Manner::default() })),
                }
            },
            Waiting::Asked(.., until) => span .small.muted {
                (lang.say("staff-waits-for-second"))
                @if let Some(until) = until { ", " (lang.say("staff-lapses")) " " (clock(*until)) }
            },
        }
    }
}

fn account(visit: &Visit, view: &AccountsView) -> Markup {
    let lang = visit.lang();
    let title = match (&view.account, &view.person) {
        (Some(desk), _) => lang.with("staff-account-of", &[("name", desk.seen.owner.name.as_str().into())]),
        (None, Some(person)) => person.name.clone(),
        (None, None) => lang.say("staff-accounts"),
    };
    html! {
        section .panel.account aria-label=(title) {
            div .panel-head {
                h2 { (title) }
                form .find role="search" method="get" action=(view.at) {
                    label .visually-hidden for="find" { (lang.say("staff-find-account")) }
                    input #find .input name="find" value=(view.find) autocomplete="off" maxlength="80" placeholder=(lang.say("staff-name-or-number"));
                    button .button.button-small { (lang.say("staff-find")) }
                }
            }
            @if view.account.is_none() && view.person.is_none() { (found(lang, view)) }
            @if let Some(person) = &view.person { (without_account(visit, person)) }
            @if let Some(desk) = &view.account { (account_body(visit, desk)) }
        }
    }
}

fn found(lang: Lang, view: &AccountsView) -> Markup {
    html! {
        @if view.found.is_empty() { p .panel-body.muted { (lang.say("staff-none-found")) } } @else {
            ul .found { @for (person, name, balance) in &view.found {
                li { a href={ (view.at) "?account=" (person) } { span { (name) " " span .faint { (person) } } b .figure { @match balance { Some(balance) => (figures::money(*balance)), None => (lang.say("staff-no-account")) } } } }
            } }
        }
    }
}

/// Somebody who has no account, and the form that opens one.
fn without_account(visit: &Visit, person: &PersonDesk) -> Markup {
    let lang = visit.lang();
    html! {
        div .panel-body {
            dl .record {
                div { dt { (lang.say("staff-patron-number")) } dd { (person.number) } }
                @if let Some(login) = &person.login { div { dt { (lang.say("staff-patron-login")) } dd { (login) } } }
                div { dt { (lang.say("staff-status")) } dd { (lang.say("staff-no-account")) } }
            }
            @if let Some(form) = &person.opening { (patron::open_form(visit, form)) }
        }
    }
}

fn account_body(visit: &Visit, desk: &AccountDesk) -> Markup {
    let (lang, seen) = (visit.lang(), &desk.seen);
    html! {
        div .account-body {
            dl .account-facts {
                div { dt { (lang.say("balance")) } dd #account-balance .account-big { (figures::money(seen.balance)) } }
                div { dt { (lang.say("staff-kept")) } dd { (figures::money(seen.held)) } }
                @for at in &seen.at_tables {
                    div { dt { (lang.with("table-number", &[("table", at.table.0.into())])) } dd { (figures::money(at.amount)) } }
                }
                div { dt { (lang.say("staff-status")) } dd { (status(lang, seen.status)) @if seen.excluded { ", " (lang.say("staff-excluded")) } } }
                @for limit in &seen.limits { (limit_row(lang, limit)) }
                @if let Some(patron) = &desk.patron { (patron::facts(lang, patron)) }
            }
            div .account-lines {
                div .table-scroll tabindex="0" role="region" aria-label=(lang.say("staff-last-lines")) {
                    table .data-table {
                        caption .visually-hidden { (lang.say("staff-last-lines")) }
                        thead { tr { th scope="col" { (lang.say("staff-time")) } th scope="col" { (lang.say("staff-posting")) } } }
                        tbody { @for line in &desk.lines { tr {
                            td .muted { (clock(line.at)) }
                            td {
                                (sentence(&line.text))
                                @if let Some(number) = &line.receipt {
                                    " " a .small href={ "/receipts/" (number) "?back=" (visit.path) } { (lang.say("staff-receipt-open")) " " (number) }
                                }
                            }
                        } } }
                    }
                }
                (requests(lang, seen))
                div .row-keys { (account_keys(visit, desk)) }
            }
        }
    }
}

/// What waits for a second person.
fn requests(lang: Lang, seen: &AccountSeen) -> Markup {
    html! {
        @if !seen.requests.is_empty() {
            h3 { (lang.say("staff-open-requests")) }
            ul .open-requests { @for request in &seen.requests {
                li {
                    @match &request.wanted {
                        AccountWanted::Adjust { amount, reason } => {
                            (lang.say("staff-correction")) " " b { (figures::signed(*amount)) } ", "
                            (lang.with("staff-asked-why", &[("name", request.by.name.as_str().into()), ("why", reason.0.as_str().into())]))
                        },
                        AccountWanted::Reactivate { reason } => {
                            (lang.say("staff-reactivate")) ", "
                            (lang.with("staff-asked-why", &[("name", request.by.name.as_str().into()), ("why", reason.0.as_str().into())]))
                        },
                        AccountWanted::Deposit { amount } => {
                            (lang.say("staff-deposit")) " " b { (figures::money(*amount)) } ", "
                            (lang.with("staff-asked-for-by", &[("name", request.by.name.as_str().into())]))
                        },
                        AccountWanted::PayOut { amount, identity } => {
                            (lang.say("staff-pay-out")) " " b { (figures::money(*amount)) } ", "
                            (lang.with("staff-asked-for-by", &[("name", request.by.name.as_str().into())])) ", "
                            @match identity {
                                Some(check) => (check.0),
                                None => (lang.say("staff-owner-confirms")),
                            }
                        },
                    }
                    @if let Some(until) = request.until { ", " (lang.say("staff-lapses")) " " (clock(until)) }
                }
            } }
        }
    }
}

fn account_keys(visit: &Visit, desk: &AccountDesk) -> Markup {
    let lang = visit.lang();
    let currency = html! { input type="hidden" name="currency" value=(desk.seen.currency.word()); };
    let amount = html! { (currency) (orders::money(&lang.say("staff-amount"), "money.amount")) };
    let valid = desk.patron.as_ref().and_then(|patron| patron.valid_until);
    let paid = html! {
        (amount)
        p .small.muted {
            @match valid {
                Some(until) => (lang.with("staff-identity-until", &[("at", clock(until).into())])),
                None => (lang.say("staff-identity-about")),
            }
        }
    };
    let correction = html! {
        (currency)
        input type="hidden" name="text.wanted.what" value="adjust";
        (orders::money(&lang.say("staff-adjust-by"), "signed.wanted.amount"))
        (orders::text(&lang.say("staff-reason"), "text.wanted.reason", true))
        p .small.muted { (lang.say("staff-takes-two")) }
    };
    let all = [Status::Active, Status::Suspended, Status::Closed, Status::Pending];
    let statuses: Vec<(String, String)> =
        all.iter().map(|one| (one.word().to_owned(), status(lang, *one))).collect();
    let standing = html! {
        (orders::choice(&lang.say("staff-status"), "text.status", &statuses))
        (orders::text(&lang.say("staff-reason"), "text.reason", true))
    };
    // The proof belongs to the confirmation.
    let primary = Manner { primary: true, ..Manner::default() };
    html! {
        @if let Some(form) = &desk.opening { (patron::open_form(visit, form)) }
        @if let Some(patron) = desk.patron.as_ref().filter(|_| desk.may_check_identity) {
            (patron::identity_form(visit, desk.seen.owner.person.0, patron))
        }
        (orders::folded(visit, &desk.deposit, &lang.say("staff-deposit"), &amount, primary))
        (orders::folded(visit, &desk.pay_out, &lang.say("staff-pay-out"), &paid, primary))
        (orders::folded(visit, &desk.adjust, &lang.say("staff-correction"), &correction, Manner::default()))
        (orders::folded(visit, &desk.status, &lang.say("staff-status"), &standing, Manner { proved: true, ..Manner::default() }))
    }
}

fn status(lang: Lang, status: Status) -> String {
    lang.or(&format!("staff-status-{}", status.word()), status.word())
}

fn limit_row(lang: Lang, limit: &LimitSeen) -> Markup {
    let what = match &limit.in_force {
        Limit::Deposit { .. } => lang.say("staff-limit-deposit"),
        Limit::Loss { .. } => lang.say("staff-limit-loss"),
        Limit::Wager { .. } => lang.say("staff-limit-wager"),
        Limit::Session { .. } => lang.say("staff-limit-session"),
    };
    html! {
        @if let Some(left) = limit.left {
            div { dt { (what) } dd { (lang.with("staff-limit-left", &[("amount", figures::money(left).into())])) } }
        }
    }
}

fn closing(visit: &Visit, closing: &Closing) -> Markup {
    let lang = visit.lang();
    html! {
        section .panel.closing aria-label=(lang.say("staff-closing")) {
            div .panel-head {
                h2 { (lang.say("staff-closing")) }
                @if let Some((name, at)) = &closing.last {
                    span .tag { (lang.with("staff-closed-last", &[("name", name.as_str().into()), ("at", day_and_minute(*at).into())])) }
                }
            }
            (trial(lang, closing))
            (checks(lang, closing))
            div .approval-keys.no-print { button .button.script-only type="button" data-print="" { (lang.say("staff-print")) } }
            @if let Some((name, own)) = &closing.asked {
                p .small { (lang.with(if *own { "staff-close-own" } else { "staff-close-asked" }, &[("name", name.as_str().into())])) }
            }
            @if closing.is_ready() {
                form .approve-form.no-print method="post" action="/cage/close" data-live="close" {
                    (visit.form_fields())
                    input type="hidden" name="back" value="/cage";
                    button .button.button-primary { (lang.say("staff-close-day")) }
                }
            } @else {
                p .why-not.no-print { (icon(Icon::Lock)) span { (lang.say("staff-close-needs")) } }
            }
        }
    }
}

/// What each fund holds, debits and credits apart; both columns are the same.
fn trial(lang: Lang, closing: &Closing) -> Markup {
    let lines: Vec<&TrialLine> =
        closing.rows.iter().filter(|row| row.kind != "all" && row.amount.minor != 0).collect();
    let mut currencies: Vec<_> = lines.iter().map(|row| row.amount.currency).collect();
    currencies.dedup();
    html! {
        @for currency in currencies {
            @let own: Vec<&&TrialLine> = lines.iter().filter(|row| row.amount.currency == currency).collect();
            @let sum = |debit: bool| Money { minor: own.iter().map(|row| row.amount.minor).filter(|minor| (*minor < 0) == debit).sum::<i64>().abs(), currency };
            div .table-scroll tabindex="0" role="region" aria-label={ (lang.say("staff-trial-balance")) " " (currency.word()) } {
                table .data-table.trial {
                    caption { (lang.say("staff-trial-balance")) ", " (currency.word()) ", " (clock(closing.at)) " UTC" }
                    thead { tr {
                        th scope="col" { (lang.say("staff-fund")) }
                        th .number-cell scope="col" { (lang.say("staff-debit")) }
                        th .number-cell scope="col" { (lang.say("staff-credit-column")) }
                    } }
                    tbody { @for row in &own { (trial_row(lang, row)) } }
                    tfoot { tr {
                        th scope="row" { (lang.say("staff-total")) }
                        td .number-cell data-total="debit" { (figures::money(sum(true))) }
                        td .number-cell data-total="credit" { (figures::money(sum(false))) }
                    } }
                }
            }
        }
    }
}

fn trial_row(lang: Lang, row: &TrialLine) -> Markup {
    let amount = figures::money(Money { minor: row.amount.minor.saturating_abs(), ..row.amount });
    let whose = if row.kind == "table" { lang.say("staff-of-tables") } else { lang.say("staff-of-accounts") };
    // What is beyond the table is at the window of the cage; what is beyond the window is money in people's pockets.
    let name = if row.kind != "table" && row.fund == "outside" {
        lang.say("staff-fund-window")
    } else {
        fund(lang, &row.fund)
    };
    html! {
        tr {
            th scope="row" { (name) span .sub { (whose) ", " (row.accounts) } }
            td .number-cell { @if row.amount.minor < 0 { (amount) } }
            td .number-cell { @if row.amount.minor >= 0 { (amount) } }
        }
    }
}

fn checks(lang: Lang, closing: &Closing) -> Markup {
    let line = |done: bool, words: String| {
        html! {
            li { (icon(if done { Icon::Tick } else { Icon::Clock })) (words) }
        }
    };
    html! {
        ul .checks #trial-checks {
            @if closing.problems.is_empty() { (line(true, lang.say("staff-books-agree"))) }
            @for problem in &closing.problems { li .is-alert { (icon(Icon::Warning)) (sentence(problem)) } }
            (line(closing.open_tables == 0, lang.with("staff-tables-open", &[("tables", closing.open_tables.into())])))
            (line(closing.waiting == 0, lang.with("staff-things-wait", &[("items", closing.waiting.into())])))
        }
    }
}
