//! What the terms say of a wager, and its meters.

use banco_money::{Amount, Currency};
use banco_odds::{Meters, MustHitMeter, Sheet, Trigger, meter_terms};
use banco_rulebook::model::rulebook::DeckRange;
use banco_rulebook::model::wager::MustHit;
use banco_rulebook::{Diagnostic, Offered, PayTable, Terms};

use crate::error::SheetError;

/// An amount in the currency of the table.
///
/// # Errors
///
/// If the text is no amount in it.
pub fn table_amount(terms: &Terms, text: &str) -> Result<Amount, SheetError> {
    amount_in(terms.currency, text)
}

/// An amount in a currency.
///
/// # Errors
///
/// If the text is no amount in it.
pub fn amount_in(currency: Currency, text: &str) -> Result<Amount, SheetError> {
    let amount = Amount::parse_in(text, currency)
        .map_err(|error| SheetError::invalid("bad_amount", error.to_string()))?;
    if amount.currency() == currency {
        return Ok(amount);
    }
    let message = format!("`{text}` is in {}, the wager in {currency}", amount.currency());
    Err(Diagnostic::error("wrong_currency", message).hint(format!("give it in {currency}")).into())
}

/// The wager at the stake that was said, or else at its fixed amount: its pays are those of that amount.
///
/// # Errors
///
/// If it cannot be made with the stake.
pub fn at_stake(terms: &Terms, offered: Offered, said: Option<&str>) -> Result<Offered, SheetError> {
    let Some(text) = said else { return Ok(offered.at_usual_unit()?) };
    let currency = offered.units.first().map_or(terms.currency, |unit| unit.currency());
    let stake = amount_in(currency, text)?;
    if !stake.is_positive() {
        return Err(SheetError::invalid("bad_amount", format!("`--stake {stake}` is not a wager")));
    }
    if offered.takes(stake) {
        return Ok(offered.at_unit(stake)?);
    }
    let units: Vec<String> = offered.units.iter().map(Amount::to_string).collect();
    let message =
        format!("`{}` is a fixed wager of {}; it cannot be {stake}", offered.table.wager, units.join(" or "));
    Err(Diagnostic::error("wrong_unit", message).hint("leave `--stake` out").into())
}

/// For which stake meters, envy and exposure are told: what was said, the fixed wager, or the least that the table
/// takes, or else one unit of the currency.
///
/// # Errors
///
/// If the text is no amount, or the currency has no unit.
pub fn usual_stake(terms: &Terms, offered: &Offered, said: Option<&str>) -> Result<Amount, SheetError> {
    match (offered.units.first().copied(), said) {
        (Some(unit), _) => Ok(unit),
        (None, Some(text)) => table_amount(terms, text),
        (None, None) => offered.min.map_or_else(|| table_amount(terms, "1"), Ok),
    }
}

/// The meters of a sheet for wagers of this stake, with the Must Hit meter that the submission runs beside them.
///
/// # Errors
///
/// If the Must Hit meter cannot be run so.
pub fn sheet_meters(
    terms: &Terms,
    offered: &Offered,
    sheet: &Sheet,
    bettors: u32,
    stake: Amount,
) -> Result<Option<Meters>, SheetError> {
    let meters = Meters::at(sheet, &meter_terms(terms, &offered.table), bettors, stake);
    let Some((meters, config)) = meters.clone().zip(must_hit_set_up(terms, &offered.table)) else {
        return Ok(meters);
    };
    let meter = must_hit_meter(config, stake, bettors)?;
    Ok(Some(meters.with_must_hit(meter.long_run().share)))
}

/// A Must Hit meter with a uniform trigger.
pub(crate) fn must_hit_meter(
    config: &MustHit,
    stake: Amount,
    bettors: u32,
) -> Result<MustHitMeter, SheetError> {
    MustHitMeter::new(config, stake, bettors, Trigger::uniform())
        .map_err(|error| SheetError::invalid("bad_must_hit", error.to_string()))
}

/// The Must Hit configuration that the submission runs with a pay table.
fn must_hit_set_up<'a>(terms: &'a Terms, table: &PayTable) -> Option<&'a MustHit> {
    let mut offers = terms.offers.iter().filter(|_| !terms.open);
    let offer = offers.find(|offer| offer.wager == table.wager && offer.column == table.column)?;
    offer.must_hit.as_ref()
}

/// That a wager cannot be made from a shoe of so many decks, if so.
#[must_use]
pub fn decks_warning(terms: &Terms, table: &PayTable, decks: u8) -> Option<String> {
    let counted = |number: u8| if number == 1 { "one deck".to_owned() } else { format!("{number} decks") };
    let wager = terms.rulebook.wager(&table.wager)?;
    let column = wager.paytables.get(&table.column).map(|info| &info.requires);
    for requires in [Some(&wager.requires), column].into_iter().flatten() {
        if let Some(known) = requires.decks.as_ref().filter(|known| !known.contains(decks)) {
            let known: Vec<String> = known.as_slice().iter().map(u8::to_string).collect();
            let cite = requires.cite.as_slice().join(", ");
            let (name, asked, known) = (&wager.id, counted(decks), known.join(" or "));
            return Some(format!("`{name}` is not offered with {asked}, only with {known} [{cite}]"));
        }
    }
    let ranges = terms.rulebook.file.decks.iter();
    let mut ranges = ranges.filter(|range| range.when.as_deref().is_none_or(|when| terms.is_chosen(when)));
    let fits = |range: &&DeckRange| {
        let all = decks.saturating_mul(range.batches);
        range.min <= all && range.max.is_none_or(|max| all <= max)
    };
    let range = ranges.clone().next().filter(|_| !ranges.any(|range| fits(&range)))?;
    let cite = range.cite.as_slice().join(", ");
    Some(format!("the rulebook does not allow {} [{cite}]", counted(decks)))
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
