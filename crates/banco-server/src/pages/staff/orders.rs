//! Whether somebody can give a command now: the engine is asked, and nothing happens.

use banco_engine::link::TableId;
use banco_engine::table::{self, Actor, Person, Role};
use banco_engine::{Name, Names, cage, link, pit};
use banco_floor::Books;
use banco_pages::staff::orders::{Order, Refused, StepDue};
use banco_people::Session;

use crate::app::{App, name_in};

/// Somebody of the house, who looks at what they can do.
pub struct Hand<'a> {
    pub app: &'a App,
    pub books: &'a Books,
    pub session: &'a Session,
}

/// What stands where somebody has still to write a reason: it is only tried, and never kept.
pub const SOME_REASON: &str = "?";

impl Hand<'_> {
    /// In which capacities they can act on the floor, the usual one first.
    fn actors(&self, roles: &[Role]) -> Vec<Actor> {
        roles.iter().filter_map(|role| self.session.actor(*role).ok()).collect()
    }

    /// A command to a table.
    pub fn table(&self, table: TableId, name: &'static str, command: table::Command) -> Order {
        let to = format!("table/{}", table.0);
        self.order(to, name, pit::Command::Table(table, command), &[Role::Floor, Role::Executive])
    }

    /// The step of making a shoe ready that waits for one of these, if they can act as one.
    pub fn step_due(&self, number: TableId, viewer: table::Viewer, roles: &[Role]) -> Option<StepDue> {
        let table = self.books.pit().table(number)?;
        let prompts = table::view(table, viewer).prompts;
        let prompt = prompts.iter().find(|prompt| matches!(prompt, table::Prompt::NextStep { .. }))?;
        let table::Prompt::NextStep { step, summary } = prompt else { return None };
        if self.actors(roles).is_empty() {
            return None;
        }
        let command = table::Command::Prepare { step: step.to_string(), told: None };
        let clauses = table::console::clauses_of(table, prompt);
        Some(StepDue {
            step: step.to_string(),
            summary: summary.to_string(),
            clauses: clauses.texts(),
            done: self.order(
                format!("table/{}", number.0),
                "prepare",
                pit::Command::Table(number, command),
                roles,
            ),
        })
    }

    /// A command to a link.
    pub fn link(&self, name: Name, called: &'static str, command: link::Command) -> Order {
        let to = format!("link/{name}");
        self.order(to, called, pit::Command::Link(name, command), &[Role::Floor, Role::Executive])
    }

    /// A command to an account.
    pub fn account(&self, person: Person, name: &'static str, command: cage::Command) -> Order {
        let to = format!("account/{}", person.0);
        self.order(
            to,
            name,
            pit::Command::Account(person, command),
            &[Role::Cashier, Role::Floor, Role::Executive],
        )
    }

    fn order(&self, to: String, command: &'static str, wanted: pit::Command, roles: &[Role]) -> Order {
        let (capacity, refused) = self.tries(&wanted, roles);
        Order {
            to,
            capacity: capacity.map_or("", |role| banco_wire::Role::from(role).word()),
            command,
            refused,
        }
    }

    /// The first capacity in which it would happen; or the first of all, and why not.
    pub fn tries(&self, wanted: &pit::Command, roles: &[Role]) -> (Option<Role>, Option<Refused>) {
        let mut first = None;
        for actor in self.actors(roles) {
            match self.books.pit().decide_at(self.app.time(), actor, wanted.clone()) {
                Ok(_) => return (Some(actor.role()), None),
                Err(refusal) => drop(first.get_or_insert((actor.role(), refusal))),
            }
        }
        match first {
            Some((role, refusal)) => (Some(role), Some(self.said(&refusal))),
            None => {
                let words = "this is for others to do".to_owned();
                (None, Some(Refused { words, clauses: Vec::new(), hint: None }))
            }
        }
    }

    /// A refusal in words for people.
    pub fn said(&self, refusal: &pit::Refusal) -> Refused {
        let directory = self.app.directory();
        let names = |person: Person| name_in(&directory, person);
        let rules = self.books.pit().tables().next().map(|(_, table)| table.rules());
        let (words, hint) = match rules {
            Some(rules) => {
                let names = Names::new(rules, &names);
                (refusal.said(&names), refusal.hint_said(&names))
            }
            None => (refusal.to_string(), refusal.hint()),
        };
        let clauses = refusal.clauses().iter().map(ToString::to_string).collect();
        Refused { words, clauses, hint }
    }
}
