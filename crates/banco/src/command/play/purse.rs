//! What the player has at the table: chips that are bought, seats that are given up.

use banco_engine::pit::{self, Refusal};
use banco_engine::table::{BuyInWith, Command, PeopleEvent, Person, Phase, What, decide};
use banco_engine::{link, table};
use banco_money::Amount;
use banco_rulebook::model::rulebook::Family;

use super::game::{Game, HERE, participant};
use super::show;
use crate::failure::Failure;

impl Game {
    /// More chips for a seat.
    pub fn buy_in(&mut self, person: Person, amount: Amount) -> Result<bool, Failure> {
        let done = self.act(participant(person), Command::BuyIn { amount, with: BuyInWith::Cash })?;
        if done && self.mine.contains(&person) {
            self.brought = self.brought.plus(amount).map_err(anyhow::Error::from)?;
        }
        // What is brought in the middle of a round is not won there.
        if let Some(before) = self.before.get_mut(&person).filter(|_| done) {
            *before = before.plus(amount).map_err(anyhow::Error::from)?;
        }
        Ok(done)
    }

    /// The player leaves with every seat that may be left: wagers come down, vigorish is paid.
    pub fn leave(&mut self) -> Result<(), Failure> {
        for person in self.mine.clone() {
            self.unbind(person)?;
            if self.may_leave(person) {
                self.give_up(person)?;
            }
        }
        Ok(())
    }

    /// What somebody can take back before the deal binds nobody: wagers on the lines, or a cover that nobody
    /// has bet against.
    fn unbind(&mut self, person: Person) -> Result<(), Failure> {
        let open = self.family() == Family::PlayerBanked && self.table.phase() == Phase::Betting;
        if !open || self.may_leave(person) {
            return Ok(());
        }
        if decide(&self.table, participant(person), Command::PassBank).is_ok() {
            return self.must(participant(person), Command::PassBank);
        }
        self.clear(person)
    }

    /// Whether nothing of somebody's is bound to the bank or the round.
    pub fn may_leave(&self, person: Person) -> bool {
        match self.refused_to_leave(person) {
            Some(Refusal::Table(refusal)) => !matches!(refusal.reason, table::Reason::WagersInPlay { .. }),
            Some(Refusal::Link(refusal)) => !matches!(refusal.reason, link::Reason::MayStillWin { .. }),
            Some(Refusal::Account(_) | Refusal::NoTable(_) | Refusal::NoLink(_)) | None => true,
        }
    }

    fn refused_to_leave(&self, person: Person) -> Option<Refusal> {
        self.pit.decide(participant(person), pit::Command::Table(HERE, Command::Leave)).err()
    }

    /// The player gives one seat up if it may be; otherwise they are told why not.
    pub fn try_to_leave(&mut self, person: Person) -> Result<(), Failure> {
        self.unbind(person)?;
        match self.refused_to_leave(person).filter(|_| !self.may_leave(person)) {
            Some(refusal) => show::refused(&self.words(), &refusal),
            None => self.give_up(person),
        }
    }

    /// The player gives one seat up.
    pub fn give_up(&mut self, person: Person) -> Result<(), Failure> {
        let lacks = self.worth(person)?.negated().map_err(anyhow::Error::from)?;
        if lacks.is_positive() {
            self.buy_in(person, lacks)?;
        }
        self.must(participant(person), Command::Leave)?;
        let last = self.story.last().map(|event| &event.what);
        if let Some(What::People(PeopleEvent::Left { chips, .. })) = last {
            self.took = self.took.plus(*chips).map_err(anyhow::Error::from)?;
        }
        self.mine.retain(|one| *one != person);
        Ok(())
    }

    /// What somebody has at the table: chips and wagers, less vigorish that is owed.
    pub fn worth(&self, person: Person) -> Result<Amount, Failure> {
        let Some(one) = self.table.participant(person) else { return Ok(self.table.nothing()) };
        let own = self.table.bets().iter().filter(|bet| bet.key.owner == person && !bet.key.for_dealer);
        let sum =
            own.map(|bet| bet.stake.chips).chain(self.covered_by(person)).try_fold(one.chips, Amount::plus);
        Ok(sum.and_then(|sum| sum.minus(one.owed)).map_err(anyhow::Error::from)?)
    }

    /// What somebody has put up to cover the round: it lies on no wager.
    fn covered_by(&self, person: Person) -> Option<Amount> {
        let bank = self.table.bank();
        let holds = bank.holder.is_some_and(|(holder, _)| holder == person);
        bank.wager.filter(|_| holds && self.family() == Family::PlayerBanked)
    }
}
