//! Finds rows that no coup can reach.
//!
//! A row is unreachable if in every class of coups (final counts and numbers of cards) its condition is
//! certainly false or a row above it is certainly true. Suits and ranks are left open, so a row is never
//! refused wrongly; rows that only suits make impossible are caught by the cases instead.

use banco_cards::Side;
use std::collections::{BTreeMap, BTreeSet};

use crate::load::{Loader, WagerContext};
use crate::model::condition::{Condition, Facts};
use crate::model::rulebook::{RulebookFile, Variant};
use crate::model::wager::Wager;
use crate::paytable::{Changes, Line};
use crate::source::{Document, Step};

const HINT: &str = "its tests contradict each other or the drawing rule, or a line above it always pays first; \
                    put narrower lines above wider ones";

/// What is known of a class of coups: of each hand, its count and how many cards it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Class {
    player: (u8, u8),
    banker: (u8, u8),
}

impl Class {
    /// So many classes there can be: counts from 0 to 9, two cards or three.
    const MOST: usize = 20 * 20;

    fn from_place(place: usize) -> Self {
        let hand = |place: usize| {
            (u8::try_from(place / 2).unwrap_or(0), if place.is_multiple_of(2) { 2 } else { 3 })
        };
        Self { player: hand(place / 20), banker: hand(place % 20) }
    }

    fn place(self) -> usize {
        let hand = |(total, cards): (u8, u8)| usize::from(total) * 2 + usize::from(cards > 2);
        hand(self.player) * 20 + hand(self.banker)
    }
}

/// Which classes can be reached, by place.
struct Reachable([bool; Class::MOST]);

impl Reachable {
    fn insert(&mut self, class: Class) {
        self.0.iter_mut().skip(class.place()).take(1).for_each(|known| *known = true);
    }
}

/// Adds the reachable classes of one two-card start.
fn add_classes(file: &RulebookFile, player: u8, banker: u8, classes: &mut Reachable) {
    let drawing = &file.drawing;
    let natural = |total| drawing.natural.totals.contains(total);
    let sum = |total: u8, third: u8| (total + third) % 10;
    if natural(player) || natural(banker) {
        classes.insert(Class { player: (player, 2), banker: (banker, 2) });
        return;
    }
    let free =
        |variant: &Variant| variant.player_chooses.as_ref().is_some_and(|totals| totals.contains(player));
    let rule = drawing.player.chooses.as_ref().filter(|choice| choice.totals.contains(player));
    let chooses = rule.is_some() || file.variants.iter().any(free);
    // Where each bettor chooses, one who stood compares two cards with a Banker's hand that saw a third.
    let stood = rule.is_some_and(|choice| choice.each_bettor).then_some((player, 2));
    let mut thirds: Vec<Option<u8>> = Vec::new();
    if chooses || drawing.player.draws.contains(player) {
        thirds.extend((0..10).map(Some));
    }
    if chooses || drawing.player.stands.contains(player) {
        thirds.push(None);
    }
    let row = drawing.banker.table.get(&banker.to_string());
    let optional = |third| {
        let cells = drawing.banker.optional.iter().flat_map(|optional| &optional.cells);
        cells.into_iter().any(|cell| cell.banker == banker && cell.third == third)
    };
    for third in thirds {
        let hand = third.map_or((player, 2), |third| (sum(player, third), 3));
        let draws = row.is_some_and(|row| row.draws(third));
        for player in std::iter::once(hand).chain(stood) {
            if draws || optional(third) {
                (0..10).for_each(|drawn| classes.insert(Class { player, banker: (sum(banker, drawn), 3) }));
            }
            if !draws || optional(third) {
                classes.insert(Class { player, banker: (banker, 2) });
            }
        }
    }
}

fn classes(file: &RulebookFile) -> Vec<Class> {
    let mut classes = Reachable([false; Class::MOST]);
    for player in 0..10 {
        (0..10).for_each(|banker| add_classes(file, player, banker, &mut classes));
    }
    let places = classes.0.into_iter().enumerate().filter(|(_, known)| *known);
    places.map(|(place, _)| Class::from_place(place)).collect()
}

/// A class as seen by a wager on one side.
struct ClassFacts {
    class: Class,
    backed: Option<Side>,
}

impl ClassFacts {
    const fn hand(&self, side: Side) -> (u8, u8) {
        match side {
            Side::Player => self.class.player,
            Side::Banker => self.class.banker,
        }
    }
}

impl Facts for ClassFacts {
    fn backed(&self) -> Option<Side> {
        self.backed
    }

    fn total(&self, side: Side) -> Option<u8> {
        Some(self.hand(side).0)
    }

    fn count(&self, side: Side) -> Option<u8> {
        Some(self.hand(side).1)
    }

    fn third(&self, side: Side) -> Option<Option<u8>> {
        (self.hand(side).1 == 2).then_some(None)
    }
}

/// Says which rows of a wager no coup can reach, in any of its pay tables.
pub(crate) fn check_reach(
    loader: &mut Loader,
    document: &Document,
    base: &[Step<'_>],
    wager: &Wager,
    context: &WagerContext<'_>,
) {
    let classes = classes(context.file);
    check_instead(loader, document, base, wager, &classes);
    let nothing = BTreeMap::new();
    let changes = Changes { options: &BTreeMap::new(), pays: &nothing, lines: &[], families: &[] };
    let mut told = BTreeSet::new();
    let mut seen: Vec<Vec<Line>> = Vec::new();
    for side in wager.side_names() {
        let backed = Side::BOTH.into_iter().find(|known| Some(known.name()) == side);
        for column in wager.column_names() {
            let Some(table) = wager.pay_table(context.others, side, column, changes) else {
                continue;
            };
            // Pay tables that differ only in what they pay need to be looked at once.
            if backed != Some(Side::Banker) && seen.iter().any(|lines| same_conditions(lines, &table.lines)) {
                continue;
            }
            for name in unreachable(&table.lines, &classes, backed) {
                if told.insert(name.to_owned()) {
                    tell(loader, document, base, wager, name, column);
                }
            }
            seen.push(table.lines);
        }
    }
}

/// Says which alternative conditions (`instead`) can never hold.
fn check_instead(
    loader: &mut Loader,
    document: &Document,
    base: &[Step<'_>],
    wager: &Wager,
    classes: &[Class],
) {
    let backs = |side: Option<&str>| Side::BOTH.into_iter().find(|known| Some(known.name()) == side);
    let sides: Vec<Option<Side>> = wager.side_names().into_iter().map(backs).collect();
    let never = |condition: &Condition| {
        let no =
            |class: &Class, backed| condition.holds(&ClassFacts { class: *class, backed }) == Some(false);
        sides.iter().all(|backed| classes.iter().all(|class| no(class, *backed)))
    };
    for (index, row) in wager.rows.iter().enumerate() {
        for (key, _) in row.instead.iter().filter(|(_, condition)| never(condition)) {
            let own = [Step::Key("rows"), Step::At(index), Step::Key("instead"), Step::Key(key)];
            let at: Vec<Step<'_>> = base.iter().copied().chain(own).collect();
            let message = format!("under `{key}` no coup can reach the line `{}`", row.name);
            loader.error(document, &at, "unreachable_row", message).hint = Some(HINT.to_owned());
        }
    }
}

/// Says which lines that a submission supplies no coup can reach; `base` is the path of the wager in it.
pub(crate) fn check_supplied_reach(
    loader: &mut Loader,
    document: &Document,
    base: &[Step<'_>],
    (wager, column): (&Wager, &str),
    changes: Changes<'_>,
    context: &WagerContext<'_>,
) {
    let classes = classes(context.file);
    let mut told = BTreeSet::new();
    for side in wager.side_names() {
        let backed = Side::BOTH.into_iter().find(|known| Some(known.name()) == side);
        let Some(table) = wager.pay_table(context.others, side, column, changes) else { continue };
        for name in unreachable(&table.lines, &classes, backed) {
            let Some(index) = changes.lines.iter().position(|line| line.name == name) else { continue };
            if told.insert(index) {
                let own = [Step::Key("lines"), Step::At(index), Step::Key("when")];
                let at: Vec<Step<'_>> = base.iter().copied().chain(own).collect();
                let message = format!("no coup can reach the line `{name}`");
                loader.error(document, &at, "unreachable_row", message).hint = Some(HINT.to_owned());
            }
        }
    }
}

fn same_conditions(lines: &[Line], others: &[Line]) -> bool {
    lines.iter().map(|line| &line.when).eq(others.iter().map(|line| &line.when))
}

/// The names of lines that no class reaches.
fn unreachable<'a>(lines: &'a [Line], classes: &[Class], backed: Option<Side>) -> Vec<&'a str> {
    let mut open: Vec<Class> = classes.to_vec();
    let mut names = Vec::new();
    for line in lines {
        let holds =
            |condition: &Condition, class: &Class| condition.holds(&ClassFacts { class: *class, backed });
        let answers: Vec<Option<bool>> = open.iter().map(|class| holds(&line.when, class)).collect();
        if answers.iter().all(|answer| *answer == Some(false)) {
            names.push(line.name.as_str());
        }
        let mut answers = answers.into_iter();
        open.retain(|_| answers.next() != Some(Some(true)));
    }
    names
}

fn tell(
    loader: &mut Loader,
    document: &Document,
    base: &[Step<'_>],
    wager: &Wager,
    name: &str,
    column: &str,
) {
    let index = wager.rows.iter().position(|row| row.name == name).unwrap_or_default();
    let at: Vec<Step<'_>> =
        base.iter().copied().chain([Step::Key("rows"), Step::At(index), Step::Key("when")]).collect();
    let table = if column.is_empty() { String::new() } else { format!(" in pay table `{column}`") };
    let message = format!("no coup can reach the line `{name}`{table}");
    loader.error(document, &at, "unreachable_row", message).hint = Some(HINT.to_owned());
}
