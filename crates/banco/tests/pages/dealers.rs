//! People who deal, in a browser: whole shoes by the number pad, calls before the machine speaks, pays in their order, and what
//! happens when something goes wrong.

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::axe::Eyes;
use crate::banks::{Three, names};
use crate::browser::{Browser, PATIENCE, with_browser};
use crate::floor::Floor;
use crate::seat::With;
use crate::sound_pages::fits;
use crate::staff::{Dealt, PASSWORD, Staff};

/// Somebody of the staff comes in by the door.
pub async fn comes_to_work(browser: &Browser, floor: &Floor, login: &str) {
    browser.open(&floor.at("/sign-in?back=/dealer")).await;
    browser.fills("input[name=login]", login).await;
    browser.fills("input[name=password]", PASSWORD).await;
    browser.press(Key::Return).await;
    browser.shows("form[action=\"/sign-out\"]").await;
}

/// A dealer at a console.
pub struct Pad<'a> {
    pub browser: &'a Browser,
    pub staff: Staff,
    pub table: Dealt,
    pub floor: Floor,
    /// Whether the shoe is loaded so that results alone are recorded.
    pub results_only: bool,
    /// The pages of the others who have a part in a new shoe; without them they do it by the API.
    pub house: Option<House<'a>>,
}

/// The pages of another dealer, of the floor, and of a player.
#[derive(Clone, Copy)]
pub struct House<'a> {
    pub dora: &'a Browser,
    pub fay: &'a Browser,
    pub guest: &'a Browser,
}

/// The key of the number pad with this sign; `E` is Enter.
pub fn key(sign: char) -> char {
    let key = match sign {
        '0' => Key::NumPad0,
        '1' => Key::NumPad1,
        '2' => Key::NumPad2,
        '3' => Key::NumPad3,
        '4' => Key::NumPad4,
        '5' => Key::NumPad5,
        '6' => Key::NumPad6,
        '7' => Key::NumPad7,
        '8' => Key::NumPad8,
        '9' => Key::NumPad9,
        '*' => Key::Multiply,
        '+' => Key::Add,
        '-' => Key::Subtract,
        '.' => Key::Decimal,
        '/' => Key::Divide,
        'E' => Key::Enter,
        other => panic!("the pad has no {other}"),
    };
    key.into()
}

/// The keys of a card: `7h` is seven, then two.
pub fn keys_of(card: &str) -> String {
    let (rank, suit) = card.split_at(1);
    let rank = match rank {
        "A" => "1",
        "T" => "0",
        "J" => "/",
        "Q" => "*",
        "K" => "+",
        other => other,
    };
    let suit = match suit {
        "s" => "1",
        "h" => "2",
        "d" => "3",
        "c" => "4",
        other => panic!("no suit {other}"),
    };
    format!("{rank}{suit}")
}

impl<'a> Pad<'a> {
    /// A dealer comes to a table that the floor has opened; guests sit down before the cards are spread.
    pub async fn at(browser: &'a Browser, (rulebook, submission): (&str, &str), guests: &[&Browser]) -> Self {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let mut staff = Staff::come(&floor);
        let table = staff.put_up(rulebook, submission);
        for guest in guests {
            guest.size(1280, 900).await;
            guest.sit(&floor, table.number).await;
        }
        browser.size(1180, 820).await;
        comes_to_work(browser, &floor, "dan").await;
        browser.click(&format!("a[href=\"/dealer/{}\"]", table.number)).await;
        browser.shows("[data-script=on] [data-dealer]").await;
        Self { browser, staff, table, floor, results_only: false, house: None }
    }

    /// Presses keys of the number pad, one after the other, each once the console is ready for it.
    pub async fn pads(&self, signs: &str) {
        for sign in signs.chars() {
            self.browser.press(key(sign)).await;
            self.browser
                .until("the console is ready", "return !document.body.hasAttribute('aria-busy')")
                .await;
        }
    }

    /// Enters cards by two keys each.
    pub async fn enters(&self, cards: &str) {
        for card in cards.split_whitespace() {
            self.browser.shows("[data-entry]").await;
            self.pads(&format!("{}E", keys_of(card))).await;
        }
    }

    /// What the table shows its dealer.
    pub fn sees(&mut self) -> Value {
        self.staff.sees(&self.table, "dealer")
    }

    pub async fn asks(&self, prompt: &str) {
        self.browser.shows(&format!("[data-prompt=\"{prompt}\"]")).await;
    }

    pub async fn calls(&self, point: &str, sign: &str) {
        self.browser.shows(&format!("[data-call=\"{point}\"]")).await;
        self.pads(sign).await;
    }

    /// Makes the shoe ready: the dealer's steps by the pad, those of others by the API, or by their own pages where they have one.
    pub async fn prepares(&mut self) {
        for _ in 0..60 {
            let seen = self.sees();
            if seen["turn"]["phase"] == "betting" {
                return;
            }
            match seen["prompts"][0]["prompt"].as_str() {
                Some("next_step") => self.does_step(&seen).await,
                Some(step @ ("cut" | "load_shoe")) => {
                    self.asks(step).await;
                    if step == "load_shoe" && self.results_only {
                        self.browser.click("[name=\"text.source\"][value=result_only]").await;
                    }
                    self.pads("E").await;
                }
                Some("burn_card") => self.burns(&seen).await,
                _ => self.others_do(&seen).await,
            }
        }
        panic!("never ready: {}", self.sees()["turn"]);
    }

    async fn does_step(&mut self, seen: &Value) {
        // The console may still show the step before.
        let due = seen["prompts"][0]["answers"][0]["given"]["step"].to_string();
        let shown = format!("[data-prompt=next_step] [name=\"json.step\"][value='{due}']");
        self.browser.shows(&shown).await;
        self.pads("E").await;
        if self.sees()["prompts"][0] != seen["prompts"][0] {
            return;
        }
        // Where a step takes two dealers, the other one does it from another console.
        match self.house {
            None => self.staff.does_step("dora", &self.table),
            Some(house) => {
                house.dora.shows(&shown).await;
                house.dora.press(key('E')).await;
                self.goes_on(seen).await;
            }
        }
    }

    /// An ace burns one more card, which some texts show and some do not.
    async fn burns(&mut self, seen: &Value) {
        self.asks("burn_card").await;
        let named = self.browser.count("[data-entry]").await > 0;
        let first = seen["shoe"]["left"] == seen["shoe"]["size"];
        self.pads(match (first, named) {
            (true, _) => "14E",
            (false, true) => "24E",
            (false, false) => "E",
        })
        .await;
    }

    /// Somebody else's word is awaited: the floor's for a step, or a player's for the cut.
    async fn others_do(&mut self, seen: &Value) {
        let Some(house) = self.house else { return self.staff.others_do(&self.table) };
        match seen["shoe"]["cut_offered_to"].is_null() {
            true => {
                let step = format!("[data-matter=\"table/{}/step\"] .button-primary", self.table.number);
                house.fay.click(&step).await;
            }
            false => {
                house.guest.click("[data-prompt=cut_offered] form:has([name=do][value=cut]) button").await
            }
        }
        self.goes_on(seen).await;
    }

    /// Waits until what the table shows its dealer is something else.
    async fn goes_on(&mut self, seen: &Value) {
        let began = std::time::Instant::now();
        while self.sees() == *seen {
            assert!(began.elapsed() < PATIENCE, "nothing comes of it: {}", seen["turn"]);
        }
    }

    /// Ticks every line of the pay panel off and settles.
    pub async fn settles(&mut self) {
        self.asks("settle").await;
        let lines = self.browser.count("[data-tick]").await;
        for _ in 0..lines {
            self.pads("E").await;
        }
        assert_eq!(self.browser.count("[data-tick]:not(:checked)").await, 0);
        self.pads("E").await;
        self.asks("clear_table").await;
    }
}

pub async fn bets(guest: &Browser, spot: &str, chip: i64) {
    guest.may_bet(spot).await;
    guest.puts(With::Mouse, chip, spot).await;
    guest.staked(spot, chip).await;
}

/// A Midi shoe from the inspection to its change: cards by two keys, a hand that its highest bettor turns, House Money that is
/// pressed, calls, pays, an irregularity, the cut card and the next shoe, all of it by the number pad.
#[test]
fn a_midi_shoe_by_number_pad() {
    with_browser(|dealer| async move {
        let guest = Browser::start().await;
        let mut pad = Pad::at(&dealer, ("ma-midi", "house-money-royal-9"), &[&guest]).await;
        pad.prepares().await;
        let seen = pad.sees();
        assert_eq!(
            (&seen["shoe"]["left"], &seen["shoe"]["source"]),
            (&json!(414), &json!("entry")),
            "an ace burns one more"
        );
        first_round(&mut pad, &guest).await;
        drawn_in_error(&mut pad, &guest).await;
        last_hands(&mut pad, &guest).await;
        guest.close().await;
        dealer.close().await;
    });
}

async fn first_round(pad: &mut Pad<'_>, guest: &Browser) {
    bets(guest, "player", 2_500).await;
    bets(guest, "house-money", 500).await;
    pad.asks("no_more_bets").await;
    assert!(
        pad.browser.text("[data-prompt=no_more_bets]").await.contains("no more bets"),
        "the call as it is said"
    );
    pad.pads("1").await;
    // A card is taken back key by key until it is accepted.
    pad.asks("card_due").await;
    pad.pads("94--").await;
    assert_eq!(pad.browser.count("[data-entry] :checked").await, 0);
    pad.enters("2c 3d 2h Ks").await;
    guest.click("[data-prompt=turn_cards] form:has([name=do][value=turn_cards]) button").await;
    guest.click("[data-prompt=take_or_press] form:has([value=press_payout]) button[value=player]").await;
    guest.staked("player", 2_500 + 750).await;
    pad.calls("player", "1").await;
    pad.enters("4c").await;
    guest.click("[data-prompt=turn_cards] form:has([name=do][value=turn_cards]) button").await;
    pad.calls("banker", "1").await;
    pad.enters("9h").await;
    // Nobody backs the Banker's hand, so the dealer turns its card, which is known, at once.
    pad.calls("result", "1").await;
    pad.settles().await;
    pad.pads("1").await;
}

/// A card comes out that was not due, and nobody has seen it: the wizard orders what the text says, the floor approves, and the card
/// opens the next hand.
async fn drawn_in_error(pad: &mut Pad<'_>, guest: &Browser) {
    bets(guest, "player", 2_500).await;
    pad.asks("no_more_bets").await;
    pad.pads(".").await;
    pad.browser.shows("[data-wizard]").await;
    pad.pads("1").await;
    pad.browser.shows("[data-order]").await;
    let order = pad.browser.text("[data-order]").await;
    assert!(order.contains("It opens the next hand.") && order.contains("13(a)"), "{order}");
    pad.pads("E").await;
    pad.browser.shows("#held .prompt-held").await;
    assert_eq!(pad.sees()["staff"]["incident"]["irregularity"]["what"], "drawn_in_error");
    pad.staff.says("fay", &pad.table, &json!({ "do": "answer_report", "approved": true }));
    pad.asks("no_more_bets").await;
    assert_eq!(pad.sees()["shoe"]["aside"], json!([{ "down": true }]));
}

/// The cut card comes out: this hand, one more, then the next shoe is made ready.
async fn last_hands(pad: &mut Pad<'_>, guest: &Browser) {
    for (round, cards) in [(1, "9h 2d Kh Ks"), (2, "9c 3c Kd Qs")] {
        // The wager of the round in which something went wrong still lies there.
        if round == 2 {
            bets(guest, "player", 2_500).await;
        }
        pad.asks("no_more_bets").await;
        pad.pads("1").await;
        pad.asks("card_due").await;
        if round == 1 {
            // Every key is a card while one is entered, so the way leads over the wizard.
            pad.pads(".").await;
            pad.browser.shows("[data-wizard]").await;
            pad.pads("0").await;
            pad.asks("card_due").await;
            pad.browser
                .until(
                    "the cut card is out",
                    "return document.querySelector('#foot').textContent.includes('Last hand')",
                )
                .await;
        }
        pad.enters(cards).await;
        guest.click("[data-prompt=turn_cards] form:has([name=do][value=turn_cards]) button").await;
        pad.calls("player", "3").await;
        pad.calls("result", "1").await;
        pad.settles().await;
        pad.pads("1").await;
    }
    pad.browser
        .until("the shoe is over", "return document.querySelector('#now').textContent.length > 0")
        .await;
    let seen = pad.sees();
    assert!(
        ["between_shoes", "preparing"].contains(&seen["turn"]["phase"].as_str().unwrap()),
        "{}",
        seen["turn"]
    );
    pad.prepares().await;
    assert_eq!(pad.sees()["shoe"]["number"], 2);
}

/// What the console shows of its work, without what differs by chance or by the cards themselves.
const SHOWN: &str = "const copy = document.getElementById('main').cloneNode(true); \
     copy.querySelectorAll('#hands, #side, [name=key]').forEach((one) => one.remove()); \
     return copy.innerHTML + document.getElementById('now').innerHTML;";

/// Under `confirm` nothing on the page tells whether a hand draws before the dealer has called it: with a Player's hand that must draw
/// and with one that must stand the page is the same to the letter. A wrong call is stopped with its clause; the right one goes on.
#[test]
fn the_machine_speaks_after_the_dealer() {
    with_browser(|dealer| async move {
        let guest = Browser::start().await;
        dealer.listen().await;
        let mut pad = Pad::at(&dealer, ("ma-midi", "house-money-royal-9"), &[&guest]).await;
        pad.prepares().await;
        let mut shown = Vec::new();
        for cards in ["2c Td 3d 3c", "2c Kd 4d 7c"] {
            bets(&guest, "banker", 2_500).await;
            pad.asks("no_more_bets").await;
            pad.pads("1").await;
            pad.enters(cards).await;
            guest.click("[data-prompt=turn_cards] form:has([name=do][value=turn_cards]) button").await;
            pad.browser.shows("[data-call=player]").await;
            shown.push(pad.browser.script(SHOWN, vec![]).await.as_str().unwrap().to_owned());
            let draws = cards.starts_with("2c T");
            pad.pads(if draws { "2" } else { "1" }).await;
            pad.browser.shows(".agree-stop").await;
            let stopped = pad.browser.text(".agree-stop").await;
            let why = if draws { "Player draws on 5" } else { "Player stands on 6" };
            assert!(
                stopped.contains("Stopped") && stopped.contains(why) && stopped.contains("10(b)"),
                "{stopped}"
            );
            if draws {
                pad.calls("player", "1").await;
                pad.browser.shows(".agree:not(.agree-stop)").await;
                let agreed = pad.browser.text(".agree:not(.agree-stop)").await;
                assert!(agreed.contains("Agreed") && agreed.contains("card for the Player"), "{agreed}");
                pad.enters("7h").await;
                pad.calls("banker", "1").await;
                pad.enters("4s").await;
                guest.click("[data-prompt=turn_cards] form:has([name=do][value=turn_cards]) button").await;
            } else {
                pad.calls("player", "2").await;
                pad.calls("banker", "2").await;
            }
            pad.calls("result", "2").await;
            pad.settles().await;
            pad.pads("1").await;
        }
        assert_eq!(shown[0], shown[1], "the page tells what is right before it is called");
        guest.close().await;
        dealer.close().await;
    });
}

/// Eight decks hold eight sevens of hearts; the ninth is refused, with its clause, and nothing is recorded.
#[test]
fn a_card_too_many_is_refused() {
    with_browser(|dealer| async move {
        let guest = Browser::start().await;
        let mut pad = Pad::at(&dealer, ("co-rule-28", "default"), &[&guest]).await;
        pad.prepares().await;
        for (round, cards) in [(1, "7h 7h 7h 7h 7h 7h"), (2, "7h 7h")] {
            bets(&guest, "player", 2_500).await;
            pad.staff.dealer(&pad.table, "no_more_bets");
            for card in cards.split(' ') {
                pad.staff.deals(&pad.table, card);
                pad.staff.turns_all(&pad.table);
            }
            if round == 1 {
                pad.staff.dealer(&pad.table, "settle");
                pad.staff.dealer(&pad.table, "clear_table");
            }
        }
        let left = pad.sees()["shoe"]["left"].clone();
        pad.asks("card_due").await;
        pad.enters("7h").await;
        pad.browser.until("it is refused", "return !document.getElementById('refused').hidden").await;
        let refused = pad.browser.text("#refused").await;
        // It lies face down, so the reason does not name it.
        assert!(refused.contains("more often than it holds it") && refused.contains("30-2817"), "{refused}");
        assert_eq!(pad.sees()["shoe"]["left"], left);
        guest.close().await;
        dealer.close().await;
    });
}

/// The panel collects first and then pays from the highest seat down, vigorish before the pay; it cannot be settled before every
/// line is done, by no form either.
#[test]
fn pays_follow_the_rulebook() {
    with_browser(|dealer| async move {
        let (first, second, third) = (Browser::start().await, Browser::start().await, Browser::start().await);
        let mut pad = Pad::at(&dealer, ("ma-midi", "default"), &[&first, &second, &third]).await;
        pad.prepares().await;
        bets(&first, "banker", 2_500).await;
        bets(&second, "player", 10_000).await;
        bets(&third, "banker", 10_000).await;
        pad.asks("no_more_bets").await;
        pad.pads("1").await;
        pad.enters("2c 9h Kd Ks").await;
        for guest in [&second, &third] {
            guest.click("[data-prompt=turn_cards] form:has([name=do][value=turn_cards]) button").await;
        }
        pad.calls("player", "3").await;
        pad.calls("result", "2").await;
        pad.asks("settle").await;
        let order = "return [...document.querySelectorAll('[data-block]')].map((block) => \
                     [block.dataset.block, [...block.querySelectorAll('[data-seat]')].map((seat) => Number(seat.dataset.seat))])";
        let order = pad.browser.script(order, vec![]).await;
        assert_eq!(order, json!([["collect", [2]], ["pay", [3, 1]]]));
        let third_seat = pad.browser.text("[data-block=pay] [data-seat=\"3\"]").await;
        let vigorish = third_seat.find("vigorish").zip(third_seat.find("Banker wins"));
        assert!(vigorish.is_some_and(|(charged, paid)| charged < paid), "{third_seat}");
        assert!(third_seat.contains("$100") && third_seat.contains("$5"), "{third_seat}");
        // Somebody who sends the form without its ticks is told what is missing.
        let sent = pad
            .browser
            .page
            .execute_async(
                "const done = arguments[0]; const form = document.querySelector('[data-pay]'); \
                 fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)), headers: { Accept: 'application/json' } }) \
                 .then(async (answer) => done([answer.status, (await answer.json()).code]));",
                vec![],
            )
            .await
            .unwrap();
        assert_eq!(sent, json!([409, "not_all_paid"]));
        assert_eq!(pad.sees()["turn"]["phase"], "dealing");
        pad.settles().await;
        for guest in [first, second, third] {
            guest.close().await;
        }
        dealer.close().await;
    });
}

/// An evening of chemin de fer: three players bid, call, cover and announce at their seats; the dealer ends the bidding and the
/// claims, asks for part bets in turn, deals, and sees whoever is silent.
#[test]
fn a_chemin_de_fer_evening() {
    with_browser(|first| async move {
        let dealer = Browser::start().await;
        let three = Three::sit(first, "ma-chemin-de-fer").await;
        let Three { floor, staff, table, guests } = three;
        dealer.size(1180, 820).await;
        comes_to_work(&dealer, &floor, "dan").await;
        dealer.open(&floor.at(&format!("/dealer/{}", table.number))).await;
        dealer.shows("[data-script=on] [data-bank]").await;
        let mut pad = Pad { browser: &dealer, staff, table, floor, results_only: false, house: None };
        names(&guests[0], "bid", "bid", "300").await;
        names(&guests[1], "bid", "bid", "500").await;
        dealer
            .until("both bids", "return document.querySelector('#work').textContent.includes('$500')")
            .await;
        pad.asks("close_bidding").await;
        pad.pads("1").await;
        names(&guests[1], "wager_bank", "wager_bank", "500").await;
        pad.asks("close_claims").await;
        pad.pads("1").await;
        // Seat 5 covers a part; seat 1 says nothing and is passed over.
        dealer.shows("[data-bank=covering]").await;
        names(&guests[2], "cover_bank", "cover_bank", "200").await;
        dealer
            .until("seat 1 is asked", "return document.querySelector('.cover-now')?.dataset.seat === '1'")
            .await;
        dealer.click(".prompt-waits button").await;
        pad.asks("no_more_bets").await;
        dealer.click("[data-prompt=no_more_bets] button").await;
        pad.enters("2h 6c 3d Kd").await;
        // The Player's hand is five: only who leads it chooses, and the console has no card of it.
        dealer.until("two hands", "return document.querySelectorAll('#hands .card').length === 4").await;
        let names = "return [...document.querySelectorAll('#hands [role=img]')].map((one) => one.ariaLabel)";
        let backs = dealer.script(names, vec![]).await;
        assert!(backs.as_array().unwrap().iter().all(|name| name == "face-down card"), "{backs}");
        guests[2].click("[data-prompt=announce] button[value=stay]").await;
        let began = std::time::Instant::now();
        while pad.sees()["round"]["stage"]["name"] != "complete" {
            assert!(began.elapsed() < PATIENCE, "{}", pad.sees()["round"]);
            // The Banker may have to speak, or to draw.
            let _ = guests[1].try_click("[data-prompt=announce] button").await;
            if dealer.count("[data-entry]").await > 0 {
                pad.enters("2s").await;
            }
        }
        pad.settles().await;
        pad.pads("1").await;
        dealer.shows("[data-bank]").await;
        for guest in guests {
            guest.close().await;
        }
        dealer.close().await;
    });
}

/// The console is sound in each of its states, and the wizard as well.
#[test]
fn consoles_are_sound() {
    with_browser(|dealer| async move {
        let guest = Browser::start().await;
        let mut pad = Pad::at(&dealer, ("ma-midi", "house-money-royal-9"), &[&guest]).await;
        let page = pad.floor.at(&format!("/dealer/{}", pad.table.number));
        let eyes = Eyes::open(&dealer, &page).await;
        dealer.open(&page).await;
        look(&eyes, &pad, "a console while a shoe is made ready").await;
        pad.prepares().await;
        bets(&guest, "banker", 2_500).await;
        look(&eyes, &pad, "a console while bets are made").await;
        pad.pads("1").await;
        pad.asks("card_due").await;
        look(&eyes, &pad, "a console while cards are dealt").await;
        pad.enters("2c Td 3d 9c").await;
        guest.click("[data-prompt=turn_cards] form:has([name=do][value=turn_cards]) button").await;
        pad.browser.shows("[data-call=player]").await;
        look(&eyes, &pad, "a console before a call").await;
        pad.calls("player", "3").await;
        pad.calls("result", "2").await;
        pad.asks("settle").await;
        look(&eyes, &pad, "a console while bets are paid").await;
        for path in [
            "/irregularity",
            "/irregularity?what=drawn-seen",
            "/irregularity?what=drawn-seen&rank.0=8&suit.0=s",
        ] {
            dealer.open(&format!("{page}{path}")).await;
            look(&eyes, &pad, path).await;
        }
        dealer.open(&pad.floor.at("/dealer")).await;
        look(&eyes, &pad, "the list of tables").await;
        guest.close().await;
        dealer.close().await;
    });
}

/// Axe finds nothing, nothing is pushed sideways, and keys are large enough for a thumb.
pub async fn look(eyes: &Eyes, pad: &Pad<'_>, what: &str) {
    eyes.look(pad.browser, what).await;
    for width in [1180, 390] {
        fits(pad.browser, what, width).await;
        let small = "return [...document.querySelectorAll('.key, .staff-foot .button, .tick')].filter((one) => { \
                     const box = one.getBoundingClientRect(); return box.width > 0 && (box.width < 44 || box.height < 44); }) \
                     .map((one) => one.textContent.trim())";
        assert_eq!(pad.browser.script(small, vec![]).await, json!([]), "{what} at {width}");
    }
    pad.browser.size(1180, 820).await;
}
