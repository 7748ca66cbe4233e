//! Significant digits, rounded from the exact number.

use banco_odds::Fraction;

/// How many decimals a number needs to have so many significant digits. What lies before the point is never rounded away,
/// and nothing at all needs none.
pub fn decimals(number: &Fraction, digits: usize) -> usize {
    let size = size(number);
    if size == whole(0) {
        return 0;
    }
    let digits = i32::try_from(digits).unwrap_or(i32::MAX).max(1);
    let places = digits - 1 - magnitude(&size);
    // Rounding 9.996 to three digits makes it one digit longer.
    let carries = (&size * ten(places)).round() >= ten(digits);
    usize::try_from(places - i32::from(carries)).unwrap_or(0)
}

/// The number without its sign, rounded to so many decimals; half a digit rounds up.
pub fn rounded(number: &Fraction, decimals: usize) -> String {
    let scaled = size(number) * ten(i32::try_from(decimals).unwrap_or(i32::MAX));
    let digits = scaled.round().to_integer().to_string();
    let digits = format!("{digits:0>width$}", width = decimals + 1);
    match digits.split_at_checked(digits.len() - decimals) {
        Some((before, after)) if !after.is_empty() => format!("{before}.{after}"),
        _ => digits,
    }
}

/// The power of ten that is not above the number.
fn magnitude(size: &Fraction) -> i32 {
    let [above, below] = [size.numer(), size.denom()].map(|part| part.to_string().len());
    let least = i32::try_from(above).unwrap_or(i32::MAX) - i32::try_from(below).unwrap_or(i32::MAX);
    if *size < ten(least) { least - 1 } else { least }
}

fn size(number: &Fraction) -> Fraction {
    if *number < whole(0) { -number } else { number.clone() }
}

fn ten(power: i32) -> Fraction {
    whole(10).pow(power)
}

fn whole(number: i32) -> Fraction {
    Fraction::from_integer(number.into())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::float_arithmetic, reason = "random numbers, as a float has them")]

    use banco_dice::Dice;

    use super::*;

    fn shown(numerator: i64, denominator: i64, digits: usize) -> String {
        let number = Fraction::new(numerator.into(), denominator.into());
        rounded(&number, decimals(&number, digits))
    }

    #[test]
    fn so_many_digits_wherever_they_begin() {
        assert_eq!(shown(425, 1_000_000_000, 4), "0.0000004250");
        assert_eq!(shown(1, 3, 5), "0.33333");
        assert_eq!(shown(2, 3, 5), "0.66667");
        assert_eq!(shown(-2, 3, 1), "0.7");
        assert_eq!(shown(100, 7, 5), "14.286");
        assert_eq!(shown(1, 1, 4), "1.000");
        assert_eq!(shown(0, 1, 4), "0");
        assert_eq!(shown(10, 1, 1), "10");
    }

    #[test]
    fn digits_before_the_point_all_stay() {
        assert_eq!(shown(2_352_941_176, 1_000, 5), "2352941");
        assert_eq!(shown(123_456, 10, 5), "12346");
        assert_eq!(shown(999_999, 10, 3), "100000");
    }

    #[test]
    fn half_a_digit_rounds_up_and_less_does_not() {
        assert_eq!(shown(125, 1_000, 2), "0.13");
        assert_eq!(shown(135, 1_000, 2), "0.14");
        assert_eq!(shown(-125, 1_000, 2), "0.13");
        assert_eq!(shown(25, 10, 1), "3");
        // A hair below a half, and nearer to it than any float can tell.
        let tie = 10_i64.pow(18);
        assert_eq!(shown(125 * (tie / 1_000) - 1, tie, 2), "0.12");
        assert_eq!(shown(125 * (tie / 1_000) + 1, tie, 2), "0.13");
    }

    #[test]
    fn a_carry_keeps_the_number_of_digits() {
        assert_eq!(shown(99_999, 100_000, 4), "1.000");
        assert_eq!(shown(99_995, 100_000, 4), "1.000");
        assert_eq!(shown(99_994, 100_000, 4), "0.9999");
        assert_eq!(shown(99_999, 10_000_000, 4), "0.01000");
        assert_eq!(shown(9_996, 1_000, 3), "10.0");
        assert_eq!(shown(9_999, 1_000, 1), "10");
    }

    /// Rust writes the digits of a float in scientific notation; a fraction with the same value has the same digits.
    #[test]
    fn random_numbers_have_the_digits_that_scientific_notation_gives_them() {
        let mut dice = Dice::new(18);
        for _ in 0..20_000 {
            let number = f64::from_bits(dice.below(1 << 52) | (0x3c0 + dice.below(0x60)) << 52);
            let digits = usize::try_from(1 + dice.below(12)).unwrap_or(1);
            let Some(exact) = Fraction::from_float(number) else { continue };
            let found = rounded(&exact, decimals(&exact, digits));
            let (mantissa, power) = format!("{number:.places$e}", places = digits - 1)
                .split_once('e')
                .map(|(mantissa, power)| (mantissa.replace('.', ""), power.parse::<i32>().unwrap_or(0)))
                .unwrap_or_default();
            if power < i32::try_from(digits).unwrap_or(0) {
                let all: String = found.chars().filter(char::is_ascii_digit).collect();
                assert_eq!(all.trim_start_matches('0'), mantissa, "{number:e} with {digits} digits");
            }
            assert!(
                (found.parse::<f64>().unwrap_or(f64::NAN) / number - 1.0).abs() <= 0.5,
                "{number} {found}"
            );
        }
    }
}
