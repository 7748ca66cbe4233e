//! The shoe is loaded and the first cards are burnt.
//!
//! MB 5(e), MM 5(e), CO 30-2810(4), 30-2806(1)(a).

use crate::table::choices::Burn;
use banco_cards::Card;
use banco_rulebook::model::vocabulary::SettingId;

use crate::hidden::Hidden;
use crate::name::Clauses;

use super::dealing::cut_card_comes;
use super::family;
use crate::table::command::CardSource;
use crate::table::draft::{Draft, Step, need_role, refuse};
use crate::table::event::PreparationEvent;
use crate::table::people::{Actor, Role};
use crate::table::refusal::{Reason, Refusal};
use crate::table::state::{Phase, index};

/// Places the cut cards and puts the stack into the shoe.
pub fn load(draft: &mut Draft<'_>, by: Actor, source: CardSource, cut_card: u16, batch: u8) -> Step {
    let topics = draft.topics();
    if source == CardSource::ResultOnly && family::needs_cards(draft) {
        let what = "round of which the result alone is recorded: the hole card places the action button";
        return Err(refuse(Reason::NotProvided { what }, topics.button));
    }
    if let Some(cards) = draft.table.cards.filter(|cards| *cards != source.cards()) {
        return Err(refuse(Reason::OtherCards { cards }, Clauses::default()));
    }
    need_role(by, &[Role::Dealer], "dealer", topics.cut)?;
    draft.need_phase(Phase::Loading, "load the shoe", topics.cut)?;
    let rules = draft.rules();
    let size = rules.pack.len();
    let least = rules.least_cut_card();
    // The hand in which the cut card shows and those that follow it must be there.
    let most = u16::try_from(rules.setting_most(SettingId::CutCardDepth)).unwrap_or(size).min(size / 2);
    if !(least..=most).contains(&cut_card) {
        return Err(refuse(Reason::CutCardOutOfRange { given: cut_card, least, most }, topics.cut));
    }
    let next = rules.batch_of(draft.table.shoe.number);
    if batch != next {
        return Err(refuse(Reason::WrongBatch { given: batch, next }, topics.batches));
    }
    let clauses = topics.cut;
    draft.emit(clauses, PreparationEvent::ShoeLoaded { source, cards: size, cut_card, batch });
    let unburnt = rules.continuous || rules.choices.burn == Burn::None;
    if unburnt || source == CardSource::ResultOnly {
        open_betting(draft);
    }
    Ok(())
}

/// Burns the next card. The first says how many follow.
pub fn burn(draft: &mut Draft<'_>, by: Option<Actor>, card: Hidden<Card>) -> Step {
    let topics = draft.topics();
    by.map_or(Ok(()), |by| need_role(by, &[Role::Dealer], "dealer", topics.burn))?;
    let left = draft.table.shoe.burn_left;
    let ordered = draft.table.phase != Phase::Burning && left.is_some_and(|left| left > 0);
    if ordered && draft.table.shoe.left() == 0 {
        return Err(refuse(Reason::ShoeEmpty, topics.burn));
    }
    if !ordered {
        draft.need_phase(Phase::Burning, "burn cards", topics.burn)?;
    }
    let shown = draft.rules().burn_all_shown || draft.table.shoe.burn_left.is_none();
    let card = match (shown, card.unseal()) {
        (true, None) => return Err(refuse(Reason::CardNeeded, topics.burn)),
        (true, Some(card)) => Some(in_shoe(draft, card)?),
        // Nobody looks at a card that is not shown.
        (false, _) => None,
    };
    let left = match draft.table.shoe.burn_left {
        Some(left) => left.saturating_sub(1),
        None => card.map_or(0, |card| card.rank.burn_count().get()),
    };
    if ordered {
        cut_card_comes(draft, 0);
    }
    let place = draft.next_place();
    draft.emit(topics.burn, PreparationEvent::CardBurned { card, left, place });
    if left == 0 && !ordered {
        open_betting(draft);
    }
    Ok(())
}

/// Wagers are taken; where participants deal, the shoe is offered.
fn open_betting(draft: &mut Draft<'_>) {
    let clauses = draft.topics().wagering;
    draft.emit(clauses, PreparationEvent::BettingOpened);
    family::open(draft);
}

/// The card, if the shoe can still hold it.
pub fn in_shoe(draft: &Draft<'_>, card: Card) -> Result<Card, Refusal> {
    let copies = draft.rules().copies.get(index(card)).copied().unwrap_or(0);
    if draft.table.shoe.seen(card) >= copies {
        return Err(refuse(Reason::CardNotInShoe { card, copies }, draft.topics().dealing));
    }
    Ok(card)
}
