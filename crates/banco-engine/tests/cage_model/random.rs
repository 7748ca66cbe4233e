//! Random commands to one account, held against the twin command by command.

use banco_dice::Dice;
use banco_engine::cage::{
    Account, Command, Event, Fund, HoldId, House, Kind, Limit, LimitKey, Limits, Period, Refusal, Status,
    TableId, TableSays, Time, Wanted, decide, evolve, hear_table,
};
use banco_engine::{Actor, Person, RequestId, Role};
use banco_money::{Amount, Currency};
use proptest::prelude::*;

use crate::replay;
use crate::twin::{DAY, Entry, NEVER, Twin};

const ANNA: Person = Person(11);
const OWNER: Actor = Actor::new(Role::Participant, ANNA);
const CASHIER: Actor = Actor::new(Role::Cashier, Person(4001));
const FLOOR: Actor = Actor::new(Role::Floor, Person(2001));
const EXECUTIVE: Actor = Actor::new(Role::Executive, Person(5001));
const TABLES: [TableId; 2] = [TableId(1), TableId(2)];

fn usd(dollars: i64) -> Amount {
    Amount::from_minor(dollars * 100, Currency::Usd)
}

/// An account and its twin.
struct Pair {
    account: Account,
    twin: Twin,
    events: Vec<Event>,
    now: i64,
    next_hold: u32,
    next_request: u32,
    accepted: usize,
}

impl Pair {
    fn new() -> Self {
        let mut pair = Self {
            account: Account::of(ANNA),
            twin: Twin::default(),
            events: Vec::new(),
            now: 1_794_795_300,
            next_hold: 1,
            next_request: 1,
            accepted: 0,
        };
        let open = Command::Open { currency: Currency::Usd, kind: Kind::Real };
        assert!(pair.does(CASHIER, open));
        pair.twin.add(pair.now, Entry::Status(Status::Pending));
        pair
    }

    fn take(&mut self, answer: Result<Vec<Event>, Refusal>) -> bool {
        let Ok(events) = answer else { return false };
        events.iter().for_each(|event| evolve(&mut self.account, event));
        self.events.extend(events);
        self.accepted += 1;
        true
    }

    fn does(&mut self, by: Actor, command: Command) -> bool {
        let now = Time(u64::try_from(self.now).unwrap());
        let answer = decide(&self.account, &House::default(), now, by, command);
        self.take(answer)
    }

    fn says(&mut self, table: TableId, says: TableSays) -> bool {
        let now = Time(u64::try_from(self.now).unwrap());
        let answer = hear_table(&self.account, now, table, says);
        self.take(answer)
    }

    /// Time goes on, often by exactly what a period or a day is; a clock that is wrong goes back, for nobody.
    fn pass(&mut self, dice: &mut Dice) {
        let steps = [
            0,
            0,
            0,
            1,
            59,
            3_600,
            6 * 3_600,
            DAY - 1,
            DAY,
            DAY + 1,
            3 * DAY,
            7 * DAY,
            30 * DAY - 1,
            30 * DAY,
        ];
        self.now += dice.pick(&steps);
    }

    fn step(&mut self, dice: &mut Dice) {
        self.pass(dice);
        // What the account is told may be a time long past.
        let (real, told) = (self.now, dice.once_in(10));
        if told {
            self.now = self.twin.last().max(i64::try_from(self.account.clock().0).unwrap());
        }
        let table = dice.pick(&TABLES);
        let dollars = i64::try_from(dice.below(400)).unwrap() + 1;
        match dice.below(17) {
            0..=1 => self.pay_in(dollars * 3),
            2 if dice.once_in(3) => self.pay_out(self.twin.balance().max(1)),
            2 => self.pay_out(dollars * 2),
            3 => self.adjust(dollars - 200),
            4 => self.change_status(dice.pick(&[
                Status::Active,
                Status::Active,
                Status::Active,
                Status::Active,
                Status::Active,
                Status::Suspended,
                Status::Closed,
                Status::Pending,
            ])),
            5 => self.hold(table, dollars),
            6 => self.void(u32::try_from(dice.below(u64::from(self.next_hold) + 1)).unwrap()),
            7 => self.come(table),
            8..=9 => self.buy_in(table, dollars),
            10 => self.come_home(table, dollars * 2),
            11 => self.leave(table),
            12 => self.wish(limit(dice, dollars)),
            13 => self.answer_wish(dice),
            14 if dice.once_in(8) => self.exclude(dice),
            14 if dice.once_in(4) => self.cool_off(dice),
            15 => self.give_cash(table, dollars),
            _ => self.pay_in(dollars),
        }
        self.now = self.now.max(real);
        self.compare();
    }

    /// Both say the same, and what is accepted is written into the history.
    fn same(&mut self, what: &str, accepted: bool, expected: bool, entries: &[Entry]) {
        assert_eq!(accepted, expected, "{what} at {}: {:?}", self.now, self.twin.all);
        for entry in entries.iter().filter(|_| accepted) {
            self.twin.add(self.now, *entry);
        }
    }

    fn pay_in(&mut self, dollars: i64) {
        let expected = self.twin.may_pay_in(dollars, self.now);
        let accepted = self.does(CASHIER, Command::Deposit { amount: usd(dollars) });
        self.same("deposit", accepted, expected, &[Entry::In(dollars)]);
    }

    fn pay_out(&mut self, dollars: i64) {
        let expected = self.twin.status() != Status::Pending && dollars <= self.twin.balance();
        let accepted = self.does(CASHIER, Command::PayOut { amount: usd(dollars), identity: None });
        self.same("payment", accepted, expected, &[Entry::Out(dollars)]);
    }

    fn adjust(&mut self, dollars: i64) {
        let open = self.twin.status() != Status::Closed;
        let expected = dollars != 0 && open && self.twin.balance() + dollars >= 0;
        let wanted = Wanted::Adjust { amount: usd(dollars), reason: "counted again".into() };
        let accepted = self.does(FLOOR, Command::Ask(wanted));
        assert_eq!(accepted, expected);
        if accepted {
            let request = RequestId(self.next_request);
            self.next_request += 1;
            assert!(!self.does(FLOOR, Command::Approve { request }));
            let approved = self.does(EXECUTIVE, Command::Approve { request });
            self.same("adjustment", approved, true, &[Entry::Adjusted(dollars)]);
        }
    }

    fn change_status(&mut self, status: Status) {
        let from = self.twin.status();
        let empty = self.twin.balance() == 0
            && self.twin.held() == 0
            && !TABLES.into_iter().any(|table| self.twin.plays_at(table));
        if from == Status::Closed && status == Status::Pending {
            let accepted = self.does(CASHIER, Command::Open { currency: Currency::Usd, kind: Kind::Real });
            return self.same("opening again", accepted, true, &[Entry::Status(Status::Pending)]);
        }
        let expected = match (from, status) {
            (Status::Closed, _) | (_, Status::Pending) => false,
            (from, to) if from == to => false,
            (_, Status::Closed) => empty,
            _ => true,
        };
        let reason = "looked at".to_owned();
        let accepted = self.does(CASHIER, Command::ChangeStatus { reason, status });
        self.same("status", accepted, expected, &[Entry::Status(status)]);
    }

    fn hold(&mut self, table: TableId, dollars: i64) {
        let expected = self.twin.may_hold(dollars, self.now);
        let accepted = self.does(OWNER, Command::HoldBuyIn { amount: usd(dollars), table });
        let entry = Entry::Held(self.next_hold, table, dollars);
        self.same("hold", accepted, expected, &[entry]);
        self.next_hold += u32::from(accepted);
    }

    fn void(&mut self, id: u32) {
        let expected = self.twin.holds().iter().any(|(known, ..)| *known == id);
        let accepted = self.does(OWNER, Command::VoidBuyIn { hold: HoldId(id), reason: "later".to_owned() });
        self.same("void", accepted, expected, &[Entry::Voided(id)]);
    }

    fn come(&mut self, table: TableId) {
        let (expected, new) = (!self.twin.away(self.now), !self.twin.plays_at(table));
        let accepted = self.says(table, TableSays::Came { currency: Currency::Usd });
        let entry = Entry::Came(table);
        self.same("coming", accepted, expected, if new { std::slice::from_ref(&entry) } else { &[] });
    }

    fn buy_in(&mut self, table: TableId, dollars: i64) {
        let kept = self.twin.holds().into_iter().find(|(_, at, much)| (*at, *much) == (table, dollars));
        let plays = self.twin.plays_at(table) && !self.twin.away(self.now);
        let may =
            if kept.is_some() { self.twin.may_post(self.now) } else { self.twin.may_hold(dollars, self.now) };
        let expected = plays && may;
        let accepted = self.says(table, TableSays::BoughtIn { amount: usd(dollars) });
        let id = kept.map_or(self.next_hold, |(id, ..)| id);
        let held = Entry::Held(id, table, dollars);
        let entries = if kept.is_some() { vec![Entry::Posted(id)] } else { vec![held, Entry::Posted(id)] };
        self.same("buy-in", accepted, expected, &entries);
        self.next_hold += u32::from(accepted && kept.is_none());
    }

    fn give_cash(&mut self, table: TableId, dollars: i64) {
        let expected = self.twin.may_give_cash(table, dollars, self.now);
        let accepted = self.says(table, TableSays::TookCash { amount: usd(dollars) });
        self.same("cash", accepted, expected, &[Entry::Cash(table, dollars)]);
    }

    fn come_home(&mut self, table: TableId, dollars: i64) {
        let expected = self.twin.plays_at(table);
        let accepted = self.says(table, TableSays::CameHome { amount: usd(dollars) });
        self.same("coming home", accepted, expected, &[Entry::Home(table, dollars)]);
    }

    fn leave(&mut self, table: TableId) {
        let voided = self.twin.holds().into_iter().filter(|(_, at, _)| *at == table);
        let mut entries: Vec<Entry> = voided.map(|(id, ..)| Entry::Voided(id)).collect();
        if self.twin.plays_at(table) {
            entries.push(Entry::Left(table));
        }
        let accepted = self.says(table, TableSays::Left);
        self.same("leaving", accepted, true, &entries);
    }

    fn wish(&mut self, limit: Limit) {
        let (now, waits) = self.twin.limit(limit.key());
        let wished = match limit.most() {
            Some(most) => most.minor() / 100,
            None => NEVER,
        };
        let same = waits.is_some_and(|(_, waits)| waits == limit);
        let expected = wished < now || (wished > now && !same) || (wished == now && waits.is_some());
        let before = self.account.limits().of(limit.key());
        let accepted = self.does(OWNER, Command::SetLimit(limit));
        self.same("limit", accepted, expected, &[Entry::Wish(limit)]);
        let after = self.account.limits().of(limit.key());
        // Tighter at once, looser not yet.
        assert_eq!(after, if accepted && wished < now { limit } else { before });
    }

    fn answer_wish(&mut self, dice: &mut Dice) {
        let keys: Vec<LimitKey> = Limits::keys().filter(|key| *key != LimitKey::Session).collect();
        let waiting: Vec<LimitKey> =
            keys.iter().copied().filter(|key| self.twin.limit(*key).1.is_some()).collect();
        let key = if waiting.is_empty() { dice.pick(&keys) } else { dice.pick(&waiting) };
        let (_, waits) = self.twin.limit(key);
        if dice.once_in(4) {
            let accepted = self.does(OWNER, Command::WithdrawLimit(key));
            return self.same("withdrawal", accepted, waits.is_some(), &[Entry::Withdraw(key)]);
        }
        let expected = waits.is_some_and(|(from, _)| self.now >= from);
        let accepted = self.does(OWNER, Command::ConfirmLimit(key));
        self.same("confirmation", accepted, expected, &[Entry::Confirm(key)]);
    }

    fn exclude(&mut self, dice: &mut Dice) {
        let ahead = dice.pick(&[0, 1, DAY, 2 * DAY, 7 * DAY]);
        let until = if dice.once_in(60) { NEVER } else { self.now + ahead };
        let known = self.twin.excluded_until(self.now);
        let expected = until > self.now && known.is_none_or(|known| until > known);
        let wanted = (until != NEVER).then(|| Time(u64::try_from(until).unwrap()));
        let voided = self.voided();
        let accepted = self.does(OWNER, Command::Exclude { until: wanted });
        let entries: Vec<Entry> = [Entry::Exclude(until)].into_iter().chain(voided).collect();
        self.same("exclusion", accepted, expected, &entries);
    }

    fn cool_off(&mut self, dice: &mut Dice) {
        let until = self.now + dice.pick(&[0, 1, 3_600, DAY, 3 * DAY]);
        let known = self.twin.cooling_off_until(self.now);
        let expected = until > self.now && known.is_none_or(|known| until > known);
        let voided = self.voided();
        let accepted = self.does(OWNER, Command::CoolOff { until: Time(u64::try_from(until).unwrap()) });
        let entries: Vec<Entry> = [Entry::CoolOff(until)].into_iter().chain(voided).collect();
        self.same("break", accepted, expected, &entries);
    }

    fn voided(&self) -> Vec<Entry> {
        self.twin.holds().into_iter().map(|(id, ..)| Entry::Voided(id)).collect()
    }

    /// Both know the same.
    fn compare(&self) {
        let (account, twin, now) = (&self.account, &self.twin, self.now);
        let books = account.books();
        assert_eq!(account.fault(), None);
        assert!(books.sum().unwrap().is_zero());
        assert!(books.balance.minor() >= 0 && books.held.minor() >= 0);
        assert_eq!(books.balance, usd(twin.balance()));
        assert_eq!(books.held, usd(twin.held()));
        for table in TABLES {
            assert_eq!(books.of(Fund::AtTable(table)), usd(twin.at_table(table)));
            assert_eq!(account.tables().contains(&table), twin.plays_at(table));
        }
        let moment = Time(u64::try_from(now).unwrap());
        for period in Period::ALL {
            let deposited = i128::from(twin.deposited(period, now) * 100);
            assert_eq!(account.flows().deposited(period, moment), deposited, "{period} {:?}", twin.all);
            let lost = twin.lost(period, now);
            assert_eq!(
                account.flows().lost(period, moment),
                i128::from(lost * 100),
                "{period} {:?}",
                twin.all
            );
            assert!(lost >= twin.plainly_lost(period, now), "the limit would be wider than it says");
        }
    }
}

fn limit(dice: &mut Dice, dollars: i64) -> Limit {
    let most = (!dice.once_in(4)).then(|| usd(dollars * 3));
    let period = dice.pick(&Period::ALL);
    match dice.below(5) {
        0..=1 => Limit::Deposit { most, period },
        2..=3 => Limit::Loss { most, period },
        _ => Limit::Wager { most },
    }
}

fn play(seed: u64, steps: usize) -> Pair {
    let mut dice = Dice::new(seed);
    let mut pair = Pair::new();
    pair.change_status(Status::Active);
    for _ in 0..steps {
        pair.step(&mut dice);
    }
    replay::account(ANNA, &pair.events, &pair.account);
    pair
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn an_account_does_what_its_slow_twin_does(seed in any::<u64>()) {
        play(seed, 120);
    }
}

#[test]
fn the_random_commands_reach_everything() {
    let pairs: Vec<Pair> = (0..150).map(|seed| play(seed, 150)).collect();
    let accepted: usize = pairs.iter().map(|pair| pair.accepted).sum();
    assert!(accepted > 2_000, "only {accepted} commands were accepted");
    let seen = |test: &dyn Fn(&Entry) -> bool| {
        pairs.iter().flat_map(|pair| &pair.twin.all).filter(|(_, entry)| test(entry)).count()
    };
    assert!(seen(&|entry| matches!(entry, Entry::Confirm(_))) > 20);
    assert!(seen(&|entry| matches!(entry, Entry::Posted(_))) > 200);
    assert!(seen(&|entry| matches!(entry, Entry::Home(..))) > 50);
    assert!(seen(&|entry| matches!(entry, Entry::Cash(..))) > 50);
    assert!(seen(&|entry| matches!(entry, Entry::Exclude(_))) > 20);
    assert!(seen(&|entry| matches!(entry, Entry::Status(Status::Closed))) > 5);
}
