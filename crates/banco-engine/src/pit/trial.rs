//! The trial balance of the whole floor: every fund of every account, table and link, which together are nothing.

use std::collections::BTreeMap;
use std::fmt;

use banco_money::{Amount, Currency};
use serde::Serialize;

use super::{Discrepancy, Pit, table_side};
use crate::authority::Person;
use crate::cage::{Account, Fund};
use crate::link::{Fine, Link, MeterReading, TableId};
use crate::table::{Ledger, Table};

/// Where money of the floor is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FloorFund {
    /// What was paid in at the window, as a debt, less what was paid out.
    Window,
    /// What accounts hold to be played with or paid out.
    Balances,
    /// What accounts keep for buy-ins that no table has taken yet.
    Held,
    /// What two people have put right.
    Adjustments,
    /// What tables have received, as the accounts know it.
    AtTables,
    /// What came from accounts, as a debt, as the tables know it.
    FromAccounts,
    /// What people without an account have brought, as a debt, less what they took away.
    Pockets,
    /// What the house has put into trays, as a debt.
    House,
    /// Trays.
    Trays,
    /// Drop boxes.
    Drop,
    /// Value chips on layouts.
    Layouts,
    /// What player/dealers have put up.
    Covers,
    /// Value chips of participants.
    Chips,
    /// What was given to dealers.
    Tokes,
    /// Vigorish charged, as a debt to be.
    Charged,
    /// Vigorish collected.
    Collected,
    /// Vigorish that is owed.
    Owed,
    /// What the house has issued, as a debt.
    Issued,
    /// What was issued and lies on layouts.
    IssuedOnLayouts,
    /// What was issued and participants have.
    IssuedToPeople,
    /// Progressive wagers that were taken in.
    Progressive,
    /// What links have paid, as a debt, as the tables know it.
    FromLinks,
    /// What links have paid, as the links know it, without what tables have not heard yet.
    PaidByLinks,
    /// What links have paid and tables have not heard yet.
    OnTheWay,
    /// What meters hold, and are owed.
    Meters,
    /// What was put into meters, as a debt: wagers and house money.
    Fed,
}

/// A line of the trial balance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrialLine {
    /// In which currency.
    pub currency: Currency,
    /// Where it is.
    pub fund: FloorFund,
    /// How much, in ten-thousandths of a minor unit: meters hold fractions.
    pub sum: Fine,
}

/// What does not agree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Imbalance {
    /// All funds of a currency together are not nothing.
    Sum(Currency, Fine),
    /// The books of an account do not add up, or it has stopped.
    Account(Person, String),
    /// The books of a table do not add up, or it has stopped.
    Table(TableId, String),
    /// A table has not received what accounts have brought to it.
    Mirror {
        /// Which table.
        table: TableId,
        /// What it has received, as it knows it.
        received: Amount,
        /// What accounts have brought, in minor units.
        brought: i128,
    },
    /// A table has not received what a link has paid.
    Link(Discrepancy),
    /// Somebody plays at a table, and either the table or their account does not know it.
    Seat(Person, TableId),
    /// A table does not know what binds somebody.
    Untold(Person, TableId),
}

impl fmt::Display for Imbalance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sum(currency, sum) => {
                write!(f, "everything in {currency} adds up to {}", sum.text(*currency))
            }
            Self::Account(person, problem) => write!(f, "the account of {person}: {problem}"),
            Self::Table(table, problem) => write!(f, "{table}: {problem}"),
            Self::Mirror { table, received, brought } => {
                write!(
                    f,
                    "{table} has received {received} from accounts, which have brought {brought} minor units"
                )
            }
            Self::Link(discrepancy) => discrepancy.fmt(f),
            Self::Seat(person, table) => write!(f, "{person} plays at {table}, and not both of them know it"),
            Self::Untold(person, table) => write!(f, "{table} does not know what binds {person}"),
        }
    }
}

/// All money of the floor.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TrialBalance {
    /// What every fund holds, currency by currency; funds that nothing was ever in are left out.
    pub lines: Vec<TrialLine>,
    /// What does not agree: nothing, on a floor that is sound.
    pub imbalances: Vec<Imbalance>,
}

impl TrialBalance {
    /// What a fund holds.
    #[must_use]
    pub fn of(&self, currency: Currency, fund: FloorFund) -> Fine {
        let known = self.lines.iter().find(|line| (line.currency, line.fund) == (currency, fund));
        known.map(|line| line.sum).unwrap_or_default()
    }

    /// All funds of a currency together.
    #[must_use]
    pub fn sum(&self, currency: Currency) -> Fine {
        self.lines.iter().filter(|line| line.currency == currency).map(|line| line.sum).sum()
    }
}

/// Sums, fund by fund.
#[derive(Default)]
struct Sums(BTreeMap<(Currency, FloorFund), Fine>);

impl Sums {
    fn add(&mut self, fund: FloorFund, amount: Amount) {
        self.add_fine(amount.currency(), fund, Fine::from(amount));
    }

    fn add_fine(&mut self, currency: Currency, fund: FloorFund, fine: Fine) {
        if !fine.is_zero() {
            *self.0.entry((currency, fund)).or_default() += fine;
        }
    }

    fn add_account(&mut self, account: &Account) {
        for (fund, amount) in account.books().funds() {
            let fund = match fund {
                Fund::Outside => FloorFund::Window,
                Fund::Balance => FloorFund::Balances,
                Fund::Held => FloorFund::Held,
                Fund::Adjustments => FloorFund::Adjustments,
                Fund::AtTable(_) => FloorFund::AtTables,
            };
            self.add(fund, amount);
        }
    }

    fn add_table(&mut self, table: &Table) {
        let Ledger {
            outside,
            house,
            tray,
            drop,
            layout,
            progressive,
            link,
            cover,
            tokes,
            charged,
            collected,
            issued,
            issued_on_layout,
        } = *table.ledger();
        let own = [
            (FloorFund::Pockets, outside),
            (FloorFund::House, house),
            (FloorFund::Trays, tray),
            (FloorFund::Drop, drop),
            (FloorFund::Layouts, layout),
            (FloorFund::Progressive, progressive),
            (FloorFund::FromLinks, link),
            (FloorFund::Covers, cover),
            (FloorFund::Tokes, tokes),
            (FloorFund::Charged, charged),
            (FloorFund::Collected, collected),
            (FloorFund::Issued, issued),
            (FloorFund::IssuedOnLayouts, issued_on_layout),
        ];
        own.into_iter().for_each(|(fund, amount)| self.add(fund, amount));
        for one in table.people() {
            self.add(FloorFund::Chips, one.chips);
            self.add(FloorFund::IssuedToPeople, one.promotional);
            self.add(FloorFund::IssuedToPeople, one.coupons);
            self.add(FloorFund::Owed, one.owed);
        }
        // Of all that lies outside the table, this is not in pockets.
        let from = table.from_accounts();
        self.add(FloorFund::Pockets, from);
        self.add_fine(from.currency(), FloorFund::FromAccounts, -Fine::from(from));
    }

    fn add_link(&mut self, pit: &Pit, link: &Link) {
        let currency = link.setup().currency;
        let meters: Fine = MeterReading::take_all(link).iter().map(|read| read.total() + read.owed).sum();
        let (mut heard, mut waits) = (Fine::ZERO, Fine::ZERO);
        for (table, station) in link.stations() {
            let unheard =
                pit.table(table).map_or(Fine::ZERO, |table| table_side::unheard(table, link, station));
            heard += station.paid - unheard;
            waits += unheard;
        }
        self.add_fine(currency, FloorFund::Meters, meters);
        self.add_fine(currency, FloorFund::PaidByLinks, heard);
        self.add_fine(currency, FloorFund::OnTheWay, waits);
        self.add_fine(currency, FloorFund::Fed, -(meters + heard + waits));
    }
}

impl Pit {
    /// The trial balance of everything in the pit: accounts, tables and links.
    #[must_use]
    pub fn trial_balance(&self) -> TrialBalance {
        let mut sums = Sums::default();
        self.accounts().for_each(|account| sums.add_account(account));
        self.tables().for_each(|(_, table)| sums.add_table(table));
        self.links().for_each(|link| sums.add_link(self, link));
        let lines: Vec<TrialLine> =
            sums.0.into_iter().map(|((currency, fund), sum)| TrialLine { currency, fund, sum }).collect();
        let mut balance = TrialBalance { lines, imbalances: Vec::new() };
        let off = Currency::ALL.map(|currency| (currency, balance.sum(currency)));
        let off = off.into_iter().filter(|(_, sum)| !sum.is_zero());
        balance.imbalances.extend(off.map(|(currency, sum)| Imbalance::Sum(currency, sum)));
        self.look_at_books(&mut balance.imbalances);
        self.look_at_mirrors(&mut balance.imbalances);
        self.look_at_seats(&mut balance.imbalances);
        balance
    }

    /// The books of every account, table and link.
    fn look_at_books(&self, found: &mut Vec<Imbalance>) {
        for account in self.accounts() {
            let problem = match (account.fault(), account.books().sum()) {
                (Some(fault), _) => fault.to_owned(),
                (None, Ok(sum)) if sum.is_zero() => continue,
                (None, Ok(sum)) => format!("its books add up to {sum}"),
                (None, Err(error)) => error.to_string(),
            };
            found.push(Imbalance::Account(account.person(), problem));
        }
        for (at, table) in self.tables() {
            let audit = table.audit().err().map(|problem| problem.to_string());
            let problem = table.fault().map(str::to_owned).or(audit);
            found.extend(problem.map(|problem| Imbalance::Table(at, problem)));
        }
        found.extend(self.discrepancies().map(Imbalance::Link));
    }

    /// What accounts have brought to each table is what the table has received from accounts.
    fn look_at_mirrors(&self, found: &mut Vec<Imbalance>) {
        let mut brought: BTreeMap<TableId, i128> = BTreeMap::new();
        for (table, amount) in self.accounts().flat_map(|account| &account.books().at_tables) {
            *brought.entry(*table).or_default() += i128::from(amount.minor());
        }
        for (at, table) in self.tables() {
            let (received, brought) = (table.from_accounts(), brought.get(&at).copied().unwrap_or_default());
            if i128::from(received.minor()) != brought {
                found.push(Imbalance::Mirror { table: at, received, brought });
            }
        }
    }

    /// Whoever plays somewhere from an account is known to both, and so is what binds them.
    fn look_at_seats(&self, found: &mut Vec<Imbalance>) {
        for account in self.accounts() {
            for at in account.tables() {
                let Some(table) = self.table(*at) else { continue };
                match table.told(account.person()) {
                    None => found.push(Imbalance::Seat(account.person(), *at)),
                    Some(told) if told != account.restriction() && table_side::can_hear(table) => {
                        found.push(Imbalance::Untold(account.person(), *at));
                    }
                    Some(_) => {}
                }
            }
        }
        for (at, table) in self.tables() {
            let people = table.people().iter().map(|one| one.person);
            let told = people.filter(|person| table.told(*person).is_some());
            let unknown =
                |person: &Person| self.account(*person).is_none_or(|account| !account.tables().contains(&at));
            found.extend(told.filter(unknown).map(|person| Imbalance::Seat(person, at)));
        }
    }
}
