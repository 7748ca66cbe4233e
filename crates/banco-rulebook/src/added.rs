//! Wagers that a rulebook does not print: files from outside its folder, checked like its own and put beside them.
//!
//! This is the one way from a wager file to a wager that can be asked for, settled or offered. The file becomes one of
//! the files of the rulebook, under `added/`: whatever was played by it is known by its bytes, and a bundle brings it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Report};
use crate::load::{Loader, Rulebook, WagerContext, families, texts};
use crate::model::rulebook::{Notice, RulebookFile};
use crate::model::wager::{Moment, Row, VigorishOn, Wager, WagerFamily, WagerKind};
use crate::names::options_of_family;
use crate::notation::Cite;
use crate::paytable::{Changes, Line};
use crate::rules_id::ContentHash;
use crate::source::{Document, Source, Step, steps};
use crate::terms::{MeterTerms, Offer, Terms};

/// The folder of such files among those of a rulebook.
pub(crate) const ADDED: &str = "added/";

/// A file that adds wagers to a rulebook.
#[derive(Clone, Debug)]
pub struct AddedFile {
    /// The name of the file, without its folders.
    pub name: String,
    /// Its text.
    pub source: Arc<Source>,
    /// The ids of its wagers.
    pub wagers: Vec<String>,
}

impl AddedFile {
    /// SHA-256 of its text.
    #[must_use]
    pub fn hash(&self) -> ContentHash {
        ContentHash::hash_text(&self.source.text)
    }

    /// Where in the file a line of one of its wagers stands; its id for anything else.
    #[must_use]
    pub fn place_of(&self, wager: &Wager, line: Option<&str>) -> Range<usize> {
        let (document, _) = Document::parse(Arc::clone(&self.source));
        let single = document.root.get("wager").is_none();
        let at = self.wagers.iter().position(|id| *id == wager.id).unwrap_or_default();
        let mut path: Vec<Step<'_>> = if single { Vec::new() } else { steps!["wager", at].to_vec() };
        match line.and_then(|line| wager.rows.iter().position(|row| row.name == line)) {
            Some(row) => path.extend(steps!["rows", row]),
            None => path.extend(steps!["id"]),
        }
        document.root.span_of(&path)
    }
}

/// The wager files that a submission names (`wager_files`), as it writes them, and the rulebook that it is for.
#[must_use]
pub fn files_named(submission: &Source) -> (Option<String>, Vec<String>) {
    let (document, _) = Document::parse(Arc::new(submission.clone()));
    let named = |key: &str| -> Vec<String> {
        let entry = document.root.get(key);
        entry.into_iter().flat_map(|entry| texts(&entry.node)).map(|(_, text)| text.to_owned()).collect()
    };
    (named("rulebook").pop(), named("wager_files"))
}

/// The name of a file, without its folders.
#[must_use]
pub fn base_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

impl Rulebook {
    /// The same rulebook with the wagers of these files beside its own.
    ///
    /// # Errors
    /// Every problem of every file.
    pub fn with_wager_files(&self, files: &[Source]) -> Result<Self, Report> {
        let mut loader = Loader::default();
        let mut rulebook = self.clone();
        for file in files {
            loader.add_wagers(&mut rulebook, Arc::new(file.clone()));
        }
        loader.report.finish();
        if loader.report.has_errors() { Err(loader.report) } else { Ok(rulebook) }
    }

    /// The file that added a wager; none for a wager that the rulebook prints.
    #[must_use]
    pub fn added_by(&self, wager: &str) -> Option<&AddedFile> {
        self.added.iter().find(|file| file.wagers.iter().any(|id| id == wager))
    }

    /// What the text says of wagers that it does not print: who approves them. Nobody can where it says nothing.
    #[must_use]
    pub fn added_wagers(&self) -> Option<&Notice> {
        let approves = |notice: &&Notice| notice.approval.as_ref().is_some_and(|need| need.added_wagers);
        self.file.notices.iter().find(approves)
    }

    /// A wager that the rulebook prints and that pays the same for the same, in some pay table.
    pub(crate) fn same_as(&self, wager: &Wager, column: &str) -> Option<(&Wager, String)> {
        let lines = |wager: &Wager, side: Option<&str>, column: &str| -> Option<Vec<Line>> {
            let nothing = BTreeMap::new();
            let changes = Changes { options: &BTreeMap::new(), pays: &nothing, lines: &[], families: &[] };
            Some(wager.pay_table(&self.wagers, side, column, changes)?.lines)
        };
        let alike = |one: &[Line], other: &[Line]| {
            let facts = |line: &Line| (line.when.clone(), line.pay.clone(), line.vigorish);
            !one.is_empty() && one.iter().map(facts).eq(other.iter().map(facts))
        };
        let side = wager.side_names().first().copied().flatten();
        let own = lines(wager, side, column)?;
        let printed = self.wagers.iter().filter(|known| self.added_by(&known.id).is_none());
        printed.filter(|known| known.sides == wager.sides).find_map(|known| {
            let mut columns = known.column_names().into_iter();
            let same =
                columns.find(|column| lines(known, side, column).is_some_and(|lines| alike(&lines, &own)));
            same.map(|column| (known, column.to_owned()))
        })
    }
}

impl Terms {
    /// The same terms with the wagers of these files within reach, by every pay table and without limits. For
    /// questions; a table offers what its submission says.
    ///
    /// # Errors
    /// Every problem of every file.
    pub fn with_wager_files(mut self, files: &[Source]) -> Result<Self, Report> {
        // A file that the submission brings itself is there already.
        let known = |file: &&Source| {
            let mut added = self.rulebook.added.iter();
            added.any(|added| added.name == base_name(&file.path) && added.source.text == file.text)
        };
        let files: Vec<Source> = files.iter().filter(|file| !known(file)).cloned().collect();
        if files.is_empty() {
            return Ok(self);
        }
        let rulebook = Arc::new(self.rulebook.with_wager_files(&files)?);
        let before = self.rulebook.wagers.len();
        for wager in rulebook.wagers.iter().skip(before).filter(|_| !self.open) {
            let columns = wager.column_names();
            self.offers.extend(columns.into_iter().map(|column| asked(wager, column, &self.positions)));
        }
        self.rulebook = rulebook;
        Ok(self)
    }
}

/// A wager as somebody asks for it, with the meters as the file prints them.
fn asked(wager: &Wager, column: &str, positions: &[u8]) -> Offer {
    let meters = wager.meters.iter().map(|meter| {
        let (increment, reserve) = wager.printed_shares(meter, column);
        MeterTerms { id: meter.id.clone(), seed: wager.printed_seed(meter, column), increment, reserve }
    });
    Offer {
        wager: wager.id.clone(),
        column: column.to_owned(),
        min: None,
        max: None,
        aggregate: None,
        unit: None,
        suits: Vec::new(),
        positions: positions.to_vec(),
        meters: meters.collect(),
        must_hit: None,
        pays: BTreeMap::new(),
        lines: Vec::new(),
    }
}

impl Loader {
    /// Adds the wagers of a file to a rulebook, or says everything that is wrong with them.
    pub(crate) fn add_wagers(&mut self, rulebook: &mut Rulebook, source: Arc<Source>) {
        let before = self.report.diagnostics.len();
        let Some((document, mut family)) = self.read_wagers(Arc::clone(&source)) else { return };
        let clauses: BTreeSet<String> = rulebook.clauses.iter().map(|clause| clause.id.clone()).collect();
        let readings = rulebook.readings.iter().map(|reading| reading.id.clone()).collect();
        self.check_names(&document, &clauses, &readings, &mut BTreeMap::new());
        self.check_new_names(&document, &family, rulebook);
        let others: Vec<Wager> = rulebook.wagers.iter().chain(&family.wager).cloned().collect();
        let context = WagerContext { file: &rulebook.file, others: &others, in_tree: false };
        self.check_wagers(&document, &family, &context);
        check_game(self, &document, &family, rulebook);
        if self.report.diagnostics.len() > before {
            return;
        }
        // No payout without a clause: what the text does not print is paid by the clause that lets it be approved.
        let cite = rulebook.added_wagers().map(|notice| notice.cite.clone()).unwrap_or_default();
        cite_nothing_else(&mut family, &cite);
        rulebook.options_in_data.extend(options_of_family(&family));
        let name = base_name(&source.path).to_owned();
        Arc::make_mut(&mut rulebook.files).insert(format!("{ADDED}{name}"), source.text.as_str().into());
        rulebook.hash = ContentHash::of_files(&rulebook.files);
        let wagers = family.wager.iter().map(|wager| wager.id.clone()).collect();
        rulebook.wagers.extend(family.wager.iter().cloned());
        rulebook.added.push(AddedFile { name, source, wagers });
        rulebook.families.extend(families(&[(document, family)]));
    }

    /// What the file calls itself, its family and its wagers is new.
    fn check_new_names(&mut self, document: &Document, family: &WagerFamily, rulebook: &Rulebook) {
        let name = base_name(&document.source.path);
        if rulebook.added.iter().any(|file| file.name == name) {
            let message = format!("another wager file is called `{name}`");
            let diagnostic = Diagnostic::error("duplicate_file", message).at(&document.source, 0..0);
            self.report.push(diagnostic.hint("rename one of the two"));
        }
        let single = document.root.get("wager").is_none();
        if !single && rulebook.families.values().any(|known| known.name == family.family) {
            let message = format!("the rulebook has a family `{}` already", family.family);
            self.error(document, &steps!["family"], "duplicate_id", message).hint =
                Some("give your family a name of its own".to_owned());
        }
        for (at, wager) in family.wager.iter().enumerate() {
            let place = |key: &'static str| -> Vec<Step<'_>> {
                if single { steps![key].to_vec() } else { steps!["wager", at, key].to_vec() }
            };
            let names = |known: &Wager| -> Vec<String> {
                std::iter::once(&known.id).chain(&known.aliases).cloned().collect()
            };
            let taken = |name: &String| rulebook.wagers.iter().any(|known| names(known).contains(name));
            if let Some(name) = names(wager).into_iter().find(taken) {
                let message = format!("`{}` has a wager `{name}` already", rulebook.id());
                self.error(document, &place("id"), "duplicate_id", message).hint =
                    Some("give yours an id of its own; the rulebook's needs no file".to_owned());
            }
            let same = |known: &&Wager| known.name.eq_ignore_ascii_case(&wager.name);
            if let Some(known) = rulebook.wagers.iter().find(same) {
                let message = format!("`{}` is the name of the wager `{}` already", wager.name, known.id);
                self.error(document, &place("name"), "duplicate_name", message).hint =
                    Some("give yours a name of its own: people bet by names".to_owned());
            }
        }
    }
}

/// Wagers that cite no clause cite these.
fn cite_nothing_else(family: &mut WagerFamily, cite: &Cite) {
    let fill = |own: &mut Cite| {
        if own.as_slice().is_empty() {
            own.clone_from(cite);
        }
    };
    fill(&mut family.cite);
    family.wager.iter_mut().for_each(|wager| fill(&mut wager.cite));
}

/// Whatever a wager depends on is something that the game has.
fn check_game(loader: &mut Loader, document: &Document, family: &WagerFamily, rulebook: &Rulebook) {
    let single = document.root.get("wager").is_none();
    for (at, wager) in family.wager.iter().enumerate() {
        let base: Vec<Step<'_>> = if single { Vec::new() } else { steps!["wager", at].to_vec() };
        for (path, what) in missing(wager, rulebook) {
            let place: Vec<Step<'_>> = base.iter().copied().chain(path).collect();
            let message = format!("`{}` depends on {what}, and `{}` has none", wager.id, rulebook.id());
            loader.error(document, &place, "not_in_game", message).hint =
                Some("leave it out, or ask under a rulebook that has it".to_owned());
        }
        if wager.kind == WagerKind::Base {
            let place: Vec<Step<'_>> = base.iter().copied().chain(steps!["kind"]).collect();
            let message = format!("`{}` cannot be a base wager: those make the game", wager.id);
            loader.error(document, &place, "not_a_side_bet", message).hint =
                Some("leave `kind` out, or say `bonus` or `progressive`".to_owned());
        }
        if wager.rows.is_empty() && wager.lines_by_licensee {
            let message = format!("the wager `{}` has no rows, so it can never win", wager.id);
            loader.error(document, &base, "no_rows", message).hint = Some("write its `rows`".to_owned());
        }
    }
}

/// What a wager depends on and the game does not have, with its place.
fn missing(wager: &Wager, rulebook: &Rulebook) -> Vec<(Vec<Step<'static>>, &'static str)> {
    let printed = |has: &dyn Fn(&Wager) -> bool| rulebook.wagers.iter().any(has);
    let mut found = Vec::new();
    let mut lacks = |path: &[Step<'static>], what: &'static str| found.push((path.to_vec(), what));
    let early = |wager: &Wager| wager.settled == Moment::BeforeThirdCards;
    if early(wager) && !printed(&early) {
        lacks(&steps!["settled"], "a settlement before third cards");
    }
    if !wager.meters.is_empty() && !printed(&|known| !known.meters.is_empty()) {
        lacks(&steps!["meters"], "progressive meters");
    }
    if wager.own_choice && !bettors_choose(&rulebook.file) {
        lacks(&steps!["own_choice"], "a choice of each bettor");
    }
    for (at, row) in wager.rows.iter().enumerate() {
        for (on, key) in [(VigorishOn::Win, "vigorish on wins"), (VigorishOn::Tie, "vigorish on ties")] {
            if row.vigorish.as_slice().contains(&on) && !takes(&rulebook.file, on) {
                lacks(&steps!["rows", at, "vigorish"], key);
            }
        }
        for (has, what) in OF_SEATS {
            if has(row) && !printed(&|known| known.rows.iter().any(has)) {
                lacks(&steps!["rows", at, "when"], what);
            }
        }
        // Where the text leaves lines to the licensee, these are lines on several rounds.
        if is_of_rounds(row) && !printed(&|known| known.lines_by_licensee) {
            lacks(&steps!["rows", at, "when"], "wagers on several rounds");
        }
    }
    found
}

/// Whether a row is of some kind.
type RowTest = fn(&Row) -> bool;

/// What only games have whose seats are set up for it.
const OF_SEATS: [(RowTest, &str); 2] =
    [(is_personal, "a Personal King-9 at each seat"), (is_of_seat, "a rank at each seat")];

fn is_personal(row: &Row) -> bool {
    row.when.any_hand(&|test| test.personal.is_some())
}

fn is_of_rounds(row: &Row) -> bool {
    row.when.any_hand(&|test| test.run.is_some())
}

fn is_of_seat(row: &Row) -> bool {
    let mut found = false;
    row.when.walk(&mut |condition| {
        let groups = [&condition.all_cards, &condition.first_four];
        found |= groups.into_iter().flatten().any(|test| test.rank_of_seat.is_some());
    });
    found
}

fn bettors_choose(file: &RulebookFile) -> bool {
    file.drawing.player.chooses.as_ref().is_some_and(|choice| choice.each_bettor)
}

fn takes(file: &RulebookFile, on: VigorishOn) -> bool {
    match on {
        VigorishOn::Nothing => true,
        VigorishOn::Win => file.vigorish.is_some(),
        VigorishOn::Tie => file.vigorish.as_ref().is_some_and(|vigorish| vigorish.on_tie.is_some()),
    }
}
