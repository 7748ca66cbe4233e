//! Patrons: opened at the cage with an account, and found again.

use serde_json::{Value, json};

use crate::client::new_key;
use crate::house::{House, PASSWORD, approve, sign_in};

fn ada() -> Value {
    json!({
        "name": "Augusta Ada King", "login": "augusta", "date_of_birth": "1990-12-10",
        "id_type": "passport", "id_number": "X1234567", "note": "",
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn the_cage_opens_a_patron_with_an_account() {
    let house = House::open().await;
    let root = house.administrator().await;
    let carl = house.somebody(&root, "carl", &["cashier"]).await;
    let flora = house.somebody(&root, "flora", &["floor"]).await;
    let dora = house.somebody(&root, "dora", &["dealer"]).await;
    let path = "/api/v1/patrons";
    for other in [&flora, &dora, &root] {
        other.client.command(path, ada()).await.refused(403, "not_allowed");
    }
    let late = sign_in(&house.client(), "carl", carl.person).await;
    late.client.command(path, ada()).await.refused(403, "step_up_needed");
    carl.client.post(path, ada()).await.refused(400, "key_needed");
    let key = new_key();
    let made = carl.client.keyed(path, &key, ada()).await.must(201).json();
    assert_eq!(made["account"], true, "{made}");
    let person = made["person"].as_u64().unwrap();
    // The same once more: nobody new, and the invitation is told once.
    let again = carl.client.keyed(path, &key, ada()).await.must(201).json();
    assert_eq!(again, json!({ "person": person, "invitation": null, "account": true }));
    let mut other = ada();
    other["id_number"] = json!("Y7654321");
    carl.client.keyed(path, &key, other).await.refused(422, "key_used_before");
    carl.client.command(path, ada()).await.refused(409, "patron_known");
    let account = carl.client.get(&format!("/api/v1/accounts/{person}")).await.must(200).json();
    assert_eq!(account["status"], "active", "{account}");
    let late = sign_in(&house.client(), "carl", carl.person).await;
    let commands = format!("/api/v1/accounts/{person}/commands");
    for command in [
        json!({ "do": "change_status", "status": "suspended", "reason": "a test" }),
        json!({ "do": "open", "currency": "USD", "kind": "real" }),
    ] {
        late.client.command(&commands, command).await.refused(403, "step_up_needed");
    }
    // The patron chooses a password and is in.
    let accepted = json!({ "invitation": made["invitation"], "password": PASSWORD });
    house.client().post("/api/v1/invitations/accepted", accepted).await.must(204);
    sign_in(&house.client(), "augusta", person).await;
    for finder in [&carl, &flora] {
        for query in ["ada%20king", "augusta", "4567", &person.to_string()] {
            let found = finder.client.get(&format!("{path}?query={query}")).await.must(200);
            assert!(!found.text().contains("X1234567"));
            let found = found.json();
            assert_eq!(found[0]["person"], person, "{query}: {found}");
            assert_eq!(
                (&found[0]["id_number_ends"], &found[0]["checked_by"]),
                (&json!("4567"), &json!(carl.person))
            );
        }
    }
    assert_eq!(flora.client.get(&format!("{path}?query=X1234567")).await.must(200).json(), json!([]));
    dora.client.get(path).await.refused(403, "not_allowed");
    let mut young = ada();
    (young["date_of_birth"], young["id_number"], young["login"]) =
        (json!("2024-01-01"), json!("Z7654321"), json!("kid"));
    carl.client.command(path, young).await.refused(409, "too_young");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_the_house_has_reset_moves_no_money_for_a_while() {
    let house = House::with(&[("reset_cool_off_seconds", "3600")]).await;
    let root = house.administrator().await;
    let carl = house.somebody(&root, "carl", &["cashier"]).await;
    let made = carl.client.command("/api/v1/patrons", ada()).await.must(201).json();
    let person = made["person"].as_u64().unwrap();
    let account = format!("/api/v1/accounts/{person}/commands");
    let seen = carl.client.get(&format!("/api/v1/accounts/{person}")).await.must(200).json();
    let amount = |minor: u32| json!({ "minor": minor, "currency": seen["balance"]["currency"] });
    carl.client.command(&account, json!({ "do": "deposit", "amount": amount(500_000) })).await.must(200);
    // She has no password yet, but money: two administrators, and each keeps one half of the way in.
    let path = format!("/api/v1/people/{person}/invitation");
    let invited = root.client.post(&path, json!({})).await.must(202).json();
    let mut accepted = json!({ "invitation": invited["invitation"], "password": PASSWORD });
    house
        .client()
        .post("/api/v1/invitations/accepted", accepted.clone())
        .await
        .refused(409, "invitation_waits");
    let second = root.second.as_ref().unwrap();
    let stream = format!("person/{person}");
    accepted["code"] = approve(&second.client, &stream, &invited["request"]).await["code"].clone();
    house.client().post("/api/v1/invitations/accepted", accepted).await.must(204);
    // Whoever came in is told, and moves no money.
    let wanted = json!({ "login": "augusta", "password": PASSWORD, "bearer": true });
    let come = house.client().post("/api/v1/session", wanted).await.must(200).json();
    assert_eq!(come["notices"][0]["what"], "password_reset", "{come}");
    let augusta = house.client().with(come["token"].as_str().unwrap());
    let page = augusta.and("Accept", "text/html").get("/account").await.must(200).text();
    assert!(
        page.contains("A new password was chosen") && page.contains("No buy-ins and no payouts"),
        "{page}"
    );
    let pay_out = json!({ "do": "pay_out", "amount": amount(1_000) });
    let refused = carl.client.command(&account, pay_out.clone()).await.refused(409, "cooling_off");
    assert!(refused.header("retry-after").unwrap().parse::<u64>().unwrap() > 3_000);
    augusta.command("/api/v1/tables/5/commands", json!({ "do": "sit", "seat": 1 })).await.must(200);
    let buy_in = json!({ "do": "buy_in", "amount": amount(1_000), "with": "chips" });
    augusta.command("/api/v1/tables/5/commands", buy_in.clone()).await.refused(409, "cooling_off");
    let hold = json!({ "do": "hold_buy_in", "amount": amount(1_000), "table": 5 });
    augusta.command(&account, hold).await.refused(409, "cooling_off");
    // The document that she was opened with ends it.
    let check = format!("/api/v1/patrons/{person}/identity-check");
    let document = |number: &str| json!({ "id_type": "passport", "id_number": number });
    root.client.post(&check, document("X1234567")).await.refused(403, "not_allowed");
    carl.client.post(&check, document("X7654321")).await.refused(409, "other_document");
    carl.client.post(&check, document("X1234567")).await.must(204);
    augusta.command("/api/v1/tables/5/commands", buy_in).await.must(200);
    carl.client.command(&account, pay_out).await.must(200);
}
