//! An evening on a floor for real money: dealers sign on and relieve each other, cash goes through their hands, a payout
//! waits for its owner, what takes two people is approved, and what somebody asked for lapses with their role. The
//! journal `controls`.

use std::sync::Arc;

use banco_engine::cage::{self, House, Kind, Status, Time};
use banco_engine::link::{self, TableId};
use banco_engine::pit::{Command, Happening, Pit, Stream, Word};
use banco_engine::table::{self, BuyInWith, Minute, Rules, Tender};
use banco_engine::{Actor, Controls, Level, Levels, MoneyAction, Person, RequestId, Role};
use banco_money::{Amount, Currency};

use crate::support::terms;

const AT: TableId = TableId(1);
const ANNA: Person = Person(11);
const CASHIER: Actor = Actor::new(Role::Cashier, Person(4001));
const FLOOR: Actor = Actor::new(Role::Floor, Person(2001));
const OTHER: Actor = Actor::new(Role::Floor, Person(2002));
const DEALER: Actor = Actor::new(Role::Dealer, Person(1001));
const RELIEF: Actor = Actor::new(Role::Dealer, Person(1002));

fn usd(dollars: i64) -> Amount {
    Amount::from_minor(dollars * 100, Currency::Usd)
}

/// A house where $1,000 takes two people.
fn house() -> House {
    let mut levels = Levels::default();
    let level = Level { two_people_from: 100_000, at_most: 10_000_000 };
    MoneyAction::ALL.into_iter().for_each(|action| levels.set(action, level));
    House { kind: Some(Kind::Real), controls: Controls::Full, levels, ..House::default() }
}

fn at_table(number: u32) -> Command {
    Command::Table(AT, table::Command::Approve { request: RequestId(number) })
}

fn of_anna(command: cage::Command) -> Command {
    Command::Account(ANNA, command)
}

/// The table opens by two people, and an account is opened, with money in it.
fn opening() -> Vec<(Actor, Command)> {
    let open = table::Command::OpenTable { float: usd(50_000), differential: None, at: Minute(0) };
    let account = cage::Command::Open { currency: Currency::Usd, kind: Kind::Real };
    let active = cage::Command::ChangeStatus { reason: "a passport".to_owned(), status: Status::Active };
    vec![
        (FLOOR, Command::Table(AT, open)),
        (OTHER, at_table(1)),
        (CASHIER, of_anna(account)),
        (CASHIER, of_anna(active)),
        (CASHIER, of_anna(cage::Command::Deposit { amount: usd(900) })),
        (CASHIER, of_anna(cage::Command::Deposit { amount: usd(5_000) })),
        (FLOOR, of_anna(cage::Command::Approve { request: RequestId(1) })),
    ]
}

/// Money comes to the table by every way that there is.
fn playing() -> Vec<(Actor, Command)> {
    let anna = Actor::new(Role::Participant, ANNA);
    let here = |command| Command::Table(AT, command);
    let cash = |dollars| here(table::Command::TakeCash { person: ANNA, amount: usd(dollars) });
    let promote = |dollars| {
        let (person, tender) = (ANNA, Tender::Promotional);
        here(table::Command::Promote { person, tender, amount: usd(dollars) })
    };
    let fill = |dollars| here(table::Command::FillTray { amount: usd(dollars), credit: false });
    vec![
        (DEALER, here(table::Command::SignOn)),
        (anna, here(table::Command::Sit { seat: 1 })),
        (anna, here(table::Command::BuyIn { amount: usd(1_000), with: BuyInWith::Account })),
        (DEALER, cash(300)),
        (DEALER, cash(700)),
        (FLOOR, at_table(2)),
        (FLOOR, promote(50)),
        (FLOOR, fill(500)),
        (FLOOR, fill(2_000)),
        (OTHER, at_table(3)),
        (DEALER, cash(1_000)),
        (RELIEF, here(table::Command::SignOn)),
        (anna, here(table::Command::Leave)),
        (FLOOR, here(table::Command::SignOff)),
    ]
}

/// One payout with a document, one that the owner confirms, and one that takes a second person as well.
fn leaving() -> Vec<(Actor, Command)> {
    let anna = Actor::new(Role::Participant, ANNA);
    let pay = |dollars, identity: Option<&str>| {
        of_anna(cage::Command::PayOut { amount: usd(dollars), identity: identity.map(str::to_owned) })
    };
    let confirm = |number| of_anna(cage::Command::ConfirmPayOut { request: RequestId(number) });
    vec![
        (CASHIER, pay(500, Some("passport seen"))),
        (CASHIER, pay(100, None)),
        (anna, confirm(2)),
        (CASHIER, pay(1_000, None)),
        (anna, confirm(3)),
        (FLOOR, of_anna(cage::Command::Approve { request: RequestId(3) })),
        (CASHIER, pay(200, None)),
    ]
}

/// What happened, and the floor at the end.
pub fn story() -> (Vec<Happening>, Pit) {
    let mut pit = Pit::default();
    pit.keep_house(house());
    let rules = Arc::new(Rules::new(terms("ma-baccarat", "royal-9", &[])).unwrap());
    let mut happened = vec![pit.put_up(AT, &rules)];
    let mut now = Time(1_794_795_300);
    let link = rules.links.first().unwrap().name;
    let meter = link::Wanted::Adjust {
        amount: usd(1),
        meter: "heart".into(),
        reason: "set right".into(),
        reserve: false,
    };
    let ask = (FLOOR, Command::Link(link, link::Command::Ask(meter)));
    for (by, command) in opening().into_iter().chain(playing()).chain(leaving()).chain([ask]) {
        now = now.after(1);
        let told = format!("{command:?}");
        happened
            .extend(pit.carry_out_at(now, by, command).unwrap_or_else(|refusal| panic!("{told}: {refusal}")));
    }
    for (stream, gone) in [(Stream::Link(link), FLOOR), (Stream::Account(ANNA), CASHIER)] {
        happened.extend(pit.carry_out_word_at(now, Word::AskerGone(stream, gone.person())).unwrap());
    }
    let balance = pit.trial_balance();
    assert!(balance.imbalances.is_empty(), "{:?}", balance.imbalances);
    (happened, pit)
}
