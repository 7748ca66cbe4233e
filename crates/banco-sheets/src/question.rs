//! What can be asked of PAR sheets.

use banco_rulebook::{Source, Terms};

use crate::count::count_sheets;
use crate::document::Document;
use crate::error::SheetError;
use crate::facts::document;
use crate::shoe::ShoeAsked;
use crate::shoes_asked::ShoesAsked;
use crate::simulated::SimulationAsked;

/// Which sheets, and what they shall tell.
#[derive(Clone, Default, Debug)]
pub struct ParQuestion {
    /// By whose rules.
    pub rules: RulesAsked,
    /// Which wager; without it every wager of the rulebook or submission.
    pub wager: Option<WagerAsked>,
    /// From which shoe, for which seat, with which choice.
    pub shoe: ShoeAsked,
    /// Shoes that somebody counted, in place of that shoe; one sheet of each wager for each of them.
    pub counted: Option<ShoesAsked>,
    /// For this very stake: pays and vigorish rounded as they would be at the table.
    pub stake: Option<String>,
    /// What more to tell, which takes more counts; if empty, what is usual for the room there is.
    pub with: Vec<Dependency>,
    /// How much is told when nothing is said.
    pub room: Room,
    /// Shoes to be dealt beside the exact counts.
    pub simulate: Option<SimulationAsked>,
    /// Count again by a second, independent engine wherever point values decide; a difference is an error.
    pub verify: bool,
    /// The date to put on the sheets; see [`checked_date`](crate::checked_date).
    pub date: Option<String>,
    /// Who answers for the sheets.
    pub author: Option<String>,
    /// How many significant digits people see; if not said, each figure has its own number of them.
    pub digits: Option<usize>,
}

/// By whose rules, in the words of whoever asks. Sheets are counted by the terms they are given; this is for the command
/// that makes them again, and for the keys that were set.
#[derive(Clone, Default, Debug)]
pub struct RulesAsked {
    /// The folder of the rulebooks, if not those built in.
    pub folder: Option<String>,
    /// The rulebook.
    pub rulebook: Option<String>,
    /// The Rules Submission: a file, or the name of one that comes with the rulebook.
    pub submission: Option<String>,
    /// Whether every rulebook was asked for.
    pub all: bool,
    /// Keys of the submission that were set, each as `KEY=VALUE`.
    pub set: Vec<String>,
}

impl RulesAsked {
    /// Every wager of one rulebook, with the options of its default submission.
    pub fn rulebook(id: impl Into<String>) -> Self {
        Self { rulebook: Some(id.into()), ..Self::default() }
    }
}

/// A wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WagerAsked {
    /// One of the rulebook, `ID[.SIDE][:PAYTABLE]`.
    Name(String),
    /// A wager file from outside the tree.
    File(Source),
}

impl WagerAsked {
    /// As it is written on the command line.
    pub(crate) fn word(&self) -> &str {
        match self {
            Self::Name(name) => name,
            Self::File(source) => &source.path,
        }
    }
}

/// What more a sheet may tell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Dependency {
    /// No more than lines, figures and meters.
    Nothing,
    /// The effect of every card that leaves the shoe.
    Removal,
    /// The edge by number of decks.
    Decks,
    /// The odds of every seat, and the envy that each takes.
    Seats,
    /// What each Must Hit configuration is worth.
    MustHit,
    /// The most that a round can cost the house.
    Exposure,
    /// How it goes together with the base wagers on either hand.
    Correlation,
}

impl Dependency {
    /// As it is written on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Removal => "removal",
            Self::Decks => "decks",
            Self::Seats => "seats",
            Self::MustHit => "must-hit",
            Self::Exposure => "exposure",
            Self::Correlation => "correlation",
        }
    }
}

/// How much is told when nothing is said; a format knows its own ([`Format::room`](crate::Format::room)).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Room {
    /// Lines only: nothing more would be seen.
    Lines,
    /// Of a single sheet also seats, Must Hit, exposure and correlation.
    #[default]
    Usual,
    /// Plots as well.
    Page,
}

impl ParQuestion {
    /// Counts what is asked under each of these terms, and puts it into one document.
    ///
    /// This takes all cores while it counts: of a wager milliseconds, of a whole rulebook seconds.
    ///
    /// # Errors
    ///
    /// If a wager, seat, card, stake or choice is not there under the terms, if two counts differ, or if the machine fails.
    pub fn answer(&self, terms: Vec<Terms>) -> Result<Document, SheetError> {
        let (mut counted, mut without_odds) = (Vec::new(), Vec::new());
        for terms in terms {
            let (sheets, without) = count_sheets(self, terms)?;
            counted.extend(sheets);
            without_odds.extend(without);
        }
        if let Some(why) = without_odds.first().filter(|_| counted.is_empty() && self.counted.is_some()) {
            return Err(why.clone().into());
        }
        let made = document(&counted, self, without_odds);
        Ok(match self.digits {
            Some(digits) => made.with_digits(digits),
            None => made,
        })
    }

    /// A wager file from outside the tree.
    pub(crate) const fn wager_file(&self) -> Option<&Source> {
        match &self.wager {
            Some(WagerAsked::File(source)) => Some(source),
            _ => None,
        }
    }

    /// A wager of the rulebook.
    pub(crate) fn wager_name(&self) -> Option<&str> {
        match &self.wager {
            Some(WagerAsked::Name(name)) => Some(name),
            _ => None,
        }
    }

    /// What more is told: what was said, or what is usual of a single sheet and of a page.
    pub(crate) fn wanted(&self, single: bool) -> Vec<Dependency> {
        use Dependency::{Correlation, Decks, Exposure, MustHit, Nothing, Removal, Seats};
        let mut wanted = self.with.clone();
        if wanted.is_empty() && self.wager.is_some() {
            let edges = [Removal, Decks].into_iter().filter(|_| self.room == Room::Page);
            let rest = [Seats, MustHit, Exposure, Correlation];
            wanted.extend(edges.chain(rest.into_iter().filter(|_| single && self.room != Room::Lines)));
        }
        wanted.retain(|what| *what != Nothing && self.has_meaning(*what));
        wanted.sort_unstable();
        wanted.dedup();
        wanted
    }
}
