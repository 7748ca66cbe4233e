//! What somebody does about the shoes of a run: bets only at certain moments, or by a plan.
//!
//! Studies look at shoes that are dealt anyway and change nothing about them. What they add up is whole numbers, so parts
//! merge to the very sums of the whole.

pub mod bets;
pub mod count;
pub mod edges;
pub mod hits;
pub mod perfect;
pub mod plan;
pub mod report;
pub mod staking;

use banco_rulebook::model::rulebook::Shown;
use serde::{Deserialize, Serialize};

use crate::deal::{Dealt, Round};
use crate::settlement::{Memory, Settlement};
use crate::shoe::ShoeRules;
use bets::{BetInfo, BetStudy, BetTally, BetWatcher};
use edges::{EdgeInfo, EdgeStudy, EdgeTally, EdgeWatcher};
use hits::{HitTally, HitWatcher};
use plan::{Plan, PlanInfo, PlanTally, PlanWatcher};

/// The studies of a run.
#[derive(Clone, Debug, Default)]
pub struct Studies {
    /// Who bets when.
    pub bets: Vec<BetStudy>,
    /// Who plays by which plan.
    pub plans: Vec<Plan>,
    /// Which wagers are watched by which count.
    pub edges: Vec<EdgeStudy>,
    /// Whether hits are watched shoe by shoe.
    pub hits: bool,
}

impl Studies {
    /// What they are, for the file.
    #[must_use]
    pub fn info(&self, settlement: &Settlement) -> StudyInfo {
        StudyInfo {
            bets: self.bets.iter().map(|study| study.info(settlement)).collect(),
            plans: self.plans.iter().map(|plan| plan.info(settlement)).collect(),
            edges: self.edges.iter().map(|study| study.info(settlement)).collect(),
            hits: self.hits,
        }
    }
}

/// What the studies of a run are, as it stands in its file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct StudyInfo {
    /// Who bets when.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bets: Vec<BetInfo>,
    /// Who plays by which plan.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plans: Vec<PlanInfo>,
    /// Which wagers are watched by which count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<EdgeInfo>,
    /// Whether hits are watched shoe by shoe.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hits: bool,
}

impl StudyInfo {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether these sums can be those of these studies.
    #[must_use]
    pub fn fits(&self, tally: &StudyTally) -> bool {
        let alike = self.bets.len() == tally.bets.len() && self.plans.len() == tally.plans.len();
        alike && self.edges.len() == tally.edges.len() && self.hits != tally.hits.is_empty()
    }
}

/// The sums of all studies.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct StudyTally {
    /// For each of the bets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bets: Vec<BetTally>,
    /// For each of the plans.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plans: Vec<PlanTally>,
    /// For each of the wagers watched.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<EdgeTally>,
    /// For each wager, where hits are watched.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hits: Vec<HitTally>,
}

impl StudyTally {
    /// Whether nothing was studied.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds all of another; sums without studies take any.
    pub fn merge(&mut self, other: &Self) {
        if self.is_empty() {
            self.clone_from(other);
            return;
        }
        self.bets.iter_mut().zip(&other.bets).for_each(|(mine, theirs)| mine.merge(theirs));
        self.plans.iter_mut().zip(&other.plans).for_each(|(mine, theirs)| mine.merge(theirs));
        self.edges.iter_mut().zip(&other.edges).for_each(|(mine, theirs)| mine.merge(theirs));
        self.hits.iter_mut().zip(&other.hits).for_each(|(mine, theirs)| mine.merge(theirs));
    }
}

/// Which of the burnt cards those who count have seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BurnSeen {
    /// None.
    None,
    /// The first, which says how many follow.
    First,
    /// All.
    All,
}

impl From<Shown> for BurnSeen {
    fn from(shown: Shown) -> Self {
        match shown {
            Shown::ToPlayers => Self::All,
            Shown::NotSaid => Self::None,
        }
    }
}

impl BurnSeen {
    /// How many of so many burnt cards are seen.
    pub(crate) fn seen_of(self, burnt: u16) -> u16 {
        match self {
            Self::None => 0,
            Self::First => burnt.min(1),
            Self::All => burnt,
        }
    }
}

/// Goes through the rounds of a shoe and shows before each the cards that came to light since the one before. The cards
/// of a round are seen whether they counted or not; burnt cards as agreed.
fn with_news<'s>(shoe: &'s Dealt<'_>, seen: BurnSeen) -> impl ExactSizeIterator<Item = (Round, &'s [u8])> {
    let mut from = None;
    shoe.rounds().map(move |round| {
        let place = from.replace(round.start);
        let news = match place {
            None => shoe.codes(seen.seen_of(round.start)),
            Some(place) => shoe.codes(round.start).get(usize::from(place)..).unwrap_or_default(),
        };
        (round, news)
    })
}

/// Watches shoes for all studies, on one thread.
#[derive(Debug)]
pub(crate) struct Watcher<'a> {
    settlement: &'a Settlement,
    memory: Option<Memory>,
    bets: Vec<BetWatcher<'a>>,
    plans: Vec<PlanWatcher<'a>>,
    edges: Vec<EdgeWatcher<'a>>,
    hits: Option<HitWatcher>,
}

impl<'a> Watcher<'a> {
    pub(crate) fn new(studies: &'a Studies, settlement: &'a Settlement, rules: &'a ShoeRules) -> Self {
        let bets = !studies.bets.is_empty() || !studies.plans.is_empty();
        let any = bets || !studies.edges.is_empty() || studies.hits;
        Self {
            settlement,
            memory: any.then(|| settlement.memory()),
            bets: studies.bets.iter().map(|study| BetWatcher::new(study, rules)).collect(),
            plans: studies.plans.iter().map(|plan| PlanWatcher::new(plan, rules, settlement)).collect(),
            edges: studies.edges.iter().map(|study| EdgeWatcher::new(study, rules)).collect(),
            hits: studies.hits.then(|| HitWatcher::new(settlement, rules.free_hands)),
        }
    }

    /// Whether anything is studied.
    pub(crate) const fn needs_cards(&self) -> bool {
        self.memory.is_some()
    }

    /// One more shoe.
    pub(crate) fn add(&mut self, shoe: &Dealt<'_>) {
        let Some(memory) = &mut self.memory else { return };
        for bets in &mut self.bets {
            bets.add(shoe, self.settlement, memory);
        }
        for plan in &mut self.plans {
            plan.add(shoe, self.settlement, memory);
        }
        for edges in &mut self.edges {
            edges.add(shoe, self.settlement, memory);
        }
        if let Some(hits) = &mut self.hits {
            hits.add(shoe, self.settlement, memory);
        }
    }

    /// The session ends with the shoe that was added last.
    pub(crate) fn end_session(&mut self) {
        self.plans.iter_mut().for_each(PlanWatcher::end_session);
    }

    pub(crate) fn finish(self) -> StudyTally {
        StudyTally {
            bets: self.bets.into_iter().map(BetWatcher::finish).collect(),
            plans: self.plans.into_iter().map(PlanWatcher::finish).collect(),
            edges: self.edges.into_iter().map(EdgeWatcher::finish).collect(),
            hits: self.hits.map(HitWatcher::finish).unwrap_or_default(),
        }
    }
}
