//! A client can be written from prompts alone: what they ask for makes a command that is read.

use std::collections::BTreeSet;

use banco_engine::script::called;
use banco_engine::table::{Minute, Table, Viewer, decide, view};
use banco_engine::{Actor, Person, Role};
use banco_wire::{Answer, Ask, PromptSeen, TableContext, TableSeen, read_table_command};
use serde_json::{Value, json};

use crate::floor::{step_by_step, viewers};
use crate::schema::Schemas;

fn filled(ask: &Ask) -> Value {
    match ask {
        Ask::Money { least, .. } => match least {
            Some(least) => serde_json::to_value(least).unwrap(),
            None => json!({"minor":100,"currency":"USD"}),
        },
        Ask::Number { least, .. } => json!(least.0),
        Ask::Spot => json!("banker"),
        Ask::OneOf { of } => json!(of.last().unwrap()),
        Ask::Seat { of } => json!(of.first().unwrap()),
        Ask::YesNo => json!(true),
        Ask::Card => json!("7h"),
        Ask::Cards { many } => json!(vec!["7h"; usize::from(*many)]),
        Ask::Text { longest } => json!("x".repeat(longest.0 as usize)),
        Ask::BothHands { most } => json!({"player":most,"banker":most}),
    }
}

fn command(answer: &Answer, optional: bool) -> Value {
    let mut command = json!({ "do": answer.command });
    let map = command.as_object_mut().unwrap();
    map.extend(answer.given.clone());
    for asked in answer.asks.iter().filter(|asked| optional || !asked.optional) {
        assert!(map.insert(asked.key.clone(), filled(&asked.ask)).is_none(), "{} twice", asked.key);
    }
    command
}

/// Whether everything that is asked for has its limits in the prompt, so that whatever is filled in is within them.
fn is_bounded(answer: &Answer) -> bool {
    let bounded = |ask: &Ask| match ask {
        Ask::Money { least, .. } => least.is_some(),
        Ask::Number { .. } | Ask::OneOf { .. } | Ask::Seat { .. } | Ask::YesNo => true,
        Ask::Spot | Ask::Card | Ask::Cards { .. } | Ask::Text { .. } | Ask::BothHands { .. } => false,
    };
    answer.asks.iter().filter(|asked| !asked.optional).all(|asked| bounded(&asked.ask))
}

/// A prompt is a promise: the table does what it asks for.
fn is_kept(table: &Table, viewer: Viewer, answer: &Answer) {
    let by = match viewer {
        Viewer::Participant(person) => Actor::new(Role::Participant, person),
        Viewer::Dealer => Actor::new(Role::Dealer, Person(1_001)),
        Viewer::Floor => Actor::new(Role::Floor, Person(2_099)),
        Viewer::Surveillance => Actor::new(Role::Surveillance, Person(3_001)),
        Viewer::Onlooker | Viewer::Display => panic!("{viewer:?} is asked {}", answer.command),
    };
    let json = command(answer, false);
    let read = read_table_command(json.to_string().as_bytes()).unwrap();
    let context = TableContext { rules: table.rules(), find_rules: &|_| None, now: Minute(u64::MAX >> 12) };
    let command = read.into_engine(&context).unwrap_or_else(|bad| panic!("{json}: {bad}"));
    if let Err(refusal) = decide(table, by, command) {
        // The cards of a virtual shoe come from the shoe, and some are burned face up.
        let cards = ["card", "burn_card"].contains(&answer.command);
        // Whether a payout can be pressed is said, but not onto which hand.
        let press = answer.command == "press_payout";
        // A wager may have to stay while another one leans on it.
        let leans = answer.command == "take_down";
        // Who else must agree, and a notice that somebody has forgotten, are no matter of the moment.
        let above = ["executive_needed", "notice_overdue"].contains(&refusal.code());
        assert!(cards || press || leans || above, "{viewer:?}: {json}: {refusal} ({})", refusal.code());
    }
}

/// The first time that a prompt has this answer, it is held to the schema and read.
fn is_command(prompt: &PromptSeen, answer: &Answer, schemas: &Schemas) {
    for optional in [false, true] {
        let json = command(answer, optional);
        schemas.check("TableCommand", &json);
        let read = read_table_command(json.to_string().as_bytes());
        read.unwrap_or_else(|bad| panic!("{}: {json}: {bad}", prompt.prompt));
    }
}

#[test]
fn whatever_a_prompt_asks_for_makes_a_command_and_is_done() {
    let (schemas, mut met) = (Schemas::new(), BTreeSet::new());
    step_by_step(|pit| {
        for (_, table) in pit.tables() {
            for viewer in viewers(table) {
                let view = view(table, viewer);
                if view.prompts.is_empty() {
                    continue;
                }
                let seen = TableSeen::new(&view, table.rules(), &called);
                for prompt in &seen.prompts {
                    assert!(!prompt.answers.is_empty(), "{prompt:?}");
                    for answer in &prompt.answers {
                        if is_bounded(answer) {
                            is_kept(table, viewer, answer);
                        }
                        if met.insert((prompt.prompt, answer.command, answer.asks.len())) {
                            is_command(prompt, answer, &schemas);
                        }
                    }
                }
            }
        }
    });
    let names: BTreeSet<&str> = met.iter().map(|(prompt, ..)| *prompt).collect();
    assert!(names.len() > 30, "{names:?}");
}
