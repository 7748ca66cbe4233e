//! Just enough of HTTP to talk to the server, one request after the other on one line.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

/// What the server answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    pub status: u16,
    pub retry_after: Option<String>,
    pub again: bool,
    pub body: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    pub fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }
}

/// A line to a server, made anew when it is lost.
#[derive(Default)]
pub struct Line {
    open: Option<(u16, BufReader<TcpStream>)>,
    pub token: Option<String>,
}

/// A request: method, path, key and body.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    pub method: &'a str,
    pub path: &'a str,
    pub key: Option<&'a str>,
    pub body: &'a str,
}

impl Line {
    pub fn of(token: Option<String>) -> Self {
        Self { open: None, token }
    }

    pub fn get(&mut self, port: u16, path: &str) -> io::Result<Reply> {
        let request = Request { method: "GET", path, key: None, body: "" };
        // A line on which nothing was said for a while is closed.
        self.ask(port, request).or_else(|_| self.ask(port, request))
    }

    /// Asks, and waits for the answer. After an error nobody knows whether the server has heard it.
    pub fn ask(&mut self, port: u16, request: Request<'_>) -> io::Result<Reply> {
        let answered = self.try_ask(port, request);
        if answered.is_err() {
            self.open = None;
        }
        answered
    }

    fn try_ask(&mut self, port: u16, request: Request<'_>) -> io::Result<Reply> {
        if self.open.as_ref().is_none_or(|(known, _)| *known != port) {
            let stream = TcpStream::connect(("127.0.0.1", port))?;
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(Duration::from_secs(20)))?;
            self.open = Some((port, BufReader::new(stream)));
        }
        let Some((_, stream)) = &mut self.open else { return Err(io::ErrorKind::NotConnected.into()) };
        let Request { method, path, key, body } = request;
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n");
        if let Some(token) = &self.token {
            head += &format!("Authorization: Bearer {token}\r\n");
        }
        if let Some(key) = key {
            head += &format!("Idempotency-Key: {key}\r\n");
        }
        head += &format!("Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        stream.get_mut().write_all(head.as_bytes())?;
        read(stream)
    }
}

fn read(stream: &mut BufReader<TcpStream>) -> io::Result<Reply> {
    let mut line = String::new();
    stream.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or(io::ErrorKind::UnexpectedEof)?;
    let mut reply = Reply { status, retry_after: None, again: false, body: String::new() };
    let mut length = 0;
    loop {
        line.clear();
        if stream.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        let value = value.trim_start();
        match name {
            "content-length" | "Content-Length" => length = value.parse().unwrap(),
            "retry-after" | "Retry-After" => reply.retry_after = Some(value.to_owned()),
            "idempotent-replayed" => reply.again = true,
            _ => {}
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    reply.body = String::from_utf8(body).unwrap();
    Ok(reply)
}
