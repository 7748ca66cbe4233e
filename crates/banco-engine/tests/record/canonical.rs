//! The one way to write JSON, by another program than ours: RFC 8785 for objects, lists, texts and integers.

use serde_json::Value;

/// The largest integer that every reader of JSON keeps.
const EXACT: i64 = (1 << 53) - 1;

/// Writes a value canonically. Panics over a float and over an integer that not everybody keeps.
pub fn write(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(yes) => yes.to_string(),
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or_else(|| panic!("{number} is not an integer"));
            assert!(number.abs() <= EXACT, "{number} is too large for a number of JSON");
            number.to_string()
        }
        Value::String(text) => quoted(text),
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(write).collect();
            format!("[{}]", values.join(","))
        }
        Value::Object(entries) => {
            let mut keys: Vec<&String> = entries.keys().collect();
            keys.sort_by_key(|key| key.encode_utf16().collect::<Vec<_>>());
            let entries: Vec<String> =
                keys.iter().map(|key| format!("{}:{}", quoted(key), write(&entries[*key]))).collect();
            format!("{{{}}}", entries.join(","))
        }
    }
}

fn quoted(text: &str) -> String {
    let escaped: String = text
        .chars()
        .map(|letter| match letter {
            '"' => "\\\"".to_owned(),
            '\\' => "\\\\".to_owned(),
            '\u{8}' => "\\b".to_owned(),
            '\t' => "\\t".to_owned(),
            '\n' => "\\n".to_owned(),
            '\u{c}' => "\\f".to_owned(),
            '\r' => "\\r".to_owned(),
            low if low < ' ' => format!("\\u{:04x}", u32::from(low)),
            other => other.to_string(),
        })
        .collect();
    format!("\"{escaped}\"")
}
