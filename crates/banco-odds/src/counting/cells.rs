//! The cells of the drawing rule: two-card totals and the Player's third card, and who draws on them.
#![expect(clippy::indexing_slicing, reason = "every index is a digit, and the tables have ten places")]

use crate::counting::classes::{Class, HandClass};
use crate::counting::draw::Rule;

/// Values of a last card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lasts {
    values: [u8; 10],
    len: u8,
}

impl Lasts {
    /// All ten.
    pub const ALL: Self = Self { values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], len: 10 };

    /// Those that are wanted.
    pub fn only(wanted: impl Fn(u8) -> bool) -> Self {
        let mut lasts = Self { values: [0; 10], len: 0 };
        for value in (0..10).filter(|value| wanted(*value)) {
            lasts.values[usize::from(lasts.len)] = value;
            lasts.len += 1;
        }
        lasts
    }

    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Does something with each.
    #[inline(always)]
    pub fn each(&self, mut visit: impl FnMut(usize)) {
        // Ten in a row can be worked out side by side.
        if self.len == 10 {
            for last in 0..10 {
                visit(last);
            }
            return;
        }
        for value in self.values.get(..usize::from(self.len)).unwrap_or_default() {
            // They all are; said here once, it need not be asked at each table.
            let last = usize::from(*value);
            if last < 10 {
                visit(last);
            }
        }
    }
}

/// Which cells are counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cells {
    /// Totals on which nobody draws.
    pub four: Vec<(usize, usize)>,
    /// Totals on which only the Player's hand draws, by its third card.
    pub five_by_player: [Vec<(usize, usize)>; 10],
    /// Totals on which only the Banker's hand draws.
    pub five_by_banker: Vec<(usize, usize)>,
    /// Totals on which both draw, by the Player's third card, with the values of the Banker's that matter.
    pub six: [Vec<(usize, usize, Lasts)>; 10],
    /// Totals on which anybody draws.
    pub with_third: Vec<(usize, usize)>,
    /// For each pair of totals, its place among those.
    pub row: [[usize; 10]; 10],
}

impl Cells {
    /// All cells that the drawing rule leads to.
    pub fn from_rule(table: &Rule) -> Self {
        let digits = [0_u8, 1, 2, 3, 4, 5, 6, 7, 8, 9];
        let totals = |wanted: &dyn Fn(u8, u8) -> bool| -> Vec<(usize, usize)> {
            // The Player's total changes fastest: neighbours then add to places far apart.
            let all = digits.into_iter().flat_map(|b| digits.map(|p| (p, b)));
            all.filter(|(p, b)| wanted(*p, *b)).map(|(p, b)| (usize::from(p), usize::from(b))).collect()
        };
        let natural = |p, b| table.is_natural(p) || table.is_natural(b);
        let player_draws = |p, b| !natural(p, b) && table.player_draws(p);
        let banker_alone = |p, b| !natural(p, b) && !table.player_draws(p) && table.banker_draws(b, None);
        Self::new(
            totals(&|p, b| !player_draws(p, b) && !banker_alone(p, b)),
            digits.map(|x| totals(&|p, b| player_draws(p, b) && !table.banker_draws(b, Some(x)))),
            totals(&banker_alone),
            digits.map(|x| {
                let both = totals(&|p, b| player_draws(p, b) && table.banker_draws(b, Some(x)));
                both.into_iter().map(|(p, b)| (p, b, Lasts::ALL)).collect()
            }),
        )
    }

    /// These cells: where nobody draws, only the Player's hand, only the Banker's, and both.
    pub fn new(
        four: Vec<(usize, usize)>,
        five_by_player: [Vec<(usize, usize)>; 10],
        five_by_banker: Vec<(usize, usize)>,
        six: [Vec<(usize, usize, Lasts)>; 10],
    ) -> Self {
        let rows = five_by_player.iter().chain([&five_by_banker]).flatten().copied();
        let both = six.iter().flatten().map(|(p, b, _)| (*p, *b));
        let mut draws = [[false; 10]; 10];
        rows.chain(both).for_each(|(p, b)| draws[p][b] = true);
        let (mut with_third, mut row) = (Vec::new(), [[0; 10]; 10]);
        for (p, draws) in draws.iter().enumerate() {
            for (b, _) in draws.iter().enumerate().filter(|(_, draws)| **draws) {
                row[p][b] = with_third.len();
                with_third.push((p, b));
            }
        }
        Self { four, five_by_player, five_by_banker, six, with_third, row }
    }
}

impl Cells {
    /// Visits the class of every cell.
    pub fn classes(&self, visit: &mut dyn FnMut(Class)) {
        let mut see = |player, banker, x, y| {
            visit(Class { player: HandClass::new(player, x), banker: HandClass::new(banker, y) });
        };
        self.four.iter().for_each(|(p, b)| see(digit(*p), digit(*b), None, None));
        for y in 0..10 {
            self.five_by_banker.iter().for_each(|(p, b)| see(digit(*p), digit(*b), None, Some(y)));
        }
        for (x, (five, six)) in (0..10).zip(self.five_by_player.iter().zip(&self.six)) {
            five.iter().for_each(|(p, b)| see(digit(*p), digit(*b), Some(x), None));
            for (p, b, lasts) in six {
                lasts.each(|y| see(digit(*p), digit(*b), Some(x), Some(digit(y))));
            }
        }
    }

    /// Only the cells in which some hands draw: for nobody, the Player alone, the Banker alone and both, whether they
    /// are wanted.
    pub fn by_drawing(&self, nobody: bool, player: bool, banker: bool, both: bool) -> Self {
        fn kept<T: Clone + Default>(cells: &T, wanted: bool) -> T {
            if wanted { cells.clone() } else { T::default() }
        }
        Self::new(
            kept(&self.four, nobody),
            kept(&self.five_by_player, player),
            kept(&self.five_by_banker, banker),
            kept(&self.six, both),
        )
    }

    /// Only the cells that lead to a wanted class.
    pub fn restricted(&self, wanted: &dyn Fn(Class) -> bool) -> Self {
        let leads = |p: usize, b: usize, x: Option<u8>, y: Option<u8>| {
            wanted(Class { player: HandClass::new(digit(p), x), banker: HandClass::new(digit(b), y) })
        };
        let keep = |cells: &Vec<(usize, usize)>, wanted: &dyn Fn(usize, usize) -> bool| {
            cells.iter().copied().filter(|(p, b)| wanted(*p, *b)).collect::<Vec<_>>()
        };
        let mut five = self.five_by_player.clone();
        let mut six = self.six.clone();
        for (x, (five, six)) in (0..10).zip(five.iter_mut().zip(&mut six)) {
            five.retain(|(p, b)| leads(*p, *b, Some(x), None));
            for (p, b, lasts) in six.iter_mut() {
                *lasts = Lasts::only(|y| leads(*p, *b, Some(x), Some(y)));
            }
            six.retain(|(.., lasts)| !lasts.is_empty());
        }
        Self::new(
            keep(&self.four, &|p, b| leads(p, b, None, None)),
            five,
            keep(&self.five_by_banker, &|p, b| (0..10).any(|y| leads(p, b, None, Some(y)))),
            six,
        )
    }
}

/// A digit as a point count.
fn digit(digit: usize) -> u8 {
    u8::try_from(digit).unwrap_or(0)
}
