//! What is asked of whom while a hand of chemin de fer is dealt.

use banco_cards::Side;
use banco_engine::table::{Announcement, Prompt, Table, Viewer};

use crate::{BANCO, BANK, asks, chemin_de_fer_with, lines, person, prompts};

/// A hand against seat 5 with these cards, after these words.
fn dealt(cards: &str, after: &[&str]) -> Table {
    let shoe = format!("shoe: {cards}");
    let set = [r#"options.banker-draw = "optional""#];
    chemin_de_fer_with(&set, &lines(&[&BANK, &BANCO, &[&shoe], after]))
}

const fn announce(side: Side, words: &'static [Announcement]) -> Prompt {
    Prompt::Announce { side, words }
}

#[test]
fn the_dominant_player_announces_what_the_count_lets_them() {
    use Announcement::{Card, Natural, Stay};
    let hands: [(&str, &[Announcement]); 5] = [
        ("2h Kc 2d Ks", &[Card]),
        ("2h Kc 3d Ks", &[Card, Stay]),
        ("2h Kc 4d Ks", &[Stay]),
        ("2h Kc 5d Ks", &[Stay]),
        ("2h Kc 6d Ks", &[Natural]),
    ];
    for (cards, words) in hands {
        let table = dealt(cards, &[]);
        asks!(table, Prompt::Announce { .. }, person(5) => announce(Side::Player, words));
        assert_eq!(prompts(&table, Viewer::Dealer), []);
    }
}

#[test]
fn nobody_announces_before_all_four_cards_are_out() {
    let table = dealt("2h Kc 2d", &[]);
    asks!(table, Prompt::Announce { .. },);
    asks!(table, Prompt::CardDue { .. }, Viewer::Dealer => Prompt::CardDue { side: Side::Banker });
}

#[test]
fn after_card_the_banker_announces_and_then_the_card_is_due() {
    let table = dealt("2h 3c 2d 4s", &["seat 5: announce card"]);
    asks!(table, Prompt::Announce { .. }, person(3) => announce(Side::Banker, &[Announcement::UnderEight]));
    let table = dealt("2h 4c 2d 4s", &["seat 5: announce card"]);
    asks!(table, Prompt::Announce { .. }, person(3) => announce(Side::Banker, &[Announcement::Natural]));
    let table = dealt("2h 3c 2d 4s", &["seat 5: announce card", "seat 3: announce under eight"]);
    asks!(table, Prompt::Announce { .. },);
    asks!(table, Prompt::CardDue { .. }, Viewer::Dealer => Prompt::CardDue { side: Side::Player });
}

#[test]
fn the_banker_alone_chooses_in_the_cells_that_are_left_open() {
    let choose = Prompt::Choose { side: Side::Banker };
    let table = dealt("7h 6c Kd Ks", &["seat 5: announce stay"]);
    asks!(table, Prompt::Choose { .. }, person(3) => choose);
    let asked = ["seat 5: announce card", "seat 3: announce under eight"];
    let table = dealt("2h 5c Kd Ks", &lines(&[&asked, &["shoe: 4h"]]));
    asks!(table, Prompt::Choose { .. }, person(3) => choose);
    let table = dealt("2h 3c Kd Ks", &lines(&[&asked, &["shoe: 9h"]]));
    asks!(table, Prompt::Choose { .. }, person(3) => choose);
    let table = dealt("2h 3c Kd Ks", &lines(&[&asked, &["shoe: 9h", "seat 3: stand"]]));
    asks!(table, Prompt::Choose { .. },);
    asks!(table, Prompt::Settle, Viewer::Dealer => Prompt::Settle);
    // The neighbouring cells are no choice.
    let table = dealt("2h 5c Kd Ks", &lines(&[&asked, &["shoe: 5h"]]));
    asks!(table, Prompt::Choose { .. },);
}
