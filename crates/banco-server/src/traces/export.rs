//! Traces for a collector: one span a request, as JSON of OTLP over HTTP. A collector that is away costs spans, never a
//! request.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::body::Body;
use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use serde_json::{Map, Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::config::Config;

/// How many spans wait for the collector before more are forgotten.
const WAITING: usize = 4096;
/// How many go together at most.
const TOGETHER: usize = 256;
/// How long they gather.
const GATHER: Duration = Duration::from_millis(500);
/// How long the collector may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// The largest answer that names its trace; all problems are smaller.
const LARGEST: usize = 64 * 1024;

/// Where traces go.
#[derive(Clone, Debug, Default)]
pub struct Traces(Option<mpsc::Sender<Value>>);

/// A request that is under way.
#[derive(Clone, Debug)]
pub struct Trace {
    to: Option<mpsc::Sender<Value>>,
    id: String,
    parent: Option<String>,
    method: String,
    route: String,
    began: u128,
}

impl Traces {
    /// To the collector of the settings, if they name one, until the server stops.
    #[must_use]
    pub fn new(config: &Config, node: &str, stop: &CancellationToken) -> Self {
        let Some(collector) = config.otlp.as_deref().and_then(Collector::read) else {
            return Self::default();
        };
        let (sender, spans) = mpsc::channel(WAITING);
        tokio::spawn(export(Arc::new(collector), node.to_owned(), spans, stop.clone()));
        Self(Some(sender))
    }

    /// A request begins: as a part of the trace that it names, or as one of its own.
    #[must_use]
    pub fn begin(&self, request: &Request) -> Trace {
        let route = request.extensions().get::<MatchedPath>().map_or("unmatched", MatchedPath::as_str);
        let named = parent(request.headers());
        let id = named.as_ref().map_or_else(|| random(16), |(id, _)| id.clone());
        let (method, route) = (request.method().to_string(), route.to_owned());
        Trace { to: self.0.clone(), id, parent: named.map(|(_, span)| span), method, route, began: now() }
    }
}

impl Trace {
    /// It is answered: the collector is told, and a problem names its trace.
    pub async fn end(self, response: Response) -> Response {
        let Some(to) = &self.to else { return response };
        // What finds no room is forgotten.
        drop(to.try_send(self.span(response.status().as_u16())));
        let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        if kind == Some("application/problem+json") { self.named(response).await } else { response }
    }

    fn span(&self, status: u16) -> Value {
        let text = |key: &str, value: &str| json!({ "key": key, "value": { "stringValue": value } });
        let mut span = json!({
            "traceId": self.id,
            "spanId": random(8),
            "name": format!("{} {}", self.method, self.route),
            "kind": 2,
            "startTimeUnixNano": self.began.to_string(),
            "endTimeUnixNano": now().to_string(),
            "attributes": [
                text("http.request.method", &self.method),
                text("http.route", &self.route),
                { "key": "http.response.status_code", "value": { "intValue": status.to_string() } },
            ],
            "status": if status >= 500 { json!({ "code": 2 }) } else { json!({}) },
        });
        if let (Some(parent), Some(span)) = (&self.parent, span.as_object_mut()) {
            span.insert("parentSpanId".to_owned(), json!(parent));
        }
        span
    }

    /// The same problem with its trace.
    async fn named(&self, response: Response) -> Response {
        let (mut head, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, LARGEST).await.unwrap_or_default();
        let Ok(mut problem) = serde_json::from_slice::<Map<String, Value>>(&bytes) else {
            return Response::from_parts(head, Body::from(bytes));
        };
        problem.insert("trace".to_owned(), json!(self.id));
        head.headers.remove(header::CONTENT_LENGTH);
        Response::from_parts(head, Body::from(Value::Object(problem).to_string()))
    }
}

/// The trace and the span of which a request says that it is a part: `traceparent` of W3C Trace Context.
fn parent(headers: &HeaderMap) -> Option<(String, String)> {
    let text = headers.get("traceparent")?.to_str().ok()?;
    let mut parts = text.split('-').skip(1);
    let (trace, span) = (parts.next()?, parts.next()?);
    let is_id = |text: &str, length: usize| {
        let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        text.len() == length && text.bytes().all(digit) && text.bytes().any(|byte| byte != b'0')
    };
    (is_id(trace, 32) && is_id(span, 16)).then(|| (trace.to_owned(), span.to_owned()))
}

fn now() -> u128 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos()
}

/// So many random bytes as digits.
fn random(bytes: usize) -> String {
    let mut drawn = vec![0; bytes];
    // A trace that is not unique does no harm.
    let _ = getrandom::fill(&mut drawn);
    drawn.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A collector: `http://host:port`, perhaps with a path before `/v1/traces`.
#[derive(Debug)]
struct Collector {
    host: String,
    path: String,
}

impl Collector {
    fn read(address: &str) -> Option<Self> {
        let rest = address.strip_prefix("http://")?.trim_end_matches('/');
        let (host, path) =
            rest.split_once('/').map_or((rest, String::new()), |(host, path)| (host, format!("/{path}")));
        let host = if host.contains(':') { host.to_owned() } else { format!("{host}:4318") };
        Some(Self { host, path: format!("{path}/v1/traces") })
    }

    async fn post(&self, body: &str) -> std::io::Result<()> {
        let Self { host, path } = self;
        let mut line = TcpStream::connect(host).await?;
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n",
            body.len()
        );
        line.write_all(head.as_bytes()).await?;
        line.write_all(body.as_bytes()).await?;
        let mut answer = Vec::new();
        line.take(1024).read_to_end(&mut answer).await?;
        match answer.starts_with(b"HTTP/1.1 2") {
            true => Ok(()),
            false => Err(std::io::Error::other(
                String::from_utf8_lossy(&answer).lines().next().unwrap_or_default(),
            )),
        }
    }
}

/// Tells the collector of spans, many at a time.
async fn export(to: Arc<Collector>, node: String, mut spans: mpsc::Receiver<Value>, stop: CancellationToken) {
    loop {
        let first = tokio::select! {
            () = stop.cancelled() => return,
            first = spans.recv() => first,
        };
        let Some(first) = first else { return };
        tokio::time::sleep(GATHER).await;
        let mut some = vec![first];
        while some.len() < TOGETHER
            && let Ok(more) = spans.try_recv()
        {
            some.push(more);
        }
        let resource = json!({ "attributes": [
            { "key": "service.name", "value": { "stringValue": "banco" } },
            { "key": "service.instance.id", "value": { "stringValue": node } },
        ] });
        let scope = json!({ "scope": { "name": "banco-server" }, "spans": some });
        let body = json!({ "resourceSpans": [{ "resource": resource, "scopeSpans": [scope] }] }).to_string();
        match tokio::time::timeout(PATIENCE, to.post(&body)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "the collector of traces"),
            Err(_) => tracing::warn!("the collector of traces does not answer"),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn collectors_and_parents_are_read() {
        let read = |text: &str| Collector::read(text).map(|one| (one.host, one.path));
        let at = |host: &str, path: &str| Some((host.to_owned(), path.to_owned()));
        assert_eq!(read("http://127.0.0.1:4318"), at("127.0.0.1:4318", "/v1/traces"));
        assert_eq!(read("http://collector/otlp/"), at("collector:4318", "/otlp/v1/traces"));
        assert_eq!(read("https://collector"), None);
        let with = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("traceparent", text.parse().unwrap());
            parent(&headers)
        };
        let (trace, span) = ("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331");
        let named = with(&format!("00-{trace}-{span}-01"));
        assert_eq!(named, Some((trace.to_owned(), span.to_owned())));
        assert_eq!(with(&format!("00-{}-{span}-01", "0".repeat(32))), None);
        assert_eq!(with("nonsense"), None);
    }
}
