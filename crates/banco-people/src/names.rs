//! Display names: what others see must be readable, and must look like nobody else's name.
//!
//! A name is kept in NFKC. Two names are the same if they have the same skeleton (Unicode Technical Standard 39), with
//! capitals, spaces and marks left aside. Who has which skeleton is an item, so that two people cannot take the same
//! name at once.

use std::collections::BTreeSet;

use banco_journal::At;
use unicode_normalization::UnicodeNormalization as _;
use unicode_security::{
    GeneralSecurityProfile as _, RestrictionLevel, RestrictionLevelDetection as _, skeleton,
};

use crate::desk::{Act, Desk, list, until_kept};
use crate::items::{HouseItem, NameItem, ONLY, PersonItem};
use crate::people::People;
use crate::refusal::{PeopleError, Refusal};
use crate::role::HouseRole;
use crate::secret::Digest;

/// The most characters of a name.
const LONGEST: usize = 40;
/// Marks that may stand in a name beside letters, digits and the marks of ASCII.
const MARKS: [char; 3] = ['\u{2019}', '\u{b7}', '\u{30fb}'];
/// How many names of an older store are read at a time.
const AT_ONCE: usize = 200;

/// A name as it is kept: in NFKC, with single spaces, without anything that cannot be seen, and of letters that people
/// write together.
///
/// # Errors
/// It is none.
pub fn name_of(text: &str) -> Result<String, Refusal> {
    // Nobody's name is longer, and whoever tries one must not make work.
    let short: String = text.chars().take(4 * LONGEST).collect();
    if short.len() < text.len() || !text.trim().chars().all(is_visible) {
        return Err(Refusal::BadName);
    }
    let name = plain(&short);
    let length = name.chars().count();
    let letters: String = name.chars().filter(|letter| letter.is_alphanumeric()).collect();
    let known = |letter: char| {
        letter == ' ' || letter.is_ascii_graphic() || MARKS.contains(&letter) || letter.identifier_allowed()
    };
    if !(1..=LONGEST).contains(&length) || letters.is_empty() || !name.chars().all(known) {
        return Err(Refusal::BadName);
    }
    if !letters.check_restriction_level(RestrictionLevel::HighlyRestrictive) {
        return Err(Refusal::MixedName);
    }
    Ok(name)
}

/// A text in NFKC, with single spaces and none around it.
pub(crate) fn plain(text: &str) -> String {
    text.nfkc().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a letter shows something, and turns nothing round.
pub(crate) fn is_visible(letter: char) -> bool {
    !letter.is_control() && !HIDDEN.iter().any(|hidden| hidden.contains(&letter))
}

/// Letters that show nothing, or turn the others round: a name must not look like another one's.
const HIDDEN: [std::ops::RangeInclusive<char>; 9] = [
    '\u{ad}'..='\u{ad}',
    '\u{34f}'..='\u{34f}',
    '\u{61c}'..='\u{61c}',
    '\u{200b}'..='\u{200f}',
    '\u{2028}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{feff}'..='\u{feff}',
    '\u{e0000}'..='\u{e0fff}',
];

/// The keys under which a name is claimed. There are two, since a capital and a small letter may look like different
/// letters (`I` like `l`, but `i` like neither).
fn keys(name: &str) -> BTreeSet<String> {
    let shape = |text: &str| -> String {
        let letters = skeleton(text).flat_map(char::to_lowercase).filter(|letter| letter.is_alphanumeric());
        letters.collect()
    };
    let shapes = [shape(name), shape(&name.to_lowercase())];
    shapes.map(|shape| Digest::of("banco name", &[shape.as_bytes()]).to_text()).into()
}

/// Refuses a name that looks like somebody else's.
pub(crate) async fn need_free(desk: &Desk<'_>, person: Option<u32>, name: &str) -> Result<(), PeopleError> {
    for key in keys(name) {
        let taken = desk.read::<NameItem>(&key).await?.value;
        if taken.is_some_and(|item| Some(item.person) != person) {
            return Err(Refusal::NameTaken.into());
        }
    }
    Ok(())
}

/// Somebody has a name from now on, and the one before no more.
pub(crate) async fn claim(
    desk: &mut Desk<'_>,
    person: u32,
    before: Option<&str>,
    name: &str,
) -> Result<(), PeopleError> {
    need_free(desk, Some(person), name).await?;
    let (wanted, before) = (keys(name), before.map(keys).unwrap_or_default());
    for key in before.difference(&wanted) {
        let slot = desk.read::<NameItem>(key).await?;
        if slot.value.as_ref().is_some_and(|item| item.person == person) {
            desk.take(&slot);
        }
    }
    for key in &wanted {
        let slot = desk.read::<NameItem>(key).await?;
        if slot.value.is_none() {
            desk.put(&slot, &NameItem { person })?;
        }
    }
    Ok(())
}

impl People {
    /// Claims the names of a store that was made before names were claimed. Of names that look alike the older person's
    /// is claimed; the others keep theirs until they change it.
    pub(crate) async fn claim_kept_names(&self, now: At) -> Result<(), PeopleError> {
        let act = Act::machine("house", now);
        let house = crate::desk::read::<HouseItem>(self.store(), ONLY).await?.value;
        if house.is_none_or(|house| house.names_claimed) {
            return Ok(());
        }
        let people = list::<PersonItem>(self.store(), "").await?;
        for some in people.chunks(AT_ONCE) {
            let done: Result<(), PeopleError> = until_kept!(self, act, |desk| {
                let mut mine = BTreeSet::new();
                for slot in some {
                    let (Ok(person), Some(item)) = (slot.key.parse(), &slot.value) else { continue };
                    if item.roles.has(HouseRole::Guest) {
                        continue;
                    }
                    for key in keys(&item.name) {
                        let slot = desk.read::<NameItem>(&key).await?;
                        if slot.value.is_none() && mine.insert(key) {
                            desk.put(&slot, &NameItem { person })?;
                        }
                    }
                }
            });
            done?;
        }
        until_kept!(self, act, |desk| {
            let slot = desk.read::<HouseItem>(ONLY).await?;
            if let Some(house) = slot.value.clone() {
                desk.put(&slot, &HouseItem { names_claimed: true, ..house })?;
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        let kept = [
            ("  Ada,   Countess  ", "Ada, Countess"),
            ("\u{ff21}da", "Ada"),
            ("Zoe\u{308}", "Zo\u{eb}"),
            ("O\u{2019}Neill", "O\u{2019}Neill"),
            ("陳大文 David", "陳大文 David"),
            ("Анна Каренина", "Анна Каренина"),
            ("マリオ・ロッシ", "マリオ・ロッシ"),
            ("Guest 4711", "Guest 4711"),
        ];
        for (typed, name) in kept {
            assert_eq!(name_of(typed).as_deref(), Ok(name), "{typed:?}");
        }
        let long = "x".repeat(41);
        let huge = " ".repeat(10_000) + "x";
        for bad in [
            "",
            "  ",
            "...",
            "a\nb",
            "Ada\u{202e}",
            "\u{200b}A",
            "A\u{fe0f}da",
            "\u{1F0A1}",
            "A\u{34f}da",
            &long,
            &huge,
        ] {
            assert_eq!(name_of(bad), Err(Refusal::BadName), "{bad:?}");
        }
        // Cyrillic letters that look like Latin ones, and Greek ones, in one name with them.
        for mixed in ["\u{410}da", "Ad\u{430}", "Ada \u{410}\u{43d}\u{43d}\u{430}", "\u{391}da"] {
            assert_eq!(name_of(mixed), Err(Refusal::MixedName), "{mixed:?}");
        }
    }

    #[test]
    fn names_that_look_alike_share_a_key() {
        let alike = |one: &str, other: &str| !keys(one).is_disjoint(&keys(other));
        let pairs = [
            ("Ada", "ADA"),
            ("Ada", "A d a."),
            ("Ida", "lda"),
            ("IDA", "ida"),
            ("Tom O", "Tom 0"),
            ("Bill", "Bi11"),
            ("Cornelia", "Comelia"),
            ("\u{410}\u{41d}\u{410}", "AHA"),
            ("Zo\u{eb}", "ZO\u{cb}"),
            ("Zo\u{eb}", "Zoe"),
        ];
        for (one, other) in pairs {
            assert!(alike(one, other), "{one} {other}");
        }
        for (one, other) in [("Ada", "Ida"), ("Guest 17", "Guest 18"), ("陳大文", "陳大武")] {
            assert!(!alike(one, other), "{one} {other}");
        }
    }
}
