//! Automatic players beside the person who plays: simple people who bet flat and keep nobody waiting.

mod advice;
mod bank;

use banco_cards::Side;
use banco_engine::table::{BuyInWith, Command, Person, Spot, Table, Tender};
use banco_money::{Amount, Rounding};

pub use self::advice::Advice;
pub use self::bank::buys_in;
use super::randomness::Randomness;

/// Of so many wagers one is on the tie.
const TIE_ONE_IN: u16 = 10;
/// The most least wagers that somebody puts down.
const MOST_UNITS: u16 = 4;

/// The automatic players.
#[derive(Debug)]
pub struct Others {
    /// Each with the number of least wagers that they always put down.
    people: Vec<(Person, u64)>,
    bank: Amount,
    advice: Advice,
    randomness: Randomness,
}

impl Others {
    /// Players at these seats, each with so much money, who know what is best where a game leaves a choice.
    pub fn new(seats: &[u8], bank: Amount, advice: Advice, mut randomness: Randomness) -> Self {
        let people = seats.iter().map(|seat| {
            let units = 1 + u64::from(randomness.below(MOST_UNITS));
            (Person(u32::from(*seat)), units)
        });
        Self { people: people.collect(), bank, advice, randomness }
    }

    /// Who they are.
    pub fn people(&self) -> impl Iterator<Item = Person> {
        self.people.iter().map(|(person, _)| *person)
    }

    /// A place to cut within these limits.
    pub fn cut(&mut self, least: u16, most: u16) -> u16 {
        let places = most.saturating_sub(least).saturating_add(1);
        least.saturating_add(self.randomness.below(places))
    }

    /// One of so many, by chance.
    pub fn one_of(&mut self, many: usize) -> usize {
        usize::from(self.randomness.below(u16::try_from(many).unwrap_or(u16::MAX)))
    }

    /// Whether somebody takes what is offered.
    pub fn accepts(&mut self) -> bool {
        self.randomness.below(2) == 0
    }

    /// The wagers of everybody who has none on the layout; whoever runs short buys in again.
    pub fn wagers(&mut self, table: &Table) -> Vec<(Person, Command)> {
        let mut commands = Vec::new();
        let idle: Vec<(Person, u64)> = self.people.clone();
        for (person, units) in idle {
            if table.bets().iter().any(|bet| bet.key.owner == person) {
                continue;
            }
            let Some(spot) = self.spot(table) else { continue };
            let Some(amount) = stake(spot, units, self.bank) else { continue };
            let chips = table.participant(person).map_or(0, |one| one.chips.minor());
            if chips < amount.minor() {
                commands.push((person, Command::BuyIn { amount: self.bank, with: BuyInWith::Cash }));
            }
            let (spot, tender) = (spot.id, Tender::Chips);
            commands.push((person, Command::PlaceWager { spot, amount, tender, for_dealer: false }));
        }
        commands
    }

    /// Player or Banker, now and then the tie.
    fn spot<'t>(&mut self, table: &'t Table) -> Option<&'t Spot> {
        let rules = table.rules();
        let tie = rules.spots.iter().find(|spot| spot.name.id == "tie");
        if let Some(tie) = tie.filter(|_| self.randomness.below(TIE_ONE_IN) == 0) {
            return Some(tie);
        }
        let side = if self.randomness.below(2) == 0 { Side::Player } else { Side::Banker };
        rules.hand_spot(side)
    }
}

/// So many least wagers, within the limits of the spot and the money there is.
fn stake(spot: &Spot, units: u64, bank: Amount) -> Option<Amount> {
    let least = spot.offered.min.unwrap_or(bank);
    let wanted = least.times(units, 1, Rounding::Down).ok()?;
    let fits = |most: Amount| wanted.minor() <= most.minor();
    let wanted = if spot.offered.max.is_none_or(fits) && fits(bank) { wanted } else { least };
    (wanted.minor() <= bank.minor()).then_some(wanted)
}
