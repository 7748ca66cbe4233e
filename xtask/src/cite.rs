//! Every clause of the texts, and what answers to it: data that cites it, cases that exercise it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use banco_rulebook::model::clause::{Clause, ClauseKind};
use banco_rulebook::{Library, Rulebook};

/// Writes the report and says what is missing.
pub fn write(root: &Path) -> Result<()> {
    let reports = Reports::new(root)?;
    for (path, text) in &reports.pages {
        fs::create_dir_all(path.parent().context("a page lies in a folder")?)?;
        fs::write(path, text)?;
    }
    println!("{}", reports.summary);
    reports.fail_on_gaps()
}

/// Checks that nothing is missing and that the committed report is up to date.
pub fn check(root: &Path) -> Result<()> {
    let reports = Reports::new(root)?;
    for (path, text) in &reports.pages {
        if fs::read_to_string(path).ok().as_deref() != Some(text) {
            bail!("{} is out of date: run `cargo xtask cite` and commit it", path.display());
        }
    }
    println!("{}", reports.summary);
    reports.fail_on_gaps()
}

struct Reports {
    pages: Vec<(PathBuf, String)>,
    summary: String,
    gaps: Vec<String>,
}

impl Reports {
    fn new(root: &Path) -> Result<Self> {
        let library = Library::from_folder(&root.join("rulebooks"))?;
        let mut reports = Self { pages: Vec::new(), summary: String::new(), gaps: Vec::new() };
        let mut overview = String::from(OVERVIEW);
        for rulebook in &library.rulebooks {
            let cases = Cases::read(&root.join("rulebooks").join(rulebook.id()))?;
            let coverage = Coverage { rulebook, cases };
            reports.pages.push((root.join(format!("docs/clauses/{}.md", rulebook.id())), coverage.page()));
            overview.push_str(&coverage.overview_row());
            let _ = writeln!(reports.summary, "{}", coverage.line());
            reports.gaps.extend(coverage.gaps());
        }
        reports.pages.push((root.join("docs/clauses/README.md"), overview));
        Ok(reports)
    }

    fn fail_on_gaps(&self) -> Result<()> {
        if self.gaps.is_empty() {
            return Ok(());
        }
        bail!("{} clauses lack data or a case:\n{}", self.gaps.len(), self.gaps.join("\n"))
    }
}

const OVERVIEW: &str = "\
# Clauses

What answers to each clause of the texts. Written by `cargo xtask cite`; do not edit.

*Data* are the files of the rulebook that cite the clause; *cases* are the worked examples that exercise it. A case
that cites a clause produces it: an event, a refusal, a settlement or a diagnostic of the case names the clause, and the
tests hold the case to that. In parentheses stand files whose cases only name the clause as their context. Every clause
of kind *rule* (what decides) or *procedure* (what people at the table do) has data and a case, or says why not; the
column *by context* counts those that no case produces yet.

| rulebook | clauses | rules | with data and case | by context | procedures | with data and case | by context | exempt | others |
|---|---|---|---|---|---|---|---|---|---|
";

struct Coverage<'a> {
    rulebook: &'a Rulebook,
    cases: Cases,
}

impl Coverage<'_> {
    fn has_data(&self, clause: &Clause) -> bool {
        self.rulebook.cited.contains_key(&clause.id)
    }

    fn has_case(&self, clause: &Clause) -> bool {
        self.cases.produced.contains_key(&clause.id) || self.cases.context.contains_key(&clause.id)
    }

    /// Whether cases name the clause, and none produces it.
    fn is_context_only(&self, clause: &Clause) -> bool {
        clause.exempt.is_none() && self.has_case(clause) && !self.cases.produced.contains_key(&clause.id)
    }

    fn of_kind(&self, kind: ClauseKind) -> Vec<&Clause> {
        self.rulebook.clauses.iter().filter(|clause| clause.kind == kind).collect()
    }

    fn is_answered(&self, clause: &Clause) -> bool {
        clause.exempt.is_some() || (self.has_data(clause) && self.has_case(clause))
    }

    fn gaps(&self) -> Vec<String> {
        let is_due = |clause: &&Clause| matches!(clause.kind, ClauseKind::Rule | ClauseKind::Procedure);
        let due = self.rulebook.clauses.iter().filter(is_due);
        let open = due.filter(|clause| !self.is_answered(clause));
        let lacks = |clause: &Clause| match (self.has_data(clause), self.has_case(clause)) {
            (false, false) => "data and case",
            (false, true) => "data",
            _ => "case",
        };
        open.map(|c| format!("  {} {} lacks {}: {}", self.rulebook.id(), c.id, lacks(c), c.summary)).collect()
    }

    fn counts(&self) -> [usize; 9] {
        let rules = self.of_kind(ClauseKind::Rule);
        let procedures = self.of_kind(ClauseKind::Procedure);
        let all = self.rulebook.clauses.len();
        let answered = |of: &[&Clause]| of.iter().filter(|clause| self.is_answered(clause)).count();
        let by_context = |of: &[&Clause]| of.iter().filter(|clause| self.is_context_only(clause)).count();
        [
            all,
            rules.len(),
            answered(&rules),
            by_context(&rules),
            procedures.len(),
            answered(&procedures),
            by_context(&procedures),
            procedures.iter().filter(|clause| clause.exempt.is_some()).count(),
            all - rules.len() - procedures.len(),
        ]
    }

    fn overview_row(&self) -> String {
        let cells = self.counts().map(|count| count.to_string()).join(" | ");
        format!("| [{0}]({0}.md) | {cells} |\n", self.rulebook.id())
    }

    fn line(&self) -> String {
        let [all, rules, answered, in_rules, procedures, done, in_procedures, exempt, _] = self.counts();
        format!(
            "{}: {all} clauses; {answered} of {rules} rules have data and a case, {in_rules} of them by context only; \
             {done} of {procedures} procedures have, {in_procedures} by context only, {exempt} exempt",
            self.rulebook.id()
        )
    }

    fn page(&self) -> String {
        let mut page = format!(
            "# {}: clauses\n\nWritten by `cargo xtask cite`; do not edit.\n\n\
             | clause | kind | says | data | cases |\n|---|---|---|---|---|\n",
            self.rulebook.file.name
        );
        for clause in &self.rulebook.clauses {
            let data = list(self.rulebook.cited.get(&clause.id).into_iter().flatten().cloned());
            let cases = match &clause.exempt {
                Some(why) => format!("none: {why}"),
                None => list(self.cases.named(&clause.id)),
            };
            let summary = clause.summary.replace('|', "\\|");
            let _ =
                writeln!(page, "| {} | {} | {summary} | {data} | {cases} |", clause.id, clause.kind.name());
        }
        page
    }
}

fn list(names: impl Iterator<Item = String>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// Which case files name which clause: those whose cases produce it, and those that have it as context.
#[derive(Default)]
struct Cases {
    produced: BTreeMap<String, BTreeSet<String>>,
    context: BTreeMap<String, BTreeSet<String>>,
}

impl Cases {
    fn read(rulebook: &Path) -> Result<Self> {
        let mut cases = Self::default();
        let folder = rulebook.join("cases");
        let entries = fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
        for entry in entries {
            let path = entry?.path();
            let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            for line in fs::read_to_string(&path)?.lines() {
                cases.line(&name, line.split(" #").next().unwrap_or_default().trim());
            }
        }
        Ok(cases)
    }

    fn line(&mut self, file: &str, line: &str) {
        let (named, clauses) = match line.split_once(':') {
            Some(("cite", clauses)) => (&mut self.produced, clauses),
            Some(("context", clauses)) => (&mut self.context, clauses),
            _ => return,
        };
        for clause in clauses.split(", ") {
            named.entry(clause.trim().to_owned()).or_default().insert(file.to_owned());
        }
    }

    /// The files that name a clause; those where it is context alone in parentheses.
    fn named(&self, clause: &str) -> impl Iterator<Item = String> {
        let produced = self.produced.get(clause);
        let new = move |file: &&String| produced.is_none_or(|files| !files.contains(*file));
        let context = self.context.get(clause).into_iter().flatten().filter(new);
        produced.into_iter().flatten().cloned().chain(context.map(|file| format!("({file})")))
    }
}
