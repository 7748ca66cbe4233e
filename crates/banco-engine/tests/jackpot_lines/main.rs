//! Every progressive pay table of the rulebooks: each of its lines is reached by a round at a real table, and pays
//! exactly the people that the text means, from the meter, from the tray, as envy to seats or to the dealer.
//!
//! What is expected comes from the tables as they are printed (`printed.rs`), not from the rulebooks' data. Every
//! round is played a second time without the progressive wager: the difference is what that wager brought.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test fails by panicking"
)]

mod printed;
#[path = "../support/mod.rs"]
mod support;

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use banco_engine::script::Runner;
use banco_engine::table::{Account, Person, Rules};
use banco_money::{Amount, Currency, Pay};
use banco_rulebook::Notation as _;
use banco_rulebook::model::wager::WagerKind;
use printed::{FAMILIES, Family, Printed, Row, play};
use support::library;

/// A column of a printed table, at a table.
struct Offer<'a> {
    family: &'a Family,
    printed: &'a Printed,
    column: usize,
    /// By how much the wager exceeds the printed one.
    scale: i64,
    rules: OnceCell<Arc<Rules>>,
}

/// Where a meter stands before and after the round.
#[derive(Clone, Copy)]
struct Meter {
    won: i64,
    after: i64,
}

#[test]
fn every_line_of_every_progressive_pay_table_pays_the_right_people() {
    let mut reached = BTreeSet::new();
    for family in &FAMILIES {
        let printed = Printed::read(family.text);
        for column in 0..printed.columns.len() {
            let offer = Offer::new(family, &printed, column, 1);
            for row in printed.rows.iter().filter(|row| row.cells[column] != "-") {
                offer.check(row);
                reached.insert((
                    family.rulebook,
                    family.wager,
                    printed.columns[column].clone(),
                    row.line.clone(),
                ));
            }
        }
    }
    assert!(all_lines().is_subset(&reached), "not reached: {:?}", all_lines().difference(&reached));
}

/// Notes on the unit in CO 30-2899.07(8)(d)-(f): fixed pays, envy and a fixed seed grow with the wager.
#[test]
fn another_unit_multiplies_every_line() {
    for family in FAMILIES.iter().filter(|family| family.dealer_envy) {
        let printed = Printed::read(family.text);
        for (column, _) in printed.columns.iter().enumerate().filter(|(_, name)| name.ends_with('3')) {
            let offer = Offer::new(family, &printed, column, 5);
            for row in printed.rows.iter().filter(|row| row.cells[column] != "-") {
                offer.check(row);
            }
        }
    }
}

type Line = (&'static str, &'static str, String, String);

/// The lines of all progressive wagers in the rulebooks' data: none may be missing above.
fn all_lines() -> BTreeSet<Line> {
    let mut lines = BTreeSet::new();
    for family in &FAMILIES {
        let book = library().rulebook(family.rulebook).unwrap();
        let progressive = book.wagers.iter().filter(|wager| wager.kind == WagerKind::Progressive);
        for wager in progressive {
            assert!(
                FAMILIES.iter().any(|known| (known.rulebook, known.wager) == (book.id(), wager.id.as_str())),
                "{} is not among the tables",
                wager.id
            );
            for (index, column) in wager.column_names().into_iter().enumerate() {
                for row in wager.rows.iter().filter(|_| wager.id == family.wager) {
                    let pays = row.pays.as_slice();
                    let cell = if pays.len() == 1 { pays.first() } else { pays.get(index) };
                    if cell.is_some_and(|cell| Pay::read(cell).is_ok_and(|pay| pay != Pay::Loss)) {
                        lines.insert((family.rulebook, family.wager, column.to_owned(), row.name.clone()));
                    }
                }
            }
        }
    }
    lines
}

impl<'a> Offer<'a> {
    fn new(family: &'a Family, printed: &'a Printed, column: usize, scale: i64) -> Self {
        Self { family, printed, column, scale, rules: OnceCell::new() }
    }

    fn rules_of(&self) -> Arc<Rules> {
        let family = self.family;
        let (stake, seed) = (self.money(self.stake()), self.money(self.seed(family.meter)));
        let source = &library().submission(family.rulebook, family.submission).unwrap().source;
        let name = &self.printed.columns[self.column];
        let suits = if name.ends_with("F38-04") { r#"["spades", "hearts"]"# } else { r#"["spades"]"# };
        let keys = family.keys(self.printed, self.column, &stake, &seed).into_iter();
        let mut keys: Vec<String> = keys.map(|key| key.replace("SUITS", suits)).collect();
        if ["HP-12", "HP-13", "HP-E02"].iter().any(|cut_off| name.ends_with(cut_off)) {
            let line = r#"{ name = "Any Tie", when = { tie = true }, pays = "$4" }"#;
            keys.push(format!("wager.harmony.lines = [{line}]"));
        }
        if family.rulebook == "co-rule-28" {
            let clauses = ["30-2808(3)(e)"].into_iter().map(str::to_owned);
            let units =
                ["(d) note vii", "(e) note vi", "(f) note vi"].map(|note| format!("30-2899.07(8){note}"));
            let approved = clauses.chain(units).map(|clause| format!("\"{clause}\" = \"a letter\""));
            keys.push(format!("acknowledged = {{ {} }}", approved.collect::<Vec<_>>().join(", ")));
        }
        let checked = library().check(source.with_overrides(&keys).unwrap_or_else(|error| panic!("{error}")));
        let terms = checked.terms.unwrap_or_else(|| panic!("{name}: {}", checked.report));
        Arc::new(Rules::new(terms).unwrap())
    }

    fn currency(&self) -> Currency {
        let pesos = self.printed.head("wager", self.column).unwrap().starts_with("PHP");
        if pesos { Currency::Php } else { Currency::Usd }
    }

    fn minor(&self, text: &str) -> i64 {
        Amount::parse_in(text, self.currency()).unwrap().minor()
    }

    fn money(&self, minor: i64) -> String {
        Amount::from_minor(minor, self.currency()).to_string()
    }

    fn stake(&self) -> i64 {
        self.minor(self.printed.head("wager", self.column).unwrap()) * self.scale
    }

    /// The printed seed, scaled; where a table has a reserve the licensee sets any: $5,000 here.
    fn seed(&self, meter: &str) -> i64 {
        let printed = self.printed.head(&format!("seed {meter}"), self.column);
        printed.map_or_else(|| self.minor("5,000"), |seed| self.minor(seed) * self.scale)
    }

    /// What everybody who takes part puts in, at a rate such as `15%`.
    fn fed(&self, rate: &str) -> i64 {
        let percent: i64 = rate.trim_end_matches('%').parse().unwrap();
        let all = self.stake() * i64::try_from(self.family.seats.len()).unwrap() * percent;
        assert_eq!(all % 100, 0, "the printed rates feed whole cents");
        all / 100
    }

    fn meter(&self, id: &str) -> Meter {
        let head = |name: &str| self.printed.head(&format!("{name} {id}"), self.column);
        let won = self.seed(id) + self.fed(head("increment").unwrap());
        Meter { won, after: head("reserve").map_or_else(|| self.seed(id), |rate| self.fed(rate)) }
    }

    /// Plays the line and looks at everybody's money.
    fn check(&self, row: &Row) {
        let name = format!("{} {} `{}`", self.family.wager, self.printed.columns[self.column], row.line);
        let cell = &row.cells[self.column];
        let (pay, envy) = cell.split_once('/').map_or((cell.as_str(), None), |(pay, envy)| (pay, Some(envy)));
        let has = |seat: u8| row.only.as_ref().is_none_or(|(only, _)| *only == seat);
        let winners: Vec<u8> = self.family.seats.iter().copied().filter(|seat| has(*seat)).collect();
        let jackpot = pay.strip_prefix("100%").map(|meter| match meter.strip_prefix(':') {
            Some(meter) => meter,
            None => self.family.meter,
        });
        let without = self.base(row);
        let with = self.round(row, &winners, jackpot, &name);
        for seat in self.family.seats {
            let back = match (has(*seat), jackpot, envy) {
                (true, Some(meter), _) => self.share(self.meter(meter).won, &winners, *seat),
                (true, None, _) => self.fixed(pay),
                (false, _, Some(envy)) if !self.family.dealer_envy => self.minor(envy),
                (false, ..) => self.fixed(self.printed.cell(&row.only.as_ref().unwrap().1, self.column)),
            };
            let brought = chips(&with, *seat) - chips(&without, *seat);
            assert_eq!(brought, back - self.stake(), "{name}: seat {seat}");
        }
        let bystander = self.family.bystander;
        assert_eq!(chips(&with, bystander), chips(&without, bystander), "{name}: who does not take part");
        let envies = i64::try_from(winners.len()).unwrap();
        let tokes =
            envy.filter(|_| self.family.dealer_envy).map_or(0, |envy| self.minor(envy) * self.scale * envies);
        assert_eq!(with.table.balance(Account::Tokes).unwrap().minor(), tokes, "{name}: the dealer");
        let paid = jackpot.map_or(0, |meter| self.meter(meter).won);
        assert_eq!(with.table.balance(Account::Link).unwrap().minor(), -paid, "{name}: the link");
    }

    /// What a fixed pay brings, the wager with it where the pay is `to 1`.
    fn fixed(&self, pay: &str) -> i64 {
        let times = |text: &str| text.parse::<i64>().unwrap() * self.stake();
        if let Some(times_) = pay.strip_suffix("for1") {
            return times(times_);
        }
        pay.strip_suffix("to1").map_or_else(|| self.minor(pay) * self.scale, |pay| times(pay) + self.stake())
    }

    /// Evenly among those who have won; the odd cents to the lowest seat.
    fn share(&self, won: i64, winners: &[u8], seat: u8) -> i64 {
        let many = i64::try_from(winners.len()).unwrap();
        won / many + if seat == winners[0] { won % many } else { 0 }
    }

    fn sat_down(&self) -> Runner<'static> {
        let mut runner = Runner::new(Arc::clone(self.rules.get_or_init(|| self.rules_of())), &no_terms);
        let mut seats: Vec<String> = self.all_seats().iter().map(u8::to_string).collect();
        seats.sort();
        play(&mut runner, &format!("ready {}", seats.join(" ")));
        for seat in self.all_seats() {
            let base = if self.family.rulebook == "ma-baccarat" { 2_500 } else { 500 };
            play(&mut runner, &format!("seat {seat}: bet tie {}", self.money(base)));
        }
        runner
    }

    fn all_seats(&self) -> Vec<u8> {
        self.family.seats.iter().copied().chain([self.family.bystander]).collect()
    }

    /// The round without the progressive wager.
    fn base(&self, row: &Row) -> Runner<'static> {
        let mut runner = self.sat_down();
        for line in ["dealer: no more bets", &format!("shoe: {}", row.dealt()), "dealer: settle"] {
            play(&mut runner, line);
        }
        runner
    }

    /// The round with it, to the payment of its jackpot.
    fn round(&self, row: &Row, winners: &[u8], jackpot: Option<&str>, name: &str) -> Runner<'static> {
        let mut runner = self.sat_down();
        for seat in self.family.seats {
            play(
                &mut runner,
                &format!("seat {seat}: bet {} {}", self.family.wager, self.money(self.stake())),
            );
        }
        play(&mut runner, "dealer: no more bets");
        let meter = jackpot.unwrap_or(self.family.meter);
        let figures = self.meter(meter);
        play(&mut runner, &format!("= meter {meter} {}", self.money(figures.won)));
        let mut told = play(&mut runner, &format!("shoe: {}", row.dealt()));
        told.extend(play(&mut runner, "dealer: settle"));
        for seat in winners {
            let own =
                |line: &&String| line.starts_with(&format!("seat {seat} ")) && !line.contains(" on Tie");
            let line = told.iter().filter(own).find(|line| line.ends_with(&format!(": {}", row.line)));
            assert!(line.is_some(), "{name}: {told:?}");
        }
        if jackpot.is_some() {
            if self.family.selects {
                play(&mut runner, &format!("dealer: select {} {}", winners[0], row.line));
            }
            play(&mut runner, "dealer: hit jackpot");
            play(&mut runner, &format!("floor: verify jackpot 1 {}", row.shown(self.family.first_four)));
            play(&mut runner, &format!("executive: pay jackpot 1 {}", self.money(figures.won)));
        }
        play(&mut runner, "dealer: clear");
        let after = if jackpot.is_some() { figures.after } else { figures.won };
        play(&mut runner, &format!("= meter {meter} {}", self.money(after)));
        runner
    }
}

fn no_terms(_: &str) -> Result<Arc<Rules>, String> {
    Err("there are no other terms here".to_owned())
}

fn chips(runner: &Runner<'_>, seat: u8) -> i64 {
    runner.table.balance(Account::Chips(Person(u32::from(seat)))).unwrap().minor()
}
