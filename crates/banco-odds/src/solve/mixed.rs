//! The solved play as a mixture of plain drawing rules, so that any wager can be counted by it.
//!
//! Both sides decide by chance alone where they mix, each apart from the other, and a deal meets at most one decision of
//! each. So what a wager gains by the solved play is the average of what it gains by the plain rules, each weighted by
//! the chance that it is what the two sides do.

use banco_money::Percent;
use banco_rulebook::Terms;

use crate::counting::DrawTable;
use crate::exact::{Fraction, whole};
use crate::shoe::Shoe;
use crate::solve::{Cell, FreeChoice, FreePlay, Information, Model, Solution, SolveError, free_play, solve};

/// What both hands do best where they may choose.
#[derive(Clone, Debug)]
pub enum BestPlay {
    /// The Player's hand chooses on one count, and the Banker perhaps in some cells.
    Equilibrium(Box<Solution>),
    /// The Player's hand chooses on any count.
    Free(Box<FreePlay>),
}

/// Plain rules, each with how often it is played.
pub type Mixture = Vec<(Fraction, DrawTable)>;

/// What both hands do best under these terms, and the rules that this comes to; `None` if no hand has a choice of its
/// own.
///
/// # Errors
/// The shoe cannot serve a round, or no solution is found in a shoe of very few cards.
pub fn best_play(terms: &Terms, shoe: &Shoe) -> Result<Option<(BestPlay, Mixture)>, SolveError> {
    let vigorish = terms.vigorish.map_or(Percent::from_hundredths(0), |vigorish| vigorish.on_win);
    if let Some(play) = free_play(terms, shoe, vigorish)? {
        let hits = |total: u8| {
            play.by_total.iter().find(|choice| choice.total == total).is_some_and(FreeChoice::hits)
        };
        let table = DrawTable::with_choices(terms, hits, |_, _| true);
        return Ok(Some((BestPlay::Free(Box::new(play)), vec![(whole(1), table)])));
    }
    // A drawing rule goes by counts, so the solved play does here.
    let model = Model::Shoe(shoe.clone());
    let Some(solution) = solve(terms, &model, Information::default(), vigorish)? else { return Ok(None) };
    let mixture = mixture(terms, &solution);
    Ok(Some((BestPlay::Equilibrium(Box::new(solution)), mixture)))
}

/// One way to decide everything, and how often it is taken.
#[derive(Clone)]
struct Decided {
    often: Fraction,
    player: bool,
    banker: Vec<(Cell, bool)>,
}

fn mixture(terms: &Terms, solution: &Solution) -> Mixture {
    let either = |often: &Fraction| [(true, often.clone()), (false, whole(1) - often)];
    let player = solution.draws_by_count().cloned().unwrap_or_else(|| whole(1));
    let start = either(&player).map(|(player, often)| Decided { often, player, banker: Vec::new() }).to_vec();
    let add = |ways: Vec<Decided>, (cell, draws): &(Cell, Fraction)| -> Vec<Decided> {
        let split = |way: Decided| {
            either(draws).map(|(banker, often)| {
                let mut way = way.clone();
                way.often *= often;
                way.banker.push((*cell, banker));
                way
            })
        };
        ways.into_iter().flat_map(split).filter(|way| way.often > whole(0)).collect()
    };
    let ways = solution.banker_draws.iter().fold(start, add);
    let table = |way: Decided| {
        let banker = |banker: u8, third: Option<u8>| {
            way.banker
                .iter()
                .find(|(cell, _)| *cell == Cell { banker, cards: None, third })
                .is_some_and(|(_, draws)| *draws)
        };
        (way.often.clone(), DrawTable::with_choices(terms, |_| way.player, banker))
    };
    ways.into_iter().filter(|way| way.often > whole(0)).map(table).collect()
}
