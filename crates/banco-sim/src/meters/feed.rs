//! What a table claims, round by round: whole shoes, of which only rounds with claims are kept.

use std::collections::VecDeque;

use crate::deal::Dealer;
use crate::hands::Class;
use crate::settlement::{Memory, Settlement};

/// A claim on a meter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Claim {
    pub meter: usize,
    /// In hundredths of a percent.
    pub share: u32,
}

/// The claims of every outcome, by judge and outcome.
pub(super) type Claims = Vec<Vec<Option<Claim>>>;

/// A table that deals shoe after shoe.
#[derive(Debug, Default)]
pub(super) struct Feed {
    next_shoe: u64,
    rounds: u64,
    claims: VecDeque<(u64, Claim)>,
}

impl Feed {
    pub(super) fn new(first_shoe: u64) -> Self {
        Self { next_shoe: first_shoe, ..Self::default() }
    }

    /// The claims of a round; rounds are asked for in order.
    pub(super) fn round(
        &mut self,
        round: u64,
        dealer: &mut Dealer<'_>,
        judges: (&Settlement, &mut Memory, &Claims),
        mut claim: impl FnMut(Claim),
    ) {
        if round >= self.rounds {
            self.deal(dealer, judges);
        }
        while let Some((_, found)) = self.claims.pop_front_if(|(at, _)| *at == round) {
            claim(found);
        }
    }

    fn deal(&mut self, dealer: &mut Dealer<'_>, judges: (&Settlement, &mut Memory, &Claims)) {
        let (settlement, memory, claims) = judges;
        dealer.deal(self.next_shoe);
        for shoe in dealer.dealt() {
            self.next_shoe = self.next_shoe.wrapping_add(1);
            for round in shoe.rounds() {
                let (class, at) = (round.entry.class(), self.rounds);
                self.rounds += 1;
                let found = |claims: Option<&Vec<Option<Claim>>>, outcome: u8| {
                    claims.and_then(|claims| claims.get(usize::from(outcome))).copied().flatten()
                };
                self.claims.extend(class_claims(settlement, class, claims).map(|claim| (at, claim)));
                if settlement.open_classes().get(class.place()) == Some(&true) {
                    settlement.judge_open(memory, class, shoe.six(round.start), |judge, outcome, _| {
                        self.claims.extend(found(claims.get(judge), outcome).map(|claim| (at, claim)));
                    });
                }
            }
        }
    }
}

/// The claims that the class alone tells.
fn class_claims<'a>(
    settlement: &'a Settlement,
    class: Class,
    claims: &'a Claims,
) -> impl Iterator<Item = Claim> + 'a {
    claims.iter().enumerate().filter_map(move |(judge, claims)| {
        let outcome = settlement.outcome_in_class(class, judge)?;
        claims.get(usize::from(outcome)).copied().flatten()
    })
}
