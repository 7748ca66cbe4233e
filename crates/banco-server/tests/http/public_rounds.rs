//! What leaves the house of rounds and of the journal: by type, a page at a time.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::house::House;
use crate::play::Player;

fn keys(of: &Value) -> BTreeSet<&str> {
    of.as_object().unwrap().keys().map(String::as_str).collect()
}

const ROW: [&str; 21] = [
    "began",
    "banker",
    "banker_pair",
    "cursor",
    "ended",
    "first",
    "held",
    "irregular",
    "kind",
    "last",
    "natural",
    "opening",
    "outcome",
    "people",
    "player",
    "player_pair",
    "round",
    "shoe",
    "state",
    "table",
    "uncounted",
];

/// Where participants hold the bank, nobody else learns what it put up and won, or what fees were paid.
#[tokio::test(flavor = "multi_thread")]
async fn rounds_show_nobody_elses_money() {
    let house = House::open().await;
    let ada = house.administrator().await;
    let sue = house.somebody(&ada, "sue", &["surveillance"]).await;
    let mut player = Player::sits(house.guest("Gwen").await, 4).await;
    let rounds = "/api/v1/tables/4/rounds";
    let banked = 'banked: loop {
        player.play(player.rounds() + 1).await;
        let all = sue.client.get(rounds).await.must(200).json();
        for row in all["rounds"].as_array().unwrap() {
            let cursor = row["cursor"].as_str().unwrap().to_owned();
            let full = sue.client.get(&format!("/api/v1/rounds/{cursor}")).await.must(200).json();
            if full["bank"].is_object() && full["bank"]["person"] != player.who.person {
                break 'banked cursor;
            }
        }
    };
    let path = format!("/api/v1/rounds/{banked}");
    let seat = format!("seat {}", player.known.parts["own"]["seat"]);
    for (client, own) in [(&house.client(), None), (&player.who.client, Some(player.who.person))] {
        let seen = client.get(&path).await.must(200).json();
        assert_eq!(keys(&seen), BTreeSet::from(["bank", "collections", "round", "rules", "steps", "wagers"]));
        assert_eq!(seen["bank"], Value::Null, "{seen}");
        for list in ["wagers", "collections"] {
            let others = seen[list].as_array().unwrap().iter().filter(|one| one["person"].as_u64() != own);
            assert_eq!(others.count(), 0, "{list} of others");
        }
        let steps = seen["steps"].as_array().unwrap();
        assert!(!steps.is_empty());
        // Nor is it told in words: an amount stands in a step of one's own money alone.
        let told = steps.iter().map(|step| step["text"].as_str().unwrap());
        let amounts: Vec<&str> = told.filter(|text| text.contains('$')).collect();
        match own {
            None => assert_eq!(amounts, Vec::<&str>::new()),
            Some(_) => assert!(amounts.iter().all(|text| text.contains(&seat)), "{amounts:?}"),
        }
        assert_eq!(keys(&seen["round"]), BTreeSet::from(ROW));
        let listed = client.get(rounds).await.must(200).json();
        assert_eq!(keys(&listed["rounds"][0]), BTreeSet::from(ROW));
    }
}

/// Every list of the journal and of shoes comes in pages that end.
#[tokio::test(flavor = "multi_thread")]
async fn long_lists_come_in_pages() {
    let house = House::open().await;
    let ada = house.administrator().await;
    let auditor = house.somebody(&ada, "aud", &["auditor"]).await.client;
    for _ in 0..3 {
        house.server.app.anchor().await.unwrap();
    }
    for (path, key, least) in [("/api/v1/streams", "stream", 13), ("/api/v1/anchors", "hash", 3)] {
        let (mut seen, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = auditor.get(&format!("{path}?limit=2{cursor}")).await.must(200).json();
            let items = page["items"].as_array().unwrap();
            assert!(items.len() <= 2);
            seen.extend(items.iter().map(|item| item[key].as_str().unwrap().to_owned()));
            let Some(next) = page["next"].as_str() else { break };
            cursor = format!("&cursor={next}");
        }
        let once: BTreeSet<&String> = seen.iter().collect();
        assert!(seen.len() >= least && once.len() == seen.len(), "{path}: {seen:?}");
        auditor.get(&format!("{path}?limit=101")).await.refused(400, "bad_query");
        auditor.get(&format!("{path}?cursor=A")).await.refused(400, "bad_query");
    }
    let shoes = house.client().get("/api/v1/tables/5/shoes?limit=1").await.must(200).json();
    assert!(shoes["items"].as_array().unwrap().len() <= 1);
}
