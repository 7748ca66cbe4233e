//! What lies on a table beside cards: chips, buttons, the cut card and the shoe.

use banco_wire::Currency;

/// A chip's colours: its body, the spots on its edge, and the ink of its figure.
struct Paint {
    /// From this many minor units on.
    from: i64,
    body: &'static str,
    spots: &'static str,
    ink: &'static str,
}

/// From the smallest value up.
const PAINTS: [Paint; 9] = [
    Paint { from: 0, body: "#7d8a94", spots: "#f6efe0", ink: "#3d474f" },
    Paint { from: 100, body: "#e9e4d6", spots: "#2c5a8c", ink: "#1a1d21" },
    Paint { from: 500, body: "#a3202e", spots: "#f6efe0", ink: "#7d1421" },
    Paint { from: 2_500, body: "#1d6b41", spots: "#f2d9a0", ink: "#14512f" },
    Paint { from: 10_000, body: "#23262b", spots: "#d9d2c0", ink: "#1a1d21" },
    Paint { from: 50_000, body: "#5b3a86", spots: "#e7d8a2", ink: "#46296c" },
    Paint { from: 100_000, body: "#c28a1c", spots: "#2a2013", ink: "#5e3f05" },
    Paint { from: 500_000, body: "#8a4a3a", spots: "#bfe0dc", ink: "#5f2c1f" },
    Paint { from: 2_500_000, body: "#2a6f7a", spots: "#f3d98b", ink: "#1b4a52" },
];

/// The chips of which a stack is drawn, largest first, in minor units.
const DENOMINATIONS: [i64; 10] = [2_500_000, 500_000, 100_000, 50_000, 10_000, 2_500, 500, 100, 25, 1];

/// A stack shows at most so many chips; the figure beside it says the rest.
const MOST_CHIPS: usize = 6;

/// Which of the drawn chips has this value, and the ink of its figure.
pub(super) fn paint(minor: i64) -> (usize, &'static str) {
    let found = PAINTS.iter().enumerate().rev().find(|(_, paint)| paint.from <= minor);
    found.map_or((0, "#3d474f"), |(at, paint)| (at, paint.ink))
}

/// What stands on a chip: `25`, `1K`, `25¢`.
pub(super) fn figure(minor: i64, currency: Currency) -> String {
    let major = minor / 100;
    match (major, minor % 100) {
        (0, cents) => match currency {
            Currency::Usd => format!("{cents}¢"),
            Currency::Php => format!(".{cents:02}"),
        },
        (major, 0) if major % 1_000_000 == 0 => format!("{}M", major / 1_000_000),
        (major, 0) if major % 1_000 == 0 => format!("{}K", major / 1_000),
        (major, 0) => major.to_string(),
        (major, cents) => format!("{major}.{cents:02}"),
    }
}

/// The fewest chips for an amount, largest first.
pub(crate) fn chips_of(minor: i64) -> Vec<i64> {
    let mut left = minor;
    let mut chips = Vec::new();
    for value in DENOMINATIONS {
        while left >= value && chips.len() < MOST_CHIPS {
            chips.push(value);
            left -= value;
        }
    }
    chips
}

/// Chips without their figures, the blank button, the cut card and the shoe.
pub(super) fn symbols() -> String {
    let chips: String = PAINTS.iter().enumerate().map(|(at, paint)| chip(at, paint)).collect();
    chips + &button() + CUT_CARD + SHOE
}

fn chip(at: usize, paint: &Paint) -> String {
    let Paint { body, spots, ink, .. } = paint;
    let around = |d: &str, angles: [&str; 8]| -> String {
        angles.map(|angle| format!("<path d=\"{d}\" transform=\"rotate({angle} 50 50)\"/>")).concat()
    };
    let edge = around("M44.5 2.5h11v11h-11z", ["0", "45", "90", "135", "180", "225", "270", "315"]);
    let ticks =
        around("M50 16.5v4.2", ["22.5", "67.5", "112.5", "157.5", "202.5", "247.5", "292.5", "337.5"]);
    format!(
        "<symbol id=\"chip-{at}\" viewBox=\"0 0 100 100\"><circle cx=\"50\" cy=\"50\" r=\"48.5\" fill=\"{body}\"/><g fill=\"{spots}\">{edge}</g><circle cx=\"50\" cy=\"50\" r=\"48.2\" fill=\"none\" stroke=\"#000\" stroke-opacity=\".35\" stroke-width=\"1.6\"/><circle cx=\"50\" cy=\"50\" r=\"36\" fill=\"{body}\"/><g stroke=\"{spots}\" stroke-width=\"2\">{ticks}</g><circle cx=\"50\" cy=\"50\" r=\"28\" fill=\"#fbf7ec\"/><circle cx=\"50\" cy=\"50\" r=\"25\" fill=\"none\" stroke=\"{ink}\" stroke-opacity=\".45\"/></symbol>"
    )
}

/// A blank button; whoever uses it sets its two colours.
fn button() -> String {
    "<symbol id=\"button\" viewBox=\"0 0 100 100\"><circle cx=\"50\" cy=\"50\" r=\"47\" fill=\"var(--button-fill,#fbf7ec)\" stroke=\"var(--button-ring,#1a1d21)\" stroke-width=\"5\"/><circle cx=\"50\" cy=\"50\" r=\"39\" fill=\"none\" stroke=\"var(--button-ring,#1a1d21)\" stroke-width=\"1.5\"/></symbol>".to_owned()
}

const CUT_CARD: &str = "<symbol id=\"cut-card\" viewBox=\"0 0 250 350\"><rect x=\"1\" y=\"1\" width=\"248\" height=\"348\" rx=\"17\" fill=\"#e0b13a\" stroke=\"#8a6a14\" stroke-width=\"2\"/><path d=\"M30 30H220V320H30Z\" fill=\"none\" stroke=\"#8a6a14\" stroke-width=\"2\"/></symbol>";

const SHOE: &str = "<symbol id=\"shoe\" viewBox=\"0 0 320 170\"><path d=\"M14 150 40 44H250L306 118V150Z\" fill=\"#15191d\" stroke=\"#4b535b\" stroke-width=\"2\" stroke-linejoin=\"round\"/><path d=\"M52 54H244L262 78H46Z\" fill=\"#262c33\"/><path d=\"M60 60H236M56 66H246M52 72H256\" stroke=\"#fbf7ec\" stroke-opacity=\".7\" stroke-width=\"2\"/><path d=\"M250 44 306 118V150H288V124L238 58Z\" fill=\"#20262c\"/><path d=\"M262 92 316 146 306 156 254 104Z\" fill=\"var(--stock,#fbf7ec)\" stroke=\"#cfc6b0\"/><path d=\"M266 98 308 140\" stroke=\"var(--card-back,#5b1224)\" stroke-width=\"7\"/><path d=\"M14 150H306\" stroke=\"#b98a2e\" stroke-width=\"3\"/></symbol>";
