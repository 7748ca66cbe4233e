//! Cards drawn with replacement, as from infinitely many decks.
//!
//! From a shoe of `d` like decks a deal comes in as many ways as a product of six factors says, each of them straight in
//! `d`: `c d` for the first card of a kind of which a deck has `c`, `c d - 1` for the second, and so on. So the deals that
//! reach a line are a polynomial of the sixth degree in `d`, and its leading coefficient counts the very same deals when
//! every card goes back into a single deck. The sixth difference of the counts of seven shoes is `6!` times that
//! coefficient: exact, and counted by the engine that counts all shoes.

use crate::counting::Count;
use crate::par::Sheet;
use crate::shoe::Shoe;

/// The cards of a round, and with that the degree of the polynomial.
const DEGREE: u32 = 6;

/// The sheets of deals with replacement from a deck, made from those of whole shoes of such decks.
///
/// # Errors
/// A shoe could not be counted.
pub fn with_replacement<E>(
    deck: &Shoe,
    mut sheets: impl FnMut(&Shoe) -> Result<Vec<Sheet>, E>,
) -> Result<Vec<Sheet>, E> {
    // From here on every round can be finished; a deck without cards has no round anyway.
    let fewest = u64::from(DEGREE).div_ceil(deck.len().max(1));
    let shoes = (fewest..=fewest + u64::from(DEGREE)).map(|decks| {
        let decks = u16::try_from(decks).unwrap_or(u16::MAX);
        sheets(&deck.times(decks))
    });
    let shoes = shoes.collect::<Result<Vec<Vec<Sheet>>, E>>()?;
    let count = shoes.first().map_or(0, Vec::len);
    Ok((0..count).filter_map(|at| leading_sheet(shoes.iter().filter_map(|sheets| sheets.get(at)))).collect())
}

/// The sheet of the leading coefficients.
fn leading_sheet<'a>(sheets: impl Iterator<Item = &'a Sheet> + Clone) -> Option<Sheet> {
    let mut sheet = sheets.clone().last()?.clone();
    let total = leading(sheets.clone().map(|sheet| sheet.total));
    let ways =
        |line: usize| leading(sheets.clone().map(|sheet| sheet.lines.get(line).map_or(0, |line| line.ways)));
    let lines: Vec<u128> = (0..sheet.table.lines.len()).map(ways).collect();
    let none = total.saturating_sub(lines.iter().sum());
    sheet.recount(&Count { lines, none }, total);
    Some(sheet)
}

/// The leading coefficient of the polynomial that has these values at seven whole numbers in a row.
fn leading(values: impl Iterator<Item = u128>) -> u128 {
    let mut differences: Vec<i128> = values.map(|value| i128::try_from(value).unwrap_or(i128::MAX)).collect();
    while differences.len() > 1 {
        let next = differences.windows(2).map(|pair| match pair {
            [one, other] => other - one,
            _ => 0,
        });
        differences = next.collect();
    }
    let factorial: i128 = (1..=i128::from(DEGREE)).product();
    differences.first().and_then(|sixth| u128::try_from(sixth / factorial).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sixth_difference_finds_the_leading_coefficient() {
        let polynomial = |x: u128| 52_u128.pow(6) * x.pow(6) + 17 * x.pow(5) + x;
        assert_eq!(leading((1..=7).map(polynomial)), 52_u128.pow(6));
        assert_eq!(leading((3..=9).map(polynomial)), 52_u128.pow(6));
        assert_eq!(leading((1..=7).map(|x: u128| x.pow(5))), 0);
    }
}
