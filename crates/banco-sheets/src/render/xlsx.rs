//! Sheets as a workbook: what it is, a summary, and a page for each wager with its pay tables below each other, so that
//! they can be compared.
//!
//! A spreadsheet keeps fifteen digits of a number. Counts are longer, so they are written as text; what is worked out from
//! them stands beside as numbers.

use std::collections::BTreeSet;

use banco_odds::Fraction;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Url, Workbook, Worksheet, XlsxError};

use crate::document::{Content, Document, DocumentSheet, Fact, Grid, Name, Shown, Value};
use crate::error::SheetError;

/// What the summary tells of each sheet, by key.
const SUMMARY: [&str; 23] = [
    "rulebook",
    "wager",
    "side",
    "paytable",
    "seat",
    "decks",
    "shoe",
    "shoe_name",
    "cards",
    "total",
    "house_edge",
    "edge_on_resolved",
    "return",
    "long_run_return",
    "hit",
    "push",
    "largest_pay",
    "variance",
    "standard_deviation",
    "skewness",
    "kurtosis",
    "volatility_index",
    "id",
];

/// A spreadsheet allows no longer name for a page.
const LONGEST_NAME: usize = 31;

/// The whole file.
pub fn render(document: &Document) -> Result<Vec<u8>, SheetError> {
    write(document).map_err(|why| SheetError::failed("cannot make a workbook", Some(why.into())))
}

fn write(document: &Document) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    workbook.set_properties(&properties(document)?);
    let pages = pages(document);
    Page::new(&mut workbook, "README")?.readme(document, &pages)?;
    Page::new(&mut workbook, "Summary")?.summary(document)?;
    for (name, sheets) in &pages {
        let mut page = Page::new(&mut workbook, name)?;
        for sheet in sheets {
            page.sheet(sheet)?;
        }
        page.breaks()?;
    }
    workbook.save_to_buffer()
}

/// The same question gives the same bytes: no clock is read.
fn properties(document: &Document) -> Result<DocProperties, XlsxError> {
    let day = document.date.as_deref().unwrap_or("2000-01-01");
    let made = ExcelDateTime::parse_from_str(day)?;
    Ok(DocProperties::new()
        .set_title(format!("PAR sheets {}", document.id))
        .set_author(document.author.as_deref().unwrap_or_default())
        .set_comment(document.command.as_str())
        .set_creation_datetime(&made))
}

/// The sheets of each wager under the name of its page.
fn pages(document: &Document) -> Vec<(String, Vec<&DocumentSheet>)> {
    let several = document
        .sheets
        .iter()
        .any(|sheet| Some(&sheet.family.0) != document.sheets.first().map(|s| &s.family.0));
    let mut families: Vec<(&(String, String), Vec<&DocumentSheet>)> = Vec::new();
    for sheet in &document.sheets {
        match families.iter_mut().find(|(family, _)| **family == sheet.family) {
            Some((_, sheets)) => sheets.push(sheet),
            None => families.push((&sheet.family, vec![sheet])),
        }
    }
    let mut taken = vec!["readme".to_owned(), "summary".to_owned()];
    let named = families.into_iter().map(|((rulebook, wager), sheets)| {
        let wanted = if several { format!("{rulebook} {wager}") } else { wager.clone() };
        (page_name(&wanted, &mut taken), sheets)
    });
    named.collect()
}

/// A name that is short enough and not taken, whatever its case; nothing that a spreadsheet forbids.
fn page_name(wanted: &str, taken: &mut Vec<String>) -> String {
    let allowed: String = wanted.chars().map(|c| if "[]:*?/\\'".contains(c) { '-' } else { c }).collect();
    let cut = |suffix: &str| -> String {
        let kept = allowed.chars().take(LONGEST_NAME.saturating_sub(suffix.len()));
        kept.chain(suffix.chars()).collect()
    };
    let numbered = (2..).map(|number| cut(&format!("~{number}")));
    let mut names = std::iter::once(cut("")).chain(numbered);
    let free = names.find(|name| !taken.contains(&name.to_lowercase())).unwrap_or_default();
    taken.push(free.to_lowercase());
    free
}

/// A page that is filled from the top.
struct Page<'a> {
    page: &'a mut Worksheet,
    row: u32,
    /// The first rows of further sheets, before which a printer begins a new page.
    starts: Vec<u32>,
}

impl<'a> Page<'a> {
    fn new(workbook: &'a mut Workbook, name: &str) -> Result<Self, XlsxError> {
        let page = workbook.add_worksheet();
        page.set_name(name)?.set_landscape().set_print_fit_to_pages(1, 0);
        page.set_column_width(0, 44)?;
        for column in 1..11 {
            page.set_column_width(column, 22)?;
        }
        Ok(Self { page, row: 0, starts: Vec::new() })
    }

    fn heading(&mut self, text: &str, size: f64) -> Result<(), XlsxError> {
        let format = Format::new().set_bold().set_font_size(size);
        self.page.write_string_with_format(self.row, 0, text, &format)?;
        self.row += 1;
        Ok(())
    }

    /// A label and a text beside it.
    fn pair(&mut self, label: &str, text: &str) -> Result<(), XlsxError> {
        self.page.write_string(self.row, 0, label)?.write_string(self.row, 1, text)?;
        self.row += 1;
        Ok(())
    }

    fn header(&mut self, labels: impl Iterator<Item = &'static str>) -> Result<(), XlsxError> {
        let format = Format::new().set_bold().set_border_bottom(rust_xlsxwriter::FormatBorder::Thin);
        for (column, label) in (0..).zip(labels) {
            self.page.write_string_with_format(self.row, column, label, &format)?;
        }
        self.row += 1;
        Ok(())
    }

    fn values<'v>(&mut self, values: impl Iterator<Item = &'v Value>) -> Result<(), XlsxError> {
        for (column, value) in (0..).zip(values) {
            self.value(column, value)?;
        }
        self.row += 1;
        Ok(())
    }

    fn value(&mut self, column: u16, value: &Value) -> Result<(), XlsxError> {
        match value {
            nothing if nothing.is_nothing() => {}
            Value::Number(number, shown) => self.number(column, *number, *shown)?,
            Value::Exact(exact, number, shown) => {
                self.number_as(column, *number, *shown, shown.decimals(exact))?;
            }
            Value::Whole(whole) => {
                self.page.write_number(self.row, column, u32::try_from(*whole).unwrap_or(u32::MAX))?;
            }
            Value::Count(count) => {
                let right = Format::new().set_align(rust_xlsxwriter::FormatAlign::Right);
                self.page.write_string_with_format(self.row, column, count.to_string(), &right)?;
            }
            other => {
                self.page.write_string(self.row, column, other.shown())?;
            }
        }
        Ok(())
    }

    fn number(&mut self, column: u16, number: f64, shown: Shown) -> Result<(), XlsxError> {
        let decimals = Fraction::from_float(number).map_or(0, |exact| shown.decimals(&exact));
        self.number_as(column, number, shown, decimals)
    }

    /// A spreadsheet knows decimals only, so each cell has as many as its significant digits need.
    fn number_as(
        &mut self,
        column: u16,
        number: f64,
        shown: Shown,
        decimals: usize,
    ) -> Result<(), XlsxError> {
        let zeros = if decimals > 0 { format!("0.{}", "0".repeat(decimals)) } else { "0".to_owned() };
        let format = match shown {
            Shown::Decimals(_) | Shown::Digits(_) => zeros,
            Shown::Money(currency) => {
                let sign = currency.sign();
                format!("\"{sign}\"#,##{zeros};-\"{sign}\"#,##{zeros}")
            }
            Shown::Signed(_) => format!("+{zeros};-{zeros};{zeros}"),
            Shown::Percent(_) => format!("{zeros}%"),
            Shown::SignedPercent(_) => format!("+{zeros}%;-{zeros}%;{zeros}%"),
        };
        let format = Format::new().set_num_format(format);
        self.page.write_number_with_format(self.row, column, number, &format)?;
        Ok(())
    }

    fn sheet(&mut self, sheet: &DocumentSheet) -> Result<(), XlsxError> {
        if self.row > 0 {
            self.row += 2;
            self.starts.push(self.row);
        }
        self.heading(&sheet.title, 14.0)?;
        sheet.warnings.iter().try_for_each(|warning| self.pair("WARNING", warning))?;
        for section in &sheet.sections {
            match &section.content {
                Content::Grid(grid) if grid.rows.is_empty() => {}
                Content::Grid(grid) => {
                    self.row += 1;
                    self.heading(section.title, 12.0)?;
                    self.grid(grid)?;
                }
                Content::Facts(facts) => {
                    self.row += 1;
                    self.heading(section.title, 12.0)?;
                    facts.iter().try_for_each(|fact| self.fact(fact))?;
                }
            }
        }
        Ok(())
    }

    fn grid(&mut self, grid: &Grid) -> Result<(), XlsxError> {
        self.header(grid.columns.iter().map(|column| column.label))?;
        grid.rows.iter().chain(&grid.sums).try_for_each(|row| self.values(row.iter()))
    }

    /// One row, or one for each of several values.
    fn fact(&mut self, fact: &Fact) -> Result<(), XlsxError> {
        let label = fact.name.title();
        match &fact.value {
            nothing if nothing.is_nothing() => {}
            Value::Numbers(numbers, shown) => {
                for (key, number) in numbers {
                    self.page.write_string(self.row, 0, format!("{label}: {key}"))?;
                    self.number(1, *number, *shown)?;
                    self.row += 1;
                }
            }
            Value::Items(items) => {
                for (at, (id, says)) in items.iter().enumerate() {
                    self.page.write_string(self.row, 2, says)?;
                    self.pair(if at == 0 { label } else { "" }, id)?;
                }
            }
            value => {
                self.page.write_string(self.row, 0, label)?;
                self.value(1, value)?;
                self.row += 1;
            }
        }
        Ok(())
    }

    fn breaks(&mut self) -> Result<(), XlsxError> {
        if !self.starts.is_empty() {
            self.page.set_page_breaks(&self.starts)?;
        }
        Ok(())
    }

    /// One row a sheet, under the names for programs.
    fn summary(&mut self, document: &Document) -> Result<(), XlsxError> {
        self.header(SUMMARY.into_iter())?;
        for sheet in &document.sheets {
            self.values(SUMMARY.iter().map(|key| sheet.value(key)))?;
        }
        let last = u16::try_from(SUMMARY.len()).unwrap_or(1).saturating_sub(1);
        self.page.set_freeze_panes(1, 4)?.set_repeat_rows(0, 0)?;
        self.page.set_column_width(0, 18)?;
        self.page.set_column_width(last, 22)?;
        self.page.autofilter(0, 0, self.row.saturating_sub(1), last)?;
        Ok(())
    }

    fn readme(
        &mut self,
        document: &Document,
        pages: &[(String, Vec<&DocumentSheet>)],
    ) -> Result<(), XlsxError> {
        self.heading("PAR sheets", 16.0)?;
        self.pair("document", &document.id)?;
        self.pair("software", document.software)?;
        document.date.iter().try_for_each(|date| self.pair("date", date))?;
        document.author.iter().try_for_each(|author| self.pair("author", author))?;
        self.pair("sheets", &document.sheets.len().to_string())?;
        self.pair("make it again", &document.command)?;
        for (label, key) in [("method", "method"), ("verified", "verification")] {
            document
                .sheets
                .first()
                .iter()
                .try_for_each(|sheet| self.pair(label, &sheet.value(key).shown()))?;
        }
        self.pair("counts", "exact, as text: a spreadsheet would round a number after fifteen digits")?;
        self.row += 1;
        self.sources(document)?;
        self.heading("Pages", 12.0)?;
        for (name, sheets) in pages {
            let url = Url::new(format!("internal:'{name}'!A1")).set_text(name);
            self.page.write_url(self.row, 0, url)?;
            let titles: Vec<&str> = sheets.iter().map(|sheet| sheet.title.as_str()).collect();
            self.page.write_string(self.row, 1, titles.join("; "))?;
            self.row += 1;
        }
        self.row += 1;
        self.heading("Columns and facts", 12.0)?;
        self.header(["label", "key", "meaning"].into_iter())?;
        for name in names(document) {
            self.page.write_string(self.row, 2, name.meaning)?;
            self.pair(name.label, name.key)?;
        }
        Ok(())
    }

    /// By which rules: rulebooks and submissions with their hashes.
    fn sources(&mut self, document: &Document) -> Result<(), XlsxError> {
        self.heading("Rules", 12.0)?;
        let mut known: Vec<[String; 4]> = Vec::new();
        for sheet in &document.sheets {
            let keys = ["rulebook", "rulebook_hash", "submission", "submission_hash"];
            let source = keys.map(|key| sheet.value(key).shown());
            if !known.contains(&source) {
                known.push(source);
            }
        }
        for [rulebook, hash, submission, submitted] in known {
            self.pair(&format!("rulebook {rulebook}, sha-256"), &hash)?;
            self.pair(&format!("submission {submission}, sha-256"), &submitted)?;
        }
        self.row += 1;
        Ok(())
    }
}

/// Everything that has a meaning beyond its label, each once, in order.
fn names(document: &Document) -> Vec<Name> {
    let mut seen = BTreeSet::new();
    let mut names = Vec::new();
    for section in document.sheets.iter().flat_map(|sheet| &sheet.sections) {
        let told: Vec<Name> = match &section.content {
            Content::Facts(facts) => facts.iter().map(|fact| fact.name).collect(),
            Content::Grid(grid) => grid.columns.clone(),
        };
        let new = told.into_iter().filter(|name| !name.meaning.is_empty());
        names.extend(new.filter(|name| seen.insert((name.key, name.label))));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_pages_are_short_and_unique() {
        let mut taken = vec!["readme".to_owned()];
        assert_eq!(page_name("README", &mut taken), "README~2");
        let long = "ma-chemin-de-fer a-wager-with-a-long-name";
        assert_eq!(page_name(long, &mut taken), "ma-chemin-de-fer a-wager-with-a");
        assert_eq!(page_name(long, &mut taken), "ma-chemin-de-fer a-wager-with~2");
        assert_eq!(page_name("a/b:c", &mut taken), "a-b-c");
    }
}
