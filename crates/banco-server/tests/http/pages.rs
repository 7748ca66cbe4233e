//! Pages without any script: what a browser is shown, and what it can do by plain forms.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Answer, Client, new_key};
use crate::house::{House, REAL};

/// A browser: it wants pages, keeps its cookie, and sends forms.
struct Browser {
    client: Client,
    cookie: Option<String>,
}

impl Browser {
    fn new(house: &House) -> Self {
        Self { client: house.client().and("Accept", "text/html"), cookie: None }
    }

    fn asking(&self) -> Client {
        self.cookie.as_ref().map_or_else(|| self.client.clone(), |cookie| self.client.and("Cookie", cookie))
    }

    async fn sees(&self, path: &str) -> String {
        let answer = self.asking().get(path).await.must(200);
        assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
        answer.text()
    }

    /// Sends a form, under a key of its own where it has none, and keeps the cookie that comes back.
    async fn sends(&mut self, path: &str, fields: &str) -> Answer {
        let keyed = fields.split('&').any(|field| field.starts_with("key="));
        let fields = if keyed { fields.to_owned() } else { format!("{fields}&key={}", new_key()) };
        let answer = self.asking().form(path, &fields).await;
        if let Some(cookie) = answer.header("set-cookie").and_then(|cookie| cookie.split(';').next()) {
            self.cookie = Some(cookie.to_owned());
        }
        answer
    }
}

/// The value of a field of a page.
fn field(page: &str, name: &str) -> String {
    let field =
        page.split(&format!("name=\"{name}\" value=\"")).nth(1).unwrap_or_else(|| panic!("no {name}"));
    field.split('"').next().unwrap().to_owned()
}

/// Looks at a page until it shows something.
async fn until(browser: &Browser, path: &str, wanted: &str) -> String {
    let since = Instant::now();
    loop {
        let page = browser.sees(path).await;
        if page.contains(wanted) {
            return page;
        }
        assert!(since.elapsed() < Duration::from_secs(30), "{path} never shows {wanted}: {page}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_plays_a_round_by_forms_alone() {
    let house = House::open().await;
    let mut browser = Browser::new(&house);
    let lobby = browser.sees("/").await;
    assert!((1..=12).all(|table| lobby.contains(&format!("href=\"/tables/{table}\""))));
    // Nobody becomes a guest with a seat and chips by one press.
    let seat = browser.sends("/tables/5/seat", "").await.must(303);
    assert_eq!(seat.header("location"), Some("/tables/5"));
    let page = until(&browser, "/tables/5", "Betting is open").await;
    let (csrf, key) = (field(&page, "csrf"), field(&page, "key"));
    let bet = format!("csrf={csrf}&key={key}&minor=2500&spot=banker");
    browser.sends("/tables/5/do", &bet).await.must(303);
    // The same form once more is the same bet.
    browser.sends("/tables/5/do", &bet).await.must(303);
    let page = until(&browser, "/tables/5", "Confirmed").await;
    assert!(page.contains("value=\"banker\" data-stake=\"2500\""), "{page}");
    let double = format!("csrf={csrf}&key=another&act=double");
    browser.sends("/tables/5/do", &double).await.must(303);
    let undo = format!("csrf={csrf}&key=third&act=undo");
    browser.sends("/tables/5/do", &undo).await.must(303);
    let page = until(&browser, "/tables/5", "This round, step by step").await;
    let round = page.split("href=\"/rounds/").nth(1).unwrap().split('"').next().unwrap();
    let story = browser.sees(&format!("/rounds/{round}")).await;
    assert!(story.contains("Your bets") && story.contains("Proof"), "{story}");
    assert!(browser.sees("/rounds").await.contains(round));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_of_another_site_does_nothing() {
    let house = House::open().await;
    let mut browser = Browser::new(&house);
    browser.sends("/guest", "back=%2Ftables%2F5").await.must(303);
    for forged in ["act=clear", "act=clear&csrf=0123"] {
        let answer = browser.sends("/tables/5/do", forged).await.must(403);
        assert!(answer.text().contains("csrf_token_needed"), "{}", answer.text());
    }
    browser.client = browser.client.and("Origin", "https://evil.example");
    browser.sends("/tables/5/seat", "").await.must(403);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_goes_wrong_is_a_page_for_browsers_and_a_problem_for_programs() {
    let house = House::with(&REAL).await;
    let browser = Browser::new(&house);
    let missing = browser.asking().get("/nowhere").await.must(404);
    assert!(missing.text().contains("<h1>There is no such page here</h1>"), "{}", missing.text());
    house.client().get("/nowhere").await.refused(404, "not_found");
    // Whoever is not signed in is shown the door.
    let door = browser.asking().get("/").await.must(303);
    assert_eq!(door.header("location"), Some("/sign-in?back=/"));
    let page = browser.sees("/sign-in").await;
    assert!(page.contains("name=\"password\"") && !page.contains("action=\"/guest\""));
    house.client().get("/").await.refused(401, "not_signed_in");
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_small_and_strict_and_speak_three_languages() {
    let house = House::open().await;
    let browser = Browser::new(&house);
    let plain = browser.asking().get("/tables/12").await.must(200);
    let policy = plain.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'self';") && !policy.contains("unsafe"), "{policy}");
    for forbidden in ["<style", " style=", "onclick", "javascript:", "src=\"http", "href=\"http"] {
        assert!(!plain.text().contains(forbidden), "{forbidden}");
    }
    let zipped = browser.asking().and("Accept-Encoding", "gzip").get("/tables/12").await.must(200);
    assert_eq!(zipped.header("content-encoding"), Some("gzip"));
    assert!(zipped.body.len() * 3 < plain.body.len(), "{} of {}", zipped.body.len(), plain.body.len());
    let mut bytes = zipped.body.len();
    for asset in plain.text().split('"').filter(|text| text.starts_with("/assets/") && !text.contains('#')) {
        let answer = browser.asking().and("Accept-Encoding", "gzip").get(asset).await.must(200);
        assert!(answer.header("cache-control").unwrap().contains("immutable"), "{asset}");
        let known = answer.header("etag").unwrap();
        let again = browser.asking().and("Accept-Encoding", "gzip").and("If-None-Match", known);
        again.get(asset).await.must(304);
        bytes += answer.body.len();
    }
    assert!(bytes < 250_000, "a seat takes {bytes} bytes");
    let chinese = browser.asking().and("Accept-Language", "zh-TW").get("/tables/5").await.must(200).text();
    assert!(chinese.contains("<html lang=\"zh-Hant\"") && chinese.contains("5 號桌"));
    let chosen =
        browser.asking().and("Accept-Language", "zh-TW").and("Cookie", "banco-look=en.contrast.four");
    let page = chosen.get("/tables/5").await.must(200).text();
    assert!(page.contains("<html lang=\"en\" data-theme=\"contrast\" data-deck=\"four\""), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_turns_up_a_card_that_they_do_not_hold() {
    let house = House::open().await;
    let guest = house.guest("Gwen").await;
    let squeeze =
        |percent: u8| json!({ "side": "banker", "card": 0, "edge": "top-left", "percent": percent });
    let path = "/api/v1/tables/2/squeeze";
    guest.client.post(path, squeeze(40)).await.refused(409, "not_your_card");
    guest.client.post(path, squeeze(101)).await.refused(400, "bad_body");
    guest
        .client
        .post(path, json!({ "side": "banker", "card": 0, "edge": "top", "percent": 5, "face": "9h" }))
        .await
        .refused(400, "bad_body");
    house.client().post(path, squeeze(40)).await.refused(401, "not_signed_in");
}

#[tokio::test(flavor = "multi_thread")]
async fn sections_are_those_of_the_page() {
    let house = House::open().await;
    let client = house.client();
    let told: Value = client.get("/tables/5/parts").await.must(200).json();
    let page = client.get("/tables/5").await.must(200).text();
    let parts = told["parts"].as_object().unwrap();
    assert!(parts.len() > 10 && told["now"].as_i64().unwrap() > 1_700_000_000_000);
    for id in parts.keys() {
        assert!(page.contains(&format!("id=\"{id}\"")), "the page has no place for {id}");
    }
}
