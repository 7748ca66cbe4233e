//! Refusals: what was not allowed, by which clause, and what to do instead.

use crate::authority::RequestId;
use crate::names::Names;
use crate::reasons::Say as _;
use banco_cards::{Card, Side};
use banco_money::{Amount, MoneyError};

use super::command::Cards;
use super::people::{Person, Role, Seat};
use super::wager::Tender;
use crate::name::Name;

/// A wager that a reason names: by its label where people are told, by its name otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedWager(pub Name);

impl std::fmt::Display for NamedWager {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl crate::reasons::Say for NamedWager {
    fn said(&self, names: Option<&Names<'_>>) -> String {
        names.map_or(self.0, |names| names.wager(self.0)).to_string()
    }
}

reasons! {
    // What stops the whole table.
    #[error("the table has stopped, because its books do not agree: {fault}")]
    "halted" Halted { fault: String };
    #[error("the table is closed")]
    "table_closed" TableClosed;
    #[error("the table is open")]
    "table_open" TableOpen;
    #[error("{helper} was not allowed to act for {person}")]
    "no_accommodation" NoAccommodation { helper: Person, person: Person };
    #[error("{helper} acts for {person}, but does not buy in, tip or cash out for them")]
    "not_for_helpers" NotForHelpers { helper: Person, person: Person };
    #[error("{helper} acts for nobody now: {why}")]
    "helper_barred" HelperBarred { helper: Person, why: &'static str };
    #[error("the floor holds the table: {why}")]
    "on_hold" OnHold { why: String };
    #[error("an irregularity waits for the floor's decision")]
    "irregularity_open" IrregularityOpen;
    #[error("{request} waits for a second person")]
    "approval_open" ApprovalOpen { request: RequestId };
    // There is no such thing here, whoever asks for it.
    #[error("this rulebook has no {what}")]
    "not_provided" NotProvided { what: &'static str };
    #[error("wagers from behind a seat are not taken here")]
    "no_shoulder_wagers" NoShoulderWagers;
    #[error("the shoe tells by itself when the cut card comes")]
    "cut_card_known" CutCardKnown;
    #[error("the cards of this shoe are real: nobody can promise their order")]
    "shoe_not_virtual" ShoeNotVirtual;
    #[error("this table deals {cards} cards")]
    "other_cards" OtherCards { cards: Cards };
    // Who acts, and whether those who are named play here.
    #[error("this is for the {needed} to do, not for the {role}")]
    "wrong_role" WrongRole { role: Role, needed: &'static str };
    #[error("only people decide on this here")]
    "people_only" PeopleOnly;
    #[error("{person} is not the dealer on duty at this table")]
    "not_on_duty" NotOnDuty { person: Person, dealer: Option<Person> };
    #[error("{person} plays here, and does not decide on it")]
    "involved" Involved { person: Person };
    #[error("{person} may not decide on this alone: another person must")]
    "same_person" SamePerson { person: Person };
    #[error("{amount} needs an executive")]
    "executive_needed" ExecutiveNeeded { amount: Amount };
    #[error("{person} does not play at this table")]
    "unknown_person" UnknownPerson { person: Person };
    #[error("{person} is already at the table")]
    "already_here" AlreadyHere { person: Person };
    #[error("{person} holds the bank and does not bet against it")]
    "own_bank" OwnBank { person: Person };
    // The moment: what the table is doing, then whose turn it is, then what of theirs is in play.
    #[error("after \"no more bets\" no wager is made, changed or taken down")]
    "betting_closed" BettingClosed;
    #[error("the next round is dealt without wagers")]
    "round_without_wagers" RoundWithoutWagers;
    #[error("cannot {doing} now: {now}")]
    "wrong_moment" WrongMoment { doing: &'static str, now: &'static str };
    #[error("cards of shoe {shoe} may still be dealt")]
    "shoe_in_use" ShoeInUse { shoe: u32 };
    #[error("no irregularity is open")]
    "no_irregularity" NoIrregularity;
    #[error("already in effect")]
    "already_so" AlreadySo;
    #[error("play takes an account: chips come from it, or from the dealer for cash")]
    "account_needed" AccountNeeded;
    #[error("a correction moves no money between these two")]
    "not_correctable" NotCorrectable;
    #[error("the result is announced: wagers are settled by it")]
    "result_stands" ResultStands;
    #[error("a second person must approve this")]
    "second_person_needed" SecondPersonNeeded;
    #[error("the {side} hand may have a third card, so the card is not dealt in error")]
    "third_card_authorised" ThirdCardAuthorised { side: Side };
    #[error("no card is due")]
    "no_card_due" NoCardDue;
    #[error("it is not {person}'s turn")]
    "not_your_turn" NotYourTurn { person: Person, whose: Option<Person> };
    #[error("wagers of {person} are in play")]
    "wagers_in_play" WagersInPlay { person: Person };
    #[error("the notice `{notice}` is overdue")]
    "notice_overdue" NoticeOverdue { notice: String };
    // What is named: a seat.
    #[error("the table has no seat {number}")]
    "unknown_seat" UnknownSeat { number: u8 };
    #[error("{seat} is taken")]
    "seat_taken" SeatTaken { seat: Seat };
    #[error("nobody sits at {seat}")]
    "seat_empty" SeatEmpty { seat: Seat };
    #[error("{seat} has held the bank for {rounds} rounds in a row")]
    "held_in_a_row" HeldInARow { seat: Seat, rounds: u32 };
    // What is named: a step of the preparation, a cut, a batch, terms.
    #[error("`{given}` is not the next step of the preparation")]
    "step_out_of_order" StepOutOfOrder { given: String, expected: String };
    #[error("the shuffle that is told cannot be read: {problem}")]
    "bad_shuffle" BadShuffle { problem: String };
    #[error("the shuffle that is told is not the filed one")]
    "not_as_filed" NotAsFiled { filed: String };
    #[error("{person} has already done this step; another dealer must")]
    "another_dealer" AnotherDealer { person: Person };
    #[error("a cut at {at} is not {least} to {most} cards from the top")]
    "cut_out_of_range" CutOutOfRange { at: u16, least: u16, most: u16 };
    #[error("a cut at {at} is not the dealer's to choose: {promised} was promised with the shoe")]
    "cut_promised" CutPromised { at: u16, promised: u16 };
    #[error("a cut card {given} from the back is not {least} to {most} cards in")]
    "cut_card_out_of_range" CutCardOutOfRange { given: u16, least: u16, most: u16 };
    #[error("batch {given} is not next: the batches take turns")]
    "wrong_batch" WrongBatch { given: u8, next: u8 };
    #[error("the other tables of the pit have `{option}` at `{theirs}`, this one at `{ours}`")]
    "pit_differs" PitDiffers { option: String, theirs: String, ours: String };
    #[error("there is no notice `{notice}` to give")]
    "unknown_notice" UnknownNotice { notice: String };
    #[error("`{option}` may change {minutes} minutes after the notice `{notice}`, not before")]
    "notice_needed" NoticeNeeded { option: String, notice: String, minutes: u32 };
    // What is named: a wager, then what it is made with, then what must lie beside it.
    #[error("the table does not offer this wager")]
    "wager_not_offered" WagerNotOffered;
    #[error("there is no such wager on the layout")]
    "nothing_there" NothingThere;
    #[error("{wager} is not offered at {seat}")]
    "not_at_seat" NotAtSeat { wager: NamedWager, seat: Seat };
    #[error("{wager} at {seat} belongs to whoever sits there")]
    "one_bettor" OneBettor { wager: NamedWager, seat: Seat };
    #[error("the table has lost the link of {wager}")]
    "link_lost" LinkLost { wager: NamedWager };
    #[error("a jackpot of {wager} is pending")]
    "jackpot_pending" JackpotPending { wager: NamedWager };
    #[error("nobody here has that claim on `{meter}`")]
    "no_claim" NoClaim { meter: String };
    #[error("{wager} cannot be decided by the recorded result")]
    "cards_needed" CardsNeeded { wager: NamedWager };
    #[error("tips and wagers for the dealer are not taken here")]
    "no_dealer_wagers" NoDealerWagers;
    #[error("a wager for the dealer on {wager} needs a wager of the player's own there")]
    "own_wager_needed" OwnWagerNeeded { wager: NamedWager };
    #[error("{wager} takes no {tender}")]
    "tender_refused" TenderRefused { wager: NamedWager, tender: &'static str };
    #[error("a player may back one hand only")]
    "opposite_wager" OppositeWager;
    #[error("{wager} may be made on one hand only")]
    "one_side_only" OneSideOnly { wager: NamedWager };
    #[error("{wager} needs a standard wager beside it")]
    "base_wager_needed" BaseWagerNeeded { wager: NamedWager };
    #[error("there is no wager on the {side} hand to add the payout to")]
    "no_wager_to_press" NoWagerToPress { side: Side };
    #[error("{person} did not cover and lose the last wager alone")]
    "no_suivi" NoSuivi { person: Person };
    #[error("{allowed} free hands have been dealt from this shoe")]
    "no_more_free_hands" NoMoreFreeHands { allowed: u32 };
    // What is named: a shoe.
    #[error("shoe {given} is not at the table: it plays shoe {now}")]
    "wrong_shoe" WrongShoe { given: u32, now: u32 };
    #[error("the order of shoe {shoe} is promised already")]
    "shoe_committed" ShoeCommitted { shoe: u32 };
    #[error("no such shoe was promised, or it has been shown already")]
    "shoe_not_committed" ShoeNotCommitted;
    // What is named: a card, a result, a word.
    #[error("the shoe is empty")]
    "shoe_empty" ShoeEmpty;
    #[error("the shoe still holds {left} cards")]
    "shoe_not_empty" ShoeNotEmpty { left: u16 };
    #[error("the cut card is already out")]
    "cut_card_out" CutCardOut;
    #[error("the card must be named: it lies face up or has been turned")]
    "card_needed" CardNeeded;
    #[error("{given} cards are named for a hand of {wanted}")]
    "wrong_cards" WrongCards { given: usize, wanted: usize };
    #[error("the shoe does not hold `{card}` more than {copies} times")]
    "card_not_in_shoe" CardNotInShoe { card: Card, copies: u8 };
    #[error("the shoe gives a face-down card more often than it holds it")]
    "sealed_card_spent" SealedCardSpent;
    #[error("a card is already set aside")]
    "card_set_aside" CardSetAside;
    #[error("no recorded result is like that: {what}")]
    "impossible_result" ImpossibleResult { what: &'static str };
    #[error("the hand cannot announce \"{word}\"")]
    "wrong_announcement" WrongAnnouncement { word: &'static str, right: String };
    // What is named: a request.
    #[error("nobody has asked for {request}")]
    "unknown_request" UnknownRequest { request: RequestId };
    #[error("nobody has answered {request} in time")]
    "request_expired" RequestExpired { request: RequestId };
    #[error("`{reason}` is not a reason to void a round by this rulebook")]
    "unknown_void_reason" UnknownVoidReason { reason: String };
    // Why it is done.
    #[error("a reason must be given")]
    "reason_needed" ReasonNeeded;
    // Figures: money at all, then how much, then whether it is there.
    #[error("{error}")]
    "bad_money" BadMoney { #[from] error: MoneyError };
    #[error("{amount} is not an amount to {doing}")]
    "bad_amount" BadAmount { amount: Amount, doing: &'static str };
    #[error("a coupon of {coupon} needs at least as much in chips beside it, not {chips}")]
    "coupon_without_chips" CouponWithoutChips { coupon: Amount, chips: Amount };
    #[error("{wager} is a fixed wager of {unit}")]
    "wrong_unit" WrongUnit { wager: NamedWager, unit: Amount };
    #[error("{amount} is not {least} to {most}")]
    "wrong_bank_wager" WrongBankWager { amount: Amount, least: Amount, most: Amount };
    #[error("{amount} is more than the {rest} that is not yet covered")]
    "above_the_bank" AboveTheBank { amount: Amount, rest: Amount };
    #[error("{stake} on {wager} is below the least wager of {least}")]
    "below_minimum" BelowMinimum { wager: NamedWager, stake: Amount, least: Amount };
    #[error("{stake} on {wager} is above the greatest wager of {most}")]
    "above_maximum" AboveMaximum { wager: NamedWager, stake: Amount, most: Amount };
    #[error("the hands would differ by {difference}, more than {most}")]
    "differential" Differential { difference: Amount, most: Amount };
    #[error("there is {have} to {doing}, not {wanted}")]
    "not_enough" NotEnough { have: Amount, wanted: Amount, doing: &'static str };
    #[error("{amount} is more than the limit of {most} for one {action}")]
    "above_cap" AboveCap { action: &'static str, amount: Amount, most: Amount };
    #[error("the rules that were asked for are not known here")]
    "unknown_rules" UnknownRules;
    #[error("the account does not hold that much")]
    "account_short" AccountShort;
    #[error("{owed} of vigorish is outstanding")]
    "vigorish_outstanding" VigorishOutstanding { owed: Amount };
    // What their own account says, when nothing of the rules stands against it.
    #[error("{person} makes no wagers now: {why}")]
    "barred" Barred { person: Person, why: &'static str, acknowledge: bool };
    #[error("{stake} is more than the {most} that the bettor has chosen as their greatest wager")]
    "above_own_limit" AboveOwnLimit { stake: Amount, most: Amount };
}

impl Reason {
    fn what_instead(&self, names: Option<&Names<'_>>) -> Option<String> {
        Some(match self {
            Self::TableClosed => "open the table first".to_owned(),
            Self::TableOpen => "close the table first".to_owned(),
            Self::RequestExpired { .. } => "ask for it again".to_owned(),
            Self::OnHold { .. } => "the floor resumes play when the incident is dealt with".to_owned(),
            Self::IrregularityOpen => "the floor approves or dismisses the report".to_owned(),
            Self::UnknownPerson { .. } => "sit down first".to_owned(),
            Self::BettingClosed => "wait for the next round".to_owned(),
            Self::RoundWithoutWagers => "deal that round first; wagers are taken after it".to_owned(),
            Self::NotYourTurn { whose: Some(whose), .. } => format!("{} has the word", whose.said(names)),
            Self::OwnBank { .. } => "pass the bank first".to_owned(),
            Self::HeldInARow { .. } => "offer it to somebody else".to_owned(),
            Self::StepOutOfOrder { expected, .. } => format!("next comes `{expected}`"),
            Self::BadShuffle { .. } => "write the steps as in `riffle x2, strip 5, riffle; cut`".to_owned(),
            Self::NotAsFiled { filed } => format!("shuffle by the filed procedure: `{filed}`"),
            Self::CutPromised { promised, .. } => format!("cut at {promised}"),
            Self::ShoeInUse { .. } => "show it when it is over".to_owned(),
            Self::WrongBatch { next, .. } => format!("load batch {next}"),
            Self::NoticeNeeded { notice, .. } => format!("give the notice `{notice}` and wait"),
            Self::NoticeOverdue { notice } => format!("give the notice `{notice}`"),
            Self::VigorishOutstanding { .. } => "the dealer collects it first".to_owned(),
            Self::WagersInPlay { .. } => {
                "take them down before the deal, or wait until the round is settled".to_owned()
            }
            Self::LinkLost { .. } => "wait until the link is back, or play without the wager".to_owned(),
            Self::JackpotPending { .. } => {
                "take the wager down, or wait until the jackpot is decided".to_owned()
            }
            Self::BaseWagerNeeded { .. } => "place a standard wager first".to_owned(),
            Self::BelowMinimum { least, .. } => format!("wager {least} or more"),
            Self::AboveMaximum { most, .. } => format!("wager {most} or less"),
            Self::NotEnough { .. } => "bring more chips first, or name less".to_owned(),
            Self::TenderRefused { .. } => "wager chips".to_owned(),
            Self::WrongRole { needed, .. } => format!("leave it to the {needed}"),
            Self::SeatEmpty { .. } => "name a seat where somebody sits".to_owned(),
            Self::OppositeWager | Self::OneSideOnly { .. } => "take the other wager down first".to_owned(),
            Self::CouponWithoutChips { .. } => "place the chips first".to_owned(),
            Self::CardNotInShoe { .. } => "look at the card again; if it is right, call the floor".to_owned(),
            Self::SealedCardSpent => {
                "call the floor: the shoe's order is not what it was sealed as".to_owned()
            }
            Self::ShoeEmpty => "report that the shoe is empty: the round is void".to_owned(),
            Self::WrongAnnouncement { right, .. } => format!("announce {right}"),
            Self::WrongBankWager { least, most, .. } => format!("name {least} to {most}"),
            Self::NoSuivi { .. } => "announce Banco instead".to_owned(),
            Self::AboveTheBank { rest, .. } => format!("cover {rest} or less"),
            Self::NoWagerToPress { .. } => "take the payout".to_owned(),
            Self::SecondPersonNeeded => "ask for it; another person approves".to_owned(),
            Self::SamePerson { .. } => "somebody else approves it".to_owned(),
            Self::Involved { .. } => "somebody without a seat, a wager or a claim here decides".to_owned(),
            Self::ExecutiveNeeded { .. } => "an executive asks or approves".to_owned(),
            Self::NotForHelpers { .. } => "the participant does this in person".to_owned(),
            Self::NotOnDuty { dealer: None, .. } => "sign on first".to_owned(),
            Self::NotOnDuty { dealer: Some(dealer), .. } => {
                format!("sign on to relieve {}", dealer.said(names))
            }
            Self::PeopleOnly => "the floor does it".to_owned(),
            Self::AccountNeeded => {
                "buy in from your account, or give the dealer cash; without an account, leave the seat".to_owned()
            }
            Self::NotCorrectable => {
                "chips are corrected against the tray, promotions by taking them back, balances in the account".to_owned()
            }
            Self::AboveCap { most, .. } => format!("name {most} or less"),
            Self::Barred { acknowledge: true, .. } => "acknowledge it, and go on".to_owned(),
            Self::Barred { .. } => "wagers can be taken down, and chips cashed out".to_owned(),
            Self::AboveOwnLimit { most, .. } => format!("wager {most} or less"),
            _ => return None,
        })
    }
}

impl Tender {
    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chips => "chips",
            Self::Promotional => "promotional chips",
            Self::Coupon => "coupons",
        }
    }
}
