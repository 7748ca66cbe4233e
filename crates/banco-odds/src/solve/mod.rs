//! Decisions: what to do where there is a choice, and what it is worth.
//!
//! Implements the choices of CF 8(a)(2) and of readings D2, D4, W14 and W18. Everything is an exact fraction.

mod basket;
mod bettor;
mod equilibrium;
mod free;
mod game;
mod linear;
mod mixed;
mod press;

use banco_money::Percent;

pub use basket::{BasketChoice, BasketPlay, BasketWager, basket_play};
pub use bettor::{BettorChoice, WholeGame, bettor_choices, bettor_choices_by_cards, standing, whole_game};
pub use equilibrium::{Solution, SolveError, solve};
pub use free::{FreeChoice, FreePlay, Gains, free_play};
pub use game::{Cell, GoesBy, HandSeen, Information, Model};
pub use mixed::{BestPlay, Mixture, best_play};
pub use press::{Press, PressCell, PressSituation, PressTarget, press, press_share, press_targets};

/// Deals won by the Player's hand and by the Banker's.
#[derive(Clone, Copy, Default, Debug)]
struct Won {
    player: i128,
    banker: i128,
}

impl Won {
    fn add(&mut self, player: u8, banker: u8, ways: i128) {
        match player.cmp(&banker) {
            std::cmp::Ordering::Greater => self.player += ways,
            std::cmp::Ordering::Less => self.banker += ways,
            std::cmp::Ordering::Equal => {}
        }
    }

    fn plus(self, other: Self) -> Self {
        Self { player: self.player + other.player, banker: self.banker + other.banker }
    }

    /// What bettors on the Player's hand gain.
    const fn players(self) -> i128 {
        self.player - self.banker
    }

    /// What the Banker gains, in hundredths of a percent of a unit.
    fn bankers(self, vigorish: Percent) -> i128 {
        let whole = i128::from(Percent::HUNDRED.hundredths());
        self.banker * (whole - i128::from(vigorish.hundredths())) - self.player * whole
    }
}

/// Visits every value that is left: the value, what is left after it, and the ways so far times its number.
pub fn each_card(values: [i64; 10], ways: i128, visit: &mut dyn FnMut(u8, &[i64; 10], i128)) {
    for value in 0..10 {
        let ways = ways * take(&values, value);
        if ways > 0 {
            visit(value, &less(&values, value), ways);
        }
    }
}

/// How many cards of a value are left.
pub fn take(values: &[i64; 10], value: u8) -> i128 {
    values.get(usize::from(value)).map_or(0, |count| i128::from((*count).max(0)))
}

/// What is left without one card of a value.
pub fn less(values: &[i64; 10], value: u8) -> [i64; 10] {
    let mut values = *values;
    if let Some(count) = values.get_mut(usize::from(value)) {
        *count -= 1;
    }
    values
}
