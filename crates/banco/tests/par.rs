//! PAR sheets in every format, read back by other programs' readers, and made again by what they say about themselves.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    reason = "a test fails by panicking"
)]

#[path = "folder/mod.rs"]
mod folder;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use calamine::{Data, Range, Reader as _};
use folder::Folder;
use serde_json::Value as Json;

fn par(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_banco"));
    command.arg("par").args(arguments).env_remove("BANCO_RULEBOOKS").env("NO_COLOR", "1").output().unwrap()
}

/// What a question prints, if it can be answered.
fn answer(arguments: &[&str]) -> Vec<u8> {
    let output = par(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn sheets(arguments: &[&str]) -> Vec<Json> {
    let text = answer(&[arguments, &["--json"]].concat());
    serde_json::from_slice(&text).unwrap()
}

fn write(arguments: &[&str], path: &Path) {
    answer(&[arguments, &["-o", path.to_str().unwrap()]].concat());
}

fn text<'a>(value: &'a Json, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("no `{key}` in {value}"))
}

fn count(value: &Json, key: &str) -> u128 {
    text(value, key).parse().unwrap()
}

#[test]
fn the_json_contract_is_kept() {
    for sheet in sheets(&["-r", "ma-midi", "--decks", "8"]) {
        for key in ["rulebook", "wager", "side", "paytable", "seat", "decks", "cite"] {
            assert!(sheet.get(key).is_some(), "{key}");
        }
        for key in ["return", "house_edge", "variance"] {
            assert!(sheet[key].is_f64(), "{key}");
        }
        let total = count(&sheet, "total");
        let mut sum = 0;
        for line in sheet["lines"].as_array().unwrap() {
            let ways = count(line, "ways");
            sum += ways;
            assert!(line["name"].is_string() && line["pays"].is_string() && line["probability"].is_f64());
            let (top, bottom) = text(line, "fraction").split_once('/').unwrap();
            let (top, bottom): (u128, u128) = (top.parse().unwrap(), bottom.parse().unwrap());
            assert_eq!(top * total, bottom * ways);
            assert!((2..100).all(|factor| top % factor > 0 || bottom % factor > 0), "{top}/{bottom}");
            let one_in = line["one_in"].as_f64().map_or(0.0, f64::recip);
            assert!((one_in - line["probability"].as_f64().unwrap()).abs() < 1e-12);
        }
        assert_eq!(sum, total);
        for jackpot in sheet["jackpots"].as_array().unwrap() {
            assert!(jackpot["meter"].is_string() && jackpot["ways"].is_string());
            assert!(jackpot["probability"].is_f64() && jackpot["one_in"].is_f64());
        }
        let index = |rounds: &str| sheet["volatility_by_rounds"][rounds].as_f64().unwrap();
        assert_eq!(Some(index("1")), sheet["volatility_index"].as_f64());
        assert!((index("1") - 1000.0 * index("1000000")).abs() < 1e-9);
    }
}

/// The exact edge as a fraction, against the lines' own counts and pays, worked out another way.
#[test]
fn exact_fractions_agree_with_the_lines() {
    let sheet = &sheets(&["-r", "ma-baccarat", "tie", "--decks", "6"])[0];
    let (ways, total) = (count(&sheet["lines"][0], "ways"), count(sheet, "total"));
    let (top, bottom) = text(sheet, "house_edge_fraction").split_once('/').unwrap();
    // Eight are won, one is lost: the house keeps total - 9 ways of total.
    let (top, bottom): (u128, u128) = (top.parse().unwrap(), bottom.parse().unwrap());
    assert_eq!(top * total, bottom * (total - 9 * ways));
    assert_eq!(text(sheet, "hit_fraction"), text(&sheet["lines"][0], "fraction"));
    assert_eq!(text(sheet, "largest_pay"), "8 to 1");
}

#[test]
fn every_sheet_says_how_to_make_it_again() {
    let folder = Folder::new("again");
    let own = folder.file("it's my wager.toml");
    let rows = "{ name = \"Six\", when = { banker = { total = 6, wins = true } }, pays = \"12 to 1\" }";
    std::fs::write(&own, format!("id = \"lucky-six\"\nname = \"Lucky Six\"\nrows = [{rows}]\n")).unwrap();
    let questions: [&[&str]; 6] = [
        &[
            "-r",
            "ma-baccarat",
            "--set",
            "vigorish.rounding=25¢",
            "--without",
            "9h 9s",
            "banker",
            "--stake",
            "7",
        ],
        &[
            "-r",
            "ma-baccarat",
            "royal-9",
            "--seat",
            "3",
            "--author",
            "O'Hara & Co",
            "--date",
            "2026-01-31",
            "--with",
            "must-hit,nothing",
        ],
        &["-r", "co-rule-28", "match-pair", "--verify"],
        &["-s", "ma-midi/default", "--decks", "6", "banker"],
        &["-r", "ma-chemin-de-fer", "--choice", "stand"],
        &["-r", "ma-midi", own.to_str().unwrap()],
    ];
    let program = Path::new(env!("CARGO_BIN_EXE_banco")).parent().unwrap();
    for question in questions {
        for sheet in sheets(question) {
            let command = text(&sheet["document"], "command");
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("PATH='{}' {command} --json", program.display())]);
            let again = shell.env_remove("BANCO_RULEBOOKS").output().unwrap();
            let again: Vec<Json> = serde_json::from_slice(&again.stdout).unwrap_or_else(|_| {
                panic!("{command}: {}", String::from_utf8_lossy(&again.stderr));
            });
            assert_eq!(again, std::slice::from_ref(&sheet), "{command}");
        }
    }
}

#[test]
fn an_id_stands_for_a_question() {
    let id = |arguments: &[&str]| text(&sheets(arguments)[0]["document"], "id").to_owned();
    let asked = ["-r", "ma-midi", "tie", "--decks", "8"];
    let first = id(&asked);
    assert!(first.len() == 16 && first.starts_with("PAR-"));
    assert_eq!(first, id(&["-r", "ma-midi", "tie"]), "eight decks are usual");
    assert_eq!(first, id(&[&asked[..], &["--date", "2026-01-31", "--author", "somebody"]].concat()));
    assert_eq!(first, id(&[&asked[..], &["--with", "decks"]].concat()));
    for other in [&["--without", "9h"][..], &["--stake", "5"], &["--set", "name=another"]] {
        assert_ne!(first, id(&[&asked[..], other].concat()), "{other:?}");
    }
    assert_ne!(first, id(&["-r", "ma-midi", "tie", "--decks", "7"]));
    let gone = |cards: &str| id(&["-r", "ma-midi", "tie", "--without", cards]);
    assert_eq!(gone("9h 8s"), gone("8s 9h"));
}

#[test]
fn the_same_question_gives_the_same_bytes() {
    let formats = ["xlsx", "parquet", "html"];
    for format in formats.into_iter().filter(|format| *format != "parquet" || cfg!(feature = "parquet")) {
        let make = || answer(&["-r", "ma-baccarat", "tie", "--format", format]);
        let made = make();
        assert!(!made.is_empty() && made == make(), "{format}");
    }
}

fn rows(range: &Range<Data>) -> Vec<Vec<String>> {
    range.rows().map(|row| row.iter().map(ToString::to_string).collect()).collect()
}

/// Workbooks keep sixteen digits of a number.
fn is_close(cell: &Data, number: &Json) -> bool {
    let Data::Float(cell) = cell else { return false };
    (cell - number.as_f64().unwrap()).abs() < 1e-14
}

#[test]
fn a_workbook_has_a_readme_a_summary_and_a_page_for_each_wager() {
    let folder = Folder::new("xlsx");
    let path = folder.file("par.xlsx");
    write(&["-r", "ma-baccarat", "--author", "A. Lab"], &path);
    let known = sheets(&["-r", "ma-baccarat"]);
    let mut book: calamine::Xlsx<_> = calamine::open_workbook(&path).unwrap();
    let names = book.sheet_names();
    assert_eq!(names[..4], ["README", "Summary", "player", "banker"]);
    assert!(names.iter().any(|name| name == "royal-9") && names.len() == 10, "{names:?}");

    let readme = rows(&book.worksheet_range("README").unwrap());
    let told = |label: &str| readme.iter().find(|row| row[0] == label).map(|row| row[1].clone());
    assert_eq!(told("author").as_deref(), Some("A. Lab"));
    assert_eq!(told("make it again").as_deref(), Some("banco par -r ma-baccarat --author 'A. Lab'"));
    assert_eq!(told("net").as_deref(), Some("contribution"));
    assert_eq!(told("to return").as_deref(), Some("return_contribution"));

    let summary = book.worksheet_range("Summary").unwrap();
    let column = |name: &str| summary.rows().next().unwrap().iter().position(|cell| cell == name).unwrap();
    assert_eq!(summary.rows().count(), known.len() + 1);
    for (row, sheet) in summary.rows().skip(1).zip(&known) {
        assert_eq!(row[column("total")], text(sheet, "total"));
        assert!(is_close(&row[column("house_edge")], &sheet["house_edge"]), "{sheet}");
        assert_eq!(row[column("wager")], text(sheet, "wager"));
    }

    // Both pay tables of the banker wager on one page, exact counts as text.
    let page = book.worksheet_range("banker").unwrap();
    for sheet in known.iter().filter(|sheet| sheet["wager"] == "banker") {
        for line in sheet["lines"].as_array().unwrap() {
            let is_line = |row: &[Data]| {
                row[0] == text(line, "name")
                    && row[2] == Data::String(text(line, "ways").to_owned())
                    && is_close(&row[3], &line["probability"])
            };
            assert!(page.rows().any(is_line), "{line}");
        }
    }
}

/// The cells of every page, none of which is an error or a formula that somebody else would have to work out.
fn clean_pages(path: &Path) -> Vec<(String, Vec<Vec<String>>)> {
    let mut book: calamine::Xlsx<_> = calamine::open_workbook(path).unwrap();
    let mut pages = Vec::new();
    for name in book.sheet_names() {
        let range = book.worksheet_range(&name).unwrap();
        let errors: Vec<&Data> =
            range.cells().map(|(_, _, cell)| cell).filter(|cell| matches!(cell, Data::Error(_))).collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
        let formulas = book.worksheet_formula(&name).unwrap();
        assert!(formulas.cells().all(|(_, _, formula)| formula.is_empty()), "{name} has formulas");
        assert!(range.rows().count() > 1, "{name} has next to nothing");
        pages.push((name, rows(&range)));
    }
    pages
}

/// The pages of a workbook as LibreOffice shows them, cell by cell; none where it is not installed.
fn opened_in_libreoffice(folder: &Folder, path: &Path) -> Option<BTreeMap<String, Vec<Vec<String>>>> {
    let profile = format!("-env:UserInstallation=file://{}", folder.path("profile"));
    let converted = folder.file("converted");
    // Commas, quotes, UTF-8, American English, cells as shown, every page a file.
    let form = "csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true,true,false,false,-1";
    let office = Command::new("soffice")
        .args([&profile, "--headless", "--norestore", "--convert-to", form, "--outdir"])
        .args([&converted, path])
        .output();
    let Ok(office) = office else {
        eprintln!("LibreOffice is not installed: the workbook was read, but not opened in it");
        return None;
    };
    assert!(office.status.success(), "{}", String::from_utf8_lossy(&office.stderr));
    let page = |entry: std::fs::DirEntry| {
        let name = entry.file_name().into_string().unwrap();
        let name = name.trim_start_matches("par-").trim_end_matches(".csv").to_owned();
        let text = std::fs::read_to_string(entry.path()).unwrap();
        (name, text.lines().map(cells).collect())
    };
    Some(std::fs::read_dir(converted).unwrap().map(|entry| page(entry.unwrap())).collect())
}

/// A number with so many significant digits by Rust's own scientific notation.
fn significant(number: f64, digits: usize) -> String {
    let scientific = format!("{number:.places$e}", places = digits - 1);
    let (_, power) = scientific.split_once('e').unwrap();
    let decimals = i32::try_from(digits).unwrap() - 1 - power.parse::<i32>().unwrap();
    let decimals = usize::try_from(decimals).unwrap_or(0);
    if number == 0.0 { "0".to_owned() } else { format!("{number:.decimals$}") }
}

/// Whether a cell shows a number to at least five digits, perhaps as money or in percent.
fn shows(shown: &str, number: f64) -> bool {
    let plain = shown.replacen('$', "", 1).replace(',', "");
    let (digits, of) = plain.strip_suffix('%').map_or((plain.as_str(), 1.0), |digits| (digits, 100.0));
    let Ok(found) = digits.parse::<f64>() else { return false };
    (found / of - number).abs()
        <= 0.5e-4 * number.abs().max(if digits.ends_with(".00") { 100.0 } else { 0.0 })
}

/// LibreOffice opens the workbook and shows what we wrote: words as they are, and every line of every pay table with
/// the digits that it has in JSON.
#[test]
fn a_workbook_opens_clean_in_libreoffice() {
    let folder = Folder::new("xlsx-office");
    let path = folder.file("par.xlsx");
    write(&["-r", "ma-baccarat"], &path);
    let written = clean_pages(&path);
    let Some(opened) = opened_in_libreoffice(&folder, &path) else { return };
    assert_eq!(opened.len(), written.len(), "{:?}", opened.keys());
    for (name, rows) in &written {
        let shown = &opened[name];
        for (at, row) in rows.iter().enumerate() {
            for (column, cell) in row.iter().enumerate() {
                let found = shown.get(at).and_then(|row| row.get(column)).map_or("", String::as_str);
                let same = found == cell || cell.parse().is_ok_and(|number| shows(found, number));
                assert!(same, "{name}, row {at}, column {column}: `{found}` is not `{cell}`");
            }
        }
    }
    for sheet in sheets(&["-r", "ma-baccarat"]) {
        for line in sheet["lines"].as_array().unwrap() {
            let number = |key: &str| line[key].as_f64().unwrap();
            let sign = if number("contribution") > 0.0 { "+" } else { "" };
            let row = [
                text(line, "name").to_owned(),
                text(line, "pays").to_owned(),
                text(line, "ways").to_owned(),
                significant(number("probability"), 10),
                text(line, "fraction").to_owned(),
                significant(number("one_in"), 5),
                format!("{sign}{}", significant(number("contribution"), 10)),
                significant(number("return_contribution"), 10),
            ];
            let page = &opened[text(&sheet, "wager")];
            assert!(page.iter().any(|shown| shown.starts_with(&row)), "{row:?}");
        }
    }
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_is_the_same_table_as_csv() {
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    use parquet::record::Field;

    let folder = Folder::new("parquet");
    let path = folder.file("par.parquet");
    let question = ["-r", "ma-baccarat", "--decks", "7"];
    write(&question, &path);
    let reader = SerializedFileReader::new(std::fs::File::open(&path).unwrap()).unwrap();
    let facts = reader.metadata().file_metadata().key_value_metadata().unwrap();
    assert!(
        facts.iter().any(|fact| fact.key == "document" && fact.value.as_deref().unwrap().starts_with("PAR-"))
    );
    let shown = |field: &Field| match field {
        Field::Null => String::new(),
        Field::Str(text) => text.clone(),
        Field::Long(whole) => whole.to_string(),
        Field::Double(number) => number.to_string(),
        other => panic!("unexpected {other:?}"),
    };
    let mut names: Vec<String> = Vec::new();
    let mut table: Vec<Vec<String>> = Vec::new();
    for row in reader.get_row_iter(None).unwrap() {
        let row = row.unwrap();
        names = row.get_column_iter().map(|(name, _)| name.clone()).collect();
        table.push(row.get_column_iter().map(|(_, field)| shown(field)).collect());
    }
    table.insert(0, names);
    let csv = String::from_utf8(answer(&[&question[..], &["--csv"]].concat())).unwrap();
    let csv: Vec<Vec<String>> = csv.lines().map(cells).collect();
    assert!(csv.len() > 40);
    assert_eq!(table, csv);
}

/// The cells of a line of CSV.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut quoted) = (vec![String::new()], false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cells.last_mut().unwrap().push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            other => cells.last_mut().unwrap().push(other),
        }
    }
    cells
}

/// The rows of a table by the names of its columns.
fn csv_rows(arguments: &[&str]) -> Vec<BTreeMap<String, String>> {
    let csv = String::from_utf8(answer(&[arguments, &["--csv"]].concat())).unwrap();
    let mut lines = csv.lines().map(cells);
    let names = lines.next().unwrap();
    lines.map(|row| names.iter().cloned().zip(row).collect()).collect()
}

/// The figures of a sheet stand on each of its rows, those of a meter on the lines that pay it, as JSON has them.
#[test]
fn a_long_table_has_the_figures_and_meters_of_its_sheets() {
    for question in
        [&["-r", "ma-baccarat"][..], &["-s", "ma-baccarat/royal-9"], &["-s", "co-rule-28/eternal"]]
    {
        let mut rows = csv_rows(question).into_iter();
        let mut meters = 0;
        for sheet in sheets(question) {
            for line in sheet["lines"].as_array().unwrap() {
                let row = rows.next().unwrap();
                let told = |key: &str, value: &Json| {
                    // A reader of JSON may round the last digit.
                    let close = |number: f64| {
                        (row[key].parse::<f64>().unwrap() - number).abs() <= 1e-14 * number.abs()
                    };
                    let same = value.as_f64().map_or(row[key].is_empty(), close);
                    assert!(same, "{key} is {value}: {row:?}");
                };
                assert_eq!(row["line"], text(line, "name"));
                told("return_contribution", &line["return_contribution"]);
                for key in [
                    "return",
                    "long_run_return",
                    "house_edge",
                    "edge_on_resolved",
                    "hit",
                    "hit_one_in",
                    "push",
                    "variance",
                    "standard_deviation",
                    "skewness",
                    "kurtosis",
                    "volatility_index",
                    "variance_with_meters",
                    "standard_deviation_with_meters",
                ] {
                    told(key, &sheet[key]);
                }
                assert_eq!(row["house_edge_fraction"], text(&sheet, "house_edge_fraction"));
                let Some((paid, meter)) = text(line, "pays").split_once("% of ") else {
                    assert_eq!((row["meter"].as_str(), row["meter_seed"].as_str()), ("", ""));
                    continue;
                };
                meters += 1;
                let jackpots = sheet["jackpots"].as_array().unwrap();
                let jackpot = jackpots.iter().find(|jackpot| jackpot["meter"] == meter).unwrap();
                assert_eq!(
                    (row["meter"].as_str(), &row["meter_ways"]),
                    (meter, &text(jackpot, "ways").to_owned())
                );
                assert_eq!(row["meter_paid"].parse::<f64>().unwrap(), paid.parse::<f64>().unwrap() / 100.0);
                for key in ["probability", "one_in", "share", "break_even", "reseed", "award"] {
                    told(&format!("meter_{key}"), &jackpot[key]);
                }
                // Words in JSON, numbers here.
                let words = |key: &str| jackpot[key].as_str().map(|text| text.replace(['$', ',', '%'], ""));
                let number = |key: &str| words(key).map(|text| text.parse::<f64>().unwrap());
                let shown = |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
                assert_eq!(row["meter_seed"], shown(number("seed")));
                for key in ["increment", "reserve"] {
                    assert_eq!(
                        row[&format!("meter_{key}")],
                        shown(number(key).map(|percent| percent / 100.0))
                    );
                }
            }
        }
        assert!(rows.next().is_none() && meters > 0, "{question:?}");
    }
}

/// Both contributions of a line as labs know them, and their sums.
#[test]
fn the_tie_of_eight_decks_contributes_as_labs_add_it_up() {
    let sheet = &sheets(&["-r", "ma-baccarat", "tie", "--decks", "8"])[0];
    let tie = &sheet["lines"][0];
    assert_eq!(significant(tie["return_contribution"].as_f64().unwrap(), 10), "0.8564037122");
    assert_eq!(significant(tie["contribution"].as_f64().unwrap(), 10), "0.7612477442");
    let table = String::from_utf8(answer(&["-r", "ma-baccarat", "tie", "--decks", "8"])).unwrap();
    let total = table.lines().find(|line| line.starts_with(" Total")).unwrap();
    let total: Vec<&str> = total.split_whitespace().collect();
    assert_eq!(total, ["Total", "4998398275503360", "1.000000000", "-0.1435962878", "0.8564037122"]);
}

#[test]
fn people_see_as_many_digits_as_they_ask_for_and_programs_all() {
    let question = ["-r", "ma-baccarat", "royal-9", "--with", "nothing"];
    let rare = String::from_utf8(answer(&[&question[..], &["--digits", "4"]].concat())).unwrap();
    let sheet = &sheets(&question)[0];
    let rarest = sheet["lines"].as_array().unwrap().iter().min_by(|one, other| {
        one["probability"].as_f64().unwrap().total_cmp(&other["probability"].as_f64().unwrap())
    });
    let rarest = rarest.unwrap();
    let shown = significant(rarest["probability"].as_f64().unwrap(), 4);
    assert!(shown.starts_with("0.00000") && rare.contains(&format!(" {shown} ")), "{shown}: {rare}");
    assert!(rare.contains("--digits 4"), "the command that makes it again says so: {rare}");
    for form in ["--json", "--csv"] {
        let all = String::from_utf8(answer(&[&question[..], &[form]].concat())).unwrap();
        let few = String::from_utf8(answer(&[&question[..], &[form, "--digits", "1"]].concat())).unwrap();
        assert_eq!(all, few.replace(" --digits 1", ""), "{form}");
    }
    for bad in ["0", "16", "many"] {
        assert_eq!(par(&[&question[..], &["--digits", bad]].concat()).status.code(), Some(2), "{bad}");
    }
}

#[test]
fn sheets_are_compared_with_those_of_an_earlier_file() {
    let folder = Folder::new("compare");
    let (tie, all) = (folder.path("tie.json"), folder.path("all.json"));
    let question = ["-r", "ma-baccarat", "tie"];
    write(&question, Path::new(&tie));
    write(&["-r", "ma-baccarat"], Path::new(&all));
    let compared = |more: &[&str]| {
        let output = par(&[&question[..], more].concat());
        let told = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        (output.status.code(), told)
    };
    let (code, [told, errors]) = compared(&["--compare", &tie]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert!(told.starts_with("nothing differs from "), "{told}");
    let (code, [told, _]) = compared(&["--compare", &all]);
    assert!(code == Some(0) && told.contains("not asked for"), "{told}");

    let (code, [told, errors]) = compared(&["--decks", "6", "--compare", &tie]);
    assert!(code == Some(4) && errors.contains("sheets_differ"), "{errors}");
    let changed = told.lines().find(|line| line.contains("return_contribution")).unwrap();
    assert!(changed.contains("Tie") && changed.contains("0.8564037122"), "{told}");
    let (code, [told, _]) = compared(&["--decks", "6", "--compare", &tie, "--json"]);
    let found: Json = serde_json::from_str(&told).unwrap();
    assert_eq!((code, &found["same"], &found["compared"]), (Some(4), &Json::Bool(false), &Json::from(1)));
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let folder = Folder::new("compare-refused");
    let (good, bad, out) = (folder.path("tie.json"), folder.path("bad.json"), folder.path("out.json"));
    write(&["-r", "ma-midi", "tie"], Path::new(&good));
    std::fs::write(&bad, "[{\"rulebook\": 1}]").unwrap();
    let refused = |more: &[&str]| {
        let output = par(&[&["-r", "ma-midi", "tie"], more].concat());
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for (more, code, says) in [
        (&["--compare", &bad, "-o", &out][..], 3, "not_sheets"),
        (&["--compare", &good, "--csv"], 2, "bad_usage"),
        (&["--compare", &folder.path("none.json")], 1, "cannot read"),
    ] {
        let (found, told) = refused(more);
        assert!(found == Some(code) && told.contains(says), "{more:?}: {found:?} {told}");
    }
    assert!(!Path::new(&out).exists());
}

#[test]
fn a_page_needs_nothing_else() {
    let page = String::from_utf8(answer(&["-r", "ma-baccarat", "dragon-bonus", "--format", "html"])).unwrap();
    for from_elsewhere in ["<script", "<link", "src=", "http:", "https:", "@import", "url("] {
        assert!(!page.contains(from_elsewhere), "{from_elsewhere}");
    }
    // Six pay tables: each is in the list, and has four plots with a title and a description.
    for at in 1..=6 {
        assert!(
            page.contains(&format!("href=\"#sheet-{at}\""))
                && page.contains(&format!("<article id=\"sheet-{at}\""))
        );
    }
    assert_eq!(page.matches("<svg").count(), 24);
    assert_eq!(page.matches("</desc>").count(), 24);
    let mut ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "an id stands there twice");
}

#[test]
fn a_page_looks_as_it_did() {
    let page =
        String::from_utf8(answer(&["-r", "ma-midi", "tie", "--format", "html", "--with", "decks"])).unwrap();
    let (head, rest) = page.split_once("<style>").unwrap();
    let body = rest.split_once("</style>").unwrap().1;
    let is_hash = |word: &str| word.len() == 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let id = &page[page.find("PAR-").unwrap()..][..16];
    let lines = format!("{head}{body}").replace(id, "PAR-<id>").replace("><", ">\n<");
    let steady = |line: &str| {
        let word = line.trim_start_matches("<dd>").trim_end_matches("</dd>");
        if is_hash(word) { line.replace(word, "<sha-256>") } else { line.to_owned() }
    };
    insta::assert_snapshot!(lines.lines().map(steady).collect::<Vec<_>>().join("\n"));
}

#[test]
fn names_from_outside_are_escaped() {
    let folder = Folder::new("escape");
    let own = folder.file("own.toml");
    let rows = "{ name = \"<b>\\\"Six\\\", & more\", when = { banker = { total = 6 } }, pays = \"5 to 1\" }";
    std::fs::write(&own, format!("id = \"six\"\nname = \"<i>Six</i>\"\nrows = [{rows}]\n")).unwrap();
    let question = ["-r", "ma-midi", own.to_str().unwrap(), "--author", "</title><script>"];
    let page = String::from_utf8(answer(&[&question[..], &["--format", "html"]].concat())).unwrap();
    assert!(!page.contains("<b>") && !page.contains("<i>Six") && !page.contains("<script"));
    let csv = String::from_utf8(answer(&[&question[..], &["--csv"]].concat())).unwrap();
    assert_eq!(cells(csv.lines().nth(1).unwrap())[6], "<b>\"Six\", & more");
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = Folder::new("whole");
    let path = folder.file("tie.html");
    std::fs::write(&path, "precious").unwrap();
    let refused = par(&["-r", "ma-midi", "no-such-wager", "-o", path.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(3));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "precious");
    // A folder cannot be replaced by a file: nothing is left beside it.
    let taken = folder.file("taken.csv");
    std::fs::create_dir(&taken).unwrap();
    let failed = par(&["-r", "ma-midi", "tie", "-o", taken.to_str().unwrap()]);
    assert_eq!(failed.status.code(), Some(1), "{}", String::from_utf8_lossy(&failed.stderr));
    write(&["-r", "ma-midi", "tie"], &path);
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("<!DOCTYPE html>"));
    let mut names = folder.names();
    names.sort();
    assert_eq!(names, ["taken.csv", "tie.html"]);
}

#[test]
fn the_ending_tells_the_format_unless_it_is_said() {
    let folder = Folder::new("ending");
    let path = folder.file("tie.csv");
    write(&["-r", "ma-midi", "tie"], &path);
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("rulebook,wager,"));
    write(&["-r", "ma-midi", "tie", "--format", "json"], &path);
    assert!(std::fs::read_to_string(&path).unwrap().starts_with('['));
    assert!(answer(&["-r", "ma-midi", "tie", "--csv", "-o", "-"]).starts_with(b"rulebook,wager,"));
}
