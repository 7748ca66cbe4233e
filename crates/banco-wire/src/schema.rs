//! The JSON Schemas of everything that goes over the wire.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};

use crate::command::{AccountCommand, LinkCommand, TableCommand};
use crate::envelope::{Bye, Envelope, Hello, Skip, Snapshot};
use crate::problem::Problem;
use crate::seen::{AccountSeen, LinkSeen, Passing, Squeezed, TableSeen};
use crate::told::Told;

/// Every named schema, in draft 2020-12 as OpenAPI 3.1 uses it, by name and in order. They refer to each other as
/// `#/components/schemas/NAME`, so that the map can stand there as it is.
#[must_use]
pub fn schemas() -> Map<String, Value> {
    let mut read = generator(SchemaSettings::for_deserialize);
    add::<TableCommand>(&mut read);
    add::<LinkCommand>(&mut read);
    add::<AccountCommand>(&mut read);
    add::<Hello>(&mut read);
    add::<Squeezed>(&mut read);
    let mut written = generator(SchemaSettings::for_serialize);
    add::<TableSeen>(&mut written);
    add::<LinkSeen>(&mut written);
    add::<AccountSeen>(&mut written);
    add::<Told>(&mut written);
    add::<Envelope>(&mut written);
    add::<Snapshot>(&mut written);
    add::<Skip>(&mut written);
    add::<Passing>(&mut written);
    add::<Bye>(&mut written);
    add::<Problem>(&mut written);
    // What is read and shown alike has one schema: that of reading, which allows more ways.
    let mut all = written.take_definitions(true);
    all.extend(read.take_definitions(true));
    all.sort_keys();
    all
}

fn generator(contract: impl Fn(SchemaSettings) -> SchemaSettings) -> SchemaGenerator {
    let settings = contract(SchemaSettings::draft2020_12());
    let settings = settings.with(|settings| settings.definitions_path = "/components/schemas".into());
    settings.into_generator()
}

fn add<T: JsonSchema>(generator: &mut SchemaGenerator) {
    generator.subschema_for::<T>();
}
