//! Odds where something is known of the cards, and what that knowledge is worth.

use std::fmt::Write as _;

use banco_odds::{
    Fraction, Given, Knowledge, Known, KnownDeals, LineOdds, Question, Sheet, StateWorth, Worth, decimal,
    in_words, sheets_of,
};
use banco_rulebook::{Diagnostic, Offered, Terms};
use banco_sheets::wager_names;
use serde::Serialize;

use super::OddsArguments;
use super::quick::{Unknowing, print_row};
use crate::failure::Failure;
use crate::output::{self, Figure};

/// As many states of knowledge as anybody can read.
const MOST_STATES: usize = 81;

/// The question as it was put.
#[derive(Serialize)]
struct Asked<'a> {
    rulebook: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    submission: Option<&'a str>,
    set: &'a [String],
    cards: u64,
    without: String,
    choice: &'static str,
    seat: Option<u8>,
    stake: Option<&'a str>,
    given: Vec<ConditionOutput<'a>>,
}

#[derive(Serialize)]
struct ConditionOutput<'a> {
    condition: &'a str,
    means: String,
}

/// The odds of one wager where something is known.
#[derive(Serialize)]
struct GivenOutput<'a> {
    wager: &'a str,
    #[serde(flatten)]
    asked: Asked<'a>,
    /// The chance that all conditions hold.
    chance: Figure,
    /// The deals in which they do.
    total: String,
    lines: Vec<LineOutput<'a>>,
    house_edge: f64,
    #[serde(rename = "return")]
    average_return: f64,
    hit: f64,
    /// What the bettor gains on average for each unit staked, with the knowledge and without it.
    mean: Figure,
    mean_unknowing: Figure,
}

#[derive(Serialize)]
struct LineOutput<'a> {
    name: &'a str,
    ways: String,
    pays: String,
}

impl<'a> LineOutput<'a> {
    fn new(line: &'a LineOdds) -> Self {
        Self { name: &line.name, ways: line.ways.to_string(), pays: line.pays.to_string() }
    }
}

/// What knowledge is worth.
#[derive(Serialize)]
struct WorthOutput<'a> {
    #[serde(flatten)]
    asked: Asked<'a>,
    total: String,
    wagers: &'a [String],
    unknowing: BestOutput<'a>,
    states: Vec<StateOutput<'a>>,
    /// What the best choices gain a round for each unit that may be staked, with the knowledge.
    gain_knowing: Figure,
    /// What the knowledge adds to that.
    worth: Figure,
    /// Wagers without odds of their own, which are left out.
    left_out: &'a [String],
}

#[derive(Serialize)]
struct BestOutput<'a> {
    /// The best wager; null where none gains anything.
    best: Option<&'a str>,
    gain: Figure,
    gains: Vec<Figure>,
}

#[derive(Serialize)]
struct StateOutput<'a> {
    known: Vec<String>,
    ways: String,
    chance: Figure,
    #[serde(flatten)]
    best: BestOutput<'a>,
}

/// The conditions, one by one.
fn conditions(arguments: &OddsArguments) -> Result<Vec<Given>, Failure> {
    let mut given = Vec::new();
    for text in &arguments.given {
        given.extend(Given::parse(text)?);
    }
    Ok(given)
}

/// Everything that is known.
pub fn knowledge(arguments: &OddsArguments, terms: &Terms) -> Result<Knowledge, Failure> {
    let each_bettor =
        terms.rulebook.file.drawing.player.chooses.as_ref().is_some_and(|rule| rule.each_bettor);
    if each_bettor && arguments.shoe.asked().choice == banco_sheets::HandChoice::Stand {
        let message = "`--given` is answered for bettors who play the house way";
        let problem = Diagnostic::error("given_and_choice", message);
        return Err(Failure::usage(problem.hint("leave out `--choice stand`")));
    }
    let known: Vec<Known> = conditions(arguments)?.iter().map(|given| given.known).collect();
    Ok(Knowledge::new(&known))
}

fn asked<'a>(arguments: &'a OddsArguments, terms: &'a Terms, given: &'a [Given], cards: u64) -> Asked<'a> {
    let shoe = arguments.shoe.asked();
    let condition =
        |given: &'a Given| ConditionOutput { condition: &given.text, means: in_words(&given.known) };
    Asked {
        rulebook: terms.rulebook.id(),
        submission: arguments.terms.submission.as_deref(),
        set: &arguments.terms.set,
        cards,
        without: shoe.cards.without,
        choice: shoe.choice.name(),
        seat: shoe.seat,
        stake: arguments.stake.as_deref(),
        given: given.iter().map(condition).collect(),
    }
}

fn mean(sheet: &Sheet) -> Fraction {
    let (numerator, denominator) = sheet.mean();
    if denominator == 0 {
        Fraction::from_integer(0.into())
    } else {
        Fraction::new(numerator.into(), denominator.into())
    }
}

/// The odds of a wager, with what is known and without it.
pub fn edge(
    arguments: &OddsArguments,
    terms: &Terms,
    offered: &Offered,
    sheet: &Sheet,
) -> Result<(), Failure> {
    let given = conditions(arguments)?;
    let (shoe, draw) = arguments.shoe.asked().deals(terms)?;
    let deals = KnownDeals::new(&shoe, draw.clone(), knowledge(arguments, terms)?)?;
    let chance = Fraction::new(deals.total().into(), deals.all().into());
    let seat = arguments.shoe.asked().seat_for(terms, offered)?;
    let question = Question::new(&[&offered.table], &seat, &offered.suits);
    let plain = sheets_of(terms, &question, (&shoe, &draw))?.pop();
    let plain = plain.map(|plain| arguments.at_stake(terms, offered, plain)).transpose()?;
    let unknowing = plain.as_ref().map_or_else(|| Fraction::from_integer(0.into()), mean);
    if arguments.csv {
        let unknowing = Unknowing { chance: decimal(&chance), house_edge: decimal(&-unknowing) };
        return print_row(arguments, (terms, sheet), Some(&unknowing));
    }
    if !arguments.json {
        return output::print(&text(arguments, &given, sheet, &chance, &unknowing));
    }
    output::print_json(&GivenOutput {
        wager: arguments.wager(),
        asked: asked(arguments, terms, &given, shoe.len()),
        chance: Figure::new(&chance),
        total: sheet.total.to_string(),
        lines: sheet.lines.iter().map(LineOutput::new).collect(),
        house_edge: sheet.house_edge(),
        average_return: sheet.average_return(),
        hit: sheet.hit_and_push().0,
        mean: Figure::new(&mean(sheet)),
        mean_unknowing: Figure::new(&unknowing),
    })
}

fn text(
    arguments: &OddsArguments,
    given: &[Given],
    sheet: &Sheet,
    chance: &Fraction,
    unknowing: &Fraction,
) -> String {
    let meters = if sheet.jackpots.is_empty() { "" } else { " (without meters)" };
    let wins: u128 = sheet.lines.iter().filter(|line| line.pays.wins()).map(|line| line.ways).sum();
    let hit = Fraction::new(wins.into(), sheet.total.into());
    let wins = if wins == 0 { "never".to_owned() } else { format!("one in {}", output::one_in(&hit)) };
    let mut text = String::new();
    for given in given {
        let _ = writeln!(text, "given: {}", in_words(&given.known));
    }
    let _ = writeln!(
        text,
        "{}: house edge {}{meters}, wins {wins}",
        arguments.wager(),
        output::percent(&-mean(sheet)),
    );
    let _ = writeln!(text, "if nothing is known: house edge {}", output::percent(&-unknowing));
    let _ = writeln!(text, "this is so in one of {} rounds", output::one_in(chance));
    text
}

/// What it is worth to know whether the conditions hold.
pub fn worth(arguments: &OddsArguments, terms: &Terms) -> Result<(), Failure> {
    let given = conditions(arguments)?;
    knowledge(arguments, terms)?;
    if given.iter().map(|given| given.states().len()).product::<usize>() > MOST_STATES {
        let message = format!("{} conditions make more than {MOST_STATES} cases", given.len());
        let problem = Diagnostic::error("too_many_conditions", message);
        return Err(Failure::usage(problem.hint("leave some of the conditions out")));
    }
    let (shoe, draw) = arguments.shoe.asked().deals(terms)?;
    let mut offered = Vec::new();
    for name in wager_names(None, terms)? {
        let one = terms.offered(&name)?;
        let seat = arguments.shoe.asked().seat_for(terms, &one)?;
        offered.push((name.to_string(), one, seat));
    }
    let (mut questions, mut names, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
    for (name, one, seat) in &offered {
        let question = Question::new(&[&one.table], seat, &one.suits);
        let name = name.clone();
        match sheets_of(terms, &question, (&shoe, &draw)) {
            Ok(_) => {
                questions.push(question);
                names.push(name);
            }
            Err(banco_odds::CountError::History(_) | banco_odds::CountError::Seat(_)) => left_out.push(name),
            Err(error) => return Err(error.into()),
        }
    }
    let found = banco_odds::worth(terms, &questions, (&shoe, &draw), &given)?;
    if arguments.json {
        let asked = asked(arguments, terms, &given, shoe.len());
        return output::print_json(&worth_json(asked, &found, &names, &left_out));
    }
    if arguments.csv {
        return worth_csv(&found, &names);
    }
    output::print(&worth_text(&found, &names, &left_out))
}

fn best<'a>(gains: &[Fraction], names: &'a [String]) -> BestOutput<'a> {
    let found = Worth::best(gains);
    BestOutput {
        best: found.and_then(|(at, _)| names.get(at)).map(String::as_str),
        gain: found
            .map_or_else(|| Figure::new(&Fraction::from_integer(0.into())), |(_, gain)| Figure::new(gain)),
        gains: gains.iter().map(Figure::new).collect(),
    }
}

fn worth_json<'a>(
    asked: Asked<'a>,
    found: &'a Worth,
    names: &'a [String],
    left_out: &'a [String],
) -> WorthOutput<'a> {
    let state = |state: &'a StateWorth| StateOutput {
        known: state.known.iter().map(in_words).collect(),
        ways: state.ways.to_string(),
        chance: Figure::new(&state.chance),
        best: best(&state.gains, names),
    };
    WorthOutput {
        asked,
        total: found.total.to_string(),
        wagers: names,
        unknowing: best(&found.unknowing, names),
        states: found.states.iter().map(state).collect(),
        gain_knowing: Figure::new(&found.gain_knowing()),
        worth: Figure::new(&found.value()),
        left_out,
    }
}

/// Everything that is known in a case: "the Player's first card is 8 or 9 and the Banker's first card is red".
fn all_in_words(known: &[Known]) -> String {
    known.iter().map(in_words).collect::<Vec<_>>().join(" and ")
}

/// A row for each case and one for no knowledge; behind the best choice stands what each wager gains.
fn worth_csv(found: &Worth, names: &[String]) -> Result<(), Failure> {
    let columns = ["known", "ways", "chance", "best", "gain"];
    let columns: Vec<&str> = columns.into_iter().chain(names.iter().map(String::as_str)).collect();
    let cell = |gain: &Fraction| output::number(decimal(gain));
    let row = |known: String, (ways, chance): (u128, f64), gains: &[Fraction]| {
        let found = best(gains, names);
        let gain = Worth::best(gains).map_or_else(|| "0".to_owned(), |(_, gain)| cell(gain));
        let best = found.best.unwrap_or_default().to_owned();
        let cells = [known, ways.to_string(), output::number(chance), best, gain];
        cells.into_iter().chain(gains.iter().map(cell)).collect::<Vec<String>>()
    };
    let states = found
        .states
        .iter()
        .map(|state| row(all_in_words(&state.known), (state.ways, decimal(&state.chance)), &state.gains));
    let nothing = row("nothing".to_owned(), (found.total, 1.0), &found.unknowing);
    output::print_csv(&columns, states.chain([nothing]))
}

fn worth_text(found: &Worth, names: &[String], left_out: &[String]) -> String {
    let choice = |gains: &[Fraction]| match Worth::best(gains) {
        Some((at, gain)) => (names.get(at).cloned().unwrap_or_default(), output::percent(gain)),
        None => ("none".to_owned(), output::percent(&Fraction::from_integer(0.into()))),
    };
    let mut table = output::table(&["what is known", "one in", "best wager", "gain"]);
    for state in &found.states {
        let (wager, gain) = choice(&state.gains);
        table.add_row(vec![all_in_words(&state.known), output::one_in(&state.chance), wager, gain]);
    }
    let (wager, gain) = choice(&found.unknowing);
    table.add_row(vec!["nothing".to_owned(), "1.00".to_owned(), wager, gain]);
    let mut text = format!("{}\n\n", output::table_text(&table));
    let _ = writeln!(
        text,
        "the best choice gains {} of a unit a round with this knowledge, {} without: it is worth {}",
        output::percent(&found.gain_knowing()),
        output::percent(&found.gain_unknowing()),
        output::percent(&found.value()),
    );
    if !left_out.is_empty() {
        let _ = writeln!(text, "left out, for a single round has no odds for them: {}", left_out.join(", "));
    }
    text
}
