//! From which cards, for which seat, and how a hand plays that may choose.

use banco_cards::{Card, Pack, parse_cards};
use banco_engine::SeatFacts;
use banco_odds::{DrawTable, FiveRule, Sheet, Shoe, ShoeError, carrying, possible_seats, standing};
use banco_rulebook::{Diagnostic, Offered, Terms};

use crate::error::SheetError;

/// Which cards.
#[derive(Clone, Default, Debug)]
pub struct CardsAsked {
    /// A full shoe of so many decks; usually those of the submission.
    pub decks: Option<u8>,
    /// Cards that have left the shoe: `9h 9s`.
    pub without: String,
    /// Every card from a full deck, as from infinitely many; there is no shoe then.
    pub infinite: bool,
}

impl CardsAsked {
    /// The shoe under these terms.
    ///
    /// # Errors
    ///
    /// If a card that has left the shoe is no card, or was never in it, or if there is no shoe.
    pub fn shoe(&self, terms: &Terms) -> Result<Shoe, SheetError> {
        if self.infinite {
            let problem = Diagnostic::error("infinite_decks", "infinitely many decks are no shoe");
            return Err(problem.hint("this question needs a number of decks").into());
        }
        self.shoe_with_decks(terms, self.decks_under(terms))
    }

    /// What is counted from under these terms: the shoe, or one of infinitely many decks.
    ///
    /// # Errors
    ///
    /// As [`Self::shoe`]; also if a card has left infinitely many decks.
    pub fn shoe_or_deck(&self, terms: &Terms) -> Result<Shoe, SheetError> {
        match (self.infinite, self.without.is_empty()) {
            (false, _) => self.shoe(terms),
            (true, true) => Ok(full_shoe(terms, 1, &[])?),
            (true, false) => {
                let problem =
                    Diagnostic::error("infinite_decks", "no card ever leaves infinitely many decks");
                Err(problem.hint("leave `--without` out").into())
            }
        }
    }

    /// A shoe of so many decks under these terms, without the cards that have left it.
    ///
    /// # Errors
    ///
    /// If a card that has left the shoe is no card, or was never in it.
    pub fn shoe_with_decks(&self, terms: &Terms, decks: u8) -> Result<Shoe, SheetError> {
        Ok(full_shoe(terms, decks, &self.gone()?)?)
    }

    /// The cards that have left the shoe.
    pub(crate) fn gone(&self) -> Result<Vec<Card>, SheetError> {
        parse_cards(&self.without).map_err(|error| SheetError::invalid("bad_card", error.to_string()))
    }

    /// The number of decks under these terms.
    pub(crate) fn decks_under(&self, terms: &Terms) -> u8 {
        self.decks.unwrap_or_else(|| terms.pack().decks())
    }
}

/// A shoe of so many decks under these terms, without these cards.
pub fn full_shoe(terms: &Terms, decks: u8, gone: &[Card]) -> Result<Shoe, ShoeError> {
    let removed = terms.variant.without.as_ref().map(|ranks| ranks.as_slice()).unwrap_or_default();
    let pack = Pack::standard(decks).without(removed);
    gone.iter().try_fold(Shoe::from_pack(&pack), |shoe, card| shoe.without(*card))
}

/// Which cards, from which seat, and how a hand plays that may choose.
#[derive(Clone, Default, Debug)]
pub struct ShoeAsked {
    /// Which cards.
    pub cards: CardsAsked,
    /// The seat, for wagers that depend on it; usually the first that carries the wager.
    pub seat: Option<u8>,
    /// What a Player's hand does that may choose.
    pub choice: HandChoice,
}

/// What a hand does that may choose.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum HandChoice {
    /// Draw a third card: the house way.
    #[default]
    Draw,
    /// Stand on two cards.
    Stand,
}

impl HandChoice {
    /// As it is written on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Stand => "stand",
        }
    }
}

impl From<HandChoice> for FiveRule {
    fn from(choice: HandChoice) -> Self {
        match choice {
            HandChoice::Draw => Self::Draw,
            HandChoice::Stand => Self::Stand,
        }
    }
}

impl ShoeAsked {
    /// All deals from the shoe under these terms.
    ///
    /// # Errors
    ///
    /// If there is no such shoe, or no such choice.
    pub fn deals(&self, terms: &Terms) -> Result<(Shoe, DrawTable), SheetError> {
        Ok((self.cards.shoe(terms)?, self.draw_table(terms)?))
    }

    /// The drawing rule, with the choice made.
    ///
    /// # Errors
    ///
    /// If the hand stands by choice where it has none.
    pub fn draw_table(&self, terms: &Terms) -> Result<DrawTable, SheetError> {
        let rule = terms.rulebook.file.drawing.player.chooses.as_ref();
        let may_choose = rule.is_some() || terms.variant.player_chooses.is_some();
        if self.choice == HandChoice::Stand && !may_choose {
            let message = "the Player's hand has no choice here, so `--choice stand` does not apply";
            return Err(SheetError::invalid("no_choice", message));
        }
        Ok(DrawTable::from_terms(terms, self.choice.into()))
    }

    /// The same sheets for a bettor who stands by choice, where each bettor chooses alone.
    ///
    /// # Errors
    ///
    /// If a wager leaves its bettor no choice.
    pub fn standing(
        &self,
        terms: &Terms,
        (shoe, draw): (&Shoe, &DrawTable),
        sheets: Vec<Sheet>,
    ) -> Result<Vec<Sheet>, SheetError> {
        let rule = terms.rulebook.file.drawing.player.chooses.as_ref();
        if self.choice == HandChoice::Draw || !rule.is_some_and(|rule| rule.each_bettor) {
            return Ok(sheets);
        }
        let stands = |sheet: Sheet| {
            let message = format!(
                "`{}` leaves its bettor no choice, so `--choice stand` does not apply",
                sheet.table.wager
            );
            standing(terms, (shoe, draw), sheet).ok_or_else(|| SheetError::invalid("no_choice", message))
        };
        sheets.into_iter().map(stands).collect()
    }

    /// The seat for a wager: the one named, if it carries the wager, or the first that does.
    ///
    /// # Errors
    ///
    /// If the wager is not offered at the seat that was named.
    pub fn seat_for(&self, terms: &Terms, offered: &Offered) -> Result<SeatFacts, SheetError> {
        let possible = possible_seats(terms, offered);
        if let Some(seat) = self.seat.filter(|seat| !possible.contains(seat)) {
            let seats: Vec<String> = possible.iter().map(u8::to_string).collect();
            let message = format!(
                "`{}` is not offered at seat {seat}; it is offered at {}",
                offered.table.wager,
                seats.join(", ")
            );
            return Err(SheetError::invalid("not_at_seat", message));
        }
        let seat = self.seat.or_else(|| carrying(terms, offered).first().copied());
        Ok(seat.map(|seat| SeatFacts::at(terms, seat, &[])).unwrap_or_default())
    }
}
