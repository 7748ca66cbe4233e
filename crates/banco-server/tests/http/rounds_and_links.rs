//! What takes two people in the middle of a round and on a link: a void, new terms, a transfer, closing, rejecting.

use std::time::Duration;

use banco_cards::Hand;
use banco_engine::Name;
use banco_engine::link::{self, Claim, Sensor, TableId, Winner};
use banco_engine::pit;
use banco_engine::table::{BetKey, Person, Seat};
use banco_floor::{Ask, Wish};
use banco_house::Said;
use banco_journal::{CommandId, Hash};
use banco_money::Percent;
use serde_json::{Value, json};

use crate::approvals::{Two, Way, money, table_file, takes_two, two};
use crate::house::{House, Somebody, add, approve};
use crate::play::Player;

/// Somebody who plays becomes a floorperson, while whatever they have at stake stays.
async fn joins_the_floor(house: &House, ada: &Somebody, login: &str, person: u64) -> Somebody {
    let path = format!("/api/v1/people/{person}/roles");
    let asked = ada.client.put(&path, json!({ "roles": ["floor"] })).await.must(202).json();
    let second = ada.second.as_ref().unwrap();
    approve(&second.client, &format!("person/{person}"), &asked["request"]).await;
    house.comes_in(ada, person, login).await.proved().await
}

/// Plays on until the first card of another round lies there, with a wager of one's own.
async fn bets_and_sees_a_card(player: &mut Player) {
    let before = player.known.saw("dealing.card_dealt");
    while player.known.saw("dealing.card_dealt") == before {
        player.play_on().await;
    }
    let own = player.who.person;
    let wagers = player.known.parts["wagers"].as_array().unwrap();
    assert!(wagers.iter().any(|wager| wager["owner"]["person"] == own), "{wagers:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_void_in_the_middle_of_a_round_takes_two() {
    let house = House::with(&[("card_millis", "500")]).await;
    let (ada, mut two) = two(&house).await;
    let person = add(&ada, "pia", &["player"]).await;
    let pia = Player::sits(house.comes_in(&ada, person, "pia").await, 5).await;
    let mut gwen = Player::sits(house.guest("Gwen").await, 5).await;
    let void = json!({ "what": "void", "why": { "what": "cannot_be_completed" }, "reason": "fire" });
    for (way, voids) in [(Way::Command, 1), (Way::Approval, 2)] {
        bets_and_sees_a_card(&mut gwen).await;
        // The round waits for those who are slow.
        let hold = json!({ "do": "hold", "reason": "smoke" });
        two.asks.client.command("/api/v1/tables/5/commands", hold).await.must(200);
        if two.plays.is_none() {
            two.plays = Some(joins_the_floor(&house, &ada, "pia", pia.who.person).await);
        }
        takes_two(&two, "table/5", &void, way).await;
        let resume = json!({ "do": "resume" });
        two.asks.client.command("/api/v1/tables/5/commands", resume).await.must(200);
        let entries = house.server.app.store.entries("table/5".parse().unwrap(), 0, 10_000).await.unwrap();
        let voided = entries.iter().filter(|entry| entry.record.get().contains("\"round_voided\"")).count();
        assert_eq!(voided, voids, "the round is void");
    }
}

/// Closes a table, so that its link is idle.
async fn closes(two: &Two, table: u32) {
    let path = format!("/api/v1/tables/{table}/commands");
    two.asks.client.command(&path, json!({ "do": "close_table" })).await.must(200);
}

async fn rules_of(house: &House, table: u32) -> Value {
    let books = house.server.app.floor.books();
    json!(banco_wire::rules_text(books.pit().table(TableId(table)).unwrap().rules().id))
}

#[tokio::test(flavor = "multi_thread")]
async fn new_terms_and_the_end_of_a_link_take_two() {
    let house = House::open().await;
    let (_, two) = two(&house).await;
    let rules = rules_of(&house, 10).await;
    closes(&two, 10).await;
    for way in [Way::Command, Way::Approval] {
        let change = json!({ "what": "change", "rules": rules, "reason": "as filed" });
        takes_two(&two, "link/99-fortunes", &change, way).await;
    }
    let close = json!({ "what": "close", "reason": "the season is over" });
    takes_two(&two, "link/99-fortunes", &close, Way::Approval).await;
    assert!(!house.server.app.floor.books().pit().link("99-fortunes").unwrap().is_open());
}

#[tokio::test(flavor = "multi_thread")]
async fn moving_a_meter_to_another_link_takes_two() {
    let house = House::open().await;
    let (_, two) = two(&house).await;
    let text = include_str!("../../../../rulebooks/ma-midi/examples/house-money-royal-9.toml");
    let wanted = json!({ "file": table_file("Other"), "submission": text.replace("midi-pit", "other-pit") });
    let proposal = two.asks.client.command("/api/v1/proposals", wanted).await.must(201).json();
    let path = format!("/api/v1/proposals/{}", proposal["proposal"].as_str().unwrap());
    let yes = json!({ "hash": proposal["hash"], "approve": true });
    two.decides.client.command(&path, yes).await.must(200);
    let open = json!({ "do": "open_table", "float": money(50_000_000) });
    two.asks.client.command("/api/v1/tables/13/commands", open).await.must(200);
    for table in [12, 13] {
        closes(&two, table).await;
    }
    let moves = |meter: &str| json!({ "what": "transfer_out", "meter": meter, "to": "other-pit", "reason": "one pit less" });
    takes_two(&two, "link/midi-pit", &moves("heart"), Way::Command).await;
    takes_two(&two, "link/midi-pit", &moves("spade"), Way::Approval).await;
}

/// What a machine of the house says to a link.
async fn word(house: &House, number: u8, word: link::Word) {
    let said = Said::Word(pit::Word::Link(Name::new("midi-pit"), word));
    let ask = Ask::new(CommandId([number; 16]), Hash::NONE, Wish::Said(said));
    let answered = house.server.app.floor.ask(ask).await.unwrap();
    assert!(answered.happened(), "{}", answered.answer.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn rejecting_a_jackpot_takes_two() {
    let house = House::open().await;
    let (ada, mut two) = two(&house).await;
    let person = add(&ada, "pia", &["player"]).await;
    house.comes_in(&ada, person, "pia").await;
    let (table, wager) = (TableId(12), Name::new("royal-9"));
    let setup = house.server.app.floor.books().pit().link("midi-pit").unwrap().setup().clone();
    let stake = *setup.wager("royal-9").unwrap().units.first().unwrap();
    let owner = Person(u32::try_from(person).unwrap());
    let by = Winner { key: BetKey { owner, wager, for_dealer: false }, seat: Seat { at: 0, number: 1 } };
    let start =
        |round| link::Word::StartGame { heard: 0, round, sensors: vec![Sensor { wager, by, stake }], table };
    word(&house, 1, start(1)).await;
    let line = *setup.wager("royal-9").unwrap().lines.first().unwrap();
    let meters = ["heart", "spade"].map(|meter| Claim {
        meter: meter.into(),
        share: Percent::HUNDRED,
        line,
        hands: [Hand::default(); 2],
        winners: vec![by],
    });
    word(&house, 2, link::Word::Reach { claims: meters.to_vec(), table }).await;
    two.plays = Some(joins_the_floor(&house, &ada, "pia", person).await);
    for (hit, way) in [(1, Way::Command), (2, Way::Approval)] {
        let reject = json!({ "what": "reject", "hit": hit, "reason": "the cards do not show it" });
        takes_two(&two, "link/midi-pit", &reject, way).await;
    }
    // Nothing waits any more for whoever looks a little later.
    tokio::time::sleep(Duration::from_millis(50)).await;
    let books = house.server.app.floor.books();
    assert_eq!(books.pit().link("midi-pit").unwrap().pending().count(), 0);
}
