//! What lies on the layout of a table, by the events alone: it tells with which wagers a round begins.

use std::collections::BTreeMap;

use banco_engine::Name;
use banco_engine::table::{
    BetKey, CoverEvent, FloorEvent, HouseMoneyEvent, JackpotEvent, Seat, SettlementEvent, Stake, VigorishHow,
    WageringEvent, What,
};
use banco_money::Amount;

/// A wager that lies there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Standing {
    pub seat: Seat,
    pub stake: Stake,
    /// Whether it belongs to a round that is over and waits for its jackpot.
    pub waits: bool,
}

/// What lies on the layout.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Layout {
    pub bets: BTreeMap<BetKey, Standing>,
    /// Jackpots that are not decided: by which wager, of which meter, in which round.
    claims: Vec<(BetKey, Name, u32)>,
    /// What the Banker has wagered, where participants hold the bank.
    bank: Option<Amount>,
}

impl Layout {
    /// Follows an event; `round` is the number of the round that is dealt.
    pub fn follow(&mut self, event: &What, round: u32) {
        match event {
            What::Wagering(event) => self.wagering(event),
            What::Settlement(event) => self.settlement(event),
            What::HouseMoney(event) => self.house_money(event),
            What::Jackpot(event) => self.jackpot(event, round),
            What::Cover(event) => self.cover(event),
            What::Floor(FloorEvent::RoundVoided { .. }) => self.claims.retain(|(_, _, of)| *of != round),
            What::Opening(_)
            | What::Preparation(_)
            | What::People(_)
            | What::Curator(_)
            | What::Dealing(_)
            | What::Turning(_)
            | What::Bank(_)
            | What::Irregularity(_)
            | What::Floor(_) => {}
        }
    }

    fn wagering(&mut self, event: &WageringEvent) {
        match event {
            WageringEvent::WagerPlaced { key, seat, stake, .. } => {
                let new = Standing { seat: *seat, stake: *stake, waits: false };
                self.bets.entry(*key).or_insert(new).stake = *stake;
            }
            WageringEvent::WagerTakenDown { key, .. } | WageringEvent::WagerReturned { key, .. } => {
                self.bets.remove(key);
            }
            WageringEvent::WagerTakenIn { .. }
            | WageringEvent::WagerSpoken { .. }
            | WageringEvent::SpokenConfirmed { .. }
            | WageringEvent::SpokenDeclined { .. } => {}
        }
    }

    fn settlement(&mut self, event: &SettlementEvent) {
        match event {
            SettlementEvent::WagerLost { key, .. } | SettlementEvent::WagerPaid { key, .. } => {
                self.bets.remove(key);
            }
            SettlementEvent::VigorishCharged {
                person, wager, amount, how: VigorishHow::FromWager, ..
            } => {
                let key = BetKey { owner: *person, wager: *wager, for_dealer: false };
                self.change(key, |chips| chips.minus(*amount).ok());
                self.bets.retain(|known, bet| {
                    *known != key || !bet.stake.chips.is_zero() || bet.stake.promotional.is_positive()
                });
            }
            SettlementEvent::WagerPushed { .. }
            | SettlementEvent::VigorishCharged { .. }
            | SettlementEvent::VigorishCollected { .. }
            | SettlementEvent::RoundSettled { .. } => {}
        }
    }

    fn house_money(&mut self, event: &HouseMoneyEvent) {
        match event {
            HouseMoneyEvent::PayoutTaken { key, .. } => drop(self.bets.remove(key)),
            HouseMoneyEvent::PayoutPressed { key, onto, pressed, .. } => {
                self.bets.remove(key);
                let grown = BetKey { wager: *onto, for_dealer: false, ..*key };
                self.change(grown, |chips| chips.plus(*pressed).ok());
            }
            HouseMoneyEvent::PressReversed { key, pressed } => {
                self.change(*key, |chips| chips.minus(*pressed).ok());
            }
            HouseMoneyEvent::PayoutDue { .. } | HouseMoneyEvent::EarlyReversed { .. } => {}
        }
    }

    fn jackpot(&mut self, event: &JackpotEvent, round: u32) {
        match event {
            JackpotEvent::JackpotReached { key, meter, .. } => self.claims.push((*key, *meter, round)),
            JackpotEvent::ClaimRaised { key, .. } | JackpotEvent::PayWaits { key, .. } => {
                self.bets.entry(*key).and_modify(|bet| bet.waits = true);
            }
            JackpotEvent::JackpotPaid { key, meter, .. } | JackpotEvent::ClaimDropped { key, meter, .. } => {
                let before = self.claims.len();
                self.claims.retain(|(claimed, of, _)| (claimed, of) != (key, meter));
                if self.claims.len() < before && self.bets.get(key).is_some_and(|bet| bet.waits) {
                    self.bets.remove(key);
                }
            }
            JackpotEvent::JackpotVerified { .. }
            | JackpotEvent::TrayReimbursed { .. }
            | JackpotEvent::LinkTold { .. }
            | JackpotEvent::WordHeard { .. }
            | JackpotEvent::DealerEnvyPaid { .. } => {}
        }
    }

    fn cover(&mut self, event: &CoverEvent) {
        match event {
            CoverEvent::BankWagered { amount, .. } => self.bank = Some(*amount),
            CoverEvent::UncoveredReturned { key, amount, .. } if self.bank == Some(*amount) => {
                self.bank = None;
                self.bets.remove(key);
            }
            CoverEvent::UncoveredReturned { key, amount, .. } => {
                self.change(*key, |chips| chips.minus(*amount).ok());
            }
            CoverEvent::CoveredLost { key, .. }
            | CoverEvent::CoveredPaid { key, .. }
            | CoverEvent::WonByBank { key, .. } => drop(self.bets.remove(key)),
            CoverEvent::PaidByBank { key, banker, won, .. } => {
                self.bets.remove(key);
                self.change(*banker, |chips| chips.minus(*won).ok());
                self.bets.retain(|known, bet| known != banker || bet.stake.chips.is_positive());
            }
            CoverEvent::BankClaimed { .. }
            | CoverEvent::ClaimsClosed { .. }
            | CoverEvent::CoverAsked { .. }
            | CoverEvent::CoverDeclined { .. }
            | CoverEvent::CoverClosed
            | CoverEvent::DominantNamed { .. }
            | CoverEvent::CoverPlaced { .. }
            | CoverEvent::CollectionTaken { .. }
            | CoverEvent::CollectionReturned { .. }
            | CoverEvent::ButtonPlaced { .. }
            | CoverEvent::CoverReturned { .. } => {}
        }
    }

    /// The chips of a wager become more or less.
    fn change(&mut self, key: BetKey, change: impl Fn(Amount) -> Option<Amount>) {
        if let Some(bet) = self.bets.get_mut(&key)
            && let Some(chips) = change(bet.stake.chips)
        {
            bet.stake.chips = chips;
        }
    }
}
