//! Looking a whole journal over, and telling what was looked at.

use std::path::PathBuf;

use banco_engine::record::Record as GameRecord;
use banco_journal::sqlite::ReadOnlyStore;
use banco_journal::verify::{self, verify};
use banco_journal::{Anchor, Entry, Hash, Keyring, Store, StoreError};
use banco_people::{PeopleError, Record as PeopleRecord, Trail};
use banco_rulebook::{Diagnostic, Report};
use clap::Args;
use serde::Serialize;

use crate::failure::Failure;
use crate::source::read_file;

/// No more problems are told; the first ones say where to look.
const TOLD: usize = 20;

/// What a journal is held against.
#[derive(Args)]
pub struct AgainstArguments {
    /// Anchors that were carried off, one a line, as `banco admin anchor` prints them.
    #[arg(long, value_name = "FILE")]
    anchors: Option<PathBuf>,

    /// Believe only anchors that were signed with this key, 64 digits; repeatable. Without it, `banco verify
    /// --data` believes the key of the folder, and everything else any key.
    #[arg(long, value_name = "HEX")]
    key: Vec<String>,
}

/// The same, read.
#[derive(Default)]
pub struct Against {
    /// Anchors that were carried off.
    pub anchors: Vec<Anchor>,
    /// Keys that are believed.
    pub keys: Vec<Hash>,
}

impl AgainstArguments {
    /// Whether anything is given.
    pub const fn is_given(&self) -> bool {
        self.anchors.is_some() || !self.key.is_empty()
    }

    /// Reads files and digits.
    pub fn read(&self) -> Result<Against, Failure> {
        let mut anchors = Vec::new();
        if let Some(path) = &self.anchors {
            let text = read_file(path)?;
            for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
                let anchor = serde_json::from_str(line).map_err(|error| {
                    let message = format!("`{}`, line {}: no anchor: {error}", path.display(), at + 1);
                    Failure::from(
                        Diagnostic::error("bad_anchor", message)
                            .hint("`banco admin anchor` prints one a line"),
                    )
                })?;
                anchors.push(anchor);
            }
        }
        let key = |text: &String| {
            text.trim().to_lowercase().parse().map_err(|_| {
                let hint = "`banco admin keys list` prints the one of the house";
                Failure::from(
                    Diagnostic::error("bad_key", format!("`{text}` is no key of 64 digits")).hint(hint),
                )
            })
        };
        Ok(Against { anchors, keys: self.key.iter().map(key).collect::<Result<_, _>>()? })
    }
}

/// How much is looked at.
pub enum Depth {
    /// Lines of text: chains, anchors and the form of records.
    Export,
    /// Chains, heads, anchors, commands and the form of records.
    Chain,
    /// Also everything that the records make happen, with the keys of the house.
    Replay(Keyring),
}

/// One thing that was looked at.
#[derive(Serialize)]
struct Line {
    what: &'static str,
    holds: Option<bool>,
    found: String,
}

/// Everything that was found.
#[derive(Serialize)]
pub struct Found {
    holds: bool,
    checks: Vec<Line>,
    problems: Vec<String>,
}

impl Found {
    /// As people read it.
    pub fn text(&self) -> String {
        let word = |holds| match holds {
            Some(true) => "holds",
            Some(false) => "FAILS",
            None => "not looked at",
        };
        let line = |line: &Line| format!("{:<9} {:<14} {}", line.what, word(line.holds), line.found);
        self.checks.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// Exit code 4 with the first problems, or all is well.
    pub fn verdict(&self) -> Result<(), Failure> {
        if self.holds {
            return Ok(());
        }
        let mut report = Report::default();
        for problem in self.problems.iter().take(TOLD) {
            report.push(Diagnostic::error("not_as_written", problem.clone()));
        }
        if self.problems.len() > TOLD {
            let more = self.problems.len() - TOLD;
            report.push(Diagnostic::error("not_as_written", format!("and {more} more problems")));
        }
        Err(Failure::Unverified(report))
    }

    fn check(&mut self, what: &'static str, problems: Vec<String>, found: String) {
        let holds = problems.is_empty();
        let first = problems.first().cloned();
        self.holds &= holds;
        self.checks.push(Line { what, holds: Some(holds), found: first.unwrap_or(found) });
        self.problems.extend(problems);
    }

    fn not_looked_at(&mut self, what: &'static str, why: &str) {
        self.checks.push(Line { what, holds: None, found: why.to_owned() });
    }
}

/// Looks a journal over.
pub async fn look(
    store: &dyn Store,
    file: Option<&ReadOnlyStore>,
    against: &Against,
    depth: Depth,
) -> Result<Found, Failure> {
    let mut found = Found { holds: true, checks: Vec::new(), problems: Vec::new() };
    if let Some(file) = file {
        let problems = file.integrity().await.map_err(unread)?;
        found.check("file", problems, "every page and index of the file".to_owned());
    }
    let commands = !matches!(depth, Depth::Export);
    let wanted = verify::Against { keys: against.keys.clone(), anchors: against.anchors.clone(), commands };
    let (trail, mut unsure) = (Trail::read(store).await.map_err(unknown_people)?, Vec::new());
    let mut look = |entry: &Entry| {
        unsure.extend(authorized(entry, &trail).err().map(|_| entry.clone()));
        readable(entry)
    };
    let report = verify(store, &wanted, &mut look).await.map_err(unread)?;
    tell_chain(&mut found, &report, against, commands);
    tell_people(&mut found, store, &unsure, commands).await?;
    match depth {
        Depth::Replay(keyring) => {
            let audit = banco_floor::audit(store, &keyring).await.map_err(unread)?;
            let old = match audit.not_decided {
                0 => String::new(),
                old => format!(", {old} records not re-decided (written before version 2)"),
            };
            let told = format!(
                "{} commands decided again{old}; {} records played, {} secrets opened, {} postings derived; the \
                 floor balances",
                audit.decided, audit.records, audit.secrets, audit.postings
            );
            found.check("replay", audit.problems, told);
        }
        Depth::Chain => found.not_looked_at("replay", "records were read but not played again"),
        Depth::Export => {
            found.not_looked_at("replay", "an export holds no rules, no sealed cards and no postings");
        }
    }
    Ok(found)
}

fn tell_chain(found: &mut Found, report: &verify::Report, against: &Against, commands: bool) {
    use verify::Problem;
    let all = |is: fn(&Problem) -> bool| -> Vec<String> {
        report.problems.iter().filter(|problem| is(problem)).map(ToString::to_string).collect()
    };
    let chain = all(|problem| {
        matches!(
            problem,
            Problem::Gap { .. } | Problem::Changed(..) | Problem::Backward(..) | Problem::WrongHead(..)
        )
    });
    found.check("chain", chain, format!("{} entries of {} streams", report.entries, report.streams));
    let records = all(|problem| matches!(problem, Problem::BadRecord(..)));
    found.check("records", records, format!("{} records can be read", report.entries));
    if commands {
        let unknown = all(|problem| matches!(problem, Problem::NoCommand(..) | Problem::ChangedAnswer(_)));
        found.check("commands", unknown, "every entry belongs to a command with an answer".to_owned());
    }
    let anchors = all(|problem| matches!(problem, Problem::BadAnchor(..) | Problem::NotAsAnchored { .. }));
    let by = if against.keys.is_empty() { "by any key" } else { "by a key that is believed" };
    let carried = match against.anchors.len() {
        0 => String::new(),
        many => format!(", {many} more carried off"),
    };
    found.check("anchors", anchors, format!("{} signed {by}{carried}", report.anchors));
}

/// Whether the record of an entry is one of this Banco's.
fn readable(entry: &Entry) -> Result<(), String> {
    let text = entry.record.get();
    match entry.stream.kind() {
        "table" | "link" | "account" => GameRecord::read(text).map(|_| ()).map_err(|error| error.to_string()),
        "people" => PeopleRecord::read(text).map(|_| ()).map_err(|error| error.to_string()),
        // What is told of the floor itself has no fixed form.
        _ => Ok(()),
    }
}

/// Authors who did not hold their role, and what is kept of people now. Somebody may have come since the stream was read,
/// so it is read once more.
async fn tell_people(
    found: &mut Found,
    store: &dyn Store,
    unsure: &[Entry],
    commands: bool,
) -> Result<(), Failure> {
    let trail = Trail::read(store).await.map_err(unknown_people)?;
    let wrong = |entry: &Entry| {
        let problem = authorized(entry, &trail).err()?;
        Some(format!("{} {}: {problem}", entry.stream, entry.version))
    };
    let mut problems: Vec<String> = unsure.iter().filter_map(wrong).collect();
    if commands {
        problems.extend(Trail::compare(store).await.map_err(unknown_people)?);
    }
    found.check("people", problems, "everybody has held the role in which they acted".to_owned());
    Ok(())
}

/// Whether the author of an entry held the role in which they acted, by the stream of people.
fn authorized(entry: &Entry, trail: &Trail) -> Result<(), String> {
    match entry.stream.kind() {
        "table" | "link" | "account" => trail.check(entry),
        _ => Ok(()),
    }
}

fn unknown_people(error: PeopleError) -> Failure {
    match error {
        PeopleError::Store(error) => unread(error),
        other => Failure::unverified("damaged", other.to_string()),
    }
}

/// What is kept cannot be read: that is a finding when it is damaged, and a failure of the machine when it
/// is away.
fn unread(error: StoreError) -> Failure {
    match error {
        StoreError::Damaged(problem) => Failure::unverified("damaged", problem),
        error => Failure::Machine(error.into()),
    }
}
