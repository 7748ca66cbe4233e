//! A few days of two accounts at one table, in which everything happens that can happen in an account: the journal
//! `cage`.

use std::sync::Arc;

use banco_engine::cage::{Command, House, Kind, Limit, LimitKey, Period, Status, Time, Wanted, Word};
use banco_engine::link::TableId;
use banco_engine::pit::{self, Happening, Pit};
use banco_engine::table::{self, BuyInWith, Minute, Rules};
use banco_engine::{Actor, Person, RequestId, Role};
use banco_money::{Amount, Currency};

use crate::support::terms;

const AT: TableId = TableId(1);
const DAY: u64 = 86_400;
const ANNA: Person = Person(11);
const BEN: Person = Person(12);
const CASHIER: Actor = Actor::new(Role::Cashier, Person(4001));
const FLOOR: Actor = Actor::new(Role::Floor, Person(2001));
const EXECUTIVE: Actor = Actor::new(Role::Executive, Person(5001));
const DEALER: Actor = Actor::new(Role::Dealer, Person(1001));

fn usd(dollars: i64) -> Amount {
    Amount::from_minor(dollars * 100, Currency::Usd)
}

const fn player(person: Person) -> Actor {
    Actor::new(Role::Participant, person)
}

/// A floor whose clock goes on with every step.
struct Story {
    pit: Pit,
    now: Time,
    happened: Vec<Happening>,
}

impl Story {
    fn own(&mut self, person: Person, command: Command) -> &mut Self {
        self.cage(person, player(person), command)
    }

    fn cage(&mut self, person: Person, by: Actor, command: Command) -> &mut Self {
        self.now = self.now.after(1);
        let command = pit::Command::Account(person, command);
        let told = format!("{command:?}");
        let all = self.pit.carry_out_at(self.now, by, command);
        self.happened.extend(all.unwrap_or_else(|refusal| panic!("{told}: {refusal}")));
        self
    }

    fn word(&mut self, person: Person, word: Word) -> &mut Self {
        self.now = self.now.after(1);
        let all = self.pit.carry_out_word_at(self.now, pit::Word::Account(person, word));
        self.happened.extend(all.unwrap_or_else(|refusal| panic!("{word:?}: {refusal}")));
        self
    }

    fn at_table(&mut self, by: Actor, command: table::Command) -> &mut Self {
        self.now = self.now.after(1);
        let all = self.pit.carry_out_at(self.now, by, pit::Command::Table(AT, command));
        self.happened.extend(all.unwrap_or_else(|refusal| panic!("{refusal}")));
        self
    }

    fn later(&mut self, seconds: u64) -> &mut Self {
        self.now = self.now.after(seconds);
        self
    }
}

/// What happened, and the floor at the end.
pub fn story() -> (Vec<Happening>, Pit) {
    let mut pit = Pit::default();
    pit.keep_house(House { kind: Some(Kind::Real), executive_from: vec![usd(100)], ..House::default() });
    let rules = Arc::new(Rules::new(terms("ma-midi", "default", &[])).unwrap());
    let put_up = pit.put_up(AT, &rules);
    let mut story = Story { pit, now: Time(1_794_795_300), happened: vec![put_up] };
    story
        .at_table(FLOOR, table::Command::OpenTable { float: usd(50_000), differential: None, at: Minute(0) });
    money(&mut story);
    limits(&mut story);
    tables(&mut story);
    sessions(&mut story);
    protection(&mut story);
    let balance = story.pit.trial_balance();
    assert!(balance.imbalances.is_empty(), "{:?}", balance.imbalances);
    (story.happened, story.pit)
}

fn money(story: &mut Story) {
    let open = || Command::Open { currency: Currency::Usd, kind: Kind::Real };
    let active = || Command::ChangeStatus { reason: "showed a passport".to_owned(), status: Status::Active };
    for person in [ANNA, BEN] {
        story.cage(person, CASHIER, open()).cage(person, CASHIER, active());
    }
    let adjust =
        |dollars| Command::Ask(Wanted::Adjust { amount: usd(dollars), reason: "counted again".into() });
    story
        .cage(ANNA, CASHIER, Command::Deposit { amount: usd(5_000) })
        .cage(BEN, CASHIER, Command::Deposit { amount: usd(300) })
        .cage(ANNA, CASHIER, Command::PayOut { amount: usd(500), identity: None })
        .cage(ANNA, FLOOR, adjust(-50))
        .cage(ANNA, EXECUTIVE, Command::Approve { request: RequestId(1) })
        .cage(ANNA, FLOOR, adjust(1_000))
        .cage(
            ANNA,
            EXECUTIVE,
            Command::TurnDown { reason: "it was right".to_owned(), request: RequestId(2) },
        );
}

fn limits(story: &mut Story) {
    let wager = |dollars: Option<i64>| Command::SetLimit(Limit::Wager { most: dollars.map(usd) });
    let deposit = Limit::Deposit { most: Some(usd(10_000)), period: Period::Week };
    story
        .own(ANNA, wager(Some(500)))
        .own(ANNA, Command::SetLimit(deposit))
        .own(ANNA, Command::SetLimit(Limit::Loss { most: Some(usd(3_000)), period: Period::Day }))
        .own(ANNA, wager(Some(800)))
        .own(ANNA, Command::WithdrawLimit(LimitKey::Wager))
        .own(ANNA, wager(None))
        .later(DAY)
        .own(ANNA, Command::ConfirmLimit(LimitKey::Wager));
}

fn tables(story: &mut Story) {
    let buy = |dollars, with| table::Command::BuyIn { amount: usd(dollars), with };
    story
        .own(ANNA, Command::HoldBuyIn { amount: usd(200), table: AT })
        .own(ANNA, Command::VoidBuyIn { hold: banco_engine::cage::HoldId(1), reason: "later".to_owned() })
        .own(ANNA, Command::HoldBuyIn { amount: usd(2_000), table: AT })
        .at_table(player(ANNA), table::Command::Sit { seat: 1 })
        .at_table(player(BEN), table::Command::Sit { seat: 2 })
        .at_table(player(ANNA), buy(2_000, BuyInWith::Cash))
        .at_table(player(BEN), buy(300, BuyInWith::Chips))
        .at_table(player(BEN), table::Command::Tip { amount: usd(25) })
        .own(ANNA, Command::SetLimit(Limit::Wager { most: Some(usd(250)) }))
        .at_table(player(ANNA), table::Command::CashOut { amount: usd(700) })
        .at_table(player(BEN), table::Command::Leave)
        .at_table(DEALER, table::Command::Prepare { step: "inspect".to_owned(), told: None });
}

fn sessions(story: &mut Story) {
    story
        .own(ANNA, Command::ChooseCheck { minutes: Some(30) })
        .own(ANNA, Command::SetLimit(Limit::Session { minutes: Some(60) }))
        .word(ANNA, Word::SessionStarted)
        .later(1_800)
        .word(ANNA, Word::Time)
        .own(ANNA, Command::AcknowledgeCheck)
        .word(ANNA, Word::SessionEnded)
        .later(60)
        .word(ANNA, Word::SessionStarted)
        .later(1_800)
        .word(ANNA, Word::Time)
        .word(ANNA, Word::SessionEnded)
        .own(ANNA, Command::ChooseCheck { minutes: None });
}

fn protection(story: &mut Story) {
    let until = story.now.after(DAY);
    story
        .own(ANNA, Command::CoolOff { until })
        .own(ANNA, Command::Exclude { until: Some(until.after(DAY)) })
        .later(DAY)
        .word(ANNA, Word::Time)
        .at_table(player(ANNA), table::Command::Leave)
        .later(DAY)
        .word(ANNA, Word::Time)
        .own(ANNA, Command::Exclude { until: None })
        .cage(BEN, CASHIER, Command::PayOut { amount: usd(275), identity: None })
        .own(BEN, Command::ChangeStatus { reason: "moves away".to_owned(), status: Status::Closed });
}
