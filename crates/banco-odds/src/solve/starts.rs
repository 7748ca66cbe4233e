//! How many deals start with given totals and go on with given third cards: whatever the drawing rule would say, since
//! here it is a choice.
//!
//! With `n` cards of each value left, let `T(s)` be the ordered pairs that sum to `s`, and `F(p, b)` the ordered starts
//! of four cards in which the Player's two sum to `p` and the Banker's to `b` (all modulo ten). Taking the Player's
//! pair out of `T(b)` by inclusion and exclusion gives
//!
//! ```text
//! F(p, b) = T(p) (T(b) + 2 [p = b]) - 4 sum over a of n(a) (n(p-a) - [2a = p]) (n(b-a) - [2a = b])
//! ```
//!
//! Nothing here can overflow 64 bits: twenty decks have 1,040 cards, and 1,040 to the sixth power is below 2^61. The
//! arithmetic wraps on purpose, which spares the checks in the innermost loops.
//!
//! Draws are exchangeable, so third cards may be taken out first: a class in which they are `x` and `y` has
//! `n(x) n'(y) F'(p, b)` deals, `F'` being `F` without these two cards.

/// How many cards are left of each point value.
pub type Values = [i64; 10];

/// Ordered starts by the totals of both pairs.
pub struct Starts {
    values: Values,
    pairs: [i64; 10],
}

/// `a - b` modulo ten, for digits.
const fn minus(a: usize, b: usize) -> usize {
    if a >= b { a - b } else { a + 10 - b }
}

#[expect(clippy::indexing_slicing, reason = "every index is a digit, and the tables have ten places")]
impl Starts {
    pub fn from_values(values: Values) -> Self {
        let mut pairs = [0_i64; 10];
        for (sum, pairs) in pairs.iter_mut().enumerate() {
            for value in 0..10 {
                let partner = minus(sum, value);
                let others = values[partner].wrapping_sub(i64::from(partner == value));
                *pairs = values[value].wrapping_mul(others).wrapping_add(*pairs);
            }
        }
        Self { values, pairs }
    }

    /// `F(p, b)`.
    fn count(&self, player: usize, banker: usize) -> i64 {
        let mut shared: i64 = 0;
        for value in 0..10 {
            let (p, b) = (minus(player, value), minus(banker, value));
            let with_player = self.values[p].wrapping_sub(i64::from(p == value));
            let with_banker = self.values[b].wrapping_sub(i64::from(b == value));
            let both = with_player.wrapping_mul(with_banker);
            shared = self.values[value].wrapping_mul(both).wrapping_add(shared);
        }
        let apart = self.pairs[banker].wrapping_add(2 * i64::from(player == banker));
        self.pairs[player].wrapping_mul(apart).wrapping_sub(shared.wrapping_mul(4))
    }

    /// The six-card deals with these two-card totals and these third cards, unneeded cards being dealt and ignored.
    pub fn with_thirds(
        &self,
        player: usize,
        banker: usize,
        thirds: impl Iterator<Item = usize>,
        cards: i128,
    ) -> i128 {
        let mut starts = Self { values: self.values, pairs: self.pairs };
        let (mut ways, mut dealt) = (1_i128, 4_i128);
        for third in thirds {
            ways *= i128::from(starts.values[third].max(0));
            starts = starts.without(third);
            dealt += 1;
        }
        let rest: i128 = (dealt..6).map(|used| cards - used).product();
        if ways == 0 { 0 } else { ways * i128::from(starts.count(player, banker)) * rest }
    }

    fn without(&self, value: usize) -> Self {
        let mut values = self.values;
        values[value] -= 1;
        Self::from_values(values)
    }
}
