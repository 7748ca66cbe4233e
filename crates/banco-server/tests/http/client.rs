//! A small HTTP client. It knows nothing of the server's code, and can say what no proper client says.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Everything that came back, for whoever wants to search it.
pub type Tap = Arc<Mutex<Vec<u8>>>;

/// Somebody who asks.
#[derive(Clone)]
pub struct Client {
    pub at: SocketAddr,
    pub token: Option<String>,
    pub headers: Vec<(String, String)>,
    pub tap: Option<Tap>,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The code of a problem, or nothing.
    pub fn code(&self) -> String {
        let problem: Value = serde_json::from_slice(&self.body).unwrap_or_default();
        problem["code"].as_str().unwrap_or_default().to_owned()
    }

    #[track_caller]
    pub fn must(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.text());
        self
    }

    /// A refusal as every one must be.
    #[track_caller]
    pub fn refused(self, status: u16, code: &str) -> Self {
        assert_eq!((self.status, self.code().as_str()), (status, code), "{}", self.text());
        assert_eq!(self.header("content-type"), Some("application/problem+json"));
        self
    }

    /// Reads an answer as it came; nothing where it is none.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = std::str::from_utf8(&bytes[..end]).ok()?;
        let mut lines = head.split("\r\n");
        let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
        let pairs = lines.filter_map(|line| line.split_once(':'));
        let headers: Vec<_> = pairs.map(|(name, value)| (name.to_owned(), value.trim().to_owned())).collect();
        let mut answer = Self { status, headers, body: bytes[end + 4..].to_vec() };
        if answer.header("transfer-encoding").is_some_and(|encoding| encoding == "chunked") {
            answer.body = unchunked(&answer.body);
        }
        if let Some(length) = answer.header("content-length").and_then(|length| length.parse().ok()) {
            answer.body.truncate(length);
        }
        Some(answer)
    }
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = bytes.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&bytes[..end]).unwrap(), 16).unwrap();
        if size == 0 || bytes.len() < end + 2 + size {
            break;
        }
        whole.extend_from_slice(&bytes[end + 2..end + 2 + size]);
        bytes = bytes.get(end + 4 + size..).unwrap_or_default();
    }
    whole
}

impl Client {
    pub const fn new(at: SocketAddr) -> Self {
        Self { at, token: None, headers: Vec::new(), tap: None }
    }

    /// The same with a bearer token.
    pub fn with(&self, token: &str) -> Self {
        Self { token: Some(token.to_owned()), ..self.clone() }
    }

    /// The same with one more header.
    pub fn and(&self, name: &str, value: &str) -> Self {
        let mut more = self.clone();
        more.headers.push((name.to_owned(), value.to_owned()));
        more
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, None).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.ask("DELETE", path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.ask("POST", path, Some(body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.ask("PUT", path, Some(body)).await
    }

    /// A command under a new key.
    pub async fn command(&self, path: &str, body: Value) -> Answer {
        self.keyed(path, &new_key(), body).await
    }

    pub async fn keyed(&self, path: &str, key: &str, body: Value) -> Answer {
        self.and("Idempotency-Key", key).post(path, body).await
    }

    pub async fn ask(&self, method: &str, path: &str, body: Option<Value>) -> Answer {
        let body = body.map(|body| body.to_string()).unwrap_or_default();
        let bytes = self.raw(&self.request(method, path, body.as_bytes())).await;
        Answer::read(&bytes).unwrap_or_else(|| panic!("{method} {path}: no answer"))
    }

    /// A request as bytes.
    pub fn request(&self, method: &str, path: &str, body: &[u8]) -> Vec<u8> {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.at);
        if let Some(token) = &self.token {
            head += &format!("Authorization: Bearer {token}\r\n");
        }
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() || method != "GET" {
            head += &format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
        }
        [head.as_bytes(), b"\r\n", body].concat()
    }

    /// Says something and hears everything that comes back.
    pub async fn raw(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(self.at).await.unwrap();
        // A server may answer and go before it has heard everything.
        let _ = stream.write_all(bytes).await;
        let mut heard = Vec::new();
        let read = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut heard)).await;
        assert!(read.is_ok(), "no end of an answer after {PATIENCE:?}: {}", String::from_utf8_lossy(bytes));
        self.keep(&heard);
        heard
    }

    fn keep(&self, heard: &[u8]) {
        if let Some(tap) = &self.tap {
            tap.lock().unwrap().extend_from_slice(heard);
        }
    }
}

/// A key that nobody has used.
pub fn new_key() -> String {
    use std::sync::atomic::{AtomicU64, Ordering};
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!("key-{}", COUNT.fetch_add(1, Ordering::Relaxed))
}
