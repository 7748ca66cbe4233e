//! Who asks: a cookie of a browser, a bearer token of a program, or a device of the house. What was read a moment ago is
//! trusted for a moment, and for no longer than nobody's standing has changed.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, header};
use banco_journal::{At, Hash};
use banco_people::{Device, People, PeopleError, Refusal, Session, SessionToken};

/// The cookie of a session. Its name keeps other hosts and paths from setting it.
pub const COOKIE: &str = "__Host-banco";

/// The cookie by which a browser is recognized at its next sign-in. It signs nobody in.
pub const BROWSER_COOKIE: &str = "__Host-banco-browser";

/// The cookie of a screen that is a display, or is to become one.
pub const DISPLAY_COOKIE: &str = "__Host-banco-display";
/// How long a browser keeps it, at most; every look at `/display` renews it. Browsers keep none longer.
const DISPLAY_SECONDS: u64 = 400 * 86_400;

/// For how long what was read is trusted.
const MOMENT: Duration = Duration::from_secs(1);
/// How many sessions are remembered for that moment.
const MOST: usize = 20_000;

/// A session and how it came: a cookie comes by itself, a token does not.
#[derive(Clone, Debug)]
pub struct Signed {
    /// Who.
    pub session: Session,
    /// Whether it came as a cookie, so that another site may have sent it.
    pub by_cookie: bool,
}

/// Who asks.
#[derive(Clone, Debug)]
pub enum Who {
    /// Nobody that is known.
    Nobody,
    /// Somebody who is signed in.
    Person(Box<Signed>),
    /// A card reader or a display.
    Device(Device),
}

/// Sessions that were read a moment ago, by the hash of their token.
#[derive(Default, Debug)]
pub struct Sessions {
    read: Mutex<HashMap<Hash, (Instant, Session)>>,
}

impl Sessions {
    /// Forgets everything: somebody's standing has changed.
    pub fn forget(&self) {
        self.read.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Whose token it is. Unless it is asked in the background, the session counts as used.
    ///
    /// # Errors
    /// Nobody's, or the store does not tell.
    pub async fn session(
        &self,
        people: &People,
        token: &SessionToken,
        now: At,
        background: bool,
    ) -> Result<Session, PeopleError> {
        let key = Hash::over(token.reveal().as_bytes());
        let touch_every = i64::try_from(people.settings().touch_every.as_micros()).unwrap_or(i64::MAX);
        // What polling has read a moment ago must not hide that a person is at work now.
        let is_noted = |session: &Session| background || now.0 < session.seen.0.saturating_add(touch_every);
        if let Some(session) = self.known(&key, now).filter(is_noted) {
            return Ok(session);
        }
        let session = match background {
            true => people.peek(token, now).await?,
            false => people.session(token, now).await?,
        };
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if read.len() >= MOST {
            read.clear();
        }
        read.insert(key, (Instant::now(), session.clone()));
        Ok(session)
    }

    fn known(&self, key: &Hash, now: At) -> Option<Session> {
        let read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, session) = read.get(key)?;
        (at.elapsed() < MOMENT && session.until.min(session.idle_until) > now).then(|| session.clone())
    }
}

/// The token of a request, and whether it came as a cookie.
#[must_use]
pub fn token_of(headers: &HeaderMap) -> Option<(String, bool)> {
    if let Some(bearer) = headers.get(header::AUTHORIZATION) {
        // Whoever names a token means it, whatever cookies come along.
        let text = bearer.to_str().ok()?;
        return Some((text.strip_prefix("Bearer ")?.trim().to_owned(), false));
    }
    cookie(headers, COOKIE).map(|token| (token, true))
}

/// A cookie of a request.
pub fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value.to_owned())
}

/// Sets the cookie of a session.
#[must_use]
pub fn set_cookie(token: &str, seconds: u64) -> String {
    format!("{COOKIE}={token}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age={seconds}")
}

/// Sets the cookie by which a browser is recognized at its next sign-in.
#[must_use]
pub fn set_browser_cookie(secret: &str, seconds: u64) -> String {
    format!("{BROWSER_COOKIE}={secret}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age={seconds}")
}

/// Sets the cookie of a screen.
#[must_use]
pub fn set_display_cookie(token: &str) -> String {
    format!("{DISPLAY_COOKIE}={token}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age={DISPLAY_SECONDS}")
}

/// Takes it away.
#[must_use]
pub fn clear_cookie() -> String {
    format!("{COOKIE}=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0")
}

/// Whether somebody is simply not signed in, as against a store that does not tell.
#[must_use]
pub fn is_nobody(error: &PeopleError) -> bool {
    matches!(error.refusal(), Some(Refusal::NotSignedIn | Refusal::SignInOver | Refusal::NoDevice))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn a_token_comes_as_bearer_or_as_our_own_cookie() {
        let mut headers = HeaderMap::new();
        assert_eq!(token_of(&headers), None);
        let cookies = HeaderValue::from_static("a=b; __Host-banco=secret; c");
        headers.insert(header::COOKIE, cookies);
        assert_eq!(token_of(&headers), Some(("secret".to_owned(), true)));
        headers.insert(header::AUTHORIZATION, HeaderValue::from_static("Bearer other"));
        assert_eq!(token_of(&headers), Some(("other".to_owned(), false)));
        headers.insert(header::AUTHORIZATION, HeaderValue::from_static("Basic b3RoZXI="));
        assert_eq!(token_of(&headers), None);
    }
}
