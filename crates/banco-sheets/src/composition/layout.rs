//! Which column counts which cards.

use banco_cards::{Card, Rank};
use banco_odds::Detail;

/// What the columns of a table mean: by their names where these name cards, else by their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// For each column its place among the counts; `None` for one that counts no cards.
    places: Vec<Option<usize>>,
    /// How many counts there are.
    counts: usize,
    /// The column that says what a shoe is called.
    name: Option<usize>,
}

/// An index that pandas writes beside the data.
const INDEX_OF_PANDAS: &str = "__index_level_";

impl Layout {
    /// The meaning of columns with these names, or what is wrong with them.
    pub fn from_names(names: &[&str]) -> Result<Self, String> {
        let counted: Vec<&str> =
            names.iter().copied().filter(|name| !name.starts_with(INDEX_OF_PANDAS)).collect();
        let by_name = Self::by_name(names, counted.len());
        by_name.or_else(|| Self::by_order(names, counted.len())).ok_or_else(|| {
            let (unknown, number) = (unknown(&counted), counted.len());
            format!(
                "the columns are not 10 (values 0 to 9), 13 (ranks ace to king) or 52 (cards), with at most one \
                 more for the name of the shoe: there are {number}{unknown}"
            )
        })
    }

    /// Whether a line names columns: all cards of one kind by name, or words without any number.
    pub fn is_header(cells: &[&str]) -> bool {
        let named = Self::by_name(cells, cells.len()).is_some() && !cells.iter().all(|cell| is_number(cell));
        named || !cells.iter().any(|cell| is_number(cell))
    }

    /// Whether a line is what CSV writers put above columns without names: their numbers.
    pub fn is_numbered(cells: &[&str]) -> bool {
        let width = detail(cells.len()).is_some();
        width && cells.iter().enumerate().all(|(at, cell)| *cell == at.to_string())
    }

    fn by_name(names: &[&str], counted: usize) -> Option<Self> {
        let detail = detail(counted).or_else(|| detail(counted.checked_sub(1)?))?;
        let places: Vec<Option<usize>> = names.iter().map(|name| place(name, detail)).collect();
        let counts = size(detail);
        let each_once = (0..counts).all(|at| places.iter().filter(|place| **place == Some(at)).count() == 1);
        let name = |(at, name): (usize, &&str)| {
            let other = places.get(at).copied().flatten().is_none() && !name.starts_with(INDEX_OF_PANDAS);
            other.then_some(at)
        };
        let name = names.iter().enumerate().find_map(name);
        each_once.then_some(Self { name, places, counts })
    }

    fn by_order(names: &[&str], counted: usize) -> Option<Self> {
        let counts = size(detail(counted)?);
        let mut next = 0..counts;
        let place = |name: &&str| if name.starts_with(INDEX_OF_PANDAS) { None } else { next.next() };
        Some(Self { places: names.iter().map(place).collect(), counts, name: None })
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.places.len()
    }

    /// The column that says what a shoe is called.
    pub const fn name(&self) -> Option<usize> {
        self.name
    }

    /// The counts in their order, each read from its column.
    pub fn counts<E>(&self, mut read: impl FnMut(usize) -> Result<u16, E>) -> Result<Vec<u16>, E> {
        let mut counts = vec![0; self.counts];
        for (column, place) in self.places.iter().enumerate() {
            if let Some(count) = place.and_then(|place| counts.get_mut(place)) {
                *count = read(column)?;
            }
        }
        Ok(counts)
    }
}

const fn detail(counts: usize) -> Option<Detail> {
    match counts {
        10 => Some(Detail::Values),
        13 => Some(Detail::Ranks),
        52 => Some(Detail::Cards),
        _ => None,
    }
}

const fn size(detail: Detail) -> usize {
    match detail {
        Detail::Values => 10,
        Detail::Ranks => 13,
        Detail::Cards => 52,
    }
}

/// A few of the names that name no card, for whoever looks for the mistake.
fn unknown(names: &[&str]) -> String {
    let known = |name: &&&str| {
        [Detail::Values, Detail::Ranks, Detail::Cards].iter().all(|detail| place(name, *detail).is_none())
    };
    let found: Vec<String> = names.iter().filter(known).take(3).map(|name| format!("`{name}`")).collect();
    if found.is_empty() { String::new() } else { format!(", of which {} name no cards", found.join(", ")) }
}

fn is_number(cell: &str) -> bool {
    let digits = cell.trim_start_matches(['+', '-']);
    digits.starts_with(|first: char| first.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// The place of a column among the counts, by its name: `7`, `v7`, `value_7`, `ten`, `Q`, `n_10`, `9h`.
fn place(name: &str, detail: Detail) -> Option<usize> {
    let word = name.rsplit([' ', '_', '-']).next().unwrap_or(name).trim();
    let number = word.strip_prefix(|first: char| first.is_ascii_alphabetic()).unwrap_or(word);
    let number: Option<u8> = number.parse().ok().filter(|_| is_number(number));
    let rank = || {
        let mut letters = word.chars();
        let symbol = letters.next().filter(|_| letters.next().is_none()).and_then(Rank::from_symbol);
        let spoken = || Rank::ALL.into_iter().find(|rank| rank.name().eq_ignore_ascii_case(word));
        symbol.or_else(spoken)
    };
    match detail {
        Detail::Values => {
            let value = number.filter(|number| *number <= 10).map(|number| number % 10);
            value.or_else(|| rank().map(|rank| rank.points().get())).map(usize::from)
        }
        Detail::Ranks => {
            let rank = rank().or_else(|| number.and_then(Rank::from_number))?;
            Rank::ALL.iter().position(|known| *known == rank)
        }
        Detail::Cards => {
            let card: Card = word.parse().ok()?;
            Card::all().position(|known| known == card)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(names: &str) -> Option<Vec<u16>> {
        let names: Vec<&str> = names.split(',').collect();
        let layout = Layout::from_names(&names).ok()?;
        layout.counts(|column| u16::try_from(column).map_err(|_| ())).ok()
    }

    #[test]
    fn names_say_which_column_counts_what() {
        let tens_last = Some(vec![9, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(order("A,2,3,4,5,6,7,8,9,T"), tens_last);
        assert_eq!(order("ace,2,3,4,5,6,7,8,9,10"), tens_last);
        assert_eq!(order("v1,v2,v3,v4,v5,v6,v7,v8,v9,v0"), tens_last);
        assert_eq!(order("a,b,c,d,e,f,g,h,i,j"), Some((0..10).collect()));
        assert_eq!(order("K,Q,J,T,9,8,7,6,5,4,3,2,A"), Some((0..13).rev().collect()));
        assert_eq!(
            order("id,n_0,n_1,n_2,n_3,n_4,n_5,n_6,n_7,n_8,n_9").as_deref(),
            Some((1..11).collect::<Vec<u16>>().as_slice())
        );
        assert_eq!(order("0,1,2,3,4,5,6,7,8,9,__index_level_0__"), Some((0..10).collect()));
        let cards: Vec<String> = Card::all().map(|card| card.to_string()).collect();
        assert_eq!(order(&cards.join(",")), Some((0..52).collect()));
        assert_eq!(order("A,2,3"), None);
        assert_eq!(order("id,name,0,1,2,3,4,5,6,7,8,9"), None, "two names for a shoe");
    }

    #[test]
    fn a_header_is_no_shoe_and_a_shoe_no_header() {
        let header = |line: &str| Layout::is_header(&line.split(',').collect::<Vec<_>>());
        assert!(header("A,2,3,4,5,6,7,8,9,T") && header("one,two") && header("v0,v1"));
        assert!(!header("0,1,2,3,4,5,6,7,8,9") && !header("128,x,32,32,32,32,32,32,32,32"));
        assert!(!header("-1,32") && !header("99999999999999999999999"));
    }
}
