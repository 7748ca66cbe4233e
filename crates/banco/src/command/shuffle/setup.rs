//! From arguments to a lab: everything is checked before any work starts.

use std::sync::Arc;

use banco_cards::Pack;
use banco_rulebook::{Diagnostic, Library, Source, Terms};
use banco_sim::shuffle::notation::{Cards, parse};
use banco_sim::shuffle::{Lab, rule};
use serde::Serialize;

use super::ShuffleArguments;
use crate::failure::Failure;
use crate::source::TermsArguments;

/// The usual number of decks where no rulebook says.
const USUAL_DECKS: u8 = 8;

/// A lab, and whose procedure it is.
pub struct Job {
    pub lab: Lab,
    pub deck: u16,
    pub rulebook: Option<Origin>,
}

/// Whose rules the procedure obeys.
#[derive(Serialize)]
pub struct Origin {
    pub id: String,
    pub submission: String,
    /// The name of the procedure, if it is the rulebook's.
    pub procedure: Option<String>,
    /// The clauses behind it.
    pub cite: Vec<String>,
}

/// Checks everything and makes it ready.
pub fn job(
    arguments: &ShuffleArguments,
    library: impl Fn() -> Result<Arc<Library>, Failure>,
) -> Result<Job, Failure> {
    let terms = match (&arguments.rulebook, &arguments.submission) {
        (None, None) => None,
        _ => Some(terms(arguments, &*library()?)?),
    };
    if arguments.threads == Some(0) {
        let message = "`--threads 0` leaves nothing to work with";
        return Err(Diagnostic::error("no_threads", message).hint("ask for at least one").into());
    }
    let cards = cards(arguments, terms.as_ref());
    let (source, origin) = procedure(arguments, terms.as_ref())?;
    let procedure = parse(&source, cards).map_err(Failure::Invalid)?;
    if let Some(terms) = &terms {
        let broken = rule::check(&procedure, &source, terms);
        if broken.has_errors() {
            return Err(Failure::Invalid(broken));
        }
    }
    let slug = arguments.slug.unwrap_or_else(|| Lab::usual_slug(cards.all, cards.deck));
    let lab = Lab { procedure, cards: cards.all, slug, trials: arguments.shuffles, seed: arguments.seed };
    lab.check().map_err(|error| Diagnostic::error(error.code(), error.to_string()).hint(error.hint()))?;
    Ok(Job { lab, deck: cards.deck, rulebook: origin })
}

fn terms(arguments: &ShuffleArguments, library: &Library) -> Result<Terms, Failure> {
    let ShuffleArguments { rulebook, submission, set, .. } = arguments;
    TermsArguments { rulebook: rulebook.clone(), submission: submission.clone(), set: set.clone() }
        .terms(library)
}

fn cards(arguments: &ShuffleArguments, terms: Option<&Terms>) -> Cards {
    let standard = |decks| Pack::standard(decks).len();
    let usual = Cards { all: standard(USUAL_DECKS), deck: standard(1), unused: None, from_ends: 1 };
    let usual = terms.map_or(usual, rule::cards);
    let decks = arguments.decks.map(|decks| usual.deck.saturating_mul(u16::from(decks)));
    Cards { all: arguments.cards.or(decks).unwrap_or(usual.all), ..usual }
}

/// The text of the procedure, and where it comes from.
fn procedure(
    arguments: &ShuffleArguments,
    terms: Option<&Terms>,
) -> Result<(Arc<Source>, Option<Origin>), Failure> {
    let written = arguments.procedure.as_deref();
    let Some(terms) = terms else {
        let text = written.ok_or_else(|| {
            Diagnostic::error("no_procedure", "there is no procedure to measure")
                .hint("write steps, such as `riffle, riffle, strip 5, riffle, cut`, or name a `--rulebook`")
        })?;
        return Ok((source("<procedure>".to_owned(), text), None));
    };
    if let Some(filed) = rule::filed(terms).filter(|_| written.is_none()) {
        let (id, submission) = (terms.rulebook.id().to_owned(), terms.name.clone());
        let origin = Origin { id, submission, procedure: None, cite: Vec::new() };
        return Ok((filed, Some(origin)));
    }
    let named = match written {
        Some(text) => rule::named(terms, text)?,
        None => Some(rule::chosen(terms)?),
    };
    let id = terms.rulebook.id();
    let (source, cite) = match (named, written) {
        (Some(named), _) => {
            (source(format!("{id}/{}", named.id), &named.does), named.cite.as_slice().to_vec())
        }
        (None, text) => (source("<procedure>".to_owned(), text.unwrap_or_default()), Vec::new()),
    };
    let procedure = named.map(|named| named.id.clone());
    Ok((source, Some(Origin { id: id.to_owned(), submission: terms.name.clone(), procedure, cite })))
}

fn source(path: String, text: &str) -> Arc<Source> {
    Arc::new(Source { path, text: text.to_owned() })
}
