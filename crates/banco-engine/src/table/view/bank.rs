//! The bank of a participant, as everybody sees it, and what it asks of whom.

use banco_cards::Side;
use banco_money::Amount;
use banco_rulebook::model::rulebook::Family;

use super::super::bank::BankStage;
use super::super::people::{Person, Seat};
use super::super::procedure::player_banked::position::held_enough;
use super::super::state::{Stage, Table};
use super::prompt::Prompt;

/// The bank: everybody at the table hears and sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BankView {
    /// Where it stands.
    pub stage: BankStage,
    /// Who holds it.
    pub holder: Option<Seat>,
    /// What the holder has put up for this hand.
    pub wager: Option<Amount>,
    /// Who is asked to take it, or to cover a part of it.
    pub asked: Option<Seat>,
    /// Who decides for the Player's hand.
    pub dominant: Option<Seat>,
}

/// The bank, where participants hold it.
pub(super) fn bank(table: &Table) -> Option<BankView> {
    let bank = &table.bank;
    (table.rules.family != Family::HouseBanked).then(|| BankView {
        stage: bank.stage,
        holder: bank.holder.map(|(_, seat)| seat),
        wager: bank.wager,
        asked: bank.asked.map(|asked| asked.seat),
        dominant: bank.dominant.map(|(_, seat)| seat),
    })
}

/// What the bank asks of the dealer between hands.
pub(super) fn dealer(table: &Table, list: &mut Vec<Prompt>) {
    let family = table.rules.family;
    match table.bank.stage {
        BankStage::Bidding if !table.bank.bids.is_empty() || table.bank.without.is_some() => {
            list.push(Prompt::CloseBidding);
        }
        BankStage::Claims => list.push(Prompt::CloseClaims),
        BankStage::Vacant if family == Family::PlayerBanked && anybody_may_have_it(table) => {
            list.push(Prompt::OfferBank);
        }
        _ => {}
    }
}

/// Whether somebody sits there who has not held the position as long as it may be held.
fn anybody_may_have_it(table: &Table) -> bool {
    table.people.iter().any(|one| one.place.is_seated() && !held_enough(table, one.person))
}

/// What the bank asks of a participant between hands.
pub(super) fn participant(table: &Table, person: Person, list: &mut Vec<Prompt>) {
    let bank = &table.bank;
    let seated = table.participant(person).is_some_and(|one| one.place.is_seated());
    let holds = bank.holder.is_some_and(|(holder, _)| holder == person);
    let asked = bank.asked.is_some_and(|asked| asked.person == person);
    match bank.stage {
        BankStage::Bidding if seated && bank.without != Some(person) => list.push(Prompt::Bid),
        BankStage::Offered if asked => list.push(Prompt::BankOffered { price: bank.price }),
        BankStage::Wagering if holds => list.push(Prompt::WagerBank),
        BankStage::Claims if seated && !holds => {
            list.push(Prompt::ClaimBank { suivi: bank.suivi == Some(person) });
        }
        BankStage::Covering if asked => list.push(Prompt::CoverBank),
        _ => {}
    }
}

/// Whether whoever controls a private hand may look at it: the Player's from the first look on, the Banker's
/// once a card has been asked for.
pub(super) const fn looked_at(stage: Stage, side: Side) -> bool {
    match side {
        Side::Player => !matches!(stage, Stage::Initial(_)),
        Side::Banker => matches!(stage, Stage::Deciding(Side::Banker) | Stage::Third(Side::Player)),
    }
}
