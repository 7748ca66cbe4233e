//! The community hands: opened in order, with each bettor's choice on an optional five.
//!
//! CA Dealing Procedures, Player Hand, Dealer Hand; readings D3, D4.

use banco_cards::{Hand, Side};

use super::super::super::draft::{Draft, Step, need_role, refuse};
use super::super::super::event::{Event, Turner};
use super::super::super::people::{Actor, Role};
use super::super::super::refusal::Reason;
use super::super::super::state::{Phase, Stage};
use super::super::super::wager::BetKey;
use super::super::third_card;
use super::is_played;
use crate::coup::{Coup, Decision, DrawAction};

/// The Player hand is opened, then the other hand's first card; then whatever there is to decide.
pub fn open(draft: &mut Draft<'_>) -> Step {
    third_card::reveal(draft, Side::Player);
    let clauses = draft.topics().handling.clone();
    let [first, ..] = *draft.round.laid(Side::Banker);
    if let Some(card) = first.and_then(|laid| laid.sealed()) {
        let (side, by) = (Side::Banker, Turner::Dealer);
        draft.emit(Event::CardsTurned { side, cards: [Some(card), None], third: false, by, clauses });
    }
    let draws = &draft.rules().draws;
    let total = draft.round.open_hand(Side::Player).initial_total().get();
    let exposed = first.and_then(|laid| laid.sealed()).map_or(0, |card| card.points().get());
    let option = draws.player(total, exposed).filter(|cell| cell.action == DrawAction::DrawsForHitters);
    match option {
        Some(cell) if !draws.is_natural(total) && !undecided(draft).is_empty() => {
            draft.emit(Event::ChoiceOpened { side: Side::Player, clauses: cell.clauses.clone() });
            Ok(())
        }
        Some(cell) if !draws.is_natural(total) => third_card::due(draft, Side::Player, &cell.clauses),
        _ => {
            third_card::reveal(draft, Side::Banker);
            third_card::draw(draft)
        }
    }
}

/// Wagers on the Player hand whose bettors have not said what they do.
fn undecided(draft: &Draft<'_>) -> Vec<BetKey> {
    let spot = draft.rules().hand_spot(Side::Player).map(|spot| spot.id);
    let bets = draft.table.bets.iter().filter(|bet| Some(bet.key.spot) == spot);
    bets.map(|bet| bet.key).filter(|key| !draft.table.bank.chose.contains(key)).collect()
}

/// A bettor stands or hits.
pub fn choose(draft: &mut Draft<'_>, by: Actor, decision: Decision) -> Step {
    let clauses = draft.topics().drawing.clone();
    let one = draft.participant(by)?;
    let open = undecided(draft);
    let Some(key) = open.iter().find(|key| key.owner == one.person).copied() else {
        return Err(refuse(Reason::NotYourTurn { person: one.person, whose: None }, &clauses));
    };
    let seat = one.place.seat();
    draft.emit(Event::BettorChose { key, seat, decision, clauses: clauses.clone() });
    if open.len() == 1 {
        return third_card::due(draft, Side::Player, &clauses);
    }
    Ok(())
}

/// The time to choose is over: whoever was silent plays the house way, which is to hit.
pub fn close_choices(draft: &mut Draft<'_>, by: Actor) -> Step {
    let clauses = draft.topics().drawing.clone();
    super::need_position(draft)?;
    need_role(by, &[Role::Dealer], "dealer", &clauses)?;
    let open = draft.table.phase == Phase::Dealing && draft.round.stage == Stage::Choosing(Side::Player);
    if !open {
        let now = "nobody has a choice";
        return Err(refuse(Reason::WrongMoment { doing: "end the choices", now }, &clauses));
    }
    third_card::due(draft, Side::Player, &clauses)
}

/// The community card is out: the other hand is opened, and a natural there undoes the card.
pub fn after_community_card(draft: &mut Draft<'_>) -> Step {
    third_card::reveal(draft, Side::Banker);
    let draws = &draft.rules().draws;
    if draws.is_natural(draft.round.open_hand(Side::Banker).initial_total().get()) {
        let clauses = draws.natural().clone();
        return third_card::complete(draft, &clauses);
    }
    third_card::banker_draws(draft)
}

/// The coup without a community card that does not count.
pub fn without_uncounted(draft: &Draft<'_>, coup: Coup) -> Coup {
    let natural = draft.rules().draws.is_natural(coup.banker.initial_total().get());
    let (Some(card), Some(two)) = (coup.player.third(), coup.player.first_two()) else { return coup };
    if is_played(draft) && natural {
        return Coup { player: Hand::new(&two).unwrap_or(coup.player), uncounted: Some(card), ..coup };
    }
    coup
}
