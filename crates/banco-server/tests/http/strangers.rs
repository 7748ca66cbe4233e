//! A stranger who shares an address with people of the house holds up none of them.

use serde_json::json;

use crate::client::{Answer, Client};
use crate::house::{House, PASSWORD, REAL, add};

/// The address of the house, as a proxy reports it.
const HOME: (&str, &str) = ("X-Forwarded-For", "203.0.113.7");

/// A network that runs out soon, behind a proxy.
const NARROW: [(&str, &str); 3] =
    [("proxies", "127.0.0.1"), ("network_refused_burst", "5"), ("network_refused_per_second", "1")];

/// Asks for what is refused until the network of strangers is held off.
async fn floods(stranger: &Client) {
    for _ in 0..20 {
        if stranger.post("/api/v1/session/proof", json!({})).await.status == 429 {
            return;
        }
    }
    panic!("strangers are never held off");
}

fn login(login: &str) -> serde_json::Value {
    json!({ "login": login, "password": PASSWORD })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_at_the_same_address_takes_nothing_from_people_who_are_known() {
    let house = House::with(&NARROW).await;
    let ada = house.administrator().await;
    let home = house.client().and(HOME.0, HOME.1);
    let dora = house.somebody(&ada, "dora", &["dealer"]).await;
    let come = home.post("/api/v1/session", login("dora")).await.must(200);
    let cookies = come.headers.iter().filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
    let browser = cookies.map(|(_, value)| value.split(';').next().unwrap());
    let browser = browser.into_iter().find(|pair| pair.starts_with("__Host-banco-browser=")).unwrap();
    floods(&home).await;
    home.post("/api/v1/session", login("dora")).await.refused(429, "slow_down");
    // Somebody who is signed in there.
    let signed_in = dora.client.and(HOME.0, HOME.1);
    for _ in 0..3 {
        floods(&home).await;
        signed_in.post("/api/v1/session/proof", json!({ "password": PASSWORD })).await.must(200);
    }
    // A browser from which somebody has signed in, but none that says so by itself.
    let made_up = format!("__Host-banco-browser={}", "ab".repeat(32));
    home.and("Cookie", &made_up).post("/api/v1/session", login("dora")).await.refused(429, "slow_down");
    home.and("Cookie", browser).post("/api/v1/session", login("dora")).await.must(200);
}

/// A page elsewhere may hold a picture that asks for `/display`: the people of that address come in all the same.
#[tokio::test(flavor = "multi_thread")]
async fn screens_that_ask_for_codes_keep_nobody_from_accepting_an_invitation() {
    let house = House::with(&[("proxies", "127.0.0.1"), ("arrivals_burst", "3")]).await;
    let ada = house.administrator().await;
    let home = house.client().and(HOME.0, HOME.1);
    let person = add(&ada, "dora", &["dealer"]).await;
    let mut held = 0;
    for _ in 0..10 {
        held += u32::from(home.get("/display").await.status == 429);
        let accepted = json!({ "invitation": "i1.0000000000000000.00", "password": PASSWORD });
        assert_ne!(home.post("/api/v1/invitations/accepted", accepted).await.status, 204);
    }
    assert_eq!(held, 7);
    house.comes_in_from(&home, &ada, person, "dora").await;
}

/// On a real floor a forwarder that says nothing of its clients is one client, not a program of the house.
#[tokio::test(flavor = "multi_thread")]
async fn programs_on_this_machine_are_counted_on_a_real_floor() {
    let narrow = [("network_burst", "3"), ("network_per_second", "1")];
    let flags: Vec<_> = REAL.into_iter().chain(narrow).collect();
    let tries = async |house: &House| {
        let client = house.client().and("Host", "floor.example");
        let bytes = client.request("POST", "/api/v1/session/proof", b"{}");
        let bytes = String::from_utf8(bytes).unwrap().replacen(&format!("Host: {}\r\n", client.at), "", 1);
        let mut held = 0;
        for _ in 0..8 {
            held += u32::from(Answer::read(&client.raw(bytes.as_bytes()).await).unwrap().status == 429);
        }
        held
    };
    assert!(tries(&House::with(&flags).await).await >= 4);
    let exempt: Vec<_> = flags.iter().copied().chain([("local_exempt", "true")]).collect();
    assert_eq!(tries(&House::with(&exempt).await).await, 0);
}

/// What cannot be read in a forwarded address hides nothing that a proxy has added behind it.
#[tokio::test(flavor = "multi_thread")]
async fn an_unreadable_byte_does_not_blank_the_address() {
    let house = House::with(&[("proxies", "127.0.0.1"), ("arrivals_burst", "2")]).await;
    let comes = async |from: &[u8]| {
        let body = br#"{"name":"Gwen","bearer":true}"#;
        let request = house.client().and("X-Forwarded-For", "HERE").request("POST", "/api/v1/guests", body);
        let at = request.windows(4).position(|four| four == b"HERE").unwrap();
        let bytes = [&request[..at], from, &request[at + 4..]].concat();
        Answer::read(&house.client().raw(&bytes).await).unwrap()
    };
    for _ in 0..2 {
        comes(b"\xff, 203.0.113.7").await.must(201);
    }
    comes(b"\xfe, 203.0.113.7").await.refused(429, "slow_down");
    comes(b"\xff, 203.0.113.8").await.must(201);
}

/// A try that finds no room to be judged is no failure: somebody who knows their password is not locked out by it.
#[tokio::test(flavor = "multi_thread")]
async fn a_try_that_is_not_judged_is_not_counted() {
    let house = House::open().await;
    let ada = house.administrator().await;
    house.somebody(&ada, "dora", &["dealer"]).await;
    let app = &house.server.app;
    let many = u32::try_from(app.hashing.available_permits()).unwrap();
    let held = std::sync::Arc::clone(&app.hashing).acquire_many_owned(many).await.unwrap();
    for _ in 0..30 {
        house.client().post("/api/v1/session", login("dora")).await.refused(503, "busy");
    }
    drop(held);
    let come = house.client().post("/api/v1/session", login("dora")).await.must(200).json();
    assert_eq!(come["failed_before"], 0);
}
