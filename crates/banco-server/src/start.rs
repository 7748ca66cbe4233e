//! From settings to a floor that answers.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, RwLock};
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use banco_engine::House;
use banco_engine::cage::Kind;
use banco_engine::table::Person;
use banco_floor::{Clock, Floor, FloorOptions, LoadError, SystemClock};
use banco_journal::postgres::{PostgresError, PostgresOptions, PostgresStore};
use banco_journal::sqlite::{OpenError, SqliteOptions, SqliteStore};
use banco_journal::{At, Keyring, Store, StoreError};
use banco_people::{Directory, FirstSecret, People, PeopleError, Settings as PeopleSettings, SystemRandom};
use banco_rulebook::{Library, LibraryError};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::api::health;
use crate::app::{App, Names};
use crate::arrival::watched;
use crate::config::{BadSetting, Config, FloorKind};
use crate::demo::DemoError;
use crate::hosts::AllowedHosts;
use crate::keys::{KeyError, anchor_key, seal_keys};
use crate::listen::{Door, tls};
use crate::metrics::Metrics;
use crate::problem::Failed;
use crate::readiness::Unready;
use crate::traces::Traces;
use crate::{background, dealers, demo, lobby, pages, presence, route};

/// How often other nodes are looked at.
const OTHERS: Duration = Duration::from_millis(250);

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// A setting.
    #[error(transparent)]
    Setting(#[from] BadSetting),
    /// The data folder.
    #[error("{0}: {1}")]
    Folder(String, std::io::Error),
    /// Keys.
    #[error(transparent)]
    Keys(#[from] KeyError),
    /// The file of the journal.
    #[error(transparent)]
    Sqlite(#[from] OpenError),
    /// Keys without the journal that they belong to.
    #[error(
        "{}: the journal is missing, and its key {} is there: restore a copy with `banco restore`, or move the keys away to begin a new floor",
        journal.display(), key.display()
    )]
    JournalLost {
        /// Where the journal should be.
        journal: PathBuf,
        /// The key that is there.
        key: PathBuf,
    },
    /// The database of the journal.
    #[error(transparent)]
    Postgres(#[from] PostgresError),
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What is stored.
    #[error("what is stored cannot be gone on with: {0}")]
    Load(#[from] LoadError),
    /// People.
    #[error(transparent)]
    People(#[from] PeopleError),
    /// The demo floor.
    #[error("the demo floor cannot be set up: {0}")]
    Demo(Box<DemoError>),
    /// The rulebooks.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// The address.
    #[error("cannot listen at {0}: {1}")]
    Listen(String, std::io::Error),
    /// Certificates.
    #[error("TLS: {0}")]
    Tls(std::io::Error),
    /// The operating system gives no randomness.
    #[error("the operating system gives no randomness")]
    NoRandomness,
}

/// A server that answers.
pub struct Server {
    /// Everything it holds on to.
    pub app: Arc<App>,
    /// Where it listens.
    pub address: SocketAddr,
    /// Where it listens for Prometheus.
    pub metrics_address: Option<SocketAddr>,
    /// The secret of the first administrator, if there is none yet.
    pub first_secret: Option<FirstSecret>,
    door: tokio::task::JoinHandle<()>,
    floor: tokio::task::JoinHandle<()>,
}

impl Server {
    /// Waits for a fault after which only a new process can go on.
    pub async fn needs_restart(&self) -> Unready {
        self.app.readiness.needs_restart().await
    }

    /// Stops: nobody new is let in, what is under way is finished, streams are told to come back.
    pub async fn stop(self) {
        self.app.stop.cancel();
        self.app.tasks.close();
        let patience = self.app.config.limits.stop;
        drop(tokio::time::timeout(patience, self.app.tasks.wait()).await);
        drop(tokio::time::timeout(patience, self.door).await);
        // What has been taken on is decided and kept before the floor ends.
        drop(self.app.anchor().await);
        self.app.floor.close();
        let mut floor = self.floor;
        if tokio::time::timeout(patience, &mut floor).await.is_err() {
            floor.abort();
        }
    }
}

/// Opens the store that a floor is kept in.
///
/// # Errors
/// Why it cannot be opened.
pub async fn open_store(config: &Config) -> Result<(Arc<dyn Store>, Option<Arc<SqliteStore>>), StartError> {
    if let Some(address) = &config.database {
        let options = PostgresOptions { queue: config.limits.queue, ..PostgresOptions::default() };
        return Ok((Arc::new(PostgresStore::open(&address.0, &options).await?), None));
    }
    must_have_journal(config)?;
    let options = SqliteOptions { queue: config.limits.queue, ..SqliteOptions::default() };
    let store = Arc::new(SqliteStore::open(&journal_file(&config.data), &options)?);
    Ok((Arc::clone(&store) as Arc<dyn Store>, Some(store)))
}

/// Refuses to begin a new journal beside the keys of another one.
fn must_have_journal(config: &Config) -> Result<(), StartError> {
    let journal = journal_file(&config.data);
    let key = [&config.seal_keys, &config.anchor_key].into_iter().find(|key| key.exists());
    match key {
        Some(key) if !journal.exists() => Err(StartError::JournalLost { journal, key: key.clone() }),
        _ => Ok(()),
    }
}

/// The file of the journal in a data folder.
#[must_use]
pub fn journal_file(data: &Path) -> PathBuf {
    data.join("journal.sqlite")
}

/// Makes the data folder, readable by its owner alone.
///
/// # Errors
/// Why it cannot be made.
pub fn make_folder(data: &Path) -> Result<(), StartError> {
    use std::os::unix::fs::DirBuilderExt as _;
    let made = std::fs::DirBuilder::new().recursive(true).mode(0o700).create(data);
    made.map_err(|error| StartError::Folder(data.display().to_string(), error))
}

/// Starts a server.
///
/// # Errors
/// Why it does not start.
pub async fn start(config: Config) -> Result<Server, StartError> {
    start_by(config, Arc::new(SystemClock)).await
}

/// Starts a server that goes by this clock.
///
/// # Errors
/// Why it does not start.
pub async fn start_by(config: Config, clock: Arc<dyn Clock>) -> Result<Server, StartError> {
    config.check_serving()?;
    make_folder(&config.data)?;
    let library = Library::embedded()?;
    let tls = config.tls.as_ref().map(|(chain, key)| tls(chain, key)).transpose().map_err(StartError::Tls)?;
    let (listener, address) = bind(config.listen).await?;
    let scraped = match config.metrics {
        Some(at) => Some(bind(at).await?),
        None => None,
    };
    // Keys are made after the journal, so that keys without a journal always mean that it was lost.
    let (store, sqlite) = open_store(&config).await?;
    let keyring = Arc::new(seal_keys(&config.seal_keys)?);
    let anchor_key = anchor_key(&config.anchor_key)?;
    let people = open_people(&config, &store, &keyring, clock.now()).await?;
    let directory = Arc::new(RwLock::new(Arc::new(Directory::load(&people).await?)));
    let (floor, handle) = open_floor(&config, &store, &keyring, &directory, &clock).await?;
    let floor = tokio::spawn(floor.run());
    let (node, stop) = (node_name()?, CancellationToken::new());
    let app = Arc::new(App {
        traces: Traces::new(&config, &node, &stop),
        epoch: store.epoch().await?,
        node,
        rate_limiter: crate::rate_limit::RateLimiter::new(&config.rates),
        hosts: AllowedHosts::new(&config, address),
        hashing: Arc::new(Semaphore::new(std::thread::available_parallelism().map_or(2, usize::from))),
        reads: crate::read_limit::ReadPermits::new(config.limits.expensive_reads),
        accesses: crate::access_log::AccessLog::new(config.access_log_every),
        config,
        clock,
        store,
        sqlite,
        floor: handle,
        people,
        directory,
        standing: tokio::sync::watch::Sender::new(0),
        sessions: crate::sessions::Sessions::default(),
        tables: crate::tables::Tables::default(),
        boards: crate::boards::Boards::default(),
        posted: crate::posted::PostedRules::default(),
        odds: pages::odds::OddsDesk::default(),
        reading_people: tokio::sync::Mutex::default(),
        lobby: lobby::Lobby::default(),
        library,
        index: crate::round_index::RoundIndex::default(),
        readiness: crate::readiness::Readiness::default(),
        metrics: Arc::new(Metrics::default()),
        trends: crate::trend::Trends::default(),
        anchor_key,
        stop,
        tasks: TaskTracker::new(),
        alarms: crate::alarms::Alarms::default(),
        placed: pages::act::Placed::default(),
        calls: pages::dealer::calls::Calls::default(),
        rounds: pages::rounds::Remembered::default(),
        workers: pages::staff::Workers::default(),
        passing: crate::passing::Passing::default(),
        presence: presence::Presence::default(),
        under_way: crate::app::UnderWay::default(),
        forms: crate::forms::SentForms::default(),
    });
    app.tables.refresh(&*app.store).await?;
    app.boards.refresh(&*app.store).await?;
    if app.is_demo() {
        demo::set_up(&app, &app.library).await.map_err(|error| StartError::Demo(Box::new(error)))?;
    }
    if let Err(failed) = crate::api::levels::record_in_force(&app).await {
        tracing::warn!(code = %failed.problem.code, "the levels in force are not recorded");
    }
    let first_secret = app.people.first_secret(app.now()).await?;
    crate::readiness::first(&app).await;
    background(&app);
    let door = tokio::spawn(door(&app, listener, tls, router(&app)).open());
    let metrics_address = scraped.as_ref().map(|(_, address)| *address);
    if let Some((listener, _)) = scraped {
        app.tasks.spawn(door_of_metrics(&app, listener).open());
    }
    Ok(Server { app, address, metrics_address, first_secret, door, floor })
}

async fn bind(at: SocketAddr) -> Result<(TcpListener, SocketAddr), StartError> {
    let failed = |error| StartError::Listen(at.to_string(), error);
    let listener = TcpListener::bind(at).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, address))
}

fn door(app: &App, listener: TcpListener, tls: Option<TlsAcceptor>, router: Router) -> Door {
    Door {
        listener,
        tls,
        router,
        limits: app.config.limits.clone(),
        proxies: app.config.proxies.clone().unwrap_or_default(),
        local_exempt: app.config.local_exempt,
        metrics: Arc::clone(&app.metrics),
        stop: app.stop.clone(),
    }
}

/// The listener for Prometheus, which has nothing else.
fn door_of_metrics(app: &Arc<App>, listener: TcpListener) -> Door {
    let hosts = Arc::new(AllowedHosts::of_metrics(&app.config));
    let router = Router::new()
        .route("/metrics", get(health::metrics))
        .fallback(|| async { Failed::not_found("page") })
        .layer(axum::middleware::from_fn_with_state(hosts, own_hosts))
        .with_state(Arc::clone(app));
    door(app, listener, None, router)
}

async fn own_hosts(
    axum::extract::State(hosts): axum::extract::State<Arc<AllowedHosts>>,
    request: Request,
    next: Next,
) -> Response {
    match hosts.check(&request) {
        Ok(()) => next.run(request).await,
        Err(failed) => failed.into_response(),
    }
}

async fn open_people(
    config: &Config,
    store: &Arc<dyn Store>,
    keyring: &Arc<Keyring>,
    now: At,
) -> Result<People, StartError> {
    let floor = match config.floor {
        FloorKind::Demo => banco_people::FloorKind::Demo,
        FloorKind::Real => banco_people::FloorKind::Real,
    };
    let (store, keyring) = (Arc::clone(store), Arc::clone(keyring));
    let settings = PeopleSettings {
        approval: config.approval,
        one_session_per_patron: config.one_session_per_patron,
        least_age: config.least_age,
        reset_cool_off: config.reset_cool_off,
        ..PeopleSettings::new(floor)
    };
    Ok(People::open(store, keyring, Arc::new(SystemRandom), settings, now).await?)
}

async fn open_floor(
    config: &Config,
    store: &Arc<dyn Store>,
    keyring: &Arc<Keyring>,
    directory: &Names,
    clock: &Arc<dyn Clock>,
) -> Result<(Floor, banco_floor::Handle), StartError> {
    let kind = match config.floor {
        FloorKind::Demo => Kind::Demo,
        FloorKind::Real => Kind::Real,
    };
    let names = Arc::clone(directory);
    let options = FloorOptions {
        queue: config.limits.queue,
        clock: Arc::clone(clock),
        people: Arc::new(move |person: Person| crate::app::name_by(&names, person)),
        others: config.database.is_some().then_some(OTHERS),
        house: House {
            kind: Some(kind),
            executive_from: Vec::new(),
            answer_within: Some(config.approval.as_secs()),
            levels: config.levels,
            controls: config.controls,
        },
        ..FloorOptions::default()
    };
    Ok(Floor::open(Arc::clone(store), Arc::clone(keyring), options).await?)
}

/// What a node calls itself: new at every start, so that an old life's lease is not taken for its own.
fn node_name() -> Result<String, StartError> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|_| StartError::NoRandomness)?;
    Ok(format!("node-{}", crate::keys::hex(&bytes)))
}

/// Everything that goes on by itself.
fn background(app: &Arc<App>) {
    app.tasks.spawn(dealers::run(Arc::clone(app)));
    app.tasks.spawn(lobby::run(Arc::clone(app)));
    app.tasks.spawn(crate::readiness::run(Arc::clone(app)));
    app.tasks.spawn(background::anchors(Arc::clone(app)));
    app.tasks.spawn(background::people(Arc::clone(app)));
    app.tasks.spawn(background::clock(Arc::clone(app)));
    app.tasks.spawn(background::refusals(Arc::clone(app)));
    app.tasks.spawn(crate::round_index::run(Arc::clone(app)));
    app.tasks.spawn(crate::trend::run(Arc::clone(app)));
    // A file of this machine is served by this node alone.
    if app.sqlite.is_none() {
        app.tasks.spawn(presence::run(Arc::clone(app)));
    }
}

/// All routes, and what every answer has in common.
pub fn router(app: &Arc<App>) -> Router {
    let limits = &app.config.limits;
    let routes = route::router(app, &route::routes());
    let common = (Arc::clone(app), limits.request);
    routes
        .fallback(|| async { Failed::not_found("page") })
        .method_not_allowed_fallback(|| async {
            Failed::new(StatusCode::METHOD_NOT_ALLOWED, "no_such_method", "this cannot be done here")
        })
        .layer(DefaultBodyLimit::max(limits.body))
        .layer(axum::middleware::from_fn_with_state(common, in_common))
}

/// Headers that every answer has; the time it may take; what is logged of it.
async fn in_common(
    axum::extract::State((app, patience)): axum::extract::State<(Arc<App>, Duration)>,
    request: Request,
    next: Next,
) -> Response {
    let id = request_id();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let headers = page_headers(request.headers());
    let since = std::time::Instant::now();
    let streams = path.ends_with("/events") || path == "/api/v1/stream";
    let trace = app.traces.begin(&request);
    let hosted = app.hosts.check(&request);
    let (request, arrival) = watched(request);
    let work = next.run(request);
    let mut response = match (hosted, streams) {
        (Err(failed), _) => failed.into_response(),
        (Ok(()), true) => work.await,
        (Ok(()), false) => match tokio::time::timeout(patience, work).await {
            Ok(response) => response,
            Err(_) if arrival.is_awaited() => {
                Failed::new(StatusCode::REQUEST_TIMEOUT, "body_too_slow", "the body did not arrive in time")
                    .hint("nothing has happened; send it again at once")
                    .into_response()
            }
            Err(_) => {
                Failed::new(StatusCode::SERVICE_UNAVAILABLE, "not_known_yet", "the answer takes too long")
                    .hint("ask again with the same Idempotency-Key")
                    .again_in(1)
                    .into_response()
            }
        },
    };
    let status = response.status();
    app.metrics.requests.count(&[("status", status.as_str())]);
    let millis = u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX);
    tracing::debug!(request = id, %method, path, status = status.as_u16(), millis, "request");
    let for_people = pages::wants_html(&headers, &path);
    as_problem(&mut response, for_people);
    response = trace.end(response).await;
    if for_people {
        response = pages::explain(&app, (&method, &headers, &path), response, &id);
    }
    response = pages::shrink(&headers, response).await;
    for (name, value) in HEADERS {
        response.headers_mut().entry(*name).or_insert(HeaderValue::from_static(value));
    }
    if app.config.is_https() {
        let hsts = HeaderValue::from_static("max-age=31536000");
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, hsts);
    }
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert("x-request-id", id);
    }
    response
}

/// What a page depends on of what a browser says.
fn page_headers(asked: &HeaderMap) -> HeaderMap {
    let kept = [header::ACCEPT, header::ACCEPT_ENCODING, header::ACCEPT_LANGUAGE, header::COOKIE];
    kept.into_iter().filter_map(|name| asked.get(&name).cloned().map(|value| (name, value))).collect()
}

/// What the library itself refuses says so in plain text; here it becomes a problem like every other.
fn as_problem(response: &mut Response, for_people: bool) {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    // A form that is shown again with what was wrong is a page already.
    let told =
        kind.is_some_and(|kind| kind.contains("json") || (for_people && kind.starts_with("text/html")));
    if status.as_u16() < 400 || told {
        return;
    }
    let (code, title) = match status {
        StatusCode::PAYLOAD_TOO_LARGE => ("too_large", "the body is too large"),
        StatusCode::BAD_REQUEST => ("bad_request", "the request cannot be understood"),
        StatusCode::UPGRADE_REQUIRED => ("upgrade_needed", "a WebSocket is spoken here"),
        _ => ("not_possible", "the request cannot be done"),
    };
    let allow = response.headers().get(header::ALLOW).cloned();
    *response = Failed::new(status, code, title).into_response();
    if let Some(allow) = allow {
        response.headers_mut().insert(header::ALLOW, allow);
    }
}

/// What browsers are told with every answer.
const HEADERS: &[(&str, &str)] = &[
    (
        "content-security-policy",
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cache-control", "no-store"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
];

/// Names a request in logs and answers.
fn request_id() -> String {
    let mut bytes = [0; 8];
    // A name that is not unique does no harm.
    let _ = getrandom::fill(&mut bytes);
    crate::keys::hex(&bytes)
}
