//! Administration. What is looked at comes from the API and what is done goes through it.

use std::collections::HashMap;

use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, Request};
use banco_engine::table::Person;
use banco_journal::At;
use banco_pages::Lang;
use banco_pages::staff::admin::{
    Draft, Finding, MachinesView, PeopleView, PersonRow, ProposalRow, TableRow, TablesView,
};
use banco_pages::staff::frame::clock;
use banco_pages::staff::health::HealthView;
use banco_pages::staff::matters::{About, Asked, Matter, Wish};
use banco_pages::staff::plot::Trend;
use banco_people::HouseRole;
use banco_rulebook::{Severity, Source, files_named};
use banco_wire::{Moment, rules_text};
use serde_json::{Value, json};

use super::matters::moment;
use super::relay::{Errand, Sender, done, prove, read};
use crate::api::Reply;
use crate::api::setup::{MOST_FILES, WagerFile, checked_with};
use crate::app::App;
use crate::forms::NothingHappened;
use crate::pages::{Fields, Guest, Page, fields, html, new_key};
use crate::problem::Failed;
use crate::tables::Dealing;
use crate::trend::{self, Look};

/// What the API says to whoever looks.
async fn asks(sender: &Sender, path: &str) -> Result<Value, Failed> {
    let errand = Errand { method: "GET", path: path.to_owned(), body: Value::Null, if_match: None };
    sender.asks(&errand, &new_key(), "").await
}

fn text(value: &Value, key: &str) -> String {
    value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn figure(value: &Value, key: &str) -> u32 {
    value.get(key).and_then(Value::as_u64).and_then(|number| u32::try_from(number).ok()).unwrap_or_default()
}

fn items(value: &Value) -> &[Value] {
    let list = value.get("items").unwrap_or(value);
    list.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// `GET /admin`
pub async fn tables(State(app): Page, guest: Guest, request: Request<Body>) -> Reply {
    let sender = Sender::of(&app, &request);
    let proposed = asks(&sender, "proposals").await?;
    let books = app.floor.books();
    let rows = app.tables.all().into_iter().filter_map(|(number, file)| {
        let rules = books.pit().table(number)?.rules();
        Some(TableRow {
            number: number.0,
            name: file.name.clone(),
            pit: file.pit.clone(),
            dealer: file.dealing == Dealing::Dealer,
            rules: format!("{}, {}", rules.terms.rulebook.file.name, rules.terms.name),
            hash: rules.id.to_string(),
        })
    });
    let proposals = items(&proposed).iter().map(|one| ProposalRow {
        name: one.get("file").map(|file| text(file, "name")).unwrap_or_default(),
        by: text(one, "by_name"),
        until: text(one, "until"),
        rules: text(one, "rules"),
        hash: text(one, "hash"),
    });
    let links = books.pit().links().map(|link| {
        let meters = link.setup().meters.iter().map(|meter| meter.name.to_string()).collect();
        (link.setup().name.to_string(), meters)
    });
    let view = TablesView { tables: rows.collect(), links: links.collect(), proposals: proposals.collect() };
    html(banco_pages::staff::admin::tables(&guest.visit, &view))
}

/// `GET /admin/submission`: a draft to begin with.
pub async fn draft(State(app): Page, guest: Guest, Query(query): Query<HashMap<String, String>>) -> Reply {
    let shipped = query.get("rulebook").zip(query.get("name"));
    let text = match shipped {
        Some((rulebook, name)) => {
            let known =
                app.library.submission(rulebook, name).map_err(|_| Failed::not_found("submission"))?;
            known.source.text.clone()
        }
        None => String::new(),
    };
    let checked = !text.is_empty();
    let draft = looked_at(&app, Draft { text, ..Draft::default() }, checked)?;
    html(banco_pages::staff::admin::submission(&guest.visit, &draft))
}

/// The draft with everything that the check says about it.
fn looked_at(app: &App, draft: Draft, checked: bool) -> Result<Draft, Failed> {
    let shipped = app.library.submissions.iter().map(|one| (one.rulebook.clone(), one.name.clone()));
    let draft = Draft { shipped: shipped.collect(), checked, ..draft };
    if !checked {
        return Ok(draft);
    }
    let files = written(&draft).map(|(name, text)| WagerFile { name: name.clone(), text: text.clone() });
    let found = checked_with(app, submission_of(&draft), files.collect())?;
    let findings = found.report.diagnostics.iter().map(|one| Finding {
        wager_file: one.source.as_ref().map(|source| source.path.clone()).filter(|path| path != SUBMISSION),
        line: one
            .source
            .as_ref()
            .and_then(|source| Some(source.text.get(..one.span.start)?.matches('\n').count() + 1)),
        error: one.severity == Severity::Error,
        message: one.message.clone(),
        clauses: one.clauses.clone(),
        hint: one.hint.clone(),
        code: one.code.to_owned(),
    });
    let rules = found.terms.as_ref().and_then(|terms| banco_engine::table::Rules::new(terms.clone()).ok());
    let in_force = found
        .terms
        .as_ref()
        .map(|terms| terms.in_force().into_iter().map(|one| (one.key, one.value, one.cite)).collect());
    Ok(Draft {
        findings: findings.collect(),
        in_force: in_force.unwrap_or_default(),
        rules: rules.map(|rules| rules_text(rules.id)),
        ..draft
    })
}

const SUBMISSION: &str = "submission.toml";

fn submission_of(draft: &Draft) -> Source {
    Source { path: SUBMISSION.to_owned(), text: draft.text.clone() }
}

/// The wager files whose text somebody has written; the check tells of any other.
fn written(draft: &Draft) -> impl Iterator<Item = &(String, String)> {
    draft.wager_files.iter().filter(|(_, text)| !text.trim().is_empty())
}

/// `POST /admin/submission`: checks a draft, or proposes the table.
pub async fn submit(State(app): Page, guest: Guest, request: Request<Body>) -> Reply {
    let sender = Sender::of(&app, &request);
    let form = fields(&read(&app, request).await?);
    let lines = |key: &str| form.text(key).replace("\r\n", "\n");
    let mut draft = Draft {
        text: lines("text"),
        name: form.text("name").to_owned(),
        pit: form.text("pit").to_owned(),
        ..Draft::default()
    };
    let (_, named) = files_named(&submission_of(&draft));
    let texts = named.into_iter().take(MOST_FILES).enumerate();
    draft.wager_files = texts.map(|(at, name)| (name, lines(&format!("wager_file_{at}")))).collect();
    if form.text("ask") == "propose" {
        let file = json!({
            "name": draft.name, "pit": draft.pit, "dealing": "dealer", "company": 0,
            "betting_seconds": null, "answer_seconds": null,
        });
        let files: Vec<Value> =
            written(&draft).map(|(name, text)| json!({ "name": name, "text": text })).collect();
        let body = json!({ "file": file, "submission": draft.text, "wager_files": files });
        let errand = Errand { method: "POST", path: "proposals".to_owned(), body, if_match: None };
        match sender.asks(&errand, &form.key()?, form.text("csrf")).await {
            Ok(_) => return Ok(crate::pages::see("/admin")),
            // What the rulebook does not allow is shown in its place.
            Err(failed) if failed.problem.code == "not_allowed_by_rulebook" => {}
            Err(failed) => return Err(failed),
        }
    }
    let draft = looked_at(&app, draft, true)?;
    let mut response = html(banco_pages::staff::admin::submission(&guest.visit, &draft))?;
    response.extensions_mut().insert(NothingHappened);
    Ok(response)
}

/// `GET /admin/people`
pub async fn people(
    State(app): Page,
    guest: Guest,
    Query(query): Query<HashMap<String, String>>,
    request: Request<Body>,
) -> Reply {
    let sender = Sender::of(&app, &request);
    let mut everybody = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = asks(&sender, &format!("people?limit=100{cursor}")).await?;
        everybody.extend(items(&page).iter().map(person_row));
        match page.get("next").and_then(Value::as_str) {
            Some(next) if everybody.len() < 1_000 => cursor = format!("&cursor={next}"),
            _ => break,
        }
    }
    // Guests come and go; the staff and players with a login stay.
    everybody.retain(|person| !person.roles.iter().any(|role| role == "guest"));
    let waiting = asks(&sender, "approvals").await?;
    let view = PeopleView {
        people: everybody,
        matters: items(&waiting).iter().filter_map(|one| roles_asked(&app, &guest, one)).collect(),
        roles: HouseRole::ALL
            .into_iter()
            .filter(|role| !role.is_machine() && *role != HouseRole::Guest)
            .map(HouseRole::name)
            .collect(),
        chosen: query.get("person").and_then(|text| text.parse().ok()),
        now: moment(app.now()),
    };
    html(banco_pages::staff::admin::people(&guest.visit, &view))
}

fn person_row(one: &Value) -> PersonRow {
    let roles = one.get("roles").and_then(Value::as_array).into_iter().flatten();
    let yes = |key: &str| one.get(key).and_then(Value::as_bool).unwrap_or_default();
    PersonRow {
        person: figure(one, "person"),
        name: text(one, "name"),
        login: text(one, "login"),
        roles: roles.filter_map(|role| role.as_str().map(str::to_owned)).collect(),
        disabled: yes("disabled"),
        second_factor: yes("second_factor"),
    }
}

/// Roles that wait for another administrator.
fn roles_asked(app: &App, guest: &Guest, one: &Value) -> Option<Matter> {
    let stream = text(one, "stream");
    let person = Person(stream.strip_prefix("person/")?.parse().ok()?);
    let wish = wish_about(app, person, one)?;
    Some(matter(app, guest, one, wish))
}

/// A machine that waits for another administrator.
fn machine_asked(app: &App, guest: &Guest, one: &Value) -> Option<Matter> {
    text(one, "stream").strip_prefix("device/")?;
    let what = one.get("what")?;
    let revoked = what.get("device_revoked");
    let device = revoked.or_else(|| what.get("device"))?;
    let wish = Wish::Device {
        display: text(device, "kind") == "display",
        name: text(device, "name"),
        table: figure(device, "table"),
        revoked: revoked.is_some(),
    };
    Some(matter(app, guest, one, wish))
}

/// What is asked about somebody.
fn wish_about(app: &App, person: Person, one: &Value) -> Option<Wish> {
    let names = |key: &str| -> Vec<&'static str> {
        let list = one.pointer(&format!("/what/roles/{key}")).and_then(Value::as_array);
        list.into_iter()
            .flatten()
            .filter_map(|name| HouseRole::from_name(name.as_str()?).map(HouseRole::name))
            .collect()
    };
    let name = app.name_of(person);
    let what = one.get("what")?;
    if what.get("enable").is_some() {
        return Some(Wish::Enable(name));
    }
    Some(match (what.get("invitation"), what.get("second_factor_reset"), what.get("name")) {
        (Some(_), _, _) => Wish::Invitation(name),
        (None, Some(reset), _) => Wish::FactorReset(name, text(reset, "reason")),
        (None, None, Some(called)) => Wish::Name(name, text(called, "to")),
        (None, None, None) => Wish::Roles { person: name, from: names("from"), to: names("to") },
    })
}

/// Something that waits for another administrator, as a page shows it.
fn matter(app: &App, guest: &Guest, one: &Value, wish: Wish) -> Matter {
    let stream = text(one, "stream");
    let until: Option<Moment> = text(one, "until").parse().ok();
    let own = guest.caller.person().ok().map(|own| own.0) == Some(figure(one, "by"));
    let asked = Asked {
        stream: stream.clone(),
        request: figure(one, "request"),
        by: text(one, "by_name"),
        role: text(one, "role"),
        until,
        expired: text(one, "state") == "expired",
        own,
        hash: text(one, "hash"),
        wish,
        changes: Vec::new(),
        refused: own.then(|| banco_pages::staff::orders::Refused {
            words: "whoever asks for it does not approve it".to_owned(),
            clauses: Vec::new(),
            hint: Some("another administrator must".to_owned()),
        }),
    };
    let key = format!("{stream}/request/{}", asked.request);
    let since = moment(app.alarms.since(&key, app.now()));
    Matter { key, since, known_to: None, about: About::Asked(Box::new(asked)) }
}

/// `GET /admin/machines`
pub async fn machines(State(app): Page, guest: Guest, request: Request<Body>) -> Reply {
    let sender = Sender::of(&app, &request);
    let devices = asks(&sender, "devices").await?;
    let machines = items(&devices).iter().map(|one| {
        (text(one, "id"), figure(one, "table"), text(one, "kind"), text(one, "name"), text(one, "since"))
    });
    let tables = app
        .tables
        .all()
        .into_iter()
        .map(|(number, file)| (number.0.to_string(), format!("{} {}", number.0, file.name)));
    let waiting = asks(&sender, "approvals").await?;
    let view = MachinesView {
        machines: machines.collect(),
        matters: items(&waiting).iter().filter_map(|one| machine_asked(&app, &guest, one)).collect(),
        tables: tables.collect(),
        now: moment(app.now()),
    };
    html(banco_pages::staff::admin::machines(&guest.visit, &view))
}

/// `GET /admin/health`
pub async fn health(State(app): Page, guest: Guest) -> Reply {
    app.measure();
    let metrics = &app.metrics;
    let last = app.last_anchor().await?.map(|(number, anchor)| {
        let many = usize::try_from(number).unwrap_or(usize::MAX);
        (anchor.hash().to_string(), anchor.key.to_string(), many)
    });
    let view = HealthView {
        must_be_zero: vec![
            ("halted", metrics.halted.value()),
            ("trial-balance", metrics.trial_balance.value()),
            ("snapshots-failed", metrics.snapshots_failed.value()),
        ],
        figures: vec![
            ("approvals", metrics.approvals.value().to_string()),
            ("connections", metrics.connections.value().to_string()),
            ("streams", metrics.sockets.value().to_string()),
            ("dealt-here", metrics.dealt_tables.value().to_string()),
            ("log-bytes", banco_pages::figures::count(metrics.wal_bytes.value().unsigned_abs())),
            ("snapshot-age", metrics.snapshot_age.value().to_string()),
        ],
        command_times: metrics.command_time.by_millis(),
        trends: trends(&app, guest.visit.lang()),
        data: app.sqlite.as_ref().map(|_| app.config.data.display().to_string()),
        anchor: last,
        facts: vec![
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
            ("node", app.node.clone()),
            ("floor", app.config.floor.name().to_owned()),
            ("epoch", app.epoch.clone()),
        ],
        at: moment(app.now()),
    };
    html(banco_pages::staff::health::health(&guest.visit, &view))
}

/// What a few figures were in the last hour, and are now.
fn trends(app: &App, lang: Lang) -> Vec<Trend> {
    let mut looks = app.trends.all();
    looks.push(trend::look(app));
    let made = |title: String, points: Vec<(At, i64)>| Trend {
        title,
        note: lang.say("staff-trend-note"),
        points: points.into_iter().map(|(at, value)| (clock(moment(at)), value, value.to_string())).collect(),
    };
    let of = |figure: fn(&Look) -> i64| looks.iter().map(|look| (look.at, figure(look))).collect();
    // A counter is told by how much it has grown between two looks, for a minute.
    let pace = looks.windows(2).filter_map(|pair| {
        let [before, after] = pair else { return None };
        let micros = u64::try_from(after.at.0.saturating_sub(before.at.0)).unwrap_or_default().max(1);
        let grown = after.commands.saturating_sub(before.commands);
        let minute = grown.saturating_mul(60_000_000) / micros;
        Some((after.at, i64::try_from(minute).unwrap_or(i64::MAX)))
    });
    vec![
        made(lang.say("staff-trend-commands"), pace.collect()),
        made(lang.say("staff-trend-connections"), of(|look| look.connections)),
        made(lang.say("staff-trend-approvals"), of(|look| look.approvals)),
    ]
}

/// `POST /admin/do`: whatever is done about people and machines. What is told once is shown once.
pub async fn act(State(app): Page, guest: Guest, request: Request<Body>) -> Reply {
    let sender = Sender::of(&app, &request);
    let headers: HeaderMap = request.headers().clone();
    let form = fields(&read(&app, request).await?);
    let key = form.key()?;
    let errand = errand(&form)?;
    prove(&sender, &form).await?;
    let told = sender.asks(&errand, &key, form.text("csrf")).await?;
    told_once(&guest, &told, form.back()).map_or_else(|| done(&headers, form.back()), html)
}

/// What is told once and kept nowhere: an invitation, its code, the token of a machine.
pub fn told_once(guest: &Guest, told: &Value, back: &str) -> Option<maud::Markup> {
    let once =
        ["invitation", "code", "token"].into_iter().find_map(|what| Some((what, told.get(what)?.as_str()?)));
    once.map(|(what, secret)| {
        let waits = told.get("request").is_some_and(Value::is_u64);
        banco_pages::staff::admin::receipt(&guest.visit, what, secret, waits, back)
    })
}

/// Orders of administrators, by what their forms say in `ask`: a test sends each of them twice.
pub const ORDERS: [&str; 11] = [
    "add",
    "roles",
    "invite",
    "disable",
    "enable",
    "unlock",
    "sign-out",
    "reset",
    "machine",
    "remove-machine",
    "anchor",
];

/// What a form asks of the API.
fn errand(form: &Fields) -> Result<Errand, Failed> {
    let unclear = || Failed::bad("bad_body", "the form does not say what to do");
    if !ORDERS.contains(&form.text("ask")) {
        return Err(unclear());
    }
    let number = |key: &str| form.text(key).parse::<u32>().map_err(|_| unclear());
    let roles = || -> Vec<&str> {
        form.all()
            .filter(|(_, value)| *value == "on")
            .filter_map(|(name, _)| name.strip_prefix("role."))
            .collect()
    };
    let (method, path, body) = match form.text("ask") {
        "add" => {
            let body = json!({ "name": form.text("name"), "login": form.text("login"), "roles": roles() });
            ("POST", "people".to_owned(), body)
        }
        "roles" => ("PUT", format!("people/{}/roles", number("person")?), json!({ "roles": roles() })),
        "invite" => ("POST", format!("people/{}/invitation", number("person")?), json!({})),
        "disable" => (
            "POST",
            format!("people/{}/disabled", number("person")?),
            json!({ "reason": form.text("reason") }),
        ),
        "enable" => ("DELETE", format!("people/{}/disabled", number("person")?), Value::Null),
        "unlock" => ("DELETE", format!("people/{}/lock", number("person")?), Value::Null),
        "sign-out" => ("DELETE", format!("people/{}/sessions", number("person")?), Value::Null),
        "reset" => {
            let body = json!({ "reason": form.text("reason") });
            ("POST", format!("people/{}/second-factor/reset", number("person")?), body)
        }
        "machine" => {
            let code = Some(form.text("code")).filter(|code| !code.is_empty());
            let (kind, name) = (form.text("kind"), form.text("name"));
            let body = json!({ "table": number("table")?, "kind": kind, "name": name, "code": code });
            ("POST", "devices".to_owned(), body)
        }
        "remove-machine" => {
            let id = form.text("machine");
            if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
                return Err(unclear());
            }
            ("DELETE", format!("devices/{}/{id}", number("table")?), Value::Null)
        }
        "anchor" => ("POST", "anchors".to_owned(), Value::Null),
        _ => return Err(unclear()),
    };
    Ok(Errand { method, path, body, if_match: None })
}
