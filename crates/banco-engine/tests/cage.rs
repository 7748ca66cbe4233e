//! Accounts, one promise at a time: both sides of every threshold, and every refusal.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::collections::BTreeSet;

use banco_engine::cage::{
    Account, Command, DAY, Event, Fund, HoldId, House, Kind, Limit, LimitKey, Period, Reason, Refusal,
    Status, TableId, TableSays, Time, Viewer, Wanted, What, Word, decide, evolve, hear, hear_table, view,
};
use banco_engine::table::Barred;
use banco_engine::{Actor, Controls, Level, Levels, MoneyAction, Person, RequestId, Role, WhyNot as _};
use banco_money::{Amount, Currency, MoneyError};

const ANNA: Person = Person(11);
const OWNER: Actor = Actor::new(Role::Participant, ANNA);
const CASHIER: Actor = Actor::new(Role::Cashier, Person(4001));
const FLOOR: Actor = Actor::new(Role::Floor, Person(2001));
const EXECUTIVE: Actor = Actor::new(Role::Executive, Person(5001));
const HERE: TableId = TableId(1);
const MINUTE: u64 = 60;

fn usd(dollars: i64) -> Amount {
    Amount::from_minor(dollars * 100, Currency::Usd)
}

/// An account with its clock.
struct Desk {
    account: Account,
    house: House,
    now: Time,
}

impl Desk {
    fn new() -> Self {
        let house = House { executive_from: vec![usd(100)], ..House::default() };
        Self { account: Account::of(ANNA), house, now: Time(1_794_795_300) }
    }

    /// An active account with so much in it.
    fn with(dollars: i64) -> Self {
        let mut desk = Self::new();
        desk.does(CASHIER, Command::Open { currency: Currency::Usd, kind: Kind::Real });
        desk.does(CASHIER, status(Status::Active));
        desk.does(CASHIER, Command::Deposit { amount: usd(dollars) });
        desk
    }

    fn take(&mut self, events: Result<Vec<Event>, Refusal>) -> Result<Vec<Event>, &'static str> {
        let events = events.map_err(|refusal| {
            assert!(refusal.clauses.is_empty(), "no clause speaks of the cage");
            assert!(!refusal.to_string().is_empty());
            refusal.code()
        })?;
        events.iter().for_each(|event| evolve(&mut self.account, event));
        assert_eq!(self.account.fault(), None);
        assert!(self.account.books().sum().unwrap().is_zero());
        Ok(events)
    }

    fn try_to(&mut self, by: Actor, command: Command) -> Result<Vec<Event>, &'static str> {
        let events = decide(&self.account, &self.house, self.now, by, command);
        self.take(events)
    }

    fn does(&mut self, by: Actor, command: Command) -> Vec<Event> {
        let told = format!("{command:?}");
        self.try_to(by, command).unwrap_or_else(|code| panic!("{told}: {code}"))
    }

    fn refuses(&mut self, by: Actor, command: Command, code: &str) {
        let told = format!("{command:?}");
        assert_eq!(self.try_to(by, command).map(|_| ()), Err(code), "{told}");
    }

    fn hears(&mut self, word: Word) -> Result<Vec<Event>, &'static str> {
        let events = hear(&self.account, self.now, word);
        self.take(events)
    }

    fn says(&mut self, says: TableSays) -> Result<Vec<Event>, &'static str> {
        let events = hear_table(&self.account, self.now, HERE, says);
        self.take(events)
    }

    fn sits(&mut self) -> &mut Self {
        self.says(TableSays::Came { currency: Currency::Usd }).unwrap();
        self
    }

    fn buys(&mut self, dollars: i64) -> Result<(), &'static str> {
        self.says(TableSays::BoughtIn { amount: usd(dollars) }).map(|_| ())
    }

    fn home(&mut self, dollars: i64) {
        self.says(TableSays::CameHome { amount: usd(dollars) }).unwrap();
    }

    fn later(&mut self, seconds: u64) -> &mut Self {
        self.now = self.now.after(seconds);
        self
    }

    fn limits(&mut self, limit: Limit) -> Vec<Event> {
        self.does(OWNER, Command::SetLimit(limit))
    }
}

fn status(status: Status) -> Command {
    Command::ChangeStatus { reason: "looked at".to_owned(), status }
}

const fn deposit_limit(most: Option<Amount>, period: Period) -> Limit {
    Limit::Deposit { most, period }
}

const fn loss_limit(most: Option<Amount>, period: Period) -> Limit {
    Limit::Loss { most, period }
}

#[test]
fn money_comes_in_and_goes_out_and_is_never_overdrawn() {
    let mut desk = Desk::with(1_000);
    desk.refuses(CASHIER, Command::PayOut { amount: usd(1_001), identity: None }, "not_enough");
    desk.does(CASHIER, Command::PayOut { amount: usd(1_000), identity: None });
    desk.refuses(CASHIER, Command::PayOut { amount: usd(1), identity: None }, "not_enough");
    for amount in [usd(0), usd(-1)] {
        desk.refuses(CASHIER, Command::Deposit { amount }, "bad_amount");
        desk.refuses(CASHIER, Command::PayOut { amount, identity: None }, "bad_amount");
    }
    let pesos = Amount::from_minor(100, Currency::Php);
    desk.refuses(CASHIER, Command::Deposit { amount: pesos }, "bad_money");
    let most = i64::MAX >> 20;
    let huge = |minor| Command::Deposit { amount: Amount::from_minor(minor, Currency::Usd) };
    desk.refuses(CASHIER, huge(most + 1), "bad_money");
    desk.refuses(CASHIER, huge(i64::MAX), "bad_money");
    desk.does(CASHIER, huge(most));
    // The books stay far from figures that cannot be written down.
    for _ in 0..600 {
        if desk.try_to(CASHIER, huge(most)).is_err() {
            break;
        }
    }
    desk.refuses(CASHIER, huge(most), "bad_money");
    assert!(desk.account.books().balance.minor() <= 1 << 52);
}

#[test]
fn only_an_active_account_plays_and_only_a_pending_one_pays_nothing_out() {
    let mut desk = Desk::new();
    desk.refuses(CASHIER, Command::Deposit { amount: usd(1) }, "no_account");
    desk.does(CASHIER, Command::Open { currency: Currency::Usd, kind: Kind::Real });
    desk.refuses(CASHIER, Command::Open { currency: Currency::Usd, kind: Kind::Real }, "account_exists");
    assert_eq!(desk.account.bar(), Some(Barred::Pending));
    desk.refuses(CASHIER, Command::Deposit { amount: usd(1) }, "not_active");
    desk.refuses(CASHIER, Command::PayOut { amount: usd(1), identity: None }, "not_active");
    desk.does(CASHIER, status(Status::Active));
    desk.does(CASHIER, Command::Deposit { amount: usd(100) });
    desk.does(FLOOR, status(Status::Suspended));
    desk.refuses(CASHIER, Command::Deposit { amount: usd(1) }, "not_active");
    assert_eq!(desk.says(TableSays::Came { currency: Currency::Usd }), Err("not_active"));
    desk.does(CASHIER, Command::PayOut { amount: usd(40), identity: None });
    desk.refuses(FLOOR, status(Status::Closed), "not_empty");
    desk.does(CASHIER, Command::PayOut { amount: usd(60), identity: None });
    desk.refuses(FLOOR, status(Status::Pending), "wrong_status");
    desk.refuses(FLOOR, status(Status::Suspended), "nothing_changes");
    desk.does(FLOOR, status(Status::Closed));
    desk.refuses(FLOOR, status(Status::Active), "wrong_status");
    desk.refuses(CASHIER, Command::Deposit { amount: usd(1) }, "not_active");
    desk.refuses(CASHIER, Command::Open { currency: Currency::Php, kind: Kind::Real }, "bad_money");
    desk.refuses(CASHIER, Command::Open { currency: Currency::Usd, kind: Kind::Test }, "other_kind");
    desk.does(CASHIER, Command::Open { currency: Currency::Usd, kind: Kind::Real });
    assert_eq!(desk.account.status(), Status::Pending);
}

#[test]
fn an_account_at_a_table_is_not_closed_and_what_was_chosen_outlives_closing() {
    let mut desk = Desk::with(100);
    desk.sits().buys(100).unwrap();
    desk.refuses(OWNER, status(Status::Closed), "at_table");
    desk.says(TableSays::Left).unwrap();
    desk.does(OWNER, Command::Exclude { until: None });
    desk.does(OWNER, status(Status::Closed));
    desk.does(CASHIER, Command::Open { currency: Currency::Usd, kind: Kind::Real });
    desk.does(CASHIER, status(Status::Active));
    assert_eq!(desk.account.bar(), Some(Barred::Excluded));
    assert_eq!(desk.account.books().of(Fund::AtTable(HERE)), usd(100));
}

#[test]
fn guests_open_accounts_for_play_money_only_and_kinds_never_mix() {
    let open = |kind| Command::Open { currency: Currency::Usd, kind };
    let mut desk = Desk::new();
    desk.refuses(OWNER, open(Kind::Real), "wrong_role");
    desk.refuses(OWNER, open(Kind::Test), "wrong_role");
    desk.refuses(Actor::new(Role::Participant, Person(12)), open(Kind::Demo), "not_yours");
    desk.house.kind = Some(Kind::Real);
    desk.refuses(OWNER, open(Kind::Demo), "other_kind");
    desk.house.kind = Some(Kind::Demo);
    desk.refuses(CASHIER, open(Kind::Real), "other_kind");
    desk.does(OWNER, open(Kind::Demo));
    assert_eq!((desk.account.kind(), desk.account.status()), (Kind::Demo, Status::Active));
}

#[test]
fn everybody_does_what_is_theirs_to_do() {
    let mut desk = Desk::with(500);
    let deposit = || Command::Deposit { amount: usd(1) };
    for by in [OWNER, FLOOR, EXECUTIVE, Actor::new(Role::Dealer, Person(1))] {
        desk.refuses(by, deposit(), "wrong_role");
        desk.refuses(by, Command::PayOut { amount: usd(1), identity: None }, "wrong_role");
    }
    // Nobody serves themself.
    desk.refuses(Actor::new(Role::Cashier, ANNA), deposit(), "involved");
    desk.refuses(Actor::new(Role::Floor, ANNA), status(Status::Suspended), "involved");
    let own = [
        Command::SetLimit(Limit::Wager { most: Some(usd(5)) }),
        Command::ConfirmLimit(LimitKey::Wager),
        Command::WithdrawLimit(LimitKey::Wager),
        Command::ChooseCheck { minutes: Some(30) },
        Command::AcknowledgeCheck,
        Command::CoolOff { until: Time::LAST },
        Command::Exclude { until: None },
        Command::HoldBuyIn { amount: usd(1), table: HERE },
    ];
    for command in own {
        desk.refuses(CASHIER, command.clone(), "wrong_role");
        desk.refuses(Actor::new(Role::Participant, Person(12)), command.clone(), "not_yours");
        desk.refuses(Actor::helping(Person(12), ANNA), command, "not_yours");
    }
}

#[test]
fn a_balance_is_put_right_by_two_people_and_by_an_executive_from_a_level_on() {
    let mut desk = Desk::with(500);
    let ask = |amount| Command::Ask(Wanted::Adjust { amount, reason: "counted again".into() });
    let approve = |request| Command::Approve { request: RequestId(request) };
    let other_floor = Actor::new(Role::Floor, Person(2002));
    desk.refuses(CASHIER, ask(usd(1)), "wrong_role");
    desk.refuses(Actor::new(Role::Floor, ANNA), ask(usd(1)), "involved");
    desk.refuses(FLOOR, ask(usd(0)), "bad_amount");
    desk.refuses(FLOOR, ask(usd(-501)), "not_enough");
    desk.refuses(FLOOR, Command::Ask(Wanted::Adjust { amount: usd(1), reason: " ".into() }), "reason_needed");
    desk.does(FLOOR, ask(Amount::from_minor(9_999, Currency::Usd)));
    desk.refuses(FLOOR, approve(1), "same_person");
    desk.refuses(Actor::new(Role::Executive, Person(2001)), approve(1), "same_person");
    desk.refuses(EXECUTIVE, approve(2), "unknown_request");
    desk.does(other_floor, approve(1));
    desk.refuses(other_floor, approve(1), "unknown_request");
    desk.does(FLOOR, ask(usd(-100)));
    desk.refuses(other_floor, approve(2), "executive_needed");
    desk.does(EXECUTIVE, approve(2));
    assert_eq!(desk.account.books().balance.minor(), 49_999);
    // What can no longer be when it is approved does not happen.
    desk.does(FLOOR, ask(usd(-400)));
    desk.does(CASHIER, Command::PayOut { amount: usd(200), identity: None });
    desk.refuses(EXECUTIVE, approve(3), "not_enough");
    desk.does(EXECUTIVE, Command::TurnDown { reason: "paid out".to_owned(), request: RequestId(3) });
    desk.refuses(EXECUTIVE, approve(3), "unknown_request");
    // An approval comes within a day.
    desk.does(FLOOR, ask(usd(1)));
    desk.later(DAY).refuses(EXECUTIVE, approve(4), "request_expired");
    desk.does(FLOOR, ask(usd(1)));
    desk.later(DAY - 1).does(EXECUTIVE, approve(5));
    // Without a level an executive is always one of the two.
    desk.house.executive_from.clear();
    desk.does(FLOOR, ask(usd(1)));
    desk.refuses(other_floor, approve(6), "executive_needed");
    desk.does(EXECUTIVE, approve(6));
}

#[test]
fn a_buy_in_is_held_then_posted_or_voided_and_chips_come_home() {
    let mut desk = Desk::with(1_000);
    assert_eq!(desk.buys(100), Err("not_at_table"));
    desk.sits();
    desk.does(OWNER, Command::HoldBuyIn { amount: usd(300), table: HERE });
    let books = |desk: &Desk| {
        let books = desk.account.books();
        [books.balance, books.held, books.of(Fund::AtTable(HERE))].map(|amount| amount.minor() / 100)
    };
    assert_eq!(books(&desk), [700, 300, 0]);
    assert_eq!(desk.buys(701), Err("not_enough"));
    // What was held for this table and this much is posted, and nothing is held anew.
    desk.buys(300).unwrap();
    assert_eq!(books(&desk), [700, 0, 300]);
    desk.buys(200).unwrap();
    assert_eq!(books(&desk), [500, 0, 500]);
    desk.does(OWNER, Command::HoldBuyIn { amount: usd(50), table: TableId(2) });
    let void = |hold| Command::VoidBuyIn { hold: HoldId(hold), reason: "not now".to_owned() };
    desk.refuses(OWNER, void(1), "unknown_hold");
    desk.refuses(Actor::new(Role::Participant, Person(12)), void(3), "not_yours");
    desk.does(CASHIER, void(3));
    desk.does(OWNER, Command::HoldBuyIn { amount: usd(60), table: HERE });
    desk.home(900);
    assert_eq!(books(&desk), [1_340, 60, -400]);
    // Leaving gives up what was held for the table.
    desk.says(TableSays::Left).unwrap();
    assert_eq!(books(&desk), [1_400, 0, -400]);
    assert_eq!(desk.says(TableSays::CameHome { amount: usd(1) }), Err("not_at_table"));
}

#[test]
fn deposits_are_counted_over_rolling_periods() {
    for period in Period::ALL {
        let mut desk = Desk::with(600);
        desk.limits(deposit_limit(Some(usd(1_000)), period));
        // What was paid in before the limit was set counts as well.
        desk.refuses(CASHIER, Command::Deposit { amount: usd(401) }, "deposit_limit");
        desk.later(10).does(CASHIER, Command::Deposit { amount: usd(400) });
        desk.refuses(CASHIER, Command::Deposit { amount: usd(1) }, "deposit_limit");
        // A payment makes no room: the limit is on what is paid in.
        desk.does(CASHIER, Command::PayOut { amount: usd(1_000), identity: None });
        desk.later(period.seconds() - 11);
        desk.refuses(CASHIER, Command::Deposit { amount: usd(1) }, "deposit_limit");
        desk.later(1).refuses(CASHIER, Command::Deposit { amount: usd(601) }, "deposit_limit");
        desk.does(CASHIER, Command::Deposit { amount: usd(600) });
        desk.refuses(CASHIER, Command::Deposit { amount: usd(1) }, "deposit_limit");
        desk.later(10).does(CASHIER, Command::Deposit { amount: usd(400) });
    }
}

#[test]
fn all_limits_hold_together() {
    let mut desk = Desk::with(100);
    desk.limits(deposit_limit(Some(usd(500)), Period::Day));
    desk.limits(deposit_limit(Some(usd(300)), Period::Week));
    desk.refuses(CASHIER, Command::Deposit { amount: usd(201) }, "deposit_limit");
    desk.does(CASHIER, Command::Deposit { amount: usd(200) });
    desk.later(DAY).refuses(CASHIER, Command::Deposit { amount: usd(1) }, "deposit_limit");
}

#[test]
fn losses_are_what_was_brought_and_did_not_come_home() {
    let mut desk = Desk::with(10_000);
    desk.sits().limits(loss_limit(Some(usd(1_000)), Period::Day));
    assert_eq!(desk.buys(1_001), Err("loss_limit"));
    desk.buys(600).unwrap();
    // What waits to be brought counts.
    desk.does(OWNER, Command::HoldBuyIn { amount: usd(300), table: TableId(2) });
    assert_eq!(desk.buys(101), Err("loss_limit"));
    desk.buys(100).unwrap();
    desk.does(OWNER, Command::VoidBuyIn { hold: HoldId(2), reason: "not now".to_owned() });
    desk.buys(300).unwrap();
    assert_eq!(desk.buys(1), Err("loss_limit"));
    desk.home(250);
    assert_eq!(desk.buys(251), Err("loss_limit"));
    desk.buys(250).unwrap();
    // A tighter limit binds what was held before it.
    let mut other = Desk::with(1_000);
    other.sits().does(OWNER, Command::HoldBuyIn { amount: usd(500), table: HERE });
    other.limits(loss_limit(Some(usd(499)), Period::Week));
    assert_eq!(other.buys(500), Err("loss_limit"));
    // Somebody who has won may bring what they won once more.
    desk.home(3_000);
    assert_eq!(desk.buys(3_001), Err("loss_limit"));
    desk.buys(3_000).unwrap();
    assert_eq!(desk.buys(1), Err("loss_limit"));
}

#[test]
fn money_that_was_brought_before_the_period_makes_no_room_when_it_comes_home() {
    let mut desk = Desk::with(10_000);
    desk.sits().limits(loss_limit(Some(usd(500)), Period::Day));
    desk.buys(500).unwrap();
    desk.later(DAY - 1).home(500);
    desk.later(2);
    // The buy-in has left the period, and so has what came home of it.
    assert_eq!(desk.buys(501), Err("loss_limit"));
    desk.buys(500).unwrap();
}

#[test]
fn a_tighter_limit_holds_at_once_and_a_looser_one_after_a_day_and_a_second_word() {
    let wager = |most: Option<i64>| Limit::Wager { most: most.map(usd) };
    let confirm = || Command::ConfirmLimit(LimitKey::Wager);
    let most = |desk: &Desk| desk.account.restriction().most;
    let mut desk = Desk::with(100);
    desk.refuses(OWNER, Command::SetLimit(wager(None)), "nothing_changes");
    desk.refuses(OWNER, Command::SetLimit(wager(Some(-1))), "bad_amount");
    desk.limits(wager(Some(100)));
    assert_eq!(most(&desk), Some(usd(100)));
    desk.refuses(OWNER, Command::SetLimit(wager(Some(100))), "nothing_changes");
    desk.refuses(OWNER, confirm(), "no_limit_waits");
    desk.limits(wager(Some(101)));
    assert_eq!(most(&desk), Some(usd(100)));
    desk.refuses(OWNER, Command::SetLimit(wager(Some(101))), "nothing_changes");
    desk.later(DAY - 1).refuses(OWNER, confirm(), "too_early");
    desk.later(1);
    desk.hears(Word::Time).unwrap();
    assert_eq!(most(&desk), Some(usd(100)), "time alone loosens nothing");
    desk.does(OWNER, confirm());
    assert_eq!(most(&desk), Some(usd(101)));
    // Another wish begins its day anew; a tighter limit and the limit in force take it back.
    desk.limits(wager(None));
    desk.later(DAY - 1).limits(wager(Some(500)));
    desk.later(1).refuses(OWNER, confirm(), "too_early");
    desk.limits(wager(Some(101)));
    desk.refuses(OWNER, confirm(), "no_limit_waits");
    desk.limits(wager(None));
    desk.limits(wager(Some(0)));
    desk.later(DAY).refuses(OWNER, confirm(), "no_limit_waits");
    desk.limits(wager(None));
    desk.does(OWNER, Command::WithdrawLimit(LimitKey::Wager));
    desk.refuses(OWNER, Command::WithdrawLimit(LimitKey::Wager), "no_limit_waits");
    assert_eq!(most(&desk), Some(usd(0)));
}

#[test]
fn a_clock_that_jumps_back_changes_nothing() {
    let mut desk = Desk::with(100);
    desk.limits(deposit_limit(Some(usd(100)), Period::Day));
    desk.limits(deposit_limit(None, Period::Day));
    desk.does(OWNER, Command::Exclude { until: Some(desk.now.after(10)) });
    desk.later(5).hears(Word::SessionStarted).unwrap();
    let before = desk.account.clock();
    desk.now = Time(0);
    desk.refuses(CASHIER, Command::Deposit { amount: usd(1) }, "excluded");
    desk.refuses(OWNER, Command::Exclude { until: Some(Time(before.0)) }, "bad_time");
    desk.refuses(OWNER, Command::ConfirmLimit(LimitKey::Deposit(Period::Day)), "too_early");
    desk.hears(Word::SessionEnded).unwrap();
    assert_eq!(desk.account.clock(), before);
}

#[test]
fn an_exclusion_holds_at_once_is_never_shortened_and_lets_money_out() {
    let mut desk = Desk::with(1_000);
    desk.sits().buys(100).unwrap();
    desk.does(OWNER, Command::HoldBuyIn { amount: usd(50), table: TableId(2) });
    let until = |desk: &Desk, seconds| Some(desk.now.after(seconds));
    desk.refuses(OWNER, Command::Exclude { until: Some(desk.now) }, "bad_time");
    desk.refuses(OWNER, Command::Exclude { until: Some(Time(u64::MAX)) }, "bad_time");
    let end = until(&desk, 100 * DAY);
    desk.does(OWNER, Command::Exclude { until: end });
    assert_eq!((desk.account.bar(), desk.account.books().held), (Some(Barred::Excluded), usd(0)));
    assert_eq!(desk.buys(1), Err("excluded"));
    desk.refuses(OWNER, Command::HoldBuyIn { amount: usd(1), table: HERE }, "excluded");
    desk.refuses(CASHIER, Command::Deposit { amount: usd(1) }, "excluded");
    desk.home(150);
    desk.does(CASHIER, Command::PayOut { amount: usd(1_050), identity: None });
    desk.refuses(OWNER, Command::Exclude { until: end }, "nothing_changes");
    desk.refuses(OWNER, Command::Exclude { until: until(&desk, 99 * DAY) }, "shortens");
    let end = until(&desk, 101 * DAY);
    desk.does(OWNER, Command::Exclude { until: end });
    desk.later(101 * DAY - 1);
    assert_eq!(desk.says(TableSays::Came { currency: Currency::Usd }), Err("excluded"));
    desk.later(1);
    assert_eq!(desk.account.next_deadline(), Some(desk.now));
    desk.hears(Word::Time).unwrap();
    assert_eq!(desk.account.bar(), None);
    desk.does(CASHIER, Command::Deposit { amount: usd(1) });
    desk.does(OWNER, Command::Exclude { until: None });
    desk.refuses(OWNER, Command::Exclude { until: until(&desk, 10_000 * DAY) }, "shortens");
    desk.later(10_000 * DAY).refuses(CASHIER, Command::Deposit { amount: usd(1) }, "excluded");
}

#[test]
fn a_break_is_never_shortened_and_ends_by_itself() {
    let mut desk = Desk::with(100);
    let end = desk.now.after(DAY);
    desk.does(OWNER, Command::CoolOff { until: end });
    desk.refuses(OWNER, Command::CoolOff { until: end }, "nothing_changes");
    desk.refuses(OWNER, Command::CoolOff { until: desk.now.after(DAY - 1) }, "shortens");
    desk.refuses(CASHIER, Command::Deposit { amount: usd(1) }, "cooling_off");
    desk.later(DAY - 1);
    assert_eq!(desk.says(TableSays::Came { currency: Currency::Usd }), Err("cooling_off"));
    desk.later(1).sits();
    assert_eq!(desk.account.cool_off(), None);
}

#[test]
fn a_session_ends_when_its_owner_wanted() {
    let mut desk = Desk::with(1_000);
    desk.limits(Limit::Session { minutes: Some(60) });
    assert_eq!(desk.says(TableSays::Came { currency: Currency::Usd }), Err("no_session"));
    desk.hears(Word::SessionStarted).unwrap();
    assert_eq!(desk.hears(Word::SessionStarted), Err("session_open"));
    assert_eq!(desk.account.next_deadline(), Some(desk.now.after(60 * MINUTE)));
    desk.sits().later(60 * MINUTE - 1).buys(1).unwrap();
    desk.later(1);
    assert_eq!(desk.buys(1), Err("session_over"));
    desk.hears(Word::Time).unwrap();
    assert_eq!(desk.account.restriction().barred, Some(Barred::SessionOver));
    // Money still comes in and goes out at the window.
    desk.does(CASHIER, Command::Deposit { amount: usd(1) });
    // Who signs in again at once goes on with the same session.
    desk.hears(Word::SessionEnded).unwrap();
    assert_eq!(desk.hears(Word::SessionEnded), Err("no_session"));
    desk.later(15 * MINUTE - 1).hears(Word::SessionStarted).unwrap();
    assert_eq!(desk.buys(1), Err("session_over"));
    desk.hears(Word::SessionEnded).unwrap();
    desk.later(15 * MINUTE).hears(Word::SessionStarted).unwrap();
    desk.buys(1).unwrap();
    // A tighter limit ends it at once.
    desk.later(30 * MINUTE).limits(Limit::Session { minutes: Some(30) });
    assert_eq!(desk.account.bar(), Some(Barred::SessionOver));
}

#[test]
fn whoever_wants_to_be_told_how_long_they_play_acknowledges_it() {
    let mut desk = Desk::with(1_000);
    desk.refuses(OWNER, Command::ChooseCheck { minutes: Some(0) }, "bad_minutes");
    desk.refuses(OWNER, Command::ChooseCheck { minutes: None }, "nothing_changes");
    desk.does(OWNER, Command::ChooseCheck { minutes: Some(30) });
    desk.hears(Word::SessionStarted).unwrap();
    desk.sits().refuses(OWNER, Command::AcknowledgeCheck, "nothing_due");
    desk.later(30 * MINUTE - 1).buys(1).unwrap();
    desk.later(1);
    assert_eq!(desk.buys(1), Err("check_due"));
    desk.hears(Word::Time).unwrap();
    assert_eq!(desk.account.restriction().barred, Some(Barred::CheckDue));
    // To want no more of it is not to acknowledge it.
    desk.does(OWNER, Command::ChooseCheck { minutes: None });
    assert_eq!(desk.buys(1), Err("check_due"));
    desk.does(OWNER, Command::ChooseCheck { minutes: Some(30) });
    desk.later(10 * MINUTE).does(OWNER, Command::AcknowledgeCheck);
    desk.later(30 * MINUTE - 1).buys(1).unwrap();
    desk.later(1);
    assert_eq!(desk.buys(1), Err("check_due"));
}

#[test]
fn everybody_sees_what_is_theirs_to_see() {
    let mut desk = Desk::with(1_000);
    desk.limits(loss_limit(Some(usd(400)), Period::Week));
    desk.limits(deposit_limit(Some(usd(1_500)), Period::Month));
    desk.limits(deposit_limit(None, Period::Month));
    desk.does(FLOOR, Command::Ask(Wanted::Adjust { amount: usd(1), reason: "short".into() }));
    desk.hears(Word::SessionStarted).unwrap();
    desk.sits().buys(300).unwrap();
    let now = desk.now.after(90 * MINUTE);
    let own = view(&desk.account, Viewer::Owner, now);
    assert_eq!((own.balance, own.net_deposits), (usd(700), usd(1_000)));
    assert_eq!(own.at_tables, [(HERE, usd(300))]);
    assert_eq!(own.session.unwrap().minutes, 90);
    assert!(own.requests.is_empty());
    let limit = |key| own.limits.iter().find(|limit| limit.in_force.key() == key).unwrap();
    assert_eq!(limit(LimitKey::Loss(Period::Week)).left, Some(usd(100)));
    let deposits = limit(LimitKey::Deposit(Period::Month));
    assert_eq!((deposits.left, deposits.waits.unwrap().from), (Some(usd(500)), desk.now.after(DAY)));
    let cashier = view(&desk.account, Viewer::Cashier, now);
    assert_eq!((cashier.requests.len(), cashier.session, cashier.limits.len()), (1, None, 3));
}

#[test]
fn an_event_that_cannot_be_stops_the_account_with_the_evidence() {
    let mut desk = Desk::with(100);
    let events = desk.does(CASHIER, Command::PayOut { amount: usd(100), identity: None });
    events.iter().for_each(|event| evolve(&mut desk.account, event));
    assert!(desk.account.fault().is_some());
    let refused = decide(&desk.account, &desk.house, desk.now, CASHIER, Command::Deposit { amount: usd(1) });
    assert_eq!(refused.unwrap_err().code(), "halted");
}

#[test]
fn stories_name_people_and_every_event_is_told() {
    let mut desk = Desk::with(100);
    let events = desk.limits(Limit::Wager { most: Some(usd(5)) });
    let story = events.first().unwrap().story(ANNA, &|person| format!("guest {}", person.0));
    assert_eq!(story, "guest 11 sets at most $5 for a single wager");
    assert!(matches!(events.first().unwrap().what, What::Limits(_)));
}

/// The controls of a floor are tested in `controls.rs`; here an account refuses without a floor around it.
#[test]
fn a_payout_is_capped_and_needs_its_owner() {
    let mut desk = Desk::with(1_000);
    let mut levels = Levels::default();
    levels.set(MoneyAction::PayOut, Level { two_people_from: 50_000, at_most: 90_000 });
    desk.house = House { controls: Controls::Full, levels, ..House::default() };
    let pay = |dollars| Command::PayOut { amount: usd(dollars), identity: None };
    desk.refuses(CASHIER, pay(901), "above_cap");
    desk.does(CASHIER, pay(900));
    desk.refuses(FLOOR, Command::Approve { request: RequestId(1) }, "owner_needed");
    desk.does(OWNER, Command::ConfirmPayOut { request: RequestId(1) });
    desk.does(FLOOR, Command::Approve { request: RequestId(1) });
    assert_eq!(desk.account.books().balance, usd(100));
}

/// Every code is met in this file, where the tests above name it.
#[test]
fn every_refusal_is_met() {
    let source = include_str!("cage.rs");
    let missing: Vec<&&str> =
        Reason::CODES.iter().filter(|code| !source.contains(&format!("\"{code}\""))).collect();
    assert!(missing.is_empty(), "no test meets {missing:?}");
    assert_eq!(Reason::CODES.len(), BTreeSet::from_iter(Reason::CODES).len());
    let hint = Reason::from(MoneyError::Overflow).hint(None);
    assert_eq!(hint, None);
}
