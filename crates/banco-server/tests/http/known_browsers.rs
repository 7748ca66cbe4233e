//! A stranger who shares an address keeps nobody out who is known there.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

use crate::client::Answer;
use crate::house::{House, MovedClock, PASSWORD};

const BROWSER: &str = "__Host-banco-browser=";

/// A cookie that an answer sets, with what is said about it.
fn cookie<'a>(answer: &'a Answer, name: &str) -> Option<&'a str> {
    let set = answer.headers.iter().filter(|(key, _)| key.eq_ignore_ascii_case("set-cookie"));
    set.map(|(_, value)| value.as_str()).find(|value| value.starts_with(name))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_known_browser_comes_in_while_its_address_is_locked_out() {
    let clock = Arc::new(MovedClock::default());
    let house = House::at(Arc::clone(&clock) as _, &[("proxies", "127.0.0.1")]).await;
    let ada = house.administrator().await;
    house.somebody(&ada, "dora", &["dealer"]).await;
    let elsewhere = house.client().and("X-Forwarded-For", "203.0.113.9");
    let eve = crate::house::add(&ada, "eve", &["dealer"]).await;
    house.comes_in_from(&elsewhere, &ada, eve, "eve").await;
    let login = |login: &str, password: &str| json!({ "login": login, "password": password });
    let come = house.client().post("/api/v1/session", login("dora", PASSWORD)).await.must(200);
    let set = cookie(&come, BROWSER).unwrap();
    for part in ["Path=/", "Secure", "HttpOnly", "SameSite=Strict", "Max-Age=2592000"] {
        assert!(set.split(';').any(|one| one.trim() == part), "{part}: {set}");
    }
    let (pair, _) = set.split_once(';').unwrap();
    assert!(!come.text().contains(pair.split_once('=').unwrap().1), "no script reads it");
    let (browser, stranger) = (house.client().and("Cookie", pair), house.client());
    // Many logins from the same address, until it has to wait.
    let mut waits = false;
    for number in 0..40 {
        let tried = stranger.post("/api/v1/session", login(&format!("nobody-{number}"), "x")).await;
        waits |= tried.code() == "slow_down";
    }
    assert!(waits);
    stranger.post("/api/v1/session", login("eve", PASSWORD)).await.refused(429, "slow_down");
    browser.post("/api/v1/session", login("eve", "x")).await.refused(429, "slow_down");
    // Whoever has come in from there before does so in a new browser, too.
    stranger.post("/api/v1/session", login("dora", PASSWORD)).await.must(200);
    let come = browser.post("/api/v1/session", login("dora", PASSWORD)).await.must(200);
    assert!(cookie(&come, pair).is_some(), "the same secret, for another while");
    // Going out takes the session along, not the browser.
    let (session, _) = cookie(&come, "__Host-banco=").unwrap().split_once(';').unwrap();
    let csrf = come.json()["csrf"].as_str().unwrap().to_owned();
    let out = house.client().and("Cookie", session).and("X-CSRF-Token", &csrf);
    let out = out.delete("/api/v1/session").await.must(204);
    assert!(!out.header("clear-site-data").unwrap().contains("cookies"));
    // Nor do guests and programs get one.
    clock.skip(Duration::from_hours(2));
    let guest = stranger.post("/api/v1/guests", json!({ "name": "Gwen" })).await.must(201);
    assert_eq!(cookie(&guest, BROWSER), None);
    let bearer = json!({ "login": "dora", "password": PASSWORD, "bearer": true });
    let program = stranger.post("/api/v1/session", bearer).await.must(200);
    assert_eq!(cookie(&program, BROWSER), None);
}
