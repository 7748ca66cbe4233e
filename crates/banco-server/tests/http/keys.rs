//! The same key is the same command, for whoever sent it.

use serde_json::json;

use crate::client::new_key;
use crate::house::House;
use crate::play::Player;

#[tokio::test(flavor = "multi_thread")]
async fn the_same_key_has_the_same_answer() {
    let house = House::open().await;
    let gwen = house.guest("Gwen").await;
    let table = "/api/v1/tables/5/commands";
    let (key, sit) = (new_key(), json!({ "do": "sit", "seat": 1 }));
    let first = gwen.client.keyed(table, &key, sit.clone()).await.must(200);
    assert_eq!(first.header("idempotent-replayed"), None);
    let again = gwen.client.keyed(table, &key, sit.clone()).await.must(200);
    assert_eq!(again.header("idempotent-replayed"), Some("true"));
    assert_eq!(first.body, again.body);
    let kept = gwen.client.get(&format!("/api/v1/commands/{key}")).await.must(200);
    assert_eq!(kept.body, first.body);
    // The key was for this body at this table.
    gwen.client.keyed(table, &key, json!({ "do": "sit", "seat": 2 })).await.refused(422, "key_used_before");
    gwen.client.keyed("/api/v1/tables/6/commands", &key, sit.clone()).await.refused(422, "key_used_before");
    // Somebody else's key is another one, and nobody learns of Gwen's.
    let hugo = house.guest("Hugo").await;
    hugo.client.get(&format!("/api/v1/commands/{key}")).await.refused(404, "not_found");
    let taken = hugo.client.keyed(table, &key, sit).await.must(409);
    assert_eq!(taken.header("idempotent-replayed"), None);
    hugo.client.keyed(table, &new_key(), json!({ "do": "sit", "seat": 2 })).await.must(200);
    for bad in ["", &"x".repeat(101)] {
        let answer = hugo.client.keyed(table, bad, json!({ "do": "leave" })).await;
        answer.refused(400, "bad_key");
    }
    hugo.client.post(table, json!({ "do": "leave" })).await.refused(400, "key_needed");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_refused_stays_refused() {
    let house = House::open().await;
    let mut player = Player::sits(house.guest("Gwen").await, 5).await;
    let too_much = json!({ "minor": 100_000_000, "currency": "USD" });
    let (key, cash_out) = (new_key(), json!({ "do": "cash_out", "amount": too_much }));
    let no = player.who.client.keyed(&player.commands(), &key, cash_out.clone()).await.must(409);
    player.hear().await;
    // A smaller one goes, and more chips come; the old no stays.
    let little = json!({ "do": "buy_in", "amount": { "minor": 10_000, "currency": "USD" }, "with": "chips" });
    player.must(little).await;
    let still = player.who.client.keyed(&player.commands(), &key, cash_out).await.must(409);
    assert_eq!((still.header("idempotent-replayed"), &still.body), (Some("true"), &no.body));
    let kept = player.who.client.get(&format!("/api/v1/commands/{key}")).await.must(409);
    assert_eq!(kept.body, no.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bet_without_funds_stays_refused_when_they_arrive() {
    let house = House::open().await;
    let gwen = house.guest("Gwen").await;
    let table = "/api/v1/tables/5/commands";
    gwen.client.command(table, json!({ "do": "sit", "seat": 3 })).await.must(200);
    let bet =
        json!({ "do": "place_wager", "spot": "banker", "amount": { "minor": 5_000, "currency": "USD" } });
    let key = new_key();
    let no = gwen.client.keyed(table, &key, bet.clone()).await.must(409);
    let chips = json!({ "do": "buy_in", "amount": { "minor": 50_000, "currency": "USD" }, "with": "chips" });
    gwen.client.command(table, chips).await.must(200);
    let still = gwen.client.keyed(table, &key, bet).await.must(409);
    assert_eq!(still.body, no.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_was_not_seen_can_be_made_never_to_happen() {
    let house = House::open().await;
    let gwen = house.guest("Gwen").await;
    let (key, table) = (new_key(), "/api/v1/tables/5/commands");
    let path = format!("/api/v1/commands/{key}");
    gwen.client.get(&path).await.refused(404, "not_found");
    gwen.client.delete(&path).await.refused(409, "withdrawn");
    gwen.client.get(&path).await.refused(409, "withdrawn");
    let late = gwen.client.keyed(table, &key, json!({ "do": "sit", "seat": 1 })).await;
    assert!(matches!(late.status, 409 | 422), "{}", late.text());
    let seen = gwen.client.get("/api/v1/tables/5/view").await.must(200).json();
    assert!(seen["own"].is_null(), "{seen}");
    // One that has happened is not taken back.
    let key = new_key();
    let sat = gwen.client.keyed(table, &key, json!({ "do": "sit", "seat": 1 })).await.must(200);
    let kept = gwen.client.delete(&format!("/api/v1/commands/{key}")).await.must(200);
    assert_eq!(kept.body, sat.body);
}

/// The same command many times at once happens once, and all are told the same.
#[tokio::test(flavor = "multi_thread")]
async fn the_same_command_at_once_happens_once() {
    let house = House::open().await;
    let player = Player::sits(house.guest("Gwen").await, 5).await;
    let chips = json!({ "do": "buy_in", "amount": { "minor": 1_000, "currency": "USD" }, "with": "chips" });
    for _ in 0..5 {
        let key = new_key();
        let asks = (0..10).map(|_| {
            let (client, path) = (player.who.client.clone(), player.commands());
            let (key, chips) = (key.clone(), chips.clone());
            tokio::spawn(async move { client.keyed(&path, &key, chips).await.must(200) })
        });
        let asks: Vec<_> = asks.collect();
        let mut answers = Vec::new();
        for ask in asks {
            answers.push(ask.await.unwrap());
        }
        let fresh = answers.iter().filter(|one| one.header("idempotent-replayed").is_none()).count();
        assert_eq!(fresh, 1);
        assert!(answers.windows(2).all(|two| two[0].body == two[1].body));
    }
    let seen = player.who.client.get("/api/v1/tables/5/view").await.must(200).json();
    assert_eq!(seen["own"]["chips"]["minor"], 505_000);
}

/// What was refused is forgotten after its time, and only that.
#[tokio::test(flavor = "multi_thread")]
async fn refusals_are_kept_for_a_while() {
    let house = House::open().await;
    let app = &house.server.app;
    let gwen = house.guest("Gwen").await;
    let table = "/api/v1/tables/5/commands";
    let (no, yes, gone) = (new_key(), new_key(), new_key());
    let bet =
        json!({ "do": "place_wager", "spot": "banker", "amount": { "minor": 5_000, "currency": "USD" } });
    gwen.client.keyed(table, &no, bet.clone()).await.must(409);
    gwen.client.keyed(table, &yes, json!({ "do": "sit", "seat": 3 })).await.must(200);
    gwen.client.delete(&format!("/api/v1/commands/{gone}")).await.refused(409, "withdrawn");
    let answer = |key: &str| {
        let (client, path) = (gwen.client.clone(), format!("/api/v1/commands/{key}"));
        async move { client.get(&path).await.status }
    };
    // Within its time a refusal is given again.
    let kept = i64::try_from(app.config.refusals_kept.as_micros()).unwrap();
    assert_eq!(app.store.sweep_refusals(banco_journal::At(app.now().0 - kept), 100).await.unwrap(), 0);
    assert_eq!((answer(&no).await, answer(&gone).await), (409, 409));
    assert!(app.store.sweep_refusals(banco_journal::At(app.now().0 + 1), 1_000).await.unwrap() >= 2);
    assert_eq!((answer(&no).await, answer(&yes).await, answer(&gone).await), (404, 200, 404));
    let again = gwen.client.keyed(table, &yes, json!({ "do": "sit", "seat": 3 })).await.must(200);
    assert_eq!(again.header("idempotent-replayed"), Some("true"), "what happened is never forgotten");
    // The key of the refusal is new again: it is decided on what is so now.
    let decided = gwen.client.keyed(table, &no, bet).await.must(409);
    assert_eq!(decided.header("idempotent-replayed"), None);
    let against = banco_journal::verify::Against { commands: true, ..Default::default() };
    let report = banco_journal::verify::verify(&*app.store, &against, &mut |_| Ok(())).await.unwrap();
    assert_eq!(report.problems, []);
}

/// Only what can be the key of a command is withdrawn: anything else would be a row for nothing.
#[tokio::test(flavor = "multi_thread")]
async fn only_keys_that_can_exist_are_withdrawn() {
    let house = House::open().await;
    let gwen = house.guest("Gwen").await;
    for bad in ["x".repeat(101), "a%20b".to_owned(), "%C3%A9".to_owned()] {
        gwen.client.delete(&format!("/api/v1/commands/{bad}")).await.refused(400, "bad_key");
    }
    gwen.client.delete(&format!("/api/v1/commands/{}", "x".repeat(100))).await.refused(409, "withdrawn");
}
