//! `banco count`: what counting a wager is worth. Its effects of removal, tags, edge by true count, trigger, betting.

mod answer;
mod exact;
mod figures;
mod simulated;
mod text;

use banco_odds::{FiveRule, Tags};
use banco_rulebook::{Diagnostic, Library, Terms};
use banco_sim::study::BurnSeen;
use banco_sim::study::count::{CountBy, hundredths};
use clap::{Args, ValueEnum};

use answer::Asked;
use figures::Stakes;

use crate::command::sim::{BurnSeenName, ShoeArguments};
use crate::failure::Failure;
use crate::output;
use crate::source::TermsArguments;

/// Which wager, by which count, and how it is bet.
#[derive(Args)]
pub struct CountArguments {
    /// The wager, `ID[.SIDE][:PAYTABLE]`, or a file with one of your own.
    wager: String,

    #[command(flatten)]
    terms: TermsArguments,

    #[command(flatten)]
    shoe: ShoeArguments,

    /// Which burn cards the counter sees; default: all if the rulebook shows them to the players, otherwise none.
    #[arg(long, value_name = "CARDS")]
    burn_seen: Option<BurnSeenName>,

    /// The tags, such as `"4567=-1 89=+2"`; T covers J, Q and K too, unless they have tags of their own, and ranks you
    /// leave out count 0. Default: the best balanced tags of `--level`.
    #[arg(long, value_name = "TAGS")]
    tags: Option<String>,

    /// The largest tag of the default count.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=3), conflicts_with = "tags")]
    level: u8,

    /// Bet by the count per deck not yet seen, or by the running count.
    #[arg(long, value_name = "COUNT", default_value = "true")]
    by: ByName,

    /// Bet at this count and above, at most two decimals; default: where one unit brings most.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    trigger: Option<String>,

    /// Units by count instead of one unit at the trigger, such as `4:1,6:2,8:4`: at 4 and above bet 1, and so on.
    #[arg(long, value_name = "RAMP", conflicts_with = "trigger", allow_hyphen_values = true)]
    spread: Option<String>,

    /// The bank in units, for the best stakes and the risk of ruin.
    #[arg(long, value_name = "UNITS", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    bank: u32,

    /// The part of full Kelly for the stakes by true count, in percent.
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=200))]
    kelly: u16,

    /// Units a shoe by the number of cards behind the cut card: `FROM..TO/STEP`, such as `14..104/13`.
    #[arg(long, value_name = "RANGE", conflicts_with = "rounds")]
    sweep_cut: Option<String>,

    /// How many tables spotters count for a big player, who is called to whichever says to bet.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=100))]
    tables: u16,

    /// How many rounds a table deals in an hour.
    #[arg(long, value_name = "N", default_value_t = 70, value_parser = clap::value_parser!(u16).range(1..))]
    rounds_an_hour: u16,

    /// Add up units a shoe over every shoe there can be, by this count and by perfect play. That reaches to three rounds of
    /// any shoe (`--rounds 3`), for wagers and tags that go by point value.
    #[arg(long)]
    exact: bool,

    /// Simulate this many shoes beside it, and perfect play in the same shoes.
    #[arg(long, value_name = "N", default_value_t = 0)]
    shoes: u64,

    /// The seed of the simulation.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many threads to use; default: all the machine has.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Print JSON.
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Print CSV: a row per true count, or per cut card with `--sweep-cut`.
    #[arg(long)]
    csv: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ByName {
    /// The running count per deck not yet seen.
    True,
    /// The running count.
    Running,
}

impl From<ByName> for CountBy {
    fn from(name: ByName) -> Self {
        match name {
            ByName::True => Self::True,
            ByName::Running => Self::Running,
        }
    }
}

/// Answers.
pub fn run(arguments: &CountArguments, library: &Library) -> Result<(), Failure> {
    let answer = answer::answer(arguments, library)?;
    match (arguments.json, arguments.csv) {
        (true, _) => output::print_json(&answer),
        (_, true) => output::print(&text::csv(&answer)),
        _ => output::print(&text::text(&answer)),
    }
}

impl CountArguments {
    /// What was asked, for JSON.
    fn asked(&self) -> Asked {
        Asked {
            rulebook: self.terms.rulebook.clone(),
            submission: self.terms.submission.clone(),
            set: self.terms.set.clone(),
            wager: self.wager.clone(),
            seat: self.shoe.seat(),
            choice: if self.shoe.five() == FiveRule::Draw { "draw" } else { "stand" },
            tags: self.tags.clone(),
            level: self.level,
            by: if self.by == ByName::True { "true" } else { "running" },
            trigger: self.trigger.clone(),
            spread: self.spread.clone(),
            bank: self.bank,
            kelly_percent: self.kelly,
            sweep_cut: self.sweep_cut.clone(),
            tables: self.tables,
            rounds_an_hour: self.rounds_an_hour,
            exact: self.exact,
            shoes: self.shoes,
            seed: self.seed,
        }
    }

    #[expect(clippy::float_arithmetic, reason = "a percentage, for figures")]
    fn stakes(&self) -> Stakes {
        Stakes { bank: f64::from(self.bank), part: f64::from(self.kelly) / 100.0 }
    }

    fn given_tags(&self) -> Result<Option<Tags>, Failure> {
        let parse = |text: &String| {
            text.parse::<Tags>().map_err(|error| {
                Failure::from(Diagnostic::error("bad_count", error.to_string()).hint(error.hint()))
            })
        };
        self.tags.as_ref().map(parse).transpose()
    }

    /// Counts in hundredths with the units from there on, lowest first.
    fn ramp(&self) -> Result<Option<Vec<(i32, u32)>>, Failure> {
        let bad = |text: &str| {
            let message = format!("`{text}` is not a ramp of bets by count");
            Failure::from(Diagnostic::error("bad_spread", message).hint("write `4:1,6:2,8:4`, counts rising"))
        };
        let Some(text) = &self.spread else { return Ok(None) };
        let mut ramp: Vec<(i32, u32)> = Vec::new();
        for step in text.split(',') {
            let (count, units) = step.split_once(':').ok_or_else(|| bad(text))?;
            let count = hundredths(count.trim()).ok_or_else(|| bad(text))?;
            let units =
                units.trim().parse().ok().filter(|units| *units <= 1_000_000).ok_or_else(|| bad(text))?;
            if ramp.last().is_some_and(|(last, _)| *last >= count) {
                return Err(bad(text));
            }
            ramp.push((count, units));
        }
        if ramp.iter().all(|(_, units)| *units == 0) { Err(bad(text)) } else { Ok(Some(ramp)) }
    }

    fn trigger(&self) -> Result<Option<i32>, Failure> {
        let Some(text) = &self.trigger else { return Ok(None) };
        let at = hundredths(text.trim()).ok_or_else(|| {
            let message = format!("`{text}` is not a count");
            Failure::from(
                Diagnostic::error("bad_trigger", message).hint("write a number with at most two decimals"),
            )
        })?;
        Ok(Some(at))
    }

    /// The numbers of cards behind the cut card to be tried.
    fn cuts(&self) -> Result<Vec<u16>, Failure> {
        let Some(text) = &self.sweep_cut else { return Ok(Vec::new()) };
        let (range, step) = text.split_once('/').unwrap_or((text, "1"));
        let numbers = range.split_once("..").and_then(|(from, to)| {
            Some((
                from.trim().parse::<u16>().ok()?,
                to.trim().parse::<u16>().ok()?,
                step.trim().parse::<u16>().ok()?,
            ))
        });
        match numbers {
            Some((from, to, step)) if from <= to && step > 0 => {
                Ok((from..=to).step_by(usize::from(step)).collect())
            }
            _ => {
                let message = format!("`{text}` is not a range of cut cards");
                Err(Failure::from(Diagnostic::error("bad_sweep", message).hint("write `14..104/13`")))
            }
        }
    }

    fn seen(&self, terms: &Terms) -> BurnSeen {
        self.burn_seen.map_or_else(|| BurnSeen::from(terms.rulebook.file.burn.shown), BurnSeen::from)
    }
}
