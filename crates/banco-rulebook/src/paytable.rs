//! A wager's pay table, made ready to settle by: lines in order, options applied.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use banco_money::{Amount, MoneyError, Pay, Percent, Rounding};

use crate::diagnostic::{Diagnostic, suggest};
use crate::load::{Loader, WagerContext, choices};
use crate::model::condition::{Condition, Facts};
use crate::model::submission::SuppliedLine;
use crate::model::vocabulary::{Ranking, Vocabulary};
use crate::model::wager::{EnvyTo, Meter, Moment, OfGame, Row, VigorishOn, Wager, WayToLose, cell, pay_cell};
use crate::notation::OneOrMany;
use crate::source::{Document, Step};

/// One line: when it pays and what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The printed name.
    pub name: String,
    /// When it pays.
    pub when: Condition,
    /// What it pays.
    pub pay: Pay,
    /// The vigorish it owes.
    pub vigorish: VigorishOn,
    /// The envy amount that goes with it.
    pub envy: Option<Amount>,
    /// When another seat has this line and this one takes the envy amount.
    pub envy_when: Option<Condition>,
    /// The clauses.
    pub cite: Vec<String>,
}

/// A pay table of one wager, for one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PayTable {
    /// The wager's id.
    pub wager: String,
    /// The wager's printed name.
    pub name: String,
    /// What is backed, where the wager has sides.
    pub side: Option<String>,
    /// The name of the pay table; empty where there is just one.
    pub column: String,
    /// The lines, highest rank first.
    pub lines: Vec<Line>,
    /// The clauses of the table, or those that offer the wager.
    pub cite: Vec<String>,
    /// The clauses that make it lose when no line is reached.
    pub loses_cite: Vec<String>,
    /// Ways to lose that have clauses of their own.
    pub loses: Vec<WayToLose>,
    /// The fixed amounts of the wager; none where it is free.
    pub units: Vec<Amount>,
    /// Whether pays are multiplied when another unit is fixed.
    pub scales: bool,
    /// When it is settled.
    pub settled: Moment,
    /// Who takes envy.
    pub envy_to: Option<EnvyTo>,
    /// How many suits the licensee chooses for it.
    pub chosen_suits: u8,
    /// Whether a bettor who stood on the first two cards is compared on them.
    pub own_choice: bool,
}

impl PayTable {
    /// The way in which it loses, by its place among those that have clauses of their own.
    #[must_use]
    pub fn way_to_lose(&self, facts: &impl Facts) -> Option<usize> {
        self.loses.iter().position(|way| way.when.holds(facts) == Some(true))
    }

    /// The same pay table for wagers of one fixed amount: where the text multiplies pays, they and the envy are
    /// multiplied. A wager that is free between limits stays as it is.
    ///
    /// # Errors
    /// A figure that does not fit.
    pub fn at_unit(mut self, unit: Amount) -> Result<Self, MoneyError> {
        let Some(base) = self.units.first().copied() else { return Ok(self) };
        let scale = if self.scales { unit.exact_multiple_of(base)?.unwrap_or(1) } else { 1 };
        for line in &mut self.lines {
            if let Pay::Money(amount) = &mut line.pay {
                *amount = amount.times(scale, 1, Rounding::Down)?;
            }
            line.envy = line.envy.map(|envy| envy.times(scale, 1, Rounding::Down)).transpose()?;
        }
        (self.units, self.scales) = (vec![unit], false);
        Ok(self)
    }
}

/// What a licensee's choices change in a pay table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Changes<'a> {
    /// The choice made for each option.
    pub options: &'a BTreeMap<String, String>,
    /// Better pays, by line.
    pub pays: &'a BTreeMap<String, crate::notation::Text<Pay>>,
    /// Supplied lines.
    pub lines: &'a [SuppliedLine],
    /// The families of the wagers that are offered.
    pub families: &'a [&'a str],
}

impl Wager {
    /// The names of its pay tables; one empty name where it has just one.
    #[must_use]
    pub fn column_names(&self) -> Vec<&str> {
        if self.columns.is_empty() { vec![""] } else { self.columns.iter().map(String::as_str).collect() }
    }

    /// The sides that may be backed; one `None` where it has none.
    #[must_use]
    pub fn side_names(&self) -> Vec<Option<&str>> {
        if self.sides.is_empty() { vec![None] } else { self.sides.iter().map(|s| Some(s.as_str())).collect() }
    }

    fn column_index(&self, column: &str) -> Option<usize> {
        self.column_names().iter().position(|name| *name == column)
    }

    /// The fixed amounts in that pay table.
    #[must_use]
    pub fn units_of(&self, column: &str) -> Vec<Amount> {
        let own =
            self.paytables.get(column).map(|info| info.units.as_slice()).filter(|units| !units.is_empty());
        own.unwrap_or_else(|| self.units.as_slice()).iter().map(|unit| unit.0).collect()
    }

    /// The amount from which a meter starts again in that pay table, as printed: fixed, or the recommended choice.
    #[must_use]
    pub fn printed_seed(&self, meter: &Meter, column: &str) -> Option<Amount> {
        let fixed =
            at(&meter.seed, self.column_index(column)?).and_then(|text| cell::<Amount>(text).ok().flatten());
        let recommended =
            meter.choices.iter().find(|choice| choice.recommended).or_else(|| meter.choices.first());
        fixed.or_else(|| recommended.map(|choice| choice.seed.0))
    }

    /// The shares of each wager that a meter and its reserve take in that pay table, as printed.
    #[must_use]
    pub fn printed_shares(&self, meter: &Meter, column: &str) -> (Option<Percent>, Option<Percent>) {
        let Some(index) = self.column_index(column) else { return (None, None) };
        let share = |cells: &OneOrMany<String>| {
            at(cells, index).and_then(|text| cell::<Percent>(text).ok().flatten())
        };
        let recommended =
            meter.choices.iter().find(|choice| choice.recommended).or_else(|| meter.choices.first());
        let increment = share(&meter.increment).or_else(|| recommended.map(|choice| choice.increment.0));
        (increment, share(&meter.reserve))
    }

    /// How many suits the licensee chooses for that pay table.
    #[must_use]
    pub fn suits_of(&self, column: &str) -> u8 {
        self.paytables.get(column).and_then(|info| info.chosen_suits).unwrap_or(self.chosen_suits)
    }

    /// The clauses that fix the amounts of the wager in a pay table.
    #[must_use]
    pub fn units_cite(&self, column: &str) -> &[String] {
        let own = self.paytables.get(column).filter(|info| !info.units.as_slice().is_empty());
        let cites = own.map(|info| [info.units_cite.as_slice(), info.cite.as_slice()]);
        let found = cites.into_iter().flatten().find(|cite| !cite.is_empty());
        found.unwrap_or_else(|| self.cite.as_slice())
    }

    /// The clauses by which the licensee chooses a pay table.
    #[must_use]
    pub fn paytables_cite(&self) -> &[String] {
        let own = Some(self.paytables_cite.as_slice()).filter(|cite| !cite.is_empty());
        own.unwrap_or_else(|| self.cite.as_slice())
    }

    /// The clauses by which the licensee chooses suits for that pay table.
    #[must_use]
    pub fn suits_cite(&self, column: &str) -> &[String] {
        let info = self.paytables.get(column).filter(|info| info.chosen_suits.is_some());
        let chooses = |row: &&Row| {
            let mut chosen = false;
            row.when.walk(&mut |condition: &Condition| {
                let cards = [&condition.all_cards, &condition.first_four];
                chosen |= cards.into_iter().flatten().any(|test| test.chosen_suit.is_some());
            });
            chosen && !row.cite.as_slice().is_empty()
        };
        let row = self.rows.iter().find(chooses).map(|row| &row.cite);
        info.map(|info| &info.cite).or(row).unwrap_or(&self.cite).as_slice()
    }

    /// What is missing of that pay table in the text, so that the submission must supply it, and the reading that says so.
    #[must_use]
    pub fn missing_lines(&self, column: &str) -> Option<(&'static str, Option<&str>)> {
        match self.paytables.get(column).filter(|info| info.incomplete) {
            Some(info) => Some(("the printed pay table is cut off", info.reading.as_deref())),
            None if self.lines_by_licensee => {
                Some(("the text leaves its lines to the licensee", self.reading.as_deref()))
            }
            None => None,
        }
    }

    /// The pay table of that name for that side; `others` are the wagers that its lines may refer to.
    pub(crate) fn pay_table(
        &self,
        others: &[Self],
        side: Option<&str>,
        column: &str,
        changes: Changes<'_>,
    ) -> Option<PayTable> {
        let index = self.column_index(column)?;
        let mut lines: Vec<Line> = self
            .rows
            .iter()
            .filter(|row| row.side.is_none() || row.side.as_deref() == side)
            .filter_map(|row| self.line(row, others, index, column, changes))
            .collect();
        lines.extend(changes.lines.iter().map(|line| supplied(line, self.cite.as_slice())));
        let ranked = self.ranking_option.as_ref().and_then(|option| changes.options.get(option));
        if ranked.is_some_and(|choice| choice == Ranking::ByPay.as_str()) {
            // Stable: lines that pay the same, or cannot be compared, stay in the order of print.
            lines.sort_by(|a, b| match (a.pay.at_least(&b.pay), b.pay.at_least(&a.pay)) {
                (Some(false), _) => Ordering::Greater,
                (_, Some(false)) => Ordering::Less,
                _ => Ordering::Equal,
            });
        }
        let info = self.paytables.get(column);
        let cite = info.map(|info| info.cite.as_slice()).filter(|cite| !cite.is_empty());
        let cite = cite.unwrap_or_else(|| self.cite.as_slice());
        let loses = Some(self.loses_cite.as_slice()).filter(|cite| !cite.is_empty());
        Some(PayTable {
            wager: self.id.clone(),
            name: self.name.clone(),
            side: side.map(str::to_owned),
            column: column.to_owned(),
            lines,
            cite: cite.to_vec(),
            loses_cite: loses.unwrap_or(cite).to_vec(),
            loses: self.loses.clone(),
            units: self.units_of(column),
            scales: self.scales,
            settled: self.settled,
            envy_to: self.envy_to,
            chosen_suits: self.suits_of(column),
            own_choice: self.own_choice,
        })
    }

    fn line(
        &self,
        row: &Row,
        others: &[Self],
        index: usize,
        column: &str,
        changes: Changes<'_>,
    ) -> Option<Line> {
        let printed = pay_cell(at(&row.pays, index)?).ok()??;
        let pay = changes.pays.get(&row.name).map_or(printed, |better| better.0.clone());
        let chosen = row.instead.iter().find(|(key, _)| is_chosen(key, changes.options));
        let when = chosen.map_or(&row.when, |(_, condition)| condition);
        let played =
            |game: &&OfGame| game.families.iter().any(|family| changes.families.contains(&family.as_str()));
        let of_games: Vec<String> =
            row.games.iter().filter(played).flat_map(|game| game.cite.as_slice().to_vec()).collect();
        let row_cite = if of_games.is_empty() { row.cite.as_slice() } else { &of_games };
        let own = Some(row_cite).filter(|cite| !cite.is_empty());
        let info =
            self.paytables.get(column).map(|info| info.cite.as_slice()).filter(|cite| !cite.is_empty());
        Some(Line {
            name: row.name.clone(),
            when: expand(when, others, column, changes),
            pay,
            vigorish: at(&row.vigorish, index).copied().unwrap_or(VigorishOn::Nothing),
            envy: at(&row.envy, index).and_then(|text| cell::<Amount>(text).ok().flatten()),
            envy_when: row.envy_when.clone(),
            cite: own.or(info).unwrap_or_else(|| self.cite.as_slice()).to_vec(),
        })
    }
}

/// Whether two rows give one pay table the same line. Rows may share a name where their pay tables differ.
fn is_same_line(one: &Row, other: &Row) -> bool {
    let printed = |row: &Row, index| at(&row.pays, index).is_some_and(|cell| cell != "-");
    let columns = one.pays.as_slice().len().max(other.pays.as_slice().len());
    one.name == other.name
        && one.side == other.side
        && (0..columns).any(|at| printed(one, at) && printed(other, at))
}

fn supplied(line: &SuppliedLine, cite: &[String]) -> Line {
    Line {
        name: line.name.clone(),
        when: line.when.clone(),
        pay: line.pays.0.clone(),
        vigorish: VigorishOn::Nothing,
        envy: None,
        envy_when: None,
        cite: cite.to_vec(),
    }
}

/// The value for a column; a list with one value serves all columns.
fn at<T>(cells: &OneOrMany<T>, index: usize) -> Option<&T> {
    match cells {
        OneOrMany::One(value) => Some(value),
        OneOrMany::Many(values) => values.get(index),
    }
}

/// Whether `option=choice` is what was chosen.
pub(crate) fn is_chosen(key: &str, options: &BTreeMap<String, String>) -> bool {
    key.split_once('=')
        .is_some_and(|(option, choice)| options.get(option).is_some_and(|chosen| chosen == choice))
}

/// Replaces `any_line_of` by the conditions of the lines that win in the other wagers' pay tables.
fn expand(condition: &Condition, others: &[Wager], column: &str, changes: Changes<'_>) -> Condition {
    if condition.any_line_of.is_empty() {
        return condition.clone();
    }
    let plain = Changes { pays: &BTreeMap::new(), lines: &[], ..changes };
    let tables = condition.any_line_of.iter().filter_map(|id| {
        let wager = others.iter().find(|wager| wager.id == *id)?;
        wager.pay_table(&[], None, column, plain)
    });
    let any = tables.flat_map(|table| winning(&table.lines)).collect();
    let mut expanded = Condition { any_line_of: Vec::new(), ..condition.clone() };
    expanded.all.push(Condition { any, ..Condition::default() });
    expanded
}

/// When each winning line is the one that pays: no losing line ranks above it.
fn winning(lines: &[Line]) -> Vec<Condition> {
    let mut losing: Vec<Condition> = Vec::new();
    let mut conditions = Vec::new();
    for line in lines {
        if line.pay.wins() {
            let not = (!losing.is_empty())
                .then(|| Box::new(Condition { any: losing.clone(), ..Condition::default() }));
            conditions.push(Condition { all: vec![line.when.clone()], not, ..Condition::default() });
        } else {
            losing.push(line.when.clone());
        }
    }
    conditions
}

/// Checks everything of a wager but whether its rows can be reached.
pub(crate) fn check_wager(
    loader: &mut Loader,
    document: &Document,
    base: &[Step<'_>],
    wager: &Wager,
    context: &WagerContext<'_>,
) {
    let mut checker = WagerChecker { loader, document, base, wager, context, must_cite: context.in_tree };
    checker.check_id();
    checker.check_references();
    checker.check_columns();
    for at in 0..wager.rows.len() {
        checker.check_row(at);
    }
    checker.check_meters();
}

/// Checks lines that a submission supplies; `base` is the path of the wager in it.
pub(crate) fn check_supplied_lines(
    loader: &mut Loader,
    document: &Document,
    base: &[Step<'_>],
    (wager, column): (&Wager, &str),
    lines: &[SuppliedLine],
    context: &WagerContext<'_>,
) {
    let index = wager.column_index(column).unwrap_or_default();
    let printed = |row: &&Row| at(&row.pays, index).is_some_and(|cell| cell != "-");
    let printed: Vec<&String> = wager.rows.iter().filter(printed).map(|row| &row.name).collect();
    let mut checker = WagerChecker { loader, document, base, wager, context, must_cite: false };
    for (at, line) in lines.iter().enumerate() {
        let below = |key: &'static str| [Step::Key("lines"), Step::At(at), Step::Key(key)];
        let earlier = lines.iter().take(at).map(|line| &line.name);
        if earlier.chain(printed.iter().copied()).any(|name| *name == line.name) {
            checker.error(&below("name"), "duplicate_id", format!("the line `{}` is there twice", line.name));
        }
        if let Pay::Share(_, meter) = &line.pays.0 {
            checker.check_meter_name(&below("pays"), meter);
        }
        checker.check_condition(&below("when"), &line.when);
    }
}

struct WagerChecker<'a> {
    loader: &'a mut Loader,
    document: &'a Document,
    base: &'a [Step<'a>],
    wager: &'a Wager,
    context: &'a WagerContext<'a>,
    /// Wagers of a rulebook cite a clause; an inventor's own have none to cite.
    must_cite: bool,
}

impl WagerChecker<'_> {
    fn error(&mut self, at: &[Step<'_>], code: &'static str, message: String) -> &mut Diagnostic {
        let path: Vec<Step<'_>> = self.base.iter().chain(at).copied().collect();
        self.loader.error(self.document, &path, code, message)
    }

    /// Whatever else of the rulebook the wager names is there.
    fn check_references(&mut self) {
        let wager = self.wager;
        let file = self.context.file;
        let requirements = wager.paytables.values().map(|info| &info.requires).chain([&wager.requires]);
        let variants: Vec<String> = requirements.flat_map(|requires| requires.variants.clone()).collect();
        for variant in variants.iter().filter(|id| !file.variants.iter().any(|variant| variant.id == **id)) {
            let message = format!("the rulebook has no variant `{variant}`");
            let hint = suggest(variant, file.variants.iter().map(|variant| variant.id.as_str()));
            self.error(&[Step::Key("requires")], "unknown_variant", message).hint = Some(hint);
        }
        let envy = |row: &Row| row.envy.as_slice().iter().any(|cell| cell != "-");
        if wager.envy_to.is_none() && wager.rows.iter().any(envy) {
            let message = "rows name envy amounts, but nobody is said to take them".to_owned();
            self.error(&[], "missing_key", message).hint = Some("add `envy_to`".to_owned());
        }
        if wager.cite.as_slice().is_empty() && self.must_cite {
            let message = format!("the wager `{}` cites no clause", wager.id);
            self.error(&[], "missing_cite", message).hint = Some("add `cite`".to_owned());
        }
    }

    fn check_id(&mut self) {
        let id = &self.wager.id;
        let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if id.is_empty() || !id.chars().all(kebab) {
            let message = format!("`{id}` is not a wager id");
            self.error(&[Step::Key("id")], "bad_id", message).hint = Some(
                "use the printed name in kebab-case without apostrophes, such as `blazing-7s`".to_owned(),
            );
        }
        if self.wager.rows.is_empty() && !self.wager.lines_by_licensee {
            self.error(&[], "no_rows", format!("the wager `{id}` has no rows, so it can never win"));
        }
    }

    fn check_columns(&mut self) {
        let wager = self.wager;
        for (at, column) in wager.columns.iter().enumerate() {
            if wager.columns.iter().take(at).any(|earlier| earlier == column) {
                let message = format!("the pay table `{column}` is there twice");
                self.error(&[Step::Key("columns"), Step::At(at)], "duplicate_id", message);
            }
        }
        for column in wager.paytables.keys() {
            if wager.column_index(column).is_none() {
                let message = format!("`{}` has no pay table `{column}`", wager.id);
                let hint = suggest(column, wager.columns.iter().map(String::as_str));
                self.error(&[Step::Key("paytables"), Step::Key(column)], "unknown_paytable", message).hint =
                    Some(hint);
            }
        }
    }

    fn check_row(&mut self, at: usize) {
        let wager = self.wager;
        let Some(row) = wager.rows.get(at) else { return };
        let here = [Step::Key("rows"), Step::At(at)];
        let below = |key: &'static str| [here[0], here[1], Step::Key(key)];
        if wager.rows.iter().take(at).any(|earlier| is_same_line(earlier, row)) {
            let message = format!("the line `{}` is there twice", row.name);
            self.error(&below("name"), "duplicate_id", message);
        }
        self.check_cells(&below("pays"), "pays", &row.pays, |text| pay_cell(text).map(drop));
        let amount = |text: &str| cell::<Amount>(text).map(drop).map_err(|error| error.to_string());
        self.check_cells(&below("envy"), "envy", &row.envy, amount);
        self.check_count(&below("vigorish"), "vigorish", &row.vigorish);
        if let Some(side) = row.side.as_ref().filter(|side| !wager.sides.contains(side)) {
            let message = format!("`{side}` is not a side of `{}`", wager.id);
            let hint = suggest(side, wager.sides.iter().map(String::as_str));
            self.error(&below("side"), "unknown_side", message).hint = Some(hint);
        }
        for pay in row.pays.as_slice().iter().filter_map(|text| pay_cell(text).ok().flatten()) {
            if let Pay::Share(_, meter) = &pay {
                self.check_meter_name(&below("pays"), meter);
            }
            let fixed = wager.column_names().iter().all(|column| !wager.units_of(column).is_empty());
            if matches!(pay, Pay::Money(_)) && !fixed {
                let message = format!("`{pay}` is paid for a fixed wager, but the wager names none");
                self.error(&below("pays"), "no_unit", message).hint =
                    Some("add `units`, such as \"$5\"".to_owned());
            }
        }
        self.check_condition(&below("when"), &row.when);
        for (key, condition) in &row.instead {
            let at = [here[0], here[1], Step::Key("instead"), Step::Key(key)];
            self.check_option_key(&at, key);
            self.check_condition(&at, condition);
        }
    }

    fn check_meter_name(&mut self, at: &[Step<'_>], meter: &str) {
        if !self.wager.meters.iter().any(|known| known.id == meter) {
            let message = format!("the wager has no meter `{meter}`");
            let hint = suggest(meter, self.wager.meters.iter().map(|meter| meter.id.as_str()));
            self.error(at, "unknown_meter", message).hint = Some(hint);
        }
    }

    fn check_option_key(&mut self, at: &[Step<'_>], key: &str) {
        let known = key.split_once('=').is_some_and(|(option, choice)| {
            let option = self.context.file.options.iter().find(|known| known.id == option);
            option.is_some_and(|option| option.choices.iter().any(|known| known.id == choice))
        });
        if !known {
            let message = format!("`{key}` names no option and choice of the rulebook");
            let choices = choices(self.context.file);
            let near = suggest(key, choices.iter().map(String::as_str));
            self.error(at, "unknown_option", message).hint = Some(near);
        }
    }

    fn check_condition(&mut self, at: &[Step<'_>], condition: &Condition) {
        let backs_hand =
            !self.wager.sides.is_empty() && self.wager.sides.iter().all(|s| s == "player" || s == "banker");
        let mut problems: Vec<(&'static str, String)> = Vec::new();
        condition.walk(&mut |condition| {
            if (condition.hand.is_some() || condition.other.is_some()) && !backs_hand {
                let message =
                    "`hand` and `other` need a wager with the sides `player` and `banker`".to_owned();
                problems.push(("no_side", message));
            }
            for id in &condition.any_line_of {
                let other = self.context.others.iter().find(|other| other.id == *id);
                if other.is_none_or(|other| other.column_names() != self.wager.column_names()) {
                    problems.push((
                        "unknown_wager",
                        format!("there is no wager `{id}` with the same pay tables"),
                    ));
                }
            }
        });
        for (code, message) in problems {
            self.error(at, code, message);
        }
    }

    fn check_meters(&mut self) {
        let percent = |text: &str| cell::<Percent>(text).map(drop).map_err(|error| error.to_string());
        let reserve = |text: &str| match cell::<Percent>(text) {
            Ok(Some(share)) if share.hundredths() == 0 => {
                Err("nothing feeds such a reserve; write `-` where there is none".to_owned())
            }
            other => other.map(drop).map_err(|error| error.to_string()),
        };
        let amount = |text: &str| cell::<Amount>(text).map(drop).map_err(|error| error.to_string());
        for (at, meter) in self.wager.meters.iter().enumerate() {
            let below = |key: &'static str| [Step::Key("meters"), Step::At(at), Step::Key(key)];
            self.check_cells(&below("increment"), "increment", &meter.increment, percent);
            self.check_cells(&below("reserve"), "reserve", &meter.reserve, reserve);
            self.check_cells(&below("seed"), "seed", &meter.seed, amount);
        }
    }

    fn check_cells(
        &mut self,
        at: &[Step<'_>],
        what: &str,
        cells: &OneOrMany<String>,
        read: impl Fn(&str) -> Result<(), String>,
    ) {
        self.check_count(at, what, cells);
        for (index, text) in cells.as_slice().iter().enumerate() {
            if let Err(message) = read(text) {
                let deeper: Vec<Step<'_>> = at.iter().copied().chain([Step::At(index)]).collect();
                self.error(&deeper, "bad_notation", message);
            }
        }
    }

    /// A list has a cell for each pay table, or is absent; a single value serves them all.
    fn check_count<T>(&mut self, at: &[Step<'_>], what: &str, cells: &OneOrMany<T>) {
        let columns = self.wager.column_names();
        let OneOrMany::Many(many) = cells else { return };
        if !many.is_empty() && many.len() != columns.len() {
            let message =
                format!("`{what}` has {} cells, but there are {} pay tables", many.len(), columns.len());
            self.error(at, "missing_column", message).hint = Some(format!(
                "give one cell for each of {}, in that order, `-` for none",
                columns.join(", ")
            ));
        }
    }
}
