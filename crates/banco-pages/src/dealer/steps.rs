//! How far the procedure has come: the parts of a round, or of making a shoe ready.

use banco_engine::table::console::{Point, Progress, RoundPart, ShoePart};
use banco_wire::{Family, Phase};
use maud::{Markup, html};

use super::{Room, clauses};
use crate::icon::{Icon, small};
use crate::text::Lang;

/// What is done now, in a few words.
pub(super) fn now(room: Room<'_>) -> String {
    let lang = room.lang();
    if let Some(step) = room.console.shoe.iter().find(|step| step.progress == Progress::Now) {
        return shoe_part(lang, &step.part);
    }
    match parts(room).into_iter().find(|(_, progress, _)| *progress == Progress::Now) {
        Some((part, ..)) => round_part(room, part),
        None => crate::lobby::state(lang, room.seen().turn.phase, room.seen().turn.pause),
    }
}

/// The parts of the round; nothing while a shoe is made ready, which is a checklist of its own.
pub(super) fn steps(room: Room<'_>) -> Markup {
    if !room.console.shoe.is_empty() || room.seen().turn.phase == Phase::Closed {
        return html! {};
    }
    html! {
        ol .steps aria-label=(room.lang().say("dealer-round-parts")) {
            @for (at, (part, progress, of)) in parts(room).iter().enumerate() {
                (line(at, *progress, &round_part(room, *part), of))
            }
        }
    }
}

/// The parts of the round. What the machine thinks of a call that is still to be made shows in none of them.
fn parts(room: Room<'_>) -> Vec<(RoundPart, Progress, Vec<String>)> {
    let open = room.uncalled().map(|opinion| match opinion.point {
        Point::PlayerDraws | Point::BankerDraws => RoundPart::Thirds,
        Point::Result => RoundPart::Result,
    });
    let progress = |part: RoundPart, known: Progress| match open {
        None => known,
        Some(open) if part < open => Progress::Done,
        Some(open) if part == open => Progress::Now,
        Some(_) => Progress::Later,
    };
    let steps = room.console.round.iter();
    steps.map(|step| (step.part, progress(step.part, step.progress), step.clauses.texts())).collect()
}

/// One line of the list.
pub(super) fn line(at: usize, progress: Progress, words: &str, of: &[String]) -> Markup {
    let class = match progress {
        Progress::Done => "step step-done",
        Progress::Now => "step step-now",
        Progress::Later => "step step-later",
    };
    html! {
        li class=(class) aria-current=[(progress == Progress::Now).then_some("step")] {
            (mark(at, progress))
            span .step-text { (words) }
            (clauses(of))
        }
    }
}

/// A tick, or the number of the step.
pub(super) fn mark(at: usize, progress: Progress) -> Markup {
    html! {
        span .step-mark {
            @if progress == Progress::Done { (small(Icon::Tick)) } @else { span { (at + 1) } }
        }
    }
}

fn round_part(room: Room<'_>, part: RoundPart) -> String {
    let lang = room.lang();
    // Where one player deals to the others, there is a position to be taken and a cover to be put up.
    let position = room.seen().terms.family == Family::PlayerBanked;
    match part {
        RoundPart::Bank if position => lang.say("dealer-part-position"),
        RoundPart::BankWager if position => lang.say("dealer-part-cover"),
        RoundPart::Bank => lang.say("dealer-part-bank"),
        RoundPart::BankWager => lang.say("dealer-part-bank-wager"),
        RoundPart::Claims => lang.say("dealer-part-claims"),
        RoundPart::Covers => lang.say("dealer-part-covers"),
        RoundPart::Wagers => lang.say("dealer-part-wagers"),
        RoundPart::Closed => lang.say("dealer-part-closed"),
        RoundPart::Deal => lang.say("dealer-part-deal"),
        RoundPart::HandOver => lang.say("dealer-part-hand-over"),
        RoundPart::Private => lang.say("dealer-part-private"),
        RoundPart::Counts => lang.say("dealer-part-counts"),
        RoundPart::HouseMoney => lang.say("dealer-part-house-money"),
        RoundPart::Choices => lang.say("dealer-part-choices"),
        RoundPart::Thirds => lang.say("dealer-part-thirds"),
        RoundPart::Result => lang.say("dealer-part-result"),
        RoundPart::Settle => lang.say("dealer-part-settle"),
        RoundPart::Clear => lang.say("dealer-part-clear"),
    }
}

/// The rulebook's own summary of a step stands as it is; what we call the rest has words in every language.
pub(super) fn shoe_part(lang: Lang, part: &ShoePart) -> String {
    match part {
        ShoePart::Step { step, summary, .. } => lang.or(&format!("dealer-step-{step}"), &titled(summary)),
        ShoePart::Cut => lang.say("dealer-shoe-cut"),
        ShoePart::Load => lang.say("dealer-shoe-load"),
        ShoePart::Burn => lang.say("dealer-shoe-burn"),
    }
}

/// The beginning of a summary, for a list.
fn titled(summary: &str) -> String {
    let first = summary.split(['.', ';', ':', ',']).next().unwrap_or(summary);
    first.trim().to_owned()
}
