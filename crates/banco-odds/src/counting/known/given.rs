//! The deals from a shoe that fit what is known.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::num::Wrapping;

use banco_cards::{Card, Side, Suit};

use crate::counting::cells::{Cells, Lasts};
use crate::counting::classes::PLAIN;
use crate::counting::count::{Count, CountError, Counts};
use crate::counting::draw::DrawTable;
use crate::counting::joint::{Pools, Sink, survey, survey_with_fifth};
use crate::counting::kinds::{Kind, Sets, SuitSet, rank};
use crate::counting::known::fixed::{Fixed, Parts, Starts, Zone};
use crate::counting::known::layout::{Arrangement, Laid, arrangements, each_layout};
use crate::counting::known::{CardSet, Knowledge, Pile, Place, Places, Thirds, index};
use crate::counting::number::{EXACT_IN_FLOATS, Number};
use crate::counting::question::Question;
use crate::counting::tally::{FineTally, PlainTally, float, whole};
use crate::counting::visit::Deal;
use crate::counting::wide::widest;
use crate::shoe::{Shoe, ShoeError};

/// All deals from one shoe under one drawing rule that fit what is known. Cards that were burnt are dealt before the
/// round and counted with it.
#[derive(Debug)]
pub struct KnownDeals {
    pile: Pile,
    draw: DrawTable,
    knowledge: Knowledge,
    total: OnceCell<i128>,
    /// The deals of each class, whatever the suits.
    classes: OnceCell<Vec<i128>>,
    /// For each of the Banker's two-card counts, the third cards of the Player's after which the Banker draws.
    banker_draws: OnceCell<[CardSet; 10]>,
    /// How four cards can be laid out, if the same is known whichever hands draw.
    arrangements: OnceCell<Vec<Arrangement>>,
}

impl KnownDeals {
    /// The deals from a shoe, the cards that were burnt still in it.
    ///
    /// # Errors
    /// The shoe cannot serve a round, or what is known of its cards cannot be.
    pub fn new(shoe: &Shoe, draw: DrawTable, knowledge: Knowledge) -> Result<Self, CountError> {
        shoe.check_size()?;
        let pile = Pile::from_shoe(shoe);
        let left = shoe.len().saturating_sub(u64::try_from(knowledge.burnt().len()).unwrap_or(u64::MAX));
        if left < ROUND {
            return Err(ShoeError::TooFew(left).into());
        }
        let (total, classes) = (OnceCell::new(), OnceCell::new());
        let (banker_draws, arrangements) = (OnceCell::new(), OnceCell::new());
        let deals = Self { pile, draw, knowledge, total, classes, banker_draws, arrangements };
        if deals.total() == 0 { Err(CountError::Impossible) } else { Ok(deals) }
    }

    /// Counts the deals that reach each line of the pay tables in question.
    ///
    /// # Errors
    /// A condition needs more than one coup and its seat can tell.
    pub fn count(&self, question: &Question<'_>) -> Result<Counts, CountError> {
        let ways = question.recipe_by_place(&self.draw)?.run_known(self);
        let total = self.total().unsigned_abs();
        let count = |slots: &std::ops::Range<usize>| {
            let lines = ways.get(slots.clone()).unwrap_or_default();
            let lines: Vec<u128> = lines.iter().map(|ways| ways.unsigned_abs()).collect();
            Count { none: total.saturating_sub(lines.iter().sum::<u128>()), lines }
        };
        Ok(Counts { total, tables: question.slots().iter().map(count).collect() })
    }

    /// All deals that fit.
    #[must_use]
    pub fn total(&self) -> i128 {
        *self.total.get_or_init(|| match self.knowledge.places_of_all() {
            Some(places) => self.layouts(places),
            None => self.all_classes().iter().sum(),
        })
    }

    /// All deals, whether they fit or not.
    #[must_use]
    pub fn all(&self) -> i128 {
        let cards = self.knowledge.burnt().len() + 6;
        self.pile.layouts(&vec![CardSet::ALL; cards])
    }

    pub(crate) const fn draw(&self) -> &DrawTable {
        &self.draw
    }

    pub(crate) const fn pile(&self) -> &Pile {
        &self.pile
    }

    pub(crate) const fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// The third cards of the Player's after which a Banker's hand draws that has this count.
    pub(crate) fn banker_draws_after(&self, total: u8) -> CardSet {
        let after =
            |total: u8| CardSet::from_test(|card| self.draw.banker_draws(total, Some(card.points().get())));
        let sets = self.banker_draws.get_or_init(|| [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(after));
        sets.get(usize::from(total)).copied().unwrap_or(CardSet::NONE)
    }

    /// How four cards can be laid out where this is known of their places, whichever hands draw.
    pub(crate) fn arrangements(&self, places: &Places) -> &[Arrangement] {
        self.arrangements.get_or_init(|| arrangements(places))
    }

    /// The deals in which the card at each place comes from a set, and burnt cards are as they are known to be.
    fn layouts(&self, places: &Places) -> i128 {
        if self.knowledge.burnt().is_empty() {
            return self.pile.layouts(places);
        }
        self.pile.layouts_of(places.iter().chain(self.knowledge.burnt()).copied())
    }

    /// In how many ways a deal can come with hands from two sets of suits.
    pub(crate) fn ways(&self, sets: Sets, deal: &Deal) -> i128 {
        let mut sum = 0;
        let (player, banker) = (suit_set(sets.0), suit_set(sets.1));
        each_layout(self, deal, &mut |layout| {
            let mut places = *layout.places;
            for Laid { kind, side, place } in layout.cards.iter().flatten() {
                let suits = if *side == Side::Player { player } else { banker };
                let Some(known) = places.get_mut(index(*place)) else { continue };
                *known = known.and(kind_set(*kind)).and(suits);
                if known.is_empty() {
                    return;
                }
            }
            sum += layout.times * self.layouts(&places);
        });
        sum
    }

    /// The deals of each class by its place, whatever the suits; third cards are not told.
    pub(crate) fn all_classes(&self) -> &[i128] {
        self.classes.get_or_init(|| self.classes(ANY_SUITS, self.draw.cells()))
    }

    /// The deals of each class by its place, in some cells and for hands from two sets; third cards are not told.
    pub(crate) fn classes(&self, sets: Sets, cells: &Cells) -> Vec<i128> {
        let mut sums = vec![0; PLAIN];
        for (places, cells) in self.cells_by_places(cells) {
            let round = Round { deals: self, sets, places: &places, cells: &cells };
            let found = round.plain();
            sums.iter_mut().zip(found).for_each(|(sum, found)| *sum += found);
        }
        sums
    }

    /// The deals of the classes at some places, which tell third cards.
    pub(crate) fn fine_classes(&self, sets: Sets, cells: &Cells, wanted: &[usize]) -> Vec<i128> {
        let mut sums = vec![0; wanted.len()];
        for (places, cells) in self.cells_by_places(cells) {
            let round = Round { deals: self, sets, places: &places, cells: &cells };
            let found = round.fine(wanted);
            sums.iter_mut().zip(found).for_each(|(sum, found)| *sum += found);
        }
        sums
    }

    /// The cells in which the same is known of every place, with what that is.
    fn cells_by_places<'c>(&self, cells: &'c Cells) -> Vec<(Places, Cow<'c, Cells>)> {
        if let Some(places) = self.knowledge.places_of_all() {
            return vec![(*places, Cow::Borrowed(cells))];
        }
        let mut parts: Vec<(Places, Vec<Thirds>)> = Vec::new();
        for thirds in Thirds::ALL {
            let Some(places) = self.knowledge.places(thirds) else { continue };
            match parts.iter_mut().find(|(known, _)| known == places) {
                Some((_, all)) => all.push(thirds),
                None => parts.push((*places, vec![thirds])),
            }
        }
        let only = |thirds: &[Thirds]| {
            let [nobody, player, banker, both] = Thirds::ALL.map(|known| thirds.contains(&known));
            cells.by_drawing(nobody, player, banker, both)
        };
        parts.into_iter().map(|(places, thirds)| (places, Cow::Owned(only(&thirds)))).collect()
    }
}

/// As many cards as a round may need.
const ROUND: u64 = 6;

/// Whatever the suits.
const ANY_SUITS: Sets = (SuitSet::ALL, SuitSet::ALL);

/// The cards of a kind.
fn kind_set(kind: Kind) -> CardSet {
    if kind == 0 { CardSet::TENS } else { CardSet::of_rank(rank(kind)) }
}

/// The cards of some suits.
fn suit_set(suits: SuitSet) -> CardSet {
    let suits = Suit::ALL.into_iter().filter(|suit| suits.holds(*suit)).map(CardSet::of_suit);
    suits.fold(CardSet::NONE, CardSet::or)
}

/// Classes of coups with the same known of every place.
struct Round<'a> {
    deals: &'a KnownDeals,
    sets: Sets,
    places: &'a Places,
    cells: &'a Cells,
}

/// A known card by value and zone, and the cards that it can be.
#[derive(Clone, Copy)]
struct KnownKind {
    place: Option<Place>,
    value: usize,
    zone: Zone,
    cards: CardSet,
    /// The cards that it can be if the first two cards of its hand come the other way round.
    swapped: CardSet,
}

/// The cards that are known or gone through, and in how many ways they can lie.
struct Choice {
    known: Vec<KnownKind>,
    ways: i64,
}

/// The places of a hand's first two cards.
const fn first_two(side: Side) -> [Place; 2] {
    match side {
        Side::Player => [Place::Player1, Place::Player2],
        Side::Banker => [Place::Banker1, Place::Banker2],
    }
}

/// Every choice with every one of some kinds behind it.
fn with_each<T>(
    choices: &[Vec<KnownKind>],
    kinds: &[T],
    known: impl Fn(&T) -> Vec<KnownKind> + Copy,
) -> Vec<Vec<KnownKind>> {
    let one = |choice: &Vec<KnownKind>| {
        let choice = choice.clone();
        kinds.iter().map(move |kind| choice.iter().copied().chain(known(kind)).collect::<Vec<_>>())
    };
    choices.iter().flat_map(one).collect()
}

/// What is known by value, if the first two cards of this hand are gone through.
fn fixed(known: &[KnownKind], open: Side) -> Fixed {
    let at = |place: Place| known.iter().find(|known| known.place == Some(place));
    let value = |place: Place| at(place).map(|known| known.value);
    let third = |place: Place| at(place).map(|known| (known.value, known.zone));
    let sum: usize = first_two(open).into_iter().filter_map(value).sum();
    Fixed {
        open: sum % 10,
        hidden: first_two(open.other()).map(value),
        fifth: third(Place::Fifth),
        sixth: third(Place::Sixth),
    }
}

impl Round<'_> {
    fn plain(&self) -> Vec<i128> {
        if self.fits_floats() {
            let found = widest(
                #[inline(always)]
                || self.plain_in(float, &|sink: &PlainTally<f64>| sink.deals(self.rest().map(float))),
            );
            return found.iter().map(|ways| whole(*ways).into()).collect();
        }
        let number = |number: i64| Wrapping(i128::from(number));
        let found = self.plain_in(number, &|sink| sink.deals(self.rest().map(number)));
        found.iter().map(|ways| ways.0).collect()
    }

    #[inline(always)]
    fn plain_in<S: Number>(
        &self,
        number: impl Fn(i64) -> S + Copy,
        deals: &dyn Fn(&PlainTally<S>) -> [S; PLAIN],
    ) -> Vec<S> {
        let mut tally = PlainTally::new();
        self.survey(number, &mut tally);
        deals(&tally).to_vec()
    }

    fn fine(&self, wanted: &[usize]) -> Vec<i128> {
        if self.fits_floats() {
            let mut tally = FineTally::new(self.rest().map(float));
            self.survey(float, &mut tally);
            let at = |place: &usize| tally.deals.get(*place).map_or(0, |ways| whole(*ways).into());
            return wanted.iter().map(at).collect();
        }
        let number = |number: i64| Wrapping(i128::from(number));
        let mut tally = FineTally::new(self.rest().map(number));
        self.survey(number, &mut tally);
        wanted.iter().map(|place| tally.deals.get(*place).map_or(0, |ways| ways.0)).collect()
    }

    /// Whether the deals can be counted in floats: with a burnt card they are too many.
    fn fits_floats(&self) -> bool {
        let few = u64::try_from(self.deals.pile.len()).is_ok_and(|cards| cards <= EXACT_IN_FLOATS);
        few && self.deals.knowledge.burnt().is_empty()
    }

    /// In how many ways the cards of which nothing is known and that a round does not need can follow, after four cards
    /// and after five.
    fn rest(&self) -> [i64; 2] {
        let dealt = i64::try_from(self.deals.knowledge.burnt().len() + 6).unwrap_or(i64::MAX);
        let left = self.deals.pile.len() - dealt;
        let unknown = |from: usize| {
            let places = self.places.iter().skip(from);
            i64::try_from(places.filter(|set| **set == CardSet::ALL).count()).unwrap_or(0)
        };
        [4, 5].map(|from| (1..=unknown(from)).map(|unknown| (left + unknown).max(0)).product())
    }

    /// Whether the card at a place is known.
    fn is_known(&self, place: Place) -> bool {
        self.places.get(index(place)).is_some_and(|set| *set != CardSet::ALL)
    }

    /// The hand whose first two cards are gone through: the one of which more is known; `None` if nothing is known of
    /// either.
    fn open_side(&self) -> Option<Side> {
        let known = |side| first_two(side).into_iter().filter(|place| self.is_known(*place)).count();
        match (known(Side::Player), known(Side::Banker)) {
            (0, 0) => None,
            (player, banker) if banker > player => Some(Side::Banker),
            _ => Some(Side::Player),
        }
    }

    /// Counts every choice of known cards by value and zone, as often as these can lie there.
    #[inline(always)]
    fn survey<S: Number>(&self, number: impl Fn(i64) -> S + Copy, sink: &mut impl Sink<S>) {
        let lie = SuitSet::lie(self.sets);
        // A card behind the first four has a closed form of its own where any suit will do.
        let closed = !self.is_known(Place::Sixth) && (self.sets == ANY_SUITS || !self.is_known(Place::Fifth));
        let open = self.open_side().or((!closed).then_some(Side::Player));
        let mut choices = self.choices(open);
        if let Some(open) = open {
            choices.sort_by_cached_key(|choice| fixed(&choice.known, open).open);
        }
        let mut starts = Starts::new(open.unwrap_or(Side::Player), choices.len());
        let all = self.parts();
        for choice in choices {
            let ways = number(choice.ways);
            let mut parts = all;
            choice.known.iter().for_each(|known| parts.take(known.value, known.zone));
            let parts = parts.map(number);
            let fifth = choice.known.iter().find(|known| known.place == Some(Place::Fifth));
            match (open, fifth) {
                (Some(open), _) => starts.add(&parts, &fixed(&choice.known, open), ways),
                (None, Some(fifth)) => {
                    survey_with_fifth(parts.pool(Side::Player), fifth.value, ways, self.cells, sink);
                }
                (None, None) => {
                    let (player, banker) = (parts.pool(Side::Player), parts.pool(Side::Banker));
                    survey(&Pools { player, banker, lie }, self.cells, &mut Times { times: ways, sink });
                }
            }
        }
        if open.is_some() {
            starts.survey(self.cells, sink);
        }
    }

    /// Every choice of values and zones for the known cards and for the first two cards of the open hand; in which order
    /// these come does not matter for what follows.
    fn choices(&self, open: Option<Side>) -> Vec<Choice> {
        let pair = open.map(first_two);
        let is_of_pair = |place: &Place| pair.is_some_and(|pair| pair.contains(place));
        let others = Place::ALL.into_iter().filter(|place| self.is_known(*place) && !is_of_pair(place));
        let others = others.map(|place| (Some(place), self.set_at(place)));
        let burnt = self.deals.knowledge.burnt().iter().map(|set| (None, *set));
        let mut choices: Vec<Vec<KnownKind>> = vec![Vec::new()];
        for (place, set) in others.chain(burnt) {
            choices = with_each(&choices, &self.kinds(place, set), |kind| vec![*kind]);
        }
        if let Some([one, other]) = pair {
            choices = with_each(&choices, &self.pairs(one, other), |pair| pair.to_vec());
        }
        let choice = |known: Vec<KnownKind>| {
            let mut sets: Vec<CardSet> = known.iter().map(|known| known.cards).collect();
            let mut ways = self.deals.pile.layouts(&sets);
            if let [.., one, other] = known.as_slice()
                && pair.is_some()
                && (one.value, one.zone) != (other.value, other.zone)
                && let [.., first, second] = sets.as_mut_slice()
            {
                (*first, *second) = (other.swapped, one.swapped);
                ways += self.deals.pile.layouts(&sets);
            }
            Choice { known, ways: i64::try_from(ways).unwrap_or(i64::MAX) }
        };
        choices.into_iter().map(choice).filter(|choice| choice.ways != 0).collect()
    }

    fn set_at(&self, place: Place) -> CardSet {
        self.places.get(index(place)).copied().unwrap_or(CardSet::ALL)
    }

    /// The kinds of the first two cards of a hand, in one order only.
    fn pairs(&self, one: Place, other: Place) -> Vec<[KnownKind; 2]> {
        let sets = [self.set_at(one), self.set_at(other)];
        let kinds = self.kinds(Some(one), CardSet::ALL);
        let at = |place: Place, own: CardSet, swapped: CardSet, kind: &KnownKind| KnownKind {
            place: Some(place),
            cards: kind.cards.and(own),
            swapped: kind.cards.and(swapped),
            ..*kind
        };
        let [first, second] = sets;
        let mut pairs = Vec::new();
        for (from, a) in kinds.iter().enumerate() {
            for b in kinds.iter().skip(from) {
                let pair = [at(one, first, second, a), at(other, second, first, b)];
                let fits = |one: CardSet, other: CardSet| !one.is_empty() && !other.is_empty();
                let [x, y] = &pair;
                if fits(x.cards, y.cards) || fits(x.swapped, y.swapped) {
                    pairs.push(pair);
                }
            }
        }
        pairs
    }

    /// The values and zones that a known card can have.
    fn kinds(&self, place: Option<Place>, set: CardSet) -> Vec<KnownKind> {
        let mut kinds: Vec<KnownKind> = Vec::new();
        for card in set.cards().filter(|card| self.deals.pile.copies(*card) > 0) {
            let (value, zone) = (usize::from(card.points().get()), self.zone(card));
            let belongs = match place {
                Some(Place::Player1 | Place::Player2) => zone.is_in(Side::Player),
                Some(Place::Banker1 | Place::Banker2) => zone.is_in(Side::Banker),
                _ => true,
            };
            if !belongs {
                continue;
            }
            match kinds.iter_mut().find(|kind| (kind.value, kind.zone) == (value, zone)) {
                Some(kind) => kind.cards = kind.cards.or(CardSet::of(card)),
                None => {
                    let cards = CardSet::of(card);
                    kinds.push(KnownKind { place, value, zone, cards, swapped: cards });
                }
            }
        }
        kinds
    }

    fn zone(&self, card: Card) -> Zone {
        match (self.sets.0.holds(card.suit), self.sets.1.holds(card.suit)) {
            (true, true) => Zone::Shared,
            (true, false) => Zone::Only(Side::Player),
            (false, true) => Zone::Only(Side::Banker),
            (false, false) => Zone::Outside,
        }
    }

    /// How many cards of each value lie in each zone.
    fn parts(&self) -> PartCounts {
        let mut parts = PartCounts::default();
        for card in Card::all() {
            let row = match self.zone(card) {
                Zone::Shared => &mut parts.shared,
                Zone::Only(Side::Player) => &mut parts.player,
                Zone::Only(Side::Banker) => &mut parts.banker,
                Zone::Outside => continue,
            };
            let copies = self.deals.pile.copies(card);
            row.iter_mut().skip(card.points().get().into()).take(1).for_each(|count| *count += copies);
        }
        parts
    }
}

/// Numbers of cards by value and zone.
#[derive(Clone, Copy, Default)]
struct PartCounts {
    shared: [i64; 10],
    player: [i64; 10],
    banker: [i64; 10],
}

impl PartCounts {
    fn take(&mut self, value: usize, zone: Zone) {
        let row = match zone {
            Zone::Shared => &mut self.shared,
            Zone::Only(Side::Player) => &mut self.player,
            Zone::Only(Side::Banker) => &mut self.banker,
            Zone::Outside => return,
        };
        row.iter_mut().skip(value).take(1).for_each(|count| *count -= 1);
    }

    fn map<S>(&self, number: impl Fn(i64) -> S + Copy) -> Parts<S> {
        Parts {
            shared: self.shared.map(number),
            player: self.player.map(number),
            banker: self.banker.map(number),
        }
    }
}

/// Everything so many times.
struct Times<'a, S, K> {
    times: S,
    sink: &'a mut K,
}

impl<S: Number, K: Sink<S>> Sink<S> for Times<'_, S, K> {
    #[inline(always)]
    fn four(&mut self, player: usize, banker: usize, ways: S) {
        self.sink.four(player, banker, ways * self.times);
    }

    #[inline(always)]
    fn five_by_player(&mut self, player: usize, banker: usize, third: usize, ways: S) {
        self.sink.five_by_player(player, banker, third, ways * self.times);
    }

    #[inline(always)]
    fn five_by_banker(&mut self, player: usize, banker: usize, lasts: &Lasts, ways: impl Fn(usize) -> S) {
        let times = self.times;
        self.sink.five_by_banker(player, banker, lasts, |third| ways(third) * times);
    }

    #[inline(always)]
    fn six(&mut self, player: usize, banker: usize, third: usize, lasts: &Lasts, ways: impl Fn(usize) -> S) {
        let times = self.times;
        self.sink.six(player, banker, third, lasts, |last| ways(last) * times);
    }
}
