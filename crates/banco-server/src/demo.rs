//! The demo floor: a table of every rulebook, and of the games that are worth a look by themselves. It is set up at the
//! first start; asked again, nothing happens twice.

use std::collections::BTreeMap;
use std::sync::Arc;

use banco_engine::link::TableId;
use banco_engine::table::{Cards, Rules};
use banco_floor::{Ask, Unanswered, Wish};
use banco_house::AutomaticDealer;
use banco_journal::{CommandId, Hash};
use banco_rulebook::model::rulebook::Family;
use banco_rulebook::{Library, LibraryError};

use crate::app::App;
use crate::tables::{Dealing, TableFile, change, staff_of};

/// Rulebook, submission, pit, name of the table.
type Game = (&'static str, &'static str, &'static str, &'static str);

/// Which submissions of which rulebooks are played, in which pit, and what the table is called.
const TABLES: &[Game] = &[
    ("ma-baccarat", "default", "Boston", "Baccarat"),
    ("ma-midi", "default", "Boston", "Midi Baccarat"),
    ("ma-chemin-de-fer", "default", "Boston", "Chemin de Fer"),
    ("ca-21st-century", "default", "Sacramento", "21st Century Baccarat"),
    ("co-rule-28", "default", "Denver", "Mini Baccarat"),
    ("co-rule-28", "ez", "Denver", "EZ Baccarat"),
    ("co-rule-28", "five-treasures", "Denver", "5 Treasures"),
    ("co-rule-28", "golden-frog-commission-free", "Denver", "Golden Frog"),
    ("co-rule-28", "eternal", "Denver", "Eternal Baccarat"),
    ("co-rule-28", "99-fortunes", "Denver", "99 Fortunes"),
    ("co-rule-28", "infinite-fortune", "Denver", "Infinite Fortune"),
    ("ma-midi", "house-money-royal-9", "Boston", "House Money and Royal 9"),
];

/// So many automatic players keep company where players hold the bank.
const COMPANY: u8 = 4;

/// Why the demo floor cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// A submission that is not there.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// A submission that cannot be played.
    #[error("{0}: {1}")]
    Rules(&'static str, Box<banco_engine::table::RulesError>),
    /// A game that the demo floor does not have.
    #[error("demo_games: the demo floor has no `{0}`; it has {known}", known = known())]
    NoGame(String),
    /// The floor does not answer.
    #[error(transparent)]
    Unanswered(#[from] Unanswered),
    /// The floor says no.
    #[error("{0}: {1}")]
    Refused(&'static str, String),
}

fn known() -> String {
    let names = TABLES.iter().map(|(rulebook, submission, ..)| format!("{rulebook}/{submission}"));
    names.collect::<Vec<_>>().join(", ")
}

/// Puts up the tables that are not there yet.
///
/// # Errors
/// Why not.
pub async fn set_up(app: &Arc<App>, library: &Library) -> Result<(), DemoError> {
    let games = games(app)?;
    let all = games.iter().copied().cycle().take(app.config.demo_tables);
    let mut made: BTreeMap<(&str, &str), Arc<Rules>> = BTreeMap::new();
    for ((rulebook, submission, pit, name), number) in all.zip(1_u32..) {
        let table = TableId(number);
        let rules = match made.get(&(rulebook, submission)) {
            Some(rules) => Arc::clone(rules),
            None => {
                let rules = Rules::new(library.terms(rulebook, submission)?);
                let rules = Arc::new(rules.map_err(|error| DemoError::Rules(name, Box::new(error)))?);
                made.insert((rulebook, submission), Arc::clone(&rules));
                rules
            }
        };
        let company = match rules.terms.rulebook.file.family {
            Family::HouseBanked => 0,
            Family::CheminDeFer | Family::PlayerBanked => COMPANY,
        };
        let again = usize::try_from(number).unwrap_or(usize::MAX).saturating_sub(1) / games.len().max(1);
        let file = TableFile {
            name: if again == 0 { name.to_owned() } else { format!("{name} {}", again + 1) },
            pit: pit.to_owned(),
            dealing: Dealing::Automatic,
            company,
            betting_seconds: None,
            answer_seconds: None,
        };
        let staff = staff_of(table);
        let wish =
            Wish::PutUp { table, cards: Some(Cards::Virtual), rules: Arc::clone(&rules), by: staff.floor() };
        let mut ask = Ask::new(id("put up", table), Hash::NONE, wish);
        ask.items.push(change(table, 0, &file));
        // An answer that was given before is given again.
        must(app, name, ask).await?;
        let open = AutomaticDealer::new(table, staff).open(AutomaticDealer::float(&rules), app.minute());
        must(app, name, Ask::new(id("open", table), Hash::NONE, Wish::Said(open.into_said()))).await?;
    }
    // What was written is read by whoever deals.
    drop(app.tables.refresh(&*app.store).await);
    Ok(())
}

/// The games that are wanted: all, or those of the setting.
fn games(app: &App) -> Result<Vec<Game>, DemoError> {
    let wanted = app.config.demo_games.trim();
    if wanted == "all" {
        return Ok(TABLES.to_vec());
    }
    let find = |name: &str| {
        let game =
            TABLES.iter().find(|(rulebook, submission, ..)| format!("{rulebook}/{submission}") == name);
        game.copied().ok_or_else(|| DemoError::NoGame(name.to_owned()))
    };
    wanted.split(',').map(|name| find(name.trim())).collect()
}

async fn must(app: &App, name: &'static str, ask: Ask) -> Result<(), DemoError> {
    let answered = app.floor.ask(ask).await?;
    if answered.happened() { Ok(()) } else { Err(DemoError::Refused(name, answered.answer.text)) }
}

fn id(what: &str, table: TableId) -> CommandId {
    let mut id = CommandId::default();
    let hash = Hash::over(format!("banco demo\n{what}\n{}", table.0).as_bytes());
    id.0.iter_mut().zip(hash.0).for_each(|(byte, of)| *byte = of);
    id
}
