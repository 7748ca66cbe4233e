//! What the dealer says, in the text's words.

use banco_rulebook::model::rulebook;
use banco_rulebook::model::vocabulary::{CallId, StepId};
use std::fmt;

use banco_cards::Outcome;
use banco_rulebook::Terms;
use serde::{Deserialize, Serialize};

use crate::name::{Clauses, Name};

/// Something the dealer says at a certain moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phrase {
    /// Its name in the rulebook.
    pub id: Name,
    /// The words, with `PLAYER`, `BANKER` and `CARDS` for figures.
    pub words: Name,
    /// The clauses.
    pub clauses: Clauses,
}

/// Something the dealer said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// The count of the Banker's hand.
    pub banker: u8,
    /// How many cards both hands have.
    pub cards: u8,
    /// The phrase, by its name in the rulebook.
    pub phrase: Name,
    /// The count of the Player's hand.
    pub player: u8,
    /// The words, with `PLAYER`, `BANKER` and `CARDS` for figures.
    pub words: Name,
}

impl Phrase {
    /// The phrase as it is said with these counts.
    pub(crate) const fn said(&self, [player, banker]: [u8; 2], cards: u8) -> Call {
        Call { banker, cards, phrase: self.id, player, words: self.words }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.words.replace("PLAYER", &self.player.to_string());
        let words = words.replace("BANKER", &self.banker.to_string());
        f.write_str(&words.replace("CARDS", &self.cards.to_string()))
    }
}

/// The call of that name under these terms.
pub(crate) fn call_of(terms: &Terms, id: CallId) -> Option<&rulebook::Call> {
    let mut calls = terms.rulebook.file.calls.iter().filter(|call| call.id.is(id));
    calls.find(|call| call.when.as_ref().is_none_or(|when| terms.is_chosen(when)))
}

/// The phrases of a table; one that its text does not have is not said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phrases {
    pub no_more_bets: Option<Phrase>,
    pub cards: Option<Phrase>,
    pub player_count: Option<Phrase>,
    pub banker_count: Option<Phrase>,
    pub point_counts: Option<Phrase>,
    pub player_draws: Option<Phrase>,
    pub banker_draws: Option<Phrase>,
    pub player_wins: Option<Phrase>,
    pub banker_wins: Option<Phrase>,
    pub tie: Option<Phrase>,
    pub dragon_7: Option<Phrase>,
    pub panda_8: Option<Phrase>,
    pub total_cards: Option<Phrase>,
    pub last_hand: Option<Phrase>,
    pub card: Option<Phrase>,
    pub stay: Option<Phrase>,
    pub natural: Option<Phrase>,
    pub under_eight: Option<Phrase>,
}

impl Phrases {
    /// What is said when this is the result.
    pub const fn of_outcome(&self, outcome: Outcome) -> Option<Phrase> {
        match outcome {
            Outcome::Player => self.player_wins,
            Outcome::Banker => self.banker_wins,
            Outcome::Tie => self.tie,
        }
    }

    /// The phrases under these terms.
    pub fn from_terms(terms: &Terms) -> Self {
        let find = |id: CallId| {
            let call = call_of(terms, id)?;
            let words = Name::new(call.says.as_slice().first()?);
            // What is said by a reading alone goes by the clauses of the deal.
            let clauses = Clauses::from(&call.cite).or(terms.dealing_cite().into());
            Some(Phrase { id: Name::new(&id.to_string()), words, clauses })
        };
        // What others announce the dealer repeats, by a clause of its own.
        let repeated = |id: CallId| {
            let phrase = find(id)?;
            let step = terms.rulebook.file.steps.iter().find(|step| step.id.is(StepId::Repeat));
            let clauses = step.map_or_else(|| phrase.clauses, |step| (&step.cite).into());
            Some(Phrase { clauses, ..phrase })
        };
        let offered = |id: CallId| {
            let wager = call_of(terms, id).and_then(|call| call.wager.as_ref());
            wager.is_some_and(|wager| terms.offers.iter().any(|offer| offer.wager == *wager))
        };
        Self {
            no_more_bets: find(CallId::NoMoreBets),
            cards: find(CallId::Cards),
            player_count: find(CallId::PlayerCount),
            banker_count: find(CallId::BankerCount),
            point_counts: find(CallId::PointCounts),
            player_draws: find(CallId::PlayerDraws),
            banker_draws: find(CallId::BankerDraws),
            player_wins: find(CallId::PlayerWins),
            banker_wins: find(CallId::BankerWins),
            tie: find(CallId::Tie).or_else(|| find(CallId::StandOff)),
            dragon_7: find(CallId::Dragon7),
            panda_8: find(CallId::Panda8),
            total_cards: find(CallId::TotalCards).filter(|_| offered(CallId::TotalCards)),
            last_hand: find(CallId::LastHand),
            card: repeated(CallId::Card),
            stay: repeated(CallId::Stay),
            natural: repeated(CallId::PlayerNatural),
            under_eight: repeated(CallId::UnderEight),
        }
    }
}
