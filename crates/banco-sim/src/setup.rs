//! Wagers by name: from the terms of a table to what can be simulated.

use banco_engine::SeatFacts;
use banco_money::MoneyError;
use banco_odds::{CountError, Deals, carrying, possible_seats, sheets};
use banco_rulebook::{Terms, TermsError, WagerName};

use crate::wager::Wager;

/// Why a wager cannot be simulated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WagerError {
    /// It is not to be had.
    #[error(transparent)]
    Terms(#[from] TermsError),
    /// It has no odds of one round.
    #[error(transparent)]
    Count(#[from] CountError),
    /// Its pays do not fit.
    #[error(transparent)]
    Money(#[from] MoneyError),
    /// The text leaves its lines to the licensee, and nobody supplied any.
    #[error("`{0}` has no lines of its own in the rulebook")]
    NoLines(String),
    /// The seat does not carry it.
    #[error("`{wager}` is not offered at seat {seat}; it is offered at {seats}")]
    NotAtSeat {
        /// The wager.
        wager: String,
        /// The seat.
        seat: u8,
        /// The seats that carry it.
        seats: String,
    },
}

/// Every wager that a submission offers, side by side.
#[must_use]
pub fn offered_names(terms: &Terms) -> Vec<WagerName> {
    let mut names = Vec::new();
    for offer in &terms.offers {
        let Some(wager) = terms.rulebook.wager(&offer.wager) else { continue };
        let name = |side: Option<&str>| WagerName {
            id: wager.id.clone(),
            side: side.map(str::to_owned),
            paytable: (!offer.column.is_empty()).then(|| offer.column.clone()),
        };
        names.extend(wager.side_names().into_iter().map(name));
    }
    names
}

/// A wager with its exact odds, made from a seat: the one named, or the first that carries it.
///
/// # Errors
/// The wager is not to be had, not at this seat, or depends on earlier rounds.
pub fn wager(terms: &Terms, deals: &Deals, name: &WagerName, seat: Option<u8>) -> Result<Wager, WagerError> {
    let offered = terms.offered(name)?.at_usual_unit()?;
    if offered.table.lines.is_empty() {
        return Err(WagerError::NoLines(name.to_string()));
    }
    let possible = possible_seats(terms, &offered);
    if let Some(seat) = seat.filter(|seat| !possible.contains(seat)) {
        let seats: Vec<String> = possible.iter().map(u8::to_string).collect();
        return Err(WagerError::NotAtSeat { wager: name.to_string(), seat, seats: seats.join(", ") });
    }
    let seat = seat.or_else(|| carrying(terms, &offered).first().copied());
    let seat = seat.map(|seat| SeatFacts::at(terms, seat, &[])).unwrap_or_default();
    let tables = std::slice::from_ref(&offered.table);
    let sheet = sheets(terms, deals, tables, &seat, &offered.suits)?.pop();
    let sheet = sheet.ok_or_else(|| CountError::Seat(name.to_string()))?;
    Ok(Wager { name: name.to_string(), sheet, suits: offered.suits, seat })
}
