//! The curator: who deals from the shoe, and how it passes on.
//!
//! MB 7, 14. Rulebooks without such an offer have the dealer deal.

use banco_cards::Outcome;
use banco_rulebook::model::rulebook::{Direction, Family};

use crate::Clauses;
use crate::table::draft::{Draft, Step, need_reason, need_role, refuse};
use crate::table::event::{Curator, CuratorEvent, PassedWhy};
use crate::table::people::{Actor, Participant, Role, Seat};
use crate::table::refusal::{Reason, Refusal};
use crate::table::state::{Asked, Phase, Round, Stage};

/// Whether participants deal at all.
fn is_offered(draft: &Draft<'_>) -> bool {
    draft.rules().terms.rulebook.file.offer.is_some() && draft.rules().family == Family::HouseBanked
}

fn direction(draft: &Draft<'_>) -> Direction {
    let offer = draft.rules().terms.rulebook.file.offer.as_ref();
    offer.map_or(Direction::Counterclockwise, |offer| offer.direction)
}

/// A new shoe is offered from seat one on.
pub fn offer_new_shoe(draft: &mut Draft<'_>) {
    let first = draft.rules().seats.first().copied();
    if let Some(first) = first.filter(|_| is_offered(draft)) {
        let clauses = draft.topics().offer;
        offer(draft, first, None, None, clauses);
    }
}

/// Offers the shoe to the next one, or leaves it to the dealer.
fn offer(draft: &mut Draft<'_>, from: Seat, after: Option<Seat>, except: Option<Seat>, clauses: Clauses) {
    match draft.next_occupied(from, direction(draft), after, except) {
        Some((person, seat)) => draft.emit(clauses, CuratorEvent::ShoeOffered { seat, person }),
        None => {
            let clauses = draft.topics().offer;
            draft.emit(clauses, CuratorEvent::CuratorNamed { curator: Curator::Dealer });
        }
    }
}

/// Whoever is to deal from the shoe is known.
pub fn is_known(draft: &Draft<'_>, doing: &'static str) -> Step {
    let table = draft.table;
    if is_offered(draft) && (table.curator.is_none() || table.shoe_asked.is_some()) {
        let now = "the shoe is still being offered";
        return Err(refuse(Reason::WrongMoment { doing, now }, draft.topics().offer));
    }
    Ok(())
}

/// A curator who was ordered to pass the shoe before the first card does not deal from it any more. Where the dealer
/// deals for a participant, the cards go on while the shoe is offered.
pub fn deals(draft: &Draft<'_>, doing: &'static str) -> Step {
    match draft.table.curator {
        Some(Curator::Person(..)) if draft.round.stage == Stage::Initial(0) => is_known(draft, doing),
        _ => Ok(()),
    }
}

/// The one who is asked, if it is whoever acts.
fn asked(draft: &Draft<'_>, by: Actor) -> Result<Asked, Refusal> {
    let topics = draft.topics();
    if !is_offered(draft) {
        return Err(refuse(Reason::NotProvided { what: "curator" }, topics.dealing));
    }
    let one = draft.participant_in(by, topics.offer)?;
    match draft.table.shoe_asked {
        Some(asked) if asked.person == one.person => Ok(asked),
        other => {
            let whose = other.map(|asked| asked.person);
            Err(refuse(Reason::NotYourTurn { person: one.person, whose }, topics.offer))
        }
    }
}

/// Takes the shoe, or takes it and has the dealer deal.
pub fn accept(draft: &mut Draft<'_>, by: Actor, dealer_acts: bool) -> Step {
    let Asked { person, seat, .. } = asked(draft, by)?;
    let topics = draft.topics();
    let (curator, clauses) = if dealer_acts {
        (Curator::DealerFor(person, seat), topics.names_dealer)
    } else {
        (Curator::Person(person, seat), topics.offer)
    };
    draft.emit(clauses, CuratorEvent::CuratorNamed { curator });
    Ok(())
}

/// Declines the shoe: the next one is asked.
pub fn decline(draft: &mut Draft<'_>, by: Actor) -> Step {
    let Asked { person, seat, from, except } = asked(draft, by)?;
    let clauses = draft.topics().offer;
    draft.emit(clauses, CuratorEvent::ShoeDeclined { seat, person });
    offer(draft, from, Some(seat), except, clauses);
    Ok(())
}

/// The curator passes the shoe between rounds.
pub fn pass(draft: &mut Draft<'_>, by: Actor) -> Step {
    let topics = draft.topics();
    if !is_offered(draft) {
        return Err(refuse(Reason::NotProvided { what: "curator" }, topics.dealing));
    }
    let one = draft.participant_in(by, topics.pass_by_choice)?;
    draft.need_phase(Phase::Betting, "pass the shoe", topics.pass_by_choice)?;
    match seat_of(draft.table.curator) {
        Some((person, seat)) if person == one.person && draft.table.shoe_asked.is_none() => {
            let clauses = topics.pass_by_choice;
            pass_on(draft, Some(seat), PassedWhy::Choice, clauses);
            Ok(())
        }
        other => {
            let whose = other.map(|(person, _)| person);
            Err(refuse(Reason::NotYourTurn { person: one.person, whose }, topics.pass_by_choice))
        }
    }
}

const fn seat_of(curator: Option<Curator>) -> Option<(crate::table::people::Person, Seat)> {
    match curator {
        Some(Curator::Person(person, seat) | Curator::DealerFor(person, seat)) => Some((person, seat)),
        Some(Curator::Dealer) | None => None,
    }
}

/// The shoe goes to the right of whoever had it; from the dealer it goes to seat one again.
fn pass_on(draft: &mut Draft<'_>, from: Option<Seat>, why: PassedWhy, clauses: Clauses) {
    draft.emit(clauses, CuratorEvent::ShoePassed { from, why });
    let first = draft.rules().seats.first().copied();
    let start = from.map_or(first, |seat| Some(draft.right_of(seat)));
    if let Some(start) = start {
        let clauses = draft.topics().pass_on;
        offer(draft, start, None, from, clauses);
    }
}

/// The dealer or the floor orders the curator to pass the shoe, until the first card of a round is out.
pub fn order_pass(draft: &mut Draft<'_>, by: Actor, reason: &str) -> Step {
    let topics = draft.topics();
    if !is_offered(draft) {
        return Err(refuse(Reason::NotProvided { what: "curator" }, topics.dealing));
    }
    need_role(by, &[Role::Dealer, Role::Floor], "dealer or floorperson", topics.pass_by_order)?;
    if !(draft.table.phase == Phase::Dealing && draft.round.stage == Stage::Initial(0)) {
        draft.need_phase(Phase::Betting, "order the shoe passed", topics.pass_by_order)?;
    }
    let Some((_, seat)) = seat_of(draft.table.curator).filter(|_| draft.table.shoe_asked.is_none()) else {
        let now = "no participant has the shoe";
        return Err(refuse(
            Reason::WrongMoment { doing: "order the shoe passed", now },
            topics.pass_by_order,
        ));
    };
    let clauses = topics.pass_by_order;
    let reason = need_reason(reason, clauses)?;
    pass_on(draft, Some(seat), PassedWhy::Order(reason), clauses);
    Ok(())
}

/// After a round that the Banker's hand has lost the shoe must be passed.
pub fn after_round(draft: &mut Draft<'_>, ended: &Round) {
    let outcome = ended.outcome().filter(|_| ended.stage != Stage::Void);
    let waiting = draft.table.shoe_asked.is_some() || ended.unwagered.is_some();
    if waiting || !is_offered(draft) || draft.table.curator.is_none() {
        return;
    }
    if outcome == Some(Outcome::Player) {
        let from = seat_of(draft.table.curator).map(|(_, seat)| seat);
        pass_on(draft, from, PassedWhy::BankerLost, draft.topics().pass_by_loss);
    }
}

/// Somebody leaves: what they hold or are offered goes on.
pub fn leaves(draft: &mut Draft<'_>, one: &Participant) {
    if !is_offered(draft) {
        return;
    }
    if let Some(asked) = draft.table.shoe_asked.filter(|asked| asked.person == one.person) {
        let clauses = draft.topics().offer;
        draft.emit(clauses, CuratorEvent::ShoeDeclined { seat: asked.seat, person: one.person });
        offer(draft, asked.from, Some(asked.seat), asked.except, clauses);
        return;
    }
    let holds = seat_of(draft.table.curator).filter(|(person, _)| *person == one.person);
    let in_play = matches!(draft.table.phase, Phase::Betting | Phase::Dealing | Phase::Settled);
    if let Some((_, seat)) = holds.filter(|_| in_play && draft.table.shoe_asked.is_none()) {
        let clauses = draft.topics().pass_on;
        pass_on(draft, Some(seat), PassedWhy::Left, clauses);
    }
}
