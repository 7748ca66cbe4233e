//! A participant who holds the bank, or is offered it: what chemin de fer and the player/dealer position share.

use banco_money::Amount;
use banco_rulebook::model::rulebook::Family;

use crate::Clauses;
use crate::table::bank::BankStage;
use crate::table::draft::{Draft, Step, refuse};
use crate::table::people::{Actor, Participant, Person, Seat};
use crate::table::refusal::{Reason, Refusal};
use crate::table::state::Phase;

/// Only where participants hold the bank.
pub fn need_bank(draft: &Draft<'_>) -> Step {
    if draft.rules().family != Family::HouseBanked {
        return Ok(());
    }
    Err(refuse(Reason::NotProvided { what: "bank for participants" }, draft.topics().settlement))
}

/// A participant has something to say of the bank.
pub fn speaks(draft: &Draft<'_>, by: Actor) -> Step {
    need_bank(draft)?;
    draft.participant(by).map(|_| ())
}

/// The bank stands where this is to be done.
pub fn at_stage(draft: &Draft<'_>, stage: BankStage, doing: &'static str) -> Step {
    need_bank(draft)?;
    let clauses = draft.topics().offer;
    draft.need_phase(Phase::Betting, doing, clauses)?;
    if draft.table.bank.stage == stage {
        return Ok(());
    }
    Err(refuse(Reason::WrongMoment { doing, now: stage_in_words(draft.table.bank.stage) }, clauses))
}

/// Where the bank stands, in words.
pub const fn stage_in_words(stage: BankStage) -> &'static str {
    match stage {
        BankStage::Vacant => "nobody has the bank",
        BankStage::Bidding => "the bank goes to the highest bid",
        BankStage::Offered => "the bank is being offered",
        BankStage::Wagering => "whoever holds the bank has yet to wager",
        BankStage::Claims => "Suivi or Banco may be announced",
        BankStage::Covering => "parts of the bank are being covered",
        BankStage::Covered => "nobody else is asked to cover the bank",
    }
}

/// The lesser of two amounts of one currency.
pub fn lesser(one: Amount, other: Amount) -> Amount {
    if one.minor() < other.minor() { one } else { other }
}

/// The least that can be wagered where the house sets no minimum.
pub fn smallest(draft: &Draft<'_>) -> Amount {
    Amount::from_minor(1, draft.rules().terms.currency)
}

/// Somebody at a seat; whoever stands behind one has no turn.
pub fn seated<'t>(draft: &Draft<'t>, by: Actor) -> Result<(&'t Participant, Seat), Refusal> {
    let one = draft.participant(by)?;
    let seat = one.place.seat();
    if one.place.is_seated() {
        return Ok((one, seat));
    }
    Err(refuse(Reason::NotYourTurn { person: one.person, whose: None }, draft.topics().table))
}

/// The one who is asked to take the bank, if it is whoever acts; by these clauses nobody else answers.
pub fn asked(draft: &Draft<'_>, by: Actor, clauses: Clauses) -> Result<(Person, Seat), Refusal> {
    speaks(draft, by)?;
    at_stage(draft, BankStage::Offered, "answer the offer")?;
    let (one, seat) = seated(draft, by)?;
    let asked = draft.table.bank.asked.map(|asked| asked.person);
    if asked == Some(one.person) {
        return Ok((one.person, seat));
    }
    Err(refuse(Reason::NotYourTurn { person: one.person, whose: asked }, clauses))
}

/// Whoever holds the bank, if it is whoever acts.
pub fn holder<'t>(draft: &Draft<'t>, by: Actor) -> Result<(&'t Participant, Seat), Refusal> {
    let (one, seat) = seated(draft, by)?;
    let holder = draft.table.bank.holder.map(|(person, _)| person);
    if holder == Some(one.person) {
        return Ok((one, seat));
    }
    Err(refuse(Reason::NotYourTurn { person: one.person, whose: holder }, draft.topics().offer))
}

/// Whoever has a word to say at a seat says it there before moving: an answer, a bid, a claim.
pub fn may_move(draft: &Draft<'_>, one: &Participant) -> Step {
    let bank = &draft.table.bank;
    let asked = bank.asked.is_some_and(|asked| asked.person == one.person);
    let bids = bank.bids.iter().any(|bid| bid.person == one.person);
    let claims = bank.claims.iter().any(|(person, ..)| *person == one.person);
    if !(asked || bids || claims) {
        return Ok(());
    }
    let now = "the bank waits for somebody at this seat";
    Err(refuse(Reason::WrongMoment { doing: "change seats", now }, draft.topics().changed_seat))
}
