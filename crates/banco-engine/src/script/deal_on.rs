//! Plays plain rounds until a shoe is nearly empty, so that a script can show how it ends:
//! `dealer: deal on until 3 cards are left`.

use banco_cards::{Card, Rank, Side};
use banco_money::Amount;
use banco_rulebook::Terms;
use banco_rulebook::model::rulebook::Family;

use super::run::{Failure, Runner, failure, staff};
use super::words::Words;
use crate::authority::{Actor, Person, Role};
use crate::coup::{Decision, Decisions, play};
use crate::hidden::Hidden;
use crate::pit::Happening;
use crate::table::{BankStage, Command, Phase, Shoe, SpotId, Stage, Tender, Word};

/// How many cards a round may have, and how many it has where it does not matter.
const SIZES: [usize; 3] = [5, 4, 6];
const MIDDLE: usize = 5;
/// From how many cards on the rest need not be planned yet.
const FAR: usize = 30;

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
    pub(super) fn deal_on(&mut self, left: u16) -> Result<Vec<Happening>, Failure> {
        let mut all = Vec::new();
        let shoe = self.table.shoe().number;
        while self.table.shoe().left() > left {
            let spare = self.table.shoe().left().saturating_sub(left);
            let rounds = rounds(&self.table.rules().terms, self.table.shoe(), usize::from(spare));
            let rounds = rounds.ok_or_else(|| failure(format!("no rounds leave {left} cards")))?;
            for cards in rounds {
                self.play_round(&cards, &mut all)?;
            }
            if self.table.shoe().number != shoe {
                return Err(failure(format!("the shoe was over before {left} cards were left")));
            }
        }
        for bet in self.table.bets().to_vec() {
            let down = Command::TakeDown { spot: bet.spot, for_dealer: bet.key.for_dealer };
            self.must(Actor::new(Role::Participant, bet.key.owner), down, &mut all)?;
        }
        Ok(all)
    }

    fn play_round(&mut self, cards: &[Card], all: &mut Vec<Happening>) -> Result<(), Failure> {
        let mut cards = cards.iter().copied();
        let dealer = staff(Role::Dealer);
        loop {
            let (by, command) = match (self.table.phase(), self.table.round().stage) {
                (Phase::Betting, _) => self.before_the_deal()?,
                (Phase::Dealing, Stage::Initial(_) | Stage::Third(_)) => {
                    let card = cards.next().map_or_else(Hidden::unknown, Hidden::new);
                    self.must_hear(Word::Card(card), all)?;
                    continue;
                }
                (Phase::Dealing, Stage::Choosing(_)) if self.is_player_banked() => {
                    (dealer, Command::CloseChoices)
                }
                (Phase::Dealing, Stage::Choosing(_)) => (dealer, Command::Choose(Decision::Stand)),
                (Phase::Dealing, Stage::Complete) => (dealer, Command::Settle),
                (Phase::Dealing, _) => (dealer, Command::TurnCards(Vec::new())),
                (Phase::Settled, _) => {
                    self.must(dealer, Command::ClearTable, all)?;
                    return Ok(());
                }
                (other, _) => return Err(failure(format!("no round can be dealt: {}", other.in_words()))),
            };
            self.must(by, command, all)?;
        }
    }

    fn is_player_banked(&self) -> bool {
        self.table.rules().family == Family::PlayerBanked
    }

    /// Whatever comes next before a round can be dealt: somebody covers it, somebody bets.
    fn before_the_deal(&self) -> Result<(Actor, Command), Failure> {
        let bank = self.table.bank();
        if let Some(asked) = self.table.shoe_asked() {
            let accept = Command::AcceptShoe { dealer_acts: true };
            return Ok((Actor::new(Role::Participant, asked.person), accept));
        }
        let by = |person: Person| Actor::new(Role::Participant, person);
        if let Some(asked) = self.table.shoe_asked() {
            return Ok((by(asked.person), Command::AcceptShoe { dealer_acts: false }));
        }
        let nobody = || failure("nobody is there to hold the bank");
        match bank.stage {
            _ if !self.is_player_banked() => {}
            BankStage::Vacant => {
                let first = self.table.people().first().ok_or_else(nobody)?;
                return Ok((staff(Role::Dealer), Command::OfferBank { seat: first.place.seat().number }));
            }
            BankStage::Offered => {
                let person = bank.asked.ok_or_else(nobody)?.person;
                // What a push has left there would be against their own bank.
                let own = self.table.bets().iter().find(|bet| bet.key.owner == person);
                let down = own.map(|bet| Command::TakeDown { spot: bet.spot, for_dealer: false });
                return Ok((by(person), down.unwrap_or(Command::AcceptBank { amount: None })));
            }
            BankStage::Wagering => {
                let (person, _) = bank.holder.ok_or_else(nobody)?;
                return Ok((by(person), Command::WagerBank { amount: self.least_on_player()?.1 }));
            }
            _ => {}
        }
        if self.table.bets().is_empty() {
            return self.least_wager();
        }
        Ok((staff(Role::Dealer), Command::NoMoreBets))
    }

    /// The least wager on the Player hand.
    fn least_on_player(&self) -> Result<(SpotId, Amount), Failure> {
        let spot = self.table.rules().hand_spot(Side::Player);
        let least = spot.and_then(|spot| Some((spot.id, spot.offered.min?)));
        least.ok_or_else(|| failure("the Player wager has no least amount"))
    }

    fn least_wager(&self) -> Result<(Actor, Command), Failure> {
        let (spot, amount) = self.least_on_player()?;
        let holder = self.table.bank().holder.map(|(person, _)| person);
        let first = self.table.people().iter().find(|one| Some(one.person) != holder);
        let first = first.ok_or_else(|| failure("nobody is there to bet"))?;
        let bet = Command::PlaceWager { spot, amount, tender: Tender::Chips, for_dealer: false };
        Ok((Actor::new(Role::Participant, first.person), bet))
    }
}

/// The rounds that use up so many cards, or the next one where there are many left.
fn rounds(terms: &Terms, shoe: &Shoe, spare: usize) -> Option<Vec<Vec<Card>>> {
    let pack = terms.pack();
    let left = Card::all().map(|card| (card, pack.copies(card).saturating_sub(shoe.seen(card)))).collect();
    if spare > FAR {
        return round_of(terms, left, MIDDLE, Vec::new()).map(|cards| vec![cards]);
    }
    last_rounds(terms, left, spare)
}

/// How often each card is still in the shoe.
type Left = Vec<(Card, u8)>;

/// Rounds that use up exactly so many cards: tried by every size, since the last cards do not make any round.
fn last_rounds(terms: &Terms, left: Left, spare: usize) -> Option<Vec<Vec<Card>>> {
    if spare == 0 {
        return Some(Vec::new());
    }
    let sizes = SIZES.into_iter().filter(|size| *size <= spare);
    sizes.into_iter().find_map(|size| {
        let cards = round_of(terms, left.clone(), size, Vec::new())?;
        let rest = cards.iter().fold(left.clone(), |left, card| without(left, *card));
        let mut rounds = last_rounds(terms, rest, spare - size)?;
        rounds.insert(0, cards);
        Some(rounds)
    })
}

fn without(mut left: Left, card: Card) -> Left {
    let entry = left.iter_mut().find(|(other, _)| *other == card);
    entry.into_iter().for_each(|(_, copies)| *copies = copies.saturating_sub(1));
    left
}

/// Cards that make a whole round of this size, those that are left most often first.
fn round_of(terms: &Terms, left: Left, size: usize, chosen: Vec<Card>) -> Option<Vec<Card>> {
    if chosen.len() == size {
        let plays = |cards: &[Card]| play(terms, cards, Decisions::default()).is_ok();
        // Where a further card may come the table deals it.
        let longer: Vec<Card> = chosen.iter().copied().chain(chosen.first().copied()).collect();
        return (plays(&chosen) && !plays(&longer)).then_some(chosen);
    }
    let most =
        |rank: Rank| left.iter().filter(|(card, _)| card.rank == rank).max_by_key(|(_, copies)| *copies);
    let mut ranks: Vec<(Card, u8)> = Rank::ALL.into_iter().filter_map(most).copied().collect();
    ranks.retain(|(_, copies)| *copies > 0);
    ranks.sort_by_key(|(_, copies)| std::cmp::Reverse(*copies));
    ranks.into_iter().find_map(|(card, _)| {
        let more = chosen.iter().copied().chain([card]).collect();
        round_of(terms, without(left.clone(), card), size, more)
    })
}
