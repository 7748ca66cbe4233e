//! What to do on a two-card five, and the equilibrium where the Banker may choose as well (CF 8(a)(2), reading D2).
//!
//! Bettors on the Player's hand win or lose one unit; the Banker's win may bear vigorish, so the two sides need not value a deal alike.

use banco_engine::DrawRules;
use banco_engine::coup::DrawAction;
use banco_money::Percent;
use banco_rulebook::Terms;

use crate::exact::{Fraction, whole};
use crate::shoe::{Shoe, ShoeError};
use crate::solve::Won;
use crate::solve::starts::Starts;

/// From which cards the game is dealt.
#[derive(Clone, Debug)]
pub enum Model {
    /// From a shoe: a card that is dealt is gone.
    Shoe(Shoe),
    /// As the classical analysis has it: every card is drawn from a whole deck.
    WithReplacement,
}

/// What both sides do best, and what it is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// How often the Player's hand draws on five.
    pub player_draws: Fraction,
    /// In each cell where the Banker may choose, how often the Banker draws.
    pub banker_draws: Vec<(Cell, Fraction)>,
    /// What a bettor on the Player's hand gains on average.
    pub player_gain: Fraction,
    /// What the Banker gains on average, vigorish taken.
    pub banker_gain: Fraction,
}

/// The Banker's two-card count, and the Player's third card if there is one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cell {
    /// The Banker's count.
    pub banker: u8,
    /// The Player's third card.
    pub third: Option<u8>,
}

/// A cell, for each decision on five (draw, stand): what is won if the Banker draws, and if the Banker stands.
#[derive(Clone, Debug)]
struct CellPlay {
    cell: Cell,
    /// By decision on five, then by the Banker's: draw, stand.
    won: [[Won; 2]; 2],
    /// What the table prescribes; `None` where the Banker may choose.
    bound: Option<bool>,
}

/// Finds what both sides do best under these terms, the Player's hand choosing on five and the Banker in the cells that
/// are open; `None` if the rulebook leaves the Player's hand no such choice.
///
/// # Errors
/// The shoe cannot serve a round.
pub fn solve(terms: &Terms, model: &Model, vigorish: Percent) -> Result<Option<Solution>, ShoeError> {
    if let Model::Shoe(shoe) = model {
        shoe.check_size()?;
    }
    let chooses = terms.rulebook.file.drawing.player.chooses.as_ref().filter(|choice| !choice.each_bettor);
    let five = chooses.and_then(|choice| choice.totals.as_slice().first());
    Ok(five.map(|five| Game::new(terms, model, *five).equilibrium(vigorish)))
}

struct Game {
    cells: Vec<CellPlay>,
    /// Naturals: the same whatever anybody does.
    naturals: Won,
    total: i128,
}

impl Game {
    fn new(terms: &Terms, model: &Model, five: u8) -> Self {
        let rules = DrawRules::from_terms(terms);
        let weights = Weights::from_model(model);
        let mut naturals = Won::default();
        let natural = |total: u8| rules.is_natural(total);
        for (player, banker) in totals().filter(|(player, banker)| natural(*player) || natural(*banker)) {
            naturals.add(player, banker, weights.get(player, banker, None, None));
        }
        let mut cells = Vec::new();
        for banker in (0..10).filter(|total| !natural(*total)) {
            for third in (0..10).map(Some).chain([None]) {
                let bound = match rules.banker(banker, third).action {
                    DrawAction::Chooses => None,
                    action => Some(action == DrawAction::Draws),
                };
                let draws_on = |player: u8| rules.player(player, 0).action == DrawAction::Draws;
                let comes_here = |player: u8, draws_on_five: bool| {
                    let draws = if player == five { draws_on_five } else { draws_on(player) };
                    draws == third.is_some()
                };
                let play = |draws_on_five: bool| {
                    let players =
                        (0..10).filter(|player| !natural(*player) && comes_here(*player, draws_on_five));
                    weights.cell(players, banker, third)
                };
                cells.push(CellPlay { cell: Cell { banker, third }, won: [play(true), play(false)], bound });
            }
        }
        Self { cells, naturals, total: weights.total() }
    }

    /// All that is won if the Player's hand draws (or stands) on five and the Banker does in each cell as told.
    fn won(&self, decision: usize, banker_draws: &dyn Fn(&CellPlay) -> bool) -> Won {
        let of = |play: &CellPlay| {
            let [draw, stand] = play.won.get(decision).copied().unwrap_or_default();
            if play.bound.unwrap_or_else(|| banker_draws(play)) { draw } else { stand }
        };
        self.cells.iter().map(of).fold(self.naturals, Won::plus)
    }

    /// By how much the Banker is better off drawing than standing in a cell: if the Player's hand draws on five, and if
    /// it stands.
    fn advantage(play: &CellPlay, vigorish: Percent) -> [i128; 2] {
        play.won.map(|[draw, stand]| draw.bankers(vigorish) - stand.bankers(vigorish))
    }

    /// By how much the Banker is better off drawing in a cell, against a Player's hand that draws on five so often.
    fn advantage_at(play: &CellPlay, frequency: &Fraction, vigorish: Percent) -> Fraction {
        let [on_draw, on_stand] = Self::advantage(play, vigorish).map(whole);
        on_draw * frequency + on_stand * (whole(1) - frequency)
    }

    fn answers_by_drawing(play: &CellPlay, frequency: &Fraction, vigorish: Percent) -> bool {
        Self::advantage_at(play, frequency, vigorish) > whole(0)
    }

    /// By how much the Player's hand is better off drawing on five, against a Banker who does this.
    fn gain_of_drawing(&self, banker_draws: &dyn Fn(&CellPlay) -> bool) -> i128 {
        self.won(0, banker_draws).players() - self.won(1, banker_draws).players()
    }

    /// The frequencies of drawing on five at which the Banker's best answer changes in some cell, from 0 to 1.
    fn turning_points(&self, vigorish: Percent) -> Vec<Fraction> {
        let mut turning = vec![whole(0), whole(1)];
        for play in self.cells.iter().filter(|play| play.bound.is_none()) {
            let [on_draw, on_stand] = Self::advantage(play, vigorish);
            if on_draw != on_stand {
                turning.push(whole(on_stand) / whole(on_stand - on_draw));
            }
        }
        turning.retain(|at| *at >= whole(0) && *at <= whole(1));
        turning.sort();
        turning.dedup();
        turning
    }

    fn equilibrium(&self, vigorish: Percent) -> Solution {
        let turning = self.turning_points(vigorish);
        let mut last = whole(0);
        for (low, high) in turning.iter().zip(turning.iter().skip(1)) {
            let middle = (low + high) / whole(2);
            if self.gain_of_drawing(&|play| Self::answers_by_drawing(play, &middle, vigorish)) <= 0 {
                // Drawing does not pay any more: the Player's hand mixes at the turning point before this stretch.
                break;
            }
            last = high.clone();
        }
        self.solution(last, vigorish)
    }

    fn solution(&self, frequency: Fraction, vigorish: Percent) -> Solution {
        let inside = frequency > whole(0) && frequency < whole(1);
        let open: Vec<&CellPlay> = self.cells.iter().filter(|play| play.bound.is_none()).collect();
        let indifferent = |play: &&&CellPlay| Self::advantage_at(play, &frequency, vigorish) == whole(0);
        let mixed = open.iter().find(indifferent).filter(|_| inside).map(|play| play.cell);
        let with = |draws_in_mixed: bool| {
            let frequency = &frequency;
            move |play: &CellPlay| {
                if Some(play.cell) == mixed {
                    draws_in_mixed
                } else {
                    Self::answers_by_drawing(play, frequency, vigorish)
                }
            }
        };
        // The Banker mixes so that the Player's hand does not care whether it draws on five.
        let (on_draw, on_stand) = (self.gain_of_drawing(&with(true)), self.gain_of_drawing(&with(false)));
        let mix = match mixed {
            Some(_) if on_draw != on_stand => whole(on_stand) / whole(on_stand - on_draw),
            _ => whole(0),
        };
        let value = |measure: &dyn Fn(Won) -> i128| {
            let of = |decision: usize| {
                let draws = whole(measure(self.won(decision, &with(true))));
                let stands = whole(measure(self.won(decision, &with(false))));
                draws * &mix + stands * (whole(1) - &mix)
            };
            (of(0) * &frequency + of(1) * (whole(1) - &frequency)) / whole(self.total)
        };
        let draws = |play: &&CellPlay| {
            let pure = whole(i128::from(Self::answers_by_drawing(play, &frequency, vigorish)));
            (play.cell, if Some(play.cell) == mixed { mix.clone() } else { pure })
        };
        let unit = whole(i128::from(Percent::HUNDRED.hundredths()));
        Solution {
            banker_draws: open.iter().map(draws).collect(),
            player_gain: value(&Won::players),
            banker_gain: value(&|won: Won| won.bankers(vigorish)) / unit,
            player_draws: frequency.clone(),
        }
    }
}

fn totals() -> impl Iterator<Item = (u8, u8)> {
    (0..10).flat_map(|player| (0..10).map(move |banker| (player, banker)))
}

/// In how many ways a round can be dealt, out of all six-card deals.
enum Weights {
    Shoe { starts: Starts, cards: i128 },
    WithReplacement { values: [i128; 10], pairs: [i128; 10] },
}

impl Weights {
    fn from_model(model: &Model) -> Self {
        match model {
            Model::Shoe(shoe) => {
                Self::Shoe { starts: Starts::from_values(shoe.values()), cards: i128::from(shoe.len()) }
            }
            Model::WithReplacement => {
                let values = Shoe::full(1).values().map(i128::from);
                let mut pairs = [0; 10];
                for (a, first) in values.iter().enumerate() {
                    for (b, second) in values.iter().enumerate() {
                        if let Some(sum) = pairs.get_mut((a + b) % 10) {
                            *sum += first * second;
                        }
                    }
                }
                Self::WithReplacement { values, pairs }
            }
        }
    }

    fn total(&self) -> i128 {
        match self {
            Self::Shoe { cards, .. } => (0..6).map(|used| cards - used).product(),
            Self::WithReplacement { values, .. } => values.iter().sum::<i128>().pow(6),
        }
    }

    /// The ways to deal these two-card counts, with up to two third cards of these values.
    fn get(&self, player: u8, banker: u8, first: Option<u8>, second: Option<u8>) -> i128 {
        let thirds = [first, second].into_iter().flatten().map(usize::from);
        match self {
            Self::Shoe { starts, cards } => starts.with_thirds(player.into(), banker.into(), thirds, *cards),
            Self::WithReplacement { values, pairs } => {
                let at = |table: &[i128; 10], place: usize| table.get(place).copied().unwrap_or(0);
                let deck: i128 = values.iter().sum();
                let unused = 2 - u32::from(first.is_some()) - u32::from(second.is_some());
                let drawn: i128 = thirds.map(|value| at(values, value)).product();
                at(pairs, player.into()) * at(pairs, banker.into()) * drawn * deck.pow(unused)
            }
        }
    }

    /// What is won in a cell if the Banker draws, and if the Banker stands.
    fn cell(&self, players: impl Iterator<Item = u8>, banker: u8, third: Option<u8>) -> [Won; 2] {
        let [mut draw, mut stand] = [Won::default(); 2];
        for player in players {
            let total = third.map_or(player, |third| (player + third) % 10);
            stand.add(total, banker, self.get(player, banker, third, None));
            for last in 0..10 {
                draw.add(total, (banker + last) % 10, self.get(player, banker, third, Some(last)));
            }
        }
        [draw, stand]
    }
}
