//! Who holds the bank: by the highest bid, by offer from seat to seat, by a voluntary or compulsory pass.
//!
//! CF 4(b), 5(a)-(b), 10.

use banco_money::Amount;
use banco_rulebook::model::rulebook::Direction;
use banco_rulebook::model::vocabulary::IrregularityId;

use crate::Clauses;
use crate::table::bank::{Bank, BankStage, by_choice, most_after};
use crate::table::draft::{Draft, Step, need_reason, need_role, refuse};
use crate::table::event::{BankEvent, CoverEvent, PassedWhy, WageringEvent, What};
use crate::table::people::{Actor, Participant, Person, Role, Seat};
use crate::table::procedure::bank_holder::{
    asked, at_stage, holder, lesser, need_bank, seated, smallest, speaks,
};
use crate::table::procedure::wagering::none_ordered;
use crate::table::refusal::Reason;
use crate::table::spot::Spot;
use crate::table::state::{Phase, Round};
use crate::table::wager::{BetKey, Stake, Tender};
use banco_cards::{Outcome, Side};

/// A new shoe: the highest bid takes the bank.
pub fn open(draft: &mut Draft<'_>) {
    bidding(draft, None);
}

fn bidding(draft: &mut Draft<'_>, without: Option<Person>) {
    let clauses = bidding_clauses(draft);
    draft.emit(clauses, BankEvent::BiddingOpened { without });
}

/// The clauses of the bidding: that of a new shoe, or that for a bank which was given up by choice.
fn bidding_clauses(draft: &Draft<'_>) -> Clauses {
    let topics = draft.topics();
    if is_given_up(draft) { topics.pass_on_choice } else { topics.offer }
}

/// Whether the bank is on its way to somebody because its Banker gave it up by choice, by passing it or by
/// leaving.
fn is_given_up(draft: &Draft<'_>) -> bool {
    let passed = draft.events.iter().rev().find_map(|event| match &event.what {
        What::Bank(BankEvent::BankPassed { why, .. }) => Some(by_choice(why)),
        _ => None,
    });
    let bank = &draft.table.bank;
    passed.unwrap_or_else(|| bank.passed_by.is_some() && !bank.stage.is_held())
}

/// The limits of the Banker's wager at this table.
fn limits(draft: &Draft<'_>) -> (Amount, Amount) {
    let spot = draft.rules().hand_spot(Side::Banker).map(|spot| &spot.offered);
    let least = smallest(draft);
    let most = Amount::from_minor(i64::MAX, least.currency());
    (
        spot.and_then(|offered| offered.min).unwrap_or(least),
        spot.and_then(|offered| offered.max).unwrap_or(most),
    )
}

/// What somebody may bid. An offer binds: it may be raised, not lowered.
pub fn bid_limits(draft: &Draft<'_>, person: Person) -> (Amount, Amount) {
    let (lowest, most) = limits(draft);
    let own = draft.table.bank.bids.iter().find(|bid| bid.person == person);
    (own.map_or(lowest, |bid| bid.amount), most)
}

/// What may be named by whoever takes the bank that is offered.
pub fn offer_limits(draft: &Draft<'_>) -> (Amount, Amount) {
    draft.table.bank.price.unwrap_or_else(|| limits(draft))
}

/// What the Banker may wager: at least the bid, then one to two times the wager before.
pub fn wager_limits(draft: &Draft<'_>) -> (Amount, Amount) {
    let (lowest, highest) = limits(draft);
    let Bank { last, next, .. } = draft.table.bank;
    // A wager that was placed bounds the next one, even if nobody bet against it and no hand was dealt.
    let after = last.map(|last| (last, Some(most_after(draft.rules(), last))));
    let (least, most) = after.or(next).unwrap_or((lowest, None));
    // A bank that has grown past the table's limit goes on at that limit.
    let most = most.map_or(highest, |most| lesser(most, highest));
    (lesser(least, most), most)
}

fn within(amount: Amount, (least, most): (Amount, Amount), clauses: Clauses) -> Step {
    let fits =
        amount.currency() == least.currency() && (least.minor()..=most.minor()).contains(&amount.minor());
    if fits { Ok(()) } else { Err(refuse(Reason::WrongBankWager { amount, least, most }, clauses)) }
}

fn has_chips(one: &Participant, amount: Amount, clauses: Clauses) -> Step {
    if one.chips.minor() >= amount.minor() {
        return Ok(());
    }
    let reason = Reason::NotEnough { have: one.chips, wanted: amount, doing: "put into the bank" };
    Err(refuse(reason, clauses))
}

/// Bids for the bank.
pub fn bid(draft: &mut Draft<'_>, by: Actor, amount: Amount) -> Step {
    speaks(draft, by)?;
    at_stage(draft, BankStage::Bidding, "bid")?;
    let clauses = bidding_clauses(draft);
    let (one, seat) = seated(draft, by)?;
    if draft.table.bank.without == Some(one.person) {
        let reason = Reason::NotYourTurn { person: one.person, whose: None };
        return Err(refuse(reason, draft.topics().pass_on_choice));
    }
    within(amount, bid_limits(draft, one.person), clauses)?;
    has_chips(one, amount, clauses)?;
    draft.emit(clauses, BankEvent::BidMade { person: one.person, seat, amount });
    Ok(())
}

/// The highest bid takes the bank; of equals the one nearest the dealer counterclockwise.
pub fn close_bidding(draft: &mut Draft<'_>, by: Actor) -> Step {
    need_bank(draft)?;
    let clauses = bidding_clauses(draft);
    need_role(by, &[Role::Dealer], "dealer", clauses)?;
    at_stage(draft, BankStage::Bidding, "end the bidding")?;
    let bank = &draft.table.bank;
    // Whoever has chosen not to play meanwhile does not take it.
    let bids = bank.bids.iter().filter(|bid| draft.table.lets(bid.person, bid.amount));
    let best = bids.max_by_key(|bid| (bid.amount.minor(), std::cmp::Reverse(bid.seat)));
    match best {
        Some(bid) => {
            let (seat, person, least) = (bid.seat, bid.person, bid.amount);
            draft.emit(clauses, BankEvent::BankTaken { seat, person, least, most: None });
            Ok(())
        }
        // The one who passed the bank stays out of the first round of bidding only.
        None if bank.without.is_some() => {
            bidding(draft, None);
            Ok(())
        }
        None => {
            let now = "nobody bids for the bank";
            Err(refuse(Reason::WrongMoment { doing: "end the bidding", now }, clauses))
        }
    }
}

/// Offers the bank from a seat on. Whoever moved to be asked sooner misses this turn; whoever sat down behind the
/// offer is asked when it comes to the seat again.
fn offer(draft: &mut Draft<'_>, from: Seat, after: Option<Seat>, except: Option<Seat>) {
    let bank = &draft.table.bank;
    let asked = bank.asked.filter(|_| bank.stage == BankStage::Offered).map(|asked| asked.person);
    // Once somebody of these is asked, everybody else has been.
    let around = asked.is_some_and(|asked| bank.late.contains(&asked));
    let mut after = after;
    while let Some((person, seat)) =
        draft.next_occupied(from, Direction::Counterclockwise, after, except).filter(|_| !around)
    {
        if offer_to(draft, person, seat) {
            return;
        }
        after = Some(seat);
    }
    for seat in draft.rules().round_from(from, Direction::Counterclockwise) {
        let here = draft.table.at_seat(seat).map(|one| one.person);
        let late = here.filter(|person| draft.table.bank.late.contains(person) && asked != Some(*person));
        if late.is_some_and(|person| offer_to(draft, person, seat)) {
            return;
        }
    }
    let here = |person: &Person| draft.table.participant(*person).is_some() && !leaving(draft, *person);
    let passer = draft.table.bank.holder.map(|(person, _)| person).filter(|_| is_given_up(draft));
    // Whoever has left does not bid, and no second round is needed for them.
    let passer = passer.filter(here);
    bidding(draft, passer);
}

/// Offers the bank to somebody, unless they miss this turn.
fn offer_to(draft: &mut Draft<'_>, person: Person, seat: Seat) -> bool {
    if draft.table.bank.misses.contains(&person) {
        draft.emit(draft.topics().changed_seat, BankEvent::TurnMissed { seat, person });
        return false;
    }
    let (clauses, price) = (on_offer(draft), price(draft));
    let (least, most) = (price.map(|(least, _)| least), price.map(|(_, most)| most));
    draft.emit(clauses, BankEvent::BankOffered { seat, person, least, most });
    true
}

/// What a bank that was given up by choice asks for: one to two times the last wager, as far as the table's
/// limit.
fn price(draft: &Draft<'_>) -> Option<(Amount, Amount)> {
    let now = draft.events.iter().any(|event| matches!(event.what, What::Bank(BankEvent::BankPassed { .. })));
    if !now {
        return draft.table.bank.price;
    }
    let (_, highest) = limits(draft);
    let last = draft.table.bank.last.filter(|_| is_given_up(draft));
    last.map(|last| (last, lesser(most_after(draft.rules(), last), highest)))
}

/// The clauses of the offer that goes around.
pub fn on_offer(draft: &Draft<'_>) -> Clauses {
    let topics = draft.topics();
    if is_given_up(draft) { topics.pass_on_choice } else { topics.pass_on }
}

/// Takes the bank that is offered.
pub fn accept(draft: &mut Draft<'_>, by: Actor, amount: Option<Amount>) -> Step {
    let (person, seat) = asked(draft, by, on_offer(draft))?;
    let clauses = on_offer(draft);
    let one = draft.person(person)?;
    let (cheapest, dearest) = offer_limits(draft);
    // What is named binds like a bid.
    let least = amount.unwrap_or(cheapest);
    within(least, (cheapest, dearest), clauses)?;
    has_chips(one, least, clauses)?;
    let most = draft.table.bank.price.map(|(_, most)| most);
    draft.emit(clauses, BankEvent::BankTaken { seat, person, least, most });
    Ok(())
}

/// Declines it: the next one is asked.
pub fn decline(draft: &mut Draft<'_>, by: Actor) -> Step {
    let (person, seat) = asked(draft, by, on_offer(draft))?;
    let clauses = on_offer(draft);
    draft.emit(clauses, BankEvent::BankDeclined { seat, person });
    if let Some(asked) = draft.table.bank.asked {
        offer(draft, asked.from, Some(seat), asked.except);
    }
    Ok(())
}

/// The Banker wagers: at least the bid, then one to two times the wager before.
pub fn wager(draft: &mut Draft<'_>, by: Actor, amount: Amount) -> Step {
    speaks(draft, by)?;
    draft.need_phase(Phase::Betting, "wager for the bank", draft.topics().offer)?;
    none_ordered(draft)?;
    at_stage(draft, BankStage::Wagering, "wager for the bank")?;
    let (one, seat) = holder(draft, by)?;
    let Some(spot) = draft.rules().hand_spot(Side::Banker) else {
        return Err(refuse(Reason::WagerNotOffered, draft.topics().wagering));
    };
    let clauses = draft.topics().bank_wager;
    within(amount, wager_limits(draft), clauses)?;
    has_chips(one, amount, clauses)?;
    let person = one.person;
    draft.emit(clauses, CoverEvent::BankWagered { person, seat, amount });
    lay(draft, spot, (person, seat), amount, clauses);
    Ok(())
}

/// A wager lies on the layout, by these clauses.
pub fn lay(
    draft: &mut Draft<'_>,
    spot: &Spot,
    (owner, seat): (Person, Seat),
    amount: Amount,
    clauses: Clauses,
) {
    let stake = Stake::in_tender(Tender::Chips, amount);
    let key = BetKey { owner, wager: spot.wager, for_dealer: false };
    draft.emit(clauses, WageringEvent::WagerPlaced { added: stake, key, seat, stake });
}

/// The bank goes on to the right: of whoever had it, or of whoever had passed it by choice before it was lost.
fn pass_on(draft: &mut Draft<'_>, why: PassedWhy, clauses: Clauses) {
    let Bank { holder, passed_by, .. } = draft.table.bank;
    let from = holder.map(|(_, seat)| seat);
    // Had it not been passed by choice, whoever passed it would have been the Banker who lost.
    let previous = passed_by.filter(|_| why == PassedWhy::BankerLost).or(holder);
    let start = previous.map(|(_, seat)| draft.right_of(seat));
    let except = previous.filter(|(person, seat)| sits(draft, *person, *seat)).map(|(_, seat)| seat);
    draft.emit(clauses, BankEvent::BankPassed { from, why, offered_from: start, not_to: except });
    match start {
        Some(start) => offer(draft, start, None, except),
        None => bidding(draft, None),
    }
}

fn sits(draft: &Draft<'_>, person: Person, seat: Seat) -> bool {
    draft.table.at_seat(seat).is_some_and(|one| one.person == person)
}

/// No hand comes of these wagers: they go back to their owners.
pub fn return_wagers(draft: &mut Draft<'_>, clauses: Clauses) {
    for bet in &draft.table.bets {
        let (key, seat, stake) = (bet.key, bet.seat, bet.stake);
        draft.emit(clauses, WageringEvent::WagerReturned { key, seat, stake, taken_in: false });
    }
}

/// The Banker passes the bank by choice, after at least one hand.
pub fn pass(draft: &mut Draft<'_>, by: Actor) -> Step {
    speaks(draft, by)?;
    at_stage(draft, BankStage::Wagering, "pass the bank")?;
    let clauses = draft.topics().pass_by_choice;
    if draft.table.bank.last.is_none() {
        let now = "the Banker has not dealt a hand yet";
        return Err(refuse(Reason::WrongMoment { doing: "pass the bank", now }, clauses));
    }
    holder(draft, by)?;
    pass_on(draft, PassedWhy::Choice, clauses);
    Ok(())
}

/// The dealer or the floor orders the Banker to pass; what was wagered on the next hand returns. After a hand
/// that was annulled for cards in the wrong order this transfers the bank by the clause on that.
pub fn order_pass(draft: &mut Draft<'_>, by: Actor, reason: &str) -> Step {
    let clauses = draft.topics().pass_by_order;
    let annulled =
        draft.rules().irregularity(IrregularityId::WrongOrder).filter(|_| draft.table.bank.annulled);
    let clauses = annulled.map_or(clauses, |rule| rule.clauses);
    need_role(by, &[Role::Dealer, Role::Floor], "dealer or floorperson", clauses)?;
    draft.need_phase(Phase::Betting, "order the bank passed", draft.topics().offer)?;
    if !draft.table.bank.stage.is_held() {
        at_stage(draft, BankStage::Wagering, "order the bank passed")?;
    }
    let reason = need_reason(reason, clauses)?;
    return_wagers(draft, clauses);
    pass_on(draft, PassedWhy::Order(reason), clauses);
    Ok(())
}

/// After a hand that the Banker's hand has lost the bank must be passed.
pub fn after_round(draft: &mut Draft<'_>, ended: &Round) {
    let Some((banker, _)) = draft.table.bank.holder else { return };
    let topics = draft.topics();
    if ended.outcome() == Some(Outcome::Player) && ended.unwagered.is_none() {
        let passed_on = draft.table.bank.passed_by.map(|_| topics.passed_bank_lost);
        let clauses = passed_on.unwrap_or(topics.pass_by_loss);
        pass_on(draft, PassedWhy::BankerLost, clauses);
    } else if draft.table.bank.stage.is_held() && draft.table.participant(banker).is_none() {
        pass_on(draft, PassedWhy::Left, topics.pass_by_choice);
    }
}

/// Somebody leaves: what they hold or are offered goes on. A Banker who leaves gives the bank up by choice.
pub fn leaves(draft: &mut Draft<'_>, one: &Participant) {
    let bank = &draft.table.bank;
    if let Some(asked) = bank.asked.filter(|asked| asked.person == one.person) {
        match bank.stage {
            BankStage::Offered => offer(draft, asked.from, Some(asked.seat), asked.except),
            BankStage::Covering => super::cover::ask_next(draft, asked.from, Some(asked.seat)),
            _ => {}
        }
    }
    let holds = bank.holder.is_some_and(|(person, _)| person == one.person);
    if holds && draft.table.phase == Phase::Betting && bank.stage.is_held() {
        pass_on(draft, PassedWhy::Left, draft.topics().pass_by_choice);
    }
}

/// Whether somebody leaves by this very command, giving the bank up.
fn leaving(draft: &Draft<'_>, person: Person) -> bool {
    let holds = draft.table.bank.holder.is_some_and(|(holder, _)| holder == person);
    let left = |why: &PassedWhy| *why == PassedWhy::Left;
    holds
        && draft
            .events
            .iter()
            .any(|event| matches!(&event.what, What::Bank(BankEvent::BankPassed { why, .. }) if left(why)))
}
