//! What both sides do best where the Player's hand may choose on one count, and the Banker perhaps as well (CF 8(a)(2),
//! reading D2).
//!
//! Bettors on the Player's hand win or lose one unit; the Banker's win may bear vigorish, so the two sides need not
//! value a deal alike. Each side's advantage in drawing is linear in how often the other side draws. First what never
//! pays is struck out, again and again, until nothing more goes; of what is left, so many situations of the one side
//! are mixed as of the other, each side mixing so that the other does not care. Every such choice of situations is
//! tried, the plainest first, and what is found is checked: nobody gains by doing otherwise.

use banco_money::Percent;
use banco_rulebook::Terms;

use crate::exact::{Fraction, ratio, whole};
use crate::shoe::ShoeError;
use crate::solve::Won;
use crate::solve::game::{Cell, CellPlay, Ends, Game, HandSeen, Information, Model};
use crate::solve::linear::{Linear, choices, solve_linear};

/// What both sides do best, and what it is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// How often the Player's hand draws, for each hand that may choose.
    pub player_draws: Vec<(HandSeen, Fraction)>,
    /// In each cell where the Banker may choose, how often the Banker draws.
    pub banker_draws: Vec<(Cell, Fraction)>,
    /// What a bettor on the Player's hand gains on average.
    pub player_gain: Fraction,
    /// What the Banker gains on average, vigorish taken.
    pub banker_gain: Fraction,
}

impl Solution {
    /// How often the Player's hand draws where it goes by the count alone.
    #[must_use]
    pub fn draws_by_count(&self) -> Option<&Fraction> {
        match self.player_draws.as_slice() {
            [(HandSeen { cards: None, .. }, often)] => Some(often),
            _ => None,
        }
    }
}

/// Why there is no solution.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolveError {
    /// The shoe cannot serve a round.
    #[error(transparent)]
    Shoe(#[from] ShoeError),
    /// Too many situations are worth exactly the same either way, as can be in a shoe of very few cards.
    #[error("too many hands are worth the same drawing or standing for a single solution to be found")]
    Undecided,
}

/// Finds what both sides do best under these terms, the Player's hand choosing on five and the Banker in the cells that
/// are open; `None` if the rulebook leaves the Player's hand no such choice.
///
/// # Errors
/// The shoe cannot serve a round, or no solution is found in a shoe of very few cards.
pub fn solve(
    terms: &Terms,
    model: &Model,
    information: Information,
    vigorish: Percent,
) -> Result<Option<Solution>, SolveError> {
    if let Model::Shoe(shoe) = model {
        shoe.check_size()?;
    }
    let chooses = terms.rulebook.file.drawing.player.chooses.as_ref().filter(|choice| !choice.each_bettor);
    let Some(five) = chooses.and_then(|choice| choice.totals.as_slice().first()) else { return Ok(None) };
    let game = Game::new(terms, model, information, *five);
    let play = Advantages::new(&game, vigorish).equilibrium().ok_or(SolveError::Undecided)?;
    Ok(Some(solution(&game, play, vigorish)))
}

/// How often each side draws: the Player's hands, then the Banker's open cells.
#[derive(Clone, Debug)]
struct Play {
    player: Vec<Fraction>,
    banker: Vec<Fraction>,
}

/// By how much each side is better off drawing, as a linear function of how often the other side draws.
struct Advantages {
    /// For each hand of the Player, by the Banker's open cells.
    player: Vec<Linear>,
    /// For each open cell, by the Player's hands.
    banker: Vec<Linear>,
}

impl Advantages {
    fn new(game: &Game, vigorish: Percent) -> Self {
        let open = || game.cells.iter().filter(|(_, play)| play.told.is_none());
        let gain = |ends: &Ends| ends.draw.bankers(vigorish) - ends.stand.bankers(vigorish);
        let banker = |(cell, play): (&Cell, &CellPlay)| {
            let chosen: Vec<i128> = play.chosen.iter().map(gain).collect();
            match cell.third {
                Some(_) => Linear { constant: gain(&play.bound), slopes: chosen },
                // These hands come here by standing.
                None => Linear {
                    constant: gain(&play.bound) + chosen.iter().sum::<i128>(),
                    slopes: chosen.iter().map(|gain| -gain).collect(),
                },
            }
        };
        let player = |at: usize| {
            let mut sum = Linear { constant: 0, slopes: Vec::new() };
            for (cell, play) in &game.cells {
                let Some(ends) = play.chosen.get(at) else { continue };
                let sign = if cell.third.is_some() { 1 } else { -1 };
                let [draw, stand] = [ends.draw, ends.stand].map(|won| sign * won.players());
                match play.told {
                    Some(told) => sum.constant += if told { draw } else { stand },
                    None => {
                        sum.constant += stand;
                        sum.slopes.push(draw - stand);
                    }
                }
            }
            sum
        };
        Self { player: (0..game.hands.len()).map(player).collect(), banker: open().map(banker).collect() }
    }

    /// Where something is worth exactly the same either way, the plain search may find nothing. So it is repeated in
    /// games that differ by next to nothing, and what both sides do there is tried in this one.
    fn equilibrium(&self) -> Option<Play> {
        let plain =
            std::iter::once(self.support()).chain((1..=GAMES_NEARBY).map(|by| self.nearby(by).support()));
        plain.flatten().find_map(|support| self.play(&support))
    }

    /// Nearly the same game: every advantage is larger or smaller by next to nothing, each by something else.
    fn nearby(&self, by: i128) -> Self {
        let moved = |(at, linear): (i128, &Linear)| Linear {
            constant: linear.constant * FINE + (at * at * 7_919 + at * 104_729 * by + by) % 65_537 - 32_768,
            slopes: linear.slopes.iter().map(|slope| slope * FINE).collect(),
        };
        let banker = (1..).zip(&self.banker).map(moved).collect();
        let player = (1_001..).zip(&self.player).map(moved).collect();
        Self { player, banker }
    }

    /// In which situations each side mixes, and what it does in the others.
    fn support(&self) -> Option<Support> {
        let known = self.struck_out();
        let open = |known: &[Option<bool>]| -> Vec<usize> {
            known.iter().enumerate().filter(|(_, told)| told.is_none()).map(|(at, _)| at).collect()
        };
        let (hands, cells) = (open(&known.player), open(&known.banker));
        (0..=hands.len().min(cells.len())).find_map(|mixed| {
            choices(&hands, mixed).into_iter().find_map(|mixing| {
                let pure: Vec<usize> = hands.iter().copied().filter(|at| !mixing.contains(at)).collect();
                (0..1_u32 << pure.len()).find_map(|bits| {
                    let mut told = known.player.clone();
                    for (bit, at) in pure.iter().enumerate() {
                        if let Some(told) = told.get_mut(*at) {
                            *told = Some(bits >> bit & 1 == 1);
                        }
                    }
                    choices(&cells, mixed)
                        .into_iter()
                        .find_map(|level| self.with_mixed(&told, &known.banker, &mixing, &level))
                })
            })
        })
    }

    /// What each side does in every equilibrium, where doing otherwise never pays.
    fn struck_out(&self) -> Told {
        let mut told = Told { player: vec![None; self.player.len()], banker: vec![None; self.banker.len()] };
        loop {
            let banker = |known: &Told| decided(&self.banker, &known.player, &known.banker);
            let player = |known: &Told| decided(&self.player, &known.banker, &known.player);
            let next = Told { banker: banker(&told), player: player(&told) };
            if next == told {
                return told;
            }
            told = next;
        }
    }

    /// The Player's hands mix in these situations and do as told in the others, so that the Banker does not care in those
    /// cells; `None` if this is no equilibrium.
    fn with_mixed(
        &self,
        told: &[Option<bool>],
        known: &[Option<bool>],
        mixing: &[usize],
        level: &[usize],
    ) -> Option<Support> {
        let player = solve_linear(&self.banker, level, told, mixing)?;
        let better = |linear: &Linear| linear.at(&player) > whole(0);
        let does = |(linear, known): (&Linear, &Option<bool>)| known.or_else(|| Some(better(linear)));
        let support = Support {
            player: told.to_vec(),
            mixing: mixing.to_vec(),
            banker: self.banker.iter().zip(known).map(does).collect(),
            level: level.to_vec(),
        };
        self.play(&support).map(|_| support)
    }

    /// How often each side draws, so that the other does not care where it mixes; `None` if somebody gains by doing
    /// otherwise.
    fn play(&self, support: &Support) -> Option<Play> {
        let Support { player, mixing, banker, level } = support;
        let play = Play {
            player: solve_linear(&self.banker, level, player, mixing)?,
            banker: solve_linear(&self.player, mixing, banker, level)?,
        };
        self.is_equilibrium(&play).then_some(play)
    }

    /// Whether nobody gains by doing otherwise.
    fn is_equilibrium(&self, play: &Play) -> bool {
        best_reply(&self.player, &play.player, &play.banker)
            && best_reply(&self.banker, &play.banker, &play.player)
    }
}

/// How many games nearby are looked at.
const GAMES_NEARBY: i128 = 4;

/// How much finer a game nearby is counted. All deals of twenty decks, in hundredths of a percent, are below 2^75, and
/// sums of them stay far below 2^127.
const FINE: i128 = 1 << 32;

/// In which situations each side mixes, and what it does in the others.
#[derive(Clone, Debug)]
struct Support {
    player: Vec<Option<bool>>,
    mixing: Vec<usize>,
    banker: Vec<Option<bool>>,
    level: Vec<usize>,
}

/// What a side does in each situation whatever the other does; `None` where that matters.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Told {
    player: Vec<Option<bool>>,
    banker: Vec<Option<bool>>,
}

/// What is decided given what the other side does for sure.
fn decided(own: &[Linear], other: &[Option<bool>], known: &[Option<bool>]) -> Vec<Option<bool>> {
    let of = |(linear, known): (&Linear, &Option<bool>)| {
        known.or_else(|| match linear.range(other) {
            (least, _) if least > 0 => Some(true),
            (_, most) if most < 0 => Some(false),
            _ => None,
        })
    };
    own.iter().zip(known).map(of).collect()
}

/// Whether a side draws always where drawing is better, and never where it is worse.
fn best_reply(advantages: &[Linear], own: &[Fraction], other: &[Fraction]) -> bool {
    let (never, always) = (whole(0), whole(1));
    advantages.iter().zip(own).all(|(linear, often)| {
        let advantage = linear.at(other);
        let sound = *often >= never && *often <= always;
        sound && (advantage <= never || *often == always) && (advantage >= never || *often == never)
    })
}

fn solution(game: &Game, play: Play, vigorish: Percent) -> Solution {
    let unit = whole(Percent::HUNDRED.hundredths());
    let player_gain = value(game, &play, &|won| won.players());
    let banker_gain = value(game, &play, &|won| won.bankers(vigorish)) / unit;
    let open = game.cells.iter().filter(|(_, play)| play.told.is_none()).map(|(cell, _)| *cell);
    Solution {
        banker_draws: open.zip(play.banker).collect(),
        player_draws: game.hands.iter().copied().zip(play.player).collect(),
        player_gain,
        banker_gain,
    }
}

/// What a side gains on average if both play so.
fn value(game: &Game, play: &Play, measure: &dyn Fn(Won) -> i128) -> Fraction {
    let mut open = play.banker.iter();
    let mut sum = whole(measure(game.naturals));
    for (cell, cell_play) in &game.cells {
        let draws = match cell_play.told {
            Some(told) => whole(i32::from(told)),
            None => open.next().cloned().unwrap_or_else(|| whole(0)),
        };
        let of = |ends: &Ends| {
            whole(measure(ends.draw)) * &draws + whole(measure(ends.stand)) * (whole(1) - &draws)
        };
        sum += of(&cell_play.bound);
        for (ends, often) in cell_play.chosen.iter().zip(&play.player) {
            let comes_here = if cell.third.is_some() { often.clone() } else { whole(1) - often };
            sum += of(ends) * comes_here;
        }
    }
    sum * ratio(1, game.total)
}
