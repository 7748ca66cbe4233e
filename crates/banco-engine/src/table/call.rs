//! What the dealer says, in the text's words.

use std::fmt;
use std::sync::Arc;

use banco_cards::Outcome;
use banco_rulebook::Terms;
use banco_rulebook::model::rulebook;
use banco_rulebook::model::vocabulary::{CallId, StepId};

use super::clauses::Clauses;

/// Something the dealer says at a certain moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phrase {
    /// Its name in the rulebook.
    pub id: CallId,
    /// The words, with `PLAYER`, `BANKER` and `CARDS` for figures.
    pub words: String,
    /// The clauses.
    pub clauses: Clauses,
}

/// Something the dealer said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The phrase.
    pub phrase: Arc<Phrase>,
    /// The count of the Player's hand.
    pub player: u8,
    /// The count of the Banker's hand.
    pub banker: u8,
    /// How many cards both hands have.
    pub cards: u8,
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.phrase.words.replace("PLAYER", &self.player.to_string());
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
    pub no_more_bets: Option<Arc<Phrase>>,
    pub cards: Option<Arc<Phrase>>,
    pub player_count: Option<Arc<Phrase>>,
    pub banker_count: Option<Arc<Phrase>>,
    pub point_counts: Option<Arc<Phrase>>,
    pub player_draws: Option<Arc<Phrase>>,
    pub banker_draws: Option<Arc<Phrase>>,
    pub player_wins: Option<Arc<Phrase>>,
    pub banker_wins: Option<Arc<Phrase>>,
    pub tie: Option<Arc<Phrase>>,
    pub dragon_7: Option<Arc<Phrase>>,
    pub panda_8: Option<Arc<Phrase>>,
    pub total_cards: Option<Arc<Phrase>>,
    pub last_hand: Option<Arc<Phrase>>,
    pub card: Option<Arc<Phrase>>,
    pub stay: Option<Arc<Phrase>>,
    pub natural: Option<Arc<Phrase>>,
    pub under_eight: Option<Arc<Phrase>>,
}

impl Phrases {
    /// What is said when this is the result.
    pub const fn of_outcome(&self, outcome: Outcome) -> Option<&Arc<Phrase>> {
        match outcome {
            Outcome::Player => self.player_wins.as_ref(),
            Outcome::Banker => self.banker_wins.as_ref(),
            Outcome::Tie => self.tie.as_ref(),
        }
    }

    /// The phrases under these terms.
    pub fn of(terms: &Terms) -> Self {
        let find = |id: CallId| {
            let call = call_of(terms, id)?;
            let words = call.says.as_slice().first()?.clone();
            // What is said by a reading alone goes by the clauses of the deal.
            let clauses = Clauses::from(&call.cite).or(&(&terms.rulebook.file.dealing.cite).into());
            Some(Arc::new(Phrase { id, words, clauses }))
        };
        // What others announce the dealer repeats, by a clause of its own.
        let repeated = |id: CallId| {
            let phrase = find(id)?;
            let step = terms.rulebook.file.steps.iter().find(|step| step.id.is(StepId::Repeat));
            let clauses = step.map_or_else(|| phrase.clauses.clone(), |step| (&step.cite).into());
            Some(Arc::new(Phrase { clauses, ..Phrase::clone(&phrase) }))
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
