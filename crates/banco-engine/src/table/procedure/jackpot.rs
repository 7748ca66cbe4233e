//! Progressive wagers at the table: the cards that make a jackpot, and what the link says.
//!
//! MB 13(i)-(j), MM 12(i)-(j), CO 30-2899.02(6)-(10), 30-2899.04(5), 30-2899.07(6).

use std::sync::Arc;

use banco_money::{Amount, Pay};
use banco_rulebook::model::wager::{EnvyTo, WagerKind};

use super::settlement;
use super::third_card;
use crate::condition::{Attributes, CoupFacts};
use crate::coup::Coup;
use crate::name::{Clauses, Name};
use crate::settle::{Hit, find_line, pay};
use crate::table::draft::{Draft, Step, refuse};
use crate::table::event::{JackpotEvent, SettlementEvent, WageringEvent};
use crate::table::judge::seat_facts;
use crate::table::refusal::{NamedWager, Reason, Refusal};
use crate::table::spot::Spot;
use crate::table::state::{Contact, PendingClaim, Phase};
use crate::table::wager::{Bet, BetKey};
use crate::table::word::{HitId, LinkSays, LinkWord};

/// The link of a progressive wager must be heard.
pub fn need_contact(draft: &Draft<'_>, spot: &Spot) -> Step {
    let lost = || draft.table.contact(&spot.name.id) == Contact::Lost;
    if spot.kind == WagerKind::Progressive && lost() {
        let wager = NamedWager(spot.wager);
        let clauses = draft.rules().start_clauses(&spot.name.id);
        return Err(refuse(Reason::LinkLost { wager }, clauses));
    }
    Ok(())
}

/// No round starts with a wager whose link is lost or locked.
pub fn may_start(draft: &Draft<'_>) -> Step {
    if draft.rules().links.is_empty() {
        return Ok(());
    }
    let spots = draft.table.bets.iter().filter_map(|bet| draft.rules().spot(bet.spot));
    for spot in spots.filter(|spot| spot.kind == WagerKind::Progressive) {
        need_contact(draft, spot)?;
        if draft.table.contact(&spot.name.id) == Contact::Pending {
            let wager = NamedWager(spot.wager);
            let clauses = draft.rules().lock_clauses(&spot.name.id);
            return Err(refuse(Reason::JackpotPending { wager }, clauses));
        }
    }
    Ok(())
}

/// Tells which wagers the first four cards give a share of a meter for good, when the counts stand.
pub fn reached_by_four_cards(draft: &mut Draft<'_>) -> Step {
    if draft.rules().links.is_empty() {
        return Ok(());
    }
    let coup = third_card::open_coup(draft);
    reached(draft, &coup, false)
}

/// Tells which wagers all cards give a share of a meter.
pub fn reached_by_all_cards(draft: &mut Draft<'_>, coup: &Coup) -> Step {
    if draft.rules().links.is_empty() { Ok(()) } else { reached(draft, coup, true) }
}

fn reached(draft: &mut Draft<'_>, coup: &Coup, complete: bool) -> Step {
    if draft.round.unwagered.is_some() {
        return Ok(());
    }
    for bet in draft.table.bets.iter().filter(|bet| bet.taken_in) {
        let Some(spot) = draft.rules().spot(bet.spot) else { continue };
        // A jackpot of four cards may be rejected before the round is complete: it is not told again.
        if by_first_four(spot) != complete {
            reach(draft, bet, spot, coup)?;
        }
    }
    Ok(())
}

/// Whether third cards do not matter to a wager.
fn by_first_four(spot: &Spot) -> bool {
    let [.., player] = spot.needs.player;
    let [.., banker] = spot.needs.banker;
    [player, banker] == [Attributes::NONE; 2]
}

fn reach(draft: &mut Draft<'_>, bet: &Bet, spot: &Spot, coup: &Coup) -> Step {
    let seat = seat_facts(draft.table, bet, spot, &[]);
    let facts = CoupFacts {
        coup,
        backed: spot.backed,
        chosen: &spot.offered.suits,
        seat: &seat,
        history: &[],
        stood: false,
    };
    let table = &spot.offered.table;
    let Some(Hit::Line(line)) = find_line(table, &facts) else { return Ok(()) };
    let Pay::Share(share, meter) = &line.pay else { return Ok(()) };
    let money = |error: banco_money::MoneyError| refuse(error.into(), spot.clauses);
    let stake = bet.stake.total().map_err(money)?;
    let payment = pay(&draft.rules().terms, table, stake, Hit::Line(line)).map_err(money)?;
    let to_dealer = payment.envy_to == Some(EnvyTo::Dealer);
    let reached = JackpotEvent::JackpotReached {
        dealer_envy: if to_dealer { payment.envy } else { draft.table.nothing() },
        hands: [coup.player, coup.banker],
        key: bet.key,
        line: Name::new(&line.name),
        meter: Name::new(meter),
        seat: bet.seat,
        share: *share,
    };
    draft.emit(line.cite.as_slice().into(), reached);
    Ok(())
}

/// What the node of a link says; a word that was taken already changes nothing.
pub fn hear(draft: &mut Draft<'_>, word: &LinkWord) -> Step {
    let LinkWord { link, number, says } = word;
    if draft.table.heard(*link).is_some_and(|heard| heard.has(*number)) {
        return Ok(());
    }
    let before = draft.events.len();
    match says {
        LinkSays::Contact(contacts) => tell_contacts(draft, word, contacts),
        LinkSays::Verified { hit, meter, winners } => verified(draft, word, *hit, *meter, winners)?,
        LinkSays::Paid { hit, meter, shares } => {
            for (key, amount) in shares {
                award(draft, word, *hit, *meter, (*key, *amount))?;
            }
        }
        LinkSays::Rejected { hit, meter, winners, reason } => {
            for key in winners {
                reject(draft, word, (*hit, *meter), *key, reason);
            }
            release(draft, winners)?;
        }
        LinkSays::Bears { game, wager, amount } => {
            let clauses = draft.topics().take_in;
            super::opening::positive(*amount, "give to the tray", clauses)?;
            let (amount, game, link, wager, word) = (*amount, *game, *link, *wager, *number);
            draft.emit(clauses, JackpotEvent::TrayReimbursed { amount, game, link, wager, word });
        }
    }
    if draft.events.len() == before {
        let clauses = draft.topics().take_in;
        draft.emit(clauses, JackpotEvent::WordHeard { link: *link, word: *number });
    }
    Ok(())
}

/// Whether the link is heard. A word that comes after a later one says nothing any more.
fn tell_contacts(draft: &mut Draft<'_>, word: &LinkWord, contacts: &[(Name, Contact)]) {
    let (upto, last) = draft.table.heard(word.link).map_or((0, 0), |heard| (heard.upto, heard.contact));
    // While earlier words are missing, one that changes nothing is told all the same: they may not undo it.
    let missing = upto.saturating_add(1) < word.number;
    for (wager, contact) in contacts.iter().filter(|_| word.number > last) {
        if missing || draft.table.contact(wager) != *contact {
            let clauses = draft.rules().lock_clauses(wager).or(draft.topics().take_in);
            let (contact, link, wager, word) = (*contact, word.link, *wager, word.number);
            draft.emit(clauses, JackpotEvent::LinkTold { contact, link, wager, word });
        }
    }
}

/// A jackpot is verified: what hangs on it is paid, once the round is settled.
fn verified(draft: &mut Draft<'_>, word: &LinkWord, hit: HitId, meter: Name, winners: &[BetKey]) -> Step {
    let clauses = draft.rules().pay_clauses(&meter);
    let (link, word, winners) = (word.link, word.number, winners.to_vec());
    let told = JackpotEvent::JackpotVerified { hit, link, meter, winners: winners.clone(), word };
    draft.emit(clauses, told);
    if draft.table.phase != Phase::Settled {
        return Ok(());
    }
    let own = |claim: &&PendingClaim| claim.meter == meter && winners.contains(&claim.key) && !claim.verified;
    for claim in draft.table.claims.iter().filter(own) {
        pay_dealer(draft, claim.key.wager, claim.dealer_envy, clauses);
    }
    release(draft, &winners)
}

/// What the dealer has of a jackpot.
pub fn pay_dealer(draft: &mut Draft<'_>, wager: Name, amount: Amount, clauses: Clauses) {
    if amount.is_positive() {
        draft.emit(clauses, JackpotEvent::DealerEnvyPaid { amount, wager });
    }
}

/// Whether a wager's own jackpot, or another's, is not verified yet.
pub fn unverified<'d>(draft: &'d Draft<'_>, wager: Name) -> impl Iterator<Item = &'d PendingClaim> {
    let round = draft.table.round.number;
    draft
        .table
        .claims
        .iter()
        .filter(move |claim| claim.key.wager == wager && claim.round == round && !claim.verified)
}

/// Jackpots have been verified or rejected: wagers that waited for them are settled, if none is left to wait for.
fn release(draft: &mut Draft<'_>, decided: &[BetKey]) -> Step {
    if draft.table.phase != Phase::Settled {
        return Ok(());
    }
    let mut wagers: Vec<Name> = decided.iter().map(|key| key.wager).collect();
    wagers.dedup();
    for wager in wagers {
        if unverified(draft, wager).all(|claim| decided.contains(&claim.key)) {
            settlement::settle_waiting(draft, wager, decided)?;
        }
    }
    Ok(())
}

/// A jackpot is paid. The winner of a Must Hit meter is drawn, and has no claim by cards.
fn award(
    draft: &mut Draft<'_>,
    word: &LinkWord,
    hit: HitId,
    meter: Name,
    (key, amount): (BetKey, Amount),
) -> Step {
    let known = claimed(draft, key, meter);
    let seat = match (&known, draft.table.participant(key.owner)) {
        (Ok((claim, _)), _) => claim.seat,
        (Err(_), Some(one)) if draft.rules().is_must_hit(&meter) => one.place.seat(),
        (Err(refusal), _) => return Err(refusal.clone()),
    };
    let clauses = draft.rules().pay_clauses(&meter);
    let (link, word) = (word.link, word.number);
    if amount.is_positive() {
        draft.emit(clauses, JackpotEvent::JackpotPaid { amount, hit, key, link, meter, seat, word });
    } else {
        let reason: Arc<str> = "the meter held nothing".into();
        draft.emit(clauses, JackpotEvent::ClaimDropped { hit, key, link, meter, reason, seat, word });
    }
    Ok(())
}

/// A jackpot was rejected: the wager counts as not made, or has lost, as the licensee chose.
fn reject(
    draft: &mut Draft<'_>,
    word: &LinkWord,
    (hit, meter): (HitId, Name),
    key: BetKey,
    reason: &Arc<str>,
) {
    // A void round has dropped its claims already.
    let Ok((claim, clauses)) = claimed(draft, key, meter) else { return };
    let (link, word, seat, reason) = (word.link, word.number, claim.seat, Arc::clone(reason));
    draft.emit(clauses, JackpotEvent::ClaimDropped { hit, key, link, meter, reason, seat, word });
    let Some(Bet { key, seat, stake, taken_in, .. }) = draft.table.bet(key).copied() else { return };
    let clauses = draft.topics().rejection.or(clauses);
    if draft.rules().rejected_wager_is_void() {
        draft.emit(clauses, WageringEvent::WagerReturned { key, seat, stake, taken_in });
    } else {
        draft.emit(clauses, SettlementEvent::WagerLost { early: false, key, seat, stake, taken_in });
    }
}

/// A claim that waits for the link.
fn claimed(draft: &Draft<'_>, key: BetKey, meter: Name) -> Result<(PendingClaim, Clauses), Refusal> {
    let clauses = draft.rules().pay_clauses(&meter);
    let found = draft.table.claims.iter().find(|claim| claim.key == key && claim.meter == meter);
    let missing = || refuse(Reason::NoClaim { meter: meter.to_string() }, clauses);
    found.cloned().map(|claim| (claim, clauses)).ok_or_else(missing)
}
