//! A hand that is played for several wagers of one bettor.

use std::fmt::Write as _;

use banco_cards::Side;
use banco_odds::{BasketChoice, BasketPlay, BasketWager, Fraction, Shoe, basket_play, press_targets};
use banco_rulebook::{Diagnostic, Terms, WagerName};
use banco_sheets::ShoeAsked;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{self, Figure};

#[derive(Serialize)]
pub struct BasketOutput {
    by_total: Vec<ChoiceOutput>,
    by_cards: Vec<ChoiceOutput>,
    wagers: Vec<WagerOutput>,
}

#[derive(Serialize)]
struct ChoiceOutput {
    total: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    cards: Option<[u8; 2]>,
    best: &'static str,
    hitting_adds: Figure,
}

#[derive(Serialize)]
struct WagerOutput {
    wager: String,
    units: Figure,
    house_way: Figure,
    best_by_total: Figure,
    best_by_cards: Figure,
}

/// The wagers of a bettor, and how the hand is best played for them.
pub struct Basket {
    names: Vec<String>,
    wagers: Vec<BasketWager>,
    play: BasketPlay,
}

/// Plays the hand for the wagers that were named, each with its units; nothing if none was.
pub fn basket(with: &[String], terms: &Terms, shoe: &Shoe) -> Result<Option<Basket>, Failure> {
    if with.is_empty() {
        return Ok(None);
    }
    let hand = press_targets(terms).into_iter().find(|target| target.side == Side::Player);
    let hand = hand.ok_or_else(|| Failure::invalid("no_choice", "no wager backs the Player's hand here"))?;
    let mut named = vec![(hand.table.wager.clone(), Fraction::from_integer(1.into()))];
    for text in with {
        named.push(units(text)?);
    }
    let (mut names, mut wagers) = (Vec::new(), Vec::new());
    for (name, stake) in named {
        let offered = terms.offered(&name.parse::<WagerName>()?)?;
        let seat = ShoeAsked::default().seat_for(terms, &offered)?;
        wagers.push(BasketWager { table: offered.table, seat, stake });
        names.push(name);
    }
    let play = basket_play(terms, shoe, &wagers)?;
    Ok(play.map(|play| Basket { names, wagers, play }))
}

/// Reads `WAGER=UNITS`; units are a decimal number or a fraction.
fn units(text: &str) -> Result<(String, Fraction), Failure> {
    let bad = || {
        let message = format!("`{text}` does not say how many units are on which wager");
        Failure::from(Diagnostic::error("bad_units", message).hint("write `tie=0.5` or `tie=1/2`"))
    };
    let (wager, units) = text.rsplit_once('=').ok_or_else(bad)?;
    let digits =
        |text: &str| !text.is_empty() && text.len() <= 12 && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = |text: &str| text.parse::<i64>().map_err(|_| bad());
    let stake = if let Some((over, under)) = units.split_once('/').filter(|(a, b)| digits(a) && digits(b)) {
        match number(under)? {
            0 => return Err(bad()),
            under => Fraction::new(number(over)?.into(), under.into()),
        }
    } else {
        let (whole, part) = units.split_once('.').unwrap_or((units, "0"));
        if !digits(whole) || !digits(part) || part.len() > 6 {
            return Err(bad());
        }
        let ten = (0..part.len()).fold(1_i64, |ten, _| ten * 10);
        Fraction::new((number(whole)? * ten + number(part)?).into(), ten.into())
    };
    Ok((wager.to_owned(), stake))
}

fn best(choice: &BasketChoice) -> &'static str {
    if choice.hits { "hit" } else { "stand" }
}

impl Basket {
    /// As JSON.
    pub fn json(&self) -> BasketOutput {
        let choice = |choice: &BasketChoice| ChoiceOutput {
            total: choice.total,
            cards: choice.cards,
            best: best(choice),
            hitting_adds: Figure::new(&choice.hitting_adds),
        };
        let wager =
            |(name, stake, [house, total, cards]): (&String, &Fraction, [&Fraction; 3])| WagerOutput {
                wager: name.clone(),
                units: Figure::new(stake),
                house_way: Figure::new(house),
                best_by_total: Figure::new(total),
                best_by_cards: Figure::new(cards),
            };
        BasketOutput {
            by_total: self.play.by_total.iter().map(choice).collect(),
            by_cards: self.play.by_cards.iter().map(choice).collect(),
            wagers: self.rows().map(wager).collect(),
        }
    }

    /// Each wager with its stake and what it gains by each way of playing.
    fn rows(&self) -> impl Iterator<Item = (&String, &Fraction, [&Fraction; 3])> {
        let stakes = self.wagers.iter().map(|wager| &wager.stake);
        let play = &self.play;
        let gains = play.house_way.iter().zip(&play.best_by_total).zip(&play.best_by_cards);
        self.names
            .iter()
            .zip(stakes)
            .zip(gains)
            .map(|((name, stake), ((house, total), cards))| (name, stake, [house, total, cards]))
    }

    /// For people.
    pub fn text(&self) -> String {
        let hits = self.play.by_total.iter().filter(|choice| choice.hits);
        let counts: Vec<String> = hits.map(|choice| choice.total.to_string()).collect();
        let mut text = format!("\nbest for these wagers together: hit on {}\n", counts.join(", "));
        for choice in &self.play.by_cards {
            let apart =
                self.play.by_total.iter().any(|of| of.total == choice.total && of.hits != choice.hits);
            if let Some([one, two]) = choice.cards.filter(|_| apart) {
                let _ = writeln!(text, "  but {} with {one} and {two}", best(choice));
            }
        }
        let mut table = output::table(&["wager", "units", "house way", "best by count", "best by cards"]);
        for (name, stake, gains) in self.rows() {
            let mut row = vec![name.clone(), stake.to_string()];
            row.extend(gains.map(output::percent));
            table.add_row(row);
        }
        let _ = writeln!(text, "what each wager gains for each unit on it\n{}", output::table_text(&table));
        text
    }
}
