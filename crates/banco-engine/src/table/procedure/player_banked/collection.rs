//! Collections: a flat fee of the player/dealer and of every position with a wager, dropped before the deal.
//!
//! CA Round of Play 3, Tie Bet, Royale Bonus Bet 6; readings P9, O7.

use std::collections::BTreeMap;

use banco_money::Amount;
use banco_rulebook::model::vocabulary::SettingId;

use crate::Clauses;
use crate::table::draft::{Draft, Step, refuse};
use crate::table::event::{CoverEvent, WageringEvent};
use crate::table::ledger::Account;
use crate::table::people::{Participant, Person, Seat};
use crate::table::refusal::{Reason, Refusal};

/// A fee of the house's schedule, set in minor units.
fn fee(draft: &Draft<'_>, setting: SettingId) -> Amount {
    let cents = draft.rules().setting(setting).unwrap_or(0);
    Amount::from_minor(i64::from(cents), draft.rules().terms.currency)
}

/// The fee of the player/dealer.
pub fn of_position(draft: &Draft<'_>) -> Amount {
    fee(draft, SettingId::CollectionPlayerDealer)
}

/// The fee of a position with a wager.
fn of_bettor(draft: &Draft<'_>) -> Amount {
    fee(draft, SettingId::CollectionPosition)
}

/// Whoever is the first to wager at a position, and wagers so much, can still pay the fee.
pub fn stays_payable(draft: &Draft<'_>, one: &Participant, amount: Amount) -> Step {
    let clauses = draft.topics().collections;
    let seat = one.place.seat();
    if draft.table.bets.iter().any(|bet| bet.seat == seat && bet.key.owner != one.person) {
        return Ok(());
    }
    let wanted = amount.plus(of_bettor(draft)).map_err(|error| refuse(error.into(), clauses))?;
    enough(one, wanted, "wager and pay the collection with", clauses)
}

fn enough(one: &Participant, wanted: Amount, doing: &'static str, clauses: Clauses) -> Step {
    if one.chips.minor() >= wanted.minor() {
        return Ok(());
    }
    Err(refuse(Reason::NotEnough { have: one.chips, wanted, doing }, clauses))
}

/// The positions with a wager on the layout and who has bet there: the seated player first, then those behind in the
/// order in which they came.
fn positions(draft: &Draft<'_>) -> BTreeMap<Seat, Vec<Person>> {
    let mut positions: BTreeMap<Seat, Vec<Person>> = BTreeMap::new();
    let people = draft.table.people.iter();
    let (seated, behind): (Vec<_>, Vec<_>) = people.partition(|one| one.place.is_seated());
    for one in seated.into_iter().chain(behind) {
        let mut seats: Vec<Seat> =
            draft.table.bets.iter().filter(|bet| bet.key.owner == one.person).map(|bet| bet.seat).collect();
        seats.sort_unstable();
        seats.dedup();
        for seat in seats {
            positions.entry(seat).or_default().push(one.person);
        }
    }
    positions
}

/// Who pays the fee of a position: the first of its bettors who can.
fn payer(draft: &Draft<'_>, bettors: &[Person]) -> Option<Person> {
    let fee = of_bettor(draft).minor();
    let can =
        |person: &&Person| draft.table.participant(**person).is_some_and(|one| one.chips.minor() >= fee);
    bettors.iter().find(can).copied()
}

/// Bettors of positions whose fee nobody there can pay. The player/dealer and one position at least can, or nothing is
/// dealt.
pub fn unpaid(draft: &Draft<'_>) -> Result<Vec<Person>, Refusal> {
    let (clauses, doing) = (draft.topics().collections, "pay the collection with");
    if let Some((person, _)) = draft.table.bank.holder {
        enough(draft.person(person)?, of_position(draft), doing, clauses)?;
    }
    let positions = positions(draft);
    let mut unpaid = Vec::new();
    let mut short = Ok(());
    let mut paying = false;
    for bettors in positions.values() {
        if payer(draft, bettors).is_some() {
            paying = true;
        } else if let Some(first) = bettors.first() {
            short = enough(draft.person(*first)?, of_bettor(draft), doing, clauses);
            unpaid.extend(bettors);
        }
    }
    if !paying {
        short?;
    }
    Ok(unpaid)
}

/// Who cannot pay has their wagers back.
pub fn return_wagers(draft: &mut Draft<'_>, unpaid: &[Person]) {
    let clauses = draft.topics().collections;
    for bet in draft.table.bets.iter().filter(|bet| unpaid.contains(&bet.key.owner)) {
        let (key, seat, stake, clauses) = (bet.key, bet.seat, bet.stake, clauses);
        draft.emit(clauses, WageringEvent::WagerReturned { key, seat, stake, taken_in: false });
    }
}

/// The fees are dropped: the player/dealer's first, then by seat.
pub fn take(draft: &mut Draft<'_>, unpaid: &[Person]) {
    let Some((holder, seat)) = draft.table.bank.holder else { return };
    drop_fee(draft, holder, seat, of_position(draft));
    for (seat, bettors) in positions(draft) {
        let payer = payer(draft, &bettors).filter(|person| !unpaid.contains(person));
        if let Some(person) = payer {
            drop_fee(draft, person, seat, of_bettor(draft));
        }
    }
}

fn drop_fee(draft: &mut Draft<'_>, person: Person, seat: Seat, amount: Amount) {
    if amount.is_positive() {
        let clauses = draft.topics().collections;
        draft.emit(clauses, CoverEvent::CollectionTaken { person, seat, amount });
    }
}

/// A void round: cover and collections go back as well.
pub fn give_back(draft: &mut Draft<'_>, clauses: Clauses) -> Step {
    let bank = &draft.table.bank;
    for (person, seat, amount) in &bank.collections {
        let (person, seat, amount) = (*person, *seat, *amount);
        draft.emit(clauses, CoverEvent::CollectionReturned { person, seat, amount });
    }
    if let (Some((person, _)), Some(amount)) = (bank.holder, bank.wager) {
        draft.emit(clauses, CoverEvent::CoverReturned { person, amount });
    }
    // The drop box may have been corrected meanwhile.
    draft.need_funds(Account::Drop, "give collections back with", clauses)
}
