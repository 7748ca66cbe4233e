//! The bank of a game in which a participant holds it.

use banco_money::{Amount, Rounding};
use banco_rulebook::model::rulebook::Family;
use serde::{Deserialize, Serialize};

use super::command::BankClaim;
use super::event::PassedWhy;
use super::people::{Person, Seat};
use super::rules::Rules;
use super::state::{Asked, Table};
use super::wager::BetKey;

/// Where the bank stands before a hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Bid {
    /// The bidder.
    pub person: Person,
    /// At which seat.
    pub seat: Seat,
    /// What the bidder would put into the bank.
    pub amount: Amount,
}

/// The bank.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Bank {
    /// Where it stands.
    pub stage: BankStage,
    /// Who holds it.
    pub holder: Option<(Person, Seat)>,
    /// The least that the holder may wager first, and the most, where there is one; later the last wager counts.
    pub next: Option<(Amount, Option<Amount>)>,
    /// What the holder placed last, any uncovered part included.
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
    /// Whether the last hand was annulled for cards in the wrong order.
    pub annulled: bool,
    /// Where those sat who have moved or left since the bank changed hands.
    pub came_from: Vec<CameFrom>,
    /// Who sat down behind the offer that goes around, and is asked when it comes to their seat again.
    pub late: Vec<Person>,
}

/// Where somebody sat before a change of seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct CameFrom {
    /// Whoever has changed seats.
    pub person: Person,
    /// Where they sat.
    pub seat: Seat,
    /// Whether a turn at the bank was to come there; not for whoever has just lost or passed it.
    pub turn: bool,
}

/// Whether a bank is relinquished by choice: it is passed, or its Banker leaves.
pub(crate) const fn by_choice(why: &PassedWhy) -> bool {
    match why {
        PassedWhy::Choice | PassedWhy::Left => true,
        PassedWhy::BankerLost | PassedWhy::Order(_) | PassedWhy::RoundsUsed => false,
    }
}

/// The most that may follow a wager of the Banker's; the same amount if the multiple does not fit.
pub(crate) fn most_after(rules: &Rules, wager: Amount) -> Amount {
    wager.times(rules.bank_most_times, 1, Rounding::Down).unwrap_or(wager)
}

/// Somebody has sat down. Whoever had the bank, or has passed it, is still the one who does so.
pub(super) fn arrived(table: &mut Table, person: Person, at: Seat) {
    if table.rules.family != Family::CheminDeFer {
        return;
    }
    let behind = is_behind_offer(table, at);
    let bank = &mut table.bank;
    let own = bank.holder.iter_mut().chain(&mut bank.passed_by).filter(|(known, _)| *known == person);
    own.for_each(|(_, seat)| *seat = at);
    bank.late.extend(behind.then_some(person));
}

/// Somebody has left the table.
pub(super) fn left(table: &mut Table, person: Person, seat: Seat) {
    let chemin_de_fer = table.rules.family == Family::CheminDeFer;
    let bank = &mut table.bank;
    let out = bank.asked.as_mut().filter(|asked| asked.except == Some(seat));
    let turn = out.is_none();
    out.into_iter().for_each(|asked| asked.except = None);
    if chemin_de_fer {
        remember(bank, CameFrom { person, seat, turn });
    }
    bank.late.retain(|late| *late != person);
    bank.misses.retain(|missing| *missing != person);
    bank.bids.retain(|bid| bid.person != person);
    bank.claims.retain(|(claiming, ..)| *claiming != person);
    bank.alone = bank.alone.filter(|(alone, _)| *alone != person);
    bank.suivi = bank.suivi.filter(|suivi| *suivi != person);
}

/// The first seat counts, not one on the way.
fn remember(bank: &mut Bank, from: CameFrom) {
    let known = bank.came_from.iter_mut().find(|known| known.person == from.person);
    match known {
        Some(known) => known.turn &= from.turn,
        None => bank.came_from.push(from),
    }
}

/// Whether the offer that goes around has passed a seat.
fn is_behind_offer(table: &Table, seat: Seat) -> bool {
    let asked = table.bank.asked.filter(|_| table.bank.stage == BankStage::Offered);
    let many = table.rules.seats.len();
    asked.is_some_and(|asked| {
        let place = |seat: Seat| (usize::from(seat.at) + many - usize::from(asked.from.at)) % many;
        asked.except != Some(seat) && place(seat) < place(asked.seat)
    })
}

/// Whoever has the bank, or has passed it, is still the one who does so at another seat.
pub(super) fn moved(table: &mut Table, person: Person, from: Seat, to: Seat) {
    let gone = |seat: Seat| table.at_seat(seat).is_none();
    // Nobody else can have left that seat just now.
    let out = table.bank.asked.and_then(|asked| asked.except).is_some_and(gone);
    let had_turn = is_behind_offer(table, from) && !table.bank.late.contains(&person);
    let chemin_de_fer = table.rules.family == Family::CheminDeFer;
    let bank = &mut table.bank;
    let own = bank.holder.iter_mut().chain(&mut bank.passed_by).filter(|(known, _)| *known == person);
    own.for_each(|(_, seat)| *seat = to);
    if let Some(asked) = &mut bank.asked {
        asked.except = if out { Some(to) } else { asked.except };
        asked.seat = if asked.person == person { to } else { asked.seat };
    }
    if chemin_de_fer {
        remember(bank, CameFrom { person, seat: from, turn: true });
        bank.came_from.retain(|known| known.person != person || known.seat != to);
        bank.late.retain(|late| *late != person);
        let late = !had_turn && is_behind_offer(table, to);
        table.bank.late.extend(late.then_some(person));
    }
}

/// The shoe is over: chemin de fer bids anew for every shoe, the player/dealer position goes on.
pub(super) fn shoe_ended(table: &mut Table) {
    if table.rules.family == Family::CheminDeFer {
        table.bank = Bank { holder: table.bank.holder, ..Bank::default() };
    }
}

/// A round begins: the action button goes around the positions that are occupied now.
pub(super) fn round_begun(table: &mut Table) {
    if table.rules.family == Family::PlayerBanked {
        let seated = table.people.iter().filter(|one| one.place.is_seated());
        table.bank.positions = seated.map(|one| one.place.seat()).collect();
    }
}

/// A round is settled.
pub(super) fn round_settled(table: &mut Table) {
    // An annulled hand, or one without wagers, leaves the limits of the next wager as they were.
    let wagered = table.round.unwagered.is_none();
    let bank = &mut table.bank;
    match table.rules.family {
        Family::HouseBanked => {}
        Family::CheminDeFer if wagered => {
            bank.last = bank.wager;
            bank.next = bank.wager.map(|wager| (wager, Some(most_after(&table.rules, wager))));
        }
        Family::CheminDeFer => {}
        Family::PlayerBanked => {
            let holder = bank.holder.map(|(person, _)| person);
            bank.held = if bank.held_by == holder { bank.held.saturating_add(1) } else { 1 };
            bank.held_by = holder;
            bank.wager = None;
        }
    }
}

/// The cards are cleared away.
pub(super) fn cards_discarded(table: &mut Table) {
    let wagered = table.round.unwagered.is_none();
    let bank = &mut table.bank;
    match table.rules.family {
        Family::HouseBanked => {}
        // Between two hands the bank waits as it was for a round without wagers.
        Family::CheminDeFer if wagered => {
            (bank.wager, bank.dominant, bank.alone) = (None, None, None);
            bank.claims.clear();
            bank.stage = BankStage::Wagering;
        }
        Family::CheminDeFer => {}
        Family::PlayerBanked => {
            bank.stood.clear();
            bank.chose.clear();
            bank.collections.clear();
            // Whoever has left after the round has passed the position on by now.
            if bank.stage == BankStage::Covered {
                bank.stage = BankStage::Wagering;
            }
        }
    }
}
