//! What a sheet says about itself: which rules, which software, which method, and how to make it again.

use std::collections::BTreeSet;

use banco_money::Rounding;
use banco_odds::DrawTable;
use banco_rulebook::model::reading::Reading;
use banco_rulebook::model::rulebook::{Drawing, Variant, Vigorish};
use banco_rulebook::model::wager::Wager;
use banco_rulebook::{Rulebook, VigorishOn};
use sha2::{Digest as _, Sha256};

use crate::again::command;
use crate::asked::sheet_name;
use crate::count::{CountedSheet, Recount};
use crate::document::{Content, DocumentSheet, Fact, Section, Value};
use crate::facts::{brief, full};
use crate::question::ParQuestion;

/// Name and version of this program.
pub const SOFTWARE: &str = concat!("banco ", env!("CARGO_PKG_VERSION"));

/// A wager file from outside the tree.
pub struct WagerFile {
    pub path: String,
    /// SHA-256 of its bytes, in hexadecimal.
    pub hash: String,
}

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A day, if it is written as `2026-01-31`.
///
/// # Errors
///
/// What to do, if it is not.
pub fn checked_date(text: &str) -> Result<String, String> {
    let parts: Vec<&str> = text.split('-').collect();
    let number = |part: &str, digits: usize| {
        let fits = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
        fits.then(|| part.parse::<u16>().ok()).flatten()
    };
    let day = match parts.as_slice() {
        [year, month, day] => number(year, 4).zip(number(month, 2)).zip(number(day, 2)),
        _ => None,
    };
    match day {
        Some(((_, 1..=12), 1..=31)) => Ok(text.to_owned()),
        _ => Err("write it as 2026-01-31".to_owned()),
    }
}

/// One id for several sheets; of a single sheet its own.
pub fn document_id(sheets: &[DocumentSheet]) -> String {
    let ids: Vec<String> = sheets.iter().map(|sheet| sheet.value("id").shown()).collect();
    match ids.as_slice() {
        [only] => only.clone(),
        _ => id(&ids.join("\n")),
    }
}

fn id(facts: &str) -> String {
    let hash = sha256(facts.as_bytes());
    format!("PAR-{}", hash.get(..12).unwrap_or(&hash))
}

/// The id of a sheet: over what was asked, by which rules and software, and every exact count. Date and author, and
/// figures that are worked out from the counts, do not change it.
fn sheet_id(made: &CountedSheet, asked: &ParQuestion) -> String {
    let terms = &made.terms;
    let mut gone: Vec<&str> = asked.shoe.cards.without.split_whitespace().collect();
    gone.sort_unstable();
    let mut facts = vec![
        SOFTWARE.to_owned(),
        format!("{} {}", terms.rulebook.id(), terms.rulebook.hash),
        format!("{} {}", terms.open, terms.hash),
        made.wager_file.as_ref().map(|file| file.hash.clone()).unwrap_or_default(),
        sheet_name(&made.sheet),
        format!("{:?} {} {}", made.seat, made.cards_told.key(), gone.join(" ")),
        format!("{} {:?}", asked.shoe.choice.name(), asked.stake),
        made.sheet.total.to_string(),
    ];
    let line = |line: &banco_odds::LineOdds| {
        format!("{}\t{}\t{}\t{}/{}", line.name, line.pays, line.ways, line.gain.0, line.gain.1)
    };
    facts.extend(made.sheet.lines.iter().map(line));
    id(&facts.join("\n"))
}

/// What the sheet is, and how it can be checked.
pub fn document_section(made: &CountedSheet, asked: &ParQuestion) -> Section {
    let terms = &made.terms;
    let file = made.wager_file.as_deref();
    let method = match (made.sheet.void, &made.simulated) {
        _ if made.cards_told.is_infinite() => {
            "exact counts of whole shoes, of which the sixth difference by decks tells infinitely many; no simulation"
        }
        (0, None) => "exact enumeration of all deals, integer arithmetic; no simulation",
        (0, Some(_)) => {
            "exact enumeration of all deals, integer arithmetic; the simulation is for comparison"
        }
        _ => "every order of the cards left dealt out; no simulation",
    };
    let facts = vec![
        brief("id", "document", "the same question gives the same id", Value::text(sheet_id(made, asked))),
        brief("software", "software", "", Value::text(SOFTWARE)),
        brief("date", "date", "", Value::text_if(asked.date.as_deref())),
        brief("author", "author", "", Value::text_if(asked.author.as_deref())),
        brief("rulebook_hash", "rulebook sha-256", "", Value::text(terms.rulebook.hash.as_str())),
        brief("submission", "submission", "", Value::text(terms.name.as_str())),
        brief("submission_hash", "submission sha-256", "keys set included", Value::text(terms.hash.as_str())),
        brief("wager_file", "wager file", "", Value::text_if(file.map(|file| file.path.as_str()))),
        brief(
            "wager_file_hash",
            "wager file sha-256",
            "",
            Value::text_if(file.map(|file| file.hash.as_str())),
        ),
        full("clauses", "clauses", "that the wager and its lines cite", clauses(made)),
        brief("readings", "readings that matter", "where the text leaves a doubt", readings(made)),
        brief("method", "method", "", Value::text(method)),
        full("cycle", "cycle", "all deals", Value::Count(made.sheet.total)),
        brief("verification", "verified", "", Value::text(verification(made))),
        brief("command", "again", "makes this sheet again", Value::text(command(asked, Some(made)))),
    ];
    Section { key: "document", title: "Document", content: Content::Facts(facts) }
}

fn verification(made: &CountedSheet) -> String {
    let sums = "the ways of all lines add up to all deals, so the probabilities to exactly 1";
    if made.sheet.void > 0 {
        return "the ways of all lines and the void deals add up to all orders of the cards left".to_owned();
    }
    match made.recount {
        Recount::NotAsked => sums.to_owned(),
        Recount::Equal => format!("{sums}; recounted by multisets of values: equal"),
        Recount::OnlyCount => {
            format!("{sums}; more than values decides, so the closed form is the only count")
        }
    }
}

/// What the wager is, and by which rules it is played.
pub fn game_section(made: &CountedSheet, asked: &ParQuestion) -> Section {
    let terms = &made.terms;
    let (rulebook, table) = (&terms.rulebook, &made.sheet.table);
    let family = rulebook.families.get(&table.wager);
    let variant = variant(made);
    let chosen = |option: &String| {
        (option.clone(), terms.options.get(option).cloned().unwrap_or_else(|| "-".to_owned()))
    };
    let in_force: Vec<(String, String)> = options_of(made).iter().map(chosen).collect();
    let all: Vec<(String, String)> = terms.options.keys().map(chosen).collect();
    let units: Vec<String> = table.units.iter().map(ToString::to_string).collect();
    let mut facts = vec![
        full("game", "game", "", Value::text(rulebook.file.name.as_str())),
        full("edition", "edition", "", Value::text(rulebook.file.edition.as_str())),
        full("name", "wager", "as printed", Value::text(table.name.as_str())),
        full("owner", "owner of the mark", "", Value::text_if(family.and_then(|f| f.owner.as_deref()))),
        full("units", "fixed wagers", "", Value::List(units)),
        full("variant", "variant", "", Value::text(format!("{}: {}", variant.id, variant.summary))),
    ];
    facts.extend(vigorish(made, asked));
    facts.extend([
        brief("options_in_force", "options in force", "that bear on this sheet", Value::Choices(in_force)),
        full("options", "options", "all choices of the submission", Value::Choices(all)),
        full("draw_rule", "drawing", "", Value::text(draw_rule(&made.draw))),
        full("draw_clauses", "clauses of drawing", "", Value::List(draw_cites(&rulebook.file.drawing))),
        full("burn_and_cut", "burn and cut", "", Value::text(burn_and_cut(rulebook))),
    ]);
    Section { key: "game", title: "Game", content: Content::Facts(facts) }
}

/// The way of playing the base game. Where every pay table may be asked for, it is the one that this pay table is for.
fn variant(made: &CountedSheet) -> &Variant {
    let (terms, table) = (&made.terms, &made.sheet.table);
    let for_table = |variant: &&Variant| {
        variant.paytables.get(&table.wager).is_some_and(|column| *column == table.column)
    };
    let others = terms.rulebook.file.variants.iter().filter(|_| terms.open);
    std::iter::once(&terms.variant).chain(others).find(for_table).unwrap_or(&terms.variant)
}

/// The vigorish that the lines owe, and how it is rounded.
fn vigorish(made: &CountedSheet, asked: &ParQuestion) -> Vec<Fact> {
    let owed = |on: VigorishOn| made.sheet.table.lines.iter().any(|line| line.vigorish == on);
    let mut rates: Vec<String> = Vec::new();
    let mut rounding = String::new();
    if let Some(terms) = &made.terms.vigorish {
        rates.extend(owed(VigorishOn::Win).then(|| format!("{} of the amount won", terms.on_win)));
        rates.extend(owed(VigorishOn::Tie).then(|| format!("{} of a tied wager", terms.on_tie)));
        rounding = match terms.up_to {
            Some(up_to) => format!("vigorish up to the next multiple of {up_to}; "),
            None => "vigorish to the cent; ".to_owned(),
        };
    }
    if rates.is_empty() {
        (rates, rounding) = (vec!["none".to_owned()], String::new());
    }
    let fractions = match made.terms.fractions {
        Rounding::Down => "pays down to the cent",
        Rounding::Up => "pays up to the cent",
    };
    let applied = if asked.stake.is_some() { "" } else { " (at a table; these figures are not rounded)" };
    vec![
        brief("vigorish", "vigorish", "", Value::text(rates.join(", "))),
        full("rounding", "rounding", "", Value::text(format!("{rounding}{fractions}{applied}"))),
    ]
}

/// Who draws, in a line: `... the Banker draws on 0-2 always, 3 against 0-7 9 or no third card, ...`.
fn draw_rule(draw: &DrawTable) -> String {
    let naturals = ranges((0..10).filter(|total| draw.is_natural(*total)));
    let player = ranges((0..10).filter(|total| !draw.is_natural(*total) && draw.player_draws(*total)));
    let mut banker: Vec<(String, Vec<u8>)> = Vec::new();
    for total in (0..10).filter(|total| !draw.is_natural(*total)) {
        let against = banker_draws(draw, total);
        match banker.last_mut() {
            Some((last, totals)) if *last == against => totals.push(total),
            _ => banker.push((against, vec![total])),
        }
    }
    let range =
        |(against, totals): &(String, Vec<u8>)| format!("{} {against}", ranges(totals.iter().copied()));
    let banker: Vec<String> = banker.iter().map(range).collect();
    format!(
        "nobody draws if a hand has {naturals}; the Player draws on {player}; the Banker draws on {}",
        banker.join(", ")
    )
}

/// Against which third cards of the Player the Banker draws on this count.
fn banker_draws(draw: &DrawTable, total: u8) -> String {
    let thirds = ranges((0..10).filter(|third| draw.banker_draws(total, Some(*third))));
    match (thirds.as_str(), draw.banker_draws(total, None)) {
        ("0-9", true) => "always".to_owned(),
        ("", true) => "against no third card".to_owned(),
        ("", false) => "never".to_owned(),
        (thirds, true) => format!("against {thirds} or no third card"),
        (thirds, false) => format!("against {thirds}"),
    }
}

/// `0-5`, `4 6-7`.
fn ranges(numbers: impl Iterator<Item = u8>) -> String {
    let mut ranges: Vec<(u8, u8)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let range =
        |(first, last): &(u8, u8)| if first == last { first.to_string() } else { format!("{first}-{last}") };
    ranges.iter().map(range).collect::<Vec<_>>().join(" ")
}

fn burn_and_cut(rulebook: &Rulebook) -> String {
    let cut = &rulebook.file.cut;
    format!(
        "the first card is burned with as many more as it counts; the cut leaves at least {} cards at either end, the \
         cut card {} at the back; cards that nobody has seen leave the odds of a round as they are",
        cut.from_either_end, cut.cut_card_from_back
    )
}

fn draw_cites(drawing: &Drawing) -> Vec<String> {
    let player = &drawing.player;
    let chooses = player.chooses.iter().map(|choice| &choice.cite);
    let optional = drawing.banker.optional.iter().map(|optional| &optional.cite);
    let cites = [&drawing.natural.cite, &player.draws_cite, &player.stands_cite]
        .into_iter()
        .chain(chooses)
        .chain(drawing.banker.cite.values())
        .chain([&drawing.banker.stood_cite])
        .chain(optional);
    once(cites.flat_map(|cite| cite.as_slice().iter().cloned()))
}

/// Each of them once, in order.
fn once(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    texts.filter(|text| seen.insert(text.clone())).collect()
}

/// The clauses that the wager, its pay table and its lines cite.
fn cited(made: &CountedSheet) -> Vec<String> {
    let table = &made.sheet.table;
    let wager = made.terms.rulebook.wager(&table.wager);
    let own = wager.into_iter().flat_map(|wager| wager.cite.as_slice()).chain(&table.cite);
    let meters = wager
        .into_iter()
        .flat_map(|wager| &wager.meters)
        .filter(|meter| made.sheet.jackpots.iter().any(|jackpot| jackpot.meter == meter.id));
    let meters = meters.flat_map(|meter| meter.cite.as_slice());
    once(own.chain(table.lines.iter().flat_map(|line| &line.cite)).chain(meters).cloned())
}

fn clauses(made: &CountedSheet) -> Value {
    let rulebook = &made.terms.rulebook;
    let summary = |id: String| {
        let says = rulebook.clause(&id).map(|clause| clause.summary.clone()).unwrap_or_default();
        (id, says)
    };
    Value::Items(cited(made).into_iter().map(summary).collect())
}

/// The options that the lines of the sheet, the ranking of its lines or the drawing depend on.
fn options_of(made: &CountedSheet) -> Vec<String> {
    let table = &made.sheet.table;
    let wager: Option<&Wager> = made.terms.rulebook.wager(&table.wager);
    let rows = wager.into_iter().flat_map(|wager| &wager.rows);
    let used = rows.filter(|row| table.lines.iter().any(|line| line.name == row.name));
    let instead = used.flat_map(|row| row.instead.keys());
    let optional = made.terms.rulebook.file.drawing.banker.optional.iter().map(|optional| &optional.when);
    let keys =
        instead.chain(optional).filter_map(|key| key.split_once('=')).map(|(option, _)| option.to_owned());
    once(keys.chain(wager.and_then(|wager| wager.ranking_option.clone())))
}

/// The readings that bear on the counts: those that read a clause which the sheet or its drawing cites, those by which an
/// option of it may be chosen, and those named where the rulebook tells the drawing, the variant and the vigorish owed.
fn readings(made: &CountedSheet) -> Value {
    let terms = &made.terms;
    let file = &terms.rulebook.file;
    let owed: Option<&Vigorish> = file.vigorish.as_ref().filter(|_| {
        terms.vigorish.is_some()
            && made.sheet.table.lines.iter().any(|line| line.vigorish != VigorishOn::Nothing)
    });
    let charged = owed.into_iter().flat_map(|vigorish| vigorish.cite.as_slice().iter().cloned());
    let read: BTreeSet<String> =
        cited(made).into_iter().chain(draw_cites(&file.drawing)).chain(charged).collect();
    let options = options_of(made);
    let banker = &file.drawing.banker;
    let named: Vec<&String> = [
        file.drawing.player.chooses.as_ref().and_then(|choice| choice.reading.as_ref()),
        banker.reading.as_ref(),
        banker.optional.as_ref().and_then(|optional| optional.reading.as_ref()),
        variant(made).reading.as_ref(),
        owed.and_then(|vigorish| vigorish.reading.as_ref()),
    ]
    .into_iter()
    .flatten()
    .collect();
    let matters = |reading: &&Reading| {
        reading.cite.as_slice().iter().any(|clause| read.contains(clause))
            || reading.option.as_ref().is_some_and(|option| options.contains(option))
            || named.contains(&&reading.id)
    };
    let item = |reading: &Reading| (reading.id.clone(), reading.says.clone());
    Value::Items(terms.rulebook.readings.iter().filter(matters).map(item).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_joined() {
        assert_eq!(ranges([0, 1, 2, 5, 7, 8].into_iter()), "0-2 5 7-8");
        assert_eq!(ranges([].into_iter()), "");
    }

    #[test]
    fn days_are_checked() {
        assert!(checked_date("2026-01-31").is_ok());
        for bad in ["2026-13-01", "2026-1-1", "31.1.2026", "2026-01-32", "today", "2026-01-+1"] {
            assert!(checked_date(bad).is_err(), "{bad}");
        }
    }
}
