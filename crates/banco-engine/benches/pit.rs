//! What a command costs in a pit of a thousand tables, beside the same command in a pit of one:
//! `cargo bench -p banco-engine --bench pit`. Tables without a link have nothing in common; tables on one link
//! share its meters.
#![allow(
    clippy::unwrap_used,
    clippy::float_arithmetic,
    missing_docs,
    reason = "a benchmark may fail by panicking"
)]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use banco_engine::link::{self, TableId};
use banco_engine::pit::{Command, Pit, Word};
use banco_engine::table::{self, Actor, BuyInWith, Person, Role, Rules};
use banco_money::{Amount, Currency};
use banco_rulebook::Library;

const DECISIONS: u32 = 2_000;

fn main() {
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    println!("{:<44}{:>12}{:>12}{:>10}", "a command to one table", "ns, of 1", "ns, of 1,000", "ratio");
    for (name, rulebook, submission) in
        [("tables without a link", "co-rule-28", "default"), ("tables on one link", "ma-baccarat", "royal-9")]
    {
        let rules = rules(rulebook, submission);
        let (mut one, mut many) = (pit(&rules, 1), pit(&rules, 1_000));
        let [mut alone, mut among] = [f64::MAX; 2];
        for _ in 0..7 {
            alone = alone.min(cost(&mut one));
            among = among.min(cost(&mut many));
        }
        println!("{name:<44}{alone:>12.0}{among:>12.0}{:>10.2}", among / alone);
    }
    let rules = rules("ma-baccarat", "royal-9");
    let (mut one, mut many) = (pit(&rules, 1), pit(&rules, 1_000));
    let [mut alone, mut among] = [f64::MAX; 2];
    for _ in 0..7 {
        alone = alone.min(cost_on_link(&mut one, &rules));
        among = among.min(cost_on_link(&mut many, &rules));
    }
    let name = "a word of one of them to their link";
    println!("{name:<44}{alone:>12.0}{among:>12.0}{:>10.2}", among / alone);
}

fn rules(rulebook: &str, submission: &str) -> Arc<Rules> {
    let library = Library::embedded().unwrap();
    let source = library.submission(rulebook, submission).unwrap().source.clone();
    Arc::new(Rules::new(library.check(source).terms.unwrap()).unwrap())
}

/// So many tables, all open, with somebody at the first.
fn pit(rules: &Arc<Rules>, tables: u32) -> Pit {
    let mut pit = Pit::default();
    let floor = Actor::new(Role::Floor, Person(2_001));
    for table in (1..=tables).map(TableId) {
        pit.put_up(table, rules);
        let float = Amount::from_minor(10_000_000, Currency::Usd);
        let open = table::Command::OpenTable { float, differential: None, at: table::Minute(0) };
        pit.carry_out(floor, Command::Table(table, open)).unwrap();
    }
    let player = Actor::new(Role::Participant, Person(1));
    pit.carry_out(player, Command::Table(TableId(1), table::Command::Sit { seat: 1 })).unwrap();
    pit
}

/// Nanoseconds for a word to the link, with what it says to the table.
fn cost_on_link(pit: &mut Pit, rules: &Rules) -> f64 {
    let name = rules.links.first().unwrap().name;
    let start = Instant::now();
    for number in 0..DECISIONS {
        let (contact, table) = (number % 2 == 1, TableId(1));
        black_box(pit.carry_out_word(Word::Link(name, link::Word::Contact { contact, table })).unwrap());
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(DECISIONS)
}

/// Nanoseconds for a command: decided, and put in place.
fn cost(pit: &mut Pit) -> f64 {
    let player = Actor::new(Role::Participant, Person(1));
    let amount = Amount::from_minor(100, Currency::Usd);
    let start = Instant::now();
    for _ in 0..DECISIONS {
        let buy_in = table::Command::BuyIn { amount, with: BuyInWith::Chips };
        let decision = pit.decide(player, Command::Table(TableId(1), buy_in)).unwrap();
        black_box(pit.swap(decision));
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(DECISIONS)
}
