//! A client as small as it can be: one connection, one request at a time, so that the bench measures the server.

use std::io;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// A connection.
pub struct Client {
    stream: TcpStream,
    host: String,
    buffer: Vec<u8>,
}

/// A status and a body.
pub type Answer = (u16, String);

impl Client {
    /// Connects.
    pub async fn open(address: &str) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, host: address.to_owned(), buffer: Vec::with_capacity(4096) })
    }

    /// Reads something.
    pub async fn get(&mut self, path: &str, token: Option<&str>) -> io::Result<Answer> {
        self.ask("GET", path, token, "", "").await
    }

    /// Asks for something under a key.
    pub async fn post(
        &mut self,
        path: &str,
        token: Option<&str>,
        key: &str,
        body: &str,
    ) -> io::Result<Answer> {
        self.ask("POST", path, token, key, body).await
    }

    async fn ask(
        &mut self,
        method: &str,
        path: &str,
        token: Option<&str>,
        key: &str,
        body: &str,
    ) -> io::Result<Answer> {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\n", self.host);
        if let Some(token) = token {
            head += &format!("Authorization: Bearer {token}\r\n");
        }
        if !key.is_empty() {
            head += &format!("Idempotency-Key: {key}\r\n");
        }
        let head =
            format!("{head}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        self.stream.write_all(head.as_bytes()).await?;
        self.answer().await
    }

    async fn answer(&mut self) -> io::Result<Answer> {
        self.buffer.clear();
        let end = loop {
            if let Some(end) = self.buffer.windows(4).position(|four| four == b"\r\n\r\n") {
                break end;
            }
            self.more().await?;
        };
        let head = String::from_utf8_lossy(self.buffer.get(..end).unwrap_or_default()).into_owned();
        let status = head.get(9..12).and_then(|status| status.parse().ok()).ok_or_else(odd)?;
        let length = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
        });
        let wanted = end + 4 + length.unwrap_or_default();
        while self.buffer.len() < wanted {
            self.more().await?;
        }
        let body = self.buffer.get(end + 4..wanted).unwrap_or_default();
        Ok((status, String::from_utf8_lossy(body).into_owned()))
    }

    async fn more(&mut self) -> io::Result<()> {
        match self.stream.read_buf(&mut self.buffer).await? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }
}

fn odd() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "an answer that is none")
}

/// A body as JSON.
pub fn value(answer: &Answer) -> Value {
    serde_json::from_str(&answer.1).unwrap_or_default()
}
