//! Chips on spots: put down, taken back, repeated, doubled, refused; pending until the server has confirmed them.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::browser::{Browser, with_browser};
use crate::floor::Floor;
use crate::seat::{With, spot_css};
use crate::staff::{Dealt, Staff};

/// A guest alone at a Midi table with a dealer.
pub struct Alone {
    pub floor: Floor,
    pub staff: Staff,
    pub table: Dealt,
}

impl Alone {
    pub async fn sit(guest: &Browser, (rulebook, submission): (&str, &str)) -> Self {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let mut staff = Staff::come(&floor);
        let table = staff.put_up(rulebook, submission);
        guest.size(1280, 900).await;
        guest.sit(&floor, table.number).await;
        staff.prepare(&table);
        Self { floor, staff, table }
    }

    /// Closes the betting and deals these cards; whatever can be turned is turned.
    pub async fn round(&mut self, guest: &Browser, cards: &str) {
        self.staff.dealer(&self.table, "no_more_bets");
        self.ends(guest, cards).await;
    }

    /// Goes on with the round until it is settled.
    pub async fn ends(&mut self, guest: &Browser, cards: &str) {
        self.goes_on(guest, cards).await;
        self.staff.dealer(&self.table, "settle");
    }

    /// Goes on with the round until it can be settled.
    pub async fn goes_on(&mut self, guest: &Browser, cards: &str) {
        let mut cards = cards.split_whitespace();
        let began = Instant::now();
        loop {
            let seen = self.staff.sees(&self.table, "dealer");
            let prompt = seen["prompts"][0]["prompt"].as_str().unwrap_or_default().to_owned();
            match prompt.as_str() {
                "card_due" => self.staff.deals(&self.table, cards.next().unwrap_or("Kd")),
                "settle" => return,
                // Where a participant holds the hand, it is theirs to turn.
                _ if guest.answers(With::Mouse).await => {}
                "turn_cards" => drop(self.try_turn()),
                _ => tokio::time::sleep(Duration::from_millis(30)).await,
            }
            assert!(began.elapsed() < crate::browser::PATIENCE, "never over: {}", seen["prompts"]);
        }
    }

    /// Whoever holds a hand turns it, until both are turned.
    pub async fn turns(&mut self, guest: &Browser) {
        let began = Instant::now();
        while self.staff.sees(&self.table, "dealer")["round"]["stage"]["name"] == "turning" {
            if !guest.answers(With::Mouse).await {
                self.try_turn();
            }
            assert!(began.elapsed() < crate::browser::PATIENCE, "never turned");
        }
    }

    fn try_turn(&mut self) -> u16 {
        let path = format!("/api/v1/tables/{}/commands", self.table.number);
        self.staff.asks("dan", "POST", &path, &json!({ "do": "turn_cards" })).status
    }
}

fn act(name: &str) -> String {
    format!("button[name=act][value={name}]")
}

#[test]
fn chips_are_taken_back_repeated_and_doubled() {
    with_browser(|guest| async move {
        let mut alone = Alone::sit(&guest, ("ma-midi", "default")).await;
        undo(&guest).await;
        double(&guest).await;
        guest.click(&act("clear")).await;
        for spot in ["player", "tie"] {
            guest.staked(spot, 0).await;
        }
        assert_eq!(
            guest.count(&format!("{}:not([aria-disabled])", act("rebet"))).await,
            0,
            "nothing was accepted yet"
        );
        rebet(&guest, &mut alone).await;
        guest.close().await;
    });
}

/// Each press takes one chip back, in their order, until there is none.
async fn undo(guest: &Browser) {
    for (chip, spot, lies) in [(2_500, "player", 2_500), (10_000, "player", 12_500), (500, "tie", 500)] {
        guest.puts(With::Mouse, chip, spot).await;
        guest.staked(spot, lies).await;
    }
    let worth = guest.worth().await;
    for (spot, lies) in [("tie", 0), ("player", 2_500), ("player", 0)] {
        guest.click(&act("undo")).await;
        guest.staked(spot, lies).await;
    }
    guest.shows(&format!("{}[aria-disabled=true]", act("undo"))).await;
    assert_eq!(guest.worth().await, worth);
}

/// Everything is doubled; what would go over its limit stops there and is named.
async fn double(guest: &Browser) {
    guest.puts(With::Mouse, 2_500, "player").await;
    guest.staked("player", 2_500).await;
    for lies in [10_000, 20_000, 30_000] {
        guest.puts(With::Mouse, 10_000, "tie").await;
        guest.staked("tie", lies).await;
    }
    guest.click(&act("double")).await;
    guest.staked("player", 5_000).await;
    guest.staked("tie", 50_000).await;
    guest
        .until(
            "capped",
            "return document.getElementById('news').textContent.includes('Capped at the limit: Tie')",
        )
        .await;
    assert!(!guest.text("#news").await.contains("Player"), "only what was capped is named");
}

/// The wagers of the last round that was played, and not what was put down and taken back since.
async fn rebet(guest: &Browser, alone: &mut Alone) {
    guest.puts(With::Mouse, 2_500, "player").await;
    guest.staked("player", 2_500).await;
    guest.puts(With::Mouse, 500, "tie").await;
    guest.staked("tie", 500).await;
    alone.round(guest, "6c 2d 3h Ks").await;
    guest.shows("#result [data-key=\"wager-player\"]").await;
    let told = guest.figures().await;
    assert_eq!(told["nets"], json!([2_500, -500]));
    alone.staff.dealer(&alone.table, "clear_table");
    guest.may_bet("player").await;
    assert_eq!(guest.count("#result > details[open]").await, 1, "a result stays until the next bet");
    guest.puts(With::Mouse, 10_000, "banker").await;
    guest.staked("banker", 10_000).await;
    guest
        .until("a result that is folded", "return document.querySelector('#result > details[open]') === null")
        .await;
    guest.click(&act("clear")).await;
    guest.staked("banker", 0).await;
    guest.click(&act("rebet")).await;
    guest.staked("player", 2_500).await;
    guest.staked("tie", 500).await;
    assert_eq!(guest.stake("banker").await, 0);
}

/// A refusal comes at once with its reason, and nothing of it lies on the spot.
#[test]
fn what_is_refused_comes_back_with_its_reason() {
    with_browser(|guest| async move {
        let mut alone = Alone::sit(&guest, ("ma-midi", "default")).await;
        let worth = guest.worth().await;
        // Under the least: refused at once, so that there is nothing to give back when betting closes.
        refused(&guest, "player", Some(500), "$25").await;
        guest.fills("input[name=other]", "600").await;
        refused(&guest, "tie", None, "$500").await;
        guest.fills("input[name=other]", "nonsense").await;
        refused(&guest, "tie", None, "amount").await;
        guest.fills("input[name=other]", "37.50").await;
        guest.click(&spot_css("player")).await;
        guest.staked("player", 3_750).await;
        assert_eq!(guest.worth().await, worth);
        too_late(&guest, &mut alone).await;
        assert_eq!(guest.worth().await, worth);
        guest.close().await;
    });
}

async fn refused(guest: &Browser, spot: &str, chip: Option<i64>, reason: &str) {
    guest.script("document.getElementById('alerts').replaceChildren()", vec![]).await;
    match chip {
        Some(chip) => guest.puts(With::Mouse, chip, spot).await,
        None => guest.click(&spot_css(spot)).await,
    }
    let told = format!("return document.getElementById('alerts').textContent.includes({})", json!(reason));
    let took = guest.until(&format!("{spot} refused: {reason}"), &told).await;
    assert!(took <= Duration::from_secs(1), "{took:?}");
    assert_eq!(guest.stake(spot).await, 0);
    assert_eq!(guest.script("return document.getElementById('refused').hidden", vec![]).await, json!(false));
    guest.until("no longer pending", "return document.querySelector('[data-key=pending]') === null").await;
}

/// After the call no bet is taken, whatever a page sends, and the spots say so.
async fn too_late(guest: &Browser, alone: &mut Alone) {
    alone.staff.dealer(&alone.table, "no_more_bets");
    guest.shows(&format!("{}[aria-disabled=true]", spot_css("tie"))).await;
    let send = "const [table, done] = arguments; const fields = new URLSearchParams(new FormData(document.getElementById('bets'))); \
                fields.set('spot', 'tie'); fields.set('minor', '500'); fields.delete('other'); fields.set('key', 'too late'); \
                fetch(`/tables/${table}/do`, { method: 'POST', body: fields, headers: { Accept: 'application/json' } }) \
                .then(async (answer) => done([answer.status, (await answer.json()).code]))";
    let told = guest.page.execute_async(send, vec![json!(alone.table.number)]).await.unwrap();
    assert_eq!(told, json!([409, "betting_closed"]));
    assert_eq!(guest.stake("tie").await, 0);
}

/// Commission that is marked is always in sight, and nobody leaves with it.
#[test]
fn commission_that_is_owed_is_shown_until_it_is_paid() {
    with_browser(|guest| async move {
        let mut alone = Alone::sit(&guest, ("ma-midi", "default")).await;
        let owed = "return [...document.querySelectorAll('#strip dt')].find((one) => one.textContent === 'Commission owed').nextElementSibling.textContent";
        assert_eq!(guest.script(owed, vec![]).await, json!("none"));
        let before = guest.worth().await;
        guest.puts(With::Mouse, 10_000, "banker").await;
        guest.staked("banker", 10_000).await;
        alone.round(&guest, "2c 9d Kh Ks").await;
        guest.until("what is owed", &owed.replace("return ", "return '$5.00' === ")).await;
        assert_eq!(guest.worth().await, before + 9_500);
        alone.staff.dealer(&alone.table, "clear_table");
        guest.may_bet("player").await;
        guest.click("#chips > summary").await;
        guest.click("#chips form:has([value=leave]) button").await;
        guest.shows("button[name=seat]").await;
        // It was taken before anything came home, and nothing is left at the table.
        guest.open(&alone.floor.at("/account")).await;
        let figures = guest
            .script("return document.querySelector('dl').textContent.match(/[-–]?[$][0-9,.]+/g)", vec![])
            .await;
        assert_eq!(figures, json!(["$10,095.00"]));
        guest.close().await;
    });
}

/// At Super Pan 9 the hand may hit or stand on any count, and only where there is a choice somebody is asked.
#[test]
fn super_pan_9_lets_the_player_hit_or_stand() {
    with_browser(|guest| async move {
        let mut alone = Alone::sit(&guest, ("co-rule-28", "super-pan-9")).await;
        let asked = "[data-prompt=choose]";
        for (decision, cards) in [("stand", "4s Kd Ah Qc"), ("draw", "3s Kc 3h Qd")] {
            guest.puts(With::Mouse, 2_500, "player").await;
            guest.staked("player", 2_500).await;
            assert_eq!(guest.count(asked).await, 0, "nothing is to be chosen yet");
            alone.staff.dealer(&alone.table, "no_more_bets");
            alone.staff.deals(&alone.table, cards);
            guest.shows(asked).await;
            let words = guest.text(asked).await;
            assert!(words.contains("Hit or stand with the player hand"), "{words}");
            assert!(words.contains("30-2802(26)"), "the clause is there: {words}");
            guest.click(&format!("{asked} button[value={decision}]")).await;
            guest.until("answered", "return !document.querySelector('[data-prompt=choose]')").await;
            alone.ends(&guest, "2d Jd").await;
            let player = alone.staff.sees(&alone.table, "dealer")["round"]["player"]["cards"].clone();
            assert_eq!(player.as_array().unwrap().len(), if decision == "draw" { 3 } else { 2 });
            alone.staff.dealer(&alone.table, "clear_table");
        }
        guest.close().await;
    });
}
