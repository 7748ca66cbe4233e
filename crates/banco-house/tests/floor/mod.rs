//! A pit that runs by itself: automatic dealers, virtual shoes, automatic participants.
#![allow(dead_code, reason = "each test uses a part of this")]

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use banco_engine::Names;
use banco_engine::link::TableId;
use banco_engine::pit::{Happening, Pit};
use banco_engine::table::{
    BuyInWith, Command, DealingEvent, Event, Face, Minute, Person, Phase, Rules, Table, Tender, Viewer, What,
    view,
};
use banco_house::{
    Act, Advice, AutomaticDealer, AutomaticParticipant, CardNews, Chance, Heard, HouseRandom, Next,
    ShoeCommitment, Sight, Staff, VirtualShoe, Why, participant,
};
use banco_money::{Amount, Rounding};
use banco_rulebook::Library;
use banco_rulebook::model::rulebook::Family;
use banco_rulebook::model::wager::WagerKind;

pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::embedded().unwrap_or_else(|error| panic!("{error}")))
}

/// The rules of a submission, with keys set.
pub fn rules(rulebook: &str, submission: &str, set: &[&str]) -> Arc<Rules> {
    let overrides: Vec<String> = set.iter().map(|line| (*line).to_owned()).collect();
    let source = &library().submission(rulebook, submission).unwrap().source;
    let checked = library().check(source.with_overrides(&overrides).unwrap());
    let terms = checked.terms.unwrap_or_else(|| panic!("{rulebook} {set:?}: {}", checked.report));
    Arc::new(Rules::new(terms).unwrap())
}

/// A table that runs by itself.
pub struct Desk {
    pub id: TableId,
    pub dealer: AutomaticDealer,
    pub heard: Heard,
    pub shoe: Option<VirtualShoe>,
    pub others: Vec<AutomaticParticipant>,
    pub advice: Arc<Advice>,
    pub commitments: Vec<ShoeCommitment>,
    /// How many cards the cuts of this shoe have brought from the top to the bottom, as anybody can add them up.
    pub cut: u16,
    /// How many cards lay face down, with a commitment that anybody can check.
    pub face_down: u32,
    /// Whether bonus and progressive wagers are made as well.
    pub bonus: bool,
    /// Of so many questions one is not answered.
    pub silent_one_in: Option<u16>,
}

impl Desk {
    /// The cards follow what happens; a stranger follows what the record says of them.
    fn follow_cards(&mut self, table: &Table, event: &Event, chance: Chance) {
        if let Some(news) = CardNews::from_event(table, event) {
            self.shoe = news.follow(table, self.shoe.take(), chance).unwrap();
            if let CardNews::Cut { at } = news {
                self.cut = (self.cut + at) % table.rules().terms.pack().len();
            } else {
                self.commitments.extend(self.shoe.as_ref().map(|shoe| shoe.commitment().unwrap()));
                self.cut = 0;
            }
        }
        let What::Dealing(DealingEvent::CardDealt { card, .. }) = &event.what else { return };
        if let Face::Down(hidden) = card.face() {
            let published = self.commitments.last().unwrap();
            published.verify_dealt(card.place(), self.cut, hidden.commitment().unwrap()).unwrap();
            self.face_down += 1;
        }
    }
}

/// Tables and links that run by themselves.
pub struct Floor {
    pub name: String,
    pub pit: Pit,
    pub desks: Vec<Desk>,
    pub chance: Chance,
    pub random: HouseRandom,
    /// How often the house did what.
    pub done: BTreeMap<String, u32>,
    /// What was told.
    pub told: Vec<String>,
}

impl Floor {
    pub fn new(name: &str, seed: u64) -> Self {
        let chance = Chance::Seed(seed);
        let random = chance.for_purpose(name, 0).unwrap();
        let (pit, desks, done, told) = Default::default();
        Self { name: name.to_owned(), pit, desks, chance, random, done, told }
    }

    /// Puts up a table, opens it, and so many people sit down.
    pub fn open(&mut self, rules: &Arc<Rules>, people: usize, bonus: bool) {
        self.open_for(rules, people, bonus, 1_000_000);
    }

    /// The same, with people who buy in for so many minor units.
    pub fn open_for(&mut self, rules: &Arc<Rules>, people: usize, bonus: bool, buys_in: i64) {
        let id = TableId(u32::try_from(self.desks.len()).unwrap() + 1);
        let dealer = AutomaticDealer::new(id, Staff::numbered_from(Person(1_000 * id.0)));
        self.pit.put_up(id, rules);
        let house = rules.terms.rulebook.file.family == Family::HouseBanked;
        let advice =
            Arc::new(if house { Advice::default() } else { Advice::from_terms(&rules.terms).unwrap() });
        let buys_in = Amount::from_minor(buys_in, rules.terms.currency);
        let seats: Vec<u8> = rules.seats.iter().map(|seat| seat.number).take(people).collect();
        let one = |seat: &u8| {
            let person = Person(100 * id.0 + u32::from(*seat));
            AutomaticParticipant::new(person, buys_in, &mut self.random)
        };
        let others: Vec<_> = seats.iter().map(one).collect();
        self.desks.push(Desk {
            id,
            dealer,
            heard: Heard::default(),
            shoe: None,
            others: others.clone(),
            advice,
            commitments: Vec::new(),
            cut: 0,
            face_down: 0,
            bonus,
            silent_one_in: None,
        });
        let at = self.desks.len() - 1;
        self.must(at, &dealer.open(buys_in.times(3, 1, Rounding::Down).unwrap(), Minute(0)));
        for (one, seat) in others.iter().zip(seats) {
            one.arrive(id, seat).iter().for_each(|act| self.filled(at, act));
        }
    }

    pub fn table(&self, at: usize) -> &Table {
        self.pit.table(self.desks[at].id).unwrap()
    }

    /// Something is done; nothing that the house or its participants do may be refused.
    pub fn must(&mut self, at: usize, act: &Act) {
        match act.carry_out(&mut self.pit) {
            Ok(happenings) => self.happen(&happenings),
            Err(refusal) => {
                let (phase, round) = (self.table(at).phase(), self.table(at).round());
                panic!("{}: {act:?} {phase:?} {:?}: {refusal} ({})", self.name, round.stage, refusal.code())
            }
        }
    }

    /// The same, with chips brought to the tray first.
    pub fn filled(&mut self, at: usize, act: &Act) {
        if let Some(fill) = self.desks[at].dealer.fill_before(&self.pit, act) {
            self.must(at, &fill);
        }
        self.must(at, act);
    }

    fn happen(&mut self, happenings: &[Happening]) {
        for happening in happenings {
            let rules = self.table(0).rules();
            self.told.push(happening.story(&Names::new(rules, &|person| person.to_string())));
            let Happening::Table(id, event) = happening else { continue };
            let table = self.pit.table(*id).unwrap();
            let desk = self.desks.iter_mut().find(|desk| desk.id == *id).unwrap();
            desk.heard.follow(event);
            desk.follow_cards(table, event, self.chance);
            assert_eq!(table.fault(), None, "{}", self.name);
        }
    }

    /// Does what is next at a table; tells whether it went on.
    pub fn step(&mut self, at: usize) -> bool {
        let desk = &self.desks[at];
        match desk.dealer.next(&self.pit, &desk.heard, &mut self.random) {
            Next::Does(doing, act) => {
                *self.done.entry(format!("{doing:?}")).or_default() += 1;
                self.must(at, &act);
            }
            Next::Draws(draw) => {
                let shoe = self.desks[at].shoe.as_ref().unwrap();
                let card = shoe.hidden(draw.place).unwrap();
                self.desks[at].commitments.last().unwrap().verify(&shoe.open(draw.place).unwrap()).unwrap();
                self.must(at, &draw.with(card));
            }
            Next::Asks(people) => self.asks(at, people[0]),
            Next::TakesWagers => self.takes_wagers(at),
            Next::Lacks(person, amount) => {
                let command = Command::BuyIn { amount, with: BuyInWith::Cash };
                self.filled(at, &Act::at(self.desks[at].id, participant(person), command));
            }
            Next::Waits(Why::NobodyBids) => self.desks[at].heard.clear(),
            Next::Waits(Why::Jackpot) => return false,
            Next::Waits(why) => panic!("{}: {}", self.name, why.in_words()),
        }
        true
    }

    fn asks(&mut self, at: usize, person: Person) {
        if Heard::concerns(self.table(at)) {
            self.desks[at].heard.add(person);
        }
        let silent = self.desks[at].silent_one_in.is_some_and(|times| self.random.once_in(times));
        if silent || !self.answers(at, person) {
            let silence = self.desks[at].dealer.for_silent(&self.pit, person);
            silence.into_iter().for_each(|act| self.must(at, &act));
        }
    }

    /// Somebody answers by what they see; tells whether they said anything.
    pub fn answers(&mut self, at: usize, person: Person) -> bool {
        let one = *self.desks[at].others.iter().find(|one| one.person() == person).unwrap();
        if let Some(act) = self.sees(at, person, |sight, _| one.buy_in(sight)) {
            self.filled(at, &act);
        }
        let acts = self.sees(at, person, |sight, random| one.answer(sight, random));
        acts.iter().for_each(|act| self.filled(at, act));
        !acts.is_empty()
    }

    /// What somebody makes of what they see.
    pub fn sees<T>(
        &mut self,
        at: usize,
        person: Person,
        makes: impl FnOnce(&Sight<'_>, &mut HouseRandom) -> T,
    ) -> T {
        let desk = &self.desks[at];
        let table = self.pit.table(desk.id).unwrap();
        let seen = view(table, Viewer::Participant(person));
        let sight = Sight { table: desk.id, rules: table.rules(), seen: &seen, advice: &desk.advice };
        makes(&sight, &mut self.random)
    }

    fn takes_wagers(&mut self, at: usize) {
        let people: Vec<Person> = self.desks[at].others.iter().map(AutomaticParticipant::person).collect();
        for person in people {
            self.answers(at, person);
            if self.desks[at].bonus {
                self.bets_beside(at, person);
            }
        }
        match self.desks[at].dealer.close_bets(&self.pit) {
            Some(act) => self.must(at, &act),
            None => self.give_up_locked(at),
        }
    }

    /// Whatever else the table takes from somebody.
    fn bets_beside(&mut self, at: usize, person: Person) {
        let rules = Arc::clone(self.table(at).rules());
        for spot in rules.spots.iter().filter(|spot| spot.kind != WagerKind::Base) {
            let least = spot.offered.units.first().copied().or(spot.offered.min);
            let Some(amount) = least else { continue };
            if self.table(at).bets().iter().any(|bet| (bet.key.owner, bet.spot) == (person, spot.id)) {
                continue;
            }
            let wager =
                Command::PlaceWager { spot: spot.id, amount, tender: Tender::Chips, for_dealer: false };
            let act = Act::at(self.desks[at].id, participant(person), wager);
            if let Ok(happenings) = act.carry_out(&mut self.pit) {
                self.happen(&happenings);
            }
        }
    }

    /// A jackpot elsewhere locks a wager: whoever made it takes it down again.
    fn give_up_locked(&mut self, at: usize) {
        let rules = Arc::clone(self.table(at).rules());
        for bet in self.table(at).bets().to_vec() {
            if rules.spot(bet.spot).is_some_and(|spot| spot.kind == WagerKind::Progressive) {
                let down = Command::TakeDown { spot: bet.spot, for_dealer: false };
                self.must(at, &Act::at(self.desks[at].id, participant(bet.key.owner), down));
            }
        }
        let close = self.desks[at].dealer.close_bets(&self.pit);
        let close = close.unwrap_or_else(|| panic!("{}: no round can begin", self.name));
        self.must(at, &close);
    }

    /// Plays at all tables in turns until each is past so many shoes, or rounds.
    pub fn play(&mut self, shoes: u32, rounds: u32) {
        let over = |table: &Table| {
            let shoe = table.shoe().number > shoes && table.phase() == Phase::Betting;
            shoe || table.round().number >= rounds && table.phase() == Phase::Betting
        };
        let mut steps = (0, 0_u32);
        loop {
            let open: Vec<usize> = (0..self.desks.len()).filter(|at| !over(self.table(*at))).collect();
            if open.is_empty() {
                break;
            }
            // A table that goes round in circles has not gone on.
            let rounds = (0..self.desks.len()).map(|at| self.table(at).round().number).sum();
            steps = if steps.0 == rounds { (rounds, steps.1 + 1) } else { (rounds, 0) };
            let last = || self.told.iter().rev().take(20).collect::<Vec<_>>();
            assert!(steps.1 < 20_000, "{}: no round ends: {:#?}", self.name, last());
            let went_on = open.into_iter().filter(|at| self.step(*at)).count();
            assert!(went_on > 0, "{}: no table goes on", self.name);
        }
        for at in 0..self.desks.len() {
            self.table(at).audit().unwrap_or_else(|fault| panic!("{}: {fault}", self.name));
        }
    }
}
