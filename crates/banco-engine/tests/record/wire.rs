//! Every event as it is written down. What stands in these snapshots stands in records for good: whoever changes
//! one of these lines breaks records, unless the version changes and an upcast comes with it.

use std::collections::BTreeMap;

use banco_engine::record::Record;
use serde_json::Value;

use crate::canonical;
use crate::samples::{self, Sample};

#[test]
fn every_event_is_written_as_it_ever_was() {
    let mut topics: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for Sample { stream, topic, record, .. } in samples::all() {
        topics.entry(format!("{stream}_{topic}")).or_default().push(record.to_line().unwrap());
    }
    for (topic, lines) in topics {
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(topic.clone(), lines.join("\n"));
        });
    }
}

#[test]
fn every_event_reads_back_and_is_written_the_same_again() {
    for Sample { record, .. } in samples::all() {
        let line = record.to_line().unwrap();
        let read = Record::read(&line).unwrap_or_else(|error| panic!("{error}\n{line}"));
        assert_eq!(read.to_line().unwrap(), line);
    }
}

#[test]
fn every_event_is_canonical_json_of_small_integers() {
    for Sample { record, .. } in samples::all() {
        let line = record.to_line().unwrap();
        let value: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(canonical::write(&value), line, "keys are out of order, or a text is written otherwise");
    }
}

#[test]
fn names_on_the_wire_are_those_of_the_code() {
    for Sample { stream, topic, variant, record } in samples::all() {
        let value: Value = serde_json::from_str(&record.to_line().unwrap()).unwrap();
        let what = &value["what"][snake(topic)];
        let found = what.as_str() == Some(&snake(variant)) || what.get(snake(variant)).is_some();
        assert!(found, "{stream} {topic}::{variant} is written as {value}");
    }
}

/// `BoughtIn` becomes `bought_in`.
pub fn snake(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}
