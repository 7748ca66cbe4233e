//! What everybody can see, reach and press: sizes of targets, focus, words that are longer, motion that is unwanted, roads
//! without colors.

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::bets::Alone;
use crate::browser::{Browser, with_browser};
use crate::floor::Floor;
use crate::seat::With;
use crate::sound_pages::fits;

/// Targets that are too small for a finger, with their sizes. A link within a sentence may be as small as its words.
const SMALL: &str = "const least = arguments[0]; const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest('.visually-hidden, .skip-link'); \
     const target = (one) => one.matches('input[type=radio], input[type=checkbox]') ? one.closest('label') ?? one : one; \
     const inline = (one) => one.matches('a') && getComputedStyle(one).display === 'inline' && one.parentElement.textContent.trim() !== one.textContent.trim(); \
     return [...document.querySelectorAll(arguments[1])].filter(seen).filter((one) => !inline(one)).map(target) \
       .map((one) => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width > 1 && (box.width < least - 0.5 || box.height < least - 0.5)) \
       .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${Math.round(box.width)}x${Math.round(box.height)}`)";

const TARGETS: &str = "a[href], button, input:not([type=hidden]), select, summary, [role=slider]";

async fn large_enough(browser: &Browser, what: &str) {
    for (least, css) in [(24, TARGETS), (44, "button[name=spot], input[name=minor]")] {
        let small = browser.script(SMALL, vec![json!(least), json!(css)]).await;
        assert_eq!(small, json!([]), "{what}: targets under {least}");
    }
}

/// Every target is as large as a finger needs, and larger where chips are put.
#[test]
fn targets_are_large_enough() {
    with_browser(|guest| async move {
        let alone = Alone::sit(&guest, ("ma-midi", "house-money-royal-9")).await;
        for (width, height) in crate::axe::WIDTHS {
            guest.size(width, height).await;
            guest.open(&alone.floor.at(&format!("/tables/{}", alone.table.number))).await;
            guest.may_bet("player").await;
            guest.script("document.getElementById('shelf').open = true", vec![]).await;
            large_enough(&guest, &format!("a seat at {width}")).await;
            for path in [
                "/",
                "/sign-in",
                "/account",
                "/rounds",
                "/odds",
                "/guides/ma-midi",
                "/tables/1/rules",
                "/nowhere",
            ] {
                guest.open(&alone.floor.at(path)).await;
                large_enough(&guest, &format!("{path} at {width}")).await;
            }
        }
        guest.close().await;
    });
}

/// Where the focus is, with everything that is wrong about how it is seen: covered by something else, or without a ring.
const FOCUS: &str = "const one = document.activeElement; if (!one || one === document.body) return null; \
     const box = one.matches('input[type=radio]') ? one.closest('label').getBoundingClientRect() : one.getBoundingClientRect(); \
     const at = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 20)); \
     const near = at && (one.contains(at) || at.contains(one) || one.closest('label')?.contains(at)); \
     const ring = [one, one.closest('label')].filter(Boolean).some((el) => { const style = getComputedStyle(el); \
       return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== 'none'; }); \
     const chip = one.matches('input[type=radio]'); \
     return { name: one.outerHTML.slice(0, 100), covered: !near && at ? at.outerHTML.slice(0, 80) : null, ring: ring || chip }";

/// Whoever goes through a page by the tab key always sees where they are.
async fn focus_is_seen(browser: &Browser, what: &str) {
    browser.script("document.activeElement?.blur(); scrollTo(0, 0)", vec![]).await;
    let (mut stops, mut first) = (0, Value::Null);
    for _ in 0..120 {
        browser.press(Key::Tab).await;
        let focus = browser.script(FOCUS, vec![]).await;
        if focus.is_null() || focus["name"] == first {
            break;
        }
        if first.is_null() {
            first = focus["name"].clone();
        }
        stops += 1;
        assert_eq!(focus["covered"], Value::Null, "{what}: {} is covered", focus["name"]);
        assert_eq!(focus["ring"], json!(true), "{what}: {} has no ring", focus["name"]);
    }
    assert!(stops >= 8, "{what}: only {stops} stops");
}

#[test]
fn focus_is_never_out_of_sight() {
    with_browser(|guest| async move {
        let alone = Alone::sit(&guest, ("ma-midi", "house-money-royal-9")).await;
        for (width, height) in crate::axe::WIDTHS {
            guest.size(width, height).await;
            for path in [format!("/tables/{}", alone.table.number), "/".to_owned(), "/odds".to_owned()] {
                guest.open(&alone.floor.at(&path)).await;
                focus_is_seen(&guest, &format!("{path} at {width}")).await;
            }
        }
        guest.close().await;
    });
}

/// All words four tenths longer, as another language may have them; then whatever does not fit.
const LONGER: &str = "const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); const all = []; while (walk.nextNode()) all.push(walk.currentNode); \
     const words = all.filter((one) => /[a-z]{3}/i.test(one.data) && !one.parentElement.closest('svg, script, .visually-hidden, [hidden]')); \
     for (const one of words) { const text = one.data.trim(); one.data += ' ' + text.slice(0, Math.ceil(text.length * 0.4)).trim(); } \
     const clipped = (one) => { const style = getComputedStyle(one); return style.overflowX !== 'visible' && style.overflowX !== 'auto' && style.overflowX !== 'scroll' \
       && (one.scrollWidth > one.clientWidth + 1 || (style.overflowY === 'hidden' && one.scrollHeight > one.clientHeight + 1)); }; \
     const over = (one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1; \
     return [...document.querySelectorAll('body *')].filter((one) => one.checkVisibility() && one.clientWidth > 1 && !one.closest('svg, .visually-hidden, .skip-link, .road-box')) \
       .filter((one) => clipped(one) || (one.matches('button, summary, h1, h2, dt, dd') && over(one))).map((one) => `${one.outerHTML.slice(0, 110)} ${one.scrollWidth}/${one.clientWidth}`)";

#[test]
fn longer_words_have_room() {
    with_browser(|guest| async move {
        let alone = Alone::sit(&guest, ("ma-midi", "house-money-royal-9")).await;
        for (width, height) in crate::axe::WIDTHS {
            guest.size(width, height).await;
            let seat = format!("/tables/{}", alone.table.number);
            for path in [
                seat.as_str(),
                "/",
                "/sign-in",
                "/account",
                "/rounds",
                "/odds",
                "/guides/ma-midi",
                "/tables/1/rules",
            ] {
                guest.open(&alone.floor.at(path)).await;
                let clipped = guest.script(LONGER, vec![]).await;
                assert_eq!(clipped, json!([]), "{path} at {width}");
                fits(&guest, path, width).await;
            }
        }
        guest.close().await;
    });
}

/// Keeps every animation that moves, turns or rolls something.
const MOVES: &str = "window.moved = new Set(); const look = () => { for (const one of document.getAnimations()) { \
     const timing = one.effect.getComputedTiming(); const frames = one.effect.getKeyframes(); \
     const travels = frames.some((frame) => ['transform', 'translate', 'rotate', 'scale', 'left', 'top', 'offsetDistance'].some((key) => key in frame && frame[key] !== 'none')); \
     if (travels && timing.duration > 1 && one.playState === 'running') window.moved.add(`${one.animationName ?? one.transitionProperty} on ${one.effect.target.outerHTML.slice(0, 80)}`); } \
     requestAnimationFrame(look); }; look();";

/// Nothing travels, flips or rolls for those who do not want it, and the result is there at once.
#[test]
fn nothing_moves_for_those_who_want_no_motion() {
    with_browser(|guest| async move {
        let still = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
        guest.devtools("Emulation.setEmulatedMedia", still).await;
        let mut alone = Alone::sit(&guest, ("ma-midi", "default")).await;
        guest.may_bet("player").await;
        guest.script(MOVES, vec![]).await;
        guest.puts(With::Mouse, 2_500, "player").await;
        guest.staked("player", 2_500).await;
        alone.round(&guest, "6c 2d 3h Ks").await;
        guest.shows("#result [data-key=\"wager-player\"]").await;
        alone.staff.dealer(&alone.table, "clear_table");
        guest.may_bet("player").await;
        assert_eq!(guest.script("return [...window.moved]", vec![]).await, json!([]));
        guest.close().await;
    });
}

/// What the roads tell is told by letters and shapes as well: with all colors taken off, they still differ.
const SHAPES: &str = "const plain = (svg) => { const copy = svg.cloneNode(true); for (const one of copy.querySelectorAll('*')) for (const name of ['fill', 'stroke', 'class', 'style', 'color']) one.removeAttribute(name); return copy.innerHTML; }; \
     const [player, banker] = [...document.querySelectorAll('#roads form button')].map((button) => [...button.querySelectorAll('svg')].map(plain)); return [player, banker]";

#[test]
fn roads_are_drawn_as_it_happens() {
    with_browser(|guest| async move {
        let mut alone = Alone::sit(&guest, ("co-rule-28", "ez")).await;
        // Two ties before any win, a natural pair for the Player, then both in turn.
        for cards in
            ["9c 9d Kh Ks", "8c 8d Kh Ks", "4c 2d 4h Ks", "2c 9d Kh Ks", "9c 2d Kh Ks", "2c 9d Kh Ks"]
        {
            plays(&guest, &mut alone, cards).await;
        }
        let letters = guest.script("return [...document.querySelectorAll('#roads [data-history]')].map((one) => one.dataset.history)[0]", vec![]).await;
        assert_eq!(letters, json!("TTPBPB"));
        let tally = guest.text("#roads .tally").await;
        assert!(
            tally.contains("Player 2") && tally.contains("Banker 2") && tally.contains("Tie 2"),
            "{tally}"
        );
        let marks = guest.script(SHAPES, vec![]).await;
        let (player, banker) = (marks[0].as_array().unwrap(), marks[1].as_array().unwrap());
        assert!(player.len() >= 2 && player.len() == banker.len(), "{marks}");
        assert!(
            player.iter().zip(banker).all(|(one, other)| one != other),
            "only colors tell them apart: {marks}"
        );
        asks(&guest, &mut alone).await;
        by_keyboard(&guest).await;
        corrected(&guest).await;
        guest.close().await;
    });
}

/// A round with a wager on the Player; the bead is there half a second after the result.
async fn plays(guest: &Browser, alone: &mut Alone, cards: &str) {
    let beads = "return document.querySelector('#roads [data-history]').dataset.history.length";
    guest.may_bet("tie").await;
    guest.puts(With::Mouse, 2_500, "player").await;
    guest
        .until(
            "a wager",
            "return Number(document.querySelector('[name=spot][value=player]').dataset.stake) >= 2500",
        )
        .await;
    let before = guest.script(beads, vec![]).await.as_u64().unwrap();
    alone.round(guest, cards).await;
    let took = guest.until("a bead", &format!("{beads} === {}", before + 1)).await;
    assert!(took.as_millis() <= 500, "{took:?}");
    alone.staff.dealer(&alone.table, "clear_table");
}

/// What the board would draw is shown for three seconds, or until it draws.
async fn asks(guest: &Browser, alone: &mut Alone) {
    guest.click("#roads form button[value=banker]").await;
    guest.shows("#roads [data-ask=banker]").await;
    let took = guest.until("no ghost", "return document.querySelector('#roads [data-ask]') === null").await;
    assert!((2_000..4_000).contains(&took.as_millis()), "{took:?}");
    guest.click("#roads form button[value=player]").await;
    plays(guest, alone, "9c 2d Kh Ks").await;
    assert_eq!(guest.count("#roads [data-ask]").await, 0, "a ghost stays beside what was drawn");
}

/// Each road has a name and a sentence, and a table that keys reach.
async fn by_keyboard(guest: &Browser) {
    let named = "return [...document.querySelectorAll('#roads figure [role=img]')].map((one) => one.getAttribute('aria-label').split('. ').length >= 2)";
    assert_eq!(guest.script(named, vec![]).await, json!([true, true, true, true, true]));
    guest.tab_to("#roads details summary").await;
    guest.press(Key::Enter).await;
    guest
        .until(
            "a table",
            "return document.querySelector('#roads details[open] table')?.checkVisibility() ?? false",
        )
        .await;
    assert_eq!(guest.count("#roads details table tbody tr").await, 7);
}

/// A history that did not simply grow was corrected, and that is said for ten seconds. No command corrects a result yet, so the
/// page is told so here.
async fn corrected(guest: &Browser) {
    let said = "return ![...document.querySelectorAll('#roads [data-history] > p')][0].hidden";
    assert_eq!(guest.script(said, vec![]).await, json!(false));
    guest.script("document.querySelector('#roads [data-history]').dataset.history = 'TTPBPPP'", vec![]).await;
    guest.until("corrected", said).await;
    let took = guest.until("no longer", &said.replace("return !", "return ")).await;
    assert!((8..12).contains(&took.as_secs()), "{took:?}");
}

/// Pairs of a theme's colors that are too close: words need 4.5 to 1 on every ground, marks 3 to 1.
const CLOSE: &str = "const style = getComputedStyle(document.documentElement); const color = (name) => style.getPropertyValue(`--${name}`).trim(); \
     const light = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4) \
       .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0); \
     const ratio = (one, other) => { const [low, high] = [light(color(one)), light(color(other))].sort((a, b) => a - b); return (high + 0.05) / (low + 0.05); }; \
     const pairs = []; for (const ground of ['ground', 'deep', 'surface', 'raised']) { \
       for (const word of ['text', 'text-2', 'text-3', 'player', 'banker', 'tie', 'gold', 'ok', 'warn', 'alert']) pairs.push([word, ground, 4.5]); \
       for (const mark of ['edge', 'focus']) pairs.push([mark, ground, 3]); } \
     for (const fill of ['fill', 'player', 'banker', 'tie', 'gold']) pairs.push([`on-${fill}`, fill, 4.5]); \
     return pairs.map(([one, other, least]) => [one, other, ratio(one, other), least]).filter(([, , is, least]) => !(is >= least))";

#[test]
fn colors_are_far_enough_apart() {
    with_browser(|browser| async move {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        browser.open(&floor.at("/guides/ma-midi")).await;
        for theme in ["felt", "light", "dark", "contrast"] {
            browser.look(theme).await;
            browser.open(&floor.at("/guides/ma-midi")).await;
            assert_eq!(browser.script(CLOSE, vec![]).await, json!([]), "{theme}");
        }
        browser.close().await;
    });
}

/// Words and rules of each wager are one press away from a seat, and an EZ table says what its Dragon 7 does.
#[test]
fn rules_are_one_press_away() {
    with_browser(|guest| async move {
        let floor = Floor::with(&[("DEMO_GAMES", "co-rule-28/ez"), ("DEMO_TABLES", "1")]);
        guest.open(&floor.at("/tables/1")).await;
        guest.click("a[href=\"/tables/1/rules\"]").await;
        guest
            .until(
                "the rules",
                "return location.pathname === '/tables/1/rules' && document.readyState === 'complete'",
            )
            .await;
        let text = guest.text("main").await.to_lowercase();
        for words in ["dragon 7", "push", "edge", "limit", "aggregate"] {
            assert!(text.contains(words), "{words}");
        }
        guest.open(&floor.at("/tables/1/sign")).await;
        assert!(guest.text("main").await.contains("Dragon 7"));
        guest.close().await;
    });
}
