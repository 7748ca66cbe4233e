//! Checks a Rules Submission against its rulebook: every violation with clause and hint, all at once.

mod danger;
mod filings;
mod links;
mod table;
mod wagers;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Report, suggest};
use crate::load::{Loader, Rulebook};
use crate::model::rulebook::Variant;
use crate::model::submission::SubmissionFile;
use crate::rules_id::ContentHash;
use crate::source::{Document, Source, Step, steps};
use crate::terms::{Terms, USUAL_SUITS};

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
    let terms = loader
        .read::<SubmissionFile>(Arc::clone(&source))
        .and_then(|(document, file)| check_file(&mut loader, rulebooks, &document, &file));
    loader.report.finish();
    let sound = !loader.report.has_errors();
    Checked { terms: terms.filter(|_| sound), report: loader.report }
}

fn check_file(
    loader: &mut Loader,
    rulebooks: &[Arc<Rulebook>],
    document: &Document,
    file: &SubmissionFile,
) -> Option<Terms> {
    let Some(rulebook) = rulebooks.iter().find(|rulebook| rulebook.id() == file.rulebook) else {
        let message = format!("there is no rulebook `{}`", file.rulebook);
        let hint = suggest(&file.rulebook, rulebooks.iter().map(|rulebook| rulebook.id()));
        loader.error(document, &steps!["rulebook"], "unknown_rulebook", message).hint = Some(hint);
        return None;
    };
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
            hash: ContentHash::hash_text(&self.document.source.text),
            submission: Arc::clone(&self.document.source),
        };
        terms.offers = self.offers(&terms);
        terms.personal = self.personal(&terms);
        self.check_base_wagers(&terms);
        terms.links = self.links(&terms);
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

    /// Only what can be unusual can be acknowledged.
    fn check_acknowledged(&mut self) {
        for key in self.file.acknowledged.keys().filter(|key| key.as_str() != "decks") {
            let message = format!("there is nothing unusual called `{key}` to acknowledge");
            self.error(&steps!["acknowledged", key], "unknown_key", message, &[], suggest(key, ["decks"]));
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
