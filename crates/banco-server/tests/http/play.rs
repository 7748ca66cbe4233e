//! A guest plays whole rounds, and hears them on both kinds of line.

use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use crate::house::{House, Somebody, TIRELESS};
use crate::line::{Events, Known, Line, follow};

/// A guest at a table, who follows it by a socket and answers whatever is asked.
pub struct Player {
    pub who: Somebody,
    pub table: u32,
    pub line: Line,
    pub known: Known,
}

impl Player {
    /// Sits down with chips in front of them.
    pub async fn sits(who: Somebody, table: u32) -> Self {
        let line = follow(&who.client, json!({ format!("table/{table}"): null })).await;
        let mut player = Self { who, table, line, known: Known::default() };
        player.hear().await;
        let seat = player.free_seat();
        player.must(json!({ "do": "sit", "seat": seat })).await;
        let chips = json!({ "minor": 500_000, "currency": player.known.parts["terms"]["currency"] });
        player.must(json!({ "do": "buy_in", "amount": chips, "with": "chips" })).await;
        player
    }

    /// The first seat that nobody has, counted from the left; automatic players come from the right.
    fn free_seat(&self) -> u64 {
        let taken: Vec<&Value> =
            self.known.parts["places"].as_array().unwrap().iter().map(|place| &place["seat"]).collect();
        let seats = self.known.parts["terms"]["seats"].as_array().unwrap();
        let free = seats.iter().map(|seat| &seat["number"]).find(|number| !taken.contains(number));
        free.unwrap().as_u64().unwrap()
    }

    pub fn commands(&self) -> String {
        format!("/api/v1/tables/{}/commands", self.table)
    }

    pub async fn must(&self, command: Value) {
        self.who.client.command(&self.commands(), command).await.must(200);
    }

    /// Hears one envelope; says whether something was asked anew.
    pub async fn hear(&mut self) -> bool {
        let envelope = self.line.next().await.expect("the line ended");
        self.known.hear(&envelope);
        envelope["kind"] == "snapshot"
    }

    /// How many rounds have a result, over all shoes.
    pub fn rounds(&self) -> usize {
        self.known.saw("settlement.round_settled")
    }

    /// Plays until so many rounds are over.
    pub async fn play(&mut self, rounds: usize) {
        let since = Instant::now();
        while self.rounds() < rounds {
            if since.elapsed() > Duration::from_secs(40) {
                let told: Vec<_> =
                    self.known.events.iter().rev().take(12).map(|(_, told)| &told["text"]).collect();
                panic!(
                    "no round is over: {told:?} {} {}",
                    self.known.parts["turn"], self.known.parts["prompts"]
                );
            }
            self.play_on().await;
        }
    }

    /// Hears something, and answers it.
    pub async fn play_on(&mut self) {
        if self.hear().await {
            self.answer().await;
        }
    }

    /// Answers what the view asks of them.
    async fn answer(&self) {
        let prompts = self.known.parts["prompts"].as_array().unwrap().clone();
        for prompt in &prompts {
            let Some(command) = self.reply(prompt) else { continue };
            let answer = self.who.client.command(&self.commands(), command.clone()).await;
            // A player who is faster than people slows down when told to, as every client should.
            if answer.status == 429 {
                tokio::time::sleep(Duration::from_secs(1)).await;
                return;
            }
            // The table may have gone on meanwhile.
            assert!([200, 409].contains(&answer.status), "{command}: {}", answer.text());
            if answer.status == 200 {
                return;
            }
        }
    }

    fn reply(&self, prompt: &Value) -> Option<Value> {
        match prompt["prompt"].as_str().unwrap() {
            "place_wagers" => self.wager(),
            // Whoever says nothing leaves the bank to others.
            "claim_bank" => None,
            _ => self.first_answer(prompt),
        }
    }

    /// The least wager on a hand, once a round.
    fn wager(&self) -> Option<Value> {
        let own = self.who.person;
        let has = |wager: &Value| wager["owner"]["person"] == own;
        if self.known.parts["wagers"].as_array().unwrap().iter().any(has) {
            return None;
        }
        let offers = self.known.parts["terms"]["wagers"].as_array().unwrap();
        let offer = offers.iter().find(|offer| !offer["side"].is_null() && !offer["least"].is_null())?;
        Some(json!({ "do": "place_wager", "spot": offer["spot"], "amount": offer["least"] }))
    }

    fn first_answer(&self, prompt: &Value) -> Option<Value> {
        let answer = prompt["answers"].as_array().unwrap().first()?;
        let mut command: Map<String, Value> = answer["given"].as_object().unwrap().clone();
        command.insert("do".to_owned(), answer["do"].clone());
        for ask in answer["asks"].as_array().unwrap().iter().filter(|ask| ask["optional"] == false) {
            let value = match ask["kind"].as_str().unwrap() {
                "money" | "number" => ask["least"].clone(),
                "one_of" | "seat" => ask["of"][0].clone(),
                "yes_no" => json!(true),
                other => panic!("{other}: {prompt}"),
            };
            command.insert(ask["key"].as_str().unwrap().to_owned(), value);
        }
        Some(Value::Object(command))
    }
}

/// Where a view was, as the answer says.
pub fn position(answer: &crate::client::Answer) -> (String, u64) {
    let (epoch, seq) = answer.header("banco-position").unwrap().rsplit_once(':').unwrap();
    (epoch.to_owned(), seq.parse().unwrap())
}

/// Plays at a table and compares what both lines told with what is seen there at the end.
async fn whole_rounds_at(table: u32, rounds: usize) {
    let house = House::with(&TIRELESS).await;
    let mut player = Player::sits(house.guest("Gwen").await, table).await;
    let path = format!("/api/v1/tables/{table}");
    let mut events = Events::open(&player.who.client, &format!("{path}/events")).await;
    player.play(rounds).await;
    // Nobody deals any more, so that everything can be compared at rest.
    house.server.app.stop.cancel();
    while let Some(envelope) = player.line.next().await {
        match envelope["kind"].as_str().unwrap() {
            "bye" => assert_eq!(envelope["data"]["code"], "restart"),
            _ => player.known.hear(&envelope),
        }
    }
    let mut by_events = Known::default();
    while let Some(envelope) = events.next().await {
        by_events.hear(&envelope);
    }
    let heard = by_events.events.first().unwrap().0;
    let told = |known: &Known, up_to: u64| -> Vec<(u64, Value)> {
        known.events.iter().filter(|(seq, _)| (heard..=up_to).contains(seq)).cloned().collect()
    };
    let up_to = by_events.seq.min(player.known.seq).unwrap();
    assert_eq!(told(&by_events, up_to), told(&player.known, up_to), "both lines tell the same");
}

/// The view at the end of a socket is the one that is asked for.
async fn same_view_at(table: u32) {
    let house = House::with(&TIRELESS).await;
    let mut player = Player::sits(house.guest("Gwen").await, table).await;
    player.play(1).await;
    let path = format!("/api/v1/tables/{table}/view");
    for _ in 0..200 {
        let seen = player.who.client.get(&path).await.must(200);
        let (epoch, seq) = position(&seen);
        while player.known.seq < Some(seq) {
            player.hear().await;
        }
        assert_eq!(epoch, player.known.epoch);
        // What has changed comes right behind its event.
        if player.known.seq == Some(seq) && Value::Object(player.known.parts.clone()) == seen.json() {
            return;
        }
        player.hear().await;
    }
    panic!("the view on the line was never the one that is asked for");
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_rounds_at_a_house_banked_table() {
    whole_rounds_at(1, 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_rounds_at_chemin_de_fer() {
    whole_rounds_at(3, 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_rounds_at_21st_century() {
    whole_rounds_at(4, 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_line_shows_the_view() {
    for table in [1, 3, 4] {
        same_view_at(table).await;
    }
}
