//! What a round that is over shows of each step to people whom it does not concern.
//!
//! Live, whoever looks at the table hears wagers as they lie open. Once a round is over its steps can be asked for by
//! anybody, so what moves money or says an amount is listed here for its owners alone. The compiler asks for an answer
//! for each event about money; a new one is public to nobody until it has one.

#![deny(clippy::wildcard_enum_match_arm)]

use banco_engine::Person;
use banco_engine::table::{
    BankEvent, BetKey, CoverEvent, FloorEvent, HouseMoneyEvent, JackpotEvent, OpeningEvent, PeopleEvent,
    SettlementEvent, WageringEvent, What,
};

use super::owner_of;

/// Who may read a step of a round that is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepAudience {
    /// Whoever may hear the event: it says nothing of anybody's money.
    Public,
    /// The people whose money it is, as far as they may hear it.
    Owners([Option<Person>; 2]),
}

impl StepAudience {
    /// Whether somebody is among the audience.
    #[must_use]
    pub fn has(self, viewer: Option<Person>) -> bool {
        match self {
            Self::Public => true,
            Self::Owners(owners) => viewer.is_some() && owners.contains(&viewer),
        }
    }
}

const NOBODY: StepAudience = StepAudience::Owners([None; 2]);

const fn of(person: Person) -> StepAudience {
    StepAudience::Owners([Some(person), None])
}

const fn both(one: Person, other: Person) -> StepAudience {
    StepAudience::Owners([Some(one), Some(other)])
}

const fn bet(key: &BetKey) -> StepAudience {
    of(key.owner)
}

/// Who may read a step of a round that is over.
#[must_use]
pub fn step_audience(what: &What) -> StepAudience {
    match what {
        What::Preparation(_)
        | What::Curator(_)
        | What::Dealing(_)
        | What::Turning(_)
        | What::Irregularity(_) => StepAudience::Public,
        What::Opening(event) => opening(event),
        What::People(event) => people(event),
        What::Wagering(event) => wagering(event),
        What::HouseMoney(event) => house_money(event),
        What::Settlement(event) => settlement(event),
        What::Jackpot(event) => jackpot(event),
        What::Bank(event) => bank(event),
        What::Cover(event) => cover(event),
        What::Floor(event) => floor(event),
    }
}

const fn opening(event: &OpeningEvent) -> StepAudience {
    match event {
        OpeningEvent::TablePutUp { .. }
        | OpeningEvent::TableOpened { .. }
        | OpeningEvent::TableClosed { .. }
        | OpeningEvent::TermsAdopted { .. }
        | OpeningEvent::NoticeGiven { .. }
        | OpeningEvent::ProcedureIntroduced { .. } => StepAudience::Public,
        OpeningEvent::TrayFilled { .. } => NOBODY,
    }
}

const fn people(event: &PeopleEvent) -> StepAudience {
    match event {
        PeopleEvent::Arrived { .. } | PeopleEvent::Moved { .. } => StepAudience::Public,
        PeopleEvent::AccountTold { person, .. }
        | PeopleEvent::Left { person, .. }
        | PeopleEvent::CashTaken { person, .. }
        | PeopleEvent::BoughtIn { person, .. }
        | PeopleEvent::CashedOut { person, .. }
        | PeopleEvent::PromotionGiven { person, .. }
        | PeopleEvent::Tipped { person, .. } => of(*person),
    }
}

const fn wagering(event: &WageringEvent) -> StepAudience {
    match event {
        WageringEvent::WagerPlaced { key, .. }
        | WageringEvent::WagerTakenDown { key, .. }
        | WageringEvent::WagerTakenIn { key, .. }
        | WageringEvent::WagerReturned { key, .. } => bet(key),
        WageringEvent::WagerSpoken { person, .. }
        | WageringEvent::SpokenConfirmed { person }
        | WageringEvent::SpokenDeclined { person } => of(*person),
    }
}

const fn house_money(event: &HouseMoneyEvent) -> StepAudience {
    match event {
        HouseMoneyEvent::PayoutDue { key, .. }
        | HouseMoneyEvent::PayoutTaken { key, .. }
        | HouseMoneyEvent::PayoutPressed { key, .. }
        | HouseMoneyEvent::EarlyReversed { key, .. }
        | HouseMoneyEvent::PressReversed { key, .. } => bet(key),
    }
}

const fn settlement(event: &SettlementEvent) -> StepAudience {
    match event {
        SettlementEvent::WagerLost { key, .. }
        | SettlementEvent::WagerPaid { key, .. }
        | SettlementEvent::WagerPushed { key, .. } => bet(key),
        SettlementEvent::VigorishCharged { person, .. }
        | SettlementEvent::VigorishCollected { person, .. } => of(*person),
        SettlementEvent::RoundSettled { .. } => StepAudience::Public,
    }
}

const fn jackpot(event: &JackpotEvent) -> StepAudience {
    match event {
        JackpotEvent::JackpotReached { key, .. }
        | JackpotEvent::ClaimRaised { key, .. }
        | JackpotEvent::PayWaits { key, .. }
        | JackpotEvent::JackpotPaid { key, .. }
        | JackpotEvent::ClaimDropped { key, .. } => bet(key),
        JackpotEvent::LinkTold { .. } | JackpotEvent::WordHeard { .. } => StepAudience::Public,
        JackpotEvent::JackpotVerified { .. }
        | JackpotEvent::TrayReimbursed { .. }
        | JackpotEvent::DealerEnvyPaid { .. } => NOBODY,
    }
}

const fn bank(event: &BankEvent) -> StepAudience {
    match event {
        BankEvent::BiddingOpened { .. }
        | BankEvent::BankDeclined { .. }
        | BankEvent::TurnMissed { .. }
        | BankEvent::TurnForfeited { .. }
        | BankEvent::TurnRegained { .. }
        | BankEvent::BankPassed { .. }
        | BankEvent::BankVacant => StepAudience::Public,
        BankEvent::BidMade { person, .. }
        | BankEvent::BankOffered { person, .. }
        | BankEvent::BankTaken { person, .. } => of(*person),
    }
}

const fn cover(event: &CoverEvent) -> StepAudience {
    match event {
        CoverEvent::BankClaimed { .. }
        | CoverEvent::ClaimsClosed { .. }
        | CoverEvent::CoverDeclined { .. }
        | CoverEvent::CoverClosed
        | CoverEvent::DominantNamed { .. }
        | CoverEvent::ButtonPlaced { .. } => StepAudience::Public,
        CoverEvent::BankWagered { person, .. }
        | CoverEvent::CoverAsked { person, .. }
        | CoverEvent::CoverPlaced { person, .. }
        | CoverEvent::CollectionTaken { person, .. }
        | CoverEvent::CollectionReturned { person, .. }
        | CoverEvent::CoverReturned { person, .. } => of(*person),
        CoverEvent::UncoveredReturned { key, .. } | CoverEvent::CoveredPaid { key, .. } => bet(key),
        CoverEvent::CoveredLost { key, to, .. } => both(key.owner, *to),
        CoverEvent::WonByBank { key, banker, .. } => both(key.owner, *banker),
        CoverEvent::PaidByBank { key, banker, .. } => both(key.owner, banker.owner),
    }
}

fn floor(event: &FloorEvent) -> StepAudience {
    match event {
        FloorEvent::TableHeld { .. }
        | FloorEvent::TableResumed { .. }
        | FloorEvent::DealerSignedOn { .. }
        | FloorEvent::DealerSignedOff { .. }
        | FloorEvent::RoundVoided { .. }
        | FloorEvent::PassedOver { .. } => StepAudience::Public,
        FloorEvent::Accommodated { person, helper, .. } => both(*person, *helper),
        FloorEvent::Corrected { from, to, .. } => StepAudience::Owners([owner_of(*from), owner_of(*to)]),
        FloorEvent::Asked { .. }
        | FloorEvent::Approved { .. }
        | FloorEvent::TurnedDown { .. }
        | FloorEvent::Expired { .. }
        | FloorEvent::Lapsed { .. } => NOBODY,
    }
}
