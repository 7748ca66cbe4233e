//! The bank pays, or is paid; vigorish is taken from a winning Banker at once.
//!
//! CF 9(b)-(c).

use banco_cards::{Outcome, Side};
use banco_money::{Amount, MoneyError, Pay};

use crate::Clauses;
use crate::settle::{Hit, pay};
use crate::table::draft::{Draft, Step, refuse};
use crate::table::event::{CoverEvent, SettlementEvent, VigorishHow, WageringEvent};
use crate::table::people::Seat;
use crate::table::refusal::Reason;
use crate::table::spot::SpotId;
use crate::table::wager::{Bet, BetKey};

/// Settles the round between the bank and those who bet against it.
pub fn settle(draft: &mut Draft<'_>) -> Step {
    let Some(outcome) = draft.round.outcome() else { return Ok(()) };
    let clauses = draft.topics().settlement;
    let Some((banker, banker_seat)) = draft.table.bank.holder else {
        return Err(refuse(Reason::NothingThere, clauses));
    };
    let rules = draft.rules();
    let (Some(bank_spot), Some(player_spot)) = (rules.hand_spot(Side::Banker), rules.hand_spot(Side::Player))
    else {
        return Err(refuse(Reason::WagerNotOffered, clauses));
    };
    let bank_key = BetKey { owner: banker, wager: bank_spot.wager, for_dealer: false };
    let mut against: Vec<Bet> =
        draft.table.bets.iter().filter(|bet| bet.spot == player_spot.id).copied().collect();
    // From the highest seat down, as elsewhere.
    against.sort_by_key(|bet| std::cmp::Reverse(bet.seat));
    let money = |error: MoneyError| refuse(error.into(), clauses);
    let mut moved = draft.table.nothing();
    for bet in &against {
        let (key, seat, amount) = (bet.key, bet.seat, bet.stake.chips);
        moved = moved.plus(amount).map_err(money)?;
        match outcome {
            Outcome::Banker => draft.emit(clauses, CoverEvent::WonByBank { amount, banker, key, seat }),
            Outcome::Player => {
                let (banker, stake, won) = (bank_key, amount, amount);
                draft.emit(clauses, CoverEvent::PaidByBank { banker, key, seat, stake, won });
            }
            // A standoff: the wager goes back to its owner.
            Outcome::Tie => {
                let stake = bet.stake;
                let back = WageringEvent::WagerReturned { key, seat, stake, taken_in: false };
                draft.emit(standoff(draft, bet.spot), back);
            }
        }
    }
    let paid = if outcome == Outcome::Player { moved } else { draft.table.nothing() };
    return_bank(draft, bank_key, banker_seat, paid, outcome)?;
    if outcome == Outcome::Banker {
        take_vigorish(draft, bank_key, banker_seat, moved)?;
    }
    Ok(())
}

/// The clauses by which a wager is void on equal counts.
fn standoff(draft: &Draft<'_>, spot: SpotId) -> Clauses {
    let lines = draft.rules().spot(spot).map(|spot| spot.offered.table.lines.as_slice()).unwrap_or_default();
    let void = lines.iter().find(|line| line.pay == Pay::Push);
    void.map(|line| Clauses::from(line.cite.as_slice())).unwrap_or_default().or(draft.topics().settlement)
}

/// What the bank has not paid goes back to the Banker.
fn return_bank(draft: &mut Draft<'_>, key: BetKey, seat: Seat, paid: Amount, outcome: Outcome) -> Step {
    let Some(bet) = draft.table.bet(key).copied() else { return Ok(()) };
    let settled = draft.topics().settlement;
    let clauses = if outcome == Outcome::Tie { standoff(draft, bet.spot) } else { settled };
    let mut stake = bet.stake;
    stake.chips = stake.chips.minus(paid).map_err(|error| refuse(error.into(), clauses))?;
    if stake.chips.is_positive() {
        draft.emit(clauses, WageringEvent::WagerReturned { key, seat, stake, taken_in: false });
    }
    Ok(())
}

/// A share of what the bank has won, by the line that wins for the Banker.
fn take_vigorish(draft: &mut Draft<'_>, key: BetKey, seat: Seat, won: Amount) -> Step {
    let clauses = draft.topics().vigorish;
    let Some(spot) = draft.rules().spot_called(key.wager) else { return Ok(()) };
    let table = &spot.offered.table;
    let Some(line) = table.lines.first().filter(|_| won.is_positive()) else { return Ok(()) };
    let payment = pay(&draft.rules().terms, table, won, Hit::Line(line));
    let amount = payment.map_err(|error| refuse(error.into(), clauses))?.vigorish;
    if amount.is_positive() {
        let (person, wager, how) = (key.owner, key.wager, VigorishHow::FromChips);
        draft.emit(clauses, SettlementEvent::VigorishCharged { amount, how, person, seat, wager });
    }
    Ok(())
}
