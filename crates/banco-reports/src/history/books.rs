//! The books of a table over some time, by the money that its events move.

use banco_engine::table::{Account, CoverEvent, DealingEvent, Event, FloorEvent, OpeningEvent, What};
use banco_money::Currency;

use super::wager::minor;

/// What moved into each account of a table, people's together, in minor units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Moved {
    pub outside: i128,
    pub house: i128,
    pub tray: i128,
    pub drop: i128,
    pub layout: i128,
    pub progressive: i128,
    pub link: i128,
    pub cover: i128,
    pub tokes: i128,
    pub charged: i128,
    pub collected: i128,
    pub issued: i128,
    pub issued_on_layout: i128,
    pub chips: i128,
    pub promotional: i128,
    pub coupons: i128,
    pub owed: i128,
}

impl Moved {
    const fn account(&mut self, account: Account) -> &mut i128 {
        match account {
            Account::Outside => &mut self.outside,
            Account::House => &mut self.house,
            Account::Tray => &mut self.tray,
            Account::Drop => &mut self.drop,
            Account::Layout => &mut self.layout,
            Account::Progressive => &mut self.progressive,
            Account::Link => &mut self.link,
            Account::Cover => &mut self.cover,
            Account::Tokes => &mut self.tokes,
            Account::Charged => &mut self.charged,
            Account::Collected => &mut self.collected,
            Account::Issued => &mut self.issued,
            Account::IssuedOnLayout => &mut self.issued_on_layout,
            Account::Chips(_) => &mut self.chips,
            Account::Promotional(_) => &mut self.promotional,
            Account::Coupons(_) => &mut self.coupons,
            Account::Owed(_) => &mut self.owed,
        }
    }

    fn add(&mut self, other: &Self) {
        self.outside += other.outside;
        self.house += other.house;
        self.tray += other.tray;
        self.drop += other.drop;
        self.layout += other.layout;
        self.progressive += other.progressive;
        self.link += other.link;
        self.cover += other.cover;
        self.tokes += other.tokes;
        self.charged += other.charged;
        self.collected += other.collected;
        self.issued += other.issued;
        self.issued_on_layout += other.issued_on_layout;
        self.chips += other.chips;
        self.promotional += other.promotional;
        self.coupons += other.coupons;
        self.owed += other.owed;
    }

    /// What the table has won for the house: tray and drop box against what the house has put in.
    pub const fn result(&self) -> i128 {
        self.tray + self.drop + self.house
    }
}

/// What happened to the money of a table over some time, and how often what else.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Figures {
    /// Known from the first money on.
    pub currency: Option<Currency>,
    pub moved: Moved,
    pub opened_with: i128,
    pub fills: i128,
    pub credits: i128,
    pub collections: i128,
    pub rounds: u32,
    pub void: u32,
    pub corrections: u32,
}

impl Figures {
    /// Follows an event.
    pub fn follow(&mut self, event: &Event) {
        event.postings(&mut |posting| {
            self.currency.get_or_insert(posting.amount.currency());
            let amount = minor(posting.amount);
            *self.moved.account(posting.from) -= amount;
            *self.moved.account(posting.to) += amount;
        });
        match &event.what {
            What::Opening(OpeningEvent::TableOpened { float, .. }) => self.opened_with += minor(*float),
            What::Opening(OpeningEvent::TrayFilled { amount, credit: false, .. }) => {
                self.fills += minor(*amount);
            }
            What::Opening(OpeningEvent::TrayFilled { amount, credit: true, .. }) => {
                self.credits += minor(*amount);
            }
            What::Cover(CoverEvent::CollectionTaken { amount, .. }) => self.collections += minor(*amount),
            What::Cover(CoverEvent::CollectionReturned { amount, .. }) => self.collections -= minor(*amount),
            What::Dealing(DealingEvent::RoundBegun { .. }) => self.rounds += 1,
            What::Floor(FloorEvent::RoundVoided { .. }) => self.void += 1,
            What::Floor(FloorEvent::Corrected { .. }) => self.corrections += 1,
            What::Opening(_)
            | What::Preparation(_)
            | What::People(_)
            | What::Wagering(_)
            | What::Curator(_)
            | What::Dealing(_)
            | What::Turning(_)
            | What::HouseMoney(_)
            | What::Settlement(_)
            | What::Jackpot(_)
            | What::Bank(_)
            | What::Cover(_)
            | What::Irregularity(_)
            | What::Floor(_) => {}
        }
    }

    /// Both together.
    pub fn add(&mut self, other: &Self) {
        self.currency = self.currency.or(other.currency);
        self.moved.add(&other.moved);
        self.opened_with += other.opened_with;
        self.fills += other.fills;
        self.credits += other.credits;
        self.collections += other.collections;
        self.rounds += other.rounds;
        self.void += other.void;
        self.corrections += other.corrections;
    }
}
