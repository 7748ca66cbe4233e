//! How many cards can be named after a machine with shelves, by somebody who knows all that can be known.
//!
//! A machine with m shelves puts each card into one of 2m piles that follow on one another, falling and rising in turn.
//! From the cards that were shown follows, exactly, how likely each other card is to be the next; whoever always names
//! the likeliest cannot be beaten. The simple strategy of Diaconis, Fulman and Holmes ("Analysis of casino shelf
//! shuffling machines", Annals of Applied Probability 23, 2013, arXiv 1107.2961), which the lab uses, does as well: of 52
//! cards 9.3 after ten shelves. Their "nine and a half" is that figure in round words: nobody can name so many.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    reason = "a test fails by panicking"
)]

use banco_rulebook::Source;
use banco_sim::rng::Seeder;
use banco_sim::shuffle::notation::{Cards, parse};
use banco_sim::shuffle::{Lab, shuffled};

const CARDS: usize = 52;

/// What can be known after some cards: in how many ways the last of them can lie in each pile.
struct Known {
    ways: Vec<f64>,
    last: Option<usize>,
    unseen: Vec<usize>,
}

impl Known {
    fn new(shelves: u8) -> Self {
        Self { ways: vec![1.0; 2 * usize::from(shelves)], last: None, unseen: (0..CARDS).collect() }
    }

    /// In how many ways each pile holds the last card if this one comes next: its predecessor lies in the same pile, in
    /// the right order, or in an earlier one.
    fn after(&self, card: usize) -> Vec<f64> {
        let Some(last) = self.last else { return vec![1.0; self.ways.len()] };
        let mut earlier = 0.0;
        let each = self.ways.iter().enumerate().map(|(pile, ways)| {
            let falls = pile % 2 == 0;
            let here = if falls == (card < last) { *ways } else { 0.0 };
            let all = here + earlier;
            earlier += ways;
            all
        });
        each.collect()
    }

    /// How likely it is that the unseen card at this place of the list comes next, but for a factor: whatever is left
    /// lies in the same pile, if it can still follow there, or in a later one.
    fn weight(&self, at: usize) -> f64 {
        let piles = self.ways.len();
        let rest = self.unseen.len() - 1;
        let share =
            |open: usize, cards: usize| (open as f64 / piles as f64).powi(i32::try_from(cards).unwrap());
        let after = self.after(self.unseen[at]);
        let each = after.iter().enumerate().map(|(pile, ways)| {
            let follow = if pile % 2 == 0 { at } else { rest - at };
            ways * share(piles - pile, follow) * share(piles - pile - 1, rest - follow)
        });
        each.sum()
    }

    fn likeliest(&self) -> usize {
        let weights: Vec<f64> = (0..self.unseen.len()).map(|at| self.weight(at)).collect();
        let best = (0..weights.len()).max_by(|one, other| weights[*one].total_cmp(&weights[*other]));
        self.unseen[best.unwrap()]
    }

    fn see(&mut self, card: usize) {
        let ways = self.after(card);
        let most = ways.iter().copied().fold(0.0, f64::max);
        self.ways = ways.into_iter().map(|ways| ways / most).collect();
        self.last = Some(card);
        self.unseen.retain(|unseen| *unseen != card);
    }
}

#[test]
fn nobody_names_more_cards_after_a_machine_than_the_lab() {
    for (shelves, trials) in [(1_u8, 500_u32), (4, 1000), (10, 2000)] {
        let text = format!("shelf {shelves}");
        let source = std::sync::Arc::new(Source { path: "<procedure>".to_owned(), text });
        let all = u16::try_from(CARDS).unwrap();
        let cards = Cards { all, deck: all, unused: None, from_ends: 1 };
        let procedure = parse(&source, cards).unwrap();
        let seeder = Seeder::new(41);
        let mut right = 0_u32;
        for trial in 0..u64::from(trials) {
            let mut known = Known::new(shelves);
            for card in shuffled(&procedure, all, &mut seeder.shoe(trial)) {
                let card = usize::from(card.place());
                right += u32::from(known.likeliest() == card);
                known.see(card);
            }
        }
        let best = f64::from(right) / f64::from(trials);
        let lab = Lab { procedure, cards: all, slug: 13, trials: 20_000, seed: 7 };
        let done = std::sync::atomic::AtomicU64::new(0);
        let report = banco_sim::shuffle::report::Report::new(&lab, &lab.run(1, &done));
        let found = report.measure("right-guesses").unwrap().found;
        // Deviations of one deal are below 2.5 cards.
        let scatter = 4.0 * 2.5 / f64::from(trials).sqrt();
        assert!((found - best).abs() < scatter, "{shelves} shelves: {found} by the lab, {best} at best");
    }
}
