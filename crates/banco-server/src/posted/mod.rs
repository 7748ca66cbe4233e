//! What a table posts: its wagers with pays and limits, the house's edge, vigorish, and everything that is in force, each
//! with its clauses. All of it comes from the rulebook and the submission that the table plays by.

mod draws;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use banco_engine::SeatFacts;
use banco_engine::table::{Rules, Spot};
use banco_money::Pay;
use banco_odds::{DrawTable, FiveRule, Question, Shoe, depends_on_seat, sheets_of};
use banco_rulebook::model::reading::Reading;
use banco_rulebook::model::rulebook::{Family, Irregularity, Item};
use banco_rulebook::model::vocabulary::Vocabulary;
use banco_rulebook::model::wager::{DealerWagers, WagerKind};
use banco_rulebook::{InForce, Terms};
use banco_wire::{
    Money, Posted, PostedCall, PostedEdge, PostedIrregularity, PostedKingNine, PostedPay, PostedReading,
    PostedSign, PostedTerm, PostedWager,
};

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

/// What these rules post.
pub(crate) fn post(rules: &Rules) -> Posted {
    let terms = &rules.terms;
    let file = &terms.rulebook.file;
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
        terms: in_force(terms),
        vigorish: draws::vigorish(terms),
        draws: draws::draws(terms),
        king_nines: king_nines(rules),
        signs: items(terms, &file.posted),
        calls: calls(terms),
        steps: items(terms, &file.steps),
        irregularities: irregularities(terms),
        readings: readings(terms),
    }
}

/// The Personal King-9 of each seat, where a wager of the table asks for it.
fn king_nines(rules: &Rules) -> Vec<PostedKingNine> {
    let asked = rules.terms.rulebook.file.posted.iter().filter(|item| item.id.as_str() == "personal-king-9");
    let clauses: Vec<&String> = asked.flat_map(|item| item.cite.as_slice()).collect();
    let own = |spot: &Spot| {
        let all = spot.clauses.as_slice().iter().chain(spot.family.as_slice());
        spot.needs.seat && all.map(ToString::to_string).any(|clause| clauses.contains(&&clause))
    };
    if rules.spots.iter().any(own) { draws::king_nines(&rules.terms) } else { Vec::new() }
}

fn in_force(terms: &Terms) -> Vec<PostedTerm> {
    let term = |one: InForce| PostedTerm {
        key: one.key,
        value: one.value,
        meaning: one.meaning,
        by_default: one.by_default,
        clauses: one.cite,
    };
    terms.in_force().into_iter().map(term).collect()
}

/// Whether something holds under what was chosen.
fn holds(terms: &Terms, when: Option<&String>) -> bool {
    when.is_none_or(|when| terms.is_chosen(when))
}

/// What holds at this table of a list of named things.
fn items<Id: Vocabulary>(terms: &Terms, items: &[Item<Id>]) -> Vec<PostedSign> {
    let held = items.iter().filter(|item| holds(terms, item.when.as_ref()));
    held.map(|item| PostedSign {
        id: item.id.as_str().to_owned(),
        summary: item.summary.clone(),
        clauses: item.cite.as_slice().to_vec(),
    })
    .collect()
}

fn calls(terms: &Terms) -> Vec<PostedCall> {
    let offered = |wager: &String| terms.offers.iter().any(|offer| offer.wager == *wager);
    let calls = terms.rulebook.file.calls.iter();
    let held =
        calls.filter(|call| holds(terms, call.when.as_ref()) && call.wager.as_ref().is_none_or(offered));
    held.map(|call| PostedCall {
        says: call.says.as_slice().to_vec(),
        by: call.by.clone(),
        moment: call.moment.clone(),
        clauses: call.cite.as_slice().to_vec(),
    })
    .collect()
}

fn irregularities(terms: &Terms) -> Vec<PostedIrregularity> {
    let told = |one: &Irregularity| PostedIrregularity {
        event: one.event.clone(),
        then: one.then.clone(),
        clauses: one.cite.as_slice().to_vec(),
    };
    terms.rulebook.file.irregularities.iter().map(told).collect()
}

fn readings(terms: &Terms) -> Vec<PostedReading> {
    let told = |reading: &Reading| PostedReading {
        id: reading.id.clone(),
        says: reading.says.clone(),
        why: reading.why.clone(),
        clauses: reading.cite.as_slice().to_vec(),
    };
    terms.rulebook.readings.iter().map(told).collect()
}

/// The pay table that was chosen, where the text has several.
fn column(rules: &Rules, spot: &Spot) -> Option<String> {
    let offer = rules.terms.offers.get(spot.offer)?;
    Some(offer.column.clone()).filter(|column| !column.is_empty())
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
        paytable: column(rules, spot),
        suits: offered.suits.iter().map(|suit| suit.name()).collect(),
        needs_base: spot.needs_base.is_some(),
        for_dealer: match spot.dealer_wagers {
            DealerWagers::NotSaid => "not_said",
            DealerWagers::Allowed => "allowed",
            DealerWagers::WithOwnWager => "with_own_wager",
            DealerWagers::Forbidden => "forbidden",
        },
        pays: offered
            .table
            .lines
            .iter()
            .map(|line| PostedPay {
                line: line.name.clone(),
                pays: pays(&rules.terms, &line.pay),
                clauses: line.cite.clone(),
            })
            .collect(),
        edge,
        no_edge,
        clauses: spot.clauses.texts(),
    }
}

/// A pay in words; a meter is called by its printed name.
fn pays(terms: &Terms, pay: &Pay) -> String {
    let Pay::Share(share, id) = pay else { return pay.to_string() };
    let meters = terms.rulebook.wagers.iter().flat_map(|wager| &wager.meters);
    let name = meters.into_iter().find(|meter| meter.id == *id).map_or(id.as_str(), |meter| &meter.name);
    format!("{share} of the {name} meter")
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
