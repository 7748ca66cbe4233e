//! A card comes out of the shoe that was not due. MB 15(a), 15(d), MM 13(a), 13(d), CO 30-2816(1)-(2).

use banco_cards::Card;
use banco_rulebook::model::vocabulary::IrregularityId;

use super::{
    card_can_come, card_is_there, chemin_de_fer, discard, open_unwagered, rule, set_aside, shoe_in_play,
    unseen,
};
use crate::Clauses;
use crate::table::draft::{Draft, Step};
use crate::table::procedure::family::private_hands;
use crate::table::refusal::Refusal;
use crate::table::rules::IrregularityRule;

pub fn rule_for<'t>(draft: &Draft<'t>, card: Option<Card>) -> Result<&'t IrregularityRule, Refusal> {
    rule(draft, if card.is_some() { IrregularityId::DisclosedCard } else { IrregularityId::CardDrawnInError })
}

pub fn plausible(draft: &Draft<'_>, card: Option<Card>) -> Result<Clauses, Refusal> {
    let rule = rule_for(draft, card)?;
    shoe_in_play(draft, rule.clauses)?;
    if private_hands(draft) {
        // Several may wait: each is dealt with in its turn.
        card_is_there(draft, card, rule.clauses)?;
    } else {
        card_can_come(draft, card, rule.clauses)?;
    }
    Ok(rule.clauses)
}

/// Unseen, it is the first card of the next hand; seen, it opens a round without wagers.
pub fn follow(draft: &mut Draft<'_>, card: Option<Card>) -> Step {
    let rule = rule_for(draft, card)?;
    match card {
        Some(card) if private_hands(draft) => return chemin_de_fer::unusable(draft, card),
        // No hand follows that it could open.
        None if private_hands(draft) && chemin_de_fer::cut_card_is_out(draft) => {
            discard(draft, None, rule.clauses);
        }
        Some(card) => open_unwagered(draft, card, rule),
        None => set_aside(draft, unseen(draft), rule.clauses),
    }
    Ok(())
}
