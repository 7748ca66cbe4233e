//! Wagers are made, raised and taken down until "no more bets".
//!
//! MB 8, MM 7, CO 30-2807, and the limits of 30-2899.

use crate::table::choices::{HouseDealerWagers, InfiniteFortuneTips, Tips};
use banco_cards::Side;
use banco_money::{Amount, MoneyError};
use banco_rulebook::model::wager::{DealerWagers, WagerKind};

use super::opening::positive;
use super::{family, jackpot, seats, vigorish};
use crate::Clauses;
use crate::house::MoneyAction;
use crate::table::command::{BuyInWith, CardSource};
use crate::table::draft::{Draft, Step, need_role, refuse};
use crate::table::event::{PeopleEvent, WageringEvent};
use crate::table::people::{Actor, Participant, Person, Role, Seat};
use crate::table::refusal::{NamedWager, Reason, Refusal};
use crate::table::spot::{Spot, SpotId};
use crate::table::state::{Phase, Table};
use crate::table::wager::{Bet, BetKey, Stake, Tender};

/// Wagers may be changed now.
fn open_for_wagers(draft: &Draft<'_>) -> Step {
    let topics = draft.topics();
    match draft.table.phase {
        Phase::Betting => none_ordered(draft),
        Phase::Dealing | Phase::Settled => Err(refuse(Reason::BettingClosed, closed(draft))),
        other => Err(refuse(
            Reason::WrongMoment { doing: "change wagers", now: other.in_words() },
            topics.wagering,
        )),
    }
}

/// No round without wagers comes first.
pub fn none_ordered(draft: &Draft<'_>) -> Step {
    if draft.table.ordered.is_none() {
        return Ok(());
    }
    Err(refuse(Reason::RoundWithoutWagers, draft.topics().unwagered))
}

/// Why wagers stand: the call, and once a card is out, that they are in play.
fn closed<'t>(draft: &Draft<'t>) -> Clauses {
    let topics = draft.topics();
    if draft.round.cards() > 0 { topics.in_play } else { topics.closed }
}

fn known<'t>(draft: &Draft<'t>, spot: SpotId) -> Result<&'t Spot, Refusal> {
    let unknown = || refuse(Reason::WagerNotOffered, draft.topics().wagering);
    draft.rules().spot(spot).ok_or_else(unknown)
}

/// Makes or raises a wager.
pub fn place(
    draft: &mut Draft<'_>,
    by: Actor,
    spot: SpotId,
    amount: Amount,
    tender: Tender,
    for_dealer: bool,
) -> Step {
    family::takes_wagers(draft)?;
    let one = draft.participant(by)?;
    family::not_the_bank(draft, one.person)?;
    open_for_wagers(draft)?;
    family::is_covered(draft)?;
    let spot = known(draft, spot)?;
    let placing = placed(draft, one, spot, amount, tender, for_dealer)?;
    funded(draft, one, amount, tender)?;
    vigorish::paid_up(draft, one)?;
    lay(draft, placing);
    Ok(())
}

/// What lies on a spot before and after a wager is made or raised.
#[derive(Clone, Copy)]
struct Placing {
    key: BetKey,
    seat: Seat,
    added: Stake,
    stake: Stake,
}

/// The wager lies there.
fn lay(draft: &mut Draft<'_>, placing: Placing) {
    let Placing { key, seat, added, stake } = placing;
    draft.emit(draft.topics().wagering, WageringEvent::WagerPlaced { added, key, seat, stake });
}

/// A wager as it would lie there, if it is allowed.
fn placed(
    draft: &Draft<'_>,
    one: &Participant,
    spot: &Spot,
    amount: Amount,
    tender: Tender,
    for_dealer: bool,
) -> Result<Placing, Refusal> {
    let clauses = spot.clauses;
    let key = BetKey { owner: one.person, wager: spot.wager, for_dealer };
    let seat = one.place.seat();
    let wager = NamedWager(spot.wager);
    if spot.offered.positions.as_ref().is_some_and(|known| !known.contains(&seat.number)) {
        return Err(refuse(Reason::NotAtSeat { wager, seat }, clauses));
    }
    one_bettor(one, spot, for_dealer)?;
    jackpot::need_contact(draft, spot)?;
    if draft.table.shoe.source == CardSource::ResultOnly && spot.by_counts.is_none() {
        return Err(refuse(Reason::CardsNeeded { wager }, clauses));
    }
    if for_dealer {
        dealer_wager(draft, key, spot)?;
    }
    accepts(draft, spot, tender, for_dealer)?;
    beside_others(draft, key, spot)?;
    positive(amount, "wager", clauses)?;
    let nothing = Stake::nothing(draft.table.nothing());
    let before = draft.table.bet(key).map_or(nothing, |bet| bet.stake);
    let added = Stake::in_tender(tender, amount);
    let money = |error: MoneyError| refuse(error.into(), clauses);
    let stake = before.plus(added).map_err(money)?;
    if stake.coupon.minor() > stake.chips.minor() {
        let (coupon, chips) = (stake.coupon, stake.chips);
        return Err(refuse(Reason::CouponWithoutChips { coupon, chips }, draft.topics().wagering));
    }
    within_limits(draft, spot, stake, for_dealer)?;
    differential(draft.table, spot, stake.limited().map_err(money)?, key)?;
    Ok(Placing { key, seat, added, stake })
}

/// A wager that belongs to a chair is made by whoever sits there, for themselves.
fn one_bettor(one: &Participant, spot: &Spot, for_dealer: bool) -> Step {
    if spot.needs.seat && (for_dealer || !one.place.is_seated()) {
        let (wager, seat) = (NamedWager(spot.wager), one.place.seat());
        return Err(refuse(Reason::OneBettor { wager, seat }, spot.clauses));
    }
    Ok(())
}

/// A wager for the dealer, where the house and the wager allow one.
fn dealer_wager(draft: &Draft<'_>, key: BetKey, spot: &Spot) -> Step {
    let choices = &draft.rules().choices;
    let silent = spot.dealer_wagers == DealerWagers::NotSaid;
    let house_refuses = choices.tips == Tips::NotTaken
        || choices.dealer_wagers == Some(HouseDealerWagers::Refused)
        || !family::house_pays(draft);
    let spot_refuses = spot.dealer_wagers == DealerWagers::Forbidden
        || (spot.dealer_wagers == DealerWagers::WithOwnWager
            && choices.infinite_fortune_tips == InfiniteFortuneTips::Refused);
    if house_refuses || spot_refuses {
        let clauses = if spot_refuses { spot.family } else { draft.topics().tips };
        return Err(refuse(Reason::NoDealerWagers, clauses));
    }
    let own_needed = spot.dealer_wagers == DealerWagers::WithOwnWager
        || (silent && choices.dealer_wagers == Some(HouseDealerWagers::Allowed));
    let own = draft.table.bet(BetKey { for_dealer: false, ..key }).is_some();
    if own_needed && !own {
        return Err(refuse(Reason::OwnWagerNeeded { wager: NamedWager(spot.wager) }, spot.family));
    }
    Ok(())
}

/// Whether a wager may be made with this. Coupons go with even money; fixed prices are paid in chips.
fn accepts(draft: &Draft<'_>, spot: &Spot, tender: Tender, for_dealer: bool) -> Step {
    let fixed = !spot.offered.units.is_empty();
    let fits = match tender {
        Tender::Chips => true,
        // Nobody but the house honours what it has issued.
        _ if !family::house_pays(draft) => false,
        Tender::Promotional => !fixed && !for_dealer,
        Tender::Coupon => spot.hand.is_some() && !for_dealer,
    };
    if fits {
        return Ok(());
    }
    let wager = NamedWager(spot.wager);
    Err(refuse(Reason::TenderRefused { wager, tender: tender.name() }, draft.topics().wagering))
}

fn within_limits(draft: &Draft<'_>, spot: &Spot, stake: Stake, for_dealer: bool) -> Step {
    let clauses = spot.limits.or(draft.topics().limits);
    let offered = &spot.offered;
    let limited = stake.limited().map_err(|error| refuse(error.into(), clauses))?;
    let wager = NamedWager(spot.wager);
    if let Some(unit) = offered.units.first() {
        if !offered.units.contains(&limited) {
            return Err(refuse(Reason::WrongUnit { wager, unit: *unit }, spot.units));
        }
        return Ok(());
    }
    if let Some(least) = offered.min.filter(|least| limited.minor() < least.minor() && !for_dealer) {
        let reason = Reason::BelowMinimum { wager, stake: limited, least };
        return Err(refuse(reason, clauses));
    }
    if let Some(most) = offered.max.filter(|most| limited.minor() > most.minor()) {
        let reason = Reason::AboveMaximum { wager, stake: limited, most };
        return Err(refuse(reason, clauses));
    }
    Ok(())
}

/// What the bettor's other wagers allow: both hands or one, a base wager beside a bonus.
fn beside_others(draft: &Draft<'_>, key: BetKey, spot: &Spot) -> Step {
    let rules = draft.rules();
    let own = || draft.table.bets.iter().filter(|bet| bet.key.owner == key.owner && !bet.key.for_dealer);
    let other_spot = |bet: &Bet| rules.spot(bet.spot).filter(|other| other.id != spot.id);
    if rules.one_hand_only
        && let Some(side) = spot.hand
        && own().filter_map(other_spot).any(|other| other.hand == Some(side.other()))
    {
        return Err(refuse(Reason::OppositeWager, spot.clauses));
    }
    if let Some(clauses) = &spot.one_side
        && own().filter_map(other_spot).any(|other| other.name.id == spot.name.id)
    {
        return Err(refuse(Reason::OneSideOnly { wager: NamedWager(spot.wager) }, *clauses));
    }
    if let Some(clauses) = &spot.needs_base
        && !own().any(|bet| is_base(rules.spot(bet.spot)))
    {
        return Err(refuse(Reason::BaseWagerNeeded { wager: NamedWager(spot.wager) }, *clauses));
    }
    Ok(())
}

fn is_base(spot: Option<&Spot>) -> bool {
    spot.is_some_and(|spot| spot.kind == WagerKind::Base)
}

/// How far apart the hands are in all, with one wager changed.
fn differential(table: &Table, spot: &Spot, stake: Amount, key: BetKey) -> Step {
    let (Some(most), Some(_)) = (table.differential, spot.hand) else { return Ok(()) };
    let clauses = table.rules.topics.limits;
    let now = apart(table, None).map_err(|error| refuse(error.into(), clauses))?;
    let then = apart(table, Some((key, stake))).map_err(|error| refuse(error.into(), clauses))?;
    if then > most.minor() && then > now {
        let difference = Amount::from_minor(then, most.currency());
        return Err(refuse(Reason::Differential { difference, most }, clauses));
    }
    Ok(())
}

/// By how many minor units the wagers on both hands differ.
fn apart(table: &Table, changed: Option<(BetKey, Amount)>) -> Result<i64, MoneyError> {
    let mut difference = table.nothing();
    let mut add = |spot: SpotId, amount: Amount| -> Result<(), MoneyError> {
        match table.rules.spot(spot).and_then(|spot| spot.hand) {
            Some(Side::Player) => difference = difference.plus(amount)?,
            Some(Side::Banker) => difference = difference.minus(amount)?,
            None => {}
        }
        Ok(())
    };
    for bet in table.bets.iter().filter(|bet| changed.is_none_or(|(key, _)| bet.key != key)) {
        add(bet.spot, bet.stake.limited()?)?;
    }
    if let Some((key, amount)) = changed {
        let spot = table.rules.spot_called(key.wager).map(|spot| spot.id);
        spot.map_or(Ok(()), |spot| add(spot, amount))?;
    }
    Ok(difference.minor().saturating_abs())
}

/// Whether the bettor has that much of the tender.
fn funded(draft: &Draft<'_>, one: &Participant, amount: Amount, tender: Tender) -> Step {
    let have = match tender {
        Tender::Chips => one.chips,
        Tender::Promotional => one.promotional,
        Tender::Coupon => one.coupons,
    };
    if have.minor() < amount.minor() {
        let reason = Reason::NotEnough { have, wanted: amount, doing: "wager" };
        return Err(refuse(reason, draft.topics().wagering));
    }
    family::stays_payable(draft, one, amount)
}

/// A wager that its owner may still change, and its spot.
fn own_bet<'t>(
    draft: &Draft<'t>,
    by: Actor,
    spot: SpotId,
    for_dealer: bool,
) -> Result<(&'t Spot, Bet), Refusal> {
    let one = draft.participant(by)?;
    if matches!(draft.table.phase, Phase::Dealing | Phase::Settled) {
        return Err(refuse(Reason::BettingClosed, closed(draft)));
    }
    family::may_take_down(draft, one.person)?;
    let spot = known(draft, spot)?;
    let key = BetKey { owner: one.person, wager: spot.wager, for_dealer };
    let nothing = || refuse(Reason::NothingThere, draft.topics().wagering);
    draft.table.bet(key).copied().map(|bet| (spot, bet)).ok_or_else(nothing)
}

/// Takes a wager down. What depends on it must come down first.
pub fn take_down(draft: &mut Draft<'_>, by: Actor, spot: SpotId, for_dealer: bool) -> Step {
    let (spot, Bet { key, seat, stake, .. }) = own_bet(draft, by, spot, for_dealer)?;
    others_stand(draft, key)?;
    differential(draft.table, spot, draft.table.nothing(), key)?;
    draft.emit(draft.topics().wagering, WageringEvent::WagerTakenDown { key, seat, stake });
    family::taken_down(draft, seat, stake.chips);
    Ok(())
}

/// Takes a part of a wager back. What is left lies there as if it had been made so, and must be a wager by itself.
pub fn take_back(draft: &mut Draft<'_>, by: Actor, spot: SpotId, amount: Amount) -> Step {
    let topics = draft.topics();
    let (spot, Bet { key, seat, stake, .. }) = own_bet(draft, by, spot, false)?;
    positive(amount, "take back", topics.wagering)?;
    let money = |error: MoneyError| refuse(error.into(), topics.wagering);
    let chips = stake.chips.minus(amount).map_err(money)?;
    if !chips.is_positive() {
        let (have, wanted) = (stake.chips, amount);
        return Err(refuse(Reason::NotEnough { have, wanted, doing: "leave a wager" }, topics.wagering));
    }
    let rest = Stake { chips, ..stake };
    if rest.coupon.minor() > chips.minor() {
        return Err(refuse(Reason::CouponWithoutChips { coupon: rest.coupon, chips }, topics.wagering));
    }
    within_limits(draft, spot, rest, false)?;
    differential(draft.table, spot, rest.limited().map_err(money)?, key)?;
    draft.emit(topics.wagering, WageringEvent::WagerTakenDown { key, seat, stake });
    lay(draft, Placing { key, seat, added: rest, stake: rest });
    family::taken_down(draft, seat, amount);
    Ok(())
}

/// Without this wager the bettor's others would still be allowed.
fn others_stand(draft: &Draft<'_>, key: BetKey) -> Step {
    let rules = draft.rules();
    let rest = || {
        let bets = draft.table.bets.iter();
        bets.filter(|bet| bet.key.owner == key.owner && bet.key != key)
    };
    let for_dealer = BetKey { for_dealer: true, ..key };
    let own_needed = rules.choices.dealer_wagers == Some(HouseDealerWagers::Allowed)
        || rules.spot_called(key.wager).is_some_and(|spot| spot.dealer_wagers == DealerWagers::WithOwnWager);
    if !key.for_dealer && own_needed && draft.table.bet(for_dealer).is_some() {
        let wager = NamedWager(key.wager);
        return Err(refuse(Reason::OwnWagerNeeded { wager }, draft.topics().wagering));
    }
    let base_left = rest().any(|bet| !bet.key.for_dealer && is_base(rules.spot(bet.spot)));
    let clauses_of = |bet: &Bet| -> Option<(NamedWager, Clauses)> {
        let spot = rules.spot(bet.spot)?;
        let needs_base = spot.needs_base.filter(|_| !base_left && !bet.key.for_dealer);
        needs_base.map(|clauses| (NamedWager(spot.wager), clauses))
    };
    match rest().find_map(clauses_of) {
        None => Ok(()),
        Some((wager, clauses)) => Err(refuse(Reason::BaseWagerNeeded { wager }, clauses)),
    }
}

/// Calls a wager out and puts cash down; it counts when the dealer confirms it.
pub fn speak(draft: &mut Draft<'_>, by: Actor, spot: SpotId, amount: Amount) -> Step {
    let topics = draft.topics();
    family::takes_wagers(draft)?;
    if !draft.rules().terms.rulebook.file.spoken_wagers {
        return Err(refuse(Reason::NotProvided { what: "spoken wagers" }, topics.wagering));
    }
    let one = draft.participant(by)?;
    open_for_wagers(draft)?;
    if draft.table.spoken.iter().any(|spoken| spoken.person == one.person) {
        let reason = Reason::NotYourTurn { person: one.person, whose: None };
        return Err(refuse(reason, topics.wagering));
    }
    let spot = known(draft, spot)?;
    placed(draft, one, spot, amount, Tender::Chips, false)?;
    vigorish::paid_up(draft, one)?;
    draft.emit(
        topics.wagering,
        WageringEvent::WagerSpoken { person: one.person, seat: one.place.seat(), wager: spot.wager, amount },
    );
    Ok(())
}

/// The dealer confirms a spoken wager: the cash becomes chips, the chips the wager.
pub fn answer_spoken(draft: &mut Draft<'_>, by: Actor, person: Person, confirmed: bool) -> Step {
    let topics = draft.topics();
    family::takes_wagers(draft)?;
    need_role(by, &[Role::Dealer], "dealer", topics.wagering)?;
    let one = draft.person(person)?;
    open_for_wagers(draft)?;
    let Some(spoken) = draft.table.spoken.iter().find(|spoken| spoken.person == person) else {
        return Err(refuse(Reason::NothingThere, topics.wagering));
    };
    let clauses = topics.wagering;
    if !confirmed {
        draft.emit(clauses, WageringEvent::SpokenDeclined { person });
        return Ok(());
    }
    let unknown = || refuse(Reason::WagerNotOffered, topics.wagering);
    let spot = draft.rules().spot_called(spoken.wager).ok_or_else(unknown)?;
    let placing = placed(draft, one, spot, spoken.amount, Tender::Chips, false)?;
    let amount = spoken.amount;
    seats::cash_can_be_taken(draft, person, amount)?;
    // The round does not wait for a second person: so much cash is bought in first.
    let Some(alone) = draft.authorize(by, MoneyAction::CashBuyIn, amount, clauses)? else {
        return Err(refuse(Reason::SecondPersonNeeded, clauses));
    };
    vigorish::paid_up(draft, one)?;
    draft.emit(clauses, WageringEvent::SpokenConfirmed { person });
    if draft.context.house.is_strict() {
        draft.emit(clauses, PeopleEvent::CashTaken { alone, amount, by: by.person(), person });
    } else {
        draft.emit(clauses, PeopleEvent::BoughtIn { person, amount, with: BuyInWith::Cash });
    }
    lay(draft, placing);
    Ok(())
}
