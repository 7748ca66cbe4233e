//! Colours, each readable on its ground: text at 4.5 to 1, marks at 3 to 1 or better.

use banco_cards::{Outcome, Side};

use crate::roads::Mark;

/// The ground on which roads are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Theme {
    /// White paper.
    #[default]
    Light,
    /// A dark screen.
    Dark,
    /// The green of a table.
    Felt,
    /// Whatever the page says by its variables `--player`, `--banker`, `--tie`, `--text`, `--gold` and `--road-ground`.
    Page,
}

/// The colours of a theme. Red for Banker and blue for Player are custom everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each colours what its name says")]
pub struct Palette {
    pub ground: &'static str,
    pub player: &'static str,
    pub banker: &'static str,
    pub tie: &'static str,
    pub text: &'static str,
    pub gold: &'static str,
}

impl Theme {
    /// The themes that bring their own colours.
    pub const ALL: [Self; 3] = [Self::Light, Self::Dark, Self::Felt];

    /// Its colours.
    #[must_use]
    pub const fn palette(self) -> Palette {
        match self {
            Self::Light => Palette {
                ground: "#ffffff",
                player: "#1550c8",
                banker: "#c8102e",
                tie: "#13702c",
                text: "#1a1d21",
                gold: "#8a5a00",
            },
            Self::Dark => Palette {
                ground: "#10161d",
                player: "#6ea8ff",
                banker: "#ff7a85",
                tie: "#5fd38d",
                text: "#f2f5f8",
                gold: "#ffd257",
            },
            Self::Felt => Palette {
                ground: "#0b3d2e",
                player: "#9cc3ff",
                banker: "#ffa3aa",
                tie: "#a6efc0",
                text: "#ffffff",
                gold: "#ffe08a",
            },
            Self::Page => Palette {
                ground: "var(--road-ground)",
                player: "var(--player)",
                banker: "var(--banker)",
                tie: "var(--tie)",
                text: "var(--text)",
                gold: "var(--gold)",
            },
        }
    }
}

impl Palette {
    pub(super) const fn of_side(&self, side: Side) -> &'static str {
        match side {
            Side::Player => self.player,
            Side::Banker => self.banker,
        }
    }

    pub(super) const fn of_outcome(&self, outcome: Outcome) -> &'static str {
        match outcome {
            Outcome::Player => self.player,
            Outcome::Banker => self.banker,
            Outcome::Tie => self.tie,
        }
    }

    pub(super) const fn of_mark(&self, mark: Mark) -> &'static str {
        match mark {
            Mark::Red => self.banker,
            Mark::Blue => self.player,
        }
    }
}
