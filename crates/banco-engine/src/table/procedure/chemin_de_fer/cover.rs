//! Wagers against the bank: "Suivi", "Banco", then parts of it in turn.
//!
//! CF 6.

use banco_cards::Side;
use banco_money::{Amount, MoneyError};
use banco_rulebook::model::rulebook::{Direction, Family};

use crate::Clauses;
use crate::name::Name;
use crate::table::bank::{Bank, BankStage};
use crate::table::command::BankClaim;
use crate::table::draft::{Draft, Step, need_role, refuse};
use crate::table::event::{Claimant, CoverEvent, WageringEvent};
use crate::table::people::{Actor, Person, Role, Seat};
use crate::table::procedure::bank_holder::{lesser, need_bank, seated, smallest, speaks, stage_in_words};
use crate::table::procedure::wagering::none_ordered;
use crate::table::refusal::{NamedWager, Reason, Refusal};
use crate::table::state::Phase;
use crate::table::wager::{BetKey, Stake, Tender};

fn at_stage(draft: &Draft<'_>, stages: &[BankStage], doing: &'static str) -> Step {
    need_bank(draft)?;
    let clauses = draft.topics().wagering;
    match draft.table.phase {
        Phase::Betting => none_ordered(draft)?,
        Phase::Dealing | Phase::Settled => return Err(refuse(Reason::BettingClosed, draft.topics().closed)),
        other => return Err(refuse(Reason::WrongMoment { doing, now: other.in_words() }, clauses)),
    }
    if stages.contains(&draft.table.bank.stage) {
        return Ok(());
    }
    Err(refuse(Reason::WrongMoment { doing, now: stage_in_words(draft.table.bank.stage) }, clauses))
}

/// Somebody who may bet against the bank.
fn punter(draft: &Draft<'_>, by: Actor) -> Result<(Person, Seat), Refusal> {
    let (one, seat) = seated(draft, by)?;
    let holder = draft.table.bank.holder.map(|(person, _)| person);
    if holder == Some(one.person) {
        let reason = Reason::NotYourTurn { person: one.person, whose: None };
        return Err(refuse(reason, draft.topics().wagering));
    }
    Ok((one.person, seat))
}

/// What nobody has covered yet.
pub fn rest(draft: &Draft<'_>) -> Result<Amount, Refusal> {
    let money = |error: MoneyError| refuse(error.into(), draft.topics().wagering);
    let spot = draft.rules().hand_spot(Side::Player).map(|spot| spot.id);
    let against = draft.table.bets.iter().filter(|bet| Some(bet.spot) == spot);
    let mut rest = draft.table.bank.wager.unwrap_or_else(|| draft.table.nothing());
    for bet in against {
        rest = rest.minus(bet.stake.chips).map_err(money)?;
    }
    Ok(rest)
}

fn has_chips(draft: &Draft<'_>, person: Person, amount: Amount) -> Step {
    let have = draft.person(person)?.chips;
    if have.minor() >= amount.minor() {
        return Ok(());
    }
    let reason = Reason::NotEnough { have, wanted: amount, doing: "wager" };
    Err(refuse(reason, draft.topics().wagering))
}

/// No more than the table takes against a bank.
fn within_limit(draft: &Draft<'_>, amount: Amount) -> Step {
    let most = draft.rules().hand_spot(Side::Player).and_then(|spot| spot.offered.max);
    match most.filter(|most| amount.minor() > most.minor()) {
        None => Ok(()),
        Some(most) => {
            let reason = Reason::AboveMaximum { wager: NamedWager(Name::new("player")), stake: amount, most };
            Err(refuse(reason, draft.topics().limits))
        }
    }
}

/// Announces "Suivi" or "Banco".
pub fn claim(draft: &mut Draft<'_>, by: Actor, claim: BankClaim) -> Step {
    speaks(draft, by)?;
    at_stage(draft, &[BankStage::Claims], "claim the whole bank")?;
    let (person, seat) = punter(draft, by)?;
    let clauses = draft.topics().claims(claim);
    if draft.table.bank.claims.iter().any(|(other, ..)| *other == person) {
        return Err(refuse(Reason::NotYourTurn { person, whose: None }, clauses));
    }
    if claim == BankClaim::Suivi && draft.table.bank.suivi != Some(person) {
        return Err(refuse(Reason::NoSuivi { person }, clauses));
    }
    let whole = rest(draft)?;
    within_limit(draft, whole)?;
    has_chips(draft, person, whole)?;
    draft.emit(clauses, CoverEvent::BankClaimed { person, seat, claim });
    Ok(())
}

/// The claim that somebody has announced and that is not decided yet, by its clauses.
fn own_claim(draft: &Draft<'_>, person: Person) -> Option<Clauses> {
    let claims = draft.table.bank.claims.iter();
    let own = claims.into_iter().find(|(claiming, ..)| *claiming == person);
    own.map(|(_, _, claim)| draft.topics().claims(*claim))
}

/// Whoever has announced a claim stays until the claims are closed.
pub fn claim_stands(draft: &Draft<'_>, person: Person) -> Step {
    match own_claim(draft, person) {
        Some(clauses) => Err(refuse(Reason::WagersInPlay { person }, clauses)),
        None => Ok(()),
    }
}

/// Whoever has announced a claim keeps the chips for it at the table until the claims are closed.
pub fn claim_keeps(draft: &Draft<'_>, person: Person, wanted: Amount, doing: &'static str) -> Step {
    let Some(clauses) = own_claim(draft, person) else { return Ok(()) };
    let free = draft.person(person)?.chips.minus(rest(draft)?);
    let have = free.map_err(|error| refuse(error.into(), clauses))?;
    if wanted.minor() <= have.minor() {
        return Ok(());
    }
    Err(refuse(Reason::NotEnough { have, wanted, doing }, clauses))
}

/// Suivi comes before Banco; of several Bancos the one nearest the Banker counterclockwise wins.
pub fn close_claims(draft: &mut Draft<'_>, by: Actor) -> Step {
    need_bank(draft)?;
    let topics = draft.topics();
    need_role(by, &[Role::Dealer], "dealer", topics.wagering)?;
    at_stage(draft, &[BankStage::Claims], "end the claims")?;
    let Some((_, banker)) = draft.table.bank.holder else {
        return Err(refuse(Reason::NothingThere, topics.offer));
    };
    let many = draft.rules().seats.len();
    let distance = |seat: Seat| (usize::from(seat.at) + many - usize::from(banker.at)) % many;
    let whole = rest(draft)?;
    // Only a correction of the books can have taken chips that a claim needs; and whoever has chosen not to play
    // meanwhile does not cover the bank.
    let able = |person: Person| has_chips(draft, person, whole).is_ok() && draft.table.lets(person, whole);
    let claims = draft.table.bank.claims.iter().filter(|(person, ..)| able(*person));
    let best = claims.min_by_key(|(_, seat, claim)| (*claim, distance(*seat))).copied();
    let clauses = topics.claims(best.map_or(BankClaim::Banco, |(_, _, claim)| claim));
    let winner = best.map(|(person, seat, claim)| Claimant { claim, person, seat });
    draft.emit(clauses, CoverEvent::ClaimsClosed { winner });
    let Some((person, seat, _)) = best else {
        ask_next(draft, draft.right_of(banker), None);
        return Ok(());
    };
    place(draft, (person, seat), whole, clauses)?;
    closed(draft);
    Ok(())
}

fn place(draft: &mut Draft<'_>, (person, seat): (Person, Seat), amount: Amount, clauses: Clauses) -> Step {
    let Some(spot) = draft.rules().hand_spot(Side::Player) else {
        return Err(refuse(Reason::WagerNotOffered, draft.topics().wagering));
    };
    has_chips(draft, person, amount)?;
    let stake = against(draft, person).plus(amount).map_err(|error| refuse(error.into(), clauses))?;
    let key = BetKey { owner: person, wager: spot.wager, for_dealer: false };
    let [added, stake] = [amount, stake].map(|amount| Stake::in_tender(Tender::Chips, amount));
    draft.emit(clauses, WageringEvent::WagerPlaced { added, key, seat, stake });
    Ok(())
}

fn closed(draft: &mut Draft<'_>) {
    let clauses = draft.topics().wagering;
    draft.emit(clauses, CoverEvent::CoverClosed);
}

/// Asks the next one to cover a part.
pub fn ask_next(draft: &mut Draft<'_>, from: Seat, after: Option<Seat>) {
    let banker = draft.table.bank.holder.map(|(_, seat)| seat);
    let next = draft.next_occupied(from, Direction::Counterclockwise, after, banker);
    let rest = rest(draft).unwrap_or_else(|_| draft.table.nothing());
    match next {
        Some((person, seat)) => {
            let clauses = draft.topics().wagering;
            draft.emit(clauses, CoverEvent::CoverAsked { seat, person, rest });
        }
        None => closed(draft),
    }
}

/// Whether nobody is asked any more and a part of the bank is left: whoever wants it may have it until "No More
/// Bets".
pub fn is_open(draft: &Draft<'_>) -> bool {
    let left = || rest(draft).is_ok_and(Amount::is_positive);
    let asked_all = draft.table.bank.stage == BankStage::Covered;
    asked_all && draft.rules().family == Family::CheminDeFer && left()
}

/// The one who is asked, if it is whoever acts; and from which seat the asking goes around.
fn asked(draft: &Draft<'_>, by: Actor) -> Result<(Person, Seat, Seat), Refusal> {
    speaks(draft, by)?;
    at_stage(draft, &[BankStage::Covering], "cover a part of the bank")?;
    let (person, seat) = punter(draft, by)?;
    match draft.table.bank.asked {
        Some(asked) if asked.person == person => Ok((person, seat, asked.from)),
        other => {
            let whose = other.map(|asked| asked.person);
            Err(refuse(Reason::NotYourTurn { person, whose }, draft.topics().wagering))
        }
    }
}

/// The Banker's wager and one that claims the whole of it stand; a part of it may come down again before
/// "No More Bets".
pub fn may_take_down(draft: &Draft<'_>, person: Person) -> Step {
    if draft.table.bets.iter().all(|bet| bet.key.owner != person) {
        return Ok(());
    }
    let Bank { holder, alone, .. } = draft.table.bank;
    let topics = draft.topics();
    let (now, clauses) = if holder.is_some_and(|(holder, _)| holder == person) {
        ("the bank is open to be covered", topics.wagering)
    } else if alone.is_some_and(|(alone, _)| alone == person) {
        ("the bank is covered by a claim", topics.banco)
    } else {
        return Ok(());
    };
    Err(refuse(Reason::WrongMoment { doing: "take this wager down", now }, clauses))
}

/// What somebody has against the bank already.
fn against(draft: &Draft<'_>, person: Person) -> Amount {
    let spot = draft.rules().hand_spot(Side::Player).map(|spot| spot.wager);
    let key = spot.map(|wager| BetKey { owner: person, wager, for_dealer: false });
    let own = key.and_then(|key| draft.table.bet(key));
    own.map_or_else(|| draft.table.nothing(), |bet| bet.stake.chips)
}

/// What somebody may cover: no less than the table takes against a bank, unless less is left, and with what
/// they have there no more than it takes. What is there already may be raised by any amount.
pub fn part_limits(draft: &Draft<'_>, person: Person) -> Result<(Amount, Amount), Refusal> {
    let money = |error: MoneyError| refuse(error.into(), draft.topics().wagering);
    let (rest, own) = (rest(draft)?, against(draft, person));
    let offered = draft.rules().hand_spot(Side::Player).map(|spot| &spot.offered);
    let least = offered.and_then(|offered| offered.min).filter(|_| !own.is_positive());
    let least = least.unwrap_or_else(|| smallest(draft));
    let most = match offered.and_then(|offered| offered.max) {
        Some(most) => lesser(most.minus(own).map_err(money)?, rest),
        None => rest,
    };
    Ok((lesser(least, rest), most))
}

/// Covers a part of the bank, never more than is left of it: in turn, and once everybody has been asked whoever
/// wants to.
pub fn cover(draft: &mut Draft<'_>, by: Actor, amount: Amount) -> Step {
    if draft.table.phase == Phase::Betting && is_open(draft) {
        return cover_unasked(draft, by, amount);
    }
    let (person, seat, from) = asked(draft, by)?;
    let rest = part(draft, person, amount)?;
    place(draft, (person, seat), amount, draft.topics().wagering)?;
    if amount == rest {
        closed(draft);
    } else {
        ask_after_cover(draft, from, seat, rest, amount)?;
    }
    Ok(())
}

/// Nobody is asked any more: wagers are still made and raised until the bank is met or "No More Bets".
fn cover_unasked(draft: &mut Draft<'_>, by: Actor, amount: Amount) -> Step {
    speaks(draft, by)?;
    none_ordered(draft)?;
    let (person, seat) = punter(draft, by)?;
    part(draft, person, amount)?;
    place(draft, (person, seat), amount, draft.topics().closed)
}

/// An amount that somebody may cover; and what is left of the bank before it.
fn part(draft: &Draft<'_>, person: Person, amount: Amount) -> Result<Amount, Refusal> {
    let clauses = draft.topics().wagering;
    let rest = rest(draft)?;
    if amount.currency() != rest.currency() || amount.minor() > rest.minor() {
        return Err(refuse(Reason::AboveTheBank { amount, rest }, clauses));
    }
    let (least, _) = part_limits(draft, person)?;
    if amount.minor() < least.minor() {
        let reason = Reason::BelowMinimum { wager: NamedWager(Name::new("player")), stake: amount, least };
        return Err(refuse(reason, clauses));
    }
    let stake = against(draft, person).plus(amount).map_err(|error| refuse(error.into(), clauses))?;
    within_limit(draft, stake)?;
    Ok(rest)
}

/// A wager that met the bank came down: the others are asked again, from its right on.
pub fn taken_down(draft: &mut Draft<'_>, seat: Seat, stake: Amount) {
    let met = rest(draft).is_ok_and(Amount::is_zero);
    if draft.table.bank.stage != BankStage::Covered || !met {
        return;
    }
    let banker = draft.table.bank.holder.map(|(_, seat)| seat);
    let next = draft.next_occupied(draft.right_of(seat), Direction::Counterclockwise, None, banker);
    if let Some((person, seat)) = next {
        let clauses = draft.topics().wagering;
        draft.emit(clauses, CoverEvent::CoverAsked { seat, person, rest: stake });
    }
}

/// The next one is asked for what is left after this wager.
fn ask_after_cover(draft: &mut Draft<'_>, from: Seat, seat: Seat, rest: Amount, amount: Amount) -> Step {
    let banker = draft.table.bank.holder.map(|(_, seat)| seat);
    let left = rest.minus(amount).map_err(|error| refuse(error.into(), draft.topics().wagering))?;
    match draft.next_occupied(from, Direction::Counterclockwise, Some(seat), banker) {
        Some((person, seat)) => {
            let clauses = draft.topics().wagering;
            draft.emit(clauses, CoverEvent::CoverAsked { seat, person, rest: left });
        }
        None => closed(draft),
    }
    Ok(())
}

/// Covers nothing: the next one is asked.
pub fn decline(draft: &mut Draft<'_>, by: Actor) -> Step {
    let (person, seat, from) = asked(draft, by)?;
    let clauses = draft.topics().wagering;
    draft.emit(clauses, CoverEvent::CoverDeclined { seat, person });
    ask_next(draft, from, Some(seat));
    Ok(())
}

/// "No More Bets": what nobody covered goes back to the Banker, who then deals.
pub fn no_more_bets(draft: &mut Draft<'_>) -> Step {
    at_stage(draft, &[BankStage::Covering, BankStage::Covered], "end the betting")?;
    let topics = draft.topics();
    let Some((banker, seat)) = draft.table.bank.holder else {
        return Err(refuse(Reason::NothingThere, topics.offer));
    };
    let Some(wager) = draft.rules().hand_spot(Side::Banker).map(|spot| spot.wager) else {
        return Err(refuse(Reason::WagerNotOffered, topics.wagering));
    };
    let phrases = &draft.rules().phrases;
    draft.say(phrases.no_more_bets);
    let rest = rest(draft)?;
    let key = BetKey { owner: banker, wager, for_dealer: false };
    if rest.is_positive() {
        draft.emit(topics.closed, CoverEvent::UncoveredReturned { key, seat, amount: rest });
    }
    // Without a wager against the bank there is no hand.
    if Some(rest) == draft.table.bank.wager {
        return Ok(());
    }
    crate::table::procedure::dealing::begin(draft, None);
    let (person, dominant) = dominant(draft, seat)?;
    let clauses = topics.dominant;
    draft.emit(clauses, CoverEvent::DominantNamed { person, seat: dominant, banker, banker_seat: seat });
    draft.say(phrases.cards);
    Ok(())
}

/// Who decides for the Player's hand: whoever covers the bank alone by a claim, else the highest bettor, of
/// equals the one nearest the Banker counterclockwise.
fn dominant(draft: &Draft<'_>, banker: Seat) -> Result<(Person, Seat), Refusal> {
    if let Some(alone) = draft.table.bank.alone {
        return Ok(alone);
    }
    let many = draft.rules().seats.len();
    let distance = |seat: Seat| (usize::from(seat.at) + many - usize::from(banker.at)) % many;
    let spot = draft.rules().hand_spot(Side::Player).map(|spot| spot.id);
    let against = draft.table.bets.iter().filter(|bet| Some(bet.spot) == spot);
    let best = against.max_by_key(|bet| (bet.stake.chips.minor(), std::cmp::Reverse(distance(bet.seat))));
    let missing = || refuse(Reason::NothingThere, draft.topics().wagering);
    best.map(|bet| (bet.key.owner, bet.seat)).ok_or_else(missing)
}
