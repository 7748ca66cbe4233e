//! How many complete rounds a second go through `decide` and `evolve`, with five seats betting three wagers
//! each: `cargo bench -p banco-engine`. Beside it, as a yardstick in the same run, the bare rules (`play` and
//! fifteen times `settle`) without a table, people or money.
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
use banco_engine::table::{
    Actor, BetKey, BuyInWith, CardSource, Command, Event, Minute, Person, Phase, Role, Rules, SpotId, Stage,
    Table, Tender, Word, decide, evolve, hear,
};
use banco_engine::{Decisions, Hidden, SeatFacts, Shelf, Ticket, play, settle};
use banco_money::{Amount, Currency};
use banco_rulebook::{Library, Terms};

/// Complete rounds a second on one core.
const GOAL: f64 = 200_000.0;
const ROUNDS: u32 = 20_000;
const WAGERS: [[&str; 3]; 5] = [
    ["player", "tie", "dragon-bonus.player"],
    ["banker", "tie", "dragon-bonus.banker"],
    ["player", "tie", "dragon-bonus.banker"],
    ["banker", "tie", "dragon-bonus.player"],
    ["banker", "player", "dragon-bonus.banker"],
];

fn main() {
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let tables = [
        (
            "co-rule-28, dealt face up",
            "co-rule-28",
            vec!["options.game = \"mini\"", "options.dealing = \"face-up\""],
        ),
        ("ma-baccarat, turned by the dealer", "ma-baccarat", vec!["options.card-handling = \"face-up\""]),
        ("ma-midi, handed over", "ma-midi", vec![]),
    ];
    println!(
        "{:<36}{:>12}{:>12}{:>12}{:>14}",
        "table", "rounds/s", "of the goal", "bare rules", "part of bare"
    );
    for (name, rulebook, set) in tables {
        let terms = terms(rulebook, &set);
        let [mut through_table, mut bare] = [0.0_f64; 2];
        for _ in 0..5 {
            through_table = through_table.max(rate(|| Floor::new(&terms).rounds(ROUNDS)));
            bare = bare.max(rate(|| bare_rounds(&terms, ROUNDS)));
        }
        println!(
            "{name:<36}{through_table:>12.0}{:>12.2}{bare:>12.0}{:>14.2}",
            through_table / GOAL,
            through_table / bare
        );
    }
}

/// Rounds a second of something that deals `ROUNDS` of them.
fn rate(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    f64::from(ROUNDS) / start.elapsed().as_secs_f64()
}

fn terms(rulebook: &str, set: &[&str]) -> Terms {
    let library = Library::embedded().unwrap();
    let set: Vec<String> = set.iter().map(|line| (*line).to_owned()).collect();
    let source = library.submission(rulebook, "default").unwrap().source.with_overrides(&set).unwrap();
    library.check(source).terms.unwrap()
}

/// A table with everything around it: the shoe, the people, the dealer.
struct Floor {
    table: Table,
    cards: Vec<Card>,
    dice: Dice,
    bets: Vec<Wager>,
    shelf: Shelf,
}

/// A wager that is made in every round.
#[derive(Clone, Copy)]
struct Wager {
    by: Actor,
    key: BetKey,
    spot: SpotId,
    amount: Amount,
}

const fn staff(role: Role) -> Actor {
    Actor::new(role, Person(1_000))
}

impl Floor {
    fn new(terms: &Terms) -> Self {
        let rules = Arc::new(Rules::new(terms.clone()).unwrap());
        let cards = terms.pack().cards().collect();
        let (bets, shelf) = (Self::bets(&rules), Shelf::default());
        let mut floor = Self { table: Table::new(&rules), cards, dice: Dice::new(1), bets, shelf };
        let float = Amount::from_minor(1_000_000_000_000, Currency::Usd);
        floor.command(staff(Role::Floor), Command::OpenTable { float, differential: None, at: Minute(0) });
        for seat in [1, 2, 3, 5, 7] {
            let one = Actor::new(Role::Participant, Person(u32::from(seat)));
            floor.command(one, Command::Sit { seat });
            let amount = Amount::from_minor(100_000_000_000, Currency::Usd);
            floor.command(one, Command::BuyIn { amount, with: BuyInWith::Chips });
        }
        floor
    }

    fn bets(rules: &Rules) -> Vec<Wager> {
        let seats = [1, 2, 3, 5, 7];
        let bet = |seat: u32, name: &str| {
            let spot = rules.spot_named(&name.parse().unwrap()).unwrap();
            let key = BetKey { owner: Person(seat), wager: spot.wager, for_dealer: false };
            let by = Actor::new(Role::Participant, key.owner);
            Wager { by, key, spot: spot.id, amount: spot.offered.min.unwrap() }
        };
        seats.iter().zip(WAGERS).flat_map(|(seat, names)| names.map(|name| bet(*seat, name))).collect()
    }

    fn command(&mut self, by: Actor, command: Command) {
        let events = decide(&self.table, by, command).unwrap();
        self.happen(&events);
    }

    fn hear(&mut self, word: Word) {
        let events = hear(&self.table, word).unwrap();
        self.happen(&events);
    }

    fn happen(&mut self, events: &[Event]) {
        for event in events {
            evolve(&mut self.table, event, &self.shelf);
        }
    }

    fn rounds(&mut self, rounds: u32) {
        for _ in 0..rounds {
            while self.table.phase() != Phase::Betting || self.table.shoe_asked().is_some() {
                self.towards_betting();
            }
            self.round();
        }
        black_box(&self.table);
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
                let by = self
                    .table
                    .shoe()
                    .cut_asked
                    .map_or(dealer, |(person, _)| Actor::new(Role::Participant, person));
                self.command(by, Command::Cut { at: 200 });
            }
            Phase::Loading => {
                self.dice.shuffle(&mut self.cards);
                let source = CardSource::Virtual;
                self.command(dealer, Command::LoadShoe { source, cut_card: 14, batch: 1 });
            }
            Phase::Burning => {
                let card = self.cards[usize::from(self.table.next_card())];
                self.command(dealer, Command::BurnCard(Hidden::new(card)));
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
        for at in 0..self.bets.len() {
            let Wager { by, key, spot, amount } = self.bets[at];
            // A wager that pushed still lies there.
            if self.table.bet(key).is_none() {
                let tender = Tender::Chips;
                self.command(by, Command::PlaceWager { spot, amount, tender, for_dealer: false });
            }
        }
        let dealer = staff(Role::Dealer);
        self.command(dealer, Command::NoMoreBets);
        loop {
            match self.table.round().stage {
                Stage::Initial(_) | Stage::Third(_) => {
                    let card = self.cards[usize::from(self.table.next_card())];
                    self.hear(Word::Card(Hidden::new(card)));
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

/// The same wagers on coups from the same kind of shoe, without a table.
fn bare_rounds(terms: &Terms, rounds: u32) {
    let mut cards: Vec<Card> = terms.pack().cards().collect();
    let mut dice = Dice::new(1);
    let tickets: Vec<Ticket> = WAGERS
        .iter()
        .flatten()
        .map(|name| {
            let wager = name.parse().unwrap();
            let stake = terms.offered(&wager).unwrap().min.unwrap();
            Ticket { wager, stake, seat: SeatFacts::default(), stood: false, history: Vec::new() }
        })
        .collect();
    dice.shuffle(&mut cards);
    let mut at = 0;
    for _ in 0..rounds {
        if at + 20 > cards.len() {
            dice.shuffle(&mut cards);
            at = 0;
        }
        let coup = (4..=6).find_map(|many| play(terms, &cards[at..at + many], Decisions::default()).ok());
        let coup = coup.unwrap().coup;
        at += coup.player.cards().count() + coup.banker.cards().count();
        for ticket in &tickets {
            black_box(settle(terms, &coup, ticket).unwrap());
        }
    }
}
