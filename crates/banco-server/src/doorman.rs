//! How many come in from one address: guests, invitations, first secrets. Sign-ins are counted by people themselves.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;

use crate::problem::Failed;

/// So many at once.
const AT_ONCE: u32 = 20;
/// And one more after so long.
const EACH: Duration = Duration::from_secs(6);
/// How many addresses are remembered.
const MOST: usize = 50_000;

/// Counts who comes in from where.
#[derive(Default, Debug)]
pub struct Doorman {
    seen: Mutex<HashMap<String, (Instant, u32)>>,
}

impl Doorman {
    /// Lets one more in from an address. Whoever is on this machine is not counted: a proxy or a test speaks for many.
    ///
    /// # Errors
    /// There were too many.
    pub fn let_in(&self, address: &str) -> Result<(), Failed> {
        if address.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback()) {
            return Ok(());
        }
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.len() >= MOST {
            seen.retain(|_, (since, _)| since.elapsed() < EACH * AT_ONCE);
        }
        let now = Instant::now();
        let (since, many) = seen.entry(address.to_owned()).or_insert((now, 0));
        let gone = u32::try_from(since.elapsed().as_secs() / EACH.as_secs().max(1)).unwrap_or(u32::MAX);
        if gone > 0 {
            *many = many.saturating_sub(gone);
            *since = now;
        }
        if *many >= AT_ONCE {
            let title = "too many come in from where you are";
            return Err(
                Failed::new(StatusCode::TOO_MANY_REQUESTS, "slow_down", title).again_in(EACH.as_secs())
            );
        }
        *many += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_come_in_and_no_more() {
        let doorman = Doorman::default();
        for _ in 0..AT_ONCE {
            assert!(doorman.let_in("203.0.113.7").is_ok());
        }
        assert!(doorman.let_in("203.0.113.7").is_err());
        assert!(doorman.let_in("203.0.113.8").is_ok());
        assert!((0..1000).all(|_| doorman.let_in("127.0.0.1").is_ok()));
    }
}
