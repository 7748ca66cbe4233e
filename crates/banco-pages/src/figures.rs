//! Money and numbers, as they are printed: lining up, with a sign where it matters.

use banco_money::Amount;
use banco_wire::{Moment, Money};

/// With all its digits: `$1,455.00`.
#[must_use]
pub fn money(money: Money) -> String {
    let text = short(money);
    if text.contains('.') { text } else { format!("{text}.00") }
}

/// Without cents where there are none: `$25`.
#[must_use]
pub fn short(money: Money) -> String {
    Amount::from(money).to_string()
}

/// With a plus or a minus sign: `+$215.00`, `–$50.00`.
#[must_use]
pub fn signed(amount: Money) -> String {
    let sign = match amount.minor {
        0 => "",
        1.. => "+",
        _ => "–",
    };
    format!("{sign}{}", money(Money { minor: amount.minor.saturating_abs(), ..amount }))
}

/// Whole numbers with their thousands apart: `2,048`.
#[must_use]
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && place % 3 == first {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Day and time of day, in UTC.
#[must_use]
pub fn when(at: Moment) -> String {
    let text = at.to_string();
    text.get(..16).unwrap_or(&text).replace('T', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use banco_money::Currency;

    fn of(minor: i64) -> Money {
        Amount::from_minor(minor, Currency::Usd).into()
    }

    #[test]
    fn money_has_its_cents_where_it_should() {
        assert_eq!(money(of(145_500)), "$1,455.00");
        assert_eq!(money(of(145_550)), "$1,455.50");
        assert_eq!(short(of(2_500)), "$25");
        assert_eq!(short(of(2_525)), "$25.25");
        assert_eq!(signed(of(21_500)), "+$215.00");
        assert_eq!(signed(of(-5_000)), "–$50.00");
        assert_eq!(signed(of(0)), "$0.00");
    }

    #[test]
    fn thousands_stand_apart() {
        assert_eq!(
            [7, 999, 1_000, 12_345, 1_234_567].map(count),
            ["7", "999", "1,000", "12,345", "1,234,567"]
        );
    }
}
