//! `banco odds`: quick questions about one wager and any cards left in the shoe.

pub mod batch;
mod correlation;
mod exposure;
mod given;
mod meters;
mod must_hit;
mod quick;
pub mod rows;
mod seats;

use std::path::PathBuf;
use std::str::FromStr;

use banco_money::Amount;
use banco_odds::{
    Correlation, DrawTable, Knowledge, Question, Sheet, Shoe, carrying, possible_seats, sheets_known,
    sheets_of, with_replacement,
};
use banco_rulebook::{Diagnostic, Library, Offered, Terms, WagerName};
use banco_sheets::{at_stake, decks_warning, usual_stake};
use clap::Args;

use crate::command::par::ShoeArguments;
use crate::failure::Failure;
use crate::output;
use crate::source::TermsArguments;

/// Which wager, from which shoe, and what is asked of it.
#[derive(Args)]
#[command(group = clap::ArgGroup::new("question").multiple(false))]
pub struct OddsArguments {
    /// The wager, `ID[.SIDE][:PAYTABLE]`, or a wager file of your own (`./my-wager.toml`, `./my-wager.toml:A`); with
    /// `--composition` one or more.
    #[arg(value_name = "WAGER", required = true)]
    wagers: Vec<String>,

    #[command(flatten)]
    terms: TermsArguments,

    #[command(flatten)]
    shoe: ShoeArguments,

    /// Read shoes from a file, or from standard input for `-`, one per line: 10 counts (values 0 to 9), 13 (ranks ace to
    /// king) or 52 (clubs, diamonds, hearts, spades, each ace to king). Text, CSV (a first line may name the columns) or
    /// Parquet. Prints the edge of each shoe, one per line; other formats tell every figure.
    #[arg(long, value_name = "FILE", group = "question", conflicts_with_all = ["decks", "without"])]
    composition: Option<String>,

    /// With `--composition` and a format: also tell the ways of every line of the pay tables.
    #[arg(long, requires = "composition")]
    lines: bool,

    /// The format of the answers to `--composition`; by default the one that the name of the `--output` file ends in,
    /// otherwise an edge per line.
    #[arg(short, long, value_name = "FORMAT", requires = "composition", conflicts_with_all = ["json", "csv"])]
    format: Option<batch::FormatName>,

    /// Write the answers to `--composition` to this file instead of standard output. If something goes wrong, no file
    /// is left behind.
    #[arg(short, long, value_name = "FILE", requires = "composition")]
    output: Option<PathBuf>,

    /// Show how the bettor's average gain changes when one card of each kind is taken out of the shoe.
    #[arg(long, group = "question")]
    removal: bool,

    /// Show the edge for every number of decks from 1 to 12.
    #[arg(long, group = "question", conflicts_with = "decks")]
    by_decks: bool,

    /// Show the correlation with another wager on the same round, such as `--correlation player`.
    #[arg(long, value_name = "WAGER", group = "question")]
    correlation: Option<String>,

    /// Show the odds at every seat that makes the wager, and the envy it collects.
    #[arg(long, group = "question")]
    each_seat: bool,

    /// Show the meters: how often each hits, what it takes in and pays back, and where the wager breaks even.
    #[arg(long, group = "question")]
    meters: bool,

    /// Show what the Must Hit meter is worth at each level; `--must-hit=ID` picks one configuration.
    #[arg(long, value_name = "ID", group = "question", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    must_hit: Option<String>,

    /// Something that is known of a card, such as `--given "player1=9"`, `--given "banker2 in 8,9"` or `--given "third
    /// card face"`; repeatable, and all of it holds. Cards: `player1`, `banker1`, `player2`, `banker2`; `third card`
    /// (the card behind these four, drawn or not); `player third`, `banker third` (a third card that the hand does
    /// draw; `none` if it stands); `burnt` (every one of these is another card; five at most with eight decks). Kinds: a
    /// rank (`9`), a point value (`0`, `value 5`), a range (`6 to 9`), a suit or color (`red`), a card (`9h`), `face`
    /// (J Q K), `low` (ace to 5), `high` (6 to 9), a list (`8,9`), or `not` before any of these.
    #[arg(
        long,
        value_name = "CONDITION",
        conflicts_with_all = ["correlation", "each_seat", "meters", "must_hit", "seats", "meter"]
    )]
    given: Vec<String>,

    /// Show what it is worth to know whether the conditions of `--given` hold: the best wager of the table in each
    /// case, and what that gains a round over the best choice without the knowledge.
    #[arg(long, group = "question", requires = "given")]
    worth: bool,

    /// How many seats make the wager, or which ones: `7`, or `1,3,8`. By itself it shows what a round can cost the
    /// house.
    #[arg(long, value_name = "SEATS", conflicts_with_all = ["composition", "removal", "by_decks", "correlation"])]
    seats: Option<SeatsName>,

    /// What each wager is; pays and vigorish are rounded for it as at the table. Default: its fixed amount; where it is
    /// free, the table maximum for what a round can cost, the table minimum for meters.
    #[arg(long, value_name = "AMOUNT")]
    stake: Option<String>,

    /// The most that all seats together can be paid in a round; default: as in the submission.
    #[arg(long, value_name = "AMOUNT", requires = "seats", conflicts_with = "question")]
    limit: Option<String>,

    /// How winners share when the limit is reached.
    #[arg(long, value_name = "HOW", default_value = "pro-rata", requires = "seats")]
    sharing: exposure::SharingName,

    /// What a meter shows, such as `--meter star=60000`; default: its seed.
    #[arg(long, value_name = "METER=AMOUNT", conflicts_with_all = ["composition", "removal", "by_decks", "correlation", "each_seat"])]
    meter: Vec<String>,

    /// Where the hidden trigger of a Must Hit meter tends to lie: `uniform`, `early`, `late`, or points such as
    /// `250:1,600:3,1000:1` (amount and weight, from the reset to the maximum).
    #[arg(long, value_name = "TRIGGER", default_value = "uniform", requires = "must_hit")]
    trigger: String,

    /// Print JSON.
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Print CSV: the rows of the answer, with every digit; with `--composition` short for `--format csv`.
    #[arg(long)]
    csv: bool,
}

/// Answers.
pub fn run(arguments: &OddsArguments, library: &Library) -> Result<(), Failure> {
    let words: Vec<String> = arguments.wagers.iter().chain(&arguments.correlation).cloned().collect();
    let (terms, names) = arguments.terms.terms_for(library, &words)?;
    if !arguments.meter.is_empty() && !arguments.meters && arguments.must_hit.is_none() {
        let problem =
            Diagnostic::error("no_meters", "`--meter` says what a meter shows, and nothing here asks");
        return Err(Failure::usage(problem.hint("add `--meters` or `--must-hit`")));
    }
    if arguments.shoe.cards.asked().infinite && !arguments.given.is_empty() {
        let problem = Diagnostic::error("infinite_decks", "`--given` tells of cards that have left a shoe");
        return Err(problem.hint("leave it out, or give a number of decks").into());
    }
    if let Some(source) = &arguments.composition {
        return batch::run(arguments, (&terms, &names), source, || batch::shoes(source));
    }
    let offered = arguments.offered(&terms, arguments.one_of(&names)?)?;
    let asked = arguments.shoe.cards.asked().decks;
    if let Some(warning) = asked.and_then(|decks| decks_warning(&terms, &offered.table, decks)) {
        output::warning(&warning);
    }
    match arguments {
        OddsArguments { correlation: Some(asked), .. } => {
            let other = names.get(1).map(String::as_str).unwrap_or_default();
            correlation::run(arguments, &terms, &offered, (asked, other))
        }
        OddsArguments { must_hit: Some(config), .. } => must_hit::run(arguments, &terms, &offered, config),
        OddsArguments { removal: true, .. } => quick::removal(arguments, &terms, &offered),
        OddsArguments { by_decks: true, .. } => quick::by_decks(arguments, &terms, &offered),
        OddsArguments { each_seat: true, .. } => seats::run(arguments, &terms, &offered),
        OddsArguments { worth: true, .. } => given::worth(arguments, &terms),
        OddsArguments { meters: true, .. } => meters::run(arguments, &terms, &offered),
        OddsArguments { seats: Some(_), .. } => exposure::run(arguments, &terms, &offered),
        _ => quick::edge(arguments, &terms, &offered),
    }
}

fn sheet(arguments: &OddsArguments, terms: &Terms, offered: &Offered, shoe: &Shoe) -> Result<Sheet, Failure> {
    let seat = arguments.shoe.asked().seat_for(terms, offered)?;
    let question = Question::new(&[&offered.table], &seat, &offered.suits);
    let draw = arguments.shoe.asked().draw_table(terms)?;
    let from = |shoe: &Shoe| arguments.made(terms, &question, (shoe, &draw));
    let infinite = arguments.shoe.cards.asked().infinite;
    let mut made = if infinite { with_replacement(shoe, from)? } else { from(shoe)? };
    let sheet = made.pop().ok_or_else(|| Failure::invalid("no_odds", "the wager has no pay table"))?;
    arguments.at_stake(terms, offered, sheet)
}

/// How many seats make a wager, or which.
#[derive(Clone)]
enum SeatsName {
    First(u8),
    These(Vec<u8>),
}

impl FromStr for SeatsName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let seat = |word: &str| word.trim().parse::<u8>().map_err(|_| format!("`{word}` is not a seat"));
        let words: Vec<&str> = text.split(',').filter(|word| !word.trim().is_empty()).collect();
        let mut seats = words.into_iter().map(seat).collect::<Result<Vec<u8>, String>>()?;
        match seats.as_slice() {
            [] | [0] => Err("at least one seat must make the wager".to_owned()),
            [number] if !text.contains(',') => Ok(Self::First(*number)),
            _ => {
                seats.sort_unstable();
                match seats.windows(2).find(|pair| matches!(pair, [one, other] if one == other)) {
                    Some(pair) => Err(format!("seat {} is named twice", pair.first().copied().unwrap_or(0))),
                    None => Ok(Self::These(seats)),
                }
            }
        }
    }
}

impl OddsArguments {
    /// The wager, or the first of several.
    fn wager(&self) -> &str {
        self.wagers.first().map(String::as_str).unwrap_or_default()
    }

    /// The name of the one wager that is asked about, among those by which the terms know what was named.
    fn one_of<'a>(&self, names: &'a [String]) -> Result<&'a str, Failure> {
        if self.wagers.len() > 1 {
            let problem = Diagnostic::error("one_wager", "this question is about one wager");
            return Err(Failure::usage(
                problem.hint("ask about several with `--composition`, or one by one"),
            ));
        }
        Ok(names.first().map(String::as_str).unwrap_or_default())
    }

    /// What is known of the cards, where something is.
    fn known(&self, terms: &Terms) -> Result<Option<Knowledge>, Failure> {
        let known = (!self.given.is_empty()).then(|| given::knowledge(self, terms));
        known.transpose()
    }

    /// A wager of the table at the stake that was said.
    fn offered(&self, terms: &Terms, name: &str) -> Result<Offered, Failure> {
        let name: WagerName = name.parse()?;
        Ok(at_stake(terms, terms.offered(&name)?, self.stake.as_deref())?)
    }

    /// For which stake meters are told.
    fn usual_stake(&self, terms: &Terms, offered: &Offered) -> Result<Amount, Failure> {
        Ok(usual_stake(terms, offered, self.stake.as_deref())?)
    }

    /// The same correlation for the stake that was said, if any.
    fn correlation_at_stake(
        &self,
        terms: &Terms,
        offered: &Offered,
        found: Correlation,
    ) -> Result<Correlation, Failure> {
        if self.stake.is_none() {
            return Ok(found);
        }
        let stake = self.usual_stake(terms, offered)?;
        let found = found.at_stake(terms, &offered.table, stake);
        found.map_err(|error| Failure::invalid("bad_money", error.to_string()))
    }

    /// The same sheet for the stake that was said, if any.
    fn at_stake(&self, terms: &Terms, offered: &Offered, sheet: Sheet) -> Result<Sheet, Failure> {
        if self.stake.is_none() {
            return Ok(sheet);
        }
        let stake = self.usual_stake(terms, offered)?;
        sheet.at_stake(terms, stake).map_err(|error| Failure::invalid("bad_money", error.to_string()))
    }

    /// The sheets of a question, with what is known of the cards and for a bettor who stands by choice.
    fn made(
        &self,
        terms: &Terms,
        question: &Question<'_>,
        (shoe, draw): (&Shoe, &DrawTable),
    ) -> Result<Vec<Sheet>, Failure> {
        if let Some(known) = self.known(terms)? {
            return Ok(sheets_known(terms, question, (shoe, draw), known)?);
        }
        let made = sheets_of(terms, question, (shoe, draw))?;
        Ok(self.shoe.asked().standing(terms, (shoe, draw), made)?)
    }

    /// How many make the wager; one where nothing was said.
    fn bettors(&self) -> u32 {
        match &self.seats {
            None => 1,
            Some(SeatsName::First(number)) => (*number).into(),
            Some(SeatsName::These(seats)) => u32::try_from(seats.len()).unwrap_or(u32::MAX),
        }
    }
}

/// The seats that make the wager: those named, as many as were asked for, or all that carry it.
fn seats_named(arguments: &OddsArguments, terms: &Terms, offered: &Offered) -> Result<Vec<u8>, Failure> {
    let (all, possible) = (carrying(terms, offered), possible_seats(terms, offered));
    let wager = &offered.table.wager;
    let refused = |code, message: String| {
        let seats: Vec<String> = possible.iter().map(u8::to_string).collect();
        Failure::from(Diagnostic::error(code, message).hint(format!("it is offered at {}", seats.join(", "))))
    };
    match &arguments.seats {
        None => Ok(all),
        Some(SeatsName::First(number)) => {
            let message = || format!("`{wager}` is not offered at {number} seats");
            let first = possible.get(..usize::from(*number));
            first.map(<[u8]>::to_vec).ok_or_else(|| refused("too_many_seats", message()))
        }
        Some(SeatsName::These(seats)) => match seats.iter().find(|seat| !possible.contains(seat)) {
            Some(seat) => Err(refused("not_at_seat", format!("`{wager}` is not offered at seat {seat}"))),
            None => Ok(seats.clone()),
        },
    }
}
