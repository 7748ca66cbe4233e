//! One table, as the floor sees it: everything that is dealt and wagered, the books, and every order that the floor can give.

use banco_wire::{CardSeen, HandSeen, Moment, Money, OwnSeen, TableSeen};
use maud::{Markup, html};

use crate::art;
use crate::figures;
use crate::layout::{Follows, Shell, Visit, page};
use crate::parts::Parts;
use crate::staff::asked::fund;
use crate::staff::frame::{clock, role};
use crate::staff::matters::{self, Matter, Notice};
use crate::staff::orders::{self, Manner, Order, clauses};
use crate::staff::{Desk, Section};
use crate::text::Lang;

/// A table, with what the floor can do there.
#[derive(Clone, Debug)]
pub struct TableDesk {
    /// Its number.
    pub number: u32,
    /// What it is called.
    pub name: String,
    /// The pit in which it stands.
    pub pit: String,
    /// As the floor sees it.
    pub seen: TableSeen,
    /// What waits here.
    pub matters: Vec<Matter>,
    /// The notices of its rulebook that have a time.
    pub notices: Vec<Notice>,
    /// What the floor can order.
    pub orders: Orders,
    /// Other terms that the house knows and that this table could play by.
    pub terms: Vec<Terms>,
    /// The reasons for which its rulebook lets a round be void, with their clauses.
    pub void_reasons: Vec<(String, String, Vec<String>)>,
    /// How it is run.
    pub run: Run,
    /// What stands on its sign: title, text, and who has put it there.
    pub info: Option<(String, String, String)>,
    /// Who has worked here lately: capacity, name, when.
    pub staff: Vec<(&'static str, String, Moment)>,
    /// The server's clock.
    pub now: Moment,
    /// How far the table has come.
    pub seq: u64,
}

/// How a table is run: what a floorperson may change.
#[derive(Clone, Debug)]
pub struct Run {
    /// The version of what is seen here, which a change must name.
    pub version: u64,
    /// Seconds for wagers, where it differs from the floor's.
    pub betting_seconds: Option<u16>,
    /// Seconds for a decision, where it differs from the floor's.
    pub answer_seconds: Option<u16>,
}

/// Every order, with whether it can be given now.
#[derive(Clone, Debug)]
pub struct Orders {
    /// Opens the table.
    pub open: Order,
    /// Closes it.
    pub close: Order,
    /// Holds it.
    pub hold: Order,
    /// Lets it go on.
    pub resume: Order,
    /// Annuls a round without cards.
    pub void: Order,
    /// Asks that a round with cards be void.
    pub ask_void: Order,
    /// Orders another cut.
    pub recut: Order,
    /// Orders the curator to pass the shoe.
    pub pass: Order,
    /// Takes the right to turn cards away.
    pub relinquish: Order,
    /// Passes somebody over who says nothing.
    pub pass_over: Order,
    /// Brings chips to the tray.
    pub fill: Order,
    /// Takes chips from it.
    pub credit: Order,
    /// Asks that money be moved by hand.
    pub correct: Order,
    /// Asks that somebody be seen off.
    pub see_off: Order,
    /// Hands somebody promotional chips or a coupon.
    pub promote: Order,
    /// Lets somebody act for a participant.
    pub accommodate: Order,
}

/// Terms that the table could play by.
#[derive(Clone, Debug)]
pub struct Terms {
    /// What the submission is called.
    pub name: String,
    /// The text that names the rules.
    pub rules: String,
    /// What it differs in: the term, what it is, what it would be.
    pub differs: Vec<(String, String, String)>,
    /// Adopts them.
    pub adopt: Order,
}

/// The page.
#[must_use]
pub fn table(visit: &Visit, desk: &TableDesk) -> Markup {
    let lang = visit.lang();
    let mut frame =
        Desk::new(visit, Section::Floor, lang.with("table-number", &[("table", desk.number.into())]));
    frame.facts = vec![desk.name.clone(), desk.pit.clone()];
    let parts = parts(visit, desk);
    let follows = Follows {
        streams: format!("table/{} lobby", desk.number),
        parts: format!("/floor/tables/{}/parts", desk.number),
    };
    let shell = Shell { follows: Some(follows), ..frame.shell("page-staff page-floor page-calm") };
    let content = html! {
        main #main .floor-main {
            div .floor-pit {
                h1 .visually-hidden { (lang.with("table-number", &[("table", desk.number.into())])) ", " (desk.name) }
                p { a .small href="/floor" { "← " (lang.say("staff-all-tables")) } }
                @for id in ["now", "people", "orders", "sign", "run", "terms", "books"] { div id=(id) { (parts.inside(id)) } }
            }
            aside .floor-side aria-label=(lang.say("staff-waiting")) {
                div #matters { (parts.inside("matters")) }
                div #notices { (parts.inside("notices")) }
                div #workers { (parts.inside("workers")) }
            }
        }
    };
    page(&shell, &content)
}

/// What changes on it.
#[must_use]
pub fn parts(visit: &Visit, desk: &TableDesk) -> Parts {
    let lang = visit.lang();
    Parts::default()
        .and("now", now(lang, desk))
        .and("people", people(lang, desk))
        .and("orders", orders_of(visit, desk))
        .and("sign", sign(visit, desk))
        .and("run", run(visit, desk))
        .and("terms", terms(visit, desk))
        .and("books", books(lang, desk))
        .and("matters", matters::list(visit, &desk.matters, desk.now))
        .and("notices", notices(visit, desk))
        .and("workers", workers(lang, desk))
}

/// Where the round stands, with every card that lies open.
fn now(lang: Lang, desk: &TableDesk) -> Markup {
    let seen = &desk.seen;
    html! {
        section .panel aria-label=(lang.say("staff-round-now")) {
            div .panel-head {
                h2 { (crate::lobby::state(lang, seen.turn.phase, seen.turn.pause)) ", " (lang.with("staff-round", &[("round", seen.round.number.0.into())])) }
                span .small.muted {
                    (lang.with("staff-shoe", &[("shoe", seen.shoe.number.0.into())]))
                    @if let Some(call) = &seen.call { ", “" span lang="en" { (call) } "”" }
                }
            }
            div .panel-body { (hands(lang, seen)) }
        }
    }
}

/// Both hands: what lies face up is shown, what lies face down stays face down.
#[must_use]
pub fn hands(lang: Lang, seen: &TableSeen) -> Markup {
    let one = |name: String, class: &str, hand: &HandSeen| {
        html! {
            div {
                p class=(class) { (name) " " @if let Some(count) = hand.count { b { (count) } } }
                div .pay-cards {
                    @for card in &hand.cards {
                        @match card {
                            CardSeen::Up(card) | CardSeen::Held(card) => (art::card_in(card.0, lang)),
                            CardSeen::Down(_) => (art::back_in(1, lang)),
                        }
                    }
                    @if hand.cards.is_empty() { span .small.faint { (lang.say("staff-no-card")) } }
                }
            }
        }
    };
    html! {
        div .watch-hands {
            (one(lang.say("player"), "is-player", &seen.round.player))
            (one(lang.say("banker"), "is-banker", &seen.round.banker))
        }
    }
}

/// Who is there, with what they have and what they have wagered.
fn people(lang: Lang, desk: &TableDesk) -> Markup {
    let all: &[OwnSeen] = desk.seen.books.as_ref().map(|books| books.people.as_slice()).unwrap_or_default();
    html! {
        section .panel aria-label=(lang.say("staff-people")) {
            div .panel-head { h2 { (lang.say("staff-people")) } span .small.muted { (lang.with("staff-players", &[("players", all.len().into())])) } }
            div .table-scroll tabindex="0" role="region" aria-label=(lang.say("staff-people")) {
                table .data-table.people-table {
                    thead { tr {
                        th scope="col" { (lang.say("staff-seat")) }
                        th scope="col" { (lang.say("staff-who")) }
                        th scope="col" { (lang.say("staff-wagers")) }
                        th .number-cell scope="col" { (fund(lang, "chips")) }
                        th .number-cell scope="col" { (fund(lang, "owed")) }
                    } }
                    tbody { @for one in all { (person(lang, desk, one)) } }
                }
            }
        }
    }
}

fn person(lang: Lang, desk: &TableDesk, one: &OwnSeen) -> Markup {
    let wagers = desk.seen.wagers.iter().filter(|wager| wager.owner.person == one.who.person);
    html! {
        tr data-key={ "person-" (one.who.person.0) } {
            th scope="row" { (one.seat) @if one.behind { " " (lang.say("staff-behind")) } }
            td { (one.who.name) " " span .faint { (one.who.person.0) } }
            td { @for wager in wagers { span .wager { (wager.label) " " b { (figures::short(wager.stake.chips)) } } " " } }
            td .number-cell { (figures::money(one.chips)) }
            td .number-cell { (figures::money(one.owed)) @if one.overdue { " " span .tag.tag-alert { (lang.say("staff-overdue")) } } }
        }
    }
}

fn reason(lang: Lang) -> Markup {
    orders::text(&lang.say("staff-reason"), "text.reason", true)
}

fn orders_of(visit: &Visit, desk: &TableDesk) -> Markup {
    let (lang, all) = (visit.lang(), &desk.orders);
    let plain = Manner::default();
    let with_reason =
        |order: &Order, label: String| orders::folded(visit, order, &label, &reason(lang), plain);
    html! {
        section .panel aria-label=(lang.say("staff-orders")) {
            div .panel-head { h2 { (lang.say("staff-orders")) } span .small.muted { (lang.say("staff-orders-note")) } }
            p .small { a href={ "/receipts?table=" (desk.number) "&back=/floor/tables/" (desk.number) } { (lang.say("staff-receipts")) } }
            div .panel-keys {
                @if desk.seen.turn.phase == banco_wire::Phase::Closed { (open(visit, desk)) }
                (with_reason(&all.hold, lang.say("staff-hold")))
                @if all.resume.refused.is_none() { (orders::button(visit, &all.resume, &lang.say("staff-resume"), &html! {}, plain)) }
                (with_reason(&all.void, lang.say("staff-void")))
                (ask_void(visit, desk))
                (with_reason(&all.recut, lang.say("staff-recut")))
                (with_reason(&all.pass, lang.say("staff-order-pass")))
                (with_reason(&all.relinquish, lang.say("staff-order-relinquish")))
                (with_reason(&all.pass_over, lang.say("staff-pass-over")))
                (tray(visit, desk, &all.fill, false))
                (tray(visit, desk, &all.credit, true))
                (correct(visit, desk))
                (see_off(visit, desk))
                (promote(visit, desk))
                (accommodate(visit, desk))
                (orders::folded(visit, &all.close, &lang.say("staff-close-table"), &html! {}, plain))
            }
        }
    }
}

/// The currency in which amounts of a form are meant.
fn currency(desk: &TableDesk) -> Markup {
    html! { input type="hidden" name="currency" value=(desk.seen.terms.currency.word()); }
}

fn open(visit: &Visit, desk: &TableDesk) -> Markup {
    let lang = visit.lang();
    let fields = html! { (currency(desk)) (orders::money(&lang.say("staff-float"), "money.float")) };
    orders::folded(visit, &desk.orders.open, &lang.say("staff-open-table"), &fields, Manner::default())
}

fn ask_void(visit: &Visit, desk: &TableDesk) -> Markup {
    let lang = visit.lang();
    let fields = html! {
        input type="hidden" name="text.wanted.what" value="void";
        fieldset .reasons {
            legend { (lang.say("staff-void-why")) }
            @for (at, (id, words, cited)) in desk.void_reasons.iter().enumerate() {
                label .reason {
                    input type="radio" name="json.wanted.why" value={ "{\"what\":\"irregularity\",\"name\":\"" (id) "\"}" } checked[at == 0];
                    span { (orders::sentence(words)) (clauses(cited)) }
                }
            }
            label .reason {
                input type="radio" name="json.wanted.why" value="{\"what\":\"cannot_be_completed\"}" checked[desk.void_reasons.is_empty()];
                span { (lang.say("staff-cannot-complete")) }
            }
        }
        (orders::text(&lang.say("staff-what-happened"), "text.wanted.reason", true))
        p .small.muted { (lang.say("staff-takes-two")) }
    };
    orders::folded(visit, &desk.orders.ask_void, &lang.say("staff-ask-void"), &fields, Manner::default())
}

fn tray(visit: &Visit, desk: &TableDesk, order: &Order, credit: bool) -> Markup {
    let lang = visit.lang();
    let label = if credit { lang.say("staff-credit") } else { lang.say("staff-fill") };
    let fields = html! {
        (currency(desk))
        input type="hidden" name="json.credit" value=(credit);
        (orders::money(&lang.say("staff-amount"), "money.amount"))
    };
    let named = Order { command: order.command, ..order.clone() };
    html! { div .act-slot data-key={ "tray-" (credit) } { (orders::folded(visit, &named, &label, &fields, Manner::default())) } }
}

fn correct(visit: &Visit, desk: &TableDesk) -> Markup {
    let lang = visit.lang();
    let all = ["house", "tray", "drop", "tokes", "collected"];
    let demo = ["outside", "layout"].into_iter().filter(|_| visit.play_money);
    let plain: Vec<&str> = demo.chain(all).collect();
    let mut accounts: Vec<(String, String)> =
        plain.iter().map(|name| (format!("{{\"what\":\"{name}\"}}"), fund(lang, name))).collect();
    for one in participants(desk) {
        let chips = format!("{{\"what\":\"chips\",\"person\":{}}}", one.0);
        accounts.push((chips, format!("{}, {}", fund(lang, "chips"), one.1)));
    }
    let fields = html! {
        (currency(desk))
        input type="hidden" name="text.wanted.what" value="correction";
        (orders::money(&lang.say("staff-amount"), "money.wanted.amount"))
        (orders::choice(&lang.say("staff-from"), "json.wanted.from", &accounts))
        (orders::choice(&lang.say("staff-to"), "json.wanted.to", &accounts))
        (orders::text(&lang.say("staff-reason"), "text.wanted.reason", true))
        p .small.muted { (lang.say("staff-takes-two")) }
    };
    html! { div .act-slot data-key="correct" { (orders::folded(visit, &desk.orders.correct, &lang.say("staff-correct"), &fields, Manner::default())) } }
}

/// Everybody at the table: number and name.
fn participants(desk: &TableDesk) -> Vec<(String, String)> {
    let all = desk.seen.books.iter().flat_map(|books| &books.people);
    all.map(|one| (one.who.person.0.to_string(), format!("{} ({})", one.who.name, one.seat))).collect()
}

fn see_off(visit: &Visit, desk: &TableDesk) -> Markup {
    let lang = visit.lang();
    let fields = html! {
        input type="hidden" name="text.wanted.what" value="see_off";
        (orders::choice(&lang.say("staff-who"), "number.wanted.person", &participants(desk)))
        (orders::text(&lang.say("staff-reason"), "text.wanted.reason", true))
        p .small.muted { (lang.say("staff-takes-two")) }
    };
    html! { div .act-slot data-key="see-off" { (orders::folded(visit, &desk.orders.see_off, &lang.say("staff-see-off"), &fields, Manner::default())) } }
}

fn promote(visit: &Visit, desk: &TableDesk) -> Markup {
    let lang = visit.lang();
    let tenders =
        [("promotional".to_owned(), fund(lang, "promotional")), ("coupon".to_owned(), fund(lang, "coupons"))];
    let fields = html! {
        (currency(desk))
        (orders::choice(&lang.say("staff-who"), "number.person", &participants(desk)))
        (orders::choice(&lang.say("staff-kind"), "text.tender", &tenders))
        (orders::money(&lang.say("staff-amount"), "money.amount"))
    };
    orders::folded(visit, &desk.orders.promote, &lang.say("staff-promote"), &fields, Manner::default())
}

/// A page of information on the sign over the table.
fn sign(visit: &Visit, desk: &TableDesk) -> Markup {
    let lang = visit.lang();
    let to = format!("info/{}", desk.number);
    html! {
        section .panel aria-label=(lang.say("staff-sign")) {
            div .panel-head {
                h2 { (lang.say("staff-sign")) }
                a .small href={ "/tables/" (desk.number) "/sign" } { (lang.say("staff-sign-look")) }
            }
            @if let Some((title, text, by)) = &desk.info {
                div .panel-body data-info {
                    p { b { (title) } " " span .small.muted { (by) } }
                    p .small.info-text { (text) }
                    form .order method="post" action="/staff/do" data-live="order" {
                        (orders::carried(visit, &to, ""))
                        input type="hidden" name="do" value="take_down";
                        button .button.button-small { (lang.say("staff-info-down")) }
                    }
                }
            }
            div .panel-keys {
                details .act data-key={ "act-info-" (desk.number) } {
                    summary .button.button-small { (lang.say("staff-info-up")) "…" }
                    form .act-panel method="post" action="/staff/do" data-live="order" {
                        (orders::carried(visit, &to, ""))
                        input type="hidden" name="do" value="put_up";
                        label .field { span { (lang.say("staff-info-title")) } input .input name="title" maxlength="60" autocomplete="off" required; }
                        label .field { span { (lang.say("staff-info-text")) } textarea .input name="text" rows="3" maxlength="400" required {} }
                        button .button.button-primary { (lang.say("staff-info-up")) }
                    }
                }
            }
        }
    }
}

/// How the table is run: what it is called, where it stands, how long there is time.
fn run(visit: &Visit, desk: &TableDesk) -> Markup {
    let lang = visit.lang();
    let seconds = |label: String, name: &'static str, value: Option<u16>| {
        html! { label .field { span { (label) } input .input type="number" name=(name) min="1" max="600" value=[value]; } }
    };
    html! {
        section .panel aria-label=(lang.say("staff-run")) {
            div .panel-head { h2 { (lang.say("staff-run")) } span .small.muted { (desk.name) ", " (desk.pit) } }
            div .panel-keys {
                details .act data-key={ "act-run-" (desk.number) } {
                    summary .button.button-small { (lang.say("staff-run-change")) "…" }
                    form .act-panel method="post" action="/staff/do" data-live="order" {
                        (orders::carried(visit, &format!("table-file/{}", desk.number), ""))
                        input type="hidden" name="version" value=(desk.run.version);
                        label .field { span { (lang.say("staff-name")) } input .input name="name" maxlength="60" autocomplete="off" required value=(desk.name); }
                        label .field { span { (lang.say("staff-pit")) } input .input name="pit" maxlength="40" autocomplete="off" required value=(desk.pit); }
                        (seconds(lang.say("staff-betting-seconds"), "betting_seconds", desk.run.betting_seconds))
                        (seconds(lang.say("staff-answer-seconds"), "answer_seconds", desk.run.answer_seconds))
                        button .button.button-primary { (lang.say("staff-run-change")) }
                    }
                }
            }
        }
    }
}

fn accommodate(visit: &Visit, desk: &TableDesk) -> Markup {
    let lang = visit.lang();
    let fields = html! {
        (orders::choice(&lang.say("staff-who"), "number.person", &participants(desk)))
        label .field { span { (lang.say("staff-helper")) } input .input type="number" name="number.helper" min="1" required; }
        (reason(lang))
    };
    orders::folded(
        visit,
        &desk.orders.accommodate,
        &lang.say("staff-accommodate"),
        &fields,
        Manner::default(),
    )
}

/// Limits and other terms, with what changes and what stands in the way.
fn terms(visit: &Visit, desk: &TableDesk) -> Markup {
    let lang = visit.lang();
    html! {
        section .panel aria-label=(lang.say("staff-terms")) {
            div .panel-head {
                h2 { (lang.say("staff-terms")) }
                span .small.muted { (desk.seen.terms.name) }
            }
            div .panel-body.terms-list {
                @if desk.terms.is_empty() { p .small.muted { (lang.say("staff-no-other-terms")) } }
                @for other in &desk.terms { (other_terms(visit, other)) }
            }
        }
    }
}

fn other_terms(visit: &Visit, other: &Terms) -> Markup {
    let lang = visit.lang();
    let given = html! { input type="hidden" name="text.rules" value=(other.rules); };
    html! {
        article .terms data-key=(other.rules) {
            h3 { (other.name) }
            table .data-table {
                thead { tr {
                    th scope="col" { (lang.say("staff-term")) }
                    th scope="col" { (lang.say("staff-before")) }
                    th scope="col" { (lang.say("staff-after")) }
                } }
                tbody { @for (term, is, would) in &other.differs {
                    tr { th scope="row" { (term) } td { (is) } td { (would) } }
                } }
            }
            (orders::button(visit, &other.adopt, &lang.say("staff-adopt"), &given, Manner::default()))
        }
    }
}

fn books(lang: Lang, desk: &TableDesk) -> Markup {
    let Some(books) = &desk.seen.books else { return html! {} };
    let ledger = &books.ledger;
    let funds: [(&str, Money); 9] = [
        ("tray", ledger.tray),
        ("drop", ledger.drop),
        ("layout", ledger.layout),
        ("progressive", ledger.progressive),
        ("link", ledger.link),
        ("tokes", ledger.tokes),
        ("charged", ledger.charged),
        ("collected", ledger.collected),
        ("house", ledger.house),
    ];
    html! {
        section .panel aria-label=(lang.say("staff-books")) {
            div .panel-head {
                h2 { (lang.say("staff-books")) }
                @if let Some(result) = books.result { span { (lang.say("staff-win")) " " b { (figures::signed(result)) } } }
            }
            dl .panel-body.fund-grid { @for (name, amount) in funds { div { dt { (fund(lang, name)) } dd { (figures::money(amount)) } } } }
            @if !books.helpers.is_empty() {
                ul .panel-body.small { @for helper in &books.helpers { li { (helper.helper.name) " → " (helper.participant.name) } } }
            }
        }
    }
}

fn notices(visit: &Visit, desk: &TableDesk) -> Markup {
    let lang = visit.lang();
    html! {
        @if !desk.notices.is_empty() {
            section .side-section aria-label=(lang.say("staff-notices")) {
                h2 { (lang.say("staff-notices")) }
                @for notice in &desk.notices { (matters::notice(visit, notice)) }
            }
        }
    }
}

fn workers(lang: Lang, desk: &TableDesk) -> Markup {
    html! {
        section .side-section aria-label=(lang.say("staff-workers")) {
            h2 { (lang.say("staff-workers")) }
            @if desk.staff.is_empty() { p .small.muted { (lang.say("staff-nobody-yet")) } }
            dl .record {
                @for (capacity, name, at) in &desk.staff {
                    div { dt { (role(lang, capacity)) } dd { (name) " " span .faint { (clock(*at)) } } }
                }
            }
        }
    }
}
