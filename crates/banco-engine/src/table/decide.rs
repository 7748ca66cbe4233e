//! From a command, or from a word of the house's machines, to what happens or to a refusal.

#![deny(clippy::wildcard_enum_match_arm)]

use banco_money::{Amount, MoneyError};

use super::command::Command;
use super::draft::{Context, Draft, Step, refuse};
use super::event::Event;
use super::people::{Actor, Person, Role};
use super::procedure::{
    chemin_de_fer, commitment, curator, cut, dealing, discard, duty, family, floor, hand_over, house_money,
    irregularity, jackpot, opening, pass_over, player_banked, request, result_only, seats, settlement, shoe,
    third_card, vigorish, wagering,
};
use super::refusal::{Reason, Refusal};
use super::request::Wanted;
use super::restriction;
use super::state::{Phase, Table};
use super::word::{AccountWord, Word};
use crate::cage::Time;
use crate::reasons::WhyNot as _;

/// Decides what a command makes happen. Nothing changes by this; [`super::evolve`] changes the table by the
/// events, in order.
///
/// # Errors
/// What is not allowed, by which clause, and what to do instead.
pub fn decide(table: &Table, by: Actor, command: Command) -> Result<Vec<Event>, Refusal> {
    decide_within(table, Context::RELAXED, by, command)
}

/// The same under the controls of a house.
pub(crate) fn decide_within(
    table: &Table,
    context: Context<'_>,
    by: Actor,
    command: Command,
) -> Result<Vec<Event>, Refusal> {
    guard(table, by, &command)?;
    duty::need_dealer_on_duty(table, context.house, by, &command)?;
    let mut draft = Draft::within(table, context);
    let carried_out = carry_out(&mut draft, by, &command);
    let reckoned = command.amounts().into_iter().flatten().try_for_each(|amount| reckonable(table, amount));
    first_told(carried_out, reckoned)?;
    restriction::check(&draft)?;
    Ok(draft.events)
}

/// Of two refusals, the one whose reason is declared first.
fn first_told(one: Step, other: Step) -> Step {
    let place = |refusal: &Refusal| Reason::CODES.iter().position(|code| *code == refusal.code());
    match (one, other) {
        (Err(one), Err(other)) => Err(if place(&one) <= place(&other) { one } else { other }),
        (one, other) => one.and(other),
    }
}

/// Decides what a word of the house's machines makes happen. Nothing changes by this.
///
/// # Errors
/// What cannot be, by which clause.
pub fn hear(table: &Table, word: Word) -> Result<Vec<Event>, Refusal> {
    halted(table)?;
    word.amounts().try_for_each(|amount| reckonable(table, amount))?;
    let mut draft = Draft::new(table);
    match word {
        Word::Card(card) => {
            at_work(table)?;
            dealing::card(&mut draft, None, card)?;
        }
        Word::Burn(card) => {
            at_work(table)?;
            shoe::burn(&mut draft, None, card)?;
        }
        Word::CutCard => {
            at_work(table)?;
            dealing::show_cut_card(&mut draft, None)?;
        }
        Word::Turned(cards) => {
            at_work(table)?;
            hand_over::turn(&mut draft, None, &cards)?;
        }
        // What the shoe promises and shows is taken whatever the table is doing.
        Word::ShoeCommitted { shoe, root } => commitment::commit(&mut draft, shoe, root)?,
        Word::ShoeOpened(opening) => commitment::open(&mut draft, opening)?,
        // What a link says is taken whatever the table is doing.
        Word::Link(word) => jackpot::hear(&mut draft, &word)?,
        // And so is what an account says.
        Word::Account(AccountWord { person, restriction }) => {
            restriction::hear(&mut draft, person, restriction)?;
        }
    }
    Ok(draft.events)
}

/// What time alone brings with it: requests that nobody has answered run out.
pub(crate) fn pass_time(table: &Table, now: Time) -> Vec<Event> {
    let mut draft = Draft::new(table);
    request::run_out(&mut draft, now);
    draft.events
}

/// Somebody lost the role in which they asked for something here: those requests lapse.
pub(crate) fn lapse(table: &Table, asker: Person) -> Vec<Event> {
    let mut draft = Draft::new(table);
    request::lapse(&mut draft, asker);
    draft.events
}

/// The greatest amount of one command or word, in minor units: so small that the books never overflow, and that every
/// balance can be written down.
const MOST: i64 = i64::MAX >> 20;

/// Money of the table's currency, and not more than its books can hold.
fn reckonable(table: &Table, amount: Amount) -> Step {
    let (given, own) = (amount.currency(), table.rules.terms.currency);
    if given != own {
        let error = MoneyError::CurrencyMismatch(given, own);
        return Err(refuse(error.into(), table.rules.topics.wagering));
    }
    if amount.minor() > MOST {
        return Err(refuse(MoneyError::Overflow.into(), table.rules.topics.wagering));
    }
    Ok(())
}

/// A table whose books do not agree does nothing.
fn halted(table: &Table) -> Step {
    match &table.fault {
        None => Ok(()),
        Some(fault) => Err(refuse(Reason::Halted { fault: fault.to_string() }, table.rules.topics.floor)),
    }
}

/// The table is open and waits for nobody: cards may come.
fn at_work(table: &Table) -> Step {
    let topics = &table.rules.topics;
    if table.phase == Phase::Closed {
        return Err(refuse(Reason::TableClosed, topics.opening));
    }
    if let Some(hold) = &table.hold {
        return Err(refuse(Reason::OnHold { why: hold.reason.to_string() }, topics.floor));
    }
    if table.incident.is_some() {
        return Err(refuse(Reason::IrregularityOpen, topics.floor));
    }
    void_asked(table)
}

/// While somebody has asked to void the round, it waits for the second person.
fn void_asked(table: &Table) -> Step {
    match table.void_asked() {
        None => Ok(()),
        Some(request) => Err(refuse(Reason::ApprovalOpen { request: request.id }, table.rules.topics.floor)),
    }
}

/// What stops every command, or nearly every one.
fn guard(table: &Table, by: Actor, command: &Command) -> Step {
    let topics = &table.rules.topics;
    halted(table)?;
    let for_closed = matches!(
        command,
        Command::OpenTable { .. }
            | Command::AdoptTerms { .. }
            | Command::GiveNotice { .. }
            | Command::Ask(Wanted::Open { .. } | Wanted::Terms { .. })
    );
    let anywhere = matches!(
        command,
        Command::GiveNotice { .. }
            | Command::Ask(Wanted::Correction { .. } | Wanted::SeeOff { .. })
            | Command::Approve { .. }
            | Command::TurnDown { .. }
            | Command::SignOff
            | Command::Leave
    );
    let closed = table.phase == Phase::Closed;
    if closed && !for_closed && !anywhere {
        return Err(refuse(Reason::TableClosed, topics.opening));
    }
    if !closed && for_closed && !anywhere {
        return Err(refuse(Reason::TableOpen, topics.opening));
    }
    if let Some(person) = by.acting_for().filter(|person| !table.helpers.contains(&(*person, by.person()))) {
        let clauses = topics.accommodation.or(topics.table);
        return Err(refuse(Reason::NoAccommodation { helper: by.person(), person }, clauses));
    }
    // Leaving takes all chips along, a wager for the dealer gives them away, and a spoken one brings money in.
    let for_oneself = matches!(
        command,
        Command::BuyIn { .. }
            | Command::SpeakWager { .. }
            | Command::Tip { .. }
            | Command::CashOut { .. }
            | Command::Leave
            | Command::PlaceWager { for_dealer: true, .. }
    );
    if let Some(person) = by.acting_for().filter(|_| for_oneself) {
        let clauses = topics.accommodation.or(topics.table);
        return Err(refuse(Reason::NotForHelpers { helper: by.person(), person }, clauses));
    }
    if let Some(hold) = table.hold.as_ref().filter(|_| !goes_on_in_hold(table, by, command)) {
        return Err(refuse(Reason::OnHold { why: hold.reason.to_string() }, topics.floor));
    }
    let answers = matches!(command, Command::AnswerReport { .. }) || goes_on_in_hold(table, by, command);
    if table.incident.is_some() && !answers {
        return Err(refuse(Reason::IrregularityOpen, topics.floor));
    }
    if goes_on_in_hold(table, by, command) { Ok(()) } else { void_asked(table) }
}

/// While the table is held the floor acts, and people may leave with what is theirs.
fn goes_on_in_hold(table: &Table, by: Actor, command: &Command) -> bool {
    let own = matches!(
        command,
        Command::TakeDown { .. }
            | Command::TakeBack { .. }
            | Command::Leave
            | Command::CashOut { .. }
            | Command::DeclineCut
    );
    let duty = matches!(command, Command::SignOn | Command::SignOff);
    matches!(by.role(), Role::Floor | Role::Executive) || duty || (own && table.phase == Phase::Betting)
}

/// Every command has its procedure.
fn carry_out(draft: &mut Draft<'_>, by: Actor, command: &Command) -> Step {
    match command {
        Command::OpenTable { float, differential, at } => {
            opening::open(draft, by, *float, *differential, *at)
        }
        Command::CloseTable => opening::close(draft, by),
        Command::FillTray { amount, credit } => opening::fill(draft, by, *amount, *credit),
        Command::AdoptTerms { rules, at } => opening::adopt(draft, by, rules, *at),
        Command::GiveNotice { notice, at } => opening::notice(draft, by, notice, *at),
        Command::Prepare { step, told } => opening::prepare(draft, by, step, told.as_deref()),
        Command::ReportMissingCard { card } => opening::missing_card(draft, by, *card),
        Command::TakeUpCards => discard::take_up(draft, by),
        Command::Cut { at } => cut::cut(draft, by, *at),
        Command::DeclineCut => cut::decline(draft, by),
        Command::OrderRecut { reason } => cut::order_recut(draft, by, reason),
        Command::LoadShoe { source, cut_card, batch } => shoe::load(draft, by, *source, *cut_card, *batch),
        Command::BurnCard(card) => shoe::burn(draft, Some(by), *card),
        Command::Sit { seat } => seats::sit(draft, by, *seat),
        Command::StandBehind { seat } => seats::stand_behind(draft, by, *seat),
        Command::Move { seat } => seats::move_to(draft, by, *seat),
        Command::Leave => seats::leave(draft, by),
        Command::BuyIn { amount, with } => seats::buy_in(draft, by, *amount, *with),
        Command::TakeCash { person, amount } => seats::take_cash(draft, by, *person, *amount),
        Command::SignOn => duty::sign_on(draft, by),
        Command::SignOff => duty::sign_off(draft, by),
        Command::CashOut { amount } => seats::cash_out(draft, by, *amount),
        Command::Promote { person, tender, amount } => seats::promote(draft, by, *person, *tender, *amount),
        Command::Tip { amount } => seats::tip(draft, by, *amount),
        Command::PlaceWager { spot, amount, tender, for_dealer } => {
            wagering::place(draft, by, *spot, *amount, *tender, *for_dealer)
        }
        Command::TakeDown { spot, for_dealer } => wagering::take_down(draft, by, *spot, *for_dealer),
        Command::TakeBack { spot, amount } => wagering::take_back(draft, by, *spot, *amount),
        Command::SpeakWager { spot, amount } => wagering::speak(draft, by, *spot, *amount),
        Command::AnswerSpoken { person, confirmed } => {
            wagering::answer_spoken(draft, by, *person, *confirmed)
        }
        Command::AcceptShoe { dealer_acts } => curator::accept(draft, by, *dealer_acts),
        Command::DeclineShoe => curator::decline(draft, by),
        Command::PassShoe => curator::pass(draft, by),
        Command::OrderPass { reason } => family::order_pass(draft, by, reason),
        Command::NoMoreBets => dealing::no_more_bets(draft, by),
        Command::DealWithoutWagers => dealing::without_wagers(draft, by),
        Command::Card(card) => dealing::card(draft, Some(by), *card),
        Command::ShowCutCard => dealing::show_cut_card(draft, Some(by)),
        Command::TurnCards(cards) => hand_over::turn(draft, Some(by), cards),
        Command::RelinquishCards => hand_over::relinquish(draft, by),
        Command::OrderRelinquish { reason } => hand_over::order_relinquish(draft, by, reason),
        Command::AcceptCards => hand_over::accept(draft, by),
        Command::DeclineCards => hand_over::decline(draft, by),
        Command::ProposeTurner { side, person } => hand_over::propose(draft, by, *side, *person),
        Command::AnswerProposal { agreed } => hand_over::answer_proposal(draft, by, *agreed),
        Command::TakePayout => house_money::take(draft, by),
        Command::PressPayout { side } => house_money::press(draft, by, *side),
        Command::Choose(decision) => third_card::choose(draft, by, *decision),
        Command::RecordResult(reported) => result_only::record(draft, by, *reported),
        Command::Settle => settlement::settle(draft, by),
        Command::ClearTable => discard::clear(draft, by),
        Command::CollectVigorish => vigorish::collect(draft, by),
        Command::Bid { amount } => chemin_de_fer::bank::bid(draft, by, *amount),
        Command::CloseBidding => chemin_de_fer::bank::close_bidding(draft, by),
        Command::OfferBank { seat } => player_banked::position::offer(draft, by, *seat),
        Command::PlayHouseWay { person } => player_banked::hands::play_house_way(draft, by, *person),
        Command::CloseChoices => player_banked::hands::close_choices(draft, by),
        Command::AcceptBank { amount } => family::accept_bank(draft, by, *amount),
        Command::DeclineBank => family::decline_bank(draft, by),
        Command::WagerBank { amount } => family::wager_bank(draft, by, *amount),
        Command::PassBank => family::pass_bank(draft, by),
        Command::ClaimBank(claim) => chemin_de_fer::cover::claim(draft, by, *claim),
        Command::CloseClaims => chemin_de_fer::cover::close_claims(draft, by),
        Command::CoverBank { amount } => chemin_de_fer::cover::cover(draft, by, *amount),
        Command::DeclineCover => chemin_de_fer::cover::decline(draft, by),
        Command::Announce(word) => chemin_de_fer::hands::announce(draft, by, *word),
        Command::Report(what) => irregularity::report(draft, by, *what),
        Command::AnswerReport { approved } => irregularity::answer(draft, by, *approved),
        Command::Hold { reason } => floor::hold(draft, by, reason),
        Command::Resume => floor::resume(draft, by),
        Command::VoidRound { reason } => floor::void(draft, by, reason),
        Command::Accommodate { person, helper, reason } => {
            floor::accommodate(draft, by, *person, *helper, reason)
        }
        Command::Ask(wanted) => request::ask(draft, by, wanted),
        Command::Approve { request } => request::approve(draft, by, *request),
        Command::TurnDown { request, reason } => request::turn_down(draft, by, *request, reason),
        Command::PassOver { reason } => pass_over::pass_over(draft, by, reason),
    }
}
