//! The player/dealer position: offered clockwise, held for a few rounds, covering what it wagers.
//!
//! CA Standards of Play, Dealing Procedures, Round of Play 1-3.

use banco_money::Amount;
use banco_rulebook::model::rulebook::Direction;

use super::super::super::bank::BankStage;
use super::super::super::clauses::Clauses;
use super::super::super::draft::{Draft, Step, need_role, refuse};
use super::super::super::event::{Event, PassedWhy};
use super::super::super::ledger::Account;
use super::super::super::people::{Actor, Participant, Person, Role, Seat};
use super::super::super::refusal::Reason;
use super::super::super::state::Phase;
use super::super::bank_holder::{asked, at_stage, holder, told};
use super::super::opening::positive;
use super::{is_played, need_position};
use banco_cards::Side;

/// The house asks somebody first; the offer then goes on clockwise.
pub fn offer(draft: &mut Draft<'_>, by: Actor, number: u8) -> Step {
    need_position(draft)?;
    at_stage(draft, BankStage::Vacant, "offer the position")?;
    let clauses = draft.topics().offer.clone();
    need_role(by, &[Role::Dealer], "dealer", &clauses)?;
    let seat = draft.rules().seat(number);
    let seat = seat.ok_or_else(|| refuse(Reason::UnknownSeat { number }, &draft.topics().table))?;
    let Some(one) = draft.table.at_seat(seat) else {
        return Err(refuse(Reason::SeatEmpty { seat }, &clauses));
    };
    draft.emit(Event::BankOffered { seat, person: one.person, least: None, most: None, clauses });
    Ok(())
}

/// Takes the position.
pub fn accept(draft: &mut Draft<'_>, by: Actor) -> Step {
    let (person, seat) = asked(draft, by, &draft.topics().offer)?;
    let clauses = draft.topics().offer.clone();
    if draft.table.bets.iter().any(|bet| bet.key.owner == person) {
        return Err(refuse(Reason::WagersInPlay { person }, &draft.topics().wagering));
    }
    let least = least(draft);
    draft.emit(Event::BankTaken { seat, person, least, most: None, clauses });
    Ok(())
}

/// The least cover: what a line asks of those who bet.
fn least(draft: &Draft<'_>) -> Amount {
    let line = draft.rules().hand_spot(Side::Banker).and_then(|spot| spot.offered.min);
    line.unwrap_or_else(|| draft.table.nothing())
}

/// Declines it: the next one clockwise is asked, and with nobody willing the game pauses.
pub fn decline(draft: &mut Draft<'_>, by: Actor) -> Step {
    let (person, seat) = asked(draft, by, &draft.topics().offer)?;
    let clauses = draft.topics().offer.clone();
    draft.emit(Event::BankDeclined { seat, person, clauses });
    if let Some(asked) = draft.table.bank.asked {
        offer_on(draft, asked.from, Some(seat), draft.table.bank.without);
    }
    Ok(())
}

/// Offers the position to the next one clockwise, but not to whoever has just had it, wherever they sit by now.
fn offer_on(draft: &mut Draft<'_>, from: Seat, after: Option<Seat>, without: Option<Person>) {
    let clauses = draft.topics().offer.clone();
    let passer = without.and_then(|person| draft.table.participant(person));
    let except = passer.filter(|one| one.place.is_seated()).map(|one| one.place.seat());
    match draft.next_occupied(from, Direction::Clockwise, after, except) {
        Some((person, seat)) => {
            draft.emit(Event::BankOffered { seat, person, least: None, most: None, clauses });
        }
        None => draft.emit(Event::BankVacant { clauses }),
    }
}

/// The player/dealer's wager: the most that the round can win or lose for the position.
pub fn wager(draft: &mut Draft<'_>, by: Actor, amount: Amount) -> Step {
    at_stage(draft, BankStage::Wagering, "cover a round")?;
    let clauses = draft.topics().cover.clone();
    let (one, seat) = holder(draft, by)?;
    positive(amount, "cover a round with", &clauses)?;
    let least = least(draft);
    if amount.minor() < least.minor() {
        let reason = Reason::BelowMinimum { wager: "cover".to_owned(), stake: amount, least };
        return Err(refuse(reason, &clauses));
    }
    let fee = fee(draft, "collection-player-dealer");
    let wanted = amount.plus(fee).map_err(|error| refuse(error.into(), &clauses))?;
    if one.chips.minor() < wanted.minor() {
        let reason = Reason::NotEnough { have: one.chips, wanted, doing: "cover a round with" };
        return Err(refuse(reason, &clauses));
    }
    let person = one.person;
    draft.emit(Event::BankWagered { person, seat, amount, clauses: clauses.clone() });
    draft.emit(Event::CoverPlaced { person, seat, amount, clauses });
    Ok(())
}

/// Gives the position up between rounds, with the cover while nobody has wagered against it.
pub fn give_up(draft: &mut Draft<'_>, by: Actor) -> Step {
    let (bank, clauses) = (&draft.table.bank, draft.topics().pass_by_choice.clone());
    let unused = bank.wager.filter(|_| draft.table.phase == Phase::Betting && draft.table.bets.is_empty());
    if unused.is_none() {
        at_stage(draft, BankStage::Wagering, "give the position up")?;
    }
    let (one, seat) = holder(draft, by)?;
    if let Some(amount) = unused {
        draft.emit(Event::CoverReturned {
            person: one.person,
            amount,
            clauses: draft.topics().cover.clone(),
        });
    }
    pass_on(draft, seat, PassedWhy::Choice, &clauses);
    Ok(())
}

fn pass_on(draft: &mut Draft<'_>, seat: Seat, why: PassedWhy, clauses: &Clauses) {
    let next = draft.rules().round_from(seat, Direction::Clockwise).nth(1).unwrap_or(seat);
    let (from, start, except) = (Some(seat), Some(next), Some(seat));
    draft.emit(Event::BankPassed { from, why, start, except, clauses: clauses.clone() });
    offer_on(draft, next, None, draft.table.bank.holder.map(|(person, _)| person));
}

/// Others bet once the position is covered; whoever holds it does not.
pub fn may_bet(draft: &Draft<'_>, person: Person) -> Step {
    if !is_played(draft) {
        return Ok(());
    }
    let bank = &draft.table.bank;
    let clauses = &draft.topics().cover;
    if bank.holder.is_some_and(|(holder, _)| holder == person) {
        return Err(refuse(Reason::NotYourTurn { person, whose: None }, clauses));
    }
    if bank.wager.is_none() {
        return Err(refuse(Reason::WrongMoment { doing: "wager", now: told(bank.stage) }, clauses));
    }
    Ok(())
}

/// Nothing is dealt without a cover, nor while whoever holds the position, or everybody who bets, cannot pay the
/// collection.
pub fn before_the_deal(draft: &Draft<'_>) -> Step {
    if !is_played(draft) {
        return Ok(());
    }
    let (bank, topics) = (&draft.table.bank, draft.topics());
    let Some((person, _)) = bank.holder.filter(|_| bank.wager.is_some()) else {
        let now = told(bank.stage);
        return Err(refuse(Reason::WrongMoment { doing: "begin a round", now }, &topics.cover));
    };
    let bettors = draft.table.bets.iter().filter_map(|bet| draft.table.participant(bet.key.owner));
    let most = bettors.map(|one| one.chips).max_by_key(|chips| chips.minor());
    let due =
        [(Some(draft.person(person)?.chips), "collection-player-dealer"), (most, "collection-position")];
    for (have, setting) in due {
        let (wanted, doing) = (fee(draft, setting), "pay the collection with");
        if let Some(have) = have.filter(|have| have.minor() < wanted.minor()) {
            return Err(refuse(Reason::NotEnough { have, wanted, doing }, &topics.collections));
        }
    }
    Ok(())
}

/// A fee of the house's schedule, set in minor units.
fn fee(draft: &Draft<'_>, setting: &str) -> Amount {
    let cents = draft.rules().setting(setting).unwrap_or(0);
    Amount::from_minor(i64::from(cents), draft.rules().terms.currency)
}

/// Collections are dropped before the deal: from the player/dealer, and from each position with a wager on a
/// line. Whoever cannot pay has their wagers back.
pub fn collect(draft: &mut Draft<'_>) {
    if !is_played(draft) {
        return;
    }
    let clauses = draft.topics().collections.clone();
    if let Some((person, seat)) = draft.table.bank.holder {
        take(draft, person, seat, fee(draft, "collection-player-dealer"), &clauses);
    }
    let amount = fee(draft, "collection-position");
    let mut people: Vec<(Seat, Person)> =
        draft.table.bets.iter().map(|bet| (bet.seat, bet.key.owner)).collect();
    people.sort_unstable();
    people.dedup();
    for (seat, person) in people {
        let have = draft.table.participant(person).map_or(0, |one| one.chips.minor());
        if have >= amount.minor() {
            take(draft, person, seat, amount, &clauses);
        } else {
            return_wagers(draft, person, &clauses);
        }
    }
}

fn take(draft: &mut Draft<'_>, person: Person, seat: Seat, amount: Amount, clauses: &Clauses) {
    if amount.is_positive() {
        draft.emit(Event::CollectionTaken { person, seat, amount, clauses: clauses.clone() });
    }
}

fn return_wagers(draft: &mut Draft<'_>, person: Person, clauses: &Clauses) {
    for bet in draft.table.bets.iter().filter(|bet| bet.key.owner == person) {
        let label = draft.rules().spot(bet.key.spot).map(|spot| spot.label.clone()).unwrap_or_default();
        draft.emit(Event::WagerReturned {
            key: bet.key,
            seat: bet.seat,
            label,
            stake: bet.stake,
            taken_in: false,
            clauses: clauses.clone(),
        });
    }
}

/// A void round: cover and collections go back as well.
pub fn give_back(draft: &mut Draft<'_>, clauses: &Clauses) -> Step {
    if !is_played(draft) {
        return Ok(());
    }
    let bank = &draft.table.bank;
    for (person, seat, amount) in &bank.collections {
        let (person, seat, amount) = (*person, *seat, *amount);
        draft.emit(Event::CollectionReturned { person, seat, amount, clauses: clauses.clone() });
    }
    if let (Some((person, _)), Some(amount)) = (bank.holder, bank.wager) {
        draft.emit(Event::CoverReturned { person, amount, clauses: clauses.clone() });
    }
    // The drop box may have been corrected meanwhile.
    draft.need_funds(Account::Drop, "give collections back with", clauses)
}

/// The position passes on when it has been held as long as it may be.
pub fn after_round(draft: &mut Draft<'_>) {
    let most = draft.rules().setting("max-consecutive-deals").unwrap_or(u32::MAX);
    if let Some((_, seat)) = draft.table.bank.holder.filter(|_| draft.table.bank.held >= most) {
        let clauses = draft.topics().rounds_used.clone();
        pass_on(draft, seat, PassedWhy::RoundsUsed, &clauses);
    }
}

/// Somebody leaves: what they hold or are offered goes on, and an unused cover goes along.
pub fn leaves(draft: &mut Draft<'_>, one: &Participant) {
    let bank = &draft.table.bank;
    if let Some(asked) = bank.asked.filter(|asked| asked.person == one.person) {
        return offer_on(draft, asked.from, Some(asked.seat), bank.without);
    }
    if let Some((_, seat)) = bank.holder.filter(|(person, _)| *person == one.person) {
        let clauses = draft.topics().offer.clone();
        pass_on(draft, seat, PassedWhy::Left, &clauses);
    }
}
