//! Roles that touch money or staff are given and taken by two administrators, and nobody comes in as somebody else.

use serde_json::{Value, json};

use crate::client::{Answer, Client, new_key};
use crate::house::{House, PASSWORD, Somebody, add, approve, sign_in};

async fn waiting(by: &Client, person: u64) -> Option<Value> {
    let all = by.get("/api/v1/approvals").await.must(200).json();
    let stream = format!("person/{person}");
    all.as_array().unwrap().iter().find(|one| one["stream"] == stream.as_str()).cloned()
}

async fn answer(by: &Client, waits: &Value, approve: bool) -> Answer {
    let path = format!("/api/v1/approvals/{}/{}", waits["stream"].as_str().unwrap(), waits["request"]);
    by.command(&path, json!({ "hash": waits["hash"], "approve": approve, "reason": "no" })).await
}

async fn roles_of(by: &Client, person: u64) -> Value {
    by.get(&format!("/api/v1/people/{person}")).await.must(200).json()["roles"].clone()
}

async fn trail(house: &House) -> String {
    let entries = house.server.app.store.entries("people".parse().unwrap(), 0, 10_000).await.unwrap();
    entries.iter().map(|entry| entry.record.get().to_owned()).collect::<Vec<_>>().join("\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_only_administrator_names_the_second_and_nothing_else() {
    let house = House::open().await;
    let ada = house.first_administrator().await;
    let path = "/api/v1/people";
    for roles in [json!(["cashier"]), json!(["dealer"]), json!(["auditor"]), json!(["floor", "executive"])] {
        let new = json!({ "name": "Eve", "login": "eve", "roles": roles });
        let refused = ada.client.command(path, new).await.refused(409, "second_administrator_needed");
        assert!(refused.json()["hint"].is_string());
    }
    // Players are nobody's business but hers.
    let paul = add(&ada, "paul", &["player"]).await;
    assert_eq!(roles_of(&ada.client, paul).await, json!(["player"]));
    let dealer = json!({ "roles": ["dealer"] });
    let refused = ada.client.put(&format!("{path}/{paul}/roles"), dealer).await;
    refused.refused(409, "second_administrator_needed");
    let new = json!({ "name": "Bea", "login": "bea", "roles": ["administrator"] });
    let made = ada.client.command(path, new).await.must(201).json();
    assert_eq!(made["request"], Value::Null, "{made}");
    assert!(trail(&house).await.contains("second_administrator_named"), "it stands in the trail");
    // There is a second one now, so a third takes both.
    let third = json!({ "name": "Cora", "login": "cora", "roles": ["administrator"] });
    let asked = ada.client.command(path, third).await.must(201).json();
    assert!(asked["request"].is_u64(), "{asked}");
    assert_eq!(roles_of(&ada.client, asked["person"].as_u64().unwrap()).await, json!([]));
    // Keeping the other one out makes nobody the only one again.
    let bea = made["person"].as_u64().unwrap();
    let reason = json!({ "reason": "a quarrel" });
    ada.client.post(&format!("{path}/{bea}/disabled"), reason).await.must(204);
    let puppet = json!({ "name": "Dot", "login": "dot", "roles": ["administrator"] });
    ada.client.command(path, puppet).await.refused(409, "second_administrator_needed");
}

#[tokio::test(flavor = "multi_thread")]
async fn roles_are_given_and_taken_by_two() {
    let house = House::open().await;
    let ada = house.administrator().await;
    let bea = ada.second.clone().unwrap();
    let new = json!({ "name": "Cash", "login": "cash", "roles": ["cashier"] });
    let made = ada.client.command("/api/v1/people", new).await.must(201).json();
    let person = made["person"].as_u64().unwrap();
    takes_another(&house, &ada, &bea, person, &json!(["cashier"])).await;
    // Taking it away takes two as well, and so does trading it.
    for roles in [json!(["dealer"]), json!(["player"])] {
        let path = format!("/api/v1/people/{person}/roles");
        ada.client.put(&path, json!({ "roles": roles })).await.must(202);
        takes_another(&house, &ada, &bea, person, &roles).await;
    }
    let trail = trail(&house).await;
    assert_eq!(trail.matches("roles_asked").count(), 3);
    assert_eq!(trail.matches("request_approved").count(), 3);
}

/// Nobody but another administrator with a fresh proof approves what waits.
async fn takes_another(house: &House, ada: &Somebody, bea: &Somebody, person: u64, roles: &Value) {
    let before = roles_of(&ada.client, person).await;
    let waits = waiting(&bea.client, person).await.unwrap();
    assert_eq!((&waits["by"], &waits["what"]["roles"]["to"]), (&json!(ada.person), roles));
    assert_eq!(waits["state"], "open");
    answer(&ada.client, &waits, true).await.refused(409, "same_person");
    let again = sign_in(&house.client(), "ada", ada.person).await.proved().await;
    answer(&again.client, &waits, true).await.refused(409, "same_person");
    let late = sign_in(&house.client(), "bea", bea.person).await;
    answer(&late.client, &waits, true).await.refused(403, "step_up_needed");
    let mut moved = waits.clone();
    moved["hash"] = json!("0".repeat(64));
    answer(&bea.client, &moved, true).await.refused(409, "changed_meanwhile");
    assert_eq!(roles_of(&ada.client, person).await, before, "nothing has happened yet");
    let path = format!("/api/v1/approvals/person/{person}/{}", waits["request"]);
    let (key, yes) = (new_key(), json!({ "hash": waits["hash"], "approve": true }));
    bea.client.keyed(&path, &key, yes.clone()).await.must(204);
    let repeated = bea.client.keyed(&path, &key, yes).await.must(204);
    assert_eq!(repeated.header("idempotent-replayed"), Some("true"));
    assert_eq!(&roles_of(&ada.client, person).await, roles);
    answer(&bea.client, &waits, true).await.refused(404, "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn roles_that_nobody_approves_run_out_or_are_turned_down() {
    let house = House::with(&[("approval_seconds", "1")]).await;
    let ada = house.administrator().await;
    let bea = ada.second.clone().unwrap();
    let ask = async |login: &str| {
        let new = json!({ "name": login, "login": login, "roles": ["executive"] });
        let made = ada.client.command("/api/v1/people", new).await.must(201).json();
        made["person"].as_u64().unwrap()
    };
    let person = ask("exe").await;
    answer(&bea.client, &waiting(&bea.client, person).await.unwrap(), false).await.must(204);
    assert_eq!((waiting(&bea.client, person).await, roles_of(&ada.client, person).await), (None, json!([])));
    let person = ask("late").await;
    let waits = waiting(&bea.client, person).await.unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(1_100)).await;
    assert_eq!(waiting(&bea.client, person).await.unwrap()["state"], "expired");
    let late = answer(&bea.client, &waits, true).await.refused(409, "request_expired").json();
    assert_eq!(late["hint"], "ask for it again");
    // Asked again, it can be approved, unless whoever asked is no administrator any more.
    let path = format!("/api/v1/people/{person}/roles");
    let asked = ada.client.put(&path, json!({ "roles": ["executive"] })).await.must(202).json();
    approve(&bea.client, &format!("person/{person}"), &asked["request"]).await;
    assert_eq!(roles_of(&ada.client, person).await, json!(["executive"]));
}

/// Floor and executives decide on money, administrators on people; neither sees or answers the other's.
#[tokio::test(flavor = "multi_thread")]
async fn those_who_approve_money_do_not_approve_roles() {
    let house = House::open().await;
    let ada = house.administrator().await;
    let exe = house.somebody(&ada, "exe", &["executive"]).await;
    let new = json!({ "name": "Cash", "login": "cash", "roles": ["cashier"] });
    let made = ada.client.command("/api/v1/people", new).await.must(201).json();
    let person = made["person"].as_u64().unwrap();
    let waits = waiting(&ada.client, person).await.unwrap();
    assert_eq!(waiting(&exe.client, person).await, None);
    answer(&exe.client, &waits, true).await.refused(403, "not_allowed");
    let path = "/api/v1/approvals/table/5/1";
    let other = ada.client.command(path, json!({ "hash": "0".repeat(64), "approve": true })).await;
    other.refused(403, "not_allowed");
}

/// Somebody is added once, however often it is asked under one key.
#[tokio::test(flavor = "multi_thread")]
async fn the_same_key_adds_one_person() {
    let house = House::open().await;
    let ada = house.administrator().await;
    let (key, new) = (new_key(), json!({ "name": "Dora", "login": "dora", "roles": ["dealer"] }));
    let first = ada.client.keyed("/api/v1/people", &key, new.clone()).await.must(201);
    let again = ada.client.keyed("/api/v1/people", &key, new).await.must(201);
    assert_eq!((again.header("idempotent-replayed"), &again.body), (Some("true"), &first.body));
    let other = json!({ "name": "Dora", "login": "dora2", "roles": ["dealer"] });
    ada.client.keyed("/api/v1/people", &key, other).await.refused(422, "key_used_before");
    let all = ada.client.get("/api/v1/people").await.must(200).json();
    let many = all["items"].as_array().unwrap().iter().filter(|one| one["name"] == "Dora").count();
    assert_eq!(many, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_alone_comes_in_as_somebody_who_works_for_the_house() {
    let house = House::open().await;
    let ada = house.administrator().await;
    let bea = ada.second.clone().unwrap();
    // Before the roles are approved one administrator invites them; that password is worth nothing afterward.
    let new = json!({ "name": "Cash", "login": "cash", "roles": ["cashier"] });
    let made = ada.client.command("/api/v1/people", new).await.must(201).json();
    let person = made["person"].as_u64().unwrap();
    let path = format!("/api/v1/people/{person}/invitation");
    let early = ada.client.post(&path, json!({})).await.must(201).json();
    accept(&house, &early, &Value::Null).await.must(204);
    sign_in(&house.client(), "cash", person).await;
    approve(&bea.client, &format!("person/{person}"), &made["request"]).await;
    let signs = json!({ "login": "cash", "password": PASSWORD, "bearer": true });
    house.client().post("/api/v1/session", signs.clone()).await.refused(401, "sign_in_refused");
    // Now an invitation takes two, and neither has all of it.
    let first = ada.client.post(&path, json!({})).await.must(202).json();
    let invited = ada.client.post(&path, json!({})).await.must(202).json();
    accept(&house, &invited, &Value::Null).await.refused(409, "invitation_waits");
    let waits = waiting_for(&bea.client, &invited["request"]).await;
    assert_eq!(waits["what"], json!({ "invitation": {} }));
    answer(&ada.client, &waits, true).await.refused(409, "same_person");
    let gone = waiting_for(&bea.client, &first["request"]).await;
    answer(&bea.client, &gone, true).await.refused(409, "changed_meanwhile");
    let told = answer(&bea.client, &waits, true).await.must(200).json();
    accept(&house, &invited, &Value::Null).await.refused(409, "invitation_code");
    accept(&house, &invited, &json!("aaaa-bbbb-cccc-dddd")).await.refused(409, "invitation_code");
    accept(&house, &invited, &told["code"]).await.must(204);
    accept(&house, &invited, &told["code"]).await.refused(409, "no_invitation");
    house.client().post("/api/v1/session", signs).await.must(200);
    let trail = trail(&house).await;
    assert!(trail.contains("invitation_asked") && !trail.contains(told["code"].as_str().unwrap()));
    // With two administrators nobody can let the other one in again but the command line.
    let path = format!("/api/v1/people/{}/invitation", bea.person);
    ada.client.post(&path, json!({})).await.refused(409, "second_administrator_needed");
}

async fn waiting_for(by: &Client, request: &Value) -> Value {
    let all = by.get("/api/v1/approvals").await.must(200).json();
    all.as_array().unwrap().iter().find(|one| &one["request"] == request).unwrap().clone()
}

async fn accept(house: &House, invited: &Value, code: &Value) -> Answer {
    let body = json!({ "invitation": invited["invitation"], "code": code, "password": PASSWORD });
    house.client().post("/api/v1/invitations/accepted", body).await
}
