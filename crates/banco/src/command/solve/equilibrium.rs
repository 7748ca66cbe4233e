//! What both sides do best where the Player's hand and perhaps the Banker may choose.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use banco_money::Percent;
use banco_odds::{Cell, Fraction, HandSeen, Model, Shoe, Solution, decimal, solve};
use banco_rulebook::Terms;
use serde::Serialize;

use super::{Asked, ByName, SolveArguments, how_often, shown};
use crate::failure::Failure;
use crate::output;

#[derive(Serialize)]
struct SolutionOutput<'a> {
    #[serde(flatten)]
    asked: Asked<'a>,
    vigorish: String,
    with_replacement: bool,
    by: ByName,
    banker: BankerRule,
    /// Where the Player's hand goes by its count.
    #[serde(skip_serializing_if = "Option::is_none")]
    player_draws_on_five: Option<String>,
    player_draws: Vec<HandOutput>,
    banker_draws: Vec<CellOutput>,
    player_gain: String,
    player_gain_decimal: f64,
    banker_gain: String,
    banker_gain_decimal: f64,
}

/// Where the Banker may choose.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
enum BankerRule {
    /// Nowhere.
    Bound,
    /// Where the rules leave it open.
    Optional,
    /// Everywhere.
    Free,
}

impl BankerRule {
    fn new(arguments: &SolveArguments, solution: &Solution) -> Self {
        match (arguments.free_banker, solution.banker_draws.is_empty()) {
            (true, _) => Self::Free,
            (false, true) => Self::Bound,
            (false, false) => Self::Optional,
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Bound => "the Banker keeps to the table",
            Self::Optional => "the Banker may choose where the rules leave it open",
            Self::Free => "the Banker may choose everywhere",
        }
    }
}

#[derive(Serialize)]
struct HandOutput {
    total: u8,
    cards: Option<[u8; 2]>,
    draws: String,
}

#[derive(Serialize)]
struct CellOutput {
    banker: u8,
    cards: Option<[u8; 2]>,
    third: Option<u8>,
    draws: String,
}

/// Solves and prints.
pub fn run(arguments: &SolveArguments, terms: &Terms, shoe: Shoe, vigorish: Percent) -> Result<(), Failure> {
    if !arguments.with.is_empty() {
        let message = "`--with` does not apply: only a Player's hand that may choose on every count is played for several wagers";
        return Err(Failure::invalid("no_choice", message));
    }
    let asked = Asked::new(arguments, terms, &shoe);
    let model = if arguments.with_replacement { Model::WithReplacement } else { Model::Shoe(shoe) };
    let Some(solution) = solve(terms, &model, arguments.information(), vigorish)? else {
        let message = format!("`{}` gives nobody a choice to solve", terms.rulebook.id());
        return Err(Failure::invalid("no_choice", message));
    };
    if arguments.json {
        return output::print_json(&json(arguments, asked, vigorish, &solution));
    }
    output::print(&text(arguments, (terms, &asked), vigorish, &solution))
}

fn json<'a>(
    arguments: &SolveArguments,
    asked: Asked<'a>,
    vigorish: Percent,
    solution: &Solution,
) -> SolutionOutput<'a> {
    let hand = |(hand, draws): &(HandSeen, Fraction)| HandOutput {
        total: hand.total,
        cards: hand.cards,
        draws: draws.to_string(),
    };
    let cell = |(cell, draws): &(Cell, Fraction)| CellOutput {
        banker: cell.banker,
        cards: cell.cards,
        third: cell.third,
        draws: draws.to_string(),
    };
    SolutionOutput {
        asked,
        vigorish: vigorish.to_string(),
        with_replacement: arguments.with_replacement,
        by: arguments.by,
        banker: BankerRule::new(arguments, solution),
        player_draws_on_five: solution.draws_by_count().map(ToString::to_string),
        player_draws: solution.player_draws.iter().map(hand).collect(),
        banker_draws: solution.banker_draws.iter().map(cell).collect(),
        player_gain: solution.player_gain.to_string(),
        player_gain_decimal: decimal(&solution.player_gain),
        banker_gain: solution.banker_gain.to_string(),
        banker_gain_decimal: decimal(&solution.banker_gain),
    }
}

fn text(
    arguments: &SolveArguments,
    (terms, asked): (&Terms, &Asked<'_>),
    vigorish: Percent,
    solution: &Solution,
) -> String {
    let cards =
        if arguments.with_replacement { "every card from a full deck".to_owned() } else { asked.words() };
    let goes_by = match arguments.by {
        ByName::Counts => "both sides go by their counts",
        ByName::PlayerCards => "the Player's hand goes by its two cards, the Banker by the count",
        ByName::BankerCards => "the Banker goes by the two cards, the Player's hand by its count",
        ByName::Cards => "both sides go by their two cards",
    };
    let rule = BankerRule::new(arguments, solution).words();
    let mut text =
        format!("{}, vigorish {vigorish}\n{cards}; {goes_by}; {rule}\n\n", terms.rulebook.file.name);
    for (hand, draws) in &solution.player_draws {
        let five =
            hand.cards.map_or_else(|| "five".to_owned(), |[one, two]| format!("five with {one} and {two}"));
        let _ = writeln!(text, "the Player's hand draws on {five}: {}", how_often(draws));
    }
    if arguments.free_banker {
        let _ =
            write!(text, "\nwhat the Banker does, by the Player's third card\n{}", banker_table(solution));
    } else {
        for (cell, draws) in &solution.banker_draws {
            let _ = writeln!(text, "the Banker draws on {}: {}", situation(cell), how_often(draws));
        }
    }
    let _ = writeln!(text, "a bettor on the Player's hand gains {}", shown(&solution.player_gain));
    let _ = writeln!(text, "the Banker gains {}", shown(&solution.banker_gain));
    text
}

/// What the Banker sees.
fn situation(cell: &Cell) -> String {
    let with = cell.cards.map_or_else(String::new, |[one, two]| format!(" with {one} and {two}"));
    let against =
        cell.third.map_or("a hand that stayed".to_owned(), |third| format!("a third card of {third}"));
    format!("{}{with} against {against}", cell.banker)
}

/// A row for each hand of the Banker, a column for each third card: D, S, or how often the Banker draws.
fn banker_table(solution: &Solution) -> String {
    let mut header = vec!["BANKER".to_owned()];
    header.extend((0..10).map(|third| third.to_string()));
    header.push("STAYED".to_owned());
    let mut rows: BTreeMap<(u8, Option<[u8; 2]>), Vec<String>> = BTreeMap::new();
    for (cell, draws) in &solution.banker_draws {
        let row = rows.entry((cell.banker, cell.cards)).or_insert_with(|| vec![String::new(); 11]);
        let does = match how_often(draws).as_str() {
            "always" => "D".to_owned(),
            "never" => "S".to_owned(),
            _ => format!("{:.4}", decimal(draws)),
        };
        if let Some(place) = row.get_mut(usize::from(cell.third.unwrap_or(10))) {
            *place = does;
        }
    }
    let mut table = output::table_headed(header);
    for ((total, cards), row) in rows {
        let name = cards.map_or_else(|| total.to_string(), |[one, two]| format!("{total} ({one} {two})"));
        table.add_row([vec![name], row].concat());
    }
    format!("{}\nD draws, S stands, otherwise how often the Banker draws\n\n", output::table_text(&table))
}
