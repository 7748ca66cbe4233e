//! The wagers of a round, from the first chip to the last payment.

use banco_engine::table::{
    BetKey, CoverEvent, Event, HouseMoneyEvent, JackpotEvent, Seat, SettlementEvent, Stake, VigorishHow,
    WageringEvent, What,
};
use banco_engine::{Clauses, Name};
use banco_money::{Amount, Currency};
use schemars::JsonSchema;
use serde::Serialize;

/// What became of a wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WagerResult {
    /// It lies there and is not decided.
    Open,
    /// It has won.
    Won,
    /// It has lost.
    Lost,
    /// It stays on the layout for the next round.
    Pushed,
    /// It went back to its owner without a decision.
    Returned,
    /// Its owner took it down.
    TakenDown,
    /// What it wins hangs on a jackpot that is not decided.
    Waits,
}

impl WagerResult {
    /// As it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Pushed => "pushed",
            Self::Returned => "returned",
            Self::TakenDown => "taken_down",
            Self::Waits => "waits",
        }
    }
}

/// A wager of a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Wager {
    pub key: BetKey,
    pub seat: Seat,
    /// What lay there when it was decided.
    pub stake: Stake,
    /// Whether it is the bank itself, against which others wager.
    pub bank: bool,
    pub result: WagerResult,
    pub line: Option<Name>,
    /// Without the stake and without jackpots, before vigorish.
    pub won: i128,
    /// How much of the stake in value chips went back or stays.
    pub returned: i128,
    pub vigorish: i128,
    pub jackpot: i128,
    /// The clauses of what decided it.
    pub clauses: Vec<Name>,
}

impl Wager {
    pub fn new(key: BetKey, seat: Seat, stake: Stake, bank: bool) -> Self {
        Self {
            key,
            seat,
            stake,
            bank,
            result: WagerResult::Open,
            line: None,
            won: 0,
            returned: 0,
            vigorish: 0,
            jackpot: 0,
            clauses: Vec::new(),
        }
    }

    pub fn currency(&self) -> Currency {
        self.stake.chips.currency()
    }

    fn cite(&mut self, clauses: Clauses) {
        for clause in clauses.as_slice() {
            if !self.clauses.contains(clause) {
                self.clauses.push(*clause);
            }
        }
    }

    fn decide(&mut self, result: WagerResult, stake: Stake) {
        self.result = result;
        self.stake = stake;
    }

    /// The bank wins and loses by what is wagered against it.
    fn decide_bank(&mut self, returned: i128) {
        self.returned = returned;
        let staked = minor(self.stake.chips);
        self.result = match (self.won > 0, returned < staked) {
            (true, _) => WagerResult::Won,
            (false, true) => WagerResult::Lost,
            (false, false) => WagerResult::Returned,
        };
    }

    /// Follows an event that is about it.
    pub fn follow(&mut self, event: &Event) {
        self.cite(event.clauses);
        match &event.what {
            What::Wagering(event) => self.wagering(event),
            What::Settlement(event) => self.settlement(event),
            What::HouseMoney(event) => self.house_money(event),
            What::Jackpot(event) => self.jackpot(event),
            What::Cover(event) => self.cover(event),
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
            WageringEvent::WagerPlaced { stake, .. } => self.stake = *stake,
            WageringEvent::WagerTakenDown { stake, .. } => {
                self.decide(WagerResult::TakenDown, *stake);
                self.returned = minor(stake.chips);
            }
            WageringEvent::WagerReturned { stake, .. } if self.bank => self.decide_bank(minor(stake.chips)),
            WageringEvent::WagerReturned { stake, .. } => {
                self.decide(WagerResult::Returned, *stake);
                (self.won, self.returned) = (0, minor(stake.chips));
            }
            WageringEvent::WagerTakenIn { .. }
            | WageringEvent::WagerSpoken { .. }
            | WageringEvent::SpokenConfirmed { .. }
            | WageringEvent::SpokenDeclined { .. } => {}
        }
    }

    fn settlement(&mut self, event: &SettlementEvent) {
        match event {
            SettlementEvent::WagerLost { stake, .. } => self.decide(WagerResult::Lost, *stake),
            SettlementEvent::WagerPaid { stake, won, kept_back, line, stake_taken, .. } => {
                self.decide(WagerResult::Won, *stake);
                self.line = Some(*line);
                self.won += minor(*won);
                self.vigorish += minor(*kept_back);
                self.returned = if *stake_taken { 0 } else { minor(stake.chips) };
            }
            SettlementEvent::WagerPushed { stake, line, .. } => {
                self.decide(WagerResult::Pushed, *stake);
                self.line = Some(*line);
                self.returned = minor(stake.chips);
            }
            // What is kept back is told with the payout.
            SettlementEvent::VigorishCharged { how: VigorishHow::KeptBack, .. } => {}
            SettlementEvent::VigorishCharged { amount, .. } => self.vigorish += minor(*amount),
            SettlementEvent::VigorishCollected { .. } | SettlementEvent::RoundSettled { .. } => {}
        }
    }

    fn house_money(&mut self, event: &HouseMoneyEvent) {
        match event {
            HouseMoneyEvent::PayoutDue { line, .. } => self.line = Some(*line),
            HouseMoneyEvent::PayoutTaken { stake, won, .. } => {
                self.decide(WagerResult::Won, *stake);
                (self.won, self.returned) = (minor(*won), minor(stake.chips));
            }
            HouseMoneyEvent::PayoutPressed { stake, handed, pressed, .. } => {
                self.decide(WagerResult::Won, *stake);
                (self.won, self.returned) = (minor(*handed) + minor(*pressed), minor(stake.chips));
            }
            HouseMoneyEvent::EarlyReversed { stake, .. } => {
                self.decide(WagerResult::Returned, *stake);
                (self.won, self.returned, self.line) = (0, minor(stake.chips), None);
            }
            // The wager that the payout was added to is as it was before.
            HouseMoneyEvent::PressReversed { pressed, .. } => {
                self.stake.chips = self.stake.chips.minus(*pressed).unwrap_or(self.stake.chips);
            }
        }
    }

    fn jackpot(&mut self, event: &JackpotEvent) {
        match event {
            JackpotEvent::JackpotReached { line, .. } => self.line = Some(*line),
            JackpotEvent::ClaimRaised { line, .. } => {
                self.result = WagerResult::Waits;
                self.line = Some(*line);
            }
            JackpotEvent::PayWaits { .. } => self.result = WagerResult::Waits,
            JackpotEvent::JackpotPaid { amount, .. } => {
                // A Must Hit jackpot decides nothing about the wager itself.
                if self.result == WagerResult::Waits {
                    self.result = WagerResult::Won;
                }
                self.jackpot += minor(*amount);
            }
            JackpotEvent::ClaimDropped { .. } => {
                self.line = None;
                // Where nothing else is said of it, the meter held nothing.
                self.result = WagerResult::Lost;
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
            CoverEvent::UncoveredReturned { amount, .. } => {
                self.stake.chips = self.stake.chips.minus(*amount).unwrap_or(self.stake.chips);
            }
            CoverEvent::CoveredLost { lost, returned, .. } => {
                self.result = if lost.is_zero() { WagerResult::Returned } else { WagerResult::Lost };
                self.returned = minor(*returned);
            }
            CoverEvent::CoveredPaid { stake, won, line, .. } => {
                self.result = WagerResult::Won;
                self.line = Some(*line);
                (self.won, self.returned) = (minor(*won), minor(*stake));
            }
            CoverEvent::WonByBank { amount, .. } if self.bank => {
                self.won += minor(*amount);
                self.result = WagerResult::Won;
            }
            CoverEvent::WonByBank { .. } => self.result = WagerResult::Lost,
            CoverEvent::PaidByBank { .. } if self.bank => self.result = WagerResult::Lost,
            CoverEvent::PaidByBank { stake, won, .. } => {
                self.result = WagerResult::Won;
                (self.won, self.returned) = (minor(*won), minor(*stake));
            }
            CoverEvent::BankWagered { .. }
            | CoverEvent::BankClaimed { .. }
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
}

/// The wagers that an event is about: one, or two where a bank pays or takes.
pub(crate) fn concerned(event: &What) -> [Option<BetKey>; 2] {
    match event {
        What::Wagering(event) => [wagered(event), None],
        What::Settlement(event) => [settled(event), None],
        What::HouseMoney(
            HouseMoneyEvent::PayoutDue { key, .. }
            | HouseMoneyEvent::PayoutTaken { key, .. }
            | HouseMoneyEvent::PayoutPressed { key, .. }
            | HouseMoneyEvent::EarlyReversed { key, .. }
            | HouseMoneyEvent::PressReversed { key, .. },
        )
        | What::Jackpot(
            JackpotEvent::JackpotReached { key, .. }
            | JackpotEvent::ClaimRaised { key, .. }
            | JackpotEvent::PayWaits { key, .. }
            | JackpotEvent::JackpotPaid { key, .. }
            | JackpotEvent::ClaimDropped { key, .. },
        )
        | What::Cover(
            CoverEvent::UncoveredReturned { key, .. }
            | CoverEvent::CoveredLost { key, .. }
            | CoverEvent::CoveredPaid { key, .. },
        ) => [Some(*key), None],
        // The Banker's own wager is of the other hand, and found by its owner.
        What::Cover(CoverEvent::WonByBank { key, .. }) => [Some(*key), None],
        What::Cover(CoverEvent::PaidByBank { key, banker, .. }) => [Some(*key), Some(*banker)],
        What::Cover(
            CoverEvent::BankWagered { .. }
            | CoverEvent::BankClaimed { .. }
            | CoverEvent::ClaimsClosed { .. }
            | CoverEvent::CoverAsked { .. }
            | CoverEvent::CoverDeclined { .. }
            | CoverEvent::CoverClosed
            | CoverEvent::DominantNamed { .. }
            | CoverEvent::CoverPlaced { .. }
            | CoverEvent::CollectionTaken { .. }
            | CoverEvent::CollectionReturned { .. }
            | CoverEvent::ButtonPlaced { .. }
            | CoverEvent::CoverReturned { .. },
        )
        | What::Jackpot(
            JackpotEvent::JackpotVerified { .. }
            | JackpotEvent::TrayReimbursed { .. }
            | JackpotEvent::LinkTold { .. }
            | JackpotEvent::WordHeard { .. }
            | JackpotEvent::DealerEnvyPaid { .. },
        )
        | What::Opening(_)
        | What::Preparation(_)
        | What::People(_)
        | What::Curator(_)
        | What::Dealing(_)
        | What::Turning(_)
        | What::Bank(_)
        | What::Irregularity(_)
        | What::Floor(_) => [None, None],
    }
}

const fn wagered(event: &WageringEvent) -> Option<BetKey> {
    match event {
        WageringEvent::WagerPlaced { key, .. }
        | WageringEvent::WagerTakenDown { key, .. }
        | WageringEvent::WagerTakenIn { key, .. }
        | WageringEvent::WagerReturned { key, .. } => Some(*key),
        WageringEvent::WagerSpoken { .. }
        | WageringEvent::SpokenConfirmed { .. }
        | WageringEvent::SpokenDeclined { .. } => None,
    }
}

const fn settled(event: &SettlementEvent) -> Option<BetKey> {
    match event {
        SettlementEvent::WagerLost { key, .. }
        | SettlementEvent::WagerPaid { key, .. }
        | SettlementEvent::WagerPushed { key, .. } => Some(*key),
        // The dealer's own part is always kept back, so what is charged otherwise is the bettor's.
        SettlementEvent::VigorishCharged { person, wager, .. } => {
            Some(BetKey { owner: *person, wager: *wager, for_dealer: false })
        }
        SettlementEvent::VigorishCollected { .. } | SettlementEvent::RoundSettled { .. } => None,
    }
}

/// Minor units, wide enough for every sum.
pub(crate) fn minor(amount: Amount) -> i128 {
    i128::from(amount.minor())
}

/// All that lies there, coupons included.
pub(crate) fn total(stake: Stake) -> i128 {
    minor(stake.chips) + minor(stake.promotional) + minor(stake.coupon)
}
