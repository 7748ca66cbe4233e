//! What is asked of the deals: the conditions of some pay tables.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use banco_cards::{Side, Suit};
use banco_engine::{Attributes, SeatFacts};
use banco_rulebook::{Condition, PayTable};

use crate::counting::count::CountError;
use crate::counting::draw::DrawTable;
use crate::counting::group::{Group, Look, Walk};
use crate::counting::recipe::Recipe;
use crate::shoe::Detail;

/// The conditions of some pay tables of one wager and side. One question can be put to many shoes: how to count is
/// worked out once.
pub struct Question<'a> {
    wager: &'a str,
    tables: Vec<&'a PayTable>,
    seat: &'a SeatFacts,
    chosen: &'a [Suit],
    /// Whether some condition looks at earlier rounds.
    history: bool,
    groups: Vec<Group<'a>>,
    /// Where the lines of each pay table stand among the numbers that a recipe counts.
    slots: Vec<Range<usize>>,
    /// How to count under the drawing rule that was asked for last.
    recipe: Kept,
    /// The same where it matters which card lies at which place.
    recipe_by_place: Kept,
}

/// A recipe and its drawing rule.
type Kept = RefCell<Option<(DrawTable, Arc<Recipe>)>>;

impl<'a> Question<'a> {
    /// The question that these pay tables of one wager and side ask, from a seat and with these suits chosen.
    #[must_use]
    pub fn new(tables: &[&'a PayTable], seat: &'a SeatFacts, chosen: &'a [Suit]) -> Self {
        let wager = tables.first().map_or("", |table| table.wager.as_str());
        let side = tables.first().and_then(|table| table.side.as_deref());
        let backed = Side::BOTH.into_iter().find(|known| Some(known.name()) == side);
        let mut groups: Vec<Group<'a>> = Vec::new();
        let mut places = Vec::new();
        let mut history = false;
        for table in tables {
            let lines: Vec<&Condition> = table.lines.iter().map(|line| &line.when).collect();
            let look = Look::from_conditions(&lines, backed);
            history |= Walk(&lines).needs(backed).history;
            let known = groups.iter().position(|group| group.look == look);
            let at = known.unwrap_or(groups.len());
            if known.is_none() {
                let (conditions, tables) = (Vec::new(), Vec::new());
                groups.push(Group { look, conditions, tables, backed, seat, chosen });
            }
            if let Some(group) = groups.get_mut(at) {
                places.push((at, group.place_of(&lines)));
            }
        }
        let slots = slots(&groups, &places);
        let tables = tables.to_vec();
        let (recipe, recipe_by_place) = (RefCell::new(None), RefCell::new(None));
        Self { wager, tables, seat, chosen, history, groups, slots, recipe, recipe_by_place }
    }

    /// The pay tables that it is about.
    #[must_use]
    pub fn tables(&self) -> &[&'a PayTable] {
        &self.tables
    }

    /// From which seat, and with which suits chosen.
    pub(crate) const fn asked_from(&self) -> (&'a SeatFacts, &'a [Suit]) {
        (self.seat, self.chosen)
    }

    /// How to count under a drawing rule.
    pub(crate) fn recipe(&self, draw: &DrawTable) -> Result<Arc<Recipe>, CountError> {
        self.kept(&self.recipe, draw, || Recipe::new(&self.groups, draw))
    }

    /// How to count under a drawing rule where it matters which card lies at which place: deals of the same cards are
    /// not taken together.
    pub(crate) fn recipe_by_place(&self, draw: &DrawTable) -> Result<Arc<Recipe>, CountError> {
        self.kept(&self.recipe_by_place, draw, || {
            let groups: Vec<Group<'_>> = self.groups.iter().map(Group::by_place).collect();
            Recipe::new(&groups, draw)
        })
    }

    fn kept(
        &self,
        kept: &Kept,
        draw: &DrawTable,
        make: impl FnOnce() -> Option<Recipe>,
    ) -> Result<Arc<Recipe>, CountError> {
        if self.history {
            return Err(CountError::History(self.wager.to_owned()));
        }
        let mut kept = kept.borrow_mut();
        match kept.as_ref().filter(|(known, _)| known == draw) {
            Some((_, recipe)) => Ok(Arc::clone(recipe)),
            None => {
                let recipe = Arc::new(make().ok_or_else(|| CountError::Seat(self.wager.to_owned()))?);
                *kept = Some((draw.clone(), Arc::clone(&recipe)));
                Ok(recipe)
            }
        }
    }

    /// Where the lines of each pay table stand among the numbers that a recipe counts.
    pub(crate) fn slots(&self) -> &[Range<usize>] {
        &self.slots
    }
}

/// Where the lines of each pay table stand, by its group and its place there: one group after the other.
fn slots(groups: &[Group<'_>], places: &[(usize, usize)]) -> Vec<Range<usize>> {
    let sizes: Vec<Vec<usize>> =
        groups.iter().map(|group| group.tables.iter().map(Vec::len).collect()).collect();
    let range = |(at, place): &(usize, usize)| {
        let before: usize = sizes.iter().take(*at).flatten().sum();
        let group = sizes.get(*at).map(Vec::as_slice).unwrap_or_default();
        let from = before + group.iter().take(*place).sum::<usize>();
        from..from + group.get(*place).copied().unwrap_or(0)
    };
    places.iter().map(range).collect()
}

/// How finely a shoe must tell its cards apart for these pay tables of one wager and side.
#[must_use]
pub fn detail_needed(tables: &[&PayTable]) -> Detail {
    let wants = |attribute: Attributes| {
        needs(tables).any(|needs| {
            Side::BOTH.into_iter().flat_map(|side| needs.hand(side)).any(|found| found.include(attribute))
        })
    };
    if wants(Attributes::COLOR) {
        Detail::Cards
    } else if wants(Attributes::RANK) {
        Detail::Ranks
    } else {
        Detail::Values
    }
}

/// Whether the odds of these pay tables depend on the seat.
#[must_use]
pub fn depends_on_seat(tables: &[&PayTable]) -> bool {
    needs(tables).any(|needs| needs.seat)
}

fn needs<'a>(tables: &'a [&PayTable]) -> impl Iterator<Item = banco_engine::Needs> + 'a {
    tables.iter().map(|table| {
        let backed = Side::BOTH.into_iter().find(|side| Some(side.name()) == table.side.as_deref());
        let lines: Vec<&Condition> = table.lines.iter().map(|line| &line.when).collect();
        Walk(&lines).needs(backed)
    })
}
