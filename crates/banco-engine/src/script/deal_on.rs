//! Plays plain rounds until a shoe is nearly empty, so that a script can show how it ends:
//! `dealer: deal on until 3 cards are left`.

use banco_cards::{Card, Rank, Side, Suit};
use banco_rulebook::Terms;

use super::run::{Failure, Runner, failure, staff};
use super::words::Words;
use crate::coup::{Decision, Decisions, play};
use crate::table::{Actor, Command, Event, Phase, Role, Shoe, Stage, Tender};

/// The fewest and the most cards of a round.
const ROUND: (u16, u16) = (4, 6);

/// How many cards are to be left, if the words ask for that.
pub(super) fn asked(text: &str) -> Option<Result<u16, String>> {
    let mut words = Words::new(text);
    words.take("deal on until").then(|| {
        let left = words.number()?;
        if words.take("cards are left") {
            words.end().map(|()| left)
        } else {
            Err("write deal on until N cards are left".to_owned())
        }
    })
}

impl Runner<'_> {
    /// Plays rounds with the least wager of whoever sits first until so many cards are left, and clears up.
    pub(super) fn deal_on(&mut self, left: u16) -> Result<Vec<Event>, Failure> {
        let mut all = Vec::new();
        while self.table.shoe().left() > left {
            let cards = self.next_round(left)?;
            let shoe = self.table.shoe().number;
            self.play_round(&cards, &mut all)?;
            if self.table.shoe().number != shoe {
                return Err(failure(format!("the shoe was over before {left} cards were left")));
            }
        }
        Ok(all)
    }

    /// Cards for a round after which the rest can still come to that number.
    fn next_round(&self, left: u16) -> Result<Vec<Card>, Failure> {
        let spare = self.table.shoe().left().saturating_sub(left);
        let sizes = [ROUND.1 - 1, ROUND.0, ROUND.1].into_iter().filter(|size| {
            let rest = spare.checked_sub(*size);
            rest.is_some_and(|rest| rest == 0 || rest >= ROUND.0 && rest != ROUND.1 + 1)
        });
        let rules = self.table.rules();
        sizes
            .into_iter()
            .find_map(|size| cards_of_round(&rules.terms, self.table.shoe(), usize::from(size), Vec::new()))
            .ok_or_else(|| failure(format!("no rounds lead to {left} cards that are left")))
    }

    fn play_round(&mut self, cards: &[Card], all: &mut Vec<Event>) -> Result<(), Failure> {
        let mut cards = cards.iter().copied();
        let dealer = staff(Role::Dealer);
        loop {
            let (by, command) = match (self.table.phase(), self.table.round().stage) {
                (Phase::Betting, _) if self.table.bets().is_empty() => self.least_wager()?,
                (Phase::Betting, _) => (dealer, Command::NoMoreBets),
                (Phase::Dealing, Stage::Initial(_) | Stage::Third(_)) => {
                    (staff(Role::Shoe), Command::Card(cards.next()))
                }
                (Phase::Dealing, Stage::Choosing(_)) => (dealer, Command::Choose(Decision::Stand)),
                (Phase::Dealing, Stage::Complete) => (dealer, Command::Settle),
                (Phase::Dealing, _) => (dealer, Command::TurnCards(Vec::new())),
                (Phase::Settled, _) => {
                    self.must(dealer, Command::ClearTable, all)?;
                    return Ok(());
                }
                (other, _) => return Err(failure(format!("no round can be dealt: {}", other.told()))),
            };
            self.must(by, command, all)?;
        }
    }

    fn least_wager(&self) -> Result<(Actor, Command), Failure> {
        let spot = self.table.rules().hand_spot(Side::Player);
        let least = spot.and_then(|spot| Some((spot.id, spot.offered.min?)));
        let (spot, amount) = least.ok_or_else(|| failure("the Player wager has no least amount"))?;
        let first = self.table.people().first().ok_or_else(|| failure("nobody is there to bet"))?;
        let bet = Command::PlaceWager { spot, amount, tender: Tender::Chips, for_dealer: false };
        Ok((Actor::new(Role::Participant, first.person), bet))
    }
}

/// Cards that the shoe can still hold and that make a whole round of this size, the most frequent ones first.
fn cards_of_round(terms: &Terms, shoe: &Shoe, size: usize, chosen: Vec<Card>) -> Option<Vec<Card>> {
    if chosen.len() == size {
        return play(terms, &chosen, Decisions::default()).is_ok().then_some(chosen);
    }
    let pack = terms.pack();
    let left = |card: Card| {
        let taken = chosen.iter().filter(|other| **other == card).count();
        usize::from(pack.copies(card).saturating_sub(shoe.seen(card))).saturating_sub(taken)
    };
    let mut ranks: Vec<(usize, Card)> = Rank::ALL
        .into_iter()
        .filter_map(|rank| {
            Suit::ALL.into_iter().map(|suit| Card::new(rank, suit)).max_by_key(|card| left(*card))
        })
        .map(|card| (left(card), card))
        .filter(|(left, _)| *left > 0)
        .collect();
    ranks.sort_by_key(|(left, _)| std::cmp::Reverse(*left));
    ranks.into_iter().find_map(|(_, card)| {
        let mut more = chosen.clone();
        more.push(card);
        cards_of_round(terms, shoe, size, more)
    })
}
