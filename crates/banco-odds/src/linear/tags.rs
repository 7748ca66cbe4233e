//! Tags in writing: `RANKS=TAG`, ranks written together as `A 2 … 9 T J Q K`. `T` stands for J, Q and K too unless they
//! have tags of their own; ranks that are not named have the tag 0.

use std::fmt;
use std::str::FromStr;

use banco_cards::Rank;

/// No tag is further from zero.
const MOST_TAG: i16 = 99;

/// What each rank adds to a running count when it comes to light.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tags([i16; 13]);

/// Why tags cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TagsError {
    /// Not `RANKS=TAG`.
    #[error("`{0}` is not a tag")]
    Tag(String),
    /// A rank with two tags.
    #[error("the rank {0} has two tags")]
    Twice(Rank),
    /// No card counts.
    #[error("no card has a tag in `{0}`, so nothing is counted")]
    NoTags(String),
}

impl TagsError {
    /// What to do about it.
    #[must_use]
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::Tag(_) => "write ranks and a whole number from -99 to 99, such as `4567=-1` or `T=+2`",
            Self::Twice(_) => "name each rank once",
            Self::NoTags(_) => "give a rank a tag other than 0",
        }
    }
}

impl Tags {
    /// The tags of ace to king.
    #[must_use]
    pub const fn new(tags: [i16; 13]) -> Self {
        Self(tags)
    }

    /// The tag of a rank.
    #[must_use]
    pub fn tag(&self, rank: Rank) -> i16 {
        self.0.get(usize::from(rank.number()) - 1).copied().unwrap_or(0)
    }

    /// Ranks with their tags, ace to king.
    pub fn each(&self) -> impl Iterator<Item = (Rank, i16)> {
        Rank::ALL.into_iter().zip(self.0)
    }
}

impl FromStr for Tags {
    type Err = TagsError;

    fn from_str(text: &str) -> Result<Self, TagsError> {
        let mut named: [Option<i16>; 13] = [None; 13];
        for word in text.split_whitespace() {
            let bad = || TagsError::Tag(word.to_owned());
            let (ranks, tag) = word.split_once('=').filter(|(ranks, _)| !ranks.is_empty()).ok_or_else(bad)?;
            let tag: i16 =
                tag.parse().ok().filter(|tag| (-MOST_TAG..=MOST_TAG).contains(tag)).ok_or_else(bad)?;
            for symbol in ranks.chars() {
                let rank = Rank::from_symbol(symbol).ok_or_else(bad)?;
                let place = named.get_mut(usize::from(rank.number()) - 1).ok_or_else(bad)?;
                if place.replace(tag).is_some() {
                    return Err(TagsError::Twice(rank));
                }
            }
        }
        let [.., ten, jack, queen, king] = &mut named;
        for court in [jack, queen, king] {
            *court = court.or(*ten);
        }
        let tags = named.map(Option::unwrap_or_default);
        if tags == [0; 13] { Err(TagsError::NoTags(text.to_owned())) } else { Ok(Self(tags)) }
    }
}

impl fmt::Display for Tags {
    /// Court cards are named only if one of them differs from the ten, and then all four are.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let follows = |rank: &Rank| *rank <= Rank::Ten || self.tag(*rank) == self.tag(Rank::Ten);
        let courts_follow = Rank::ALL.iter().all(follows);
        let is_named = |rank: &Rank| match courts_follow {
            true => *rank <= Rank::Ten && self.tag(*rank) != 0,
            false => *rank >= Rank::Ten || self.tag(*rank) != 0,
        };
        let mut groups: Vec<(i16, String)> = Vec::new();
        for rank in Rank::ALL.iter().filter(|rank| is_named(rank)) {
            let tag = self.tag(*rank);
            match groups.iter_mut().find(|(known, _)| *known == tag) {
                Some((_, ranks)) => ranks.push_str(&rank.to_string()),
                None => groups.push((tag, rank.to_string())),
            }
        }
        let words: Vec<String> = groups.iter().map(|(tag, ranks)| format!("{ranks}={tag:+}")).collect();
        f.write_str(&words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notation_reads_back() {
        for (text, shown) in [
            ("4567=-1 89=+2", "4567=-1 89=+2"),
            ("A=0 2=0 8=2 9=2 T=0", "89=+2"),
            ("T=1 K=-3", "TJQ=+1 K=-3"),
            ("TJ=1 K=0", "TJQ=+1 K=+0"),
        ] {
            let tags: Tags = text.parse().unwrap();
            assert_eq!(tags.to_string(), shown);
            assert_eq!(shown.parse::<Tags>().unwrap(), tags);
        }
    }

    #[test]
    fn ten_stands_for_court_cards_without_tags() {
        let tags: Tags = "T=-1 K=+2 A=3".parse().unwrap();
        assert_eq!(tags, Tags::new([3, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, 2]));
        assert_eq!((tags.tag(Rank::Ace), tags.tag(Rank::King)), (3, 2));
    }

    #[test]
    fn what_is_no_tag_is_refused() {
        for text in ["4", "=1", "X=1", "4=", "4=1.5", "4=100", "10=1"] {
            assert_eq!(text.parse::<Tags>(), Err(TagsError::Tag(text.to_owned())));
        }
        assert_eq!("44=1".parse::<Tags>(), Err(TagsError::Twice(Rank::Four)));
        assert_eq!("4=0".parse::<Tags>(), Err(TagsError::NoTags("4=0".to_owned())));
        assert_eq!("".parse::<Tags>(), Err(TagsError::NoTags(String::new())));
    }
}
