//! The files that pages refer to.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::IntoResponse as _;
use banco_pages::assets::{Asset, all, edition, find};
use flate2::Compression;

use super::send::{gzipped, takes_gzip};
use crate::api::Reply;
use crate::guard::Caller;
use crate::problem::Failed;

/// Browsers keep what has its content in its address.
const FOR_GOOD: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// `GET /assets/{edition}/{name}`
pub async fn one(_: Caller, Path((wanted, name)): Path<(String, String)>, headers: HeaderMap) -> Reply {
    // An edition that is over is not given out under its old address: it would be kept as the wrong one.
    let asset = find(&name).filter(|_| wanted == edition()).ok_or_else(|| Failed::not_found("file"))?;
    let gzip = takes_gzip(&headers);
    let tag = HeaderValue::from_str(&format!("\"{}{}\"", edition(), if gzip { "-gzip" } else { "" }));
    let tag = tag.unwrap_or(HeaderValue::from_static("\"0\""));
    let known = headers.get_all(header::IF_NONE_MATCH).iter().any(|known| *known == tag);
    let mut response = match known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => body(asset, gzip),
    };
    let set = response.headers_mut();
    set.insert(header::ETAG, tag);
    set.insert(header::CACHE_CONTROL, FOR_GOOD);
    set.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    Ok(response)
}

fn body(asset: &'static Asset, gzip: bool) -> axum::response::Response {
    let kind = [(header::CONTENT_TYPE, HeaderValue::from_static(asset.kind))];
    match small(asset.name).filter(|_| gzip) {
        Some(small) => {
            let encoding = [(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"))];
            (kind, encoding, small).into_response()
        }
        None => (kind, asset.bytes).into_response(),
    }
}

/// A file as small as it gets, worked out once.
fn small(name: &str) -> Option<&'static [u8]> {
    static ALL: OnceLock<BTreeMap<&'static str, Vec<u8>>> = OnceLock::new();
    let made = |asset: &Asset| Some((asset.name, gzipped(asset.bytes, Compression::best())?));
    ALL.get_or_init(|| all().iter().filter_map(made).collect()).get(name).map(Vec::as_slice)
}
