//! The drawings: well formed, readable without colours, told in words.

use std::collections::BTreeSet;

use banco_cards::Side;
use banco_engine::roads::svg::{BeadText, Glyphs, Look, Theme, ask, road, sheet};
use banco_engine::roads::{DerivedRoad, Road, Window};

use crate::roads;

/// All tags in order: opened, closed, or both at once.
fn tags(markup: &str) -> Vec<&str> {
    markup.split('<').skip(1).map(|tag| tag.split_once('>').expect("a tag ends").0).collect()
}

/// Fails unless every tag is closed in order and every attribute is quoted once.
fn assert_well_formed(markup: &str) {
    let mut open = Vec::new();
    for tag in tags(markup) {
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap());
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

fn attributes<'a>(markup: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    markup.split(start.as_str()).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

const MARKED: &str = "T T B(bn9) P(p:A & <b>) P(f)T T B(pb) BBBBBBBBBB PPPPP B";

#[test]
fn every_drawing_is_well_formed_and_its_ids_are_unique() {
    for history in ["", "T", "TTT", MARKED] {
        let roads = roads(history);
        for theme in Theme::ALL {
            for glyphs in [Glyphs::Shapes, Glyphs::Colours] {
                for window in [Window::Whole, Window::Columns(3), Window::Columns(usize::MAX)] {
                    let look = Look { theme, glyphs, window, ghost: Some(Side::Player), ..Look::default() };
                    let drawing = sheet(&roads, "shoe", &look);
                    assert_well_formed(&drawing);
                    let ids = attributes(&drawing, "id");
                    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
                    for named in attributes(&drawing, "aria-labelledby").iter().flat_map(|ids| ids.split(' '))
                    {
                        assert!(ids.contains(&named), "{named}");
                    }
                    assert!(!drawing.contains("style="), "a strict page refuses inline styles");
                }
            }
        }
    }
}

#[test]
fn every_road_says_what_it_shows() {
    let roads = roads(MARKED);
    for one in Road::ALL {
        let drawing = road(&roads, one, "r", &Look::default());
        assert_well_formed(&drawing);
        assert!(drawing.contains(&format!("<title id=\"r-title\">{}</title>", one.name())));
        assert!(drawing.contains(&format!("<desc id=\"r-desc\">{}</desc>", roads.summary(one))));
    }
    assert!(ask(&roads, "a", &Look::default()).contains("If the Banker won next: Big eye boy"));
}

#[test]
fn names_of_badges_cannot_break_out() {
    let drawing = road(&roads(MARKED), Road::Bead, "r", &Look::default());
    assert!(drawing.contains("Player pair, A &amp; &lt;b&gt;</title>"));
}

#[test]
fn beads_say_what_the_viewer_likes() {
    let written = |bead_text: BeadText, glyphs: Glyphs| {
        let look = Look { bead_text, glyphs, ..Look::default() };
        let drawing = road(&roads("B(9)TP"), Road::Bead, "r", &look);
        let texts: Vec<String> = drawing
            .split("</text>")
            .filter_map(|part| part.rsplit_once('>'))
            .map(|(_, text)| text.to_owned())
            .collect();
        texts[..3].join(" ")
    };
    assert_eq!(written(BeadText::Letter, Glyphs::Colours), "B T P");
    assert_eq!(written(BeadText::Character, Glyphs::Shapes), "莊 和 閒");
    // Where the letter gives way to the count, shapes still tell who won.
    assert_eq!(written(BeadText::Total, Glyphs::Shapes), "B9 T P");
    assert_eq!(written(BeadText::Total, Glyphs::Colours), "9 T P");
}

#[test]
fn marks_stand_in_their_corners() {
    let palette = Theme::Light.palette();
    let drawing = road(&roads("B(bpn)"), Road::Big, "r", &Look::default());
    let dot = |class: &str, at: u8, fill: &str| {
        format!("class=\"{class}\" cx=\"{at}\" cy=\"{at}\" r=\"4\" fill=\"{fill}\"")
    };
    assert!(drawing.contains(&dot("banker-pair", 6, palette.banker)));
    assert!(drawing.contains(&dot("player-pair", 26, palette.player)));
    assert!(drawing.contains("class=\"natural\" d=\"M21 1H31V11Z\""));
}

#[test]
fn ties_are_a_slash_and_from_two_on_a_number() {
    let drawing = |history: &str| road(&roads(history), Road::Big, "r", &Look::default());
    let ties = |history: &str| (drawing(history).matches("<path class=\"tie\"").count(), drawing(history));
    assert_eq!(ties("B").0, 0);
    let (slashes, one) = ties("BT");
    assert!(slashes == 1 && !one.contains("<text class=\"tie\""));
    let (slashes, two) = ties("TT");
    assert!(slashes == 1 && two.contains(">2</text>"));
    // A tie's own pairs belong to the bead plate alone.
    assert!(!drawing("BT(p)").contains("player-pair"));
}

#[test]
fn shapes_tell_red_from_blue_and_colours_alone_do_not() {
    for derived in DerivedRoad::ALL {
        let shape = |glyphs: Glyphs, class: &str| {
            let look = Look { glyphs, ..Look::default() };
            let palette = look.theme.palette();
            let drawing = road(&roads("BBPBPPBBBPPBBPPPP"), Road::Derived(derived), "r", &look);
            let cell = drawing.split(&format!("<g class=\"{class}\"")).nth(1).unwrap().to_owned();
            let cell = cell.split_once("</title>").unwrap().1.split_once("</g>").unwrap().0.to_owned();
            cell.replace(palette.banker, "").replace(palette.player, "")
        };
        assert_ne!(shape(Glyphs::Shapes, "red"), shape(Glyphs::Shapes, "blue"));
        assert_eq!(shape(Glyphs::Colours, "red"), shape(Glyphs::Colours, "blue"));
    }
}

#[test]
fn the_ghost_is_where_ask_says() {
    let roads = roads("BBPPB");
    let look = Look { ghost: Some(Side::Banker), ..Look::default() };
    let place = roads.ask(Side::Banker).big_road;
    let expected = format!(
        "<g class=\"ghost ghost-banker\" transform=\"translate({} {})\">",
        place.column * 32,
        place.row * 32
    );
    assert!(road(&roads, Road::Big, "r", &look).contains(&expected));
    // Nothing would be drawn on the cockroach pig yet.
    assert!(!road(&roads, Road::Derived(DerivedRoad::CockroachPig), "r", &look).contains("ghost"));
}

/// The contrast of two colours as the web's guidelines compute it.
fn contrast(one: &str, other: &str) -> f64 {
    let luminance = |colour: &str| {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5) + 0.05
    };
    let (one, other) = (luminance(one), luminance(other));
    one.max(other) / one.min(other)
}

#[test]
fn every_colour_is_readable_on_its_ground() {
    for theme in Theme::ALL {
        let palette = theme.palette();
        for colour in [palette.player, palette.banker, palette.tie, palette.text, palette.gold] {
            assert!(contrast(colour, palette.ground) >= 4.5, "{theme:?} {colour}");
        }
    }
}
