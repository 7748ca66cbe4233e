//! The shoe cannot finish the round. MB 15(e), MM 13(e), CO 30-2816(4).

use super::{By, rule};
use crate::Clauses;
use crate::table::command::CardSource;
use crate::table::draft::{Draft, Step, refuse};
use crate::table::procedure::family::private_hands;
use crate::table::procedure::{dealing, floor};
use crate::table::refusal::{Reason, Refusal};
use crate::table::state::{CutCard, Phase, Stage};
use banco_rulebook::model::vocabulary::IrregularityId;

pub fn plausible(draft: &Draft<'_>) -> Result<Clauses, Refusal> {
    let rule = rule(draft, IrregularityId::TooFewCards)?;
    if draft.table.phase != Phase::Dealing || dealing::side_due(draft).is_none() {
        return Err(refuse(Reason::NoCardDue, rule.clauses));
    }
    // Where the text speaks of a cut card that is drawn, it has been.
    if private_hands(draft) && draft.table.shoe.cut_card == CutCard::Inside {
        let now = "the cut card is still in the shoe";
        return Err(refuse(Reason::WrongMoment { doing: "report too few cards", now }, rule.clauses));
    }
    let left = draft.table.shoe.left();
    // Of a shoe whose results alone are recorded nobody but the dealer knows what is left; in chemin de fer the
    // dealer finds it out when the cut card is drawn.
    let counted = match draft.table.shoe.source {
        CardSource::Virtual => true,
        CardSource::Entry => !private_hands(draft),
        CardSource::ResultOnly => false,
    };
    if counted && left >= still_to_come(draft) {
        return Err(refuse(Reason::ShoeNotEmpty { left }, rule.clauses));
    }
    Ok(rule.clauses)
}

/// How many more cards the round takes from the shoe in any case.
fn still_to_come(draft: &Draft<'_>) -> u16 {
    let Stage::Initial(out) = draft.round.stage else { return 1 };
    let initial = u16::try_from(draft.rules().order.len()).unwrap_or(u16::MAX);
    let from_aside = u16::from(draft.table.first_from_aside().is_some());
    initial.saturating_sub(u16::from(out)).saturating_sub(from_aside)
}

/// The round is void, every wager returns, and new cards follow.
pub fn follow(draft: &mut Draft<'_>, by: By) -> Step {
    let rule = rule(draft, IrregularityId::TooFewCards)?;
    floor::void_round(draft, by, "too few cards are left", true, rule.clauses)
}
