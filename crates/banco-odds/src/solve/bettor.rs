//! A choice of single bettors on an exposed card (CA Player Hand 3, reading D4).

use std::collections::BTreeMap;

use banco_rulebook::Terms;

use crate::counting::{DrawTable, FiveRule};
use crate::exact::{Fraction, whole};
use crate::facts::{Finished, FinishedFacts, backed, place_reached};
use crate::par::Sheet;
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

/// The same sheet for a bettor who stands wherever each bettor may choose; `None` where the pay table does not let a
/// bettor stand alone, or where more than counts decide a line.
#[must_use]
pub fn standing(terms: &Terms, (shoe, draw): (&Shoe, &DrawTable), mut sheet: Sheet) -> Option<Sheet> {
    let choice = terms.rulebook.file.drawing.player.chooses.as_ref().filter(|choice| choice.each_bettor)?;
    if !sheet.table.own_choice {
        return None;
    }
    let exposed = choice.first_banker_card.as_ref().map(|values| values.as_slice()).unwrap_or_default();
    let mut moved: BTreeMap<[Option<usize>; 2], u128> = BTreeMap::new();
    let mut told = true;
    for total in choice.totals.as_slice() {
        for card in exposed {
            each_choice(draw, shoe.values(), *total, *card, &mut |end| {
                let [hit, stand] = [end.hit, Finished { total: *total, third: None }].map(|player| {
                    let facts = FinishedFacts { backed: backed(&sheet.table), player, banker: end.banker };
                    place_reached(&sheet.table, &facts)
                });
                match (hit, stand) {
                    (Some(hit), Some(stand)) => *moved.entry([hit, stand]).or_insert(0) += end.ways,
                    _ => told = false,
                }
            });
        }
    }
    for ([hit, stand], ways) in moved.into_iter().filter(|([hit, stand], _)| hit != stand) {
        sheet.move_ways(hit, stand, ways);
    }
    told.then_some(sheet)
}

/// How a round ends in which a bettor may choose, the Banker having no natural.
struct ChoiceEnd {
    hit: Finished,
    banker: Finished,
    ways: u128,
}

/// Every end of the rounds with this count against this exposed card, naturals of the Banker apart.
fn each_choice(
    draw: &DrawTable,
    values: [i64; 10],
    total: u8,
    exposed: u8,
    visit: &mut dyn FnMut(&ChoiceEnd),
) {
    each_start(values, total, exposed, &mut |two, left, ways| {
        if draw.is_natural(two) {
            return;
        }
        each_card(*left, ways, &mut |community, left, ways| {
            let hit = Finished { total: (total + community) % 10, third: Some(community) };
            each_card(*left, ways, &mut |last, _, ways| {
                let third = draw.banker_draws(two, Some(community)).then_some(last);
                let banker = Finished { total: (two + third.unwrap_or(0)) % 10, third };
                visit(&ChoiceEnd { hit, banker, ways: ways.unsigned_abs() });
            });
        });
    });
}

/// Every deal of two Player's cards that make this total and of the Banker's two, one of which is exposed: what these
/// make, the cards left, and the ways.
fn each_start(values: [i64; 10], total: u8, exposed: u8, visit: &mut dyn FnMut(u8, &[i64; 10], i128)) {
    each_card(values, 1, &mut |first, values, ways| {
        let second = (10 + total - first) % 10;
        let ways = ways * take(values, second) * take(&less(values, second), exposed);
        let left = less(&less(values, second), exposed);
        each_card(left, ways, &mut |hole, left, ways| visit((exposed + hole) % 10, left, ways));
    });
}

fn bettor_choice(draw: &DrawTable, values: [i64; 10], total: u8, exposed: u8) -> BettorChoice {
    let [mut stand, mut hit] = [Won::default(); 2];
    let mut all = 0;
    // After the first four cards come the community card and the Banker's third card.
    each_start(values, total, exposed, &mut |banker, left, ways| {
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
    let gain = |won: Won| if all == 0 { whole(0) } else { whole(won.players()) / whole(all) };
    BettorChoice { total, exposed, stand: gain(stand), hit: gain(hit) }
}
