//! What a sheet tells of seats, of the house's side, and of other wagers.

use banco_odds::{
    Correlation, Exposure, Fraction, RoundEnd, SeatSheet, decimal, depends_on_seat, seats_differ, with_envy,
};

use crate::count::{CountedSheet, Participation};
use crate::document::{Content, Fact, Grid, Name, Section, Shown, Value};
use crate::facts::{BESIDE, MAIN, ROUGH, brief, full, house_edge, long_run, one_in, returned};
use crate::more::HouseSide;
use crate::question::Dependency;

/// All of these sections, in order.
pub fn sections(made: &CountedSheet) -> Vec<Section> {
    let mut sections = Vec::new();
    sections.extend(participation(made));
    sections.extend(seats(made));
    sections.push(by_seat(made));
    sections.extend(made.more.exposure.as_ref().map(exposure));
    sections.extend(correlation(made));
    sections
}

/// The same seat when it alone makes the wager, and when all do.
fn participation(made: &CountedSheet) -> Option<Section> {
    let columns = vec![
        Name::new("seats", "seats that make the wager", "the figures above are those of one"),
        Name::new("return", "return", "envy included, meters apart"),
        Name::new("long_run_return", "with the meters", "return in the long run, envy and meters included"),
        Name::new("house_edge", "house edge", "envy included, meters apart"),
        Name::new("envy_one_in", "envy one in", "rounds between two in which this seat takes envy"),
        Name::new("meters_one_in", "a meter one in", "rounds between two hits by any of these seats"),
    ];
    let row = |held: &Participation| {
        let (sheet, meters) = (&held.seat.sheet, held.meters.as_ref());
        let hits = meters.into_iter().flat_map(|meters| &meters.meters);
        let hits = hits.filter_map(|meter| Some((meter.id.clone(), decimal(meter.rounds.as_ref()?))));
        vec![
            Value::Whole(u64::try_from(held.seats).unwrap_or(u64::MAX)),
            returned(sheet),
            meters.map_or(Value::Unknown, long_run),
            house_edge(sheet),
            one_in(sheet, held.seat.envy_ways),
            Value::Numbers(hits.collect(), Shown::Digits(ROUGH)),
        ]
    };
    let rows: Vec<Vec<Value>> = made.participation.iter().map(row).collect();
    let any = !rows.is_empty();
    let brief = &["seats", "return", "long_run_return", "house_edge", "envy_one_in", "meters_one_in"];
    let grid = Grid { rows, columns, sums: None, plot: None, brief };
    any.then_some(Section {
        key: "participation",
        title: "Participating seats",
        content: Content::Grid(grid),
    })
}

fn seats(made: &CountedSheet) -> Option<Section> {
    let columns = vec![
        Name::new("seat", "seat", "all seats make the wager"),
        Name::new("house_edge", "house edge", "envy included, meters apart"),
        Name::new("envy_one_in", "envy one in", "rounds between two in which it takes envy"),
        Name::new("envy", "envy", "what that brings of each unit staked"),
        Name::new("meters_one_in", "meters one in", "rounds between two of its hits"),
    ];
    let row = |seat: &SeatSheet| {
        let sheet = &seat.sheet;
        let hit = |ways: u128| (ways > 0).then(|| sheet.probability(ways).recip());
        let meters = sheet.jackpots.iter();
        let meters = meters.filter_map(|jackpot| Some((jackpot.meter.clone(), hit(jackpot.ways)?)));
        vec![
            Value::Whole(seat.seat.into()),
            house_edge(sheet),
            one_in(sheet, seat.envy_ways),
            Value::nearest(&seat.envy, Shown::Percent(BESIDE)),
            Value::Numbers(meters.collect(), Shown::Digits(ROUGH)),
        ]
    };
    let shown = seats_differ(&made.more.seats);
    let rows = made.more.seats.iter().map(row).collect();
    let brief = &["seat", "house_edge", "envy_one_in", "envy", "meters_one_in"];
    let grid = Grid { rows, columns, sums: None, plot: None, brief };
    shown.then_some(Section { key: "seats", title: "Seats", content: Content::Grid(grid) })
}

/// Whether seats matter, and what envy brings.
fn by_seat(made: &CountedSheet) -> Section {
    let depends = depends_on_seat(&[&with_envy(&made.sheet.table)]);
    let says = match made.more.seats.as_slice() {
        _ if !depends => "all seats are alike".to_owned(),
        [] => "the odds depend on the seat; `--with seats` tells them all".to_owned(),
        [only] => format!("seat {} alone carries the wager", only.seat),
        seats if seats_differ(seats) => format!("the {} seats that carry the wager differ", seats.len()),
        seats => format!("all {} seats that carry the wager are alike", seats.len()),
    };
    let taken = made.more.seats.first().filter(|seat| seat.envy_ways > 0 && !seats_differ(&made.more.seats));
    let envy = made.dealer_envy.as_ref();
    let facts = vec![
        brief("says", "seats:", "whether the odds depend on the seat", Value::text(says)),
        brief(
            "envy",
            "envy",
            "what a seat takes of each unit staked when all make the wager; not part of the return above",
            taken.map_or(Value::Nothing, |seat| Value::nearest(&seat.envy, Shown::Percent(MAIN))),
        ),
        brief(
            "envy_one_in",
            "envy one in",
            "rounds between two on average",
            taken.map_or(Value::Nothing, |seat| one_in(&seat.sheet, seat.envy_ways)),
        ),
        brief(
            "dealer_envy",
            "dealer's envy",
            "what it costs the house of each unit staked, beside the edge",
            envy.map_or(Value::Nothing, |envy| Value::nearest(&envy.share, Shown::Percent(MAIN))),
        ),
        full(
            "dealer_envy_one_in",
            "dealer's envy one in",
            "rounds between two on average",
            envy.map_or(Value::Nothing, |envy| one_in(&made.sheet, envy.ways)),
        ),
        brief(
            "dealer_envy_most",
            "at most for one wager",
            "that wins",
            Value::text_if(envy.map(|envy| envy.most.to_string())),
        ),
    ];
    Section { key: "by_seat", title: "Seats and envy", content: Content::Facts(facts) }
}

fn exposure(side: &HouseSide) -> Section {
    let mut facts = match &side.found {
        Ok(found) => largest(found),
        Err(why) => vec![brief("unknown", "exposure cannot be told:", "", Value::text(why.as_str()))],
    };
    facts.push(brief("assumption", "exposure assumes that", "", Value::text(side.assumed)));
    if let Some((limit, effect)) = &side.limit {
        let chance = decimal(&effect.chance);
        facts.extend([
            brief("limit", "posted limit", "for all seats together", Value::text(limit.to_string())),
            brief(
                "limit_one_in",
                "bites one in",
                "rounds, on average",
                Value::number_if((chance > 0.0).then(|| chance.recip()), Shown::Digits(ROUGH)),
            ),
            brief(
                "limit_house_edge",
                "edge with it",
                "what it withholds included, shared pro rata",
                Value::nearest(&effect.edge, Shown::Percent(MAIN)),
            ),
        ]);
    }
    Section { key: "exposure", title: "Exposure of the house", content: Content::Facts(facts) }
}

/// The dearest end of a round.
fn largest(found: &Exposure) -> Vec<Fact> {
    let end = found.largest();
    let text = |of: fn(&RoundEnd) -> String| Value::text_if(end.map(of));
    // Ends that cost the house as much are one chance.
    let ways: u128 = end.map_or(0, |end| {
        found.ends.iter().filter(|other| other.payout == end.payout).map(|other| other.ways).sum()
    });
    let chance = decimal(&Fraction::new(ways.into(), found.total.max(1).into()));
    let one_in = (chance > 0.0).then(|| chance.recip());
    let seats = u64::try_from(found.seats.len()).unwrap_or(u64::MAX);
    let envy = decimal(&found.dealer_envy()) > 0.0;
    vec![
        brief(
            "largest",
            "largest payout of a round",
            "fixed pays; meters apart",
            text(|end| end.payout.to_string()),
        ),
        brief(
            "one_in",
            "one in",
            "rounds between two on average",
            Value::number_if(one_in, Shown::Digits(ROUGH)),
        ),
        full(
            "lines",
            "its lines",
            "that seats reach",
            Value::List(end.map(|end| end.lines.clone()).unwrap_or_default()),
        ),
        full(
            "meters",
            "meters won with it",
            "",
            Value::List(end.map(|end| end.claims.clone()).unwrap_or_default()),
        ),
        full(
            "dealer_envy",
            "dealer's envy with it",
            "",
            if envy { text(|end| end.dealer_envy.to_string()) } else { Value::Nothing },
        ),
        brief("stake", "stake of each seat", "", Value::text(found.stake.to_string())),
        brief("seats", "seats", "that make the wager", Value::Whole(seats)),
    ]
}

fn correlation(made: &CountedSheet) -> Option<Section> {
    let columns = vec![
        Name::new("with", "correlation with", "a base wager on the same coup"),
        Name::new("correlation", "coefficient", "from -1 to 1; none where one of them never varies"),
        Name::new("covariance", "covariance", "of the gains of one unit on each"),
        Name::new("variance_together", "variance together", "of one unit on each"),
    ];
    let row = |(name, found): &(String, Correlation)| {
        vec![
            Value::text(name.as_str()),
            Value::number_if(found.coefficient(), Shown::Signed(MAIN)),
            Value::nearest(&found.covariance, Shown::Signed(MAIN)),
            Value::nearest(&found.variance_together([1, 1]), Shown::Digits(BESIDE)),
        ]
    };
    let rows = made.more.correlations.iter().map(row).collect();
    let brief = &["with", "correlation", "covariance", "variance_together"];
    let grid = Grid { rows, columns, sums: None, plot: None, brief };
    let section =
        Section { key: "correlation", title: "Correlation with base wagers", content: Content::Grid(grid) };
    made.with.contains(&Dependency::Correlation).then_some(section)
}
