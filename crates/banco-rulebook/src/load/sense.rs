//! Whether what a rulebook says makes sense: ranges, counts, the drawing table, variants, preparation, settlement.

use std::collections::BTreeMap;

use banco_cards::Rank;

use super::Loader;
use crate::diagnostic::suggest;
use crate::model::condition::NATURALS;
use crate::model::rulebook::{HandName, RulebookFile};
use crate::model::wager::Wager;
use crate::source::{Document, Step, steps};

impl Loader {
    /// Figures that could not be played by.
    pub(super) fn check_ranges(&mut self, document: &Document, file: &RulebookFile) {
        if file.seats.min == 0 || file.seats.min > file.seats.max {
            let message = format!("seats from {} to {} cannot be", file.seats.min, file.seats.max);
            self.error(document, &steps!["seats"], "bad_range", message);
        }
        for (at, range) in file.decks.iter().enumerate() {
            let outside = range.usual < range.min || range.max.is_some_and(|max| max < range.usual);
            if range.min == 0 || range.batches == 0 || outside {
                let message = "such a range of decks or batches cannot be".to_owned();
                self.error(document, &steps!["decks", at], "bad_range", message);
            }
        }
        let dealt = |name: HandName| file.dealing.order.iter().filter(|hand| **hand == name).count();
        if dealt(HandName::Player) != 2 || dealt(HandName::Banker) != 2 {
            let message = "a round begins with two cards for each hand".to_owned();
            self.error(document, &steps!["dealing", "order"], "bad_dealing", message);
        }
        let cells = file.drawing.banker.optional.iter().flat_map(|optional| &optional.cells);
        if cells.into_iter().any(|cell| cell.banker > 7 || cell.third.is_some_and(|third| third > 9)) {
            let message = "the table has no such cell".to_owned();
            self.error(document, &steps!["drawing", "banker", "optional", "cells"], "bad_drawing", message);
        }
    }

    /// The texts' point and burn counts are those of `banco-cards`; anything else could not be played.
    pub(super) fn check_counts(&mut self, document: &Document, file: &RulebookFile) {
        let points = |rank: Rank| rank.points().get();
        let burn = |rank: Rank| rank.burn_count().get();
        self.check_count(document, &steps!["values", "points"], &file.values.points, points);
        self.check_count(document, &steps!["burn", "counts"], &file.burn.counts, burn);
    }

    pub(super) fn check_count(
        &mut self,
        document: &Document,
        at: &[Step<'_>],
        given: &BTreeMap<String, u8>,
        count: impl Fn(Rank) -> u8,
    ) {
        let wanted: BTreeMap<String, u8> = Rank::ALL.map(|rank| (rank.to_string(), count(rank))).into();
        if *given != wanted {
            let list: Vec<String> = wanted.iter().map(|(rank, count)| format!("{rank} = {count}")).collect();
            let message = "these are not the counts of baccarat, which Banco takes as given".to_owned();
            self.error(document, at, "wrong_counts", message).hint =
                Some(format!("write {}", list.join(", ")));
        }
    }

    /// Every two-card count is drawn on, stood on, chosen on or a natural: exactly one of them.
    pub(super) fn check_drawing(&mut self, document: &Document, file: &RulebookFile) {
        let drawing = &file.drawing;
        if drawing.natural.totals.as_slice() != NATURALS {
            let message = "a natural is an eight or a nine, which Banco takes as given".to_owned();
            self.error(document, &steps!["drawing", "natural", "totals"], "wrong_counts", message);
        }
        for total in 0..=9 {
            let chosen = drawing.player.chooses.as_ref().filter(|choice| choice.first_banker_card.is_none());
            let ways = [
                drawing.natural.totals.contains(total),
                drawing.player.draws.contains(total),
                drawing.player.stands.contains(total),
                chosen.is_some_and(|choice| choice.totals.contains(total)),
            ];
            let count = ways.into_iter().filter(|way| *way).count();
            if count != 1 {
                let message =
                    format!("the Player's hand on {total} is decided {count} times instead of once");
                self.error(document, &steps!["drawing", "player"], "bad_drawing", message);
            }
            let key = total.to_string();
            let natural = drawing.natural.totals.contains(total);
            if drawing.banker.table.contains_key(&key) == natural {
                let message = if natural {
                    format!("the Banker's table has a row for {total}, which is a natural")
                } else {
                    format!("the Banker's table has no row for {total}")
                };
                self.error(document, &steps!["drawing", "banker", "table"], "bad_drawing", message);
            }
            if !natural && !drawing.banker.cite.contains_key(&key) {
                let message = format!("the Banker's row for {total} cites no clause");
                self.error(document, &steps!["drawing", "banker", "cite"], "missing_cite", message);
            }
        }
    }

    pub(super) fn check_variants(&mut self, document: &Document, file: &RulebookFile, wagers: &[Wager]) {
        if file.variants.is_empty() {
            let message = "a rulebook has at least one variant".to_owned();
            self.error(document, &steps!["variants"], "no_variant", message);
        }
        for (at, variant) in file.variants.iter().enumerate() {
            for (index, asked) in variant.wagers.iter().enumerate() {
                if !wagers.iter().any(|known| known.id == asked.id) {
                    let message = format!("there is no wager `{}`", asked.id);
                    let place = steps!["variants", at, "wagers", index, "id"];
                    let hint = suggest(&asked.id, wagers.iter().map(|known| known.id.as_str()));
                    self.error(document, &place, "unknown_wager", message).hint = Some(hint);
                }
            }
            for (wager, column) in &variant.paytables {
                let known = wagers.iter().find(|known| known.id == *wager);
                if known.is_none_or(|known| !known.columns.contains(column)) {
                    let message = format!("there is no wager `{wager}` with a pay table `{column}`");
                    self.error(
                        document,
                        &steps!["variants", at, "paytables", wager],
                        "unknown_paytable",
                        message,
                    );
                }
            }
        }
    }

    /// A step replaces another one of the list.
    pub(super) fn check_preparation(&mut self, document: &Document, file: &RulebookFile) {
        let known = || file.preparation.iter().map(|step| step.id.as_str());
        for (at, step) in file.preparation.iter().enumerate() {
            if let Some(other) = step.in_place_of.as_ref().filter(|other| !known().any(|id| id == *other)) {
                let message = format!("there is no step `{other}`");
                let place = steps!["preparation", at, "in_place_of"];
                self.error(document, &place, "unknown_step", message).hint = Some(suggest(other, known()));
            }
        }
    }

    /// Settlement steps name wagers or kinds of wagers that there are.
    pub(super) fn check_settlement(&mut self, document: &Document, file: &RulebookFile, wagers: &[Wager]) {
        let kinds = ["base", "bonus", "progressive"];
        for (at, step) in file.settlement.order.iter().enumerate() {
            for (index, name) in step.wagers.iter().enumerate() {
                if !kinds.contains(&name.as_str()) && !wagers.iter().any(|wager| wager.id == *name) {
                    let message = format!("there is no wager `{name}`");
                    let hint =
                        suggest(name, kinds.into_iter().chain(wagers.iter().map(|wager| wager.id.as_str())));
                    let place = steps!["settlement", "order", at, "wagers", index];
                    self.error(document, &place, "unknown_wager", message).hint = Some(hint);
                }
            }
        }
    }
}
