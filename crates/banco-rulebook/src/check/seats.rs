//! Where a wager is offered, and the combination that a seat has of its own.

use std::collections::BTreeMap;

use super::Checker;
use crate::model::submission::WagerChoice;
use crate::model::wager::Wager;
use crate::notation::KingNine;
use crate::source::steps;
use crate::terms::Terms;

impl Checker<'_> {
    pub(super) fn offered_positions(
        &mut self,
        at: usize,
        choice: &WagerChoice,
        wager: &Wager,
        terms: &Terms,
    ) -> Vec<u8> {
        for (index, position) in choice.positions.iter().enumerate() {
            if !terms.positions.contains(position) {
                let message = format!("the table has no position {position}");
                let hint = format!("its positions are {:?}", terms.positions);
                self.error(&steps!["wager", at, "positions", index], "unknown_position", message, &[], hint);
            }
        }
        let positions =
            if choice.positions.is_empty() { terms.positions.clone() } else { choice.positions.clone() };
        let printed = wager.requires.positions.as_ref();
        if let Some(position) = positions.iter().find(|at| printed.is_some_and(|known| !known.contains(**at)))
        {
            let message = format!("`{}` cannot be offered at position {position}", wager.id);
            let hint = "list the printed numbers in `positions`, for the table or for this wager";
            self.error(&steps!["wager", at], "wrong_position", message, wager.requires.cite.as_slice(), hint);
        }
        if let Some(most) =
            wager.requires.seats_carrying_max.filter(|most| positions.len() > usize::from(*most))
        {
            let (id, many) = (&wager.id, positions.len());
            let message = match choice.positions.is_empty() {
                false => {
                    format!("{many} positions are listed for `{id}`, and at most {most} seats can have it")
                }
                true => format!("at most {most} seats can have `{id}`, and the table has {many}"),
            };
            let hint = format!("list the {most} positions that have it: positions = [1, 2, ...]");
            let cite = wager.requires.cite.as_slice();
            self.error(&steps!["wager", at], "too_many_positions", message, cite, hint);
        }
        self.check_every_seat(at, wager, positions.len(), terms);
        positions
    }

    /// Where each chair carries a wager, all of them do, as far as the wager can be had so often.
    pub(super) fn check_every_seat(&mut self, at: usize, wager: &Wager, carrying: usize, terms: &Terms) {
        let most = wager.requires.seats_carrying_max.map_or(usize::MAX, usize::from);
        let wanted = terms.positions.len().min(most);
        if wager.requires.every_seat && carrying < wanted {
            let message = format!("`{}` is offered at {carrying} seats, and {wanted} can have it", wager.id);
            let hint = if terms.positions.len() > most {
                format!("list {wanted} positions")
            } else {
                "leave `positions` out: every seat has it".to_owned()
            };
            let cite = wager.requires.cite.as_slice();
            self.error(&steps!["wager", at, "positions"], "too_few_positions", message, cite, hint);
        }
    }

    /// A Personal King-9 for every position that carries a wager in need of one: unique, twelve at most.
    pub(super) fn personal(&mut self, terms: &Terms) -> BTreeMap<u8, KingNine> {
        let needs = |wager: &&Wager| {
            let mut personal = false;
            let mut look = |condition: &crate::Condition| {
                let tests = [&condition.player, &condition.banker, &condition.either, &condition.both];
                personal |= tests.into_iter().flatten().any(|test| test.personal.is_some());
            };
            wager.rows.iter().for_each(|row| row.when.walk(&mut look));
            personal
        };
        let carrier = self.rulebook.wagers.iter().filter(needs).find_map(|wager| {
            terms.offers.iter().find(|offer| offer.wager == wager.id).map(|offer| (wager, offer))
        });
        let Some((wager, offer)) = carrier else {
            if !self.file.personal_king_9.is_empty() {
                let message = "no wager on offer uses a Personal King-9".to_owned();
                self.error(
                    &steps!["personal_king_9"],
                    "unused_personal",
                    message,
                    &[],
                    "offer `royal-9` or remove it",
                );
            }
            // Still useful for questions about the rulebook: the usual combinations.
            return terms.positions.iter().copied().zip(KingNine::all()).collect();
        };
        if self.file.personal_king_9.is_empty() {
            return offer.positions.iter().copied().zip(KingNine::all()).collect();
        }
        self.given_personal(wager, &offer.positions)
    }

    pub(super) fn given_personal(&mut self, wager: &Wager, positions: &[u8]) -> BTreeMap<u8, KingNine> {
        let cite = wager.cite.as_slice();
        let mut personal: BTreeMap<u8, KingNine> = BTreeMap::new();
        for (key, combination) in &self.file.personal_king_9 {
            let at = steps!["personal_king_9", key];
            match key.parse::<u8>().ok().filter(|position| positions.contains(position)) {
                None => {
                    let message = format!("no position `{key}` has `{}`", wager.id);
                    let hint = format!("the positions are {positions:?}");
                    self.error(&at, "unknown_position", message, cite, hint);
                }
                Some(_) if personal.values().any(|known| *known == combination.0) => {
                    let message = format!("{} is assigned to two seats", combination.0);
                    self.error(
                        &at,
                        "personal_not_unique",
                        message,
                        cite,
                        "each seat needs its own combination",
                    );
                }
                Some(position) => {
                    personal.insert(position, combination.0);
                }
            }
        }
        let missing: Vec<String> =
            positions.iter().filter(|position| !personal.contains_key(position)).map(u8::to_string).collect();
        if !missing.is_empty() && personal.len() == self.file.personal_king_9.len() {
            let message =
                format!("positions {} have `{}` but no Personal King-9", missing.join(", "), wager.id);
            let hint = "assign a combination to each, or leave the whole table out for the default ones";
            self.error(&steps!["personal_king_9"], "personal_missing", message, cite, hint);
        }
        personal
    }
}
