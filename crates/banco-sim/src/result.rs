//! Results on file: what was run, and what came of it. Parts of one run merge to exactly the result of the whole.
//!
//! A file is one JSON object:
//!
//! ```text
//! {"format": "banco-sim", "version": 1,
//!  "hash": SHA-256 of the configuration, in hexadecimal,
//!  "configuration": what was run (Configuration), "from": first shoe, "to": the shoe after the last,
//!  "tally": the sums (Tally)}
//! ```
//!
//! Histograms are lists of `[value, count]` in rising order; results are counted in a wager's `fraction` of the stake;
//! numbers beyond 64 bits are text.

use std::fmt::Write as _;

use banco_engine::Verdict;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::settlement::Settlement;
use crate::shoe::ShoeChoices;
use crate::study::StudyInfo;
use crate::tally::{Tally, text};
use crate::wager::Judge;

/// The version of the format.
pub const VERSION: u32 = 1;

const FORMAT: &str = "banco-sim";

/// Everything that decides a result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Configuration {
    /// The rulebook.
    pub rulebook: String,
    /// What the licensee calls the submission.
    pub submission: String,
    /// SHA-256 of the submission's text.
    pub submission_hash: String,
    /// How shoes are dealt out.
    pub shoe: ShoeChoices,
    /// What a Player's hand does that may choose.
    pub choice: String,
    /// The seed.
    pub seed: u64,
    /// The shoes of the whole run.
    pub shoes: u64,
    /// How many shoes make a session.
    pub session: u64,
    /// The wagers.
    pub wagers: Vec<WagerInfo>,
    /// What is studied beside.
    #[serde(default, skip_serializing_if = "StudyInfo::is_empty")]
    pub studies: StudyInfo,
}

/// A wager of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WagerInfo {
    /// `ID[.SIDE][:PAYTABLE]`.
    pub name: String,
    /// SHA-256 of its lines and conditions, seat and suits.
    pub rules: String,
    /// Results are counted in this fraction of the stake.
    pub fraction: i64,
    /// All six-card deals from the full shoe.
    #[serde(with = "text")]
    pub total: u128,
    /// Its outcomes.
    pub outcomes: Vec<OutcomeInfo>,
}

/// An outcome of a wager.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OutcomeInfo {
    /// The line, or `All other hands`.
    pub name: String,
    /// What is gained, in the wager's fraction of the stake.
    pub gain: i64,
    /// `win`, `lose` or `push`.
    pub verdict: String,
    /// How many of all deals come to it.
    #[serde(with = "text")]
    pub ways: u128,
}

impl WagerInfo {
    fn from_judge(judge: &Judge) -> Self {
        let wager = &judge.wager;
        let rules = format!("{:?} {:?} {:?}", wager.sheet.table, wager.suits, wager.seat);
        let outcome = |outcome: &crate::wager::Outcome| OutcomeInfo {
            name: outcome.name.clone(),
            gain: outcome.gain,
            verdict: outcome.verdict.name().to_owned(),
            ways: outcome.ways,
        };
        Self {
            name: wager.name.clone(),
            rules: hex(&rules),
            fraction: judge.fraction,
            total: wager.sheet.total,
            outcomes: judge.outcomes.iter().map(outcome).collect(),
        }
    }

    /// The wagers of a settlement.
    #[must_use]
    pub fn all(settlement: &Settlement) -> Vec<Self> {
        settlement.judges().iter().map(Self::from_judge).collect()
    }
}

impl OutcomeInfo {
    /// Whether it is of that kind.
    #[must_use]
    pub fn is(&self, verdict: Verdict) -> bool {
        self.verdict == verdict.name()
    }
}

/// The result of a run, or of a part of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunResult {
    format: String,
    version: u32,
    hash: String,
    /// What was run.
    pub configuration: Configuration,
    /// The first shoe.
    pub from: u64,
    /// The shoe after the last.
    pub to: u64,
    /// The sums.
    pub tally: Tally,
}

/// Why results cannot be read or merged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ResultError {
    /// Not a result at all.
    #[error("this is not a result of `banco sim`: {0}")]
    NoResult(String),
    /// A later or earlier format.
    #[error("this is version {0} of the format, and version {VERSION} can be read")]
    Version(u32),
    /// The configuration does not fit its hash, or the sums do not fit the shoes.
    #[error("the result is damaged: {0}")]
    Damaged(&'static str),
    /// Nothing to merge.
    #[error("there is nothing to merge")]
    Nothing,
    /// Results of different runs.
    #[error("these are results of different runs: {0}")]
    Different(String),
    /// Shoes that two parts have.
    #[error("shoes {from} to {to} are in two parts")]
    Overlap {
        /// The first.
        from: u64,
        /// The last.
        to: u64,
    },
    /// Shoes that no part has.
    #[error("shoes {from} to {to} are missing")]
    Gap {
        /// The first.
        from: u64,
        /// The last.
        to: u64,
    },
}

impl ResultError {
    /// A stable name for this kind of problem.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoResult(_) => "no_result",
            Self::Version(_) => "other_version",
            Self::Damaged(_) => "damaged_result",
            Self::Nothing => "nothing_to_merge",
            Self::Different(_) => "different_runs",
            Self::Overlap { .. } => "overlap",
            Self::Gap { .. } => "gap",
        }
    }

    /// What to do about it.
    #[must_use]
    pub const fn hint(&self) -> Option<&'static str> {
        match self {
            Self::Overlap { .. } => Some("name each part once"),
            Self::Gap { .. } => Some("run or name the shard that has them; `--resume` finishes a part"),
            Self::Different(_) => {
                Some("merge parts of one run: the same rules, wagers, shoe, seed and shoes")
            }
            _ => None,
        }
    }
}

impl RunResult {
    /// The result of some shoes.
    #[must_use]
    pub fn new(configuration: Configuration, from: u64, to: u64, tally: Tally) -> Self {
        let hash = configuration.hash();
        Self { format: FORMAT.to_owned(), version: VERSION, hash, configuration, from, to, tally }
    }

    /// Reads a result.
    ///
    /// # Errors
    /// It is none, of another version, or damaged.
    pub fn read(json: &str) -> Result<Self, ResultError> {
        let no_result = |error: serde_json::Error| ResultError::NoResult(error.to_string());
        let value: serde_json::Value = serde_json::from_str(json).map_err(no_result)?;
        if value.get("format").and_then(serde_json::Value::as_str) != Some(FORMAT) {
            return Err(ResultError::NoResult("it does not say so".to_owned()));
        }
        match value
            .get("version")
            .and_then(serde_json::Value::as_u64)
            .and_then(|found| u32::try_from(found).ok())
        {
            Some(VERSION) => {}
            other => return Err(ResultError::Version(other.unwrap_or(0))),
        }
        let result: Self = serde_json::from_value(value).map_err(no_result)?;
        result.check()?;
        Ok(result)
    }

    fn check(&self) -> Result<(), ResultError> {
        let shapes = || {
            let outcomes = self.configuration.wagers.iter().map(|wager| wager.outcomes.len());
            self.tally.wagers.iter().map(|wager| wager.outcomes.len()).eq(outcomes)
        };
        if self.configuration.hash() != self.hash {
            return Err(ResultError::Damaged("its configuration does not fit its hash"));
        }
        let studies = || self.tally.shoes == 0 || self.configuration.studies.fits(&self.tally.studies);
        if self.to.checked_sub(self.from) != Some(self.tally.shoes) || !shapes() || !studies() {
            return Err(ResultError::Damaged("its sums do not fit its shoes, wagers or studies"));
        }
        Ok(())
    }

    /// Writes the result.
    ///
    /// # Errors
    /// Never, as long as every part can be written as JSON.
    pub fn write(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self).map(|text| text + "\n")
    }

    /// Joins parts of one run that follow one another without gap, in whatever order they are given.
    ///
    /// # Errors
    /// They are of different runs, overlap, or leave a gap.
    pub fn merge(mut parts: Vec<Self>) -> Result<Self, ResultError> {
        // Parts without shoes would have no place of their own in the order.
        parts.sort_by_key(|part| (part.from, part.to));
        let mut parts = parts.into_iter();
        let mut all = parts.next().ok_or(ResultError::Nothing)?;
        for part in parts {
            if let Some(what) = all.configuration.difference(&part.configuration) {
                return Err(ResultError::Different(what.to_owned()));
            }
            match part.from.cmp(&all.to) {
                std::cmp::Ordering::Less => {
                    let to = all.to.min(part.to).saturating_sub(1);
                    return Err(ResultError::Overlap { from: part.from, to });
                }
                std::cmp::Ordering::Greater => {
                    return Err(ResultError::Gap { from: all.to, to: part.from - 1 });
                }
                std::cmp::Ordering::Equal => {}
            }
            all.tally.merge(&part.tally);
            all.to = part.to;
        }
        Ok(all)
    }

    /// That it holds not all shoes of its run, where that is so.
    #[must_use]
    pub fn incomplete(&self) -> Option<String> {
        let shoes = self.configuration.shoes;
        (self.from > 0 || self.to < shoes).then(|| {
            let held = self.to - self.from;
            format!("these are {held} of the {shoes} shoes of the run: other parts are missing")
        })
    }
}

impl Configuration {
    /// SHA-256 of its JSON, in hexadecimal.
    #[must_use]
    pub fn hash(&self) -> String {
        hex(&serde_json::to_string(self).unwrap_or_default())
    }

    /// In what another one differs.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        let differences = [
            (self.rulebook != other.rulebook, "rulebook"),
            (self.submission_hash != other.submission_hash, "submission"),
            (self.wagers != other.wagers, "wagers"),
            (self.shoe != other.shoe || self.choice != other.choice, "shoe"),
            (self.studies != other.studies, "studies"),
            (self.seed != other.seed, "seed"),
            (self.shoes != other.shoes, "number of shoes"),
            (self != other, "configuration"),
        ];
        differences.into_iter().find(|(differs, _)| *differs).map(|(_, what)| what)
    }
}

fn hex(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().fold(String::new(), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
