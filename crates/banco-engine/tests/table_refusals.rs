//! Every no of a table is met: by a case of the rulebooks, or here, where no script gets.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::sync::Arc;

use banco_engine::table::{
    Account, AccountWord, Actor, Barred, BetKey, CardSource, Cards, Command, Event, FloorEvent, HitId,
    LinkSays, LinkWord, Person, Reason, Refusal, Restriction, Role, Table, Tender, Wanted, What, Word,
    decide, hear,
};
use banco_engine::{Clauses, Name, RequestId, ShoeOpening, WhyNot as _};
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

/// What no script can do, by code; those that come from an account, or from a promised shoe, have no clause.
fn beyond_scripts() -> Vec<(&'static str, Refusal)> {
    let mut all = vec![
        ("halted", halted()),
        ("no_claim", no_claim()),
        ("request_expired", request_expired()),
        ("barred", barred()),
        ("above_own_limit", above_own_limit()),
    ];
    all.extend(of_promised_shoes());
    all
}

#[test]
fn what_no_script_can_do_is_refused_with_the_right_code_and_its_clause() {
    for (code, refusal) in beyond_scripts() {
        assert_eq!(refusal.code(), code, "{refusal}");
        let cited = ["halted", "no_claim", "request_expired", "cut_promised"].contains(&code);
        assert_eq!(refusal.clauses.as_slice().is_empty(), !cited, "{code}");
    }
}

#[test]
fn every_refusal_of_a_table_is_met() {
    let mut met = met_by_cases().table;
    met.extend(beyond_scripts().into_iter().map(|(code, _)| code));
    check(Reason::CODES, &met);
}
