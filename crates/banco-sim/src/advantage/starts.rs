//! Where in the shoe rounds begin: how many of a shoe, on average, begin with so many cards unseen.
//!
//! Every round is taken to need four, five or six cards as often as the first does, whatever came before. That is exact
//! for each round by itself, and very nearly so for where they begin; the tests hold it to simulated shoes.
#![expect(clippy::float_arithmetic, reason = "averages")]

use crate::advantage::exact::rounds_after;
use crate::shoe::{End, ROUND, ShoeRules};
use crate::study::BurnSeen;

/// By the number of cards unseen: how many rounds of a shoe begin then on average, free hands apart.
#[must_use]
pub fn starts(rules: &ShoeRules, seen: BurnSeen) -> Vec<f64> {
    let lengths = rules.lengths();
    let mut starts = vec![0.0; usize::from(rules.len()) + 1];
    for (burnt, share) in rules.burns() {
        let hidden = burnt - seen.seen_of(burnt);
        each_start(rules, &lengths, burnt, &mut |place, chance| {
            let unseen = usize::from((rules.len() + hidden).saturating_sub(place));
            starts.get_mut(unseen).into_iter().for_each(|sum| *sum += share * chance);
        });
    }
    starts
}

/// The chance that a round begins at each place, one round after the other.
fn each_start(rules: &ShoeRules, lengths: &[f64; 3], burnt: u16, visit: &mut dyn FnMut(u16, f64)) {
    let cards = usize::from(rules.len());
    let (cut, further, most) = match rules.end {
        End::CutCard { further, .. } => (rules.cut(), further, usize::MAX),
        End::Rounds(rounds) => (rules.len(), 0, usize::from(rounds)),
    };
    // By how many rounds follow the one at hand once the cut card is out, and by place: before it is out they stand last.
    let mut now = vec![vec![0.0; cards + 1]; usize::from(further) + 1];
    set(&mut now, further, burnt, 1.0);
    for round in 0..most {
        let mut next = vec![vec![0.0; cards + 1]; usize::from(further) + 1];
        let mut any = false;
        for (left, places) in (0_u8..).zip(&now) {
            for (place, chance) in (0_u16..).zip(places).filter(|(_, chance)| **chance > 0.0) {
                for (taken, length) in (4..=ROUND).zip(lengths) {
                    let end = place + taken;
                    if usize::from(end) > cards {
                        continue;
                    }
                    let reached = chance * length;
                    if round >= usize::from(rules.free_hands) {
                        visit(place, reached);
                    }
                    if let Some(after) = rounds_after(place > cut, end > cut, left, further) {
                        any = true;
                        set(&mut next, after, end, reached);
                    }
                }
            }
        }
        if !any {
            return;
        }
        now = next;
    }
}

fn set(states: &mut [Vec<f64>], left: u8, place: u16, chance: f64) {
    let state = states.get_mut(usize::from(left)).and_then(|places| places.get_mut(usize::from(place)));
    state.into_iter().for_each(|sum| *sum += chance);
}
