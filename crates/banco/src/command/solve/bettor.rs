//! What single bettors do best where each may choose, and what the whole game is worth by each way of playing.

use std::fmt::Write as _;

use banco_odds::{
    BettorChoice, DrawTable, FiveRule, Question, Shoe, WholeGame, bettor_choices_by_cards, decimal,
    sheets_of, whole_game,
};
use banco_rulebook::Terms;
use banco_sheets::{ShoeAsked, wager_names};
use serde::Serialize;

use super::{Asked, SolveArguments, shown};
use crate::command::deal::hand_name;
use crate::failure::Failure;
use crate::output::{self, Figure};

#[derive(Serialize)]
struct ChoicesOutput<'a> {
    #[serde(flatten)]
    asked: Asked<'a>,
    choices: Vec<ChoiceOutput>,
    by_cards: Vec<ChoiceOutput>,
    whole_game: Vec<GameOutput>,
}

#[derive(Serialize)]
struct ChoiceOutput {
    total: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    cards: Option<[u8; 2]>,
    exposed: u8,
    best: &'static str,
    stand: String,
    stand_decimal: f64,
    hit: String,
    hit_decimal: f64,
}

/// What a wager gains in the whole game, for each unit staked.
#[derive(Serialize)]
struct GameOutput {
    wager: String,
    house_way: Figure,
    standing: Figure,
    best_by_exposed: Figure,
    best_by_cards: Figure,
}

impl ChoiceOutput {
    fn new(choice: &BettorChoice) -> Self {
        Self {
            total: choice.total,
            cards: choice.cards,
            exposed: choice.exposed,
            best: best(choice),
            stand: choice.stand.to_string(),
            stand_decimal: decimal(&choice.stand),
            hit: choice.hit.to_string(),
            hit_decimal: decimal(&choice.hit),
        }
    }
}

fn best(choice: &BettorChoice) -> &'static str {
    if choice.hits() { "hit" } else { "stand" }
}

/// Solves the rest and prints.
pub fn run(
    arguments: &SolveArguments,
    terms: &Terms,
    shoe: &Shoe,
    choices: &[BettorChoice],
) -> Result<(), Failure> {
    let by_cards = bettor_choices_by_cards(terms, shoe)?;
    let games = games(terms, shoe)?;
    let asked = Asked::new(arguments, terms, shoe);
    if arguments.json {
        let game = |(wager, game): &(String, WholeGame)| GameOutput {
            wager: wager.clone(),
            house_way: Figure::new(&game.house_way),
            standing: Figure::new(&game.standing),
            best_by_exposed: Figure::new(&game.best_by_exposed),
            best_by_cards: Figure::new(&game.best_by_cards),
        };
        return output::print_json(&ChoicesOutput {
            asked,
            choices: choices.iter().map(ChoiceOutput::new).collect(),
            by_cards: by_cards.iter().map(ChoiceOutput::new).collect(),
            whole_game: games.iter().map(game).collect(),
        });
    }
    let mut text = format!("{}, {}\n\n", terms.rulebook.file.name, asked.words());
    let banker = hand_name(terms, banco_cards::Side::Banker).to_lowercase();
    for choice in choices {
        let _ = writeln!(
            text,
            "{} against an exposed {banker} card of {}: {}\n  standing gains {}\n  hitting gains {}",
            choice.total,
            choice.exposed,
            best(choice),
            shown(&choice.stand),
            shown(&choice.hit)
        );
        let apart = |other: &&BettorChoice| {
            (other.total, other.exposed) == (choice.total, choice.exposed) && other.hits() != choice.hits()
        };
        for other in by_cards.iter().filter(apart) {
            let [one, two] = other.cards.unwrap_or_default();
            let _ = writeln!(text, "  but {} with {one} and {two}", best(other));
        }
    }
    let _ = write!(text, "\nwhat a bettor gains in the whole game\n{}", game_table(&games));
    output::print(&text)
}

/// What every wager gains in the whole game.
fn games(terms: &Terms, shoe: &Shoe) -> Result<Vec<(String, WholeGame)>, Failure> {
    let draw = DrawTable::from_terms(terms, FiveRule::Draw);
    let mut games = Vec::new();
    for name in wager_names(None, terms)? {
        let offered = terms.offered(&name)?;
        let seat = ShoeAsked::default().seat_for(terms, &offered)?;
        let tables = [&offered.table];
        let question = Question::new(&tables, &seat, &[]);
        let sheets = sheets_of(terms, &question, (shoe, &draw))?;
        let game = sheets.first().and_then(|sheet| whole_game(terms, (shoe, &draw), sheet));
        games.extend(game.map(|game| (name.to_string(), game)));
    }
    Ok(games)
}

fn game_table(games: &[(String, WholeGame)]) -> String {
    let mut table =
        output::table(&["wager", "house way", "always standing", "best by exposed card", "best by cards"]);
    for (wager, game) in games {
        let ways = [&game.house_way, &game.standing, &game.best_by_exposed, &game.best_by_cards];
        let mut row = vec![wager.clone()];
        row.extend(ways.map(output::percent));
        table.add_row(row);
    }
    format!("{}\n", output::table_text(&table))
}
