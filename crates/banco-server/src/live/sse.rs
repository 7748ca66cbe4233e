//! Streams for programs, as server-sent events: the same envelopes, one stream a request.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use banco_wire::{Envelope, Position};
use futures_util::stream;
use tokio::time::{Interval, MissedTickBehavior};
use tokio_util::task::task_tracker::TaskTrackerToken;

use super::end::End;
use super::{Listener, Reader, Sees};
use crate::app::App;
use crate::guard::Caller;
use crate::problem::Failed;

/// How often a quiet line is tried.
const BEAT: Duration = Duration::from_secs(10);

/// `GET /api/v1/tables/{table}/events`
pub async fn table_events(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(table): Path<String>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    events(app, caller, &format!("table/{table}"), &query, &headers).await
}

/// `GET /api/v1/links/{link}/events`
pub async fn link_events(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(link): Path<String>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    events(app, caller, &format!("link/{link}"), &query, &headers).await
}

/// `GET /api/v1/accounts/{person}/events`
pub async fn account_events(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(person): Path<String>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Result<Response, Failed> {
    events(app, caller, &format!("account/{person}"), &query, &headers).await
}

async fn events(
    app: Arc<App>,
    caller: Caller,
    name: &str,
    query: &HashMap<String, String>,
    headers: &HeaderMap,
) -> Result<Response, Failed> {
    let sees = Sees::of(&app, &caller, query.get("as").map(String::as_str))?;
    let name = banco_journal::StreamName::new(name).map_err(|_| Failed::not_found("stream"))?;
    sees.may_follow(&app.floor.books(), &name)?;
    let known = headers.get("last-event-id").and_then(|id| id.to_str().ok()).and_then(position);
    if caller.session().is_ok_and(|session| !app.directory().holds(session, app.now())) {
        app.refresh_people().await;
    }
    let reader = Reader::begin(&app, sees, caller.reading(), vec![(name, known)]);
    let mut beat = tokio::time::interval(BEAT);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let token = app.tasks.token();
    let listener = Listener::new(&app, caller);
    let line = Line { app, listener, reader, beat, knows: false, over: false, _token: token };
    let chunks = stream::unfold(line, |mut line| async move {
        let chunk = line.next().await?;
        Some((Ok::<_, Infallible>(Bytes::from(chunk)), line))
    });
    let mut response = Response::new(Body::from_stream(chunks));
    *response.status_mut() = StatusCode::OK;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store, no-transform"));
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    Ok(response)
}

struct Line {
    app: Arc<App>,
    listener: Listener,
    reader: Reader,
    beat: Interval,
    /// Whether the client has been told what it had missed.
    knows: bool,
    /// Whether the last word is said.
    over: bool,
    _token: TaskTrackerToken,
}

impl Line {
    /// What goes out next; nothing when the line ends. The client comes back with the number it knows.
    async fn next(&mut self) -> Option<String> {
        if self.over {
            return None;
        }
        let said = self.say().await;
        self.over = said.is_err();
        Some(said.unwrap_or_else(|end| {
            self.app.metrics.dropped.count(&[("reason", end.name())]);
            without_place(&end.bye(&self.app))
        }))
    }

    /// Waits for something to say, or for a reason to end.
    async fn say(&mut self) -> Result<String, End> {
        if !self.knows {
            self.still_in().await?;
            match self.reader.catch_up().await.map_err(|_| End::Away)? {
                Some(missed) => return Ok(missed.iter().map(event).collect()),
                None => self.knows = true,
            }
        }
        let stop = self.app.stop.clone();
        loop {
            tokio::select! {
                () = stop.cancelled() => return Err(End::Restart),
                // Whoever is signed out, here or on another node, is let go at once.
                () = self.listener.changed() => self.still_in().await?,
                news = self.reader.next() => {
                    self.still_in().await?;
                    return Ok(news.ok_or(End::TooSlow)?.iter().map(event).collect());
                }
                _ = self.beat.tick() => {
                    self.still_in().await?;
                    self.listener.is_here();
                    return Ok(": beat\n\n".to_owned());
                }
            }
        }
    }

    /// Whoever is signed out is told nothing more.
    async fn still_in(&mut self) -> Result<(), End> {
        if self.listener.is_in().await { Ok(()) } else { Err(End::SignedOut) }
    }
}

/// `id:` is where the stream is, so that a client comes back to where it was.
fn event(message: &Envelope) -> String {
    format!("id: {}:{}\n{}", message.epoch, message.seq, without_place(message))
}

/// A message without a place: a client goes on from the last one that had one.
fn without_place(message: &Envelope) -> String {
    let kind = serde_json::to_value(message.kind).ok();
    let kind = kind.as_ref().and_then(serde_json::Value::as_str).unwrap_or("event");
    let data = serde_json::to_string(message).unwrap_or_default();
    format!("event: {kind}\ndata: {data}\n\n")
}

fn position(id: &str) -> Option<Position> {
    let (epoch, seq) = id.rsplit_once(':')?;
    Some(Position { epoch: epoch.to_owned(), seq: seq.parse().ok()? })
}
