//! What one person has asked for, in words: exactly what will happen, what will be different, and the answer.

use banco_rulebook::{FigureSubject, WagerPart};
use banco_wire::{AccountWanted, LinkWanted, Money, TableAccount, Tender, VoidReason, Wanted};
use maud::{Markup, html};

use crate::answers::capital;
use crate::figures;
use crate::icon::{Icon, icon};
use crate::layout::Visit;
use crate::staff::frame::{clock, day_and_minute, proof_field, role, roles};
use crate::staff::matters::{Asked, Change, ChangeOf, Detail, Proposal, TermLine, Wish};
use crate::staff::orders::{self, carried, clauses, refused, sentence};
use crate::text::Lang;

/// Exactly what is asked, what will be different, and the answer.
pub(super) fn asked(visit: &Visit, asked: &Asked) -> Markup {
    let lang = visit.lang();
    html! {
        p .approve-what { (wish(lang, &asked.wish)) }
        @if !asked.changes.is_empty() && !asked.expired { (changes(lang, &asked.changes)) }
        dl .record {
            @if let Some(reason) = reason(&asked.wish) { div { dt { (lang.say("staff-reason")) } dd { (reason) } } }
            div { dt { (lang.say("staff-asked-by")) } dd { (asked.by) ", " (role(lang, &asked.role)) } }
            @if let Some(until) = asked.until {
                div {
                    dt { @if asked.expired { (lang.say("staff-lapsed")) } @else { (lang.say("staff-lapses")) } }
                    dd {
                        (clock(until))
                        @if !asked.expired { ", " b data-until=(until.micros() / 1000) {} " " (lang.say("staff-left")) }
                    }
                }
            }
        }
        @if asked.expired {
            p .small.muted { (lang.say("staff-expired-words")) }
        } @else {
            (answer(visit, asked))
        }
    }
}

fn answer(visit: &Visit, asked: &Asked) -> Markup {
    let lang = visit.lang();
    let to = format!("approval/{}/{}", asked.stream, asked.request);
    // What an approval of an invitation tells is told once, on a page of its own.
    let about_person = asked.stream.strip_prefix("person/").is_some();
    let live = (!about_person).then_some("answer");
    html! {
        @match &asked.refused {
            Some(why) => (refused(why)),
            None => form .approve-form method="post" action="/staff/do" data-live=[live] {
                (carried(visit, &to, ""))
                input type="hidden" name="hash" value=(asked.hash);
                (proof_field(visit))
                button .button.button-primary name="answer" value="approve" { (lang.say("staff-approve")) }
            },
        }
        @let refuse = if asked.own { lang.say("staff-withdraw") } else { lang.say("staff-refuse") };
        details .act data-key={ "refuse-" (asked.stream) "-" (asked.request) } {
            summary .button.button-small { (refuse) "…" }
            form .act-panel method="post" action="/staff/do" data-live=[live] {
                (carried(visit, &to, ""))
                input type="hidden" name="hash" value=(asked.hash);
                (orders::text(&lang.say("staff-reason"), "reason", true))
                (proof_field(visit))
                button .button name="answer" value="refuse" { (refuse) }
            }
        }
    }
}

/// A table that is proposed, by the hash of exactly what was.
pub(super) fn proposal(visit: &Visit, proposal: &Proposal) -> Markup {
    let lang = visit.lang();
    let to = format!("proposal/{}", proposal.id);
    let answer = |word: &'static str, label: String, primary: bool| {
        html! {
            button .button.button-primary[primary] name="answer" value=(word) { (label) }
        }
    };
    html! {
        dl .record {
            div { dt { (lang.say("staff-name")) } dd { (proposal.name) ", " (proposal.pit) } }
            div { dt { (lang.say("staff-asked-by")) } dd { (proposal.by) } }
            div { dt { (lang.say("staff-dealing")) } dd { (lang.say(proposal.dealing)) } }
            div { dt { (lang.say("staff-rules")) } dd { code .wrap { (proposal.rules) } } }
            div { dt { (lang.say("staff-hash")) } dd { code .wrap { (proposal.hash) } } }
            div { dt { (lang.say("staff-lapses")) } dd { (day_and_minute(proposal.until)) } }
        }
        (terms(lang, &proposal.terms))
        @for (warning, cited) in &proposal.warnings { p .small.muted { (sentence(warning)) (clauses(cited)) } }
        @if proposal.own {
            p .why-not { (icon(Icon::Lock)) span { (lang.say("staff-hash-note")) } }
        } @else {
            form .approve-form method="post" action="/staff/do" data-live="answer" {
                (carried(visit, &to, ""))
                input type="hidden" name="hash" value=(proposal.hash);
                (proof_field(visit))
                (answer("approve", lang.say("staff-approve"), true))
                (answer("refuse", lang.say("staff-refuse"), false))
            }
        }
    }
}

/// What is asked, in a sentence.
fn wish(lang: Lang, wish: &Wish) -> Markup {
    let amount = |money: Money| figures::signed(money);
    let words = match wish {
        Wish::Table(Wanted::Correction { amount: moved, from, to, .. }, _) => lang.with(
            "staff-wish-correction",
            &[
                ("amount", figures::money(*moved).into()),
                ("from", account(lang, from).into()),
                ("to", account(lang, to).into()),
            ],
        ),
        Wish::Table(Wanted::SeeOff { .. }, _) => lang.say("staff-wish-see-off"),
        Wish::Table(Wanted::Void { why, .. }, detail) => {
            return void(lang, why, detail.void.as_ref());
        }
        Wish::Table(Wanted::Accommodation { .. }, detail) => lang.with(
            "staff-wish-accommodation",
            &[("helper", named(detail, 1).into()), ("name", named(detail, 0).into())],
        ),
        Wish::Table(Wanted::CashBuyIn { amount: taken, .. }, detail) => lang.with(
            "staff-wish-cash",
            &[("amount", figures::money(*taken).into()), ("name", named(detail, 0).into())],
        ),
        Wish::Table(Wanted::Fill { amount: moved, credit }, _) => lang.with(
            if *credit { "staff-wish-credit" } else { "staff-wish-fill" },
            &[("amount", figures::money(*moved).into())],
        ),
        Wish::Table(Wanted::Open { float, differential }, _) => match differential {
            Some(differential) => lang.with(
                "staff-wish-open-differential",
                &[
                    ("amount", figures::money(*float).into()),
                    ("differential", figures::money(*differential).into()),
                ],
            ),
            None => lang.with("staff-wish-open", &[("amount", figures::money(*float).into())]),
        },
        Wish::Table(Wanted::Promotion { amount: given, tender, .. }, detail) => lang.with(
            if *tender == Tender::Coupon { "staff-wish-coupon" } else { "staff-wish-promotion" },
            &[("amount", figures::money(*given).into()), ("name", named(detail, 0).into())],
        ),
        Wish::Table(Wanted::Terms { rules }, detail) => {
            let sentence = lang.with("staff-wish-terms", &[("rules", rules.0.as_str().into())]);
            return html! { (sentence) (terms(lang, &detail.terms)) };
        }
        Wish::Link(LinkWanted::Adjust { amount: by, meter, reserve, .. }, _) => lang.with(
            if *reserve == Some(true) { "staff-wish-adjust-reserve" } else { "staff-wish-adjust" },
            &[("amount", amount(*by).into()), ("meter", meter.0.as_str().into())],
        ),
        Wish::Link(LinkWanted::Change { rules, .. }, changed) => {
            let sentence = lang.with("staff-wish-change", &[("rules", rules.0.as_str().into())]);
            return html! { (sentence) (terms(lang, changed)) };
        }
        Wish::Link(LinkWanted::Close { .. }, _) => lang.say("staff-wish-close"),
        Wish::Link(LinkWanted::Reject { hit, .. }, _) => {
            lang.with("staff-wish-reject", &[("hit", hit.0.into())])
        }
        Wish::Link(LinkWanted::TransferOut { meter, to, .. }, _) => lang
            .with("staff-wish-transfer", &[("meter", meter.0.as_str().into()), ("to", to.0.as_str().into())]),
        Wish::Account(AccountWanted::Adjust { amount: by, .. }, name) => {
            lang.with("staff-wish-balance", &[("amount", amount(*by).into()), ("name", name.as_str().into())])
        }
        Wish::Account(AccountWanted::Reactivate { .. }, name) => {
            lang.with("staff-wish-reactivate", &[("name", name.as_str().into())])
        }
        Wish::Account(AccountWanted::Deposit { amount: paid }, name) => lang.with(
            "staff-wish-deposit",
            &[("amount", figures::money(*paid).into()), ("name", name.as_str().into())],
        ),
        Wish::Account(AccountWanted::PayOut { amount: paid, identity }, name) => lang.with(
            "staff-wish-pay-out",
            &[
                ("amount", figures::money(*paid).into()),
                (
                    "identity",
                    identity.as_ref().map_or_else(|| lang.say("none"), |check| check.0.clone()).into(),
                ),
                ("name", name.as_str().into()),
            ],
        ),
        Wish::Invitation(name) => lang.with("staff-wish-invitation", &[("name", name.as_str().into())]),
        Wish::FactorReset(name, _) => lang.with("staff-wish-factor", &[("name", name.as_str().into())]),
        Wish::Enable(name) => lang.with("staff-wish-enable", &[("name", name.as_str().into())]),
        Wish::Name(name, to) => {
            lang.with("staff-wish-name", &[("name", name.as_str().into()), ("to", to.as_str().into())])
        }
        Wish::Device { display, name, table, revoked } => lang.with(
            if *revoked { "staff-wish-device-revoked" } else { "staff-wish-device" },
            &[
                ("kind", lang.say(if *display { "staff-display" } else { "staff-card-reader" }).into()),
                ("name", name.as_str().into()),
                ("table", (*table).into()),
            ],
        ),
        Wish::Roles { person, from, to } => lang.with(
            "staff-wish-roles",
            &[
                ("name", person.as_str().into()),
                ("from", list_of(lang, from).into()),
                ("to", list_of(lang, to).into()),
            ],
        ),
    };
    html! { (words) }
}

/// The name of somebody whom a request names.
fn named(detail: &Detail, at: usize) -> &str {
    detail.people.get(at).map_or("", String::as_str)
}

/// Terms as they are and as they would be, with their clauses.
fn terms(lang: Lang, all: &[TermLine]) -> Markup {
    let value = |value: &Option<String>| value.clone().unwrap_or_else(|| lang.say("none"));
    let compares = all.iter().any(|line| line.before.is_some());
    html! {
        @if !all.is_empty() {
            div .table-scroll tabindex="0" role="region" aria-label=(lang.say("staff-in-force")) {
                table .data-table.approve-table {
                    thead { tr {
                        th scope="col" { (lang.say("staff-term")) }
                        @if compares { th scope="col" { (lang.say("staff-before")) } }
                        th scope="col" { (lang.say(if compares { "staff-after" } else { "staff-in-force" })) }
                    } }
                    tbody { @for line in all {
                        tr {
                            th scope="row" { (term_name(lang, line)) }
                            @if compares { td { (value(&line.before)) } }
                            td {
                                (value(&line.after))
                                @if !line.meaning.is_empty() { " " span .muted { (line.meaning) } }
                                (clauses(&line.cite))
                            }
                        }
                    } }
                }
            }
        }
    }
}

/// What a term is called: a figure of a wager in words, any other by its key.
fn term_name(lang: Lang, line: &TermLine) -> String {
    let Some(FigureSubject { wager, part, of }) = &line.subject else { return line.key.clone() };
    let text = match part {
        WagerPart::Paytable => "staff-figure-paytable",
        WagerPart::Unit => "staff-figure-unit",
        WagerPart::Min => "staff-figure-min",
        WagerPart::Max => "staff-figure-max",
        WagerPart::Aggregate => "staff-figure-aggregate",
        WagerPart::Seats => "staff-figure-seats",
        WagerPart::Suits => "staff-figure-suits",
        WagerPart::Pays => "staff-figure-pays",
        WagerPart::MeterSeed => "staff-figure-seed",
        WagerPart::MeterIncrement => "staff-figure-increment",
        WagerPart::MeterReserve => "staff-figure-reserve",
        WagerPart::MustHit => "staff-figure-must-hit",
    };
    lang.with(text, &[("wager", wager.as_str().into()), ("of", of.as_str().into())])
}

fn list_of(lang: Lang, held: &[&str]) -> String {
    if held.is_empty() { lang.say("none") } else { roles(lang, held) }
}

fn void(lang: Lang, why: &VoidReason, known: Option<&(String, Vec<String>)>) -> Markup {
    html! {
        (lang.say("staff-wish-void")) " "
        @match (why, known) {
            (VoidReason::Irregularity { .. }, Some((words, cited))) => { (sentence(words)) (clauses(cited)) },
            _ => (lang.say("staff-cannot-complete")),
        }
    }
}

/// What an account of the table is called.
fn account(lang: Lang, of: &TableAccount) -> String {
    let called = fund(lang, of.name());
    match of {
        TableAccount::Chips { person }
        | TableAccount::Promotional { person }
        | TableAccount::Coupons { person }
        | TableAccount::Owed { person } => format!("{called} ({})", person.0),
        _ => called,
    }
}

/// What a fund is called, by its stable name.
#[must_use]
pub fn fund(lang: Lang, name: &str) -> String {
    lang.or(&format!("staff-fund-{}", name.replace('_', "-")), &name.replace('_', " "))
}

/// Why it was asked.
fn reason(wish: &Wish) -> Option<&str> {
    match wish {
        Wish::Table(
            Wanted::Accommodation { reason, .. }
            | Wanted::Correction { reason, .. }
            | Wanted::SeeOff { reason, .. }
            | Wanted::Void { reason, .. },
            _,
        )
        | Wish::Link(
            LinkWanted::Adjust { reason, .. }
            | LinkWanted::Change { reason, .. }
            | LinkWanted::Close { reason }
            | LinkWanted::Reject { reason, .. }
            | LinkWanted::TransferOut { reason, .. },
            _,
        )
        | Wish::Account(AccountWanted::Adjust { reason, .. } | AccountWanted::Reactivate { reason }, _) => {
            Some(reason.0.as_str())
        }
        Wish::FactorReset(_, reason) => Some(reason),
        Wish::Table(
            Wanted::CashBuyIn { .. }
            | Wanted::Fill { .. }
            | Wanted::Open { .. }
            | Wanted::Promotion { .. }
            | Wanted::Terms { .. },
            _,
        )
        | Wish::Account(AccountWanted::Deposit { .. } | AccountWanted::PayOut { .. }, _)
        | Wish::Invitation(_)
        | Wish::Device { .. }
        | Wish::Enable(_)
        | Wish::Name(..)
        | Wish::Roles { .. } => None,
    }
}

fn changes(lang: Lang, all: &[Change]) -> Markup {
    html! {
        div .table-scroll tabindex="0" role="region" aria-label=(lang.say("staff-before-after")) {
            table .data-table.approve-table {
                thead { tr {
                    th scope="col" { (lang.say("staff-figure")) }
                    th .number-cell scope="col" { (lang.say("staff-before")) }
                    th .number-cell scope="col" { (lang.say("staff-after")) }
                } }
                tbody { @for change in all {
                    tr {
                        th scope="row" { (change_of(lang, &change.of)) }
                        td .number-cell { (figures::short(change.before)) }
                        td .number-cell { (figures::short(change.after)) }
                    }
                } }
            }
        }
    }
}

pub(super) fn change_of(lang: Lang, of: &ChangeOf) -> String {
    let seat = |seat: u8| capital(&lang.with("seat-number", &[("seat", seat.into())]));
    match of {
        ChangeOf::Wager { seat: at, name, label } => format!("{}, {label}, {name}", seat(*at)),
        ChangeOf::Chips { seat: at, name } => format!("{}, {}, {name}", seat(*at), fund(lang, "chips")),
        ChangeOf::Fund(name) => fund(lang, name),
        ChangeOf::Own { fund: own, name } => format!("{}, {name}", fund(lang, own)),
        ChangeOf::Meter(name) => name.clone(),
        ChangeOf::Balance(name) => format!("{}, {name}", lang.say("balance")),
    }
}
