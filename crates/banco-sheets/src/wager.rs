//! What the terms say of a wager, and its meters.

use banco_money::Amount;
use banco_odds::{Meters, Sheet, meter_terms};
use banco_rulebook::model::wager::MustHit;
use banco_rulebook::{Offered, Terms};

use crate::error::SheetError;

/// An amount in the currency of the table.
///
/// # Errors
///
/// If the text is no amount in it.
pub fn table_amount(terms: &Terms, text: &str) -> Result<Amount, SheetError> {
    Amount::parse_in(text, terms.currency)
        .map_err(|error| SheetError::invalid("bad_amount", error.to_string()))
}

/// The meters of a sheet: for the fixed wager, or where it is free for the least that the table takes, or else for one
/// unit of the currency.
///
/// # Errors
///
/// If the currency has no unit.
pub fn sheet_meters(
    terms: &Terms,
    offered: &Offered,
    sheet: &Sheet,
    bettors: u32,
) -> Result<Option<Meters>, SheetError> {
    let run = meter_terms(terms, &offered.table);
    let unit = match sheet.table.units.first().copied().or(offered.min) {
        Some(unit) => unit,
        None => table_amount(terms, "1")?,
    };
    Ok(Meters::at(sheet, &run, bettors, unit))
}

/// The aggregate limit that the submission posts.
pub fn posted_limit(terms: &Terms, offered: &Offered) -> Option<Amount> {
    let table = &offered.table;
    let offers = terms.offers.iter().filter(|_| !terms.open);
    let mut same = offers.filter(|offer| offer.wager == table.wager && offer.column == table.column);
    same.next().and_then(|offer| offer.aggregate)
}

/// The Must Hit configuration that the submission runs, or all of them.
pub fn must_hits_run<'a>(terms: &'a Terms, wager: &str) -> Vec<&'a MustHit> {
    let mut offers = terms.offers.iter().filter(|offer| !terms.open && offer.wager == wager);
    let run = offers.find_map(|offer| offer.must_hit.as_ref());
    let known = || terms.rulebook.wager(wager).map(|wager| wager.must_hit.as_slice()).unwrap_or_default();
    run.map_or_else(|| known().iter().collect(), |config| vec![config])
}
