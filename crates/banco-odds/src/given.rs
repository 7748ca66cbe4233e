//! What is known of a card, as people say it: `player1=9`, `banker2 in 8,9`, `third card face`, `player1 not 6 to 9`.
//!
//! A condition names a card and then what it is known to be. Cards are `player1`, `banker1`, `player2`, `banker2` in the
//! order in which they are dealt; `third card`, the card behind these four, whichever hand draws it and whether one does
//! or not; `player third` and `banker third`, a third card that this hand does draw; and `burnt`, a card that was burnt
//! before the round. What a card is known to be is a list of which one item holds; the words of an item hold together.

use std::ops::Range;
use std::sync::Arc;

use banco_cards::{Card, Color, Rank, Side, Suit};
use banco_rulebook::{Diagnostic, Source, suggest};

use crate::counting::{CardSet, Known, Place};

/// A condition, and the words in which it was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// The words.
    pub text: String,
    /// What they mean.
    pub known: Known,
}

impl Given {
    /// Reads conditions; `;` and `and` stand between several of them.
    ///
    /// # Errors
    /// A card or a class that nobody knows, with its place and a hint.
    pub fn parse(text: &str) -> Result<Vec<Self>, Diagnostic> {
        let source = Arc::new(Source { path: "--given".to_owned(), text: text.to_owned() });
        let words = words(&source)?;
        let separate = |word: &Word| matches!(word.text.as_str(), ";" | "and");
        let conditions = words.split(separate).filter(|words| !words.is_empty());
        let read = conditions.map(|words| Reader { source: &source, words, at: 0 }.condition());
        let given = read.collect::<Result<Vec<Self>, Diagnostic>>()?;
        if given.is_empty() {
            let problem = Diagnostic::error("bad_condition", "nothing is said of any card");
            return Err(problem.hint("name a card and what it is, such as `player1=9`"));
        }
        Ok(given)
    }

    /// The states of knowledge that belong together: this one first, then all others that are told apart from it.
    #[must_use]
    pub fn states(&self) -> Vec<Known> {
        match self.known {
            Known::Lies(place, set) => vec![self.known, Known::Lies(place, set.complement())],
            Known::Burnt(set) => vec![self.known, Known::Burnt(set.complement())],
            Known::Draws(side, set) => {
                vec![self.known, Known::Draws(side, set.complement()), Known::Stands(side)]
            }
            Known::Stands(side) => vec![self.known, Known::Draws(side, CardSet::ALL)],
        }
    }
}

/// What is known, in plain words.
#[must_use]
pub fn in_words(known: &Known) -> String {
    match known {
        Known::Lies(place, set) => format!("{} is {}", card_name(*place), class_name(*set)),
        Known::Draws(side, set) if *set == CardSet::ALL => format!("the {} draws", hand_name(*side)),
        Known::Draws(side, set) => format!("the {} draws {}", hand_name(*side), class_name(*set)),
        Known::Stands(side) => format!("the {} draws no card", hand_name(*side)),
        Known::Burnt(set) => format!("a burnt card is {}", class_name(*set)),
    }
}

const fn card_name(place: Place) -> &'static str {
    match place {
        Place::Player1 => "the Player's first card",
        Place::Banker1 => "the Banker's first card",
        Place::Player2 => "the Player's second card",
        Place::Banker2 => "the Banker's second card",
        Place::Fifth => "the card behind the first four",
        Place::Sixth => "the sixth card",
    }
}

const fn hand_name(side: Side) -> &'static str {
    match side {
        Side::Player => "Player's hand",
        Side::Banker => "Banker's hand",
    }
}

/// The cards of a set: by ranks where suits are of no account, by suits where ranks are not, or one by one.
fn class_name(set: CardSet) -> String {
    let rest = set.complement();
    if set == CardSet::ALL {
        return "any card".to_owned();
    }
    if set.cards().count() > rest.cards().count() && !rest.is_empty() {
        return format!("not {}", class_name(rest));
    }
    let suits: Vec<Suit> = Suit::ALL.into_iter().filter(|suit| holds_suit(set, *suit)).collect();
    if !suits.is_empty() && set == CardSet::from_test(|card| suits.contains(&card.suit)) {
        return match suits.as_slice() {
            [Suit::Diamonds, Suit::Hearts] => "red".to_owned(),
            [Suit::Clubs, Suit::Spades] => "black".to_owned(),
            _ => one_of(&suits.iter().map(|suit| suit.name().to_owned()).collect::<Vec<_>>()),
        };
    }
    let names: Vec<String> = if set.splits_suits() {
        set.cards().map(|card| card.to_string()).collect()
    } else {
        let ranks = Rank::ALL.into_iter().filter(|rank| set.contains(Card::new(*rank, Suit::Clubs)));
        ranks.map(|rank| rank.to_string()).collect()
    };
    if names.is_empty() { "no card".to_owned() } else { one_of(&names) }
}

/// `8 or 9`, `6, 7, 8 or 9`.
fn one_of(names: &[String]) -> String {
    match names {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

fn holds_suit(set: CardSet, suit: Suit) -> bool {
    Rank::ALL.iter().all(|rank| set.contains(Card::new(*rank, suit)))
}

/// A word or a sign, in lower case, with its place.
struct Word {
    text: String,
    span: Range<usize>,
}

/// Splits a text into words and signs.
fn words(source: &Arc<Source>) -> Result<Vec<Word>, Diagnostic> {
    let mut words: Vec<Word> = Vec::new();
    let mut chars = source.text.char_indices().peekable();
    while let Some((start, first)) = chars.next() {
        let mut end = start + first.len_utf8();
        let text = match first {
            space if space.is_whitespace() => continue,
            letter if letter.is_alphanumeric() => {
                let mut text: String = letter.to_lowercase().collect();
                while let Some((at, letter)) = chars.next_if(|(_, next)| next.is_alphanumeric()) {
                    text.extend(letter.to_lowercase());
                    end = at + letter.len_utf8();
                }
                text
            }
            '!' if chars.next_if(|(_, next)| *next == '=').is_some() => {
                end += 1;
                "not".to_owned()
            }
            '=' | ',' | ';' => first.to_string(),
            '-' | '–' => "to".to_owned(),
            other => {
                let message = format!("`{other}` has no meaning here");
                let problem = Diagnostic::error("bad_condition", message).at(source, start..end);
                return Err(problem.hint("write it in words, such as `player1 in 8,9`"));
            }
        };
        words.push(Word { text, span: start..end });
    }
    Ok(words)
}

/// The words of one condition, read from the left.
struct Reader<'a> {
    source: &'a Arc<Source>,
    words: &'a [Word],
    at: usize,
}

/// The cards that can be named, for hints.
const CARDS: [&str; 9] = [
    "player1",
    "banker1",
    "player2",
    "banker2",
    "third card",
    "player third",
    "banker third",
    "sixth card",
    "burnt",
];

/// What a card can be, for hints.
const CLASSES: &str = "say a rank (`9`, `ace`, `K`), a point value (`0`, `value 5`), a range (`6 to 9`), a suit or color \
                       (`hearts`, `red`), a card (`9h`), `face` (J Q K), `low` (ace to 5), `high` (6 to 9), a list of \
                       these (`8,9`), or `not` before any of them";

/// Which card is spoken of.
#[derive(Clone, Copy)]
enum Named {
    Place(Place),
    Third(Side),
    Burnt,
}

impl Reader<'_> {
    fn condition(mut self) -> Result<Given, Diagnostic> {
        let named = self.card()?;
        let mut negated = false;
        let joins = |word: &str| matches!(word, "=" | "is" | "in" | "of" | "a" | "an" | "not");
        while self.peek().is_some_and(joins) && !self.is_at_ace() {
            negated ^= self.next() == Some("not");
        }
        let known = match named {
            Named::Third(side) if self.next_if(|word| word == "none").is_some() => {
                self.end()?;
                if negated { Known::Draws(side, CardSet::ALL) } else { Known::Stands(side) }
            }
            _ => {
                let set = self.class()?;
                let set = if negated { set.complement() } else { set };
                match named {
                    Named::Place(place) => Known::Lies(place, set),
                    Named::Third(side) => Known::Draws(side, set),
                    Named::Burnt => Known::Burnt(set),
                }
            }
        };
        Ok(Given { text: self.text(), known })
    }

    /// Whether the next word is an `a` that means the ace: nothing follows that it could belong to.
    fn is_at_ace(&self) -> bool {
        let after = self.words.get(self.at + 1).map(|word| word.text.as_str());
        self.peek() == Some("a") && after.is_none_or(|next| matches!(next, "," | "or" | "to"))
    }

    /// The words of the condition as they were written.
    fn text(&self) -> String {
        let from = self.words.first().map_or(0, |word| word.span.start);
        let to = self.words.last().map_or(0, |word| word.span.end);
        self.source.text.get(from..to).unwrap_or_default().to_owned()
    }

    fn peek(&self) -> Option<&str> {
        self.words.get(self.at).map(|word| word.text.as_str())
    }

    fn next(&mut self) -> Option<&str> {
        self.at += 1;
        self.words.get(self.at - 1).map(|word| word.text.as_str())
    }

    fn next_if(&mut self, test: impl Fn(&str) -> bool) -> Option<&str> {
        let fits = self.peek().is_some_and(test);
        if fits { self.next() } else { None }
    }

    /// The place of a word, or the end of the condition.
    fn span(&self, at: usize) -> Range<usize> {
        let end = self.words.last().map_or(0, |word| word.span.end);
        self.words.get(at).map_or(end..end, |word| word.span.clone())
    }

    fn problem(&self, at: usize, message: impl Into<String>, hint: impl Into<String>) -> Diagnostic {
        Diagnostic::error("bad_condition", message).at(self.source, self.span(at)).hint(hint)
    }

    fn end(&self) -> Result<(), Diagnostic> {
        match self.peek() {
            None => Ok(()),
            Some(word) => Err(self.problem(self.at, format!("`{word}` is too much here"), CLASSES)),
        }
    }

    /// The card that is spoken of.
    fn card(&mut self) -> Result<Named, Diagnostic> {
        let start = self.at;
        let first = self.next().unwrap_or_default().to_owned();
        // `player1` and `player 1` are the same.
        let digit = first.strip_suffix(|last: char| last.is_ascii_digit()).filter(|name| !name.is_empty());
        let name = digit.unwrap_or(&first).to_owned();
        let which = digit.and_then(|_| first.chars().last()).map(String::from);
        let named = match name.as_str() {
            "player" | "p" | "banker" | "b" => {
                let side = if name.starts_with('p') { Side::Player } else { Side::Banker };
                let which = which.or_else(|| self.next().map(str::to_owned)).unwrap_or_default();
                card_of_hand(side, &which)
            }
            "card" => {
                let which = which.or_else(|| self.next().map(str::to_owned)).unwrap_or_default();
                let at = which.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                at.and_then(|at| Place::ALL.get(at)).map(|place| Named::Place(*place))
            }
            "third" | "fifth" => Some(Named::Place(Place::Fifth)),
            "sixth" => Some(Named::Place(Place::Sixth)),
            "burnt" | "burned" | "burn" => Some(Named::Burnt),
            _ => None,
        };
        let named = named.ok_or_else(|| {
            let said = self.source.text.get(self.span(start).start..self.span(self.at - 1).end);
            let said = said.unwrap_or_default().trim();
            self.problem(start, format!("`{said}` is no card of a round"), suggest(said, CARDS))
        })?;
        self.next_if(|word| word == "card");
        Ok(named)
    }

    /// What the card is: items of which one holds.
    fn class(&mut self) -> Result<CardSet, Diagnostic> {
        let mut set = self.item()?;
        while self.next_if(|word| matches!(word, "," | "or")).is_some() {
            // `8, 9, or 10`
            self.next_if(|word| word == "or");
            set = set.or(self.item()?);
        }
        self.end()?;
        Ok(set)
    }

    /// Words that hold together.
    fn item(&mut self) -> Result<CardSet, Diagnostic> {
        let mut set = self.kind()?;
        while self.peek().is_some_and(|word| !matches!(word, "," | "or")) {
            set = set.and(self.kind()?);
        }
        Ok(set)
    }

    /// One word, a range, or a value.
    fn kind(&mut self) -> Result<CardSet, Diagnostic> {
        let start = self.at;
        let Some(word) = self.next().map(str::to_owned) else {
            return Err(self.problem(start, "nothing is said of what the card is", CLASSES));
        };
        if matches!(word.as_str(), "value" | "count" | "points") {
            return self.value(start);
        }
        let Some(from) = rank(&word) else {
            return class(&word)
                .ok_or_else(|| self.problem(start, format!("`{word}` is no kind of card"), CLASSES));
        };
        if self.next_if(|word| word == "to").is_none() {
            return Ok(CardSet::of_rank(from));
        }
        let to = self.next().map(str::to_owned).unwrap_or_default();
        match rank(&to) {
            Some(to) if from <= to => Ok(CardSet::from_test(|card| (from..=to).contains(&card.rank))),
            Some(_) => {
                let hint = "a range goes from the lower rank to the higher one, the ace being the lowest";
                Err(self.problem(start, format!("`{word} to {to}` goes downward"), hint))
            }
            None => Err(self.problem(self.at - 1, format!("`{to}` is no rank"), CLASSES)),
        }
    }

    /// A point value, or a range of them.
    fn value(&mut self, start: usize) -> Result<CardSet, Diagnostic> {
        let from = self.digit(start)?;
        let to = if self.next_if(|word| word == "to").is_some() { self.digit(start)? } else { from };
        Ok(CardSet::from_test(|card| (from..=to).contains(&card.points().get())))
    }

    fn digit(&mut self, start: usize) -> Result<u8, Diagnostic> {
        let word = self.next().map(str::to_owned).unwrap_or_default();
        let value = word.parse::<u8>().ok().filter(|value| *value <= 9);
        value.ok_or_else(|| {
            let message = format!("`{word}` is no point value");
            self.problem(start, message, "a card counts 0 to 9 points")
        })
    }
}

/// A card of a hand by its number.
fn card_of_hand(side: Side, which: &str) -> Option<Named> {
    let place = match (side, which) {
        (Side::Player, "1" | "first") => Place::Player1,
        (Side::Player, "2" | "second") => Place::Player2,
        (Side::Banker, "1" | "first") => Place::Banker1,
        (Side::Banker, "2" | "second") => Place::Banker2,
        (_, "3" | "third") => return Some(Named::Third(side)),
        _ => return None,
    };
    Some(Named::Place(place))
}

/// A rank by symbol, number or name, one or many.
fn rank(word: &str) -> Option<Rank> {
    let number = word.parse::<u8>().ok().filter(|number| (2..=10).contains(number));
    let by_number = || number.and_then(Rank::from_number);
    let by_symbol = || {
        let mut letters = word.chars();
        letters.next().filter(|_| letters.next().is_none()).and_then(Rank::from_symbol)
    };
    let by_name = || {
        let one = if word == "sixes" { "six" } else { word.strip_suffix('s').unwrap_or(word) };
        // Whoever says `tens` may mean jacks, queens and kings as well.
        let many_tens = word == "tens";
        Rank::ALL.into_iter().filter(|_| !many_tens).find(|rank| rank.name().eq_ignore_ascii_case(one))
    };
    by_number().or_else(by_symbol).or_else(by_name)
}

/// A class of cards by its name, or one card.
fn class(word: &str) -> Option<CardSet> {
    let ranks = |from: Rank, to: Rank| CardSet::from_test(|card| (from..=to).contains(&card.rank));
    let by_suit = || {
        let suit = |suit: &Suit| suit.name() == word || suit.name().strip_suffix('s') == Some(word);
        let suit = Suit::ALL.into_iter().find(suit)?;
        Some(CardSet::from_test(|card| card.suit == suit))
    };
    match word {
        "any" => Some(CardSet::ALL),
        "0" | "zero" => Some(CardSet::from_test(|card| card.points().get() == 0)),
        "1" => Some(CardSet::of_rank(Rank::Ace)),
        "face" | "faces" | "picture" | "pictures" => Some(ranks(Rank::Jack, Rank::King)),
        "low" => Some(ranks(Rank::Ace, Rank::Five)),
        "high" => Some(ranks(Rank::Six, Rank::Nine)),
        "red" => Some(CardSet::from_test(|card| card.suit.color() == Color::Red)),
        "black" => Some(CardSet::from_test(|card| card.suit.color() == Color::Black)),
        _ => by_suit().or_else(|| {
            let word = word.strip_prefix("10").map_or_else(|| word.to_owned(), |rest| format!("t{rest}"));
            word.parse::<Card>().ok().map(CardSet::of)
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Known {
        let given = Given::parse(text).unwrap();
        assert_eq!(given.len(), 1, "{text}");
        given[0].known
    }

    fn ranks(text: &str) -> CardSet {
        CardSet::from_test(|card| text.contains(&card.rank.to_string()))
    }

    #[test]
    fn people_say_the_same_in_many_ways() {
        let nine = Known::Lies(Place::Player1, ranks("9"));
        for text in
            ["player1=9", "player 1 = 9", "Player first is a nine", "p1 9", "card 1 is 9", "player1 nines"]
        {
            assert_eq!(one(text), nine, "{text}");
        }
        let high = Known::Lies(Place::Banker2, ranks("6789"));
        for text in [
            "banker2 6 to 9",
            "b2 in 6-9",
            "banker second high",
            "banker2 in 6,7,8 or 9",
            "banker2 !=  A,2 to 5,0",
        ] {
            assert_eq!(one(text), high, "{text}");
        }
        assert_eq!(one("third card face"), Known::Lies(Place::Fifth, ranks("JQK")));
        assert_eq!(one("player third not low"), Known::Draws(Side::Player, ranks("6789TJQK")));
        assert_eq!(one("banker third none"), Known::Stands(Side::Banker));
        assert_eq!(one("banker third any"), Known::Draws(Side::Banker, CardSet::ALL));
        assert_eq!(one("burnt card = value 0"), Known::Burnt(ranks("TJQK")));
        assert_eq!(one("player1 a"), Known::Lies(Place::Player1, ranks("A")));
        assert_eq!(one("player1 = a, k"), Known::Lies(Place::Player1, ranks("AK")));
        assert_eq!(one("player1 is a king"), Known::Lies(Place::Player1, ranks("K")));
        assert_eq!(one("player1 a to 3"), Known::Lies(Place::Player1, ranks("A23")));
    }

    #[test]
    fn words_of_an_item_hold_together_and_items_do_not() {
        let red_nines = CardSet::from_test(|card| card.rank == Rank::Nine && card.suit.color() == Color::Red);
        assert_eq!(one("player1 red 9"), Known::Lies(Place::Player1, red_nines));
        assert_eq!(one("player1 9h, 9d"), Known::Lies(Place::Player1, red_nines));
        assert_eq!(one("player1 not red 9"), Known::Lies(Place::Player1, red_nines.complement()));
        let two = Given::parse("player1=9; banker1 10h and burnt red").unwrap();
        assert_eq!(
            two.iter().map(|given| given.text.as_str()).collect::<Vec<_>>(),
            ["player1=9", "banker1 10h", "burnt red"]
        );
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (text, said) in [
            ("player4=9", "player4"),
            ("player1=14", "14"),
            ("player1=tens", "tens"),
            ("player1", ""),
            ("player1 9 to 6", "9"),
            ("player1 value 12", "value"),
            ("dealer1=9", "dealer1"),
            ("player1 ~ 9", "~"),
            ("player1 6 to", ""),
            ("banker third none 9", "9"),
        ] {
            let problem = Given::parse(text).unwrap_err();
            assert_eq!(problem.code, "bad_condition", "{text}");
            assert_eq!(&text[problem.span.clone()], said, "{text}: {}", problem.message);
            assert!(problem.hint.is_some(), "{text}");
        }
        assert!(Given::parse("").is_err() && Given::parse(" ; ").is_err());
    }

    #[test]
    fn what_is_known_is_told_in_plain_words() {
        for (text, said) in [
            ("player1=9", "the Player's first card is 9"),
            ("banker2 not 6 to 9", "the Banker's second card is not 6, 7, 8 or 9"),
            ("third card red", "the card behind the first four is red"),
            ("player third face", "the Player's hand draws J, Q or K"),
            ("player third none", "the Player's hand draws no card"),
            ("burnt 9h", "a burnt card is 9h"),
            ("player1 hearts", "the Player's first card is hearts"),
            ("player1 hearts, clubs", "the Player's first card is clubs or hearts"),
        ] {
            assert_eq!(in_words(&one(text)), said);
        }
    }
}
