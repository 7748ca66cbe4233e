//! A choice of single bettors on an exposed card (CA Player Hand 3, reading D4).

use std::collections::BTreeMap;

use banco_rulebook::Terms;
use banco_rulebook::model::dealing::PlayerChoice;

use crate::counting::{DrawTable, FiveRule};
use crate::exact::{Fraction, ratio, whole};
use crate::facts::{Finished, FinishedFacts, backed, place_reached};
use crate::par::Sheet;
use crate::shoe::{Shoe, ShoeError};
use crate::solve::{Won, each_card, less, take};

/// A choice of single bettors on an exposed card (CA Player Hand 3, reading D4), and what each way of playing gains.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BettorChoice {
    /// The count of the Player's two cards.
    pub total: u8,
    /// Their point values, the lower first; `None` where only the count is looked at.
    pub cards: Option<[u8; 2]>,
    /// The point value of the Banker's exposed card.
    pub exposed: u8,
    /// What a bettor gains on average who stands.
    pub stand: Fraction,
    /// What a bettor gains on average who hits.
    pub hit: Fraction,
}

impl BettorChoice {
    /// Whether hitting is at least as good, as the house does.
    #[must_use]
    pub fn hits(&self) -> bool {
        self.hit >= self.stand
    }
}

/// What each bettor gains by standing or hitting where each may choose, by the count and the exposed card; empty where
/// nobody may.
///
/// # Errors
/// The shoe cannot serve a round.
pub fn bettor_choices(terms: &Terms, shoe: &Shoe) -> Result<Vec<BettorChoice>, ShoeError> {
    let situations = situations(terms, shoe)?;
    Ok(situations
        .iter()
        .map(|(total, exposed, by_cards)| {
            let all = by_cards.values().copied().reduce(HitOrStand::plus).unwrap_or_default();
            all.choice(*total, None, *exposed)
        })
        .collect())
}

/// The same by the Player's two cards as well.
///
/// # Errors
/// The shoe cannot serve a round.
pub fn bettor_choices_by_cards(terms: &Terms, shoe: &Shoe) -> Result<Vec<BettorChoice>, ShoeError> {
    let situations = situations(terms, shoe)?;
    Ok(situations
        .iter()
        .flat_map(|(total, exposed, by_cards)| {
            by_cards.iter().map(|(cards, ends)| ends.choice(*total, Some(*cards), *exposed))
        })
        .collect())
}

/// What is won by standing and by hitting.
#[derive(Clone, Copy, Default, Debug)]
struct HitOrStand {
    stand: Won,
    hit: Won,
    ways: i128,
}

impl HitOrStand {
    fn plus(self, other: Self) -> Self {
        Self {
            stand: self.stand.plus(other.stand),
            hit: self.hit.plus(other.hit),
            ways: self.ways + other.ways,
        }
    }

    fn choice(self, total: u8, cards: Option<[u8; 2]>, exposed: u8) -> BettorChoice {
        let gain = |won: Won| ratio(won.players(), self.ways);
        BettorChoice { total, cards, exposed, stand: gain(self.stand), hit: gain(self.hit) }
    }
}

/// Where each bettor may choose: the count, the exposed card, and what is won with each two cards.
type Situation = (u8, u8, BTreeMap<[u8; 2], HitOrStand>);

fn situations(terms: &Terms, shoe: &Shoe) -> Result<Vec<Situation>, ShoeError> {
    shoe.check_size()?;
    let draw = DrawTable::from_terms(terms, FiveRule::Draw);
    let of = |(total, exposed)| (total, exposed, by_cards(&draw, shoe.values(), total, exposed));
    Ok(choosing(terms).into_iter().map(of).collect())
}

/// The counts and exposed cards with which each bettor may choose.
fn choosing(terms: &Terms) -> Vec<(u8, u8)> {
    let choice = terms.rulebook.file.drawing.player.chooses.as_ref().filter(|choice| choice.each_bettor);
    let pairs = |choice: &PlayerChoice| -> Vec<(u8, u8)> {
        let exposed = choice.first_banker_card.as_ref().map(|values| values.as_slice()).unwrap_or_default();
        let totals = choice.totals.as_slice().iter();
        totals.flat_map(|total| exposed.iter().map(|card| (*total, *card))).collect()
    };
    choice.map(pairs).unwrap_or_default()
}

/// What a wager gains on average in the whole game, by how its bettor plays where each may choose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WholeGame {
    /// By the house way: the bettor hits.
    pub house_way: Fraction,
    /// If the bettor always stands.
    pub standing: Fraction,
    /// By the best play for each count and exposed card.
    pub best_by_exposed: Fraction,
    /// By the best play for each two cards and exposed card.
    pub best_by_cards: Fraction,
}

/// What a wager gains in the whole game by each way of playing; all the same for a wager that leaves its bettor no
/// choice. `None` where more than counts decide a line.
#[must_use]
pub fn whole_game(terms: &Terms, (shoe, draw): (&Shoe, &DrawTable), sheet: &Sheet) -> Option<WholeGame> {
    let (numerator, denominator) = sheet.mean();
    let house_way = ratio(numerator, denominator);
    let [mut standing, mut by_exposed, mut by_cards] = [whole(0), whole(0), whole(0)];
    for (total, exposed) in choosing(terms).into_iter().filter(|_| sheet.table.own_choice) {
        let mut changes: BTreeMap<[u8; 2], Fraction> = BTreeMap::new();
        let mut told = true;
        each_choice(draw, shoe.values(), (total, exposed), &mut |end| match end.gains(sheet) {
            Some([hit, stand]) => {
                *changes.entry(end.cards).or_insert_with(|| whole(0)) += (stand - hit) * whole(end.ways);
            }
            None => told = false,
        });
        let change: Fraction = changes.values().sum();
        by_exposed += change.clone().max(whole(0));
        by_cards += changes.into_values().map(|change| change.max(whole(0))).sum::<Fraction>();
        standing += change;
        told.then_some(())?;
    }
    let with = |more: Fraction| &house_way + more * ratio(1, sheet.total);
    Some(WholeGame {
        standing: with(standing),
        best_by_exposed: with(by_exposed),
        best_by_cards: with(by_cards),
        house_way,
    })
}

/// The same sheet for a bettor who stands wherever each bettor may choose; `None` where the pay table does not let a
/// bettor stand alone, or where more than counts decide a line.
#[must_use]
pub fn standing(terms: &Terms, (shoe, draw): (&Shoe, &DrawTable), mut sheet: Sheet) -> Option<Sheet> {
    let choosing = choosing(terms);
    if choosing.is_empty() || !sheet.table.own_choice {
        return None;
    }
    let mut moved: BTreeMap<[Option<usize>; 2], u128> = BTreeMap::new();
    let mut told = true;
    for situation in choosing {
        each_choice(draw, shoe.values(), situation, &mut |end| match end.places(&sheet) {
            Some(places) => *moved.entry(places).or_insert(0) += end.ways,
            None => told = false,
        });
    }
    for ([hit, stand], ways) in moved.into_iter().filter(|([hit, stand], _)| hit != stand) {
        sheet.move_ways(hit, stand, ways);
    }
    told.then_some(sheet)
}

/// How a round ends in which a bettor may choose, the Banker having no natural.
struct ChoiceEnd {
    /// The Player's two cards, the lower first.
    cards: [u8; 2],
    /// The hand of a bettor who hits, and of one who stands.
    hands: [Finished; 2],
    banker: Finished,
    ways: u128,
}

impl ChoiceEnd {
    /// The lines of a sheet that a bettor reaches by hitting and by standing; `None` if counts do not tell.
    fn places(&self, sheet: &Sheet) -> Option<[Option<usize>; 2]> {
        let place = |player: Finished| {
            let facts = FinishedFacts { backed: backed(&sheet.table), player, banker: self.banker };
            place_reached(&sheet.table, &facts)
        };
        let [hit, stand] = self.hands;
        Some([place(hit)?, place(stand)?])
    }

    /// What a bettor gains by hitting and by standing.
    fn gains(&self, sheet: &Sheet) -> Option<[Fraction; 2]> {
        let gain = |place: Option<usize>| {
            // What reaches no line loses the stake.
            let line = place.and_then(|at| sheet.lines.get(at));
            line.map_or_else(|| whole(-1), |line| ratio(line.gain.0, line.gain.1))
        };
        self.places(sheet).map(|places| places.map(gain))
    }
}

/// Every end of the rounds with this count against this exposed card, naturals of the Banker apart.
fn each_choice(
    draw: &DrawTable,
    values: [i64; 10],
    (total, exposed): (u8, u8),
    visit: &mut dyn FnMut(&ChoiceEnd),
) {
    each_start(values, total, exposed, &mut |cards, two, left, ways| {
        if draw.is_natural(two) {
            return;
        }
        each_card(*left, ways, &mut |community, left, ways| {
            let hit = Finished { total: (total + community) % 10, third: Some(community) };
            let hands = [hit, Finished { total, third: None }];
            each_card(*left, ways, &mut |last, _, ways| {
                let third = draw.banker_draws(two, Some(community)).then_some(last);
                let banker = Finished { total: (two + third.unwrap_or(0)) % 10, third };
                visit(&ChoiceEnd { cards, hands, banker, ways: ways.unsigned_abs() });
            });
        });
    });
}

/// Visits a deal of four cards: the Player's two, what the Banker's two make, the cards left, and the ways.
type VisitStart<'a> = &'a mut dyn FnMut([u8; 2], u8, &[i64; 10], i128);

/// Every deal of two Player's cards that make this total and of the Banker's two, one of which is exposed.
fn each_start(values: [i64; 10], total: u8, exposed: u8, visit: VisitStart<'_>) {
    each_card(values, 1, &mut |first, values, ways| {
        let second = (10 + total - first) % 10;
        let cards = [first.min(second), first.max(second)];
        let ways = ways * take(values, second) * take(&less(values, second), exposed);
        let left = less(&less(values, second), exposed);
        each_card(left, ways, &mut |hole, left, ways| visit(cards, (exposed + hole) % 10, left, ways));
    });
}

fn by_cards(draw: &DrawTable, values: [i64; 10], total: u8, exposed: u8) -> BTreeMap<[u8; 2], HitOrStand> {
    let mut found: BTreeMap<[u8; 2], HitOrStand> = BTreeMap::new();
    // After the first four cards come the community card and the Banker's third card.
    each_start(values, total, exposed, &mut |cards, banker, left, ways| {
        let sum = found.entry(cards).or_default();
        each_card(*left, ways, &mut |community, left, ways| {
            each_card(*left, ways, &mut |last, _, ways| {
                sum.ways += ways;
                if draw.is_natural(banker) {
                    sum.stand.add(total, banker, ways);
                    sum.hit.add(total, banker, ways);
                    return;
                }
                let draws = draw.banker_draws(banker, Some(community));
                let banker = if draws { (banker + last) % 10 } else { banker };
                sum.stand.add(total, banker, ways);
                sum.hit.add((total + community) % 10, banker, ways);
            });
        });
    });
    found
}
