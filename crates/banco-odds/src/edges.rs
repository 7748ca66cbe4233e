//! House edges of one pay table for very many shoes that are told apart by point values.

use crate::counting::{Batch, CountError, DrawTable, Question, Ways};
use crate::par::Sheet;

/// A pay table whose edge is wanted from many shoes.
///
/// The counts are those of [`Batch`] and the sums are those of [`Sheet::mean`], in whole numbers, so each edge is to the
/// last bit the one that the sheet of its shoe shows.
pub struct Edges {
    batch: Batch,
    /// What each line gains, in parts of a unit staked.
    gains: Vec<i128>,
    /// What is lost by deals that reach no line: one unit, in the same parts.
    unit: i128,
}

impl Edges {
    /// Prepares the one pay table of a question; `None` if it looks at more than final counts and numbers of cards. Any
    /// sheet of it, of whatever shoe, says what its lines gain.
    ///
    /// # Errors
    /// A condition needs more than one coup and its seat can tell.
    pub fn new(question: &Question<'_>, draw: &DrawTable, sheet: &Sheet) -> Result<Option<Self>, CountError> {
        if question.tables().len() != 1 {
            return Ok(None);
        }
        let Some(batch) = Batch::new(&[question], draw)? else { return Ok(None) };
        let unit = sheet.common();
        let lines = sheet.lines.iter().take(sheet.table.lines.len());
        let gains = lines.map(|line| line.gain.0.saturating_mul(unit / line.gain.1)).collect();
        Ok(Some(Self { batch, gains, unit }))
    }

    /// The edge of each shoe, in its place. A shoe is its cards of each point value, six to 1,040 of them.
    pub fn fill(&self, shoes: &[[u16; 10]], edges: &mut [f64]) {
        self.batch.count(shoes, &mut |place, ways| {
            if let Some(edge) = edges.get_mut(place) {
                *edge = self.edge(ways);
            }
        });
    }

    #[expect(
        clippy::float_arithmetic,
        clippy::cast_precision_loss,
        reason = "a figure to be shown, made from exact counts"
    )]
    fn edge(&self, ways: Ways<'_>) -> f64 {
        let mut left = i128::from(ways.total);
        let mut sum = 0_i128;
        for (ways, gain) in ways.lines.iter().zip(&self.gains) {
            left -= i128::from(*ways);
            sum += i128::from(*ways).saturating_mul(*gain);
        }
        let lost = left.saturating_mul(self.unit) - sum;
        lost as f64 / i128::from(ways.total).saturating_mul(self.unit) as f64
    }
}

#[cfg(test)]
mod tests {
    use banco_dice::Dice;
    use banco_engine::SeatFacts;
    use banco_money::Amount;
    use banco_rulebook::Library;

    use super::*;
    use crate::{FiveRule, Shoe, sheets_of};

    /// Shoes from six cards to twenty decks, most of them missing some value altogether.
    fn shoes(dice: &mut Dice, number: usize) -> Vec<[u16; 10]> {
        let shoe = |dice: &mut Dice| {
            let most = dice.pick(&[1, 4, 30, 80]);
            let mut shoe: [u16; 10] = std::array::from_fn(|_| u16::try_from(dice.below(most + 1)).unwrap());
            shoe[0] += 6;
            shoe
        };
        (0..number).map(|_| shoe(dice)).collect()
    }

    #[test]
    fn edges_are_those_of_the_sheets_to_the_last_bit() {
        let terms = Library::embedded().unwrap().terms("co-rule-28", "default").unwrap().opened();
        let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
        let seat = SeatFacts::default();
        let shoes = shoes(&mut Dice::new(18), 203);
        let wagers =
            ["player", "banker:commission", "tie", "dragon-7", "dragon-bonus.player:1", "total-cards.6"];
        for (wager, stake) in wagers.into_iter().flat_map(|wager| [(wager, None), (wager, Some("$7"))]) {
            let offered = terms.offered(&wager.parse().unwrap()).unwrap();
            let tables = [&offered.table];
            let question = Question::new(&tables, &seat, &offered.suits);
            let sheet = |shoe: &[u16; 10]| {
                let shoe = Shoe::from_counts(shoe).unwrap().0;
                let sheet = sheets_of(&terms, &question, (&shoe, &draw)).unwrap().remove(0);
                match stake {
                    Some(stake) => {
                        sheet.at_stake(&terms, Amount::parse_in(stake, terms.currency).unwrap()).unwrap()
                    }
                    None => sheet,
                }
            };
            let edges = Edges::new(&question, &draw, &sheet(&shoes[0])).unwrap().unwrap();
            let mut found = vec![f64::NAN; shoes.len()];
            edges.fill(&shoes, &mut found);
            for (shoe, edge) in shoes.iter().zip(found) {
                let exact = sheet(shoe).house_edge();
                assert_eq!(edge.to_bits(), exact.to_bits(), "{wager} at {stake:?} from {shoe:?}");
            }
        }
    }

    #[test]
    fn what_looks_at_suits_has_no_quick_way() {
        let terms = Library::embedded().unwrap().terms("co-rule-28", "default").unwrap().opened();
        let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
        let seat = SeatFacts::default();
        let offered = terms.offered(&"perfect-pair".parse().unwrap()).unwrap();
        let tables = [&offered.table];
        let question = Question::new(&tables, &seat, &offered.suits);
        let sheet = sheets_of(&terms, &question, (&Shoe::full(1), &draw)).unwrap().remove(0);
        assert!(Edges::new(&question, &draw, &sheet).unwrap().is_none());
    }
}
