//! Automatic participants: simple people who bet flat and keep nobody waiting.
//!
//! Each knows the rules, which are public, and their own view of the table: nobody looks at the table itself. What
//! a participant may know is a [`Sight`], and there is nothing else in it.

mod advice;
mod bank;
mod house;

use banco_cards::{Card, Points};
use banco_engine::link::TableId;
use banco_engine::table::{CardView, Command, HandView, Person, Prompt, Rules, Seat, Spot, TableView};
use banco_money::{Amount, Rounding};
use banco_rulebook::model::rulebook::Family;

pub use self::advice::Advice;
use crate::act::Act;
use crate::chance::HouseRandom;
use crate::dealer::place_to_cut;
use crate::staff::participant;
use crate::words;

/// The most least wagers that somebody always puts down.
const MOST_UNITS: u16 = 4;

/// All that an automatic participant knows.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'s> {
    /// At which table.
    pub table: TableId,
    /// What is played by.
    pub rules: &'s Rules,
    /// The table as the participant sees it.
    pub seen: &'s TableView,
    /// What is best where the game leaves a choice.
    pub advice: &'s Advice,
}

/// Somebody who plays by themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AutomaticParticipant {
    person: Person,
    /// How many least wagers they always put down.
    units: u64,
    /// For how much they buy in.
    buys_in: Amount,
}

impl AutomaticParticipant {
    /// Somebody who buys in for so much and always bets as chance decides now.
    pub fn new(person: Person, buys_in: Amount, random: &mut HouseRandom) -> Self {
        let units = 1 + u64::from(random.below(MOST_UNITS));
        Self { person, units, buys_in }
    }

    /// Who it is.
    #[must_use]
    pub const fn person(&self) -> Person {
        self.person
    }

    /// They come to a table, sit down there and buy in.
    #[must_use]
    pub const fn arrive(&self, table: TableId, seat: u8) -> [Act; 2] {
        let by = participant(self.person);
        [Act::at(table, by, words::sit(seat)), Act::at(table, by, words::buy_in(self.buys_in))]
    }

    /// What they do about what they are asked; nothing, if they are silent.
    #[must_use]
    pub fn answer(&self, sight: &Sight<'_>, random: &mut HouseRandom) -> Vec<Act> {
        let Sight { rules, seen, advice, .. } = *sight;
        let mut mind = Mind { own: *self, rules, seen, advice, random };
        let said = seen.prompts.iter().find_map(|prompt| mind.answer(prompt));
        said.into_iter().flatten().map(|command| self.act(sight, command)).collect()
    }

    /// A buy-in, if they have too few chips to go on.
    #[must_use]
    pub fn buy_in(&self, sight: &Sight<'_>) -> Option<Act> {
        let lacks = bank::lacks(self, sight.rules, sight.seen)?;
        Some(self.act(sight, words::buy_in(lacks)))
    }

    const fn act(&self, sight: &Sight<'_>, command: Command) -> Act {
        Act::at(sight.table, participant(self.person), command)
    }
}

/// Somebody who thinks about an answer.
struct Mind<'m> {
    own: AutomaticParticipant,
    rules: &'m Rules,
    seen: &'m TableView,
    advice: &'m Advice,
    random: &'m mut HouseRandom,
}

impl Mind<'_> {
    /// The answer to a prompt; `None` if they leave it to others.
    fn answer(&mut self, prompt: &Prompt) -> Option<Vec<Command>> {
        let house = self.rules.terms.rulebook.file.family == Family::HouseBanked;
        Some(match prompt {
            Prompt::CutOffered => vec![self.cut()],
            Prompt::ShoeOffered if self.random.once_in(2) => vec![words::accept_shoe()],
            Prompt::ShoeOffered => vec![words::decline_shoe()],
            Prompt::TurnCards { .. } => vec![words::turn()],
            Prompt::CardsOffered { .. } => vec![words::accept_cards()],
            Prompt::PlaceWagers if house => self.wager_against_house(),
            Prompt::PlaceWagers => self.wager_on_lines(),
            // Against the house a hand that may choose is left to the house way.
            Prompt::Choose { side } if !house => vec![words::choose(self.chosen(*side))],
            other => return self.answer_at_bank(other),
        })
    }

    fn cut(&mut self) -> Command {
        if !self.random.once_in(2) {
            return words::decline_cut();
        }
        let least = self.rules.terms.rulebook.file.cut.from_either_end;
        words::cut(place_to_cut(least, self.seen.shoe.size, self.random))
    }

    fn seat(&self) -> Option<Seat> {
        seat(self.seen)
    }

    fn chips(&self) -> Option<Amount> {
        chips(self.seen)
    }

    /// Whether they have a wager on the layout.
    fn has_wager(&self) -> bool {
        has_wager(self.seen, self.own.person)
    }
}

fn has_wager(seen: &TableView, person: Person) -> bool {
    seen.wagers.iter().any(|wager| wager.bet.key.owner == person)
}

fn seat(seen: &TableView) -> Option<Seat> {
    seen.own.as_ref().map(|own| own.place.seat())
}

fn chips(seen: &TableView) -> Option<Amount> {
    seen.own.as_ref().map(|own| own.chips)
}

/// So many least wagers, within the limits of the spot and the money there is.
fn stake(spot: &Spot, units: u64, bank: Amount) -> Option<Amount> {
    let least = spot.offered.min.unwrap_or(bank);
    let wanted = least.times(units, 1, Rounding::Down).ok()?;
    let fits = |most: Amount| wanted.minor() <= most.minor();
    let wanted = if spot.offered.max.is_none_or(fits) && fits(bank) { wanted } else { least };
    (wanted.minor() <= bank.minor()).then_some(wanted)
}

/// What the cards of a hand make, as far as the viewer sees them.
pub fn held_count(hand: &HandView) -> u8 {
    let known = hand.cards.iter().filter_map(|card| match card {
        CardView::Up(card) | CardView::Held(card) => Some(*card),
        CardView::Down => None,
    });
    known.map(Card::points).sum::<Points>().get()
}
