//! What somebody does, from words to commands; [`super::say()`] is the way back.

#![deny(clippy::wildcard_enum_match_arm)]

use std::sync::Arc;

use banco_cards::Card;
use banco_money::Currency;
use banco_rulebook::WagerName;

use super::line::Who;
use super::words::Words;
use crate::authority::{Actor, Person, RequestId};
use crate::coup::Decision;
use crate::hidden::Hidden;
use crate::name::Name;
use crate::table::{
    Account, Announcement, BankClaim, BuyInWith, CardSource, Command, Irregularity, Minute, Reported, Rules,
    SpotId, Table, Tender, VoidReason, Wanted, Word,
};

/// Reads what somebody does at the table.
pub(super) fn command(table: &Table, text: &str) -> Result<Command, String> {
    let words = &mut Words::new(text);
    let rules = table.rules();
    // `turn down request 1` turns no cards, and `approve request 1` answers no report.
    let found = [requests, bank, opening, cards_before, people, wagers, curator, round, turning, floor];
    for read in found {
        if let Some(command) = read(rules, words)? {
            words.end()?;
            return Ok(command);
        }
    }
    Err(format!("nobody can `{text}`"))
}

/// Reads what the shoe does: cards in the order in which they leave it, `?` being one that nobody knows. Several
/// cards are several words.
pub(super) fn shoe(table: &Table, text: &str) -> Result<Vec<Word>, String> {
    let words = &mut Words::new(text);
    if words.take("cut card") {
        return words.end().map(|()| vec![Word::CutCard]);
    }
    if words.take("turned") {
        return Ok(vec![Word::Turned(words.cards()?)]);
    }
    let burning = table.phase() == crate::table::Phase::Burning;
    // What an irregularity has burnt comes first.
    let mut ordered = if burning { u16::MAX } else { table.shoe().burn_pending() };
    let mut all = Vec::new();
    while !words.is_empty() {
        let card = hidden(words)?;
        all.push(if ordered > 0 { Word::Burn(card) } else { Word::Card(card) });
        ordered = ordered.saturating_sub(1);
    }
    Ok(all)
}

/// A card, or `?` for one that nobody knows.
fn hidden(words: &mut Words<'_>) -> Result<Hidden<Card>, String> {
    if words.take("?") { Ok(Hidden::unknown()) } else { words.card().map(Hidden::new) }
}

/// A card if one is named.
fn hidden_if_any(words: &mut Words<'_>) -> Result<Hidden<Card>, String> {
    if words.is_empty() { Ok(Hidden::unknown()) } else { hidden(words) }
}

type Read = Result<Option<Command>, String>;

fn currency(rules: &Rules) -> Currency {
    rules.terms.currency
}

fn opening(rules: &Rules, words: &mut Words<'_>) -> Read {
    let currency = currency(rules);
    Ok(Some(if words.take("open") {
        let float = words.amount(currency)?;
        let differential = if words.take("differential") { Some(words.amount(currency)?) } else { None };
        Command::OpenTable { float, differential, at: minute(words)? }
    } else if words.take("close") {
        Command::CloseTable
    } else if words.take("fill") {
        Command::FillTray { amount: words.amount(currency)?, credit: false }
    } else if words.take("credit") {
        Command::FillTray { amount: words.amount(currency)?, credit: true }
    } else if words.take("notice") {
        let notice = words.next().unwrap_or_default().to_owned();
        Command::GiveNotice { notice, at: minute(words)? }
    } else {
        return Ok(None);
    }))
}

/// `at 100`: a minute on the house's clock.
pub(super) fn minute(words: &mut Words<'_>) -> Result<Minute, String> {
    if words.take("at") { words.number().map(Minute) } else { Ok(Minute(0)) }
}

fn cards_before(rules: &Rules, words: &mut Words<'_>) -> Read {
    Ok(Some(if words.take("prepare") {
        let step = words.next().unwrap_or_default().to_owned();
        let told = words.take("by").then(|| rest(words));
        Command::Prepare { step, told }
    } else if words.take("take up the cards") {
        Command::TakeUpCards
    } else if words.take("missing") {
        Command::ReportMissingCard { card: words.card()? }
    } else if words.take("cut card") {
        Command::ShowCutCard
    } else if words.take("cut") {
        Command::Cut { at: words.number()? }
    } else if words.take("decline cut") {
        Command::DeclineCut
    } else if words.take("recut") {
        Command::OrderRecut { reason: rest(words) }
    } else if words.take("load") {
        let source = source(words);
        let cut_card = if words.take("cut card") { words.number()? } else { rules.least_cut_card() };
        let batch = if words.take("batch") { words.number()? } else { 1 };
        Command::LoadShoe { source, cut_card, batch }
    } else if words.take("burn unseen") {
        Command::BurnCard(Hidden::unknown())
    } else if words.take("burn") {
        Command::BurnCard(hidden_if_any(words)?)
    } else {
        return Ok(None);
    }))
}

pub(super) fn source(words: &mut Words<'_>) -> CardSource {
    if words.take("entry") {
        CardSource::Entry
    } else if words.take("results") {
        CardSource::ResultOnly
    } else {
        words.take("virtual");
        CardSource::Virtual
    }
}

/// All that is left, as a reason.
pub(super) fn rest(words: &mut Words<'_>) -> String {
    let text = words.rest().to_owned();
    while words.next().is_some() {}
    text
}

fn people(rules: &Rules, words: &mut Words<'_>) -> Read {
    let currency = currency(rules);
    Ok(Some(if words.take("sit") {
        Command::Sit { seat: words.number()? }
    } else if words.take("stand behind") {
        Command::StandBehind { seat: words.number()? }
    } else if words.take("move") {
        Command::Move { seat: words.number()? }
    } else if words.take("leave") {
        Command::Leave
    } else if words.take("buy in") {
        let amount = words.amount(currency)?;
        let with = if words.take("from the account") { BuyInWith::Account } else { BuyInWith::Cash };
        Command::BuyIn { amount, with }
    } else if words.take("take cash of") {
        let person = person(words)?;
        Command::TakeCash { person, amount: words.amount(currency)? }
    } else if words.take("sign on") {
        Command::SignOn
    } else if words.take("sign off") {
        Command::SignOff
    } else if words.take("bring") {
        Command::BuyIn { amount: words.amount(currency)?, with: BuyInWith::Chips }
    } else if words.take("cash out") {
        Command::CashOut { amount: words.amount(currency)? }
    } else if words.take("tip") {
        Command::Tip { amount: words.amount(currency)? }
    } else if words.take("promote") {
        let person = person(words)?;
        let tender = tender(words);
        Command::Promote { person, tender, amount: words.amount(currency)? }
    } else {
        return Ok(None);
    }))
}

/// `seat 3`, `behind 3`, `floor 2`.
fn person(words: &mut Words<'_>) -> Result<Person, String> {
    let kind = words.next().unwrap_or_default();
    let number: u32 = words.number()?;
    Who::person(&format!("{kind} {number}")).map(Actor::person)
}

fn tender(words: &mut Words<'_>) -> Tender {
    if words.take("promotional") {
        Tender::Promotional
    } else if words.take("coupon") {
        Tender::Coupon
    } else {
        Tender::Chips
    }
}

fn wagers(rules: &Rules, words: &mut Words<'_>) -> Read {
    let currency = currency(rules);
    Ok(Some(if words.take("bet") {
        let spot = spot(rules, words)?;
        let amount = words.amount(currency)?;
        let tender = tender(words);
        Command::PlaceWager { spot, amount, tender, for_dealer: words.take("for the dealer") }
    } else if words.take("take down") {
        let spot = spot(rules, words)?;
        Command::TakeDown { spot, for_dealer: words.take("for the dealer") }
    } else if words.take("take back") {
        let spot = spot(rules, words)?;
        Command::TakeBack { spot, amount: words.amount(currency)? }
    } else if words.take("call") {
        let spot = spot(rules, words)?;
        Command::SpeakWager { spot, amount: words.amount(currency)? }
    } else if words.take("confirm call of") {
        Command::AnswerSpoken { person: person(words)?, confirmed: true }
    } else if words.take("refuse call of") {
        Command::AnswerSpoken { person: person(words)?, confirmed: false }
    } else {
        return Ok(None);
    }))
}

/// A wager by its name; one that the table does not know is asked for all the same, to be refused.
fn spot(rules: &Rules, words: &mut Words<'_>) -> Result<SpotId, String> {
    let word = words.next().ok_or("a wager is missing")?;
    let name: WagerName = word.parse().map_err(|error: banco_rulebook::TermsError| error.to_string())?;
    Ok(rules.spot_named(&name).map_or(SpotId(u16::MAX), |spot| spot.id))
}

fn bank(rules: &Rules, words: &mut Words<'_>) -> Read {
    let currency = currency(rules);
    Ok(Some(if words.take("bid") {
        Command::Bid { amount: words.amount(currency)? }
    } else if words.take("offer bank") {
        Command::OfferBank { seat: words.number()? }
    } else if words.take("house way for") {
        Command::PlayHouseWay { person: person(words)? }
    } else if words.take("close choices") {
        Command::CloseChoices
    } else if words.take("close bidding") {
        Command::CloseBidding
    } else if words.take("accept bank") {
        let amount = if words.is_empty() { None } else { Some(words.amount(currency)?) };
        Command::AcceptBank { amount }
    } else if words.take("decline bank") {
        Command::DeclineBank
    } else if words.take("wager") {
        Command::WagerBank { amount: words.amount(currency)? }
    } else if words.take("pass bank") {
        Command::PassBank
    } else if words.take("suivi") {
        Command::ClaimBank(BankClaim::Suivi)
    } else if words.take("banco") {
        Command::ClaimBank(BankClaim::Banco)
    } else if words.take("close claims") {
        Command::CloseClaims
    } else if words.take("cover") {
        Command::CoverBank { amount: words.amount(currency)? }
    } else if words.take("decline cover") {
        Command::DeclineCover
    } else if words.take("announce card") {
        Command::Announce(Announcement::Card)
    } else if words.take("announce stay") {
        Command::Announce(Announcement::Stay)
    } else if words.take("announce natural") {
        Command::Announce(Announcement::Natural)
    } else if words.take("announce under eight") {
        Command::Announce(Announcement::UnderEight)
    } else {
        return Ok(None);
    }))
}

fn curator(_: &Rules, words: &mut Words<'_>) -> Read {
    Ok(Some(if words.take("accept shoe for the dealer") {
        Command::AcceptShoe { dealer_acts: true }
    } else if words.take("accept shoe") {
        Command::AcceptShoe { dealer_acts: false }
    } else if words.take("decline shoe") {
        Command::DeclineShoe
    } else if words.take("pass shoe") {
        Command::PassShoe
    } else if words.take("order pass") {
        Command::OrderPass { reason: rest(words) }
    } else {
        return Ok(None);
    }))
}

fn round(_: &Rules, words: &mut Words<'_>) -> Read {
    Ok(Some(if words.take("no more bets") {
        Command::NoMoreBets
    } else if words.take("deal without wagers") {
        Command::DealWithoutWagers
    } else if words.take("card") {
        Command::Card(hidden_if_any(words)?)
    } else if words.take("take payout") {
        Command::TakePayout
    } else if words.take("press") {
        Command::PressPayout { side: words.side()? }
    } else if words.take("draw") {
        Command::Choose(Decision::Draw)
    } else if words.take("stand") {
        Command::Choose(Decision::Stand)
    } else if words.take("result") {
        let (player, banker) = (hand(words)?, hand(words)?);
        Command::RecordResult(Reported { totals: [player.0, banker.0], cards: [player.1, banker.1] })
    } else if words.take("settle") {
        Command::Settle
    } else if words.take("clear") {
        Command::ClearTable
    } else if words.take("collect vigorish") {
        Command::CollectVigorish
    } else {
        return Ok(None);
    }))
}

/// `7/3`: a count of seven with three cards.
fn hand(words: &mut Words<'_>) -> Result<(u8, u8), String> {
    let word = words.next().unwrap_or_default();
    let parsed =
        word.split_once('/').and_then(|(total, cards)| Some((total.parse().ok()?, cards.parse().ok()?)));
    parsed.ok_or_else(|| format!("`{word}` is not a result of a hand: write COUNT/CARDS, such as 7/3"))
}

fn turning(_: &Rules, words: &mut Words<'_>) -> Read {
    Ok(Some(if words.take("turn") {
        Command::TurnCards(words.cards()?)
    } else if words.take("relinquish") {
        Command::RelinquishCards
    } else if words.take("order relinquish") {
        Command::OrderRelinquish { reason: rest(words) }
    } else if words.take("accept cards") {
        Command::AcceptCards
    } else if words.take("decline cards") {
        Command::DeclineCards
    } else if words.take("propose") {
        let person = person(words)?;
        words.take("for");
        Command::ProposeTurner { side: words.side()?, person }
    } else if words.take("agree") {
        Command::AnswerProposal { agreed: true }
    } else if words.take("object") {
        Command::AnswerProposal { agreed: false }
    } else {
        return Ok(None);
    }))
}

fn floor(_: &Rules, words: &mut Words<'_>) -> Read {
    Ok(Some(if words.take("report drawn in error") {
        Command::Report(Irregularity::DrawnInError { card: words.card_if_any()? })
    } else if words.take("report third card") {
        Command::Report(Irregularity::UnauthorizedThird { card: words.card_if_any()? })
    } else if words.take("report seen") {
        Command::Report(Irregularity::Disclosed { card: words.card()? })
    } else if words.take("report wrong order") {
        Command::Report(Irregularity::WrongOrder)
    } else if words.take("report banker took three") {
        Command::Report(Irregularity::BankerTookThree { card: words.card()? })
    } else if words.take("report player got three") {
        Command::Report(Irregularity::PlayerGotThree { card: words.card()? })
    } else if words.take("report banker took two") {
        Command::Report(Irregularity::BankerTookTwo { first: words.card()?, second: words.card()? })
    } else if words.take("report card after miscalled stay") {
        Command::Report(Irregularity::CardAfterStay { card: words.card()?, miscalled: true })
    } else if words.take("report card after stay") {
        Command::Report(Irregularity::CardAfterStay { card: words.card()?, miscalled: false })
    } else if words.take("report banker took the card") {
        Command::Report(Irregularity::BankerTookPlayersCard { card: words.card()? })
    } else if words.take("report too few cards") {
        Command::Report(Irregularity::TooFewCards)
    } else if words.take("approve") {
        Command::AnswerReport { approved: true }
    } else if words.take("dismiss") {
        Command::AnswerReport { approved: false }
    } else if words.take("hold") {
        Command::Hold { reason: rest(words) }
    } else if words.take("resume") {
        Command::Resume
    } else if words.take("void") {
        Command::VoidRound { reason: rest(words) }
    } else if words.take("let") {
        let helper = person(words)?;
        words.take("act for");
        let helped = person(words)?;
        Command::Accommodate { person: helped, helper, reason: rest(words) }
    } else if words.take("pass over") {
        Command::PassOver { reason: rest(words) }
    } else {
        return Ok(None);
    }))
}

/// What takes two people: `ask correct $5 from tray to chips of seat 1 because paid short`, then
/// `approve request 1`.
fn requests(rules: &Rules, words: &mut Words<'_>) -> Read {
    Ok(Some(if words.take("ask correct") {
        let amount = words.amount(rules.terms.currency)?;
        words.take("from");
        let from = account(words)?;
        words.take("to");
        let to = account(words)?;
        Command::Ask(Wanted::Correction { amount, from, reason: because(words), to })
    } else if words.take("ask see off") {
        let person = person(words)?;
        Command::Ask(Wanted::SeeOff { person, reason: because(words) })
    } else if words.take("ask void") {
        let why = if words.take("the game cannot be completed") {
            VoidReason::CannotBeCompleted
        } else {
            VoidReason::Irregularity(Name::new(words.next().unwrap_or_default()))
        };
        Command::Ask(Wanted::Void { reason: because(words), why })
    } else if words.take("ask let") {
        let helper = person(words)?;
        words.take("act for");
        let helped = person(words)?;
        Command::Ask(Wanted::Accommodation { helper, person: helped, reason: because(words) })
    } else if words.take("ask take cash of") {
        let person = person(words)?;
        Command::Ask(Wanted::CashBuyIn { person, amount: words.amount(rules.terms.currency)? })
    } else if words.take("ask fill") {
        Command::Ask(Wanted::Fill { amount: words.amount(rules.terms.currency)?, credit: false })
    } else if words.take("ask credit") {
        Command::Ask(Wanted::Fill { amount: words.amount(rules.terms.currency)?, credit: true })
    } else if words.take("ask open") {
        let currency = rules.terms.currency;
        let float = words.amount(currency)?;
        let differential = if words.take("differential") { Some(words.amount(currency)?) } else { None };
        Command::Ask(Wanted::Open { at: minute(words)?, differential, float })
    } else if words.take("ask promote") {
        let person = person(words)?;
        let tender = tender(words);
        Command::Ask(Wanted::Promotion { amount: words.amount(rules.terms.currency)?, person, tender })
    } else if words.take("approve request") {
        Command::Approve { request: RequestId(words.number()?) }
    } else if words.take("turn down request") {
        let request = RequestId(words.number()?);
        Command::TurnDown { request, reason: because(words).to_string() }
    } else {
        return Ok(None);
    }))
}

/// `because REASON`.
pub(super) fn because(words: &mut Words<'_>) -> Arc<str> {
    words.take("because");
    rest(words).into()
}

/// Somebody's account of a kind.
type OwnAccount = fn(Person) -> Account;

/// `tray`, `chips of seat 3` and so on.
pub(super) fn account(words: &mut Words<'_>) -> Result<Account, String> {
    let plain = [
        ("outside", Account::Outside),
        ("house", Account::House),
        ("tray", Account::Tray),
        ("drop", Account::Drop),
        ("layout", Account::Layout),
        ("progressive", Account::Progressive),
        ("link", Account::Link),
        ("cover", Account::Cover),
        ("tokes", Account::Tokes),
        ("charged", Account::Charged),
        ("collected", Account::Collected),
        ("issued on layout", Account::IssuedOnLayout),
        ("issued", Account::Issued),
    ];
    if let Some((_, account)) = plain.into_iter().find(|(name, _)| words.take(name)) {
        return Ok(account);
    }
    let owned: [(&str, OwnAccount); 4] = [
        ("chips of", Account::Chips),
        ("promotional of", Account::Promotional),
        ("coupons of", Account::Coupons),
        ("owed by", Account::Owed),
    ];
    match owned.into_iter().find(|(name, _)| words.take(name)) {
        Some((_, account)) => person(words).map(account),
        None => Err(format!("`{}` is not an account", words.rest())),
    }
}
