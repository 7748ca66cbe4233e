//! What is counted and measured, for Prometheus. Few labels, and never a person.
//!
//! Our own: the usual exporter brings twenty-five crates for what is a dozen lines here.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Something that only grows.
#[derive(Default, Debug)]
pub struct Counter(AtomicU64);

impl Counter {
    /// One more.
    pub fn count(&self) {
        self.add(1);
    }

    /// So many more.
    pub fn add(&self, many: u64) {
        self.0.fetch_add(many, Ordering::Relaxed);
    }

    /// How many by now.
    pub fn value(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Something that goes up and down.
#[derive(Default, Debug)]
pub struct Gauge(AtomicI64);

impl Gauge {
    /// It is this now.
    pub fn set(&self, value: i64) {
        self.0.store(value, Ordering::Relaxed);
    }

    /// One more, until what is returned is dropped.
    pub fn hold(&self) -> Held<'_> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Held(self)
    }

    /// What it is.
    pub fn value(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// One that is counted as long as this is kept.
pub struct Held<'a>(&'a Gauge);

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Counters that differ by labels, such as `kind="place_wager",outcome="done"`.
#[derive(Default, Debug)]
pub struct Counters(Mutex<BTreeMap<String, u64>>);

impl Counters {
    /// One more with these labels.
    pub fn count(&self, labels: &[(&str, &str)]) {
        let labels: Vec<String> = labels.iter().map(|(name, value)| format!("{name}=\"{value}\"")).collect();
        *self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(labels.join(",")).or_default() += 1;
    }
}

/// The upper ends of what is told apart, in microseconds.
const ENDS: [u64; 16] = [
    250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 150_000, 250_000, 500_000, 1_000_000,
    2_500_000, 5_000_000, 10_000_000,
];

/// How long something takes.
#[derive(Default, Debug)]
pub struct Times {
    within: [AtomicU64; 16],
    count: AtomicU64,
    micros: AtomicU64,
}

impl Times {
    /// It took so long.
    pub fn took(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        for (end, bucket) in ENDS.iter().zip(&self.within) {
            if micros <= *end {
                bucket.fetch_add(1, Ordering::Relaxed);
            }
        }
        self.count.fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(micros, Ordering::Relaxed);
    }

    /// How many there were.
    pub fn many(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    /// How many took as long as each span, which is told by its end in milliseconds; without the empty ones behind the last.
    pub fn by_millis(&self) -> Vec<(String, u64)> {
        let mut before = 0;
        let mut all: Vec<(String, u64)> = ENDS
            .iter()
            .zip(&self.within)
            .map(|(end, bucket)| {
                let within = bucket.load(Ordering::Relaxed);
                let here = within.saturating_sub(before);
                before = within;
                let millis = format!("{}.{:03}", end / 1_000, end % 1_000);
                (millis.trim_end_matches('0').trim_end_matches('.').to_owned(), here)
            })
            .collect();
        while all.last().is_some_and(|(_, many)| *many == 0) {
            all.pop();
        }
        all
    }

    fn print(&self, name: &str, text: &mut String) {
        for (end, bucket) in ENDS.iter().zip(&self.within) {
            let _ = writeln!(
                text,
                "{name}_bucket{{le=\"{}\"}} {}",
                seconds(*end),
                bucket.load(Ordering::Relaxed)
            );
        }
        let count = self.count.load(Ordering::Relaxed);
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = writeln!(text, "{name}_sum {}", seconds(self.micros.load(Ordering::Relaxed)));
        let _ = writeln!(text, "{name}_count {count}");
    }
}

fn seconds(micros: u64) -> String {
    let text = format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

macro_rules! metrics {
    ($($(#[doc = $doc:literal])+ $field:ident: $type:ident = $name:literal,)*) => {
        /// Everything that this node counts.
        #[derive(Default, Debug)]
        pub struct Metrics {
            $($(#[doc = $doc])+ pub $field: $type,)*
        }

        impl Metrics {
            /// As Prometheus reads it.
            #[must_use]
            pub fn text(&self) -> String {
                let mut text = String::with_capacity(8192);
                $(
                    let _ = writeln!(text, "# HELP {}{}", $name, concat!($($doc),+));
                    self.$field.write($name, &mut text);
                )*
                text
            }
        }
    };
}

/// How a metric is printed.
trait Printed {
    fn write(&self, name: &str, text: &mut String);
}

impl Printed for Counter {
    fn write(&self, name: &str, text: &mut String) {
        let _ = writeln!(text, "# TYPE {name} counter\n{name} {}", self.value());
    }
}

impl Printed for Gauge {
    fn write(&self, name: &str, text: &mut String) {
        let _ = writeln!(text, "# TYPE {name} gauge\n{name} {}", self.value());
    }
}

impl Printed for Counters {
    fn write(&self, name: &str, text: &mut String) {
        let _ = writeln!(text, "# TYPE {name} counter");
        for (labels, value) in &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            let _ = writeln!(text, "{name}{{{labels}}} {value}");
        }
    }
}

impl Printed for Times {
    fn write(&self, name: &str, text: &mut String) {
        let _ = writeln!(text, "# TYPE {name} histogram");
        self.print(name, text);
    }
}

metrics! {
    /// Commands by their kind and what became of them.
    commands: Counters = "banco_commands_total",
    /// From the arrival of a command to its durable answer.
    command_time: Times = "banco_command_seconds",
    /// Answers that were given before, to the same command.
    replays: Counter = "banco_idempotent_replays_total",
    /// Answers to refused commands that were taken away after their time.
    refusals_swept: Counter = "banco_refusals_swept_total",
    /// Requests by their answer.
    requests: Counters = "banco_requests_total",
    /// Commands that were turned away because of too much to do, by cause.
    shed: Counters = "banco_shed_total",
    /// Open connections.
    connections: Gauge = "banco_connections",
    /// Open streams of events.
    sockets: Gauge = "banco_ws_connections",
    /// Streams that were closed by the server, by reason.
    dropped: Counters = "banco_ws_dropped_total",
    /// Streams that were taken up again, by what they were sent.
    resumes: Counters = "banco_resumes_total",
    /// From a durable event to its way out.
    push_time: Times = "banco_push_seconds",
    /// Sign-ins that failed.
    auth_failures: Counters = "banco_auth_failures_total",
    /// What waits for a second person.
    approvals: Gauge = "banco_approvals_open",
    /// Tables that this node deals at.
    dealt_tables: Gauge = "banco_tables_dealt_here",
    /// Leases that were lost.
    leases_lost: Counter = "banco_lease_lost_total",
    /// Tables that have stopped because their books do not agree.
    halted: Gauge = "banco_table_halted",
    /// How many things do not agree in the books of the floor.
    trial_balance: Gauge = "banco_trial_balance",
    /// Bytes of the write-ahead log of SQLite.
    wal_bytes: Gauge = "banco_wal_bytes",
    /// Checkpoints that readers kept from finishing.
    checkpoint_busy: Gauge = "banco_checkpoint_busy_total",
    /// Whether this node hears the wake-up calls of PostgreSQL.
    listen_connected: Gauge = "banco_listen_connected",
    /// Snapshots that were kept since the start.
    snapshots_kept: Gauge = "banco_snapshots_kept_total",
    /// Snapshots that could not be kept.
    snapshots_failed: Gauge = "banco_snapshots_failed_total",
    /// Streams that went on from a snapshot at the start.
    snapshots_used: Gauge = "banco_snapshots_used",
    /// Snapshots that were of no use at the start.
    snapshots_ignored: Gauge = "banco_snapshots_ignored",
    /// Seconds since the newest entry that a snapshot holds was written; 0 before there is one.
    snapshot_age: Gauge = "banco_snapshot_age_seconds",
    /// Whether the node can keep commands.
    ready: Gauge = "banco_ready",
    /// Anchors that were signed.
    anchors: Counter = "banco_anchors_total",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_printed_as_prometheus_reads_them() {
        let metrics = Metrics::default();
        metrics.commands.count(&[("kind", "place_wager"), ("outcome", "done")]);
        metrics.command_time.took(Duration::from_micros(3_000));
        let held = metrics.sockets.hold();
        let text = metrics.text();
        drop(held);
        for line in [
            "banco_commands_total{kind=\"place_wager\",outcome=\"done\"} 1",
            "banco_command_seconds_bucket{le=\"0.0025\"} 0",
            "banco_command_seconds_bucket{le=\"0.005\"} 1",
            "banco_command_seconds_sum 0.003",
            "banco_ws_connections 1",
            "# TYPE banco_command_seconds histogram",
        ] {
            assert!(text.lines().any(|printed| printed == line), "{line}\n{text}");
        }
        assert_eq!(metrics.sockets.value(), 0);
    }
}
