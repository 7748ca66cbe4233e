//! Opening and closing the table, notices, and what is done with the cards before a shoe.
//!
//! MB 3-5, MM 3-5, CO 30-2805, 30-2806, 30-2809, 30-2810.

use banco_rulebook::model::vocabulary::IrregularityId;
use std::sync::Arc;

use banco_cards::Card;
use banco_money::{Amount, MoneyError};
use banco_rulebook::model::rulebook::{Notice, Timing};
use banco_rulebook::{Terms, VigorishTerms};

use super::{cut, request, shuffle};
use crate::house::MoneyAction;
use crate::name::{Clauses, Name};
use crate::table::command::Minute;
use crate::table::draft::{Draft, Step, need_role, refuse};
use crate::table::event::{NoticeDue, OpeningEvent, PreparationEvent};
use crate::table::people::{Actor, Person, Role};
use crate::table::refusal::{Reason, Refusal};
use crate::table::request::Wanted;
use crate::table::rules::{Preparation, Rules};
use crate::table::state::{Phase, Shoe};

/// Opens the table with a float in the tray; from the house's level on, once another person approves.
pub fn open(
    draft: &mut Draft<'_>,
    by: Actor,
    float: Amount,
    differential: Option<Amount>,
    at: Minute,
) -> Step {
    let clauses = draft.topics().opening;
    need_role(by, &[Role::Floor], "floorperson", clauses)?;
    openable(draft, float)?;
    if draft.authorize(by, MoneyAction::Float, float, clauses)?.is_none() {
        return request::ask(draft, by, &Wanted::Open { at, differential, float });
    }
    open_now(draft, by.person(), float, differential, at);
    Ok(())
}

/// The table is closed, and the float is an amount.
pub fn openable(draft: &Draft<'_>, float: Amount) -> Step {
    let clauses = draft.topics().opening;
    if draft.table.phase != Phase::Closed {
        return Err(refuse(Reason::TableOpen, clauses));
    }
    positive(float, "open the table with", clauses)
}

/// The table opens.
pub fn open_now(draft: &mut Draft<'_>, by: Person, float: Amount, differential: Option<Amount>, at: Minute) {
    let topics = draft.topics();
    let (name, rules) = (Name::new(&draft.rules().terms.name), draft.rules().id);
    draft.emit(topics.opening, OpeningEvent::TableOpened { by, differential, float, name, rules });
    introduce(draft, at);
    begin_preparation(draft, 1);
}

/// Procedures that are put in force here for the first time: whoever must be told of that is told in the same time as
/// of a change. Once a notice has been given or is due, there is nothing new about its procedure.
fn introduce(draft: &mut Draft<'_>, at: Minute) {
    let (rules, table) = (draft.rules(), draft.table);
    for notice in &rules.terms.rulebook.file.notices {
        let known = |(id, _): &(Name, Minute)| *id == notice.id.as_str();
        let told = table.notices.iter().chain(&table.due_notices).any(known);
        let minutes =
            notice.minutes.filter(|_| notice.timing == Timing::Within && !notice.options.is_empty());
        if let Some(minutes) = minutes.filter(|_| !told) {
            let due = NoticeDue { at: after(at, minutes), notice: Name::new(&notice.id) };
            draft.emit((&notice.cite).into(), OpeningEvent::ProcedureIntroduced { at, due });
        }
    }
}

/// So many minutes later.
const fn after(at: Minute, minutes: u32) -> Minute {
    Minute(at.0.saturating_add(minutes as u64))
}

/// More than nothing.
pub fn positive(amount: Amount, doing: &'static str, clauses: Clauses) -> Step {
    if amount.is_positive() { Ok(()) } else { Err(refuse(Reason::BadAmount { amount, doing }, clauses)) }
}

/// Closes the table: nothing on the layout, nobody owing, everybody gone.
pub fn close(draft: &mut Draft<'_>, by: Actor) -> Step {
    let topics = draft.topics();
    need_role(by, &[Role::Floor], "floorperson", topics.opening)?;
    let table = draft.table;
    let idle = matches!(
        table.phase,
        Phase::Preparing | Phase::Cutting | Phase::Loading | Phase::Betting | Phase::BetweenShoes
    );
    if !idle {
        let now = table.phase.in_words();
        return Err(refuse(Reason::WrongMoment { doing: "close the table", now }, topics.opening));
    }
    let cover = table.bank.holder.filter(|_| table.bank.wager.is_some()).map(|(person, _)| person);
    if let Some(person) = table.bets.first().map(|bet| bet.key.owner).or(cover) {
        return Err(refuse(Reason::WagersInPlay { person }, topics.wagering));
    }
    if let Some(one) = table.people.iter().find(|one| one.owed.is_positive()) {
        return Err(refuse(Reason::VigorishOutstanding { owed: one.owed }, topics.vigorish));
    }
    let result = table.ledger.result().map_err(|error| refuse(error.into(), topics.opening))?;
    draft.emit(topics.opening, OpeningEvent::TableClosed { by: by.person(), result });
    Ok(())
}

/// Chips come to the tray, or go from it; from the house's level on, once another person approves.
pub fn fill(draft: &mut Draft<'_>, by: Actor, amount: Amount, credit: bool) -> Step {
    let clauses = draft.topics().floor;
    need_role(by, &[Role::Floor], "floorperson", clauses)?;
    request::need_uninvolved(draft, by, clauses)?;
    fillable(draft, amount, credit)?;
    let action = if credit { MoneyAction::Credit } else { MoneyAction::Fill };
    let Some(alone) = draft.authorize(by, action, amount, clauses)? else {
        return request::ask(draft, by, &Wanted::Fill { amount, credit });
    };
    draft.emit(clauses, OpeningEvent::TrayFilled { alone, amount, credit, by: by.person() });
    Ok(())
}

/// The tray is there, and holds what is taken out of it.
pub fn fillable(draft: &Draft<'_>, amount: Amount, credit: bool) -> Step {
    let topics = draft.topics();
    if draft.table.phase == Phase::Closed {
        return Err(refuse(Reason::TableClosed, topics.opening));
    }
    positive(amount, "bring to the tray", topics.floor)?;
    let have = draft.table.ledger.tray;
    if credit && have.minor() < amount.minor() {
        let doing = "take from the tray";
        return Err(refuse(Reason::NotEnough { have, wanted: amount, doing }, topics.floor));
    }
    Ok(())
}

/// Plays by other terms; under full controls once another person approves, who sees the terms themselves.
pub fn adopt(draft: &mut Draft<'_>, by: Actor, rules: &Arc<Rules>, at: Minute) -> Step {
    need_role(by, &[Role::Floor], "floorperson", draft.topics().opening)?;
    if draft.context.house.is_strict() {
        return request::ask(draft, by, &Wanted::Terms { at, rules: rules.id });
    }
    adopt_now(draft, by.person(), rules, at)
}

/// The table plays by other terms from now on. Notices that are due after a change are noted.
pub fn adopt_now(draft: &mut Draft<'_>, by: Person, rules: &Arc<Rules>, at: Minute) -> Step {
    let topics = draft.topics();
    let due = adoptable(draft, rules, at)?;
    let (old, new) = (&draft.rules().terms, &rules.terms);
    let told = new.rulebook.file.notices.iter().find(|notice| notice.dearer_vigorish);
    let posted = told.filter(|_| dearer(old, new)).map(|notice| Name::new(&notice.id));
    draft.emit(
        told.map_or_else(|| topics.opening, |notice| (&notice.cite).into()),
        OpeningEvent::TermsAdopted {
            by,
            due,
            name: Name::new(&new.name),
            posted: posted.into_iter().collect(),
            rules: rules.id,
        },
    );
    Ok(())
}

/// The table can play by these terms: changes that need notice beforehand have had it. Returns the notices that are
/// due after the change.
pub fn adoptable(draft: &Draft<'_>, rules: &Rules, at: Minute) -> Result<Vec<NoticeDue>, Refusal> {
    let topics = draft.topics();
    if draft.table.phase != Phase::Closed {
        return Err(refuse(Reason::TableOpen, topics.opening));
    }
    seats_remain(draft, rules)?;
    let (old, new) = (&draft.rules().terms, &rules.terms);
    let mut due = Vec::new();
    for notice in &new.rulebook.file.notices {
        let Some(option) = notice.options.iter().find(|option| old.option(option) != new.option(option))
        else {
            continue;
        };
        match (notice.timing, notice.minutes) {
            (Timing::Before, Some(minutes)) => given_in_time(draft, notice, option, minutes, at)?,
            (Timing::Within, Some(minutes)) => {
                due.push(NoticeDue { at: after(at, minutes), notice: Name::new(&notice.id) });
            }
            (_, None) => {}
        }
    }
    if old.currency != new.currency {
        let error = MoneyError::CurrencyMismatch(old.currency, new.currency);
        return Err(refuse(error.into(), topics.opening));
    }
    Ok(due)
}

/// Whether vigorish is of another type, or more of it is taken.
fn dearer(old: &Terms, new: &Terms) -> bool {
    let up_to = |terms: VigorishTerms| terms.up_to.map_or(0, Amount::minor);
    let more = |old: VigorishTerms, new: VigorishTerms| {
        new.on_win > old.on_win || new.on_tie > old.on_tie || up_to(new) > up_to(old)
    };
    let rates = old.vigorish.zip(new.vigorish);
    old.variant.vigorish != new.variant.vigorish || rates.is_some_and(|(old, new)| more(old, new))
}

/// Whoever is still there keeps their seat under the new terms.
fn seats_remain(draft: &Draft<'_>, rules: &Rules) -> Step {
    let topics = draft.topics();
    let seats = draft.table.people.iter().map(|one| one.place.seat());
    match seats.into_iter().find(|seat| !rules.seats.contains(seat)) {
        None => Ok(()),
        Some(seat) => Err(refuse(Reason::SeatTaken { seat }, topics.table)),
    }
}

fn given_in_time(draft: &Draft<'_>, notice: &Notice, option: &str, minutes: u32, at: Minute) -> Step {
    let given = draft.table.notices.iter().find(|(id, _)| *id == notice.id.as_str());
    let early = given.is_some_and(|(_, when)| at.0 >= when.0.saturating_add(u64::from(minutes)));
    if early {
        return Ok(());
    }
    let (option, id) = (option.to_owned(), notice.id.clone());
    Err(refuse(Reason::NoticeNeeded { option, notice: id, minutes }, (&notice.cite).into()))
}

/// Gives a notice that the rulebook asks for.
pub fn notice(draft: &mut Draft<'_>, by: Actor, notice: &str, at: Minute) -> Step {
    let topics = draft.topics();
    need_role(by, &[Role::Floor], "floorperson", topics.floor)?;
    let known = draft.rules().terms.rulebook.file.notices.iter().find(|known| known.id == notice);
    let unknown = || refuse(Reason::UnknownNotice { notice: notice.to_owned() }, topics.floor);
    let known = known.ok_or_else(unknown)?;
    let clauses = (&known.cite).into();
    draft.emit(clauses, OpeningEvent::NoticeGiven { at, by: by.person(), notice: Name::new(&known.id) });
    Ok(())
}

/// The cards of the next shoe are taken in hand.
pub fn begin_preparation(draft: &mut Draft<'_>, shoe: u32) {
    let rules = draft.rules();
    // All batches come to the table, and are looked at, when it opens.
    let new_cards = rules.new_cards_each_shoe || shoe == 1;
    let next = draft.table.shoe.followed_by(shoe, new_cards, rules, draft.table.cards);
    let first = rules.steps_before(&next).first().map(|step| step.clauses);
    let clauses = first.unwrap_or_else(|| draft.topics().opening);
    draft.emit(clauses, PreparationEvent::PreparationBegun { shoe, new_cards });
    if first.is_none() {
        cut::offer_first(draft);
    }
}

/// Does the next step of the preparation.
pub fn prepare(draft: &mut Draft<'_>, by: Actor, step: &str, told: Option<&str>) -> Step {
    let topics = draft.topics();
    if let (Some(named), Some(_)) = (named(draft, step), told) {
        shuffle::can_be_told(draft, named)?;
    }
    may_prepare(draft, by, step)?;
    if matches!(draft.table.phase, Phase::Betting | Phase::Dealing | Phase::Settled) {
        return prepare_ahead(draft, by, step, told);
    }
    if draft.table.phase == Phase::BetweenShoes {
        let owed = draft.table.people.iter().map(|one| one.owed).find(|owed| owed.is_positive());
        let owed = owed.unwrap_or_else(|| draft.table.nothing());
        return Err(refuse(Reason::VigorishOutstanding { owed }, topics.vigorish));
    }
    draft.need_phase(Phase::Preparing, "prepare the cards", topics.opening)?;
    let shoe: &Shoe = &draft.table.shoe;
    let steps = draft.rules().steps_before(shoe);
    let Some(next) = steps.get(shoe.step) else {
        let now = "the cards are ready for the cut";
        return Err(refuse(Reason::WrongMoment { doing: "prepare the cards", now }, topics.cut));
    };
    overdue(draft)?;
    let stand_in = next.stand_in.filter(|id| *id == *step);
    if *next.id != *step && stand_in.is_none() {
        let (given, expected) = (step.to_owned(), next.id.to_string());
        return Err(refuse(Reason::StepOutOfOrder { given, expected }, next.clauses));
    }
    if shoe.step_by.contains(&by.person()) {
        return Err(refuse(Reason::AnotherDealer { person: by.person() }, next.clauses));
    }
    may_be_seen(draft, next)?;
    let done = u8::try_from(shoe.step_by.len()).unwrap_or(u8::MAX).saturating_add(1);
    let people_left = next.people.saturating_sub(done);
    if let Some(told) = told {
        let more = steps.iter().skip(shoe.step + 1).any(|later| later.by_hand);
        shuffle::told(draft, next, told, people_left == 0 && !more)?;
    }
    let (step, by) = (stand_in.unwrap_or(next.id), by.person());
    draft.emit(next.clauses, PreparationEvent::StepDone { by, people_left, step });
    if people_left == 0 && shoe.step + 1 == steps.len() {
        cut::offer_first(draft);
    }
    Ok(())
}

/// The decks lie spread until somebody has come who may look at them.
fn may_be_seen(draft: &Draft<'_>, step: &Preparation) -> Step {
    if step.after_inspection && draft.table.waits_for_inspection() {
        let now = "the cards lie spread for the first participants to see";
        return Err(refuse(Reason::WrongMoment { doing: "turn the cards down", now }, step.clauses));
    }
    Ok(())
}

/// Whoever does the step that is named; one that nobody knows is nobody's, so that whoever does any is told so.
fn may_prepare(draft: &Draft<'_>, by: Actor, step: &str) -> Step {
    let steps = &draft.rules().preparation;
    if let Some(named) = named(draft, step) {
        return need_role(by, &[named.by], named.by.name(), named.clauses);
    }
    let staff = [Role::Dealer, Role::Floor].into_iter();
    let anybody: Vec<Role> = staff.chain(steps.iter().map(|known| known.by)).collect();
    need_role(by, &anybody, "dealer or floorperson", draft.topics().opening)
}

/// The step of this name that is due, or any other of it.
fn named<'a>(draft: &'a Draft<'_>, step: &str) -> Option<&'a Preparation> {
    let is_named = |known: &&Preparation| *known.id == *step || known.stand_in.is_some_and(|id| *id == *step);
    let due = draft.table.next_preparation().filter(is_named);
    due.or_else(|| draft.rules().preparation.iter().find(is_named))
}

/// While one batch is in play, the device shuffles the other and keeps it for the next shoe.
fn prepare_ahead(draft: &mut Draft<'_>, by: Actor, step: &str, told: Option<&str>) -> Step {
    let topics = draft.topics();
    let shoe = &draft.table.shoe;
    let ahead = draft.rules().preparation.iter().find(|known| known.ahead && *known.id == *step);
    let Some(ahead) = ahead.filter(|_| !shoe.other_kept) else {
        let now = if shoe.other_kept { "the other batch is ready" } else { draft.table.phase.in_words() };
        return Err(refuse(Reason::WrongMoment { doing: "prepare the cards", now }, topics.batches));
    };
    if let Some(told) = told {
        shuffle::told(draft, ahead, told, true)?;
    }
    let batch = draft.rules().batch_of(shoe.number.saturating_add(1));
    draft.emit(topics.batches, PreparationEvent::BatchKept { batch, by: by.person() });
    Ok(())
}

/// A notice that was to be given after a change, or after a procedure was introduced, has been given in time.
pub fn overdue(draft: &Draft<'_>) -> Step {
    let late = draft.table.due_notices.iter().find(|(_, by)| draft.table.clock > *by);
    match late {
        None => Ok(()),
        Some((notice, _)) => {
            let known =
                draft.rules().terms.rulebook.file.notices.iter().find(|known| *notice == known.id.as_str());
            let clauses = known.map_or_else(|| draft.topics().settlement, |known| (&known.cite).into());
            Err(refuse(Reason::NoticeOverdue { notice: notice.to_string() }, clauses))
        }
    }
}

/// A card is missing from the decks: they are inspected in full, the card is replaced, the maker is told.
pub fn missing_card(draft: &mut Draft<'_>, by: Actor, card: Card) -> Step {
    let topics = draft.topics();
    let rule = draft.rules().irregularity(IrregularityId::MissingPreShuffledCard);
    let what = "procedure for a missing card";
    let rule = rule.ok_or_else(|| refuse(Reason::NotProvided { what }, topics.opening))?;
    need_role(by, &[Role::Dealer, Role::Floor], "dealer or floorperson", rule.clauses)?;
    draft.need_phase(Phase::Preparing, "report a missing card", rule.clauses)?;
    draft.emit(rule.clauses, PreparationEvent::CardMissing { card, by: by.person() });
    Ok(())
}
