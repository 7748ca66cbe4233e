//! Rounds that are over, as their player is told of them.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use banco_cards::Outcome;
use banco_engine::link::TableId;
use banco_engine::table::Person;
use banco_pages::seat::{Beside, BesideWhat, Brief, Settled, WagerEnd, WagerTold};
use banco_reports::{Cursor, RoundInFull, RoundRow};
use banco_wire::Money;

use crate::api::reports::in_full;
use crate::app::App;
use crate::problem::Failed;
use crate::round_index::is_at_hand;

/// So many rounds stand beside the felt.
const BESIDE: usize = 5;
/// So many rounds are looked through for those of one table.
const LOOKED_AT: usize = 20;
/// So many are remembered.
const MOST: usize = 4_000;

/// Whose round, and how far it had come when it was read.
type Known = (Person, Cursor, u64);

/// Rounds that were read a while ago: they do not change any more, but for a correction, which makes them longer.
#[derive(Default)]
pub struct Remembered(Mutex<HashMap<Known, Settled>>);

impl Remembered {
    fn get(&self, known: &Known) -> Option<Settled> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(known).cloned()
    }

    fn keep(&self, known: Known, settled: Settled) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST {
            kept.clear();
        }
        kept.insert(known, settled);
    }
}

/// Somebody's last round at a table with what became of it, and the rounds before it.
pub async fn told(
    app: &App,
    table: TableId,
    person: Person,
) -> Result<(Option<Settled>, Vec<Brief>), Failed> {
    let books = app.floor.books();
    let shelf = books.pit().shelf();
    // A page of a seat does not wait for history: it comes without it until the index of its table is there.
    if !is_at_hand(app, &books, table).await {
        return Ok((None, Vec::new()));
    }
    let page = app.index.rounds(|rounds| rounds.rounds_of(shelf, person, None, LOOKED_AT))?;
    let over = page.rounds.into_iter().filter(|row| row.table == table.0 && row.ended.is_some());
    let mut all = Vec::new();
    for row in over.take(BESIDE) {
        all.extend(one(app, person, &row).await?);
    }
    let last = all.first().cloned();
    let briefs = all.into_iter().map(|settled| Brief { net: settled.net(), ..settled.brief }).collect();
    Ok((last, briefs))
}

/// One round of somebody's.
pub async fn one(app: &App, person: Person, row: &RoundRow) -> Result<Option<Settled>, Failed> {
    let known = (person, row.cursor, row.last);
    if let Some(settled) = app.rounds.get(&known) {
        return Ok(Some(settled));
    }
    let Some(full) = in_full(app, row.cursor).await? else { return Ok(None) };
    let settled = settled(app, &full, person);
    app.rounds.keep(known, settled.clone());
    Ok(Some(settled))
}

/// What became of somebody's wagers.
pub fn settled(app: &App, full: &RoundInFull, person: Person) -> Settled {
    use banco_reports::WagerResult as R;
    let own = full.wagers.iter().filter(|wager| wager.person == person.0 && !wager.for_dealer);
    let wagers = own
        .map(|wager| {
            let stake = wager.chips.minor + wager.promotional.minor + wager.coupon.minor;
            let net = wager.won.minor + wager.jackpot.minor + wager.returned.minor
                - wager.chips.minor
                - wager.vigorish.minor;
            let end = match wager.result {
                R::Won => WagerEnd::Won,
                R::Lost => WagerEnd::Lost,
                R::Pushed => WagerEnd::Pushed,
                R::Returned | R::TakenDown => WagerEnd::Returned,
                R::Open | R::Waits => WagerEnd::Waits,
            };
            let money = |minor: i128| money(minor, wager.chips);
            WagerTold {
                spot: wager.wager.to_owned(),
                name: wager.name.to_owned(),
                stake: money(stake),
                end,
                line: wager.line.map(str::to_owned),
                won: money(wager.won.minor + wager.jackpot.minor),
                vigorish: money(wager.vigorish.minor),
                net: money(net),
                clauses: wager.clauses.iter().map(|&clause| clause.to_owned()).collect(),
            }
        })
        .filter(|wager| wager.stake.minor > 0)
        .collect();
    Settled { brief: brief(app, &full.round), wagers, beside: beside(full, person) }
}

/// What else the round brought or cost somebody: as player/dealer, and in fees.
fn beside(full: &RoundInFull, person: Person) -> Vec<Beside> {
    let bank = full.bank.iter().filter(|bank| bank.person == person.0).map(|bank| Beside {
        what: BesideWhat::Bank,
        net: money(bank.won.minor - bank.paid.minor, bank.won),
        clauses: Vec::new(),
    });
    let own = full.collections.iter().filter(|one| one.person == person.0);
    let fees = own.map(|one| Beside {
        what: BesideWhat::Collection,
        net: money(-one.amount.minor, one.amount),
        clauses: one.clauses.iter().map(|&clause| clause.to_owned()).collect(),
    });
    bank.chain(fees).collect()
}

fn money(minor: i128, like: banco_reports::Money) -> Money {
    Money { minor: i64::try_from(minor).unwrap_or(i64::MAX), currency: like.currency.into() }
}

/// A round in a line.
pub fn brief(app: &App, row: &RoundRow) -> Brief {
    let books = app.floor.books();
    let names =
        books.pit().table(TableId(row.table)).map(|table| table.rules().terms.rulebook.file.hands.clone());
    let outcome = match row.outcome {
        Some("player") => Some(Outcome::Player),
        Some("banker") => Some(Outcome::Banker),
        Some("tie") => Some(Outcome::Tie),
        _ => None,
    };
    Brief {
        id: row.cursor.to_string(),
        number: row.round,
        outcome: outcome.map(Into::into),
        banker: names.map(|names| names.banker).unwrap_or_default(),
        totals: row.player.total.zip(row.banker.total),
        net: None,
    }
}
