//! A jackpot that is pending: its cards and its level, who has done what of it, and what is next.

use banco_wire::Progress;
use maud::{Markup, html};

use crate::art;
use crate::figures;
use crate::icon::{Icon, icon};
use crate::layout::Visit;
use crate::staff::matters::Jackpot;
use crate::staff::orders::{self, Manner};
use crate::text::Lang;

pub(super) fn jackpot(visit: &Visit, jackpot: &Jackpot) -> Markup {
    let (lang, seen) = (visit.lang(), &jackpot.seen);
    let hit = html! { input type="hidden" name="number.hit" value=(seen.hit.0); };
    html! {
        p .approval-line {
            span .approval-amount { @if let Some(amount) = seen.amount { (figures::money(amount)) } }
            span .muted.small {
                (seen.meter) @if let Some(line) = &seen.line { ": " (line) } br;
                (lang.with("staff-round", &[("round", seen.round.0.into())]))
                @for share in &seen.shares { ", " (lang.with("seat-number", &[("seat", share.seat.into())])) }
            }
        }
        @if let Some(hands) = &seen.hands {
            div .approval-cards {
                @for (name, cards) in [("is-player", &hands.player), ("is-banker", &hands.banker)] {
                    div {
                        span class={ "small " (name) } { @if name == "is-player" { (lang.say("player")) } @else { (lang.say("banker")) } }
                        div .pay-cards { @for card in cards.iter() { (art::card_in(card.0, lang)) } }
                    }
                }
            }
        }
        (progress(lang, jackpot))
        @match seen.progress {
            Progress::Paid | Progress::Rejected => {},
            Progress::Verified => {
                (pay(visit, jackpot, &hit))
                (reject(visit, jackpot))
            },
            _ => {
                (verify(visit, jackpot, &hit))
                (reject(visit, jackpot))
            },
        }
    }
}

/// Who has done what of it.
fn progress(lang: Lang, jackpot: &Jackpot) -> Markup {
    let seen = &jackpot.seen;
    let steps = [
        (lang.say("staff-claimed"), &seen.claimed_by),
        (lang.say("staff-verified"), &seen.verified_by),
        (lang.say("staff-paid"), &seen.paid_by),
    ];
    html! {
        ul .checks {
            @for (what, who) in steps {
                li {
                    @match who {
                        Some(who) => { (icon(Icon::Tick)) (what) ": " (who.name) },
                        None => { (icon(Icon::Clock)) span .muted { (what) ": " (lang.say("staff-not-yet")) } },
                    }
                }
            }
        }
        p .small.muted {
            @match jackpot.executive_from {
                Some(from) => (lang.with("staff-level", &[("amount", figures::short(from).into())])),
                None => (lang.say("staff-level-always")),
            }
        }
    }
}

/// The supervisor says which cards lie there; the link compares.
fn verify(visit: &Visit, jackpot: &Jackpot, hit: &Markup) -> Markup {
    let lang = visit.lang();
    let fields = html! {
        (hit)
        @if jackpot.seen.hands.is_some() {
            p .small.muted { (lang.say("staff-verify-hint")) }
            (orders::text(&lang.say("staff-player-cards"), "cards.hands.player", true))
            (orders::text(&lang.say("staff-banker-cards"), "cards.hands.banker", true))
        }
    };
    orders::folded(visit, &jackpot.verify, &lang.say("staff-verify"), &fields, Manner::default())
}

fn pay(visit: &Visit, jackpot: &Jackpot, hit: &Markup) -> Markup {
    let lang = visit.lang();
    let Some(amount) = jackpot.seen.amount else { return html! {} };
    let given = html! {
        (hit)
        input type="hidden" name="currency" value=(amount.currency.word());
        input type="hidden" name="minor.amount" value=(amount.minor);
    };
    let label = lang.with("staff-pay", &[("amount", figures::money(amount).into())]);
    orders::button(visit, &jackpot.pay, &label, &given, Manner { primary: true, ..Manner::default() })
}

fn reject(visit: &Visit, jackpot: &Jackpot) -> Markup {
    let lang = visit.lang();
    let fields = html! {
        input type="hidden" name="text.wanted.what" value="reject";
        input type="hidden" name="number.wanted.hit" value=(jackpot.seen.hit.0);
        (orders::text(&lang.say("staff-reason"), "text.wanted.reason", true))
        p .small.muted { (lang.say("staff-takes-two")) }
    };
    orders::folded(visit, &jackpot.reject, &lang.say("staff-reject"), &fields, Manner::default())
}
