//! How the bank is covered at chemin de fer: "Suivi" first, then "Banco", then parts of it in turn. Each step shows its
//! moment, and what is not to be had stays in sight with the reason.

use banco_wire::{BankClaim, BankSeen, BankStage};
use maud::{Markup, html};

use super::Room;
use super::asks::{answers_to, by_clause};
use super::bank::is_seen_from_above;
use crate::figures;
use crate::icon::{Icon, small};

/// The prompts that are answered here.
pub(super) const PROMPTS: [&str; 3] = ["claim_bank", "cover_bank", "cover_rest"];

/// Where a step stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moment {
    Over,
    Now,
    Later,
}

/// The three steps; nothing while the bank is not to be covered.
pub(super) fn ladder(room: Room<'_>) -> Markup {
    let Some(bank) = room.seen().bank.as_ref().filter(|_| is_seen_from_above(room)) else { return html! {} };
    let (claims, parts) = match bank.stage {
        BankStage::Claims => (Moment::Now, Moment::Later),
        BankStage::Covering | BankStage::Covered => (Moment::Over, Moment::Now),
        BankStage::Vacant | BankStage::Bidding | BankStage::Offered | BankStage::Wagering => return html! {},
    };
    let suivi = if bank.suivi.is_none() { Moment::Over } else { claims };
    let parts = if bank.alone.is_some() { Moment::Over } else { parts };
    let (lang, by) = (room.lang(), &bank.covered_by);
    html! {
        section .ladder-panel aria-label=(lang.say("against-bank")) {
            ol .ladder {
                (rung(room, suivi, &step("1", "word-suivi", suivi_words(room, bank), &by.suivi), &claim(room, bank, BankClaim::Suivi)))
                (rung(room, claims, &step("2", "word-banco", banco_words(room, bank), &by.banco), &claim(room, bank, BankClaim::Banco)))
                (rung(room, parts, &step("3", "part-bets", part_words(room, bank), &by.parts), &html! { (answers_to(room, "cover_bank")) (answers_to(room, "cover_rest")) }))
            }
        }
    }
}

/// What is written on a step.
struct Step<'a> {
    number: &'a str,
    title: &'a str,
    words: String,
    clauses: &'a [String],
}

const fn step<'a>(number: &'a str, title: &'a str, words: String, clauses: &'a [String]) -> Step<'a> {
    Step { number, title, words, clauses }
}

fn rung(room: Room<'_>, moment: Moment, step: &Step<'_>, forms: &Markup) -> Markup {
    let class = match moment {
        Moment::Over => "rung rung-done",
        Moment::Now => "rung rung-now",
        Moment::Later => "rung rung-later",
    };
    html! {
        li class=(class) aria-current=[(moment == Moment::Now).then_some("step")] {
            span .step-mark aria-hidden="true" { @if moment == Moment::Over { (small(Icon::Tick)) } @else { (step.number) } }
            div { h3 { (room.lang().say(step.title)) } p { (step.words) } (by_clause(room, step.clauses)) }
            div .rung-forms { (forms) }
        }
    }
}

/// A claim for the whole bank: a button, shut where it is not the moment.
fn claim(room: Room<'_>, bank: &BankSeen, claim: BankClaim) -> Markup {
    let lang = room.lang();
    let offered = room.seen().prompts.iter().filter(|prompt| prompt.prompt == "claim_bank");
    let may = offered.flat_map(|prompt| &prompt.answers).any(|answer| answer.says("claim", claim.word()));
    let name = lang.or(&format!("word-{}", claim.word()), claim.word());
    let whole = bank.wager.map(|wager| format!(" {}", figures::short(wager))).unwrap_or_default();
    html! {
        form method="post" action=(room.action()) data-live="ask" data-prompt=[may.then_some("claim_bank")] {
            (room.carried())
            input type="hidden" name="do" value="claim_bank";
            button .button.button-primary[may] name="text.claim" value=(claim.word()) disabled[!may] { (name) (whole) }
        }
    }
}

fn suivi_words(room: Room<'_>, bank: &BankSeen) -> String {
    let lang = room.lang();
    match (bank.suivi, bank.stage) {
        (Some(seat), _) if Some(seat) == room.own_seat() => lang.say("suivi-yours"),
        (Some(seat), _) => lang.with("suivi-of", &[("seat", seat.into())]),
        (None, BankStage::Claims) => lang.say("suivi-nobody"),
        (None, _) => lang.say("suivi-over"),
    }
}

fn banco_words(room: Room<'_>, bank: &BankSeen) -> String {
    let lang = room.lang();
    match (bank.alone, bank.stage) {
        (Some(seat), _) if Some(seat) == room.own_seat() => lang.say("banco-yours"),
        (Some(seat), _) => lang.with("banco-of", &[("seat", seat.into())]),
        (None, BankStage::Claims) => lang.say("banco-how"),
        (None, _) => lang.say("banco-nobody"),
    }
}

fn part_words(room: Room<'_>, bank: &BankSeen) -> String {
    let lang = room.lang();
    let left = bank.uncovered.map(figures::short).unwrap_or_default();
    match (bank.stage, bank.asked) {
        _ if bank.alone.is_some() => lang.say("parts-none"),
        (BankStage::Covering, Some(seat)) if Some(seat) == room.own_seat() => {
            lang.with("parts-yours", &[("left", left.into())])
        }
        (BankStage::Covering, Some(seat)) => {
            lang.with("parts-of", &[("seat", seat.into()), ("left", left.into())])
        }
        (BankStage::Covered, _) => lang.with("parts-rest", &[("left", left.into())]),
        _ => lang.say("parts-later"),
    }
}
