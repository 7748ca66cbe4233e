//! Coming in, staying in and being shown out.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::client::Client;
use crate::house::{House, PASSWORD, REAL, Somebody, add, approve, device, sign_in};
use crate::line::{Events, follow, open};

/// A guest with a cookie and the token of their page.
async fn with_cookie(house: &House) -> (Client, String) {
    let come = house.client().post("/api/v1/guests", json!({ "name": "Gwen" })).await.must(201);
    let cookie = come.header("set-cookie").unwrap();
    let (pair, rest) = cookie.split_once(';').unwrap();
    assert!(pair.starts_with("__Host-banco="), "{cookie}");
    for part in ["Path=/", "Secure", "HttpOnly", "SameSite=Lax"] {
        assert!(rest.split(';').any(|one| one.trim() == part), "{part}: {cookie}");
    }
    assert!(!rest.contains("Domain"), "{cookie}");
    let told = come.json();
    assert!(told["token"].is_null(), "a page cannot read its token");
    let secret = pair.split_once('=').unwrap().1;
    assert!(!come.text().contains(secret));
    (house.client().and("Cookie", pair), told["csrf"].as_str().unwrap().to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_needs_the_token_of_its_page() {
    let house = House::open().await;
    let (cookie, csrf) = with_cookie(&house).await;
    let (path, sit) = ("/api/v1/tables/5/commands", json!({ "do": "sit", "seat": 1 }));
    cookie.get("/api/v1/session").await.must(200);
    cookie.command(path, sit.clone()).await.refused(403, "csrf_token_needed");
    let other = cookie.and("X-CSRF-Token", &"0".repeat(csrf.len()));
    other.command(path, sit.clone()).await.refused(403, "csrf_token_needed");
    let (_, foreign) = with_cookie(&house).await;
    cookie.and("X-CSRF-Token", &foreign).command(path, sit.clone()).await.refused(403, "csrf_token_needed");
    cookie.and("X-CSRF-Token", &csrf).command(path, sit.clone()).await.must(200);
    // A program that names its token needs none, whatever cookies come along.
    let program = house.guest("Hugo").await;
    program.client.command(path, json!({ "do": "sit", "seat": 2 })).await.must(200);
    let out = cookie.and("X-CSRF-Token", &csrf).delete("/api/v1/session").await.must(204);
    assert!(out.header("set-cookie").unwrap().contains("Max-Age=0"));
    assert!(out.header("clear-site-data").is_some());
    // An old cookie is nobody's; an old token is refused wherever it is sent.
    cookie.get("/api/v1/session").await.refused(401, "not_signed_in");
    cookie.get("/api/v1/floor").await.must(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_site_does_nothing_here() {
    let house = House::open().await;
    let (cookie, csrf) = with_cookie(&house).await;
    let page = cookie.and("X-CSRF-Token", &csrf);
    let own = format!("http://{}", house.server.address);
    let sit = json!({ "do": "sit", "seat": 1 });
    let foreign = ["https://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1"];
    for origin in foreign {
        let from = page.and("Origin", origin);
        from.command("/api/v1/tables/5/commands", sit.clone()).await.refused(403, "foreign_origin");
        let guest = house.client().and("Origin", origin);
        guest.post("/api/v1/guests", json!({ "name": "Eve" })).await.refused(403, "foreign_origin");
        let socket = open(&cookie.and("Origin", origin), "/api/v1/stream").await;
        assert_eq!(socket.err(), Some((403, "foreign_origin".to_owned())), "{origin}");
        let gwen = house.guest("Gwen").await;
        let socket = open(&gwen.client.and("Origin", origin), "/api/v1/stream").await;
        assert_eq!(socket.err(), Some((403, "foreign_origin".to_owned())), "{origin}");
    }
    let crossed = page.and("Sec-Fetch-Site", "cross-site");
    crossed.command("/api/v1/tables/5/commands", sit.clone()).await.refused(403, "foreign_origin");
    let socket = open(&cookie, "/api/v1/stream").await;
    assert_eq!(socket.err(), Some((403, "foreign_origin".to_owned())), "a cookie without an origin");
    assert!(open(&cookie.and("Origin", &own), "/api/v1/stream").await.is_ok());
    assert!(open(&house.guest("Hugo").await.client, "/api/v1/stream").await.is_ok());
    assert!(open(&house.client(), "/api/v1/stream").await.is_ok(), "anybody may watch a demo floor");
    page.and("Origin", &own).command("/api/v1/tables/5/commands", sit).await.must(200);
}

/// Both lines of somebody end within a second of what is done to them.
async fn both_lines_end(house: &House, client: &Client, done: impl Future<Output = ()>) {
    let mut line = follow(client, json!({ "table/9": null, "lobby": null })).await;
    let mut events = Events::open(client, "/api/v1/tables/9/events").await;
    line.next().await.unwrap();
    events.next().await.unwrap();
    done.await;
    let since = Instant::now();
    let mut last = Value::Null;
    while let Some(envelope) = line.next().await {
        last = envelope;
    }
    while events.next().await.is_some() {}
    assert!(since.elapsed() < Duration::from_secs(1), "it took {:?}", since.elapsed());
    assert_eq!((&last["kind"], &last["data"]["code"]), (&json!("bye"), &json!("signed_out")), "{last}");
    assert_eq!(last["data"]["last"], true);
    let back = open(client, "/api/v1/stream").await;
    assert_eq!(back.err(), Some((401, "not_signed_in".to_owned())), "it stays away");
    house.client().get("/healthz").await.must(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_end_with_their_session() {
    let house = House::open().await;
    let gwen = house.guest("Gwen").await;
    both_lines_end(&house, &gwen.client, async {
        gwen.client.delete("/api/v1/session").await.must(204);
    })
    .await;
    let ada = house.administrator().await;
    let hugo = house.somebody(&ada, "hugo", &["player"]).await;
    // From another session of their own.
    let other = sign_in(&house.client(), "hugo", hugo.person).await;
    both_lines_end(&house, &hugo.client, async {
        let sessions = other.client.get("/api/v1/sessions").await.must(200).json();
        let own = other.client.get("/api/v1/session").await.must(200).json();
        let all = sessions.as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap());
        let id = all.into_iter().find(|id| *id != own["session"]["id"].as_str().unwrap()).unwrap();
        other.client.delete(&format!("/api/v1/sessions/{id}")).await.must(204);
    })
    .await;
    other.client.get("/api/v1/session").await.must(200);
    let person = hugo.person;
    let act = |method: &'static str, path: &str, body: Value| {
        let (client, path) = (ada.client.clone(), format!("/api/v1/people/{person}/{path}"));
        async move {
            let body = (method != "DELETE").then_some(body);
            client.ask(method, &path, body).await.must(204);
        }
    };
    both_lines_end(&house, &other.client, act("DELETE", "sessions", Value::Null)).await;
    let hugo = sign_in(&house.client(), "hugo", person).await;
    let path = format!("/api/v1/people/{person}/roles");
    let asked = ada.client.put(&path, json!({ "roles": ["dealer"] })).await.must(202).json();
    let second = ada.second.clone().unwrap();
    both_lines_end(&house, &hugo.client, async {
        approve(&second.client, &format!("person/{person}"), &asked["request"]).await;
    })
    .await;
    let hugo = house.comes_in(&ada, person, "hugo").await;
    both_lines_end(&house, &hugo.client, act("POST", "disabled", json!({ "reason": "a test" }))).await;
    let refused = json!({ "login": "hugo", "password": PASSWORD });
    house.client().post("/api/v1/session", refused).await.refused(401, "sign_in_refused");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_machine_that_is_taken_away_hears_nothing_more() {
    let house = House::open().await;
    let ada = house.administrator().await;
    let wanted = json!({ "table": 9, "kind": "display", "name": "sign" });
    let sign = device(&house, &ada, wanted).await;
    let mut line = follow(&sign, json!({ "table/9": null, "table/8": null })).await;
    assert_eq!(line.until(|one| one["kind"] == "notice").await["stream"], "table/8");
    line.until(|one| one["kind"] == "snapshot").await;
    let devices = ada.client.get("/api/v1/devices").await.must(200).json();
    let id = devices[0]["id"].as_str().unwrap();
    let asked = ada.client.delete(&format!("/api/v1/devices/9/{id}")).await.must(202).json();
    assert!(open(&sign, "/api/v1/stream").await.is_ok(), "nothing has happened yet");
    approve(&ada.second.as_ref().unwrap().client, "device/9", &asked["request"]).await;
    let since = Instant::now();
    while line.next().await.is_some() {}
    assert!(since.elapsed() < Duration::from_secs(1), "it took {:?}", since.elapsed());
    assert!(open(&sign, "/api/v1/stream").await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_administrator_comes_once_and_invitations_are_good_once() {
    let house = House::open().await;
    let ada = house.administrator().await;
    let secret = house.server.first_secret.as_ref().unwrap().reveal();
    let again = json!({ "secret": secret.as_str(), "name": "Eve", "login": "eve", "password": PASSWORD });
    house.client().post("/api/v1/first-administrator", again).await.refused(409, "no_first_secret");
    let person = add(&ada, "hugo", &["dealer"]).await;
    let path = format!("/api/v1/people/{person}/invitation");
    let old = ada.client.post(&path, json!({})).await.must(202).json();
    let new = ada.client.post(&path, json!({})).await.must(202).json();
    let bea = ada.second.clone().unwrap();
    let code = approve(&bea.client, &format!("person/{person}"), &new["request"]).await["code"].clone();
    let accept = |invitation: &Value, password: &str| {
        let body = json!({ "invitation": invitation["invitation"], "code": code, "password": password });
        let client = house.client();
        async move { client.post("/api/v1/invitations/accepted", body).await }
    };
    accept(&old, PASSWORD).await.refused(409, "no_invitation");
    accept(&new, "short").await.refused(409, "password_short");
    accept(&new, PASSWORD).await.must(204);
    accept(&new, PASSWORD).await.refused(409, "no_invitation");
    sign_in(&house.client(), "hugo", person).await;
    // Nobody changes their own standing, and nobody is both administrator and cashier.
    let own = format!("/api/v1/people/{}/roles", ada.person);
    ada.client.put(&own, json!({ "roles": ["administrator", "cashier"] })).await.refused(403, "own_account");
    let other = format!("/api/v1/people/{person}/roles");
    let both = ada.client.put(&other, json!({ "roles": ["administrator", "cashier"] })).await;
    both.refused(409, "roles_apart");
}

#[tokio::test(flavor = "multi_thread")]
async fn administration_wants_a_fresh_proof() {
    let house = House::open().await;
    let ada = house.administrator().await;
    let late = sign_in(&house.client(), "ada", ada.person).await;
    let new = json!({ "name": "Hugo", "login": "hugo", "roles": ["dealer"] });
    late.client.command("/api/v1/people", new.clone()).await.refused(403, "step_up_needed");
    let wrong = json!({ "password": "something else altogether" });
    late.client.post("/api/v1/session/proof", wrong).await.must(401);
    late.client.command("/api/v1/people", new.clone()).await.refused(403, "step_up_needed");
    let late = late.proved().await;
    late.client.command("/api/v1/people", new).await.must(201);
}

/// The code of a generator, some steps from now.
pub fn code(secret: &str, ahead: u64) -> String {
    let letters = secret.bytes().map(|letter| match letter {
        b'A'..=b'Z' => letter - b'A',
        _ => letter - b'2' + 26,
    });
    let bits: String = letters.map(|five| format!("{five:05b}")).collect();
    let bytes = bits.as_bytes().chunks_exact(8).map(|bits| std::str::from_utf8(bits).unwrap());
    let bytes: Vec<u8> = bytes.map(|bits| u8::from_str_radix(bits, 2).unwrap()).collect();
    let secret: [u8; 20] = bytes.try_into().unwrap();
    let secret = totp_rs::Secret::new_stack(secret);
    let generator = totp_rs::Builder::new().with_secret(secret).build().unwrap();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    generator.generate(now + 30 * ahead).to_string()
}

/// The first administrator of a floor for real money, with a second factor.
pub async fn first_with_second_factor(house: &House) -> (Somebody, String, Vec<String>) {
    let secret = house.server.first_secret.as_ref().unwrap().reveal();
    let first = json!({ "secret": secret.as_str(), "name": "Ada", "login": "ada", "password": PASSWORD });
    let made = house.client().post("/api/v1/first-administrator", first).await.must(201).json();
    let ada = sign_in(&house.client(), "ada", made["person"].as_u64().unwrap()).await;
    ada.client.get("/api/v1/people").await.refused(403, "enrol_first");
    let ada = ada.proved().await;
    let enrolment = ada.client.post("/api/v1/second-factor", json!({})).await.must(201).json();
    let secret = enrolment["secret"].as_str().unwrap().to_owned();
    let path = "/api/v1/second-factor/confirmation";
    ada.client.post(path, json!({ "code": "000000" })).await.refused(401, "wrong_code");
    let confirmed = json!({ "code": code(&secret, 0), "bearer": true });
    let confirmed = ada.client.post(path, confirmed).await.must(200).json();
    let recovery =
        confirmed["recovery"].as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned());
    let recovery: Vec<String> = recovery.collect();
    assert_eq!(recovery.len(), 10);
    ada.client.get("/api/v1/session").await.refused(401, "not_signed_in");
    let token = confirmed["token"].as_str().unwrap().to_owned();
    (Somebody { client: house.client().with(&token), token, ..ada }, secret, recovery)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_good_once() {
    let house = House::with(&REAL).await;
    let (ada, secret, recovery) = first_with_second_factor(&house).await;
    ada.client.get("/api/v1/people").await.must(200);
    let ticket = || async {
        let wanted = json!({ "login": "ada", "password": PASSWORD, "bearer": true });
        let told = house.client().post("/api/v1/session", wanted).await.must(202).json();
        assert!(told.get("token").is_none());
        told["ticket"].clone()
    };
    let step = |ticket: Value, code: String| {
        let client = house.client();
        let body = json!({ "ticket": ticket, "code": code, "bearer": true });
        async move { client.post("/api/v1/session/second-step", body).await }
    };
    // The code that set it up is used up.
    let used = step(ticket().await, code(&secret, 0)).await;
    assert_eq!((used.status, used.code().as_str()), (401, "wrong_code"));
    // One code, two uses at once: one wins.
    let (one, other, next) = (ticket().await, ticket().await, code(&secret, 1));
    let (one, other) = tokio::join!(step(one, next.clone()), step(other, next));
    let mut both = [one.status, other.status];
    both.sort_unstable();
    assert_eq!(both, [200, 401]);
    // So it is with recovery codes.
    let (one, other) = (ticket().await, ticket().await);
    let (one, other) = tokio::join!(step(one, recovery[0].clone()), step(other, recovery[0].clone()));
    let mut both = [one.status, other.status];
    both.sort_unstable();
    assert_eq!(both, [200, 401]);
    house.client().post("/api/v1/guests", json!({ "name": "Gwen" })).await.refused(409, "no_guests");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_tries_learns_nothing() {
    let house = House::open().await;
    let ada = house.administrator().await;
    let out = house.somebody(&ada, "out", &["dealer"]).await;
    let path = format!("/api/v1/people/{}/disabled", out.person);
    ada.client.post(&path, json!({ "reason": "a test" })).await.must(204);
    let mut told = Vec::new();
    for (login, password) in [("ada", "wrong wrong wrong"), ("nobody", PASSWORD), ("out", PASSWORD)] {
        let tried =
            house.client().post("/api/v1/session", json!({ "login": login, "password": password })).await;
        told.push((tried.status, tried.body));
    }
    assert!(told.windows(2).all(|two| two[0] == two[1]), "{told:?}");
}
