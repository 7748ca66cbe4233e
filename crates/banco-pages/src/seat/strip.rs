//! Balance, what is owed, and what the viewer should know before they go on.

use banco_wire::{Barred, Family, Pause};
use maud::{Markup, html};

use super::Room;
use crate::figures;
use crate::icon::{Icon, icon};

/// The strip at the bottom.
pub(super) fn strip(room: Room<'_>) -> Markup {
    let (lang, seen) = (room.lang(), room.seen());
    let Some(own) = &seen.own else {
        return html! { p .muted { (lang.say("you-watch")) } };
    };
    let bet = room.money(room.own_wagers().map(|wager| super::total(wager).minor).sum());
    let last = room.seat.settled.as_ref().and_then(super::Settled::net);
    html! {
        dl .balance-list {
            div .balance-main { dt { (lang.say("balance")) } dd { (figures::money(own.chips)) } }
            div { dt { (lang.say("bet")) } dd { (figures::money(bet)) } }
            @if let Some(last) = last { div .only-wide { dt { (lang.say("last-round")) } dd { (figures::signed(last)) } } }
            div .owed {
                dt { (lang.say("commission-owed")) }
                dd .is-gold[own.owed.minor > 0] { @if own.owed.minor > 0 { (figures::money(own.owed)) } @else { (lang.say("none")) } }
            }
        }
        div .strip-extra {
            @if room.visit.play_money { span .tag.tag-gold.only-phone { (lang.say("play-money")) } }
            @if seen.terms.family != Family::CheminDeFer {
                label .switch.script-only.only-wide {
                    input #rebet-next type="checkbox";
                    (lang.say("rebet-next"))
                }
            }
            (super::controls::controls(room))
            (chips(room))
        }
    }
}

/// Buying in, cashing out, leaving.
fn chips(room: Room<'_>) -> Markup {
    let lang = room.lang();
    let account = room.seat.account.as_ref().map(|account| account.balance);
    let form = |command: &str, inside: Markup| {
        html! {
            form .strip-form method="post" action=(room.action()) data-live="ask" {
                (room.carried())
                input type="hidden" name="do" value=(command);
                (inside)
            }
        }
    };
    let amount = |key: &str| {
        html! {
            label .field {
                span { (lang.say("field-amount")) }
                input .input name={ "money." (key) } inputmode="decimal" autocomplete="off" maxlength="14" required;
            }
        }
    };
    html! {
        details #chips .menu.menu-up {
            summary { (lang.say("chips")) }
            div .menu-panel {
                @if let Some(account) = account { p .small { (lang.say("in-account")) " " b { (figures::money(account)) } } }
                (form("buy_in", html! { input type="hidden" name="text.with" value=(source(room)); (amount("amount")) button .button { (lang.say("do-buy-in")) } }))
                (form("cash_out", html! { (amount("amount")) button .button { (lang.say("do-cash-out")) } }))
                (form("leave", html! { button .button { (icon(Icon::Leave)) (lang.say("do-leave")) } }))
            }
        }
    }
}

/// What stands above the felt: a table that is held, a check of time, a limit that is reached.
pub(super) fn banner(room: Room<'_>) -> Markup {
    let (lang, seen) = (room.lang(), room.seen());
    let barred = room.seat.account.as_ref().and_then(|account| account.barred);
    let broke =
        seen.own.as_ref().is_some_and(|own| own.chips.minor == 0 && room.own_wagers().next().is_none());
    html! {
        @if let Some(pause) = seen.turn.pause { (warning(&held(room, pause))) }
        @if seen.own.as_ref().is_some_and(|own| own.overdue) { (warning(&lang.say("owed-overdue"))) }
        @match barred {
            Some(Barred::CheckDue) => (check(room)),
            Some(barred) => (warning(&lang.or(&format!("barred-{}", barred.word().replace('_', "-")), barred.word()))),
            None => {},
        }
        @if broke { (buy_in(room)) }
        @if seen.shoe.last_hands.is_some() { p .banner { (icon(Icon::Info)) span { (lang.say("last-hand-called")) } } }
    }
}

/// Where the chips of a buy-in come from: the account, or a pocket of play money where there is none.
fn source(room: Room<'_>) -> &'static str {
    if room.seat.account.is_some() { "account" } else { "chips" }
}

/// Whoever sits there without chips buys in with an amount of their own.
fn buy_in(room: Room<'_>) -> Markup {
    let lang = room.lang();
    let account = room.seat.account.as_ref().map(|account| account.balance);
    html! {
        form .banner.banner-warn.buy-in method="post" action=(room.action()) data-live="ask" data-key="buy-in" {
            (icon(Icon::Warning))
            div {
                p { (lang.say("no-chips")) }
                @if let Some(account) = account { p .small { (lang.say("in-account")) " " b { (figures::money(account)) } } }
                div .buy-in-row {
                    (room.carried())
                    input type="hidden" name="do" value="buy_in";
                    input type="hidden" name="text.with" value=(source(room));
                    label .field {
                        span { (lang.say("field-amount")) }
                        input .input name="money.amount" inputmode="decimal" autocomplete="off" maxlength="14" required;
                    }
                    button .button.button-primary { (lang.say("do-buy-in")) }
                }
            }
        }
    }
}

fn held(room: Room<'_>, pause: Pause) -> String {
    let lang = room.lang();
    match pause {
        Pause::Stopped | Pause::Held => lang.say("pause-held"),
        Pause::Irregularity => lang.say("pause-irregularity"),
        Pause::VoidAsked => lang.say("pause-void"),
    }
}

fn warning(words: &str) -> Markup {
    html! { p .banner.banner-warn { (icon(Icon::Warning)) span { (words) } } }
}

/// How long somebody has played, until they have seen it.
fn check(room: Room<'_>) -> Markup {
    let lang = room.lang();
    let session = room.seat.account.as_ref().and_then(|account| account.session);
    let minutes = session.map(|session| session.minutes).unwrap_or_default();
    let net = room.seat.settled.as_ref().and_then(super::Settled::net);
    html! {
        form .banner.banner-warn method="post" action="/account/do" data-live="ask" {
            (icon(Icon::Clock))
            div {
                p { b { (lang.with("reality-check", &[("minutes", minutes.into())])) } }
                @if let Some(net) = net { p { (lang.say("last-round")) " " (figures::signed(net)) } }
                (room.visit.form_fields())
                input type="hidden" name="do" value="acknowledge_check";
                input type="hidden" name="back" value={ "/tables/" (room.seat.number) };
                button .button { (lang.say("go-on")) }
            }
        }
    }
}
