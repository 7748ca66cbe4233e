//! Staff who look at data of patrons are logged, whichever route they take.

use std::collections::{BTreeMap, BTreeSet};

use banco_people::HouseRole;
use banco_server::{Discloses, Disclosure, Guard, Route, routes};
use serde_json::{Value, json};

use crate::client::Client;
use crate::house::{House, Somebody, add};
use crate::line::follow;

/// The routes for staff that show no patron. Whoever adds one here has looked at what it shows.
const NO_PATRONS: [&str; 14] = [
    "admin_draft",
    "admin_health",
    "admin_machines",
    "admin_tables",
    "anchors",
    "dealer_irregularity",
    "dealer_page",
    "dealer_parts",
    "dealer_tables",
    "devices",
    "floor_page",
    "floor_parts",
    "proposals",
    "streams",
];

/// Every entry of the log.
async fn logged(house: &House) -> Vec<Value> {
    let entries = house.server.app.store.entries("access".parse().unwrap(), 0, 10_000).await.unwrap();
    let read = |entry: &banco_journal::Entry| serde_json::from_str::<Value>(entry.record.get()).unwrap();
    entries.iter().map(|entry| read(entry)["accessed"].clone()).collect()
}

#[test]
fn routes_that_show_no_patron_are_known() {
    let all = routes();
    let none = all.iter().filter(|route| matches!(route.discloses, Discloses::NoPatrons(_)));
    let none: BTreeSet<&str> = none.map(|route| route.name).collect();
    let known: BTreeSet<&str> = NO_PATRONS.into_iter().collect();
    assert_eq!(none, known);
    // Whatever is about the account of another is logged, and so is every read for staff that is not above.
    for route in &all {
        let logged = Disclosure::of(route).is_logged();
        let about_another = matches!(route.guard, Guard::Own(..)) && route.method == "get";
        assert!(logged || !about_another, "{}", route.name);
    }
    for name in ["accounts", "account", "account_events", "people", "person", "round", "rounds_of", "report"]
    {
        assert!(Disclosure::of(all.iter().find(|route| route.name == name).unwrap()).is_logged(), "{name}");
    }
}

/// Every staff member of one floor, by role.
async fn staff(house: &House, ada: &Somebody) -> BTreeMap<&'static str, Somebody> {
    let mut staff = BTreeMap::new();
    for role in HouseRole::ALL {
        let works = !role.is_machine() && !matches!(role, HouseRole::Guest | HouseRole::Player);
        if works && role != HouseRole::Administrator {
            staff.insert(role.name(), house.somebody(ada, role.name(), &[role.name()]).await);
        }
    }
    staff.insert("administrator", ada.clone());
    staff
}

fn path_of(route: &Route, patron: u64, round: &str) -> String {
    let kind = if route.path.contains("{id}") { "table" } else { "floor" };
    let parts = [
        ("{person}", patron.to_string()),
        ("{table}", "5".to_owned()),
        ("{round}", round.to_owned()),
        ("{report}", "play".to_owned()),
        ("{kind}", kind.to_owned()),
        ("{id}", "5".to_owned()),
        ("{number}", format!("A-{patron}-1")),
    ];
    let path =
        parts.into_iter().fold(route.path.to_owned(), |path, (part, value)| path.replace(part, &value));
    assert!(!path.contains('{'), "{path}: nobody has said what to ask for");
    path
}

/// The head of an answer that may not end.
async fn status(client: &Client, method: &str, path: &str) -> u16 {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let mut stream = tokio::net::TcpStream::connect(client.at).await.unwrap();
    stream.write_all(&client.request(method, path, b"")).await.unwrap();
    let mut heard = [0; 16];
    stream.read_exact(&mut heard).await.unwrap();
    std::str::from_utf8(&heard).unwrap().split(' ').nth(1).unwrap().parse().unwrap()
}

/// Walks every route that discloses patrons, as everybody who works for the house: whoever gets an answer stands
/// in the log with what they have seen.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_sees_patrons_is_logged() {
    let house = House::with(&[("access_log_seconds", "3600")]).await;
    let ada = house.administrator().await;
    let staff = staff(&house, &ada).await;
    let paul = add(&ada, "paul", &["player"]).await;
    let open = json!({ "do": "open", "currency": "USD", "kind": "demo" });
    let path = format!("/api/v1/accounts/{paul}/commands");
    staff["cashier"].client.command(&path, open).await.must(200);
    let disclosing = || routes().into_iter().filter(|route| Disclosure::of(route).is_logged());
    let mut seen = BTreeSet::new();
    for route in disclosing().filter(|route| route.method == "get") {
        let path = path_of(&route, paul, "1.5.1");
        for one in staff.values() {
            let before = logged(&house).await.len();
            let status = status(&one.client, "GET", &path).await;
            if matches!(status, 401 | 403) {
                assert_eq!(logged(&house).await.len(), before, "{path}: nothing was seen");
                continue;
            }
            let log = logged(&house).await;
            let own = log.iter().filter(|entry| entry["by"] == one.person && entry["route"] == route.name);
            // Tables and rounds are logged only for those who see more of them than others do.
            let all_see = matches!(route.guard, Guard::Looks);
            assert!(own.count() == 1 || all_see, "{path}: {status}, and nothing is logged of {}", one.person);
            seen.extend(log.last().map(|entry| entry["route"].as_str().unwrap().to_owned()));
        }
    }
    let wanted: BTreeSet<String> =
        disclosing().filter(|route| route.method == "get").map(|route| route.name.to_owned()).collect();
    assert_eq!(seen, wanted);
    // It says whose data it was, and auditors read it.
    let about = json!({ "person": paul.to_string() });
    assert!(logged(&house).await.iter().any(|entry| entry["route"] == "account" && entry["about"] == about));
    let read = staff["auditor"].client.get("/api/v1/streams/access/entries").await.must(200).text();
    assert!(read.contains("\"accessed\""));
}

/// Each search is an entry with its words, and a number is logged as the guard has read it.
#[tokio::test(flavor = "multi_thread")]
async fn no_spelling_hides_what_was_looked_at() {
    let house = House::open().await;
    let ada = house.administrator().await;
    let cash = house.somebody(&ada, "cash", &["cashier"]).await;
    let gwen = house.guest("Gwen").await;
    let before = logged(&house).await.len();
    let since = async || {
        let log = logged(&house).await.split_off(before);
        log.iter().map(|entry| entry["about"].clone()).collect::<Vec<_>>()
    };
    for words in ["anna", "ben", "anna"] {
        cash.client.get(&format!("/api/v1/patrons?query={words}")).await.must(200);
    }
    assert_eq!(since().await, [json!({ "query": "anna" }), json!({ "query": "ben" })]);
    let zeros = "0".repeat(200);
    for spelling in [gwen.person.to_string(), format!("{zeros}{}", gwen.person), format!("+{}", gwen.person)]
    {
        cash.client.get(&format!("/api/v1/accounts/{spelling}")).await.must(200);
    }
    assert_eq!(since().await[2..], [json!({ "person": gwen.person.to_string() })]);
    // What is too long to log in full is told from others by its hash.
    for end in ["1", "2"] {
        cash.client.get(&format!("/api/v1/patrons?query={}{end}", "x".repeat(150))).await.must(200);
    }
    let log = since().await;
    assert_eq!(log.len(), 5, "{log:?}");
    assert_ne!(log[3], log[4]);
}

#[tokio::test(flavor = "multi_thread")]
async fn polling_is_one_entry_and_ones_own_is_none() {
    let house = House::open().await;
    let ada = house.administrator().await;
    let cash = house.somebody(&ada, "cash", &["cashier"]).await;
    let gwen = house.guest("Gwen").await;
    let account = format!("/api/v1/accounts/{}", gwen.person);
    // Administrators have looked at what waits while they made the cashier.
    let before = logged(&house).await.len();
    let since = async || logged(&house).await.split_off(before);
    gwen.client.get(&account).await.must(200);
    assert_eq!(since().await, Vec::<Value>::new(), "everybody sees their own");
    for _ in 0..5 {
        cash.client.get(&account).await.must(200);
    }
    let log = since().await;
    let about = json!({ "person": gwen.person.to_string() });
    assert_eq!(log, [json!({ "about": about, "by": cash.person, "route": "account" })]);
    // Another account is another entry, and so is a socket that follows one.
    let hugo = house.guest("Hugo").await;
    cash.client.get(&format!("/api/v1/accounts/{}", hugo.person)).await.must(200);
    let mut line = follow(&cash.client, json!({ format!("account/{}", gwen.person): null })).await;
    assert!(line.next().await.is_some());
    let routes: Vec<Value> = since().await.iter().map(|entry| entry["route"].clone()).collect();
    assert_eq!(routes, ["account", "account", "stream"]);
    // A search at the cage that finds one account says which.
    let found = cash.client.and("Accept", "text/html").get("/cage?find=Gwen").await.must(200);
    assert!(found.text().contains("Gwen"));
    let whose = json!({ "account": gwen.person.to_string() });
    assert!(since().await.iter().any(|entry| entry["about"] == whose));
}
