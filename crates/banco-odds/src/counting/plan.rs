//! Which classes of coups are counted so that every line of some pay tables is known.
//!
//! Classes that reach the same lines need not be told apart. Those that reach the most common choice of lines are what
//! all others leave of all deals. In a row, which is the deals in which the Banker's hand draws to one final count of
//! the Player's, one choice of lines is what the others leave of the row: how many deals a row has is known without
//! going through the Banker's third cards.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::counting::cells::Cells;

/// What is counted, and how lines are added up from it.
pub struct Plan {
    /// The cells that matter.
    pub cells: Cells,
    /// To be worked out before lines are added up.
    pub rests: Vec<Rest>,
    /// For each line.
    pub slots: Vec<Slot>,
    places: Vec<u16>,
}

/// Classes of a row that reach the same lines and are not counted.
pub struct Rest {
    pub row: Row,
    /// The place of one of them, where they are written together.
    pub into: usize,
    /// The places of the other classes of the row, which are counted.
    less: Range<usize>,
}

/// How the deals of a line are counted.
#[derive(Clone, Debug)]
pub struct Slot {
    places: Range<usize>,
    /// Whether these are the deals that do not reach the line: what is left of all deals does.
    pub by_the_others: bool,
}

/// The deals in which the Banker's hand draws to a final count of the Player's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Row {
    /// Whether the Player's hand has drawn.
    pub drawn: bool,
    pub total: u8,
}

impl Row {
    /// The row of the class at a place, if it has one.
    fn of(place: usize) -> Option<Self> {
        let total = u8::try_from(place / 10 % 10).ok()?;
        (200..400).contains(&place).then_some(Self { drawn: place >= 300, total })
    }

    /// The places of its classes.
    pub fn places(self) -> Range<usize> {
        let from = if self.drawn { 300 } else { 200 } + usize::from(self.total) * 10;
        from..from + 10
    }
}

/// The lines that a class reaches.
type Reached = BTreeSet<usize>;

/// A class, and how many cells lead to it.
struct Seen {
    place: usize,
    cells: usize,
    reached: Reached,
}

impl Plan {
    /// How lines are counted of which each is reached by the classes at these places.
    pub fn new(lines: &[BTreeSet<usize>], cells: &Cells) -> Self {
        let classes = seen(lines, cells);
        let common = most_common(&classes).cloned().unwrap_or_default();
        let (in_rows, others): (Vec<&Seen>, Vec<&Seen>) =
            classes.iter().partition(|class| Row::of(class.place).is_some());
        let mut counted: BTreeSet<usize> = places_but(&others, &common).collect();
        let (mut rests, mut places) = (Vec::new(), Vec::new());
        for row in in_rows.chunk_by(|one, other| Row::of(one.place) == Row::of(other.place)) {
            let most = most_common(row.iter().copied()).unwrap_or(&common);
            let all_but = |reached: &Reached| -> usize {
                row.iter().filter(|class| class.reached != *reached).map(|class| class.cells).sum()
            };
            if all_but(most) >= all_but(&common) {
                counted.extend(places_but(row, &common));
                continue;
            }
            counted.extend(places_but(row, most));
            let from = places.len();
            places.extend(places_but(row, most).map(short));
            let first = row.iter().find(|class| class.reached == *most);
            let rest = first.and_then(|first| Some((Row::of(first.place)?, first.place)));
            rests.extend(rest.map(|(row, into)| Rest { row, into, less: from..places.len() }));
        }
        let told = |place: usize| counted.contains(&place) || rests.iter().any(|rest| rest.into == place);
        let told: Vec<&Seen> = classes.iter().filter(|class| told(class.place)).collect();
        let slot = |line: usize| {
            let by_the_others = common.contains(&line);
            let wanted =
                |class: &&&Seen| class.reached != common && class.reached.contains(&line) != by_the_others;
            let from = places.len();
            places.extend(told.iter().filter(wanted).map(|class| short(class.place)));
            Slot { places: from..places.len(), by_the_others }
        };
        let slots = (0..lines.len()).map(slot).collect();
        let is_rest = |drawn: bool, total: u8| rests.iter().any(|rest| rest.row == Row { drawn, total });
        let cells = cells.restricted_but(&|class| counted.contains(&class.plain_place()), &is_rest);
        Self { cells, rests, slots, places }
    }

    /// The places of the classes that a slot adds up.
    #[inline(always)]
    pub fn places_of(&self, slot: &Slot) -> &[u16] {
        self.places.get(slot.places.clone()).unwrap_or_default()
    }

    /// The places of the classes that a rest leaves out.
    #[inline(always)]
    pub fn counted_beside(&self, rest: &Rest) -> &[u16] {
        self.places.get(rest.less.clone()).unwrap_or_default()
    }
}

/// All classes in the order of their places.
fn seen(lines: &[BTreeSet<usize>], cells: &Cells) -> Vec<Seen> {
    let mut all: BTreeMap<usize, usize> = BTreeMap::new();
    cells.classes(&mut |class| *all.entry(class.plain_place()).or_default() += 1);
    let reached = |place: usize| {
        (0..).zip(lines).filter(|(_, line)| line.contains(&place)).map(|(at, _)| at).collect::<Reached>()
    };
    let one = |(place, cells)| Seen { place, cells, reached: reached(place) };
    all.into_iter().map(one).collect()
}

/// The lines that most cells reach together.
fn most_common<'a>(classes: impl IntoIterator<Item = &'a Seen>) -> Option<&'a Reached> {
    let mut cells: BTreeMap<&Reached, usize> = BTreeMap::new();
    classes.into_iter().for_each(|class| *cells.entry(&class.reached).or_default() += class.cells);
    cells.into_iter().max_by_key(|(_, cells)| *cells).map(|(reached, _)| reached)
}

/// The places of the classes that reach other lines than these.
fn places_but(classes: &[&Seen], reached: &Reached) -> impl Iterator<Item = usize> {
    let others = classes.iter().filter(|class| class.reached != *reached).map(|class| class.place);
    others.collect::<Vec<usize>>().into_iter()
}

/// Places are below 400.
fn short(place: usize) -> u16 {
    u16::try_from(place).unwrap_or(0)
}
