//! The slow twin of an account: it keeps the list of everything that ever happened and nothing else, and answers
//! every question by going through all of it again. Written from the description of the cage, not from its code.

use banco_engine::cage::{Limit, LimitKey, Period, Status, TableId};

pub const DAY: i64 = 86_400;

/// Something that happened, in dollars.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Entry {
    In(i64),
    Out(i64),
    Adjusted(i64),
    Held(u32, TableId, i64),
    Voided(u32),
    Posted(u32),
    Home(TableId, i64),
    /// A dealer takes cash for chips: paid in and brought to the table at once.
    Cash(TableId, i64),
    Came(TableId),
    Left(TableId),
    Status(Status),
    /// A wish for a limit.
    Wish(Limit),
    /// A looser limit is confirmed or withdrawn.
    Confirm(LimitKey),
    Withdraw(LimitKey),
    /// Nothing until then; for good is a time that never comes.
    Exclude(i64),
    CoolOff(i64),
}

/// The whole history, oldest first, each with its second.
#[derive(Clone, Default, Debug)]
pub struct Twin {
    pub all: Vec<(i64, Entry)>,
}

pub const NEVER: i64 = i64::MAX;

const fn seconds(period: Period) -> i64 {
    match period {
        Period::Day => DAY,
        Period::Week => 7 * DAY,
        Period::Month => 30 * DAY,
    }
}

/// What a limit names, in dollars or minutes; a figure beyond everything where it names none.
fn figure(limit: Limit) -> i64 {
    match limit {
        Limit::Session { minutes } => minutes.map_or(NEVER, i64::from),
        other => other.most().map_or(NEVER, |most| most.minor() / 100),
    }
}

impl Twin {
    pub fn last(&self) -> i64 {
        self.all.last().map_or(0, |(at, _)| *at)
    }

    pub fn add(&mut self, at: i64, entry: Entry) {
        assert!(at >= self.last());
        self.all.push((at, entry));
    }

    fn hold(&self, id: u32) -> (TableId, i64) {
        let found = self.all.iter().find_map(|(_, entry)| match entry {
            Entry::Held(known, table, dollars) if *known == id => Some((*table, *dollars)),
            _ => None,
        });
        found.unwrap()
    }

    /// Holds that were neither voided nor posted.
    pub fn holds(&self) -> Vec<(u32, TableId, i64)> {
        let gone = |id: u32| {
            self.all.iter().any(|(_, entry)| [Entry::Voided(id), Entry::Posted(id)].contains(entry))
        };
        let held = self.all.iter().filter_map(|(_, entry)| match entry {
            Entry::Held(id, table, dollars) if !gone(*id) => Some((*id, *table, *dollars)),
            _ => None,
        });
        held.collect()
    }

    pub fn held(&self) -> i64 {
        self.holds().iter().map(|(_, _, dollars)| dollars).sum()
    }

    pub fn balance(&self) -> i64 {
        let one = |entry: &Entry| match entry {
            Entry::In(dollars) | Entry::Adjusted(dollars) | Entry::Home(_, dollars) => *dollars,
            Entry::Out(dollars) | Entry::Held(_, _, dollars) => -dollars,
            Entry::Voided(id) => self.hold(*id).1,
            _ => 0,
        };
        self.all.iter().map(|(_, entry)| one(entry)).sum()
    }

    pub fn at_table(&self, table: TableId) -> i64 {
        let one = |entry: &Entry| match entry {
            Entry::Posted(id) if self.hold(*id).0 == table => self.hold(*id).1,
            Entry::Cash(at, dollars) if *at == table => *dollars,
            Entry::Home(at, dollars) if *at == table => -dollars,
            _ => 0,
        };
        self.all.iter().map(|(_, entry)| one(entry)).sum()
    }

    pub fn plays_at(&self, table: TableId) -> bool {
        let last = self.all.iter().rev().map(|(_, entry)| *entry);
        last.into_iter().find(|entry| [Entry::Came(table), Entry::Left(table)].contains(entry))
            == Some(Entry::Came(table))
    }

    pub fn status(&self) -> Status {
        let all = self.all.iter().rev();
        let found = all.into_iter().find_map(|(_, entry)| match entry {
            Entry::Status(status) => Some(*status),
            _ => None,
        });
        found.unwrap()
    }

    pub fn deposited(&self, period: Period, now: i64) -> i64 {
        let within = self.all.iter().filter(|(at, _)| now - at < seconds(period));
        let one = |entry: &Entry| match entry {
            Entry::In(dollars) | Entry::Cash(_, dollars) => *dollars,
            _ => 0,
        };
        within.map(|(_, entry)| one(entry)).sum()
    }

    /// Dollar by dollar: each dollar that comes home is the one that was brought last and has not come home, and was
    /// won if there is none. What was brought thirty days ago or more, and was still out when its owner played
    /// nowhere, never comes home.
    pub fn lost(&self, period: Period, now: i64) -> i64 {
        let mut out: Vec<i64> = Vec::new();
        let mut won: Vec<i64> = Vec::new();
        let mut tables: Vec<TableId> = Vec::new();
        for (at, entry) in &self.all {
            match entry {
                Entry::Posted(id) => out.extend((0..self.hold(*id).1).map(|_| *at)),
                Entry::Cash(_, dollars) => out.extend((0..*dollars).map(|_| *at)),
                Entry::Home(_, dollars) => {
                    for _ in 0..*dollars {
                        if out.pop().is_none() {
                            won.push(*at);
                        }
                    }
                }
                Entry::Came(table) => {
                    if tables.is_empty() {
                        out.retain(|brought| at - brought < 30 * DAY);
                    }
                    tables.push(*table);
                }
                Entry::Left(table) => {
                    tables.retain(|known| known != table);
                    if tables.is_empty() {
                        out.retain(|brought| at - brought < 30 * DAY);
                    }
                }
                _ => {}
            }
        }
        let within = |all: &[i64]| all.iter().filter(|at| now - **at < seconds(period)).count() as i64;
        within(&out) - within(&won)
    }

    /// Buy-ins less what came home within a period, no more and no less.
    pub fn plainly_lost(&self, period: Period, now: i64) -> i64 {
        let within = self.all.iter().filter(|(at, _)| now - at < seconds(period));
        let one = |entry: &Entry| match entry {
            Entry::Posted(id) => self.hold(*id).1,
            Entry::Cash(_, dollars) => *dollars,
            Entry::Home(_, dollars) => -dollars,
            _ => 0,
        };
        within.map(|(_, entry)| one(entry)).sum()
    }

    /// The limit in force, and the looser one that waits with its second.
    pub fn limit(&self, key: LimitKey) -> (i64, Option<(i64, Limit)>) {
        let (mut now, mut waits) = (NEVER, None);
        for (at, entry) in &self.all {
            match entry {
                Entry::Wish(limit) if limit.key() == key => {
                    if figure(*limit) < now {
                        (now, waits) = (figure(*limit), None);
                    } else if figure(*limit) == now {
                        waits = None;
                    } else {
                        waits = Some((at + DAY, *limit));
                    }
                }
                Entry::Confirm(known) if *known == key => {
                    now = figure(waits.unwrap().1);
                    waits = None;
                }
                Entry::Withdraw(known) if *known == key => waits = None,
                _ => {}
            }
        }
        (now, waits)
    }

    /// Whether any exclusion that was ever chosen covers this second.
    pub fn excluded(&self, now: i64) -> bool {
        self.all
            .iter()
            .any(|(at, entry)| matches!(entry, Entry::Exclude(until) if *at <= now && now < *until))
    }

    pub fn excluded_until(&self, now: i64) -> Option<i64> {
        let all = self.all.iter().filter_map(|(_, entry)| match entry {
            Entry::Exclude(until) if *until > now => Some(*until),
            _ => None,
        });
        all.max()
    }

    pub fn cooling_off_until(&self, now: i64) -> Option<i64> {
        let all = self.all.iter().filter_map(|(_, entry)| match entry {
            Entry::CoolOff(until) if *until > now => Some(*until),
            _ => None,
        });
        all.max()
    }

    /// Whether the owner stays away from the house.
    pub fn away(&self, now: i64) -> bool {
        self.status() != Status::Active || self.excluded(now) || self.cooling_off_until(now).is_some()
    }

    pub fn may_pay_in(&self, dollars: i64, now: i64) -> bool {
        let fits = |period| {
            let (most, _) = self.limit(LimitKey::Deposit(period));
            most == NEVER || self.deposited(period, now) + dollars <= most
        };
        !self.away(now) && Period::ALL.into_iter().all(fits)
    }

    pub fn may_hold(&self, dollars: i64, now: i64) -> bool {
        !self.away(now) && dollars <= self.balance() && self.may_lose(dollars, now)
    }

    /// So much more could be lost, after all that is held.
    fn may_lose(&self, dollars: i64, now: i64) -> bool {
        Period::ALL.into_iter().all(|period| {
            let (most, _) = self.limit(LimitKey::Loss(period));
            most == NEVER || self.lost(period, now) + self.held() + dollars <= most
        })
    }

    /// Cash at a table is bound by both limits.
    pub fn may_give_cash(&self, table: TableId, dollars: i64, now: i64) -> bool {
        self.plays_at(table) && self.may_pay_in(dollars, now) && self.may_lose(dollars, now)
    }

    /// All that is held could be brought now.
    pub fn may_post(&self, now: i64) -> bool {
        self.may_lose(0, now)
    }
}
