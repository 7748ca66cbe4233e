//! Every no of a progressive link is met: by a case of the rulebooks, or here, where only a machine of the house
//! could ask for what it refuses. That the first of several reasons is told, the model of the link shows.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod support;

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use banco_cards::Hand;
use banco_engine::link::{
    ChangeEvent, Claim, Command, Event, Feed, Fine, HitId, Link, OperationEvent, Reason, Refusal, Sensor,
    Surroundings, TableId, TriggerSecret, Wanted, What, Winner, Word, decide, evolve, hear,
};
use banco_engine::table::{Actor, BetKey, Person, Role, Rules, Seat};
use banco_engine::{Clauses, Name, RequestId, RulesId, Shelf, WhyNot as _};
use banco_money::{Amount, Currency, Percent};
use support::library;
use support::refusals::met_by_cases;

const TABLE: TableId = TableId(1);
const FLOOR: Actor = Actor::new(Role::Floor, Person(901));
const DEALER: Actor = Actor::new(Role::Dealer, Person(902));
const EXECUTIVE: Actor = Actor::new(Role::Executive, Person(903));
const HEART: &str = "Player Personal King-9";

fn dollars(dollars: i64) -> Amount {
    Amount::from_minor(dollars * 100, Currency::Usd)
}

/// Royal 9 with its Must Hit meter, as the example submission of Massachusetts Baccarat sets it up.
fn rules() -> &'static Arc<Rules> {
    static RULES: OnceLock<Arc<Rules>> = OnceLock::new();
    RULES.get_or_init(|| Arc::new(royal_9()))
}

fn royal_9() -> Rules {
    let source = library().submission("ma-baccarat", "royal-9").unwrap().source.clone();
    Rules::new(library().check(source).terms.unwrap()).unwrap()
}

/// The same where the meter starts elsewhere.
fn other_rules() -> &'static Arc<Rules> {
    static RULES: OnceLock<Arc<Rules>> = OnceLock::new();
    RULES.get_or_init(|| {
        let mut rules = royal_9();
        rules.id.submission_hash = Name::new("other terms");
        let mut setup = (*rules.links[0]).clone();
        setup.meters[0].growth.seed = dollars(7);
        rules.links[0] = Arc::new(setup);
        Arc::new(rules)
    })
}

fn shelf() -> Shelf {
    let mut shelf = Shelf::with(Arc::clone(rules()));
    shelf.add(Arc::clone(other_rules()));
    shelf
}

fn order(link: &mut Link, by: Actor, command: Command) -> Result<(), Refusal> {
    let events = decide(link, &shelf(), by, command)?;
    events.iter().for_each(|event| evolve(link, event, &shelf()));
    Ok(())
}

fn say(link: &mut Link, word: Word) {
    let events = hear(link, &shelf(), word).unwrap();
    events.iter().for_each(|event| evolve(link, event, &shelf()));
}

fn attach(table: TableId) -> Word {
    Word::Attach { by: FLOOR.person(), heard: 0, rules: rules().id, table }
}

fn attach_under(rules: RulesId) -> Word {
    Word::Attach { by: FLOOR.person(), heard: 0, rules, table: TABLE }
}

/// In operation, with its trigger, and one table on it.
fn running() -> Link {
    let mut link = Link::named(rules().links[0].name);
    say(&mut link, attach(TABLE));
    let sealed = TriggerSecret { fraction: u64::MAX, nonce: [7; 32] }.sealed();
    say(&mut link, Word::SealTrigger { meter: "must-hit".into(), sealed });
    link
}

fn winner(seat: u8) -> Winner {
    let key = BetKey { owner: Person(u32::from(seat)), wager: Name::new("royal-9"), for_dealer: false };
    Winner { key, seat: Seat { at: seat, number: seat } }
}

fn sensor(wager: &str, seat: u8, stake: i64) -> Sensor {
    Sensor { wager: wager.into(), by: winner(seat), stake: dollars(stake) }
}

fn start(table: TableId, sensors: Vec<Sensor>) -> Word {
    Word::StartGame { heard: 0, round: 1, sensors, table }
}

fn heart(seat: u8) -> Word {
    let hands = [Hand::default(); 2];
    let (meter, line) = ("heart".into(), HEART.into());
    let claim = Claim { meter, share: Percent::HUNDRED, line, hands, winners: vec![winner(seat)] };
    Word::Reach { claims: vec![claim], table: TABLE }
}

/// A round of seat 1 is in play.
fn playing() -> Link {
    let mut link = running();
    say(&mut link, start(TABLE, vec![sensor("royal-9", 1, 5)]));
    link
}

/// A table left, the floor asked, the executive approved: the link is closed and owes what its meters held.
fn closed() -> Link {
    let mut link = running();
    say(&mut link, Word::Detach { table: TABLE });
    order(&mut link, FLOOR, Command::Ask(Wanted::Close { reason: "the season is over".into() })).unwrap();
    order(&mut link, EXECUTIVE, Command::Approve { request: RequestId(1) }).unwrap();
    link
}

fn unknown_rules() -> RulesId {
    RulesId { submission_hash: Name::new("nobody knows these"), ..rules().id }
}

/// A link that cannot follow its record.
fn halted() -> Link {
    let mut link = Link::named(rules().links[0].name);
    let set_up = OperationEvent::SetUp { name: link.name(), rules: unknown_rules() };
    evolve(&mut link, &Event::new(Clauses::new(&["13(i)".into()]), set_up), &shelf());
    assert!(link.fault().unwrap().contains("not at hand"));
    link
}

/// What the machines of the house cannot do, by code.
fn by_machines() -> Vec<(&'static str, Refusal)> {
    let (idle, play) = (running(), playing());
    let mut lost = running();
    say(&mut lost, Word::Contact { contact: false, table: TABLE });
    let other = TableId(2);
    let mut second = playing();
    say(&mut second, heart(1));
    say(&mut second, attach(other));
    let one = |stake: i64| vec![sensor("royal-9", 1, stake)];
    let twice = vec![sensor("royal-9", 1, 5), sensor("royal-9", 1, 5)];
    let fixed = |wager: &str| Word::PayFixed { amount: dollars(5), table: TABLE, wager: wager.into() };
    let end = Word::EndGame { heard: 0, table: TABLE };
    let feed = Feed { pot: Fine::from(dollars(1_000)), reserve: Fine::ZERO };
    let transfer = Word::TransferIn { feed, from: "elsewhere".into(), meter: "must-hit".into() };
    let unknown = attach_under(unknown_rules());
    let draw = Word::DrawWinner { draw: 0, hit: HitId(9) };
    let refused = |link: &Link, word: Word| hear(link, &shelf(), word).expect_err("refused");
    vec![
        ("link_closed", refused(&closed(), end.clone())),
        ("unknown_rules", refused(&idle, unknown)),
        ("unknown_table", refused(&idle, start(other, one(5)))),
        ("unknown_hit", refused(&idle, draw)),
        ("table_attached", refused(&idle, attach(TABLE))),
        ("other_terms", refused(&closed(), attach_under(other_rules().id))),
        ("link_lost", refused(&lost, start(TABLE, one(5)))),
        ("jackpot_pending", refused(&second, start(other, one(5)))),
        ("game_running", refused(&play, start(TABLE, one(5)))),
        ("game_running", refused(&play, Word::Detach { table: TABLE })),
        ("no_game", refused(&idle, end)),
        ("unknown_wager", refused(&idle, start(TABLE, vec![sensor("royal-10", 1, 5)]))),
        ("unknown_wager", refused(&play, fixed("royal-10"))),
        ("bad_stake", refused(&idle, start(TABLE, one(0)))),
        ("wrong_unit", refused(&idle, start(TABLE, one(4)))),
        ("sensor_twice", refused(&idle, start(TABLE, twice))),
        ("not_registered", refused(&play, heart(2))),
        ("above_maximum", refused(&idle, transfer)),
    ]
}

/// What people cannot do and no case of the rulebooks tries.
fn by_people() -> Vec<(&'static str, Refusal)> {
    let open = |rules: RulesId| Command::Open { rules };
    let player = Actor::new(Role::Floor, Person(1));
    let refused = |link: &Link, by, command| decide(link, &shelf(), by, command).expect_err("refused");
    let correct = |amount: i64| {
        let (amount, meter) = (dollars(amount), "heart".into());
        Command::Ask(Wanted::Adjust { amount, meter, reason: "a reading".into(), reserve: false })
    };
    let mut read = running();
    order(&mut read, FLOOR, Command::TakeReading { day: 3 }).unwrap();
    vec![
        ("bad_day", refused(&read, FLOOR, Command::TakeReading { day: 3 })),
        ("link_open", refused(&running(), FLOOR, open(rules().id))),
        ("unknown_rules", refused(&closed(), FLOOR, open(unknown_rules()))),
        ("other_terms", refused(&closed(), FLOOR, open(other_rules().id))),
        ("wrong_role", refused(&closed(), DEALER, open(rules().id))),
        ("involved", refused(&playing(), player, correct(5))),
        ("bad_amount", refused(&running(), FLOOR, correct(i64::MAX / 100))),
        ("bad_money", too_much()),
        ("request_expired", too_late(correct(5))),
        ("people_only", by_software()),
        ("second_person_needed", set_up_alone()),
    ]
}

/// Somebody approves what nobody answered in time.
fn too_late(ask: Command) -> Refusal {
    let mut link = running();
    order(&mut link, FLOOR, ask).unwrap();
    let request = RequestId(1);
    let what = What::Change(ChangeEvent::Expired { request });
    evolve(&mut link, &Event { clauses: Clauses::default(), what }, &shelf());
    decide(&link, &shelf(), EXECUTIVE, Command::Approve { request }).expect_err("refused")
}

/// A house where only people verify jackpots.
struct PeopleOnly(Shelf);

impl Surroundings for PeopleOnly {
    fn shelf(&self) -> &Shelf {
        &self.0
    }

    fn link(&self, _: Name) -> Option<&Link> {
        None
    }

    fn plays_at(&self, _: Person, _: TableId) -> bool {
        false
    }

    fn unsettled(&self, _: TableId) -> Option<&'static str> {
        None
    }

    fn has_full_controls(&self) -> bool {
        true
    }
}

/// One person sets up a link that never ran there.
fn set_up_alone() -> Refusal {
    let link = Link::named(rules().links[0].name);
    let open = Command::Open { rules: rules().id };
    assert!(decide(&link, &shelf(), FLOOR, open.clone()).is_ok(), "elsewhere one does");
    decide(&link, &PeopleOnly(shelf()), FLOOR, open).expect_err("refused")
}

/// Software verifies a jackpot there.
fn by_software() -> Refusal {
    let mut link = playing();
    say(&mut link, heart(1));
    order(&mut link, DEALER, Command::Select { table: TABLE, seat: 1, line: HEART.to_owned() }).unwrap();
    order(&mut link, DEALER, Command::HitJackpot { table: TABLE }).unwrap();
    let verify = Command::Verify { hit: HitId(1), hands: Some([Hand::default(); 2]) };
    let machine = Actor::automatic(Role::Floor, Person(909));
    assert!(decide(&link, &shelf(), machine, verify.clone()).is_ok(), "elsewhere it does");
    assert!(decide(&link, &PeopleOnly(shelf()), FLOOR, verify.clone()).is_ok());
    decide(&link, &PeopleOnly(shelf()), machine, verify).expect_err("refused")
}

/// A meter of more than an amount can hold.
fn too_much() -> Refusal {
    let mut link = playing();
    for request in 1..=1_025 {
        let amount = Amount::from_minor((1 << 53) - 1, Currency::Usd);
        let (meter, reason) = ("heart".into(), "a test".into());
        let wanted = Wanted::Adjust { amount, meter, reason, reserve: false };
        order(&mut link, FLOOR, Command::Ask(wanted)).unwrap();
        order(&mut link, EXECUTIVE, Command::Approve { request: RequestId(request) }).unwrap();
    }
    say(&mut link, heart(1));
    order(&mut link, DEALER, Command::Select { table: TABLE, seat: 1, line: HEART.to_owned() }).unwrap();
    order(&mut link, DEALER, Command::HitJackpot { table: TABLE }).unwrap();
    let hit = HitId(1);
    order(&mut link, FLOOR, Command::Verify { hit, hands: Some([Hand::default(); 2]) }).unwrap();
    decide(&link, &shelf(), EXECUTIVE, Command::PayJackpot { hit, amount: dollars(1) }).expect_err("refused")
}

#[test]
fn a_link_that_cannot_follow_its_record_does_nothing_more() {
    let link = halted();
    let refusals = [
        decide(&link, &shelf(), FLOOR, Command::Open { rules: rules().id }).unwrap_err(),
        decide(&link, &shelf(), FLOOR, Command::TakeReading { day: 1 }).unwrap_err(),
        hear(&link, &shelf(), attach(TABLE)).unwrap_err(),
    ];
    assert!(refusals.iter().all(|refusal| refusal.code() == "halted"), "{refusals:?}");
    assert_eq!(link.version(), 1, "the event is counted");
}

#[test]
fn what_a_closed_link_owes_goes_back_into_its_meters() {
    let mut link = closed();
    let star = Name::new("star");
    assert_eq!(link.owed(star).pot, Fine::from(dollars(50_000)));
    order(&mut link, FLOOR, Command::TakeReading { day: 1 }).unwrap();
    order(&mut link, FLOOR, Command::Open { rules: rules().id }).unwrap();
    assert_eq!(link.shown(star), Some(Fine::from(dollars(100_000))));
    assert_eq!(link.owed(star), Feed::default());
    // A Must Hit meter takes no more than its maximum.
    assert_eq!(link.shown("must-hit".into()), Some(Fine::from(dollars(500))));
}

#[test]
fn every_refusal_has_the_right_code_and_a_clause() {
    for (code, refusal) in by_machines().into_iter().chain(by_people()) {
        assert_eq!(refusal.code(), code, "{refusal}");
        assert!(!refusal.clauses.as_slice().is_empty(), "{code} has no clause");
        assert!(
            !refusal.to_string().contains("Person(") && !refusal.to_string().contains("TableId("),
            "{refusal}"
        );
    }
}

#[test]
fn every_refusal_of_a_link_is_met() {
    let mut met = met_by_cases().link;
    met.extend(by_machines().iter().chain(&by_people()).map(|(code, _)| *code));
    met.insert("halted");
    let missing: Vec<&str> = Reason::CODES.iter().copied().filter(|code| !met.contains(code)).collect();
    assert!(missing.is_empty(), "no case and no test meets {missing:?}");
    assert_eq!(
        Reason::CODES.len(),
        BTreeSet::from_iter(Reason::CODES).len(),
        "a code stands for two reasons"
    );
}
