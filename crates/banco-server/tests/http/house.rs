//! A server in a folder of its own, and the people who come to it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use banco_floor::{Clock, SystemClock};
use banco_journal::At;
use banco_lab::Folder;
use banco_server::config::{Config, Settings, Sources};
use banco_server::{Server, start, start_by};
use serde_json::{Value, json};

use crate::client::Client;

/// A password that anybody may choose.
pub const PASSWORD: &str = "a long walk by the harbor";

/// The settings of a floor for people and money.
pub const REAL: [(&str, &str); 3] =
    [("floor", "real"), ("origin", "https://floor.example"), ("proxies", "none")];

/// Settings for tests in which one person does more than people do.
pub const TIRELESS: [(&str, &str); 4] = [
    ("person_burst", "1000000"),
    ("person_per_second", "1000000"),
    ("person_refused_burst", "1000000"),
    ("person_refused_per_second", "1000000"),
];

/// A server that answers.
pub struct House {
    pub server: Server,
    pub folder: Folder,
}

impl House {
    pub async fn open() -> Self {
        Self::with(&[]).await
    }

    pub async fn with(flags: &[(&'static str, &str)]) -> Self {
        Self::changed(flags, |_| {}).await
    }

    /// With settings that no flag reaches.
    pub async fn changed(flags: &[(&'static str, &str)], change: impl FnOnce(&mut Config)) -> Self {
        Self::in_folder(Folder::new("http").unwrap(), flags, change).await
    }

    /// In a folder with a journal that was made before.
    pub async fn there(folder: Folder, flags: &[(&'static str, &str)]) -> Self {
        Self::in_folder(folder, flags, |_| {}).await
    }

    /// The same floor after a restart.
    pub async fn again(self, flags: &[(&'static str, &str)]) -> Self {
        self.server.stop().await;
        Self::in_folder(self.folder, flags, |_| {}).await
    }

    /// A floor that goes by this clock.
    pub async fn at(clock: Arc<dyn Clock>, flags: &[(&'static str, &str)]) -> Self {
        let folder = Folder::new("http").unwrap();
        let server = start_by(config(&folder, flags), clock).await.unwrap();
        Self { server, folder }
    }

    async fn in_folder(
        folder: Folder,
        flags: &[(&'static str, &str)],
        change: impl FnOnce(&mut Config),
    ) -> Self {
        let mut config = config(&folder, flags);
        change(&mut config);
        let server = start(config).await.unwrap();
        Self { server, folder }
    }

    pub const fn client(&self) -> Client {
        Client::new(self.server.address)
    }

    /// What Prometheus is told.
    pub async fn metrics(&self) -> String {
        let client = Client::new(self.server.metrics_address.unwrap());
        client.get("/metrics").await.must(200).text()
    }

    /// A guest with a token.
    pub async fn guest(&self, name: &str) -> Somebody {
        guest(&self.client(), name).await
    }

    /// The first administrator, and behind them the second, whom they have named; both with a fresh proof.
    pub async fn administrator(&self) -> Somebody {
        let first = self.first_administrator().await;
        let second = self.somebody(&first, "bea", &["administrator"]).await;
        Somebody { second: Some(Box::new(second)), ..first }
    }

    /// The first administrator, alone.
    pub async fn first_administrator(&self) -> Somebody {
        let secret = self.server.first_secret.as_ref().unwrap().reveal();
        let wanted =
            json!({ "secret": secret.as_str(), "name": "Ada", "login": "ada", "password": PASSWORD });
        let made = self.client().post("/api/v1/first-administrator", wanted).await.must(201).json();
        sign_in(&self.client(), "ada", made["person"].as_u64().unwrap()).await.proved().await
    }

    /// Somebody new with roles, by an administrator's invitation; signed in and with a fresh proof.
    pub async fn somebody(&self, administrator: &Somebody, login: &str, roles: &[&str]) -> Somebody {
        let person = add(administrator, login, roles).await;
        self.comes_in(administrator, person, login).await.proved().await
    }

    /// Somebody who was invited comes in.
    pub async fn comes_in(&self, administrator: &Somebody, person: u64, login: &str) -> Somebody {
        self.comes_in_from(&self.client(), administrator, person, login).await
    }

    /// The same from an address of their own.
    pub async fn comes_in_from(
        &self,
        client: &Client,
        administrator: &Somebody,
        person: u64,
        login: &str,
    ) -> Somebody {
        let path = format!("/api/v1/people/{person}/invitation");
        let invited = administrator.client.post(&path, json!({})).await.json();
        let mut accepted = json!({ "invitation": invited["invitation"], "password": PASSWORD });
        if invited["request"].is_u64() {
            let second = administrator.second.as_ref().unwrap();
            let stream = format!("person/{person}");
            accepted["code"] = approve(&second.client, &stream, &invited["request"]).await["code"].clone();
        }
        client.post("/api/v1/invitations/accepted", accepted).await.must(204);
        sign_in(client, login, person).await
    }
}

/// The settings of a floor in a folder.
fn config(folder: &Folder, flags: &[(&'static str, &str)]) -> Config {
    let usual = [
        ("listen", "127.0.0.1:0"),
        ("data", folder.path().to_str().unwrap()),
        ("betting_seconds", "1"),
        ("answer_seconds", "1"),
        ("card_millis", "1"),
        ("step_millis", "1"),
        ("metrics", "127.0.0.1:0"),
    ];
    let flags = usual.iter().chain(flags).map(|(key, value)| (*key, (*value).to_owned())).collect();
    let settings = Settings::read(&Sources { flags, ..Sources::default() }).unwrap();
    settings.config().unwrap()
}

/// The clock of the machine, moved on by a test.
#[derive(Default)]
pub struct MovedClock(AtomicI64);

impl MovedClock {
    pub fn skip(&self, time: Duration) {
        self.0.fetch_add(i64::try_from(time.as_micros()).unwrap(), Ordering::SeqCst);
    }
}

impl Clock for MovedClock {
    fn now(&self) -> At {
        At(SystemClock.now().0 + self.0.load(Ordering::SeqCst))
    }
}

/// Somebody who is signed in.
#[derive(Clone)]
pub struct Somebody {
    pub client: Client,
    pub person: u64,
    pub token: String,
    /// Whoever approves what they ask for.
    pub second: Option<Box<Self>>,
}

impl Somebody {
    /// With a fresh proof of who they are.
    pub async fn proved(self) -> Self {
        self.client.post("/api/v1/session/proof", json!({ "password": PASSWORD })).await.must(200);
        self
    }
}

/// A guest with a token.
pub async fn guest(client: &Client, name: &str) -> Somebody {
    let come = client.post("/api/v1/guests", json!({ "name": name, "bearer": true })).await.must(201).json();
    signed_in(client, &come)
}

fn signed_in(client: &Client, come: &Value) -> Somebody {
    let token = come["token"].as_str().unwrap().to_owned();
    let person = come["session"]["person"].as_u64().unwrap();
    Somebody { client: client.with(&token), person, token, second: None }
}

/// Somebody new, with roles that the other administrator approves.
pub async fn add(administrator: &Somebody, login: &str, roles: &[&str]) -> u64 {
    let new = json!({ "name": login, "login": login, "roles": roles });
    let made = administrator.client.command("/api/v1/people", new).await.must(201).json();
    let person = made["person"].as_u64().unwrap();
    if let (Some(second), true) = (&administrator.second, made["request"].is_u64()) {
        approve(&second.client, &format!("person/{person}"), &made["request"]).await;
    }
    person
}

/// Approves what somebody else has asked for. What is answered may be nothing.
pub async fn approve(by: &Client, stream: &str, request: &Value) -> Value {
    let all = by.get("/api/v1/approvals").await.must(200).json();
    let waits = |one: &&Value| one["stream"] == stream && &one["request"] == request;
    let found = all.as_array().unwrap().iter().find(waits).unwrap_or_else(|| panic!("{stream} in {all}"));
    let answer = json!({ "hash": found["hash"], "approve": true });
    let done = by.command(&format!("/api/v1/approvals/{stream}/{request}"), answer).await;
    assert!(matches!(done.status, 200 | 204), "{}", done.text());
    if done.status == 200 { done.json() } else { Value::Null }
}

/// A machine with a token, which the other administrator approves.
pub async fn device(house: &House, administrator: &Somebody, wanted: Value) -> Client {
    let made = administrator.client.post("/api/v1/devices", wanted.clone()).await.must(202).json();
    let second = administrator.second.as_ref().unwrap();
    approve(&second.client, &format!("device/{}", wanted["table"]), &made["request"]).await;
    house.client().with(made["token"].as_str().unwrap())
}

/// Signs in with the usual password.
pub async fn sign_in(client: &Client, login: &str, person: u64) -> Somebody {
    let wanted = json!({ "login": login, "password": PASSWORD, "bearer": true });
    let come = client.post("/api/v1/session", wanted).await.must(200).json();
    let somebody = signed_in(client, &come);
    assert_eq!(somebody.person, person);
    somebody
}
