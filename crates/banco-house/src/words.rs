//! What the house and automatic participants say, as the engine's commands and words have it. Nothing else in this
//! crate names one.

use std::sync::Arc;

use banco_cards::{Card, Hand};
use banco_engine::link::{self, HitId, TableId, TriggerSecret};
use banco_engine::table::{
    Announcement, BankClaim, BuyInWith, CardSource, Command, Irregularity, Minute, SpotId, Tender, Word,
};
use banco_engine::{Commitment, Decision, Hidden, Name, ShoeOpening};
use banco_money::Amount;

// The dealer and the floor.

pub const fn open_table(float: Amount, at: Minute) -> Command {
    Command::OpenTable { float, differential: None, at }
}

pub const fn fill_tray(amount: Amount) -> Command {
    Command::FillTray { amount, credit: false }
}

pub fn prepare(step: Name) -> Command {
    Command::Prepare { step: step.to_string(), told: None }
}

pub const fn cut(at: u16) -> Command {
    Command::Cut { at }
}

pub const fn load(cut_card: u16, batch: u8) -> Command {
    Command::LoadShoe { source: CardSource::Virtual, cut_card, batch }
}

pub const fn no_more_bets() -> Command {
    Command::NoMoreBets
}

pub const fn deal_without_wagers() -> Command {
    Command::DealWithoutWagers
}

pub const fn turn() -> Command {
    Command::TurnCards(Vec::new())
}

pub const fn choose(decision: Decision) -> Command {
    Command::Choose(decision)
}

pub const fn take_payout() -> Command {
    Command::TakePayout
}

pub const fn close_choices() -> Command {
    Command::CloseChoices
}

pub const fn close_bidding() -> Command {
    Command::CloseBidding
}

pub const fn close_claims() -> Command {
    Command::CloseClaims
}

pub const fn offer_bank(seat: u8) -> Command {
    Command::OfferBank { seat }
}

pub fn order_pass(reason: &str) -> Command {
    Command::OrderPass { reason: reason.to_owned() }
}

pub const fn settle() -> Command {
    Command::Settle
}

pub const fn clear_table() -> Command {
    Command::ClearTable
}

pub const fn collect_vigorish() -> Command {
    Command::CollectVigorish
}

pub const fn too_few_cards() -> Command {
    Command::Report(Irregularity::TooFewCards)
}

pub const fn is_too_few_cards(what: Irregularity) -> bool {
    matches!(what, Irregularity::TooFewCards)
}

pub const fn approve() -> Command {
    Command::AnswerReport { approved: true }
}

// The shoe.

pub const fn burn(card: Hidden<Card>) -> Word {
    Word::Burn(card)
}

pub const fn card(card: Hidden<Card>) -> Word {
    Word::Card(card)
}

pub const fn shoe_committed(shoe: u32, root: Commitment) -> Word {
    Word::ShoeCommitted { shoe, root }
}

pub fn shoe_opened(opening: ShoeOpening) -> Word {
    Word::ShoeOpened(Arc::new(opening))
}

// The generator.

pub fn seal_trigger(meter: Name, secret: TriggerSecret) -> link::Word {
    link::Word::SealTrigger { meter, sealed: secret.sealed() }
}

pub const fn draw_winner(hit: HitId, draw: u32) -> link::Word {
    link::Word::DrawWinner { draw, hit }
}

// Links.

pub fn select(table: TableId, seat: u8, line: Name) -> link::Command {
    link::Command::Select { table, seat, line: line.to_string() }
}

pub const fn hit_jackpot(table: TableId) -> link::Command {
    link::Command::HitJackpot { table }
}

pub const fn end_round(table: TableId) -> link::Command {
    link::Command::EndRound { table }
}

pub const fn verify(hit: HitId, hands: Option<[Hand; 2]>) -> link::Command {
    link::Command::Verify { hit, hands }
}

pub const fn pay_jackpot(hit: HitId, amount: Amount) -> link::Command {
    link::Command::PayJackpot { hit, amount }
}

// Participants.

pub const fn sit(seat: u8) -> Command {
    Command::Sit { seat }
}

pub const fn buy_in(amount: Amount) -> Command {
    Command::BuyIn { amount, with: BuyInWith::Cash }
}

pub const fn place_wager(spot: SpotId, amount: Amount) -> Command {
    Command::PlaceWager { spot, amount, tender: Tender::Chips, for_dealer: false }
}

pub const fn take_down(spot: SpotId) -> Command {
    Command::TakeDown { spot, for_dealer: false }
}

pub const fn decline_cut() -> Command {
    Command::DeclineCut
}

pub const fn accept_shoe() -> Command {
    Command::AcceptShoe { dealer_acts: false }
}

pub const fn decline_shoe() -> Command {
    Command::DeclineShoe
}

pub const fn accept_cards() -> Command {
    Command::AcceptCards
}

pub const fn decline_cards() -> Command {
    Command::DeclineCards
}

pub const fn bid(amount: Amount) -> Command {
    Command::Bid { amount }
}

pub const fn accept_bank(amount: Option<Amount>) -> Command {
    Command::AcceptBank { amount }
}

pub const fn decline_bank() -> Command {
    Command::DeclineBank
}

pub const fn wager_bank(amount: Amount) -> Command {
    Command::WagerBank { amount }
}

pub const fn pass_bank() -> Command {
    Command::PassBank
}

pub const fn claim_bank(claim: BankClaim) -> Command {
    Command::ClaimBank(claim)
}

pub const fn cover_bank(amount: Amount) -> Command {
    Command::CoverBank { amount }
}

pub const fn decline_cover() -> Command {
    Command::DeclineCover
}

pub const fn announce(word: Announcement) -> Command {
    Command::Announce(word)
}
