//! What can be seen in one shuffled stack: whole numbers, so that sums are the same in any order.

use super::hands::Mark;

/// The numbers taken from one stack, by kind. What they mean is told in [`super::report`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Runs of the old order that can be picked out from top to bottom.
    RisingSequences,
    /// Cards that lay above both of their new neighbours: few after machines that lay cards on shelves.
    Valleys,
    /// Old neighbours that are neighbours still, in either order.
    Neighbours,
    /// Right guesses of the next card still unseen after the one just shown, in the old order.
    GuessAfter,
    /// The same before the one just shown.
    GuessBefore,
    /// The same for the first one of the old order.
    GuessFirst,
    /// The same for the next one in the direction in which the last two cards lay: what is known to do best against a
    /// machine with shelves, where rising and falling runs follow on one another (Diaconis, Fulman and Holmes).
    GuessTurning,
    /// Old place times new place, summed.
    Places,
    /// How far apart the means of the slugs' places are.
    Slugs,
    /// Neighbours of which one was turned and the other was not.
    Backs,
}

/// How many kinds there are.
pub const KINDS: usize = 10;

/// Room for looking at stacks of one size.
pub struct Observer {
    slug: usize,
    /// The new place of each card, by its old one.
    places: Vec<usize>,
    /// For each card the first that may be unseen at it or behind it.
    unseen: Vec<usize>,
    /// The same backwards: for each place the number of places up to the last that may be unseen before it.
    unseen_before: Vec<usize>,
}

impl Observer {
    pub fn new(cards: usize, slug: usize) -> Self {
        Self {
            slug: slug.max(1),
            places: vec![0; cards],
            unseen: Vec::with_capacity(cards + 1),
            unseen_before: Vec::with_capacity(cards + 1),
        }
    }

    /// The numbers that tell of order, from the stack as it is dealt from.
    pub fn order(&mut self, stack: &[Mark]) -> [(Kind, u64); 7] {
        self.find_places(stack);
        let cards = stack.len();
        let places = || stack.iter().map(|card| usize::from(card.place()));
        let falls = self.places.windows(2).filter(|pair| matches!(pair, [a, b] if b < a)).count();
        let side_by_side = |pair: &&[Mark]| matches!(pair, [a, b] if a.place().abs_diff(b.place()) == 1);
        let is_valley = |cards: &&[Mark]| {
            matches!(cards, [before, card, after]
                if card.place() < before.place() && card.place() < after.place())
        };
        [
            (Kind::RisingSequences, 1 + falls as u64),
            (Kind::Valleys, stack.windows(3).filter(is_valley).count() as u64),
            (Kind::Neighbours, stack.windows(2).filter(side_by_side).count() as u64),
            (Kind::GuessAfter, self.guesses(places(), true)),
            (Kind::GuessBefore, self.guesses(places().map(|place| cards - 1 - place), true)),
            (Kind::GuessFirst, self.guesses(places(), false)),
            (Kind::GuessTurning, self.guesses_turning(places())),
        ]
    }

    /// The numbers that tell where cards went, from the stack before the last cut; and the cells (old slug, new slug)
    /// of all cards are counted.
    pub fn travel(&mut self, stack: &[Mark], cells: &mut [u64]) -> [(Kind, u64); 3] {
        self.find_places(stack);
        let product = |(old, new): (usize, &usize)| old as u64 * *new as u64;
        let slugs = stack.len().div_ceil(self.slug);
        for (old, new) in self.places.iter().enumerate() {
            if let Some(cell) = cells.get_mut(old / self.slug * slugs + new / self.slug) {
                *cell += 1;
            }
        }
        let turned = |pair: &&[Mark]| matches!(pair, [a, b] if a.is_turned() != b.is_turned());
        [
            (Kind::Places, self.places.iter().enumerate().map(product).sum()),
            (Kind::Slugs, self.between_slugs()),
            (Kind::Backs, stack.windows(2).filter(turned).count() as u64),
        ]
    }

    fn find_places(&mut self, stack: &[Mark]) {
        for (new, card) in stack.iter().enumerate() {
            if let Some(place) = self.places.get_mut(usize::from(card.place())) {
                *place = new;
            }
        }
    }

    /// The squared sums of each slug's places over its size, summed, times [`slug_unit`].
    fn between_slugs(&self) -> u64 {
        let unit = slug_unit(self.places.len(), self.slug);
        let square = |slug: &[usize]| {
            let sum = slug.iter().sum::<usize>() as u64;
            sum * sum * (unit / slug.len() as u64)
        };
        self.places.chunks(self.slug).map(square).sum()
    }

    /// How many cards somebody names right who sees every card after naming it: the next one still unseen behind the
    /// card just shown (around the end to the first), or always the first one unseen.
    fn guesses(&mut self, shown: impl Iterator<Item = usize>, follows: bool) -> u64 {
        let cards = self.places.len();
        self.unseen.clear();
        self.unseen.extend(0..=cards);
        let mut right = 0;
        let mut from = 0;
        for card in shown {
            let mut guess = self.first_unseen(from);
            if guess == cards {
                guess = self.first_unseen(0);
            }
            right += u64::from(guess == card);
            if let Some(seen) = self.unseen.get_mut(card) {
                *seen = card + 1;
            }
            from = if follows { card + 1 } else { 0 };
        }
        right
    }

    /// How many cards somebody names right who follows the direction of the last two cards: the next one unseen above
    /// the card just shown while they rise, below it while they fall, and the other way where there is none. A machine
    /// begins with the bottom card on top of its first shelf, so the first guess is that one.
    fn guesses_turning(&mut self, shown: impl Iterator<Item = usize>) -> u64 {
        let cards = self.places.len();
        self.unseen.clear();
        self.unseen.extend(0..=cards);
        self.unseen_before.clear();
        self.unseen_before.extend(0..=cards);
        let (mut right, mut last, mut rises) = (0, cards, false);
        for (at, card) in shown.enumerate() {
            let above = Some(self.first_unseen(last)).filter(|above| *above < cards);
            let below = root(&mut self.unseen_before, last).checked_sub(1);
            let guess = if rises { above.or(below) } else { below.or(above) };
            right += u64::from(guess == Some(card));
            if let Some(seen) = self.unseen.get_mut(card) {
                *seen = card + 1;
            }
            if let Some(seen) = self.unseen_before.get_mut(card + 1) {
                *seen = card;
            }
            rises = at > 0 && card > last;
            last = card;
        }
        right
    }

    /// The first unseen card at a place or behind it; the number of cards if there is none.
    fn first_unseen(&mut self, at: usize) -> usize {
        root(&mut self.unseen, at)
    }
}

/// Where a path ends. Paths are shortened on the way, which keeps them short for all.
fn root(paths: &mut [usize], mut at: usize) -> usize {
    loop {
        let next = paths.get(at).copied().unwrap_or(at);
        if next == at {
            return at;
        }
        let after = paths.get(next).copied().unwrap_or(next);
        if let Some(path) = paths.get_mut(at) {
            *path = after;
        }
        at = after;
    }
}

/// By what the sum over slugs is multiplied so that it is whole, though the last slug may be smaller.
pub fn slug_unit(cards: usize, slug: usize) -> u64 {
    let last = (cards % slug.max(1)).max(1);
    (slug * last) as u64
}
