//! How the deals that reach each line of some pay tables are counted, worked out once for all shoes.
//!
//! Cards are looked at no more finely than the conditions need:
//!
//! 1. Classes of coups are counted in closed form ([`crate::counting::joint`]), for all cards or for hands from one suit or
//!    colour. Where its class and the suits that a hand shares tell everything, that is all.
//! 2. In classes that stay open, deals are visited by point value, then by rank where tens, jacks, queens and kings
//!    differ. What most deals of a class have in common is counted by class, and only the others one by one.
//! 3. Where the suits of single cards matter, they are gone through for the cards that need them.
//!
//! Each answer is a *form*: for pairs of suit sets, which lines the deals within them count towards, and how often.
//! Hands that come from a set but from no smaller one are counted by inclusion and exclusion.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use banco_cards::Card;
use banco_rulebook::model::condition::Seen;

use crate::counting::cells::Cells;
use crate::counting::classes::Class;
use crate::counting::count::Deals;
use crate::counting::draw::DrawTable;
use crate::counting::group::{Depth, Group, Reached};
use crate::counting::kinds::{Kind, Sets, SuitSet, rank};
use crate::counting::known::KnownDeals;
use crate::counting::number::{Four, SideBySide as _};
use crate::counting::single::{SingleSuits, SingleTerm};
use crate::counting::visit::{Deal, deals, ranked, starts};

/// How often the deals within a pair of suit sets count towards a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Share {
    pub sets: Sets,
    pub slot: usize,
    pub times: i64,
}

/// What some deals count towards.
pub type Form = Vec<Share>;

/// One class by its place, and how often its deals count towards a line.
#[derive(Clone, Copy, Debug)]
pub struct ClassTerm {
    pub place: usize,
    pub slot: usize,
    pub times: i64,
}

/// The deals of some classes in which the hands come from pairs of sets that lie alike: they are counted side by side.
pub struct Survey {
    pub sets: Vec<Sets>,
    /// The cells that matter.
    cells: Cells,
    /// For each pair of sets.
    pub terms: Vec<Vec<ClassTerm>>,
}

/// How to count.
pub struct Recipe {
    slots: usize,
    /// What is counted by class, whatever the suits; all questions share these counts.
    pub plain: Vec<ClassTerm>,
    /// What is counted by class with certain suits.
    pub suited: Vec<Survey>,
    /// What is counted by classes that tell third cards.
    pub fine: Vec<Survey>,
    /// What is counted deal by deal, one form after the other.
    pub deals: Vec<(Form, Vec<Deal>)>,
    pub singles: Vec<SingleTerm>,
}

impl Recipe {
    /// How to count the lines of these groups; `None` if something depends on a seat that was not named.
    pub fn new(groups: &[Group<'_>], draw: &DrawTable) -> Option<Self> {
        let mut recipe = Self {
            slots: 0,
            plain: Vec::new(),
            suited: Vec::new(),
            fine: Vec::new(),
            deals: Vec::new(),
            singles: Vec::new(),
        };
        for group in groups {
            let compiler = Compiler { group, first_slot: recipe.slots, draw };
            compiler.compile(&mut recipe)?;
            recipe.slots += group.tables.iter().map(Vec::len).sum::<usize>();
        }
        Some(recipe)
    }

    /// How many lines are counted.
    pub const fn slots(&self) -> usize {
        self.slots
    }

    /// What is counted by class, each class once and whatever its suits, if that is all.
    pub fn by_class_alone(&self) -> Option<&[ClassTerm]> {
        let nothing_else = self.suited.is_empty() && self.fine.is_empty() && self.deals.is_empty();
        (nothing_else && self.singles.is_empty()).then_some(&self.plain)
    }

    /// The number of deals that reach each line. Sums may wrap on their way; the results fit.
    pub fn run(&self, deals: &Deals) -> Vec<i64> {
        let mut sums = vec![0_i64; self.slots];
        let mut add = |slot: usize, ways: i64| {
            if let Some(sum) = sums.get_mut(slot) {
                *sum = sum.wrapping_add(ways);
            }
        };
        if !self.plain.is_empty() {
            let found = deals.classes();
            for ClassTerm { place, slot, times } in &self.plain {
                add(*slot, found.get(*place).copied().unwrap_or(0).wrapping_mul(*times));
            }
        }
        for Survey { sets, cells, terms } in &self.suited {
            deals.suited_classes(sets, cells, |which, found| {
                for ClassTerm { place, slot, times } in terms.get(which).into_iter().flatten() {
                    add(*slot, found(*place).wrapping_mul(*times));
                }
            });
        }
        for Survey { sets, cells, terms } in &self.fine {
            for (sets, terms) in sets.iter().zip(terms) {
                let places: Vec<usize> = terms.iter().map(|term| term.place).collect();
                let found = deals.fine_classes(*sets, cells, &places);
                terms
                    .iter()
                    .zip(found)
                    .for_each(|(term, ways)| add(term.slot, ways.wrapping_mul(term.times)));
            }
        }
        for (form, visited) in &self.deals {
            for shares in form.chunk_by(|one, other| one.sets == other.sets) {
                let ways = shares.first().map_or(0, |share| ways_of(deals, share.sets, visited));
                shares.iter().for_each(|share| add(share.slot, ways.wrapping_mul(share.times)));
            }
        }
        self.singles.iter().for_each(|single| single.add(deals, &mut add));
        sums
    }
}

impl Recipe {
    /// The number of deals that reach each line and fit what is known.
    pub fn run_known(&self, deals: &KnownDeals) -> Vec<i128> {
        let mut sums = vec![0_i128; self.slots];
        let mut add =
            |slot: usize, ways: i128| sums.iter_mut().skip(slot).take(1).for_each(|sum| *sum += ways);
        let mut add_classes = |terms: &[ClassTerm], ways: &dyn Fn(usize, usize) -> i128| {
            let terms = terms.iter().enumerate();
            terms.for_each(|(at, term)| add(term.slot, ways(at, term.place) * i128::from(term.times)));
        };
        if !self.plain.is_empty() {
            let found = deals.all_classes();
            add_classes(&self.plain, &|_, place| found.get(place).copied().unwrap_or(0));
        }
        for Survey { sets, cells, terms } in &self.suited {
            let cells = deals.cells_by_places(cells);
            for (sets, terms) in sets.iter().zip(terms) {
                let found = deals.classes(*sets, &cells);
                add_classes(terms, &|_, place| found.get(place).copied().unwrap_or(0));
            }
        }
        for Survey { sets, cells, terms } in &self.fine {
            let cells = deals.cells_by_places(cells);
            for (sets, terms) in sets.iter().zip(terms) {
                let places: Vec<usize> = terms.iter().map(|term| term.place).collect();
                let found = deals.fine_classes(*sets, &cells, &places);
                add_classes(terms, &|at, _| found.get(at).copied().unwrap_or(0));
            }
        }
        for (form, visited) in &self.deals {
            for shares in form.chunk_by(|one, other| one.sets == other.sets) {
                let Some(first) = shares.first() else { continue };
                let ways = deals.ways(first.sets, visited);
                shares.iter().for_each(|share| add(share.slot, ways * i128::from(share.times)));
            }
        }
        self.singles.iter().for_each(|single| single.add_known(deals, &mut add));
        sums
    }
}

/// In how many ways some deals can come with hands from two sets.
fn ways_of(deals: &Deals, sets: Sets, visited: &[Deal]) -> i64 {
    let ways = |deal: &Deal| {
        let cards = deals.kinds().ways(sets, deal.player(), deal.banker());
        cards.wrapping_mul(deal.orders).wrapping_mul(deals.rest(deal.len()))
    };
    visited.iter().map(ways).fold(0, i64::wrapping_add)
}

/// What is found for a deal.
enum Judgement {
    Form(Form),
    /// Suits must be looked at card by card.
    BySingleSuits,
}

struct Compiler<'a> {
    group: &'a Group<'a>,
    first_slot: usize,
    draw: &'a DrawTable,
}

impl Compiler<'_> {
    fn compile(&self, recipe: &mut Recipe) -> Option<()> {
        let mut by_class: BTreeMap<Class, Form> = BTreeMap::new();
        let mut open: BTreeSet<Class> = BTreeSet::new();
        if !self.group.look.first_four {
            for class in self.classes() {
                match self.judge_class(class) {
                    Some(form) => {
                        by_class.insert(class, form);
                    }
                    None => {
                        open.insert(class);
                    }
                }
            }
        }
        let visited = self.visit(&open)?;
        for (class, form) in usual_forms(&visited) {
            by_class.insert(class, form);
        }
        self.add_surveys(recipe, &by_class);
        let mut by_form: BTreeMap<Form, BTreeMap<Deal, i64>> = BTreeMap::new();
        let mut singles = SingleSuits::new(self.group, self.first_slot);
        for (class, deal, judgement) in visited {
            let usual = class.and_then(|class| by_class.get(&class));
            let form = match judgement {
                Judgement::Form(form) => less(form, usual),
                Judgement::BySingleSuits => {
                    singles.add(class, &deal)?;
                    less(Form::new(), usual)
                }
            };
            if !form.is_empty() {
                let deal_key = if self.looks_alike(&form) { deal.unplaced() } else { deal };
                *by_form.entry(form).or_default().entry(deal_key.with_orders(0)).or_default() += deal.orders;
            }
        }
        let visited = |deals: BTreeMap<Deal, i64>| {
            deals.into_iter().map(|(deal, orders)| deal.with_orders(orders)).collect()
        };
        recipe.deals.extend(by_form.into_iter().map(|(form, deals)| (form, visited(deals))));
        recipe.singles.extend(singles.finish()?);
        Some(())
    }

    /// Whether it does not matter which hand holds which card of a deal: both come from the same cards.
    fn looks_alike(&self, form: &Form) -> bool {
        !self.group.look.places && form.iter().all(|share| share.sets.0 == share.sets.1)
    }

    /// The classes that can occur, as finely as they are looked at.
    fn classes(&self) -> BTreeSet<Class> {
        let mut classes = BTreeSet::new();
        self.draw.cells().classes(&mut |class| {
            classes.insert(self.class(class));
        });
        classes
    }

    fn class(&self, class: Class) -> Class {
        if self.group.look.thirds { class } else { class.plain() }
    }

    /// What a class counts towards, if it tells, or if it tells together with the suits that hands share.
    fn judge_class(&self, class: Class) -> Option<Form> {
        if let Some(reached) = self.group.reached(Some(class), None) {
            return Some(self.without_suits(&reached));
        }
        // Ranks do not matter then, and any will do.
        let ace = |cards: u8| vec![1; usize::from(cards)];
        (self.group.look.depth == Depth::HandSuits)
            .then(|| self.by_hand_suits(Some(class), &ace(class.player.cards()), &ace(class.banker.cards())))
            .flatten()
    }

    /// All deals of open classes, or all starts, with what is found for them.
    fn visit(&self, open: &BTreeSet<Class>) -> Option<Vec<(Option<Class>, Deal, Judgement)>> {
        let mut visited = Some(Vec::new());
        let mut add = |class: Option<Class>, deal: Deal| {
            let found = self.judge(class, &deal);
            match (&mut visited, found) {
                (Some(visited), Some(found)) => {
                    visited.extend(found.into_iter().map(|(deal, judgement)| (class, deal, judgement)));
                }
                (visited, _) => *visited = None,
            }
        };
        if self.group.look.first_four {
            starts(&mut |deal| add(None, deal));
        } else if !open.is_empty() {
            deals(self.draw, &mut |deal| {
                let class = self.class(Class::from_hands(deal.player(), deal.banker()));
                if open.contains(&class) {
                    add(Some(class), deal);
                }
            });
        }
        visited
    }

    /// What is found for a deal of values: as it is, or for each choice of ranks.
    fn judge(&self, class: Option<Class>, deal: &Deal) -> Option<Vec<(Deal, Judgement)>> {
        if let Some(judgement) = self.judge_kinds(class, deal) {
            return Some(vec![(*deal, judgement)]);
        }
        let last = |deal: Deal| {
            let single = || (self.group.look.depth == Depth::SingleSuits).then_some(Judgement::BySingleSuits);
            Some((deal, self.judge_kinds(class, &deal).or_else(single)?))
        };
        ranked(deal).into_iter().map(last).collect()
    }

    fn judge_kinds(&self, class: Option<Class>, deal: &Deal) -> Option<Judgement> {
        let seen = |kinds: &[Kind]| {
            let seen = Seen::ranks_only(kinds.iter().map(|kind| rank(*kind)));
            if kinds.contains(&0) { seen.with_tens_unknown() } else { seen }
        };
        if let Some(reached) = self.group.reached(class, Some([seen(deal.player()), seen(deal.banker())])) {
            return Some(Judgement::Form(self.without_suits(&reached)));
        }
        let by_hands = || self.by_hand_suits(class, deal.player(), deal.banker());
        (self.group.look.depth < Depth::SingleSuits).then(by_hands).flatten().map(Judgement::Form)
    }

    /// The form of what is told without suits.
    fn without_suits(&self, reached: &Reached) -> Form {
        let all = (SuitSet::ALL, SuitSet::ALL);
        self.slots(reached).map(|slot| Share { sets: all, slot, times: 1 }).collect()
    }

    /// The places of the lines that are reached.
    fn slots(&self, reached: &Reached) -> impl Iterator<Item = usize> {
        slots(self.group, self.first_slot, reached)
    }

    /// The form of what is told by the suits that hands share.
    fn by_hand_suits(&self, class: Option<Class>, player: &[Kind], banker: &[Kind]) -> Option<Form> {
        let seen = |kinds: &[Kind], set: SuitSet| {
            let card = |(at, kind): (usize, &Kind)| Card::new(rank(*kind), set.representative(at));
            let seen = Seen::cards(kinds.iter().enumerate().map(card));
            if kinds.contains(&0) { seen.with_tens_unknown() } else { seen }
        };
        let sets = SuitSet::nested(self.group.look.down_to_suits);
        let mut shares: BTreeMap<(Sets, usize), i64> = BTreeMap::new();
        for (player_set, player_inner) in sets {
            for (banker_set, banker_inner) in sets {
                let hands = [seen(player, *player_set), seen(banker, *banker_set)];
                let reached = self.group.reached(class, Some(hands))?;
                for slot in self.slots(&reached) {
                    for (p, sign) in signed(*player_set, player_inner) {
                        for (b, other) in signed(*banker_set, banker_inner) {
                            *shares.entry(((p, b), slot)).or_default() += sign * other;
                        }
                    }
                }
            }
        }
        let share = |((sets, slot), times)| Share { sets, slot, times };
        Some(shares.into_iter().filter(|(_, times)| *times != 0).map(share).collect())
    }

    /// Adds what is counted by class.
    fn add_surveys(&self, recipe: &mut Recipe, by_class: &BTreeMap<Class, Form>) {
        let thirds = self.group.look.thirds;
        let mut surveys: BTreeMap<Sets, (Vec<ClassTerm>, BTreeSet<Class>)> = BTreeMap::new();
        for (class, form) in by_class {
            let place = if thirds { class.fine_place() } else { class.plain_place() };
            for Share { sets, slot, times } in form {
                let (terms, classes) = surveys.entry(*sets).or_default();
                terms.push(ClassTerm { place, slot: *slot, times: *times });
                classes.insert(*class);
            }
        }
        let surveys: Vec<(Sets, Vec<ClassTerm>, BTreeSet<Class>)> =
            surveys.into_iter().map(|(sets, (terms, classes))| (sets, terms, classes)).collect();
        let (plain, mut other): (Vec<_>, Vec<_>) =
            surveys.into_iter().partition(|(sets, ..)| !thirds && *sets == (SuitSet::ALL, SuitSet::ALL));
        recipe.plain.extend(plain.into_iter().flat_map(|(_, terms, _)| terms));
        other.sort_by_key(|(sets, ..)| SuitSet::lie(*sets));
        let alike = other.chunk_by(|one, other| SuitSet::lie(one.0) == SuitSet::lie(other.0));
        for chunk in alike.flat_map(|alike| alike.chunks(Four::WIDTH)) {
            let wanted = |class| chunk.iter().any(|(.., classes)| classes.contains(&self.class(class)));
            let survey = Survey {
                sets: chunk.iter().map(|(sets, ..)| *sets).collect(),
                cells: self.draw.cells().restricted(&wanted),
                terms: chunk.iter().map(|(_, terms, _)| terms.clone()).collect(),
            };
            if thirds { &mut recipe.fine } else { &mut recipe.suited }.push(survey);
        }
    }
}

/// The places of the lines that are reached, in a group whose first line stands at `first`.
pub fn slots(group: &Group<'_>, first: usize, reached: &Reached) -> impl Iterator<Item = usize> {
    let mut slots = Vec::with_capacity(reached.len());
    let mut from = first;
    for (lines, line) in group.tables.iter().zip(reached) {
        slots.extend(line.map(|line| from + line));
        from += lines.len();
    }
    slots.into_iter()
}

/// A set, and with the opposite sign the smaller ones inside it.
fn signed(set: SuitSet, inner: &[SuitSet]) -> impl Iterator<Item = (SuitSet, i64)> + Clone + '_ {
    std::iter::once((set, 1)).chain(inner.iter().map(|inner| (*inner, -1)))
}

/// The most common form of each class.
fn usual_forms(visited: &[(Option<Class>, Deal, Judgement)]) -> BTreeMap<Class, Form> {
    let mut found: BTreeMap<Class, HashMap<&Form, usize>> = BTreeMap::new();
    for (class, _, judgement) in visited {
        if let (Some(class), Judgement::Form(form)) = (class, judgement) {
            *found.entry(*class).or_default().entry(form).or_default() += 1;
        }
    }
    let most = |forms: HashMap<&Form, usize>| {
        let most = forms.into_iter().max_by_key(|(form, count)| (*count, std::cmp::Reverse(form.len())));
        most.map(|(form, _)| form.clone()).unwrap_or_default()
    };
    found.into_iter().map(|(class, forms)| (class, most(forms))).collect()
}

/// A form less what its class counts already.
fn less(form: Form, usual: Option<&Form>) -> Form {
    let Some(usual) = usual else { return form };
    if form == *usual {
        return Form::new();
    }
    let mut shares: BTreeMap<(Sets, usize), i64> = BTreeMap::new();
    let signed = form.iter().map(|share| (share, 1)).chain(usual.iter().map(|share| (share, -1)));
    for (share, sign) in signed {
        *shares.entry((share.sets, share.slot)).or_default() += sign * share.times;
    }
    let share = |((sets, slot), times)| Share { sets, slot, times };
    shares.into_iter().filter(|(_, times)| *times != 0).map(share).collect()
}
