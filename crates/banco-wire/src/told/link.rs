//! Who may see which event of a progressive link.

#![deny(clippy::wildcard_enum_match_arm)]

use banco_engine::link::{
    ChangeEvent, GameEvent, JackpotEvent, OperationEvent, ReadingEvent, Setup, TableEvent, TriggerEvent, What,
};

use super::Circle::{Everybody, Staff};
use super::{Audience, Said};

/// Who may see an event of a link. What the sign shows is for everybody, without the names of people; reserves, requests
/// and readings are the staff's. A trigger that is spent is opened for everybody, who can check what was promised.
#[must_use]
pub fn link_audience(setup: &Setup, what: &What) -> Audience {
    match what {
        What::Operation(event) => operation(setup, event),
        What::Table(event) => table(event),
        What::Game(event) => game(event),
        What::Jackpot(event) => jackpot(event),
        What::Trigger(TriggerEvent::Sealed { .. }) => Audience::of("trigger.sealed", Everybody),
        What::Change(event) => change(setup, event),
        What::Reading(ReadingEvent::Taken { .. }) => Audience::of("reading.taken", Staff),
    }
}

fn operation(setup: &Setup, event: &OperationEvent) -> Audience {
    match event {
        OperationEvent::SetUp { .. } => Audience::of("operation.set_up", Everybody),
        OperationEvent::Opened { .. } => {
            Audience::of("operation.opened", Staff).outline(Everybody, &["rules"], Said::Story)
        }
        OperationEvent::Closed { .. } => Audience::of("operation.closed", Staff).outline(
            Everybody,
            &["spent"],
            Said::Text(format!("the link {} is closed", setup.name)),
        ),
    }
}

const fn table(event: &TableEvent) -> Audience {
    let what = match event {
        TableEvent::Attached { .. } => "table.attached",
        TableEvent::Detached { .. } => "table.detached",
        TableEvent::ContactChanged { .. } => "table.contact_changed",
        TableEvent::WordsHeard { .. } => "table.words_heard",
    };
    Audience::of(what, Staff)
}

fn game(event: &GameEvent) -> Audience {
    match event {
        GameEvent::Started { .. } => Audience::of("game.started", Staff),
        GameEvent::FixedPaid { .. } => Audience::of("game.fixed_paid", Staff),
        GameEvent::RoundEnded { .. } => {
            Audience::of("game.round_ended", Staff).outline(Everybody, &["game", "hit", "table"], Said::Story)
        }
        GameEvent::Voided { .. } => Audience::of("game.voided", Staff).outline(
            Everybody,
            &["game", "round", "spent", "table"],
            Said::Story,
        ),
        GameEvent::Ended { .. } => Audience::of("game.ended", Staff),
    }
}

fn jackpot(event: &JackpotEvent) -> Audience {
    let staff = |what| Audience::of(what, Staff);
    match event {
        JackpotEvent::Made { .. } => staff("jackpot.made").outline(
            Everybody,
            &["amount", "cause", "game", "hit", "meter", "opened", "round", "share", "table"],
            Said::Story,
        ),
        JackpotEvent::Locked { .. } => Audience::of("jackpot.locked", Everybody),
        JackpotEvent::Unlocked { .. } => Audience::of("jackpot.unlocked", Everybody),
        JackpotEvent::HandSelected { .. } => staff("jackpot.hand_selected"),
        JackpotEvent::Claimed { .. } => staff("jackpot.claimed").outline(Everybody, &["hit"], Said::Story),
        JackpotEvent::WinnerDrawn { .. } => {
            staff("jackpot.winner_drawn").outline(Everybody, &["draw", "hit", "of"], Said::Story)
        }
        JackpotEvent::Verified { .. } => staff("jackpot.verified").outline(Everybody, &["hit"], Said::Story),
        JackpotEvent::Paid { .. } => {
            staff("jackpot.paid").outline(Everybody, &["amount", "hit", "meter", "table"], Said::Story)
        }
        JackpotEvent::Rejected { hit, .. } => staff("jackpot.rejected").outline(
            Everybody,
            &["hit", "meter", "spent", "table"],
            Said::Text(format!("{hit} is rejected")),
        ),
    }
}

fn change(setup: &Setup, event: &ChangeEvent) -> Audience {
    match event {
        ChangeEvent::Asked { .. } => Audience::of("change.asked", Staff),
        ChangeEvent::TurnedDown { .. } => Audience::of("change.turned_down", Staff),
        ChangeEvent::Expired { .. } => Audience::of("change.expired", Staff),
        ChangeEvent::Lapsed { .. } => Audience::of("change.lapsed", Staff),
        ChangeEvent::Adjusted { .. } => Audience::of("change.adjusted", Staff),
        ChangeEvent::TermsChanged { .. } => Audience::of("change.terms_changed", Staff).outline(
            Everybody,
            &["before", "rules", "spent"],
            Said::Text(format!("the link {} has new terms", setup.name)),
        ),
        ChangeEvent::TransferredOut { .. } => Audience::of("change.transferred_out", Staff),
        ChangeEvent::TransferredIn { .. } => Audience::of("change.transferred_in", Staff),
    }
}
