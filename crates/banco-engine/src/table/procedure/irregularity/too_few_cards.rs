//! The shoe cannot finish the round. MB 15(e), MM 13(e), CO 30-2816(4).

use super::{By, rule};
use crate::Clauses;
use crate::table::command::CardSource;
use crate::table::draft::{Draft, Step, refuse};
use crate::table::procedure::family::private_hands;
use crate::table::procedure::{dealing, floor};
use crate::table::refusal::{Reason, Refusal};
use crate::table::state::{CutCard, Phase};
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
    // What is left in a real shoe only the dealer can see.
    if left > 0 && draft.table.shoe.source == CardSource::Virtual {
        return Err(refuse(Reason::ShoeNotEmpty { left }, rule.clauses));
    }
    Ok(rule.clauses)
}

/// The round is void, every wager returns, and new cards follow.
pub fn follow(draft: &mut Draft<'_>, by: By) -> Step {
    let rule = rule(draft, IrregularityId::TooFewCards)?;
    floor::void_round(draft, by, "too few cards are left", true, rule.clauses)
}
