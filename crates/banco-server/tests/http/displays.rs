//! A screen becomes the sign of a table by a code, without anybody at it.

use serde_json::json;

use crate::client::{Answer, Client};
use crate::house::{House, REAL, approve};
use crate::line::{follow, open};

/// The code on a screen, and the cookie that the screen keeps.
fn shown(page: &Answer) -> (String, String) {
    let text = page.text();
    let code = text.split("id=\"code\">").nth(1).unwrap().split('<').next().unwrap().to_owned();
    let set = page.header("set-cookie").unwrap();
    for part in ["Path=/", "Secure", "HttpOnly", "SameSite=Lax"] {
        assert!(set.split(';').any(|one| one.trim() == part), "{part}: {set}");
    }
    let cookie = set.split(';').next().unwrap().to_owned();
    let secret = cookie.split_once('=').unwrap().1;
    assert!(secret.len() > 60 && !text.contains(secret));
    (code, cookie)
}

async fn look(screen: &Client, path: &str) -> Answer {
    screen.and("Accept", "text/html").get(path).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_screen_becomes_the_sign_of_a_table_by_its_code() {
    // The public sees nothing on a real floor; a sign it shall see.
    let house = House::open().await;
    let ada = house.administrator().await;
    let bea = ada.second.clone().unwrap();
    let first = look(&house.client(), "/display").await.must(200);
    assert_eq!(first.header("refresh"), Some("5"), "nobody presses anything");
    let (code, cookie) = shown(&first);
    assert_eq!((code.len(), &code[4..5]), (9, "-"));
    let screen = house.client().and("Cookie", &cookie);
    assert_eq!(shown(&look(&screen, "/display").await.must(200)).0, code, "it keeps its code");
    let (path, pit) = ("/api/v1/devices", "Sign over table 9");
    let wanted = json!({ "table": 9, "kind": "display", "name": pit, "code": code.to_lowercase() });
    let reader = json!({ "table": 9, "kind": "card_reader", "name": pit, "code": code });
    ada.client.post(path, reader).await.refused(400, "bad_body");
    let wrong = json!({ "table": 9, "kind": "display", "name": pit, "code": "AAAA-AAAA" });
    ada.client.post(path, wrong).await.refused(409, "no_pairing");
    let made = ada.client.post(path, wanted.clone()).await.must(202).json();
    assert!(made["token"].is_null() && made["request"].is_u64());
    assert!(look(&screen, "/display").await.must(200).text().contains("Waiting for the second"));
    // An administrator sees what it is about on the page of machines, and approves it.
    let page = bea.client.and("Accept", "text/html").get("/admin/machines").await.must(200).text();
    assert!(page.contains("Sign over table 9") && page.contains("Let in at table 9"), "{page}");
    approve(&bea.client, "device/9", &made["request"]).await;
    let there = look(&screen, "/display").await.must(303);
    assert_eq!(there.header("location"), Some("/tables/9/sign"));
    // The cookie opens this sign and what it follows, and nothing else in the house.
    assert!(look(&screen, "/tables/9/sign").await.must(200).text().contains("page-sign"));
    screen.get("/tables/9/sign/parts").await.must(200);
    screen.get("/tables/8/sign").await.refused(403, "not_allowed");
    for path in ["/api/v1/session", "/api/v1/people", "/floor", "/account", "/dealer/9"] {
        screen.get(path).await.refused(401, "not_signed_in");
    }
    screen.command("/api/v1/tables/9/commands", json!({ "do": "sit", "seat": 1 })).await.must(401);
    screen.command("/api/v1/tables/9/cards", json!({ "card": "7h" })).await.must(401);
    let own = screen.and("Origin", &format!("http://{}", house.server.address));
    let mut line = follow(&own, json!({ "table/9": null, "table/8": null })).await;
    assert_eq!(line.until(|one| one["kind"] == "notice").await["stream"], "table/8");
    let foreign = open(&screen.and("Origin", "https://evil.example"), "/api/v1/stream").await;
    assert_eq!(foreign.err(), Some((403, "foreign_origin".to_owned())));
    // Two take it away: its line ends, and it shows another code.
    let devices = ada.client.get(path).await.must(200).json();
    let id = devices[0]["id"].as_str().unwrap();
    let asked = ada.client.delete(&format!("{path}/9/{id}")).await.must(202).json();
    approve(&bea.client, "device/9", &asked["request"]).await;
    let last = line.until(|one| one["kind"] == "bye").await;
    assert_eq!(last["data"]["code"], "signed_out");
    let again = look(&screen, "/display").await.must(200);
    assert_ne!(shown(&again).0, code);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_screen_of_a_real_floor_is_shown_its_code() {
    let house = House::with(&REAL).await;
    let (_, cookie) = shown(&look(&house.client(), "/display").await.must(200));
    let screen = house.client().and("Cookie", &cookie);
    let there = look(&screen, "/tables/1/sign").await.must(303);
    assert_eq!(there.header("location"), Some("/display"));
    let somebody = look(&house.client(), "/tables/1/sign").await.must(303);
    assert_eq!(somebody.header("location"), Some("/sign-in?back=/tables/1/sign"));
}
