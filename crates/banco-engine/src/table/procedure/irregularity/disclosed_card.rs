//! A card that is due is seen too early: as it is dealt, or face up in the shoe.
//! MB 15(d), MM 13(d), CO 30-2816(3).

use crate::table::choices::DisclosedCard;
use banco_cards::Card;
use banco_rulebook::model::vocabulary::IrregularityId;

use super::{By, card_can_come, card_is_there, chemin_de_fer, open_unwagered, rule};
use crate::Clauses;
use crate::table::draft::{Draft, Step, refuse};
use crate::table::procedure::family::private_hands;
use crate::table::procedure::{dealing, floor};
use crate::table::refusal::{Reason, Refusal};
use crate::table::rules::IrregularityRule;
use crate::table::state::{Phase, Stage};

/// The irregularity of a round's first card, where a text tells it from others.
const FIRST: IrregularityId = IrregularityId::FaceUpFirstCard;

/// Before the first card of the round, or in the middle of it.
fn is_first(draft: &Draft<'_>) -> bool {
    draft.table.phase != Phase::Dealing || draft.round.stage == Stage::Initial(0)
}

/// A text may tell the first card of a round from later ones.
pub fn rule_for<'t>(draft: &Draft<'t>) -> Result<&'t IrregularityRule, Refusal> {
    let own = if is_first(draft) { FIRST } else { IrregularityId::FaceUpLaterCard };
    rule(draft, own)
        .or_else(|_| rule(draft, IrregularityId::FaceUpInShoe))
        .or_else(|_| rule(draft, IrregularityId::DisclosedCard))
}

pub fn plausible(draft: &Draft<'_>, card: Card) -> Result<Clauses, Refusal> {
    let rule = rule_for(draft)?;
    let due = match draft.table.phase {
        Phase::Betting => true,
        Phase::Dealing => dealing::side_due(draft).is_some(),
        Phase::Closed
        | Phase::Preparing
        | Phase::Cutting
        | Phase::Loading
        | Phase::Burning
        | Phase::Settled
        | Phase::BetweenShoes => false,
    };
    if !due {
        return Err(refuse(Reason::NoCardDue, rule.clauses));
    }
    if private_hands(draft) {
        // It goes to the discards, whatever waits.
        card_is_there(draft, Some(card), rule.clauses)?;
    } else {
        card_can_come(draft, Some(card), rule.clauses)?;
    }
    Ok(rule.clauses)
}

/// The first card of a round: its wagers return and a round without wagers follows. A later one: played as it
/// is, or set aside for a round without wagers, by the text and the licensee's choice.
pub fn follow(draft: &mut Draft<'_>, by: By, card: Card) -> Step {
    let rule = rule_for(draft)?;
    if private_hands(draft) {
        return chemin_de_fer::face_up_in_shoe(draft, by, card);
    }
    let in_round = draft.table.phase == Phase::Dealing;
    if in_round && rule.opens.is_none() {
        return dealing::deal_up(draft, card);
    }
    let void = is_first(draft) || draft.rules().choices.disclosed_card == DisclosedCard::RoundIsVoid;
    if in_round && void {
        floor::void_round(draft, by, "a card was seen too early", false, rule.clauses)?;
    }
    // A text with a clause of its own for a round's first card voids the wagers that lie there already.
    if !in_round && rule.id == FIRST {
        for bet in &draft.table.bets {
            floor::give_back(draft, bet, rule.clauses)?;
        }
    }
    open_unwagered(draft, card, rule);
    Ok(())
}
