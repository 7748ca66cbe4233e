//! Who comes and goes, and with what money.

use std::fmt::{self, Formatter};

use banco_money::Amount;
use serde::{Deserialize, Serialize};

use super::{Curator, Pay};
use crate::authority::Person;
use crate::house::MoneyAction;
use crate::names::Names;
use crate::shelf::Shelf;
use crate::table::bank;
use crate::table::command::BuyInWith;
use crate::table::ledger::Account;
use crate::table::people::{Participant, Place, Seat};
use crate::table::restriction::{Barred, Restriction};
use crate::table::state::{Round, Table};
use crate::table::wager::Tender;

/// Who comes and goes, and with what money.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the stories below say what the fields are")]
pub enum PeopleEvent {
    /// No rulebook speaks of accounts: it cites no clause.
    AccountTold {
        barred: Option<Barred>,
        most: Option<Amount>,
        person: Person,
    },
    Arrived {
        person: Person,
        place: Place,
    },
    Moved {
        person: Person,
        place: Place,
    },
    Left {
        chips: Amount,
        coupons: Amount,
        person: Person,
        promotional: Amount,
        seat: Seat,
        seen_off_by: Option<Person>,
    },
    BoughtIn {
        amount: Amount,
        person: Person,
        with: BuyInWith,
    },
    /// A dealer has taken cash for chips; `alone` where it was within the house's level for one person.
    CashTaken {
        #[serde(default, skip_serializing_if = "crate::wire::is_false")]
        alone: bool,
        amount: Amount,
        by: Person,
        person: Person,
    },
    CashedOut {
        amount: Amount,
        person: Person,
    },
    PromotionGiven {
        #[serde(default, skip_serializing_if = "crate::wire::is_false")]
        alone: bool,
        amount: Amount,
        by: Person,
        person: Person,
        tender: Tender,
    },
    Tipped {
        amount: Amount,
        person: Person,
    },
}

impl PeopleEvent {
    pub(super) fn change_table(&self, table: &mut Table, _: &Shelf) {
        match self {
            Self::AccountTold { barred, most, person } => {
                table.tell(*person, Restriction { barred: *barred, most: *most });
            }
            Self::Arrived { person, place } => {
                let nothing = table.nothing();
                table.people.push(Participant::new(*person, *place, nothing));
                bank::arrived(table, *person, place.seat());
            }
            Self::Moved { person, place } => {
                let from = table.participant(*person).map_or_else(|| place.seat(), |one| one.place.seat());
                if let Some(one) = table.participant_mut(*person) {
                    one.place = *place;
                }
                let own = table.bets.iter_mut().filter(|bet| bet.key.owner == *person);
                own.for_each(|bet| bet.seat = place.seat());
                offers_move(table, *person, place.seat());
                bank::moved(table, *person, from, place.seat());
            }
            Self::Left { chips, person, seat, .. } => {
                table.count_from_account(*person, *chips, true);
                table.accounts.retain(|told| told.person != *person);
                table.people.retain(|one| one.person != *person);
                table.helpers.retain(|(helped, helper)| helped != person && helper != person);
                table.spoken.retain(|spoken| spoken.person != *person);
                bank::left(table, *person, *seat);
            }
            Self::BoughtIn { amount, person, .. } => table.count_from_account(*person, *amount, false),
            Self::CashTaken { alone, amount, by, person } => {
                table.count_from_account(*person, *amount, false);
                table.count_alone(*alone, MoneyAction::CashBuyIn, *by, *amount);
            }
            Self::CashedOut { amount, person } => table.count_from_account(*person, *amount, true),
            Self::PromotionGiven { alone, amount, by, .. } => {
                table.count_alone(*alone, MoneyAction::Promotion, *by, *amount);
            }
            Self::Tipped { .. } => {}
        }
    }

    pub(super) const fn change_round(&self, _: &mut Round) {}

    pub(super) fn move_money(&self, pay: Pay<'_>) {
        match self {
            Self::Left { person, chips, promotional, coupons, .. } => {
                pay(Account::Chips(*person), Account::Outside, *chips);
                // What the house has issued is worth something at the table only.
                pay(Account::Promotional(*person), Account::Issued, *promotional);
                pay(Account::Coupons(*person), Account::Issued, *coupons);
            }
            Self::BoughtIn { person, amount, with: BuyInWith::Cash }
            | Self::CashTaken { person, amount, .. } => {
                pay(Account::Outside, Account::Drop, *amount);
                pay(Account::Tray, Account::Chips(*person), *amount);
            }
            Self::BoughtIn { person, amount, with: BuyInWith::Account | BuyInWith::Chips } => {
                pay(Account::Outside, Account::Chips(*person), *amount);
            }
            Self::CashedOut { person, amount } => pay(Account::Chips(*person), Account::Outside, *amount),
            Self::PromotionGiven { person, tender, amount, .. } => {
                let to = match tender {
                    Tender::Coupon => Account::Coupons(*person),
                    Tender::Promotional | Tender::Chips => Account::Promotional(*person),
                };
                pay(Account::Issued, to, *amount);
            }
            Self::Tipped { person, amount } => pay(Account::Chips(*person), Account::Tokes, *amount),
            Self::AccountTold { .. } | Self::Arrived { .. } | Self::Moved { .. } => {}
        }
    }

    pub(super) fn tell(&self, f: &mut Formatter<'_>, names: &Names<'_>) -> fmt::Result {
        let who = |person: &Person| names.person(*person);
        match self {
            // Why, and what they have chosen as a limit, is nobody else's business.
            Self::AccountTold { barred: Some(_), person, .. } => {
                write!(f, "{} makes no wagers for now", who(person))
            }
            Self::AccountTold { barred: None, person, .. } => {
                write!(f, "{} plays from an account", who(person))
            }
            Self::Arrived { person, place: Place::At(seat) } => {
                write!(f, "{} sits down at {seat}", who(person))
            }
            Self::Arrived { person, place: Place::Behind(seat) } => {
                write!(f, "{} stands behind {seat}", who(person))
            }
            Self::Moved { person, place } => write!(f, "{} moves to {}", who(person), place.seat()),
            Self::Left { person, seat, chips, seen_off_by: None, .. } => {
                write!(f, "{} leaves {seat} with {chips}", who(person))
            }
            Self::Left { person, seat, chips, seen_off_by: Some(_), .. } => {
                write!(f, "{} is gone from {seat}; {chips} is kept for them", who(person))
            }
            Self::BoughtIn { person, amount, with: BuyInWith::Cash } => {
                write!(f, "{} buys in for {amount} in cash", who(person))
            }
            Self::BoughtIn { person, amount, with: BuyInWith::Account } => {
                write!(f, "{} buys in for {amount} from their account", who(person))
            }
            Self::CashTaken { person, amount, .. } => {
                write!(f, "{} buys in for {amount} in cash", who(person))
            }
            Self::BoughtIn { person, amount, with: BuyInWith::Chips } => {
                write!(f, "{} brings {amount} in chips", who(person))
            }
            Self::CashedOut { person, amount } => write!(f, "{} cashes out {amount}", who(person)),
            Self::PromotionGiven { person, tender, amount, .. } => {
                let what = if *tender == Tender::Coupon { "a coupon of" } else { "promotional chips of" };
                write!(f, "{} receives {what} {amount}", who(person))
            }
            Self::Tipped { person, amount } => write!(f, "{} gives the dealer {amount}", who(person)),
        }
    }
}

/// What somebody has or is offered goes with them to another seat.
fn offers_move(table: &mut Table, person: Person, seat: Seat) {
    let offers = table.shoe_asked.iter_mut().chain(&mut table.round.asked);
    offers.filter(|asked| asked.person == person).for_each(|asked| asked.seat = seat);
    if let Some((asked, at)) = &mut table.shoe.cut_asked
        && *asked == person
    {
        *at = seat;
    }
    match &mut table.curator {
        Some(Curator::Person(curator, at) | Curator::DealerFor(curator, at)) if *curator == person => {
            *at = seat;
        }
        Some(Curator::Person(..) | Curator::DealerFor(..) | Curator::Dealer) | None => {}
    }
}
