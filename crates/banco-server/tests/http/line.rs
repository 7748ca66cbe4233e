//! Lines on which a server tells what happens: WebSocket and server-sent events, read as the same envelopes.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Map, Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{self, Message};

use crate::client::{Client, Tap};

type Socket = tokio_tungstenite::WebSocketStream<TcpStream>;

/// How long the next message may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// A WebSocket.
pub struct Line {
    pub socket: Socket,
    tap: Option<Tap>,
}

/// Opens a socket; says which status it was refused with, and with which code.
pub async fn open(client: &Client, path: &str) -> Result<Line, (u16, String)> {
    let mut request = format!("ws://{}{path}", client.at).into_client_request().unwrap();
    let bearer = client.token.iter().map(|token| ("authorization", format!("Bearer {token}")));
    let own = client.headers.iter().map(|(name, value)| (name.as_str(), value.clone()));
    for (name, value) in bearer.chain(own) {
        let name = tungstenite::http::HeaderName::from_bytes(name.as_bytes()).unwrap();
        request.headers_mut().insert(name, value.parse().unwrap());
    }
    let stream = TcpStream::connect(client.at).await.unwrap();
    match tokio_tungstenite::client_async(request, stream).await {
        Ok((socket, _)) => Ok(Line { socket, tap: client.tap.clone() }),
        Err(tungstenite::Error::Http(response)) => {
            let body = response.body().clone().unwrap_or_default();
            let problem: Value = serde_json::from_slice(&body).unwrap_or_default();
            Err((response.status().as_u16(), problem["code"].as_str().unwrap_or_default().to_owned()))
        }
        Err(error) => panic!("{error}"),
    }
}

/// Opens a socket and follows streams from what is known of them.
pub async fn follow(client: &Client, resume: Value) -> Line {
    let mut line = open(client, "/api/v1/stream").await.unwrap();
    line.say(&json!({ "v": 1, "resume": resume })).await;
    line
}

impl Line {
    pub async fn say(&mut self, value: &Value) {
        self.socket.send(Message::Text(value.to_string().into())).await.unwrap();
    }

    /// The next envelope; nothing where the line has ended.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            let frame = tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("a silent line");
            match frame? {
                Ok(Message::Text(text)) => {
                    if let Some(tap) = &self.tap {
                        tap.lock().unwrap().extend_from_slice(text.as_bytes());
                    }
                    return Some(serde_json::from_str(&text).unwrap());
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Goes on to the first envelope that is wanted.
    pub async fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let envelope = self.next().await.expect("the line ended");
            if wanted(&envelope) {
                return envelope;
            }
        }
    }
}

/// Server-sent events.
pub struct Events {
    stream: TcpStream,
    raw: Vec<u8>,
    text: String,
    tap: Option<Tap>,
}

impl Events {
    pub async fn open(client: &Client, path: &str) -> Self {
        let mut stream = TcpStream::connect(client.at).await.unwrap();
        stream.write_all(&client.request("GET", path, b"")).await.unwrap();
        let mut events = Self { stream, raw: Vec::new(), text: String::new(), tap: client.tap.clone() };
        let end = loop {
            if let Some(end) = events.raw.windows(4).position(|four| four == b"\r\n\r\n") {
                break end;
            }
            assert!(events.more().await, "no head: {}", String::from_utf8_lossy(&events.raw));
        };
        let head = String::from_utf8(events.raw.drain(..end + 4).collect()).unwrap();
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        assert!(head.contains("text/event-stream"), "{head}");
        events
    }

    async fn more(&mut self) -> bool {
        let mut bytes = [0; 16_384];
        let read = tokio::time::timeout(PATIENCE, self.stream.read(&mut bytes)).await.expect("a silent line");
        let many = read.unwrap_or_default();
        self.raw.extend_from_slice(&bytes[..many]);
        many > 0
    }

    /// The next envelope; nothing where the line has ended.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(end) = self.text.find("\n\n") {
                let event: String = self.text.drain(..end + 2).collect();
                let data = event.lines().find_map(|line| line.strip_prefix("data: "));
                let Some(data) = data else { continue };
                let envelope: Value = serde_json::from_str(data).unwrap();
                // The last word has no place: whoever comes back goes on from the one before.
                if envelope["kind"] == "bye" {
                    return None;
                }
                let id = event.lines().find_map(|line| line.strip_prefix("id: ")).unwrap();
                let place = format!("{}:{}", envelope["epoch"].as_str().unwrap(), envelope["seq"]);
                assert_eq!(id, place, "the id is where the stream is");
                return Some(envelope);
            }
            if !self.take_chunk() && !self.more().await {
                return None;
            }
        }
    }

    fn take_chunk(&mut self) -> bool {
        let Some(end) = self.raw.windows(2).position(|two| two == b"\r\n") else { return false };
        let size = usize::from_str_radix(std::str::from_utf8(&self.raw[..end]).unwrap(), 16).unwrap();
        if self.raw.len() < end + 4 + size {
            return false;
        }
        let chunk: Vec<u8> = self.raw.drain(..end + 4 + size).skip(end + 2).take(size).collect();
        if let Some(tap) = &self.tap {
            tap.lock().unwrap().extend_from_slice(&chunk);
        }
        self.text += std::str::from_utf8(&chunk).unwrap();
        size > 0
    }
}

/// What a reader knows of one stream, with every rule of the wire checked on the way.
#[derive(Default, Debug)]
pub struct Known {
    pub epoch: String,
    pub seq: Option<u64>,
    pub parts: Map<String, Value>,
    pub events: Vec<(u64, Value)>,
    pub snapshots: usize,
    pub wholes: usize,
}

impl Known {
    /// One that goes on from a position.
    pub fn after(epoch: &str, seq: u64) -> Self {
        Self { epoch: epoch.to_owned(), seq: Some(seq), ..Self::default() }
    }

    pub fn hear(&mut self, envelope: &Value) {
        let seq = envelope["seq"].as_u64().unwrap();
        self.epoch = envelope["epoch"].as_str().unwrap().to_owned();
        match envelope["kind"].as_str().unwrap() {
            "event" => {
                assert_eq!(Some(seq), self.seq.map(|seq| seq + 1), "an event without a gap or a double");
                self.seq = Some(seq);
                self.events.push((seq, envelope["data"].clone()));
            }
            "skip" => {
                let from = envelope["data"]["from"].as_u64().unwrap();
                assert_eq!(Some(from), self.seq.map(|seq| seq + 1), "a skip without a gap or a double");
                assert!(seq >= from);
                self.seq = Some(seq);
            }
            "snapshot" => {
                self.snapshots += 1;
                let whole = envelope["data"]["whole"].as_bool().unwrap();
                if whole {
                    self.wholes += 1;
                    self.parts.clear();
                } else {
                    assert_eq!(Some(seq), self.seq, "changes come behind their events");
                }
                self.seq = Some(seq);
                let parts = envelope["data"]["parts"].as_object().unwrap();
                self.parts.extend(parts.iter().map(|(name, part)| (name.clone(), part.clone())));
            }
            "heartbeat" => assert_eq!(Some(seq), self.seq, "a beat says where the stream is"),
            // What passes has no number of its own.
            "passing" => {
                assert_eq!(Some(seq), self.seq, "what passes says where the stream is");
                if let Some(clock) = envelope["data"].get("clock") {
                    self.parts.insert("clock".to_owned(), clock.clone());
                }
            }
            other => panic!("{other}: {envelope}"),
        }
    }

    pub fn saw(&self, what: &str) -> usize {
        self.events.iter().filter(|(_, told)| told["what"] == what).count()
    }
}

/// Several streams of one socket.
pub type Streams = BTreeMap<String, Known>;
