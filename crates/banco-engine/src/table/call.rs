//! What the dealer says, in the text's words.

use std::fmt;
use std::sync::Arc;

use banco_cards::Outcome;
use banco_rulebook::Terms;

use crate::Clauses;

/// Something the dealer says at a certain moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phrase {
    /// Its name in the rulebook.
    pub id: String,
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
        let find = |id: &str| {
            let mut calls = terms.rulebook.file.calls.iter().filter(|call| call.id == id);
            let call = calls.find(|call| call.when.as_ref().is_none_or(|when| terms.is_chosen(when)))?;
            let words = call.says.as_slice().first()?.clone();
            // What is said by a reading alone goes by the clauses of the deal.
            let clauses = Clauses::from(&call.cite).or((&terms.rulebook.file.dealing.cite).into());
            Some(Arc::new(Phrase { id: call.id.clone(), words, clauses }))
        };
        // What others announce the dealer repeats, by a clause of its own.
        let repeated = |id: &str| {
            let phrase = find(id)?;
            let step = terms.rulebook.file.steps.iter().find(|step| step.id == "repeat");
            let clauses = step.map_or_else(|| phrase.clauses, |step| (&step.cite).into());
            Some(Arc::new(Phrase { clauses, ..Phrase::clone(&phrase) }))
        };
        let offers = |wager: &str| terms.offers.iter().any(|offer| offer.wager == wager);
        Self {
            no_more_bets: find("no-more-bets"),
            cards: find("cards"),
            player_count: find("player-count"),
            banker_count: find("banker-count"),
            point_counts: find("point-counts"),
            player_draws: find("player-draws"),
            banker_draws: find("banker-draws"),
            player_wins: find("player-wins"),
            banker_wins: find("banker-wins"),
            tie: find("tie").or_else(|| find("stand-off")),
            dragon_7: find("dragon-7"),
            panda_8: find("panda-8"),
            total_cards: find("total-cards").filter(|_| offers("total-cards")),
            last_hand: find("last-hand"),
            card: repeated("card"),
            stay: repeated("stay"),
            natural: repeated("player-natural"),
            under_eight: repeated("under-eight"),
        }
    }
}
