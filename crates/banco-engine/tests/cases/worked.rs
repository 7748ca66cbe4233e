//! Worked cases: cards, an outcome, wagers; or a submission that is accepted or refused.

use std::collections::BTreeSet;

use banco_engine::coup::CoupError;
use banco_engine::{Coup, Decision, Decisions, SeatFacts, SettleError, Settled, Ticket, play, settle};
use banco_money::{Amount, Currency};
use banco_rulebook::{Notation, Severity, Terms, WagerName};

use crate::Run;
use crate::support::case::{Block, Expected, expected};

impl Run<'_> {
    pub fn case(&mut self, block: &Block) {
        let checked = self.submission(block);
        if let Some(code) = block.one("refused") {
            let errors = checked.report.diagnostics.iter().filter(|d| d.severity == Severity::Error);
            let codes: BTreeSet<&str> = errors.map(|d| d.code).collect();
            if codes != code.split(", ").collect() {
                self.fail(block, format!("expected `{code}`, found {codes:?}\n{}", checked.report));
            }
            if let Some(wanted) = block.one("refused by") {
                let errors = checked.report.diagnostics.iter().filter(|d| d.severity == Severity::Error);
                let clauses: BTreeSet<&str> =
                    errors.flat_map(|d| d.clauses.iter().map(|(id, _)| id.as_str())).collect();
                if clauses != wanted.split(", ").collect() {
                    self.fail(block, format!("expected to be refused by {wanted}, found {clauses:?}"));
                }
            }
            return;
        }
        let Some(terms) = checked.terms else {
            return self.fail(block, format!("refused:\n{}", checked.report));
        };
        let terms = if block.one("submission").is_some() { terms } else { terms.opened() };
        let Some(cards) = block.one("cards") else { return };
        let story = match play(&terms, &block.cards(cards), decisions(block)) {
            Ok(story) => story,
            Err(error) => return self.coup_error(block, &error),
        };
        self.produced.extend(story.steps.iter().flat_map(|step| step.cite.iter().cloned()));
        if let Some(code) = block.one("error") {
            return self.fail(block, format!("expected the error `{code}`, but the cards make a coup"));
        }
        if let Some(outcome) = block.one("outcome") {
            let coup = story.coup;
            let found = format!("{} {}-{}", coup.outcome(), coup.player.total(), coup.banker.total());
            if found != outcome {
                self.fail(block, format!("expected `{outcome}`, found `{found}`"));
            }
        }
        for wager in block.all("wager") {
            self.wager(block, &terms, &story.coup, wager);
        }
    }

    fn coup_error(&mut self, block: &Block, error: &CoupError) {
        self.produced.extend(error.cite().iter().cloned());
        if block.one("error") != Some(error.code()) {
            self.fail(block, format!("{}: {error}", error.code()));
        }
    }

    fn wager(&mut self, block: &Block, terms: &Terms, coup: &Coup, line: &str) {
        let Some((wager, wanted)) = line.split_once("->") else {
            return self.fail(block, "a wager needs `->`");
        };
        let Some((name, stake)) = wager.trim().rsplit_once('=') else {
            return self.fail(block, "a wager needs `=`");
        };
        let settled = settled(block, terms, coup, name, stake);
        self.produce(&settled);
        match settled {
            Ok(settled) => {
                if let Some(difference) = difference(&settled, &expected(wanted)) {
                    self.fail(block, format!("{name}: {difference}"));
                }
            }
            Err(error) if wanted.trim() == format!("refused {}", error.code()) => {}
            Err(error) => self.fail(block, format!("{name}: {}: {error}", error.code())),
        }
    }

    /// Keeps the clauses of a settlement, or of its refusal.
    pub fn produce(&mut self, settled: &Outcome) {
        let clauses = match settled {
            Ok(settled) => &settled.cite,
            Err(error) => error.cite(),
        };
        self.produced.extend(clauses.iter().cloned());
    }
}

/// A settlement, or why there is none.
pub type Outcome = Result<Settled, SettleError>;

pub fn decisions(block: &Block) -> Decisions {
    let mut decisions = Decisions::default();
    for choice in block.all("choice") {
        let decision = Some(if choice.ends_with("card") { Decision::Draw } else { Decision::Stand });
        if choice.starts_with("player") {
            decisions.player = decision;
        } else if choice.starts_with("banker") {
            decisions.banker = decision;
        }
    }
    decisions
}

pub fn settled(block: &Block, terms: &Terms, coup: &Coup, name: &str, stake: &str) -> Outcome {
    let wager: WagerName = name.trim().parse()?;
    let offered = terms.offered(&wager)?;
    let currency = offered.units.first().map_or(Currency::Usd, |unit| unit.currency());
    let stake = Amount::parse_in(stake, currency).unwrap_or_else(|e| panic!("{}: {e}", block.place()));
    let mut seat = match block.numbers("seat").first() {
        Some(position) => SeatFacts::at(terms, *position, &block.numbers("participating")),
        None => SeatFacts::default(),
    };
    if let Some(personal) = block.one("personal") {
        seat.personal = Some(Notation::read(personal).unwrap());
    }
    let history = block.one("history").unwrap_or_default().split_whitespace().map(|word| match word {
        "P" => banco_cards::Outcome::Player,
        "B" => banco_cards::Outcome::Banker,
        _ => banco_cards::Outcome::Tie,
    });
    let stood = block.all("choice").any(|choice| choice == "bettor stand");
    let ticket = Ticket { wager, stake, seat, stood, history: history.collect() };
    settle(terms, coup, &ticket)
}

/// In what a settlement differs from what the case expects.
pub fn difference(settled: &Settled, wanted: &Expected) -> Option<String> {
    let amount = |text: &Option<String>| {
        text.as_ref().map(|text| Amount::parse_in(text, settled.stake.currency()).unwrap())
    };
    let claims: Vec<String> = settled.claims.iter().map(|claim| claim.meter.clone()).collect();
    let same = settled.verdict.name() == wanted.verdict
        && amount(&wanted.won).is_none_or(|won| won == settled.won)
        && amount(&wanted.vigorish).is_none_or(|vigorish| vigorish == settled.vigorish)
        && amount(&wanted.envy).map_or(settled.envy.is_zero(), |envy| envy == settled.envy)
        && claims == wanted.claims
        && wanted.line.as_ref().is_none_or(|line| Some(line) == settled.line.as_ref());
    (!same).then(|| format!("expected {wanted:?}, found {settled:?}"))
}
