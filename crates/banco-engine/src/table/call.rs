//! What the dealer says, in the text's words.

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
    pub fn of(terms: &Terms) -> Self {
        let find = |id: &str| {
            let mut calls = terms.rulebook.file.calls.iter().filter(|call| call.id == id);
            let call = calls.find(|call| call.when.as_ref().is_none_or(|when| terms.is_chosen(when)))?;
            let words = Name::new(call.says.as_slice().first()?);
            // What is said by a reading alone goes by the clauses of the deal.
            let clauses = Clauses::from(&call.cite).or((&terms.rulebook.file.dealing.cite).into());
            Some(Phrase { id: Name::new(&call.id), words, clauses })
        };
        // What others announce the dealer repeats, by a clause of its own.
        let repeated = |id: &str| {
            let phrase = find(id)?;
            let step = terms.rulebook.file.steps.iter().find(|step| step.id == "repeat");
            let clauses = step.map_or_else(|| phrase.clauses, |step| (&step.cite).into());
            Some(Phrase { clauses, ..phrase })
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
