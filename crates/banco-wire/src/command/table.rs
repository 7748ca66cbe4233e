//! What is asked of a table.

#![deny(clippy::wildcard_enum_match_arm)]

use std::sync::Arc;

use banco_engine::table::{Command, Minute, Rules, SpotId};
use banco_engine::{Name, RequestId};

use super::wanted::{Irregularity, Wanted};
use super::{perhaps_seen, person};
use crate::bad::{BadCommand, shown, suggestion};
use crate::value::{BothHands, Card, Money, Number, Reason, Words};
use crate::word::{Announcement, BankClaim, BuyInWith, CardSource, Decision, Side, Tender};

/// What the server knows beside a command to a table.
#[derive(Clone, Copy)]
pub struct TableContext<'a> {
    /// What the table plays by.
    pub rules: &'a Rules,
    /// Finds rules by their text (see [`crate::rules_text`]).
    pub find_rules: &'a dyn Fn(&str) -> Option<Arc<Rules>>,
    /// The minute on the house's clock; never a client's.
    pub now: Minute,
}

impl std::fmt::Debug for TableContext<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableContext").field("rules", &self.rules.id).finish_non_exhaustive()
    }
}

tagged! {
    /// What is asked of a table.
    TableCommand by "do", "a command to a table" {
        /// Opens the table.
        OpenTable = "open_table" {
            /// What lies in the tray.
            float: Money,
            /// By how much the wagers on both hands may differ, where the house limits it.
            differential: Option<Money>,
        }
        /// Closes the table.
        CloseTable = "close_table" {}
        /// Brings chips to the tray, or takes them away.
        FillTray = "fill_tray" {
            /// The value of the chips.
            amount: Money,
            /// Whether chips are taken away instead; they are not if this is missing.
            credit: Option<bool>,
        }
        /// Plays by other terms from now on.
        AdoptTerms = "adopt_terms" {
            /// The text that names the rules.
            rules: Words,
        }
        /// Gives a notice that the rulebook asks for.
        GiveNotice = "give_notice" {
            /// Its name in the rulebook.
            notice: Words,
        }
        /// Does a step of the preparation of the shoe.
        Prepare = "prepare" {
            /// Its name in the rulebook.
            step: Words,
            /// How the cards were shuffled by hand, in the notation of `banco shuffle`; as filed if this is missing.
            told: Option<Words>,
        }
        /// Reports a card missing from the decks.
        ReportMissingCard = "report_missing_card" {
            /// The card.
            card: Card,
        }
        /// Takes the cards up for a new shuffle, because nobody plays any more.
        TakeUpCards = "take_up_cards" {}
        /// Cuts the stack.
        Cut = "cut" {
            /// How many cards are lifted off.
            at: u16,
        }
        /// Declines the cut.
        DeclineCut = "decline_cut" {}
        /// Orders the cards cut again.
        OrderRecut = "order_recut" {
            /// What was wrong with the cut.
            reason: Reason,
        }
        /// Places the cut cards and puts the stack into the shoe.
        LoadShoe = "load_shoe" {
            /// Where cards come from.
            source: CardSource,
            /// How many cards lie behind the cut card.
            cut_card: u16,
            /// Which batch of cards.
            batch: u8,
        }
        /// Burns the next card of a real shoe.
        BurnCard = "burn_card" {
            /// The card, if it is shown.
            card: Option<Card>,
        }
        /// Sits down.
        Sit = "sit" {
            /// The printed number of the seat.
            seat: u8,
        }
        /// Stands behind a seat to bet there.
        StandBehind = "stand_behind" {
            /// The printed number of the seat.
            seat: u8,
        }
        /// Moves to another seat.
        Move = "move" {
            /// The printed number of the seat.
            seat: u8,
        }
        /// Leaves the table with everything.
        Leave = "leave" {}
        /// Buys in.
        BuyIn = "buy_in" {
            /// For how much.
            amount: Money,
            /// From the account; on a floor for play money also cash or chips.
            with: BuyInWith,
        }
        /// The dealer has counted somebody's cash and pays chips for it.
        TakeCash = "take_cash" {
            /// Who buys in.
            person: Number,
            /// How much.
            amount: Money,
        }
        /// A dealer signs on, and relieves the dealer on duty if there is one.
        SignOn = "sign_on" {}
        /// The dealer on duty signs off, or the floor signs them off.
        SignOff = "sign_off" {}
        /// Takes chips away from the table.
        CashOut = "cash_out" {
            /// The value of the chips.
            amount: Money,
        }
        /// Hands somebody promotional chips or a coupon.
        Promote = "promote" {
            /// To whom.
            person: Number,
            /// Which of both.
            tender: Tender,
            /// The face value.
            amount: Money,
        }
        /// Gives the dealer something.
        Tip = "tip" {
            /// The value of the chips.
            amount: Money,
        }
        /// Makes or raises a wager.
        PlaceWager = "place_wager" {
            /// The spot on the layout, by its name: `banker`, `dragon-bonus.player`.
            spot: Words,
            /// By how much.
            amount: Money,
            /// The kind of chip; value chips if this is missing.
            tender: Option<Tender>,
            /// Whether it is the dealer's to win; it is not if this is missing.
            for_dealer: Option<bool>,
        }
        /// Takes a wager down.
        TakeDown = "take_down" {
            /// The spot on the layout.
            spot: Words,
            /// Whether it is the one for the dealer; it is not if this is missing.
            for_dealer: Option<bool>,
        }
        /// Takes a part of a wager back; the rest stays.
        TakeBack = "take_back" {
            /// The spot on the layout.
            spot: Words,
            /// How much, in value chips.
            amount: Money,
        }
        /// Calls a wager out and puts cash down.
        SpeakWager = "speak_wager" {
            /// The spot on the layout.
            spot: Words,
            /// The amount that was called out.
            amount: Money,
        }
        /// Confirms a spoken wager, or not.
        AnswerSpoken = "answer_spoken" {
            /// Whoever called the wager out.
            person: Number,
            /// Whether it is taken.
            confirmed: bool,
        }
        /// Takes the shoe that is offered.
        AcceptShoe = "accept_shoe" {
            /// Whether the dealer is to deal for them; not if this is missing.
            dealer_acts: Option<bool>,
        }
        /// Declines the shoe that is offered.
        DeclineShoe = "decline_shoe" {}
        /// Passes the shoe.
        PassShoe = "pass_shoe" {}
        /// Orders the curator to pass the shoe.
        OrderPass = "order_pass" {
            /// What delays the game.
            reason: Reason,
        }
        /// Calls "no more bets".
        NoMoreBets = "no_more_bets" {}
        /// Begins a round without wagers.
        DealWithoutWagers = "deal_without_wagers" {}
        /// The next card comes out of a real shoe.
        Card = "card" {
            /// The card, unless it lies face down and nobody has seen it.
            card: Option<Card>,
        }
        /// The cut card comes out.
        ShowCutCard = "show_cut_card" {}
        /// Turns a hand or a third card face up.
        TurnCards = "turn_cards" {
            /// The cards, where nobody knew them; none if this is missing.
            #[schemars(length(max = 3))]
            cards: Option<Vec<Card>>,
        }
        /// Gives up the right to turn cards.
        RelinquishCards = "relinquish_cards" {}
        /// Takes the right to turn cards away.
        OrderRelinquish = "order_relinquish" {
            /// What delays the game.
            reason: Reason,
        }
        /// Takes the right to turn cards that is offered.
        AcceptCards = "accept_cards" {}
        /// Declines it.
        DeclineCards = "decline_cards" {}
        /// Asks that somebody else than the highest bettor turn a hand.
        ProposeTurner = "propose_turner" {
            /// Which hand.
            side: Side,
            /// Who is to turn it.
            person: Number,
        }
        /// Agrees to that, or not.
        AnswerProposal = "answer_proposal" {
            /// Whether it may be so.
            agreed: bool,
        }
        /// Takes a House Money payout.
        TakePayout = "take_payout" {}
        /// Adds a House Money payout to the wager on a hand.
        PressPayout = "press_payout" {
            /// Which hand.
            side: Side,
        }
        /// Draws or stands where the holder of the hand may choose.
        Choose = "choose" {
            /// Which of both.
            decision: Decision,
        }
        /// Records a result without cards.
        RecordResult = "record_result" {
            /// How many cards each hand has.
            cards: BothHands,
            /// The final count of each hand.
            totals: BothHands,
        }
        /// Collects, pays and takes vigorish.
        Settle = "settle" {}
        /// Clears the cards away.
        ClearTable = "clear_table" {}
        /// Collects all marked vigorish.
        CollectVigorish = "collect_vigorish" {}
        /// Bids for the bank.
        Bid = "bid" {
            /// What would be put into the bank.
            amount: Money,
        }
        /// Offers the player/dealer position to somebody.
        OfferBank = "offer_bank" {
            /// The printed number of the seat.
            seat: u8,
        }
        /// Plays the house way for a bettor who asks the dealer to.
        PlayHouseWay = "play_house_way" {
            /// Who asks.
            person: Number,
        }
        /// Ends the time in which bettors may stand or hit.
        CloseChoices = "close_choices" {}
        /// Ends the bidding for the bank.
        CloseBidding = "close_bidding" {}
        /// Takes the bank that is offered.
        AcceptBank = "accept_bank" {
            /// How much, where the offer asks for it.
            amount: Option<Money>,
        }
        /// Declines the bank that is offered.
        DeclineBank = "decline_bank" {}
        /// The Banker wagers on the Banker's hand.
        WagerBank = "wager_bank" {
            /// What is put into the bank.
            amount: Money,
        }
        /// Passes the bank by choice.
        PassBank = "pass_bank" {}
        /// Covers the Banker's whole wager.
        ClaimBank = "claim_bank" {
            /// By which announcement.
            claim: BankClaim,
        }
        /// Ends the time for such announcements.
        CloseClaims = "close_claims" {}
        /// Covers a part of the Banker's wager.
        CoverBank = "cover_bank" {
            /// The part of the bank that is covered.
            amount: Money,
        }
        /// Covers nothing.
        DeclineCover = "decline_cover" {}
        /// Announces what a hand does.
        Announce = "announce" {
            /// What is said.
            word: Announcement,
        }
        /// Reports an irregularity.
        Report = "report" {
            /// What went wrong.
            irregularity: Irregularity,
        }
        /// Decides on a reported irregularity.
        AnswerReport = "answer_report" {
            /// Whether the rulebook's procedure is followed.
            approved: bool,
        }
        /// Holds the table.
        Hold = "hold" {
            /// What everybody at the table is told.
            reason: Reason,
        }
        /// Lets it go on.
        Resume = "resume" {}
        /// Annuls a round of which no card is out yet.
        VoidRound = "void_round" {
            /// What everybody at the table is told.
            reason: Reason,
        }
        /// Asks for what takes two people.
        Ask = "ask" {
            /// What is to happen.
            wanted: Wanted,
        }
        /// Approves what another person has asked for: it happens now.
        Approve = "approve" {
            /// Which request.
            request: Number,
        }
        /// Turns down what another person has asked for.
        TurnDown = "turn_down" {
            /// Which request.
            request: Number,
            /// What the asker is told.
            reason: Reason,
        }
        /// Passes somebody over who does not say what is awaited of them.
        PassOver = "pass_over" {
            /// What everybody at the table is told.
            reason: Reason,
        }
        /// Lets somebody act for a participant with a disability.
        Accommodate = "accommodate" {
            /// The participant.
            person: Number,
            /// Who acts for them.
            helper: Number,
            /// How, and why.
            reason: Reason,
        }
    }
}

impl TableCommand {
    /// The engine's command, at a certain table and moment.
    ///
    /// # Errors
    /// A name that this table does not have.
    #[expect(clippy::too_many_lines, reason = "one line for each command")]
    pub fn into_engine(self, context: &TableContext<'_>) -> Result<Command, BadCommand> {
        let at = context.now;
        Ok(match self {
            Self::OpenTable { float, differential } => {
                Command::OpenTable { float: float.into(), differential: differential.map(Into::into), at }
            }
            Self::CloseTable {} => Command::CloseTable,
            Self::FillTray { amount, credit } => {
                Command::FillTray { amount: amount.into(), credit: credit.unwrap_or(false) }
            }
            Self::AdoptTerms { rules } => {
                Command::AdoptTerms { rules: find_rules(&rules.0, "/rules", context.find_rules)?, at }
            }
            Self::GiveNotice { notice } => Command::GiveNotice { notice: notice.0, at },
            Self::Prepare { step, told } => Command::Prepare { step: step.0, told: told.map(|told| told.0) },
            Self::ReportMissingCard { card } => Command::ReportMissingCard { card: card.0 },
            Self::TakeUpCards {} => Command::TakeUpCards,
            Self::Cut { at } => Command::Cut { at },
            Self::DeclineCut {} => Command::DeclineCut,
            Self::OrderRecut { reason } => Command::OrderRecut { reason: reason.0 },
            Self::LoadShoe { source, cut_card, batch } => {
                Command::LoadShoe { source: source.into(), cut_card, batch }
            }
            Self::BurnCard { card } => Command::BurnCard(perhaps_seen(card)),
            Self::Sit { seat } => Command::Sit { seat },
            Self::StandBehind { seat } => Command::StandBehind { seat },
            Self::Move { seat } => Command::Move { seat },
            Self::Leave {} => Command::Leave,
            Self::BuyIn { amount, with } => Command::BuyIn { amount: amount.into(), with: with.into() },
            Self::TakeCash { person: from, amount } => {
                Command::TakeCash { person: person(from), amount: amount.into() }
            }
            Self::SignOn {} => Command::SignOn,
            Self::SignOff {} => Command::SignOff,
            Self::CashOut { amount } => Command::CashOut { amount: amount.into() },
            Self::Promote { person: to, tender, amount } => {
                Command::Promote { person: person(to), tender: tender.into(), amount: amount.into() }
            }
            Self::Tip { amount } => Command::Tip { amount: amount.into() },
            Self::PlaceWager { spot, amount, tender, for_dealer } => Command::PlaceWager {
                spot: find_spot(&spot.0, context.rules)?,
                amount: amount.into(),
                tender: tender.unwrap_or(Tender::Chips).into(),
                for_dealer: for_dealer.unwrap_or(false),
            },
            Self::TakeDown { spot, for_dealer } => Command::TakeDown {
                spot: find_spot(&spot.0, context.rules)?,
                for_dealer: for_dealer.unwrap_or(false),
            },
            Self::TakeBack { spot, amount } => {
                Command::TakeBack { spot: find_spot(&spot.0, context.rules)?, amount: amount.into() }
            }
            Self::SpeakWager { spot, amount } => {
                Command::SpeakWager { spot: find_spot(&spot.0, context.rules)?, amount: amount.into() }
            }
            Self::AnswerSpoken { person: who, confirmed } => {
                Command::AnswerSpoken { person: person(who), confirmed }
            }
            Self::AcceptShoe { dealer_acts } => {
                Command::AcceptShoe { dealer_acts: dealer_acts.unwrap_or(false) }
            }
            Self::DeclineShoe {} => Command::DeclineShoe,
            Self::PassShoe {} => Command::PassShoe,
            Self::OrderPass { reason } => Command::OrderPass { reason: reason.0 },
            Self::NoMoreBets {} => Command::NoMoreBets,
            Self::DealWithoutWagers {} => Command::DealWithoutWagers,
            Self::Card { card } => Command::Card(perhaps_seen(card)),
            Self::ShowCutCard {} => Command::ShowCutCard,
            Self::TurnCards { cards } => {
                Command::TurnCards(cards.unwrap_or_default().into_iter().map(|card| card.0).collect())
            }
            Self::RelinquishCards {} => Command::RelinquishCards,
            Self::OrderRelinquish { reason } => Command::OrderRelinquish { reason: reason.0 },
            Self::AcceptCards {} => Command::AcceptCards,
            Self::DeclineCards {} => Command::DeclineCards,
            Self::ProposeTurner { side, person: who } => {
                Command::ProposeTurner { side: side.into(), person: person(who) }
            }
            Self::AnswerProposal { agreed } => Command::AnswerProposal { agreed },
            Self::TakePayout {} => Command::TakePayout,
            Self::PressPayout { side } => Command::PressPayout { side: side.into() },
            Self::Choose { decision } => Command::Choose(decision.into()),
            Self::RecordResult { cards, totals } => Command::RecordResult(BothHands::reported(cards, totals)),
            Self::Settle {} => Command::Settle,
            Self::ClearTable {} => Command::ClearTable,
            Self::CollectVigorish {} => Command::CollectVigorish,
            Self::Bid { amount } => Command::Bid { amount: amount.into() },
            Self::OfferBank { seat } => Command::OfferBank { seat },
            Self::PlayHouseWay { person: who } => Command::PlayHouseWay { person: person(who) },
            Self::CloseChoices {} => Command::CloseChoices,
            Self::CloseBidding {} => Command::CloseBidding,
            Self::AcceptBank { amount } => Command::AcceptBank { amount: amount.map(Into::into) },
            Self::DeclineBank {} => Command::DeclineBank,
            Self::WagerBank { amount } => Command::WagerBank { amount: amount.into() },
            Self::PassBank {} => Command::PassBank,
            Self::ClaimBank { claim } => Command::ClaimBank(claim.into()),
            Self::CloseClaims {} => Command::CloseClaims,
            Self::CoverBank { amount } => Command::CoverBank { amount: amount.into() },
            Self::DeclineCover {} => Command::DeclineCover,
            Self::Announce { word } => Command::Announce(word.into()),
            Self::Report { irregularity } => Command::Report(irregularity.into()),
            Self::AnswerReport { approved } => Command::AnswerReport { approved },
            Self::Hold { reason } => Command::Hold { reason: reason.0 },
            Self::Resume {} => Command::Resume,
            Self::VoidRound { reason } => Command::VoidRound { reason: reason.0 },
            Self::Ask { wanted } => Command::Ask(wanted.into_engine(context)?),
            Self::Approve { request } => Command::Approve { request: RequestId(request.0) },
            Self::TurnDown { request, reason } => {
                Command::TurnDown { request: RequestId(request.0), reason: reason.0 }
            }
            Self::PassOver { reason } => Command::PassOver { reason: reason.0 },
            Self::Accommodate { person: who, helper, reason } => {
                Command::Accommodate { person: person(who), helper: person(helper), reason: reason.0 }
            }
        })
    }
}

/// The spot of that name. No name of the engine is made of what a client typed: those are kept for good.
fn find_spot(name: &str, rules: &Rules) -> Result<SpotId, BadCommand> {
    let found = rules.spots.iter().find(|spot| spot.wager == *name).map(|spot| spot.id);
    found.ok_or_else(|| {
        let known = rules.spots.iter().map(|spot| spot.wager.as_str());
        BadCommand::new("no_such_spot", "/spot", format!("there is no spot `{}` here", shown(name)))
            .with_hint(suggestion(name, known))
    })
}

/// The rules that a text names.
pub(super) fn find_rules(
    text: &str,
    pointer: &str,
    find: &dyn Fn(&str) -> Option<Arc<Rules>>,
) -> Result<Arc<Rules>, BadCommand> {
    find(text).ok_or_else(|| {
        BadCommand::new("no_such_rules", pointer, format!("no rules `{}` are known here", shown(text)))
            .with_hint("write banco-rules:RULEBOOK:HASH:HASH:EDITION of rules that the house has filed")
    })
}

/// One of the names that are known.
pub(super) fn find_name(
    name: &str,
    known: impl Iterator<Item = Name> + Clone,
    (code, pointer, what): (&'static str, &str, &str),
) -> Result<Name, BadCommand> {
    known.clone().find(|known| *known == *name).ok_or_else(|| {
        let known: Vec<Name> = known.collect();
        BadCommand::new(code, pointer, format!("there is no {what} `{}` here", shown(name)))
            .with_hint(suggestion(name, known.iter().map(|known| known.as_str())))
    })
}

/// The name under which a command of the engine goes over the wire.
#[must_use]
pub const fn name_of_table_command(command: &Command) -> &'static str {
    match command {
        Command::OpenTable { .. } => "open_table",
        Command::CloseTable => "close_table",
        Command::FillTray { .. } => "fill_tray",
        Command::AdoptTerms { .. } => "adopt_terms",
        Command::GiveNotice { .. } => "give_notice",
        Command::Prepare { .. } => "prepare",
        Command::ReportMissingCard { .. } => "report_missing_card",
        Command::TakeUpCards => "take_up_cards",
        Command::Cut { .. } => "cut",
        Command::DeclineCut => "decline_cut",
        Command::OrderRecut { .. } => "order_recut",
        Command::LoadShoe { .. } => "load_shoe",
        Command::BurnCard(_) => "burn_card",
        Command::Sit { .. } => "sit",
        Command::StandBehind { .. } => "stand_behind",
        Command::Move { .. } => "move",
        Command::Leave => "leave",
        Command::BuyIn { .. } => "buy_in",
        Command::TakeCash { .. } => "take_cash",
        Command::SignOn => "sign_on",
        Command::SignOff => "sign_off",
        Command::CashOut { .. } => "cash_out",
        Command::Promote { .. } => "promote",
        Command::Tip { .. } => "tip",
        Command::PlaceWager { .. } => "place_wager",
        Command::TakeDown { .. } => "take_down",
        Command::TakeBack { .. } => "take_back",
        Command::SpeakWager { .. } => "speak_wager",
        Command::AnswerSpoken { .. } => "answer_spoken",
        Command::AcceptShoe { .. } => "accept_shoe",
        Command::DeclineShoe => "decline_shoe",
        Command::PassShoe => "pass_shoe",
        Command::OrderPass { .. } => "order_pass",
        Command::NoMoreBets => "no_more_bets",
        Command::DealWithoutWagers => "deal_without_wagers",
        Command::Card(_) => "card",
        Command::ShowCutCard => "show_cut_card",
        Command::TurnCards(_) => "turn_cards",
        Command::RelinquishCards => "relinquish_cards",
        Command::OrderRelinquish { .. } => "order_relinquish",
        Command::AcceptCards => "accept_cards",
        Command::DeclineCards => "decline_cards",
        Command::ProposeTurner { .. } => "propose_turner",
        Command::AnswerProposal { .. } => "answer_proposal",
        Command::TakePayout => "take_payout",
        Command::PressPayout { .. } => "press_payout",
        Command::Choose(_) => "choose",
        Command::RecordResult(_) => "record_result",
        Command::Settle => "settle",
        Command::ClearTable => "clear_table",
        Command::CollectVigorish => "collect_vigorish",
        Command::Bid { .. } => "bid",
        Command::OfferBank { .. } => "offer_bank",
        Command::PlayHouseWay { .. } => "play_house_way",
        Command::CloseChoices => "close_choices",
        Command::CloseBidding => "close_bidding",
        Command::AcceptBank { .. } => "accept_bank",
        Command::DeclineBank => "decline_bank",
        Command::WagerBank { .. } => "wager_bank",
        Command::PassBank => "pass_bank",
        Command::ClaimBank(_) => "claim_bank",
        Command::CloseClaims => "close_claims",
        Command::CoverBank { .. } => "cover_bank",
        Command::DeclineCover => "decline_cover",
        Command::Announce(_) => "announce",
        Command::Report(_) => "report",
        Command::AnswerReport { .. } => "answer_report",
        Command::Hold { .. } => "hold",
        Command::Resume => "resume",
        Command::VoidRound { .. } => "void_round",
        Command::Ask(_) => "ask",
        Command::Approve { .. } => "approve",
        Command::TurnDown { .. } => "turn_down",
        Command::PassOver { .. } => "pass_over",
        Command::Accommodate { .. } => "accommodate",
    }
}
