//! What the roads know of one coup.

use banco_cards::{Hand, Outcome, Points, Side};
use serde::{Deserialize, Serialize};

use crate::Coup;

/// One result, as it goes onto the roads.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Who won. A win that pushes for its bettors is still a win here.
    pub outcome: Outcome,
    /// Whether wagers were on it.
    pub kind: Kind,
    /// What else is shown with it.
    pub marks: Marks,
}

/// Whether wagers were on a coup.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// As usual.
    #[default]
    Wagered,
    /// A free hand: dealt without wagers.
    FreeHand,
    /// A simulated round after an irregularity.
    Simulated,
}

/// What is shown with a result beside its outcome.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Marks {
    /// The Player's first two cards were a pair.
    pub player_pair: bool,
    /// The Banker's first two cards were a pair.
    pub banker_pair: bool,
    /// A hand was a natural.
    pub natural: bool,
    /// The winning point count, or that of both hands.
    pub total: Option<Points>,
    /// Names of what else was reached, in the words of the house.
    pub badges: Vec<String>,
}

impl Entry {
    /// A result of which only the outcome is known.
    #[must_use]
    pub fn plain(outcome: Outcome) -> Self {
        Self { outcome, kind: Kind::Wagered, marks: Marks::default() }
    }

    /// The result of a coup. Which counts are naturals is the rulebook's to say.
    #[must_use]
    pub fn from_coup(coup: &Coup, is_natural: impl Fn(u8) -> bool) -> Self {
        let pair = |hand: &Hand| hand.first_two().is_some_and(|[first, second]| first.rank == second.rank);
        let natural = |side: &Side| is_natural(coup.hand(*side).initial_total().get());
        let marks = Marks {
            player_pair: pair(&coup.player),
            banker_pair: pair(&coup.banker),
            natural: Side::BOTH.iter().any(natural),
            total: Some(coup.player.total().max(coup.banker.total())),
            badges: Vec::new(),
        };
        Self { outcome: coup.outcome(), kind: Kind::Wagered, marks }
    }

    /// `Banker`, `Player` or `Tie`, then what else is known: `Banker 9, natural, Player pair`.
    #[must_use]
    pub fn in_words(&self) -> String {
        let marks = &self.marks;
        let total = marks.total.map_or_else(String::new, |total| format!(" {total}"));
        let mut words = vec![format!("{}{total}", outcome_name(self.outcome))];
        let mut add = |holds: bool, word: &str| words.extend(holds.then(|| word.to_owned()));
        add(marks.natural, "natural");
        add(marks.player_pair, "Player pair");
        add(marks.banker_pair, "Banker pair");
        add(self.kind == Kind::FreeHand, "free hand");
        add(self.kind == Kind::Simulated, "simulated round");
        words.extend(marks.badges.iter().cloned());
        words.join(", ")
    }
}

/// The name of an outcome at the head of a phrase.
pub(super) const fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Player => "Player",
        Outcome::Banker => "Banker",
        Outcome::Tie => "Tie",
    }
}

/// The letter of an outcome: `P`, `B` or `T`.
pub(super) const fn outcome_letter(outcome: Outcome) -> char {
    match outcome {
        Outcome::Player => 'P',
        Outcome::Banker => 'B',
        Outcome::Tie => 'T',
    }
}

/// The letter of a hand: `P` or `B`.
pub(super) const fn side_letter(side: Side) -> char {
    match side {
        Side::Player => 'P',
        Side::Banker => 'B',
    }
}

/// How often what happened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[expect(missing_docs, reason = "each counts what its name says")]
pub struct Counts {
    pub player: usize,
    pub banker: usize,
    pub tie: usize,
    pub player_pairs: usize,
    pub banker_pairs: usize,
    pub naturals: usize,
}

impl Counts {
    /// All hands.
    #[must_use]
    pub const fn hands(&self) -> usize {
        self.player + self.banker + self.tie
    }

    pub(super) fn add(&mut self, entry: &Entry) {
        let outcome = match entry.outcome {
            Outcome::Player => &mut self.player,
            Outcome::Banker => &mut self.banker,
            Outcome::Tie => &mut self.tie,
        };
        *outcome += 1;
        self.player_pairs += usize::from(entry.marks.player_pair);
        self.banker_pairs += usize::from(entry.marks.banker_pair);
        self.naturals += usize::from(entry.marks.natural);
    }
}
