//! A result that a dealer keys in where no cards are recorded. Who won is called by one key and follows from the counts as well:
//! only if both agree is it put to the rules.

use axum::http::StatusCode;
use banco_cards::{Outcome, Points};
use serde_json::{Value, json};

use crate::pages::Fields;
use crate::problem::Failed;

/// What was keyed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ToldResult {
    cards: [u8; 2],
    totals: [u8; 2],
}

impl ToldResult {
    /// What a form says, if it agrees with itself.
    ///
    /// # Errors
    /// What is missing, or does not agree.
    pub fn read(fields: &Fields) -> Result<Self, Failed> {
        let won = match fields.text("won") {
            "player" => Outcome::Player,
            "banker" => Outcome::Banker,
            "tie" => Outcome::Tie,
            _ => return Err(incomplete("/won", "who won is not said")),
        };
        let count = |hand: &str| {
            let text = fields.text(&format!("count.{hand}"));
            text.parse::<u8>().map_err(|_| incomplete(&format!("/count.{hand}"), "a count is missing"))
        };
        let totals = [count("player")?, count("banker")?];
        let [player, banker] = totals.map(Points::of_value);
        if Outcome::from_points(player, banker) != won {
            return Err(differs("the counts say another result than the key that was pressed"));
        }
        let natural = fields.text("natural");
        if !natural.is_empty() && totals.iter().max().map(ToString::to_string).as_deref() != Some(natural) {
            return Err(differs("the higher count is not the natural that was pressed"));
        }
        let drew = fields.text("drew");
        if !natural.is_empty() && !drew.is_empty() {
            return Err(differs("after a natural no hand draws"));
        }
        let cards = |hand: &str| if drew == hand || drew == "both" { 3 } else { 2 };
        Ok(Self { cards: [cards("player"), cards("banker")], totals })
    }

    /// The command that records it.
    #[must_use]
    pub fn command(self) -> Value {
        let both = |[player, banker]: [u8; 2]| json!({ "player": player, "banker": banker });
        json!({ "do": "record_result", "cards": both(self.cards), "totals": both(self.totals) })
    }
}

fn incomplete(pointer: &str, title: &str) -> Failed {
    Failed::new(StatusCode::UNPROCESSABLE_ENTITY, "result_incomplete", title)
        .at(pointer)
        .hint("press who won, Enter, then the count of each hand")
}

fn differs(title: &str) -> Failed {
    Failed::new(StatusCode::CONFLICT, "result_differs", title).hint("count again, then key it in anew")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::fields;

    fn read(form: &str) -> Result<Value, String> {
        let read = ToldResult::read(&fields(form.as_bytes()));
        read.map(ToldResult::command).map_err(|failed| failed.problem.code.to_string())
    }

    #[test]
    fn counts_and_keys_must_agree() {
        let told = read("won=player&count.player=7&count.banker=4&drew=banker");
        let (cards, totals) = (json!({ "player": 2, "banker": 3 }), json!({ "player": 7, "banker": 4 }));
        let wanted = json!({ "do": "record_result", "cards": cards, "totals": totals });
        assert_eq!(told, Ok(wanted));
        let natural = read("won=banker&natural=9&count.player=8&count.banker=9");
        assert_eq!(natural.ok().and_then(|told| told.pointer("/cards/banker").cloned()), Some(json!(2)));
        for (form, code) in [
            ("count.player=7&count.banker=4", "result_incomplete"),
            ("won=player&count.player=7", "result_incomplete"),
            ("won=banker&count.player=7&count.banker=4", "result_differs"),
            ("won=player&natural=8&count.player=9&count.banker=4", "result_differs"),
            ("won=player&natural=9&count.player=9&count.banker=4&drew=banker", "result_differs"),
        ] {
            assert_eq!(read(form), Err(code.to_owned()), "{form}");
        }
    }
}
