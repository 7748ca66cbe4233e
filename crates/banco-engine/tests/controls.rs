//! A floor for real money: every seat has an account, money comes from it or through the dealer's hands, and what is
//! large takes two people. What a floor for play money lets one person do alone is refused here, or waits.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::collections::BTreeMap;
use std::sync::Arc;

use banco_engine::cage::{self, House, Kind, Limit, Period, Status, Time};
use banco_engine::link::{self, HitId, TableId};
use banco_engine::pit::{Command, Happening, Pit, Refusal, State, Stream, Word};
use banco_engine::record::{Record, digest_of_table};
use banco_engine::script::{Line, Runner};
use banco_engine::table::{
    self, Account, BuyInWith, Command as Table, FloorEvent, Minute, Phase, Prompt, Rules, Tender, Viewer,
    Wanted, What, view,
};
use banco_engine::{Actor, Controls, Hidden, Level, Levels, MoneyAction, Name, Person, RequestId, Role};
use banco_money::{Amount, Currency};
use support::script::table_with;
use support::{library, terms};

const AT: TableId = TableId(1);
const START: Time = Time(1_794_795_300);
const DAY: u64 = cage::DAY;
const ANNA: Person = Person(11);
const BEN: Person = Person(12);
const DEALER: Actor = Actor::new(Role::Dealer, Person(1_001));
const RELIEF: Actor = Actor::new(Role::Dealer, Person(1_002));
const FLOOR: Actor = Actor::new(Role::Floor, Person(2_001));
const OTHER: Actor = Actor::new(Role::Floor, Person(2_002));
const CASHIER: Actor = Actor::new(Role::Cashier, Person(4_001));

/// A table that takes wagers, at which nobody sits any more.
const READY: [&str; 2] = ["ready 3", "seat 3: leave"];

/// $1,000 takes two people, and $5,000 is the most.
const LEVEL: Level = Level { two_people_from: 100_000, at_most: 500_000 };

fn usd(dollars: i64) -> Amount {
    cents(dollars * 100)
}

fn cents(minor: i64) -> Amount {
    Amount::from_minor(minor, Currency::Usd)
}

const fn player(person: Person) -> Actor {
    Actor::new(Role::Participant, person)
}

/// The same person, as a floorperson.
const fn as_floor(by: Actor) -> Actor {
    Actor::new(Role::Floor, by.person())
}

fn house(controls: Controls, level: Level) -> House {
    let mut levels = Levels::default();
    MoneyAction::ALL.into_iter().for_each(|action| levels.set(action, level));
    House { kind: Some(Kind::Real), controls, levels, ..House::default() }
}

type Outcome = Result<Vec<Happening>, &'static str>;

/// A floor whose books are looked at after every step, and whose record is read back.
struct Floor {
    pit: Pit,
    now: Time,
    numbers: BTreeMap<Stream, u64>,
}

impl Floor {
    /// A table that takes wagers, with full controls.
    fn new() -> Self {
        Self::with(house(Controls::Full, LEVEL), "ma-baccarat", &READY)
    }

    /// The same with every amount up to one person.
    fn without_levels() -> Self {
        Self::with(house(Controls::Full, Level::UNLIMITED), "ma-baccarat", &READY)
    }

    fn with(house: House, rulebook: &str, lines: &[&str]) -> Self {
        let table = table_with(rulebook, &[], lines);
        let mut pit = Pit::default();
        pit.keep_house(house);
        pit.know(Arc::clone(table.rules()));
        pit.put_back(Stream::Table(AT), State::Table(Arc::new(table)));
        Self { pit, now: START, numbers: BTreeMap::new() }
    }

    /// A closed table.
    fn closed(level: Level) -> Self {
        let rules = Arc::new(Rules::new(terms("ma-midi", "default", &[])).unwrap());
        let mut pit = Pit::default();
        pit.keep_house(house(Controls::Full, level));
        pit.put_up(AT, &rules);
        Self { pit, now: START, numbers: BTreeMap::new() }
    }

    /// With two seats taken by people who have an account with $10,000, and a dealer on duty.
    fn seated() -> Self {
        Self::new().seat_two()
    }

    fn seat_two(mut self) -> Self {
        self.table(DEALER, Table::SignOn).unwrap();
        for (person, seat) in [(ANNA, 1), (BEN, 2)] {
            self.open(person, Status::Active);
            // As it stood before: levels are for what happens in the tests.
            self.fund(person, 10_000);
            self.table(player(person), Table::Sit { seat }).unwrap();
        }
        self
    }

    /// Money that was there before.
    fn fund(&mut self, person: Person, dollars: i64) {
        let house = self.pit.house().clone();
        self.pit.keep_house(House { kind: Some(Kind::Real), ..House::default() });
        self.cage(person, CASHIER, cage::Command::Deposit { amount: usd(dollars) }).unwrap();
        self.pit.keep_house(house);
    }

    fn open(&mut self, person: Person, status: Status) {
        self.cage(person, CASHIER, cage::Command::Open { currency: Currency::Usd, kind: Kind::Real })
            .unwrap();
        self.status(person, Status::Active);
        if ![Status::Active, Status::Pending].contains(&status) {
            self.status(person, status);
        }
    }

    fn status(&mut self, person: Person, status: Status) {
        let reason = "looked at".to_owned();
        self.cage(person, CASHIER, cage::Command::ChangeStatus { reason, status }).unwrap();
    }

    fn does(&mut self, by: Actor, command: Command) -> Outcome {
        let streams = self.pit.streams_of(by, &command);
        let decision =
            self.pit.decide_at(self.now, by, command).map_err(|refusal: Refusal| refusal.code())?;
        for touched in &decision.touched {
            assert!(streams.contains(&touched.stream), "{:?} is written and was not named", touched.stream);
        }
        let happened = self.pit.swap(decision);
        self.check(&happened);
        Ok(happened)
    }

    fn table(&mut self, by: Actor, command: Table) -> Outcome {
        self.does(by, Command::Table(AT, command))
    }

    fn cage(&mut self, person: Person, by: Actor, command: cage::Command) -> Outcome {
        self.does(by, Command::Account(person, command))
    }

    fn hear(&mut self, word: Word) -> Vec<Happening> {
        let happened = self.pit.carry_out_word_at(self.now, word).unwrap();
        self.check(&happened);
        happened
    }

    /// Every cent is somewhere, and the record says the same again.
    fn check(&mut self, happened: &[Happening]) {
        let balance = self.pit.trial_balance();
        assert!(balance.imbalances.is_empty(), "{:?}", balance.imbalances);
        assert!(balance.sum(Currency::Usd).is_zero());
        self.pit.audit().unwrap();
        for happening in happened {
            let number = self.numbers.entry(happening.stream()).or_default();
            *number += 1;
            let line = Record::new(happening, *number).to_line().unwrap();
            let again = Record::read(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(again.to_line().unwrap(), line);
        }
    }

    /// The dealer takes somebody's cash.
    fn cash(&mut self, by: Actor, person: Person, amount: Amount) -> Outcome {
        self.table(by, Table::TakeCash { person, amount })
    }

    fn buy(&mut self, person: Person, dollars: i64, with: BuyInWith) -> Outcome {
        self.table(player(person), Table::BuyIn { amount: usd(dollars), with })
    }

    fn chips(&self, person: Person) -> Amount {
        self.here().balance(Account::Chips(person)).unwrap()
    }

    fn here(&self) -> &table::Table {
        self.pit.table(AT).unwrap()
    }

    fn account(&self, person: Person) -> &cage::Account {
        self.pit.account(person).unwrap()
    }

    fn balance(&self, person: Person) -> Amount {
        self.account(person).books().balance
    }

    /// The only request at the table.
    fn asked(&self) -> RequestId {
        let [request] = self.here().requests() else { panic!("{:?}", self.here().requests()) };
        request.id
    }

    fn approve(&mut self, by: Actor, request: RequestId) -> Outcome {
        self.table(by, Table::Approve { request })
    }

    /// The only request in an account.
    fn asked_in(&self, person: Person) -> RequestId {
        let [request] = self.account(person).requests() else { panic!("one request") };
        request.id
    }

    fn approve_in(&mut self, person: Person, by: Actor, request: RequestId) -> Outcome {
        self.cage(person, by, cage::Command::Approve { request })
    }

    fn pay_out(&mut self, person: Person, amount: Amount, identity: Option<&str>) -> Outcome {
        let identity = identity.map(str::to_owned);
        self.cage(person, CASHIER, cage::Command::PayOut { amount, identity })
    }

    fn confirm(&mut self, person: Person, by: Actor, request: RequestId) -> Outcome {
        self.cage(person, by, cage::Command::ConfirmPayOut { request })
    }

    fn deposit(&mut self, person: Person, amount: Amount) -> Outcome {
        self.cage(person, CASHIER, cage::Command::Deposit { amount })
    }
}

/// What the tests look for in an outcome, without its events.
fn code(outcome: Outcome) -> Result<(), &'static str> {
    outcome.map(|_| ())
}

// Seats.

#[test]
fn nobody_sits_without_an_active_account_of_their_own() {
    let sit = || Table::Sit { seat: 1 };
    let mut floor = Floor::new();
    assert_eq!(code(floor.table(player(ANNA), sit())), Err("no_account"));
    // Somebody else's account is not their own.
    floor.open(BEN, Status::Active);
    assert_eq!(code(floor.table(player(ANNA), sit())), Err("no_account"));

    let mut floor = Floor::new();
    let open = cage::Command::Open { currency: Currency::Usd, kind: Kind::Real };
    floor.cage(ANNA, CASHIER, open).unwrap();
    assert_eq!(floor.account(ANNA).status(), Status::Pending);
    assert_eq!(code(floor.table(player(ANNA), sit())), Err("not_active"));
    for status in [Status::Suspended, Status::Closed] {
        let mut floor = Floor::new();
        floor.open(ANNA, status);
        assert_eq!(code(floor.table(player(ANNA), sit())), Err("not_active"), "{status:?}");
    }

    let mut floor = Floor::new();
    floor.open(ANNA, Status::Active);
    let until = START.after(DAY);
    floor.cage(ANNA, player(ANNA), cage::Command::CoolOff { until }).unwrap();
    assert_eq!(code(floor.table(player(ANNA), sit())), Err("cooling_off"));
    floor.cage(ANNA, player(ANNA), cage::Command::Exclude { until: None }).unwrap();
    assert_eq!(code(floor.table(player(ANNA), sit())), Err("excluded"));
    assert!(floor.here().people().is_empty());

    let mut floor = Floor::new();
    floor.open(ANNA, Status::Active);
    floor.table(player(ANNA), sit()).unwrap();
    assert!(floor.account(ANNA).tables().contains(&AT));
}

#[test]
fn with_relaxed_controls_anybody_sits() {
    let mut floor = Floor::with(house(Controls::Relaxed, LEVEL), "ma-baccarat", &READY);
    floor.table(player(ANNA), Table::Sit { seat: 1 }).unwrap();
    floor.buy(ANNA, 500, BuyInWith::Chips).unwrap();
    assert_eq!(floor.chips(ANNA), usd(500));
}

// Money to the table.

#[test]
fn chips_come_from_the_account_and_from_no_pocket() {
    let mut floor = Floor::seated();
    assert!(floor.chips(ANNA).is_zero(), "nothing is bought in by itself");
    assert_eq!(code(floor.buy(ANNA, 100, BuyInWith::Chips)), Err("account_needed"));
    assert_eq!(code(floor.buy(ANNA, 100, BuyInWith::Cash)), Err("account_needed"));
    assert_eq!(code(floor.buy(ANNA, 10_001, BuyInWith::Account)), Err("not_enough"));
    assert!(floor.chips(ANNA).is_zero());
    floor.buy(ANNA, 10_000, BuyInWith::Account).unwrap();
    assert_eq!((floor.chips(ANNA), floor.balance(ANNA)), (usd(10_000), usd(0)));
    assert_eq!(code(floor.buy(ANNA, 1, BuyInWith::Account)), Err("not_enough"));
    floor.table(player(ANNA), Table::Leave).unwrap();
    assert_eq!(floor.balance(ANNA), usd(10_000));
}

#[test]
fn an_account_that_is_opened_at_the_table_never_receives_chips_that_were_there_before() {
    let mut floor = Floor::with(house(Controls::Relaxed, LEVEL), "ma-baccarat", &READY);
    floor.table(player(ANNA), Table::Sit { seat: 1 }).unwrap();
    floor.buy(ANNA, 4_000, BuyInWith::Chips).unwrap();
    floor.open(ANNA, Status::Active);
    floor.fund(ANNA, 100);
    assert_eq!(code(floor.buy(ANNA, 100, BuyInWith::Account)), Err("account_needed"));
    // Buying in again does not bring the account, either.
    floor.buy(ANNA, 50, BuyInWith::Cash).unwrap();
    floor.cash(DEALER, ANNA, usd(50)).unwrap();
    floor.table(player(ANNA), Table::CashOut { amount: usd(1_000) }).unwrap();
    assert_eq!(floor.balance(ANNA), usd(100));
    floor.table(player(ANNA), Table::Leave).unwrap();
    assert_eq!(floor.balance(ANNA), usd(100));
    // What is brought from the account comes home.
    floor.table(player(ANNA), Table::Sit { seat: 1 }).unwrap();
    floor.buy(ANNA, 100, BuyInWith::Account).unwrap();
    floor.table(player(ANNA), Table::Leave).unwrap();
    assert_eq!(floor.balance(ANNA), usd(100));
}

// Cash at the table.

#[test]
fn cash_below_the_level_is_taken_at_once() {
    let mut floor = Floor::seated();
    floor.cash(DEALER, ANNA, cents(99_999)).unwrap();
    assert!(floor.here().requests().is_empty());
    assert_eq!((floor.chips(ANNA), floor.balance(ANNA)), (cents(99_999), usd(10_000)));
    assert_eq!(floor.here().balance(Account::Drop), Some(cents(99_999)));
    let deposited = floor.account(ANNA).flows().deposited(Period::Day, floor.now);
    assert_eq!(deposited, i128::from(cents(1_099_999).minor()), "it was paid in like money at the window");
    // It is the owner's: it goes home to the account.
    floor.table(player(ANNA), Table::Leave).unwrap();
    assert_eq!(floor.balance(ANNA), cents(1_099_999));
}

#[test]
fn cash_at_the_level_waits_for_another_person() {
    let mut floor = Floor::seated();
    floor.cash(DEALER, ANNA, usd(1_000)).unwrap();
    let request = floor.asked();
    assert!(floor.chips(ANNA).is_zero(), "nothing has moved");
    assert_eq!(code(floor.approve(DEALER, request)), Err("wrong_role"));
    assert_eq!(code(floor.approve(RELIEF, request)), Err("not_on_duty"));
    assert_eq!(code(floor.approve(as_floor(DEALER), request)), Err("same_person"));
    assert_eq!(code(floor.approve(as_floor(player(ANNA)), request)), Err("involved"));
    assert_eq!(code(floor.approve(player(ANNA), request)), Err("wrong_role"));
    assert!(floor.chips(ANNA).is_zero());
    floor.approve(FLOOR, request).unwrap();
    assert_eq!((floor.chips(ANNA), floor.balance(ANNA)), (usd(1_000), usd(10_000)));
    assert_eq!(code(floor.approve(OTHER, request)), Err("unknown_request"), "it happens once");
    // What two people did does not count toward what one does alone.
    floor.cash(DEALER, BEN, cents(99_999)).unwrap();
    assert!(floor.here().requests().is_empty());
}

#[test]
fn small_amounts_by_the_same_dealer_add_up_to_the_level() {
    let mut floor = Floor::seated();
    floor.cash(DEALER, ANNA, usd(400)).unwrap();
    floor.cash(DEALER, BEN, usd(400)).unwrap();
    assert!(floor.here().requests().is_empty());
    floor.cash(DEALER, ANNA, usd(200)).unwrap();
    assert_eq!(floor.chips(ANNA), usd(400), "together with the others it is the level");
    let request = floor.asked();
    floor.approve(FLOOR, request).unwrap();
    assert_eq!(floor.chips(ANNA), usd(600));
    floor.cash(DEALER, ANNA, cents(19_999)).unwrap();
    assert!(floor.here().requests().is_empty(), "a cent less is below it");
    floor.cash(DEALER, ANNA, cents(1)).unwrap();
    assert_eq!(floor.here().requests().len(), 1);
    // Another dealer begins at nothing.
    floor.table(RELIEF, Table::SignOn).unwrap();
    floor.cash(RELIEF, BEN, cents(99_999)).unwrap();
    assert!(floor.here().requests().is_empty());
    // And the first one is where they were when they come back.
    floor.table(DEALER, Table::SignOn).unwrap();
    floor.cash(DEALER, BEN, cents(1)).unwrap();
    assert_eq!(floor.here().requests().len(), 1);
}

#[test]
fn what_a_dealer_has_taken_is_in_the_record() {
    let mut floor = Floor::seated();
    floor.cash(DEALER, ANNA, usd(400)).unwrap();
    let digest = digest_of_table(floor.here()).unwrap();
    let mut other = Floor::seated();
    other.cash(DEALER, ANNA, usd(300)).unwrap();
    other.cash(DEALER, ANNA, usd(100)).unwrap();
    assert_eq!(floor.chips(ANNA), other.chips(ANNA));
    // The levels are one person's sums: a table that forgot them would not be the same.
    other.table(RELIEF, Table::SignOn).unwrap();
    assert_ne!(digest_of_table(other.here()).unwrap(), digest);
}

#[test]
fn no_approval_lifts_the_most_that_the_house_takes() {
    let mut floor = Floor::seated();
    let above = cents(500_001);
    assert_eq!(code(floor.cash(DEALER, ANNA, above)), Err("above_cap"));
    let wanted = Wanted::CashBuyIn { amount: above, person: ANNA };
    assert_eq!(code(floor.table(DEALER, Table::Ask(wanted))), Err("above_cap"));
    assert!(floor.here().requests().is_empty());
    floor.cash(DEALER, ANNA, usd(5_000)).unwrap();
    let request = floor.asked();
    // A house that lowers it meanwhile means it.
    let mut lower = house(Controls::Full, LEVEL);
    lower.levels.set(MoneyAction::CashBuyIn, Level { at_most: 499_999, ..LEVEL });
    floor.pit.keep_house(lower);
    assert_eq!(code(floor.approve(FLOOR, request)), Err("above_cap"));
    floor.pit.keep_house(house(Controls::Full, LEVEL));
    floor.approve(FLOOR, request).unwrap();
    assert_eq!(floor.chips(ANNA), usd(5_000));
}

#[test]
fn cash_needs_the_dealer_on_duty() {
    let mut floor = Floor::seated();
    assert_eq!(code(floor.cash(RELIEF, ANNA, usd(5))), Err("not_on_duty"));
    for by in [FLOOR, player(ANNA), CASHIER] {
        assert_eq!(code(floor.cash(by, ANNA, usd(5))), Err("wrong_role"), "{by:?}");
    }
    floor.table(DEALER, Table::SignOff).unwrap();
    assert_eq!(code(floor.cash(DEALER, ANNA, usd(5))), Err("not_on_duty"));
    assert!(floor.chips(ANNA).is_zero());
}

#[test]
fn what_somebody_chose_for_their_protection_binds_cash_as_well() {
    let limits = [
        ("deposit_limit", Limit::Deposit { most: Some(usd(10_500)), period: Period::Week }),
        ("loss_limit", Limit::Loss { most: Some(usd(500)), period: Period::Day }),
    ];
    for (expected, limit) in limits {
        let mut floor = Floor::seated();
        floor.cash(DEALER, ANNA, usd(1_000)).unwrap();
        let request = floor.asked();
        floor.cage(ANNA, player(ANNA), cage::Command::SetLimit(limit)).unwrap();
        assert_eq!(code(floor.cash(DEALER, ANNA, cents(50_001))), Err(expected));
        assert_eq!(code(floor.approve(FLOOR, request)), Err(expected), "it was chosen meanwhile");
        floor.cash(DEALER, ANNA, usd(500)).unwrap();
        assert_eq!(code(floor.cash(DEALER, ANNA, cents(1))), Err(expected));
        // Cash counts where money comes from the account, too.
        let buys = floor.buy(ANNA, 1, BuyInWith::Account);
        assert_eq!(code(buys), if expected == "loss_limit" { Err("loss_limit") } else { Ok(()) });
        if expected == "deposit_limit" {
            assert_eq!(code(floor.deposit(ANNA, cents(1))), Err("deposit_limit"));
        }
    }
    let until = START.after(DAY);
    let stays = [
        ("cooling_off", cage::Command::CoolOff { until }),
        ("excluded", cage::Command::Exclude { until: None }),
    ];
    for (expected, stay) in stays {
        let mut floor = Floor::seated();
        floor.cash(DEALER, ANNA, usd(1_000)).unwrap();
        let request = floor.asked();
        floor.cage(ANNA, player(ANNA), stay).unwrap();
        assert_eq!(code(floor.cash(DEALER, ANNA, usd(5))), Err(expected));
        assert_eq!(code(floor.approve(FLOOR, request)), Err(expected));
        assert!(floor.chips(ANNA).is_zero());
    }
}

#[test]
fn a_spoken_wager_at_the_level_is_refused() {
    let mut floor = Floor::seated();
    let spot = floor.here().rules().spot_called("player".into()).unwrap().id;
    let speak = |amount| Table::SpeakWager { spot, amount };
    let confirm = || Table::AnswerSpoken { person: ANNA, confirmed: true };
    floor.table(player(ANNA), speak(usd(1_000))).unwrap();
    assert_eq!(code(floor.table(DEALER, confirm())), Err("second_person_needed"));
    assert!(floor.here().bets().is_empty());
    floor.table(DEALER, Table::AnswerSpoken { person: ANNA, confirmed: false }).unwrap();
    floor.table(player(ANNA), speak(usd(600))).unwrap();
    floor.table(DEALER, confirm()).unwrap();
    assert_eq!((floor.here().bets().len(), floor.balance(ANNA)), (1, usd(10_000)), "it was cash");
    // It counts toward what the dealer takes alone.
    floor.cash(DEALER, BEN, usd(400)).unwrap();
    assert_eq!(floor.here().requests().len(), 1);
    assert!(floor.chips(BEN).is_zero());
}

#[test]
fn a_request_for_cash_fails_where_the_player_has_left() {
    let mut floor = Floor::seated();
    floor.cash(DEALER, ANNA, usd(1_000)).unwrap();
    let request = floor.asked();
    floor.table(player(ANNA), Table::Leave).unwrap();
    assert_eq!(code(floor.approve(FLOOR, request)), Err("unknown_person"));
    floor.table(DEALER, Table::TurnDown { request, reason: "gone".to_owned() }).unwrap();
    assert!(floor.here().requests().is_empty());
}

// Promotions, fills, credits and floats.

/// What a floorperson orders, and the request for it.
fn order(action: MoneyAction, amount: Amount) -> (Table, Wanted) {
    let at = Minute(0);
    match action {
        MoneyAction::Promotion => {
            let (person, tender) = (ANNA, Tender::Promotional);
            (Table::Promote { person, tender, amount }, Wanted::Promotion { amount, person, tender })
        }
        MoneyAction::Fill | MoneyAction::Credit => {
            let credit = action == MoneyAction::Credit;
            (Table::FillTray { amount, credit }, Wanted::Fill { amount, credit })
        }
        MoneyAction::Float => {
            let (float, differential) = (amount, None);
            (Table::OpenTable { float, differential, at }, Wanted::Open { at, differential, float })
        }
        MoneyAction::CashBuyIn | MoneyAction::Deposit | MoneyAction::PayOut | MoneyAction::Correction => {
            panic!("not the floor's order")
        }
    }
}

/// What the order moves, as the books of the table say it.
fn moved(floor: &Floor, action: MoneyAction) -> Amount {
    match action {
        MoneyAction::Promotion => floor.here().balance(Account::Promotional(ANNA)).unwrap(),
        _ => floor.here().balance(Account::Tray).unwrap(),
    }
}

const ORDERS: [MoneyAction; 4] =
    [MoneyAction::Promotion, MoneyAction::Fill, MoneyAction::Credit, MoneyAction::Float];

fn floor_for(action: MoneyAction, level: Level) -> Floor {
    if action == MoneyAction::Float {
        return Floor::closed(level);
    }
    let mut floor = Floor::without_levels().seat_two();
    floor.pit.keep_house(house(Controls::Full, level));
    floor
}

#[test]
fn the_floor_orders_alone_what_is_below_the_level() {
    for action in ORDERS {
        let mut floor = floor_for(action, LEVEL);
        let before = moved(&floor, action);
        floor.table(FLOOR, order(action, cents(99_999)).0).unwrap();
        assert!(floor.here().requests().is_empty(), "{action:?}");
        let change = moved(&floor, action).minor() - before.minor();
        assert_eq!(change.abs(), 99_999, "{action:?}");
    }
}

#[test]
fn what_reaches_the_level_waits_for_another_person() {
    let always = Level { two_people_from: 0, at_most: 500_000 };
    let cases = [(LEVEL, 100_000), (LEVEL, 250_000), (LEVEL, 500_000), (always, 1)];
    for action in ORDERS {
        for (level, minor) in cases {
            let told = format!("{action:?} of {minor} cents");
            let mut floor = floor_for(action, level);
            let before = moved(&floor, action);
            floor.table(FLOOR, order(action, cents(minor)).0).unwrap();
            let request = floor.asked();
            assert_eq!(
                floor.here().requests().first().unwrap().what,
                order(action, cents(minor)).1,
                "{told}"
            );
            assert_eq!(moved(&floor, action), before, "{told}: nothing has moved");
            assert_eq!(code(floor.approve(FLOOR, request)), Err("same_person"), "{told}");
            assert_eq!(
                code(floor.approve(Actor::new(Role::Executive, FLOOR.person()), request)),
                Err("same_person")
            );
            floor.approve(OTHER, request).unwrap_or_else(|refused| panic!("{told}: {refused}"));
            let change = moved(&floor, action).minor() - before.minor();
            assert_eq!(change.abs(), minor, "{told}");
            assert!(floor.here().requests().is_empty());
        }
    }
}

#[test]
fn nobody_orders_more_than_the_house_allows() {
    for action in ORDERS {
        let mut floor = floor_for(action, LEVEL);
        let (command, wanted) = order(action, cents(500_001));
        assert_eq!(code(floor.table(FLOOR, command)), Err("above_cap"), "{action:?}");
        assert_eq!(code(floor.table(FLOOR, Table::Ask(wanted))), Err("above_cap"), "{action:?}");
        assert!(floor.here().requests().is_empty());
    }
}

#[test]
fn orders_by_the_same_person_add_up_action_by_action() {
    let mut floor = floor_for(MoneyAction::Fill, LEVEL);
    for action in [MoneyAction::Fill, MoneyAction::Credit, MoneyAction::Promotion] {
        floor.table(FLOOR, order(action, usd(600)).0).unwrap();
    }
    assert!(floor.here().requests().is_empty(), "each of them has its own sum");
    floor.table(OTHER, order(MoneyAction::Fill, usd(600)).0).unwrap();
    assert!(floor.here().requests().is_empty(), "and each person");
    floor.table(FLOOR, order(MoneyAction::Fill, usd(400)).0).unwrap();
    assert_eq!(floor.here().requests().len(), 1);
    floor.table(FLOOR, order(MoneyAction::Promotion, usd(400)).0).unwrap();
    assert_eq!(floor.here().requests().len(), 2);
}

#[test]
fn sums_begin_again_when_the_table_opens() {
    let unlimited = Level { two_people_from: i64::MAX, ..LEVEL };
    let mut floor = Floor::closed(LEVEL);
    let opened = |floor: &mut Floor| {
        let mut house = house(Controls::Full, LEVEL);
        house.levels.set(MoneyAction::Float, unlimited);
        floor.pit.keep_house(house);
        floor.table(FLOOR, order(MoneyAction::Float, usd(5_000)).0).unwrap();
    };
    opened(&mut floor);
    floor.table(FLOOR, order(MoneyAction::Fill, usd(999)).0).unwrap();
    floor.table(FLOOR, Table::CloseTable).unwrap();
    opened(&mut floor);
    floor.table(FLOOR, order(MoneyAction::Fill, usd(999)).0).unwrap();
    assert!(floor.here().requests().is_empty());
    floor.table(FLOOR, order(MoneyAction::Fill, usd(1)).0).unwrap();
    assert_eq!(floor.here().requests().len(), 1);
}

#[test]
fn somebody_who_plays_neither_asks_for_chips_nor_approves_them() {
    let mut floor = floor_for(MoneyAction::Promotion, LEVEL);
    let (command, wanted) = order(MoneyAction::Promotion, usd(1_000));
    assert_eq!(code(floor.table(as_floor(player(ANNA)), command.clone())), Err("involved"));
    assert_eq!(code(floor.table(as_floor(player(ANNA)), Table::Ask(wanted))), Err("involved"));
    floor.table(FLOOR, command).unwrap();
    let request = floor.asked();
    assert_eq!(code(floor.approve(as_floor(player(BEN)), request)), Err("involved"));
}

// Corrections.

fn correction(from: Account, to: Account, amount: Amount) -> Table {
    Table::Ask(Wanted::Correction { amount, from, reason: "counted again".into(), to })
}

/// Anna and Ben with chips, promotions and a coupon each, and money everywhere at the table.
fn with_chips(controls: Controls) -> Floor {
    let mut floor = Floor::without_levels().seat_two();
    for person in [ANNA, BEN] {
        floor.buy(person, 2_000, BuyInWith::Account).unwrap();
        for tender in [Tender::Promotional, Tender::Coupon] {
            floor.table(FLOOR, Table::Promote { person, tender, amount: usd(500) }).unwrap();
        }
        floor.cash(DEALER, person, usd(1_000)).unwrap();
        floor.table(player(person), Table::Tip { amount: usd(500) }).unwrap();
    }
    floor.pit.keep_house(house(controls, LEVEL));
    floor
}

const EVERY_ACCOUNT: [Account; 18] = [
    Account::Outside,
    Account::House,
    Account::Tray,
    Account::Drop,
    Account::Layout,
    Account::Progressive,
    Account::Link,
    Account::Cover,
    Account::Tokes,
    Account::Charged,
    Account::Collected,
    Account::Issued,
    Account::IssuedOnLayout,
    Account::Chips(ANNA),
    Account::Chips(BEN),
    Account::Promotional(ANNA),
    Account::Promotional(BEN),
    Account::Coupons(ANNA),
];

#[test]
fn no_correction_makes_chips_or_takes_them_but_to_the_tray() {
    use Account::{Chips, Coupons, Drop, House, Issued, Link, Outside, Promotional, Tokes, Tray};
    let floor = with_chips(Controls::Full);
    let is_a_persons = |account| matches!(account, Chips(_) | Promotional(_) | Coupons(_));
    let mut allowed = Vec::new();
    for from in EVERY_ACCOUNT {
        for to in EVERY_ACCOUNT {
            let mut floor = Floor { pit: floor.pit.clone(), now: floor.now, numbers: floor.numbers.clone() };
            match code(floor.table(FLOOR, correction(from, to, usd(100)))) {
                Ok(()) => allowed.push((from, to)),
                Err(code) => assert!(["not_correctable", "account_short"].contains(&code), "{code}"),
            }
        }
    }
    for (from, to) in &allowed {
        assert!(![*from, *to].contains(&Outside), "{from:?} {to:?}");
        match (is_a_persons(*from), is_a_persons(*to)) {
            (true, true) => panic!("{from:?} {to:?}"),
            (true, false) => assert!(
                matches!((from, to), (Chips(_), Tray | Link) | (Promotional(_) | Coupons(_), Issued)),
                "{from:?} {to:?}"
            ),
            (false, true) => assert!(matches!((from, to), (Tray, Chips(_))), "{from:?} {to:?}"),
            (false, false) => {}
        }
    }
    // What the floor mends day by day stays within reach.
    for pair in [
        (Tray, Chips(ANNA)),
        (Chips(ANNA), Tray),
        (Promotional(ANNA), Issued),
        (House, Tray),
        (Tray, House),
        (House, Drop),
        (Drop, Tray),
        (Tray, Drop),
        (Tokes, Tray),
    ] {
        assert!(allowed.contains(&pair), "{pair:?}");
    }
}

#[test]
fn with_relaxed_controls_corrections_stay_what_they_were() {
    let mut floor = with_chips(Controls::Relaxed);
    floor.pit.keep_house(house(Controls::Relaxed, Level::UNLIMITED));
    for (from, to) in [(Account::Outside, Account::Chips(ANNA)), (Account::Chips(ANNA), Account::Chips(BEN))]
    {
        let before = floor.chips(ANNA);
        floor.table(FLOOR, correction(from, to, usd(100))).unwrap();
        let request = floor.asked();
        floor.approve(Actor::new(Role::Executive, Person(5_001)), request).unwrap();
        assert_ne!(floor.chips(ANNA), before);
    }
}

#[test]
fn a_correction_always_takes_two_people_and_has_a_cap() {
    let mut floor = with_chips(Controls::Full);
    let pay = |dollars| correction(Account::Tray, Account::Chips(ANNA), usd(dollars));
    assert_eq!(code(floor.table(FLOOR, pay(5_001))), Err("above_cap"));
    let before = floor.chips(ANNA);
    floor.table(FLOOR, pay(1)).unwrap();
    let request = floor.asked();
    assert_eq!((floor.chips(ANNA), code(floor.approve(FLOOR, request))), (before, Err("same_person")));
    let machine = Actor::automatic(Role::Floor, Person(2_009));
    assert_eq!(code(floor.table(machine, pay(1))), Err("people_only"));
    floor.approve(OTHER, request).unwrap();
    assert_eq!(floor.chips(ANNA), before.plus(usd(1)).unwrap());
    // A cap that came down meanwhile binds the approval, too.
    floor.table(FLOOR, pay(100)).unwrap();
    let mut lower = floor.pit.house().clone();
    lower.levels.set(MoneyAction::Correction, Level { two_people_from: 0, at_most: 9_999 });
    floor.pit.keep_house(lower);
    let request = floor.asked();
    assert_eq!(code(floor.approve(OTHER, request)), Err("above_cap"));
}

#[test]
fn balances_are_put_right_up_to_the_same_cap() {
    let mut floor = Floor::seated();
    let executive = Actor::new(Role::Executive, Person(5_001));
    let adjust = |dollars| {
        cage::Command::Ask(cage::Wanted::Adjust { amount: usd(dollars), reason: "counted again".into() })
    };
    assert_eq!(code(floor.cage(ANNA, FLOOR, adjust(5_001))), Err("above_cap"));
    assert_eq!(code(floor.cage(ANNA, FLOOR, adjust(-5_001))), Err("above_cap"));
    floor.cage(ANNA, FLOOR, adjust(-5_000)).unwrap();
    let request = floor.asked_in(ANNA);
    let mut lower = floor.pit.house().clone();
    lower.levels.set(MoneyAction::Correction, Level { two_people_from: 0, at_most: 9_999 });
    floor.pit.keep_house(lower);
    assert_eq!(code(floor.approve_in(ANNA, executive, request)), Err("above_cap"));
}

#[test]
fn a_correction_toward_a_player_is_bound_by_what_they_chose_for_their_protection() {
    let until = START.after(DAY);
    let stays = [cage::Command::CoolOff { until }, cage::Command::Exclude { until: None }];
    for stay in stays {
        let mut floor = with_chips(Controls::Full);
        let (pay, take) = (
            correction(Account::Tray, Account::Chips(ANNA), usd(100)),
            correction(Account::Chips(ANNA), Account::Tray, usd(100)),
        );
        floor.table(FLOOR, pay.clone()).unwrap();
        let request = floor.asked();
        floor.cage(ANNA, player(ANNA), stay).unwrap();
        assert_eq!(code(floor.table(OTHER, pay)), Err("barred"));
        let coupon = Table::Promote { person: ANNA, tender: Tender::Coupon, amount: usd(5) };
        assert_eq!(code(floor.table(FLOOR, coupon)), Err("barred"));
        assert_eq!(code(floor.approve(OTHER, request)), Err("barred"));
        // What was paid too much goes back all the same.
        floor.table(FLOOR, take).unwrap();
    }
    // Anna has brought $3,000 and put $11,000 in within the week.
    let limits = [
        ("deposit_limit", Limit::Deposit { most: Some(usd(11_100)), period: Period::Week }),
        ("loss_limit", Limit::Loss { most: Some(usd(3_100)), period: Period::Day }),
    ];
    for (expected, limit) in limits {
        let mut floor = with_chips(Controls::Full);
        floor.cage(ANNA, player(ANNA), cage::Command::SetLimit(limit)).unwrap();
        for (amount, outcome) in [(cents(10_001), Err(expected)), (usd(100), Ok(()))] {
            floor.table(FLOOR, correction(Account::Tray, Account::Chips(ANNA), amount)).unwrap();
            let request = floor.asked();
            assert_eq!(code(floor.approve(OTHER, request)), outcome, "{expected}");
            if outcome.is_err() {
                floor.table(FLOOR, Table::TurnDown { request, reason: "too much".to_owned() }).unwrap();
            }
        }
    }
}

// Seats that were taken before the floor was for real money.

#[test]
fn whoever_sat_down_without_an_account_only_leaves() {
    let mut floor = Floor::with(house(Controls::Relaxed, Level::UNLIMITED), "ma-baccarat", &READY);
    floor.table(player(ANNA), Table::Sit { seat: 1 }).unwrap();
    floor.buy(ANNA, 4_000, BuyInWith::Chips).unwrap();
    let spot = floor.here().rules().spot_called("player".into()).unwrap().id;
    let bet =
        |dollars| Table::PlaceWager { spot, amount: usd(dollars), tender: Tender::Chips, for_dealer: false };
    floor.table(player(ANNA), bet(100)).unwrap();
    floor.pit.keep_house(house(Controls::Full, LEVEL));
    floor.table(DEALER, Table::SignOn).unwrap();
    // An account that is opened now changes nothing about this seat.
    for opened in [false, true] {
        if opened {
            floor.open(ANNA, Status::Active);
            floor.fund(ANNA, 100);
        }
        let promote = Table::Promote { person: ANNA, tender: Tender::Coupon, amount: usd(5) };
        for (by, command) in [
            (player(ANNA), bet(100)),
            (player(ANNA), Table::SpeakWager { spot, amount: usd(100) }),
            (player(ANNA), Table::BuyIn { amount: usd(10), with: BuyInWith::Account }),
            (player(ANNA), Table::Tip { amount: usd(10) }),
            (DEALER, Table::TakeCash { person: ANNA, amount: usd(10) }),
            (DEALER, Table::Ask(Wanted::CashBuyIn { amount: usd(10), person: ANNA })),
            (FLOOR, promote),
            (FLOOR, correction(Account::Tray, Account::Chips(ANNA), usd(10))),
        ] {
            assert_eq!(code(floor.table(by, command.clone())), Err("account_needed"), "{command:?}");
        }
    }
    floor.table(player(ANNA), Table::TakeDown { spot, for_dealer: false }).unwrap();
    floor.table(player(ANNA), Table::Leave).unwrap();
    assert_eq!(floor.balance(ANNA), usd(100));
}

#[test]
fn a_spoken_wager_of_somebody_without_an_account_is_not_confirmed() {
    let mut floor = Floor::with(house(Controls::Relaxed, Level::UNLIMITED), "ma-baccarat", &READY);
    floor.table(player(ANNA), Table::Sit { seat: 1 }).unwrap();
    let spot = floor.here().rules().spot_called("player".into()).unwrap().id;
    floor.table(player(ANNA), Table::SpeakWager { spot, amount: usd(100) }).unwrap();
    floor.pit.keep_house(house(Controls::Full, LEVEL));
    floor.table(DEALER, Table::SignOn).unwrap();
    let answer = |confirmed| Table::AnswerSpoken { person: ANNA, confirmed };
    assert_eq!(code(floor.table(DEALER, answer(true))), Err("account_needed"));
    floor.table(DEALER, answer(false)).unwrap();
}

// Terms.

fn changed_terms() -> Arc<Rules> {
    Arc::new(Rules::new(terms("ma-midi", "default", &["seats = 6"])).unwrap())
}

#[test]
fn terms_change_once_another_person_approves() {
    let mut floor = Floor::closed(LEVEL);
    let (old, rules, at) = (floor.here().rules().id, changed_terms(), Minute(7));
    assert_ne!(old, rules.id);
    floor.pit.know(Arc::clone(&rules));
    floor.table(FLOOR, Table::AdoptTerms { rules: Arc::clone(&rules), at }).unwrap();
    let request = floor.asked();
    assert_eq!(floor.here().requests().first().unwrap().what, Wanted::Terms { at, rules: rules.id });
    assert_eq!(floor.here().rules().id, old);
    assert_eq!(code(floor.approve(FLOOR, request)), Err("same_person"));
    assert_eq!(code(floor.approve(DEALER, request)), Err("not_on_duty"));
    assert_eq!(floor.here().rules().id, old);
    floor.approve(OTHER, request).unwrap();
    assert_eq!(floor.here().rules().id, rules.id);
}

#[test]
fn terms_that_nobody_knows_are_not_asked_for() {
    let mut floor = Floor::closed(LEVEL);
    let wanted = Wanted::Terms { at: Minute(7), rules: changed_terms().id };
    assert_eq!(code(floor.table(FLOOR, Table::Ask(wanted))), Err("unknown_rules"));
    assert!(floor.here().requests().is_empty());
}

#[test]
fn with_relaxed_controls_terms_change_at_once() {
    let mut floor = Floor::closed(LEVEL);
    floor.pit.keep_house(house(Controls::Relaxed, LEVEL));
    let rules = changed_terms();
    floor.pit.know(Arc::clone(&rules));
    floor.table(FLOOR, Table::AdoptTerms { rules: Arc::clone(&rules), at: Minute(7) }).unwrap();
    assert_eq!(floor.here().rules().id, rules.id);
}

// Money at the window.

const SEEN: Option<&str> = Some("passport seen");

fn window() -> Floor {
    let mut floor = Floor::new();
    floor.open(ANNA, Status::Active);
    floor.fund(ANNA, 20_000);
    floor
}

#[test]
fn a_payout_without_an_identity_check_waits_for_its_owner() {
    let mut floor = window();
    floor.pay_out(ANNA, usd(100), None).unwrap();
    let request = floor.asked_in(ANNA);
    assert_eq!(floor.balance(ANNA), usd(20_000));
    assert_eq!(code(floor.approve_in(ANNA, FLOOR, request)), Err("owner_needed"));
    assert_eq!(code(floor.approve_in(ANNA, player(ANNA), request)), Err("wrong_role"));
    for by in [CASHIER, FLOOR, Actor::new(Role::Cashier, ANNA)] {
        assert_eq!(code(floor.confirm(ANNA, by, request)), Err("wrong_role"), "{by:?}");
    }
    for by in [player(BEN), Actor::helping(BEN, ANNA)] {
        assert_eq!(code(floor.confirm(ANNA, by, request)), Err("not_yours"), "{by:?}");
    }
    assert_eq!(floor.balance(ANNA), usd(20_000));
    floor.confirm(ANNA, player(ANNA), request).unwrap();
    assert_eq!(floor.balance(ANNA), usd(19_900));
    assert!(floor.account(ANNA).requests().is_empty());
    assert_eq!(code(floor.confirm(ANNA, player(ANNA), request)), Err("unknown_request"), "it is paid once");
}

#[test]
fn a_payout_with_an_identity_check_is_paid_at_once_below_the_level() {
    let mut floor = window();
    floor.pay_out(ANNA, cents(99_999), SEEN).unwrap();
    assert!(floor.account(ANNA).requests().is_empty());
    assert_eq!(floor.balance(ANNA), cents(1_900_001));
    assert_eq!(code(floor.pay_out(ANNA, usd(1), Some("  "))), Err("reason_needed"));
    let blank = cage::Wanted::PayOut { amount: usd(1), identity: Some("  ".into()) };
    assert_eq!(code(floor.cage(ANNA, CASHIER, cage::Command::Ask(blank))), Err("reason_needed"));
}

#[test]
fn a_payout_at_the_level_takes_a_second_person() {
    let mut floor = window();
    floor.pay_out(ANNA, usd(1_000), SEEN).unwrap();
    let request = floor.asked_in(ANNA);
    assert_eq!(floor.balance(ANNA), usd(20_000));
    assert_eq!(code(floor.approve_in(ANNA, CASHIER, request)), Err("wrong_role"));
    assert_eq!(code(floor.approve_in(ANNA, as_floor(CASHIER), request)), Err("same_person"));
    assert_eq!(code(floor.approve_in(ANNA, as_floor(player(ANNA)), request)), Err("involved"));
    // The owner has nothing to confirm: the cashier has seen them.
    assert_eq!(code(floor.confirm(ANNA, player(ANNA), request)), Err("nothing_changes"));
    floor.approve_in(ANNA, FLOOR, request).unwrap();
    assert_eq!(floor.balance(ANNA), usd(19_000));
    assert_eq!(code(floor.approve_in(ANNA, OTHER, request)), Err("unknown_request"));
}

#[test]
fn the_second_person_waits_for_the_owner_as_well() {
    let mut floor = window();
    floor.pay_out(ANNA, usd(1_000), None).unwrap();
    let request = floor.asked_in(ANNA);
    assert_eq!(code(floor.approve_in(ANNA, FLOOR, request)), Err("owner_needed"));
    floor.confirm(ANNA, player(ANNA), request).unwrap();
    assert_eq!(floor.balance(ANNA), usd(20_000), "the owner alone is not enough at the level");
    assert_eq!(floor.asked_in(ANNA), request);
    floor.approve_in(ANNA, FLOOR, request).unwrap();
    assert_eq!(floor.balance(ANNA), usd(19_000));
}

#[test]
fn payouts_within_a_day_add_up() {
    let mut floor = window();
    floor.pay_out(ANNA, usd(600), SEEN).unwrap();
    floor.pay_out(ANNA, usd(400), SEEN).unwrap();
    assert_eq!(floor.balance(ANNA), usd(19_400), "together they are the level");
    let request = floor.asked_in(ANNA);
    floor.approve_in(ANNA, FLOOR, request).unwrap();
    assert_eq!(floor.balance(ANNA), usd(19_000));
    floor.pay_out(ANNA, cents(39_999), SEEN).unwrap();
    assert_eq!(floor.balance(ANNA), cents(1_860_001));
    // What the owner confirms counts as well: that one person moved it.
    floor.pay_out(ANNA, cents(1), None).unwrap();
    let request = floor.asked_in(ANNA);
    floor.confirm(ANNA, player(ANNA), request).unwrap();
    assert_eq!(floor.balance(ANNA), cents(1_860_001));
    floor.approve_in(ANNA, FLOOR, request).unwrap();

    floor.now = START.after(DAY - 1);
    floor.pay_out(ANNA, usd(1), SEEN).unwrap();
    assert_eq!(floor.account(ANNA).requests().len(), 1, "a second before the day is over");
    floor.now = START.after(DAY);
    let before = floor.balance(ANNA);
    floor.pay_out(ANNA, cents(99_999), SEEN).unwrap();
    assert_eq!(floor.balance(ANNA), before.minus(cents(99_999)).unwrap(), "a day later it does not count");
}

#[test]
fn another_cashier_goes_on_where_the_first_one_stopped() {
    let mut floor = window();
    floor.pay_out(ANNA, usd(600), SEEN).unwrap();
    let second = Actor::new(Role::Cashier, Person(4_002));
    let identity = SEEN.map(str::to_owned);
    floor.cage(ANNA, second, cage::Command::PayOut { amount: usd(400), identity }).unwrap();
    assert_eq!(floor.balance(ANNA), usd(19_400), "it is the account's sum");
}

#[test]
fn the_owner_declines_a_payout() {
    let mut floor = window();
    floor.pay_out(ANNA, usd(100), None).unwrap();
    let request = floor.asked_in(ANNA);
    let decline = || cage::Command::TurnDown { reason: "not mine".to_owned(), request };
    assert_eq!(code(floor.cage(ANNA, player(BEN), decline())), Err("wrong_role"));
    floor.cage(ANNA, player(ANNA), decline()).unwrap();
    assert!(floor.account(ANNA).requests().is_empty());
    assert_eq!(code(floor.confirm(ANNA, player(ANNA), request)), Err("unknown_request"));
    assert_eq!(floor.balance(ANNA), usd(20_000));
    // The cashier takes one back.
    floor.pay_out(ANNA, usd(100), None).unwrap();
    let request = floor.asked_in(ANNA);
    let back = cage::Command::TurnDown { reason: "a mistake".to_owned(), request };
    floor.cage(ANNA, CASHIER, back).unwrap();
    assert!(floor.account(ANNA).requests().is_empty());
}

#[test]
fn no_approval_lifts_the_most_that_the_window_pays() {
    let mut floor = window();
    let (above, most) = (cents(500_001), usd(5_000));
    assert_eq!(code(floor.pay_out(ANNA, above, SEEN)), Err("above_cap"));
    assert_eq!(code(floor.pay_out(ANNA, above, None)), Err("above_cap"));
    assert_eq!(code(floor.deposit(ANNA, above)), Err("above_cap"));
    for wanted in
        [cage::Wanted::PayOut { amount: above, identity: None }, cage::Wanted::Deposit { amount: above }]
    {
        assert_eq!(code(floor.cage(ANNA, CASHIER, cage::Command::Ask(wanted))), Err("above_cap"));
    }
    floor.pay_out(ANNA, most, SEEN).unwrap();
    let request = floor.asked_in(ANNA);
    floor.approve_in(ANNA, FLOOR, request).unwrap();
    assert_eq!(floor.balance(ANNA), usd(15_000));
}

#[test]
fn deposits_take_a_second_person_from_the_level_on() {
    let mut floor = Floor::new();
    floor.open(ANNA, Status::Active);
    floor.deposit(ANNA, usd(600)).unwrap();
    floor.deposit(ANNA, usd(400)).unwrap();
    assert_eq!(floor.balance(ANNA), usd(600), "together they are the level");
    let request = floor.asked_in(ANNA);
    for (by, expected) in [
        (CASHIER, "wrong_role"),
        (player(ANNA), "wrong_role"),
        (as_floor(CASHIER), "same_person"),
        (as_floor(player(ANNA)), "involved"),
    ] {
        assert_eq!(code(floor.approve_in(ANNA, by, request)), Err(expected), "{by:?}");
    }
    // It is no payout: the owner neither confirms nor declines it.
    assert_eq!(code(floor.confirm(ANNA, player(ANNA), request)), Err("nothing_changes"));
    let decline = cage::Command::TurnDown { reason: "no".to_owned(), request };
    assert_eq!(code(floor.cage(ANNA, player(ANNA), decline)), Err("wrong_role"));
    floor.approve_in(ANNA, FLOOR, request).unwrap();
    assert_eq!(floor.balance(ANNA), usd(1_000));
    floor.deposit(ANNA, cents(39_999)).unwrap();
    assert_eq!(floor.balance(ANNA), cents(139_999));
    floor.now = START.after(DAY);
    floor.deposit(ANNA, cents(99_999)).unwrap();
    assert_eq!(floor.balance(ANNA), cents(239_998), "a day later the sum begins again");
}

#[test]
fn money_at_the_window_is_the_cashiers_to_ask_for() {
    let mut floor = window();
    for wanted in [
        cage::Wanted::Deposit { amount: usd(1_000) },
        cage::Wanted::PayOut { amount: usd(1_000), identity: SEEN.map(Into::into) },
    ] {
        let ask = |wanted: &cage::Wanted| cage::Command::Ask(wanted.clone());
        assert_eq!(code(floor.cage(ANNA, FLOOR, ask(&wanted))), Err("wrong_role"));
        assert_eq!(code(floor.cage(ANNA, player(ANNA), ask(&wanted))), Err("wrong_role"));
        assert_eq!(code(floor.cage(ANNA, Actor::new(Role::Cashier, ANNA), ask(&wanted))), Err("involved"));
    }
    // A request that the limit forbids by now is not approved.
    floor.deposit(ANNA, usd(1_000)).unwrap();
    let request = floor.asked_in(ANNA);
    let limit = Limit::Deposit { most: Some(usd(20_999)), period: Period::Month };
    floor.cage(ANNA, player(ANNA), cage::Command::SetLimit(limit)).unwrap();
    assert_eq!(code(floor.approve_in(ANNA, FLOOR, request)), Err("deposit_limit"));
}

/// Whoever ends a suspension alone could pay an accomplice out.
#[test]
fn a_suspension_ends_once_another_person_approves() {
    let mut floor = window();
    let reason = || "the claim was settled".to_owned();
    let to = |status| cage::Command::ChangeStatus { reason: reason(), status };
    floor.cage(ANNA, CASHIER, to(Status::Suspended)).unwrap();
    floor.cage(ANNA, CASHIER, to(Status::Active)).unwrap();
    assert_eq!(floor.account(ANNA).status(), Status::Suspended, "it waits");
    let request = floor.asked_in(ANNA);
    for (by, expected) in [
        (CASHIER, "wrong_role"),
        (as_floor(CASHIER), "same_person"),
        (player(ANNA), "wrong_role"),
        (as_floor(player(ANNA)), "involved"),
    ] {
        assert_eq!(code(floor.approve_in(ANNA, by, request)), Err(expected), "{by:?}");
    }
    floor.approve_in(ANNA, FLOOR, request).unwrap();
    assert_eq!(floor.account(ANNA).status(), Status::Active);
    assert!(floor.account(ANNA).requests().is_empty());
    // It can be asked for as well, of an account that is suspended, by the staff alone.
    let ask = || cage::Command::Ask(cage::Wanted::Reactivate { reason: reason().into() });
    assert_eq!(code(floor.cage(ANNA, CASHIER, ask())), Err("wrong_status"));
    floor.cage(ANNA, FLOOR, to(Status::Suspended)).unwrap();
    assert_eq!(code(floor.cage(ANNA, player(ANNA), ask())), Err("wrong_role"));
    floor.cage(ANNA, FLOOR, ask()).unwrap();
    let request = floor.asked_in(ANNA);
    // A request that something else has overtaken is not approved.
    floor.cage(ANNA, FLOOR, to(Status::Closed)).unwrap_err();
    floor.approve_in(ANNA, OTHER, request).unwrap();
    assert_eq!(floor.account(ANNA).status(), Status::Active);
}

#[test]
fn with_relaxed_controls_a_suspension_ends_at_once() {
    let mut floor = window();
    floor.pit.keep_house(house(Controls::Relaxed, Level::UNLIMITED));
    for status in [Status::Suspended, Status::Active] {
        let reason = "looked at".to_owned();
        floor.cage(ANNA, CASHIER, cage::Command::ChangeStatus { reason, status }).unwrap();
        assert_eq!(floor.account(ANNA).status(), status);
    }
}

#[test]
fn with_relaxed_controls_a_payout_needs_no_owner() {
    let mut floor = window();
    floor.pit.keep_house(house(Controls::Relaxed, Level::UNLIMITED));
    floor.pay_out(ANNA, usd(10_000), None).unwrap();
    assert_eq!(floor.balance(ANNA), usd(10_000));
}

// Dealers on duty.

fn close_betting() -> Table {
    Table::NoMoreBets
}

#[test]
fn a_dealer_acts_while_on_duty() {
    let mut floor = Floor::without_levels();
    assert_eq!(code(floor.table(DEALER, close_betting())), Err("not_on_duty"));
    assert_eq!(code(floor.table(DEALER, Table::SignOff)), Err("already_so"));
    floor.table(DEALER, Table::SignOn).unwrap();
    assert_eq!(floor.here().dealer(), Some(DEALER.person()));
    assert_eq!(code(floor.table(DEALER, Table::SignOn)), Err("already_so"));
    assert_ne!(code(floor.table(DEALER, close_betting())), Err("not_on_duty"));
    assert_eq!(code(floor.table(RELIEF, close_betting())), Err("not_on_duty"));
    // Relief.
    let happened = floor.table(RELIEF, Table::SignOn).unwrap();
    let events: Vec<_> =
        happened.iter().filter_map(Happening::at_table).map(|event| event.what.clone()).collect();
    let (person, relieved) = (RELIEF.person(), Some(DEALER.person()));
    assert_eq!(events, [What::Floor(FloorEvent::DealerSignedOn { person, relieved })]);
    assert_eq!(code(floor.table(DEALER, close_betting())), Err("not_on_duty"));
    assert_eq!(code(floor.table(DEALER, Table::SignOff)), Err("not_on_duty"));
    floor.table(RELIEF, Table::SignOff).unwrap();
    assert_eq!(floor.here().dealer(), None);
    assert_eq!(code(floor.table(RELIEF, close_betting())), Err("not_on_duty"));
    // The floor signs a dealer off, also while the table is held.
    floor.table(DEALER, Table::SignOn).unwrap();
    floor.table(FLOOR, Table::Hold { reason: "a dispute".to_owned() }).unwrap();
    assert_eq!(code(floor.table(player(ANNA), Table::SignOff)), Err("wrong_role"));
    floor.table(FLOOR, Table::SignOff).unwrap();
    floor.table(RELIEF, Table::SignOn).unwrap();
    assert_eq!(floor.here().dealer(), Some(RELIEF.person()));
    for by in [FLOOR, player(ANNA), CASHIER] {
        assert_eq!(code(floor.table(by, Table::SignOn)), Err("wrong_role"), "{by:?}");
    }
}

#[test]
fn a_table_that_closes_has_no_dealer() {
    let mut floor = Floor::without_levels();
    floor.table(DEALER, Table::SignOn).unwrap();
    floor.table(FLOOR, Table::CloseTable).unwrap();
    assert_eq!((floor.here().phase(), floor.here().dealer()), (Phase::Closed, None));
    assert_eq!(code(floor.table(DEALER, Table::SignOn)), Err("table_closed"));
}

#[test]
fn a_dealer_who_plays_does_not_deal() {
    let mut floor = Floor::without_levels().seat_two();
    let dealer = Actor::new(Role::Dealer, ANNA);
    assert_eq!(code(floor.table(dealer, Table::SignOn)), Err("involved"));
    assert_eq!(floor.here().dealer(), Some(DEALER.person()));
}

#[test]
fn software_that_deals_has_its_table_without_signing_on() {
    let automatic = Actor::automatic(Role::Dealer, Person(1_009));
    let mut floor = Floor::without_levels();
    assert_ne!(code(floor.table(automatic, close_betting())), Err("not_on_duty"));
    assert_eq!(floor.here().dealer(), None);
}

/// A dealer leaves the middle of a round by relief alone.
#[test]
fn nobody_signs_off_in_the_middle_of_a_round() {
    let mut floor = Floor::without_levels().seat_two();
    floor.buy(ANNA, 500, BuyInWith::Account).unwrap();
    let bet = wager(&floor);
    floor.table(player(ANNA), bet).unwrap();
    floor.table(DEALER, close_betting()).unwrap();
    assert_eq!(floor.here().phase(), Phase::Dealing);
    for by in [DEALER, FLOOR] {
        assert_eq!(code(floor.table(by, Table::SignOff)), Err("wrong_moment"), "{by:?}");
    }
    floor.table(RELIEF, Table::SignOn).unwrap();
    assert_eq!(floor.here().dealer(), Some(RELIEF.person()));
}

/// A card reader deals a round that somebody on duty has begun, and begins none.
#[test]
fn a_card_reader_begins_no_round() {
    let mut floor = Floor::without_levels().seat_two();
    floor.buy(ANNA, 500, BuyInWith::Account).unwrap();
    let bet = wager(&floor);
    floor.table(player(ANNA), bet).unwrap();
    floor.table(DEALER, Table::SignOff).unwrap();
    let card = || Word::Table(AT, table::Word::Card(Hidden::new("Ks".parse().unwrap())));
    assert_eq!(floor.pit.hear(card()).unwrap_err().code(), "no_card_due");
}

/// The report of the software that deals is answered by a person.
#[test]
fn software_answers_no_report() {
    let lines = [
        "ready 1 entry",
        "dealer: deal on until 3 cards are left",
        "seat 1: bet player $100",
        "dealer: no more bets",
        "dealer: report too few cards",
    ];
    let mut floor = Floor::with(house(Controls::Full, Level::UNLIMITED), "ma-baccarat", &lines);
    let software = Actor::automatic(Role::Floor, Person(1_010));
    for approved in [true, false] {
        let answer = Table::AnswerReport { approved };
        assert_eq!(code(floor.table(software, answer)), Err("people_only"));
    }
    floor.table(FLOOR, Table::AnswerReport { approved: false }).unwrap();
}

#[test]
fn requests_of_a_dealer_lapse_when_they_go() {
    let leaves: [(Actor, Table); 3] =
        [(DEALER, Table::SignOff), (FLOOR, Table::SignOff), (RELIEF, Table::SignOn)];
    for (by, command) in leaves {
        let mut floor = Floor::seated();
        floor.cash(DEALER, ANNA, usd(1_000)).unwrap();
        let request = floor.asked();
        floor.table(FLOOR, order(MoneyAction::Fill, usd(1_000)).0).unwrap();
        let happened = floor.table(by, command).unwrap();
        let lapsed = happened.iter().filter_map(Happening::at_table);
        let lapsed = lapsed.filter(|event| matches!(event.what, What::Floor(FloorEvent::Lapsed { .. })));
        assert_eq!(lapsed.count(), 1);
        assert_eq!(code(floor.approve(OTHER, request)), Err("request_expired"), "{by:?}");
        assert!(floor.chips(ANNA).is_zero());
        // What others asked for stays.
        let request = floor.asked();
        floor.approve(OTHER, request).unwrap();
    }
}

// Jackpots and links.

/// Two tables on a link, and a jackpot at the first of them whose hand a dealer has selected.
const WON: [&str; 9] = [
    "ready 1 2",
    "table 2",
    "ready 3",
    "table 1",
    "seat 1: bet royal-9 $5",
    "dealer: no more bets",
    "shoe: Ks 2c 9h 5d",
    "dealer: settle",
    "dealer: select 1 Player Personal King-9",
];

fn linked(lines: &[&str], controls: Controls) -> (Floor, Name) {
    let source = &library().submission("ma-baccarat", "royal-9").unwrap().source;
    let rules = Arc::new(Rules::new(library().check(source.clone()).terms.unwrap()).unwrap());
    let no_terms = |_: &str| Err("there are no other terms here".to_owned());
    let mut runner = Runner::new(Arc::clone(&rules), &no_terms);
    for line in lines {
        runner.line(&Line::parse(line).unwrap()).unwrap_or_else(|failure| panic!("{line}: {failure}"));
        runner.settled().unwrap_or_else(|failure| panic!("{line}: {failure}"));
    }
    let mut pit = runner.pit().clone();
    pit.keep_house(house(controls, Level::UNLIMITED));
    (Floor { pit, now: START, numbers: BTreeMap::new() }, rules.links.first().unwrap().name)
}

/// The seeds of a link are the house's money: one person does not put them in under rules of their choice.
#[test]
fn nobody_sets_up_a_link_alone() {
    let source = &library().submission("ma-baccarat", "royal-9").unwrap().source;
    let rules = Arc::new(Rules::new(library().check(source.clone()).terms.unwrap()).unwrap());
    let name = rules.links.first().unwrap().name;
    let mut pit = Pit::default();
    pit.keep_house(house(Controls::Full, Level::UNLIMITED));
    pit.know(Arc::clone(&rules));
    pit.put_up(AT, &rules);
    let mut floor = Floor { pit, now: START, numbers: BTreeMap::new() };
    let open = || Command::Link(name, link::Command::Open { rules: rules.id });
    for by in [FLOOR, Actor::new(Role::Executive, Person(3_001))] {
        assert_eq!(code(floor.does(by, open())), Err("second_person_needed"));
    }
    floor.pit.keep_house(house(Controls::Relaxed, Level::UNLIMITED));
    floor.does(FLOOR, open()).unwrap();
}

#[test]
fn the_keypad_of_a_link_needs_the_dealer_on_duty() {
    let (mut floor, name) = linked(&WON, Controls::Full);
    let hit = || Command::Link(name, link::Command::HitJackpot { table: AT });
    let end = || Command::Link(name, link::Command::EndRound { table: AT });
    let line = "Player Personal King-9".to_owned();
    let select = || Command::Link(name, link::Command::Select { table: AT, seat: 1, line: line.clone() });
    for command in [hit(), end(), select()] {
        assert_eq!(code(floor.does(DEALER, command)), Err("not_on_duty"));
    }
    floor.table(RELIEF, Table::SignOn).unwrap();
    assert_eq!(code(floor.does(DEALER, hit())), Err("not_on_duty"));
    floor.does(RELIEF, hit()).unwrap();
    // With relaxed controls there is no duty.
    let (mut floor, _) = linked(&WON, Controls::Relaxed);
    floor.does(DEALER, hit()).unwrap();
}

#[test]
fn only_people_verify_and_pay_jackpots() {
    let lines: Vec<&str> = WON.iter().copied().chain(["dealer: hit jackpot"]).collect();
    let machine = Actor::automatic(Role::Floor, Person(2_009));
    let second = Actor::automatic(Role::Executive, Person(5_009));
    let hands = ["Ks 9h", "2c 5d"].map(|cards| {
        let cards = banco_cards::parse_cards(cards).unwrap();
        banco_cards::Hand::new(&cards).unwrap()
    });
    let verify = |name| Command::Link(name, link::Command::Verify { hit: HitId(1), hands: Some(hands) });
    let pay = |name| Command::Link(name, link::Command::PayJackpot { hit: HitId(1), amount: cents(45_025) });

    let (mut floor, name) = linked(&lines, Controls::Full);
    assert_eq!(code(floor.does(machine, verify(name))), Err("people_only"));
    floor.does(FLOOR, verify(name)).unwrap();
    assert_eq!(code(floor.does(second, pay(name))), Err("people_only"));
    assert_eq!(code(floor.does(FLOOR, pay(name))), Err("same_person"));
    floor.does(OTHER, pay(name)).unwrap();

    let (mut floor, name) = linked(&lines, Controls::Relaxed);
    floor.does(machine, verify(name)).unwrap();
    floor.does(second, pay(name)).unwrap();
}

// People who lose their role.

#[test]
fn what_somebody_asked_for_lapses_with_their_role() {
    let (mut floor, name) = linked(&["ready 1 2"], Controls::Full);
    floor.open(ANNA, Status::Active);
    let reason = || "counted again";
    let fill = Wanted::Fill { amount: usd(500), credit: false };
    let (meter, reserve) = (Name::new("heart"), false);
    let raise = link::Wanted::Adjust { amount: usd(1), meter, reason: reason().into(), reserve };
    let adjust = |dollars| cage::Wanted::Adjust { amount: usd(dollars), reason: reason().into() };
    floor.table(FLOOR, Table::Ask(fill.clone())).unwrap();
    let at_table = floor.asked();
    floor.table(OTHER, Table::Ask(fill)).unwrap();
    floor.does(FLOOR, Command::Link(name, link::Command::Ask(raise))).unwrap();
    floor.cage(ANNA, FLOOR, cage::Command::Ask(adjust(5))).unwrap();
    let in_account = floor.asked_in(ANNA);
    floor.cage(ANNA, OTHER, cage::Command::Ask(adjust(6))).unwrap();

    let gone = FLOOR.person();
    let streams: Vec<Stream> = floor.pit.asked_by(gone).collect();
    assert_eq!(streams, [Stream::Table(AT), Stream::Link(name), Stream::Account(ANNA)]);
    for stream in streams {
        assert_eq!(floor.hear(Word::AskerGone(stream, gone)).len(), 1, "{stream:?}");
        assert!(floor.hear(Word::AskerGone(stream, gone)).is_empty(), "{stream:?}: once");
    }
    assert_eq!(floor.pit.asked_by(gone).count(), 0);
    let executive = Actor::new(Role::Executive, Person(5_001));
    assert_eq!(code(floor.approve(executive, at_table)), Err("request_expired"));
    let approve = Command::Link(name, link::Command::Approve { request: RequestId(1) });
    assert_eq!(code(floor.does(executive, approve)), Err("request_expired"));
    assert_eq!(code(floor.approve_in(ANNA, executive, in_account)), Err("request_expired"));
    // What others asked for stays.
    let request = floor.asked();
    floor.approve(executive, request).unwrap();
    let request = floor.asked_in(ANNA);
    floor.approve_in(ANNA, executive, request).unwrap();
    assert_eq!(floor.balance(ANNA), usd(6));
}

// Help for participants.

const HELPER: Person = Person(31);

fn helped(controls: Controls) -> Floor {
    let mut floor = Floor::with(house(controls, LEVEL), "co-rule-28", &READY);
    floor = floor.seat_two();
    let reason = "cannot reach the layout".to_owned();
    floor.table(FLOOR, Table::Accommodate { person: ANNA, helper: HELPER, reason }).unwrap();
    floor
}

fn wager(floor: &Floor) -> Table {
    let rules = floor.here().rules();
    let spot = rules.spot_called("player".into()).unwrap().id;
    Table::PlaceWager { spot, amount: usd(100), tender: Tender::Chips, for_dealer: false }
}

#[test]
fn help_needs_the_word_of_whom_it_is_for_or_a_second_person() {
    let answers: [(Actor, Result<(), &str>); 7] = [
        (player(ANNA), Ok(())),
        (OTHER, Ok(())),
        (FLOOR, Err("same_person")),
        (as_floor(player(HELPER)), Err("same_person")),
        (player(HELPER), Err("wrong_role")),
        (player(BEN), Err("wrong_role")),
        (Actor::helping(HELPER, ANNA), Err("no_accommodation")),
    ];
    for (by, expected) in answers {
        let mut floor = helped(Controls::Full);
        floor.buy(ANNA, 500, BuyInWith::Account).unwrap();
        let request = floor.asked();
        let helping = Actor::helping(HELPER, ANNA);
        let bet = wager(&floor);
        assert_eq!(code(floor.table(helping, bet.clone())), Err("no_accommodation"));
        assert_eq!(code(floor.approve(by, request)), expected, "{by:?}");
        let expected = expected.map_err(|_| "no_accommodation");
        assert_eq!(code(floor.table(helping, bet)), expected, "{by:?}");
    }
    // The participant is asked, nobody else of the table is.
    let floor = helped(Controls::Full);
    let consent = Prompt::Consent { helper: HELPER, request: floor.asked() };
    let asked = |person| view(floor.here(), Viewer::Participant(person)).prompts.contains(&consent);
    assert_eq!((asked(ANNA), asked(BEN)), (true, false));
    // The participant says no.
    let mut floor = helped(Controls::Full);
    let request = floor.asked();
    let reason = "no thanks".to_owned();
    assert_eq!(
        code(floor.table(player(BEN), Table::TurnDown { request, reason: reason.clone() })),
        Err("wrong_role")
    );
    floor.table(player(ANNA), Table::TurnDown { request, reason }).unwrap();
    assert!(floor.here().requests().is_empty());
    // Nobody of the floor names themself, also not by asking.
    let wanted = Wanted::Accommodation { helper: FLOOR.person(), person: ANNA, reason: "slow".into() };
    assert_eq!(code(floor.table(FLOOR, Table::Ask(wanted))), Err("same_person"));
}

#[test]
fn a_helper_moves_no_money_of_whom_they_help() {
    for controls in [Controls::Full, Controls::Relaxed] {
        let mut floor = helped(controls);
        if controls == Controls::Full {
            let request = floor.asked();
            floor.approve(player(ANNA), request).unwrap();
        }
        floor.buy(ANNA, 500, BuyInWith::Account).unwrap();
        let helping = Actor::helping(HELPER, ANNA);
        let Table::PlaceWager { spot, amount, tender, .. } = wager(&floor) else { panic!("a wager") };
        for command in [
            Table::Leave,
            Table::PlaceWager { spot, amount, tender, for_dealer: true },
            Table::BuyIn { amount: usd(10), with: BuyInWith::Account },
            Table::BuyIn { amount: usd(10), with: BuyInWith::Cash },
            Table::Tip { amount: usd(10) },
            Table::SpeakWager { spot, amount },
            Table::CashOut { amount: usd(10) },
        ] {
            assert_eq!(code(floor.table(helping, command.clone())), Err("not_for_helpers"), "{command:?}");
        }
        let bet = wager(&floor);
        floor.table(helping, bet).unwrap();
        assert_eq!(floor.chips(ANNA), usd(400));
    }
}

#[test]
fn nobody_helps_while_they_stay_away_themself() {
    let until = START.after(DAY);
    for stay in [cage::Command::CoolOff { until }, cage::Command::Exclude { until: None }] {
        // Asked for.
        let mut floor = helped(Controls::Full);
        floor.open(HELPER, Status::Active);
        let request = floor.asked();
        floor.cage(HELPER, player(HELPER), stay.clone()).unwrap();
        assert_eq!(code(floor.approve(player(ANNA), request)), Err("helper_barred"));
        let reason = || "cannot reach the layout";
        let again = Table::Accommodate { person: BEN, helper: HELPER, reason: reason().to_owned() };
        assert_eq!(code(floor.table(FLOOR, again)), Err("helper_barred"));
        let wanted = Wanted::Accommodation { helper: HELPER, person: BEN, reason: reason().into() };
        assert_eq!(code(floor.table(FLOOR, Table::Ask(wanted))), Err("helper_barred"));
        // Allowed before.
        for controls in [Controls::Full, Controls::Relaxed] {
            let mut floor = helped(controls);
            floor.open(HELPER, Status::Active);
            if controls == Controls::Full {
                let request = floor.asked();
                floor.approve(player(ANNA), request).unwrap();
            }
            floor.buy(ANNA, 500, BuyInWith::Account).unwrap();
            let helping = Actor::helping(HELPER, ANNA);
            let bet = wager(&floor);
            floor.table(helping, bet.clone()).unwrap();
            floor.cage(HELPER, player(HELPER), stay.clone()).unwrap();
            assert_eq!(code(floor.table(helping, bet.clone())), Err("helper_barred"));
            // What lies there comes back, and the participant plays on.
            let Table::PlaceWager { spot, .. } = bet else { panic!("a wager") };
            floor.table(helping, Table::TakeDown { spot, for_dealer: false }).unwrap();
            floor.table(player(ANNA), bet).unwrap();
        }
    }
}
