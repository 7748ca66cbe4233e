//! What is in force at a table: every choice with its clauses, those of the submission and those by default.

use crate::model::filing::Filing;
use crate::model::rulebook::{ChoiceOption, DeckRange, VariantVigorish, Vigorish};
use crate::model::vocabulary::Vocabulary;
use crate::notation::Cite;
use crate::terms::{Offer, Terms};

/// One thing that is in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InForce {
    /// The key of a submission that sets it.
    pub key: String,
    /// What is in force.
    pub value: String,
    /// What that means, where the value does not say so.
    pub meaning: String,
    /// Whether the submission does not name it.
    pub by_default: bool,
    /// The clauses, or the reading where there are none.
    pub cite: Vec<String>,
}

/// The key of every line about a wager on offer.
const WAGER: &str = "wager";

impl InForce {
    /// Whether it is about a wager on offer.
    pub(crate) fn is_wager(&self) -> bool {
        self.key == WAGER
    }
}

impl Terms {
    /// Everything that is in force, in the order of a submission's keys.
    #[must_use]
    pub fn in_force(&self) -> Vec<InForce> {
        let mut all = vec![
            self.line("variant", &self.variant.id, &self.variant.summary, &self.variant.cite),
            self.line("decks", &self.decks.to_string(), "", &self.deck_cite()),
            self.line("seats", &self.positions.len().to_string(), "", &self.rulebook.file.seats.cite),
        ];
        let taken = self.variant.vigorish != VariantVigorish::Never;
        if let Some(vigorish) = self.rulebook.file.vigorish.as_ref().filter(|_| taken) {
            all.extend(self.vigorish_in_force(vigorish));
        }
        all.extend(self.rulebook.file.options.iter().map(|option| self.option_in_force(option)));
        all.extend(self.rulebook.file.settings.iter().map(|setting| {
            let number = self.settings.get(&setting.id).copied().unwrap_or(setting.usual);
            let key = format!("settings.{}", setting.id.as_str());
            let line =
                self.line(&key, &format!("{number} {}", setting.unit), &setting.summary, &setting.cite);
            with_reading(line, setting.reading.as_deref())
        }));
        all.extend(self.offers.iter().map(|offer| self.offer_in_force(offer)));
        all.extend(self.rulebook.file.filings.iter().filter_map(|filing| self.filing_in_force(filing)));
        all
    }

    fn line(&self, key: &str, value: &str, meaning: &str, cite: &Cite) -> InForce {
        InForce {
            key: key.to_owned(),
            value: value.to_owned(),
            meaning: meaning.to_owned(),
            by_default: !self.stated.contains(key),
            cite: cite.as_slice().to_vec(),
        }
    }

    /// The clauses on how many decks there are.
    fn deck_cite(&self) -> Cite {
        let ranges = &self.rulebook.file.decks;
        let chosen = |range: &&DeckRange| range.when.as_ref().is_some_and(|when| self.is_chosen(when));
        let range = ranges.iter().find(chosen).or_else(|| ranges.iter().find(|range| range.when.is_none()));
        range.map(|range| range.cite.clone()).unwrap_or_default()
    }

    fn vigorish_in_force(&self, vigorish: &Vigorish) -> Vec<InForce> {
        let Some(terms) = self.vigorish else { return Vec::new() };
        let on_tie = self.variant.vigorish == VariantVigorish::OnTie;
        let (rate, range) = match vigorish.on_tie.as_ref().filter(|_| on_tie) {
            Some(range) => (terms.on_tie, range),
            None => (terms.on_win, &vigorish.on_win),
        };
        let mut all = vec![self.line("vigorish.rate", &rate.to_string(), "", &range.cite)];
        let rounding = vigorish.rounding.iter().find(|known| known.up_to.map(|up_to| up_to.0) == terms.up_to);
        all.extend(rounding.map(|known| self.line("vigorish.rounding", &known.id, "", &known.cite)));
        let collected = vigorish.collected.iter().find(|known| Some(known.id) == self.vigorish_collected);
        all.extend(
            collected
                .map(|known| self.line("vigorish.collected", known.id.as_str(), &known.summary, &known.cite)),
        );
        all
    }

    fn option_in_force(&self, option: &ChoiceOption) -> InForce {
        let chosen = option.choices.iter().find(|choice| choice.id == self.option(&option.id));
        let own = chosen.map(|choice| &choice.cite).filter(|cite| !cite.as_slice().is_empty());
        let meaning = chosen.map_or("", |choice| choice.summary.as_str());
        let key = format!("options.{}", option.id);
        let line = self.line(&key, self.option(&option.id), meaning, own.unwrap_or(&option.cite));
        with_reading(line, option.reading.as_deref())
    }

    fn offer_in_force(&self, offer: &Offer) -> InForce {
        let mut parts = Vec::new();
        parts.extend((!offer.column.is_empty()).then(|| format!("pay table {}", offer.column)));
        parts.extend(offer.unit.map(|unit| format!("{unit} a wager")));
        parts.extend(offer.min.map(|min| format!("from {min}")));
        parts.extend(offer.max.map(|max| format!("up to {max}")));
        parts.extend(offer.aggregate.map(|most| format!("{most} a round in all")));
        parts.extend(offer.pays.iter().map(|(line, pay)| format!("{line} pays {}", pay.0)));
        parts.extend(offer.meters.iter().map(|meter| {
            let seed = meter.seed.map_or_else(String::new, |seed| format!(" from {seed}"));
            let share = meter.increment.map_or_else(String::new, |share| format!(" at {share}"));
            format!("meter {}{seed}{share}", meter.id)
        }));
        parts.extend(
            offer
                .must_hit
                .as_ref()
                .map(|hit| format!("must hit from {} to {} at {}", hit.reset.0, hit.max.0, hit.increment.0)),
        );
        let cite = self.rulebook.wager(&offer.wager).map(|wager| wager.cite.clone()).unwrap_or_default();
        let mut line = self.line(WAGER, &offer.wager, &parts.join(", "), &cite);
        line.by_default = false;
        line
    }

    /// A procedure as it is filed, or the rulebook's own; none where the choices ask for none.
    fn filing_in_force(&self, filing: &Filing) -> Option<InForce> {
        let when = filing.when.as_slice();
        if !when.is_empty() && !when.iter().any(|choice| self.is_chosen(choice)) {
            return None;
        }
        let filed = self.filed.get(&filing.id);
        let written = filed.map(|filed| [&filed.text, &filed.steps].into_iter().flatten().cloned());
        let written = written.map(|parts| parts.collect::<Vec<_>>().join("; steps: "));
        let own = || {
            let procedures = self.rulebook.file.manual_shuffle.iter().flat_map(|shuffle| &shuffle.procedures);
            let fits = procedures.filter(|_| filing.steps);
            fits.into_iter().find(|one| one.when.as_ref().is_none_or(|when| self.is_chosen(when)))
        };
        let value = written.or_else(|| own().map(|one| one.does.clone()));
        let value = value.unwrap_or_else(|| "not filed".to_owned());
        let key = format!("procedures.{}", filing.id);
        let line = self.line(&key, &value, &filing.summary, &filing.cite);
        Some(with_reading(line, filing.reading.as_deref()))
    }
}

/// What no clause decides rests on a reading.
fn with_reading(mut line: InForce, reading: Option<&str>) -> InForce {
    if line.cite.is_empty() {
        line.cite.extend(reading.map(|reading| format!("reading {reading}")));
    }
    line
}
