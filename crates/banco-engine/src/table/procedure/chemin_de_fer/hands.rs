//! The hands are looked at in private, and what they do is announced.
//!
//! CF 7(b)-(d), 8.

use banco_cards::{Hand, Side};

use crate::Clauses;
use crate::coup::DrawAction;
use crate::table::command::Announcement;
use crate::table::draft::{Draft, Step, refuse};
use crate::table::event::{DealingEvent, Turner};
use crate::table::people::{Actor, Person, Seat};
use crate::table::procedure::third_card;
use crate::table::refusal::{Reason, Refusal};
use crate::table::state::{Phase, Stage};

/// The four cards are out: the Dominant Player looks first.
pub fn look(draft: &mut Draft<'_>, side: Side) -> Step {
    let (_, seat) = controller(draft, side)?;
    let clauses = draft.topics().look;
    draft.emit(clauses, DealingEvent::LookBegun { side, seat });
    Ok(())
}

/// Who controls a hand.
pub fn controller(draft: &Draft<'_>, side: Side) -> Result<(Person, Seat), Refusal> {
    match draft.round.turner(side) {
        Some(Turner::Person(person, seat)) => Ok((person, seat)),
        _ => Err(refuse(Reason::NothingThere, draft.topics().look)),
    }
}

/// The two-card count of a hand, as whoever controls it sees it.
fn private_count(draft: &Draft<'_>, side: Side) -> u8 {
    let [player, banker] = draft.round.forced;
    if let Some(forced) = if side == Side::Player { player } else { banker } {
        return forced.count;
    }
    let mut hand = Hand::default();
    for card in draft.round.laid(side).iter().flatten().filter_map(|laid| laid.unseal()) {
        // A hand lies on three places, so a fourth card cannot come.
        let _ = hand.push(card);
    }
    hand.initial_total().get()
}

/// Announces what a hand does; the dealer repeats it.
pub fn announce(draft: &mut Draft<'_>, by: Actor, word: Announcement) -> Step {
    let clauses = draft.topics().look;
    let one = draft.participant(by)?;
    let side = match draft.round.stage {
        Stage::Deciding(side) if draft.table.phase == Phase::Dealing => side,
        _ => {
            let now = "nobody looks at a hand";
            return Err(refuse(Reason::WrongMoment { doing: "announce anything", now }, clauses));
        }
    };
    let (person, seat) = controller(draft, side)?;
    if one.person != person {
        let reason = Reason::NotYourTurn { person: one.person, whose: Some(person) };
        return Err(refuse(reason, clauses));
    }
    let clauses = allowed(draft, side, word)?;
    draft.emit(clauses, DealingEvent::Announced { side, seat, word });
    repeat(draft, word);
    follow(draft, side, word, clauses)
}

/// What the count lets a hand announce, and by which clauses.
pub fn words<'t>(draft: &Draft<'t>, side: Side) -> (&'static [Announcement], Clauses) {
    let draws = &draft.rules().draws;
    let total = private_count(draft, side);
    if draws.is_natural(total) {
        return (&[Announcement::Natural], draft.topics().natural(side));
    }
    if side == Side::Banker {
        return (&[Announcement::UnderEight], draft.topics().under_eight);
    }
    match draws.player(total, 0) {
        Some(cell) => match cell.action {
            DrawAction::Chooses => (&[Announcement::Card, Announcement::Stay], cell.clauses),
            DrawAction::Stands => (&[Announcement::Stay], cell.clauses),
            _ => (&[Announcement::Card], cell.clauses),
        },
        None => (&[], draft.topics().drawing),
    }
}

/// Whether the count lets the hand announce this, and by which clauses.
fn allowed(draft: &Draft<'_>, side: Side, word: Announcement) -> Result<Clauses, Refusal> {
    let (right, clauses) = words(draft, side);
    if right.contains(&word) {
        return Ok(clauses);
    }
    let words: Vec<&str> = right.iter().map(|word| word.word()).collect();
    let right = format!("\"{}\"", words.join("\" or \""));
    Err(refuse(Reason::WrongAnnouncement { word: word.word(), right }, clauses))
}

/// The dealer repeats an announcement.
fn repeat(draft: &mut Draft<'_>, word: Announcement) {
    let phrases = &draft.rules().phrases;
    let phrase = match word {
        Announcement::Card => phrases.card,
        Announcement::Stay => phrases.stay,
        Announcement::Natural => phrases.natural,
        Announcement::UnderEight => phrases.under_eight,
    };
    if let Some(phrase) = phrase {
        // The count of a hand that is still private is nobody's to hear.
        draft.emit(phrase.clauses, DealingEvent::Called(phrase.said([0, 0], 0)));
    }
}

fn follow(draft: &mut Draft<'_>, side: Side, word: Announcement, clauses: Clauses) -> Step {
    match (side, word) {
        (_, Announcement::Natural) => {
            third_card::reveal(draft, Side::Player, clauses);
            third_card::reveal(draft, Side::Banker, clauses);
            third_card::complete(draft, clauses)
        }
        (Side::Player, Announcement::Card) => look(draft, Side::Banker),
        (Side::Player, _) => third_card::banker_draws(draft),
        (Side::Banker, _) => third_card::due(draft, Side::Player, clauses),
    }
}
