//! Who comes and goes, and with what money.
//!
//! MB 2(a), 13(d)(2)(i), MM 2(a), 12(d)(2)(i), CO 30-2802(16), 30-2803.

use crate::name::Name;
use crate::table::choices::{OverTheShoulder, Tips};
use banco_money::Amount;

use super::opening::positive;
use super::{bank_holder, cut, family, request, vigorish};
use crate::house::MoneyAction;
use crate::table::command::BuyInWith;
use crate::table::draft::{Draft, Step, need_role, refuse};
use crate::table::event::{Curator, PeopleEvent, Turner, WageringEvent};
use crate::table::people::{Actor, Participant, Person, Place, Role, Seat};
use crate::table::refusal::{NamedWager, Reason, Refusal};
use crate::table::request::Wanted;
use crate::table::restriction;
use crate::table::state::{Phase, Stage};
use crate::table::wager::{Stake, Tender};

/// The seat with a printed number.
fn seat(draft: &Draft<'_>, number: u8) -> Result<Seat, Refusal> {
    let unknown = || refuse(Reason::UnknownSeat { number }, draft.topics().table);
    draft.rules().seat(number).ok_or_else(unknown)
}

/// A seat nobody has.
fn free_seat(draft: &Draft<'_>, number: u8) -> Result<Seat, Refusal> {
    let seat = seat(draft, number)?;
    match draft.table.at_seat(seat) {
        None => Ok(seat),
        Some(_) => Err(refuse(Reason::SeatTaken { seat }, draft.topics().table)),
    }
}

fn newcomer(draft: &Draft<'_>, by: Actor) -> Result<Person, Refusal> {
    let topics = draft.topics();
    need_role(by, &[Role::Participant], "participant", topics.table)?;
    let person = by.participant();
    // Whoever deals here does not play here.
    if draft.table.dealer == Some(person) {
        return Err(refuse(Reason::Involved { person }, topics.table));
    }
    match draft.table.participant(person) {
        None => Ok(person),
        Some(_) => Err(refuse(Reason::AlreadyHere { person }, topics.table)),
    }
}

/// Sits down.
pub fn sit(draft: &mut Draft<'_>, by: Actor, number: u8) -> Step {
    let person = newcomer(draft, by)?;
    let seat = free_seat(draft, number)?;
    draft.emit(draft.topics().table, PeopleEvent::Arrived { person, place: Place::At(seat) });
    cut::arrived(draft, person, seat);
    family::arrived(draft, person, seat);
    Ok(())
}

/// Stands behind an occupied seat to bet there, where the licensee takes such wagers.
pub fn stand_behind(draft: &mut Draft<'_>, by: Actor, number: u8) -> Step {
    let topics = draft.topics();
    if draft.rules().choices.over_the_shoulder == OverTheShoulder::Refused {
        return Err(refuse(Reason::NoShoulderWagers, topics.shoulder));
    }
    let person = newcomer(draft, by)?;
    let seat = seat(draft, number)?;
    if draft.table.at_seat(seat).is_none() {
        return Err(refuse(Reason::SeatEmpty { seat }, topics.shoulder));
    }
    let place = Place::Behind(seat);
    draft.emit(topics.shoulder, PeopleEvent::Arrived { person, place });
    Ok(())
}

/// Moves to another seat.
pub fn move_to(draft: &mut Draft<'_>, by: Actor, number: u8) -> Step {
    let topics = draft.topics();
    let one = draft.participant(by)?;
    bank_holder::may_move(draft, one)?;
    not_in_play(draft, one)?;
    // Some wagers belong to certain seats; whoever moves takes wagers down first.
    if draft.table.bets.iter().any(|bet| bet.key.owner == one.person) {
        return Err(refuse(Reason::WagersInPlay { person: one.person }, topics.wagering));
    }
    let seat = free_seat(draft, number)?;
    let place = Place::At(seat);
    draft.emit(topics.table, PeopleEvent::Moved { person: one.person, place });
    family::moved(draft, one, seat);
    Ok(())
}

/// Nothing of theirs depends on the round.
fn not_in_play(draft: &Draft<'_>, one: &Participant) -> Step {
    let table = draft.table;
    let person = one.person;
    let dealing = table.phase == Phase::Dealing;
    let wagered = table.bets.iter().any(|bet| bet.key.owner == person);
    let settled_early = table.early.iter().any(|early| early.key.owner == person);
    let holds = matches!(
        table.round.stage,
        Stage::Turning(_) | Stage::TurningThird(_) | Stage::Offering(_) | Stage::OfferingThird(_)
    ) && [table.round.player_turner, table.round.banker_turner]
        .iter()
        .flatten()
        .any(|turner| matches!(turner, Turner::Person(holder, _) if *holder == person));
    let asked = table.round.asked.is_some_and(|asked| asked.person == person);
    let deals = matches!(table.curator, Some(Curator::Person(curator, _)) if curator == person);
    let banks = table.bank.wager.is_some() && table.bank.holder.is_some_and(|(holder, _)| holder == person);
    // A jackpot of theirs may still be paid.
    let claims = table.claims.iter().any(|claim| claim.key.owner == person)
        || table.bets.iter().any(|bet| bet.key.owner == person && bet.waits);
    if claims || dealing && (wagered || settled_early || holds || asked || deals || banks) {
        return Err(refuse(Reason::WagersInPlay { person }, draft.topics().closed));
    }
    Ok(())
}

/// Leaves: wagers come down, vigorish is paid, offers pass on, the rest goes along.
pub fn leave(draft: &mut Draft<'_>, by: Actor) -> Step {
    let one = draft.participant(by)?;
    go(draft, one, None)
}

/// Two people see somebody off who is gone: as if they left, and what is theirs is kept for them.
pub fn see_off(draft: &mut Draft<'_>, by: Person, person: Person) -> Step {
    let one = draft.person(person)?;
    go(draft, one, Some(by))
}

/// Nothing of theirs is in play, nobody bets over their shoulder, and no bank hangs on them.
pub fn may_go(draft: &Draft<'_>, one: &Participant) -> Step {
    let topics = draft.topics();
    not_in_play(draft, one)?;
    let bank = &draft.table.bank;
    let in_bank =
        bank.holder.is_some_and(|(person, _)| person == one.person) || family::covers_bank(draft, one.person);
    // What covers a round or a bank, or is covered by it, is not taken away before the hand.
    if bank.wager.is_some() && in_bank {
        return Err(refuse(Reason::WagersInPlay { person: one.person }, topics.wagering));
    }
    family::may_go(draft, one.person)?;
    let stands = draft.table.people.iter().any(|other| other.place == Place::Behind(one.place.seat()));
    if one.place.is_seated() && stands {
        let seat = one.place.seat();
        return Err(refuse(Reason::SeatTaken { seat }, topics.shoulder));
    }
    Ok(())
}

fn go(draft: &mut Draft<'_>, one: &Participant, seen_off_by: Option<Person>) -> Step {
    let topics = draft.topics();
    may_go(draft, one)?;
    let mut all = Stake { chips: one.chips, promotional: one.promotional, coupon: one.coupons };
    for bet in draft.table.bets.iter().filter(|bet| bet.key.owner == one.person) {
        let (key, seat, stake) = (bet.key, bet.seat, bet.stake);
        all = all.plus(stake).map_err(|error| refuse(error.into(), topics.wagering))?;
        draft.emit(topics.wagering, WageringEvent::WagerTakenDown { key, seat, stake });
    }
    let chips = vigorish::on_leaving(draft, one, all.chips)?;
    pass_offers_on(draft, one);
    let (person, seat) = (one.person, one.place.seat());
    let Stake { promotional, coupon: coupons, .. } = all;
    let left = PeopleEvent::Left { chips, coupons, person, promotional, seat, seen_off_by };
    draft.emit(topics.table, left);
    Ok(())
}

/// What is offered to somebody who leaves goes to the next.
fn pass_offers_on(draft: &mut Draft<'_>, one: &Participant) {
    if draft.table.shoe.cut_asked.is_some_and(|(person, _)| person == one.person) {
        // The one who leaves is the one who is asked, so the word passes without a refusal.
        let _ = cut::decline(draft, Actor::new(Role::Participant, one.person));
    }
    family::leaves(draft, one);
}

/// Buys in. Under full controls money comes from the participant's account only; cash goes through the dealer.
pub fn buy_in(draft: &mut Draft<'_>, by: Actor, amount: Amount, with: BuyInWith) -> Step {
    let topics = draft.topics();
    let one = draft.participant(by)?;
    let has_account = draft.table.told(one.person).is_some();
    if draft.context.house.is_strict() && !(has_account && with == BuyInWith::Account) {
        return Err(refuse(Reason::AccountNeeded, topics.wagering));
    }
    // A buy-in from an account is the account's to pay: without one there is nothing behind it.
    if with == BuyInWith::Account && !has_account {
        return Err(refuse(Reason::AccountNeeded, topics.wagering));
    }
    positive(amount, "buy in for", topics.wagering)?;
    if with == BuyInWith::Cash {
        tray_can_pay(draft, amount)?;
    }
    fits(draft, one, amount)?;
    let clauses = topics.wagering;
    draft.emit(clauses, PeopleEvent::BoughtIn { person: one.person, amount, with });
    Ok(())
}

/// The tray holds the chips.
fn tray_can_pay(draft: &Draft<'_>, amount: Amount) -> Step {
    let have = draft.table.ledger.tray;
    if have.minor() < amount.minor() {
        let doing = "pay out of the tray";
        return Err(refuse(Reason::NotEnough { have, wanted: amount, doing }, draft.topics().wagering));
    }
    Ok(())
}

/// The books can hold the sums.
fn fits(draft: &Draft<'_>, one: &Participant, amount: Amount) -> Step {
    let fits = one.chips.plus(amount).and_then(|_| draft.table.ledger.outside.minus(amount));
    fits.map(|_| ()).map_err(|error| refuse(error.into(), draft.topics().wagering))
}

/// The dealer has counted cash and pays chips for it; from the house's level on, once the floor approves.
pub fn take_cash(draft: &mut Draft<'_>, by: Actor, person: Person, amount: Amount) -> Step {
    let clauses = draft.topics().wagering;
    need_role(by, &[Role::Dealer], "dealer", clauses)?;
    cash_can_be_taken(draft, person, amount)?;
    let Some(alone) = draft.authorize(by, MoneyAction::CashBuyIn, amount, clauses)? else {
        return request::ask(draft, by, &Wanted::CashBuyIn { amount, person });
    };
    draft.emit(clauses, PeopleEvent::CashTaken { alone, amount, by: by.person(), person });
    Ok(())
}

/// The tray holds chips for the cash of somebody who plays here.
pub fn cash_can_be_taken(draft: &Draft<'_>, person: Person, amount: Amount) -> Step {
    let one = draft.person(person)?;
    restriction::need_account(draft, person, draft.topics().wagering)?;
    positive(amount, "buy in for", draft.topics().wagering)?;
    tray_can_pay(draft, amount)?;
    fits(draft, one, amount)
}

/// So many chips.
fn spendable(draft: &Draft<'_>, one: &Participant, amount: Amount, doing: &'static str) -> Step {
    let topics = draft.topics();
    positive(amount, doing, topics.wagering)?;
    if one.chips.currency() != amount.currency() || one.chips.minor() < amount.minor() {
        let reason = Reason::NotEnough { have: one.chips, wanted: amount, doing };
        return Err(refuse(reason, topics.wagering));
    }
    Ok(())
}

/// Takes chips away from the table, but not in the middle of a round that might still take them back.
pub fn cash_out(draft: &mut Draft<'_>, by: Actor, amount: Amount) -> Step {
    let one = draft.participant(by)?;
    not_in_play(draft, one)?;
    spendable(draft, one, amount, "cash out")?;
    family::may_take_away(draft, one.person, amount, "cash out")?;
    vigorish::stays(draft, one, amount)?;
    let clauses = draft.topics().wagering;
    draft.emit(clauses, PeopleEvent::CashedOut { person: one.person, amount });
    Ok(())
}

/// The house hands somebody promotional chips or a coupon; from the house's level on, once another person approves.
pub fn promote(draft: &mut Draft<'_>, by: Actor, person: Person, tender: Tender, amount: Amount) -> Step {
    let clauses = draft.topics().wagering;
    need_role(by, &[Role::Floor], "floorperson", clauses)?;
    request::need_uninvolved(draft, by, clauses)?;
    promotable(draft, person, tender, amount)?;
    let Some(alone) = draft.authorize(by, MoneyAction::Promotion, amount, clauses)? else {
        return request::ask(draft, by, &Wanted::Promotion { amount, person, tender });
    };
    draft.emit(clauses, PeopleEvent::PromotionGiven { alone, amount, by: by.person(), person, tender });
    Ok(())
}

/// Somebody who plays here can have that much of it.
pub fn promotable(draft: &Draft<'_>, person: Person, tender: Tender, amount: Amount) -> Step {
    let topics = draft.topics();
    let one = draft.person(person)?;
    restriction::may_receive(draft, person, topics.wagering)?;
    if tender == Tender::Chips {
        let wager = NamedWager(Name::new("a promotion"));
        return Err(refuse(Reason::TenderRefused { wager, tender: tender.name() }, topics.wagering));
    }
    positive(amount, "hand out", topics.wagering)?;
    let before = if tender == Tender::Coupon { one.coupons } else { one.promotional };
    before.plus(amount).map(|_| ()).map_err(|error| refuse(error.into(), topics.wagering))
}

/// Gives the dealer something, where tips are taken.
pub fn tip(draft: &mut Draft<'_>, by: Actor, amount: Amount) -> Step {
    let topics = draft.topics();
    let one = draft.participant(by)?;
    // Whoever sat down before they had an account only leaves.
    restriction::need_account(draft, one.person, topics.tips)?;
    not_in_play(draft, one)?;
    if draft.rules().choices.tips == Tips::NotTaken {
        return Err(refuse(Reason::NoDealerWagers, topics.tips));
    }
    spendable(draft, one, amount, "give to the dealer")?;
    family::may_take_away(draft, one.person, amount, "give to the dealer")?;
    draft.emit(topics.tips, PeopleEvent::Tipped { person: one.person, amount });
    Ok(())
}
