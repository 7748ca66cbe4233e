//! Who deals where: a table without a dealer is dealt at by the one node that holds its lease, and everything it writes
//! carries the term of that lease.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use banco_engine::link::TableId;
use banco_engine::table::Rules;
use banco_floor::{Bot, Croupier, GoesOn};
use banco_house::{Advice, AutomaticDealer, AutomaticParticipant, Chance};
use banco_journal::Lease;
use banco_money::Amount;
use banco_rulebook::model::rulebook::Family;
use futures_util::future::join_all;
use tokio::sync::OnceCell;
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior};

use crate::absent::Absent;
use crate::app::App;
use crate::passing::telling;
use crate::tables::{Dealing, TableFile, bot, staff_of};

/// For how long a node holds a table.
const TIME: Duration = Duration::from_secs(6);
/// How often it says that it is still there.
const RENEW: Duration = Duration::from_secs(2);
/// For how long it trusts its lease, counted from before it asked.
const TRUST: Duration = Duration::from_secs(5);
/// So many tables are taken up at a time, so that a restart is no stampede.
const AT_ONCE: usize = 20;
/// What an automatic player buys in for, in least wagers.
const BUYS_IN: i64 = 400;

/// What is best by some rules, once it is worked out.
type Advised = Arc<OnceCell<Arc<Advice>>>;

/// A table that this node deals at.
struct Dealt {
    term: u64,
    file: Arc<TableFile>,
    trusted: Instant,
    tasks: Vec<JoinHandle<()>>,
}

impl Dealt {
    /// Nobody deals any more, or nobody could begin to: the table was not known here yet.
    fn is_over(&self) -> bool {
        self.tasks.first().is_none_or(JoinHandle::is_finished)
    }

    fn end(self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

/// Deals at all tables that no other node deals at, until the server stops.
pub async fn run(app: Arc<App>) {
    let mut dealt: BTreeMap<TableId, Dealt> = BTreeMap::new();
    let mut advice: BTreeMap<String, Advised> = BTreeMap::new();
    let mut absent = Absent::default();
    let mut every = tokio::time::interval(RENEW);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = app.stop.cancelled() => break,
            _ = every.tick() => {}
        }
        // What is not read now is read the next time.
        drop(app.tables.refresh(&*app.store).await);
        drop(app.boards.refresh(&*app.store).await);
        renew(&app, &mut dealt, &mut advice).await;
        let terms: Vec<(TableId, u64)> = dealt.iter().map(|(table, one)| (*table, one.term)).collect();
        absent.see_off(&app, &terms).await;
        app.metrics.dealt_tables.set(i64::try_from(dealt.len()).unwrap_or(i64::MAX));
    }
    for (table, one) in dealt {
        one.end();
        drop(app.store.release(name(table), app.node.clone()).await);
    }
}

async fn renew(app: &Arc<App>, dealt: &mut BTreeMap<TableId, Dealt>, advice: &mut BTreeMap<String, Advised>) {
    let mut new = 0;
    for (table, file) in app.tables.all() {
        if file.dealing != Dealing::Automatic {
            if let Some(one) = dealt.remove(&table) {
                one.end();
                drop(app.store.release(name(table), app.node.clone()).await);
            }
            continue;
        }
        let asked = Instant::now();
        let lease = app.store.lease(name(table), app.node.clone(), TIME).await;
        match (lease, dealt.remove(&table)) {
            (Ok(Some(lease)), Some(mut one))
                if one.term == lease.term && one.file == file && !one.is_over() =>
            {
                one.trusted = asked + TRUST;
                dealt.insert(table, one);
            }
            (Ok(Some(lease)), before) => {
                before.into_iter().for_each(Dealt::end);
                if new < AT_ONCE {
                    new += 1;
                    let tasks = begin(app, table, &file, &lease, advice);
                    let one = Dealt { term: lease.term, file, trusted: asked + TRUST, tasks };
                    dealt.insert(table, one);
                }
            }
            (Ok(None), Some(one)) => {
                app.metrics.leases_lost.count();
                one.end();
            }
            // The store is away: the lease is trusted for its time.
            (Err(_), Some(one)) if Instant::now() < one.trusted => drop(dealt.insert(table, one)),
            (Err(_), Some(one)) => one.end(),
            (Ok(None) | Err(_), None) => {}
        }
    }
}

/// The house and its company at a table.
fn begin(
    app: &Arc<App>,
    table: TableId,
    file: &TableFile,
    lease: &Lease,
    advice: &mut BTreeMap<String, Advised>,
) -> Vec<JoinHandle<()>> {
    let books = app.floor.books();
    let Some(known) = books.pit().table(table) else { return Vec::new() };
    let rules = Arc::clone(known.rules());
    let Ok(random) = Chance::System.for_purpose("the house", 0) else { return Vec::new() };
    let (dealer, pace) = (AutomaticDealer::new(table, staff_of(table)), file.pace(&app.config.pace));
    let croupier = Croupier::new(app.floor.clone(), dealer, table, pace, random, Some(lease.term));
    let present = Arc::clone(app);
    let worth: GoesOn =
        Arc::new(move |table| table.people().iter().any(|one| present.is_present(one.person)));
    let run = |croupier: Croupier| {
        tokio::spawn(croupier.while_worth(worth).telling_time(telling(app, table)).run())
    };
    let mut tasks: Vec<JoinHandle<()>> = croupier.map(run).into_iter().collect();
    if file.company > 0 && app.is_demo() {
        let advised = Arc::clone(advice.entry(rules.id.to_string()).or_default());
        let company = (file.company, pace.answer);
        tasks.push(tokio::spawn(keep_company(Arc::clone(app), table, rules, company, advised)));
    }
    tasks
}

/// Automatic players, once they know what is best. Working that out takes a moment; no table waits for it.
async fn keep_company(
    app: Arc<App>,
    table: TableId,
    rules: Arc<Rules>,
    (many, answer): (u8, Duration),
    advised: Advised,
) {
    let advice = advised.get_or_init(|| work_out(&rules)).await;
    let seats = rules.seats.iter().rev().take(many.into());
    let company = seats.filter_map(|seat| companion(&app, table, &rules, (seat.number, answer), advice));
    join_all(company).await;
}

/// What is best at a table where there is something to choose.
async fn work_out(rules: &Rules) -> Arc<Advice> {
    let advice = match rules.terms.rulebook.file.family {
        Family::HouseBanked => Advice::default(),
        Family::CheminDeFer | Family::PlayerBanked => {
            let terms = rules.terms.clone();
            let worked_out = tokio::task::spawn_blocking(move || Advice::from_terms(&terms).ok()).await;
            worked_out.ok().flatten().unwrap_or_default()
        }
    };
    Arc::new(advice)
}

/// An automatic player at a seat, who has so long for an answer.
fn companion(
    app: &Arc<App>,
    table: TableId,
    rules: &Arc<Rules>,
    (seat, answer): (u8, Duration),
    advice: &Arc<Advice>,
) -> Option<impl Future<Output = ()> + use<>> {
    let mut random = Chance::System.for_purpose("company", 0).ok()?;
    let least =
        rules.spots.iter().filter_map(|spot| spot.offered.min).map(Amount::minor).max().unwrap_or(1_000);
    let buys_in = Amount::from_minor(least.saturating_mul(BUYS_IN), rules.terms.currency);
    let one = AutomaticParticipant::new(bot(table, seat), buys_in, &mut random);
    // Whoever thinks longer than the time there is for an answer never gives one.
    let thinks = Duration::from_millis(400 + 150 * u64::from(seat)).min(answer / 4);
    let bot = Bot::new(app.floor.clone(), table, one, Arc::clone(advice), random, thinks)?;
    Some(bot.run(seat))
}

fn name(table: TableId) -> String {
    format!("dealer/{}", table.0)
}
