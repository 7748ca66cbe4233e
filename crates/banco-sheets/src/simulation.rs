//! A run, or meters over time, as one page with plots: no script, nothing from elsewhere.
#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "figures for people, made from exact sums"
)]

use banco_money::{Amount, Currency};
use banco_sim::histogram::Histogram;
use banco_sim::meters::report::MeterReport;
use banco_sim::report::{WagerReport, wagers};
use banco_sim::result::{RunResult, WagerInfo};
use banco_sim::rows::Rows;
use banco_sim::run::Simulation;
use banco_sim::simd::Level;
use banco_sim::study::plan::{PlanInfo, PlanTally};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::about::SOFTWARE;
use crate::plot::{self, Caption, Fan, Mark};
use crate::render::STYLE;

/// What the plots here need beyond that.
const BAND: &str =
    ".band{fill:var(--player);opacity:.2}pre{overflow-x:auto;font:.8rem/1.3 ui-monospace,monospace}";

/// The return is looked at so many times on its way.
const LOOKS: u64 = 40;

/// How many shoes are dealt again at a time.
const PIECE: usize = 65_536;

/// How many bars show how results are spread.
const BARS: i64 = 20;

/// The page of a run; `text` is what the terminal shows.
pub fn simulation_page(text: &str, simulation: &Simulation, result: &RunResult) -> String {
    let infos = &result.configuration.wagers;
    let paths = convergence(simulation, result);
    let plans = result.configuration.studies.plans.iter().zip(&result.tally.studies.plans);
    let wagers = wagers(result);
    let spread = infos.iter().zip(&result.tally.wagers).zip(&wagers).zip(&paths).enumerate();
    let content = html! {
        pre { (text) }
        @for (at, (((info, tally), report), path)) in spread {
            article {
                h2 { (info.name) }
                (returns(at, report, path, [result.from, result.to]))
                (results(at, info, &tally.shoes))
            }
        }
        @for (at, (info, tally)) in plans.enumerate() {
            article { h2 { (info.plan) " on " (info.wager) } (bankrolls(at, info, tally)) }
        }
    };
    document("Simulation", &content)
}

/// The page of meters over time.
pub fn meter_page(text: &str, meters: &[MeterReport], hours: u32, currency: Currency) -> String {
    let content = html! {
        pre { (text) }
        @for (at, meter) in meters.iter().enumerate() {
            article { h2 { (meter.meter) } (levels(at, meter, hours, currency)) }
        }
    };
    document("Meters over time", &content)
}

fn document(title: &str, content: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content=(SOFTWARE);
                title { (title) }
                style { (PreEscaped(STYLE)) (PreEscaped(BAND)) }
            }
            body { header { h1 { (title) } } main { (content) } }
        }
    };
    page.into_string()
}

/// The return after some shoes, and two standard errors of it.
#[derive(Clone, Copy, Default)]
struct Sums {
    shoes: f64,
    rounds: f64,
    result: f64,
    results: f64,
    cross: f64,
    squares: f64,
}

impl Sums {
    fn add(&mut self, rounds: f64, result: f64) {
        self.shoes += 1.0;
        self.rounds += rounds;
        self.result += result;
        self.results += result * result;
        self.cross += result * rounds;
        self.squares += rounds * rounds;
    }

    fn look(&self) -> (f64, f64) {
        let (mean, shoes) = (self.result / self.rounds.max(1.0), self.shoes.max(2.0));
        let strayed = self.results - 2.0 * mean * self.cross + mean * mean * self.squares;
        let error = (strayed.max(0.0) * shoes / (shoes - 1.0)).sqrt() / self.rounds.max(1.0);
        (1.0 + mean, 2.0 * error)
    }
}

/// For each wager, the return and its band on the way through all shoes, which are dealt again for it.
fn convergence(simulation: &Simulation, result: &RunResult) -> Vec<Vec<(f64, f64)>> {
    let infos = &result.configuration.wagers;
    let mut rows = Rows::new(simulation, Level::best());
    let mut sums = vec![Sums::default(); infos.len()];
    let mut paths = vec![Vec::new(); infos.len()];
    let all = result.to - result.from;
    let edge = |look: u64| result.from + (u128::from(all) * u128::from(look) / u128::from(LOOKS)) as u64;
    for look in 0..LOOKS {
        let (from, to) = (edge(look), edge(look + 1));
        for row in (from..to).step_by(PIECE).flat_map(|at| rows.rows_for(at..to.min(at + PIECE as u64))) {
            for ((sums, result), info) in sums.iter_mut().zip(&row.results).zip(infos) {
                sums.add(row.rounds as f64, *result as f64 / info.fraction as f64);
            }
        }
        paths
            .iter_mut()
            .zip(&sums)
            .filter(|_| to > result.from)
            .for_each(|(path, sums)| path.push(sums.look()));
    }
    paths
}

fn returns(at: usize, report: &WagerReport, path: &[(f64, f64)], [from, to]: [u64; 2]) -> Markup {
    let values = |side: f64| path.iter().map(|(mean, error)| mean + side * error).collect::<Vec<f64>>();
    let (low, middle, high) = (values(-1.0), values(0.0), values(1.0));
    let about =
        "The return so far, with two standard errors on either side, and the exact return of one round.";
    let id = format!("return-{at}");
    let ends = [format!("shoe {from}"), format!("{to}")];
    let fan = Fan { low: &low, middle: &middle, high: &high, ends, level: Some(report.exact_return) };
    html! {
        h3 { "The return over time" }
        p { (about) }
        (plot::fan(Caption { id: &id, title: "The return over time", about }, &fan, |value| format!("{:.2}%", 100.0 * value)))
    }
}

/// How the results of shoes are spread.
fn results(at: usize, info: &WagerInfo, shoes: &Histogram) -> Markup {
    let about = "The share of shoes by result, in units bet per round.";
    let (least, most) = (shoes.quantile(5).unwrap_or(0), shoes.quantile(995).unwrap_or(0));
    // Whole units, and the outermost bars take whatever lies beyond.
    let width = ((most - least) / BARS / info.fraction + 1) * info.fraction;
    let first = least.div_euclid(width);
    let last = most.div_euclid(width);
    let mut counts = vec![0_u64; usize::try_from(last - first + 1).unwrap_or(1)];
    for (value, count) in shoes.iter() {
        let bar = value.div_euclid(width).clamp(first, last) - first;
        counts.iter_mut().skip(bar as usize).take(1).for_each(|sum| *sum += count);
    }
    let all = shoes.count().max(1) as f64;
    let units = |value: i64| value / info.fraction;
    let mark = |(bar, count): (i64, &u64)| {
        let label = match bar {
            bar if bar == first => format!("below {:+}", units((bar + 1) * width)),
            bar if bar == last => format!("{:+} and more", units(bar * width)),
            bar => format!("{:+} to below {:+}", units(bar * width), units((bar + 1) * width)),
        };
        let share = *count as f64 / all;
        Mark { label, value: share, shown: format!("{:.2}%", 100.0 * share) }
    };
    let marks: Vec<Mark> = (first..).zip(&counts).map(mark).collect();
    let id = format!("results-{at}");
    html! {
        h3 { "Results of shoes" }
        p { (about) }
        (plot::bars(Caption { id: &id, title: "Results of shoes", about }, &marks))
    }
}

fn bankrolls(at: usize, info: &PlanInfo, tally: &PlanTally) -> Markup {
    let about = "The bankroll over a session: half of all sessions are below the line, nine in ten inside the band. \
                 A session that has ended stays where it ended.";
    let start = info.money.bankroll as f64;
    let values = |thousandths: u64| -> Vec<f64> {
        let look = |look: &Histogram| look.quantile(thousandths).unwrap_or(info.money.bankroll) as f64;
        std::iter::once(start).chain(tally.looks.iter().map(look)).collect()
    };
    let (low, middle, high) = (values(50), values(500), values(950));
    let rounds = info.money.look * tally.looks.len() as u64;
    let ends = ["start".to_owned(), format!("{rounds} rounds")];
    let fan = Fan { low: &low, middle: &middle, high: &high, ends, level: Some(start) };
    let currency = Currency::from_code(&info.currency);
    let id = format!("bankroll-{at}");
    html! {
        p { (about) }
        (plot::fan(Caption { id: &id, title: "The bankroll", about }, &fan, |value| money(value, currency)))
    }
}

fn levels(at: usize, meter: &MeterReport, hours: u32, currency: Currency) -> Markup {
    let about = "The meter in the first lifetime, with a band from there to the mean of all lifetimes. The straight line is the average hit in the long run.";
    let first: Vec<f64> = meter.first_path.iter().map(|level| *level as f64).collect();
    let sides = |pick: fn(f64, f64) -> f64| -> Vec<f64> {
        first.iter().zip(&meter.path).map(|(first, mean)| pick(*first, *mean)).collect()
    };
    let (low, high) = (sides(f64::min), sides(f64::max));
    let ends = ["start".to_owned(), format!("{hours} hours")];
    let fan = Fan { low: &low, middle: &first, high: &high, ends, level: meter.exact_award };
    let id = format!("meter-{at}");
    html! {
        p { (about) }
        (plot::fan(Caption { id: &id, title: "The meter", about }, &fan, |value| money(value, Some(currency))))
    }
}

fn money(minor: f64, currency: Option<Currency>) -> String {
    let minor = minor.round() as i64;
    currency.map_or_else(|| minor.to_string(), |currency| Amount::from_minor(minor, currency).to_string())
}
