//! The calls of a round that a dealer makes before the machine says what it thinks of them: whether a hand draws, and who
//! has won.

use banco_cards::{Outcome, Side};
use banco_rulebook::model::rulebook::Family;

use crate::Clauses;
use crate::coup::DrawAction;
use crate::table::call::{Call, Phrase};
use crate::table::command::CardSource;
use crate::table::draft::Draft;
use crate::table::procedure::third_card;
use crate::table::state::{Phase, Stage, Table};

/// What the dealer calls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Point {
    /// Whether the Player's hand draws.
    PlayerDraws,
    /// Whether the Banker's hand draws.
    BankerDraws,
    /// Who has won.
    Result,
}

/// What is right to call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Says {
    /// The hand draws, or stands.
    Draws(bool),
    /// This is the result.
    Result(Outcome),
}

/// What the rules say of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opinion {
    /// What is called.
    pub point: Point,
    /// What is right.
    pub says: Says,
    /// The counts of the Player's and the Banker's hand by which it is so.
    pub counts: [u8; 2],
    /// Whether one of the first two-card counts ends the drawing.
    pub natural: bool,
    /// What the Player's third card is worth, where the Banker's hand goes by it.
    pub against: Option<u8>,
    /// The words in which the text has it said.
    pub call: Option<Call>,
    /// The clauses.
    pub clauses: Clauses,
}

/// Every call that can be made by now in this round, in order. There is none while a hand is face down, where players hold
/// the bank and decide themselves, and where results alone are recorded.
#[must_use]
pub fn opinions(table: &Table) -> Vec<Opinion> {
    let known = table.rules.family == Family::HouseBanked && table.shoe.source != CardSource::ResultOnly;
    if table.phase != Phase::Dealing || !known {
        return Vec::new();
    }
    let draft = Draft::new(table);
    [player(&draft), banker(&draft), result(&draft)].into_iter().flatten().collect()
}

/// Which hand has a third card before it, if one has.
const fn at_third(stage: Stage) -> Option<Side> {
    match stage {
        Stage::Third(side) | Stage::TurningThird(side) | Stage::OfferingThird(side) => Some(side),
        _ => None,
    }
}

/// The counts of the first two cards of both hands.
fn first_counts(draft: &Draft<'_>) -> [u8; 2] {
    Side::BOTH.map(|side| draft.round.open_hand(side).initial_total().get())
}

fn is_natural(draft: &Draft<'_>) -> bool {
    first_counts(draft).into_iter().any(|count| draft.rules().draws.is_natural(count))
}

fn said(draft: &Draft<'_>, phrase: Option<Phrase>, counts: [u8; 2]) -> Option<Call> {
    phrase.map(|phrase| phrase.said(counts, draft.round.cards()))
}

fn player(draft: &Draft<'_>) -> Option<Opinion> {
    let stage = draft.round.stage;
    let reached = at_third(stage).is_some() || stage == Stage::Complete;
    // Where whoever turned the hand may choose, it is their word.
    let chosen = third_card::players_cell(draft).is_some_and(|cell| cell.action == DrawAction::Chooses);
    let natural = is_natural(draft);
    if !reached || (chosen && !natural) {
        return None;
    }
    let draws = draft.round.third(Side::Player).is_some() || at_third(stage) == Some(Side::Player);
    let counts = first_counts(draft);
    let phrase = draft.rules().phrases.player_draws.filter(|_| draws);
    let clauses = if natural { draft.rules().draws.natural() } else { third_card::player_clauses(draft) };
    Some(Opinion {
        point: Point::PlayerDraws,
        says: Says::Draws(draws),
        counts,
        natural,
        against: None,
        call: said(draft, phrase, counts),
        clauses,
    })
}

fn banker(draft: &Draft<'_>) -> Option<Opinion> {
    let stage = draft.round.stage;
    if at_third(stage) != Some(Side::Banker) && stage != Stage::Complete {
        return None;
    }
    let (draws, natural) = (at_third(stage) == Some(Side::Banker), is_natural(draft));
    let draws = draws || draft.round.third(Side::Banker).is_some();
    let [_, banker] = first_counts(draft);
    let counts = [draft.round.count(Side::Player), banker];
    let third = draft.round.third(Side::Player).and_then(|third| third.shown());
    let phrase = draft.rules().phrases.banker_draws.filter(|_| draws);
    let clauses = if natural { draft.rules().draws.natural() } else { third_card::banker_clauses(draft) };
    Some(Opinion {
        point: Point::BankerDraws,
        says: Says::Draws(draws),
        counts,
        natural,
        against: third.map(|card| card.points().get()),
        call: said(draft, phrase, counts),
        clauses,
    })
}

fn result(draft: &Draft<'_>) -> Option<Opinion> {
    let outcome = draft.round.outcome().filter(|_| draft.round.stage == Stage::Complete)?;
    let counts = Side::BOTH.map(|side| draft.round.count(side));
    let phrase = draft.rules().phrases.of_outcome(outcome);
    Some(Opinion {
        point: Point::Result,
        says: Says::Result(outcome),
        counts,
        natural: is_natural(draft) && draft.round.cards() == 4,
        against: None,
        call: said(draft, phrase, counts),
        clauses: phrase.map_or(draft.topics().settlement, |phrase| phrase.clauses),
    })
}
