//! Which money each event moves.

use banco_money::Amount;

use super::command::BuyInWith;
use super::event::{Event, VigorishHow};
use super::ledger::{Account, Posting};
use super::wager::{BetKey, Stake, Tender};

/// The postings of an event, in order.
pub fn postings(event: &Event, post: &mut dyn FnMut(Posting)) {
    let mut move_ = |from: Account, to: Account, amount: Amount| {
        if !amount.is_zero() {
            post(Posting { from, to, amount });
        }
    };
    match event {
        Event::TableOpened { float, .. } => move_(Account::House, Account::Tray, *float),
        Event::TrayFilled { amount, credit: false, .. } => move_(Account::House, Account::Tray, *amount),
        Event::TrayFilled { amount, credit: true, .. } => move_(Account::Tray, Account::House, *amount),
        Event::Corrected { from, to, amount, .. } => move_(*from, *to, *amount),
        Event::JackpotPaid { key, amount, .. } => move_(Account::Link, winner(*key), *amount),
        Event::TrayReimbursed { amount, .. } => move_(Account::Link, Account::Tray, *amount),
        Event::DealerEnvyPaid { amount, .. } => move_(Account::Tray, Account::Tokes, *amount),
        _ => {
            person_postings(event, &mut move_);
            wager_postings(event, &mut move_);
            settlement_postings(event, &mut move_);
            reversal_postings(event, &mut move_);
        }
    }
}

type Move<'a> = &'a mut dyn FnMut(Account, Account, Amount);

fn person_postings(event: &Event, move_: Move<'_>) {
    match event {
        Event::Left { person, took, promotional, coupons, .. } => {
            move_(Account::Chips(*person), Account::Outside, *took);
            // What the house has issued is worth something at the table only.
            move_(Account::Promotional(*person), Account::Issued, *promotional);
            move_(Account::Coupons(*person), Account::Issued, *coupons);
        }
        Event::BoughtIn { person, amount, with, .. } => match with {
            BuyInWith::Cash => {
                move_(Account::Outside, Account::Drop, *amount);
                move_(Account::Tray, Account::Chips(*person), *amount);
            }
            BuyInWith::Chips => move_(Account::Outside, Account::Chips(*person), *amount),
        },
        Event::CashedOut { person, amount, .. } => move_(Account::Chips(*person), Account::Outside, *amount),
        Event::Promoted { person, tender: Tender::Coupon, amount, .. } => {
            move_(Account::Issued, Account::Coupons(*person), *amount);
        }
        Event::Promoted { person, amount, .. } => {
            move_(Account::Issued, Account::Promotional(*person), *amount);
        }
        Event::Tipped { person, amount, .. } => move_(Account::Chips(*person), Account::Tokes, *amount),
        Event::VigorishCollected { person, amount, .. } => {
            move_(Account::Chips(*person), Account::Tray, *amount);
            move_(Account::Owed(*person), Account::Collected, *amount);
        }
        _ => {}
    }
}

fn wager_postings(event: &Event, move_: Move<'_>) {
    match event {
        Event::WagerPlaced { key, added, .. } => {
            move_(Account::Chips(key.owner), Account::Layout, added.chips);
            move_(Account::Promotional(key.owner), Account::IssuedOnLayout, added.promotional);
            move_(Account::Coupons(key.owner), Account::IssuedOnLayout, added.coupon);
        }
        Event::WagerTakenDown { key, stake, .. } => give_back(*key, *stake, false, move_),
        Event::WagersTakenIn { stake, .. } => move_(Account::Layout, Account::Progressive, stake.chips),
        Event::WagerReturned { key, stake, taken_in, .. } => give_back(*key, *stake, *taken_in, move_),
        _ => {}
    }
}

/// A stake goes back to its owner.
fn give_back(key: BetKey, stake: Stake, taken_in: bool, move_: Move<'_>) {
    let from = if taken_in { Account::Progressive } else { Account::Layout };
    move_(from, Account::Chips(key.owner), stake.chips);
    move_(Account::IssuedOnLayout, Account::Promotional(key.owner), stake.promotional);
    move_(Account::IssuedOnLayout, Account::Coupons(key.owner), stake.coupon);
}

/// Whoever takes what a wager wins.
const fn winner(key: BetKey) -> Account {
    if key.for_dealer { Account::Tokes } else { Account::Chips(key.owner) }
}

fn settlement_postings(event: &Event, move_: Move<'_>) {
    match event {
        Event::WagerLost { stake, taken_in, .. } => {
            if !taken_in {
                move_(Account::Layout, Account::Tray, stake.chips);
            }
            move_(Account::IssuedOnLayout, Account::Issued, stake.promotional);
            move_(Account::IssuedOnLayout, Account::Issued, stake.coupon);
        }
        Event::WagerPaid { .. } => paid_postings(event, move_),
        Event::PayoutTaken { key, won, stake, .. } => {
            move_(Account::Tray, winner(*key), *won);
            move_(Account::Layout, winner(*key), stake.chips);
            move_(Account::IssuedOnLayout, Account::Promotional(key.owner), stake.promotional);
        }
        Event::PayoutPressed { key, pressed, handed, stake, .. } => {
            move_(Account::Tray, Account::Layout, *pressed);
            move_(Account::Tray, winner(*key), *handed);
            move_(Account::Layout, winner(*key), stake.chips);
            move_(Account::IssuedOnLayout, Account::Promotional(key.owner), stake.promotional);
        }
        Event::ClaimRaised { .. } | Event::WagerPushed { .. } => {}
        Event::VigorishCharged { person, amount, how, .. } => {
            move_(Account::Charged, Account::Owed(*person), *amount);
            let from = match how {
                VigorishHow::Marked => return,
                // The payout that follows is smaller by it.
                VigorishHow::KeptBack => None,
                VigorishHow::FromChips => Some(Account::Chips(*person)),
                VigorishHow::FromWager => Some(Account::Layout),
            };
            if let Some(from) = from {
                move_(from, Account::Tray, *amount);
            }
            move_(Account::Owed(*person), Account::Collected, *amount);
        }
        _ => {}
    }
}

fn paid_postings(event: &Event, move_: Move<'_>) {
    let Event::WagerPaid { key, stake, won, kept_back, stake_taken, promotional_taken, taken_in, .. } = event
    else {
        return;
    };
    // What is kept back has been checked against the payout when this was decided.
    if let Ok(paid) = won.minus(*kept_back) {
        move_(Account::Tray, winner(*key), paid);
    }
    // A wager that was taken in stays so: odds "to one" give as much back out of the tray.
    match (taken_in, stake_taken) {
        (true, true) => {}
        (true, false) => move_(Account::Tray, winner(*key), stake.chips),
        (false, true) => move_(Account::Layout, Account::Tray, stake.chips),
        (false, false) => move_(Account::Layout, winner(*key), stake.chips),
    }
    let taken = *promotional_taken || *stake_taken || key.for_dealer;
    let to = if taken { Account::Issued } else { Account::Promotional(key.owner) };
    move_(Account::IssuedOnLayout, to, stake.promotional);
    move_(Account::IssuedOnLayout, Account::Issued, stake.coupon);
}

fn reversal_postings(event: &Event, move_: Move<'_>) {
    match event {
        Event::EarlyReversed { key, stake, lost: true, .. } => {
            move_(Account::Tray, Account::Chips(key.owner), stake.chips);
            move_(Account::Issued, Account::Promotional(key.owner), stake.promotional);
        }
        Event::CoverPlaced { person, amount, .. } => {
            move_(Account::Chips(*person), Account::Cover, *amount);
        }
        Event::CoverReturned { person, amount, .. } => {
            move_(Account::Cover, Account::Chips(*person), *amount);
        }
        Event::CollectionTaken { person, amount, .. } => {
            move_(Account::Chips(*person), Account::Drop, *amount);
        }
        Event::CollectionReturned { person, amount, .. } => {
            move_(Account::Drop, Account::Chips(*person), *amount);
        }
        Event::CoveredLost { key, to, lost, returned, .. } => {
            move_(Account::Layout, Account::Chips(*to), *lost);
            move_(Account::Layout, Account::Chips(key.owner), *returned);
        }
        Event::CoveredPaid { key, stake, won, .. } => {
            move_(Account::Cover, Account::Chips(key.owner), *won);
            move_(Account::Layout, Account::Chips(key.owner), *stake);
        }
        Event::UncoveredReturned { key, amount, .. } => {
            move_(Account::Layout, Account::Chips(key.owner), *amount);
        }
        Event::WonByBank { banker, amount, .. } => move_(Account::Layout, Account::Chips(*banker), *amount),
        Event::PaidByBank { key, stake, won, .. } => {
            move_(Account::Layout, Account::Chips(key.owner), *stake);
            move_(Account::Layout, Account::Chips(key.owner), *won);
        }
        Event::EarlyReversed { key, handed, .. } => move_(winner(*key), Account::Tray, *handed),
        Event::PressReversed { pressed, .. } => move_(Account::Layout, Account::Tray, *pressed),
        _ => {}
    }
}
