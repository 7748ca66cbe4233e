//! `banco rules`: what the rulebooks say.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use banco_rulebook::model::rulebook::{ChoiceOption, Setting};
use banco_rulebook::model::wager::{Wager, WagerKind};
use banco_rulebook::{Bundle, Diagnostic, Library, Rulebook, schemas};
use clap::{Args, Subcommand};
use serde::Serialize;

use crate::failure::Failure;
use crate::{output, source, write};

/// What to look up.
#[derive(Args)]
pub struct RulesArguments {
    #[command(subcommand)]
    command: RulesCommand,
}

#[derive(Subcommand)]
enum RulesCommand {
    /// List the rulebooks, with the number of clauses, wagers and pay tables in each.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Show a rulebook: wagers, pay tables, options, settings, submissions.
    Show {
        /// The rulebook.
        rulebook: String,
        /// Show this wager and its pay tables.
        wager: Option<String>,
    },
    /// List the clauses of a rulebook, each with a one-line summary.
    Clauses {
        /// The rulebook.
        rulebook: String,
        /// Only this clause and those below it, such as `11` or `8(a)`.
        number: Option<String>,
        /// Only clauses of this kind: rule, procedure, physical, notice or term.
        #[arg(long)]
        kind: Option<String>,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// List how Banco reads unclear passages of a rulebook, and its misprints.
    Readings {
        /// The rulebook.
        rulebook: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Put the files of a rulebook and a submission into one file, so that anybody can tell later what was played.
    Bundle {
        /// The submission: a file, `-` for standard input, or one that comes with Banco, such as `co-rule-28/eternal`.
        submission: String,
        /// Set one key of the submission first, such as `--set decks=6`.
        #[arg(long, value_name = "KEY=VALUE")]
        set: Vec<String>,
        /// Write it to this file, whose name ends in `.bundle.json`, instead of standard output.
        #[arg(short, long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Start a file of your own, with comments that say what can stand in it.
    New {
        /// What to start.
        kind: NewKind,
        /// Write it to this file instead of standard output; a file that is there already stays as it is.
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Print the JSON Schema of a data file, so that your editor can complete and check it.
    Schema {
        /// The kind of file: submission, rulebook, clauses, readings, wagers (a family) or wager (just one).
        #[arg(default_value = "submission")]
        kind: String,
    },
}

/// What can be started.
#[derive(Clone, Copy, clap::ValueEnum)]
enum NewKind {
    /// A wager of your own, for `banco par`, `odds`, `sim`, `settle` and submissions.
    Wager,
}

impl NewKind {
    const fn text(self) -> &'static str {
        match self {
            Self::Wager => include_str!("starter/wager.toml"),
        }
    }
}

/// Looks it up.
pub fn run(
    arguments: &RulesArguments,
    library: &dyn Fn() -> Result<Arc<Library>, Failure>,
) -> Result<(), Failure> {
    match &arguments.command {
        RulesCommand::List { json } => list(&*library()?, *json),
        RulesCommand::Show { rulebook, wager: None } => {
            let library = library()?;
            let text = show(&library, library.rulebook(rulebook)?);
            output::print(&text)
        }
        RulesCommand::Show { rulebook, wager: Some(wager) } => {
            show_wager(library()?.rulebook(rulebook)?, wager)
        }
        RulesCommand::Clauses { rulebook, number, kind, json } => {
            clauses(library()?.rulebook(rulebook)?, number.as_deref(), kind.as_deref(), *json)
        }
        RulesCommand::Readings { rulebook, json } => readings(library()?.rulebook(rulebook)?, *json),
        RulesCommand::Bundle { submission, set, out } => {
            bundle(&*library()?, submission, set, out.as_deref())
        }
        RulesCommand::New { kind, output } => start(*kind, output.as_deref()),
        RulesCommand::Schema { kind } => schema(kind),
    }
}

/// Writes a file to start from.
fn start(kind: NewKind, path: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = path.filter(|path| path.as_os_str() != "-") else {
        return output::print(kind.text().trim_end());
    };
    write::new(path, kind.text().as_bytes())?;
    output::note(&format!("started `{}`", path.display()));
    Ok(())
}

/// Writes the bundle of a submission.
fn bundle(library: &Library, name: &str, set: &[String], out: Option<&Path>) -> Result<(), Failure> {
    let terms = source::submitted(library, None, Some(name), set)?;
    let bundle = Bundle::from_terms(&terms);
    let Some(path) = out else { return output::print(bundle.write().trim_end()) };
    if !path.to_string_lossy().ends_with(source::BUNDLE) {
        let message = format!("`{}` is not a name for a bundle", path.display());
        let hint = format!("let it end in `{}`, by which bundles are known", source::BUNDLE);
        return Err(Failure::usage(Diagnostic::error("bad_name", message).hint(hint)));
    }
    write::whole(path, bundle.write().as_bytes())?;
    output::print(&format!("{}: {}\n{}", path.display(), bundle.id(), bundle.id().canonical()))
}

#[derive(Serialize)]
struct RulebookOutput<'a> {
    id: &'a str,
    name: &'a str,
    edition: &'a str,
    clauses: usize,
    wagers: usize,
    pay_tables: usize,
    submissions: Vec<&'a str>,
    hash: &'a str,
}

fn list(library: &Library, json: bool) -> Result<(), Failure> {
    let rows: Vec<RulebookOutput<'_>> = library
        .rulebooks
        .iter()
        .map(|rulebook| RulebookOutput {
            id: rulebook.id(),
            name: &rulebook.file.name,
            edition: &rulebook.file.edition,
            clauses: rulebook.clauses.len(),
            wagers: rulebook.wagers.len(),
            pay_tables: rulebook.wagers.iter().map(|wager| wager.column_names().len()).sum(),
            submissions: submissions(library, rulebook),
            hash: rulebook.hash.as_str(),
        })
        .collect();
    if json {
        return output::print_json(&rows);
    }
    let mut table = output::table(&["rulebook", "name", "clauses", "wagers", "pay tables", "submissions"]);
    for row in rows {
        table.add_row(vec![
            row.id.to_owned(),
            row.name.to_owned(),
            row.clauses.to_string(),
            row.wagers.to_string(),
            row.pay_tables.to_string(),
            row.submissions.join(", "),
        ]);
    }
    output::print(&output::table_text(&table))
}

fn submissions<'a>(library: &'a Library, rulebook: &Rulebook) -> Vec<&'a str> {
    let own = library.submissions.iter().filter(|submission| submission.rulebook == rulebook.id());
    let mut names: Vec<&str> = own.map(|submission| submission.name.as_str()).collect();
    names.sort_by_key(|name| (*name != "default", *name));
    names
}

fn show(library: &Library, rulebook: &Rulebook) -> String {
    let mut text = format!("{} ({})\n{}\n\n", rulebook.file.name, rulebook.id(), rulebook.file.edition);
    let mut wagers = output::table(&["wager", "name", "kind", "sides", "pay tables", "clause"]);
    for wager in &rulebook.wagers {
        wagers.add_row(vec![
            wager.id.clone(),
            wager.name.clone(),
            kind(wager).to_owned(),
            if wager.sides.is_empty() { "-".to_owned() } else { wager.sides.join(" ") },
            shortened(&wager.columns),
            wager.cite.as_slice().join(", "),
        ]);
    }
    let _ = writeln!(text, "{}\n", output::table_text(&wagers));
    text.push_str(&table_facts(rulebook));
    let _ = writeln!(text, "VARIANTS");
    for variant in &rulebook.file.variants {
        let _ =
            writeln!(text, " {:26} {} [{}]", variant.id, variant.summary, variant.cite.as_slice().join(", "));
    }
    let _ = writeln!(text, "\nOPTIONS (the first choice is the default)");
    rulebook.file.options.iter().for_each(|option| option_text(&mut text, option));
    let _ = writeln!(text, "\nSETTINGS");
    rulebook.file.settings.iter().for_each(|setting| setting_text(&mut text, setting));
    let _ = writeln!(text, "\nSUBMISSIONS\n {}", submissions(library, rulebook).join(", "));
    text
}

/// Seats, decks, drawing, and what goes wrong.
fn table_facts(rulebook: &Rulebook) -> String {
    let file = &rulebook.file;
    let mut text = String::from("TABLE\n");
    let cite = |cite: &banco_rulebook::Cite| cite.as_slice().join(", ");
    let _ = writeln!(
        text,
        " {:26} {} to {} [{}]",
        "seats",
        file.seats.min,
        file.seats.max,
        cite(&file.seats.cite)
    );
    for range in &file.decks {
        let most = range.max.map_or("or more".to_owned(), |max| format!("to {max}"));
        let when = range.when.as_ref().map(|when| format!(" with {when}")).unwrap_or_default();
        let _ = writeln!(text, " {:26} {} {most}{when} [{}]", "decks", range.min, cite(&range.cite));
    }
    let _ = writeln!(text, " {:26} by the Banker's count: Player's third card 0 to 9, none", "Banker draws");
    for (total, row) in &file.drawing.banker.table {
        let cells = (0..10).map(Some).chain([None]).map(|third| if row.draws(third) { "D" } else { "S" });
        let clauses = file.drawing.banker.cite.get(total).map(cite).unwrap_or_default();
        let _ = writeln!(text, " {:>26} {} [{clauses}]", total, cells.collect::<Vec<_>>().join(" "));
    }
    let _ = writeln!(text, "\nIRREGULARITIES");
    for item in &file.irregularities {
        let _ = writeln!(text, " {:26} {} {} [{}]", item.id, item.event, item.then, cite(&item.cite));
    }
    let _ = writeln!(text, "\nNOTICES AND POSTINGS");
    for notice in &file.notices {
        let minutes = notice.minutes.map(|minutes| format!(" ({minutes} minutes)")).unwrap_or_default();
        let _ = writeln!(
            text,
            " {:26} {}{minutes} to {} [{}]",
            notice.id,
            notice.summary,
            notice.to.join(", "),
            cite(&notice.cite)
        );
    }
    for item in &file.posted {
        let _ = writeln!(text, " {:26} {} [{}]", item.id, item.summary, cite(&item.cite));
    }
    text.push('\n');
    text
}

/// The pay tables in few words.
fn shortened(columns: &[String]) -> String {
    match columns {
        [] => "-".to_owned(),
        [first, .., last] if columns.len() > 4 => format!("{first} .. {last} ({})", columns.len()),
        _ => columns.join(" "),
    }
}

fn option_text(text: &mut String, option: &ChoiceOption) {
    let choices: Vec<&str> = option.choices.iter().map(|choice| choice.id.as_str()).collect();
    let source = option
        .reading
        .as_ref()
        .map_or_else(|| option.cite.as_slice().join(", "), |id| format!("reading {id}"));
    let _ =
        writeln!(text, " {:26} {} [{source}]\n {:26} {}", option.id, option.summary, "", choices.join(" | "));
}

fn setting_text(text: &mut String, setting: &Setting) {
    let most = setting.max.map_or("any number".to_owned(), |max| max.to_string());
    let _ = writeln!(
        text,
        " {:26} {} ({} to {most} {}, default {})",
        setting.id, setting.summary, setting.min, setting.unit, setting.usual
    );
}

const fn kind(wager: &Wager) -> &'static str {
    match wager.kind {
        WagerKind::Base => "base",
        WagerKind::Bonus => "bonus",
        WagerKind::Progressive => "progressive",
    }
}

fn show_wager(rulebook: &Rulebook, id: &str) -> Result<(), Failure> {
    let Some(wager) = rulebook.wager(id) else {
        let error = banco_rulebook::TermsError::UnknownWager {
            wager: id.to_owned(),
            rulebook: rulebook.id().to_owned(),
            hint: format!("`banco rules show {}` lists them", rulebook.id()),
        };
        return Err(error.into());
    };
    let mut text = format!("{} ({}) [{}]\n", wager.name, wager.id, wager.cite.as_slice().join(", "));
    if let Some(family) = rulebook.families.get(&wager.id) {
        let owner =
            family.owner.as_ref().map(|owner| format!(", a trademark of {owner}")).unwrap_or_default();
        let _ = writeln!(text, "family: {}{owner}", family.name);
    }
    if !wager.sides.is_empty() {
        let _ = writeln!(text, "sides: {}", wager.sides.join(", "));
    }
    let units: Vec<String> = wager.units.as_slice().iter().map(|unit| unit.0.to_string()).collect();
    if !units.is_empty() {
        let _ = writeln!(text, "fixed wager: {}", units.join(" or "));
    }
    if wager.lines_by_licensee {
        let _ = writeln!(text, "the licensee sets its lines");
    }
    let _ = writeln!(text, "\n{}", pay_tables(wager));
    text.push_str(&paytable_notes(wager));
    for meter in &wager.meters {
        let _ = writeln!(text, "\nmeter {} ({})", meter.id, meter.name);
        for (what, cells) in
            [("increment", &meter.increment), ("reserve", &meter.reserve), ("seed", &meter.seed)]
        {
            if !cells.as_slice().is_empty() {
                let _ = writeln!(text, "  {what}: {}", cells.as_slice().join(" | "));
            }
        }
        for choice in &meter.choices {
            let usual = if choice.recommended { " (recommended)" } else { "" };
            let _ = writeln!(
                text,
                "  choice {}: seed {}, increment {}{usual}",
                choice.id, choice.seed.0, choice.increment.0
            );
        }
    }
    for config in &wager.must_hit {
        let _ = writeln!(
            text,
            "must hit {}: from {} by {}, increment {}",
            config.id, config.reset.0, config.max.0, config.increment.0
        );
    }
    output::print(&text)
}

/// What is special about single pay tables, and the envy of their lines.
fn paytable_notes(wager: &Wager) -> String {
    let mut text = String::new();
    for (column, info) in &wager.paytables {
        let units: Vec<String> = info.units.as_slice().iter().map(|unit| unit.0.to_string()).collect();
        let mut notes = Vec::new();
        notes.extend((!units.is_empty()).then(|| format!("fixed wager {}", units.join(" or "))));
        notes.extend(info.minimum.then(|| "minimum pays".to_owned()));
        notes.extend(
            info.incomplete
                .then(|| "the printed table is cut off; the submission supplies the other lines".to_owned()),
        );
        if !notes.is_empty() {
            let name = if column.is_empty() { "pays" } else { column };
            let _ = writeln!(text, "{name}: {}", notes.join("; "));
        }
    }
    for row in wager.rows.iter().filter(|row| !row.envy.as_slice().is_empty()) {
        let _ = writeln!(text, "envy on {}: {}", row.name, row.envy.as_slice().join(" | "));
    }
    text
}

/// The pay tables side by side, as the page prints them; wide families one below the other.
fn pay_tables(wager: &Wager) -> String {
    const ABREAST: usize = 5;
    let columns = wager.column_names();
    let blocks: Vec<String> = columns
        .chunks(ABREAST)
        .enumerate()
        .map(|(block, names)| {
            let titles = names.iter().map(|name| if name.is_empty() { "PAYS" } else { *name });
            let header: Vec<&str> = std::iter::once("LINE").chain(titles).collect();
            let mut table = output::table_headed(header.into_iter().map(str::to_owned).collect());
            for row in &wager.rows {
                let cell = |at: usize| {
                    let cells = row.pays.as_slice();
                    if cells.len() == 1 { cells.first() } else { cells.get(block * ABREAST + at) }
                };
                let cells: Vec<String> =
                    (0..names.len()).map(|at| cell(at).cloned().unwrap_or_default()).collect();
                if cells.iter().any(|cell| cell != "-") {
                    table.add_row(std::iter::once(row.name.clone()).chain(cells));
                }
            }
            output::table_text(&table)
        })
        .collect();
    blocks.join("\n\n")
}

#[derive(Serialize)]
struct ClauseOutput<'a> {
    id: &'a str,
    kind: &'static str,
    summary: &'a str,
}

fn clauses(rulebook: &Rulebook, number: Option<&str>, kind: Option<&str>, json: bool) -> Result<(), Failure> {
    let wanted = |clause: &ClauseOutput<'_>| {
        number.is_none_or(|number| is_under(clause.id, number)) && kind.is_none_or(|kind| clause.kind == kind)
    };
    let all = rulebook.clauses.iter().map(|clause| ClauseOutput {
        id: &clause.id,
        kind: clause.kind.name(),
        summary: &clause.summary,
    });
    let found: Vec<ClauseOutput<'_>> = all.filter(wanted).collect();
    if found.is_empty() {
        let message = format!("`{}` has no such clause", rulebook.id());
        return Err(Failure::invalid("unknown_clause", message));
    }
    if json {
        return output::print_json(&found);
    }
    let width = found.iter().map(|clause| clause.id.chars().count()).max().unwrap_or_default();
    let line =
        |clause: &ClauseOutput<'_>| format!("{:width$}  {:9}  {}", clause.id, clause.kind, clause.summary);
    output::print(&found.iter().map(line).collect::<Vec<_>>().join("\n"))
}

/// Whether a clause is the one asked for or stands below it: `1(a)` is below `1`, `10` is not.
fn is_under(clause: &str, number: &str) -> bool {
    clause
        .strip_prefix(number)
        .is_some_and(|rest| rest.is_empty() || !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
}

#[derive(Serialize)]
struct ReadingOutput<'a> {
    id: Option<&'a str>,
    cite: &'a [String],
    says: &'a str,
    why: &'a str,
    option: Option<&'a str>,
    printed: Option<&'a str>,
}

fn readings(rulebook: &Rulebook, json: bool) -> Result<(), Failure> {
    let readings = rulebook.readings.iter().map(|reading| ReadingOutput {
        id: Some(&reading.id),
        cite: reading.cite.as_slice(),
        says: &reading.says,
        why: &reading.why,
        option: reading.option.as_deref(),
        printed: None,
    });
    let defects = rulebook.defects.iter().map(|defect| ReadingOutput {
        id: None,
        cite: defect.cite.as_slice(),
        says: &defect.taken_as,
        why: &defect.why,
        option: None,
        printed: Some(&defect.printed),
    });
    let all: Vec<ReadingOutput<'_>> = readings.chain(defects).collect();
    if json {
        return output::print_json(&all);
    }
    let mut text = String::new();
    for reading in &all {
        let title = reading.id.map_or("misprint".to_owned(), str::to_owned);
        let cite =
            if reading.cite.is_empty() { "the text is silent".to_owned() } else { reading.cite.join(", ") };
        let _ = writeln!(text, "{title}  [{cite}]");
        if let Some(printed) = reading.printed {
            let _ = writeln!(text, "  printed: {printed}");
        }
        let _ = writeln!(
            text,
            "  {}: {}",
            if reading.printed.is_some() { "taken as" } else { "reads" },
            reading.says
        );
        let _ = writeln!(text, "  because: {}", reading.why);
        if let Some(option) = reading.option {
            let _ = writeln!(text, "  option: {option}");
        }
    }
    output::print(&text)
}

fn schema(kind: &str) -> Result<(), Failure> {
    let schemas = schemas();
    match schemas.get(kind) {
        Some(schema) => output::print_json(schema),
        None => {
            let kinds: Vec<&str> = schemas.keys().copied().collect();
            Err(Failure::invalid(
                "unknown_schema",
                format!("there is no schema `{kind}`; choose {}", kinds.join(", ")),
            ))
        }
    }
}
