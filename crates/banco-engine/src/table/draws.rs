//! The drawing rules of a table, looked up once and kept.

use crate::Clauses;
use crate::coup::{Draw, DrawAction, DrawRules};

/// What a hand does about a third card, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawCell {
    /// What it does.
    pub action: DrawAction,
    /// The clauses.
    pub clauses: Clauses,
}

impl From<Draw> for DrawCell {
    fn from(draw: Draw) -> Self {
        Self { action: draw.action, clauses: draw.cite.as_slice().into() }
    }
}

/// The drawing rules as tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draws {
    naturals: Vec<bool>,
    natural: Clauses,
    player: Vec<DrawCell>,
    banker: Vec<DrawCell>,
    house_way: Vec<bool>,
    banker_bound: Vec<bool>,
}

/// Two-card counts.
pub(super) const COUNTS: u8 = 10;
/// What the Player's third card may be: a count, or none.
const THIRDS: u8 = COUNTS + 1;

impl Draws {
    /// The tables of these rules.
    pub fn from_rules(rules: &DrawRules<'_>) -> Self {
        let totals = || 0..COUNTS;
        let player = totals().flat_map(|total| totals().map(move |first| rules.player(total, first).into()));
        let third = |at: u8| (at < COUNTS).then_some(at);
        let banker =
            totals().flat_map(|total| (0..THIRDS).map(move |at| rules.banker(total, third(at)).into()));
        let bound =
            totals().flat_map(|total| (0..THIRDS).map(move |at| rules.banker_bound(total, third(at))));
        Self {
            naturals: totals().map(|total| rules.is_natural(total)).collect(),
            natural: rules.natural_clauses().into(),
            player: player.collect(),
            banker: banker.collect(),
            house_way: totals().map(|total| rules.house_draws(total)).collect(),
            banker_bound: bound.collect(),
        }
    }

    /// Whether a two-card count stops all drawing.
    pub fn is_natural(&self, total: u8) -> bool {
        self.naturals.get(usize::from(total)).copied().unwrap_or(false)
    }

    /// The clauses about naturals.
    pub fn natural(&self) -> Clauses {
        self.natural
    }

    /// What the Player's hand does; `banker_first` is the point value of the Banker's first card.
    pub fn player(&self, total: u8, banker_first: u8) -> Option<&DrawCell> {
        self.player.get(usize::from(total) * usize::from(COUNTS) + usize::from(banker_first))
    }

    /// What the Banker's hand does, given the point value of the Player's third card, if there is one.
    pub fn banker(&self, total: u8, third: Option<u8>) -> Option<&DrawCell> {
        self.banker.get(banker_place(total, third))
    }

    /// Whether the Banker's hand draws where its holder may choose and there is nobody to choose.
    pub fn banker_bound(&self, total: u8, third: Option<u8>) -> bool {
        self.banker_bound.get(banker_place(total, third)).copied().unwrap_or(false)
    }

    /// Whether a Player's hand draws whose holder may choose and is silent.
    pub fn house_way(&self, total: u8) -> bool {
        self.house_way.get(usize::from(total)).copied().unwrap_or(false)
    }
}

/// The place of a cell of the Banker's table.
fn banker_place(total: u8, third: Option<u8>) -> usize {
    usize::from(total) * usize::from(THIRDS) + usize::from(third.unwrap_or(COUNTS))
}
