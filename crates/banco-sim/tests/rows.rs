//! The results of single shoes add up to those of the run.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs, reason = "tests may panic")]

mod support;

use banco_sim::histogram::Histogram;
use banco_sim::rows::{Rows, ShoeRow};
use banco_sim::shoe::ShoeChoices;
use banco_sim::simd::Level;
use support::{run, simulation, terms};

#[test]
fn rows_add_up_to_the_run() {
    for (submission, free_hands) in [("eternal", 0), ("super-pan-9", 3)] {
        let terms = terms("co-rule-28", submission);
        let choices = ShoeChoices { free_hands, ..ShoeChoices::from_terms(&terms) };
        let simulation = simulation(&terms, choices, 4);
        let tally = run(&simulation, 0..204, 1, Level::best());
        let mut rows = Rows::new(&simulation, Level::PORTABLE);
        // Pieces that are no multiple of eight shoes.
        let rows: Vec<ShoeRow> = [rows.rows_for(0..101), rows.rows_for(101..204)].concat();
        assert!(rows.iter().map(|row| row.number).eq(0..204));
        let histogram = |value: &dyn Fn(&ShoeRow) -> i64| {
            let mut histogram = Histogram::default();
            rows.iter().for_each(|row| histogram.add(value(row)));
            histogram
        };
        assert!(histogram(&|row| row.rounds as i64) == tally.rounds);
        assert_eq!(rows.iter().filter(|row| row.void).count() as u64, tally.voids);
        assert!(rows.iter().all(|row| row.winners.iter().sum::<u64>() == row.rounds));
        let ties = tally.by_class().filter(|(class, _)| class.player() == class.banker());
        assert_eq!(
            rows.iter().map(|row| row.winners[2]).sum::<u64>(),
            ties.map(|(_, count)| count).sum::<u64>()
        );
        for (at, wager) in tally.wagers.iter().enumerate() {
            assert!(histogram(&|row| row.results[at]) == wager.shoes, "{submission} {at}");
        }
    }
}
