//! The bank of a participant, as everybody sees it.

use banco_engine::table::{BankView, Seat};
use schemars::JsonSchema;
use serde::Serialize;

use super::Range;
use crate::value::{Money, Number};
use crate::word::{BankClaim, BankStage, Decision};

/// A bid for the bank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct BidSeen {
    /// Of which seat.
    pub seat: u8,
    /// How much.
    pub amount: Money,
}

/// An announcement for the whole bank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ClaimSeen {
    /// Of which seat.
    pub seat: u8,
    /// What was announced.
    pub claim: BankClaim,
}

/// The bank, where participants hold it; people are told by their seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct BankSeen {
    /// Where it stands.
    pub stage: BankStage,
    /// Who holds it.
    pub holder: Option<u8>,
    /// For how many rounds in a row, where that is limited.
    pub rounds: Number,
    /// The bids so far.
    pub bids: Vec<BidSeen>,
    /// Who may not bid, having passed the bank.
    pub barred: Option<u8>,
    /// Who is asked to take it, or to cover a part of it.
    pub asked: Option<u8>,
    /// What must be wagered by whoever takes it, where it was passed by choice.
    pub price: Option<Range>,
    /// Where whoever first passed it by choice sat.
    pub passed_by: Option<u8>,
    /// What was placed on the last hand.
    pub last: Option<Money>,
    /// What the holder has placed on this hand.
    pub wager: Option<Money>,
    /// What of it nobody has covered.
    pub uncovered: Option<Money>,
    /// Who has announced what for this hand.
    pub claims: Vec<ClaimSeen>,
    /// Who covers the whole wager alone.
    pub alone: Option<u8>,
    /// Who decides for the Player's hand.
    pub dominant: Option<u8>,
    /// Who misses the next turn at it, having moved.
    pub misses: Vec<u8>,
    /// Who may announce "Suivi" for this hand: they covered the whole of the last wager alone, and lost.
    pub suivi: Option<u8>,
    /// Where the action button lies, once the hole card is up.
    pub action: Option<u8>,
    /// Who has chosen to draw or to stand, where each bettor may.
    pub lines: Vec<LineSeen>,
    /// What each position was charged for this round.
    pub collections: Vec<ChargeSeen>,
    /// The clauses by which others cover it.
    pub covered_by: CoveredBySeen,
}

/// The clauses by which others cover a bank.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct CoveredBySeen {
    /// "Suivi".
    pub suivi: Vec<String>,
    /// "Banco".
    pub banco: Vec<String>,
    /// In parts.
    pub parts: Vec<String>,
}

/// What a position was charged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ChargeSeen {
    /// Of which seat.
    pub seat: u8,
    /// How much.
    pub amount: Money,
}

/// What a bettor has chosen, where each may.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct LineSeen {
    /// Of which seat.
    pub seat: u8,
    /// What they chose.
    pub decision: Decision,
}

impl From<&BankView> for BankSeen {
    fn from(bank: &BankView) -> Self {
        let number = |seat: Option<Seat>| seat.map(|seat| seat.number);
        Self {
            stage: bank.stage.into(),
            holder: number(bank.holder),
            rounds: Number(bank.rounds),
            bids: bank
                .bids
                .iter()
                .map(|(seat, amount)| BidSeen { seat: seat.number, amount: (*amount).into() })
                .collect(),
            barred: number(bank.barred),
            asked: number(bank.asked),
            price: bank.price.map(|(least, most)| Range { least: least.into(), most: most.into() }),
            passed_by: number(bank.passed_by),
            last: bank.last.map(Into::into),
            wager: bank.wager.map(Into::into),
            uncovered: bank.uncovered.map(Into::into),
            claims: bank
                .claims
                .iter()
                .map(|(seat, claim)| ClaimSeen { seat: seat.number, claim: (*claim).into() })
                .collect(),
            alone: number(bank.alone),
            dominant: number(bank.dominant),
            misses: bank.misses.iter().map(|seat| seat.number).collect(),
            suivi: number(bank.suivi),
            action: number(bank.action),
            lines: bank
                .lines
                .iter()
                .map(|(seat, decision)| LineSeen { seat: seat.number, decision: (*decision).into() })
                .collect(),
            collections: bank
                .collections
                .iter()
                .map(|(seat, amount)| ChargeSeen { seat: seat.number, amount: (*amount).into() })
                .collect(),
            covered_by: CoveredBySeen {
                suivi: bank.covered_by.suivi.texts(),
                banco: bank.covered_by.banco.texts(),
                parts: bank.covered_by.parts.texts(),
            },
        }
    }
}
