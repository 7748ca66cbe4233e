//! How a page is sent: as HTML, small, and with words of its own where something went wrong.

use std::io::Write as _;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use banco_pages::parts::Parts;
use banco_wire::Problem;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Map, Value, json};

use super::{see, visit};
use crate::api::Reply;
use crate::app::App;
use crate::sessions::{DISPLAY_COOKIE, cookie};

/// What is smaller than this is sent as it is.
const SMALL: usize = 1024;
/// No page is larger than this.
const LARGEST: usize = 16 * 1024 * 1024;

/// A page.
pub fn html(page: maud::Markup) -> Reply {
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    Ok(([(header::CONTENT_TYPE, kind)], page.into_string()).into_response())
}

/// Whether a request wants a page, not data.
pub fn wants_html(headers: &HeaderMap, path: &str) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    !path.starts_with("/api/") && accept.contains("text/html")
}

/// A problem as a page. Whoever is not signed in is shown the door instead.
pub fn explain(app: &App, asked: (&Method, &HeaderMap, &str), response: Response, request: &str) -> Response {
    let (method, headers, path) = asked;
    let Some(problem) = response.extensions().get::<Problem>() else { return response };
    if problem.status == StatusCode::UNAUTHORIZED.as_u16() && *method == Method::GET {
        // A screen that is no display any more shows a code again: nobody signs in at it.
        let screen = path.ends_with("/sign") && cookie(headers, DISPLAY_COOKIE).is_some();
        return see(&if screen { "/display".to_owned() } else { format!("/sign-in?back={path}") });
    }
    let visit = visit(app, None, headers, path.to_owned());
    let Ok(mut page) = html(banco_pages::error::error(&visit, problem, request)) else { return response };
    *page.status_mut() = response.status();
    for name in [header::RETRY_AFTER, header::ALLOW] {
        if let Some(value) = response.headers().get(&name) {
            page.headers_mut().insert(name, value.clone());
        }
    }
    page
}

/// Whether a browser takes gzip.
pub fn takes_gzip(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT_ENCODING).and_then(|accept| accept.to_str().ok());
    let mut ways = accept.unwrap_or_default().split(',').map(str::trim);
    ways.any(|way| way == "gzip" || (way.starts_with("gzip;") && !way.ends_with("q=0")))
}

/// Bytes, made smaller.
pub fn gzipped(bytes: &[u8], level: Compression) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), level);
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

/// Makes pages and their sections smaller on the way, where the browser takes it.
pub async fn shrink(headers: &HeaderMap, response: Response) -> Response {
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let page = kind.is_some_and(|kind| kind.starts_with("text/html") || kind.starts_with(PARTS));
    if !page || response.headers().contains_key(header::CONTENT_ENCODING) {
        return response;
    }
    let (mut head, body) = response.into_parts();
    head.headers.insert(header::VARY, HeaderValue::from_static("accept-encoding, cookie"));
    if !takes_gzip(headers) {
        return Response::from_parts(head, body);
    }
    let Ok(bytes) = axum::body::to_bytes(body, LARGEST).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let small = (bytes.len() >= SMALL).then(|| gzipped(&bytes, Compression::fast())).flatten();
    match small {
        None => Response::from_parts(head, Body::from(bytes)),
        Some(small) => {
            head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            head.headers.remove(header::CONTENT_LENGTH);
            Response::from_parts(head, Body::from(small))
        }
    }
}

/// The sections of a page, with the server's clock.
pub fn parts_json(app: &App, seq: u64, parts: &Parts) -> Reply {
    let told: Map<String, Value> =
        parts.0.iter().map(|part| (part.id.to_owned(), Value::from(part.inside.0.as_str()))).collect();
    let body = json!({ "seq": seq, "now": app.now().0 / 1000, "parts": told }).to_string();
    Ok(([(header::CONTENT_TYPE, HeaderValue::from_static(PARTS))], body).into_response())
}

/// The media type of sections of a page.
pub const PARTS: &str = "application/vnd.banco.parts+json";
