//! Runs every worked case of every rulebook, and sees to it that none is missing: each line of each pay table
//! is reached by one deal and missed by a near one.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod support;

use std::collections::{BTreeMap, BTreeSet};

use banco_cards::Card;
use banco_engine::script::Case;
use banco_engine::{Coup, Decision, Decisions, SeatFacts, Settled, Ticket, play, settle};
use banco_money::{Amount, Currency, Pay};
use banco_rulebook::{Notation, Severity, Terms, WagerName};
use support::case::{Block, Expected, blocks, expected};
use support::{library, rulebooks_folder};

/// Every problem of every block, so that one run tells them all.
#[derive(Default)]
struct Run {
    problems: Vec<String>,
    hits: BTreeSet<(String, String, String)>,
    misses: BTreeSet<(String, String, String)>,
    cases: usize,
}

#[test]
fn every_case_of_every_rulebook_holds() {
    for rulebook in &library().rulebooks {
        let mut run = Run::default();
        for block in blocks(&rulebooks_folder().join(rulebook.id())) {
            run.block(rulebook.id(), &block);
        }
        run.check_coverage(rulebook.id());
        assert!(run.cases > 0, "{} has no cases", rulebook.id());
        let problems = run.problems.join("\n");
        assert!(problems.is_empty(), "{}: {} problems\n{problems}", rulebook.id(), run.problems.len());
    }
}

impl Run {
    fn block(&mut self, rulebook: &str, block: &Block) {
        self.cases += 1;
        self.check_cites(rulebook, block);
        if block.one("play").is_some() {
            return self.script(rulebook, block);
        }
        // Shuffles by hand are measured, and their cases run, by the simulator.
        if block.one("shuffle").is_some() {
            return;
        }
        if let Some(line) = block.unknown_line() {
            self.fail(block, format!("what is `{line}`?"));
        }
        if block.one("table").is_some() {
            self.table(rulebook, block);
        } else if block.one("grid").is_some() {
            self.grid(rulebook, block);
        } else {
            self.case(rulebook, block);
        }
    }

    /// A table driven by the lines of the block.
    fn script(&mut self, rulebook: &str, block: &Block) {
        let text: Vec<&str> = block.lines.iter().map(|(_, line)| line.as_str()).collect();
        let cases = Case::parse_all(&text.join("\n"));
        let place = |line: usize| {
            format!(
                "{}:{}",
                block.file.display(),
                block.lines.get(line - 1).map_or(block.line, |(at, _)| *at)
            )
        };
        for case in cases.unwrap_or_else(|error| panic!("{}: {}", place(error.line), error.problem)) {
            if let Err(error) = case.run(library(), rulebook, &mut |_, _, _| ()) {
                self.problems.push(format!("{}: {}", place(error.line), error.problem));
            }
        }
    }

    fn fail(&mut self, block: &Block, message: impl AsRef<str>) {
        self.problems.push(format!("{}: {}", block.place(), message.as_ref()));
    }

    fn check_cites(&mut self, rulebook: &str, block: &Block) {
        let book = library().rulebook(rulebook).unwrap();
        let cites: Vec<&str> = block.all("cite").flat_map(|cite| cite.split(", ")).collect();
        if cites.is_empty() {
            self.fail(block, "a case cites the clause it exercises");
        }
        for cite in cites {
            if book.clause(cite).is_none() {
                self.fail(block, format!("there is no clause `{cite}`"));
            }
        }
    }

    fn case(&mut self, rulebook: &str, block: &Block) {
        let checked = submission(rulebook, block);
        if let Some(code) = block.one("refused") {
            let errors = checked.report.diagnostics.iter().filter(|d| d.severity == Severity::Error);
            let codes: BTreeSet<&str> = errors.map(|d| d.code).collect();
            if codes != code.split(", ").collect() {
                self.fail(block, format!("expected `{code}`, found {codes:?}\n{}", checked.report));
            }
            return;
        }
        let Some(terms) = checked.terms else {
            return self.fail(block, format!("refused:\n{}", checked.report));
        };
        let terms = if block.one("submission").is_some() { terms } else { terms.opened() };
        let Some(cards) = block.one("cards") else { return };
        let story = match play(&terms, &block.cards(cards), decisions(block)) {
            Ok(story) => story,
            Err(error) => return self.coup_error(block, error.code(), &error.to_string()),
        };
        if let Some(code) = block.one("error") {
            return self.fail(block, format!("expected the error `{code}`, but the cards make a coup"));
        }
        if let Some(outcome) = block.one("outcome") {
            let coup = story.coup;
            let found = format!("{} {}-{}", coup.outcome(), coup.player.total(), coup.banker.total());
            if found != outcome {
                self.fail(block, format!("expected `{outcome}`, found `{found}`"));
            }
        }
        for wager in block.all("wager") {
            self.wager(block, &terms, &story.coup, wager);
        }
    }

    fn coup_error(&mut self, block: &Block, code: &str, message: &str) {
        if block.one("error") != Some(code) {
            self.fail(block, format!("{code}: {message}"));
        }
    }

    fn wager(&mut self, block: &Block, terms: &Terms, coup: &Coup, line: &str) {
        let Some((wager, wanted)) = line.split_once("->") else {
            return self.fail(block, "a wager needs `->`");
        };
        let Some((name, stake)) = wager.trim().rsplit_once('=') else {
            return self.fail(block, "a wager needs `=`");
        };
        match settled(block, terms, coup, name, stake) {
            Ok(settled) => {
                if let Some(difference) = difference(&settled, &expected(wanted)) {
                    self.fail(block, format!("{name}: {difference}"));
                }
            }
            Err(error) if wanted.trim() == format!("refused {}", error.0) => {}
            Err((code, message)) => self.fail(block, format!("{name}: {code}: {message}")),
        }
    }

    fn table(&mut self, rulebook: &str, block: &Block) {
        let checked = submission(rulebook, block);
        let Some(terms) = checked.terms.map(Terms::opened) else {
            return self.fail(block, format!("refused:\n{}", checked.report));
        };
        let (wager, stake) = block.one("table").unwrap().split_once('=').expect("`table: wager = stake`");
        let columns = block.one("paytables").unwrap_or("-").split_whitespace().collect();
        let printed = Printed { block, terms: &terms, wager: wager.trim(), stake: stake.trim(), columns };
        let mut last_hit: Vec<Card> = Vec::new();
        for (_, line) in &block.lines {
            if let Some(hit) = line.strip_prefix("hit ") {
                let (name, rest) = hit.split_once(": ").expect("`hit NAME: CARDS -> CELLS`");
                let (cards, cells) = rest.split_once("->").expect("`hit NAME: CARDS -> CELLS`");
                last_hit = block.cards(cards);
                self.hit(&printed, name, &last_hit, cells);
            } else if let Some(miss) = line.strip_prefix("miss ") {
                let (name, cards) = miss.split_once(": ").expect("`miss NAME: CARDS`");
                let cards = block.cards(cards);
                if !near(&last_hit, &cards) {
                    self.fail(block, format!("the miss of `{name}` is not near its hit"));
                }
                self.miss(&printed, name, &cards);
            }
        }
    }

    fn hit(&mut self, printed: &Printed<'_>, name: &str, cards: &[Card], cells: &str) {
        let cells: Vec<&str> = cells.split('|').map(str::trim).collect();
        let (given, wanted) = (cells.len(), printed.columns.len());
        if given != wanted {
            return self.fail(printed.block, format!("`{name}` has {given} cells for {wanted} pay tables"));
        }
        for ((column, settled), cell) in printed.settle(cards).into_iter().zip(cells) {
            let place = format!("{}:{column} `{name}`", printed.wager);
            let settled = match settled {
                Ok(settled) => settled,
                Err((code, message)) => {
                    return self.fail(printed.block, format!("{place}: {code}: {message}"));
                }
            };
            if cell == "-" {
                if settled.line.as_deref() == Some(name) {
                    self.fail(printed.block, format!("{place}: the line is not in this pay table"));
                }
                continue;
            }
            let mut wanted = expected(cell);
            if wanted.verdict.is_empty() {
                "win".clone_into(&mut wanted.verdict);
            }
            wanted.line = (wanted.verdict != "lose").then(|| name.to_owned());
            if let Some(difference) = difference(&settled, &wanted) {
                self.fail(printed.block, format!("{place}: {difference}"));
            }
            self.hits.insert((printed.wager.to_owned(), column.to_owned(), name.to_owned()));
        }
    }

    fn miss(&mut self, printed: &Printed<'_>, name: &str, cards: &[Card]) {
        for (column, settled) in printed.settle(cards) {
            let place = format!("{}:{column} `{name}`", printed.wager);
            match settled {
                Err((code, message)) => self.fail(printed.block, format!("miss {place}: {code}: {message}")),
                Ok(settled) if settled.line.as_deref() == Some(name) => {
                    self.fail(printed.block, format!("{place}: the near deal reaches the line as well"));
                }
                Ok(_) => {
                    self.misses.insert((printed.wager.to_owned(), column.to_owned(), name.to_owned()));
                }
            }
        }
    }

    /// A drawing grid as the page prints it: a row for each Banker count, a column for each third card and none.
    fn grid(&mut self, rulebook: &str, block: &Block) {
        let checked = submission(rulebook, block);
        let Some(terms) = checked.terms else {
            return self.fail(block, format!("refused:\n{}", checked.report));
        };
        let rules = banco_engine::DrawRules::of(&terms);
        let mut rows = BTreeMap::new();
        for (_, line) in &block.lines {
            let mut words = line.split_whitespace();
            if let (Some(Ok(total)), cells) = (words.next().map(str::parse::<u8>), words.collect::<Vec<_>>())
            {
                rows.insert(total, cells.into_iter().map(str::to_owned).collect::<Vec<_>>());
            }
        }
        if rows.len() != 8 || rows.values().any(|cells| cells.len() != 11) {
            return self.fail(block, "a grid has 8 rows of 11 cells");
        }
        for (total, cells) in &rows {
            for (at, cell) in cells.iter().enumerate() {
                let third = u8::try_from(at).ok().filter(|third| *third < 10);
                let found = match rules.banker(*total, third).action {
                    banco_engine::coup::DrawAction::Draws => "D",
                    banco_engine::coup::DrawAction::Stands => "S",
                    _ => "O",
                };
                if found != cell {
                    self.fail(
                        block,
                        format!("Banker {total}, third card {third:?}: expected {cell}, found {found}"),
                    );
                }
                self.grid_deal(block, &terms, *total, third, cell == "D");
            }
        }
    }

    /// The same cell by cards: a deal that leads to it is played out.
    fn grid_deal(&mut self, block: &Block, terms: &Terms, banker: u8, third: Option<u8>, draws: bool) {
        let card = |value: u8| {
            if value == 0 {
                "Kc".to_owned()
            } else {
                format!("{}c", if value == 1 { "A".into() } else { value.to_string() })
            }
        };
        // The Player's hand holds 0 and draws, or 6 and stands.
        let player = if third.is_some() { "Kd Kh" } else { "6d Kh" }.split(' ').collect::<Vec<_>>();
        let mut text = format!("{} {} {} Ks", player[0], card(banker), player[1]);
        if let Some(third) = third {
            text = format!("{text} {}", card(third));
        }
        let short = play(terms, &block.cards(&text), Decisions::default());
        let long = play(terms, &block.cards(&format!("{text} 2s")), Decisions::default());
        let right = if draws {
            short.is_err_and(|e| e.code() == "too_few_cards") && long.is_ok_and(|s| s.coup.banker.len() == 3)
        } else {
            short.is_ok_and(|s| s.coup.banker.len() == 2) && long.is_err_and(|e| e.code() == "too_many_cards")
        };
        if !right && block.one("choices").is_none() {
            self.fail(
                block,
                format!("`{text}`: the Banker's hand does not {}", if draws { "draw" } else { "stand" }),
            );
        }
    }

    /// Every line of every pay table is reached and missed by some case.
    fn check_coverage(&mut self, rulebook: &str) {
        let book = library().rulebook(rulebook).unwrap();
        for wager in &book.wagers {
            for side in wager.side_names() {
                let name = side.map_or(wager.id.clone(), |side| format!("{}.{side}", wager.id));
                for (index, column) in wager.column_names().into_iter().enumerate() {
                    let column = if column.is_empty() { "-" } else { column };
                    for row in
                        wager.rows.iter().filter(|row| row.side.is_none() || row.side.as_deref() == side)
                    {
                        let pays = row.pays.as_slice();
                        let cell = if pays.len() == 1 { pays.first() } else { pays.get(index) };
                        let Some(pay) = cell.and_then(|cell| Pay::read(cell).ok()) else {
                            continue;
                        };
                        let key = (name.clone(), column.to_owned(), row.name.clone());
                        if pay != Pay::Loss && !self.hits.contains(&key) {
                            self.problems.push(format!("{rulebook}: no case reaches {key:?}"));
                        }
                        if pay != Pay::Loss && !self.misses.contains(&key) {
                            self.problems.push(format!("{rulebook}: no case nearly misses {key:?}"));
                        }
                    }
                }
            }
        }
    }
}

/// A settlement, or the code and text of the error.
type Outcome = Result<Settled, (&'static str, String)>;

/// A printed pay table: one wager, one stake, the pay tables side by side.
struct Printed<'a> {
    block: &'a Block,
    terms: &'a Terms,
    wager: &'a str,
    stake: &'a str,
    columns: Vec<&'a str>,
}

impl<'a> Printed<'a> {
    /// Settles these cards by every pay table.
    fn settle(&self, cards: &[Card]) -> Vec<(&'a str, Outcome)> {
        let story = play(self.terms, cards, decisions(self.block));
        let settle = |column: &&'a str| {
            let coup = story.as_ref().map_err(|error| (error.code(), error.to_string()))?.coup;
            settled(self.block, self.terms, &coup, &full_name(self.wager, column), self.stake)
        };
        self.columns.iter().map(|column| (*column, settle(column))).collect()
    }
}

/// The submission of a block: the named example, or the default one, with keys set.
fn submission(rulebook: &str, block: &Block) -> banco_rulebook::Checked {
    let name = block.one("submission").unwrap_or("default");
    let source =
        &library().submission(rulebook, name).unwrap_or_else(|e| panic!("{}: {e}", block.place())).source;
    let overrides: Vec<String> = block.all("set").map(str::to_owned).collect();
    let source = source.with_overrides(&overrides).unwrap_or_else(|e| panic!("{}: {e}", block.place()));
    library().check(source)
}

fn decisions(block: &Block) -> Decisions {
    let mut decisions = Decisions::default();
    for choice in block.all("choice") {
        let decision = Some(if choice.ends_with("card") { Decision::Draw } else { Decision::Stand });
        if choice.starts_with("player") {
            decisions.player = decision;
        } else if choice.starts_with("banker") {
            decisions.banker = decision;
        }
    }
    decisions
}

fn settled(block: &Block, terms: &Terms, coup: &Coup, name: &str, stake: &str) -> Outcome {
    let wager: WagerName =
        name.trim().parse().map_err(|e: banco_rulebook::TermsError| (e.code(), e.to_string()))?;
    let offered = terms.offered(&wager).map_err(|e| (e.code(), e.to_string()))?;
    let currency = offered.units.first().map_or(Currency::Usd, |unit| unit.currency());
    let stake = Amount::parse_in(stake, currency).map_err(|e| ("bad_amount", e.to_string()))?;
    let mut seat = match block.numbers("seat").first() {
        Some(position) => SeatFacts::at(terms, *position, &block.numbers("participating")),
        None => SeatFacts::default(),
    };
    if let Some(personal) = block.one("personal") {
        seat.personal = Some(Notation::read(personal).unwrap());
    }
    let history = block.one("history").unwrap_or_default().split_whitespace().map(|word| match word {
        "P" => banco_cards::Outcome::Player,
        "B" => banco_cards::Outcome::Banker,
        _ => banco_cards::Outcome::Tie,
    });
    let stood = block.all("choice").any(|choice| choice == "bettor stand");
    let ticket = Ticket { wager, stake, seat, stood, history: history.collect() };
    settle(terms, coup, &ticket).map_err(|error| (error.code(), error.to_string()))
}

/// In what a settlement differs from what the case expects.
fn difference(settled: &Settled, wanted: &Expected) -> Option<String> {
    let amount = |text: &Option<String>| {
        text.as_ref().map(|text| Amount::parse_in(text, settled.stake.currency()).unwrap())
    };
    let claims: Vec<String> = settled.claims.iter().map(|claim| claim.meter.clone()).collect();
    let same = settled.verdict.name() == wanted.verdict
        && amount(&wanted.won).is_none_or(|won| won == settled.won)
        && amount(&wanted.vigorish).is_none_or(|vigorish| vigorish == settled.vigorish)
        && amount(&wanted.envy).map_or(settled.envy.is_zero(), |envy| envy == settled.envy)
        && claims == wanted.claims
        && wanted.line.as_ref().is_none_or(|line| Some(line) == settled.line.as_ref());
    (!same).then(|| format!("expected {wanted:?}, found {settled:?}"))
}

fn full_name(wager: &str, column: &str) -> String {
    if column == "-" { wager.to_owned() } else { format!("{wager}:{column}") }
}

/// Whether two deals differ in one card, third cards apart.
fn near(one: &[Card], other: &[Card]) -> bool {
    let differing = one.iter().zip(other).filter(|(a, b)| a != b).count();
    differing <= 1 && one != other
}
