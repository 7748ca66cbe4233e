//! The cards are cleared away; the cut card leads to "last hand", one more hand and new cards.
//!
//! MB 10(d), 12(c), MM 9(d), 11(c), CO 30-2810(6), 30-2813(4), 30-2815(4).

use banco_rulebook::model::rulebook::UnwageredRound;

use super::{family, opening};
use crate::table::draft::{Draft, Step, need_role, refuse};
use crate::table::event::{DealingEvent, PreparationEvent};
use crate::table::people::{Actor, Role};
use crate::table::refusal::Reason;
use crate::table::state::{CutCard, Phase, Round, Stage};

/// Clears the cards away and goes on: to the next round, to the last hand or to a new shoe.
pub fn clear(draft: &mut Draft<'_>, by: Actor) -> Step {
    let topics = draft.topics();
    need_role(by, &[Role::Dealer], "dealer", topics.discard)?;
    draft.need_phase(Phase::Settled, "clear the cards away", topics.discard)?;
    let further = draft.rules().terms.rulebook.file.end_of_shoe.further_rounds;
    let (cards, clauses) = (draft.round.cards(), topics.discard);
    let ended = draft.round;
    draft.emit(clauses, DealingEvent::CardsDiscarded { cards });
    pass_by_result(draft, &ended);
    family::order_next_unwagered(draft);
    match draft.table.shoe.cut_card {
        CutCard::Inside => {}
        // Where no "last hand" is called, the hand in which the cut card shows is the last.
        CutCard::Out if further == 0 => end_shoe(draft),
        CutCard::Out => {
            draft.say(draft.rules().phrases.last_hand);
            last_hand(draft, further);
        }
        CutCard::LastHands(left) => match left_after(left, &ended) {
            0 => end_shoe(draft),
            left => last_hand(draft, left),
        },
    }
    Ok(())
}

/// How many of the last hands are left after a round. A simulated round, or one that became void, is not a hand that
/// was promised; a free hand is one that the players wanted.
fn left_after(left: u8, ended: &Round) -> u8 {
    let promised = ended.unwagered != Some(UnwageredRound::Simulated) && ended.stage != Stage::Void;
    left.saturating_sub(u8::from(promised))
}

/// So many hands are dealt before the cards are changed.
fn last_hand(draft: &mut Draft<'_>, left: u8) {
    let clauses = draft.topics().end_of_shoe;
    draft.emit(clauses, DealingEvent::LastHandBegun { left });
}

/// The shoe passes by the result of the round, unless it is over anyway.
fn pass_by_result(draft: &mut Draft<'_>, ended: &Round) {
    let further = draft.rules().terms.rulebook.file.end_of_shoe.further_rounds;
    let over = match draft.table.shoe.cut_card {
        CutCard::Inside => false,
        CutCard::Out => further == 0,
        CutCard::LastHands(left) => left_after(left, ended) == 0,
    };
    family::after_round(draft, ended, over);
}

/// Nobody plays any more: the cards are shuffled and wait, where the text says so. A continuous shuffler keeps
/// its cards inside.
pub fn take_up(draft: &mut Draft<'_>, by: Actor) -> Step {
    let topics = draft.topics();
    need_role(by, &[Role::Dealer], "dealer", topics.idle)?;
    draft.need_phase(Phase::Betting, "take the cards up", topics.idle)?;
    let now = if draft.rules().continuous {
        "the cards stay in the device"
    } else if !draft.table.people.is_empty() {
        "there are people at the table"
    } else {
        end_shoe(draft);
        return Ok(());
    };
    Err(refuse(Reason::WrongMoment { doing: "take the cards up", now }, topics.idle))
}

/// The shoe is over. Marked vigorish is collected before the cards of the next one are touched.
fn end_shoe(draft: &mut Draft<'_>) {
    family::shoe_ends(draft);
    let clauses = draft.topics().end_of_shoe;
    draft.emit(clauses, PreparationEvent::ShoeEnded);
    if draft.table.people.iter().all(|one| !one.owed.is_positive()) {
        opening::begin_preparation(draft, draft.table.shoe.number.saturating_add(1));
    }
}
