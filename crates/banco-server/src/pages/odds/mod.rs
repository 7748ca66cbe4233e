//! The odds explorer, and its answers as files.

mod desk;
mod told;

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::IntoResponse as _;
use banco_pages::odds::{Asked, Explorer, Side};
use banco_sheets::Format;

pub use desk::OddsDesk;

use super::{Guest, Page, html, origin, parts_json};
use crate::api::Reply;
use crate::app::App;
use crate::problem::Failed;
use desk::Counted;

/// What is shown first.
const FIRST: (&str, &str) = ("ma-midi", "banker");
/// More than this nobody types.
const LONGEST: usize = 200;

type Asks = Query<HashMap<String, String>>;

/// What one side asks for, by the keys that begin with this.
fn asked(query: &HashMap<String, String>, before: &str) -> Result<Asked, Failed> {
    let text = |key: &str| query.get(&format!("{before}{key}")).map(|text| text.trim()).unwrap_or_default();
    for key in ["rulebook", "wager", "without"] {
        if text(key).len() > LONGEST {
            return Err(Failed::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "bad_value",
                "that is too long to be read",
            ));
        }
    }
    let or = |text: &str, usual: &str| if text.is_empty() { usual.to_owned() } else { text.to_owned() };
    Ok(Asked {
        rulebook: or(text("rulebook"), FIRST.0),
        wager: or(text("wager"), FIRST.1),
        // The greatest shoe that the page offers.
        decks: text("decks").parse().ok().filter(|decks| (1..=12).contains(decks)),
        without: text("without").to_owned(),
    })
}

/// What is compared with, where something is.
fn compared(query: &HashMap<String, String>) -> Result<Option<Asked>, Failed> {
    query.contains_key("vs-wager").then(|| asked(query, "vs-")).transpose()
}

/// Everything that a view needs.
struct View {
    first: (Asked, Arc<Counted>),
    second: Option<(Asked, Arc<Counted>)>,
    rows: Arc<Vec<banco_pages::odds::Row>>,
    origin: String,
}

async fn view(app: &Arc<App>, headers: &HeaderMap, query: &HashMap<String, String>) -> Result<View, Failed> {
    let first = asked(query, "")?;
    let counted = app.odds.count(app, &first).await?;
    let first = (counted.asked.clone(), counted);
    let second = match compared(query)? {
        None => None,
        Some(asked) => {
            let counted = app.odds.count(app, &asked).await?;
            Some((counted.asked.clone(), counted))
        }
    };
    let rows = app.odds.overview(app, &first.0).await?;
    Ok(View { first, second, rows, origin: origin(app, headers) })
}

impl View {
    fn explorer(&self) -> Explorer<'_> {
        Explorer {
            first: Side {
                asked: &self.first.0,
                choices: &self.first.1.choices,
                answer: &self.first.1.answer,
            },
            second: self.second.as_ref().map(|(asked, counted)| Side {
                asked,
                choices: &counted.choices,
                answer: &counted.answer,
            }),
            rows: &self.rows,
            origin: &self.origin,
        }
    }
}

/// `GET /odds`
pub async fn page(State(app): Page, guest: Guest, headers: HeaderMap, Query(query): Asks) -> Reply {
    html(banco_pages::odds::odds(&guest.visit, &view(&app, &headers, &query).await?.explorer()))
}

/// `GET /odds/parts`
pub async fn parts(State(app): Page, guest: Guest, headers: HeaderMap, Query(query): Asks) -> Reply {
    let view = view(&app, &headers, &query).await?;
    parts_json(&app, 0, &banco_pages::odds::parts(&view.explorer(), guest.visit.lang()))
}

/// `GET /odds/par/{format}`
pub async fn par(State(app): Page, _: Guest, Path(format): Path<String>, Query(query): Asks) -> Reply {
    let format = Format::from_ending(&format).ok_or_else(|| Failed::not_found("format"))?;
    let asked = asked(&query, "")?;
    let bytes = app.odds.file(&app, &asked, format).await?;
    file(bytes, format.media_type(), &format!("{}.{}", name_of(&asked), format.ending()))
}

/// `GET /odds/plots/{plot}/{format}`
pub async fn plot(
    State(app): Page,
    _: Guest,
    Path((plot, format)): Path<(String, String)>,
    Query(query): Asks,
) -> Reply {
    let asked = asked(&query, "")?;
    let counted = app.odds.count(&app, &asked).await?;
    let answer = counted.answer.as_ref().map_err(|_| Failed::not_found("plot"))?;
    let plot =
        answer.plots.iter().find(|known| known.key == plot).ok_or_else(|| Failed::not_found("plot"))?;
    let name = format!("{}-{}", name_of(&asked), plot.key);
    match format.as_str() {
        "svg" => file(told::svg_file(plot).into_bytes(), "image/svg+xml", &format!("{name}.svg")),
        "csv" => {
            file(told::csv_file(&plot.table).into_bytes(), Format::Csv.media_type(), &format!("{name}.csv"))
        }
        _ => Err(Failed::not_found("format")),
    }
}

/// What a file is called: letters, figures and dashes of what was asked.
fn name_of(asked: &Asked) -> String {
    let words = format!("{}-{}", asked.rulebook, asked.wager);
    words.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect()
}

fn file(bytes: Vec<u8>, kind: &'static str, name: &str) -> Reply {
    let place = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""))
        .unwrap_or(HeaderValue::from_static("attachment"));
    let headers =
        [(header::CONTENT_TYPE, HeaderValue::from_static(kind)), (header::CONTENT_DISPOSITION, place)];
    Ok((headers, bytes).into_response())
}
