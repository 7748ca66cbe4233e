//! Passwords: what is taken, and what is kept of them. Hashing takes a while on purpose: have it done where
//! that holds nobody up.

use std::fmt;

use argon2::{Algorithm, Argon2, Params, Version};
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq as _;
use zeroize::Zeroizing;

use crate::refusal::{PeopleError, Refusal};
use crate::secret::{Random, draw};

/// What hashing a password costs (Argon2id).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cost {
    /// Memory in KiB.
    pub memory: u32,
    /// How often it is gone through.
    pub passes: u32,
    /// Threads.
    pub lanes: u32,
}

/// What it costs now. When this is raised, passwords are hashed anew as people sign in.
pub const COST: Cost = Cost { memory: 19 * 1024, passes: 2, lanes: 1 };

/// The fewest characters of a password of the staff.
pub const LEAST_FOR_STAFF: usize = 12;
/// The fewest characters of anybody's password.
pub const LEAST: usize = 8;
/// The most bytes of a password: more would only make work.
pub const MOST_BYTES: usize = 128;

const HASH_BYTES: usize = 32;
const SALT_BYTES: usize = 16;

/// A password as somebody typed it.
pub struct Password(Zeroizing<String>);

impl Password {
    /// As it was typed: exactly.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self(Zeroizing::new(text))
    }

    fn bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password (hidden)")
    }
}

/// What is kept of a password.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PasswordHash {
    cost: Cost,
    hash: [u8; HASH_BYTES],
    salt: [u8; SALT_BYTES],
    /// Whether it is long enough for the staff, since nobody can tell later.
    for_staff: bool,
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash (hidden)")
    }
}

impl PasswordHash {
    /// Hashes a password that somebody has chosen, if it may be chosen. `known` are words that others would
    /// try first: login and name. Takes a while.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn choose(
        password: &Password,
        staff: bool,
        known: &[&str],
        cost: Cost,
        random: &dyn Random,
    ) -> Result<Self, PeopleError> {
        may_choose(&password.0, staff, known)?;
        Self::make(password, cost, draw(random)?)
    }

    fn make(password: &Password, cost: Cost, salt: [u8; SALT_BYTES]) -> Result<Self, PeopleError> {
        let mut hash = [0; HASH_BYTES];
        let params = Params::new(cost.memory, cost.passes, cost.lanes, Some(HASH_BYTES));
        let params = params.map_err(|_| PeopleError::NoHash)?;
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        argon.hash_password_into(password.bytes(), &salt, &mut hash).map_err(|_| PeopleError::NoHash)?;
        let for_staff = password.0.chars().count() >= LEAST_FOR_STAFF;
        Ok(Self { cost, hash, salt, for_staff })
    }

    /// A hash that no password has, to be worked on where there is none.
    pub(crate) fn of_nobody(cost: Cost, random: &dyn Random) -> Result<Self, PeopleError> {
        Ok(Self { cost, hash: draw(random)?, salt: draw(random)?, for_staff: true })
    }

    /// Whether it is the hash of this password. Takes a while.
    ///
    /// # Errors
    /// It could not be worked out.
    pub fn is_of(&self, password: &Password) -> Result<bool, PeopleError> {
        if password.bytes().len() > MOST_BYTES {
            // As much work, for something that nobody has typed: the answer must take as long.
            let other = Password::new("x".repeat(MOST_BYTES));
            return Self::make(&other, self.cost, self.salt).map(|_| false);
        }
        let made = Self::make(password, self.cost, self.salt)?;
        Ok(made.hash.ct_eq(&self.hash).into())
    }

    /// The same password hashed at today's cost, where that has been raised.
    pub(crate) fn again(
        &self,
        password: &Password,
        cost: Cost,
        random: &dyn Random,
    ) -> Result<Option<Self>, PeopleError> {
        if self.cost.memory >= cost.memory && self.cost.passes >= cost.passes {
            return Ok(None);
        }
        Self::make(password, cost, draw(random)?).map(Some)
    }

    /// Whether it is long enough for whoever is to have it.
    pub(crate) fn fits(&self, staff: bool) -> Result<(), Refusal> {
        if staff && !self.for_staff {
            return Err(Refusal::PasswordShort { least: LEAST_FOR_STAFF });
        }
        Ok(())
    }
}

/// Whether somebody may choose this password.
///
/// # Errors
/// What is wrong with it.
pub fn may_choose(password: &str, staff: bool, known: &[&str]) -> Result<(), Refusal> {
    let least = if staff { LEAST_FOR_STAFF } else { LEAST };
    if password.chars().count() < least {
        return Err(Refusal::PasswordShort { least });
    }
    if password.len() > MOST_BYTES {
        return Err(Refusal::PasswordLong { most: MOST_BYTES });
    }
    if is_guessed_first(&password.to_lowercase(), known) {
        return Err(Refusal::PasswordCommon);
    }
    Ok(())
}

/// Whether somebody who tries a few thousand passwords would come by this one.
fn is_guessed_first(password: &str, known: &[&str]) -> bool {
    let bare = password.trim_end_matches(|c: char| c.is_ascii_digit() || c.is_ascii_punctuation());
    let known = known.iter().map(|word| word.to_lowercase());
    let known =
        known.flat_map(|word| [word.replace(' ', ""), word]).any(|word| word == password || word == bare);
    let guessed = || GUESSED.lines().any(|word| word == password || word == bare);
    known || guessed() || is_row(password)
}

/// The same letters over and over, or a row of the keyboard.
fn is_row(password: &str) -> bool {
    let letters: Vec<char> = password.chars().collect();
    let repeats =
        |period: usize| letters.iter().zip(letters.iter().skip(period)).all(|(one, other)| one == other);
    let step = |by: i64| {
        let next =
            |(one, other): (&char, &char)| i64::from(u32::from(*other)) - i64::from(u32::from(*one)) == by;
        letters.iter().zip(letters.iter().skip(1)).all(next)
    };
    let row = |row: &&str| row.contains(password) || row.chars().rev().collect::<String>().contains(password);
    (1..=letters.len() / 2).any(repeats) || step(1) || step(-1) || ROWS.iter().any(row)
}

const ROWS: [&str; 4] = [
    "12345678901234567890",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
];

/// Passwords that are guessed first, with or without figures behind them.
const GUESSED: &str = include_str!("guessed.txt");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secret::SystemRandom;

    const CHEAP: Cost = Cost { memory: 8, passes: 1, lanes: 1 };

    #[test]
    fn lengths_on_both_sides() {
        let text = |length: usize| (1..200).map(|n| format!("{n}z")).collect::<String>()[..length].to_owned();
        for (staff, least) in [(false, LEAST), (true, LEAST_FOR_STAFF)] {
            assert_eq!(may_choose(&text(least - 1), staff, &[]), Err(Refusal::PasswordShort { least }));
            assert_eq!(may_choose(&text(least), staff, &[]), Ok(()));
            assert_eq!(may_choose(&text(MOST_BYTES), staff, &[]), Ok(()));
            let long = Err(Refusal::PasswordLong { most: MOST_BYTES });
            assert_eq!(may_choose(&text(MOST_BYTES + 1), staff, &[]), long);
        }
        assert_eq!(may_choose("ÄÖÜäöüßé", false, &[]), Ok(()), "characters count, not bytes");
    }

    #[test]
    fn what_is_guessed_first() {
        let known = ["ada.lovelace", "Ada Lovelace"];
        let bad = [
            "password",
            "Password123!",
            "passwordpassword",
            "111111111111",
            "123456789012",
            "abcdefghijkl",
            "qwertyuiop",
            "poiuytrewq",
            "casino2026!!",
            "ada.lovelace",
            "AdaLovelace1815",
            "Ada Lovelace",
            "correcthorsebatterystaple",
            "1q2w3e4r5t6y",
            "xyxyxyxyxyxy",
            "987654321",
        ];
        for password in bad {
            assert_eq!(may_choose(password, false, &known), Err(Refusal::PasswordCommon), "{password}");
        }
        for good in ["violet-engine-77", "drei kleine Katzen", "Lovelace wrote notes"] {
            assert_eq!(may_choose(good, true, &known), Ok(()), "{good}");
        }
    }

    #[test]
    fn the_list_is_long_and_in_order() {
        let words: Vec<&str> = GUESSED.lines().skip(1).collect();
        assert!(words.len() > 400, "{}", words.len());
        assert!(words.is_sorted_by(|one, other| one < other), "in order, and nothing twice");
        let small = |word: &&str| word.trim() == *word && word.to_lowercase() == *word && !word.is_empty();
        assert_eq!(words.iter().find(|word| !small(word)), None);
        for word in words.iter().filter(|word| word.len() >= LEAST) {
            assert_eq!(may_choose(word, false, &[]), Err(Refusal::PasswordCommon), "{word}");
            let loud = format!("{}!1", word.to_uppercase());
            let ends_in_letter = word.ends_with(|letter: char| letter.is_ascii_lowercase());
            assert!(!ends_in_letter || may_choose(&loud, false, &[]).is_err(), "{loud}");
        }
    }

    #[test]
    fn a_hash_is_of_one_password() {
        let password = Password::new("violet-engine-77".to_owned());
        let hash = PasswordHash::choose(&password, true, &[], CHEAP, &SystemRandom).unwrap();
        assert!(hash.is_of(&password).unwrap());
        assert!(!hash.is_of(&Password::new("violet-engine-78".to_owned())).unwrap());
        assert!(!hash.is_of(&Password::new("x".repeat(MOST_BYTES + 1))).unwrap());
        assert!(!PasswordHash::of_nobody(CHEAP, &SystemRandom).unwrap().is_of(&password).unwrap());
        let other = PasswordHash::choose(&password, true, &[], CHEAP, &SystemRandom).unwrap();
        assert_ne!(hash.hash, other.hash, "salted");
        assert!(hash.again(&password, CHEAP, &SystemRandom).unwrap().is_none());
        let lowered = Cost { memory: 4, ..CHEAP };
        assert!(hash.again(&password, lowered, &SystemRandom).unwrap().is_none());
        let raised = Cost { passes: 2, ..CHEAP };
        let again = hash.again(&password, raised, &SystemRandom).unwrap().unwrap();
        assert!(again.is_of(&password).unwrap() && again.cost == raised);
    }

    #[test]
    fn the_cost_is_what_it_should_be() {
        const { assert!(COST.memory >= 19 * 1024 && COST.passes >= 2 && COST.lanes >= 1) };
        let password = Password::new("violet-engine-77".to_owned());
        let hash = PasswordHash::make(&password, COST, *b"somesaltsomesalt").unwrap();
        assert!(hash.is_of(&password).unwrap());
    }
}
