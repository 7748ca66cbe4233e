//! What takes two people: whoever asks does not approve, by whichever way they try.

use serde_json::{Value, json};

use crate::client::Client;
use crate::house::{House, Somebody, add, sign_in};

/// A floorperson who asks, another who decides, and the latter without a fresh proof.
pub struct Two {
    pub asks: Somebody,
    /// The same person in another session.
    pub again: Somebody,
    pub decides: Somebody,
    late: Somebody,
    /// Somebody of the floor who has a wager where it is about.
    pub plays: Option<Somebody>,
}

pub async fn two(house: &House) -> (Somebody, Two) {
    let ada = house.administrator().await;
    let asks = house.somebody(&ada, "fay", &["floor"]).await;
    let again = sign_in(&house.client(), "fay", asks.person).await.proved().await;
    let decides = house.somebody(&ada, "eli", &["executive"]).await;
    let late = sign_in(&house.client(), "eli", decides.person).await;
    (ada, Two { asks, again, decides, late, plays: None })
}

/// By which way somebody answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Command,
    Approval,
}

async fn answer(by: &Client, way: Way, stream: &str, waiting: &Value, hash: &str) -> crate::client::Answer {
    let request = &waiting["request"];
    match way {
        Way::Command => {
            let (kind, id) = stream.split_once('/').unwrap();
            let path = format!("/api/v1/{kind}s/{id}/commands");
            by.command(&path, json!({ "do": "approve", "request": request })).await
        }
        Way::Approval => {
            let path = format!("/api/v1/approvals/{stream}/{request}");
            by.command(&path, json!({ "hash": hash, "approve": true })).await
        }
    }
}

async fn waiting(client: &Client, stream: &str) -> Option<Value> {
    let all = client.get("/api/v1/approvals").await.must(200).json();
    all.as_array().unwrap().iter().find(|one| one["stream"] == stream).cloned()
}

/// One asks for something; then everybody tries to approve it.
pub async fn takes_two(two: &Two, stream: &str, wanted: &Value, way: Way) {
    let (kind, id) = stream.split_once('/').unwrap();
    let path = format!("/api/v1/{kind}s/{id}/commands");
    two.asks.client.command(&path, json!({ "do": "ask", "wanted": wanted })).await.must(200);
    let request = waiting(&two.decides.client, stream).await.unwrap();
    let hash = request["hash"].as_str().unwrap().to_owned();
    assert_eq!(request["by"], two.asks.person);
    let own = answer(&two.asks.client, way, stream, &request, &hash).await;
    assert_eq!((own.status, own.code().as_str()), (409, "same_person"), "{stream} {way:?}: {}", own.text());
    let again = answer(&two.again.client, way, stream, &request, &hash).await;
    again.refused(409, "same_person");
    if let Some(plays) = &two.plays {
        answer(&plays.client, way, stream, &request, &hash).await.refused(409, "involved");
    }
    let unproved = answer(&two.late.client, way, stream, &request, &hash).await;
    unproved.refused(403, "step_up_needed");
    if way == Way::Approval {
        let other = "0".repeat(64);
        let moved = answer(&two.decides.client, way, stream, &request, &other).await;
        moved.refused(409, "changed_meanwhile");
    }
    assert!(waiting(&two.decides.client, stream).await.is_some(), "nothing has happened yet");
    answer(&two.decides.client, way, stream, &request, &hash).await.must(200);
    assert_eq!(waiting(&two.decides.client, stream).await, None);
    let twice = answer(&two.decides.client, way, stream, &request, &hash).await;
    assert!(matches!(twice.status, 404 | 409), "{}", twice.text());
}

pub fn money(minor: i64) -> Value {
    json!({ "minor": minor, "currency": "USD" })
}

#[tokio::test(flavor = "multi_thread")]
async fn corrections_of_a_table_take_two() {
    let house = House::open().await;
    let (_, two) = two(&house).await;
    for way in [Way::Command, Way::Approval] {
        let correction = json!({
            "what": "correction", "amount": money(500), "reason": "counted again",
            "from": { "what": "tray" }, "to": { "what": "house" },
        });
        takes_two(&two, "table/5", &correction, way).await;
        let gwen = house.guest("Gwen").await;
        let sit = json!({ "do": "sit", "seat": 1 });
        gwen.client.command("/api/v1/tables/7/commands", sit).await.must(200);
        let off = json!({ "what": "see_off", "person": gwen.person, "reason": "left without a word" });
        takes_two(&two, "table/7", &off, way).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn adjustments_of_an_account_take_two() {
    let house = House::open().await;
    let (_, two) = two(&house).await;
    let gwen = house.guest("Gwen").await;
    for way in [Way::Command, Way::Approval] {
        let adjust = json!({ "what": "adjust", "amount": money(700), "reason": "a gift" });
        takes_two(&two, &format!("account/{}", gwen.person), &adjust, way).await;
    }
    let path = format!("/api/v1/accounts/{}", gwen.person);
    let account = gwen.client.get(&path).await.must(200).json();
    assert_eq!(account["balance"]["minor"], 1_001_400, "{account}");
}

#[tokio::test(flavor = "multi_thread")]
async fn adjustments_of_a_link_take_two() {
    let house = House::open().await;
    let (_, two) = two(&house).await;
    let links = two.asks.client.get("/api/v1/links").await.must(200).json();
    let mut tried = 0;
    for link in links.as_array().unwrap() {
        let name = link["name"].as_str().unwrap();
        let Some(meter) = link["meters"].as_array().unwrap().iter().find_map(|meter| meter["meter"].as_str())
        else {
            continue;
        };
        for way in [Way::Command, Way::Approval] {
            let adjust =
                json!({ "what": "adjust", "amount": money(100), "meter": meter, "reason": "set right" });
            takes_two(&two, &format!("link/{name}"), &adjust, way).await;
            tried += 1;
        }
    }
    assert!(tried > 0, "no link has a meter: {links}");
}

/// What was turned down does not happen, and the asker may take their own back.
#[tokio::test(flavor = "multi_thread")]
async fn a_request_is_turned_down() {
    let house = House::open().await;
    let (_, two) = two(&house).await;
    let ask = json!({ "do": "ask", "wanted": {
        "what": "correction", "amount": money(500), "reason": "counted again",
        "from": { "what": "tray" }, "to": { "what": "house" },
    } });
    two.asks.client.command("/api/v1/tables/5/commands", ask).await.must(200);
    let request = waiting(&two.decides.client, "table/5").await.unwrap();
    let path = format!("/api/v1/approvals/table/5/{}", request["request"]);
    let no = json!({ "hash": request["hash"], "approve": false, "reason": "it was right" });
    two.decides.client.command(&path, no).await.must(200);
    assert_eq!(waiting(&two.decides.client, "table/5").await, None);
}

/// Waits until nothing that was asked for can be approved any more.
async fn until_late(seconds: u64) {
    tokio::time::sleep(std::time::Duration::from_millis(seconds * 1_000 + 1_200)).await;
}

/// A supervisor who answers too late is told so, by whichever way they answer and also after a restart; the asker asks
/// again.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_comes_too_late_is_refused() {
    let within = [("approval_seconds", "2")];
    let house = House::with(&within).await;
    let (_, two) = two(&house).await;
    let gwen = house.guest("Gwen").await;
    let links = two.asks.client.get("/api/v1/links").await.must(200).json();
    let link = links.as_array().unwrap().iter().find(|link| link["meters"][0]["meter"].is_string()).unwrap();
    let correction = json!({ "what": "correction", "amount": money(500), "reason": "counted again",
        "from": { "what": "tray" }, "to": { "what": "house" } });
    let wanted = [
        ("table/5".to_owned(), correction),
        (
            format!("link/{}", link["name"].as_str().unwrap()),
            json!({ "what": "adjust", "amount": money(100), "meter": link["meters"][0]["meter"],
                "reason": "set right" }),
        ),
        (
            format!("account/{}", gwen.person),
            json!({ "what": "adjust", "amount": money(700), "reason": "a gift" }),
        ),
    ];
    let asks = |two: &Two, stream: &str, wanted: &Value| {
        let (kind, id) = stream.split_once('/').unwrap();
        let (client, path) = (two.asks.client.clone(), format!("/api/v1/{kind}s/{id}/commands"));
        let body = json!({ "do": "ask", "wanted": wanted });
        async move { client.command(&path, body).await.must(200) }
    };
    for (stream, wanted) in &wanted {
        asks(&two, stream, wanted).await;
        let open = waiting(&two.decides.client, stream).await.unwrap();
        assert_eq!(open["state"], "open", "{open}");
        assert!(open["until"].is_string(), "{open}");
    }
    let house = house.again(&within).await;
    let moved = |one: &Somebody| {
        let client = house.client().with(&one.token);
        Somebody { client, ..one.clone() }
    };
    let two = Two {
        asks: moved(&two.asks),
        again: moved(&two.again),
        decides: moved(&two.decides),
        late: moved(&two.late),
        plays: None,
    };
    until_late(2).await;
    for (stream, wanted) in &wanted {
        let over = waiting(&two.decides.client, stream).await.unwrap();
        assert_eq!(over["state"], "expired", "{over}");
        for way in [Way::Command, Way::Approval] {
            let hash = over["hash"].as_str().unwrap();
            let late = answer(&two.decides.client, way, stream, &over, hash).await;
            let late = late.refused(409, "request_expired").json();
            assert_eq!(late["hint"], "ask for it again", "{late}");
        }
        asks(&two, stream, wanted).await;
        let all = two.decides.client.get("/api/v1/approvals").await.must(200).json();
        let again = |one: &&Value| one["stream"] == stream.as_str() && one["state"] == "open";
        let again = all.as_array().unwrap().iter().find(again).unwrap().clone();
        assert_ne!(again["request"], over["request"]);
        let hash = again["hash"].as_str().unwrap().to_owned();
        answer(&two.decides.client, Way::Approval, stream, &again, &hash).await.must(200);
    }
    let kept = house.server.app.store.entries("table/5".parse().unwrap(), 0, 10_000).await.unwrap();
    let expired = kept.iter().filter(|entry| entry.record.get().contains("\"expired\"")).count();
    assert_eq!(expired, 1, "it is written down that nobody answered");
}

pub fn table_file(name: &str) -> Value {
    json!({ "name": name, "pit": "Denver", "dealing": "automatic", "company": 0,
        "betting_seconds": null, "answer_seconds": null })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_put_up_by_two() {
    let house = House::open().await;
    let (ada, two) = two(&house).await;
    let text = include_str!("../../../../rulebooks/co-rule-28/submission.toml");
    let text = text.replace("decks = 8", "decks = 3").replace("$5,000", "$5");
    let bad = json!({ "file": table_file("Bad"), "submission": text });
    let refused = two.asks.client.command("/api/v1/proposals", bad).await;
    let refused = refused.refused(409, "not_allowed_by_rulebook").json();
    let diagnostics = refused["diagnostics"].as_array().unwrap();
    assert!(diagnostics.iter().any(|one| one["line"].is_u64() && one["error"] == true), "{refused}");
    let cited = |one: &Value| !one["clauses"].as_array().unwrap().is_empty();
    assert!(diagnostics.iter().any(cited), "{refused}");
    let wanted = json!({ "file": table_file("New"), "shipped": { "rulebook": "co-rule-28", "name": "ez" } });
    let key = crate::client::new_key();
    let proposal = two.asks.client.keyed("/api/v1/proposals", &key, wanted.clone()).await.must(201);
    let again = two.asks.client.keyed("/api/v1/proposals", &key, wanted).await.must(201);
    assert_eq!((again.header("idempotent-replayed"), &again.body), (Some("true"), &proposal.body));
    let other = json!({ "file": table_file("Else"), "shipped": { "rulebook": "co-rule-28", "name": "ez" } });
    let other = two.asks.client.keyed("/api/v1/proposals", &key, other).await;
    other.refused(422, "key_used_before");
    let proposal = proposal.json();
    let listed = ada.client.get("/api/v1/proposals").await.must(200).json();
    assert_eq!((listed.as_array().unwrap().len(), &listed[0]["hash"]), (1, &proposal["hash"]));
    let path = format!("/api/v1/proposals/{}", proposal["proposal"].as_str().unwrap());
    let yes = json!({ "hash": proposal["hash"], "approve": true });
    two.asks.client.command(&path, yes.clone()).await.refused(409, "same_person");
    two.late.client.command(&path, yes.clone()).await.refused(403, "step_up_needed");
    ada.client.command(&path, yes.clone()).await.refused(403, "not_allowed");
    let moved = json!({ "hash": "0".repeat(64), "approve": true });
    two.decides.client.command(&path, moved).await.refused(409, "changed_meanwhile");
    let key = crate::client::new_key();
    two.decides.client.keyed(&path, &key, yes.clone()).await.must(200);
    let again = two.decides.client.keyed(&path, &key, yes).await.must(200);
    assert_eq!(again.header("idempotent-replayed"), Some("true"));
    let tables = house.client().get("/api/v1/tables").await.must(200).json();
    let new = tables.as_array().unwrap().iter().find(|one| one["name"] == "New").unwrap();
    let table = u32::try_from(new["table"].as_u64().unwrap()).unwrap();
    opened_and_dealt(&house, &two, table).await;
}

/// A wager that the rulebook does not print comes with the proposal, and is played.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_brings_a_wager_of_its_own() {
    let house = House::open().await;
    let (ada, two) = two(&house).await;
    let six = include_str!("../../../../docs/examples/lucky-six.toml");
    let text = include_str!("../../../../docs/examples/own-wager.toml");
    let wanted =
        |files: Value| json!({ "file": table_file("Six"), "submission": text, "wager_files": files });
    let propose = async |files: Value| two.asks.client.command("/api/v1/proposals", wanted(files)).await;
    let file = |name: &str, text: &str| json!([{ "name": name, "text": text }]);
    // Nothing is read from this machine because a submission names it.
    let refused = propose(json!([])).await.refused(409, "not_allowed_by_rulebook").json();
    assert_eq!(refused["diagnostics"][0]["code"], "no_wager_file", "{refused}");
    assert_eq!(refused["diagnostics"][0]["file"], "submission.toml");
    propose(file("other.toml", six)).await.refused(422, "bad_value");
    propose(json!(vec![json!({ "name": "lucky-six.toml", "text": six }); 9])).await.refused(422, "bad_value");
    let bad = six.replace("total = 6, cards = 3", "total = 6, cards = 4");
    let refused = propose(file("lucky-six.toml", &bad)).await.refused(409, "not_allowed_by_rulebook").json();
    let first = &refused["diagnostics"][0];
    assert_eq!((&first["file"], &first["line"]), (&json!("lucky-six.toml"), &json!(6)), "{refused}");
    let proposal = propose(file("lucky-six.toml", six)).await.must(201).json();
    let listed = ada.client.get("/api/v1/proposals").await.must(200).json();
    assert_eq!(listed[0]["hash"], proposal["hash"]);
    assert_eq!(listed[0]["warnings"], proposal["warnings"], "the files are looked at again with it");
    let path = format!("/api/v1/proposals/{}", proposal["proposal"].as_str().unwrap());
    let yes = json!({ "hash": proposal["hash"], "approve": true });
    two.decides.client.command(&path, yes).await.must(200);
    let tables = house.client().get("/api/v1/tables").await.must(200).json();
    let new = tables.as_array().unwrap().iter().find(|one| one["name"] == "Six").unwrap();
    let table = u32::try_from(new["table"].as_u64().unwrap()).unwrap();
    let posted = house.client().get(&format!("/api/v1/tables/{table}/posted")).await.must(200).text();
    assert!(posted.contains("Lucky Six") && posted.contains("Three-card 6"), "{posted}");
    opened_and_dealt(&house, &two, table).await;
}

/// The floor opens it with a tray, and the house deals to whoever sits down.
async fn opened_and_dealt(house: &House, two: &Two, table: u32) {
    let path = format!("/api/v1/tables/{table}/commands");
    let open = json!({ "do": "open_table", "float": money(50_000_000) });
    two.asks.client.command(&path, open).await.must(200);
    let mut player = crate::play::Player::sits(house.guest("Gwen").await, table).await;
    player.play(1).await;
}

/// A table that is run otherwise names what it was changed from.
#[tokio::test(flavor = "multi_thread")]
async fn a_change_names_what_it_is_for() {
    let house = House::open().await;
    let ada = house.administrator().await;
    let fay = add(&ada, "fay", &["floor"]).await;
    let fay = house.comes_in(&ada, fay, "fay").await;
    let facts = fay.client.get("/api/v1/tables/5").await.must(200);
    let tag = facts.header("etag").unwrap().to_owned();
    let mut file = facts.json()["file"].clone();
    file["name"] = json!("Renamed");
    fay.client.put("/api/v1/tables/5", file.clone()).await.refused(428, "if_match_needed");
    let for_this = fay.client.and("If-Match", &tag);
    for_this.put("/api/v1/tables/5", file.clone()).await.must(200);
    for_this.put("/api/v1/tables/5", file.clone()).await.refused(412, "changed_meanwhile");
    file["name"] = json!(" ");
    for_this.put("/api/v1/tables/5", file).await.refused(422, "bad_value");
}

/// A machine cannot deal the cards of a real shoe.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_with_real_cards_keeps_its_dealer() {
    let house = House::open().await;
    let (_, two) = two(&house).await;
    let mut file = table_file("Real");
    file["dealing"] = json!("dealer");
    let wanted = json!({ "file": file, "shipped": { "rulebook": "ma-midi", "name": "default" } });
    let proposal = two.asks.client.command("/api/v1/proposals", wanted).await.must(201).json();
    let path = format!("/api/v1/proposals/{}", proposal["proposal"].as_str().unwrap());
    let yes = json!({ "hash": proposal["hash"], "approve": true });
    two.decides.client.command(&path, yes).await.must(200);
    let tables = house.client().get("/api/v1/tables").await.must(200).json();
    let new = tables.as_array().unwrap().iter().find(|one| one["name"] == "Real").unwrap();
    let path = format!("/api/v1/tables/{}", new["table"]);
    let tag = two.asks.client.get(&path).await.must(200).header("etag").unwrap().to_owned();
    let for_this = two.asks.client.and("If-Match", &tag);
    file["dealing"] = json!("automatic");
    for_this.put(&path, file.clone()).await.refused(409, "real_cards");
    file["dealing"] = json!("dealer");
    for_this.put(&path, file).await.must(200);
    let open = json!({ "do": "open_table", "float": money(50_000_000) });
    two.asks.client.command(&format!("{path}/commands"), open).await.must(200);
    let seen = house.client().get(&format!("{path}/view")).await.must(200).json();
    let shoe = &seen["shoe"];
    assert_eq!((&shoe["source"], &shoe["commitment"]), (&json!("entry"), &Value::Null), "{seen}");
}
