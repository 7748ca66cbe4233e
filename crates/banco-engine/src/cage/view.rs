//! What an account shows: to its owner, and to a cashier. History is kept by the shell.

use banco_money::{Amount, Currency};

use crate::authority::{Person, Request};
use crate::cage::command::Wanted;
use crate::cage::limits::{Limit, LimitKey, Limits, PendingLimit, left_of};
use crate::cage::state::{Account, Exclusion, Hold, Kind, Status};
use crate::cage::time::Time;
use crate::link::TableId;
use crate::table::Barred;

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// Whose account it is.
    Owner,
    /// Somebody at the window of the cage.
    Cashier,
}

/// A limit, what is left of it, and the looser one that waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LimitView {
    /// What holds.
    pub in_force: Limit,
    /// What may still be paid in or lost, where it is a limit on that.
    pub left: Option<Amount>,
    /// What waits to be confirmed, and from when on it can be.
    pub waits: Option<PendingLimit>,
}

/// The stay of the owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SessionView {
    /// When it began.
    pub since: Time,
    /// For how many minutes it has lasted.
    pub minutes: u64,
    /// Whether the owner must acknowledge that.
    pub check_due: bool,
    /// Whether it has lasted as long as its owner wanted at most.
    pub time_up: bool,
}

/// An account, for whoever looks at it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccountView {
    /// Whose it is.
    pub person: Person,
    /// Whose money it holds.
    pub kind: Kind,
    /// What it is good for.
    pub status: Status,
    /// The currency of all of it.
    pub currency: Currency,
    /// To be played with or paid out.
    pub balance: Amount,
    /// Kept for buy-ins that no table has taken yet.
    pub held: Amount,
    /// These buy-ins.
    pub holds: Vec<Hold>,
    /// What each table has received, less what came home: below nothing for somebody who has won there.
    pub at_tables: Vec<(TableId, Amount)>,
    /// Where the owner plays now.
    pub tables: Vec<TableId>,
    /// All that was paid in, less all that was paid out.
    pub net_deposits: Amount,
    /// Why the owner may not play, if they may not.
    pub barred: Option<Barred>,
    /// Until when they take a break.
    pub cool_off: Option<Time>,
    /// Whether they have excluded themself.
    pub exclusion: Option<Exclusion>,
    /// Their limits; a cashier sees those on deposits.
    pub limits: Vec<LimitView>,
    /// Their stay; not for a cashier.
    pub session: Option<SessionView>,
    /// How often they are told how long they have played, in minutes; not for a cashier.
    pub check_every: Option<u32>,
    /// What waits for a second person; for its owner the payouts.
    pub requests: Vec<Request<Wanted>>,
}

/// Shows an account at a moment.
#[must_use]
pub fn view(account: &Account, viewer: Viewer, now: Time) -> AccountView {
    let now = now.max(account.clock());
    let owner = viewer == Viewer::Owner;
    let keys = Limits::keys().filter(|key| owner || matches!(key, LimitKey::Deposit(_)));
    let books = account.books();
    AccountView {
        person: account.person(),
        kind: account.kind(),
        status: account.status(),
        currency: account.currency(),
        balance: books.balance,
        held: books.held,
        holds: account.holds().to_vec(),
        at_tables: books.at_tables.iter().map(|(table, amount)| (*table, *amount)).collect(),
        tables: account.tables().iter().copied().collect(),
        net_deposits: books.outside.negated().unwrap_or(books.outside),
        barred: account.bar(),
        cool_off: account.cool_off(),
        exclusion: account.exclusion(),
        limits: keys.map(|key| limit(account, key, now)).collect(),
        session: owner.then(|| session(account, now)).flatten(),
        check_every: account.check_every().filter(|_| owner),
        requests: account
            .requests()
            .iter()
            .filter(|request| !owner || is_pay_out(request))
            .cloned()
            .collect(),
    }
}

const fn is_pay_out(request: &Request<Wanted>) -> bool {
    matches!(request.what, Wanted::PayOut { .. })
}

fn limit(account: &Account, key: LimitKey, now: Time) -> LimitView {
    let in_force = account.limits().of(key);
    let flows = account.flows();
    let used = match key {
        LimitKey::Deposit(period) => Some(flows.deposited(period, now)),
        LimitKey::Loss(period) => {
            Some(flows.lost(period, now).saturating_add(i128::from(account.books().held.minor())))
        }
        LimitKey::Session | LimitKey::Wager => None,
    };
    let left = in_force.most().zip(used).map(|(most, used)| left_of(most, used, account.currency()));
    LimitView { in_force, left, waits: account.limits().waiting(key) }
}

fn session(account: &Account, now: Time) -> Option<SessionView> {
    let session = account.session().filter(|_| account.in_session())?;
    let (since, check_due, time_up) = (session.since, session.check_due, session.time_up);
    Some(SessionView { since, minutes: now.since(since) / 60, check_due, time_up })
}
