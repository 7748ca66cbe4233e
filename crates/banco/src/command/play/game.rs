//! The game: the table as the engine has it, an automatic dealer and floor, and whose word is next.

use std::collections::BTreeMap;

use anyhow::{Context as _, anyhow};
use banco_engine::link::TableId;
use banco_engine::pit::{self, Happening, Pit};
use banco_engine::table::{
    Actor, BuyInWith, Command, Event, Minute, Person, Phase, Role, SpotId, Stage, Table, evolve,
};
use banco_house::{
    Act, AutomaticDealer, CardNews, Chance, Doing, Draw, Heard, Next, Staff, VirtualShoe, Why,
};
use banco_money::Amount;

pub use banco_house::participant;

use super::input::Input;
use super::others::Others;
use super::words::Words;
use super::{bank, jackpots, show};
use crate::failure::Failure;
use crate::output;

/// Staff are numbered from here; players have the number of their seat.
const STAFF: Staff = Staff::numbered_from(Person(1_000));
/// The only table of the pit.
pub const HERE: TableId = TableId(1);

/// The first of the staff in a capacity.
pub const fn staff(role: Role) -> Actor {
    STAFF.first(role)
}

/// A game.
pub struct Game {
    /// The table.
    pub table: Table,
    /// The table with its progressive links.
    pub pit: Pit,
    /// The seats that the player holds.
    pub mine: Vec<Person>,
    /// What the player types.
    pub input: Input,
    /// Everybody else.
    pub others: Others,
    /// For how much a seat buys in.
    pub bank: Amount,
    /// What the player has brought to the table.
    pub brought: Amount,
    /// What the player has taken away from it.
    pub took: Amount,
    /// What each seat wagered last.
    pub last: BTreeMap<Person, Vec<(SpotId, Amount)>>,
    /// What everybody had before the round.
    pub before: BTreeMap<Person, Amount>,
    /// What happened in the round that is dealt, or was dealt last.
    pub story: Vec<Event>,
    /// The round for which the others have made their wagers.
    pub bet_for: Option<u32>,
    /// Who has had their say about the bank since the last bid or wager.
    pub heard: Heard,
    /// The player's seats that were asked once more to cover what is left of the bank.
    pub asked_again: Vec<Person>,
    /// The player's seats that wanted nothing of the bank in their turn, and how much of it was open then.
    pub declined: Vec<(Person, Amount)>,
    /// The house at the table.
    pub dealer: AutomaticDealer,
    chance: Chance,
    shoe: Option<VirtualShoe>,
}

impl Game {
    /// A game at a table that is still closed.
    pub fn new(table: Table, input: Input, others: Others, bank: Amount, chance: Chance) -> Self {
        let nothing = table.nothing();
        let mut pit = Pit::default();
        pit.put_up(HERE, table.rules());
        Self {
            table,
            pit,
            mine: Vec::new(),
            input,
            others,
            bank,
            brought: nothing,
            took: nothing,
            last: BTreeMap::new(),
            before: BTreeMap::new(),
            story: Vec::new(),
            bet_for: None,
            heard: Heard::default(),
            asked_again: Vec::new(),
            declined: Vec::new(),
            dealer: AutomaticDealer::new(HERE, STAFF),
            chance,
            shoe: None,
        }
    }

    /// Opens the table, and everybody sits down.
    pub fn open(&mut self, mine: &[Person], float: Amount) -> Result<(), Failure> {
        self.carry_out(&self.dealer.open(float, Minute(0)))?;
        let seat = |person: Person| u8::try_from(person.0).unwrap_or(u8::MAX);
        for person in mine {
            self.must(participant(*person), Command::Sit { seat: seat(*person) })?;
            let buy_in = Command::BuyIn { amount: self.bank, with: BuyInWith::Cash };
            self.must(participant(*person), buy_in)?;
        }
        for other in self.others.list.clone() {
            for act in other.arrive(HERE, seat(other.person())) {
                self.carry_out(&act)?;
            }
        }
        self.mine = mine.to_vec();
        for _ in mine {
            self.brought = self.brought.plus(self.bank).map_err(anyhow::Error::from)?;
        }
        Ok(())
    }

    /// Plays until the player holds no seat any more.
    pub fn play(&mut self) -> Result<(), Failure> {
        while !self.mine.is_empty() {
            let in_play = matches!(self.table.phase(), Phase::Dealing | Phase::Settled);
            if self.input.over().is_some() && !in_play {
                self.leave()?;
            }
            if !self.mine.is_empty() {
                self.step()?;
            }
        }
        Ok(())
    }

    /// Does what is next. What takes many small steps is told in one go.
    fn step(&mut self) -> Result<(), Failure> {
        match self.table.phase() {
            Phase::Preparing => self.prepare(),
            Phase::Burning => self.burn(),
            Phase::Betting if self.left_alone().is_some() => self.end_alone(),
            _ => match self.next() {
                Next::Does(doing, act) => self.house_does(doing, &act),
                Next::Draws(draw) => self.draw(draw),
                Next::Asks(people) => self.ask_one_of(&people),
                Next::TakesWagers => self.bets(),
                Next::Lacks(person, amount) => self.lacks(person, amount),
                Next::Waits(Why::NobodyBids) => {
                    self.heard.clear();
                    output::print(&format!("  {}", Why::NobodyBids.in_words()))
                }
                Next::Waits(why) => Err(anyhow!(why.in_words()).into()),
            },
        }
    }

    /// What the house says comes next.
    fn next(&mut self) -> Next {
        self.dealer.next(&self.pit, &self.heard, &mut self.others.random)
    }

    /// The house does something; rounds begin and end with what the player is told of them.
    fn house_does(&mut self, doing: Doing, act: &Act) -> Result<(), Failure> {
        match doing {
            Doing::DealsWithoutWagers => self.ask_unwagered(),
            Doing::ClosesBets => self.deal_for_bank(),
            Doing::ClearsTable => {
                if self.table.round().stage != Stage::Void {
                    self.tell_round()?;
                }
                self.carry_out(act)
            }
            _ => self.carry_out(act),
        }
    }

    /// It is the turn of one of these: the player, or somebody who answers by themselves.
    fn ask_one_of(&mut self, people: &[Person]) -> Result<(), Failure> {
        let over = self.input.over().is_some();
        // Of several who may speak, whoever never will is not waited for.
        let speaks = |person: &&Person| people.len() == 1 || !over || !self.mine.contains(person);
        let Some(person) = people.iter().find(speaks).or(people.first()).copied() else { return Ok(()) };
        if Heard::concerns(&self.table) {
            self.heard.add(person);
        }
        if self.mine.contains(&person) {
            return self.ask(person);
        }
        if self.opponent(person)? { Ok(()) } else { self.silent(person) }
    }

    /// Somebody says nothing to what they are asked.
    pub fn silent(&mut self, person: Person) -> Result<(), Failure> {
        match self.dealer.for_silent(&self.pit, person) {
            Some(act) => self.carry_out(&act),
            None => Ok(()),
        }
    }

    /// Carries out what the player asked for, or says why not. Tells whether it was done.
    pub fn act(&mut self, by: Actor, command: Command) -> Result<bool, Failure> {
        match self.pit.carry_out(by, pit::Command::Table(HERE, command)) {
            Ok(happenings) => self.happen(&happenings).map(|()| true),
            Err(refusal) => {
                show::refused(&self.words(), &refusal)?;
                Ok(false)
            }
        }
    }

    /// Carries out what the house or an automatic player does.
    pub fn carry_out(&mut self, act: &Act) -> Result<(), Failure> {
        match act.carry_out(&mut self.pit) {
            Ok(happenings) => self.happen(&happenings),
            Err(refusal) => Err(stuck(&refusal)),
        }
    }

    /// The same, with chips brought to a tray that has too few to pay with.
    pub fn carry_out_filled(&mut self, act: &Act) -> Result<(), Failure> {
        if let Some(fill) = self.dealer.fill_before(&self.pit, act) {
            self.carry_out(&fill)?;
        }
        self.carry_out(act)
    }

    /// Carries out what cannot be refused.
    pub fn must(&mut self, by: Actor, command: Command) -> Result<(), Failure> {
        self.carry_out(&Act::at(HERE, by, command))
    }

    /// The words in which the player is told what happens.
    pub fn words(&self) -> Words<'_> {
        Words { table: &self.table, mine: &self.mine, staff: STAFF }
    }

    /// Everything that a command made happen, at the table and on its links.
    pub fn happen(&mut self, happenings: &[Happening]) -> Result<(), Failure> {
        let first = self.story.len();
        let at_table = happenings.iter().filter_map(Happening::at_table);
        self.story.extend(at_table.cloned());
        let mut at = first;
        for happening in happenings {
            let line = match happening {
                Happening::Table(_, event) => {
                    evolve(&mut self.table, event, self.pit.shelf());
                    self.follow(event)?;
                    self.heard.follow(event);
                    let together = bank::collections(self.story.get(first..).unwrap_or_default(), at - first);
                    at += 1;
                    together.or_else(|| show::event_line(&self.words(), event))
                }
                Happening::Link(setup, event) => jackpots::jackpot_line(setup, event),
                // Nobody here has an account.
                Happening::Account(..) => None,
            };
            if let Some(line) = line {
                output::print(&format!("  {line}"))?;
            }
        }
        match self.table.fault() {
            Some(fault) => Err(Failure::unverified("halted", format!("the table has stopped: {fault}"))),
            None => Ok(()),
        }
    }

    /// The virtual shoe does what happens to the cards.
    fn follow(&mut self, event: &Event) -> Result<(), Failure> {
        if let Some(news) = CardNews::from_event(&self.table, event) {
            let shoe = news.follow(&self.table, self.shoe.take(), self.chance);
            self.shoe = shoe.context("the system has no randomness to shuffle with")?;
        }
        Ok(())
    }

    /// Every step of the preparation, told in one go.
    fn prepare(&mut self) -> Result<(), Failure> {
        let mut told = vec![format!("Shoe {}.", self.table.shoe().number)];
        while self.table.phase() == Phase::Preparing {
            let Next::Does(doing, act) = self.next() else {
                return Err(anyhow!(Why::Stuck.in_words()).into());
            };
            // Where several people must do a step, it is told once.
            let first = doing == Doing::Prepares && self.table.shoe().step_by.is_empty();
            let step = self.table.next_preparation().filter(|_| first);
            told.extend(step.map(|step| step.summary.to_string()));
            self.carry_out(&act)?;
        }
        output::print(&format!("\n{}", told.join(" ")))
    }

    /// All cards that are burned, told in one line.
    fn burn(&mut self) -> Result<(), Failure> {
        let first = self.story.len();
        while self.table.phase() == Phase::Burning {
            let Next::Draws(draw) = self.next() else { return Err(anyhow!(Why::Stuck.in_words()).into()) };
            self.draw(draw)?;
        }
        let burned = self.story.get(first..).unwrap_or_default();
        output::print(&format!("  {}", show::burned(burned)))
    }

    /// A card comes out of the shoe.
    fn draw(&mut self, draw: Draw) -> Result<(), Failure> {
        let card = self.shoe.as_ref().and_then(|shoe| shoe.hidden(draw.place));
        self.carry_out(&draw.with(card.context("the shoe has no such card")?))
    }

    /// Somebody has too few chips for the vigorish that they owe.
    fn lacks(&mut self, person: Person, amount: Amount) -> Result<(), Failure> {
        match self.buy_in(person, amount)? {
            true => Ok(()),
            false => Err(anyhow!("vigorish cannot be collected").into()),
        }
    }
}

/// The dealer or the floor cannot go on: a defect of ours.
pub fn stuck(refusal: &pit::Refusal) -> Failure {
    Failure::unverified("stuck", format!("the table does not go on: {refusal} ({})", refusal.code()))
}
