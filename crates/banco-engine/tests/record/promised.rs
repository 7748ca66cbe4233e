//! A table that opens, has its shoe promised, closes, and has the shoe shown: the journal `promised-shoe`.

use std::sync::Arc;

use banco_engine::link::TableId;
use banco_engine::pit::{self, Happening, Pit};
use banco_engine::table::{Command, Minute, Rules, Word};
use banco_engine::{Actor, Person, Role, ShoeOpening};
use banco_money::{Amount, Currency};

use crate::support::terms;

const AT: TableId = TableId(1);
const FLOOR: Actor = Actor::new(Role::Floor, Person(2001));

/// What happened, and the floor at the end.
pub fn story() -> (Vec<Happening>, Pit) {
    let mut pit = Pit::default();
    let rules = Arc::new(Rules::new(terms("ma-midi", "default", &[])).unwrap());
    let mut happened = vec![pit.put_up(AT, &rules)];
    let cards = rules.terms.pack().cards().collect();
    let seed = (1..=14).map(|key| [key; 32]).collect();
    let shoe = Arc::new(ShoeOpening { aside: false, cards, secret: [7; 32], seed });
    let float = Amount::from_minor(10_000_000, Currency::Usd);
    let open = Command::OpenTable { float, differential: None, at: Minute(0) };
    happened.extend(pit.carry_out(FLOOR, pit::Command::Table(AT, open)).unwrap());
    let promise = Word::ShoeCommitted { shoe: 1, root: shoe.root() };
    happened.extend(pit.carry_out_word(pit::Word::Table(AT, promise)).unwrap());
    happened.extend(pit.carry_out(FLOOR, pit::Command::Table(AT, Command::CloseTable)).unwrap());
    happened.extend(pit.carry_out_word(pit::Word::Table(AT, Word::ShoeOpened(shoe))).unwrap());
    (happened, pit)
}
