//! The documents of the API: OpenAPI 3.1 for requests, AsyncAPI 3.0 for streams. Both are made from the table of routes and
//! from the types themselves.

use std::sync::OnceLock;

use axum::http::{HeaderValue, header};
use axum::response::IntoResponse as _;
use banco_wire::LobbyTable;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::api::Reply;
use crate::api::routes::routes;
use crate::api::{approvals, audit, floor, patrons, people, session, setup, tables as table_api};
use crate::boards::InfoPage;
use crate::guard::Guard;
use crate::route::{Answer, Query, QueryKind, Route};
use crate::tables::TableFile;

/// What happened, and where.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
pub struct Done {
    /// Where each stream that was written ends now.
    streams: std::collections::BTreeMap<String, u64>,
}

/// The rows of a report; `docs/reports.md` names their columns.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
pub struct Report(Vec<Map<String, Value>>);

/// A shoe that was shown; `docs/fairness.md` says how it is checked.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
pub struct ShoeProof(Map<String, Value>);

/// A document about the API.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
pub struct Document(Map<String, Value>);

/// `GET /api/v1/openapi.json`
pub async fn document() -> Reply {
    static TEXT: OnceLock<String> = OnceLock::new();
    text(TEXT.get_or_init(|| openapi().to_string()))
}

/// `GET /api/v1/asyncapi.json`
pub async fn streams() -> Reply {
    static TEXT: OnceLock<String> = OnceLock::new();
    text(TEXT.get_or_init(|| asyncapi().to_string()))
}

fn text(text: &'static str) -> Reply {
    let kind = HeaderValue::from_static("application/json");
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

/// The document of everything that can be asked.
#[must_use]
pub fn openapi() -> Value {
    let mut paths = Map::new();
    for route in routes() {
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        if let Some(path) = path.as_object_mut() {
            path.insert(route.method.to_owned(), operation(&route));
        }
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Banco",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "The open baccarat floor over HTTP.",
            "description": "Commands are POSTs with an Idempotency-Key: the same key is the same command and gets \
                the same answer. What is answered with 2xx is durable. A refusal by the rules is 409 with the clause. \
                Money is integer minor units and a currency. 503 means that nothing has happened, or that it is not \
                known yet: ask again with the same key.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": {
            "schemas": schemas(),
            "securitySchemes": {
                "cookie": { "type": "apiKey", "in": "cookie", "name": crate::sessions::COOKIE },
                "bearer": { "type": "http", "scheme": "bearer" },
            },
            "responses": {
                "problem": {
                    "description": "Why it was not done.",
                    "content": { "application/problem+json": { "schema": reference("Problem") } },
                },
            },
        },
    })
}

fn operation(route: &Route) -> Value {
    let mut parameters: Vec<Value> = in_path(route.path);
    parameters.extend(route.query.iter().map(in_query));
    if route.keyed {
        parameters.push(json!({
            "name": "Idempotency-Key", "in": "header", "required": true,
            "description": "New and random for every new command.",
            "schema": { "type": "string", "minLength": 1, "maxLength": 100, "pattern": "^[!-~]+$" },
        }));
    }
    if route.name == "run_table" {
        parameters.push(json!({
            "name": "If-Match", "in": "header", "required": true,
            "description": "The ETag of what was seen.", "schema": { "type": "string", "pattern": "^\"[0-9]{1,18}\"$" },
        }));
    }
    let mut operation = json!({
        "operationId": route.name,
        "summary": route.summary,
        "parameters": parameters,
        "responses": responses(route),
        "security": security(route.guard),
        "x-guard": format!("{:?}", route.guard),
    });
    if let (Some(schema), Some(operation)) = (route.body, operation.as_object_mut()) {
        let body =
            json!({ "required": true, "content": { "application/json": { "schema": reference(schema) } } });
        operation.insert("requestBody".to_owned(), body);
    }
    operation
}

fn security(guard: Guard) -> Value {
    match guard {
        Guard::Anybody | Guard::Looks | Guard::Shows => json!([{}, { "bearer": [] }, { "cookie": [] }]),
        Guard::SignedIn | Guard::May(_) | Guard::Own(..) | Guard::Acts(_) | Guard::ActsOn(..) => {
            json!([{ "bearer": [] }, { "cookie": [] }])
        }
        Guard::Device(_) => json!([{ "bearer": [] }]),
    }
}

fn responses(route: &Route) -> Value {
    let of = |kind: &str, schema: Value| json!({ "description": "Done.", "content": { kind: { "schema": schema } } });
    let done = match route.answer {
        Answer::Json(schema) => of("application/json", reference(schema)),
        Answer::Page(schema) if route.query.iter().any(|query| query.name == "cursor") => of(
            "application/json",
            json!({ "type": "object", "required": ["items", "next"], "properties": {
                "items": { "type": "array", "items": reference(schema) },
                "next": { "type": ["string", "null"] },
            } }),
        ),
        Answer::Page(schema) => {
            of("application/json", json!({ "type": "array", "items": reference(schema) }))
        }
        Answer::Text(kind) => of(kind, json!({ "type": "string" })),
        Answer::Nothing => json!({ "description": "Done." }),
        Answer::Stream(_) => of("text/event-stream", json!({ "type": "string" })),
    };
    let mut responses = Map::new();
    let status = match (route.answer, route.name) {
        (Answer::Nothing, _) => "204",
        (_, "stream") => "101",
        (
            _,
            "come_in" | "open_patron" | "enrol" | "claim_first" | "add_person" | "invite" | "add_device"
            | "propose" | "anchor_now",
        ) => "201",
        _ => "200",
    };
    responses.insert(status.to_owned(), done);
    if route.name == "sign_in" {
        responses.insert("202".to_owned(), of("application/json", reference("SecondStepSeen")));
    }
    match route.name {
        "change_roles" | "reset_second_factor" | "rename" | "remove_device" => {
            responses.insert("202".to_owned(), of("application/json", reference("Waits")));
        }
        "add_device" => {
            responses.insert("202".to_owned(), of("application/json", reference("DeviceMade")));
        }
        "invite" => {
            responses.insert("202".to_owned(), of("application/json", reference("InvitationSeen")));
        }
        "answer_about_person" => {
            responses.insert("200".to_owned(), of("application/json", reference("InvitationCodeSeen")));
        }
        _ => {}
    }
    if route.name == "answer_proposal" {
        responses.insert("204".to_owned(), json!({ "description": "Turned down." }));
    }
    let problem = json!({ "$ref": "#/components/responses/problem" });
    for status in [
        "400", "401", "403", "404", "405", "408", "409", "412", "413", "415", "422", "426", "428", "429",
        "431", "503",
    ] {
        responses.insert(status.to_owned(), problem.clone());
    }
    Value::Object(responses)
}

/// The parts of a path in braces.
fn in_path(path: &str) -> Vec<Value> {
    let names = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    names
        .map(|name| {
            let schema = match name {
                "table" | "person" | "request" => {
                    json!({ "type": "integer", "minimum": 1, "maximum": u32::MAX })
                }
                "report" => json!({ "type": "string", "enum": crate::api::reports::REPORTS }),
                "kind" => json!({ "type": "string", "pattern": "^[a-z]{1,20}$" }),
                _ => json!({ "type": "string", "pattern": "^[A-Za-z0-9._-]{1,100}$" }),
            };
            json!({ "name": name, "in": "path", "required": true, "schema": schema })
        })
        .collect()
}

fn in_query(query: &Query) -> Value {
    let schema = match query.kind {
        QueryKind::Number(least, most) => json!({ "type": "integer", "minimum": least, "maximum": most }),
        QueryKind::Words(words) => json!({ "type": "string", "enum": words }),
        QueryKind::Like(pattern) => json!({ "type": "string", "pattern": pattern }),
        QueryKind::Moment => json!({ "type": "string", "format": "date-time" }),
    };
    json!({ "name": query.name, "in": "query", "description": query.summary, "schema": schema })
}

fn reference(schema: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{schema}") })
}

/// The document of everything that travels on streams.
#[must_use]
pub fn asyncapi() -> Value {
    let message = |name: &str, summary: &str| json!({ "name": name, "summary": summary, "payload": { "$ref": format!("#/components/schemas/{name}") } });
    json!({
        "asyncapi": "3.0.0",
        "info": { "title": "Banco", "version": env!("CARGO_PKG_VERSION"), "description":
            "One envelope on WebSocket (`/api/v1/stream`) and server-sent events (`…/events`). On a WebSocket the client \
             speaks first: a Hello with its streams and what it knows of them." },
        "channels": { "stream": {
            "address": "/api/v1/stream",
            "messages": {
                "hello": message("Hello", "The first message of a client."),
                "envelope": message("Envelope", "Everything that the server says; `data` is a Told, Snapshot, Skip, Passing, Bye or Problem by its kind."),
            },
        } },
        "operations": {
            "sayHello": { "action": "send", "channel": { "$ref": "#/channels/stream" } },
            "follow": { "action": "receive", "channel": { "$ref": "#/channels/stream" } },
        },
        "components": { "schemas": banco_wire::schemas() },
    })
}

/// Every schema by its name.
#[must_use]
pub fn schemas() -> Map<String, Value> {
    let mut all = own_schemas();
    all.extend(banco_wire::schemas());
    all.sort_keys();
    all
}

/// Those of this crate, with what they are made of.
fn own_schemas() -> Map<String, Value> {
    let mut read = generator(SchemaSettings::for_deserialize);
    add::<session::GuestWanted>(&mut read);
    add::<session::SignInWanted>(&mut read);
    add::<session::SecondStepWanted>(&mut read);
    add::<session::ProofWanted>(&mut read);
    add::<session::PasswordWanted>(&mut read);
    add::<session::FirstWanted>(&mut read);
    add::<session::InvitedWanted>(&mut read);
    add::<session::CodeWanted>(&mut read);
    add::<people::PersonWanted>(&mut read);
    add::<people::RolesWanted>(&mut read);
    add::<people::ReasonWanted>(&mut read);
    add::<people::NameWanted>(&mut read);
    add::<people::DeviceWanted>(&mut read);
    add::<patrons::PatronWanted>(&mut read);
    add::<patrons::DocumentWanted>(&mut read);
    add::<setup::TableWanted>(&mut read);
    add::<setup::ProposalAnswer>(&mut read);
    add::<setup::CardRead>(&mut read);
    add::<approvals::AnswerWanted>(&mut read);
    add::<TableFile>(&mut read);
    add::<InfoPage>(&mut read);
    let mut written = generator(SchemaSettings::for_serialize);
    add::<session::SignedInSeen>(&mut written);
    add::<session::SecondStepSeen>(&mut written);
    add::<session::SessionSeen>(&mut written);
    add::<session::MeSeen>(&mut written);
    add::<session::EnrolmentSeen>(&mut written);
    add::<session::PersonMade>(&mut written);
    add::<people::PersonSeen>(&mut written);
    add::<people::PersonAdded>(&mut written);
    add::<people::Waits>(&mut written);
    add::<people::InvitationCodeSeen>(&mut written);
    add::<people::InvitationSeen>(&mut written);
    add::<people::DeviceSeen>(&mut written);
    add::<people::DeviceMade>(&mut written);
    add::<patrons::PatronAdded>(&mut written);
    add::<patrons::PatronSeen>(&mut written);
    add::<setup::ProposalSeen>(&mut written);
    add::<setup::Unplayable>(&mut written);
    add::<approvals::Waiting>(&mut written);
    add::<audit::HeadSeen>(&mut written);
    add::<audit::AnchorSeen>(&mut written);
    add::<floor::FloorSeen>(&mut written);
    add::<table_api::TableFacts>(&mut written);
    add::<LobbyTable>(&mut written);
    add::<banco_wire::Posted>(&mut written);
    add::<crate::api::reports::RoundForViewer>(&mut written);
    add::<crate::api::reports::RoundsForViewer>(&mut written);
    add::<Report>(&mut written);
    add::<ShoeProof>(&mut written);
    add::<crate::api::reports::PromisedShoe>(&mut written);
    add::<Done>(&mut written);
    add::<Document>(&mut written);
    let mut all = written.take_definitions(true);
    all.extend(read.take_definitions(true));
    all
}

fn generator(contract: impl Fn(SchemaSettings) -> SchemaSettings) -> SchemaGenerator {
    let settings = contract(SchemaSettings::draft2020_12());
    settings.with(|settings| settings.definitions_path = "/components/schemas".into()).into_generator()
}

fn add<T: JsonSchema>(generator: &mut SchemaGenerator) {
    generator.subschema_for::<T>();
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn everything_that_is_referred_to_is_there() {
        let document = openapi();
        let text = document.to_string();
        for (place, _) in text.match_indices("#/components/schemas/") {
            let name: String = text[place + 21..]
                .chars()
                .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
                .collect();
            let there = document.pointer(&format!("/components/schemas/{name}"));
            assert!(there.is_some(), "{name}");
        }
    }

    /// Two things of one name: a client would be told the shape of the other one.
    #[test]
    fn no_name_is_given_twice() {
        let document = schemas();
        let wire = banco_wire::schemas();
        let own = own_schemas();
        for (name, schema) in &own {
            assert!(wire.get(name).is_none_or(|other| other == schema), "{name}");
        }
        assert!(document.len() >= own.len() && document.len() >= wire.len());
    }

    #[test]
    fn every_route_has_a_name_and_a_place_of_its_own() {
        let routes = routes();
        let names: BTreeSet<_> = routes.iter().map(|route| route.name).collect();
        let places: BTreeSet<_> = routes.iter().map(|route| (route.method, route.path)).collect();
        assert_eq!((names.len(), places.len()), (routes.len(), routes.len()));
    }
}
