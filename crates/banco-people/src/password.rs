//! Passwords: what is taken, and what is kept of them. Hashing takes a while on purpose: have it done where
//! that holds nobody up.

use std::fmt;

use argon2::{Algorithm, Argon2, Params, Version};
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq as _;
use zeroize::Zeroizing;
use zxcvbn::{Score, zxcvbn};

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
/// The least score of a password of the staff: as many guesses as nobody makes at a slow hash.
pub const LEAST_SCORE_FOR_STAFF: Score = Score::Three;
/// The least score of anybody's password: as many guesses as nobody makes at the door.
pub const LEAST_SCORE: Score = Score::Two;
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
    /// Whether it is good enough for the staff, since nobody can tell later.
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
        let for_staff = staff || may_choose(&password.0, true, known).is_ok();
        Self::make(password, cost, draw(random)?, for_staff)
    }

    fn make(
        password: &Password,
        cost: Cost,
        salt: [u8; SALT_BYTES],
        for_staff: bool,
    ) -> Result<Self, PeopleError> {
        let mut hash = [0; HASH_BYTES];
        let params = Params::new(cost.memory, cost.passes, cost.lanes, Some(HASH_BYTES));
        let params = params.map_err(|_| PeopleError::NoHash)?;
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        argon.hash_password_into(password.bytes(), &salt, &mut hash).map_err(|_| PeopleError::NoHash)?;
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
            return Self::make(&other, self.cost, self.salt, false).map(|_| false);
        }
        let made = Self::make(password, self.cost, self.salt, self.for_staff)?;
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
        Self::make(password, cost, draw(random)?, self.for_staff).map(Some)
    }

    /// Refuses to give the staff a password that is good enough for players alone.
    pub(crate) fn fits(&self, staff: bool) -> Result<(), Refusal> {
        if staff && !self.for_staff {
            return Err(Refusal::PasswordNotForStaff { least: LEAST_FOR_STAFF });
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
    if names(password, known) {
        return Err(Refusal::PasswordNamed);
    }
    let (least, least_bare) =
        if staff { (LEAST_SCORE_FOR_STAFF, LEAST_SCORE) } else { (LEAST_SCORE, Score::One) };
    // A prober knows where it tries, and its parts of the name.
    let parts = known.iter().flat_map(|word| word.split(|letter: char| !letter.is_alphanumeric()));
    let inputs: Vec<&str> = HOUSE.iter().copied().chain(known.iter().copied()).chain(parts).collect();
    // A common word with a year and a mark behind it is what every rule of the old kind has taught people to choose.
    let bare = password.trim_end_matches(|letter: char| !letter.is_alphabetic());
    let easy = |text: &str, least| !text.is_empty() && zxcvbn(text, &inputs).score() < least;
    if easy(password, least) || easy(bare, least_bare) {
        return Err(Refusal::PasswordGuessed);
    }
    Ok(())
}

/// Words that come to anybody's mind here.
const HOUSE: [&str; 5] = ["banco", "baccarat", "casino", "dealer", "punto"];
/// A shorter name may be in a password: it gives nothing away.
const SHORTEST_NAME: usize = 3;

/// Whether one of these words, in whatever letters and with whatever in between, is in a password.
fn names(password: &str, known: &[&str]) -> bool {
    let bare = |text: &str| -> String {
        text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let password = bare(password);
    let named = |word: &&str| {
        let word = bare(word);
        word.chars().count() >= SHORTEST_NAME && password.contains(&word)
    };
    known.iter().any(named)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secret::SystemRandom;

    const CHEAP: Cost = Cost { memory: 8, passes: 1, lanes: 1 };

    #[test]
    fn lengths_on_both_sides() {
        let text = |length: usize| "v7#Qp!w2Zr".repeat(20)[..length].to_owned();
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
        let bad = [
            "password",
            "Password123!",
            "passwordpassword",
            "111111111111",
            "123456789012",
            "abcdefghijkl",
            "qwertyuiop",
            "poiuytrewq",
            "1q2w3e4r5t6y",
            "xyxyxyxyxyxy",
            "987654321",
            "iloveyou2023",
            "Tr0ub4dour",
            "liverpool123",
            "letmein12345",
        ];
        for password in bad {
            for staff in [false, true] {
                let refused = may_choose(password, staff, &[]);
                let short = matches!(refused, Err(Refusal::PasswordShort { .. }));
                assert!(short || refused == Err(Refusal::PasswordGuessed), "{password}: {refused:?}");
            }
        }
        for better in ["Summer2026!!", "casino2026!!", "baccarat2026"] {
            assert_eq!(may_choose(better, true, &[]), Err(Refusal::PasswordGuessed), "{better}");
        }
        for good in ["violet-engine-77", "drei kleine Katzen", "Lovelace wrote notes"] {
            assert_eq!(may_choose(good, true, &["ada.lovelace", "Ada Lovelace"]), Ok(()), "{good}");
        }
    }

    #[test]
    fn names_and_logins_are_in_no_password() {
        let known = ["ada.lovelace", "Countess Ada", "Ed"];
        let bad = [
            "ada.lovelace",
            "AdaLovelace1815",
            "violet ADA-LOVELACE engine 77",
            "xK9!countess-ada#q7Zr",
            "c o u n t e s s a d a 77 !",
        ];
        for password in bad {
            assert_eq!(may_choose(password, true, &known), Err(Refusal::PasswordNamed), "{password}");
        }
        assert_eq!(
            may_choose("edged-violet-engine", true, &known),
            Ok(()),
            "a name of two letters is everywhere"
        );
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
        let hash = PasswordHash::make(&password, COST, *b"somesaltsomesalt", true).unwrap();
        assert!(hash.is_of(&password).unwrap());
    }
}
