//! In how many ways single deals can come, by the kinds of their cards, where both hands come from the same suits.
//!
//! The cards at places of which something is known are laid first. All others can be any card of their kind but those that
//! lie already, and how many these are is told by their kinds.
#![expect(clippy::indexing_slicing, reason = "every place and every kind has its number")]

use crate::counting::kinds::{KINDS, Kind};
use crate::counting::known::given::{KnownDeals, kind_set};
use crate::counting::known::{CardSet, Place, Places, Thirds, index};
use crate::counting::visit::Deal;

/// Single deals in which the same hands draw.
pub struct Hands<'a> {
    deals: &'a KnownDeals,
    thirds: Thirds,
    /// The cards that both hands come from, and how many there are of each kind.
    suits: CardSet,
    kinds: [i64; KINDS],
    places: &'a Places,
    /// The places of which something is known, with how many cards of each kind can lie there, and the others.
    known: Vec<(usize, [i64; KINDS])>,
    unknown_places: Vec<usize>,
    /// Whether the same is known of the first two cards of each hand.
    alike: [bool; 2],
    /// What is known of cards that the hands do not hold.
    beside: Vec<Beside>,
    /// In how many ways the cards can follow of which nothing is known.
    unknown: i128,
}

/// A set that a card comes from which no hand holds.
struct Beside {
    cards: i64,
    /// Whether all cards of a kind are in it, or none; `None` if some are.
    holds: [Option<bool>; KINDS],
}

/// The kinds of the cards at all places, as far as they are dealt.
type Cards = [Option<Kind>; 6];

impl<'a> Hands<'a> {
    /// `None` if these hands cannot draw.
    pub fn new(deals: &'a KnownDeals, thirds: Thirds, suits: CardSet) -> Option<Self> {
        let places = deals.knowledge().places(thirds)?;
        let sizes = |set: CardSet| {
            let mut sizes = [0; KINDS];
            for (kind, size) in (0..).zip(&mut sizes) {
                *size = deals.pile().size(set.and(suits).and(kind_set(kind)));
            }
            sizes
        };
        let (known, unknown_places): (Vec<_>, Vec<_>) =
            (0..places.len()).partition(|place| places[*place] != CardSet::ALL);
        let known = known.into_iter().map(|place| (place, sizes(places[place]))).collect();
        let same = |one: Place, other: Place| places[index(one)] == places[index(other)];
        let alike = [same(Place::Player1, Place::Player2), same(Place::Banker1, Place::Banker2)];
        let first_behind = 4 + usize::from(thirds != Thirds::None) + usize::from(thirds == Thirds::Both);
        let behind = places.iter().skip(first_behind).filter(|set| **set != CardSet::ALL);
        let burnt = deals.knowledge().burnt();
        let beside: Vec<Beside> = behind.chain(burnt).map(|set| Beside::new(deals, *set)).collect();
        let left = |used: usize| deals.pile().len() - i64::try_from(used).unwrap_or(i64::MAX);
        let unknown = first_behind + beside.len()..6 + burnt.len();
        let unknown = unknown.map(|used| i128::from(left(used).max(0))).product();
        let kinds = sizes(CardSet::ALL);
        Some(Self { deals, thirds, suits, kinds, places, known, unknown_places, alike, beside, unknown })
    }

    /// In how many ways a deal can come: in every order of the first two cards of each hand that differs.
    pub fn ways(&self, deal: &Deal) -> Option<i128> {
        let ([p, q, player_third @ ..], [b, c, banker_third @ ..]) = (deal.player(), deal.banker()) else {
            return Some(0);
        };
        let mut cards: Cards = [None; 6];
        match self.thirds {
            Thirds::None => {}
            Thirds::Banker => cards[index(Place::Fifth)] = banker_third.first().copied(),
            Thirds::Player | Thirds::Both => {
                cards[index(Place::Fifth)] = player_third.first().copied();
                cards[index(Place::Sixth)] = banker_third.first().copied();
            }
        }
        if let ([known], []) = (self.known.as_slice(), self.beside.as_slice()) {
            [cards[0], cards[1], cards[2], cards[3]] = [*p, *b, *q, *c].map(Some);
            return Some(self.lay_one_known(&cards, known));
        }
        let [player_alike, banker_alike] = self.alike;
        let mut sum = 0;
        for (player, player_times) in orders([*p, *q], player_alike) {
            for (banker, banker_times) in orders([*b, *c], banker_alike) {
                let ([p1, p2], [b1, b2]) = (player, banker);
                [cards[0], cards[1], cards[2], cards[3]] = [p1, b1, p2, b2].map(Some);
                sum += player_times * banker_times * self.lay(&cards)?;
            }
        }
        Some(sum)
    }

    /// In how many ways these cards can come in any order if one place is known and a hand holds its card: of all ways in
    /// which cards of these kinds can lie, those in which the card at this place is one of those that it can be.
    fn lay_one_known(&self, cards: &Cards, (place, sizes): &(usize, [i64; KINDS])) -> i128 {
        let mut used = Used::default();
        let left = |kind: &Kind| (self.kinds[usize::from(*kind)] - used.take(*kind)).max(0);
        let all: i64 = cards.iter().flatten().map(left).product();
        if all == 0 {
            return 0;
        }
        let orders = |one: usize, other: usize| if cards[one] == cards[other] { 1 } else { 2 };
        let (player, banker) = (orders(0, 2), orders(1, 3));
        // The other card of the hand comes to this place as well, unless they are of a kind.
        let (other, times) = match place {
            0 | 2 => (cards[2 - place].filter(|_| player == 2), banker),
            1 | 3 => (cards[4 - place].filter(|_| banker == 2), player),
            _ => (None, player * banker),
        };
        let fitting = |kind: Kind| all / self.kinds[usize::from(kind)].max(1) * sizes[usize::from(kind)];
        let fitting: i64 = cards[*place].into_iter().chain(other).map(fitting).sum();
        i128::from(fitting * times) * self.unknown
    }

    /// In how many ways these cards can lie; `None` if their kinds do not tell.
    fn lay(&self, cards: &Cards) -> Option<i128> {
        let mut used = Used::default();
        let (mut laid, mut alike) = (1_i64, false);
        for (place, sizes) in &self.known {
            if let Some(kind) = cards[*place] {
                laid *= sizes[usize::from(kind)];
                alike |= used.take(kind) > 0;
            }
        }
        if laid == 0 {
            return Some(0);
        }
        if alike {
            laid = self.lay_known(cards)?;
        }
        for place in &self.unknown_places {
            if let Some(kind) = cards[*place] {
                laid *= (self.kinds[usize::from(kind)] - used.take(kind)).max(0);
            }
        }
        let ways = self.beside(&used)? * i128::from(laid);
        Some(ways * self.unknown)
    }

    /// The cards at places of which something is known, where several are of a kind.
    fn lay_known(&self, cards: &Cards) -> Option<i64> {
        let set = |(place, _): &(usize, [i64; KINDS])| {
            cards[*place].map(|kind| self.places[*place].and(self.suits).and(kind_set(kind)))
        };
        i64::try_from(self.deals.pile().layouts_of(self.known.iter().filter_map(set))).ok()
    }

    /// In how many ways the cards can lie that no hand holds and of which something is known.
    fn beside(&self, used: &Used) -> Option<i128> {
        let [beside] = self.beside.as_slice() else {
            // Several of them may overlap.
            return self.beside.is_empty().then_some(1);
        };
        let mut left = beside.cards;
        for (kind, holds) in (0..).zip(beside.holds) {
            left -= match (used.count(kind), holds) {
                (0, _) | (_, Some(false)) => 0,
                (used, Some(true)) => used,
                (_, None) => return None,
            };
        }
        Some(i128::from(left.max(0)))
    }
}

/// How many cards of each kind lie already, four bits each.
#[derive(Default)]
struct Used(u64);

impl Used {
    const fn count(&self, kind: Kind) -> i64 {
        ((self.0 >> (4 * kind)) & 15) as i64
    }

    /// One more of a kind; how many there were.
    const fn take(&mut self, kind: Kind) -> i64 {
        let count = self.count(kind);
        self.0 += 1 << (4 * kind);
        count
    }
}

impl Beside {
    fn new(deals: &KnownDeals, set: CardSet) -> Self {
        let mut holds = [None; KINDS];
        for (kind, holds) in (0..).zip(&mut holds) {
            let both = kind_set(kind).and(set);
            *holds = if both == kind_set(kind) { Some(true) } else { both.is_empty().then_some(false) };
        }
        Self { cards: deals.pile().size(set), holds }
    }
}

/// The orders of two cards that differ, and how many each stands for.
fn orders([one, other]: [Kind; 2], alike: bool) -> impl Iterator<Item = ([Kind; 2], i128)> {
    let times = if alike && one != other { 2 } else { 1 };
    let swapped = (!alike && one != other).then_some(([other, one], 1));
    std::iter::once(([one, other], times)).chain(swapped)
}
