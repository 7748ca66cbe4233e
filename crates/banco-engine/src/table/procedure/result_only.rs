//! A table that records results without cards.

use super::curator;
use crate::coup::DrawAction;
use crate::settle::{Hit, backed, find_line};
use crate::table::call::Phrase;
use crate::table::command::{CardSource, Reported};
use crate::table::draft::{Draft, Step, need_role, refuse};
use crate::table::event::DealingEvent;
use crate::table::people::{Actor, Role};
use crate::table::refusal::Reason;
use crate::table::rules::Rules;
use crate::table::spot::Counts;
use crate::table::state::{Phase, Stage};

/// Records the result of the round.
pub fn record(draft: &mut Draft<'_>, by: Actor, reported: Reported) -> Step {
    let topics = draft.topics();
    need_role(by, &[Role::Dealer], "dealer", topics.settlement)?;
    let only = draft.table.shoe.source == CardSource::ResultOnly;
    let due = draft.table.phase == Phase::Dealing && draft.round.stage == Stage::Initial(0);
    if !only || !due {
        let now = if only { draft.table.phase.in_words() } else { "the cards of this shoe are recorded" };
        return Err(refuse(Reason::WrongMoment { doing: "record a result", now }, topics.settlement));
    }
    curator::deals(draft, "record a result")?;
    if let Some(what) = impossible(draft.rules(), reported) {
        return Err(refuse(Reason::ImpossibleResult { what }, topics.drawing));
    }
    let rules = draft.rules();
    let [player, banker] = reported.totals;
    let cards = reported.cards.iter().sum();
    let won = rules.phrases.of_outcome(reported.outcome());
    for phrase in won.into_iter().chain(special(rules, reported)).chain(rules.phrases.total_cards) {
        draft.emit(phrase.clauses, DealingEvent::Called(phrase.said([player, banker], cards)));
    }
    draft.emit(topics.settlement, DealingEvent::ResultRecorded { reported });
    Ok(())
}

/// Calls that go with certain results.
fn special(rules: &Rules, reported: Reported) -> impl Iterator<Item = Phrase> {
    let Reported { totals, cards } = reported;
    let calls = rules.special_calls.iter().filter(move |(table, _)| {
        let facts = Counts { totals, cards, backed: backed(table) };
        matches!(find_line(table, &facts), Some(Hit::Line(_)))
    });
    calls.map(|(_, phrase)| *phrase)
}

/// What the drawing rules cannot have led to.
fn impossible(rules: &Rules, reported: Reported) -> Option<&'static str> {
    let Reported { totals: [player, banker], cards: [player_cards, banker_cards] } = reported;
    if player > 9 || banker > 9 {
        return Some("a count is at most nine");
    }
    if ![player_cards, banker_cards].iter().all(|cards| (2..=3).contains(cards)) {
        return Some("a hand has two or three cards");
    }
    let draws = &rules.draws;
    let natural = |cards: u8, total: u8| cards == 2 && draws.is_natural(total);
    if natural(player_cards, player) || natural(banker_cards, banker) {
        let drawn = player_cards + banker_cards > 4;
        return drawn.then_some("after a natural nobody draws");
    }
    let player_stood = draws.player(player, 0).is_some_and(|cell| cell.action == DrawAction::Draws);
    if player_cards == 2 && player_stood {
        return Some("the Player's hand would have drawn");
    }
    let draws_on =
        |third: Option<u8>| draws.banker(banker, third).is_some_and(|cell| cell.action == DrawAction::Draws);
    let would_draw = if player_cards == 2 { draws_on(None) } else { (0..=9).map(Some).all(draws_on) };
    (banker_cards == 2 && would_draw).then_some("the Banker's hand would have drawn")
}
