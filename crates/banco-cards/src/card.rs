//! Rank, suit and card, with the notation `7h Kd Ts`.

use std::fmt;
use std::str::FromStr;

use crate::{BurnCount, Points};

/// The rank of a card, ace low.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names of the thirteen ranks say all there is")]
pub enum Rank {
    Ace = 1,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
}

impl Rank {
    /// All ranks, ace to king.
    pub const ALL: [Self; 13] = [
        Self::Ace,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
    ];

    /// The ordinal of the rank: ace 1, ten 10, jack 11, queen 12, king 13.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The rank with that ordinal (ace 1 to king 13).
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|rank| rank.number() == number)
    }

    /// What the card counts in play: 2 to 9 their face, ace one, tens and court cards nothing.
    #[must_use]
    pub const fn points(self) -> Points {
        Points::of_value(self.number() % if self.number() > 9 { self.number() } else { 10 })
    }

    /// What the card counts when it is the first card of the burn: ace one, tens and court cards ten.
    #[must_use]
    pub const fn burn_count(self) -> BurnCount {
        BurnCount::of_value(if self.number() > 10 { 10 } else { self.number() })
    }

    const fn symbol(self) -> char {
        match self {
            Self::Ace => 'A',
            Self::Two => '2',
            Self::Three => '3',
            Self::Four => '4',
            Self::Five => '5',
            Self::Six => '6',
            Self::Seven => '7',
            Self::Eight => '8',
            Self::Nine => '9',
            Self::Ten => 'T',
            Self::Jack => 'J',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }

    /// The rank written as one character: `A 2 3 … 9 T J Q K`, either case.
    #[must_use]
    pub fn from_symbol(symbol: char) -> Option<Self> {
        let symbol = symbol.to_ascii_uppercase();
        Self::ALL.into_iter().find(|rank| rank.symbol() == symbol)
    }

    /// The English name, in lower case: `seven`, `king`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ace => "ace",
            Self::Two => "two",
            Self::Three => "three",
            Self::Four => "four",
            Self::Five => "five",
            Self::Six => "six",
            Self::Seven => "seven",
            Self::Eight => "eight",
            Self::Nine => "nine",
            Self::Ten => "ten",
            Self::Jack => "jack",
            Self::Queen => "queen",
            Self::King => "king",
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.symbol())
    }
}

/// Red or black.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "two colours")]
pub enum Color {
    Black,
    Red,
}

/// The suit of a card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names of the four suits say all there is")]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl Suit {
    /// All suits in alphabetical order.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// Red for diamonds and hearts, black for clubs and spades.
    #[must_use]
    pub const fn color(self) -> Color {
        match self {
            Self::Clubs | Self::Spades => Color::Black,
            Self::Diamonds | Self::Hearts => Color::Red,
        }
    }

    const fn symbol(self) -> char {
        match self {
            Self::Clubs => 'c',
            Self::Diamonds => 'd',
            Self::Hearts => 'h',
            Self::Spades => 's',
        }
    }

    /// The suit written as one letter (`c d h s`, either case) or as its card symbol.
    #[must_use]
    pub fn from_symbol(symbol: char) -> Option<Self> {
        match symbol.to_ascii_lowercase() {
            'c' | '♣' => Some(Self::Clubs),
            'd' | '♦' => Some(Self::Diamonds),
            'h' | '♥' => Some(Self::Hearts),
            's' | '♠' => Some(Self::Spades),
            _ => None,
        }
    }

    /// The English name, in lower case and plural: `spades`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clubs => "clubs",
            Self::Diamonds => "diamonds",
            Self::Hearts => "hearts",
            Self::Spades => "spades",
        }
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.symbol())
    }
}

/// One playing card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card {
    /// The rank.
    pub rank: Rank,
    /// The suit.
    pub suit: Suit,
}

impl Card {
    /// The card of that rank and suit.
    #[must_use]
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self { rank, suit }
    }

    /// What the card counts in play.
    #[must_use]
    pub const fn points(self) -> Points {
        self.rank.points()
    }

    /// The English name: `seven of hearts`.
    #[must_use]
    pub fn name(self) -> String {
        format!("{} of {}", self.rank.name(), self.suit.name())
    }

    /// All 52 cards of a deck, suit by suit.
    pub fn all() -> impl Iterator<Item = Self> {
        Suit::ALL.into_iter().flat_map(|suit| Rank::ALL.into_iter().map(move |rank| Self::new(rank, suit)))
    }
}

impl Card {
    /// Its two letters: `7h`.
    pub(crate) const fn letters(self) -> [u8; 2] {
        // All symbols are plain letters and figures.
        [self.rank.symbol() as u8, self.suit.symbol() as u8]
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank, self.suit)
    }
}

/// Why a text is not a card.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{text}` is not a card; write rank and suit, such as `7h`, `Kd`, `Ts`")]
pub struct ParseCardError {
    /// The text that was given.
    pub text: String,
}

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseCardError { text: text.to_owned() };
        // `10h` is how many people write the ten.
        let (rank, suit) = match text.strip_prefix("10") {
            Some(suit) => (Some(Rank::Ten), suit),
            None => {
                let mut chars = text.chars();
                (chars.next().and_then(Rank::from_symbol), chars.as_str())
            }
        };
        let mut suit_chars = suit.chars();
        let suit = suit_chars.next().and_then(Suit::from_symbol);
        match (rank, suit, suit_chars.next()) {
            (Some(rank), Some(suit), None) => Ok(Self::new(rank, suit)),
            _ => Err(error()),
        }
    }
}

/// Reads cards separated by white space or commas.
///
/// # Errors
/// Names the first word that is not a card.
pub fn parse_cards(text: &str) -> Result<Vec<Card>, ParseCardError> {
    text.split([' ', ',', '\t', '\n']).filter(|word| !word.is_empty()).map(str::parse).collect()
}

/// Writes cards in the notation that [`parse_cards`] reads.
#[must_use]
pub fn format_cards(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back_as_written() {
        for card in Card::all() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(card.to_string().to_uppercase().parse(), Ok(card));
        }
        assert_eq!(Card::all().count(), 52);
    }

    #[test]
    fn ten_has_two_spellings_and_suits_may_be_symbols() {
        let ten = Card::new(Rank::Ten, Suit::Spades);
        assert_eq!("10s".parse(), Ok(ten));
        assert_eq!("T♠".parse(), Ok(ten));
    }

    #[test]
    fn what_is_not_a_card_is_named() {
        for text in ["", "7", "h7", "1h", "7hh", "11h", "7x"] {
            let error = text.parse::<Card>().unwrap_err();
            assert!(error.to_string().starts_with(&format!("`{text}` is not a card")), "{error}");
        }
        assert_eq!(parse_cards("7h, 7q").unwrap_err().text, "7q");
    }

    #[test]
    fn point_and_burn_counts_differ_for_tens_and_court_cards() {
        for rank in Rank::ALL {
            let (points, burn) = (rank.points().get(), rank.burn_count().get());
            if rank >= Rank::Ten {
                assert_eq!((points, burn), (0, 10), "{rank}");
            } else {
                assert_eq!((points, burn), (rank.number(), rank.number()), "{rank}");
            }
        }
    }
}
