//! Small notations inside TOML values: pays, amounts, percentages, cards, digits, citations.

use std::borrow::Cow;
use std::ops::Deref;
use std::str::FromStr;

use banco_cards::{Card, Rank, Suit, parse_cards};
use banco_money::{Amount, Currency, Pay, Percent};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, de::Error as _};

/// A value that is written as a text in its own notation.
pub trait Notation: Sized {
    /// The name of the notation, used as `format` in the JSON Schema.
    const FORMAT: &'static str;
    /// What to write, for people.
    const ABOUT: &'static str;

    /// Reads the notation.
    ///
    /// # Errors
    /// A message for people.
    fn read(text: &str) -> Result<Self, String>;
}

macro_rules! notation {
    ($type:ty, $format:literal, $about:literal, $read:expr) => {
        impl Notation for $type {
            const FORMAT: &'static str = $format;
            const ABOUT: &'static str = $about;

            fn read(text: &str) -> Result<Self, String> {
                $read(text)
            }
        }
    };
}

fn from_str<T: FromStr<Err: ToString>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

notation!(Pay, "pay", "a pay: `40 to 1`, `75 for 1`, `$1,500`, `100% of star`, `push`, `loss`", from_str);
notation!(Amount, "amount", "an amount of money with its currency: `$25`, `PHP100`", from_str);
notation!(Percent, "percent", "a percentage: `5%`, `2.50%`", from_str);
notation!(Currency, "currency", "a currency: `USD` or `PHP`", |text: &str| {
    Currency::from_code(text).ok_or_else(|| format!("`{text}` is not a currency; write `USD` or `PHP`"))
});
notation!(Suit, "suit", "a suit: `clubs`, `diamonds`, `hearts`, `spades`", |text: &str| {
    let suit = Suit::ALL.into_iter().find(|suit| suit.name() == text);
    suit.ok_or_else(|| format!("`{text}` is not a suit; write clubs, diamonds, hearts or spades"))
});
notation!(Ranks, "ranks", "ranks: `J Q K`", Ranks::read_ranks);
notation!(KingNine, "king-nine", "an unsuited King and Nine: `Ks 9h`", KingNine::read_pair);
notation!(
    DrawRow,
    "draw-row",
    "eleven cells `S` or `D`: third card 0 to 9, then no third card",
    DrawRow::read_row
);

/// What is wrong with a text in that notation, if anything.
pub(crate) fn check_format(format: &str, text: &str) -> Option<String> {
    fn check<T: Notation>(text: &str) -> Option<String> {
        T::read(text).err()
    }
    let check: fn(&str) -> Option<String> = match format {
        Pay::FORMAT => check::<Pay>,
        Amount::FORMAT => check::<Amount>,
        Percent::FORMAT => check::<Percent>,
        Currency::FORMAT => check::<Currency>,
        Suit::FORMAT => check::<Suit>,
        Ranks::FORMAT => check::<Ranks>,
        KingNine::FORMAT => check::<KingNine>,
        DrawRow::FORMAT => check::<DrawRow>,
        _ => return None,
    };
    check(text)
}

/// A [`Notation`] as it stands in a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Text<T>(pub T);

impl<T> Deref for Text<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<'de, T: Notation> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        T::read(&text).map(Self).map_err(D::Error::custom)
    }
}

impl<T: Notation> JsonSchema for Text<T> {
    fn schema_name() -> Cow<'static, str> {
        Cow::Borrowed(T::FORMAT)
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": T::FORMAT, "description": T::ABOUT })
    }
}

/// One value, or a list of them.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum OneOrMany<T> {
    /// Just one.
    One(T),
    /// Several.
    Many(Vec<T>),
}

impl<T> OneOrMany<T> {
    /// All of them.
    pub fn as_slice(&self) -> &[T] {
        match self {
            Self::One(value) => std::slice::from_ref(value),
            Self::Many(values) => values,
        }
    }
}

impl<T> Default for OneOrMany<T> {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

/// The clauses behind something: `"13(e)"` or `["8(a)(4)", "13(e)"]`.
pub type Cite = OneOrMany<String>;

/// One number or several: `7` or `[8, 9]`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Digits(OneOrMany<u8>);

impl Digits {
    /// Whether the number is among them.
    #[must_use]
    pub fn contains(&self, number: u8) -> bool {
        self.0.as_slice().contains(&number)
    }

    /// All of them.
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        self.0.as_slice()
    }
}

/// A set of ranks: `J Q K`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranks(Vec<Rank>);

impl Ranks {
    fn read_ranks(text: &str) -> Result<Self, String> {
        let rank = |word: &str| {
            let mut symbols = word.chars();
            let rank =
                if word == "10" { Some(Rank::Ten) } else { symbols.next().and_then(Rank::from_symbol) };
            rank.filter(|_| word.len() == 1 || word == "10")
                .ok_or_else(|| format!("`{word}` is not a rank; write A 2 3 4 5 6 7 8 9 T J Q K"))
        };
        let ranks: Vec<Rank> = text.split_whitespace().map(rank).collect::<Result<_, _>>()?;
        if ranks.is_empty() { Err("at least one rank is needed".to_owned()) } else { Ok(Self(ranks)) }
    }

    /// Whether the rank is among them.
    #[must_use]
    pub fn contains(&self, rank: Rank) -> bool {
        self.0.contains(&rank)
    }

    /// All of them.
    #[must_use]
    pub fn as_slice(&self) -> &[Rank] {
        &self.0
    }
}

/// A Personal King-9: the suits of an unsuited King and Nine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct KingNine {
    king: Suit,
    nine: Suit,
}

impl KingNine {
    /// The combination of that King and that Nine, unless they are of one suit.
    #[must_use]
    pub fn new(king: Suit, nine: Suit) -> Option<Self> {
        (king != nine).then_some(Self { king, nine })
    }

    /// The twelve unsuited combinations, spades first.
    pub fn all() -> impl Iterator<Item = Self> {
        let suits = || Suit::ALL.into_iter().rev();
        suits().flat_map(move |king| suits().filter_map(move |nine| Self::new(king, nine)))
    }

    /// Whether these two cards are the combination, in either order.
    #[must_use]
    pub fn is(self, cards: [Card; 2]) -> bool {
        let own = [Card::new(Rank::King, self.king), Card::new(Rank::Nine, self.nine)];
        let [first, second] = cards;
        cards == own || [second, first] == own
    }

    fn read_pair(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a King and a Nine of different suits, such as `Ks 9h`");
        match parse_cards(text).map_err(|error| error.to_string())?.as_slice() {
            // The order in which the two are named does not matter.
            [king, nine] | [nine, king] if king.rank == Rank::King && nine.rank == Rank::Nine => {
                Self::new(king.suit, nine.suit).ok_or_else(wrong)
            }
            _ => Err(wrong()),
        }
    }
}

impl std::fmt::Display for KingNine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "K{} 9{}", self.king, self.nine)
    }
}

/// One row of the Banker's drawing table: whether the hand draws, for each third card of the Player's hand
/// (its point value 0 to 9) and for none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawRow {
    by_third: [bool; 10],
    without_third: bool,
}

impl DrawRow {
    /// Whether the Banker's hand draws when the Player's third card counts so much, or when there is none.
    #[must_use]
    pub fn draws(&self, third: Option<u8>) -> bool {
        match third {
            Some(value) => self.by_third.get(usize::from(value)).copied().unwrap_or(false),
            None => self.without_third,
        }
    }

    fn read_row(text: &str) -> Result<Self, String> {
        let cell = |word: &str| match word {
            "D" => Ok(true),
            "S" => Ok(false),
            _ => Err(format!("`{word}` is neither `D` (draw) nor `S` (stand)")),
        };
        let cells: Vec<bool> = text.split_whitespace().map(cell).collect::<Result<_, _>>()?;
        let count = cells.len();
        let wrong = || format!("a row has eleven cells (third card 0 to 9, then none), this one has {count}");
        let (without_third, by_third) = cells.split_last().ok_or_else(wrong)?;
        let by_third = by_third.try_into().map_err(|_| wrong())?;
        Ok(Self { by_third, without_third: *without_third })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_twelve_personal_combinations() {
        let all: Vec<String> = KingNine::all().map(|pair| pair.to_string()).collect();
        assert_eq!(all.len(), 12);
        assert_eq!(all.first().map(String::as_str), Some("Ks 9h"));
        assert!(KingNine::read("Ks 9s").is_err());
        assert_eq!(KingNine::read("9h Ks"), KingNine::read("Ks 9h"));
    }

    #[test]
    fn a_combination_matches_in_either_order() {
        let own = KingNine::read("Ks 9h").unwrap();
        let cards = |text| <[Card; 2]>::try_from(parse_cards(text).unwrap()).unwrap();
        assert!(own.is(cards("Ks 9h")) && own.is(cards("9h Ks")));
        assert!(!own.is(cards("Kh 9s")) && !own.is(cards("Ks 9s")) && !own.is(cards("Qs 9h")));
    }

    #[test]
    fn draw_rows_have_eleven_cells() {
        let row = DrawRow::read("S S S S S S D D S S S").unwrap();
        assert!(row.draws(Some(6)) && row.draws(Some(7)) && !row.draws(Some(8)) && !row.draws(None));
        assert!(DrawRow::read("S S S S S S D D S S").is_err());
        assert!(DrawRow::read("S S S S S S D D S S X").is_err());
    }
}
