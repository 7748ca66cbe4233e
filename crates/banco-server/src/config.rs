//! How a floor is run: flags over `BANCO_*` over a TOML file over what is usual. Each setting knows where its value came
//! from, and an unknown one is refused.

use std::collections::BTreeMap;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;

use banco_engine::{Controls, Level, Levels, MoneyAction};

use crate::hosts::host_name;
pub use crate::rate_limit::{Rate, RateLimits};

/// One setting, as it is named, described and set when nobody sets it.
pub struct Setting {
    /// In the file; `BANCO_` and capitals in the environment; dashes on the command line.
    pub key: &'static str,
    /// Without anything else.
    pub usual: &'static str,
    /// What it is, in a line.
    pub help: &'static str,
}

/// All settings.
pub const SETTINGS: &[Setting] = &[
    setting("listen", "127.0.0.1:8080", "address and port to listen at"),
    setting("data", "", "folder for everything that is kept; usually `banco` in the user's data folder"),
    setting("database", "", "`postgres://…` for several nodes; without it SQLite in the data folder"),
    setting("floor", "demo", "`demo` for play money and guests, `real` for people and money"),
    setting("demo_games", "all", "the games of a demo floor, as `rulebook/submission,…`, or `all`"),
    setting("demo_tables", "12", "how many tables a demo floor has; more tables than games repeat the games"),
    setting(
        "origin",
        "",
        "how browsers reach the floor, such as `https://floor.example`; a real floor needs it",
    ),
    setting(
        "hosts",
        "",
        "other host names and addresses by which the floor is reached, with commas; requests for any other host are refused",
    ),
    setting("tls_certificate", "", "PEM file with the certificate chain"),
    setting("tls_key", "", "PEM file with the certificate's key"),
    setting("seal_keys", "", "file with the keys that seal shoes; usually `seal.keys` in the data folder"),
    setting(
        "anchor_key",
        "",
        "file with the key that signs anchors; usually `anchor.key` in the data folder",
    ),
    setting("anchor_seconds", "300", "time between two anchors"),
    setting(
        "proxies",
        "",
        "addresses of proxies whose `X-Forwarded-For` is believed, with commas, or `none`; a real floor needs it",
    ),
    setting(
        "local_exempt",
        "",
        "`true` where programs on this machine are not counted to a network; usually `false` on a real floor",
    ),
    setting(
        "metrics",
        "",
        "address and port of a listener for Prometheus, such as `127.0.0.1:9464`; none without it",
    ),
    setting("body_bytes", "65536", "largest body of a request"),
    setting("connections", "8192", "connections at a time"),
    setting("connections_each", "256", "connections at a time from one address"),
    setting(
        "header_seconds",
        "30",
        "time to send the head of a request; an idle connection is closed after it",
    ),
    setting("request_seconds", "15", "time for an answer"),
    setting("queue", "4096", "commands that may wait before more are refused"),
    setting("commands_each", "50", "commands that one person may have under way"),
    setting("person_burst", "200", "requests that change something which one person may send at once"),
    setting("person_per_second", "10", "requests a second which one person earns back"),
    setting("person_refused_burst", "60", "requests of one person that may be refused before they must wait"),
    setting("person_refused_per_second", "1", "refused requests a second which one person earns back"),
    setting(
        "network_burst",
        "1000",
        "requests that change something from one network (an IPv4 address, an IPv6 /64) at once; people who are signed in and strangers are counted apart",
    ),
    setting("network_per_second", "200", "requests a second which one network earns back"),
    setting(
        "network_refused_burst",
        "600",
        "requests from one network that may be refused before it must wait",
    ),
    setting("network_refused_per_second", "20", "refused requests a second which one network earns back"),
    setting(
        "arrivals_burst",
        "20",
        "new guests from one network at once; as many accepted invitations, first secrets and screens that ask for a code",
    ),
    setting("arrivals_seconds", "6", "time in which one network earns back one of these"),
    setting("rates_tracked", "50000", "people and networks that each rate limit remembers"),
    setting("expensive_reads", "0", "reads of many entries at the same time; `0` is one for two processors"),
    setting("refusal_hours", "24", "time for which the answer to a refused command is kept"),
    setting("access_log_seconds", "60", "repeated looks at the same data are one entry of the access log"),
    setting("socket_bytes", "1048576", "bytes that may wait for a slow reader of a stream"),
    setting("betting_seconds", "15", "time for wagers at a table without a dealer"),
    setting("answer_seconds", "20", "time for a decision at a table without a dealer"),
    setting("card_millis", "700", "time between two cards at a table without a dealer"),
    setting("step_millis", "900", "time between two other steps at a table without a dealer"),
    setting("idle_seconds", "30", "a table without a dealer rests when nobody has played for so long"),
    setting("gone_seconds", "600", "a guest of a demo floor who is away for so long gives the seat back"),
    setting("approval_seconds", "120", "time in which a second person answers what somebody asks for"),
    level("cash_buy_in_two_from", "1000", "cash of one buy-in at a table from which the floor confirms"),
    level("cash_buy_in_most", "50000", "most cash of one buy-in at a table"),
    level("promotion_two_from", "100", "promotional chips and coupons from which two people hand them out"),
    level("promotion_most", "5000", "most promotional chips or coupons at a time"),
    level("float_two_from", "0", "float from which two people open a table"),
    level("float_most", "5000000", "largest float of a table"),
    level("fill_two_from", "0", "chips from which two people fill a tray"),
    level("fill_most", "1000000", "most chips of one fill"),
    level("credit_two_from", "0", "chips from which two people take a credit out of a tray"),
    level("credit_most", "1000000", "most chips of one credit"),
    level(
        "deposit_two_from",
        "10000",
        "deposits of an account within a day from which two people take them in",
    ),
    level("deposit_most", "1000000", "largest deposit"),
    level("pay_out_two_from", "3000", "payouts of an account within a day from which two people pay them"),
    level("pay_out_most", "1000000", "largest payout"),
    level("correction_most", "100000", "most that one correction of a table or an account moves"),
    level(
        "checked_pay_out_two_from",
        "20000",
        "payouts by one cashier within a day on identity checks, without their owners, from which two people pay them",
    ),
    setting(
        "one_session_per_patron",
        "",
        "`true` where a new sign-in of a player ends the others; usually `true` on a real floor",
    ),
    setting(
        "reset_cool_off_seconds",
        "",
        "how long no money moves in an account whose password the house has reset; usually a day on a real floor",
    ),
    setting("least_age", "21", "how old a patron is at least, in years"),
    setting("stop_seconds", "5", "time to finish what is under way when the server stops"),
    setting(
        "otlp",
        "",
        "collector of traces, such as `http://127.0.0.1:4318`; for a Banco built with `otlp`",
    ),
    setting("log", "info", "what is logged: `error`, `warn`, `info`, `debug`"),
    setting("log_format", "text", "`text` for people, `json` for machines"),
];

const fn setting(key: &'static str, usual: &'static str, help: &'static str) -> Setting {
    Setting { key, usual, help }
}

/// A level of the authority table, in whole units of the floor's currency; zero always takes two people.
const fn level(key: &'static str, usual: &'static str, help: &'static str) -> Setting {
    setting(key, usual, help)
}

/// Where a value comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Nobody has set it.
    Usual,
    /// A file.
    File(PathBuf),
    /// The environment, by this name.
    Environment(String),
    /// The command line.
    Flag,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usual => f.write_str("usual"),
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Environment(name) => write!(f, "{name}"),
            Self::Flag => f.write_str("command line"),
        }
    }
}

/// A setting that cannot be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {message}")]
pub struct BadSetting {
    /// A stable name for this kind of mistake.
    pub code: &'static str,
    /// Where it was found.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub hint: String,
}

/// What kind of floor it is. They never mix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloorKind {
    /// Play money and guests.
    Demo,
    /// People and money.
    Real,
}

impl FloorKind {
    /// As it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Demo => "demo",
            Self::Real => "real",
        }
    }
}

/// How a floor is run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Where everything is kept.
    pub data: PathBuf,
    /// The database, if it is not in the folder. It may hold a password.
    pub database: Option<Address>,
    /// What kind of floor it is.
    pub floor: FloorKind,
    /// Which games a demo floor has.
    pub demo_games: String,
    /// How many tables a demo floor has.
    pub demo_tables: usize,
    /// How browsers reach it.
    pub origin: Option<String>,
    /// Host names and addresses by which it is reached besides, without ports.
    pub hosts: Vec<String>,
    /// Certificate chain and key.
    pub tls: Option<(PathBuf, PathBuf)>,
    /// The keys that seal shoes.
    pub seal_keys: PathBuf,
    /// The key that signs anchors.
    pub anchor_key: PathBuf,
    /// Between two anchors.
    pub anchor_every: Duration,
    /// How long the answer to a refused command is kept.
    pub refusals_kept: Duration,
    /// The interval in which repeated looks at the same data are one entry of the access log.
    pub access_log_every: Duration,
    /// How long a request waits for a second person.
    pub approval: Duration,
    /// The checks that the engine makes: those for real money on a real floor.
    pub controls: Controls,
    /// Amounts from which an action with money takes two people, and the most it may move; none on a demo floor.
    pub levels: Levels,
    /// The sum of payouts by one cashier within a day, on identity checks alone, that takes two people; in minor units.
    pub checked_pay_out_two_from: i64,
    /// Whether a player has one session at a time.
    pub one_session_per_patron: bool,
    /// How long no money moves in an account whose password the house has reset.
    pub reset_cool_off: Duration,
    /// How old a patron is at least.
    pub least_age: u32,
    /// Proxies that are believed. `None` where the setting is missing; empty where there are none.
    pub proxies: Option<Vec<IpAddr>>,
    /// Whether programs on this machine are not counted to a network.
    pub local_exempt: bool,
    /// The listener for Prometheus.
    pub metrics: Option<SocketAddr>,
    /// What requests may cost.
    pub limits: Limits,
    /// How many requests a person and a network may send.
    pub rates: RateLimits,
    /// How fast tables without a dealer go.
    pub pace: Pace,
    /// The collector that is told of requests.
    pub otlp: Option<String>,
    /// What is logged.
    pub log: tracing::Level,
    /// For machines.
    pub log_json: bool,
}

/// An address that may hold a password, which is not printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Address(pub String);

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&without_password(&self.0))
    }
}

/// What requests may cost.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The largest body.
    pub body: usize,
    /// Connections at a time.
    pub connections: usize,
    /// From one address.
    pub connections_each: usize,
    /// For the head of a request.
    pub header: Duration,
    /// For an answer.
    pub request: Duration,
    /// Commands that may wait.
    pub queue: usize,
    /// Commands of one person that may be under way.
    pub commands_each: usize,
    /// Reads of many entries at a time; 0 for one to every two processors.
    pub expensive_reads: usize,
    /// Bytes that may wait for a slow reader.
    pub socket: usize,
    /// For what is under way when the server stops.
    pub stop: Duration,
}

/// How fast tables without a dealer go.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// For wagers.
    pub betting: Duration,
    /// For a decision.
    pub answer: Duration,
    /// Between two cards.
    pub card: Duration,
    /// Between two other steps.
    pub step: Duration,
    /// A table rests when nobody has played for so long.
    pub idle: Duration,
    /// A guest of a demo floor who is away for so long leaves.
    pub gone: Duration,
}

/// Every setting with its value and where that came from.
#[derive(Clone, Default)]
pub struct Settings {
    values: BTreeMap<&'static str, (String, Origin)>,
}

/// A password is not printed.
impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.shown().map(|(known, value, _)| (known.key, value))).finish()
    }
}

/// Where settings may come from.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The file, if one was named.
    pub file: Option<PathBuf>,
    /// The command line, by key.
    pub flags: Vec<(&'static str, String)>,
    /// The environment.
    pub environment: Vec<(String, String)>,
}

impl Sources {
    /// The environment of this process.
    #[must_use]
    pub fn from_process(file: Option<PathBuf>, flags: Vec<(&'static str, String)>) -> Self {
        Self { file, flags, environment: std::env::vars().collect() }
    }

    fn variable(&self, name: &str) -> Option<&str> {
        self.environment.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// A folder of the user's: `XDG_…_HOME`, or the usual one.
    fn users(&self, xdg: &str, usual: &str) -> Option<PathBuf> {
        let named = self.variable(xdg).filter(|path| Path::new(path).is_absolute()).map(PathBuf::from);
        named.or_else(|| self.variable("HOME").map(|home| Path::new(home).join(usual)))
    }
}

/// Largest level, in units of the floor's currency.
const MOST_UNITS: u64 = 1_000_000_000;
/// Minor units of a unit: floors run in dollars.
const MINOR_UNITS: i64 = 100;

/// Environment variables that are no settings: they hold secrets, or name the file.
const APART: &[&str] = &["BANCO_CONFIG", "BANCO_SEAL_KEYS_TEXT", "BANCO_SEED", "BANCO_RULEBOOKS"];

impl Settings {
    /// Reads all sources.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn read(sources: &Sources) -> Result<Self, BadSetting> {
        let mut all = Self::default();
        for known in SETTINGS {
            all.values.insert(known.key, (known.usual.to_owned(), Origin::Usual));
        }
        all.read_file(sources)?;
        for (name, value) in &sources.environment {
            let Some(key) = name.strip_prefix("BANCO_").filter(|_| !APART.contains(&name.as_str())) else {
                continue;
            };
            let known =
                find(&key.to_lowercase()).ok_or_else(|| unknown(&key.to_lowercase(), name, "BANCO_"))?;
            all.values.insert(known.key, (value.clone(), Origin::Environment(name.clone())));
        }
        for (key, value) in &sources.flags {
            all.values.insert(key, (value.clone(), Origin::Flag));
        }
        all.fill_in_folders(sources)?;
        Ok(all)
    }

    fn read_file(&mut self, sources: &Sources) -> Result<(), BadSetting> {
        let named = sources.file.clone().or_else(|| sources.variable("BANCO_CONFIG").map(PathBuf::from));
        let usual = || sources.users("XDG_CONFIG_HOME", ".config").map(|path| path.join("banco/banco.toml"));
        let Some(path) = named.clone().or_else(|| usual().filter(|path| path.exists())) else {
            return Ok(());
        };
        let place = path.display().to_string();
        let text = std::fs::read_to_string(&path).map_err(|error| BadSetting {
            code: "unreadable_file",
            place: place.clone(),
            message: error.to_string(),
            hint: "name a file that can be read with `--config`".to_owned(),
        })?;
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| BadSetting {
            code: "bad_toml",
            place: place.clone(),
            message: error.message().to_owned(),
            hint: "`banco config show` prints every setting".to_owned(),
        })?;
        for (key, value) in table {
            let known = find(&key).ok_or_else(|| unknown(&key, &place, ""))?;
            self.values.insert(known.key, (text_of(&value), Origin::File(path.clone())));
        }
        Ok(())
    }

    /// Folders and files that are named by others.
    fn fill_in_folders(&mut self, sources: &Sources) -> Result<(), BadSetting> {
        if self.text("data").is_empty() {
            let usual = sources.users("XDG_DATA_HOME", ".local/share").map(|path| path.join("banco"));
            let usual = usual.ok_or_else(|| BadSetting {
                code: "no_data_folder",
                place: "data".to_owned(),
                message: "there is no home folder".to_owned(),
                hint: "name a folder with `--data`".to_owned(),
            })?;
            self.values.insert("data", (usual.display().to_string(), Origin::Usual));
        }
        for (key, file) in [("seal_keys", "seal.keys"), ("anchor_key", "anchor.key")] {
            if self.text(key).is_empty() {
                let path = Path::new(self.text("data")).join(file).display().to_string();
                self.values.insert(key, (path, Origin::Usual));
            }
        }
        Ok(())
    }

    /// Each setting, its value as it may be shown, and where it came from.
    pub fn shown(&self) -> impl Iterator<Item = (&'static Setting, String, &Origin)> {
        SETTINGS.iter().filter_map(|known| {
            let (value, origin) = self.values.get(known.key)?;
            let value = if known.key == "database" { without_password(value) } else { value.clone() };
            Some((known, value, origin))
        })
    }

    fn text(&self, key: &str) -> &str {
        self.values.get(key).map_or("", |(value, _)| value)
    }

    fn some(&self, key: &str) -> Option<String> {
        Some(self.text(key).to_owned()).filter(|text| !text.is_empty())
    }

    fn bad(&self, key: &str, hint: &str) -> BadSetting {
        let (value, origin) = self.values.get(key).cloned().unwrap_or((String::new(), Origin::Usual));
        BadSetting {
            code: "bad_setting",
            place: origin.to_string(),
            message: format!("`{key} = {value}` cannot be"),
            hint: hint.to_owned(),
        }
    }

    fn number(&self, key: &str, least: u64, most: u64) -> Result<u64, BadSetting> {
        let number = self.text(key).parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| self.bad(key, &format!("give a whole number from {least} to {most}")))
    }

    fn size(&self, key: &str, least: u64, most: u64) -> Result<usize, BadSetting> {
        self.number(key, least, most).map(|number| usize::try_from(number).unwrap_or(usize::MAX))
    }

    fn seconds(&self, key: &str, least: u64) -> Result<Duration, BadSetting> {
        self.number(key, least, 86_400).map(Duration::from_secs)
    }

    fn hours(&self, key: &str, least: u64) -> Result<Duration, BadSetting> {
        self.number(key, least, 87_600).map(|hours| Duration::from_secs(hours.saturating_mul(3_600)))
    }

    fn millis(&self, key: &str) -> Result<Duration, BadSetting> {
        self.number(key, 0, 60_000).map(Duration::from_millis)
    }

    /// `true` or `false`, or what is usual where nothing is set.
    fn yes_or_no(&self, key: &str, usual: bool) -> Result<bool, BadSetting> {
        match self.text(key) {
            "" => Ok(usual),
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(self.bad(key, "`true` or `false`")),
        }
    }

    /// Settings that fit together.
    ///
    /// # Errors
    /// The first one that cannot be.
    pub fn config(&self) -> Result<Config, BadSetting> {
        let listen = self.text("listen").parse();
        let listen =
            listen.map_err(|_| self.bad("listen", "give an address and a port: `127.0.0.1:8080`"))?;
        Ok(Config {
            listen,
            data: PathBuf::from(self.text("data")),
            database: self.database()?,
            floor: match self.text("floor") {
                "demo" => FloorKind::Demo,
                "real" => FloorKind::Real,
                _ => return Err(self.bad("floor", "`demo` or `real`")),
            },
            demo_games: self.text("demo_games").to_owned(),
            demo_tables: self.size("demo_tables", 1, 1000)?,
            origin: self.origin()?,
            hosts: self.hosts()?,
            tls: self.tls()?,
            seal_keys: PathBuf::from(self.text("seal_keys")),
            anchor_key: PathBuf::from(self.text("anchor_key")),
            anchor_every: self.seconds("anchor_seconds", 1)?,
            refusals_kept: self.hours("refusal_hours", 1)?,
            access_log_every: self.seconds("access_log_seconds", 0)?,
            approval: self.seconds("approval_seconds", 1)?,
            controls: if self.text("floor") == "real" { Controls::Full } else { Controls::Relaxed },
            levels: self.levels()?,
            checked_pay_out_two_from: self.minor("checked_pay_out_two_from")?,
            one_session_per_patron: self.yes_or_no("one_session_per_patron", self.text("floor") == "real")?,
            reset_cool_off: match (self.text("reset_cool_off_seconds"), self.text("floor")) {
                ("", "real") => Duration::from_hours(24),
                ("", _) => Duration::ZERO,
                _ => Duration::from_secs(self.number("reset_cool_off_seconds", 0, 30 * 86_400)?),
            },
            least_age: u32::try_from(self.number("least_age", 16, 99)?).unwrap_or(u32::MAX),
            proxies: self.proxies()?,
            local_exempt: self.yes_or_no("local_exempt", self.text("floor") != "real")?,
            metrics: self.metrics()?,
            limits: self.limits()?,
            rates: self.rates()?,
            pace: self.pace()?,
            otlp: self.otlp()?,
            log: self
                .text("log")
                .parse()
                .map_err(|_| self.bad("log", "`error`, `warn`, `info` or `debug`"))?,
            log_json: match self.text("log_format") {
                "text" => false,
                "json" => true,
                _ => return Err(self.bad("log_format", "`text` or `json`")),
            },
        })
    }

    fn database(&self) -> Result<Option<Address>, BadSetting> {
        match self.some("database") {
            None => Ok(None),
            Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
                Ok(Some(Address(url)))
            }
            Some(_) => Err(BadSetting {
                code: "bad_setting",
                place: "database".to_owned(),
                message: "the address of the database cannot be read".to_owned(),
                hint: "write it like `postgres://user:password@host/name`".to_owned(),
            }),
        }
    }

    fn otlp(&self) -> Result<Option<String>, BadSetting> {
        match self.some("otlp") {
            None => Ok(None),
            Some(_) if !cfg!(feature = "otlp") => {
                Err(self.bad("otlp", "this Banco was built without it: `cargo build --features otlp`"))
            }
            Some(address) if address.starts_with("http://") => Ok(Some(address)),
            Some(_) => Err(self.bad("otlp", "write it like `http://127.0.0.1:4318`")),
        }
    }

    fn origin(&self) -> Result<Option<String>, BadSetting> {
        let Some(origin) = self.some("origin") else { return Ok(None) };
        let origin = origin.trim_end_matches('/').to_ascii_lowercase();
        let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
        match host {
            Some(host) if !host.is_empty() && !host.contains('/') => Ok(Some(origin)),
            _ => Err(self.bad("origin", "write it like `https://floor.example`, without a path")),
        }
    }

    fn tls(&self) -> Result<Option<(PathBuf, PathBuf)>, BadSetting> {
        match (self.some("tls_certificate"), self.some("tls_key")) {
            (None, None) => Ok(None),
            (Some(chain), Some(key)) => Ok(Some((chain.into(), key.into()))),
            (Some(_), None) => Err(self.bad("tls_key", "name the key of the certificate as well")),
            (None, Some(_)) => Err(self.bad("tls_certificate", "name the certificate of the key as well")),
        }
    }

    fn hosts(&self) -> Result<Vec<String>, BadSetting> {
        let hint = "give names and addresses without ports, with commas: `floor.example, 10.0.0.1`";
        let named = self.text("hosts").split(',').map(str::trim).filter(|text| !text.is_empty());
        named.map(|text| host_name(text).ok_or_else(|| self.bad("hosts", hint))).collect()
    }

    fn proxies(&self) -> Result<Option<Vec<IpAddr>>, BadSetting> {
        let hint = "give addresses with commas: `10.0.0.1, 10.0.0.2`; `none` if there is no proxy";
        let mut named =
            self.text("proxies").split(',').map(str::trim).filter(|text| !text.is_empty()).peekable();
        if named.peek().is_none() {
            return Ok(None);
        }
        if self.text("proxies").trim() == "none" {
            return Ok(Some(Vec::new()));
        }
        let read = named.map(|text| text.parse().map(|address: IpAddr| address.to_canonical()));
        let read: Result<_, _> = read.collect();
        read.map(Some).map_err(|_| self.bad("proxies", hint))
    }

    /// The listener for Prometheus stays on this machine or in a private network: it asks for no password.
    fn metrics(&self) -> Result<Option<SocketAddr>, BadSetting> {
        let Some(text) = self.some("metrics") else { return Ok(None) };
        let hint = "give an address of this machine or of a private network, and a port: `127.0.0.1:9464`";
        let address = text.parse().ok().filter(|at: &SocketAddr| is_private(at.ip().to_canonical()));
        address.map(Some).ok_or_else(|| self.bad("metrics", hint))
    }

    fn rates(&self) -> Result<RateLimits, BadSetting> {
        let burst = |key| self.number(key, 1, 1_000_000).map(positive);
        let by_second = |name: &'static str, per: &'static str| {
            Ok(Rate { burst: burst(name)?, refill: Duration::from_secs(1) / burst(per)?.get() })
        };
        Ok(RateLimits {
            person: by_second("person_burst", "person_per_second")?,
            person_refused: by_second("person_refused_burst", "person_refused_per_second")?,
            network: by_second("network_burst", "network_per_second")?,
            network_refused: by_second("network_refused_burst", "network_refused_per_second")?,
            arrivals: Rate { burst: burst("arrivals_burst")?, refill: self.seconds("arrivals_seconds", 1)? },
            tracked: self.size("rates_tracked", 100, 10_000_000)?,
        })
    }

    /// An amount in whole units of the currency, in minor ones.
    fn minor(&self, key: &str) -> Result<i64, BadSetting> {
        let units = self.number(key, 0, MOST_UNITS)?;
        Ok(i64::try_from(units).unwrap_or(i64::MAX).saturating_mul(MINOR_UNITS))
    }

    /// Levels bind floors for real money; play money moves with one click.
    fn levels(&self) -> Result<Levels, BadSetting> {
        let mut levels = Levels::UNLIMITED;
        for action in MoneyAction::ALL {
            let minor = |what: &str| self.minor(&format!("{}_{what}", action.name()));
            let two_people_from = if action.always_takes_two() { 0 } else { minor("two_from")? };
            let level = Level { two_people_from, at_most: minor("most")? };
            if self.text("floor") == "real" {
                levels.set(action, level);
            }
        }
        Ok(levels)
    }

    fn limits(&self) -> Result<Limits, BadSetting> {
        Ok(Limits {
            body: self.size("body_bytes", 1024, 16 << 20)?,
            connections: self.size("connections", 1, 1_000_000)?,
            connections_each: self.size("connections_each", 1, 1_000_000)?,
            header: self.seconds("header_seconds", 1)?,
            request: self.seconds("request_seconds", 1)?,
            queue: self.size("queue", 1, 1_000_000)?,
            commands_each: self.size("commands_each", 1, 1_000_000)?,
            expensive_reads: self.size("expensive_reads", 0, 1_000)?,
            socket: self.size("socket_bytes", 65_536, 64 << 20)?,
            stop: self.seconds("stop_seconds", 0)?,
        })
    }

    fn pace(&self) -> Result<Pace, BadSetting> {
        Ok(Pace {
            betting: self.seconds("betting_seconds", 1)?,
            answer: self.seconds("answer_seconds", 1)?,
            card: self.millis("card_millis")?,
            step: self.millis("step_millis")?,
            idle: self.seconds("idle_seconds", 1)?,
            gone: self.seconds("gone_seconds", 1)?,
        })
    }
}

/// A number that is checked to be at least one.
fn positive(number: u64) -> NonZeroU32 {
    u32::try_from(number).ok().and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN)
}

/// Loopback, link-local and private networks.
const fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(four) => four.is_loopback() || four.is_private() || four.is_link_local(),
        IpAddr::V6(six) => six.is_loopback() || six.is_unique_local() || six.is_unicast_link_local(),
    }
}

impl Config {
    /// Checks what a floor of people and money must not leave to chance.
    ///
    /// # Errors
    /// The first setting that is missing.
    pub fn check_serving(&self) -> Result<(), BadSetting> {
        if self.floor == FloorKind::Demo {
            return Ok(());
        }
        let missing = |key: &str, message: &str, hint: &str| BadSetting {
            code: "missing_setting",
            place: key.to_owned(),
            message: message.to_owned(),
            hint: hint.to_owned(),
        };
        if self.origin.is_none() {
            let message = "a real floor must know how browsers reach it";
            return Err(missing("origin", message, "set `origin`, for example `https://floor.example`"));
        }
        if self.proxies.is_none() {
            let message =
                "a real floor must know its proxies: rate limits and sign-in go by the client's address";
            let hint = "set `proxies` to their addresses, for example `127.0.0.1`, or to `none`";
            return Err(missing("proxies", message, hint));
        }
        Ok(())
    }

    /// Whether browsers reach the floor by HTTPS, here or at a proxy.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.tls.is_some() || self.origin.as_deref().is_some_and(|origin| origin.starts_with("https://"))
    }

    /// Whether an address is that of a proxy.
    #[must_use]
    pub fn is_proxy(&self, address: IpAddr) -> bool {
        self.proxies.iter().flatten().any(|proxy| *proxy == address.to_canonical())
    }
}

fn find(key: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|known| known.key == key)
}

fn unknown(key: &str, place: &str, prefix: &str) -> BadSetting {
    let nearest = SETTINGS.iter().map(|known| (strsim::jaro_winkler(known.key, key), known.key));
    let nearest = nearest.filter(|(near, _)| *near > 0.8).max_by(|one, other| one.0.total_cmp(&other.0));
    let hint = match nearest {
        Some((_, near)) if prefix.is_empty() => format!("did you mean `{near}`?"),
        Some((_, near)) => format!("did you mean `{prefix}{}`?", near.to_uppercase()),
        None => "`banco config show` prints every setting".to_owned(),
    };
    let message = format!("there is no setting `{key}`");
    BadSetting { code: "unknown_setting", place: place.to_owned(), message, hint }
}

/// A value of the file as the command line would give it.
fn text_of(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Array(list) => list.iter().map(text_of).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

/// `postgres://user:…@host/name`.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let Some((user, host)) = rest.rsplit_once('@') else { return url.to_owned() };
    let user = user.split_once(':').map_or(user, |(user, _)| user);
    let host = host.split('?').next().unwrap_or(host);
    format!("{scheme}://{user}:…@{host}")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    fn sources(file: Option<&str>, environment: &[(&str, &str)], flags: &[(&'static str, &str)]) -> Sources {
        let file = file.map(|text| {
            let unique = format!("{:?}", std::thread::current().id());
            let unique: String = unique.chars().filter(char::is_ascii_digit).collect();
            let path = std::env::temp_dir().join(format!("banco-config-{}-{unique}", std::process::id()));
            std::fs::write(&path, text).unwrap();
            path
        });
        let own = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        Sources {
            file,
            flags: flags.iter().map(|(key, value)| (*key, (*value).to_owned())).collect(),
            environment: environment.iter().map(own).chain([("HOME".into(), "/home/anna".into())]).collect(),
        }
    }

    #[test]
    fn flags_go_over_the_environment_over_the_file_over_what_is_usual() {
        let file = "listen = \"127.0.0.1:1\"\nqueue = 7\nlog = \"warn\"\n";
        let environment = [("BANCO_LISTEN", "127.0.0.1:2"), ("BANCO_QUEUE", "8")];
        let settings =
            Settings::read(&sources(Some(file), &environment, &[("listen", "127.0.0.1:3")])).unwrap();
        let config = settings.config().unwrap();
        assert_eq!((config.listen.port(), config.limits.queue), (3, 8));
        assert_eq!((config.log, config.floor), (tracing::Level::WARN, FloorKind::Demo));
        assert_eq!(config.seal_keys, Path::new("/home/anna/.local/share/banco/seal.keys"));
        let origin = |key| settings.shown().find(|(known, ..)| known.key == key).unwrap().2.to_string();
        assert_eq!(origin("listen"), "command line");
        assert_eq!(origin("queue"), "BANCO_QUEUE");
        assert_eq!(origin("floor"), "usual");
    }

    #[test]
    fn what_is_unknown_or_impossible_is_refused_with_its_place() {
        let of_file = Settings::read(&sources(Some("listten = \"x\""), &[], &[])).unwrap_err();
        assert_eq!((of_file.code, of_file.hint.as_str()), ("unknown_setting", "did you mean `listen`?"));
        let of_environment = Settings::read(&sources(None, &[("BANCO_QUEU", "1")], &[])).unwrap_err();
        assert_eq!(of_environment.hint, "did you mean `BANCO_QUEUE`?");
        for (key, value) in [
            ("listen", "8080"),
            ("database", "mysql://x"),
            ("floor", "both"),
            ("tls_key", "x"),
            ("queue", "0"),
            ("approval_seconds", "0"),
            ("one_session_per_patron", "maybe"),
            ("local_exempt", "sometimes"),
            ("reset_cool_off_seconds", "a day"),
            ("least_age", "7"),
            ("proxies", "localhost"),
            ("log", "loud"),
            ("otlp", "collector:4318"),
            ("origin", "https://floor.example/lobby"),
            ("hosts", "https://floor.example"),
            ("proxies", "none, 10.0.0.1"),
            ("metrics", "0.0.0.0:9464"),
            ("metrics", "203.0.113.7:9464"),
            ("metrics", "9464"),
            ("person_burst", "0"),
            ("network_per_second", "-1"),
            ("rates_tracked", "0"),
        ] {
            let settings = Settings::read(&sources(None, &[], &[(key, value)])).unwrap();
            assert_eq!(settings.config().unwrap_err().code, "bad_setting", "{key} = {value}");
        }
    }

    #[test]
    fn a_real_floor_names_its_origin_and_its_proxies() {
        let check = |flags: &[(&'static str, &str)]| {
            let settings = Settings::read(&sources(None, &[], flags)).unwrap();
            settings.config().unwrap().check_serving()
        };
        assert!(check(&[]).is_ok(), "a demo needs neither");
        let (real, origin) = (("floor", "real"), ("origin", "https://floor.example"));
        let missing = |flags: &[(&'static str, &str)]| check(flags).unwrap_err().place;
        assert_eq!(missing(&[real, ("proxies", "none")]), "origin");
        assert_eq!(missing(&[real, origin]), "proxies");
        assert_eq!(missing(&[real, origin, ("proxies", " , ")]), "proxies");
        assert!(check(&[real, origin, ("proxies", "none")]).is_ok());
        assert!(check(&[real, origin, ("proxies", "10.0.0.1, ::ffff:10.0.0.2")]).is_ok());
    }

    #[test]
    fn proxies_are_known_in_every_form() {
        let flags = [("proxies", "10.0.0.1, ::ffff:10.0.0.2"), ("metrics", "[fd00::1]:9464")];
        let config = Settings::read(&sources(None, &[], &flags)).unwrap().config().unwrap();
        for (address, is_proxy) in
            [("10.0.0.1", true), ("::ffff:10.0.0.1", true), ("10.0.0.2", true), ("10.0.0.3", false)]
        {
            assert_eq!(config.is_proxy(address.parse().unwrap()), is_proxy, "{address}");
        }
        assert!(config.metrics.is_some() && !config.is_https());
    }

    #[test]
    fn a_password_is_not_shown() {
        let url = "postgres://banco:secret@db.example/floor?sslmode=disable&password=secret";
        let settings = Settings::read(&sources(None, &[("BANCO_DATABASE", url)], &[])).unwrap();
        let shown: String = settings.shown().map(|(_, value, _)| value).collect();
        assert!(!shown.contains("secret"), "{shown}");
        assert!(!format!("{:?}", settings.config().unwrap()).contains("secret"));
    }
}
