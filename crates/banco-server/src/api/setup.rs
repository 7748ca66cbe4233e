//! New tables and new terms: proposed by one person with the rulebook's answer, approved by another who repeats the hash.
//! And what card readers say.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use banco_cards::Card;
use banco_engine::link::TableId;
use banco_engine::pit::Word;
use banco_engine::table::{self, Person, Role, Rules};
use banco_floor::{Ask, Wish};
use banco_house::Said;
use banco_journal::{Answer, Hash, ItemChange};
use banco_people::{Permission, Refusal};
use banco_rulebook::{
    Bundle, Checked, Diagnostic, Figure, FigureSubject, LibraryError, Severity, Source, base_name,
    files_named,
};
use banco_wire::Moment;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::commands::{ask_floor, asker_gone, owner, reply};
use super::{Key, Reply, body, body_hash, json, key};
use crate::app::{App, FloorNews};
use crate::guard::Caller;
use crate::problem::Failed;
use crate::tables::{Dealing, TableFile, change};

/// The space of the journal in which proposals wait.
pub const SPACE: &str = "proposal";
/// For how long a proposal waits, in microseconds.
pub const WAITS: i64 = 24 * 3600 * 1_000_000;

/// A table that is proposed.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableWanted {
    /// How it is run.
    pub file: TableFile,
    /// The text of the Rules Submission.
    #[schemars(length(max = 60_000))]
    pub submission: Option<String>,
    /// Or one that comes with Banco.
    pub shipped: Option<Shipped>,
    /// The wager files that the submission names in `wager_files`.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub wager_files: Vec<WagerFile>,
}

/// How many wager files a submission may bring.
pub const MOST_FILES: usize = 8;

/// A file with wagers that the rulebook does not print.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WagerFile {
    /// Its name as the submission writes it, such as `lucky-six.toml`.
    #[schemars(length(max = 100))]
    pub name: String,
    /// Its text.
    #[schemars(length(max = 60_000))]
    pub text: String,
}

/// A submission that comes with Banco.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shipped {
    /// The rulebook.
    #[schemars(length(max = 60))]
    pub rulebook: String,
    /// Its name, such as `ez`.
    #[schemars(length(max = 60))]
    pub name: String,
}

/// Somebody else answers a proposal.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProposalAnswer {
    /// The hash of what was seen.
    #[schemars(length(max = 64))]
    pub hash: String,
    /// Whether it may be.
    pub approve: bool,
}

/// Who proposes tables.
pub const PROPOSERS: &[Permission] = &[Permission::AdministerTables, Permission::Supervise];

/// A proposal as it is kept.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Proposal {
    at: i64,
    bundle: String,
    by: u32,
    /// The epoch of the proposer: whatever ends their sessions ends the proposal, also where they come back.
    #[serde(default)]
    epoch: u64,
    file: TableFile,
}

impl Proposal {
    fn hash(&self, number: &str) -> Hash {
        let text = serde_json::to_string(self).unwrap_or_default();
        Hash::over(format!("banco proposal\n{number}\n{text}").as_bytes())
    }

    /// What the rulebook says, by the files that came with the proposal.
    fn checked(&self) -> Result<Checked, Failed> {
        Bundle::read(&self.bundle).and_then(|bundle| bundle.check()).map_err(|error| odd(&error))
    }

    fn rules(&self) -> Result<Arc<Rules>, Failed> {
        let bundle = Bundle::read(&self.bundle).map_err(|error| odd(&error))?;
        let terms = bundle.terms().map_err(|error| odd(&error))?;
        Rules::new(terms).map(Arc::new).map_err(|error| odd(&error))
    }
}

fn odd(error: &dyn std::fmt::Display) -> Failed {
    Failed::new(StatusCode::CONFLICT, "not_playable", error.to_string())
}

/// A proposal, for those who decide on it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProposalSeen {
    /// Its number.
    pub proposal: String,
    /// Who proposed it.
    pub by: u32,
    /// What they are called.
    pub by_name: String,
    /// Until when it waits.
    pub until: Moment,
    /// How the table is run.
    pub file: TableFile,
    /// The rules it plays by, to the byte.
    pub rules: String,
    /// Every term in force: wagers, limits, options, with their clauses.
    pub terms: Vec<TermSeen>,
    /// To be repeated by whoever approves it.
    pub hash: String,
    /// What the rulebook says about it.
    pub warnings: Vec<DiagnosticSeen>,
}

/// A term in force.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TermSeen {
    /// Its key, such as `wager.player.max`.
    pub key: String,
    /// What of a wager it is, for pages.
    #[serde(skip)]
    pub subject: Option<FigureSubject>,
    /// Its value.
    pub value: String,
    /// What that means, where the value does not say so.
    pub meaning: String,
    /// Its clauses.
    pub clauses: Vec<String>,
}

/// What a rulebook says about a submission.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DiagnosticSeen {
    /// A stable name for this kind of problem.
    pub code: &'static str,
    /// Whether the submission cannot be played.
    pub error: bool,
    /// What is wrong.
    pub message: String,
    /// The file: `submission.toml`, or a wager file by its name.
    pub file: Option<String>,
    /// The line of that file, from one.
    pub line: Option<usize>,
    /// The clauses.
    pub clauses: Vec<String>,
    /// What to do about it.
    pub hint: Option<String>,
}

/// What the rulebook says about a submission that cannot be played.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Unplayable {
    /// Which kind of problem.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// What is wrong.
    pub title: &'static str,
    /// The status.
    pub status: u16,
    /// A stable name.
    pub code: &'static str,
    /// Every violation, with its place and clauses.
    pub diagnostics: Vec<DiagnosticSeen>,
}

fn diagnostic(one: &Diagnostic) -> DiagnosticSeen {
    let line = one.source.as_ref().and_then(|source| {
        let before = source.text.get(..one.span.start)?;
        Some(before.matches('\n').count() + 1)
    });
    DiagnosticSeen {
        code: one.code,
        error: one.severity == Severity::Error,
        message: one.message.clone(),
        file: one.source.as_ref().map(|source| base_name(&source.path).to_owned()),
        line,
        clauses: one.clauses.iter().map(|(clause, _)| clause.clone()).collect(),
        hint: one.hint.clone(),
    }
}

/// `POST /api/v1/proposals`
pub async fn propose(State(app): State<Arc<App>>, caller: Caller, headers: HeaderMap, bytes: Bytes) -> Reply {
    let wanted: TableWanted = body(&bytes)?;
    let session = caller.session()?;
    let owner = owner(session.person);
    let Key { id } = key(&headers, &owner)?;
    super::tables::sound(&app, &wanted.file)?;
    let source = source(&app, wanted.submission, wanted.shipped)?;
    let checked = checked_with(&app, source, wanted.wager_files)?;
    let diagnostics: Vec<DiagnosticSeen> = checked.report.diagnostics.iter().map(diagnostic).collect();
    let Some(terms) = checked.terms else { return unplayable(diagnostics) };
    let bundle = Bundle::from_terms(&terms).write();
    let (at, by, epoch) = (app.now().0, session.person.0, session.epoch);
    let proposal = Proposal { at, bundle, by, epoch, file: wanted.file };
    let number = id.to_string();
    let rules = proposal.rules()?;
    let value = serde_json::to_vec(&proposal).ok();
    let item = ItemChange { space: SPACE.to_owned(), key: number.clone(), expected: 0, value };
    let told = serde_json::json!({ "table_proposed": {
        "by": session.person.0, "hash": proposal.hash(&number), "proposal": &number,
        "rules": banco_wire::rules_text(rules.id),
    } });
    let text = serde_json::to_string(&seen(&app, &number, &proposal, diagnostics)?).unwrap_or_default();
    let answer = Answer { status: StatusCode::CREATED.as_u16(), text };
    let body = body_hash(&owner, "propose", &bytes);
    // Whoever asks again with the same key proposes the same thing once, and is told what they were told.
    let news = FloorNews { id, body, answer, by: session.person, told, items: vec![item] };
    reply(&app, app.log_floor_once(news).await?)
}

/// What comes of a submission with the wager files that it names. Every file comes with the request: nothing is read
/// from this machine because a submission names it.
///
/// # Errors
/// A file that the submission does not name.
pub fn checked_with(app: &App, source: Source, files: Vec<WagerFile>) -> Result<Checked, Failed> {
    let (rulebook, named) = files_named(&source);
    if files.len() > MOST_FILES {
        let title = format!("a submission brings at most {MOST_FILES} wager files");
        return Err(Failed::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_value", title).at("/wager_files"));
    }
    if let Some(odd) = files.iter().find(|file| !named.contains(&file.name)) {
        let title = format!("the submission does not name the wager file `{}`", odd.name);
        let failed = Failed::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_value", title).at("/wager_files");
        return Err(failed.hint("write its name into `wager_files` of the submission"));
    }
    let rulebook = rulebook.filter(|id| !files.is_empty() && app.library.rulebook(id).is_ok());
    let Some(rulebook) = rulebook else { return Ok(app.library.check(source)) };
    let files: Vec<Source> =
        files.into_iter().map(|file| Source { path: file.name, text: file.text }).collect();
    match app.library.with_wager_files(&rulebook, &files) {
        Ok(library) => Ok(library.check(source)),
        Err(LibraryError::Invalid(report)) => Ok(Checked { terms: None, report }),
        Err(error) => Err(Failed::new(StatusCode::CONFLICT, "not_playable", error.to_string())),
    }
}

fn unplayable(diagnostics: Vec<DiagnosticSeen>) -> Reply {
    let problem = Unplayable {
        kind: "/problems/not_allowed_by_rulebook",
        title: "the rulebook does not allow this submission",
        status: 409,
        code: "not_allowed_by_rulebook",
        diagnostics,
    };
    let mut response = json(&problem)?;
    *response.status_mut() = StatusCode::CONFLICT;
    let kind = axum::http::HeaderValue::from_static("application/problem+json");
    response.headers_mut().insert(axum::http::header::CONTENT_TYPE, kind);
    Ok(response)
}

fn source(app: &App, text: Option<String>, shipped: Option<Shipped>) -> Result<Source, Failed> {
    match (text, shipped) {
        (Some(text), None) => Ok(Source { path: "submission.toml".to_owned(), text }),
        (None, Some(Shipped { rulebook, name })) => {
            let known = app.library.submission(&rulebook, &name);
            known.map(|known| known.source.clone()).map_err(|error| {
                Failed::new(StatusCode::CONFLICT, "no_such_submission", error.to_string()).at("/shipped")
            })
        }
        _ => {
            Err(Failed::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_value", "give `submission` or `shipped`"))
        }
    }
}

fn seen(
    app: &App,
    number: &str,
    proposal: &Proposal,
    warnings: Vec<DiagnosticSeen>,
) -> Result<ProposalSeen, Failed> {
    let by = Person(proposal.by);
    let rules = proposal.rules()?;
    let mut terms = way_it_runs(&proposal.file);
    terms.extend(rules.terms.figures().into_iter().map(term_seen));
    Ok(ProposalSeen {
        proposal: number.to_owned(),
        by: proposal.by,
        by_name: app.name_of(by),
        until: Moment::from_micros(proposal.at.saturating_add(WAITS)),
        file: proposal.file.clone(),
        rules: banco_wire::rules_text(rules.id),
        terms,
        hash: proposal.hash(number).to_string(),
        warnings,
    })
}

fn term_seen(one: Figure) -> TermSeen {
    let Figure { key, subject, value, meaning, cite } = one;
    TermSeen { key, subject, value, meaning, clauses: cite }
}

/// How a proposed table is run: who deals, with how much company, and how fast.
fn way_it_runs(file: &TableFile) -> Vec<TermSeen> {
    let dealing = match file.dealing {
        Dealing::Automatic => "automatic",
        Dealing::Dealer => "dealer",
    };
    let seconds = |own: Option<u16>| own.map_or_else(|| "as the floor".to_owned(), |own| own.to_string());
    let rows = [
        ("table.dealing", dealing.to_owned()),
        ("table.company", file.company.to_string()),
        ("table.betting_seconds", seconds(file.betting_seconds)),
        ("table.answer_seconds", seconds(file.answer_seconds)),
    ];
    let row = |(key, value): (&str, String)| TermSeen {
        key: key.to_owned(),
        subject: None,
        value,
        meaning: String::new(),
        clauses: Vec::new(),
    };
    rows.into_iter().map(row).collect()
}

/// Proposals that wait, with how often each was written.
async fn waiting(app: &App) -> Result<Vec<(String, u64, Proposal)>, Failed> {
    let (mut all, mut after, now) = (Vec::new(), String::new(), app.now().0);
    loop {
        let items = app.store.items(SPACE.to_owned(), String::new(), after, 200).await?;
        let Some(last) = items.last() else { return Ok(all) };
        after = last.key.clone();
        // Those that nobody has answered in time stay where they are, and out of sight.
        all.extend(items.into_iter().filter_map(|item| {
            let proposal: Proposal = serde_json::from_slice(&item.value).ok()?;
            (proposal.at.saturating_add(WAITS) > now).then_some((item.key, item.version, proposal))
        }));
    }
}

/// All proposals that wait, with what the rulebook says about each.
///
/// # Errors
/// The store.
pub async fn proposals(app: &App) -> Result<Vec<ProposalSeen>, Failed> {
    let mut all = Vec::new();
    for (number, _, proposal) in
        waiting(app).await?.into_iter().filter(|(.., one)| may_still_propose(app, one))
    {
        let report = proposal.checked()?.report;
        all.push(seen(app, &number, &proposal, report.diagnostics.iter().map(diagnostic).collect())?);
    }
    Ok(all)
}

/// Whether its proposer is active and may propose tables, and has been so all the while: otherwise it has lapsed.
fn may_still_propose(app: &App, proposal: &Proposal) -> bool {
    let by = Person(proposal.by);
    app.may_still(by, PROPOSERS) && app.is_of_epoch(by, proposal.epoch)
}

/// `GET /api/v1/proposals`
pub async fn list(State(app): State<Arc<App>>, _caller: Caller) -> Reply {
    json(&proposals(&app).await?)
}

/// `POST /api/v1/proposals/{proposal}`
pub async fn answer(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(number): Path<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Reply {
    let session = caller.session()?;
    session.need(Permission::Approve, app.now())?;
    let wanted: ProposalAnswer = body(&bytes)?;
    let owner = owner(session.person);
    let Key { id } = key(&headers, &owner)?;
    let hash = body_hash(&owner, &format!("proposal {number}"), &bytes);
    if let Some(before) = app.answered_before(id, hash).await? {
        return reply(&app, before);
    }
    let found = waiting(&app).await?.into_iter().find(|(known, ..)| *known == number);
    let (_, version, proposal) = found.ok_or_else(|| Failed::not_found("proposal"))?;
    if proposal.hash(&number).to_string() != wanted.hash {
        let title = "this is not what was proposed any more";
        return Err(
            Failed::new(StatusCode::CONFLICT, "changed_meanwhile", title).hint("look again, then decide")
        );
    }
    // Another node may have changed their roles.
    app.refresh_people().await;
    if wanted.approve && !may_still_propose(&app, &proposal) {
        return Err(asker_gone());
    }
    if proposal.by == session.person.0 {
        let title = "whoever proposes a table does not approve it";
        return Err(Failed::new(StatusCode::CONFLICT, "same_person", title).hint("another person must"));
    }
    let gone = ItemChange { space: SPACE.to_owned(), key: number.clone(), expected: version, value: None };
    if !wanted.approve {
        let told = serde_json::json!({ "table_turned_down": { "by": session.person.0, "proposal": number } });
        let answer = Answer { status: StatusCode::NO_CONTENT.as_u16(), text: String::new() };
        let news = FloorNews { id, body: hash, answer, by: session.person, told, items: vec![gone] };
        return reply(&app, app.log_floor_once(news).await?);
    }
    let table = next_table(&app);
    let actor = session.actor(Role::Floor).or_else(|_| session.actor(Role::Executive))?;
    let cards = Some(proposal.file.cards());
    let wish = Wish::PutUp { table, cards, rules: proposal.rules()?, by: actor };
    let mut ask = Ask::new(id, hash, wish);
    ask.items = vec![gone, change(table, 0, &proposal.file)];
    let answered = ask_floor(&app, session.person, "put_up", ask).await;
    app.tables.refresh(&*app.store).await?;
    answered
}

/// The first number that no table has.
fn next_table(app: &App) -> TableId {
    let known = app.floor.books().pit().tables().map(|(table, _)| table.0).max();
    TableId(known.unwrap_or_default().saturating_add(1))
}

/// What a card reader has read.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "snake_case", tag = "read")]
pub enum CardRead {
    /// The next card came out of the shoe.
    Card {
        /// Which.
        #[schemars(with = "banco_wire::Card")]
        card: Card,
    },
    /// The next card came out to be burned.
    Burn {
        /// Which.
        #[schemars(with = "banco_wire::Card")]
        card: Card,
    },
    /// The cut card came out.
    CutCard {},
    /// Cards that were turned.
    Turned {
        /// Which.
        #[schemars(with = "Vec<banco_wire::Card>", length(min = 1, max = 6))]
        cards: Vec<Card>,
    },
}

/// A card reader speaks to its own table, and nobody else does for it.
pub async fn card_read(
    app: &Arc<App>,
    caller: &Caller,
    table: TableId,
    headers: &HeaderMap,
    bytes: &Bytes,
) -> Reply {
    let device = caller.device().ok_or(Refusal::NotAllowed)?;
    let wanted: CardRead = body(bytes)?;
    super::table_in(&app.floor.books(), table)?;
    let word = match wanted {
        CardRead::Card { card } => table::Word::Card(banco_engine::Hidden::new(card)),
        CardRead::Burn { card } => table::Word::Burn(banco_engine::Hidden::new(card)),
        CardRead::CutCard {} => table::Word::CutCard,
        CardRead::Turned { cards } => table::Word::Turned(cards),
    };
    let owner = format!("device {}", device.id);
    let Key { id } = key(headers, &owner)?;
    let hash = body_hash(&owner, &format!("table {}", table.0), bytes);
    let ask = Ask::new(id, hash, Wish::Said(Said::Word(Word::Table(table, word))));
    ask_floor(app, crate::tables::staff_of(table).dealer().person(), "card_read", ask).await
}
