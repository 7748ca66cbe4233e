//! Progressive wagers at the table: the cards that make a jackpot, and what the link says.
//!
//! MB 13(i)-(j), MM 12(i)-(j), CO 30-2899.02(6)-(10), 30-2899.04(5), 30-2899.07(6).

use std::sync::Arc;

use banco_money::{Amount, Pay};
use banco_rulebook::model::wager::WagerKind;

use crate::Clauses;
use super::super::command::LinkWord;
use super::super::draft::{Draft, Step, need_role, refuse};
use super::super::event::Event;
use super::super::judge::seat_facts;
use super::super::people::{Actor, Role};
use super::super::refusal::Reason;
use super::super::spot::Spot;
use super::super::state::{Contact, PendingClaim};
use super::super::wager::{Bet, BetKey};
use super::third_card;
use crate::condition::{Attributes, CoupFacts};
use crate::coup::Coup;
use crate::settle::{Hit, find_line};

/// The link of a progressive wager must be heard.
pub fn need_contact(draft: &Draft<'_>, spot: &Spot) -> Step {
    let lost = || draft.table.contact(&spot.name.id) == Contact::Lost;
    if spot.kind == WagerKind::Progressive && lost() {
        let wager = spot.name.to_string();
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
    let spots = draft.table.bets.iter().filter_map(|bet| draft.rules().spot(bet.key.spot));
    for spot in spots.filter(|spot| spot.kind == WagerKind::Progressive) {
        need_contact(draft, spot)?;
        if draft.table.contact(&spot.name.id) == Contact::Pending {
            let wager = spot.name.to_string();
            let clauses = draft.rules().lock_clauses(&spot.name.id);
            return Err(refuse(Reason::JackpotPending { wager }, clauses));
        }
    }
    Ok(())
}

/// Tells which wagers the first four cards give a share of a meter for good, when the counts stand.
pub fn reached_by_four_cards(draft: &mut Draft<'_>) {
    if !draft.rules().links.is_empty() {
        let coup = third_card::open_coup(draft);
        reached(draft, &coup, false);
    }
}

/// Tells which wagers all cards give a share of a meter.
pub fn reached_by_all_cards(draft: &mut Draft<'_>, coup: &Coup) {
    if !draft.rules().links.is_empty() {
        reached(draft, coup, true);
    }
}

fn reached(draft: &mut Draft<'_>, coup: &Coup, complete: bool) {
    if draft.round.unwagered.is_some() {
        return;
    }
    for bet in draft.table.bets.iter().filter(|bet| bet.taken_in) {
        let Some(spot) = draft.rules().spot(bet.key.spot) else { continue };
        // A jackpot of four cards may be rejected before the round is complete: it is not told again.
        if by_first_four(spot) != complete {
            reach(draft, bet, spot, coup);
        }
    }
}

/// Whether third cards do not matter to a wager.
fn by_first_four(spot: &Spot) -> bool {
    let [.., player] = spot.needs.player;
    let [.., banker] = spot.needs.banker;
    [player, banker] == [Attributes::NONE; 2]
}

fn reach(draft: &mut Draft<'_>, bet: &Bet, spot: &Spot, coup: &Coup) {
    let seat = seat_facts(draft.table, bet, spot);
    let facts = CoupFacts {
        coup,
        backed: spot.backed,
        chosen: &spot.offered.suits,
        seat: &seat,
        history: &[],
        stood: false,
    };
    let Some(Hit::Line(line)) = find_line(&spot.offered.table, &facts) else { return };
    let Pay::Share(share, meter) = &line.pay else { return };
    draft.emit(Event::JackpotReached {
        key: bet.key,
        seat: bet.seat,
        label: Arc::clone(&spot.label),
        meter: meter.as_str().into(),
        share: *share,
        line: line.name.as_str().into(),
        hands: [coup.player, coup.banker],
        clauses: line.cite.as_slice().into(),
    });
}

/// What the node of the link says.
pub fn hear(draft: &mut Draft<'_>, by: Actor, word: &LinkWord) -> Step {
    let clauses = draft.topics().take_in;
    need_role(by, &[Role::Link], "link", clauses)?;
    match word {
        LinkWord::Contact { wager, contact } => {
            if draft.table.contact(wager) != *contact {
                let (wager, contact) = (Arc::clone(wager), *contact);
                let clauses = draft.rules().lock_clauses(&wager).or(clauses);
                draft.emit(Event::LinkTold { wager, contact, clauses });
            }
            Ok(())
        }
        LinkWord::Award { key, meter, amount } => award(draft, *key, meter, *amount),
        LinkWord::Drop { key, meter, reason } => {
            let (claim, clauses) = claimed(draft, *key, meter)?;
            let (meter, reason) = (Arc::clone(meter), Arc::clone(reason));
            draft.emit(Event::ClaimDropped { key: *key, seat: claim.seat, meter, reason, clauses });
            Ok(())
        }
        LinkWord::Reimburse { amount } => {
            super::opening::positive(*amount, "give to the tray", clauses)?;
            draft.emit(Event::TrayReimbursed { amount: *amount, clauses });
            Ok(())
        }
    }
}

/// A jackpot is paid. The winner of a Must Hit meter is drawn, and has no claim by cards.
fn award(draft: &mut Draft<'_>, key: BetKey, meter: &Arc<str>, amount: Amount) -> Step {
    let known = claimed(draft, key, meter);
    let seat = match (&known, draft.table.participant(key.owner)) {
        (Ok((claim, _)), _) => claim.seat,
        (Err(_), Some(one)) if draft.rules().is_must_hit(meter) => one.place.seat(),
        (Err(refusal), _) => return Err(refusal.clone()),
    };
    let clauses = draft.rules().pay_clauses(meter);
    super::opening::positive(amount, "pay", clauses)?;
    draft.emit(Event::JackpotPaid { key, seat, meter: Arc::clone(meter), amount, clauses });
    Ok(())
}

/// A claim that waits for the link.
fn claimed(
    draft: &Draft<'_>,
    key: BetKey,
    meter: &Arc<str>,
) -> Result<(PendingClaim, Clauses), super::super::refusal::Refusal> {
    let clauses = draft.rules().pay_clauses(meter);
    let found = draft.table.claims.iter().find(|claim| claim.key == key && claim.meter == *meter);
    let missing = || refuse(Reason::NoClaim { meter: meter.to_string() }, clauses);
    found.cloned().map(|claim| (claim, clauses)).ok_or_else(missing)
}
