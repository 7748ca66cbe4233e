//! Patrons: opened at the cage with an account, and found again.

use serde_json::{Value, json};

use crate::client::new_key;
use crate::house::{House, PASSWORD, sign_in};

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
