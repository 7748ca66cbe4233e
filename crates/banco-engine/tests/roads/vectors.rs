//! Worked histories with every road written out.

use banco_cards::Side;
use banco_engine::roads::{DerivedRoad, Policy, Roads, Tail, parse_history};
use serde_json::{Value, json};

use crate::{column_row, drawing, roads};

/// `Bb Ppn T` (pairs and naturals as small letters behind the outcome) in our notation.
fn in_our_notation(history: &str) -> String {
    let word = |word: &str| format!("{}({})", &word[..1], &word[1..]);
    history.split(' ').filter(|text| !text.is_empty()).map(word).collect()
}

fn key(road: DerivedRoad) -> &'static str {
    match road {
        DerivedRoad::BigEyeBoy => "big_eye_boy",
        DerivedRoad::SmallRoad => "small_road",
        DerivedRoad::CockroachPig => "cockroach_pig",
    }
}

/// The roads in the form of the vectors.
fn as_vector(name: &Value, history: &Value, roads: &Roads) -> Value {
    let counts = roads.counts();
    let places = |road: DerivedRoad| -> Vec<Value> {
        roads.derived(road).cells().iter().map(|cell| json!(column_row(cell.place))).collect()
    };
    let big = roads.big().cells().iter().map(|cell| {
        let side = if cell.side == Side::Player { "P" } else { "B" };
        json!({"hand": cell.hand, "col": cell.place.column, "row": cell.place.row, "side": side, "ties": cell.ties})
    });
    let ask = |side: Side| {
        let [big_eye, small, cockroach] =
            DerivedRoad::ALL.map(|road| roads.ask(side).mark(road).map(|mark| mark.letter()));
        json!({"bigeye": big_eye, "small": small, "cockroach": cockroach})
    };
    let mut value = json!({
        "name": name, "history": history,
        "counts": {"P": counts.player, "B": counts.banker, "T": counts.tie},
        "player_pairs": counts.player_pairs, "banker_pairs": counts.banker_pairs, "naturals": counts.naturals,
        "bead": roads.bead().beads().iter().map(|bead| column_row(bead.place)).collect::<Vec<_>>(),
        "big_road": big.collect::<Vec<_>>(),
        "leading_ties": roads.big().leading_ties(),
        "runs": roads.big().runs(),
        "ask": {"P": ask(Side::Player), "B": ask(Side::Banker)},
        "derived_cells": {},
    });
    for road in DerivedRoad::ALL {
        value[key(road)] = json!(roads.derived(road).letters());
        value["derived_cells"][key(road)] = json!(places(road));
    }
    value
}

#[test]
fn every_vector_is_drawn_to_the_cell() {
    let vectors: Value = serde_json::from_str(include_str!("vectors.json")).unwrap();
    let cases = vectors["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 14);
    for case in cases {
        let roads = roads(&in_our_notation(case["history"].as_str().unwrap()));
        assert_eq!(&as_vector(&case["name"], &case["history"], &roads), case);
    }
}

#[test]
fn two_dragons_lie_side_by_side() {
    let board = "BPBP.\nBPB..\nBP...\nBP...\nBPPPP\nBBBB.";
    assert_eq!(drawing(&roads("BBBBBBBBB PPPPPPPP BB P")), board);
}

#[test]
fn a_blocked_tail_drops_again_or_stays_as_the_house_likes() {
    let history = "BBBBBBBB PPPPPPPPP B";
    assert_eq!(drawing(&roads(history)), "BPB..\nBP...\nBP...\nBP...\nBPPP.\nBBBPP");
    let policy = Policy { tail: Tail::Stay, ..Policy::default() };
    let stay = Roads::new(policy, parse_history(history).unwrap());
    assert_eq!(drawing(&stay), "BPB...\nBP....\nBP....\nBP....\nBPPPPP\nBBB...");
}
