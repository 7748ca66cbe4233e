//! Every drawing that a page refers to is in the file, and nothing in it needs an exception of the page's policy.

use super::*;

fn symbols() -> Vec<String> {
    let sprite = sprite();
    sprite
        .split("<symbol id=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next().map(str::to_owned))
        .collect()
}

fn ids() -> Vec<String> {
    sprite().split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next().map(str::to_owned)).collect()
}

#[test]
fn whatever_is_referred_to_is_there_once() {
    let mut known = ids();
    known.sort();
    let all = known.len();
    known.dedup();
    assert_eq!(known.len(), all, "an id stands for two things");
    let sprite = sprite();
    for used in sprite.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(known.iter().any(|id| id == used), "nothing is called {used}");
    }
}

#[test]
fn every_card_is_drawn_in_both_sizes_and_has_its_name() {
    let symbols = symbols();
    for each in Card::all() {
        let html = card(each).into_string();
        for size in ["card", "mini"] {
            let id = format!("{size}-{each}");
            assert!(symbols.contains(&id), "{id}");
            assert!(html.contains(&format!("#{id}\"")), "{html}");
        }
        assert!(html.contains(&each.name()), "{html}");
    }
    assert!(symbols.iter().any(|id| id == "card-back") && symbols.iter().any(|id| id == "mini-back"));
}

/// Pips as on every deck: as many as the rank, and the same upside down.
#[test]
fn number_cards_have_their_pips() {
    let sprite = sprite();
    for each in Card::all().filter(|card| (2..=10).contains(&card.rank.number())) {
        let start = sprite.find(&format!("<symbol id=\"card-{each}\"")).unwrap();
        let symbol = sprite[start..].split("</symbol>").next().unwrap();
        // Once at full size, and once smaller between large indices.
        assert_eq!(symbol.matches("scale(.46)").count(), 2 * usize::from(each.rank.number()), "{each}");
    }
}

#[test]
fn no_style_no_script_no_font_no_picture_from_elsewhere() {
    let sprite = sprite();
    for never in ["style=", "<style", "<script", "data:", "http://", "https://", "url("] {
        let found = sprite.replace("http://www.w3.org/2000/svg", "").matches(never).count();
        assert_eq!(found, 0, "{never}");
    }
}

#[test]
fn a_stack_is_made_of_the_fewest_chips_and_never_too_high() {
    assert_eq!(chips_of(13_000), [10_000, 2_500, 500]);
    assert_eq!(chips_of(0), [0_i64; 0]);
    assert_eq!(chips_of(684_000).len(), 6);
    assert!(chips_of(i64::MAX).len() <= 6);
    assert_eq!(chips_of(-500), [0_i64; 0]);
}

#[test]
fn figures_on_chips() {
    let cases = [(25, "25¢"), (100, "1"), (2_500, "25"), (100_000, "1K"), (250, "2.50"), (100_000_000, "1M")];
    for (minor, figure) in cases {
        assert_eq!(table::figure(minor, Currency::Usd), figure);
    }
    assert_eq!(table::figure(50, Currency::Php), ".50");
}
