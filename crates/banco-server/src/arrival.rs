//! Whether the body of a request has come: whoever takes too long to send it is told so, and not that the answer takes
//! too long.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use hyper::body::{Frame, SizeHint};

/// Whether somebody waits for more of a body.
#[derive(Clone, Debug, Default)]
pub struct Arrival(Arc<AtomicBool>);

impl Arrival {
    /// Whether the handler has asked for more of the body than has come.
    #[must_use]
    pub fn is_awaited(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A request whose body tells whether it is waited for.
#[must_use]
pub fn watched(request: Request) -> (Request, Arrival) {
    let arrival = Arrival::default();
    let told = arrival.clone();
    (request.map(|body| Body::new(Watched { body, arrival: told })), arrival)
}

struct Watched {
    body: Body,
    arrival: Arrival,
}

impl HttpBody for Watched {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        self.arrival.0.store(polled.is_pending(), Ordering::Relaxed);
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
