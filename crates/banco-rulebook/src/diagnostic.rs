//! What is wrong with a rulebook or a submission: place, clause, hint, stable code; all at once.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::source::Source;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Not allowed: the file is refused.
    Error,
    /// Allowed, but somebody will regret it.
    Warning,
}

/// One problem, with everything a licensee needs to mend it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A stable name for this kind of problem, in snake case.
    pub code: &'static str,
    /// What is wrong, in lower case, with the user's input in backticks.
    pub message: String,
    /// The file, where there is one.
    pub source: Option<Arc<Source>>,
    /// The place in the file, in bytes.
    pub span: Range<usize>,
    /// The clauses behind it: number and our summary.
    pub clauses: Vec<(String, String)>,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// An error without a place yet.
    #[must_use]
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            message: message.into(),
            source: None,
            span: 0..0,
            clauses: Vec::new(),
            hint: None,
        }
    }

    /// A warning without a place yet.
    #[must_use]
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message) }
    }

    /// The same at a place.
    #[must_use]
    pub fn at(mut self, source: &Arc<Source>, span: Range<usize>) -> Self {
        self.source = Some(Arc::clone(source));
        self.span = span;
        self
    }

    /// The same with advice.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Line and column, counted from one, where there is a place.
    #[must_use]
    pub fn line_column(&self) -> Option<(usize, usize)> {
        let before = self.source.as_ref()?.text.get(..self.span.start)?;
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        Some((line, column))
    }

    fn group<'a>(&'a self) -> Group<'a> {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut group = Group::with_title(level.primary_title(self.message.as_str()).id(self.code));
        if let Some(source) = &self.source {
            let annotation = AnnotationKind::Primary.span(self.span.clone());
            group = group.element(
                Snippet::source(source.text.as_str()).path(source.path.as_str()).annotation(annotation),
            );
        }
        if self.source.is_some() {
            for (level, message) in self.footers() {
                group = group.element(level.message(message));
            }
        }
        group
    }

    /// The clauses and the hint, as they stand below the place.
    fn footers(&self) -> Vec<(Level<'static>, String)> {
        let clause =
            |(number, summary): &(String, String)| (Level::NOTE, format!("clause {number}: {summary}"));
        let hint = self.hint.iter().map(|hint| (Level::HELP, hint.clone()));
        self.clauses.iter().map(clause).chain(hint).collect()
    }

    fn render(&self, renderer: &Renderer) -> String {
        let mut text = renderer.render(&[self.group()]);
        if self.source.is_none() {
            // Without a place there is no frame for the notes to hang on.
            text.extend(
                self.clauses.iter().map(|(number, summary)| format!("\n = note: clause {number}: {summary}")),
            );
            text.extend(self.hint.iter().map(|hint| format!("\n = help: {hint}")));
        }
        text
    }
}

/// All problems found, in the order of files and places.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// The problems.
    pub diagnostics: Vec<Diagnostic>,
}

impl Report {
    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Whether anything forbids going on.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// How many of that severity there are.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count()
    }

    /// Sorts by file and place and drops what was found twice.
    pub(crate) fn finish(&mut self) {
        let key =
            |d: &Diagnostic| (d.source.as_ref().map(|s| s.path.clone()), d.span.start, d.severity, d.code);
        self.diagnostics.sort_by_key(key);
        self.diagnostics.dedup();
    }

    /// The problems as a compiler would show them; `color` for terminals.
    #[must_use]
    pub fn render(&self, color: bool) -> String {
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        let rendered: Vec<String> =
            self.diagnostics.iter().map(|diagnostic| diagnostic.render(&renderer)).collect();
        rendered.join("\n\n")
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Report {}

/// The name that the writer probably meant, if one is near.
pub(crate) fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = name.to_lowercase();
    let close = |candidate: &&str| {
        let distance = strsim::damerau_levenshtein(&lower, &candidate.to_lowercase());
        distance <= 1 + name.len() / 4 || (lower.len() > 3 && candidate.to_lowercase().contains(&lower))
    };
    candidates
        .into_iter()
        .filter(close)
        .min_by_key(|candidate| strsim::damerau_levenshtein(&lower, &candidate.to_lowercase()))
}

/// "did you mean `x`?", or else the list of what there is.
#[must_use]
pub fn suggest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    // What has no name, such as the one pay table of a wager, is nothing to choose.
    let candidates: Vec<&str> = candidates.into_iter().filter(|known| !known.is_empty()).collect();
    match nearest(name, candidates.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if candidates.is_empty() => "there is nothing to choose from".to_owned(),
        None => format!("choose from: {}", candidates.join(", ")),
    }
}
