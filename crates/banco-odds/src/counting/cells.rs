//! The cells of the drawing rule: two-card totals and the Player's third card, and who draws on them.
#![expect(clippy::indexing_slicing, reason = "every index is a digit, and the tables have ten places")]

use banco_cards::Side;

use crate::counting::classes::{Class, HandClass};
use crate::counting::draw::Rule;

/// A number from zero to nine. Its type says so, so that it need not be asked at each table of ten places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Digit {
    Zero,
    One,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
}

impl Digit {
    /// All of them in order.
    pub const ALL: [Self; 10] = [
        Self::Zero,
        Self::One,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
    ];

    /// Its place in a table.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The same as a point count.
    pub const fn points(self) -> u8 {
        self as u8
    }
}

/// The two-card totals of both hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Totals {
    pub player: Digit,
    pub banker: Digit,
}

impl Totals {
    /// Their places in a table.
    #[inline(always)]
    pub const fn digits(&self) -> (usize, usize) {
        (self.player.index(), self.banker.index())
    }

    /// The lower one first, whichever hand has it.
    fn in_order(self) -> Self {
        Self { player: self.player.min(self.banker), banker: self.player.max(self.banker) }
    }
}

/// Values of a last card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lasts {
    values: [Digit; 10],
    len: u8,
}

impl Lasts {
    /// All ten.
    pub const ALL: Self = Self { values: Digit::ALL, len: 10 };

    /// Those that are wanted.
    pub fn only(wanted: impl Fn(Digit) -> bool) -> Self {
        let mut lasts = Self { values: Digit::ALL, len: 0 };
        for value in Digit::ALL.into_iter().filter(|value| wanted(*value)) {
            lasts.values[usize::from(lasts.len)] = value;
            lasts.len += 1;
        }
        lasts
    }

    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn iter(&self) -> impl Iterator<Item = &Digit> {
        self.values.get(..usize::from(self.len)).unwrap_or_default().iter()
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
        for value in self.iter() {
            visit(value.index());
        }
    }
}

/// Which cells are counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cells {
    /// Totals on which nobody draws.
    pub four: Vec<Totals>,
    /// Totals on which only the Player's hand draws, by its third card.
    pub five_by_player: [Vec<Totals>; 10],
    /// Totals on which only the Banker's hand draws, with the values of its third card that matter.
    pub five_by_banker: Vec<(Totals, Lasts)>,
    /// Totals on which both draw, by the Player's third card, with the values of the Banker's that matter.
    pub six: [Vec<(Totals, Lasts)>; 10],
    /// Totals on which anybody draws.
    pub with_third: Vec<Totals>,
    /// For each pair of totals, its place among those.
    pub row: [[usize; 10]; 10],
    /// The same whichever hand has which total: the lower one first.
    pub pairs: Vec<Totals>,
    pub pair: [[usize; 10]; 10],
}

impl Cells {
    /// All cells that the drawing rule leads to.
    pub fn from_rule(table: &Rule) -> Self {
        let totals = |wanted: &dyn Fn(u8, u8) -> bool| -> Vec<Totals> {
            // The Player's total changes fastest: neighbours then add to places far apart.
            let all =
                Digit::ALL.into_iter().flat_map(|banker| Digit::ALL.map(|player| Totals { player, banker }));
            all.filter(|totals| wanted(totals.player.points(), totals.banker.points())).collect()
        };
        let natural = |p, b| table.is_natural(p) || table.is_natural(b);
        let player_draws = |p, b| !natural(p, b) && table.player_draws(p);
        let banker_alone = |p, b| !natural(p, b) && !table.player_draws(p) && table.banker_draws(b, None);
        let with_lasts = |wanted: &dyn Fn(u8, u8) -> bool| -> Vec<(Totals, Lasts)> {
            totals(wanted).into_iter().map(|totals| (totals, Lasts::ALL)).collect()
        };
        let after = |x: Digit| move |b| table.banker_draws(b, Some(x.points()));
        Self::new(
            totals(&|p, b| !player_draws(p, b) && !banker_alone(p, b)),
            Digit::ALL.map(|x| totals(&|p, b| player_draws(p, b) && !after(x)(b))),
            with_lasts(&banker_alone),
            Digit::ALL.map(|x| with_lasts(&|p, b| player_draws(p, b) && after(x)(b))),
        )
    }

    /// These cells: where nobody draws, only the Player's hand, only the Banker's, and both.
    pub fn new(
        four: Vec<Totals>,
        five_by_player: [Vec<Totals>; 10],
        five_by_banker: Vec<(Totals, Lasts)>,
        six: [Vec<(Totals, Lasts)>; 10],
    ) -> Self {
        let by_banker = six.iter().chain([&five_by_banker]).flatten().map(|(totals, _)| totals);
        let mut draws = [[false; 10]; 10];
        for totals in five_by_player.iter().flatten().chain(by_banker) {
            let (p, b) = totals.digits();
            draws[p][b] = true;
        }
        let (mut with_third, mut row) = (Vec::new(), [[0; 10]; 10]);
        let (mut pairs, mut pair) = (Vec::new(), [[0; 10]; 10]);
        for totals in
            Digit::ALL.into_iter().flat_map(|player| Digit::ALL.map(|banker| Totals { player, banker }))
        {
            let (p, b) = totals.digits();
            if draws[p][b] {
                row[p][b] = with_third.len();
                with_third.push(totals);
                let known = pairs.iter().position(|known| *known == totals.in_order());
                pair[p][b] = known.unwrap_or(pairs.len());
                pairs.extend(known.is_none().then(|| totals.in_order()));
            }
        }
        Self { four, five_by_player, five_by_banker, six, with_third, row, pairs, pair }
    }
}

impl Cells {
    /// Visits the class of every cell.
    pub fn classes(&self, visit: &mut dyn FnMut(Class)) {
        let mut see = |totals: &Totals, x: Option<Digit>, y: Option<Digit>| visit(class(totals, x, y));
        self.four.iter().for_each(|totals| see(totals, None, None));
        for (totals, lasts) in &self.five_by_banker {
            lasts.iter().for_each(|y| see(totals, None, Some(*y)));
        }
        for (x, (five, six)) in Digit::ALL.into_iter().zip(self.five_by_player.iter().zip(&self.six)) {
            five.iter().for_each(|totals| see(totals, Some(x), None));
            for (totals, lasts) in six {
                lasts.iter().for_each(|y| see(totals, Some(x), Some(*y)));
            }
        }
    }

    /// The two-card totals of a hand that some cell has.
    pub fn totals_of(&self, side: Side) -> [bool; 10] {
        let with_lasts = self.six.iter().chain([&self.five_by_banker]).flatten().map(|(totals, _)| totals);
        let others = self.five_by_player.iter().chain([&self.four]).flatten();
        let mut found = [false; 10];
        for totals in others.chain(with_lasts) {
            let total = match side {
                Side::Player => totals.player,
                Side::Banker => totals.banker,
            };
            found[total.index()] = true;
        }
        found
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
        self.restricted_but(wanted, &|_, _| false)
    }

    /// The same, and all cells of some rows, if only to know how many deals a row has: whether the Player's hand has
    /// drawn, and its final count. In a row the Banker's hand draws.
    pub fn restricted_but(
        &self,
        wanted: &dyn Fn(Class) -> bool,
        whole_row: &dyn Fn(bool, u8) -> bool,
    ) -> Self {
        let keep = |cells: &mut Vec<Totals>, x| cells.retain(|totals| wanted(class(totals, x, None)));
        let keep_lasts = |cells: &mut Vec<(Totals, Lasts)>, x: Option<Digit>| {
            for (totals, lasts) in cells.iter_mut() {
                *lasts = Lasts::only(|y| wanted(class(totals, x, Some(y))));
            }
            let in_row = |totals: &Totals| whole_row(x.is_some(), class(totals, x, None).player.total);
            cells.retain(|(totals, lasts)| !lasts.is_empty() || in_row(totals));
        };
        let Self { mut four, mut five_by_player, mut five_by_banker, mut six, .. } = self.clone();
        keep(&mut four, None);
        keep_lasts(&mut five_by_banker, None);
        for (x, (five, six)) in Digit::ALL.into_iter().zip(five_by_player.iter_mut().zip(&mut six)) {
            keep(five, Some(x));
            keep_lasts(six, Some(x));
        }
        Self::new(four, five_by_player, five_by_banker, six)
    }
}

/// The class of a cell with these third cards.
const fn class(totals: &Totals, x: Option<Digit>, y: Option<Digit>) -> Class {
    const fn points(third: Option<Digit>) -> Option<u8> {
        match third {
            Some(value) => Some(value.points()),
            None => None,
        }
    }
    Class {
        player: HandClass::new(totals.player.points(), points(x)),
        banker: HandClass::new(totals.banker.points(), points(y)),
    }
}
