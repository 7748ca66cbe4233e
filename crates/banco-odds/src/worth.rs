//! What knowledge of the cards is worth to a bettor who may make any wager of the table, or none.
//!
//! Without it she makes the wager that gains most on average, or none if all of them lose. With it she does the same in
//! every state that she can tell apart, and what this gains more on average is what the knowledge is worth.

use banco_rulebook::Terms;

use crate::counting::{CountError, DrawTable, Knowledge, Known, KnownDeals, Question};
use crate::exact::{Fraction, ratio, whole};
use crate::given::Given;
use crate::par::{Sheet, sheets_of};
use crate::shoe::Shoe;

/// One state of knowledge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateWorth {
    /// What is known in it, condition by condition.
    pub known: Vec<Known>,
    /// How many deals belong to it.
    pub ways: u128,
    /// Its chance.
    pub chance: Fraction,
    /// What each wager gains on average for each unit staked, meters apart.
    pub gains: Vec<Fraction>,
}

/// The states of some knowledge, and what it is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worth {
    /// All deals, the cards that were burnt included.
    pub total: u128,
    /// What each wager gains for each unit staked if nothing is known: pay tables of all questions in their order.
    pub unknowing: Vec<Fraction>,
    /// Every state that can be.
    pub states: Vec<StateWorth>,
}

impl Worth {
    /// The wager that gains most, if any gains something, and what it gains.
    #[must_use]
    pub fn best(gains: &[Fraction]) -> Option<(usize, &Fraction)> {
        let gaining = gains.iter().enumerate().filter(|(_, gain)| **gain > whole(0));
        // Of equals the first.
        gaining.rev().max_by(|(_, one), (_, other)| one.cmp(other))
    }

    /// What is gained by the best choice if nothing is known.
    #[must_use]
    pub fn gain_unknowing(&self) -> Fraction {
        Self::best(&self.unknowing).map_or_else(|| whole(0), |(_, gain)| gain.clone())
    }

    /// What is gained on average by the best choice in each state.
    #[must_use]
    pub fn gain_knowing(&self) -> Fraction {
        let of = |state: &StateWorth| {
            Self::best(&state.gains).map_or_else(|| whole(0), |(_, gain)| &state.chance * gain)
        };
        self.states.iter().map(of).sum()
    }

    /// What the knowledge is worth: what it adds to the average gain of a round, for each unit that may be staked.
    #[must_use]
    pub fn value(&self) -> Fraction {
        self.gain_knowing() - self.gain_unknowing()
    }
}

/// What it is worth to know of each condition whether it holds, to somebody who may make any wager in question.
///
/// # Errors
/// The odds depend on something that was not named, or the shoe cannot serve a round.
pub fn worth(
    terms: &Terms,
    questions: &[Question<'_>],
    (shoe, draw): (&Shoe, &DrawTable),
    given: &[Given],
) -> Result<Worth, CountError> {
    let mut unknowing = Vec::new();
    for question in questions {
        unknowing.extend(sheets_of(terms, question, (shoe, draw))?.iter().map(gain));
    }
    let mut worth = Worth { total: 0, unknowing, states: Vec::new() };
    for known in states(given) {
        let deals = match KnownDeals::new(shoe, draw.clone(), Knowledge::new(&known)) {
            Err(CountError::Impossible) => continue,
            deals => deals?,
        };
        worth.total = deals.all().unsigned_abs();
        let ways = deals.total().unsigned_abs();
        let mut gains = Vec::new();
        for question in questions {
            let made = Sheet::from_counts(terms, question.tables(), deals.count(question)?);
            gains.extend(made.iter().map(gain));
        }
        worth.states.push(StateWorth { known, ways, chance: ratio(ways, worth.total), gains });
    }
    Ok(worth)
}

/// Every combination of states of the conditions.
fn states(given: &[Given]) -> Vec<Vec<Known>> {
    let mut all: Vec<Vec<Known>> = vec![Vec::new()];
    for given in given {
        let states = given.states();
        let with = |known: &Vec<Known>| {
            let known = known.clone();
            states.iter().map(move |state| known.iter().chain([state]).copied().collect::<Vec<Known>>())
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

fn gain(sheet: &Sheet) -> Fraction {
    let (numerator, denominator) = sheet.mean();
    ratio(numerator, denominator)
}
