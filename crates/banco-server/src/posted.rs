//! What a table posts: its wagers with pays and limits, the house's edge, vigorish, and everything that is in force, each
//! with its clauses. All of it comes from the rulebook and the submission that the table plays by.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use banco_engine::SeatFacts;
use banco_engine::table::{Rules, Spot};
use banco_odds::{DrawTable, FiveRule, Question, Shoe, depends_on_seat, sheets_of};
use banco_rulebook::model::rulebook::Family;
use banco_rulebook::model::wager::WagerKind;
use banco_wire::{Money, Posted, PostedEdge, PostedPay, PostedReading, PostedSign, PostedTerm, PostedWager};
/// What tables post, worked out once for each set of rules.
#[derive(Default, Debug)]
pub struct PostedRules {
    known: Mutex<BTreeMap<String, Arc<Posted>>>,
}

impl PostedRules {
    /// What these rules post. Working it out takes a moment, so it is done apart.
    pub async fn of(&self, rules: &Arc<Rules>) -> Option<Arc<Posted>> {
        let id = rules.id.to_string();
        let known = |map: &Mutex<BTreeMap<String, Arc<Posted>>>| {
            map.lock().unwrap_or_else(PoisonError::into_inner).get(&id).cloned()
        };
        if let Some(posted) = known(&self.known) {
            return Some(posted);
        }
        let rules = Arc::clone(rules);
        let posted = Arc::new(tokio::task::spawn_blocking(move || post(&rules)).await.ok()?);
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(id.clone(), Arc::clone(&posted));
        Some(posted)
    }
}

fn post(rules: &Rules) -> Posted {
    let terms = &rules.terms;
    let file = &terms.rulebook.file;
    let texts = |cite: &[String]| cite.to_vec();
    Posted {
        rules: rules.id.to_string(),
        rulebook: file.id.clone(),
        rulebook_name: file.name.clone(),
        edition: file.edition.clone(),
        name: terms.name.clone(),
        bank: match file.family {
            Family::HouseBanked => "house",
            Family::CheminDeFer => "players_in_turn",
            Family::PlayerBanked => "player_dealer",
        },
        currency: terms.currency.code().to_owned(),
        decks: terms.decks,
        seats: rules.seats.iter().map(|seat| seat.number).collect(),
        wagers: rules.spots.iter().map(|spot| wager(rules, spot)).collect(),
        terms: terms
            .in_force()
            .into_iter()
            .map(|one| PostedTerm {
                key: one.key,
                value: one.value,
                meaning: one.meaning,
                by_default: one.by_default,
                clauses: one.cite,
            })
            .collect(),
        signs: file
            .posted
            .iter()
            .map(|sign| PostedSign {
                id: sign.id.as_str().to_owned(),
                summary: sign.summary.clone(),
                clauses: texts(sign.cite.as_slice()),
            })
            .collect(),
        readings: terms
            .rulebook
            .readings
            .iter()
            .map(|reading| PostedReading {
                id: reading.id.clone(),
                says: reading.says.clone(),
                why: reading.why.clone(),
                clauses: texts(reading.cite.as_slice()),
            })
            .collect(),
    }
}

fn wager(rules: &Rules, spot: &Spot) -> PostedWager {
    let (edge, no_edge) = match edge(rules, spot) {
        Ok(edge) => (Some(edge), None),
        Err(why) => (None, Some(why)),
    };
    let offered = &spot.offered;
    PostedWager {
        spot: spot.wager.to_string(),
        label: spot.label.to_string(),
        kind: match spot.kind {
            WagerKind::Base => "base",
            WagerKind::Bonus => "bonus",
            WagerKind::Progressive => "progressive",
        },
        least: offered.min.map(Money::from),
        most: offered.max.map(Money::from),
        units: offered.units.iter().copied().map(Money::from).collect(),
        aggregate: spot.aggregate.map(Money::from),
        seats: offered.positions.clone(),
        pays: offered
            .table
            .lines
            .iter()
            .map(|line| PostedPay {
                line: line.name.clone(),
                pays: line.pay.to_string(),
                clauses: line.cite.clone(),
            })
            .collect(),
        edge,
        no_edge,
        clauses: spot.clauses.as_slice().iter().map(ToString::to_string).collect(),
    }
}

/// The house's edge from a full shoe, as `banco odds` counts it.
fn edge(rules: &Rules, spot: &Spot) -> Result<PostedEdge, &'static str> {
    let terms = &rules.terms;
    let table = &spot.offered.table;
    if terms.rulebook.file.family != Family::HouseBanked {
        return Err("players bet against each other");
    }
    if depends_on_seat(&[table]) {
        return Err("it depends on the seat");
    }
    let seat = SeatFacts::default();
    let question = Question::new(&[table], &seat, &spot.offered.suits);
    let (shoe, draw) = (Shoe::from_pack(&terms.pack()), DrawTable::from_terms(terms, FiveRule::Draw));
    let sheet = sheets_of(terms, &question, (&shoe, &draw)).ok().and_then(|mut sheets| sheets.pop());
    let sheet = sheet.ok_or("it cannot be counted")?;
    if !sheet.jackpots.is_empty() {
        return Err("it depends on what the meters hold");
    }
    let (gain, of) = sheet.mean();
    Ok(PostedEdge {
        percent: percent(-gain, of),
        numerator: (-gain).to_string(),
        denominator: of.to_string(),
    })
}

/// A fraction in percent with four places, rounded to the nearest, without a float.
fn percent(numerator: i128, denominator: i128) -> String {
    let sign = if numerator < 0 { "-" } else { "" };
    let (numerator, denominator) = (numerator.unsigned_abs(), denominator.unsigned_abs().max(1));
    // Both are cut alike where the product would be too large; the four places do not see it.
    let shift = if numerator.max(denominator).leading_zeros() < 24 { 24 } else { 0 };
    let (numerator, denominator) = (numerator >> shift, (denominator >> shift).max(1));
    let scaled = (numerator * 1_000_000 + denominator / 2) / denominator;
    format!("{sign}{}.{:04}", scaled / 10_000, scaled % 10_000)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;
    use banco_rulebook::Library;

    fn posted(rulebook: &str, name: &str) -> Posted {
        let terms = Library::embedded().unwrap().terms(rulebook, name).unwrap();
        post(&Rules::new(terms).unwrap())
    }

    #[test]
    fn every_shipped_submission_can_be_posted() {
        for known in &Library::embedded().unwrap().submissions {
            let posted = posted(&known.rulebook, &known.name);
            assert!(!posted.wagers.is_empty() && !posted.terms.is_empty(), "{}", known.name);
            for wager in &posted.wagers {
                assert!(wager.edge.is_some() != wager.no_edge.is_some(), "{}", wager.label);
                assert!(!wager.pays.is_empty() && !wager.clauses.is_empty(), "{}", wager.label);
            }
        }
    }

    #[test]
    fn edges_are_those_of_the_odds() {
        let posted = posted("co-rule-28", "ez");
        let edge = |spot: &str| {
            let wager = posted.wagers.iter().find(|wager| wager.spot == spot).unwrap();
            wager.edge.as_ref().unwrap().percent.clone()
        };
        assert_eq!(edge("banker"), "1.0183");
        assert_eq!(edge("player"), "1.2351");
        assert_eq!(edge("tie"), "14.3596");
    }

    #[test]
    fn percents_are_rounded_to_the_nearest() {
        assert_eq!(percent(1, 3), "33.3333");
        assert_eq!(percent(2, 3), "66.6667");
        assert_eq!(percent(-1, 8), "-12.5000");
        assert_eq!(percent(123_456_789, 1_000_000_000), "12.3457");
        assert_eq!(percent(0, 5), "0.0000");
        assert_eq!(percent(i128::MAX / 2, i128::MAX), "50.0000");
    }
}
