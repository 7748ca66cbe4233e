//! The trial balance: all accounts of all streams together are nothing.

use std::collections::BTreeMap;

use banco_engine::cage::Fund;
use banco_engine::pit::Pit;
use banco_engine::table::Table;
use banco_journal::Store;
use banco_money::Amount;
use schemars::JsonSchema;
use serde::Serialize;

use crate::csv::columns;
use crate::error::ReportError;
use crate::history::minor;

/// A fund of a currency: all accounts of its name, at all tables or in all accounts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct TrialRow {
    /// ISO 4217.
    pub currency: String,
    /// Whose it is: `table` or `account`; `all` in the line that adds a currency up.
    pub kind: String,
    /// Which fund: `tray`, `chips`, `balance`.
    pub fund: String,
    /// How many accounts it is made of.
    pub accounts: u64,
    /// What they hold together, in minor units; debts are below nothing.
    pub minor: i128,
}

columns! { TrialRow as one:
    "currency" = &one.currency,
    "kind" = &one.kind,
    "fund" = &one.fund,
    "accounts" = one.accounts,
    "minor" = one.minor,
}

/// The trial balance of a floor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct TrialBalance {
    /// What every fund holds by the postings, currency by currency, each with a line that adds up to nothing.
    pub rows: Vec<TrialRow>,
    /// What does not agree, in words: nothing, on a floor that is sound.
    pub problems: Vec<String>,
}

/// Adds up all postings, and holds them against the books of tables and accounts. A pit that is ahead of the
/// store or behind it does not agree with it: ask while nothing is written.
///
/// # Errors
/// The store.
pub async fn trial_balance(store: &dyn Store, pit: &Pit) -> Result<TrialBalance, ReportError> {
    let balances = store.balances().await?;
    let mut funds: BTreeMap<(String, String, String), (u64, i128)> = BTreeMap::new();
    let mut sums: BTreeMap<String, (u64, i128)> = BTreeMap::new();
    for (currency, account, minor) in &balances {
        let (kind, fund) = parts(account);
        let fund = (currency.clone(), kind.to_owned(), fund.to_owned());
        for sum in [funds.entry(fund).or_default(), sums.entry(currency.clone()).or_default()] {
            *sum = (sum.0.saturating_add(1), sum.1.saturating_add(*minor));
        }
    }
    let mut problems: Vec<String> = pit.trial_balance().imbalances.iter().map(ToString::to_string).collect();
    for (currency, (_, sum)) in sums.iter().filter(|(_, (_, sum))| *sum != 0) {
        problems.push(format!("all postings in {currency} add up to {sum} minor units"));
    }
    problems.extend(differences(&balances, pit));
    Ok(TrialBalance { rows: rows(funds, sums), problems })
}

fn rows(
    funds: BTreeMap<(String, String, String), (u64, i128)>,
    sums: BTreeMap<String, (u64, i128)>,
) -> Vec<TrialRow> {
    let mut rows: Vec<TrialRow> = funds
        .into_iter()
        .map(|((currency, kind, fund), (accounts, minor))| TrialRow { currency, kind, fund, accounts, minor })
        .collect();
    let total = |(currency, (accounts, minor)): (String, (u64, i128))| TrialRow {
        currency,
        kind: "all".to_owned(),
        fund: "all".to_owned(),
        accounts,
        minor,
    };
    rows.extend(sums.into_iter().map(total));
    rows.sort_by(|one, other| {
        let key =
            |row: &TrialRow| (row.currency.clone(), row.kind == "all", row.kind.clone(), row.fund.clone());
        key(one).cmp(&key(other))
    });
    rows
}

/// `table` and `chips` of `table/7:chips:12`.
fn parts(account: &str) -> (&str, &str) {
    let mut parts = account.split(':');
    let stream = parts.next().unwrap_or_default();
    let kind = stream.split_once('/').map_or(stream, |(kind, _)| kind);
    (kind, parts.next().unwrap_or_default())
}

/// Where the postings say something else than the books of a table or of an account.
fn differences(balances: &[(String, String, i128)], pit: &Pit) -> Vec<String> {
    let mut books: BTreeMap<(String, String), i128> = BTreeMap::new();
    let mut put = |name: String, amount: Amount| {
        if !amount.is_zero() {
            let key = (amount.currency().code().to_owned(), name);
            *books.entry(key).or_default() += minor(amount);
        }
    };
    for (at, table) in pit.tables() {
        of_table(table, &mut |fund, amount| put(format!("table/{}:{fund}", at.0), amount));
    }
    for account in pit.accounts() {
        for (fund, amount) in account.books().funds() {
            put(format!("account/{}:{}", account.person().0, called(fund)), amount);
        }
    }
    let mut problems = Vec::new();
    for (currency, account, posted) in balances {
        let known = books.remove(&(currency.clone(), account.clone())).unwrap_or_default();
        let ours = matches!(parts(account).0, "table" | "account");
        if known != *posted && ours {
            problems.push(format!(
                "{account} holds {known} {currency} in the books and {posted} by its postings"
            ));
        }
    }
    let unposted = books.into_iter().map(|((currency, account), known)| {
        format!("{account} holds {known} {currency} in the books and has no postings")
    });
    problems.extend(unposted);
    problems
}

fn of_table(table: &Table, put: &mut dyn FnMut(String, Amount)) {
    let ledger = table.ledger();
    let own = [
        ("outside", ledger.outside),
        ("house", ledger.house),
        ("tray", ledger.tray),
        ("drop", ledger.drop),
        ("layout", ledger.layout),
        ("progressive", ledger.progressive),
        ("link", ledger.link),
        ("cover", ledger.cover),
        ("tokes", ledger.tokes),
        ("charged", ledger.charged),
        ("collected", ledger.collected),
        ("issued", ledger.issued),
        ("issued_on_layout", ledger.issued_on_layout),
    ];
    own.into_iter().for_each(|(fund, amount)| put(fund.to_owned(), amount));
    for one in table.people() {
        let theirs = [
            ("chips", one.chips),
            ("promotional", one.promotional),
            ("coupons", one.coupons),
            ("owed", one.owed),
        ];
        theirs.into_iter().for_each(|(fund, amount)| put(format!("{fund}:{}", one.person.0), amount));
    }
}

fn called(fund: Fund) -> String {
    match fund {
        Fund::Outside => "outside".to_owned(),
        Fund::Balance => "balance".to_owned(),
        Fund::Held => "held".to_owned(),
        Fund::Adjustments => "adjustments".to_owned(),
        Fund::AtTable(table) => format!("at_table:{}", table.0),
    }
}
