//! Which wagers, sides and pay tables were asked for, in groups that are counted together.

use banco_odds::Sheet;
use banco_rulebook::model::wager::Wager;
use banco_rulebook::{Offered, Terms, WagerName};

use crate::error::SheetError;
use crate::wager::at_stake;

/// Pay tables of one wager and side that take the same suits: they are counted together.
pub fn groups(
    terms: &Terms,
    names: &[WagerName],
    stake: Option<&str>,
) -> Result<Vec<Vec<Offered>>, SheetError> {
    let mut groups: Vec<Vec<Offered>> = Vec::new();
    for name in names {
        let offered = at_stake(terms, terms.offered(name)?, stake)?;
        let fits = |group: &&mut Vec<Offered>| {
            let like = |first: &Offered| {
                let (one, other) = (&first.table, &offered.table);
                one.wager == other.wager && one.side == other.side && first.suits == offered.suits
            };
            group.first().is_some_and(like)
        };
        match groups.last_mut().filter(fits) {
            Some(group) => group.push(offered),
            None => groups.push(vec![offered]),
        }
    }
    Ok(groups)
}

/// Every wager, side and pay table that was asked for.
pub fn names(asked: Option<&str>, terms: &Terms) -> Result<Vec<WagerName>, SheetError> {
    let asked: Option<WagerName> = asked.map(str::parse).transpose()?;
    if let Some(name) = &asked
        && terms.rulebook.wager(&name.id).is_none()
    {
        terms.offered(name)?;
    }
    let wanted = |wager: &&Wager| {
        asked.as_ref().is_none_or(|name| terms.rulebook.wager(&name.id).is_some_and(|w| w.id == wager.id))
    };
    let offered = |wager: &&Wager| terms.open || terms.offers.iter().any(|offer| offer.wager == wager.id);
    let mut names = Vec::new();
    for wager in terms.rulebook.wagers.iter().filter(wanted).filter(offered) {
        if wager.lines_by_licensee && terms.open {
            continue;
        }
        let sides = wager
            .side_names()
            .into_iter()
            .filter(|side| fits(asked.as_ref().and_then(|n| n.side.as_deref()), *side));
        for side in sides {
            for column in columns(terms, wager) {
                let name = WagerName {
                    id: wager.id.clone(),
                    side: side.map(str::to_owned),
                    paytable: (!column.is_empty()).then(|| column.to_owned()),
                };
                if fits(asked.as_ref().and_then(|n| n.paytable.as_deref()), name.paytable.as_deref()) {
                    names.push(name);
                }
            }
        }
    }
    match asked {
        // Nothing of that name: let the table say what is wrong with it, for any side.
        Some(name) if names.is_empty() => {
            let wager = terms.rulebook.wager(&name.id);
            let side = name.side.clone().or_else(|| wager.and_then(|wager| wager.sides.first().cloned()));
            let refused = terms.offered(&WagerName { side, ..name.clone() }).err();
            let no_lines = || {
                SheetError::invalid("no_odds", format!("`{name}` has no lines of its own in the rulebook"))
            };
            Err(refused.map_or_else(no_lines, SheetError::from))
        }
        _ => Ok(names),
    }
}

fn fits(asked: Option<&str>, found: Option<&str>) -> bool {
    asked.is_none() || asked == found
}

/// The pay tables within reach.
fn columns<'a>(terms: &'a Terms, wager: &'a Wager) -> Vec<&'a str> {
    if terms.open {
        let complete = |column: &&str| wager.missing_lines(column).is_none();
        return wager.column_names().into_iter().filter(complete).collect();
    }
    let offers = terms.offers.iter().filter(|offer| offer.wager == wager.id);
    offers.map(|offer| offer.column.as_str()).collect()
}

/// `ID[.SIDE][:PAYTABLE]`.
pub fn sheet_name(sheet: &Sheet) -> String {
    let side = sheet.table.side.as_ref().map(|side| format!(".{side}")).unwrap_or_default();
    let column =
        if sheet.table.column.is_empty() { String::new() } else { format!(":{}", sheet.table.column) };
    format!("{}{side}{column}", sheet.table.wager)
}
