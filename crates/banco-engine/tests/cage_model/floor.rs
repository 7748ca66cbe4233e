//! Two tables on one link and a handful of accounts, at random: people come, buy in, wager, play rounds, cash out, leave, are
//! seen off, limit and exclude themselves; and at every moment the whole floor adds up to nothing.

use std::sync::Arc;

use banco_dice::Dice;
use banco_engine::cage::{self, House, Kind, Limit, LimitKey, Status, Time};
use banco_engine::link::TableId;
use banco_engine::pit::{Command, FloorFund, Happening, Pit, Refusal, Stream, Word};
use banco_engine::script::{Line, Runner};
use banco_engine::table::{
    self, Account, BuyInWith, CoverEvent, PeopleEvent, Phase, Rules, Tender, WageringEvent, Wanted, What,
};
use banco_engine::{Actor, Hidden, Person, RequestId, Role};
use banco_money::{Amount, Currency};

use crate::replay;
use crate::support::library;

const TABLES: [TableId; 2] = [TableId(1), TableId(2)];
const DEALER: Actor = Actor::new(Role::Dealer, Person(1_001));
const FLOOR: Actor = Actor::new(Role::Floor, Person(2_001));
const EXECUTIVE: Actor = Actor::new(Role::Executive, Person(5_001));
const CASHIER: Actor = Actor::new(Role::Cashier, Person(4_001));
const PEOPLE: [Person; 4] = [Person(21), Person(22), Person(23), Person(24)];

fn usd(dollars: i64) -> Amount {
    Amount::from_minor(dollars * 100, Currency::Usd)
}

const fn player(person: Person) -> Actor {
    Actor::new(Role::Participant, person)
}

/// Royal 9 with its link, as the example submission of Massachusetts Baccarat sets it up.
fn royal_nine() -> Arc<Rules> {
    let source = &library().submission("ma-baccarat", "royal-9").unwrap().source;
    Arc::new(Rules::new(library().check(source.clone()).terms.unwrap()).unwrap())
}

/// A floor at which two tables take wagers; people 1 to 3 play there without an account.
fn ready(rules: &Arc<Rules>) -> (Pit, Vec<Happening>) {
    let no_terms = |_: &str| Err("there are no other terms here".to_owned());
    let mut runner = Runner::new(Arc::clone(rules), &no_terms);
    for line in ["ready 1 2", "table 2", "ready 3"] {
        runner.line(&Line::parse(line).unwrap()).unwrap_or_else(|failure| panic!("{line}: {failure}"));
        runner.settled().unwrap_or_else(|failure| panic!("{line}: {failure}"));
    }
    (runner.pit().clone(), runner.happened().to_vec())
}

struct Floor {
    pit: Pit,
    happened: Vec<Happening>,
    now: Time,
    dice: Dice,
    wagers: usize,
    cash: usize,
    seen_off: usize,
    refused: std::collections::BTreeMap<&'static str, usize>,
}

impl Floor {
    fn new(seed: u64) -> Self {
        let (mut pit, happened) = ready(&royal_nine());
        pit.keep_house(House {
            kind: Some(Kind::Real),
            executive_from: vec![usd(1_000)],
            ..House::default()
        });
        let now = Time(1_794_795_300);
        let mut floor = Self {
            pit,
            happened,
            now,
            dice: Dice::new(seed),
            wagers: 0,
            cash: 0,
            seen_off: 0,
            refused: std::collections::BTreeMap::new(),
        };
        for person in PEOPLE {
            let open = cage::Command::Open { currency: Currency::Usd, kind: Kind::Real };
            floor.cage(person, CASHIER, open).unwrap();
            let reason = "showed a passport".to_owned();
            let active = cage::Command::ChangeStatus { reason, status: Status::Active };
            floor.cage(person, CASHIER, active).unwrap();
            floor.cage(person, CASHIER, cage::Command::Deposit { amount: usd(20_000) }).unwrap();
        }
        floor
    }

    fn carry_out(&mut self, by: Actor, command: Command) -> Result<(), Refusal> {
        let streams = self.pit.streams_of(by, &command);
        let before = self.pit.clone();
        let decision = self.pit.decide_at(self.now, by, command).inspect_err(|refusal| {
            assert!(!refusal.to_string().is_empty());
            *self.refused.entry(refusal.code()).or_default() += 1;
        })?;
        let named = |stream: &Stream| streams.contains(stream);
        assert!(
            decision.touched.iter().all(|touched| named(&touched.stream)),
            "an unnamed stream is written"
        );
        assert!(decision.reads.iter().all(|(stream, _)| named(stream)), "an unnamed stream is read");
        assert!(self.pit.is_current(&decision));
        self.look_at_wagers(&before, &decision.happenings);
        self.happened.extend(self.pit.swap(decision));
        self.check();
        Ok(())
    }

    /// Whoever has an account makes no wager above their limit, and none when they may not play.
    fn look_at_wagers(&mut self, before: &Pit, happenings: &[Happening]) {
        for event in happenings.iter().filter_map(Happening::at_table) {
            if let What::People(PeopleEvent::Left { chips, person, seen_off_by: Some(_), .. }) = &event.what {
                self.seen_off += usize::from(before.account(*person).is_some() && chips.is_positive());
            }
            let (person, stake) = match &event.what {
                What::Wagering(WageringEvent::WagerPlaced { key, stake, .. }) => {
                    (key.owner, stake.limited().unwrap())
                }
                What::Cover(CoverEvent::CoverPlaced { person, cover, .. }) => (*person, *cover),
                _ => continue,
            };
            let Some(account) = before.account(person) else { continue };
            assert_eq!(account.bar(), None, "{person} wagers and may not");
            let most = account.limits().of(LimitKey::Wager).most();
            assert!(most.is_none_or(|most| stake.minor() <= most.minor()), "{person} wagers {stake}");
            self.wagers += 1;
        }
    }

    fn check(&self) {
        let balance = self.pit.trial_balance();
        assert!(balance.imbalances.is_empty(), "{:?}", balance.imbalances);
        assert!(balance.sum(Currency::Usd).is_zero());
        let between = balance.of(Currency::Usd, FloorFund::AtTables);
        assert_eq!(between, -balance.of(Currency::Usd, FloorFund::FromAccounts));
        self.pit.audit().unwrap();
    }

    fn cage(&mut self, person: Person, by: Actor, command: cage::Command) -> Result<(), Refusal> {
        self.carry_out(by, Command::Account(person, command))
    }

    fn table(&mut self, at: TableId, by: Actor, command: table::Command) -> Result<(), Refusal> {
        self.carry_out(by, Command::Table(at, command))
    }

    fn word(&mut self, word: Word) {
        if let Ok(decision) = self.pit.hear_at(self.now, word) {
            self.happened.extend(self.pit.swap(decision));
            self.check();
        }
    }

    fn step(&mut self) {
        self.now = self.now.after(self.dice.pick(&[0, 1, 30, 60, 600, 3_600]));
        let (person, at) = (self.dice.pick(&PEOPLE), self.dice.pick(&TABLES));
        // What is not allowed just does not happen.
        let _ = match self.dice.below(40) {
            0..=1 => self.at_the_window(person),
            2..=3 => self.choose(person),
            4 => {
                let words = [cage::Word::Time, cage::Word::SessionStarted, cage::Word::SessionEnded];
                let word = self.dice.pick(&words);
                self.word(Word::Account(person, word));
                Ok(())
            }
            5..=6 => {
                let seat = self.dice.pick(&[4, 5, 6, 7, 8, 9]);
                self.table(at, player(person), table::Command::Sit { seat })
            }
            7..=8 => {
                let amount = usd(self.dice.pick(&[100, 500, 1_000, 2_500]));
                let with = self.dice.pick(&[BuyInWith::Cash, BuyInWith::Chips, BuyInWith::Account]);
                self.table(at, player(person), table::Command::BuyIn { amount, with })
            }
            9..=10 => {
                let amount = usd(self.dice.pick(&[50, 100, 1_000]));
                self.table(at, player(person), table::Command::CashOut { amount })
            }
            11 => self.table(at, player(person), table::Command::Leave),
            12 => self.see_off(at, person),
            13 => self.without_account(at),
            14 => self.give_cash(at, person),
            _ => self.play(at, person),
        };
    }

    fn at_the_window(&mut self, person: Person) -> Result<(), Refusal> {
        let amount = usd(self.dice.pick(&[100, 1_000, 5_000]));
        match self.dice.below(4) {
            0..=1 => self.cage(person, CASHIER, cage::Command::Deposit { amount }),
            2 => self.cage(person, CASHIER, cage::Command::PayOut { amount, identity: None }),
            _ => {
                let wanted = cage::Wanted::Adjust { amount, reason: "counted again".into() };
                self.cage(person, FLOOR, cage::Command::Ask(wanted))?;
                let request = self.pit.account(person).unwrap().requests().last().unwrap().id;
                self.cage(person, EXECUTIVE, cage::Command::Approve { request })
            }
        }
    }

    fn choose(&mut self, person: Person) -> Result<(), Refusal> {
        let own = player(person);
        match self.dice.below(12) {
            0..=2 => {
                let most = (!self.dice.once_in(3)).then(|| usd(self.dice.pick(&[10, 50, 200, 1_000])));
                self.cage(person, own, cage::Command::SetLimit(Limit::Wager { most }))
            }
            3..=4 => self.cage(person, own, cage::Command::ConfirmLimit(LimitKey::Wager)),
            5 => {
                let most = Some(usd(self.dice.pick(&[500, 3_000, 9_000])));
                let limit = Limit::Loss { most, period: cage::Period::Day };
                self.cage(person, own, cage::Command::SetLimit(limit))
            }
            6 if self.dice.once_in(4) => {
                let most = Some(usd(self.dice.pick(&[1_000, 30_000])));
                let limit = Limit::Deposit { most, period: cage::Period::Week };
                self.cage(person, own, cage::Command::SetLimit(limit))
            }
            6 => {
                let minutes = self.dice.pick(&[None, Some(30), Some(60)]);
                self.cage(person, own, cage::Command::ChooseCheck { minutes })
            }
            7..=8 => self.cage(person, own, cage::Command::AcknowledgeCheck),
            9 => {
                let until = self.now.after(self.dice.pick(&[60, 600, 3_600]));
                self.cage(person, own, cage::Command::CoolOff { until })
            }
            10 => {
                let until = Some(self.now.after(self.dice.pick(&[600, 7_200])));
                self.cage(person, own, cage::Command::Exclude { until })
            }
            _ => {
                let status =
                    self.dice.pick(&[Status::Suspended, Status::Active, Status::Active, Status::Active]);
                let reason = "looked at".to_owned();
                self.cage(person, FLOOR, cage::Command::ChangeStatus { reason, status })
            }
        }
    }

    fn see_off(&mut self, at: TableId, person: Person) -> Result<(), Refusal> {
        let wanted = Wanted::SeeOff { person, reason: "gone".into() };
        self.table(at, FLOOR, table::Command::Ask(wanted))?;
        self.approve(at)
    }

    fn approve(&mut self, at: TableId) -> Result<(), Refusal> {
        let request = self.pit.table(at).unwrap().requests().last().map(|request| request.id);
        let request = request.unwrap_or(RequestId(1));
        self.table(at, EXECUTIVE, table::Command::Approve { request })
    }

    /// The dealer takes cash: both limits of the account bind it, and its balance stays.
    fn give_cash(&mut self, at: TableId, person: Person) -> Result<(), Refusal> {
        let amount = usd(self.dice.pick(&[25, 100, 1_000]));
        let before = self.pit.account(person).unwrap().books().balance;
        self.table(at, DEALER, table::Command::TakeCash { person, amount })?;
        let account = self.pit.account(person).unwrap();
        assert_eq!(account.bar(), None, "{person} may not play");
        assert_eq!(account.books().balance, before);
        for period in cage::Period::ALL {
            let within = |key, used: i128| {
                let most = account.limits().of(key).most();
                assert!(most.is_none_or(|most| used <= i128::from(most.minor())), "{key:?}: {used}");
            };
            within(LimitKey::Deposit(period), account.flows().deposited(period, self.now));
            within(LimitKey::Loss(period), account.flows().lost(period, self.now));
        }
        self.cash += 1;
        Ok(())
    }

    /// People without an account pay from their pockets, and two people mend the books of a table.
    fn without_account(&mut self, at: TableId) -> Result<(), Refusal> {
        let person = self.dice.pick(&[Person(1), Person(2), Person(3)]);
        let amount = usd(self.dice.pick(&[100, 1_000]));
        match self.dice.below(4) {
            0 => self.table(at, player(person), table::Command::BuyIn { amount, with: BuyInWith::Cash }),
            3 => self.table(at, DEALER, table::Command::TakeCash { person, amount }),
            1 => self.table(at, player(person), table::Command::CashOut { amount }),
            _ => {
                let someone = self.dice.pick(&PEOPLE);
                let (from, to) = (Account::Tray, Account::Chips(someone));
                let wanted = Wanted::Correction { amount, from, reason: "paid short".into(), to };
                self.table(at, FLOOR, table::Command::Ask(wanted))?;
                self.approve(at)
            }
        }
    }

    /// Wagers, or the round goes on.
    fn play(&mut self, at: TableId, person: Person) -> Result<(), Refusal> {
        let table = self.pit.table(at).unwrap();
        let asked = table.shoe_asked().map(|asked| asked.person);
        match table.phase() {
            Phase::Betting if asked.is_some() => {
                let accept = table::Command::AcceptShoe { dealer_acts: false };
                self.table(at, player(asked.unwrap()), accept)
            }
            Phase::Betting if self.dice.once_in(4) => self.table(at, DEALER, table::Command::NoMoreBets),
            Phase::Betting => {
                let name = self.dice.pick(&["player", "banker", "tie", "royal-9"]);
                let spot = table.rules().spot_called(name.into()).unwrap().id;
                let amount = usd(if name == "royal-9" { 5 } else { self.dice.pick(&[25, 100, 150, 500]) });
                let by = if self.dice.once_in(4) { Person(1) } else { person };
                let wager =
                    table::Command::PlaceWager { spot, amount, tender: Tender::Chips, for_dealer: false };
                self.table(at, player(by), wager)
            }
            Phase::Dealing => {
                for _ in 0..7 {
                    let card = self.dice.card();
                    self.word(Word::Table(at, table::Word::Card(Hidden::new(card))));
                    let turned = (0..2).map(|_| self.dice.card()).collect();
                    self.word(Word::Table(at, table::Word::Turned(turned)));
                    self.word(Word::Table(at, table::Word::Turned(vec![card])));
                }
                self.table(at, DEALER, table::Command::Settle)
            }
            _ => self.table(at, DEALER, table::Command::ClearTable),
        }
    }
}

#[test]
fn every_cent_of_the_floor_is_accounted_for_at_every_moment() {
    let (mut wagers, mut cash, mut rounds, mut seen_off) = (0, 0, 0, 0);
    let mut met = std::collections::BTreeSet::new();
    let seeds = 120;
    for seed in 0..seeds {
        let mut floor = Floor::new(seed);
        for _ in 0..800 {
            floor.step();
        }
        replay::floor(&floor.happened, &floor.pit);
        wagers += floor.wagers;
        cash += floor.cash;
        seen_off += floor.seen_off;
        rounds += floor.pit.tables().map(|(_, table)| table.round().number).sum::<u32>();
        met.extend(floor.refused.into_keys());
    }
    assert!(wagers > 500, "only {wagers} wagers from accounts");
    assert!(cash > 100, "only {cash} buy-ins in cash by people with accounts");
    assert!(seen_off > 20, "only {seen_off} people were seen off with chips");
    assert!(rounds > 200, "only {rounds} rounds");
    let codes =
        ["barred", "above_own_limit", "deposit_limit", "loss_limit", "excluded", "cooling_off", "not_enough"];
    for code in codes {
        assert!(met.contains(code), "{code} was never met: {met:?}");
    }
}

/// A wager and an exclusion at the same moment: whichever is written first, the other sees it.
#[test]
fn no_wager_is_accepted_that_was_decided_before_an_exclusion_and_is_written_after_it() {
    let mut floor = Floor::new(1);
    let (person, at) = (PEOPLE[0], TABLES[0]);
    floor.table(at, player(person), table::Command::Sit { seat: 5 }).unwrap();
    floor
        .table(at, player(person), table::Command::BuyIn { amount: usd(1_000), with: BuyInWith::Cash })
        .unwrap();
    let spot = floor.pit.table(at).unwrap().rules().spot_called("player".into()).unwrap().id;
    let wager = |dollars| {
        let amount = usd(dollars);
        Command::Table(
            at,
            table::Command::PlaceWager { spot, amount, tender: Tender::Chips, for_dealer: false },
        )
    };
    floor.carry_out(player(person), wager(100)).unwrap();
    let raced = floor.pit.decide_at(floor.now, player(person), wager(100)).unwrap();
    floor.cage(person, player(person), cage::Command::Exclude { until: None }).unwrap();
    assert!(!floor.pit.is_current(&raced), "both write the stream of the table");
    let refused = floor.carry_out(player(person), wager(100)).unwrap_err();
    assert_eq!((refused.code(), refused.clauses().len()), ("barred", 0));
    // What lies there stays, may be taken down, and its owner leaves with everything.
    assert_eq!(floor.pit.table(at).unwrap().bets().len(), 1);
    floor.table(at, player(person), table::Command::TakeDown { spot, for_dealer: false }).unwrap();
    floor.table(at, player(person), table::Command::Leave).unwrap();
    assert_eq!(floor.pit.account(person).unwrap().books().balance, usd(20_000));
    floor.cage(person, CASHIER, cage::Command::PayOut { amount: usd(20_000), identity: None }).unwrap();
    let refused = floor.table(at, player(person), table::Command::Sit { seat: 5 }).unwrap_err();
    assert_eq!(refused.code(), "excluded");
}

/// A limit goes along to every table, and holds wherever its owner plays.
#[test]
fn a_limit_on_wagers_holds_at_every_table() {
    let mut floor = Floor::new(2);
    let person = PEOPLE[0];
    let limit = |dollars| cage::Command::SetLimit(Limit::Wager { most: Some(usd(dollars)) });
    floor.table(TABLES[0], player(person), table::Command::Sit { seat: 5 }).unwrap();
    floor.cage(person, player(person), limit(200)).unwrap();
    floor.table(TABLES[1], player(person), table::Command::Sit { seat: 6 }).unwrap();
    let spot = floor.pit.table(TABLES[0]).unwrap().rules().spot_called("player".into()).unwrap().id;
    let wager = |dollars| {
        let amount = usd(dollars);
        table::Command::PlaceWager { spot, amount, tender: Tender::Chips, for_dealer: false }
    };
    for at in TABLES {
        let buy_in = table::Command::BuyIn { amount: usd(1_000), with: BuyInWith::Chips };
        floor.table(at, player(person), buy_in).unwrap();
        assert_eq!(floor.table(at, player(person), wager(225)).unwrap_err().code(), "above_own_limit");
        floor.table(at, player(person), wager(150)).unwrap();
        // Raising counts what lies there.
        assert_eq!(floor.table(at, player(person), wager(75)).unwrap_err().code(), "above_own_limit");
        floor.table(at, player(person), wager(50)).unwrap();
    }
    // Somebody without an account has none.
    floor.table(TABLES[0], player(Person(1)), wager(500)).unwrap();
}

/// Money moves between an account and a table together or not at all.
#[test]
fn what_one_of_them_refuses_happens_at_neither() {
    let mut floor = Floor::new(3);
    let (person, at) = (PEOPLE[0], TABLES[0]);
    let buy = |dollars| table::Command::BuyIn { amount: usd(dollars), with: BuyInWith::Cash };
    let before =
        |floor: &Floor| (floor.pit.version(Stream::Account(person)), floor.pit.version(Stream::Table(at)));
    let versions = before(&floor);
    assert_eq!(floor.table(at, player(person), buy(100)).unwrap_err().code(), "unknown_person");
    assert_eq!(before(&floor), versions);
    floor.table(at, player(person), table::Command::Sit { seat: 5 }).unwrap();
    let versions = before(&floor);
    assert_eq!(floor.table(at, player(person), buy(20_001)).unwrap_err().code(), "not_enough");
    assert_eq!(before(&floor), versions);
    floor.table(at, player(person), buy(20_000)).unwrap();
    // A demo account does not come onto this floor.
    let open = cage::Command::Open { currency: Currency::Usd, kind: Kind::Demo };
    let guest = Person(31);
    assert_eq!(floor.cage(guest, player(guest), open).unwrap_err().code(), "other_kind");
    assert!(floor.pit.account(guest).is_none());
    // Nor does one in another currency to this table.
    let open = cage::Command::Open { currency: Currency::Php, kind: Kind::Real };
    floor.cage(guest, CASHIER, open).unwrap();
    let status = cage::Command::ChangeStatus { reason: "seen".to_owned(), status: Status::Active };
    floor.cage(guest, CASHIER, status).unwrap();
    let sit = table::Command::Sit { seat: 6 };
    assert_eq!(floor.table(at, player(guest), sit).unwrap_err().code(), "bad_money");
}

/// Chips that were at a table before the account existed never come home to it: its owner plays from their pocket until
/// they leave.
#[test]
fn an_account_that_is_opened_at_the_table_counts_from_the_next_seat_on() {
    let mut floor = Floor::new(4);
    let (person, at) = (Person(1), TABLES[0]);
    let open = cage::Command::Open { currency: Currency::Usd, kind: Kind::Real };
    floor.cage(person, CASHIER, open).unwrap();
    floor.table(at, player(person), table::Command::CashOut { amount: usd(1_000) }).unwrap();
    assert!(floor.pit.account(person).unwrap().books().balance.is_zero(), "that was pocket money");
    let buy = |with| table::Command::BuyIn { amount: usd(100), with };
    let status = cage::Command::ChangeStatus { reason: "seen".to_owned(), status: Status::Active };
    floor.cage(person, CASHIER, status).unwrap();
    floor.cage(person, CASHIER, cage::Command::Deposit { amount: usd(100) }).unwrap();
    let refused = floor.table(at, player(person), buy(BuyInWith::Account)).unwrap_err();
    assert_eq!(refused.code(), "account_needed");
    floor.table(at, player(person), buy(BuyInWith::Cash)).unwrap();
    floor.table(at, DEALER, table::Command::TakeCash { person, amount: usd(100) }).unwrap();
    floor.table(at, player(person), table::Command::Leave).unwrap();
    assert_eq!(floor.pit.account(person).unwrap().books().balance, usd(100), "that was pocket money, too");
    floor.table(at, player(person), table::Command::Sit { seat: 5 }).unwrap();
    floor.table(at, player(person), buy(BuyInWith::Account)).unwrap();
    assert!(floor.pit.account(person).unwrap().books().balance.is_zero());
    floor.table(at, player(person), table::Command::Leave).unwrap();
    assert_eq!(floor.pit.account(person).unwrap().books().balance, usd(100));
}

/// Cash beside a wager that is called out comes from the account as well.
#[test]
fn a_spoken_wager_is_bought_in_from_the_account() {
    let mut floor = Floor::new(6);
    let (person, at) = (PEOPLE[0], TABLES[0]);
    floor.table(at, player(person), table::Command::Sit { seat: 5 }).unwrap();
    let spot = floor.pit.table(at).unwrap().rules().spot_called("player".into()).unwrap().id;
    floor.table(at, player(person), table::Command::SpeakWager { spot, amount: usd(100) }).unwrap();
    floor.table(at, DEALER, table::Command::AnswerSpoken { person, confirmed: true }).unwrap();
    assert_eq!(floor.pit.account(person).unwrap().books().balance, usd(19_900));
}

/// What does not agree is found, and named.
#[test]
fn a_cent_that_is_missing_is_found() {
    let mut floor = Floor::new(5);
    let (person, at) = (PEOPLE[0], TABLES[0]);
    floor.table(at, player(person), table::Command::Sit { seat: 5 }).unwrap();
    let buy = table::Command::BuyIn { amount: usd(100), with: BuyInWith::Cash };
    let decision = floor.pit.decide_at(floor.now, player(person), Command::Table(at, buy)).unwrap();
    let mut half = floor.pit.clone();
    // Only one side of it is written.
    for happening in decision.happenings.iter().filter(|one| one.stream() == Stream::Table(at)) {
        half.evolve(happening);
    }
    let found: Vec<String> = half.trial_balance().imbalances.iter().map(ToString::to_string).collect();
    assert_eq!(found, ["table 1 has received $100 from accounts, which have brought 0 minor units"]);
}

/// The first account says what kind of accounts a floor has, if the house has not.
#[test]
fn accounts_of_different_kinds_never_meet_on_one_floor() {
    let mut pit = Pit::default();
    let open = |kind| cage::Command::Open { currency: Currency::Usd, kind };
    let guest = PEOPLE[0];
    pit.carry_out(player(guest), Command::Account(guest, open(Kind::Demo))).unwrap();
    for kind in [Kind::Real, Kind::Test] {
        let refused = pit.decide(CASHIER, Command::Account(PEOPLE[1], open(kind))).unwrap_err();
        assert_eq!(refused.code(), "other_kind");
    }
    assert!(pit.decide(CASHIER, Command::Account(PEOPLE[1], open(Kind::Demo))).is_ok());
}

/// A table that has forgotten somebody does not keep them from excluding themself, and the books tell of it.
#[test]
fn nothing_at_a_table_keeps_somebody_from_excluding_themself() {
    let mut floor = Floor::new(7);
    let (person, at) = (PEOPLE[0], TABLES[0]);
    floor.table(at, player(person), table::Command::Sit { seat: 5 }).unwrap();
    let mut pit = floor.pit.clone();
    let rules = Arc::clone(pit.table(at).unwrap().rules());
    pit.put_up(at, &rules);
    let exclude = Command::Account(person, cage::Command::Exclude { until: None });
    pit.carry_out_at(floor.now, player(person), exclude).unwrap();
    let found: Vec<String> = pit.trial_balance().imbalances.iter().map(ToString::to_string).collect();
    assert_eq!(found, ["person 21 plays at table 1, and not both of them know it"]);
}
