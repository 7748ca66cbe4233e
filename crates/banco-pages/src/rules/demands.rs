//! What the texts want to be seen at a table, one demand after the other, each with what is shown for it.

use banco_wire::{Posted, PostedSign, PostedWager};
use maud::{Markup, html};

use super::{RulesOf, cite, commission, english, king_list, limits, push_sentence};
use crate::figures;
use crate::text::Lang;

/// The demand for the sentence of tables without commission.
pub(super) const PUSH_SIGN: &str = "dragon-7-push";

pub(super) fn section(of: &RulesOf<'_>, lang: Lang) -> Markup {
    html! {
        section #posted {
            h2 { (lang.say("rules-posted")) }
            dl .wrong-list {
                @for sign in &of.posted.signs {
                    div data-posted=(sign.id) {
                        dt { (english(&sign.summary)) " " (cite(&sign.clauses)) }
                        dd { @match met(of, sign, lang) { Some(shown) => (shown), None => (lang.say("rules-not-here")) } }
                    }
                }
            }
        }
    }
}

/// What is shown for a demand. Nothing is shown for what the table does not have, such as suits that no wager asks for.
#[must_use]
pub fn met(of: &RulesOf<'_>, sign: &PostedSign, lang: Lang) -> Option<Markup> {
    let posted = of.posted;
    match sign.id.as_str() {
        PUSH_SIGN => Some(html! { b { (push_sentence(lang)) } }),
        "odds" => Some(each(posted, all, |wager| html! { (pays(wager)) })),
        "limits" => Some(each(posted, |wager| wager.kind == "base", |wager| html! { (limits(wager, lang)) })),
        "bonus-limits" => some(posted, optional, |wager| bonus_limits(wager, lang)),
        "bonus-pay-tables" => some(posted, optional, |wager| html! { (pays(wager)) }),
        "rules-on-request" => Some(html! { (lang.say("rules-ask-copy")) }),
        "house-rules" => Some(html! { (lang.say("rules-house-rules")) }),
        "vigorish-rate" => Some(html! { (commission(posted, lang)) }),
        "tip-wagers" => Some(each(posted, all, |wager| html! { (tips(wager, lang)) })),
        "base-wager" => some(posted, needing, |_| html! { (lang.say("rules-needs-base")) }),
        "chosen-suits" => some(posted, suited, |wager| suits(wager, lang)),
        "layout" | "wager-areas" => Some(html! {
            (seats_line(posted, lang)) " " (each(posted, all, |_| html! {}))
        }),
        "royale-bonus-spots" => {
            some(posted, |wager| wager.spot.contains("royale"), |_| seats_line(posted, lang))
        }
        "position-numbers" => Some(seats_line(posted, lang)),
        "vigorish-boxes" => posted
            .vigorish
            .as_ref()
            .map(|taken| html! { (seats_line(posted, lang)) " " (english(&taken.collected)) }),
        "personal-king-9" => (!posted.king_nines.is_empty()).then(|| king_list(posted, lang)),
        "table-number" => {
            Some(html! { (of.name) " · " (lang.with("rules-table-number", &[("number", of.table.into())])) })
        }
        "reader-board" => {
            Some(html! { a href={ "/tables/" (of.table) "/sign" } { (lang.say("rules-reader-board")) } })
        }
        _ => None,
    }
}

fn all(_: &PostedWager) -> bool {
    true
}

fn optional(wager: &PostedWager) -> bool {
    wager.kind != "base"
}

fn needing(wager: &PostedWager) -> bool {
    wager.needs_base
}

fn suited(wager: &PostedWager) -> bool {
    !wager.suits.is_empty()
}

fn some(
    posted: &Posted,
    which: impl Fn(&PostedWager) -> bool,
    show: impl Fn(&PostedWager) -> Markup,
) -> Option<Markup> {
    posted.wagers.iter().any(&which).then(|| each(posted, which, show))
}

/// A list of wagers, with what is to be said of each.
fn each(
    posted: &Posted,
    which: impl Fn(&PostedWager) -> bool,
    show: impl Fn(&PostedWager) -> Markup,
) -> Markup {
    html! {
        ul .plain-list {
            @for wager in posted.wagers.iter().filter(|wager| which(wager)) { li { b { (english(&wager.label)) } " " (show(wager)) } }
        }
    }
}

fn pays(wager: &PostedWager) -> Markup {
    let lines = wager.pays.iter().map(|line| match wager.pays.len() {
        1 => line.pays.clone(),
        _ => format!("{} {}", line.line, line.pays),
    });
    english(&lines.collect::<Vec<_>>().join("; "))
}

fn bonus_limits(wager: &PostedWager, lang: Lang) -> Markup {
    html! {
        (limits(wager, lang))
        @if let Some(most) = wager.aggregate {
            ", " (lang.with("rules-aggregate-is", &[("most", figures::short(most).into())]))
        }
    }
}

fn tips(wager: &PostedWager, lang: Lang) -> String {
    match wager.for_dealer {
        "allowed" => lang.say("rules-tips-allowed"),
        "with_own_wager" => lang.say("rules-tips-with-own"),
        "forbidden" => lang.say("rules-tips-forbidden"),
        _ => lang.say("rules-tips-not-said"),
    }
}

fn suits(wager: &PostedWager, lang: Lang) -> Markup {
    html! { @for suit in &wager.suits { (lang.or(&format!("suit-{suit}"), suit)) " " } }
}

fn seats_line(posted: &Posted, lang: Lang) -> Markup {
    let numbers = posted.seats.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    html! { (lang.with("rules-seat-numbers", &[("numbers", numbers.into())])) }
}
