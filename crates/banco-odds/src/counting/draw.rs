//! The drawing rule as a table, read off the engine once.

use std::sync::Arc;

use banco_engine::DrawRules;
use banco_engine::coup::DrawAction;
use banco_rulebook::Terms;

use crate::counting::cells::Cells;

/// What a hand does that may choose.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FiveRule {
    /// It draws: the house way, and the usual play.
    #[default]
    Draw,
    /// It stands.
    Stand,
}

/// Who draws, for every two-card count.
#[derive(Clone, Debug)]
pub struct DrawTable {
    rule: Rule,
    /// The cells that the rule leads to.
    cells: Arc<Cells>,
}

impl PartialEq for DrawTable {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.cells, &other.cells) || self.rule == other.rule
    }
}

impl Eq for DrawTable {}

/// The rule itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    natural: [bool; 10],
    player: [bool; 10],
    /// By the Banker's count, then by the Player's third card 0 to 9 and none.
    banker: [[bool; 11]; 10],
    /// Whether the Player's hand takes its card before the Banker's is turned.
    before_turning: bool,
}

impl DrawTable {
    /// The table of these terms, with one way of choosing for the Player's hand.
    #[must_use]
    pub fn from_terms(terms: &Terms, five: FiveRule) -> Self {
        let chosen = five == FiveRule::Draw;
        // A hand that may choose where the rulebook itself has it stand keeps to the rulebook: the house way.
        let stands = &terms.rulebook.file.drawing.player.stands;
        Self::with_choices(terms, |total| chosen && !stands.contains(total), |_, _| chosen)
    }

    /// The table of these terms where the Player's hand draws by choice on these counts, and the Banker in these cells.
    #[must_use]
    pub fn with_choices(
        terms: &Terms,
        player_chosen: impl Fn(u8) -> bool,
        banker_chosen: impl Fn(u8, Option<u8>) -> bool,
    ) -> Self {
        let rules = DrawRules::from_terms(terms);
        let draws = |action: DrawAction, chosen: bool| match action {
            DrawAction::Draws | DrawAction::DrawsForHitters => true,
            DrawAction::Stands => false,
            DrawAction::Chooses => chosen,
        };
        let player = |total: u8| draws(rules.player(total, 0).action, player_chosen(total));
        let banker = |total: u8, third| draws(rules.banker(total, third).action, banker_chosen(total, third));
        let totals: [u8; 10] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
        let before =
            |total: u8| totals.iter().any(|first| rules.card_before_turning(total, *first).is_some());
        let rule = Rule {
            before_turning: totals.into_iter().any(before),
            natural: totals.map(|total| rules.is_natural(total)),
            player: totals.map(player),
            banker: totals.map(|total| {
                let [a, b, c, d, e, f, g, h, i, j] = totals.map(|third| banker(total, Some(third)));
                [a, b, c, d, e, f, g, h, i, j, banker(total, None)]
            }),
        };
        Self { cells: Arc::new(Cells::from_rule(&rule)), rule }
    }

    /// The cells that the rule leads to.
    pub(crate) fn cells(&self) -> &Cells {
        &self.cells
    }

    /// Whether a two-card count is a natural.
    #[must_use]
    pub fn is_natural(&self, total: u8) -> bool {
        self.rule.is_natural(total)
    }

    /// Whether the Player's hand draws on a two-card count, naturals apart.
    #[must_use]
    pub fn player_draws(&self, total: u8) -> bool {
        self.rule.player_draws(total)
    }

    /// Whether the Player's hand takes its card before the Banker's is turned: a natural comes too late to save it.
    #[must_use]
    pub fn before_turning(&self) -> bool {
        self.rule.before_turning
    }

    /// Whether the Banker's hand draws, naturals apart.
    #[must_use]
    pub fn banker_draws(&self, total: u8, third: Option<u8>) -> bool {
        self.rule.banker_draws(total, third)
    }
}

impl Rule {
    pub fn is_natural(&self, total: u8) -> bool {
        self.natural.get(usize::from(total)).copied().unwrap_or(false)
    }

    pub fn player_draws(&self, total: u8) -> bool {
        self.player.get(usize::from(total)).copied().unwrap_or(false)
    }

    pub fn banker_draws(&self, total: u8, third: Option<u8>) -> bool {
        let row = self.banker.get(usize::from(total));
        row.and_then(|row| row.get(usize::from(third.unwrap_or(10)))).copied().unwrap_or(false)
    }
}
