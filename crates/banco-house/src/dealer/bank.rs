//! Between two hands where participants hold the bank: whose word it is.

use banco_engine::table::{BankStage, Person, Table};
use banco_rulebook::model::rulebook::Family;
use banco_rulebook::model::vocabulary::SettingId;

use super::{AutomaticDealer, Doing, Next, Why};
use crate::chance::HouseRandom;
use crate::heard::Heard;
use crate::words;

impl AutomaticDealer {
    pub(super) fn at_the_bank(
        &self,
        table: &Table,
        family: Family,
        heard: &Heard,
        random: &mut HouseRandom,
    ) -> Next {
        let bank = table.bank();
        let asks = |person: Option<Person>| match person {
            Some(person) => Next::Asks(vec![person]),
            None => Next::Waits(Why::Nobody),
        };
        match (bank.stage, family) {
            (BankStage::Vacant, _) => self.offers_position(table, random),
            (BankStage::Bidding, _) => self.hears_bids(table, heard),
            (BankStage::Claims, _) => self.hears_claims(table, heard),
            (BankStage::Offered | BankStage::Covering, _) => asks(bank.asked.map(|asked| asked.person)),
            (BankStage::Wagering, _) => asks(bank.holder.map(|(person, _)| person)),
            (BankStage::Covered, Family::PlayerBanked) => Next::TakesWagers,
            (BankStage::Covered, _) => self.does(Doing::ClosesBets, words::no_more_bets()),
        }
    }

    /// Nobody has the position: the house asks somebody who may have it.
    fn offers_position(&self, table: &Table, random: &mut HouseRandom) -> Next {
        let people =
            table.people().iter().filter(|one| one.place.is_seated() && !held_enough(table, one.person));
        let seats: Vec<u8> = people.map(|one| one.place.seat().number).collect();
        match seats.get(random.place_in(seats.len())) {
            Some(seat) => self.does(Doing::OffersBank, words::offer_bank(*seat)),
            None => Next::Waits(Why::Nobody),
        }
    }

    /// Everybody may bid, or raise a bid, until nobody wants to.
    fn hears_bids(&self, table: &Table, heard: &Heard) -> Next {
        let (bank, bidders) = (table.bank(), heard.bidders(table));
        if table.people().is_empty() {
            return Next::Waits(Why::Nobody);
        }
        if !bidders.is_empty() {
            return Next::Asks(bidders);
        }
        if bank.bids.is_empty() && bank.without.is_none() {
            return Next::Waits(Why::NobodyBids);
        }
        self.does(Doing::ClosesBidding, words::close_bidding())
    }

    fn hears_claims(&self, table: &Table, heard: &Heard) -> Next {
        let claimants = heard.claimants(table);
        if claimants.is_empty() {
            return self.does(Doing::ClosesClaims, words::close_claims());
        }
        Next::Asks(claimants)
    }
}

/// Whether somebody held the position in as many rounds in a row as they may.
fn held_enough(table: &Table, person: Person) -> bool {
    let most = table.rules().terms.setting(SettingId::MaxConsecutiveDeals).unwrap_or(u32::MAX);
    table.bank().held_by == Some(person) && table.bank().held >= most
}
