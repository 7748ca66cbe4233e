//! Guests who play as fast as they are answered, and remember everything they were told.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU32, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use banco_dice::Dice;
use serde_json::{Value, json};

use crate::http::{Line, Reply, Request};

/// The table at which everybody plays.
pub const TABLE: u32 = 7;

/// Its seats; many houses have no number 4.
const SEATS: [u8; 7] = [1, 2, 3, 5, 6, 7, 8];

/// A command, and what was answered to it.
#[derive(Clone, Debug)]
pub struct Given {
    pub key: String,
    pub path: String,
    pub body: String,
    pub answer: Option<(u16, String)>,
}

impl Given {
    /// Whether it happened.
    pub fn is_done(&self) -> bool {
        matches!(self.answer, Some((200, _)))
    }

    fn request(&self) -> Request<'_> {
        Request { method: "POST", path: &self.path, key: Some(&self.key), body: &self.body }
    }
}

/// Somebody who plays.
pub struct Guest {
    pub person: u32,
    pub line: Line,
    pub given: Vec<Given>,
    /// How often the server had no answer, by what it said.
    pub turned_away: BTreeMap<String, u32>,
    dice: Dice,
}

/// What all guests are told by the test.
#[derive(Default)]
pub struct Floor {
    /// Where the server is; nowhere while it is 0.
    pub port: AtomicU16,
    pub over: AtomicBool,
    pub answered: AtomicU32,
    /// How long a guest waits after each answer.
    pub pause_millis: AtomicU32,
}

impl Guest {
    /// Comes in, sits down and buys in.
    pub fn arrive(port: u16, number: u8) -> Self {
        let mut guest = Self::come_in(port, number);
        guest.must(port, json!({ "do": "sit", "seat": SEATS[usize::from(number) - 1] }));
        guest.must(port, json!({ "do": "buy_in", "amount": money(200_000), "with": "chips" }));
        guest
    }

    /// Comes in.
    pub fn come_in(port: u16, number: u8) -> Self {
        let mut line = Line::default();
        let body = json!({ "name": format!("Guest {number}"), "bearer": true }).to_string();
        let request = Request { method: "POST", path: "/api/v1/guests", key: None, body: &body };
        let mut reply = line.ask(port, request).unwrap();
        while reply.status == 503 {
            std::thread::sleep(Duration::from_millis(20));
            reply = line.ask(port, request).unwrap();
        }
        assert_eq!(reply.status, 201, "{reply:?}");
        let reply = reply.json();
        line.token = Some(reply["token"].as_str().unwrap().to_owned());
        let person = u32::try_from(reply["session"]["person"].as_u64().unwrap()).unwrap();
        let (given, turned_away) = (Vec::new(), BTreeMap::new());
        Self { person, line, given, turned_away, dice: Dice::new(u64::from(number)) }
    }

    /// A new command, not sent yet.
    pub fn think_of(&mut self, path: String, body: Value) -> Given {
        let key = format!("{}-{}", self.person, self.given.len());
        let given = Given { key, path, body: body.to_string(), answer: None };
        self.given.push(given.clone());
        given
    }

    /// Something that cannot fail.
    pub fn must(&mut self, port: u16, body: Value) {
        self.think_of(table_path(), body);
        let mut reply = self.send_last(port).unwrap();
        while reply.status == 503 {
            std::thread::sleep(Duration::from_millis(20));
            reply = self.send_last(port).unwrap();
        }
        assert_eq!(reply.status, 200, "{reply:?}");
    }

    /// Sends the last command, again if it was sent before.
    pub fn send_last(&mut self, port: u16) -> std::io::Result<Reply> {
        let last = self.given.last_mut().unwrap();
        let reply = self.line.ask(port, last.request())?;
        match reply.status {
            200 | 409 => last.answer = Some((reply.status, reply.body.clone())),
            503 => {
                assert!(reply.retry_after.is_some(), "{reply:?}");
                *self.turned_away.entry(reply.code()).or_default() += 1;
            }
            _ => panic!("{last:?}: {reply:?}"),
        }
        Ok(reply)
    }

    /// A wager, or something else that people do.
    fn want(&mut self) {
        let path = table_path();
        let spot = self.dice.pick(&["player", "banker"]);
        let (path, body) = match self.dice.place(20) {
            0..9 => (path, json!({ "do": "place_wager", "spot": spot, "amount": money(1_000) })),
            9..17 => (path, json!({ "do": "take_down", "spot": spot })),
            17 => (path, json!({ "do": "buy_in", "amount": money(1_000), "with": "chips" })),
            18 => (path, json!({ "do": "cash_out", "amount": money(1_000) })),
            _ => {
                let path = format!("/api/v1/accounts/{}/commands", self.person);
                let limit = money(1_000_000 - i64::try_from(self.given.len()).unwrap());
                (
                    path,
                    json!({ "do": "set_limit", "limit": { "what": "deposit", "period": "day", "most": limit } }),
                )
            }
        };
        self.think_of(path, body);
    }

    /// Plays until the floor is over and everything is answered. Whatever was not answered is asked again under its key.
    pub fn play(mut self, floor: &Floor) -> Self {
        loop {
            let open = self.given.last().is_some_and(|last| last.answer.is_none());
            if floor.over.load(Ordering::Relaxed) && !open {
                return self;
            }
            let port = floor.port.load(Ordering::Relaxed);
            if port == 0 {
                std::thread::sleep(Duration::from_millis(5));
                continue;
            }
            if !open {
                self.want();
            }
            match self.send_last(port) {
                Ok(reply) if reply.status != 503 => {
                    floor.answered.fetch_add(1, Ordering::Relaxed);
                    std::thread::sleep(Duration::from_millis(
                        floor.pause_millis.load(Ordering::Relaxed).into(),
                    ));
                }
                Ok(_) | Err(_) => std::thread::sleep(Duration::from_millis(10)),
            }
        }
    }

    /// Everything that was answered is still answered so.
    pub fn check_answers(&mut self, port: u16) {
        for given in &self.given {
            let (status, body) = given.answer.as_ref().unwrap();
            let reply = self.line.get(port, &format!("/api/v1/commands/{}", given.key)).unwrap();
            assert_eq!((reply.status, &reply.body), (*status, body), "{given:?}");
        }
        // The last few are sent once more, and one with another body.
        for given in self.given.iter().rev().take(5) {
            let reply = self.line.ask(port, given.request()).unwrap();
            assert_eq!(Some((reply.status, reply.body)), given.answer, "{given:?}");
            assert!(reply.again);
        }
        let mut other = self.given.last().unwrap().clone();
        other.body = json!({ "do": "tip", "amount": money(100) }).to_string();
        other.path = table_path();
        let reply = self.line.ask(port, other.request()).unwrap();
        assert_eq!((reply.status, reply.code().as_str()), (422, "key_used_before"));
    }

    /// What their account says, but for how long they have been here: that goes on.
    pub fn account(&mut self, port: u16) -> Value {
        let mut account = self.line.get(port, &format!("/api/v1/accounts/{}", self.person)).unwrap().json();
        if let Some(session) = account["session"].as_object_mut() {
            session.remove("minutes");
        }
        account
    }
}

/// Everybody begins to play.
pub fn begin(guests: Vec<Guest>, floor: &Arc<Floor>) -> Vec<JoinHandle<Guest>> {
    let play = |guest: Guest| {
        let floor = Arc::clone(floor);
        std::thread::spawn(move || guest.play(&floor))
    };
    guests.into_iter().map(play).collect()
}

/// Everybody has finished.
pub fn end(playing: Vec<JoinHandle<Guest>>, floor: &Floor) -> Vec<Guest> {
    floor.over.store(true, Ordering::Relaxed);
    playing.into_iter().map(|one| one.join().unwrap()).collect()
}

pub fn money(minor: i64) -> Value {
    json!({ "minor": minor, "currency": "USD" })
}

pub fn table_path() -> String {
    format!("/api/v1/tables/{TABLE}/commands")
}
