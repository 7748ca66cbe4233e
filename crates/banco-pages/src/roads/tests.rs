//! Each road has a name, a sentence and a table; every hand is told once, in every language.

use banco_engine::roads::parse_history;
use banco_wire::ResultSeen;

use super::*;

fn results(history: &str) -> Vec<ResultSeen> {
    parse_history(history).unwrap().iter().map(ResultSeen::from).collect()
}

fn page(history: &str, lang: Lang) -> String {
    panel(&results(history), Look { lang, ..Look::default() }).into_string()
}

#[test]
fn every_road_has_its_name_and_a_sentence_in_every_language() {
    for lang in Lang::ALL {
        let html = page("BBPPBTP", lang);
        for road in Road::ALL {
            let label = format!(
                "aria-label=\"{}. {}\"",
                name(road, lang),
                summary::of(&of_results(&results("BBPPBTP")), road, lang)
            );
            assert!(html.contains(&label), "{label} in {html}");
        }
    }
}

/// The table says everything that the drawings say.
#[test]
fn the_table_has_a_row_for_every_hand() {
    let html = page("BBPPBTP", Lang::En);
    assert_eq!(html.matches("scope=\"row\"").count(), 7);
    // The golden vector of the big eye boy: BBPPB makes two regular marks.
    let five = page("BBPPB", Lang::En);
    assert_eq!(five.matches("<td>regular</td>").count(), 2);
    assert_eq!(five.matches("<td>irregular</td>").count(), 0);
}

/// One tie is a slash, more are counted, and those before any win stay with the first cell.
#[test]
fn ties_are_notes_on_the_big_road() {
    let html = page("TTBTP", Lang::En);
    let big = html.split("road-big").nth(1).unwrap().split("</figure>").next().unwrap();
    assert_eq!(
        big.matches("<path class=\"tie\"").count(),
        1,
        "the ties before and after the first win share its cell"
    );
    assert!(big.contains(">3</text>"), "{big}");
}

/// Three marks for each hand, and never the word that sells a fallacy.
#[test]
fn ask_shows_three_marks_for_each_hand_and_predicts_nothing() {
    let html = page("BPBPBPBPBP", Lang::En);
    let form = html.split("class=\"ask\"").nth(1).unwrap().split("</form>").next().unwrap();
    assert_eq!(form.matches("<svg").count(), 6);
    assert!(!html.to_lowercase().contains("predict"));
    assert!(html.contains("ghost-player") && html.contains("ghost-banker"));
    assert!(!html.contains("data-ask"));
    let shown = asked(&results("BP"), Look::default(), Some(Side::Banker)).into_string();
    assert!(shown.contains("data-ask=\"banker\""));
}

#[test]
fn an_empty_shoe_has_roads_too() {
    for lang in Lang::ALL {
        let html = page("", lang);
        assert!(html.contains(&lang.say("road-no-win")));
        assert_eq!(html.matches("<figure").count(), 5);
    }
}

/// Seventy hands and their table, as they go over the wire without compression.
#[test]
fn roads_stay_small() {
    let history = "BBPBPPTBBPBBBPPBPTPBB".repeat(4);
    let html = page(&history, Lang::En);
    assert!(html.len() < 120_000, "{} bytes", html.len());
    for never in [" style=", "<script", "<style"] {
        assert!(!html.contains(never), "{never}");
    }
}
