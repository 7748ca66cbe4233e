//! The clause behind everything that is asked.

#![deny(clippy::wildcard_enum_match_arm)]

use banco_cards::Side;

use crate::Clauses;
use crate::table::command::Announcement;
use crate::table::draft::Draft;
use crate::table::procedure::third_card;
use crate::table::state::{Stage, Table};
use crate::table::view::Prompt;

/// The clauses by which something is asked now. Some requests have none of their own: a supervisor's decision on the books
/// goes by the clauses of approvals.
#[must_use]
pub fn clauses_of(table: &Table, prompt: &Prompt) -> Clauses {
    let topics = &table.rules.topics;
    match prompt {
        Prompt::OpenTable | Prompt::GiveNotice { .. } => topics.opening,
        Prompt::NextStep { .. } => {
            table.next_preparation().map_or(topics.opening, |step| step.clauses.or(topics.opening))
        }
        Prompt::CutOffered | Prompt::Cut | Prompt::LoadShoe => topics.cut,
        Prompt::BurnCard => topics.burn,
        Prompt::PlaceWagers | Prompt::ConfirmSpoken { .. } => topics.wagering,
        Prompt::ShoeOffered => topics.offer,
        Prompt::PassShoe => topics.pass_by_choice,
        Prompt::ProposalOpen { .. } => topics.equal_bettors.or(topics.lower_bettor),
        Prompt::NoMoreBets => topics.closed,
        Prompt::DealWithoutWagers { .. } => topics.unwagered.or(topics.free_hand),
        Prompt::CardDue { side } => card_due(table, *side),
        Prompt::RecordResult => topics.dealing,
        Prompt::TurnCards { side, third, .. } => topics.hand(*side, *third),
        Prompt::CardsOffered { .. } => topics.relinquish,
        Prompt::TakeOrPress { .. } => topics.house_money,
        Prompt::Choose { side: Side::Player } => third_card::player_clauses(&Draft::new(table)),
        Prompt::Choose { side: Side::Banker } => third_card::banker_clauses(&Draft::new(table)),
        Prompt::Settle => topics.settlement,
        Prompt::ClearTable => topics.discard,
        Prompt::CollectVigorish => topics.vigorish,
        Prompt::Approve { .. } | Prompt::Resume => topics.floor,
        Prompt::Consent { .. } => topics.accommodation,
        Prompt::DecideRequest { .. } => topics.approvals,
        Prompt::Bid { .. } | Prompt::CloseBidding | Prompt::OfferBank { .. } | Prompt::BankOffered { .. } => {
            topics.offer
        }
        Prompt::RaiseCover { .. } => topics.cover,
        Prompt::WagerBank { .. } => topics.bank_wager,
        Prompt::ClaimBank { .. } => topics.banco,
        Prompt::CloseClaims => topics.suivi.or(topics.banco),
        Prompt::CoverBank { .. } | Prompt::CoverRest { .. } => topics.wagering,
        Prompt::Announce { side, words } => match words {
            [Announcement::Natural] => topics.natural(*side),
            _ => topics.look,
        },
        Prompt::CloseChoices => topics.house_way,
    }
}

/// A first card goes by the deal, a third by the cell of the drawing table that orders it.
fn card_due(table: &Table, side: Side) -> Clauses {
    let draft = Draft::new(table);
    match (table.round.stage, side) {
        (Stage::Third(_), Side::Player) => third_card::player_clauses(&draft),
        (Stage::Third(_), Side::Banker) => third_card::banker_clauses(&draft),
        _ => table.rules.topics.dealing,
    }
}
