//! Everything that is written fits its schema, and everything that a schema allows is read.

use banco_dice::Dice;
use banco_wire::{
    BadCommand, Moment, read_account_command, read_hello, read_link_command, read_table_command, schemas,
};
use serde_json::{Map, Number, Value, json};

use crate::commands::{account_commands, link_commands, rules, table_commands};

/// The schemas, with as much of a validator as they need.
pub struct Schemas(Map<String, Value>);

/// The patterns of the schemas, each written by hand: a pattern that is not here fails the test.
fn matches(pattern: &str, text: &str) -> bool {
    let letters = |text: &str, more: &str| text.chars().all(|c| c.is_ascii_lowercase() || more.contains(c));
    match pattern {
        "^[A2-9TJQK][cdhs]$" => {
            let chars: Vec<char> = text.chars().collect();
            chars.len() == 2 && "A23456789TJQK".contains(chars[0]) && "cdhs".contains(chars[1])
        }
        "^[^\\u0000-\\u001f\\u007f-\\u009f]*$" => !text.chars().any(char::is_control),
        "^[a-z_]+\\.[a-z_]+$" => {
            let (topic, event) = text.split_once('.').unwrap_or_default();
            !topic.is_empty() && !event.is_empty() && letters(topic, "_") && letters(event, "_")
        }
        "^[a-z0-9._-]+(/[a-z0-9._-]+)?$" => {
            let part = |part: &str| !part.is_empty() && letters(part, "0123456789._-");
            text.split_once('/').map_or_else(|| part(text), |(one, other)| part(one) && part(other))
        }
        "^[A-Za-z0-9._-]{1,64}$" => {
            (1..=64).contains(&text.len())
                && text.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
        }
        moment if moment.starts_with("^(19[7-9]") => {
            let digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
            text.ends_with('Z') && digit(0) && text.get(4..5) == Some("-") && text.get(10..11) == Some("T")
        }
        other => panic!("no check for the pattern `{other}`"),
    }
}

/// Keywords that say nothing about a value here.
const SILENT: [&str; 7] = ["description", "title", "format", "examples", "default", "$schema", "$comment"];

impl Schemas {
    pub fn new() -> Self {
        Self(schemas())
    }

    fn named(&self, name: &str) -> &Value {
        self.0.get(name).unwrap_or_else(|| panic!("there is no schema `{name}`"))
    }

    fn follow<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema.get("$ref").and_then(Value::as_str) {
            Some(path) => self.named(path.strip_prefix("#/components/schemas/").unwrap()),
            None => schema,
        }
    }

    /// A value fits the schema of that name.
    pub fn check(&self, name: &str, value: &Value) {
        self.fits(self.named(name), value).unwrap_or_else(|problem| panic!("{name}: {problem}\n{value}"));
    }

    fn fits(&self, schema: &Value, value: &Value) -> Result<(), String> {
        let Value::Object(rules) = schema else {
            return if *schema == json!(true) { Ok(()) } else { Err(format!("{value} may not be here")) };
        };
        rules.iter().try_for_each(|(keyword, rule)| self.keyword(rules, keyword, rule, value))
    }

    fn keyword(
        &self,
        schema: &Map<String, Value>,
        keyword: &str,
        rule: &Value,
        value: &Value,
    ) -> Result<(), String> {
        let no = |problem: String| Err(format!("{value}: {problem}"));
        let number = || rule.as_f64().unwrap();
        let good = match keyword {
            silent if SILENT.contains(&silent) => true,
            "$ref" => return self.fits(self.follow(&Value::Object(schema.clone())), value),
            "type" => match rule {
                Value::String(name) => is_type(name, value),
                Value::Array(names) => names.iter().any(|name| is_type(name.as_str().unwrap(), value)),
                _ => false,
            },
            "const" => value == rule,
            "enum" => rule.as_array().unwrap().contains(value),
            "oneOf" | "anyOf" => {
                let results: Vec<_> =
                    rule.as_array().unwrap().iter().map(|one| self.fits(one, value)).collect();
                let many = results.iter().filter(|result| result.is_ok()).count();
                if many == 0 {
                    return no(format!("none of {results:?}"));
                }
                keyword == "anyOf" || many == 1
            }
            "allOf" => return rule.as_array().unwrap().iter().try_for_each(|one| self.fits(one, value)),
            "minimum" => value.as_f64().is_none_or(|figure| figure >= number()),
            "maximum" => value.as_f64().is_none_or(|figure| figure <= number()),
            "maxLength" => value.as_str().is_none_or(|text| text.chars().count() as f64 <= number()),
            "pattern" => value.as_str().is_none_or(|text| matches(rule.as_str().unwrap(), text)),
            "maxItems" => value.as_array().is_none_or(|items| items.len() as f64 <= number()),
            "maxProperties" => value.as_object().is_none_or(|map| map.len() as f64 <= number()),
            "items" => {
                let items = value.as_array().into_iter().flatten();
                return items.into_iter().try_for_each(|item| self.fits(rule, item));
            }
            "required" => {
                let missing = |key: &&Value| value.is_object() && value.get(key.as_str().unwrap()).is_none();
                rule.as_array().unwrap().iter().find(missing).is_none()
            }
            "properties" => {
                let entries = value.as_object().into_iter().flatten();
                let known = entries.filter_map(|(key, value)| rule.get(key).map(|rule| (rule, value)));
                return known.into_iter().try_for_each(|(rule, value)| self.fits(rule, value));
            }
            "additionalProperties" => {
                let known = |key: &str| schema.get("properties").is_some_and(|all| all.get(key).is_some());
                let entries = value.as_object().into_iter().flatten();
                let strange = entries.filter(|(key, _)| !known(key));
                return strange.into_iter().try_for_each(|(_, value)| self.fits(rule, value));
            }
            "unevaluatedProperties" => true,
            "propertyNames" => {
                let keys = value.as_object().into_iter().flatten().map(|(key, _)| Value::from(key.as_str()));
                return keys.into_iter().try_for_each(|key| self.fits(rule, &key));
            }
            other => panic!("no check for the keyword `{other}`"),
        };
        if good { Ok(()) } else { no(format!("{keyword} {rule}")) }
    }

    /// A value that a schema allows.
    fn make(&self, schema: &Value, dice: &mut Dice) -> Value {
        let schema = self.follow(schema);
        if let Some(one) = ["oneOf", "anyOf"].into_iter().find_map(|key| schema.get(key)) {
            let mut value = self.make(&dice.pick(one.as_array().unwrap()), dice);
            // What all of them have beside it.
            if let (Value::Object(map), Some(_)) = (&mut value, schema.get("properties")) {
                map.extend(self.object(schema, dice));
            }
            return value;
        }
        if let Some(value) = schema.get("const") {
            return value.clone();
        }
        if let Some(values) = schema.get("enum") {
            return dice.pick(values.as_array().unwrap());
        }
        let kind = match schema.get("type") {
            Some(Value::Array(kinds)) => dice.pick(kinds),
            Some(kind) => kind.clone(),
            None => panic!("{schema} has no type"),
        };
        match kind.as_str().unwrap() {
            "null" => Value::Null,
            "boolean" => Value::Bool(dice.once_in(2)),
            "integer" => figure(schema, dice),
            "string" => Value::String(text(schema, dice)),
            "array" => {
                let most = schema.get("maxItems").and_then(Value::as_u64).unwrap_or(3);
                (0..dice.below(most + 1)).map(|_| self.make(&schema["items"], dice)).collect()
            }
            "object" => Value::Object(self.object(schema, dice)),
            other => panic!("{other}"),
        }
    }

    fn object(&self, schema: &Value, dice: &mut Dice) -> Map<String, Value> {
        let required: Vec<&str> = schema
            .get("required")
            .into_iter()
            .flat_map(|all| all.as_array().unwrap())
            .filter_map(Value::as_str)
            .collect();
        let mut map = Map::new();
        for (key, rule) in schema.get("properties").into_iter().flat_map(|all| all.as_object().unwrap()) {
            if required.contains(&key.as_str()) || dice.once_in(2) {
                map.insert(key.clone(), self.make(rule, dice));
            }
        }
        if let Some(names) = schema.get("propertyNames") {
            for _ in 0..dice.below(4) {
                let Value::String(key) = self.make(names, dice) else { panic!("{names}") };
                map.insert(key, self.make(&schema["additionalProperties"], dice));
            }
        }
        map
    }
}

fn is_type(name: &str, value: &Value) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.as_f64().is_some_and(|figure| figure.fract() == 0.0),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other}"),
    }
}

/// A whole number, at an end of its range or anywhere, perhaps written with a fraction of nothing.
fn figure(schema: &Value, dice: &mut Dice) -> Value {
    let end = |key: &str| {
        schema.get(key).and_then(Value::as_i64).unwrap_or_else(|| panic!("{schema} has no {key}"))
    };
    let (least, most) = (end("minimum"), end("maximum"));
    let any = least + i64::try_from(dice.below(u64::try_from(most - least).unwrap() + 1)).unwrap();
    let figure = dice.pick(&[least, most, any, any]);
    // Greater floats are refused: reading them may change their last digit.
    if figure.abs() < 1 << 49 && dice.once_in(4) {
        Value::Number(Number::from_f64(figure as f64).unwrap())
    } else {
        Value::from(figure)
    }
}

fn text(schema: &Value, dice: &mut Dice) -> String {
    let pattern =
        schema.get("pattern").and_then(Value::as_str).unwrap_or_else(|| panic!("{schema} has no pattern"));
    let many = |dice: &mut Dice, most: u64, letters: &str| -> String {
        let letters: Vec<char> = letters.chars().collect();
        (0..=dice.below(most)).map(|_| dice.pick(&letters)).collect()
    };
    match pattern {
        "^[A2-9TJQK][cdhs]$" => dice.card().to_string(),
        "^[^\\u0000-\\u001f\\u007f-\\u009f]*$" => {
            let most = schema["maxLength"].as_u64().unwrap();
            let length = dice.pick(&[0, 1, 7, most]);
            let letters: Vec<char> = "aZ \"\\/~é漢🂡\u{2028}\u{200f}".chars().collect();
            (0..length).map(|_| dice.pick(&letters)).collect()
        }
        "^[a-z0-9._-]+(/[a-z0-9._-]+)?$" => {
            let (kind, name) = (many(dice, 5, "abz09._-"), many(dice, 5, "abz09._-"));
            if dice.once_in(3) { kind } else { format!("{kind}/{name}") }
        }
        "^[A-Za-z0-9._-]{1,64}$" => many(dice, 63, "aZ09._-"),
        moment if moment.starts_with("^(19[7-9]") => {
            Moment::from_micros(i64::try_from(dice.below(250_000_000_000_000_000)).unwrap()).to_string()
        }
        other => panic!("no text for the pattern `{other}`"),
    }
}

#[test]
fn every_sample_of_a_command_fits_its_schema() {
    let (schemas, rules) = (Schemas::new(), rules());
    table_commands(&rules).iter().for_each(|(json, _)| schemas.check("TableCommand", json));
    link_commands(&rules).iter().for_each(|(json, _)| schemas.check("LinkCommand", json));
    account_commands().iter().for_each(|(json, _)| schemas.check("AccountCommand", json));
}

#[test]
fn whatever_a_schema_allows_is_read() {
    let (schemas, mut dice) = (Schemas::new(), Dice::new(20_261_116));
    let read = |name: &str, text: &str| -> Option<BadCommand> {
        match name {
            "TableCommand" => read_table_command(text.as_bytes()).err(),
            "LinkCommand" => read_link_command(text.as_bytes()).err(),
            "AccountCommand" => read_account_command(text.as_bytes()).err(),
            _ => read_hello(text.as_bytes()).err(),
        }
    };
    for name in ["TableCommand", "LinkCommand", "AccountCommand", "Hello"] {
        for _ in 0..3_000 {
            let value = schemas.make(schemas.named(name), &mut dice);
            schemas.check(name, &value);
            let bad = read(name, &value.to_string());
            assert!(bad.is_none(), "{name}: {value}\n{bad:?}");
        }
    }
}

#[test]
fn the_schemas_are_as_they_were() {
    insta::assert_snapshot!("schemas", serde_json::to_string_pretty(&schemas()).unwrap());
}

#[test]
fn every_reference_leads_to_a_schema() {
    fn look(value: &Value, schemas: &Schemas) {
        match value {
            Value::Object(map) => {
                if map.contains_key("$ref") {
                    schemas.follow(value);
                }
                map.values().for_each(|value| look(value, schemas));
            }
            Value::Array(items) => items.iter().for_each(|value| look(value, schemas)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let schemas = Schemas::new();
    schemas.0.values().for_each(|value| look(value, &schemas));
}
