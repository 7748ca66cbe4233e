//! Every no of a table is met: by a case of the rulebooks, or here, where no script gets.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::sync::Arc;

use banco_engine::cage;
use banco_engine::link::TableId;
use banco_engine::pit::{self, Pit, State, Stream};
use banco_engine::table::{
    Account, AccountWord, Actor, Barred, BetKey, BuyInWith, CardSource, Cards, Command, Event, FloorEvent,
    HitId, LinkSays, LinkWord, Minute, Person, Reason, Refusal, Restriction, Role, Table, Tender, Wanted,
    What, Word, decide, hear,
};
use banco_engine::{
    Clauses, Controls, House, Level, Levels, MoneyAction, Name, RequestId, ShoeOpening, WhyNot as _,
};
use banco_money::{Amount, Currency};
use support::happen;
use support::refusals::{check, met_by_cases};
use support::script::{table_after, table_dealing};

const SEAT_1: Actor = Actor::new(Role::Participant, Person(1));

/// Books that no longer agree, because something happened twice.
fn halted() -> Refusal {
    let mut table = table_after("ma-midi", &["ready 1"]);
    let amount = Amount::from_minor(1_000_000, Currency::Usd);
    let events = decide(&table, SEAT_1, Command::CashOut { amount }).unwrap();
    happen(&mut table, &events);
    happen(&mut table, &events);
    decide(&table, SEAT_1, Command::Leave).expect_err("the table has stopped")
}

/// A link that pays what nobody has won.
fn no_claim() -> Refusal {
    let table = table_after("ma-midi", &["ready 1"]);
    let key = BetKey { owner: Person(1), wager: Name::new("player"), for_dealer: false };
    let shares = vec![(key, Amount::from_minor(1_00, Currency::Usd))];
    let says = LinkSays::Paid { hit: HitId(1), meter: Name::new("star"), shares };
    let word = LinkWord { link: Name::new("royal-9"), number: 1, says };
    hear(&table, Word::Link(word)).expect_err("nobody has a claim")
}

/// Somebody wagers against what their account has said.
fn wagers_against(restriction: Restriction) -> Refusal {
    let mut table = table_after("ma-midi", &["ready 1"]);
    let word = Word::Account(AccountWord { person: Person(1), restriction });
    let events = hear(&table, word).unwrap();
    happen(&mut table, &events);
    let spot = table.rules().spot_called(Name::new("player")).unwrap().id;
    let amount = Amount::from_minor(10_000, Currency::Usd);
    let wager = Command::PlaceWager { spot, amount, tender: Tender::Chips, for_dealer: false };
    decide(&table, SEAT_1, wager).expect_err("the account does not let them")
}

fn barred() -> Refusal {
    wagers_against(Restriction { barred: Some(Barred::Excluded), most: None })
}

fn above_own_limit() -> Refusal {
    wagers_against(Restriction { barred: None, most: Some(Amount::from_minor(9_999, Currency::Usd)) })
}

/// A shoe that is promised, and what is refused around it: another shoe, the same once more, real cards, a
/// shoe that may still be dealt or that nobody promised, a cut of the dealer's own choice.
fn of_promised_shoes() -> [(&'static str, Refusal); 7] {
    let table = |line: &str| table_after("ma-midi", &[line]);
    let shoe = |table: &Table| {
        let cards = table.rules().terms.pack().cards().collect();
        Arc::new(ShoeOpening { aside: false, cards, secret: [1; 32], seed: Vec::new() })
    };
    let refused = |table: &Table, word| hear(table, word).expect_err("refused");
    let mut promised = table("ready 1 until cut");
    let opening = shoe(&promised);
    let promise = |number| Word::ShoeCommitted { shoe: number, root: opening.root() };
    let wrong = refused(&promised, promise(2));
    let unknown = refused(&promised, Word::ShoeOpened(Arc::clone(&opening)));
    let events = hear(&promised, promise(1)).unwrap();
    happen(&mut promised, &events);
    let twice = refused(&promised, promise(1));
    let in_use = refused(&promised, Word::ShoeOpened(Arc::clone(&opening)));
    let real = refused(&table("ready 1 entry"), promise(1));
    let events = decide(&promised, SEAT_1, Command::DeclineCut).unwrap();
    happen(&mut promised, &events);
    let dealer = Actor::new(Role::Dealer, Person(1_001));
    let load = Command::LoadShoe { source: CardSource::Virtual, cut_card: 14, batch: 1 };
    let with_real_cards = table_dealing(Cards::Real, "ma-midi", &["ready 1 until load"]);
    let other_cards = decide(&with_real_cards, dealer, load).expect_err("it deals real cards");
    let chosen = decide(&promised, dealer, Command::Cut { at: 100 }).expect_err("another cut was promised");
    [
        ("wrong_shoe", wrong),
        ("shoe_not_committed", unknown),
        ("shoe_committed", twice),
        ("shoe_in_use", in_use),
        ("shoe_not_virtual", real),
        ("other_cards", other_cards),
        ("cut_promised", chosen),
    ]
}

/// Somebody approves what nobody answered in time: time comes from the pit, which scripts do without.
fn request_expired() -> Refusal {
    let mut table = table_after("ma-midi", &["ready 1"]);
    let (floor, other) = (Actor::new(Role::Floor, Person(2_001)), Actor::new(Role::Floor, Person(2_002)));
    let amount = Amount::from_minor(500, Currency::Usd);
    let (from, to, reason) = (Account::Tray, Account::House, "counted again".into());
    let asked = decide(&table, floor, Command::Ask(Wanted::Correction { amount, from, reason, to })).unwrap();
    happen(&mut table, &asked);
    let request = RequestId(1);
    let over = FloorEvent::Expired { request };
    happen(&mut table, &[Event { clauses: Clauses::default(), what: What::Floor(over) }]);
    decide(&table, other, Command::Approve { request }).expect_err("nobody has answered in time")
}

/// Somebody who has excluded themself is to act for another.
fn helper_barred() -> Refusal {
    let at = TableId(1);
    let (helper, cashier) = (Person(31), Actor::new(Role::Cashier, Person(4_001)));
    let mut pit = Pit::default();
    pit.put_back(Stream::Table(at), State::Table(Arc::new(table_after("co-rule-28", &["ready 1"]))));
    let open = cage::Command::Open { currency: Currency::Usd, kind: cage::Kind::Demo };
    pit.carry_out(cashier, pit::Command::Account(helper, open)).unwrap();
    let exclude = cage::Command::Exclude { until: None };
    pit.carry_out(Actor::new(Role::Participant, helper), pit::Command::Account(helper, exclude)).unwrap();
    let help = Command::Accommodate { helper, person: Person(1), reason: "sees little".to_owned() };
    let floor = Actor::new(Role::Floor, Person(2_001));
    match pit.decide(floor, pit::Command::Table(at, help)) {
        Err(pit::Refusal::Table(refusal)) => refusal,
        other => panic!("{other:?}"),
    }
}

/// What only a house with full controls refuses, and what scripts do not say.
fn of_the_house() -> [(&'static str, Refusal); 9] {
    let table = table_after("co-rule-28", &["ready 1"]);
    let amount = Amount::from_minor(500, Currency::Usd);
    let (floor, dealer) = (Actor::new(Role::Floor, Person(2_001)), Actor::new(Role::Dealer, Person(1_001)));
    let machine = Actor::automatic(Role::Floor, Person(2_009));
    let second = Amount::from_minor(200, Currency::Usd);
    let refused = |by, command| decide(&table, by, command).expect_err("refused");
    let mut helped = table.clone();
    let help =
        Command::Accommodate { helper: Person(31), person: Person(1), reason: "sees little".to_owned() };
    let events = decide(&table, floor, help).unwrap();
    happen(&mut helped, &events);
    let helper = Actor::helping(Person(31), Person(1));
    // Nobody has told this house of any rules.
    let (_, closed) = Table::put_up(table.rules());
    let rules = Wanted::Terms { at: Minute(0), rules: table.rules().id };
    let mut pit = Pit::default();
    let mut levels = Levels::default();
    levels.set(MoneyAction::Fill, Level { two_people_from: 100, at_most: 499 });
    pit.keep_house(House { controls: Controls::Full, levels, ..House::default() });
    let at = TableId(1);
    pit.put_back(Stream::Table(at), State::Table(Arc::new(table.clone())));
    let (from, to, reason) = (Account::Outside, Account::Tray, "counted again".into());
    let from_nothing = Command::Ask(Wanted::Correction { amount: second, from, reason, to });
    let in_pit = |by, command| match pit.decide(by, pit::Command::Table(at, command)) {
        Err(pit::Refusal::Table(refusal)) => refusal,
        other => panic!("{other:?}"),
    };
    [
        ("already_so", refused(dealer, Command::SignOff)),
        ("not_on_duty", in_pit(dealer, Command::NoMoreBets)),
        ("not_correctable", in_pit(floor, from_nothing)),
        ("helper_barred", helper_barred()),
        ("account_needed", refused(SEAT_1, Command::BuyIn { amount, with: BuyInWith::Account })),
        ("above_cap", in_pit(floor, Command::FillTray { amount, credit: false })),
        ("people_only", in_pit(machine, Command::FillTray { amount: second, credit: false })),
        ("unknown_rules", decide(&closed, floor, Command::Ask(rules)).expect_err("unknown")),
        ("not_for_helpers", decide(&helped, helper, Command::Tip { amount }).expect_err("refused")),
    ]
}

/// What no script can do, by code; what comes from an account, a promised shoe or a dealer's duty has no clause.
fn beyond_scripts() -> Vec<(&'static str, Refusal)> {
    let mut all = vec![
        ("halted", halted()),
        ("no_claim", no_claim()),
        ("request_expired", request_expired()),
        ("barred", barred()),
        ("above_own_limit", above_own_limit()),
    ];
    all.extend(of_promised_shoes());
    all.extend(of_the_house());
    all
}

#[test]
fn what_no_script_can_do_is_refused_with_the_right_code_and_its_clause() {
    for (code, refusal) in beyond_scripts() {
        assert_eq!(refusal.code(), code, "{refusal}");
        let cited = [
            "halted",
            "no_claim",
            "request_expired",
            "cut_promised",
            "account_needed",
            "above_cap",
            "people_only",
            "unknown_rules",
            "not_for_helpers",
            "not_correctable",
            "helper_barred",
        ];
        let cited = cited.contains(&code);
        assert_eq!(refusal.clauses.as_slice().is_empty(), !cited, "{code}");
    }
}

#[test]
fn every_refusal_of_a_table_is_met() {
    let mut met = met_by_cases().table;
    met.extend(beyond_scripts().into_iter().map(|(code, _)| code));
    check(Reason::CODES, &met);
}
