//! The Player's hand is dealt a third card that it may not have. MB 15(b)-(c), MM 13(b)-(c), CO 30-2816(1)-(2).

use banco_cards::{Card, Side};
use banco_rulebook::model::vocabulary::IrregularityId;

use super::super::super::choices::DisclosedThirdCard;
use super::super::super::clauses::Clauses;
use super::super::super::draft::{Draft, Step};
use super::super::super::event::{Event, Laid};
use super::super::super::refusal::Refusal;
use super::super::super::rules::IrregularityRule;
use super::super::super::state::Stage;
use super::super::{dealing, third_card};
use super::{card_can_come, card_is_there, open_unwagered, rule, set_aside};

/// Whether the Banker's hand must draw, so that the card is of use to it.
fn banker_draws(draft: &Draft<'_>) -> bool {
    draft.round.stage == Stage::Third(Side::Banker)
}

/// A text that has no clause of its own for a seen third card treats it as any other seen card, unless the
/// Banker's hand takes it.
fn rule_for<'t>(draft: &Draft<'t>, card: Option<Card>) -> Result<&'t IrregularityRule, Refusal> {
    match card {
        None => rule(draft, IrregularityId::UnauthorisedThirdCard),
        Some(_) => rule(draft, IrregularityId::DisclosedThirdCard).or_else(|_| {
            rule(
                draft,
                if banker_draws(draft) {
                    IrregularityId::UnauthorisedThirdCard
                } else {
                    IrregularityId::DisclosedCard
                },
            )
        }),
    }
}

pub fn plausible(draft: &Draft<'_>, card: Option<Card>) -> Result<Clauses, Refusal> {
    let rule = rule_for(draft, card)?;
    third_card::player_stood(draft)?;
    // The Banker's hand takes the card at once, so that another may wait.
    if banker_draws(draft) {
        card_is_there(draft, card, &rule.clauses)?;
    } else {
        card_can_come(draft, card, &rule.clauses)?;
    }
    Ok(rule.clauses.clone())
}

/// The Banker's third card if that hand must draw; otherwise the next hand's first card, or, if it was seen,
/// what the licensee chose.
pub fn follow(draft: &mut Draft<'_>, card: Option<Card>) -> Step {
    let rule = rule_for(draft, card)?;
    if banker_draws(draft) {
        return dealing::deal(draft, card.map_or_else(|| Laid::down(None), Laid::up), false);
    }
    let clauses = rule.clauses.clone();
    match card {
        None => set_aside(draft, Laid::down(None), &clauses),
        Some(card)
            if draft.rules().choices.disclosed_third_card == DisclosedThirdCard::DiscardWithOneMore =>
        {
            dealing::cut_card_comes(draft, 1);
            draft.emit(Event::CardDiscarded { card: Some(card), clauses: clauses.clone() });
            if draft.table.shoe.left() > 1 {
                draft.emit(Event::CardDiscarded { card: None, clauses });
            }
        }
        Some(card) => open_unwagered(draft, card, rule),
    }
    Ok(())
}
