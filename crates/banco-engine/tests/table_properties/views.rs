//! No view tells what its viewer may not know.

use banco_cards::{Card, Side};
use banco_engine::table::{CardView, TableView, Viewer, view};

use crate::desk::Desk;
use crate::support::blind::cards_in;
use crate::support::promises::viewers;

/// Every card in the text of a view is one that lies open, that was named in a report to the staff, or that
/// the viewer holds.
pub fn check(desk: &Desk, thorough: bool) {
    for viewer in viewers(&desk.table) {
        let seen = view(&desk.table, viewer);
        let text = if thorough {
            format!("{seen:?}")
        } else {
            format!("{:?} {:?} {:?} {:?}", seen.round, seen.shoe, seen.staff, seen.prompts)
        };
        let allowed = allowed(desk, viewer);
        let shown = cards_in(&text);
        let foreign = shown.iter().find(|card| !allowed.contains(card));
        assert_eq!(foreign, None, "{viewer:?} sees {shown:?}, not only {allowed:?}: {seen:?}");
        for side in Side::BOTH {
            check_hand(desk, viewer, &seen, side);
        }
        check_money(viewer, &seen);
    }
    desk.check_blind(thorough);
}

fn allowed(desk: &Desk, viewer: Viewer) -> Vec<Card> {
    let sealed = &desk.sealed;
    let hands = sealed.hands.iter().flatten();
    let mut cards: Vec<Card> = hands.filter(|(_, up)| *up).map(|(card, _)| *card).collect();
    cards.extend(sealed.aside.filter(|(_, up)| *up).map(|(card, _)| card));
    if matches!(viewer, Viewer::Dealer | Viewer::Floor | Viewer::Surveillance) {
        cards.extend(sealed.named);
    }
    if let Some((side, person)) = sealed.held
        && viewer == Viewer::Participant(person)
    {
        cards.extend(sealed.hand(side).iter().map(|(card, _)| *card));
    }
    cards
}

/// Backs are backs, and the holder sees the faces, unless nobody has told the table.
fn check_hand(desk: &Desk, viewer: Viewer, seen: &TableView, side: Side) {
    let known = desk.sealed.hand(side);
    let shown = &seen.round.hand(side).cards;
    assert_eq!(shown.len(), known.len());
    let holds = matches!(desk.sealed.held, Some((held, person))
        if held == side && viewer == Viewer::Participant(person));
    for (shown, (card, up)) in shown.iter().zip(known) {
        match shown {
            CardView::Up(shown) => assert!(*up && shown == card),
            CardView::Held(shown) => assert!(!up && holds && shown == card),
            CardView::Down => assert!(!up),
        }
    }
}

/// Chips of others, and all money on the public sign, stay private.
fn check_money(viewer: Viewer, seen: &TableView) {
    let supervises = matches!(viewer, Viewer::Floor | Viewer::Surveillance);
    assert_eq!(seen.books.is_some(), supervises);
    assert_eq!(seen.staff.is_some(), supervises || viewer == Viewer::Dealer);
    match (viewer, &seen.own) {
        (Viewer::Participant(person), Some(own)) => assert_eq!(own.person, person),
        (_, own) => assert!(own.is_none()),
    }
    if viewer == Viewer::Display {
        assert!(seen.wagers.is_empty() && seen.places.is_empty() && seen.prompts.is_empty());
    }
}
