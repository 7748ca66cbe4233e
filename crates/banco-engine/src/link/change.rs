//! What concerns the link itself: opening, tables, corrections, new terms, transfers, closing, readings.

use std::sync::Arc;

use banco_money::Amount;

use super::decide::{Draft, Step, refuse};
use super::event::Event;
use super::fine::Fine;
use super::pool::Feed;
use super::reconcile::MeterReading;
use super::refusal::{Reason, Refusal};
use super::setup::{MeterRule, Setup};
use super::state::{Link, TableId};
use crate::table::{Clauses, Person, Role};

/// Puts the link into operation.
pub fn open(draft: &mut Draft) -> Step {
    let clauses = reseed(draft, 0);
    draft.need_role(&[Role::Link, Role::Floor, Role::Executive], "floorperson", clauses)?;
    let (setup, by) = (Arc::clone(&draft.link.setup), draft.by.person());
    draft.emit(Event::Opened { setup, by, clauses });
    Ok(())
}

/// The clauses on how a meter starts.
fn reseed(draft: &Draft, meter: usize) -> Clauses {
    draft.link.setup.wager_of(meter).map(|wager| wager.steps.reseed).unwrap_or_default()
}

/// Connects a table, if its jackpots are as likely as those of the others.
pub fn attach(draft: &mut Draft, table: TableId, setup: &Setup) -> Step {
    let clauses = draft.link.setup.clauses();
    draft.need_role(&[Role::Link], "node of the link", clauses)?;
    if draft.link.emptied {
        return Err(refuse(Reason::LinkEmptied { name: draft.link.setup.name.to_string() }, clauses));
    }
    if draft.link.tables.iter().any(|attached| attached.table == table) {
        return Err(refuse(Reason::TableAttached { table }, clauses));
    }
    if let Some((what, theirs, ours)) = draft.link.setup.difference(setup) {
        return Err(refuse(Reason::OddsDiffer { table, what, theirs, ours }, clauses));
    }
    draft.emit(Event::TableAttached { table, clauses });
    Ok(())
}

/// Disconnects a table that plays no round.
pub fn detach(draft: &mut Draft, table: TableId) -> Step {
    let clauses = draft.link.setup.clauses();
    draft.need_role(&[Role::Link], "node of the link", clauses)?;
    draft.table(table, clauses)?;
    if draft.link.game(table).is_some() {
        return Err(refuse(Reason::GameRunning { table }, clauses));
    }
    draft.emit(Event::TableDetached { table, clauses });
    Ok(())
}

/// A table has lost the link, or found it again.
pub fn contact(draft: &mut Draft, table: TableId, contact: bool) -> Step {
    let clauses = draft.link.setup.clauses();
    draft.need_role(&[Role::Link], "node of the link", clauses)?;
    if draft.table(table, clauses)?.contact != contact {
        draft.emit(Event::ContactChanged { table, contact, clauses });
    }
    Ok(())
}

/// A meter by its name.
fn meter(draft: &Draft, id: &str) -> Result<(usize, MeterRule), Refusal> {
    let known = draft.link.setup.meter(id).map(|(at, rule)| (at, rule.clone()));
    let unknown = || refuse(Reason::UnknownMeter { meter: id.to_owned() }, draft.link.setup.clauses());
    known.ok_or_else(unknown)
}

/// Corrects a meter.
pub fn adjust(draft: &mut Draft, id: &str, reserve: bool, amount: Amount, approval: (&str, Person)) -> Step {
    let (at, _) = meter(draft, id)?;
    let clauses = draft.link.setup.wager_of(at).map(|wager| wager.steps.adjust).unwrap_or_default();
    let reason = draft.approved(approval, clauses)?;
    if amount.is_zero() || amount.currency() != draft.link.setup.currency {
        return Err(refuse(Reason::BadAmount { amount }, clauses));
    }
    let level = draft.link.level(at).unwrap_or_default();
    let has = if reserve { level.reserve } else { level.pot };
    let fine = Fine::of(amount);
    if has + fine < Fine::ZERO {
        let has = has.text(draft.link.setup.currency);
        return Err(refuse(Reason::MeterShort { amount, has }, clauses));
    }
    let feed = if reserve {
        Feed { pot: Fine::ZERO, reserve: fine }
    } else {
        Feed { pot: fine, reserve: Fine::ZERO }
    };
    let (by, second) = (draft.by.person(), approval.1);
    draft.emit(Event::Adjusted { meter: at, feed, reason, by, second, clauses });
    Ok(())
}

/// No round, no pending jackpot and no table: nothing can change under anybody's feet.
fn need_idle(draft: &Draft, clauses: Clauses) -> Step {
    let link = &draft.link;
    let why = if let Some(hit) = link.pending().next() {
        format!("{} is pending", hit.id)
    } else if let Some(game) = link.games.first() {
        format!("{} plays round {}", game.table, game.round)
    } else if let Some(attached) = link.tables.first() {
        format!("{} is open on it", attached.table)
    } else {
        return Ok(());
    };
    Err(refuse(Reason::NotIdle { why }, clauses))
}

/// Changes what the link runs by. The meters keep what they hold.
pub fn change(draft: &mut Draft, setup: &Arc<Setup>, approval: (&str, Person)) -> Step {
    let clauses = draft.link.setup.clauses();
    let reason = draft.approved(approval, clauses)?;
    need_idle(draft, clauses)?;
    let before = Arc::clone(&draft.link.setup);
    let ids = |setup: &Setup| setup.meters.iter().map(|meter| Arc::clone(&meter.id)).collect::<Vec<_>>();
    if ids(&before) != ids(setup) || before.currency != setup.currency || before.name != setup.name {
        return Err(refuse(Reason::OtherMeters, clauses));
    }
    for (at, rule) in setup.meters.iter().enumerate() {
        let shown = draft.link.shown(at).unwrap_or_default();
        if let Some(cap) = rule.growth.cap.filter(|cap| shown > Fine::of(*cap)) {
            let (meter, shown) = (rule.id.to_string(), shown.text(setup.currency));
            return Err(refuse(Reason::CapBelowMeter { meter, shown, cap }, clauses));
        }
    }
    let (after, by, second) = (Arc::clone(setup), draft.by.person(), approval.1);
    draft.emit(Event::SetupChanged { before, after, reason, by, second, clauses });
    Ok(())
}

/// Moves all that a meter holds to another link whose jackpots are as likely.
pub fn transfer_out(draft: &mut Draft, id: &str, to: &Setup, approval: (&str, Person)) -> Step {
    let (at, rule) = meter(draft, id)?;
    let clauses = rule.clauses.or(draft.link.setup.clauses());
    let reason = draft.approved(approval, clauses)?;
    need_idle(draft, clauses)?;
    let theirs = to.meter(id).and_then(|(at, _)| to.wager_of(at));
    let ours = draft.link.setup.wager_of(at);
    let alike = ours.zip(theirs).is_some_and(|(ours, theirs)| ours.odds == theirs.odds);
    if !alike || to.currency != draft.link.setup.currency {
        let reason = Reason::TransferDiffers { meter: id.to_owned(), to: to.name.to_string() };
        return Err(refuse(reason, clauses));
    }
    let level = draft.link.level(at).unwrap_or_default();
    let feed = Feed { pot: level.pot, reserve: level.reserve };
    let (by, second) = (draft.by.person(), approval.1);
    let to = Arc::clone(&to.name);
    draft.emit(Event::TransferredOut { meter: at, to, feed, reason, by, second, clauses });
    Ok(())
}

/// The refusal of a transfer to a link that is not in operation.
pub fn no_such_link(link: &Link, meter: &str, to: &str) -> Refusal {
    let reason = Reason::TransferDiffers { meter: meter.to_owned(), to: to.to_owned() };
    refuse(reason, link.setup.clauses())
}

/// Takes what another link moves here.
pub fn transfer_in(draft: &mut Draft, id: &str, from: &Arc<str>, feed: Feed) -> Step {
    let (at, rule) = meter(draft, id)?;
    let clauses = rule.clauses.or(draft.link.setup.clauses());
    draft.need_role(&[Role::Link], "node of the link", clauses)?;
    if feed.pot < Fine::ZERO || feed.reserve < Fine::ZERO {
        let amount = Amount::zero(draft.link.setup.currency);
        return Err(refuse(Reason::BadAmount { amount }, clauses));
    }
    draft.emit(Event::TransferredIn { meter: at, from: Arc::clone(from), feed, clauses });
    Ok(())
}

/// Takes the link out of operation.
pub fn close(draft: &mut Draft, approval: (&str, Person)) -> Step {
    let clauses = draft.link.setup.clauses();
    let reason = draft.approved(approval, clauses)?;
    need_idle(draft, clauses)?;
    let levels = (0..draft.link.pools.len()).filter_map(|at| Some((at, draft.link.level(at)?)));
    let left = levels.map(|(at, level)| (at, Feed { pot: level.pot, reserve: level.reserve })).collect();
    let (by, second) = (draft.by.person(), approval.1);
    draft.emit(Event::Closed { left, reason, by, second, clauses });
    Ok(())
}

/// Reads the meters.
pub fn take_reading(draft: &mut Draft, day: u32) -> Step {
    let clauses = reseed(draft, 0);
    let staff = [Role::Floor, Role::Executive, Role::Surveillance];
    draft.need_role(&staff, "floorperson, executive or surveillance", clauses)?;
    let meters = (0..draft.link.pools.len()).filter_map(|at| MeterReading::of(&draft.link, at)).collect();
    let by = draft.by.person();
    draft.emit(Event::ReadingTaken { day, meters, by, clauses });
    Ok(())
}
