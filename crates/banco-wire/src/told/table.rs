//! Who may see which event of a table.

#![deny(clippy::wildcard_enum_match_arm)]

use banco_engine::table::{
    BankEvent, CoverEvent, CuratorEvent, DealingEvent, FloorEvent, HouseMoneyEvent, IrregularityEvent,
    JackpotEvent, OpeningEvent, PeopleEvent, PreparationEvent, SettlementEvent, TurningEvent, WageringEvent,
    What,
};

use super::Circle::{AtTable, Everybody, Nobody, Staff, Supervisors};
use super::{Audience, Said, owner_of};

/// Who may see an event of a table.
#[must_use]
pub fn table_audience(what: &What) -> Audience {
    match what {
        What::Opening(event) => opening(event),
        What::Preparation(event) => preparation(event),
        What::People(event) => people(event),
        What::Wagering(event) => wagering(event),
        What::Curator(event) => curator(event),
        What::Dealing(event) => dealing(event),
        What::Turning(event) => turning(event),
        What::HouseMoney(event) => house_money(event),
        What::Settlement(event) => settlement(event),
        What::Jackpot(event) => jackpot(event),
        What::Bank(event) => bank(event),
        What::Cover(event) => cover(event),
        What::Irregularity(event) => irregularity(event),
        What::Floor(event) => floor(event),
    }
}

/// What lies in the tray is the staff's, what the table has won and which notices are due the floor's.
fn opening(event: &OpeningEvent) -> Audience {
    match event {
        OpeningEvent::TablePutUp { .. } => Audience::of("opening.table_put_up", Everybody),
        OpeningEvent::TableOpened { name, .. } => Audience::of("opening.table_opened", Staff).outline(
            Everybody,
            &["differential", "name", "rules"],
            Said::Text(format!("the table opens: {name}")),
        ),
        OpeningEvent::TableClosed { .. } => Audience::of("opening.table_closed", Supervisors).outline(
            Everybody,
            &[],
            Said::Text("the table closes".to_owned()),
        ),
        OpeningEvent::TrayFilled { .. } => Audience::of("opening.tray_filled", Staff),
        OpeningEvent::TermsAdopted { name, .. } => Audience::of("opening.terms_adopted", Supervisors)
            .outline(Everybody, &["name", "rules"], Said::Text(format!("the table plays by: {name}"))),
        OpeningEvent::NoticeGiven { .. } => Audience::of("opening.notice_given", Supervisors),
        OpeningEvent::ProcedureIntroduced { .. } => Audience::of("opening.procedure_introduced", Supervisors),
    }
}

/// Where the cut card lies is the staff's: from it follows how many cards are left before it.
fn preparation(event: &PreparationEvent) -> Audience {
    match event {
        PreparationEvent::PreparationBegun { .. } => Audience::of("preparation.preparation_begun", Everybody),
        PreparationEvent::StepDone { .. } => Audience::of("preparation.step_done", AtTable),
        PreparationEvent::BatchKept { .. } => Audience::of("preparation.batch_kept", AtTable),
        PreparationEvent::CardMissing { .. } => Audience::of("preparation.card_missing", Staff),
        PreparationEvent::CutOffered { .. } => Audience::of("preparation.cut_offered", AtTable),
        PreparationEvent::CutDeclined { .. } => Audience::of("preparation.cut_declined", AtTable),
        PreparationEvent::CutFallsToDealer => Audience::of("preparation.cut_falls_to_dealer", Everybody),
        PreparationEvent::CutWaits => Audience::of("preparation.cut_waits", Everybody),
        PreparationEvent::CutNotNeeded => Audience::of("preparation.cut_not_needed", Everybody),
        PreparationEvent::CutMade { .. } => Audience::of("preparation.cut_made", AtTable),
        PreparationEvent::RecutOrdered { .. } => Audience::of("preparation.recut_ordered", AtTable),
        PreparationEvent::ShoeLoaded { cards, .. } => Audience::of("preparation.shoe_loaded", Staff).outline(
            Everybody,
            &["batch", "cards", "source"],
            Said::Text(format!("{cards} cards go into the shoe")),
        ),
        PreparationEvent::CardBurned { .. } => Audience::of("preparation.card_burned", Everybody),
        PreparationEvent::BettingOpened => Audience::of("preparation.betting_opened", Everybody),
        PreparationEvent::ShoeEnded => Audience::of("preparation.shoe_ended", Everybody),
        PreparationEvent::ShoeCommitted { .. } => Audience::of("preparation.shoe_committed", Everybody),
        PreparationEvent::ShoeOpened { .. } => Audience::of("preparation.shoe_opened", Everybody),
    }
}

/// Who comes and goes is seen at the table; with how much is theirs and the staff's. What somebody's account says is
/// for nobody else.
fn people(event: &PeopleEvent) -> Audience {
    match event {
        PeopleEvent::AccountTold { person, .. } => Audience::of("people.account_told", Nobody).and(*person),
        PeopleEvent::Arrived { .. } => Audience::of("people.arrived", AtTable),
        PeopleEvent::Moved { .. } => Audience::of("people.moved", AtTable),
        PeopleEvent::Left { person, seat, .. } => Audience::of("people.left", Staff).and(*person).outline(
            AtTable,
            &["person", "seat"],
            Said::About(String::new(), *person, format!(" leaves {seat}")),
        ),
        PeopleEvent::CashTaken { person, .. } => Audience::of("people.cash_taken", Staff).and(*person),
        PeopleEvent::BoughtIn { person, .. } => Audience::of("people.bought_in", Staff).and(*person),
        PeopleEvent::CashedOut { person, .. } => Audience::of("people.cashed_out", Staff).and(*person),
        PeopleEvent::PromotionGiven { person, .. } => {
            Audience::of("people.promotion_given", Staff).and(*person)
        }
        PeopleEvent::Tipped { person, .. } => Audience::of("people.tipped", Staff).and(*person),
    }
}

/// Wagers lie open.
const fn wagering(event: &WageringEvent) -> Audience {
    let what = match event {
        WageringEvent::WagerPlaced { .. } => "wagering.wager_placed",
        WageringEvent::WagerTakenDown { .. } => "wagering.wager_taken_down",
        WageringEvent::WagerSpoken { .. } => "wagering.wager_spoken",
        WageringEvent::SpokenConfirmed { .. } => "wagering.spoken_confirmed",
        WageringEvent::SpokenDeclined { .. } => "wagering.spoken_declined",
        WageringEvent::WagerTakenIn { .. } => "wagering.wager_taken_in",
        WageringEvent::WagerReturned { .. } => "wagering.wager_returned",
    };
    Audience::of(what, AtTable)
}

const fn curator(event: &CuratorEvent) -> Audience {
    let what = match event {
        CuratorEvent::ShoeOffered { .. } => "curator.shoe_offered",
        CuratorEvent::ShoeDeclined { .. } => "curator.shoe_declined",
        CuratorEvent::CuratorNamed { .. } => "curator.curator_named",
        CuratorEvent::ShoePassed { .. } => "curator.shoe_passed",
    };
    Audience::of(what, AtTable)
}

/// Everybody follows the cards. Those that lie face down are in an event as commitments, whoever hears it; the faces
/// that somebody holds are in that person's view alone.
const fn dealing(event: &DealingEvent) -> Audience {
    let (what, whole) = match event {
        DealingEvent::RoundBegun { .. } => ("dealing.round_begun", Everybody),
        DealingEvent::Called(_) => ("dealing.called", Everybody),
        DealingEvent::CutCardShown => ("dealing.cut_card_shown", Everybody),
        DealingEvent::CardDealt { .. } => ("dealing.card_dealt", Everybody),
        DealingEvent::CountsStand => ("dealing.counts_stand", Everybody),
        DealingEvent::ChoiceOpened { .. } => ("dealing.choice_opened", Everybody),
        DealingEvent::ChoiceMade { .. } => ("dealing.choice_made", AtTable),
        DealingEvent::ThirdCardDue { .. } => ("dealing.third_card_due", Everybody),
        DealingEvent::ResultReached { .. } => ("dealing.result_reached", Everybody),
        DealingEvent::ResultRecorded { .. } => ("dealing.result_recorded", Everybody),
        DealingEvent::ResultWithdrawn => ("dealing.result_withdrawn", Everybody),
        DealingEvent::CardsDiscarded { .. } => ("dealing.cards_discarded", Everybody),
        DealingEvent::LastHandBegun { .. } => ("dealing.last_hand_begun", Everybody),
        DealingEvent::LookBegun { .. } => ("dealing.look_begun", Everybody),
        DealingEvent::Announced { .. } => ("dealing.announced", Everybody),
        DealingEvent::CountForced { .. } => ("dealing.count_forced", Everybody),
        DealingEvent::BettorChose { .. } => ("dealing.bettor_chose", AtTable),
    };
    Audience::of(what, whole)
}

const fn turning(event: &TurningEvent) -> Audience {
    let what = match event {
        TurningEvent::TurnerProposed { .. } => "turning.turner_proposed",
        TurningEvent::ProposalAgreed { .. } => "turning.proposal_agreed",
        TurningEvent::ProposalRefused { .. } => "turning.proposal_refused",
        TurningEvent::CardsHanded { .. } => "turning.cards_handed",
        TurningEvent::CardsOffered { .. } => "turning.cards_offered",
        TurningEvent::CardsDeclined { .. } => "turning.cards_declined",
        TurningEvent::CardsTurned { .. } => "turning.cards_turned",
    };
    Audience::of(what, AtTable)
}

const fn house_money(event: &HouseMoneyEvent) -> Audience {
    let what = match event {
        HouseMoneyEvent::PayoutDue { .. } => "house_money.payout_due",
        HouseMoneyEvent::PayoutTaken { .. } => "house_money.payout_taken",
        HouseMoneyEvent::PayoutPressed { .. } => "house_money.payout_pressed",
        HouseMoneyEvent::EarlyReversed { .. } => "house_money.early_reversed",
        HouseMoneyEvent::PressReversed { .. } => "house_money.press_reversed",
    };
    Audience::of(what, AtTable)
}

/// What a wager comes to is seen at the table; what somebody owes is theirs and the staff's.
fn settlement(event: &SettlementEvent) -> Audience {
    match event {
        SettlementEvent::WagerLost { .. } => Audience::of("settlement.wager_lost", AtTable),
        SettlementEvent::WagerPaid { .. } => Audience::of("settlement.wager_paid", AtTable),
        SettlementEvent::WagerPushed { .. } => Audience::of("settlement.wager_pushed", AtTable),
        SettlementEvent::VigorishCharged { person, .. } => {
            Audience::of("settlement.vigorish_charged", Staff).and(*person)
        }
        SettlementEvent::VigorishCollected { person, .. } => {
            Audience::of("settlement.vigorish_collected", Staff).and(*person)
        }
        SettlementEvent::RoundSettled { .. } => Audience::of("settlement.round_settled", Everybody),
    }
}

/// Jackpots are on the signs; what goes through the tray is the staff's.
const fn jackpot(event: &JackpotEvent) -> Audience {
    let (what, whole) = match event {
        JackpotEvent::JackpotReached { .. } => ("jackpot.jackpot_reached", AtTable),
        JackpotEvent::ClaimRaised { .. } => ("jackpot.claim_raised", AtTable),
        JackpotEvent::PayWaits { .. } => ("jackpot.pay_waits", AtTable),
        JackpotEvent::JackpotVerified { .. } => ("jackpot.jackpot_verified", AtTable),
        JackpotEvent::JackpotPaid { .. } => ("jackpot.jackpot_paid", AtTable),
        JackpotEvent::ClaimDropped { .. } => ("jackpot.claim_dropped", AtTable),
        JackpotEvent::TrayReimbursed { .. } => ("jackpot.tray_reimbursed", Staff),
        JackpotEvent::LinkTold { .. } => ("jackpot.link_told", Everybody),
        JackpotEvent::WordHeard { .. } => ("jackpot.word_heard", Supervisors),
        JackpotEvent::DealerEnvyPaid { .. } => ("jackpot.dealer_envy_paid", Staff),
    };
    Audience::of(what, whole)
}

const fn bank(event: &BankEvent) -> Audience {
    let (what, whole) = match event {
        BankEvent::BiddingOpened { .. } => ("bank.bidding_opened", AtTable),
        BankEvent::BidMade { .. } => ("bank.bid_made", AtTable),
        BankEvent::BankOffered { .. } => ("bank.bank_offered", AtTable),
        BankEvent::BankDeclined { .. } => ("bank.bank_declined", AtTable),
        BankEvent::TurnMissed { .. } => ("bank.turn_missed", AtTable),
        BankEvent::TurnForfeited { .. } => ("bank.turn_forfeited", AtTable),
        BankEvent::TurnRegained { .. } => ("bank.turn_regained", AtTable),
        BankEvent::BankTaken { .. } => ("bank.bank_taken", AtTable),
        BankEvent::BankPassed { .. } => ("bank.bank_passed", AtTable),
        BankEvent::BankVacant => ("bank.bank_vacant", Everybody),
    };
    Audience::of(what, whole)
}

/// The bank lies open; what the house collects for it comes from somebody's chips.
fn cover(event: &CoverEvent) -> Audience {
    let (what, whole) = match event {
        CoverEvent::BankWagered { .. } => ("cover.bank_wagered", AtTable),
        CoverEvent::BankClaimed { .. } => ("cover.bank_claimed", AtTable),
        CoverEvent::ClaimsClosed { .. } => ("cover.claims_closed", AtTable),
        CoverEvent::CoverAsked { .. } => ("cover.cover_asked", AtTable),
        CoverEvent::CoverDeclined { .. } => ("cover.cover_declined", AtTable),
        CoverEvent::CoverClosed => ("cover.cover_closed", Everybody),
        CoverEvent::UncoveredReturned { .. } => ("cover.uncovered_returned", AtTable),
        CoverEvent::DominantNamed { .. } => ("cover.dominant_named", AtTable),
        CoverEvent::CoverPlaced { .. } => ("cover.cover_placed", AtTable),
        CoverEvent::CollectionTaken { person, .. } => {
            return Audience::of("cover.collection_taken", Staff).and(*person);
        }
        CoverEvent::CollectionReturned { person, .. } => {
            return Audience::of("cover.collection_returned", Staff).and(*person);
        }
        CoverEvent::ButtonPlaced { .. } => ("cover.button_placed", Everybody),
        CoverEvent::CoveredLost { .. } => ("cover.covered_lost", AtTable),
        CoverEvent::CoveredPaid { .. } => ("cover.covered_paid", AtTable),
        CoverEvent::CoverReturned { .. } => ("cover.cover_returned", AtTable),
        CoverEvent::WonByBank { .. } => ("cover.won_by_bank", AtTable),
        CoverEvent::PaidByBank { .. } => ("cover.paid_by_bank", AtTable),
    };
    Audience::of(what, whole)
}

/// That something went wrong is told to everybody; what was reported is the staff's until it shows in the cards.
fn irregularity(event: &IrregularityEvent) -> Audience {
    match event {
        IrregularityEvent::IrregularityReported { .. } => Audience::of(
            "irregularity.irregularity_reported",
            Staff,
        )
        .outline(Everybody, &[], Said::Text("an irregularity is reported".to_owned())),
        IrregularityEvent::IrregularityDismissed { .. } => {
            Audience::of("irregularity.irregularity_dismissed", Staff).outline(Everybody, &[], Said::Story)
        }
        IrregularityEvent::IrregularityApproved { .. } => Audience::of(
            "irregularity.irregularity_approved",
            Staff,
        )
        .outline(Everybody, &[], Said::Text("the floor approves the report".to_owned())),
        IrregularityEvent::CardSetAside { .. } => Audience::of("irregularity.card_set_aside", Everybody),
        IrregularityEvent::CardDiscarded { .. } => Audience::of("irregularity.card_discarded", Everybody),
        IrregularityEvent::BurnOrdered { .. } => Audience::of("irregularity.burn_ordered", Everybody),
        IrregularityEvent::UnwageredRoundOrdered { .. } => {
            Audience::of("irregularity.unwagered_round_ordered", Everybody)
        }
    }
}

/// What everybody at the table is told, they are told; what waits for a second person is the staff's, corrections are
/// the floor's and theirs whose money it is.
fn floor(event: &FloorEvent) -> Audience {
    match event {
        FloorEvent::TableHeld { .. } => Audience::of("floor.table_held", AtTable),
        FloorEvent::TableResumed { .. } => Audience::of("floor.table_resumed", AtTable),
        FloorEvent::Accommodated { person, helper, .. } => {
            Audience::of("floor.accommodated", Supervisors).and(*person).and(*helper)
        }
        FloorEvent::Asked { .. } => Audience::of("floor.asked", Staff),
        FloorEvent::Approved { .. } => Audience::of("floor.approved", Staff),
        FloorEvent::TurnedDown { .. } => Audience::of("floor.turned_down", Staff),
        FloorEvent::Expired { .. } => Audience::of("floor.expired", Staff),
        FloorEvent::Lapsed { .. } => Audience::of("floor.lapsed", Staff),
        FloorEvent::DealerSignedOn { .. } => Audience::of("floor.dealer_signed_on", AtTable),
        FloorEvent::DealerSignedOff { .. } => Audience::of("floor.dealer_signed_off", AtTable),
        FloorEvent::Corrected { from, to, .. } => Audience {
            concerned: [owner_of(*from), owner_of(*to)],
            ..Audience::of("floor.corrected", Supervisors)
        },
        FloorEvent::RoundVoided { .. } => Audience::of("floor.round_voided", AtTable),
        FloorEvent::PassedOver { .. } => Audience::of("floor.passed_over", AtTable),
    }
}
