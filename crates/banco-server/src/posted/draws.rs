//! Who draws a third card, vigorish, and the Personal King-9 of each seat.

use banco_cards::{Card, Rank, Suit};
use banco_rulebook::Terms;
use banco_rulebook::model::rulebook::VariantVigorish;
use banco_wire::{PostedDrawRow, PostedDraws, PostedKingNine, PostedVigorish};

/// Who draws a third card.
pub(super) fn draws(terms: &Terms) -> PostedDraws {
    let file = &terms.rulebook.file;
    let (drawing, player) = (&file.drawing, &file.drawing.player);
    let chooses = player.chooses.as_ref();
    let totals = terms.variant.player_chooses.as_ref().or_else(|| chooses.map(|choice| &choice.totals));
    let player_chooses = totals.map(|totals| totals.as_slice().to_vec()).unwrap_or_default();
    let fixed = |counts: &[u8]| -> Vec<u8> {
        counts.iter().copied().filter(|count| !player_chooses.contains(count)).collect()
    };
    let mut clauses: Vec<String> = Vec::new();
    for cite in [&drawing.natural.cite, &player.draws_cite, &player.stands_cite] {
        clauses.extend_from_slice(cite.as_slice());
    }
    clauses.extend(chooses.into_iter().flat_map(|choice| choice.cite.as_slice().to_vec()));
    PostedDraws {
        player_name: file.hands.player.clone(),
        banker_name: file.hands.banker.clone(),
        naturals: drawing.natural.totals.as_slice().to_vec(),
        player_draws: fixed(player.draws.as_slice()),
        player_stands: fixed(player.stands.as_slice()),
        player_chooses,
        clauses,
        banker: banker(terms),
    }
}

fn banker(terms: &Terms) -> Vec<PostedDrawRow> {
    let banker = &terms.rulebook.file.drawing.banker;
    let open = banker.optional.as_ref().filter(|optional| terms.is_chosen(&optional.when));
    let rows = banker.table.iter().filter_map(|(count, row)| Some((count.parse::<u8>().ok()?, count, row)));
    rows.map(|(count, key, row)| {
        let cell = |third: Option<u8>| {
            let free = open.is_some_and(|open| {
                open.cells.iter().any(|cell| cell.banker == count && cell.third == third)
            });
            match (free, row.0.draws(third)) {
                (true, _) => "choose",
                (false, true) => "draw",
                (false, false) => "stand",
            }
        };
        let mut clauses = banker.cite.get(key).map(|cite| cite.as_slice().to_vec()).unwrap_or_default();
        clauses.extend_from_slice(banker.stood_cite.as_slice());
        PostedDrawRow { count, cells: (0..=9).map(Some).chain([None]).map(cell).collect(), clauses }
    })
    .collect()
}

/// The licensee's share of wagers, where the variant takes one.
pub(super) fn vigorish(terms: &Terms) -> Option<PostedVigorish> {
    let (file, rates) = (terms.rulebook.file.vigorish.as_ref()?, terms.vigorish?);
    let (rate, on, range) = match terms.variant.vigorish {
        VariantVigorish::Never => return None,
        VariantVigorish::OnWin => (rates.on_win, "win", Some(&file.on_win)),
        VariantVigorish::OnTie => (rates.on_tie, "tie", file.on_tie.as_ref()),
    };
    let collected = file.collected.iter().find(|known| Some(known.id) == terms.vigorish_collected);
    Some(PostedVigorish {
        rate: rate.to_string(),
        on,
        collected: collected.map(|known| known.summary.clone()).unwrap_or_default(),
        clauses: range.map(|range| range.cite.as_slice().to_vec()).unwrap_or_default(),
    })
}

/// The Personal King-9 of each seat that has one.
pub(super) fn king_nines(terms: &Terms) -> Vec<PostedKingNine> {
    let card = |rank: Rank, suit: Suit| Card::new(rank, suit);
    let each = terms.personal.iter().flat_map(|(seat, own)| {
        let pairs =
            Suit::ALL.into_iter().flat_map(|king| Suit::ALL.into_iter().map(move |nine| (king, nine)));
        let cards = pairs.map(|(king, nine)| (card(Rank::King, king), card(Rank::Nine, nine)));
        cards.filter(|(king, nine)| own.is([*king, *nine])).map(|(king, nine)| (*seat, king, nine))
    });
    each.map(|(seat, king, nine)| PostedKingNine {
        seat,
        king: banco_wire::Card(king),
        nine: banco_wire::Card(nine),
    })
    .collect()
}
