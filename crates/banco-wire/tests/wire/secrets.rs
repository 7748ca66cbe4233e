//! Nothing that a viewer is sent depends on a card that lies face down to them.
//!
//! Every floor is followed twice: as it was, and with another face under every card that lies face down. Whoever does
//! not hold such a card must be sent the same in both, to the letter: so no face can be in it, in whatever form.

use banco_cards::{Card, Rank};
use banco_engine::link::TableId;
use banco_engine::pit::{Happening, Pit};
use banco_engine::script::called;
use banco_engine::table::{
    CardView, DealingEvent, Event, Face, IrregularityEvent, Laid, Table, TableView, Viewer, What, view,
};
use banco_engine::{Hidden, Names};
use banco_wire::{TableSeen, Told};

use crate::floor::{Played, cases, scripts, viewers};

/// Another card of another count and suit.
fn other(card: Card) -> Card {
    let rank = Rank::from_number(card.rank.number() % 13 + 1).unwrap();
    let suits = banco_cards::Suit::ALL;
    let at = suits.iter().position(|suit| *suit == card.suit).unwrap();
    Card::new(rank, suits[(at + 1) % 4])
}

fn swapped(laid: Laid) -> Laid {
    match laid.face() {
        Face::Up(_) => laid,
        Face::Down(hidden) => match (hidden.unseal(), hidden.commitment()) {
            (Some(card), Some(commitment)) => {
                Laid::down(Hidden::committed(other(card), commitment), laid.place())
            }
            (Some(card), None) => Laid::down(Hidden::new(other(card)), laid.place()),
            (None, _) => laid,
        },
    }
}

/// The same with another face under every card that lies face down.
fn with_other_faces(happening: &Happening) -> Happening {
    let Happening::Table(table, event) = happening else { return happening.clone() };
    let what = match &event.what {
        What::Dealing(DealingEvent::CardDealt { card, from_aside, side }) => {
            What::Dealing(DealingEvent::CardDealt {
                card: swapped(*card),
                from_aside: *from_aside,
                side: *side,
            })
        }
        What::Irregularity(IrregularityEvent::CardSetAside { card }) => {
            What::Irregularity(IrregularityEvent::CardSetAside { card: swapped(*card) })
        }
        other => other.clone(),
    };
    Happening::Table(*table, Event { clauses: event.clauses, what })
}

fn holds(view: &TableView) -> bool {
    let cards = [&view.round.player, &view.round.banker].into_iter().flat_map(|hand| &hand.cards);
    cards.chain(&view.shoe.aside).any(|card| matches!(card, CardView::Held(_)))
}

fn hides(table: &Table) -> bool {
    let round = table.round();
    let laid = round.player.iter().chain(&round.banker).flatten();
    laid.copied().chain(table.shoe().aside()).any(|laid| !laid.is_up() && laid.unseal().is_some())
}

/// How many views and events were compared while something lay face down.
fn follow(played: &Played) -> usize {
    let (mut one, mut two) = (played.rules.clone(), played.rules.clone());
    let mut compared = 0;
    for happening in &played.happenings {
        let changed = with_other_faces(happening);
        compared += usize::from(changed != *happening);
        events_agree(&one, happening, &changed);
        one.evolve(happening);
        two.evolve(&changed);
        for (at, table) in one.tables() {
            if hides(table) {
                compared += views_agree(&played.title, at, table, two.table(at).unwrap());
            }
        }
    }
    compared
}

fn events_agree(pit: &Pit, happening: &Happening, changed: &Happening) {
    let Happening::Table(at, _) = happening else { return };
    let Some(table) = pit.table(*at) else { return };
    let names = Names::new(table.rules(), &called);
    for viewer in viewers(table) {
        let tell = |happening: &Happening| {
            Told::at_table(happening, 1, viewer, &names).map(|told| serde_json::to_string(&told).unwrap())
        };
        assert_eq!(tell(happening), tell(changed), "{viewer:?}");
    }
}

fn views_agree(title: &str, at: TableId, one: &Table, two: &Table) -> usize {
    let mut compared = 0;
    for viewer in viewers(one) {
        let (first, second) = (view(one, viewer), view(two, viewer));
        let [seen, other] =
            [(&first, one), (&second, two)].map(|(view, table)| TableSeen::new(view, table.rules(), &called));
        let text = serde_json::to_string(&seen.round).unwrap();
        if holds(&first) {
            // Whoever holds a card sees it, and only they.
            assert!(matches!(viewer, Viewer::Participant(_)), "{title}, {at}: {viewer:?} holds a card");
            assert!(text.contains("\"held\""));
            assert_ne!(seen, other, "{title}, {at}: {viewer:?} does not see what they hold");
            continue;
        }
        assert!(!text.contains("\"held\""), "{title}, {at}: {viewer:?}");
        assert_eq!(seen, other, "{title}, {at}: {viewer:?} is sent something about a face-down card");
        compared += 1;
    }
    compared
}

#[test]
fn nobody_is_sent_a_card_that_lies_face_down_to_them() {
    let compared: usize = scripts().iter().map(|(_, played)| follow(played)).sum();
    assert!(compared > 100, "only {compared} were compared");
}

#[test]
fn nor_in_any_case_of_the_rulebooks() {
    let (mut compared, mut some) = (0, 0_usize);
    cases(|_, played| {
        some += 1;
        // Every third is enough.
        if some.is_multiple_of(3) {
            compared += follow(&played);
        }
    });
    assert!(compared > 1_000, "only {compared} were compared");
}
