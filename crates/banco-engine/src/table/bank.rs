//! The bank of a game in which a participant holds it.

use banco_money::{Amount, Rounding};
use banco_rulebook::model::rulebook::Family;

use super::command::BankClaim;
use super::event::Event;
use super::evolve::{change_chips, remove};
use super::people::{Person, Seat};
use super::rules::Rules;
use super::state::{Asked, Table};
use super::wager::BetKey;
use crate::coup::Decision;

/// Where the bank stands before a hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum BankStage {
    /// Nobody has it yet.
    #[default]
    Vacant,
    /// Participants bid for it.
    Bidding,
    /// It is offered from seat to seat.
    Offered,
    /// The Banker is to wager.
    Wagering,
    /// "Suivi" and "Banco" may be announced.
    Claims,
    /// Parts of the wager are covered, from seat to seat.
    Covering,
    /// Nobody else is to be asked.
    Covered,
}

/// An offer to wager so much for the bank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bid {
    /// By whom.
    pub person: Person,
    /// At which seat.
    pub seat: Seat,
    /// How much.
    pub amount: Amount,
}

/// The bank.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bank {
    /// Where it stands.
    pub stage: BankStage,
    /// Who holds it.
    pub holder: Option<(Person, Seat)>,
    /// The least that the holder may wager next, and the most, where there is one.
    pub next: Option<(Amount, Option<Amount>)>,
    /// What the holder placed on the last hand, any uncovered part included.
    pub last: Option<Amount>,
    /// What the holder has placed on this hand.
    pub wager: Option<Amount>,
    /// The bids so far.
    pub bids: Vec<Bid>,
    /// Who may not bid in this round of bidding.
    pub without: Option<Person>,
    /// Who is asked to take the bank, or to cover a part of the wager.
    pub asked: Option<Asked>,
    /// What the bank that is offered asks for, where it was passed by choice.
    pub price: Option<(Amount, Amount)>,
    /// The seat from which a bank that was passed by choice goes on when it is lost.
    pub passed_from: Option<Seat>,
    /// Who covered the whole of the last decided wager alone and lost.
    pub suivi: Option<Person>,
    /// Who announced what for this hand.
    pub claims: Vec<(Person, Seat, BankClaim)>,
    /// Who covers the whole wager of this hand alone, by a claim.
    pub alone: Option<(Person, Seat)>,
    /// Who has the decisions of the Player's hand.
    pub dominant: Option<(Person, Seat)>,
    /// For how many rounds in a row the holder has had it.
    pub held: u32,
    /// Bettors who stood where each may choose, and those who hit.
    pub stood: Vec<BetKey>,
    /// Bettors who have chosen.
    pub chose: Vec<BetKey>,
    /// Collections of this round, in case it becomes void.
    pub collections: Vec<(Person, Seat, Amount)>,
    /// Who misses the next offer of the bank, having moved towards it.
    pub misses: Vec<Person>,
}

/// The most that may follow a wager of the Banker's; the same amount if the multiple does not fit.
pub(crate) fn most_after(rules: &Rules, wager: Amount) -> Amount {
    wager.times(rules.bank_most_times, 1, Rounding::Down).unwrap_or(wager)
}

/// How events change the bank.
pub(super) fn evolve(table: &mut Table, event: &Event) {
    if table.rules.family == Family::PlayerBanked {
        holding(table, event);
        position(table, event);
    }
    if table.rules.family == Family::CheminDeFer {
        holding(table, event);
        covering(table, event);
        settling(table, event);
    }
}

fn holding(table: &mut Table, event: &Event) {
    let bank = &mut table.bank;
    match event {
        Event::BiddingOpened { without, .. } => {
            bank.stage = BankStage::Bidding;
            bank.without = *without;
            (bank.holder, bank.asked, bank.price) = (None, None, None);
            bank.bids.clear();
        }
        Event::BidMade { person, seat, amount, .. } => {
            bank.bids.retain(|bid| bid.person != *person);
            bank.bids.push(Bid { person: *person, seat: *seat, amount: *amount });
        }
        Event::BankOffered { seat, person, least, most, .. } => {
            let before = bank.asked.map(|asked| (asked.from, asked.except));
            let (from, except) = before.unwrap_or((*seat, bank.holder.map(|(_, seat)| seat)));
            bank.stage = BankStage::Offered;
            bank.asked = Some(Asked { person: *person, seat: *seat, from, except });
            bank.price = least.zip(*most);
        }
        Event::TurnMissed { person, .. } => bank.misses.retain(|missing| missing != person),
        Event::BankTaken { seat, person, least, most, .. } => {
            bank.stage = BankStage::Wagering;
            bank.holder = Some((*person, *seat));
            bank.next = Some((*least, *most));
            (bank.last, bank.wager, bank.asked, bank.price) = (None, None, None, None);
            bank.bids.clear();
        }
        Event::BankPassed { from, why, .. } => {
            bank.asked = None;
            bank.suivi = None;
            bank.passed_from = match why {
                super::event::PassedWhy::Choice => bank.passed_from.or(*from),
                _ => None,
            };
        }
        Event::Moved { person, .. } if table.rules.family == Family::CheminDeFer => bank.misses.push(*person),
        Event::Left { person, .. } => {
            bank.misses.retain(|missing| missing != person);
            bank.bids.retain(|bid| bid.person != *person);
            bank.suivi = bank.suivi.filter(|suivi| suivi != person);
        }
        // Chemin de fer bids anew for every shoe.
        Event::ShoeEnded { .. } if table.rules.family == Family::CheminDeFer => {
            *bank = Bank { holder: bank.holder, ..Bank::default() };
        }
        _ => {}
    }
}

/// What is the player/dealer's alone.
fn position(table: &mut Table, event: &Event) {
    let bank = &mut table.bank;
    match event {
        Event::BankTaken { .. } => bank.held = 0,
        Event::BankVacant { .. } => {
            *bank = Bank { misses: std::mem::take(&mut bank.misses), ..Bank::default() }
        }
        Event::BankWagered { amount, .. } => {
            bank.wager = Some(*amount);
            bank.stage = BankStage::Covered;
        }
        Event::CollectionTaken { person, seat, amount, .. } => {
            bank.collections.push((*person, *seat, *amount));
        }
        Event::BettorChose { key, decision, .. } => {
            bank.chose.push(*key);
            bank.stood.extend((*decision == Decision::Stand).then_some(*key));
        }
        Event::CoveredLost { key, .. } | Event::CoveredPaid { key, .. } => remove(table, *key),
        Event::RoundSettled { .. } => {
            bank.held += 1;
            bank.wager = None;
        }
        Event::CoverReturned { .. } => bank.wager = None,
        Event::CardsDiscarded { .. } => {
            bank.stood.clear();
            bank.chose.clear();
            bank.collections.clear();
            bank.stage = if bank.holder.is_some() { BankStage::Wagering } else { BankStage::Vacant };
        }
        _ => {}
    }
}

fn covering(table: &mut Table, event: &Event) {
    let bank = &mut table.bank;
    match event {
        Event::BankWagered { amount, .. } => {
            bank.wager = Some(*amount);
            bank.stage = BankStage::Claims;
            bank.claims.clear();
            bank.alone = None;
        }
        Event::BankClaimed { person, seat, claim, .. } => bank.claims.push((*person, *seat, *claim)),
        Event::ClaimsClosed { winner, .. } => {
            bank.alone = winner.map(|(person, seat, _)| (person, seat));
            bank.stage = BankStage::Covering;
            bank.asked = None;
        }
        Event::CoverAsked { seat, person, .. } => {
            let from = bank.asked.map_or(*seat, |asked| asked.from);
            let except = bank.holder.map(|(_, seat)| seat);
            bank.asked = Some(Asked { person: *person, seat: *seat, from, except });
        }
        Event::CoverClosed { .. } => {
            bank.stage = BankStage::Covered;
            bank.asked = None;
        }
        Event::UncoveredReturned { key, amount, .. } => {
            let whole = bank.wager == Some(*amount);
            if whole {
                bank.wager = None;
                bank.stage = BankStage::Wagering;
                remove(table, *key);
            } else {
                change_chips(table, *key, |chips| chips.minus(*amount).ok());
            }
        }
        Event::DominantNamed { person, seat, .. } => {
            bank.dominant = Some((*person, *seat));
            bank.last = bank.wager;
        }
        _ => {}
    }
}

fn settling(table: &mut Table, event: &Event) {
    match event {
        Event::WonByBank { key, amount, .. } => {
            remove(table, *key);
            let alone = table.bank.wager == Some(*amount);
            table.bank.suivi = alone.then_some(key.owner);
        }
        Event::PaidByBank { key, banker, won, .. } => {
            remove(table, *key);
            change_chips(table, *banker, |chips| chips.minus(*won).ok());
            table.bank.suivi = None;
        }
        Event::CardsDiscarded { .. } => {
            let most = table.bank.last.map(|last| (last, Some(most_after(&table.rules, last))));
            let bank = &mut table.bank;
            (bank.wager, bank.dominant, bank.alone) = (None, None, None);
            bank.claims.clear();
            if bank.holder.is_some() {
                bank.stage = BankStage::Wagering;
                bank.next = most.or(bank.next);
            }
        }
        _ => {}
    }
}
