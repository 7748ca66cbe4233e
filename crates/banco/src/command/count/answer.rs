//! What is asked, worked out: plain data that is shown as text, JSON or CSV.
#![expect(clippy::float_arithmetic, clippy::cast_precision_loss, reason = "figures for people")]

use banco_cards::Pack;
use banco_odds::{
    CountRow, CountTable, Deals, DrawTable, Effects, Question, Shoe, Tags, best_balanced_tags, decimal,
};
use banco_rulebook::{Diagnostic, Library, Terms};
use banco_sim::advantage::betting::Betting;
use banco_sim::advantage::starts::starts;
use banco_sim::advantage::{Advantage, Mark, all_rows};
use banco_sim::run::Simulation;
use banco_sim::settlement::Settlement;
use banco_sim::setup::wager;
use banco_sim::shoe::{End, ShoeChoices, ShoeRules};
use banco_sim::study::BurnSeen;
use banco_sim::study::count::CountBy;
use banco_sim::wager::Judge;
use serde::Serialize;

use super::CountArguments;
use super::exact::{ExactOutput, exactly};
use super::figures::{
    BettingOutput, CountOutput, EffectOutput, SweepOutput, SystemOutput, TeamOutput, best_stakes,
    by_true_count, effects_of, systems, team,
};
use super::simulated::{Simulated, SimulatedOutput, simulate};
use crate::command::sim::{check_choice, check_threads, choices, setup_failure, wager_failure};
use crate::failure::Failure;
use crate::output::Figure;

/// Everything about one count.
#[derive(Serialize)]
pub struct Answer {
    pub asked: Asked,
    pub rulebook: String,
    pub wager: String,
    pub shoe: ShoeChoices,
    pub cards: u16,
    pub burn_seen: BurnSeen,
    /// What one unit gains on average from the full shoe.
    pub gain: Figure,
    #[serde(skip)]
    pub gain_decimal: f64,
    pub effects: Vec<EffectOutput>,
    pub systems: Vec<SystemOutput>,
    pub tags: String,
    /// From which count on a unit is bet; none where no count has the edge, or by a spread.
    pub trigger: Option<f64>,
    pub rounds_a_shoe: f64,
    pub by_true_count: Vec<CountOutput>,
    pub betting: BettingOutput,
    /// Stakes in proportion to edge over square at each whole true count with the edge.
    pub best_stakes: BettingOutput,
    pub sweep: Vec<SweepOutput>,
    pub team: TeamOutput,
    /// Over every shoe there can be; only where that was asked for.
    pub exact: Option<ExactOutput>,
    pub simulated: Option<SimulatedOutput>,
}

/// The question as it was put; what was left out is null.
#[derive(Serialize)]
pub struct Asked {
    pub rulebook: Option<String>,
    pub submission: Option<String>,
    pub set: Vec<String>,
    pub wager: String,
    pub seat: Option<u8>,
    pub choice: &'static str,
    pub tags: Option<String>,
    pub level: u8,
    pub by: &'static str,
    pub trigger: Option<String>,
    pub spread: Option<String>,
    pub bank: u32,
    pub kelly_percent: u16,
    pub sweep_cut: Option<String>,
    pub tables: u16,
    pub rounds_an_hour: u16,
    pub exact: bool,
    pub shoes: u64,
    pub seed: u64,
}

/// How bets are made.
pub struct Plan {
    pub by: CountBy,
    /// Counts in hundredths with the units from there on.
    pub ramp: Vec<(i32, u32)>,
}

impl Plan {
    fn units(&self, advantage: &Advantage, mark: &Mark) -> f64 {
        let at = advantage.hundredths(mark, self.by);
        let step = self.ramp.iter().rev().find(|(count, _)| at >= i64::from(*count));
        step.map_or(0.0, |(_, units)| f64::from(*units))
    }

    /// What comes of it.
    pub fn betting(&self, advantage: &Advantage) -> Betting {
        advantage.betting(|mark| self.units(advantage, mark))
    }

    /// The trigger, where one unit is bet from there on.
    pub fn trigger(&self) -> Option<f64> {
        self.ramp.first().map(|(at, _)| f64::from(*at) / 100.0)
    }
}

/// What is counted and how, checked before any work starts.
pub struct Setup {
    terms: Terms,
    pub draw: DrawTable,
    choices: ShoeChoices,
    shoe: Shoe,
    pub seen: BurnSeen,
    given: Option<Tags>,
    ramp: Option<Vec<(i32, u32)>>,
    trigger: Option<i32>,
    /// For each cut card of the sweep, how shoes are dealt then.
    cuts: Vec<(u16, ShoeRules)>,
    pub simulation: Simulation,
}

impl Setup {
    fn new(arguments: &CountArguments, library: &Library) -> Result<Self, Failure> {
        let words = std::slice::from_ref(&arguments.wager);
        let (terms, words) = arguments.terms.terms_for(library, words)?;
        let (given, ramp, trigger) = (arguments.given_tags()?, arguments.ramp()?, arguments.trigger()?);
        check_threads(arguments.threads)?;
        check_choice(&arguments.shoe, &terms)?;
        let choices = choices(&arguments.shoe, &terms)?;
        let draw = DrawTable::from_terms(&terms, arguments.shoe.five());
        let rules_of = |choices| {
            ShoeRules::new(&terms, &draw, choices)
                .map_err(|error: banco_sim::shoe::SetupError| setup_failure(&error))
        };
        let rules = rules_of(choices)?;
        let further = match choices.end {
            End::CutCard { further, .. } => further,
            End::Rounds(_) => 0,
        };
        let mut cuts = Vec::new();
        for behind in arguments.cuts()? {
            let end = End::CutCard { behind, further };
            cuts.push((behind, rules_of(ShoeChoices { end, ..choices })?));
        }
        let removed = terms.variant.without.as_ref().map(|ranks| ranks.as_slice()).unwrap_or_default();
        let shoe = Shoe::from_pack(&Pack::standard(choices.decks).without(removed));
        let deals = Deals::new(shoe.clone(), draw.clone())?;
        let name = words.first().unwrap_or(&arguments.wager).parse()?;
        let made = wager(&terms, &deals, &name, arguments.shoe.seat()).map_err(wager_failure)?;
        let settlement = Settlement::new(vec![made]).map_err(|error| setup_failure(&error))?;
        let simulation = Simulation { rules, settlement, seed: arguments.seed, session: 1 };
        let seen = arguments.seen(&terms);
        Ok(Self { terms, draw, choices, shoe, seen, given, ramp, trigger, cuts, simulation })
    }

    pub fn judge(&self) -> Result<&Judge, Failure> {
        let judges = self.simulation.settlement.judges();
        judges.first().ok_or_else(|| Failure::invalid("no_odds", "the wager has no pay table"))
    }

    /// The way of betting that was asked for, or one unit from where that brings most.
    fn plan(&self, advantage: &Advantage, by: CountBy) -> Plan {
        let at = self.trigger.or_else(|| advantage.best_trigger(by));
        let ramp = self.ramp.clone().unwrap_or_else(|| at.map(|at| (at, 1)).into_iter().collect());
        Plan { by, ramp }
    }
}

/// A wager counted with some tags, at every depth.
struct Counted {
    effects: Effects,
    tags: Tags,
    rows: Vec<Vec<CountRow>>,
    gains: Vec<f64>,
    seen: BurnSeen,
}

impl Counted {
    fn new(setup: &Setup, arguments: &CountArguments) -> Result<Self, Failure> {
        let judge = setup.judge()?;
        let tables = [judge.table()];
        let question = Question::new(&tables, &judge.wager.seat, &judge.wager.suits);
        let cards = (&setup.shoe, &setup.draw);
        let effects = Effects::new(&setup.terms, &question, cards)?;
        let tags = match setup.given {
            Some(tags) => tags,
            None => {
                best_balanced_tags(&effects, arguments.level).ok_or_else(|| no_count(&arguments.wager))?
            }
        };
        let rows = all_rows(&CountTable::new(&question, cards, tags)?);
        Ok(Self { effects, tags, rows, gains: gains(judge), seen: setup.seen })
    }

    fn advantage(&self, rules: &ShoeRules) -> Advantage {
        Advantage::new(&self.rows, &starts(rules, self.seen), self.gains.clone(), rules.deck())
    }
}

/// Works it out.
pub fn answer(arguments: &CountArguments, library: &Library) -> Result<Answer, Failure> {
    let setup = Setup::new(arguments, library)?;
    let counted = Counted::new(&setup, arguments)?;
    let rules = &setup.simulation.rules;
    let advantage = counted.advantage(rules);
    let by = CountBy::from(arguments.by);
    let plan = setup.plan(&advantage, by);
    let betting = plan.betting(&advantage);
    let stakes = arguments.stakes();
    let single = setup.ramp.is_none();
    let sweep = setup.cuts.iter().map(|(behind, rules)| {
        let advantage = counted.advantage(rules);
        let plan = setup.plan(&advantage, by);
        let trigger = plan.trigger().filter(|_| single);
        SweepOutput::new(*behind, trigger, &plan.betting(&advantage))
    });
    let sweep = sweep.collect();
    let simulated = match arguments.shoes {
        0 => None,
        _ => Some(simulate(arguments, &setup, (counted.tags, &plan), &betting)?),
    };
    let exact = arguments.exact.then(|| exactly(&setup, counted.tags, &plan, &betting)).transpose()?;
    let edges = simulated.as_ref().map_or(&[][..], Simulated::edges);
    Ok(Answer {
        asked: arguments.asked(),
        rulebook: setup.terms.rulebook.id().to_owned(),
        wager: setup.judge()?.wager.name.clone(),
        shoe: setup.choices,
        cards: rules.len(),
        burn_seen: setup.seen,
        gain: Figure::new(&counted.effects.gain),
        gain_decimal: decimal(&counted.effects.gain),
        effects: effects_of(&counted.effects),
        systems: systems(&counted.effects, setup.given, rules.deck()),
        tags: counted.tags.to_string(),
        trigger: plan.trigger().filter(|_| single),
        rounds_a_shoe: betting.rounds,
        by_true_count: by_true_count(&advantage, stakes, edges),
        team: team(arguments.tables, arguments.rounds_an_hour, &betting),
        best_stakes: BettingOutput::new(&best_stakes(&advantage, stakes), stakes),
        betting: BettingOutput::new(&betting, stakes),
        sweep,
        exact,
        simulated: simulated.map(|simulated| simulated.output),
    })
}

fn no_count(wager: &str) -> Failure {
    let message =
        format!("every card that leaves the shoe changes `{wager}` alike, so no count of ranks helps");
    Failure::from(Diagnostic::error("no_count", message).hint("give tags of your own with `--tags`"))
}

/// What each line gains, and last what no line does.
fn gains(judge: &Judge) -> Vec<f64> {
    let unit = judge.fraction as f64;
    let lines =
        judge.outcomes.iter().take(judge.table().lines.len()).map(|outcome| outcome.gain as f64 / unit);
    lines.chain([-1.0]).collect()
}
