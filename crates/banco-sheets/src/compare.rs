//! What changed between two documents: sheets that `banco par --json` wrote earlier, and those of a question now.

use serde::Serialize;
use serde_json::{Map, Value as Json};

use banco_rulebook::Diagnostic;

use crate::document::{Content, Document, DocumentSheet, Shown, Value};
use crate::error::SheetError;
use crate::facts::MAIN;
use crate::text_table;

/// Floats further apart than this share of them differ; closer ones were only rounded in another way.
const CLOSE: f64 = 1e-12;

/// What a line of a pay table is compared by; the rest follows from it.
const OF_LINES: [&str; 5] = ["pays", "ways", "probability", "contribution", "return_contribution"];

/// What is not compared: what names or makes the sheet, and what only tells other figures in another way.
const LEFT_OUT: [&str; 22] = [
    "lines",
    "distribution",
    "even",
    "warnings",
    "id",
    "software",
    "date",
    "author",
    "command",
    "method",
    "verification",
    "cycle",
    "says",
    "plane",
    "one_in",
    "fraction",
    "hit_fraction",
    "push_fraction",
    "hit_one_in",
    "house_edge_fraction",
    "volatility_by_rounds",
    "volatility_by_rounds_with_meters",
];

/// By which the rows of a table are known.
const ROW_NAMES: [&str; 8] = ["meter", "must_hit", "card", "with", "id", "seat", "seats", "decks"];

/// What a sheet is of, and beside that from which shoe and seat.
const NAME: [&str; 4] = ["rulebook", "wager", "side", "paytable"];
const SHOE: [&str; 2] = ["decks", "seat"];

/// Facts that say by which rules and on what conditions a sheet was made, beside those of the game and the document.
const CONDITIONS: [&str; 6] = ["set", "without", "suits", "choice", "stake", "cite"];

/// Sheets of an earlier file.
#[derive(Debug)]
pub struct EarlierSheets {
    file: String,
    sheets: Vec<Json>,
}

impl EarlierSheets {
    /// Reads what `banco par --json` wrote: one sheet or several.
    ///
    /// # Errors
    ///
    /// If it is no JSON, or no sheets.
    pub fn read(file: &str, text: &str) -> Result<Self, SheetError> {
        let wrong = |what: String| {
            let problem = Diagnostic::error("not_sheets", format!("`{file}` {what}"));
            SheetError::from(problem.hint("name a file that `banco par --json` wrote"))
        };
        let json: Json = serde_json::from_str(text).map_err(|why| wrong(format!("is not JSON: {why}")))?;
        let sheets = match json {
            Json::Array(sheets) => sheets,
            one => vec![one],
        };
        if sheets.is_empty() {
            return Err(wrong("holds no sheet".to_owned()));
        }
        for (at, sheet) in (1..).zip(&sheets) {
            if let Some(key) = missing(sheet) {
                return Err(wrong(format!("holds no PAR sheets: number {at} has no valid `{key}`")));
            }
        }
        Ok(Self { file: file.to_owned(), sheets })
    }

    /// What changed from these sheets to those of a document. With `all` the document has every sheet that there is now,
    /// so a sheet that it does not have is gone; otherwise sheets that were not asked for are left alone.
    pub fn compare(&self, document: &Document, all: bool) -> Comparison {
        let now = document.json();
        let now: Vec<&Json> = now.as_array().into_iter().flatten().collect();
        let (pairs, left) = pairs(&self.sheets, &now);
        let mut sheets = Vec::new();
        for ((was, now), told) in pairs.iter().zip(&now).zip(&document.sheets) {
            sheets.extend(match was {
                Some(was) => changed(was, now, told),
                None => Some(SheetChange::new(told.title.clone(), "added")),
            });
        }
        let gone = left.iter().filter(|_| all).map(|was| SheetChange::new(name(was), "removed"));
        sheets.extend(gone);
        let compared = pairs.iter().flatten().count();
        let not_asked = if all { 0 } else { left.len() };
        Comparison { same: sheets.is_empty(), file: self.file.clone(), compared, not_asked, sheets }
    }
}

/// What a sheet lacks that every sheet has.
fn missing(sheet: &Json) -> Option<&'static str> {
    let is_text = |json: &Json, key: &str| json.get(key).is_some_and(Json::is_string);
    if let Some(key) = ["rulebook", "wager", "total"].into_iter().find(|key| !is_text(sheet, key)) {
        return Some(key);
    }
    let lines = sheet.get("lines").and_then(Json::as_array);
    let whole = |line: &Json| ["name", "pays", "ways"].iter().all(|key| is_text(line, key));
    let good = lines.is_some_and(|lines| lines.iter().all(whole));
    if good { None } else { Some("lines") }
}

/// What changed between two documents.
#[derive(Serialize, Debug)]
pub struct Comparison {
    /// Whether nothing did.
    pub same: bool,
    /// The file of the earlier sheets.
    pub file: String,
    /// How many sheets are in both.
    pub compared: usize,
    /// How many sheets of the file were not asked for.
    pub not_asked: usize,
    /// The sheets that differ.
    pub sheets: Vec<SheetChange>,
}

/// What changed in one sheet.
#[derive(Serialize, Debug)]
pub struct SheetChange {
    /// `RULEBOOK WAGER, N decks, seat N`.
    sheet: String,
    /// `changed`, `added` or `removed`.
    change: &'static str,
    /// Whether a line or a figure changed, and not the rules or conditions alone.
    figures_changed: bool,
    /// Lines of the pay table.
    lines: Vec<LineChange>,
    /// Everything else.
    changes: Vec<Change>,
}

/// What changed in one line.
#[derive(Serialize, Debug)]
struct LineChange {
    line: String,
    /// `changed`, `renamed`, `added` or `removed`.
    change: &'static str,
    /// What it was called.
    was: Option<String>,
    changes: Vec<Change>,
}

/// A figure that changed.
#[derive(Serialize, Debug)]
struct Change {
    key: String,
    was: Json,
    now: Json,
    /// By how much, where both are numbers.
    by: Option<f64>,
    /// The three of them as people see them.
    #[serde(skip)]
    shown: [String; 3],
}

/// The earlier sheet of each sheet, and those that are left.
fn pairs<'a>(was: &'a [Json], now: &[&Json]) -> (Vec<Option<&'a Json>>, Vec<&'a Json>) {
    let mut left: Vec<&Json> = was.iter().collect();
    let mut found: Vec<Option<&Json>> = vec![None; now.len()];
    for keys in [&[NAME.as_slice(), SHOE.as_slice()].concat(), NAME.as_slice()] {
        for (place, now) in found.iter_mut().zip(now).filter(|(place, _)| place.is_none()) {
            let alike = |was: &&Json| keys.iter().all(|key| was.get(key) == now.get(key));
            *place = left.iter().position(alike).map(|at| left.remove(at));
        }
    }
    // One sheet and another may be compared whatever they are called.
    if let ([place @ None], [_]) = (found.as_mut_slice(), was) {
        *place = left.pop();
    }
    (found, left)
}

impl SheetChange {
    const fn new(sheet: String, change: &'static str) -> Self {
        Self { sheet, change, figures_changed: true, lines: Vec::new(), changes: Vec::new() }
    }
}

/// The title of a sheet that is there no more.
fn name(sheet: &Json) -> String {
    let text = |key: &str| sheet.get(key).and_then(Json::as_str);
    let number = |key: &str| sheet.get(key).and_then(Json::as_u64);
    let mut name = format!("{} {}", text("rulebook").unwrap_or_default(), text("wager").unwrap_or_default());
    name += &text("side").map(|side| format!(".{side}")).unwrap_or_default();
    name += &text("paytable").map(|table| format!(":{table}")).unwrap_or_default();
    name += &number("decks").map(|decks| format!(", {decks} decks")).unwrap_or_default();
    name += &number("seat").map(|seat| format!(", seat {seat}")).unwrap_or_default();
    name
}

/// What changed in a sheet; nothing if it is the same.
fn changed(was: &Json, now: &Json, told: &DocumentSheet) -> Option<SheetChange> {
    let mut changes = Vec::new();
    differences("", (was, now), told, &mut changes);
    let lines = line_changes(was, now, told);
    let is_figure = |change: &Change| {
        let (section, _) = change.key.split_once('.').unwrap_or((&change.key, ""));
        !["document", "game"].contains(&section) && !CONDITIONS.contains(&section)
    };
    let figures_changed = !lines.is_empty() || changes.iter().any(is_figure);
    let any = !lines.is_empty() || !changes.is_empty();
    any.then(|| SheetChange {
        figures_changed,
        lines,
        changes,
        ..SheetChange::new(told.title.clone(), "changed")
    })
}

/// Everything that both tell and that differs. What only one of them tells was not asked for, or not told by an earlier
/// version.
fn differences(path: &str, (was, now): (&Json, &Json), told: &DocumentSheet, into: &mut Vec<Change>) {
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match (was, now) {
        (Json::Object(was), Json::Object(now)) => {
            for (key, now) in now.iter().filter(|(key, _)| !LEFT_OUT.contains(&key.as_str())) {
                if let Some(was) = was.get(key) {
                    differences(&below(key), (was, now), told, into);
                }
            }
        }
        (Json::Array(was), Json::Array(now)) if rows(was) && rows(now) => {
            for row in now {
                let earlier = was.iter().find(|other| row_name(other) == row_name(row));
                differences(&below(&row_name(row)), (earlier.unwrap_or(&Json::Null), row), told, into);
            }
            let gone = was.iter().filter(|row| now.iter().all(|other| row_name(other) != row_name(row)));
            gone.for_each(|row| differences(&below(&row_name(row)), (row, &Json::Null), told, into));
        }
        _ if same(was, now) => {}
        _ => into.push(Change::new(path, (was, now), told)),
    }
}

fn rows(array: &[Json]) -> bool {
    array.iter().all(Json::is_object)
}

/// What a row of a table is called.
fn row_name(row: &Json) -> String {
    let name = ROW_NAMES.iter().find_map(|key| row.get(key)).unwrap_or(&Json::Null);
    name.as_str().map_or_else(|| name.to_string(), str::to_owned)
}

#[expect(clippy::float_arithmetic, reason = "whether two floats are the same figure")]
fn same(was: &Json, now: &Json) -> bool {
    match (was.as_f64(), now.as_f64()) {
        (Some(was), Some(now)) => (was - now).abs() <= CLOSE * was.abs().max(now.abs()),
        _ => was == now,
    }
}

fn lines_of(sheet: &Json) -> Vec<&Json> {
    sheet.get("lines").and_then(Json::as_array).into_iter().flatten().collect()
}

fn text<'a>(line: &'a Json, key: &str) -> &'a str {
    line.get(key).and_then(Json::as_str).unwrap_or_default()
}

/// Lines by their names; a line with another name that pays the same in as many ways was renamed.
fn line_changes(was: &Json, now: &Json, told: &DocumentSheet) -> Vec<LineChange> {
    let (mut left, now) = (lines_of(was), lines_of(now));
    let mut found: Vec<Option<&Json>> = vec![None; now.len()];
    for keys in [&["name"][..], &["pays", "ways"]] {
        for (place, now) in found.iter_mut().zip(&now).filter(|(place, _)| place.is_none()) {
            let alike = |was: &&Json| keys.iter().all(|key| text(was, key) == text(now, key));
            *place = left.iter().position(alike).map(|at| left.remove(at));
        }
    }
    let nothing = Json::Object(Map::new());
    let mut all = Vec::new();
    for (was, now) in found.iter().zip(&now) {
        let changes = of_line(was.unwrap_or(&nothing), now, told);
        let change = match was {
            None => "added",
            Some(was) if text(was, "name") != text(now, "name") => "renamed",
            Some(_) if changes.is_empty() => continue,
            Some(_) => "changed",
        };
        let was = was.map(|was| text(was, "name").to_owned());
        all.push(LineChange { line: text(now, "name").to_owned(), change, was, changes });
    }
    let gone = left.iter().map(|was| {
        let name = text(was, "name").to_owned();
        let changes = of_line(was, &nothing, told);
        LineChange { line: name.clone(), change: "removed", was: Some(name), changes }
    });
    all.extend(gone);
    all
}

/// What changed of a line. An earlier version may not have told all of it.
fn of_line(was: &Json, now: &Json, told: &DocumentSheet) -> Vec<Change> {
    let empty = |line: &Json| line.as_object().is_some_and(Map::is_empty);
    let one_only = empty(was) || empty(now);
    let mut changes = Vec::new();
    for key in OF_LINES {
        match (was.get(key), now.get(key)) {
            (Some(was), Some(now)) if !same(was, now) => changes.push(Change::new(key, (was, now), told)),
            (Some(_), Some(_)) => {}
            (was, now) if one_only => {
                let (was, now) = (was.unwrap_or(&Json::Null), now.unwrap_or(&Json::Null));
                changes.push(Change::new(key, (was, now), told));
            }
            _ => {}
        }
    }
    changes
}

impl Change {
    fn new(path: &str, (was, now): (&Json, &Json), told: &DocumentSheet) -> Self {
        let shown = shown_as(told, path);
        let (by, by_shown) = by(was, now, shown);
        let shown = [json_shown(was, shown), json_shown(now, shown), by_shown];
        Self { key: path.to_owned(), was: was.clone(), now: now.clone(), by, shown }
    }
}

/// By how much, as a number and as people see it; counts are subtracted exactly.
#[expect(clippy::float_arithmetic, clippy::cast_precision_loss, reason = "a difference to be shown")]
fn by(was: &Json, now: &Json, shown: Shown) -> (Option<f64>, String) {
    let count = |json: &Json| match json {
        Json::String(digits) => digits.parse::<i128>().ok(),
        other => other.as_i64().map(i128::from),
    };
    if let (Some(was), Some(now)) = (count(was), count(now)) {
        return (Some((now - was) as f64), format!("{:+}", now - was));
    }
    let Some(by) = was.as_f64().zip(now.as_f64()).map(|(was, now)| now - was) else {
        return (None, String::new());
    };
    // The last digits of two floats are lost in their difference.
    let shown = if shown.is_percent() { Shown::SignedPercent(4) } else { Shown::Signed(4) };
    (Some(by), shown.show(by))
}

fn json_shown(json: &Json, shown: Shown) -> String {
    match json {
        Json::Null => "nothing".to_owned(),
        Json::String(text) => text.clone(),
        Json::Number(number) if number.is_f64() => number.as_f64().map(|n| shown.show(n)).unwrap_or_default(),
        Json::Array(several) => {
            several.iter().map(|one| json_shown(one, shown)).collect::<Vec<_>>().join(", ")
        }
        // A row of a table that only one of the sheets has.
        Json::Object(_) => "there".to_owned(),
        other => other.to_string(),
    }
}

/// How the sheet shows what stands at the end of this path.
fn shown_as(told: &DocumentSheet, path: &str) -> Shown {
    let key = path.rsplit('.').next().unwrap_or_default();
    let section = path.split('.').next().unwrap_or_default();
    let mut values = told.sections.iter().filter_map(|part| match &part.content {
        Content::Facts(facts) => facts.iter().find(|fact| fact.name.key == key).map(|fact| &fact.value),
        Content::Grid(grid) if part.key == section || part.key == "lines" => {
            let at = grid.columns.iter().position(|column| column.key == key)?;
            grid.rows.first()?.get(at)
        }
        Content::Grid(_) => None,
    });
    let shown = values.find_map(|value| match value {
        Value::Number(_, shown) | Value::Exact(_, _, shown) | Value::Numbers(_, shown) => Some(*shown),
        _ => None,
    });
    shown.unwrap_or(Shown::Digits(MAIN))
}

impl Comparison {
    /// How it came out, in a sentence.
    pub fn sentence(&self) -> String {
        let sheets = |number: usize| if number == 1 { "sheet" } else { "sheets" };
        let (number, file) = (self.sheets.len(), &self.file);
        let found = if self.same {
            format!("nothing differs from `{file}` in {} {}", self.compared, sheets(self.compared))
        } else {
            format!("{number} {} from `{file}`", if number == 1 { "sheet differs" } else { "sheets differ" })
        };
        match self.not_asked {
            0 => found,
            others => format!("{found}; {others} other {} of it not asked for", sheets(others)),
        }
    }

    /// What changed, for a terminal; that something did is told by whoever asked.
    pub fn text(&self) -> String {
        let mut parts: Vec<String> = self.sheets.iter().map(SheetChange::text).collect();
        parts.extend(self.same.then(|| self.sentence()));
        parts.join("\n\n") + "\n"
    }

    /// What changed, for programs.
    pub fn json(&self) -> Json {
        serde_json::to_value(self).unwrap_or(Json::Null)
    }
}

impl SheetChange {
    fn text(&self) -> String {
        let title = format!("{}: {}", self.sheet, self.change);
        if self.change != "changed" {
            return title;
        }
        let mut table = text_table::table(&["line", "what", "was", "now", "change"]);
        let mut row = |line: &str, change: &Change| {
            let [was, now, by] = &change.shown;
            table.add_row([line, &change.key, was, now, by]);
        };
        let mut notes = Vec::new();
        for line in &self.lines {
            match (&line.was, line.change) {
                (Some(was), "renamed") => notes.push(format!(" line `{was}` is now called `{}`", line.line)),
                (_, change @ ("added" | "removed")) => {
                    notes.push(format!(" line `{}` was {change}", line.line))
                }
                _ => {}
            }
            line.changes.iter().for_each(|change| row(&line.line, change));
        }
        self.changes.iter().for_each(|change| row("", change));
        if !self.figures_changed {
            notes.push(" every line and figure is the same; rules or conditions are not".to_owned());
        }
        let table = (table.row_count() > 0).then(|| text_table::table_text(&table));
        let notes = (!notes.is_empty()).then(|| notes.join("\n"));
        [Some(title), notes, table].into_iter().flatten().collect::<Vec<_>>().join("\n\n")
    }
}
