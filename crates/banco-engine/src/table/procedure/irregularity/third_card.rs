//! The Player's hand is dealt a third card that it may not have. MB 15(b)-(c), MM 13(b)-(c), CO 30-2816(1)-(2).

use crate::table::choices::DisclosedThirdCard;
use banco_cards::{Card, Side};
use banco_rulebook::model::vocabulary::IrregularityId;

use super::{card_can_come, card_is_there, discard, open_unwagered, rule, set_aside, unseen};
use crate::Clauses;
use crate::hidden::Hidden;
use crate::table::draft::{Draft, Step};
use crate::table::procedure::{dealing, third_card};
use crate::table::refusal::Refusal;
use crate::table::rules::IrregularityRule;
use crate::table::state::Stage;

/// Whether the Banker's hand must draw, so that the card is of use to it.
fn banker_draws(draft: &Draft<'_>) -> bool {
    draft.round.stage == Stage::Third(Side::Banker)
}

/// A text that has no clause of its own for a seen third card treats it as any other seen card, unless the
/// Banker's hand takes it.
pub fn rule_for<'t>(draft: &Draft<'t>, card: Option<Card>) -> Result<&'t IrregularityRule, Refusal> {
    match card {
        None => rule(draft, IrregularityId::UnauthorizedThirdCard),
        Some(_) => rule(draft, IrregularityId::DisclosedThirdCard).or_else(|_| {
            // Where a text knows no unauthorized third card at all, it has other cases for what went wrong.
            let unseen = rule(draft, IrregularityId::UnauthorizedThirdCard)?;
            if banker_draws(draft) { Ok(unseen) } else { rule(draft, IrregularityId::DisclosedCard) }
        }),
    }
}

pub fn plausible(draft: &Draft<'_>, card: Option<Card>) -> Result<Clauses, Refusal> {
    let rule = rule_for(draft, card)?;
    third_card::player_stood(draft)?;
    // The Banker's hand takes the card at once, so that another may wait.
    if banker_draws(draft) {
        card_is_there(draft, card, rule.clauses)?;
    } else {
        card_can_come(draft, card, rule.clauses)?;
    }
    Ok(rule.clauses)
}

/// The Banker's third card if that hand must draw; otherwise the next hand's first card, or, if it was seen,
/// what the licensee chose.
pub fn follow(draft: &mut Draft<'_>, card: Option<Card>) -> Step {
    let rule = rule_for(draft, card)?;
    if banker_draws(draft) {
        return match card {
            Some(card) => dealing::deal_up(draft, card),
            None => dealing::deal_down(draft, Hidden::unknown()),
        };
    }
    let clauses = rule.clauses;
    match card {
        None => set_aside(draft, unseen(draft), clauses),
        Some(card)
            if draft.rules().choices.disclosed_third_card == DisclosedThirdCard::DiscardWithOneMore =>
        {
            dealing::cut_card_comes(draft, 1);
            discard(draft, Some(card), clauses);
            if draft.table.shoe.left() > 1 {
                discard(draft, None, clauses);
            }
        }
        Some(card) => open_unwagered(draft, card, rule),
    }
    Ok(())
}
