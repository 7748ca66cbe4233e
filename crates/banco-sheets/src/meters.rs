//! What a sheet tells of its meters: how often each is won, what it takes and gives back, and where the wager is even.
#![expect(clippy::float_arithmetic, reason = "figures for people, made from exact counts")]

use banco_money::Currency;
use banco_odds::{Fraction, Jackpot, MeterOdds, Meters, decimal, ratio};

use crate::count::CountedSheet;
use crate::document::{Content, Grid, Name, Section, Shown, Value};
use crate::facts::{BESIDE, MAIN, brief, full, one_in, probability};
use crate::figures::{small_money, small_share};
use crate::more::MustHitOdds;

/// In how many steps a table of even amounts goes from one meter to the other: they lie on a straight line.
const STEPS: u32 = 2;

/// All sections about meters, in order. The first is there even where there is no meter.
pub fn sections(made: &CountedSheet) -> Vec<Section> {
    let mut sections = vec![jackpots(made)];
    sections.extend(made.meters.as_ref().map(together));
    sections.extend(made.meters.as_ref().and_then(even));
    sections.extend(must_hit(made));
    sections
}

/// An amount in minor units as whole units of currency.
fn major(minor: &Fraction, shown: Shown) -> Value {
    Value::Exact(minor * ratio(1, 100), decimal(minor) / 100.0, shown)
}

/// A figure; a word where nobody has set it up yet.
fn known(figure: Option<&Fraction>, show: impl Fn(&Fraction) -> Value) -> Value {
    figure.map_or(Value::Unknown, show)
}

fn money(currency: Currency) -> impl Fn(&Fraction) -> Value + Copy {
    move |minor| major(minor, Shown::Money(currency))
}

fn percent(share: &Fraction) -> Value {
    Value::nearest(share, Shown::Percent(MAIN))
}

fn jackpots(made: &CountedSheet) -> Section {
    let columns = vec![
        Name::new("meter", "meter", ""),
        Name::new("ways", "ways", "deals that win it, or a share of it"),
        Name::new("probability", "probability", "ways by all deals"),
        Name::new("one_in", "one in", "rounds between two hits on average"),
        Name::new(
            "share",
            "share",
            "of the meter that one wager wins on average: its coefficient of the plane",
        ),
        Name::new("break_even", "even at", "what it must show for an even wager, the others at their seeds"),
        Name::new("seed", "seed", "from where it starts"),
        Name::new("increment", "increment", "the share of each wager that it takes"),
        Name::new("reserve", "reserve", "the share of each wager that its reserve takes"),
        Name::new("reseed", "reseed", "what a seed that no reserve pays for costs of each wager"),
        Name::new("award", "average award", "in the long run, where all of it is won at once"),
    ];
    let row = |jackpot: &Jackpot| {
        let mut row = row(made, jackpot);
        row.resize_with(columns.len(), || Value::Nothing);
        row
    };
    let rows = made.sheet.jackpots.iter().map(row).collect();
    let brief =
        &["meter", "one_in", "share", "break_even", "seed", "increment", "reserve", "reseed", "award"];
    let grid = Grid { rows, columns, sums: None, plot: None, brief };
    Section { key: "jackpots", title: "Meters", content: Content::Grid(grid) }
}

fn row(made: &CountedSheet, jackpot: &Jackpot) -> Vec<Value> {
    let sheet = &made.sheet;
    let mut row = vec![
        Value::text(jackpot.meter.as_str()),
        Value::Count(jackpot.ways),
        probability(sheet, jackpot.ways),
        one_in(sheet, jackpot.ways),
    ];
    // Where every round is void there is nothing more to tell.
    row.extend(made.meters.iter().flat_map(|meters| how_it_is_run(meters, &jackpot.meter)));
    row
}

fn how_it_is_run(meters: &Meters, id: &str) -> Vec<Value> {
    let found = meters.meters.iter().enumerate().find(|(_, meter)| meter.id == id);
    let Some((at, meter)) = found else { return Vec::new() };
    let can_be_won = meter.ways > 0;
    let rate = |share: &Fraction| Value::Rate(share.clone());
    let money = money(meters.unit.currency());
    vec![
        Value::nearest(&meter.share, Shown::Digits(MAIN)),
        if can_be_won { known(meters.break_even(at).as_ref(), money) } else { Value::Nothing },
        meter.seed.map_or(Value::Unknown, Value::Money),
        meter.increment.as_ref().map_or(Value::Unknown, rate),
        meter.reserve.as_ref().map_or(Value::Nothing, rate),
        known(meter.reseed.as_ref(), |share| Value::nearest(share, Shown::Percent(BESIDE))),
        match meter.award.as_ref() {
            None if meter.ways != meter.full_ways || !can_be_won => Value::Nothing,
            award => known(award, money),
        },
    ]
}

/// Where a unit staked goes, and the plane on which the wager is even.
fn together(meters: &Meters) -> Section {
    let (split, currency) = (&meters.split, meters.unit.currency());
    let at_seeds = meters.value_at_seeds();
    let facts = vec![
        full("unit", "for a wager of", "to which amounts below belong", Value::Money(meters.unit)),
        brief("fixed", "return by fixed pays", "stakes returned included", percent(&split.fixed)),
        brief(
            "increments",
            "by increments",
            "what the meters take comes back with them",
            known(split.increments.as_ref(), percent),
        ),
        brief("reserves", "by reserves", "they pay for seeds", percent(&split.reserves)),
        brief("seeds", "by seeds", "that no reserve pays for", known(split.seeds.as_ref(), percent)),
        brief(
            "must_hit_share",
            "by Must Hit",
            "by the meter that the submission runs, one bettor and a uniform trigger",
            if split.must_hit > Fraction::from_integer(0.into()) {
                percent(&split.must_hit)
            } else {
                Value::Nothing
            },
        ),
        brief(
            "gain_at_seeds",
            "average gain in currency, all meters at their seeds",
            "of one wager",
            known(at_seeds.as_ref(), |gain| major(gain, Shown::Signed(BESIDE))),
        ),
        full(
            "shortfall",
            "shortfall",
            "what the fixed pays of one wager leave to the house on average, in currency",
            major(&meters.shortfall, Shown::Digits(BESIDE)),
        ),
        brief(
            "plane",
            "even where",
            "each meter times its share, together as much as the fixed pays fall short",
            Value::text(format!("{} = {}", plane(meters), small_money(&meters.shortfall, currency))),
        ),
    ];
    Section { key: "meters", title: "Return with the meters", content: Content::Facts(facts) }
}

fn plane(meters: &Meters) -> String {
    let part = |meter: &MeterOdds| format!("{} {}", small_share(&meter.share), meter.id);
    meters.meters.iter().map(part).collect::<Vec<_>>().join(" + ")
}

/// Pairs of meters at which the wager is even, all others at their seeds.
fn even(meters: &Meters) -> Option<Section> {
    let all = || meters.meters.iter().enumerate();
    let pairs =
        all().flat_map(|one| all().filter(move |other| other.0 > one.0).map(move |other| (one, other)));
    let mut rows = Vec::new();
    let money = money(meters.unit.currency());
    for ((at, one), (beside, other)) in pairs {
        for [amount, and] in meters.grid([at, beside], STEPS) {
            let names = [&one.id, &other.id].map(|id| Value::text(id.as_str()));
            let [one, other] = names;
            rows.push(vec![one, money(&amount), other, money(&and)]);
        }
    }
    let columns = vec![
        Name::new("meter", "even with", "one meter"),
        Name::new("at", "at", "what it shows"),
        Name::new("beside", "beside", "another meter, all others at their seeds"),
        Name::new("beside_at", "at", "what that one must show for an even wager"),
    ];
    let brief = &["meter", "at", "beside", "beside_at"];
    let any = !rows.is_empty();
    let grid = Grid { rows, columns, sums: None, plot: None, brief };
    any.then_some(Section {
        key: "even",
        title: "Two meters at which the wager is even",
        content: Content::Grid(grid),
    })
}

fn must_hit(made: &CountedSheet) -> Option<Section> {
    let columns = vec![
        Name::new("must_hit", "must hit", "the configuration"),
        Name::new("reset", "reset", "where the meter starts again"),
        Name::new("max", "maximum", "by where it must have hit"),
        Name::new("increment", "increment", "the share of each wager that it takes"),
        Name::new("rounds", "hit every, one bettor", "rounds between two hits on average"),
        Name::new("award", "average award", "what a hit pays in the long run"),
        Name::new("return_share", "return", "the share of all wagers that comes back by it"),
        Name::new(
            "next_wager_even",
            "next wager even at",
            "from there a single wager is even; a uniform trigger",
        ),
        Name::new("until_hit_even", "until hit even at", "from there playing until it hits is even"),
    ];
    let row = |odds: &MustHitOdds| {
        let (config, run) = (&odds.config, &odds.long_run);
        let money = money(config.reset.0.currency());
        let even = |at: usize| match &odds.even {
            None => Value::Unknown,
            Some(even) => even.get(at).and_then(Option::as_ref).map_or(Value::Nothing, money),
        };
        vec![
            Value::text(config.id.as_str()),
            Value::text(config.reset.0.to_string()),
            Value::text(config.max.0.to_string()),
            Value::text(config.increment.0.to_string()),
            Value::nearest(&run.rounds, Shown::Digits(BESIDE)),
            money(&run.award),
            Value::nearest(&run.share, Shown::Percent(BESIDE)),
            even(0),
            even(1),
        ]
    };
    let rows: Vec<Vec<Value>> = made.more.must_hit.iter().map(row).collect();
    let brief = &[
        "must_hit",
        "reset",
        "max",
        "increment",
        "rounds",
        "award",
        "return_share",
        "next_wager_even",
        "until_hit_even",
    ];
    let any = !rows.is_empty();
    let grid = Grid { rows, columns, sums: None, plot: None, brief };
    any.then_some(Section { key: "must_hit", title: "Must Hit", content: Content::Grid(grid) })
}
