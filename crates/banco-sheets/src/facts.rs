//! From what was made to what is told: the one place where a sheet's sections are put together.
#![expect(clippy::float_arithmetic, reason = "figures for people, made from exact counts")]

use banco_money::Pay;
use banco_odds::{CountError, Fraction, LineOdds, Meters, Sheet, decimal, ratio};
use banco_rulebook::Diagnostic;

use crate::about::{self, SOFTWARE};
use crate::again::command;
use crate::asked::sheet_name;
use crate::count::CountedSheet;
use crate::document::{
    Content, Document, DocumentSheet, Fact, Grid, Name, Plot, PlotKind, Section, Shown, Value,
};
use crate::more::Removed;
use crate::question::ParQuestion;
use crate::wager::decks_warning;
use crate::{house, meters, play, simulated, void};

/// For how many rounds the volatility index is told.
const ROUNDS: [u32; 4] = [1, 1_000, 10_000, 1_000_000];

/// Significant digits of what a sheet is made for: edge, return, probabilities and contributions.
pub const MAIN: usize = 10;

/// Those of the figures beside: hits and pushes, variance and deviation.
pub const BESIDE: usize = 7;

/// Those of figures by which people only compare: how rare something is, and the shape of the spread.
pub const ROUGH: usize = 5;

/// All that these sheets tell.
pub fn document(made: &[CountedSheet], asked: &ParQuestion, without_odds: Vec<CountError>) -> Document {
    let sheets: Vec<DocumentSheet> = made.iter().map(|made| sheet(made, asked)).collect();
    Document {
        id: about::document_id(&sheets),
        software: SOFTWARE,
        date: asked.date.clone(),
        author: asked.author.clone(),
        command: command(asked, None),
        sheets,
        without_odds,
    }
}

fn sheet(made: &CountedSheet, asked: &ParQuestion) -> DocumentSheet {
    let table = &made.sheet.table;
    let alone = if made.participation.is_empty() { "" } else { " alone" };
    let seat = made.seat.map(|seat| format!(", seat {seat}{alone}")).unwrap_or_default();
    let rulebook = made.terms.rulebook.id();
    let mut sections = vec![question_section(made)];
    sections.extend(void::section(made));
    sections.extend([lines(&made.sheet), figures(made)]);
    sections.extend(play::section(made, asked));
    sections.extend(meters::sections(made));
    sections.push(distribution(&made.sheet));
    sections.extend(house::sections(made));
    sections.extend(simulated::sections(made));
    sections.extend(removal(made));
    sections.extend(by_decks(made));
    sections.extend([conditions(made, asked), about::game_section(made, asked)]);
    sections.push(about::document_section(made, asked));
    DocumentSheet {
        title: format!("{rulebook} {}, {}{seat}", sheet_name(&made.sheet), made.cards_told.title()),
        family: (rulebook.to_owned(), table.wager.clone()),
        warnings: warnings(made, asked),
        sections,
    }
}

fn warnings(made: &CountedSheet, asked: &ParQuestion) -> Vec<String> {
    let above = made.sheet.house_edge() < 0.0;
    let above = above.then(|| "more than 100% comes back: bettors have the edge".to_owned());
    let decks = asked.shoe.cards.decks.and_then(|decks| decks_warning(&made.terms, &made.sheet.table, decks));
    above.into_iter().chain(decks).chain(made.dangers.iter().map(in_one_line)).collect()
}

/// A warning with its place, code and hint, as a sheet tells it.
fn in_one_line(warning: &Diagnostic) -> String {
    let file = warning.source.as_ref().map(|source| source.path.as_str()).unwrap_or_default();
    let (line, column) = warning.line_column().unwrap_or_default();
    let hint = warning.hint.as_deref().unwrap_or_default();
    format!("{} ({hint}) [{}] {file}:{line}:{column}", warning.message, warning.code)
}

/// A fact that is told everywhere.
pub const fn brief(key: &'static str, label: &'static str, meaning: &'static str, value: Value) -> Fact {
    Fact { name: Name::new(key, label, meaning), value, brief: true }
}

/// A fact that is not told on a terminal, where space is short.
pub const fn full(key: &'static str, label: &'static str, meaning: &'static str, value: Value) -> Fact {
    Fact { name: Name::new(key, label, meaning), value, brief: false }
}

fn whole_if(number: Option<impl Into<u64>>) -> Value {
    number.map_or(Value::Nothing, |number| Value::Whole(number.into()))
}

fn question_section(made: &CountedSheet) -> Section {
    let table = &made.sheet.table;
    let column = Some(table.column.as_str()).filter(|column| !column.is_empty());
    let counted = made.cards_told.counted();
    let (cards, drawn) = if made.cards_told.is_infinite() {
        (None, "with replacement, as from infinitely many decks")
    } else {
        (Some(made.cards), "without replacement")
    };
    let facts = vec![
        full("rulebook", "rulebook", "", Value::text(made.terms.rulebook.id())),
        full("wager", "wager", "", Value::text(table.wager.as_str())),
        full("side", "side", "what the wager backs", Value::text_if(table.side.as_deref())),
        full("paytable", "pay table", "", Value::text_if(column)),
        full("seat", "seat", "where the odds depend on it", whole_if(made.seat)),
        full("decks", "decks", "of a full shoe", whole_if(made.cards_told.decks())),
        full(
            "shoe",
            "shoe",
            "its number among those that were counted",
            whole_if(counted.map(|shoe| shoe.number)),
        ),
        full(
            "shoe_name",
            "name of the shoe",
            "",
            Value::text_if(counted.and_then(|shoe| shoe.left.name.as_deref())),
        ),
        full("cards", "cards left", "in the shoe", whole_if(cards)),
        full("drawn", "cards are drawn", "", Value::text(drawn)),
        full(
            "composition",
            "their counts",
            "by point value, rank or card",
            Value::text_if(counted.map(|shoe| shoe.left.words())),
        ),
        full(
            "total",
            "all deals (cycle)",
            "ordered deals of six cards; cards that a round does not need are dealt and ignored; void ones apart",
            Value::Count(made.sheet.total),
        ),
    ];
    Section { key: "", title: "Question", content: Content::Facts(facts) }
}

fn lines(sheet: &Sheet) -> Section {
    let columns = vec![
        Name::new("name", "line", "the first line that holds pays, and only that one"),
        Name::new("pays", "pays", "\"to\" returns the stake as well, \"for\" includes it"),
        Name::new("ways", "ways", "deals that reach the line, exact"),
        Name::new("probability", "probability", "ways by all deals"),
        Name::new("fraction", "fraction", "the same, exact and reduced"),
        Name::new("one_in", "one in", "rounds between two of them on average"),
        Name::new("contribution", "net", "what it adds to the bettor's average gain for each unit staked"),
        Name::new(
            "return_contribution",
            "to return",
            "what it adds to the return: its probability times what comes back for one unit, the stake included",
        ),
    ];
    let row = |line: &LineOdds| {
        vec![
            Value::text(line.name.as_str()),
            Value::Pays(line.pays.clone()),
            Value::Count(line.ways),
            probability(sheet, line.ways),
            Value::text(fraction(line.ways, sheet.total)),
            one_in(sheet, line.ways),
            Value::Exact(sheet.net_part(line), sheet.contribution(line), Shown::Signed(MAIN)),
            Value::Exact(sheet.return_part(line), sheet.return_contribution(line), Shown::Digits(MAIN)),
        ]
    };
    let about = "What each line adds to the bettor's average gain for each unit staked.";
    let plot = Plot { kind: PlotKind::Bars, label: 0, value: 6, about };
    let rows = sheet.lines.iter().map(row).collect();
    let brief = &["name", "pays", "ways", "probability", "one_in", "contribution", "return_contribution"];
    let grid = Grid { columns, rows, sums: Some(sums(sheet)), plot: Some(plot), brief };
    Section { key: "lines", title: "Lines", content: Content::Grid(grid) }
}

/// What the lines come to together: all deals, the bettor's average gain, and the return.
fn sums(sheet: &Sheet) -> Vec<Value> {
    let ways = sheet.lines.iter().map(|line| line.ways).sum();
    vec![
        Value::text("Total"),
        Value::Nothing,
        Value::Count(ways),
        probability(sheet, ways),
        Value::text(fraction(ways, sheet.total)),
        Value::Nothing,
        Value::Exact(sheet.exact_mean(), -sheet.house_edge(), Shown::Signed(MAIN)),
        Value::Exact(back(sheet), sheet.average_return(), Shown::Digits(MAIN)),
    ]
}

fn figures(made: &CountedSheet) -> Section {
    let sheet = &made.sheet;
    let apart = !sheet.jackpots.is_empty();
    let (mean, denominator) = sheet.mean();
    let (return_label, edge_label) =
        if apart { ("return, meters apart", "house edge, meters apart") } else { ("return", "house edge") };
    let mut facts = vec![
        brief("return", return_label, "what comes back, the stake included", returned(sheet)),
        brief(
            "long_run_return",
            "return in the long run, meters included",
            "with what meters and reserves take, seeds that no reserve pays for, and the Must Hit meter that is run",
            match &made.meters {
                None => Value::Nothing,
                Some(meters) => long_run(meters),
            },
        ),
        brief("house_edge", edge_label, "for each unit staked", house_edge(sheet)),
        full(
            "house_edge_fraction",
            "house edge as a fraction",
            "exact and reduced",
            Value::text(signed_fraction(-mean, denominator)),
        ),
        brief("edge_on_resolved", "on resolved wagers", "pushes apart", edge_on_resolved(sheet)),
    ];
    facts.extend(frequencies(sheet));
    facts.extend(spread(sheet, apart));
    facts.extend(spread_with_meters(made));
    Section { key: "", title: "Figures", content: Content::Facts(facts) }
}

/// The house's edge on the initial wager.
pub fn house_edge(sheet: &Sheet) -> Value {
    Value::Exact(-sheet.exact_mean(), sheet.house_edge(), Shown::Percent(MAIN))
}

/// What comes back on average for each unit staked, the stake included.
pub fn returned(sheet: &Sheet) -> Value {
    Value::Exact(back(sheet), sheet.average_return(), Shown::Percent(MAIN))
}

/// What comes back in the long run, meters included; a word where one has yet to be set up.
pub fn long_run(meters: &Meters) -> Value {
    let total = meters.split.total();
    total.map_or(Value::Unknown, |total| Value::nearest(&total, Shown::Percent(MAIN)))
}

fn back(sheet: &Sheet) -> Fraction {
    ratio(1, 1) + sheet.exact_mean()
}

fn edge_on_resolved(sheet: &Sheet) -> Value {
    let resolved = sheet.total - ways_of(sheet, pushes);
    let exact = -sheet.exact_mean() * ratio(sheet.total, resolved);
    Value::Exact(exact, sheet.edge_on_resolved(), Shown::Percent(MAIN))
}

/// The chance of so many deals.
pub fn probability(sheet: &Sheet, ways: u128) -> Value {
    share_of(sheet, ways, sheet.probability(ways), Shown::Digits(MAIN))
}

fn share_of(sheet: &Sheet, ways: u128, number: f64, shown: Shown) -> Value {
    Value::Exact(ratio(ways, sheet.total), number, shown)
}

/// How far the gain strays from its average, meters counting nothing.
fn spread(sheet: &Sheet, apart: bool) -> Vec<Fact> {
    let deviation = sheet.variance().sqrt();
    let (variance_label, deviation_label, index_label) = if apart {
        ("variance, meters apart", "deviation, meters apart", "volatility index by rounds, meters apart")
    } else {
        ("variance", "deviation", "volatility index by rounds")
    };
    let (skewness_label, kurtosis_label) =
        if apart { ("skewness, meters apart", "kurtosis, meters apart") } else { ("skewness", "kurtosis") };
    vec![
        brief(
            "variance",
            variance_label,
            "of the gain for each unit",
            Value::Exact(sheet.exact_variance(), sheet.variance(), Shown::Digits(BESIDE)),
        ),
        brief("standard_deviation", deviation_label, "its square root", plain(deviation, BESIDE)),
        brief("skewness", skewness_label, "of the gain", plain(sheet.skewness(), ROUGH)),
        brief("kurtosis", kurtosis_label, "3 for a normal distribution", plain(sheet.kurtosis(), ROUGH)),
        full(
            "volatility_index",
            "volatility index",
            "1.645 deviations",
            plain(sheet.volatility_index(1), ROUGH),
        ),
        brief(
            "volatility_by_rounds",
            index_label,
            "1.645 deviations of the average gain of so many rounds",
            by_rounds(sheet, deviation),
        ),
    ]
}

/// The same with the meters, each of which pays what it shows on average in the long run; nothing without meters.
fn spread_with_meters(made: &CountedSheet) -> Vec<Fact> {
    let Some(meters) = &made.meters else { return Vec::new() };
    let variance = meters.variance(&made.sheet);
    let deviation = variance.as_ref().map(|variance| decimal(variance).sqrt());
    vec![
        brief(
            "variance_with_meters",
            "variance with the meters",
            "each meter pays its average in the long run; Must Hit apart",
            variance.map_or(Value::Unknown, |variance| Value::nearest(&variance, Shown::Digits(BESIDE))),
        ),
        brief(
            "standard_deviation_with_meters",
            "deviation with the meters",
            "its square root",
            deviation.map_or(Value::Unknown, |deviation| plain(deviation, BESIDE)),
        ),
        brief(
            "volatility_by_rounds_with_meters",
            "volatility index by rounds with the meters",
            "1.645 of these deviations of the average gain of so many rounds",
            deviation.map_or(Value::Unknown, |deviation| by_rounds(&made.sheet, deviation)),
        ),
    ]
}

/// The volatility index for several numbers of rounds.
fn by_rounds(sheet: &Sheet, deviation: f64) -> Value {
    let index = |rounds: u32| (rounds.to_string(), Sheet::volatility(deviation, rounds));
    let indices = ROUNDS.into_iter().filter(|_| sheet.total > 0).map(index);
    Value::Numbers(indices.collect(), Shown::Digits(ROUGH))
}

const fn plain(number: f64, digits: usize) -> Value {
    Value::Number(number, Shown::Digits(digits))
}

/// How often it wins and pushes, and what it pays at most.
fn frequencies(sheet: &Sheet) -> Vec<Fact> {
    let (hit, push) = sheet.hit_and_push();
    let (hits, pushes) = (ways_of(sheet, hits), ways_of(sheet, pushes));
    let share = |ways: u128, number: f64| share_of(sheet, ways, number, Shown::Percent(BESIDE));
    let largest = largest(sheet);
    let gain = largest.map(gain);
    vec![
        brief("hit", "hit", "the share of wagers that win", share(hits, hit)),
        full("hit_fraction", "hit as a fraction", "", Value::text(fraction(hits, sheet.total))),
        brief("hit_one_in", "wins one in", "rounds between two wins on average", one_in(sheet, hits)),
        brief("push", "push", "the share of wagers that are returned", share(pushes, push)),
        full("push_fraction", "push as a fraction", "", Value::text(fraction(pushes, sheet.total))),
        brief(
            "largest_pay",
            "largest pay",
            "that is fixed; meters apart",
            Value::text_if(largest.map(|line| line.pays.to_string())),
        ),
        full("largest_pay_line", "its line", "", Value::text_if(largest.map(|line| line.name.as_str()))),
        full("largest_gain", "its gain", "for each unit", Value::number_if(gain, Shown::Signed(ROUGH))),
    ]
}

/// The deals of all lines that are like this.
fn ways_of(sheet: &Sheet, like: fn(&LineOdds) -> bool) -> u128 {
    sheet.lines.iter().filter(|line| like(line)).map(|line| line.ways).sum()
}

fn hits(line: &LineOdds) -> bool {
    line.pays.wins()
}

/// A tie that is charged vigorish is no push: something is lost.
fn pushes(line: &LineOdds) -> bool {
    line.pays == Pay::Push && line.gain.0 == 0
}

/// The line that pays most of those that can be reached and pay a fixed amount.
fn largest(sheet: &Sheet) -> Option<&LineOdds> {
    let fixed = |line: &&LineOdds| line.ways > 0 && line.pays.wins() && !matches!(line.pays, Pay::Share(..));
    sheet.lines.iter().filter(fixed).max_by(|one, other| gain(one).total_cmp(&gain(other)))
}

#[expect(clippy::cast_precision_loss, reason = "a gain to be shown")]
fn gain(line: &LineOdds) -> f64 {
    line.gain.0 as f64 / line.gain.1 as f64
}

/// What can be gained, and how likely: lines that gain the same are one.
fn distribution(sheet: &Sheet) -> Section {
    let mut gains: Vec<((i128, i128), u128)> = Vec::new();
    for line in &sheet.lines {
        match gains.iter_mut().find(|(gain, _)| *gain == line.gain) {
            Some((_, ways)) => *ways += line.ways,
            None => gains.push((line.gain, line.ways)),
        }
    }
    gains.sort_by_key(|(gain, _)| std::cmp::Reverse(gain.0.saturating_mul(1_000_000) / gain.1));
    let columns = vec![
        Name::new("gain", "gain", "for each unit staked, vigorish taken; meters count nothing"),
        Name::new("ways", "ways", "deals that gain it, exact"),
        Name::new("probability", "probability", "ways by all deals"),
        Name::new("one_in", "one in", "rounds between two of them on average"),
    ];
    let row = |((gain, of), ways): &((i128, i128), u128)| {
        vec![
            Value::text(if *gain > 0 { "+" } else { "" }.to_owned() + &signed_fraction(*gain, *of)),
            Value::Count(*ways),
            probability(sheet, *ways),
            one_in(sheet, *ways),
        ]
    };
    let about = "How likely each gain is; every step of the scale is ten times as likely as the one before.";
    let plot = Plot { kind: PlotKind::LogBars, label: 0, value: 2, about };
    let grid =
        Grid { rows: gains.iter().map(row).collect(), columns, sums: None, plot: Some(plot), brief: &[] };
    Section { key: "distribution", title: "Distribution of the gain", content: Content::Grid(grid) }
}

fn removal(made: &CountedSheet) -> Option<Section> {
    let whole = made.sheet.house_edge();
    let columns = vec![
        Name::new("card", "card taken out", "one of them; those with the same effect stand together"),
        Name::new("house_edge", "house edge", "when one of them has left the shoe"),
        Name::new("effect", "effect on the bettor", "by how much the average gain changes"),
    ];
    let row = |removed: &Removed| {
        vec![
            Value::text(removed.name()),
            Value::Number(removed.edge, Shown::Percent(MAIN)),
            Value::Number(whole - removed.edge, Shown::SignedPercent(BESIDE)),
        ]
    };
    let about = "By how much the bettor's average gain changes when one card has left the shoe.";
    let plot = Plot { kind: PlotKind::Bars, label: 0, value: 2, about };
    let (rows, brief) = (made.more.removal.iter().map(row).collect(), &["card", "house_edge", "effect"]);
    let grid = Grid { rows, columns, sums: None, plot: Some(plot), brief };
    let section = Section { key: "removal", title: "Effect of removal", content: Content::Grid(grid) };
    (!made.more.removal.is_empty()).then_some(section)
}

fn by_decks(made: &CountedSheet) -> Option<Section> {
    let columns = vec![
        Name::new("decks", "decks", ""),
        Name::new("house_edge", "house edge", "from a shoe of so many"),
    ];
    let row = |(decks, edge): &(u8, f64)| {
        vec![Value::Whole((*decks).into()), Value::Number(*edge, Shown::Percent(MAIN))]
    };
    let about = "The house's edge by number of decks.";
    let plot = Plot { kind: PlotKind::Line, label: 0, value: 1, about };
    let (rows, brief) = (made.more.by_decks.iter().map(row).collect(), &["decks", "house_edge"]);
    let grid = Grid { rows, columns, sums: None, plot: Some(plot), brief };
    let section = Section { key: "by_decks", title: "Edge by decks", content: Content::Grid(grid) };
    (!made.more.by_decks.is_empty()).then_some(section)
}

/// What the figures depend on beside the rulebook.
fn conditions(made: &CountedSheet, asked: &ParQuestion) -> Section {
    let facts = vec![
        full("set", "keys set", "of the submission, by the command", Value::List(asked.rules.set.clone())),
        brief(
            "without",
            "cards gone",
            "cards that have left the shoe",
            Value::text(asked.shoe.cards.without.as_str()),
        ),
        brief(
            "suits",
            "suits assumed",
            "for suit-specific lines; `--set wager.ID.suits` names others",
            Value::text_if(suits(made)),
        ),
        full("choice", "choice", "what a hand does that may choose", Value::text(asked.shoe.choice.name())),
        brief("stake", "stake", "for which pays are rounded", Value::text_if(asked.stake.as_deref())),
        brief("cite", "clauses of the pay table", "", Value::text(made.sheet.table.cite.join(", "))),
    ];
    Section { key: "", title: "Conditions", content: Content::Facts(facts) }
}

/// The suits of a suit-specific wager, in the order of its lines.
fn suits(made: &CountedSheet) -> Option<String> {
    let names: Vec<String> = made.suits.iter().map(|suit| suit.name().to_owned()).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// `1 in N`, where it can happen at all.
pub fn one_in(sheet: &Sheet, ways: u128) -> Value {
    if ways == 0 {
        return Value::Nothing;
    }
    Value::Exact(ratio(sheet.total, ways), sheet.probability(ways).recip(), Shown::Digits(ROUGH))
}

/// Nothing where there is nothing to be a fraction of.
fn fraction(numerator: u128, denominator: u128) -> String {
    if denominator == 0 {
        return String::new();
    }
    let common = gcd(numerator, denominator).max(1);
    format!("{}/{}", numerator / common, denominator / common)
}

/// An exact fraction with its sign; a whole number without a denominator.
pub fn signed_fraction(numerator: i128, denominator: i128) -> String {
    if denominator == 0 {
        return String::new();
    }
    let common = gcd(numerator.unsigned_abs(), denominator.unsigned_abs()).max(1);
    let sign = if (numerator < 0) == (denominator < 0) { "" } else { "-" };
    let (top, bottom) = (numerator.unsigned_abs() / common, denominator.unsigned_abs() / common);
    let sign = if top == 0 { "" } else { sign };
    if bottom == 1 { format!("{sign}{top}") } else { format!("{sign}{top}/{bottom}") }
}

const fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
