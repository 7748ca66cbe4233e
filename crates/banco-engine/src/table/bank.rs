//! The bank of a game in which a participant holds it.

use banco_money::{Amount, Rounding};
use banco_rulebook::model::rulebook::Family;

use super::command::BankClaim;
use super::event::{Event, PassedWhy};
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

impl BankStage {
    /// Whether somebody holds the bank, rather than having passed it.
    pub(crate) const fn is_held(self) -> bool {
        !matches!(self, Self::Vacant | Self::Bidding | Self::Offered)
    }
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
    /// Who may not bid in this round of bidding, or is not offered the position that they have just had.
    pub without: Option<Person>,
    /// Who is asked to take the bank, or to cover a part of the wager.
    pub asked: Option<Asked>,
    /// What the bank that is offered asks for, where it was passed by choice.
    pub price: Option<(Amount, Amount)>,
    /// Where the offer that goes around began, and the seat that it leaves out.
    pub offer: Option<(Seat, Option<Seat>)>,
    /// Who first passed by choice the bank that is held now, and at which seat.
    pub passed_by: Option<(Person, Seat)>,
    /// Who covered the whole of the last decided wager alone and lost.
    pub suivi: Option<Person>,
    /// Who announced what for this hand.
    pub claims: Vec<(Person, Seat, BankClaim)>,
    /// Who covers the whole wager of this hand alone, by a claim.
    pub alone: Option<(Person, Seat)>,
    /// Who has the decisions of the Player's hand.
    pub dominant: Option<(Person, Seat)>,
    /// Who held it in the last round that was settled.
    pub held_by: Option<Person>,
    /// For how many rounds in a row they did.
    pub held: u32,
    /// The positions that were occupied when the round began: the action button goes around these.
    pub positions: Vec<Seat>,
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
        Event::TableOpened { .. } => *bank = Bank::default(),
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
            let (from, except) = before.or(bank.offer).unwrap_or((*seat, None));
            bank.stage = BankStage::Offered;
            bank.asked = Some(Asked { person: *person, seat: *seat, from, except });
            bank.price = least.zip(*most);
        }
        Event::TurnForfeited { person, .. } if !bank.misses.contains(person) => bank.misses.push(*person),
        Event::TurnMissed { person, .. } => bank.misses.retain(|missing| missing != person),
        Event::BankTaken { seat, person, least, most, .. } => {
            bank.stage = BankStage::Wagering;
            bank.holder = Some((*person, *seat));
            bank.next = Some((*least, *most));
            (bank.last, bank.wager, bank.asked, bank.price) = (None, None, None, None);
            bank.bids.clear();
        }
        Event::BankPassed { why, start, except, .. } => {
            bank.offer = start.map(|start| (start, *except));
            (bank.asked, bank.suivi, bank.wager, bank.alone, bank.dominant) = (None, None, None, None, None);
            bank.claims.clear();
            let by_choice = *why == PassedWhy::Choice;
            bank.passed_by = bank.passed_by.or(bank.holder).filter(|_| by_choice);
        }
        Event::Moved { person, place, .. } => changes_seats(table, *person, place.seat()),
        Event::Left { person, seat, .. } => {
            let out = bank.asked.as_mut().filter(|asked| asked.except == Some(*seat));
            out.into_iter().for_each(|asked| asked.except = None);
            bank.misses.retain(|missing| missing != person);
            bank.bids.retain(|bid| bid.person != *person);
            bank.claims.retain(|(claiming, ..)| claiming != person);
            bank.alone = bank.alone.filter(|(alone, _)| alone != person);
            bank.suivi = bank.suivi.filter(|suivi| suivi != person);
        }
        // Chemin de fer bids anew for every shoe.
        Event::ShoeEnded { .. } if table.rules.family == Family::CheminDeFer => {
            *bank = Bank { holder: bank.holder, ..Bank::default() };
        }
        _ => {}
    }
}

/// Whoever has the bank, or has passed it, is still the one who does so at another seat.
fn changes_seats(table: &mut Table, person: Person, to: Seat) {
    let gone = |seat: Seat| table.at_seat(seat).is_none();
    // Nobody else can have left that seat just now.
    let out = table.bank.asked.and_then(|asked| asked.except).is_some_and(gone);
    let bank = &mut table.bank;
    let own = bank.holder.iter_mut().chain(&mut bank.passed_by).filter(|(known, _)| *known == person);
    own.for_each(|(_, seat)| *seat = to);
    if let Some(asked) = &mut bank.asked {
        asked.except = if out { Some(to) } else { asked.except };
        asked.seat = if asked.person == person { to } else { asked.seat };
    }
}

/// What is the player/dealer's alone.
fn position(table: &mut Table, event: &Event) {
    let bank = &mut table.bank;
    match event {
        Event::BankTaken { .. } => bank.without = None,
        // Whoever has passed it holds nothing any more, even where the cards still lie there.
        Event::BankPassed { .. } => bank.without = bank.holder.take().map(|(person, _)| person),
        // A pause does not end a row of rounds.
        Event::BankVacant { .. } => {
            *bank = Bank { held_by: bank.held_by, held: bank.held, ..Bank::default() };
        }
        Event::RoundBegun { .. } => {
            let seated = table.people.iter().filter(|one| one.place.is_seated());
            bank.positions = seated.map(|one| one.place.seat()).collect();
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
            let holder = bank.holder.map(|(person, _)| person);
            bank.held = if bank.held_by == holder { bank.held.saturating_add(1) } else { 1 };
            bank.held_by = holder;
            bank.wager = None;
        }
        Event::CoverReturned { .. } => bank.wager = None,
        Event::CardsDiscarded { .. } => {
            bank.stood.clear();
            bank.chose.clear();
            bank.collections.clear();
            // Whoever has left after the round has passed the position on by now.
            if bank.stage == BankStage::Covered {
                bank.stage = BankStage::Wagering;
            }
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
            bank.claims.clear();
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
                // It bounds no later wager, but a bank passed now is offered for it.
                bank.last = bank.last.or(bank.wager);
                (bank.wager, bank.alone, bank.asked) = (None, None, None);
                bank.stage = BankStage::Wagering;
                remove(table, *key);
            } else {
                change_chips(table, *key, |chips| chips.minus(*amount).ok());
            }
        }
        Event::DominantNamed { person, seat, .. } => {
            bank.dominant = Some((*person, *seat));
            bank.stage = BankStage::Covered;
            bank.asked = None;
        }
        _ => {}
    }
}

fn settling(table: &mut Table, event: &Event) {
    let wagered = table.round.unwagered.is_none();
    match event {
        Event::WonByBank { key, amount, .. } => {
            remove(table, *key);
            let alone = table.bank.wager == Some(*amount);
            table.bank.suivi = alone.then_some(key.owner);
        }
        Event::PaidByBank { key, banker, won, .. } => {
            remove(table, *key);
            change_chips(table, *banker, |chips| chips.minus(*won).ok());
            // A bank that has paid all it had leaves nothing on the layout.
            table.bets.retain(|bet| bet.key != *banker || bet.stake.chips.is_positive());
            table.bank.suivi = None;
        }
        // An annulled hand leaves the limits of the next wager as they were.
        Event::RoundSettled { .. } if wagered => {
            let wager = table.bank.wager;
            table.bank.last = wager;
            table.bank.next = wager.map(|wager| (wager, Some(most_after(&table.rules, wager))));
        }
        // Between two hands the bank waits as it was for a round without wagers.
        Event::CardsDiscarded { .. } if wagered => {
            let bank = &mut table.bank;
            (bank.wager, bank.dominant, bank.alone) = (None, None, None);
            bank.claims.clear();
            bank.stage = BankStage::Wagering;
        }
        _ => {}
    }
}
