//! How long exact odds take, beside plain ways of doing the same job in the same run: `cargo bench -p banco-odds`.
//!
//! Prints the least time of many runs and its ratio to the literal enumerator, in Rust here and in C++ where a compiler
//! is found. Every number that is timed is compared with the literal one first. `-- base`, `-- wagers`, `-- conditions` and
//! `-- dearest` choose a part; `-- conditions harmony` asks about that wager alone.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    clippy::print_stdout,
    missing_docs,
    reason = "a benchmark prints, and may fail by panicking"
)]

mod literal;

use std::hint::black_box;
use std::process::Command;
use std::time::Instant;

use banco_engine::SeatFacts;
use banco_odds::{
    Batch, Deals, Detail, DrawTable, FiveRule, Given, Knowledge, Known, KnownDeals, Question, Shoe, Width,
    detail_needed,
};
use banco_rulebook::{Library, Offered, PayTable, Terms, WagerName};

const BASE: [&str; 5] = ["player", "banker", "tie", "dragon-7", "panda-8"];

/// Wagers on the suits of the first four cards, card by card; all others look at finished hands.
const FIRST_FOUR: [&str; 2] = ["99-fortunes", "perfect-pair"];

fn main() {
    let terms = Library::embedded().unwrap().terms("co-rule-28", "default").unwrap().opened();
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    let bench = Bench { seat: SeatFacts::at(&terms, 1, &[]), terms, draw };
    let parts: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let wants = |part: &str| parts.is_empty() || parts.iter().any(|wanted| wanted == part);
    let needs_literal = wants("base") || wants("wagers");
    let once = || literal::enumerate(black_box(&mut values(&worn_shoe())));
    let literal = if needs_literal { least(10, once) } else { 0.0 };
    if wants("base") {
        bench.base_game(literal);
        println!();
    }
    if wants("wagers") {
        bench.all_wagers(literal);
        println!();
    }
    if wants("conditions") {
        bench.conditions(&parts);
        println!();
    }
    if wants("dearest") {
        bench.dearest_conditions("the dearest of these conditions for every wager", &CONDITIONS);
        println!();
        bench.dearest_conditions("the dearest of those on both hands", &OF_BOTH_HANDS);
    }
}

/// What may be known of a card, or of a hand.
const CONDITIONS: [&str; 12] = [
    "player1=9",
    "banker2 in 8,9",
    "player1 6 to 9",
    "player1 not 6 to 9",
    "player1 red",
    "player1 9h",
    "player1 high; player2 red",
    "banker1 black",
    "third card face",
    "player third high",
    "banker third 4",
    "burnt 9",
];

/// What may be known of both hands at once, from little to much.
const OF_BOTH_HANDS: [&str; 4] = [
    "player1 9; banker1 8",
    "player1 high; banker1 high",
    "player1 high; banker1 red; player2 low",
    "player1 red; banker1 red",
];

/// Wagers of every kind: counts, third cards, ranks and suits.
const KINDS: [&str; 10] = [
    "banker:commission",
    "dragon-bonus.player:1",
    "player-pair",
    "perfect-pair",
    "99-fortunes:P5",
    "blazing-7s:1",
    "harmony:PT-PRG-HP-01",
    "sun-7-progressive:PT-PRG-S7-01",
    "ez-baccarat-progressive:1",
    "banker-pair",
];

struct Bench {
    terms: Terms,
    draw: DrawTable,
    seat: SeatFacts,
}

/// An eight-deck shoe from which some cards have gone.
fn worn_shoe() -> Shoe {
    let gone = banco_cards::parse_cards("9h 9s 7d Kc Kd 2c 3h 8s Ah 6d 6c Td").unwrap();
    gone.into_iter().fold(Shoe::full(8), |shoe, card| shoe.without(card).unwrap())
}

fn values(shoe: &Shoe) -> [u64; 10] {
    shoe.values().map(|count| u64::try_from(count).unwrap())
}

/// The least time that a piece of work takes, in microseconds.
fn least<R>(times: u32, mut work: impl FnMut() -> R) -> f64 {
    let mut least = f64::MAX;
    for _ in 0..60 {
        let from = Instant::now();
        (0..times).for_each(|_| drop(black_box(work())));
        least = least.min(from.elapsed().as_secs_f64() * 1e6 / f64::from(times));
    }
    least
}

fn print(name: &str, microseconds: f64, literal: f64) {
    println!("{name:<58}{microseconds:>12.2} µs{:>12.2} x", literal / microseconds);
}

impl Bench {
    /// Player, Banker, Tie, Dragon 7 and Panda 8 from one arbitrary shoe.
    fn base_game(&self, literal: f64) {
        let shoe = worn_shoe();
        let mut left = values(&shoe);
        let counts = literal::enumerate(&mut left);
        println!("base game, Tie, Dragon 7 and Panda 8 for one shoe{:>19}{:>16}", "time", "literal / time");
        print("literal enumerator over unordered pairs", literal, literal);
        match cpp(&left) {
            Some((found, time)) => {
                assert_eq!(found, counts, "the C++ yardstick counts the same");
                print("literal enumerator in C++ (c++ -O3)", time, literal);
            }
            None => println!("literal enumerator in C++: no compiler `c++` found"),
        }
        let offered = self.offered(&BASE);
        let tables: Vec<[&PayTable; 1]> = offered.iter().map(|offered| [&offered.table]).collect();
        let questions: Vec<Question<'_>> =
            tables.iter().map(|tables| Question::new(tables, &self.seat, &[])).collect();
        self.check(&questions, &shoe, counts);
        let single = least(200, || {
            let deals = Deals::new(black_box(&shoe).clone(), self.draw.clone()).unwrap();
            questions.iter().map(|question| deals.count(question).unwrap().total).sum::<u128>()
        });
        print("closed form, one shoe", single, literal);
        self.batched("closed form", &questions, literal);
    }

    /// The same questions for many shoes, as many side by side as the machine can, and fewer.
    fn batched(&self, name: &str, questions: &[Question<'_>], literal: f64) {
        let borrowed: Vec<&Question<'_>> = questions.iter().collect();
        let batch = Batch::new(&borrowed, &self.draw).unwrap().unwrap();
        let shoes = vec![values(&worn_shoe()).map(|count| u16::try_from(count).unwrap()); 64];
        for width in Width::all() {
            let batched = least(10, || {
                let mut sum = 0;
                batch.count_by(width, black_box(&shoes), &mut |_, ways| sum += ways.lines[0]);
                sum
            });
            print(&format!("{name}, batched by {}", width.shoes()), batched / 64.0, literal);
        }
    }

    fn check(&self, questions: &[Question<'_>], shoe: &Shoe, counts: literal::Counts) {
        let deals = Deals::new(shoe.clone(), self.draw.clone()).unwrap();
        for (question, count) in questions.iter().zip(counts) {
            let found = deals.count(question).unwrap();
            assert_eq!(found.tables[0].lines[0], u128::from(count), "the same as the literal enumerator");
        }
    }

    fn offered(&self, names: &[&str]) -> Vec<Offered> {
        names.iter().map(|name| self.terms.offered(&name.parse().unwrap()).unwrap()).collect()
    }

    /// Every wager of the rulebook with all its pay tables, by what it looks at: together, and the dear ones alone.
    fn all_wagers(&self, literal: f64) {
        println!("every pay table of Colorado, questions prepared{:>33}", "time");
        let wagers = self.every_wager();
        let tables: Vec<Vec<&PayTable>> =
            wagers.iter().map(|offered| offered.iter().map(|offered| &offered.table).collect()).collect();
        let ask = |wanted: &dyn Fn(&[&PayTable]) -> bool| -> Vec<Question<'_>> {
            let wagers = tables.iter().zip(&wagers).filter(|(tables, _)| wanted(tables));
            wagers.map(|(tables, offered)| Question::new(tables, &self.seat, &offered[0].suits)).collect()
        };
        let single = |tables: &[&PayTable]| self.time(&[Question::new(tables, &self.seat, &[])]);
        let is = |detail: Detail| move |tables: &[&PayTable]| detail_needed(tables) == detail;
        let on_values = ask(&is(Detail::Values));
        print("all wagers on point values", self.time(&on_values), literal);
        let by_class: Vec<Question<'_>> =
            on_values.into_iter().filter(|question| self.by_class(question)).collect();
        print("all wagers on final counts and numbers of cards", self.time(&by_class), literal);
        self.batched("  the same", &by_class, literal);
        print("all wagers on ranks", self.time(&ask(&is(Detail::Ranks))), literal);
        let (first_four, finished): (Vec<_>, Vec<_>) = tables
            .iter()
            .filter(|tables| is(Detail::Cards)(tables))
            .partition(|tables| FIRST_FOUR.contains(&tables[0].wager.as_str()));
        let hands = |tables: &[&PayTable]| finished.iter().any(|known| known[0].wager == tables[0].wager);
        print("all wagers on the suits of finished hands", self.time(&ask(&hands)), literal);
        for tables in finished.iter().chain(&first_four) {
            let name = format!("  {} ({} pay tables)", tables[0].wager, tables.len());
            print(&name, single(tables), literal);
        }
    }

    /// The same questions where something is known of the cards, as multiples of the plain question.
    fn conditions(&self, parts: &[String]) {
        println!("what is known, questions prepared{:>38}{:>19}", "time", "time / plain");
        let base = self.offered(&BASE);
        let kinds = self.offered(&KINDS);
        let kinds = kinds.iter().map(|offered| (offered.table.wager.clone(), std::slice::from_ref(offered)));
        let is_wanted = |name: &String| match parts {
            [_, names @ ..] if !names.is_empty() => names.contains(name),
            _ => true,
        };
        let all = [("base game".to_owned(), base.as_slice())].into_iter().chain(kinds);
        for (name, offered) in all.filter(|(name, _)| is_wanted(name)) {
            let tables: Vec<[&PayTable; 1]> = offered.iter().map(|offered| [&offered.table]).collect();
            let questions: Vec<Question<'_>> =
                tables.iter().map(|table| Question::new(table, &self.seat, &offered[0].suits)).collect();
            let plain = self.time(&questions);
            println!("{name:<58}{plain:>12.2} µs");
            for text in CONDITIONS.into_iter().chain(OF_BOTH_HANDS) {
                let known: Vec<Known> = Given::parse(text).unwrap().iter().map(|given| given.known).collect();
                let time = self.time_known(&questions, &Knowledge::new(&known));
                println!("{:<58}{time:>12.2} µs{:>12.2} x", format!("  given {text}"), time / plain);
            }
        }
    }

    /// For every wager of the rulebook, the one of some conditions that costs most beside the plain question.
    fn dearest_conditions(&self, title: &str, conditions: &[&str]) {
        println!("{title:<58}{:>12}{:>19}", "time", "time / plain");
        for offered in self.every_wager().iter().map(|offered| &offered[0]) {
            let question = [Question::new(&[&offered.table], &self.seat, &offered.suits)];
            if Deals::new(worn_shoe(), self.draw.clone()).unwrap().count(&question[0]).is_err() {
                continue;
            }
            let plain = self.time(&question);
            let times = conditions.iter().map(|text| {
                let known: Vec<Known> = Given::parse(text).unwrap().iter().map(|given| given.known).collect();
                (text, self.time_known(&question, &Knowledge::new(&known)))
            });
            let (text, time) = times.max_by(|one, other| one.1.total_cmp(&other.1)).unwrap();
            let name = offered.table.side.as_deref().map_or_else(String::new, |side| format!(".{side}"));
            let name = format!("{}{name} given {text}", offered.table.wager);
            println!("{name:<58}{time:>12.2} µs{:>12.2} x", time / plain);
        }
    }

    /// Whether a question can be put to many shoes at once.
    fn by_class(&self, question: &Question<'_>) -> bool {
        Batch::new(&[question], &self.draw).is_ok_and(|batch| batch.is_some())
    }

    fn time_known(&self, questions: &[Question<'_>], knowledge: &Knowledge) -> f64 {
        let shoe = worn_shoe();
        least(1, || {
            let deals = KnownDeals::new(black_box(&shoe), self.draw.clone(), knowledge.clone()).unwrap();
            questions.iter().map(|question| deals.count(question).unwrap().total).sum::<u128>()
        })
    }

    /// The time that these questions take together for one shoe; those that need earlier rounds are left out.
    fn time(&self, questions: &[Question<'_>]) -> f64 {
        let shoe = worn_shoe();
        let deals = || Deals::new(black_box(&shoe).clone(), self.draw.clone()).unwrap();
        let possible: Vec<&Question<'_>> =
            questions.iter().filter(|question| deals().count(question).is_ok()).collect();
        assert!(!possible.is_empty(), "something is timed");
        least(5, || {
            let deals = deals();
            possible.iter().map(|question| deals.count(question).unwrap().total).sum::<u128>()
        })
    }

    /// The pay tables of each wager and side that take the same suits.
    fn every_wager(&self) -> Vec<Vec<Offered>> {
        let mut all = Vec::new();
        for wager in self.terms.rulebook.wagers.iter().filter(|wager| !wager.lines_by_licensee) {
            for side in wager.side_names() {
                let names = wager.column_names().into_iter().map(|column| WagerName {
                    id: wager.id.clone(),
                    side: side.map(str::to_owned),
                    paytable: (!column.is_empty()).then(|| column.to_owned()),
                });
                let mut offered: Vec<Offered> =
                    names.filter_map(|name| self.terms.offered(&name).ok()).collect();
                let suits = offered.first().map(|first| first.suits.clone()).unwrap_or_default();
                offered.retain(|offered| offered.suits == suits);
                all.extend((!offered.is_empty()).then_some(offered));
            }
        }
        all
    }
}

/// Compiles and runs the C++ yardstick: its counts, and the microseconds that one shoe takes.
fn cpp(left: &[u64; 10]) -> Option<(literal::Counts, f64)> {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/yardstick/literal.cpp");
    let program = std::env::temp_dir().join(format!("banco-yardstick-{}", std::process::id()));
    let compiled = Command::new("c++").args(["-O3", source, "-o"]).arg(&program).status().ok()?;
    let output =
        compiled.success().then(|| Command::new(&program).args(left.iter().map(u64::to_string)).output())?;
    let _ = std::fs::remove_file(&program);
    let text = String::from_utf8(output.ok()?.stdout).ok()?;
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut counts = [0; 5];
    counts.iter_mut().zip(&words).for_each(|(count, word)| *count = word.parse().unwrap());
    Some((counts, words.get(5)?.parse::<f64>().ok()? / 1000.0))
}
