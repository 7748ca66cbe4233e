//! Where a floor is, and how a command gets at it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use banco_floor::{Clock as _, SystemClock};
use banco_journal::sqlite::{OpenError, ReadOnlyStore};
use banco_journal::{At, Keyring, Store};
use banco_people::{People, PeopleError, Refusal, Settings as PeopleSettings, SystemRandom};
use banco_rulebook::Diagnostic;
use banco_server::config::{Config, Settings, Sources};
use banco_server::{KeyError, StartError, journal_file, kept_seal_keys, open_store};
use clap::{Args, ValueHint};

use crate::command::config::bad;
use crate::failure::Failure;

/// Which floor.
#[derive(Args)]
pub struct Place {
    /// The folder of the floor; the journal in it is meant, whatever the settings say of a database.
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    #[arg(help_heading = "Which floor")]
    data: Option<String>,

    /// The PostgreSQL database of the floor; a password is better put into `BANCO_DATABASE` or the file of
    /// settings.
    #[arg(long, global = true, value_name = "URL", help_heading = "Which floor")]
    database: Option<String>,

    /// Read settings from this file.
    #[arg(long, global = true, value_name = "FILE", help_heading = "Which floor")]
    config: Option<PathBuf>,
}

/// A floor that nobody else has open, or that lies in PostgreSQL.
pub struct Opened {
    /// How it is run.
    pub config: Config,
    /// Where it is kept.
    pub store: Arc<dyn Store>,
    /// Who is who.
    pub people: People,
    /// The keys of the house.
    pub keyring: Arc<Keyring>,
    /// The time of this command.
    pub now: At,
}

/// A floor that is only looked at.
pub struct Looked {
    /// How it is run.
    pub config: Config,
    /// Where it is kept.
    pub store: Arc<dyn Store>,
    /// The same, where it is a file.
    pub file: Option<Arc<ReadOnlyStore>>,
}

impl Place {
    /// Whether the command line names a floor.
    pub const fn is_named(&self) -> bool {
        self.data.is_some() || self.database.is_some() || self.config.is_some()
    }

    /// How the floor is run.
    pub fn config(&self) -> Result<Config, Failure> {
        let mut flags = Vec::new();
        flags.extend(self.data.clone().map(|data| ("data", data)));
        match (&self.data, &self.database) {
            (_, Some(database)) => flags.push(("database", database.clone())),
            // Whoever names a folder means what lies in it.
            (Some(_), None) => flags.push(("database", String::new())),
            (None, None) => {}
        }
        Settings::read(&Sources::from_process(self.config.clone(), flags))
            .and_then(|all| all.config())
            .map_err(bad)
    }

    /// Opens the floor to change it.
    pub async fn open(&self) -> Result<Opened, Failure> {
        let config = self.config()?;
        must_be_there(&config)?;
        let (store, _) = open_store(&config).await.map_err(not_opened)?;
        let now = SystemClock.now();
        let kind = People::floor_of(&*store).await.map_err(refused)?.ok_or_else(|| no_floor(&config))?;
        let keyring = Arc::new(keys(&config)?);
        let settings = PeopleSettings::new(kind);
        let (of, ring) = (Arc::clone(&store), Arc::clone(&keyring));
        let people = People::open(of, ring, Arc::new(SystemRandom), settings, now).await.map_err(refused)?;
        Ok(Opened { config, store, people, keyring, now })
    }

    /// Opens the floor to look at it, also while a server runs.
    pub async fn look(&self) -> Result<Looked, Failure> {
        let config = self.config()?;
        must_be_there(&config)?;
        if config.database.is_some() {
            let (store, _) = open_store(&config).await.map_err(not_opened)?;
            return Ok(Looked { config, store, file: None });
        }
        let file = Arc::new(look_at(&journal_file(&config.data))?);
        Ok(Looked { config, store: Arc::clone(&file) as Arc<dyn Store>, file: Some(file) })
    }
}

/// Opens a file to look at it.
pub fn look_at(path: &Path) -> Result<ReadOnlyStore, Failure> {
    ReadOnlyStore::open(path).map_err(unopened)
}

/// A folder without a journal is not a floor, and must not become one by being asked about.
fn must_be_there(config: &Config) -> Result<(), Failure> {
    if config.database.is_none() && !journal_file(&config.data).exists() {
        return Err(no_floor(config));
    }
    Ok(())
}

fn no_floor(config: &Config) -> Failure {
    let place = match &config.database {
        Some(address) => format!("{address:?}"),
        None => config.data.display().to_string(),
    };
    let hint = "name its folder with `--data`; the first `banco serve` makes one";
    Failure::usage(Diagnostic::error("no_floor", format!("there is no floor in `{place}`")).hint(hint))
}

/// The keys of the house; they are never made here, where they could not open anything.
pub fn keys(config: &Config) -> Result<Keyring, Failure> {
    let path = config.seal_keys.display();
    let missing = || {
        let hint = "put the file back from where you keep a copy, or name it with `BANCO_SEAL_KEYS`";
        Failure::not_now(Diagnostic::error("no_keys", format!("`{path}`: the keys are not there")).hint(hint))
    };
    kept_seal_keys(&config.seal_keys).map_err(bad_keys)?.ok_or_else(missing)
}

/// Keys that cannot be read.
pub fn bad_keys(error: KeyError) -> Failure {
    Failure::Machine(error.into())
}

fn not_opened(error: StartError) -> Failure {
    match error {
        StartError::Sqlite(error) => unopened(error),
        error => Failure::Machine(error.into()),
    }
}

/// A file that cannot be opened.
pub fn unopened(error: OpenError) -> Failure {
    let message = error.to_string();
    match error {
        OpenError::InUse(path) => {
            let message = format!("`{}`: a server has this floor open", path.display());
            let hint = "stop the server first, or ask it over its API; `banco backup`, `banco export` and \
                        `banco verify` work beside it";
            Failure::not_now(Diagnostic::error("in_use", message).hint(hint))
        }
        OpenError::Missing(path) => {
            let message = format!("`{}`: there is no journal", path.display());
            Failure::usage(
                Diagnostic::error("no_journal", message).hint("name a file that `banco backup` made"),
            )
        }
        OpenError::OtherVersion(..) => {
            Failure::not_now(Diagnostic::error("other_version", message).hint("use the Banco that wrote it"))
        }
        OpenError::Public(path, _) => {
            let hint = format!("as its owner: `chmod 600 {}`", path.display());
            Failure::not_now(Diagnostic::error("not_private", message).hint(hint))
        }
        OpenError::Sqlite(path, error) => {
            let message = format!("`{}`: {error}", path.display());
            let hint = "if the file is damaged, `banco restore` puts a copy in its place";
            Failure::not_now(Diagnostic::error("unreadable_journal", message).hint(hint))
        }
        error => Failure::Machine(error.into()),
    }
}

/// What the people of a floor do not allow, as the command line tells it.
pub fn refused(error: PeopleError) -> Failure {
    let Some(refusal) = error.refusal().cloned() else { return Failure::Machine(error.into()) };
    let mut diagnostic = Diagnostic::error(refusal.code(), refusal.to_string());
    diagnostic.hint = refusal.hint().map(str::to_owned);
    match refusal {
        Refusal::BadName | Refusal::BadLogin | Refusal::NoRole | Refusal::MachineRole(_) => diagnostic.into(),
        Refusal::NoPerson(_) | Refusal::NoDevice | Refusal::NoSession => Failure::usage(diagnostic),
        _ => Failure::refused(diagnostic),
    }
}

/// Runs what has to wait for others.
pub fn wait<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    tokio::runtime::Runtime::new().context("cannot start the runtime")?.block_on(work)
}

/// A moment as people read it.
pub fn moment(at: At) -> String {
    banco_engine::cage::Time(u64::try_from(at.0).unwrap_or_default() / 1_000_000).to_string()
}
