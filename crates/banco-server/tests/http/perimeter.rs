//! What stands between the floor and the network: how often requests may come, for which hosts, from where, and who is told
//! how the machine is.

use std::time::{Duration, Instant};

use banco_server::{Guard, Route, StartError, routes, start};
use serde_json::json;

use crate::client::{Answer, Client, new_key};
use crate::house::{House, REAL, Somebody, device};

/// Limits that a test reaches soon.
const TIGHT: [(&str, &str); 4] = [
    ("person_burst", "30"),
    ("person_per_second", "1"),
    ("person_refused_burst", "10"),
    ("person_refused_per_second", "1"),
];

const TABLE: &str = "/api/v1/tables/5/commands";

/// How many answers to somebody are kept.
pub fn kept(house: &House, somebody: &Somebody) -> i64 {
    let connection = rusqlite::Connection::open(house.folder.join("journal.sqlite")).unwrap();
    let person = i64::try_from(somebody.person).unwrap();
    let count = "SELECT count(*) FROM command WHERE by ->> 'person' = ?1";
    connection.query_row(count, [person], |row| row.get(0)).unwrap()
}

/// Sends commands from many places at once, for a while; says how many were answered and how many were held off.
pub async fn floods(somebody: &Somebody, time: Duration) -> (u64, u64) {
    let until = Instant::now() + time;
    let workers = (0..40).map(|_| {
        let client = somebody.client.clone();
        tokio::spawn(async move {
            let (mut answered, mut held) = (0, 0);
            while Instant::now() < until {
                // Nobody who has no seat can leave it: each of these is refused, and kept.
                let answer = client.command(TABLE, json!({ "do": "leave" })).await;
                match answer.status {
                    429 => held += 1,
                    409 => answered += 1,
                    other => panic!("{other}: {}", answer.text()),
                }
            }
            (answered, held)
        })
    });
    let (mut answered, mut held) = (0, 0);
    for worker in workers.collect::<Vec<_>>() {
        let (one, other) = worker.await.unwrap();
        (answered, held) = (answered + one, held + other);
    }
    (answered, held)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_one_guest_is_bounded_and_another_still_bets() {
    let house = House::open().await;
    let (gwen, hugo) = (house.guest("Gwen").await, house.guest("Hugo").await);
    let before = kept(&house, &gwen);
    assert!(before > 0, "their coming");
    let time = Duration::from_secs(5);
    let (flood, plays) = tokio::join!(floods(&gwen, time), async {
        hugo.client.command(TABLE, json!({ "do": "sit", "seat": 1 })).await.must(200);
        for turn in 0..20 {
            let wanted =
                if turn % 2 == 0 { json!({ "do": "leave" }) } else { json!({ "do": "sit", "seat": 1 }) };
            hugo.client.command(TABLE, wanted).await.must(200);
            tokio::time::sleep(time / 25).await;
        }
        true
    });
    let (answered, held) = flood;
    assert!(plays && held > 500, "{answered} answered, {held} held off");
    // 60 at once, and one a second after that.
    assert!(answered <= 60 + 5 + 5, "{answered} refusals were decided");
    assert_eq!(u64::try_from(kept(&house, &gwen) - before).unwrap(), answered, "and nothing else is kept");
    assert!(house.metrics().await.contains("banco_shed_total{cause=\"refusal_rate\"}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limited_client_is_told_so() {
    let house = House::with(&TIGHT).await;
    let gwen = house.guest("Gwen").await;
    for _ in 0..10 {
        gwen.client.command(TABLE, json!({ "do": "leave" })).await.must(409);
    }
    let held = gwen.client.command(TABLE, json!({ "do": "sit", "seat": 1 })).await.refused(429, "slow_down");
    assert_eq!(held.header("retry-after"), Some("1"));
    let title = held.json()["title"].as_str().unwrap().to_owned();
    assert_eq!(title, "Too many of your requests were refused. Try again in 1 second.");
    // To look is not held off, and neither is another person.
    gwen.client.get("/api/v1/tables/5/view").await.must(200);
    let hugo = house.guest("Hugo").await;
    for turn in 0..30 {
        let wanted = if turn % 2 == 0 { json!({ "do": "sit", "seat": 2 }) } else { json!({ "do": "leave" }) };
        hugo.client.command(TABLE, wanted).await.must(200);
    }
    let held = hugo.client.command(TABLE, json!({ "do": "sit", "seat": 2 })).await.refused(429, "slow_down");
    assert_eq!(held.json()["title"], "Too many requests. Try again in 1 second.");
}

/// The same command again costs a request, and no refusal: nothing is kept for it.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_given_again_is_no_new_refusal() {
    let house = House::with(&TIGHT).await;
    let gwen = house.guest("Gwen").await;
    let key = new_key();
    for _ in 0..25 {
        gwen.client.keyed(TABLE, &key, json!({ "do": "leave" })).await.must(409);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn withdrawals_are_limited_like_refusals() {
    let house = House::with(&TIGHT).await;
    let gwen = house.guest("Gwen").await;
    let before = kept(&house, &gwen);
    let mut held = 0;
    for _ in 0..60 {
        let answer = gwen.client.delete(&format!("/api/v1/commands/{}", new_key())).await;
        held += i64::from(answer.status == 429);
    }
    assert!(held >= 40, "{held} of 60 were held off");
    assert_eq!(kept(&house, &gwen) - before, 60 - held);
}

/// A request of a visitor to a route, with something in each place.
async fn ask(client: &Client, route: &Route) -> Answer {
    let path: Vec<&str> =
        route.path.split('/').map(|part| if part.starts_with('{') { "1" } else { part }).collect();
    let client = client.and("Idempotency-Key", &new_key());
    client.ask(&route.method.to_uppercase(), &path.join("/"), Some(json!({}))).await
}

/// Every route that changes anything is behind the limits of persons and of networks, whatever its guard would say.
#[tokio::test(flavor = "multi_thread")]
async fn every_route_that_changes_anything_is_limited() {
    let flags = [
        ("person_burst", "1"),
        ("person_per_second", "1"),
        ("network_burst", "1"),
        ("network_per_second", "1"),
        ("arrivals_seconds", "1"),
        ("proxies", "127.0.0.1"),
    ];
    let house = House::with(&flags).await;
    let gwen = house.guest("Gwen").await.client.and("X-Forwarded-For", "203.0.113.7");
    let nobody = house.client().and("X-Forwarded-For", "203.0.113.8");
    let mut walked = 0;
    for route in routes().iter().filter(|route| !matches!(route.method, "get" | "head")) {
        for client in [&gwen, &nobody] {
            let since = Instant::now();
            // Once at most, and then not again within the second.
            let _ = ask(client, route).await;
            let answer = ask(client, route).await;
            let slow = since.elapsed() > Duration::from_millis(900);
            assert!(slow || answer.status == 429, "{} {}: {}", route.method, route.path, answer.status);
            assert!(slow || answer.header("retry-after").is_some());
            walked += usize::from(!slow);
        }
    }
    assert!(walked > 80, "only {walked}");
}

/// Behind a proxy each client has a limit of its own; what hides its address shares one.
#[tokio::test(flavor = "multi_thread")]
async fn networks_are_told_apart_behind_a_proxy() {
    let house = House::with(&[("proxies", "127.0.0.1"), ("arrivals_burst", "2")]).await;
    let comes = |from: &str| {
        let client = house.client().and("X-Forwarded-For", from);
        async move { client.post("/api/v1/guests", json!({ "name": "Gwen", "bearer": true })).await }
    };
    for from in ["198.51.100.1, 203.0.113.7", "203.0.113.7:4711"] {
        comes(from).await.must(201);
    }
    let held = comes("203.0.113.7").await.refused(429, "slow_down");
    let title = held.json()["title"].as_str().unwrap().to_owned();
    assert!(title.starts_with("Too many requests from your network. Try again in "), "{title}");
    comes("203.0.113.8").await.must(201);
    // One IPv6 network is one client.
    for from in ["2001:db8::1", "[2001:db8::2]:4711"] {
        comes(from).await.must(201);
    }
    comes("2001:db8::3").await.refused(429, "slow_down");
    comes("2001:db8:0:1::3").await.must(201);
    // What cannot be read is not skipped: it is counted to the proxy, whatever stands before it.
    for from in ["198.51.100.2, unknown", "198.51.100.3, unknown"] {
        comes(from).await.must(201);
    }
    comes("198.51.100.4, unknown").await.refused(429, "slow_down");
}

/// A proxy that nobody has named does not lift the limits by being on this machine.
#[tokio::test(flavor = "multi_thread")]
async fn a_proxy_that_is_not_named_is_one_client() {
    let house = House::with(&[("arrivals_burst", "2")]).await;
    let guest = json!({ "name": "Gwen", "bearer": true });
    for _ in 0..5 {
        house.client().post("/api/v1/guests", guest.clone()).await.must(201);
    }
    let behind = house.client().and("X-Forwarded-For", "203.0.113.7");
    for _ in 0..2 {
        behind.post("/api/v1/guests", guest.clone()).await.must(201);
    }
    let other = house.client().and("X-Forwarded-For", "203.0.113.8");
    other.post("/api/v1/guests", guest).await.refused(429, "slow_down");
}

/// A request for a host, as a browser sends it after a name was pointed at this machine.
async fn for_host(house: &House, path: &str, hosts: &str) -> Answer {
    let client = house.client();
    let bytes = format!("GET {path} HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n");
    Answer::read(&client.raw(bytes.as_bytes()).await).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn other_hosts_are_refused() {
    let house = House::with(&[("hosts", "floor.internal")]).await;
    let port = house.server.address.port();
    for own in ["localhost", "127.0.0.1", "[::1]", "floor.internal"] {
        for host in [format!("Host: {own}\r\n"), format!("Host: {own}:{port}\r\n")] {
            for_host(&house, "/api/v1/tables", &host).await.must(200);
        }
    }
    for other in [
        "Host: evil.example\r\n",
        "Host: 127.0.0.1.evil.example:8080\r\n",
        "Host: localhost\r\nHost: evil.example\r\n",
        "Host: \r\n",
        "",
    ] {
        for path in ["/", "/api/v1/tables", "/nowhere", "/assets/x/y"] {
            let answer = for_host(&house, path, other).await;
            // Without a host it is no HTTP/1.1, and may be refused as such.
            assert!(answer.status == 421 || (other.is_empty() && answer.status == 400), "{other:?} {path}");
        }
        for_host(&house, "/healthz", other).await;
    }
    let told = for_host(&house, "/api/v1/tables", "Host: evil.example\r\n").await;
    let told = told.refused(421, "misdirected_request").json();
    assert_eq!(told["title"], "This floor does not answer to `evil.example`.");
    for_host(&house, "http://evil.example/api/v1/tables", "Host: localhost\r\n").await.must(421);
    for_host(&house, "/readyz", "Host: 10.1.2.3:8080\r\n").await.must(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_real_floor_says_how_it_is_reached() {
    for (missing, at) in [("origin", 1), ("proxies", 2)] {
        let folder = banco_lab::Folder::new("http").unwrap();
        let data = folder.path().to_str().unwrap().to_owned();
        let mut flags = vec![("listen", "127.0.0.1:0".to_owned()), ("data", data)];
        let named = REAL.iter().enumerate().filter(|(number, _)| *number != at);
        flags.extend(named.map(|(_, (key, value))| (*key, (*value).to_owned())));
        let sources = banco_server::config::Sources { flags, ..Default::default() };
        let config = banco_server::config::Settings::read(&sources).unwrap().config().unwrap();
        let Err(StartError::Setting(refused)) = start(config).await else { panic!("it started") };
        assert_eq!((refused.code, refused.place.as_str()), ("missing_setting", missing));
        assert!(refused.hint.contains(missing));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is made before");
    }
    let house = House::with(&REAL).await;
    let answer = for_host(&house, "/readyz", "Host: floor.example\r\n").await.must(200);
    assert_eq!(answer.header("strict-transport-security"), Some("max-age=31536000"), "a proxy speaks TLS");
    for_host(&house, "/api/v1/floor", "Host: localhost\r\n").await.must(421);
    let demo = House::open().await;
    assert_eq!(demo.client().get("/").await.must(200).header("strict-transport-security"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_are_never_public() {
    let house = House::open().await;
    // Being on this machine, or behind a proxy on it, is no permission.
    house.client().get("/metrics").await.refused(401, "not_signed_in");
    house.guest("Gwen").await.client.get("/metrics").await.refused(403, "not_allowed");
    let ada = house.administrator().await;
    assert!(ada.client.get("/metrics").await.must(200).text().contains("banco_trial_balance"));
    // Prometheus has a listener that has nothing else.
    assert!(house.metrics().await.contains("banco_trial_balance 0"));
    let scraper = Client::new(house.server.metrics_address.unwrap());
    scraper.get("/api/v1/tables").await.refused(404, "not_found");
    let rebound = b"GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
    Answer::read(&scraper.raw(rebound).await).unwrap().refused(421, "misdirected_request");
}

/// The path is decoded once, by the router: what guards compare is what handlers read.
#[tokio::test(flavor = "multi_thread")]
async fn a_number_in_another_spelling_is_the_same_number() {
    let house = House::open().await;
    let ada = house.administrator().await;
    for kind in ["display", "card_reader"] {
        let wanted = json!({ "table": 2, "kind": kind, "name": kind });
        let machine = device(&house, &ada, wanted).await;
        machine.get("/api/v1/tables/2/view").await.must(200);
        machine.get("/api/v1/tables/%32/view").await.must(200);
        for other in ["1", "%31", "01", "+1", "%2B1", "%30%31", "x", "1%00"] {
            machine.get(&format!("/api/v1/tables/{other}/view")).await.refused(403, "not_allowed");
            let cards =
                machine.post(&format!("/api/v1/tables/{other}/cards"), json!({ "cards": ["7h"] })).await;
            cards.refused(403, "not_allowed");
        }
    }
    let (gwen, hugo) = (house.guest("Gwen").await, house.guest("Hugo").await);
    let encoded =
        |person: u64| person.to_string().bytes().map(|digit| format!("%{digit:02x}")).collect::<String>();
    gwen.client.get(&format!("/api/v1/accounts/{}", encoded(gwen.person))).await.must(200);
    let other = gwen.client.get(&format!("/api/v1/accounts/{}", encoded(hugo.person))).await;
    other.refused(403, "not_allowed");
}

/// Guards look for parts of the path by name, so every route calls them so.
#[test]
fn guards_find_what_they_compare() {
    for Route { path, guard, .. } in routes() {
        match guard {
            Guard::Own(..) | Guard::ActsOn(..) => assert!(path.contains("/accounts/{person}"), "{path}"),
            Guard::Device(_) => assert!(path.contains("/tables/{table}"), "{path}"),
            Guard::Looks => {
                let of_a_table = path.split_once("tables/{").is_some();
                assert!(!of_a_table || path.contains("tables/{table}"), "{path}");
            }
            _ => {}
        }
    }
}
