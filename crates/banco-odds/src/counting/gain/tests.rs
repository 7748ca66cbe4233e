use banco_dice::Dice;
use banco_engine::SeatFacts;
use banco_rulebook::{Library, Offered, Terms, WagerName};

use super::*;
use crate::counting::draw::FiveRule;
use crate::{carrying, sheets_of};

/// Shoes of all sizes, from six cards to twenty decks, no two suits alike.
fn shoes(dice: &mut Dice) -> [[u16; 52]; 8] {
    let mut shoes = [1, 2, 3, 4, 6, 8, 9, 21]
        .map(|most| std::array::from_fn(|_| u16::try_from(dice.below(most)).unwrap()));
    // So few cards that some hands cannot be, and six at least.
    shoes[0][..20].fill(0);
    shoes[0][7] = 2;
    shoes[0][20] = 3;
    shoes[0][33] = 1;
    shoes
}

fn offered(terms: &Terms) -> Vec<Offered> {
    let mut all = Vec::new();
    for wager in terms.rulebook.wagers.iter().filter(|wager| !wager.lines_by_licensee) {
        let complete = |column: &&str| wager.missing_lines(column).is_none();
        let Some(column) = wager.column_names().into_iter().find(complete) else { continue };
        let paytable = (!column.is_empty()).then(|| column.to_owned());
        for side in wager.side_names() {
            let name =
                WagerName { id: wager.id.clone(), side: side.map(str::to_owned), paytable: paytable.clone() };
            all.extend(terms.offered(&name));
        }
    }
    all
}

/// The sheets are made by the recipes, each shoe for itself.
#[test]
fn the_gain_of_every_wager_is_that_of_its_sheet() {
    let library = Library::embedded().unwrap();
    for rulebook in ["co-rule-28", "ma-baccarat", "ma-midi", "ma-chemin-de-fer", "ca-21st-century"] {
        let terms = library.terms(rulebook, "default").unwrap().opened();
        let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
        let shoes = shoes(&mut Dice::new(18));
        let mut room = ValueRoom::default();
        for offered in offered(&terms) {
            let seat = SeatFacts::at(&terms, carrying(&terms, &offered)[0], &[]);
            let tables = [&offered.table];
            let question = Question::new(&tables, &seat, &offered.suits);
            let name = format!("{rulebook} {} {:?}", offered.table.wager, offered.table.side);
            let sheet = |cards: &[u16; 52]| {
                let shoe = Shoe::from_counts(cards).unwrap().0;
                sheets_of(&terms, &question, (&shoe, &draw)).map(|mut sheets| sheets.remove(0))
            };
            let Ok(first) = sheet(&shoes[0]) else { continue };
            let unit = first.common();
            let parts = |gain: (i128, i128)| gain.0 * (unit / gain.1);
            let lines = first.lines.iter().take(offered.table.lines.len());
            let lines: Vec<i64> = lines.map(|line| i64::try_from(parts(line.gain)).unwrap()).collect();
            let gain = Gain::new(&question, &draw, &lines, i64::try_from(unit).unwrap()).unwrap();
            let values = gain.values(&shoes.map(Unseen::new), &mut room);
            assert!(gain.error < 1e-8, "{name}: {}", gain.error);
            for (cards, value) in shoes.iter().zip(values) {
                let sheet = sheet(cards).unwrap();
                let gained: i128 = sheet
                    .lines
                    .iter()
                    .map(|line| i128::try_from(line.ways).unwrap() * parts(line.gain))
                    .sum();
                let unseen = Unseen::new(*cards);
                assert_eq!(
                    gain.exact(&unseen),
                    (gained, i128::try_from(sheet.total).unwrap() * unit),
                    "{name}"
                );
                let exact = gained as f64 / (sheet.total as f64 * unit as f64);
                assert!((value - exact).abs() <= gain.error, "{name} {cards:?}: {value} {exact}");
                assert_eq!(
                    gain.value(&unseen).to_bits(),
                    (gained as f64 / (sheet.total as i128 * unit) as f64).to_bits()
                );
            }
        }
    }
}
