//! What may be said on the command line.

use banco_cards::Side;
use banco_engine::roads::svg::{BeadText, Glyphs, Look, Theme};
use banco_engine::roads::{DerivedRoad, FreeHands, Policy, Road, Rows, SimulatedRounds, Tail, Window};
use banco_rulebook::Diagnostic;
use clap::{Args, ValueEnum};

use crate::failure::Failure;

/// Which history, and how it is drawn.
#[derive(Args)]
pub struct RoadsArguments {
    /// The results of the shoe, oldest first: P, B or T, such as `BBPPB` or `B B, P P, B`; `-` reads standard input.
    /// Put marks in parentheses, such as `B(bn9)`: p or b for a pair, n natural, f free hand, s simulated round, a
    /// digit for the winning count, `:NAME` for a badge.
    #[arg(value_name = "HISTORY", required = true)]
    pub(super) history: Vec<String>,

    /// Show only this road; in letters, unless you add `--svg` or `--json`.
    #[arg(long, value_name = "NAME")]
    road: Option<RoadName>,

    /// Print an SVG picture.
    #[arg(long, conflicts_with = "json")]
    pub(super) svg: bool,

    /// Print the roads as JSON.
    #[arg(long)]
    pub(super) json: bool,

    /// How many rows the board has.
    #[arg(long, value_name = "N", default_value_t = 6)]
    rows: usize,

    /// Where a streak goes when it cannot go down any further.
    #[arg(long, value_name = "STYLE", default_value = "down-first")]
    tail: TailName,

    /// Whether free hands go on the roads.
    #[arg(long, value_name = "CHOICE", default_value = "record")]
    free_hands: Recording,

    /// Whether simulated rounds go on the roads.
    #[arg(long, value_name = "CHOICE", default_value = "leave-off")]
    simulated: Recording,

    /// Show at most this many columns, the newest ones.
    #[arg(long, value_name = "N")]
    columns: Option<usize>,

    /// The colors of the picture.
    #[arg(long, value_name = "THEME", default_value = "light")]
    theme: ThemeName,

    /// Whether shapes in the picture repeat what the colors say.
    #[arg(long, value_name = "SET", default_value = "shapes")]
    glyphs: GlyphsName,

    /// What to write in the beads of the picture.
    #[arg(long, value_name = "TEXT", default_value = "letter")]
    bead_text: BeadTextName,

    /// Outline in the picture what would be added if this hand won next.
    #[arg(long, value_name = "HAND")]
    ghost: Option<HandName>,
}

/// A road by name.
#[derive(Clone, Copy, ValueEnum)]
enum RoadName {
    /// Every hand, in columns of six.
    #[value(alias = "bead-plate")]
    Bead,
    /// A column for each streak.
    #[value(alias = "big")]
    BigRoad,
    /// Compares the big road with itself, one streak back.
    #[value(alias = "big-eye")]
    BigEyeBoy,
    /// Compares it two streaks back.
    #[value(alias = "small")]
    SmallRoad,
    /// Compares it three streaks back.
    #[value(alias = "cockroach")]
    CockroachPig,
}

/// Where a run goes when it cannot go down.
#[derive(Clone, Copy, ValueEnum)]
enum TailName {
    /// Right, then down again as soon as there is room.
    DownFirst,
    /// Right, and along that row to its end.
    Stay,
}

/// Whether rounds without wagers are on the roads.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Recording {
    /// On the roads, with a notch.
    Record,
    /// Not on the roads.
    LeaveOff,
}

#[derive(Clone, Copy, ValueEnum)]
enum ThemeName {
    /// White paper.
    Light,
    /// A dark screen.
    Dark,
    /// The green of a table.
    Felt,
}

#[derive(Clone, Copy, ValueEnum)]
enum GlyphsName {
    /// Letters on the big road, bars and gaps on the derived roads.
    Shapes,
    /// Colors alone.
    #[value(alias = "colours")]
    Colors,
}

#[derive(Clone, Copy, ValueEnum)]
enum BeadTextName {
    /// P, B or T.
    Letter,
    /// 閒, 莊 or 和.
    Character,
    /// The winning count, if known.
    Total,
}

#[derive(Clone, Copy, ValueEnum)]
enum HandName {
    /// The Player's hand.
    Player,
    /// The Banker's hand.
    Banker,
}

impl RoadsArguments {
    /// The only road asked for.
    pub(super) fn road(&self) -> Option<Road> {
        self.road.map(|name| match name {
            RoadName::Bead => Road::Bead,
            RoadName::BigRoad => Road::Big,
            RoadName::BigEyeBoy => Road::Derived(DerivedRoad::BigEyeBoy),
            RoadName::SmallRoad => Road::Derived(DerivedRoad::SmallRoad),
            RoadName::CockroachPig => Road::Derived(DerivedRoad::CockroachPig),
        })
    }

    /// How the house draws.
    pub(super) fn policy(&self) -> Result<Policy, Failure> {
        let rows = Rows::new(self.rows).map_err(|error| {
            let diagnostic = Diagnostic::error("rows_out_of_range", error.to_string());
            Failure::from(diagnostic.hint("leave `--rows` out for the usual six"))
        })?;
        let tail = match self.tail {
            TailName::DownFirst => Tail::DownFirst,
            TailName::Stay => Tail::Stay,
        };
        let free_hands = match self.free_hands {
            Recording::Record => FreeHands::Recorded,
            Recording::LeaveOff => FreeHands::LeftOff,
        };
        let simulated_rounds = match self.simulated {
            Recording::Record => SimulatedRounds::Recorded,
            Recording::LeaveOff => SimulatedRounds::LeftOff,
        };
        Ok(Policy { rows, tail, free_hands, simulated_rounds })
    }

    /// How the drawing looks.
    pub(super) fn look(&self) -> Result<Look, Failure> {
        let theme = match self.theme {
            ThemeName::Light => Theme::Light,
            ThemeName::Dark => Theme::Dark,
            ThemeName::Felt => Theme::Felt,
        };
        let glyphs = match self.glyphs {
            GlyphsName::Shapes => Glyphs::Shapes,
            GlyphsName::Colors => Glyphs::Colours,
        };
        let bead_text = match self.bead_text {
            BeadTextName::Letter => BeadText::Letter,
            BeadTextName::Character => BeadText::Character,
            BeadTextName::Total => BeadText::Total,
        };
        let ghost = self.ghost.map(|hand| match hand {
            HandName::Player => Side::Player,
            HandName::Banker => Side::Banker,
        });
        let window = match self.columns {
            None => Window::Whole,
            Some(0) => {
                let error = Diagnostic::error("no_columns", "a board of `0` columns shows nothing");
                return Err(error.hint("leave `--columns` out to see every column").into());
            }
            Some(most) => Window::Columns(most),
        };
        Ok(Look { theme, glyphs, bead_text, window, ghost })
    }
}
