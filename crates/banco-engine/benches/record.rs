//! How many events of a busy table are written, and read back and applied, a second: five seats with three wagers
//! each, cards face down with commitments. `cargo bench -p banco-engine --bench record`. Beside it, as a yardstick in
//! the same run, `serde_json` reads the same lines without looking at what they mean, and writes them again.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    missing_docs,
    reason = "a benchmark may fail by panicking"
)]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use banco_cards::Card;
use banco_dice::Dice;
use banco_engine::link::TableId;
use banco_engine::pit::Pit;
use banco_engine::record::Record;
use banco_engine::table::{
    Actor, BuyInWith, CardSource, Command, Event, Minute, Person, Phase, Role, Rules, Stage, Table, Tender,
    Word, decide, evolve, hear,
};
use banco_engine::{Commitment, Hidden, Shelf};
use banco_money::{Amount, Currency};
use banco_rulebook::Library;
use serde_json::Value;

/// Events a second on one core.
const WRITTEN: f64 = 500_000.0;
const READ: f64 = 300_000.0;
const ROUNDS: u32 = 2_000;
const TABLE: TableId = TableId(1);
const WAGERS: [(u8, [&str; 3]); 5] = [
    (1, ["player", "tie", "dragon-bonus.player"]),
    (2, ["banker", "tie", "dragon-bonus.banker"]),
    (3, ["player", "tie", "dragon-bonus.banker"]),
    (5, ["banker", "tie", "dragon-bonus.player"]),
    (7, ["banker", "player", "dragon-bonus.banker"]),
];

fn main() {
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let rules = rules();
    let records = Floor::new(&rules).play(ROUNDS);
    let lines: Vec<String> = records.iter().map(|record| record.to_line().unwrap()).collect();
    let bytes: usize = lines.iter().map(String::len).sum();
    println!("{} events of {} bytes on average", lines.len(), bytes / lines.len());
    let values: Vec<Value> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [mut written, mut read, mut applied, mut value_written, mut value_read] = [0.0_f64; 5];
    for _ in 0..5 {
        written = written.max(rate(&records, || write(&records)));
        read = read.max(rate(&records, || lines.iter().for_each(|line| drop(Record::read(line).unwrap()))));
        applied = applied.max(rate(&records, || apply(&rules, &lines)));
        value_written = value_written.max(rate(&records, || write_values(&values)));
        value_read = value_read.max(rate(&records, || lines.iter().for_each(|line| read_value(line))));
    }
    println!("{:<28}{:>12}{:>14}{:>22}", "", "events/s", "of the goal", "of plain serde_json");
    let show = |what: &str, rate: f64, goal: f64, plain: f64| {
        println!("{what:<28}{rate:>12.0}{:>14.2}{:>22.2}", rate / goal, rate / plain);
    };
    show("written", written, WRITTEN, value_written);
    show("read", read, READ, value_read);
    show("read and applied", applied, READ, value_read);
}

/// Events a second.
fn rate(records: &[Record], work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    records.len() as f64 / start.elapsed().as_secs_f64()
}

fn write(records: &[Record]) {
    let mut journal = Vec::new();
    for record in records {
        record.write(&mut journal).unwrap();
        journal.push(b'\n');
    }
    black_box(journal);
}

fn write_values(values: &[Value]) {
    let mut journal = Vec::new();
    for value in values {
        serde_json::to_writer(&mut journal, value).unwrap();
        journal.push(b'\n');
    }
    black_box(journal);
}

fn read_value(line: &str) {
    black_box(serde_json::from_str::<Value>(line).unwrap());
}

fn apply(rules: &Arc<Rules>, lines: &[String]) {
    let mut pit = Pit::default();
    pit.know(Arc::clone(rules));
    for line in lines {
        if let Record::Table { table, event, .. } = Record::read(line).unwrap() {
            pit.evolve_table(table, &event);
        }
    }
    black_box(pit);
}

fn rules() -> Arc<Rules> {
    let library = Library::embedded().unwrap();
    let source = library.submission("ma-midi", "default").unwrap().source.clone();
    Arc::new(Rules::new(library.check(source).terms.unwrap()).unwrap())
}

/// A table with everything around it, and what it writes down.
struct Floor {
    table: Table,
    rules: Arc<Rules>,
    cards: Vec<Card>,
    dice: Dice,
    shelf: Shelf,
    events: Vec<Event>,
}

const fn staff(role: Role) -> Actor {
    Actor::new(role, Person(1_000))
}

impl Floor {
    fn new(rules: &Arc<Rules>) -> Self {
        let cards = rules.terms.pack().cards().collect();
        let (first, table) = Table::put_up(rules);
        let (dice, shelf, events) = (Dice::new(1), Shelf::with(Arc::clone(rules)), vec![first]);
        let mut floor = Self { table, rules: Arc::clone(rules), cards, dice, shelf, events };
        let float = Amount::from_minor(1_000_000_000_000, Currency::Usd);
        floor.command(staff(Role::Floor), Command::OpenTable { float, differential: None, at: Minute(0) });
        for (seat, _) in WAGERS {
            let one = Actor::new(Role::Participant, Person(u32::from(seat)));
            floor.command(one, Command::Sit { seat });
            let amount = Amount::from_minor(100_000_000_000, Currency::Usd);
            floor.command(one, Command::BuyIn { amount, with: BuyInWith::Chips });
        }
        floor
    }

    /// Plays rounds, and gives the records of everything.
    fn play(mut self, rounds: u32) -> Vec<Record> {
        for _ in 0..rounds {
            while self.table.phase() != Phase::Betting || self.table.shoe_asked().is_some() {
                self.towards_betting();
            }
            self.round();
        }
        let record = |(at, event)| Record::Table { table: TABLE, number: at, event };
        (1..).zip(self.events).map(record).collect()
    }

    fn command(&mut self, by: Actor, command: Command) {
        let events = decide(&self.table, by, command).unwrap();
        self.happen(events);
    }

    fn happen(&mut self, events: Vec<Event>) {
        events.iter().for_each(|event| evolve(&mut self.table, event, &self.shelf));
        self.events.extend(events);
    }

    /// The next card, with a commitment to it.
    fn next_card(&self) -> Hidden<Card> {
        let place = self.table.next_card();
        let card = self.cards[usize::from(place)];
        Hidden::committed(card, Commitment::to_card(&[1; 32], place, card))
    }

    fn towards_betting(&mut self) {
        let dealer = staff(Role::Dealer);
        match self.table.phase() {
            Phase::Preparing => {
                let next = self.table.next_preparation().unwrap();
                let (by, step) = (staff(next.by), next.id.to_string());
                self.command(by, Command::Prepare { step, told: None });
            }
            Phase::Cutting => {
                let asked = self.table.shoe().cut_asked;
                let by = asked.map_or(dealer, |(person, _)| Actor::new(Role::Participant, person));
                self.command(by, Command::Cut { at: 200 });
            }
            Phase::Loading => {
                self.dice.shuffle(&mut self.cards);
                let source = CardSource::Virtual;
                self.command(dealer, Command::LoadShoe { source, cut_card: 14, batch: 1 });
            }
            Phase::Burning => {
                let card = self.next_card();
                self.command(dealer, Command::BurnCard(card));
            }
            Phase::BetweenShoes => self.command(dealer, Command::CollectVigorish),
            _ => {
                let asked = self.table.shoe_asked().unwrap();
                let by = Actor::new(Role::Participant, asked.person);
                self.command(by, Command::AcceptShoe { dealer_acts: false });
            }
        }
    }

    fn round(&mut self) {
        let rules = Arc::clone(&self.rules);
        for (seat, wager) in WAGERS.iter().flat_map(|(seat, wagers)| wagers.map(|wager| (*seat, wager))) {
            let spot = rules.spot_named(&wager.parse().unwrap()).unwrap();
            let person = Person(u32::from(seat));
            // A wager that pushed still lies there.
            let lies = self.table.bets().iter().any(|bet| bet.key.owner == person && bet.spot == spot.id);
            if !lies {
                let (amount, tender) = (spot.offered.min.unwrap(), Tender::Chips);
                let by = Actor::new(Role::Participant, person);
                self.command(by, Command::PlaceWager { spot: spot.id, amount, tender, for_dealer: false });
            }
        }
        let dealer = staff(Role::Dealer);
        self.command(dealer, Command::NoMoreBets);
        loop {
            match self.table.round().stage {
                Stage::Initial(_) | Stage::Third(_) => {
                    let events = hear(&self.table, Word::Card(self.next_card())).unwrap();
                    self.happen(events);
                }
                Stage::Turning(_) | Stage::TurningThird(_) => {
                    self.command(dealer, Command::TurnCards(Vec::new()))
                }
                _ => break,
            }
        }
        self.command(dealer, Command::Settle);
        self.command(dealer, Command::ClearTable);
    }
}
