//! The community hands: opened in order, with each bettor's choice on an optional five.
//!
//! CA Dealing Procedures, Player Hand, Dealer Hand; readings D3, D4.

use banco_cards::{Hand, Side};
use banco_rulebook::model::procedure::CardHandling;

use crate::Clauses;
use crate::coup::{Coup, Decision, DrawAction};
use crate::table::draft::{Draft, Step, need_role, refuse};
use crate::table::draws::DrawCell;
use crate::table::event::{DealingEvent, Turner, TurningEvent};
use crate::table::people::{Actor, Person, Role};
use crate::table::procedure::third_card;
use crate::table::refusal::Reason;
use crate::table::rules::Rules;
use crate::table::state::{Phase, Round, Stage};
use crate::table::wager::BetKey;

/// The Player hand is opened, then the other hand's first card; then whatever there is to decide.
pub fn open(draft: &mut Draft<'_>) -> Step {
    turn_up(draft, Side::Player)
}

/// How many of the first cards of a hand are turned at once: the other hand's hole card waits.
pub fn turned_at_once(rules: &Rules, round: &Round, side: Side) -> usize {
    let two = round.laid(side).iter().flatten().filter(|laid| !laid.is_up()).count();
    let waits = rules.handling == CardHandling::Community && side == Side::Banker && two > 1;
    if waits { 1 } else { two }
}

/// The dealer turns what comes next of a hand: known cards at once, others when they are named.
fn turn_up(draft: &mut Draft<'_>, side: Side) -> Step {
    let many = turned_at_once(draft.rules(), &draft.round, side);
    let down = draft.round.laid(side).iter().flatten().filter(|laid| !laid.is_up());
    let mut known = down.take(many).map_while(|laid| laid.unseal());
    let cards = [known.next(), known.next()];
    let (by, clauses) = (Turner::Dealer, draft.topics().handling);
    if cards.iter().flatten().count() < many {
        draft.emit(clauses, TurningEvent::CardsHanded { side, to: by, third: false });
        return Ok(());
    }
    draft.emit(clauses, TurningEvent::CardsTurned { side, cards, third: false, by });
    opened(draft, side)
}

/// Cards of a hand lie open: the other hand's first card follows, the choice, or the rest of the round.
pub fn opened(draft: &mut Draft<'_>, side: Side) -> Step {
    let hole_is_down = draft.round.laid(Side::Banker).iter().flatten().any(|laid| !laid.is_up());
    match side {
        Side::Player => turn_up(draft, Side::Banker),
        Side::Banker if hole_is_down => decide(draft),
        Side::Banker if draft.round.third(Side::Player).is_some() => resolve(draft),
        Side::Banker => third_card::draw(draft),
    }
}

/// The order of print (reading O11): bettors may have a choice, the Player hand takes its card if it takes one, and
/// only then the hole card is turned.
fn decide(draft: &mut Draft<'_>) -> Step {
    let total = draft.round.open_hand(Side::Player).initial_total().get();
    let cell = players_cell(draft).filter(|_| !draft.rules().draws.is_natural(total));
    match cell.map(|cell| (cell.action, cell.clauses)) {
        Some((DrawAction::DrawsForHitters, clauses)) if !undecided(draft).is_empty() => {
            draft.emit(clauses, DealingEvent::ChoiceOpened { side: Side::Player });
            Ok(())
        }
        Some((DrawAction::DrawsForHitters | DrawAction::Draws, clauses)) => {
            third_card::due(draft, Side::Player, clauses)
        }
        Some((DrawAction::Stands | DrawAction::Chooses, _)) | None => turn_up(draft, Side::Banker),
    }
}

/// What the Player hand does about a card, as far as the open cards tell while the hole card is down.
fn players_cell<'t>(draft: &Draft<'t>) -> Option<&'t DrawCell> {
    let total = draft.round.open_hand(Side::Player).initial_total().get();
    draft.rules().draws.player(total, draft.round.count(Side::Banker))
}

/// The option of bettors, while the hole card is down.
fn option<'t>(draft: &Draft<'t>) -> Option<&'t DrawCell> {
    players_cell(draft).filter(|cell| cell.action == DrawAction::DrawsForHitters)
}

/// Wagers on the Player hand whose bettors have not said what they do.
fn undecided(draft: &Draft<'_>) -> Vec<BetKey> {
    let spot = draft.rules().hand_spot(Side::Player).map(|spot| spot.id);
    let bets = draft.table.bets.iter().filter(|bet| Some(bet.spot) == spot);
    bets.map(|bet| bet.key).filter(|key| !draft.table.bank.chose.contains(key)).collect()
}

/// The clauses by which bettors stand or hit.
pub fn option_clauses(draft: &Draft<'_>) -> Clauses {
    option(draft).map_or_else(|| draft.topics().drawing, |cell| cell.clauses)
}

/// A bettor stands or hits.
pub fn choose(draft: &mut Draft<'_>, by: Actor, decision: Decision) -> Step {
    let clauses = option_clauses(draft);
    let one = draft.participant_in(by, clauses)?;
    chosen(draft, one.person, decision, clauses)
}

/// Takes somebody's choice; after the last one the community card is dealt.
fn chosen(draft: &mut Draft<'_>, person: Person, decision: Decision, clauses: Clauses) -> Step {
    let open = undecided(draft);
    let Some(key) = open.iter().find(|key| key.owner == person).copied() else {
        return Err(refuse(Reason::NotYourTurn { person, whose: None }, clauses));
    };
    let seat = draft.person(person)?.place.seat();
    draft.emit(clauses, DealingEvent::BettorChose { key, seat, decision });
    if open.len() == 1 {
        return third_card::due(draft, Side::Player, draft.topics().community);
    }
    Ok(())
}

/// It is the dealer who plays the house way.
fn dealer_plays(draft: &Draft<'_>, by: Actor) -> Step {
    super::need_position(draft)?;
    need_role(by, &[Role::Dealer], "dealer", draft.topics().house_way)
}

/// Choices are open.
fn choice_is_open(draft: &Draft<'_>, doing: &'static str) -> Step {
    if draft.table.phase == Phase::Dealing && draft.round.stage == Stage::Choosing(Side::Player) {
        return Ok(());
    }
    let now = "nobody has a choice";
    Err(refuse(Reason::WrongMoment { doing, now }, draft.topics().house_way))
}

/// What the house way does with the Player hand.
fn house_way(draft: &Draft<'_>) -> Decision {
    let total = draft.round.open_hand(Side::Player).initial_total().get();
    if draft.rules().draws.house_way(total) { Decision::Draw } else { Decision::Stand }
}

/// A bettor asks the dealer to play a wager: the dealer plays it the house way.
pub fn play_house_way(draft: &mut Draft<'_>, by: Actor, person: Person) -> Step {
    dealer_plays(draft, by)?;
    draft.person(person)?;
    choice_is_open(draft, "play the house way")?;
    let clauses = draft.topics().house_way;
    chosen(draft, person, house_way(draft), clauses)
}

/// The time to choose is over: whoever was silent plays the house way.
pub fn close_choices(draft: &mut Draft<'_>, by: Actor) -> Step {
    dealer_plays(draft, by)?;
    choice_is_open(draft, "end the choices")?;
    let decision = house_way(draft);
    for key in undecided(draft) {
        let seat = draft.person(key.owner)?.place.seat();
        let clauses = draft.topics().house_way;
        draft.emit(clauses, DealingEvent::BettorChose { key, seat, decision });
    }
    third_card::due(draft, Side::Player, draft.topics().community)
}

/// The community card is out: the other hand is opened, where that has not been done.
pub fn after_community_card(draft: &mut Draft<'_>) -> Step {
    if turned_at_once(draft.rules(), &draft.round, Side::Banker) > 0 {
        return turn_up(draft, Side::Banker);
    }
    resolve(draft)
}

/// The other hand draws by the community card, unless it is a natural, which undoes the card.
fn resolve(draft: &mut Draft<'_>) -> Step {
    let draws = &draft.rules().draws;
    if draws.is_natural(draft.round.open_hand(Side::Banker).initial_total().get()) {
        let clauses = draws.natural();
        return third_card::complete(draft, clauses);
    }
    third_card::banker_draws(draft)
}

/// The coup without a community card that does not count.
pub fn without_uncounted(draft: &Draft<'_>, coup: Coup) -> Coup {
    let natural = draft.rules().draws.is_natural(coup.banker.initial_total().get());
    let (Some(card), Some(two)) = (coup.player.third(), coup.player.first_two()) else { return coup };
    if natural {
        return Coup { player: Hand::new(&two).unwrap_or(coup.player), uncounted: Some(card), ..coup };
    }
    coup
}
