//! A decision being made: the events so far, and the round as they leave it.

use banco_cards::Side;
use banco_money::{Amount, MoneyError};
use banco_rulebook::model::rulebook::Direction;

use super::call::Phrase;
use super::event::{DealingEvent, Event, IrregularityEvent, What};
use super::ledger::{Account, Posting};
use super::people::{Actor, Participant, Person, Role, Seat};
use super::refusal::{Reason, Refusal};
use super::rules::{Rules, Topics};
use super::state::{Phase, Round, Table};
use super::wager::BetKey;
use crate::house::{Authorized, House, MoneyAction, RELAXED};
use crate::name::Clauses;
pub(crate) use crate::reasons::{need_reason, need_role, refuse};
use crate::shelf::Shelf;

/// The house around a table: its controls, and the rules that it knows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context<'t> {
    /// The controls.
    pub house: &'t House,
    /// The rules that a request may name.
    pub shelf: Option<&'t Shelf>,
}

impl Context<'_> {
    /// No controls beyond the rulebook's.
    pub const RELAXED: Context<'static> = Context { house: &RELAXED, shelf: None };
}

/// A decision being made.
#[derive(Debug)]
pub(crate) struct Draft<'t> {
    /// The house around the table.
    pub context: Context<'t>,
    /// The table before the command.
    pub table: &'t Table,
    /// The round as the events so far leave it.
    pub round: Round,
    /// The events so far.
    pub events: Vec<Event>,
    /// Wagers that the events so far have decided.
    pub decided: Vec<BetKey>,
}

/// Nothing, or a refusal.
pub(crate) type Step = Result<(), Refusal>;

impl<'t> Draft<'t> {
    /// A decision by the rulebook alone.
    pub fn new(table: &'t Table) -> Self {
        Self::within(table, Context::RELAXED)
    }

    /// A decision within a house.
    pub fn within(table: &'t Table, context: Context<'t>) -> Self {
        // A card can make half a dozen things happen.
        Self { context, table, round: table.round, events: Vec::with_capacity(6), decided: Vec::new() }
    }

    /// One person may take an action with money, and whether that counts toward the level; `None` where it takes the
    /// approval of another. More than the house allows is refused.
    pub fn authorize(
        &self,
        by: Actor,
        action: MoneyAction,
        amount: Amount,
        clauses: Clauses,
    ) -> Result<Option<bool>, Refusal> {
        if by.is_automatic() && self.context.house.is_strict() {
            return Err(refuse(Reason::PeopleOnly, clauses));
        }
        let by = by.person();
        let own = self.table.moved_alone.iter().filter(|moved| (moved.action, moved.by) == (action, by));
        let moved = own.fold(0i64, |sum, moved| sum.saturating_add(moved.minor));
        match self.context.house.authorize(action, amount, moved) {
            Authorized::Alone { counts } => Ok(Some(counts)),
            Authorized::WithApproval => Ok(None),
            Authorized::Never(most) => {
                Err(refuse(Reason::AboveCap { action: action.name(), amount, most }, clauses))
            }
        }
    }

    /// What the table plays by.
    pub fn rules(&self) -> &'t Rules {
        &self.table.rules
    }

    /// The clauses of the procedures.
    pub fn topics(&self) -> &'t Topics {
        &self.table.rules.topics
    }

    /// Something happens, by these clauses.
    #[inline]
    pub fn emit(&mut self, clauses: Clauses, what: impl Into<What>) {
        let what = what.into();
        what.change_round(&mut self.round);
        self.events.push(Event { clauses, what });
    }

    /// The place in the shoe's order of the next card that leaves it, after those of the events so far.
    pub fn next_place(&self) -> u16 {
        let drawn = |event: &&Event| match &event.what {
            What::Dealing(DealingEvent::CardDealt { from_aside, .. }) => !from_aside,
            What::Irregularity(event) => matches!(
                event,
                IrregularityEvent::CardSetAside { .. } | IrregularityEvent::CardDiscarded { .. }
            ),
            _ => false,
        };
        let many = self.events.iter().filter(drawn).count();
        self.table.shoe.drawn.saturating_add(u16::try_from(many).unwrap_or(u16::MAX))
    }

    /// The dealer says something, if the text has it said.
    pub fn say(&mut self, phrase: Option<Phrase>) {
        if let Some(phrase) = phrase {
            let counts = Side::BOTH.map(|side| self.round.count(side));
            self.emit(phrase.clauses, DealingEvent::Called(phrase.said(counts, self.round.cards())));
        }
    }

    /// What an account holds when the events so far have moved their money, and the least it held on the way.
    pub fn lowest(&self, account: Account) -> Result<(Amount, Amount), MoneyError> {
        let before = self.table.balance(account).unwrap_or_else(|| self.table.nothing());
        let (mut now, mut least) = (Ok(before), before);
        for event in &self.events {
            event.postings(&mut |Posting { from, to, amount }| {
                if from == account {
                    now = now.and_then(|now: Amount| now.minus(amount));
                }
                if to == account {
                    now = now.and_then(|now: Amount| now.plus(amount));
                }
                least = now.ok().filter(|now| now.minor() < least.minor()).unwrap_or(least);
            });
        }
        Ok((now?, least))
    }

    /// The events so far take nothing from an account that is not there.
    pub fn need_funds(&self, account: Account, doing: &'static str, clauses: Clauses) -> Step {
        let money = |error: MoneyError| refuse(error.into(), clauses);
        let (_, least) = self.lowest(account).map_err(money)?;
        if least.minor() >= 0 {
            return Ok(());
        }
        let have = self.table.balance(account).unwrap_or_else(|| self.table.nothing());
        let wanted = have.minus(least).map_err(money)?;
        Err(refuse(Reason::NotEnough { have, wanted, doing }, clauses))
    }

    /// Only in this phase.
    pub fn need_phase(&self, phase: Phase, doing: &'static str, clauses: Clauses) -> Step {
        if self.table.phase == phase {
            return Ok(());
        }
        Err(refuse(Reason::WrongMoment { doing, now: self.table.phase.in_words() }, clauses))
    }

    /// The participant who acts.
    pub fn participant(&self, by: Actor) -> Result<&'t Participant, Refusal> {
        self.participant_in(by, self.topics().wagering)
    }

    /// The participant who acts in a procedure; its clauses refuse everybody else.
    pub fn participant_in(&self, by: Actor, clauses: Clauses) -> Result<&'t Participant, Refusal> {
        need_role(by, &[Role::Participant], "participant", clauses)?;
        self.person(by.participant())
    }

    /// Somebody who plays here.
    pub fn person(&self, person: Person) -> Result<&'t Participant, Refusal> {
        let unknown = || refuse(Reason::UnknownPerson { person }, self.topics().table);
        self.table.participant(person).ok_or_else(unknown)
    }

    /// The first occupied seat of a round that begins at `from`, later than `after` if that is named.
    pub fn next_occupied(
        &self,
        from: Seat,
        direction: Direction,
        after: Option<Seat>,
        except: Option<Seat>,
    ) -> Option<(Person, Seat)> {
        let mut seats = self.rules().round_from(from, direction);
        if let Some(after) = after {
            seats.by_ref().find(|seat| *seat == after)?;
        }
        seats.filter(|seat| Some(*seat) != except).find_map(|seat| {
            let one = self.table.at_seat(seat)?;
            Some((one.person, seat))
        })
    }

    /// The seat to the right of another: the next one counterclockwise.
    pub fn right_of(&self, seat: Seat) -> Seat {
        self.rules().round_from(seat, Direction::Counterclockwise).nth(1).unwrap_or(seat)
    }
}
