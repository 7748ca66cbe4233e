//! Reading is strict: what this engine would not write is refused, with its place.

use std::fmt::Write as _;

use banco_dice::Dice;
use banco_engine::record::sealed::{SealError, Secret};
use banco_engine::record::{Record, Upcast};
use serde_json::{Value, json};

use crate::samples::{self, Sample};

const LINE: &str = r#"{"clauses":["8(c)"],"number":12,"table":7,"v":1,"what":{"wagering":{"wager_placed":{"added":{"chips":{"USD":10000}},"bet":{"for_dealer":false,"owner":3,"wager":"player"},"seat":{"index":2,"number":3},"stake":{"chips":{"USD":10000}}}}}}"#;
const LINK: &str = r#"{"clauses":["13(i)"],"link":"stars","number":12,"v":1,"what":{"jackpot":{"verified":{"by":2001,"hit":3}}}}"#;

const ACCOUNT: &str =
    r#"{"account":3,"clauses":[],"number":12,"v":1,"what":{"play":{"came":{"at":1794795300,"table":7}}}}"#;
const TOLD: &str = r#"{"clauses":[],"number":12,"table":7,"v":1,"what":{"people":{"account_told":{"barred":null,"most":null,"person":3}}}}"#;

/// The line with one part of it replaced.
fn with(line: &str, part: &str, other: &str) -> String {
    assert!(line.contains(part), "{part}");
    line.replacen(part, other, 1)
}

#[test]
fn whatever_is_not_a_record_is_refused_with_its_place() {
    assert!([LINE, LINK, ACCOUNT, TOLD].iter().all(|line| Record::read(line).is_ok()));
    let wrong = [
        ("an unknown version", with(LINE, "\"v\":1", "\"v\":2")),
        ("version 0", with(LINE, "\"v\":1", "\"v\":0")),
        ("no version", with(LINE, ",\"v\":1", "")),
        ("an unknown key of the line", with(LINE, "\"v\":1", "\"time\":5,\"v\":1")),
        ("an unknown key of the event", with(LINE, "\"seat\":{", "\"odds\":1,\"seat\":{")),
        ("an unknown key of the bet", with(LINE, "\"owner\":3", "\"name\":\"x\",\"owner\":3")),
        ("an unknown key of the seat", with(LINE, "\"index\":2", "\"at\":1,\"index\":2")),
        ("an unknown key of the stake", with(LINE, "\"stake\":{", "\"stake\":{\"cash\":1,")),
        ("an unknown topic", with(LINE, "wagering", "betting")),
        ("an unknown event", with(LINE, "wager_placed", "wager_doubled")),
        ("an unknown event of a link", with(LINK, "verified", "certified")),
        ("an unknown currency", with(LINE, "USD", "XYZ")),
        ("a currency in small letters", with(LINE, "USD", "usd")),
        ("two currencies in an amount", with(LINE, "\"USD\":10000", "\"PHP\":1,\"USD\":10000")),
        ("an amount without a currency", with(LINE, "{\"USD\":10000}", "{}")),
        ("an amount as a number", with(LINE, "{\"USD\":10000}", "10000")),
        ("a text for a number", with(LINE, "\"owner\":3", "\"owner\":\"3\"")),
        ("a number for a text", with(LINE, "\"player\"", "5")),
        ("a fraction", with(LINE, "10000", "10000.0")),
        ("an exponent", with(LINE, "10000", "1e4")),
        ("a negative number of a record", with(LINE, "\"number\":12", "\"number\":-12")),
        ("a leading zero", with(LINE, "\"number\":12", "\"number\":012")),
        ("a missing key", with(LINE, "\"for_dealer\":false,", "")),
        ("null for a value", with(LINE, "\"owner\":3", "\"owner\":null")),
        ("a key twice", with(LINE, "\"owner\":3", "\"owner\":3,\"owner\":3")),
        ("a key of the line twice", with(LINE, "\"v\":1", "\"v\":1,\"v\":1")),
        ("a space", with(LINE, "\"number\":12", "\"number\": 12")),
        ("a space in the event", with(LINE, "\"owner\":3", "\"owner\": 3")),
        ("a line break at the end", format!("{LINE}\n")),
        ("keys in another order", with(LINE, "\"number\":12,\"table\":7", "\"table\":7,\"number\":12")),
        (
            "keys of a seat in another order",
            with(LINE, "\"index\":2,\"number\":3", "\"number\":3,\"index\":2"),
        ),
        (
            "a part of a stake that is nothing",
            with(LINE, "\"stake\":{", "\"stake\":{\"coupon\":{\"USD\":0},"),
        ),
        ("an escape that is not needed", with(LINE, "\"player\"", "\"pl\\u0061yer\"")),
        ("bytes after the end", format!("{LINE}{{}}")),
        ("half a line", LINE[..LINE.len() / 2].to_owned()),
        ("all but the last bracket", LINE[..LINE.len() - 1].to_owned()),
        ("nothing", String::new()),
        ("a list", "[]".to_owned()),
        ("an event without a clause", with(LINE, "[\"8(c)\"]", "[]")),
        ("a clause in an account", with(ACCOUNT, "[]", "[\"8(c)\"]")),
        ("a clause behind what an account tells", with(TOLD, "[]", "[\"8(c)\"]")),
        ("an event of a link without a clause", with(LINK, "[\"13(i)\"]", "[]")),
        ("an account and a table", with(TOLD, "{\"clauses", "{\"account\":3,\"clauses")),
        (
            "an event of a table in an account",
            with(&with(TOLD, "\"table\":7,", ""), "{\"clauses", "{\"account\":3,\"clauses"),
        ),
        ("a time before 1970", with(ACCOUNT, "1794795300", "-1")),
        ("a time beyond 2^53", with(ACCOUNT, "1794795300", "9007199254740992")),
        ("an unknown key of an event of an account", with(ACCOUNT, "\"table\":7", "\"seat\":7,\"table\":7")),
        ("an amount beyond 2^53", with(LINE, "10000", "9007199254740992")),
        ("an amount below -2^53", with(LINE, "10000", "-9007199254740992")),
        ("an amount beyond 64 bits", with(LINE, "10000", "99999999999999999999")),
        ("a record's number beyond 2^53", with(LINE, "\"number\":12", "\"number\":9007199254740992")),
        ("a record's number beyond 64 bits", with(LINE, "\"number\":12", "\"number\":18446744073709551616")),
        ("a seat beyond a byte", with(LINE, "\"index\":2", "\"index\":256")),
        ("record number 0", with(LINE, "\"number\":12", "\"number\":0")),
        ("a table and a link", with(LINE, "\"number\":12", "\"link\":\"stars\",\"number\":12")),
        ("no table and no link", with(LINE, "\"table\":7,", "")),
        (
            "an event of a table on a link",
            with(LINE, "\"number\":12,\"table\":7", "\"link\":\"stars\",\"number\":12"),
        ),
    ];
    let mut told = String::new();
    for (what, line) in wrong {
        let error = Record::read(&line).expect_err(what);
        writeln!(told, "{what}: {error}").unwrap();
    }
    let bytes = [&LINE.as_bytes()[..40], b"\xff", &LINE.as_bytes()[40..]].concat();
    writeln!(told, "bytes that are no text: {}", Record::read_bytes(&bytes).unwrap_err()).unwrap();
    insta::assert_snapshot!("refused", told);
}

#[test]
fn a_line_of_bytes_is_read_like_a_text() {
    assert_eq!(Record::read_bytes(LINE.as_bytes()).unwrap(), Record::read(LINE).unwrap());
}

/// A byte more, a byte less, another byte, two parts changed over: either it is refused, or it is a record that is
/// written exactly so.
#[test]
fn no_mutation_of_a_line_is_read_as_something_else() {
    let mut dice = Dice::new(1);
    let lines: Vec<String> = samples::all().iter().map(|sample| sample.record.to_line().unwrap()).collect();
    let mut read = 0;
    for line in &lines {
        for _ in 0..200 {
            let mut bytes = line.clone().into_bytes();
            for _ in 0..=dice.below(2) {
                mutate(&mut bytes, &lines, &mut dice);
            }
            if let Ok(record) = Record::read_bytes(&bytes) {
                assert_eq!(record.to_line().unwrap().as_bytes(), bytes);
                read += 1;
            }
        }
    }
    assert!(read > 100, "mutations of figures are records: {read}");
}

fn mutate(bytes: &mut Vec<u8>, lines: &[String], dice: &mut Dice) {
    let at = dice.below(bytes.len() as u64) as usize;
    match dice.below(6) {
        0 => bytes[at] = dice.below(256) as u8,
        1 => bytes[at] = b"0123456789\"{}[],:- "[dice.below(19) as usize],
        2 => drop(bytes.remove(at)),
        3 => bytes.insert(at, bytes[at]),
        4 => bytes.truncate(at.max(1)),
        _ => {
            let other = lines[dice.below(lines.len() as u64) as usize].as_bytes();
            let from = dice.below(other.len() as u64) as usize;
            let to = (from + dice.below(20) as usize).min(other.len());
            bytes.splice(at..at, other[from..to].iter().copied());
        }
    }
}

/// An invented version 0: wagers were not said to be for the dealer, and jackpots were certified.
fn version_0() -> [Upcast; 1] {
    fn table(mut what: Value) -> Result<Value, String> {
        if let Some(placed) = what.pointer_mut("/wagering/wager_placed/bet") {
            placed.as_object_mut().ok_or("a bet is an object")?.insert("for_dealer".into(), false.into());
        }
        Ok(what)
    }
    fn link(mut what: Value) -> Result<Value, String> {
        if let Some(Value::Object(jackpot)) = what.get_mut("jackpot")
            && let Some(event) = jackpot.remove("certified")
        {
            jackpot.insert("verified".into(), event);
        }
        if what.get("lottery").is_some() {
            return Err("no link ever had a lottery".to_owned());
        }
        Ok(what)
    }
    fn account(mut what: Value) -> Result<Value, String> {
        if let Some(Value::Object(play)) = what.get_mut("play")
            && let Some(event) = play.remove("arrived")
        {
            play.insert("came".into(), event);
        }
        Ok(what)
    }
    [Upcast { from: 0, table, link, account }]
}

#[test]
fn earlier_versions_are_lifted_to_the_current_one() {
    let old = with(&with(LINE, "\"for_dealer\":false,", ""), "\"v\":1", "\"v\":0");
    assert_eq!(Record::read_with(&old, &version_0()).unwrap(), Record::read(LINE).unwrap());
    let old = with(&with(LINK, "verified", "certified"), "\"v\":1", "\"v\":0");
    assert_eq!(Record::read_with(&old, &version_0()).unwrap(), Record::read(LINK).unwrap());
    let old = with(&with(ACCOUNT, "came", "arrived"), "\"v\":1", "\"v\":0");
    assert_eq!(Record::read_with(&old, &version_0()).unwrap(), Record::read(ACCOUNT).unwrap());
    // The current version is not touched.
    assert_eq!(Record::read_with(LINE, &version_0()).unwrap(), Record::read(LINE).unwrap());
}

#[test]
fn what_cannot_be_lifted_is_refused_with_its_place() {
    let lottery = with(&with(LINK, "jackpot", "lottery"), "\"v\":1", "\"v\":0");
    let unknown = with(&with(LINK, "verified", "blessed"), "\"v\":1", "\"v\":0");
    let newer = with(LINK, "\"v\":1", "\"v\":3");
    let spaced = with(&with(LINK, "verified", "certified"), "\"v\":1", "\"v\": 0");
    let cited = with(&with(ACCOUNT, "[]", "[\"8(c)\"]"), "\"v\":1", "\"v\":0");
    let mut told = String::new();
    for line in [lottery, unknown, newer, spaced, cited] {
        writeln!(told, "{}", Record::read_with(&line, &version_0()).unwrap_err()).unwrap();
    }
    insta::assert_snapshot!("not_lifted", told);
}

/// The samples with something to hide.
fn hiding() -> Vec<(Record, Secret)> {
    let nonce = |place| Some((place, std::array::from_fn(|place| u8::try_from(place).unwrap())));
    let records = samples::all().into_iter().map(|Sample { record, .. }| record);
    records.filter_map(|record| record.secret(nonce).map(|secret| (record, secret))).collect()
}

#[test]
fn whatever_lies_face_down_or_is_hidden_has_a_place_in_the_sealed_part() {
    for Sample { record, .. } in samples::all() {
        let line = record.to_line().unwrap();
        let hides = line.contains("{\"down\":\"") || line.contains("{\"sealed\":{\"commitment\":\"");
        let sealed = hiding().iter().any(|(hidden, _)| hidden.to_line().unwrap() == line);
        assert!(sealed || !hides, "{line}");
    }
}

#[test]
fn a_sealed_part_fills_the_record_that_it_belongs_to() {
    for (record, secret) in hiding() {
        let line = secret.to_line();
        assert_eq!(crate::canonical::write(&serde_json::from_str(&line).unwrap()), line);
        let secret = Secret::read(&line).unwrap();
        let read = Record::read(&record.to_line().unwrap()).unwrap();
        assert_ne!(read, record);
        assert_eq!(read.with_secret(&secret).unwrap(), record);
    }
}

#[test]
fn a_secret_of_another_record_or_with_a_broken_promise_is_refused() {
    let all = hiding();
    for (record, secret) in &all {
        for (key, value) in
            [("number", json!(13)), ("place", json!(3)), ("table", json!(8)), ("link", json!("x"))]
        {
            if let Some(other) = changed(secret, key, value) {
                let refused = record.clone().with_secret(&other);
                assert!(matches!(refused, Err(SealError::OtherRecord(_))), "{refused:?}");
            }
        }
        let promised = record.to_line().unwrap().contains(":\"")
            && !record.to_line().unwrap().contains("{\"down\":null}");
        for (key, value) in
            [("card", json!("2c")), ("nonce", json!("ff".repeat(32))), ("fraction", json!("0".repeat(16)))]
        {
            if let Some(other) = changed(secret, key, value).filter(|_| promised) {
                let refused = record.clone().with_secret(&other);
                assert!(matches!(refused, Err(SealError::Broken(_))), "{refused:?}");
            }
        }
    }
    for Sample { record, .. } in samples::all() {
        let hides = all.iter().any(|(hidden, _)| *hidden == record);
        let takes = all.iter().any(|(_, secret)| record.clone().with_secret(secret).is_ok());
        let unknown = record.to_line().unwrap().contains("{\"down\":null}");
        assert!(hides || unknown || !takes, "{record:?}");
    }
}

/// The secret with another value under a key, if it has the key.
fn changed(secret: &Secret, key: &str, value: Value) -> Option<Secret> {
    let mut whole: Value = serde_json::from_str(&secret.to_line()).unwrap();
    let inside = whole.as_object_mut().unwrap().values_mut().next().unwrap();
    *inside.get_mut(key)? = value;
    Some(Secret::read(&whole.to_string()).unwrap())
}

#[test]
fn a_secret_never_prints_what_it_hides() {
    for (_, secret) in hiding() {
        let text = format!("{secret:?} {}", SealError::Broken(secret.clone()));
        assert!(!text.contains("7h") && !text.contains("ffff") && !text.contains("0001"), "{text}");
    }
}
