//! `banco par`: exact odds, line by line.
#![expect(clippy::float_arithmetic, reason = "figures for people, made from exact counts")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Context as _;
use banco_cards::{Pack, parse_cards};
use banco_engine::SeatFacts;
use banco_money::{Amount, MoneyError, Percent};
use banco_odds::{CountError, Deals, DrawTable, FiveRule, Jackpot, Sheet, Shoe, depends_on_seat, sheets};
use banco_rulebook::model::wager::{Meter, Wager};
use banco_rulebook::{
    Library, MeterTerms, Offered, PayTable, Rulebook, Source, Terms, WagerName, load_wager_file,
};
use clap::Args;
use serde::Serialize;

use crate::failure::Failure;
use crate::output;
use crate::source::submission;

/// Which sheets.
#[derive(Args)]
pub struct ParArguments {
    /// The wager, `ID[.SIDE][:PAYTABLE]`, or a wager file of your own (`./my-wager.toml`); without it every wager of
    /// the rulebook or submission.
    wager: Option<String>,

    /// The rulebook; with `--all` every rulebook is taken.
    #[arg(short, long, value_name = "ID", required_unless_present_any = ["all", "submission"])]
    rulebook: Option<String>,

    /// A Rules Submission: its wagers only, with its options, vigorish and decks.
    #[arg(short, long, value_name = "FILE")]
    submission: Option<String>,

    /// Every wager and pay table of every rulebook.
    #[arg(long, conflicts_with_all = ["wager", "rulebook", "submission"])]
    all: bool,

    /// Set one key of the submission, such as `--set options.suited=each-hand`.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,

    /// For this very stake: pays and vigorish rounded as they would be at the table, such as `--stake 7`.
    #[arg(long, value_name = "AMOUNT")]
    stake: Option<String>,

    #[command(flatten)]
    shoe: ShoeArguments,

    /// Print JSON.
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Print one row a line as CSV.
    #[arg(long)]
    csv: bool,
}

/// Which cards.
#[derive(Args)]
pub struct CardsArguments {
    /// A full shoe of so many decks; usually those of the submission.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=20))]
    pub decks: Option<u8>,

    /// Cards that have left the shoe: `"9h 9s"`.
    #[arg(long, value_name = "CARDS", default_value = "")]
    pub without: String,
}

impl CardsArguments {
    /// The shoe under these terms.
    pub fn shoe(&self, terms: &Terms) -> Result<Shoe, Failure> {
        self.shoe_of(terms, self.decks(terms))
    }

    /// A shoe of so many decks under these terms, without the cards that have left it.
    pub fn shoe_of(&self, terms: &Terms, decks: u8) -> Result<Shoe, Failure> {
        let removed = terms.variant.without.as_ref().map(|ranks| ranks.as_slice()).unwrap_or_default();
        let pack = Pack::standard(decks).without(removed);
        let cards =
            parse_cards(&self.without).map_err(|error| Failure::invalid("bad_card", error.to_string()))?;
        Ok(cards.into_iter().try_fold(Shoe::of(&pack), Shoe::without)?)
    }

    /// The number of decks under these terms.
    fn decks(&self, terms: &Terms) -> u8 {
        self.decks.unwrap_or_else(|| terms.pack().decks())
    }
}

/// Which cards, from which seat, and how a hand plays that may choose.
#[derive(Args)]
pub struct ShoeArguments {
    #[command(flatten)]
    pub cards: CardsArguments,

    /// The seat, for wagers that depend on it; usually the first that carries the wager.
    #[arg(long, value_name = "N")]
    pub seat: Option<u8>,

    /// What a Player's hand does that may choose: draw (the house way) or stand.
    #[arg(long, value_name = "CHOICE", default_value = "draw")]
    pub choice: ChoiceName,
}

/// Draw or stand.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum ChoiceName {
    /// Draw a third card.
    Draw,
    /// Stand on two cards.
    Stand,
}

impl From<ChoiceName> for FiveRule {
    fn from(name: ChoiceName) -> Self {
        match name {
            ChoiceName::Draw => Self::Draw,
            ChoiceName::Stand => Self::Stand,
        }
    }
}

impl ShoeArguments {
    /// All deals from the shoe under these terms.
    pub fn deals(&self, terms: &Terms) -> Result<(Shoe, DrawTable), Failure> {
        Ok((self.cards.shoe(terms)?, self.draw(terms)?))
    }

    /// The drawing rule, with the choice made.
    pub fn draw(&self, terms: &Terms) -> Result<DrawTable, Failure> {
        let rule = terms.rulebook.file.drawing.player.chooses.as_ref();
        let may_choose = rule.is_some_and(|rule| !rule.each_bettor) || terms.variant.player_chooses.is_some();
        if matches!(self.choice, ChoiceName::Stand) && !may_choose {
            let message = "the Player's hand has no choice here, so `--choice stand` means nothing";
            return Err(Failure::invalid("no_choice", message));
        }
        Ok(DrawTable::of(terms, self.choice.into()))
    }

    /// The seat for a wager: the one named, if it carries the wager, or the first that does.
    pub fn seat(&self, terms: &Terms, offered: &Offered) -> Result<SeatFacts, Failure> {
        let carrying = offered.positions.as_ref().unwrap_or(&terms.positions);
        if let Some(seat) = self.seat.filter(|seat| !carrying.contains(seat)) {
            let seats: Vec<String> = carrying.iter().map(u8::to_string).collect();
            let message = format!(
                "`{}` is not offered at seat {seat}; it is at {}",
                offered.table.wager,
                seats.join(", ")
            );
            return Err(Failure::invalid("not_at_seat", message));
        }
        let seat = self.seat.or_else(|| carrying.first().copied());
        Ok(seat.map(|seat| SeatFacts::at(terms, seat, &[])).unwrap_or_default())
    }
}

/// A sheet with what it was made from.
struct Made {
    rulebook: String,
    decks: u8,
    seat: Option<u8>,
    sheet: Sheet,
    /// How each meter is run.
    meters: BTreeMap<String, MeterTerms>,
}

impl Made {
    /// The fixed wager in whole units of currency; one where it is free.
    fn unit(&self) -> f64 {
        self.sheet.table.units.first().map_or(1.0, |unit| major(unit.minor()))
    }

    /// What a meter must show for the wager to be even, the other meters standing at their seeds.
    fn break_even(&self, jackpot: &Jackpot) -> Option<f64> {
        let others = self.sheet.jackpots.iter().filter(|other| other.meter != jackpot.meter);
        let seeds =
            others.map(|other| self.seed(&other.meter) / self.unit() * self.sheet.probability(other.ways));
        Some(self.sheet.break_even(jackpot, seeds.sum())? * self.unit())
    }

    /// From where a meter starts, in whole units of currency; nothing where the licensee sets it.
    fn seed(&self, meter: &str) -> f64 {
        self.meters.get(meter).and_then(|meter| meter.seed).map_or(0.0, |seed| major(seed.minor()))
    }

    /// What comes back in the long run, meters included: what they and their reserves take comes back with every hit,
    /// and so does a fixed seed that no reserve pays for. `None` where the licensee has yet to set a meter up.
    fn long_run_return(&self) -> Option<f64> {
        if self.sheet.jackpots.is_empty() {
            return None;
        }
        let mut sum = self.sheet.average_return();
        for jackpot in &self.sheet.jackpots {
            let meter = self.meters.get(&jackpot.meter)?;
            let share =
                |share: Percent| f64::from(share.hundredths()) / f64::from(Percent::HUNDRED.hundredths());
            sum += share(meter.increment?) + meter.reserve.map_or(0.0, share);
            if meter.reserve.is_none() {
                sum += self.seed(&jackpot.meter) / self.unit() * self.sheet.average_share(jackpot);
            }
        }
        Some(sum)
    }
}

#[expect(clippy::cast_precision_loss, reason = "an amount to be shown")]
fn major(minor: i64) -> f64 {
    minor as f64 / 100.0
}

/// Makes the sheets and prints them.
pub fn run(arguments: &ParArguments, library: &Library) -> Result<(), Failure> {
    let made = make(arguments, library)?;
    if arguments.json {
        let rows: Vec<SheetOutput<'_>> = made.iter().map(|made| SheetOutput::new(made, arguments)).collect();
        return output::print_json(&rows);
    }
    if arguments.csv {
        return output::print(&csv(&made));
    }
    let texts: Vec<String> = made.iter().map(text).collect();
    output::print(&texts.join("\n\n"))
}

fn make(arguments: &ParArguments, library: &Library) -> Result<Vec<Made>, Failure> {
    let rulebooks: Vec<Option<&str>> = if arguments.all {
        library.rulebooks.iter().map(|rulebook| Some(rulebook.id())).collect()
    } else {
        vec![arguments.rulebook.as_deref()]
    };
    let mut made = Vec::new();
    for rulebook in rulebooks {
        let source = submission(library, rulebook, arguments.submission.as_deref(), &arguments.set)?;
        let checked = library.check(source);
        let terms = checked.terms.ok_or(Failure::Invalid(checked.report))?;
        let terms = if arguments.submission.is_some() { terms } else { terms.opened() };
        made.extend(make_for(arguments, &terms)?);
    }
    Ok(made)
}

fn make_for(arguments: &ParArguments, terms: &Terms) -> Result<Vec<Made>, Failure> {
    let terms = match arguments.wager.as_deref().filter(|wager| wager.ends_with(".toml")) {
        Some(file) => &with_wager_file(terms, file)?,
        None => terms,
    };
    let groups = groups(terms, &names(arguments, terms)?)?;
    let (shoe, draw) = arguments.shoe.deals(terms)?;
    let workers = std::thread::available_parallelism().map_or(1, usize::from).min(groups.len().max(1));
    let next = AtomicUsize::new(0);
    // Each worker takes the next group that nobody has taken yet; what all have made is put back in order.
    let work = || -> Result<Vec<(usize, Vec<Made>)>, Failure> {
        let deals = Deals::new(shoe.clone(), draw.clone())?;
        let mut made = Vec::new();
        while let Some((at, group)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            groups.get(at).map(|group| (at, group))
        } {
            made.push((at, make_alike(arguments, terms, &deals, group)?));
        }
        Ok(made)
    };
    let mut made: Vec<(usize, Vec<Made>)> = Vec::new();
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        for worker in running {
            let finished = worker.join().map_err(|_| anyhow::anyhow!("a worker stopped before its time"))?;
            made.extend(finished?);
        }
        Ok::<(), Failure>(())
    })?;
    made.sort_by_key(|(at, _)| *at);
    Ok(made.into_iter().flat_map(|(_, made)| made).collect())
}

/// Pay tables of one wager and side that take the same suits: they are counted together.
fn groups(terms: &Terms, names: &[WagerName]) -> Result<Vec<Vec<Offered>>, Failure> {
    let mut groups: Vec<Vec<Offered>> = Vec::new();
    for name in names {
        let offered = terms.offered(name)?;
        let fits = |group: &&mut Vec<Offered>| {
            let like = |first: &Offered| {
                let (one, other) = (&first.table, &offered.table);
                one.wager == other.wager && one.side == other.side && first.suits == offered.suits
            };
            group.first().is_some_and(like)
        };
        match groups.last_mut().filter(fits) {
            Some(group) => group.push(offered),
            None => groups.push(vec![offered]),
        }
    }
    Ok(groups)
}

/// The sheets of every wager that a submission offers, from its own shoe and its first seat, with the return in the
/// long run where there are meters.
pub fn offered_sheets(terms: &Terms) -> Result<Vec<(Sheet, Option<f64>)>, Failure> {
    let deals = Deals::new(Shoe::of(&terms.pack()), DrawTable::of(terms, FiveRule::Draw))?;
    let mut made = Vec::new();
    for offer in &terms.offers {
        let Some(wager) = terms.rulebook.wager(&offer.wager) else { continue };
        for side in wager.side_names() {
            let name = WagerName {
                id: wager.id.clone(),
                side: side.map(str::to_owned),
                paytable: (!offer.column.is_empty()).then(|| offer.column.clone()),
            };
            let offered = terms.offered(&name)?;
            let seat =
                offer.positions.first().map(|seat| SeatFacts::at(terms, *seat, &[])).unwrap_or_default();
            match sheets(terms, &deals, &[offered.table], &seat, &offered.suits) {
                Ok(sheets) => made.extend(sheets.into_iter().map(|sheet| {
                    let meters = meters(terms, &sheet.table);
                    let made = Made {
                        rulebook: String::new(),
                        decks: terms.pack().decks(),
                        seat: None,
                        sheet,
                        meters,
                    };
                    let long_run = made.long_run_return();
                    (made.sheet, long_run)
                })),
                // A wager on several rounds has no odds of one coup.
                Err(CountError::History(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
    Ok(made)
}

fn make_alike(
    arguments: &ParArguments,
    terms: &Terms,
    deals: &Deals,
    offered: &[Offered],
) -> Result<Vec<Made>, Failure> {
    let suits = offered.first().map(|first| first.suits.as_slice()).unwrap_or_default();
    let seat =
        offered.first().map(|first| arguments.shoe.seat(terms, first)).transpose()?.unwrap_or_default();
    let tables: Vec<PayTable> = offered.iter().map(|offered| offered.table.clone()).collect();
    let mut made = match sheets(terms, deals, &tables, &seat, suits) {
        Err(error @ CountError::History(_)) => {
            output::note(&error.to_string());
            return Ok(Vec::new());
        }
        made => made?,
    };
    if let Some(text) = &arguments.stake {
        let stake = stake(terms, offered, text)?;
        let at_stake = |sheet: Sheet| sheet.at_stake(terms, stake);
        let bad_money = |error: MoneyError| Failure::invalid("bad_money", error.to_string());
        made = made.into_iter().map(at_stake).collect::<Result<_, _>>().map_err(bad_money)?;
    }
    let one = |sheet: Sheet| Made {
        rulebook: terms.rulebook.id().to_owned(),
        decks: arguments.shoe.cards.decks(terms),
        seat: seat.position.filter(|_| depends_on_seat(&[&sheet.table])),
        meters: meters(terms, &sheet.table),
        sheet,
    };
    Ok(made.into_iter().map(one).collect())
}

/// A stake that these pay tables take.
fn stake(terms: &Terms, offered: &[Offered], text: &str) -> Result<Amount, Failure> {
    let bad = |message: String| Failure::invalid("bad_amount", message);
    let stake = Amount::parse_in(text, terms.currency).map_err(|error| bad(error.to_string()))?;
    if !stake.is_positive() {
        return Err(bad(format!("a stake of {stake} is no wager")));
    }
    match offered.iter().find(|offered| !offered.units.is_empty() && !offered.units.contains(&stake)) {
        None => Ok(stake),
        Some(fixed) => Err(bad(format!("`{}` is a fixed wager; leave `--stake` out", fixed.table.wager))),
    }
}

/// How the meters of a pay table are run: as set up by the submission, or as printed.
fn meters(terms: &Terms, table: &PayTable) -> BTreeMap<String, MeterTerms> {
    let Some(wager) = terms.rulebook.wager(&table.wager) else { return BTreeMap::new() };
    let offer = terms.offers.iter().find(|offer| offer.wager == wager.id && offer.column == table.column);
    let set_up = |meter: &Meter| {
        offer.and_then(|offer| offer.meters.iter().find(|known| known.id == meter.id)).cloned()
    };
    let printed = |meter: &Meter| {
        let (increment, reserve) = wager.printed_shares(meter, &table.column);
        MeterTerms {
            id: meter.id.clone(),
            seed: wager.printed_seed(meter, &table.column),
            increment,
            reserve,
        }
    };
    wager
        .meters
        .iter()
        .map(|meter| (meter.id.clone(), set_up(meter).unwrap_or_else(|| printed(meter))))
        .collect()
}

/// The same terms with the wagers of a file from outside the tree.
fn with_wager_file(terms: &Terms, file: &str) -> Result<Terms, Failure> {
    let text = std::fs::read_to_string(Path::new(file)).with_context(|| format!("cannot read `{file}`"))?;
    let source = Source { path: file.to_owned(), text };
    let wagers = load_wager_file(&terms.rulebook, source).map_err(Failure::Invalid)?;
    let mut rulebook = Rulebook::clone(&terms.rulebook);
    rulebook.wagers = wagers;
    Ok(Terms { rulebook: rulebook.into(), ..terms.clone() }.opened())
}

/// Every wager, side and pay table that was asked for.
fn names(arguments: &ParArguments, terms: &Terms) -> Result<Vec<WagerName>, Failure> {
    let asked = arguments.wager.as_deref().filter(|wager| !wager.ends_with(".toml"));
    let asked: Option<WagerName> = asked.map(str::parse).transpose()?;
    if let Some(name) = &asked
        && terms.rulebook.wager(&name.id).is_none()
    {
        terms.offered(name)?;
    }
    let wanted = |wager: &&Wager| {
        asked.as_ref().is_none_or(|name| terms.rulebook.wager(&name.id).is_some_and(|w| w.id == wager.id))
    };
    let offered = |wager: &&Wager| terms.open || terms.offers.iter().any(|offer| offer.wager == wager.id);
    let mut names = Vec::new();
    for wager in terms.rulebook.wagers.iter().filter(wanted).filter(offered) {
        if wager.lines_by_licensee && terms.open {
            continue;
        }
        let sides = wager
            .side_names()
            .into_iter()
            .filter(|side| fits(asked.as_ref().and_then(|n| n.side.as_deref()), *side));
        for side in sides {
            for column in columns(terms, wager) {
                let name = WagerName {
                    id: wager.id.clone(),
                    side: side.map(str::to_owned),
                    paytable: (!column.is_empty()).then(|| column.to_owned()),
                };
                if fits(asked.as_ref().and_then(|n| n.paytable.as_deref()), name.paytable.as_deref()) {
                    names.push(name);
                }
            }
        }
    }
    match asked {
        // Nothing of that name: let the table say what is wrong with it, for any side.
        Some(name) if names.is_empty() => {
            let wager = terms.rulebook.wager(&name.id);
            let side = name.side.clone().or_else(|| wager.and_then(|wager| wager.sides.first().cloned()));
            let refused = terms.offered(&WagerName { side, ..name.clone() }).err();
            let no_lines =
                || Failure::invalid("no_odds", format!("`{name}` has no lines of its own in the rulebook"));
            Err(refused.map_or_else(no_lines, Failure::from))
        }
        _ => Ok(names),
    }
}

fn fits(asked: Option<&str>, found: Option<&str>) -> bool {
    asked.is_none() || asked == found
}

/// The pay tables within reach.
fn columns<'a>(terms: &'a Terms, wager: &'a Wager) -> Vec<&'a str> {
    if terms.open {
        return wager.column_names();
    }
    let offers = terms.offers.iter().filter(|offer| offer.wager == wager.id);
    offers.map(|offer| offer.column.as_str()).collect()
}

/// `ID[.SIDE][:PAYTABLE]`.
pub fn sheet_name(sheet: &Sheet) -> String {
    let side = sheet.table.side.as_ref().map(|side| format!(".{side}")).unwrap_or_default();
    let column =
        if sheet.table.column.is_empty() { String::new() } else { format!(":{}", sheet.table.column) };
    format!("{}{side}{column}", sheet.table.wager)
}

fn text(made: &Made) -> String {
    let sheet = &made.sheet;
    let seat = made.seat.map(|seat| format!(", seat {seat}")).unwrap_or_default();
    let mut table = output::table(&["line", "pays", "ways", "probability", "one in", "contribution"]);
    for line in &sheet.lines {
        let probability = sheet.probability(line.ways);
        table.add_row(vec![
            line.name.clone(),
            line.pays.to_string(),
            line.ways.to_string(),
            format!("{probability:.10}"),
            one_in(sheet, line.ways).map_or("never".to_owned(), |one_in| format!("{one_in:.2}")),
            format!("{:+.8}", sheet.contribution(line)),
        ]);
    }
    let (hit, push) = sheet.hit_and_push();
    let meters = if sheet.jackpots.is_empty() { "" } else { " (meters apart)" };
    let percent = |share: f64| 100.0 * share;
    let mut text = format!(
        "{} {}, {} decks{seat} [{}]\n\n{}\n",
        made.rulebook,
        sheet_name(sheet),
        made.decks,
        sheet.table.cite.join(", "),
        output::table_text(&table),
    );
    let (edge, resolved) = (percent(sheet.house_edge()), percent(sheet.edge_on_resolved()));
    let _ = writeln!(text, "\n of {} deals", sheet.total);
    let _ = writeln!(text, " house edge {edge:.8}%{meters}, on resolved wagers {resolved:.8}%");
    let _ = writeln!(
        text,
        " return {:.8}%, hit {:.6}%, push {:.6}%",
        percent(sheet.average_return()),
        percent(hit),
        percent(push)
    );
    let _ = writeln!(
        text,
        " variance {:.6}, deviation {:.6}, skewness {:.4}, kurtosis {:.4}, volatility index {:.4}",
        sheet.variance(),
        sheet.variance().sqrt(),
        sheet.skewness(),
        sheet.kurtosis(),
        sheet.volatility_index(1),
    );
    if sheet.house_edge() < 0.0 {
        let _ = writeln!(text, " WARNING: more than 100% comes back: bettors have the edge");
    }
    if let Some(long_run) = made.long_run_return() {
        let _ = writeln!(text, " return in the long run, meters included: {:.8}%", percent(long_run));
    }
    for jackpot in &sheet.jackpots {
        let (Some(one_in), Some(even)) = (one_in(sheet, jackpot.ways), made.break_even(jackpot)) else {
            continue;
        };
        let _ = writeln!(text, " meter {}: one in {one_in:.2} rounds, even at {even:.2}", jackpot.meter);
    }
    text.trim_end().to_owned()
}

/// `1 in N`, where it can happen at all.
fn one_in(sheet: &Sheet, ways: u128) -> Option<f64> {
    (ways > 0).then(|| sheet.probability(ways).recip())
}

fn csv(made: &[Made]) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let mut rows = vec![
        "rulebook,wager,side,paytable,seat,decks,line,pays,ways,total,probability,contribution".to_owned(),
    ];
    for made in made {
        let table = &made.sheet.table;
        for line in &made.sheet.lines {
            rows.push(format!(
                "{},{},{},{},{},{},{},{},{},{},{},{}",
                made.rulebook,
                table.wager,
                table.side.as_deref().unwrap_or_default(),
                table.column,
                made.seat.map(|seat| seat.to_string()).unwrap_or_default(),
                made.decks,
                quoted(&line.name),
                quoted(&line.pays.to_string()),
                line.ways,
                made.sheet.total,
                made.sheet.probability(line.ways),
                made.sheet.contribution(line),
            ));
        }
    }
    rows.join("\n")
}

/// A sheet in JSON; the form is kept stable.
#[derive(Serialize)]
struct SheetOutput<'a> {
    rulebook: &'a str,
    wager: &'a str,
    side: Option<&'a str>,
    paytable: Option<&'a str>,
    seat: Option<u8>,
    decks: u8,
    total: String,
    lines: Vec<LineOutput<'a>>,
    #[serde(rename = "return")]
    average_return: f64,
    /// Meters included; none where there are no meters or the licensee has yet to set them up.
    long_run_return: Option<f64>,
    house_edge: f64,
    edge_on_resolved: f64,
    hit: f64,
    push: f64,
    variance: f64,
    skewness: f64,
    kurtosis: f64,
    volatility_index: f64,
    jackpots: Vec<JackpotOutput<'a>>,
    /// What the figures depend on beside the rulebook: keys set, cards gone, the choice, the stake.
    set: &'a [String],
    without: &'a str,
    choice: &'static str,
    stake: Option<&'a str>,
    cite: String,
}

#[derive(Serialize)]
struct LineOutput<'a> {
    name: &'a str,
    ways: String,
    probability: f64,
    pays: String,
    contribution: f64,
}

#[derive(Serialize)]
struct JackpotOutput<'a> {
    meter: &'a str,
    ways: String,
    probability: f64,
    one_in: Option<f64>,
    /// What the meter must show, in the currency of the wager, for the wager to be even with the other meters at their
    /// seeds.
    break_even: Option<f64>,
    seed: Option<String>,
    increment: Option<String>,
    reserve: Option<String>,
}

impl<'a> SheetOutput<'a> {
    fn new(made: &'a Made, arguments: &'a ParArguments) -> Self {
        let sheet = &made.sheet;
        let (hit, push) = sheet.hit_and_push();
        Self {
            rulebook: &made.rulebook,
            wager: &sheet.table.wager,
            side: sheet.table.side.as_deref(),
            paytable: Some(sheet.table.column.as_str()).filter(|column| !column.is_empty()),
            seat: made.seat,
            decks: made.decks,
            total: sheet.total.to_string(),
            lines: sheet
                .lines
                .iter()
                .map(|line| LineOutput {
                    name: &line.name,
                    ways: line.ways.to_string(),
                    probability: sheet.probability(line.ways),
                    pays: line.pays.to_string(),
                    contribution: sheet.contribution(line),
                })
                .collect(),
            average_return: sheet.average_return(),
            long_run_return: made.long_run_return(),
            house_edge: sheet.house_edge(),
            edge_on_resolved: sheet.edge_on_resolved(),
            hit,
            push,
            variance: sheet.variance(),
            skewness: sheet.skewness(),
            kurtosis: sheet.kurtosis(),
            volatility_index: sheet.volatility_index(1),
            jackpots: sheet
                .jackpots
                .iter()
                .map(|jackpot| JackpotOutput {
                    meter: &jackpot.meter,
                    ways: jackpot.ways.to_string(),
                    probability: sheet.probability(jackpot.ways),
                    one_in: one_in(sheet, jackpot.ways),
                    break_even: made.break_even(jackpot),
                    seed: made.meters.get(&jackpot.meter).and_then(|meter| Some(meter.seed?.to_string())),
                    increment: made
                        .meters
                        .get(&jackpot.meter)
                        .and_then(|meter| Some(meter.increment?.to_string())),
                    reserve: made
                        .meters
                        .get(&jackpot.meter)
                        .and_then(|meter| Some(meter.reserve?.to_string())),
                })
                .collect(),
            set: &arguments.set,
            without: &arguments.shoe.cards.without,
            choice: match arguments.shoe.choice {
                ChoiceName::Draw => "draw",
                ChoiceName::Stand => "stand",
            },
            stake: arguments.stake.as_deref(),
            cite: sheet.table.cite.join(", "),
        }
    }
}
