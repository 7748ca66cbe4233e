//! Rate limits on requests that change anything, per person and per network.
//!
//! People who are signed in, machines of the house and browsers from which somebody has signed in before draw on buckets of
//! their own, and on network buckets that strangers do not reach: whoever shares an address with the staff cannot hold
//! them off.
//!
//! The guard of every route asks here before it runs a handler and gives back afterward what was only held in case of a
//! refusal, so a new route is covered without a word of its own. A refusal is written down like anything else that is decided, so refusals have
//! buckets of their own, smaller than those of requests: a client that only collects refusals is held off early.
//!
//! Sign-in attempts have their own limiter in `banco-people`, which also knows the account.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use banco_engine::table::Person;
use banco_people::{BrowserMark, DeviceId};
use governor::Quota;
use governor::clock::Clock;
use governor::nanos::Nanos;
use governor::state::StateStore;

use crate::problem::Failed;
use crate::read_limit::Reader;

/// A token bucket: its size, and how fast it fills.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// Burst size.
    pub burst: NonZeroU32,
    /// Time to earn one more.
    pub refill: Duration,
}

/// All rate limits of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RateLimits {
    /// Requests of one person or machine.
    pub person: Rate,
    /// Refusals of one person or machine.
    pub person_refused: Rate,
    /// Requests from one network: of people who are known, and apart from them of strangers.
    pub network: Rate,
    /// Refusals of one network, counted apart in the same way.
    pub network_refused: Rate,
    /// Arrivals of each kind from one network.
    pub arrivals: Rate,
    /// Maximum number of keys that one limiter remembers.
    pub tracked: usize,
}

/// The account to which a request is counted, besides its network.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// A person with a session.
    Person(Person),
    /// A card reader or a display.
    Device(DeviceId),
    /// A browser from which somebody has signed in before.
    Browser(BrowserMark),
}

/// What a client without a session begins. Each kind is counted apart, so that one does not use up another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arrival {
    /// A guest of a demo floor.
    Guest,
    /// An invitation is accepted.
    Invitation,
    /// The first administrator is made.
    FirstSecret,
    /// A screen asks for a pairing code.
    Screen,
}

/// The rate limits of a node, with their buckets.
pub struct RateLimiter<C: Clock<Instant = Nanos> = Elapsed> {
    subjects: Buckets<Subject, C>,
    refused_subjects: Buckets<Subject, C>,
    known: Networks<C>,
    strangers: Networks<C>,
    arrivals: Buckets<(Arrival, IpAddr), C>,
    replays: Buckets<Reader, C>,
}

/// Entries that one person, or the strangers of one network, are told again at once where they resume streams.
const REPLAYED: NonZeroU32 = NonZeroU32::MIN.saturating_add(4_999);
/// Time to earn one more.
const REPLAY_REFILL: Duration = Duration::from_millis(10);

/// The buckets of networks, for one class of clients.
struct Networks<C: Clock<Instant = Nanos>> {
    requests: Buckets<IpAddr, C>,
    refused: Buckets<IpAddr, C>,
}

impl<C: Clock<Instant = Nanos> + Clone> Networks<C> {
    fn new(limits: &RateLimits, clock: &C) -> Self {
        Self {
            requests: Buckets::new(limits.network, limits.tracked, clock),
            refused: Buckets::new(limits.network_refused, limits.tracked, clock),
        }
    }

    fn take(&self, network: IpAddr) -> Result<(), Duration> {
        self.refused.take(network)?;
        self.requests.take(network).inspect_err(|_| self.refused.give_back(&network))
    }
}

impl RateLimiter {
    /// Full buckets.
    #[must_use]
    pub fn new(limits: &RateLimits) -> Self {
        Self::with_clock(limits, &Elapsed(Instant::now()))
    }
}

impl<C: Clock<Instant = Nanos> + Clone> RateLimiter<C> {
    fn with_clock(limits: &RateLimits, clock: &C) -> Self {
        let tracked = limits.tracked;
        Self {
            subjects: Buckets::new(limits.person, tracked, clock),
            refused_subjects: Buckets::new(limits.person_refused, tracked, clock),
            known: Networks::new(limits, clock),
            strangers: Networks::new(limits, clock),
            arrivals: Buckets::new(limits.arrivals, tracked, clock),
            replays: Buckets::new(Rate { burst: REPLAYED, refill: REPLAY_REFILL }, tracked, clock),
        }
    }

    /// Takes a token of the subject and one of the network for a request, or returns 429 with `Retry-After`.
    ///
    /// The request might be refused, so it takes a token of refusals as well, which [`Self::give_back`] returns when it was
    /// not. So no more requests are under way than may still be refused. The subject comes first: what exceeds the limit
    /// of one person takes nothing from others behind the same address. A network of `None` is exempt.
    ///
    /// # Errors
    /// Too many requests, or too many that were refused; then nothing is taken.
    pub fn check(&self, subject: Option<Subject>, network: Option<IpAddr>) -> Result<(), Limited> {
        if let Some(subject) = subject {
            self.refused_subjects.take(subject).map_err(Limited::Refusals)?;
            self.subjects.take(subject).map_err(|wait| {
                self.refused_subjects.give_back(&subject);
                Limited::Person(wait)
            })?;
        }
        let Some(network) = network else { return Ok(()) };
        self.networks(subject).take(network).map_err(|wait| {
            if let Some(subject) = subject {
                self.refused_subjects.give_back(&subject);
                self.subjects.give_back(&subject);
            }
            Limited::Network(wait)
        })
    }

    /// Gives the tokens of refusals back after a request that was not refused.
    pub fn give_back(&self, subject: Option<Subject>, network: Option<IpAddr>) {
        if let Some(subject) = subject {
            self.refused_subjects.give_back(&subject);
        }
        if let Some(network) = network {
            self.networks(subject).refused.give_back(&network);
        }
    }

    const fn networks(&self, subject: Option<Subject>) -> &Networks<C> {
        if subject.is_some() { &self.known } else { &self.strangers }
    }

    /// Whether a reader may be told `entries` entries of streams again; takes a token for each.
    pub fn may_replay(&self, reader: Option<Reader>, entries: NonZeroU32) -> bool {
        reader.is_none_or(|reader| self.replays.take_all(reader, entries))
    }

    /// Takes a token for an arrival.
    ///
    /// # Errors
    /// Too many from this network.
    pub fn check_arrival(&self, arrival: Arrival, network: Option<IpAddr>) -> Result<(), Limited> {
        network.map_or(Ok(()), |network| self.arrivals.take((arrival, network)).map_err(Limited::Network))
    }
}

/// A request that exceeds a limit, with the time until the next one fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limited {
    /// Too many requests of one person or machine.
    Person(Duration),
    /// Too many refusals of one person or machine.
    Refusals(Duration),
    /// Too many requests or refusals from one network.
    Network(Duration),
}

impl Limited {
    /// The name of the limit in metrics.
    #[must_use]
    pub const fn cause(self) -> &'static str {
        match self {
            Self::Person(_) => "person_rate",
            Self::Refusals(_) => "refusal_rate",
            Self::Network(_) => "network_rate",
        }
    }
}

impl From<Limited> for Failed {
    fn from(limited: Limited) -> Self {
        let (what, wait) = match limited {
            Limited::Person(wait) => ("Too many requests", wait),
            Limited::Refusals(wait) => ("Too many of your requests were refused", wait),
            Limited::Network(wait) => ("Too many requests from your network", wait),
        };
        let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
        let seconds = seconds.max(1);
        let unit = if seconds == 1 { "second" } else { "seconds" };
        let title = format!("{what}. Try again in {seconds} {unit}.");
        Self::new(StatusCode::TOO_MANY_REQUESTS, "slow_down", title).again_in(seconds)
    }
}

/// A token bucket per key.
struct Buckets<K: Hash + Eq + Copy, C: Clock<Instant = Nanos>> {
    clock: C,
    limiter: governor::RateLimiter<K, Kept<K>, C>,
    kept: Kept<K>,
    refill: Nanos,
}

impl<K: Hash + Eq + Copy, C: Clock<Instant = Nanos> + Clone> Buckets<K, C> {
    fn new(rate: Rate, capacity: usize, clock: &C) -> Self {
        let refill = rate.refill.max(Duration::from_nanos(1));
        let quota = Quota::with_period(refill).unwrap_or(Quota::per_second(NonZeroU32::MIN));
        let kept = Kept { states: Arc::default(), capacity: capacity.max(1) };
        Self {
            clock: clock.clone(),
            limiter: governor::RateLimiter::new(quota.allow_burst(rate.burst), kept.clone(), clock.clone()),
            kept,
            refill: refill.into(),
        }
    }

    fn take(&self, key: K) -> Result<(), Duration> {
        self.limiter.check_key(&key).map_err(|until| until.wait_time_from(self.clock.now()))
    }

    /// Takes several tokens, or none.
    fn take_all(&self, key: K, tokens: NonZeroU32) -> bool {
        matches!(self.limiter.check_key_n(&key, tokens), Ok(Ok(())))
    }

    /// Gives a token back that was taken: the bucket is full by one refill sooner.
    fn give_back(&self, key: &K) {
        let mut states = self.kept.states.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(state) = states.get_mut(key) {
            *state = state.saturating_sub(self.refill);
        }
    }
}

/// The states of buckets, at most `capacity` of them.
///
/// When all places are taken, the half that has used least is forgotten: those clients lose nothing by it, and a client that
/// is being held off stays so. An attacker with very many addresses gains a few tokens for each, and no memory.
struct Kept<K> {
    states: Arc<Mutex<HashMap<K, Nanos>>>,
    capacity: usize,
}

impl<K> Clone for Kept<K> {
    fn clone(&self) -> Self {
        Self { states: Arc::clone(&self.states), capacity: self.capacity }
    }
}

impl<K: Hash + Eq + Copy> StateStore for Kept<K> {
    type Key = K;

    fn measure_and_replace<T, F, E>(&self, key: &K, measure: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let mut states = self.states.lock().unwrap_or_else(PoisonError::into_inner);
        let known = states.get(key).copied();
        let (outcome, state) = measure(known)?;
        if known.is_none() && states.len() >= self.capacity {
            forget_half(&mut states);
        }
        states.insert(*key, state);
        Ok(outcome)
    }
}

/// Forgets the buckets that are nearest to full.
fn forget_half<K: Hash + Eq>(states: &mut HashMap<K, Nanos>) {
    let mut ends: Vec<Nanos> = states.values().copied().collect();
    let middle = ends.len() / 2;
    let middle = *ends.select_nth_unstable(middle).1;
    states.retain(|_, end| *end > middle);
}

/// Time since the limiter was made. It never goes back.
#[derive(Clone, Copy, Debug)]
pub struct Elapsed(Instant);

impl Clock for Elapsed {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        self.0.elapsed().into()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use governor::clock::FakeRelativeClock;

    use super::*;

    const ANNA: Option<Subject> = Some(Subject::Person(Person(1)));
    const BEN: Option<Subject> = Some(Subject::Person(Person(2)));
    const HOME: Option<IpAddr> = Some(IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 7)));

    fn rate(burst: u32, refill: u64) -> Rate {
        Rate { burst: NonZeroU32::new(burst).unwrap(), refill: Duration::from_secs(refill) }
    }

    fn limiter(clock: &FakeRelativeClock) -> RateLimiter<FakeRelativeClock> {
        let limits = RateLimits {
            person: rate(10, 1),
            person_refused: rate(3, 5),
            network: rate(15, 1),
            network_refused: rate(100, 1),
            arrivals: rate(2, 6),
            tracked: 8,
        };
        RateLimiter::with_clock(&limits, clock)
    }

    #[test]
    fn one_person_runs_out_and_another_at_the_same_address_does_not() {
        let clock = FakeRelativeClock::default();
        let limiter = limiter(&clock);
        let ask = |who| {
            let asked = limiter.check(who, HOME);
            if asked.is_ok() {
                limiter.give_back(who, HOME);
            }
            asked
        };
        assert!((0..10).all(|_| ask(ANNA).is_ok()));
        assert!((0..1_000).all(|_| matches!(ask(ANNA), Err(Limited::Person(_)))));
        assert!((0..5).all(|_| ask(BEN).is_ok()), "what Anna was refused cost Ben nothing");
        assert!(matches!(ask(BEN), Err(Limited::Network(_))), "15 for the whole network");
        assert!(limiter.check(BEN, None).is_ok());
        clock.advance(Duration::from_secs(1));
        assert!(ask(ANNA).is_ok() && ask(ANNA).is_err());
    }

    #[test]
    fn refusals_hold_off_sooner_than_requests() {
        let clock = FakeRelativeClock::default();
        let limiter = limiter(&clock);
        for _ in 0..5 {
            limiter.check(ANNA, None).unwrap();
            limiter.give_back(ANNA, None);
        }
        for _ in 0..3 {
            limiter.check(ANNA, None).unwrap();
        }
        let limited = limiter.check(ANNA, None).unwrap_err();
        assert_eq!(limited, Limited::Refusals(Duration::from_secs(5)));
        assert!(limiter.check(BEN, None).is_ok());
        clock.advance(Duration::from_secs(5));
        assert!(limiter.check(ANNA, None).is_ok());
        assert!(limiter.check(ANNA, None).is_err(), "the first is still under way and may be refused");
        limiter.give_back(ANNA, None);
        assert!(limiter.check(ANNA, None).is_ok());
    }

    #[test]
    fn memory_is_bounded_and_a_client_that_is_held_off_stays_so() {
        let clock = FakeRelativeClock::default();
        let limiter = limiter(&clock);
        let Some(anna) = ANNA else { unreachable!() };
        assert!((0..10).all(|_| limiter.subjects.take(anna).is_ok()));
        for person in 100..10_000 {
            limiter.subjects.take(Subject::Person(Person(person))).unwrap();
        }
        assert!(limiter.subjects.take(anna).is_err());
        assert!(limiter.subjects.kept.states.lock().unwrap().len() <= 8);
    }

    #[test]
    fn a_problem_says_when_to_try_again() {
        let six = Failed::from(Limited::Network(Duration::from_millis(5_100)));
        assert_eq!(six.problem.title, "Too many requests from your network. Try again in 6 seconds.");
        assert_eq!(
            (six.problem.status, six.problem.code.as_str(), six.retry_after),
            (429, "slow_down", Some(6))
        );
        let one = Failed::from(Limited::Person(Duration::from_millis(1)));
        assert_eq!(one.problem.title, "Too many requests. Try again in 1 second.");
    }

    #[test]
    fn arrivals_have_a_bucket_of_their_own() {
        let limiter = limiter(&FakeRelativeClock::default());
        let arrives = |arrival, network| limiter.check_arrival(arrival, network).is_ok();
        assert!((0..2).all(|_| arrives(Arrival::Screen, HOME)));
        assert!(!arrives(Arrival::Screen, HOME));
        for other in [Arrival::Guest, Arrival::Invitation, Arrival::FirstSecret] {
            assert!(arrives(other, HOME), "screens use up nothing of {other:?}");
        }
        assert!(limiter.check(ANNA, HOME).is_ok());
        assert!((0..100).all(|_| arrives(Arrival::Screen, None)));
    }

    #[test]
    fn strangers_use_up_nothing_of_people_who_are_known() {
        let limiter = limiter(&FakeRelativeClock::default());
        assert!((0..15).all(|_| limiter.check(None, HOME).is_ok()));
        assert!(matches!(limiter.check(None, HOME), Err(Limited::Network(_))));
        assert!(limiter.check(ANNA, HOME).is_ok());
        limiter.give_back(ANNA, HOME);
        assert!(limiter.check(None, HOME).is_err(), "and are given nothing back for them");
    }
}
