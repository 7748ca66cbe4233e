//! Wagers against the house: flat, on Player or Banker, now and then on the tie.

use banco_cards::Side;
use banco_engine::table::{Command, Spot};

use super::{Mind, stake};
use crate::words;

/// Of so many wagers one is on the tie.
const TIE_ONE_IN: u16 = 10;

impl<'m> Mind<'m> {
    /// A wager, if they have none; whoever runs short buys in again.
    pub(super) fn wager_against_house(&mut self) -> Vec<Command> {
        if self.has_wager() {
            return Vec::new();
        }
        let Some(spot) = self.spot() else { return Vec::new() };
        let Some(amount) = stake(spot, self.own.units, self.own.buys_in) else { return Vec::new() };
        let short = self.chips().is_none_or(|chips| chips.minor() < amount.minor());
        let buy_in = short.then(|| words::buy_in(self.own.buys_in));
        buy_in.into_iter().chain([words::place_wager(spot.id, amount)]).collect()
    }

    /// Player or Banker, now and then the tie.
    fn spot(&mut self) -> Option<&'m Spot> {
        let tie = self.rules.spots.iter().find(|spot| spot.name.id == "tie");
        if let Some(tie) = tie.filter(|_| self.random.once_in(TIE_ONE_IN)) {
            return Some(tie);
        }
        let side = if self.random.once_in(2) { Side::Player } else { Side::Banker };
        self.rules.hand_spot(side)
    }
}
