//! People who work at tables, by the API: a test that has to know the cards puts up a table with a dealer and is the reader
//! of its shoe. Betting stays open until the dealer closes it, so nothing here runs against a clock.

use std::time::Instant;

use serde_json::{Value, json};

use crate::browser::PATIENCE;
use crate::floor::Floor;
use crate::http::{Line, Reply, Request};

/// The password of everybody who works here.
pub const PASSWORD: &str = "a long walk by the harbor";

/// Who works here, as what. The second administrator approves the roles of the others; laced decks take two dealers;
/// whoever verifies a jackpot does not pay it.
const PEOPLE: [(&str, &str); 6] = [
    ("bea", "administrator"),
    ("dan", "dealer"),
    ("dora", "dealer"),
    ("fay", "floor"),
    ("eli", "executive"),
    ("sue", "surveillance"),
];

/// Everybody who works on a floor.
pub struct Staff {
    port: u16,
    lines: Vec<(String, Line)>,
    keys: u32,
}

/// A table at which they deal.
pub struct Dealt {
    pub number: u32,
    /// Whose word the cards are.
    reader: String,
}

impl Staff {
    /// The first administrator comes and invites the others.
    pub fn come(floor: &Floor) -> Self {
        let mut staff = Self { port: floor.port, lines: vec![(String::new(), Line::default())], keys: 0 };
        let first = json!({ "secret": floor.secret, "name": "ada", "login": "ada", "password": PASSWORD });
        staff.must("", "POST", "/api/v1/first-administrator", &first);
        staff.sign_in("ada");
        for (login, role) in PEOPLE {
            staff.hires(login, role);
        }
        staff
    }

    /// Somebody more works here from now on.
    pub fn hires(&mut self, login: &str, role: &str) {
        let new = json!({ "name": login, "login": login, "roles": [role] });
        let made = self.must("ada", "POST", "/api/v1/people", &new);
        let person = made["person"].clone();
        if made["request"].is_u64() {
            self.approves("bea", &format!("person/{person}"), &made["request"]);
        }
        let path = format!("/api/v1/people/{person}/invitation");
        let invited = self.must("ada", "POST", &path, &json!({}));
        let mut accepted = json!({ "invitation": invited["invitation"], "password": PASSWORD });
        if invited["request"].is_u64() {
            let told = self.approves("bea", &format!("person/{person}"), &invited["request"]);
            accepted["code"] = told["code"].clone();
        }
        self.must("", "POST", "/api/v1/invitations/accepted", &accepted);
        self.sign_in(login);
    }

    /// A guest who sits down by the API, with chips.
    pub fn seats_guest(&mut self, table: &Dealt, name: &str, seat: u8) {
        let made = self.must("", "POST", "/api/v1/guests", &json!({ "name": name, "bearer": true }));
        let token = made["token"].as_str().unwrap().to_owned();
        self.lines.push((name.to_owned(), Line::of(Some(token))));
        self.says(name, table, &json!({ "do": "sit", "seat": seat }));
        let amount = json!({ "minor": 100_000, "currency": "USD" });
        self.says(name, table, &json!({ "do": "buy_in", "amount": amount, "with": "chips" }));
    }

    /// Somebody who sits there makes wagers: so much on each of these spots.
    pub fn bets(&mut self, name: &str, table: &Dealt, wagers: &[(&str, i64)]) {
        for (spot, minor) in wagers {
            let amount = json!({ "minor": minor, "currency": "USD" });
            self.says(name, table, &json!({ "do": "place_wager", "spot": spot, "amount": amount }));
        }
    }

    /// Somebody approves what somebody else has asked for.
    pub fn approves(&mut self, who: &str, stream: &str, request: &Value) -> Value {
        let all = self.must(who, "GET", "/api/v1/approvals", &Value::Null);
        let waits = |one: &&Value| one["stream"] == stream && &one["request"] == request;
        let hash = all.as_array().unwrap().iter().find(waits).unwrap()["hash"].clone();
        let path = format!("/api/v1/approvals/{stream}/{request}");
        self.must(who, "POST", &path, &json!({ "hash": hash, "approve": true }))
    }

    fn sign_in(&mut self, login: &str) {
        let wanted = json!({ "login": login, "password": PASSWORD, "bearer": true });
        let token = self.must("", "POST", "/api/v1/session", &wanted)["token"].as_str().unwrap().to_owned();
        self.lines.push((login.to_owned(), Line::of(Some(token))));
        if !matches!(login, "dan" | "dora" | "sue") {
            self.must(login, "POST", "/api/v1/session/proof", &json!({ "password": PASSWORD }));
        }
    }

    /// What somebody is answered.
    pub fn asks(&mut self, who: &str, method: &str, path: &str, body: &Value) -> Reply {
        self.keys += 1;
        let (key, port) = (format!("staff-{}", self.keys), self.port);
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let request = Request { method, path, key: Some(&key), body: &body };
        let (_, line) = self.lines.iter_mut().find(|(known, _)| known == who).unwrap();
        // A line on which nothing was said for a while is closed; under the same key nothing happens twice.
        line.ask(port, request).or_else(|_| line.ask(port, request)).unwrap()
    }

    /// The same, which must be done.
    pub fn must(&mut self, who: &str, method: &str, path: &str, body: &Value) -> Value {
        let reply = self.asks(who, method, path, body);
        assert!(reply.status < 300, "{who} {method} {path} {body}: {}", reply.body);
        if reply.body.is_empty() { Value::Null } else { reply.json() }
    }

    /// Puts up a table that comes with Banco, with a dealer and a reader of cards, and opens it.
    pub fn put_up(&mut self, rulebook: &str, submission: &str) -> Dealt {
        let file = json!({
            "name": "A table with a dealer", "pit": "Boston", "dealing": "dealer", "company": 0,
            "betting_seconds": null, "answer_seconds": null,
        });
        self.puts_up(&json!({ "file": file, "shipped": { "rulebook": rulebook, "name": submission } }))
    }

    /// A table is proposed by one person and approved by another.
    pub fn approves_table(&mut self, wanted: &Value) {
        let proposed = self.must("ada", "POST", "/api/v1/proposals", wanted);
        let path = format!("/api/v1/proposals/{}", proposed["proposal"].as_str().unwrap());
        self.must("eli", "POST", &path, &json!({ "hash": proposed["hash"], "approve": true }));
    }

    /// The same for whatever is proposed.
    pub fn puts_up(&mut self, wanted: &Value) -> Dealt {
        self.approves_table(wanted);
        let tables = self.must("fay", "GET", "/api/v1/tables", &Value::Null);
        let tables =
            tables.as_array().cloned().unwrap_or_else(|| tables["items"].as_array().unwrap().clone());
        let number = tables.iter().map(|table| table["table"].as_u64().unwrap()).max().unwrap();
        let device = json!({ "table": number, "kind": "card_reader", "name": "shoe" });
        let made = self.must("ada", "POST", "/api/v1/devices", &device);
        let token = made["token"].as_str().unwrap().to_owned();
        self.approves("bea", &format!("device/{number}"), &made["request"]);
        let table = Dealt { number: u32::try_from(number).unwrap(), reader: format!("shoe {number}") };
        self.lines.push((table.reader.clone(), Line::of(Some(token))));
        let currency = self.sees(&table, "floor")["terms"]["currency"].clone();
        let float = json!({ "minor": 100_000_000, "currency": currency });
        self.says("fay", &table, &json!({ "do": "open_table", "float": float }));
        table
    }

    /// The table as somebody sees it.
    pub fn sees(&mut self, table: &Dealt, capacity: &str) -> Value {
        let who = PEOPLE.iter().find(|(_, role)| *role == capacity).unwrap().0;
        self.must(who, "GET", &format!("/api/v1/tables/{}/view?as={capacity}", table.number), &Value::Null)
    }

    /// Somebody gives a command to a table, which is done.
    pub fn says(&mut self, who: &str, table: &Dealt, command: &Value) {
        self.must(who, "POST", &format!("/api/v1/tables/{}/commands", table.number), command);
    }

    /// The dealer gives a command that needs no more words.
    pub fn dealer(&mut self, table: &Dealt, command: &str) {
        self.says("dan", table, &json!({ "do": command }));
    }

    /// Somebody gives a command to a link.
    pub fn says_to_link(&mut self, who: &str, link: &str, command: &Value) {
        self.must(who, "POST", &format!("/api/v1/links/{link}/commands"), command);
    }

    /// These cards come out of the shoe, one by one.
    pub fn deals(&mut self, table: &Dealt, cards: &str) {
        for card in cards.split_whitespace() {
            let path = format!("/api/v1/tables/{}/cards", table.number);
            self.must(&table.reader.clone(), "POST", &path, &json!({ "read": "card", "card": card }));
        }
    }

    /// The dealer turns whatever is theirs to turn, until no hand waits for it any more.
    pub fn turns_rest(&mut self, table: &Dealt) {
        let path = format!("/api/v1/tables/{}/commands", table.number);
        let began = Instant::now();
        while self.sees(table, "dealer")["round"]["stage"]["name"] == "turning" {
            // A hand that somebody holds is theirs.
            self.asks("dan", "POST", &path, &json!({ "do": "turn_cards" }));
            assert!(began.elapsed() < PATIENCE, "somebody does not turn their hand");
        }
    }

    /// The dealer lays open whatever lies face down, third cards as well, whoever holds it.
    pub fn turns_all(&mut self, table: &Dealt) {
        let turning = |seen: &Value| {
            seen["round"]["stage"]["name"].as_str().is_some_and(|stage| stage.starts_with("turning"))
        };
        while turning(&self.sees(table, "dealer")) {
            self.dealer(table, "turn_cards");
        }
    }

    /// Does every step that is due, until wagers are taken. Players who are asked and say nothing are passed over.
    pub fn prepare(&mut self, table: &Dealt) {
        let mut burnt = ["Ac", "2c"].into_iter();
        for _ in 0..80 {
            let seen = self.sees(table, "dealer");
            if seen["turn"]["phase"] == "betting" {
                return;
            }
            let due = ["floor", "dealer", "surveillance"].into_iter().find_map(|capacity| {
                let seen = self.sees(table, capacity);
                step(seen["prompts"].as_array().unwrap(), &mut burnt).map(|command| (capacity, command))
            });
            match due {
                Some((capacity, command)) => self.somebody_says(table, capacity, &command),
                None => {
                    self.says("dan", table, &json!({ "do": "pass_over", "reason": "nobody says a word" }))
                }
            }
        }
        panic!("never ready: {}", self.sees(table, "dealer")["turn"]);
    }

    /// Somebody does the step of the preparation that is the dealers' to do.
    pub fn does_step(&mut self, who: &str, table: &Dealt) {
        let seen = self.sees(table, "dealer");
        let due = step(seen["prompts"].as_array().unwrap(), &mut std::iter::empty());
        let due = due.unwrap_or_else(|| panic!("no step is the dealers' to do: {}", seen["prompts"]));
        self.says(who, table, &due);
    }

    /// Does what is due of others than the dealer; a player who is asked and says nothing is passed over.
    pub fn others_do(&mut self, table: &Dealt) {
        let due = ["floor", "surveillance"].into_iter().find_map(|capacity| {
            let seen = self.sees(table, capacity);
            let due = step(seen["prompts"].as_array().unwrap(), &mut std::iter::empty());
            due.map(|command| (capacity, command))
        });
        match due {
            Some((capacity, command)) => self.somebody_says(table, capacity, &command),
            None => self.says("dan", table, &json!({ "do": "pass_over", "reason": "nobody says a word" })),
        }
    }

    /// Whoever may of those with this capacity: some steps want another person than the one before.
    fn somebody_says(&mut self, table: &Dealt, capacity: &str, command: &Value) {
        let path = format!("/api/v1/tables/{}/commands", table.number);
        let able = PEOPLE.iter().filter(|(_, role)| *role == capacity);
        let mut told = Vec::new();
        for (who, _) in able {
            let reply = self.asks(who, "POST", &path, command);
            if reply.status == 200 {
                return;
            }
            told.push(reply.body);
        }
        panic!("nobody may {command}: {told:?}");
    }
}

/// The command that does what is due, of those by which a shoe is made ready.
fn step(prompts: &[Value], burnt: &mut impl Iterator<Item = &'static str>) -> Option<Value> {
    let prompt = prompts.iter().find(|prompt| {
        let name = prompt["prompt"].as_str().unwrap();
        ["give_notice", "next_step", "cut", "load_shoe", "burn_card", "collect_vigorish"].contains(&name)
    })?;
    let answer = &prompt["answers"][0];
    let mut command = answer["given"].as_object().unwrap().clone();
    command.insert("do".to_owned(), answer["do"].clone());
    let asked = |key: &str, bound: &str| {
        let asks = answer["asks"].as_array().unwrap();
        asks.iter().find(|ask| ask["key"] == key).and_then(|ask| ask[bound].as_u64()).unwrap()
    };
    match prompt["prompt"].as_str().unwrap() {
        // In the middle, as was promised with the shoe.
        "cut" => {
            let middle = asked("at", "least").midpoint(asked("at", "most"));
            command.insert("at".to_owned(), json!(middle));
        }
        "load_shoe" => {
            command.insert("source".to_owned(), json!("entry"));
            command.insert("cut_card".to_owned(), json!(asked("cut_card", "least")));
        }
        "burn_card" => {
            burnt.next().into_iter().for_each(|card| drop(command.insert("card".to_owned(), json!(card))))
        }
        _ => {}
    }
    Some(Value::Object(command))
}
