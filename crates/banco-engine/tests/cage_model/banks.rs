//! What binds somebody's wagers binds them wherever money can be put at risk: for the bank, against it, as cover, as a
//! payout that is pressed. And nobody who may not wager holds up a table.

use banco_cards::Side;
use banco_engine::table::{
    AccountWord, Actor, BankClaim, Barred, Command, Event, Person, Restriction, Role, Table, Word, decide,
    hear,
};
use banco_money::{Amount, Currency};

use crate::support::happen;
use crate::support::script::{table_after, table_with};

const DEALER: Actor = Actor::new(Role::Dealer, Person(1_001));

fn usd(dollars: i64) -> Amount {
    Amount::from_minor(dollars * 100, Currency::Usd)
}

fn tell(table: &mut Table, person: u32, barred: Option<Barred>, most: Option<i64>) {
    let restriction = Restriction { barred, most: most.map(usd) };
    let word = Word::Account(AccountWord { person: Person(person), restriction });
    let events = hear(table, word).unwrap();
    assert_eq!(events.len(), 1);
    happen(table, &events);
    assert!(hear(table, word_again(person, restriction)).unwrap().is_empty(), "it is told once");
}

const fn word_again(person: u32, restriction: Restriction) -> Word {
    Word::Account(AccountWord { person: Person(person), restriction })
}

fn bar(table: &mut Table, person: u32) {
    tell(table, person, Some(Barred::Excluded), None);
}

fn try_to(table: &Table, by: Actor, command: Command) -> Result<Vec<Event>, &'static str> {
    decide(table, by, command).map_err(|refusal| refusal.code())
}

fn seat(person: u32) -> Actor {
    Actor::new(Role::Participant, Person(person))
}

fn does(table: &mut Table, by: Actor, command: Command) -> String {
    let events = try_to(table, by, command).unwrap();
    happen(table, &events);
    let stories: Vec<String> =
        events.iter().map(|event| crate::support::story(table.rules(), event)).collect();
    stories.join("; ")
}

#[test]
fn bids_for_the_bank_are_wagers_to_be() {
    let mut table =
        table_after("ma-chemin-de-fer", &["ready 3 5", "seat 3: bid $1,000", "seat 5: bid $2,000"]);
    tell(&mut table, 3, None, Some(1_500));
    assert_eq!(try_to(&table, seat(3), Command::Bid { amount: usd(1_600) }), Err("above_own_limit"));
    assert!(try_to(&table, seat(3), Command::Bid { amount: usd(1_500) }).is_ok());
    // Whoever bid most and may not wager any more does not take the bank.
    bar(&mut table, 5);
    assert_eq!(try_to(&table, seat(5), Command::Bid { amount: usd(3_000) }), Err("barred"));
    assert!(does(&mut table, DEALER, Command::CloseBidding).contains("seat 3 holds the bank"));
    assert_eq!(try_to(&table, seat(3), Command::WagerBank { amount: usd(1_501) }), Err("above_own_limit"));
    assert!(try_to(&table, seat(3), Command::WagerBank { amount: usd(1_500) }).is_ok());
    // A Banker who may not wager is passed over.
    bar(&mut table, 3);
    assert_eq!(try_to(&table, seat(3), Command::WagerBank { amount: usd(1_000) }), Err("barred"));
    let floor = Actor::new(Role::Floor, Person(2_001));
    let ways = [
        try_to(&table, DEALER, Command::OrderPass { reason: "does not play".to_owned() }),
        try_to(&table, floor, Command::OrderPass { reason: "does not play".to_owned() }),
        try_to(&table, floor, Command::PassOver { reason: "does not play".to_owned() }),
        try_to(&table, seat(3), Command::PassBank),
    ];
    assert!(ways.iter().any(Result::is_ok), "{ways:?}");
}

#[test]
fn a_claim_of_somebody_who_may_not_wager_any_more_falls_away() {
    let ready = ["ready 3 5 7", "seat 3: bid $1,000", "dealer: close bidding", "seat 3: wager $1,000"];
    let mut table = table_after("ma-chemin-de-fer", &ready);
    tell(&mut table, 7, None, Some(999));
    assert_eq!(try_to(&table, seat(7), Command::ClaimBank(BankClaim::Banco)), Err("above_own_limit"));
    does(&mut table, seat(5), Command::ClaimBank(BankClaim::Banco));
    bar(&mut table, 5);
    // The claims are closed all the same, and others are asked to cover the bank.
    does(&mut table, DEALER, Command::CloseClaims);
    assert!(table.bets().iter().all(|bet| bet.key.owner != Person(5)));
    let asked = table.bank().asked.unwrap().person;
    let amount = usd(100);
    assert_eq!(asked, Person(5));
    assert_eq!(try_to(&table, seat(5), Command::CoverBank { amount }), Err("barred"));
    does(&mut table, seat(5), Command::DeclineCover);
    assert_eq!(try_to(&table, seat(7), Command::CoverBank { amount: usd(1_000) }), Err("above_own_limit"));
    does(&mut table, seat(7), Command::CoverBank { amount });
}

#[test]
fn the_cover_of_the_position_is_a_wager() {
    let ready = ["ready 1 3 5", "dealer: offer bank 3"];
    let mut table = table_after("ca-21st-century", &ready);
    bar(&mut table, 3);
    assert_eq!(try_to(&table, seat(3), Command::AcceptBank { amount: None }), Err("barred"));
    tell(&mut table, 3, None, Some(500));
    does(&mut table, seat(3), Command::AcceptBank { amount: None });
    assert_eq!(try_to(&table, seat(3), Command::WagerBank { amount: usd(501) }), Err("above_own_limit"));
    does(&mut table, seat(3), Command::WagerBank { amount: usd(400) });
    // What is added counts with what is there.
    assert_eq!(try_to(&table, seat(3), Command::WagerBank { amount: usd(101) }), Err("above_own_limit"));
    does(&mut table, seat(3), Command::WagerBank { amount: usd(100) });
}

#[test]
fn a_payout_is_not_pressed_above_the_limit_and_a_round_is_completed() {
    let set = ["wager.house-money = { min = \"$5\", max = \"$250\" }"];
    let lines = [
        "ready 2 9",
        "seat 9: bet player $100",
        "seat 2: bet banker $100",
        "seat 2: bet house-money $10",
        "dealer: no more bets",
        "shoe: 2c 3d 2h Ks",
        "seat 9: turn",
        "seat 2: turn",
    ];
    let mut table = table_with("ma-baccarat", &set, &lines);
    let press = || Command::PressPayout { side: Side::Banker };
    tell(&mut table, 2, None, Some(129));
    assert_eq!(try_to(&table, seat(2), press()), Err("above_own_limit"));
    tell(&mut table, 2, None, Some(130));
    assert!(try_to(&table, seat(2), press()).is_ok());
    bar(&mut table, 2);
    assert_eq!(try_to(&table, seat(2), press()), Err("barred"));
    does(&mut table, seat(2), Command::TakePayout);
    assert_eq!(table.bets().iter().filter(|bet| bet.key.owner == Person(2)).count(), 1, "the wager stands");
}

#[test]
fn a_spoken_wager_waits_for_nobody_who_may_not_wager() {
    let mut table = table_after("ma-midi", &["ready 1"]);
    let spot = table.rules().spot_called("player".into()).unwrap().id;
    let speak = |dollars| Command::SpeakWager { spot, amount: usd(dollars) };
    tell(&mut table, 1, None, Some(100));
    assert_eq!(try_to(&table, seat(1), speak(125)), Err("above_own_limit"));
    does(&mut table, seat(1), speak(100));
    bar(&mut table, 1);
    let answer = |confirmed| Command::AnswerSpoken { person: Person(1), confirmed };
    assert_eq!(try_to(&table, DEALER, answer(true)), Err("barred"));
    does(&mut table, DEALER, answer(false));
}

#[test]
fn an_account_says_nothing_of_somebody_who_is_not_there_or_in_another_currency() {
    let table = table_after("ma-midi", &["ready 1"]);
    let stranger = word_again(9, Restriction::default());
    assert_eq!(hear(&table, stranger).map_err(|refusal| refusal.code()), Err("unknown_person"));
    let most = Some(Amount::from_minor(1, Currency::Php));
    let pesos = word_again(1, Restriction { barred: None, most });
    assert_eq!(hear(&table, pesos).map_err(|refusal| refusal.code()), Err("bad_money"));
}
