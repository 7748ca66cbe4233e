//! The journal itself, for whoever audits the house.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, header};
use axum::response::IntoResponse as _;
use banco_journal::StreamName;
use banco_wire::Moment;
use schemars::JsonSchema;
use serde::Serialize;

use super::{PAGE, Page, Reply, created, json, ranged};
use crate::app::App;
use crate::guard::Caller;
use crate::problem::Failed;

/// How many entries go out at a time.
const MOST: u64 = 1_000;
/// Anchors on a page where no other limit is given: each may name many streams.
const ANCHORS: u64 = 20;

/// Where a stream ends.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct HeadSeen {
    /// Which stream.
    pub stream: String,
    /// How many entries it has.
    pub version: u64,
    /// The hash of the last one.
    pub hash: String,
    /// When that was written.
    pub at: Moment,
}

/// A signed statement of where all streams ended.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AnchorSeen {
    /// The hash of the statement.
    pub hash: String,
    /// The key that signed it.
    pub key: String,
    /// What was signed.
    pub statement: String,
    /// The signature.
    pub signature: String,
}

/// `GET /api/v1/streams`
pub async fn streams(
    State(app): State<Arc<App>>,
    _caller: Caller,
    Query(query): Query<HashMap<String, String>>,
) -> Reply {
    let bad = |_| Failed::bad("bad_query", "`cursor` is none that a page gave");
    let after = query.get("cursor").map(|text| StreamName::new(text).map_err(bad)).transpose()?;
    let most = ranged(query.get("limit"), "limit", (1, u64::from(PAGE), u64::from(PAGE)))?;
    let most = u32::try_from(most).unwrap_or(PAGE);
    let heads = app.store.heads_after(after, most.saturating_add(1)).await?;
    json(&page(
        heads,
        most,
        |(stream, head)| HeadSeen {
            stream: stream.to_string(),
            version: head.version,
            hash: head.hash.to_string(),
            at: Moment::from_micros(head.at.0),
        },
        |seen, _| seen.stream.clone(),
    ))
}

/// A page of what was found; one more than fits shows that there is a next one.
fn page<F, T>(
    found: Vec<F>,
    most: u32,
    seen: impl Fn(F) -> T,
    cursor: impl Fn(&T, usize) -> String,
) -> Page<T> {
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let more = found.len() > most;
    let items: Vec<T> = found.into_iter().take(most).map(seen).collect();
    let next = items.last().filter(|_| more).map(|last| cursor(last, items.len()));
    Page { items, next }
}

/// `GET /api/v1/streams/{kind}/{id}/entries`: as the journal writes them, one a line.
pub async fn entries(
    State(app): State<Arc<App>>,
    _caller: Caller,
    Path((kind, id)): Path<(String, String)>,
    Query(query): Query<HashMap<String, String>>,
) -> Reply {
    lines(&app, &format!("{kind}/{id}"), &query).await
}

/// `GET /api/v1/streams/{kind}/entries`
pub async fn entries_of_one(
    State(app): State<Arc<App>>,
    _caller: Caller,
    Path(kind): Path<String>,
    Query(query): Query<HashMap<String, String>>,
) -> Reply {
    lines(&app, &kind, &query).await
}

async fn lines(app: &App, stream: &str, query: &HashMap<String, String>) -> Reply {
    let stream = StreamName::new(stream).map_err(|_| Failed::not_found("stream"))?;
    let after = ranged(query.get("after"), "after", (0, 0, i64::MAX.unsigned_abs()))?;
    let most = ranged(query.get("limit"), "limit", (1, MOST, MOST))?;
    let entries = app.store.entries(stream, after, u32::try_from(most).unwrap_or(u32::MAX)).await?;
    let text: String = entries.iter().map(|entry| entry.to_line() + "\n").collect();
    let kind = HeaderValue::from_static("application/x-ndjson");
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

fn seen(anchor: &banco_journal::Anchor) -> AnchorSeen {
    AnchorSeen {
        hash: anchor.hash().to_string(),
        key: anchor.key.to_string(),
        statement: anchor.statement.clone(),
        signature: anchor.signature.clone(),
    }
}

/// `GET /api/v1/anchors`
pub async fn anchors(
    State(app): State<Arc<App>>,
    _caller: Caller,
    Query(query): Query<HashMap<String, String>>,
) -> Reply {
    let after = ranged(query.get("cursor"), "cursor", (0, 0, i64::MAX.unsigned_abs()))?;
    let most = ranged(query.get("limit"), "limit", (1, ANCHORS, u64::from(PAGE)))?;
    let most = u32::try_from(most).unwrap_or(PAGE);
    let anchors = app.store.anchors(after, most.saturating_add(1)).await?;
    let last =
        |_: &AnchorSeen, many| after.saturating_add(u64::try_from(many).unwrap_or(u64::MAX)).to_string();
    json(&page(anchors, most, |anchor| seen(&anchor), last))
}

/// `POST /api/v1/anchors`: an anchor now.
pub async fn anchor_now(State(app): State<Arc<App>>, _caller: Caller) -> Reply {
    created(&seen(&app.anchor().await?))
}
