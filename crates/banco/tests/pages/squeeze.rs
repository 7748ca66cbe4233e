//! Cards that somebody turns up by their edge: what they see of them, and what others do.

use std::time::Duration;

use fantoccini::actions::{InputSource as _, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::browser::{Browser, with_browser};
use crate::floor::Floor;
use crate::seat::{With, names_card};
use crate::staff::{Dealt, Staff};

const CARD: &str = "#squeeze [role=slider][data-at=\"0\"]";
/// Each edge and corner, and where it is from the middle of a card.
const EDGES: [(&str, i8, i8); 8] = [
    ("top-left", -1, -1),
    ("top", 0, -1),
    ("top-right", 1, -1),
    ("left", -1, 0),
    ("right", 1, 0),
    ("bottom-left", -1, 1),
    ("bottom", 0, 1),
    ("bottom-right", 1, 1),
];

/// Two guests at a Midi table with a dealer; the first one holds the Player's hand.
struct TwoGuests {
    floor: Floor,
    staff: Staff,
    table: Dealt,
    other: Browser,
}

impl TwoGuests {
    async fn sit(holder: &Browser) -> Self {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let mut staff = Staff::come(&floor);
        let table = staff.put_up("ma-midi", "default");
        let other = Browser::start().await;
        other.listen().await;
        for browser in [holder, &other] {
            browser.size(1280, 900).await;
            browser.sit(&floor, table.number).await;
        }
        staff.prepare(&table);
        Self { floor, staff, table, other }
    }

    /// Both bet on the Player, the holder more, and four cards are dealt.
    async fn deal(&mut self, holder: &Browser, cards: &str) {
        for (browser, chip) in [(holder, 10_000), (&self.other, 2_500)] {
            browser.may_bet("player").await;
            browser.puts(With::Mouse, chip, "player").await;
            browser.staked("player", chip).await;
        }
        self.staff.dealer(&self.table, "no_more_bets");
        self.staff.deals(&self.table, cards);
    }

    /// The rest of the round: whatever of it is the dealer's.
    fn end(&mut self) {
        for _ in 0..8 {
            let seen = self.staff.sees(&self.table, "dealer");
            let prompt = seen["prompts"][0]["prompt"].as_str().unwrap_or_default().to_owned();
            match prompt.as_str() {
                "turn_cards" | "settle" | "clear_table" => self.staff.dealer(&self.table, &prompt),
                "card_due" => self.staff.deals(&self.table, "4c"),
                _ => return,
            }
        }
    }
}

async fn lifted(browser: &Browser) -> i64 {
    let now = "return Number(document.querySelector(arguments[0]).getAttribute('aria-valuenow'))";
    browser.script(now, vec![json!(CARD)]).await.as_i64().unwrap()
}

/// Whether both indices of the card are covered.
async fn indices_covered(browser: &Browser) -> bool {
    let covered = "const guards = [...document.querySelector(arguments[0]).querySelectorAll('.index-guard')]; \
                   const seen = (one) => { const style = getComputedStyle(one); return style.display !== 'none' && style.visibility !== 'hidden' && Number(style.opacity) > 0.99; }; \
                   return [guards.length, guards.filter(seen).length]";
    let told = browser.script(covered, vec![json!(CARD)]).await;
    assert_eq!(told[0], 2, "a card has two indices");
    match told[1].as_u64() {
        Some(2) => true,
        Some(0) => false,
        _ => panic!("one index shows without the other"),
    }
}

/// Where a drag from an edge or corner begins and by how much it goes, in pixels of the page.
const DRAG: &str = "const [css, x, y] = arguments; const card = document.querySelector(css); card.scrollIntoView({ block: 'center' }); \
     const box = card.getBoundingClientRect(); const half = (size, way) => size / 2 + way * size * 0.45; \
     return [box.left + half(box.width, x), box.top + half(box.height, y), -x * box.width * 0.3, -y * box.height * 0.3]";

async fn drag(browser: &Browser, (x, y): (i8, i8)) {
    let way = browser.script(DRAG, vec![json!(CARD), json!(x), json!(y)]).await;
    let pixels = |at: usize| way[at].as_f64().unwrap();
    let slowly = Some(Duration::from_millis(60));
    let mouse = MouseActions::new("mouse".to_owned())
        .then(PointerAction::MoveTo { duration: None, x: pixels(0), y: pixels(1) })
        .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
        .then(PointerAction::MoveBy { duration: slowly, x: pixels(2), y: pixels(3) })
        .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
    browser.page.perform_actions(mouse).await.unwrap();
}

/// Notes on both sides when a card was moved to a percentage, by the clock of the machine.
const NOTE: &str = "window.seen = {}; new MutationObserver(() => { const one = document.querySelector(arguments_of[0]); \
     const at = one?.getAttribute(arguments_of[1]); if (at !== null && at !== undefined && !(at in window.seen)) window.seen[at] = Date.now(); }) \
     .observe(document.body, { subtree: true, attributes: true, childList: true });";

async fn note(browser: &Browser, css: &str, attribute: &str) {
    browser
        .script(&format!("const arguments_of = [...arguments]; {NOTE}"), vec![json!(css), json!(attribute)])
        .await;
}

#[test]
fn a_hand_is_squeezed_by_keys_buttons_and_drag_and_others_see_how_far() {
    with_browser(|holder| async move {
        let mut two = TwoGuests::sit(&holder).await;
        two.deal(&holder, "6c 2d Kh 5s").await;
        holder.shows(CARD).await;
        two.other.shows("[data-card=\"player-0\"].face-down").await;
        assert_eq!(two.other.count("#squeeze [role=slider]").await, 0);
        note(&holder, CARD, "aria-valuenow").await;
        note(&two.other, "[data-card=\"player-0\"]", "data-percent").await;

        by_keys(&holder, &two.other).await;
        by_buttons(&holder).await;
        by_drag(&holder).await;
        leaves_room_in_a_frame(&holder).await;
        never_a_face(&two.other).await;

        holder.tab_to(CARD).await;
        holder.press(Key::Enter).await;
        two.other.shows("[data-card=\"player-0\"][data-face=\"6c\"]").await;
        two.end();
        two.other.close().await;
        drop(two.floor);
        holder.close().await;
    });
}

async fn by_keys(holder: &Browser, other: &Browser) {
    holder.tab_to(CARD).await;
    for step in 1..=15 {
        holder.press(Key::Right).await;
        assert_eq!(lifted(holder).await, step * 5);
        assert_eq!(indices_covered(holder).await, step * 5 < 75, "at {}", step * 5);
    }
    other
        .until(
            "others see how far",
            "return document.querySelector('[data-card=\"player-0\"]').dataset.percent === '75'",
        )
        .await;
    let (done, seen) =
        (holder.script("return window.seen", vec![]).await, other.script("return window.seen", vec![]).await);
    let late = |percent: &str| Some(seen[percent].as_i64()? - done[percent].as_i64()?);
    let late: Vec<i64> = seen.as_object().unwrap().keys().filter_map(|percent| late(percent)).collect();
    assert!(late.len() >= 3 && late.iter().all(|millis| *millis <= 300), "{late:?}: {done} {seen}");
}

async fn by_buttons(holder: &Browser) {
    for (edge, ..) in EDGES {
        holder.click(&format!("#squeeze [data-edge=\"{edge}\"]")).await;
        let pressed = holder
            .script("return document.querySelector('#squeeze [aria-pressed=true]').dataset.edge", vec![])
            .await;
        assert_eq!(pressed, json!(edge));
    }
    let before = lifted(holder).await;
    holder.click("#squeeze [data-lift=\"-10\"]").await;
    assert_eq!(lifted(holder).await, before - 10);
    assert!(indices_covered(holder).await, "an index that was seen is covered again");
    holder.click("#squeeze [data-lift=\"10\"]").await;
    assert_eq!(lifted(holder).await, before);
}

async fn by_drag(holder: &Browser) {
    for (edge, x, y) in EDGES {
        holder.script("document.querySelector(arguments[0]).focus()", vec![json!(CARD)]).await;
        holder.press(Key::Home).await;
        assert_eq!(lifted(holder).await, 0);
        drag(holder, (x, y)).await;
        let (at, pressed) = (
            lifted(holder).await,
            holder
                .script("return document.querySelector('#squeeze [aria-pressed=true]').dataset.edge", vec![])
                .await,
        );
        assert_eq!(pressed, json!(edge));
        assert!((15..60).contains(&at), "from {edge}: {at}");
    }
}

/// A move of the hand takes well under the sixtieth of a second that a frame has, drawing included.
async fn leaves_room_in_a_frame(holder: &Browser) {
    let moves = "const card = document.querySelector(arguments[0]); const box = card.getBoundingClientRect(); \
                 const at = (kind, x) => new PointerEvent(kind, { bubbles: true, pointerId: 1, clientX: x, clientY: box.top + box.height / 2 }); \
                 card.setPointerCapture = () => {}; card.dispatchEvent(at('pointerdown', box.right - 5)); const took = []; \
                 for (let step = 0; step < 120; step += 1) { const before = performance.now(); \
                   card.dispatchEvent(at('pointermove', box.right - 5 - (step % 60))); card.getBoundingClientRect(); took.push(performance.now() - before); } \
                 card.dispatchEvent(at('pointerup', box.left)); delete card.setPointerCapture; return took.sort((a, b) => a - b)[60]";
    let millis = holder.script(moves, vec![json!(CARD)]).await.as_f64().unwrap();
    assert!(millis < 8.0, "{millis}");
}

/// Nothing that came to somebody names a card that is face down.
async fn never_a_face(other: &Browser) {
    let heard = other.heard().await;
    assert!(heard.len() > 5 && heard.iter().any(|text| text.contains("\"squeeze\"")), "nothing was heard");
    let cards =
        [("6c", "6 of clubs"), ("Kh", "king of hearts"), ("2d", "2 of diamonds"), ("5s", "5 of spades")];
    let page = other.script("return document.documentElement.outerHTML", vec![]).await;
    for text in heard.iter().map(String::as_str).chain([page.as_str().unwrap()]) {
        let told = cards.iter().find(|card| names_card(text, **card));
        assert_eq!(told, None, "{text}");
    }
}

/// Whoever does not want to turn a hand lets the next one do it.
#[test]
fn a_hand_that_is_given_up_goes_to_the_next() {
    with_browser(|holder| async move {
        let mut two = TwoGuests::sit(&holder).await;
        two.deal(&holder, "6c 2d Kh 5s").await;
        holder.shows(CARD).await;
        holder.click("[data-prompt=turn_cards] form:has([value=relinquish_cards]) button").await;
        two.other.click("[data-prompt=cards_offered] form:has([value=accept_cards]) button").await;
        two.other.shows(CARD).await;
        assert_eq!(holder.count(CARD).await, 0);
        two.other.click("[data-prompt=turn_cards] form:has([name=do][value=turn_cards]) button").await;
        holder.shows("[data-card=\"player-0\"][data-face=\"6c\"]").await;
        two.end();
        two.other.close().await;
        holder.close().await;
    });
}

/// Whoever does nothing sees the hand turned when the time is over.
#[test]
fn a_hand_that_nobody_turns_is_turned_when_the_time_is_over() {
    with_browser(|browser| async move {
        let floor = Floor::with(&[("DEMO_GAMES", "ma-midi/default"), ("DEMO_TABLES", "1")]);
        browser.sit(&floor, 1).await;
        browser.may_bet("player").await;
        let told: Value = browser.figures().await;
        browser.puts(With::Mouse, 2_500, "player").await;
        browser.shows(CARD).await;
        browser
            .until(
                "time left",
                "return Number(document.querySelector('#status [role=timer]')?.dataset.until) > 0",
            )
            .await;
        browser.shows("[data-card=\"player-0\"][data-face]").await;
        assert_eq!(told["round"], 0);
        browser.close().await;
    });
}
