//! What the solver says about the choices of a game, worked out once for a whole shoe.

use banco_money::Percent;
use banco_odds::{
    BettorChoice, Cell, Fraction, Information, Model, Shoe, Solution, SolveError, bettor_choices, solve,
};
use banco_rulebook::Terms;

use crate::chance::HouseRandom;

/// A frequency is met as nearly as one in so many.
const STEPS: u16 = 32_768;

/// The best play where a game leaves a choice.
#[derive(Debug, Default)]
pub struct Advice {
    solution: Option<Solution>,
    choices: Vec<BettorChoice>,
}

impl Advice {
    /// The best play from a full shoe under these terms.
    ///
    /// # Errors
    /// The shoe cannot serve a round, or is too small for the game to be solved.
    pub fn from_terms(terms: &Terms) -> Result<Self, SolveError> {
        let shoe = Shoe::from_pack(&terms.pack());
        let choices = bettor_choices(terms, &shoe)?;
        let vigorish = terms.vigorish.map_or(Percent::from_hundredths(0), |vigorish| vigorish.on_win);
        let solution = solve(terms, &Model::Shoe(shoe), Information::default(), vigorish)?;
        Ok(Self { solution, choices })
    }

    /// Whether a Player's hand asks for a card where it may choose.
    #[must_use]
    pub fn player_draws(&self, random: &mut HouseRandom) -> bool {
        let often = self.solution.as_ref().and_then(Solution::draws_by_count);
        often.is_some_and(|often| happens(often, random))
    }

    /// Whether a Banker draws where the Banker may choose.
    #[must_use]
    pub fn banker_draws(&self, cell: Cell, random: &mut HouseRandom) -> bool {
        let cells = self.solution.iter().flat_map(|solution| &solution.banker_draws);
        let known = cells.into_iter().find(|(known, _)| *known == cell);
        known.is_some_and(|(_, often)| happens(often, random))
    }

    /// Whether a bettor hits who chooses alone, against an exposed card; the silent do.
    #[must_use]
    pub fn hits(&self, total: u8, exposed: u8) -> bool {
        let known = self.choices.iter().find(|choice| (choice.total, choice.exposed) == (total, exposed));
        known.is_none_or(|choice| choice.hit >= choice.stand)
    }
}

/// Whether something happens this time that happens so often.
fn happens(often: &Fraction, random: &mut HouseRandom) -> bool {
    let steps = (often * Fraction::from_integer(STEPS.into())).round().to_integer();
    u16::try_from(steps).is_ok_and(|steps| random.below(STEPS) < steps)
}

#[cfg(test)]
mod tests {
    use banco_odds::HandSeen;
    use banco_rulebook::Library;

    use super::*;
    use crate::chance::Chance;

    fn often(mut draws: impl FnMut(&mut HouseRandom) -> bool) -> u32 {
        let mut random = Chance::Seed(1).for_purpose("test", 0).unwrap();
        (0..10_000).map(|_| u32::from(draws(&mut random))).sum()
    }

    #[test]
    fn a_bound_banker_is_drawn_against_on_every_five() {
        let terms = Library::embedded().unwrap().terms("ma-chemin-de-fer", "default").unwrap();
        let advice = Advice::from_terms(&terms).unwrap();
        assert_eq!(often(|random| advice.player_draws(random)), 10_000);
    }

    #[test]
    fn mixed_play_comes_as_often_as_it_should() {
        let fraction = |over: i32, under: i32| Fraction::new(over.into(), under.into());
        let cell = |third| Cell { banker: 6, cards: None, third };
        let solution = Solution {
            player_draws: vec![(HandSeen { total: 5, cards: None }, fraction(9, 11))],
            banker_draws: vec![(cell(None), fraction(1, 4)), (cell(Some(4)), fraction(1, 1))],
            player_gain: fraction(0, 1),
            banker_gain: fraction(0, 1),
        };
        let advice = Advice { solution: Some(solution), choices: Vec::new() };
        let near = |count: u32, wanted: u32| assert!(count.abs_diff(wanted) < 200, "{count}, not {wanted}");
        near(often(|random| advice.player_draws(random)), 8_182);
        near(often(|random| advice.banker_draws(cell(None), random)), 2_500);
        near(often(|random| advice.banker_draws(cell(Some(4)), random)), 10_000);
        near(often(|random| advice.banker_draws(cell(Some(5)), random)), 0);
    }

    #[test]
    fn an_optional_five_is_played_by_what_it_gains() {
        let terms = Library::embedded().unwrap().terms("ca-21st-century", "default").unwrap();
        let advice = Advice::from_terms(&terms).unwrap();
        assert_eq!([advice.hits(5, 5), advice.hits(5, 6)], [false, true]);
    }
}
