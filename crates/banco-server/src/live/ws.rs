//! Streams for pages, on a WebSocket.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use banco_wire::{Envelope, Kind, Moment, Position, read_hello};
use tokio::time::{Instant, MissedTickBehavior, timeout};

use super::end::End;
use super::{Listener, Reader, Sees, to_raw};
use crate::access_log;
use crate::app::App;
use crate::guard::{Caller, is_own_origin};
use crate::problem::Failed;
use crate::read_limit::Reading;
use crate::sessions::Who;

/// How long a client may take to say what it wants.
const HELLO: Duration = Duration::from_secs(10);
/// How often a quiet line is tried.
const BEAT: Duration = Duration::from_secs(5);
/// A line that has said nothing for so long is dead.
const DEAD: Duration = Duration::from_secs(15);
/// How long one message may take to go out.
const SEND: Duration = Duration::from_secs(5);
/// The largest message of a client.
const LARGEST: usize = 64 * 1024;

/// `GET /api/v1/stream`
pub async fn open(
    State(app): State<Arc<App>>,
    caller: Caller,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failed> {
    let sees = Sees::of(&app, &caller, query.get("as").map(String::as_str))?;
    // A browser sends cookies along to whoever opens a socket, so it must say that it is our own page.
    let bearer = headers.contains_key(header::AUTHORIZATION);
    let by_cookie = match &caller.who {
        Who::Person(signed) => signed.by_cookie,
        Who::Device(_) => !bearer,
        Who::Nobody => false,
    };
    let origin = headers.get(header::ORIGIN).map(|origin| is_own_origin(&app, &headers, origin.as_bytes()));
    if origin == Some(false) || (by_cookie && origin.is_none()) {
        return Err(Failed::new(
            axum::http::StatusCode::FORBIDDEN,
            "foreign_origin",
            "the request comes from another site",
        ));
    }
    // Somebody may have come in at another node a moment ago.
    if caller.session().is_ok_and(|session| !app.directory().holds(session, app.now())) {
        app.refresh_people().await;
    }
    let by = caller.reading();
    let listener = Listener::new(&app, caller);
    let upgrade = upgrade
        .max_message_size(LARGEST)
        .max_frame_size(LARGEST)
        // A client says little; the usual buffer of 128 KiB for each would be most of what a full floor needs.
        .read_buffer_size(4 * 1024)
        .write_buffer_size(0)
        .max_write_buffer_size(app.config.limits.socket);
    Ok(upgrade.on_upgrade(move |socket| {
        let tasks = app.tasks.clone();
        tasks.track_future(async move { Line { app, listener, by, socket }.run(sees).await })
    }))
}

struct Line {
    app: Arc<App>,
    listener: Listener,
    by: Reading,
    socket: WebSocket,
}

impl Line {
    async fn run(mut self, sees: Sees) {
        let app = Arc::clone(&self.app);
        let _counted = app.metrics.sockets.hold();
        let end = match self.talk(sees).await {
            Ok(()) => End::Gone,
            Err(end) => end,
        };
        if end != End::Gone {
            app.metrics.dropped.count(&[("reason", end.name())]);
            if self.send(&end.bye(&app)).await.is_ok() {
                let frame = CloseFrame { code: end.code(), reason: Utf8Bytes::from_static(end.text()) };
                drop(timeout(SEND, self.socket.send(Frame::Close(Some(frame)))).await);
            }
        }
    }

    async fn talk(&mut self, sees: Sees) -> Result<(), End> {
        let Some(hello) = self.hello().await? else { return Ok(()) };
        self.still_in().await?;
        let books = self.app.floor.books();
        let mut wanted = Vec::new();
        for (name, position) in hello.resume {
            let stream = banco_journal::StreamName::new(&name).map_err(|_| End::BadHello)?;
            match sees.may_follow(&books, &stream) {
                Ok(()) => {
                    let seen = sees.access(&stream);
                    if let Some(access) = seen {
                        access_log::write(&self.app, access).await.map_err(|_| End::Away)?;
                    }
                    wanted.push((stream, position));
                }
                Err(failed) => self.notice(&name, &failed).await?,
            }
        }
        let mut reader = Reader::begin(&self.app, sees, self.by, wanted);
        while let Some(missed) = reader.catch_up().await.map_err(|_| End::Away)? {
            if self.app.stop.is_cancelled() {
                return Err(End::Restart);
            }
            self.still_in().await?;
            for message in missed {
                self.send(&message).await?;
            }
        }
        self.follow(&mut reader).await
    }

    /// Tells what happens until the line ends.
    async fn follow(&mut self, reader: &mut Reader) -> Result<(), End> {
        let mut beat = tokio::time::interval(BEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Instant::now();
        let stop = self.app.stop.clone();
        loop {
            tokio::select! {
                () = stop.cancelled() => return Err(End::Restart),
                // Whoever is signed out, here or on another node, is let go at once.
                news = reader.next() => {
                    self.still_in().await?;
                    for message in news.ok_or(End::TooSlow)? {
                        self.send(&message).await?;
                    }
                }
                frame = self.socket.recv() => match frame {
                    // Anything that comes in shows that somebody is there.
                    Some(Ok(Frame::Close(_)) | Err(_)) | None => return Ok(()),
                    Some(Ok(_)) => heard = Instant::now(),
                },
                () = self.listener.changed() => self.still_in().await?,
                _ = beat.tick() => {
                    if heard.elapsed() > DEAD {
                        return Err(End::TooSlow);
                    }
                    self.still_in().await?;
                    self.listener.is_here();
                    for message in reader.beat() {
                        self.send(&message).await?;
                    }
                    timeout(SEND, self.socket.send(Frame::Ping(axum::body::Bytes::new()))).await
                        .map_err(|_| End::TooSlow)?.map_err(|_| End::Gone)?;
                }
            }
        }
    }

    /// The first message: which streams, and what is known of them.
    async fn hello(&mut self) -> Result<Option<banco_wire::Hello>, End> {
        let stop = self.app.stop.clone();
        loop {
            let frame = tokio::select! {
                () = stop.cancelled() => return Err(End::Restart),
                frame = timeout(HELLO, self.socket.recv()) => frame.map_err(|_| End::BadHello)?,
            };
            match frame {
                Some(Ok(Frame::Text(text))) => {
                    return match read_hello(text.as_bytes()) {
                        Ok(hello) => Ok(Some(hello)),
                        Err(bad) => {
                            self.notice("floor", &bad.into()).await?;
                            Err(End::BadHello)
                        }
                    };
                }
                Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                Some(Ok(Frame::Binary(_))) => return Err(End::BadHello),
                Some(Ok(Frame::Close(_)) | Err(_)) | None => return Ok(None),
            }
        }
    }

    /// Whoever is signed out is told nothing more.
    async fn still_in(&mut self) -> Result<(), End> {
        if self.listener.is_in().await { Ok(()) } else { Err(End::SignedOut) }
    }

    async fn notice(&mut self, stream: &str, failed: &Failed) -> Result<(), End> {
        let at = Position { epoch: self.app.epoch.clone(), seq: 0 };
        let when = Moment::from_micros(self.app.now().0);
        let notice = Envelope::new(stream, at, Kind::Notice, when, to_raw(&failed.problem));
        self.send(&notice).await
    }

    async fn send(&mut self, message: &Envelope) -> Result<(), End> {
        let text = serde_json::to_string(message).unwrap_or_default();
        match timeout(SEND, self.socket.send(Frame::Text(text.into()))).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Gone),
            Err(_) => Err(End::TooSlow),
        }
    }
}
