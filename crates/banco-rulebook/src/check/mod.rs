//! Checks a Rules Submission against its rulebook: every violation with clause and hint, all at once.

mod added;
mod danger;
mod filings;
mod limits;
mod links;
mod meters;
mod seats;
mod table;
mod wagers;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Report, suggest};
use crate::load::{Loader, Rulebook};
use crate::model::rulebook::{ApprovalNeed, Variant};
use crate::model::submission::{SubmissionFile, WagerChoice};
use crate::rules_id::ContentHash;
use crate::source::{Document, Source, Step, Value, steps};
use crate::terms::{Offer, Terms, USUAL_SUITS};

/// What came of checking a submission.
#[derive(Debug)]
pub struct Checked {
    /// The terms, if nothing is forbidden.
    pub terms: Option<Terms>,
    /// All violations and warnings.
    pub report: Report,
}

/// Checks a submission against the rulebook it names.
#[must_use]
pub fn check_submission(rulebooks: &[Arc<Rulebook>], source: Source) -> Checked {
    let mut loader = Loader::default();
    let source = Arc::new(source);
    let terms = loader.parse(Arc::clone(&source)).and_then(|document| {
        // Without its rulebook nothing else in a submission means anything.
        if !names_rulebook(&mut loader, rulebooks, &document) {
            return None;
        }
        let file = loader.typed::<SubmissionFile>(&document)?;
        check_file(&mut loader, rulebooks, &document, &file)
    });
    loader.report.finish();
    let sound = !loader.report.has_errors();
    Checked { terms: terms.filter(|_| sound), report: loader.report }
}

/// Whether the rulebook that a submission names is there; a submission that names none is told so by its form.
fn names_rulebook(loader: &mut Loader, rulebooks: &[Arc<Rulebook>], document: &Document) -> bool {
    let Some(Value::Text(named)) = document.root.get("rulebook").map(|entry| &entry.node.value) else {
        return true;
    };
    if rulebooks.iter().any(|rulebook| rulebook.id() == named) {
        return true;
    }
    let message = format!("there is no rulebook `{named}`");
    let hint = suggest(named, rulebooks.iter().map(|rulebook| rulebook.id()));
    loader.error(document, &steps!["rulebook"], "unknown_rulebook", message).hint = Some(hint);
    false
}

fn check_file(
    loader: &mut Loader,
    rulebooks: &[Arc<Rulebook>],
    document: &Document,
    file: &SubmissionFile,
) -> Option<Terms> {
    let rulebook = rulebooks.iter().find(|rulebook| rulebook.id() == file.rulebook)?;
    let mut checker = Checker { loader, document, file, rulebook };
    let terms = checker.terms();
    if let Some(terms) = &terms {
        checker.warn_dangers(terms);
    }
    terms
}

/// The state of one check.
struct Checker<'a> {
    loader: &'a mut Loader,
    document: &'a Document,
    file: &'a SubmissionFile,
    rulebook: &'a Arc<Rulebook>,
}

impl Checker<'_> {
    /// Resolves the whole submission; each part tells its own violations and goes on with the usual choice.
    fn terms(&mut self) -> Option<Terms> {
        self.check_acknowledged();
        let options = self.options();
        let settings = self.settings();
        let variant = self.variant()?;
        let currency = self.file.currency.map_or(self.rulebook.file.currency.0, |currency| currency.0);
        let (decks, batches) = self.decks(&options);
        let positions = self.positions(&options);
        let vigorish = self.vigorish(&variant);
        let mut terms = Terms {
            rulebook: Arc::clone(self.rulebook),
            name: self.file.name.clone(),
            variant,
            currency,
            decks,
            batches,
            positions,
            vigorish,
            vigorish_collected: self.vigorish_collected(),
            fractions: self.file.fractions.into(),
            filed: self.filings(&options),
            stated: self.stated(),
            options,
            settings,
            offers: Vec::new(),
            personal: BTreeMap::new(),
            links: Vec::new(),
            approvals: self.approvals(currency),
            usual_suits: USUAL_SUITS.to_vec(),
            open: false,
            acknowledged: self.file.acknowledged.clone(),
            hash: ContentHash::hash_text(&self.document.source.text),
            submission: Arc::clone(&self.document.source),
        };
        self.check_depth(&terms);
        self.check_wager_files();
        terms.offers = self.offers(&terms);
        self.check_added(&terms);
        terms.personal = self.personal(&terms);
        self.check_base_wagers(&terms);
        self.check_claims(&terms);
        terms.links = self.links(&terms);
        self.check_approvals(&terms);
        Some(terms)
    }

    /// The keys that the submission names itself.
    fn stated(&self) -> BTreeSet<String> {
        let file = self.file;
        let vigorish = &file.vigorish;
        let single = [
            ("variant", file.variant.is_some()),
            ("decks", file.decks.is_some()),
            ("seats", file.seats.is_some() || !file.positions.is_empty()),
            ("vigorish.rate", vigorish.rate.is_some()),
            ("vigorish.rounding", vigorish.rounding.is_some()),
            ("vigorish.collected", vigorish.collected.is_some()),
        ];
        let single = single.into_iter().filter(|(_, given)| *given).map(|(key, _)| key.to_owned());
        let options = file.options.keys().map(|id| format!("options.{id}"));
        let settings = file.settings.keys().map(|id| format!("settings.{id}"));
        let procedures = file.procedures.keys().map(|id| format!("procedures.{id}"));
        single.chain(options).chain(settings).chain(procedures).collect()
    }

    /// Only what is unusual or approved by somebody can be acknowledged.
    fn check_acknowledged(&mut self) {
        let rulebook = Arc::clone(self.rulebook);
        let approved = rulebook.file.notices.iter().filter(|notice| notice.approval.is_some());
        let clauses = approved.flat_map(|notice| notice.cite.as_slice()).map(String::as_str);
        let unusual = rulebook.file.decks.iter().any(|range| range.acknowledge_above.is_some());
        let known: Vec<&str> = unusual.then_some("decks").into_iter().chain(clauses).collect();
        for (key, says) in &self.file.acknowledged {
            let at = steps!["acknowledged", key];
            if !known.contains(&key.as_str()) {
                let message = format!("there is nothing unusual called `{key}` to acknowledge");
                self.error(&at, "unknown_key", message, &[], suggest(key, known.iter().copied()));
            } else if says.trim().is_empty() {
                let message = format!("`{key}` is acknowledged with nothing");
                let hint = "say why; for an approval, its reference and date";
                self.error(&at, "nothing_acknowledged", message, &[], hint);
            }
        }
    }

    /// What the text lets be done only with somebody's approval needs that approval's reference.
    fn check_approvals(&mut self, terms: &Terms) {
        let rulebook = Arc::clone(self.rulebook);
        for notice in &rulebook.file.notices {
            let Some(need) = notice.approval.as_ref().filter(|need| is_needed(need, terms)) else { continue };
            let cite = notice.cite.as_slice();
            if cite.iter().any(|clause| self.file.acknowledged.contains_key(clause)) {
                continue;
            }
            let clause = cite.first().map_or("", String::as_str);
            let message = format!("{} It is not acknowledged here.", notice.summary);
            let hint = format!(
                "with the approval of the {}, add its reference and date: [acknowledged] \"{clause}\" = \"...\"",
                notice.to.join(" and the ")
            );
            let unit = need.other_unit_of.as_deref();
            let added = |choice: &WagerChoice| need.added_wagers && rulebook.added_by(&choice.id).is_some();
            let asks = |choice: &WagerChoice| Some(choice.id.as_str()) == unit || added(choice);
            let key = if need.added_wagers { "id" } else { "unit" };
            let wager = self.file.wager.iter().position(asks);
            match (wager, need.when.as_deref().and_then(|when| when.split_once('='))) {
                (Some(at), _) => {
                    self.error(&steps!["wager", at, key], "not_approved", message, cite, hint);
                }
                (None, Some(("variant", _)) | None) => {
                    self.error(&steps!["variant"], "not_approved", message, cite, hint);
                }
                (None, Some((option, _))) => {
                    self.error(&steps!["options", option], "not_approved", message, cite, hint);
                }
            }
        }
    }

    /// Adds an error with the clauses behind it and a hint.
    fn error(
        &mut self,
        at: &[Step<'_>],
        code: &'static str,
        message: String,
        cite: &[String],
        hint: impl Into<String>,
    ) {
        self.tell(Diagnostic::error(code, message).hint(hint), at, cite);
    }

    /// Adds a warning with the clauses behind it and a hint.
    fn warn(
        &mut self,
        at: &[Step<'_>],
        code: &'static str,
        message: String,
        cite: &[String],
        hint: impl Into<String>,
    ) {
        self.tell(Diagnostic::warning(code, message).hint(hint), at, cite);
    }

    fn tell(&mut self, mut diagnostic: Diagnostic, at: &[Step<'_>], cite: &[String]) {
        diagnostic.clauses = self.rulebook.summaries(cite);
        self.loader.add(diagnostic, self.document, at);
    }

    fn variant(&mut self) -> Option<Variant> {
        let variants = &self.rulebook.file.variants;
        let Some(asked) = &self.file.variant else {
            return variants.first().cloned();
        };
        let known = self.rulebook.variant(asked).cloned();
        if known.is_none() {
            let hint = suggest(asked, variants.iter().map(|variant| variant.id.as_str()));
            let message = format!("`{}` has no variant `{asked}`", self.rulebook.id());
            self.error(&steps!["variant"], "unknown_variant", message, &[], hint);
        }
        known.or_else(|| variants.first().cloned())
    }
}

/// Whether an approval is needed under these terms.
fn is_needed(need: &ApprovalNeed, terms: &Terms) -> bool {
    let family = |offer: &Offer| terms.rulebook.families.get(&offer.wager);
    let chosen = need.when.as_ref().is_none_or(|when| terms.is_chosen(when));
    let covered =
        terms.offers.iter().filter_map(family).any(|family| need.unless_families.contains(&family.name));
    let other_unit = |offer: &Offer| {
        let printed = terms.rulebook.wager(&offer.wager).map(|wager| wager.units_of(&offer.column));
        offer.unit.is_some_and(|unit| printed.is_some_and(|printed| !printed.contains(&unit)))
    };
    let unit = need
        .other_unit_of
        .as_ref()
        .is_none_or(|wager| terms.offers.iter().filter(|offer| offer.wager == *wager).any(other_unit));
    let added = |offer: &Offer| terms.rulebook.added_by(&offer.wager).is_some();
    let adds = !need.added_wagers || terms.offers.iter().any(added);
    chosen && unit && adds && !covered
}
