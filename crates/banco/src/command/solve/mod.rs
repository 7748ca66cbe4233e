//! `banco solve`: what to do where there is a choice.

mod free;
mod press;

use std::fmt::Write as _;

use banco_money::Percent;
use banco_odds::{BettorChoice, Fraction, Model, Solution, bettor_choices, decimal, free_play, solve};
use banco_rulebook::{Library, Terms};
use clap::Args;
use serde::Serialize;

use crate::command::deal::hand_name;
use crate::command::par::CardsArguments;
use crate::failure::Failure;
use crate::output;
use crate::source::TermsArguments;

/// Which game, from which cards.
#[derive(Args)]
pub struct SolveArguments {
    /// A wager whose payout the bettor may press (`house-money`). Without it, the choices of the game itself.
    wager: Option<String>,

    #[command(flatten)]
    terms: TermsArguments,

    #[command(flatten)]
    cards: CardsArguments,

    /// The vigorish on a Banker win, such as `0%`; default: as in the submission.
    #[arg(long, value_name = "PERCENT")]
    vigorish: Option<String>,

    /// Deal every card from a full deck, as the textbook analysis does.
    #[arg(long)]
    with_replacement: bool,

    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Solves and prints.
pub fn run(arguments: &SolveArguments, library: &Library) -> Result<(), Failure> {
    let terms = arguments.terms.terms(library)?;
    let shoe = arguments.cards.asked().shoe(&terms)?;
    if let Some(wager) = &arguments.wager {
        return press::run(arguments, &terms, &shoe, wager);
    }
    let choices = bettor_choices(&terms, &shoe)?;
    if !choices.is_empty() {
        refuse_flags(arguments, "each bettor decides alone here", true)?;
        return print_choices(arguments, &terms, &choices);
    }
    let vigorish = vigorish(arguments, &terms)?;
    if let Some(play) = free_play(&terms, &shoe, vigorish)? {
        refuse_flags(arguments, "the Player's hand chooses by its own cards here", false)?;
        return free::print(arguments, &terms, vigorish, &play);
    }
    let model = if arguments.with_replacement { Model::WithReplacement } else { Model::Shoe(shoe) };
    let Some(solution) = solve(&terms, &model, vigorish)? else {
        let message = format!("`{}` gives nobody a choice to solve", terms.rulebook.id());
        return Err(Failure::invalid("no_choice", message));
    };
    print_solution(arguments, &terms, vigorish, &solution)
}

/// Flags that mean nothing for the choice at hand.
fn refuse_flags(arguments: &SolveArguments, why: &str, vigorish: bool) -> Result<(), Failure> {
    let without_vigorish = vigorish && arguments.vigorish.is_some();
    match (without_vigorish, arguments.with_replacement) {
        (false, false) => Ok(()),
        _ if vigorish => {
            let message = format!("{why}: `--vigorish` and `--with-replacement` do not apply");
            Err(Failure::invalid("no_choice", message))
        }
        _ => Err(Failure::invalid("no_choice", format!("{why}: `--with-replacement` does not apply"))),
    }
}

/// The rate on the Banker's win: as told, or that of the submission.
fn vigorish(arguments: &SolveArguments, terms: &Terms) -> Result<Percent, Failure> {
    let usual = terms.vigorish.map_or(Percent::from_hundredths(0), |vigorish| vigorish.on_win);
    let vigorish: Percent = match &arguments.vigorish {
        Some(text) => text.parse().map_err(|error| Failure::invalid("bad_percent", format!("{error}")))?,
        None => usual,
    };
    if vigorish > Percent::HUNDRED {
        return Err(Failure::invalid(
            "bad_percent",
            format!("a vigorish of {vigorish} is more than the win itself"),
        ));
    }
    Ok(vigorish)
}

fn print_solution(
    arguments: &SolveArguments,
    terms: &Terms,
    vigorish: Percent,
    solution: &Solution,
) -> Result<(), Failure> {
    if arguments.json {
        return output::print_json(&SolutionOutput::new(solution));
    }
    let mut text = format!("{}, vigorish {vigorish}\n\n", terms.rulebook.file.name);
    let _ = writeln!(text, "the Player's hand draws on five: {}", how_often(&solution.player_draws));
    for (cell, draws) in &solution.banker_draws {
        let against =
            cell.third.map_or("a hand that stayed".to_owned(), |third| format!("a third card of {third}"));
        let _ = writeln!(text, "the Banker draws on {} against {against}: {}", cell.banker, how_often(draws));
    }
    let _ = writeln!(text, "a bettor on the Player's hand gains {}", shown(&solution.player_gain));
    let _ = writeln!(text, "the Banker gains {}", shown(&solution.banker_gain));
    output::print(&text)
}

fn print_choices(arguments: &SolveArguments, terms: &Terms, choices: &[BettorChoice]) -> Result<(), Failure> {
    if arguments.json {
        let rows: Vec<ChoiceOutput> = choices.iter().map(ChoiceOutput::new).collect();
        return output::print_json(&rows);
    }
    let banker = hand_name(terms, banco_cards::Side::Banker);
    let mut text = String::new();
    for choice in choices {
        let best = if choice.hit >= choice.stand { "hit" } else { "stand" };
        let _ = writeln!(
            text,
            "{} against an exposed {} card of {}: {best}\n  standing gains {}\n  hitting gains {}",
            choice.total,
            banker.to_lowercase(),
            choice.exposed,
            shown(&choice.stand),
            shown(&choice.hit)
        );
    }
    output::print(&text)
}

/// A frequency: always, never, or a fraction.
fn how_often(frequency: &Fraction) -> String {
    match frequency.to_string().as_str() {
        "0" => "never".to_owned(),
        "1" => "always".to_owned(),
        _ => shown(frequency),
    }
}

/// A fraction with its decimal value.
fn shown(fraction: &Fraction) -> String {
    if fraction.is_integer() {
        fraction.to_string()
    } else {
        format!("{fraction} = {:.10}", decimal(fraction))
    }
}

#[derive(Serialize)]
struct SolutionOutput {
    player_draws_on_five: String,
    banker_draws: Vec<CellOutput>,
    player_gain: String,
    player_gain_decimal: f64,
    banker_gain: String,
    banker_gain_decimal: f64,
}

#[derive(Serialize)]
struct CellOutput {
    banker: u8,
    third: Option<u8>,
    draws: String,
}

impl SolutionOutput {
    fn new(solution: &Solution) -> Self {
        let cell = |(cell, draws): &(banco_odds::Cell, Fraction)| CellOutput {
            banker: cell.banker,
            third: cell.third,
            draws: draws.to_string(),
        };
        Self {
            player_draws_on_five: solution.player_draws.to_string(),
            banker_draws: solution.banker_draws.iter().map(cell).collect(),
            player_gain: solution.player_gain.to_string(),
            player_gain_decimal: decimal(&solution.player_gain),
            banker_gain: solution.banker_gain.to_string(),
            banker_gain_decimal: decimal(&solution.banker_gain),
        }
    }
}

#[derive(Serialize)]
struct ChoiceOutput {
    total: u8,
    exposed: u8,
    stand: String,
    stand_decimal: f64,
    hit: String,
    hit_decimal: f64,
}

impl ChoiceOutput {
    fn new(choice: &BettorChoice) -> Self {
        Self {
            total: choice.total,
            exposed: choice.exposed,
            stand: choice.stand.to_string(),
            stand_decimal: decimal(&choice.stand),
            hit: choice.hit.to_string(),
            hit_decimal: decimal(&choice.hit),
        }
    }
}
