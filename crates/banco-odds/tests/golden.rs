//! Exact counts that the whole trade knows.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use banco_engine::SeatFacts;
use banco_odds::{Deals, DrawTable, FiveRule, Sheet, Shoe, sheets};
use banco_rulebook::Library;

fn sheet(rulebook: &str, wager: &str, decks: u16) -> Sheet {
    let library = Library::embedded().unwrap();
    let terms = library.terms(rulebook, "default").unwrap().opened();
    let offered = terms.offered(&wager.parse().unwrap()).unwrap();
    let seat = SeatFacts::at(&terms, 1, &[]);
    let deals = Deals::new(Shoe::full(decks), DrawTable::of(&terms, FiveRule::Draw)).unwrap();
    sheets(&terms, &deals, &[offered.table], &seat, &offered.suits).unwrap().remove(0)
}

fn ways(sheet: &Sheet, line: &str) -> u128 {
    sheet.lines.iter().find(|known| known.name == line).unwrap().ways
}

#[test]
fn eight_decks_of_punto_banco() {
    let player = sheet("co-rule-28", "player", 8);
    assert_eq!(player.total, 4_998_398_275_503_360);
    assert_eq!(ways(&player, "Player wins"), 2_230_518_282_592_256);
    assert_eq!(ways(&player, "Tie"), 475_627_426_473_216);
    let banker = sheet("co-rule-28", "banker", 8);
    assert_eq!(ways(&banker, "Banker wins"), 2_292_252_566_437_888);
    assert!((banker.house_edge() - 0.010_579).abs() < 1e-6, "{}", banker.house_edge());
    assert!((player.house_edge() - 0.012_351).abs() < 1e-6, "{}", player.house_edge());
    let tie = sheet("ma-baccarat", "tie", 8);
    assert!((tie.house_edge() - 0.143_596).abs() < 1e-6, "{}", tie.house_edge());
}

#[test]
fn well_known_side_bets_at_eight_decks() {
    for (rulebook, wager, edge) in [
        ("ma-baccarat", "dragon-7", 0.076_11),
        ("ma-baccarat", "panda-8", 0.101_87),
        ("ma-baccarat", "banker:ez", 0.010_18),
        ("ma-baccarat", "dragon-bonus.player:A", 0.026_52),
        ("ma-baccarat", "dragon-bonus.banker:A", 0.093_73),
        ("co-rule-28", "player-pair", 0.103_61),
        ("co-rule-28", "match-pair.player", 0.103_61),
    ] {
        let found = sheet(rulebook, wager, 8).house_edge();
        assert!((found - edge).abs() < 1e-5, "{wager}: {found}");
    }
    // The reading of the Royale Bonus gives bettors an edge.
    let royale = sheet("ca-21st-century", "royale-bonus", 8).house_edge();
    assert!((royale + 0.118).abs() < 1e-3, "{royale}");
}
