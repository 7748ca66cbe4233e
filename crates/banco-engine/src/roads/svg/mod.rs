//! The roads as SVG: pure functions from roads to markup.
//!
//! Each drawing has a title and a description, each cell a title of its own. Colour is never the only sign: beads and
//! the big road carry letters, and blue marks a bar or a gap. Colours stand in plain attributes, so that a page's
//! style sheet may override them by class and no inline style is needed.

mod glyph;
mod palette;
mod panel;

pub use palette::{Palette, Theme};

use banco_cards::Side;

use super::{DerivedRoad, Mark, Road, Roads, Window};
use panel::Panel;

/// How roads are drawn; nothing of it changes what they say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// The colours.
    pub theme: Theme,
    /// Whether shapes tell what colours tell.
    pub glyphs: Glyphs,
    /// What is written in beads.
    pub bead_text: BeadText,
    /// How much of each road is shown.
    pub window: Window,
    /// Also show, in outline, what the board would draw if this hand won next.
    pub ghost: Option<Side>,
}

/// The set of signs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Glyphs {
    /// Letters on the big road, bars and gaps on the derived roads.
    #[default]
    Shapes,
    /// Colours alone, as on most boards.
    Colours,
}

/// What is written in a bead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum BeadText {
    /// P, B or T.
    #[default]
    Letter,
    /// 閒, 莊 or 和.
    Character,
    /// The winning count where it is known.
    Total,
}

/// The space around a drawing, and between the drawings of a sheet.
const GAP: usize = 12;
/// The height of a heading.
const HEADING: usize = 22;
/// The room that a heading needs.
const HEADING_WIDTH: usize = 110;
/// What the colours of the derived roads mean; everybody takes them for something else at first.
const LEGEND: &str = "On the last three roads red is regular and blue irregular, not Banker and Player.";
/// The room that it needs.
const LEGEND_WIDTH: usize = 520;
/// What is at hand on most systems, also for 閒, 莊 and 和.
const FONTS: &str = "system-ui, 'Noto Sans CJK TC', 'PingFang TC', 'Microsoft JhengHei', sans-serif";

/// One road. `id` begins the ids in it and must be unique on a page.
#[must_use]
pub fn road(roads: &Roads, road: Road, id: &str, look: &Look) -> String {
    document(&panel::road(roads, road, id, look), look)
}

/// One road without a word in it, for a page that names and describes it in its own language. What the board would draw
/// for each of these hands is in it as well, of the classes `ghost-player` and `ghost-banker`.
#[must_use]
pub fn bare(roads: &Roads, road: Road, look: &Look, ghosts: &[Side]) -> String {
    let panel = panel::bare(roads, road, look, ghosts);
    let (width, height) = (panel.width + 2, panel.height + 2);
    format!(
        "<svg viewBox=\"-1 -1 {width} {height}\" width=\"{width}\" height=\"{height}\" aria-hidden=\"true\" focusable=\"false\">{}</svg>",
        panel.content
    )
}

/// A mark of a derived road by itself.
#[must_use]
pub fn mark(road: DerivedRoad, mark: Mark, look: &Look) -> String {
    let markup = glyph::mark(road, mark, look);
    format!(
        "<svg viewBox=\"0 0 16 16\" width=\"16\" height=\"16\" aria-hidden=\"true\" focusable=\"false\">{markup}</svg>"
    )
}

/// What the board would draw next, for either hand.
#[must_use]
pub fn ask(roads: &Roads, id: &str, look: &Look) -> String {
    document(&panel::ask(roads, id, look), look)
}

/// A single panel as a drawing of its own.
fn document(panel: &Panel, look: &Look) -> String {
    // The outermost lines of a grid are as thick as the others.
    svg(panel.width + 2, panel.height + 2, "", &panel.placed(1, 1), look)
}

fn svg(width: usize, height: usize, attributes: &str, content: &str, look: &Look) -> String {
    let ground = look.theme.palette().ground;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"{FONTS}\"{attributes}>\n\
         <rect class=\"ground\" width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>\n{content}</svg>\n"
    )
}

/// All roads on one sheet, as a table's display shows them: bead plate and big road, the three derived roads, ask.
#[must_use]
pub fn sheet(roads: &Roads, id: &str, look: &Look) -> String {
    let [bead, big, derived @ ..] =
        Road::ALL.map(|road| (road.name(), panel::road(roads, road, &format!("{id}-{}", road.key()), look)));
    let next = ("Next: what the board would draw", panel::ask(roads, &format!("{id}-ask"), look));
    let mut content = String::new();
    let (mut width, mut top) = (LEGEND_WIDTH, GAP);
    for row in [vec![bead, big], derived.into(), vec![next]] {
        let mut left = GAP;
        for (name, panel) in &row {
            content += &heading(name, left, top, look);
            content += &panel.placed(left, top + HEADING);
            left += panel.width.max(HEADING_WIDTH) + GAP;
        }
        width = width.max(left);
        top += HEADING + row.iter().map(|(_, panel)| panel.height).max().unwrap_or_default() + GAP;
    }
    content += &words(LEGEND, GAP, top, "font-size=\"12\"", look);
    let id = escape(id);
    let label = format!(" role=\"group\" aria-labelledby=\"{id}-title\"");
    let title = format!("<title id=\"{id}-title\">Roads of the shoe</title>\n");
    svg(width, top + HEADING, &label, &(title + &content), look)
}

/// A heading. The drawing below has the same words as its title: nobody needs to hear them twice.
fn heading(name: &str, left: usize, top: usize, look: &Look) -> String {
    words(name, left, top, "aria-hidden=\"true\" font-size=\"14\" font-weight=\"600\"", look)
}

fn words(text: &str, left: usize, top: usize, attributes: &str, look: &Look) -> String {
    let (colour, base) = (look.theme.palette().text, top + 14);
    format!("<text {attributes} x=\"{left}\" y=\"{base}\" fill=\"{colour}\">{text}</text>\n")
}

/// Text as it may stand in markup and in attributes.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // Other control characters are no XML.
            control if control.is_control() => escaped.push(' '),
            other => escaped.push(other),
        }
    }
    escaped
}
