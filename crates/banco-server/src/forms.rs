//! Forms that are sent twice happen once.
//!
//! Every form carries the idempotency key that the server issued when it rendered it. The first request under a key runs,
//! to its end even if its client goes away; the same request again waits for it and gets the same answer. The same key with
//! another body is refused. A refusal ends the claim, so that the form can be corrected.
//!
//! This covers whatever a form does, also what shows a secret once. Commands that move money are keyed in the journal as
//! well, where the key holds on every node and after a restart.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use banco_journal::{CommandId, Hash};
use banco_wire::Problem;
use tokio::sync::watch;

use crate::api::{body_hash, command_id};
use crate::app::App;
use crate::guard::Caller;
use crate::pages::{Fields, new_key};
use crate::problem::Failed;
use crate::sessions::Who;

/// Carries the key of the form's next use, with every answer to a form.
pub const NEXT_KEY: HeaderName = HeaderName::from_static("form-key");
/// Says that an answer was given before.
const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");
/// How long an answer is kept for the same form again.
const KEPT_FOR: Duration = Duration::from_secs(120);
/// How many answers are kept at most, and how many bytes of them.
const MOST: usize = 10_000;
const MOST_BYTES: usize = 16 * 1024 * 1024;
/// Larger answers are given to whoever waits for them, and not kept.
const LARGEST_KEPT: usize = 256 * 1024;
/// No answer to a form is larger than this.
const LARGEST: usize = 64 * 1024 * 1024;
/// Forms that choose how pages look: done twice is done once.
const PREFERENCES: [&str; 2] = ["/look", "/dealer/assist"];

/// Marks an answer after which nothing has happened yet: a page that asks for confirmation, a draft that was checked.
#[derive(Clone, Copy, Debug)]
pub struct NothingHappened;

/// An answer to a form.
#[derive(Clone)]
struct Answered {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
    problem: Option<Problem>,
    happened: bool,
}

impl Answered {
    async fn read(response: Response) -> Self {
        let (head, body) = response.into_parts();
        let happened = (head.status.is_success() || head.status.is_redirection())
            && head.extensions.get::<NothingHappened>().is_none();
        let body = to_bytes(body, LARGEST).await.unwrap_or_default();
        let problem = head.extensions.get::<Problem>().cloned();
        Self { status: head.status, headers: head.headers, body, problem, happened }
    }

    fn respond(self, again: bool) -> Response {
        let mut response = (self.status, Body::from(self.body)).into_response();
        *response.headers_mut() = self.headers;
        if again {
            response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
        }
        if let Some(problem) = self.problem {
            response.extensions_mut().insert(problem);
        }
        response
    }
}

/// A form that is being done, or was done lately.
struct Claim {
    body: Hash,
    answer: watch::Receiver<Option<Answered>>,
}

#[derive(Default)]
struct Claims {
    all: HashMap<CommandId, Claim>,
    /// The answers that are kept, oldest first, with their sizes.
    kept: VecDeque<(Instant, CommandId, usize)>,
    bytes: usize,
}

impl Claims {
    fn forget_old(&mut self) {
        while let Some((since, id, size)) = self.kept.front().copied() {
            let full = self.kept.len() > MOST || self.bytes > MOST_BYTES;
            if !full && since.elapsed() < KEPT_FOR {
                return;
            }
            self.kept.pop_front();
            self.all.remove(&id);
            self.bytes = self.bytes.saturating_sub(size);
        }
    }
}

/// The forms that are being done, and those that were done lately.
#[derive(Default)]
pub struct SentForms(Arc<Mutex<Claims>>);

/// What a request under a key is to do.
enum Turn {
    /// It is the first: it runs.
    First(Ticket),
    /// The same was sent before: it waits for that answer.
    Again(watch::Receiver<Option<Answered>>),
    /// The key was used for something else.
    OtherBody,
}

/// The claim of the request that runs. Dropped without an answer, it lets the form be sent again.
struct Ticket {
    claims: Arc<Mutex<Claims>>,
    id: CommandId,
    answer: watch::Sender<Option<Answered>>,
    done: bool,
}

impl SentForms {
    fn begin(&self, id: CommandId, body: Hash) -> Turn {
        let mut claims = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        claims.forget_old();
        match claims.all.get(&id) {
            Some(claim) if claim.body == body => Turn::Again(claim.answer.clone()),
            Some(_) => Turn::OtherBody,
            None => {
                let (answer, receiver) = watch::channel(None);
                claims.all.insert(id, Claim { body, answer: receiver });
                Turn::First(Ticket { claims: Arc::clone(&self.0), id, answer, done: false })
            }
        }
    }
}

impl Ticket {
    fn finish(mut self, answered: &Answered) {
        self.answer.send_replace(Some(answered.clone()));
        if answered.happened && answered.body.len() <= LARGEST_KEPT {
            let mut claims = self.claims.lock().unwrap_or_else(PoisonError::into_inner);
            claims.kept.push_back((Instant::now(), self.id, answered.body.len()));
            claims.bytes = claims.bytes.saturating_add(answered.body.len());
            self.done = true;
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if !self.done {
            self.claims.lock().unwrap_or_else(PoisonError::into_inner).all.remove(&self.id);
        }
    }
}

/// Whose key a key is: nobody can take or guess another's.
fn owner(caller: &Caller) -> String {
    match &caller.who {
        Who::Person(signed) => crate::api::commands::owner(signed.session.person),
        Who::Device(device) => format!("device {}", device.id),
        Who::Nobody => format!("nobody at {}", caller.client.address),
    }
}

/// Runs a form once for its key, and gives the same answer again to the same form.
pub async fn once(app: &App, caller: &Caller, form: &Bytes, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    if PREFERENCES.contains(&path.as_str()) {
        return next.run(request).await;
    }
    let key = match crate::pages::fields(form).key() {
        Ok(key) => key,
        Err(failed) => return failed.into_response(),
    };
    let owner = owner(caller);
    let id = command_id(&owner, &format!("sent form {key}"));
    let (mut answer, again) = match app.forms.begin(id, body_hash(&owner, &path, form)) {
        Turn::OtherBody => return Failed::other_body().into_response(),
        Turn::Again(answer) => (answer, true),
        Turn::First(ticket) => {
            let answer = ticket.answer.subscribe();
            // A browser that is pressed twice drops its first request; what that one began is ended all the same.
            app.tasks.spawn(async move {
                let answered = Answered::read(next.run(request).await).await;
                ticket.finish(&answered);
            });
            (answer, false)
        }
    };
    let answered = match answer.wait_for(Option::is_some).await {
        Ok(answered) => answered.clone(),
        Err(_) => None,
    };
    let mut response =
        answered.map_or_else(|| Failed::away().into_response(), |answered| answered.respond(again));
    if let Ok(key) = HeaderValue::from_str(&new_key()) {
        response.headers_mut().insert(NEXT_KEY, key);
    }
    response
}

/// The key of a form.
///
/// # Errors
/// There is none, or none that a journal keeps.
pub fn key_of(fields: &Fields) -> Result<String, Failed> {
    let key = fields.text("key");
    let sound =
        (1..=100).contains(&key.len()) && key.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic());
    match key {
        "" => Err(Failed::bad("key_needed", "the form has no idempotency key").hint("reload the page")),
        key if sound => Ok(key.to_owned()),
        _ => Err(Failed::bad("bad_key", "an idempotency key is 1 to 100 printable ASCII characters")
            .hint("reload the page")),
    }
}

#[cfg(test)]
#[allow(clippy::panic, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    fn first(forms: &SentForms, id: u8, body: &[u8]) -> Ticket {
        match forms.begin(CommandId([id; 16]), Hash::over(body)) {
            Turn::First(ticket) => ticket,
            Turn::Again(_) | Turn::OtherBody => panic!("it was sent before"),
        }
    }

    fn answered(status: u16, body: usize) -> Answered {
        let status = StatusCode::from_u16(status).unwrap_or_default();
        let body = Bytes::from(vec![0; body]);
        Answered { status, headers: HeaderMap::new(), body, problem: None, happened: status.is_success() }
    }

    #[test]
    fn what_happened_is_kept_and_what_was_refused_is_not() {
        let forms = SentForms::default();
        first(&forms, 1, b"one").finish(&answered(204, 0));
        assert!(matches!(forms.begin(CommandId([1; 16]), Hash::over(b"one")), Turn::Again(_)));
        assert!(matches!(forms.begin(CommandId([1; 16]), Hash::over(b"two")), Turn::OtherBody));
        first(&forms, 2, b"one").finish(&answered(409, 0));
        first(&forms, 2, b"two").finish(&answered(204, 0));
        // One that breaks off does not stand in the way either.
        drop(first(&forms, 3, b"one"));
        first(&forms, 3, b"two").finish(&answered(204, 0));
    }

    #[test]
    fn answers_take_no_more_room_than_there_is() {
        let forms = SentForms::default();
        let each = LARGEST_KEPT;
        for id in 0..=u8::MAX {
            first(&forms, id, b"one").finish(&answered(200, each));
        }
        let kept = forms.0.lock().map(|claims| (claims.all.len(), claims.bytes)).unwrap_or_default();
        assert!(kept.1 <= MOST_BYTES + each && kept.0 <= MOST_BYTES / each + 1, "{kept:?}");
        drop(first(&forms, 0, b"too large"));
    }
}
