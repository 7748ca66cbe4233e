//! What a dealer has called and named so far in a round. It is not part of any record: a call that agrees leads to a card or to
//! the settlement, and those are.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use banco_cards::{Card, Outcome};
use banco_engine::link::TableId;
use banco_engine::table::console::{Opinion, Point, Says};
use banco_pages::dealer::Called;

/// The calls of a round, and the cards that were named for the hand that is turned.
#[derive(Clone, Debug, Default)]
struct Round {
    number: u32,
    called: Vec<Called>,
    /// How many cards lay there when they were named, and they.
    named: (usize, Vec<Card>),
}

/// The calls of all tables of this node.
#[derive(Default)]
pub struct Calls(Mutex<HashMap<TableId, Round>>);

impl Calls {
    fn of<T>(&self, table: TableId, round: u32, with: impl FnOnce(&mut Round) -> T) -> T {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = all.entry(table).or_default();
        if kept.number != round {
            *kept = Round { number: round, ..Round::default() };
        }
        with(kept)
    }

    /// What was called in this round.
    pub fn called(&self, table: TableId, round: u32) -> Vec<Called> {
        self.of(table, round, |kept| kept.called.clone())
    }

    /// The dealer calls something: it agrees with the rules, or not.
    pub fn call(&self, table: TableId, round: u32, opinion: &Opinion, says: Says) -> bool {
        let agreed = opinion.says == says;
        self.of(table, round, |kept| kept.called.push(Called { point: opinion.point, says, agreed }));
        agreed
    }

    /// The cards that were named while so many are turned.
    pub fn named(&self, table: TableId, round: u32, turned: usize) -> Vec<Card> {
        self.of(table, round, |kept| if kept.named.0 == turned { kept.named.1.clone() } else { Vec::new() })
    }

    /// One more card is named.
    pub fn name(&self, table: TableId, round: u32, turned: usize, card: Card) {
        self.of(table, round, |kept| {
            if kept.named.0 != turned {
                kept.named = (turned, Vec::new());
            }
            kept.named.1.push(card);
        });
    }

    /// The last card that was named is taken back.
    pub fn unname(&self, table: TableId, round: u32) {
        self.of(table, round, |kept| kept.named.1.truncate(kept.named.1.len().saturating_sub(1)));
    }

    /// The cards were turned, or what was named was refused.
    pub fn forget_names(&self, table: TableId, round: u32) {
        self.of(table, round, |kept| kept.named.1.clear());
    }
}

/// What a form says of a point; `none` says that no hand draws.
pub fn says(point: Point, word: &str) -> Option<Says> {
    Some(match (point, word) {
        (Point::PlayerDraws | Point::BankerDraws, "draws") => Says::Draws(true),
        (Point::PlayerDraws | Point::BankerDraws, "stands" | "none") => Says::Draws(false),
        (Point::Result, "player") => Says::Result(Outcome::Player),
        (Point::Result, "banker") => Says::Result(Outcome::Banker),
        (Point::Result, "tie") => Says::Result(Outcome::Tie),
        _ => return None,
    })
}

/// The point of that name in forms.
pub fn point(word: &str) -> Option<Point> {
    Some(match word {
        "player" => Point::PlayerDraws,
        "banker" => Point::BankerDraws,
        "result" => Point::Result,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: TableId = TableId(7);

    fn opinion(says: Says) -> Opinion {
        Opinion {
            point: Point::PlayerDraws,
            says,
            counts: [5, 3],
            natural: false,
            against: None,
            call: None,
            clauses: banco_engine::Clauses::new(&[]),
        }
    }

    #[test]
    fn calls_belong_to_their_round() {
        let calls = Calls::default();
        let right = opinion(Says::Draws(true));
        assert!(!calls.call(TABLE, 3, &right, Says::Draws(false)));
        assert!(calls.call(TABLE, 3, &right, Says::Draws(true)));
        let agreed: Vec<bool> = calls.called(TABLE, 3).iter().map(|called| called.agreed).collect();
        assert_eq!(agreed, [false, true]);
        assert!(calls.called(TABLE, 4).is_empty());
    }

    #[test]
    fn names_are_taken_back_and_end_with_the_turn() {
        let calls = Calls::default();
        let card = |text: &str| text.parse::<Card>().unwrap_or(Card::all().next().unwrap());
        calls.name(TABLE, 1, 0, card("7h"));
        calls.name(TABLE, 1, 0, card("Kd"));
        calls.unname(TABLE, 1);
        assert_eq!(calls.named(TABLE, 1, 0), [card("7h")]);
        assert!(calls.named(TABLE, 1, 2).is_empty(), "two cards lie open by now");
        calls.name(TABLE, 1, 2, card("2c"));
        assert_eq!(calls.named(TABLE, 1, 2), [card("2c")]);
    }
}
