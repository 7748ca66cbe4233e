//! What somebody asks for and nobody answers in time, at a table, on its link and in an account: the journal
//! `unanswered`.

use std::sync::Arc;

use banco_engine::cage::{self, House, Kind, Status, Time};
use banco_engine::link::{self, TableId};
use banco_engine::pit::{Command, Happening, Pit, Stream, Word};
use banco_engine::table::{self, Account, Minute, Rules};
use banco_engine::{Actor, Person, Role};
use banco_money::{Amount, Currency};

use crate::support::terms;

const AT: TableId = TableId(1);
const ANNA: Person = Person(11);
const CASHIER: Actor = Actor::new(Role::Cashier, Person(4001));
const FLOOR: Actor = Actor::new(Role::Floor, Person(2001));

fn usd(dollars: i64) -> Amount {
    Amount::from_minor(dollars * 100, Currency::Usd)
}

/// What happened, and the floor at the end.
pub fn story() -> (Vec<Happening>, Pit) {
    let mut pit = Pit::default();
    pit.keep_house(House { answer_within: Some(60), ..House::default() });
    let rules = Arc::new(Rules::new(terms("ma-baccarat", "royal-9", &[])).unwrap());
    let mut happened = vec![pit.put_up(AT, &rules)];
    let mut now = Time(1_794_795_300);
    let open = table::Command::OpenTable { float: usd(50_000), differential: None, at: Minute(0) };
    let link = rules.links.first().unwrap().name;
    let correction = table::Wanted::Correction {
        amount: usd(5),
        from: Account::Tray,
        reason: "short".into(),
        to: Account::House,
    };
    let meter = link::Wanted::Adjust {
        amount: usd(1),
        meter: "heart".into(),
        reason: "set right".into(),
        reserve: false,
    };
    let balance = cage::Wanted::Adjust { amount: usd(1), reason: "a gift".into() };
    let account = cage::Command::Open { currency: Currency::Usd, kind: Kind::Real };
    let active = cage::Command::ChangeStatus { reason: "a passport".to_owned(), status: Status::Active };
    for (by, command) in [
        (FLOOR, Command::Table(AT, open)),
        (CASHIER, Command::Account(ANNA, account)),
        (CASHIER, Command::Account(ANNA, active)),
        (FLOOR, Command::Table(AT, table::Command::Ask(correction))),
        (FLOOR, Command::Link(link, link::Command::Ask(meter))),
        (FLOOR, Command::Account(ANNA, cage::Command::Ask(balance))),
    ] {
        now = now.after(1);
        happened.extend(pit.carry_out_at(now, by, command).unwrap());
    }
    for stream in [Stream::Table(AT), Stream::Link(link), Stream::Account(ANNA)] {
        happened.extend(pit.carry_out_word_at(now.after(61), Word::Time(stream)).unwrap());
    }
    (happened, pit)
}
