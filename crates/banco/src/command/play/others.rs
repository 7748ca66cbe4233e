//! Automatic players beside the person who plays.

use banco_engine::table::{Person, Viewer, view};
use banco_house::{Advice, AutomaticParticipant, HouseRandom, Sight};
use banco_money::Amount;

use super::game::{Game, HERE};
use crate::failure::Failure;

/// The automatic players.
#[derive(Debug)]
pub struct Others {
    /// Each of them.
    pub list: Vec<AutomaticParticipant>,
    /// What is best where the game leaves a choice.
    pub advice: Advice,
    /// What they and the house leave to chance.
    pub random: HouseRandom,
}

impl Others {
    /// Players at these seats, each with so much money.
    pub fn new(seats: &[u8], bank: Amount, advice: Advice, mut random: HouseRandom) -> Self {
        let one = |seat: &u8| AutomaticParticipant::new(Person(u32::from(*seat)), bank, &mut random);
        Self { list: seats.iter().map(one).collect(), advice, random }
    }

    /// Who they are.
    pub fn people(&self) -> impl Iterator<Item = Person> {
        self.list.iter().map(AutomaticParticipant::person)
    }
}

impl Game {
    /// An automatic player acts by what they see; whoever is short buys in first. Tells whether they said anything.
    pub fn opponent(&mut self, person: Person) -> Result<bool, Failure> {
        let Some(one) = self.others.list.iter().find(|one| one.person() == person).copied() else {
            return Ok(false);
        };
        if let Some(act) = self.sees(person, |sight, _| one.buy_in(sight)) {
            self.carry_out_filled(&act)?;
        }
        let answer = self.sees(person, |sight, random| one.answer(sight, random));
        answer.iter().try_for_each(|act| self.carry_out(act))?;
        Ok(!answer.is_empty())
    }

    /// What somebody makes of what they see.
    fn sees<T>(&mut self, person: Person, makes: impl FnOnce(&Sight<'_>, &mut HouseRandom) -> T) -> T {
        let seen = view(&self.table, Viewer::Participant(person));
        let Others { advice, random, .. } = &mut self.others;
        makes(&Sight { table: HERE, rules: self.table.rules(), seen: &seen, advice }, random)
    }
}
