//! Reads a rulebook folder, strictly: all problems of all files at once.

mod sense;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use crate::added::{ADDED, AddedFile};
use crate::diagnostic::{Diagnostic, Report, suggest};
use crate::model::clause::{Clause, ClauseFile};
use crate::model::link::JackpotSteps;
use crate::model::reading::{Defect, Reading, ReadingFile};
use crate::model::rulebook::{ChoiceOption, RulebookFile, Setting, Variant};
use crate::model::vocabulary::SettingId;
use crate::model::wager::{Requirements, Wager, WagerFamily};
use crate::names::options_in_data;
use crate::notation::Cite;
use crate::paytable::check_wager;
use crate::reach::check_reach;
use crate::rules_id::ContentHash;
use crate::schema::Schema;
use crate::source::{Document, Node, Source, Step, Value, steps};

/// A rulebook that has passed all checks.
#[derive(Clone, Debug)]
pub struct Rulebook {
    /// Everything that is not a wager.
    pub file: RulebookFile,
    /// Every clause, in the order of the text.
    pub clauses: Vec<Clause>,
    /// What we read where the text is in doubt.
    pub readings: Vec<Reading>,
    /// Printing defects.
    pub defects: Vec<Defect>,
    /// Every wager, in the order of files and of print.
    pub wagers: Vec<Wager>,
    /// The families that the wagers belong to, by wager.
    pub families: BTreeMap<String, FamilyInfo>,
    /// The clauses that the files cite, and which files these are.
    pub cited: BTreeMap<String, BTreeSet<String>>,
    /// The options that the files go by themselves.
    pub options_in_data: BTreeSet<String>,
    /// Its files, by their names inside the folder.
    pub files: Arc<BTreeMap<String, Arc<str>>>,
    /// SHA-256 over all these files.
    pub hash: ContentHash,
    /// Those of the files that are from outside its folder and add wagers to it.
    pub added: Vec<AddedFile>,
}

/// The family that a wager belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FamilyInfo {
    /// The printed name.
    pub name: String,
    /// Who owns the mark.
    pub owner: Option<String>,
    /// Whether all its wagers at a table have the pay table of one name.
    pub same_paytable: bool,
    /// The option that says whether its wagers need a standard wager beside them.
    pub base_wager: Option<String>,
    /// What is done with the jackpots of its progressive wagers.
    pub jackpot: JackpotSteps,
    /// What a table must be like to offer any of its wagers.
    pub requires: Requirements,
    /// The clauses that introduce it.
    pub cite: Vec<String>,
    /// The clauses that ask for limits of its own.
    pub limits_cite: Vec<String>,
    /// The clauses that allow an aggregate limit.
    pub aggregate_cite: Vec<String>,
}

impl Rulebook {
    /// The name of its folder.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.file.id
    }

    /// The clause with that number.
    #[must_use]
    pub fn clause(&self, id: &str) -> Option<&Clause> {
        self.clauses.iter().find(|clause| clause.id == id)
    }

    /// The wager with that id or alias.
    #[must_use]
    pub fn wager(&self, id: &str) -> Option<&Wager> {
        let exact = self.wagers.iter().find(|wager| wager.id == id);
        exact.or_else(|| self.wagers.iter().find(|wager| wager.aliases.iter().any(|alias| alias == id)))
    }

    /// The option with that name.
    #[must_use]
    pub fn option(&self, id: &str) -> Option<&ChoiceOption> {
        self.file.options.iter().find(|option| option.id == id)
    }

    /// The setting with that name.
    #[must_use]
    pub fn setting(&self, id: SettingId) -> Option<&Setting> {
        self.file.settings.iter().find(|setting| setting.id == id)
    }

    /// The variant with that name.
    #[must_use]
    pub fn variant(&self, id: &str) -> Option<&Variant> {
        self.file.variants.iter().find(|variant| variant.id == id)
    }

    /// The reading with that name.
    #[must_use]
    pub fn reading(&self, id: &str) -> Option<&Reading> {
        self.readings.iter().find(|reading| reading.id == id)
    }

    /// Clause numbers with our summaries, for diagnostics: the first few, each once.
    #[must_use]
    pub fn summaries(&self, cite: &[String]) -> Vec<(String, String)> {
        const MOST: usize = 3;
        let mut known: Vec<(String, String)> = Vec::new();
        for clause in cite.iter().filter_map(|id| self.clause(id)) {
            if known.len() < MOST && known.iter().all(|(id, _)| *id != clause.id) {
                known.push((clause.id.clone(), clause.summary.clone()));
            }
        }
        known
    }
}

/// Reads one rulebook from the files of its folder.
///
/// # Errors
/// Every problem of every file.
pub fn load_rulebook(folder: &str, files: &[Source]) -> Result<Rulebook, Report> {
    let mut loader = Loader::default();
    let rulebook = loader.load(folder, files);
    loader.report.finish();
    match rulebook {
        Some(rulebook) if !loader.report.has_errors() => Ok(rulebook),
        _ => Err(loader.report),
    }
}

/// The file that makes a folder a rulebook.
const RULEBOOK: &str = "rulebook.toml";

/// The files that every rulebook has.
const OWN_FILES: [&str; 3] = [RULEBOOK, "clauses.toml", "readings.toml"];

/// The folder of its wagers.
const WAGERS: &str = "wagers/";

/// What a wager may refer to.
pub(crate) struct WagerContext<'a> {
    pub file: &'a RulebookFile,
    pub others: &'a [Wager],
    /// Whether the wager belongs to the rulebook, rather than to a file outside it.
    pub in_tree: bool,
}

/// A parsed wager file.
pub(crate) type WagerDocument = (Document, WagerFamily);

#[derive(Default)]
pub(crate) struct Loader {
    pub report: Report,
    /// The schemas generated so far, by type: a rulebook has many files of one kind.
    schemas: BTreeMap<String, Schema>,
}

impl Loader {
    fn load(&mut self, folder: &str, files: &[Source]) -> Option<Rulebook> {
        let sources: Vec<Arc<Source>> = files.iter().cloned().map(Arc::new).collect();
        let own = self.own_files(folder, &sources);
        let rulebook = self.read_named::<RulebookFile>(folder, &own, RULEBOOK);
        let clauses = self.read_named::<ClauseFile>(folder, &own, "clauses.toml");
        let readings = self.read_named::<ReadingFile>(folder, &own, "readings.toml");
        let wager_sources = own.iter().filter(|(name, _)| name.starts_with(WAGERS)).map(|(_, source)| source);
        let wager_files: Vec<WagerDocument> =
            wager_sources.clone().filter_map(|source| self.read_wagers(Arc::clone(source))).collect();
        let all_wagers_read = wager_files.len() == wager_sources.count();
        let ((rulebook_doc, file), (clause_doc, clauses), (reading_doc, readings)) =
            (rulebook?, clauses?, readings?);

        let mut cited = BTreeMap::new();
        let known: BTreeSet<String> = clauses.clause.iter().map(|clause| clause.id.clone()).collect();
        let reading_ids = readings.reading.iter().map(|reading| reading.id.clone()).collect();
        let documents = [&rulebook_doc, &clause_doc, &reading_doc];
        for document in documents.into_iter().chain(wager_files.iter().map(|(document, _)| document)) {
            self.check_names(document, &known, &reading_ids, &mut cited);
        }
        if file.id != folder {
            let message = format!("the rulebook calls itself `{}`, its folder is `{folder}`", file.id);
            self.error(&rulebook_doc, &steps!["id"], "wrong_id", message);
        }
        if !file.id.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-')) {
            let message = format!("`{}` is not written in lower case letters, digits and hyphens", file.id);
            self.error(&rulebook_doc, &steps!["id"], "bad_id", message);
        }
        self.check_whens(&rulebook_doc, &file);
        self.check_vocabulary(&rulebook_doc, &file);
        self.check_references(&rulebook_doc, &file, &readings, &reading_doc);
        self.check_ranges(&rulebook_doc, &file);
        self.check_counts(&rulebook_doc, &file);
        self.check_drawing(&rulebook_doc, &file);
        self.check_preparation(&rulebook_doc, &file);

        let wagers: Vec<Wager> = wager_files.iter().flat_map(|(_, family)| family.wager.clone()).collect();
        self.check_variants(&rulebook_doc, &file, &wagers);
        self.check_settlement(&rulebook_doc, &file, &wagers);
        if all_wagers_read {
            self.check_calls(&rulebook_doc, &file, &wagers);
            self.check_games(&wager_files);
        }
        let context = WagerContext { file: &file, others: &wagers, in_tree: true };
        wager_files.iter().for_each(|(document, family)| self.check_wagers(document, family, &context));
        self.check_unique_wagers(&wager_files);

        let added: Vec<&Arc<Source>> =
            own.iter().filter(|(name, _)| name.starts_with(ADDED)).map(|own| own.1).collect();
        let printed = own.iter().filter(|(name, _)| !name.starts_with(ADDED));
        let texts = printed.map(|(name, source)| (name.clone(), Arc::from(source.text.as_str())));
        let files = Arc::new(texts.collect());
        let mut rulebook = Rulebook {
            families: families(&wager_files),
            clauses: clauses.clause,
            readings: readings.reading,
            defects: readings.defect,
            wagers,
            cited,
            options_in_data: options_in_data(
                &rulebook_doc,
                &file,
                wager_files.iter().map(|(_, family)| family),
            ),
            hash: ContentHash::of_files(&files),
            files,
            file,
            added: Vec::new(),
        };
        added.into_iter().for_each(|source| self.add_wagers(&mut rulebook, Arc::clone(source)));
        Some(rulebook)
    }

    /// The files that make the rulebook, by their names inside its folder. Submissions are not part of it; anything
    /// else has no meaning there.
    fn own_files(&mut self, folder: &str, sources: &[Arc<Source>]) -> BTreeMap<String, Arc<Source>> {
        let main = format!("{folder}/{}", RULEBOOK);
        let roots = sources.iter().filter_map(|source| source.path.strip_suffix(&main));
        let root =
            roots.min_by_key(|root| root.len()).map(|root| format!("{root}{folder}/")).unwrap_or_default();
        let mut own = BTreeMap::new();
        for source in sources {
            let name = source.path.strip_prefix(&root).unwrap_or(&source.path);
            if OWN_FILES.contains(&name) || name.starts_with(WAGERS) || name.starts_with(ADDED) {
                own.insert(name.to_owned(), Arc::clone(source));
            } else if name != "submission.toml" && !name.starts_with("examples/") {
                let message = format!("`{name}` is not a file of a rulebook");
                let diagnostic = Diagnostic::error("unknown_file", message).at(source, 0..0);
                let known = OWN_FILES.into_iter().chain(["submission.toml", WAGERS, "examples/"]);
                self.report.push(diagnostic.hint(suggest(name, known)));
            }
        }
        own
    }

    fn read_named<T: DeserializeOwned + JsonSchema>(
        &mut self,
        folder: &str,
        own: &BTreeMap<String, Arc<Source>>,
        name: &str,
    ) -> Option<(Document, T)> {
        let source = own.get(name);
        if source.is_none() {
            let message = format!("the rulebook folder `{folder}` has no `{name}`");
            self.report.push(
                Diagnostic::error("missing_file", message)
                    .hint("a rulebook folder holds rulebook.toml, clauses.toml, readings.toml and wagers/"),
            );
        }
        self.read::<T>(Arc::clone(source?))
    }

    /// Reads a file into its type, or says everything that is wrong with its form.
    pub fn read<T: DeserializeOwned + JsonSchema>(&mut self, source: Arc<Source>) -> Option<(Document, T)> {
        let document = self.parse(source)?;
        let value = self.typed(&document)?;
        Some((document, value))
    }

    pub fn parse(&mut self, source: Arc<Source>) -> Option<Document> {
        let (document, errors) = Document::parse(source);
        for (span, message) in &errors {
            let diagnostic = Diagnostic::error("bad_toml", format!("not valid TOML: {message}"));
            self.report.push(diagnostic.at(&document.source, span.clone()));
        }
        errors.is_empty().then_some(document)
    }

    /// Reads a parsed file into its type, or says everything that is wrong with its form.
    pub fn typed<T: DeserializeOwned + JsonSchema>(&mut self, document: &Document) -> Option<T> {
        let schema = self.schemas.entry(T::schema_name().into_owned()).or_insert_with(Schema::for_type::<T>);
        let problems = schema.check(&document.root);
        let sound = problems.is_empty();
        // The place of a missing key is the table around it, which is not wrong itself.
        let misplaced = problems.iter().filter(|problem| problem.code != "missing_key");
        let wrong: Vec<Range<usize>> = misplaced.map(|problem| problem.span.clone()).collect();
        for problem in problems {
            let mut diagnostic =
                Diagnostic::error(problem.code, problem.message).at(&document.source, problem.span);
            diagnostic.hint = problem.hint;
            self.report.push(diagnostic);
        }
        // What is wrong in form is told; the rest is read on without it, so that its own problems are told as well.
        match serde_json::from_value(document.root.to_json_without(&wrong)) {
            Ok(value) => Some(value),
            Err(_) if !sound => None,
            Err(error) => {
                let diagnostic = Diagnostic::error("bad_value", error.to_string()).at(&document.source, 0..0);
                self.report.push(diagnostic);
                None
            }
        }
    }

    /// A wager file holds a family (`[[wager]]`), or a single wager at its top.
    pub fn read_wagers(&mut self, source: Arc<Source>) -> Option<WagerDocument> {
        let document = self.parse(source)?;
        let family = if document.root.get("wager").is_some() || document.root.get("family").is_some() {
            self.typed::<WagerFamily>(&document)?
        } else {
            let wager: Wager = self.typed(&document)?;
            WagerFamily {
                family: wager.name.clone(),
                owner: None,
                cite: wager.cite.clone(),
                same_paytable: false,
                base_wager: None,
                jackpot: JackpotSteps::default(),
                requires: Requirements::default(),
                limits_cite: Cite::default(),
                aggregate_cite: Cite::default(),
                wager: vec![wager],
            }
        };
        Some((document, family))
    }

    /// Checks every citation, reading and id, wherever in the file it stands.
    pub fn check_names(
        &mut self,
        document: &Document,
        clauses: &BTreeSet<String>,
        readings: &BTreeSet<String>,
        cited: &mut BTreeMap<String, BTreeSet<String>>,
    ) {
        walk(&document.root, &mut |key, node| {
            if key == "cite" || key.ends_with("_cite") {
                for (span, id) in texts(node) {
                    if clauses.contains(id) {
                        cited.entry(id.to_owned()).or_default().insert(file_name(&document.source.path));
                    } else {
                        let diagnostic =
                            Diagnostic::error("unknown_clause", format!("there is no clause `{id}`"));
                        let hint = nearest_clause(id, clauses);
                        self.report.push(diagnostic.at(&document.source, span).hint(hint));
                    }
                }
            }
            if key == "reading" {
                for (span, id) in texts(node).filter(|(_, id)| !readings.contains(*id)) {
                    let diagnostic =
                        Diagnostic::error("unknown_reading", format!("there is no reading `{id}`"));
                    let hint = suggest(id, readings.iter().map(String::as_str));
                    self.report.push(diagnostic.at(&document.source, span).hint(hint));
                }
            }
            self.check_unique_ids(document, node);
        });
    }

    /// No two tables of one list have the same `id`, unless each belongs to another choice.
    fn check_unique_ids(&mut self, document: &Document, node: &Node) {
        let Value::Array(items) = &node.value else { return };
        let mut seen = BTreeSet::new();
        let text = |node: &Node| match &node.value {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        };
        for item in items {
            let Some(id) = item.get("id") else { continue };
            let when = item.get("when").and_then(|when| text(&when.node));
            if let Some(text) = text(&id.node)
                && !seen.insert((text.clone(), when))
            {
                let diagnostic = Diagnostic::error("duplicate_id", format!("`{text}` is there twice"));
                self.report.push(
                    diagnostic
                        .at(&document.source, id.node.span.clone())
                        .hint("give one of the two another id, or remove it"),
                );
            }
        }
    }

    /// Whatever depends on a choice (`when = "option=choice"`) names one that there is.
    fn check_whens(&mut self, document: &Document, file: &RulebookFile) {
        let known = choices(file);
        walk(&document.root, &mut |key, node| {
            if !matches!(key, "when" | "unless") || matches!(node.value, Value::Table(_)) {
                return;
            }
            for (span, text) in texts(node).filter(|(_, text)| !known.iter().any(|known| known == text)) {
                let message = format!("`{text}` names no option and choice, and no variant, of the rulebook");
                let diagnostic = Diagnostic::error("unknown_option", message).at(&document.source, span);
                self.report.push(diagnostic.hint(suggest(text, known.iter().map(String::as_str))));
            }
        });
    }

    /// Options that irregularities and readings name are there, and so are the choices that choices need.
    fn check_references(
        &mut self,
        document: &Document,
        file: &RulebookFile,
        readings: &ReadingFile,
        readings_document: &Document,
    ) {
        let options: Vec<&str> = file.options.iter().map(|option| option.id.as_str()).collect();
        let unknown = |option: &str| !options.contains(&option);
        let message = |option: &str| format!("the rulebook has no option `{option}`");
        for (at, irregularity) in file.irregularities.iter().enumerate() {
            if let Some(option) = irregularity.option.as_ref().filter(|option| unknown(option)) {
                self.error(
                    document,
                    &steps!["irregularities", at, "option"],
                    "unknown_option",
                    message(option),
                )
                .hint = Some(suggest(option, options.iter().copied()));
            }
        }
        for (at, reading) in readings.reading.iter().enumerate() {
            if let Some(option) = reading.option.as_ref().filter(|option| unknown(option)) {
                let place = steps!["reading", at, "option"];
                self.error(readings_document, &place, "unknown_option", message(option)).hint =
                    Some(suggest(option, options.iter().copied()));
            }
        }
        for (at, notice) in file.notices.iter().enumerate() {
            for (index, option) in notice.options.iter().enumerate().filter(|(_, option)| unknown(option)) {
                let place = steps!["notices", at, "options", index];
                self.error(document, &place, "unknown_option", message(option)).hint =
                    Some(suggest(option, options.iter().copied()));
            }
        }
        for (at, option) in file.options.iter().enumerate() {
            for (index, choice) in option.choices.iter().enumerate() {
                let is_choice = |needs: &str| {
                    file.options
                        .iter()
                        .any(|o| o.choices.iter().any(|c| format!("{}={}", o.id, c.id) == needs))
                };
                if let Some(needs) = choice.needs.as_ref().filter(|needs| !is_choice(needs)) {
                    let text = format!("`{needs}` names no option and choice of the rulebook");
                    self.error(
                        document,
                        &steps!["options", at, "choices", index, "needs"],
                        "unknown_option",
                        text,
                    );
                }
            }
        }
    }

    pub fn check_wagers(&mut self, document: &Document, family: &WagerFamily, context: &WagerContext<'_>) {
        let single = document.root.get("wager").is_none();
        self.check_base_wager(document, family, context.file);
        self.check_family_variants(document, family, context.file);
        for (at, wager) in family.wager.iter().enumerate() {
            let base: Vec<Step<'_>> = if single { Vec::new() } else { steps!["wager", at].to_vec() };
            let before = self.report.diagnostics.len();
            let known = choices(context.file);
            if let Some(text) = wager.one_side_when.as_ref().filter(|text| !known.contains(text)) {
                let message = format!("`{text}` names no option and choice of the rulebook");
                let place: Vec<Step<'_>> = base.iter().copied().chain(steps!["one_side_when"]).collect();
                self.error(document, &place, "unknown_option", message).hint =
                    Some(suggest(text, known.iter().map(String::as_str)));
            }
            self.check_ranking(document, &base, wager, context.file);
            check_wager(self, document, &base, wager, context);
            if self.report.diagnostics.len() == before {
                check_reach(self, document, &base, wager, context);
            }
        }
    }

    fn check_unique_wagers(&mut self, files: &[WagerDocument]) {
        // Ids within one file are compared by `check_unique_ids`.
        let mut seen: BTreeMap<&str, (&str, &str)> = BTreeMap::new();
        for (document, family) in files {
            for (at, wager) in family.wager.iter().enumerate() {
                for name in std::iter::once(&wager.id).chain(&wager.aliases) {
                    let own = (document.source.path.as_str(), wager.id.as_str());
                    let earlier = seen.insert(name, own);
                    if earlier.is_some_and(|(file, id)| file != own.0 || id != own.1) {
                        let message = format!("another wager is already called `{name}`");
                        self.error(document, &steps!["wager", at, "id"], "duplicate_id", message);
                    }
                }
            }
        }
    }

    /// A game is that of families that there are.
    fn check_games(&mut self, files: &[WagerDocument]) {
        let known = || files.iter().map(|(_, family)| family.family.as_str());
        for (document, family) in files {
            let rows = family.wager.iter().enumerate();
            let rows = rows.flat_map(|(at, wager)| wager.rows.iter().enumerate().map(move |row| (at, row)));
            for (at, (row, of_game)) in
                rows.flat_map(|(at, (row, found))| found.games.iter().map(move |game| (at, (row, game))))
            {
                for name in of_game.families.iter().filter(|name| !known().any(|family| family == *name)) {
                    let message = format!("there is no family `{name}`");
                    let place = steps!["wager", at, "rows", row, "games"];
                    self.error(document, &place, "unknown_family", message).hint =
                        Some(suggest(name, known()));
                }
            }
        }
    }

    /// Adds an error at a path of a file and gives it back for a hint or a clause.
    pub fn error(
        &mut self,
        document: &Document,
        at: &[Step<'_>],
        code: &'static str,
        message: String,
    ) -> &mut Diagnostic {
        self.add(Diagnostic::error(code, message), document, at)
    }

    /// Adds a diagnostic at a path of a file.
    pub fn add(&mut self, diagnostic: Diagnostic, document: &Document, at: &[Step<'_>]) -> &mut Diagnostic {
        let span = document.root.span_of(at);
        let index = self.report.diagnostics.len();
        self.report.push(diagnostic.at(&document.source, span));
        #[expect(clippy::indexing_slicing, reason = "the element was pushed in the line above")]
        &mut self.report.diagnostics[index]
    }
}

/// The family of each wager.
pub(crate) fn families(files: &[WagerDocument]) -> BTreeMap<String, FamilyInfo> {
    let all = files.iter().flat_map(|(_, family)| {
        let info = FamilyInfo {
            name: family.family.clone(),
            owner: family.owner.clone(),
            same_paytable: family.same_paytable,
            base_wager: family.base_wager.clone(),
            jackpot: family.jackpot.clone(),
            requires: family.requires.clone(),
            cite: family.cite.as_slice().to_vec(),
            limits_cite: family.limits_cite.as_slice().to_vec(),
            aggregate_cite: family.aggregate_cite.as_slice().to_vec(),
        };
        family.wager.iter().map(move |wager| {
            let base_wager = wager.base_wager.clone().or_else(|| info.base_wager.clone());
            (wager.id.clone(), FamilyInfo { base_wager, ..info.clone() })
        })
    });
    all.collect()
}

/// Everything that may be chosen, as `option=choice` or `variant=id`.
pub(crate) fn choices(file: &RulebookFile) -> Vec<String> {
    let variants = file.variants.iter().map(|variant| format!("variant={}", variant.id));
    let options = file.options.iter().flat_map(|option| {
        option.choices.iter().map(|choice| format!("{}={}", option.id, choice.id)).collect::<Vec<_>>()
    });
    variants.chain(options).collect()
}

/// Visits every entry of every table below a node.
pub(crate) fn walk<'a>(node: &'a Node, visit: &mut dyn FnMut(&'a str, &'a Node)) {
    match &node.value {
        Value::Table(entries) => {
            for entry in entries {
                visit(&entry.key, &entry.node);
                walk(&entry.node, visit);
            }
        }
        Value::Array(nodes) => nodes.iter().for_each(|node| walk(node, visit)),
        _ => {}
    }
}

/// The texts at or directly below a node, with their places.
pub(crate) fn texts(node: &Node) -> impl Iterator<Item = (Range<usize>, &str)> {
    let nodes: Vec<&Node> = match &node.value {
        Value::Array(nodes) => nodes.iter().collect(),
        Value::Table(entries) => entries
            .iter()
            .flat_map(|entry| match &entry.node.value {
                Value::Array(nodes) => nodes.iter().collect(),
                _ => vec![&entry.node],
            })
            .collect(),
        _ => vec![node],
    };
    nodes.into_iter().filter_map(|node| match &node.value {
        Value::Text(text) => Some((node.span.clone(), text.as_str())),
        _ => None,
    })
}

/// The name of a file inside its rulebook folder, such as `wagers/base.toml`.
fn file_name(path: &str) -> String {
    let wager = path.rsplit_once("/wagers/").map(|(_, name)| format!("wagers/{name}"));
    wager.unwrap_or_else(|| path.rsplit('/').next().unwrap_or_default().to_owned())
}

/// The clause that shares most of the number sought, or the clauses of its section.
fn nearest_clause(id: &str, clauses: &BTreeSet<String>) -> String {
    let shared = |other: &str| id.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let near =
        clauses.iter().max_by_key(|other| (shared(other), std::cmp::Reverse(other.len().abs_diff(id.len()))));
    match near.filter(|other| shared(other) > 0) {
        Some(near) => format!("the nearest is `{near}`; `banco rules clauses` lists them all"),
        None => "`banco rules clauses` lists them all".to_owned(),
    }
}
