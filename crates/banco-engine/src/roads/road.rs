//! The five roads by name, and what each tells in a sentence.

use banco_cards::Side;

use super::entry::outcome_name;
use super::{DerivedRoad, Mark, Roads};

/// One of the five roads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Road {
    /// The bead plate.
    Bead,
    /// The big road.
    Big,
    /// One of the three derived roads.
    Derived(DerivedRoad),
}

impl Road {
    /// All five, in the order in which boards show them.
    pub const ALL: [Self; 5] = [
        Self::Bead,
        Self::Big,
        Self::Derived(DerivedRoad::BigEyeBoy),
        Self::Derived(DerivedRoad::SmallRoad),
        Self::Derived(DerivedRoad::CockroachPig),
    ];

    /// Its name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bead => "Bead plate",
            Self::Big => "Big road",
            Self::Derived(DerivedRoad::BigEyeBoy) => "Big eye boy",
            Self::Derived(DerivedRoad::SmallRoad) => "Small road",
            Self::Derived(DerivedRoad::CockroachPig) => "Cockroach pig",
        }
    }

    /// Its name for programs.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Bead => "bead",
            Self::Big => "big_road",
            Self::Derived(DerivedRoad::BigEyeBoy) => "big_eye_boy",
            Self::Derived(DerivedRoad::SmallRoad) => "small_road",
            Self::Derived(DerivedRoad::CockroachPig) => "cockroach_pig",
        }
    }
}

impl Roads {
    /// A road in letters: all outcomes (`BBTP`), the runs (`BB P`) or the marks of a derived road (`RRB`).
    #[must_use]
    pub fn letters(&self, road: Road) -> String {
        match road {
            Road::Bead => self.bead_letters(),
            Road::Big => self.big().letters(),
            Road::Derived(road) => self.derived(road).letters(),
        }
    }

    fn bead_letters(&self) -> String {
        let hands = self.bead().beads().iter().filter_map(|bead| self.history().get(bead.hand));
        hands.map(|entry| super::entry::outcome_letter(entry.outcome)).collect()
    }

    /// A road in a sentence, for people who do not see it.
    #[must_use]
    pub fn summary(&self, road: Road) -> String {
        match road {
            Road::Bead => self.bead_summary(),
            Road::Big => self.big_summary(),
            Road::Derived(road) => self.derived_summary(road),
        }
    }

    fn bead_summary(&self) -> String {
        let counts = self.counts();
        let last = self.bead().beads().last().and_then(|bead| self.history().get(bead.hand));
        let last = last.map_or_else(String::new, |entry| format!("; last: {}", entry.in_words()));
        let hands = number(counts.hands(), "hand");
        format!("{hands}: Player {}, Banker {}, Tie {}{last}.", counts.player, counts.banker, counts.tie)
    }

    fn big_summary(&self) -> String {
        let (Some(last), Some(length)) = (self.big().cells().last(), self.big().runs().last()) else {
            return match self.big().leading_ties() {
                0 => "No hand won yet.".to_owned(),
                ties => format!("No hand won yet; {}.", number(ties, "tie")),
            };
        };
        let side = outcome_name(match last.side {
            Side::Player => banco_cards::Outcome::Player,
            Side::Banker => banco_cards::Outcome::Banker,
        });
        let ties: usize = self.big().cells().iter().map(|cell| cell.ties).sum();
        let (runs, wins) = (number(self.big().runs().len(), "run"), number(*length, "win"));
        format!("{runs} and {}; the last run is {wins} of the {side}.", number(ties, "tie"))
    }

    fn derived_summary(&self, road: DerivedRoad) -> String {
        let cells = self.derived(road).cells();
        let red = cells.iter().filter(|cell| cell.mark == Mark::Red).count();
        let marks = match cells.len() {
            0 => "No mark yet".to_owned(),
            all => format!("{}: {red} red, {} blue", number(all, "mark"), all - red),
        };
        format!("{marks}; red is regular and blue irregular, not Banker and Player.")
    }
}

/// `1 run`, `2 runs`.
fn number(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
