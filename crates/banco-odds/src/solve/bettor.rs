//! A choice of single bettors on an exposed card (CA Player Hand 3, reading D4).

use banco_rulebook::Terms;

use crate::counting::{DrawTable, FiveRule};
use crate::exact::{Fraction, whole};
use crate::shoe::{Shoe, ShoeError};
use crate::solve::{Won, each_card, less, take};

/// A choice of single bettors on an exposed card (CA Player Hand 3, reading D4), and what each way of playing gains.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BettorChoice {
    /// The count of the Player's two cards.
    pub total: u8,
    /// The point value of the Banker's exposed card.
    pub exposed: u8,
    /// What a bettor gains on average who stands.
    pub stand: Fraction,
    /// What a bettor gains on average who hits.
    pub hit: Fraction,
}

/// What each bettor gains by standing or hitting where each may choose; empty where nobody may.
///
/// # Errors
/// The shoe cannot serve a round.
pub fn bettor_choices(terms: &Terms, shoe: &Shoe) -> Result<Vec<BettorChoice>, ShoeError> {
    shoe.check_size()?;
    let Some(choice) =
        terms.rulebook.file.drawing.player.chooses.as_ref().filter(|choice| choice.each_bettor)
    else {
        return Ok(Vec::new());
    };
    let exposed = choice.first_banker_card.as_ref().map(|values| values.as_slice()).unwrap_or_default();
    let draw = DrawTable::from_terms(terms, FiveRule::Draw);
    let of = |(total, exposed): (u8, u8)| bettor_choice(&draw, shoe.values(), total, exposed);
    let pairs =
        choice.totals.as_slice().iter().flat_map(|total| exposed.iter().map(move |card| (*total, *card)));
    Ok(pairs.map(of).collect())
}

fn bettor_choice(draw: &DrawTable, values: [i64; 10], total: u8, exposed: u8) -> BettorChoice {
    let [mut stand, mut hit] = [Won::default(); 2];
    let mut all = 0;
    // Two Player's cards, the exposed card, the hole card, the community card, and the Banker's third card.
    each_card(values, 1, &mut |first, values, ways| {
        let second = (10 + total - first) % 10;
        let ways = ways * take(values, second) * take(&less(values, second), exposed);
        let left = less(&less(values, second), exposed);
        each_card(left, ways, &mut |hole, left, ways| {
            let banker = (exposed + hole) % 10;
            each_card(*left, ways, &mut |community, left, ways| {
                each_card(*left, ways, &mut |last, _, ways| {
                    all += ways;
                    if draw.is_natural(banker) {
                        stand.add(total, banker, ways);
                        hit.add(total, banker, ways);
                        return;
                    }
                    let draws = draw.banker_draws(banker, Some(community));
                    let banker = if draws { (banker + last) % 10 } else { banker };
                    stand.add(total, banker, ways);
                    hit.add((total + community) % 10, banker, ways);
                });
            });
        });
    });
    let gain = |won: Won| if all == 0 { whole(0) } else { whole(won.players()) / whole(all) };
    BettorChoice { total, exposed, stand: gain(stand), hit: gain(hit) }
}
