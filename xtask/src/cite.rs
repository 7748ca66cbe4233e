//! Every clause of the five texts, and what answers to it: data that cites it, cases that exercise it.

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
            let cases = cases(&root.join("rulebooks").join(rulebook.id()))?;
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

What answers to each clause of the five texts. Written by `cargo xtask cite`; do not edit.

*Data* are the files of the rulebook that cite the clause; *cases* are the worked examples that exercise it.
Every clause of kind *rule* has both, or says why not. Clauses of kind *procedure* are what people at the table
do: where the table runs them all, each has both as well, or says why not; elsewhere the data name them, and their
cases come with the procedures that run them.

| rulebook | clauses | rules | with data and case | procedures | with data | with a case | exempt | others |
|---|---|---|---|---|---|---|---|---|
";

/// The rulebooks whose procedures the table runs from the opening to the last hand: every one has a case.
const PLAYED: [&str; 5] = ["ma-baccarat", "ma-midi", "co-rule-28", "ma-chemin-de-fer", "ca-21st-century"];

struct Coverage<'a> {
    rulebook: &'a Rulebook,
    cases: BTreeMap<String, BTreeSet<String>>,
}

impl Coverage<'_> {
    fn has_data(&self, clause: &Clause) -> bool {
        self.rulebook.cited.contains_key(&clause.id)
    }

    fn has_case(&self, clause: &Clause) -> bool {
        self.cases.contains_key(&clause.id)
    }

    fn of_kind(&self, kind: ClauseKind) -> Vec<&Clause> {
        self.rulebook.clauses.iter().filter(|clause| clause.kind == kind).collect()
    }

    fn is_answered(&self, clause: &Clause) -> bool {
        clause.exempt.is_some() || (self.has_data(clause) && self.has_case(clause))
    }

    /// Whether a clause must have data and a case.
    fn is_due(&self, clause: &Clause) -> bool {
        match clause.kind {
            ClauseKind::Rule => true,
            ClauseKind::Procedure => PLAYED.contains(&self.rulebook.id()),
            _ => false,
        }
    }

    fn gaps(&self) -> Vec<String> {
        let due = self.rulebook.clauses.iter().filter(|clause| self.is_due(clause));
        let open = due.filter(|clause| !self.is_answered(clause));
        let lacks = |clause: &Clause| match (self.has_data(clause), self.has_case(clause)) {
            (false, false) => "data and case",
            (false, true) => "data",
            _ => "case",
        };
        open.map(|c| format!("  {} {} lacks {}: {}", self.rulebook.id(), c.id, lacks(c), c.summary)).collect()
    }

    fn counts(&self) -> [usize; 8] {
        let rules = self.of_kind(ClauseKind::Rule);
        let procedures = self.of_kind(ClauseKind::Procedure);
        let all = self.rulebook.clauses.len();
        [
            all,
            rules.len(),
            rules.iter().filter(|clause| self.is_answered(clause)).count(),
            procedures.len(),
            procedures.iter().filter(|clause| self.has_data(clause)).count(),
            procedures.iter().filter(|clause| self.has_case(clause)).count(),
            procedures.iter().filter(|clause| clause.exempt.is_some()).count(),
            all - rules.len() - procedures.len(),
        ]
    }

    fn overview_row(&self) -> String {
        let cells = self.counts().map(|count| count.to_string()).join(" | ");
        format!("| [{0}]({0}.md) | {cells} |\n", self.rulebook.id())
    }

    fn line(&self) -> String {
        let [all, rules, answered, procedures, with_data, with_case, exempt, _] = self.counts();
        format!(
            "{}: {all} clauses; {answered} of {rules} rules have data and a case; \
             {with_data} of {procedures} procedures have data, {with_case} a case; {exempt} exempt",
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
            let list = |names: Option<&BTreeSet<String>>| {
                names.map(|names| names.iter().cloned().collect::<Vec<_>>().join(", ")).unwrap_or_default()
            };
            let data = list(self.rulebook.cited.get(&clause.id));
            let cases = match &clause.exempt {
                Some(why) => format!("none: {why}"),
                None => list(self.cases.get(&clause.id)),
            };
            let summary = clause.summary.replace('|', "\\|");
            let _ =
                writeln!(page, "| {} | {} | {summary} | {data} | {cases} |", clause.id, clause.kind.name());
        }
        page
    }
}

/// Which case files cite which clause.
fn cases(rulebook: &Path) -> Result<BTreeMap<String, BTreeSet<String>>> {
    let mut cited: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let folder = rulebook.join("cases");
    let entries = fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        for line in fs::read_to_string(&path)?.lines() {
            let Some(clauses) = line.trim().strip_prefix("cite:") else { continue };
            let clauses = clauses.split(" #").next().unwrap_or_default();
            for clause in clauses.split(", ") {
                cited.entry(clause.trim().to_owned()).or_default().insert(name.clone());
            }
        }
    }
    Ok(cited)
}
