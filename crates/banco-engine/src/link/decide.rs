//! From a command to what happens on the link, or to a refusal.

use std::sync::Arc;

use super::command::Command;
use super::event::Event;
use super::refusal::{Reason, Refusal};
use super::state::{Attached, Game, Link, TableId};
use super::{change, evolve, game, jackpot};
pub(super) use crate::reasons::{need_reason, refuse};
use crate::table::{Actor, Clauses, Person, Role};

/// Decides what a command makes happen. Nothing changes by this; [`super::evolve`] changes the link by the
/// events, in order.
///
/// # Errors
/// What is not allowed, by which clause, and what to do instead.
pub fn decide(link: &Link, by: Actor, command: Command) -> Result<Vec<Event>, Refusal> {
    let mut draft = Draft { link: link.clone(), by, events: Vec::new() };
    if link.closed != matches!(command, Command::Open) {
        let name = link.setup.name.to_string();
        let reason = if link.closed { Reason::LinkClosed { name } } else { Reason::LinkOpen { name } };
        return Err(refuse(reason, link.setup.clauses()));
    }
    match command {
        Command::Open => change::open(&mut draft),
        Command::Attach { table, setup } => change::attach(&mut draft, table, &setup),
        Command::Detach { table } => change::detach(&mut draft, table),
        Command::Contact { table, contact } => change::contact(&mut draft, table, contact),
        Command::StartGame { table, round, sensors } => game::start(&mut draft, table, round, &sensors),
        Command::Reach { table, claims } => game::reach(&mut draft, table, &claims),
        Command::PayFixed { table, wager, amount } => game::pay_fixed(&mut draft, table, &wager, amount),
        Command::VoidGame { table } => game::void(&mut draft, table),
        Command::EndGame { table } => game::end(&mut draft, table),
        Command::SealTrigger { meter, sealed } => game::seal(&mut draft, &meter, sealed),
        Command::Select { table, seat, line } => jackpot::select(&mut draft, table, seat, &line),
        Command::HitJackpot { table } => jackpot::hit(&mut draft, table),
        Command::EndRound { table, draw } => jackpot::end_round(&mut draft, table, draw),
        Command::Verify { hit, hands } => jackpot::verify(&mut draft, hit, hands),
        Command::PayJackpot { hit, amount } => jackpot::pay(&mut draft, hit, amount),
        Command::Reject { hit, reason } => jackpot::reject(&mut draft, hit, &reason),
        Command::Adjust { meter, reserve, amount, reason, second } => {
            change::adjust(&mut draft, &meter, reserve, amount, (&reason, second))
        }
        Command::Change { setup, reason, second } => change::change(&mut draft, &setup, (&reason, second)),
        Command::TransferOut { meter, to, reason, second } => {
            change::transfer_out(&mut draft, &meter, &to, (&reason, second))
        }
        Command::TransferIn { meter, from, feed } => change::transfer_in(&mut draft, &meter, &from, feed),
        Command::Close { reason, second } => change::close(&mut draft, (&reason, second)),
        Command::TakeReading { day } => change::take_reading(&mut draft, day),
    }?;
    Ok(draft.events)
}

/// A decision being made: the link as the events so far leave it.
#[derive(Debug)]
pub(super) struct Draft {
    /// The link after the events so far.
    pub link: Link,
    /// Who gives the command.
    pub by: Actor,
    /// The events so far.
    pub events: Vec<Event>,
}

/// Nothing, or a refusal.
pub(super) type Step = Result<(), Refusal>;

impl Draft {
    /// Something happens.
    pub fn emit(&mut self, event: Event) {
        evolve(&mut self.link, &event);
        self.events.push(event);
    }

    /// Only in one of these capacities.
    pub fn need_role(&self, roles: &[Role], needed: &'static str, clauses: Clauses) -> Step {
        crate::reasons::need_role(self.by, roles, needed, clauses)
    }

    /// A table of the link.
    pub fn table(&self, table: TableId, clauses: Clauses) -> Result<Attached, Refusal> {
        let known = self.link.tables.iter().find(|attached| attached.table == table);
        known.copied().ok_or_else(|| refuse(Reason::UnknownTable { table }, clauses))
    }

    /// The round of a table.
    pub fn game(&self, table: TableId, clauses: Clauses) -> Result<Game, Refusal> {
        self.table(table, clauses)?;
        self.link.game(table).cloned().ok_or_else(|| refuse(Reason::NoGame { table }, clauses))
    }

    /// A reason, and a second person who is not the first.
    pub fn approved(&self, (reason, second): (&str, Person), clauses: Clauses) -> Result<Arc<str>, Refusal> {
        self.need_role(&[Role::Floor, Role::Executive], "floorperson or executive", clauses)?;
        let reason = need_reason(reason, clauses)?;
        if second == self.by.person() {
            return Err(refuse(Reason::SecondPersonNeeded, clauses));
        }
        Ok(reason)
    }
}
