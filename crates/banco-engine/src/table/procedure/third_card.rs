//! Counts are announced, third cards drawn, the result found.
//!
//! MB 10, 11, 12(a), MM 9, 10, 11(a), CO 30-2813 to 30-2815(1).

use banco_cards::Side;

use super::{family, hand_over, house_money, jackpot};
use crate::Clauses;
use crate::condition::{CoupFacts, SeatFacts};
use crate::coup::{Coup, Decision, DrawAction};
use crate::settle::{Hit, find_line};
use crate::table::command::Reported;
use crate::table::draft::{Draft, Step, refuse};
use crate::table::draws::DrawCell;
use crate::table::event::{DealingEvent, Turner, TurningEvent};
use crate::table::people::{Actor, Role};
use crate::table::refusal::{Reason, Refusal};
use crate::table::state::{Phase, Stage};

/// Both hands lie open with two cards each.
pub fn counts(draft: &mut Draft<'_>) -> Step {
    draft.say(draft.rules().phrases.point_counts);
    house_money::settle(draft)
}

/// Whether, and for which hand, a third card is due.
pub fn draw(draft: &mut Draft<'_>) -> Step {
    let draws = &draft.rules().draws;
    let [player, banker] = Side::BOTH.map(|side| draft.round.open_hand(side).initial_total().get());
    if draws.is_natural(player) || draws.is_natural(banker) {
        let clauses = draws.natural();
        draft.emit(clauses, DealingEvent::CountsStand);
        jackpot::reached_by_four_cards(draft)?;
        return complete(draft, clauses);
    }
    let Some(cell) = players_cell(draft) else {
        return Err(refuse(Reason::NoCardDue, draft.topics().drawing));
    };
    draft.emit(draft.topics().drawing, DealingEvent::CountsStand);
    jackpot::reached_by_four_cards(draft)?;
    match cell.action {
        DrawAction::Draws | DrawAction::DrawsForHitters => due(draft, Side::Player, cell.clauses),
        DrawAction::Stands => banker_draws(draft),
        DrawAction::Chooses if draft.round.unwagered.is_none() && chooser(draft).is_some() => {
            draft.emit(cell.clauses, DealingEvent::ChoiceOpened { side: Side::Player });
            Ok(())
        }
        DrawAction::Chooses if draws.house_way(player) => due(draft, Side::Player, cell.clauses),
        DrawAction::Chooses => banker_draws(draft),
    }
}

/// What the Player's hand does about a third card.
pub fn players_cell<'t>(draft: &Draft<'t>) -> Option<&'t DrawCell> {
    let total = draft.round.open_hand(Side::Player).initial_total().get();
    let first = draft.round.open_hand(Side::Banker).cards().next().map_or(0, |card| card.points().get());
    draft.rules().draws.player(total, first)
}

/// The clauses by which the Player's hand draws or stands.
pub fn player_clauses(draft: &Draft<'_>) -> Clauses {
    players_cell(draft).map_or_else(|| draft.topics().drawing, |cell| cell.clauses)
}

/// Whoever decides for the Player's hand: its turner, or who has most on it.
fn chooser(draft: &Draft<'_>) -> Option<crate::table::people::Person> {
    match draft.round.turner(Side::Player) {
        Some(Turner::Person(person, _)) => Some(person),
        _ => hand_over::highest(draft, Side::Player),
    }
}

/// Draws or stands where the holder of the hand may choose; the dealer plays the house way for the silent.
pub fn choose(draft: &mut Draft<'_>, by: Actor, decision: Decision) -> Step {
    let clauses = draft.topics().drawing;
    family::may_choose(draft, by)?;
    let side = match draft.round.stage {
        Stage::Choosing(side) if draft.table.phase == Phase::Dealing => side,
        _ => {
            let now = "no hand has a choice";
            return Err(refuse(Reason::WrongMoment { doing: "choose", now }, clauses));
        }
    };
    if let Some(chosen) = family::choose(draft, by, decision) {
        return chosen;
    }
    if side == Side::Banker {
        return banker_chooses(draft, by, decision);
    }
    let clauses = player_clauses(draft);
    let total = draft.round.count(Side::Player);
    let house_way = if draft.rules().draws.house_way(total) { Decision::Draw } else { Decision::Stand };
    let whose = chooser(draft);
    match by.role() {
        Role::Participant if whose == Some(by.participant()) => {}
        Role::Dealer if decision == house_way => {}
        _ => return Err(refuse(Reason::NotYourTurn { person: by.participant(), whose }, clauses)),
    }
    draft.emit(clauses, DealingEvent::ChoiceMade { side: Side::Player, decision, by: by.person() });
    match decision {
        Decision::Draw => due(draft, Side::Player, clauses),
        Decision::Stand => banker_draws(draft),
    }
}

/// The Banker chooses in a cell that the licensee leaves open.
fn banker_chooses(draft: &mut Draft<'_>, by: Actor, decision: Decision) -> Step {
    let clauses = banker_clauses(draft);
    let whose = draft.table.bank.holder.map(|(person, _)| person);
    if by.role() != Role::Participant || whose != Some(by.participant()) {
        return Err(refuse(Reason::NotYourTurn { person: by.participant(), whose }, clauses));
    }
    let side = Side::Banker;
    draft.emit(clauses, DealingEvent::ChoiceMade { side, decision, by: by.person() });
    match decision {
        Decision::Draw => due(draft, side, clauses),
        Decision::Stand => complete(draft, clauses),
    }
}

/// The dealer has a third card dealt to a hand.
pub fn due(draft: &mut Draft<'_>, side: Side, clauses: Clauses) -> Step {
    let phrases = &draft.rules().phrases;
    let phrase = match side {
        Side::Player => phrases.player_draws,
        Side::Banker => phrases.banker_draws,
    };
    draft.say(phrase);
    draft.emit(clauses, DealingEvent::ThirdCardDue { side });
    Ok(())
}

/// Whether the Banker's hand draws, given what the Player's did.
pub fn banker_draws(draft: &mut Draft<'_>) -> Step {
    let clauses = draft.topics().face_banker;
    reveal(draft, Side::Banker, clauses);
    let [forced_player, _] = draft.round.forced;
    let (total, third) = banker_stands_at(draft);
    // The Player's hand may have been given a card before the Banker has looked.
    let private = family::private_hands(draft);
    if private && draft.rules().draws.is_natural(total) && (forced_player.is_some() || third.is_some()) {
        let clauses = draft.topics().natural(Side::Banker);
        return complete(draft, clauses);
    }
    let Some(cell) = draft.rules().draws.banker(total, third) else {
        return Err(refuse(Reason::NoCardDue, draft.topics().drawing));
    };
    match cell.action {
        DrawAction::Draws => due(draft, Side::Banker, cell.clauses),
        // Nobody chooses in a round without wagers.
        DrawAction::Chooses if draft.round.unwagered.is_some() => {
            if draft.rules().draws.banker_bound(total, third) {
                return due(draft, Side::Banker, cell.clauses);
            }
            complete(draft, cell.clauses)
        }
        DrawAction::Chooses => {
            draft.emit(cell.clauses, DealingEvent::ChoiceOpened { side: Side::Banker });
            Ok(())
        }
        _ => complete(draft, cell.clauses),
    }
}

/// The count by which the Banker's hand draws or stands, and what the Player's third card is worth.
fn banker_stands_at(draft: &Draft<'_>) -> (u8, Option<u8>) {
    let [player, forced] = draft.round.forced;
    let initial = || draft.round.open_hand(Side::Banker).initial_total().get();
    let total = forced.filter(|forced| forced.more).map_or_else(initial, |forced| forced.count);
    // The first two cards of a private hand may still lie face down beside it.
    let third = draft.round.third(Side::Player).and_then(|third| third.shown());
    // A card that the Player's hand should not have had counts for nothing.
    let third = third.filter(|_| player.is_none_or(|forced| forced.more));
    (total, third.map(|card| card.points().get()))
}

/// What the Banker's hand does where its holder may choose and is silent.
pub fn bankers_way(draft: &Draft<'_>) -> Decision {
    let (total, third) = banker_stands_at(draft);
    if draft.rules().draws.banker_bound(total, third) { Decision::Draw } else { Decision::Stand }
}

/// The clauses by which the Banker's hand draws or stands.
pub fn banker_clauses(draft: &Draft<'_>) -> Clauses {
    let (total, third) = banker_stands_at(draft);
    let cell = draft.rules().draws.banker(total, third);
    cell.map_or_else(|| draft.topics().drawing, |cell| cell.clauses)
}

/// A third card has been laid; face down, it goes to whoever turned the hand.
pub fn laid(draft: &mut Draft<'_>, side: Side) -> Step {
    match draft.round.third(side) {
        Some(third) if third.is_up() => after(draft, side),
        _ => {
            let here = |turner: &Turner| match turner {
                Turner::Person(person, _) => draft.table.participant(*person).is_some(),
                Turner::Dealer => true,
            };
            let to = draft.round.turner(side).filter(here).unwrap_or(Turner::Dealer);
            hand_over::hand_to(draft, side, to, true)
        }
    }
}

/// A third card lies open.
pub fn after(draft: &mut Draft<'_>, side: Side) -> Step {
    match side {
        Side::Player => family::after_player_third(draft),
        Side::Banker => {
            // A text that says so ends the drawing with the third cards.
            let clauses = draft.topics().no_more_cards.or(banker_clauses(draft));
            complete(draft, clauses)
        }
    }
}

/// Known cards that still lie face down are laid open.
pub fn reveal(draft: &mut Draft<'_>, side: Side, clauses: Clauses) {
    let down: Vec<_> = draft.round.laid(side).iter().flatten().filter(|laid| !laid.is_up()).collect();
    let mut known = down.iter().filter_map(|laid| laid.unseal());
    let cards = [known.next(), known.next()];
    if down.is_empty() || cards.iter().flatten().count() != down.len() {
        return;
    }
    let by = draft.round.turner(side).unwrap_or(Turner::Dealer);
    draft.emit(clauses, TurningEvent::CardsTurned { side, cards, third: false, by });
}

/// The cards that lie open.
pub fn open_coup(draft: &Draft<'_>) -> Coup {
    let [player, banker] = Side::BOTH.map(|side| draft.round.open_hand(side));
    Coup { player, banker, uncounted: None }
}

/// Both hands have all their cards.
pub fn complete(draft: &mut Draft<'_>, clauses: Clauses) -> Step {
    let faced = draft.topics().face_player;
    reveal(draft, Side::Player, faced);
    let coup = open_coup(draft);
    let coup = family::counted(draft, coup);
    if draft.round.forced != [None; 2] {
        return complete_by_counts(draft, &coup, clauses);
    }
    let phrases = &draft.rules().phrases;
    if let Some(phrase) = phrases.of_outcome(coup.outcome()) {
        // A community card that does not count lies there, but is not counted.
        let [player, banker] = [coup.player, coup.banker].map(|hand| hand.total().get());
        let cards = draft.round.cards();
        draft.emit(phrase.clauses, DealingEvent::Called(phrase.said([player, banker], cards)));
    }
    for (table, phrase) in &draft.rules().special_calls {
        let (seat, backed) = (SeatFacts::default(), crate::settle::backed(table));
        let facts = CoupFacts { coup: &coup, backed, chosen: &[], seat: &seat, history: &[], stood: false };
        if matches!(find_line(table, &facts), Some(Hit::Line(_))) {
            draft.say(Some(*phrase));
        }
    }
    draft.say(phrases.total_cards);
    draft.emit(clauses, DealingEvent::ResultReached { coup });
    jackpot::reached_by_all_cards(draft, &coup)
}

/// An irregularity fixed a count: the result goes by the counts, not by the cards.
fn complete_by_counts(draft: &mut Draft<'_>, coup: &Coup, clauses: Clauses) -> Step {
    let [player, banker] = draft.round.forced;
    let player = player.map_or_else(|| coup.player.total().get(), |forced| forced.with(coup.player.third()));
    let banker = banker.map_or_else(|| coup.banker.total().get(), |forced| forced.with(coup.banker.third()));
    let reported = Reported { totals: [player, banker], cards: [coup.player.len(), coup.banker.len()] };
    let phrase = draft.rules().phrases.of_outcome(reported.outcome());
    if let Some(phrase) = phrase {
        let cards = reported.cards.iter().sum();
        draft.emit(phrase.clauses, DealingEvent::Called(phrase.said([player, banker], cards)));
    }
    draft.emit(clauses, DealingEvent::ResultRecorded { reported });
    Ok(())
}

/// The moment at which an unauthorized third card can be told from one that is due.
pub fn player_stood(draft: &Draft<'_>) -> Result<(), Refusal> {
    let clauses = draft.topics().drawing;
    match draft.round.stage {
        Stage::Third(Side::Player) => {
            Err(refuse(Reason::ThirdCardAuthorised { side: Side::Player }, player_clauses(draft)))
        }
        Stage::Third(Side::Banker) | Stage::Complete if draft.round.third(Side::Player).is_none() => Ok(()),
        _ => {
            let now = "the Player's hand has not stood";
            Err(refuse(Reason::WrongMoment { doing: "report an unauthorized third card", now }, clauses))
        }
    }
}
