//! Who sees what of a table, and that nothing that is printed tells a face-down card.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod support;

use banco_cards::{Card, Side, parse_cards};
use banco_engine::Hidden;
use banco_engine::table::{
    CardView, Event, HolderView, Pause, Person, Prompt, Table, TableView, Viewer, Word, hear, view,
};
use support::script::table_after;
use support::{happen, story};

fn seen(table: &Table, viewer: Viewer) -> TableView {
    view(table, viewer)
}

fn others() -> [Viewer; 6] {
    [
        Viewer::Participant(Person(3)),
        Viewer::Onlooker,
        Viewer::Dealer,
        Viewer::Floor,
        Viewer::Surveillance,
        Viewer::Display,
    ]
}

const SQUEEZE: [&str; 5] = [
    "ready 1 3",
    "seat 1: bet player $100",
    "seat 3: bet banker $200",
    "dealer: no more bets",
    "shoe: 7h 2c Kd 6s",
];

fn cards(text: &str) -> Vec<Card> {
    parse_cards(text).unwrap()
}

#[test]
fn the_holder_sees_the_squeezed_hand_and_nobody_else_does() {
    let table = table_after("ma-midi", &SQUEEZE);
    let [seven, king] = cards("7h Kd")[..] else { panic!() };
    let own = seen(&table, Viewer::Participant(Person(1)));
    assert_eq!(own.round.player.cards, [CardView::Held(seven), CardView::Held(king)]);
    assert_eq!(own.round.banker.cards, [CardView::Down; 2]);
    assert_eq!(own.prompts, [Prompt::TurnCards { side: Side::Player, third: false, unknown: 0 }]);
    for viewer in others() {
        let seen = seen(&table, viewer);
        for side in Side::BOTH {
            assert_eq!(seen.round.hand(side).cards, [CardView::Down; 2], "{viewer:?}");
            assert_eq!(seen.round.hand(side).count, None);
        }
        assert!(matches!(seen.round.player.holder, Some(HolderView::Seat(seat)) if seat.number == 1));
    }
}

#[test]
fn everybody_sees_a_hand_that_was_turned() {
    let table = table_after("ma-midi", &[&SQUEEZE[..], &["seat 1: turn"]].concat());
    let [seven, king, two, six] = cards("7h Kd 2c 6s")[..] else { panic!() };
    for viewer in others().into_iter().chain([Viewer::Participant(Person(1))]) {
        let seen = seen(&table, viewer);
        assert_eq!(seen.round.player.cards, [CardView::Up(seven), CardView::Up(king)], "{viewer:?}");
        assert_eq!(seen.round.player.count, Some(7));
        let holds = viewer == Viewer::Participant(Person(3));
        let banker = if holds { [CardView::Held(two), CardView::Held(six)] } else { [CardView::Down; 2] };
        assert_eq!(seen.round.banker.cards, banker, "{viewer:?}");
    }
}

#[test]
fn whoever_gives_the_cards_up_sees_them_no_more() {
    let table = table_after("ma-midi", &[&SQUEEZE[..], &["seat 1: relinquish"]].concat());
    for person in [1, 3] {
        let seen = seen(&table, Viewer::Participant(Person(person)));
        assert_eq!(seen.round.player.cards, [CardView::Down; 2]);
        assert!(matches!(seen.round.player.offered_to, Some(seat) if seat.number == 3));
    }
    let asked = seen(&table, Viewer::Participant(Person(3)));
    assert_eq!(asked.prompts, [Prompt::CardsOffered { side: Side::Player }]);
}

#[test]
fn cards_of_a_void_round_stay_face_down() {
    let void = [
        "floor: ask void the game cannot be completed because cards fell on the floor",
        "floor 2: approve request 1",
    ];
    let table = table_after("ma-midi", &[&SQUEEZE[..], &void].concat());
    for viewer in others().into_iter().chain([Viewer::Participant(Person(1))]) {
        assert_eq!(seen(&table, viewer).round.player.cards, [CardView::Down; 2], "{viewer:?}");
    }
}

#[test]
fn money_is_shown_to_its_owner_the_floor_and_the_surveillance() {
    let table = table_after("ma-midi", &SQUEEZE);
    let own = seen(&table, Viewer::Participant(Person(1)));
    assert_eq!(own.own.unwrap().chips.to_string(), "$9,900");
    assert_eq!(own.wagers.len(), 2, "wagers lie open");
    assert!(own.books.is_none() && own.staff.is_none());
    let onlooker = seen(&table, Viewer::Onlooker);
    assert!(onlooker.own.is_none() && onlooker.books.is_none() && onlooker.wagers.len() == 2);
    let display = seen(&table, Viewer::Display);
    assert!(display.wagers.is_empty() && display.places.is_empty() && display.own.is_none());
    assert_eq!((display.decks, display.limits.len(), display.round.number), (8, 5, 1));
    assert_eq!(display.last_call.as_deref(), Some("no more bets"));
    let dealer = seen(&table, Viewer::Dealer);
    assert!(dealer.staff.is_some() && dealer.books.is_none());
    for viewer in [Viewer::Floor, Viewer::Surveillance] {
        assert_eq!(seen(&table, viewer).books.unwrap().people, table.people());
    }
}

#[test]
fn the_dealer_sees_marked_vigorish_and_what_comes_next() {
    let rest = ["seat 1: turn", "seat 3: turn"];
    let table = table_after("ma-midi", &[&SQUEEZE[..], &rest].concat());
    assert_eq!(seen(&table, Viewer::Dealer).prompts, [Prompt::Settle]);
    let table = table_after("ma-midi", &[&SQUEEZE[..], &rest, &["dealer: settle"]].concat());
    let dealer = seen(&table, Viewer::Dealer);
    assert_eq!(dealer.prompts, [Prompt::ClearTable]);
    let owed = dealer.staff.unwrap().owed;
    assert_eq!(
        owed.iter().map(|(seat, _, owed)| (seat.number, owed.to_string())).collect::<Vec<_>>(),
        [(3, "$10".to_owned())]
    );
    assert_eq!(dealer.results.len(), 1);
}

#[test]
fn an_irregularity_waits_for_the_floor_alone() {
    let lines = ["ready 1", "seat 1: bet player $100", "dealer: report drawn in error 9c"];
    let table = table_after("ma-midi", &lines);
    let floor = seen(&table, Viewer::Floor);
    assert!(matches!(floor.prompts[..], [Prompt::Approve { .. }]));
    for viewer in others() {
        let seen = seen(&table, viewer);
        assert_eq!(seen.pause, Some(Pause::Irregularity));
        let staff = matches!(viewer, Viewer::Dealer | Viewer::Floor | Viewer::Surveillance);
        assert_eq!(format!("{seen:?}").contains("Nine"), staff, "{viewer:?}");
    }
}

#[test]
fn a_round_that_somebody_asks_to_void_waits_for_another() {
    let ask = ["floor: ask void the game cannot be completed because cards fell on the floor"];
    let table = table_after("ma-midi", &[&SQUEEZE[..], &ask].concat());
    let [request] = table.requests() else { panic!("{:?}", table.requests()) };
    for viewer in others().into_iter().chain([Viewer::Participant(Person(1))]) {
        let seen = seen(&table, viewer);
        assert_eq!(seen.pause, Some(Pause::VoidAsked), "{viewer:?}");
        match viewer {
            Viewer::Floor => assert_eq!(seen.prompts, [Prompt::DecideRequest { request: request.clone() }]),
            _ => assert_eq!(seen.prompts, [], "{viewer:?} cannot go on"),
        }
    }
}

/// What is printed of two tables that differ in one face-down card is the same.
#[test]
fn no_text_tells_a_face_down_card() {
    let start = table_after("ma-midi", &SQUEEZE[..4]);
    let (one, events) = deal(&start, "7h 2c Kd 6s");
    let (other, other_events) = deal(&start, "9s 2c Kd 6s");
    assert!(one != other, "the tables know their cards");
    assert_eq!(format!("{one:?}"), format!("{other:?}"));
    assert_eq!(format!("{events:?}"), format!("{other_events:?}"));
    let told = |events: &[Event]| events.iter().map(|event| story(start.rules(), event)).collect::<Vec<_>>();
    assert_eq!(told(&events), told(&other_events));
    for viewer in others() {
        assert_eq!(view(&one, viewer), view(&other, viewer), "{viewer:?}");
    }
    let holder = Viewer::Participant(Person(1));
    assert_ne!(view(&one, holder), view(&other, holder));
}

fn deal(table: &Table, text: &str) -> (Table, Vec<Event>) {
    let mut table = table.clone();
    let mut all = Vec::new();
    for card in cards(text) {
        let events = hear(&table, Word::Card(Hidden::new(card))).unwrap();
        happen(&mut table, &events);
        all.extend(events);
    }
    (table, all)
}

/// Eight sevens of hearts have come; a ninth is refused without being named, for it would lie face down.
#[test]
fn no_refusal_tells_a_face_down_card() {
    let round = |first: &str| {
        vec![
            "seat 1: bet player $100".to_owned(),
            "dealer: no more bets".to_owned(),
            format!("shoe: {first}"),
        ]
    };
    let mut lines = vec!["ready 1".to_owned()];
    // Natural after natural, so that four cards are enough.
    for _ in 0..8 {
        lines.extend(round("7h Kc As 9d"));
        lines.extend(["seat 1: turn", "dealer: settle", "dealer: clear"].map(str::to_owned));
    }
    lines.extend(["seat 1: bet player $100", "dealer: no more bets"].map(str::to_owned));
    let table = table_after("ma-midi", &lines.iter().map(String::as_str).collect::<Vec<_>>());
    let refusal = hear(&table, Word::Card(Hidden::new(cards("7h")[0]))).unwrap_err();
    assert_eq!(refusal.code(), "sealed_card_spent");
    let text = format!("{refusal} {refusal:?} {:?}", refusal.hint());
    assert!(!text.contains("7h") && !text.contains("Seven") && !text.contains("Hearts"), "{text}");
}
