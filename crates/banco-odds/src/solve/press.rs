//! Take or press: a wager that is settled before the third cards, whose payout may be added to a wager on a hand (MB
//! 9(e)(1), MM 8(c)(3), House Money; reading W14).
//!
//! The payout is the bettor's either way, so a press is worth what it gains on the hand, given the four cards that lie
//! open: it is right exactly where that is more than nothing. A bettor can press only onto a hand that they back.

use std::collections::BTreeMap;

use banco_cards::Side;
use banco_engine::SeatFacts;
use banco_money::{Pay, Percent};
use banco_rulebook::model::vocabulary::{SettingId, Vocabulary};
use banco_rulebook::model::wager::{Moment, WagerKind};
use banco_rulebook::{PayTable, Terms, WagerName};

use crate::counting::{DrawTable, FiveRule};
use crate::exact::{Fraction, ratio, whole};
use crate::facts::{Finished, FinishedFacts, backed, finish, line_reached};
use crate::first_four::{FirstFour, each_start};
use crate::par::gain;
use crate::shoe::{Shoe, ShoeError};
use crate::solve::{each_card, less};

/// A wager on a hand, onto which a payout can be pressed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PressTarget {
    /// The hand.
    pub side: Side,
    /// The wager's pay table.
    pub table: PayTable,
}

/// The value of pressing for a bettor who backs these hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Press {
    /// The hands that the bettor backs.
    pub onto: Vec<Side>,
    /// What the best decision in every situation adds, for each unit staked on the wager itself.
    pub value: Fraction,
    /// What the best rule by the two counts alone adds.
    pub value_by_counts: Fraction,
    /// The share of won wagers after which pressing is right.
    pub right: Fraction,
    /// The rule by counts.
    pub cells: Vec<PressCell>,
    /// What is best by the values of the four cards that lie open.
    pub situations: Vec<PressSituation>,
}

/// What pressing is worth after these four cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PressSituation {
    /// The values of the Player's two cards, the lower first.
    pub player: [u8; 2],
    /// Those of the Banker's.
    pub banker: [u8; 2],
    /// The share of all rounds in which the wager is won with them.
    pub chance: Fraction,
    /// The hand to press onto, if any.
    pub onto: Option<Side>,
    /// What each unit pressed gains on average onto the better of the hands, whether that is right or not.
    pub gain: Fraction,
}

/// What pressing is worth on one pair of two-card counts, over all won wagers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PressCell {
    /// The Player's count.
    pub player: u8,
    /// The Banker's count.
    pub banker: u8,
    /// The hand to press onto, if any.
    pub onto: Option<Side>,
    /// What each unit pressed gains on average onto the better of the hands, whether that is right or not.
    pub gain: Fraction,
    /// The share of these won wagers after which pressing is right.
    pub right: Fraction,
}

/// The share of the payout of a wager that may be pressed; `None` if it is not settled before the third cards or the
/// rulebook has no setting for it, which is named after the wager.
#[must_use]
pub fn press_share(terms: &Terms, table: &PayTable) -> Option<Percent> {
    let share = terms.setting(SettingId::find(&format!("{}-press", table.wager))?)?;
    (table.settled == Moment::BeforeThirdCards).then(|| Percent::from_hundredths(share.saturating_mul(100)))
}

/// The base wagers under these terms that win with one hand and lose with the other.
#[must_use]
pub fn press_targets(terms: &Terms) -> Vec<PressTarget> {
    let base = terms.rulebook.wagers.iter().filter(|wager| wager.kind == WagerKind::Base);
    let tables = base.filter_map(|wager| {
        let name = WagerName { id: wager.id.clone(), side: None, paytable: None };
        terms.offered(&name).ok().map(|offered| offered.table)
    });
    tables.filter_map(|table| hand_backed(&table).map(|side| PressTarget { side, table })).collect()
}

/// The hand with which a wager wins when that hand is ahead, and loses when the other one is.
fn hand_backed(table: &PayTable) -> Option<Side> {
    let wins = |player: u8, banker: u8| {
        let hand = |total| Finished { total, third: None };
        let facts = FinishedFacts { backed: backed(table), player: hand(player), banker: hand(banker) };
        line_reached(table, &facts).map(|line| line.is_some_and(|line| line.pay.wins()))
    };
    match (wins(9, 0)?, wins(0, 9)?) {
        (true, false) => Some(Side::Player),
        (false, true) => Some(Side::Banker),
        _ => None,
    }
}

/// The value of pressing for bettors who back each of the hands alone, and all of them; `None` if the lines of the
/// wager look at more than the first four cards, or those of a target at more than counts and third cards.
///
/// # Errors
/// The shoe cannot serve a round.
pub fn press(
    terms: &Terms,
    shoe: &Shoe,
    wager: &PayTable,
    targets: &[PressTarget],
    share: Percent,
) -> Result<Option<Vec<Press>>, ShoeError> {
    shoe.check_size()?;
    let draw = DrawTable::from_terms(terms, FiveRule::Draw);
    let Some(won) = won_situations(terms, shoe, &draw, wager, targets) else { return Ok(None) };
    let total: u128 = (0..4).map(|used| u128::from(shoe.len()) - used).product();
    let single = (0..targets.len()).map(|at| vec![at]);
    let all: Vec<usize> = (0..targets.len()).collect();
    let groups = single.chain((targets.len() > 1).then_some(all));
    let share = ratio(share.hundredths(), Percent::HUNDRED.hundredths());
    let of = |group: Vec<usize>| value(&won, targets, &group, &share, &whole(total));
    Ok(Some(groups.map(of).collect()))
}

/// Won wagers that look alike: the values of the open cards and the payout.
struct Situation {
    open: Open,
    player: u8,
    banker: u8,
    ways: Fraction,
    /// The payout for each unit staked, times the ways.
    paid: Fraction,
    /// What each unit on each target gains on average.
    gains: Vec<Fraction>,
}

/// The point values of the open cards: the Player's two, then the Banker's, each the lower first.
type Open = [u8; 4];

fn won_situations(
    terms: &Terms,
    shoe: &Shoe,
    draw: &DrawTable,
    wager: &PayTable,
    targets: &[PressTarget],
) -> Option<Vec<Situation>> {
    let mut open: BTreeMap<Open, (Fraction, Fraction)> = BTreeMap::new();
    let seat = SeatFacts::default();
    let judge = |hands| {
        let facts = FirstFour { backed: backed(wager), seat: &seat, chosen: &[], hands };
        line_reached(wager, &facts).map(|line| line.and_then(|line| payout(&line.pay)))
    };
    each_start(shoe, false, judge, |payout, ranks, ways| {
        let Some(payout) = payout else { return };
        let [a, b, c, d] = ranks.map(|rank| rank.points().get());
        let key = [a.min(b), a.max(b), c.min(d), c.max(d)];
        let sum = open.entry(key).or_insert_with(|| (whole(0), whole(0)));
        sum.0 += whole(ways);
        sum.1 += whole(ways) * payout;
    })?;
    let situation = |(open, (ways, paid)): (Open, (Fraction, Fraction))| {
        let [a, b, c, d] = open;
        let left = open.iter().fold(shoe.values(), |left, value| less(&left, *value));
        let (player, banker) = ((a + b) % 10, (c + d) % 10);
        let gain = |target: &PressTarget| average_gain(terms, draw, left, player, banker, &target.table);
        let gains = targets.iter().map(gain).collect::<Option<Vec<Fraction>>>()?;
        Some(Situation { open, player, banker, ways, paid, gains })
    };
    open.into_iter().map(situation).collect()
}

/// What is paid for each unit staked, where it can be pressed.
fn payout(pay: &Pay) -> Option<Fraction> {
    match pay {
        Pay::To(numerator, denominator) | Pay::For(numerator, denominator) => {
            Some(ratio(*numerator, *denominator))
        }
        _ => None,
    }
}

/// What a unit on a hand gains on average from these counts, with these values left; `None` if counts do not tell.
fn average_gain(
    terms: &Terms,
    draw: &DrawTable,
    left: [i64; 10],
    player: u8,
    banker: u8,
    table: &PayTable,
) -> Option<Fraction> {
    let mut sums: BTreeMap<(i128, i128), i128> = BTreeMap::new();
    let mut told = true;
    each_card(left, 1, &mut |first, left, ways| {
        each_card(*left, ways, &mut |second, _, ways| {
            let (player, banker) = finish(draw, player, banker, [first, second]);
            match line_reached(table, &FinishedFacts { backed: backed(table), player, banker }) {
                Some(line) => {
                    let gain = line.map_or((-1, 1), |line| gain(terms, table, &line.pay, line.vigorish));
                    *sums.entry(gain).or_default() += ways;
                }
                None => told = false,
            }
        });
    });
    let all: i128 = sums.values().sum();
    let sum: Fraction = sums.iter().map(|((gain, unit), ways)| whole(*ways) * ratio(*gain, *unit)).sum();
    told.then(|| sum / whole(all.max(1)))
}

fn value(
    won: &[Situation],
    targets: &[PressTarget],
    group: &[usize],
    share: &Fraction,
    total: &Fraction,
) -> Press {
    // What the better hand of the group gains in a situation, and which it is.
    let best = |gains: &[Fraction]| {
        let of_group = group.iter().filter_map(|at| Some((gains.get(*at)?.clone(), targets.get(*at)?.side)));
        of_group.max_by(|one, other| one.0.cmp(&other.0))
    };
    let nothing = || whole(0);
    let (mut value, mut right, mut ways) = (nothing(), nothing(), nothing());
    let mut cells: BTreeMap<(u8, u8), Sum> = BTreeMap::new();
    let mut situations = Vec::new();
    for situation in won {
        let Some((gain, side)) = best(&situation.gains) else { continue };
        let ([a, b, c, d], onto) = (situation.open, (gain > nothing()).then_some(side));
        let chance = &situation.ways / total;
        situations.push(PressSituation { player: [a, b], banker: [c, d], chance, onto, gain: gain.clone() });
        let cell =
            cells.entry((situation.player, situation.banker)).or_insert_with(|| Sum::new(targets.len()));
        cell.add(situation);
        ways += &situation.ways;
        if gain > nothing() {
            value += &situation.paid * gain;
            right += &situation.ways;
            cell.right += &situation.ways;
        }
    }
    let mut value_by_counts = nothing();
    let cell = |((player, banker), sum): ((u8, u8), Sum)| {
        let averages: Vec<Fraction> = sum.gains.iter().map(|gain| gain / &sum.paid).collect();
        let (gain, side) = best(&averages)?;
        let presses = gain > nothing();
        if presses {
            value_by_counts += &sum.paid * &gain;
        }
        let right = sum.right / sum.ways;
        Some(PressCell { player, banker, onto: presses.then_some(side), gain, right })
    };
    let cells = cells.into_iter().filter(|(_, sum)| sum.paid > nothing()).filter_map(cell).collect();
    Press {
        onto: group.iter().filter_map(|at| targets.get(*at)).map(|target| target.side).collect(),
        value: value * share / total,
        value_by_counts: value_by_counts * share / total,
        right: if ways == nothing() { nothing() } else { right / ways },
        cells,
        situations,
    }
}

/// The won wagers of one cell.
struct Sum {
    ways: Fraction,
    paid: Fraction,
    right: Fraction,
    gains: Vec<Fraction>,
}

impl Sum {
    fn new(targets: usize) -> Self {
        Self { ways: whole(0), paid: whole(0), right: whole(0), gains: vec![whole(0); targets] }
    }

    fn add(&mut self, situation: &Situation) {
        self.ways += &situation.ways;
        self.paid += &situation.paid;
        for (sum, gain) in self.gains.iter_mut().zip(&situation.gains) {
            *sum += &situation.paid * gain;
        }
    }
}
