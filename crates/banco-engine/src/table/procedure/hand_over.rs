//! The highest bettor on each hand views its cards and returns them face up.
//!
//! MB 9(d), 9(f), MM 8(c)(1)-(6), 8(d), CO 30-2817(4).

use crate::table::choices::LowerBettorTurns;
use banco_cards::{Card, Side};
use banco_rulebook::model::procedure::CardHandling;
use banco_rulebook::model::rulebook::Direction;

use super::shoe::in_shoe;
use super::{player_banked, third_card};
use crate::Clauses;
use crate::table::draft::{Draft, Step, need_reason, need_role, refuse};
use crate::table::event::{Laid, Turner, TurningEvent};
use crate::table::people::{Actor, Person, Role, Seat};
use crate::table::refusal::{Reason, Refusal};
use crate::table::state::{Asked, Phase, Stage};
use crate::table::wager::Stake;

/// A hand is given to whoever turns it.
pub fn begin(draft: &mut Draft<'_>, side: Side) -> Step {
    let to = turner(draft, side);
    hand_to(draft, side, to, false)
}

/// Gives cards to whoever turns them; the dealer turns known cards at once.
pub fn hand_to(draft: &mut Draft<'_>, side: Side, to: Turner, third: bool) -> Step {
    let clauses = why_turns(draft, side, to, third);
    draft.emit(clauses, TurningEvent::CardsHanded { side, to, third });
    if to == Turner::Dealer && face_down(draft, side).all(|laid| laid.unseal().is_some()) {
        return turned(draft, side, &[], Turner::Dealer);
    }
    Ok(())
}

/// The clauses by which these cards are this one's to turn.
fn why_turns<'t>(draft: &Draft<'t>, side: Side, to: Turner, third: bool) -> Clauses {
    let topics = draft.topics();
    let handed_over = draft.rules().handling == CardHandling::HandedOver && draft.round.unwagered.is_none();
    match to {
        Turner::Person(..) => topics.hand(side, third),
        Turner::Dealer if !handed_over => topics.handling,
        Turner::Dealer if highest(draft, side).is_none() => topics.unbacked,
        // Nobody at the table wants them.
        Turner::Dealer => topics.relinquish,
    }
}

/// Who turns a hand: whom the table agreed on, the highest bettor on it, or the dealer.
fn turner(draft: &Draft<'_>, side: Side) -> Turner {
    if draft.rules().handling != CardHandling::HandedOver || draft.round.unwagered.is_some() {
        return Turner::Dealer;
    }
    let [player, banker] = &draft.table.agreed_by;
    let by = if side == Side::Player { player } else { banker };
    // An agreement stands only if nobody has come, or bet more, who did not agree.
    let refused = draft.rules().choices.lower_bettor_turns == LowerBettorTurns::Refused;
    let agreed = draft.round.agreed(side).filter(|(person, _)| {
        draft.table.participant(*person).is_some()
            && still_to_ask(draft, side, *person, by) == 0
            && (!refused || may_agree_as_equals(draft, side, *person))
    });
    agreed
        .or_else(|| highest_bettor(draft, side))
        .map_or(Turner::Dealer, |(person, seat)| Turner::Person(person, seat))
}

/// The wagers on a hand of those who sit at the table: how much, whose, at which seat. A coupon counts by its face.
fn on_hand<'t>(draft: &Draft<'t>, side: Side) -> impl Iterator<Item = (i64, Person, Seat)> + use<'t> {
    let table = draft.table;
    let spot = draft.rules().hand_spot(side).map(|spot| spot.id);
    let bets = table.bets.iter().filter(move |bet| Some(bet.spot) == spot && !bet.key.for_dealer);
    bets.filter(|bet| table.participant(bet.key.owner).is_some_and(|one| one.place.is_seated())).map(|bet| {
        let Stake { chips, promotional, coupon } = bet.stake;
        let stake =
            [promotional, coupon].iter().fold(chips.minor(), |sum, more| sum.saturating_add(more.minor()));
        (stake, bet.key.owner, bet.seat)
    })
}

/// Who has most on a hand; of equals the one nearest the dealer counterclockwise.
fn highest_bettor(draft: &Draft<'_>, side: Side) -> Option<(Person, Seat)> {
    let highest = on_hand(draft, side).max_by_key(|(stake, _, seat)| (*stake, std::cmp::Reverse(*seat)));
    highest.map(|(_, person, seat)| (person, seat))
}

/// Who has most on a hand; of equals the one nearest the dealer counterclockwise.
pub fn highest(draft: &Draft<'_>, side: Side) -> Option<Person> {
    highest_bettor(draft, side).map(|(person, _)| person)
}

/// The face-down cards of a hand.
fn face_down<'d>(draft: &'d Draft<'_>, side: Side) -> impl Iterator<Item = &'d Laid> {
    draft.round.laid(side).iter().flatten().filter(|laid| !laid.is_up())
}

/// The hand that is being turned.
fn turning(draft: &Draft<'_>) -> Option<(Side, bool)> {
    match draft.round.stage {
        Stage::Turning(side) => Some((side, false)),
        Stage::TurningThird(side) => Some((side, true)),
        _ => None,
    }
}

fn not_turning(draft: &Draft<'_>, doing: &'static str) -> Refusal {
    let now = if draft.table.phase == Phase::Dealing {
        "no hand waits to be turned"
    } else {
        draft.table.phase.in_words()
    };
    refuse(Reason::WrongMoment { doing, now }, draft.topics().hand_over)
}

/// Participants touch cards only where these are handed to them, and never in a round without wagers; of others
/// the dealer alone lays cards open.
fn may_touch_cards(draft: &Draft<'_>, by: Actor, waiting: Option<(Turner, Clauses)>) -> Step {
    let topics = draft.topics();
    let clauses = waiting.map_or(topics.hand_over, |(_, clauses)| clauses);
    if by.role() != Role::Participant {
        return need_role(by, &[Role::Dealer], "dealer", clauses);
    }
    let reason = Reason::WrongRole { role: Role::Participant, needed: "dealer" };
    if draft.rules().handling != CardHandling::HandedOver {
        return Err(refuse(reason, topics.hands_off));
    }
    if draft.table.phase == Phase::Dealing && draft.round.unwagered.is_some() {
        return Err(refuse(reason, topics.free_hand));
    }
    if waiting.is_some_and(|(turner, _)| turner == Turner::Dealer) {
        return Err(refuse(reason, clauses));
    }
    draft.person(by.participant()).map(|_| ())
}

/// Turns a hand or a third card face up; a machine may have read the cards.
pub fn turn(draft: &mut Draft<'_>, by: Option<Actor>, cards: &[Card]) -> Step {
    let in_play = turning(draft).filter(|_| draft.table.phase == Phase::Dealing);
    let waiting = in_play.map(|(side, third)| {
        let turner = draft.round.turner(side).unwrap_or(Turner::Dealer);
        (side, turner, why_turns(draft, side, turner, third))
    });
    if let Some(by) = by {
        may_touch_cards(draft, by, waiting.map(|(_, turner, clauses)| (turner, clauses)))?;
    }
    let (side, turner, clauses) = waiting.ok_or_else(|| not_turning(draft, "turn cards"))?;
    if let Some(by) = by {
        may_turn(by, turner, clauses)?;
    }
    turned(draft, side, cards, turner)
}

/// Whoever views the cards turns them, or returns them to the dealer, who lays them open.
fn may_turn(by: Actor, turner: Turner, clauses: Clauses) -> Step {
    match turner {
        Turner::Person(holder, _) if by.role() == Role::Participant && holder != by.participant() => {
            let reason = Reason::NotYourTurn { person: by.participant(), whose: Some(holder) };
            Err(refuse(reason, clauses))
        }
        Turner::Person(..) | Turner::Dealer => Ok(()),
    }
}

/// The cards lie open: known ones as they are, others as they are named.
fn turned(draft: &mut Draft<'_>, side: Side, named: &[Card], by: Turner) -> Step {
    let third = matches!(draft.round.stage, Stage::TurningThird(_));
    let at_once =
        if third { 1 } else { player_banked::hands::turned_at_once(draft.rules(), &draft.round, side) };
    let unknown = face_down(draft, side).take(at_once).filter(|laid| laid.unseal().is_none()).count();
    let clauses = why_turns(draft, side, by, third);
    if named.len() != unknown {
        return Err(refuse(Reason::WrongCards { given: named.len(), wanted: unknown }, clauses));
    }
    let mut names = named.iter();
    let mut cards = [None; 2];
    let places = draft.round.laid(side).iter().skip(if third { 2 } else { 0 });
    // A card that came face up stays as it lies.
    let down = places.flatten().filter(|laid| !laid.is_up()).take(at_once);
    for (place, laid) in cards.iter_mut().zip(down) {
        *place = match laid.unseal() {
            Some(card) => Some(card),
            None => names.next().map(|card| in_shoe(draft, *card)).transpose()?,
        };
    }
    if let [Some(first), Some(second)] = cards
        && first == second
        && unknown == 2
    {
        twice_in_shoe(draft, first)?;
    }
    draft.emit(clauses, TurningEvent::CardsTurned { side, cards, third, by });
    if third { third_card::after(draft, side) } else { hand_is_open(draft, side) }
}

/// Two equal cards are named at once: the shoe must still hold both.
fn twice_in_shoe(draft: &Draft<'_>, card: Card) -> Step {
    let copies = draft.rules().pack.copies(card);
    if draft.table.shoe.seen(card).saturating_add(2) > copies {
        return Err(refuse(Reason::CardNotInShoe { card, copies }, draft.topics().dealing));
    }
    Ok(())
}

fn hand_is_open(draft: &mut Draft<'_>, side: Side) -> Step {
    if draft.rules().handling == CardHandling::Community {
        return player_banked::hands::opened(draft, side);
    }
    let handed_over = draft.rules().handling == CardHandling::HandedOver && draft.round.unwagered.is_none();
    let phrases = &draft.rules().phrases;
    match side {
        Side::Player => {
            draft.say(phrases.player_count.filter(|_| handed_over));
            begin(draft, Side::Banker)
        }
        Side::Banker => {
            draft.say(phrases.banker_count.filter(|_| handed_over));
            third_card::counts(draft)
        }
    }
}

/// Gives up the right to turn: it goes to the right.
pub fn relinquish(draft: &mut Draft<'_>, by: Actor) -> Step {
    let one = draft.participant_in(by, draft.topics().relinquish)?;
    let (side, seat) = held(draft, "give up the cards")?;
    if draft.round.turner(side) != Some(Turner::Person(one.person, seat)) {
        let whose = match draft.round.turner(side) {
            Some(Turner::Person(person, _)) => Some(person),
            _ => None,
        };
        let reason = Reason::NotYourTurn { person: one.person, whose };
        return Err(refuse(reason, draft.topics().relinquish));
    }
    let clauses = draft.topics().relinquish;
    draft.emit(clauses, TurningEvent::CardsDeclined { side, by: one.person, ordered: None });
    offer(draft, side, draft.right_of(seat), None, Some(seat))
}

/// The hand that a participant holds, and their seat.
fn held(draft: &Draft<'_>, doing: &'static str) -> Result<(Side, Seat), Refusal> {
    let in_play = turning(draft).filter(|_| draft.table.phase == Phase::Dealing);
    let (side, _) = in_play.ok_or_else(|| not_turning(draft, doing))?;
    match draft.round.turner(side) {
        Some(Turner::Person(_, seat)) => Ok((side, seat)),
        _ => Err(not_turning(draft, doing)),
    }
}

/// The dealer or the floor takes the right to turn away from somebody who delays the game.
pub fn order_relinquish(draft: &mut Draft<'_>, by: Actor, reason: &str) -> Step {
    let topics = draft.topics();
    need_role(by, &[Role::Dealer, Role::Floor], "dealer or floorperson", topics.relinquish)?;
    let (side, seat) = held(draft, "take the cards away")?;
    let reason = need_reason(reason, topics.relinquish)?;
    if let Some(Turner::Person(person, _)) = draft.round.turner(side) {
        let clauses = topics.relinquish;
        draft.emit(clauses, TurningEvent::CardsDeclined { side, by: person, ordered: Some(reason) });
    }
    offer(draft, side, draft.right_of(seat), None, Some(seat))
}

/// Offers the right to turn to the next one, or leaves it to the dealer.
fn offer(draft: &mut Draft<'_>, side: Side, from: Seat, after: Option<Seat>, except: Option<Seat>) -> Step {
    let clauses = draft.topics().relinquish;
    let passed_on = draft.rules().passes_cards_on;
    match draft.next_occupied(from, Direction::Counterclockwise, after, except).filter(|_| passed_on) {
        Some((to, seat)) => {
            draft.emit(clauses, TurningEvent::CardsOffered { side, to, seat });
            Ok(())
        }
        None => hand_to(draft, side, Turner::Dealer, is_third(draft)),
    }
}

const fn is_third(draft: &Draft<'_>) -> bool {
    matches!(draft.round.stage, Stage::TurningThird(_) | Stage::OfferingThird(_))
}

/// The one who is asked to turn, if it is whoever acts.
fn asked(draft: &Draft<'_>, by: Actor) -> Result<(Side, Asked), Refusal> {
    let one = draft.participant_in(by, draft.topics().relinquish)?;
    let side = match draft.round.stage {
        Stage::Offering(side) | Stage::OfferingThird(side) => side,
        _ => return Err(not_turning(draft, "answer an offer")),
    };
    match draft.round.asked {
        Some(asked) if asked.person == one.person => Ok((side, asked)),
        other => {
            let whose = other.map(|asked| asked.person);
            let reason = Reason::NotYourTurn { person: one.person, whose };
            Err(refuse(reason, draft.topics().relinquish))
        }
    }
}

/// Takes the right to turn.
pub fn accept(draft: &mut Draft<'_>, by: Actor) -> Step {
    let (side, asked) = asked(draft, by)?;
    let third = is_third(draft);
    hand_to(draft, side, Turner::Person(asked.person, asked.seat), third)
}

/// Declines it: the next one is asked.
pub fn decline(draft: &mut Draft<'_>, by: Actor) -> Step {
    let (side, Asked { person, seat, from, except }) = asked(draft, by)?;
    let clauses = draft.topics().relinquish;
    draft.emit(clauses, TurningEvent::CardsDeclined { side, by: person, ordered: None });
    offer(draft, side, from, Some(seat), except)
}

/// The clauses by which people agree on whoever turns a hand: equal highest bettors among themselves, or the whole
/// table on anybody.
fn agreement(draft: &Draft<'_>, side: Side, to: Person) -> Clauses {
    let topics = draft.topics();
    let equal = equal_highest(draft, side);
    if equal.len() > 1 && equal.contains(&to) {
        return topics.equal_bettors.or(topics.lower_bettor);
    }
    topics.lower_bettor
}

/// Whether the text has equal highest bettors agree, whatever the licensee says of lower ones.
fn may_agree_as_equals(draft: &Draft<'_>, side: Side, to: Person) -> bool {
    let equal = equal_highest(draft, side);
    !draft.topics().equal_bettors.is_empty() && equal.len() > 1 && equal.contains(&to)
}

/// Asks that a certain one of equal highest bettors turn a hand or, where the licensee allows it, anybody else.
pub fn propose(draft: &mut Draft<'_>, by: Actor, side: Side, person: Person) -> Step {
    let clauses = agreement(draft, side, person);
    let anybody = draft.rules().choices.lower_bettor_turns == LowerBettorTurns::Allowed;
    let agreeable = anybody || !draft.topics().equal_bettors.is_empty();
    if !agreeable || draft.rules().handling != CardHandling::HandedOver {
        return Err(refuse(Reason::NotProvided { what: "other turner than the highest bettor" }, clauses));
    }
    let one = draft.participant(by)?;
    let to = draft.person(person)?;
    draft.need_phase(Phase::Betting, "agree on who turns the cards", clauses)?;
    if !anybody && !may_agree_as_equals(draft, side, person) {
        let whose = highest(draft, side);
        return Err(refuse(Reason::NotYourTurn { person, whose }, clauses));
    }
    let seat = to.place.seat();
    draft.emit(clauses, TurningEvent::TurnerProposed { side, to: person, seat, by: one.person });
    // A proposal to which everybody concerned has already agreed is settled at once.
    if still_to_ask(draft, side, person, &[one.person, person]) == 0 {
        draft.emit(clauses, TurningEvent::ProposalAgreed { by: one.person, settled: true });
    }
    Ok(())
}

/// Agrees to a proposal, or not.
pub fn answer_proposal(draft: &mut Draft<'_>, by: Actor, agreed: bool) -> Step {
    let proposed = draft.table.proposal.as_ref().map(|proposal| (proposal.side, proposal.to));
    let clauses =
        proposed.map_or_else(|| draft.topics().lower_bettor, |(side, to)| agreement(draft, side, to));
    let one = draft.participant(by)?;
    draft.need_phase(Phase::Betting, "agree on who turns the cards", clauses)?;
    let Some(proposal) = &draft.table.proposal else {
        return Err(refuse(Reason::NothingThere, clauses));
    };
    if !agreed {
        draft.emit(clauses, TurningEvent::ProposalRefused { by: one.person });
        return Ok(());
    }
    let mut have = proposal.agreed.clone();
    have.push(one.person);
    let missing = still_to_ask(draft, proposal.side, proposal.to, &have);
    draft.emit(clauses, TurningEvent::ProposalAgreed { by: one.person, settled: missing == 0 });
    Ok(())
}

/// How many have yet to agree: everybody who sits at the table, or only the highest bettors where one of
/// them is to turn.
fn still_to_ask(draft: &Draft<'_>, side: Side, to: Person, agreed: &[Person]) -> usize {
    let highest = equal_highest(draft, side);
    let seated = draft.table.people.iter().filter(|one| one.place.is_seated()).map(|one| one.person);
    let asked: Vec<Person> = if highest.contains(&to) { highest } else { seated.collect() };
    asked.into_iter().filter(|person| !agreed.contains(person)).count()
}

/// Everybody who has as much on a hand as anybody.
fn equal_highest(draft: &Draft<'_>, side: Side) -> Vec<Person> {
    let most = on_hand(draft, side).map(|(stake, ..)| stake).max();
    let equal = on_hand(draft, side).filter(|(stake, ..)| Some(*stake) == most);
    equal.map(|(_, person, _)| person).collect()
}
