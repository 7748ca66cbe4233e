//! A round as anybody at its table may know it: what the table shows in public, and what is one's own.
//!
//! These types list what leaves the house. A field that is new to [`RoundRow`] or [`RoundInFull`] is in
//! neither of them until it is put here.

use banco_engine::Person;
use schemars::JsonSchema;
use serde::Serialize;

use super::full::{BankRow, CollectionRow, RoundInFull, StepRow, WagerRow};
use super::row::{HandRow, RoundKind, RoundRow};
use super::{Cursor, Page, RoundState};
use crate::money::Moment;

/// A round in a list, without the books.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct PublicRow {
    /// Where it is in the list.
    #[schemars(with = "String")]
    pub cursor: Cursor,
    /// Its table.
    pub table: u32,
    /// The opening of the table that it belongs to; rounds and shoes are counted anew each time.
    pub opening: u32,
    /// Its shoe.
    pub shoe: u32,
    /// Its number since the table opened.
    pub round: u32,
    /// When it began.
    pub began: Moment,
    /// When it was settled or annulled.
    pub ended: Option<Moment>,
    /// How far it has come.
    pub state: RoundState,
    /// Wagered, free or simulated.
    pub kind: RoundKind,
    /// `player`, `banker` or `tie`; null where there is no result or the round is void.
    pub outcome: Option<&'static str>,
    /// The Player's hand.
    pub player: HandRow,
    /// The Banker's hand.
    pub banker: HandRow,
    /// A community card that was dealt and does not count.
    pub uncounted: Option<String>,
    /// The Player's first two cards were a pair.
    pub player_pair: bool,
    /// The Banker's first two cards were a pair.
    pub banker_pair: bool,
    /// A hand was a natural.
    pub natural: bool,
    /// An irregularity was reported and not dismissed.
    pub irregular: bool,
    /// The table was held during the round.
    pub held: bool,
    /// People who wagered or held the bank.
    pub people: u32,
    /// The first entry of the table's stream that belongs to it.
    pub first: u64,
    /// The last one that belongs to it.
    pub last: u64,
}

impl From<&RoundRow> for PublicRow {
    fn from(row: &RoundRow) -> Self {
        Self {
            cursor: row.cursor,
            table: row.table,
            opening: row.opening,
            shoe: row.shoe,
            round: row.round,
            began: row.began,
            ended: row.ended,
            state: row.state,
            kind: row.kind,
            outcome: row.outcome,
            player: row.player.clone(),
            banker: row.banker.clone(),
            uncounted: row.uncounted.clone(),
            player_pair: row.player_pair,
            banker_pair: row.banker_pair,
            natural: row.natural,
            irregular: row.irregular,
            held: row.held,
            people: row.people,
            first: row.first,
            last: row.last,
        }
    }
}

/// Rounds without the books, newest first, and where the next ones begin.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct PublicPage {
    /// The rounds.
    pub rounds: Vec<PublicRow>,
    /// The cursor of the next page; null on the last one.
    #[schemars(with = "Option<String>")]
    pub next: Option<Cursor>,
}

impl From<&Page> for PublicPage {
    fn from(page: &Page) -> Self {
        Self { rounds: page.rounds.iter().map(PublicRow::from).collect(), next: page.next }
    }
}

/// A step of a round, as one viewer was told of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct PublicStep {
    /// The entry.
    pub version: u64,
    /// When.
    pub at: Moment,
    /// The viewer, where they made it happen; nobody else is named.
    pub by: Option<u32>,
    /// In which capacity it was done, or by which machine of the house.
    pub role: String,
    /// What happened, in the words that the viewer was told.
    pub text: String,
    /// The clauses behind it.
    pub clauses: Vec<&'static str>,
    /// How many cards of the Player's and of the Banker's hand lay face up after it.
    pub open: [u8; 2],
}

impl PublicStep {
    fn new(step: &StepRow, text: String, viewer: Option<u32>) -> Self {
        Self {
            version: step.version,
            at: step.at,
            by: step.by.filter(|by| Some(*by) == viewer),
            role: step.role.clone(),
            text,
            clauses: step.clauses.clone(),
            open: step.open,
        }
    }
}

/// A round as one viewer may know it: what everybody at the table saw, and the viewer's own money.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct PublicRound {
    /// As a list shows it.
    pub round: PublicRow,
    /// The rules it was played by: rulebook, edition and the hashes of rulebook and submission.
    pub rules: Option<String>,
    /// The viewer's own wagers.
    pub wagers: Vec<WagerRow>,
    /// The bank, where the viewer held it.
    pub bank: Option<BankRow>,
    /// The viewer's own fees that were taken and not given back.
    pub collections: Vec<CollectionRow>,
    /// The steps that the viewer could hear, in order.
    pub steps: Vec<PublicStep>,
}

impl PublicRound {
    /// What a viewer may know of a round. `told` gives the words of a step as they were told to the viewer,
    /// or `None` for one that was not.
    #[must_use]
    pub fn new(full: &RoundInFull, viewer: Option<Person>, told: impl Fn(u64) -> Option<String>) -> Self {
        let own = viewer.map(|person| person.0);
        let step = |step: &StepRow| Some(PublicStep::new(step, told(step.version)?, own));
        Self {
            round: PublicRow::from(&full.round),
            rules: full.rules.clone(),
            wagers: full.wagers.iter().filter(|one| Some(one.person) == own).cloned().collect(),
            bank: full.bank.as_ref().filter(|one| Some(one.person) == own).cloned(),
            collections: full.collections.iter().filter(|one| Some(one.person) == own).cloned().collect(),
            steps: full.steps.iter().filter_map(step).collect(),
        }
    }
}
