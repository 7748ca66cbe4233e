//! From a command or a word to what happens on the link, or to a refusal.

use crate::authority::{Actor, Person, Role};
use crate::cage::Time;
use crate::link::command::Command;
use crate::link::event::{Event, What, spread};
use crate::link::refusal::{Reason, Refusal};
use crate::link::state::{Game, Link, Station, TableId};
use crate::link::surroundings::Surroundings;
use crate::link::word::Word;
use crate::link::{change, game, jackpot, upkeep};
use crate::name::Clauses;
use crate::reasons::refuse;

/// Decides what a command of a person makes happen. Nothing changes by this; [`crate::link::evolve`] changes the
/// link by the events, in order.
///
/// # Errors
/// What is not allowed, by which clause, and what to do instead.
pub fn decide(
    link: &Link,
    around: &dyn Surroundings,
    by: Actor,
    command: Command,
) -> Result<Vec<Event>, Refusal> {
    work_out_command(link, around, by, command).map(WorkedOut::events_alone)
}

/// Decides what a word of a machine of the house makes happen.
///
/// # Errors
/// What is not allowed, by which clause, and what to do instead.
pub fn hear(link: &Link, around: &dyn Surroundings, word: Word) -> Result<Vec<Event>, Refusal> {
    work_out_word(link, around, word).map(WorkedOut::events_alone)
}

/// What happens, and the link after it. Beside each event stand the words that it says to tables.
#[derive(Debug)]
pub(crate) struct WorkedOut {
    pub link: Link,
    pub events: Vec<(Event, Vec<(TableId, u32)>)>,
}

impl WorkedOut {
    fn events_alone(self) -> Vec<Event> {
        self.events.into_iter().map(|(event, _)| event).collect()
    }
}

pub(crate) fn work_out_command(
    link: &Link,
    around: &dyn Surroundings,
    by: Actor,
    command: Command,
) -> Result<WorkedOut, Refusal> {
    let mut draft = Draft::new(link, around);
    match &command {
        Command::Open { .. } => need_running(link, false)?,
        // What a closed link owes is read as well.
        Command::TakeReading { .. } if link.rules.is_some() => need_sound(link)?,
        Command::TakeReading { .. } => need_running(link, true)?,
        Command::Select { .. }
        | Command::HitJackpot { .. }
        | Command::EndRound { .. }
        | Command::Verify { .. }
        | Command::PayJackpot { .. }
        | Command::Ask(_)
        | Command::Approve { .. }
        | Command::TurnDown { .. } => need_running(link, true)?,
    }
    match command {
        Command::Open { rules } => upkeep::open(&mut draft, by, rules),
        Command::Select { table, seat, line } => jackpot::select(&mut draft, by, table, seat, &line),
        Command::HitJackpot { table } => jackpot::hit(&mut draft, by, table),
        Command::EndRound { table } => jackpot::end_round(&mut draft, by, table),
        Command::Verify { hit, hands } => jackpot::verify(&mut draft, by, hit, hands),
        Command::PayJackpot { hit, amount } => jackpot::pay(&mut draft, by, hit, amount),
        Command::Ask(wanted) => change::ask(&mut draft, by, wanted),
        Command::Approve { request } => change::approve(&mut draft, by, request),
        Command::TurnDown { reason, request } => change::turn_down(&mut draft, by, request, &reason),
        Command::TakeReading { day } => upkeep::take_reading(&mut draft, by, day),
    }?;
    Ok(draft.done)
}

pub(crate) fn work_out_word(
    link: &Link,
    around: &dyn Surroundings,
    word: Word,
) -> Result<WorkedOut, Refusal> {
    let mut draft = Draft::new(link, around);
    match &word {
        // The first table puts the link into operation.
        Word::Attach { .. } => need_sound(link)?,
        Word::Detach { .. }
        | Word::Contact { .. }
        | Word::Heard { .. }
        | Word::StartGame { .. }
        | Word::Reach { .. }
        | Word::PayFixed { .. }
        | Word::VoidGame { .. }
        | Word::EndGame { .. }
        | Word::TransferIn { .. }
        | Word::SealTrigger { .. }
        | Word::DrawWinner { .. } => need_running(link, true)?,
    }
    match word {
        Word::Attach { by, heard, rules, table } => upkeep::attach(&mut draft, by, heard, rules, table),
        Word::Detach { table } => upkeep::detach(&mut draft, table),
        Word::Contact { contact, table } => upkeep::contact(&mut draft, table, contact),
        Word::Heard { table, upto } => upkeep::has_heard(&mut draft, table, upto),
        Word::StartGame { heard, round, sensors, table } => {
            game::start(&mut draft, table, round, heard, &sensors)
        }
        Word::Reach { claims, table } => game::reach(&mut draft, table, &claims),
        Word::PayFixed { amount, table, wager } => game::pay_fixed(&mut draft, table, wager, amount),
        Word::VoidGame { by, table } => game::void(&mut draft, table, by),
        Word::EndGame { heard, table } => game::end(&mut draft, table, heard),
        Word::TransferIn { feed, from, meter } => change::transfer_in(&mut draft, meter, from, feed),
        Word::SealTrigger { meter, sealed } => game::seal(&mut draft, meter, sealed),
        Word::DrawWinner { draw, hit } => jackpot::draw_winner(&mut draft, hit, draw),
    }?;
    Ok(draft.done)
}

/// What time alone brings with it.
pub(crate) fn work_out_time(link: &Link, around: &dyn Surroundings, now: Time) -> WorkedOut {
    let mut draft = Draft::new(link, around);
    change::run_out(&mut draft, now);
    draft.done
}

pub(crate) fn work_out_lapse(link: &Link, around: &dyn Surroundings, asker: Person) -> WorkedOut {
    let mut draft = Draft::new(link, around);
    change::lapse(&mut draft, asker);
    draft.done
}

/// A link that has stopped does nothing.
fn need_sound(link: &Link) -> Step {
    match link.fault() {
        None => Ok(()),
        Some(fault) => Err(refuse(Reason::Halted { fault: fault.to_owned() }, link.setup.clauses())),
    }
}

/// In operation, or not.
fn need_running(link: &Link, open: bool) -> Step {
    need_sound(link)?;
    if link.open == open {
        return Ok(());
    }
    let name = link.name;
    let reason = if open { Reason::LinkClosed { name } } else { Reason::LinkOpen { name } };
    Err(refuse(reason, link.setup.clauses()))
}

/// A decision being made: the link as the events so far leave it.
pub(super) struct Draft<'a> {
    /// The house around the link.
    pub around: &'a dyn Surroundings,
    done: WorkedOut,
}

/// Nothing, or a refusal.
pub(super) type Step = Result<(), Refusal>;

impl<'a> Draft<'a> {
    fn new(link: &Link, around: &'a dyn Surroundings) -> Self {
        Self { around, done: WorkedOut { link: link.clone(), events: Vec::new() } }
    }

    /// The link after the events so far.
    pub const fn link(&self) -> &Link {
        &self.done.link
    }

    /// Something happens.
    pub fn emit(&mut self, clauses: Clauses, what: impl Into<What>) {
        let event = Event::new(clauses, what);
        let said = spread(&mut self.done.link, &event, self.around.shelf());
        self.done.events.push((event, said));
    }

    /// Only in one of these capacities.
    pub fn need_role(by: Actor, roles: &[Role], needed: &'static str, clauses: Clauses) -> Step {
        crate::reasons::need_role(by, roles, needed, clauses)
    }

    /// A table of the link.
    pub fn table(&self, table: TableId, clauses: Clauses) -> Result<&Station, Refusal> {
        let known = self.link().station(table).filter(|station| station.attached);
        known.ok_or_else(|| refuse(Reason::UnknownTable { table }, clauses))
    }

    /// The round of a table.
    pub fn game(&self, table: TableId, clauses: Clauses) -> Result<Game, Refusal> {
        let game = self.table(table, clauses)?.game.clone();
        game.ok_or_else(|| refuse(Reason::NoGame { table }, clauses))
    }

    /// Whether somebody has a seat at a table of the link, a wager in a running round, or a claim.
    pub fn is_involved(&self, person: Person) -> bool {
        let link = self.link();
        link.concerns(person) || link.tables().any(|(table, _)| self.around.plays_at(person, table))
    }

    /// Nobody decides on what is their own.
    pub fn need_outsider(&self, person: Person, clauses: Clauses) -> Step {
        if self.is_involved(person) {
            return Err(refuse(Reason::Involved { person }, clauses));
        }
        Ok(())
    }
}
