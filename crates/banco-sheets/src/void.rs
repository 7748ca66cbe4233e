//! Rounds that cannot be finished, where few cards are left.

use banco_odds::Sheet;
use banco_rulebook::Terms;
use banco_rulebook::model::rulebook::Irregularity;
use banco_rulebook::model::vocabulary::IrregularityId;
use serde::Serialize;

use crate::count::CountedSheet;
use crate::document::{Content, Section, Shown, Value};
use crate::facts::{MAIN, brief, full};

/// What the rulebooks call it when the shoe runs out.
const TOO_FEW: IrregularityId = IrregularityId::TooFewCards;

/// Rounds for which cards are wanting, in JSON.
#[derive(Serialize)]
pub struct VoidRounds {
    ways: String,
    deals: String,
    probability: f64,
    cite: Vec<String>,
}

impl VoidRounds {
    /// Nothing where every round can be finished.
    pub fn new(terms: &Terms, sheet: &Sheet) -> Option<Self> {
        (sheet.void > 0).then(|| Self {
            ways: sheet.void.to_string(),
            deals: (sheet.total + sheet.void).to_string(),
            probability: sheet.void_share(),
            cite: cite(terms),
        })
    }

    /// The share of rounds that cannot be finished.
    pub const fn share(&self) -> f64 {
        self.probability
    }
}

fn rule(terms: &Terms) -> Option<&Irregularity> {
    terms.rulebook.file.irregularities.iter().find(|known| known.id.is(TOO_FEW))
}

/// The clause, and the reading of it.
fn cite(terms: &Terms) -> Vec<String> {
    let rule = rule(terms);
    let clauses = rule.into_iter().flat_map(|rule| rule.cite.as_slice().iter().cloned());
    clauses.chain(rule.and_then(|rule| rule.reading.clone())).collect()
}

/// How many rounds are void and what becomes of them, with the clause; `None` where every round can be finished.
pub fn void_sentence(terms: &Terms, sheet: &Sheet, cards: u64) -> Option<String> {
    let left = match cards {
        0 => "no card".to_owned(),
        1 => "one card".to_owned(),
        more => format!("{more} cards"),
    };
    let void = match (sheet.void, sheet.total) {
        (0, _) => return None,
        (_, 0) => format!("no round can be finished with {left} left"),
        _ => {
            let share = Shown::Percent(8).show(sheet.void_share());
            format!("with {left} left {share} of rounds cannot be finished; the figures are of the others")
        }
    };
    let then = rule(terms).map(|rule| rule.then.as_str()).unwrap_or_default();
    Some(format!("{void}. {then} ({})", cite(terms).join(", ")))
}

/// The void rounds of a sheet.
pub fn section(made: &CountedSheet) -> Option<Section> {
    let (terms, sheet) = (&made.terms, &made.sheet);
    let says = void_sentence(terms, sheet, made.cards)?;
    let facts = vec![
        brief("says", "void:", "rounds that want more cards than are left", Value::text(says)),
        full(
            "ways",
            "void deals",
            "orders of the cards left in which one is wanting",
            Value::Count(sheet.void),
        ),
        full("deals", "all orders", "of the cards left", Value::Count(sheet.total + sheet.void)),
        full("probability", "void share", "", Value::Number(sheet.void_share(), Shown::Percent(MAIN))),
        full("cite", "clauses", "", Value::List(cite(terms))),
    ];
    Some(Section { key: "void", title: "Void rounds", content: Content::Facts(facts) })
}
