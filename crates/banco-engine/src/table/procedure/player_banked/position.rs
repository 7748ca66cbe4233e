//! The player/dealer position: offered clockwise, held for a few rounds, covering what it wagers.
//!
//! CA Standards of Play, Dealing Procedures, Round of Play 1-2.

use banco_cards::Side;
use banco_money::Amount;
use banco_rulebook::model::rulebook::Direction;
use banco_rulebook::model::vocabulary::SettingId;

use super::{collection, need_position};
use crate::Clauses;
use crate::name::Name;
use crate::table::bank::BankStage;
use crate::table::draft::{Draft, Step, need_reason, need_role, refuse};
use crate::table::event::{BankEvent, CoverEvent, PassedWhy};
use crate::table::people::{Actor, Participant, Person, Role, Seat};
use crate::table::procedure::bank_holder::{asked, at_stage, holder, smallest, speaks, stage_in_words};
use crate::table::procedure::opening::positive;
use crate::table::refusal::{NamedWager, Reason};
use crate::table::state::{Asked, Table};

/// The house asks somebody first; the offer then goes on clockwise.
pub fn offer(draft: &mut Draft<'_>, by: Actor, number: u8) -> Step {
    need_position(draft)?;
    let clauses = draft.topics().offer;
    need_role(by, &[Role::Dealer], "dealer", clauses)?;
    at_stage(draft, BankStage::Vacant, "offer the position")?;
    let seat = draft.rules().seat(number);
    let seat = seat.ok_or_else(|| refuse(Reason::UnknownSeat { number }, draft.topics().table))?;
    let Some(one) = draft.table.at_seat(seat) else {
        return Err(refuse(Reason::SeatEmpty { seat }, clauses));
    };
    let person = one.person;
    if held_enough(draft.table, person) {
        let rounds = draft.table.bank.held;
        return Err(refuse(Reason::HeldInARow { seat, rounds }, draft.topics().rounds_used));
    }
    draft.emit(clauses, BankEvent::BankOffered { seat, person, least: None, most: None });
    Ok(())
}

/// Whether somebody held the position in as many rounds in a row as they may.
pub fn held_enough(table: &Table, person: Person) -> bool {
    let most = table.rules.setting(SettingId::MaxConsecutiveDeals).unwrap_or(u32::MAX);
    table.bank.held_by == Some(person) && table.bank.held >= most
}

/// Takes the position. What covers a round is put up afterwards.
pub fn accept(draft: &mut Draft<'_>, by: Actor, amount: Option<Amount>) -> Step {
    let clauses = draft.topics().offer;
    if amount.is_some() {
        return Err(refuse(Reason::NotProvided { what: "price for the player/dealer position" }, clauses));
    }
    let (person, seat) = asked(draft, by, clauses)?;
    if draft.table.bets.iter().any(|bet| bet.key.owner == person) {
        return Err(refuse(Reason::WagersInPlay { person }, draft.topics().wagering));
    }
    let least = least(draft);
    draft.emit(clauses, BankEvent::BankTaken { seat, person, least, most: None });
    Ok(())
}

/// The least cover: what a line asks of those who bet.
fn least(draft: &Draft<'_>) -> Amount {
    let line = |side: Side| draft.rules().hand_spot(side).and_then(|spot| spot.offered.min);
    let lines = Side::BOTH.into_iter().filter_map(line);
    lines.min_by_key(|least| least.minor()).unwrap_or_else(|| draft.table.nothing())
}

/// Declines it: the next one clockwise is asked, and with nobody willing the game pauses.
pub fn decline(draft: &mut Draft<'_>, by: Actor) -> Step {
    asked(draft, by, draft.topics().offer)?;
    pass_over(draft);
    Ok(())
}

/// Whoever is asked does not take it.
fn pass_over(draft: &mut Draft<'_>) {
    if let Some(Asked { person, seat, from, .. }) = draft.table.bank.asked {
        let clauses = draft.topics().declined;
        draft.emit(clauses, BankEvent::BankDeclined { seat, person });
        offer_on(draft, from, Some(seat), draft.table.bank.without);
    }
}

/// Whoever does not answer, or puts up no cover, is passed over at the dealer's word.
pub fn order_pass(draft: &mut Draft<'_>, by: Actor, reason: &str) -> Step {
    let clauses = draft.topics().pass_by_order;
    need_role(by, &[Role::Dealer, Role::Floor], "dealer or floorperson", clauses)?;
    if draft.table.bank.stage == BankStage::Offered {
        at_stage(draft, BankStage::Offered, "pass somebody over")?;
        need_reason(reason, clauses)?;
        pass_over(draft);
        return Ok(());
    }
    at_stage(draft, BankStage::Wagering, "pass the position on")?;
    let reason = need_reason(reason, clauses)?;
    if let Some((_, seat)) = draft.table.bank.holder {
        pass_on(draft, seat, PassedWhy::Order(reason), clauses);
    }
    Ok(())
}

fn direction(draft: &Draft<'_>) -> Direction {
    let offer = draft.rules().terms.rulebook.file.offer.as_ref();
    offer.map_or(Direction::Clockwise, |offer| offer.direction)
}

/// Asks the next one who may have it, but not whoever has just passed it, wherever they sit by now.
fn offer_on(draft: &mut Draft<'_>, from: Seat, after: Option<Seat>, without: Option<Person>) {
    let clauses = draft.topics().offer;
    let mut next = draft.next_occupied(from, direction(draft), after, None);
    while let Some((person, seat)) = next {
        if without != Some(person) && !held_enough(draft.table, person) {
            draft.emit(clauses, BankEvent::BankOffered { seat, person, least: None, most: None });
            return;
        }
        next = draft.next_occupied(from, direction(draft), Some(seat), None);
    }
    draft.emit(clauses, BankEvent::BankVacant);
}

/// The player/dealer's wager: the most that the round can win or lose for the position. Until the deal it may
/// be raised.
pub fn wager(draft: &mut Draft<'_>, by: Actor, amount: Amount) -> Step {
    speaks(draft, by)?;
    let before = draft.table.bank.wager;
    let stage = if before.is_some() { BankStage::Covered } else { BankStage::Wagering };
    at_stage(draft, stage, "cover a round")?;
    let clauses = draft.topics().cover;
    let (one, seat) = holder(draft, by)?;
    positive(amount, "cover a round with", clauses)?;
    let (least, before) = (least(draft), before.unwrap_or_else(|| draft.table.nothing()));
    let cover = before.plus(amount).map_err(|error| refuse(error.into(), clauses))?;
    if cover.minor() < least.minor() {
        let reason = Reason::BelowMinimum { wager: NamedWager(Name::new("the cover")), stake: cover, least };
        return Err(refuse(reason, clauses));
    }
    let wanted =
        amount.plus(collection::of_position(draft)).map_err(|error| refuse(error.into(), clauses))?;
    if one.chips.minor() < wanted.minor() {
        let doing = "cover a round and pay the collection with";
        return Err(refuse(Reason::NotEnough { have: one.chips, wanted, doing }, clauses));
    }
    let person = one.person;
    draft.emit(clauses, CoverEvent::BankWagered { person, seat, amount: cover });
    draft.emit(clauses, CoverEvent::CoverPlaced { person, seat, amount, cover });
    Ok(())
}

/// What somebody can cover a round with, or add to the cover: the fee of the position is kept back.
pub fn wager_limits(draft: &Draft<'_>, one: &Participant) -> Option<(Amount, Amount)> {
    let least = least(draft);
    let least = if least.is_positive() && draft.table.bank.wager.is_none() { least } else { smallest(draft) };
    Some((least, one.chips.minus(collection::of_position(draft)).ok()?))
}

/// Gives the position up between rounds. A cover comes back as long as nobody has wagered against it.
pub fn give_up(draft: &mut Draft<'_>, by: Actor) -> Step {
    speaks(draft, by)?;
    let cover = draft.table.bank.wager;
    let stage = if cover.is_some() { BankStage::Covered } else { BankStage::Wagering };
    at_stage(draft, stage, "give the position up")?;
    let clauses = draft.topics().cover;
    if cover.is_some() && !draft.table.bets.is_empty() {
        let now = "somebody has wagered against the cover";
        return Err(refuse(Reason::WrongMoment { doing: "give the position up", now }, clauses));
    }
    let (one, seat) = holder(draft, by)?;
    let person = one.person;
    if let Some(amount) = cover {
        draft.emit(clauses, CoverEvent::CoverReturned { person, amount });
    }
    let clauses = draft.topics().pass_by_choice;
    pass_on(draft, seat, PassedWhy::Choice, clauses);
    Ok(())
}

fn pass_on(draft: &mut Draft<'_>, seat: Seat, why: PassedWhy, clauses: Clauses) {
    let next = draft.rules().round_from(seat, direction(draft)).nth(1).unwrap_or(seat);
    let (from, start, except) = (Some(seat), Some(next), Some(seat));
    draft.emit(clauses, BankEvent::BankPassed { from, why, offered_from: start, not_to: except });
    offer_on(draft, next, None, draft.table.bank.holder.map(|(person, _)| person));
}

/// Whoever holds the position does not bet against it.
pub fn not_the_holder(draft: &Draft<'_>, person: Person) -> Step {
    if draft.table.bank.holder.is_none_or(|(holder, _)| holder != person) {
        return Ok(());
    }
    Err(refuse(Reason::OwnBank { person }, draft.topics().cover))
}

/// Nothing is wagered or dealt without a cover.
pub fn is_covered(draft: &Draft<'_>, doing: &'static str) -> Step {
    if draft.table.bank.wager.is_some() {
        return Ok(());
    }
    let now = stage_in_words(draft.table.bank.stage);
    Err(refuse(Reason::WrongMoment { doing, now }, draft.topics().cover))
}

/// The position passes on when it has been held as long as it may be.
pub fn after_round(draft: &mut Draft<'_>) {
    let holder = draft.table.bank.holder;
    if let Some((_, seat)) = holder.filter(|(person, _)| held_enough(draft.table, *person)) {
        let clauses = draft.topics().rounds_used;
        pass_on(draft, seat, PassedWhy::RoundsUsed, clauses);
    }
}

/// Somebody leaves: what they hold or are offered goes on.
pub fn leaves(draft: &mut Draft<'_>, one: &Participant) {
    let bank = &draft.table.bank;
    if let Some(asked) = bank.asked.filter(|asked| asked.person == one.person) {
        return offer_on(draft, asked.from, Some(asked.seat), bank.without);
    }
    if let Some((_, seat)) = bank.holder.filter(|(person, _)| *person == one.person) {
        let clauses = draft.topics().offer;
        pass_on(draft, seat, PassedWhy::Left, clauses);
    }
}
