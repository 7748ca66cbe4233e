//! Somebody who plays in a browser: what they see of their seat, and how they do things there.

use std::time::{Duration, Instant};

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::browser::{Browser, PATIENCE};

/// With what somebody plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum With {
    Mouse,
    Keys,
}

/// What the strip and the panel of results say, in minor units.
const FIGURES: &str = "const minor = (text) => Math.round(parseFloat(text.replace(/[–−]/, '-').replace(/[^0-9.-]/g, '')) * 100); \
     const told = (name) => [...document.querySelectorAll('#strip dt')].find((one) => one.textContent.trim() === name)?.nextElementSibling.textContent; \
     const panel = document.querySelector('#result [data-key^=\"result-\"]'); \
     return { balance: minor(told('Balance') ?? 'x'), bet: minor(told('Bet') ?? 'x'), owed: minor(told('Commission owed') ?? '0') || 0, \
       round: panel ? Number(panel.dataset.key.split('-')[1]) : 0, \
       nets: panel ? [...panel.querySelectorAll('.result-row > summary')].map((row) => minor(row.textContent.match(/[+–−]?\\$[0-9,.]+/g).at(-1))) : [] };";

impl Browser {
    /// What the seat says of money, in minor units.
    pub async fn figures(&self) -> Value {
        self.script(FIGURES, vec![]).await
    }

    /// Everything that is theirs at the table: chips before them and on the layout, less what they owe.
    pub async fn worth(&self) -> i64 {
        let figures = self.figures().await;
        let minor = |key: &str| figures[key].as_i64().unwrap_or_else(|| panic!("{key}: {figures}"));
        minor("balance") + minor("bet") - minor("owed")
    }

    /// What the server has confirmed on a spot, in minor units.
    pub async fn stake(&self, spot: &str) -> i64 {
        let stake = "return Number(document.querySelector(arguments[0])?.dataset.stake ?? -1)";
        self.script(stake, vec![json!(spot_css(spot))]).await.as_i64().unwrap()
    }

    /// Waits until that much is confirmed on a spot.
    pub async fn staked(&self, spot: &str, minor: i64) {
        let css = spot_css(spot);
        let lies = format!("return document.querySelector('{css}')?.dataset.stake === '{minor}'");
        self.until(&format!("{minor} on {spot}"), &lies).await;
    }

    /// Chooses a chip and presses a spot.
    pub async fn puts(&self, with: With, chip: i64, spot: &str) {
        let tray = format!("input[name=minor][value=\"{chip}\"]");
        match with {
            With::Mouse => {
                self.click(&format!("label:has({tray})")).await;
                self.click(&spot_css(spot)).await;
            }
            With::Keys => {
                self.tab_to("input[name=minor]").await;
                for _ in 0..10 {
                    if self
                        .script("return document.querySelector(arguments[0]).checked", vec![json!(tray)])
                        .await
                        == json!(true)
                    {
                        break;
                    }
                    self.press(Key::Right).await;
                }
                self.tab_to(&spot_css(spot)).await;
                self.press(Key::Enter).await;
            }
        }
    }

    /// Makes a wager at a table that waits for nobody: whatever is asked before is answered, and what came too late is
    /// made in the next round. What there was before it is told.
    pub async fn wagers(&self, with: With, chip: i64, spot: &str) -> Value {
        let began = Instant::now();
        loop {
            if began.elapsed() >= PATIENCE * 2 {
                panic!("no wager on {spot} was ever taken; {}", self.state().await);
            }
            let before = json!({ "worth": self.worth().await, "round": self.figures().await["round"] });
            if self.count(&format!("{}:not([aria-disabled])", spot_css(spot))).await > 0 {
                self.puts(with, chip, spot).await;
                let sent = Instant::now();
                while sent.elapsed() < Duration::from_secs(2) {
                    if self.stake(spot).await == chip {
                        return before;
                    }
                }
            } else if !self.answers(with).await {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }

    /// Waits until wagers are taken at a spot.
    pub async fn may_bet(&self, spot: &str) {
        self.shows(&format!("{}:not([aria-disabled])", spot_css(spot))).await;
    }

    /// Answers whatever is asked by its first button; says whether anything was.
    pub async fn answers(&self, with: With) -> bool {
        const BUTTON: &str = "[data-prompt] form[data-live] button";
        if self.count(BUTTON).await == 0 {
            return false;
        }
        match with {
            // The table may go on meanwhile.
            With::Mouse => self.try_click(BUTTON).await.is_ok(),
            With::Keys => {
                let there = self.try_tab_to(BUTTON).await;
                if there {
                    self.press(Key::Enter).await;
                }
                there
            }
        }
    }

    /// Answers whatever is asked until a later round than this one has its result.
    pub async fn plays_past(&self, with: With, round: i64) -> Value {
        let began = Instant::now();
        loop {
            let figures = self.figures().await;
            if figures["round"].as_i64().unwrap() > round {
                return figures;
            }
            if began.elapsed() >= PATIENCE * 2 {
                panic!("no result of a round after {round}; {}", self.state().await);
            }
            if !self.answers(with).await {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

/// A spot, by its name.
pub fn spot_css(spot: &str) -> String {
    format!("button[name=spot][value=\"{spot}\"]")
}

/// Whether a text names a card, by its letters or in words: never within another word, such as a key.
pub fn names_card(text: &str, (letters, words): (&str, &str)) -> bool {
    let named = text.match_indices(letters).any(|(at, _)| {
        let around = [text[..at].chars().next_back(), text[at + letters.len()..].chars().next()];
        around.iter().flatten().all(|letter| !letter.is_ascii_alphanumeric())
    });
    named || text.to_lowercase().contains(words)
}
