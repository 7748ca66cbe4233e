//! Guests of a demo floor who are gone give their seats back: the house says for them that they leave, and what is theirs
//! goes back to their account. On a real floor two people of the staff see somebody off.

use std::collections::BTreeMap;
use std::sync::Arc;

use banco_engine::link::TableId;
use banco_engine::pit::{self, Stream};
use banco_engine::table::{Actor, Command, Person, Phase, Role, Table};
use banco_floor::{Ask, Books, Wish, id_for, name_of};
use banco_house::Said;
use banco_journal::Hash;
use tokio::time::Instant;

use crate::app::App;
use crate::tables::machine_name;

/// Since when guests have not been seen, by table.
#[derive(Default)]
pub struct Absent(BTreeMap<(TableId, Person), Instant>);

impl Absent {
    /// Looks who is gone from tables that this node deals at, and lets go of those who were away too long.
    pub async fn see_off(&mut self, app: &Arc<App>, dealt: &[(TableId, u64)]) {
        if !app.is_demo() {
            return;
        }
        let books = app.floor.books();
        let mut since = BTreeMap::new();
        for (at, term) in dealt {
            let Some(table) = books.pit().table(*at) else { continue };
            let people = table.people().iter().map(|one| one.person);
            let away = people.filter(|one| machine_name(*one).is_none() && !app.is_present(*one));
            for person in away {
                let from = self.0.get(&(*at, person)).copied().unwrap_or_else(Instant::now);
                since.insert((*at, person), from);
                if from.elapsed() >= app.config.pace.gone
                    && let Some(command) = way_out(app, &books, (*at, table), person)
                {
                    say(app, &books, (*at, *term), person, command).await;
                }
            }
        }
        self.0 = since;
    }
}

/// What somebody who wants to leave says now: that they leave, or before it that a wager is taken down. Nothing where the
/// table would refuse it.
fn way_out(app: &App, books: &Books, (at, table): (TableId, &Table), person: Person) -> Option<Command> {
    let by = Actor::new(Role::Participant, person);
    let is_taken = |command: &Command| {
        books.pit().decide_at(app.time(), by, pit::Command::Table(at, command.clone())).is_ok()
    };
    let own = table.bets().iter().filter(|bet| bet.key.owner == person && table.phase() == Phase::Betting);
    let down = own.map(|bet| Command::TakeDown { spot: bet.spot, for_dealer: bet.key.for_dealer });
    std::iter::once(Command::Leave).chain(down).find(is_taken)
}

async fn say(app: &App, books: &Books, (at, term): (TableId, u64), person: Person, command: Command) {
    let Some(stream) = name_of(Stream::Table(at)) else { return };
    let id = id_for(&format!("gone {}", person.0), &stream, books);
    let by = Actor::new(Role::Participant, person);
    let said = Said::Command(by, pit::Command::Table(at, command));
    let mut ask = Ask::new(id, Hash::NONE, Wish::Said(said)).for_absent();
    ask.term = Some(term);
    // What does not happen now is tried again.
    drop(app.floor.ask(ask).await);
}
