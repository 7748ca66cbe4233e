//! Many shoes at once: read in every form, answered in every form, and held against single questions.
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

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use banco_cards::Card;
use banco_dice::Dice;
use folder::Folder;
use parquet::basic::{Compression, Repetition, Type as Physical};
use parquet::data_type::Int64Type;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::record::Field;
use parquet::schema::types::Type;
use serde_json::Value as Json;

fn odds(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_banco"));
    command.arg("odds").args(arguments).env_remove("BANCO_RULEBOOKS").env("NO_COLOR", "1");
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    // Whoever refuses the question reads nothing of it.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn text(arguments: &[&str], input: &[u8]) -> String {
    let output = odds(arguments, input);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refused(arguments: &[&str], input: &[u8]) -> (Option<i32>, String) {
    let output = odds(arguments, input);
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// The cards of a worn shoe: those that have gone, and the 52 counts of the others.
fn worn(dice: &mut Dice, decks: u16) -> (String, Vec<u16>) {
    let mut counts = vec![decks; 52];
    let mut gone = Vec::new();
    for _ in 0..dice.place(30) {
        let at = dice.place(52);
        if counts[at] > 0 {
            counts[at] -= 1;
            gone.push(Card::all().nth(at).unwrap().to_string());
        }
    }
    (gone.join(" "), counts)
}

fn line(counts: &[u16], separator: &str) -> String {
    counts.iter().map(u16::to_string).collect::<Vec<_>>().join(separator)
}

const WAGERS: [&str; 4] = ["banker:commission", "dragon-7", "player-pair", "perfect-pair"];

#[test]
fn each_shoe_is_answered_as_if_it_were_asked_alone() {
    let mut dice = Dice::new(18);
    let shoes: Vec<(String, Vec<u16>)> = (0..6).map(|_| worn(&mut dice, 8)).collect();
    let input: Vec<String> = shoes.iter().map(|(_, counts)| line(counts, " ")).collect();
    let all = [WAGERS.as_slice(), &["-r", "co-rule-28", "--composition", "-", "--json", "--lines"]].concat();
    let told: Json = serde_json::from_str(&text(&all, input.join("\n").as_bytes())).unwrap();
    assert_eq!(told["rulebook"], "co-rule-28");
    assert_eq!(told["wagers"].as_array().unwrap().len(), WAGERS.len());
    for (at, (gone, counts)) in shoes.iter().enumerate() {
        let shoe = &told["shoes"][at];
        assert_eq!(shoe["counts"], serde_json::json!(counts));
        assert_eq!(shoe["cards"], counts.iter().sum::<u16>());
        for (wager, found) in WAGERS.iter().zip(shoe["wagers"].as_array().unwrap()) {
            let mut par = Command::new(env!("CARGO_BIN_EXE_banco"));
            par.args(["par", "-r", "co-rule-28", wager, "--decks", "8", "--without", gone, "--json"]);
            par.args(["--with", "nothing"]);
            let sheets: Json = serde_json::from_slice(&par.output().unwrap().stdout).unwrap();
            let sheet = &sheets[0];
            for key in ["total", "house_edge_fraction", "house_edge", "return", "hit", "push", "variance"] {
                assert_eq!(found[key], sheet[key], "{wager} {key} without {gone}");
            }
            assert_eq!(found["standard_deviation"], sheet["standard_deviation"]);
            for (own, line) in
                found["lines"].as_array().unwrap().iter().zip(sheet["lines"].as_array().unwrap())
            {
                assert_eq!((&own["name"], &own["ways"]), (&line["name"], &line["ways"]), "{wager}");
                assert_eq!(own["probability"], line["probability"]);
            }
        }
    }
}

/// A column a count, compressed as pandas, polars or nobody does it.
fn parquet_file(path: &Path, names: &[String], rows: &[Vec<u16>], compression: Compression) {
    let field = |name: &String| {
        let field = Type::primitive_type_builder(name, Physical::INT64);
        Arc::new(field.with_repetition(Repetition::REQUIRED).build().unwrap())
    };
    let fields = names.iter().map(field).collect();
    let schema = Arc::new(Type::group_type_builder("schema").with_fields(fields).build().unwrap());
    let properties = Arc::new(WriterProperties::builder().set_compression(compression).build());
    let file = std::fs::File::create(path).unwrap();
    let mut writer = SerializedFileWriter::new(file, schema, properties).unwrap();
    let mut group = writer.next_row_group().unwrap();
    for at in 0..names.len() {
        let values: Vec<i64> = rows.iter().map(|row| i64::from(row[at])).collect();
        let mut column = group.next_column().unwrap().unwrap();
        column.typed::<Int64Type>().write_batch(&values, None, None).unwrap();
        column.close().unwrap();
    }
    group.close().unwrap();
    writer.close().unwrap();
}

#[test]
fn text_csv_and_parquet_are_one() {
    let folder = Folder::new("batches");
    let mut dice = Dice::new(81);
    let rows: Vec<Vec<u16>> =
        (0..40).map(|_| (0..13).map(|_| u16::try_from(10 + dice.place(20)).unwrap()).collect()).collect();
    let names: Vec<String> = "A 2 3 4 5 6 7 8 9 T J Q K".split(' ').map(str::to_owned).collect();
    let ask = |source: &str, input: &[u8]| {
        text(&["tie", "player-pair", "-r", "co-rule-28", "--composition", source], input)
    };
    let plain: Vec<String> = rows.iter().map(|row| line(row, " ")).collect();
    let expected = ask("-", plain.join("\n").as_bytes());
    assert_eq!(expected.lines().count(), rows.len());
    // Columns in another order, under their names.
    let csv: Vec<String> =
        rows.iter().map(|row| line(&row.iter().rev().copied().collect::<Vec<_>>(), ",")).collect();
    let header: Vec<&str> = names.iter().rev().map(String::as_str).collect();
    let path = folder.file("shoes.csv");
    std::fs::write(&path, format!("{}\n{}\n", header.join(","), csv.join("\n"))).unwrap();
    assert_eq!(ask(path.to_str().unwrap(), b""), expected);
    let level = parquet::basic::ZstdLevel::default();
    for compression in [Compression::UNCOMPRESSED, Compression::SNAPPY, Compression::ZSTD(level)] {
        let path = folder.file("shoes.parquet");
        parquet_file(&path, &names, &rows, compression);
        assert_eq!(ask(path.to_str().unwrap(), b""), expected);
        assert_eq!(ask("-", &std::fs::read(&path).unwrap()), expected, "by its first bytes");
    }
}

#[test]
fn every_format_tells_the_same() {
    let folder = Folder::new("batch-formats");
    let input = b"shoe,0,1,2,3,4,5,6,7,8,9\nfull,128,32,32,32,32,32,32,32,32,32\nend,1,1,1,1,1,0,0,0,0,0\n";
    let ask = ["banker:commission", "tie", "-r", "co-rule-28", "--lines", "--composition", "-"];
    let told: Json =
        serde_json::from_str(&text(&[ask.as_slice(), &["--format", "json"]].concat(), input)).unwrap();
    let csv = text(&[ask.as_slice(), &["--format", "csv"]].concat(), input);
    let mut csv_rows = csv.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let header = csv_rows.next().unwrap();
    let path = folder.file("odds.parquet");
    text(&[ask.as_slice(), &["-o", path.to_str().unwrap()]].concat(), input);
    let file = SerializedFileReader::new(std::fs::File::open(&path).unwrap()).unwrap();
    let mut parquet_rows = file.get_row_iter(None).unwrap();
    let mut lines = 0;
    for shoe in told["shoes"].as_array().unwrap() {
        for wager in shoe["wagers"].as_array().unwrap() {
            for line in wager["lines"].as_array().unwrap() {
                lines += 1;
                let (csv, parquet) = (csv_rows.next().unwrap(), parquet_rows.next().unwrap().unwrap());
                for ((name, cell), (column, field)) in header.iter().zip(&csv).zip(parquet.get_column_iter())
                {
                    assert_eq!(name, column);
                    let json = match *name {
                        "shoe" | "file_line" | "name" | "cards" => &shoe[name],
                        "line" => &line["name"],
                        "pays" | "ways" | "probability" => &line[name],
                        _ => &wager[name],
                    };
                    let shown = match field {
                        Field::Str(text) => text.clone(),
                        Field::Double(number) => number.to_string(),
                        Field::Long(number) => number.to_string(),
                        Field::Null => String::new(),
                        other => panic!("{other:?} in {name}"),
                    };
                    assert_eq!(*cell, shown, "{name}");
                    match json {
                        Json::Null => assert_eq!(*cell, ""),
                        Json::String(text) => assert_eq!(cell, text, "{name}"),
                        Json::Number(number) => {
                            // The reader of JSON may miss the last bit; the writer does not.
                            let (cell, number): (f64, f64) =
                                (cell.parse().unwrap(), number.as_f64().unwrap());
                            assert!((cell - number).abs() <= 1e-15 * number.abs(), "{name}: {cell} {number}");
                        }
                        other => panic!("{other} in {name}"),
                    }
                }
            }
        }
    }
    assert!(csv_rows.next().is_none() && parquet_rows.next().is_none() && lines > 6, "{lines}");
    let void = told["shoes"][1]["wagers"][0]["void"].as_f64().unwrap();
    assert!(void > 0.0 && void < 1.0, "with five cards some rounds are void: {void}");
}

#[test]
fn what_is_wrong_names_its_line_and_leaves_no_file() {
    let folder = Folder::new("batch-errors");
    let path = folder.file("odds.csv");
    let full = "128 32 32 32 32 32 32 32 32 32\n";
    let into = path.to_str().unwrap();
    let ask = |wagers: &[&str], input: String| {
        let arguments = [wagers, &["-r", "co-rule-28", "--composition", "-", "-o", into]].concat();
        refused(&arguments, input.as_bytes())
    };
    for (wagers, input, told) in [
        (vec!["tie"], format!("{full}\n{full}1 2 3\n"), "line 4: a shoe is 10 counts"),
        (vec!["tie", "perfect-pair"], full.to_owned(), "line 1: `perfect-pair` depends on suits"),
        (vec!["tie"], format!("{full}128 x 32 32 32 32 32 32 32 32\n"), "line 2: `x` is not a number"),
    ] {
        let (code, error) = ask(&wagers, input);
        assert!(code == Some(3) && error.contains(told) && error.contains("[bad_composition]"), "{error}");
        assert_eq!(std::fs::read_dir(path.parent().unwrap()).unwrap().count(), 0, "nothing is left behind");
    }
    let (code, error) = refused(&["tie", "player", "-r", "co-rule-28"], b"");
    assert!(code == Some(2) && error.contains("one_wager"), "{error}");
    // What came before a shoe that is none has been answered.
    let output = odds(&["tie", "-r", "co-rule-28", "--composition", "-"], format!("{full}1 2\n").as_bytes());
    assert_eq!(String::from_utf8_lossy(&output.stdout), "0.143596287787238\n");
}
