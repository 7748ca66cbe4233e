//! The deals of each class of coups where the same is known of every place.
//!
//! If nothing is known of the first four cards, everything has a closed form for each choice of the cards that are
//! known, by value and zone ([`crate::counting::joint`]). Otherwise one hand of which something is known is *open*: how
//! often its first two cards come is all that is asked of them ([`fixed`](super::fixed)).

use std::num::Wrapping;

use banco_cards::{Card, Side};

use crate::counting::cells::{Cells, Lasts};
use crate::counting::joint::{KnownThird, Pools, Sink, survey, survey_with_thirds};
use crate::counting::kinds::{Sets, SuitSet};
use crate::counting::known::fixed::{Fixed, Opened, Parts, Zone};
use crate::counting::known::law::{Law, Pairs};
use crate::counting::known::{CardSet, KnownDeals, Place, Places, index};
use crate::counting::number::{EXACT_IN_FLOATS, Four, Number, SideBySide as _};
use crate::counting::tally::{FineTally, PlainTally, float, whole};
use crate::counting::wide::{Width, widest};

/// Classes of coups with the same known of every place.
pub struct Round<'a> {
    pub deals: &'a KnownDeals,
    pub sets: Sets,
    pub places: &'a Places,
    pub cells: &'a Cells,
}

/// A known card by value and zone, and the cards that it can be.
#[derive(Clone, Copy)]
struct KnownKind {
    place: Option<Place>,
    value: u8,
    zone: Zone,
    cards: CardSet,
    /// The cards that it can be if the first two cards of its hand come the other way round.
    swapped: CardSet,
    /// How many of both there are.
    sizes: [i64; 2],
}

impl KnownKind {
    fn is_like(&self, other: &Self) -> bool {
        (self.value, self.zone) == (other.value, other.zone)
    }
}

/// From so many choices on it pays to count several side by side.
const MANY_CHOICES: usize = 3;

/// The cards that are known by value and zone, in how many ways they can lie, and what is left.
struct Choice {
    fixed: Fixed,
    ways: i128,
    parts: PartCounts,
    /// The first two cards of the open hand, which are not gone yet.
    pairs: Vec<Pair>,
}

/// The first two cards of the open hand in any order, and in how many ways they can lie together with what is known.
struct Pair {
    values: [usize; 2],
    /// Whether they are from the pools of both hands.
    shared: [bool; 2],
    ways: i128,
}

/// Numbers in which the ways of one choice can be counted, or those of several side by side.
trait Weight: Number {
    /// How many choices.
    const LANES: usize;

    /// So many ways of one choice, and none of the others.
    fn in_lane(lane: usize, ways: i128) -> Self;
}

impl Weight for Wrapping<i128> {
    const LANES: usize = 1;

    #[inline(always)]
    fn in_lane(_lane: usize, ways: i128) -> Self {
        Self(ways)
    }
}

/// Where floats can hold them.
impl Weight for f64 {
    const LANES: usize = 1;

    #[inline(always)]
    fn in_lane(_lane: usize, ways: i128) -> Self {
        float(i64::try_from(ways).unwrap_or(i64::MAX))
    }
}

impl Weight for Four {
    const LANES: usize = Self::WIDTH;

    #[inline(always)]
    fn in_lane(lane: usize, ways: i128) -> Self {
        let ways = f64::in_lane(0, ways);
        Self::from_lanes(
            #[inline(always)]
            |other| if other == lane { ways } else { 0.0 },
        )
    }
}

/// The places of a hand's first two cards.
const fn first_two(side: Side) -> [Place; 2] {
    match side {
        Side::Player => [Place::Player1, Place::Player2],
        Side::Banker => [Place::Banker1, Place::Banker2],
    }
}

/// What is known by value beside the first two cards of the open hand.
fn fixed(known: &[KnownKind], open: Side) -> Fixed {
    let at = |place: Place| known.iter().find(|known| known.place == Some(place));
    let value = |place: Place| at(place).map(|known| known.value);
    let third = |place: Place| at(place).map(|known| (known.value, known.zone));
    Fixed {
        hidden: first_two(open.other()).map(value),
        fifth: third(Place::Fifth),
        sixth: third(Place::Sixth),
    }
}

impl Round<'_> {
    /// Adds the deals of each class by its place; third cards are not told.
    pub fn add_plain(&self, sums: &mut [i128]) {
        let open = self.open_side();
        let choices = self.choices(open);
        if !self.fits_floats() {
            return match open {
                None if self.fits_floats_but_for_burnt() => self.add_by_choice(&choices, sums),
                _ => self.add_in::<Wrapping<i128>>(open, &choices, |ways| ways.0, sums),
            };
        }
        if open.is_some() && choices.len() >= MANY_CHOICES && Width::best() != Width::One {
            let together = |ways: Four| ways.0.iter().map(|ways| i128::from(whole(*ways))).sum();
            return Four::widest(
                #[inline(always)]
                || self.add_in::<Four>(open, &choices, together, sums),
            );
        }
        widest(
            #[inline(always)]
            || self.add_in::<f64>(open, &choices, |ways| whole(ways).into(), sums),
        );
    }

    /// The same where cards were burnt and nothing is known of the first four: choices are counted one by one.
    fn add_by_choice(&self, choices: &[Choice], sums: &mut [i128]) {
        for Choice { fixed, ways, parts, .. } in choices {
            let once = [Choice { fixed: *fixed, ways: 1, parts: *parts, pairs: Vec::new() }];
            widest(
                #[inline(always)]
                || self.add_in::<f64>(None, &once, |found| i128::from(whole(found)) * ways, sums),
            );
        }
    }

    #[inline(always)]
    fn add_in<S: Weight>(
        &self,
        open: Option<Side>,
        choices: &[Choice],
        together: impl Fn(S) -> i128,
        sums: &mut [i128],
    ) {
        let mut tally = PlainTally::new();
        self.survey(open, choices, &mut tally);
        tally.each_class(
            self.rest_in(),
            #[inline(always)]
            |place, ways| {
                if let Some(sum) = sums.get_mut(place) {
                    *sum += together(ways);
                }
            },
        );
    }

    /// The deals of the classes at some places, which tell third cards.
    pub fn fine(&self, wanted: &[usize]) -> Vec<i128> {
        let open = self.open_side();
        let choices = self.choices(open);
        if self.fits_floats() {
            let mut tally = FineTally::<f64>::new(self.rest_in());
            self.survey(open, &choices, &mut tally);
            let at = |place: &usize| tally.deals.get(*place).map_or(0, |ways| whole(*ways).into());
            return wanted.iter().map(at).collect();
        }
        let mut tally = FineTally::<Wrapping<i128>>::new(self.rest_in());
        self.survey(open, &choices, &mut tally);
        wanted.iter().map(|place| tally.deals.get(*place).map_or(0, |ways| ways.0)).collect()
    }

    /// Whether the deals can be counted in floats: with a burnt card they are too many.
    fn fits_floats(&self) -> bool {
        self.fits_floats_but_for_burnt() && self.deals.knowledge().burnt().is_empty()
    }

    fn fits_floats_but_for_burnt(&self) -> bool {
        u64::try_from(self.deals.pile().len()).is_ok_and(|cards| cards <= EXACT_IN_FLOATS)
    }

    /// In how many ways the cards of which nothing is known and that a round does not need can follow, after four cards
    /// and after five.
    fn rest(&self) -> [i32; 2] {
        let dealt = i64::try_from(self.deals.knowledge().burnt().len() + 6).unwrap_or(i64::MAX);
        let left = self.deals.pile().len() - dealt;
        let unknown = |from: usize| {
            let places = self.places.iter().skip(from);
            i64::try_from(places.filter(|set| **set == CardSet::ALL).count()).unwrap_or(0)
        };
        [4, 5].map(|from| {
            let ways: i64 = (1..=unknown(from)).map(|unknown| (left + unknown).max(0)).product();
            i32::try_from(ways).unwrap_or(i32::MAX)
        })
    }

    #[inline(always)]
    fn rest_in<S: Number>(&self) -> [S; 2] {
        self.rest().map(S::from_int)
    }

    /// Whether the card at a place is known.
    fn is_known(&self, place: Place) -> bool {
        self.places.get(index(place)).is_some_and(|set| *set != CardSet::ALL)
    }

    /// The hand that is open, `None` if nothing is known of either: the one beside which fewer choices are left.
    fn open_side(&self) -> Option<Side> {
        let known = |side| first_two(side).into_iter().filter(|place| self.is_known(*place));
        let choices = |side| known(side).map(|place| self.set_at(place).values()).product::<usize>();
        match Side::BOTH.map(|side| known(side).next().is_some()) {
            [false, false] => None,
            [true, false] => Some(Side::Player),
            [false, true] => Some(Side::Banker),
            [true, true] if choices(Side::Player) < choices(Side::Banker) => Some(Side::Banker),
            [true, true] => Some(Side::Player),
        }
    }

    /// Counts every choice of known cards by value and zone, as often as these can lie there.
    #[inline(always)]
    fn survey<S: Weight>(&self, open: Option<Side>, choices: &[Choice], sink: &mut impl Sink<S>) {
        let Some(open) = open else { return self.survey_closed(choices, sink) };
        let thirds = |choice: &Choice| [choice.fixed.fifth, choice.fixed.sixth];
        for alike in choices.chunk_by(|one, other| thirds(one) == thirds(other)) {
            for several in alike.chunks(S::LANES) {
                let Some(first) = several.first() else { continue };
                opened(open, several, thirds(first)).survey(self.cells, sink);
            }
        }
    }

    /// The same where nothing is known of the first four cards.
    #[inline(always)]
    fn survey_closed<S: Weight>(&self, choices: &[Choice], sink: &mut impl Sink<S>) {
        let lie = SuitSet::lie(self.sets);
        for choice in choices {
            let (times, parts) = (S::in_lane(0, choice.ways), parts(std::slice::from_ref(choice)));
            let (player, banker) = (parts.pool(Side::Player), parts.pool(Side::Banker));
            let pools = Pools { player, banker, lie };
            let third = |known: Option<(u8, Zone)>| {
                let is_in = |zone: Zone| Side::BOTH.map(|side| zone.is_in(side));
                known.map(|(value, zone)| KnownThird { value: value.into(), is_in: is_in(zone) })
            };
            match [third(choice.fixed.fifth), third(choice.fixed.sixth)] {
                [None, None] => survey(&pools, self.cells, &mut Times { times, sink }),
                thirds => survey_with_thirds(&pools, thirds, self.cells, &mut Times { times, sink }),
            }
        }
    }

    /// Every choice of values and zones for the cards that are known, but for the first two cards of the open hand.
    fn choices(&self, open: Option<Side>) -> Vec<Choice> {
        let pair = open.map(first_two);
        let is_of_pair = |place: &Place| pair.is_some_and(|pair| pair.contains(place));
        // Third cards first: choices in which these are the same stand together.
        let others = Place::ALL.into_iter().rev();
        let others = others.filter(|place| self.is_known(*place) && !is_of_pair(place));
        let others = others.map(|place| (Some(place), self.set_at(place)));
        let mut burnt = self.deals.knowledge().burnt().to_vec();
        burnt.sort_unstable();
        let one = |(place, set): (Option<Place>, CardSet)| Alike { kinds: self.kinds(place, set), cards: 1 };
        let burnt = burnt
            .chunk_by(|one, other| one == other)
            .filter_map(|alike| Some(Alike { kinds: self.kinds(None, *alike.first()?), cards: alike.len() }));
        let known: Vec<Alike> = others.map(one).chain(burnt).collect();
        let pairs = open.map(|open| self.pairs(open));
        let mut choosing = Choosing {
            round: self,
            open: open.unwrap_or(Side::Player),
            pairs: pairs.as_deref(),
            parts: self.parts(),
            found: Vec::new(),
        };
        choosing.choose(&known, Chosen::default(), &mut Vec::new(), 1);
        choosing.found
    }

    fn set_at(&self, place: Place) -> CardSet {
        self.places.get(index(place)).copied().unwrap_or(CardSet::ALL)
    }

    /// The kinds of the first two cards of a hand, in one order only. Sums that lead to no cell are left out.
    fn pairs(&self, open: Side) -> Vec<[KnownKind; 2]> {
        let [one, other] = first_two(open);
        let (first, second) = (self.set_at(one), self.set_at(other));
        let pile = self.deals.pile();
        let at = |place: Place, own: CardSet, swapped: CardSet, kind: &KnownKind| {
            let (cards, swapped) = (kind.cards.and(own), kind.cards.and(swapped));
            KnownKind {
                place: Some(place),
                cards,
                swapped,
                sizes: [pile.size(cards), pile.size(swapped)],
                ..*kind
            }
        };
        let kinds = self.kinds(Some(one), CardSet::ALL);
        let firsts: Vec<KnownKind> = kinds.iter().map(|kind| at(one, first, second, kind)).collect();
        let seconds: Vec<KnownKind> = kinds.iter().map(|kind| at(other, second, first, kind)).collect();
        let wanted = self.cells.totals_of(open);
        let mut pairs = Vec::with_capacity(firsts.len() * (firsts.len() + 1) / 2);
        for (from, a) in firsts.iter().enumerate() {
            for b in seconds.iter().skip(from) {
                let fits = |[one, others]: [i64; 2], [other, another]: [i64; 2]| {
                    one.min(other) > 0 || others.min(another) > 0
                };
                let sum = usize::from((a.value + b.value) % 10);
                if fits(a.sizes, b.sizes) && wanted.get(sum).copied().unwrap_or(true) {
                    pairs.push([*a, *b]);
                }
            }
        }
        pairs
    }

    /// The values and zones that a known card can have.
    fn kinds(&self, place: Option<Place>, set: CardSet) -> Vec<KnownKind> {
        let mut kinds: Vec<KnownKind> = Vec::new();
        for card in set.cards().filter(|card| self.deals.pile().copies(*card) > 0) {
            let (value, zone) = (card.points().get(), self.zone(card));
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
                    kinds.push(KnownKind { place, value, zone, cards, swapped: cards, sizes: [0; 2] });
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
            let copies = i16::try_from(self.deals.pile().copies(card)).unwrap_or(i16::MAX);
            parts.change(card.points().get(), self.zone(card), copies);
        }
        parts
    }
}

/// The kinds of the known cards, gone through one after the other.
struct Choosing<'a, 'r> {
    round: &'a Round<'r>,
    open: Side,
    /// The first two cards of the open hand.
    pairs: Option<&'a [[KnownKind; 2]]>,
    /// What is left.
    parts: PartCounts,
    found: Vec<Choice>,
}

/// Cards of which the same is known: one that lies, or several that were burnt.
struct Alike {
    kinds: Vec<KnownKind>,
    cards: usize,
}

/// How many cards of the same are chosen already, and from which kind on the others are: in one order only.
#[derive(Clone, Copy, Default)]
struct Chosen {
    cards: usize,
    from: usize,
}

impl Choosing<'_, '_> {
    /// Goes through the kinds of the first card that is left, in so many orders of those before it.
    fn choose(&mut self, left: &[Alike], chosen: Chosen, known: &mut Vec<KnownKind>, times: i128) {
        let Some((first, rest)) = left.split_first() else { return self.add(known, times) };
        if chosen.cards == first.cards {
            return self.choose(rest, Chosen::default(), known, times);
        }
        let cards = chosen.cards + 1;
        for (from, kind) in first.kinds.iter().enumerate().skip(chosen.from) {
            known.push(*kind);
            let same = known.iter().rev().take(cards).take_while(|other| other.is_like(kind)).count();
            let orders = |cards: usize| i128::try_from(cards).unwrap_or(1);
            self.parts.change(kind.value, kind.zone, -1);
            self.choose(left, Chosen { cards, from }, known, times * orders(cards) / orders(same));
            self.parts.change(kind.value, kind.zone, 1);
            known.pop();
        }
    }

    fn add(&mut self, known: &[KnownKind], times: i128) {
        let ways = times * self.round.deals.pile().layouts_of(known.iter().map(|known| known.cards));
        let pairs = self.pairs.unwrap_or_default().iter();
        let pairs: Vec<Pair> = pairs.filter_map(|pair| self.pair(known, pair, times, ways)).collect();
        if ways != 0 && (self.pairs.is_none() || !pairs.is_empty()) {
            self.found.push(Choice { fixed: fixed(known, self.open), ways, parts: self.parts, pairs });
        }
    }

    /// The first two cards of the open hand beside others, which can lie in some orders and ways.
    fn pair(&self, known: &[KnownKind], pair: &[KnownKind; 2], times: i128, ways: i128) -> Option<Pair> {
        let pile = self.round.deals.pile();
        let [one, other] = pair;
        let with = |pair: [CardSet; 2]| {
            let others = known.iter().map(|known| known.cards);
            times * pile.layouts_of(others.chain(pair))
        };
        let ways = if one.is_like(other) {
            with([one.cards, other.cards])
        } else if known.iter().any(|known| known.is_like(one) || known.is_like(other)) {
            with([one.cards, other.cards]) + with([other.swapped, one.swapped])
        } else {
            // They have no card in common with any other.
            let ([a, b], [c, d]) = (one.sizes, other.sizes);
            i128::from(a * c + b * d) * ways
        };
        let shared = pair.map(|kind| kind.zone == Zone::Shared);
        (ways != 0).then(|| Pair { values: pair.map(|kind| kind.value.into()), shared, ways })
    }
}

/// Numbers of cards by value and zone.
#[derive(Clone, Copy, Default)]
struct PartCounts {
    shared: [i16; 10],
    player: [i16; 10],
    banker: [i16; 10],
}

impl PartCounts {
    /// So many cards more.
    fn change(&mut self, value: u8, zone: Zone, more: i16) {
        let row = match zone {
            Zone::Shared => &mut self.shared,
            Zone::Only(Side::Player) => &mut self.player,
            Zone::Only(Side::Banker) => &mut self.banker,
            Zone::Outside => return,
        };
        if let Some(count) = row.get_mut(usize::from(value)) {
            *count += more;
        }
    }
}

/// What several choices leave.
#[inline(always)]
fn parts<S: Weight>(choices: &[Choice]) -> Parts<S> {
    let zero = [S::from_int(0); 10];
    let mut parts = Parts { shared: zero, player: zero, banker: zero };
    for (lane, Choice { parts: counts, .. }) in choices.iter().enumerate() {
        let rows = [
            (&mut parts.shared, &counts.shared),
            (&mut parts.player, &counts.player),
            (&mut parts.banker, &counts.banker),
        ];
        for (row, counts) in rows {
            for (number, count) in row.iter_mut().zip(counts) {
                *number = *number + S::in_lane(lane, i128::from(*count));
            }
        }
    }
    parts
}

/// Several choices in which the same is known of third cards.
#[inline(always)]
fn opened<S: Weight>(open: Side, choices: &[Choice], thirds: [Option<(u8, Zone)>; 2]) -> Opened<S> {
    let parts = parts(choices);
    let mut law = Law::new();
    let mut pairs = Pairs::new();
    let pool = parts.pool(open.other());
    for (lane, Choice { fixed, pairs: open_pairs, .. }) in choices.iter().enumerate() {
        for Pair { values, shared, ways } in open_pairs {
            law.add(*values, *shared, S::in_lane(lane, *ways));
        }
        match fixed.hidden {
            [Some(a), Some(b)] => pairs.add_known([a, b].map(usize::from), S::in_lane(lane, 1)),
            [Some(known), None] | [None, Some(known)] => {
                pairs.add_half_known(known.into(), &pool, S::in_lane(lane, 1));
            }
            // Nothing is known in any choice.
            [None, None] if lane == 0 => pairs.set_unknown(&pool),
            [None, None] => {}
        }
    }
    Opened::new(open, parts, pairs, thirds, law)
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
