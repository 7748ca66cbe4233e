//! Cards, an outcome, wagers; or a submission that is accepted or refused.

use std::collections::BTreeSet;

use banco_cards::Outcome;
use banco_money::{Amount, Currency};
use banco_rulebook::{Notation, Severity, Terms, WagerName};

use super::{Judge, cards};
use crate::coup::{Coup, CoupError, Decision, Decisions, play};
use crate::script::case::CaseError;
use crate::{SeatFacts, SettleError, Settled, Ticket, settle};

/// A settlement, or why there is none.
pub(super) type Settlement = Result<Settled, SettleError>;

impl Judge<'_> {
    pub(super) fn worked(&mut self) -> Result<(), CaseError> {
        let block = self.block;
        if let Some((at, code)) = block.all("refused").next() {
            return self.refused(at, code);
        }
        let Some(terms) = self.terms()? else { return Ok(()) };
        let terms = if block.has("submission") { terms } else { terms.opened() };
        if let Some((at, _)) = block.all("accepted").next() {
            self.found(at, "accepted");
        }
        let Some((at, dealt)) = block.all("cards").next() else {
            let silent =
                "the case asks nothing: it has no `cards`, no `accepted` or `refused`, and no `play:`";
            return if block.has("accepted") { Ok(()) } else { Err(CaseError::unreadable(block.at, silent)) };
        };
        match play(&terms, &cards(at, dealt)?, self.decisions()) {
            Ok(story) => {
                self.judged.produced.extend(story.steps.iter().flat_map(|step| step.cite.iter().cloned()));
                self.coup(&terms, &story.coup)
            }
            Err(error) => {
                self.coup_error(at, &error);
                Ok(())
            }
        }
    }

    /// A submission that must be refused, for these reasons and no other.
    fn refused(&mut self, at: usize, code: &str) -> Result<(), CaseError> {
        let report = self.submission()?.report;
        let errors = report.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        let codes: BTreeSet<&str> = errors.map(|found| found.code).collect();
        let told: Vec<&str> = codes.iter().copied().collect();
        let told = if told.is_empty() { "accepted".to_owned() } else { told.join(", ") };
        if codes == code.split(", ").collect() {
            self.found(at, told);
        } else {
            self.unmet(at, format!("expected `{code}`, found: {told}"));
        }
        for (at, wanted) in self.block.all("refused by") {
            let errors = report.diagnostics.iter().filter(|found| found.severity == Severity::Error);
            let clauses = errors.flat_map(|found| found.clauses.iter().map(|(id, _)| id.as_str()));
            let clauses: BTreeSet<&str> = clauses.collect();
            let told: Vec<&str> = clauses.iter().copied().collect();
            match clauses == wanted.split(", ").collect() {
                true => self.found(at, told.join(", ")),
                false => {
                    self.unmet(at, format!("expected to be refused by {wanted}, found {}", told.join(", ")))
                }
            }
        }
        Ok(())
    }

    fn coup(&mut self, terms: &Terms, coup: &Coup) -> Result<(), CaseError> {
        let block = self.block;
        if let Some((at, code)) = block.all("error").next() {
            self.unmet(at, format!("expected the error `{code}`, but the cards make a coup"));
            return Ok(());
        }
        let found = format!("{} {}-{}", coup.outcome(), coup.player.total(), coup.banker.total());
        if let Some((at, outcome)) = block.all("outcome").next() {
            if found == outcome {
                self.found(at, found);
            } else {
                self.unmet(at, format!("expected `{outcome}`, found `{found}`"));
            }
        }
        block.all("wager").try_for_each(|(at, wager)| self.wager(at, wager, terms, coup))
    }

    fn coup_error(&mut self, cards: usize, error: &CoupError) {
        self.judged.produced.extend(error.cite().iter().cloned());
        match self.block.all("error").next() {
            Some((at, code)) if code == error.code() => self.found(at, error.to_string()),
            Some((at, code)) => {
                self.unmet(at, format!("expected `{code}`, found `{}`: {error}", error.code()))
            }
            None => self.unmet(cards, format!("{}: {error}", error.code())),
        }
    }

    fn wager(&mut self, at: usize, line: &str, terms: &Terms, coup: &Coup) -> Result<(), CaseError> {
        let parts =
            line.split_once("->").and_then(|(wager, wanted)| Some((wager.trim().rsplit_once('=')?, wanted)));
        let Some(((name, stake), wanted)) = parts else {
            return Err(CaseError::unreadable(
                at,
                "a wager is written `NAME=STAKE -> win AMOUNT`, `lose` or `push`",
            ));
        };
        let settled = self.settled(at, terms, coup, name, stake)?;
        self.produce(&settled);
        match settled {
            Ok(settled) => match difference(at, &settled, &Expected::read(wanted))? {
                Some(difference) => self.unmet(at, format!("{name}: {difference}")),
                None => self.found(at, told(&settled)),
            },
            Err(error) if wanted.trim() == format!("refused {}", error.code()) => {
                self.found(at, format!("{error} ({})", error.code()));
            }
            Err(error) => self.unmet(at, format!("{name}: {}: {error}", error.code())),
        }
        Ok(())
    }

    /// Keeps the clauses of a settlement, or of its refusal.
    pub(super) fn produce(&mut self, settled: &Settlement) {
        let clauses = match settled {
            Ok(settled) => &settled.cite,
            Err(error) => error.cite(),
        };
        self.judged.produced.extend(clauses.iter().cloned());
    }

    /// What the hands chose where they may.
    pub(super) fn decisions(&self) -> Decisions {
        let mut decisions = Decisions::default();
        for (_, choice) in self.block.all("choice") {
            let decision = Some(if choice.ends_with("card") { Decision::Draw } else { Decision::Stand });
            if choice.starts_with("player") {
                decisions.player = decision;
            } else if choice.starts_with("banker") {
                decisions.banker = decision;
            }
        }
        decisions
    }

    /// Settles a wager; an error is one of the case, not of the wager.
    pub(super) fn settled(
        &self,
        at: usize,
        terms: &Terms,
        coup: &Coup,
        name: &str,
        stake: &str,
    ) -> Result<Settlement, CaseError> {
        let block = self.block;
        let offered =
            match name.trim().parse().and_then(|wager: WagerName| Ok((terms.offered(&wager)?, wager))) {
                Ok(offered) => offered,
                Err(error) => return Ok(Err(error.into())),
            };
        let (offered, wager) = offered;
        let currency = offered.units.first().map_or(Currency::Usd, |unit| unit.currency());
        let stake = amount(at, stake, currency)?;
        let mut seat = match self.numbers("seat")?.first() {
            Some(position) => SeatFacts::at(terms, *position, &self.numbers("participating")?),
            None => SeatFacts::default(),
        };
        if let Some((at, personal)) = block.all("personal").next() {
            let own = Notation::read(personal);
            seat.personal = Some(
                own.map_err(|_| CaseError::unreadable(at, format!("`{personal}` is no Personal King-9")))?,
            );
        }
        let history = block.one("history").unwrap_or_default().split_whitespace().map(|word| match word {
            "P" => Outcome::Player,
            "B" => Outcome::Banker,
            _ => Outcome::Tie,
        });
        let stood = block.all("choice").any(|(_, choice)| choice == "bettor stand");
        let ticket = Ticket { wager, stake, seat, stood, history: history.collect() };
        Ok(settle(terms, coup, &ticket))
    }
}

fn amount(at: usize, text: &str, currency: Currency) -> Result<Amount, CaseError> {
    Amount::parse_in(text.trim(), currency).map_err(|error| CaseError::unreadable(at, error.to_string()))
}

/// What a case expects of a wager.
#[derive(Debug, PartialEq, Eq, Default, Clone)]
pub(super) struct Expected {
    pub(super) verdict: String,
    won: Option<String>,
    vigorish: Option<String>,
    claims: Vec<String>,
    envy: Option<String>,
    pub(super) line: Option<String>,
    text: String,
}

impl Expected {
    /// Reads `win 100 vigorish 5 claims star envy 200 "Line"`.
    pub(super) fn read(text: &str) -> Self {
        let (front, line) = match text.split_once('"') {
            Some((front, rest)) => (front, Some(rest.trim_end_matches('"').to_owned())),
            None => (text, None),
        };
        let mut words = front.split_whitespace();
        let mut expected = Self { line, text: text.trim().to_owned(), ..Self::default() };
        while let Some(word) = words.next() {
            match word {
                "win" | "lose" | "push" => word.clone_into(&mut expected.verdict),
                "vigorish" => expected.vigorish = words.next().map(str::to_owned),
                "claims" => expected.claims.extend(words.next().map(str::to_owned)),
                "envy" => expected.envy = words.next().map(str::to_owned),
                amount => expected.won = Some(amount.to_owned()),
            }
        }
        expected
    }
}

/// In what a settlement differs from what the case expects.
pub(super) fn difference(
    at: usize,
    settled: &Settled,
    wanted: &Expected,
) -> Result<Option<String>, CaseError> {
    let read = |text: &Option<String>| {
        text.as_ref().map(|text| amount(at, text, settled.stake.currency())).transpose()
    };
    let claims: Vec<&str> = settled.claims.iter().map(|claim| claim.meter.as_str()).collect();
    let same = settled.verdict.name() == wanted.verdict
        && read(&wanted.won)?.is_none_or(|won| won == settled.won)
        && read(&wanted.vigorish)?.is_none_or(|vigorish| vigorish == settled.vigorish)
        && read(&wanted.envy)?.map_or(settled.envy.is_zero(), |envy| envy == settled.envy)
        && claims == wanted.claims
        && wanted.line.as_ref().is_none_or(|line| Some(line) == settled.line.as_ref());
    let on = wanted.line.as_ref().filter(|line| !wanted.text.contains(line.as_str()));
    let on = on.map(|line| format!(" \"{line}\"")).unwrap_or_default();
    Ok((!same).then(|| format!("expected `{}{on}`, found `{}`", wanted.text, told(settled))))
}

/// A settlement as a case would write it.
pub(super) fn told(settled: &Settled) -> String {
    let mut told = settled.verdict.name().to_owned();
    if !settled.won.is_zero() {
        told.push_str(&format!(" {}", settled.won));
    }
    if !settled.vigorish.is_zero() {
        told.push_str(&format!(" vigorish {}", settled.vigorish));
    }
    for claim in &settled.claims {
        told.push_str(&format!(" claims {}", claim.meter));
    }
    if !settled.envy.is_zero() {
        told.push_str(&format!(" envy {}", settled.envy));
    }
    told.extend(settled.line.iter().map(|line| format!(" \"{line}\"")));
    told
}
