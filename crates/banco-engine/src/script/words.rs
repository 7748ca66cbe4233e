//! The words of a line, one after the other.

use banco_cards::{Card, Side, parse_cards};
use banco_money::{Amount, Currency};

/// The words that are left of a line.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    /// The words of a text.
    pub const fn new(text: &'a str) -> Self {
        Self { rest: text.trim_ascii() }
    }

    /// Everything that is left.
    pub const fn rest(&self) -> &'a str {
        self.rest
    }

    /// Whether nothing is left.
    pub const fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next word.
    pub fn next(&mut self) -> Option<&'a str> {
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest.trim_ascii_start();
        (!word.is_empty()).then_some(word)
    }

    /// Whether these words come next; they are taken if so.
    pub fn take(&mut self, words: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(words) else { return false };
        let whole = rest.is_empty() || rest.starts_with(char::is_whitespace);
        if whole {
            self.rest = rest.trim_ascii_start();
        }
        whole
    }

    /// A whole number.
    pub fn number<T: std::str::FromStr>(&mut self) -> Result<T, String> {
        let word = self.next().ok_or("a number is missing")?;
        word.parse().map_err(|_| format!("`{word}` is not a number"))
    }

    /// An amount of money.
    pub fn amount(&mut self, currency: Currency) -> Result<Amount, String> {
        let word = self.next().ok_or("an amount is missing")?;
        Amount::parse_in(word, currency).map_err(|error| error.to_string())
    }

    /// A card.
    pub fn card(&mut self) -> Result<Card, String> {
        let word = self.next().ok_or("a card is missing")?;
        word.parse().map_err(|error: banco_cards::ParseCardError| error.to_string())
    }

    /// A card, if one is named.
    pub fn card_if_any(&mut self) -> Result<Option<Card>, String> {
        if self.is_empty() { Ok(None) } else { self.card().map(Some) }
    }

    /// All cards that are left.
    pub fn cards(&mut self) -> Result<Vec<Card>, String> {
        let text = std::mem::take(&mut self.rest);
        parse_cards(text).map_err(|error| error.to_string())
    }

    /// `player` or `banker`.
    pub fn side(&mut self) -> Result<Side, String> {
        let word = self.next().unwrap_or_default();
        let side = Side::BOTH.into_iter().find(|side| side.name() == word);
        side.ok_or_else(|| format!("`{word}` is not a hand: write player or banker"))
    }

    /// Nothing is left over.
    pub fn end(&self) -> Result<(), String> {
        if self.is_empty() { Ok(()) } else { Err(format!("`{}` is left over", self.rest)) }
    }
}
