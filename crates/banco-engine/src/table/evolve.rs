//! How events change the table. Nothing is decided here: an event is a fact.

use std::sync::Arc;

use banco_cards::{Card, Side};
use banco_money::Amount;

use super::bank;
use super::event::{Curator, Event, VigorishHow};
use super::ledger::{Account, Posting};
use super::people::Participant;
use super::postings::postings;
use super::rules::Rules;
use super::state::{
    Aside, Asked, CutCard, Early, Hold, PendingClaim, Phase, Proposal, Round, Shoe, Spoken, Table,
};
use super::wager::{Bet, BetKey, Stake};
use crate::roads::{Entry, Kind};
use banco_rulebook::model::procedure::BeforeShoe;
use banco_rulebook::model::rulebook::UnwageredRound;

/// Changes the table by what has happened.
pub fn evolve(table: &mut Table, event: &Event) {
    postings(event, &mut |posting| post(table, posting));
    opening(table, event);
    people(table, event);
    offers(table, event);
    dealing(table, event);
    settlement(table, event);
    irregularities(table, event);
    bank::evolve(table, event);
    table.round.apply(event);
}

/// Moves money. What cannot be is kept as evidence, and the table stops.
fn post(table: &mut Table, posting: Posting) {
    let moved = negative(posting.amount)
        .and_then(|minus| add(table, posting.from, minus))
        .and_then(|()| add(table, posting.to, posting.amount));
    if moved.is_none() {
        let Posting { from, to, amount } = posting;
        table.fault.get_or_insert_with(|| format!("{amount} could not go from {from} to {to}").into());
    }
}

fn negative(amount: Amount) -> Option<Amount> {
    amount.negated().ok()
}

/// Adds to an account; only the accounts that mirror others may fall below nothing.
fn add(table: &mut Table, account: Account, amount: Amount) -> Option<()> {
    let mirrors = matches!(
        account,
        Account::Outside | Account::House | Account::Link | Account::Charged | Account::Issued
    );
    let balance = match account {
        Account::Chips(person) => &mut table.participant_mut(person)?.chips,
        Account::Promotional(person) => &mut table.participant_mut(person)?.promotional,
        Account::Coupons(person) => &mut table.participant_mut(person)?.coupons,
        Account::Owed(person) => &mut table.participant_mut(person)?.owed,
        _ => table.ledger.balance_mut(account)?,
    };
    let sum = balance.plus(amount).ok()?;
    *balance = sum;
    (mirrors || sum.minor() >= 0).then_some(())
}

fn opening(table: &mut Table, event: &Event) {
    match event {
        Event::TableOpened { differential, .. } => {
            table.differential = *differential;
            table.outcomes.clear();
            table.round = Round::new(0, None);
            table.shoe = Shoe::before_the_first(&table.rules);
            table.spoken.clear();
            (table.curator, table.shoe_asked) = (None, None);
            (table.ordered, table.proposal) = (None, None);
        }
        Event::TableClosed { .. } => {
            table.phase = Phase::Closed;
            table.helpers.clear();
            table.contacts.clear();
            end_of_play(table);
        }
        Event::TermsAdopted { rules, due, .. } => {
            let (old, new) = (&table.rules.terms, &rules.terms);
            let changed = |option: &String| old.option(option) != new.option(option);
            let spent = |id: &str| {
                let notice = new.rulebook.file.notices.iter().find(|notice| notice.id == id);
                notice.is_some_and(|notice| notice.options.iter().any(changed))
            };
            // A notice is given for one change.
            table.notices.retain(|(id, _)| !spent(id));
            table.rules = Arc::clone(rules);
            table.due_notices.extend(due.iter().cloned());
        }
        Event::NoticeGiven { notice, at, .. } => {
            table.clock = table.clock.max(*at);
            table.due_notices.retain(|(due, _)| due != notice);
            table.notices.retain(|(given, _)| given != notice);
            table.notices.push((Arc::clone(notice), *at));
        }
        Event::PreparationBegun { shoe, new_cards, .. } => {
            table.shoe = table.shoe.followed_by(*shoe, *new_cards, &table.rules);
            table.phase = Phase::Preparing;
            table.results.clear();
        }
        Event::StepDone { by, people_left, .. } => {
            table.shoe.step_by.push(*by);
            if *people_left == 0 {
                table.shoe.step += 1;
                table.shoe.step_by.clear();
            }
        }
        Event::BatchKept { .. } => table.shoe.other_kept = true,
        Event::CardMissing { .. } => inspect_again(&table.rules, &mut table.shoe),
        _ => loading(table, event),
    }
}

/// The preparation goes back to the inspection that a missing card calls for, or to its beginning.
fn inspect_again(rules: &Rules, shoe: &mut Shoe) {
    shoe.new_cards = true;
    shoe.card_missing = true;
    shoe.step_by.clear();
    let steps = rules.steps_before(shoe);
    shoe.step = steps.iter().position(|step| step.shoe == BeforeShoe::CardMissing).unwrap_or(0);
}

/// Nothing that waited for this shoe waits for the next opening.
fn end_of_play(table: &mut Table) {
    table.shoe.aside = None;
    table.ordered = None;
    table.incident = None;
    table.curator = None;
    table.shoe_asked = None;
    table.proposal = None;
    table.spoken.clear();
    table.early.clear();
    table.bank = bank::Bank::default();
}

fn loading(table: &mut Table, event: &Event) {
    let shoe = &mut table.shoe;
    match event {
        Event::CutOffered { seat, person, .. } => {
            table.phase = Phase::Cutting;
            shoe.waits = false;
            shoe.cut_from.get_or_insert(*seat);
            shoe.cut_asked = Some((*person, *seat));
        }
        Event::CutDeclined { .. } => shoe.cut_asked = None,
        Event::CutFallsToDealer { .. } | Event::CutWaits { .. } => {
            table.phase = Phase::Cutting;
            shoe.waits = matches!(event, Event::CutWaits { .. });
            shoe.cut_asked = None;
            shoe.cut_from = None;
        }
        Event::CutNotNeeded { .. } => table.phase = Phase::Loading,
        Event::CutMade { by, at, .. } => {
            table.phase = Phase::Loading;
            shoe.cut = Some((*by, *at));
            shoe.cut_asked = None;
            shoe.recut = false;
        }
        Event::RecutOrdered { .. } => {
            table.phase = Phase::Cutting;
            shoe.recut = true;
        }
        Event::ShoeLoaded { source, cards, cut_card, batch, .. } => {
            table.phase = Phase::Burning;
            shoe.source = *source;
            shoe.size = *cards;
            shoe.cut_at = cards.saturating_sub(*cut_card);
            shoe.batch = *batch;
        }
        Event::CardBurned { card, left, .. } => {
            shoe.draw(*card);
            shoe.burn_left = Some(*left);
        }
        Event::BettingOpened { .. } => {
            table.phase = Phase::Betting;
            // A new shoe is offered to everybody, whoever had the last one.
            (table.curator, table.shoe_asked) = (None, None);
        }
        _ => {}
    }
}

fn people(table: &mut Table, event: &Event) {
    match event {
        Event::Arrived { person, place, .. } => {
            let nothing = table.nothing();
            table.people.push(Participant::new(*person, *place, nothing));
        }
        Event::Moved { person, place, .. } => {
            let owner = *person;
            if let Some(one) = table.participant_mut(owner) {
                one.place = *place;
            }
            let own = table.bets.iter_mut().filter(|bet| bet.key.owner == owner);
            own.for_each(|bet| bet.seat = place.seat());
            offers_move(table, owner, place.seat());
        }
        Event::Left { person, .. } => {
            table.people.retain(|one| one.person != *person);
            table.helpers.retain(|(helped, helper)| helped != person && helper != person);
            table.spoken.retain(|spoken| spoken.person != *person);
        }
        Event::WagerPlaced { key, seat, stake, .. } => place(table, *key, *seat, *stake),
        Event::WagerTakenDown { key, .. } | Event::WagerReturned { key, .. } => remove(table, *key),
        Event::WagersTakenIn { key, .. } => {
            let bet = table.bets.iter_mut().find(|bet| bet.key == *key);
            bet.into_iter().for_each(|bet| bet.taken_in = true);
        }
        Event::WagerSpoken { person, spot, amount, .. } => {
            table.spoken.push(Spoken { person: *person, spot: *spot, amount: *amount });
        }
        Event::SpokenConfirmed { person, .. } | Event::SpokenDeclined { person, .. } => {
            table.spoken.retain(|spoken| spoken.person != *person);
        }
        Event::Accommodated { person, helper, .. } => table.helpers.push((*person, *helper)),
        Event::TableHeld { by, reason, .. } => {
            table.hold = Some(Hold { by: *by, reason: Arc::clone(reason) });
        }
        Event::TableResumed { .. } => table.hold = None,
        _ => {}
    }
}

/// What somebody has or is offered goes with them to another seat.
fn offers_move(table: &mut Table, person: super::people::Person, seat: super::people::Seat) {
    let offers = table.shoe_asked.iter_mut().chain(&mut table.round.asked);
    offers.filter(|asked| asked.person == person).for_each(|asked| asked.seat = seat);
    if let Some((asked, at)) = &mut table.shoe.cut_asked
        && *asked == person
    {
        *at = seat;
    }
    match &mut table.curator {
        Some(Curator::Person(curator, at) | Curator::DealerFor(curator, at)) if *curator == person => {
            *at = seat;
        }
        _ => {}
    }
}

fn place(table: &mut Table, key: BetKey, seat: super::people::Seat, stake: Stake) {
    let since = u32::try_from(table.outcomes.len()).unwrap_or(u32::MAX);
    match table.bets.iter_mut().find(|bet| bet.key == key) {
        Some(bet) => bet.stake = stake,
        None => table.bets.push(Bet { key, seat, stake, since, taken_in: false }),
    }
}

pub(super) fn remove(table: &mut Table, key: BetKey) {
    if let Some(at) = table.bets.iter().position(|bet| bet.key == key) {
        table.bets.swap_remove(at);
    }
}

fn offers(table: &mut Table, event: &Event) {
    match event {
        Event::ShoeOffered { seat, person, .. } => {
            let before = table.shoe_asked.map(|asked| (asked.from, asked.except));
            let passed = match table.curator {
                Some(Curator::Person(_, seat) | Curator::DealerFor(_, seat)) => Some(seat),
                _ => None,
            };
            let (from, except) = before.unwrap_or((*seat, passed));
            table.shoe_asked = Some(Asked { person: *person, seat: *seat, from, except });
        }
        Event::CuratorNamed { curator, .. } => {
            table.curator = Some(*curator);
            table.shoe_asked = None;
        }
        Event::ShoePassed { .. } => table.shoe_asked = None,
        Event::TurnerProposed { side, to, seat, by, .. } => {
            let mut agreed = vec![*by];
            agreed.extend(Some(*to).filter(|to| to != by));
            table.proposal = Some(Proposal { side: *side, to: *to, seat: *seat, agreed });
        }
        Event::ProposalAgreed { by, settled, .. } => agree(table, *by, *settled),
        Event::ProposalRefused { .. } => table.proposal = None,
        _ => {}
    }
}

fn agree(table: &mut Table, by: super::people::Person, settled: bool) {
    let Some(proposal) = &mut table.proposal else { return };
    proposal.agreed.push(by);
    if settled {
        let [player, banker] = &mut table.agreed_by;
        let agreed_by = if proposal.side == Side::Player { player } else { banker };
        agreed_by.clone_from(&proposal.agreed);
        let chosen = Some((proposal.to, proposal.seat));
        match proposal.side {
            Side::Player => table.round.player_agreed = chosen,
            Side::Banker => table.round.banker_agreed = chosen,
        }
        table.proposal = None;
    }
}

fn dealing(table: &mut Table, event: &Event) {
    match event {
        Event::RoundBegun { unwagered, .. } => {
            table.phase = Phase::Dealing;
            table.early.clear();
            table.proposal = None;
            // Spoken wagers that nobody confirmed were never made.
            table.spoken.clear();
            if unwagered.is_some() && table.ordered.take().is_none() {
                table.shoe.free_hands += 1;
            }
        }
        Event::Called(call) => table.last_call = Some(call.clone()),
        Event::CutCardShown { .. } => table.shoe.cut_card = CutCard::Out,
        Event::CardDealt { card, from_aside, .. } => {
            if *from_aside {
                let seen_before = table.shoe.aside.take().is_some_and(|aside| aside.card.is_up());
                card.sealed().into_iter().filter(|_| !seen_before).for_each(|card| table.shoe.see(card));
            } else {
                table.shoe.draw(card.sealed());
            }
        }
        Event::CardsTurned { side, cards, .. } => see_turned(table, *side, *cards),
        Event::ResultReached { coup, .. } => {
            let entry = Entry::of(coup, |total| table.rules.draws.is_natural(total));
            record(table, entry);
        }
        Event::ResultRecorded { reported, .. } => {
            record(table, Entry::plain(reported.outcome()));
        }
        _ => {}
    }
}

/// Cards that nobody knew are seen when they are turned.
fn see_turned(table: &mut Table, side: Side, cards: [Option<Card>; 2]) {
    let places = *table.round.laid(side);
    let down = places.into_iter().flatten().filter(|laid| !laid.is_up());
    for (laid, card) in down.zip(cards.into_iter().flatten()) {
        if laid.sealed().is_none() {
            table.shoe.see(card);
        }
    }
}

fn record(table: &mut Table, mut entry: Entry) {
    entry.kind = match table.round.unwagered {
        None => Kind::Wagered,
        Some(UnwageredRound::FreeHand) => Kind::FreeHand,
        Some(UnwageredRound::Simulated) => Kind::Simulated,
    };
    if entry.kind == Kind::Wagered {
        table.outcomes.push(entry.outcome);
    }
    table.results.push(entry);
}

/// A round that is void was none: its result does not stay in the history.
fn strike(table: &mut Table) {
    if table.round.coup.is_some() || table.round.reported.is_some() {
        let struck = table.results.pop();
        if struck.is_some_and(|entry| entry.kind == Kind::Wagered) {
            table.outcomes.pop();
        }
    }
}

fn settlement(table: &mut Table, event: &Event) {
    match event {
        Event::WagerLost { key, seat, stake, early, .. } => {
            remove(table, *key);
            if *early {
                let handed = table.nothing();
                table.early.push(Early {
                    key: *key,
                    seat: *seat,
                    stake: *stake,
                    lost: true,
                    handed,
                    pressed: None,
                });
            }
        }
        Event::WagerPaid { key, .. } => remove(table, *key),
        Event::PayoutTaken { key, seat, won, stake, .. } => {
            remove(table, *key);
            let early =
                Early { key: *key, seat: *seat, stake: *stake, lost: false, handed: *won, pressed: None };
            table.early.push(early);
        }
        Event::PayoutPressed { key, seat, onto, pressed, handed, stake, .. } => {
            remove(table, *key);
            change_chips(table, BetKey { spot: *onto, for_dealer: false, ..*key }, |chips| {
                chips.plus(*pressed).ok()
            });
            let pressed = Some((*onto, *pressed));
            table.early.push(Early {
                key: *key,
                seat: *seat,
                stake: *stake,
                lost: false,
                handed: *handed,
                pressed,
            });
        }
        Event::PressReversed { key, pressed, .. } => {
            change_chips(table, *key, |chips| chips.minus(*pressed).ok());
        }
        Event::ClaimRaised { key, .. } => remove(table, *key),
        Event::JackpotReached { key, seat, meter, share, .. } => {
            let round = table.round.number;
            let claim =
                PendingClaim { key: *key, seat: *seat, meter: Arc::clone(meter), share: *share, round };
            table.claims.push(claim);
        }
        Event::JackpotPaid { key, meter, .. } | Event::ClaimDropped { key, meter, .. } => {
            table.claims.retain(|claim| claim.key != *key || claim.meter != *meter);
        }
        Event::LinkTold { wager, contact, .. } => {
            table.contacts.retain(|(known, _)| known != wager);
            table.contacts.push((Arc::clone(wager), *contact));
        }
        Event::VigorishCharged { person, spot, amount, how: VigorishHow::FromWager, .. } => {
            let key = BetKey { owner: *person, spot: *spot, for_dealer: false };
            change_chips(table, key, |chips| chips.minus(*amount).ok());
            table.bets.retain(|bet| {
                bet.key != key || !bet.stake.chips.is_zero() || bet.stake.promotional.is_positive()
            });
        }
        Event::RoundSettled { .. } => table.phase = Phase::Settled,
        Event::RoundVoided { new_shoe, .. } => {
            table.phase = Phase::Settled;
            table.claims.retain(|claim| claim.round != table.round.number);
            strike(table);
            if *new_shoe {
                table.shoe.cut_card = CutCard::LastHands(0);
            }
        }
        Event::CardsDiscarded { .. } => {
            table.phase = Phase::Betting;
            if table.rules.continuous {
                table.shoe.take_back();
            }
        }
        Event::LastHandBegun { left, .. } => table.shoe.cut_card = CutCard::LastHands(*left),
        Event::ShoeEnded { .. } => {
            table.phase = Phase::BetweenShoes;
            table.shoe.aside = None;
            table.ordered = None;
            table.shoe_asked = None;
        }
        _ => {}
    }
}

pub(super) fn change_chips(table: &mut Table, key: BetKey, change: impl Fn(Amount) -> Option<Amount>) {
    let bet = table.bets.iter_mut().find(|bet| bet.key == key);
    if let Some((bet, chips)) = bet.and_then(|bet| change(bet.stake.chips).map(|chips| (bet, chips))) {
        bet.stake.chips = chips;
    }
}

fn irregularities(table: &mut Table, event: &Event) {
    match event {
        Event::IrregularityReported { what, by, .. } => table.incident = Some((*what, *by)),
        Event::IrregularityDismissed { .. } | Event::IrregularityApproved { .. } => table.incident = None,
        Event::CardSetAside { card, .. } => {
            let index = table.shoe.drawn;
            table.shoe.draw(card.sealed());
            table.shoe.aside = Some(Aside { card: *card, index });
        }
        Event::CardDiscarded { card, .. } => table.shoe.draw(*card),
        Event::BurnOrdered { cards, .. } => {
            let before = table.shoe.burn_left.unwrap_or(0);
            table.shoe.burn_left = Some(before.saturating_add(*cards));
        }
        Event::UnwageredRoundOrdered { round, .. } => table.ordered = Some(*round),
        _ => {}
    }
}
