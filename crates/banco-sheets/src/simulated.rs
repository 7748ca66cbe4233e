//! A simulation beside the exact counts: shoes dealt by seed, and how far chance carried each line.
#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "figures for people, made from exact sums"
)]

use std::sync::atomic::{AtomicBool, AtomicU64};

use banco_engine::SeatFacts;
use banco_rulebook::{Diagnostic, Terms};
use banco_sim::report::{WagerReport, wagers};
use banco_sim::result::{Configuration, RunResult, WagerInfo};
use banco_sim::run::{Manner, Simulation};
use banco_sim::settlement::Settlement;
use banco_sim::shoe::{ShoeChoices, ShoeRules};
use banco_sim::simd::Level;
use banco_sim::study::Studies;
use banco_sim::study::hits::HitSums;
use banco_sim::tally::Tally;
use banco_sim::wager::Wager;

use crate::asked::sheet_name;
use crate::chi_square::{Cell, ChiSquare};
use crate::count::CountedSheet;
use crate::document::{Content, Grid, Name, Section, Shown, Value};
use crate::error::SheetError;
use crate::facts::{BESIDE, ROUGH, brief, full};
use crate::question::ParQuestion;
use crate::shoe::HandChoice;

/// Below so many expected hits, or so many shoes, what a count did from shoe to shoe says little of how far chance may
/// carry it.
const ENOUGH: f64 = 100.0;

/// Significant digits of a z: nobody compares it closer.
const Z: usize = 3;

/// How many shoes are dealt, by which seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SimulationAsked {
    /// How many shoes.
    pub shoes: u64,
    /// The seed.
    pub seed: u64,
}

/// What came of a wager in the shoes that were dealt.
pub struct Simulated {
    asked: SimulationAsked,
    shoe: ShoeChoices,
    report: WagerReport,
    /// As the lines of the sheet.
    lines: Vec<SimulatedLine>,
    chi_square: Option<ChiSquare>,
}

struct SimulatedLine {
    hits: u64,
    expected: f64,
    /// The variance of the hits; `None` where they cannot stray.
    variance: Option<f64>,
    /// Whether that is what they did from shoe to shoe; otherwise rounds are taken as independent.
    by_shoes: bool,
    /// The same by that of independent rounds.
    effect: f64,
}

impl ParQuestion {
    /// Refuses what cannot be dealt.
    pub(crate) fn check_simulation(&self) -> Result<(), SheetError> {
        let Some(asked) = self.simulate else { return Ok(()) };
        if asked.shoes == 0 {
            let problem = Diagnostic::error("no_shoes", "`--simulate 0` leaves nothing to simulate");
            return Err(problem.hint("ask for at least one shoe").into());
        }
        self.check_full_shoe("--simulate")
    }

    /// Whoever deals begins with a full shoe.
    pub(crate) fn check_full_shoe(&self, flag: &str) -> Result<(), SheetError> {
        let cards = &self.shoe.cards;
        if self.counted.is_none() && cards.without.is_empty() && !cards.infinite {
            return Ok(());
        }
        let problem = Diagnostic::error("no_full_shoe", format!("`{flag}` deals from full shoes"));
        Err(problem.hint("leave `--composition`, `--without` and `--decks infinite` out").into())
    }

    /// Refuses a bettor who stands alone, for whom nobody deals and whom infinite decks do not know.
    pub(crate) fn check_lone_choice(&self, terms: &Terms, flag: &str) -> Result<(), SheetError> {
        let rule = terms.rulebook.file.drawing.player.chooses.as_ref();
        if self.shoe.choice == HandChoice::Draw || !rule.is_some_and(|rule| rule.each_bettor) {
            return Ok(());
        }
        let message =
            format!("each bettor chooses alone here, so `{flag}` does not go with `--choice stand`");
        Err(SheetError::invalid("no_choice", message))
    }

    /// Deals shoes and puts what came of them on the sheets; all of them see the same shoes.
    pub(crate) fn add_simulation(&self, made: &mut [CountedSheet]) -> Result<(), SheetError> {
        let (Some(asked), Some(first)) = (self.simulate, made.first()) else { return Ok(()) };
        let terms = &first.terms;
        self.check_lone_choice(terms, "--simulate")?;
        let decks = first.cards_told.decks().unwrap_or_else(|| terms.pack().decks());
        let shoe = ShoeChoices { decks, ..ShoeChoices::from_terms(terms) };
        let rules = ShoeRules::new(terms, &first.draw, shoe)?;
        let settlement = Settlement::new(made.iter().map(CountedSheet::to_be_dealt).collect())?;
        let simulation = Simulation { rules, settlement, seed: asked.seed, session: 1 };
        let result = self.dealt(first, shoe, &simulation, asked);
        let found = made.iter_mut().zip(wagers(&result)).enumerate();
        for (at, (made, report)) in found {
            made.simulated = Some(Simulated::new(made, report, (at, &result.tally), (asked, shoe))?);
        }
        Ok(())
    }

    fn dealt(
        &self,
        first: &CountedSheet,
        shoe: ShoeChoices,
        simulation: &Simulation,
        SimulationAsked { shoes, seed }: SimulationAsked,
    ) -> RunResult {
        let studies = Studies { hits: true, ..Studies::default() };
        let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let manner = Manner { threads, level: Level::best(), stop: &stop, done: &done };
        let (tally, end) = simulation.run_with(&studies, 0..shoes, manner);
        let configuration = Configuration {
            rulebook: first.terms.rulebook.id().to_owned(),
            submission: first.terms.name.clone(),
            submission_hash: first.terms.hash.to_string(),
            shoe,
            choice: self.shoe.choice.name().to_owned(),
            seed,
            shoes,
            session: simulation.session,
            wagers: WagerInfo::all(&simulation.settlement),
            studies: studies.info(&simulation.settlement),
        };
        RunResult::new(configuration, 0, end, tally)
    }
}

impl CountedSheet {
    /// Its wager, to be dealt.
    pub(crate) fn to_be_dealt(&self) -> Wager {
        let seat = self.seat.map(|seat| SeatFacts::at(&self.terms, seat, &[])).unwrap_or_default();
        Wager { name: sheet_name(&self.sheet), sheet: self.sheet.clone(), suits: self.suits.clone(), seat }
    }
}

impl Simulated {
    fn new(
        made: &CountedSheet,
        report: WagerReport,
        (at, tally): (usize, &Tally),
        (asked, shoe): (SimulationAsked, ShoeChoices),
    ) -> Result<Self, SheetError> {
        let sheet = &made.sheet;
        let none = Vec::new();
        let hits = tally.wagers.get(at).map_or(&none, |wager| &wager.outcomes);
        let sums = tally.studies.hits.get(at).map(|tally| tally.outcomes.as_slice()).unwrap_or_default();
        // Lines come first among the outcomes, and last what reaches none.
        let places = (0..sheet.lines.len())
            .map(|at| if at < sheet.table.lines.len() { at } else { hits.len().saturating_sub(1) });
        let mut lines = Vec::new();
        for (odds, place) in sheet.lines.iter().zip(places) {
            let hits = hits.get(place).copied().unwrap_or(0);
            let sums = sums.get(place).copied().unwrap_or_default();
            lines.push(SimulatedLine::new(sheet.probability(odds.ways), hits, sums, tally));
        }
        let missed = report.rounds - lines.iter().map(|line| line.hits).sum::<u64>();
        let impossible = sheet.lines.iter().zip(&lines).any(|(odds, line)| odds.ways == 0 && line.hits > 0);
        if missed > 0 || impossible {
            let message = format!("shoes came to lines of `{}` that no deal reaches", sheet_name(sheet));
            return Err(SheetError::unverified("simulation_differs", message));
        }
        let chi_square = ChiSquare::new(&lines.iter().map(SimulatedLine::cell).collect::<Vec<_>>());
        Ok(Self { asked, shoe, report, lines, chi_square })
    }
}

impl SimulatedLine {
    /// A line of this probability that was hit so often.
    fn new(probability: f64, hits: u64, sums: HitSums, tally: &Tally) -> Self {
        let rounds = tally.rounds.sum() as f64;
        let expected = probability * rounds;
        let plain = expected * (1.0 - probability);
        // What a shoe has above or below its share strays around nothing, and shoes have nothing to do with each other.
        let by_shoes = sums.squares as f64 - 2.0 * probability * sums.cross as f64
            + probability * probability * tally.rounds.sum_of_squares() as f64;
        let enough = expected >= ENOUGH && rounds - expected >= ENOUGH && tally.shoes as f64 >= ENOUGH;
        let variance = if enough { by_shoes } else { plain };
        Self {
            hits,
            expected,
            variance: Some(variance).filter(|variance| *variance > 0.0),
            by_shoes: enough,
            effect: if enough { by_shoes / plain } else { 1.0 },
        }
    }

    fn z(&self) -> Option<f64> {
        self.variance.map(|variance| (self.hits as f64 - self.expected) / variance.sqrt())
    }

    const fn cell(&self) -> Cell {
        Cell { found: self.hits as f64, expected: self.expected, effect: self.effect }
    }
}

/// The simulation of a sheet: what was dealt and what came back, then line by line.
pub fn sections(made: &CountedSheet) -> Vec<Section> {
    let Some(simulated) = &made.simulated else { return Vec::new() };
    vec![summary(simulated), lines(made, simulated)]
}

fn summary(simulated: &Simulated) -> Section {
    let Simulated { asked, report, chi_square, .. } = simulated;
    let percent = |share: f64| Value::Number(share, Shown::Percent(BESIDE));
    let facts = vec![
        brief(
            "shoes",
            "simulated shoes",
            "dealt by seed, as `banco sim` deals them; all sheets of a document see the same ones",
            Value::Whole(asked.shoes),
        ),
        brief("seed", "seed", "the same seed deals the same shoes", Value::Whole(asked.seed)),
        brief("rounds", "rounds", "in these shoes", Value::Whole(report.rounds)),
        full("shoe_rules", "how shoes are dealt", "", Value::text(simulated.shoe.to_string())),
        brief(
            "simulated_return",
            "simulated return",
            "what came back, the stake included; meters apart",
            percent(report.average_return),
        ),
        brief(
            "return_error",
            "its error",
            "one standard error, from the results of whole shoes",
            percent(report.error_by_shoes),
        ),
        brief(
            "return_z",
            "z of the return",
            "errors between the simulated and the exact return",
            Value::number_if((report.error_by_shoes > 0.0).then_some(report.z), Shown::Signed(Z)),
        ),
        brief(
            "chi_square",
            "chi-square of the lines",
            "Pearson's, divided by how much the rounds of a shoe hang together (Rao and Scott); lines with fewer than \
             5 expected hits taken together",
            Value::number_if(chi_square.map(|chi| chi.statistic), Shown::Digits(ROUGH)),
        ),
        brief(
            "degrees_of_freedom",
            "degrees of freedom",
            "",
            chi_square.map_or(Value::Nothing, |chi| Value::Whole(chi.degrees.into())),
        ),
        brief(
            "chi_square_p",
            "p",
            "how often chance alone strays at least as far",
            Value::number_if(chi_square.map(|chi| chi.chance), Shown::Digits(ROUGH)),
        ),
    ];
    Section { key: "simulation", title: "Simulation", content: Content::Facts(facts) }
}

fn lines(made: &CountedSheet, simulated: &Simulated) -> Section {
    let columns = vec![
        Name::new("name", "simulated line", ""),
        Name::new("hits", "hits", "rounds that reached the line"),
        Name::new("expected", "expected", "rounds times the exact probability"),
        Name::new("share", "share", "hits by rounds"),
        Name::new("z", "z", "errors between hits and expected"),
        Name::new("error", "error", "one standard error of the hits"),
        Name::new(
            "error_by",
            "error by",
            "shoes: by what the hits did from shoe to shoe; rounds: as if rounds were independent, where fewer than 100 \
             hits are expected",
        ),
    ];
    let rounds = simulated.report.rounds as f64;
    let row = |(odds, line): (&banco_odds::LineOdds, &SimulatedLine)| {
        vec![
            Value::text(odds.name.as_str()),
            Value::Whole(line.hits),
            Value::Number(line.expected, Shown::Digits(BESIDE)),
            Value::Number(line.hits as f64 / rounds, Shown::Digits(BESIDE)),
            Value::number_if(line.z(), Shown::Signed(Z)),
            Value::number_if(line.variance.map(f64::sqrt), Shown::Digits(ROUGH)),
            Value::text(if line.by_shoes { "shoes" } else { "rounds" }),
        ]
    };
    let rows = made.sheet.lines.iter().zip(&simulated.lines).map(row).collect();
    let brief = &["name", "hits", "expected", "z", "error_by"];
    let grid = Grid { columns, rows, sums: None, plot: None, brief };
    Section { key: "simulated_lines", title: "Simulated lines", content: Content::Grid(grid) }
}
