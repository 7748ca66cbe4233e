//! Aggregate limits: the most that all players together are paid on an optional wager in one round.
//!
//! CO 30-2899.01(3)(b), .02(1)(b), .03(3)(b), .04(3)(b), .07(5); the sharing is reading O16.

use banco_money::{Amount, MoneyError, Rounding};

use super::judge::Item;
use super::state::Table;
use crate::settle::Verdict;

/// Cuts what the winners of a limited wager are paid, in proportion to what each would have been paid; cents
/// left over go to the lowest seats. Awards of meters do not count.
pub(crate) fn limit(table: &Table, items: &mut [Item<'_>]) -> Result<(), MoneyError> {
    for (at, offer) in table.rules.terms.offers.iter().enumerate() {
        if let Some(most) = offer.aggregate {
            limit_offer(items, at, most)?;
        }
    }
    Ok(())
}

fn limit_offer(items: &mut [Item<'_>], offer: usize, most: Amount) -> Result<(), MoneyError> {
    let wins = |item: &Item<'_>| {
        item.spot.offer == offer && item.payment.verdict == Verdict::Win && item.won().is_positive()
    };
    let nothing = Amount::zero(most.currency());
    let sum = |items: &[Item<'_>]| {
        items.iter().filter(|item| wins(item)).try_fold(nothing, |sum, item| sum.plus(item.won()))
    };
    let asked = sum(items)?;
    let (Ok(limit), Ok(all)) = (u64::try_from(most.minor()), u64::try_from(asked.minor())) else {
        return Err(MoneyError::Overflow);
    };
    if all <= limit {
        return Ok(());
    }
    for item in items.iter_mut().filter(|item| wins(item)) {
        let cut = item.won().times(limit, all, Rounding::Down)?;
        pay_only(item, cut)?;
    }
    let mut left = most.minus(sum(items)?)?;
    let cent = Amount::from_minor(1, most.currency());
    for item in items.iter_mut().filter(|item| wins(item)) {
        if left.is_positive() {
            pay_only(item, item.won().plus(cent)?)?;
            left = left.minus(cent)?;
        }
    }
    Ok(())
}

fn pay_only(item: &mut Item<'_>, amount: Amount) -> Result<(), MoneyError> {
    let before = item.won();
    item.payment.net = item.payment.net.minus(before)?.plus(amount)?;
    if item.payment.envy.is_positive() && item.payment.won.is_zero() {
        item.payment.envy = amount;
    } else {
        item.payment.won = amount;
    }
    item.limited = true;
    Ok(())
}
