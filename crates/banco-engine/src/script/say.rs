//! How a script says what somebody does: the way back from commands to words.
//!
//! Nothing is left out: a new command does not compile before somebody has decided how it is said, and the tests read
//! back what is said of each.

#![deny(clippy::wildcard_enum_match_arm)]

use banco_cards::{Card, Hand};

use super::line::spoken;
use crate::authority::Person;
use crate::coup::Decision;
use crate::hidden::Hidden;
use crate::link;
use crate::name::Name;
use crate::table::{
    Account, Announcement, BankClaim, BuyInWith, CardSource, Command, Irregularity, Reported, Rules, SpotId,
    Tender, VoidReason, Wanted, Word,
};

/// How a script says a command to a table. New terms go by their id; a script that adopts some names the keys that
/// change instead.
#[must_use]
#[expect(clippy::too_many_lines, reason = "a line for each command")]
pub fn say(command: &Command, rules: &Rules) -> String {
    let plain = str::to_owned;
    match command {
        Command::OpenTable { float, differential, at } => {
            let most = differential.map(|most| format!(" differential {most}")).unwrap_or_default();
            let at = if at.0 == 0 { String::new() } else { format!(" at {}", at.0) };
            format!("open {float}{most}{at}")
        }
        Command::CloseTable => plain("close"),
        Command::FillTray { amount, credit: false } => format!("fill {amount}"),
        Command::FillTray { amount, credit: true } => format!("credit {amount}"),
        Command::AdoptTerms { rules, at } => format!("adopt {} at {}", rules.id, at.0),
        Command::GiveNotice { notice, at } => format!("notice {notice} at {}", at.0),
        Command::Prepare { step, told: None } => format!("prepare {step}"),
        Command::Prepare { step, told: Some(told) } => format!("prepare {step} by {told}"),
        Command::ReportMissingCard { card } => format!("missing {card}"),
        Command::TakeUpCards => plain("take up the cards"),
        Command::Cut { at } => format!("cut {at}"),
        Command::DeclineCut => plain("decline cut"),
        Command::OrderRecut { reason } => format!("recut {reason}"),
        Command::LoadShoe { source, cut_card, batch } => {
            format!("load {} cut card {cut_card} batch {batch}", source_name(*source))
        }
        Command::BurnCard(card) => format!("burn {}", hidden(card)),
        Command::Sit { seat } => format!("sit {seat}"),
        Command::StandBehind { seat } => format!("stand behind {seat}"),
        Command::Move { seat } => format!("move {seat}"),
        Command::Leave => plain("leave"),
        Command::BuyIn { amount, with: BuyInWith::Cash } => format!("buy in {amount}"),
        Command::BuyIn { amount, with: BuyInWith::Chips } => format!("bring {amount}"),
        Command::BuyIn { amount, with: BuyInWith::Account } => format!("buy in {amount} from the account"),
        Command::TakeCash { person, amount } => format!("take cash of {} {amount}", spoken(*person)),
        Command::SignOn => plain("sign on"),
        Command::SignOff => plain("sign off"),
        Command::CashOut { amount } => format!("cash out {amount}"),
        Command::Promote { person, tender, amount } => {
            format!("promote {}{} {amount}", spoken(*person), tender_name(*tender))
        }
        Command::Tip { amount } => format!("tip {amount}"),
        Command::PlaceWager { spot, amount, tender, for_dealer } => {
            let (wager, tender) = (wager(rules, *spot), tender_name(*tender));
            format!("bet {wager} {amount}{tender}{}", for_the_dealer(*for_dealer))
        }
        Command::TakeDown { spot, for_dealer } => {
            format!("take down {}{}", wager(rules, *spot), for_the_dealer(*for_dealer))
        }
        Command::TakeBack { spot, amount } => format!("take back {} {amount}", wager(rules, *spot)),
        Command::SpeakWager { spot, amount } => format!("call {} {amount}", wager(rules, *spot)),
        Command::AnswerSpoken { person, confirmed: true } => format!("confirm call of {}", spoken(*person)),
        Command::AnswerSpoken { person, confirmed: false } => format!("refuse call of {}", spoken(*person)),
        Command::AcceptShoe { dealer_acts: true } => plain("accept shoe for the dealer"),
        Command::AcceptShoe { dealer_acts: false } => plain("accept shoe"),
        Command::DeclineShoe => plain("decline shoe"),
        Command::PassShoe => plain("pass shoe"),
        Command::OrderPass { reason } => format!("order pass {reason}"),
        Command::NoMoreBets => plain("no more bets"),
        Command::DealWithoutWagers => plain("deal without wagers"),
        Command::Card(card) => format!("card {}", hidden(card)),
        Command::ShowCutCard => plain("cut card"),
        Command::TurnCards(named) => format!("turn {}", cards(named)).trim_end().to_owned(),
        Command::RelinquishCards => plain("relinquish"),
        Command::OrderRelinquish { reason } => format!("order relinquish {reason}"),
        Command::AcceptCards => plain("accept cards"),
        Command::DeclineCards => plain("decline cards"),
        Command::ProposeTurner { side, person } => format!("propose {} for {}", spoken(*person), side.name()),
        Command::AnswerProposal { agreed: true } => plain("agree"),
        Command::AnswerProposal { agreed: false } => plain("object"),
        Command::TakePayout => plain("take payout"),
        Command::PressPayout { side } => format!("press {}", side.name()),
        Command::Choose(Decision::Draw) => plain("draw"),
        Command::Choose(Decision::Stand) => plain("stand"),
        Command::RecordResult(reported) => result(*reported),
        Command::Settle => plain("settle"),
        Command::ClearTable => plain("clear"),
        Command::CollectVigorish => plain("collect vigorish"),
        Command::Bid { amount } => format!("bid {amount}"),
        Command::OfferBank { seat } => format!("offer bank {seat}"),
        Command::PlayHouseWay { person } => format!("house way for {}", spoken(*person)),
        Command::CloseChoices => plain("close choices"),
        Command::CloseBidding => plain("close bidding"),
        Command::AcceptBank { amount: None } => plain("accept bank"),
        Command::AcceptBank { amount: Some(amount) } => format!("accept bank {amount}"),
        Command::DeclineBank => plain("decline bank"),
        Command::WagerBank { amount } => format!("wager {amount}"),
        Command::PassBank => plain("pass bank"),
        Command::ClaimBank(BankClaim::Suivi) => plain("suivi"),
        Command::ClaimBank(BankClaim::Banco) => plain("banco"),
        Command::CloseClaims => plain("close claims"),
        Command::CoverBank { amount } => format!("cover {amount}"),
        Command::DeclineCover => plain("decline cover"),
        Command::Announce(Announcement::Card) => plain("announce card"),
        Command::Announce(Announcement::Stay) => plain("announce stay"),
        Command::Announce(Announcement::Natural) => plain("announce natural"),
        Command::Announce(Announcement::UnderEight) => plain("announce under eight"),
        Command::Report(irregularity) => format!("report {}", report(*irregularity)),
        Command::AnswerReport { approved: true } => plain("approve"),
        Command::AnswerReport { approved: false } => plain("dismiss"),
        Command::Hold { reason } => format!("hold {reason}"),
        Command::Resume => plain("resume"),
        Command::VoidRound { reason } => format!("void {reason}"),
        Command::Ask(what) => format!("ask {}", wanted(what)),
        Command::Approve { request } => format!("approve request {}", request.0),
        Command::TurnDown { request, reason } => format!("turn down request {} because {reason}", request.0),
        Command::PassOver { reason } => format!("pass over {reason}"),
        Command::Accommodate { person, helper, reason } => {
            format!("let {} act for {} {reason}", spoken(*helper), spoken(*person))
        }
    }
}

/// How a script says what the shoe does; nothing for what it promises, and for the word of a link or an
/// account.
#[must_use]
pub fn say_word(word: &Word) -> Option<String> {
    match word {
        Word::Card(card) | Word::Burn(card) => Some(hidden(card)),
        Word::CutCard => Some("cut card".to_owned()),
        Word::Turned(named) => Some(format!("turned {}", cards(named))),
        Word::ShoeCommitted { .. } | Word::ShoeOpened(_) | Word::Link(_) | Word::Account(_) => None,
    }
}

/// How a script says a command on a link; nothing for what it does not say: tables put links into operation, and
/// new terms go by the keys that change.
#[must_use]
pub fn say_on_link(link: Name, command: &link::Command) -> Option<String> {
    Some(match command {
        link::Command::Open { .. } => return None,
        link::Command::Select { seat, line, .. } => format!("select {seat} {line}"),
        link::Command::HitJackpot { .. } => "hit jackpot".to_owned(),
        link::Command::EndRound { .. } => "end round".to_owned(),
        link::Command::Verify { hit, hands: None } => format!("verify jackpot {}", hit.0),
        link::Command::Verify { hit, hands: Some([player, banker]) } => {
            format!("verify jackpot {} {}, {}", hit.0, hand(player), hand(banker))
        }
        link::Command::PayJackpot { hit, amount } => format!("pay jackpot {} {amount}", hit.0),
        link::Command::Ask(what) => format!("ask {}", wanted_on_link(what)?),
        link::Command::Approve { request } => format!("approve request {} of {link}", request.0),
        link::Command::TurnDown { reason, request } => {
            format!("turn down request {} of {link} because {reason}", request.0)
        }
        link::Command::TakeReading { day } => format!("read meters of {link} day {day}"),
    })
}

/// How a script says what machines say to a link; nothing for what tables bring about, and for a secret.
#[must_use]
pub fn say_to_link(link: Name, word: &link::Word) -> Option<String> {
    match word {
        link::Word::Contact { contact: true, .. } => Some(format!("find contact with {link}")),
        link::Word::Contact { contact: false, .. } => Some(format!("lose contact with {link}")),
        link::Word::DrawWinner { draw, hit } => Some(format!("draw {} for jackpot {}", draw + 1, hit.0)),
        link::Word::Attach { .. }
        | link::Word::Heard { .. }
        | link::Word::Detach { .. }
        | link::Word::StartGame { .. }
        | link::Word::Reach { .. }
        | link::Word::PayFixed { .. }
        | link::Word::VoidGame { .. }
        | link::Word::EndGame { .. }
        | link::Word::TransferIn { .. }
        | link::Word::SealTrigger { .. } => None,
    }
}

fn report(irregularity: Irregularity) -> String {
    let perhaps = |what: &str, card: Option<Card>| match card {
        Some(card) => format!("{what} {card}"),
        None => what.to_owned(),
    };
    match irregularity {
        Irregularity::DrawnInError { card } => perhaps("drawn in error", card),
        Irregularity::UnauthorizedThird { card } => perhaps("third card", card),
        Irregularity::Disclosed { card } => format!("seen {card}"),
        Irregularity::TooFewCards => "too few cards".to_owned(),
        Irregularity::WrongOrder => "wrong order".to_owned(),
        Irregularity::BankerTookThree { card } => format!("banker took three {card}"),
        Irregularity::PlayerGotThree { card } => format!("player got three {card}"),
        Irregularity::BankerTookTwo { first, second } => format!("banker took two {first} {second}"),
        Irregularity::CardAfterStay { card, miscalled: true } => {
            format!("card after miscalled stay {card}")
        }
        Irregularity::CardAfterStay { card, miscalled: false } => format!("card after stay {card}"),
        Irregularity::BankerTookPlayersCard { card } => format!("banker took the card {card}"),
    }
}

fn wanted(wanted: &Wanted) -> String {
    match wanted {
        Wanted::Accommodation { helper, person, reason } => {
            format!("let {} act for {} because {reason}", spoken(*helper), spoken(*person))
        }
        Wanted::CashBuyIn { amount, person } => format!("take cash of {} {amount}", spoken(*person)),
        Wanted::Fill { amount, credit: false } => format!("fill {amount}"),
        Wanted::Fill { amount, credit: true } => format!("credit {amount}"),
        Wanted::Open { at, differential, float } => {
            let most = differential.map(|most| format!(" differential {most}")).unwrap_or_default();
            format!("open {float}{most} at {}", at.0)
        }
        Wanted::Promotion { amount, person, tender } => {
            format!("promote {}{} {amount}", spoken(*person), tender_name(*tender))
        }
        Wanted::Terms { at, rules } => format!("adopt {rules} at {}", at.0),
        Wanted::Correction { amount, from, reason, to } => {
            format!("correct {amount} from {} to {} because {reason}", account(*from), account(*to))
        }
        Wanted::SeeOff { person, reason } => format!("see off {} because {reason}", spoken(*person)),
        Wanted::Void { reason, why: VoidReason::CannotBeCompleted } => {
            format!("void the game cannot be completed because {reason}")
        }
        Wanted::Void { reason, why: VoidReason::Irregularity(name) } => {
            format!("void {name} because {reason}")
        }
    }
}

fn wanted_on_link(wanted: &link::Wanted) -> Option<String> {
    Some(match wanted {
        link::Wanted::Adjust { amount, meter, reason, reserve } => {
            let reserve = if *reserve { " reserve" } else { "" };
            let (down, amount) = match amount.negated() {
                Ok(less) if less.is_positive() => (" down", less),
                Ok(_) | Err(_) => ("", *amount),
            };
            format!("adjust {meter}{reserve}{down} {amount} because {reason}")
        }
        link::Wanted::Change { .. } => return None,
        link::Wanted::Close { reason } => format!("close link because {reason}"),
        link::Wanted::Reject { hit, reason } => format!("reject jackpot {} because {reason}", hit.0),
        link::Wanted::TransferOut { meter, reason, to } => {
            format!("transfer {meter} to {to} because {reason}")
        }
    })
}

fn account(account: Account) -> String {
    let owned = |what: &str, person: Person| format!("{what} {}", spoken(person));
    match account {
        Account::Outside => "outside".to_owned(),
        Account::House => "house".to_owned(),
        Account::Tray => "tray".to_owned(),
        Account::Drop => "drop".to_owned(),
        Account::Layout => "layout".to_owned(),
        Account::Progressive => "progressive".to_owned(),
        Account::Link => "link".to_owned(),
        Account::Cover => "cover".to_owned(),
        Account::Tokes => "tokes".to_owned(),
        Account::Charged => "charged".to_owned(),
        Account::Collected => "collected".to_owned(),
        Account::Issued => "issued".to_owned(),
        Account::IssuedOnLayout => "issued on layout".to_owned(),
        Account::Chips(person) => owned("chips of", person),
        Account::Promotional(person) => owned("promotional of", person),
        Account::Coupons(person) => owned("coupons of", person),
        Account::Owed(person) => owned("owed by", person),
    }
}

const fn source_name(source: CardSource) -> &'static str {
    match source {
        CardSource::Virtual => "virtual",
        CardSource::Entry => "entry",
        CardSource::ResultOnly => "results",
    }
}

/// ` promotional`, ` coupon`, or nothing for chips.
const fn tender_name(tender: Tender) -> &'static str {
    match tender {
        Tender::Chips => "",
        Tender::Promotional => " promotional",
        Tender::Coupon => " coupon",
    }
}

const fn for_the_dealer(for_dealer: bool) -> &'static str {
    if for_dealer { " for the dealer" } else { "" }
}

/// A wager by its name; one that the table does not have by a name that nothing has.
fn wager(rules: &Rules, spot: SpotId) -> Name {
    rules.spot(spot).map_or_else(|| Name::new("no-such-wager"), |spot| spot.wager)
}

/// A card, or `?` for one that nobody knows.
fn hidden(card: &Hidden<Card>) -> String {
    card.unseal().map_or_else(|| "?".to_owned(), |card| card.to_string())
}

fn cards(cards: &[Card]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn hand(hand: &Hand) -> String {
    hand.cards().map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
}

/// `result 7/3 6/2`: count and number of cards of the Player's and the Banker's hand.
fn result(Reported { cards, totals }: Reported) -> String {
    let [player, banker] = totals;
    let [player_cards, banker_cards] = cards;
    format!("result {player}/{player_cards} {banker}/{banker_cards}")
}
