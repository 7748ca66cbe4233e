//! What a dealer's console is told beside the view of the table: where the procedure stands, the clause behind everything
//! that is asked, what a command would do before it is given, and what the rulebook orders when something goes wrong.
//!
//! Nothing here decides. Whatever is foreseen comes from [`super::decide`] on a copy, so a console cannot say anything
//! else than what will happen.

mod asked;
mod mishap;
mod opinion;
mod procedure;

pub use asked::clauses_of;
pub use mishap::{Foreseen, Mishap, MishapKind, foresee, mishaps};
pub use opinion::{Opinion, Point, Says, opinions};
pub use procedure::{Progress, RoundPart, RoundStep, ShoePart, ShoeStep, round_steps, shoe_steps};

use banco_cards::Side;

use super::command::{CardSource, Command, Minute};
use super::decide::decide;
use super::draft::Draft;
use super::event::Event;
use super::people::{Actor, Person, Role};
use super::procedure::{dealing, family};
use super::refusal::Refusal;
use super::state::{Phase, Table};
use crate::name::Name;

/// A dealer of whom nothing is known but that they do not play.
const DEALER: Person = Person(u32::MAX);
/// Another person, who supervises.
const FLOOR: Person = Person(u32::MAX - 1);

/// What happens if the dealer settles now: what is collected, paid, kept and charged, in the rulebook's order.
///
/// # Errors
/// Why the round cannot be settled now.
pub fn payments(table: &Table) -> Result<Vec<Event>, Refusal> {
    decide(table, Actor::new(Role::Dealer, DEALER), Command::Settle)
}

/// What happens if the dealer gives a command now.
///
/// # Errors
/// Why it would be refused.
pub fn foreseen(table: &Table, command: Command) -> Result<Vec<Event>, Refusal> {
    decide(table, Actor::new(Role::Dealer, DEALER), command)
}

/// How the next card of a real shoe comes to lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NextCard {
    /// To which hand it goes, if one is due.
    pub to: Option<Side>,
    /// Whether it lies face up.
    pub up: bool,
    /// Whether it must be named: it lies face up, or what is announced is held against it.
    pub named: bool,
    /// How many cards are still to be burned, once the first has said so.
    pub to_burn: Option<u8>,
}

/// How the next card comes to lie: burned, or dealt.
#[must_use]
pub fn next_card(table: &Table) -> NextCard {
    let draft = Draft::new(table);
    let to_burn = table.shoe.burn_left;
    if table.phase == Phase::Burning || table.shoe.burn_pending() > 0 {
        let up = table.rules.burn_all_shown || to_burn.is_none();
        return NextCard { to: None, up, named: up, to_burn };
    }
    let up = dealing::lies_up(&draft);
    let named = up || table.shoe.source == CardSource::Virtual || family::private_hands(&draft);
    NextCard { to: dealing::side_due(&draft), up, named, to_burn: None }
}

/// Notices of the rulebook, each with its minute on the house's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Notices<'t> {
    /// Those that were given, and when.
    pub given: &'t [(Name, Minute)],
    /// Those that are still to be given, and by when.
    pub due: &'t [(Name, Minute)],
}

/// Notices that were given, and those that are due.
#[must_use]
pub fn notices(table: &Table) -> Notices<'_> {
    Notices { given: &table.notices, due: &table.due_notices }
}
