//! Why a request was not done: RFC 9457, with a stable code, clauses and a hint.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use banco_floor::Unanswered;
use banco_journal::{Answer, StoreError};
use banco_people::{PeopleError, Refusal};
use banco_wire::{BadCommand, Problem};

/// A request that was not done.
#[derive(Clone, Debug)]
pub struct Failed {
    /// What the client is told.
    pub problem: Box<Problem>,
    /// In how many seconds it may try again.
    pub retry_after: Option<u64>,
}

impl Failed {
    /// With this code.
    #[must_use]
    pub fn new(status: StatusCode, code: &str, title: impl Into<String>) -> Self {
        Self { problem: Box::new(Problem::new(status.as_u16(), code, title.into())), retry_after: None }
    }

    /// What to do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.problem.hint = Some(hint.into());
        self
    }

    /// Where in the request.
    #[must_use]
    pub fn at(mut self, pointer: impl Into<String>) -> Self {
        self.problem.pointer = Some(pointer.into());
        self
    }

    /// When to try again.
    #[must_use]
    pub const fn again_in(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// A refusal that the floor has written down.
    #[must_use]
    pub fn answered(answer: &Answer) -> Self {
        let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::CONFLICT);
        let told: serde_json::Value = serde_json::from_str(&answer.text).unwrap_or_default();
        let text = |key: &str| told.get(key).and_then(serde_json::Value::as_str).map(str::to_owned);
        let (code, title) = (text("code").unwrap_or_default(), text("title").unwrap_or_default());
        let mut failed = Self::new(status, &code, title);
        failed.problem.hint = text("hint");
        let clauses = told.get("clauses").and_then(serde_json::Value::as_array).into_iter().flatten();
        failed.problem.clauses = clauses.filter_map(|one| one.as_str().map(str::to_owned)).collect();
        failed
    }

    /// There is no such thing, or none that this caller may know of.
    #[must_use]
    pub fn not_found(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", format!("there is no such {what}"))
    }

    /// A request that cannot be understood.
    #[must_use]
    pub fn bad(code: &str, title: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, title)
    }

    /// An idempotency key that was used for something else.
    #[must_use]
    pub fn other_body() -> Self {
        let title = "idempotency key reused with a different body";
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "key_used_before", title)
            .hint("reload the page, or use a new key for every new command")
    }

    /// The store is away for the moment.
    #[must_use]
    pub fn away() -> Self {
        let title = "the floor cannot keep anything now; nothing has happened";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "store_away", title).again_in(1)
    }
}

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = serde_json::to_string(&self.problem).unwrap_or_default();
        let mut response = (status, body).into_response();
        let json = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, json);
        response.extensions_mut().insert(*self.problem);
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if status == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static("Bearer realm=\"banco\"");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, scheme);
        }
        response
    }
}

impl From<BadCommand> for Failed {
    fn from(bad: BadCommand) -> Self {
        let status = StatusCode::from_u16(bad.status()).unwrap_or(StatusCode::BAD_REQUEST);
        let mut failed = Self::new(status, bad.code, bad.message).at(bad.pointer);
        failed.problem.hint = bad.hint;
        failed
    }
}

impl From<Refusal> for Failed {
    fn from(refusal: Refusal) -> Self {
        let status = match &refusal {
            Refusal::NotSignedIn | Refusal::SignInRefused | Refusal::WrongCode | Refusal::SignInOver => {
                StatusCode::UNAUTHORIZED
            }
            Refusal::NotAllowed
            | Refusal::StepUpNeeded
            | Refusal::EnrolFirst
            | Refusal::OwnAccount { .. } => StatusCode::FORBIDDEN,
            Refusal::NoPerson(_) | Refusal::NoSession | Refusal::NoDevice | Refusal::NoRequest(_) => {
                StatusCode::NOT_FOUND
            }
            Refusal::SlowDown { .. } => StatusCode::TOO_MANY_REQUESTS,
            _ => StatusCode::CONFLICT,
        };
        let mut failed = Self::new(status, refusal.code(), refusal.to_string());
        failed.problem.hint = refusal.hint().map(Into::into);
        if let Refusal::SlowDown { seconds } = &refusal {
            failed.retry_after = Some((*seconds).max(1));
        }
        failed
    }
}

impl From<PeopleError> for Failed {
    fn from(error: PeopleError) -> Self {
        match error {
            PeopleError::Refused(refusal) => refusal.into(),
            PeopleError::Store(error) => error.into(),
            PeopleError::NoRandomness | PeopleError::NoHash | PeopleError::NoKey => {
                tracing::error!(%error, "people");
                Self::away()
            }
        }
    }
}

impl From<StoreError> for Failed {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Moved(_) | StoreError::ItemMoved { .. } => {
                let title = "somebody else has changed this meanwhile";
                Self::new(StatusCode::CONFLICT, "changed_meanwhile", title).hint("look again, then decide")
            }
            StoreError::Busy => busy(),
            other => {
                tracing::warn!(error = %other, "store");
                Self::away()
            }
        }
    }
}

impl From<Unanswered> for Failed {
    fn from(unanswered: Unanswered) -> Self {
        match unanswered {
            Unanswered::OtherBody(_) => Self::other_body(),
            Unanswered::Busy => busy(),
            Unanswered::Fenced => {
                let title = "another node runs this table now; nothing has happened";
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "taken_over", title).again_in(1)
            }
            Unanswered::Unknown => {
                let title = "whether it happened is not known yet";
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "not_known_yet", title)
                    .hint("ask again with the same Idempotency-Key")
                    .again_in(1)
            }
            Unanswered::Closing => {
                let title = "this node is stopping; nothing has happened";
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "stopping", title).again_in(2)
            }
            Unanswered::NoRandomness(error) => {
                tracing::error!(%error, "no shoe is drawn");
                let title = "there is no randomness to draw a shoe by; nothing has happened";
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "no_randomness", title).again_in(5)
            }
            Unanswered::Away(error) => error.into(),
        }
    }
}

/// More comes in than can be kept.
#[must_use]
pub fn busy() -> Failed {
    let title = "more comes in than can be kept; nothing has happened";
    Failed::new(StatusCode::SERVICE_UNAVAILABLE, "busy", title)
        .hint("ask again with the same Idempotency-Key")
        .again_in(1)
}
