//! The cards left in a shoe, by rank and suit.

use banco_cards::{Card, Pack, Rank, Suit};

/// Twenty decks: as many cards as a rulebook allows, and as many as can be counted in 64 bits.
pub const MOST: u64 = 1040;

/// Why a shoe cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ShoeError {
    /// A card is taken out that is not there.
    #[error("there is no `{0}` left in the shoe")]
    NoSuchCard(Card),
    /// A list of counts of another length.
    #[error(
        "a shoe is 10 counts (values 0 to 9), 13 (ranks ace to king) or 52 (clubs, diamonds, hearts, spades), not {0}"
    )]
    BadLength(usize),
    /// More cards of one kind than twenty decks hold.
    #[error("twenty decks hold {most} cards of that kind, not {count} (at `{card}`)")]
    TooManyOf {
        /// The rank under which they were given.
        card: Rank,
        /// How many were given.
        count: u16,
        /// How many there can be.
        most: u16,
    },
    /// More cards than any rulebook allows.
    #[error("a shoe holds at most {MOST} cards (twenty decks), not {0}")]
    TooMany(u64),
    /// Fewer cards than a round may need.
    #[error("a round may need six cards, and only {0} are left")]
    TooFew(u64),
}

/// How finely a shoe tells its cards apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Detail {
    /// By point value: ten counts, of 0 to 9.
    Values,
    /// By rank: thirteen counts, of ace to king.
    Ranks,
    /// By rank and suit: fifty-two counts, clubs, diamonds, hearts, spades, each from ace to king.
    Cards,
}

impl Detail {
    /// How many cards twenty decks hold that are not told apart from this one.
    const fn most(self, card: Card) -> u16 {
        let decks = 20;
        match self {
            Self::Values if card.points().get() == 0 => 16 * decks,
            Self::Values | Self::Ranks => 4 * decks,
            Self::Cards => decks,
        }
    }

    /// `point values`, `ranks` or `suits`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Values => "point values",
            Self::Ranks => "ranks",
            Self::Cards => "suits",
        }
    }
}

/// How many of each card are left.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shoe {
    counts: [[u16; 13]; 4],
}

impl Shoe {
    /// A full shoe of that many standard decks.
    #[must_use]
    pub const fn full(decks: u16) -> Self {
        Self { counts: [[decks; 13]; 4] }
    }

    /// The cards of a pack.
    #[must_use]
    pub fn from_pack(pack: &Pack) -> Self {
        let mut shoe = Self::full(0);
        for card in Card::all() {
            *shoe.count_mut(card) = u16::from(pack.copies(card));
        }
        shoe
    }

    /// The cards left, by value, by rank or by rank and suit, whichever the number of counts says. Cards that are not
    /// told apart stand together under one of them.
    ///
    /// # Errors
    /// There are not 10, 13 or 52 counts.
    pub fn from_counts(counts: &[u16]) -> Result<(Self, Detail), ShoeError> {
        let mut shoe = Self::full(0);
        let spades = |rank: Option<Rank>| Card::new(rank.unwrap_or(Rank::King), Suit::Spades);
        let detail = match counts.len() {
            10 => shoe.put(Detail::Values, (0..10).map(|value| spades(Rank::from_number(value))), counts)?,
            13 => shoe.put(Detail::Ranks, Rank::ALL.into_iter().map(|rank| spades(Some(rank))), counts)?,
            52 => shoe.put(Detail::Cards, Card::all(), counts)?,
            other => return Err(ShoeError::BadLength(other)),
        };
        Ok((shoe, detail))
    }

    /// Puts in so many of each of these cards.
    fn put(
        &mut self,
        detail: Detail,
        cards: impl Iterator<Item = Card>,
        counts: &[u16],
    ) -> Result<Detail, ShoeError> {
        for (card, count) in cards.zip(counts) {
            let most = detail.most(card);
            if *count > most {
                return Err(ShoeError::TooManyOf { card: card.rank, count: *count, most });
            }
            *self.count_mut(card) = *count;
        }
        Ok(detail)
    }

    /// The same shoe without one card.
    ///
    /// # Errors
    /// The card is not there.
    pub fn without(mut self, card: Card) -> Result<Self, ShoeError> {
        let count = self.count_mut(card);
        *count = count.checked_sub(1).ok_or(ShoeError::NoSuchCard(card))?;
        Ok(self)
    }

    /// So many of these in one.
    #[must_use]
    pub fn times(&self, number: u16) -> Self {
        Self { counts: self.counts.map(|suit| suit.map(|count| count.saturating_mul(number))) }
    }

    /// How many of this card are left.
    #[must_use]
    pub fn count(&self, rank: Rank, suit: Suit) -> u64 {
        u64::from(self.copies(Card::new(rank, suit)))
    }

    /// How many of this card are left.
    pub(crate) fn copies(&self, card: Card) -> u16 {
        let row = self.counts.get(card.suit as usize);
        row.and_then(|row| row.get(usize::from(card.rank.number()) - 1)).copied().unwrap_or(0)
    }

    fn count_mut(&mut self, card: Card) -> &mut u16 {
        #[expect(clippy::indexing_slicing, reason = "four suits and thirteen ranks fill the table")]
        &mut self.counts[card.suit as usize][usize::from(card.rank.number()) - 1]
    }

    /// Whether a round can be dealt from it, and whether it can be counted.
    ///
    /// # Errors
    /// Fewer than six cards, or more than twenty decks.
    pub fn check_size(&self) -> Result<(), ShoeError> {
        match self.len() {
            few @ 0..6 => Err(ShoeError::TooFew(few)),
            many if many > MOST => Err(ShoeError::TooMany(many)),
            _ => Ok(()),
        }
    }

    /// How many cards of each point value are left.
    #[must_use]
    pub fn values(&self) -> [i64; 10] {
        let mut ranks = [0_i64; 13];
        for suit in &self.counts {
            ranks.iter_mut().zip(suit).for_each(|(sum, count)| *sum += i64::from(*count));
        }
        let [ace, two, three, four, five, six, seven, eight, nine, tens @ ..] = ranks;
        [tens.iter().sum(), ace, two, three, four, five, six, seven, eight, nine]
    }

    /// How many cards are left.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.counts.iter().flatten().map(|count| u64::from(*count)).sum()
    }

    /// Whether none is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
