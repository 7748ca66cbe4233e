//! The game: the table as the engine has it, an automatic dealer and floor, and whose word is next.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use banco_cards::Side;
use banco_engine::Decision;
use banco_engine::link::TableId;
use banco_engine::pit::{self, Happening, Pit};
use banco_engine::table::{
    Actor, BuyInWith, CardSource, Command, Event, Irregularity, Person, Phase, Reason, Refusal, Role, SpotId,
    Stage, Table, Turner, decide, evolve,
};
use banco_money::Amount;
use banco_rulebook::model::rulebook::Family;

use super::input::Input;
use super::others::Others;
use super::randomness::Chance;
use super::virtual_shoe::VirtualShoe;
use super::{bank, jackpots, show};
use crate::failure::Failure;
use crate::output;

/// Staff are numbered from here; players have the number of their seat.
pub const STAFF: u32 = 1_000;
/// The only table of the pit.
pub const HERE: TableId = TableId(1);

/// The first of the staff in a capacity.
pub const fn staff(role: Role) -> Actor {
    Actor::new(role, Person(STAFF))
}

/// Somebody at a seat.
pub const fn participant(person: Person) -> Actor {
    Actor::new(Role::Participant, person)
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
    pub heard: Vec<Person>,
    /// Where chance comes from.
    pub chance: Chance,
    /// How many triggers were hidden.
    pub triggers: u32,
    shoe: Option<VirtualShoe>,
}

impl Game {
    /// A game at a table that is still closed.
    pub fn new(table: Table, input: Input, others: Others, bank: Amount, chance: Chance) -> Self {
        let nothing = table.nothing();
        let mut pit = Pit::default();
        pit.put_up(HERE, Arc::clone(table.rules()));
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
            heard: Vec::new(),
            chance,
            triggers: 0,
            shoe: None,
        }
    }

    /// Opens the table, and everybody sits down.
    pub fn open(&mut self, mine: &[Person], float: Amount) -> Result<(), Failure> {
        let pit = Vec::new();
        self.must(staff(Role::Floor), Command::OpenTable { float, differential: None, pit })?;
        self.seal_triggers()?;
        let others: Vec<Person> = self.others.people().collect();
        for person in mine.iter().copied().chain(others) {
            let seat = u8::try_from(person.0).unwrap_or(u8::MAX);
            self.must(participant(person), Command::Sit { seat })?;
            let buy_in = Command::BuyIn { amount: self.bank, with: BuyInWith::Cash };
            self.must(participant(person), buy_in)?;
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

    /// Does what is next.
    fn step(&mut self) -> Result<(), Failure> {
        match self.table.phase() {
            Phase::Closed => Err(anyhow!("the table is closed").into()),
            Phase::Preparing => self.prepare(),
            Phase::Cutting => self.cut(),
            Phase::Loading => self.load(),
            Phase::Burning => self.burn(),
            Phase::Betting => self.between_rounds(),
            Phase::Dealing => self.deal(),
            Phase::Settled => self.must(staff(Role::Dealer), Command::ClearTable),
            Phase::BetweenShoes => self.collect_vigorish(),
        }
    }

    /// Carries out what the player asked for, or says why not. Tells whether it was done.
    pub fn act(&mut self, by: Actor, command: Command) -> Result<bool, Failure> {
        match self.pit.carry_out(by, pit::Command::Table(HERE, command)) {
            Ok(happenings) => self.happen(happenings).map(|()| true),
            Err(refusal) => {
                show::refused(&self.table, &refusal)?;
                Ok(false)
            }
        }
    }

    /// Carries out what cannot be refused.
    pub fn must(&mut self, by: Actor, command: Command) -> Result<(), Failure> {
        match self.pit.carry_out(by, pit::Command::Table(HERE, command)) {
            Ok(happenings) => self.happen(happenings),
            Err(refusal) => Err(stuck(&refusal)),
        }
    }

    /// Everything that a command made happen, at the table and on its links.
    pub fn happen(&mut self, happenings: Vec<Happening>) -> Result<(), Failure> {
        let first = self.story.len();
        let at_table = happenings.iter().filter_map(Happening::at_table);
        self.story.extend(at_table.cloned());
        let mut at = first;
        for happening in &happenings {
            let line = match happening.at_table() {
                Some(event) => {
                    evolve(&mut self.table, event);
                    self.follow(event)?;
                    self.listen(event);
                    let together = bank::collections(self.story.get(first..).unwrap_or_default(), at - first);
                    at += 1;
                    together.or_else(|| show::told(&self.table, &self.mine, event))
                }
                None => jackpots::told(happening),
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
        let continuous = || self.table.rules().terms.is_chosen("shuffler=continuous");
        match event {
            Event::PreparationBegun { shoe, .. } => self.shuffle(&format!("shoe {shoe}")),
            Event::CutMade { at, .. } => {
                self.shoe.iter_mut().for_each(|shoe| shoe.cut(*at));
                Ok(())
            }
            Event::CardsDiscarded { .. } if continuous() => {
                self.shuffle(&format!("cards after round {}", self.table.round().number))
            }
            _ => Ok(()),
        }
    }

    fn shuffle(&mut self, purpose: &str) -> Result<(), Failure> {
        let pack = self.table.rules().terms.pack();
        let chance = self.chance.for_purpose(purpose, VirtualShoe::bits(pack.len()));
        let mut randomness = chance.context("the system has no randomness to shuffle with")?;
        self.shoe = Some(VirtualShoe::shuffled(&pack, &mut randomness));
        Ok(())
    }

    /// Every step of the preparation, told in one go.
    fn prepare(&mut self) -> Result<(), Failure> {
        let mut told = vec![format!("Shoe {}.", self.table.shoe().number)];
        while let Some(next) = self.table.next_preparation() {
            let (id, by, summary) = (next.id.to_string(), next.by, next.summary.to_string());
            // Where several people must do a step, each is somebody else.
            let done = u32::try_from(self.table.shoe().step_by.len()).unwrap_or(0);
            let by = Actor::new(by, Person(STAFF + done));
            if done == 0 {
                told.push(summary);
            }
            self.must(by, Command::Prepare { step: id })?;
        }
        output::print(&format!("\n{}", told.join(" ")))
    }

    /// The cut: by whoever is asked, or by the dealer.
    fn cut(&mut self) -> Result<(), Failure> {
        let least = self.table.rules().terms.rulebook.file.cut.from_either_end;
        let most = self.table.shoe().size.saturating_sub(least);
        match self.table.shoe().cut_asked {
            Some((person, seat)) if self.mine.contains(&person) => self.ask_cut(person, seat, least, most),
            Some((person, _)) if !self.others.accepts() => {
                self.must(participant(person), Command::DeclineCut)
            }
            Some((person, _)) => {
                let at = self.others.cut(least, most);
                self.must(participant(person), Command::Cut { at })
            }
            None => {
                let at = self.others.cut(least, most);
                self.must(staff(Role::Dealer), Command::Cut { at })
            }
        }
    }

    fn load(&mut self) -> Result<(), Failure> {
        let terms = &self.table.rules().terms;
        let least = terms.rulebook.file.cut.cut_card_from_back;
        let depth = terms.settings.get("cut-card-depth");
        let cut_card = depth.map_or(least, |depth| u16::try_from(*depth).unwrap_or(u16::MAX));
        let batch = self.table.next_batch();
        self.must(staff(Role::Dealer), Command::LoadShoe { source: CardSource::Virtual, cut_card, batch })
    }

    /// All cards that are burnt, told in one line.
    fn burn(&mut self) -> Result<(), Failure> {
        let first = self.story.len();
        while self.table.phase() == Phase::Burning {
            let card = self.next_card();
            self.must(staff(Role::Shoe), Command::BurnCard(card))?;
        }
        let burnt = self.story.get(first..).unwrap_or_default();
        output::print(&format!("  {}", show::burnt(burnt)))
    }

    fn next_card(&self) -> Option<banco_cards::Card> {
        self.shoe.as_ref()?.card(self.table.next_card())
    }

    /// Marked vigorish is collected; whoever has too few chips for it buys in.
    fn collect_vigorish(&mut self) -> Result<(), Failure> {
        let short: Vec<(Person, Amount)> = (self.table.people().iter())
            .filter_map(|one| Some((one.person, one.owed.minus(one.chips).ok()?)))
            .filter(|(_, lacks)| lacks.is_positive())
            .collect();
        for (person, lacks) in short {
            self.buy_in(person, lacks)?;
        }
        self.must(staff(Role::Dealer), Command::CollectVigorish)
    }

    /// The next thing in a round.
    fn deal(&mut self) -> Result<(), Failure> {
        let round = *self.table.round();
        match round.stage {
            Stage::Initial(_) | Stage::Third(_) => self.deal_card(),
            Stage::Turning(side) | Stage::TurningThird(side) => match round.turner(side) {
                Some(Turner::Person(person, seat)) if self.mine.contains(&person) => {
                    self.ask_turn(person, seat, side)
                }
                Some(Turner::Person(person, _)) => {
                    self.must(participant(person), Command::TurnCards(Vec::new()))
                }
                _ => self.must(staff(Role::Dealer), Command::TurnCards(Vec::new())),
            },
            Stage::Offering(side) | Stage::OfferingThird(side) => match round.asked {
                Some(asked) if self.mine.contains(&asked.person) => self.ask_to_turn(asked, side),
                Some(asked) => self.must(participant(asked.person), Command::AcceptCards),
                None => Err(anyhow!("nobody is asked to turn the cards").into()),
            },
            Stage::Payout => match round.payout {
                Some(payout) if self.mine.contains(&payout.key.owner) => self.ask_payout(payout.key.owner),
                _ => self.pay(Command::TakePayout),
            },
            Stage::Choosing(Side::Banker) => self.bankers_choice(),
            Stage::Choosing(_) if self.family() == Family::PlayerBanked => self.bettors_choose(),
            Stage::Choosing(side) => self.choose(side),
            Stage::Deciding(side) => self.look_at_hand(side),
            Stage::Complete => self.settle(),
            Stage::Void => Err(anyhow!("the round is void").into()),
        }
    }

    fn deal_card(&mut self) -> Result<(), Failure> {
        match self.next_card().filter(|_| self.table.shoe().left() > 0) {
            Some(card) => self.must(staff(Role::Shoe), Command::Card(Some(card))),
            None => {
                self.must(staff(Role::Dealer), Command::Report(Irregularity::TooFewCards))?;
                self.must(staff(Role::Floor), Command::AnswerReport { approved: true })
            }
        }
    }

    /// Whoever may draw or stand says so; for anybody but the player the dealer plays the house way.
    fn choose(&mut self, side: Side) -> Result<(), Failure> {
        let may = |by: Actor, decision| decide(&self.table, by, Command::Choose(decision)).is_ok();
        if let Some(person) = self.mine.iter().find(|one| may(participant(**one), Decision::Draw)).copied() {
            return self.ask_choice(person, side);
        }
        self.house_way()
    }

    fn settle(&mut self) -> Result<(), Failure> {
        self.pay(Command::Settle)?;
        self.jackpots()?;
        self.tell_round()
    }

    /// The dealer pays.
    pub fn pay(&mut self, command: Command) -> Result<(), Failure> {
        let by = staff(Role::Dealer);
        self.fill_tray(by, &command)?;
        self.must(by, command)
    }

    /// Chips are brought to a tray that has too few to pay with.
    pub fn fill_tray(&mut self, by: Actor, command: &Command) -> Result<(), Failure> {
        match decide(&self.table, by, command.clone()) {
            Err(Refusal { reason: Reason::NotEnough { wanted, .. }, .. }) => {
                self.must(staff(Role::Floor), Command::FillTray { amount: wanted, credit: false })
            }
            _ => Ok(()),
        }
    }
}

/// The dealer or the floor cannot go on: a defect of ours.
pub fn stuck(refusal: &pit::Refusal) -> Failure {
    Failure::unverified("stuck", format!("the table does not go on: {refusal} ({})", refusal.code()))
}
