//! The best play of a Player's hand that may hit or stand on any count.

use std::fmt::Write as _;

use banco_money::Percent;
use banco_odds::{FreeChoice, FreePlay, Gains, Shoe};
use banco_rulebook::Terms;
use serde::Serialize;

use super::basket::{Basket, BasketOutput};
use super::{Asked, SolveArguments, shown};
use crate::failure::Failure;
use crate::output::{self, Figure};

#[derive(Serialize)]
struct FreePlayOutput<'a> {
    #[serde(flatten)]
    asked: Asked<'a>,
    vigorish: String,
    by_total: Vec<FreeChoiceOutput>,
    by_cards: Vec<FreeChoiceOutput>,
    house_way: GainsOutput,
    best_by_total: GainsOutput,
    best_by_cards: GainsOutput,
    /// The same for several wagers of one bettor.
    #[serde(skip_serializing_if = "Option::is_none")]
    basket: Option<BasketOutput>,
}

#[derive(Serialize)]
struct FreeChoiceOutput {
    total: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    cards: Option<[u8; 2]>,
    best: &'static str,
    stand: Figure,
    hit: Figure,
}

#[derive(Serialize)]
struct GainsOutput {
    player: Figure,
    banker: Figure,
}

impl FreeChoiceOutput {
    fn new(choice: &FreeChoice) -> Self {
        Self {
            total: choice.total,
            cards: choice.cards,
            best: best(choice),
            stand: Figure::new(&choice.stand),
            hit: Figure::new(&choice.hit),
        }
    }
}

fn best(choice: &FreeChoice) -> &'static str {
    if choice.hits() { "hit" } else { "stand" }
}

/// Prints it.
pub fn print(
    arguments: &SolveArguments,
    (terms, shoe): (&Terms, &Shoe),
    vigorish: Percent,
    (play, basket): (&FreePlay, Option<&Basket>),
) -> Result<(), Failure> {
    let asked = Asked::new(arguments, terms, shoe);
    if arguments.json {
        let gains = |gains: &Gains| GainsOutput {
            player: Figure::new(&gains.player),
            banker: Figure::new(&gains.banker),
        };
        return output::print_json(&FreePlayOutput {
            asked,
            vigorish: vigorish.to_string(),
            by_total: play.by_total.iter().map(FreeChoiceOutput::new).collect(),
            by_cards: play.by_cards.iter().map(FreeChoiceOutput::new).collect(),
            house_way: gains(&play.house_way),
            best_by_total: gains(&play.best_by_total),
            best_by_cards: gains(&play.best_by_cards),
            basket: basket.map(Basket::json),
        });
    }
    let more = basket.map(Basket::text).unwrap_or_default();
    output::print(&(text((terms, &asked), vigorish, play) + &more))
}

fn text((terms, asked): (&Terms, &Asked<'_>), vigorish: Percent, play: &FreePlay) -> String {
    let mut table = output::table(&["count", "best", "standing gains", "hitting gains", "but"]);
    for choice in &play.by_total {
        let apart = |other: &&FreeChoice| other.total == choice.total && other.hits() != choice.hits();
        let cards = |other: &FreeChoice| {
            other.cards.map(|[one, two]| format!("{} with {one} and {two}", best(other))).unwrap_or_default()
        };
        let but: Vec<String> = play.by_cards.iter().filter(apart).map(cards).collect();
        table.add_row(vec![
            choice.total.to_string(),
            best(choice).to_owned(),
            output::percent(&choice.stand),
            output::percent(&choice.hit),
            but.join(", "),
        ]);
    }
    let mut text = format!(
        "{}, {}, {}, vigorish {vigorish}\n\n{}\n",
        terms.rulebook.file.name,
        terms.variant.id,
        asked.words(),
        output::table_text(&table)
    );
    let ways = [
        ("the usual drawing rule", &play.house_way),
        ("the best play by count", &play.best_by_total),
        ("the best play by cards", &play.best_by_cards),
    ];
    for (name, gains) in ways {
        let _ = writeln!(
            text,
            "\n{name}:\n  a bettor on the Player's hand gains {}\n  a bettor on the Banker's hand gains {}",
            shown(&gains.player),
            shown(&gains.banker)
        );
    }
    text
}
