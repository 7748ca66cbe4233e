//! Sheets as JSON; the keys are kept stable.

use serde_json::{Map, Value as Json};

use crate::document::{Content, Document, DocumentSheet, Grid, Value};

/// One object a sheet.
pub fn render(document: &Document) -> Json {
    document.sheets.iter().map(sheet).collect()
}

/// Sections without a name tell about the sheet itself; the others stand below their names.
fn sheet(sheet: &DocumentSheet) -> Json {
    let mut object = Map::new();
    for section in &sheet.sections {
        let content = match &section.content {
            Content::Grid(grid) => rows(grid),
            Content::Facts(facts) => {
                let pairs = facts.iter().map(|fact| (fact.name.key.to_owned(), fact.value.json()));
                if section.key.is_empty() {
                    object.extend(pairs);
                    continue;
                }
                pairs.collect()
            }
        };
        object.insert(section.key.to_owned(), content);
    }
    object.insert("warnings".to_owned(), Json::from(sheet.warnings.clone()));
    Json::Object(object)
}

fn rows(grid: &Grid) -> Json {
    let row = |row: &Vec<Value>| -> Json {
        grid.columns.iter().zip(row).map(|(name, value)| (name.key.to_owned(), value.json())).collect()
    };
    grid.rows.iter().map(row).collect()
}
